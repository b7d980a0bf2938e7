"""The inner pages of a group: its history and its Refuge; the Refuge's panel and its slots."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QFontMetrics, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from lastdays.campaign.documents.differences import compare
from lastdays.campaign.versions import History, history_of, restore_earlier
from lastdays.campaign.workspace import GroupView
from lastdays.language import _, ngettext, number, pgettext, titled
from lastdays.model.fields import items_in_words
from lastdays.model.group import BuiltPerk, Group
from lastdays.model.recruiting import (
    RefugeMove,
    empty_spaces,
    perk_help,
    places_in_refuge,
    refuge_moves,
    size_in_words,
)
from lastdays.rulebook import Catalogue, keyword_name, pictograms
from lastdays.rulebook.entries import Perk
from lastdays.store import HistoryEntry
from lastdays.ui.models.roster import roster_rows
from lastdays.ui.models.rows import (
    Cell,
    CellRole,
    Index,
    LazyRows,
    Row,
    RowModel,
    local_time,
    plain_hint,
)
from lastdays.ui.navigation import AftermathRoute, RulebookRoute, SequenceRoute
from lastdays.ui.pages.group.members_panel import ROW_IN_WORDS, ROW_MOST, RosterTable
from lastdays.ui.pages.refuge_rows import loss_rows
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme, set_style_properties
from lastdays.ui.widgets.cells import cell_font, draw_lines
from lastdays.ui.widgets.chances import BookTable, chance_table, show_book
from lastdays.ui.widgets.entry_card import show_entries_of_rows_on_hover, show_entry_on_hover
from lastdays.ui.widgets.parts import (
    Flow,
    OneLine,
    Panel,
    Pictogram,
    Plain,
    RowOrColumn,
    add_menu_action,
    button,
    clear_layout,
    clear_menu,
    column,
    enable_or_explain,
    escape_ampersands,
    label,
    make_scroll_area,
    panel,
    row,
    row_menu,
    sentence,
    show_text,
    wrap_layout,
)
from lastdays.ui.widgets.room import WholeRows
from lastdays.ui.widgets.table import TWO_LINES, Table, TableDesign, begin_in_first

#: The least width of a tile, in pixels at 100 %.
LEAST = 48
#: Its least and its greatest height.
FLAT = 46
HIGH = 140
#: The gap after it.
BETWEEN = 6
#: The width and height from which it says what its Perk does.
LARGE = 118
ROOMY = 78
#: The inner height from which a small tile has the larger words and pictogram.
TALLER = 53


def slot_rows(group: Group, catalogue: Catalogue) -> list[Row]:
    """Return the slots of a group's Refuge: built-in Perks, built ones, whose ids are the keys, and
    all Empty Spaces as one."""
    rows = []
    for key in catalogue.refuges[group.refuge.key].built_in:
        perk = catalogue.perks[key]
        hover = _("{perk} (built in): {summary}", perk=perk.badged(perk.name), summary=perk.summary)
        spoken = _("{perk} (built in)", perk=perk.name)
        rows.append(Row("", (_cell_of_perk(perk, hover, spoken, "text"),)))
    for built in group.refuge.built:
        perk = catalogue.perks[built.key]
        hover = titled(perk.badged(perk.name), perk.summary)
        # Only Perks that were built have a filled tile.
        cell = _cell_of_perk(perk, hover, perk.name, "accent_text", ground="raised")
        rows.append(Row(built.id, (cell,)))
    spaces = empty_spaces(group, catalogue)
    if spaces > 0:
        name = ngettext("{n} Empty Space", "{n} Empty Spaces", spaces)
        hint = _("Click to build a Perk")
        cell = Cell(name, "label", hint, "faint_text", hint=hint, spoken=name)
        rows.append(Row("", (cell,)))
    return rows


def _cell_of_perk(perk: Perk, hover: str, spoken: str, token: str, ground: str = "") -> Cell:
    return Cell(
        perk.name,
        "label",
        perk.summary,
        drawing=perk.drawing,
        drawing_token=token,
        hint=hover,
        spoken=spoken,
        entry=perk.name,
        ground=ground,
    )


class _Tile(QStyledItemDelegate):
    """Draws a slot: a tile for a Perk, a dashed one for an Empty Space."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = option.widget
        assert isinstance(view, QListView)
        return view.gridSize()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        cell = index.data(CellRole)
        pixels = self.theme.pixels
        area = option.rect.adjusted(0, 0, -pixels(BETWEEN), -pixels(BETWEEN))
        painter.save()
        self._draw_frame(painter, area, option, cell)
        is_large = area.width() >= pixels(LARGE) and area.height() >= pixels(ROOMY)
        if is_large:
            self._draw_large(
                painter, area.adjusted(pixels(8), pixels(8), -pixels(8), -pixels(6)), cell
            )
        else:
            self._draw_small(painter, area.adjusted(2, pixels(3), -2, -2), cell)
        painter.restore()

    def _draw_frame(
        self, painter: QPainter, area: QRect, option: QStyleOptionViewItem, cell: Cell
    ) -> None:
        """Draw the tile's ground and its edge: thicker with the keyboard, dashed for a space."""
        theme = self.theme
        has_focus = bool(option.state & QStyle.StateFlag.State_HasFocus)
        is_hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if has_focus:
            pen = QPen(theme.colour("accent"), 2)
        elif is_hovered:
            pen = QPen(theme.colour("edge"), 1)
        else:
            pen = QPen(theme.colour("line"), 1)
        if not cell.drawing:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen)
        if cell.ground:
            painter.setBrush(theme.colour(cell.ground))
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
        radius = theme.pixels(6)
        painter.drawRoundedRect(QRectF(area).adjusted(1, 1, -1, -1), radius, radius)

    def _draw_large(self, painter: QPainter, inside: QRect, cell: Cell) -> None:
        """Draw a tile with the description of its Perk."""
        theme = self.theme
        pixels = theme.pixels
        name_area = QRect(inside.left(), inside.top(), inside.width(), pixels(26))
        font = cell_font(theme, "words")
        if cell.drawing:
            font = cell_font(theme, "strong")
            drawing = theme.pixmap(cell.drawing, cell.drawing_token, 26)
            painter.drawPixmap(name_area.topLeft(), drawing)
            name_area.setLeft(name_area.left() + pixels(32))
        self._set_pen(painter, font, cell.token)
        lines = QFontMetrics(font).boundingRect(name_area, Qt.TextFlag.TextWordWrap, cell.text)
        lines_in_sight = min(lines.height(), inside.height())
        name_area.setHeight(max(name_area.height(), lines_in_sight))
        self._draw_words(painter, name_area, cell.text, Qt.AlignmentFlag.AlignVCenter)
        summary_area = inside.adjusted(0, name_area.height() + pixels(4), 0, 0)
        self._set_pen(painter, cell_font(theme, "small"), "faint_text")
        self._draw_words(painter, summary_area, cell.beneath, Qt.AlignmentFlag.AlignTop)

    def _draw_small(self, painter: QPainter, inside: QRect, cell: Cell) -> None:
        """Draw a tile with its name below its pictogram."""
        theme = self.theme
        if inside.height() >= theme.pixels(TALLER):
            drawing_size = 24
            letter_size = 12
        else:
            drawing_size = 20
            letter_size = 11
        name_area = inside
        if cell.drawing:
            side = theme.pixels(drawing_size)
            x = inside.left() + (inside.width() - side) // 2
            drawing = theme.pixmap(cell.drawing, cell.drawing_token, drawing_size)
            painter.drawPixmap(x, inside.top(), drawing)
            name_area = inside.adjusted(0, side, 0, 0)
        font = cell_font(theme, "small")
        font.setPixelSize(theme.pixels(letter_size))
        self._set_pen(painter, font, cell.token)
        self._draw_words(painter, name_area, cell.text, Qt.AlignmentFlag.AlignCenter)

    def _set_pen(self, painter: QPainter, font: QFont, token: str) -> None:
        painter.setFont(font)
        painter.setPen(self.theme.colour(token))

    def _draw_words(
        self, painter: QPainter, area: QRect, text: str, side: Qt.AlignmentFlag
    ) -> None:
        """Draw as many words as fit."""
        draw_lines(painter, area, text, int(side | Qt.TextFlag.TextWordWrap))


class SlotsView(QListView):
    """A grid of tiles; `pressed_slot` is emitted when the current one is pressed."""

    pressed_slot = Signal()

    def __init__(self, model: RowModel, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.setProperty("kind", "gear")
        self.setModel(model)
        self.setItemDelegate(_Tile(theme))
        self.setAccessibleName(_("Refuge"))
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setDragEnabled(False)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self.pressed_slot)
        model.modelReset.connect(self._choose_tile_size)
        theme.changed.connect(self._choose_tile_size)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.pixels(LEAST * 3), self.theme.pixels(FLAT + LEAST // 2))

    def _choose_tile_size(self) -> None:
        """Choose the largest tiles with which all slots are in sight."""
        room = self.contentsRect().adjusted(0, 0, -2, 0).size()
        size = self._best_size(room)
        columns = max(1, room.width() // size.width())
        fits = size.height() * self._rows_of(columns) <= room.height()
        bars = Qt.ScrollBarPolicy
        if fits:
            self.setVerticalScrollBarPolicy(bars.ScrollBarAlwaysOff)
        else:
            self.setVerticalScrollBarPolicy(bars.ScrollBarAlwaysOn)
        self.setGridSize(size)

    def _rows_of(self, columns: int) -> int:
        """Return how many rows all tiles take in so many columns."""
        count = max(1, self.model().rowCount())
        return math.ceil(count / columns)

    def _best_size(self, room: QSize) -> QSize:
        """Return the size of tiles that use a room best; of equal ones that with the fewest rows.
        Where not all tiles fit, the least one beside a scroll bar."""
        pixels = self.theme.pixels
        least_height = pixels(FLAT + BETWEEN)
        most_columns = max(1, room.width() // pixels(LEAST + BETWEEN))
        best_size = None
        best_use = 0
        fewest_rows_first = sorted(range(1, most_columns + 1), key=self._rows_of)
        for columns in fewest_rows_first:
            width = room.width() // columns
            height = min(pixels(HIGH + BETWEEN), room.height() // self._rows_of(columns))
            use = min(width, pixels(LARGE + 40)) * height
            if height >= least_height and (best_size is None or use > best_use):
                best_size = QSize(width, height)
                best_use = use
        if best_size is None:
            return QSize((room.width() - pixels(14)) // most_columns, least_height)
        return best_size

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._choose_tile_size()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        begin_in_first(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.pressed_slot.emit()
        else:
            super().keyPressEvent(event)


def history_rows(services: Services, history: History) -> LazyRows:
    """Return a row for each change, read a page at a time: what it did, and when. Rows that can't
    be read stay blank, and an error says why."""
    keys = [str(revision) for revision in history.revisions]

    def read(places: range) -> list[Row]:
        entries = services.ask(history.entries, places.start, places.stop)
        if entries is None:
            return [Row(keys[place], ("", "")) for place in places]
        return [_change_row(entry) for entry in entries]

    return LazyRows(keys, read, page=64)


def _change_row(entry: HistoryEntry) -> Row:
    token = "text" if entry.current else "faint_text"
    mark = "▸ " if entry.head else "\u2002 "  # an en space is as wide as the mark
    name = mark + entry.change.in_words()
    if not entry.current:
        name += _(" (undone)")
    cells = (
        Cell(name, "plain", token=token),
        Cell(local_time(entry.at), "plain", token=token),
    )
    return Row(str(entry.revision), cells)


#: The list of changes is at least so high, at 100 %.
ENTRIES = 130
#: The group as it was is at least so high: four members.
ROSTER = 262


class HistoryPanel(QWidget):
    """A list of changes; the chosen one shows the group as it was, read-only."""

    def __init__(self, services: Services, back: Callable[[], object]) -> None:
        super().__init__()
        self.services = services
        self._group = ""
        self._head = ""
        self._history: History | None = None
        self.entries = Table(
            (_("Change"), _("When")),
            _("History"),
            services.theme,
            TableDesign(look="lines", least_rows=5, wraps=True),
            row_chosen=self._show,
        )
        earlier_group = self._make_earlier_group()
        self.restore_button = button(
            _("&Restore this state"),
            self._restore_chosen,
            "first",
            _("Takes the group back to how it was then. Undo restores how it is now."),
        )
        self.close_button = button(_("&Back to the group"), back)
        services.theme.call_now_and_on_change(self._set_least_heights)
        self.setLayout(
            column(
                label(_("History: undone changes stay listed, in grey"), "faint"),
                RowOrColumn(services.theme, (self.entries, 2), (earlier_group, 3)),
                row(1, self.close_button, self.restore_button),
            )
        )

    def _make_earlier_group(self) -> QWidget:
        """Make the panel of the group as it was, with what the change did and what came since."""
        self.title = sentence("", "heading")
        self.summary = sentence()
        self.roster = RosterTable(self.services, _("The group as it was"))
        self._whole = WholeRows(self.roster)
        self.roster.rows.modelReset.connect(self._fit_roster)
        self.why = sentence()
        self.roster.explained.connect(self.why.setText)
        self.rest = sentence("", "")
        self.difference = sentence()
        return panel(
            self.title,
            self.summary,
            (self._whole, 1),
            self.why,
            make_scroll_area(wrap_layout(column(self.difference, self.rest, 1))),
        )

    def _set_least_heights(self) -> None:
        """Set the least heights of the list and the group: a narrow page is scrolled."""
        pixels = self.services.theme.pixels
        self.entries.setMinimumHeight(pixels(ENTRIES))
        self._whole.setMinimumHeight(pixels(ROSTER))
        self._fit_roster()

    def _fit_roster(self) -> None:
        """Let the roster be no higher than its rows."""
        row_height = ROW_IN_WORDS if self.roster.has_line_below else ROW_MOST
        row_count = max(1, self.roster.rows.rowCount())
        height = self.roster.height_of_rows(row_count, row_height)
        least_height = self.services.theme.pixels(ROSTER)
        self._whole.setMaximumHeight(max(height, least_height))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_roster()

    def show_group(self, view: GroupView) -> None:
        """List a group's changes, latest first."""
        self._group = view.group.id
        self._history = self.services.ask(history_of, self.services.workspace, self._group)
        if self._history is None:
            self._head = ""
            self.entries.show_rows((), first=False)
        else:
            self._head = str(self._history.outline.head or "")
            rows = history_rows(self.services, self._history)
            self.entries.show_rows(rows, first=False)
        if not self.entries.current_key():
            self.entries.choose_row(self._head)
        self._enable_buttons()

    def _enable_buttons(self) -> None:
        revision = self.entries.current_key()
        can_restore = revision not in ("", self._head)
        why_not = _("The group is already like this") if revision else _("Select a change first")
        enable_or_explain(self.restore_button, can_restore, why_not)
        kind = "" if can_restore else "first"
        set_style_properties(self.close_button, kind=kind)

    def _restore_chosen(self) -> None:
        """Make the group what it was after the chosen change."""
        revision = int(self.entries.current_key())
        self.entries.clearSelection()
        self.entries.setCurrentIndex(QModelIndex())
        self.services.do(
            partial(restore_earlier, self.services.workspace, self._group, revision),
            _("The group is as it was then. Undo restores the later changes."),
        )

    def _show(self, revision: str) -> None:
        """Show the group as it was after a change."""
        self._enable_buttons()
        workspace = self.services.workspace
        catalogue = self.services.catalogue
        then = self.services.ask(workspace.group_at, int(revision))
        now = self.services.ask(workspace.group, self._group)
        if then is None or now is None:
            return
        self.title.setText(then.name)
        self.summary.setText(_summary_of_earlier(then, catalogue))
        rows = roster_rows(then, catalogue, now.campaign.switches, memorial=True)
        self.roster.show_rows(rows, first=False)
        self.rest.setText(_gear_and_perks(then, catalogue))
        paragraphs = []
        group_before = self._group_before(int(revision))
        if group_before is not None:
            changes = _differences_in_words(group_before, then, catalogue)
            if changes:
                paragraphs.append(_("This change:\n{lines}", lines="\n".join(changes)))
        changes_since = _differences_in_words(then, now.group, catalogue)
        if changes_since:
            paragraphs.append(_("Since then:\n{lines}", lines="\n".join(changes_since)))
        self.difference.setText("\n".join(paragraphs))

    def _group_before(self, revision: int) -> Group | None:
        """Return the group as it was before a change, None before its first."""
        if self._history is None:
            return None
        parent = self._history.outline.parents.get(revision)
        if parent is None:
            return None
        return self.services.ask(self.services.workspace.group_at, parent)


def _summary_of_earlier(group: Group, catalogue: Catalogue) -> str:
    """Say in a line what an earlier group was like."""
    keyword = _("no Leader")
    if group.leading is not None:
        keyword = keyword_name(group.leading.keyword)
    return _(
        "{keyword} · {refuge} · {points} SP · {size} · read-only",
        keyword=keyword,
        refuge=catalogue.refuges[group.refuge.key].name,
        points=number(group.points),
        size=size_in_words(group, catalogue),
    )


def _gear_and_perks(group: Group, catalogue: Catalogue) -> str:
    """List what lay in a group's stash, and which Perks it had built."""
    stash = items_in_words(group.stash, catalogue) or _("empty")
    perks = ", ".join(catalogue.perks[built.key].name for built in group.refuge.built)
    if not perks:
        perks = pgettext("Perks", "none")
    return _("Stash: {stash}\nBuilt Perks: {perks}", stash=stash, perks=perks)


def _differences_in_words(earlier: Group, later: Group, catalogue: Catalogue) -> list[str]:
    """Return the differences between two states of a group, a line each."""
    lines = []
    for difference in compare(earlier, later, catalogue):
        value_before = difference.before or "—"
        value_after = difference.after or "—"
        title = f"{difference.whose}, {difference.what}"
        lines.append(titled(title, f"{value_before} → {value_after}"))
    return lines


#: As high as a button, in pixels at 100 %.
HEAD = 36


class RefugePanel(Panel):
    """A slot for each Perk and each Empty Space; `outlook` opens the Refuge in full."""

    _view: GroupView

    def __init__(self, services: Services, outlook: Callable[[], object]) -> None:
        super().__init__()
        self.services = services
        self.catalogue = services.catalogue
        self.model = RowModel(("",))
        self.perks = SlotsView(self.model, services.theme)
        show_entries_of_rows_on_hover(self.perks, services)
        self.menu = row_menu(self.perks, self._fill_menu)
        self.perks.pressed_slot.connect(self._open_menu_of_slot)
        self.title = OneLine("heading")
        self.next_encounter = sentence("", "well")
        self.outlook_button = button(
            _("If it's lost…"),
            outlook,
            "quiet",
            _(
                "How many members it holds, what is lost with this Refuge, and where the group "
                "could go"
            ),
        )
        self._head = wrap_layout(row((self.title, 1), self.outlook_button))
        services.theme.call_now_and_on_change(self._fit_head)
        self.setLayout(
            column(self._head, self.perks, self.next_encounter, spacing=1, margin=(12, 8, 10, 8))
        )

    def _fit_head(self) -> None:
        self._head.setMinimumHeight(self.services.theme.pixels(HEAD))

    def show_group(self, view: GroupView) -> None:
        self._view = view
        on_the_road = view.group.on_the_road
        refuge = self.catalogue.refuges[view.group.refuge.key].name
        self.title.setText(refuge)
        explained_entry = "" if on_the_road else refuge
        show_entry_on_hover(self.title, explained_entry, self.services)
        self.outlook_button.setVisible(not on_the_road)
        rows = slot_rows(view.group, self.catalogue)
        if rows != self.model.rows:
            self.model.set_rows(rows)
        show_text(self.next_encounter, "\n".join(self._help_from_worked_perks(view)))
        self.setVisible(bool(rows) or not on_the_road)

    def _help_from_worked_perks(self, view: GroupView) -> list[str]:
        """Say what Perks that were worked give for the next Encounter."""
        worked = perk_help(view.group, self.catalogue)
        sentences = []
        if worked.ammo_rerolls:
            sentences.append(
                ngettext(
                    "Next Encounter: {n} failed Ammo Roll may be re-rolled",
                    "Next Encounter: {n} failed Ammo Rolls may be re-rolled",
                    worked.ammo_rerolls,
                )
            )
        if worked.encounter_shift:
            sentences.append(
                ngettext(
                    "Next Encounter roll: may be shifted by one",
                    "Next Encounter roll: may be shifted by up to {n}",
                    worked.encounter_shift,
                )
            )
        return sentences

    # What is done with a slot

    def _open_menu_of_slot(self) -> None:
        at = self.perks.visualRect(self.perks.currentIndex()).bottomLeft()
        self.perks.customContextMenuRequested.emit(at)

    def _fill_menu(self, menu: QMenu) -> None:
        """Fill the menu of the current slot."""
        clear_menu(menu)
        index = self.perks.currentIndex()
        if not index.isValid():
            return
        perk = index.data(CellRole).entry
        if not perk:
            self._fill_space_menu(menu)
            return
        look_up = partial(self.services.go, RulebookRoute(perk))
        add_menu_action(menu, _("Look it up in the rulebook"), look_up)
        key = self.model.key_at(index.row())
        if key:
            perks = self._view.group.refuge.built
            others = tuple(built for built in perks if built.id != key)
            remove = partial(self._set_built_perks, others)
            add_menu_action(menu, _("Remove {perk} by hand", perk=escape_ampersands(perk)), remove)

    def _fill_space_menu(self, menu: QMenu) -> None:
        """Fill the menu of the Empty Spaces: how a Perk is built."""
        sequence = self._view.next.sequence
        route = SequenceRoute(sequence) if sequence else AftermathRoute()
        add_menu_action(menu, _("Build as a Job after a game"), partial(self.services.go, route))
        by_hand = menu.addMenu(_("Build by hand"))
        for perk in self.catalogue.perks.values():
            perks = (*self._view.group.refuge.built, BuiltPerk("", perk.key))
            action = add_menu_action(
                by_hand, escape_ampersands(perk.name), partial(self._set_built_perks, perks)
            )
            action.setToolTip(plain_hint(perk.summary))

    def _set_built_perks(self, built: tuple[BuiltPerk, ...]) -> None:
        group = self._view.group
        wanted = replace(group, refuge=replace(group.refuge, built=built))
        self.services.do(partial(self.services.groups.set_by_hand, wanted))


#: The side of a bed at 100 %.
BED = 30
#: The gap after it.
GAP = 4


class RefugeOutlook(Plain):
    """The Refuge in full: its beds, what is lost with it, and where the group could move."""

    def __init__(self, services: Services, back: Callable[[], object]) -> None:
        super().__init__()
        self.services = services
        theme = services.theme
        self.catalogue = services.catalogue
        self.title = label("", "question")
        self.facts = label("", "faint")
        self.back_button = button(_("&Back to the group"), back)
        self._beds = Flow(spacing=GAP)
        #: A bed for each member the Refuge holds: taken, empty, and those that are missing in red.
        self.beds = wrap_layout(column(1, self._beds, 1))
        self.fallen = chance_table(theme)
        self.left = chance_table(theme)
        self.others = Table(
            (_("Refuge"), _("Group Size"), _("Left behind"), _("Empty Spaces"), _("Built in")),
            _("Other Refuges"),
            theme,
            TableDesign(stretched=4, row_heights=TWO_LINES),
        )
        show_entries_of_rows_on_hover(self.others, services)
        head = RowOrColumn(
            theme,
            (self.title, 0),
            (self.beds, 1),
            (self.facts, 0),
            (self.back_button, 0),
            spacing=14,
        )
        theme.changed.connect(self._fit_tables)
        losses = RowOrColumn(
            theme,
            (self._panel_of_loss(_("If it is overrun"), self.fallen), 1),
            (self._panel_of_loss(_("If you leave it"), self.left), 1),
        )
        where = label(_("Where the group could go"), "heading")
        self.setLayout(column(head, losses, where, (self.others, 1), spacing=8))

    def _panel_of_loss(self, title: str, table: Table) -> QWidget:
        return panel(row(label(title, "heading"), label(_("p.\u00a096"), "faint"), 1), table, 1)

    def show_group(self, view: GroupView) -> None:
        group = view.group
        catalogue = self.catalogue
        self.title.setText(catalogue.refuges[group.refuge.key].name)
        self._show_facts(group)
        overrun_rows = loss_rows(group, catalogue, overrun=True)
        overrun_table = BookTable(_("If it is overrun"), overrun_rows, 96, two_lines=True)
        show_book(self.fallen, overrun_table, {})
        leaving_rows = loss_rows(group, catalogue, overrun=False)
        leaving_table = BookTable(_("If you leave it"), leaving_rows, 96, two_lines=True)
        show_book(self.left, leaving_table, {})
        self._fit_tables()
        moves = refuge_moves(group, catalogue)
        self.others.rows.set_rows([_move_row(move, group, catalogue) for move in moves])

    def _show_facts(self, group: Group) -> None:
        """Show how many members the Refuge holds, its beds, and its Empty Spaces."""
        beds = places_in_refuge(group, self.catalogue)
        spaces = max(0, empty_spaces(group, self.catalogue))
        free = ngettext("{n} Empty Space left", "{n} Empty Spaces left", spaces)
        taken = _("{n} of {beds} members", n=len(group.roster), beds=beds)
        self.facts.setText(_("{taken} · {free}", taken=taken, free=free))
        self._show_beds(len(group.roster), beds)
        self.beds.setAccessibleName(taken)
        names = ", ".join(member.name for member in group.roster)
        self.beds.setToolTip(plain_hint(f"{taken}\n{names}"))

    def _show_beds(self, members: int, beds: int) -> None:
        """Draw a bed for each member and for each free place; those that are missing in red."""
        clear_layout(self._beds)
        for place in range(max(members, beds)):
            if place >= members:
                token = "line"
            elif place >= beds:
                token = "harm_text"
            else:
                token = "accent_text"
            bed = Pictogram(self.services.theme, pictograms.token("bed"), "", token, BED)
            self._beds.addWidget(bed)

    def _fit_tables(self) -> None:
        """Give both tables the height of all their rows."""
        for table in (self.fallen, self.left):
            table.setFixedHeight(table.height_of_all_rows())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_tables()


def _staying_cell(move: RefugeMove) -> Cell:
    """Return a cell with how many members a Refuge would not hold."""
    if not move.staying:
        return Cell("0", "figure", hint=_("Everybody fits"))
    hint = ngettext(
        "{n} member dies if the group flees here, or leaves if it moves by choice",
        "{n} members die if the group flees here, or leave if it moves by choice",
        move.staying,
    )
    return Cell(str(move.staying), "figure", token="harm_text", hint=hint)


def _move_row(move: RefugeMove, group: Group, catalogue: Catalogue) -> Row:
    refuge = catalogue.refuges[move.refuge]
    members = min(len(group.active), move.beds)
    perks = ", ".join(catalogue.perks[key].name for key in move.built_in)
    cells = (
        Cell(refuge.name, "title", drawing=refuge.drawing),
        Cell(_("{n}/{most}", n=members, most=move.beds), "figure"),
        _staying_cell(move),
        Cell(str(move.spaces), "figure"),
        Cell(perks, "words"),
    )
    return Row(move.refuge, cells, entry=refuge.name)
