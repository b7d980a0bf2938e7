"""What the command palette leads to at once: groups, places, actions, the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from PySide6.QtGui import QAction

from lastdays.language import _
from lastdays.rulebook import pictograms
from lastdays.ui.navigation import GroupRoute, RulebookRoute
from lastdays.ui.services import Services
from lastdays.ui.shell.palette import RULES, Goal, of_actions


def goals(services: Services, campaign: str, actions: Sequence[QAction]) -> list[Goal]:
    """Return the groups of the open campaign, what can be done, and the rulebook."""
    return [*_groups(services, campaign), *of_actions(actions), *_rules(services)]


def _groups(services: Services, campaign: str) -> Iterator[Goal]:
    for summary in services.workspace.groups(campaign) if campaign else ():
        go = partial(services.go.emit, GroupRoute(summary.id))
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
                _("Rulebook: {kind}").format(kind=kind),
                partial(services.go.emit, RulebookRoute(entry.name)),
                entry.drawing,
                "faint_text",
                words=str(getattr(entry, "summary", "")),
                order=RULES,
            )
