"""A year of games on two laptops in turn, with changes of both in between, merged and recounted."""

from __future__ import annotations

import random
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from store.laptops import Laptop, two_laptops

GAMES = 40
#: So many games are played before the laptops meet.
BETWEEN = 4
ENCOUNTERS = ("outbreak", "radio-tower", "scavengers", "home-defense")


class Year:
    """What was played and written on both laptops, counted as it was done."""

    def __init__(self, club: Laptop, home: Laptop) -> None:
        self.laptops = (club, home)
        self.chance = random.Random(40)
        self.day = date(2026, 3, 1)
        self.kills: Counter[str] = Counter()
        self.days: list[str] = []
        self.texts: set[str] = set()
        self.asked = 0

    def play(self, number: int) -> None:
        """Play a game on one of the laptops; after some, a group's sequence."""
        laptop = self.chance.choice(self.laptops)
        self.day += timedelta(days=self.chance.randint(1, 9))
        laptop.on(self.day.isoformat())
        game = laptop.record(self.chance.choice(ENCOUNTERS), number)
        self.days.append(self.day.isoformat())
        for side in laptop.campaign.game(game).sides:
            self.kills[side.group] += sum(one.zombies for one in side.appearances)
        text = f"Evening {number}"
        laptop.chronicle.write(laptop.id, game, text)
        self.texts.add(text)
        if number % BETWEEN == 0:
            laptop.play_after(game, laptop.group_id("Carl"))

    def disagree(self, number: int) -> None:
        """Change the same on both laptops."""
        for laptop in self.laptops:
            laptop.campaigns.write_notes(laptop.id, f"{number} on {laptop.file.stem}")
            laptop.edit("Zeke", "Mo", notes=f"{number} on {laptop.file.stem}")

    def meet(self) -> None:
        """Merge one laptop into the other, then back; nothing is asked a second time."""
        into, other = self.chance.sample(self.laptops, 2)
        file = other.out()
        known = into.compare(file)
        choices = {q.key: self.chance.choice(q.takes[:2]) for q in known.questions}
        self.asked += len(choices)
        before = into.documents()
        into.merging.merge(known, choices)
        after = into.documents()
        into.workspace.undo(into.id)
        assert into.documents() == before
        into.workspace.redo(into.id)
        assert into.documents() == after
        back = other.compare(into.out())
        assert not back.questions
        other.merging.merge(back, {})
        assert other.content() == into.content()


@pytest.mark.long
def test_a_year_on_two_laptops_adds_up(
    tmp_path: Path, sample_store: Path, empty_store: Path
) -> None:
    club, home = two_laptops(tmp_path, sample_store, empty_store)
    year = Year(club, home)
    before = {side.group: 0 for side in club.campaign.games[0].sides}
    for game in club.campaign.games:
        for side in game.sides:
            before[side.group] += sum(one.zombies for one in side.appearances)
    for number in range(1, GAMES + 1):
        year.play(number)
        if number % BETWEEN == 0:
            year.disagree(number)
            year.meet()
    for laptop in (club, home):
        campaign = laptop.campaign
        new = campaign.by_day[1:]
        assert [game.number for game in campaign.games] == list(range(1, GAMES + 2))
        assert [game.day for game in new] == sorted(year.days)
        assert [game.number for game in new] == list(range(2, GAMES + 2))
        assert {words.text for words in campaign.told} >= year.texts
        for group, killed in year.kills.items():
            assert campaign.tallies.groups[group].zombies == killed + before[group]
        finished = laptop.sequences.sequences(laptop.id)
        assert len([one for one in finished if one.finished]) == GAMES // BETWEEN
        assert laptop.group("Carl").games == GAMES // BETWEEN
        assert laptop.is_sound()
    assert year.asked >= GAMES // BETWEEN * 2
    club.close()
    home.close()
