"""A year of ten games that one group plays alone under its own rules, in windows that are killed on the way;
then every figure is counted once more from what was typed, by the rules as they stand in this file."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from end_to_end.solo_year import GAMES, RESULTS
from lastdays.ui.app import Session
from lastdays.ui.navigation import CampaignRoute, ChronicleRoute, LifeRoute
from lastdays.ui.pages.chronicle_page import STANDINGS, ChroniclePage
from lastdays.ui.theme import Theme
from sure import as_a, sure
from ui.hands import go, seen, settle

pytestmark = [pytest.mark.long, pytest.mark.skipif(not hasattr(os, "fork"), reason="kills")]
#: So many acts each window does before it is killed; the last plays on to the end.
KILLED_AFTER = (4, 23, 60, 90, 110)
#: What a Level costs, the first first (p. 88).
LEVELS = (6, 12, 12, 18, 18, 18, 24, 24, 24, 30)
Told = dict[str, Any]


def played(store: Path, acts: int) -> list[Told]:
    """Have a window play on; kill it once it has done so many acts. Return these acts."""
    child = subprocess.Popen(
        [sys.executable, "-m", "end_to_end.solo_year", str(store), str(acts)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    lines = [line.strip() for line in takewhile("ready\n".__ne__, sure(child.stdout))]
    child.kill()
    child.communicate()
    return [json.loads(line) for line in lines if line != "over"]


def command(store: Path, *words: str) -> str:
    """What a command says of the store."""
    done = subprocess.run(
        [sys.executable, "-m", "lastdays", "--store", str(store), *words],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def within(low: int, value: int, high: int) -> int:
    return max(low, min(high, value))


class Count:
    """The figures of the year, added up from the acts."""

    def __init__(self, acts: list[Told]) -> None:
        (founded,) = (act for act in acts if act["kind"] == "founded")
        self.names: dict[str, str] = founded["names"]
        self.leader, self.points, self.knives = (
            founded[name] for name in ("leader", "points", "knives")
        )
        self.food, self.warmth, self.day, self.threat = 6, 3, 1, 0
        self.sickness: Counter[str] = Counter()
        self.experience: Counter[str] = Counter()
        self.level: Counter[str] = Counter()
        self.misses: Counter[str] = Counter()
        self.zombies: Counter[str] = Counter()
        self.zombies_in_game: Counter[int] = Counter()
        self.fallen: Counter[str] = Counter()
        self.games_of: Counter[str] = Counter()
        self.missing: dict[int, set[str]] = {}
        self.tokens = 0
        for number in range(1, GAMES + 1):
            self._game(number, [act for act in acts if act.get("game") == number])

    def _game(self, number: int, acts: list[Told]) -> None:
        self._before([act for act in acts if act["kind"] == "before"])
        self.warmth = 3  # as the game begins
        self.missing[number] = {
            who for who in self.names if self.misses[who] or self.sickness[who] == 5
        }
        self.games_of.update(set(self.names) - self.missing[number])
        deeds: dict[str, Counter[str]] = {
            kind: Counter(act["member"] for act in acts if act["kind"] == kind)
            for kind in ("killed", "achieved", "fell")
        }
        self.zombies.update(deeds["killed"])
        self.zombies_in_game[number] = deeds["killed"].total()
        self.fallen.update(deeds["fell"])
        self._after_game: list[tuple[str, int]] = []
        for act in acts:
            if act["kind"] == "table":
                self._at_table(act["member"], act["answers"])
        (record,) = (act for act in acts if act["kind"] == "recorded")
        self.tokens += len(record["carriers"])
        self._earn(deeds, record["carriers"])
        for who in self.missing[number]:
            self.misses[who] = max(0, self.misses[who] - 1)
        for what, amount in self._after_game:
            self.points += amount
            self.knives += what == "cache"
        answers: dict[str, Any] = {}
        for act in acts:
            if act["kind"] == "sequence":
                answers.update(act["answers"])
        for key, value in answers.items():
            self._sequence(key, value)

    # Rows of the tables

    def _ill(self, who: str, die: int) -> None:
        step = {1: 1, 2: 1, 6: -1}.get(die, 0)
        self.sickness[who] = within(0, self.sickness[who] + step, 5)

    def _eat(self, amount: int) -> None:
        self.food = within(0, self.food + amount, 12)

    def _before(self, acts: list[Told]) -> None:
        for key, value in (answer for act in acts for answer in act["answers"]):
            if "/weather/" in key:
                self.day += 3 if value == 6 else 1
            elif value == "pay":
                self._eat(-1)
            elif key.endswith("/roll") and value > 4:
                self.points = max(0, self.points - 1)

    def _at_table(self, who: str, answers: list[tuple[str, Any]]) -> None:
        for key, value in answers:
            if value == "pay":
                self.warmth -= 1
            elif "/cold/" in key and key.endswith("/roll"):
                self._ill(who, value)
            elif "/stir/" in key and key.endswith("/roll"):
                self._event(value, dict(answers))

    def _event(self, die: int, answers: dict[str, Any]) -> None:
        match die:
            case 1:
                self.threat = min(4, self.threat + 1)
            case 2:
                self._eat(-1)
            case 3:
                self.warmth = max(0, self.warmth - 1)
            case 4:
                (found,) = (n for key, n in answers.items() if "/amount-" in key)
                self._after_game.append(("cache", found))
            case 6:
                self._eat(1)

    # The book

    def _earn(self, deeds: dict[str, Counter[str]], carriers: list[str]) -> None:
        """Each zombie is worth 1, a Supply Token 6 (p. 87), and the tower's call 5, as its players say."""
        for who, zombies in deeds["killed"].items():
            self.experience[who] += zombies
        for who in carriers:
            self.experience[who] += 6
        for who, calls in deeds["achieved"].items():
            self.experience[who] += 5 * calls

    def _sequence(self, key: str, value: Any) -> None:
        step, *parts = key.split("/")
        match step, parts:
            case "experience", [who, "survived"]:
                self.experience[who] += value
            case "experience", [who, _level, "table"] if value != "save":
                self.experience[who] -= LEVELS[self.level[who]]
                self.level[who] += 1
            case "experience", [who, _level, what] if "shift" in what:
                self.experience[who] -= abs(int(value))
            case "supplies", [_token, "points"]:
                self.points += value
            case "upkeep", ["eat", who, "pay"] if value == "pay":
                self._eat(-1)
            case "upkeep", ["eat", who, "roll"]:
                self._ill(who, value)
            case "after", ["forage", "group", "roll"]:
                self._eat(0 if value < 6 else 2 if value < 10 else 4)
                self.points += value > 9
            case "after", ["tales", who, "roll"] if value == 6:
                self.misses[who] += 1
            case "after", ["tales", who, "roll"] if value > 3:
                self.experience[who] += 2


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Told]]:
    """The store after the year, and all acts; a window was killed five times."""
    store = tmp_path_factory.mktemp("year") / "year.sqlite"
    acts: list[Told] = []
    for stop in (*KILLED_AFTER, 100_000):
        acts += played(store, stop)
        assert "All is well" in command(store, "check")
    return store, acts


def test_the_figures_of_a_year_alone_are_what_was_typed(
    year: tuple[Path, list[Told]], tmp_path: Path
) -> None:
    store, acts = year
    count = Count(acts)
    assert [act["game"] for act in acts if act["kind"] == "finished"] == [*range(1, GAMES + 1)]
    file = tmp_path / "lonely.json"
    command(store, "export", "The Lonely", "-o", str(file))
    group = json.loads(file.read_text(encoding="utf-8"))["group"]
    assert group.get("points", 0) == count.points
    assert group["counters"] == {"food": count.food, "warmth": count.warmth}
    assert group["games"] == GAMES
    members = {member["id"]: member for member in group["members"]}
    assert set(members) == set(count.names)
    for who, member in members.items():
        told = count.names[who]
        assert member.get("counters", {}).get("sickness", 0) == count.sickness[who], told
        assert member.get("misses", 0) == count.misses[who], told
        assert member.get("level", 0) == count.level[who], told
        assert member.get("experience", 0) == count.experience[who], told
    held = [*group.get("stash", ())]
    held += [item for member in members.values() for item in member.get("gear", ())]
    assert sum(item["key"] == "knife" for item in held) == count.knives


def test_the_chronicle_the_standing_and_the_lives_say_the_same(
    year: tuple[Path, list[Told]], qapp: QApplication
) -> None:
    store, acts = year
    count = Count(acts)
    session = Session(store, source=random.Random(1), theme=Theme("dark"), packs=[])
    try:
        window, services = session.window, session.services
        window.resize(1920, 1080)
        window.show()
        window.refresh()
        campaign = services.workspace.campaigns()[0].id
        value = services.workspace.campaign(campaign).campaign
        assert value.counters == {"day": count.day, "threat": count.threat}
        page = seen(go(window, CampaignRoute(campaign)))
        assert f"Day {count.day}" in page
        won, lost, drawn = (RESULTS.count(result) for result in ("won", "lost", "drawn"))
        chronicle = as_a(ChroniclePage, go(window, ChronicleRoute()))
        chronicle.tabs.setCurrentIndex(STANDINGS)
        settle()
        table = seen(chronicle)
        figures = f"{won}–{lost} | {drawn} | {count.zombies.total()} | 0 | {count.fallen.total()}"
        assert f"1 | The Lonely | {figures} | " in table
        most = max(count.zombies_in_game.values())
        assert f"{most} | Most zombies a group took Out of Action in one game" in table
        for number, game in enumerate(value.games, start=1):
            story = seen(go(window, ChronicleRoute(game.id)))
            told = story.partition("Game record\n")[2]
            endings = {
                "won": "The Lonely won.",
                "lost": "The Lonely lost to the zombies.",
                "drawn": "The Lonely played alone.",
            }
            assert told.startswith(endings[RESULTS[number - 1]]), story
            zombies = count.zombies_in_game[number]
            assert (f" took {zombies} zombie" in told) == bool(zombies), story
        (group,) = services.workspace.groups(campaign)
        for who, name in count.names.items():
            life = seen(go(window, LifeRoute(group.id, who)))
            for n, caption in (
                (count.games_of[who], "games"),
                (count.zombies[who], "zombies taken Out of Action"),
                (count.fallen[who], "times Out of Action"),
            ):
                assert life_figure(life, caption) == n, (name, caption, life)
    finally:
        session.close()


def life_figure(life: str, caption: str) -> int:
    """The number above a caption among the totals of a life."""
    lines = life.split("\n")
    return next(int(n) for n, line in pairwise(lines) if line == caption)
