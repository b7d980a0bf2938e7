"""The board of every game: a panel for each side or player, and everything else along the foot."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import partial
from math import ceil

from msgspec.structs import replace
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QScrollArea, QVBoxLayout, QWidget

from lastdays.tabletop.view import BoardView, ButtonView, CardView, PanelView
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.form import DIGITS, FittedButton
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
    parts_of,
    take_out_widgets,
)
from lastdays.ui.widgets.parts import (
    Flow,
    add_menu_action,
    button,
    clear_layout,
    column,
    grid,
    make_timer,
    row,
    wrap_layout,
)

#: The least height to hit, in pixels.
LOW = 36
#: The least height of a row in which it can be read, at 100 %.
READ = 30
#: The usual height of a row at 100 %.
ROW = 46
#: The height of a row that shows gear, at 100 %.
TALL = 56
#: The greatest scale of rows and players' panels.
HIGHEST = 2.6
#: The greatest scale on a watched board with players.
SEEN = 8.0
#: Players' panels grow in steps of this part of 100 %.
STEPS = 20
#: The design width of a side's rows at 100 %.
ROWS_WIDE = 440
#: The design width of a player's panel at 100 %.
PLAYER_WIDE = 285
#: The least width of a side's rows at 100 %.
ROWS_LEAST = 312
#: The least width of a player's panel at 100 %.
PLAYER_LEAST = 204
#: The greatest width of a counter in a row at 100 %.
COUNTER = 58
#: The least width of a counter in a row at 100 %.
SMALL = 34
#: The width of a state in a row at 100 %.
STATE = 30
#: The width of a damage box in a row at 100 %.
BOX = 20
#: The width of a damage box in a tall row at 100 %.
LARGE_BOX = 26
#: The width of the noise in a tall row at 100 %.
NOISE = 46
#: The width of a gun in a tall row at 100 %, unless its name needs more.
GUN = 100
#: What a row has beside its columns, in pixels at 100 %.
ROW_MARGINS = 17
#: The fewest damage boxes that a row has room for.
FEWEST_BOXES = 3
#: The most damage boxes that a row has room for.
MOST_BOXES = 6
#: The height of a side's heading at 100 %.
HEADING = 36
#: The gap between panels in pixels.
BETWEEN = 8
#: The margin of a player's panel in pixels.
MARGIN = 8
#: The most tiles in a line of a player's panel.
TILES_ACROSS = 2
#: The most tiles in a line of the foot.
FOOT_TILES = 8
#: The height of the foot's tiles at 100 %.
FOOT_TILE = 60
#: The design width of a foot with tiles at 100 %.
FOOT_WIDE = 780
#: The least width of a piece along the foot at 100 %.
FOOT_PIECE = 165
#: Its least width where pieces are crowded, at 100 %.
CROWDED_PIECE = 84
#: How large a watched board has to be with tall tiles, relative to lines, to have them.
TALL_ENOUGH = 0.75
#: More pieces than this along the foot are crowded.
FEW = 10
#: The most pieces in a line of the foot where they are crowded; elsewhere half of them.
ACROSS = 10
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
        ground = "panel" if board.seated else "ground"
        super().__init__(board.theme, ground)
        self.board = board
        self.pieces: list[Piece] = []
        self._side: Piece | None = None
        if board.seated:
            self.spoken_role = QAccessible.Role.Grouping
            self.filled = False
            self.vitals = Flow(spacing=4)
            self.chips = Flow(spacing=4)
            self.tiles = Tiles(across=TILES_ACROSS, spacing=6)
            #: The head, boxes, tiles, a line for each card, chips.
            self.stack = column(self.vitals, self.tiles, self.chips, 1, spacing=6, margin=MARGIN)
            self.setLayout(self.stack)
        else:
            self._side = Piece(board, _head_of_side(view), board.scale, loose=True)
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
            self._side.show_card(_head_of_side(view), chosen=False)
        if pieces == self.pieces:
            return False
        self.pieces = pieces
        if self.board.seated:
            self.lay_out_player()
        else:
            self._fill_rows(most)
        return True

    def _fill_rows(self, most: int) -> None:
        """Lay out a row for each piece below the heading; rows are as high as those of the side with
        the `most` pieces."""
        while self.rows.count() > 1:
            self.rows.takeAt(1)
        for piece in self.pieces:
            self.rows.addWidget(piece, 100)
            piece.show()
        missing = most - len(self.pieces)
        if missing > 0:
            self.rows.addStretch(100 * missing)
        self.rows.addStretch(1)

    def clear(self) -> None:
        """Take everything out of the layouts of a player's panel."""
        for flow in (self.vitals, self.tiles, self.chips):
            take_out_widgets(flow)
        for piece in self.pieces:
            self.stack.removeWidget(piece)
        self.pieces = []

    def lay_out_player(self) -> None:
        """Lay out a player's panel: the head, what has boxes, the other counters as tiles, a line for
        each card with what lies in front of it, and the chips of the player. Where tiles are low, all
        but the cards stand in lines below the head."""
        pieces = self.pieces
        self.clear()
        self.pieces = pieces
        head, *others = pieces
        has_tiles = self.board.scale.tile > LINE
        leads = [piece for piece in others if piece.view.form == "lead"]
        cards = [piece for piece in others if piece.is_card]
        loose = [piece for piece in others if piece not in leads and piece not in cards]
        lying, own = self._by_card(cards, loose)
        self.stack.insertWidget(0, head)
        head.show()
        self._fill_with_parts(head, leads, own)
        for place, card in enumerate(cards, start=3):
            self.stack.insertWidget(place, card)
            card.show()
        for piece in pieces:
            piece.hold(lying.get(piece.view.id, []))
        spacing = 6 if has_tiles else 3
        self.stack.setSpacing(spacing)

    def _by_card(
        self, cards: list[Piece], loose: list[Piece]
    ) -> tuple[dict[str, list[Piece]], list[Piece]]:
        """Return the pieces that lie in front of each card, by its id, and those of the player."""
        lying: dict[str, list[Piece]] = {card.view.id: [] for card in cards}
        own: list[Piece] = []
        for piece in loose:
            card_id = self._card_of(piece)
            if card_id in lying:
                lying[card_id].append(piece)
            else:
                own.append(piece)
        return lying, own

    def _fill_with_parts(self, head: Piece, leads: list[Piece], own: list[Piece]) -> None:
        """Lay out the parts of the head with the pieces before the cards and the player's own: in
        boxes, tiles and chips, or all in lines where tiles are low."""
        boxed: list[QWidget] = list(leads)
        tiles: list[QWidget] = []
        for counter in head.counters.values():
            if counter.view.boxes:
                boxed.append(counter)
            else:
                tiles.append(counter)
        tiles += head.facts
        chips: list[QWidget] = list(head.marks.values())
        chips += own
        if self.board.scale.tile > LINE:
            show_parts_in(self.vitals, boxed)
            show_parts_in(self.tiles, tiles)
            show_parts_in(self.chips, chips)
        else:
            show_parts_in(self.vitals, boxed + tiles + chips)

    def _card_of(self, piece: Piece) -> str:
        """Return the id of the card that a piece lies in front of, or of what it lies in front of, ''
        if there is none."""
        by_id = {other.view.id: other for other in self.pieces}
        owner = by_id.get(piece.view.owner)
        while owner is not None and not owner.is_card:
            owner = by_id.get(owner.view.owner)
        return owner.view.id if owner is not None else ""

    def needed_height(self, width: int) -> int:
        """Return the height a player's panel needs at a width, in pixels."""
        self.stack.invalidate()
        return self.stack.heightForWidth(width)

    def least_width(self) -> int:
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


def _head_of_side(view: PanelView) -> CardView:
    """Return the head of a side: its name and its state."""
    name = view.name or view.heading
    remark = view.heading.removeprefix(name).removeprefix(" · ")
    return CardView(view.id, "side", name, remark=remark, spoken=view.heading)


def show_parts_in(flow: Flow, parts: Sequence[QWidget]) -> None:
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
        self._active = ""
        self._across = 1
        self._digits: dict[int, str] = {}
        self._foot: list[Piece] = []
        #: The piece and name of the focused control of a card that is being rebuilt.
        self._focused: tuple[str, str] | None = None
        self._reveal = make_timer(self, 0, self._to_active)
        self.grid = grid(BETWEEN, BETWEEN)
        self.panels_area = Area(wrap_layout(self.grid))
        self.foot_title = Heading(self.foot_scale)
        self._placing: tuple[tuple[ButtonView, ...], ...] = ()
        self._buttons = row(spacing=8)
        self.foot_head = wrap_layout(row(self.foot_title, 1, wrap_layout(self._buttons)))
        #: Along the foot: the counters of the table as tiles, and what else lies on it.
        self.foot_tiles = Tiles(across=FOOT_TILES, spacing=8, filled=True)
        self.foot = Flow(spacing=4)
        self.foot_area = Area(wrap_layout(column(self.foot_tiles, self.foot, spacing=6)))
        if watched:
            for area in (self.panels_area, self.foot_area):
                area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        outer = column(self.panels_area, self.foot_head, self.foot_area, spacing=4)
        outer.setStretch(0, 1)
        self.setLayout(outer)
        theme.changed.connect(self.fit_to_room)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.pixels(220), self.theme.pixels(240))

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_to_room()

    # Showing

    def show_view(self, view: BoardView, chosen: str = "") -> None:
        """Show the current state, leaving unchanged pieces alone."""
        if self.watched:
            view = replace(view, placing=(), more=())
        panel_ids = [panel.id for panel in view.panels]
        is_anew = panel_ids != list(self.panels)
        if is_anew:
            self._make_panels(view)
        self._view = view
        self._remove_gone(view)
        if self._show_pieces(view, chosen):
            is_anew = True
        self._show_foot_head(view)
        if is_anew or (self.watched and self.seated and not self._all_panels_fit()):
            self.fit_to_room()
        if self._focused is not None:
            for piece in self.cards.values():
                piece.take_focus(self._focused)
            self._focused = None
        if view.active != self._active:
            self._active = view.active
            self._reveal.start()

    def _make_panels(self, view: BoardView) -> None:
        """Make the panels of another game."""
        self.forget()
        self.seated = view.seated
        self.panels = {panel.id: Panel(self, panel) for panel in view.panels}

    def _remove_gone(self, view: BoardView) -> None:
        """Take the pieces off the board that are there no more."""
        wanted = {card.id for card in view.foot}
        for panel in view.panels:
            wanted.update(card.id for card in panel.cards)
        for key in list(self.cards):
            if key not in wanted:
                self._remove(key)

    def _show_pieces(self, view: BoardView, chosen: str) -> bool:
        """Show the pieces of each panel and of the foot; return whether any are others."""
        by_panel = [self._updated_pieces(panel.cards, self.scale, chosen) for panel in view.panels]
        foot = self._updated_pieces(view.foot, self.foot_scale, chosen)
        self.cards = {}
        for pieces in [*by_panel, foot]:
            self.cards.update({piece.view.id: piece for piece in pieces})
        most = max((len(panel.cards) for panel in view.panels), default=0)
        are_others = False
        for panel, pieces in zip(view.panels, by_panel, strict=True):
            if self.panels[panel.id].show_panel(panel, pieces, most):
                are_others = True
        if foot != self._foot:
            self._foot = foot
            self._arrange_foot()
            are_others = True
        return are_others

    def _arrange_foot(self) -> None:
        """Lay out the foot: the first piece is the table, whose counters are tiles, if players sit
        at it."""
        take_out_widgets(self.foot_tiles)
        take_out_widgets(self.foot)
        if self.seated and self._foot:
            table, *others = self._foot
            show_parts_in(self.foot_tiles, [table, *table.counters.values()])
            show_parts_in(self.foot_tiles, [*table.facts, *table.marks.values()])
            show_parts_in(self.foot, others)
        else:
            show_parts_in(self.foot, self._foot)
        for piece in self._foot:
            if piece.grid is None:
                piece.hold([])

    def _show_foot_head(self, view: BoardView) -> None:
        """Show above the foot what lies there and what can be placed."""
        has_words = bool(view.foot_title or view.placing or view.more)
        self.foot_title.show_view(view.foot_title)
        self.foot_head.setVisible(has_words and not view.seated)
        if (view.placing, view.more) == self._placing:
            return
        self._placing = (view.placing, view.more)
        clear_layout(self._buttons)
        for place in view.placing:
            place_button = FittedButton(self.theme, partial(self.pressed.emit, place))
            place_button.show_entry(place)
            self._buttons.addWidget(place_button)
        if view.more:
            more_button = button(view.more_title)
            menu = QMenu(more_button)
            for place in view.more:
                add_menu_action(menu, place.label, partial(self.pressed.emit, place))
            more_button.setMenu(menu)
            self._buttons.addWidget(more_button)

    def _updated_pieces(self, cards: Sequence[CardView], scale: Scale, chosen: str) -> list[Piece]:
        """Return the updated pieces of a panel or of the foot."""
        pieces: list[Piece] = []
        for view in cards:
            is_first = view is cards[0]
            piece = self._piece_of_card(view, scale, loose=self.seated and is_first)
            player_is_out = self.seated and cards[0].look == "gone"
            piece.show_card(view, chosen=view.id == chosen, gone=player_is_out)
            pieces.append(piece)
        return pieces

    def _piece_of_card(self, view: CardView, scale: Scale, *, loose: bool) -> Piece:
        """Return the piece of a card: the one on the board, a new one where its parts are others."""
        piece = self.cards.get(view.id)
        if piece is None:
            return Piece(self, view, scale, loose=loose)
        if piece.made_of == parts_of(view) and piece.loose == loose:
            return piece
        focused = piece.focused()
        if focused is not None:
            self._focused = focused
        self._remove(view.id)
        return Piece(self, view, scale, loose=loose)

    def _remove(self, key: str) -> None:
        """Take a piece off the board, and everything out of our layouts before Qt does; panels are
        laid out again afterwards."""
        take_out_widgets(self.foot)
        take_out_widgets(self.foot_tiles)
        for piece in self.cards.values():
            if piece.grid is None:
                take_out_widgets(piece.line)
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
        self.panels = {}
        self._foot = []
        self._view = BoardView(())
        self._active = ""

    # Placing

    def fit_to_room(self) -> None:
        """Make everything as large as there is room for."""
        if not self.panels or self.width() < 10:
            return
        foot_height = self._fit_foot(self._view)
        height = self.height() - foot_height - self.foot_head.sizeHint().height() - 12
        across = self._panels_across()
        width = (self.width() - BETWEEN * (across - 1)) // across
        if self.seated:
            self._across = across
            self._enlarge_panels(width)
        else:
            self._fit_rows(width, self._height_of_row(height, across))
        self._place_panels(across)
        pieces = list(self.cards.values())
        pieces += [panel.head for panel in self.panels.values()]
        for piece in dict.fromkeys(pieces):  # each once: a head can be among the cards
            piece.fit()

    def _panels_across(self) -> int:
        """Return how many panels stand beside each other: as many as have room, spread evenly over
        the lines."""
        least_at_100 = PLAYER_LEAST if self.seated else ROWS_LEAST
        least_width = self.theme.pixels(least_at_100)
        count = len(self._view.panels)
        most = min(self._view.across, count, self.width() // least_width)
        lines = ceil(count / max(1, most))
        return ceil(count / lines)

    def _height_of_row(self, height: int, across: int) -> float:
        """Return the height of each row, where the panels in all lines have this height together."""
        panels = self._view.panels
        line_count = 0
        row_count = 0
        for first in range(0, len(panels), across):
            in_line = panels[first : first + across]
            line_count += 1
            row_count += max(len(panel.cards) for panel in in_line)
        headings = line_count * self.theme.pixels(HEADING + 10)
        return (height - headings) / max(1, row_count)

    def _place_panels(self, across: int) -> None:
        """Lay out the panels in lines, all of the same width and height."""
        for line in range(self.grid.rowCount()):
            self.grid.setRowStretch(line, 0)
        for place in range(self.grid.columnCount()):
            self.grid.setColumnStretch(place, 0)
        for order, panel in enumerate(self.panels.values()):
            line, place = divmod(order, across)
            self.grid.addWidget(panel, line, place)
            self.grid.setColumnStretch(place, 1)
            self.grid.setRowStretch(line, 2)
            panel.show()

    def _enlarge_panels(self, width: int) -> None:
        """Make players' panels as large as all of them fit: with tall tiles if that keeps them at
        100 % or more, on a watched board unless lines make everything much larger."""
        if self.watched:
            size_in_lines = self._enlarge_with_tiles(LINE, SEEN)
            size_with_tiles = self._enlarge_with_tiles(TILE, SEEN)
            if size_with_tiles < size_in_lines * TALL_ENOUGH:
                self._enlarge_with_tiles(LINE, SEEN)
            return
        most = min(HIGHEST, width / self.theme.pixels(PLAYER_WIDE))
        size_with_tiles = self._enlarge_with_tiles(TILE, most)
        if size_with_tiles < 1:
            self._enlarge_with_tiles(LINE, most)

    def _enlarge_with_tiles(self, tile: int, most: float) -> float:
        """Make players' panels with tiles of this height as large as all of them fit, with captions
        beside pictograms if that keeps them at 100 % or more; return the factor, 0 if they don't fit
        at the least."""
        largest = 0.0
        for with_words in (True, False):
            self._lay_out(words=with_words, tile=tile)
            largest = self._largest_fitting(most)
            self.scale.factor = largest if largest > 0 else self.least
            if largest >= 1:
                break
        return largest

    def _largest_fitting(self, most: float) -> float:
        """Return the largest factor up to `most` at which all players' panels fit, 0 if there is
        none."""
        first_step = round(self.least * STEPS)
        last_step = max(first_step, round(most * STEPS))
        steps = range(first_step, last_step + 1)
        fitting_count = bisect_left(steps, True, key=self._is_too_large)
        if fitting_count == 0:
            return 0
        return steps[fitting_count - 1] / STEPS

    def _is_too_large(self, step: int) -> bool:
        """Scale everything by a step; return whether the players' panels don't fit then."""
        self.scale.factor = step / STEPS
        for piece in self.cards.values():
            piece.fit()
        return not self._all_panels_fit()

    def _lay_out(self, *, words: bool, tile: int) -> None:
        """Have players' panels show captions beside pictograms or not, with tiles of a height."""
        self.scale.words = words
        if tile != self.scale.tile:
            self.scale.tile = tile
            for panel in self.panels.values():
                panel.lay_out_player()

    def _all_panels_fit(self) -> bool:
        """Return whether all players' panels fit at the current scale."""
        panels = list(self.panels.values())
        across = self._across
        frame = 2 * self.panels_area.frameWidth()
        width = (self.width() - frame - BETWEEN * (across - 1)) // across
        room = self.height() - self.foot_area.minimumHeight() - 4 - frame + BETWEEN
        for first in range(0, len(panels), across):
            in_line = panels[first : first + across]
            if any(panel.least_width() > width for panel in in_line):
                return False
            room -= max(panel.needed_height(width) for panel in in_line) + BETWEEN
        return room >= 0

    def _fit_rows(self, width: int, height: float) -> None:
        """Scale rows that have a width and a height, and set their columns."""
        pixels = self.theme.pixels
        scale = self.scale
        scale.gear = height >= pixels(TALL + 10)
        design_height = pixels(TALL) if scale.gear else pixels(ROW)
        factor = min(height / design_height, width / pixels(ROWS_WIDE), HIGHEST)
        scale.factor = max(self.least * 0.8, factor)
        least_height = max(LOW, pixels(READ))
        if height < least_height:  # they scroll anyway
            least_height = pixels(LOW)
        rows = [piece for piece in self.cards.values() if piece.grid is not None]
        for row_piece in rows:
            row_piece.setMinimumHeight(round(least_height * self.least))
            row_piece.setMaximumHeight(pixels(TALL * HIGHEST))
        self._set_columns(rows, width)

    def _set_columns(self, rows: list[Piece], width: int) -> None:
        """Set the columns of rows of a width: names get the width they need before counters grow."""
        scale = self.scale
        names = [piece.face.name_width() + scale.pixels(8) for piece in rows]
        counts = [len(piece.counters) - 1 for piece in rows]  # beside the damage
        counter_count = max(counts, default=1)
        damage_width = self._damage_width(rows)
        name_width = max(names, default=0)
        state_width = max(LOW, scale.pixels(STATE))
        room = width - damage_width - self.theme.pixels(ROW_MARGINS)
        room_for_counters = room - 3 * state_width - name_width
        gun_width = self._gun_width(rows)
        missing = self._missing_for_guns(counter_count, gun_width, room_for_counters)
        state_width = max(LOW, state_width - ceil(missing / 3))  # they give way to names of guns
        room_for_counters = room - 3 * state_width - name_width
        counter_widths = self._counter_widths(counter_count, gun_width, room_for_counters)
        name_width = min(name_width, room - 3 * state_width - sum(counter_widths))
        for piece in rows:
            piece.set_columns([name_width, damage_width, *counter_widths], state_width)

    def _gun_width(self, rows: list[Piece]) -> int:
        """Return the width of a gun in a tall row: that of the longest name, or more."""
        width = self.scale.pixels(GUN)
        for piece in rows:
            for counter in piece.counters.values():
                if counter.tile:
                    width = max(width, counter.wanted_width())
        return width

    def _missing_for_guns(self, count: int, gun_width: int, room: int) -> int:
        """Return how much wider the room for so many counters would have to be for guns of this
        width, 0 where rows show no names of guns."""
        gun_count = count - 1
        if not self.scale.gear or gun_count <= 0:
            return 0
        noise_width = self.scale.pixels(NOISE)
        return max(0, noise_width + gun_count * gun_width - room)

    def _damage_width(self, rows: list[Piece]) -> int:
        """Return the width of the damage, the first counter of each row."""
        most = 0
        for piece in rows:
            for token in piece.view.tokens[:1]:
                most = max(most, token.limit or FEWEST_BOXES)
        box_count = max(FEWEST_BOXES, min(most, MOST_BOXES))
        box = LARGE_BOX if self.scale.gear else BOX
        return self.scale.pixels(box) * box_count

    def _counter_widths(self, count: int, gun_width: int, room: int) -> list[int]:
        """Return the widths of the counters after the damage: the noise, and guns of at most this
        width where rows are tall."""
        scale = self.scale
        each = min(room // max(1, count), scale.pixels(COUNTER))
        each = max(LOW, scale.pixels(SMALL), each)
        if not scale.gear or count <= 1:
            return [each] * count
        gun_count = count - 1
        noise_width = min(each, scale.pixels(NOISE))
        gun_width = min((room - noise_width) // gun_count, gun_width)
        gun_width = max(each, gun_width)
        return [noise_width] + [gun_width] * gun_count

    def _fit_foot(self, view: BoardView) -> int:
        """Scale the foot; return its height in pixels."""
        scale = self.foot_scale
        width = self.width() - self.foot_area.verticalScrollBar().sizeHint().width()
        self.crowded = not self.seated and len(view.foot) > FEW
        piece_width = self._foot_piece_width(width)
        scale.factor = self._foot_factor(width, piece_width)
        scale.words = self.seated
        has_tiles = self.seated and len(self._foot) <= FEW
        scale.tile = FOOT_TILE if has_tiles else LINE
        self._size_foot(piece_width)
        is_one_line = self.foot_tiles.heightForWidth(width) <= scale.pixels(FOOT_TILE)
        if not is_one_line:
            scale.tile = LINE
            self._size_foot(piece_width)
        tiles_height = self.foot_tiles.heightForWidth(width)
        pieces_height = self.foot.heightForWidth(width)
        height = tiles_height + pieces_height
        if tiles_height and pieces_height:
            height += 6
        most = max(scale.pixels(LINE), self.height() * FOOT_PERCENT // 100)
        height = min(height, most)
        self.foot_area.setFixedHeight(height)
        return height

    def _foot_piece_width(self, width: int) -> int:
        """Return the width of each piece along a foot of this width, in pixels."""
        most = ACROSS if self.crowded else ACROSS // 2
        across = max(1, min(most, width // self._least_foot_piece()))
        return (width + 4) // across - 4

    def _least_foot_piece(self) -> int:
        """Return the least width of a piece along the foot, in pixels."""
        return self.theme.pixels(CROWDED_PIECE) if self.crowded else self.theme.pixels(FOOT_PIECE)

    def _foot_factor(self, width: int, piece_width: int) -> float:
        """Return the scale of a foot of this width, with pieces of this width."""
        pixels = self.theme.pixels
        if self.seated:
            factor_of_width = width / pixels(FOOT_WIDE)
        else:
            factor_of_width = piece_width / self._least_foot_piece()
        if self.watched and self.seated:
            factor_of_height = min(SEEN, self.height() / pixels(480))
        else:
            factor_of_height = min(1.6, self.height() / pixels(680))
        return max(self.least, min(factor_of_width, factor_of_height))

    def _size_foot(self, piece_width: int) -> None:
        """Scale what lies along the foot; unless players sit there, each is so wide, in pixels."""
        self.foot_title.update_name_and_size()
        for piece in self._foot:
            piece.fit()
            if not self.seated:
                piece.setFixedWidth(piece_width)

    # In sight

    def _to_active(self) -> None:
        """Scroll to the side and the piece whose turn it is."""
        panel = self.panels.get(self._active)
        if panel is not None:
            self.ensure_seen(panel)
        piece = self.cards.get(self._active)
        if piece is not None:
            self.ensure_seen(piece)

    def ensure_seen(self, widget: QWidget) -> None:
        """Scroll to a widget on the board."""
        area = self.foot_area if self.foot_area.isAncestorOf(widget) else self.panels_area
        area.ensureWidgetVisible(widget, 0, BETWEEN)

    # The keyboard

    def move_focus(self, focus: QWidget | None, across: int, down: int) -> None:
        """Move the focus to the nearest control in a direction, or to the first from elsewhere."""
        controls = self._reachable_controls()
        if not controls:
            return
        if not isinstance(focus, Part) or focus not in controls:
            self._focus_control(controls[0])
            return
        here = self._middle_of(focus)
        nearest: Part | None = None
        least_distance = 0
        for control in controls:
            away = self._middle_of(control) - here
            if across:
                ahead = away.x() * across
                aside = abs(away.y())
            else:
                ahead = away.y() * down
                aside = abs(away.x())
            distance = ahead + 3 * aside
            is_nearer = nearest is None or distance < least_distance
            if ahead > 0 and is_nearer:
                nearest = control
                least_distance = distance
        if nearest is not None:
            self._focus_control(nearest)

    def _reachable_controls(self) -> list[Part]:
        """Return the controls on the board that can have the focus."""
        controls: list[Part] = []
        for piece in self.cards.values():
            for part in piece.controls:
                if part.isVisible() and part.isEnabled():
                    controls.append(part)
        return controls

    def _middle_of(self, widget: QWidget) -> QPoint:
        return widget.mapTo(self, widget.rect().center())

    def _focus_control(self, control: QWidget) -> None:
        control.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.ensure_seen(control)

    def keys(self) -> tuple[tuple[str, str, str], ...]:
        """Return each letter with the piece and name of its counter."""
        return self._view.keys

    def focus_counter(self, piece: str, name: str) -> bool:
        """Focus a counter of a piece, the first without a name; return whether there is one."""
        card = self.cards.get(piece)
        if card is None:
            return False
        for (_piece, counter_name), counter in card.counters.items():
            is_meant = name in ("", counter_name)
            if is_meant and counter.isVisible():
                self._focus_control(counter)
                return True
        return False

    def show_picks(self, picks: Mapping[str, str], *, dice: bool) -> None:
        """Show the pieces that are asked for, by what pressing each does; none has a digit while
        digits type `dice`."""
        numbers = dict.fromkeys(picks, 0) if dice else self._digits_of_pieces(list(picks))
        self._digits = {number: piece for piece, number in numbers.items() if number}
        for key, piece in self.cards.items():
            piece.face.show_pick(numbers.get(key), picks.get(key, ""))

    def _digits_of_pieces(self, asked: list[str]) -> dict[str, int]:
        """Return the digit that presses each piece that is asked for, 0 for none. The first nine
        models get one; where none is asked for, zombies and things get the digit of their name."""
        views = [self.cards[piece].view for piece in asked]
        models = [view.id for view in views if view.kind == "figure"]
        numbers = dict.fromkeys(asked, 0)
        if models:
            for number, model in enumerate(models[:DIGITS], start=1):
                numbers[model] = number
            return numbers
        for view in views:
            if view.short.isdigit() and int(view.short) <= DIGITS:
                numbers[view.id] = int(view.short)
        return numbers

    def piece_of_digit(self, n: int) -> str:
        """Return the piece a digit presses, '' if there isn't one."""
        return self._digits.get(n, "")

    def take_focus(self) -> None:
        """Focus the first piece that is asked for."""
        for piece in self.cards.values():
            if piece.face.number is not None:
                self._focus_control(piece.face)
                return
