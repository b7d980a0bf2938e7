"""The pages of a document as they will be on paper: turned, zoomed, and what to say of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPixmap
from PySide6.QtWidgets import QLabel, QProgressBar, QScrollArea, QWidget

from lastdays.language import _
from lastdays.pdf.content import PrintedDocument
from lastdays.ui.pages.printing.requests import Requests
from lastdays.ui.services import Services
from lastdays.ui.widgets.paper import image_of
from lastdays.ui.widgets.parts import Picker, allow, button, column, label, row, scrolling

if TYPE_CHECKING:
    from lastdays.pdf.preview import Picture, PreviewPages

_ZOOMS = (0.0, 0.75, 1.0, 1.5, 2.0, 3.0)
#: Screen pixels for a point of paper at 100 %.
_PIXELS_A_POINT = 96 / 72


class Preview(QWidget):
    """One page of the document, and how far the next document is. Signals: stop it, try again."""

    stop_wanted = Signal()
    again_wanted = Signal()

    def __init__(self, services: Services, requests: Requests) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.services = services
        self.requests = requests
        self.pages: PreviewPages | None = None
        self._count = 0
        self._number = 0
        self._redraw = QTimer(self)
        self._redraw.setSingleShot(True)
        self._redraw.setInterval(60)
        self._redraw.timeout.connect(self._draw)
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
        self.back_button = button("◀", lambda: self.turn(-1), hint=_("Previous page (Page Up)"))
        self.next_button = button("▶", lambda: self.turn(1), hint=_("Next page (Page Down)"))
        self.back_button.setAccessibleName(_("Previous page"))
        self.next_button.setAccessibleName(_("Next page"))
        self.where = label("")
        self.zoom_box = Picker()
        self.zoom_box.setAccessibleName(_("Zoom"))
        for zoom in _ZOOMS:
            self.zoom_box.addItem(_("Whole page") if not zoom else f"{zoom:.0%}", zoom)
        self.zoom_box.currentIndexChanged.connect(lambda _n: self._draw())
        self.progress = QProgressBar()
        self.progress.setAccessibleName(_("Progress"))
        self.progress.setMaximumWidth(services.theme.px(160))
        self.stop_button = button(_("S&top"), self.stop_wanted.emit, "quiet")
        self.again_button = button(_("Refresh previe&w"), self.again_wanted.emit)
        self.notices = label("", "warn", wrap=True)
        self.notices.setAccessibleName(_("Before printing"))
        self.notices.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.notice_area = scrolling(self.notices)
        self.notice_area.setMaximumHeight(services.theme.px(92))
        head = row(
            self.back_button,
            self.where,
            self.next_button,
            self.zoom_box,
            self.progress,
            self.stop_button,
            self.again_button,
            1,
            spacing=6,
        )
        layout = column(head, self.area, self.notice_area)
        layout.setStretch(1, 1)
        self.setLayout(layout)
        self.busy(False)

    # What is shown

    def busy(self, on: bool) -> None:
        """Show that a document is being made, or that none is."""
        self.progress.setVisible(on)
        self.stop_button.setVisible(on)
        self.again_button.hide()
        self._show_where()

    def show_pages(self, made: PrintedDocument, pages: PreviewPages) -> None:
        """Show a document, at the page that was looked at."""
        self.let_go()
        self.pages, self._count = pages, made.pages
        lines = [f"⚠ {n.about}: {n.text}" for n in made.notices]
        self.notices.setText("\n".join(lines))
        self.notice_area.setVisible(bool(lines))
        self._number = min(self._number, self._count - 1)
        self._draw()

    def show_nothing(self, why: str) -> None:
        """Say in the place of the pages why there are none."""
        self.let_go()
        self.sheet.setPixmap(QPixmap())
        self.sheet.setTextFormat(Qt.TextFormat.PlainText)
        self.sheet.setWordWrap(True)
        self.sheet.setText(why)
        self.notices.setText("")
        self.notice_area.hide()
        self._show_where()

    def let_go(self) -> None:
        """Close the document; drop a page of it that is still being drawn."""
        self._redraw.stop()
        pages, self.pages, self._count = self.pages, None, 0
        if pages is not None:
            pages.close()

    def _show_where(self) -> None:
        # A button that disables itself would hand the keyboard on to its neighbour.
        why = _("There is only one page") if self._count else _("There isn't a page yet")
        allow(self.back_button, self._count > 1, why)
        allow(self.next_button, self._count > 1, why)
        where = _("Page {n} of {of}").format(n=self._number + 1, of=self._count)
        self.where.setText(where if self._count else "")

    # Looking

    def turn(self, by: int) -> None:
        """Turn pages."""
        if self.pages is not None:
            self._number = max(0, min(self._count - 1, self._number + by))
            self.area.verticalScrollBar().setValue(0)
            self._draw()

    def _draw(self) -> None:
        """Have the worker draw the page that is shown, at the size it is shown."""
        pages = self.pages
        self._show_where()
        if pages is None or not self.isVisible():
            return
        number = self._number
        width, height = pages.size(number)
        zoom = float(self.zoom_box.currentData())
        if zoom:
            scale = zoom * _PIXELS_A_POINT
        else:
            room = self.area.viewport().size()
            scale = max(0.2, min((room.width() - 12) / width, (room.height() - 12) / height))
        ratio = self.devicePixelRatioF()

        def show(result: Picture) -> None:
            if pages is self.pages and number == self._number and result.pixels:
                image = image_of(result)
                image.setDevicePixelRatio(ratio)
                self.sheet.setPixmap(QPixmap.fromImage(image))

        self.services.work(lambda: pages.picture(number, scale * ratio), self.requests.answer(show))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Turn pages on Page Up and Page Down, zoom on plus and minus, where the preview is looked
        at."""
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
