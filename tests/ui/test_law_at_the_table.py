"""Enter and every printed digit, at every kind of state of all five games at the table.

`law_walk` makes whatever move it has made least and answers what is asked, with the focus wherever it
can be.
"""

from __future__ import annotations

import pytest

from lastdays.tabletop.games import GAMES
from lastdays.tabletop.last_days.game import PLAYS
from lastdays.ui.app import Session
from ui.law_walk import SET_UPS, Recorder, walk


@pytest.mark.smoke
def test_enter_and_digits_in_a_game(
    recorder: Recorder, sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    going = walk(sample, recorder, monkeypatch, "zombies", steps=24)
    assert not going.wrong, "\n".join(going.wrong)


@pytest.mark.sweep
@pytest.mark.parametrize("game", SET_UPS)
def test_enter_and_digits_in_each_game(
    game: str, recorder: Recorder, sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So far that a walk through all that is asked meets few kinds of states beyond."""
    going = walk(sample, recorder, monkeypatch, game, steps=120)
    assert not going.wrong, "\n".join(going.wrong)
    assert len(going.held) > 15


@pytest.mark.sweep
@pytest.mark.long
@pytest.mark.parametrize("tongue", ["de", "fr"], indirect=True)
def test_enter_and_digits_in_another_language(
    tongue: str, recorder: Recorder, sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    going = walk(sample, recorder, monkeypatch, "last-days", steps=40)
    assert not going.wrong, f"{tongue}: " + "\n".join(going.wrong)


@pytest.mark.long
@pytest.mark.parametrize("game", SET_UPS)
def test_enter_and_digits_at_everything_each_game_asks(
    game: str, tongue: str, recorder: Recorder, sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_full = tongue == "en"
    going = walk(sample, recorder, monkeypatch, game, steps=700 if in_full else 150)
    assert not going.wrong, "\n".join(going.wrong)
    if in_full:
        declared = set(GAMES[game].rules.plays if game in GAMES else PLAYS)
        # Some need a Skill or Perk that the sample's groups lack, or an item drawn at the right time.
        assert 3 * len(declared & going.plays) >= 2 * len(declared), declared - going.plays
