"""The content of prints as plain values, which are made without any knowledge of PDF."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from lastdays.pdf.chart import Chart
from lastdays.rulebook.table_plan import TablePlan
from lastdays.values import Value

#: `squares`: one for each die; `rings`: for counters; `comb`: a row of squares for repeated rolls;
#: `ticks`: squares with a sign or a pictogram in them; `shift`: the same, with a square for the
#: amount; `line`: for words; `sum`: for a number that is worked out.
BoxShape = Literal["squares", "rings", "comb", "ticks", "shift", "line", "sum"]
#: Why there is a box though the sequence asks for nothing: 'sum' for a result of other boxes,
#: 'record' for a fact from the game record.
BoxReason = Literal["", "sum", "record"]


class TickMark(Value):
    """The content of a square to tick: a sign or a pictogram."""

    text: str
    drawing: str = ""


class WriteBox(Value):
    """A box to write in: the kinds of ask it answers, or the reason why it is there. `head` is
    printed above it, once for all similar lines. `width` is in millimetres, 0 for what the shape
    needs; with `share` the box gets its share of the width left over. `count` is the number of
    squares; for a line, of words it must hold; for ticks, of ticks to make."""

    shape: BoxShape
    asks: tuple[str, ...] = ()
    head: str = ""
    width: float = 0.0
    share: float = 0.0
    count: int = 1
    ticks: tuple[TickMark, ...] = ()
    reason: BoxReason = ""


class FormWords(Value):
    """Printed words in a line of a form, with a hint below them in small type; `large` words can be
    read across the table."""

    text: str
    hint: str = ""
    head: str = ""
    width: float = 0.0
    share: float = 0.0
    strong: bool = False
    large: bool = False


FormLine = tuple[WriteBox | FormWords, ...]


class FormTable(Value):
    """Entries of one or more lines; an entry isn't split between pages. The heads of the first line
    are printed above the table, and again on each page. A line with a box is at least `pitch`
    millimetres high."""

    entries: tuple[tuple[FormLine, ...], ...]
    pitch: float = 8.2


@dataclass(frozen=True)
class FormText:
    """A sentence or a list after a name in bold; `large` text can be read across the table."""

    text: str
    name: str = ""
    drawing: str = field(default="", compare=False)
    large: bool = False


class Cell(Value):
    """A figure under its short name. `before` is the printed number if `text` differs from it."""

    label: str
    text: str
    before: str = ""

    @property
    def steps(self) -> list[str]:
        """Return a weapon's figure for each step of its range, with its sign and inches: '6/12/18″'
        gives '6″', '12″' and '18″'."""
        pieces = self.text.split("/")
        if len(pieces) == 1:
            return pieces
        sign = "+" if self.text.startswith("+") else ""
        end = "″" if self.text.endswith("″") else ""
        return [f"{sign}{piece.strip('+″')}{end}" for piece in pieces]


class FormFigures(Value):
    """Figures in a row under their names, as on a card."""

    cells: tuple[Cell, ...]


ColumnKind = Literal["name", "figure", "text"]


class SheetRow(Value):
    """A row of a table: a text for each column, `more` lines of them, a `note` below all columns
    with so many `boxes` to cross off at its right, its pictogram, and the Keyword whose colour is at
    its edge. `cell_drawings` are pictograms before the cells of each line, by column."""

    cells: tuple[str, ...]
    drawing: str = ""
    note: str = ""
    more: tuple[tuple[str, ...], ...] = ()
    keyword: str = ""
    cell_drawings: tuple[Mapping[int, str], ...] = ()
    boxes: int = 0


class SheetTable(Value):
    """A table to look up and compare. `kinds` says what each column contains; heads, and pictograms
    before them, are optional."""

    kinds: tuple[ColumnKind, ...]
    rows: tuple[SheetRow, ...]
    heads: tuple[str, ...] = ()
    drawings: tuple[str, ...] = ()


FormPart = FormTable | SheetTable | FormText | FormFigures


class FormSection(Value):
    """A part of a form under its heading; `page` is the book's, 0 for none."""

    heading: str
    parts: tuple[FormPart, ...]
    drawing: str = ""
    page: int = 0


class FormSheet(Value):
    """Sections to be filled in, over as many pages as they need."""

    title: str
    subtitle: str
    sections: tuple[FormSection, ...]
    drawing: str = ""


PaperName = Literal["a4", "letter"]
Backs = Literal["none", "fold", "duplex-long", "duplex-short"]
NoticeKind = Literal["smaller", "continued", "letters", "portrait"]


class Printed(Value):
    """A value whose `repr` tells whether a card has changed since it was printed.

    The `UNSHOWN` fields are left out. Fields up to `OLD_UP_TO` are always written, as the editions
    wrote them that printed cards come from; a later one only where it isn't its default, so that a
    new field makes no card look changed.
    """

    UNSHOWN: ClassVar[tuple[str, ...]] = ()
    OLD_UP_TO: ClassVar[str]

    def __repr__(self) -> str:
        written = []
        fields, defaults = self.__struct_fields__, self.__struct_defaults__
        last_old = fields.index(self.OLD_UP_TO)
        first_with_default = len(fields) - len(defaults)
        for place, name in enumerate(fields):
            if name in self.UNSHOWN:
                continue
            value = getattr(self, name)
            is_new = place > last_old
            if is_new and value == defaults[place - first_with_default]:
                continue
            written.append(f"{name}={value!r}")
        return f"{type(self).__name__}({', '.join(written)})"


class PrintedLine(Printed):
    """A name and what it means: 'Leader', 'Friends within 6 inches…'; its pictogram; and the meaning
    in a few words, '' if `text` has no more."""

    UNSHOWN = ("drawing", "short")
    OLD_UP_TO = "drawing"

    name: str
    text: str = ""
    drawing: str = ""
    short: str = ""


class WeaponLine(Printed):
    """A weapon in its bearer's hands: its labelled figures, remarks, and `ammo`, its Reload Number
    (0: ammo isn't counted).

    `row` are its figures in a card's table of weapons that shoot, or of those that don't; `reload`
    is the cost of reloading, in words; `own` the bonuses of the weapon itself; `bare` its name
    without what is `attached`.
    """

    UNSHOWN = ("row", "shoots", "reload", "own", "drawing", "bare", "attached")
    OLD_UP_TO = "drawing"

    name: str
    cells: tuple[Cell, ...]
    remarks: str = ""
    ammo: int = 0
    row: tuple[Cell, ...] = ()
    shoots: bool = False
    reload: str = ""
    own: str = ""
    drawing: str = ""
    bare: str = ""
    attached: str = ""


class TallyLine(Value):
    """Something that earns Experience: its pictogram, its name, what one is worth, and the number
    of boxes."""

    drawing: str
    name: str
    worth: int
    boxes: int


class CounterTrack(Value):
    """A counter of the players' own as a row of numbered cells, with the one of its value marked."""

    name: str
    low: int
    high: int
    value: int
    drawing: str


class CharacterCard(Printed):
    """A Character card. `member` is an id; `damage` the Damage Capacity, as boxes.

    `pack` is the pictogram of content packs, if its type comes from one; `packs` lists everything
    on the card that does. `own` are the players' own counters and traits, `tracks` the counters that
    have cells. `UNSHOWN` fields follow from the others, or are no reason to print a card again.
    """

    UNSHOWN = ("portrait", "colour", "drawing", "one_use", "tally", "edition", "pack", "packs")
    OLD_UP_TO = "packs"

    member: str
    name: str
    kind: str
    keyword: str
    group: str
    leader: bool = False
    status: str = ""
    cells: tuple[Cell, ...] = ()
    weapons: tuple[WeaponLine, ...] = ()
    gear: tuple[PrintedLine, ...] = ()
    traits: tuple[PrintedLine, ...] = ()
    rules: tuple[PrintedLine, ...] = ()
    skills: tuple[PrintedLine, ...] = ()
    injuries: tuple[PrintedLine, ...] = ()
    level: str = ""
    experience: str = ""
    next_level: str = ""
    learns: str = ""
    notes: str = ""
    damage: int = 0
    portrait: bytes = b""
    blank: bool = False
    colour: str = ""
    drawing: str = ""
    one_use: tuple[PrintedLine, ...] = ()
    tally: tuple[TallyLine, ...] = ()
    edition: str = ""
    pack: str = ""
    packs: str = ""
    own: tuple[PrintedLine, ...] = ()
    tracks: tuple[CounterTrack, ...] = ()


class GroupCard(Printed):
    """A Group-and-Refuge card. `spaces` is the number of all Empty Spaces, `used` of those built
    on; `own` are the players' own counters."""

    UNSHOWN = ("drawing", "packs")
    OLD_UP_TO = "packs"

    group: str
    name: str
    refuge: str
    player: str = ""
    cells: tuple[Cell, ...] = ()
    spaces: int = 0
    used: int = 0
    built_in: tuple[PrintedLine, ...] = ()
    built: tuple[PrintedLine, ...] = ()
    next_game: tuple[PrintedLine, ...] = ()
    members: tuple[PrintedLine, ...] = ()
    stash: tuple[PrintedLine, ...] = ()
    notes: str = ""
    blank: bool = False
    drawing: str = ""
    packs: str = ""
    own: tuple[PrintedLine, ...] = ()


Card = CharacterCard | GroupCard


class Picture(Value):
    """A picture on a sheet, as a file, with the words below it."""

    file: bytes
    caption: str


class Section(Value):
    """A part of a sheet: a heading, a note, lines, a table, a chart, pictures."""

    heading: str
    lines: tuple[PrintedLine, ...] = ()
    note: str = ""
    table: SheetTable | None = None
    chart: Chart | None = None
    pictures: tuple[Picture, ...] = ()


class TextSheet(Value):
    """One or more pages of sections in columns: a group's roster (landscape), the quick reference,
    the campaign sheet, or an Encounter, with a plan of the table above its sections."""

    kind: Literal["roster", "reference", "campaign", "encounter"]
    title: str
    subtitle: str
    sections: tuple[Section, ...]
    columns: int = 2
    plan: TablePlan | None = None


TokenKey = Literal["damage", "noise", "ammo", "knockback", "locked", "run", "panic", "supply"]


class TokenKind(Value):
    """A number of tokens of a kind; `worth` is how many each stands for."""

    key: TokenKey
    name: str
    drawing: str
    count: int
    worth: int


class TokenSheet(Value):
    """Round tokens to cut out, then strips of `squares` that fit the cells of cards, each `cell`
    millimetres wide."""

    title: str
    tokens: tuple[TokenKind, ...]
    squares: tuple[TokenKind, ...]
    cell: float


class TestSheet(Value):
    """Two pages that show how far a printer shifts the back against the front."""

    __test__ = False
    title: str = ""


Sheet = TextSheet | FormSheet | TokenSheet | TestSheet
Content = Card | Sheet


class PrintOptions(Value):
    """How a document is laid out. Lengths in millimetres.

    `layout` is a key of `lastdays.pdf.imposition.layouts` or 'WxH'. `offset` is how far the printer
    shifts backs to the right and up, seen from the front, as the test page shows; they are moved
    the opposite way. With `group_backs` all members' cards share one back, so that a card can be
    drawn unseen; the text of their backs follows on the front. `back_marks` draws the crop marks on
    the second side too; with `outer_bleed` cards are edge to edge and bleed only where there is no
    other card; `front_notes` sets a card's notes on its front. `one_a_page` makes each side of a
    card a page of its own, as large as the card and its bleed, as print shops want it.
    """

    layout: str = "quarter"
    paper: PaperName = "a4"
    ink_saver: bool = False
    backs: Backs = "duplex-long"
    crop_marks: bool = True
    bleed: float = 0.0
    offset: tuple[float, float] = (0.0, 0.0)
    ruler: bool = True
    copies: int = 1
    group_backs: bool = False
    back_marks: bool = False
    outer_bleed: bool = False
    front_notes: bool = False
    one_a_page: bool = False


class Notice(Value):
    """Something to know before printing: its kind, the card or sheet it is about, and its text."""

    kind: NoticeKind
    about: str
    text: str


class PrintedDocument(Value):
    """A finished document: the file, the notices about it, its page count.

    `edge` is the one about which the sheet is turned for the second side, '' if there is none;
    `backs` are the pages on the back of the page before, counted from 0; `labels` name the content
    of each page.
    """

    pdf: bytes
    notices: tuple[Notice, ...]
    pages: int
    title: str
    edge: Literal["", "long", "short"] = ""
    backs: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()
