"""Two copies of a campaign become one: what only one has is added, what both changed is asked, and one
undo reverts it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lastdays.campaign.chronicle.rankings import RankingActions
from lastdays.campaign.exchange.campaign_parts import COLLECTIONS, SETTINGS
from lastdays.campaign.exchange.merging import Take
from lastdays.campaign.next_game import NextGameActions
from lastdays.campaign.players import PlayerActions
from lastdays.errors import DocumentError, LastDaysError
from lastdays.model.fields import CAMPAIGN
from lastdays.model.fixtures import Fixture
from lastdays.rulebook.own import Trait
from store.laptops import Laptop, two_laptops, without_lineage

CARL = "Carl"


@pytest.fixture
def laptops(
    tmp_path: Path, sample_store: Path, empty_store: Path
) -> Iterator[tuple[Laptop, Laptop]]:
    both = two_laptops(tmp_path, sample_store, empty_store)
    yield both
    for laptop in both:
        laptop.close()


def test_nothing_comes_of_the_copy_as_it_left(laptops: tuple[Laptop, Laptop]) -> None:
    club, home = laptops
    assert club.compare(home.out()).is_same
    assert home.compare(club.out()).is_same


def test_what_only_the_other_copy_has_is_added(laptops: tuple[Laptop, Laptop]) -> None:
    club, home = laptops
    game = home.evening("radio-tower")
    home.entries.begin(home.id, "2026-03-02", "rumour", "The bridge is down.")
    home.chronicle.write(home.id, game, "It rained.")
    known = club.compare(home.out())
    assert not known.questions
    assert known.coming.added["games"] == 1
    assert known.coming.added["entries"] == 1
    assert known.coming.added["sequences"] == 2
    club.merging.merge(known, {})
    assert club.content() == home.content()
    assert club.is_sound()
    assert club.sequences_after(game) == [True, True]


def test_merging_the_same_file_again_changes_nothing(laptops: tuple[Laptop, Laptop]) -> None:
    club, home = laptops
    club.record("outbreak", 2)
    home.record("radio-tower", 3)
    home.edit(CARL, "Carl", experience=9)
    file = home.out()
    club.merge(file, club.compare(file).all_of("ours"))
    before = club.documents()
    known = club.compare(file)
    assert known.is_same
    assert not known.questions
    assert club.documents() == before


@pytest.mark.parametrize("take", ["ours", "theirs"])
def test_merging_either_way_gives_the_same_content(
    laptops: tuple[Laptop, Laptop], take: Take
) -> None:
    club, home = laptops
    _differ(club, home)
    from_home, from_club = home.out(), club.out()
    other: Take = "theirs" if take == "ours" else "ours"
    club.merge(from_home, club.compare(from_home).all_of(take))
    home.merge(from_club, home.compare(from_club).all_of(other))
    assert club.content() == home.content()
    assert club.is_sound()
    assert home.is_sound()


def _differ(club: Laptop, home: Laptop) -> None:
    """Change much on both laptops."""
    club.evening("outbreak", 2, groups=(club.group_id(CARL),))
    home.on("2026-02-20")
    home.evening("radio-tower", 3, groups=(home.group_id(CARL),))
    home.on("2026-03-05")
    home.record("scavengers", 4)
    club.edit(CARL, "Carl", experience=9, notes="Club")
    home.edit(CARL, "Carl", level=4, notes="Home")
    club.campaigns.write_notes(club.id, "In the club.")
    home.campaigns.write_notes(home.id, "At home.")
    home.entries.begin(home.id, "2026-03-02", "note", "Found a cellar.")
    club.entries.begin(club.id, "2026-03-03", "feud", "Over the cellar.")


def test_nothing_that_only_one_side_has_is_lost(laptops: tuple[Laptop, Laptop]) -> None:
    club, home = laptops
    _differ(club, home)
    games = {g.id for g in (*club.campaign.games, *home.campaign.games)}
    entries = {e.id for e in (*club.campaign.entries, *home.campaign.entries)}
    file = home.out()
    club.merge(file, club.compare(file).all_of("ours"))
    assert {g.id for g in club.campaign.games} == games
    assert {e.id for e in club.campaign.entries} == entries


def test_games_of_both_laptops_get_their_order_from_their_days(
    laptops: tuple[Laptop, Laptop],
) -> None:
    club, home = laptops
    _differ(club, home)
    file = home.out()
    club.merge(file, club.compare(file).all_of("ours"))
    games = club.campaign.games
    assert [g.number for g in games] == [1, 2, 3, 4]
    assert [g.day for g in games[1:]] == ["2026-02-20", "2026-03-01", "2026-03-05"]
    assert [g.encounter for g in games[1:]] == ["radio-tower", "outbreak", "scavengers"]
    assert club.group(CARL).games == 2  # not the one that each has counted


def test_one_undo_reverts_all_of_it_and_redo_restores_it(laptops: tuple[Laptop, Laptop]) -> None:
    club, home = laptops
    _differ(club, home)
    before = club.documents()
    file = home.out()
    club.merge(file, club.compare(file).all_of("theirs"))
    after = club.documents()
    club.workspace.undo(club.id)
    assert club.documents() == before
    assert club.is_sound()
    club.workspace.redo(club.id)
    assert club.documents() == after
    club.workspace.undo(club.id, club.group_id(CARL))
    assert club.documents() == before
    club.workspace.redo(club.id, club.group_id(CARL))
    assert club.documents() == after
    assert club.is_sound()


def test_what_was_undone_can_be_merged_again_with_other_choices(
    laptops: tuple[Laptop, Laptop],
) -> None:
    club, home = laptops
    _differ(club, home)
    file = home.out()
    club.merge(file, club.compare(file).all_of("ours"))
    club.workspace.undo(club.id)
    club.merge(file, club.compare(file).all_of("theirs"))
    assert club.campaign.notes == "At home."
    assert club.member(CARL, "Carl").notes == "Home"
    assert club.is_sound()


def test_what_both_changed_is_asked_field_by_field(laptops: tuple[Laptop, Laptop]) -> None:
    club, home = laptops
    game = club.campaign.games[0].id
    club.edit(CARL, "Carl", experience=9)
    home.edit(CARL, "Carl", experience=4, level=3)
    for laptop, text in ((club, "Snow."), (home, "Fog.")):
        laptop.chronicle.write(laptop.id, game, text)
        laptop.campaigns.write_notes(laptop.id, text)
    asked = club.asked(home.out())
    assert {key: (q.ours, q.theirs) for key, q in asked.items()} == {
        ("Riverside", "Notes"): ("Snow.", "Fog."),
        ("Your own words on game 1", "Text"): ("Snow.", "Fog."),
        ("Carl's Crew: Carl", "Experience"): ("9", "4"),
    }
    with pytest.raises(LastDaysError, match="choose whether"):
        club.merge(home.out())


def test_a_game_both_entered_is_asked_and_never_doubled_silently(
    laptops: tuple[Laptop, Laptop],
) -> None:
    club, home = laptops
    ours = club.record("outbreak", 2)
    theirs = home.record("outbreak", 3)
    home.chronicle.write(home.id, theirs, "It was dark.")
    file = home.out()
    (question,) = club.compare(file).questions
    assert question.takes == ("ours", "theirs", "both")
    assert question.subject == "Game 2"
    results: dict[Take, list[str]] = {}
    for take in question.takes:
        club.merge(file, {question.key: take})
        results[take] = [game.id for game in club.campaign.games[1:]]
        told = {words.game: words.text for words in club.campaign.told}
        assert "It was dark." in told.values()
        club.workspace.undo(club.id)
    assert results["ours"] == [ours]
    assert results["theirs"] == [theirs]
    assert sorted(results["both"]) == sorted([ours, theirs])


def test_a_group_that_was_founded_elsewhere_comes_with_its_history(
    laptops: tuple[Laptop, Laptop],
) -> None:
    club, home = laptops
    new = home.groups.create_with_leader(home.id, "The Others", "merciless-thug", "Zoe", "prison")
    home.groups.start_playing(new)
    before = club.documents()
    club.merge(home.out())
    assert club.workspace.group(new).group == home.workspace.group(new).group
    assert len(club.workspace.history(new)) == len(home.workspace.history(new)) + 1
    club.workspace.undo(club.id)
    assert club.documents() == before
    assert len(club.workspace.groups()) == 2
    club.merge(home.out())
    assert club.workspace.group(new).group == home.workspace.group(new).group
    assert club.is_sound()


def test_a_group_deleted_on_one_side_is_asked_only_if_the_other_changed_it(
    laptops: tuple[Laptop, Laptop],
) -> None:
    club, home = laptops
    crew = home.group_id(CARL)
    home.groups.delete(crew)
    assert club.compare(home.out()).coming.removed["groups"] == 1
    club.edit(CARL, "Carl", experience=9)
    (question,) = club.compare(home.out()).questions
    assert (question.subject, question.ours, question.theirs) == (
        "Carl's Crew",
        "changed",
        "removed",
    )
    club.merge(home.out(), {question.key: "theirs"})
    assert crew not in club.campaign.groups
    club.workspace.undo(club.id)
    assert crew in club.campaign.groups


def test_a_half_done_sequence_goes_on_where_it_was_answered_further(
    laptops: tuple[Laptop, Laptop],
) -> None:
    club, home = laptops
    game = club.record("outbreak", 2)
    group = club.group_id(CARL)
    club.sequences.begin(club.id, game, group)
    home.merge(club.out())
    home.play_after(game, group)
    known = club.merge(home.out())
    assert known.coming.changed["sequences"] == 1
    assert club.sequences_after(game) == [True]
    assert club.content() == home.content()
    club.workspace.undo(club.id)
    assert club.sequences_after(game) == [False]


def test_copies_pass_between_three_laptops(
    laptops: tuple[Laptop, Laptop], tmp_path: Path, empty_store: Path
) -> None:
    """What a third copy changed is known as its change alone, whichever way it comes."""
    club, home = laptops
    third = Laptop(Path(tmp_path / "third.sqlite"), 9_000)
    home.campaigns.write_notes(home.id, "At home.")
    third.transfer.add_campaign(third.transfer.open_file(home.out()))
    third.campaigns.write_notes(third.id, "Elsewhere.")
    assert not club.compare(third.out()).questions
    club.merge(third.out())
    assert club.campaign.notes == "Elsewhere."
    home.merge(club.out())
    assert home.content() == third.content()
    third.close()


def test_a_merge_goes_back_and_forth_without_asking_twice(laptops: tuple[Laptop, Laptop]) -> None:
    club, home = laptops
    _differ(club, home)
    file = home.out()
    club.merge(file, club.compare(file).all_of("ours"))
    assert not home.compare(club.out()).questions
    home.merge(club.out())
    assert home.content() == club.content()
    home.edit(CARL, "Carl", experience=2)
    club.merge(home.out())
    assert club.member(CARL, "Carl").experience == 2


def test_settings_rules_rankings_and_players_are_merged_one_by_one(
    laptops: tuple[Laptop, Laptop],
) -> None:
    club, home = laptops
    RankingActions(club.workspace).add(club.id, "Slayers")
    RankingActions(home.workspace).add(home.id, "Hunters")
    PlayerActions(club.workspace).add(club.id, "Ann")
    PlayerActions(home.workspace).add(home.id, "Bob")
    club.rules.write_rule(club.id, Trait(key="scar", name="Scar"))
    home.rules.write_rule(home.id, Trait(key="limp", name="Limp"))
    home.rules.set_number(home.id, "founding.points", 600)
    NextGameActions(home.workspace).plan(home.id, Fixture(encounter="outbreak"))
    club.merge(home.out())
    campaign = club.campaign
    assert [ranking.name for ranking in campaign.rankings] == ["Slayers", "Hunters"]
    assert {"Ann", "Bob"} <= set(campaign.players)
    assert [rule.name for rule in campaign.own.rules] == ["Scar", "Limp"]
    assert dict(campaign.numbers) == {"founding.points": 600}
    assert [fixture.encounter for fixture in campaign.fixtures] == ["outbreak"]


def test_a_foreign_campaign_is_refused(laptops: tuple[Laptop, Laptop], tmp_path: Path) -> None:
    club, _home = laptops
    stranger = Laptop(tmp_path / "stranger.sqlite", 9_000)
    stranger.campaigns.begin("Riverside")
    before = club.documents()
    with pytest.raises(DocumentError, match="isn't a copy of a campaign that is here"):
        club.compare(stranger.out())
    assert club.documents() == before
    stranger.close()


def test_what_changed_since_the_comparison_is_refused(laptops: tuple[Laptop, Laptop]) -> None:
    club, home = laptops
    home.edit(CARL, "Carl", level=3)
    known = club.compare(home.out())
    club.edit(CARL, "Carl", experience=9)
    before = club.documents()
    with pytest.raises(LastDaysError, match="compare them again"):
        club.merging.merge(known, {})
    assert club.documents() == before


def test_without_a_common_original_all_that_differs_is_asked(
    laptops: tuple[Laptop, Laptop],
) -> None:
    """As with a file of an earlier version: nothing that one side has is removed."""
    club, home = laptops
    home.campaigns.write_notes(home.id, "At home.")
    club.edit(CARL, "Carl", experience=9)
    file = without_lineage(home.out())
    known = club.compare(file)
    assert [(q.subject, q.what) for q in known.questions] == [("Riverside", "Notes")]
    club.merging.merge(known, known.all_of("theirs"))
    assert club.campaign.notes == "At home."
    assert club.member(CARL, "Carl").experience == 9
    assert club.compare(file).is_same


def test_every_field_of_a_campaign_is_merged() -> None:
    """Whether it is put away or deleted is left as it is here."""
    called = {"words": "told", "rules": "own"}
    merged = {called.get(collection.key, collection.key) for collection in COLLECTIONS}
    merged |= {field.key for field in SETTINGS}
    assert merged == set(CAMPAIGN) - {"archived", "deleted"}
