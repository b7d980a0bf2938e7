"""What the command palette leads to: places, groups, their members, the rulebook, actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from PySide6.QtGui import QAction

from lastdays.language import _
from lastdays.rulebook import pictograms
from lastdays.ui.navigation import GroupRoute, RulebookRoute
from lastdays.ui.services import Services
from lastdays.ui.shell.palette import Goal, of_actions


def goals(services: Services, campaign: str, actions: Sequence[QAction]) -> list[Goal]:
    """Return all there is to go to or to do, the open campaign's first."""
    return [*_groups(services, campaign), *of_actions(actions), *_rules(services)]


def _groups(services: Services, campaign: str) -> Iterator[Goal]:
    if not campaign:
        return
    view = services.workspace.campaign(campaign)
    for summary in view.groups:
        go = partial(services.go.emit, GroupRoute(summary.id))
        yield Goal(summary.name, _("Group"), go, pictograms.place("group"))
        group = services.workspace.snapshot(summary.id).group
        for member in group.members:
            route = GroupRoute(summary.id, member.id)
            yield Goal(
                member.name,
                _("Member of {group}").format(group=summary.name),
                partial(services.go.emit, route),
                services.catalogue.character(member.type).drawing,
                f"keyword_{member.keyword}",
            )


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
                _("Rulebook: {kind}").format(kind=kind),
                partial(services.go.emit, RulebookRoute(entry.name)),
                entry.drawing,
                "faint_text",
            )
