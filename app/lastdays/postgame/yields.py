"""What a Supply Token and a worked Perk such as a Garden bring (p. 80, p. 92).

Nothing is worked out here: all of it is the odds of the procedures that roll for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

from msgspec import Struct

from lastdays.model.group import Member
from lastdays.postgame.jobs import harvest
from lastdays.postgame.supplies import TWO_DICE, TokenContents, TokenRoll
from lastdays.postgame.ways_to_hold import Wanted, always
from lastdays.procedure.asks import Again, Procedure, Stake, Wish
from lastdays.procedure.odds import PATIENT_PLACES, Odds, walk
from lastdays.rulebook import Catalogue
from lastdays.rulebook.entries import Perk

#: So many games are looked ahead for what a Perk earns.
GAMES = 10
NOTHING = "nothing"


class Yields(Struct, frozen=True):
    """What a Supply Token yields by row: points on average, and the chance of what is wished for;
    nothing where that is too much to walk."""

    points: Mapping[int, Fraction]
    hopes: Mapping[int, Fraction]


class TokenOdds(Struct):
    """What a Supply Token yields by the row it is found in, for any wish."""

    ask: TokenRoll
    catalogue: Catalogue
    rows: dict[int, Odds] = {}

    def yields(self, wish: Wish, wanted: Wanted = always) -> Yields:
        """Return what each row yields, the gear being that which is wished for."""
        if not self.walk(wanted):
            return Yields({}, {})
        return Yields(self.points(), self.hopes(wish))

    def walk(self, wanted: Wanted = always) -> bool:
        """Walk each row that has not been walked; return whether all could be."""
        stake = Stake(self.ask.contents, _named)
        key = f"{self.ask.key.rpartition('/')[0]}/row"
        for row in range(TWO_DICE.least, TWO_DICE.most + 1):
            if row in self.rows:
                continue
            odds = walk(stake, {key: row}, PATIENT_PLACES) if wanted() else None
            if odds is None:
                return False
            self.rows[row] = odds
        return True

    def points(self) -> Mapping[int, Fraction]:
        """Return how many Scavenge Points each row brings on average, at best."""
        return self._hopes(Wish("points", "", self._worth(None)))

    def hopes(self, wish: Wish) -> Mapping[int, Fraction]:
        """Return the chance of what is wished for among the gear, in each row."""
        return self._hopes(Wish(f"gear/{wish.key}", "", self._worth(wish)))

    def _hopes(self, wish: Wish) -> Mapping[int, Fraction]:
        return {row: wish.hope(odds.chances(wish).outcomes) for row, odds in self.rows.items()}

    def _worth(self, wish: Wish | None) -> Mapping[str, int]:
        """Return what all that may lie in a token is worth for a wish: its points for none."""
        worth: dict[str, int] = {}
        for cells in self.catalogue.supply_rows.values():
            for cell in cells:
                gear = tuple(found.key for found in cell.found)
                dice = cell.points
                for points in range(dice.least, dice.most + 1):
                    name = _named(TokenContents(points, gear))
                    worth[name] = points if wish is None else wish.worth.get(_gear(gear), 0)
        return worth


def _gear(keys: tuple[str, ...]) -> str:
    return "+".join(keys) or NOTHING


def _named(contents: TokenContents) -> str:
    return f"{contents.points}:{_gear(contents.gear)}"


class Harvest(Struct, frozen=True):
    """What working a Perk brings in a night: its points on average, and the chance of each number."""

    average: Fraction
    points: Mapping[int, Fraction]


def harvested(member: Member, perk: Perk, catalogue: Catalogue) -> Harvest:
    """Return what a member earns in a night with a Perk that has points to earn, its Test counted
    in."""
    stake = Stake(lambda: harvest("night", member, perk, catalogue), lambda n: str(n or 0))
    odds = walk(stake, {})
    assert odds is not None, "a Test and a roll are never too much to walk"
    outcomes = odds.chances(Wish("points", "", {})).outcomes
    points = {int(key): chance for key, chance in outcomes.items()}
    return Harvest(sum((n * c for n, c in points.items()), Fraction(0)), points)


def paid_back(
    member: Member, perk: Perk, cost: int, catalogue: Catalogue, games: int = GAMES
) -> Mapping[int, Fraction]:
    """Return the chance that a Perk has earned its cost after each number of games.

    Empty where that is too much to walk. The last game listed is the first in which it has for
    certain, or the last that is looked ahead.
    """
    stake = Stake(lambda: _earning(member, perk, cost, games, catalogue), str)
    odds = walk(stake, {}, PATIENT_PLACES)
    if odds is None:
        return {}
    outcomes = odds.chances(Wish("paid", "", {})).outcomes
    earned = Fraction(0)
    found: dict[int, Fraction] = {}
    for game in range(1, games + 1):
        earned += outcomes.get(str(game), Fraction(0))
        found[game] = earned
        if earned == 1:
            break
    return found


def _earning(
    member: Member,
    perk: Perk,
    cost: int,
    games: int,
    catalogue: Catalogue,
    played: int = 0,
    earned: int = 0,
) -> Procedure[int]:
    """Work a Perk game after game until it has earned its cost: the number of games, one more than
    `games` where it has not by then."""
    while earned < cost and played < games:
        begun = partial(_earning, member, perk, cost, games, catalogue, played, earned)
        yield Again((played, earned), afresh=_afresh(begun))
        earned += (yield from harvest(f"game-{played}", member, perk, catalogue)) or 0
        played += 1
    return played if earned >= cost else games + 1


def _afresh(begun: Callable[[], Procedure[int]]) -> Callable[[int], Procedure[int]]:
    return lambda _left: begun()
