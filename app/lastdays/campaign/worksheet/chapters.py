"""The worksheet with a section for each step of the post-game sequence, and boxes for everything it
asks (p. 83–97)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest

from msgspec.structs import replace

from lastdays.campaign.worksheet.entries import (
    WHO,
    Evening,
    FormEntry,
    InjuryBoxes,
    Line,
    indent,
    level_lines,
    looked_up,
    names,
    new_leader,
    numbered,
    shifted,
)
from lastdays.campaign.worksheet.own_steps import (
    hurt_at_table,
    injuries_at_table,
    may_injure,
    own_section,
)
from lastdays.language import _, ngettext, number, signed, titled
from lastdays.model.game_record import GameRecord
from lastdays.model.group import Group, Member, RefugeState
from lastdays.model.profile import item_name, next_level_cost
from lastdays.model.recruiting import empty_spaces, perk_keys, perks_of, places_in_refuge
from lastdays.model.switches import Switches
from lastdays.pdf.content import (
    FormLine,
    FormPart,
    FormSection,
    FormSheet,
    FormTable,
    FormText,
    FormWords,
    SheetTable,
    TickMark,
    WriteBox,
)
from lastdays.postgame.context import kinds_of_asks
from lastdays.postgame.experience import choosable_tables, earns
from lastdays.postgame.injuries import Half, stage_name
from lastdays.postgame.jobs import jobs_of, posts
from lastdays.postgame.supplies import cell_in_words, store_rooms
from lastdays.postgame.zombie_attack import guard_value
from lastdays.rulebook import FIREARM_CLASSES, Catalogue, class_name, pictograms, skill_type_name
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.entries import Dice, Perk, open_skill_types
from lastdays.rulebook.known import AMPUTATED, AttributeKey, CharacterKey, EquipmentKey

#: How many Supply Tokens there is room for without a game record.
_TOKENS = 5
#: The width of the box for a member's Experience in millimetres: what its head needs in each language.
_TOTAL = 8.0


def experience_section(evening: Evening) -> FormSection | None:
    """Make the section for Experience (p. 87), with room for each affordable Level (p. 88–90)."""
    paid = [m for m in evening.group.roster if earns(m, evening.switches)]
    if not paid:
        return None
    cells = [_earned(evening, m) for m in paid]
    levels = sum(evening.levels(m) for m in paid if m.status == "active")
    across = 3
    blank: FormLine = (
        FormWords("", share=1.0),
        *_room(_("survived")),
        *_room(_("total"), width=_TOTAL),
    )
    cells += [blank] * (-len(cells) % across)
    rows = tuple(
        (tuple(part for cell in cells[n : n + across] for part in cell),)
        for n in range(0, len(cells), across)
    )
    catalogue = evening.catalogue
    parts: list[FormPart] = [
        FormText(
            _(
                "{z} per zombie, {r} per rival, {o} per objective; {d} for surviving.",
                z=catalogue.earned["zombie"],
                r=catalogue.earned["rival"],
                o=catalogue.earned["objective"],
                d=catalogue.survived,
            )
        ),
        FormTable(rows),
    ]
    if evening.game is not None:
        worth = catalogue.objective_worth(evening.game.encounter)
        if worth != catalogue.earned["objective"]:
            parts.insert(1, FormText(_("Objectives of this Encounter: {n} each.", n=worth)))
    if levels:
        parts += _levels(evening, paid, levels)
    drawing = pictograms.token("experience")
    return FormSection(_("Experience"), tuple(parts), drawing, 87)


def _earned(evening: Evening, m: Member) -> FormLine:
    """Return a member's line: what they have and earned, boxes for the roll and the total."""
    hints = [_("has {n}", n=m.experience)]
    if evening.side is not None:
        hints.append(_("earned {n}", n=evening.deeds(m)))
    cost = next_level_cost(m, evening.catalogue)
    if cost is not None:
        hints.append(_("Level {n} costs {cost}", n=m.level + 1, cost=cost))
    die = WriteBox("squares", ("experience/*/survived",), head=_("survived"))
    words = FormWords(m.name, " · ".join(hints), share=1.0, strong=True)
    total = WriteBox("sum", head=_("total"), width=_TOTAL, reason="sum")
    return (words, *((die,) if evening.survives(m) else _room(_("survived"))), total)


def _levels(evening: Evening, paid: list[Member], count: int) -> Iterator[FormPart]:
    """Yield the tables, then an entry for each affordable Level."""
    catalogue = evening.catalogue
    open_tables = {t for m in paid for t in choosable_tables(m, catalogue, evening.switches)}
    tables = [t for t in catalogue.skill_tables if t in open_tables]
    yield looked_up(
        (_("2D6"), *(str(total) for total in catalogue.characteristic_table)),
        (("", *(" / ".join(names) for names in catalogue.characteristic_table.values())),),
        kind="figure",
    )
    if tables:
        rows = zip_longest(*(catalogue.skill_tables[t] for t in tables))
        yield looked_up(
            (_("D6"), *(skill_type_name(t) for t in tables)),
            (
                (str(n), *(catalogue.skills[key].name if key else "" for key in keys))
                for n, keys in enumerate(rows, start=1)
            ),
            drawings=("", *(pictograms.skill_type(t) for t in tables)),
        )
    gunsmiths = {k for k, s in catalogue.skills.items() if s.chooses_class}
    gunsmith = any(
        not gunsmiths.isdisjoint(catalogue.skill_tables[t])
        and any(not m.has(k) for m in paid for k in gunsmiths)
        for t in tables
    )
    if gunsmith:
        yield looked_up(
            (_("Gunsmith"), *(class_name(c) for c in FIREARM_CLASSES)),
            (),
            drawings=("", *(pictograms.firearm_class(c) for c in FIREARM_CLASSES)),
        )
    said = _(
        "2D6: Characteristics Table. A picture: the skills under it. 0: nothing, Experience saved."
    )
    if not tables:
        said = _("2D6: Characteristics Table. 0: nothing, Experience saved.")
    yield FormText(said, _("Rolled on:"))
    yield FormTable(
        tuple(level_lines(n, tables, catalogue, gunsmith=gunsmith) for n in range(1, count + 1))
    )


def supplies_section(evening: Evening) -> FormSection:
    """Make the section for supplies: for each Supply Token the rolls for its row, column and points
    (p. 92, ruling 21)."""
    drawing = pictograms.token("supply")
    tokens = len(evening.side.tokens) if evening.side is not None else _TOKENS
    if not tokens:
        nothing = FormText(_("No Supply Tokens were brought home."))
        return FormSection(_("Supplies"), (nothing,), drawing, 92)
    entries = tuple((line,) for line in _tokens(evening, tokens))
    parts: list[FormPart] = [_supply_grid(evening), FormTable(entries)]
    lines: list[Line] = []
    for room in store_rooms(evening.group, evening.catalogue):
        more = "-#" if lines else ""
        again: Line = [
            FormWords(_("{perk}: re-roll the points of token", perk=room.name)),
            WriteBox("squares", (f"supplies/store-room{more}",)),
            WriteBox("squares", (f"supplies/token-#/again{more}",)),
        ]
        lines.append(again)
    if not lines:
        lines.append([])
    lines[-1] += [
        FormWords("", share=1.0),
        FormWords(_("total points")),
        WriteBox("sum", width=16, reason="sum"),
    ]
    parts.append(FormTable((tuple(map(tuple, lines)),)))
    return FormSection(_("Supplies"), tuple(parts), drawing, 92)


def _supply_grid(evening: Evening) -> SheetTable:
    catalogue = evening.catalogue
    return looked_up(
        (_("2D6"), *catalogue.supply_columns),
        tuple(
            (str(row), *(cell_in_words(cell, catalogue) for cell in cells))
            for row, cells in catalogue.supply_rows.items()
        ),
    )


def _may_scavenge(evening: Evening, member: Member) -> bool:
    return any(evening.may_know(member, s.key) for s in evening.catalogue.shifting_skills)


def _carrier(evening: Evening, n: int) -> tuple[str, bool]:
    """Return who carried a token, '' for nobody, and whether a Scavenger may shift its rolls (p. 67)."""
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
    """Yield a line for each token: two rolls, points, what was found and how many."""
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
        line: Line = [
            FormWords(_("Token {n}", n=n), carrier, width=WHO, strong=True),
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


def _room(head: str, *, width: float = 6.6) -> FormLine:
    """Return an empty space as wide as a square, or `width` millimetres."""
    return (FormWords("", head=head, width=width),)


def encounter_section(evening: Evening) -> FormSection | None:
    """Make the section for the Encounter: a new Leader, captives' gear, a freed stranger, the vehicle
    (p. 84, p. 104, p. 107); None if there is nothing to ask."""
    entries = []
    if evening.may_be_leaderless:
        entries.append(tuple(new_leader("encounter/leader", evening.leave_most)))
    entries += _loot(evening)
    if evening.side is None or evening.side.stranger_home:
        entries += _stranger(evening)
    if evening.side is None or evening.side.vehicle:
        entries += _vehicle(evening)
    if not entries:
        return None
    return FormSection(
        _("Encounter"), (FormTable(tuple(entries)),), pictograms.of("encounters", ""), 84
    )


def _loot(evening: Evening) -> Iterator[FormEntry]:
    if evening.game is None:
        return
    for rival in evening.game.rivals_of(evening.group.id):
        for captive in rival.captives:
            mine = captive.captor == evening.group.id and captive.fate in ("lost", "declined")
            gear = evening.group.missing(captive.gear, captive.member) if mine else ()
            if not gear:
                continue
            items = ", ".join(item_name(item, evening.catalogue) for item in gear)
            text = _("Gear of {name}, who wasn't retrieved", name=captive.name)
            yield (
                (
                    FormWords(text, items, share=1.0, strong=True),
                    FormWords(_("take the gear?")),
                    WriteBox("ticks", ("encounter/loot/*",), ticks=_yes_or_no()),
                ),
            )


def _stranger(evening: Evening) -> Iterator[FormEntry]:
    kind = evening.catalogue.character(CharacterKey.SURVIVOR)
    if not evening.stranger_may_join:
        return
    text = _("A stranger was freed. Take them in, as a {type}?", type=kind.name)
    line: Line = [
        FormWords(text),
        WriteBox("ticks", ("encounter/stranger",), ticks=_yes_or_no()),
    ]
    if kind.choose_skill_types:
        types = tuple(
            TickMark(skill_type_name(t), pictograms.skill_type(t)) for t in open_skill_types(kind)
        )
        line += [
            FormWords(_("learns {n} of", n=kind.choose_skill_types)),
            WriteBox(
                "ticks",
                ("encounter/stranger/skill-type-#",),
                count=kind.choose_skill_types,
                ticks=types,
            ),
        ]
    yield (tuple(line),)


def _vehicle(evening: Evening) -> Iterator[FormEntry]:
    known = evening.game is not None
    entry = evening.catalogue.encounters.get(evening.game.encounter if evening.game else "")
    tests = [entry] if entry is not None else list(evening.catalogue.encounters.values())
    found = next((e for e in tests if e.perk_test is not None), None)
    able = [m for m in evening.standing if not m.has(AttributeKey.ANIMAL)]
    if found is None or found.perk_test is None:
        return
    if not able and not evening.stranger_may_join and not evening.may_be_leaderless:
        return
    if found.perk in perk_keys(evening.group, evening.catalogue):
        return
    settled = known or evening.group.on_the_road
    if settled and empty_spaces(evening.group, evening.catalogue) <= 0:
        return
    two = any(evening.catalogue.giver(m, Effect.TWO_DICE_ON_VEHICLES) for m in able)
    two = two or evening.newcomers_can(Effect.TWO_DICE_ON_VEHICLES)
    needed = _(
        "D6 + {what}, {n} or more", what=found.perk_test.characteristic, n=found.perk_test.target
    )
    if two:
        needed = _("{needed}; Gear-Head: the better of two dice", needed=needed)
    yield (
        (
            FormWords(_("Escape vehicle: who works on it")),
            WriteBox("line", ("encounter/vehicle",), share=1.0),
            FormWords(needed),
            WriteBox("squares", ("encounter/vehicle-test/test",), count=2 if two else 1),
        ),
    )


def injuries_section(evening: Evening) -> FormSection:
    """Make the section for injuries, with an entry for each member who was Out of Action, or for
    everyone without a game record (p. 84)."""
    drawing = pictograms.of("injuries", "")
    of_own_rules = tuple(injuries_at_table(evening))
    if not evening.fallen:
        nobody = FormText(_("Nobody ended the game Out of Action."))
        table = (_injury_table(evening),) if of_own_rules else ()
        return FormSection(_("Injuries"), (nobody, *table, *of_own_rules), drawing, 84)
    parts: list[FormPart] = [_injury_table(evening), *_help(evening)]
    boxes = injury_boxes(evening, "injuries/*")
    alone = len(evening.fallen) == 1 and evening.side is not None
    entries = []
    for n, member in enumerate(evening.fallen, start=1):
        who: WriteBox | FormWords = WriteBox("line", ("injuries/next/#",), head=_("Who"), width=WHO)
        if alone:
            who = FormWords(member.name, head=_("Who"), width=WHO, strong=True)
        entries.append(boxes.lines((numbered(n), who), evening.catalogue))
    parts += [FormTable(tuple(entries)), *of_own_rules]
    return FormSection(_("Injuries"), tuple(parts), drawing, 84)


def injury_boxes(evening: Evening, where: str) -> InjuryBoxes:
    """Return the boxes an injury may need: now ('injuries/*'), or in the flight from the Refuge,
    when the group may have more skills and gear."""
    now = where == "injuries/*"
    rivals = evening.game is None or bool(evening.game.rivals_of(evening.group.id))
    pool = evening.fallen if now else evening.group.active
    return InjuryBoxes(
        where,
        first_aid=not now
        or any(evening.catalogue.giver(m, Effect.REROLLS_INJURY_DIE) for m in evening.standing)
        or evening.newcomers_can(Effect.REROLLS_INJURY_DIE),
        medical=not now
        or any(i.key == EquipmentKey.MEDICAL_SUPPLIES for m in evening.standing for i in m.gear),
        again=not (now and rivals),
        earns=any(earns(m, evening.switches) for m in pool),
        leader=now and evening.leader_may_die,
        leave_most=evening.leave_most,
    )


def _injury_table(evening: Evening) -> SheetTable:
    entries = sorted(
        (e for e in evening.catalogue.injuries.values() if e.totals), key=lambda e: e.totals
    )
    return looked_up(
        (_("2D6"), *(_span(entry.totals) for entry in entries)),
        (("", *(entry.name for entry in entries)),),
    )


def _further_rolls(catalogue: Catalogue) -> Iterator[str]:
    """Yield the totals of the Injury Table that need more dice, in words (p. 84–85)."""
    for entry in catalogue.injuries.values():
        if not entry.totals:  # a pack may have injuries that are only set by hand
            continue
        if entry.first:
            yield _(
                "{total}: the virus (1–3 {low}, 4–6 {high}).",
                total=_span(entry.totals),
                **_halves(entry.first, catalogue),
            )
        if AMPUTATED in entry.first.values():
            yield _("Then the limb (1–3 {low}, 4–6 {high}).", **_halves(entry.second, catalogue))
        if entry.experience is not None:
            yield _("{total}: {dice} Experience.", total=_span(entry.totals), dice=entry.experience)


def _halves(table: Mapping[Half, str], catalogue: Catalogue) -> dict[str, str]:
    """Return the result of each half of the die for Infected!"""
    return {
        "low": stage_name(table["1-3"], catalogue),
        "high": stage_name(table["4-6"], catalogue),
    }


def _help(evening: Evening) -> Iterator[FormText]:
    """Yield further rolls, who was Out of Action, and who can help."""
    yield FormText(" ".join(_further_rolls(evening.catalogue)))
    known = evening.side is not None
    fallen = [(m.name, _second_time(evening, m)) for m in evening.fallen]
    said = [f"{name} ({again})" if again else name for name, again in fallen if again or known]
    if said:
        name = _("Out of Action:") if known else _("Remember:")
        yield FormText(" · ".join(said), name, pictograms.token("out"))
    helpers = evening.standing
    for skill in evening.catalogue.skills_that(Effect.REROLLS_INJURY_DIE):
        able = [m.name for m in helpers if m.has(skill.key)]
        if not able:
            continue
        text = _("{names}; each re-rolls one die, once.", names=", ".join(able))
        yield FormText(text, titled(skill.name), skill.drawing)
    medical = evening.catalogue.equipment[EquipmentKey.MEDICAL_SUPPLIES]
    bearers = [m.name for m in helpers for i in m.gear if i.key == medical.key]
    if bearers:
        text = _("{names}; ±{n}, then used up.", names=", ".join(bearers), n=medical.injury_shift)
        yield FormText(text, titled(medical.name), medical.drawing)


def _second_time(evening: Evening, member: Member) -> str:
    known = evening.catalogue.injuries
    entries = [known.get(i.key) for i in member.injuries]
    again = [f"{e.name} → {known[e.again].name}" for e in entries if e is not None and e.again]
    if not again:
        return ""
    return _("a second time: {injuries}", injuries=", ".join(again))


def _yes_or_no() -> tuple[TickMark, TickMark]:
    return TickMark(_("yes")), TickMark(_("no"))


def _span(totals: tuple[int, ...]) -> str:
    return f"{totals[0]}–{totals[-1]}" if len(totals) > 1 else str(totals[0])


#: How many lines there are for moves of gear.
_MOVES = 6


def gear_section(evening: Evening) -> FormSection:
    """Make the section for moves of gear (p. 93)."""
    box = WriteBox("line", ("gear/moves",), share=1.0)
    return FormSection(
        _("Gear"),
        (
            FormText(_("Gear may change hands freely before the Jobs.")),
            FormTable((((box, box),) * (_MOVES // 2),)),
        ),
        pictograms.of("equipment", ""),
        93,
    )


def jobs_section(evening: Evening) -> FormSection:
    """Make the section for Jobs: a line for each member who can work, then the results
    (p. 93–95)."""
    parts: list[FormPart] = []
    steps = evening.catalogue.own.steps_at("upkeep")
    injured = bool(hurt_at_table(evening))
    injured |= any(may_injure(step, evening.catalogue) for step in steps)
    if evening.new_leader_may_come or injured:
        line = (
            FormWords(_("New Leader's gear and its price")),
            WriteBox("line", ("jobs/arms",), share=1.0),
        )
        parts.append(FormTable(((line,),)))
    cells: list[FormLine] = [
        (
            FormWords(m.name, _on_guard(m, evening), share=1.0, strong=True),
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


def _on_guard(member: Member, evening: Evening) -> str:
    """Say what a member adds on Guard; '' on the road."""
    if evening.group.on_the_road:
        return ""
    return _("on Guard {n}", n=signed(guard_value(member, evening.catalogue)))


def _done(evening: Evening) -> Iterator[FormPart]:
    """Yield the entries for the results of Jobs, in the order in which they are done."""
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
        yield FormText(" · ".join(_post(perk, catalogue) for perk in perks), _("Perks to work:"))
    open_jobs = _open_jobs(evening)
    talk = "talk" in open_jobs
    ends = ["*/talk/*/first"] if talk else []
    ends += ["*/worked/points"] if any(p.points is not None for p in perks) else []
    ends += ["*/worked/test"] if any(p.test is not None for p in perks) else []
    both = any(p.points is not None and p.test is not None for p in perks)
    built = ["*/build/perk", "*/build/perk-#"]
    head = _("built, torn down; recruit: type, name, gear")
    if evening.group.on_the_road and empty_spaces(evening.group, catalogue) <= 0:
        built, head = [], _("recruit: type, name, gear")
    built += ["*/recruit"] if "recruit" in open_jobs else []
    line = [WriteBox("line", ("jobs/next/#",), head=_("In order: who"), width=WHO)]
    if ends:
        line.append(
            WriteBox(
                "squares",
                kinds_of_asks("jobs", *ends),
                head=_("dice, or Leader's die") if talk else _("dice"),
                count=2 if both else 1,
            )
        )
    line.append(
        WriteBox(
            "line",
            kinds_of_asks("jobs", *built),
            head=head,
            share=1.0,
        )
    )
    if talk:
        line.append(WriteBox("squares", ("jobs/*/talk/*/second",), head=_("The Talk: other's die")))
    line.append(WriteBox("sum", head=_("points"), width=12, reason="sum"))
    yield FormTable(tuple((((numbered(n), *line)),) for n in range(1, len(people) + 1)))


def _open_jobs(evening: Evening) -> set[str]:
    if evening.context is None:
        return {"recruit", "talk"}
    return {job for m in evening.standing for job in jobs_of(m, evening.group, evening.context)}


def attack_section(evening: Evening) -> FormSection:
    """Make the section for the Zombie Attack: its modifiers and dice (p. 95, ruling 28)."""
    catalogue = evening.catalogue
    lines: list[Line] = [
        [
            WriteBox("sum", head=_("modifier"), width=16, reason="sum"),
            WriteBox("squares", ("attack/roll",), head=_("2D6"), count=2),
        ]
    ]
    towers = [perk for perk in perks_of(evening.group, catalogue) if perk.attack_rerolls]
    most = max((tower.attack_rerolls for tower in towers), default=0)
    for at, tower in enumerate(towers):
        assert tower.test is not None, "who watches passes a Test first"
        needed = _(
            "{perk}: D6 + {what}, {n} or more",
            perk=tower.name,
            what=tower.test.characteristic,
            n=tower.test.target,
        )
        test = "attack/watch-tower-#/test" if at else "attack/watch-tower/test"
        if at:
            lines.append([])
        lines[-1] += [FormWords(needed, width=42), WriteBox("squares", (test,), head=_("D6"))]
        for again in range(most):  # at most as many as the best tower allows
            more = "-#" if at or again else ""
            if again:
                lines.append([])
            lines[-1] += [
                WriteBox(
                    "ticks",
                    (f"attack/tower-choice{more}",),
                    head=_("re-roll which"),
                    ticks=(TickMark("1"), TickMark("2")),
                ),
                WriteBox("squares", (f"attack/tower-roll{more}",), head=_("new roll")),
            ]
    most = catalogue.number("zombie_attack", "overrun_at_most")
    text = _("{n} or less: the Refuge is overrun.", n=most)
    lines[-1] += [
        WriteBox("sum", head=_("total"), width=16, reason="sum"),
        FormWords(text, share=1.0),
    ]
    return FormSection(
        _("Zombie Attack"),
        (FormText(" · ".join(_modifiers(evening))), FormTable((tuple(map(tuple, lines)),))),
        pictograms.token("zombie"),
        95,
    )


def _modifiers(evening: Evening) -> Iterator[str]:
    """Yield the modifiers of the attack's roll."""
    catalogue = evening.catalogue
    each = number(catalogue.number("zombie_attack", "out_of_action"))
    if evening.side is None:
        yield _("{n} for each who ended Out of Action", n=each)
    elif evening.fallen:
        yield _("{each} for each of {n} Out of Action", each=each, n=len(evening.fallen))
    if not evening.switches.attack_counts_lost:
        yield _("dead and captured members don't count")
    yield _("each Guard as listed under Jobs")
    for perk in perks_of(evening.group, catalogue):
        if perk.attack_bonus:
            yield f"{perk.name} {signed(perk.attack_bonus)}"
        if perk.shelters:
            yield ngettext(
                "{perk}: one fewer Out of Action",
                "{perk}: {n} fewer Out of Action",
                perk.shelters,
                perk=perk.name,
            )


def refuge_section(evening: Evening) -> FormSection:
    """Make the section for staying, moving or fleeing (p. 96, rulings 29 and 30)."""
    catalogue = evening.catalogue
    sizes = [
        places_in_refuge(replace(evening.group, refuge=RefugeState(key)), catalogue)
        for key in catalogue.refuges
        if key != evening.group.refuge.key
    ]
    grown = len(evening.group.roster) + 2  # with a recruit and a stranger
    over = max(0, grown - min(sizes, default=grown))
    held: FormLine = (
        FormWords(_("Held: stay, or move to")),
        WriteBox("line", ("refuge/leave",), width=36),
    )
    fled: FormLine = (
        FormWords(_("Overrun: flee to")),
        WriteBox("line", ("refuge/flee",), width=36),
    )
    stay = [held]
    flee = [fled]
    if over:
        stay = names("refuge/leaves/#", over, *held, FormWords(_("no room for")))
        flee = names("refuge/left-behind/#", over, *fled, FormWords(_("left behind")))
    hurt = WriteBox("line", ("refuge/hurt",), width=WHO)
    boxes = injury_boxes(evening, "refuge/*")
    lines = boxes.lines((FormWords(_("Hurt while fleeing")), hurt), catalogue)
    new = new_leader("refuge", evening.leave_most + 1)  # with a recruit
    arms: FormLine = (
        indent(),
        FormWords(_("New Leader's gear and its price")),
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
        said = _(
            "{perk} D6 + {what}, {n} or more",
            perk=perk.name,
            what=perk.test.characteristic,
            n=perk.test.target,
        )
    if perk.points is None:
        return said
    said = f"{said}: {perk.points}" if perk.test is not None else f"{said} {perk.points}"
    if perk.points_with_skill is None:
        return said
    return _(
        "{what}, {more} with {skill}",
        what=said,
        more=perk.points_with_skill,
        skill=catalogue.trait(perk.points_skill).name,
    )


def record_section(evening: Evening) -> FormSection:
    """Make the section for what a game record would contain."""
    heads = (_("played"), _("Out"), _("zombies"), _("rivals"), _("obj."), _("Tokens"))
    members: tuple[FormEntry, ...] = tuple(
        (
            (
                FormWords(m.name, share=1.0, strong=True, head=_("Name")),
                *(WriteBox("squares", head=head, reason="record") for head in heads),
                WriteBox("line", head=_("one-use gear used up"), width=52, reason="record"),
            ),
        )
        for m in evening.group.active
    )
    line = WriteBox("line", share=1.0, reason="record")
    rest: list[FormEntry] = [
        (
            (
                FormWords(_("Encounter")),
                line,
                FormWords(_("Supply Tokens claimed")),
                WriteBox("squares", reason="record"),
            ),
        )
    ]
    captured = ", ".join(m.name for m in evening.group.roster if m.status == "captured")
    if captured:
        held = FormWords(_("{names}: home, held or dead", names=captured))
        rest.append(((held, line),))
    return FormSection(
        _("The game"),
        (
            FormText(_("Who played, who ended Out of Action, and what each did.")),
            FormTable(members),
            FormTable(tuple(rest)),
        ),
        pictograms.place("table"),
    )


def worksheet(
    group: Group, catalogue: Catalogue, switches: Switches, game: GameRecord | None = None
) -> FormSheet:
    """Make the worksheet of a group's sequence after a game; without a game record it has a section
    for that, too."""
    evening = Evening(group, catalogue, switches, game)
    steps = (
        encounter_section(evening),
        injuries_section(evening),
        experience_section(evening),
        supplies_section(evening),
        gear_section(evening),
        own_section(evening, "upkeep", _("Upkeep")),
        jobs_section(evening),
        None if group.on_the_road else attack_section(evening),
        None if group.on_the_road else refuge_section(evening),
        own_section(evening, "after", _("Last steps")),
    )
    sections = [
        replace(section, heading=f"{n}  {section.heading}")
        for n, section in enumerate(filter(None, steps), start=1)
    ]
    if game is None:
        sections.insert(0, record_section(evening))
    about = _("after game {n}", n=game.number) if game is not None else _("after a game")
    return FormSheet(
        _("Post-game worksheet"),
        f"{group.name} · {about}",
        tuple(sections),
        pictograms.place("aftermath"),
    )
