"""What is declared before dice are thrown: the number a player sees, and what makes it."""

from __future__ import annotations

from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.view import ButtonView, FormView, Play, Tap
from unit.tabletop.playing import Match, carl, duel, member, shooting, side, zeke
from unit.tabletop.showing import form


def none(match: Match, name: str, about: str) -> bool:
    return LastDays(match.rules).form(match.state, name, about, {}) is None


def press(match: Match, button: ButtonView, *answers: object) -> str:
    assert button.why_not == ""
    if isinstance(button.act, Tap):
        return match.tap(button.act.what, **button.act.args)
    assert isinstance(button.act, Play)
    return match.go(button.act.play, *answers, **button.act.args)


def declares(button: ButtonView) -> tuple[str, dict[str, object]]:
    """The procedure a button begins, with what is not as it is by itself."""
    assert isinstance(button.act, Play)
    plain = ("", False, 0, "none")
    return button.act.play, {k: v for k, v in button.act.args.items() if v not in plain}


def fields(view: FormView) -> dict[str, tuple[str, list[str]]]:
    return {f.caption: (f.value, [label for _key, label in f.options]) for f in view.fields}


def test_a_shot_asks_for_its_target_first() -> None:
    match = shooting(duel())
    match.tap("zombie")
    found = form(match, "shot", "A1")
    assert (found.title, found.number) == ("Zeke fires: at whom?", "Choose a target.")
    assert found.why == ""
    fire, stop = found.buttons
    assert (fire.label, fire.why_not) == ("Fire", "Choose a target.")
    assert (stop.label, stop.act) == (
        "Holds fire",
        Tap("end-shots", {"figure": "A1", "locked": False}),
    )
    assert [f.key for f in found.fields if f.rare] == ["gun", "step", "vehicle"]
    shown = fields(found)
    assert shown["Firearm"] == ("A1.g1", ["Revolver, 1 shot left"])
    assert shown["Target"] == ("", ["Carl", *(z.name for z in match.state.zombies)])
    assert shown["Target stands"] == ("none", ["in the open", "in cover"])
    assert shown["Vehicle within 2 inches of the target"] == ("", ["none", "one with an alarm"])
    assert "Gunfighter" not in shown
    assert "Within 3 inches" not in shown
    assert [f.key for f in found.fields if f.picks] == ["target"]


def test_a_shot_says_the_number_and_what_makes_it() -> None:
    match = shooting(duel())
    found = form(match, "shot", "A1", target="B1")
    assert found.number == "4 or more · 50 %"
    assert found.why.startswith("Zeke's Firearms 3.\nDamage D6 + ")
    assert found.problem == ""
    found = form(match, "shot", "A1", target="B1", cover="cover")
    assert found.number == "5 or more · 33 %"
    assert found.why.startswith(
        "Zeke's Firearms 3, target in cover or behind a Riot Shield −1 = 2.\n"
    )
    assert found.buttons[0].label == "Fire at Carl"
    assert declares(found.buttons[0]) == (
        "shoot",
        {"gun": "A1.g1", "target": "B1", "cover": "cover"},
    )
    press(match, found.buttons[0], 5, 1)
    assert none(match, "shot", "A1")  # it has fired


def test_a_shot_is_fired_over_the_range_that_was_chosen() -> None:
    match = shooting(duel(zeke=zeke(gear=("pump-action-shotgun",))))
    ranges = fields(form(match, "shot", "A1", target="B1"))["Range"]
    assert ranges[0] == "0"
    for step in range(len(ranges[1])):
        found = form(match, "shot", "A1", target="B1", step=str(step))
        said = declares(found.buttons[0])[1]
        assert said.get("step", 0) == step


def test_a_shot_that_cannot_hit_says_so() -> None:
    match = shooting(duel())
    match.set("A1", FA=0)
    assert form(match, "shot", "A1", target="B1").number == "impossible: Firearms 0"
    match.set("A1", FA=7)
    assert form(match, "shot", "A1", target="B1").number == "1 or more · certain"


def test_a_shot_that_is_not_due_is_barred() -> None:
    match = duel()
    match.action()
    found = form(match, "shot", "A1", target="B1")
    assert found.problem == "Shots are for the Shooting Phase."
    assert found.buttons[0].why_not == found.problem


def test_the_conditions_of_a_shot_are_kept_for_the_next() -> None:
    match = shooting(duel(zeke=zeke(gear=("semi-automatic",))))
    found = form(match, "shot", "A1", target="B1", vehicle="new")
    assert set(found.again) == {"gun", "target", "step", "close", "cover", "two"}
    assert "vehicle" in form(match, "shot", "A1", target="B1").again


def test_nobody_to_shoot_at() -> None:
    match = Match(side("Truckers", zeke()))
    match.to("shooting")
    for zombie in match.state.zombies:
        match.state = match.state.drop(zombie.id)
    assert form(match, "shot", "A1").number == "Nobody can be shot at."


def test_an_only_target_is_chosen() -> None:
    match = shooting(duel())
    for zombie in match.state.zombies:
        match.state = match.state.drop(zombie.id)
    assert fields(form(match, "shot", "A1"))["Target"] == ("B1", ["Carl"])


def test_a_locked_and_loaded_token_is_spent_on_whoever_acts() -> None:
    match = duel()
    match.action()
    assert none(match, "locked", "A1")
    match.set("A1", locked=True, locked_turn=1)
    match.set("table", active="B1")
    found = form(match, "locked", "A1")
    assert found.title == "Zeke spends Locked and Loaded on Carl"
    assert fields(found)["Target"] == ("B1", ["Carl"])
    assert declares(found.buttons[0]) == ("shoot", {"gun": "A1.g1", "target": "B1", "locked": True})
    assert found.buttons[1].act == Tap("end-shots", {"figure": "A1", "locked": True})


def test_a_fire_bomb_may_be_thrown_at_the_ground() -> None:
    match = shooting(duel(zeke=zeke(gear=("fire-bomb",))))
    found = form(match, "shot", "A1", target="ground")
    assert "the ground" in fields(found)["Target"][1]
    assert found.buttons[0].label == "Fire at the ground"


def fighting(match: Match, *pairs: tuple[str, str]) -> Match:
    match.action()
    match.to("close-quarters")
    for pair in pairs:
        match.touch(*pair)
    return match


def test_a_fight_weighs_both_sides() -> None:
    match = fighting(duel(), ("A1", "B1"))
    found = form(match, "fight", "A1")
    assert found.title == "Zeke attacks"
    assert found.number.startswith("CQC 5 against 4 · wins 72 %")
    assert found.why.startswith("Zeke's CQC 4")
    assert fields(found)["Attacks"] == ("B1", ["Carl"])
    assert fields(found)["With"] == ("A1.b1", ["Knife"])
    assert fields(found)["Defends with"] == ("B1.b1", ["Club"])
    assert [b.label for b in found.buttons] == ["Attack"]
    assert declares(found.buttons[0]) == (
        "fight",
        {"attacker": "A1", "defender": "B1", "arms": "A1.b1", "guard": "B1.b1"},
    )
    press(match, found.buttons[0], 6, 1, 6)
    assert none(match, "fight", "A1")


def test_whom_to_attack_is_chosen_first() -> None:
    match = duel()
    match.tap("zombie")
    fighting(match, ("A1", "B1"), ("A1", "Z1"))
    found = form(match, "fight", "A1")
    assert found.number == found.buttons[0].why_not == "Choose a target."
    assert "Defends with" not in fields(found)
    chosen = form(match, "fight", "A1", defender="Z1")
    assert chosen.number.startswith("CQC ")
    assert "Defends with" not in fields(chosen)


def test_a_fight_with_a_frontline_fighter_near_and_one_to_subdue() -> None:
    fighter = member("Mo", "gang-member", (), skills=("frontline-fighter",))
    match = Match(side("Truckers", zeke(skills=("subdue",)), fighter), side("Crew", carl()))
    fighting(match, ("A1", "B1"))
    found = form(match, "fight", "A1")
    near = "A Frontline Fighter within 6 inches of the attacker"
    assert fields(found)[near] == ("no", ["no", "yes"])
    assert [b.label for b in found.buttons] == ["Attack", "Subdue instead"]
    act = form(match, "fight", "A1", near="yes").buttons[0].act
    assert isinstance(act, Play)
    assert act.args["attacker_near"] is True


def test_contact_offers_enemies_and_zombies() -> None:
    match = duel()
    match.tap("zombie")
    found = form(match, "contact", "A1")
    assert found.title == "Zeke comes into contact with…"
    assert [b.key for b in found.buttons] == ["B1", *(z.id for z in match.state.zombies)]
    press(match, found.buttons[0])
    assert match.state.touching("A1") == ("B1",)
    assert "B1" not in [b.key for b in form(match, "contact", "A1").buttons]


def test_who_took_a_model_out() -> None:
    match = duel()
    match.tap("zombie")
    found = form(match, "out", "A1")
    assert found.title == "Who took Zeke Out of Action?"
    assert [b.label for b in found.buttons][:2] == ["nobody", "Carl"]
    press(match, found.buttons[1])
    assert match.state.figure("A1").out_by == "B1"
    again = form(match, "out", "A1")
    assert [b.label for b in again.buttons] == ["nobody", "Carl", "a zombie"]
    press(match, again.buttons[2])
    assert match.state.figure("A1").out_by == "zombie"


def test_who_put_a_zombie_down() -> None:
    match = duel()
    match.tap("zombie")
    found = form(match, "out", "Z1")
    assert [b.label for b in found.buttons] == ["nobody", "Zeke", "Mo", "Carl"]
    press(match, found.buttons[0])
    assert match.state.zombie("Z1").killer == ""
    assert none(match, "out", "Z1")


def test_which_door_a_zombie_beats_on() -> None:
    match = duel()
    match.tap("zombie")
    match.tap("place", sort="door")
    match.to("close-quarters")
    found = form(match, "door", "Z1")
    assert found.title == "Which door?"
    press(match, found.buttons[0], 3)
    assert none(match, "door", "Z1")


def test_how_far_a_model_falls() -> None:
    match = duel()
    found = form(match, "fall", "A1")
    assert found.title == "Zeke falls: how many inches, rounded up?"
    assert [b.label for b in found.buttons] == [f"{n}″" for n in range(1, 13)]
    assert found.buttons[3].act == Play("hurt", {"figure": "A1", "strength": 4})
    press(match, found.buttons[3], 6)
    match.set("A1", away=True)
    assert none(match, "fall", "A1")


def test_no_such_form() -> None:
    assert none(duel(), "dance", "A1")
    assert none(duel(), "shot", "Z99")
    assert none(duel(), "fight", "Z99")
    assert none(duel(), "out", "table")


def test_a_shot_at_a_zombie_says_how_likely_it_goes_down() -> None:
    """p. 49, p. 61: Firearms 3 and +1 at a zombie hit on 3 or more; its head falls at 5 or more."""
    match = shooting(duel())
    match.tap("zombie")
    found = form(match, "shot", "A1", target="Z1")
    assert found.number == "3 or more · 67 %"
    assert "Puts Zombie 1 down: 2/9 (22 %)." in found.why


def test_dice_are_only_offered_where_they_can_hit() -> None:
    match = shooting(duel())
    assert form(match, "shot", "A1", target="B1").dice
    match.set("A1", FA=0)
    assert not form(match, "shot", "A1", target="B1").dice


def test_a_token_spent_on_a_shot_is_for_one_gun_only() -> None:
    match = duel(zeke=zeke(gear=("semi-automatic", "revolver"), skills=("gunfighter",)))
    match.action()
    match.tap("mark", piece="A1", name="locked")
    match.to("shooting")
    assert "Gunfighter" in fields(form(match, "shot", "A1", target="B1"))
    spent = LastDays(match.rules).form(match.state, "locked", "A1", {"target": "B1"})
    if spent is None:
        match.set("A1", locked_turn=match.state.table.turn - 1)
        spent = form(match, "locked", "A1", target="B1")
    assert "Gunfighter" not in fields(spent)
