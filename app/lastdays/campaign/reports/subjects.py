"""Whom and what the words of a report name: the subject of a line, and the names within it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lastdays.campaign.reports.cast import Cast, NameMatch, Names, Player
from lastdays.campaign.reports.facts import Guess
from lastdays.campaign.reports.grammar import DECOY, LISTS, Scope
from lastdays.campaign.reports.pieces import pieces_of
from lastdays.campaign.reports.words import (
    joined_letters,
    label_meant,
    thing_meant,
    tokens_of,
    vocabulary,
)
from lastdays.names import kept_line
from lastdays.values import Value

#: More words than these aren't the beginning of a line by likeness.
HEAD_MOST = 8
_NO_NAMES = Names(())


class Subject(Value):
    """What a line is about: a 'member' by id, a 'side' by its number, a 'label', or somebody 'absent' by
    name; `is_alike` says that it was found by likeness, which `guesses` say of a name."""

    sort: str
    key: str
    guesses: tuple[Guess, ...] = ()
    is_alike: bool = False


class Subjects:
    """Finds what lines of a report are about, and whom words in them name. `section` is the number of the
    side in whose part of the report the next line is, None if it is in none."""

    def __init__(self, cast: Cast) -> None:
        self._cast = cast
        self.section: int | None = None
        self._members = Names(self._members_by_name())
        self._sides = Names(self._sides_by_name())
        self._gear = Names(_gear_by_name(cast.players))
        self._rivals: dict[int, Names] = {}

    def _members_by_name(self) -> Iterator[tuple[str, str]]:
        for player in self._cast.players:
            yield player.name, player.id
            yield player.form_name, player.id
        yield from self._absent_by_name()

    def _absent_by_name(self) -> Iterator[tuple[str, str]]:
        playing = {joined_letters(player.name) for player in self._cast.players}
        for name in self._cast.absent:
            if joined_letters(name) not in playing:
                yield name, DECOY + name

    def _sides_by_name(self) -> Iterator[tuple[str, str]]:
        for number, side in enumerate(self._cast.sides):
            yield side.name, str(number)

    def name_of(self, key: str) -> str:
        """Return the name of a member by id or of a side by its number; a piece of gear's key is its name."""
        for player in self._cast.players:
            if player.id == key:
                return player.form_name
        if key.isdecimal() and int(key) < len(self._cast.sides):
            return self._cast.sides[int(key)].name
        return key

    # What may stand where

    def scope_of_member(self, player: Player) -> Scope:
        """Return whose names may stand in a member's line."""
        return Scope(
            _NO_NAMES, self._rivals_of(player.side), _NO_NAMES, Names(_gear_by_name([player]))
        )

    def scope_of_side(self) -> Scope:
        """Return whose names may stand in a side's line: nobody's."""
        return Scope(_NO_NAMES, _NO_NAMES, _NO_NAMES, _NO_NAMES)

    def scope_of_list(self) -> Scope:
        """Return whose names may stand in a line that lists who did something."""
        return Scope(
            self._members, self._members, self._sides, self._gear, self._members_of_section()
        )

    def _rivals_of(self, side: int) -> Names:
        """Return the names of those who may have taken a member of a side Out of Action; of the others' names
        none is taken for a rival's."""
        names = self._rivals.get(side)
        if names is None:
            names = Names(self._rivals_by_name(side))
            self._rivals[side] = names
        return names

    def _rivals_by_name(self, side: int) -> list[tuple[str, str]]:
        names_with_keys = []
        for player in self._cast.rivals_of(side):
            names_with_keys += [(player.name, player.id), (player.form_name, player.id)]
        rivals = {joined_letters(name) for name, _key in names_with_keys}
        for player in self._cast.players:
            if joined_letters(player.name) not in rivals:
                names_with_keys.append((player.name, DECOY + player.id))
        names_with_keys += self._absent_by_name()
        return names_with_keys

    def _members_of_section(self) -> frozenset[str]:
        """Return the ids of the members of the side whose section of the report this is."""
        if self.section is None:
            return frozenset()
        return frozenset(player.id for player in self._cast.of_side(self.section))

    def names_with_separators(self, own_side: int | None) -> list[list[str]]:
        """Return the names with a comma or an 'and' in them, as the letters of their words: those that may
        stand in the line of a member of a side, for None in any line."""
        names = []
        for player in self._cast.players:
            if player.side != own_side:
                names += [player.form_name, player.name]
        if own_side is None:
            names += [side.name for side in self._cast.sides]
        tokens_of_names = []
        for name in dict.fromkeys(names):
            would_be_split = len(pieces_of(name)) > 1
            if would_be_split:
                tokens_of_names.append(tokens_of(name))
        return tokens_of_names

    # What a line is about

    def find(self, head: str) -> list[Subject]:
        """Return what a line may be about that begins so: exactly, or else by likeness."""
        exact = self.exactly(head)
        tokens = tokens_of(head)
        if exact or not 0 < len(tokens) <= HEAD_MOST:
            return exact
        alike: list[Subject] = []
        label = label_meant(tokens) or thing_meant(tokens)
        if _is_label(label):
            alike.append(Subject("label", label, is_alike=True))
        alike += self._subjects_of(self._members.find(head), head, "member")
        alike += self._subjects_of(self._sides.find(head), head, "side")
        return alike if len(alike) == 1 else []

    def exactly(self, head: str) -> list[Subject]:
        """Return what a line may be about that begins exactly so."""
        letters = joined_letters(head)
        if not letters:
            return []
        words = vocabulary()
        exact: list[Subject] = []
        label = words.labels.get(letters) or words.things.get(letters, "")
        if _is_label(label):
            exact.append(Subject("label", label))
        exact += self._subjects_of(self._members.find_exactly(head), head, "member")
        exact += self._subjects_of(self._sides.find_exactly(head), head, "side")
        return exact

    def _subjects_of(self, match: NameMatch, head: str, sort: str) -> list[Subject]:
        """Return the one whom a name stands for as the only subject, none if that isn't clear. Of several
        with the name it is the one of the side whose section of the report this is."""
        keys = match.keys
        if len(keys) > 1:
            section_members = self._members_of_section()
            keys = tuple(key for key in keys if key in section_members)
            if len(keys) != 1 or match.by_likeness:
                return []
        if not keys:
            return []
        key = keys[0]
        if key.startswith(DECOY):
            name = key.removeprefix(DECOY)
            return [] if match.by_likeness else [Subject("absent", name)]
        guesses: tuple[Guess, ...] = ()
        if match.by_likeness:
            guesses = (Guess(kept_line(head), self.name_of(key)),)
        return [Subject(sort, key, guesses, match.by_likeness)]


def _is_label(label: str) -> bool:
    """Return whether a line can begin with the words for this."""
    return label in LISTS or label in vocabulary().labels.values()


def _gear_by_name(players: Sequence[Player]) -> list[tuple[str, str]]:
    """Return the names of the players' one-use gear, each for itself."""
    return [(piece.name, piece.name) for player in players for piece in player.gear]
