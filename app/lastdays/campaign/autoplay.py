"""Plays a sequence through without a person: dice by the program, choices by a plain rule."""

from __future__ import annotations

from typing import Any

from lastdays.campaign.post_game_sequences import PostGameActions
from lastdays.postgame.job_assignment import ArrangeJobs, GuardJob, Job, WorkJob, posts, workers
from lastdays.postgame.leadership import ArrangeArms, Purchase
from lastdays.procedure import dice
from lastdays.procedure.asks import Arrange, Ask, Choose
from lastdays.rulebook.known import AttributeKey

#: Options that a cautious player would rather not take, tried last.
_RELUCTANT = ("save", "keep", "nothing", "nobody", "no")


def play_through(games: PostGameActions, sequence: str, most: int = 500) -> int:
    """Answer every ask of a sequence up to, but not including, Finish; how many there were.

    Raises RuntimeError after `most` asks.
    """
    for count in range(most):
        view = games.view(sequence)
        ask = view.pending
        if ask is None:
            return count
        if dice.can_be_rolled(ask):
            games.roll(sequence, ask.key)
        else:
            games.answer(sequence, ask.key, plain_answer(ask), "chosen")
    raise RuntimeError("a sequence that does not end")


def plain_answer(ask: Ask) -> Any:
    """Return an answer that is always legal: the first real option, the form as it starts."""
    match ask:
        case Choose(key=key, options=options):
            if key == "refuge/leave":
                return "stay"
            eager = [o for o in options if o.key not in _RELUCTANT]
            return (eager or list(options))[0].key
        case ArrangeJobs(group=group, context=context):
            free = [p.id for p in posts(group, context.catalogue)]
            jobs: dict[str, Job] = {}
            for member in workers(group, context):
                if free and not member.has(AttributeKey.ANIMAL):
                    jobs[member.id] = WorkJob(free.pop(0))
                else:
                    jobs[member.id] = GuardJob()
            return ask.write(jobs)
        case ArrangeArms():
            return ask.write(Purchase(("knife",), allowed=True))
        case Arrange():
            return ask.write(ask.initial)
    raise TypeError(ask.key)
