"""Letters as large as fit: a quarter of a point more has no room, neighbours on a sheet are alike, and
nothing is split or left alone without a word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

from lastdays.campaign.printing.card_content import character_card
from lastdays.model.group import Injury, Item
from lastdays.model.switches import Switches
from lastdays.pdf.cards import SPREAD, compose
from lastdays.pdf.content import CharacterCard, PrintedDocument, PrintedLine, WeaponLine
from lastdays.pdf.imposition import layouts
from lastdays.pdf.rows import Entry, Fit, height_of, height_without_last_gap, rows_of
from lastdays.pdf.typesetting import TEXT_LEAST, Type
from unit.pdf.play_cards import composed, crowd, said, words_on
from unit.pdf.reading import Words, about, document, printed, words_of, zeke
from unit.postgame.crew import BOOK, group, member

TWO_SIDED = ("quarter", "tarot", "poker")


def lines(count: int, words: int = 12) -> tuple[PrintedLine, ...]:
    """Skills that say something, all of them differently."""
    text = "Friends within reach may do so once a turn while it stands "
    return tuple(PrintedLine(f"Skill {n}", (text * 3)[: words * 6 + n]) for n in range(count))


def plain(skills: tuple[PrintedLine, ...]) -> CharacterCard:
    return zeke(skills=skills, rules=(), gear=(), traits=(), injuries=(), notes="", learns="")


@pytest.mark.parametrize("layout", TWO_SIDED)
@pytest.mark.parametrize("count", [6, 9, 12, 15, 18])
def test_a_quarter_of_a_point_more_has_no_room(layout: str, count: int) -> None:
    """The size that holds all is found as one would find it by trying each, the largest first."""
    size, type_ = layouts("a4")[layout], Type()
    chosen = compose(plain(lines(count)), size, type_, backs=True, front_notes=False)
    points = chosen.sizes[0]
    tried = []
    for quarters in range(int(size.size * 1.14 * 4), int(TEXT_LEAST * 4) - 1, -1):
        most = quarters / 4
        card = compose(plain(lines(count)), size, type_, backs=True, front_notes=False, most=most)
        tried.append((len(card.faces), -card.sizes[0]))
    fewest, largest = min(tried)
    assert (len(chosen.faces), points) == (fewest, -largest)
    assert TEXT_LEAST <= points <= size.size * 1.14


def test_what_is_measured_is_as_high_as_what_is_set() -> None:
    type_ = Type()
    texts = (
        *lines(8),
        PrintedLine("Long", "word " * 90),
        PrintedLine("Of two\nlines", "and\nthree\nmore"),
        PrintedLine("Wide", "W" * 200),
        PrintedLine("שלום", "קשת וחץ, ואז עוד"),
        PrintedLine("Empty"),
    )
    for line in texts:
        for quarters in range(28, 48):
            fit = Fit(type_, 164.0, quarters / 4)
            rows = rows_of([Entry(line), Entry(PrintedLine("End"))], fit)
            without_gap = height_of(rows[:-1])
            counted = height_without_last_gap([Entry(line), Entry(PrintedLine("End"))], fit)
            assert counted == pytest.approx(without_gap), (line.name, quarters)


def sentences(made: PrintedDocument) -> Iterator[list[Words]]:
    """The words of the sentences on each sheet, with those of its back: what is named in bold stands
    before each."""
    for first in range(0, len(document(made)), 2):
        words: list[Words] = []
        for page in (first, first + 1):
            words += [w for w in words_of(made, page) if w.text.startswith("Skill ")]
        if words:
            yield words


@pytest.mark.parametrize("layout", ["quarter", "tarot", "poker"])
def test_neighbours_on_a_sheet_are_hardly_larger_or_smaller(layout: str) -> None:
    """One with a lot to say stands beside one with a word or two."""
    cards = [plain(lines(count)) for count in (1, 20, 2, 3, 12, 9, 1, 2, 3, 17, 4, 1)]
    guns = zeke().weapons * 3
    crowded = [replace(card, weapons=guns) for card in cards]  # all they can do is on the back
    for words in sentences(printed(*crowded, layout=layout)):
        sizes = {word.size for word in words}
        assert max(sizes) - min(sizes) <= SPREAD + 0.01, sizes


def test_a_half_card_uses_its_right_half() -> None:
    """Experience, fighting and what the member can do are there; at most five lines are for notes."""
    layout = layouts("a4")["half"]
    for card in crowd(60):
        face = composed(card, layout, Type()).faces[0]
        middle = layout.width * 72 / 25.4 / 2
        rows = [(row, x) for row, x, _top in face.rows[:-1] if row.tag != "H1" and x]
        right = " ".join(
            said(w.line) for row, x in rows if x > middle for c in row.cells for w in c
        )
        if any(weapon.shoots for weapon in card.weapons):
            assert "FIGHT" in right
        if card.next_level:
            assert "to Level" in right
        rules = [
            mark
            for row, _x in rows
            for mark in row.marks
            if mark.shape == "rule" and mark.height == 0.4 and row.height > 12
        ]
        assert len(rules) <= 5


def test_a_weapon_keeps_its_size_with_what_is_attached_small_beside_it() -> None:
    gun = Item("gun", "semi-automatic", attached=(Item("s", "silencer"),))
    who = member("Al", "goon")
    who = replace(who, gear=(gun,))
    card = character_card(who, group(who), BOOK, Switches())
    words = words_of(printed(card, layout="quarter"), 0)
    name = next(w for w in words if w.text.strip() == "Semi-Automatic")
    beside = next(w for w in words if w.text.startswith("Silencer"))
    assert name.size == 11.0
    assert beside.size <= 7.5
    assert beside.bottom == pytest.approx(name.bottom, abs=1.0)
    assert "Semi-Automatic + Silencer" in {weapon.name for weapon in card.weapons}


@pytest.mark.parametrize("layout", TWO_SIDED)
def test_attributes_go_to_the_reference_before_a_second_card_is_begun(layout: str) -> None:
    """Whoever needs a second card with them needs none without."""
    size, type_ = layouts("a4")[layout], Type()
    referred = 0
    for card in crowd(150):
        whole = composed(card, size, type_)
        referring = PrintedLine("Attributes", "see the quick reference.")
        without = composed(replace(card, traits=(referring,)), size, type_)
        if len(without.faces) == 2:
            assert len(whole.faces) == 2, card.name
        told = [notice.text for notice in whole.notices]
        if "What its weapons' attributes mean is on the quick reference." in told:
            behind = " ".join(words_on(face) for face in whole.faces[1:])
            assert "see the quick reference." in behind
            referred += 1
    assert referred


@pytest.mark.parametrize("layout", TWO_SIDED)
def test_no_side_is_of_lines_alone(layout: str) -> None:
    size, type_ = layouts("a4")[layout], Type()
    for card in crowd(150):
        for face in composed(card, size, type_).faces[1:]:
            assert words_on(face).replace("Notes", "").strip(), card.name


def test_an_entry_is_whole_or_says_that_it_goes_on() -> None:
    long = PrintedLine("Tale", "They came by night, and nobody knew from where. " * 40)
    made = printed(plain((*lines(4), long)), layout="poker")
    faces = [" ".join(w.text for w in words_of(made, page)) for page in range(made.pages)]
    assert sum(face.count("▸") for face in faces) >= 1
    short = printed(plain(lines(22)), layout="poker")
    assert about(short, "continued")
    for page in range(short.pages):
        names = [w.text for w in words_of(short, page) if w.text.startswith("Skill ")]
        assert all(name.split()[1].isdigit() for name in names)


def test_the_meanings_of_pictograms_stand_where_the_pictograms_are() -> None:
    bare = zeke(
        weapons=(WeaponLine("Knife", (), row=zeke().weapons[1].row),),
        skills=(), rules=(), gear=(), traits=(), injuries=(),
    )  # fmt: skip
    front = words_on(composed(bare, layouts("a4")["quarter"], Type()).faces[0])
    assert "PICTOGRAMS" in front


def usual_member() -> CharacterCard:
    """A member with a gun, a knife, two skills, an injury and gear, as most are after some games."""
    who = member(
        "Al",
        "goon",
        ("revolver", "knife", "medical-supplies"),
        skills=("sniper", "dirty-fighter"),
        injuries=(Injury("leg-injury"),),
    )
    return character_card(who, group(who), BOOK, Switches())


@pytest.mark.parametrize(("layout", "columns"), [("quarter", 2), ("poker", 1)])
def test_a_usual_member_has_short_meanings_on_the_front(layout: str, columns: int) -> None:
    """In two columns where they have room, as the sketch has them; the whole ones are on the back, and
    the front says so."""
    card = usual_member()
    front, back = composed(card, layouts("a4")[layout], Type()).faces
    lines = (*card.injuries, *card.skills, *card.gear)
    ahead, behind = "".join(words_on(front).split()), "".join(words_on(back).split())
    for line in lines:
        assert "".join((line.name + line.short).split()) in ahead
        assert "".join((line.name + line.text).split()) in behind
    assert "▸ back" in words_on(front)
    names = {line.name for line in lines}
    places = {
        round(x + words.x)
        for row, x, _top in front.rows
        for cell in row.cells
        for words in cell
        if any(said(words.line).startswith(name) for name in names)
    }
    assert len(places) == columns


def test_whole_meanings_stay_on_a_front_that_has_room() -> None:
    card = replace(usual_member(), weapons=())
    front = composed(card, layouts("a4")["quarter"], Type()).faces[0]
    for line in (*card.injuries, *card.skills, *card.gear):
        assert "".join(line.text.split()) in "".join(words_on(front).split())
    assert "▸ back" not in words_on(front)


@pytest.mark.parametrize("layout", TWO_SIDED)
def test_short_meanings_never_take_a_second_card(layout: str) -> None:
    """The back has the whole meanings too; where that would take one card more, they are the front's."""
    size, type_ = layouts("a4")[layout], Type()
    for card in crowd(150):
        whole = replace(
            card,
            injuries=without_short(card.injuries),
            rules=without_short(card.rules),
            skills=without_short(card.skills),
            gear=without_short(card.gear),
            traits=without_short(card.traits),
        )
        most = len(composed(whole, size, type_).faces)
        assert len(composed(card, size, type_).faces) <= most, card.name


def without_short(lines: Sequence[PrintedLine]) -> tuple[PrintedLine, ...]:
    return tuple(replace(line, short="") for line in lines)
