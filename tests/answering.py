"""What a sequence asks, answered by the program's dice and as a plain player would."""

from __future__ import annotations

from lastdays.campaign.sample import plain_answer
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.procedure.dice import can_be_rolled
from sure import sure


def answer_one(games: PostGameActions, sequence: str) -> None:
    """Answer what is asked now."""
    ask = sure(games.view(sequence).pending)
    if can_be_rolled(ask):
        games.roll(sequence, ask.key)
    else:
        games.answer(sequence, ask.key, plain_answer(ask), "chosen")
