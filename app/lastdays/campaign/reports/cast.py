"""Who and what a report can name: the sides of a game, their members and one-use gear, and the names
of those who aren't in it; and how a name in a report is found among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from lastdays.campaign.reports.words import LEAD, Phrase, joined_letters, tokens_of
from lastdays.values import Value

#: Fewer letters of a longer name don't name anybody.
PART_LEAST = 3
#: What stands in the middle of a name that the form has shortened.
_CUT = "…"


class GearPiece(Value):
    """A piece of one-use gear that a member carries."""

    id: str
    name: str


class Player(Value):
    """A member in a game; `called` is the name in a form: with a number after it if another in the game
    has the same."""

    id: str
    name: str
    called: str
    side: int
    gear: tuple[GearPiece, ...] = ()


class ReportSide(Value):
    """A side of a game; `group` is '' for one from outside the campaign."""

    name: str
    group: str = ""


class Cast(Value):
    """The cast of a game. `absent` are the names of those who are known and aren't in the game: dead, gone,
    or of another group, each with a sentence that says so. `encounters` are their keys by name,
    `together` says that the sides play together; `has_vehicle` and `has_stranger` what the Encounter
    has."""

    sides: tuple[ReportSide, ...]
    players: tuple[Player, ...]
    absent: Mapping[str, str] = {}
    encounters: Mapping[str, str] = {}
    together: bool = False
    has_vehicle: bool = False
    has_stranger: bool = False

    @property
    def has_rivals(self) -> bool:
        """Return whether sides play against each other."""
        return len(self.sides) > 1 and not self.together

    def player(self, member: str) -> Player:
        """Return a member in the game by id. KeyError if nobody has it."""
        for player in self.players:
            if player.id == member:
                return player
        raise KeyError(member)

    def others_than(self, side: int) -> list[Player]:
        """Return the members of the other sides; nobody where all play together."""
        if self.together:
            return []
        return [player for player in self.players if player.side != side]

    def of_side(self, side: int) -> list[Player]:
        """Return the members of a side."""
        return [player for player in self.players if player.side == side]


def called_apart(names: Iterable[str]) -> list[str]:
    """Return names as a report calls them: those that look the same, or have no letters, are numbered."""
    listed = list(names)
    counts = Counter(joined_letters(name) for name in listed)
    numbers: Counter[str] = Counter()
    called = []
    for name in listed:
        letters = joined_letters(name)
        if letters and counts[letters] == 1:
            called.append(name)
            continue
        numbers[letters] += 1
        called.append(f"{name} ({numbers[letters]})")
    return called


class Found(Value):
    """What a text names: the keys that it may stand for, one if it is clear, and whether it was found by
    likeness alone."""

    keys: tuple[str, ...] = ()
    by_likeness: bool = False

    @property
    def key(self) -> str:
        """Return the only key, '' if there is none or more than one."""
        return self.keys[0] if len(self.keys) == 1 else ""


NOTHING = Found()


class Names:
    """Names with their keys, to find what a text names. Several may have the same name or the same key."""

    def __init__(self, named: Iterable[tuple[str, str]]) -> None:
        """Take pairs of name and key."""
        self._exact: dict[str, list[str]] = {}
        self._words: list[tuple[frozenset[str], str]] = []
        self._phrases: list[tuple[Phrase, str]] = []
        self.longest = 1
        self._remembered: dict[str, Found] = {}
        for name, key in named:
            letters = joined_letters(name)
            if not letters:
                continue
            keys = self._exact.setdefault(letters, [])
            if key not in keys:
                keys.append(key)
            tokens = tokens_of(name)
            self._words.append((frozenset(tokens), key))
            self._phrases.append((Phrase(letters, len(tokens)), key))
            self.longest = max(self.longest, len(tokens))

    def exactly(self, text: str) -> Found:
        """Return what has exactly this name, but for capital letters, accents and spaces."""
        return Found(tuple(self._exact.get(joined_letters(text), ())))

    def whole(self, text: str) -> Found:
        """Return what has this name, with typing slips at most: no part of a name is enough."""
        exact = self.exactly(text)
        return exact if exact.keys else self._like(tokens_of(text))

    def find(self, text: str) -> Found:
        """Return what a text names: by its name, by words of it that nobody else has, or by a name with
        typing slips."""
        remembered = self._remembered.get(text)
        if remembered is None:
            remembered = self._find(text)
            self._remembered[text] = remembered
        return remembered

    def _find(self, text: str) -> Found:
        letters = joined_letters(text)
        if not letters:
            return NOTHING
        exact = self._exact.get(letters)
        if exact is not None:
            return Found(tuple(exact))
        if _CUT in text:
            return self._with_ends(text)
        by_part = self._with_words(text, letters)
        if by_part.keys:
            return by_part
        return self._like(tokens_of(text))

    def _with_words(self, text: str, letters: str) -> Found:
        """Return those whose name has all the words of a text."""
        if len(letters) < PART_LEAST:
            return NOTHING
        words = frozenset(tokens_of(text))
        keys = []
        for words_of_name, key in self._words:
            if words <= words_of_name and key not in keys:
                keys.append(key)
        return Found(tuple(keys), by_likeness=True)

    def _with_ends(self, text: str) -> Found:
        """Return those whose name begins and ends as a shortened one."""
        beginning, _cut, end = text.partition(_CUT)
        first = joined_letters(beginning)
        last = joined_letters(end)
        keys = []
        for letters, known in self._exact.items():
            if letters.startswith(first) and letters.endswith(last):
                keys += known
        return Found(tuple(dict.fromkeys(keys)))

    def _like(self, tokens: list[str]) -> Found:
        """Return the most similar name, and those that are nearly as similar."""
        best: dict[str, float] = {}
        for phrase, key in self._phrases:
            alike = phrase.like(tokens)
            if alike > best.get(key, 0.0):
                best[key] = alike
        if not best:
            return NOTHING
        most = max(best.values())
        near = [key for key, alike in best.items() if alike > most - LEAD]
        return Found(tuple(near), by_likeness=True)
