"""The turn, the Leader's loss, the Breaking Point, the end, the record (p. 46, p. 57, p. 98–107,
rulings 21, 39, 47, 49)."""

from __future__ import annotations

import pytest

from lastdays.errors import RuleError
from lastdays.model.game_record import GameRecord
from lastdays.tabletop.last_days.breaking import verdict
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.record import record
from lastdays.tabletop.last_days.setup import Setup, begin, problems, warnings
from lastdays.tabletop.last_days.turn import leaderless, to_test, waiting
from lastdays.tabletop.view import OpenForm
from unit.postgame.crew import group
from unit.tabletop import playing
from unit.tabletop.playing import BOOK, Match, carl, duel, member, side, zeke


def fall(match: Match, figure: str, by: str = "") -> None:
    match.tap("out", figure=figure, by=by)


def at_end(match: Match, *fallen: str) -> Match:
    match.action()
    for figure in fallen:
        fall(match, figure)
    match.to("end")
    return match


def test_the_steps_of_a_turn_and_next_as_one_tap() -> None:
    match = duel()
    phases = []
    for _n in range(9):
        match.tap("next")
        phases.append((match.state.table.turn, match.state.table.phase))
    assert phases[:8] == [
        (1, "noise"), (1, "ammo"), (1, "zombies"), (1, "action"), (1, "shooting"),
        (1, "close-quarters"), (1, "end"), (2, "noise"),
    ]  # fmt: skip
    counters = duel()
    counters.tap("next")
    counters.tap("next", whole_menace=True)
    assert counters.state.table.phase == "action"


def test_next_names_who_is_left() -> None:
    match = duel()
    match.action()
    assert waiting(match.state, match.rules) == ["A1", "A2", "B1"]
    match.to("shooting")
    assert waiting(match.state, match.rules) == ["A1", "B1"]  # Mo has no Firearm


def test_next_waits_for_an_open_roll() -> None:
    match = duel()
    match.to("action")
    match._add(playing.start(match.state, match.rules, "initiative", {}))
    with pytest.raises(RuleError, match="still open"):
        match.tap("next")


def test_the_next_leader_is_the_one_with_most_courage_and_intelligence() -> None:
    match = duel(mo=member("Mo", "crony"))
    match.state = match.state.add()
    match.action()
    fall(match, "A1", "B1")
    assert leaderless(match.state) == ["A"]
    match.go("leader", team="A")
    assert match.state.figure("A2").has("leader")
    assert leaderless(match.state) == []
    even = Match(side("T", zeke(), member("Mo"), member("Ed")), side("C", carl()))
    fall(even, "A1")
    even.go("leader", "A3", team="A")
    assert even.state.figure("A3").leads
    assert not even.state.figure("A2").leads


def test_a_leader_who_is_back_before_another_is_named_leads_no_more() -> None:
    match = Match(side("T", member("Zed"), member("Mo"), member("Ed")), side("C", carl()))
    fall(match, "A1")
    match._add(playing.start(match.state, match.rules, "leader", {"team": "A"}))
    match.tap("back", figure="A1")
    match._add(playing.answer(match.state, match.rules, "A3", "chosen"))
    assert [f.id for f in match.state.figures("A") if f.leads] == ["A3"]


@pytest.mark.parametrize("die", range(1, 7))
def test_the_breaking_point_is_a_die_and_casualties_against_courage_and_numbers(die: int) -> None:
    match = at_end(duel(), "A2")
    assert [t.id for t in to_test(match.state)] == ["A"]
    match.go("breaking", die, team="A")
    assert match.state.team("A").broke is (die + 1 > 3 + 1)
    assert to_test(match.state) == []


def test_casualties_of_the_whole_game_count_but_only_a_turn_with_one_tests() -> None:
    match = at_end(duel(), "A2")
    match.go("breaking", 1, team="A")
    match.to("noise")
    match.to("end")
    assert to_test(match.state) == []


def test_giving_up_from_the_third_turn_on() -> None:
    match = duel()
    for _turn in range(3):
        match.to("noise")
        match.to("end")
    fall(match, "A2")
    match.go("breaking", "flee", team="A")
    assert match.state.team("A").broke


def test_rallying_cry_once_a_game() -> None:
    match = at_end(duel(zeke=zeke(skills=("rallying-cry",))), "A2")
    match.go("breaking", 6, "yes", 1, team="A")
    assert not match.state.team("A").broke
    match.set("A", tested=False)
    match.go("breaking", 6, team="A")
    assert match.state.team("A").broke


def test_a_side_all_out_breaks_and_the_other_has_won() -> None:
    match = at_end(duel(), "A1", "A2")
    match.go("breaking", team="A")
    found = verdict(match.state)
    assert found is not None
    assert found.winners == ("B",)
    both = at_end(duel(), "A1", "A2", "B1")
    both.go("breaking", team="A")
    both.go("breaking", team="B")
    drawn = verdict(both.state)
    assert drawn is not None
    assert drawn.winners == ()


def test_defenders_at_home_and_everyone_in_the_escape_never_test() -> None:
    home = Match(side("R", zeke(), role="attacker"), side("H", carl(), member("Lou"), role="defender"),
                 encounter="home-defense")  # fmt: skip
    at_end(home, "B2")
    assert to_test(home.state) == []
    escape = Match(side("R", zeke(), member("Mo")), side("H", carl()), encounter="the-escape")
    at_end(escape, "A2")
    assert to_test(escape.state) == []
    fall(escape, "A1")
    found = verdict(escape.state)
    assert found is not None
    assert found.winners == ("B",)


def test_it_is_over_when_the_last_token_has_left() -> None:
    match = duel()
    match.action()
    match.set("table", tokens=1)
    match.go("activate", figure="A1")
    match.go("act", "token", figure="A1", action="interact")
    assert verdict(match.state) is None
    match.go("act", figure="A1", action="leave")
    found = verdict(match.state)
    assert found is not None
    assert found.winners == ("A",)


def test_what_cannot_be_set_up_is_said() -> None:
    alone = Setup("bushwhack", (side("R", zeke(), role="attacker"), side("H", carl())))
    assert "one defender" in problems(alone, BOOK)[0]
    with pytest.raises(RuleError):
        begin(alone, BOOK)
    crowd = side("H", carl(), *(member(f"L{n}") for n in range(4)), role="defender")
    said = warnings(Setup("bushwhack", (side("R", zeke(), role="attacker"), crowd)), BOOK)
    assert "deploys 5" in said[0]
    nobody = Setup("scavengers", (side("R", zeke(), parts={"zeke": "held-back"}),))
    assert "nobody on the table" in problems(nobody, BOOK)[0]


@pytest.mark.parametrize(
    ("encounter", "sides", "tokens", "zombies"),
    [("scavengers", 2, 5, 3), ("scavengers", 3, 7, 3), ("scavengers", 1, 5, 3),
     ("massacre-site", 2, 0, 5), ("the-escape", 2, 5, 3)],
)  # fmt: skip
def test_tokens_and_zombies_of_an_encounter(
    encounter: str, sides: int, tokens: int, zombies: int
) -> None:
    made = [side(n, zeke()) for n in ("One", "Two", "Three")[:sides]]
    state = begin(Setup(encounter, tuple(made)), BOOK)
    assert (state.table.tokens, len(state.zombies)) == (tokens, zombies)


def test_the_record_has_everything_that_was_counted() -> None:
    crew = group(zeke(), member("Mo", "gang-member", ("revolver", "booze", "thrown-explosive")))
    rivals = group(carl(), member("Lou"))
    match = Match(
        side("Truckers", *crew.members, group="g"),
        side("Crew", *rivals.members, group="h"),
    )
    match.tap("mark", piece="A2", name="booze")
    match.action()
    match.go("activate", figure="A1")
    match.go("act", "token", figure="A1", action="interact")
    match.tap("leave", figure="A1")
    match.tap("carry", figure="B1", load="token")
    match.tap("zombie-down", zombie="Z1", by="A2")
    fall(match, "B2", "A2")
    fall(match, "A2", "Z2")
    match.to("end")
    match.set("B", broke=True, tested=True)
    game = record(match.state, GameRecord("s", 1, "", ()), {"g": crew, "h": rivals})
    mine, theirs = game.sides
    assert [(t.fate, t.member) for t in mine.tokens] == [("carried", "zeke")] + [
        ("claimed", "")
    ] * 3
    assert [(t.fate, t.member) for t in theirs.tokens] == [("held", "carl")]
    mo = mine.appearance("mo")
    assert mo is not None
    assert (mo.zombies, mo.rivals, mo.out, mo.out_by) == (1, 1, True, "zombie")
    assert mo.spent == ("mo-1-booze",)
    lou = theirs.appearance("lou")
    assert lou is not None
    assert lou.out_by == "mo"
    assert mine.won
    assert theirs.broke
    assert game.encounter == "scavengers"


def test_a_captive_brought_home_and_a_stranger() -> None:
    from msgspec.structs import replace

    lost = replace(member("Ann"), status="captured", captor="h", captor_name="Crew")
    crew = group(zeke(), member("Mo"), lost)
    match = Match(
        side("Truckers", zeke(), member("Mo"), group="g", role="attacker", captured=(lost,)),
        side("Crew", carl(), group="h", role="defender"),
        encounter="rescue",
    )
    assert [c.name for c in match.state.captives] == ["Ann"]
    match.action()
    match.go("activate", figure="A2")
    match.go("act", "captive/P1", figure="A2", action="interact")
    match.go("act", figure="A2", action="leave")
    rivals = group(carl())
    game = record(match.state, GameRecord("s", 1, "", ()), {"g": crew, "h": rivals})
    assert [(c.member, c.fate) for c in game.sides[0].captives] == [("ann", "home")]
    mo = game.sides[0].appearance("mo")
    assert mo is not None
    assert mo.objectives == 1
    stranger = Match(
        side("Truckers", zeke(), group="g", role="attacker"),
        side("Crew", carl(), group="h", role="defender"),
        encounter="rescue",
    )
    stranger.tap("carry", figure="B1", load="P1")
    game = record(stranger.state, GameRecord("s", 1, "", ()), {"g": group(zeke()), "h": rivals})
    assert game.sides[1].stranger_home


def test_the_guide_offers_an_interruption_while_an_enemy_acts() -> None:
    match = duel()
    match.action()
    match.go("activate", figure="A1")
    match.go("act", figure="A1", action="locked-and-loaded")

    def offered() -> list[str]:
        moves = LastDays(match.rules).guide(match.state).moves
        return [m.label for m in moves if m.act == OpenForm("locked", m.about)]

    assert offered() == []
    match.tap("finish", figure="A1")
    match.go("activate", figure="B1")
    assert offered() == ["Zeke spends Locked and Loaded…"]
