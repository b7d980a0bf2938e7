"""What is printed, as plain values: making them takes no knowledge of PDF."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from lastdays.pdf.plot import Plot
from lastdays.rulebook.table_plan import TablePlan
from lastdays.values import Value

#: `squares`: one for each die; `rings`: for counters; `comb`: squares for what is done over and over; `ticks`: squares
#: with a sign or a pictogram in them; `shift`: the same, with a square for how much; `line`: for
#: words; `sum`: for a number that is worked out.
BoxShape = Literal["squares", "rings", "comb", "ticks", "shift", "line", "sum"]
#: Why there is a place to write though the sequence asks for nothing: 'sum' for what follows from
#: the rest, 'record' for what the record of the game says.
BoxReason = Literal["", "sum", "record"]


class TickMark(Value):
    """What is in a square to tick: a sign or a pictogram."""

    text: str
    drawing: str = ""


class WriteBox(Value):
    """A place to write: the kinds of ask it answers, or the reason why it is there. `head` is
    printed above it, once for all similar lines. A `width` of 0 is what the shape needs; with
    `share` it gets its share of what is left. `count` is the number of squares; for a line, the
    words it must hold; for ticks, how many are made.
    """

    shape: BoxShape
    asks: tuple[str, ...] = ()
    head: str = ""
    width: float = 0.0
    share: float = 0.0
    count: int = 1
    ticks: tuple[TickMark, ...] = ()
    reason: BoxReason = ""


class FormWords(Value):
    """Printed words in a line of a form, with a hint below them in small type; `large` to be read
    across the table."""

    text: str
    hint: str = ""
    head: str = ""
    width: float = 0.0
    share: float = 0.0
    strong: bool = False
    large: bool = False


FormLine = tuple[WriteBox | FormWords, ...]


class FormTable(Value):
    """Entries of one or more lines each; an entry isn't split. The heads of the first line are
    printed above, again on each page. A line with a place to write is `pitch` millimetres high."""

    entries: tuple[tuple[FormLine, ...], ...]
    pitch: float = 8.2


@dataclass(frozen=True)
class FormText:
    """A sentence or a list, behind an emphasised name; `large` to be read across the table."""

    text: str
    name: str = ""
    drawing: str = field(default="", compare=False)
    large: bool = False


ColumnKind = Literal["name", "figure", "text"]


class SheetRow(Value):
    """A row of a table: its pictogram, a text for each column, and a text below all of them; `more`
    of its lines, and the Keyword whose colour is at its edge."""

    cells: tuple[str, ...]
    drawing: str = ""
    note: str = ""
    more: tuple[tuple[str, ...], ...] = ()
    keyword: str = ""


class SheetTable(Value):
    """Figures to compare. `kinds` says what each column holds; there may be no heads, or
    pictograms before them."""

    kinds: tuple[ColumnKind, ...]
    rows: tuple[SheetRow, ...]
    heads: tuple[str, ...] = ()
    drawings: tuple[str, ...] = ()


FormPart = FormTable | SheetTable | FormText


class FormSection(Value):
    """A part of a form under its heading; the book's page, 0 for none."""

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
NoticeKind = Literal["smaller", "continued", "letters", "borrowed", "portrait"]


class Printed(Value):
    """A printed value. A card that was printed is recognised by its `repr`, which leaves out the
    `UNSHOWN` fields."""

    UNSHOWN: ClassVar[tuple[str, ...]] = ()

    def __repr__(self) -> str:
        shown = (n for n in self.__struct_fields__ if n not in self.UNSHOWN)
        said = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{type(self).__name__}({said})"


class Cell(Value):
    """A figure under its short name. `before` is the printed number if `text` differs from it."""

    label: str
    text: str
    before: str = ""

    @property
    def steps(self) -> list[str]:
        """Return the figure for each step of a weapon's range, with its sign and its inches:
        '6/12/18″' is three."""
        pieces = self.text.split("/")
        if len(pieces) == 1:
            return pieces
        sign = "+" if self.text.startswith("+") else ""
        end = "″" if self.text.endswith("″") else ""
        return [f"{sign}{piece.strip('+″')}{end}" for piece in pieces]


class PrintedLine(Printed):
    """A name and what it means: 'Leader', 'Friends within 6 inches…'; and its pictogram."""

    UNSHOWN = ("drawing",)

    name: str
    text: str = ""
    drawing: str = ""


class WeaponLine(Printed):
    """A weapon in its bearer's hands: its figures by column, remarks, and its Reload Number, for as
    many ammo boxes (0: none are counted).

    `row` are its figures in a card's table, among others that shoot or that don't; `reload` is the
    cost of reloading, in words; `own` what the weapon itself adds.
    """

    UNSHOWN = ("row", "shoots", "reload", "own", "drawing")

    name: str
    cells: tuple[Cell, ...]
    remarks: str = ""
    ammo: int = 0
    row: tuple[Cell, ...] = ()
    shoots: bool = False
    reload: str = ""
    own: str = ""
    drawing: str = ""


class TallyLine(Value):
    """What earns Experience: its pictogram, its name, what one is worth, and how many boxes."""

    drawing: str
    name: str
    worth: int
    boxes: int


class CharacterCard(Printed):
    """A Character card. `member` is an id; `damage` the Damage Capacity, as boxes.

    `pack` is the pictogram of content packs, if its type comes from one; `packs` says what else
    does. What its `repr` leaves out follows from the rest, or is no reason to print a card again.
    """

    UNSHOWN = ("portrait", "colour", "drawing", "one_use", "tally", "edition", "pack", "packs")

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


class GroupCard(Printed):
    """A Group-and-Refuge card. `spaces` is the number of Empty Spaces in all, `used` of those built
    upon."""

    UNSHOWN = ("drawing", "packs")

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


Card = CharacterCard | GroupCard


class Section(Value):
    """A part of a sheet: a heading, a note, lines, a table, a plot."""

    heading: str
    lines: tuple[PrintedLine, ...] = ()
    note: str = ""
    table: SheetTable | None = None
    plot: Plot | None = None


class TextSheet(Value):
    """A page or more of sections in columns: the group's roster, which lies, quick reference,
    campaign sheet, Encounter; the last with a plan of the table above them."""

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
    """Round tokens to cut; then `squares` that fit the cells of cards, each `cell` millimetres
    wide, in strips."""

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
    """How it is laid out. Lengths in millimetres.

    `layout` is a key of `lastdays.pdf.imposition` or 'WxH'. `offset` is how far the printer lays
    backs to the right and up, seen from the front: the test page shows it, and they are moved
    against it. With `group_backs` every back is that of the group, so that a card can be drawn
    unseen; what would stand there follows on the front. `back_marks` draws the crop marks on the
    second side too; with `outer_bleed` cards lie edge to edge and bleed only where no other lies;
    `front_notes` sets a card's notes on its front. `one_a_page` makes each side of a card a page
    of its own, as large as the card and its bleed, as print shops want it.
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
    """Something to know before printing: about which card, and of what kind."""

    kind: NoticeKind
    about: str
    text: str


class PrintedDocument(Value):
    """A finished document: the file, the notices about it, its page count.

    `edge` is the one the sheet is turned over for the second side, '' if the document has none;
    `backs` are the pages that lie on the back of the page before, counted from 0; `labels` say what
    each page has.
    """

    pdf: bytes
    notices: tuple[Notice, ...]
    pages: int
    title: str
    edge: Literal["", "long", "short"] = ""
    backs: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()
