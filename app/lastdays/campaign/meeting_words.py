"""The fields of a group and of its members that are compared one by one, and what each says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from lastdays.campaign.group_diff import (
    injuries_in_words,
    skills_in_words,
    status_name,
)
from lastdays.language import _, pgettext, signed
from lastdays.model.group import Group, Item, Member
from lastdays.model.profile import item_name
from lastdays.rulebook import CHARACTERISTICS, Catalogue, characteristic_name, keyword_name
from lastdays.rulebook.words import skill_type_name

Kept = TypeVar("Kept", Group, Member)
Value = tuple[object, ...]


@dataclass(frozen=True)
class Field:
    """One thing that is compared: the attributes it is made of, and its name on the screen."""

    key: str
    attributes: tuple[str, ...]
    name: Callable[[], str]

    def value(self, of: Group | Member) -> Value:
        """Return what a group or member has there."""
        return tuple(getattr(of, name) for name in self.attributes)

    def put(self, into: Kept, of: Kept) -> Kept:
        """Return one group or member with what another has there."""
        return replace(into, **{name: getattr(of, name) for name in self.attributes})


def _field(key: str, name: Callable[[], str], *attributes: str) -> Field:
    return Field(key, attributes or (key,), name)


MEMBER_FIELDS = (
    _field("name", lambda: _("Name")),
    _field("status", lambda: _("Status"), "status", "captor", "captor_name", "fate_game"),
    _field("type", lambda: _("Type")),
    _field("keyword", lambda: _("Keyword")),
    _field("level", lambda: _("Level")),
    _field("experience", lambda: _("Experience")),
    _field("advances", lambda: _("Advances")),
    _field("skills", lambda: _("Skills")),
    _field("skill_types", lambda: _("Skills open to learn")),
    _field("injuries", lambda: _("Injuries")),
    _field("adjustments", lambda: _("Set by hand")),
    _field("newcomer", lambda: _("New in the group")),
    _field("notes", lambda: _("Notes")),
    _field("portrait", lambda: _("Portrait")),
)
GROUP_FIELDS = (
    _field("name", lambda: _("Name")),
    _field("player", lambda: _("Player")),
    _field("leader", lambda: _("Leader")),
    _field("refuge", lambda: _("Refuge")),
    _field("points", lambda: _("Scavenge Points")),
    _field("games", lambda: _("Games played")),
    _field("next", lambda: _("Next Encounter"), "next_encounter"),
    _field("founding", lambda: _("Still being created")),
    _field("notes", lambda: _("Notes")),
    _field("picture", lambda: _("Picture")),
    _field("language", lambda: _("Language on paper")),
)


class Told:
    """Says what a field holds, in the words of the screen."""

    def __init__(self, catalogue: Catalogue, ours: Group, theirs: Group) -> None:
        self._catalogue = catalogue
        self._names = {m.id: m.name for m in (*theirs.members, *ours.members)}

    def name(self, member: str) -> str:
        """Return the name of a member."""
        return self._names.get(member, "—")

    def place(self, placed: tuple[str, Item] | None) -> str:
        """Say where a piece of gear is, and what is on it."""
        if placed is None:
            return _("gone")
        holder, item = placed
        where = (
            pgettext("gear", "with {name}").format(name=self.name(holder))
            if holder
            else _("in the stash")
        )
        if item.attached or item.modified:
            what = item_name(item, self._catalogue)
            return _("{what}, {where}").format(what=what, where=where)
        return where

    def say(self, field: Field, of: Group | Member) -> str:
        """Say what a group or member has there."""
        if isinstance(of, Group):
            said = self._of_group(field.key, of)
        else:
            said = self._of_member(field.key, of)
        return " ".join(said.split())  # notes have lines of their own

    def _of_group(self, key: str, group: Group) -> str:
        match key:
            case "leader":
                return self.name(group.leader)
            case "refuge":
                return _refuge(group, self._catalogue)
            case "next":
                ahead = group.next_encounter
                parts = [_("Armoury re-rolls")] if ahead.armoury else []
                parts += [_("Radio Room's pass")] if ahead.radio else []
                return ", ".join(parts) or "—"
            case "founding":
                return _("yes") if group.founding else _("no")
            case "picture":
                return _("a picture") if group.picture else "—"
        return str(getattr(group, key)) or "—"

    def _of_member(self, key: str, member: Member) -> str:
        match key:
            case "status":
                return status_name(member)
            case "type":
                return self._catalogue.character(member.type).name
            case "keyword":
                return keyword_name(member.keyword)
            case "skills":
                return skills_in_words(member, self._catalogue) or "—"
            case "injuries":
                return injuries_in_words(member, self._catalogue) or "—"
            case "advances":
                given = [(a.characteristic, a.amount) for a in member.advances]
                return _figures(given)
            case "adjustments":
                return _figures(member.adjustments.items())
            case "skill_types":
                return ", ".join(skill_type_name(kind) for kind in member.skill_types) or "—"
            case "newcomer":
                return _("yes") if member.newcomer else _("no")
            case "portrait":
                return _("a picture") if member.portrait else "—"
        return str(getattr(member, key)) or "—"


def _figures(given: Iterable[tuple[str, int]]) -> str:
    """Say changes of characteristics: '+1 Strength, −1 Firing Accuracy'."""
    summed: dict[str, int] = {}
    for key, amount in given:
        summed[key] = summed.get(key, 0) + amount
    order = [key for key in CHARACTERISTICS if key in summed]
    return ", ".join(f"{signed(summed[key])} {characteristic_name(key)}" for key in order) or "—"


def _refuge(group: Group, catalogue: Catalogue) -> str:
    refuge = group.refuge
    parts = [
        catalogue.refuges[refuge.key].name,
        *(catalogue.perks[p.key].name for p in refuge.built),
    ]
    if refuge.extra_size:
        parts.append(_("Size {n}").format(n=signed(refuge.extra_size)))
    if refuge.extra_spaces:
        parts.append(_("Spaces {n}").format(n=signed(refuge.extra_spaces)))
    return ", ".join(parts)
