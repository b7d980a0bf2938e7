"""The preview of a document, and sending it to a printer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import QCheckBox, QLabel, QProgressBar, QScrollArea, QWidget

from lastdays.errors import LastDaysError
from lastdays.language import _, titled
from lastdays.pdf.content import PrintedDocument
from lastdays.ui.services import Calculation, Services, Wanted
from lastdays.ui.widgets.paper import Progress, image_of
from lastdays.ui.widgets.parts import (
    Flow,
    OneLine,
    Picker,
    button,
    column,
    enable_or_explain,
    label,
    make_scroll_area,
    make_timer,
    row,
    sentence,
    wrap_layout,
)

if TYPE_CHECKING:
    from lastdays.pdf.preview import Picture, PreviewPages


T = TypeVar("T")
#: The width of a progress bar, at 100 %.
PROGRESS_WIDTH = 110
#: The least height of the line with the progress of printing, at 100 %.
SENDING_HEIGHT = 28


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
        services.theme.fix_width(self.progress, PROGRESS_WIDTH)
        self.stop_button = button(_("Stop printing"), self._stop_job, "quiet")
        services.theme.set_least_height(self, SENDING_HEIGHT)  # nothing moves as they come
        self.setLayout(row((self.state, 1), self.progress, self.stop_button))
        self.stepped.connect(self.progress.setValue)
        self._show_busy(False)

    def run(
        self, job: Callable[[Progress], T], done: Callable[[T], str], words: str, total: int
    ) -> None:
        """Start a job of `total` steps; `done` takes its result and returns a closing sentence."""
        stop = Event()
        self._stop = stop
        self.state.setText(words)
        self.progress.setRange(0, total if total > 1 else 0)
        self.progress.setValue(0)
        self._show_busy(True)

        def report_step(steps: int) -> bool:
            self.stepped.emit(steps)
            return not stop.is_set()

        def end_with(result: T) -> None:
            self.show_end(done(result))

        self._services.work(
            partial(job, report_step), end_with, self.show_failure, receiver=self, paper=True
        )

    def _stop_job(self) -> None:
        self._stop.set()

    def show_end(self, words: str) -> None:
        """Show the closing sentence of a job."""
        self.state.setText(words)
        self._show_busy(False)

    def show_failure(self, error: LastDaysError) -> None:
        """Show why a job failed."""
        self.show_end(str(error))
        self._services.say_why(error)

    def _show_busy(self, busy: bool) -> None:
        self.busy = busy
        self.progress.setVisible(busy)
        self.stop_button.setVisible(busy)
        self.changed.emit()


#: The zooms that can be chosen; 0 shows the whole page.
ZOOMS = (0.0, 0.75, 1.0, 1.5, 2.0, 3.0)
#: The least zoom at which the whole page is shown, in pixels for a point of paper.
LEAST_SCALE = 0.2
#: Screen pixels for a point of paper at 100 %.
PIXELS_A_POINT = 96 / 72
#: The room between a front and its back, in pixels.
PAGE_GAP = 12
#: The room around the whole page in total, in pixels.
PAGE_MARGIN = 12
#: The delay until the page is drawn again for another size, in milliseconds.
REDRAW_MS = 60
#: The least height of the preview, at 100 %.
LEAST_HEIGHT = 260
#: The greatest height of the warnings, at 100 %; more are scrolled to.
MOST_NOTICE_HEIGHT = 92


class Preview(QWidget):
    """One page of the document, or a sheet; `stepped` carries the progress of the next document."""

    stepped = Signal(int)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._theme = services.theme
        self._drawing = Calculation(services)
        self.pages: PreviewPages | None = None
        self._count = 0
        #: The number of the current page, from 0 on.
        self._number = 0
        #: The numbers of the pages that are backs; the page before each is its front.
        self._backs: frozenset[int] = frozenset()
        self._redraw_timer = make_timer(self, REDRAW_MS, self._draw)
        self._make_area()
        head = self._make_head()
        self._make_progress()
        self._make_notices()
        self.setLayout(column(head, (self.area, 1), self.notice_area))
        self.show_busy(False)

    def _make_area(self) -> None:
        self.sheet = QLabel()
        self.sheet.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sheet.setAccessibleName(_("Page"))
        self.area = QScrollArea()
        self.area.setWidget(self.sheet)
        self.area.setWidgetResizable(True)
        self.area.setAccessibleName(_("Preview"))
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._theme.set_least_height(self.area, LEAST_HEIGHT)
        self.area.installEventFilter(self)

    def _make_head(self) -> Flow:
        """Return the buttons that turn pages, the zoom, and the choice of both sides."""
        self.back_button = button(
            "◀", self.turn_back, hint=_("Previous page (Page Up)"), name=_("Previous page")
        )
        self.next_button = button(
            "▶", self.turn_forward, hint=_("Next page (Page Down)"), name=_("Next page")
        )
        self.position = label("")
        self.zoom_box = Picker(name=_("Zoom"))
        self.zoom_box.offer([(_zoom_in_words(zoom), zoom) for zoom in ZOOMS])
        self.zoom_box.currentIndexChanged.connect(self._draw)
        self.both_button = QCheckBox(_("Fronts beside backs"))
        self.both_button.toggled.connect(self._draw)
        return Flow(
            self.back_button, self.position, self.next_button, self.zoom_box, self.both_button
        )

    def _make_progress(self) -> None:
        """Make how far the next document is; the page has it where nothing moves as it comes."""
        self.progress = QProgressBar()
        self.progress.setAccessibleName(_("Progress"))
        self.stepped.connect(self.progress.setValue)
        self._theme.fix_width(self.progress, PROGRESS_WIDTH)
        self.stop_button = button(_("S&top"), kind="quiet")
        self.again_button = button(_("Refresh previe&w"), kind="quiet")
        line = row(self.progress, self.stop_button, self.again_button, spacing=6)
        self.progress_part = wrap_layout(line)

    def _make_notices(self) -> None:
        self.notices = sentence("", "warn")
        self.notices.setAccessibleName(_("Before printing"))
        self.notices.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.notice_area = make_scroll_area(self.notices)
        self._theme.set_most_height(self.notice_area, MOST_NOTICE_HEIGHT)

    # What is shown

    def show_busy(self, busy: bool) -> None:
        """Show or hide the progress of a document."""
        self.progress.setVisible(busy)
        self.stop_button.setVisible(busy)
        self.again_button.hide()
        self._show_position()

    def show_pages(self, document: PrintedDocument, pages: PreviewPages) -> None:
        """Show a document, at the same page as the previous one."""
        self.let_go()
        self.pages = pages
        self._count = document.pages
        self._backs = frozenset(document.backs)
        enable_or_explain(self.both_button, bool(document.backs), _("These pages have no backs"))
        warnings = [f"⚠ {titled(notice.about, notice.text)}" for notice in document.notices]
        self.notices.setText("\n".join(warnings))
        self.notice_area.setVisible(bool(warnings))
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
        self._show_position()

    def let_go(self) -> None:
        """Close the document and cancel its drawing."""
        self._redraw_timer.stop()
        self._drawing.stop()
        pages = self.pages
        self.pages = None
        self._count = 0
        if pages is not None:
            pages.close()

    def _show_position(self) -> None:
        """Show which pages are in sight, and whether there are others to turn to."""
        # A button that disables itself would hand the keyboard on to its neighbour.
        can_turn = self._count > 1
        why_not = _("There is only one page") if self._count else _("There are no pages yet")
        enable_or_explain(self.back_button, can_turn, why_not)
        enable_or_explain(self.next_button, can_turn, why_not)
        self.position.setText(self._position_in_words())

    def _position_in_words(self) -> str:
        if not self._count:
            return ""
        first, *others = self._numbers_in_sight()
        if others:
            back = others[0]
            return _("Pages {n} and {m} of {of}", n=first + 1, m=back + 1, of=self._count)
        return _("Page {n} of {of}", n=first + 1, of=self._count)

    # Looking

    def _numbers_in_sight(self) -> list[int]:
        """Return the number of the current page, or of both sides of its sheet."""
        number = self._number
        if self.both_button.isChecked():
            if number in self._backs:
                return [number - 1, number]
            if number + 1 in self._backs:
                return [number, number + 1]
        return [number]

    def turn_forward(self) -> None:
        """Turn to the next page, or to the next sheet if both sides are shown."""
        self._turn_to(self._numbers_in_sight()[-1] + 1)

    def turn_back(self) -> None:
        """Turn to the page before, or to the sheet before if both sides are shown."""
        self._turn_to(self._numbers_in_sight()[0] - 1)

    def _turn_to(self, number: int) -> None:
        """Turn to a page from its top; stay if there is no such page."""
        if self.pages is None:
            return
        if 0 <= number < self._count:
            self._number = number
        self.area.verticalScrollBar().setValue(0)
        self._draw()

    def _draw(self) -> None:
        """Have the worker draw the current pages at their size on the screen."""
        self._show_position()
        pages = self.pages
        if pages is None or not self.isVisible():
            return
        numbers = self._numbers_in_sight()
        ratio = self.devicePixelRatioF()
        scale = self._pixels_per_point(pages, numbers) * ratio

        def draw(_wanted: Wanted) -> list[Picture]:
            return [pages.picture(number, scale) for number in numbers]

        def show(pictures: list[Picture]) -> None:
            if all(picture.pixels for picture in pictures):
                images = [image_of(picture) for picture in pictures]
                self.sheet.setPixmap(_side_by_side(images, ratio))

        self._drawing.begin(draw, show)

    def _pixels_per_point(self, pages: PreviewPages, numbers: list[int]) -> float:
        """Return the pixels for a point of paper: by the zoom, or so that these pages are whole."""
        zoom = float(self.zoom_box.currentData())
        if zoom:
            return zoom * PIXELS_A_POINT
        sizes = [pages.size(number) for number in numbers]
        width = sum(page_width for page_width, _height in sizes)
        height = max(page_height for _width, page_height in sizes)
        room = self.area.viewport().size()
        room_width = room.width() - PAGE_MARGIN - PAGE_GAP * (len(numbers) - 1)
        room_height = room.height() - PAGE_MARGIN
        return max(LEAST_SCALE, min(room_width / width, room_height / height))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the keys that turn pages and zoom, and redraw after resizing."""
        if watched is not self.area:
            return False
        if event.type() == QEvent.Type.Resize:
            self._redraw_timer.start()  # the whole page is to be seen
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._take_preview_key(event.key())
        return False

    def _take_preview_key(self, key: int) -> bool:
        """Turn pages or zoom; return whether a key does either."""
        match key:
            case Qt.Key.Key_PageDown:
                self.turn_forward()
            case Qt.Key.Key_PageUp:
                self.turn_back()
            case Qt.Key.Key_Home:
                self._turn_to(0)
            case Qt.Key.Key_End:
                self._turn_to(self._count - 1)
            case Qt.Key.Key_Plus:
                self._zoom_by(1)
            case Qt.Key.Key_Minus:
                self._zoom_by(-1)
            case _:
                return False
        return True

    def _zoom_by(self, steps: int) -> None:
        number = self.zoom_box.currentIndex() + steps
        self.zoom_box.setCurrentIndex(max(0, min(len(ZOOMS) - 1, number)))


def _zoom_in_words(zoom: float) -> str:
    return f"{zoom:.0%}" if zoom else _("Whole page")


def _side_by_side(images: list[QImage], ratio: float) -> QPixmap:
    """Return the pages side by side, as high as the highest, in pixels of the screen."""
    if len(images) == 1:
        whole = images[0]
    else:
        whole = _join_images(images, gap=round(PAGE_GAP * ratio))
    whole.setDevicePixelRatio(ratio)
    return QPixmap.fromImage(whole)


def _join_images(images: list[QImage], gap: int) -> QImage:
    width = sum(image.width() for image in images) + gap * (len(images) - 1)
    height = max(image.height() for image in images)
    joined = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    joined.fill(Qt.GlobalColor.transparent)
    with QPainter(joined) as painter:
        left = 0
        for image in images:
            painter.drawImage(left, 0, image)
            left += image.width() + gap
    return joined
