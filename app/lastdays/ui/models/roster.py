"""The roster: a row a member, with effective characteristics, each number explained; and rows of
gear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from lastdays.language import _, dotted, number, signed, sorting, titled
from lastdays.model.counters import held_traits, shown_counters
from lastdays.model.fields import (
    field_name,
    gear_in_words,
    injuries_in_words,
    misses_in_words,
    skills_in_words,
    status_name,
)
from lastdays.model.group import Group, Item, Member
from lastdays.model.profile import explain, item_name, next_level_cost, skill_name, trait_as_played
from lastdays.model.switches import Switches
from lastdays.model.weapons import (
    FirearmInHand,
    MeleeInHand,
    firearms_in_hand,
    melee_in_hand,
    thrown_reach,
    trait_names,
)
from lastdays.rulebook import (
    CHARACTERISTICS,
    Catalogue,
    Trait,
    characteristic_name,
    class_name,
    keyword_name,
    pictograms,
)
from lastdays.rulebook.entries import CloseCombatWeapon, Equipment, Firearm, Gear
from lastdays.ui.models.rows import Cell, Chip, Kind, Row, RowModel

#: The MIME type of a dragged item.
ITEM_TYPE = "application/x-lastdays-item"


def gear_line(key: str, catalogue: Catalogue) -> str:
    """Summarise a piece of gear in a few words: its main figures, then its class."""
    gear = catalogue.gear(key)
    if isinstance(gear, Firearm):
        reach, damage, rof, _knockback, *rest = _weapon_figures(gear, catalogue)
        return dotted(reach, damage, rof, *rest, class_name(gear.firearm_class))
    if isinstance(gear, CloseCombatWeapon):
        return dotted(*_weapon_figures(gear, catalogue), _("Close combat"))
    return gear.summary if isinstance(gear, Equipment) else ""


def gear_detail(key: str, catalogue: Catalogue) -> str:
    """Describe in a line what a piece of gear does, with the page."""
    gear = catalogue.gear(key)
    parts = [class_name(gear.firearm_class)] if isinstance(gear, Firearm) else []
    parts += _weapon_figures(gear, catalogue)
    parts += [catalogue.trait_name(Trait(t.key, t.value)) for t in gear.attributes]
    marked = "*" if gear.trained else ""
    return titled(gear.cited(f"{gear.name}{marked}"), ", ".join(filter(None, parts)))


def _weapon_figures(gear: Gear, catalogue: Catalogue) -> list[str]:
    """Return a weapon's figures with their names, or what a piece of equipment does."""
    if isinstance(gear, CloseCombatWeapon):
        return [_("CQC {n}", n=signed(gear.cqc)), _("Strength {n}", n=signed(gear.strength))]
    if not isinstance(gear, Firearm):
        return [gear.summary.rstrip(".")] if isinstance(gear, Equipment) else []

    def steps(numbers: tuple[int, ...]) -> str:
        return "/".join(map(str, numbers))

    return [
        f'{steps(gear.range)}"' if gear.range else thrown_reach(catalogue),
        _("Damage {n}", n=steps(gear.damage)),
        _("RoF {n}", n=gear.rof),
        _("Knockback {n}", n=steps(gear.knockback)),
        *([_("Reload {n}", n=gear.reload)] if gear.reload else []),
    ]


def item_rows(items: Sequence[Item], catalogue: Catalogue) -> list[Row]:
    """Return the rows of gear that nobody carries, identical items in one row with their count."""
    alike: dict[str, list[Item]] = {}
    for item in items:
        alike.setdefault(_gear_name(item, catalogue), []).append(item)
    rows = []
    for name, (item, *others) in alike.items():
        end = _("×{n}", n=len(others) + 1) if others else ""
        gear, line = catalogue.gear(item.key), gear_line(item.key, catalogue)
        cell = _gear_cell(name, gear.drawing, line, end=end, spoken=f"{name} {end}".strip())
        rows.append(Row(item.id, (cell,), item_detail(item, catalogue), entry=gear.name))
    return rows


def carried_rows(member: Member, catalogue: Catalogue) -> list[Row]:
    """Return the rows of a member's gear with the figures it has in this member's hands; bare hands
    come last, where the member fights with them."""
    guns, blades = firearms_in_hand(member, catalogue), melee_in_hand(member, catalogue)
    held = {gun.item: (_gun_note(gun, catalogue), gun.why) for gun in guns}
    held |= {blade.item: (_blade_note(blade, catalogue), blade.why) for blade in blades}
    rows = []
    for item in member.gear:
        name, gear = _gear_name(item, catalogue), catalogue.gear(item.key)
        usual = gear.summary if isinstance(gear, Equipment) else ""
        note, why = held.get(item.id, (usual, ()))
        detail = [item_detail(item, catalogue), *why, *([titled(name, note)] if note else [])]
        cell = _gear_cell(name, gear.drawing, note)
        rows.append(Row(item.id, (cell,), "\n".join(detail), entry=gear.name))
    if "" in held:
        name, (note, why) = _("Unarmed"), held[""]
        cell = _gear_cell(name, pictograms.token("unarmed"), note, "faint_text")
        rows.append(Row("", (cell,), "\n".join((titled(name, note), *why))))
    return rows


def _gear_name(item: Item, catalogue: Catalogue) -> str:
    return item_name(item, catalogue) + (" ✎" if item.by_hand else "")


def _gear_cell(
    name: str, drawing: str, note: str, token: str = "text", end: str = "", spoken: str = ""
) -> Cell:
    """Return a piece of gear as a cell, with a note below its name and its count at the `end`."""
    spoken = spoken or ", ".join(filter(None, (name, note)))
    return Cell(name, "gear", note, "text", drawing, token, end=end, spoken=spoken)


def item_detail(item: Item, catalogue: Catalogue) -> str:
    """Describe an item and what is attached to it, a line each."""
    return "\n".join(gear_detail(i.key, catalogue) for i in (item, *item.attached))


def _steps(numbers: Iterable[int]) -> str:
    """Join the figures of range steps: '8/16', or '1' where all are the same."""
    figures = list(numbers)
    return str(figures[0]) if len(set(figures)) == 1 else "/".join(map(str, figures))


def _gun_note(gun: FirearmInHand, catalogue: Catalogue) -> str:
    parts = [
        _("{inches}″", inches=_steps(s.inches for s in gun.steps)),
        _("damage {n}", n=_steps(s.damage for s in gun.steps)),
        _("RoF {n}", n=gun.rate),
        _("hits on {n}+", n=max(1, gun.hits_on)) if gun.usable else _("can't be fired"),
        _("knockback {n}", n=_steps(s.knockback for s in gun.steps)),
    ]
    if gun.reload is not None:
        parts.append(_("Reload {n}", n=gun.reload))
    return dotted(*parts, trait_names(gun.traits, catalogue))


def _blade_note(blade: MeleeInHand, catalogue: Catalogue) -> str:
    damage = _("damage D6+{n}", n=blade.strength)
    return dotted(_("CQC {n}", n=blade.cqc), damage, trait_names(blade.traits, catalogue))


#: The MIME type of a member dragged within the roster.
MEMBER_TYPE = "application/x-lastdays-member"
#: The columns before the characteristics and after them; the type has no column of its own to see,
#: it stands below the name and can be sorted by.
FIXED = NAME, KEYWORD, LEVEL, EXPERIENCE = range(4)
GEAR, TRAITS, TYPE = (len(FIXED) + len(CHARACTERISTICS) + n for n in range(3))


def roster_rows(
    group: Group, catalogue: Catalogue, switches: Switches, *, memorial: bool = False
) -> list[Row]:
    """Return the rows of a group: the roster, then with `memorial` those who died or left."""
    members = [*group.roster, *(group.memorial if memorial else ())]
    return [_row(group, member, catalogue, switches) for member in members]


def _row(group: Group, member: Member, catalogue: Catalogue, switches: Switches) -> Row:
    entry, keyword = catalogue.character(member.type), keyword_name(member.keyword)
    detail = _detail(member, catalogue)
    gear, chips = _gear(member, catalogue), _chips(member, catalogue, switches)
    return Row(
        member.id,
        (
            _name(group, member, catalogue, detail),
            _explained(keyword, "small", _("Keyword: {keyword}", keyword=keyword), "faint_text"),
            _level(member, catalogue),
            _experience(member, catalogue),
            *_figures(member, catalogue),
            _marks("things", gear, _("no gear")),
            _marks("chips", chips, _("no skills, no injuries")),
            Cell(entry.name, "small", sort=sorting(entry.name)),
        ),
        edge=f"keyword_{member.keyword}",
        below=f"{entry.name} · {keyword} · {detail}",
        stays=member.status in ("dead", "left"),
    )


def _explained(text: str, kind: Kind, why: str, token: str, sort: int | None = None) -> Cell:
    """Return a cell that says on hover where its text comes from."""
    by = sorting(text) if sort is None else sort
    return Cell(text, kind, token=token, hint=why, spoken=why, sort=by)


def _name(group: Group, member: Member, catalogue: Catalogue, detail: str) -> Cell:
    entry, leads = catalogue.character(member.type), member.id == group.leader
    hand = _(" ✎") if member.by_hand or member.adjustments else ""
    marked = ", ".join(field_name(key) for key in (*member.by_hand, *member.adjustments))
    why = member.name + (_(", the Leader") if leads else "")
    why += _(" · set by hand: {fields}", fields=marked) if marked else ""
    kind = _(
        "{type}, {keyword}", type=entry.badged(entry.name), keyword=keyword_name(member.keyword)
    )
    return Cell(
        member.name + (" ★" if leads else "") + hand,
        "title",
        entry.name,
        _token(member),
        hint=f"{why} · {kind}",
        spoken=f"{why} · {kind}. {detail}",
        entry=entry.name,
        face=member.name[:1].upper() or "?",
        portrait=member.pictured,
        face_token="faint_text" if member.keyword == "neutral" else f"keyword_{member.keyword}",
        sort=sorting(member.name),
    )


def _level(member: Member, catalogue: Catalogue) -> Cell:
    why = _("Level {level} of {most}", level=member.level, most=len(catalogue.level_costs))
    return _explained(str(member.level), "figure", why, _token(member), member.level)


def _experience(member: Member, catalogue: Catalogue) -> Cell:
    have, cost = member.experience, next_level_cost(member, catalogue)
    if cost is None:
        text, done = str(have), 1.0
        why = _("Experience {have}; highest Level reached", have=have)
    else:
        text, done = f"{have}/{cost}", min(1.0, have / max(1, cost))
        why = _("Experience {have}; the next Level costs {cost}", have=have, cost=cost)
    return Cell(text, "progress", token="faint_text", share=done, hint=why, spoken=why, sort=have)


def _figures(member: Member, catalogue: Catalogue) -> list[Cell]:
    numbers, cells = explain(member, catalogue), []
    for key in CHARACTERISTICS:
        e = numbers[key]
        mark, token = "", _token(member)
        if e.value > e.printed or (e.shooting or 0) > e.printed:
            mark, token = "▴", "well_text" if token == "text" else token
        elif e.value < e.printed:
            mark, token = "▾", "harm_text" if token == "text" else token
        cells.append(_explained(e.text + mark, "figure", e.why, token, e.value))
    return cells


def _marks(kind: Kind, chips: tuple[Chip, ...], none: str) -> Cell:
    """Return a cell of pictograms, each with its name and what it does."""
    names = ", ".join(chip.text for chip in chips)
    why = "\n".join(chip.hint for chip in chips) or none
    entry = next((chip.entry for chip in chips if chip.entry), "")
    return Cell(names, kind, chips=chips, hint=why, spoken=why, entry=entry, sort=sorting(names))


def _gear(member: Member, catalogue: Catalogue) -> tuple[Chip, ...]:
    def chip(item: Item) -> Chip:
        name, gear = item_name(item, catalogue), catalogue.gear(item.key)
        return Chip(name, "", _token(member), gear.drawing, item_detail(item, catalogue), gear.name)

    return tuple(chip(item) for item in member.gear)


def _token(member: Member) -> str:
    """Return the colour of a member's text: fainter where they are not with the group."""
    return "text" if member.status == "active" else "faint_text"


def _chips(member: Member, catalogue: Catalogue, switches: Switches) -> tuple[Chip, ...]:
    """Return a member's status, then injuries, then skills: the most urgent first."""
    found = []
    if member.status != "active":
        drawing = {
            "captured": pictograms.token("captive"),
            "dead": pictograms.token("grave"),
            "left": pictograms.place("start"),
        }[member.status]
        said = status_name(member)
        found.append(Chip(said, "", "harm_text", drawing, said))
    if said := misses_in_words(member):
        hover = _("Isn't deployed when the next game is set up.")
        found.append(Chip(said, "", "harm_text", pictograms.token("missing"), hover))
    if member.newcomer:
        hover = _("New: starting gear stays as it is until after the next Encounter.")
        found.append(Chip(_("new"), "", "accent_text", pictograms.token("member"), hover))
    found += _counter_chips(member, catalogue)
    for key, count in Counter(i.key for i in member.injuries).items():
        entry = catalogue.injuries[key]
        name = f"{entry.name} ×{count}" if count > 1 else entry.name
        hover = titled(name, entry.summary)
        found.append(Chip(name, "", "harm_text", entry.drawing, hover, entry.name))
    for skill in member.skills:
        name = skill_name(skill.key, skill.value, skill.detail, catalogue)
        hover = titled(name, trait_as_played(skill.key, catalogue, switches))
        trait = catalogue.trait(skill.key)
        found.append(Chip(name, "", "text", trait.drawing, hover, trait.name))
    for own in held_traits(member, catalogue, "roster"):
        token = "faint_text" if own.trait is None else "text"
        found.append(Chip(own.text, "", token, own.drawing, own.said))
    return tuple(found)


def _counter_chips(member: Member, catalogue: Catalogue) -> Iterator[Chip]:
    """Yield a member's counters; those of the rules are changed by pressing them."""
    for held in shown_counters(member.counters, "member", "roster", catalogue):
        token = "text" if held.level is not None else "faint_text"
        if held.harms:
            token = "harm_text"
        key = "" if held.counter is None else held.key
        yield Chip(held.text, number(held.value), token, held.drawing, held.why, key=key)


def _detail(member: Member, catalogue: Catalogue) -> str:
    parts = [
        status_name(member) if member.status != "active" else "",
        misses_in_words(member),
        _("new") if member.newcomer else "",
        gear_in_words(member, catalogue),
        skills_in_words(member, catalogue),
        injuries_in_words(member, catalogue),
        *(held.text for held in shown_counters(member.counters, "member", "roster", catalogue)),
        *(own.said for own in held_traits(member, catalogue, "roster")),
    ]
    return dotted(*parts) or _("no gear, no skills")


def headings(*, short: bool = False) -> tuple[str, ...]:
    """Return the column headings; the last column is hidden and only sorted by."""
    return (
        _("Name") if short else _("Name and type"),
        _("Keyword"),
        _("Lv"),
        _("XP") if short else _("Experience"),
        *CHARACTERISTICS,
        _("Gear"),
        _("Injuries and skills"),
        _("Type"),
    )


def roster_model() -> RowModel:
    """Return a model of a group's members, who can be sorted, searched, moved and given gear."""
    names = list(headings())
    names[NAME] = _("Name")
    names[len(FIXED) : GEAR] = map(characteristic_name, CHARACTERISTICS)
    return RowModel(
        headings(), carries=MEMBER_TYPE, takes=(ITEM_TYPE, MEMBER_TYPE), sorts=tuple(names)
    )
