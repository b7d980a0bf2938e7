"""The board of *Last Days*: a row a model, sides beside each other, the zombies as chips below.

Everything is put in its place by hand: the rows share the height there is, so that whoever
compares models sees them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from lastdays.language import _
from lastdays.tabletop.view import BoardView, CardView, PanelView
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.board import Board, SideHeading, keep_whole
from lastdays.ui.tracker.cards import Piece
from lastdays.ui.tracker.row_tokens import ROW, heading_font, text_font
from lastdays.ui.tracker.rows import Columns, FootChip, ModelRow
from lastdays.ui.widgets.parts import button, clear, holder, row, typed

#: Heights in pixels at 100 %: a side's heading, the lowest row, a chip; and the gaps between rows.
HEADING, CHIP, GAP = 34, 42, 3
#: A row where all scroll; the lowest one that is hit and, at 100 %, read, where so all are seen.
LOWEST, HIT, READ = 36, 36, 30
#: The least width of a chip, and of one with room for its states; so many stand in a line.
NARROW_CHIP, WIDE_CHIP, CHIPS = 84, 150, 10
#: The least width of a panel: pixels in which all is hit, and at 100 % those in which it is read;
#: and the width that a plain row is drawn for.
PANEL_HIT, PANEL_READ, PLAIN_PANEL = 380, 312, 438
#: Rows grow to so many times their height where there is room.
HIGHEST = 2.6
#: At most this share of the height is the foot's, in percent; a line of it in a board lower than
#: so many pixels at 100 %.
FOOT_PERCENT, LOW = 45, 440


class TeamHeading(SideHeading):
    """A side's name, large, and how it stands."""

    def __init__(self, theme: Theme, panel: str) -> None:
        super().__init__(panel)
        self.theme = theme
        self.name = ""

    def show_panel(self, view: PanelView) -> None:
        """Show the side's name and how it stands."""
        self.name = view.name or view.heading
        self.show_text(view.heading)

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
            elide = Qt.TextElideMode.ElideRight
            name = painter.fontMetrics().elidedText(self.name, elide, room)
            painter.drawText(QRectF(left, 0, room, self.height()), low, name)
            left += painter.fontMetrics().horizontalAdvance(name) + theme.px(10)
            rest = self.whole.removeprefix(self.name).removeprefix(" · ")
            painter.setFont(text_font(theme, theme.px(14)))
            painter.setPen(theme.colour("faint_text"))
            room = max(0, self.width() - left - theme.px(4))
            said = painter.fontMetrics().elidedText(rest, elide, room)
            painter.drawText(QRectF(left, theme.px(1), room, self.height()), low, said)


@dataclass(frozen=True)
class _Standing:
    """How the sides stand: so many beside each other, so high a row, in so many pages."""

    across: int
    height: int
    pages: int


class SideBoard(Board):
    """A `Board` of rows and chips. `fills`: the rows take all the room there is."""

    def __init__(self, theme: Theme) -> None:
        self.ground, self.foot_ground = QWidget(), QWidget()
        for part in (self.ground, self.foot_ground):
            part.setProperty("kind", "plain")
        self.tabs_row: QHBoxLayout = row(spacing=4)
        self.tabs = holder(self.tabs_row)
        self.tab_buttons: list[QPushButton] = []
        self.page = 0
        self.fills = False
        self._measures: dict[str, Columns] = {}
        super().__init__(theme)
        layout = self.layout()
        assert layout is not None
        layout.insertWidget(0, self.tabs)  # type: ignore[attr-defined]
        self.tabs.hide()
        never = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.panels_area.setHorizontalScrollBarPolicy(never)
        self.foot_area.setHorizontalScrollBarPolicy(never)

    def make_ground(self) -> QWidget:
        return self.ground

    def make_foot(self) -> QWidget:
        return self.foot_ground

    def make_card(self, view: CardView) -> Piece:
        on_side = view.kind == "figure"
        made = ModelRow(self.theme, view) if on_side else FootChip(self.theme, view)
        made.setParent(self.ground if on_side else self.foot_ground)
        return made

    def fill(self, on: bool) -> None:
        """Let the rows take all the room there is, or not."""
        if on != self.fills:
            self.fills = on
            self._share()

    # Showing

    def _build(self, view: BoardView) -> None:
        for key in list(self.cards):
            self._remove(key)
        for heading in self.headings.values():
            heading.hide()
            heading.deleteLater()
        self.headings = {}
        self._panels = {}
        self.page = 0
        for panel in view.panels:
            made = TeamHeading(self.theme, panel.id)
            made.setParent(self.ground)
            made.chosen.connect(self.chosen)
            self.headings[panel.id] = made

    def _known(self) -> list[str]:
        return list(self.headings)

    def _drop_card(self, card: Piece) -> None:
        """Let a card go: no layout holds it."""

    def _show_panel(self, view: PanelView) -> None:
        heading = self.headings[view.id]
        assert isinstance(heading, TeamHeading)
        heading.show_panel(view)

    def _place_foot(self, wanted: list[str]) -> None:
        self._foot = wanted

    def _anew(self, before: BoardView | None, view: BoardView) -> bool:
        """Return whether the cards have to be put in their places again."""
        ids = [c.id for p in view.panels for c in p.cards] + [c.id for c in view.foot]
        if before is None:
            return True
        old = [c.id for p in before.panels for c in p.cards] + [c.id for c in before.foot]
        return ids != old or any(not self.cards[i].placed for i in ids)

    # Putting in place

    def _size(self) -> None:
        keep_whole(self.foot_title, self.theme)
        self._share()

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
        lines = 2
        across = max(1, min(CHIPS, (room + gap) // (theme.px(NARROW_CHIP) + gap)))
        wide = max(1, min(CHIPS // 2, (room + gap) // (theme.px(WIDE_CHIP) + gap)))
        if number <= wide * lines:
            across = wide
        lines = max(lines, -(-number // across))
        factor = min(1.3, max(1.0, self.height() / theme.px(620)))
        high = round(theme.px(CHIP) * factor)
        whole = lines * (high + gap)
        low = self.height() < theme.px(LOW)
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

    def _least(self) -> int:
        return max(self.theme.px(READ), HIT)

    def _plan(self, view: BoardView, high: int) -> _Standing:
        """Find how the sides stand so that all rows are seen, on pages where they are too many."""
        theme, sides = self.theme, len(view.panels)
        least_wide = max(theme.px(PANEL_READ), PANEL_HIT)
        across = max(1, min(sides, self.width() // least_wide))
        if sides == 4 and across == 3:
            across = 2
        gap, heading = theme.px(GAP), theme.px(HEADING)

        def height(parts: list[tuple[PanelView, ...]], room: int) -> int:
            models = sum(max(1, *(len(p.cards) for p in part)) for part in parts)
            return (room - len(parts) * (heading + gap)) // max(1, models) - gap

        lines = [view.panels[n : n + across] for n in range(0, sides, across)]
        least = self._least()
        if not lines:
            return _Standing(1, least, 1)
        found = height(lines, high)
        if found >= least or len(lines) < 2:
            return _Standing(across, found, 1)
        tabbed = high - theme.px(HEADING + 8)
        return _Standing(across, min(height([line], tabbed) for line in lines), len(lines))

    def _lay_sides(self, view: BoardView, high: int) -> None:
        theme = self.theme
        plan = self._plan(view, high)
        self.page = min(self.page, plan.pages - 1)
        self._show_tabs(view, plan)
        gap, between = theme.px(GAP), theme.px(6)
        heading = theme.px(HEADING)
        room = self.width() - (theme.px(14) if plan.height < self._least() else 0)
        wide = (room - between * (plan.across - 1)) // plan.across
        factor = wide / theme.px(PLAIN_PANEL)
        most = theme.px(ROW) * (9 if self.fills else max(1.15, min(HIGHEST, factor * 1.35)))
        tall = round(min(plan.height, most))
        if plan.height < self._least():
            tall = theme.px(LOWEST)
        top = 0
        for line in range(0, len(view.panels), plan.across):
            panels = view.panels[line : line + plan.across]
            seen = plan.pages == 1 or line // plan.across == self.page
            rows = 0
            for n, panel in enumerate(panels):
                x = n * (wide + between)
                head = self.headings[panel.id]
                head.setGeometry(x, top, wide, heading)
                head.setVisible(seen)
                measure = self._measured(panel, wide, tall)
                for k, view_of in enumerate(panel.cards):
                    card = self.cards[view_of.id]
                    assert isinstance(card, ModelRow)
                    y = top + heading + k * (tall + gap)
                    card.setGeometry(x, y, wide, tall)
                    card.lay(measure)
                    card.placed = True
                    card.setVisible(seen)
                rows = max(rows, len(panel.cards))
            if seen:
                top += heading + rows * (tall + gap) + gap
        self.ground.setMinimumHeight(top)

    def _measured(self, panel: PanelView, wide: int, high: int) -> Columns:
        """Return the columns of a side's rows: what is left of the width is the name's."""
        theme = self.theme
        factor = max(0.8, min(high / theme.px(ROW), wide / theme.px(PLAIN_PANEL) * 1.1))
        counters = max((len(c.tokens) - 1 for c in panel.cards), default=1)
        most = max((t.limit or 3 for c in panel.cards for t in c.tokens[:1]), default=3)
        gap = theme.px(GAP)
        state = max(HIT, round(theme.px(36) * max(0.75, min(1.2, factor))))

        def columns(counter: float, box: float) -> tuple[int, int, int]:
            one = round(theme.px(counter) * factor)
            boxes = round(theme.px(box) * factor * max(3, min(most, 6)))
            used = boxes + counters * one + (counters + 1) * gap + 3 * state + theme.px(18)
            return one, boxes, wide - used

        found = columns(58, 22)
        for counter, box in ((52, 20), (46, 18), (40, 16)):
            if found[2] >= theme.px(104) * factor:
                break
            found = columns(counter, box)
        one, boxes, name = found
        name = max(round(theme.px(84) * factor), min(name, round(theme.px(300) * factor)))
        return Columns(high, name, boxes, one, state, gap, factor)

    # Pages

    def _show_tabs(self, view: BoardView, plan: _Standing) -> None:
        """Show a tab for each line of sides, where they do not all fit."""
        self.tabs.setVisible(plan.pages > 1)
        names = [
            _(" / ").join(p.name or p.heading for p in view.panels[n : n + plan.across])
            for n in range(0, len(view.panels), plan.across)
        ]
        if plan.pages < 2:
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
        super().ensure_seen(card)

    def _to_active(self) -> None:
        card = self.cards.get(self._active)
        if card is not None:
            self.ensure_seen(card)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(220), self.theme.px(240))


__all__ = ["SideBoard"]
