"""A model, zombie, thing, side or the table at length: what it can do, what is set by hand."""

from __future__ import annotations

from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.view import (
    ButtonView,
    OpenForm,
    Play,
    Rename,
    SheetView,
    Tap,
    TokenView,
)
from sure import as_a
from unit.tabletop.playing import Match, carl, duel, member, side, zeke


def sheet(match: Match, piece: str, help: str = "guided") -> SheetView:
    found = LastDays(match.rules).sheet(match.state, piece, help)
    assert found is not None
    return found


def buttons(match: Match, piece: str, help: str = "guided") -> dict[str, ButtonView]:
    return {
        b.label: b
        for s in sheet(match, piece, help).sections
        for b in s.items
        if isinstance(b, ButtonView)
    }


def counters(match: Match, piece: str) -> dict[str, int | None]:
    return {
        t.caption: t.value
        for s in sheet(match, piece).sections
        for t in s.items
        if isinstance(t, TokenView)
    }


def test_the_numbers_of_a_model_as_they_are_now() -> None:
    match = duel()
    shown = sheet(match, "A1")
    assert shown.title == "Zeke ★"
    assert shown.figures == "AP 6  CQC 4  FA 3  S 4  E 3  DC 3  C 3  I 3"
    assert shown.figures_hint == "As they are now, Booze and armour counted in"
    match.set("A1", e_shots=4)
    assert "E 3/4" in sheet(match, "A1").figures
    match.set("A1", armour="Riot Shield", load=1)
    assert sheet(match, "A1").about.endswith("Riot Shield · Heavy: −1 AP as an Action Phase begins")


def test_an_active_model_is_offered_its_actions_and_why_not() -> None:
    match = duel()
    match.action()
    assert buttons(match, "A1")["Activate"].act == Play("activate", {"figure": "A1"})
    assert buttons(match, "A1")["Activate"].mnemonic == "t"
    match.go("activate", figure="A1")
    found = buttons(match, "A1")
    assert "Activate" not in found
    move = found["Move"]
    assert move.price == "1 AP/″"
    assert move.act == Play("act", {"action": "move", "figure": "A1"})
    assert move.spoken == "Move, 1 AP an inch"
    assert move.hint
    assert found["Done"].act == Tap("finish", {"figure": "A1"})
    assert found["Leave the table"].why_not == ""
    match.set("A1", ap=0, ran=True)
    found = buttons(match, "A1")
    assert found["Move"].why_not == "1 Action Point needed"
    assert found["Run"].why_not == "has Run this turn"
    assert "Run" not in buttons(match, "A1", "tokens")
    assert "Run" in buttons(match, "A1", "dice")


def test_the_usual_moves_stand_first_and_are_fewer_than_eight() -> None:
    gear = ("revolver", "semi-automatic", "noisemaker")
    match = Match(side("Truckers", zeke(gear=gear)), side("Crew", carl()))
    match.action()
    match.go("activate", figure="A1")
    listed, done, rare, *by_hand = sheet(match, "A1").sections
    assert [as_a(ButtonView, b).label for s in (listed, done, rare) for b in s.items] == [
        *("Move", "Run", "Open or close a door", "Locked and Loaded", "Interact"),
        *("Set down a Noisemaker", "Done", "In contact…"),
        *("Difficult ground", "Climb", "Jump", "Leave the table", "Falls…"),
    ]
    assert [len(s.items) for s in (listed, done, rare)] == [6, 2, 5]
    assert (listed.listed, rare.fold) == (True, "moves")
    assert by_hand[0].heading == "Change by hand"
    assert {s.fold for s in by_hand} == {"by-hand"}
    match.set("A1.g1", ammo=1)
    match.set("A1.g2", ammo=1)
    match.tap("zombie")
    match.touch("A1", "Z1")
    assert len(sheet(match, "A1").sections[0].items) == 7


def test_the_keys_of_buttons_tell_them_apart() -> None:
    match = Match(
        side("Truckers", zeke(gear=("revolver", "semi-automatic", "noisemaker"))),
        side("Crew", carl()),
    )
    match.tap("zombie")
    match.action()
    match.touch("A1", "Z1")
    match.set("A1.g1", ammo=1)
    match.set("A1.g2", ammo=1)
    match.go("activate", figure="A1")
    for piece in ("A1", "B1", "Z1", "A", "table"):
        keys = [
            b.key
            for s in sheet(match, piece).sections
            for b in s.items
            if isinstance(b, ButtonView)
        ]
        assert len(keys) == len(set(keys))
    offered = {b.key for b in buttons(match, "A1").values()}
    assert {"act/reload/A1.g1", "act/reload/A1.g2", "part/Z1", "empty/A1.g1"} <= offered


def test_shooting_and_fighting_open_their_forms() -> None:
    match = duel()
    match.action()
    match.to("shooting")
    assert buttons(match, "A1")["Fire…"].act == OpenForm("shot", "A1")
    match.set("A1", ran=True)
    assert "Fire…" not in buttons(match, "A1")
    match.to("close-quarters")
    match.touch("A1", "B1")
    assert buttons(match, "A1")["Attack…"].act == OpenForm("fight", "A1")
    match.set("A1", fought=True)
    assert "Attack…" not in buttons(match, "A1")


def test_contact_is_barred_where_there_is_nobody_to_touch() -> None:
    match = Match(side("Truckers", zeke()))
    for zombie in match.state.zombies:
        match.state = match.state.drop(zombie.id)
    assert (
        buttons(match, "A1")["In contact…"].why_not
        == "There is nobody left to come into contact with."
    )
    match.tap("zombie")
    assert buttons(match, "A1")["In contact…"].why_not == ""


def test_a_fire_may_burn_whoever_stands_in_it() -> None:
    match = duel()
    match.tap("place", sort="fire")
    fire = match.state.things[-1]
    assert buttons(match, "A1")[f"Burns in {fire.name}"].act == Play(
        "hurt", {"figure": "A1", "thing": fire.id}
    )


def test_everything_by_hand_is_a_tap_that_works() -> None:
    gear = ("revolver", "booze", "noisemaker")
    match = Match(
        side("Truckers", zeke(gear=gear), member("Mo", "gang-member")), side("Crew", carl())
    )
    match.set("table", tokens=2)
    match.tap("zombie")
    match.touch("A1", "Z1")
    heading = [s.heading for s in sheet(match, "A1").sections]
    assert heading == ["", "Change by hand", "", "For Experience"]
    for label in (
        "In a panic",
        "Booze",
        "Out of contact with Zombie 1",
        "Takes a Supply Token",
        "Revolver: must reload",
        "Noisemaker: used up",
        "Leaves the table",
        "Held back",
        "Missing",
    ):
        act = buttons(match, "A1")[label].act
        assert isinstance(act, Tap), label
        before = match.state
        match.tap(act.what, **act.args)
        match.state = before
    assert buttons(match, "A2")["Leads"].act == Tap("leads", {"figure": "A2"})
    assert buttons(match, "A1")["Out of Action by…"].act == OpenForm("out", "A1")
    match.set("A1", panicked=True, carries="token", leads=True)
    found = buttons(match, "A1")
    assert found["In a panic"].on is True  # a switch keeps its words
    assert "Sets it down" in found
    assert "Leads" not in found
    assert "Booze" in found
    match.tap("next")
    assert "Held back" not in buttons(match, "A1")


def test_what_counts_for_experience() -> None:
    match = duel()
    match.set("A1", zombies=2, rivals=1, ap=None)
    assert counters(match, "A1") == {
        "Action Points": None,
        "Zombies": 2,
        "Rivals": 1,
        "Objectives": 0,
    }


def test_who_is_gone_may_come_back() -> None:
    match = duel()
    match.tap("out", figure="A1", by="B1")
    assert list(buttons(match, "A1")) == ["Taken out by…", "Back on the table"]
    assert counters(match, "A1") == {"Zombies": 0, "Rivals": 0, "Objectives": 0}
    match.set("A2", part="held-back")
    assert list(buttons(match, "A2")) == ["Comes to the table"]


def test_a_zombie() -> None:
    match = duel()
    match.tap("zombie")
    match.to("zombies")
    match.state = match.state.change("table", rolled_off=("A", "B"))
    shown = sheet(match, "Z1")
    assert shown.figures.startswith("AP ")
    found = buttons(match, "Z1")
    assert found["Move the zombie"].act == Play("start-zombie", {"zombie": "Z1"})
    assert found["All zombies have moved"].act == Tap("zombies-done")
    assert found["Name it…"].act == Rename("Z1")
    assert found["Carries a Supply Token"].act == Tap("mark", {"piece": "Z1", "name": "token"})
    assert "Move the zombie" not in buttons(match, "Z1", "tokens")
    match.set("Z1", dead=True)
    assert list(buttons(match, "Z1")) == ["Rises again"]


def test_a_zombie_waits_until_the_living_have_attacked() -> None:
    match = duel()
    match.tap("zombie")
    match.to("close-quarters")
    match.touch("A1", "Z1")
    assert buttons(match, "Z1")["Attack…"].why_not == "The living attack first (p.\u00a055)."
    match.set("A1", fought=True)
    assert buttons(match, "Z1")["Attack…"].why_not == ""
    match.state = match.state.part("A1")
    match.tap("place", sort="door")
    assert buttons(match, "Z1")["Beats on a door…"].act == OpenForm("door", "Z1")


def test_a_thing() -> None:
    match = duel()
    match.tap("place", sort="door")
    door = match.state.things[-1].id
    assert sheet(match, door).figures.startswith("Endurance ")
    assert list(buttons(match, door)) == ["Open the door", "Off the table", "Name it…"]
    match.set(door, open=True)
    assert "Close the door" in buttons(match, door)
    match.tap("place", sort="alarm")
    vehicle = match.state.things[-1].id
    assert buttons(match, vehicle)["The alarm goes off"].act == Tap("set-off", {"vehicle": vehicle})


def test_a_side() -> None:
    match = duel()
    assert list(buttons(match, "A")) == ["Broke and fled", "Is the Aggressor"]
    assert counters(match, "A") == {"Lost this turn": 0, "Armoury": 0}
    match.set("A", broke=True)
    assert list(buttons(match, "A")) == ["Did not break after all"]
    raid = Match(side("Truckers", zeke()), side("Crew", carl()), encounter="bushwhack")
    assert buttons(raid, "A")["Is the defender"].act == Tap("defend", {"defender": "A"})


def test_the_table() -> None:
    match = duel()
    shown = sheet(match, "table")
    assert shown.title == "The table"
    assert list(counters(match, "table")) == ["Supply Tokens", "Turn"]
    assert "Before the game" not in buttons(match, "table")
    assert buttons(match, "table")["Shooting"].act == Tap("phase", {"phase": "shooting"})
    match.set("table", vehicle=True)
    assert "Repairs" in counters(match, "table")


def test_a_captive_and_what_is_gone() -> None:
    lost = member("Sue", "gang-member")
    match = Match(
        side("Truckers", zeke(), captured=(lost,)), side("Crew", carl()), encounter="rescue"
    )
    captive = match.state.captives[0].id
    assert sheet(match, captive).figures == "on the table"
    match.set(captive, place="A1")
    assert sheet(match, captive).figures == "with Zeke"
    assert LastDays(match.rules).sheet(match.state, "Z99", "guided") is None
