"""What can be printed: each kind of card and sheet, declared once.

A declaration says what a kind is called, on which tile of *Print* it is chosen and what its content
is; the order of tiles and of prints, and what the command line takes follow from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from lastdays.campaign.chronicle.games import Chronicle, sheet_charts
from lastdays.campaign.chronicle.lives import with_fates_told
from lastdays.campaign.next_game import NextGameActions
from lastdays.campaign.printing.card_content import blank_character, blank_group, roster_sheet
from lastdays.campaign.printing.quick_reference import reference_sheet
from lastdays.campaign.printing.sheet_content import (
    campaign_sheet,
    encounter_sheet,
    token_sheet,
    zombie_sheet,
)
from lastdays.campaign.worksheet.chapters import worksheet
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.language import N_, _
from lastdays.model.campaign import Campaign
from lastdays.model.game_record import GameRecord
from lastdays.model.group import Group
from lastdays.pdf.content import Content, PrintOptions, TestSheet
from lastdays.pdf.imposition import drawn_cell, grid, layout_of
from lastdays.rulebook import Catalogue, pictograms

#: The tokens of a sheet fit the cells of a card that are larger than this, in millimetres.
SMALLEST_CELL = 5.0


class PrintSource(NamedTuple):
    """What the content of a kind is made from. `fixture` is the id of the game to be played, '' for the
    group's first; `fixtures_printed` collects those that are in the document already."""

    workspace: Workspace
    campaign: Campaign
    group: Group
    catalogue: Catalogue
    options: PrintOptions
    fixture: str
    fixtures_printed: set[str]


class Tile(NamedTuple):
    """A tile of *Print*: its pictogram, its name and description in English, and whether it is
    wanted after a game rather than at the table."""

    pictogram: Callable[[], str]
    name: str
    description: str = ""
    afterwards: bool = False


class PrintKind(NamedTuple):
    """A kind of card or sheet.

    `name` is in English. A kind without a tile is chosen elsewhere on the page. `content` is None
    for the group's own cards, which are printed by whether they have changed. What is `once` is the
    same for every group, and printed once for all of them.
    """

    key: str
    name: str
    tile: Tile | None
    content: Callable[[PrintSource], Iterable[Content]] | None
    is_card: bool = False
    once: bool = False


def _blank_characters(source: PrintSource) -> Iterable[Content]:
    """Return as many blank Character cards as a sheet has room for."""
    places = grid(layout_of(source.options), source.options).slots
    return [blank_character(source.catalogue)] * len(places)


def _blank_group(source: PrintSource) -> Iterable[Content]:
    return [blank_group()]


def _roster(source: PrintSource) -> Iterable[Content]:
    return [roster_sheet(source.group, source.catalogue)]


def _reference(source: PrintSource) -> Iterable[Content]:
    return [reference_sheet(source.group, source.catalogue, source.campaign.switches)]


def _encounter(source: PrintSource) -> Iterable[Content]:
    """Return the sheet of a game to be played, unless that of another of its groups is printed too."""
    actions = NextGameActions(source.workspace)
    campaign = source.campaign.id
    fixture = source.fixture or actions.fixture_of(campaign, source.group.id)
    game = actions.read(campaign, fixture, source.catalogue)
    if game.fixture.id in source.fixtures_printed:
        return []
    source.fixtures_printed.add(game.fixture.id)
    return [encounter_sheet(game, source.catalogue)]


def _zombies(source: PrintSource) -> Iterable[Content]:
    return [zombie_sheet(source.catalogue, source.options.paper)]


def _tokens(source: PrintSource) -> Iterable[Content]:
    cell = drawn_cell(layout_of(source.options))
    if cell <= SMALLEST_CELL:
        cell = 0.0
    return [token_sheet(source.group, source.catalogue, source.options.paper, cell)]


def _worksheet(source: PrintSource) -> Iterable[Content]:
    waiting = _waiting_game(source)
    return [worksheet(source.group, source.catalogue, source.campaign.switches, waiting)]


def _waiting_game(source: PrintSource) -> GameRecord | None:
    """Return the group's latest game, None if its sequence is finished."""
    finished = set()
    for sequence in source.workspace.sequences(source.campaign.id):
        if sequence.group == source.group.id and sequence.finished:
            finished.add(sequence.game)
    for game in reversed(source.campaign.games):
        if game.side_of(source.group.id) is not None:
            return None if game.id in finished else game
    return None


def _campaign_contents(source: PrintSource) -> Iterable[Content]:
    workspace, campaign = source.workspace, source.campaign
    chronicle = Chronicle(workspace, campaign.id)
    groups = []
    for summary in workspace.groups(campaign.id):
        group = workspace.snapshot(summary.id).group
        groups.append(with_fates_told(chronicle, group))
    charts = sheet_charts(chronicle, [group.id for group in groups])
    with workspace.store.reading() as tx:
        pictures = {key: tx.paper.portrait(key) for key in campaign.pictures}
    return [campaign_sheet(campaign, groups, source.catalogue, charts, pictures)]


def _test_page(source: PrintSource) -> Iterable[Content]:
    return [TestSheet(kind_name("test"))]


CHARACTER_TILE = Tile(partial(pictograms.place, "print"), N_("Character cards"))
GROUP_TILE = Tile(partial(pictograms.place, "group"), N_("Group and Refuge"))
REFERENCE_TILE = Tile(partial(pictograms.place, "rulebook"), N_("Quick reference"), N_("one sheet"))
ROSTER_TILE = Tile(partial(pictograms.token, "more"), N_("Roster"), N_("the group on a page"))
ENCOUNTER_TILE = Tile(
    partial(pictograms.place, "campaign"), N_("Next Encounter"), N_("rules and table plan")
)
TO_CUT_TILE = Tile(partial(pictograms.token, "zombie"), N_("Zombies, tokens"), N_("to be cut out"))
WORKSHEET_TILE = Tile(
    partial(pictograms.place, "history"),
    N_("Worksheet"),
    N_("the post-game on paper"),
    afterwards=True,
)
CAMPAIGN_TILE = Tile(
    partial(pictograms.place, "chronicle"),
    N_("Campaign sheet"),
    N_("standings and story"),
    afterwards=True,
)
BLANK_TILE = Tile(
    partial(pictograms.place, "portrait"),
    N_("Blank cards"),
    N_("to be filled in"),
    afterwards=True,
)

#: Every kind, in the order of its tile.
DECLARED = (
    PrintKind("characters", N_("Character cards"), CHARACTER_TILE, None, is_card=True),
    PrintKind("group", N_("Group-and-Refuge card"), GROUP_TILE, None, is_card=True),
    PrintKind("reference", N_("Quick reference"), REFERENCE_TILE, _reference),
    PrintKind("roster", N_("Roster of the whole group"), ROSTER_TILE, _roster),
    PrintKind("encounter", N_("Next Encounter"), ENCOUNTER_TILE, _encounter),
    PrintKind("zombies", N_("Zombie sheet"), TO_CUT_TILE, _zombies, once=True),
    PrintKind("tokens", N_("Tokens to cut out"), TO_CUT_TILE, _tokens),
    PrintKind("worksheet", N_("Post-game worksheet"), WORKSHEET_TILE, _worksheet),
    PrintKind("campaign", N_("Campaign sheet"), CAMPAIGN_TILE, _campaign_contents, once=True),
    PrintKind(
        "blank-character",
        N_("Blank Character cards"),
        BLANK_TILE,
        _blank_characters,
        is_card=True,
        once=True,
    ),
    PrintKind(
        "blank-group",
        N_("Blank Group-and-Refuge card"),
        BLANK_TILE,
        _blank_group,
        is_card=True,
        once=True,
    ),
    PrintKind("test", N_("Test page for backs"), None, _test_page, once=True),
)

CARDS = tuple(kind.key for kind in DECLARED if kind.is_card)
TEST_PAGE = "test"
SHEETS = tuple(kind.key for kind in DECLARED if not kind.is_card and kind.key != TEST_PAGE)
#: Cards, which share sheets of paper, then sheets, then the test page: the order of a print.
KINDS = (*CARDS, *SHEETS, TEST_PAGE)
BY_KEY = {kind.key: kind for kind in DECLARED}


def kind_name(key: str) -> str:
    """Return the name of a kind in the language that is spoken: 'Character cards'."""
    return _(BY_KEY[key].name)


def tiles(*, afterwards: bool) -> dict[Tile, tuple[str, ...]]:
    """Return the tiles for the table, or those for afterwards, each with the kinds chosen on it."""
    kinds: dict[Tile, tuple[str, ...]] = {}
    for kind in DECLARED:
        if kind.tile is not None and kind.tile.afterwards == afterwards:
            kinds[kind.tile] = (*kinds.get(kind.tile, ()), kind.key)
    return kinds


def kinds_named(names: Iterable[str]) -> tuple[str, ...]:
    """Return kinds by their keys; LastDaysError, which lists all kinds, for an unknown one."""
    keys = tuple(names)
    for key in keys:
        if key not in BY_KEY:
            raise LastDaysError(
                "'{name}' can't be printed. Choose one of {known}.",
                name=key,
                known=", ".join(KINDS),
            )
    return keys
