"""The worksheet of what a game brings: Experience, Levels and supplies (p. 87–92)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from lastdays.campaign.worksheet_entries import (
    WHO,
    label,
    level_lines,
    shifted,
)
from lastdays.campaign.worksheet_facts import Evening
from lastdays.language import _
from lastdays.model.group import Member
from lastdays.model.profile import next_level_cost
from lastdays.pdf.forms import (
    FormGrid,
    FormLine,
    FormPart,
    FormSection,
    FormTable,
    FormText,
    FormWords,
    TickMark,
    WriteBox,
)
from lastdays.postgame.experience import earns
from lastdays.postgame.level_up import choosable_tables
from lastdays.postgame.supplies import cell_in_words, store_rooms
from lastdays.rulebook import (
    FIREARM_CLASSES,
    class_name,
    pictograms,
    skill_type_name,
)
from lastdays.rulebook.entries import Dice
from lastdays.rulebook.known import (
    AttributeKey,
)

#: Supply Tokens for which there is room where no game says how many were won.
_TOKENS = 5


def experience_section(evening: Evening) -> FormSection | None:
    """List what each earns (p. 87), then room for each Level that can be paid (p. 88–90)."""
    paid = [m for m in evening.group.roster if earns(m, evening.switches)]
    if not paid:
        return None
    cells = [_earned(evening, m) for m in paid]
    levels = sum(evening.levels(m) for m in paid if m.status == "active")
    across = 3
    blank: FormLine = (FormWords("", share=1.0), *_room(_("survived")), *_room(_("in all")))
    cells += [blank] * (-len(cells) % across)
    rows = tuple(
        (tuple(part for cell in cells[n : n + across] for part in cell),)
        for n in range(0, len(cells), across)
    )
    catalogue = evening.catalogue
    parts: list[FormPart] = [
        FormText(
            _("A zombie {z}, a rival {r}, an objective {o}; surviving {d}.").format(
                z=catalogue.earned["zombie"],
                r=catalogue.earned["rival"],
                o=catalogue.earned["objective"],
                d=catalogue.survived,
            )
        ),
        FormTable(rows),
    ]
    if levels:
        parts += _levels(evening, paid, levels)
    drawing = pictograms.token("experience")
    return FormSection(_("Experience"), tuple(parts), drawing, 87)


def _earned(evening: Evening, m: Member) -> FormLine:
    """Return the places for what a member earns."""
    hints = [_("has {n}").format(n=m.experience)]
    if evening.side is not None:
        hints.append(_("earned {n}").format(n=evening.deeds(m)))
    cost = next_level_cost(m, evening.catalogue)
    if cost is not None:
        hints.append(_("Level {n} costs {cost}").format(n=m.level + 1, cost=cost))
    die = WriteBox("squares", ("experience/*/survived",), head=_("survived"))
    words = FormWords(m.name, " · ".join(hints), share=1.0, strong=True)
    total = WriteBox("sum", head=_("in all"), reason="sum")
    return (words, *((die,) if evening.survives(m) else _room(_("survived"))), total)


def _levels(evening: Evening, paid: list[Member], count: int) -> Iterator[FormPart]:
    """List the tables, then an entry for each Level that can be paid, in the order in which they
    are bought."""
    catalogue = evening.catalogue
    people = [m for m in paid if not m.has(AttributeKey.ANIMAL)]
    open_tables = {t for m in people for t in choosable_tables(m, catalogue)}
    tables = [t for t in catalogue.skill_tables if t in open_tables]
    yield FormGrid(
        (_("2D6"), *(str(total) for total in catalogue.characteristic_table)),
        (("", *(" / ".join(names) for names in catalogue.characteristic_table.values())),),
        (0.6, *(1.0 for _t in catalogue.characteristic_table)),
    )
    if tables:
        longest = max(len(catalogue.skill_tables[t]) for t in tables)
        yield FormGrid(
            (_("D6"), *(skill_type_name(t) for t in tables)),
            tuple(
                (
                    str(n + 1),
                    *(
                        catalogue.skills[keys[n]].name if n < len(keys) else ""
                        for keys in (catalogue.skill_tables[t] for t in tables)
                    ),
                )
                for n in range(longest)
            ),
            (0.3, *(1.0 for _t in tables)),
            drawings=("", *(pictograms.skill_type(t) for t in tables)),
        )
    gunsmiths = {k for k, s in catalogue.skills.items() if s.chooses_class}
    gunsmith = any(
        not gunsmiths.isdisjoint(catalogue.skill_tables[t])
        and any(not m.has(k) for m in people for k in gunsmiths)
        for t in tables
    )
    if gunsmith:
        yield FormGrid(
            (_("Gunsmith"), *(class_name(c) for c in FIREARM_CLASSES)),
            (),
            drawings=("", *(pictograms.firearm_class(c) for c in FIREARM_CLASSES)),
        )
    said = _("2D6 a Characteristic, a picture the skills under it, 0 nothing: Experience saved.")
    if not tables:
        said = _("2D6 a Characteristic, 0 nothing: Experience saved.")
    yield FormText(said, _("Rolled on:"))
    yield FormTable(
        tuple(level_lines(n, tables, catalogue, gunsmith=gunsmith) for n in range(1, count + 1))
    )


def supplies_section(evening: Evening) -> FormSection:
    """List two rolls of 2D6 a Supply Token: row, column; then its points (p. 92, ruling 21)."""
    drawing = pictograms.token("supply")
    tokens = len(evening.side.tokens) if evening.side is not None else _TOKENS
    if not tokens:
        nothing = FormText(_("No Supply Token was won."))
        return FormSection(_("Supplies"), (nothing,), drawing, 92)
    entries = tuple((line,) for line in _tokens(evening, tokens))
    parts: list[FormPart] = [_supply_grid(evening), FormTable(entries)]
    lines: list[list[WriteBox | FormWords]] = []
    for room in store_rooms(evening.group, evening.catalogue):
        more = "-#" if lines else ""
        again: list[WriteBox | FormWords] = [
            label(_("{perk}: the points again of token").format(perk=room.name)),
            WriteBox("squares", (f"supplies/store-room{more}",)),
            WriteBox("squares", (f"supplies/token-#/again{more}",)),
        ]
        lines.append(again)
    if not lines:
        lines.append([])
    lines[-1] += [
        FormWords("", share=1.0),
        label(_("points in all")),
        WriteBox("sum", width=16, reason="sum"),
    ]
    parts.append(FormTable((tuple(map(tuple, lines)),)))
    return FormSection(_("Supplies"), tuple(parts), drawing, 92)


def _supply_grid(evening: Evening) -> FormGrid:
    catalogue = evening.catalogue
    return FormGrid(
        (_("2D6"), *catalogue.supply_columns),
        tuple(
            (str(row), *(cell_in_words(cell, catalogue) for cell in cells))
            for row, cells in catalogue.supply_rows.items()
        ),
        (0.25, *(1.0 for _c in catalogue.supply_columns)),
    )


def _may_scavenge(evening: Evening, member: Member) -> bool:
    return any(evening.may_know(member, s.key) for s in evening.catalogue.shifting_skills)


def _carrier(evening: Evening, n: int) -> tuple[str, bool]:
    """Return whose token one is, and whether a Scavenger may shift its rolls (p. 67)."""
    group, side = evening.group, evening.side
    if side is None:
        return "", any(_may_scavenge(evening, m) for m in group.active)
    token = side.tokens[n - 1]
    if not token.member or not group.has_member(token.member):
        return "", False
    carrier = group.member(token.member)
    shifts = token.fate == "carried" and _may_scavenge(evening, carrier)
    return carrier.name, shifts


def _tokens(evening: Evening, count: int) -> Iterator[FormLine]:
    """List the tokens: two rolls, the points, how many of what is found."""
    catalogue = evening.catalogue
    carriers = [_carrier(evening, n) for n in range(1, count + 1)]
    cells = [c for row in catalogue.supply_rows.values() for c in row]
    most = max((sum(isinstance(f.count, Dice) for f in c.found) for c in cells), default=0)
    by = max((s.supply_shift for s in catalogue.shifting_skills), default=1)
    wide = 23.0 if by == 1 else 31.0
    shift = replace(
        shifted(by, "supplies/token-#/scavenger"),
        head=_("Scavenger: row, column"),
        width=wide,
        ticks=tuple(TickMark(f"{where}{way}") for where in (_("R"), _("C")) for way in "−+"),
    )
    for n, (carrier, scavenger) in enumerate(carriers, start=1):
        line: list[WriteBox | FormWords] = [
            FormWords(_("Token {n}").format(n=n), carrier, width=WHO, strong=True),
            WriteBox("squares", ("supplies/token-#/row",), head=_("row")),
            WriteBox("squares", ("supplies/token-#/column",), head=_("column")),
        ]
        if any(shifts for _name, shifts in carriers):
            line.append(shift if scavenger else FormWords("", head=shift.head, width=wide))
        line += [
            WriteBox("squares", ("supplies/token-#/points",), head=_("dice")),
            WriteBox("sum", head=_("points"), width=9, reason="sum"),
        ]
        if most:
            kind = "supplies/token-#/count-#"
            line.append(WriteBox("squares", (kind,), head=_("how many"), count=most))
        yield (*line, WriteBox("sum", head=_("found"), share=1.0, reason="sum"))


def _room(head: str = "") -> FormLine:
    """Return the room of a square where there is none."""
    return (FormWords("", head=head, width=6.6),)
