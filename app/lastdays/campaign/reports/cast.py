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
    """A member in a game; `form_name` is the name in a form: with a number after it if another in the
    game has the same. `side` is the side's number, from 0."""

    id: str
    name: str
    form_name: str
    side: int
    gear: tuple[GearPiece, ...] = ()


class ReportSide(Value):
    """A side of a game; `group` is '' for one from outside the campaign."""

    name: str
    group: str = ""


class Cast(Value):
    """The cast of a game. `absent` are the names of those who are known and aren't in the game: dead, gone,
    or of another group, each with a sentence that says so. `encounters` are their keys by name,
    `plays_together` says that the sides play together; `has_vehicle` and `has_stranger` what the Encounter
    has."""

    sides: tuple[ReportSide, ...]
    players: tuple[Player, ...]
    absent: Mapping[str, str] = {}
    encounters: Mapping[str, str] = {}
    plays_together: bool = False
    has_vehicle: bool = False
    has_stranger: bool = False

    @property
    def has_rivals(self) -> bool:
        """Return whether sides play against each other."""
        return len(self.sides) > 1 and not self.plays_together

    def player(self, member: str) -> Player:
        """Return a member in the game by id. KeyError if nobody has it."""
        for player in self.players:
            if player.id == member:
                return player
        raise KeyError(member)

    def rivals_of(self, side: int) -> list[Player]:
        """Return the members of the other sides than `side`; nobody where all sides play together."""
        if self.plays_together:
            return []
        return [player for player in self.players if player.side != side]

    def of_side(self, side: int) -> list[Player]:
        """Return the members of a side."""
        return [player for player in self.players if player.side == side]


def form_names_of(names: Iterable[str]) -> list[str]:
    """Return the members' names as a form has them: those that look the same, or have no letters, numbered."""
    all_names = list(names)
    counts = Counter(joined_letters(name) for name in all_names)
    numbers: Counter[str] = Counter()
    form_names = []
    for name in all_names:
        letters = joined_letters(name)
        if letters and counts[letters] == 1:
            form_names.append(name)
            continue
        numbers[letters] += 1
        form_names.append(f"{name} ({numbers[letters]})")
    return form_names


class NameMatch(Value):
    """What a text names: the keys that it may stand for, one if it is clear, and whether it was found by
    likeness alone."""

    keys: tuple[str, ...] = ()
    by_likeness: bool = False

    @property
    def key(self) -> str:
        """Return the only key, '' if there is none or more than one."""
        return self.keys[0] if len(self.keys) == 1 else ""


NO_MATCH = NameMatch()


class Names:
    """Names with their keys, to find what a text names. Several may have the same name or the same key."""

    def __init__(self, names_with_keys: Iterable[tuple[str, str]]) -> None:
        """Take pairs of name and key."""
        self._exact: dict[str, list[str]] = {}
        self._words: list[tuple[frozenset[str], str]] = []
        self._phrases: list[tuple[Phrase, str]] = []
        self.longest = 1
        self._remembered: dict[str, NameMatch] = {}
        for name, key in names_with_keys:
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

    def find_exactly(self, text: str) -> NameMatch:
        """Return what has exactly this name, but for capital letters, accents and spaces."""
        return NameMatch(tuple(self._exact.get(joined_letters(text), ())))

    def find_whole_name(self, text: str) -> NameMatch:
        """Return what has this name, with typing slips at most: no part of a name is enough."""
        exact = self.find_exactly(text)
        return exact if exact.keys else self._most_similar(tokens_of(text))

    def find(self, text: str) -> NameMatch:
        """Return what a text names: by its name, by words of it that nobody else has, or by a name with
        typing slips."""
        remembered = self._remembered.get(text)
        if remembered is None:
            remembered = self._find(text)
            self._remembered[text] = remembered
        return remembered

    def _find(self, text: str) -> NameMatch:
        letters = joined_letters(text)
        if not letters:
            return NO_MATCH
        exact = self._exact.get(letters)
        if exact is not None:
            return NameMatch(tuple(exact))
        if _CUT in text:
            return self._with_both_ends(text)
        by_part = self._with_all_words(text, letters)
        if by_part.keys:
            return by_part
        return self._most_similar(tokens_of(text))

    def _with_all_words(self, text: str, letters: str) -> NameMatch:
        """Return the keys of the names that have all the words of a text."""
        if len(letters) < PART_LEAST:
            return NO_MATCH
        words = frozenset(tokens_of(text))
        keys = []
        for words_of_name, key in self._words:
            if words <= words_of_name and key not in keys:
                keys.append(key)
        return NameMatch(tuple(keys), by_likeness=True)

    def _with_both_ends(self, text: str) -> NameMatch:
        """Return the keys of the names that begin and end as a shortened one, such as *Sergeant…Miller*."""
        beginning, _cut, end = text.partition(_CUT)
        first_letters = joined_letters(beginning)
        last_letters = joined_letters(end)
        keys = []
        for letters, keys_of_name in self._exact.items():
            if letters.startswith(first_letters) and letters.endswith(last_letters):
                keys += keys_of_name
        return NameMatch(tuple(dict.fromkeys(keys)))

    def _most_similar(self, tokens: list[str]) -> NameMatch:
        """Return the keys of the most similar name and of those nearly as similar, nothing if none is
        alike."""
        best: dict[str, float] = {}
        for phrase, key in self._phrases:
            similarity = phrase.likeness_to(tokens)
            if similarity > best.get(key, 0.0):
                best[key] = similarity
        if not best:
            return NO_MATCH
        best_likeness = max(best.values())
        nearly_as_similar = [
            key for key, similarity in best.items() if similarity > best_likeness - LEAD
        ]
        return NameMatch(tuple(nearly_as_similar), by_likeness=True)
