"""The way into a group's post-game sequence, from wherever one is."""

from __future__ import annotations

from lastdays.language import _
from lastdays.ui.navigation import AftermathRoute, RecordRoute, SequenceRoute
from lastdays.ui.services import Services


def open_sequence(services: Services, campaign: str, game: str, group: str) -> None:
    """Go to a group's sequence after a game, begun where it is not; to the record first where it
    leaves open what became of a captive, and to the captives where it says so and that is not
    settled in both groups yet."""
    unsaid = services.ask(lambda: services.captives.unsaid(campaign, game, group))
    if unsaid:
        services.go.emit(RecordRoute(game))
        services.said.emit(unsaid, "warn")
        return
    due = services.ask(lambda: services.captives.due(campaign))
    if due is None:
        return
    waiting = next((s for s in due if s.game == game and group in s.groups), None)
    if waiting is not None:
        services.go.emit(AftermathRoute())
        services.said.emit(
            _("First settle what became of {name}.").format(name=waiting.captive.member.name), ""
        )
        return
    sequence = services.do(lambda: services.games.begin(campaign, game, group))
    if sequence is not None:
        services.go.emit(SequenceRoute(sequence))
