"""The board of a declared game: a column for each seat, what lies before it, the table below."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from lastdays.language import _
from lastdays.tabletop.declared import DeclaredGame
from lastdays.tabletop.kinds import Kind
from lastdays.tabletop.units import TableState, Unit
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.cards import Area, Card
from lastdays.ui.tracker.tokens import WIDEST, Counter, Mark
from lastdays.ui.widgets.parts import Flow, clear, column, holder

#: So many seats stand side by side.
ACROSS = 3
#: A limit above this is not written beside the number: it is the box of figures.
WRITTEN = 30


class UnitCard(Card):
    """One unit: the counters and switches its kind declares."""

    def __init__(self, theme: Theme, unit: Unit, kind: Kind, whose: str) -> None:
        """`whose`: the unit in full, as a screen reader says it."""
        super().__init__(theme, unit.id)
        self.kind = kind
        self.counters: dict[str, Counter] = {}
        self.marks: dict[str, Mark] = {}
        for entry in kind.counts:
            made = self.counter(unit.id, entry.key, entry.label, whose)
            made.name = entry.look
            made.widest = WIDEST
            self.counters[entry.key] = made
        for flag in kind.flags:
            self.marks[flag.key] = self.mark(
                unit.id, flag.key, flag.letter, flag.label, whose, said=True
            )
        self.row = holder(Flow(*self.controls, spacing=4))
        self.setLayout(column(self.head(), self.row, spacing=1, margin=4))
        self.row.setVisible(bool(self.controls))

    def width_in_line(self, most: int) -> int:
        """The width, in pixels, that takes all counters in one line, up to `most`."""
        self.title.ensurePolished()
        name = self.title.fontMetrics().horizontalAdvance(self.title.whole)
        said = self.note.fontMetrics().horizontalAdvance(self.note.whole)
        widths = [c.sizeHint().width() for c in self.controls if not c.isHidden()]
        line = sum(widths) + 4 * len(widths)
        wanted = max(line, name + said + self.theme.px(32)) + self.theme.px(12)
        return min(wanted, most)

    def content(self, setting: TableState, *, chosen: bool) -> tuple[object, ...]:
        """All the card shows of its unit, to be compared: what is said of one unit may hang on
        any other (points, a limit, whose it is)."""
        unit = setting[self.piece]
        counts = []
        for entry in self.kind.counts:
            hidden = entry.key in self.kind.secret and not unit.on("revealed")
            value = unit[entry.key]
            shown = None if hidden or value is None else int(value)
            most = entry.most(setting, unit) if entry.limit != "reminder" else None
            counts.append((shown, most, entry.when(setting, unit)))
        flags = [(unit.on(f.key), f.when(setting, unit)) for f in self.kind.flags]
        note = self.kind.note(setting, unit)
        return (unit.name, note, setting.active == unit.id, chosen, tuple(counts), tuple(flags))

    def show_unit(self, content: tuple[Any, ...]) -> None:
        """The unit as `content` has it; what is secret is a question mark until it is revealed."""
        name, note, active, chosen, counts, flags = content
        self.title.setText(f"{'▸ ' if active else ''}{name}")
        self.note.setText(note)
        self.share()
        for entry, (shown, most, kept) in zip(self.kind.counts, counts, strict=True):
            alarm = ""
            if shown is not None and most is not None and shown > most:
                alarm = _("TOO MANY")
            counter = self.counters[entry.key]
            counter.setVisible(kept)
            written = entry.told and most is not None and most <= WRITTEN
            counter.show_value(shown, most if shown is not None and written else None, alarm)
        for flag, (on, kept) in zip(self.kind.flags, flags, strict=True):
            mark = self.marks[flag.key]
            mark.setVisible(kept)
            mark.show_on(on)
        self.row.setVisible(any(not c.isHidden() for c in self.controls))
        self.look("active" if active else "chosen" if chosen else "")


class UnitBoard(QWidget):
    """`chosen` carries a unit, `counted` and `marked` a tap on a counter or switch."""

    chosen = Signal(str)
    counted = Signal(str, str, int)
    marked = Signal(str, str)
    tapped = Signal(str, dict)

    def __init__(self, theme: Theme, game: DeclaredGame) -> None:
        super().__init__()
        self.theme = theme
        self.game = game
        self.cards: dict[str, UnitCard] = {}
        self.columns: dict[str, QVBoxLayout] = {}
        self.headings: dict[str, str] = {}
        self._owners: dict[str, str] = {}
        self._shown: dict[str, tuple[object, ...]] = {}
        self._active = ""
        self._reveal = QTimer(self)
        self._reveal.setSingleShot(True)
        self._reveal.timeout.connect(self._to_active)
        self.seats_row = QGridLayout()
        self.seats_row.setSpacing(8)
        self.seats_row.setContentsMargins(0, 0, 0, 0)
        self.table_flow = Flow(spacing=6)
        self.seats_area = Area(holder(self.seats_row))
        self.table_area = Area(holder(self.table_flow))
        outer = column(self.seats_area, self.table_area, spacing=4)
        outer.setStretch(0, 1)
        self.setLayout(outer)
        self._size()
        theme.changed.connect(self._size)

    def _size(self) -> None:
        self.seats_area.setMinimumHeight(self.theme.px(90))
        self._share()

    def _share(self) -> None:
        """The table has the height it needs, up to a third of the room; the seats have the rest."""
        for card in self.cards.values():
            if not self._owners[card.piece]:
                card.setMinimumWidth(card.width_in_line(self.width() - self.theme.px(24)))
        wanted = self.table_flow.heightForWidth(self.width() - self.theme.px(20))
        most = max(self.theme.px(96), self.height() // 3)
        self.table_area.setFixedHeight(min(wanted + self.theme.px(4), most))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(220), self.theme.px(230))

    def build(self, setting: TableState) -> None:
        """A column for each seat, anew."""
        clear(self.seats_row)
        for n in range(ACROSS):
            self.seats_row.setColumnStretch(n, 1 if n < len(setting.seats) else 0)
        rows = -(-len(setting.seats) // ACROSS)
        for n in range(self.seats_row.rowCount() + 1):
            self.seats_row.setRowStretch(n, 1 if n == rows else 0)
        clear(self.table_flow)
        self.cards, self.columns, self._owners, self._shown = {}, {}, {}, {}
        self.headings = {s.id: s.name for s in setting.seats}
        for n, seat in enumerate(setting.seats):
            inner = QVBoxLayout()
            inner.setSpacing(4)
            inner.setContentsMargins(0, 0, 0, 0)
            inner.addStretch(1)
            self.columns[seat.id] = inner
            self.seats_row.addWidget(holder(inner), n // ACROSS, n % ACROSS)

    def _seat_of(self, setting: TableState, unit: Unit) -> str:
        """The seat a unit lies before, through what it belongs to; '' for the table."""
        owner = unit.id if unit.kind == "seat" else unit.owner
        for _turn in range(4):
            if owner in self.columns or not setting.has(owner):
                break
            owner = setting[owner].owner
        return owner if owner in self.columns else ""

    def show_state(self, setting: TableState, rules: Any, chosen: str, waiting: Any = ()) -> None:
        """Everything as it stands; a card that shows the same is not painted again."""
        kinds = self.game.kinds()
        wanted = [u for u in setting.units.values() if u.kind in kinds]
        ids = {u.id for u in wanted}
        absent = [i for i in self.cards if i not in ids]
        moved = any(not self._owners[i] for i in absent)
        for gone in absent:
            self._remove(gone)
        for unit in wanted:
            place = self._seat_of(setting, unit)
            card = self.cards.get(unit.id)
            if card is not None and self._owners[unit.id] != place:
                self._remove(unit.id)
                card = None
            if card is None:
                card = self._add(unit, kinds[unit.kind], place)
            now = card.content(setting, chosen=unit.id == chosen)
            if now != self._shown.get(unit.id):
                card.show_unit(now)
                self._shown[unit.id] = now
                moved = moved or not place
        if moved:
            self._share()
        if setting.active != self._active:
            self._active = setting.active
            self._reveal.start()

    def _to_active(self) -> None:
        """Whoever has the turn is in sight, with as much of the column as there is room for."""
        card = self.cards.get(self._active)
        if card is not None:
            inner = card.parentWidget()
            self.seats_area.ensureWidgetVisible(inner if inner is not None else card, 0, 0)
            self.seats_area.ensureWidgetVisible(card, 0, self.theme.px(4))

    def _add(self, unit: Unit, kind: Kind, place: str) -> UnitCard:
        seat = self.headings.get(unit.owner, "")
        whose = _("{name} of {seat}").format(name=unit.name, seat=seat) if seat else unit.name
        card = UnitCard(self.theme, unit, kind, whose)
        card.chosen.connect(self.chosen.emit)
        card.counted.connect(self.counted.emit)
        card.marked.connect(self.marked.emit)
        self.cards[unit.id] = card
        self._owners[unit.id] = place
        if place:
            inner = self.columns[place]
            inner.insertWidget(inner.count() - 1, card)
        else:
            self.table_flow.addWidget(card)
        card.show()
        return card

    def _remove(self, unit: str) -> None:
        card = self.cards.pop(unit)
        place = self._owners.pop(unit)
        self._shown.pop(unit, None)
        (self.columns[place] if place else self.table_flow).removeWidget(card)
        card.hide()
        card.deleteLater()

    # The keyboard

    def walk(self, focus: QWidget | None, across: int, down: int) -> bool:
        """Moves the keyboard from counter to counter: across a card, down to the next card."""
        order = [c for p in (*self.columns, "") for i, c in self.cards.items()
                 if self._owners[i] == p and self._controls(c)]  # fmt: skip
        if not order:
            return False
        here = next((c for c in order if focus is not None and c.isAncestorOf(focus)), None)
        if here is None:
            self._controls(order[0])[0].setFocus()
            return True
        controls = self._controls(here)
        at = controls.index(focus) if focus in controls else 0
        if across:
            controls[(at + across) % len(controls)].setFocus()
            return True
        after = order[(order.index(here) + down) % len(order)]
        controls = self._controls(after)
        controls[min(at, len(controls) - 1)].setFocus()
        area = self.seats_area if self._owners[after.piece] else self.table_area
        area.ensureWidgetVisible(after, 0, self.theme.px(8))
        return True

    @staticmethod
    def _controls(card: Card) -> list[QWidget]:
        return [c for c in card.controls if c.isVisible()]
