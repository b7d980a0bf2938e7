"""The board of *Last Days*: a row a model, sides beside each other, the zombies as chips below.

Everything is put in its place by hand: the rows share the height there is, so that whoever
compares models sees them all.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QSizePolicy, QWidget

from lastdays.language import _
from lastdays.tabletop.view import BoardView, ButtonView, CardView, LookAt, PanelView
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.cards import Area, Piece
from lastdays.ui.tracker.form import worded
from lastdays.ui.tracker.rows import THREE_LINES, Columns, FootChip, ModelRow, lettering, needed_by
from lastdays.ui.tracker.tokens import ROW, heading_font, text_font
from lastdays.ui.widgets.parts import OneLine, allow, button, clear, column, holder, row, typed


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


#: Heights in pixels at 100 %: a side's heading, and the gaps between rows.
HEADING, GAP = 34, 3
#: The lowest row that is hit, in pixels, and read, at 100 %, where all are seen at once.
HIT, READ = 36, 30
#: The least width of a panel: pixels in which all is hit, and at 100 % those in which it is read;
#: and the width that a plain row is drawn for.
PANEL_HIT, PANEL_READ, PLAIN_PANEL = 380, 312, 438
#: A counter, a damage box and a state, in pixels at 100 % in a plain row: the smaller ones where
#: names and what is said below them would not be whole.
COUNTERS = ((58, 22, 36), (52, 20, 36), (46, 18, 36), (46, 18, 30))
#: The smallest, where even names would be short: the pictograms beside figures are small here.
SMALLEST = (40, 16, 30)
#: Three lines of letters leave so much of a row free, in pixels at 100 %.
AIR = 6
#: No counter is made smaller for a name or a line below it that is longer than this, in pixels at
#: 100 % in a plain row.
WORTH = 200


class SideStanding(Struct, frozen=True):
    """How the sides stand: so many beside each other, so high a row, in so many pages."""

    across: int
    height: int
    pages: int


def least(theme: Theme) -> int:
    """Return how high a row must be, in pixels."""
    return max(theme.px(READ), HIT)


def plan(theme: Theme, view: BoardView, wide: int, high: int) -> SideStanding:
    """Find how the sides stand so that all rows are seen, on pages where they are too many."""
    sides = len(view.panels)
    least_wide = max(theme.px(PANEL_READ), PANEL_HIT)
    across = max(1, min(sides, wide // least_wide))
    if sides == 4 and across == 3:
        across = 2
    gap, heading = theme.px(GAP), theme.px(HEADING)

    def height(parts: list[tuple[PanelView, ...]], room: int) -> int:
        models = sum(max(1, *(len(p.cards) for p in part)) for part in parts)
        return (room - len(parts) * (heading + gap)) // max(1, models) - gap

    lines = [view.panels[n : n + across] for n in range(0, sides, across)]
    lowest = least(theme)
    if not lines:
        return SideStanding(1, lowest, 1)
    found = height(lines, high)
    if found >= lowest or len(lines) < 2:
        return SideStanding(across, found, 1)
    tabbed = high - theme.px(HEADING + 8)
    return SideStanding(across, min(height([line], tabbed) for line in lines), len(lines))


def columns(theme: Theme, view: BoardView, panel: PanelView, wide: int, high: int) -> Columns:
    """Return the columns of a side's rows: what is left of the width is the name's, as wide for all
    sides as one of them needs."""
    factor = max(0.8, min(high / theme.px(ROW), wide / theme.px(PLAIN_PANEL) * 1.1))
    counters = max((len(c.tokens) - 1 for c in panel.cards), default=1)
    most = max((t.limit or 3 for c in panel.cards for t in c.tokens[:1]), default=3)
    gap = theme.px(GAP)
    cards = [card for side in view.panels for card in side.cards]
    three = high >= theme.px(THREE_LINES) and any(card.gear for card in cards)
    letters = _letters(theme, factor, high) if three else factor
    needed = needed_by(theme, cards, lettering(theme, letters), gear=three)

    def shared(counter: float, box: float, mark: float) -> tuple[int, int, int, int]:
        one = round(theme.px(counter) * factor)
        state = max(HIT, round(theme.px(mark) * max(0.75, min(1.2, factor))))
        boxes = round(theme.px(box) * factor * max(3, min(most, 6)))
        used = boxes + counters * one + (counters + 1) * gap + 3 * state + theme.px(18)
        return one, boxes, state, wide - used

    plain = theme.px(104) * factor
    least = max(plain, min(needed, theme.px(WORTH) * letters))
    one, boxes, state, name = shared(*COUNTERS[0])
    for way in COUNTERS[1:]:
        smaller = shared(*way)
        if name >= least or (smaller[0] < HIT and name >= plain):
            break
        one, boxes, state, name = smaller
    if name < plain:
        one, boxes, state, name = shared(*SMALLEST)
    widest = max(round(theme.px(300) * factor), needed)
    name = max(round(theme.px(84) * factor), min(name, widest))
    return Columns(high, name, boxes, one, state, gap, factor, letters)


def _letters(theme: Theme, factor: float, high: int) -> float:
    """Return how much larger than in a plain row the letters of three lines are at most."""
    while factor > 1:
        made = lettering(theme, factor)
        if made.first + 2 * made.line - theme.px(3) + theme.px(AIR) <= high:
            break
        factor -= 0.05
    return factor


class Ground(QWidget):
    """A plain surface that nothing shines through.

    Where a piece on it changes, Qt draws anew what is seen below that piece: from here on, and not
    all that this lies in, one over the other, from the window on.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), self._theme.colour("ground"))


#: The height of a chip in pixels at 100 %.
CHIP = 42
#: A row where all scroll, in pixels at 100 %.
LOWEST = 36
#: The least width of a chip, and of one with room for its states; so many stand in a line.
NARROW_CHIP, WIDE_CHIP, CHIPS = 84, 165, 10
#: Rows grow to so many times their height where there is room.
HIGHEST = 2.6
#: At most this share of the height is the foot's, in percent; a line of it in a board lower than
#: so many pixels at 100 %.
FOOT_PERCENT, LOW = 45, 440


class SideBoard(QWidget):
    """Draws a `BoardView` as rows and chips. `fills`: the rows take all the room there is.

    `chosen` carries a piece, `counted` a counter's piece, name and amount, `marked` a chip's piece
    and name, `pressed` a button.
    """

    chosen = Signal(str)
    counted = Signal(str, str, int)
    marked = Signal(str, str)
    pressed = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.cards: dict[str, Piece] = {}
        self.headings: dict[str, SideHeading] = {}
        self.page = 0
        self.fills = False
        self._view: BoardView | None = None
        self._foot: list[str] = []
        self._active = ""
        #: The control that had the keyboard on a card that is made anew: piece and name.
        self._focused: tuple[str, str] | None = None
        self._reveal = QTimer(self)
        self._reveal.setSingleShot(True)
        self._reveal.timeout.connect(self._to_active)
        self.tabs_row: QHBoxLayout = row(spacing=4)
        self.tabs = holder(self.tabs_row)
        self.tab_buttons: list[QPushButton] = []
        self.ground, self.foot_ground = Ground(theme), Ground(theme)
        self.panels_area, self.foot_area = Area(self.ground), Area(self.foot_ground)
        for area in (self.panels_area, self.foot_area):
            area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.foot_head = FootHead(theme)
        self.foot_head.chosen.connect(self.chosen)
        self.foot_head.pressed.connect(self.pressed)
        self.foot_title = self.foot_head.title
        outer = column(self.tabs, self.panels_area, self.foot_head, self.foot_area, spacing=4)
        outer.setStretch(1, 1)
        self.setLayout(outer)
        self.tabs.hide()
        theme.changed.connect(self._size)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(220), self.theme.px(240))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def _size(self) -> None:
        self.foot_head.measure()
        self._share()

    def fill(self, on: bool) -> None:
        """Let the rows take all the room there is, or not."""
        if on != self.fills:
            self.fills = on
            self._share()

    # Showing

    def show_view(self, view: BoardView, chosen: str = "") -> None:
        """Show everything as it stands; leave alone a card that is the same."""
        before = self._view
        ids = [p.id for p in view.panels]
        if before is None or ids != list(self.headings) or view.across != before.across:
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
            self.headings[panel.id].show_panel(panel)
        self.foot_head.show_view(view)
        self._foot = [c.id for c in view.foot]
        for card in wanted:
            made[card.id].show_card(card, chosen=card.id == chosen)
        self._give_back_focus()
        if self._anew(before, view):
            self._share()
        if view.active != self._active:
            self._active = view.active
            if view.active:
                self._reveal.start()

    def _anew(self, before: BoardView | None, view: BoardView) -> bool:
        """Return whether the cards have to be put in their places again."""
        ids = [c.id for p in view.panels for c in p.cards] + [c.id for c in view.foot]
        if before is None:
            return True
        old = [c.id for p in before.panels for c in p.cards] + [c.id for c in before.foot]
        return ids != old or any(not self.cards[i].placed for i in ids)

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
        for heading in self.headings.values():
            heading.hide()
            heading.deleteLater()
        self.headings = {}
        self.page = 0
        for panel in view.panels:
            made = SideHeading(self.theme, panel.id)
            made.setParent(self.ground)
            made.chosen.connect(self.chosen)
            self.headings[panel.id] = made

    def _card(self, view: CardView) -> Piece:
        card = self.cards.get(view.id)
        if card is not None and card.fits(view):
            return card
        if card is not None:
            self._focused = card.focused() or self._focused
            self._remove(view.id)
        card = self._make_card(view)
        card.chosen.connect(self.chosen)
        card.counted.connect(self.counted)
        card.marked.connect(self.marked)
        card.pressed.connect(self.pressed)
        return card

    def _make_card(self, view: CardView) -> Piece:
        on_side = view.kind == "figure"
        made = ModelRow(self.theme, view) if on_side else FootChip(self.theme, view)
        made.setParent(self.ground if on_side else self.foot_ground)
        return made

    def _remove(self, key: str) -> None:
        card = self.cards.pop(key)
        card.hide()
        card.setParent(None)
        card.deleteLater()

    # Putting in place

    def _share(self) -> None:
        view = self._view
        if view is None or self.width() < 10:
            return
        foot = self._share_foot(view)
        head = self.theme.px(HEADING + 4) + self.theme.px(8)
        self._lay_sides(view, max(self.theme.px(90), self.height() - foot - head))

    def _share_foot(self, view: BoardView) -> int:
        """Put the chips in their places; return how high the foot is."""
        theme, number = self.theme, len(view.foot)
        gap = theme.px(4)
        room = self.width()
        low = self.height() < theme.px(LOW)
        lines = 1 if low else 2
        across = max(1, min(CHIPS, (room + gap) // (theme.px(NARROW_CHIP) + gap)))
        wide = max(1, min(CHIPS // 2, (room + gap) // (theme.px(WIDE_CHIP) + gap)))
        if number <= wide * lines:
            across = wide
        lines = max(lines, -(-number // across))
        factor = min(1.3, max(1.0, self.height() / theme.px(620)))
        high = round(theme.px(CHIP) * factor)
        whole = lines * (high + gap)
        most = high + gap
        if not low:
            most = max(most, self.height() * FOOT_PERCENT // 100)
        if whole > most:
            room -= theme.px(14)  # the scroll bar
        each = (room - gap * (across - 1)) // across
        for n, card in enumerate(view.foot):
            chip = self.cards[card.id]
            x, y = n % across * (each + gap), n // across * (high + gap)
            chip.setGeometry(x, y, each, high)
            chip.placed = True
            chip.show()
        self.foot_ground.setMinimumHeight(whole)
        self.foot_area.setFixedHeight(min(whole, most))
        return min(whole, most)

    def _lay_sides(self, view: BoardView, high: int) -> None:
        theme = self.theme
        standing = plan(theme, view, self.width(), high)
        self.page = min(self.page, standing.pages - 1)
        self._show_tabs(view, standing)
        gap, between = theme.px(GAP), theme.px(6)
        heading = theme.px(HEADING)
        room = self.width() - (theme.px(14) if standing.height < least(theme) else 0)
        wide = (room - between * (standing.across - 1)) // standing.across
        factor = wide / theme.px(PLAIN_PANEL)
        most = theme.px(ROW) * (9 if self.fills else max(1.15, min(HIGHEST, factor * 1.35)))
        tall = round(min(standing.height, most))
        pitch = float(tall + gap)
        if standing.height < least(theme):
            tall = theme.px(LOWEST)
            seen_high = self._rows_high() - heading + gap
            whole = max(1, seen_high // (tall + gap))
            pitch = max(float(tall + gap), seen_high / whole)  # so that no row is cut in half
            tall = int(pitch) - gap
        top = 0
        for line in range(0, len(view.panels), standing.across):
            panels = view.panels[line : line + standing.across]
            seen = standing.pages == 1 or line // standing.across == self.page
            rows = 0
            for n, panel in enumerate(panels):
                x = n * (wide + between)
                head = self.headings[panel.id]
                head.setGeometry(x, top, wide, heading)
                head.setVisible(seen)
                measure = columns(theme, view, panel, wide, tall)
                for k, view_of in enumerate(panel.cards):
                    card = self.cards[view_of.id]
                    assert isinstance(card, ModelRow)
                    y = top + heading + round(k * pitch)
                    card.setGeometry(x, y, wide, tall)
                    card.lay(measure)
                    card.placed = True
                    card.setVisible(seen)
                rows = max(rows, len(panel.cards))
            if seen:
                top += heading + round(rows * pitch) + gap
        self.ground.setMinimumHeight(top)

    def _rows_high(self) -> int:
        """Return how high the room is in which rows are seen, with their headings."""
        layout = self.layout()
        assert layout is not None
        parts = [self.foot_head.sizeHint().height(), self.foot_area.height()]
        if not self.tabs.isHidden():
            parts.append(self.tabs.sizeHint().height())
        return self.height() - sum(parts) - layout.spacing() * len(parts)

    # Pages

    def _show_tabs(self, view: BoardView, standing: SideStanding) -> None:
        """Show a tab for each line of sides, where they do not all fit."""
        self.tabs.setVisible(standing.pages > 1)
        names = [
            _(" / ").join(p.name or p.heading for p in view.panels[n : n + standing.across])
            for n in range(0, len(view.panels), standing.across)
        ]
        if standing.pages < 2:
            names = []
        if [b.accessibleName() for b in self.tab_buttons] != names:
            clear(self.tabs_row)
            self.tab_buttons = []
            for n, name in enumerate(names):
                made = button(typed(name), partial(self.turn_to, n))
                made.setAccessibleName(name)
                made.setCheckable(True)
                self.tab_buttons.append(made)
                self.tabs_row.addWidget(made, 1)
        for n, made in enumerate(self.tab_buttons):
            made.setChecked(n == self.page)

    def turn_to(self, page: int) -> None:
        """Show another page of sides."""
        self.page = page
        self._share()

    def ensure_seen(self, card: Piece) -> None:
        """Turn to the page of a card, and scroll to it."""
        view = self._view
        if view is not None and self.tab_buttons and card.piece not in self._foot:
            across = -(-len(view.panels) // len(self.tab_buttons))
            for n, panel in enumerate(view.panels):
                if any(c.id == card.piece for c in panel.cards) and n // across != self.page:
                    self.turn_to(n // across)
        area = self.foot_area if card.piece in self._foot else self.panels_area
        area.ensureWidgetVisible(card, 0, self.theme.px(8))

    def _to_active(self) -> None:
        card = self.cards.get(self._active)
        if card is not None:
            self.ensure_seen(card)

    # The keyboard

    def as_read(self) -> list[QWidget]:
        """Return what is on the board one side after another, then the foot."""
        panels = self._view.panels if self._view is not None else ()
        sides: list[QWidget | None] = []
        for panel in panels:
            sides += [self.headings.get(panel.id), *(self.cards.get(c.id) for c in panel.cards)]
        foot = (self.cards.get(key) for key in self._foot)
        found = (self.tabs, *sides, self.foot_head, *foot)
        return [part for part in found if part is not None]  # a card that goes is hidden meanwhile

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
