"""Before → after: what is different between two states of a group, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from lastdays.language import _, number, signed
from lastdays.model.group import Group, Item, Member, Status
from lastdays.model.profile import explain, item_name, skill_name
from lastdays.rulebook import CHARACTERISTICS, Catalogue, characteristic_name, keyword_name
from lastdays.values import dataclass, replace


@dataclass(frozen=True)
class Difference:
    """One thing that changed: whose, what, before, after. `kind` colours it."""

    whose: str
    what: str
    before: str
    after: str
    kind: str = ""


def status_name(member: Member) -> str:
    """Say how a member is: 'active', 'held by Carl's Crew', 'dead', 'left'."""
    if member.status == "captured":
        return _("held by {captor}").format(captor=member.captor_name or _("rivals"))
    return {"active": _("active"), "dead": _("dead"), "left": _("left the group")}[member.status]


def compare(before: Group, after: Group, catalogue: Catalogue) -> list[Difference]:
    """List everything that differs, members in the order of the roster, then the group."""
    found: list[Difference] = []
    for member in after.members:
        if not before.has_member(member.id):
            found.append(
                Difference(
                    member.name,
                    _("joins"),
                    "",
                    catalogue.character(member.type).name,
                    "well",
                )
            )
            continue
        was = before.member(member.id)
        if was != member:  # reading their numbers takes long
            found.extend(_member(was, member, catalogue))
    found.extend(
        Difference(m.name, _("taken back"), catalogue.character(m.type).name, "")
        for m in before.members
        if not after.has_member(m.id)
    )

    def plain(what: str, old: str, new: str, kind: str = "") -> None:
        if old != new:
            found.append(Difference(after.name, what, old, new, kind))

    plain(_("Name"), before.name, after.name)
    plain(
        _("Leader"),
        before.leading.name if before.leading else "—",
        after.leading.name if after.leading else "—",
    )
    plain(
        _("Refuge"),
        catalogue.refuges[before.refuge.key].name,
        catalogue.refuges[after.refuge.key].name,
    )

    def listed(what: str, old: list[str], new: list[str]) -> None:
        found.extend(_listed(after.name, what, old, new))

    listed(_("Perks"), _perks(before, catalogue), _perks(after, catalogue))
    plain(
        _("Scavenge Points"),
        number(before.points),
        f"{number(after.points)} ({signed(after.points - before.points)})",
    ) if before.points != after.points else None
    listed(_("Stash"), _fitted(before.stash, catalogue), _fitted(after.stash, catalogue))
    plain(_("Next Encounter"), _next(before), _next(after))
    plain(_("Notes"), before.notes, after.notes)
    plain(_("Language on paper"), before.language or "—", after.language or "—")
    return found


def _member(old: Member, new: Member, catalogue: Catalogue) -> list[Difference]:
    found: list[Difference] = []

    def plain(what: str, before: str, after: str, kind: str = "") -> None:
        if before != after:
            found.append(Difference(new.name, what, before, after, kind))

    plain(_("Name"), old.name, new.name)
    plain(_("Status"), status_name(old), status_name(new), "harm" if new.status != "active" else "")
    plain(_("Type"), catalogue.character(old.type).name, catalogue.character(new.type).name)
    plain(_("Keyword"), keyword_name(old.keyword), keyword_name(new.keyword))
    plain(_("Level"), str(old.level), str(new.level), "well")
    plain(_("Experience"), str(old.experience), str(new.experience))
    was, now = explain(old, catalogue), explain(new, catalogue)
    for key in CHARACTERISTICS:
        kind = "well" if now[key].value > was[key].value else "harm"
        plain(characteristic_name(key), was[key].text, now[key].text, kind)

    def listed(what: str, before: list[str], after: list[str], kind: str = "") -> None:
        found.extend(_listed(new.name, what, before, after, kind))

    listed(_("Skills"), _skills(old, catalogue), _skills(new, catalogue), "well")
    listed(_("Injuries"), _injuries(old, catalogue), _injuries(new, catalogue), "harm")
    listed(_("Gear"), _fitted(old.gear, catalogue), _fitted(new.gear, catalogue))
    plain(_("Notes"), old.notes, new.notes)
    return found


def _listed(
    whose: str, what: str, before: list[str], after: list[str], kind: str = ""
) -> list[Difference]:
    """Tell the difference of two lists of names; their order is none."""
    if Counter(before) == Counter(after):
        return []
    return [Difference(whose, what, counted(before), counted(after), kind)]


def skills_in_words(member: Member, catalogue: Catalogue) -> str:
    """Name skills: 'Leader, Gunsmith (Rifle)'."""
    return ", ".join(_skills(member, catalogue))


def injuries_in_words(member: Member, catalogue: Catalogue) -> str:
    """Name injuries: 'Arm Injury, Shell-Shocked ×2'."""
    return counted(_injuries(member, catalogue))


def gear_in_words(member: Member, catalogue: Catalogue) -> str:
    """Name gear: 'Knife, Hunting Rifle + Scope'."""
    return items_in_words(member.gear, catalogue)


def items_in_words(items: Iterable[Item], catalogue: Catalogue) -> str:
    """Name items, those alike once: 'Climbing Gear ×3, Surplus Assault Rifle'."""
    return counted([item_name(i, catalogue) for i in items])


def gear_fate(member: Member, status: Status, catalogue: Catalogue) -> str:
    """Say what becomes of a member's gear with another status set by hand; '' where it stays: what
    the dead carried is lost and does not come back with them (ruling 18)."""
    if status == "dead" and member.status != "dead" and member.gear:
        return _("Lost with {name}: {gear}. Undo brings it back.").format(
            name=member.name, gear=gear_in_words(member, catalogue)
        )
    if member.status == "dead" and status != "dead":
        return _("{name} comes back without gear: it was lost with the death.").format(
            name=member.name
        )
    return ""


def _skills(member: Member, catalogue: Catalogue) -> list[str]:
    return [skill_name(s.key, s.value, s.detail, catalogue) for s in member.skills]


def _injuries(member: Member, catalogue: Catalogue) -> list[str]:
    return [catalogue.injuries[i.key].name for i in member.injuries]


def _fitted(items: Iterable[Item], catalogue: Catalogue) -> list[str]:
    """Name gear; in which order sights and silencers were fitted makes no difference."""
    return [
        item_name(replace(i, attached=tuple(sorted(i.attached, key=lambda a: a.key))), catalogue)
        for i in items
    ]


def _perks(group: Group, catalogue: Catalogue) -> list[str]:
    return [catalogue.perks[p.key].name for p in group.refuge.built]


def counted(names: Iterable[str]) -> str:
    """Name things, each once: 'Climbing Gear ×3, Scope'."""
    counts = Counter(names)
    return ", ".join(f"{name} ×{n}" if n > 1 else name for name, n in counts.items())


def _next(group: Group) -> str:
    parts = []
    if group.next_encounter.armoury:
        parts.append(_("Armoury re-rolls"))
    if group.next_encounter.radio:
        parts.append(_("Radio Room's pass"))
    return ", ".join(parts)
