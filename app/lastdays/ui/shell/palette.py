"""The command palette: a few letters lead to any page, group, member, entry of the rulebook or
action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget
from shiboken6 import isValid

from lastdays.errors import LastDaysError
from lastdays.language import _, against, dotted, ngettext
from lastdays.model.campaign import Campaign
from lastdays.model.fields import injuries_in_words, skills_in_words
from lastdays.model.group import Group, Item, Member
from lastdays.model.profile import item_name
from lastdays.names import searchable
from lastdays.rulebook import keyword_name, pictograms
from lastdays.ui.forms.form import text_field
from lastdays.ui.models.rows import Cell, Row, RowModel
from lastdays.ui.navigation import CampaignRoute, GroupRoute, RecordRoute, Route, RulebookRoute
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import column, timer
from lastdays.ui.widgets.table import Table
from lastdays.values import Value

#: The most results listed.
MOST = 60
#: The order of goals that match equally well; `WITHIN` is for details that are only found by typing.
FIRST, MEMBERS, ACTIONS, RULES, WITHIN = range(5)
#: The least letters that find details of a campaign.
LETTERS = 2
#: How many parts of it (groups, or hundreds of games) are read when the palette opens.
AT_ONCE = 30
#: How many are read at a time after that.
A_TIME = 10
#: The letters shown before a match in a text.
AROUND = 24
#: The letters shown of it in a hint.
HOVER = 600
#: The greatest width, at 100 %.
WIDE = 640
#: The greatest height, at 100 %.
HIGH = 470
#: The height of a row, at 100 %.
ROW = 36
#: The most letters of a name without a hint.
LONG = 36


class Goal(Value, dict=True):
    """Something to go to or do: its name, its kind and its action. `words` are searched as well as the
    name: notes, skills, the text of a rule."""

    name: str
    kind: str
    act: Callable[[], object]
    drawing: str = ""
    token: str = "text"
    words: str = ""
    order: int = FIRST

    @cached_property
    def named(self) -> str:
        """The name for comparison."""
        return searchable(self.name)

    @cached_property
    def sought(self) -> str:
        """The name, kind and words for comparison."""
        return searchable(f"{self.name}\n{self.kind}\n{self.words}")

    def around(self, typed: str) -> str:
        """Return the words from around a match on; '' if the name itself matches."""
        text = " ".join(self.words.split())
        place = self._first_match(searchable(text), searchable(typed).split())
        if place < 0:
            return ""
        if place <= AROUND:
            return text
        begin = text.rfind(" ", 0, place - AROUND) + 1
        return "…" + text[begin:] if begin else text

    def _first_match(self, text: str, words: list[str]) -> int:
        """Return the place in a text of the first word that is there but not in the name, -1 if there
        is none."""
        for word in words:
            place = text.find(word)
            if word not in self.named and place >= 0:
                return place
        return -1


def matching(goals: Iterable[Goal], typed: str) -> list[Goal]:
    """Return the goals that contain every typed word: first those whose names begin with the text,
    then those with the words in their names, then those with the words elsewhere."""
    sought = searchable(typed)
    words = sought.split()
    begins = sought.strip()
    deep = len(begins) >= LETTERS
    found = []
    for goal in goals:
        if goal.order == WITHIN and not deep:
            continue
        if all(word in goal.named for word in words):
            rank = 0 if goal.named.startswith(begins) else 1
        elif deep and all(word in goal.sought for word in words):
            rank = 2
        else:
            continue
        found.append((rank, goal.order, goal))
    return [goal for _rank, _order, goal in sorted(found, key=lambda one: one[:2])]


def of_actions(actions: Sequence[QAction]) -> list[Goal]:
    """Return the enabled actions of the window."""
    goals_of_actions = []
    for action in actions:
        place = action.data()
        if not action.isEnabled() or place is None:
            continue
        drawing = pictograms.place(place) if place else pictograms.token("free")
        goal = Goal(
            action.text().replace("&", "").rstrip("…"),
            _("Action"),
            action.trigger,
            drawing,
            "accent_text",
            order=ACTIONS,
        )
        goals_of_actions.append(goal)
    return goals_of_actions


def _row(key: str, goal: Goal, around: str) -> Row:
    """Return a goal as a row, with the matching part of its words."""
    name = Cell(
        goal.name,
        "strong",
        drawing=goal.drawing,
        drawing_token=goal.token,
        beside=around,
        spoken="   ·   ".join(filter(None, (goal.name, around, goal.kind))),
    )
    kind = Cell(goal.kind, "aside", token="faint_text")
    hint = ""
    if around:
        hint = f"{goal.name}\n{around[:HOVER]}"
    elif len(goal.name) > LONG:
        hint = goal.name
    return Row(key, (name, kind), hint)


_SHIFT = Qt.KeyboardModifier.ShiftModifier
#: The keys that select another row, by how many rows down.
STEPS = {
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
        more: Iterator[list[Goal]],
    ) -> None:
        """Offer `goals`, and `more` in the background."""
        super().__init__(window)
        self._theme = theme
        self.setProperty("kind", "toast")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(_("Go to anything"))
        self._window = window
        self._before = QApplication.focusWidget()
        self._goals = list(goals)
        self._more: Iterator[list[Goal]] | None = more
        self._found: list[Goal] = []
        self._reading = timer(self, 0, self._read_on, repeats=True)
        found = _("A page, group, member, gear, note, game, rule or action")
        self.field = text_field(_("Go to anything"), found)
        self.field.textChanged.connect(self._filter)
        self.field.returnPressed.connect(self._go)
        self.field.installEventFilter(self)
        self.model = RowModel(("", ""))
        self.list = Table(self.model, _("Results"), theme, look="gear", heights=(ROW, ROW))
        self.list.setProperty("kind", "")  # on a ground of its own
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.pressed_on.connect(self._go)
        self.setLayout(column(self.field, self.list, margin=10))
        self._read(AT_ONCE)
        self._filter("")

    def _read(self, parts: int) -> None:
        """Read some parts of the campaign."""
        for _n in range(parts):
            found = next(self._more, None) if self._more is not None else None
            if found is None:
                self._more = None
                self._reading.stop()
                return
            self._goals += found

    def _read_on(self) -> None:
        """Read some more parts and search them too."""
        self._read(A_TIME)
        self._filter(self.field.text(), fresh=False)

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
        width = min(theme.px(WIDE), window.width() - 40)
        top = min(theme.px(60), window.height() // 10)
        height = min(theme.px(HIGH), window.height() - top - 20)
        self.setGeometry((window.width() - width) // 2, top, width, height)
        list_height = self.list.viewport().height()
        part_of_row = list_height % theme.px(ROW)
        if list_height > part_of_row:
            self.resize(width, height - part_of_row)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._window.removeEventFilter(self)
        super().closeEvent(event)

    def _leave(self) -> None:
        """Close it and give the focus back."""
        before = self._before
        self.close()
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus()

    def _filter(self, typed: str, *, fresh: bool = True) -> None:
        """List the goals that match; unless the text is `fresh`, the selection stays."""
        is_searching = bool(typed.strip())
        if is_searching and self._more is not None:
            self._reading.start()
        matches = matching(self._goals, typed)
        listed = matches[:MOST]
        if not fresh and listed == self._found:
            return
        chosen = None if fresh else self._chosen()
        self._found = listed
        rows = []
        for n, goal in enumerate(listed):
            around = goal.around(typed) if is_searching else ""
            rows.append(_row(str(n), goal, around))
        rest = len(matches) - len(listed)
        if not listed:
            rows.append(Row("", (_("Nothing matches “{text}”.", text=typed), "")))
        elif rest and is_searching:
            more = ngettext("{n} more: type another word.", "{n} more: type another word.", rest)
            rows.append(Row("", (more, "")))
        self.model.set_rows(rows)
        self._choose(listed.index(chosen) if chosen in listed else 0)

    def _choose(self, row: int) -> None:
        last = max(0, len(self._found) - 1)
        self.list.choose(str(min(last, max(0, row))))

    def _chosen(self) -> Goal | None:
        row = self.list.currentIndex().row()
        return self._found[row] if 0 <= row < len(self._found) else None

    def _go(self) -> None:
        goal = self._chosen()
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
        if key not in STEPS:
            return False
        step = STEPS[key]
        if key == Qt.Key.Key_Tab and event.modifiers() & _SHIFT:
            step = -1
        self._choose(self.list.currentIndex().row() + step)
        return True


#: The number of games read at a time.
GAMES = 500


def finds(services: Services, campaign: str) -> Iterator[list[Goal]]:
    """Yield goals within the open campaign, by group or by some games at a time, skipping what can't
    be read."""
    if not campaign:
        return
    finder = _Finder(services)
    try:
        view = services.workspace.campaign(campaign)
    except LastDaysError:
        return
    for summary in view.groups:
        try:
            group = services.workspace.snapshot(summary.id).group
        except LastDaysError:
            continue
        yield finder.of_group(group)
    for first in range(0, len(view.campaign.games), GAMES):
        yield finder.of_games(view.campaign, first)
    yield finder.of_campaign(view.campaign)


class _Finder:
    """Makes goals of the content of a campaign."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.catalogue = services.catalogue

    def of_group(self, group: Group) -> list[Goal]:
        """Return a group's members, gear and notes."""
        home = GroupRoute(group.id)
        found = [self._member(group, member) for member in group.members]
        for member in group.members:
            route = GroupRoute(group.id, member.id)
            whose = _("{member}, {group}", member=member.name, group=group.name)
            found += self._gear(member.gear, whose, route)
            found += self._notes(_("Notes on {name}"), member.name, member.notes, whose, route)
        found += self._gear(group.stash, _("Stash of {group}", group=group.name), home)
        found += self._notes(_("Notes on {name}"), group.name, group.notes, _("Group"), home)
        return found

    def _member(self, group: Group, member: Member) -> Goal:
        kind = self.catalogue.character(member.type)
        said = (
            kind.name,
            keyword_name(member.keyword),
            skills_in_words(member, self.catalogue),
            injuries_in_words(member, self.catalogue),
        )
        return Goal(
            member.name,
            _("Member of {group}", group=group.name),
            self.services.to(GroupRoute(group.id, member.id)),
            kind.drawing,
            f"keyword_{member.keyword}",
            words=dotted(*said),
            order=MEMBERS,
        )

    def _gear(self, items: Iterable[Item], whose: str, route: Route) -> list[Goal]:
        """Return gear by name, equal pieces once."""
        named = {item_name(item, self.catalogue): item.key for item in items}
        return [
            Goal(
                name, whose, self.services.to(route), self.catalogue.gear(key).drawing, order=WITHIN
            )
            for name, key in named.items()
        ]

    def _notes(self, title: str, name: str, notes: str, kind: str, route: Route) -> list[Goal]:
        if not notes.strip():
            return []
        drawing, act = pictograms.token("book"), self.services.to(route)
        return [Goal(title.format(name=name), kind, act, drawing, words=notes, order=WITHIN)]

    def of_games(self, campaign: Campaign, first: int) -> list[Goal]:
        """Return games from an index on, with number, Encounter and sides."""
        found = []
        for game in campaign.games[first : first + GAMES]:
            encounter = self.catalogue.encounters[game.encounter]
            name = _("Game {n}: {encounter}", n=game.number, encounter=encounter.name)
            sides = against([side.name for side in game.sides], together=game.together)
            words = "\n".join(filter(None, (sides, game.notes)))
            act = self.services.to(RecordRoute(game.id))
            found.append(Goal(name, _("Game"), act, encounter.drawing, words=words, order=WITHIN))
        return found

    def of_campaign(self, campaign: Campaign) -> list[Goal]:
        """Return the notes on the campaign."""
        route = CampaignRoute(campaign.id)
        return self._notes(_("Notes on {name}"), campaign.name, campaign.notes, "", route)


def goals(services: Services, campaign: str, actions: Sequence[QAction]) -> list[Goal]:
    """Return the groups of the open campaign, the actions, and the rulebook's entries."""
    return [*_groups(services, campaign), *of_actions(actions), *_rules(services)]


def _groups(services: Services, campaign: str) -> Iterator[Goal]:
    for summary in services.workspace.groups(campaign) if campaign else ():
        go = services.to(GroupRoute(summary.id))
        yield Goal(summary.name, _("Group"), go, pictograms.place("group"))


def _rules(services: Services) -> Iterator[Goal]:
    catalogue = services.catalogue
    for kind, entries in (
        (_("Character"), catalogue.characters.values()),
        (_("Gear"), catalogue.all_gear()),
        (_("Skill"), catalogue.skills.values()),
        (_("Attribute"), catalogue.attributes.values()),
        (_("Perk"), catalogue.perks.values()),
        (_("Refuge"), catalogue.refuges.values()),
        (_("Encounter"), catalogue.encounters.values()),
        (_("Injury"), catalogue.injuries.values()),
        (_("Action"), catalogue.actions.values()),
    ):
        for entry in entries:
            yield Goal(
                entry.name,
                _("Rulebook: {kind}", kind=kind),
                services.to(RulebookRoute(entry.name)),
                entry.drawing,
                "faint_text",
                words=str(getattr(entry, "summary", "")),
                order=RULES,
            )
