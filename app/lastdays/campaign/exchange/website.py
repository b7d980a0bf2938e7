"""A campaign as a folder of web pages for any browser, without scripts and network access. Their
templates are in `resources/website`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from operator import itemgetter
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from lastdays.campaign.chronicle.entries import about_words, kind_name, timeline
from lastdays.campaign.chronicle.games import (
    Chronicle,
    GameStory,
    records_of,
    sheet_charts,
    standings,
)
from lastdays.campaign.chronicle.lives import Life, LifeFigure, LifeGame, Memorial
from lastdays.campaign.chronicle.rankings import formula_said, ranked
from lastdays.campaign.dates import day_in_words
from lastdays.campaign.exchange.feed import FEED, News, feed_of
from lastdays.campaign.exchange.sharing import (
    FALLEN_MOST,
    fate_in_words,
    group_facts,
    load_templates,
    printable,
)
from lastdays.campaign.overview import GroupLine
from lastdays.campaign.players import Player, players_of
from lastdays.campaign.portraits import Face, face_of
from lastdays.campaign.printing.card_content import character_card, group_card, own_lines
from lastdays.campaign.workspace import Workspace
from lastdays.desktop import paths
from lastdays.desktop.files import read_whole, write_whole
from lastdays.errors import DocumentError, LastDaysError, reason
from lastdays.language import _, dotted, joined, ngettext, number, short, tag, times
from lastdays.model.campaign import Season
from lastdays.model.counters import shown_counters
from lastdays.model.game_record import GameRecord
from lastdays.model.group import Group, Member
from lastdays.model.own_rules import rule_in_words
from lastdays.model.switches import house_numbers, switch_texts
from lastdays.pdf.chart import COLOURS, SHAPES, Chart, ChartLine, corners, lay_out, svg_of
from lastdays.pdf.content import CharacterCard, PrintedLine
from lastdays.values import Value

#: The first page.
FIRST = "index.html"
#: The list of all files that were written.
LISTED = "pages.json"
#: The names of our files: pages, the style sheet, the feed, pictures in their folder; each closed season
#: has the same in a folder of its own.
_OURS = re.compile(r"(season-[0-9a-f]+/)?(pictures/)?[a-z0-9-]+\.(html|css|jpg|png|xml)")
#: The address of a folder in the web.
_ADDRESS = re.compile(r"https?://[^\s/?#\"'<>]+(/[^\s?#\"'<>]*)?")
#: So much of the players' own words is said of a game where it is linked to.
ABOUT_MOST = 200
#: The widths of a chart on a screen and on a telephone, its height and text size, in pixels.
_CHART_WIDTH = 1100
_CHART_WIDTH_ON_TELEPHONES = 400
_CHART_HEIGHT = 300
_CHART_TEXT = 15
#: The middle and the size of a mark below a chart, in the units of the pictograms.
_MARK_MIDDLE = 256
_MARK_SIZE = 190
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
    """The folder in which a campaign's pages are kept up to date, what they show, and their address in
    the web, '' if it isn't known."""

    folder: str
    private: Private = Private()
    address: str = ""


class _Picture(Value):
    """A picture on a page: its file, what is read aloud in its place, its caption; in the gallery also the
    page it is from, and what that is."""

    file: str
    alt: str
    caption: str = ""
    page: str = ""
    beneath: str = ""


class _Person(Value):
    """A member on a group's page: the card, the picture's file, and the life."""

    id: str
    card: CharacterCard
    picture: str
    fate: str
    figures: tuple[LifeFigure, ...]
    life: tuple[LifeGame, ...]
    own: tuple[PrintedLine, ...]


class _DrawnLine(Value):
    """A line below a chart: its name, its latest amount, its colour, and the corners of its mark, '' for
    a circle."""

    name: str
    latest: int
    colour: int
    corners: str


class _DrawnChart(Value):
    """A chart as SVG for screens and for telephones, and its lines. Their names are text of the page: no
    drawing knows how wide the letters of a browser are."""

    title: str
    for_screens: str
    for_telephones: str
    lines: tuple[_DrawnLine, ...]


class _Game(Value):
    """A game: its file, heading, the line beneath with day and sides, story and pictures."""

    file: str
    heading: str
    beneath: str
    story: GameStory
    record: GameRecord
    pictures: tuple[_Picture, ...]

    @property
    def news(self) -> News:
        """Return the game as it is in the feed."""
        return News(
            key=self.file.removesuffix(".html"),
            day=self.story.day,
            heading=self.heading,
            text="\n\n".join(filter(None, (self.story.result, self.story.own_words))),
            page=self.file,
        )


class _Entry(Value):
    """An entry of the chronicle: its mark on the page, heading, the line beneath with day and subjects,
    text and pictures."""

    key: str
    day: str
    heading: str
    beneath: str
    text: str
    pictures: tuple[_Picture, ...]

    @property
    def file(self) -> str:
        """Return where the entry is on the pages."""
        return f"chronicle.html#{self.key}"

    @property
    def news(self) -> News:
        """Return the entry as it is in the feed."""
        return News(
            key=self.key, day=self.day, heading=self.heading, text=self.text, page=self.file
        )


def _faced(met: Mapping[str, int]) -> str:
    """Say whom a player has faced, those most often first: 'Anne ×2 and Ben'."""
    by_games = sorted(met.items(), key=itemgetter(1), reverse=True)
    return joined([times(name, games) for name, games in by_games])


def _drawn(chart: Chart) -> _DrawnChart:
    """Return a chart as it is drawn on a page."""
    drawings = []
    for width in (_CHART_WIDTH, _CHART_WIDTH_ON_TELEPHONES):
        layout = lay_out(chart, width, _CHART_HEIGHT, _CHART_TEXT, names=False)
        drawings.append(svg_of(layout, chart.title, _CHART_COLOURS, _CHART_LINES))
    for_screens, for_telephones = drawings
    lines = tuple(_drawn_line(line) for line in chart.lines if line.points)
    return _DrawnChart(chart.title, for_screens, for_telephones, lines)


def _drawn_line(line: ChartLine) -> _DrawnLine:
    shape = SHAPES[line.colour % len(SHAPES)]
    points = corners(shape, _MARK_MIDDLE, _MARK_MIDDLE, _MARK_SIZE)
    _game, latest = line.points[-1]
    return _DrawnLine(
        name=line.name,
        latest=latest,
        colour=line.colour % COLOURS,
        corners=" ".join(f"{x:g},{y:g}" for x, y in points),
    )


def file_of(kind: str, key: str) -> str:
    """Return the file of a group's or game's page, which doesn't depend on its name."""
    digest = hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:12]
    return f"{kind}-{digest}.html"


def folder_of(season: str) -> str:
    """Return the folder of a closed season's pages, which doesn't depend on its name."""
    return file_of("season", season).removesuffix(".html")


class Website:
    """The pages of a campaign in its present state, or of a closed season of it."""

    def __init__(
        self,
        workspace: Workspace,
        campaign: str,
        private: Private,
        season: str = "",
        *,
        address: str = "",
    ) -> None:
        """Read the campaign; LastDaysError if it or the season is missing or damaged. `address` is that of
        the pages in the web with a slash at its end, '' if it isn't known."""
        self.workspace = workspace
        self.campaign = campaign
        self.private = private
        self.overview = workspace.overview(campaign, season)
        self.chronicle = Chronicle(workspace, campaign, season)
        self.value = self.chronicle.campaign
        #: The campaign's name, '' on its own pages: those of a season lead back there.
        self.home = ""
        self.name = self.value.name
        if self.chronicle.season is not None:
            self.home = self.value.name
            self.name = self.chronicle.season.name
        self.address = address
        self.files: dict[str, bytes] = {}
        #: The pages that each page leads to, with their names.
        self.parts = {
            FIRST: self.name,
            "chronicle.html": _("Chronicle"),
            "memorial.html": _("Memorial"),
            "rules.html": _("Rules"),
        }
        #: What the campaign is in a line, and the picture that stands for it.
        self.about = ""
        self.image: _Picture | None = None
        #: The games and entries as they are in the feed.
        self.news: list[News] = []
        #: The file of the feed, '' if there is none.
        self.feed = ""
        #: The page of each group.
        self.group_files: dict[str, str] = {}
        for line in self.overview.groups:
            group = line.summary.id
            self.group_files[group] = file_of("group", group)

    def made(self) -> Mapping[str, bytes]:
        """Return the content of all files by name, with a slash after a folder; the same campaign makes
        the same bytes."""
        games = list(self._games())
        events = list(self._events(games))
        groups = self._readable_groups()
        self.about = self._facts(groups, games)
        for season in self.value.seasons:
            self._season_pages(season)
        self.news += [event.news for event in events]
        self._feed()
        self._gallery(events, groups)
        for group in groups:
            self._group_page(group, games)
        self._game_pages(games)
        fallen = Memorial(self.chronicle, self.overview.fell).entries(0, FALLEN_MOST)
        self._page("memorial.html", "memorial.html", heading=_("Memorial"), fallen=fallen)
        self._page("chronicle.html", "chronicle.html", heading=_("Chronicle"), told=events)
        self._page("rules.html", "rules.html", heading=_("Rules"), **self._rules())
        style = paths.resources() / "website" / "style.css"
        self.files["style.css"] = style.read_bytes()
        self._first_page(groups, games)
        return self.files

    def _season_pages(self, season: Season) -> None:
        """Add the pages of a closed season, in a folder of their own, and its news."""
        folder = folder_of(season.id)
        address = f"{self.address}{folder}/" if self.address else ""
        website = Website(self.workspace, self.campaign, self.private, season.id, address=address)
        for name, content in website.made().items():
            self.files[f"{folder}/{name}"] = content
        for news in website.news:
            self.news.append(replace(news, page=f"{folder}/{news.page}"))

    def _readable_groups(self) -> list[Group]:
        """Return the groups of the campaign that aren't damaged."""
        groups = []
        for line in self.overview.groups:
            group = self.chronicle.at_end(line.summary.id)
            if group is not None:
                groups.append(group)
        return groups

    def _facts(self, groups: list[Group], games: list[_Game]) -> str:
        """Say in a line how large the campaign is, and what its latest game was."""
        facts = [
            ngettext("{n} group", "{n} groups", len(groups)),
            ngettext("{n} game", "{n} games", len(games)),
        ]
        if games:
            facts.append(games[-1].heading)
        return dotted(*facts)

    def _gallery(self, events: list[_Game | _Entry], groups: list[Group]) -> None:
        """Add the page of all pictures, if there are any: those of games and entries, the latest first,
        then those of groups and their members."""
        of_events = []
        for event in reversed(events):
            for picture in event.pictures:
                beneath = dotted(event.heading, event.beneath)
                of_events.append(replace(picture, page=event.file, beneath=beneath))
        of_groups = []
        for group in groups:
            page = self.group_files[group.id]
            for picture in (*self._pictures_of(group), *self._portraits_of(group)):
                of_groups.append(replace(picture, page=page))
        pictures = of_events + of_groups
        if not pictures:
            return
        self.image = pictures[0]
        self.parts["gallery.html"] = _("Pictures")
        self._page(
            "gallery.html",
            "gallery.html",
            heading=_("Pictures"),
            of_events=of_events,
            of_groups=of_groups,
        )

    def _pictures_of(self, group: Group) -> tuple[_Picture, ...]:
        """Return the picture of a group, none if it has none."""
        file = self._picture(group.picture)
        return (_Picture(file, group.name, beneath=group.name),) if file else ()

    def _portraits_of(self, group: Group) -> Iterator[_Picture]:
        for member in group.roster:
            file = self._picture(member.portrait, member.face)
            if file:
                yield _Picture(file, member.name, beneath=dotted(member.name, group.name))

    def _feed(self) -> None:
        """Add the feed of the campaign and its seasons, if there is any news; a season has none of its
        own."""
        if self.home:
            return
        key = mark_of(self.campaign)
        content = feed_of(key, self.name, self.news, self.address)
        if content:
            self.feed = FEED
            self.files[FEED] = content

    def _game_pages(self, games: list[_Game]) -> None:
        """Add the page of each game, which leads to the one before and the one after."""
        last = len(games) - 1
        for place, game in enumerate(games):
            earlier = games[place - 1] if place > 0 else None
            later = games[place + 1] if place < last else None
            self._page(
                game.file,
                "game.html",
                heading=game.heading,
                about=dotted(game.story.result, short(game.story.own_words, ABOUT_MOST)),
                image=game.pictures[0] if game.pictures else self.image,
                game=game,
                earlier=earlier,
                later=later,
            )

    def _first_page(self, groups: list[Group], games: list[_Game]) -> None:
        """Add the page of the campaign itself."""
        lines = self.overview.by_id
        ratings = self.overview.ratings
        rankings = []
        for ranking in self.value.rankings:
            places = ranked(self.value, ranking, lines, ratings)
            rankings.append((ranking.name, formula_said(ranking), places))
        ids = [group.id for group in groups]
        charts = sheet_charts(self.chronicle, ids)
        links = []
        for group in groups:
            facts = group_facts(group, player=self.private.players)
            links.append((self.group_files[group.id], group.name, facts))
        lines = self._as_they_were(groups)
        is_season = self.chronicle.season is not None
        players: tuple[Player, ...] = ()
        if self.private.players and not is_season:
            players = players_of(self.workspace, self.campaign).players
        latest_game = games[-1] if games else None
        notes = self.value.notes if self.private.notes and not is_season else ""
        seasons = []
        for season in reversed(self.value.seasons):
            seasons.append((f"{folder_of(season.id)}/{FIRST}", season.name, season.day))
        self._page(
            FIRST,
            "campaign.html",
            heading=self.name,
            lines=lines,
            places=standings(self.value, lines, ratings),
            rankings=rankings,
            charts=[_drawn(chart) for chart in charts],
            latest=latest_game,
            groups=links,
            records=records_of(self.chronicle),
            players=players,
            faced=_faced,
            notes=notes,
            seasons=seasons,
        )

    def _as_they_were(self, groups: Iterable[Group]) -> dict[str, GroupLine]:
        """Return the lines of the groups, by id, with the points and members that groups have here."""
        lines = self.overview.by_id
        for group in groups:
            line = lines[group.id]
            summary = replace(line.summary, points=group.points, size=len(group.roster))
            lines[group.id] = replace(line, summary=summary)
        return lines

    def _page(self, file: str, template: str, **values: Any) -> None:
        """Add a page, made of a template and values; `about` and `image` say to others what is on it."""
        shared: dict[str, Any] = {
            "campaign": self.name,
            "home": self.home,
            "parts": list(self.parts.items()),
            "file": file,
            "language": tag(),
            "address": self.address,
            "about": self.about,
            "image": self.image,
            "feed": self.feed,
            "group_files": self.group_files,
            "private": self.private,
        }
        shared.update(values)
        shared["about"] = " ".join(shared["about"].split())
        text = load_templates().get_template(template).render(shared)
        self.files[file] = printable(text).encode("utf-8", "replace")

    def _games(self) -> Iterator[_Game]:
        for record in self.chronicle.games:
            story = self.chronicle.story(record.id)
            who = story.who_played(players=self.private.players)
            heading = _("Game {n}: {encounter}", n=story.number, encounter=story.encounter)
            yield _Game(
                file=file_of("game", record.id),
                heading=heading,
                beneath=dotted(day_in_words(story.day), who),
                story=story,
                record=record,
                pictures=self._pictures(story.pictures, story.captions, heading),
            )

    def _events(self, games: list[_Game]) -> Iterator[_Game | _Entry]:
        """Yield games and entries of the chronicle, in order."""
        games_by_id = {game.record.id: game for game in games}
        for event in timeline(self.chronicle):
            if isinstance(event, GameRecord):
                yield games_by_id[event.id]
                continue
            heading = kind_name(event.kind)
            yield _Entry(
                key=file_of("entry", event.id).removesuffix(".html"),
                day=event.day,
                heading=heading,
                beneath=dotted(day_in_words(event.day), *about_words(self.chronicle, event)),
                text=event.text,
                pictures=self._pictures(event.pictures, event.captions, heading),
            )

    def _pictures(
        self, ids: Iterable[str], captions: Mapping[str, str], what: str
    ) -> tuple[_Picture, ...]:
        """Return the pictures of a game or an entry, which is `what`, without missing ones."""
        pictures: list[_Picture] = []
        for key in ids:
            file = self._picture(key)
            if file:
                alt = _("Picture {n}, {what}", n=len(pictures) + 1, what=what)
                pictures.append(_Picture(file, alt, captions.get(key, "")))
        return tuple(pictures)

    def _group_page(self, group: Group, games: list[_Game]) -> None:
        """Add the page of a group."""
        catalogue = self.chronicle.catalogue
        played = [game for game in games if game.record.side_of(group.id) is not None]
        notes = group.notes if self.private.notes else ""
        facts = group_facts(group, player=self.private.players)
        own_pictures = self._pictures_of(group)
        self._page(
            self.group_files[group.id],
            "group.html",
            heading=group.name,
            about=dotted(*facts),
            image=own_pictures[0] if own_pictures else self.image,
            own_pictures=own_pictures,
            facts=facts,
            card=group_card(group, catalogue),
            counters=shown_counters(group.counters, "group", "roster", catalogue),
            at_home=not group.on_the_road,
            people=[self._person(member, group) for member in group.roster],
            fallen=[self._person(member, group) for member in group.memorial],
            games=played,
            notes=notes,
        )

    def _person(self, member: Member, group: Group) -> _Person:
        life = Life(self.chronicle, group.id, member.id)
        catalogue = self.chronicle.catalogue
        how_they_went = ""
        if member.status != "active":
            how_they_went = life.fate() or fate_in_words(member)
        figures: tuple[LifeFigure, ...] = ()
        if life.games:
            figures = life.figures()
        return _Person(
            id=member.id,
            card=character_card(member, group, catalogue, self.value.switches),
            picture=self._picture(member.portrait, member.face),
            fate=how_they_went,
            figures=figures,
            life=tuple(life.describe(life.games)),
            own=own_lines(member, "roster", catalogue),
        )

    def _picture(self, key: str, face: Face | None = None) -> str:
        """Add a picture, or the part of a portrait that is shown; return its file, '' for none."""
        stored = None
        if key:
            with self.workspace.store.reading() as tx:
                stored = tx.paper.portrait(key)
        if not stored:
            return ""
        picture = face_of(stored, face)
        if not picture:
            return ""
        suffix = "png" if picture.startswith(b"\x89PNG") else "jpg"
        digest = hashlib.sha256(picture).hexdigest()[:16]
        name = f"pictures/{digest}.{suffix}"
        self.files[name] = picture
        return name

    def _rules(self) -> dict[str, object]:
        """Return the campaign's rulings, own numbers and packs."""
        rulings = []
        for switch in switch_texts(self.chronicle.catalogue):
            option = switch.options[switch.option_index(self.value.switches)]
            rulings.append((switch.name, option.name, switch.ruling))
        own_numbers = dict(self.value.numbers)
        numbers = []
        for house_number in house_numbers():
            if house_number.key in own_numbers:
                numbers.append((house_number.name, number(own_numbers[house_number.key])))
        book = self.workspace.rulebooks.of(self.value.chosen)
        packs = []
        for pack in self.workspace.rulebooks.packs:
            if pack.key in book.packs:
                by_whom = dotted(pack.about.version, pack.about.author)
                packs.append((pack.name, by_whom, pack.about.summary))
        return {
            "rulings": rulings,
            "numbers": numbers,
            "counters": shown_counters(self.value.counters, "campaign", "roster", book),
            "own": [(rule.name, rule_in_words(rule)) for rule in book.own.rules],
            "packs": packs,
        }


def write_website(workspace: Workspace, campaign: str, kept: Kept) -> int:
    """Write the pages of a campaign to their folder; return how many were written. LastDaysError if the
    campaign can't be read, DocumentError if the folder can't be used."""
    if not kept.folder.strip():
        raise DocumentError("Name a folder for the web pages. Nothing was written.")
    address = checked_address(kept.address)
    files = Website(workspace, campaign, kept.private, address=address).made()
    return write_pages(Path(kept.folder), campaign, files)


def checked_address(address: str) -> str:
    """Return the address of web pages with a slash at its end, '' for none; DocumentError if it isn't one."""
    address = address.strip()
    if not address:
        return ""
    if not _ADDRESS.fullmatch(address):
        raise DocumentError(
            "{address} isn't the address of a folder in the web, such as "
            "https://example.org/riverside/. Nothing was written.",
            address=short(address),
        )
    return f"{address.rstrip('/')}/"


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
    old = _pages_before(folder, mark)
    new = set(files)
    _refuse_what_is_not_ours(folder, old, files)
    # Listed before they are written, so that after an interruption the next run knows them.
    _list(folder, PagesFolder(mark, tuple(sorted(old | new))))
    written = _write_changed(folder, files)
    for name in old - new:
        try:
            (folder / name).unlink(missing_ok=True)
        except OSError:
            continue  # an extra page does no harm
    _remove_empty(folder, old - new)
    _list(folder, PagesFolder(mark, tuple(sorted(new))))
    return written


def _remove_empty(folder: Path, names: set[str]) -> None:
    """Remove the folders of some files, if nothing is left in them."""
    folders = {parent for name in names for parent in Path(name).parents if parent.name}
    for inner in sorted(folders, reverse=True):  # those within others first
        with suppress(OSError):
            (folder / inner).rmdir()


def _write_changed(folder: Path, files: Mapping[str, bytes]) -> int:
    """Write the files that have changed: pictures first, the first page last. DocumentError if one
    can't be written, which says how many were."""
    written = 0
    for name in sorted(files, key=_order_of_writing):
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


def _order_of_writing(name: str) -> tuple[bool, bool, str]:
    """Return what files are sorted by before they are written."""
    is_first_page = name == FIRST
    is_page = "pictures/" not in name
    return is_first_page, is_page, name


def _pages_before(folder: Path, mark: str) -> set[str]:
    """Return the files that a campaign has in a folder, none in an empty one. DocumentError if
    something else is in it; hidden files, such as a repository's, are passed over."""
    try:
        names = [entry.name for entry in folder.iterdir() if not entry.name.startswith(".")]
    except FileNotFoundError:
        return set()
    except OSError as error:
        raise DocumentError(
            "{folder} can't be used for web pages: {reason}. Nothing was written.",
            folder=folder,
            reason=reason(error),
        ) from error
    if not names:
        return set()
    try:
        pages = msgspec.json.decode(read_whole(folder / LISTED), type=PagesFolder)
    except (LastDaysError, ValueError, RecursionError):
        pages = PagesFolder("")
    if pages.campaign != mark:
        raise DocumentError(
            "{folder} isn't empty and doesn't hold this campaign's web pages. Choose another "
            "folder; nothing was written.",
            folder=folder,
        )
    return {name for name in pages.files if _OURS.fullmatch(name)}


def _refuse_what_is_not_ours(folder: Path, old: set[str], files: Mapping[str, bytes]) -> None:
    """Raise DocumentError if something in a page's place isn't a page that was written before."""
    for name in sorted(old | set(files)):
        file = folder / name
        for parent in Path(name).parents:
            if (folder / parent) != folder and (folder / parent).is_symlink():
                raise _not_ours(folder / parent)
        is_foreign = file.exists() and name not in old
        if file.is_symlink() or file.is_dir() or is_foreign:
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
