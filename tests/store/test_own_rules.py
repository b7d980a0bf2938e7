"""Rules that a campaign's players write: kept with it, undone, and taken along in its file."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions, HouseRules
from lastdays.campaign.chronicle.games import Chronicle
from lastdays.campaign.chronicle.lives import Life
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.exchange.sharing import read_shared_group, render_tale
from lastdays.campaign.exchange.website import Private, Website, file_of
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.printing.card_content import character_card, group_card, roster_sheet
from lastdays.campaign.printing.print_jobs import card_digest
from lastdays.campaign.printing.sheet_content import campaign_sheet
from lastdays.campaign.sample import play_through
from lastdays.campaign.sequences.post_game import PostGameActions, story_lines
from lastdays.campaign.table_sessions import LastDaysTracker, SessionActions
from lastdays.cli.main import main
from lastdays.errors import LastDaysError
from lastdays.model.group import Group, Member
from lastdays.rulebook import Catalogue, load
from lastdays.rulebook.entries import Dice
from lastdays.rulebook.own import (
    ENTRIES_MOST,
    NO_RULES,
    Counter,
    OwnRules,
    Row,
    Step,
    Table,
    rules_as_files,
)
from lastdays.rulebook.own_entries import ENTRY_KINDS, WrittenEntry
from lastdays.store import Store, open_store
from lastdays.tabletop.last_days.setup import Setup, entrant_of
from lastdays.tabletop.last_days.taps import change_counter
from lastdays.tabletop.view import Play
from sure import as_a, sure
from unit.pdf.reading import printed, text_of
from unit.rulebook.winter import AXE, DAY, EAT, ROLL_SKY, SKY, TOWER, WINTER


@pytest.fixture
def winter(workspace: Workspace) -> str:
    """A campaign with the rules of a winter."""
    campaign = CampaignActions(workspace).begin("The long winter")
    workspace.work_on(campaign)
    for rule in WINTER.entries:
        HouseRules(workspace).write_rule(campaign, rule)
    return campaign


def own(workspace: Workspace, campaign: str) -> OwnRules:
    return workspace.campaign(campaign).campaign.own


def test_a_rule_counts_in_its_campaign_and_is_undone(workspace: Workspace, winter: str) -> None:
    rules = HouseRules(workspace)
    assert own(workspace, winter) == WINTER
    assert workspace.catalogue.own == WINTER
    rules.remove_rule(winter, WINTER.steps[0])
    assert workspace.catalogue.own.steps == ()
    assert workspace.undo(winter) == "removed the rule Eat or fall ill"
    assert workspace.catalogue.own == WINTER
    for rule in reversed(WINTER.entries):
        assert workspace.undo(winter) == f"wrote the rule {rule.name}"
    assert own(workspace, winter) == NO_RULES
    other = CampaignActions(workspace).begin("Other")
    workspace.redo(winter)
    workspace.work_on(other)
    assert workspace.catalogue.own == NO_RULES


def test_an_own_entry_counts_in_its_campaign_and_is_undone(
    workspace: Workspace, winter: str, tmp_path: Path, book: Catalogue
) -> None:
    rules = HouseRules(workspace)
    for entry in (AXE, TOWER):
        rules.write_rule(winter, entry)
    assert workspace.catalogue.gear("ice-axe").cost == 3
    assert "radio-tower" in workspace.catalogue.encounters
    content = CampaignTransfer(workspace).export(winter)
    assert workspace.undo(winter) == "wrote the rule The radio tower"
    assert "radio-tower" not in workspace.catalogue.encounters
    assert workspace.undo(winter) == "wrote the rule Ice axe"
    assert not workspace.catalogue.has_gear("ice-axe")
    store = open_store(tmp_path / "other.sqlite")
    there = Workspace(store, book)
    transfer = CampaignTransfer(there)
    transfer.add_campaign(transfer.open_file(content))
    assert own(there, there.campaigns()[0].id).book == (AXE, TOWER)
    store.close()


def test_what_a_rule_names_and_is_not_there_is_told(workspace: Workspace, winter: str) -> None:
    rules = HouseRules(workspace)
    assert rules.rule_faults(winter) == []
    rules.remove_rule(winter, WINTER.tables[0])
    said = [str(fault) for fault in rules.rule_faults(winter)]
    assert said == [
        "traits.toml [flaw] table: 'illness' is unknown.",
        "steps.toml [eat] table: 'illness' is unknown.",
    ]


def test_own_rules_are_saved_as_a_pack_that_gives_them_back(
    workspace: Workspace, winter: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = HouseRules(workspace)
    odd = Step(key="odd", name='Count {heads} "<b>" \\ ☣', when="after")
    rules.write_rule(winter, odd)
    folder = tmp_path / "packs" / "The long winter"
    assert rules.save_pack(winter, folder) == ()
    assert main(["pack", "check", str(folder)]) == 0
    assert "No faults in The long winter 1.0: Sickness, Food," in capsys.readouterr().out
    read = load(packs=[folder])
    assert read.refused_packs == ()
    assert rules_as_files(read.own) == rules_as_files(own(workspace, winter))
    with pytest.raises(LastDaysError, match="already exists"):
        rules.save_pack(winter, folder)


def test_what_a_pack_does_in_vain_is_told_to_its_author(
    workspace: Workspace, winter: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = HouseRules(workspace)
    for rule in (DAY, SKY, replace(ROLL_SKY, when="after")):
        rules.write_rule(winter, rule)
    folder = tmp_path / "winter"
    assert rules.save_pack(winter, folder) == ()
    assert main(["pack", "check", str(folder)]) == 1
    said = (
        "steps.toml [weather] table: Day is the campaign's: a step after a game doesn't change it."
    )
    assert said in capsys.readouterr().out
    assert load(packs=[folder]).refused_packs == ()


def test_entries_of_the_book_are_saved_as_well_and_are_the_same_in_the_pack(
    workspace: Workspace, winter: str, tmp_path: Path
) -> None:
    rules = HouseRules(workspace)
    for kind in ENTRY_KINDS:
        for key in tuple(getattr(workspace.catalogue, kind))[:3]:
            rules.copy_of_book(winter, kind, key)
    bunk = rules.change_of_book(winter, "perks", "bunk-bed")
    assert bunk.fields["repeatable"]
    fields = {name: value for name, value in bunk.fields.items() if name != "repeatable"}
    rules.write_rule(winter, WrittenEntry("perks", "bunk-bed", fields))
    assert rules.rule_faults(winter) == []
    assert not workspace.catalogue.perks["bunk-bed"].repeatable
    folder = tmp_path / "winter"
    assert rules.save_pack(winter, folder) == ()
    assert main(["pack", "check", str(folder)]) == 0
    packed = load(packs=[folder])
    assert rules_as_files(replace(packed.own, book=())) == rules_as_files(WINTER)
    for entry in own(workspace, winter).book:
        read = getattr(packed, entry.kind)[entry.key]
        mine = getattr(workspace.catalogue, entry.kind)[entry.key]
        assert replace(read, pack="") == mine


def test_no_pack_is_saved_that_would_be_refused(
    workspace: Workspace, winter: str, tmp_path: Path
) -> None:
    rules = HouseRules(workspace)
    rules.remove_rule(winter, WINTER.tables[0])
    with pytest.raises(
        LastDaysError, match=r"traits.toml \[flaw\] table: .* Nothing was written\.$"
    ):
        rules.save_pack(winter, tmp_path / "winter")
    for rule in own(workspace, winter).entries:
        rules.remove_rule(winter, rule)
    with pytest.raises(LastDaysError, match=r"^There are no rules of your own to save\."):
        rules.save_pack(winter, tmp_path / "winter")
    assert not (tmp_path / "winter").exists()


def test_there_are_so_many_counters_and_no_more(workspace: Workspace, winter: str) -> None:
    rules = HouseRules(workspace)
    for n in range(ENTRIES_MOST["counters"] - len(WINTER.counters)):
        rules.write_rule(winter, Counter(key=f"c{n}", name=f"C {n}"))
    before = own(workspace, winter)
    with pytest.raises(LastDaysError, match=r"^There are 25 entries, .* Nothing was changed\.$"):
        rules.write_rule(winter, Counter(key="more", name="More"))
    assert own(workspace, winter) == before


def test_own_rules_go_with_a_campaign_s_file(
    workspace: Workspace, winter: str, tmp_path: Path, book: Catalogue
) -> None:
    content = CampaignTransfer(workspace).export(winter)
    store = open_store(tmp_path / "other.sqlite")
    there = Workspace(store, book)
    transfer = CampaignTransfer(there)
    transfer.add_campaign(transfer.open_file(content))
    assert own(there, there.campaigns()[0].id) == WINTER
    store.close()


def test_own_rules_are_there_when_the_store_is_opened_again(
    workspace: Workspace, winter: str, store: Store, book: Catalogue
) -> None:
    again = Workspace(store, book)
    assert own(again, winter) == WINTER
    step = Step(key="count", name="Count {heads} <b>", when="after")
    HouseRules(again).write_rule(winter, step)
    assert own(workspace, winter).steps[-1] == step


# From the table to the group


MOOD = Counter(key="mood", name="Mood", of="campaign", high=9, start=5, reset="game")


@pytest.fixture
def at_table(riverside: Workspace, dice: random.Random) -> LastDaysTracker:
    """A game of the sample at the table, with rules of a winter whose step comes before a game."""
    campaign = riverside.campaigns()[0].id
    riverside.work_on(campaign)
    for rule in (*WINTER.entries, replace(EAT, when="before"), DAY, MOOD):
        HouseRules(riverside).write_rule(campaign, rule)
    CampaignActions(riverside).set_counter(campaign, "mood", 9)
    sessions = SessionActions(riverside, PostGameActions(riverside, dice))
    groups = [riverside.group(g.id).group for g in riverside.groups(campaign)[:2]]
    sides = tuple(entrant_of(group, riverside.catalogue, {}) for group in groups)
    return as_a(
        LastDaysTracker, sessions.tracker(sessions.begin(campaign, Setup("scavengers", sides)))
    )


def tapped(tracker: LastDaysTracker, piece: str, name: str, amount: int) -> None:
    tracker.tap(change_counter.tap(piece=piece, name=f"own/{name}", amount=amount))


def test_what_the_table_changed_comes_home_with_the_record(
    at_table: LastDaysTracker, dice: random.Random
) -> None:
    workspace, campaign = at_table.workspace, sure(at_table.campaign)
    first = at_table.state.team("A").group
    second = at_table.state.figure("A2").member
    for piece, name, amount in (("A2", "sickness", 2), ("A", "food", -3), ("table", "day", 1)):
        tapped(at_table, piece, name, amount)
    tapped(at_table, "table", "mood", -1)
    tapped(at_table, "A2", "sickness", 1)
    at_table.undo()
    game = sure(at_table.end())
    assert workspace.group(first).group.counters == {}  # not before its sequence
    assert workspace.campaign(campaign).campaign.counters == {"day": 2, "mood": 4}
    tapped(at_table, "table", "day", 3)
    at_table.end()
    assert workspace.campaign(campaign).campaign.counters == {"day": 5, "mood": 4}
    GameRecordActions(workspace).delete(campaign, game.id)
    assert workspace.campaign(campaign).campaign.counters == {"day": 1, "mood": 5}
    workspace.undo(campaign)
    assert workspace.campaign(campaign).campaign.counters == {"day": 5, "mood": 4}
    games = PostGameActions(workspace, dice)
    sequence = games.begin(campaign, game.id, first)
    told = [line.text for line in story_lines(games.view(sequence).replayed)]
    name = workspace.group(first).group.member(second).name
    assert told[:2] == ["Zeke's Truckers: Food −3.", f"{name}: Sickness +2."]
    play_through(games, sequence)
    games.finish(sequence)
    after = workspace.group(first).group
    assert (after.counters, after.member(second).counters) == ({"food": 2}, {"sickness": 2})
    workspace.undo(campaign, first)
    assert workspace.group(first).group.counters == {}


def test_a_counter_of_the_table_is_kept_and_undone_over_restarts(at_table: LastDaysTracker) -> None:
    tapped(at_table, "A2", "sickness", 3)
    again = as_a(LastDaysTracker, at_table.sessions.tracker(at_table.id))
    assert dict(again.state.figure("A2").counters)["sickness"] == 3
    again.undo()
    assert dict(again.state.figure("A2").counters)["sickness"] == 0
    last = as_a(LastDaysTracker, at_table.sessions.tracker(at_table.id))
    assert last.redo_name == again.redo_name


# What is read of them

EVIL = "<script>{n} & </p>"


@pytest.fixture
def told(at_table: LastDaysTracker, dice: random.Random) -> Workspace:
    """The campaign after the game and its first group's sequence; Mo has a flaw that means no good."""
    workspace, campaign = at_table.workspace, sure(at_table.campaign)
    group = at_table.state.team("A").group
    rules, groups = HouseRules(workspace), GroupActions(workspace)
    card = replace(WINTER.counters[0], shown=("roster", "card"))
    for rule in (card, replace(WINTER.counters[1], shown=("roster", "card"))):
        rules.write_rule(campaign, rule)
    mo = next(m for m in workspace.group(group).group.members if m.name == "Mo")
    groups.edit_member(group, replace(mo, traits={"flaw": EVIL}))
    tapped(at_table, "A2", "sickness", 3)
    tapped(at_table, "A", "food", -3)
    tapped(at_table, "table", "day", 1)
    game = sure(at_table.end())
    games = PostGameActions(workspace, dice)
    sequence = games.begin(campaign, game.id, group)
    play_through(games, sequence)
    games.finish(sequence)
    return workspace


def first_group(workspace: Workspace) -> tuple[str, Group]:
    campaign = workspace.campaigns()[0].id
    groups = [workspace.group(g.id).group for g in workspace.groups(campaign)]
    return campaign, next(group for group in groups if group.name.startswith("Zeke"))


def test_the_chronicle_tells_what_became_of_counters(told: Workspace) -> None:
    campaign, group = first_group(told)
    chronicle = Chronicle(told, campaign)
    (*_earlier, game) = chronicle.games
    said = [sentence.text for sentence in chronicle.story(game.id).all_sentences]
    assert "Day +1." in said
    assert "Mo: Feverish 3 (before: Sickness 0)." in said
    assert "Zeke's Truckers: Food 2 (before: Food 5)." in said
    mo = next(m.id for m in group.members if m.name == "Mo")
    life = Life(chronicle, group.id, mo)
    lines = [sentence.text for one in life.describe(life.games) for sentence in one.sentences]
    assert "Mo: Feverish 3 (before: Sickness 0)." in lines


def test_web_pages_have_counters_traits_and_rules(told: Workspace) -> None:
    campaign, group = first_group(told)
    pages = Website(told, campaign, Private()).made()
    of_group = pages[file_of("group", group.id)].decode()
    assert "<b>Feverish 3</b> 1+ Coughing; 3+ Feverish:" in of_group
    assert "<b>Flaw</b> &lt;script&gt;{n} &amp; &lt;/p&gt;" in of_group
    assert "<li>Food 2</li>" in of_group
    rules = pages["rules.html"].decode()
    assert "<b>Day 2</b>" in rules
    assert "each member · from 0 to 5 · 1+ Coughing; 3+ Feverish: −1 Close Quarters" in rules
    assert '<b>Illness</b> <span class="faint">D6: 1–2 Sicker. 3–5 Holds on. 6 Better.' in rules
    assert "<b>Eat or fall ill</b>" in rules


def test_a_shared_group_has_counters_and_traits(told: Workspace) -> None:
    _campaign, group = first_group(told)
    shared = read_shared_group(told, group.id)
    assert f"Our rules: Feverish 3, Flaw: {EVIL}" in render_tale(shared, "text")
    assert "Our rules: Feverish 3, Flaw: \\<script\\>" in render_tale(shared, "markdown")


def test_paper_has_counters_and_traits_where_they_are_shown(told: Workspace) -> None:
    campaign, group = first_group(told)
    catalogue, switches = told.catalogue, told.campaign(campaign).campaign.switches
    mo = next(m for m in group.members if m.name == "Mo")
    card = character_card(mo, group, catalogue, switches)
    assert (card.tracks[0].low, card.tracks[0].high, card.tracks[0].value) == (0, 5, 3)
    said = " ".join(text_of(printed(card, layout="quarter")).split())
    assert "Sickness" in said
    assert "Feverish 3 1+ Coughing; 3+ Feverish" in said
    assert f"Flaw {EVIL}" in said
    assert "Food 2" in text_of(printed(group_card(group, catalogue)))
    roster = " ".join(text_of(printed(roster_sheet(group, catalogue))).split())
    assert f"Feverish 3 · Flaw: {EVIL}" in roster
    assert "Our rules Food 2" in roster
    value = told.campaign(campaign).campaign
    sheet = " ".join(text_of(printed(campaign_sheet(value, [group], catalogue))).split())
    assert "Day 2" in sheet
    hidden = HouseRules(told)
    hidden.write_rule(campaign, replace(WINTER.counters[0], shown=()))
    bare = character_card(mo, group, told.catalogue, switches)
    assert (bare.tracks, [line.name for line in bare.own]) == ((), ["Flaw"])


def test_a_card_ages_with_a_counter_on_it_and_with_no_other(told: Workspace) -> None:
    campaign, group = first_group(told)
    switches = told.campaign(campaign).campaign.switches
    mo = next(m for m in group.members if m.name == "Mo")

    def printed_as(member: Member) -> str:
        return card_digest(character_card(member, group, told.catalogue, switches))

    milder = replace(mo, counters={**mo.counters, "sickness": 4})
    assert printed_as(milder) != printed_as(mo)
    HouseRules(told).write_rule(campaign, replace(WINTER.counters[0], shown=("roster",)))
    assert printed_as(milder) == printed_as(mo)


FIND = Table(
    key="find",
    name="Find",
    dice=Dice(1, 6),
    rows=(Row(upto=6, text="Found.", does=("points D6", "gains booze", "misses")),),
)


def rolled(tracker: LastDaysTracker, who: str, *faces: int) -> None:
    """Rolls on a table for a model, with these dice."""
    tracker.start(Play("own-table", {"table": FIND.key, "who": who}))
    for face in faces:
        tracker.answer(face, "typed")


def test_what_a_table_gave_comes_home_and_follows_a_corrected_record(
    at_table: LastDaysTracker, dice: random.Random
) -> None:
    workspace, campaign = at_table.workspace, sure(at_table.campaign)
    HouseRules(workspace).write_rule(campaign, FIND)
    at_table = as_a(LastDaysTracker, at_table.sessions.tracker(at_table.id))
    first, second = at_table.state.team("A").group, at_table.state.figure("A2").member
    before = workspace.group(first).group
    rolled(at_table, "A2", 1, 4)
    ending = at_table.end_form({}).text
    assert "misses the next game" in ending
    assert "Our rules: 4 Scavenge Points, gains Booze" in ending
    game = sure(at_table.end())
    assert workspace.group(first).group == before  # not before its sequence
    games = PostGameActions(workspace, dice)
    sequence = games.begin(campaign, game.id, first)

    def told() -> list[str]:
        return [line.text for line in story_lines(games.view(sequence).replayed)]

    name = before.member(second).name
    assert told()[:3] == [
        f"Zeke's Truckers: +4 Scavenge Points, {before.points + 4} in all.",
        "Booze: now in the stash.",
        f"{name} misses the next game.",
    ]
    at_table.undo()
    at_table.undo()
    at_table.answer(2, "typed")
    at_table.answer(6, "typed")
    at_table.end()
    corrected = games.view(sequence).corrected
    assert ("Our rules", "4 Scavenge Points, gains Booze") in {
        (one.what, one.before) for one in corrected
    }
    games.rebase(sequence)
    assert told()[0] == f"Zeke's Truckers: +6 Scavenge Points, {before.points + 6} in all."
    play_through(games, sequence)
    games.finish(sequence)
    after = workspace.group(first).group
    assert after.member(second).misses == 1
    workspace.undo(campaign, first)
    assert workspace.group(first).group == before


def test_a_roll_of_the_table_goes_on_after_a_restart(at_table: LastDaysTracker) -> None:
    HouseRules(at_table.workspace).write_rule(sure(at_table.campaign), FIND)
    tracker = as_a(LastDaysTracker, at_table.sessions.tracker(at_table.id))
    rolled(tracker, "A2", 3)
    again = as_a(LastDaysTracker, at_table.sessions.tracker(at_table.id))
    assert sure(again.pending()).key == "own-table/find/A2/amount-1"
    again.answer(5, "typed")
    assert again.state.team("A").effects == ("points 5", "gains booze")
    assert again.undo_name == f"Find: {again.state.name('A2')}"
    while again.undo_name is not None:
        again.undo()
    assert again.state.pieces == at_table.state.pieces
