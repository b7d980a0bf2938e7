"""Captives and what can be done about them; and the way to a group's next step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QMenu, QPushButton

from lastdays.campaign.overview import CaptiveMember, NextStep
from lastdays.language import _, ngettext, short
from lastdays.model.fixtures import Fixture
from lastdays.rulebook.pictograms import token
from lastdays.ui.navigation import (
    AftermathRoute,
    GroupRoute,
    NextGameRoute,
    RecordRoute,
    SequenceRoute,
    TrackerRoute,
)
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import empty, entitle, entry, opened, typed


def play_rescue(services: Services, captive: CaptiveMember) -> None:
    """Plan the Rescue of a captive as the next game, unless it is planned already (p. 84, p. 104)."""
    encounters = services.catalogue.encounters.values()
    rescue = next((one.key for one in encounters if one.captives), "")
    groups = tuple(filter(None, (captive.group, captive.captor)))
    planned = Fixture(encounter=rescue, groups=groups)

    def plan() -> str:
        campaign = services.workspace.snapshot(captive.group).campaign
        for fixture in campaign.open_fixtures:
            if fixture.encounter == rescue and fixture.groups == groups:
                return fixture.id
        return services.next_game.plan(campaign.id, planned, first=True)

    fixture = services.do(plan).result
    if fixture is not None:
        services.go(NextGameRoute(fixture))


def captors_of(captive: CaptiveMember) -> str:
    return captive.captor_name or _("rivals")


def captive_in_words(captive: CaptiveMember, group: str) -> str:
    """Say who is held by whom, from the point of view of a group."""
    if group == captive.captor:
        return _("Holds {name} of {group}", name=captive.member.name, group=captive.group_name)
    return _("{name} is held by {group}", name=captive.member.name, group=captors_of(captive))


def fill_rescue_menu(menu: QMenu, services: Services, captive: CaptiveMember) -> None:
    """Offer to play the Rescue, or to decline it with or without the gear."""
    decline = partial(services.groups.decline_rescue, captive.group, captive.member.id)
    entry(menu, _("Play the Rescue next"), partial(play_rescue, services, captive))
    menu.addSeparator()
    for text, takes in (
        (_("Decline the Rescue: the captors take the gear"), True),
        (_("Decline the Rescue: the gear is lost"), False),
    ):
        act = partial(services.do, partial(decline, captor_takes_gear=takes))
        entry(menu, text, act, enabled=not takes or bool(captive.loot))


class CaptivesButton(QPushButton):
    """Names a group's captives and those it holds; its menu has what can be done."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._group = ""
        self._captives: Sequence[CaptiveMember] = ()
        self.setProperty("kind", "quiet")
        opened(self, self.fill)
        services.theme.follow(self._draw)
        self.hide()

    def _draw(self) -> None:
        self.setIcon(self.services.theme.icon(token("captive"), "harm_text", 20))

    def show_captives(self, group: str, captives: Sequence[CaptiveMember]) -> None:
        """Show the captives of a group and those it holds; hide if there are none."""
        self._group = group
        self._captives = captives
        self.setVisible(bool(captives))
        if not captives:
            return
        lines = [captive_in_words(captive, group) for captive in captives]
        n = len(captives)
        text = lines[0] if n == 1 else ngettext("{n} captive", "{n} captives", n)
        self.setText(typed(short(text, 44)))
        entitle(self, ", ".join(lines), "\n".join(lines))

    def fill(self, menu: QMenu) -> None:
        empty(menu)
        for captive in self._captives:
            inner = menu
            if len(self._captives) > 1:
                inner = menu.addMenu(typed(captive_in_words(captive, self._group)))
            fill_rescue_menu(inner, self.services, captive)


def open_sequence(services: Services, campaign: str, game: str, group: str) -> None:
    """Open a group's sequence after a game, starting it if need be. If a captive's fate is open or
    not settled in both groups, go there first."""
    unsaid = services.ask(services.captives.unsaid, campaign, game, group)
    if unsaid:
        services.go(RecordRoute(game))
        services.say(unsaid, "warn")
        return
    due = services.ask(services.captives.due, campaign)
    if due is None:
        return
    waiting = next((s for s in due if s.game == game and group in s.groups), None)
    if waiting is not None:
        services.go(AftermathRoute())
        services.say(_("Decide what happened to {name} first.", name=waiting.captive.member.name))
        return
    sequence = services.do(partial(services.games.begin, campaign, game, group)).result
    if sequence is not None:
        services.go(SequenceRoute(sequence))


def go_on(services: Services, campaign: str, group: str, step: NextStep) -> None:
    """Go to a group's next step."""
    match step.kind:
        case "session":
            services.go(TrackerRoute(step.session))
        case "creating":
            services.go(GroupRoute(group))
        case "ready":
            services.go(NextGameRoute())
        case _:
            open_sequence(services, campaign, step.game, group)
