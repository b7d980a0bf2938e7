"""The preview of a document, and sending it to a printer."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import QCheckBox, QLabel, QProgressBar, QScrollArea, QWidget

from lastdays.errors import LastDaysError
from lastdays.language import _, titled
from lastdays.pdf.content import PrintedDocument
from lastdays.ui.services import Calculation, Services
from lastdays.ui.widgets.paper import Told, image_of
from lastdays.ui.widgets.parts import (
    Flow,
    OneLine,
    Picker,
    allow,
    button,
    column,
    holder,
    label,
    row,
    scrolling,
    sentence,
    timer,
)

if TYPE_CHECKING:
    from lastdays.pdf.preview import Picture, PreviewPages


T = TypeVar("T")


class Sending(QWidget):
    """Runs one job at a time on the printing worker, also while another page is open; `changed`
    says that a job began or ended."""

    changed = Signal()
    stepped = Signal(int)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._stop = Event()
        self.busy = False
        self.state = OneLine("faint")
        self.progress = QProgressBar()
        self.progress.setAccessibleName(_("Progress of printing"))
        self.progress.setFixedWidth(services.theme.px(110))
        self.stop_button = button(_("Stop printing"), self._stop.set, "quiet")
        self.setMinimumHeight(services.theme.px(28))  # nothing moves as they come
        self.setLayout(row((self.state, 1), self.progress, self.stop_button))
        self.stepped.connect(self.progress.setValue)
        self._show(False)

    def run(
        self, job: Callable[[Told], T], done: Callable[[T], str], words: str, total: int
    ) -> None:
        """Start a job of `total` steps; `done` takes its result and returns a closing sentence."""
        self._stop = stop = Event()
        self.state.setText(words)
        self.progress.setRange(0, total if total > 1 else 0)
        self.progress.setValue(0)

        def told(steps: int) -> bool:
            self.stepped.emit(steps)
            return not stop.is_set()

        self._show(True)
        self._services.work(
            lambda: job(told),
            lambda result: self.ended(done(result)),
            self.refused,
            receiver=self,
            paper=True,
        )

    def ended(self, words: str) -> None:
        """Show the closing sentence of a job."""
        self.state.setText(words)
        self._show(False)

    def refused(self, error: LastDaysError) -> None:
        """Show why a job failed."""
        self.ended(str(error))
        self._services.say_why(error)

    def _show(self, busy: bool) -> None:
        self.busy = busy
        self.progress.setVisible(busy)
        self.stop_button.setVisible(busy)
        self.changed.emit()


_ZOOMS = (0.0, 0.75, 1.0, 1.5, 2.0, 3.0)
#: Screen pixels for a point of paper at 100 %.
_PIXELS_A_POINT = 96 / 72
#: Between a front and its back, in pixels.
_GAP = 12


class Preview(QWidget):
    """One page of the document, or a sheet; `stepped` carries the progress of the next document."""

    stepped = Signal(int)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._drawing = Calculation(services)
        self.pages: PreviewPages | None = None
        self._count = 0
        self._number = 0
        self._backs: frozenset[int] = frozenset()
        self._redraw = timer(self, 60, self._draw)
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
        self.back_button = button(
            "◀",
            lambda: self.turn(-1),
            hint=_("Previous page (Page Up)"),
            name=_("Previous page"),
        )
        self.next_button = button(
            "▶", lambda: self.turn(1), hint=_("Next page (Page Down)"), name=_("Next page")
        )
        self.where = label("")
        zooms = ((f"{zoom:.0%}" if zoom else _("Whole page"), zoom) for zoom in _ZOOMS)
        self.zoom_box = Picker(zooms, _("Zoom"))
        self.zoom_box.currentIndexChanged.connect(self._draw)
        self.both_button = QCheckBox(_("Fronts beside backs"))
        self.both_button.toggled.connect(self._draw)
        self.progress = QProgressBar()
        self.progress.setAccessibleName(_("Progress"))
        self.stepped.connect(self.progress.setValue)
        self.progress.setFixedWidth(services.theme.px(110))
        self.stop_button = button(_("S&top"), kind="quiet")
        self.again_button = button(_("Refresh previe&w"), kind="quiet")
        #: How far the next document is; the page has it where nothing moves as it comes.
        self.making = holder(row(self.progress, self.stop_button, self.again_button, spacing=6))
        self.notices = sentence("", "warn")
        self.notices.setAccessibleName(_("Before printing"))
        self.notices.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.notice_area = scrolling(self.notices)
        self.notice_area.setMaximumHeight(services.theme.px(92))
        head = Flow(self.back_button, self.where, self.next_button, self.zoom_box, self.both_button)
        self.setLayout(column(head, (self.area, 1), self.notice_area))
        self.busy(False)

    # What is shown

    def busy(self, on: bool) -> None:
        """Show or hide the progress of a document."""
        self.progress.setVisible(on)
        self.stop_button.setVisible(on)
        self.again_button.hide()
        self._show_where()

    def show_pages(self, made: PrintedDocument, pages: PreviewPages) -> None:
        """Show a document, at the same page as the previous one."""
        self.let_go()
        self.pages = pages
        self._count = made.pages
        self._backs = frozenset(made.backs)
        allow(self.both_button, bool(made.backs), _("These pages have no backs"))
        lines = [f"⚠ {titled(n.about, n.text)}" for n in made.notices]
        self.notices.setText("\n".join(lines))
        self.notice_area.setVisible(bool(lines))
        self._number = min(self._number, self._count - 1)
        self._draw()

    def show_nothing(self, why: str) -> None:
        """Say in place of the pages why there are none."""
        self.let_go()
        self.sheet.setPixmap(QPixmap())
        self.sheet.setTextFormat(Qt.TextFormat.PlainText)
        self.sheet.setWordWrap(True)
        self.sheet.setText(why)
        self.notices.setText("")
        self.notice_area.hide()
        self._show_where()

    def let_go(self) -> None:
        """Close the document and cancel its drawing."""
        self._redraw.stop()
        self._drawing.stop()
        pages = self.pages
        self.pages = None
        self._count = 0
        if pages is not None:
            pages.close()

    def _show_where(self) -> None:
        # A button that disables itself would hand the keyboard on to its neighbour.
        why = _("There is only one page") if self._count else _("There are no pages yet")
        allow(self.back_button, self._count > 1, why)
        allow(self.next_button, self._count > 1, why)
        shown = self._shown()
        if not self._count:
            where = ""
        elif len(shown) > 1:
            where = _("Pages {n} and {m} of {of}", n=shown[0] + 1, m=shown[1] + 1, of=self._count)
        else:
            where = _("Page {n} of {of}", n=shown[0] + 1, of=self._count)
        self.where.setText(where)

    # Looking

    def _shown(self) -> tuple[int, ...]:
        """Return the current page, or both sides of its sheet."""
        n = self._number
        if self.both_button.isChecked():
            if n in self._backs:
                return n - 1, n
            if n + 1 in self._backs:
                return n, n + 1
        return (n,)

    def turn(self, by: int) -> None:
        """Turn by pages, or by sheets if both sides are shown."""
        if self.pages is None:
            return
        for _step in range(abs(by)):
            shown = self._shown()
            wanted = shown[-1] + 1 if by > 0 else shown[0] - 1
            if not 0 <= wanted < self._count:
                break
            self._number = wanted
        self.area.verticalScrollBar().setValue(0)
        self._draw()

    def _draw(self) -> None:
        """Have the worker draw the current pages at their size on the screen."""
        pages = self.pages
        self._show_where()
        if pages is None or not self.isVisible():
            return
        numbers = self._shown()
        sizes = [pages.size(n) for n in numbers]
        width = sum(size[0] for size in sizes)
        height = max(size[1] for size in sizes)
        zoom = float(self.zoom_box.currentData())
        if zoom:
            scale = zoom * _PIXELS_A_POINT
        else:
            room = self.area.viewport().size()
            across = room.width() - 12 - _GAP * (len(numbers) - 1)
            scale = max(0.2, min(across / width, (room.height() - 12) / height))
        ratio = self.devicePixelRatioF()

        def show(result: tuple[Picture, ...]) -> None:
            if all(p.pixels for p in result):
                self.sheet.setPixmap(_side_by_side([image_of(p) for p in result], ratio))

        self._drawing.begin(
            lambda _wanted: tuple(pages.picture(n, scale * ratio) for n in numbers), show
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the keys that turn pages and zoom, and redraw after resizing."""
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
                    self.turn(self._count if event.key() == Qt.Key.Key_End else -self._count)
                    return True
                case Qt.Key.Key_Plus | Qt.Key.Key_Minus:
                    step = 1 if event.key() == Qt.Key.Key_Plus else -1
                    index = self.zoom_box.currentIndex() + step
                    self.zoom_box.setCurrentIndex(max(0, min(len(_ZOOMS) - 1, index)))
                    return True
        if watched is self.area and event.type() == QEvent.Type.Resize:
            self._redraw.start()  # the whole page is to be seen
        return False


def _side_by_side(images: list[QImage], ratio: float) -> QPixmap:
    """Return the pages side by side, as high as the highest."""
    gap = round(_GAP * ratio)
    if len(images) == 1:
        whole = images[0]
    else:
        width = sum(image.width() for image in images) + gap * (len(images) - 1)
        height = max(image.height() for image in images)
        whole = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
        whole.fill(Qt.GlobalColor.transparent)
        with QPainter(whole) as painter:
            x = 0
            for image in images:
                painter.drawImage(x, 0, image)
                x += image.width() + gap
    whole.setDevicePixelRatio(ratio)
    return QPixmap.fromImage(whole)
