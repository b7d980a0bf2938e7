"""What reports say of a game: facts, where several reports differ, and the record filled in from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, cast

from msgspec.structs import replace

from lastdays.campaign.documents.differences import part_name
from lastdays.campaign.reports.cast import Cast
from lastdays.language import _, joined
from lastdays.model.game_record import Appearance, GameRecord, Part, Side, SupplyToken, TokenFate
from lastdays.rulebook import Catalogue
from lastdays.values import Value

MemberKind = Literal["part", "out", "zombies", "rivals", "objectives", "carried", "held", "used"]
SideKind = Literal["won", "lost", "broke", "claimed", "vehicle", "stranger"]
#: What a fact is about. That of the whole game is its Encounter.
FactKind = MemberKind | SideKind | Literal["encounter"]
#: What is said: by whom or which, how many, whether, or which several.
FactValue = str | int | bool | tuple[str, ...]
#: Who took somebody Out of Action if it was a zombie, as a record keeps it.
BY_ZOMBIE = "zombie"
#: What only somebody on the table does.
_DEEDS: tuple[FactKind, ...] = ("out", "zombies", "rivals", "objectives", "carried", "held", "used")


class Guess(Value):
    """A name that was found by likeness: as it was typed, and the name, or its key, it was taken for."""

    typed: str
    taken_as: str


class Fact(Value):
    """One thing that a report says of a side, of one of its members by id, or, with side −1, of the game.
    `guesses` are the names in it that were found by likeness."""

    side: int
    member: str
    kind: FactKind
    value: FactValue
    guesses: tuple[Guess, ...] = ()

    @property
    def key(self) -> str:
        """Return what it is about, the same for all facts about it."""
        return f"{self.side}/{self.member}/{self.kind}"

    @property
    def without_guesses(self) -> Fact:
        """Return the fact without the guesses, to compare what two facts say."""
        return replace(self, guesses=())


def are_compatible(value: FactValue, other_value: FactValue) -> bool:
    """Return whether two values of one fact may both be true: they are equal, or one says less ('')."""
    return value == other_value or "" in (value, other_value)


def more_detailed(fact: Fact, other_fact: Fact) -> Fact:
    """Return whichever of two facts that don't contradict each other says more, the first if both do."""
    return other_fact if fact.value == "" else fact


class Point(Value):
    """Something in which reports differ: what each says of it, None where it says nothing."""

    key: str
    facts: tuple[Fact | None, ...]


def differences(reports: Sequence[Iterable[Fact]]) -> list[Point]:
    """List where reports of a game contradict each other, in the order of the first."""
    by_key = _facts_by_key(reports)
    points = []
    for key, facts in by_key.items():
        facts_told = [fact for fact in facts if fact is not None]
        if not all(are_compatible(facts_told[0].value, fact.value) for fact in facts_told):
            points.append(Point(key, tuple(facts)))
    return points


def settled_facts(reports: Sequence[Iterable[Fact]], choices: Mapping[str, int]) -> list[Fact]:
    """Return the facts that count: what reports agree on or only one says, and where they differ that of
    the report chosen for it, by its key; nothing where none is chosen."""
    points = {point.key: point for point in differences(reports)}
    facts = []
    for key, facts_told in _facts_by_key(reports).items():
        if key in points:
            chosen_fact = facts_told[choices[key]] if key in choices else None
            if chosen_fact is not None:
                facts.append(chosen_fact)
            continue
        fullest: Fact | None = None
        for fact in facts_told:
            if fact is not None:
                fullest = fact if fullest is None else more_detailed(fullest, fact)
        if fullest is not None:
            facts.append(fullest)
    return facts


def _facts_by_key(reports: Sequence[Iterable[Fact]]) -> dict[str, list[Fact | None]]:
    """Return the facts by key, each as a list with one place for each report: None where it doesn't say."""
    by_key: dict[str, list[Fact | None]] = {}
    for number, report in enumerate(reports):
        for fact in report:
            facts = by_key.setdefault(fact.key, [None] * len(reports))
            facts[number] = fact
    return by_key


# In the record


def with_facts(game: GameRecord, facts: Iterable[Fact]) -> GameRecord:
    """Return a record with facts entered. A member who did something counts as deployed."""
    sides = list(game.sides)
    for fact in facts:
        if fact.kind == "encounter":
            game = replace(game, encounter=str(fact.value))
        elif 0 <= fact.side < len(sides):
            side = sides[fact.side]
            if fact.member:
                sides[fact.side] = _side_with_deed(side, fact)
            else:
                sides[fact.side] = _side_with_end(side, fact)
    return replace(game, sides=tuple(sides))


def _side_with_deed(side: Side, fact: Fact) -> Side:
    """Return a side with a fact about a member entered, if that member is in the record."""
    appearances = []
    for appearance in side.appearances:
        if appearance.member == fact.member:
            appearance = _appearance_with(appearance, fact)
        appearances.append(appearance)
    side = replace(side, appearances=tuple(appearances))
    if fact.kind in ("carried", "held"):
        return _side_with_tokens(
            side, fact.member, cast("TokenFate", fact.kind), cast("int", fact.value)
        )
    return side


def _appearance_with(appearance: Appearance, fact: Fact) -> Appearance:
    """Return a member's appearance with a fact about the member entered."""
    if fact.kind in _DEEDS and fact.value != 0:
        appearance = replace(appearance, part="deployed")
    value = fact.value
    match fact.kind:
        case "part":
            return replace(appearance, part=cast("Part", value))
        case "out":
            return replace(appearance, out=True, out_by=str(value))
        case "zombies":
            return replace(appearance, zombies=cast("int", value))
        case "rivals":
            return replace(appearance, rivals=cast("int", value))
        case "objectives":
            return replace(appearance, objectives=cast("int", value))
        case "used":
            spent = {*appearance.spent, *cast("tuple[str, ...]", value)}
            return replace(appearance, spent=tuple(sorted(spent)))
    return appearance


def _side_with_tokens(side: Side, member: str, fate: TokenFate, count: int) -> Side:
    """Return a side with exactly `count` Supply Tokens of this fate for a member, '' for the side itself."""
    tokens = []
    for token in side.tokens:
        if (token.member, token.fate) != (member, fate):
            tokens.append(token)
    tokens += [SupplyToken(fate, member)] * count
    return replace(side, tokens=tuple(tokens))


def _side_with_end(side: Side, fact: Fact) -> Side:
    """Return a side with a fact about how the game ended for it entered."""
    value = fact.value
    match fact.kind:
        case "won":
            return replace(side, won=bool(value), lost=side.lost and not value)
        case "lost":
            return replace(side, lost=bool(value), won=side.won and not value)
        case "broke":
            return replace(side, broke=bool(value))
        case "claimed":
            return _side_with_tokens(side, "", "claimed", cast("int", value))
        case "vehicle":
            return replace(side, vehicle=True, vehicle_by=str(value))
        case "stranger":
            return replace(side, stranger_home=True, stranger_by=str(value))
    return side


# In words


def about_in_words(fact: Fact, cast_of_game: Cast) -> str:
    """Say what a fact is about: 'Mo: zombies'."""
    if fact.kind == "encounter":
        return _("Encounter")
    if fact.member:
        whose = cast_of_game.player(fact.member).form_name
    else:
        whose = cast_of_game.sides[fact.side].name
    return _("{whose}: {what}", whose=whose, what=_kind_name(fact.kind))


def _kind_name(kind: FactKind) -> str:
    return {
        "part": _("took part"),
        "out": _("Out of Action"),
        "zombies": _("zombies"),
        "rivals": _("rivals"),
        "objectives": _("Objectives"),
        "carried": _("Supply Tokens carried off"),
        "held": _("Supply Tokens held at the end"),
        "used": _("gear used up"),
        "won": _("won"),
        "lost": _("lost"),
        "broke": _("broke"),
        "claimed": _("Supply Tokens claimed"),
        "vehicle": _("got away with the vehicle"),
        "stranger": _("brought a stranger home"),
        "encounter": _("Encounter"),
    }[kind]


def value_in_words(fact: Fact, cast_of_game: Cast, catalogue: Catalogue) -> str:
    """Say what a fact says: 'by Bea', '2', 'no'."""
    value = fact.value
    match fact.kind:
        case "encounter":
            entry = catalogue.encounters.get(str(value))
            return str(value) if entry is None else entry.name
        case "part":
            return part_name(cast("Part", value))
        case "out" | "vehicle" | "stranger":
            return _by_whom(str(value), cast_of_game)
        case "used":
            return joined(_gear_names(fact, cast_of_game))
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)


def _by_whom(who: str, cast_of_game: Cast) -> str:
    if not who:
        return _("yes")
    if who == BY_ZOMBIE:
        return _("by a zombie")
    return _("by {name}", name=cast_of_game.player(who).form_name)


def _gear_names(fact: Fact, cast_of_game: Cast) -> list[str]:
    """Return the names of the gear that a member has used."""
    used_ids = cast("tuple[str, ...]", fact.value)
    pieces = cast_of_game.player(fact.member).gear
    return [piece.name for piece in pieces if piece.id in used_ids]
