"""What is pressed in a player's panel: a piece, and one more of something."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QMenu

from lastdays.language import _, titled
from lastdays.tabletop.view import ButtonView, CardView
from lastdays.ui.plain import plain
from lastdays.ui.tracker.seat_controls import (
    LEFT,
    LINE,
    Measure,
    Seated,
    draw_icon,
    ring,
    text_in,
)

#: A name on a chip is at most so wide.
NAME = 128
_MIDDLE = int(Qt.AlignmentFlag.AlignCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)


class _Pressed(Seated, QAbstractButton):
    """A drawn button; Enter presses it as Space does."""

    def __init__(self, measure: Measure) -> None:
        self.measure = measure
        QAbstractButton.__init__(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            event.ignore()  # the page walks from control to control
        else:
            super().keyPressEvent(event)


class SeatFace(_Pressed):
    """A piece itself: its pictogram, its name where there is room for it, and what is said beside
    it. As the head of a panel it has the name at the size of a heading, and the figure."""

    def __init__(self, measure: Measure, view: CardView, *, head: bool = False) -> None:
        super().__init__(measure)
        self.head = head
        #: So much of a head is kept free before the figure, in pixels.
        self.kept = 0
        self.chosen = False
        self.view = view
        self.show_card(view, chosen=False)

    def show_card(self, view: CardView, *, chosen: bool) -> None:
        """Show the piece as it is."""
        self.view, self.chosen = view, chosen
        self.setText(view.title)
        figure = f"{view.figure} {view.figure_caption}".strip()
        turn = _("has the turn") if view.look == "active" else ""
        said = ", ".join(p for p in (view.spoken or view.title, turn, figure, view.note) if p)
        self.setAccessibleName(said)
        self.setToolTip(plain(" · ".join(p for p in (view.title, view.note) if p)))
        self.update()

    @property
    def worded(self) -> bool:
        """Return whether its name is written."""
        view = self.view
        return (
            self.head
            or view.form == "row"
            or view.worded
            or (self.measure.words and view.form != "inner")
        )

    def figure_width(self) -> int:
        """Return how much of a head its figure takes."""
        measure, view = self.measure, self.view
        if not view.figure:
            return 0
        caption = measure.width(view.figure_caption, 13, heading=False)
        return measure.width(view.figure, 24) + caption + measure.px(16)

    def wanted(self) -> int:
        measure, view = self.measure, self.view
        found = measure.px(28) if view.icon else measure.px(10)
        if view.form == "lead":
            return found
        if self.worded:
            said = max(
                measure.width(view.title, 15, heading=False),
                measure.width(view.remark, 12, heading=False) if view.form == "row" else 0,
            )
            found += said + measure.px(6)
            if view.form != "row":
                found = min(found, measure.px(NAME) + measure.px(28))
        elif view.figure:
            found += measure.width(view.figure, 17) + measure.px(2)
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:
        measure = self.measure
        with QPainter(self) as painter:
            if self.head:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            else:
                self.ground(painter)
            if self.underMouse() and self.isEnabled():
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(measure.theme.colour("select"))
                painter.drawRoundedRect(QRectF(self.rect()), 4, 4)
            if self.head:
                self._draw_head(painter)
            else:
                self._draw_piece(painter)
            if self.chosen:
                ring(painter, measure, self.rect(), "text", 1)
            self.focus_ring(painter)

    def _draw_head(self, painter: QPainter) -> None:
        measure, theme, view = self.measure, self.measure.theme, self.view
        right = self.width() - measure.px(6)
        if view.figure:
            caption = measure.width(view.figure_caption, 13, heading=False)
            painter.setFont(measure.font(13, heading=False))
            painter.setPen(theme.colour("faint_text"))
            room = QRect(right - caption, measure.px(2), caption, self.height())
            painter.drawText(room, _RIGHT, view.figure_caption)
            right -= caption + measure.px(6)
            wide = measure.width(view.figure, 24)
            painter.setFont(measure.font(24))
            painter.setPen(theme.colour("faint_text" if self.gone else "text"))
            painter.drawText(QRect(right - wide, 0, wide, self.height()), _RIGHT, view.figure)
            right -= wide + measure.px(10)
        right -= self.kept
        title = f"▶ {view.title}" if view.look == "active" else view.title
        left = measure.px(6)
        remark = measure.width(view.remark, 13, heading=False) + (
            measure.px(8) if view.remark else 0
        )
        across = right - left
        name = min(measure.width(title, 23) + 2, max(across - remark, across * 3 // 4))
        painter.setFont(measure.font(23))
        painter.setPen(theme.colour("faint_text" if self.gone else "text"))
        text_in(painter, QRect(left, 0, name, self.height()), title)
        left += name + measure.px(8)
        painter.setFont(measure.font(13, heading=False))
        painter.setPen(theme.colour("harm_text" if self.gone else "faint_text"))
        text_in(painter, QRect(left, measure.px(3), right - left, self.height()), view.remark)

    def _draw_piece(self, painter: QPainter) -> None:
        measure, theme, view = self.measure, self.measure.theme, self.view
        dim = self.gone or view.look == "gone"
        x = measure.px(6)
        if view.icon:
            alone = not (self.worded or view.figure) or view.form == "lead"
            left = (self.width() - measure.px(20)) // 2 if alone else x
            tone = (
                "harm_text" if view.form == "lead" and not dim else "faint_text" if dim else "text"
            )
            draw_icon(
                painter, measure, QRect(left, 0, measure.px(20), self.height()), view.icon, tone
            )
            x += measure.px(24)
        if view.form == "lead":
            return
        room = QRect(x, 0, self.width() - x - measure.px(2), self.height())
        painter.setPen(theme.colour("faint_text" if dim else "text"))
        if not self.worded:
            painter.setFont(measure.font(17))
            painter.drawText(room, LEFT, view.figure)
            return
        painter.setFont(measure.font(15, heading=False))
        if view.form == "row" and view.remark:
            above = QRect(room.x(), measure.px(2), room.width(), measure.px(18))
            text_in(painter, above, view.title)
            painter.setFont(measure.font(12, heading=False))
            painter.setPen(theme.colour("harm_text" if dim else "faint_text"))
            text_in(painter, above.translated(0, measure.px(16)).adjusted(0, 0, 0, -2), view.remark)
        else:
            text_in(painter, room, view.title)


class Plus(_Pressed):
    """One more of something: what it does, or a menu where there are several. `wanted_one` carries
    what was chosen."""

    wanted_one = Signal(object)

    def __init__(self, measure: Measure, whose: str, entries: tuple[ButtonView, ...]) -> None:
        super().__init__(measure)
        self.entries: tuple[ButtonView, ...] = ()
        self.setText("+")
        self.clicked.connect(self._press)
        self.show_entries(whose, entries)

    def show_entries(self, whose: str, entries: tuple[ButtonView, ...]) -> None:
        """Show what there can be one more of."""
        self.entries = entries
        name = ", ".join(e.label for e in entries)
        self.setAccessibleName(titled(whose, name))
        self.setToolTip(plain(name))

    def menu(self) -> QMenu:
        """Return the menu of all there can be one more of."""
        made = QMenu(self)
        for entry in self.entries:
            made.addAction(entry.label).triggered.connect(
                lambda _on=False, entry=entry: self.wanted_one.emit(entry)
            )
        made.aboutToHide.connect(made.deleteLater)
        return made

    def _press(self, _on: bool = False) -> None:
        if len(self.entries) == 1:
            self.wanted_one.emit(self.entries[0])
        elif self.entries:
            self.menu().popup(self.mapToGlobal(self.rect().bottomLeft()))

    def wanted(self) -> int:
        return self.measure.px(LINE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self.measure.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            pen = QPen(theme.colour("edge"), 1, Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.setBrush(theme.colour("select") if self.underMouse() else Qt.BrushStyle.NoBrush)
            box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(box, theme.px(5), theme.px(5))
            painter.setFont(self.measure.font(20))
            painter.setPen(theme.colour("faint_text"))
            painter.drawText(self.rect(), _MIDDLE, "+")
            self.focus_ring(painter)
