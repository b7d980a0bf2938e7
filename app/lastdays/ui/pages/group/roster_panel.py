"""The members of a group: the roster, where a figure comes from, and the search in it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QModelIndex, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QPixmap,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QLineEdit, QMenu

from lastdays.campaign.workspace import GroupView
from lastdays.language import _, pgettext
from lastdays.model.group import Group, Member
from lastdays.ui.models.items import ITEM_TYPE
from lastdays.ui.models.roster import (
    EXPERIENCE,
    GEAR,
    KEYWORD,
    LEVEL,
    MEMBER_TYPE,
    NAME,
    TRAITS,
    headings,
    roster_model,
    roster_rows,
)
from lastdays.ui.models.rows import CellRole, row_again
from lastdays.ui.navigation import LifeRoute
from lastdays.ui.pages.group.actions import MemberActions
from lastdays.ui.services import Services
from lastdays.ui.widgets.entry_card import explain_rows
from lastdays.ui.widgets.parts import OneLine, Plain, column, entry, row_menu, sentence
from lastdays.ui.widgets.pictures import pixmap
from lastdays.ui.widgets.table import Table

#: Heights at 100 %: a row with its gap as it is wanted, at least and at most; a row with words below
#: its figures; the head.
ROW, ROW_LEAST, ROW_MOST, ROW_IN_WORDS, HEAD = 45, 35, 80, 58, 26
#: Below this width, at 100 %, gear and skills stand in words below the figures; from which on there
#: is a column of Keywords.
IN_WORDS_BELOW, KEYWORD_FROM = 840, 960
#: Below this width, at 100 %, the name takes the room of the Experience.
EXPERIENCE_FROM = 440
#: How wide injuries and skills may grow, at 100 %: more is shared among all columns.
TRAITS_MOST = 300


class RosterTable(Table):
    """The members of a group. `explained` carries what is said of the cell under the keyboard or the
    mouse."""

    explained = Signal(str)

    def __init__(self, services: Services, name: str) -> None:
        super().__init__(
            roster_model(),
            name,
            services.theme,
            TRAITS,
            heights=(ROW_LEAST, ROW_MOST),
            most=TRAITS_MOST,
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

    def fit(self) -> None:
        """Have as many columns as there is room for."""
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
        self.measure_anew()

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(420), self.height_for(3, ROW_LEAST))

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self.fit()
        super().resizeEvent(event)


class LivesTable(RosterTable):
    """A group that is only read: Enter opens a member's life."""

    def __init__(self, services: Services) -> None:
        super().__init__(services, _("Roster"))
        self._services, self._group = services, ""
        self.taken.connect(lambda key: services.go(LifeRoute(self._group, key)))

    def show_group(self, group: Group, member: str = "") -> None:
        """Show a group; with its dead, where one of its members is chosen."""
        self._group = group.id
        self.setAccessibleDescription(group.name)
        rows = roster_rows(group, self._services.catalogue, memorial=bool(member))
        self.show_rows(rows, keep=member)


class _Search(QLineEdit):
    """Words that members are looked for by; Esc gives them up."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        if event.key() == keys.Key_Escape:
            self.clear()
            self.left.emit()
        elif event.key() in (keys.Key_Return, keys.Key_Enter, keys.Key_Down):
            self.left.emit()
        else:
            super().keyPressEvent(event)


class RosterPanel(Plain):
    """The roster, with the fallen on demand."""

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
        """Return the chosen member, None where none is."""
        key = self.table.current_key()
        return self._view.group.member(key) if self._view.group.has_member(key) else None

    def begin(self) -> None:
        """Show only the living again, all of them, in their own order: for another group."""
        self.memorial = False
        self.search.clear()
        self.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)

    def show_group(self, view: GroupView) -> None:
        """Show the members of a group; keep the chosen one while it is there."""
        self._view = view
        self._fill(self.model.keys)

    def show_memorial(self, shown: bool) -> None:
        """Show those who died or left as well, or not."""
        self.memorial = shown
        self._fill({})

    def _fill(self, before: Mapping[str, int]) -> None:
        """Show who there is now; where the chosen one is gone, who follows among those `before`."""
        kept, at = self._where()
        view = self._view
        self.model.set_rows(
            roster_rows(view.group, self.services.catalogue, memorial=self.memorial)
        )
        self._show_pictures(view)
        if self.model.rowCount():
            kept = self.model.key_at(
                row_again(kept, before, self.model.keys, stepping=self.services.stepping)
            )
        self._choose_again(kept, at)

    def choose(self, member: str) -> None:
        """Choose a member, whatever was searched for."""
        if self.model.row_of(member) < 0:
            self.search.clear()
        self.table.choose(member)

    def take_search(self) -> None:
        """Put the keyboard into the search."""
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
            _("Nobody here has all of these words. Esc shows everyone again.")
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
                face = self.services.groups.face(member)
                self._pictures[member.pictured] = pixmap(face, 128)
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
        """Offer the search beside the roster's name, in a narrow window while it is used."""
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

    def _fill_menu(self, menu: QMenu) -> None:
        self.deeds.fill(menu, self)
        menu.addSeparator()
        self._fill_places(menu.addMenu(pgettext("roster", "Move")))
        order = menu.addMenu(_("Sort by"))
        names = (_("The group's own order"), _("Name"), *headings()[1:])
        for n, name in enumerate(names, start=-1):
            entry(order, name, partial(self.sort, n), checked=n == self.model.sorted_by)
        order.addSeparator()
        other = self.model.sorted_by >= 0 and not self.model.words
        entry(order, _("Keep this order as the group's own"), self.keep_order, enabled=other)

    def sort(self, column: int) -> None:
        """Sort by a column, by the same again the other way round; -1 is the group's own order."""
        head, ways = self.model.headerData, Qt.SortOrder
        first = head(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.InitialSortOrderRole)
        falling = first == ways.DescendingOrder
        if column == self.model.sorted_by:
            falling = not self.model.falling
        way = ways.DescendingOrder if falling else ways.AscendingOrder
        self.table.sortByColumn(column, way)

    # The group's own order

    def _fill_places(self, menu: QMenu) -> None:
        """Put into a menu where the chosen member can be moved."""
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
        """Return the members as they are shown, without those who died or left."""
        return [row.key for row in self.model.rows if not row.stays]

    def _dropped(self, what: str, member: str, kind: str) -> None:
        """Give gear to the member it was dropped on, or put a member at that one's place."""
        if kind == MEMBER_TYPE and what != member:
            self._move(what, self.model.row_of(member))
        elif kind == ITEM_TYPE and member:
            self.deeds.move_to(what, member)

    def _move(self, member: str, place: int) -> None:
        """Put a member at a place of the roster."""
        self.deeds.do(self.services.groups.move, member, place)

    def keep_order(self) -> None:
        """Make the order that is shown the group's own."""
        if self.deeds.do(self.services.groups.arrange, self._ids()):
            self.sort(-1)
