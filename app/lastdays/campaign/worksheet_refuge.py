"""The worksheet of the Refuge: gear, Jobs, the Zombie Attack, the flight (p. 93–96)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from lastdays.campaign.worksheet_entries import (
    WHO,
    indent,
    label,
    names,
    new_leader,
    numbered,
)
from lastdays.campaign.worksheet_facts import Evening
from lastdays.campaign.worksheet_injuries import injury_boxes
from lastdays.language import _, ngettext, number, signed
from lastdays.model.group import RefugeState
from lastdays.model.recruiting import max_size, perk_keys
from lastdays.pdf.forms import (
    FormLine,
    FormPart,
    FormSection,
    FormTable,
    FormText,
    FormWords,
    TickMark,
    WriteBox,
)
from lastdays.postgame.asked import kinds_of_asks
from lastdays.postgame.job_assignment import jobs_of, posts
from lastdays.postgame.zombie_attack import guard_value
from lastdays.rulebook import (
    Catalogue,
    pictograms,
)
from lastdays.rulebook.entries import Perk
from lastdays.rulebook.known import (
    AttributeKey,
)

#: Lines for gear that changes hands.
_MOVES = 6


def gear_section(evening: Evening) -> FormSection:
    """Leave room for what changes hands (p. 93)."""
    box = WriteBox("line", ("gear/moves",), share=1.0)
    return FormSection(
        _("Gear"),
        (
            FormText(_("Before the Jobs gear may change hands freely.")),
            FormTable((((box, box),) * (_MOVES // 2),)),
        ),
        pictograms.of("equipment", ""),
        93,
    )


def jobs_section(evening: Evening) -> FormSection:
    """List a Job for everyone standing, then those that come to something as they are done
    (p. 93–95)."""
    parts: list[FormPart] = []
    if evening.new_leader_may_come:
        line = (
            label(_("New Leader's gear and its price")),
            WriteBox("line", ("jobs/arms",), share=1.0),
        )
        parts.append(FormTable(((line,),)))
    cells: list[FormLine] = [
        (
            FormWords(
                m.name,
                _("on Guard {n}").format(n=signed(guard_value(m, evening.catalogue))),
                share=1.0,
                strong=True,
            ),
            WriteBox("line", ("jobs/assigned",), head=_("Job"), width=44),
        )
        for m in evening.standing
    ]
    if len(cells) % 2:
        cells.append((FormWords("", share=1.0), FormWords("", width=44)))
    rows = tuple(((*cells[n], *cells[n + 1]),) for n in range(0, len(cells), 2))
    parts.append(FormTable(rows) if rows else FormText(_("Nobody is left standing to take a Job.")))
    parts += _done(evening)
    return FormSection(_("Jobs"), tuple(parts), pictograms.of("perks", ""), 94)


def _done(evening: Evening) -> Iterator[FormPart]:
    """List what the Jobs come to, in the order in which they are done."""
    people = [m for m in evening.standing if not m.has(AttributeKey.ANIMAL)]
    if not people:
        return
    catalogue = evening.catalogue
    perks = [
        catalogue.perks[p.key]
        for p in posts(evening.group, catalogue)
        if not catalogue.perks[p.key].attack_rerolls
    ]
    if perks:
        yield FormText(" · ".join(_post(perk, catalogue) for perk in perks), _("To work:"))
    open_jobs = _open_jobs(evening)
    talk = "talk" in open_jobs
    ends = ["*/talk/*/first"] if talk else []
    ends += ["*/worked/points"] if any(p.points is not None for p in perks) else []
    ends += ["*/worked/test"] if any(p.test is not None for p in perks) else []
    both = any(p.points is not None and p.test is not None for p in perks)
    built = ["*/build/perk", "*/build/perk-#"]
    built += ["*/recruit"] if "recruit" in open_jobs else []
    line: list[WriteBox | FormWords] = [
        WriteBox("line", ("jobs/next/#",), head=_("Done in turn: who"), width=WHO)
    ]
    if ends:
        line.append(
            WriteBox(
                "squares",
                kinds_of_asks("jobs", *ends),
                head=_("dice, or Leader's") if talk else _("dice"),
                count=2 if both else 1,
            )
        )
    line.append(
        WriteBox(
            "line",
            kinds_of_asks("jobs", *built),
            head=_("built, torn down; recruit: type, name, gear"),
            share=1.0,
        )
    )
    if talk:
        line.append(WriteBox("squares", ("jobs/*/talk/*/second",), head=_("The Talk: other's")))
    line.append(WriteBox("sum", head=_("points"), width=12, reason="sum"))
    yield FormTable(tuple((((numbered(n), *line)),) for n in range(1, len(people) + 1)))


def _open_jobs(evening: Evening) -> set[str]:
    if evening.context is None:
        return {"recruit", "talk"}
    return {job for m in evening.standing for job in jobs_of(m, evening.group, evening.context)}


def attack_section(evening: Evening) -> FormSection:
    """List the Zombie Attack's dice and what changes them (p. 95, ruling 28)."""
    catalogue, keys = evening.catalogue, perk_keys(evening.group, evening.catalogue)
    line: list[WriteBox | FormWords] = [
        WriteBox("sum", head=_("modifier"), width=16, reason="sum"),
        WriteBox("squares", ("attack/roll",), head=_("2D6"), count=2),
    ]
    lines = [line]
    towers = [perk for key in keys if (perk := catalogue.perks[key]).attack_rerolls]
    most = max((tower.attack_rerolls for tower in towers), default=0)
    for at, tower in enumerate(towers):
        assert tower.test is not None, "who watches passes a Test first"
        needed = _("{perk}: D6 + {what}, {n} or more").format(
            perk=tower.name, what=tower.test.characteristic, n=tower.test.target
        )
        test = "attack/watch-tower-#/test" if at else "attack/watch-tower/test"
        if at:
            lines.append([])
        lines[-1] += [FormWords(needed, width=42), WriteBox("squares", (test,), head=_("D6"))]
        for again in range(most):  # whoever climbs first
            more = "-#" if at or again else ""
            if again:
                lines.append([])
            lines[-1] += [
                WriteBox(
                    "ticks",
                    (f"attack/tower-choice{more}",),
                    head=_("which again"),
                    ticks=(TickMark("1"), TickMark("2")),
                ),
                WriteBox("squares", (f"attack/tower-roll{more}",), head=_("new roll")),
            ]
    line = lines[-1]
    line.append(WriteBox("sum", head=_("total"), width=16, reason="sum"))
    most = catalogue.number("zombie_attack", "overrun_at_most")
    text = _("{n} or less: the Refuge is overrun.").format(n=most)
    line.append(FormWords(text, share=1.0))
    return FormSection(
        _("Zombie Attack"),
        (FormText(" · ".join(_modifiers(evening))), FormTable((tuple(map(tuple, lines)),))),
        pictograms.token("zombie"),
        95,
    )


def _modifiers(evening: Evening) -> Iterator[str]:
    """Say what changes the roll of the attack."""
    catalogue = evening.catalogue
    each = number(catalogue.number("zombie_attack", "out_of_action"))
    if evening.side is None:
        yield _("{n} for each who ended Out of Action").format(n=each)
    elif evening.fallen:
        yield _("{each} for each of {n} Out of Action").format(each=each, n=len(evening.fallen))
    if not evening.switches.attack_counts_lost:
        yield _("the fallen and the captured don't count")
    yield _("each Guard as said with the Jobs")
    for key in perk_keys(evening.group, catalogue):
        perk = catalogue.perks[key]
        if perk.attack_bonus:
            yield f"{perk.name} {signed(perk.attack_bonus)}"
        if perk.shelters:
            yield ngettext(
                "{perk}: one wounded less", "{perk}: {n} wounded less", perk.shelters
            ).format(perk=perk.name, n=perk.shelters)


def refuge_section(evening: Evening) -> FormSection:
    """List staying, leaving or fleeing (p. 96, rulings 29 and 30)."""
    catalogue = evening.catalogue
    sizes = [
        max_size(replace(evening.group, refuge=RefugeState(key)), catalogue)
        for key in catalogue.refuges
        if key != evening.group.refuge.key
    ]
    grown = len(evening.group.roster) + 2  # a recruit, a stranger
    over = max(0, grown - min(sizes, default=grown))
    held: FormLine = (
        label(_("Held: stay, or move to")),
        WriteBox("line", ("refuge/leave",), width=36),
    )
    fled: FormLine = (
        label(_("Overrun: flee to")),
        WriteBox("line", ("refuge/flee",), width=36),
    )
    stay = [held]
    flee = [fled]
    if over:
        stay = names("refuge/leaves/#", over, *held, label(_("no room for")))
        flee = names("refuge/left-behind/#", over, *fled, label(_("left behind")))
    hurt = WriteBox("line", ("refuge/hurt",), width=WHO)
    boxes = injury_boxes(evening, "refuge/*")
    lines = boxes.lines((label(_("Hurt in flight")), hurt), catalogue)
    new = new_leader("refuge", evening.leave_most + 1)  # and whoever was recruited
    arms: FormLine = (
        indent(),
        label(_("New Leader's gear and its price")),
        WriteBox("line", ("refuge/arms",), share=1.0),
    )
    return FormSection(
        _("Refuge"),
        (FormTable((tuple(stay), tuple(flee))), FormTable(((*lines, *new, arms),))),
        pictograms.place("refuge"),
        96,
    )


def _post(perk: Perk, catalogue: Catalogue) -> str:
    """Say what working a Perk takes: 'Fenced-Off Garden D6', 'Radio Room D6 + I, 8 or more'."""
    said = perk.name
    if perk.test is not None:
        said = _("{perk} D6 + {what}, {n} or more").format(
            perk=perk.name, what=perk.test.characteristic, n=perk.test.target
        )
    if perk.points is None:
        return said
    said = f"{said}: {perk.points}" if perk.test is not None else f"{said} {perk.points}"
    if perk.points_with_skill is None:
        return said
    return _("{what}, {more} with {skill}").format(
        what=said, more=perk.points_with_skill, skill=catalogue.trait(perk.points_skill).name
    )
