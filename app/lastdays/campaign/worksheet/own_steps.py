"""The sections of the worksheet for the steps that players wrote."""

from __future__ import annotations

from collections.abc import Iterator

from lastdays.campaign.worksheet.entries import WHO, Evening, FormEntry, Line, indent
from lastdays.language import _, titled
from lastdays.pdf.content import (
    FormPart,
    FormSection,
    FormTable,
    FormText,
    FormWords,
    TickMark,
    WriteBox,
)
from lastdays.postgame.context import ASKED, kinds_of_asks
from lastdays.postgame.own import is_reminder
from lastdays.procedure.characteristic_tests import needed_in_words
from lastdays.rulebook import Catalogue, pictograms
from lastdays.rulebook.entries import Dice
from lastdays.rulebook.own import Moment, Step, Table
from lastdays.rulebook.own_effects import (
    AddZombies,
    Effect,
    GiveExperience,
    GivePoints,
    RollInjury,
    RollTable,
    parse_effect,
)
from lastdays.rulebook.own_words import effect_in_words, payment_in_words


def own_section(evening: Evening, moment: Moment, heading: str) -> FormSection | None:
    """Make the section for the steps of a moment; None if there are none."""
    steps = evening.catalogue.own.steps_at(moment)
    if not steps:
        return None
    parts: list[FormPart] = []
    for step in steps:
        parts += _StepOnPaper(evening, step).parts()
    return FormSection(heading, tuple(parts), pictograms.of(Step.KIND, ""))


def may_injure(step: Step, catalogue: Catalogue) -> bool:
    """Return whether a step may lead to an injury roll."""
    return any(isinstance(effect, RollInjury) for effect in _effects(step, catalogue))


def _tables(step: Step, catalogue: Catalogue) -> tuple[Table, ...]:
    """Return the table of a step, and those that its rows lead to."""
    first = catalogue.own.table(step.table)
    if first is None:
        return ()
    keys = []
    for row in first.rows:
        keys += [effect.key for effect in row.effects if isinstance(effect, RollTable)]
    tables = [first]
    for key in dict.fromkeys(keys):
        table = catalogue.own.table(key)
        if table is not None:
            tables.append(table)
    return tuple(tables)


def _effects(step: Step, catalogue: Catalogue) -> Iterator[Effect]:
    """Yield all effects that a step may have."""
    for table in _tables(step, catalogue):
        for row in table.rows:
            yield from row.effects


# Injuries that tables brought in the game


def hurt_at_table(evening: Evening) -> list[str]:
    """Return the names of those whom players' own tables have hurt in the game, once for each injury;
    '' for somebody, if there is no record and a table may."""
    if evening.side is None:
        return [""] if _any_table_injures(evening.catalogue) else []
    names = []
    for appearance in evening.side.appearances:
        if not evening.group.has_member(appearance.member):
            continue
        member = evening.group.member(appearance.member)
        for words in appearance.effects:
            if isinstance(parse_effect(words), RollInjury):
                names.append(member.name)
    return names


def _any_table_injures(catalogue: Catalogue) -> bool:
    """Return whether a row of any of players' own tables brings an injury."""
    for table in catalogue.own.tables:
        for row in table.rows:
            if any(isinstance(effect, RollInjury) for effect in row.effects):
                return True
    return False


def injuries_at_table(evening: Evening) -> Iterator[FormPart]:
    """Yield a line for each injury that players' own tables have brought in the game."""
    beginning = "injuries/own/*/injury-#/"
    kinds = tuple(kind for kind in ASKED["injuries"] if kind.startswith(beginning))
    entries = []
    for name in hurt_at_table(evening):
        who: WriteBox | FormWords
        if name:
            who = FormWords(name, width=WHO, strong=True)
        else:
            who = WriteBox("line", width=WHO, reason="sum")
        line = (who, FormWords(_("injury by our rules")), WriteBox("line", kinds, share=1.0))
        entries.append((line,))
    if entries:
        yield FormTable(tuple(entries))


class _StepOnPaper:
    """A step on the worksheet: what is paid, tested and rolled, its tables, and a line for each of
    those it is for."""

    def __init__(self, evening: Evening, step: Step) -> None:
        self.evening = evening
        self.step = step
        self.catalogue = evening.catalogue
        self.tables = _tables(step, self.catalogue)
        self.where = f"{step.when}/*/*"

    def parts(self) -> Iterator[FormPart]:
        """Yield the parts of the section."""
        if is_reminder(self.step, self.catalogue):
            box = WriteBox("ticks", kinds_of_asks(f"{self.step.when}/*", "done"), ticks=(_done(),))
            words = FormWords(self.step.name, share=1.0, strong=True)
            yield FormTable((((words, box),),))
            return
        yield FormText(self._does(), titled(self.step.name), self.step.drawing)
        for table in self.tables:
            yield FormText(_rows(table, self.catalogue), f"{table.name} {table.dice}:")
        entries = tuple(self._entry(who) for who in self._whom_for())
        if entries:
            yield FormTable(entries)

    def _does(self) -> str:
        """Say what may be paid, and what comes otherwise."""
        step = self.step
        sentences = []
        if step.payment is not None:
            what = payment_in_words(step.payment, self.catalogue)
            sentences.append(_("Whoever pays {what} is done.", what=what))
        if step.test is not None:
            sentences.append(_("Test: {what}.", what=needed_in_words(step.test)))
        if self.tables:
            table = self.tables[0].name
            if step.test is not None:
                sentences.append(_("Whoever fails rolls on {table}.", table=table))
            else:
                sentences.append(_("Roll on {table}.", table=table))
        return " ".join(sentences)

    def _whom_for(self) -> list[str]:
        """Return the name of each line, '' for somebody who may still join."""
        group = self.evening.group
        match self.step.audience:
            case "member":
                members = group.active
            case "standing":
                members = self.evening.standing
            case "group":
                return [group.name]
            case _:
                return [self.step.name]
        names = [member.name for member in members]
        return names + [""] * self._joining()

    def _joining(self) -> int:
        """Return how many may have joined the group by then: a stranger, a new Leader, a recruit, and
        a Leader after one whom these steps have killed."""
        joining = 0
        if self.evening.stranger_may_join:
            joining += 1
        if self.evening.new_leader_may_come:
            joining += 1
        if self.step.when == "after":
            joining += 1  # a recruit
        if any(may_injure(step, self.catalogue) for step in self.catalogue.own.steps):
            joining += 1  # a Leader after one who was killed
        return joining

    def _entry(self, who: str) -> FormEntry:
        """Return the boxes of one of those it is for."""
        line = self._boxes_of(who)
        further = self._further()
        result = WriteBox("sum", head=_("result"), share=1.0, reason="sum")
        if may_injure(self.step, self.catalogue):
            line.append(result)
            box = WriteBox("line", further + self._of_injuries(), share=1.0)
            words = FormWords(_("injury, further dice"))
            return (tuple(line), (indent(), words, box))
        if further:
            line.append(WriteBox("line", further, head=_("further dice"), share=1.0))
        else:
            line.append(result)
        return (tuple(line),)

    def _boxes_of(self, who: str) -> Line:
        """Return who it is, and the boxes for what they pay, test and roll."""
        line: Line = []
        if who:
            line.append(FormWords(who, width=WHO, strong=True))
        else:
            line.append(WriteBox("line", width=WHO, reason="sum"))
        if self.step.payment is not None:
            ticks = (TickMark(_("yes")), TickMark(_("no")))
            line.append(WriteBox("ticks", self._kinds("pay"), head=_("paid"), ticks=ticks))
        if self.step.test is not None and self.step.audience in ("member", "standing"):
            line.append(WriteBox("squares", self._kinds("test"), head=_("Test")))
        if self.tables:
            dice = self.tables[0].dice
            kinds = self._kinds("roll")
            line.append(WriteBox("squares", kinds, head=str(dice), count=dice.count))
        return line

    def _further(self) -> tuple[str, ...]:
        """Return the kinds of ask that a row may lead to, besides an injury."""
        ends = []
        if len(self.tables) > 1:
            ends.append("other")
        for effect in _effects(self.step, self.catalogue):
            match effect:
                case GivePoints(Dice()) | GiveExperience(Dice()) | AddZombies(Dice()):
                    ends.append("amount-#")
        return self._kinds(*dict.fromkeys(ends))

    def _of_injuries(self) -> tuple[str, ...]:
        """Return the kinds of ask of an injury, with those for a new Leader."""
        begins = f"{self.where}/injury-#/"
        return tuple(kind for kind in ASKED[self.step.when] if kind.startswith(begins))

    def _kinds(self, *ends: str) -> tuple[str, ...]:
        return kinds_of_asks(self.where, *ends)


def _done() -> TickMark:
    return TickMark(_("done"))


def _rows(table: Table, catalogue: Catalogue) -> str:
    """Return the rows of a table in a line: '1–2 Sicker. (Sickness +1) · 3–6 Holds on.'"""
    rows = []
    for totals, row in table.by_totals:
        text = f"{totals} {row.text}"
        effects = [effect_in_words(effect, catalogue) for effect in row.effects]
        if any(effects):
            text += f" ({', '.join(effects)})"
        rows.append(text)
    return " · ".join(rows)
