"""A group's roster with its search, the chosen member, and the stash."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPixmap,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QBoxLayout, QLineEdit, QMenu, QWidget

from lastdays.campaign.workspace import GroupView
from lastdays.language import _, dotted, pgettext, titled
from lastdays.model.counters import (
    HeldCounter,
    held_counters,
    held_traits,
    level_in_words,
    levels_of,
)
from lastdays.model.fields import misses_in_words
from lastdays.model.group import Group, Member
from lastdays.model.profile import learnable_types, next_level_cost, skill_name, trait_as_played
from lastdays.model.switches import Switches
from lastdays.rulebook import keyword_name, skill_type_name
from lastdays.ui.forms.counters import fill_counters, fill_values
from lastdays.ui.models.roster import (
    EXPERIENCE,
    GEAR,
    ITEM_TYPE,
    KEYWORD,
    LEVEL,
    MEMBER_TYPE,
    NAME,
    TRAITS,
    carried_rows,
    headings,
    item_rows,
    roster_model,
    roster_rows,
)
from lastdays.ui.models.rows import CellRole, RowModel, row_after_change
from lastdays.ui.navigation import LifeRoute, OwnRollRoute
from lastdays.ui.pages.group.actions import MemberActions
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.entry_card import show_entries_of_rows_on_hover, show_entry_on_hover
from lastdays.ui.widgets.notes import NotesEdit
from lastdays.ui.widgets.parts import (
    UNBOUNDED,
    Flow,
    Fold,
    MoreButton,
    OneLine,
    Panel,
    Plain,
    add_menu_action,
    button,
    clear_layout,
    column,
    escape_ampersands,
    make_button_menu,
    make_scroll_area,
    row,
    row_menu,
    sentence,
    wrap_layout,
)
from lastdays.ui.widgets.pictures import PictureButton, pixmap_of_height, rounded_pixmap
from lastdays.ui.widgets.table import RowHeights, Table, TableDesign

#: The height of a row with its gap as it is wanted, at 100 %.
ROW = 45
#: Its least and its greatest height.
ROW_LEAST = 35
ROW_MOST = 80
#: The height of a row with words below its figures.
ROW_IN_WORDS = 58
#: The height of the table's head.
HEAD = 26
#: Below this width, at 100 %, gear and skills stand in words below the figures.
IN_WORDS_BELOW = 840
#: From this width on there is a column of Keywords.
KEYWORD_FROM = 960
#: Below this width, at 100 %, the name takes the room of the Experience.
EXPERIENCE_FROM = 440


#: The height at which portraits of the roster are kept, in pixels of the window: a row's at a zoom of
#: 200 %.
IN_ROW = 128


class RosterTable(Table):
    """The members of a group; `explained` carries the explanation of the current or hovered
    cell, `counter_pressed` the key of a counter and where it was pressed."""

    explained = Signal(str)
    counter_pressed = Signal(str, QPoint)

    def __init__(self, services: Services, name: str) -> None:
        super().__init__(
            roster_model(),
            name,
            services.theme,
            TableDesign(
                stretched=TRAITS,
                row_heights=RowHeights(ROW_LEAST, ROW_MOST),
                most_stretched=300,
                focuses_cells=True,
                grows=False,
            ),
        )
        self.entered.connect(self._tell_hint)
        self.selectionModel().currentChanged.connect(self._tell_hint)
        show_entries_of_rows_on_hover(self, services)
        services.theme.call_now_and_on_change(self.show_columns_that_fit)

    def _tell_hint(self, index: QModelIndex) -> None:
        if index.isValid():
            self.explained.emit(index.data(CellRole).hint)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        position = event.position().toPoint()
        index = self.indexAt(position)
        if event.button() != Qt.MouseButton.LeftButton or index.column() != TRAITS:
            return
        chip = self.chip_at(index, position)
        if chip is not None and chip.key:
            self.counter_pressed.emit(chip.key, self.viewport().mapToGlobal(position))

    def show_columns_that_fit(self) -> None:
        """Show as many columns as there is room for."""
        pixels = self.theme.pixels
        width = self.viewport().width()
        self.has_line_below = width < pixels(IN_WORDS_BELOW)
        columns = {NAME, LEVEL, *range(EXPERIENCE + 1, GEAR)}
        if width >= pixels(EXPERIENCE_FROM):
            columns.add(EXPERIENCE)
        if self.has_line_below:
            self.stretched = NAME
            self.row_heights = RowHeights(ROW_IN_WORDS, ROW_IN_WORDS)
        else:
            self.stretched = TRAITS
            self.row_heights = RowHeights(ROW_LEAST, ROW_MOST)
            columns |= {GEAR, TRAITS}
            if width >= pixels(KEYWORD_FROM):
                columns.add(KEYWORD)
        self.rows.headings = headings(short=self.has_line_below)
        self.horizontalHeader().setFixedHeight(pixels(HEAD))
        self.show_columns(columns)
        self.measure_again()

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.pixels(420), self.height_of_rows(3, ROW_LEAST))

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self.show_columns_that_fit()
        super().resizeEvent(event)


class LivesTable(RosterTable):
    """A read-only roster: Space opens a member's life."""

    def __init__(self, services: Services) -> None:
        super().__init__(services, _("Roster"))
        self._services = services
        self._group = ""
        self.row_activated.connect(self._open_life)

    def _open_life(self, member: str) -> None:
        self._services.go(LifeRoute(self._group, member))

    def show_group(self, group: Group, member: str = "") -> None:
        """Show a group, and if a member is chosen also its dead."""
        self._group = group.id
        self.setAccessibleDescription(group.name)
        services = self._services
        rows = roster_rows(group, services.catalogue, services.switches, memorial=bool(member))
        self.show_rows(rows, keep=member)


class _Search(QLineEdit):
    """The search in the roster; `ended` says that Enter, Down or Esc ended it."""

    ended = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.returnPressed.connect(self.ended.emit)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.ended.emit()
        elif event.key() == Qt.Key.Key_Down:
            self.ended.emit()
        else:
            super().keyPressEvent(event)


class RosterPanel(Plain):
    """The roster, with dead and departed members on demand."""

    #: Another member, or none, is the chosen one, or the same has changed.
    chosen = Signal()
    _view: GroupView

    def __init__(self, services: Services, actions: MemberActions) -> None:
        super().__init__()
        self.services = services
        self.deeds = actions
        self.memorial = False
        self._pictures: dict[str, QPixmap] = {}
        self.table = RosterTable(services, _("Roster"))
        self.table.row_activated.connect(actions.edit_wanted)
        self.table.counter_pressed.connect(self._offer_values)
        self.table.explained.connect(self._show_explanation)
        self.table.selectionModel().currentRowChanged.connect(self.chosen)
        self._make_shortcut("Alt+Up", step=-1)
        self._make_shortcut("Alt+Down", step=1)
        self.values = QMenu(self.table)
        self.menu = row_menu(self.table, self._fill_menu)
        self.model = self.table.rows
        self.model.dropped.connect(self._take_dropped)
        #: What explains the figure that has the keyboard; it stands with the chosen member.
        self.why = OneLine("faint")
        self.empty = sentence()
        self.setFocusProxy(self.table)
        self.setLayout(column(self.table, self.empty, spacing=2))
        self.search = _Search()
        self.search.setPlaceholderText(_("Find (Ctrl+F)"))
        self.search.setAccessibleName(_("Find in the roster"))
        self.search.textChanged.connect(self._search_for)
        self.search.ended.connect(self._leave_search)

    def _make_shortcut(self, key: str, *, step: int) -> None:
        """Let a key move the chosen member by a step while the table has the keyboard."""
        QShortcut(
            QKeySequence(key),
            self.table,
            partial(self.move_chosen, step),
            context=Qt.ShortcutContext.WidgetShortcut,
        )

    def _show_explanation(self, explanation: str) -> None:
        self.why.setText(explanation.replace("\n", " · "))

    @property
    def member(self) -> Member | None:
        """The chosen member, None if there is none."""
        key = self.table.current_key()
        group = self._view.group
        return group.member(key) if group.has_member(key) else None

    def member_at(self, point: QPoint) -> str:
        """Return the id of the member in the row at a point of the screen, '' if none is there."""
        viewport = self.table.viewport()
        place = viewport.mapFromGlobal(point)
        if not self.table.isVisible() or not viewport.rect().contains(place):
            return ""
        row = self.table.indexAt(place).row()
        return self.model.key_at(row) if row >= 0 else ""

    def reset_for_group(self) -> None:
        """Reset search, order and memorial for another group."""
        self.memorial = False
        self.search.clear()
        self.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)

    def show_group(self, view: GroupView) -> None:
        """Show a group's members; the chosen one is kept."""
        self._view = view
        self._show_members(self.model.keys)

    def show_memorial(self, memorial: bool) -> None:
        """Show or hide those who died or left."""
        self.memorial = memorial
        self._show_members({})

    def _show_members(self, places_before: Mapping[str, int]) -> None:
        """Show the members; if the chosen one is gone, choose the next of those before."""
        member, column = self._chosen_member_and_column()
        view = self._view
        rows = roster_rows(
            view.group, self.services.catalogue, view.campaign.switches, memorial=self.memorial
        )
        self.model.set_rows(rows)
        self._show_pictures(view)
        if self.model.rowCount():
            stepping = self.services.is_undoing
            place = row_after_change(member, places_before, self.model.keys, stepping=stepping)
            member = self.model.key_at(place)
        self._choose_again(member, column)

    def choose_member(self, member: str) -> None:
        """Choose a member, clearing a search that hides them."""
        if self.model.row_of(member) < 0:
            self.search.clear()
        self.table.choose_row(member)

    def take_search(self) -> None:
        """Focus the search."""
        self.search.show()
        self.search.setFocus()
        self.search.selectAll()

    def _chosen_member_and_column(self) -> tuple[str, int]:
        """Return the chosen member and the column the keyboard is in."""
        column = max(0, self.table.currentIndex().column())
        return self.table.current_key(), column

    def _choose_again(self, member: str, column: int) -> None:
        """Choose a member, or the first if they aren't shown; say why if nobody is."""
        anybody_shown = self.model.rowCount() > 0
        anybody_there = self.model.total > 0
        if anybody_shown:
            place = max(0, self.model.row_of(member))
            with QSignalBlocker(self):  # said once, below
                self.table.setCurrentIndex(self.model.index(place, column))
        self.table.setVisible(anybody_there)
        self.empty.setVisible(not anybody_shown)
        if anybody_there:
            self.empty.setText(_("No member matches all of these words. Esc shows everyone again."))
        else:
            self.empty.setText(
                _("Nobody is in this group yet. Recruit someone, or enter members by hand under ⋮.")
            )
        if not anybody_shown:
            self.why.setText("")
        self._place_search()
        self.chosen.emit()

    def _show_pictures(self, view: GroupView) -> None:
        for member in view.group.members:
            if not member.portrait or member.pictured in self._pictures:
                continue
            face = self.services.groups.face(member)
            self._pictures[member.pictured] = pixmap_of_height(face, IN_ROW)
        self.table.portraits = self._pictures
        self.table.viewport().update()

    # Searching

    def _search_for(self, words: str) -> None:
        member, column = self._chosen_member_and_column()
        self.model.find(words)
        self._choose_again(member, column)

    def _leave_search(self) -> None:
        self._place_search()
        self.table.setFocus()

    def _place_search(self) -> None:
        """Show the search, in a narrow window only while it is used."""
        theme = self.services.theme
        self.search.setFixedWidth(theme.pixels(150))
        in_use = self.search.hasFocus() or bool(self.search.text())
        has_room = not theme.narrow
        anybody_there = self.model.total > 0
        self.search.setVisible((has_room or in_use) and anybody_there and self.isVisible())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_search()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._place_search()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.search.hide()

    # The menu of a member

    def _offer_values(self, key: str, position: QPoint) -> None:
        """Open the menu of the values of a counter of the chosen member."""
        for counter in self._counters_of_chosen():
            if counter.key == key:
                fill_values(self.values, counter, self._set_counter)
                self.values.popup(position)
                return

    def _counters_of_chosen(self) -> tuple[HeldCounter, ...]:
        member = self.member
        if member is None:
            return ()
        return held_counters(member.counters, "member", self.services.catalogue)

    def _set_counter(self, key: str, value: int) -> None:
        self.deeds.act_on_group(
            self.services.groups.set_counter, key, value, self.table.current_key()
        )

    def _fill_tables(self, menu: QMenu) -> None:
        """Offer the players' own tables that a member rolls on, to one who is in play."""
        tables = [table for table in self.services.catalogue.own.tables if table.of == "member"]
        member = self.member
        if not tables or member is None or member.status != "active":
            return
        rolls = menu.addMenu(_("Roll on a table"))
        for table in tables:
            route = OwnRollRoute(table.key, self.deeds.view.group.id, member.id)
            add_menu_action(rolls, escape_ampersands(table.name), self.services.to(route))

    def _fill_menu(self, menu: QMenu) -> None:
        self.deeds.fill_member_menu(menu, self)
        menu.addSeparator()
        if self.services.catalogue.own.counters_of("member"):
            fill_counters(
                menu.addMenu(_("Counters")), self._counters_of_chosen(), self._set_counter
            )
        self._fill_tables(menu)
        self._fill_places(menu.addMenu(pgettext("roster", "Move")))
        self._fill_orders(menu.addMenu(_("Sort by")))

    def _fill_orders(self, menu: QMenu) -> None:
        """Fill a menu with the orders of the roster, and with the keeping of the one shown."""
        column_names = [_("Name"), *headings()[1:]]
        self._add_order(menu, _("The group's own order"), -1)
        for number, name in enumerate(column_names):
            self._add_order(menu, name, number)
        menu.addSeparator()
        is_sorted = self.model.sorted_by >= 0
        shows_all = not self.model.words
        add_menu_action(
            menu,
            _("Save this order as the group's own"),
            self.keep_order,
            enabled=is_sorted and shows_all,
        )

    def _add_order(self, menu: QMenu, name: str, number: int) -> None:
        """Offer to sort by the column of a number, -1 for the group's own order."""
        is_order_now = number == self.model.sorted_by
        add_menu_action(menu, name, partial(self.sort, number), checked=is_order_now)

    def sort(self, column: int) -> None:
        """Sort by a column, or reverse its order; -1 is the group's own order."""
        orders = Qt.SortOrder
        initial_order = self.model.headerData(
            column, Qt.Orientation.Horizontal, Qt.ItemDataRole.InitialSortOrderRole
        )
        falling = initial_order == orders.DescendingOrder
        if column == self.model.sorted_by:
            falling = not self.model.falling
        if falling:
            self.table.sortByColumn(column, orders.DescendingOrder)
        else:
            self.table.sortByColumn(column, orders.AscendingOrder)

    # The group's own order

    def _fill_places(self, menu: QMenu) -> None:
        """Fill a menu with the places the chosen member can move to."""
        place = self.table.currentIndex().row()
        last = len(self._ids_of_roster()) - 1
        can_rise = self.model.can_move(place) and place > 0
        can_sink = self.model.can_move(place) and place < last
        move_to = partial(self._move, self.table.current_key())
        add_menu_action(menu, _("Up\tAlt+↑"), partial(move_to, place - 1), enabled=can_rise)
        add_menu_action(menu, _("Down\tAlt+↓"), partial(move_to, place + 1), enabled=can_sink)
        add_menu_action(menu, _("To the top"), partial(move_to, 0), enabled=can_rise)
        add_menu_action(menu, _("To the bottom"), partial(move_to, last), enabled=can_sink)

    def move_chosen(self, step: int) -> None:
        """Move the chosen member up (-1) or down (1) in the group's own order."""
        if not self.model.ordered:
            self.services.say(
                _("Members can be moved in the group's own order: right-click, Sort by.")
            )
            return
        place = self.table.currentIndex().row()
        is_a_place = 0 <= place + step < len(self._ids_of_roster())
        if self.model.can_move(place) and is_a_place:
            self._move(self.table.current_key(), place + step)

    def _ids_of_roster(self) -> list[str]:
        """Return the ids of the members shown, without those who died or left."""
        return [row.key for row in self.model.rows if not row.stays]

    def _take_dropped(self, what: str, member: str, kind: str) -> None:
        """Give dropped gear to a member, or move a dropped member to their place."""
        if kind == MEMBER_TYPE and what != member:
            self._move(what, self.model.row_of(member))
        elif kind == ITEM_TYPE and member:
            self.deeds.move_to(what, member)

    def _move(self, member: str, place: int) -> None:
        self.deeds.act_on_group(self.services.groups.move, member, place)

    def keep_order(self) -> None:
        """Make the order that is shown the group's own."""
        if self.deeds.act_on_group(self.services.groups.arrange, self._ids_of_roster()):
            self.sort(-1)


#: The height of a line of notes, at 100 %.
FOLDED = 36
#: Their height while they are written.
UNFOLDED = 96


class FoldedNotes(NotesEdit):
    """Notes that are one line high, and higher while they are written."""

    def __init__(self, name: str, actions: MemberActions, theme: Theme) -> None:
        super().__init__(name, actions.write_notes, theme=theme)
        self._theme = theme
        theme.call_now_and_on_change(self.fold_without_focus)

    def fold_without_focus(self) -> None:
        """Set the least height: lower without the focus."""
        bars = Qt.ScrollBarPolicy
        if self.hasFocus():
            self.setMinimumHeight(self._theme.pixels(UNFOLDED))
            self.setVerticalScrollBarPolicy(bars.ScrollBarAsNeeded)
        else:
            self.setMinimumHeight(self._theme.pixels(FOLDED))
            self.setVerticalScrollBarPolicy(bars.ScrollBarAlwaysOff)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.fold_without_focus()

    def focusOutEvent(self, event: object) -> None:
        super().focusOutEvent(event)
        self.fold_without_focus()


#: The rows of the stash.
STASH_ROWS = RowHeights(30, 30)
#: Its rows where they also say what the gear comes to.
STASH_ROWS_WITH_SUMMARY = RowHeights(42, 42)
#: The rows of a member's gear, the least ones where the member carries much.
MEMBER_GEAR_ROWS = RowHeights(24, 40)


class GearTable(Table):
    """Gear to be dragged and dropped, with a menu of actions."""

    def __init__(
        self,
        services: Services,
        actions: MemberActions,
        name: str,
        row_heights: RowHeights,
        nothing: str = "",
    ) -> None:
        rows = RowModel(("",), carries=ITEM_TYPE, takes=(ITEM_TYPE,))
        super().__init__(
            rows,
            name,
            services.theme,
            TableDesign(look="gear", row_heights=row_heights, empty_text=nothing),
        )
        self._actions = actions
        show_entries_of_rows_on_hover(self, services)
        self.menu = row_menu(self, self._fill_menu)

    def _fill_menu(self, menu: QMenu) -> None:
        self._actions.fill_gear(menu, self.current_key())

    def fill_moves(self, menu: QMenu) -> None:
        """Fill a menu with where the chosen gear can go."""
        self._actions.fill_moves(menu, self.current_key())

    def fill_attach(self, menu: QMenu) -> None:
        """Fill a menu with what the chosen gear can be attached to."""
        self._actions.fill_attach(menu, self.current_key())


class StashPanel(Panel):
    """The stash: gear to be dragged, moved to a member, attached, or edited by hand."""

    def __init__(self, services: Services, actions: MemberActions) -> None:
        super().__init__()
        self.catalogue = services.catalogue
        self.deeds = actions
        self.items = GearTable(services, actions, _("Stash"), STASH_ROWS, _("Empty"))
        self.items.setToolTip(_("Drag gear, or select it and choose Move to…"))
        self.items.rows.dropped.connect(self._stash_dropped)
        self.items.selectionModel().currentChanged.connect(self._show_move_button)
        self.move_button = button(
            _("M&ove to…"),
            hint=_("Move the selected gear from the stash"),
            name=_("Move gear from the stash to…"),
        )
        make_button_menu(self.move_button, self.items.fill_moves)
        self.more_button = MoreButton(_("More actions for the stash"))
        menu = self.more_button.menu()
        self.attach_menu = menu.addMenu(_("Attach"))
        self.hand_menu = menu.addMenu(_("By hand"))
        menu.aboutToShow.connect(self._fill_more)
        self.notes = FoldedNotes(_("Notes on the group"), actions, services.theme)
        deeds = Flow(self.move_button, self.more_button, spacing=3, one_line=True)
        layout = column(
            row((OneLine("heading", _("Stash")), 1), deeds, spacing=6),
            (self.items, 3),
            (Fold(services.theme, "group/notes", _("Notes on the group"), self.notes), 1),
            spacing=6,
            margin=(12, 8, 10, 8),
        )
        self.setLayout(layout)

    def show_group(self, view: GroupView) -> None:
        self.items.show_rows(item_rows(view.group.stash, self.catalogue), first=False)
        self.notes.show_text(view.group.notes, view.group.id)
        self._show_move_button()

    def make_roomy(self, roomy: bool) -> None:
        """Set the height of the rows: high rows also summarise the gear."""
        if roomy:
            self.items.set_row_heights(STASH_ROWS_WITH_SUMMARY)
        else:
            self.items.set_row_heights(STASH_ROWS)

    def _show_move_button(self) -> None:
        self.move_button.setVisible(bool(self.items.current_key()))

    def _stash_dropped(self, item: str) -> None:
        self.deeds.move_to(item, "")

    def _fill_more(self) -> None:
        self.items.fill_attach(self.attach_menu)
        self.attach_menu.setEnabled(not self.attach_menu.isEmpty())
        self.deeds.fill_by_hand(self.hand_menu, "", self.items.current_key())


#: A name keeps so much room beside its buttons, which go on in a second line.
NAMED = 64
#: The side of a portrait in the line of the name, at 100 %.
SMALL = 34
#: Its side on the card of a large window.
LARGE = 160


class MemberPanel(Panel):
    """The chosen member; `why`, the line that explains the chosen figure, is at the bottom."""

    def __init__(self, services: Services, actions: MemberActions, why: QWidget) -> None:
        super().__init__()
        self.services = services
        self.catalogue = services.catalogue
        self.deeds = actions
        self._member: Member | None = None
        self._card = False
        self.gear = GearTable(services, actions, _("Gear of the selected member"), MEMBER_GEAR_ROWS)
        self.gear.rows.dropped.connect(self._give_dropped)
        self.gear.selectionModel().currentChanged.connect(self._show_gear_buttons)
        self._make_buttons()
        self._head = self._make_head()
        self.notes = FoldedNotes(_("Notes on this member"), actions, services.theme)
        self.known = self._make_known()
        self._body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._body.setSpacing(12)
        self._body.addWidget(self.gear, 3)
        self._body.addWidget(self.known)
        self._place_known()
        self.setLayout(column(self._head, (self._body, 1), why, spacing=6, margin=(12, 8, 10, 8)))

    def _make_head(self) -> QBoxLayout:
        """Lay out the portrait, the name and the buttons."""
        self.portrait = PictureButton(self._view_portrait)
        self.heading = OneLine("heading")
        self.heading.setMinimumWidth(self.services.theme.pixels(NAMED))
        self.facts = OneLine("small")
        self.facts.hide()
        self.progress = OneLine("small")
        self.progress.hide()
        lines = column(self.heading, self.facts, self.progress, spacing=0)
        portrait_and_lines = row(self.portrait, (lines, 1), spacing=8)
        portrait_and_lines.setAlignment(lines, Qt.AlignmentFlag.AlignVCenter)
        buttons = Flow(
            self.buy_button,
            self.back_button,
            self.move_button,
            self.fit_button,
            self.add_button,
            self.edit_button,
            self.more_button,
            spacing=3,
            one_line=True,
        )
        head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        head.setSpacing(6)
        head.addLayout(portrait_and_lines, 1)
        head.addLayout(buttons)
        return head

    def _make_known(self) -> Fold:
        """Make the fold of skills, injuries and notes."""
        self._known = column(spacing=2)
        self.about = wrap_layout(column(self._known, 1))
        about = make_scroll_area(self.about)
        about.setMinimumHeight(1)  # it gives way to notes that are written
        known = Fold(self.services.theme, "group/known", "", about, self.notes)
        known.toggled.connect(self._place_known)
        return known

    def _make_buttons(self) -> None:
        actions = self.deeds
        kind = "tight"
        self.move_button = button(
            _("&Move to…"),
            kind=kind,
            hint=_("Move the selected gear"),
            name=_("Move the member's gear to…"),
        )
        make_button_menu(self.move_button, self.gear.fill_moves)
        self.fit_button = button(
            _("A&ttach…"),
            kind=kind,
            hint=_("Attach it, take it off, convert a gun"),
            name=_("Attach the member's gear…"),
        )
        make_button_menu(self.fit_button, self.gear.fill_attach)
        self.buy_button = button(_("&Buy…"), kind=kind, hint=_("Buy gear while creating the group"))
        make_button_menu(self.buy_button, actions.fill_sale)
        self.back_button = button(
            _("Give bac&k"),
            self._give_back,
            kind,
            hint=_("Refunds its cost"),
        )
        self.add_button = button(
            _("E&dit gear…"),
            kind=kind,
            hint=_("Add or remove gear by hand"),
            name=_("Edit the member's gear…"),
        )
        make_button_menu(self.add_button, self._fill_by_hand)
        self.edit_button = button(
            _("Ed&it"),
            actions.edit_wanted.emit,
            kind,
            hint=_("Set by hand"),
            name=_("Edit the selected member"),
        )
        self.more_button = MoreButton(_("More actions for this member"))
        self.menu = self.more_button.menu()
        self.menu.aboutToShow.connect(self._fill_more)

    def _place_known(self) -> None:
        """Give the notes and skills their share of the panel; folded, only a line."""
        unfolded = self.known.is_open()
        self._body.setStretchFactor(self.known, 2 if unfolded else 0)
        if unfolded or self._card:
            self._body.setAlignment(self.known, Qt.AlignmentFlag(0))
        else:
            self._body.setAlignment(self.known, Qt.AlignmentFlag.AlignTop)

    def make_card(self, card: bool) -> None:
        """Lay out as a card beside the roster, or as a panel below it."""
        if card == self._card:
            return
        self._card = card
        directions = QBoxLayout.Direction
        direction = directions.TopToBottom if card else directions.LeftToRight
        self._head.setDirection(direction)
        self._body.setDirection(direction)
        self._place_known()
        self.facts.setVisible(card)
        self.progress.setVisible(card)
        self._fit_gear()
        if self._member is not None:
            self._show_head(self._member)

    def _fit_gear(self) -> None:
        """Limit the gear on a card to the height of its rows."""
        if not self._card:
            self.gear.setMaximumHeight(UNBOUNDED)
            return
        rows = max(1, self.gear.rows.rowCount())
        self.gear.setMaximumHeight(self.services.theme.pixels(MEMBER_GEAR_ROWS.most * rows + 8))

    def show_member(self, view: GroupView, member: Member | None) -> None:
        """Show a member of a group, or that none is chosen."""
        self._member = member
        self.setEnabled(member is not None)
        if member is None:
            self._show_nobody()
            return
        self.gear.show_rows(carried_rows(member, self.catalogue), first=False)
        self._fit_gear()
        self._show_head(member)
        self._show_known(member, view.campaign.switches)
        self.known.say(_("Skills and a note") if member.notes else _("Skills and notes"))
        self.notes.show_text(member.notes, f"{view.group.id}/{member.id}")
        founding = view.group.founding
        self.buy_button.setVisible(founding)
        self.add_button.setVisible(not founding and member.status != "captured")
        self._show_gear_buttons()

    def _show_nobody(self) -> None:
        self.gear.rows.set_rows([])
        self.heading.setText(_("Nobody"))
        self.facts.setText("")
        self.progress.setText("")
        clear_layout(self._known)
        self.notes.show_text("")
        self.portrait.hide()

    def _show_head(self, member: Member) -> None:
        kind = self.catalogue.character(member.type).name
        keyword = keyword_name(member.keyword)
        self.heading.setText(member.name)
        self.facts.setText(dotted(kind, keyword, misses_in_words(member)))
        level = _("Level {level}", level=member.level)
        self.progress.setText(f"{level} · {self._experience_in_words(member)}")
        self.portrait.setVisible(bool(member.portrait))
        if member.portrait:
            side = self.services.theme.pixels(LARGE if self._card else SMALL)
            picture = pixmap_of_height(self.services.groups.face(member), side * 2)
            self.portrait.show_picture(rounded_pixmap(picture, side), member.name)

    def _experience_in_words(self, member: Member) -> str:
        """Return a member's Experience, with what the next Level costs if there is one."""
        cost = next_level_cost(member, self.catalogue)
        if cost is None:
            return _("Experience {xp}", xp=member.experience)
        return _("Experience {xp} of {cost}", xp=member.experience, cost=cost)

    def _show_known(self, member: Member, switches: Switches) -> None:
        """Show injuries and skills, each with its entry in the rulebook."""
        clear_layout(self._known)
        catalogue = self.catalogue
        for injury in member.injuries:
            injury_entry = catalogue.injuries[injury.key]
            self._add_sentence(titled(injury_entry.name, injury_entry.summary), injury_entry.name)
        for level in levels_of(member, catalogue):
            effect = level_in_words(level)
            if effect:
                self._add_sentence(titled(level.name, effect), "")
        for skill in member.skills:
            name = skill_name(skill.key, skill.value, skill.detail, catalogue)
            effect = trait_as_played(skill.key, catalogue, switches)
            self._add_sentence(titled(name, effect), skill_name(skill.key, None, "", catalogue))
        for trait in held_traits(member, catalogue):
            self._add_sentence(trait.in_words, "")
        types = learnable_types(member, catalogue, switches)
        names = ", ".join(skill_type_name(skill_type) for skill_type in types)
        if not names:
            names = pgettext("skill types", "none")
        self._add_sentence(_("May learn: {types}", types=names), "")

    def _add_sentence(self, text: str, entry: str) -> None:
        line = sentence(text, "text")
        show_entry_on_hover(line, entry, self.services)
        self._known.addWidget(line)

    # Gear

    def _show_gear_buttons(self) -> None:
        """Show the buttons that apply to the chosen gear."""
        item = self.gear.current_key()
        movable = self.deeds.can_move(item)
        self.move_button.setVisible(movable)
        self.back_button.setVisible(movable and self.deeds.view.group.founding)
        self.fit_button.setVisible(bool(self.deeds.fittings(item)))

    def _give_back(self) -> None:
        self.deeds.act_on_group(self.services.gear.give_back, self.gear.current_key())

    # What concerns the member

    def _view_portrait(self) -> None:
        self.deeds.view_portrait(self)

    def _fill_more(self) -> None:
        self.deeds.fill_member_menu(self.menu, self)

    def _fill_by_hand(self, menu: QMenu) -> None:
        if self._member is not None:
            self.deeds.fill_by_hand(menu, self._member.id, self.gear.current_key())

    def _give_dropped(self, item_id: str) -> None:
        if self._member is not None:
            self.deeds.move_to(item_id, self._member.id)
