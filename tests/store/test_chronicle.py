"""The chronicle of a store: games told from what is kept, lives, the memorial, the players' words."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.chronicle.games import POINTS_MOST, Chronicle, chart_of
from lastdays.campaign.chronicle.lives import Life, Memorial
from lastdays.campaign.documents import group_documents
from lastdays.campaign.exchange.sharing import read_shared_group
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.printing.print_jobs import PrintActions, PrintChoice
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.model.campaign import Campaign
from lastdays.model.changes import MemberDismissed, PostGameFinished
from lastdays.model.game_record import Appearance, CaptiveRecord, GameRecord
from lastdays.model.group import Group, Injury, Member
from lastdays.model.recruiting import Recruit, rating_of
from lastdays.pdf.content import TextSheet
from lastdays.store import Subject
from sure import as_a


class Tale:
    """A campaign whose games are played and finished."""

    def __init__(self, workspace: Workspace, campaign: str) -> None:
        self.workspace, self.campaign = workspace, campaign

    @property
    def now(self) -> Campaign:
        return self.workspace.campaign(self.campaign).campaign

    def told(self) -> Chronicle:
        return Chronicle(self.workspace, self.campaign)

    def ids(self, group: str) -> dict[str, str]:
        return {m.name: m.id for m in self.workspace.group(group).group.members}

    def settle(
        self, group: str, game: GameRecord, how: Callable[[Group], Group] = lambda g: g
    ) -> str:
        """Finish the sequence of a group after a game, which comes to what `how` makes of it."""
        workspace = self.workspace
        sequence = PostGameActions(workspace, Random(1)).begin(self.campaign, game.id, group)
        after = how(workspace.group(group).group)
        after = replace(after, games=after.games + 1)
        with workspace.store.writing() as tx:
            change = tx.revisions.add_change(
                self.campaign, PostGameFinished(game.number, game.encounter), workspace.clock()
            )
            revision = tx.revisions.add(
                change,
                Subject(self.campaign, group),
                after,
                group_documents.group_document(after),
                group_documents.figures(after, workspace.catalogue),
            )
            tx.sequences.finish(sequence, revision)
        return sequence

    def again(self, **changes: Any) -> GameRecord:
        """Record the latest game once more, with the next number."""
        last, new = self.now.games[-1], self.workspace.new_id()
        game = replace(last, id=new, number=last.number + 1, **changes)
        GameRecordActions(self.workspace).record(self.campaign, game)
        return self.now.game(game.id)


@pytest.fixture
def tale(riverside: Workspace, campaign: str) -> Tale:
    return Tale(riverside, campaign)


def settled(group: Group) -> Group:
    """A group whose newcomers are new no more, as every sequence leaves it."""
    return replace(group, members=tuple(replace(m, newcomer=False) for m in group.members))


def test_a_game_is_told_with_its_day_and_what_each_group_made_of_it(
    tale: Tale, zeke: str, carl: str, game: GameRecord
) -> None:
    lou = tale.ids(zeke)["Lou"]
    sequence = tale.settle(
        zeke,
        game,
        lambda g: g.change_member(lou, lambda m: m.suffer(Injury("arm-injury", 1))),
    )
    story = tale.told().story(game.id)
    assert (story.number, story.encounter) == (1, "Scavengers")
    assert story.result == "Zeke's Truckers beat Carl's Crew, who broke."
    assert "Zombies took Pip Out of Action." in [s.text for s in story.sentences]
    assert story.day == game.day == tale.workspace.clock()[:10]
    first, second = story.after_game
    assert (first.group, first.state, first.sequence) == (zeke, "finished", sequence)
    assert [s.text for s in first.sentences] == ["Lou has a lasting injury: Arm Injury."]
    assert (second.group, second.state) == (carl, "none")
    assert story.session == ""  # it was entered, not played at the table


def test_a_sequence_that_was_undone_tells_nothing(tale: Tale, zeke: str, game: GameRecord) -> None:
    tale.settle(zeke, game, lambda g: replace(g, points=99))
    tale.workspace.undo(tale.campaign, zeke)
    (first, _second) = tale.told().story(game.id).after_game
    assert (first.state, first.sentences) == ("begun", ())


def test_a_life_names_the_rivals_and_counts_those_whom_nobody_named(tale: Tale) -> None:
    game = tale.now.games[0]
    ours, theirs = game.sides
    mo, lou, *_rest = (a.member for a in ours.appearances)
    called = {m.id: m.name for m in tale.workspace.group(theirs.group).group.roster}
    told = []
    for named, rivals in ((0, 0), (0, 1), (0, 2), (1, 1), (2, 2), (1, 2), (2, 4)):
        fallen = [a.member for a in theirs.appearances[:named]]
        sides = (
            replace(
                ours,
                appearances=tuple(
                    replace(a, out=False, zombies=0, rivals=rivals if a.member == mo else 9)
                    for a in ours.appearances
                ),
            ),
            replace(
                theirs,
                appearances=tuple(
                    replace(a, out=a.member in fallen, out_by=mo if a.member in fallen else "")
                    for a in theirs.appearances
                ),
            ),
        )
        tale.again(sides=sides)
        life = Life(tale.told(), ours.group, mo)
        said = [
            s.text
            for s in life.describe([life.games[-1]])[0].sentences
            if s.text.startswith("Took")
        ]
        names = [called[who] for who in fallen]
        told.append([text.replace(" and ".join(names), "…") if names else text for text in said])
    assert told == [
        [],
        ["Took 1 rival Out of Action."],
        ["Took 2 rivals Out of Action."],
        ["Took … Out of Action."],
        ["Took … Out of Action."],
        ["Took … Out of Action.", "Took 1 more rival Out of Action."],
        ["Took … Out of Action.", "Took 2 more rivals Out of Action."],
    ]
    assert lou != mo


def test_a_life_tells_what_this_one_did_and_nobody_else(tale: Tale, zeke: str) -> None:
    ours, *theirs = tale.now.games[0].sides
    ids = tale.ids(zeke)
    parts: dict[str, Any] = {"Mo": "deployed", "Lou": "held-back", "Pip": "missing"}
    deeds: dict[str, Any] = {"stranger_by": ids["Mo"], "vehicle_by": ids["Mo"]}
    captives = [CaptiveRecord(f"c{fate}", fate, fate, by=ids["Mo"]) for fate in ("home", "lost")]
    side = replace(
        ours,
        appearances=tuple(Appearance(ids[name], part) for name, part in parts.items()),
        **{**deeds, "tokens": (), "stranger_home": True, "vehicle": True},
        captives=(*captives, CaptiveRecord("other", "home", "other", by=ids["Lou"])),
    )
    untold = replace(side, stranger_home=False, vehicle=False, captives=())
    nobody = replace(side, stranger_by="", vehicle_by="", captives=captives[1:])
    told = []
    for played in (side, untold, nobody):
        tale.again(sides=(played, *theirs))
        for name in parts:
            life = Life(tale.told(), zeke, ids[name])
            told.append([s.text for s in life.describe([life.games[-1]])[0].sentences])
    idle = [["Was held back."], ["Missed the game."]]
    did = ["Brought home home.", "Brought a stranger home.", "Started the vehicle."]
    unharmed = ["Came through unharmed."]
    assert told == [did, *idle, unharmed, *idle, unharmed, *idle]


def test_who_is_gone_is_named_as_a_game_has_them(tale: Tale, zeke: str, carl: str) -> None:
    mo = tale.ids(zeke)["Mo"]
    assert tale.told().member_name(zeke, mo) == "Mo"
    assert tale.told().member_name(zeke, "nobody") == "someone"
    for group in (zeke, carl):
        GroupActions(tale.workspace).delete(group)
    told = tale.told()
    names = [told.group_name(group) for group in (zeke, carl, "nobody")]
    assert names == ["Zeke's Truckers", "Carl's Crew", "an unknown group"]
    assert told.member_name("nobody", mo) == "someone"


def two_games_of_five(tale: Tale, zeke: str, carl: str) -> None:
    """Carl's Crew plays games 1 and 5 of the campaign; Zeke's Truckers play every game."""
    tale.settle(carl, tale.now.games[0])
    for _game in range(3):
        tale.again(sides=tuple(s for s in tale.now.games[-1].sides if s.group == zeke))
    fifth = tale.again(sides=tale.now.games[0].sides)
    tale.settle(carl, fifth)


def memorial_of(tale: Tale) -> dict[str, int]:
    """The game after which each of the gone went, as the memorial says."""
    told = tale.told()
    gone = Memorial(told, tale.workspace.overview(tale.campaign).fell).entries(0, 99)
    return {entry.name: entry.number for entry in gone}


def dismissed(groups: GroupActions, group: str, who: Member) -> None:
    groups.dismiss(group, who.id)


def dead_by_hand(groups: GroupActions, group: str, who: Member) -> None:
    groups.edit_member(group, replace(who, status="dead"))


def declined(groups: GroupActions, group: str, who: Member) -> None:
    groups.edit_member(group, replace(who, status="captured"))
    groups.decline_rescue(group, who.id, captor_takes_gear=False)


@pytest.mark.parametrize("goes", [dismissed, dead_by_hand, declined])
def test_who_goes_by_hand_goes_after_the_latest_game_that_the_group_played(
    tale: Tale, zeke: str, carl: str, goes: Callable[[GroupActions, str, Member], None]
) -> None:
    two_games_of_five(tale, zeke, carl)
    group = tale.workspace.group(carl).group
    who = next(m for m in group.active if m.id != group.leader)
    goes(GroupActions(tale.workspace), carl, who)
    assert memorial_of(tale) == {who.name: 5}


def test_the_count_that_an_early_edition_kept_is_read_as_the_game(
    tale: Tale, zeke: str, carl: str
) -> None:
    two_games_of_five(tale, zeke, carl)
    group = tale.workspace.group(carl).group
    who = next(m for m in group.active if m.id != group.leader)
    tale.workspace.change_group(carl, MemberDismissed(who.name), lambda g: g.depart(who.id, 2))
    assert memorial_of(tale) == {who.name: 5}


def test_who_went_last_is_remembered_first_whatever_an_early_edition_kept(
    tale: Tale, zeke: str, carl: str
) -> None:
    """The page of a campaign names the latest alone."""
    two_games_of_five(tale, zeke, carl)
    group = tale.workspace.group(carl).group
    who = next(m for m in group.active if m.id != group.leader)
    other = tale.workspace.group(zeke).group.active[-1]
    tale.workspace.change_group(zeke, MemberDismissed(other.name), lambda g: g.depart(other.id, 4))
    tale.workspace.change_group(carl, MemberDismissed(who.name), lambda g: g.depart(who.id, 2))
    gone = Memorial(tale.told(), tale.workspace.overview(tale.campaign).fell).members(0, 1)
    assert [(member.name, member.fate_game) for _group, member in gone] == [(who.name, 5)]
    shared = read_shared_group(tale.workspace, carl)
    assert shared.fallen == (f"{who.name}, left the group after game 5",)
    sheet = PrintActions(tale.workspace).contents(carl, PrintChoice(("campaign",)))[0]
    lines = [line for part in as_a(TextSheet, sheet).sections for line in part.lines]
    (remembered,) = [line.text for line in lines if line.name == who.name]
    assert remembered.endswith("left · after game 5")


def test_who_came_by_hand_between_two_games_joins_in_the_next(tale: Tale) -> None:
    """Before the first game of a group, between two, and where one between wasn't finished."""
    games = [tale.now.games[0]]
    ours = games[0].sides[0].group

    def joined(game: GameRecord) -> list[str]:
        (after, _theirs) = tale.told().story(game.id).after_game
        return [s.text.split(",")[0] for s in after.sentences if "joined" in s.text]

    def recruit(name: str) -> str:
        recruit = Recruit("survivor", name, ("cqc",), gear=("knife",))
        return GroupActions(tale.workspace).recruit(ours, recruit, allowed=True)

    def play(**changes: Any) -> GameRecord:
        games.append(tale.again(**changes))
        return games[-1]

    ana = recruit("Ana")
    tale.settle(ours, games[0], settled)
    bo = recruit("Bo")
    unfinished = play()
    cal = recruit("Cal")
    side = games[0].sides[0]
    came = tuple(Appearance(member, zombies=1) for member in (ana, bo, cal))
    play(sides=(replace(side, appearances=came), *games[0].sides[1:]))
    tale.settle(ours, games[-1], settled)
    tale.settle(ours, play(), settled)
    assert [joined(game) for game in games] == [["Ana"], [], ["Bo", "Cal"], []]
    assert joined(unfinished) == []
    for member, name in ((bo, "Bo"), (cal, "Cal")):
        life = Life(tale.told(), ours, member)
        first = life.describe([life.games[0]])[0].sentences
        assert [s.text for s in first[:2]] == [
            f"{name}, Survivor, joined Zeke's Truckers.",
            "Took 1 zombie Out of Action.",
        ]


def test_figures_that_an_early_edition_did_not_keep_are_worked_out(
    tale: Tale, zeke: str, game: GameRecord
) -> None:
    tale.settle(zeke, game)
    now = tale.workspace.group(zeke).group
    with tale.workspace.store.writing() as tx:  # as it was written before there were ratings
        (listed,) = tx.sequences.listed_of(zeke)
        subject = Subject(tale.campaign, zeke)
        change = tx.revisions.add_change(tale.campaign, PostGameFinished(1), tale.workspace.clock())
        document = group_documents.group_document(now)
        old = tx.revisions.add(change, subject, now, document, group_documents.figures(now))
        assert "rating" not in tx.revisions.figures(old)
        assert listed.finished is not None
        tx.sequences.finish(listed.sequence, old)
    line = chart_of(tale.told(), "rating", [zeke]).lines[0]
    assert line.points[-1][1] == rating_of(now, tale.workspace.catalogue).total


def test_a_long_line_is_thinned_and_keeps_its_ends(tale: Tale, game: GameRecord) -> None:
    more = tuple(replace(game, id=f"m{n}", number=n) for n in range(2, 1002))
    tale.workspace.change_campaign(
        tale.campaign, PostGameFinished(0), lambda c: replace(c, games=(*c.games, *more))
    )
    (line,) = chart_of(tale.told(), "zombies", [game.sides[0].group]).lines
    assert len(line.points) == POINTS_MOST
    assert (line.points[0][0], line.points[-1][0]) == (0, 1001)
