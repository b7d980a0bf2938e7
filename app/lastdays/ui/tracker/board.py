"""The board of any game: a panel for each side or player, the rest along the foot."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from lastdays.tabletop.view import BoardView, ButtonView, CardView, LookAt, PanelView
from lastdays.ui.plain import plain
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.buttons import worded
from lastdays.ui.tracker.cards import Area, Card, Piece
from lastdays.ui.widgets.parts import (
    Flow,
    OneLine,
    allow,
    button,
    clear,
    column,
    holder,
    row,
    typed,
)

#: The foot has at most this share of the height, in percent.
FOOT_PERCENT = 36


def keep_whole(title: OneLine, theme: Theme) -> None:
    """Let a title go before what is said beside it."""
    title.ensurePolished()
    words = title.fontMetrics().horizontalAdvance(title.whole)
    title.setMinimumWidth(min(words + 4, theme.px(200)))


class SideHeading(QPushButton):
    """A side's name, which opens what is kept of the side."""

    chosen = Signal(str)

    def __init__(self, panel: str) -> None:
        super().__init__()
        self.panel = panel
        self.whole = ""
        self.setProperty("kind", "side")
        self.setAutoDefault(False)
        self.clicked.connect(self._press)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def _press(self, _on: bool = False) -> None:
        self.chosen.emit(self.panel)

    def show_text(self, text: str) -> None:
        """Show the side's name and how it stands."""
        if text != self.whole:
            self.whole = text
            self.setText(typed(text))
            self.setAccessibleName(text)
            self.setToolTip(plain(text))


class _Panel(QWidget):
    """The cards of one side or player, below its heading."""

    def __init__(self, panel: str) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.heading = SideHeading(panel)
        self.column = QVBoxLayout()
        self.column.setSpacing(4)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.addWidget(self.heading)
        self.column.addStretch(1)
        self.setLayout(self.column)

    def is_first(self, card: Piece) -> bool:
        """Return whether a card stands right below the heading."""
        item = self.column.itemAt(1)
        return item is not None and item.widget() is card

    def place(self, cards: list[Piece]) -> None:
        """Put the cards in their order; leave those that stand right alone."""
        for n, card in enumerate(cards, start=1):
            item = self.column.itemAt(n)
            if item is None or item.widget() is not card:
                self.column.insertWidget(n, card)
                card.show()


class Board(QWidget):
    """Draws a `BoardView`. `chosen` carries a piece, `counted` a counter's piece, name and amount,
    `marked` a chip's piece and name, `pressed` a button."""

    chosen = Signal(str)
    counted = Signal(str, str, int)
    marked = Signal(str, str)
    pressed = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.cards: dict[str, Piece] = {}
        self.headings: dict[str, SideHeading] = {}
        self._view: BoardView | None = None
        self._panels: dict[str, _Panel] = {}
        self._foot: list[str] = []
        self._active = ""
        #: The control that had the keyboard on a card that is made anew: piece and name.
        self._focused: tuple[str, str] | None = None
        self._reveal = QTimer(self)
        self._reveal.setSingleShot(True)
        self._reveal.timeout.connect(self._to_active)
        self._placing: tuple[ButtonView, ...] = ()
        self._more: tuple[ButtonView, ...] = ()
        self.grid = QGridLayout()
        self.grid.setSpacing(8)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.panels_area = Area(self.make_ground())
        self.foot_title = OneLine("heading")
        self.legend = OneLine("faint")
        self.placing_row = row(spacing=8)
        self.placing = holder(self.placing_row)
        head = row(self.foot_title, self.legend, self.placing)
        head.setStretch(0, 2)
        head.setStretch(1, 5)
        self.foot_head = holder(head)
        self.foot_flow = Flow(spacing=6)
        self.foot_area = Area(self.make_foot())
        outer = column(self.panels_area, self.foot_head, self.foot_area, spacing=4)
        outer.setStretch(0, 1)
        self.setLayout(outer)
        theme.changed.connect(self._size)
        self._size()

    def make_ground(self) -> QWidget:
        """Return what the panels stand on."""
        return holder(self.grid)

    def make_foot(self) -> QWidget:
        """Return what lies along the foot."""
        return holder(self.foot_flow)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(220), self.theme.px(240))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def _size(self) -> None:
        self.panels_area.setMinimumHeight(self.theme.px(90))
        keep_whole(self.foot_title, self.theme)
        self._share()

    def _share(self) -> None:
        """Give the foot the height it needs, up to its share, and the panels the rest."""
        room = self.width() - self.theme.px(24)
        for key in self._foot:
            card = self.cards[key]
            assert isinstance(card, Card)
            card.setMinimumWidth(card.width_in_line(room))
        wanted = self.foot_flow.heightForWidth(self.width() - self.theme.px(20))
        most = max(self.theme.px(96), self.height() * FOOT_PERCENT // 100)
        self.foot_area.setFixedHeight(min(wanted + self.theme.px(4), most) if self._foot else 0)

    # Showing

    def show_view(self, view: BoardView, chosen: str = "") -> None:
        """Show everything as it stands; leave alone a card that is the same."""
        before = self._view
        ids = [p.id for p in view.panels]
        if before is None or ids != self._known() or view.across != before.across:
            self._build(view)
        self._view = view
        wanted = [c for p in view.panels for c in p.cards] + list(view.foot)
        keep = {c.id for c in wanted}
        for gone in [i for i in self.cards if i not in keep]:
            self._remove(gone)
        made = {c.id: self._card(c) for c in wanted}
        self.cards.clear()
        self.cards.update(made)  # in the order of the board
        for panel in view.panels:
            self._show_panel(panel)
        self._show_foot(view)
        for card in wanted:
            made[card.id].show_card(card, chosen=card.id == chosen)
        self._give_back_focus()
        if self._anew(before, view):
            self._share()
        if view.active != self._active:
            self._active = view.active
            if view.active:
                self._reveal.start()

    def _known(self) -> list[str]:
        """Return the panels that are there."""
        return list(self._panels)

    def _anew(self, before: BoardView | None, view: BoardView) -> bool:
        """Return whether the room has to be shared out again."""
        return (
            before is None
            or [c.id for c in before.foot] != [c.id for c in view.foot]
            or any(a is not b and a != b for a, b in zip(before.foot, view.foot, strict=True))
        )

    def _give_back_focus(self) -> None:
        """Put the keyboard where it was on a card that was made anew."""
        if self._focused is not None:
            for card in self.cards.values():
                card.take_focus(self._focused)
            self._focused = None

    def forget(self) -> None:
        """Forget the last game, for another one."""
        for key in list(self.cards):
            self._remove(key)
        self._view = None

    def _build(self, view: BoardView) -> None:
        for key in list(self.cards):
            self._remove(key)
        clear(self.grid)
        self._panels = {}
        self.headings = {}
        for n, panel in enumerate(view.panels):
            made = _Panel(panel.id)
            made.heading.chosen.connect(self.chosen)
            self._panels[panel.id] = made
            self.headings[panel.id] = made.heading
            self.grid.addWidget(made, n // view.across, n % view.across)
        for n in range(max(self.grid.columnCount(), view.across)):
            self.grid.setColumnStretch(n, 1 if n < min(view.across, len(view.panels)) else 0)

    def _card(self, view: CardView) -> Piece:
        card = self.cards.get(view.id)
        if card is not None and card.fits(view):
            return card
        if card is not None:
            self._focused = card.focused() or self._focused
            self._remove(view.id)
        card = self.make_card(view)
        card.chosen.connect(self.chosen)
        card.counted.connect(self.counted)
        card.marked.connect(self.marked)
        card.pressed.connect(self.pressed)
        return card

    def make_card(self, view: CardView) -> Piece:
        """Make the card of a piece."""
        return Card(self.theme, view)

    def _remove(self, key: str) -> None:
        card = self.cards.pop(key)
        self._drop_card(card)
        card.hide()
        card.setParent(None)
        card.deleteLater()

    def _drop_card(self, card: Piece) -> None:
        if card.piece in self._foot:
            self._foot.remove(card.piece)
            self.foot_flow.removeWidget(card)

    def _show_panel(self, view: PanelView) -> None:
        panel = self._panels[view.id]
        panel.heading.setVisible(bool(view.heading))
        panel.heading.show_text(view.heading)
        panel.place([self.cards[c.id] for c in view.cards])

    def _show_foot(self, view: BoardView) -> None:
        if self.foot_title.whole != view.foot_title:
            self.foot_title.setText(view.foot_title)
            keep_whole(self.foot_title, self.theme)
        if self.legend.whole != view.legend:
            self.legend.setText(view.legend)
        self.foot_head.setVisible(bool(view.foot_title or view.placing or view.more))
        if (view.placing, view.more) != (self._placing, self._more):
            self._placing, self._more = view.placing, view.more
            self._show_placing(view)
        self._place_foot([c.id for c in view.foot])

    def _place_foot(self, wanted: list[str]) -> None:
        """Put the cards of the foot in their order."""
        if wanted == self._foot:
            return
        for key in wanted:
            self.foot_flow.removeWidget(self.cards[key])
        for key in wanted:
            self.foot_flow.addWidget(self.cards[key])
            self.cards[key].show()
        self._foot = wanted

    def _show_placing(self, view: BoardView) -> None:
        layout = self.placing_row
        clear(layout)
        for entry in view.placing:
            made = button(
                worded(entry.label, entry.mnemonic), self._presser(entry), hint=entry.hint
            )
            allow(made, not entry.why_not, entry.why_not)
            layout.addWidget(made)
        if view.more:
            more = button(view.more_title)
            menu = QMenu(more)
            for entry in view.more:
                menu.addAction(entry.label).triggered.connect(self._presser(entry))
            more.setMenu(menu)
            layout.addWidget(more)

    def _presser(self, entry: ButtonView) -> Callable[..., None]:
        def press(*_on: bool) -> None:
            if isinstance(entry.act, LookAt):
                self.chosen.emit(entry.act.piece)
            else:
                self.pressed.emit(entry)

        return press

    def _to_active(self) -> None:
        """Scroll to whoever has the turn, with as much of the panel as there is room for."""
        card = self.cards.get(self._active)
        if card is None:
            return
        panel = card.parentWidget()
        if isinstance(panel, _Panel):
            if panel.height() <= self.panels_area.viewport().height():
                self.panels_area.ensureWidgetVisible(panel, 0, 0)
            elif panel.is_first(card):
                self.panels_area.ensureWidgetVisible(panel.heading, 0, 0)
        self.ensure_seen(card)

    # The keyboard

    def walk(self, focus: QWidget | None, across: int, down: int) -> bool:
        """Move the keyboard from counter to counter: across a card, down to the next card."""
        cards = [c for c in self.cards.values() if self._controls(c)]
        if not cards:
            return False
        here = next((c for c in cards if focus is not None and c.isAncestorOf(focus)), None)
        if here is None:
            self._controls(cards[0])[0].setFocus()
            return True
        controls = self._controls(here)
        at = controls.index(focus) if focus in controls else 0
        if across:
            controls[(at + across) % len(controls)].setFocus()
            return True
        after = cards[(cards.index(here) + down) % len(cards)]
        controls = self._controls(after)
        controls[min(at, len(controls) - 1)].setFocus()
        self.ensure_seen(after)
        return True

    @staticmethod
    def _controls(card: Piece) -> list[QWidget]:
        return [c for c in card.controls if c.isVisible()]

    def ensure_seen(self, card: Piece) -> None:
        """Scroll so that a card is seen."""
        area = self.foot_area if card.piece in self._foot else self.panels_area
        area.ensureWidgetVisible(card, 0, self.theme.px(8))

    def keys(self) -> tuple[tuple[str, str, str], ...]:
        """Return the letters with the counter each goes to: letter, piece, the counter's name."""
        return self._view.keys if self._view is not None else ()

    def focus_counter(self, piece: str, name: str = "") -> bool:
        """Put the keyboard on a counter of a card, without a name on its first; return whether
        there is one."""
        card = self.cards.get(piece)
        if card is None:
            return False
        for control in card.counters_named(name) if name else card.counters.values():
            if control.isVisible():
                control.setFocus(Qt.FocusReason.ShortcutFocusReason)
                self.ensure_seen(card)
                return True
        return False

    def neighbour(self, chosen: str, n: int) -> str:
        """Return the card that a digit leads to from the chosen one, '' where there is none."""
        return self._view.neighbour(chosen, n) if self._view else ""
