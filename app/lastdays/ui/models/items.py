"""Rows of gear: a member's, and the stash's."""

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
from lastdays.rulebook.entries import CloseCombatWeapon, Equipment, Firearm, Gear
from lastdays.ui.models.rows import Cell, Row

#: The MIME type of a dragged item.
ITEM_TYPE = "application/x-lastdays-item"


def gear_line(key: str, catalogue: Catalogue) -> str:
    """Summarise a piece of gear in a few words: its main figures, then its class."""
    gear = catalogue.gear(key)
    if isinstance(gear, Firearm):
        reach, damage, rof, _knockback, *rest = _figures(gear, catalogue)
        return dotted(reach, damage, rof, *rest, class_name(gear.firearm_class))
    if isinstance(gear, CloseCombatWeapon):
        return dotted(*_figures(gear, catalogue), _("Close combat"))
    return gear.summary if isinstance(gear, Equipment) else ""


def gear_detail(key: str, catalogue: Catalogue) -> str:
    """Describe in a line what a piece of gear does, with the page."""
    gear = catalogue.gear(key)
    parts = [class_name(gear.firearm_class)] if isinstance(gear, Firearm) else []
    parts += _figures(gear, catalogue)
    parts += [catalogue.trait_name(Trait(t.key, t.value)) for t in gear.attributes]
    marked = "*" if gear.trained else ""
    return titled(gear.cited(f"{gear.name}{marked}"), ", ".join(filter(None, parts)))


def _figures(gear: Gear, catalogue: Catalogue) -> list[str]:
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
        alike.setdefault(_name(item, catalogue), []).append(item)
    rows = []
    for name, (item, *others) in alike.items():
        end = _("×{n}", n=len(others) + 1) if others else ""
        gear, line = catalogue.gear(item.key), gear_line(item.key, catalogue)
        cell = _cell(name, gear.drawing, line, end=end, spoken=f"{name} {end}".strip())
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
        name, gear = _name(item, catalogue), catalogue.gear(item.key)
        usual = gear.summary if isinstance(gear, Equipment) else ""
        note, why = held.get(item.id, (usual, ()))
        detail = [item_detail(item, catalogue), *why, *([titled(name, note)] if note else [])]
        cell = _cell(name, gear.drawing, note)
        rows.append(Row(item.id, (cell,), "\n".join(detail), entry=gear.name))
    if "" in held:
        name, (note, why) = _("Unarmed"), held[""]
        cell = _cell(name, pictograms.token("unarmed"), note, "faint_text")
        rows.append(Row("", (cell,), "\n".join((titled(name, note), *why))))
    return rows


def _name(item: Item, catalogue: Catalogue) -> str:
    return item_name(item, catalogue) + (" ✎" if item.by_hand else "")


def _cell(
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
