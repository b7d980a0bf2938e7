"""The record of a game: who took part, who ended Out of Action, what was brought home (p. 84–92)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
#: The most letters of what was said of a game in a sentence.
QUOTE_MOST = 500
#: How a game ended for a side; a game that is neither won nor lost is 'drawn'.
Result = Literal["won", "lost", "drawn"]


def result_from(key: str) -> Result | None:
    """Return the result of a key, None for any other text."""
    results: tuple[Result, ...] = get_args(Result)
    for result in results:
        if result == key:
            return result
    return None


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
        count = 0
        for token in self.tokens:
            if token.member == member and token.fate != "claimed":
                count += 1
        return count

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
        achievers = [captive.by for captive in self.captives if captive.fate == "home"]
        if self.stranger_home:
            achievers.append(self.stranger_by)
        if self.vehicle:
            achievers.append(self.vehicle_by)
        return achievers.count(member_id)

    @property
    def has_fallen(self) -> bool:
        """Return whether all members of a side who were on the table ended Out of Action."""
        deployed = [member for member in self.appearances if member.part == "deployed"]
        return len(deployed) > 0 and all(member.out for member in deployed)


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
        if not self.group:
            return self.name
        return _("{step}, {who}", step=self.name, who=self.who)

    @property
    def text(self) -> str:
        """Return the sentences of the rows, '' for none."""
        return " ".join(row.text for row in self.rows)


class GameRecord(Value, omit_defaults=True):
    """A recorded game; `number` counts from 1 in the campaign, `encounter` is a rulebook key.
    `day` is the date where it was played, such as '2026-10-03', '' if unknown; `recorded` is the
    moment that an earlier version noted instead. `together`: the sides played against the zombies,
    and are nobody's rivals. `counters` are by how much the campaign's own counters changed at the
    table, by key, `before` what came of players' own steps before the game. `fixture` is the id of
    the fixture it was planned as, '' for none. `reported_by` names who sent the result, '' for
    nobody, `quote` is their sentence about the game."""

    id: str
    number: int
    encounter: str
    sides: tuple[Side, ...]
    notes: str = ""
    recorded: str = ""
    together: bool = False
    counters: Mapping[str, int] = {}
    before: tuple[StepResult, ...] = ()
    fixture: str = ""
    day: str = ""
    reported_by: str = ""
    quote: str = ""

    def result_of(self, side: Side) -> Result:
        """Return how the game ended for a side: it has lost if it says so, or if another side won."""
        if side.won:
            return "won"
        is_beaten = not self.together and any(other_side.won for other_side in self.sides)
        if side.lost or is_beaten:
            return "lost"
        return "drawn"

    def killed_by(self, group_id: str) -> int:
        """Return how many zombies a group killed."""
        side = self.side_of(group_id)
        if side is None:
            return 0
        return sum(appearance.zombies for appearance in side.appearances)

    def other_sides(self, side: Side) -> list[Side]:
        """Return the other sides, whether rivals or not."""
        return [other for other in self.sides if other is not side]

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


def rivals_taken_by(game: GameRecord, side: Side, member: str) -> tuple[str, ...]:
    """Return the ids of the rivals whom this member took Out of Action, according to the record."""
    victims = []
    for other_side in game.other_sides(side):
        for appearance in other_side.appearances:
            if appearance.out and appearance.out_by == member:
                victims.append(appearance.member)
    return tuple(victims)


def settled(game: GameRecord) -> GameRecord:
    """Return a record with the consequences of its facts: rivals taken Out and objectives count for
    the members who are named for them, and the side that got away with the vehicle won (p. 107); those
    who play together win with it."""
    drove_off_together = game.together and any(side.vehicle for side in game.sides)
    sides = []
    for side in game.sides:
        appearances = [_credited(game, side, appearance) for appearance in side.appearances]
        settled_side = replace(
            side,
            appearances=tuple(appearances),
            won=side.won or side.vehicle or drove_off_together,
        )
        sides.append(settled_side)
    return replace(game, sides=tuple(sides))


def _credited(game: GameRecord, side: Side, appearance: Appearance) -> Appearance:
    """Return how a member took part, with at least the rivals and objectives that the record names
    them for."""
    member = appearance.member
    return replace(
        appearance,
        rivals=max(appearance.rivals, len(rivals_taken_by(game, side, member))),
        objectives=max(appearance.objectives, side.achieved(member)),
    )


def parted_in_a_draw(broke: Sequence[bool]) -> bool:
    """Return whether a game that nobody won is a draw: every side broke (p. 57)."""
    return len(broke) > 1 and all(broke)


def doubts(game: GameRecord, catalogue: Catalogue, names: Mapping[str, str]) -> list[str]:
    """Return a sentence for each contradiction in a record; they are warnings only. `names` are the
    members' names by id."""
    sentences: list[str] = []
    encounter = catalogue.encounters.get(game.encounter)
    for side in game.sides:
        sentences.extend(_member_doubts(game, side, names))
        sentences.extend(_counted_doubts(game, side))
        sentences.extend(_side_doubts(game, side))
        if encounter is not None:
            sentences.extend(_encounter_doubts(side, encounter))
    winners = [side for side in game.sides if side.won]
    if len(winners) > 1 and not game.together:
        sentences.append(_("More than one side won."))
    drivers = [side for side in game.sides if side.vehicle]
    if len(drivers) > 1:
        sentences.append(_("More than one side got away in the vehicle."))
    rescuers = [side for side in game.sides if side.stranger_home]
    if len(rescuers) > 1:
        sentences.append(_("More than one side brought the stranger home."))
    return sentences


def _member_doubts(game: GameRecord, side: Side, names: Mapping[str, str]) -> Iterator[str]:
    """Yield contradictions about single members: taking part, falling, fighting and carrying."""
    absent_rivals = _absent_rivals(game, side)
    for appearance in side.appearances:
        name = names.get(appearance.member, appearance.member)
        tokens = side.carried(appearance.member)
        achieved = side.achieved(appearance.member)
        has_acted = _has_done_anything(appearance) or achieved > 0 or tokens > 0
        if appearance.part != "deployed" and has_acted:
            yield _(
                "{name} wasn't on the table, so can't have fought, been taken Out of Action "
                "or carried anything.",
                name=name,
            )
        if appearance.out and tokens:
            yield _(
                "{name} is Out of Action, so can't have carried off or held a Supply Token.",
                name=name,
            )
        if appearance.out and achieved:
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
        if appearance.out and appearance.out_by in absent_rivals:
            yield _(
                "{rival} wasn't on the table, so can't have taken {name} Out of Action.",
                rival=names.get(appearance.out_by, appearance.out_by),
                name=name,
            )


def _absent_rivals(game: GameRecord, side: Side) -> set[str]:
    """Return the ids of the members of other sides who weren't on the table."""
    parts: dict[str, Part] = {}
    for other_side in game.other_sides(side):
        for appearance in other_side.appearances:
            parts[appearance.member] = appearance.part
    return {member for member, part in parts.items() if part != "deployed"}


def _has_done_anything(appearance: Appearance) -> bool:
    """Return whether somebody fought, fell, reached an objective or used something up."""
    deeds = (
        appearance.out,
        appearance.zombies,
        appearance.rivals,
        appearance.objectives,
        appearance.spent,
    )
    return any(deeds)


def _counted_doubts(game: GameRecord, side: Side) -> Iterator[str]:
    """Yield a sentence if a side counts more rivals taken Out than it can have."""
    other_sides = game.other_sides(side)
    if not other_sides or not all(other_side.group for other_side in other_sides):
        return
    claimed = sum(appearance.rivals for appearance in side.appearances)
    fallen = 0
    for other_side in other_sides:
        for appearance in other_side.appearances:
            if appearance.out and _may_be_taken_by(side, appearance):
                fallen += 1
    if claimed > fallen:
        yield ngettext(
            "{side} counts {claimed} rival taken Out of Action, but only {fallen} can be theirs.",
            "{side} counts {claimed} rivals taken Out of Action, but only {fallen} can be theirs.",
            claimed,
            side=side.name,
            claimed=claimed,
            fallen=fallen,
        )


def _may_be_taken_by(side: Side, rival: Appearance) -> bool:
    """Return whether a side may have taken a rival Out of Action: nobody else is named for it."""
    if rival.out_by == "zombie":
        return False
    return rival.out_by == "" or side.appearance(rival.out_by) is not None


def _side_doubts(game: GameRecord, side: Side) -> Iterator[str]:
    """Yield contradictions about a whole side: how it ended, and what it brought home."""
    name = side.name
    if side.broke and side.won:
        yield _("{side} broke, so they can't have won.", side=name)
    if side.lost and side.won:
        yield _("{side} both won and lost.", side=name)
    if any(token.fate == "claimed" for token in side.tokens):
        if side.broke:
            yield _("{side} broke, so they can't have claimed Supply Tokens.", side=name)
        if not any(other.broke or other.has_fallen for other in game.other_sides(side)):
            yield _("{side} can't have claimed Supply Tokens: nobody else broke.", side=name)
    if side.has_fallen:
        yield from _doubts_about_the_fallen(side)
    yield from _captive_doubts(game, side)


def _doubts_about_the_fallen(side: Side) -> Iterator[str]:
    """Yield what a side can't have done of which everybody is Out of Action."""
    if side.won:
        yield _("All of {side} are Out of Action, so they can't have won.", side=side.name)
    if side.vehicle:
        yield _("All of {side} are Out of Action: nobody can drive away.", side=side.name)
    captives_home = any(captive.fate == "home" for captive in side.captives)
    if captives_home or side.stranger_home:
        yield _("All of {side} are Out of Action: nobody can bring a captive home.", side=side.name)


def _captive_doubts(game: GameRecord, side: Side) -> Iterator[str]:
    """Yield what is missing or impossible of what became of a side's captives."""
    undecided = [captive.name for captive in side.captives if captive.fate == "open"]
    if undecided:
        yield _(
            "Enter what became of {names}: no post-game sequence can begin until then.",
            names=joined(undecided),
        )
    groups = {other.group for other in game.sides}
    for captive in side.captives:
        dies = captive.fate in ("declined", "lost")
        if dies and captive.captor and captive.captor not in groups:
            yield _(
                "{name} dies here, but their captors weren't in this game. Choose 'Decline the "
                "Rescue' on the group's page instead, and they get the gear.",
                name=captive.name,
            )


def _encounter_doubts(side: Side, encounter: Encounter) -> Iterator[str]:
    """Yield what is impossible in this Encounter (p. 98–107)."""
    if not encounter.captives:
        rescued = [captive.name for captive in side.captives if captive.fate in ("home", "lost")]
        if side.stranger_home:
            rescued.append(_("a stranger"))
        for name in rescued:
            yield _(
                "{name}: {encounter} has no captive to rescue.",
                name=name,
                encounter=encounter.name,
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
