"""Steps that players wrote, in a store: kept at each answer, replayed on other rules, finished, undone."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from answering import answer_one
from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions, HouseRules
from lastdays.campaign.chronicle.games import Chronicle
from lastdays.campaign.documents.bounds import problems
from lastdays.campaign.documents.group_documents import group_document, read_group
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.sample import play_through
from lastdays.campaign.sequences.post_game import PostGameActions, read_starting_point, story_lines
from lastdays.model.group import NextEncounter, StandingNote
from lastdays.rulebook.entries import Dice
from lastdays.rulebook.own import Counter, Row, Step, Table
from lastdays.values import Value
from sure import sure
from unit.rulebook.winter import FOOD, ILLNESS, SICKNESS

THREAT = Counter(key="threat", name="Threat", of="campaign", high=9, start=1)
HUNT = Table(
    key="hunt",
    name="The hunt",
    dice=Dice(1, 6),
    rows=(
        Row(
            upto=6,
            text="They heard you.",
            does=("counter sickness +4", "zombies 2", "note Mud everywhere.", "misses"),
        ),
    ),
)
STIR = Step(key="stir", name="Something stirs", when="after", while_above="threat", table="hunt")


class Night(Value):
    """A game of the sample whose sequence has begun."""

    workspace: Workspace
    games: PostGameActions
    campaign: str
    group: str
    game: str
    sequence: str


@pytest.fixture
def stirred(riverside: Workspace, dice: random.Random) -> Night:
    """The first group after its game, under rules that have a step last of all."""
    campaign = riverside.campaigns()[0].id
    riverside.work_on(campaign)
    for rule in (SICKNESS, FOOD, THREAT, ILLNESS, HUNT, STIR):
        HouseRules(riverside).write_rule(campaign, rule)
    games = PostGameActions(riverside, dice)
    zeke = next(g.id for g in riverside.groups(campaign) if g.name.startswith("Zeke"))
    game = riverside.campaign(campaign).campaign.games[0].id
    return Night(riverside, games, campaign, zeke, game, games.begin(campaign, game, zeke))


def to_last_steps(night: Night, games: PostGameActions) -> None:
    """Plays on until the step of the players comes."""
    while (ask := games.view(night.sequence).pending) is not None:
        if ask.step == "after":
            return
        answer_one(games, night.sequence)


def test_each_answer_is_kept_and_a_sequence_finished_and_undone(
    stirred: Night, dice: random.Random
) -> None:
    workspace, games = stirred.workspace, stirred.games
    HouseRules(workspace).write_rule(stirred.campaign, replace(STIR, while_above=""))
    games.rebase(stirred.sequence)
    to_last_steps(stirred, games)
    ask = sure(games.view(stirred.sequence).pending)
    games.answer(stirred.sequence, ask.key, 3, "typed", "Robin")
    again = PostGameActions(workspace, dice)  # as after a kill
    view = again.view(stirred.sequence)
    assert "They heard you." in [line.with_dice for line in story_lines(view.replayed)][-5]
    play_through(again, stirred.sequence)
    again.finish(stirred.sequence)
    after = workspace.group(stirred.group).group
    hurt = after.member(ask.about)
    assert (hurt.counters, hurt.misses) == ({"sickness": 4}, 1)
    assert after.next_encounter.zombies == 2 * len(after.active)
    assert StandingNote("Mud everywhere.", ask.about) in after.next_encounter.notes
    assert read_group(group_document(after)) == after
    said = [
        s.text for s in Chronicle(workspace, stirred.campaign).story(stirred.game).all_sentences
    ]
    assert f"{hurt.name} misses the next game." in said
    assert f"{hurt.name}: Feverish 4 (before: Sickness 0)." in said
    workspace.undo(stirred.campaign, stirred.group)
    assert workspace.group(stirred.group).group.next_encounter == NextEncounter()
    assert workspace.redo(stirred.campaign, stirred.group) == "finished the sequence after game 1"


def test_the_counters_of_the_campaign_count_as_they_were_at_first(stirred: Night) -> None:
    workspace, games = stirred.workspace, stirred.games
    CampaignActions(workspace).set_counter(stirred.campaign, "threat", 0)
    to_last_steps(stirred, games)
    assert sure(games.view(stirred.sequence).pending).step == "after"
    games.rebase(stirred.sequence)
    assert games.view(stirred.sequence).after is not None  # the threat is gone by now
    games.undo(stirred.sequence)
    assert sure(games.view(stirred.sequence).pending).step == "after"


def test_a_sequence_of_an_earlier_version_has_no_counters_of_the_campaign(stirred: Night) -> None:
    with stirred.workspace.store.reading() as tx:
        stored = tx.sequences.sequence(stirred.sequence).answers[0].value
    assert read_starting_point(stored).counters == {}
    CampaignActions(stirred.workspace).set_counter(stirred.campaign, "threat", 4)
    stirred.games.rebase(stirred.sequence)
    with stirred.workspace.store.reading() as tx:
        stored = tx.sequences.sequence(stirred.sequence).answers[-1].value
    assert read_starting_point(stored).counters == {"threat": 4}
    del stored["counters"]
    assert read_starting_point(stored).counters == {}


def test_notes_go_with_a_copy_of_the_group(stirred: Night) -> None:
    workspace = stirred.workspace
    group = workspace.group(stirred.group).group
    mo = next(m for m in group.members if m.name == "Mo")
    noted = group.add_note(StandingNote("Limps.", mo.id)).add_note(StandingNote("Rain."))
    made = noted.under_new_ids("copy", workspace.new_id)
    about = [note.member for note in made.next_encounter.notes]
    assert made.member(about[0]).name == "Mo"
    assert about[1] == ""


def test_what_is_to_come_is_bounded(stirred: Night) -> None:
    group = stirred.workspace.group(stirred.group).group
    book = stirred.workspace.catalogue
    for n in range(300):
        group = group.add_note(StandingNote(str(n))).add_zombies(7)
    assert problems(group, book) == []
    assert group.next_encounter.notes[-1].text == "299"
    many = tuple(StandingNote(str(n)) for n in range(201))
    for to_come, said in (
        (NextEncounter(notes=many), "The next Encounter can have 200 entries at most, not 201."),
        (NextEncounter(zombies=-1), "The next Encounter can be 0 to 999, not −1."),
        (NextEncounter(notes=(StandingNote("x" * 201),)),
         "The next Encounter can have 200 characters at most, not 201."),
    ):  # fmt: skip
        assert problems(replace(group, next_encounter=to_come), book) == [said]


def test_food_of_a_group_is_paid_in_its_sequence(stirred: Night) -> None:
    workspace, games = stirred.workspace, stirred.games
    step = Step(key="eat", name="Eat", when="upkeep", audience="group", pays="counter food 1")
    HouseRules(workspace).write_rule(stirred.campaign, step)
    GroupActions(workspace).set_counter(stirred.group, "food", 1)
    games.rebase(stirred.sequence)
    play_through(games, stirred.sequence)
    games.finish(stirred.sequence)
    assert workspace.group(stirred.group).group.counters == {"food": 0}
