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
from lastdays.ui.models.rows import CellRole, RowModel, row_again
from lastdays.ui.navigation import LifeRoute, OwnRollRoute
from lastdays.ui.pages.group.actions import MemberActions
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.entry_card import explain, explain_rows
from lastdays.ui.widgets.notes import NotesEdit
from lastdays.ui.widgets.parts import (
    UNBOUNDED,
    Flow,
    Fold,
    MoreButton,
    OneLine,
    Panel,
    Plain,
    button,
    clear,
    column,
    entry,
    holder,
    opened,
    row,
    row_menu,
    scrolling,
    sentence,
    typed,
)
from lastdays.ui.widgets.pictures import PictureButton, pixmap, rounded
from lastdays.ui.widgets.table import Table

#: Heights at 100 %: a row with its gap as it is wanted, at least and at most; a row with words below
#: its figures; the head.
ROW, ROW_LEAST, ROW_MOST, ROW_IN_WORDS, HEAD = 45, 35, 80, 58, 26
#: Below this width, at 100 %, gear and skills stand in words below the figures; from which on there
#: is a column of Keywords.
IN_WORDS_BELOW, KEYWORD_FROM = 840, 960
#: Below this width, at 100 %, the name takes the room of the Experience.
EXPERIENCE_FROM = 440


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
            TRAITS,
            heights=(ROW_LEAST, ROW_MOST),
            most=300,
            by_cell=True,
            grows=False,
        )
        self.entered.connect(self._explain)
        self.selectionModel().currentChanged.connect(self._explain)
        explain_rows(self, services)
        services.theme.follow(self.fit)

    def _explain(self, index: QModelIndex) -> None:
        if index.isValid():
            self.explained.emit(index.data(CellRole).hint)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        where = event.position().toPoint()
        index = self.indexAt(where)
        if event.button() != Qt.MouseButton.LeftButton or index.column() != TRAITS:
            return
        chip = self.chip_at(index, where)
        if chip is not None and chip.key:
            self.counter_pressed.emit(chip.key, self.viewport().mapToGlobal(where))

    def fit(self) -> None:
        """Show as many columns as there is room for."""
        px, width = self.theme.px, self.viewport().width()
        self.below = width < px(IN_WORDS_BELOW)
        self.stretch = NAME if self.below else TRAITS
        self.heights = (ROW_IN_WORDS, ROW_IN_WORDS) if self.below else (ROW_LEAST, ROW_MOST)
        self.rows.headings = headings(short=self.below)
        self.horizontalHeader().setFixedHeight(px(HEAD))
        shown = {NAME, LEVEL, *range(EXPERIENCE + 1, GEAR)}
        if width >= px(EXPERIENCE_FROM):
            shown.add(EXPERIENCE)
        if not self.below:
            shown |= {GEAR, TRAITS, *([KEYWORD] if width >= px(KEYWORD_FROM) else [])}
        self.show_columns(shown)
        self.remeasure()

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(420), self.height_for(3, ROW_LEAST))

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self.fit()
        super().resizeEvent(event)


class LivesTable(RosterTable):
    """A read-only roster: Space opens a member's life."""

    def __init__(self, services: Services) -> None:
        super().__init__(services, _("Roster"))
        self._services, self._group = services, ""
        self.taken.connect(lambda key: services.go(LifeRoute(self._group, key)))

    def show_group(self, group: Group, member: str = "") -> None:
        """Show a group, and if a member is chosen also its dead."""
        self._group = group.id
        self.setAccessibleDescription(group.name)
        services = self._services
        rows = roster_rows(group, services.catalogue, services.switches, memorial=bool(member))
        self.show_rows(rows, keep=member)


class _Search(QLineEdit):
    """The search in the roster; `left` says that Enter, Down or Esc ended it."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.returnPressed.connect(self.left.emit)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        if event.key() == keys.Key_Escape:
            self.clear()
            self.left.emit()
        elif event.key() == keys.Key_Down:
            self.left.emit()
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
        self.table.taken.connect(actions.edit_wanted)
        self.table.counter_pressed.connect(self._offer_values)
        self.values = QMenu(self.table)
        self.model = self.table.rows
        self.table.selectionModel().currentRowChanged.connect(self.chosen)
        for key, step in (("Alt+Up", -1), ("Alt+Down", 1)):
            QShortcut(
                QKeySequence(key),
                self.table,
                partial(self.step, step),
                context=Qt.ShortcutContext.WidgetShortcut,
            )
        self.model.dropped.connect(self._dropped)
        self.menu = row_menu(self.table, self._fill_menu)
        #: What explains the figure that has the keyboard; it stands with the chosen member.
        self.why = OneLine("faint")
        self.table.explained.connect(lambda text: self.why.setText(text.replace("\n", " · ")))
        self.empty = sentence()
        self.setFocusProxy(self.table)
        self.setLayout(column(self.table, self.empty, spacing=2))
        self.search = _Search()
        self.search.setPlaceholderText(_("Find (Ctrl+F)"))
        self.search.setAccessibleName(_("Find in the roster"))
        self.search.textChanged.connect(self._search)
        self.search.left.connect(self._leave_search)

    @property
    def member(self) -> Member | None:
        """The chosen member, None if there is none."""
        key = self.table.current_key()
        return self._view.group.member(key) if self._view.group.has_member(key) else None

    def begin(self) -> None:
        """Reset search, order and memorial for another group."""
        self.memorial = False
        self.search.clear()
        self.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)

    def show_group(self, view: GroupView) -> None:
        """Show a group's members; the chosen one is kept."""
        self._view = view
        self._fill(self.model.keys)

    def show_memorial(self, shown: bool) -> None:
        """Show or hide those who died or left."""
        self.memorial = shown
        self._fill({})

    def _fill(self, before: Mapping[str, int]) -> None:
        """Show the members; if the chosen one is gone, choose the next of those `before`."""
        kept, at = self._where()
        view = self._view
        switches = view.campaign.switches
        self.model.set_rows(
            roster_rows(view.group, self.services.catalogue, switches, memorial=self.memorial)
        )
        self._show_pictures(view)
        if self.model.rowCount():
            kept = self.model.key_at(
                row_again(kept, before, self.model.keys, stepping=self.services.stepping)
            )
        self._choose_again(kept, at)

    def choose(self, member: str) -> None:
        """Choose a member, clearing a search that hides them."""
        if self.model.row_of(member) < 0:
            self.search.clear()
        self.table.choose(member)

    def take_search(self) -> None:
        """Focus the search."""
        self.search.show()
        self.search.setFocus()
        self.search.selectAll()

    def _where(self) -> tuple[str, int]:
        return self.table.current_key(), max(0, self.table.currentIndex().column())

    def _choose_again(self, member: str, at: int) -> None:
        if self.model.rowCount():
            again = max(0, self.model.row_of(member))
            with QSignalBlocker(self):  # said once, below
                self.table.setCurrentIndex(self.model.index(again, at))
        self.table.setVisible(bool(self.model.total))
        self.empty.setVisible(not self.model.rowCount())
        self.empty.setText(
            _("No member matches all of these words. Esc shows everyone again.")
            if self.model.total
            else _(
                "Nobody is in this group yet. Recruit someone, or enter members by hand under ⋮."
            )
        )
        if not self.model.rowCount():
            self.why.setText("")
        self._place_search()
        self.chosen.emit()

    def _show_pictures(self, view: GroupView) -> None:
        for member in view.group.members:
            if member.portrait and member.pictured not in self._pictures:
                self._pictures[member.pictured] = pixmap(self.services.groups.face(member), 128)
        self.table.pictures = self._pictures
        self.table.viewport().update()

    # Searching

    def _search(self, words: str) -> None:
        kept, at = self._where()
        self.model.find(words)
        self._choose_again(kept, at)

    def _leave_search(self) -> None:
        self._place_search()
        self.table.setFocus()

    def _place_search(self) -> None:
        """Show the search, in a narrow window only while it is used."""
        theme = self.services.theme
        self.search.setFixedWidth(theme.px(150))
        wanted = not theme.narrow or self.search.hasFocus() or bool(self.search.text())
        self.search.setVisible(wanted and bool(self.model.total) and self.isVisible())

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

    def _offer_values(self, key: str, where: QPoint) -> None:
        """Open the menu of the values of a counter of the chosen member."""
        held = next((one for one in self._counters() if one.key == key), None)
        if held is not None:
            fill_values(self.values, held, self._set_counter)
            self.values.popup(where)

    def _counters(self) -> tuple[HeldCounter, ...]:
        member = self.member
        if member is None:
            return ()
        return held_counters(member.counters, "member", self.services.catalogue)

    def _set_counter(self, key: str, value: int) -> None:
        self.deeds.do(self.services.groups.set_counter, key, value, self.table.current_key())

    def _fill_tables(self, menu: QMenu) -> None:
        """Offer the players' own tables that a member rolls on, to one who is in play."""
        tables = [table for table in self.services.catalogue.own.tables if table.of == "member"]
        member = self.member
        if not tables or member is None or member.status != "active":
            return
        rolls = menu.addMenu(_("Roll on a table"))
        for table in tables:
            route = OwnRollRoute(table.key, self.deeds.view.group.id, member.id)
            entry(rolls, typed(table.name), self.services.to(route))

    def _fill_menu(self, menu: QMenu) -> None:
        self.deeds.fill(menu, self)
        menu.addSeparator()
        if self.services.catalogue.own.counters_of("member"):
            fill_counters(menu.addMenu(_("Counters")), self._counters(), self._set_counter)
        self._fill_tables(menu)
        self._fill_places(menu.addMenu(pgettext("roster", "Move")))
        order = menu.addMenu(_("Sort by"))
        names = (_("The group's own order"), _("Name"), *headings()[1:])
        for n, name in enumerate(names, start=-1):
            entry(order, name, partial(self.sort, n), checked=n == self.model.sorted_by)
        order.addSeparator()
        other = self.model.sorted_by >= 0 and not self.model.words
        entry(order, _("Save this order as the group's own"), self.keep_order, enabled=other)

    def sort(self, column: int) -> None:
        """Sort by a column, or reverse its order; -1 is the group's own order."""
        head, ways = self.model.headerData, Qt.SortOrder
        first = head(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.InitialSortOrderRole)
        falling = first == ways.DescendingOrder
        if column == self.model.sorted_by:
            falling = not self.model.falling
        self.table.sortByColumn(column, ways.DescendingOrder if falling else ways.AscendingOrder)

    # The group's own order

    def _fill_places(self, menu: QMenu) -> None:
        """Fill a menu with the places the chosen member can move to."""
        row, last = self.table.currentIndex().row(), len(self._ids()) - 1
        movable = self.model.can_move(row)
        for text, place, can in (
            (_("Up\tAlt+↑"), row - 1, row > 0),
            (_("Down\tAlt+↓"), row + 1, row < last),
            (_("To the top"), 0, row > 0),
            (_("To the bottom"), last, row < last),
        ):
            move = partial(self._move, self.table.current_key(), place)
            entry(menu, text, move, enabled=movable and can)

    def step(self, step: int) -> None:
        """Move the chosen member up (-1) or down (1) in the group's own order."""
        row = self.table.currentIndex().row()
        if not self.model.ordered:
            said = _("Members can be moved in the group's own order: right-click, Sort by.")
            self.services.say(said)
        elif self.model.can_move(row) and 0 <= row + step < len(self._ids()):
            self._move(self.table.current_key(), row + step)

    def _ids(self) -> list[str]:
        """Return the ids of the members shown, without those who died or left."""
        return [row.key for row in self.model.rows if not row.stays]

    def _dropped(self, what: str, member: str, kind: str) -> None:
        """Give dropped gear to a member, or move a dropped member to their place."""
        if kind == MEMBER_TYPE and what != member:
            self._move(what, self.model.row_of(member))
        elif kind == ITEM_TYPE and member:
            self.deeds.move_to(what, member)

    def _move(self, member: str, place: int) -> None:
        self.deeds.do(self.services.groups.move, member, place)

    def keep_order(self) -> None:
        """Make the order that is shown the group's own."""
        if self.deeds.do(self.services.groups.arrange, self._ids()):
            self.sort(-1)


#: Heights at 100 %: a line, and lines that are written in.
FOLDED, UNFOLDED = 36, 96


class FoldedNotes(NotesEdit):
    """Notes that are one line high, and higher while they are written."""

    def __init__(self, name: str, actions: MemberActions, theme: Theme) -> None:
        super().__init__(name, actions.note, theme=theme)
        self._theme = theme
        theme.follow(self.fold)

    def fold(self) -> None:
        """Set the least height: lower without the focus."""
        written, bars = self.hasFocus(), Qt.ScrollBarPolicy
        self.setMinimumHeight(self._theme.px(UNFOLDED if written else FOLDED))
        self.setVerticalScrollBarPolicy(
            bars.ScrollBarAsNeeded if written else bars.ScrollBarAlwaysOff
        )

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.fold()

    def focusOutEvent(self, event: object) -> None:
        super().focusOutEvent(event)
        self.fold()


#: A row of gear at 100 %: of the stash, where that says what the gear comes to, of a member, and
#: of a member who carries much.
LOW, HIGH, GEAR_ROW, FLAT = 30, 42, 40, 24


class GearTable(Table):
    """Gear to be dragged and dropped, with a menu of actions."""

    def __init__(
        self,
        services: Services,
        actions: MemberActions,
        name: str,
        heights: tuple[int, int],
        nothing: str = "",
    ) -> None:
        rows = RowModel(("",), carries=ITEM_TYPE, takes=(ITEM_TYPE,))
        super().__init__(rows, name, services.theme, look="gear", heights=heights, nothing=nothing)
        explain_rows(self, services)
        self.menu = row_menu(self, lambda menu: actions.fill_gear(menu, self.current_key()))


class StashPanel(Panel):
    """The stash: gear to be dragged, moved to a member, attached, or edited by hand."""

    def __init__(self, services: Services, actions: MemberActions) -> None:
        super().__init__()
        self.catalogue = services.catalogue
        self.deeds = actions
        self.items = GearTable(services, actions, _("Stash"), (LOW, LOW), _("Empty"))
        self.items.setToolTip(_("Drag gear, or select it and choose Move to…"))
        self.items.rows.dropped.connect(lambda item: actions.move_to(item, ""))
        self.items.selectionModel().currentChanged.connect(self._enable)
        self.move_button = button(
            _("M&ove to…"),
            hint=_("Move the selected gear from the stash"),
            name=_("Move gear from the stash to…"),
        )
        opened(self.move_button, lambda menu: actions.fill_moves(menu, self.items.current_key()))
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
        self._enable()

    def make_roomy(self, roomy: bool) -> None:
        """Set the height of the rows: high rows also summarise the gear."""
        self.items.make_rows(*((HIGH, HIGH) if roomy else (LOW, LOW)))

    def _enable(self) -> None:
        self.move_button.setVisible(bool(self.items.current_key()))

    def _fill_more(self) -> None:
        chosen, actions = self.items.current_key(), self.deeds
        actions.fill_attach(self.attach_menu, chosen)
        self.attach_menu.setEnabled(not self.attach_menu.isEmpty())
        actions.fill_by_hand(self.hand_menu, "", chosen)


#: A name keeps so much room beside its buttons, which go on in a second line.
NAMED = 64
#: A portrait at 100 %: in the line of the name, and on the card of a large window.
SMALL, LARGE = 34, 160


class MemberPanel(Panel):
    """The chosen member; `why`, the line that explains the chosen figure, is at the bottom."""

    def __init__(self, services: Services, actions: MemberActions, why: QWidget) -> None:
        super().__init__()
        self.services = services
        self.catalogue = services.catalogue
        self.deeds = actions
        self._member: Member | None = None
        self._card = False
        self.heading, self.facts = OneLine("heading"), OneLine("small")
        self.progress = OneLine("small")
        self.gear = GearTable(services, actions, _("Gear of the selected member"), (FLAT, GEAR_ROW))
        self.gear.rows.dropped.connect(self._dropped)
        self.gear.selectionModel().currentChanged.connect(self._enable)
        self._make_buttons()
        self.portrait = PictureButton(lambda: actions.look(self))
        self._known = column(spacing=2)
        self.about = holder(column(self._known, 1))
        self.notes = FoldedNotes(_("Notes on this member"), actions, services.theme)
        self.heading.setMinimumWidth(services.theme.px(NAMED))
        named = column(self.heading, self.facts, self.progress, spacing=0)
        head = row(self.portrait, (named, 1), spacing=8)
        head.setAlignment(named, Qt.AlignmentFlag.AlignVCenter)
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.setSpacing(6)
        self._head.addLayout(head, 1)
        deeds = Flow(
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
        self._head.addLayout(deeds)
        self._body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._body.setSpacing(12)
        about = scrolling(self.about)
        about.setMinimumHeight(1)  # it gives way to notes that are written
        self.known = Fold(services.theme, "group/known", "", about, self.notes)
        self.known.toggled.connect(self._place_known)
        self._body.addWidget(self.gear, 3)
        self._body.addWidget(self.known)
        self._place_known()
        self.facts.hide()
        self.progress.hide()
        self.setLayout(column(self._head, (self._body, 1), why, spacing=6, margin=(12, 8, 10, 8)))

    def _make_buttons(self) -> None:
        actions, kind = self.deeds, "tight"
        self.move_button = button(
            _("&Move to…"),
            kind=kind,
            hint=_("Move the selected gear"),
            name=_("Move the member's gear to…"),
        )
        opened(self.move_button, lambda menu: actions.fill_moves(menu, self.gear.current_key()))
        self.fit_button = button(
            _("A&ttach…"),
            kind=kind,
            hint=_("Attach it, take it off, convert a gun"),
            name=_("Attach the member's gear…"),
        )
        opened(self.fit_button, lambda menu: actions.fill_attach(menu, self.gear.current_key()))
        self.buy_button = button(_("&Buy…"), kind=kind, hint=_("Buy gear while creating the group"))
        opened(self.buy_button, actions.fill_sale)
        self.back_button = button(
            _("Give bac&k"),
            lambda: actions.do(self.services.gear.give_back, self.gear.current_key()),
            kind,
            hint=_("Refunds its cost"),
        )
        self.add_button = button(
            _("E&dit gear…"),
            kind=kind,
            hint=_("Add or remove gear by hand"),
            name=_("Edit the member's gear…"),
        )
        opened(self.add_button, self._fill_by_hand)
        self.edit_button = button(
            _("Ed&it"),
            actions.edit_wanted.emit,
            kind,
            hint=_("Set by hand"),
            name=_("Edit the selected member"),
        )
        self.more_button = MoreButton(_("More actions for this member"))
        self.menu = self.more_button.menu()
        self.menu.aboutToShow.connect(lambda: actions.fill(self.menu, self))

    def _place_known(self) -> None:
        """Give the notes and skills their share of the panel; folded, only a line."""
        on = self.known.is_open()
        self._body.setStretchFactor(self.known, 2 * on)
        top = Qt.AlignmentFlag(0) if on or self._card else Qt.AlignmentFlag.AlignTop
        self._body.setAlignment(self.known, top)

    def make_card(self, card: bool) -> None:
        """Lay out as a card beside the roster, or as a panel below it."""
        if card != self._card:
            self._card = card
            ways = QBoxLayout.Direction
            for part in (self._head, self._body):
                part.setDirection(ways.TopToBottom if card else ways.LeftToRight)
            self._place_known()
            self.facts.setVisible(card)
            self.progress.setVisible(card)
            self._fit_gear()
            if self._member is not None:
                self._show_head(self._member)

    def _fit_gear(self) -> None:
        """Limit the gear on a card to the height of its rows."""
        rows = max(1, self.gear.rows.rowCount())
        high = self.services.theme.px(GEAR_ROW * rows + 8) if self._card else UNBOUNDED
        self.gear.setMaximumHeight(high)

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
        self._enable()

    def _show_nobody(self) -> None:
        self.gear.rows.set_rows([])
        self.heading.setText(_("Nobody"))
        self.facts.setText("")
        self.progress.setText("")
        clear(self._known)
        self.notes.show_text("")
        self.portrait.hide()

    def _show_head(self, member: Member) -> None:
        cost = next_level_cost(member, self.catalogue)
        kind = self.catalogue.character(member.type).name
        who = dotted(kind, keyword_name(member.keyword), misses_in_words(member))
        progress = [
            _("Level {level}", level=member.level),
            _("Experience {xp} of {cost}", xp=member.experience, cost=cost)
            if cost is not None
            else _("Experience {xp}", xp=member.experience),
        ]
        self.heading.setText(member.name)
        self.facts.setText(who)
        self.progress.setText(" · ".join(progress))
        self.portrait.setVisible(bool(member.portrait))
        if member.portrait:
            side = self.services.theme.px(LARGE if self._card else SMALL)
            picture = self.services.groups.face(member)
            self.portrait.show_picture(rounded(pixmap(picture, side * 2), side), member.name)

    def _show_known(self, member: Member, switches: Switches) -> None:
        """Show injuries and skills, each with its entry in the rulebook."""
        clear(self._known)
        for injury in member.injuries:
            entry = self.catalogue.injuries[injury.key]
            self._say(titled(entry.name, entry.summary), entry.name)
        for level in levels_of(member, self.catalogue):
            if does := level_in_words(level):
                self._say(titled(level.name, does), "")
        for skill in member.skills:
            name = skill_name(skill.key, skill.value, skill.detail, self.catalogue)
            said = titled(name, trait_as_played(skill.key, self.catalogue, switches))
            self._say(said, skill_name(skill.key, None, "", self.catalogue))
        for trait in held_traits(member, self.catalogue):
            self._say(trait.said, "")
        types = learnable_types(member, self.catalogue, switches)
        names = ", ".join(skill_type_name(t) for t in types) or pgettext("skill types", "none")
        self._say(_("May learn: {types}", types=names), "")

    def _say(self, text: str, entry: str) -> None:
        line = sentence(text, "text")
        explain(line, entry, self.services)
        self._known.addWidget(line)

    # Gear

    def _enable(self) -> None:
        """Show the buttons that apply to the chosen gear."""
        chosen, actions = self.gear.current_key(), self.deeds
        movable = actions.can_move(chosen)
        self.move_button.setVisible(movable)
        self.back_button.setVisible(movable and actions.view.group.founding)
        self.fit_button.setVisible(bool(actions.fittings(chosen)))

    def _fill_by_hand(self, menu: QMenu) -> None:
        if self._member is not None:
            self.deeds.fill_by_hand(menu, self._member.id, self.gear.current_key())

    def _dropped(self, item_id: str) -> None:
        if self._member is not None:
            self.deeds.move_to(item_id, self._member.id)
