"""The sides in columns, the dead and the things below: a card for each."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from lastdays.language import _
from lastdays.tabletop.last_days.fighting import who_puts_down
from lastdays.tabletop.last_days.figures import Rules
from lastdays.tabletop.last_days.state import State
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.cards import Area, Card, FigureCard, ThingCard, ZombieCard
from lastdays.ui.tracker.tokens import HEIGHT
from lastdays.ui.widgets.parts import Flow, OneLine, button, clear, column, holder, row, typed


class SideHeading(QPushButton):
    """A side's name, which opens what is kept of the side."""

    chosen = Signal(str)

    def __init__(self, team: str) -> None:
        super().__init__()
        self.whole = ""
        self.setProperty("kind", "side")
        self.setAutoDefault(False)
        self.clicked.connect(lambda _on=False: self.chosen.emit(team))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str) -> None:
        """The side's name and how it stands."""
        self.whole = text
        self.setText(typed(text))
        self.setAccessibleName(text)
        self.setToolTip(text)


class Board(QWidget):
    """`chosen` carries a piece, `counted` and `marked` a tap on a counter or mark, `tapped` a
    tap by name. `doer` is the model that acts by hand, in case it puts a zombie down."""

    chosen = Signal(str)
    counted = Signal(str, str, int)
    marked = Signal(str, str)
    tapped = Signal(str, dict)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.doer = ""
        self._state: State | None = None
        self.cards: dict[str, Card] = {}
        self.headings: dict[str, SideHeading] = {}
        self._shown: dict[str, tuple[object, ...]] = {}
        self.sides_row = QHBoxLayout()
        self.sides_row.setSpacing(8)
        self.sides_row.setContentsMargins(0, 0, 0, 0)
        self.sides_area = Area(holder(self.sides_row))
        self.dead_title = OneLine("heading")
        self.zombie_button = button(_("+ &zombie"), lambda: self.tapped.emit("zombie", {}))
        self.table_button = button(_("T&able"), lambda: self.chosen.emit("table"))
        self.table_button.setToolTip(_("Supply Tokens, turn, phase, repairs"))
        self.thing_button = button(_("+ thing"))
        menu = QMenu(self.thing_button)
        for sort, text in (
            ("door", _("Door")),
            ("alarm", _("Vehicle with an alarm")),
            ("noisemaker", _("Noisemaker")),
            ("fire", _("Fire")),
            ("ladder", _("Ladder")),
            ("other", _("Counter of the Encounter")),
        ):
            menu.addAction(text).triggered.connect(
                lambda _on=False, s=sort: self.tapped.emit("place", {"sort": s})
            )
        self.thing_button.setMenu(menu)
        self.dead_flow = Flow(spacing=6)
        self.dead_area = Area(holder(self.dead_flow))
        self.legend = OneLine("faint")
        head = row(
            self.dead_title,
            self.legend,
            self.table_button,
            self.zombie_button,
            self.thing_button,
        )
        head.setStretch(0, 2)
        head.setStretch(1, 5)
        self.dead = holder(column(head, self.dead_area, spacing=3))
        outer = column(self.sides_area, self.dead, spacing=4)
        outer.setStretch(0, 5)
        outer.setStretch(1, 2)
        self.setLayout(outer)
        theme.changed.connect(self._size)
        self._size()

    def _size(self) -> None:
        self.sides_area.setMinimumHeight(self.theme.px(90))
        self.dead_area.setMinimumHeight(self.theme.px(HEIGHT + 40))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(220), self.theme.px(260))

    def build(self, state: State) -> None:
        """A card for everything, anew."""
        self.legend.setText(
            _("L Locked and Loaded · R ran · A acted · F fired · C fought · ✕ put down")
        )
        clear(self.sides_row)
        clear(self.dead_flow)
        self.cards = {}
        self.headings = {}
        self._shown = {}
        for team in state.teams:
            inner = QVBoxLayout()
            inner.setSpacing(4)
            inner.setContentsMargins(0, 0, 0, 0)
            heading = SideHeading(team.id)
            heading.chosen.connect(self.chosen.emit)
            self.headings[team.id] = heading
            inner.addWidget(heading)
            for figure in state.figures(team.id):
                card = FigureCard(self.theme, state, figure)
                self._add(card)
                inner.addWidget(card)
            inner.addStretch(1)
            self.sides_row.addWidget(holder(inner), 1)

    def _add(self, card: Card) -> None:
        card.chosen.connect(self.chosen.emit)
        card.counted.connect(self.counted.emit)
        card.marked.connect(self.marked.emit)
        card.downed.connect(self._put_down)
        self.cards[card.piece] = card

    def _put_down(self, zombie: str) -> None:
        if self._state is not None:
            by = who_puts_down(self._state, zombie, self.doer)
            self.tapped.emit("zombie-down", {"zombie": zombie, "by": by})

    def show_state(self, state: State, rules: Rules, chosen: str, waiting: Iterable[str]) -> None:
        """Everything as it stands; cards whose figures are the same repaint nothing."""
        self._state = state
        due = {str(getattr(state.pieces[i], "figure", i)) for i in waiting}
        for team in state.teams:
            text = team.name
            if team.role:
                text += " · " + {"attacker": _("attacker"), "defender": _("defender")}[team.role]
            brought = sum(f.brought == "token" for f in state.figures(team.id))
            if brought:
                text += _(" · {n} carried off").format(n=brought)
            if team.rerolls:
                text += _(" · Armoury {n}").format(n=team.rerolls)
            if team.broke:
                text += _(" · BROKE")
            if self.headings[team.id].whole != text:
                self.headings[team.id].show_text(text)
        shown = self._shown_by_figure(state, chosen, due)
        for figure_id, now in shown.items():
            card = self.cards.get(figure_id)
            before = self._shown.get(figure_id, ())
            same = len(now) == len(before) and all(a is b for a, b in zip(now, before, strict=True))
            if isinstance(card, FigureCard) and not same:
                card.show_figure(state, rules, chosen=chosen == figure_id, due=figure_id in due)
        self._shown = shown
        self._show_dead(state, rules, chosen, due)

    @staticmethod
    def _shown_by_figure(state: State, chosen: str, due: set[str]) -> dict[str, tuple[object, ...]]:
        """What each figure's card is made of: pieces do not change, new ones take their place, so
        that what is the same need not be looked at."""
        parts: dict[str, list[object]] = {}
        for figure in state.figures():
            look = (figure.id == state.table.active, figure.id == chosen, figure.id in due)
            parts[figure.id] = [figure, *look]
        for piece in state.pieces.values():
            bearer = getattr(piece, "figure", None)
            if bearer in parts:
                parts[bearer].append(piece)
        for one, other in state.table.contacts:
            for mine, theirs in ((one, other), (other, one)):
                if mine in parts:
                    parts[mine].append(state.pieces.get(theirs))
        for figure in state.figures():
            for other in (figure.out_by, figure.carries, figure.brought):
                if other in state.pieces:
                    parts[figure.id].append(state.pieces[other])
        return {figure: tuple(found) for figure, found in parts.items()}

    def _show_dead(self, state: State, rules: Rules, chosen: str, due: set[str]) -> None:
        zombies, things = state.zombies, state.things
        most = rules.number("zombie_cap", "most")
        text = _("Zombies {n}/{most}").format(n=len(zombies), most=most)
        if self.dead_title.whole != text:
            self.dead_title.setText(text)
        wanted = [z.id for z in zombies] + [t.id for t in things]
        there = [i for i, c in self.cards.items() if isinstance(c, ZombieCard | ThingCard)]
        for gone in (i for i in there if i not in wanted):
            lost = self.cards.pop(gone)
            self.dead_flow.removeWidget(lost)
            lost.hide()
            lost.deleteLater()
        for zombie in zombies:
            if zombie.id not in self.cards:
                self._add(made := ZombieCard(self.theme, zombie))
                self.dead_flow.addWidget(made)
                made.show()
        for thing in things:
            if thing.id not in self.cards:
                self._add(card := ThingCard(self.theme, thing))
                self.dead_flow.addWidget(card)
                card.show()
        order = [i for i, c in self.cards.items() if isinstance(c, ZombieCard | ThingCard)]
        if order != wanted:  # in their order again, also after an undo
            for key in wanted:
                moved = self.cards.pop(key)
                self.cards[key] = moved
                self.dead_flow.removeWidget(moved)
                self.dead_flow.addWidget(moved)
        for zombie in zombies:
            shown = self.cards[zombie.id]
            if isinstance(shown, ZombieCard):
                shown.show_zombie(
                    state,
                    chosen=chosen == zombie.id,
                    due=zombie.id in due,
                    killer=who_puts_down(state, zombie.id, self.doer),
                )
        for thing in things:
            shown = self.cards[thing.id]
            if isinstance(shown, ThingCard):
                shown.show_thing(state, chosen=chosen == thing.id)

    # The keyboard

    def walk(self, focus: QWidget | None, across: int, down: int) -> bool:
        """Moves the keyboard from counter to counter: across a card, down to the next card."""
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
    def _controls(card: Card) -> list[QWidget]:
        return [c for c in card.controls if c.isVisible()]

    def ensure_seen(self, card: Card) -> None:
        """Scrolls so that a card is seen."""
        area = self.sides_area if isinstance(card, FigureCard) else self.dead_area
        area.ensureWidgetVisible(card, 0, self.theme.px(8))

    def focus_counter(self, piece: str, name: str) -> bool:
        """The keyboard on a counter of a card."""
        card = self.cards.get(piece)
        if card is None:
            return False
        for control in self._controls(card):
            if getattr(control, "name", "") == name:
                control.setFocus(Qt.FocusReason.ShortcutFocusReason)
                self.ensure_seen(card)
                return True
        return False
