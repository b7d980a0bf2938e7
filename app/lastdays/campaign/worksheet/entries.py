"""Entries shared by sections of the worksheet, and what is known of a sequence before it begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
from lastdays.postgame.experience import choosable_tables, earns, experience_earned
from lastdays.postgame.own_at_table import effects_of_game
from lastdays.postgame.sequence import begin
from lastdays.procedure.replay import replay
from lastdays.rulebook import FIREARM_CLASSES, Catalogue, class_name, pictograms, skill_type_name
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.known import AMPUTATED, EquipmentKey, InjuryKey
from lastdays.values import Value

#: How many handwritten names fit on a whole line, and on one after other boxes.
_NAMES = 9
_FIRST_NAMES = 5
#: How many cells an injury has for further dice, without and with rolls that are made again.
_CELLS = 5
_CELLS_AGAIN = 7
_CELL = 8.0
#: The width of a box for a name, and of an entry's number, in millimetres.
WHO = 34.0
NUMBER = 4.0
#: A line in progress.
Line = list[WriteBox | FormWords]
#: An entry of one or more lines.
FormEntry = tuple[FormLine, ...]
_LEVEL = "experience/*/level-#"


def shifted(most: int, *asks: str, head: str = "") -> WriteBox:
    """Return the box for a shift down or up, with a square for the amount if it can be more than one."""
    signs = (TickMark("−"), TickMark("+"))
    if most == 1:
        return WriteBox("ticks", asks, head=head, ticks=signs)
    return WriteBox("shift", asks, head=head, ticks=signs)


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
    kinds: list[ColumnKind] = ["figure"]
    kinds += [kind] * (len(heads) - 1)
    sheet_rows = tuple(SheetRow(row) for row in rows)
    return SheetTable(tuple(kinds), sheet_rows, tuple(heads), drawings)


def names(kind: str, most: int, *first: WriteBox | FormWords) -> list[FormLine]:
    """Return one or more lines for up to `most` names, the first after other parts."""
    box = WriteBox("line", (kind,), share=1.0)
    lines: list[FormLine] = [(*first, box)]
    missing = most - _FIRST_NAMES
    while missing > 0:
        lines.append((indent(), box))
        missing -= _NAMES
    return lines


def new_leader(where: str, most: int) -> list[FormLine]:
    """Return lines for a new Leader, and for up to `most` members who leave (p. 86)."""
    leader: FormLine = (
        indent(),
        FormWords(_("New Leader: type, name")),
        WriteBox("line", kinds_of_asks(where, "new"), width=44),
    )
    if not most:
        return [leader]
    (leaves,) = kinds_of_asks(where, "dismiss/#")
    return names(leaves, most, *leader, FormWords(_("who leaves")))


class InjuryBoxes(Value):
    """The boxes of an injury, in one line. The kinds of its asks begin with `where`; `first_aid` and
    `medical` if somebody has First Aid or Medical Supplies, `again` if Captured is rolled again,
    `earns` if Experience is paid."""

    where: str
    first_aid: bool
    medical: bool
    again: bool
    earns: bool

    def line(self, first: Sequence[WriteBox | FormWords], catalogue: Catalogue) -> FormLine:
        """Return a line, with the parts `first` before its boxes."""
        return (*first, *self._boxes(catalogue))

    def _boxes(self, catalogue: Catalogue) -> Iterator[WriteBox]:
        """Yield the boxes for the roll on the Injury Table, for all that changes it, for further dice in
        the order in which they are rolled, and for what comes of it."""
        yield WriteBox("squares", self._kinds("roll"), head=_("2D6"), count=2)
        if self.first_aid:
            dice = (TickMark("1"), TickMark("2"))
            head = _("First Aid: which die")
            yield WriteBox("ticks", self._kinds("first-aid"), head=head, ticks=dice)
            yield WriteBox("squares", self._kinds("first-aid/roll"), head=_("new roll"), count=2)
        if self.medical:
            yield shifted(_medical_shift(catalogue), *self._kinds("medical"), head=_("Supplies"))
        further = self._further(catalogue)
        if self.again:
            head = _("Captured again, Infected!, Experience")
        elif self.earns:
            head = _("Infected!, Experience")
        else:
            head = _("Infected!")
        cells = _CELLS_AGAIN if self.again else _CELLS
        yield WriteBox("comb", further, head=head, width=cells * _CELL)
        ends = ["keep-gun", "keep-blade"]
        weapons_most = catalogue.injuries[InjuryKey.ARM_INJURY].weapons_most
        if weapons_most is not None and weapons_most > 1:
            ends += ["keep-gun-#", "keep-blade-#"]
        head = _("result, weapons kept")
        if not self.again and self.where == "injuries/*":
            ends.insert(0, "captor")
            head = _("result, captor, weapons kept")
        yield WriteBox("line", kinds_of_asks(self.where, *ends), head=head, share=1.0)

    def _further(self, catalogue: Catalogue) -> tuple[str, ...]:
        """Return the kinds of what some results roll further."""
        kinds: tuple[str, ...] = ()
        if self.again:
            rolls = ("roll", "first-aid", "first-aid/roll", "medical")
            kinds += kinds_of_asks(self.where, *rolls, again=True)
        stages = ["virus"]
        if AMPUTATED in catalogue.injuries[InjuryKey.INFECTED].first.values():
            stages.append("limb")
        for stage in stages:
            kinds += self._both(f"infected/{stage}")
            if self.medical:
                kinds += self._both(f"infected/{stage}-medical")
        if self.earns:
            kinds += self._kinds("experience")
        return kinds

    def _kinds(self, end: str) -> tuple[str, ...]:
        return kinds_of_asks(self.where, end)

    def _both(self, end: str) -> tuple[str, ...]:
        """Return the kinds of an ask, after a first roll and after a repeated one."""
        return kinds_of_asks(self.where, end, again=None)


def _medical_shift(catalogue: Catalogue) -> int:
    """Return by how much Medical Supplies shift a roll."""
    return catalogue.equipment[EquipmentKey.MEDICAL_SUPPLIES].injury_shift


def level_lines(
    n: int, tables: Sequence[str], catalogue: Catalogue, *, gunsmith: bool
) -> FormEntry:
    """Return an entry for a Level: who, the table, the roll and its shift, which of two; repeated rolls,
    and the class of a Gunsmith (p. 88–91)."""
    lines = [
        tuple(_level_line(n, tables, catalogue)),
        tuple(_rerolled_line(tables, gunsmith=gunsmith)),
    ]
    return tuple(lines)


def _level_line(
    n: int, tables: Sequence[str], catalogue: Catalogue
) -> Iterator[WriteBox | FormWords]:
    """Yield who reaches a Level, the table, the roll and its shift, and which of two."""
    most = catalogue.number("level_up", "shift_most")
    yield numbered(n)
    yield WriteBox("line", ("experience/next/#",), head=_("Who"), width=WHO)
    table_ticks = [TickMark("2D6")]
    for table in tables:
        table_ticks.append(TickMark(skill_type_name(table), pictograms.skill_type(table)))
    table_ticks.append(TickMark("0"))
    yield WriteBox(
        "ticks", kinds_of_asks(_LEVEL, "table"), head=_("Rolled on"), ticks=tuple(table_ticks)
    )
    rolls = ["characteristic"]
    shifts = ["characteristic-shift"]
    if tables:
        rolls.append("*")
        shifts.append("*-shift")
    yield WriteBox("squares", kinds_of_asks(_LEVEL, *rolls), head=_("Roll"), count=2)
    yield shifted(most, *kinds_of_asks(_LEVEL, *shifts), head=_("extra Experience"))
    yield WriteBox("squares", kinds_of_asks(_LEVEL, "which"), head=_("Which"))
    yield shifted(most, *kinds_of_asks(_LEVEL, "which-shift"), head=_("extra Experience"))
    yield WriteBox("sum", head=_("result"), share=1.0, reason="sum")


def _rerolled_line(tables: Sequence[str], *, gunsmith: bool) -> Iterator[WriteBox | FormWords]:
    """Yield the room for repeated rolls of a Level, and the class of a Gunsmith."""
    yield indent()
    yield FormWords(_("Re-rolled"))
    ends = ["characteristic", "characteristic-shift", "which", "which-shift"]
    if tables:
        ends += ["*", "*-shift"]
    yield WriteBox("comb", kinds_of_asks(_LEVEL, *ends, again=True), share=1.0)
    if gunsmith:
        yield FormWords(_("Gunsmith for"))
        classes = [TickMark(class_name(c), pictograms.firearm_class(c)) for c in FIREARM_CLASSES]
        yield WriteBox("ticks", kinds_of_asks(_LEVEL, "gunsmith"), ticks=tuple(classes))


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
        self.side: Side | None = None
        self.context: PostGameContext | None = None
        if game is not None:
            self.side = game.side_of(group.id)
            if self.side is not None:
                self.context = PostGameContext(catalogue, switches, game, group.id)
        self.before = group
        self.group = self._group_after_encounter()
        #: Whether nobody leads after the Encounter, so that a new Leader comes before the injuries.
        self.leaderless = self.group.leading is None

    def _group_after_encounter(self) -> Group:
        """Return the group after the Encounter, with captives home or dead (p. 84)."""
        if self.context is None:
            return self.before
        group = begin(self.before, self.context)
        group = self._with_effects(group, self.context)
        for captive in self.context.side.captives:
            if not group.has_member(captive.member):
                continue
            if group.member(captive.member).status != "captured":
                continue
            if captive.fate == "home":
                group = group.change_member(captive.member, _freed)
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
        if self.side is None:
            return tuple(self.group.active)
        return tuple(member for member in self.group.active if self.is_out(member))

    @cached_property
    def standing(self) -> tuple[Member, ...]:
        """The members who weren't Out of Action, and can help and work; without a game record
        everyone."""
        return tuple(member for member in self.group.active if not self.is_out(member))

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
        if self.leaderless:
            return True
        leader = self.before.leading
        is_captured = leader is not None and leader.status == "captured"
        return is_captured and self.side is None

    @property
    def stranger_may_join(self) -> bool:
        """Return whether a freed stranger may join, which takes room in the group (p. 104)."""
        if self.side is not None and not self.side.stranger_home:
            return False
        if self.may_be_leaderless:
            return True
        room = room_left(self.group, self.catalogue)
        return room is None or room > 0

    @property
    def leave_most(self) -> int:
        """Return how many members a new Leader may send away: all others."""
        others = [member for member in self.group.active if member.id != self.group.leader]
        if self.side is not None and self.stranger_may_join:
            return len(others) + 1
        return len(others)

    @cached_property
    def newcomers_know(self) -> frozenset[str]:
        """The skills a new Leader may have from their type."""
        if not self.new_leader_may_come:
            return frozenset()
        skills: set[str] = set()
        for kind in self.catalogue.leaders():
            skills.update(rule.key for rule in kind.rules)
        return frozenset(skills)

    def newcomers_can(self, effect: Effect) -> bool:
        """Return whether a new Leader may have a skill with an effect."""
        skills = self.catalogue.skills_that(effect)
        return any(skill.key in self.newcomers_know for skill in skills)

    def survives(self, member: Member) -> bool:
        """Return whether a member rolls for having survived (p. 87)."""
        if self.side is None:
            return True
        return self.side.took_part(member.id) and not self.is_out(member)

    def deeds(self, member: Member) -> int:
        """Return the Experience a member has earned by deeds; without a game record a typical
        amount."""
        if self.side is None:
            return _DEEDS
        appearance = self.side.appearance(member.id)
        carried = self.side.carried(member.id)
        encounter = "" if self.game is None else self.game.encounter
        experience, _sum = experience_earned(appearance, carried, encounter, self.catalogue)
        return experience

    def levels(self, member: Member) -> int:
        """Return how many Levels a member may be able to pay for."""
        if not earns(member, self.switches):
            return 0
        experience = member.experience + self.deeds(member)
        if self.survives(member):
            experience += self.catalogue.survived.most
        elif self.is_out(member):
            experience += self._most_of_injury()
        levels = 0
        for cost in self.catalogue.level_costs[member.level :]:
            if cost > experience:
                break
            experience -= cost
            levels += 1
        return levels

    def _most_of_injury(self) -> int:
        """Return the most Experience that an injury gives."""
        most = 0
        for entry in self.catalogue.injuries.values():
            if entry.experience is not None:
                most = max(most, entry.experience.most)
        return most

    def may_know(self, member: Member, skill: str) -> bool:
        """Return whether a member has a skill, or may learn it before the supplies are rolled."""
        if member.has(skill):
            return True
        if not self.levels(member):
            return False
        tables = choosable_tables(member, self.catalogue, self.switches)
        return any(skill in self.catalogue.skill_tables[table] for table in tables)


def _freed(member: Member) -> Member:
    return replace(member, status="active")
