"""The board of a game with seats: one panel a player, the table's own numbers along the foot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from lastdays.tabletop.view import BoardView, CardView
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.cards import Area
from lastdays.ui.tracker.seat_controls import LINE, Measure, Seated
from lastdays.ui.tracker.seat_panel import SeatCard, SeatPanel, parts_of
from lastdays.ui.widgets.parts import column

#: Between panels, in pixels at 100 %.
BETWEEN = 8
#: A panel is at least so wide, in pixels at 100 %; one of more than three in a row.
NARROWEST, CROWDED = 270, 204
#: With so much room inside there are words beside pictograms; they are worth so much of a line's
#: height.
WORDED, WORDS_WORTH = 380, 34
#: A single row of panels is no higher than this, at lines of 36 px, unless more lies in it.
HIGHEST = 330
#: Larger lines where each panel has so much height, at 100 %.
SIZES = ((84, 900), (76, 800), (68, 700), (60, 600), (52, 420), (44, 330), (LINE, 0))


class SeatStanding(Struct, frozen=True):
    """Where the panels stand: how large everything is, how many side by side, each row's height
    and what is between rows, in pixels."""

    measure: Measure
    across: int
    heights: tuple[int, ...]
    between: int

    @property
    def height(self) -> int:
        """Return how high all rows are together, in pixels."""
        return sum(self.heights) + self.between * (len(self.heights) - 1)


def panel_width(theme: Theme, width: int, across: int) -> int:
    """Return how wide each of so many panels is that share a width, in pixels."""
    return (width - theme.px(BETWEEN) * (across - 1)) // across


def plan(
    theme: Theme, panels: Sequence[SeatPanel], most: int, room: QSize, *, scrolls: bool = False
) -> SeatStanding:
    """Find the largest way to stand at most `most` panels side by side that fits; the smallest
    where none does. With `scrolls` they need not be seen all at once."""
    count = max(1, len(panels))
    least = theme.px(NARROWEST if most <= 3 else CROWDED)
    across = max(1, min(most, count, (room.width() + theme.px(BETWEEN)) // least))
    rows = -(-count // across)
    each = (room.height() - theme.px(BETWEEN) * (rows - 1)) // rows
    width = panel_width(theme, room.width(), across)
    found = None
    for line, words in _sizes(theme, each, width):
        found = _standing(theme, panels, Measure(theme, line, words), across, width, each)
        broken = line > LINE and any(p.broken for p in panels)
        if (found.height <= room.height() and not broken) or (scrolls and line == LINE):
            break
    assert found is not None
    return found


def _sizes(theme: Theme, each: int, width: int) -> list[tuple[int, bool]]:
    """Return the sizes there is room for, the best first: words before all but much size."""
    found: list[tuple[int, bool]] = []
    for line, high in SIZES:
        if each < theme.px(high):
            continue
        if width - theme.px(16) >= theme.px(WORDED * line / LINE):
            found.append((line, True))
        found.append((line, False))
    return sorted(found, key=lambda s: -s[0] - WORDS_WORTH * s[1])


def _standing(
    theme: Theme,
    panels: Sequence[SeatPanel],
    measure: Measure,
    across: int,
    width: int,
    each: int,
) -> SeatStanding:
    """Stand panels of a width in rows of `each` pixels, and more where one needs it."""
    needs = [p.height_at(width, measure) for p in panels]
    rows = [max(needs[n : n + across]) for n in range(0, len(needs), across)]
    spare = each * len(rows) - sum(rows)
    cap = measure.px(HIGHEST) if len(rows) == 1 else each
    if spare > 0:  # the lower rows get it first, so that they come out even
        for n in sorted(range(len(rows)), key=lambda n: rows[n]):
            more = max(0, min(spare, min(cap, each) - rows[n]))
            rows[n] += more
            spare -= more
    return SeatStanding(measure, across, tuple(rows), theme.px(BETWEEN))


#: The foot has at most this share of the height, in percent.
FOOT_PERCENT = 36
#: Larger lines of the foot where the board is so high, at 100 %.
FOOT_SIZES = ((60, 1160), (52, 980), (44, 800), (LINE, 0))
FOOT = "foot"


class SeatBoard(QWidget):
    """Draws a `BoardView` of seats. `chosen` carries a piece, `counted` a counter's piece, name and
    amount, `marked` a mark's piece and name, `pressed` a button."""

    chosen = Signal(str)
    counted = Signal(str, str, int)
    marked = Signal(str, str)
    pressed = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.cards: dict[str, SeatCard] = {}
        self.seats: dict[str, SeatPanel] = {}
        self._view: BoardView | None = None
        self._active = ""
        self._chosen = ""
        self._focused: tuple[str, str] | None = None
        self._reveal = QTimer(self)
        self._reveal.setSingleShot(True)
        self._reveal.timeout.connect(self._to_active)
        self.table = QWidget()
        self.table.setProperty("kind", "plain")
        self.panels_area = Area(self.table)
        self.panels_area.setWidgetResizable(False)
        self.foot = SeatPanel(Measure(theme), FOOT, foot=True)
        self.foot_area = Area(self.foot)
        self.foot_area.setWidgetResizable(False)
        for area in (self.panels_area, self.foot_area):
            area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        outer = column(self.panels_area, self.foot_area, spacing=BETWEEN)
        outer.setStretch(0, 1)
        self.setLayout(outer)
        theme.changed.connect(self._lay_out)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(220), self.theme.px(200))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    # Showing

    def show_view(self, view: BoardView, chosen: str = "") -> None:
        """Show everything as it stands; leave alone what is the same."""
        if [p.id for p in view.panels] != list(self.seats):
            self._build(view)
        before, self._view = self._view, view
        panels = [*((self.seats[p.id], p.cards) for p in view.panels), (self.foot, view.foot)]
        wanted = {card.id for _panel, cards in panels for card in cards}
        for gone in [i for i in self.cards if i not in wanted]:
            self._remove(gone)
        anew = before is None
        made: dict[str, SeatCard] = {}
        for panel, cards in panels:
            look = cards[0].look if cards else ""
            for n, card in enumerate(cards):
                shown = self._card(card, panel, head=n == 0)
                anew = anew or shown is not self.cards.get(card.id)
                old = shown.view
                made[card.id] = shown
                same = card.id not in (chosen, self._chosen) and shown.title.whole and old == card
                if not same or look != panel.look:
                    anew = anew or self._moves(old, card)
                    shown.show_card(card, chosen=card.id == chosen, gone=look == "gone")
            panel.show_cards([made[c.id] for c in cards], look)
        anew = anew or list(made) != list(self.cards)
        self.cards.clear()
        self.cards.update(made)
        self._chosen = chosen
        if anew:
            self._lay_out()
        self._give_back_focus()
        if view.active != self._active:
            self._active = view.active
            self._reveal.start()

    @staticmethod
    def _moves(old: CardView, new: CardView) -> bool:
        """Return whether a card may be wider or narrower than before."""
        return (old.title, old.remark, len(old.figure), old.icon) != (
            new.title, new.remark, len(new.figure), new.icon
        ) or any(
            len(str(a.value)) != len(str(b.value)) or a.limit != b.limit
            for a, b in zip(old.tokens, new.tokens, strict=False)
        )  # fmt: skip

    def _build(self, view: BoardView) -> None:
        self.forget()
        for panel in self.seats.values():
            panel.hide()
            panel.setParent(None)
            panel.deleteLater()
        self.seats = {}
        for entry in view.panels:
            made = SeatPanel(Measure(self.theme), entry.id)
            made.pressed.connect(self.chosen)
            made.setParent(self.table)
            made.show()
            self.seats[entry.id] = made

    def _card(self, view: CardView, panel: SeatPanel, *, head: bool) -> SeatCard:
        card = self.cards.get(view.id)
        if card is not None and card.parts == parts_of(view) and card.face.parent() is panel:
            return card
        if card is not None:
            self._focused = card.focused() or self._focused
            self._remove(view.id)
        made = SeatCard(panel.measure, view, head=head and not panel.foot, parent=panel)
        made.face.clicked.connect(partial(self._choose, view.id))
        for (piece, name), counter in made.counters.items():
            counter.stepped.connect(partial(self._count, piece, name))
        for (piece, name), mark in made.marks.items():
            mark.toggled.connect(partial(self._mark, piece, name))
        if made.plus is not None:
            made.plus.wanted_one.connect(self.pressed)
        return made

    def _choose(self, piece: str, _on: bool = False) -> None:
        self.chosen.emit(piece)

    def _count(self, piece: str, name: str, amount: int) -> None:
        self.counted.emit(piece, name, amount)

    def _mark(self, piece: str, name: str) -> None:
        self.marked.emit(piece, name)

    def _remove(self, key: str) -> None:
        self.cards.pop(key).remove()

    def _give_back_focus(self) -> None:
        """Put the keyboard where it was on a card that was made anew."""
        if self._focused is not None:
            for card in self.cards.values():
                if card.take_focus(self._focused):
                    break
            self._focused = None

    def forget(self) -> None:
        """Forget the last game, for another one."""
        for key in list(self.cards):
            self._remove(key)
        for panel in (*self.seats.values(), self.foot):
            panel.show_cards([], "")
        self._view = None
        self._chosen = self._active = ""

    def as_read(self) -> list[Seated]:
        """Return everything that is pressed, one player after another."""
        return [c for panel in (*self.seats.values(), self.foot) for c in panel.controls()]

    # Placing

    def _lay_out(self) -> None:
        if self._view is None:
            return
        foot = self._foot()
        self.foot_area.setFixedHeight(foot)
        below = foot + self.theme.px(BETWEEN) if foot else 0
        room = QSize(self.width(), max(1, self.height() - below))
        panels, across = list(self.seats.values()), self._view.across
        standing = plan(self.theme, panels, across, room)
        if standing.height > room.height():
            room.setWidth(room.width() - self.panels_area.verticalScrollBar().sizeHint().width())
            standing = plan(self.theme, panels, across, room, scrolls=True)
        self._place(standing, room.width())

    def _foot(self) -> int:
        """Lay the foot out; return how high it is seen."""
        if not self.foot.cards:
            return 0
        line = next(size for size, high in FOOT_SIZES if self.height() >= self.theme.px(high))
        measure = Measure(self.theme, line, words=True)
        width = self.width()
        high = self.foot.height_at(width, measure)
        most = max(self.theme.px(LINE), self.height() * FOOT_PERCENT // 100)
        if high > most:
            width -= self.foot_area.verticalScrollBar().sizeHint().width()
            high = self.foot.height_at(width, measure)
        self.foot.resize(width, high)
        self.foot.arrange(measure)
        return min(high, most)

    def _place(self, standing: SeatStanding, width: int) -> None:
        wide = panel_width(self.theme, width, standing.across)
        y = 0
        for n, panel in enumerate(self.seats.values()):
            row, at = divmod(n, standing.across)
            if at == 0 and row:
                y += standing.heights[row - 1] + standing.between
            panel.setGeometry(QRect(at * (wide + standing.between), y, wide, standing.heights[row]))
            panel.arrange(standing.measure)
        self.table.resize(width, standing.height)

    # In sight

    def _to_active(self) -> None:
        """Scroll to whoever has the turn, with as much of the panel as there is room for."""
        panel = self.seats.get(self._active)
        if panel is not None:
            self.panels_area.ensureWidgetVisible(panel, 0, 0)
            if panel.height() > self.panels_area.viewport().height():
                self.panels_area.verticalScrollBar().setValue(panel.y())

    def ensure_seen(self, widget: QWidget) -> None:
        """Scroll so that a control is seen."""
        area = self.foot_area if self.foot.isAncestorOf(widget) else self.panels_area
        area.ensureWidgetVisible(widget, 0, self.theme.px(BETWEEN))

    # The keyboard

    def walk(self, focus: QWidget | None, across: int, down: int) -> bool:
        """Move the keyboard to the next control in a direction; from elsewhere to the first."""
        controls: list[QWidget] = [
            c
            for panel in (*self.seats.values(), self.foot)
            for c in panel.controls()
            if c.isVisible() and c.isEnabled()
        ]
        if not controls:
            return False
        if focus not in controls:
            self._focus(controls[0])
            return True
        assert focus is not None
        here = self._middle(focus)
        best: tuple[int, QWidget] | None = None
        for control in controls:
            away = self._middle(control) - here
            ahead, aside = (away.x() * across, away.y()) if across else (away.y() * down, away.x())
            if control is focus or ahead <= 0:
                continue
            far = ahead + 3 * abs(aside)
            if best is None or far < best[0]:
                best = (far, control)
        if best is not None:
            self._focus(best[1])
        return True

    def _middle(self, widget: QWidget) -> QPoint:
        return widget.mapTo(self, widget.rect().center())

    def _focus(self, control: QWidget) -> None:
        control.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.ensure_seen(control)

    def keys(self) -> tuple[tuple[str, str, str], ...]:
        """Return the letters with the counter each goes to: letter, piece, the counter's name."""
        return self._view.keys if self._view is not None else ()

    def focus_counter(self, piece: str, name: str = "") -> bool:
        """Put the keyboard on a counter of a card, without a name on its first; return whether
        there is one."""
        card = self.cards.get(piece)
        if card is None:
            return False
        found = card.counters_named(name) if name else list(card.counters.values())
        if not found:
            return False
        self._focus(found[0])
        return True

    def neighbour(self, chosen: str, n: int) -> str:
        """Return the card that a digit leads to from the chosen one, '' where there is none."""
        return self._view.neighbour(chosen, n) if self._view else ""
