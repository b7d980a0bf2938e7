"""The worksheet of the Encounter and the injuries (p. 84–86)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from lastdays.campaign.worksheet_entries import (
    WHO,
    InjuryBoxes,
    label,
    new_leader,
    numbered,
)
from lastdays.campaign.worksheet_facts import Evening
from lastdays.language import _, titled
from lastdays.model.group import Member
from lastdays.model.profile import item_name
from lastdays.model.recruiting import empty_spaces, perk_keys
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
from lastdays.postgame.injury_roll import Half, stage_name
from lastdays.rulebook import (
    Catalogue,
    pictograms,
    skill_type_name,
)
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.entries import open_skill_types
from lastdays.rulebook.known import (
    AMPUTATED,
    AttributeKey,
    CharacterKey,
    EquipmentKey,
)


def encounter_section(evening: Evening) -> FormSection | None:
    """List a Leader who died in captivity, a captive's gear, a freed stranger, the vehicle (p. 84,
    p. 104, p. 107)."""
    entries: list[tuple[FormLine, ...]] = []
    if evening.may_be_leaderless:
        most = evening.leave_most
        entries.append(tuple(new_leader("encounter/leader", most)))
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


def _loot(evening: Evening) -> Iterator[tuple[FormLine, ...]]:
    if evening.game is None:
        return
    for rival in evening.game.rivals_of(evening.group.id):
        for captive in rival.captives:
            mine = captive.captor == evening.group.id and captive.fate in ("lost", "declined")
            gear = evening.group.missing(captive.gear, captive.member) if mine else ()
            if not gear:
                continue
            items = ", ".join(item_name(item, evening.catalogue) for item in gear)
            text = _("Gear of {name}, whom nobody retrieved").format(name=captive.name)
            yield (
                (
                    FormWords(text, items, share=1.0, strong=True),
                    label(_("take the gear?")),
                    WriteBox("ticks", ("encounter/loot/*",), ticks=_yes_or_no()),
                ),
            )


def _stranger(evening: Evening) -> Iterator[tuple[FormLine, ...]]:
    kind = evening.catalogue.character(CharacterKey.SURVIVOR)
    if not evening.stranger_may_join:
        return
    text = _("A stranger was freed. Take them in, as a {type}?").format(type=kind.name)
    line: list[WriteBox | FormWords] = [
        label(text),
        WriteBox("ticks", ("encounter/stranger",), ticks=_yes_or_no()),
    ]
    if kind.choose_skill_types:
        types = tuple(
            TickMark(skill_type_name(t), pictograms.skill_type(t)) for t in open_skill_types(kind)
        )
        line += [
            label(_("learns {n} of").format(n=kind.choose_skill_types)),
            WriteBox(
                "ticks",
                ("encounter/stranger/skill-type-#",),
                count=kind.choose_skill_types,
                ticks=types,
            ),
        ]
    yield (tuple(line),)


def _vehicle(evening: Evening) -> Iterator[tuple[FormLine, ...]]:
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
    if known and empty_spaces(evening.group, evening.catalogue) <= 0:
        return
    two = any(evening.catalogue.giver(m, Effect.TWO_DICE_ON_VEHICLES) for m in able)
    two = two or evening.newcomers_can(Effect.TWO_DICE_ON_VEHICLES)
    needed = _("D6 + {what}, {n} or more").format(
        what=found.perk_test.characteristic, n=found.perk_test.target
    )
    if two:
        needed = _("{needed}; Gear-Head: the better of two").format(needed=needed)
    yield (
        (
            label(_("Escape vehicle: who works on it")),
            WriteBox("line", ("encounter/vehicle",), share=1.0),
            label(needed),
            WriteBox("squares", ("encounter/vehicle-test/test",), count=2 if two else 1),
        ),
    )


def injuries_section(evening: Evening) -> FormSection:
    """List a roll for everyone Out of Action (p. 84); without a record a line for everyone."""
    drawing = pictograms.of("injuries", "")
    if not evening.fallen:
        nobody = FormText(_("Nobody ended the game Out of Action."))
        return FormSection(_("Injuries"), (nobody,), drawing, 84)
    parts: list[FormPart] = [_injury_table(evening), *_help(evening)]
    boxes = injury_boxes(evening, "injuries/*")
    boxes = replace(
        boxes,
        leader=evening.leader_may_die,
        leave_most=evening.leave_most,
        leader_kinds="injuries/leader",
    )
    alone = len(evening.fallen) == 1 and evening.side is not None
    entries = []
    for n, member in enumerate(evening.fallen, start=1):
        who: WriteBox | FormWords = WriteBox("line", ("injuries/next/#",), head=_("Who"), width=WHO)
        if alone:
            who = FormWords(member.name, head=_("Who"), width=WHO, strong=True)
        entries.append(boxes.lines((numbered(n), who), evening.catalogue))
    return FormSection(_("Injuries"), (*parts, FormTable(tuple(entries))), drawing, 84)


def injury_boxes(evening: Evening, where: str) -> InjuryBoxes:
    """Return what an injury's entry needs now, or in the flight from the Refuge, by which time
    much may have been learnt and found."""
    now = where == "injuries/*"
    helpers = evening.standing if evening.side is not None else evening.group.active
    rivals = evening.game is None or bool(evening.game.rivals_of(evening.group.id))
    pool = evening.fallen if now else evening.group.active
    return InjuryBoxes(
        where,
        first_aid=not now
        or any(evening.catalogue.giver(m, Effect.REROLLS_INJURY_DIE) for m in helpers)
        or evening.newcomers_can(Effect.REROLLS_INJURY_DIE),
        medical=not now
        or any(i.key == EquipmentKey.MEDICAL_SUPPLIES for m in helpers for i in m.gear),
        again=not (now and rivals),
        earns=any(earns(m, evening.switches) for m in pool),
    )


def _injury_table(evening: Evening) -> FormGrid:
    entries = sorted(
        (e for e in evening.catalogue.injuries.values() if e.totals), key=lambda e: e.totals
    )
    return FormGrid(
        (_("2D6"), *(_span(entry.totals) for entry in entries)),
        (("", *(entry.name for entry in entries)),),
        (0.5, *(1.0 for _e in entries)),
    )


def _further_rolls(catalogue: Catalogue) -> Iterator[str]:
    """Say which totals of the Injury Table ask for more dice (p. 84–85)."""
    for entry in catalogue.injuries.values():
        if not entry.totals:  # a pack may leave an injury to be set by hand
            continue
        if entry.first:
            yield _("{total}: the virus (1–3 {low}, 4–6 {high}).").format(
                total=_span(entry.totals), **_halves(entry.first, catalogue)
            )
        if AMPUTATED in entry.first.values():
            yield _("Then the limb (1–3 {low}, 4–6 {high}).").format(
                **_halves(entry.second, catalogue)
            )
        if entry.experience is not None:
            yield _("{total}: {dice} Experience.").format(
                total=_span(entry.totals), dice=entry.experience
            )


def _halves(table: Mapping[Half, str], catalogue: Catalogue) -> dict[str, str]:
    """Name what each half of a die of Infected! comes to."""
    return {
        "low": stage_name(table["1-3"], catalogue),
        "high": stage_name(table["4-6"], catalogue),
    }


def _help(evening: Evening) -> Iterator[FormText]:
    """Say what is known of who fell, and who can help."""
    yield FormText(" ".join(_further_rolls(evening.catalogue)))
    names_of = [
        f"{m.name} ({again})" if (again := _second_time(evening, m)) else m.name
        for m in evening.fallen
    ]
    if evening.side is None:
        names_of = [
            text for m, text in zip(evening.fallen, names_of, strict=True) if text != m.name
        ]
    if names_of:
        name = _("Out of Action:") if evening.side is not None else _("Remember:")
        yield FormText(" · ".join(names_of), name, pictograms.token("out"))
    helpers = evening.standing if evening.side is not None else evening.group.active
    for skill in evening.catalogue.skills_that(Effect.REROLLS_INJURY_DIE):
        able = [m.name for m in helpers if m.has(skill.key)]
        if not able:
            continue
        text = _("{names}; one die again each, once.").format(names=", ".join(able))
        yield FormText(text, titled(skill.name), skill.drawing)
    medical = evening.catalogue.equipment[EquipmentKey.MEDICAL_SUPPLIES]
    bearers = [m.name for m in helpers for i in m.gear if i.key == medical.key]
    if bearers:
        text = _("{names}; ±{n}, then used up.").format(
            names=", ".join(bearers), n=medical.injury_shift
        )
        yield FormText(text, titled(medical.name), medical.drawing)


def _second_time(evening: Evening, member: Member) -> str:
    known = evening.catalogue.injuries
    entries = [known.get(i.key) for i in member.injuries]
    again = [f"{e.name} → {known[e.again].name}" for e in entries if e is not None and e.again]
    if not again:
        return ""
    return _("a second time: {injuries}").format(injuries=", ".join(again))


def _yes_or_no() -> tuple[TickMark, TickMark]:
    return TickMark(_("yes")), TickMark(_("no"))


def _span(totals: tuple[int, ...]) -> str:
    return f"{totals[0]}–{totals[-1]}" if len(totals) > 1 else str(totals[0])
