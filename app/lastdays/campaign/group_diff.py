"""Before → after: what is different between two states of a group, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from lastdays.language import _
from lastdays.model.fields import GROUP, MEMBER, Field, Whose, gear_in_words
from lastdays.model.group import Group, Member, Status
from lastdays.model.profile import explain
from lastdays.rulebook import CHARACTERISTICS, Catalogue, characteristic_name


class Difference(Struct, frozen=True):
    """One thing that changed: whose, what, before, after. `kind` colours it."""

    whose: str
    what: str
    before: str
    after: str
    kind: str = ""


def compare(before: Group, after: Group, catalogue: Catalogue) -> list[Difference]:
    """List everything that differs, members in the order of the roster, then the group."""
    found: list[Difference] = []
    for member in after.members:
        if not before.has_member(member.id):
            kind = catalogue.character(member.type).name
            found.append(Difference(member.name, _("joins"), "", kind, "well"))
            continue
        was = before.member(member.id)
        if was != member:  # reading their numbers takes long
            fields = told(MEMBER, was, member, catalogue)
            figures = _figures(was, member, catalogue)
            found += [*fields, *figures] or told(MEMBER, was, member, catalogue, follows=True)
    found.extend(
        Difference(m.name, _("taken back"), catalogue.character(m.type).name, "")
        for m in before.members
        if not after.has_member(m.id)
    )
    own = told(GROUP, before, after, catalogue)
    one, other = (
        [m for m in this.members if that.has_member(m.id)]
        for this, that in ((before, after), (after, before))
    )
    if [m.id for m in one] != [m.id for m in other]:
        names = (", ".join(m.name for m in members) for members in (one, other))
        own.append(Difference(after.name, _("Order in the roster"), *names))
    return found + (own or told(GROUP, before, after, catalogue, follows=True))


def told(
    fields: Mapping[str, Field[Whose]],
    before: Whose,
    after: Whose,
    catalogue: Catalogue,
    *,
    follows: bool = False,
) -> list[Difference]:
    """List the fields that differ; those that only follow from others by themselves."""
    return [
        Difference(after.name, field.name, *said, field.tone(after))
        for field in fields.values()
        if field.follows == follows and (said := field.compare(before, after, catalogue))
    ]


def _figures(old: Member, new: Member, catalogue: Catalogue) -> Iterator[Difference]:
    """Give the characteristics that differ."""
    was, now = explain(old, catalogue), explain(new, catalogue)
    for key in CHARACTERISTICS:
        if was[key].text != now[key].text:
            kind = "well" if now[key].value > was[key].value else "harm"
            name = characteristic_name(key)
            yield Difference(new.name, name, was[key].text, now[key].text, kind)


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
