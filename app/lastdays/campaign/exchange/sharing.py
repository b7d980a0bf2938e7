"""Groups and campaigns to share with others, as plain values, Markdown or text. Web pages are made by
`website`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from lastdays.campaign.chronicle.entries import about_words, kind_name, timeline
from lastdays.campaign.chronicle.games import Chronicle, records_of, standings
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
        perks = ", ".join(perk.text for perk in self.perks)
        spaces = ngettext("{n} Empty Space", "{n} Empty Spaces", self.free_spaces)
        return titled(self.refuge, dotted(perks or _("nothing built yet"), spaces))


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
    members = [_shared_member(member, group, catalogue, notes=notes) for member in group.roster]
    perks = [SharedMark(perk.name, perk.drawing) for perk in perks_of(group, catalogue)]
    stash = [_mark_of_gear(item, catalogue) for item in group.stash]
    fallen = [fate_in_words(member) for member in group.memorial]
    shown_notes = group.notes if notes else ""
    return SharedGroup(
        name=group.name,
        facts=group_facts(group),
        members=tuple(members),
        refuge=catalogue.refuges[group.refuge.key].name,
        perks=tuple(perks),
        free_spaces=max(0, empty_spaces(group, catalogue)),
        on_the_road=group.on_the_road,
        stash=_marks_with_counts(stash),
        points=group.points,
        fallen=tuple(fallen),
        notes=shown_notes,
        pictures=pictures,
        language=group.language,
    )


def group_facts(group: Group, *, player: bool = True) -> tuple[str, ...]:
    """Return the main facts about a group, with who plays it only if `player`."""
    leader = group.leading
    facts = []
    if leader:
        facts.append(_("led by {name}", name=leader.name))
        facts.append(keyword_name(leader.keyword))
    else:
        facts.append(_("without a Leader"))
    points = group.points
    facts.append(ngettext("{n} member", "{n} members", len(group.roster)))
    facts.append(ngettext("{n} Scavenge Point", "{n} Scavenge Points", points, n=number(points)))
    facts.append(ngettext("{n} game", "{n} games", group.games))
    if player and group.player:
        facts.append(_("played by {name}", name=group.player))
    return tuple(facts)


def fate_in_words(member: Member) -> str:
    """Say who died or left, and when: 'Old Tom, died after game 2'."""
    name = member.name
    game = member.fate_game
    if member.status == "dead":
        if game:
            return _("{name}, died after game {n}", name=name, n=game)
        return _("{name}, died", name=name)
    if game:
        return _("{name}, left the group after game {n}", name=name, n=game)
    return _("{name}, left the group", name=name)


def _shared_member(
    member: Member, group: Group, catalogue: Catalogue, *, notes: bool
) -> SharedMember:
    gear = [_mark_of_gear(item, catalogue) for item in member.gear]
    skills = []
    for skill in member.skills:
        name = skill_name(skill.key, skill.value, skill.detail, catalogue)
        skills.append(SharedMark(name, catalogue.trait(skill.key).drawing))
    injuries = []
    for injury in member.injuries:
        entry = catalogue.injuries[injury.key]
        injuries.append(SharedMark(entry.name, entry.drawing, "harm"))
    if member.status == "active":
        state = misses_in_words(member)
    else:
        state = status_name(member)
    shown_notes = member.notes if notes else ""
    return SharedMember(
        name=member.name,
        type=catalogue.character(member.type).name,
        keyword=keyword_name(member.keyword),
        keyword_key=member.keyword,
        leads=member.id == group.leader,
        level=member.level,
        experience=member.experience,
        figures=tuple(_shared_figures(member, catalogue)),
        gear=_marks_with_counts(gear),
        skills=_marks_with_counts(skills),
        injuries=_marks_with_counts(injuries),
        own=tuple(_own_marks(member, catalogue)),
        state=state,
        notes=shown_notes,
        portrait=member.pictured,
    )


def _shared_figures(member: Member, catalogue: Catalogue) -> Iterator[SharedFigure]:
    """Yield the characteristics of a member. One that is better for shooting alone is better."""
    numbers = explain(member, catalogue)
    for key in CHARACTERISTICS:
        figure = numbers[key]
        shooting = figure.shooting or 0
        trend: Trend = "same"
        if figure.value > figure.printed or shooting > figure.printed:
            trend = "better"
        elif figure.value < figure.printed:
            trend = "worse"
        yield SharedFigure(key, figure.text, trend)


def _own_marks(member: Member, catalogue: Catalogue) -> Iterator[SharedMark]:
    """Yield the players' own counters and traits of a member that are shown in the roster."""
    for counter in shown_counters(member.counters, "member", "roster", catalogue):
        tone: Tone = "harm" if counter.harms else "plain"
        yield SharedMark(counter.text, counter.drawing, tone)
    for trait in held_traits(member, catalogue, "roster"):
        yield SharedMark(trait.in_words, trait.drawing)


def _mark_of_gear(item: Item, catalogue: Catalogue) -> SharedMark:
    return SharedMark(item_name(item, catalogue), catalogue.gear(item.key).drawing)


def _marks_with_counts(marks: list[SharedMark]) -> tuple[SharedMark, ...]:
    """Return marks with repeated ones counted: 'Booze ×2'."""
    marks_counted = []
    for mark, count in Counter(marks).items():
        marks_counted.append(replace(mark, text=times(mark.text, count)))
    return tuple(marks_counted)


#: Characters that Markdown or a chat interprets anywhere.
_SPECIAL = re.compile(r"([\\`*_\[\]<>|~])")
#: The beginning of a list, heading or quotation at the start of a line.
_BEGINNING = re.compile(r"(?m)^(?P<space>\s*)(?P<mark>[#+>=-]|\d+(?=[.)]))")
#: An invisible space, which breaks mentions and numbered lists.
_NOTHING = "\u200b"
_SHAPE = re.compile(r'<path[^>]*? d="([^"<>&]*)"')
_DRAWING = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")


def _escaped_for_markdown(text: str) -> str:
    """Return a text escaped for Markdown."""
    escaped = without_mentions(_SPECIAL.sub(r"\\\1", text))
    return _BEGINNING.sub(_without_meaning, escaped)


def without_mentions(text: str) -> str:
    """Return a text that calls nobody in a chat, whatever stands after an `@`."""
    return text.replace("@", f"@{_NOTHING}")


def _without_meaning(beginning: re.Match[str]) -> str:
    """Return the beginning of a line with something between that takes its meaning from it."""
    mark = beginning["mark"]
    escape = _NOTHING if mark.isdigit() else "\\"
    return f"{beginning['space']}{escape}{mark}"


#: The most who are listed of those who died or left.
FALLEN_MOST = 200


def read_shared_campaign(
    workspace: Workspace, campaign: str, *, notes: bool = False
) -> SharedCampaign:
    """Return a campaign to share, with notes on it and its games only if `notes`. LastDaysError if it
    is missing or damaged."""
    overview = workspace.overview(campaign)
    chronicle = Chronicle(workspace, campaign)
    value = chronicle.campaign
    facts = (
        ngettext("{n} group", "{n} groups", len(overview.groups)),
        ngettext("{n} game", "{n} games", len(value.games)),
    )
    shown_notes = value.notes if notes else ""
    return SharedCampaign(
        name=value.name,
        facts=facts,
        standings=tuple(standing_lines(chronicle, overview)),
        chapters=tuple(_shared_chapters(chronicle, notes=notes)),
        fallen=tuple(_fallen_in_words(chronicle, overview)),
        records=tuple(_records_in_words(chronicle)),
        notes=shown_notes,
    )


def standing_lines(chronicle: Chronicle, overview: Overview) -> Iterator[tuple[str, str]]:
    """Yield the groups in the order of the standings, each with its line."""
    lines = overview.by_id
    for place in standings(chronicle.campaign, lines, overview.ratings):
        group = lines[place.group].summary
        totals = place.totals
        rating = str(place.rating) if place.rating >= 0 else "—"
        line = dotted(
            _("place {n}", n=place.place),
            titled(_("Leader"), group.leader or "—"),
            titled(_("Members"), str(group.size)),
            titled(_("Rating"), rating),
            titled(_("Scavenge Points"), number(group.points)),
            titled(_("Won"), str(totals.won)),
            titled(_("Lost"), str(totals.lost)),
            titled(_("Drawn"), str(totals.drawn)),
        )
        yield group.name, line


def _shared_chapters(chronicle: Chronicle, *, notes: bool) -> Iterator[SharedChapter]:
    """Yield games and entries of the chronicle, latest first."""
    for event in reversed(timeline(chronicle)):
        if isinstance(event, ChronicleEntry):
            yield SharedChapter(
                heading=kind_name(event.kind),
                beneath=dotted(day_in_words(event.day), *about_words(chronicle, event)),
                story="",
                own=event.text,
            )
            continue
        story = chronicle.story(event.id)
        words = [story.own_words]
        if notes:
            words.append(story.notes)
        yield SharedChapter(
            heading=_("Game {n}: {encounter}", n=story.number, encounter=story.encounter),
            beneath=dotted(day_in_words(story.day), story.who_played(players=False)),
            story=" ".join(sentence.text for sentence in story.all_sentences),
            own="\n".join(text for text in words if text),
        )


def _records_in_words(chronicle: Chronicle) -> Iterator[str]:
    for record in records_of(chronicle):
        text = _(
            "{title}: {amount}, {holder}",
            title=record.title,
            amount=record.amount,
            holder=record.holder,
        )
        yield dotted(text, record.shared)


def _fallen_in_words(chronicle: Chronicle, overview: Overview) -> Iterator[str]:
    """Yield those who died or left, latest first."""
    for entry in Memorial(chronicle, overview.fell).entries(0, FALLEN_MOST):
        yield dotted(entry.name, entry.group_name, entry.how, day_in_words(entry.day))


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
    snapshot = workspace.snapshot(group)
    value = with_fates_told(Chronicle(workspace, snapshot.campaign.id), snapshot.group)
    value = replace(value, language=language or value.language)
    pictures = _faces_by_picture(workspace, value)
    with speaking(tongue(value.language)):
        catalogue = workspace.rulebooks.of(snapshot.campaign.chosen)
        return shared_group(value, catalogue, pictures, notes=notes)


def _faces_by_picture(workspace: Workspace, group: Group) -> dict[str, bytes]:
    """Return the faces of a group's members by the ids of the pictures."""
    faces = {}
    with workspace.store.reading() as tx:
        for member in group.roster:
            picture = tx.paper.portrait(member.portrait) if member.portrait else None
            if picture:
                faces[member.pictured] = face_of(picture, member.face)
    return faces


def in_its_language(tale: SharedGroup | SharedCampaign) -> AbstractContextManager[None]:
    """Speak the language of a shared group in the block, for a campaign that of the program."""
    language = tongue(tale.language) if isinstance(tale, SharedGroup) else None
    return speaking(language)


def render_tale(tale: SharedGroup | SharedCampaign, form: Form) -> str:
    """Return a shared group or campaign as Markdown or plain text."""
    as_markdown = form == "markdown"
    escape = _escaped_for_markdown if as_markdown else str
    with in_its_language(tale):
        template = load_templates().get_template("tale.txt")
        text = template.render(tale=tale, marked=as_markdown, said=escape)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


@cache
def load_templates() -> Environment:
    """Return the templates, which escape all values."""
    # late: only sharing needs Jinja
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(paths.resources() / "website"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["_"] = _
    environment.globals["ngettext"] = ngettext
    environment.globals["number"] = number
    environment.globals["titled"] = titled
    environment.globals["day"] = day_in_words
    environment.globals["shape"] = path_of_drawing
    environment.globals["dotted"] = dotted
    return environment


#: What no web page and no XML may contain: control characters, halves of letters, and what is no letter.
_UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]"
)


def printable(text: str) -> str:
    """Return a text with a sign in place of each character that browsers refuse."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)


@cache
def path_of_drawing(drawing: str) -> str:
    """Return a pictogram as an SVG path, '' if it doesn't exist."""
    if not _DRAWING.fullmatch(drawing):
        return ""
    file = paths.resources() / "icons" / f"{drawing}.svg"
    try:
        svg = file.read_text(encoding="utf-8")
    except OSError:
        return ""
    return " ".join(_SHAPE.findall(svg))
