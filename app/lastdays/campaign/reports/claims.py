"""From what the words of a report claim to facts about a game: what can't be is no fact."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from msgspec.structs import replace

from lastdays.campaign.reports.cast import Cast, Player
from lastdays.campaign.reports.facts import BY_ZOMBIE, Fact, FactKind, FactValue, Guess
from lastdays.campaign.reports.grammar import Claim, Reading

#: Stands for a side that isn't named.
NO_SIDE = -1


class Claims:
    """Turns claims about a game of this cast into facts. `name_of` returns the name of a guessed key."""

    def __init__(self, cast_of_game: Cast, name_of: Callable[[str], str]) -> None:
        self._cast = cast_of_game
        self._name_of = name_of

    def facts(self, reading: Reading, side: int, member: str) -> list[Fact] | None:
        """Return the facts that a piece of a line claims, about a member of a side, for '' the side itself
        and for NO_SIDE nobody yet; None if one of them can't be."""
        facts: list[Fact] = []
        guesses = tuple(
            Guess(guess.typed, self._name_of(guess.taken_as)) for guess in reading.guesses
        )
        for claim in reading.claims:
            claimed = self._facts_of_claim(claim, side, member)
            if claimed is None:
                return None
            facts += [replace(fact, guesses=guesses) for fact in claimed]
        return facts

    def _facts_of_claim(self, claim: Claim, side: int, member: str) -> list[Fact] | None:
        match claim.kind:
            case "nothing":
                return []
            case "drawn":
                return self.facts_of_draw()
            case "won" | "lost" | "broke":
                return self._facts_of_end(claim, side)
            case "claimed" | "vehicle" | "stranger":
                return self._facts_of_achievement(claim, side)
        member_id = claim.who or member
        if not member_id:
            return None
        return self._facts_of_deed(
            self._cast.player(member_id), cast("FactKind", claim.kind), claim.value
        )

    def _facts_of_deed(self, player: Player, kind: FactKind, value: FactValue) -> list[Fact] | None:
        """Return the fact of what a member did, None if it can't be: only rivals take somebody Out of Action,
        and only gear that the member carries is used up."""
        is_possible = True
        match kind:
            case "rivals":
                is_possible = self._cast.has_rivals
            case "out":
                rivals = [rival.id for rival in self._cast.rivals_of(player.side)]
                is_possible = value in ("", BY_ZOMBIE, *rivals)
            case "used":
                is_possible = value in [piece.name for piece in player.gear]
        return [Fact(player.side, player.id, kind, value)] if is_possible else None

    def _facts_of_end(self, claim: Claim, side: int) -> list[Fact] | None:
        """Return the facts of how the game ended for a side, or for all if they share the end; None if no
        side is known. Where two sides play against each other, one has won if the other lost."""
        kind = cast("FactKind", claim.kind)
        belongs_to_one_side = kind == "broke" or self._cast.has_rivals
        is_denied_for_all = not claim.who and not claim.value
        if not belongs_to_one_side or is_denied_for_all:
            facts = []
            for number in range(len(self._cast.sides)):
                facts.append(Fact(number, "", kind, claim.value))
            return facts
        side_number = int(claim.who) if claim.who else side
        if side_number == NO_SIDE:
            return None
        if kind == "lost":
            return self._facts_of_defeat(side_number)
        return [Fact(side_number, "", kind, claim.value)]

    def _facts_of_defeat(self, side: int) -> list[Fact]:
        """Return that a side hasn't won, and, if there is only one other side, that this has."""
        others = [number for number in range(len(self._cast.sides)) if number != side]
        facts = [Fact(side, "", "won", False)]
        if len(others) == 1:
            facts.append(Fact(others[0], "", "won", True))
        return facts

    def _facts_of_achievement(self, claim: Claim, side: int) -> list[Fact] | None:
        """Return the fact that a side, by a member of it if one is named, got the vehicle or the stranger,
        or how many Supply Tokens it claimed; None if no side is known."""
        kind = cast("FactKind", claim.kind)
        for player in self._cast.players:
            if player.id == claim.who:
                return [Fact(player.side, "", kind, player.id)]
        side_number = int(claim.who) if claim.who else side
        return None if side_number == NO_SIDE else [Fact(side_number, "", kind, claim.value)]

    def facts_of_draw(self) -> list[Fact]:
        """Return that no side won, nor lost where there are no rivals."""
        facts = []
        for number in range(len(self._cast.sides)):
            facts.append(Fact(number, "", "won", False))
            if not self._cast.has_rivals:
                facts.append(Fact(number, "", "lost", False))
        return facts

    def with_unnamed_sides(self, kind: FactKind, facts: list[Fact]) -> list[Fact]:
        """Return facts of who won or broke, and that the sides that aren't named didn't."""
        if not any(fact.value for fact in facts):
            return facts
        named_sides = {fact.side for fact in facts if fact.kind == kind}
        all_facts = list(facts)
        for number in range(len(self._cast.sides)):
            if number not in named_sides:
                all_facts.append(Fact(number, "", kind, False))
        return all_facts

    def with_gear_joined(self, facts: list[Fact]) -> list[Fact]:
        """Return facts with the gear that a member used as one fact, by the ids of its pieces; a piece more
        than they have isn't counted."""
        joined_facts = []
        used: dict[str, list[Fact]] = {}
        for fact in facts:
            if fact.kind == "used":
                used.setdefault(fact.member, []).append(fact)
            else:
                joined_facts.append(fact)
        for member, uses in used.items():
            guesses: tuple[Guess, ...] = ()
            for fact in uses:
                guesses += fact.guesses
            spent = self._gear_ids(member, [str(fact.value) for fact in uses])
            joined_facts.append(replace(uses[0], value=spent, guesses=guesses))
        return joined_facts

    def _gear_ids(self, member: str, names: list[str]) -> tuple[str, ...]:
        """Return the ids of a member's pieces of gear with these names."""
        names_left = list(names)
        pieces = []
        for piece in self._cast.player(member).gear:
            if piece.name in names_left:
                names_left.remove(piece.name)
                pieces.append(piece.id)
        return tuple(pieces)
