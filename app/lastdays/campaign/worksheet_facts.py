"""What the worksheet knows of a post-game sequence before it begins."""

from __future__ import annotations

from functools import cached_property

from msgspec.structs import replace

from lastdays.model.game_record import GameRecord, Side
from lastdays.model.group import Group, Member
from lastdays.model.recruiting import max_size
from lastdays.model.switches import Switches
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.experience import earned, earns
from lastdays.postgame.level_up import choosable_tables
from lastdays.postgame.sequence import begin
from lastdays.rulebook import (
    Catalogue,
)
from lastdays.rulebook.effects import Effect

#: Experience from deeds for which there is room where no game says what was earned.
_DEEDS = 10


class Evening:
    """What is known of a group's sequence before it begins; `side` is how it played, None where that
    is not recorded."""

    def __init__(
        self, group: Group, catalogue: Catalogue, switches: Switches, game: GameRecord | None
    ) -> None:
        self.catalogue = catalogue
        self.switches = switches
        self.game = game
        self.side: Side | None = game.side_of(group.id) if game is not None else None
        self.context = (
            PostGameContext(catalogue, switches, game, group.id)
            if game is not None and self.side is not None
            else None
        )
        self.before = group
        self.group = self._home()
        #: Nobody leads once the Encounter is settled: a new Leader comes before the injuries.
        self.leaderless = self.group.leading is None

    def _home(self) -> Group:
        """Return the group as the Encounter leaves it: captives home again, or dead (p. 84)."""
        group = self.before
        if self.context is None:
            return group
        group = begin(group)
        for captive in self.context.side.captives:
            if not group.has_member(captive.member):
                continue
            if group.member(captive.member).status != "captured":
                continue
            if captive.fate == "home":
                group = group.change_member(captive.member, lambda m: replace(m, status="active"))
            elif captive.fate in ("declined", "lost"):
                group = group.bury(captive.member)
        return group

    def is_out(self, member: Member) -> bool:
        """Return whether a member is known to have ended the game Out of Action."""
        return self.side is not None and self.side.is_out(member.id)

    @cached_property
    def fallen(self) -> tuple[Member, ...]:
        """Those an injury is rolled for; everyone where nothing is known."""
        known = self.side is not None
        return tuple(m for m in self.group.active if not known or self.is_out(m))

    @cached_property
    def standing(self) -> tuple[Member, ...]:
        """Those who can help and work."""
        return tuple(m for m in self.group.active if not self.is_out(m))

    @property
    def leader_may_die(self) -> bool:
        """Return whether an injury may cost the Leader's life."""
        leader = self.group.leading
        return leader is not None and leader in self.fallen

    @property
    def new_leader_may_come(self) -> bool:
        """Return whether there may be a new Leader before the Jobs."""
        return self.leader_may_die or self.may_be_leaderless

    @property
    def may_be_leaderless(self) -> bool:
        """Return whether the Encounter may leave the group without a Leader."""
        leader = self.before.leading
        held = self.side is None and leader is not None and leader.status == "captured"
        return self.leaderless or held

    @property
    def stranger_may_join(self) -> bool:
        """Return whether a freed stranger is asked in: there has to be room (p. 104)."""
        if self.side is not None and not self.side.stranger_home:
            return False
        free = max_size(self.group, self.catalogue) > len(self.group.roster)
        return free or self.may_be_leaderless

    @property
    def leave_most(self) -> int:
        """Return how many a new Leader may send away: all the others."""
        stranger = self.side is not None and self.stranger_may_join
        return sum(m.id != self.group.leader for m in self.group.active) + stranger

    @cached_property
    def newcomers_know(self) -> frozenset[str]:
        """What a new Leader may bring: skills of the types."""
        if not self.new_leader_may_come:
            return frozenset()
        return frozenset(t.key for c in self.catalogue.leaders() for t in c.rules)

    def newcomers_can(self, effect: Effect) -> bool:
        """Return whether a new Leader may bring a skill with an effect."""
        return any(s.key in self.newcomers_know for s in self.catalogue.skills_that(effect))

    def survives(self, m: Member) -> bool:
        """Return whether a member rolls for having survived (p. 87)."""
        return self.side is None or (self.side.took_part(m.id) and not self.is_out(m))

    def deeds(self, m: Member) -> int:
        """Return the Experience a member has earned by deeds, as far as that is recorded."""
        if self.side is None:
            return 0
        tokens = sum(t.member == m.id and t.fate != "claimed" for t in self.side.tokens)
        return earned(self.side.appearance(m.id), tokens, self.catalogue)[0]

    def levels(self, m: Member) -> int:
        """Return how many Levels a member may come to pay for."""
        if not earns(m, self.switches):
            return 0
        most = m.experience + (_DEEDS if self.side is None else self.deeds(m))
        if self.survives(m):
            most += self.catalogue.survived.most
        elif self.is_out(m):
            rolled = (e.experience for e in self.catalogue.injuries.values())
            most += max((dice.most for dice in rolled if dice is not None), default=0)
        found = 0
        for cost in self.catalogue.level_costs[m.level :]:
            if cost > most:
                break
            most -= cost
            found += 1
        return found

    def may_know(self, m: Member, skill: str) -> bool:
        """Return whether a member has a skill, or may have learnt it by the time the supplies are
        checked."""
        tables = choosable_tables(m, self.catalogue) if self.levels(m) else ()
        return m.has(skill) or any(skill in self.catalogue.skill_tables[t] for t in tables)
