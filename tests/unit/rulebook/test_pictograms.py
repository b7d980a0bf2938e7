"""Every key of the rulebook has a drawing, every drawing is there, and each is credited."""

from __future__ import annotations

import re

from lastdays.desktop import paths
from lastdays.rulebook import load, own, pictograms
from lastdays.rulebook.entries import FIREARM_CLASSES, Entry
from unit.sources import APP, names

ICONS = paths.resources() / "icons"
BOOK = load()
ENTRIES: list[Entry] = [
    entry
    for shelf in (
        BOOK.characters, BOOK.zombies, BOOK.firearms, BOOK.close_combat, BOOK.equipment,
        BOOK.attributes, BOOK.skills, BOOK.refuges, BOOK.perks, BOOK.encounters, BOOK.injuries,
        BOOK.phases, BOOK.actions, BOOK.modifiers,
    )
    for entry in shelf.values()
]  # fmt: skip


def test_every_entry_of_the_book_has_a_drawing_of_its_own() -> None:
    for entry in ENTRIES:
        assert entry.drawing == pictograms.table()[entry.KIND][entry.key]
        assert (ICONS / f"{entry.drawing}.svg").is_file(), entry.key


def test_a_game_nobody_knows_has_a_drawing_too() -> None:
    known = pictograms.table()["games"]
    assert {key: pictograms.game(key) for key in known} == known
    assert pictograms.game("checkers") == pictograms.place("games")


def test_no_line_of_the_table_is_for_what_the_book_has_not() -> None:
    known = {(e.KIND, e.key) for e in ENTRIES}
    kinds = {e.KIND for e in ENTRIES}
    listed = {(kind, key) for kind, part in pictograms.table().items() for key in part}
    assert {line for line in listed if line[0] in kinds} == known
    assert set(pictograms.table()["kinds"]) == {*kinds, *own.KINDS}
    assert set(pictograms.table()["firearm_classes"]) == set(FIREARM_CLASSES)
    assert set(pictograms.table()["keywords"]) == {
        "selfish",
        "selfless",
        "trained",
        "neutral",
    }
    assert set(pictograms.table()["skill_types"]) == set(BOOK.skill_tables)


def test_the_drawings_in_the_folder_are_those_that_are_used() -> None:
    there = {f"{f.parent.name}/{f.stem}" for f in ICONS.glob("*/*.svg")}
    assert there == pictograms.drawings()


def test_a_drawing_is_made_of_what_paper_draws() -> None:
    """And takes its colour from the theme."""
    point = r" ?-?[\d.]+ -?[\d.]+"
    plain = re.compile(rf' d="(?:[ML]{point}|C(?:{point}){{3}}|Z)+"')
    for name in pictograms.drawings():
        source = (ICONS / f"{name}.svg").read_text(encoding="utf-8")
        assert "currentColor" in source, name
        assert not re.search(r"#[0-9a-f]{3,6}|<image|href|<script|<text", source), name
        paths = len(plain.findall(source))
        assert paths == source.count("<path") == source.count(" d=") > 0, name
        assert not re.search(r"<(?!/|svg |path |g )|transform", source), name


def test_credits_name_everyone_whose_drawing_is_used() -> None:
    assert {"Delapouite", "Lorc"} <= set(pictograms.artists())
    assert len(pictograms.artists()) == len({n.split("/")[0] for n in pictograms.drawings()})


def test_every_token_that_a_game_draws_is_in_the_table() -> None:
    named = {
        icon
        for file in names()
        for icon in re.findall(r'(?:icon=|token\()"([a-z_-]+)"', (APP / file).read_text("utf-8"))
    }
    assert len(named) > 20
    assert named - set(pictograms.table()["tokens"]) == set()


def test_a_token_without_a_drawing_is_drawn_as_a_thing() -> None:
    assert pictograms.token("no such token") == pictograms.token("item")
