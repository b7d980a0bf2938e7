"""The roster: a row a member, with effective characteristics, each number explained; and rows of
gear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lastdays.language import _, dotted, number, signed, sorting, times, titled
from lastdays.model.counters import held_traits, shown_counters
from lastdays.model.fields import (
    field_name,
    gear_in_words,
    injuries_in_words,
    misses_in_words,
    skills_in_words,
    status_name,
)
from lastdays.model.group import Group, Item, Member, pieces
from lastdays.model.profile import explain, item_name, next_level_cost, skill_name, trait_as_played
from lastdays.model.recruiting import NEUTRAL
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
    characteristic_name,
    class_name,
    keyword_name,
    pictograms,
)
from lastdays.rulebook.entries import CloseCombatWeapon, Equipment, Firearm
from lastdays.ui.models.rows import Cell, Chip, Kind, Row, RowModel

#: The MIME type of a dragged item.
ITEM_TYPE = "application/x-lastdays-item"


def gear_line(key: str, catalogue: Catalogue) -> str:
    """Summarise a piece of gear in a few words: its main figures, then its class."""
    gear = catalogue.gear(key)
    match gear:
        case Firearm():
            figures = _firearm_figures(gear, catalogue)
            without_knockback = [*figures[:3], *figures[4:]]
            return dotted(*without_knockback, class_name(gear.firearm_class))
        case CloseCombatWeapon():
            return dotted(*_blade_figures(gear), _("Close combat"))
        case Equipment():
            return gear.summary
    return ""


def gear_detail(key: str, catalogue: Catalogue) -> str:
    """Describe in a line what a piece of gear does, with the page."""
    gear = catalogue.gear(key)
    parts = []
    match gear:
        case Firearm():
            parts.append(class_name(gear.firearm_class))
            parts += _firearm_figures(gear, catalogue)
        case CloseCombatWeapon():
            parts += _blade_figures(gear)
        case Equipment():
            parts.append(gear.summary.rstrip("."))
    parts += [catalogue.trait_name(trait) for trait in gear.attributes]
    name = f"{gear.name}*" if gear.trained else gear.name
    return titled(gear.cited(name), ", ".join(part for part in parts if part))


def _firearm_figures(gun: Firearm, catalogue: Catalogue) -> list[str]:
    """Return a Firearm's figures with their names: range, damage, Rate of Fire, knockback, Reload."""
    reach = thrown_reach(catalogue)
    if gun.range:
        reach = f'{_slashed(gun.range)}"'
    figures = [
        reach,
        _("Damage {n}", n=_slashed(gun.damage)),
        _("RoF {n}", n=gun.rof),
        _("Knockback {n}", n=_slashed(gun.knockback)),
    ]
    if gun.reload:
        figures.append(_("Reload {n}", n=gun.reload))
    return figures


def _blade_figures(blade: CloseCombatWeapon) -> list[str]:
    return [_("CQC {n}", n=signed(blade.cqc)), _("Strength {n}", n=signed(blade.strength))]


def _slashed(numbers: Iterable[int]) -> str:
    return "/".join(map(str, numbers))


def item_rows(items: Sequence[Item], catalogue: Catalogue) -> list[Row]:
    """Return the rows of gear that nobody carries, identical items in one row with their count."""
    alike: dict[str, list[Item]] = {}
    for item in items:
        alike.setdefault(_gear_name(item, catalogue), []).append(item)
    rows = []
    for name, same_items in alike.items():
        item = same_items[0]
        count = len(same_items)
        count_text = _("×{n}", n=count) if count > 1 else ""
        gear = catalogue.gear(item.key)
        cell = _gear_cell(
            name,
            gear.drawing,
            gear_line(item.key, catalogue),
            end=count_text,
            spoken=f"{name} {count_text}".strip(),
        )
        rows.append(Row(item.id, (cell,), item_detail(item, catalogue), entry=gear.name))
    return rows


class _InHand(NamedTuple):
    """What a piece of gear can do in a member's hands, and why."""

    note: str
    why: tuple[str, ...] = ()


def carried_rows(member: Member, catalogue: Catalogue) -> list[Row]:
    """Return the rows of a member's gear with the figures it has in this member's hands; bare hands
    come last, where the member fights with them."""
    in_hand = _in_hand(member, catalogue)
    rows = []
    for item in member.gear:
        gear = catalogue.gear(item.key)
        name = _gear_name(item, catalogue)
        usual_note = gear.summary if isinstance(gear, Equipment) else ""
        held = in_hand.get(item.id, _InHand(usual_note))
        lines = [item_detail(item, catalogue), *held.why]
        if held.note:
            lines.append(titled(name, held.note))
        cell = _gear_cell(name, gear.drawing, held.note)
        rows.append(Row(item.id, (cell,), "\n".join(lines), entry=gear.name))
    bare_hands = in_hand.get("")
    if bare_hands is not None:
        name = _("Unarmed")
        lines = [titled(name, bare_hands.note), *bare_hands.why]
        cell = _gear_cell(name, pictograms.token("unarmed"), bare_hands.note, "faint_text")
        rows.append(Row("", (cell,), "\n".join(lines)))
    return rows


def _in_hand(member: Member, catalogue: Catalogue) -> dict[str, _InHand]:
    """Return what a member's weapons can do in their hands by the id of the item, '' for bare hands."""
    in_hand = {}
    for gun in firearms_in_hand(member, catalogue):
        in_hand[gun.item] = _InHand(_gun_note(gun, catalogue), gun.why)
    for blade in melee_in_hand(member, catalogue):
        in_hand[blade.item] = _InHand(_blade_note(blade, catalogue), blade.why)
    return in_hand


def _gear_name(item: Item, catalogue: Catalogue) -> str:
    name = item_name(item, catalogue)
    return f"{name} ✎" if item.by_hand else name


def _gear_cell(
    name: str, drawing: str, note: str, token: str = "text", end: str = "", spoken: str = ""
) -> Cell:
    """Return a piece of gear as a cell, with a note below its name and its count at the `end`."""
    name_and_note = f"{name}, {note}" if note else name
    return Cell(
        text=name,
        kind="gear",
        beneath=note,
        token="text",
        drawing=drawing,
        drawing_token=token,
        end=end,
        spoken=spoken or name_and_note,
    )


def item_detail(item: Item, catalogue: Catalogue) -> str:
    """Describe an item and what is attached to it, a line each."""
    return "\n".join(gear_detail(piece.key, catalogue) for piece in pieces([item]))


def _steps(numbers: Iterable[int]) -> str:
    """Join the figures of range steps: '8/16', or '1' where all are the same."""
    figures = list(numbers)
    are_alike = len(set(figures)) == 1
    return str(figures[0]) if are_alike else _slashed(figures)


def _gun_note(gun: FirearmInHand, catalogue: Catalogue) -> str:
    parts = [
        _("{inches}″", inches=_steps(step.inches for step in gun.steps)),
        _("damage {n}", n=_steps(step.damage for step in gun.steps)),
        _("RoF {n}", n=gun.rate),
    ]
    if gun.usable:
        parts.append(_("hits on {n}+", n=max(1, gun.hits_on)))
    else:
        parts.append(_("can't be fired"))
    parts.append(_("knockback {n}", n=_steps(step.knockback for step in gun.steps)))
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
    members = list(group.roster)
    if memorial:
        members += group.memorial
    return [_row(group, member, catalogue, switches) for member in members]


def _row(group: Group, member: Member, catalogue: Catalogue, switches: Switches) -> Row:
    kind = catalogue.character(member.type)
    keyword = keyword_name(member.keyword)
    detail = _detail(member, catalogue)
    cells = [
        _name(group, member, catalogue, detail),
        _explained(keyword, "small", _("Keyword: {keyword}", keyword=keyword), "faint_text"),
        _level(member, catalogue),
        _experience(member, catalogue),
    ]
    cells += _figures(member, catalogue)
    cells.append(_marks("things", _gear(member, catalogue), _("no gear")))
    chips = _chips(member, catalogue, switches)
    cells.append(_marks("chips", chips, _("no skills, no injuries")))
    cells.append(Cell(kind.name, "small", sort=sorting(kind.name)))
    return Row(
        key=member.id,
        cells=tuple(cells),
        edge=f"keyword_{member.keyword}",
        below=f"{kind.name} · {keyword} · {detail}",
        stays=member.status in ("dead", "left"),
    )


def _explained(text: str, kind: Kind, why: str, token: str, sort: int | None = None) -> Cell:
    """Return a cell that says on hover where its text comes from."""
    sort_key = sorting(text) if sort is None else sort
    return Cell(text, kind, token=token, hint=why, spoken=why, sort=sort_key)


def _name(group: Group, member: Member, catalogue: Catalogue, detail: str) -> Cell:
    kind = catalogue.character(member.type)
    text = member.name
    why = member.name
    if member.id == group.leader:
        text += " ★"
        why += _(", the Leader")
    changed_fields = [*member.by_hand, *member.adjustments]
    if changed_fields:
        text += _(" ✎")
        names = ", ".join(field_name(key) for key in changed_fields)
        why += _(" · set by hand: {fields}", fields=names)
    type_and_keyword = _(
        "{type}, {keyword}", type=kind.badged(kind.name), keyword=keyword_name(member.keyword)
    )
    is_neutral = member.keyword == NEUTRAL
    return Cell(
        text=text,
        kind="title",
        beneath=kind.name,
        token=_token(member),
        hint=f"{why} · {type_and_keyword}",
        spoken=f"{why} · {type_and_keyword}. {detail}",
        entry=kind.name,
        face=member.name[:1].upper() or "?",
        portrait=member.pictured,
        face_token="faint_text" if is_neutral else f"keyword_{member.keyword}",
        sort=sorting(member.name),
    )


def _level(member: Member, catalogue: Catalogue) -> Cell:
    why = _("Level {level} of {most}", level=member.level, most=len(catalogue.level_costs))
    return _explained(str(member.level), "figure", why, _token(member), member.level)


def _experience(member: Member, catalogue: Catalogue) -> Cell:
    have = member.experience
    cost = next_level_cost(member, catalogue)
    if cost is None:
        text = str(have)
        share = 1.0
        why = _("Experience {have}; highest Level reached", have=have)
    else:
        text = f"{have}/{cost}"
        share = min(1.0, have / max(1, cost))
        why = _("Experience {have}; the next Level costs {cost}", have=have, cost=cost)
    return Cell(text, "progress", token="faint_text", share=share, hint=why, spoken=why, sort=have)


def _figures(member: Member, catalogue: Catalogue) -> list[Cell]:
    figures = explain(member, catalogue)
    cells = []
    for key in CHARACTERISTICS:
        figure = figures[key]
        best = max(figure.value, figure.shooting or 0)
        text = figure.text
        token = _token(member)
        is_with_group = token == "text"
        if best > figure.printed:
            text += "▴"
            token = "well_text" if is_with_group else token
        elif figure.value < figure.printed:
            text += "▾"
            token = "harm_text" if is_with_group else token
        cells.append(_explained(text, "figure", figure.why, token, figure.value))
    return cells


def _marks(kind: Kind, chips: tuple[Chip, ...], none: str) -> Cell:
    """Return a cell of pictograms, each with its name and what it does."""
    names = ", ".join(chip.text for chip in chips)
    why = "\n".join(chip.hint for chip in chips) or none
    entries = [chip.entry for chip in chips if chip.entry]
    return Cell(
        text=names,
        kind=kind,
        chips=chips,
        hint=why,
        spoken=why,
        entry=entries[0] if entries else "",
        sort=sorting(names),
    )


def _gear(member: Member, catalogue: Catalogue) -> tuple[Chip, ...]:
    chips = []
    for item in member.gear:
        gear = catalogue.gear(item.key)
        chip = Chip(
            text=item_name(item, catalogue),
            short="",
            token=_token(member),
            drawing=gear.drawing,
            hint=item_detail(item, catalogue),
            entry=gear.name,
        )
        chips.append(chip)
    return tuple(chips)


def _token(member: Member) -> str:
    """Return the colour of a member's text: fainter where they are not with the group."""
    return "text" if member.status == "active" else "faint_text"


def _chips(member: Member, catalogue: Catalogue, switches: Switches) -> tuple[Chip, ...]:
    """Return a member's status, then injuries, then skills: the most urgent first."""
    chips = list(_state_chips(member))
    chips += _counter_chips(member, catalogue)
    chips += _injury_chips(member, catalogue)
    for skill in member.skills:
        name = skill_name(skill.key, skill.value, skill.detail, catalogue)
        hint = titled(name, trait_as_played(skill.key, catalogue, switches))
        entry = catalogue.trait(skill.key)
        chips.append(Chip(name, "", "text", entry.drawing, hint=hint, entry=entry.name))
    for trait in held_traits(member, catalogue, "roster"):
        token = "faint_text" if trait.trait is None else "text"
        chips.append(Chip(trait.text, "", token, trait.drawing, hint=trait.in_words))
    return tuple(chips)


def _state_chips(member: Member) -> Iterator[Chip]:
    """Yield what keeps a member from playing or trading: gone, games to miss, new."""
    if member.status != "active":
        status = status_name(member)
        yield Chip(status, "", "harm_text", _status_drawing(member), hint=status)
    misses = misses_in_words(member)
    if misses:
        hint = _("Isn't deployed when the next game is set up.")
        yield Chip(misses, "", "harm_text", pictograms.token("missing"), hint=hint)
    if member.newcomer:
        hint = _("New: starting gear stays as it is until after the next Encounter.")
        yield Chip(_("new"), "", "accent_text", pictograms.token("member"), hint=hint)


def _status_drawing(member: Member) -> str:
    match member.status:
        case "captured":
            return pictograms.token("captive")
        case "dead":
            return pictograms.token("grave")
    return pictograms.place("start")


def _injury_chips(member: Member, catalogue: Catalogue) -> Iterator[Chip]:
    """Yield a member's injuries, each once with its count."""
    counts = Counter(injury.key for injury in member.injuries)
    for key, count in counts.items():
        entry = catalogue.injuries[key]
        name = times(entry.name, count)
        hint = titled(name, entry.summary)
        yield Chip(name, "", "harm_text", entry.drawing, hint=hint, entry=entry.name)


def _counter_chips(member: Member, catalogue: Catalogue) -> Iterator[Chip]:
    """Yield a member's counters; those of the rules are changed by pressing them."""
    for held in shown_counters(member.counters, "member", "roster", catalogue):
        token = "text" if held.level is not None else "faint_text"
        if held.harms:
            token = "harm_text"
        key = "" if held.counter is None else held.key
        yield Chip(held.text, number(held.value), token, held.drawing, held.why, key=key)


def _detail(member: Member, catalogue: Catalogue) -> str:
    parts = []
    if member.status != "active":
        parts.append(status_name(member))
    parts.append(misses_in_words(member))
    if member.newcomer:
        parts.append(_("new"))
    parts.append(gear_in_words(member, catalogue))
    parts.append(skills_in_words(member, catalogue))
    parts.append(injuries_in_words(member, catalogue))
    counters = shown_counters(member.counters, "member", "roster", catalogue)
    parts += [counter.text for counter in counters]
    parts += [trait.in_words for trait in held_traits(member, catalogue, "roster")]
    return dotted(*parts) or _("no gear, no skills")


def headings(*, short: bool = False) -> tuple[str, ...]:
    """Return the column headings; the last column is hidden and only sorted by."""
    name = _("Name") if short else _("Name and type")
    experience = _("XP") if short else _("Experience")
    before = (name, _("Keyword"), _("Lv"), experience)
    after = (_("Gear"), _("Injuries and skills"), _("Type"))
    return before + CHARACTERISTICS + after


def roster_model() -> RowModel:
    """Return a model of a group's members, who can be sorted, searched, moved and given gear."""
    names = list(headings())
    names[NAME] = _("Name")
    names[len(FIXED) : GEAR] = map(characteristic_name, CHARACTERISTICS)
    return RowModel(
        headings(), carries=MEMBER_TYPE, takes=(ITEM_TYPE, MEMBER_TYPE), sorts=tuple(names)
    )
