"""From what the words of a report claim to facts about a game: what can't be is no fact."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from msgspec.structs import replace

from lastdays.campaign.reports.cast import Cast, Player
from lastdays.campaign.reports.facts import BY_ZOMBIE, Fact, FactKind, Guess, Said
from lastdays.campaign.reports.grammar import Claim, Reading

#: Stands for a side that isn't named.
NO_SIDE = -1


class Claims:
    """Turns claims about a game of this cast into facts. `name_of` returns the name of a guessed key."""

    def __init__(self, cast_of_game: Cast, name_of: Callable[[str], str]) -> None:
        self._cast = cast_of_game
        self._name_of = name_of

    def facts(self, reading: Reading, side: int, member: str) -> list[Fact] | None:
        """Return the facts that a piece of a line claims, about a member of a side, for '' the side itself and
        for NO_SIDE nobody yet; None if one of them can't be."""
        facts: list[Fact] = []
        guesses = tuple(Guess(guess.typed, self._name_of(guess.taken)) for guess in reading.guesses)
        for claim in reading.claims:
            claimed = self._claimed(claim, side, member)
            if claimed is None:
                return None
            facts += [replace(fact, guesses=guesses) for fact in claimed]
        return facts

    def _claimed(self, claim: Claim, side: int, member: str) -> list[Fact] | None:
        match claim.kind:
            case "nothing":
                return []
            case "drawn":
                return self.drawn()
            case "won" | "lost" | "broke":
                return self._ended(claim, side)
            case "claimed" | "vehicle" | "stranger":
                return self._achieved(claim, side)
        who = claim.who or member
        if not who:
            return None
        return self._done(self._cast.player(who), cast("FactKind", claim.kind), claim.value)

    def _done(self, player: Player, kind: FactKind, value: Said) -> list[Fact] | None:
        """Return what a member did: only rivals take somebody Out of Action, and only gear that they carry
        is used up."""
        is_possible = True
        match kind:
            case "rivals":
                is_possible = self._cast.has_rivals
            case "out":
                rivals = [rival.id for rival in self._cast.others_than(player.side)]
                is_possible = value in ("", BY_ZOMBIE, *rivals)
            case "used":
                is_possible = value in [piece.name for piece in player.gear]
        return [Fact(player.side, player.id, kind, value)] if is_possible else None

    def _ended(self, claim: Claim, side: int) -> list[Fact] | None:
        """Return how the game ended: where two play against each other, one has won if the other lost."""
        kind = cast("FactKind", claim.kind)
        everybody = range(len(self._cast.sides))
        is_common = kind != "broke" and not self._cast.has_rivals
        is_nobody = not claim.who and not claim.value
        if is_common or is_nobody:
            return [Fact(number, "", kind, claim.value) for number in everybody]
        about = int(claim.who) if claim.who else side
        if about == NO_SIDE:
            return None
        if kind == "lost":
            return self._beaten(about)
        return [Fact(about, "", kind, claim.value)]

    def _beaten(self, side: int) -> list[Fact]:
        """Return that a side lost against another."""
        others = [number for number in range(len(self._cast.sides)) if number != side]
        facts = [Fact(side, "", "won", False)]
        if len(others) == 1:
            facts.append(Fact(others[0], "", "won", True))
        return facts

    def _achieved(self, claim: Claim, side: int) -> list[Fact] | None:
        """Return that a side, or a member of one, drove away or brought the stranger home, or what a side
        claimed."""
        kind = cast("FactKind", claim.kind)
        for player in self._cast.players:
            if player.id == claim.who:
                return [Fact(player.side, "", kind, player.id)]
        about = int(claim.who) if claim.who else side
        return None if about == NO_SIDE else [Fact(about, "", kind, claim.value)]

    def drawn(self) -> list[Fact]:
        """Return that no side won, nor lost where there are no rivals."""
        facts = []
        for number in range(len(self._cast.sides)):
            facts.append(Fact(number, "", "won", False))
            if not self._cast.has_rivals:
                facts.append(Fact(number, "", "lost", False))
        return facts

    def with_the_others(self, kind: FactKind, facts: list[Fact]) -> list[Fact]:
        """Return facts of who won or broke, and that the sides that aren't named didn't."""
        if not any(fact.value for fact in facts):
            return facts
        named = {fact.side for fact in facts if fact.kind == kind}
        all_facts = list(facts)
        for number in range(len(self._cast.sides)):
            if number not in named:
                all_facts.append(Fact(number, "", kind, False))
        return all_facts

    def gear_joined(self, facts: list[Fact]) -> list[Fact]:
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
            spent = self._pieces(member, [str(fact.value) for fact in uses])
            joined_facts.append(replace(uses[0], value=spent, guesses=guesses))
        return joined_facts

    def _pieces(self, member: str, names: list[str]) -> tuple[str, ...]:
        """Return the ids of a member's pieces of gear with these names."""
        left = list(names)
        pieces = []
        for piece in self._cast.player(member).gear:
            if piece.name in left:
                left.remove(piece.name)
                pieces.append(piece.id)
        return tuple(pieces)
