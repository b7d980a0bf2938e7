"""The way into a group's post-game sequence, from wherever one is."""

from __future__ import annotations

from lastdays.language import _
from lastdays.ui.navigation import AftermathRoute, SequenceRoute
from lastdays.ui.services import Services


def open_sequence(services: Services, campaign: str, game: str, group: str) -> None:
    """Go to a group's sequence after a game, begun where it is not; to the captives first where
    the record says what became of one and it is not settled in both groups yet."""
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
