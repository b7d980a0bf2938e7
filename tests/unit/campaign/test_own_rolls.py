"""Steps before a game and rolls at any time, under any rules that players may write."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from lastdays.campaign.documents.bounds import campaign_problems, problems
from lastdays.campaign.own_rolls import Occasion, OwnRolling, steps_due
from lastdays.model.campaign import Campaign
from lastdays.model.fixtures import Fixture
from lastdays.model.game_record import GameRecord, Side
from lastdays.model.group import Group
from lastdays.model.switches import Switches
from lastdays.postgame.context import PostGameContext
from lastdays.procedure.asks import Arrange
from lastdays.procedure.replay import Answer
from lastdays.rulebook import Catalogue
from sure import sure
from unit.campaign.evenings import answer, some_group
from unit.postgame.crew import BOOK
from unit.postgame.made_up_rules import made_up_rules, with_rules


def rolling(occasion: Occasion, group: Group, campaign: Campaign, book: Catalogue) -> OwnRolling:
    """An occasion for a group, or for the campaign without it."""
    whose = group if occasion.group else None
    side = Side(group.id, group.name) if whose is not None else Side("", campaign.name)
    game = GameRecord("roll", 3, "", (side,))
    return OwnRolling(
        occasion, campaign, whose, PostGameContext(book, Switches(), game, side.group)
    )


@settings(max_examples=40)
@given(st.integers(0, 10**6))
def test_every_step_and_table_is_played_to_its_end(seed: int) -> None:
    random = Random(seed)
    rules = made_up_rules(random)
    steps = tuple(replace(step, when="before") for step in rules.steps)
    book = with_rules(BOOK, replace(rules, steps=steps))
    group, campaign = some_group(random, 4), Campaign("c", "Winter", ("g",))
    planned = Fixture("f", "scavengers", ("g",))
    occasions = [
        *steps_due(planned, (group,), campaign, book),
        *(Occasion(table=table.key) for table in rules.tables),
        *(Occasion(table=table.key, group="g") for table in rules.tables),
        *(
            Occasion(table=t.key, group="g", member=m.id)
            for t in rules.tables
            for m in group.active
        ),
    ]
    for occasion in occasions:
        roll = rolling(occasion, group, campaign, book)
        answers: dict[str, Answer] = {}
        while (ask := roll.played(answers).pending) is not None:
            given_ = answer(ask, Random(f"{seed}/{ask.key}"))
            answers[ask.key] = Answer(ask.write(given_) if isinstance(ask, Arrange) else given_)
        state = sure(roll.played(answers).result)
        if state.group is not None:
            assert problems(state.group, book, [group], foreign=True) == []
        after = replace(
            campaign,
            counters=state.counters,
            fixtures=(replace(planned, before=(roll.result(state),)),),
        )
        assert campaign_problems(after) == []
