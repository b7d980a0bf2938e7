"""Groups and campaigns to be shared with others: as plain values, Markdown or text. Pages for a
browser are made by `website`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from lastdays.campaign.chronicle.entries import about_words, kind_name, timeline
from lastdays.campaign.chronicle.games import Chronicle, records, standing
from lastdays.campaign.chronicle.lives import Memorial
from lastdays.campaign.dates import day_in_words
from lastdays.campaign.overview import Overview
from lastdays.campaign.portraits import face_of
from lastdays.campaign.workspace import Workspace
from lastdays.desktop.message_files import tongue
from lastdays.errors import LastDaysError
from lastdays.language import _, against, ngettext, number, speaking, times, titled
from lastdays.model.campaign import ChronicleEntry
from lastdays.model.fields import status_name
from lastdays.model.group import Group, Item, Member
from lastdays.model.profile import explain, item_name, skill_name
from lastdays.model.recruiting import empty_spaces, perk_keys
from lastdays.rulebook import CHARACTERISTICS, Catalogue, keyword_name
from lastdays.values import Value

Trend = Literal["same", "better", "worse"]
Tone = Literal["plain", "harm", "well", "faint"]


class SharedFigure(Value):
    """A characteristic in short, what it is now, and whether that is the printed number."""

    name: str
    text: str
    trend: Trend = "same"


class SharedMark(Value):
    """A piece of gear, a skill, an injury, a state: its name, its drawing, its tone."""

    text: str
    drawing: str = ""
    tone: Tone = "plain"


class SharedMember(Value):
    """One Character as they are told of. `portrait` is the id of a picture, '' for none."""

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
    state: str = ""
    notes: str = ""
    portrait: str = ""


class SharedGroup(Value):
    """A group as it is told of. `fallen` are those who died or left, each with a few words."""

    name: str
    facts: tuple[str, ...]
    members: tuple[SharedMember, ...]
    refuge: str
    perks: tuple[SharedMark, ...]
    free_spaces: int
    stash: tuple[SharedMark, ...]
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

    @property
    def free(self) -> str:
        """Say how many more Perks fit."""
        n = self.free_spaces
        return ngettext("{n} Empty Space", "{n} Empty Spaces", n, n=n)


class SharedStanding(Value):
    """A group in the standing of a campaign: its name, and what is said of it in columns."""

    name: str
    cells: tuple[str, ...]


class SharedChapter(Value):
    """A part of a story: its heading, a few words beneath, its sentences."""

    heading: str
    beneath: str = ""
    sentences: tuple[str, ...] = ()
    #: What the players wrote themselves.
    own: str = ""


class SharedCampaign(Value):
    """A campaign as it is told of: the standing of its groups, its games, those remembered."""

    name: str
    facts: tuple[str, ...]
    columns: tuple[str, ...]
    standing: tuple[SharedStanding, ...]
    chapters: tuple[SharedChapter, ...]
    fallen: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    notes: str = ""


def shared_group(
    group: Group,
    catalogue: Catalogue,
    portraits: Mapping[str, bytes] | None = None,
    *,
    notes: bool = False,
) -> SharedGroup:
    """Return what is told of a group; what people wrote about it only with `notes`."""
    perks = (catalogue.perks[key] for key in perk_keys(group, catalogue))
    return SharedGroup(
        group.name,
        group_facts(group),
        tuple(_member(m, group, catalogue, notes=notes) for m in group.roster),
        catalogue.refuges[group.refuge.key].name,
        tuple(SharedMark(perk.name, perk.drawing) for perk in perks),
        max(0, empty_spaces(group, catalogue)),
        _counted([_gear(i, catalogue) for i in group.stash]),
        group.points,
        tuple(fate(m) for m in group.memorial),
        group.notes if notes else "",
        tuple((portraits or {}).items()),
        group.language,
    )


def group_facts(group: Group, *, player: bool = True) -> tuple[str, ...]:
    """Return what is told of a group first; whom it belongs to only with `player`."""
    leader = group.leading
    facts = [
        _("led by {name}", name=leader.name) if leader else _("without a Leader"),
        *([keyword_name(leader.keyword)] if leader else []),
        ngettext("{n} member", "{n} members", len(group.roster), n=len(group.roster)),
        ngettext("{n} Scavenge Point", "{n} Scavenge Points", group.points, n=number(group.points)),
        ngettext("{n} game", "{n} games", group.games, n=group.games),
    ]
    if player and group.player:
        facts.append(_("played by {name}", name=group.player))
    return tuple(facts)


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
        status_name(member) if member.status != "active" else "",
        member.notes if notes else "",
        member.pictured,
    )


def _gear(item: Item, catalogue: Catalogue) -> SharedMark:
    return SharedMark(item_name(item, catalogue), catalogue.gear(item.key).drawing)


def _counted(marks: list[SharedMark]) -> tuple[SharedMark, ...]:
    """Return marks with what stands there several times said once: 'Booze ×2'."""
    counts = Counter(marks)
    return tuple(replace(mark, text=times(mark.text, n)) for mark, n in counts.items())


def names(marks: tuple[SharedMark, ...]) -> str:
    """Return marks in words: 'Revolver, Knife'."""
    return ", ".join(mark.text for mark in marks)


def in_one_line(parts: tuple[str, ...]) -> str:
    """Return facts in a line, joined by dots."""
    return " · ".join(filter(None, parts))


#: What means something to Markdown or to a chat, wherever it stands.
_SPECIAL = re.compile(r"([\\`*_\[\]<>|~])")
#: What begins a list, a heading or a quotation where it begins a line.
_BEGINNING = re.compile(r"(?m)^(\s*)([#+>=-]|\d+(?=[.)]))")
#: Breaks a call of somebody's name without being seen.
_NOTHING = "\u200b"


def markdown(tale: SharedGroup | SharedCampaign) -> str:
    """Return a group or campaign as Markdown."""
    return _text(tale, _Markdown())


def plain_text(tale: SharedGroup | SharedCampaign) -> str:
    """Return a group or campaign as plain text."""
    return _text(tale, _Plain())


class _Plain:
    """Marks headings by lines of their own, and lists by dashes."""

    def said(self, text: str) -> str:
        """Return text from people."""
        return text

    def title(self, text: str) -> str:
        return f"{text.upper()}\n"

    def heading(self, text: str) -> str:
        return f"\n{text.upper()}\n"

    def strong(self, text: str) -> str:
        return text

    def entry(self, text: str) -> str:
        return f"- {text}\n"

    def below(self, text: str) -> str:
        return f"  {text}\n"

    def line(self, text: str) -> str:
        return f"{text}\n"

    def quote(self, text: str) -> str:
        return "".join(f"  | {line}\n" for line in text.splitlines())


class _Markdown(_Plain):
    def said(self, text: str) -> str:
        escaped = _SPECIAL.sub(r"\\\1", text).replace("@", f"@{_NOTHING}")
        return _BEGINNING.sub(_escaped_beginning, escaped)

    def title(self, text: str) -> str:
        return f"# {text}\n"

    def heading(self, text: str) -> str:
        return f"\n## {text}\n"

    def strong(self, text: str) -> str:
        return f"**{text}**"

    def line(self, text: str) -> str:
        return f"{text}\n\n"

    def below(self, text: str) -> str:
        return f"  - {text}\n"

    def quote(self, text: str) -> str:
        return "".join(f"> {line}\n" for line in text.splitlines()) + "\n"


def _escaped_beginning(found: re.Match[str]) -> str:
    spaces, mark = found.groups()
    return f"{spaces}{_NOTHING}{mark}" if mark.isdigit() else f"{spaces}\\{mark}"


def _text(tale: SharedGroup | SharedCampaign, form: _Plain) -> str:
    lines = _text_group(tale, form) if isinstance(tale, SharedGroup) else _text_campaign(tale, form)
    return re.sub(r"\n{3,}", "\n\n", "".join(lines)).strip() + "\n"


def _text_group(tale: SharedGroup, form: _Plain) -> Iterator[str]:
    said = form.said
    yield form.title(said(tale.name))
    yield form.line(said(in_one_line(tale.facts)))
    yield form.heading(_("Members"))
    for member in tale.members:
        yield from _text_member(member, form)
    yield form.heading(_("Refuge"))
    built = names(tale.perks) or _("nothing built yet")
    yield form.line(said(titled(tale.refuge, in_one_line((built, tale.free)))))
    if tale.stash:
        yield form.heading(_("Stash"))
        yield form.line(said(names(tale.stash)))
    yield from _remembered(tale.fallen, form)
    yield from _noted(tale.notes, form)


def _noted(notes: str, form: _Plain) -> Iterator[str]:
    if notes:
        yield form.heading(_("Notes"))
        yield form.quote(form.said(notes))


def _text_member(member: SharedMember, form: _Plain) -> Iterator[str]:
    said = form.said
    who = [member.type, member.keyword]
    if member.leads:
        who.append(_("Leader"))
    level = _("Level {level}, {n} Experience", level=member.level, n=member.experience)
    facts = in_one_line((*who, level, member.state))
    yield form.entry(f"{form.strong(said(member.name))} · {said(facts)}")
    yield form.below(said("  ".join(_text_figure(f) for f in member.figures)))
    for what, marks in (
        (_("Gear"), member.gear),
        (_("Skills"), member.skills),
        (_("Injuries"), member.injuries),
    ):
        if marks:
            yield form.below(said(_("{what}: {names}", what=what, names=names(marks))))
    if member.notes:
        yield form.below(said(" ".join(member.notes.split())))


def _text_figure(figure: SharedFigure) -> str:
    mark = {"better": "▴", "worse": "▾", "same": ""}[figure.trend]
    return f"{figure.name} {figure.text}{mark}"


def _remembered(fallen: tuple[str, ...], form: _Plain) -> Iterator[str]:
    if fallen:
        yield form.heading(_("In memory"))
        for one in fallen:
            yield form.entry(form.said(one))


def _text_campaign(tale: SharedCampaign, form: _Plain) -> Iterator[str]:
    said = form.said
    yield form.title(said(tale.name))
    yield form.line(said(in_one_line(tale.facts)))
    if tale.standing:
        yield form.heading(_("Standing"))
        for one in tale.standing:
            cells = (
                titled(column, cell) for column, cell in zip(tale.columns, one.cells, strict=True)
            )
            yield form.entry(f"{form.strong(said(one.name))} · {said(' · '.join(cells))}")
    for chapter in tale.chapters:
        yield form.heading(said(chapter.heading))
        if chapter.beneath:
            yield form.line(said(chapter.beneath))
        if chapter.sentences:
            yield form.line(said(" ".join(chapter.sentences)))
        if chapter.own:
            yield form.quote(said(chapter.own))
    if tale.records:
        yield form.heading(_("Records"))
        for record in tale.records:
            yield form.entry(said(record))
    yield from _remembered(tale.fallen, form)
    yield from _noted(tale.notes, form)


#: So many are named of those who are remembered.
FALLEN_MOST = 200


def campaign_tale(workspace: Workspace, campaign: str, *, notes: bool = False) -> SharedCampaign:
    """Return what is told of a campaign as it is now; the notes on it and its games only with
    `notes`. LastDaysError where it is gone or damaged."""
    found = workspace.overview(campaign)
    chronicle = Chronicle(workspace, campaign)
    value = chronicle.campaign
    n, m = len(found.groups), len(value.games)
    facts = (
        ngettext("{n} group", "{n} groups", n, n=n),
        ngettext("{n} game", "{n} games", m, n=m),
    )
    columns = (
        _("Leader"), _("Members"), _("Rating"), _("Points"), _("Won"), _("Lost"), _("Drawn"),
    )  # fmt: skip
    return SharedCampaign(
        value.name,
        facts,
        columns,
        tuple(_standing(chronicle, found)),
        tuple(_chapters(chronicle, notes=notes)),
        tuple(_fallen(chronicle, found)),
        tuple(_records(chronicle)),
        value.notes if notes else "",
    )


def _standing(chronicle: Chronicle, found: Overview) -> Iterator[SharedStanding]:
    """Yield the groups in their order, with what is said of each."""
    lines = {line.summary.id: line for line in found.groups}
    ratings = {group: line.figures.rating for group, line in lines.items()}
    for place in standing(chronicle.campaign, lines, ratings):
        line = lines[place.group]
        tally = line.tally
        cells = (
            line.summary.leader or "—",
            str(line.summary.size),
            str(place.rating) if place.rating >= 0 else "—",
            number(line.summary.points),
            str(tally.won),
            str(tally.lost),
            str(tally.drawn),
        )
        yield SharedStanding(line.summary.name, cells)


def _chapters(chronicle: Chronicle, *, notes: bool) -> Iterator[SharedChapter]:
    """Yield the games and what was written between them, the latest first."""
    for game in reversed(timeline(chronicle)):
        if isinstance(game, ChronicleEntry):
            about = in_one_line((day_in_words(game.day), *about_words(chronicle, game)))
            yield SharedChapter(kind_name(game.kind), about, own=game.text)
            continue
        story = chronicle.story(game.id)
        words = [story.own, story.notes if notes else ""]
        yield SharedChapter(
            _("Game {n}: {encounter}", n=story.number, encounter=story.encounter),
            in_one_line((day_in_words(story.day), against(story.sides))),
            tuple(sentence.text for sentence in story.all_sentences),
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
        yield in_one_line((said, record.shared))


def _fallen(chronicle: Chronicle, found: Overview) -> Iterator[str]:
    """Yield those who died or left, the latest first."""
    latest = [
        (line.summary.id, line.figures.fallen) for line in found.groups if line.figures.remembered
    ]
    for one in Memorial(chronicle, latest).entries(0, FALLEN_MOST):
        yield in_one_line((one.name, one.group_name, one.how, day_in_words(one.day)))


#: `pages` are a folder of a campaign's web pages.
Form = Literal["picture", "pages", "markdown", "text"]
#: What a file of each form ends in.
SUFFIXES: dict[Form, str] = {"picture": ".png", "markdown": ".md", "text": ".txt"}


def form_of(file: Path) -> Form:
    """Return the form that a file's name asks for; LastDaysError for a name that asks for none."""
    for form, suffix in SUFFIXES.items():
        if file.suffix.lower() == suffix:
            return form
    raise LastDaysError(
        "{file} ends in none of {suffixes}. Nothing was written.",
        file=file,
        suffixes=", ".join(SUFFIXES.values()),
    )


def group_tale(
    workspace: Workspace, group: str, *, notes: bool = False, language: str = ""
) -> SharedGroup:
    """Return what is told of a group as it is now, in the language that its players read, or in
    another one; LastDaysError where it is gone or damaged."""
    found = workspace.snapshot(group)
    value = replace(found.group, language=language or found.group.language)
    with workspace.store.reading() as tx:
        portraits = {
            m.pictured: face_of(picture, m.face)
            for m in value.roster
            if m.portrait and (picture := tx.paper.portrait(m.portrait))
        }
    with speaking(tongue(value.language)):
        catalogue = workspace.rulebooks.of(found.campaign.chosen)
        return shared_group(value, catalogue, portraits, notes=notes)


def in_its_language(tale: SharedGroup | SharedCampaign) -> AbstractContextManager[None]:
    """Speak the language of a tale within; a campaign's is the program's."""
    return speaking(tongue(tale.language) if isinstance(tale, SharedGroup) else None)


def told(tale: SharedGroup | SharedCampaign, form: Form) -> str:
    """Return a tale as Markdown or as plain text."""
    with in_its_language(tale):
        return markdown(tale) if form == "markdown" else plain_text(tale)
