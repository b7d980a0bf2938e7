"""What a few words of a report say. A piece of a line is read whole or not at all: all ways to read it are
tried, and it counts only if they come to the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lastdays.campaign.reports.cast import NameMatch, Names
from lastdays.campaign.reports.facts import BY_ZOMBIE, FactValue, Guess
from lastdays.campaign.reports.pieces import Word
from lastdays.campaign.reports.words import thing_meant, vocabulary
from lastdays.values import Value

#: A piece with more words isn't read, nor a number that no game reaches.
WORDS_MOST = 24
NUMBER_MOST = 99
#: A piece with more ways to read it is in doubt anyway.
_WAYS_MOST = 12


class Meaning(Value):
    """What some words may mean: a `sort` such as 'number', 'zombie' or 'member' with its value. `end` is the
    place after them, `guesses` say that a name was found by likeness."""

    sort: str
    value: FactValue
    end: int
    guesses: tuple[Guess, ...] = ()


class Claim(Value):
    """Something that a piece of a line says: of whom ('' for whoever the line is about), what, and how it
    was found."""

    who: str
    kind: str
    value: FactValue


class Reading(Value):
    """One way to read some words."""

    claims: tuple[Claim, ...]
    guesses: tuple[Guess, ...] = ()


class Pattern(Value):
    """Words in a row that say something: the sorts of their meanings, of whom it is said ('' for whoever
    the line is about, or the place of the sort that names them), what is said, and its value: one that
    is fixed, or that of a sort, by its place. It is said as often as the number at `times_at`, else
    once."""

    sorts: tuple[str, ...]
    kind: str
    value: FactValue = ""
    value_at: int = -1
    who_at: int = -1
    times_at: int = -1

    def claims(self, meanings: Sequence[Meaning]) -> tuple[Claim, ...]:
        """Return what it says with these meanings of its words."""
        value = self.value if self.value_at < 0 else meanings[self.value_at].value
        who = "" if self.who_at < 0 else str(meanings[self.who_at].value)
        claim = Claim(who, self.kind, value)
        if self.times_at < 0:
            return (claim,)
        times = meanings[self.times_at].value
        return (claim,) * int(times) if isinstance(times, int) else (claim,)


def _counted(sort: str, kind: str) -> list[Pattern]:
    """Return the ways to say how many of something there were."""
    return [
        Pattern(("number", sort), kind, value_at=0),
        Pattern((sort, "number"), kind, value_at=1),
        Pattern(("no", sort), kind, value=0),
    ]


#: What is said of a member in their line.
OF_MEMBER = (
    Pattern(("out",), "out"),
    Pattern(("out", "zombie"), "out", value=BY_ZOMBIE),
    Pattern(("out", "by", "zombie"), "out", value=BY_ZOMBIE),
    Pattern(("out", "by", "number", "zombie"), "out", value=BY_ZOMBIE),
    Pattern(("out_by", "zombie"), "out", value=BY_ZOMBIE),
    Pattern(("out_by", "number", "zombie"), "out", value=BY_ZOMBIE),
    Pattern(("out", "rival_name"), "out", value_at=1),
    Pattern(("out", "by", "rival_name"), "out", value_at=2),
    Pattern(("out_by", "rival_name"), "out", value_at=1),
    Pattern(("out", "by", "unknown"), "out"),
    Pattern(("out_by", "unknown"), "out"),
    *_counted("zombie", "zombies"),
    Pattern(("did", "number", "zombie"), "zombies", value_at=1),
    *_counted("rival", "rivals"),
    Pattern(("did", "number", "rival"), "rivals", value_at=1),
    *_counted("objective", "objectives"),
    Pattern(("objective",), "objectives", value=1),
    *_counted("token", "carried"),
    Pattern(("token",), "carried", value=1),
    Pattern(("held", "token"), "held", value=1),
    Pattern(("token", "held"), "held", value=1),
    Pattern(("held", "number", "token"), "held", value_at=1),
    Pattern(("number", "token", "held"), "held", value_at=0),
    Pattern(("used", "gear"), "used", value_at=1),
    Pattern(("gear", "used"), "used", value_at=0),
    Pattern(("used", "number", "gear"), "used", value_at=2, times_at=1),
    Pattern(("number", "gear", "used"), "used", value_at=1, times_at=0),
    Pattern(("missing",), "part", value="missing"),
    Pattern(("held_back",), "part", value="held-back"),
)
#: What stands in a line that says what was used, without the word again.
MORE_GEAR = (
    Pattern(("gear",), "used", value_at=0),
    Pattern(("number", "gear"), "used", value_at=1, times_at=0),
)
#: What is said of a side in its line.
OF_SIDE = (
    Pattern(("won",), "won", value=True),
    Pattern(("lost",), "lost", value=True),
    Pattern(("drawn",), "drawn"),
    Pattern(("broke",), "broke", value=True),
    Pattern(("claimed", "number"), "claimed", value_at=1),
    Pattern(("number", "claimed"), "claimed", value_at=0),
    Pattern(("claimed", "number", "token"), "claimed", value_at=1),
    Pattern(("number", "token", "claimed"), "claimed", value_at=0),
    Pattern(("vehicle",), "vehicle"),
    Pattern(("stranger",), "stranger"),
)


def _listed(kind: str, *, once_without_number: bool) -> tuple[Pattern, ...]:
    """Return the patterns for a line that lists who did a deed, with how often; `once_without_number` lets a
    name alone mean once."""
    patterns = [
        Pattern(("member", "number"), kind, value_at=1, who_at=0),
        Pattern(("number", "member"), kind, value_at=0, who_at=1),
    ]
    if once_without_number:
        patterns.append(Pattern(("member",), kind, value=1, who_at=0))
    return tuple(patterns)


def _of_one(kind: str) -> tuple[Pattern, ...]:
    """Return the ways in which a line names the sides of which something is true."""
    return (
        Pattern(("side",), kind, value=True, who_at=0),
        Pattern(("yes",), kind, value=True),
        Pattern(("no",), kind, value=False),
        Pattern(("nobody",), kind, value=False),
        Pattern(("nothing",), kind, value=False),
    )


#: What is listed after the word for a deed or an end.
LISTS: dict[str, tuple[Pattern, ...]] = {
    "out": (
        Pattern(("member",), "out", who_at=0),
        Pattern(("member", "zombie"), "out", value=BY_ZOMBIE, who_at=0),
        Pattern(("member", "by", "zombie"), "out", value=BY_ZOMBIE, who_at=0),
        Pattern(("member", "by", "member"), "out", value_at=2, who_at=0),
        Pattern(("nobody",), "nothing"),
        Pattern(("nothing",), "nothing"),
    ),
    "zombie": _listed("zombies", once_without_number=False),
    "rival": _listed("rivals", once_without_number=False),
    "objective": _listed("objectives", once_without_number=True),
    "token": _listed("carried", once_without_number=True),
    "held": _listed("held", once_without_number=True),
    "used": (
        Pattern(("member", "gear"), "used", value_at=1, who_at=0),
        Pattern(("member", "number", "gear"), "used", value_at=2, who_at=0, times_at=1),
    ),
    "missing": (Pattern(("member",), "part", value="missing", who_at=0),),
    "held_back": (Pattern(("member",), "part", value="held-back", who_at=0),),
    "won": (*_of_one("won"), Pattern(("drawn",), "drawn")),
    "lost": _of_one("lost"),
    "ended": (
        Pattern(("won",), "won", value=True),
        Pattern(("lost",), "lost", value=True),
        Pattern(("drawn",), "drawn"),
        Pattern(("side", "won"), "won", value=True, who_at=0),
        Pattern(("side", "lost"), "lost", value=True, who_at=0),
    ),
    "drawn": (Pattern(("yes",), "drawn"),),
    "broke": _of_one("broke"),
    "claimed": (
        Pattern(("number",), "claimed", value_at=0),
        Pattern(("number", "token"), "claimed", value_at=0),
        Pattern(("side", "number"), "claimed", value_at=1, who_at=0),
        Pattern(("number", "side"), "claimed", value_at=0, who_at=1),
        Pattern(("nothing",), "claimed", value=0),
        Pattern(("no",), "claimed", value=0),
    ),
    "vehicle": (
        Pattern(("side",), "vehicle", who_at=0),
        Pattern(("member",), "vehicle", who_at=0),
        Pattern(("nobody",), "nothing"),
    ),
    "stranger": (
        Pattern(("side",), "stranger", who_at=0),
        Pattern(("member",), "stranger", who_at=0),
        Pattern(("nobody",), "nothing"),
    ),
}
#: The sorts that say by themselves that there is nothing to say.
NOTHING_SORTS = ("nothing", "no", "nobody")


#: What the keys of names begin with that stand for nobody in the game: who is meant by them isn't
#: somebody else with a similar name.
DECOY = "-"


class Scope(Value):
    """The names that a piece may mention: of `members`, of those who may have taken somebody Out of Action
    (`rival_names`), of `sides` and of `gear`. Where several members have a name, one of the
    `preferred_members` is meant."""

    members: Names
    rival_names: Names
    sides: Names
    gear: Names
    preferred_members: frozenset[str] = frozenset()


class PieceReader:
    """Reads a piece of a line by the patterns that may stand there."""

    def __init__(
        self,
        words: Sequence[Word],
        patterns: Iterable[Pattern],
        scope: Scope,
        *,
        by_likeness: bool = True,
    ) -> None:
        """Take the words; without `by_likeness` those of ours are known only as they are."""
        self._words = words
        self._patterns = tuple(patterns)
        self._scope = scope
        self._by_likeness = by_likeness
        self._known_meanings: dict[int, list[Meaning]] = {}
        self._known_meanings_of_sort: dict[tuple[str, int], list[Meaning]] = {}
        self._known_places_after_filler: dict[int, list[int]] = {}
        self._known_readings: dict[int, list[Reading]] = {}
        self._too_many_ways = False

    def read(self) -> Reading | None:
        """Return what the words say, None if that is nothing or in doubt."""
        if not self._words or len(self._words) > WORDS_MOST:
            return None
        if self._says_nothing():
            return Reading(())
        ways = self._readings(0)
        if not ways or self._too_many_ways:
            return None
        fewest = min(len(way.guesses) for way in ways)
        plainest = [way for way in ways if len(way.guesses) == fewest]
        different = {tuple(sorted(way.claims, key=repr)) for way in plainest}
        return plainest[0] if len(different) == 1 else None

    def _says_nothing(self) -> bool:
        """Return whether the words are only one for *nothing*, and no pattern has a use for it."""
        if any(pattern.sorts in (("no",), ("nothing",), ("nobody",)) for pattern in self._patterns):
            return False
        word_count = len(self._words)
        for meaning in self._meanings_at(0):
            if meaning.sort in NOTHING_SORTS and meaning.end == word_count:
                return True
        return False

    def _readings(self, place: int) -> list[Reading]:
        """Return the ways to read the words from a place on."""
        place_ways = self._known_readings.get(place)
        if place_ways is not None:
            return place_ways
        ways: list[Reading] = []
        if self._only_filler_from(place):
            ways.append(Reading(()))
        for pattern in self._patterns:
            for meanings in self._matches(pattern.sorts, place):
                claims = pattern.claims(meanings)
                guesses: tuple[Guess, ...] = ()
                for meaning in meanings:
                    guesses += meaning.guesses
                for rest in self._readings(meanings[-1].end):
                    way = Reading((*claims, *rest.claims), (*guesses, *rest.guesses))
                    if way not in ways:
                        ways.append(way)
        if len(ways) > _WAYS_MOST:
            self._too_many_ways = True
            ways = []
        self._known_readings[place] = ways
        return ways

    def _only_filler_from(self, place: int) -> bool:
        """Return whether nothing but filler is left from a place on."""
        return len(self._words) in self._places_after_filler(place)

    def _matches(self, sorts: tuple[str, ...], place: int) -> Iterator[tuple[Meaning, ...]]:
        """Yield meanings of these sorts in a row from a place on, with filler between them."""
        if not sorts:
            yield ()
            return
        for meaning in self._meanings_of_sort(sorts[0], place):
            for rest in self._matches(sorts[1:], meaning.end):
                yield (meaning, *rest)

    def _meanings_of_sort(self, sort: str, place: int) -> list[Meaning]:
        """Return the meanings of a sort that begin at a place, or after words without meaning there."""
        meanings = self._known_meanings_of_sort.get((sort, place))
        if meanings is None:
            meanings = []
            for start in self._places_after_filler(place):
                meanings += [
                    meaning for meaning in self._meanings_at(start) if meaning.sort == sort
                ]
            self._known_meanings_of_sort[sort, place] = meanings
        return meanings

    def _places_after_filler(self, place: int) -> list[int]:
        """Return a place, and the places after words without meaning that begin there."""
        places_after = self._known_places_after_filler.get(place)
        if places_after is None:
            places = {place}
            for meaning in self._meanings_at(place):
                if meaning.sort == "filler":
                    places.update(self._places_after_filler(meaning.end))
            places_after = sorted(places)
            self._known_places_after_filler[place] = places_after
        return places_after

    def _meanings_at(self, place: int) -> list[Meaning]:
        """Return what the words at a place may mean; nothing at the end."""
        if place == len(self._words):
            return []
        meanings = self._known_meanings.get(place)
        if meanings is None:
            meanings = [*self._word_meanings(place), *self._name_meanings(place)]
            self._known_meanings[place] = meanings
        return meanings

    def _word_meanings(self, place: int) -> Iterator[Meaning]:
        """Yield a number, and what words of ours mean."""
        words_of_ours = vocabulary()
        first = self._words[place].letters
        amount = words_of_ours.numbers.get(first)
        if first.isdecimal():
            amount = int(first[:9])
        if amount is not None and amount <= NUMBER_MOST:
            yield Meaning("number", amount, place + 1)
        yield from self._phrase_meanings(place)

    def _phrase_meanings(self, place: int) -> Iterator[Meaning]:
        """Yield what words of ours mean at a place: the longest that is exactly ours, and longer ones by
        likeness that aren't a name."""
        words_of_ours = vocabulary()
        ends = self._possible_ends(place, words_of_ours.longest)
        exact = [end for end in ends if "".join(self._letters(place, end)) in words_of_ours.things]
        longest_exact = max(exact, default=place)
        for end in ends:
            if end < longest_exact:
                continue
            is_known = end in exact
            if not is_known and (not self._by_likeness or self._is_name(place, end)):
                continue
            thing = thing_meant(self._letters(place, end))
            if thing:
                yield Meaning(thing, "", end)

    def _is_name(self, place: int, end: int) -> bool:
        """Return whether words are exactly a name."""
        scope = self._scope
        typed = self._typed(place, end)
        for names in (scope.members, scope.rival_names, scope.sides, scope.gear):
            if names.find_exactly(typed).keys:
                return True
        return False

    def _name_meanings(self, place: int) -> Iterator[Meaning]:
        """Yield whom or what names at a place name."""
        scope = self._scope
        for sort, names in (
            ("member", scope.members),
            ("rival_name", scope.rival_names),
            ("side", scope.sides),
            ("gear", scope.gear),
        ):
            for end in self._possible_ends(place, names.longest + 1):
                match = names.find(self._typed(place, end))
                key = match.key or self._preferred_member(match)
                is_name = key and not key.startswith(DECOY)
                if is_name and not self._is_plain_word(place, end, match):
                    yield Meaning(sort, key, end, self._guess(place, end, match, key))

    def _preferred_member(self, match: NameMatch) -> str:
        """Return the only key of a match that is a preferred member's, '' if there are none or several."""
        preferred = [key for key in match.keys if key in self._scope.preferred_members]
        return preferred[0] if len(preferred) == 1 and not match.by_likeness else ""

    def _is_plain_word(self, place: int, end: int, match: NameMatch) -> bool:
        """Return whether words that only resemble a name are words of ours."""
        if not match.by_likeness:
            return False
        letters = "".join(self._letters(place, end))
        words_of_ours = vocabulary()
        return letters in words_of_ours.things or letters in words_of_ours.numbers

    def _guess(self, place: int, end: int, match: NameMatch, key: str) -> tuple[Guess, ...]:
        """Return the guess that words mean a key; none if they were typed exactly as the name."""
        if not match.by_likeness:
            return ()
        return (Guess(self._typed(place, end), key),)

    def _possible_ends(self, place: int, word_count_most: int) -> range:
        """Return the places where so many words from a place on may end."""
        return range(place + 1, min(place + word_count_most, len(self._words)) + 1)

    def _letters(self, place: int, end: int) -> list[str]:
        return [word.letters for word in self._words[place:end]]

    def _typed(self, place: int, end: int) -> str:
        return " ".join(word.typed for word in self._words[place:end])
