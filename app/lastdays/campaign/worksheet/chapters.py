"""The worksheet with a section for each step of the post-game sequence, and boxes for everything it
asks (p. 83–97)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from lastdays.campaign.worksheet.book_tables import (
    characteristic_table,
    gear_for_sale,
    gunsmith_classes,
    injury_table,
    jobs_in_words,
    level_costs,
    next_encounters,
    perks_for_sale,
    recruits,
    refuges,
    skill_tables,
    skills_meant,
)
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
from lastdays.postgame.jobs import jobs_of, posts
from lastdays.postgame.supplies import cell_in_words, store_rooms
from lastdays.postgame.zombie_attack import guard_value
from lastdays.rulebook import Catalogue, pictograms, skill_type_name
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.entries import Dice, Encounter, Perk, open_skill_types
from lastdays.rulebook.known import AttributeKey, CharacterKey, EquipmentKey

#: How many Supply Tokens there is room for without a game record.
_TOKENS = 5
#: The width of the box for a member's Experience in millimetres: what its head needs in each language.
_TOTAL = 8.0
#: The width of a name in the record, in millimetres.
_NAME = 46.0
#: How many members' Experience stands side by side.
_ACROSS = 3
#: The width of the box for a Scavenger's shift, without and with a square for its amount.
_SHIFT_BY_ONE = 23.0
_SHIFT_BY_MORE = 31.0


def experience_section(evening: Evening) -> FormSection | None:
    """Make the section for Experience (p. 87), with room for each affordable Level (p. 88–90)."""
    earners = [member for member in evening.group.roster if earns(member, evening.switches)]
    if not earners:
        return None
    parts: list[FormPart] = [FormText(_deeds_in_words(evening.catalogue))]
    if evening.game is not None:
        objective_worth = evening.catalogue.objective_worth(evening.game.encounter)
        if objective_worth != evening.catalogue.earned["objective"]:
            parts.append(FormText(_("Objectives of this Encounter: {n} each.", n=objective_worth)))
    parts.append(FormTable(tuple(_experience_rows(evening, earners))))
    parts += level_costs(evening.catalogue)
    levels = sum(evening.levels(member) for member in earners if member.status == "active")
    if levels:
        parts += _level_parts(evening, earners, levels)
    drawing = pictograms.token("experience")
    return FormSection(_("Experience"), tuple(parts), drawing, 87)


def _deeds_in_words(catalogue: Catalogue) -> str:
    """Say what Experience deeds bring."""
    return _(
        "{z} per zombie, {r} per rival, {o} per objective; {d} for surviving.",
        z=catalogue.earned["zombie"],
        r=catalogue.earned["rival"],
        o=catalogue.earned["objective"],
        d=catalogue.survived,
    )


def _experience_rows(evening: Evening, earners: list[Member]) -> Iterator[FormEntry]:
    """Yield rows of three members each, the last filled up with empty space."""
    cells = [_experience_line(evening, member) for member in earners]
    blank: FormLine = (
        FormWords("", share=1.0),
        *_box_with_caption(_("survived")),
        *_box_with_caption(_("total"), width=_TOTAL),
    )
    while len(cells) % _ACROSS:
        cells.append(blank)
    for start in range(0, len(cells), _ACROSS):
        row: Line = []
        for cell in cells[start : start + _ACROSS]:
            row += cell
        yield (tuple(row),)


def _experience_line(evening: Evening, member: Member) -> FormLine:
    """Return a member's line: what they have and earned, boxes for the roll and the total."""
    hints = [_("has {n}", n=member.experience)]
    if evening.side is not None:
        hints.append(_("earned {n}", n=evening.deeds(member)))
    cost = next_level_cost(member, evening.catalogue)
    if cost is not None:
        hints.append(_("Level {n} costs {cost}", n=member.level + 1, cost=cost))
    line: Line = [FormWords(member.name, " · ".join(hints), share=1.0, strong=True)]
    if evening.survives(member):
        line.append(WriteBox("squares", ("experience/*/survived",), head=_("survived")))
    else:
        line += _box_with_caption(_("survived"))
    line.append(WriteBox("sum", head=_("total"), width=_TOTAL, reason="sum"))
    return tuple(line)


def _level_parts(evening: Evening, earners: list[Member], count: int) -> Iterator[FormPart]:
    """Yield the tables, then an entry for each affordable Level."""
    catalogue = evening.catalogue
    tables = _open_tables(evening, earners)
    yield from characteristic_table(catalogue)
    if tables:
        yield from skill_tables(tables, catalogue)
    gunsmith = any(_may_make_gunsmiths(table, earners, catalogue) for table in tables)
    if gunsmith:
        yield gunsmith_classes()
    if tables:
        legend = _(
            "2D6: Characteristics Table. A picture: the skills under it. "
            "0: nothing, Experience saved."
        )
    else:
        legend = _("2D6: Characteristics Table. 0: nothing, Experience saved.")
    yield FormText(legend, _("Rolled on:"))
    entries = []
    for place in range(1, count + 1):
        entries.append(level_lines(place, tables, catalogue, gunsmith=gunsmith))
    yield FormTable(tuple(entries))


def _may_make_gunsmiths(table: str, earners: list[Member], catalogue: Catalogue) -> bool:
    """Return whether a table has a skill that chooses a class of firearm, and somebody lacks one."""
    skills = [key for key, skill in catalogue.skills.items() if skill.chooses_class]
    if not any(skill in catalogue.skill_tables[table] for skill in skills):
        return False
    for member in earners:
        for skill in skills:
            if not member.has(skill):
                return True
    return False


def supplies_section(evening: Evening) -> FormSection:
    """Make the section for supplies: for each Supply Token the rolls for its row, column and points
    (p. 92, ruling 21)."""
    drawing = pictograms.token("supply")
    tokens = _TOKENS if evening.side is None else len(evening.side.tokens)
    if not tokens:
        nothing = FormText(_("No Supply Tokens were brought home."))
        return FormSection(_("Supplies"), (nothing,), drawing, 92)
    entries: list[FormEntry] = [(line,) for line in _tokens(evening, tokens)]
    last_lines = [tuple(line) for line in _store_room_lines(evening)]
    last_entry = tuple(last_lines)
    parts = (_supply_grid(evening), FormTable(tuple(entries)), FormTable((last_entry,)))
    return FormSection(_("Supplies"), parts, drawing, 92)


def _store_room_lines(evening: Evening) -> list[Line]:
    """Return a line for the re-roll of each Store Room; the last line has the total points."""
    lines: list[Line] = []
    for room in store_rooms(evening.group, evening.catalogue):
        key_suffix = "-#" if lines else ""
        lines.append(
            [
                FormWords(_("{perk}: re-roll the points of token", perk=room.name)),
                WriteBox("squares", (f"supplies/store-room{key_suffix}",)),
                WriteBox("squares", (f"supplies/token-#/again{key_suffix}",)),
            ]
        )
    if not lines:
        lines.append([])
    lines[-1] += [
        FormWords("", share=1.0),
        FormWords(_("total points")),
        WriteBox("sum", width=16, reason="sum"),
    ]
    return lines


def _supply_grid(evening: Evening) -> SheetTable:
    catalogue = evening.catalogue
    rows = []
    for total, cells in catalogue.supply_rows.items():
        texts = [cell_in_words(cell, catalogue) for cell in cells]
        rows.append((str(total), *texts))
    return looked_up((_("2D6"), *catalogue.supply_columns), rows)


def _may_scavenge(evening: Evening, member: Member) -> bool:
    """Return whether a member has a skill that shifts rolls for supplies, or may learn one."""
    skills = evening.catalogue.shifting_skills
    return any(evening.may_know(member, skill.key) for skill in skills)


def _carrier(evening: Evening, n: int) -> tuple[str, bool]:
    """Return who carried a token, '' for nobody, and whether a Scavenger may shift its rolls (p. 67)."""
    group = evening.group
    side = evening.side
    if side is None:
        return "", any(_may_scavenge(evening, member) for member in group.active)
    token = side.tokens[n - 1]
    if not token.member or not group.has_member(token.member):
        return "", False
    carrier = group.member(token.member)
    shifts = token.fate == "carried" and _may_scavenge(evening, carrier)
    return carrier.name, shifts


def _tokens(evening: Evening, count: int) -> Iterator[FormLine]:
    """Yield a line for each token: two rolls, points, what was found and how many."""
    carriers = [_carrier(evening, n) for n in range(1, count + 1)]
    any_shifts = any(shifts for _name, shifts in carriers)
    shift = _supply_shift(evening.catalogue)
    most_counted = _most_counted(evening.catalogue)
    for n, (carrier, shifts) in enumerate(carriers, start=1):
        line: Line = [
            FormWords(_("Token {n}", n=n), carrier, width=WHO, strong=True),
            WriteBox("squares", ("supplies/token-#/row",), head=_("row")),
            WriteBox("squares", ("supplies/token-#/column",), head=_("column")),
        ]
        if shifts:
            line.append(shift)
        elif any_shifts:
            line.append(FormWords("", head=shift.head, width=shift.width))
        line.append(WriteBox("squares", ("supplies/token-#/points",), head=_("dice")))
        line.append(WriteBox("sum", head=_("points"), width=9, reason="sum"))
        if most_counted:
            asks = ("supplies/token-#/count-#",)
            line.append(WriteBox("squares", asks, head=_("how many"), count=most_counted))
        line.append(WriteBox("sum", head=_("found"), share=1.0, reason="sum"))
        yield tuple(line)


def _most_counted(catalogue: Catalogue) -> int:
    """Return the most dice that a cell of the Supply Table takes to say how many there are."""
    dice_most = 0
    for row in catalogue.supply_rows.values():
        for cell in row:
            dice = [find for find in cell.found if isinstance(find.count, Dice)]
            dice_most = max(dice_most, len(dice))
    return dice_most


def _supply_shift(catalogue: Catalogue) -> WriteBox:
    """Return the box for a Scavenger's shift of row or column, wider if it can be more than one."""
    shift_most = max((skill.supply_shift for skill in catalogue.shifting_skills), default=1)
    row = _("R")
    column = _("C")
    ticks = (
        TickMark(f"{row}−"),
        TickMark(f"{row}+"),
        TickMark(f"{column}−"),
        TickMark(f"{column}+"),
    )
    return replace(
        shifted(shift_most, "supplies/token-#/scavenger"),
        head=_("Scavenger: row, column"),
        width=_SHIFT_BY_ONE if shift_most == 1 else _SHIFT_BY_MORE,
        ticks=ticks,
    )


def _box_with_caption(head: str, *, width: float = 6.6) -> FormLine:
    """Return an empty space as wide as a square, or `width` millimetres."""
    return (FormWords("", head=head, width=width),)


def encounter_section(evening: Evening) -> FormSection | None:
    """Make the section for the Encounter: a new Leader, captives' gear, a freed stranger, the vehicle
    (p. 84, p. 104, p. 107); None if there is nothing to ask."""
    entries: list[FormEntry] = []
    if evening.may_be_leaderless:
        entries.append(tuple(new_leader("encounter/leader", evening.leave_most)))
    entries += _loot_entries(evening)
    if evening.side is None or evening.side.stranger_home:
        entries += _stranger_entry(evening)
    if evening.side is None or evening.side.vehicle:
        entries += _vehicle_entry(evening)
    if not entries:
        return None
    drawing = pictograms.of("encounters", "")
    return FormSection(_("Encounter"), (FormTable(tuple(entries)),), drawing, 84)


def _loot_entries(evening: Evening) -> Iterator[FormEntry]:
    if evening.game is None:
        return
    for rival in evening.game.rivals_of(evening.group.id):
        for captive in rival.captives:
            if captive.captor != evening.group.id or captive.fate not in ("lost", "declined"):
                continue
            gear = evening.group.not_here_yet(captive.gear, captive.member)
            if not gear:
                continue
            items = ", ".join(item_name(item, evening.catalogue) for item in gear)
            text = _("Gear of {name}, who wasn't retrieved", name=captive.name)
            line: FormLine = (
                FormWords(text, items, share=1.0, strong=True),
                FormWords(_("take the gear?")),
                WriteBox("ticks", ("encounter/loot/*",), ticks=_yes_or_no()),
            )
            yield (line,)


def _stranger_entry(evening: Evening) -> Iterator[FormEntry]:
    if not evening.stranger_may_join:
        return
    kind = evening.catalogue.character(CharacterKey.SURVIVOR)
    text = _("A stranger was freed. Take them in, as a {type}?", type=kind.name)
    line: Line = [
        FormWords(text),
        WriteBox("ticks", ("encounter/stranger",), ticks=_yes_or_no()),
    ]
    count = kind.choose_skill_types
    if count:
        types = []
        for skill_type in open_skill_types(kind):
            drawing = pictograms.skill_type(skill_type)
            types.append(TickMark(skill_type_name(skill_type), drawing))
        asks = ("encounter/stranger/skill-type-#",)
        line.append(FormWords(_("learns {n} of", n=count)))
        line.append(WriteBox("ticks", asks, count=count, ticks=tuple(types)))
    yield (tuple(line),)


def _vehicle_entry(evening: Evening) -> Iterator[FormEntry]:
    encounter = _vehicle_encounter(evening)
    if encounter is None or encounter.perk_test is None:
        return
    drivers = [member for member in evening.standing if not member.has(AttributeKey.ANIMAL)]
    if not drivers and not evening.stranger_may_join and not evening.may_be_leaderless:
        return
    if encounter.perk in perk_keys(evening.group, evening.catalogue):
        return
    is_settled = evening.game is not None or evening.group.on_the_road
    if is_settled and empty_spaces(evening.group, evening.catalogue) <= 0:
        return
    needed = _(
        "D6 + {what}, {n} or more",
        what=encounter.perk_test.characteristic,
        n=encounter.perk_test.target,
    )
    dice = 1
    if _may_roll_two_dice(evening, drivers):
        needed = _("{needed}; Gear-Head: the better of two dice", needed=needed)
        dice = 2
    line: FormLine = (
        FormWords(_("Escape vehicle: who works on it")),
        WriteBox("line", ("encounter/vehicle",), share=1.0),
        FormWords(needed),
        WriteBox("squares", ("encounter/vehicle-test/test",), count=dice),
    )
    yield (line,)


def _vehicle_encounter(evening: Evening) -> Encounter | None:
    """Return the Encounter of the game if its vehicle takes a Test, without a game record the first of
    all that has one; None if there is none."""
    encounters = evening.catalogue.encounters
    played = encounters.get(evening.game.encounter) if evening.game is not None else None
    candidates = [played] if played is not None else list(encounters.values())
    for encounter in candidates:
        if encounter.perk_test is not None:
            return encounter
    return None


def _may_roll_two_dice(evening: Evening, drivers: list[Member]) -> bool:
    """Return whether somebody rolls two dice for the vehicle, or a new Leader may."""
    effect = Effect.TWO_DICE_ON_VEHICLES
    if evening.newcomers_can(effect):
        return True
    return any(evening.catalogue.giver(driver, effect) for driver in drivers)


def injuries_section(evening: Evening) -> FormSection:
    """Make the section for injuries, with an entry for each member who was Out of Action, or for
    everyone without a game record (p. 84)."""
    drawing = pictograms.of("injuries", "")
    of_own_rules = list(injuries_at_table(evening))
    if not evening.fallen:
        parts: list[FormPart] = [FormText(_("Nobody ended the game Out of Action."))]
        if of_own_rules:
            parts.append(injury_table(evening.catalogue))
        parts += of_own_rules
        return FormSection(_("Injuries"), tuple(parts), drawing, 84)
    boxes = injury_boxes(evening, "injuries/*")
    is_alone = len(evening.fallen) == 1 and evening.side is not None
    entries: list[FormEntry] = []
    for n, member in enumerate(evening.fallen, start=1):
        who: WriteBox | FormWords
        if is_alone:
            who = FormWords(member.name, head=_("Who"), width=WHO, strong=True)
        else:
            who = WriteBox("line", ("injuries/next/#",), head=_("Who"), width=WHO)
        entries.append((boxes.line((numbered(n), who), evening.catalogue),))
    parts = [injury_table(evening.catalogue)]
    parts += _help(evening)
    parts.append(FormTable(tuple(entries)))
    if evening.leader_may_die:
        block = tuple(new_leader("injuries/leader", evening.leave_most))
        parts.append(FormTable((block,)))
    parts += of_own_rules
    return FormSection(_("Injuries"), tuple(parts), drawing, 84)


def injury_boxes(evening: Evening, where: str) -> InjuryBoxes:
    """Return the boxes an injury may need: now ('injuries/*'), or in the flight from the Refuge,
    when the group may have more skills and gear."""
    now = where == "injuries/*"
    if not now:
        return InjuryBoxes(
            where=where,
            first_aid=True,
            medical=True,
            again=True,
            earns=any(earns(member, evening.switches) for member in evening.group.active),
        )
    has_rivals = evening.game is None or bool(evening.game.rivals_of(evening.group.id))
    return InjuryBoxes(
        where=where,
        first_aid=_may_give_first_aid(evening),
        medical=bool(_medics(evening)),
        again=not has_rivals,
        earns=any(earns(member, evening.switches) for member in evening.fallen),
    )


def _may_give_first_aid(evening: Evening) -> bool:
    """Return whether somebody re-rolls a die of an injury, or a new Leader may."""
    effect = Effect.REROLLS_INJURY_DIE
    if evening.newcomers_can(effect):
        return True
    return any(evening.catalogue.giver(member, effect) for member in evening.standing)


def _medics(evening: Evening) -> list[str]:
    """Return the names of those who can use Medical Supplies, once for each piece."""
    names_of_bearers = []
    for member in evening.standing:
        for item in member.gear:
            if item.key == EquipmentKey.MEDICAL_SUPPLIES:
                names_of_bearers.append(member.name)
    return names_of_bearers


def _help(evening: Evening) -> Iterator[FormText]:
    """Yield who was Out of Action, and who can help."""
    yield from _whose_injuries(evening)
    for skill in evening.catalogue.skills_that(Effect.REROLLS_INJURY_DIE):
        helpers = [member.name for member in evening.standing if member.has(skill.key)]
        if helpers:
            text = _("{names}; each re-rolls one die, once.", names=", ".join(helpers))
            yield FormText(text, titled(skill.name), skill.drawing)
    medics = _medics(evening)
    if medics:
        supplies = evening.catalogue.equipment[EquipmentKey.MEDICAL_SUPPLIES]
        text = _("{names}; ±{n}, then used up.", names=", ".join(medics), n=supplies.injury_shift)
        yield FormText(text, titled(supplies.name), supplies.drawing)


def _whose_injuries(evening: Evening) -> Iterator[FormText]:
    """Yield who was Out of Action, and what an injury comes to for those who have it already. Without a
    game record only they are named."""
    has_record = evening.side is not None
    texts = []
    for member in evening.fallen:
        again = _second_time(evening, member)
        if again:
            texts.append(f"{member.name} ({again})")
        elif has_record:
            texts.append(member.name)
    if texts:
        heading = _("Out of Action:") if has_record else _("Remember:")
        yield FormText(" · ".join(texts), heading, pictograms.token("out"))


def _second_time(evening: Evening, member: Member) -> str:
    injuries = evening.catalogue.injuries
    worse = []
    for injury in member.injuries:
        entry = injuries.get(injury.key)
        if entry is not None and entry.again:
            worse.append(f"{entry.name} → {injuries[entry.again].name}")
    if not worse:
        return ""
    return _("a second time: {injuries}", injuries=", ".join(worse))


def _yes_or_no() -> tuple[TickMark, TickMark]:
    return TickMark(_("yes")), TickMark(_("no"))


#: How many lines there are for moves of gear.
_MOVES = 6


def gear_section(evening: Evening) -> FormSection:
    """Make the section for moves of gear (p. 93)."""
    box = WriteBox("line", ("gear/moves",), share=1.0)
    lines = ((box, box),) * (_MOVES // 2)
    text = FormText(_("Gear may change hands freely before the Jobs."))
    drawing = pictograms.of("equipment", "")
    return FormSection(_("Gear"), (text, FormTable((lines,))), drawing, 93)


def jobs_section(evening: Evening) -> FormSection:
    """Make the section for Jobs: a line for each member who can work, then the results
    (p. 93–95)."""
    parts: list[FormPart] = list(jobs_in_words(evening))
    if evening.new_leader_may_come or _own_rules_may_injure(evening):
        line: FormLine = (
            FormWords(_("New Leader's gear and its price")),
            WriteBox("line", ("jobs/arms",), share=1.0),
        )
        parts.append(FormTable(((line,),)))
    rows = tuple(_job_rows(evening))
    if rows:
        parts.append(FormTable(rows))
    else:
        parts.append(FormText(_("Nobody is left standing to take a Job.")))
    parts += _done(evening)
    return FormSection(_("Jobs"), tuple(parts), pictograms.of("perks", ""), 94)


def _own_rules_may_injure(evening: Evening) -> bool:
    """Return whether players' own rules have hurt somebody in the game, or may before the Jobs."""
    if hurt_at_table(evening):
        return True
    steps = evening.catalogue.own.steps_at("upkeep")
    return any(may_injure(step, evening.catalogue) for step in steps)


def _job_rows(evening: Evening) -> Iterator[FormEntry]:
    """Yield rows of two members each, with room for the Job of each."""
    cells: list[FormLine] = []
    for member in evening.standing:
        words = FormWords(member.name, _on_guard(member, evening), share=1.0, strong=True)
        cells.append((words, WriteBox("line", ("jobs/assigned",), head=_("Job"), width=44)))
    if len(cells) % 2:
        cells.append((FormWords("", share=1.0), FormWords("", width=44)))
    for start in range(0, len(cells), 2):
        yield (cells[start] + cells[start + 1],)


def _on_guard(member: Member, evening: Evening) -> str:
    """Say what a member adds on Guard; '' on the road."""
    if evening.group.on_the_road:
        return ""
    return _("on Guard {n}", n=signed(guard_value(member, evening.catalogue)))


def _done(evening: Evening) -> Iterator[FormPart]:
    """Yield the entries for the results of Jobs, in the order in which they are done."""
    workers = [member for member in evening.standing if not member.has(AttributeKey.ANIMAL)]
    if not workers:
        return
    open_jobs = _open_jobs(evening)
    has_space = empty_spaces(evening.group, evening.catalogue) > 0 or not evening.group.on_the_road
    if has_space:
        yield from perks_for_sale(evening)
    if "recruit" in open_jobs:
        yield from recruits(evening)
        yield from gear_for_sale(evening.catalogue)
    perks = _workable_perks(evening)
    if perks:
        texts = [_post(perk, evening.catalogue) for perk in perks]
        yield FormText(" · ".join(texts), _("Perks to work:"))
    boxes = tuple(_job_boxes(evening, perks))
    entries = []
    for n in range(1, len(workers) + 1):
        line: FormLine = (numbered(n), *boxes)
        entries.append((line,))
    yield FormTable(tuple(entries))


def _workable_perks(evening: Evening) -> list[Perk]:
    """Return the Perks that can be worked, less those that help against zombies alone."""
    catalogue = evening.catalogue
    perks = [catalogue.perks[post.key] for post in posts(evening.group, catalogue)]
    return [perk for perk in perks if not perk.attack_rerolls]


def _job_boxes(evening: Evening, perks: list[Perk]) -> Iterator[WriteBox]:
    """Yield the boxes for the result of a Job."""
    open_jobs = _open_jobs(evening)
    may_talk = "talk" in open_jobs
    yield WriteBox("line", ("jobs/next/#",), head=_("In order: who"), width=WHO)
    rolls = []
    if may_talk:
        rolls.append("*/talk/*/first")
    if any(perk.points is not None for perk in perks):
        rolls.append("*/worked/points")
    if any(perk.test is not None for perk in perks):
        rolls.append("*/worked/test")
    if rolls:
        head = _("dice, or Leader's die") if may_talk else _("dice")
        takes_both = any(perk.points is not None and perk.test is not None for perk in perks)
        count = 2 if takes_both else 1
        yield WriteBox("squares", kinds_of_asks("jobs", *rolls), head=head, count=count)
    results = []
    if evening.group.on_the_road and empty_spaces(evening.group, evening.catalogue) <= 0:
        head = _("recruit: type, name, gear")
    else:
        head = _("built, torn down; recruit: type, name, gear")
        results += ["*/build/perk", "*/build/perk-#"]
    if "recruit" in open_jobs:
        results.append("*/recruit")
    yield WriteBox("line", kinds_of_asks("jobs", *results), head=head, share=1.0)
    if may_talk:
        yield WriteBox("squares", ("jobs/*/talk/*/second",), head=_("The Talk: other's die"))
    yield WriteBox("sum", head=_("points"), width=12, reason="sum")


def _open_jobs(evening: Evening) -> set[str]:
    if evening.context is None:
        return {"recruit", "talk"}
    jobs: set[str] = set()
    for member in evening.standing:
        jobs.update(jobs_of(member, evening.group, evening.context))
    return jobs


def attack_section(evening: Evening) -> FormSection:
    """Make the section for the Zombie Attack: its modifiers and dice (p. 95, ruling 28)."""
    lines: list[Line] = [
        [
            WriteBox("sum", head=_("modifier"), width=16, reason="sum"),
            WriteBox("squares", ("attack/roll",), head=_("2D6"), count=2),
        ]
    ]
    _add_towers(lines, evening)
    most = evening.catalogue.number("zombie_attack", "overrun_at_most")
    lines[-1].append(WriteBox("sum", head=_("total"), width=16, reason="sum"))
    lines[-1].append(FormWords(_("{n} or less: the Refuge is overrun.", n=most), share=1.0))
    entry = tuple(tuple(line) for line in lines)
    modifiers = FormText(" · ".join(_modifiers(evening)))
    drawing = pictograms.token("zombie")
    return FormSection(_("Zombie Attack"), (modifiers, FormTable((entry,))), drawing, 95)


def _add_towers(lines: list[Line], evening: Evening) -> None:
    """Add the Tests of Watch Towers and the dice they re-roll, a line for each but the first."""
    perks = perks_of(evening.group, evening.catalogue)
    towers = [perk for perk in perks if perk.attack_rerolls]
    most = max((tower.attack_rerolls for tower in towers), default=0)
    for place, tower in enumerate(towers):
        assert tower.test is not None, "who watches passes a Test first"
        needed = _(
            "{perk}: D6 + {what}, {n} or more",
            perk=tower.name,
            what=tower.test.characteristic,
            n=tower.test.target,
        )
        is_first_tower = place == 0
        test = "attack/watch-tower/test" if is_first_tower else "attack/watch-tower-#/test"
        if not is_first_tower:
            lines.append([])
        lines[-1].append(FormWords(needed, width=42))
        lines[-1].append(WriteBox("squares", (test,), head=_("D6")))
        for reroll in range(most):  # at most as many as the best tower allows
            if reroll > 0:
                lines.append([])
            more = "" if is_first_tower and reroll == 0 else "-#"
            dice = (TickMark("1"), TickMark("2"))
            choice = (f"attack/tower-choice{more}",)
            lines[-1].append(WriteBox("ticks", choice, head=_("re-roll which"), ticks=dice))
            lines[-1].append(WriteBox("squares", (f"attack/tower-roll{more}",), head=_("new roll")))


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
    homeless = _homeless_most(evening)
    if homeless:
        stay = names("refuge/leaves/#", homeless, *held, FormWords(_("no room for")))
        flee = names("refuge/left-behind/#", homeless, *fled, FormWords(_("left behind")))
    parts: list[FormPart] = list(refuges(evening))
    parts.append(FormTable((tuple(stay), tuple(flee))))
    who = WriteBox("line", ("refuge/hurt",), head=_("Hurt while fleeing"), width=WHO)
    boxes = injury_boxes(evening, "refuge/*")
    lines = [boxes.line((indent(), who), evening.catalogue)]
    lines += new_leader("refuge", evening.leave_most + 1)  # with a recruit
    arms: FormLine = (
        indent(),
        FormWords(_("New Leader's gear and its price")),
        WriteBox("line", ("refuge/arms",), share=1.0),
    )
    lines.append(arms)
    parts.append(FormTable((tuple(lines),)))
    return FormSection(_("Refuge"), tuple(parts), pictograms.place("refuge"), 96)


def _homeless_most(evening: Evening) -> int:
    """Return for how many there may be no room in the smallest of other Refuges."""
    grown = len(evening.group.roster) + 2  # with a recruit and a stranger
    smallest = grown
    for key in evening.catalogue.refuges:
        if key != evening.group.refuge.key:
            moved = replace(evening.group, refuge=RefugeState(key))
            smallest = min(smallest, places_in_refuge(moved, evening.catalogue))
    return max(0, grown - smallest)


def _post(perk: Perk, catalogue: Catalogue) -> str:
    """Say what working a Perk takes: 'Fenced-Off Garden D6', 'Radio Room D6 + I, 8 or more'."""
    text = perk.name
    if perk.test is not None:
        text = _(
            "{perk} D6 + {what}, {n} or more",
            perk=perk.name,
            what=perk.test.characteristic,
            n=perk.test.target,
        )
    if perk.points is None:
        return text
    if perk.test is not None:
        text = f"{text}: {perk.points}"
    else:
        text = f"{text} {perk.points}"
    if perk.points_with_skill is None:
        return text
    return _(
        "{what}, {more} with {skill}",
        what=text,
        more=perk.points_with_skill,
        skill=catalogue.trait(perk.points_skill).name,
    )


def record_section(evening: Evening) -> FormSection:
    """Make the section for what a game record would contain."""
    parts = (
        FormText(_("Who played, who ended Out of Action, and what each did.")),
        FormTable(tuple(_record_entries(evening))),
        FormTable(tuple(_entries_of_record(evening))),
    )
    return FormSection(_("The game"), parts, pictograms.place("table"))


def _record_entries(evening: Evening) -> Iterator[FormEntry]:
    """Yield a line for each member, with boxes for what they did."""
    heads = (_("played"), _("Out"), _("zombies"), _("rivals"), _("obj."), _("Tokens"))
    squares = [WriteBox("squares", head=head, reason="record") for head in heads]
    used_up = WriteBox("line", head=_("one-use gear used up"), share=1.0, reason="record")
    for member in evening.group.active:
        name = FormWords(member.name, width=_NAME, strong=True, head=_("Name"))
        yield ((name, *squares, used_up),)


def _entries_of_record(evening: Evening) -> Iterator[FormEntry]:
    """Yield lines for the Encounter, and for what became of captives."""
    line = WriteBox("line", share=1.0, reason="record")
    yield (
        (
            FormWords(_("Encounter")),
            line,
            FormWords(_("Supply Tokens claimed")),
            WriteBox("squares", reason="record"),
        ),
    )
    captives = [member.name for member in evening.group.roster if member.status == "captured"]
    if captives:
        text = _("{names}: home, held or dead", names=", ".join(captives))
        yield ((FormWords(text), line),)


def next_game_section(evening: Evening) -> FormSection:
    """Make the section with what the next game takes: its Encounter, and what new skills do."""
    catalogue = evening.catalogue
    parts: list[FormPart] = [next_encounters(catalogue)]
    paid = [member for member in evening.group.active if earns(member, evening.switches)]
    tables = _open_tables(evening, paid)
    if tables and any(evening.levels(member) for member in paid):
        parts.append(FormText("", _("What skills do:")))
        parts += skills_meant(tables, catalogue)
    return FormSection(_("The next game"), tuple(parts), pictograms.place("table"), 98)


def _open_tables(evening: Evening, members: list[Member]) -> list[str]:
    """Return the tables of skills on which some members may roll."""
    catalogue = evening.catalogue
    tables: set[str] = set()
    for member in members:
        tables.update(choosable_tables(member, catalogue, evening.switches))
    return [table for table in catalogue.skill_tables if table in tables]


def worksheet(
    group: Group, catalogue: Catalogue, switches: Switches, game: GameRecord | None = None
) -> FormSheet:
    """Make the worksheet of a group's sequence after a game; without a game record it has a section
    for that, too."""
    evening = Evening(group, catalogue, switches, game)
    sections: list[FormSection] = []
    for section in _step_sections(evening):
        if section is not None:
            heading = f"{len(sections) + 1}  {section.heading}"
            sections.append(replace(section, heading=heading))
    if game is None:
        sections.insert(0, record_section(evening))
        when = _("after a game")
    else:
        when = _("after game {n}", n=game.number)
    return FormSheet(
        _("Post-game worksheet"),
        f"{group.name} · {when}",
        tuple(sections),
        pictograms.place("aftermath"),
    )


def _step_sections(evening: Evening) -> Iterator[FormSection | None]:
    """Yield the sections in the order of the steps; None for a step that asks nothing."""
    yield encounter_section(evening)
    yield injuries_section(evening)
    yield experience_section(evening)
    yield supplies_section(evening)
    yield gear_section(evening)
    yield own_section(evening, "upkeep", _("Upkeep"))
    yield jobs_section(evening)
    if not evening.group.on_the_road:
        yield attack_section(evening)
        yield refuge_section(evening)
    yield own_section(evening, "after", _("Last steps"))
    yield next_game_section(evening)
