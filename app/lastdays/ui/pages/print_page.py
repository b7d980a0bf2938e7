"""Print: what of a group, how, and the real pages before they are on paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QHideEvent, QKeyEvent, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QLabel,
    QListView,
    QProgressBar,
    QScrollArea,
)

from lastdays.campaign.print_jobs import GROUP_KEY, KINDS, PrintChoice, checked_setting, kind_name
from lastdays.errors import LastDaysError
from lastdays.language import _, ngettext
from lastdays.pdf.content import PrintedDocument
from lastdays.ui.forms.print_options import PrintOptionsForm
from lastdays.ui.models.ticks import TickRow, TicksModel
from lastdays.ui.pages.page import Page
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import (
    Flow,
    Picker,
    Turning,
    button,
    column,
    holder,
    label,
    panel,
    row,
    scrolling,
)

if TYPE_CHECKING:
    from lastdays.pdf.preview import PreviewPages

#: Between the last change and the new preview, in milliseconds.
_PAUSE = 200
_ZOOMS = (0.0, 0.75, 1.0, 1.5, 2.0, 3.0)
#: Screen pixels for a point of paper at 100 %.
_PIXELS_A_POINT = 96 / 72


class _Result:
    """Who is told when the worker is done: only the request made last."""

    def __init__(self, page: PrintPage, number: int, done: Callable[[object], None]) -> None:
        self.page = page
        self.number = number
        self._done = done

    def __call__(self, result: object) -> None:
        if self.number == self.page.request:
            self._done(result)

    def failed(self, error: LastDaysError) -> None:
        if self.number == self.page.request:
            self.page.show_failure(error)


class PrintPage(Page):
    """Choosing on the left, the pages on the right."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.campaign_id = ""
        self.group_id = ""
        self.choice = PrintChoice()
        self.made: PrintedDocument | None = None
        self.pages: PreviewPages | None = None
        self.page_number = 0
        self.request = 0
        self._made_of = self.choice
        self._stop = Event()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self.make)
        self._redraw = QTimer(self)
        self._redraw.setSingleShot(True)
        self._redraw.setInterval(60)
        self._redraw.timeout.connect(self._draw)

        self.group_box = Picker()
        self.group_box.setAccessibleName(_("Group"))
        self.group_box.activated.connect(self._group_chosen)
        self.kinds_model = TicksModel()
        self.kinds = _ticks(self.kinds_model, _("What to print"))
        self.kinds_model.ticked.connect(self._touched)
        self.members_model = TicksModel()
        self.members = _ticks(self.members_model, _("Whose cards"))
        self.members_model.ticked.connect(self._touched)
        self.only_changed = QCheckBox(_("Only what &changed since it was printed"))
        self.only_changed.toggled.connect(lambda _on: self._touched())
        self.options = PrintOptionsForm()
        self.options.changed.connect(self._touched)
        self.all_button = button(_("&All"), lambda: self.members_model.tick_all(True), "quiet")
        self.none_button = button(_("&None"), lambda: self.members_model.tick_all(False), "quiet")
        chosen = column(
            panel(self.kinds, heading=_("What")),
            panel(
                self.members,
                row(self.all_button, self.none_button, 1),
                self.only_changed,
                heading=_("Whose cards"),
            ),
            panel(self.options, heading=_("How")),
            1,
        )
        left = scrolling(holder(chosen))
        left.setMinimumWidth(services.theme.px(330))
        left.setMinimumHeight(services.theme.px(230))

        self.sheet = QLabel()
        self.sheet.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sheet.setAccessibleName(_("Page"))
        self.area = QScrollArea()
        self.area.setWidget(self.sheet)
        self.area.setWidgetResizable(True)
        self.area.setAccessibleName(_("Preview"))
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.area.setMinimumHeight(services.theme.px(260))
        self.area.installEventFilter(self)
        self.back_button = button("◀", lambda: self.turn(-1), hint=_("Page before (Page Up)"))
        self.next_button = button("▶", lambda: self.turn(1), hint=_("Next page (Page Down)"))
        self.where = label("")
        self.zoom_box = Picker()
        self.zoom_box.setAccessibleName(_("Zoom"))
        for zoom in _ZOOMS:
            self.zoom_box.addItem(_("Whole page") if not zoom else f"{zoom:.0%}", zoom)
        self.zoom_box.currentIndexChanged.connect(lambda _n: self._draw())
        self.progress = QProgressBar()
        self.progress.setAccessibleName(_("Progress"))
        self.progress.setMaximumWidth(services.theme.px(160))
        self.stop_button = button(_("S&top"), self.stop, "quiet")
        self.again_button = button(_("&Make it again"), self.make)
        self.notices = label("", "warn", wrap=True)
        self.notices.setAccessibleName(_("Before printing"))
        self.notices.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.notice_area = scrolling(self.notices)
        self.notice_area.setMaximumHeight(services.theme.px(92))
        self.save_button = button(_("&Save as PDF…"), self._save, "first")
        self.open_button = button(_("&Open"), self.open, hint=_("In the program for PDF files"))
        self.print_button = button(_("&Print…"), self._print)
        right = column(
            row(
                self.back_button,
                self.where,
                self.next_button,
                self.zoom_box,
                self.progress,
                self.stop_button,
                self.again_button,
                1,
                spacing=6,
            ),
            self.area,
            self.notice_area,
            Flow(self.save_button, self.open_button, self.print_button),
        )
        right.setStretch(1, 1)
        body = Turning(services.theme, (left, 0), (holder(right), 1))
        head = row(label(_("Print"), "title"), self.group_box, 1)
        outer = column(head, body, margin=12)
        outer.setStretch(1, 1)
        self.setLayout(outer)
        self._busy(False)

    # Undo is the group's

    def undo_names(self) -> tuple[str | None, str | None]:
        """What undo and redo would do to the group that is printed."""
        if not self.group_id:
            return None, None
        view = self.services.workspace.group(self.group_id)
        return view.undo, view.redo

    def undo(self) -> None:
        """Takes the group's last change back."""
        self.services.done(lambda: self.services.workspace.undo(self.campaign_id, self.group_id))

    def redo(self) -> None:
        """Brings it back."""
        self.services.done(lambda: self.services.workspace.redo(self.campaign_id, self.group_id))

    # What is shown

    def show_group(self, campaign: str, group: str) -> None:
        """Shows what was last chosen for a group, of a campaign's groups."""
        self.campaign_id = campaign
        groups = self.services.workspace.groups(campaign) if campaign else []
        if group or self.group_id not in [g.id for g in groups]:
            self.group_id = group or (groups[0].id if groups else "")
            if self.group_id:
                choice = self.services.ask(lambda: self.services.printing.choice(self.group_id))
                self.choice = choice or PrintChoice()
                self.options.show_setting(self.choice.setting)
                self.only_changed.blockSignals(True)
                self.only_changed.setChecked(self.choice.only_changed)
                self.only_changed.blockSignals(False)
        self.refresh()

    def refresh(self) -> None:
        """Reads groups and members anew; the preview follows."""
        groups = self.services.workspace.groups(self.campaign_id) if self.campaign_id else []
        if groups and self.group_id not in [g.id for g in groups]:
            self.show_group(self.campaign_id, groups[0].id)  # with what was chosen for it
            return
        if not groups:
            self.group_id = ""
        self.group_box.clear()
        for group in groups:
            self.group_box.addItem(group.name, group.id)
        self.group_box.setCurrentIndex(self.group_box.findData(self.group_id))
        if not self.group_id:
            self._nothing(_("There is no group to print yet: found one first."))
            return
        self._show_ticks()
        self._pause.start()

    def _show_ticks(self) -> None:
        view = self.services.ask(lambda: self.services.workspace.group(self.group_id))
        if view is None:
            return
        changed = self.services.printing.changed(self.group_id)
        states = {True: _("changed"), False: _("not printed yet")}
        news = {key: states[ever] for key, ever in changed.items()}
        kinds = [
            TickRow(kind, kind_name(kind), news.get(GROUP_KEY, "") if kind == "group" else "")
            for kind in KINDS
        ]
        self.kinds_model.set_rows(kinds, self.choice.kinds)
        members = [TickRow(m.id, m.name, news.get(m.id, "")) for m in view.group.roster]
        left_out = set(self.choice.left_out)
        self.members_model.set_rows(members, [m.key for m in members if m.key not in left_out])
        _fit_rows(self.kinds, len(kinds))
        _fit_rows(self.members, min(len(members), 8))
        cards = "characters" in self.choice.kinds
        for part in (self.members, self.all_button, self.none_button):
            part.setEnabled(cards)

    def _group_chosen(self, index: int) -> None:
        self.show_group(self.campaign_id, str(self.group_box.itemData(index)))

    def _touched(self) -> None:
        """Somebody chose otherwise: it is kept for this group, and the preview follows."""
        if not self.group_id:
            return
        on = set(self.members_model.on())
        kinds = set(self.kinds_model.on())
        self.choice = PrintChoice(
            kinds=tuple(k for k in KINDS if k in kinds),
            left_out=tuple(r.key for r in self.members_model.rows if r.key not in on),
            only_changed=self.only_changed.isChecked(),
            setting=self.options.setting(),
        )
        self.services.quietly(lambda: self.services.printing.remember(self.group_id, self.choice))
        cards = "characters" in self.choice.kinds
        for part in (self.members, self.all_button, self.none_button):
            part.setEnabled(cards)
        self._pause.start()
        self._enable()  # what is on the screen is not what was chosen any more

    # Making

    def make(self) -> None:
        """Makes the document on the worker; what was being made before is given up."""
        self._pause.stop()
        if not self.group_id or not self.isVisible():
            return
        self._stop.set()
        self._stop = stop = Event()
        self.request += 1
        choice = self.choice
        groups = {self.group_id: choice}
        try:
            checked_setting(self.choice.setting)
            total = self.services.printing.count(groups)
            if not total:
                raise LastDaysError(self._why_nothing())
        except LastDaysError as error:
            self.show_failure(error)
            return
        self._busy(True)
        self.progress.setRange(0, total)
        self.progress.setValue(0)
        number = self.request
        printing = self.services.printing

        def told(done: int) -> bool:
            self.services.finished.emit(lambda: self._told(number, done))
            return not stop.is_set()

        def make() -> tuple[PrintedDocument, object]:
            from lastdays.pdf.preview import PreviewPages

            made = printing.make(groups, progress=told)
            return made, PreviewPages(made.pdf)

        def show(result: object) -> None:
            self._show_made(result, choice)

        self.services.work(make, _Result(self, number, show))

    def _why_nothing(self) -> str:
        if self.choice.only_changed and self.choice.kinds:
            return _("Nothing has changed since it was printed.")
        if "characters" in self.choice.kinds:
            return _("Tick whose cards to print.")
        return _("Tick what to print.")

    def _told(self, number: int, done: int) -> None:
        if number == self.request:
            self.progress.setValue(done)

    def stop(self) -> None:
        """Gives up what is being made; nothing is left of it."""
        self._stop.set()

    def _show_made(self, result: object, choice: PrintChoice) -> None:
        """Shows a document and remembers of which choice it is: there may be another by now."""
        assert isinstance(result, tuple)
        self._close_pages()
        self.made, self.pages = result
        self._made_of = choice
        assert self.made is not None
        self._busy(False)
        lines = [f"⚠ {n.about}: {n.text}" for n in self.made.notices]
        self.notices.setText("\n".join(lines))
        self.notice_area.setVisible(bool(lines))
        self.page_number = min(self.page_number, self.made.pages - 1)
        self._draw()

    def show_failure(self, error: LastDaysError) -> None:
        """Says in the place of the pages why there are none."""
        self._busy(False)
        self._nothing(str(error))
        self.again_button.setVisible(self._stop.is_set())

    def _close_pages(self) -> None:
        """Lets go of the document; a page of it that is still being drawn is not shown."""
        pages, self.pages, self.made = self.pages, None, None
        if pages is not None:
            pages.close()

    def _nothing(self, why: str) -> None:
        self._close_pages()
        self.sheet.setPixmap(QPixmap())
        self.sheet.setTextFormat(Qt.TextFormat.PlainText)
        self.sheet.setWordWrap(True)
        self.sheet.setText(why)
        self.notices.setText("")
        self.notice_area.hide()
        self._enable()

    def _busy(self, on: bool) -> None:
        self.progress.setVisible(on)
        self.stop_button.setVisible(on)
        self.again_button.hide()
        self._making = on
        self._enable()

    def _enable(self) -> None:
        ready = self.made is not None and not self._making and self._made_of == self.choice
        for part in (self.save_button, self.open_button, self.print_button):
            part.setEnabled(ready)
        pages = self.made.pages if self.made is not None else 0
        # A button that disables itself would hand the keyboard on to its neighbour.
        self.back_button.setEnabled(pages > 1)
        self.next_button.setEnabled(pages > 1)
        self.where.setText(
            _("Page {n} of {of}").format(n=self.page_number + 1, of=pages) if pages else ""
        )

    # Looking

    def turn(self, by: int) -> None:
        """Turns pages."""
        if self.made is not None:
            self.page_number = max(0, min(self.made.pages - 1, self.page_number + by))
            self.area.verticalScrollBar().setValue(0)
            self._draw()

    def _draw(self) -> None:
        """Has the worker draw the page that is looked at, at the size it is looked at."""
        pages = self.pages
        self._enable()
        if pages is None or not self.isVisible():
            return
        from lastdays.pdf.preview import Picture

        number = self.page_number
        width, height = pages.size(number)
        zoom = float(self.zoom_box.currentData())
        if zoom:
            scale = zoom * _PIXELS_A_POINT
        else:
            room = self.area.viewport().size()
            scale = max(0.2, min((room.width() - 12) / width, (room.height() - 12) / height))
        ratio = self.devicePixelRatioF()

        def show(result: object) -> None:
            from lastdays.ui.widgets.paper import image_of

            assert isinstance(result, Picture)
            if pages is self.pages and number == self.page_number and result.pixels:
                image = image_of(result)
                image.setDevicePixelRatio(ratio)
                self.sheet.setPixmap(QPixmap.fromImage(image))

        self.services.work(
            lambda: pages.picture(number, scale * ratio), _Result(self, self.request, show)
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Page Up and Page Down turn pages, plus and minus zoom, where the preview is looked at."""
        if watched is self.area and event.type() == QEvent.Type.KeyPress:
            assert isinstance(event, QKeyEvent)
            match event.key():
                case Qt.Key.Key_PageDown:
                    self.turn(1)
                    return True
                case Qt.Key.Key_PageUp:
                    self.turn(-1)
                    return True
                case Qt.Key.Key_Home | Qt.Key.Key_End:
                    last = self.made.pages if self.made is not None else 0
                    self.turn(last if event.key() == Qt.Key.Key_End else -last)
                    return True
                case Qt.Key.Key_Plus | Qt.Key.Key_Minus:
                    step = 1 if event.key() == Qt.Key.Key_Plus else -1
                    index = self.zoom_box.currentIndex() + step
                    self.zoom_box.setCurrentIndex(max(0, min(len(_ZOOMS) - 1, index)))
                    return True
        if watched is self.area and event.type() == QEvent.Type.Resize:
            self._redraw.start()  # the whole page is to be seen
        return False

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._pause.stop()
        self._redraw.stop()
        self._stop.set()
        self.request += 1
        self._close_pages()

    # Paper

    def _save(self) -> None:
        from lastdays.ui.widgets.dialogs import pdf_name

        target = pdf_name(self, self.group_box.currentText())
        if target is not None:
            self.save_to(target)

    def save_to(self, target: Path) -> bool:
        """Writes the document that is looked at; its cards count as printed."""
        made = self.made
        if made is None:
            return False
        groups = {self.group_id: self._made_of}
        return self.services.done(
            lambda: self.services.printing.save(made, target, groups),
            ngettext("Wrote {file}, {n} page.", "Wrote {file}, {n} pages.", made.pages).format(
                file=target, n=made.pages
            ),
        )

    def open(self) -> None:
        """Shows the document in the system's own program."""
        import platformdirs

        folder = Path(platformdirs.user_cache_dir("lastdays", appauthor=False)) / "print"
        target = folder / "cards.pdf"
        if self.save_to(target) and not QDesktopServices.openUrl(QUrl.fromLocalFile(str(target))):
            self.services.said.emit(
                _("No program here opens PDF files. The file is {file}.").format(file=target),
                "harm",
            )

    def _print(self) -> None:
        printer = self.services.printer_chosen(self, self.made.pages if self.made else 0)
        if printer is not None:
            self.print_on(printer)

    def print_on(self, printer: object) -> None:
        """Prints the document; its cards count as printed."""
        from PySide6.QtPrintSupport import QPrinter

        from lastdays.ui.widgets.paper import print_pages

        pages = self.pages
        if not isinstance(printer, QPrinter) or pages is None:
            return
        first, last = printer.fromPage(), printer.toPage()
        setting = self._made_of.setting

        def to_paper() -> None:
            print_pages(pages, printer, setting.backs, lambda n: not first or first <= n <= last)
            if not first:
                self.services.printing.printed({self.group_id: self._made_of})

        self.services.done(to_paper, _("Sent to the printer. Print at 100 %, not fitted."))


def _ticks(model: TicksModel, name: str) -> QListView:
    view = QListView()
    view.setModel(model)
    view.setAccessibleName(name)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setTextElideMode(Qt.TextElideMode.ElideRight)
    return view


def _fit_rows(view: QListView, rows: int) -> None:
    """As high as so many rows: no scrolling within what scrolls."""
    height = view.sizeHintForRow(0) if rows else view.fontMetrics().height()
    view.setFixedHeight(max(1, rows) * height + 2 * view.frameWidth() + 2)
