"""What is not finished in a campaign, each with the way back to it, and who is remembered."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from msgspec import Struct
from PySide6.QtWidgets import QFrame

from lastdays.campaign.held import HeldMember
from lastdays.campaign.overview import GroupLine, HalfDone, Overview
from lastdays.language import _, against, ngettext
from lastdays.model.group import Member
from lastdays.rulebook import pictograms
from lastdays.ui.navigation import NextGameRoute, Route, SequenceRoute, TableRoute, TrackerRoute
from lastdays.ui.pages.aftermath.rescue import captors_of, play_rescue
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import OneLine, button, clear, column, label, row
from lastdays.ui.widgets.pictogram import Pictogram

#: So many things that are not finished are named, and so many that come before the next game.
HALF_DONE_MOST, AHEAD_MOST = 3, 2
#: So many captives are named here.
HELD_MOST = 2


def route_of(half: HalfDone) -> Route:
    """Return the way back to something that is not finished."""
    return SequenceRoute(half.id) if half.kind == "sequence" else TrackerRoute(half.id)


def said_of(half: HalfDone) -> tuple[str, str]:
    """Say what is not finished: whose it is, and what."""
    if half.kind == "sequence":
        return half.names[0], _("After game {n}").format(n=half.game)
    return against(half.names), _("A game at the table")


class _Entry(Struct, frozen=True):
    """Something to be done: its pictogram, whose it is, what, and the button that leads to it."""

    drawn: str
    whose: str
    what: str
    verb: str
    go: Callable[[], object]


class NextPanel(QFrame):
    """What waits, and below it the memorial."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self.services = services
        #: Called with the id of a group whose next step is to be gone to.
        self.follow: Callable[[str], object] = lambda _group: None
        self.heading = label("", "heading")
        self.waiting = column(spacing=4)
        self.memory = column(spacing=2)
        self.setLayout(column(self.heading, self.waiting, self.memory, 1, spacing=6, margin=10))

    def show_waiting(self, found: Overview) -> None:
        """Show what is not finished, else what the next game waits for, and who is remembered."""
        clear(self.waiting)
        clear(self.memory)
        unfinished = found.half_done
        ahead = [line for line in found.groups if line.next.kind in ("begin", "creating")]
        if unfinished:
            self.heading.setText(_("Not finished yet"))
        else:
            self.heading.setText(_("Before the next game") if ahead else _("Next game"))
        most = HALF_DONE_MOST if unfinished else AHEAD_MOST
        for half in unfinished[:most]:
            self._add(self._unfinished(half))
        for line in ahead[: 0 if unfinished else most]:
            self._add(self._ahead(line))
        for captive in found.captives[:HELD_MOST]:
            self._add(self._held(captive))
        more = len(unfinished or ahead) - most
        if more > 0:
            rest = ngettext("and {n} more", "and {n} more", more).format(n=more)
            self.waiting.addWidget(label(rest, "faint"))
        if not unfinished:
            self._invite(found.groups, ready=not ahead)
        self._remember(found.fallen, found.remembered - len(found.fallen))

    def _invite(self, groups: tuple[GroupLine, ...], *, ready: bool) -> None:
        """Lead to the next game; say what it takes where nothing is to be done before it."""
        if ready:
            text = _("All groups are ready.")
            if not groups:
                text = _("You need a group in this campaign, or sides made up for one game.")
            dice = pictograms.token("dice")
            drawn = Pictogram(self.services.theme, dice, token="accent", size=32)
            line = row(drawn, label(text, "faint", wrap=True))
            line.setStretch(1, 1)
            self.waiting.addLayout(line)
        there = NextGameRoute() if groups else TableRoute()
        set_up = button(_("&Set up a game"), partial(self.services.go.emit, there))
        self.waiting.addLayout(row(set_up, 1))

    def _unfinished(self, half: HalfDone) -> _Entry:
        whose, what = said_of(half)
        drawn = pictograms.place("aftermath" if half.kind == "sequence" else "table")
        go = partial(self.services.go.emit, route_of(half))
        return _Entry(drawn, whose, what, _("Continue"), go)

    def _ahead(self, line: GroupLine) -> _Entry:
        step, whose = line.next, line.summary.name
        go = partial(self.follow, line.summary.id)
        if step.kind == "creating":
            what = _("Still being created")
            return _Entry(pictograms.place("group"), whose, what, _("Finish"), go)
        what = _("After game {n}").format(n=step.number)
        return _Entry(pictograms.place("aftermath"), whose, what, _("Begin"), go)

    def _held(self, captive: HeldMember) -> _Entry:
        whose = _("{name} of {group}").format(name=captive.member.name, group=captive.group_name)
        what = _("held by {group}").format(group=captors_of(captive))
        go = partial(play_rescue, self.services, captive)
        return _Entry(pictograms.token("captive"), whose, what, _("Rescue"), go)

    def _add(self, entry: _Entry) -> None:
        names = label(entry.whose, wrap=True)
        below = OneLine("small")
        below.setText(entry.what)
        go_on = button(entry.verb, entry.go)
        go_on.setAccessibleName(
            _("{verb}: {whose}, {what}").format(verb=entry.verb, whose=entry.whose, what=entry.what)
        )
        drawn = entry.drawn
        line = row(
            Pictogram(self.services.theme, drawn, token="accent"),
            column(names, below, spacing=0),
            go_on,
        )
        line.setStretch(1, 1)
        self.waiting.addLayout(line)

    def _remember(self, gone: Collection[tuple[Member, str]], more: int) -> None:
        if gone:
            self.memory.addWidget(label(_("In memory"), "faint"))
        theme = self.services.theme
        for member, group in gone:
            died = member.status == "dead"
            drawn = pictograms.token("grave") if died else pictograms.place("start")
            text = _("{name} of {group}").format(name=member.name, group=group)
            if member.fate_game:
                text = _("{name} of {group}, game {n}").format(
                    name=member.name, group=group, n=member.fate_game
                )
            shown = OneLine()
            shown.setText(text)
            fate = _("died") if died else _("left the group")
            line = row(Pictogram(theme, drawn, fate, "faint_text", 18), shown, spacing=6)
            line.setStretch(1, 1)
            self.memory.addLayout(line)
        if more > 0:
            rest = ngettext("and {n} more", "and {n} more", more).format(n=more)
            self.memory.addWidget(label(rest, "faint"))
