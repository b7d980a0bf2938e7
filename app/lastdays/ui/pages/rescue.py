"""Captives and what can be done about them; and the way to a group's next step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QMenu, QPushButton

from lastdays.campaign.overview import CaptiveMember, NextStep
from lastdays.language import _, ngettext, short
from lastdays.model.fixtures import Fixture
from lastdays.rulebook import Catalogue
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
from lastdays.ui.widgets.parts import (
    add_menu_action,
    clear_menu,
    escape_ampersands,
    make_button_menu,
    set_name_and_hint,
)

#: The most letters on the button that names captives.
MOST_LETTERS = 44


def play_rescue(services: Services, captive: CaptiveMember) -> None:
    """Plan the Rescue of a captive as the next game, unless it is planned already (p. 84, p. 104)."""
    fixture = services.do(partial(_plan_rescue, services, captive)).result
    if fixture is not None:
        services.go(NextGameRoute(fixture))


def _plan_rescue(services: Services, captive: CaptiveMember) -> str:
    """Plan the Rescue of a captive as the next game; return the id of the fixture, also of one that
    was planned before."""
    groups = tuple(group for group in (captive.group, captive.captor) if group)
    rescue = Fixture(encounter=_rescue_encounter(services.catalogue), groups=groups)
    campaign = services.workspace.snapshot(captive.group).campaign
    for fixture in campaign.open_fixtures:
        if fixture.encounter == rescue.encounter and fixture.groups == rescue.groups:
            return fixture.id
    return services.next_game.plan(campaign.id, rescue, first=True)


def _rescue_encounter(catalogue: Catalogue) -> str:
    """Return the key of the Encounter that frees captives, '' if there is none."""
    for encounter in catalogue.encounters.values():
        if encounter.captives:
            return encounter.key
    return ""


def captors_of(captive: CaptiveMember) -> str:
    """Return the name of the group that holds a captive."""
    return captive.captor_name or _("rivals")


def captive_in_words(captive: CaptiveMember, group: str) -> str:
    """Say who is held by whom, from the point of view of a group."""
    if group == captive.captor:
        return _("Holds {name} of {group}", name=captive.member.name, group=captive.group_name)
    return _("{name} is held by {group}", name=captive.member.name, group=captors_of(captive))


def fill_rescue_menu(menu: QMenu, services: Services, captive: CaptiveMember) -> None:
    """Offer to play the Rescue, or to decline it with or without the gear."""
    decline = partial(services.groups.decline_rescue, captive.group, captive.member.id)
    decline_with_gear = partial(services.do, partial(decline, captor_takes_gear=True))
    decline_without_gear = partial(services.do, partial(decline, captor_takes_gear=False))
    add_menu_action(menu, _("Play the Rescue next"), partial(play_rescue, services, captive))
    menu.addSeparator()
    has_gear = bool(captive.loot)
    text = _("Decline the Rescue: the captors take the gear")
    add_menu_action(menu, text, decline_with_gear, enabled=has_gear)
    add_menu_action(menu, _("Decline the Rescue: the gear is lost"), decline_without_gear)


class CaptivesButton(QPushButton):
    """Names a group's captives and those it holds; its menu has what can be done."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._group = ""
        self._captives: Sequence[CaptiveMember] = ()
        self.setProperty("kind", "quiet")
        make_button_menu(self, self.fill_rescue_menu_of_each)
        services.theme.call_now_and_on_change(self._draw_icon)
        self.hide()

    def _draw_icon(self) -> None:
        self.setIcon(self.services.theme.icon(token("captive"), "harm_text"))

    def show_captives(self, group: str, captives: Sequence[CaptiveMember]) -> None:
        """Show the captives of a group and those it holds; hide if there are none."""
        self._group = group
        self._captives = captives
        self.setVisible(bool(captives))
        if not captives:
            return
        sentences = [captive_in_words(captive, group) for captive in captives]
        if len(captives) == 1:
            text = sentences[0]
        else:
            text = ngettext("{n} captive", "{n} captives", len(captives))
        self.setText(escape_ampersands(short(text, MOST_LETTERS)))
        set_name_and_hint(self, ", ".join(sentences), "\n".join(sentences))

    def fill_rescue_menu_of_each(self, menu: QMenu) -> None:
        """Fill the menu with what can be done, for several captives in a menu of each."""
        clear_menu(menu)
        if len(self._captives) == 1:
            fill_rescue_menu(menu, self.services, self._captives[0])
            return
        for captive in self._captives:
            captive_menu = menu.addMenu(escape_ampersands(captive_in_words(captive, self._group)))
            fill_rescue_menu(captive_menu, self.services, captive)


def open_sequence(services: Services, campaign: str, game: str, group: str) -> None:
    """Open a group's sequence after a game, starting it if need be. If a captive's fate is open or
    not settled in both groups, go there first."""
    open_fate = services.ask(services.captives.unsaid, campaign, game, group)
    if open_fate:
        services.go(RecordRoute(game))
        services.say(open_fate, "warn")
        return
    unsettled = services.ask(services.captives.due, campaign)
    if unsettled is None:
        return
    for settlement in unsettled:
        if settlement.game == game and group in settlement.groups:
            name = settlement.captive.member.name
            services.go(AftermathRoute())
            services.say(_("Decide what happened to {name} first.", name=name))
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
