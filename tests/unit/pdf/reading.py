"""A PDF opened again: its words and where they stand, its fonts, its pages. And cards to print."""

from __future__ import annotations

import io
import unicodedata
from collections import Counter
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pikepdf
import pypdfium2 as pdfium
from msgspec import Struct
from msgspec.structs import replace

from lastdays.pdf.content import (
    Cell,
    CharacterCard,
    GroupCard,
    PrintedDocument,
    PrintedLine,
    PrintOptions,
    TallyLine,
    WeaponLine,
)
from lastdays.pdf.document import make
from lastdays.pdf.tables import fighting_heads, shooting_heads

MM = 72 / 25.4
WHEN = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


class Words(Struct, frozen=True):
    """A piece of text with its box in millimetres from the lower left."""

    text: str
    left: float
    bottom: float
    right: float
    top: float
    size: float


def document(made: PrintedDocument) -> Any:
    return pdfium.PdfDocument(made.pdf)


def text_of(made: PrintedDocument, page: int | None = None) -> str:
    """All text, as somebody would copy it."""
    opened = document(made)
    numbers = range(len(opened)) if page is None else [page]
    return "\n".join(opened[n].get_textpage().get_text_range() for n in numbers)


def words_of(made: PrintedDocument, page: int) -> list[Words]:
    """Every piece of text on a page."""
    opened = document(made)
    sheet = opened[page]
    textpage = sheet.get_textpage()
    found = []
    for thing in sheet.get_objects(max_depth=6, textpage=textpage):
        if isinstance(thing, pdfium.PdfTextObj):
            left, bottom, right, top = (n / MM for n in thing.get_bounds())
            size = thing.get_font_size()
            found.append(Words(thing.extract(), left, bottom, right, top, size))
    return found


def fonts_of(made: PrintedDocument) -> dict[str, bool]:
    """Every font that draws something, and whether it is embedded."""
    found = {}
    for sheet in document(made):
        for thing in sheet.get_objects(max_depth=6):
            if isinstance(thing, pdfium.PdfTextObj):
                font = thing.get_font()
                found[font.get_base_name()] = font.is_embedded
    return found


def sizes_of(made: PrintedDocument) -> list[tuple[float, float]]:
    """The size of each page in millimetres."""
    return [(round(w / MM, 1), round(h / MM, 1)) for w, h in (p.get_size() for p in document(made))]


def letters_in(text: str) -> Counter[str]:
    """How often each letter stands in a text, however it is broken and composed."""
    return Counter(c for c in unicodedata.normalize("NFKD", text) if c.isprintable() and c != " ")


def figures(heads: tuple[str, ...], *texts: str) -> tuple[Cell, ...]:
    """A weapon's row in a card's table."""
    return tuple(Cell(head, text) for head, text in zip(heads, texts, strict=True))


def things_on(sheet: Any) -> Any:
    """What is drawn on a page, pictograms and tokens whole: in page coordinates."""
    return sheet.get_objects(max_depth=1)


def zeke(**changes: Any) -> CharacterCard:
    """A Leader with all that a card can carry."""
    card = CharacterCard(
        member="zeke",
        name="Zeke",
        kind="Merciless Thug",
        keyword="Selfish",
        group="Zeke's Truckers",
        leader=True,
        cells=tuple(
            Cell(key, text, before)
            for key, text, before in (
                ("AP", "5", "6"),
                ("CQC", "5", ""),
                ("FA", "3", "4"),
                ("S", "4", ""),
                ("E", "3/5", "3"),
                ("DC", "3", ""),
                ("C", "3", ""),
                ("I", "3", ""),
            )
        ),
        weapons=(
            WeaponLine(
                "Pump-Action Shotgun",
                (
                    Cell("Range", "6/12/18″"),
                    Cell("Damage", "7/5/4"),
                    Cell("RoF", "1"),
                    Cell("Knockback", "3/2/2"),
                    Cell("Reload", "4"),
                ),
                "Stepped Fire, Point Blank · Gunsmith +1 Damage, −1 Reload",
                4,
                row=figures(shooting_heads(), "6/12/18″", "4+", "3+", "+7/5/4", "1", "3/2/2", "4"),
                shoots=True,
                reload="2 AP",
                drawing="delapouite/sawed-off-shotgun",
            ),
            WeaponLine(
                "Knife",
                (Cell("CQC", "6 (+1)"), Cell("damage", "D6+4 (±0)")),
                row=figures(fighting_heads(), "6", "6", "D6+4", "5+"),
                own="CQC +1",
                drawing="skoll/bowie-knife",
            ),
        ),
        gear=(PrintedLine("Tactical Vest", "Light armour: +2 Endurance against shots only."),),
        rules=(PrintedLine("Leader", "Friends within 6 inches may use the Leader's Courage."),),
        skills=(PrintedLine("Headhunter", "+1 Lobotomizer in close combat against zombies."),),
        injuries=(PrintedLine("Blinded in One Eye", "−1 Firearms; a second one is fatal."),),
        level="3",
        experience="4",
        next_level="18",
        notes="Owes Mo a beer.",
        damage=3,
        colour="selfish",
        drawing="delapouite/robber",
        one_use=(PrintedLine("Silencer", drawing="delapouite/silenced"),),
        tally=(
            TallyLine("sbed/death-skull", "zombies", 1, 10),
            TallyLine("skoll/fist", "rivals", 3, 3),
        ),
        edition="after game 3",
    )
    return replace(card, **changes)


def truckers(**changes: Any) -> GroupCard:
    """A Group-and-Refuge card."""
    card = GroupCard(
        group="g",
        name="Zeke's Truckers",
        refuge="The Farm House",
        player="Anna",
        cells=(Cell("Members", "7"), Cell("Maximum", "8"), Cell("Games", "3")),
        spaces=5,
        used=1,
        built_in=(PrintedLine("Fenced-Off Garden", "Worked: D6 Scavenge Points."),),
        built=(PrintedLine("Fences", "Slows down the dead."),),
        next_game=(PrintedLine("Armoury", "three failed Ammo Rolls may be re-rolled."),),
        members=(PrintedLine("Zeke", "Leader · Merciless Thug"), PrintedLine("Mo", "Goon")),
        stash=(PrintedLine("Booze ×2"), PrintedLine("Scope")),
        notes="Never trust Carl.",
    )
    return replace(card, **changes)


def printed(*contents: Any, **setting: Any) -> PrintedDocument:
    """A document with a fixed date."""
    return make(contents, PrintOptions(**setting), title="Zeke's Truckers", author="A", when=WHEN)


@cache
def printed_once(*contents: Any, **setting: Any) -> PrintedDocument:
    """The same, made once for all tests that look at it."""
    return printed(*contents, **setting)


def about(made: PrintedDocument, kind: str) -> list[str]:
    """What is said of a kind, before printing."""
    return [f"{n.about}: {n.text}" for n in made.notices if n.kind == kind]


def unpacked(made: PrintedDocument) -> bytes:
    """The file with each of its objects by itself, as text that can be searched."""
    written = io.BytesIO()
    with pikepdf.open(io.BytesIO(made.pdf)) as opened:
        opened.save(written, object_stream_mode=pikepdf.ObjectStreamMode.disable, static_id=True)
    return written.getvalue()
