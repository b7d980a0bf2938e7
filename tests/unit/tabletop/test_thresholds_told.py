"""What is asked and said of each roll: the number to add, the number needed, the total, the page of
the book; and the marks that come off with a step."""

from __future__ import annotations

from unit.tabletop.playing import Match, duel, zeke


def acting(match: Match) -> Match:
    match.action()
    match.go("activate", figure="A1")
    return match


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
