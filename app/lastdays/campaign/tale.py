"""What is told to others, as plain values: a group as it is, a campaign as it went.

`tale_html` and `tale_text` put them into a page, Markdown or plain text; none of them reads the
store.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from lastdays.language import _, ngettext, number
from lastdays.model.fields import status_name
from lastdays.model.group import Group, Item, Member
from lastdays.model.profile import explain, item_name, skill_name
from lastdays.model.recruiting import empty_spaces
from lastdays.pdf.plot import Plot
from lastdays.rulebook import CHARACTERISTICS, Catalogue, keyword_name

Trend = Literal["same", "better", "worse"]
Tone = Literal["plain", "harm", "well", "faint"]


class TaleFigure(Struct, frozen=True):
    """A characteristic in short, what it is now, and whether that is the printed number."""

    name: str
    text: str
    trend: Trend = "same"


class TaleMark(Struct, frozen=True):
    """A piece of gear, a skill, an injury, a state: its name, its drawing, its tone."""

    text: str
    drawing: str = ""
    tone: Tone = "plain"


class TaleMember(Struct, frozen=True):
    """One Character as they are told of. `portrait` is the id of a picture, '' for none."""

    name: str
    type: str
    keyword: str
    keyword_key: str
    leads: bool
    level: int
    experience: int
    figures: tuple[TaleFigure, ...]
    gear: tuple[TaleMark, ...]
    skills: tuple[TaleMark, ...]
    injuries: tuple[TaleMark, ...]
    state: str = ""
    notes: str = ""
    portrait: str = ""


class TaleGroup(Struct, frozen=True):
    """A group as it is told of. `fallen` are those who died or left, each with a few words."""

    name: str
    facts: tuple[str, ...]
    members: tuple[TaleMember, ...]
    refuge: str
    perks: tuple[TaleMark, ...]
    free_spaces: int
    stash: tuple[TaleMark, ...]
    points: int
    fallen: tuple[str, ...]
    notes: str = ""
    portraits: tuple[tuple[str, bytes], ...] = ()
    #: What it is told in, as 'de'; '' for what the program speaks.
    language: str = ""

    @property
    def pictures(self) -> Mapping[str, bytes]:
        """Return the portraits by their ids."""
        return dict(self.portraits)


class TaleStanding(Struct, frozen=True):
    """A group in the standing of a campaign: its name, and what is said of it in columns."""

    name: str
    cells: tuple[str, ...]


class TaleChapter(Struct, frozen=True):
    """A part of a story: its heading, a few words beneath, its sentences."""

    heading: str
    beneath: str = ""
    sentences: tuple[str, ...] = ()
    #: What the players wrote themselves.
    own: str = ""


class TaleCampaign(Struct, frozen=True):
    """A campaign as it is told of: the standing of its groups, its games, those remembered. Text
    has no room for `plots`; a page draws them."""

    name: str
    facts: tuple[str, ...]
    columns: tuple[str, ...]
    standing: tuple[TaleStanding, ...]
    chapters: tuple[TaleChapter, ...]
    fallen: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    notes: str = ""
    plots: tuple[Plot, ...] = ()


def tale_of_group(
    group: Group,
    catalogue: Catalogue,
    portraits: Mapping[str, bytes] | None = None,
    *,
    notes: bool = False,
) -> TaleGroup:
    """Return what is told of a group; what people wrote about it only with `notes`."""
    leader = group.leading
    facts = [
        _("led by {name}").format(name=leader.name) if leader else _("without a Leader"),
        *([keyword_name(leader.keyword)] if leader else []),
        ngettext("{n} member", "{n} members", len(group.roster)).format(n=len(group.roster)),
        ngettext("{n} Scavenge Point", "{n} Scavenge Points", group.points).format(
            n=number(group.points)
        ),
        ngettext("{n} game", "{n} games", group.games).format(n=group.games),
        *([_("played by {name}").format(name=group.player)] if group.player else []),
    ]
    refuge = catalogue.refuges[group.refuge.key]
    there = (*refuge.built_in, *(built.key for built in group.refuge.built))
    perks = tuple(TaleMark(catalogue.perks[k].name, catalogue.perks[k].drawing) for k in there)
    return TaleGroup(
        group.name,
        tuple(facts),
        tuple(_member(m, group, catalogue, notes=notes) for m in group.roster),
        refuge.name,
        perks,
        max(0, empty_spaces(group, catalogue)),
        _counted([_gear(i, catalogue) for i in group.stash]),
        group.points,
        tuple(fate(m) for m in group.memorial),
        group.notes if notes else "",
        tuple((portraits or {}).items()),
        group.language,
    )


def fate(member: Member) -> str:
    """Say who is remembered, and since when: 'Old Tom, died after game 2'."""
    said = _("{name}, died") if member.status == "dead" else _("{name}, left the group")
    if member.fate_game:
        said = (
            _("{name}, died after game {n}")
            if member.status == "dead"
            else _("{name}, left the group after game {n}")
        )
    return said.format(name=member.name, n=member.fate_game)


def _member(member: Member, group: Group, catalogue: Catalogue, *, notes: bool) -> TaleMember:
    numbers = explain(member, catalogue)
    figures = []
    for key in CHARACTERISTICS:
        figure = numbers[key]
        trend: Trend = "same"
        if figure.value > figure.printed or (figure.shooting or 0) > figure.printed:
            trend = "better"
        elif figure.value < figure.printed:
            trend = "worse"
        figures.append(TaleFigure(key, figure.text, trend))
    injuries = [
        TaleMark(catalogue.injuries[i.key].name, catalogue.injuries[i.key].drawing, "harm")
        for i in member.injuries
    ]
    skills = [
        TaleMark(skill_name(s.key, s.value, s.detail, catalogue), catalogue.trait(s.key).drawing)
        for s in member.skills
    ]
    return TaleMember(
        member.name,
        catalogue.character(member.type).name,
        keyword_name(member.keyword),
        member.keyword,
        member.id == group.leader,
        member.level,
        member.experience,
        tuple(figures),
        _counted([_gear(i, catalogue) for i in member.gear]),
        _counted(skills),
        _counted(injuries),
        status_name(member) if member.status != "active" else "",
        member.notes if notes else "",
        member.portrait,
    )


def _gear(item: Item, catalogue: Catalogue) -> TaleMark:
    return TaleMark(item_name(item, catalogue), catalogue.gear(item.key).drawing)


def _counted(marks: list[TaleMark]) -> tuple[TaleMark, ...]:
    """Return marks with what stands there several times said once: 'Booze ×2'."""
    counts: dict[TaleMark, int] = {}
    for mark in marks:
        counts[mark] = counts.get(mark, 0) + 1
    return tuple(
        TaleMark(f"{mark.text} ×{n}", mark.drawing, mark.tone) if n > 1 else mark
        for mark, n in counts.items()
    )


def names(marks: tuple[TaleMark, ...]) -> str:
    """Return marks in words: 'Revolver, Knife'."""
    return ", ".join(mark.text for mark in marks)


def in_one_line(parts: tuple[str, ...]) -> str:
    """Return facts in a line, joined by dots."""
    return " · ".join(filter(None, parts))
