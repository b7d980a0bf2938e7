"""What sequences came to, kept: the next answer goes on from there, an undo is looked up.

A replay is found by what it was made of, the group, the context and the answers in force, so that
it cannot be out of date, whoever wrote the store.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from lastdays.model.group import Group
from lastdays.postgame.context import STEPS, PostGameContext
from lastdays.postgame.sequence import Aftermath, post_game
from lastdays.procedure.replay import Answer, Replayed, Running

#: So many sequences are kept, those of all groups of a campaign; of each so many that can go on,
#: and what so many answers came to.
KEPT, RUNNING, RESULTS = 10, 3, 16


class _Played(Struct):
    """What is kept of a sequence played from one beginning, the latest last."""

    group: Group
    context: PostGameContext
    running: list[Running[Aftermath]] = []
    results: list[tuple[Mapping[str, Answer], Replayed[Aftermath]]] = []

    def over(self, answers: Mapping[str, Answer]) -> Replayed[Aftermath]:
        """Return what the answers come to, working out only what is not known."""
        for n, (known, result) in enumerate(self.results):
            if known == answers:
                self.results.append(self.results.pop(n))
                return result
        at = next((n for n, run in enumerate(self.running) if run.follows(answers)), None)
        if at is None:
            group, context = self.group, self.context
            run = Running(lambda: post_game(group, context), STEPS, keep_raised=True)
        else:
            run = self.running.pop(at)
        self.running.append(run)
        result = run.over(answers)
        if result.raised is None:
            self.results.append((dict(answers), result))
        for old in self.running[:-RUNNING]:
            old.close()
        del self.running[:-RUNNING], self.results[:-RESULTS]
        return result


class KeptReplays:
    """The replays of the sequences that were looked at last."""

    def __init__(self) -> None:
        self._played: list[_Played] = []

    def replayed(
        self, group: Group, context: PostGameContext, answers: Mapping[str, Answer]
    ) -> Replayed[Aftermath]:
        """Return what a sequence comes to, played by a group in a context with these answers."""
        for n, played in enumerate(self._played):
            if played.group == group and played.context == context:
                self._played.append(self._played.pop(n))
                break
        else:
            self._played.append(_Played(group, context))
        del self._played[:-KEPT]
        return self._played[-1].over(answers)
