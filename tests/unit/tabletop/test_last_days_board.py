"""What a player sees of a game of Last Days: the cards, the bar, what is due."""

from __future__ import annotations

import pytest

from lastdays.errors import RuleError
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.menace import noise
from lastdays.tabletop.last_days.state import Blade, Gun, diff
from lastdays.tabletop.view import (
    BoardView,
    CardView,
    EndGame,
    LookAt,
    OpenForm,
    Play,
    Tap,
)
from sure import sure
from unit.tabletop.playing import Match, carl, duel, member, side, zeke


def board(match: Match, hand: str = "") -> BoardView:
    return LastDays(match.rules).board(match.state, hand)


def card(match: Match, piece: str, hand: str = "") -> CardView:
    seen = board(match, hand)
    cards = [c for p in seen.panels for c in p.cards] + list(seen.foot)
    return next(c for c in cards if c.id == piece)


def counters(view: CardView) -> dict[str, tuple[int | None, int | None, str]]:
    return {t.caption: (t.value, t.limit, t.alarm) for t in view.tokens}


def chips(view: CardView) -> str:
    """The letters, those that are on as capitals."""
    return "".join(c.letter if c.on else c.letter.lower() for c in view.chips)


def zombies(match: Match, many: int) -> None:
    while len(match.state.zombies) < many:
        match.tap("zombie")


def test_a_model_shows_its_counters_and_limits() -> None:
    match = duel()
    match.set("A1", damage=1, noise=2)
    match.set("A1.g1", ammo=3)
    shown = card(match, "A1")
    assert (shown.title, shown.subtitle, shown.edge) == ("Zeke ★", "Merciless Thug", "selfish")
    assert counters(shown) == {
        "Damage": (1, 3, ""),
        "Noise": (2, None, ""),
        "Revolver": (3, 6, ""),
    }
    assert [t.name for t in shown.tokens] == ["damage", "noise", "ammo"]
    assert {t.whose for t in shown.tokens} == {"Zeke"}
    assert [t.piece for t in shown.tokens] == ["A1", "A1", "A1.g1"]
    match.set("A1.g1", empty=True)
    assert counters(card(match, "A1"))["Revolver"] == (3, 6, "RELOAD")


def test_a_model_shows_what_it_has_done() -> None:
    match = duel()
    assert chips(card(match, "A1")) == "lrafc"
    assert chips(card(match, "A2")) == "rac"  # Mo has no Firearm
    match.set("A1", locked=True, ran=True, acted=True, fired=True, fought=True)
    shown = card(match, "A1")
    assert chips(shown) == "LRAFC"
    assert [c.caption for c in shown.chips] == [
        "Locked and Loaded",
        "has run",
        "has acted",
        "has fired",
        "has fought",
    ]


def test_the_note_says_points_contact_and_load() -> None:
    match = duel()
    match.set("A1", ap=3, sprint=1, panicked=True, carries="token", booze=True)
    match.tap("zombie")
    match.touch("A1", "Z1")
    assert card(match, "A1").note == ("AP 3+1 · PANIC · contact: Zombie 1 · ⚑ Supply Token · Booze")
    assert card(match, "Z1").note == "at Zeke"
    assert card(match, "A2").note == "AP 5"


@pytest.mark.parametrize(
    ("values", "note"),
    [
        ({"out": True, "out_by": "zombie"}, "OUT, by a zombie"),
        ({"out": True, "out_by": "B1"}, "OUT, by Carl"),
        ({"out": True}, "OUT"),
        ({"away": True, "brought": "token"}, "left the table with a Supply Token"),
        ({"away": True}, "left the table"),
        ({"part": "held-back"}, "held back"),
        ({"part": "missing"}, "missing"),
    ],
)
def test_a_model_that_is_gone_keeps_no_counters(values: dict[str, bool | str], note: str) -> None:
    match = duel()
    match.set("A2", **values)
    shown = card(match, "A2")
    assert (shown.note, shown.look, shown.tokens, shown.chips) == (note, "gone", (), ())


def test_the_heading_says_how_a_side_stands() -> None:
    match = duel()
    assert [p.heading for p in board(match).panels] == ["Truckers", "Crew"]
    match.set("A", role="defender", rerolls=3, broke=True)
    match.set("A2", away=True, brought="token")
    assert board(match).panels[0].heading == (
        "Truckers · defender · 1 token carried off · Armoury 3 · BROKE"
    )


def test_who_has_not_had_a_turn_is_due() -> None:
    match = duel()
    match.action()
    assert [c.id for p in board(match).panels for c in p.cards if c.due] == ["A1", "A2", "B1"]
    match.tap("mark", piece="A1", name="acted")
    assert not card(match, "A1").due
    match.to("shooting")
    assert [c.id for p in board(match).panels for c in p.cards if c.due] == ["A1", "B1"]


def test_a_gun_to_be_rolled_for_makes_its_bearer_due() -> None:
    match = duel()
    match.tap("count", piece="A1.g1", name="ammo", amount=1)
    match.to("ammo")
    assert card(match, "A1").due
    assert not card(match, "B1").due


def test_whoever_acts_stands_out_and_is_followed() -> None:
    match = duel()
    match.action()
    match.go("activate", figure="A1")
    seen = board(match)
    assert (seen.active, seen.follow) == ("A1", "A1")
    assert card(match, "A1").look == "active"
    assert card(match, "A2").look == ""


def test_zombies_lie_along_the_foot() -> None:
    match = duel()
    zombies(match, 3)
    match.set("Z2", knock=2, ap=1, token=True, acted=True)
    seen = board(match)
    assert seen.foot_title == "Zombies 3/20"
    assert [c.id for c in seen.foot] == ["Z1", "Z2", "Z3"]
    second = seen.foot[1]
    assert counters(second) == {"Knockback": (2, None, "")}
    assert second.note == "AP 1 · ⚑ Supply Token"
    assert chips(second) == "Ac"
    assert seen.foot[0].note == "roams"
    assert ("z", "Z1", "knock") in seen.keys
    match.set("Z2", DC=2, damage=1)
    assert counters(card(match, "Z2"))["Damage"] == (1, 2, "")


def test_the_deed_of_a_zombie_names_who_puts_it_down() -> None:
    match = duel()
    zombies(match, 2)
    assert sure(card(match, "Z1", "A1").deed).hint == "Zombie 1: put down"
    match.to("close-quarters")
    match.touch("A1", "Z1")
    deed = card(match, "Z1").deed
    assert deed is not None
    assert deed.hint == deed.spoken == "Zombie 1: put down by Zeke"
    assert deed.act == Tap("zombie-down", {"zombie": "Z1", "by": "A1"})
    match.touch("A2", "Z1")
    assert sure(card(match, "Z1").deed).hint == "Zombie 1: put down"  # one of two
    assert sure(card(match, "Z1", "A2").deed).hint == "Zombie 1: put down by Mo"


def test_a_shooter_puts_down_whichever_zombie_falls() -> None:
    match = duel()
    zombies(match, 2)
    match.to("shooting")
    assert sure(card(match, "Z2", "A2").deed).hint == "Zombie 2: put down"  # Mo has no Firearm
    match.set("A1.g1", shots=1)
    assert sure(card(match, "Z2", "A2").deed).hint == "Zombie 2: put down by Zeke"
    match.to("action")
    assert sure(card(match, "Z2", "A1").deed).hint == "Zombie 2: put down"
    match.set("A1", locked=True, snap_at="Z1")
    assert sure(card(match, "Z1").deed).hint == "Zombie 1: put down by Zeke"


def test_things_lie_along_the_foot() -> None:
    match = duel()
    for sort in ("door", "alarm", "noisemaker", "fire", "ladder", "other"):
        match.tap("place", sort=sort)
    shown = [c for c in board(match).foot if c.kind == "thing"][-6:]
    assert [(c.title.split()[0], c.note) for c in shown] == [
        ("Door", "closed"),
        ("Vehicle", "quiet"),
        ("Noisemaker", "lures zombies"),
        ("Fire", "until the end of turn 1"),
        ("Ladder", "for the living"),
        ("Counter", ""),
    ]
    assert [list(counters(c)) for c in shown] == [
        ["Damage"],
        ["Noise"],
        ["Noise"],
        [],
        [],
        ["Count"],
    ]
    assert shown[0].tokens[0].limit == match.state.thing(shown[0].id).capacity


def test_more_is_put_on_the_table_by_buttons() -> None:
    seen = board(duel())
    assert [(b.label, b.act) for b in seen.placing] == [
        ("Add zombie", Tap("zombie")),
        ("Table state", LookAt("table")),
    ]
    assert seen.more_title == "Add marker…"
    assert [b.label for b in seen.more] == [
        "Door",
        "Vehicle with an alarm",
        "Noisemaker",
        "Fire",
        "Ladder",
        "Counter of the Encounter",
    ]
    match = duel()
    for entry in (*seen.placing[:1], *seen.more):
        assert isinstance(entry.act, Tap)
        match.tap(entry.act.what, **entry.act.args)


def test_thirty_models_with_long_names() -> None:
    name = "Bartholomew Featherstonehaugh-Cholmondeley the Younger of the Northern Bypass"
    crowd = [member(f"{name} {n}", "gang-member", ("revolver",)) for n in range(15)]
    match = Match(side("Truckers", *crowd), side("Crew", *crowd))
    zombies(match, 20)
    seen = board(match)
    assert [len(p.cards) for p in seen.panels] == [15, 15]
    assert seen.foot_title == "Zombies 20/20"
    assert card(match, "B15").title == f"{name} 14"
    game = LastDays(match.rules)
    for piece in match.state.pieces:
        for help in game.helps:
            game.sheet(match.state, piece, help)


def test_a_side_of_which_nobody_came() -> None:
    match = Match(side("Truckers", zeke(), parts={"Zeke": "missing"}), side("Crew", carl()))
    for figure in match.state.figures("A"):
        match.state = match.state.drop(figure.id)
    arms: tuple[Gun | Blade, ...] = (*match.state.all(Gun), *match.state.all(Blade))
    for gear in arms:
        if gear.figure == "A1":
            match.state = match.state.drop(gear.id)
    seen = board(match)
    assert [len(p.cards) for p in seen.panels] == [0, 1]
    assert seen.foot_title.startswith("Zombies ")


# The bar


def test_the_bar_names_the_step_that_is_on() -> None:
    match = duel()
    bar = LastDays(match.rules).bar(match.state)
    assert (bar.turn, bar.now, bar.can_go_on) == (0, "", True)
    match.to("ammo")
    bar = LastDays(match.rules).bar(match.state)
    assert (bar.turn, bar.now, bar.name) == (1, "menace", "Menace: ammo")
    assert dict(bar.steps) == {
        "menace": "Menace",
        "action": "Action",
        "shooting": "Shooting",
        "close-quarters": "Close Quarters",
        "end": "End",
    }
    match.to("shooting")
    bar = LastDays(match.rules).bar(match.state)
    assert (bar.now, bar.name) == ("shooting", "Shooting")


def test_the_bar_says_roles_and_who_is_left() -> None:
    match = duel()
    match.action()
    tokens = match.state.table.tokens
    bar = LastDays(match.rules).bar(match.state)
    assert bar.line == (f"Supply Tokens on the table: {tokens}")
    assert bar.waiting == "3 have not acted: Zeke, Mo, Carl"
    match.set("table", vehicle=True, repairs=2)
    assert LastDays(match.rules).bar(match.state).line.endswith(" · vehicle: +2")


def test_next_waits_for_an_open_roll() -> None:
    match = duel()
    match.set("A1", noise=1)
    match.to("noise")
    game = LastDays(match.rules)
    match._add(game.start(match.state, noise.play(who="A1")))
    bar = game.bar(match.state)
    assert not bar.can_go_on
    assert bar.waiting == "A roll is open: finish it, or drop it."


def test_before_the_game_roles_are_owed() -> None:
    match = Match(side("Truckers", zeke()), side("Crew", carl()), encounter="bushwhack")
    assert LastDays(match.rules).bar(match.state).waiting == (
        "Who attacks is not decided yet: Truckers, Crew"
    )


def test_with_tokens_only_menace_is_one_step() -> None:
    match = duel()
    game = LastDays(match.rules)
    assert game.next(match.state, "tokens") == Tap("next", {"whole_menace": True})
    assert game.next(match.state, "guided") == Tap("next", {"whole_menace": False})
    assert game.helps == ("guided", "dice", "tokens")
    assert game.name == "Last Days"
    assert game.step_names(duel().state)["ammo"] == "Menace: ammo"


def test_who_was_touched_acts_by_hand() -> None:
    match = duel()
    match.tap("zombie")
    game = LastDays(match.rules)
    assert game.hand(match.state, "A1", "B1") == "A1"
    assert game.hand(match.state, "A1.g1", "B1") == "A1"
    assert game.hand(match.state, "A2.b1", "B1") == "A2"
    assert game.hand(match.state, "Z1", "B1") == "B1"
    assert game.hand(match.state, "table", "") == ""


# What is due


def acts(match: Match) -> dict[str, object]:
    return {b.label: b.act for b in LastDays(match.rules).guide(match.state).moves}


def test_what_is_due_begins_what_it_says() -> None:
    match = duel()
    match.action()
    assert LastDays(match.rules).guide(match.state).says == "Truckers: who acts?"
    assert acts(match)["Activate Zeke, 6 AP"] == Play("activate", {"figure": "A1"})
    match.to("shooting")
    assert acts(match)["Carl fires…"] == OpenForm("shot", "B1")
    match.to("close-quarters")
    match.touch("A1", "B1")
    assert acts(match)["Zeke attacks…"] == OpenForm("fight", "A1")


def test_the_end_is_due_first() -> None:
    match = duel()
    match.to("noise")
    match.set("table", started="A1")
    found = LastDays(match.rules).guide(match.state)
    assert found.moves[0].act == EndGame()
    assert found.says == "Zeke has started the vehicle. Truckers has won."


def test_how_the_table_is_set_up_is_said_before_the_game() -> None:
    match = duel()
    assert LastDays(match.rules).guide(match.state).notes
    match.to("noise")
    assert LastDays(match.rules).guide(match.state).notes == ()


def test_the_letter_for_zombies_goes_to_the_first_of_them() -> None:
    match = duel()
    keys = [key for key, _piece, _what in board(match).keys]
    assert keys.count("z") == 1


def test_a_side_alone_is_neither_aggressor_nor_defender() -> None:
    match = Match(side("T", zeke()))
    match.set("table", aggressor="A", defender="")
    assert "Aggressor" not in LastDays(match.rules).bar(match.state).line


def test_a_change_says_only_what_is_different() -> None:
    match = duel()
    before = match.state
    assert diff(before, before.change("A1", noise=2)) == [["set", "A1", {"noise": 2}]]


@pytest.mark.parametrize(("piece", "name"), [("A1", "gone"), ("nobody", "locked"), ("Z1", "run")])
def test_only_what_can_be_marked_is(piece: str, name: str) -> None:
    match = duel()
    with pytest.raises(RuleError, match="cannot be marked"):
        match.tap("mark", piece=piece, name=name)
