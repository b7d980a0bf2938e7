"""The board of every game: a panel for each side or player, and everything else along the foot."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QScrollArea, QVBoxLayout, QWidget

from lastdays.tabletop.view import BoardView, ButtonView, CardView, PanelView
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.form import FittedButton
from lastdays.ui.tracker.pieces import (
    LINE,
    TILE,
    Heading,
    Part,
    Piece,
    Plate,
    Scale,
    Surface,
    Tiles,
    empty,
    parts_of,
)
from lastdays.ui.widgets.parts import Flow, button, clear, column, entry, grid, holder, row, timer

#: The least height to hit, in pixels; the least, usual and tall (with gear) height of a row, in
#: pixels at 100 %.
LOW, READ, ROW, TALL = 36, 30, 46, 56
#: The greatest scale of rows, and of players' panels on a watched board, which grow in 1/`STEPS`.
HIGHEST, SEEN, STEPS = 2.6, 8.0, 20
#: The design width of panels in pixels at 100 %, of rows and of a player's; then the least of each.
ROWS_WIDE, PLAYER_WIDE = 440, 285
ROWS_LEAST, PLAYER_LEAST = 312, 204
#: The width of a counter in a row, its least width, a state's and a damage box's, at 100 %.
COUNTER, SMALL, STATE, BOX = 58, 34, 30, 20
#: The width of a damage box, of the noise and of a gun with its name in a tall row, at 100 %.
LARGE_BOX, NOISE, GUN = 26, 46, 100
#: The height of a side's heading at 100 %, the gap between panels, and the margin of a player's.
HEADING, BETWEEN, MARGIN = 36, 8, 8
#: The most tiles in a line of a player's panel and of the foot; the height of the foot's at 100 %.
TILES_ACROSS, FOOT_TILES, FOOT_TILE = 2, 8, 60
#: The design width of a foot with tiles at 100 %.
FOOT_WIDE = 780
#: How large a watched board has to be with tall tiles, relative to lines, to have them.
TALL_ENOUGH = 0.75
#: More pieces than `FEW` along the foot are crowded, with at most `ACROSS` in a line.
FEW, ACROSS = 10, 10
#: The greatest share of the height for the foot, in percent.
FOOT_PERCENT = 40


class Area(QScrollArea):
    """Scrolls vertically, but leaves the arrow keys to moving between counters."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.setWidget(widget)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()


class Panel(Plate):
    """A side with a row for each model, or a player with everything in front of them."""

    def __init__(self, board: Board, view: PanelView) -> None:
        super().__init__(board.theme, "panel" if board.seated else "ground")
        self.board = board
        self.pieces: list[Piece] = []
        self._side: Piece | None = None
        if board.seated:
            self.spoken_role = QAccessible.Role.Grouping
            self.filled = False
            self.vitals, self.chips = Flow(spacing=4), Flow(spacing=4)
            self.tiles = Tiles(across=TILES_ACROSS, spacing=6)
            #: The head, boxes, tiles, a line for each card, chips.
            self.stack = column(self.vitals, self.tiles, self.chips, 1, spacing=6, margin=MARGIN)
            self.setLayout(self.stack)
        else:
            self._side = Piece(board, _side(view), board.scale, loose=True)
            self.rows = QVBoxLayout()
            self.rows.setSpacing(3)
            self.rows.setContentsMargins(0, 0, 0, 0)
            self.rows.addWidget(self._side)
            self.setLayout(self.rows)

    def show_panel(self, view: PanelView, pieces: list[Piece], most: int) -> bool:
        """Show these pieces; `most` is the largest number in any panel. Return whether they differ
        from those shown before."""
        if self.board.seated and pieces:
            self.set_look(pieces[0].view.look)
            self.setAccessibleName(pieces[0].view.title)
        if self._side is not None:
            self._side.show_card(_side(view), chosen=False)
        if pieces == self.pieces:
            return False
        self.pieces = pieces
        if self.board.seated:
            self.seat()
            return True
        while self.rows.count() > 1:
            self.rows.takeAt(1)
        for piece in pieces:
            self.rows.addWidget(piece, 100)
            piece.show()
        if most > len(pieces):
            self.rows.addStretch(100 * (most - len(pieces)))
        self.rows.addStretch(1)
        return True

    def clear(self) -> None:
        """Take everything out of the layouts of a player's panel."""
        for flow in (self.vitals, self.tiles, self.chips):
            empty(flow)
        for piece in self.pieces:
            self.stack.removeWidget(piece)
        self.pieces = []

    def seat(self) -> None:
        """Lay out a player's panel: the head, what has boxes, the other counters as tiles, a line for
        each card with what lies in front of it, and the chips of the player. Where tiles are low, all
        but the cards stand in lines below the head."""
        pieces = self.pieces
        self.clear()
        self.pieces = pieces
        head, *others = pieces
        leads = [piece for piece in others if piece.view.form == "lead"]
        cards = [piece for piece in others if piece.is_card]
        lying: dict[str, list[Piece]] = {card.view.id: [] for card in cards}
        own: list[Piece] = []
        for piece in others:
            if piece not in leads and piece not in cards:
                lying.get(self._card_of(piece), own).append(piece)
        counters = list(head.counters.values())
        boxed = [counter for counter in counters if counter.view.boxes]
        tiles = [*(counter for counter in counters if counter not in boxed), *head.facts]
        chips = [*head.marks.values(), *own]
        self.stack.insertWidget(0, head)
        head.show()
        if self.board.scale.tile > LINE:
            fill(self.vitals, [*leads, *boxed])
            fill(self.tiles, tiles)
            fill(self.chips, chips)
        else:
            fill(self.vitals, [*leads, *boxed, *tiles, *chips])
        for place, card in enumerate(cards, start=3):
            self.stack.insertWidget(place, card)
            card.show()
        for piece in pieces:
            piece.hold(lying.get(piece.view.id, []))
        self.stack.setSpacing(6 if self.board.scale.tile > LINE else 3)

    def _card_of(self, piece: Piece) -> str:
        """Return the id of the card that a piece lies in front of, or of what it lies in front of, ''
        if there is none."""
        by_id = {other.view.id: other for other in self.pieces}
        owner = by_id.get(piece.view.owner)
        while owner is not None and not owner.is_card:
            owner = by_id.get(owner.view.owner)
        return owner.view.id if owner is not None else ""

    def needed(self, width: int) -> int:
        """Return the height a player's panel needs at a width, in pixels."""
        self.stack.invalidate()
        return self.stack.heightForWidth(width)

    def narrowest(self) -> int:
        """Return the least width of a player's panel in pixels."""
        self.stack.invalidate()
        return self.stack.minimumSize().width()

    @property
    def head(self) -> Piece:
        """Return the piece that names the owner."""
        return self._side or self.pieces[0]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the owner for a press beside everything else."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.head.face.press()


def _side(view: PanelView) -> CardView:
    """Return the head of a side: its name and its state."""
    name = view.name or view.heading
    remark = view.heading.removeprefix(name).removeprefix(" · ")
    return CardView(view.id, "side", name, remark=remark, spoken=view.heading)


def fill(flow: Flow, parts: Sequence[QWidget]) -> None:
    """Show these parts in a layout."""
    for part in parts:
        flow.addWidget(part)
        part.show()


class Board(Surface):
    """Draws a `BoardView` as large as there is room for; what doesn't fit scrolls."""

    def __init__(self, theme: Theme, *, watched: bool = False) -> None:
        super().__init__(theme, watched=watched)
        self.cards: dict[str, Piece] = {}
        self.panels: dict[str, Panel] = {}
        self.foot_scale = Scale(theme, self.least)
        self._view = BoardView(())
        self._active, self._across = "", 1
        self._digits: dict[int, str] = {}
        self._foot: list[Piece] = []
        #: The piece and name of the focused control of a card that is being rebuilt.
        self._focused: tuple[str, str] | None = None
        self._reveal = timer(self, 0, self._to_active)
        self.grid = grid(BETWEEN, BETWEEN)
        self.panels_area = Area(holder(self.grid))
        self.foot_title = Heading(self.foot_scale)
        self._placing: tuple[tuple[ButtonView, ...], ...] = ()
        self._buttons = row(spacing=8)
        self.foot_head = holder(row(self.foot_title, 1, holder(self._buttons)))
        #: Along the foot: the counters of the table as tiles, and what else lies on it.
        self.foot_tiles = Tiles(across=FOOT_TILES, spacing=8, filled=True)
        self.foot = Flow(spacing=4)
        self.foot_area = Area(holder(column(self.foot_tiles, self.foot, spacing=6)))
        if watched:
            for area in (self.panels_area, self.foot_area):
                area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        outer = column(self.panels_area, self.foot_head, self.foot_area, spacing=4)
        outer.setStretch(0, 1)
        self.setLayout(outer)
        theme.changed.connect(self.fit)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(220), self.theme.px(240))

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    # Showing

    def show_view(self, view: BoardView, chosen: str = "") -> None:
        """Show the current state, leaving unchanged pieces alone."""
        if self.watched:
            view = replace(view, placing=(), more=())
        anew = [p.id for p in view.panels] != list(self.panels)
        if anew:
            self.forget()
            self.seated = view.seated
            self.panels = {panel.id: Panel(self, panel) for panel in view.panels}
        self._view = view
        placed = [*((p.cards, self.scale) for p in view.panels), (view.foot, self.foot_scale)]
        wanted = {card.id for cards, _scale in placed for card in cards}
        for gone in [i for i in self.cards if i not in wanted]:
            self._remove(gone)
        shown = [self._pieces(cards, scale, chosen) for cards, scale in placed]
        self.cards = {piece.view.id: piece for pieces in shown for piece in pieces}
        most = max((len(p.cards) for p in view.panels), default=0)
        for panel, pieces in zip(view.panels, shown, strict=False):
            anew |= self.panels[panel.id].show_panel(panel, pieces, most)
        if shown[-1] != self._foot:
            self._foot, anew = shown[-1], True
            self._arrange_foot()
        self._show_foot_head(view)
        if anew or (self.watched and self.seated and not self._fits()):
            self.fit()
        if self._focused is not None:
            for piece in self.cards.values():
                piece.take_focus(self._focused)
            self._focused = None
        if view.active != self._active:
            self._active = view.active
            self._reveal.start()

    def _arrange_foot(self) -> None:
        """Lay out the foot: the first piece is the table, whose counters are tiles, if players sit
        at it."""
        empty(self.foot_tiles)
        empty(self.foot)
        pieces = self._foot
        if self.seated and pieces:
            table, *pieces = pieces
            parts = [*table.counters.values(), *table.facts, *table.marks.values()]
            fill(self.foot_tiles, [table, *parts])
        fill(self.foot, pieces)
        for piece in self._foot:
            if piece.grid is None:
                piece.hold([])

    def _show_foot_head(self, view: BoardView) -> None:
        """Show above the foot what lies there and what can be placed."""
        self.foot_title.show_view(view.foot_title)
        self.foot_head.setVisible(
            not view.seated and bool(view.foot_title or view.placing or view.more)
        )
        if (view.placing, view.more) == self._placing:
            return
        self._placing = view.placing, view.more
        clear(self._buttons)
        for place in view.placing:
            made = FittedButton(self.theme, partial(self.pressed.emit, place))
            made.show_entry(place)
            self._buttons.addWidget(made)
        if view.more:
            more = button(view.more_title)
            menu = QMenu(more)
            for place in view.more:
                entry(menu, place.label, partial(self.pressed.emit, place))
            more.setMenu(menu)
            self._buttons.addWidget(more)

    def _pieces(self, cards: Sequence[CardView], scale: Scale, chosen: str) -> list[Piece]:
        """Return the updated pieces of a panel or of the foot."""
        found = []
        for view in cards:
            loose, piece = self.seated and view is cards[0], self.cards.get(view.id)
            if piece is not None and (piece.made_of, piece.loose) != (parts_of(view), loose):
                self._focused = piece.focused() or self._focused
                self._remove(view.id)
                piece = None
            piece = piece or Piece(self, view, scale, loose=loose)
            out = self.seated and cards[0].look == "gone"
            piece.show_card(view, chosen=view.id == chosen, gone=out)
            found.append(piece)
        return found

    def _remove(self, key: str) -> None:
        """Take a piece off the board, and everything out of our layouts before Qt does; panels are
        laid out again afterwards."""
        lines = [piece.line for piece in self.cards.values() if piece.grid is None]
        for flow in (self.foot, self.foot_tiles, *lines):
            empty(flow)
        if self.seated:
            for panel in self.panels.values():
                panel.clear()
        self._foot = []
        self.cards.pop(key).remove()

    def forget(self) -> None:
        """Forget the last game, before another one."""
        for key in list(self.cards):
            self._remove(key)
        for panel in self.panels.values():
            panel.hide()
            panel.deleteLater()
        self.panels, self._foot = {}, []
        self._view, self._active = BoardView(()), ""

    # Placing

    def fit(self) -> None:
        """Make everything as large as there is room for."""
        view = self._view
        if not self.panels or self.width() < 10:
            return
        high = self.height() - self._fit_foot(view) - self.foot_head.sizeHint().height() - 12
        least = self.theme.px(PLAYER_LEAST if self.seated else ROWS_LEAST)
        count = max(1, len(view.panels))
        lines = -(-count // max(1, min(view.across, count, self.width() // least)))
        across = -(-count // lines)
        wide = (self.width() - BETWEEN * (across - 1)) // across
        if self.seated:
            self._across = across
            self._fill(wide)
        else:
            rows = sum(
                max(len(p.cards) for p in view.panels[n : n + across])
                for n in range(0, count, across)
            )
            self._fit_rows(wide, (high - lines * self.theme.px(HEADING + 10)) / max(1, rows))
        for n in range(self.grid.rowCount()):
            self.grid.setRowStretch(n, 0)
        for n in range(self.grid.columnCount()):
            self.grid.setColumnStretch(n, 0)
        for n, panel in enumerate(self.panels.values()):
            self.grid.addWidget(panel, n // across, n % across)
            self.grid.setColumnStretch(n % across, 1)
            self.grid.setRowStretch(n // across, 2)
            panel.show()
        sides = [panel.head for panel in self.panels.values()]
        for piece in dict.fromkeys((*self.cards.values(), *sides)):
            piece.fit()

    def _fill(self, wide: int) -> None:
        """Make players' panels as large as all of them fit: with tall tiles if that keeps them at
        100 % or more, on a watched board unless lines make everything much larger."""
        if not self.watched:
            most = min(HIGHEST, wide / self.theme.px(PLAYER_WIDE))
            if self._enlarge(TILE, most) < 1:
                self._enlarge(LINE, most)
            return
        in_lines = self._enlarge(LINE, SEEN)
        with_tiles = self._enlarge(TILE, SEEN)
        if with_tiles < in_lines * TALL_ENOUGH:
            self._enlarge(LINE, SEEN)

    def _enlarge(self, tile: int, most: float) -> float:
        """Make players' panels with tiles of this height as large as all of them fit, with captions
        beside pictograms if that keeps them at 100 % or more; return the factor, 0 if they don't fit
        at the least."""
        first = round(self.least * STEPS)
        sizes = range(first, max(first + 1, round(most * STEPS) + 1))

        def is_too_large(step: int) -> bool:
            self.scale.factor = step / STEPS
            for piece in self.cards.values():
                piece.fit()
            return not self._fits()

        for words in (True, False):
            self._lay_out(words=words, tile=tile)
            fitting = bisect_left(sizes, True, key=is_too_large) - 1
            self.scale.factor = sizes[max(0, fitting)] / STEPS
            if fitting >= 0 and self.scale.factor >= 1:
                break
        return self.scale.factor if fitting >= 0 else 0

    def _lay_out(self, *, words: bool, tile: int) -> None:
        """Have players' panels show captions beside pictograms or not, with tiles of a height."""
        self.scale.words = words
        if tile != self.scale.tile:
            self.scale.tile = tile
            for panel in self.panels.values():
                panel.seat()

    def _fits(self) -> bool:
        """Return whether all players' panels fit at the current scale."""
        panels, across = list(self.panels.values()), self._across
        frame = 2 * self.panels_area.frameWidth()
        wide = (self.width() - frame - BETWEEN * (across - 1)) // across
        room = self.height() - self.foot_area.minimumHeight() - 4 - frame + BETWEEN
        for n in range(0, len(panels), across):
            in_row = panels[n : n + across]
            if max(panel.narrowest() for panel in in_row) > wide:
                return False
            room -= max(panel.needed(wide) for panel in in_row) + BETWEEN
        return room >= 0

    def _fit_rows(self, wide: int, high: float) -> None:
        """Scale rows and set their columns: names get the width they need before counters grow."""
        px, scale = self.theme.px, self.scale
        scale.gear = high >= px(TALL + 10)
        factor = min(high / px(TALL if scale.gear else ROW), wide / px(ROWS_WIDE))
        scale.factor = max(self.least * 0.8, min(HIGHEST, factor))
        rows = [piece for piece in self.cards.values() if piece.grid is not None]
        least = max(LOW, px(READ))
        least = least if high >= least else px(LOW)  # they scroll anyway
        for row_ in rows:
            row_.setMinimumHeight(round(least * self.least))
            row_.setMaximumHeight(px(TALL * HIGHEST))
        counters = max((len(r.counters) - 1 for r in rows), default=1)
        most = max((t.limit or 3 for r in rows for t in r.view.tokens[:1]), default=3)
        box = LARGE_BOX if scale.gear else BOX
        boxes, state = scale.px(box) * max(3, min(most, 6)), max(LOW, scale.px(STATE))
        left = wide - boxes - 3 * state - px(17)
        name = max((r.face.name_width() + scale.px(8) for r in rows), default=0)
        each = (left - name) // max(1, counters)
        each = max(LOW, scale.px(SMALL), min(each, scale.px(COUNTER)))
        widths = [each] * counters
        if scale.gear and counters > 1:
            noise = min(each, scale.px(NOISE))
            guns = (left - name - noise) // (counters - 1)
            guns = max(each, min(guns, scale.px(GUN)))
            widths = [noise, *[guns] * (counters - 1)]
        for row_ in rows:
            row_.set_columns([min(name, left - sum(widths)), boxes, *widths], state)

    def _fit_foot(self, view: BoardView) -> int:
        """Scale the foot; return its height in pixels."""
        px, scale = self.theme.px, self.foot_scale
        width = self.width() - self.foot_area.verticalScrollBar().sizeHint().width()
        self.crowded = not self.seated and len(view.foot) > FEW
        across, least = (ACROSS, 84) if self.crowded else (ACROSS // 2, 165)
        across = max(1, min(across, width // px(least)))
        wide = (width + 4) // across - 4
        most, lines = (SEEN, 480) if self.watched and self.seated else (1.6, 680)
        by_width = width / px(FOOT_WIDE) if self.seated else wide / px(least)
        factor = min(most, self.height() / px(lines), by_width)
        scale.factor, scale.words = max(self.least, factor), self.seated
        scale.tile = FOOT_TILE if self.seated and len(self._foot) <= FEW else LINE
        self._size_foot(wide)
        if self.foot_tiles.heightForWidth(width) > scale.px(FOOT_TILE):  # not in one line
            scale.tile = LINE
            self._size_foot(wide)
        tiles, pieces = self.foot_tiles.heightForWidth(width), self.foot.heightForWidth(width)
        high = tiles + pieces + (6 if tiles and pieces else 0)
        high = min(high, max(scale.px(LINE), self.height() * FOOT_PERCENT // 100))
        self.foot_area.setFixedHeight(high)
        return high

    def _size_foot(self, wide: int) -> None:
        """Scale what lies along the foot; unless players sit there, each is so wide, in pixels."""
        self.foot_title.fit()
        for piece in self._foot:
            piece.fit()
            if not self.seated:
                piece.setFixedWidth(wide)

    # In sight

    def _to_active(self) -> None:
        """Scroll to the side and the piece whose turn it is."""
        for found in (self.panels.get(self._active), self.cards.get(self._active)):
            if found is not None:
                self.ensure_seen(found)

    def ensure_seen(self, widget: QWidget) -> None:
        """Scroll to a widget on the board."""
        area = self.foot_area if self.foot_area.isAncestorOf(widget) else self.panels_area
        area.ensureWidgetVisible(widget, 0, BETWEEN)

    # The keyboard

    def walk(self, focus: QWidget | None, across: int, down: int) -> None:
        """Move the focus to the nearest control in a direction, or to the first from elsewhere."""
        controls = [
            part
            for piece in self.cards.values()
            for part in piece.controls
            if part.isVisible() and part.isEnabled()
        ]
        if not isinstance(focus, Part) or focus not in controls:
            for control in controls[:1]:
                self._focus(control)
            return
        here, found = self._middle(focus), []
        for control in controls:
            away = self._middle(control) - here
            ahead, aside = (away.x() * across, away.y()) if across else (away.y() * down, away.x())
            if ahead > 0:
                found.append((ahead + 3 * abs(aside), control))
        if found:
            self._focus(min(found, key=lambda pair: pair[0])[1])

    def _middle(self, widget: QWidget) -> QPoint:
        return widget.mapTo(self, widget.rect().center())

    def _focus(self, control: QWidget) -> None:
        control.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.ensure_seen(control)

    def keys(self) -> tuple[tuple[str, str, str], ...]:
        """Return each letter with the piece and name of its counter."""
        return self._view.keys

    def focus_counter(self, piece: str, name: str) -> bool:
        """Focus a counter of a piece, the first without a name; return whether there is one."""
        card = self.cards.get(piece)
        counters = card.counters.items() if card is not None else ()
        found = [c for (_piece, key), c in counters if name in ("", key) and c.isVisible()]
        if found:
            self._focus(found[0])
        return bool(found)

    def show_picks(self, picks: Mapping[str, str], *, dice: bool) -> None:
        """Show the pieces that are asked for, by what pressing each does. The first nine models get
        a digit, unless digits type `dice`; zombies and things get the digit of their name."""
        views = [self.cards[piece].view for piece in picks]
        digits = {v.id: int(v.short) if v.short.isdigit() else 0 for v in views}
        models = [v.id for v in views if v.kind == "figure"]
        if models:
            digits = {**dict.fromkeys(picks, 0), **{m: n for n, m in enumerate(models, start=1)}}
        digits = {piece: n if n < 10 and not dice else 0 for piece, n in digits.items()}
        self._digits = {n: piece for piece, n in digits.items() if n}
        for key, piece in self.cards.items():
            piece.face.show_pick(digits.get(key), picks.get(key, ""))

    def digit(self, n: int) -> str:
        """Return the piece a digit presses, '' if there isn't one."""
        return self._digits.get(n, "")

    def take_focus(self) -> None:
        """Focus the first piece that is asked for."""
        asked = (p.face for p in self.cards.values() if p.face.number is not None)
        face = next(asked, None)
        if face is not None:
            self._focus(face)
