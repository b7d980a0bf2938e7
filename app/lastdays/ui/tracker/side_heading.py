"""What is written over the rows of a side and over the chips along the foot."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QWidget

from lastdays.tabletop.view import BoardView, ButtonView, LookAt, PanelView
from lastdays.ui.plain import plain
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.buttons import worded
from lastdays.ui.tracker.row_tokens import heading_font, text_font
from lastdays.ui.widgets.parts import OneLine, allow, button, clear, holder, row, typed


class SideHeading(QPushButton):
    """A side's name, large, and how it stands; it opens what is kept of the side."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, panel: str) -> None:
        super().__init__()
        self.theme = theme
        self.panel = panel
        self.name = ""
        self.whole = ""
        self.setProperty("kind", "side")
        self.setAutoDefault(False)
        self.clicked.connect(self._press)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def _press(self, _on: bool = False) -> None:
        self.chosen.emit(self.panel)

    def show_panel(self, view: PanelView) -> None:
        """Show the side's name and how it stands."""
        self.name = view.name or view.heading
        if view.heading != self.whole:
            self.whole = view.heading
            self.setText(typed(self.whole))
            self.setAccessibleName(self.whole)
            self.setToolTip(plain(self.whole))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            near = self.underMouse() or self.hasFocus()
            if near:
                token = "accent_text" if self.hasFocus() else "line"
                painter.setPen(QPen(theme.colour(token), 2 if self.hasFocus() else 1))
                box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
                painter.drawRoundedRect(box, theme.px(5), theme.px(5))
            low = int(Qt.AlignmentFlag.AlignVCenter)
            painter.setFont(heading_font(theme, theme.px(20)))
            painter.setPen(theme.colour("text"))
            left, room = theme.px(4), self.width() - theme.px(8)
            elide, middle = Qt.TextElideMode.ElideRight, Qt.TextElideMode.ElideMiddle
            name = painter.fontMetrics().elidedText(self.name, middle, room)
            painter.drawText(QRectF(left, 0, room, self.height()), low, name)
            left += painter.fontMetrics().horizontalAdvance(name) + theme.px(10)
            rest = self.whole.removeprefix(self.name).removeprefix(" · ")
            painter.setFont(text_font(theme, theme.px(14)))
            painter.setPen(theme.colour("faint_text"))
            room = max(0, self.width() - left - theme.px(4))
            said = painter.fontMetrics().elidedText(rest, elide, room)
            painter.drawText(QRectF(left, theme.px(1), room, self.height()), low, said)


class FootHead(QWidget):
    """The line over the chips: how many there are, what their letters mean, and what may be placed.

    `chosen` carries a piece to be looked at, `pressed` a button.
    """

    chosen = Signal(str)
    pressed = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.theme = theme
        self.title = OneLine("heading")
        self.legend = OneLine("faint")
        self._buttons = row(spacing=8)
        self._placing: tuple[ButtonView, ...] = ()
        self._more: tuple[ButtonView, ...] = ()
        line = row(self.title, self.legend, holder(self._buttons))
        line.setStretch(0, 2)
        line.setStretch(1, 5)
        self.setLayout(line)
        self.measure()

    def measure(self) -> None:
        """Let the title go before what is said beside it."""
        self.title.ensurePolished()
        words = self.title.fontMetrics().horizontalAdvance(self.title.whole)
        self.title.setMinimumWidth(min(words + 4, self.theme.px(200)))

    def show_view(self, view: BoardView) -> None:
        """Show what stands over the chips of a board."""
        if self.title.whole != view.foot_title:
            self.title.setText(view.foot_title)
            self.measure()
        if self.legend.whole != view.legend:
            self.legend.setText(view.legend)
        self.setVisible(bool(view.foot_title or view.placing or view.more))
        if (view.placing, view.more) != (self._placing, self._more):
            self._placing, self._more = view.placing, view.more
            self._show_buttons(view)

    def _show_buttons(self, view: BoardView) -> None:
        clear(self._buttons)
        for entry in view.placing:
            made = button(
                worded(entry.label, entry.mnemonic), self._presser(entry), hint=entry.hint
            )
            allow(made, not entry.why_not, entry.why_not)
            self._buttons.addWidget(made)
        if view.more:
            more = button(view.more_title)
            menu = QMenu(more)
            for entry in view.more:
                menu.addAction(entry.label).triggered.connect(self._presser(entry))
            more.setMenu(menu)
            self._buttons.addWidget(more)

    def _presser(self, entry: ButtonView) -> Callable[..., None]:
        def press(*_on: bool) -> None:
            if isinstance(entry.act, LookAt):
                self.chosen.emit(entry.act.piece)
            else:
                self.pressed.emit(entry)

        return press
