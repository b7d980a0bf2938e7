"""A campaign as a folder of web pages for any browser, without scripts and network access. Their
templates are in `resources/website`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from lastdays.campaign.chronicle.entries import about_words, kind_name, timeline
from lastdays.campaign.chronicle.games import Chronicle, GameStory, records, sheet_charts, standings
from lastdays.campaign.chronicle.lives import Life, LifeFigure, LifeGame, Memorial
from lastdays.campaign.chronicle.rankings import ranked
from lastdays.campaign.dates import day_in_words
from lastdays.campaign.exchange.sharing import FALLEN_MOST, fate, group_facts, templates
from lastdays.campaign.players import players_of
from lastdays.campaign.portraits import Face, face_of
from lastdays.campaign.printing.card_content import character_card, group_card, own_lines
from lastdays.campaign.workspace import Workspace
from lastdays.desktop import paths
from lastdays.desktop.files import read_whole, write_whole
from lastdays.errors import DocumentError, LastDaysError, reason
from lastdays.language import _, dotted, number, tag
from lastdays.model.counters import shown_counters
from lastdays.model.game_record import GameRecord
from lastdays.model.group import Group, Member
from lastdays.model.own_rules import rule_in_words
from lastdays.model.switches import house_numbers, switch_texts
from lastdays.pdf.chart import COLOURS, Chart, lay_out, svg_of
from lastdays.pdf.content import CharacterCard, PrintedLine
from lastdays.values import Value

#: The first page, and the list of all files that were written.
FIRST, LISTED = "index.html", "pages.json"
#: The names of our files: pages, the style sheet, pictures in their folder.
_OURS = re.compile(r"(pictures/)?[a-z0-9-]+\.(html|css|jpg|png)")
#: The widths of a chart on a screen and on a phone, its height and text size, in pixels.
_CHART_WIDE, _CHART_HIGH, _CHART_TEXT = (1100, 400), 300, 15
#: A page's own colours, which follow the reader's light or dark theme.
_CHART_COLOURS = {
    "ground": "var(--panel)", "text": "var(--text)", "faint": "var(--faint)", "line": "var(--line)"
}  # fmt: skip
_CHART_LINES = tuple(f"var(--line-{n})" for n in range(COLOURS))


class Private(Value):
    """What is shown only on request: notes, and who plays a group."""

    notes: bool = False
    players: bool = False


class Kept(Value):
    """The folder in which a campaign's pages are kept up to date, and what they show."""

    folder: str
    private: Private = Private()


class _Person(Value):
    """A member on a group's page: the card, the picture's file, and the life."""

    id: str
    card: CharacterCard
    picture: str
    fate: str
    figures: tuple[LifeFigure, ...]
    life: tuple[LifeGame, ...]
    own: tuple[PrintedLine, ...]


class _Game(Value):
    """A game: its file, heading, the line beneath with day and sides, story and pictures' files."""

    file: str
    heading: str
    beneath: str
    story: GameStory
    record: GameRecord
    pictures: tuple[str, ...]


class _Entry(Value):
    """An entry of the chronicle: heading, the line beneath with day and subjects, text and pictures."""

    heading: str
    beneath: str
    text: str
    pictures: tuple[str, ...]


def file_of(kind: str, key: str) -> str:
    """Return the file of a group's or game's page, which doesn't depend on its name."""
    return f"{kind}-{hashlib.sha256(key.encode('utf-8', 'replace')).hexdigest()[:12]}.html"


class Website:
    """The pages of a campaign in its present state."""

    def __init__(self, workspace: Workspace, campaign: str, private: Private) -> None:
        """Read the campaign; LastDaysError if it is missing or damaged."""
        self.workspace, self.campaign, self.private = workspace, campaign, private
        self.found = workspace.overview(campaign)
        self.chronicle = Chronicle(workspace, campaign)
        self.value = self.chronicle.campaign
        self.files: dict[str, bytes] = {}
        #: The page of each group.
        self.group_files = {
            line.summary.id: file_of("group", line.summary.id) for line in self.found.groups
        }

    def made(self) -> Mapping[str, bytes]:
        """Return the content of all files by name, with a slash after a folder; the same campaign makes
        the same bytes."""
        games = list(self._games())
        groups = [
            group
            for line in self.found.groups
            if (group := self.chronicle.past(line.summary.id).now) is not None
        ]
        for group in groups:
            self._group(group, games)
        for n, game in enumerate(games):
            self._page(
                game.file,
                "game.html",
                heading=game.heading,
                game=game,
                earlier=games[n - 1] if n else None,
                later=games[n + 1] if n + 1 < len(games) else None,
            )
        fallen = Memorial(self.chronicle, self.found.fell).entries(0, FALLEN_MOST)
        self._page("memorial.html", "memorial.html", heading=_("Memorial"), fallen=fallen)
        told = list(self._told(games))
        self._page("chronicle.html", "chronicle.html", heading=_("Chronicle"), told=told)
        self._page("rules.html", "rules.html", heading=_("Rules"), **self._rules())
        style = paths.resources() / "website" / "style.css"
        self.files["style.css"] = style.read_bytes()
        lines, ratings = self.found.by_id, self.found.ratings
        ids = [group.id for group in groups]
        self._page(
            FIRST,
            "campaign.html",
            heading=self.value.name,
            lines=lines,
            places=standings(self.value, lines, ratings),
            rankings=[
                (own.name, ranked(self.value, own, lines, ratings)) for own in self.value.rankings
            ],
            charts=[self._drawn(p) for p in sheet_charts(self.workspace, self.campaign, ids)],
            latest=games[-1] if games else None,
            groups=[
                (self.group_files[g.id], g.name, group_facts(g, player=self.private.players))
                for g in groups
            ],
            records=records(self.chronicle),
            players=players_of(self.workspace, self.campaign).players
            if self.private.players
            else (),
            notes=self.value.notes if self.private.notes else "",
        )
        return self.files

    def _page(self, file: str, template: str, **values: Any) -> None:
        made = templates().get_template(template)
        text = made.render(
            campaign=self.value.name,
            file=file,
            language=tag(),
            group_files=self.group_files,
            private=self.private,
            **values,
        )
        self.files[file] = text.encode("utf-8", "replace")

    def _games(self) -> Iterator[_Game]:
        for record in self.chronicle.games:
            story = self.chronicle.story(record.id)
            heading = _("Game {n}: {encounter}", n=story.number, encounter=story.encounter)
            who = story.who_played(players=self.private.players)
            beneath = dotted(day_in_words(story.day), who)
            pictures = self._pictures(story.pictures)
            yield _Game(file_of("game", record.id), heading, beneath, story, record, pictures)

    def _told(self, games: list[_Game]) -> Iterator[_Game | _Entry]:
        """Yield games and entries of the chronicle, in order."""
        known = {game.record.id: game for game in games}
        for one in timeline(self.chronicle):
            if isinstance(one, GameRecord):
                yield known[one.id]
                continue
            beneath = dotted(day_in_words(one.day), *about_words(self.chronicle, one))
            yield _Entry(kind_name(one.kind), beneath, one.text, self._pictures(one.pictures))

    def _pictures(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Return the files of pictures, without missing ones."""
        return tuple(file for key in ids if (file := self._picture(key)))

    def _group(self, group: Group, games: list[_Game]) -> None:
        self._page(
            self.group_files[group.id],
            "group.html",
            heading=group.name,
            facts=group_facts(group, player=self.private.players),
            card=group_card(group, self.chronicle.catalogue),
            counters=shown_counters(group.counters, "group", "roster", self.chronicle.catalogue),
            at_home=not group.on_the_road,
            people=[self._person(member, group) for member in group.roster],
            fallen=[self._person(member, group) for member in group.memorial],
            games=[game for game in games if game.record.side_of(group.id) is not None],
            notes=group.notes if self.private.notes else "",
        )

    def _person(self, member: Member, group: Group) -> _Person:
        life = Life(self.chronicle, group.id, member.id)
        card = character_card(member, group, self.chronicle.catalogue, self.value.switches)
        told = life.fate() or fate(member) if member.status != "active" else ""
        return _Person(
            member.id,
            card,
            self._picture(member.portrait, member.face),
            told,
            life.figures() if life.games else (),
            tuple(life.describe(life.games)),
            own_lines(member, "roster", self.chronicle.catalogue),
        )

    def _picture(self, key: str, face: Face | None = None) -> str:
        """Add a picture, or the part of a portrait that is shown; return its file, '' for none."""
        with self.workspace.store.reading() as tx:
            picture = face_of((key and tx.paper.portrait(key)) or b"", face)
        if not picture:
            return ""
        kind = "png" if picture.startswith(b"\x89PNG") else "jpg"
        name = f"pictures/{hashlib.sha256(picture).hexdigest()[:16]}.{kind}"
        self.files[name] = picture
        return name

    def _drawn(self, chart: Chart) -> tuple[str, ...]:
        """Return a chart's title, and its SVG for a screen and for a phone."""
        return chart.title, *(
            svg_of(
                lay_out(chart, wide, _CHART_HIGH, _CHART_TEXT),
                chart.title,
                _CHART_COLOURS,
                _CHART_LINES,
            )
            for wide in _CHART_WIDE
        )

    def _rules(self) -> dict[str, object]:
        """Return the campaign's rulings, own numbers and packs."""
        own, book = dict(self.value.numbers), self.workspace.rulebooks.of(self.value.chosen)
        return {
            "rulings": [
                (text.name, text.options[text.chosen(self.value.switches)].name, text.ruling)
                for text in switch_texts(self.chronicle.catalogue)
            ],
            "numbers": [(n.name, number(own[n.key])) for n in house_numbers() if n.key in own],
            "counters": shown_counters(self.value.counters, "campaign", "roster", book),
            "own": [(rule.name, rule_in_words(rule)) for rule in book.own.rules],
            "packs": [
                (
                    pack.name,
                    dotted(pack.about.version, pack.about.author),
                    pack.about.summary,
                )
                for pack in self.workspace.rulebooks.packs
                if pack.key in book.packs
            ],
        }


def write_website(workspace: Workspace, campaign: str, kept: Kept) -> int:
    """Write the pages of a campaign to their folder; return how many were written. LastDaysError if the
    campaign can't be read, DocumentError if the folder can't be used."""
    if not kept.folder.strip():
        raise DocumentError("Name a folder for the web pages. Nothing was written.")
    files = Website(workspace, campaign, kept.private).made()
    return write_pages(Path(kept.folder), campaign, files)


class PagesFolder(Value):
    """What stands in the list of a folder's pages: the mark of their campaign, and their files."""

    campaign: str
    files: tuple[str, ...] = ()


def mark_of(campaign: str) -> str:
    """Return the mark by which a folder is known to have a campaign's pages."""
    return hashlib.sha256(campaign.encode("utf-8", "replace")).hexdigest()[:32]


def write_pages(folder: Path, campaign: str, files: Mapping[str, bytes]) -> int:
    """Write the pages of a campaign that have changed to a folder, each whole, and delete those no
    longer needed; return how many were written.

    The folder is empty, or bears the campaign's mark; whatever else is in it isn't touched.
    DocumentError if it is another's, if a page would replace a file that isn't one of these pages,
    or if it can't be written.
    """
    mark = mark_of(campaign)
    before = _pages_before(folder, mark)
    _refuse_what_is_not_ours(folder, before, files)
    # Listed before they are written, so that after an interruption the next run knows them.
    _list(folder, PagesFolder(mark, tuple(sorted(before | set(files)))))
    written = _write_changed(folder, files)
    for name in before - set(files):
        try:
            (folder / name).unlink(missing_ok=True)
        except OSError:
            continue  # an extra page does no harm
    _list(folder, PagesFolder(mark, tuple(sorted(files))))
    return written


def _write_changed(folder: Path, files: Mapping[str, bytes]) -> int:
    """Write the files that have changed: pictures first, the first page last. DocumentError if one
    can't be written, which says how many were."""
    order = sorted(files, key=lambda name: (name == FIRST, not name.startswith("pictures/"), name))
    written = 0
    for name in order:
        if _is(folder / name, files[name]):
            continue
        try:
            write_whole(folder / name, files[name])
        except LastDaysError as error:
            raise DocumentError(
                "{why} Of the changed web pages {n} were written; write them again once that is "
                "mended.",
                why=error,
                n=written,
            ) from error
        written += 1
    return written


def _pages_before(folder: Path, mark: str) -> set[str]:
    """Return the files that a campaign has in a folder, none in an empty one. DocumentError if
    something else is in it; hidden files, such as a repository's, are passed over."""
    try:
        there = [entry.name for entry in folder.iterdir() if not entry.name.startswith(".")]
    except FileNotFoundError:
        return set()
    except OSError as error:
        raise DocumentError(
            "{folder} can't be used for web pages: {reason}. Nothing was written.",
            folder=folder,
            reason=reason(error),
        ) from error
    if not there:
        return set()
    try:
        found = msgspec.json.decode(read_whole(folder / LISTED), type=PagesFolder)
    except (LastDaysError, ValueError, RecursionError):
        found = PagesFolder("")
    if found.campaign != mark:
        raise DocumentError(
            "{folder} isn't empty and doesn't hold this campaign's web pages. Choose another "
            "folder; nothing was written.",
            folder=folder,
        )
    return {name for name in found.files if _OURS.fullmatch(name)}


def _refuse_what_is_not_ours(folder: Path, before: set[str], files: Mapping[str, bytes]) -> None:
    """Raise DocumentError if something in a page's place isn't a page that was written before."""
    for name in sorted(before | set(files)):
        file = folder / name
        if file.parent != folder and file.parent.is_symlink():
            raise _not_ours(file.parent)
        unknown = name not in before and file.exists()
        if file.is_symlink() or file.is_dir() or unknown:
            raise _not_ours(file)


def _not_ours(file: Path) -> DocumentError:
    """Return the error for something that stands in a page's place."""
    return DocumentError(
        "{file} isn't one of the web pages that were written here. Move it away, or choose "
        "another folder; nothing was written.",
        file=file,
    )


def _is(file: Path, content: bytes) -> bool:
    try:
        return file.is_file() and read_whole(file, len(content)) == content
    except LastDaysError:
        return False


def _list(folder: Path, pages: PagesFolder) -> None:
    """Write the list of a folder's pages, if it has changed."""
    content = msgspec.json.format(msgspec.json.encode(pages), indent=1)
    if not _is(folder / LISTED, content):
        write_whole(folder / LISTED, content)
