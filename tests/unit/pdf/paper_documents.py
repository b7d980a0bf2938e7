"""Documents of every kind, with plain, odd and random content."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Literal

from msgspec.structs import replace
from PIL import Image

from lastdays.pdf.chart import Chart, ChartLine
from lastdays.pdf.content import (
    Card,
    Cell,
    CharacterCard,
    ColumnKind,
    FormSection,
    FormSheet,
    FormTable,
    FormText,
    FormWords,
    GroupCard,
    PrintedDocument,
    PrintedLine,
    Section,
    SheetRow,
    SheetTable,
    TestSheet,
    TextSheet,
    TickMark,
    TokenKind,
    TokenSheet,
    WriteBox,
)
from lastdays.rulebook.table_plan import (
    PlanDistance,
    PlanKey,
    PlanMark,
    PlanWord,
    TablePlan,
    Zone,
    ZoneKind,
    plan_of,
)
from unit.pdf.reading import printed, truckers, zeke
from unit.postgame.crew import BOOK

FIST, SKULL = "skoll/fist", "sbed/death-skull"


ICONS = (
    "delapouite/beer-bottle",
    "delapouite/baby-face",
    "carl-olsen/crossbow",
    "delapouite/rolling-dices",
    FIST,
)


def words(count: int, seed: int = 1) -> str:
    """So many words that say nothing, of every length."""
    return " ".join("abcdefghijklm"[: (n * seed * 7) % 12 + 1] for n in range(count)) + "."


def lines(count: int, long: int = 12) -> tuple[PrintedLine, ...]:
    return tuple(
        PrintedLine(f"Name {n}", words(long + n, n), FIST if n % 2 else "") for n in range(count)
    )


def picture() -> bytes:
    held = io.BytesIO()
    Image.linear_gradient("L").resize((60, 40)).convert("RGB").save(held, "PNG")
    return held.getvalue()


def people() -> list[Card]:
    """Cards with much and with little on them; one goes on on another card."""
    mo = zeke(member="mo", name="Mo", leader=False, weapons=(), injuries=(), tally=(), damage=14)
    long = replace(
        zeke(member="max", name="Maximiliane Featherstonehaugh-Cholmondeley", keyword="Hopeless"),
        notes=words(120),
        skills=lines(9, 20),
        traits=lines(2),
        gear=lines(6),
        weapons=zeke().weapons * 2,
        one_use=tuple(replace(line, drawing=FIST) for line in lines(4, 1)),
        learns="Learns two of three",
        status="missing",
        colour="hopeless",
        pack=SKULL,
        packs="Hospital: Nurse",
    )
    cells = tuple(Cell(c.label, "") for c in zeke().cells)
    blank = CharacterCard("", "", "", "", "", cells=cells, blank=True, tally=zeke().tally)
    return [zeke(portrait=picture()), mo, long, blank]


def groups() -> list[Card]:
    long = truckers(
        notes=words(90), members=lines(14, 3), stash=lines(17, 2), built=lines(5), spaces=9, used=5
    )
    blank = GroupCard(
        "", "", "", cells=tuple(Cell(c.label, "") for c in truckers().cells), blank=True
    )
    return [truckers(drawing=FIST), long, blank]


def roster(size: int) -> TextSheet:
    """Members with a weapon for each hand or more, and long lines below them."""
    rows = tuple(
        SheetRow(
            (f"Member {n}", *"123", words(2), "9/18″", words(1, n + 1), "D6+3"),
            FIST if n % 2 else "",
            words(n),
            ((*("",) * 4, words(1), "12″", "", ""),) * (n % 3),
            "selfish" if n % 2 else "hopeless",
        )
        for n in range(size)
    )
    kinds: tuple[ColumnKind, ...] = ("name", "figure", "figure", "figure")
    heads = ("Name", "AP", "CQC", "S", "Shoot", "Range", "Fight", "dmg")
    table = SheetTable((*kinds, "name", "figure", "name", "figure"), rows, heads)
    sections = Section("", table=table), Section("", lines(3))
    return TextSheet("roster", "Zeke's Truckers", words(5), sections, columns=1)


def reference() -> TextSheet:
    rows = tuple(
        SheetRow(
            (f"{n}", f"Row {n}", words(n * 4)), FIST if n % 2 else "", words(6) if n % 3 else ""
        )
        for n in range(1, 9)
    )
    figures = SheetTable(
        ("name", "figure", "figure", "figure", "figure", "figure"),
        tuple(SheetRow((words(2), *"12345")) for _ in "ab"),
    )
    parts = [Section(f"Part {n}", lines(n), words(n)) for n in range(7)]
    parts.insert(
        1, Section("Table", table=SheetTable(("figure", "name", "text"), rows, ("D6", "", "Text")))
    )
    parts.insert(3, Section("Figures", lines(1), table=figures))
    return TextSheet("reference", "Quick reference", words(4), tuple(parts))


def campaign() -> TextSheet:
    rising = tuple((game, game * game - 3) for game in range(1, 12))
    chart = Chart(
        "Points",
        "Game",
        (ChartLine("Zeke's", rising), ChartLine(words(9), ((2, 90), (9, 91)), 3)),
    )
    even = Chart(
        "Members", "Game", tuple(ChartLine(f"G{n}", ((1, 8), (2, 8)), n) for n in range(5))
    )
    sections = (
        Section("Groups", lines(4)),
        Section("So far", chart=chart),
        Section("", chart=even),
    )
    return TextSheet("campaign", "Riverside", "", sections, columns=1)


def encounter() -> TextSheet:
    kinds: tuple[ZoneKind, ...] = (
        "attacker",
        "defender",
        "zombies",
        "tokens",
        "refuge",
        "fences",
        "tower",
        "side",
    )
    zones = tuple(
        Zone(kind, n * 5, n * 3, 10 - n, 7, n % 3, 1.5 if n % 4 == 1 else 0)
        for n, kind in enumerate(kinds)
    )
    # Frames without an inside, one that leaves a line, and zones without a length or a breadth.
    zones += (
        Zone("refuge", 1, 1, 3, 3, 0, 1.5),
        Zone("defender", 6, 1, 2, 2, 0, 0.99),
        Zone("fences", 9, 1, 0.5, 0.5, 0.5),
        Zone("side", 12, 1, 0, 4),
        Zone("side", 14, 1, 4, 0),
        Zone("defender", 16, 1, 2, 5, 0, 1.2),
    )
    plan = TablePlan(
        48,
        zones,
        (PlanMark("supply", 20, 21), PlanMark("zombie", 30, 40)),
        (PlanDistance(4, 4, 4, 16, 12), PlanDistance(10, 30, 34, 30, 24)),
        (PlanWord(24, 24, "Refuge"),),
        tuple(PlanKey(kind, words(9 + n)) for n, kind in enumerate(kinds)),
    )
    return TextSheet("encounter", "2 · Home", "Zeke's", (Section("Set-up", lines(5)),), plan=plan)


def form() -> FormSheet:
    ticks = (TickMark("+1"), TickMark("", FIST))
    boxes = (
        WriteBox("squares", ("a",), "Dice", count=3),
        WriteBox("comb", ("a",), "Over and over", width=40.0),
        WriteBox("comb", ("b",), count=4),
        WriteBox("ticks", ("c",), ticks=ticks, head="One of two, or of none"),
        WriteBox("shift", ("d",), ticks=ticks),
        WriteBox("line", ("e",), "Who", share=1.0),
        WriteBox("line", ("f",), count=2),
        WriteBox("sum", reason="sum", head="Sum", width=14.0),
    )
    said = FormWords("Zeke", "a hint", "Name", share=1.0, strong=True)
    entries = tuple(
        tuple(
            (said, boxes[n % 8], FormWords(words(n % 4)), boxes[(n + 3) % 8])
            for _ in range(n % 3 + 1)
        )
        for n in range(24)
    )
    rows = tuple(SheetRow((f"{n}", words(n), "x")) for n in range(2, 13))
    grid = SheetTable(("figure", "text", "text"), rows, ("2D6", "What", "Where"), ("", FIST, ""))
    heads = SheetTable(("figure", "text"), (), ("Class", "Pistol"), ("", SKULL))
    sections = (
        FormSection("Roll", (FormText(words(30), "Name", FIST), FormTable(entries[:9])), FIST, 61),
        FormSection("Look up", (grid, heads)),
        FormSection("Write", (FormTable(entries[9:]), FormText(words(9)))),
    )
    return FormSheet("Worksheet", words(60), sections, SKULL)


def zombies(count: int = 20, knockback: int = 5) -> FormSheet:
    """Rings for counters, wide apart, and no heading."""
    rings = (
        WriteBox("line", share=1.0),
        WriteBox("rings", head="Knockback", count=knockback),
        WriteBox("rings", head="Token", width=15.0),
    )
    entries = tuple(((FormWords(f"{n}", width=5.0), *rings),) for n in range(count))
    said = (FormText(words(n), "Name", FIST) for n in range(4))
    section = FormSection("", (FormTable(entries, pitch=19.5), *said))
    return FormSheet("Zombies", words(5), (section,))


def tokens(many: int = 90) -> TokenSheet:
    keys: tuple[Literal["noise", "ammo", "knockback", "locked", "supply"], ...] = (
        "noise",
        "ammo",
        "knockback",
        "locked",
        "supply",
    )
    kinds = tuple(
        TokenKind(key, key.title(), SKULL, 7 + n, 1 + n % 2 * 4) for n, key in enumerate(keys)
    )
    return TokenSheet("Tokens", kinds, (*kinds[1:3], replace(kinds[4], count=many)), 4.2)


#: Letters of every kind of font, words without a place to break them, several lines.
ODD = ("Łódź Ж Ω", "שלום محمد", "विक्रम สมชาย", "🧟", "世界の終わり", "w" * 70, "a\nb", "x-y/z" * 9)


def odd(chance: Random, most: int = 9) -> str:
    """Words of any length and letters, or none."""
    said = [words(chance.randint(1, most), chance.randrange(1, 9)), chance.choice(ODD)]
    return " ".join(chance.sample(said, chance.choice((0, 1, 1, 1, 2))))


def any_form(chance: Random) -> FormSheet:
    """A form of whatever a form can have."""

    def some(most: int, one: Callable[[], Any]) -> tuple[Any, ...]:
        return tuple(one() for _ in range(chance.randrange(most)))

    def share() -> dict[str, Any]:
        return {
            "width": chance.choice((0, 0, 12.0, 30.0)),
            "share": chance.choice((0, 0, 1.0, 2.5)),
        }

    def tick() -> TickMark:
        return TickMark(chance.choice(("", "+1", "−2", words(1))), chance.choice(("", FIST)))

    def piece() -> WriteBox | FormWords:
        head = chance.choice(("", odd(chance, 3)))
        if chance.random() < 0.4:
            return FormWords(
                odd(chance), odd(chance), head, **share(), strong=chance.random() < 0.5
            )
        shape: Any = chance.choice(("squares", "rings", "comb", "ticks", "shift", "line", "sum"))
        return WriteBox(
            shape, ("a",), head, **share(), count=chance.randint(1, 24), ticks=some(6, tick)
        )

    def grid() -> SheetTable:
        wide = chance.randint(1, 5)
        rows = some(12, lambda: SheetRow(tuple(odd(chance) for _ in range(wide))))
        kinds: tuple[ColumnKind, ...] = ("figure", "text", "text", "text", "text")
        heads = tuple(words(2) for _ in range(wide))
        return SheetTable(kinds[:wide], rows, heads, ("", FIST, "", "", FIST)[:wide])

    def part() -> Any:
        entries = some(30, lambda: some(4, lambda: (piece(), *some(5, piece))) or ((piece(),),))
        text = FormText(odd(chance, 40), odd(chance, 3), chance.choice(("", FIST)))
        return chance.choice((FormTable(entries), grid(), text))

    parts = some(8, lambda: FormSection(odd(chance), some(5, part), SKULL, chance.choice((0, 61))))
    return FormSheet(odd(chance), odd(chance, 60), parts, chance.choice(("", SKULL)))


def anything_else(seed: int) -> PrintedDocument:
    """Forms, rosters, tokens, charts, zombies and cards of odd letters by chance."""
    chance = Random(seed)

    def some(most: int, long: int = 9) -> tuple[PrintedLine, ...]:
        made = (
            PrintedLine(odd(chance, 3), odd(chance, long)) for _ in range(chance.randrange(most))
        )
        return tuple(replace(line, drawing=chance.choice((SKULL, FIST))) for line in made)

    def cells(given: tuple[Cell, ...]) -> tuple[Cell, ...]:
        return tuple(
            Cell(
                c.label,
                chance.choice((c.text, "", "12", "3/10", words(2))),
                chance.choice(("", "3")),
            )
            for c in given
        )

    weapons = tuple(
        replace(
            w, name=odd(chance, 4), cells=cells(w.cells), row=cells(w.row), remarks=odd(chance, 20),
            ammo=chance.randrange(14), own=odd(chance, 3), drawing=chance.choice(("", FIST)),
        )
        for w in zeke().weapons * chance.randint(1, 3)
    )  # fmt: skip
    person = zeke(
        name=odd(chance, 4), kind=odd(chance, 3), weapons=weapons, cells=cells(zeke().cells),
        skills=some(6, 30), gear=some(9), one_use=some(9, 1), notes=odd(chance, 60),
        damage=chance.randrange(30), level=chance.choice(("", "12")), packs=odd(chance),
        tally=tuple(replace(t, boxes=chance.randrange(24)) for t in zeke().tally),
    )  # fmt: skip
    group = truckers(
        name=odd(chance, 6), refuge=odd(chance), player=odd(chance), cells=cells(truckers().cells),
        built_in=some(4), built=some(9), next_game=some(6, 20), members=some(30), stash=some(30, 2),
        notes=odd(chance, 90), spaces=chance.randrange(30), used=chance.randrange(9), packs=odd(chance),
    )  # fmt: skip
    rows = tuple(
        SheetRow(
            tuple(odd(chance, 4) if n in (0, 9, 17) else odd(chance, 1)[:9] for n in range(22)),
            chance.choice(("", FIST)),
            odd(chance, 36),
            tuple(
                tuple(odd(chance, 1)[:9] for _n in range(22)) for _n in range(chance.randrange(4))
            ),
            chance.choice(("", "selfish", "hopeless")),
        )
        for _ in range(chance.randint(1, 30))
    )
    columns: tuple[ColumnKind, ...] = tuple(
        "name" if n in (0, 9, 17) else "figure" for n in range(22)
    )
    members = Section("", table=SheetTable(columns, rows, tuple(words(1, n) for n in range(22))))
    kinds = tuple(
        replace(k, name=odd(chance, 3), count=chance.randrange(60), worth=chance.randint(1, 12))
        for k in tokens().tokens
    )
    chart = Chart(
        odd(chance),
        odd(chance),
        tuple(
            ChartLine(
                odd(chance, 3),
                tuple((g, chance.randint(-40, 400)) for g in range(1, chance.randint(2, 40))),
                n,
            )
            for n in range(chance.randint(1, 9))
        ),
    )
    charts = (Section(odd(chance), some(9), chart=chart), Section("", chart=chart))
    sheets = (
        any_form(chance),
        TextSheet("roster", odd(chance), odd(chance), (members, Section("", some(6))), columns=1),
        TokenSheet("Tokens", kinds, kinds[: chance.randrange(5)], chance.choice((4.2, 6.0, 8.0))),
        TextSheet("campaign", odd(chance), odd(chance), charts, columns=chance.randint(1, 3)),
        zombies(chance.randint(1, 60), chance.randint(1, 12)),
    )
    return printed(
        person, group, *chance.sample(sheets, 3), any_table(chance),
        **setting(chance, chance.choice(("100x120", "62x85"))),
    )  # fmt: skip


def setting(chance: Random, own: str) -> dict[str, Any]:
    """All that can be chosen of a print, by chance."""
    layout = chance.choice(("quarter", "half", "roster", "tarot", "poker", own, own))
    folds = layout != own and chance.random() < 0.3
    return {
        "layout": layout,
        "paper": chance.choice(("a4", "letter")),
        "ink_saver": chance.random() < 0.4,
        "backs": "fold" if folds else chance.choice(("none", "duplex-long", "duplex-short")),
        "crop_marks": chance.random() < 0.7,
        "bleed": chance.choice((0.0, 0.0, 1.0, 2.5)),
        "offset": chance.choice(((0.0, 0.0), (0.0, 0.0), (1.5, -2.0), (0.0, 3.0))),
        "ruler": chance.random() < 0.7,
        "copies": chance.choice((1, 1, 1, 2, 3)),
        "group_backs": chance.random() < 0.3,
        "back_marks": chance.random() < 0.3,
        "outer_bleed": chance.random() < 0.3,
        "front_notes": chance.random() < 0.5,
        "one_a_page": chance.random() < 0.15,
    }


def any_table(chance: Random) -> TextSheet:
    """The sheet of an Encounter with a plan of the book's, on a table of any size."""
    encounter = BOOK.encounters[chance.choice(sorted(BOOK.encounters))]
    plan = plan_of(encounter, chance.choice((24, 36, 48)), ("fences", "watch-tower"))
    return replace(
        reference(), kind="encounter", plan=plan, columns=1,
        sections=tuple(
            Section(words(3), lines(chance.randrange(12), chance.randint(1, 40)))
            for _ in range(chance.randint(1, 4))
        ),
    )  # fmt: skip


def somebody(chance: Random) -> Card:
    """A card with any of what a card may have, and any length of it."""

    def some(most: int, long: int = 9) -> tuple[PrintedLine, ...]:
        return tuple(
            replace(line, drawing=line.drawing or SKULL)
            for line in lines(chance.randrange(most), chance.randint(1, long))
        )

    def maybe(text: str) -> str:
        return chance.choice(("", text, words(chance.randint(1, 9), 3)))

    whole = zeke()
    weapons = whole.weapons * chance.randrange(4)
    return replace(
        whole,
        member=f"m{chance.random()}",
        name=words(chance.randint(1, 9), chance.randrange(9)).title(),
        kind=maybe("Goon"),
        keyword=maybe("Selfish"),
        group=(group := maybe("Zeke's Truckers")),
        edition=chance.choice((group, maybe("after game 3"))),
        status=maybe("captured"),
        leader=chance.random() < 0.3,
        blank=chance.random() < 0.1,
        weapons=tuple(replace(w, ammo=chance.randrange(9), reload=maybe("")) for w in weapons),
        skills=some(9),
        traits=some(4),
        rules=some(5),
        injuries=some(3),
        gear=some(9),
        one_use=some(5, 1),
        level=chance.choice(("", "3", "12")),
        next_level=chance.choice(("", "9", "44")),
        learns=maybe(""),
        notes=words(chance.randrange(90)),
        damage=chance.randrange(16),
        portrait=chance.choice((b"", b"no picture", picture())),
        colour=chance.choice(("", "selfish", "neutral", "selfless")),
        drawing=chance.choice(("", FIST)),
        tally=whole.tally[: chance.randrange(3)],
        pack=chance.choice(("", SKULL)),
    )


def any_sheet(chance: Random) -> TextSheet:
    """A sheet with words of any length."""
    title = words(chance.choice((1, 4, 30, 60)))
    subtitle = words(chance.choice((1, 4, 30, 60)))
    rows = tuple(
        SheetRow(
            tuple(words(chance.randint(1, 30)) for _ in range(4)),
            chance.choice(("", FIST)),
            words(chance.randrange(9)),
        )
        for _ in range(chance.randrange(30))
    )
    table = SheetTable(
        ("name", "figure", "text", "text"), rows, chance.choice(((), ("A", "B", words(4), "D")))
    )
    sections = tuple(
        Section(words(n + 1), lines(chance.randrange(9), chance.randint(1, 50)), words(chance.randrange(5)), chance.choice((None, None, table)))
        for n in range(chance.randint(1, 6))
    )  # fmt: skip
    return replace(
        reference(), title=title, subtitle=subtitle, sections=sections, columns=chance.randint(1, 3)
    )


def anything(seed: int) -> PrintedDocument:
    """A document of cards and sheets by chance, on any paper."""
    chance = Random(seed)
    people = [somebody(chance) for _ in range(chance.randint(1, 9))]
    group = truckers(
        name=words(chance.randint(1, 12)).title(), members=lines(chance.randrange(20), 3), spaces=chance.randrange(12),
        used=chance.randrange(4), notes=words(chance.randrange(90)), stash=lines(chance.randrange(20), 2), drawing=FIST,
    )  # fmt: skip
    own = f"{chance.randint(50, 130)}x{chance.randint(70, 130)}"
    return printed(
        *people,
        group,
        any_sheet(chance),
        replace(roster(chance.randrange(30)), title=words(40)),
        TestSheet(words(2)),
        **setting(chance, own),
    )


def drawings() -> PrintedDocument:
    """Pictograms with every command that there is in any."""
    rows = tuple(SheetRow((name,), name) for name in ICONS)
    parts = (Section("", table=SheetTable(("name",), rows)),)
    return printed(replace(reference(), sections=parts))


def cards(**setting: Any) -> PrintedDocument:
    return printed(*people(), *groups(), **setting)


def sheets(**setting: Any) -> PrintedDocument:
    made = [
        roster(3),
        reference(),
        campaign(),
        encounter(),
        form(),
        zombies(),
        tokens(),
        roster(40),
    ]
    return printed(*made, TestSheet("Test page"), **setting)


DOCUMENTS: dict[str, Callable[[], PrintedDocument]] = {
    "quarter": partial(cards),
    "quarter, ink saved": partial(cards, ink_saver=True, paper="letter", offset=(1.0, -2.0)),
    "half": partial(cards, layout="half", copies=2),
    "book": partial(cards, layout="roster", ruler=False, ink_saver=True, crop_marks=False),
    "poker": partial(cards, layout="poker", backs="duplex-short", outer_bleed=True, bleed=2.0),
    "poker, letter": partial(cards, layout="poker", paper="letter", bleed=1.0, back_marks=True),
    "tarot": partial(cards, layout="tarot", backs="fold", bleed=1.0, front_notes=True),
    "own size": partial(cards, layout="70x120", group_backs=True, paper="letter"),
    "one side": partial(cards, layout="120x80", backs="none", ink_saver=True),
    "a page each": partial(cards, layout="poker", one_a_page=True, bleed=3.0, ruler=False),
    "sheets": partial(sheets),
    "sheets, ink saved": partial(sheets, paper="letter", ink_saver=True, ruler=False),
    "test of backs": partial(printed, TestSheet("Test page"), backs="duplex-short", offset=(2.0, 1.0)),
    "drawings": drawings,
    "more than a page of squares": lambda: printed(tokens(3000)),
    "the smallest card": partial(cards, layout="50x70"),
    "folded above": partial(cards, layout="60x140", backs="fold"),
    "a narrow card": partial(cards, layout="54x88", bleed=2.0),
    "to the edges": partial(cards, layout="196x130"),
    **{f"anything {seed}": partial(anything, seed) for seed in range(40)},
    **{f"anything else {seed}": partial(anything_else, seed) for seed in range(40)},
}  # fmt: skip
