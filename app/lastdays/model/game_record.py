"""The record of a game: who took part, who ended Out of Action, what was brought home (p. 84–92);
and the plan of the next game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, get_args

from msgspec.structs import replace

from lastdays.language import _, joined, ngettext
from lastdays.model.group import Item
from lastdays.rulebook import Catalogue
from lastdays.rulebook.entries import Encounter
from lastdays.rulebook.own_effects import parse_effect
from lastdays.rulebook.own_words import effect_in_words
from lastdays.values import Value

Part = Literal["deployed", "held-back", "missing"]
TokenFate = Literal["carried", "held", "claimed"]
CaptiveFate = Literal["open", "home", "declined", "lost", "held"]
#: How a game ended for a side; a game that is neither won nor lost is 'drawn'.
Result = Literal["won", "lost", "drawn"]


def result_from(key: str) -> Result | None:
    """Return the result of a key, None for any other text."""
    return next((known for known in get_args(Result) if known == key), None)


class Appearance(Value, omit_defaults=True):
    """One member in one game.

    `part`: 'missing' are members lost because of Ambushers (p. 62). `out_by` is the id of the rival
    member who took them Out of Action, 'zombie', or '' if unknown. `objectives` don't include
    Supply Tokens: a vehicle started, a captive brought home (ruling 49). `spent` are ids of one-use
    items used. `counters` are by how much the players' own counters changed at the table, by key;
    `effects` what their own tables do to the member after the game, in words.
    """

    member: str
    part: Part = "deployed"
    out: bool = False
    out_by: str = ""
    zombies: int = 0
    rivals: int = 0
    objectives: int = 0
    spent: tuple[str, ...] = ()
    counters: Mapping[str, int] = {}
    effects: tuple[str, ...] = ()


class SupplyToken(Value, omit_defaults=True):
    """A Supply Token a side brought home: carried off or held by a member, or claimed."""

    fate: TokenFate
    member: str = ""


class CaptiveRecord(Value, omit_defaults=True):
    """What became of a captured member of this side in this game (p. 84, ruling 17).

    'open': not entered yet, which keeps both groups from beginning their post-game sequences;
    'home': retrieved by their own group; 'declined': the Rescue wasn't played; 'lost': it was
    played and failed; 'held': still held, because the table allows it. `by` is the member who
    brought them home, if any. `name`, `gear` and `captor` are as they were then, so that the
    captor's own sequence can take the gear.
    """

    member: str
    fate: CaptiveFate
    name: str = ""
    gear: tuple[Item, ...] = ()
    captor: str = ""
    by: str = ""


class Side(Value, omit_defaults=True):
    """One side of a game; `group` is '' for an opponent outside the campaign. `stranger_by` and
    `vehicle_by` are the members who brought the stranger home and started the vehicle, if any.
    `lost` says so of a side that no other side has beaten: one that plays alone, or together with
    others. `counters` are by how much the group's own counters changed at the table, by key;
    `effects` what players' own tables give the group, or take, after the game, in words."""

    group: str
    name: str
    appearances: tuple[Appearance, ...] = ()
    tokens: tuple[SupplyToken, ...] = ()
    captives: tuple[CaptiveRecord, ...] = ()
    stranger_home: bool = False
    vehicle: bool = False
    broke: bool = False
    won: bool = False
    lost: bool = False
    stranger_by: str = ""
    vehicle_by: str = ""
    counters: Mapping[str, int] = {}
    effects: tuple[str, ...] = ()

    def appearance(self, member_id: str) -> Appearance | None:
        """Return how a member took part, None if they aren't in the record."""
        for appearance in self.appearances:
            if appearance.member == member_id:
                return appearance
        return None

    def carried(self, member: str) -> int:
        """Count the Supply Tokens that a member brought home."""
        return sum(t.member == member and t.fate != "claimed" for t in self.tokens)

    def is_out(self, member_id: str) -> bool:
        """Return whether a member ended the game Out of Action."""
        appearance = self.appearance(member_id)
        return appearance is not None and appearance.out

    def took_part(self, member_id: str) -> bool:
        """Return whether a member was on the table."""
        appearance = self.appearance(member_id)
        return appearance is not None and appearance.part == "deployed"

    def achieved(self, member_id: str) -> int:
        """Return the number of objectives for which the record names a member: captives brought
        home, the vehicle started (ruling 49)."""
        by = [captive.by for captive in self.captives if captive.fate == "home"]
        by += [self.stranger_by] if self.stranger_home else []
        by += [self.vehicle_by] if self.vehicle else []
        return by.count(member_id)


class RolledRow(Value):
    """A row of a players' own table that was rolled: the name of the table, the total, and the row's
    sentence."""

    table: str
    total: int
    text: str


class StepResult(Value, omit_defaults=True):
    """What came of players' own rules before a game: a step by its key and its name, or '' and the name of
    a table that was rolled on by itself.

    `group` and `member` are the ids of those it was for, '' for the campaign or the whole group, `who`
    their name at that time. `rows` are those that were rolled; `notes` and `zombies` are for the game
    itself, where there was no group to have them.
    """

    step: str
    name: str
    group: str = ""
    member: str = ""
    who: str = ""
    rows: tuple[RolledRow, ...] = ()
    notes: tuple[str, ...] = ()
    zombies: int = 0

    @property
    def called(self) -> str:
        """Return its name, with whom it was for if that isn't the campaign: 'Supper, Mo'."""
        return _("{step}, {who}", step=self.name, who=self.who) if self.group else self.name

    @property
    def text(self) -> str:
        """Return the sentences of the rows, '' for none."""
        return " ".join(row.text for row in self.rows)


class GameRecord(Value, omit_defaults=True):
    """A recorded game; `number` counts from 1 in the campaign, `encounter` is a rulebook key.
    `recorded` is the time it was first recorded, '' if an early version didn't note it. `together`:
    the sides played against the zombies, and are nobody's rivals. `counters` are by how much the
    campaign's own counters changed at the table, by key, `before` what came of players' own steps
    before the game."""

    id: str
    number: int
    encounter: str
    sides: tuple[Side, ...]
    notes: str = ""
    recorded: str = ""
    together: bool = False
    counters: Mapping[str, int] = {}
    before: tuple[StepResult, ...] = ()

    def result_of(self, side: Side) -> Result:
        """Return how the game ended for a side: it has lost if it says so, or if another side won."""
        if side.won:
            return "won"
        beaten = not self.together and any(other.won for other in self.sides)
        return "lost" if side.lost or beaten else "drawn"

    def killed_by(self, group_id: str) -> int:
        """Return how many zombies a group killed."""
        side = self.side_of(group_id)
        return sum(a.zombies for a in side.appearances) if side is not None else 0

    def side_of(self, group_id: str) -> Side | None:
        """Return the side a group played, None if it didn't play."""
        for side in self.sides:
            if side.group == group_id:
                return side
        return None

    def rivals_of(self, group_id: str) -> tuple[Side, ...]:
        """Return the other sides, none for those who play together."""
        if self.together:
            return ()
        return tuple(side for side in self.sides if side.group != group_id or not side.group)


def effects_in_words(effects: Iterable[str], catalogue: Catalogue) -> list[str]:
    """Say what players' own tables do after a game: 'D6 Scavenge Points', 'misses the next game'."""
    return [effect_in_words(parse_effect(words), catalogue) for words in effects]


def taken_by(game: GameRecord, side: Side, member: str) -> tuple[str, ...]:
    """Return the ids of the rivals whom this member took Out of Action, according to the record."""
    return tuple(
        a.member
        for other in game.sides
        if other is not side
        for a in other.appearances
        if a.out and a.out_by == member
    )


def settled(game: GameRecord) -> GameRecord:
    """Return a record with the consequences of its facts: rivals taken Out and objectives count for
    the members who are named for them, and the side that got away with the vehicle won (p. 107); those
    who play together win with it."""

    def counted(side: Side, a: Appearance) -> Appearance:
        return replace(
            a,
            rivals=max(a.rivals, len(taken_by(game, side, a.member))),
            objectives=max(a.objectives, side.achieved(a.member)),
        )

    drove_off = game.together and any(side.vehicle for side in game.sides)
    return replace(
        game,
        sides=tuple(
            replace(
                side,
                appearances=tuple(counted(side, a) for a in side.appearances),
                won=side.won or side.vehicle or drove_off,
            )
            for side in game.sides
        ),
    )


def parted_in_a_draw(broke: Sequence[bool]) -> bool:
    """Return whether a game that nobody won is a draw: every side broke (p. 57)."""
    return len(broke) > 1 and all(broke)


def doubts(game: GameRecord, catalogue: Catalogue, names: Mapping[str, str]) -> list[str]:
    """Return a sentence for each contradiction in a record; they are warnings only. `names` are the
    members' names by id."""
    said: list[str] = []
    encounter = catalogue.encounters.get(game.encounter)
    for side in game.sides:
        said.extend(_member_doubts(game, side, names))
        said.extend(_counted_doubts(game, side))
        said.extend(_side_doubts(game, side))
        if encounter is not None:
            said.extend(_encounter_doubts(side, encounter))
    winners = [] if game.together else [s for s in game.sides if s.won]
    for what, text in (
        (winners, _("More than one side won.")),
        (
            [s for s in game.sides if s.vehicle],
            _("More than one side got away in the vehicle."),
        ),
        (
            [s for s in game.sides if s.stranger_home],
            _("More than one side brought the stranger home."),
        ),
    ):
        if len(what) > 1:
            said.append(text)
    return said


def _fell(side: Side) -> bool:
    """Return whether all members of a side who were on the table ended Out of Action."""
    played = [a for a in side.appearances if a.part == "deployed"]
    return bool(played) and all(a.out for a in played)


def _member_doubts(game: GameRecord, side: Side, names: Mapping[str, str]) -> Iterable[str]:
    """Yield contradictions about single members: taking part, falling, fighting and carrying."""
    parts = {a.member: a.part for s in game.sides if s is not side for a in s.appearances}
    for a in side.appearances:
        name = names.get(a.member, a.member)
        tokens = side.carried(a.member)
        achieved = side.achieved(a.member)
        deeds = a.out or a.zombies or a.rivals or a.objectives or a.spent or achieved
        if a.part != "deployed" and (deeds or tokens):
            yield _(
                "{name} wasn't on the table, so can't have fought, been taken Out of Action "
                "or carried anything.",
                name=name,
            )
        if a.out and tokens:
            yield _(
                "{name} is Out of Action, so can't have carried off or held a Supply Token.",
                name=name,
            )
        if a.out and achieved:
            yield _(
                "{name} is Out of Action, so can't have brought anybody home or driven away.",
                name=name,
            )
        if tokens > 1:
            yield _(
                "{name} has {n} Supply Tokens, but nobody carries more than one.",
                name=name,
                n=tokens,
            )
        if a.out and parts.get(a.out_by, "deployed") != "deployed":
            yield _(
                "{rival} wasn't on the table, so can't have taken {name} Out of Action.",
                rival=names.get(a.out_by, a.out_by),
                name=name,
            )


def _counted_doubts(game: GameRecord, side: Side) -> Iterable[str]:
    """Yield a sentence if a side counts more rivals taken Out than it can have."""
    others = [other for other in game.sides if other is not side]
    claimed = sum(a.rivals for a in side.appearances)
    if others and all(other.group for other in others):
        fallen = sum(
            1
            for other in others
            for a in other.appearances
            if a.out and a.out_by != "zombie" and (not a.out_by or side.appearance(a.out_by))
        )
        if claimed > fallen:
            yield ngettext(
                "{side} counts {claimed} rival taken Out of Action, but only {fallen} can "
                "be theirs.",
                "{side} counts {claimed} rivals taken Out of Action, but only {fallen} can "
                "be theirs.",
                claimed,
                side=side.name,
                claimed=claimed,
                fallen=fallen,
            )


def _side_doubts(game: GameRecord, side: Side) -> Iterable[str]:
    """Yield contradictions about a whole side: how it ended, and what it brought home."""
    name = side.name
    if side.broke and side.won:
        yield _("{side} broke, so they can't have won.", side=name)
    if side.lost and side.won:
        yield _("{side} both won and lost.", side=name)
    if any(token.fate == "claimed" for token in side.tokens):
        if side.broke:
            yield _("{side} broke, so they can't have claimed Supply Tokens.", side=name)
        others = [other for other in game.sides if other is not side]
        if not any(other.broke or _fell(other) for other in others):
            yield _("{side} can't have claimed Supply Tokens: nobody else broke.", side=name)
    home = any(captive.fate == "home" for captive in side.captives)
    if _fell(side):
        for so, text in (
            (side.won, _("All of {side} are Out of Action, so they can't have won.")),
            (side.vehicle, _("All of {side} are Out of Action: nobody can drive away.")),
            (
                home or side.stranger_home,
                _("All of {side} are Out of Action: nobody can bring a captive home."),
            ),
        ):
            if so:
                yield text.format(side=name)
    unsaid = [captive.name for captive in side.captives if captive.fate == "open"]
    if unsaid:
        yield _(
            "Enter what became of {names}: no post-game sequence can begin until then.",
            names=joined(unsaid),
        )
    yield from (
        _(
            "{name} dies here, but their captors weren't in this game. Choose 'Decline the "
            "Rescue' on the group's page instead, and they get the gear.",
            name=captive.name,
        )
        for captive in side.captives
        if captive.fate in ("declined", "lost")
        and captive.captor
        and all(other.group != captive.captor for other in game.sides)
    )


def _encounter_doubts(side: Side, encounter: Encounter) -> Iterable[str]:
    """Yield what is impossible in this Encounter (p. 98–107)."""
    if not encounter.captives:
        names = [c.name for c in side.captives if c.fate in ("home", "lost")]
        names += [_("a stranger")] if side.stranger_home else []
        yield from (
            _("{name}: {encounter} has no captive to rescue.", name=name, encounter=encounter.name)
            for name in names
        )
    if side.vehicle and not encounter.vehicle:
        yield _(
            "{side}: {encounter} has no vehicle to get away in.",
            side=side.name,
            encounter=encounter.name,
        )
    if side.broke and encounter.vehicle:
        yield _(
            "{side} broke, but {encounter} has no Breaking Point Tests.",
            side=side.name,
            encounter=encounter.name,
        )


class PlannedGame(Value, omit_defaults=True):
    """The game with this number, before it is played; 0 for none.

    `encounter` is a rulebook key, '' if undecided. `die` is the Encounter roll and `shift` by how
    much a Radio Room shifted it (p. 81), both 0 if the Encounter was chosen. `defender` is the
    group chosen to defend; with `rolled_at_table` the players roll for it at the table; with
    neither it follows from the Encounter. `parts` are the parts that differ from the default, by
    the member's id. `together`: the groups play against the zombies. `before` is what came of
    players' own rules so far.
    """

    number: int = 0
    encounter: str = ""
    groups: tuple[str, ...] = ()
    die: int = 0
    shift: int = 0
    defender: str = ""
    rolled_at_table: bool = False
    parts: Mapping[str, str] = {}
    together: bool = False
    before: tuple[StepResult, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """Return the notes that are for the game itself."""
        return tuple(dict.fromkeys(note for result in self.before for note in result.notes))

    @property
    def zombies(self) -> int:
        """Return how many more zombies come to the game by itself."""
        return sum(result.zombies for result in self.before)

    def has_done(self, step: str, group: str, member: str) -> bool:
        """Return whether a step has been done for a member, for '' the group or the campaign."""
        done = step, group, member
        return any((one.step, one.group, one.member) == done for one in self.before)
