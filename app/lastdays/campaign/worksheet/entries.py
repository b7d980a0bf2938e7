"""Entries shared by sections of the worksheet, and what is known of a sequence before it begins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from msgspec.structs import replace

from lastdays.language import _
from lastdays.model.game_record import GameRecord, Side
from lastdays.model.group import Group, Member
from lastdays.model.recruiting import room_left
from lastdays.model.switches import Switches
from lastdays.pdf.content import (
    ColumnKind,
    FormLine,
    FormWords,
    SheetRow,
    SheetTable,
    TickMark,
    WriteBox,
)
from lastdays.postgame.context import PostGameContext, kinds_of_asks
from lastdays.postgame.experience import choosable_tables, earned, earns
from lastdays.postgame.own_at_table import effects_of_game
from lastdays.postgame.sequence import begin
from lastdays.procedure.replay import replay
from lastdays.rulebook import FIREARM_CLASSES, Catalogue, class_name, pictograms, skill_type_name
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.known import AMPUTATED, EquipmentKey, InjuryKey
from lastdays.values import Value

#: How many handwritten names fit on a whole line, and on one after other boxes.
_NAMES, _FIRST_NAMES = 9, 5
WHO, NUMBER = 34.0, 4.0
#: A line in progress.
Line = list[WriteBox | FormWords]
#: An entry of one or more lines.
FormEntry = tuple[FormLine, ...]
_LEVEL = "experience/*/level-#"


def shifted(most: int, *asks: str, head: str = "") -> WriteBox:
    """Return the box for a shift down or up, with a square for the amount if it can be more than one."""
    signs = TickMark("−"), TickMark("+")
    return WriteBox("ticks" if most == 1 else "shift", asks, head=head, ticks=signs)


def indent() -> FormWords:
    """Return an empty space as wide as an entry's number."""
    return FormWords("", width=NUMBER)


def numbered(n: int) -> FormWords:
    """Return an entry's number."""
    return FormWords(str(n), width=NUMBER, strong=True)


def looked_up(
    heads: Sequence[str],
    rows: Iterable[tuple[str, ...]],
    drawings: tuple[str, ...] = (),
    kind: ColumnKind = "text",
) -> SheetTable:
    """Return a table of the rulebook for reference; its first column has figures."""
    kinds: tuple[ColumnKind, ...] = ("figure", *(kind for _head in heads[1:]))
    return SheetTable(kinds, tuple(map(SheetRow, rows)), tuple(heads), drawings)


def names(kind: str, most: int, *before: WriteBox | FormWords) -> list[FormLine]:
    """Return one or more lines for up to `most` names, the first after other parts."""
    lines = [(*before, WriteBox("line", (kind,), share=1.0))]
    left = most - _FIRST_NAMES
    while left > 0:
        lines.append((indent(), WriteBox("line", (kind,), share=1.0)))
        left -= _NAMES
    return lines


def new_leader(where: str, most: int) -> list[FormLine]:
    """Return lines for a new Leader, and for up to `most` members who leave (p. 86)."""
    before = (
        indent(),
        FormWords(_("New Leader: type, name")),
        WriteBox("line", kinds_of_asks(where, "new"), width=44),
    )
    if not most:
        return [before]
    (leaves,) = kinds_of_asks(where, "dismiss/#")
    return names(leaves, most, *before, FormWords(_("who leaves")))


class InjuryBoxes(Value):
    """The boxes of an injury's entry. The kinds of its asks begin with `where`; `first_aid` and
    `medical` if somebody has First Aid or Medical Supplies, `again` if Captured is rolled again,
    `earns` if Experience is paid, `leader` if the Leader may die, so that up to `leave_most`
    leave."""

    where: str
    first_aid: bool
    medical: bool
    again: bool
    earns: bool
    leader: bool
    leave_most: int

    def lines(self, before: Sequence[WriteBox | FormWords], catalogue: Catalogue) -> FormEntry:
        """Return an entry, with the parts `before` first."""
        most = catalogue.equipment[EquipmentKey.MEDICAL_SUPPLIES].injury_shift
        first: Line = [
            *before,
            WriteBox("squares", self._kinds("roll"), head=_("2D6"), count=2),
        ]
        if self.first_aid:
            first += [
                WriteBox(
                    "ticks",
                    self._kinds("first-aid"),
                    head=_("First Aid: which die"),
                    ticks=(TickMark("1"), TickMark("2")),
                ),
                WriteBox("squares", self._kinds("first-aid/roll"), head=_("new roll"), count=2),
            ]
        if self.medical:
            first.append(shifted(most, *self._kinds("medical"), head=_("Supplies")))
        if self.again:
            rolls = ("roll", "first-aid", "first-aid/roll", "medical")
            asks = kinds_of_asks(self.where, *rolls, again=True)
            first.append(WriteBox("comb", asks, head=_("Captured: re-roll"), width=32))
        first.append(
            WriteBox("sum", head=_("result"), share=1.0, reason="sum"),
        )
        second: Line = [indent(), FormWords(_("Infected!"))]
        stages = [("virus", _("virus"))]
        if AMPUTATED in catalogue.injuries[InjuryKey.INFECTED].first.values():
            stages.append(("limb", _("limb")))
        for stage, name in stages:
            second += [FormWords(name), WriteBox("squares", self._both(f"infected/{stage}"))]
            if self.medical:
                second.append(shifted(most, *self._both(f"infected/{stage}-medical")))
        if self.earns:
            second += [
                FormWords(_("Experience")),
                WriteBox("squares", kinds_of_asks(self.where, "experience")),
            ]
        ends = [] if self.again else ["captor"]
        ends += ["keep-gun", "keep-blade"]
        if (catalogue.injuries[InjuryKey.ARM_INJURY].weapons_most or 0) > 1:
            ends += ["keep-gun-#", "keep-blade-#"]
        text = _("weapons kept") if self.again else _("captor, or weapons kept")
        second += [FormWords(text), WriteBox("line", kinds_of_asks(self.where, *ends), share=1.0)]
        more = new_leader("injuries/leader", self.leave_most) if self.leader else []
        return (tuple(first), tuple(second), *more)

    def _kinds(self, end: str) -> tuple[str, ...]:
        return kinds_of_asks(self.where, end)

    def _both(self, end: str) -> tuple[str, ...]:
        """Return the kinds of an ask, after a first roll and after a repeated one."""
        return kinds_of_asks(self.where, end, again=None)


def level_lines(
    n: int, tables: Sequence[str], catalogue: Catalogue, *, gunsmith: bool
) -> FormEntry:
    """Return an entry for a Level: who, the table, the roll and its shift, which of two; repeated rolls,
    and the class of a Gunsmith (p. 88–91)."""
    most = catalogue.number("level_up", "shift_most")
    skills = ("*",) if tables else ()
    shifts = ("*-shift",) if tables else ()
    first: FormLine = (
        numbered(n),
        WriteBox("line", ("experience/next/#",), head=_("Who"), width=WHO),
        WriteBox(
            "ticks",
            kinds_of_asks(_LEVEL, "table"),
            head=_("Rolled on"),
            ticks=(
                TickMark("2D6"),
                *(TickMark(skill_type_name(t), pictograms.skill_type(t)) for t in tables),
                TickMark("0"),
            ),
        ),
        WriteBox(
            "squares", kinds_of_asks(_LEVEL, "characteristic", *skills), head=_("Roll"), count=2
        ),
        shifted(
            most,
            *kinds_of_asks(_LEVEL, "characteristic-shift", *shifts),
            head=_("extra Experience"),
        ),
        WriteBox("squares", kinds_of_asks(_LEVEL, "which"), head=_("Which")),
        shifted(most, *kinds_of_asks(_LEVEL, "which-shift"), head=_("extra Experience")),
        WriteBox("sum", head=_("result"), share=1.0, reason="sum"),
    )
    ends = ("characteristic", "characteristic-shift", "which", "which-shift", *skills, *shifts)
    again = WriteBox("comb", kinds_of_asks(_LEVEL, *ends, again=True), share=1.0)
    second: Line = [indent(), FormWords(_("Re-rolled")), again]
    if gunsmith:
        second += [
            FormWords(_("Gunsmith for")),
            WriteBox(
                "ticks",
                kinds_of_asks(_LEVEL, "gunsmith"),
                ticks=tuple(
                    TickMark(class_name(c), pictograms.firearm_class(c)) for c in FIREARM_CLASSES
                ),
            ),
        ]
    return first, tuple(second)


#: The Experience from deeds that is assumed without a game record.
_DEEDS = 10


class Evening:
    """What is known of a group's sequence before it begins; `side` is the side it played, None
    without a game record."""

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
        #: Whether nobody leads after the Encounter, so that a new Leader comes before the injuries.
        self.leaderless = self.group.leading is None

    def _home(self) -> Group:
        """Return the group after the Encounter, with captives home or dead (p. 84)."""
        group = self.before
        if self.context is None:
            return group
        group = begin(group, self.context)
        group = self._with_effects(group, self.context)
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

    @staticmethod
    def _with_effects(group: Group, context: PostGameContext) -> Group:
        """Return the group after what players' own tables did in the game, which asks nothing."""
        return replay(lambda: effects_of_game(group, context), {}).result or group

    def is_out(self, member: Member) -> bool:
        """Return whether a member is known to have ended the game Out of Action."""
        return self.side is not None and self.side.is_out(member.id)

    @cached_property
    def fallen(self) -> tuple[Member, ...]:
        """The members who roll for an injury; without a game record everyone."""
        known = self.side is not None
        return tuple(m for m in self.group.active if not known or self.is_out(m))

    @cached_property
    def standing(self) -> tuple[Member, ...]:
        """The members who weren't Out of Action, and can help and work; without a game record
        everyone."""
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
        """Return whether a freed stranger may join, which takes room in the group (p. 104)."""
        if self.side is not None and not self.side.stranger_home:
            return False
        room = room_left(self.group, self.catalogue)
        return room is None or room > 0 or self.may_be_leaderless

    @property
    def leave_most(self) -> int:
        """Return how many members a new Leader may send away: all others."""
        stranger = self.side is not None and self.stranger_may_join
        return sum(m.id != self.group.leader for m in self.group.active) + stranger

    @cached_property
    def newcomers_know(self) -> frozenset[str]:
        """The skills a new Leader may have from their type."""
        if not self.new_leader_may_come:
            return frozenset()
        return frozenset(t.key for c in self.catalogue.leaders() for t in c.rules)

    def newcomers_can(self, effect: Effect) -> bool:
        """Return whether a new Leader may have a skill with an effect."""
        return any(s.key in self.newcomers_know for s in self.catalogue.skills_that(effect))

    def survives(self, m: Member) -> bool:
        """Return whether a member rolls for having survived (p. 87)."""
        return self.side is None or (self.side.took_part(m.id) and not self.is_out(m))

    def deeds(self, m: Member) -> int:
        """Return the Experience a member has earned by deeds; without a game record a typical
        amount."""
        if self.side is None:
            return _DEEDS
        carried = self.side.carried(m.id)
        encounter = "" if self.game is None else self.game.encounter
        return earned(self.side.appearance(m.id), carried, encounter, self.catalogue)[0]

    def levels(self, m: Member) -> int:
        """Return how many Levels a member may be able to pay for."""
        if not earns(m, self.switches):
            return 0
        most = m.experience + self.deeds(m)
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
        """Return whether a member has a skill, or may learn it before the supplies are rolled."""
        if m.has(skill):
            return True
        if not self.levels(m):
            return False
        tables = choosable_tables(m, self.catalogue, self.switches)
        return any(skill in self.catalogue.skill_tables[t] for t in tables)
