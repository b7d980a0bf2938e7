"""What is said in place of a list, or of a page, that is still empty."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QLayout, QSizePolicy, QWidget

from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import Wrapped, label, panel
from lastdays.ui.widgets.pictogram import Pictogram

#: The pictogram of what will be there, and how far from it the sentence begins, in pixels at 100 %.
SIDE, BESIDE = 40, 14
#: The pictogram of a page, likewise.
OF_PAGE = 72


class NothingYet(Wrapped):
    """A sentence beside the pictogram of what will stand there."""

    def __init__(self, text: str, theme: Theme, drawing: str) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("kind", "faint")
        self.setText(text)
        self.theme, self.drawing = theme, drawing
        theme.changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        """Leave the pictogram its room; one line of words stands beside its middle."""
        px = self.theme.px
        line = self.fontMetrics().height()
        self.setContentsMargins(px(SIDE + BESIDE), max(0, (px(SIDE) - line) // 2), 0, 0)
        self.setMinimumHeight(px(SIDE))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self) as painter:
            pixmap = self.theme.pixmap(self.drawing, "faint_text", SIDE)
            painter.drawPixmap(QPoint(0, 0), pixmap)


def nothing_yet(text: str, theme: Theme | None = None, drawing: str = "") -> QLabel:
    """Return a sentence that takes the room of the list it stands for, and is read at its top; with
    a drawing ('artist/drawing') that stands before it."""
    if theme is not None:
        made: QLabel = NothingYet(text, theme, drawing)
    else:
        made = label(text, "faint", wrap=True)
    made.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
    return made


def empty_page(theme: Theme, drawing: str, title: str, *rest: QWidget | QLayout | int) -> QFrame:
    """Return what stands on a page that is still empty: the pictogram of what belongs there, what
    comes first, and the `rest`: what is said of it, and the way there."""
    picture = Pictogram(theme, drawing, "", "accent_text", OF_PAGE)
    return panel(picture, label(title, "title", wrap=True), *rest)
