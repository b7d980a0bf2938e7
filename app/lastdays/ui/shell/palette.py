"""The command palette: a few letters lead to any page, group, member, entry of the rulebook or
action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cached_property
from operator import itemgetter

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget
from shiboken6 import isValid

from lastdays.errors import LastDaysError
from lastdays.language import _, against, dotted, ngettext
from lastdays.model.campaign import Campaign
from lastdays.model.fields import injuries_in_words, skills_in_words
from lastdays.model.game_record import GameRecord
from lastdays.model.group import Group, Item, Member
from lastdays.model.profile import item_name
from lastdays.names import searchable
from lastdays.rulebook import keyword_name, pictograms
from lastdays.rulebook.entries import Entry
from lastdays.ui.forms.form import text_field
from lastdays.ui.models.rows import Cell, Row, RowModel
from lastdays.ui.navigation import CampaignRoute, GroupRoute, RecordRoute, Route, RulebookRoute
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import column, make_timer
from lastdays.ui.widgets.table import RowHeights, Table, TableDesign
from lastdays.values import Value

#: The most results listed.
MOST_RESULTS = 60


class Order(IntEnum):
    """The order of goals that match equally well."""

    GROUPS = 0
    MEMBERS = 1
    ACTIONS = 2
    RULES = 3
    #: Details of a campaign, which are only found by typing.
    DETAILS = 4


class Match(IntEnum):
    """How well a goal matches what is typed, the best first."""

    NAME_BEGINS = 0
    IN_NAME = 1
    IN_WORDS = 2


#: The least letters that find details of a campaign.
LEAST_LETTERS = 2
#: How many parts of it (groups, or hundreds of games) are read when the palette opens.
PARTS_AT_ONCE = 30
#: How many are read at a time after that.
PARTS_AT_A_TIME = 10
#: The letters shown before a match in a text.
LETTERS_BEFORE_MATCH = 24
#: The letters of a text shown in a hint.
LETTERS_IN_HINT = 600
#: The most letters of a name without a hint.
LETTERS_WITHOUT_HINT = 36
#: The greatest width, at 100 %.
MOST_WIDTH = 640
#: The greatest height, at 100 %.
MOST_HEIGHT = 470
#: The height of a row, at 100 %.
ROW_HEIGHT = 36
#: The distance to the top of the window, at 100 %.
TOP = 60
#: The least distance to the sides of the window in total, in pixels.
SIDES = 40
#: The least distance to the bottom of the window, in pixels.
BOTTOM = 20


class Goal(Value, dict=True):
    """Something to go to or do: its name, its kind and its action. `words` are searched as well as the
    name: notes, skills, the text of a rule."""

    name: str
    kind: str
    act: Callable[[], object]
    drawing: str = ""
    token: str = "text"
    words: str = ""
    order: Order = Order.GROUPS

    @cached_property
    def searchable_name(self) -> str:
        """The name for comparison."""
        return searchable(self.name)

    @cached_property
    def searchable_text(self) -> str:
        """The name, kind and words for comparison."""
        return searchable(f"{self.name}\n{self.kind}\n{self.words}")

    def match(self, typed: str) -> Match | None:
        """Return how well the goal matches a searchable text, None if it doesn't."""
        words = typed.split()
        text = typed.strip()
        is_long_enough = len(text) >= LEAST_LETTERS
        if self.order == Order.DETAILS and not is_long_enough:
            return None
        if all(word in self.searchable_name for word in words):
            begins = self.searchable_name.startswith(text)
            return Match.NAME_BEGINS if begins else Match.IN_NAME
        if is_long_enough and all(word in self.searchable_text for word in words):
            return Match.IN_WORDS
        return None

    def excerpt(self, typed: str) -> str:
        """Return the words from around a match on; '' if the name itself matches."""
        text = " ".join(self.words.split())
        match_start = self._first_match(searchable(text), searchable(typed).split())
        if match_start < 0:
            return ""
        if match_start <= LETTERS_BEFORE_MATCH:
            return text
        word_start = text.rfind(" ", 0, match_start - LETTERS_BEFORE_MATCH) + 1
        if word_start == 0:
            return text
        return "…" + text[word_start:]

    def _first_match(self, text: str, words: list[str]) -> int:
        """Return the place in a text of the first word that is there but not in the name, -1 if there
        is none."""
        for word in words:
            place = text.find(word)
            if word not in self.searchable_name and place >= 0:
                return place
        return -1


def find_goals(goals: Iterable[Goal], typed: str) -> list[Goal]:
    """Return the goals that contain every typed word: first those whose names begin with the text,
    then those with the words in their names, then those with the words elsewhere."""
    searchable_typed = searchable(typed)
    ranked: list[tuple[Match, Order, Goal]] = []
    for goal in goals:
        match = goal.match(searchable_typed)
        if match is not None:
            ranked.append((match, goal.order, goal))
    ranked.sort(key=itemgetter(0, 1))  # goals themselves have no order
    return [goal for _match, _order, goal in ranked]


def list_actions(actions: Sequence[QAction]) -> list[Goal]:
    """Return the enabled actions of the window, except those without a pictogram (None)."""
    goals = []
    for action in actions:
        pictogram = action.data()
        if not action.isEnabled() or pictogram is None:
            continue
        goal = Goal(
            name=action.text().replace("&", "").rstrip("…"),
            kind=_("Action"),
            act=action.trigger,
            drawing=pictograms.place(pictogram) if pictogram else pictograms.token("free"),
            token="accent_text",
            order=Order.ACTIONS,
        )
        goals.append(goal)
    return goals


def _goal_row(key: str, goal: Goal, excerpt: str) -> Row:
    """Return a goal as a row, with an excerpt of its words around the match."""
    spoken_parts = [goal.name, excerpt, goal.kind]
    name = Cell(
        goal.name,
        "strong",
        drawing=goal.drawing,
        drawing_token=goal.token,
        beside=excerpt,
        spoken="   ·   ".join(part for part in spoken_parts if part),
    )
    kind = Cell(goal.kind, "aside", token="faint_text")
    hint = ""
    if excerpt:
        hint = f"{goal.name}\n{excerpt[:LETTERS_IN_HINT]}"
    elif len(goal.name) > LETTERS_WITHOUT_HINT:
        hint = goal.name
    return Row(key, (name, kind), hint)


_SHIFT = Qt.KeyboardModifier.ShiftModifier
#: The keys that select another row, by how many rows down.
ROW_STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Tab: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Backtab: -1,
    Qt.Key.Key_PageDown: 8,
    Qt.Key.Key_PageUp: -8,
}


class Palette(QFrame):
    """A search field with its results, over the window; Enter goes there, Esc goes back."""

    def __init__(
        self,
        window: QWidget,
        goals: Sequence[Goal],
        theme: Theme,
        goals_within: Iterator[list[Goal]],
    ) -> None:
        """Offer `goals`, and those within the campaign once they are read in the background."""
        super().__init__(window)
        self._theme = theme
        self._window = window
        self._focus_before = QApplication.focusWidget()
        self._goals = list(goals)
        self._unread: Iterator[list[Goal]] | None = goals_within
        self._results: list[Goal] = []
        self._reading_timer = make_timer(self, 0, self._read_more, repeats=True)
        self.setProperty("kind", "toast")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(_("Go to anything"))
        placeholder = _("A page, group, member, gear, note, game, rule or action")
        self.field = text_field(_("Go to anything"), placeholder)
        self.field.textChanged.connect(self._show_results)
        self.field.returnPressed.connect(self._go_to_chosen)
        self.field.installEventFilter(self)
        self.model = RowModel(("", ""))
        heights = RowHeights(ROW_HEIGHT, ROW_HEIGHT)
        self.list = Table(
            self.model, _("Results"), theme, TableDesign(look="gear", row_heights=heights)
        )
        self.list.setProperty("kind", "")  # on a ground of its own
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.row_clicked.connect(self._go_to_chosen)
        self.setLayout(column(self.field, self.list, margin=10))
        self._read_parts(PARTS_AT_ONCE)
        self._show_results("")

    def _read_parts(self, count: int) -> None:
        """Read some parts of the campaign; stop at the end of it."""
        if self._unread is None:
            return
        for _n in range(count):
            goals = next(self._unread, None)
            if goals is None:
                self._unread = None
                self._reading_timer.stop()
                return
            self._goals += goals

    def _read_more(self) -> None:
        """Read some more parts and search them too."""
        self._read_parts(PARTS_AT_A_TIME)
        self._show_results(self.field.text(), keep_choice=True)

    def open(self) -> None:
        """Show it over the upper half of the window, with the focus."""
        self._place()
        self.show()
        self._place()  # the frame around the list is known now
        self.raise_()
        self.field.setFocus()
        self._window.installEventFilter(self)

    def _place(self) -> None:
        """Centre it in the window, with as many whole rows as fit."""
        theme = self._theme
        window = self._window
        width = min(theme.pixels(MOST_WIDTH), window.width() - SIDES)
        left = (window.width() - width) // 2
        top = min(theme.pixels(TOP), window.height() // 10)
        height = min(theme.pixels(MOST_HEIGHT), window.height() - top - BOTTOM)
        self.setGeometry(left, top, width, height)
        list_height = self.list.viewport().height()
        part_of_row = list_height % theme.pixels(ROW_HEIGHT)
        if list_height > part_of_row:
            self.resize(width, height - part_of_row)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._window.removeEventFilter(self)
        super().closeEvent(event)

    def _leave(self) -> None:
        """Close it and give the focus back."""
        widget = self._focus_before
        self.close()
        if widget is not None and isValid(widget) and widget.isVisible():
            widget.setFocus()

    def _show_results(self, typed: str, *, keep_choice: bool = False) -> None:
        """List the goals that match, and choose the first of them or keep the one that is chosen."""
        is_searching = bool(typed.strip())
        if is_searching and self._unread is not None:
            self._reading_timer.start()
        matches = find_goals(self._goals, typed)
        results = matches[:MOST_RESULTS]
        if keep_choice and results == self._results:
            return
        chosen = self._chosen_goal() if keep_choice else None
        self._results = results
        rows = []
        for n, goal in enumerate(results):
            excerpt = goal.excerpt(typed) if is_searching else ""
            rows.append(_goal_row(str(n), goal, excerpt))
        rest = len(matches) - len(results)
        if not results:
            rows.append(Row("", (_("Nothing matches “{text}”.", text=typed), "")))
        elif rest and is_searching:
            more = ngettext("{n} more: type another word.", "{n} more: type another word.", rest)
            rows.append(Row("", (more, "")))
        self.model.set_rows(rows)
        self._choose_row(results.index(chosen) if chosen in results else 0)

    def _choose_row(self, row: int) -> None:
        """Choose a row, or the nearest one that there is."""
        last = max(0, len(self._results) - 1)
        nearest = min(last, max(0, row))
        self.list.choose_row(str(nearest))

    def _chosen_goal(self) -> Goal | None:
        row = self.list.currentIndex().row()
        return self._results[row] if 0 <= row < len(self._results) else None

    def _go_to_chosen(self) -> None:
        goal = self._chosen_goal()
        if goal is not None:
            self._leave()
            goal.act()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let Tab and the arrow keys select in the list and Esc close it; follow the window's size."""
        if watched is self._window:
            if event.type() == QEvent.Type.Resize:
                self._place()
            return False
        if event.type() == QEvent.Type.FocusOut and self.isVisible():
            self.close()
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._take_key(event)
        return False

    def _take_key(self, event: QKeyEvent) -> bool:
        """Close it on Esc, select on a key that steps; return whether a key is one of them."""
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self._leave()
            return True
        if key not in ROW_STEPS:
            return False
        step = ROW_STEPS[key]
        if key == Qt.Key.Key_Tab and event.modifiers() & _SHIFT:
            step = -1
        self._choose_row(self.list.currentIndex().row() + step)
        return True


#: The number of games read at a time.
GAMES_AT_A_TIME = 500


def read_goals_within(services: Services, campaign: str) -> Iterator[list[Goal]]:
    """Yield goals within the open campaign, by group or by some games at a time, skipping what can't
    be read."""
    if not campaign:
        return
    try:
        view = services.workspace.campaign(campaign)
    except LastDaysError:
        return
    reader = _CampaignReader(services)
    for summary in view.groups:
        try:
            group = services.workspace.snapshot(summary.id).group
        except LastDaysError:
            continue
        yield reader.list_group(group)
    for first in range(0, len(view.campaign.games), GAMES_AT_A_TIME):
        games = view.campaign.games[first : first + GAMES_AT_A_TIME]
        yield [reader.make_game_goal(game) for game in games]
    yield reader.list_campaign_notes(view.campaign)


class _CampaignReader:
    """Makes goals of the content of a campaign."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.catalogue = services.catalogue

    def list_group(self, group: Group) -> list[Goal]:
        """Return a group's members, gear and notes."""
        goals = [self._make_member_goal(group, member) for member in group.members]
        for member in group.members:
            member_page = GroupRoute(group.id, member.id)
            member_and_group = _("{member}, {group}", member=member.name, group=group.name)
            goals += self._list_gear(member.gear, member_and_group, member_page)
            goals += self._list_notes(member.name, member.notes, member_and_group, member_page)
        group_page = GroupRoute(group.id)
        stash = _("Stash of {group}", group=group.name)
        goals += self._list_gear(group.stash, stash, group_page)
        goals += self._list_notes(group.name, group.notes, _("Group"), group_page)
        return goals

    def _make_member_goal(self, group: Group, member: Member) -> Goal:
        character = self.catalogue.character(member.type)
        return Goal(
            name=member.name,
            kind=_("Member of {group}", group=group.name),
            act=self.services.to(GroupRoute(group.id, member.id)),
            drawing=character.drawing,
            token=f"keyword_{member.keyword}",
            words=dotted(
                character.name,
                keyword_name(member.keyword),
                skills_in_words(member, self.catalogue),
                injuries_in_words(member, self.catalogue),
            ),
            order=Order.MEMBERS,
        )

    def _list_gear(self, items: Iterable[Item], owner: str, route: Route) -> list[Goal]:
        """Return gear by name, equal pieces once."""
        keys_by_name = {item_name(item, self.catalogue): item.key for item in items}
        goals = []
        for name, key in keys_by_name.items():
            goal = Goal(
                name=name,
                kind=owner,
                act=self.services.to(route),
                drawing=self.catalogue.gear(key).drawing,
                order=Order.DETAILS,
            )
            goals.append(goal)
        return goals

    def _list_notes(self, name: str, notes: str, kind: str, route: Route) -> list[Goal]:
        """Return the notes on somebody or something with this name, none if nothing is noted."""
        if not notes.strip():
            return []
        goal = Goal(
            name=_("Notes on {name}", name=name),
            kind=kind,
            act=self.services.to(route),
            drawing=pictograms.token("book"),
            words=notes,
            order=Order.DETAILS,
        )
        return [goal]

    def make_game_goal(self, game: GameRecord) -> Goal:
        """Return a game, with number, Encounter and sides."""
        encounter = self.catalogue.encounters[game.encounter]
        sides = against([side.name for side in game.sides], together=game.together)
        texts = [text for text in (sides, game.notes) if text]
        return Goal(
            name=_("Game {n}: {encounter}", n=game.number, encounter=encounter.name),
            kind=_("Game"),
            act=self.services.to(RecordRoute(game.id)),
            drawing=encounter.drawing,
            words="\n".join(texts),
            order=Order.DETAILS,
        )

    def list_campaign_notes(self, campaign: Campaign) -> list[Goal]:
        """Return the notes on the campaign."""
        return self._list_notes(campaign.name, campaign.notes, "", CampaignRoute(campaign.id))


def list_goals(services: Services, campaign: str, actions: Sequence[QAction]) -> list[Goal]:
    """Return the groups of the open campaign, the actions, and the rulebook's entries."""
    goals = _list_groups(services, campaign) if campaign else []
    return goals + list_actions(actions) + _list_rules(services)


def _list_groups(services: Services, campaign: str) -> list[Goal]:
    goals = []
    for summary in services.workspace.groups(campaign):
        show_group = services.to(GroupRoute(summary.id))
        goals.append(Goal(summary.name, _("Group"), show_group, pictograms.place("group")))
    return goals


def _list_rules(services: Services) -> list[Goal]:
    """Return the entries of the rulebook, by what they are."""
    catalogue = services.catalogue
    kinds_and_entries: list[tuple[str, Iterable[Entry]]] = [
        (_("Character"), catalogue.characters.values()),
        (_("Gear"), catalogue.all_gear()),
        (_("Skill"), catalogue.skills.values()),
        (_("Attribute"), catalogue.attributes.values()),
        (_("Perk"), catalogue.perks.values()),
        (_("Refuge"), catalogue.refuges.values()),
        (_("Encounter"), catalogue.encounters.values()),
        (_("Injury"), catalogue.injuries.values()),
        (_("Action"), catalogue.actions.values()),
    ]
    goals = []
    for kind, entries in kinds_and_entries:
        for entry in entries:
            goal = Goal(
                name=entry.name,
                kind=_("Rulebook: {kind}", kind=kind),
                act=services.to(RulebookRoute(entry.name)),
                drawing=entry.drawing,
                token="faint_text",
                words=str(getattr(entry, "summary", "")),
                order=Order.RULES,
            )
            goals.append(goal)
    return goals
