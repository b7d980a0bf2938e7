"""Lists of gear: a member's, the stash; items can be dragged between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lastdays.language import _, dotted, signed, titled
from lastdays.model.group import Item, Member
from lastdays.model.profile import item_name
from lastdays.model.weapons import (
    FirearmInHand,
    MeleeInHand,
    firearms_in_hand,
    melee_in_hand,
    thrown_reach,
    trait_names,
)
from lastdays.rulebook import Catalogue, Trait, class_name, pictograms
from lastdays.rulebook.entries import CloseCombatWeapon, Equipment, Firearm
from lastdays.ui.models.rows import Cell, Row

ITEM_TYPE = "application/x-lastdays-item"


def gear_line(key: str, catalogue: Catalogue) -> str:
    """Say in a few words what counts most about a piece of gear: figures before its class."""
    gear = catalogue.gear(key)
    match gear:
        case Firearm():
            reach, damage, rof, _knockback, *rest = _figures(gear, catalogue)
            parts = [reach, damage, rof, *rest, class_name(gear.firearm_class)]
        case CloseCombatWeapon():
            parts = [*_figures(gear, catalogue), _("Close combat")]
        case Equipment():
            parts = [gear.summary]
        case _:
            parts = []
    return " · ".join(parts)


def gear_detail(key: str, catalogue: Catalogue) -> str:
    """Say in a line what a piece of gear does."""
    gear = catalogue.gear(key)
    traits = ", ".join(catalogue.trait_name(Trait(t.key, t.value)) for t in gear.attributes)

    match gear:
        case Firearm():
            parts = [class_name(gear.firearm_class), *_figures(gear, catalogue), traits]
        case CloseCombatWeapon():
            parts = [*_figures(gear, catalogue), traits]
        case Equipment():
            parts = [gear.summary.rstrip("."), traits]
        case _:
            parts = [traits]
    marked = "*" if gear.trained else ""
    return titled(gear.cited(f"{gear.name}{marked}"), ", ".join(filter(None, parts)))


def _figures(gear: Firearm | CloseCombatWeapon, catalogue: Catalogue) -> list[str]:
    """Return a weapon's figures with their names."""
    if isinstance(gear, CloseCombatWeapon):
        return [
            _("CQC {n}", n=signed(gear.cqc)),
            _("Strength {n}", n=signed(gear.strength)),
        ]

    def steps(numbers: tuple[int, ...]) -> str:
        return "/".join(str(n) for n in numbers)

    return [
        f'{steps(gear.range)}"' if gear.range else thrown_reach(catalogue),
        _("Damage {n}", n=steps(gear.damage)),
        _("RoF {n}", n=gear.rof),
        _("Knockback {n}", n=steps(gear.knockback)),
        *([_("Reload {n}", n=gear.reload)] if gear.reload else []),
    ]


def item_rows(items: Sequence[Item], catalogue: Catalogue) -> list[Row]:
    """Return the rows of some gear, as it is in nobody's hands: the same things in one row."""
    alike: dict[str, list[Item]] = {}
    for item in items:
        alike.setdefault(_name(item, catalogue), []).append(item)
    return [
        _row(found[0], catalogue, line=gear_line(found[0].key, catalogue), count=len(found))
        for found in alike.values()
    ]


def carried_rows(member: Member, catalogue: Catalogue) -> list[Row]:
    """Return the rows of what a member carries, each worked out for this member; bare hands last,
    where they are what is fought with."""
    held = {}
    for gun in firearms_in_hand(member, catalogue):
        held[gun.item] = (_gun_note(gun, catalogue), gun.why)
    for blade in melee_in_hand(member, catalogue):
        held[blade.item] = (_blade_note(blade, catalogue), blade.why)
    rows = []
    for item in member.gear:
        note, why = held.get(item.id, ("", ()))
        if not note and item.key in catalogue.equipment:
            note = catalogue.equipment[item.key].summary
        rows.append(_row(item, catalogue, note=note, why=why))
    if "" in held:
        note, why = held[""]
        name = _("Unarmed")
        cell = _cell(name, pictograms.token("unarmed"), "faint_text", note)
        rows.append(Row("", (cell,), "\n".join((titled(name, note), *why))))
    return rows


def _name(item: Item, catalogue: Catalogue) -> str:
    return item_name(item, catalogue) + (" ✎" if item.by_hand else "")


def _cell(
    text: str, drawing: str, token: str = "text", note: str = "", line: str = "", count: int = 1
) -> Cell:
    """Return a piece of gear as a cell; what it comes to stands below its name, how many there are
    of it at the end."""
    end = _("×{n}", n=count) if count > 1 else ""
    many = f"{text} ×{count}" if count > 1 else text
    said = ", ".join(filter(None, (many, note)))
    return Cell(text, "gear", note or line, "text", drawing, token, end=end, spoken=said)


def _row(
    item: Item,
    catalogue: Catalogue,
    *,
    note: str = "",
    line: str = "",
    count: int = 1,
    why: tuple[str, ...] = (),
) -> Row:
    text, gear = _name(item, catalogue), catalogue.gear(item.key)
    detail = [gear_detail(i.key, catalogue) for i in (item, *item.attached)]
    detail += [*why, *([titled(text, note)] if note else [])]
    cell = _cell(text, gear.drawing, "text", note, line, count)
    return Row(item.id, (cell,), "\n".join(detail), entry=gear.name)


def _steps(numbers: Iterable[int]) -> str:
    """Return the figures of range steps: '8/16', or '1' where all are the same."""
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
    parts = [
        _("CQC {n}", n=blade.cqc),
        _("damage D6+{n}", n=blade.strength),
        trait_names(blade.traits, catalogue),
    ]
    return dotted(*parts)
