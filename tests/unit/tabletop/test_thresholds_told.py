"""What is asked and said of each roll: the number to add, the number needed, the total, the page of
the book; and the marks that come off with a step."""

from __future__ import annotations

import pytest

from unit.tabletop import playing as plays
from unit.tabletop.playing import Match, carl, duel, member, shooting, side, zeke


def opened(match: Match, play: str, *answers: object, **args: object) -> tuple[int, str]:
    """The page and the question of the ask after some answers."""
    match._add(plays.start(match.state, match.rules, play, args))
    for given in answers:
        match._add(plays.answer(match.state, match.rules, given, "typed"))
    now = plays.standing(match.state, match.rules)
    assert now is not None
    return now.ask.page, now.ask.question


def acting(match: Match) -> Match:
    match.action()
    match.go("activate", figure="A1")
    return match


def fighting(match: Match, *pairs: tuple[str, str]) -> Match:
    match.action()
    for pair in pairs:
        match.touch(*pair)
    match.to("close-quarters")
    return match


SHOT = {"gun": "A1.g1", "target": "B1"}
HEAD = {"gun": "A1.g1", "target": "Z1"}
FIGHT = {"attacker": "A1", "defender": "B1", "arms": "A1.b1", "guard": "B1.b1"}
CUT = {"attacker": "A1", "defender": "Z1", "arms": "A1.b1", "guard": ""}


# Shots


@pytest.mark.parametrize(
    ("answers", "shot", "page", "question"),
    [
        ((), SHOT, 51, "Zeke, Revolver at Carl: 4 or more hits."),
        ((), HEAD, 51, "Zeke, Revolver at Zombie 1: 3 or more hits."),
        ((6,), SHOT, 53, "Carl, damage: D6 + 3, divided by Endurance 3."),
        ((6,), HEAD, 61, "Zombie 1, the head: D6, 5 or more kills."),
        ((1,), {**SHOT, "vehicle": "?"}, 35, "The car alarm: 6 sets it off."),
    ],
)
def test_what_a_shot_asks(
    answers: tuple[int, ...], shot: dict[str, str], page: int, question: str
) -> None:
    assert opened(shooting(duel()), "shoot", *answers, **shot) == (page, question)


def test_what_double_tap_and_a_blast_ask() -> None:
    tapping = shooting(duel(zeke=zeke(skills=("double-tap",))))
    assert opened(tapping, "shoot", 6, 3, **SHOT) == (63, "The total is 6. Double-Tap?")
    bomb = shooting(duel(zeke=zeke(gear=("fire-bomb",))))
    assert opened(bomb, "shoot", 6, **SHOT) == (70, "Who else is within 3 inches?")
    ground = shooting(duel(zeke=zeke(gear=("fire-bomb",))))
    assert opened(ground, "shoot", 6, gun="A1.g1", target="ground") == (
        70, "Who is within 3 inches?",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("dice", "shot", "said"),
    [
        ((4, 2), SHOT, ["Zeke hits Carl with Revolver (4, 4 needed)", "Damage roll 5 against Endurance 3.",
                        "Carl takes 1 damage"]),
        ((3,), SHOT, ["Zeke misses Carl with Revolver (3, 4 needed)"]),
        ((4, 6), SHOT, ["Damage roll 9 against Endurance 3.", "Carl is Out of Action, by Zeke"]),
        ((3, 5), HEAD, ["(3, 3 needed)", "The head is hit (5)", "Zombie 1 is put down"]),
        ((3, 4), HEAD, ["The head is missed (4): Zombie 1 has 1 more knockback"]),
        ((1, 6), {**SHOT, "vehicle": "?"}, ["The alarm of Vehicle 1 goes off: 3 noise"]),
        ((1, 5), {**SHOT, "vehicle": "?"}, ["The car alarm stays quiet (5)"]),
    ],
)  # fmt: skip
def test_what_is_said_of_a_shot(
    dice: tuple[int, ...], shot: dict[str, str], said: list[str]
) -> None:
    told = shooting(duel()).go("shoot", *dice, **shot)
    assert [s for s in said if s not in told] == []


def test_no_damage_is_said_once_and_wounds_nobody() -> None:
    match = shooting(duel())
    match.set("B1", e_shots=6)
    told = match.go("shoot", 6, 2, **SHOT)
    assert "Damage roll 5 against Endurance 6: no damage." in told
    assert "takes" not in told
    assert match.state.figure("B1").damage == 0


def test_a_shot_that_no_die_misses_is_said_to_need_a_one() -> None:
    match = shooting(duel(zeke=zeke(gear=("pump-action-shotgun",))))
    match.set("A1", FA=6)
    told = match.go("shoot", 1, 5, **HEAD, close=True)
    assert "Zeke hits Zombie 1 with Pump-Action Shotgun (1, 1 needed)." in told


def test_double_tap_says_what_it_was_taken_for() -> None:
    match = shooting(duel(zeke=zeke(skills=("double-tap",))))
    assert "double-taps instead of 4" in match.go("shoot", 6, 1, "yes", 1, **SHOT)


# Fights


@pytest.mark.parametrize(
    ("pairs", "fight", "answers", "page", "question"),
    [
        ([("A1", "B1")], FIGHT, (), 55, "Zeke fights Carl: D6 + 5."),
        ([("A1", "B1")], FIGHT, (3,), 55, "Carl fights Zeke: D6 + 4."),
        ([("A1", "B1")], FIGHT, (6, 1), 56, "Carl, damage: D6 + 4, divided by Endurance 3."),
        ([("A1", "Z1")], CUT, (6, 1), 61, "Zombie 1, the head: D6 + 1, 5 or more kills."),
    ],
)
def test_what_a_fight_asks(
    pairs: list[tuple[str, str]],
    fight: dict[str, str],
    answers: tuple[int, ...],
    page: int,
    question: str,
) -> None:
    assert opened(fighting(duel(), *pairs), "fight", *answers, **fight) == (page, question)


@pytest.mark.parametrize(
    ("pair", "fight", "dice", "said"),
    [
        (("A1", "B1"), FIGHT, (3, 4, 2), ["Zeke beats Carl, 8 to 8", "Damage roll 6 against Endurance 3."]),
        (("A1", "B1"), FIGHT, (2, 4), ["Zeke fails to beat Carl, 7 to 8"]),
        (("A1", "Z1"), CUT, (3, 4, 3), ["9 to 6", "The head is missed (4)"]),
        (("A1", "Z1"), CUT, (3, 4, 4), ["The head is hit (5)"]),
    ],
)  # fmt: skip
def test_what_is_said_of_a_fight(
    pair: tuple[str, str], fight: dict[str, str], dice: tuple[int, ...], said: list[str]
) -> None:
    told = fighting(duel(), pair).go("fight", *dice, **fight)
    assert [s for s in said if s not in told] == []


def test_what_is_said_of_disarm_and_subdue() -> None:
    match = fighting(duel(zeke=zeke(skills=("disarm",))), ("A1", "B1"))
    assert opened(match, "fight", 6, 1, **FIGHT)[0] == 63
    match = fighting(duel(zeke=zeke(skills=("disarm",))), ("A1", "B1"))
    page, question = opened(match, "fight", 6, 1, "disarm", **FIGHT)
    assert (page, question) == (63, "Zeke disarms Carl: D6 + 4, 6 or more.")
    match = fighting(duel(zeke=zeke(skills=("disarm",))), ("A1", "B1"))
    assert "Disarm fails (5)." in match.go("fight", 6, 1, "disarm", 1, **FIGHT)
    match = fighting(duel(zeke=zeke(skills=("subdue",))), ("A1", "B1"))
    assert opened(match, "subdue", figure="A1") == (10, "Subdue. Zeke: D6 + 4.")


def test_what_is_said_at_a_door() -> None:
    match = fighting(duel())
    match.tap("place", sort="door")
    assert opened(match, "beat-door", zombie="Z1", door="T1") == (
        35, "Zombie 1 beats on Door 1: D6 + 3, divided by 4.",
    )  # fmt: skip
    match = fighting(duel())
    match.tap("place", sort="door")
    assert "Zombie 1 beats on Door 1: 1 damage." in match.go("beat-door", 4, zombie="Z1", door="T1")
    assert "Zombie 2 breaks Door 1 down." in match.go("beat-door", 1, zombie="Z2", door="T1")


# Actions


@pytest.mark.parametrize(
    ("skill", "action", "answers", "page", "question", "die", "said"),
    [
        ("tag-team", "tag-team", ("A2",), 69, "Tag-Team of Zeke: D6 + 3, 6 or more.", 3,
         "Tag-Team (6): Mo acts straight after Zeke."),
        ("tag-team", "tag-team", ("A2",), 69, "Tag-Team of Zeke: D6 + 3, 6 or more.", 2,
         "Tag-Team of Zeke fails (5)."),
        ("entry-man", "entry-man", (), 64, "Zeke breaks a door in: D6 + 4, 6 or more.", 2,
         "Zeke breaks the door in (6)."),
        ("entry-man", "entry-man", (), 64, "Zeke breaks a door in: D6 + 4, 6 or more.", 1,
         "Zeke cannot break the door in (5)."),
    ],
)  # fmt: skip
def test_what_is_asked_and_said_of_a_test(
    skill: str, action: str, answers: tuple[str, ...], page: int, question: str, die: int, said: str
) -> None:
    bearer = zeke(skills=(skill,))
    given = {"figure": "A1", "action": action}
    assert opened(acting(duel(zeke=bearer)), "act", *answers, **given) == (page, question)
    assert said in acting(duel(zeke=bearer)).go("act", *answers, die, **given)


def test_what_is_asked_and_said_of_the_vehicle_and_of_ambushers() -> None:
    def escape() -> Match:
        match = acting(Match(side("T", zeke()), side("C", carl()), encounter="the-escape"))
        match.set("table", repairs=6)
        return match

    given = {"figure": "A1", "action": "interact"}
    assert opened(escape(), "act", **given)[0] == 48
    assert opened(escape(), "act", "vehicle", **given) == (
        107, "Zeke works on the vehicle: D6 + 9, 15 or more starts it.",
    )  # fmt: skip
    assert "(15): it starts!" in escape().go("act", "vehicle", 6, **given)
    assert "(14): not yet" in escape().go("act", "vehicle", 5, **given)
    scouts = duel(zeke=zeke(skills=("ambushers",)))
    assert opened(scouts, "ambush", "A1", 6, "A2", figure="A1") == (
        62, "Zeke, Intelligence/7: D6 + 3.",
    )  # fmt: skip
    scouts = duel(zeke=zeke(skills=("ambushers",)))
    told = scouts.go("ambush", "A1", 3, "A2", 3, figure="A1")
    assert "Zeke comes round the side (6, 6 needed) and may deploy within 6″" in told
    assert "Mo gets lost and misses the game (6, 7 needed)." in told


def test_which_page_the_rest_of_an_activation_stands_on() -> None:
    skilled = zeke(skills=("gear-head", "tag-team", "entry-man", "ambushers"))
    match = Match(side("T", skilled, member("Mo")), side("C", carl()), encounter="the-escape")
    assert opened(match, "ambush", figure="A1")[0] == 62
    match.state = match.state.drop("open")
    match.tap("place", sort="door")
    acting(match)
    for action, answers, page in (
        ("interact", ("vehicle",), 65),
        ("tag-team", (), 69),
        ("door", (), 48),
        ("entry-man", (), 48),
        ("entry-man", ("T1",), 64),
    ):
        assert opened(match, "act", *answers, figure="A1", action=action)[0] == page
        match.state = match.state.drop("open")
    home = Match(
        side("Raiders", zeke(), role="attacker"),
        side("Home", carl(), role="defender", perks=("fences",)),
        encounter="home-defense",
    )
    assert opened(home, "fences")[0] == 80
    ambushed = Match(
        side("T", zeke(), role="attacker"),
        side("C", carl(), member("Lou"), role="defender", parts={"lou": "held-back"}),
        encounter="bushwhack",
    )
    ambushed.set("A1", noise=6)
    ambushed.to("noise")
    assert opened(ambushed, "noise", who="A1")[0] == 99


def test_what_is_asked_and_said_of_falls_fires_and_runs() -> None:
    fallen = {"figure": "A1", "strength": 2}
    assert opened(duel(), "hurt", **fallen) == (
        47, "Zeke is hurt: D6 + 2, divided by Endurance 3.",
    )  # fmt: skip
    assert "Zeke is hurt: 6 against Endurance 3." in duel().go("hurt", 4, **fallen)
    match = duel()
    match.set("A1", E=4)
    assert "Zeke is unhurt: 3 against Endurance 4." in match.go("hurt", 1, **fallen)
    burning = duel()
    burning.tap("place", sort="fire")
    burnt = {"figure": "A1", "thing": "T1"}
    assert opened(burning, "hurt", **burnt) == (
        70, "Zeke is hurt: D6 + 3, divided by Endurance 3.",
    )  # fmt: skip
    burning.state = burning.state.drop("open")
    burning.set("T1", lobotomizer=1)
    assert opened(burning, "hurt", figure="Z1", thing="T1") == (
        61, "Zombie 1, the head: D6 + 1, 5 or more kills.",
    )  # fmt: skip
    burning.state = burning.state.drop("open")
    told = burning.go("hurt", 3, figure="Z1", thing="T1")
    assert "The head is missed (4): Zombie 1 has 1 more knockback." in told
    assert "The head is hit (5)." in burning.go("hurt", 4, figure="Z1", thing="T1")
    running = {"figure": "A1", "action": "run"}
    assert opened(acting(duel()), "act", **running)[0] == 47
    assert "runs up to 6 inches (3 AP, 1 noise)" in acting(duel()).go("act", "3", **running)


# Menace, Initiative, the Breaking Point


def noisy(tokens: int) -> Match:
    match = duel()
    match.set("A1", noise=tokens)
    match.set("A1.g1", ammo=tokens)
    match.to("noise")
    return match


@pytest.mark.parametrize(
    ("tokens", "plus", "die", "said"),
    [
        (2, 2, 4, ["Zeke rolls 4 + 2 noise: nothing comes."]),
        (2, 2, 5, ["Zeke rolls 5 + 2 noise: a zombie hears it.", "Zombie 4 comes"]),
        (
            7,
            1,
            5,
            [
                "Zeke has 7 noise: one zombie comes without a roll.",
                "Zeke rolls 5 + 1 noise: nothing comes.",
            ],
        ),
        (7, 1, 6, ["Zeke rolls 6 + 1 noise: a zombie hears it.", "Zombie 5 comes"]),
    ],
)
def test_what_is_asked_and_said_of_noise(tokens: int, plus: int, die: int, said: list[str]) -> None:
    page, question = opened(noisy(tokens), "noise", who="A1")
    assert page == 40
    assert question == f"Noise of Zeke: D6 + {plus}, 7 or more draws a zombie."
    told = noisy(tokens).go("noise", die, who="A1")
    assert [s for s in said if s not in told] == []


def test_what_is_asked_and_said_of_ammo() -> None:
    match = noisy(2)
    match.to("ammo")
    page, question = opened(match, "ammo", gun="A1.g1")
    assert page == 40
    assert question.endswith("D6 + 2; 6 or more, and it is empty.")
    match.state = match.state.drop("open")
    assert "3 + 2 ammo against Reload 6: it can still fire." in match.go("ammo", 3, gun="A1.g1")
    match.set("A1.g1", ammo_rolled=False)
    assert "4 + 2 ammo against Reload 6: it must be reloaded." in match.go("ammo", 4, gun="A1.g1")
    armoury = Match(side("T", zeke(), rerolls=2), side("C", carl()))
    armoury.set("A1.g1", ammo=2)
    armoury.to("ammo")
    page, question = opened(armoury, "ammo", 4, gun="A1.g1")
    assert page == 80
    assert "2 left to roll again" in question
    armoury.state = armoury.state.drop("open")
    assert opened(armoury, "ammo", 4, "yes", gun="A1.g1")[0] == 80


def test_what_is_asked_and_said_of_horror() -> None:
    given = {"one": "Z1", "other": "A1"}
    assert opened(duel(), "contact", **given) == (
        61, "Zeke against Zombie 1: D6 + Courage 3.",
    )  # fmt: skip
    assert opened(duel(), "contact", 1, **given) == (
        61, "Zombie 1 against Zeke: D6 + Horror 3.",
    )  # fmt: skip
    assert "Zeke panics (5 against 6)" in duel().go("contact", 2, 3, **given)
    assert "Zeke keeps calm (6 against 6)" in duel().go("contact", 3, 3, **given)
    assert opened(duel(), "contact", one="Z1", other="A2")[0] == 66
    skilled = duel(mo=member("Mo", skills=("inspirational-presence",)))
    assert opened(skilled, "contact", **given)[0] == 66


def test_what_is_asked_and_said_of_the_initiative() -> None:
    match = duel()
    match.to("action")
    assert opened(match, "initiative") == (45, "Initiative, Zeke of Truckers: D6 + 6.")
    match.state = match.state.drop("open")
    told = match.go("initiative", 5, 2, "aggressor")
    assert "Truckers: 11." in told
    assert "Crew: 9." in told
    tied = duel()
    tied.to("action")
    told = tied.go("initiative", 4, 3, 5, 1, "aggressor")
    assert "Truckers: 11." in told
    assert "Crew: 8." in told
    sharp = duel(zeke=zeke(skills=("tactical-acumen",)))
    sharp.to("action")
    assert opened(sharp, "initiative")[0] == 69
    sharp.state = sharp.state.drop("open")
    assert "Truckers: 12." in sharp.go("initiative", (2, 6), 1, "aggressor")
    near = duel(mo=member("Mo", skills=("tactical-acumen",)))
    near.to("action")
    assert opened(near, "initiative") == (69, "Is Mo within 3 inches of Zeke?")
    assert opened(duel(), "roll-off", teams=["A", "B"])[0] == 10


def test_what_is_asked_and_said_of_the_breaking_point() -> None:
    def fallen(**more: object) -> Match:
        match = Match(side("T", zeke(**more), member("Mo"), member("Ed")), side("C", carl()))
        match.action()
        match.tap("out", figure="A2", by="")
        match.to("end")
        return match

    assert opened(fallen(), "breaking", team="A") == (
        57, "Breaking Point of T: D6 + 1 casualty, at most 5.",
    )  # fmt: skip
    held = fallen().go("breaking", 4, team="A")
    assert "T: 4 + 1, at most 5." in held
    assert "T holds." in held
    assert "T breaks and flees." in fallen().go("breaking", 5, team="A")
    crying = fallen(skills=("rallying-cry",))
    assert opened(crying, "breaking", 5, team="A")[0] == 67
    crying = fallen(skills=("rallying-cry",))
    page, question = opened(crying, "breaking", 5, "yes", team="A")
    assert (page, question) == (67, "Rallying Cry: D6 + 1, at most 5.")
    late = fallen()
    late.set("table", turn=3)
    assert opened(late, "breaking", team="A") == (57, "T: D6 + 1 against 5. Hold on?")
    led = Match(side("T", zeke(), member("Mo"), member("Ed")), side("C", carl()))
    led.tap("out", figure="A1", by="")
    assert opened(led, "leader", team="A") == (46, "Who leads T now?")


# Marks


def test_what_comes_off_as_the_action_phase_ends() -> None:
    match = acting(duel(zeke=zeke(skills=("sprinter", "free-runner"))))
    match.go("act", figure="A1", action="long-jump")
    match.tap("finish", figure="A1")
    match.go("activate", figure="B1")
    match.go("act", figure="B1", action="locked-and-loaded")
    match.tap("finish", figure="B1")
    match.to("shooting")
    for figure in match.state.figures():
        assert (figure.ap, figure.sprint, figure.still, figure.jumped) == (None, 0, False, False)
    assert match.state.figure("B1").locked


def test_who_leads_by_hand_leads_alone() -> None:
    match = duel()
    match.tap("leads", figure="A2")
    assert [f.id for f in match.state.figures() if f.leads] == ["A2", "B1"]
    match.tap("leads", figure="A1")
    assert [f.id for f in match.state.figures() if f.leads] == ["A1", "B1"]


# The log


def test_a_line_of_the_log_names_whom_it_is_about() -> None:
    match = duel()
    match.action()
    assert match.go("activate", figure="A1").startswith("Zeke is activated | ")
    assert match.go("act", "2", figure="A1", action="run").startswith("Zeke: Run | ")
    assert match.tap("zombie-down", zombie="Z1", by="A1") == "Zombie 1 is put down by Zeke | "
    assert match.tap("zombie-down", zombie="Z2", by="") == "Zombie 2 is put down | "
    assert match.tap("out", figure="B1", by="A1") == "Carl is Out of Action, by Zeke | "
    assert match.tap("out", figure="A2", by="") == "Mo is Out of Action | "
