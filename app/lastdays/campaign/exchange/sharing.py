"""Groups and campaigns to share with others, as plain values, Markdown or text. Web pages are made by
`website`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from functools import cache
from itertools import starmap
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from lastdays.campaign.chronicle.entries import about_words, kind_name, timeline
from lastdays.campaign.chronicle.games import Chronicle, records, standings
from lastdays.campaign.chronicle.lives import Memorial, with_fates_told
from lastdays.campaign.dates import day_in_words
from lastdays.campaign.overview import Overview
from lastdays.campaign.portraits import face_of
from lastdays.campaign.workspace import Workspace
from lastdays.desktop import paths
from lastdays.desktop.message_files import tongue
from lastdays.errors import LastDaysError
from lastdays.language import _, dotted, ngettext, number, speaking, times, titled
from lastdays.model.campaign import ChronicleEntry
from lastdays.model.counters import held_traits, shown_counters
from lastdays.model.fields import misses_in_words, status_name
from lastdays.model.group import Group, Item, Member
from lastdays.model.profile import explain, item_name, skill_name
from lastdays.model.recruiting import empty_spaces, perks_of
from lastdays.rulebook import CHARACTERISTICS, Catalogue, keyword_name
from lastdays.values import Value

if TYPE_CHECKING:
    from jinja2 import Environment

Trend = Literal["same", "better", "worse"]
Tone = Literal["plain", "harm", "well", "faint"]


class SharedFigure(Value):
    """A characteristic: its short name, its value, and how that differs from the printed one."""

    name: str
    text: str
    trend: Trend


class SharedMark(Value):
    """A piece of gear, a skill, an injury or a Perk: its name, drawing and tone."""

    text: str
    drawing: str = ""
    tone: Tone = "plain"


class SharedMember(Value):
    """A shared Character, in the colour of the Keyword `keyword_key`. `portrait` is the id of a picture,
    '' for none."""

    name: str
    type: str
    keyword: str
    keyword_key: str
    leads: bool
    level: int
    experience: int
    figures: tuple[SharedFigure, ...]
    gear: tuple[SharedMark, ...]
    skills: tuple[SharedMark, ...]
    injuries: tuple[SharedMark, ...]
    own: tuple[SharedMark, ...]
    state: str
    notes: str
    portrait: str


class SharedGroup(Value):
    """A shared group. `fallen` are those who died or left, each in a few words."""

    name: str
    facts: tuple[str, ...]
    members: tuple[SharedMember, ...]
    refuge: str
    perks: tuple[SharedMark, ...]
    free_spaces: int
    on_the_road: bool
    stash: tuple[SharedMark, ...]
    points: int
    fallen: tuple[str, ...]
    notes: str
    #: Portraits by their ids.
    pictures: Mapping[str, bytes]
    #: The language it is written in, as 'de'; '' for that of the program.
    language: str

    @property
    def housed(self) -> str:
        """Say where the group lives: the Refuge, its Perks, how many Empty Spaces there are."""
        if self.on_the_road and not self.perks and not self.free_spaces:
            return self.refuge
        perks = ", ".join(perk.text for perk in self.perks) or _("nothing built yet")
        free = ngettext("{n} Empty Space", "{n} Empty Spaces", self.free_spaces)
        return titled(self.refuge, dotted(perks, free))


class SharedChapter(Value):
    """A game or entry of the chronicle: its heading, a line beneath, what happened, and the players' own
    words."""

    heading: str
    beneath: str
    story: str
    own: str


class SharedCampaign(Value):
    """A shared campaign: the standings with a line for each group, the chronicle, records, and those who
    died or left."""

    name: str
    facts: tuple[str, ...]
    standings: tuple[tuple[str, str], ...]
    chapters: tuple[SharedChapter, ...]
    fallen: tuple[str, ...]
    records: tuple[str, ...]
    notes: str


def shared_group(
    group: Group,
    catalogue: Catalogue,
    pictures: Mapping[str, bytes] = MappingProxyType({}),
    *,
    notes: bool = False,
) -> SharedGroup:
    """Return a group to share, with the players' notes only if `notes`."""
    return SharedGroup(
        group.name,
        group_facts(group),
        tuple(_member(m, group, catalogue, notes=notes) for m in group.roster),
        catalogue.refuges[group.refuge.key].name,
        tuple(SharedMark(perk.name, perk.drawing) for perk in perks_of(group, catalogue)),
        max(0, empty_spaces(group, catalogue)),
        group.on_the_road,
        _counted([_gear(i, catalogue) for i in group.stash]),
        group.points,
        tuple(fate(m) for m in group.memorial),
        group.notes if notes else "",
        pictures,
        group.language,
    )


def group_facts(group: Group, *, player: bool = True) -> tuple[str, ...]:
    """Return the main facts about a group, with who plays it only if `player`."""
    leader = group.leading
    facts = [
        _("led by {name}", name=leader.name) if leader else _("without a Leader"),
        *([keyword_name(leader.keyword)] if leader else []),
        ngettext("{n} member", "{n} members", len(group.roster)),
        ngettext("{n} Scavenge Point", "{n} Scavenge Points", group.points, n=number(group.points)),
        ngettext("{n} game", "{n} games", group.games),
    ]
    if player and group.player:
        facts.append(_("played by {name}", name=group.player))
    return tuple(facts)


def fate(member: Member) -> str:
    """Say who died or left, and when: 'Old Tom, died after game 2'."""
    said = _("{name}, died") if member.status == "dead" else _("{name}, left the group")
    if member.fate_game:
        said = (
            _("{name}, died after game {n}")
            if member.status == "dead"
            else _("{name}, left the group after game {n}")
        )
    return said.format(name=member.name, n=member.fate_game)


def _member(member: Member, group: Group, catalogue: Catalogue, *, notes: bool) -> SharedMember:
    numbers = explain(member, catalogue)
    figures = []
    for key in CHARACTERISTICS:
        figure = numbers[key]
        trend: Trend = "same"
        if figure.value > figure.printed or (figure.shooting or 0) > figure.printed:
            trend = "better"
        elif figure.value < figure.printed:
            trend = "worse"
        figures.append(SharedFigure(key, figure.text, trend))
    injuries = [
        SharedMark(catalogue.injuries[i.key].name, catalogue.injuries[i.key].drawing, "harm")
        for i in member.injuries
    ]
    skills = [
        SharedMark(skill_name(s.key, s.value, s.detail, catalogue), catalogue.trait(s.key).drawing)
        for s in member.skills
    ]
    return SharedMember(
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
        tuple(_own(member, catalogue)),
        misses_in_words(member) if member.status == "active" else status_name(member),
        member.notes if notes else "",
        member.pictured,
    )


def _own(member: Member, catalogue: Catalogue) -> Iterator[SharedMark]:
    """Yield the players' own counters and traits of a member that are shown in the roster."""
    for held in shown_counters(member.counters, "member", "roster", catalogue):
        yield SharedMark(held.text, held.drawing, "harm" if held.harms else "plain")
    for trait in held_traits(member, catalogue, "roster"):
        yield SharedMark(trait.said, trait.drawing)


def _gear(item: Item, catalogue: Catalogue) -> SharedMark:
    return SharedMark(item_name(item, catalogue), catalogue.gear(item.key).drawing)


def _counted(marks: list[SharedMark]) -> tuple[SharedMark, ...]:
    """Return marks with repeated ones counted: 'Booze ×2'."""
    counts = Counter(marks)
    return tuple(replace(mark, text=times(mark.text, n)) for mark, n in counts.items())


#: Characters that Markdown or a chat interprets anywhere.
_SPECIAL = re.compile(r"([\\`*_\[\]<>|~])")
#: The beginning of a list, heading or quotation at the start of a line.
_BEGINNING = re.compile(r"(?m)^(\s*)([#+>=-]|\d+(?=[.)]))")
#: An invisible space, which breaks mentions and numbered lists.
_NOTHING = "\u200b"
_SHAPE = re.compile(r'<path[^>]*? d="([^"<>&]*)"')
_DRAWING = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")


def _plainly(text: str) -> str:
    """Return a text escaped for Markdown."""
    escaped = _SPECIAL.sub(r"\\\1", text).replace("@", f"@{_NOTHING}")
    return _BEGINNING.sub(
        lambda found: found[1] + (_NOTHING if found[2].isdigit() else "\\") + found[2], escaped
    )


#: The most who are listed of those who died or left.
FALLEN_MOST = 200


def read_shared_campaign(
    workspace: Workspace, campaign: str, *, notes: bool = False
) -> SharedCampaign:
    """Return a campaign to share, with notes on it and its games only if `notes`. LastDaysError if it
    is missing or damaged."""
    found = workspace.overview(campaign)
    chronicle = Chronicle(workspace, campaign)
    value = chronicle.campaign
    facts = (
        ngettext("{n} group", "{n} groups", len(found.groups)),
        ngettext("{n} game", "{n} games", len(value.games)),
    )
    return SharedCampaign(
        value.name,
        facts,
        tuple(_standings(chronicle, found)),
        tuple(_chapters(chronicle, notes=notes)),
        tuple(_fallen(chronicle, found)),
        tuple(_records(chronicle)),
        value.notes if notes else "",
    )


def _standings(chronicle: Chronicle, found: Overview) -> Iterator[tuple[str, str]]:
    """Yield the groups in the order of the standings, each with its line."""
    lines = found.by_id
    for place in standings(chronicle.campaign, lines, found.ratings):
        of, totals = lines[place.group].summary, place.totals
        where = _("place {n}", n=place.place)
        cells = (
            (_("Leader"), of.leader or "—"),
            (_("Members"), str(of.size)),
            (_("Rating"), str(place.rating) if place.rating >= 0 else "—"),
            (_("Points"), number(of.points)),
            (_("Won"), str(totals.won)),
            (_("Lost"), str(totals.lost)),
            (_("Drawn"), str(totals.drawn)),
        )
        yield of.name, dotted(where, *starmap(titled, cells))


def _chapters(chronicle: Chronicle, *, notes: bool) -> Iterator[SharedChapter]:
    """Yield games and entries of the chronicle, latest first."""
    for game in reversed(timeline(chronicle)):
        if isinstance(game, ChronicleEntry):
            about = dotted(day_in_words(game.day), *about_words(chronicle, game))
            yield SharedChapter(kind_name(game.kind), about, "", game.text)
            continue
        story = chronicle.story(game.id)
        words = [story.own, story.notes if notes else ""]
        yield SharedChapter(
            _("Game {n}: {encounter}", n=story.number, encounter=story.encounter),
            dotted(day_in_words(story.day), story.who_played(players=False)),
            " ".join(sentence.text for sentence in story.all_sentences),
            "\n".join(filter(None, words)),
        )


def _records(chronicle: Chronicle) -> Iterator[str]:
    for record in records(chronicle):
        said = _(
            "{title}: {amount}, {holder}",
            title=record.title,
            amount=record.amount,
            holder=record.holder,
        )
        yield dotted(said, record.shared)


def _fallen(chronicle: Chronicle, found: Overview) -> Iterator[str]:
    """Yield those who died or left, latest first."""
    for one in Memorial(chronicle, found.fell).entries(0, FALLEN_MOST):
        yield dotted(one.name, one.group_name, one.how, day_in_words(one.day))


#: `pages` is a folder with a campaign's web pages.
Form = Literal["picture", "pages", "markdown", "text"]
#: The suffix of a file of each form.
SUFFIXES: dict[Form, str] = {"picture": ".png", "markdown": ".md", "text": ".txt"}


def form_of(file: Path) -> Form:
    """Return the form for a file by its suffix; LastDaysError for an unknown one."""
    for form, suffix in SUFFIXES.items():
        if file.suffix.lower() == suffix:
            return form
    raise LastDaysError(
        "{file} has to end in one of {suffixes}. Nothing was written.",
        file=file,
        suffixes=", ".join(SUFFIXES.values()),
    )


def read_shared_group(
    workspace: Workspace, group: str, *, notes: bool = False, language: str = ""
) -> SharedGroup:
    """Return a group to share, in `language` or that of its players; LastDaysError if it is missing or
    damaged."""
    found = workspace.snapshot(group)
    value = with_fates_told(Chronicle(workspace, found.campaign.id), found.group)
    value = replace(value, language=language or value.language)
    with workspace.store.reading() as tx:
        pictures = {
            m.pictured: face_of(picture, m.face)
            for m in value.roster
            if m.portrait and (picture := tx.paper.portrait(m.portrait))
        }
    with speaking(tongue(value.language)):
        catalogue = workspace.rulebooks.of(found.campaign.chosen)
        return shared_group(value, catalogue, pictures, notes=notes)


def in_its_language(tale: SharedGroup | SharedCampaign) -> AbstractContextManager[None]:
    """Speak the language of a shared group in the block, for a campaign that of the program."""
    return speaking(tongue(tale.language) if isinstance(tale, SharedGroup) else None)


def rendered(tale: SharedGroup | SharedCampaign, form: Form) -> str:
    """Return a shared group or campaign as Markdown or plain text."""
    marked = form == "markdown"
    with in_its_language(tale):
        text = (
            templates()
            .get_template("tale.txt")
            .render(tale=tale, marked=marked, said=_plainly if marked else str)
        )
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


@cache
def templates() -> Environment:
    """Return the templates, which escape all values."""
    # late: only sharing needs Jinja
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(paths.resources() / "website"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {
        "_": _, "ngettext": ngettext, "number": number, "titled": titled, "day": day_in_words,
        "shape": shape, "dotted": dotted,
    }  # fmt: skip
    return made


@cache
def shape(drawing: str) -> str:
    """Return a pictogram as an SVG path, '' if it doesn't exist."""
    if not _DRAWING.fullmatch(drawing):
        return ""
    try:
        file = paths.resources() / "icons" / f"{drawing}.svg"
        return " ".join(_SHAPE.findall(file.read_text(encoding="utf-8")))
    except OSError:
        return ""
