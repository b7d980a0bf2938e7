"""Views of a game as plain values; the same board, sheet, bar and second screen draw them for every
game.

A view says what to show and what its buttons do; the window decides on position and looks.
Pictograms are named by key.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from lastdays.values import Value

#: How a card stands out: active, out of the game, or neither.
Look = Literal["", "active", "gone"]


# Actions of buttons


class Tap(Value):
    """Something done at once: its name and arguments."""

    what: str
    args: Mapping[str, Any] = {}


class Play(Value):
    """A procedure that may ask something: its name and arguments."""

    play: str
    args: Mapping[str, Any] = {}


class OpenForm(Value):
    """Open a form about a piece."""

    form: str
    about: str


class Rename(Value):
    """Ask for a new name of a piece."""

    piece: str


class LookAt(Value):
    """Show the sheet of a piece."""

    piece: str


class EndGame(Value):
    """Show the end of the game for confirmation."""


class End(Value):
    """End the game and go to 'sequence', 'record' or 'list'; or only 'save' or 'print' its
    summary. `result` is how a game against the zombies alone ended, '' if that isn't asked."""

    where: str
    result: str = ""


Act = Tap | Play | OpenForm | Rename | LookAt | EndGame | End


class ButtonView(Value):
    """A button: its label, its action, and why it is disabled ('' if it isn't).

    `key` is unique in its place, `about` the piece that becomes selected, `hint` the text on hover,
    `mnemonic` the letter of the label for Alt, `spoken` the text for screen readers if it isn't the
    label; `price` is the cost shown at its end, `icon` its pictogram. `on` is the state of a switch,
    None for other buttons. `on_board`: it is pressed on the card of its piece, not beside the board;
    `throws`: if the program rolls, it also rolls the first dice; `rare`: it comes after the usual
    ones; `harms`: it takes something from a player, who confirms it: neither Enter nor Next does it.
    """

    key: str
    label: str
    act: Act
    why_not: str = ""
    hint: str = ""
    about: str = ""
    mnemonic: str = ""
    spoken: str = ""
    price: str = ""
    icon: str = ""
    on: bool | None = None
    on_board: bool = False
    throws: bool = False
    rare: bool = False
    harms: bool = False


class ThrowView(Value):
    """Dice of one side that lie on the table: whose they are, their faces, what they come to."""

    whose: str
    faces: tuple[int, ...]
    total: int


class Guide(Value):
    """What is due now: a sentence, the moves in order, and notes, such as how the table is set up.
    `leads`: Next makes the first move; otherwise it goes to the next step. `dice`: the first move begins
    with dice, whose faces can be entered at once. `thrown` are the dice of the last fight, which cards
    may still change."""

    says: str
    moves: tuple[ButtonView, ...] = ()
    notes: tuple[str, ...] = ()
    leads: bool = True
    dice: bool = False
    thrown: tuple[ThrowView, ...] = ()


# Forms


class FieldView(Value):
    """A choice in a form, with the key and label of each option.

    `value` is the chosen key, '' for none. `picks`: an option's key may be a piece, which can also be
    chosen by its card or a digit. `drawn` are options shown by a pictogram: key, pictogram, short
    name. `rare`: it comes after the usual ones.
    """

    key: str
    caption: str
    options: tuple[tuple[str, str], ...]
    value: str
    picks: bool
    drawn: tuple[tuple[str, str, str], ...]
    rare: bool


class FormView(Value):
    """A declaration before dice are rolled: its question, its fields, the `number` needed and `why`
    (how it adds up), and the `problem` that prevents it.

    `buttons` do it; the key of one may be a piece, whose card or digit presses it. `again` are the
    fields whose choice is kept when the form opens again afterwards; if empty it stays closed.
    `figure` is the number needed alone, in large type; `icon` the pictogram of the weapon; `dice`: the
    first button asks for a D6, which can be entered with the same press. `text` is shown below the
    title, followed by the first button; `back` is the label for leaving the form, by default 'Back'.
    """

    form: str
    about: str
    title: str
    number: str = ""
    figure: str = ""
    icon: str = ""
    dice: bool = False
    text: str = ""
    back: str = ""
    why: str = ""
    problem: str = ""
    fields: tuple[FieldView, ...] = ()
    buttons: tuple[ButtonView, ...] = ()
    again: tuple[str, ...] = ()


# Cards


class TokenView(Value):
    """A counter of a piece, by name and caption. `value` is None while it is hidden, `limit` None if
    none is shown, `alarm` a word of warning ('RELOAD'), `whose` the name of its piece.

    `boxes`: it is drawn as boxes up to its limit; `tone` is its colour above 0, `digits` the room for
    the number; `aside`: it is on the sheet, not on the board.
    """

    piece: str
    name: str
    caption: str
    value: int | None
    limit: int | None = None
    icon: str = ""
    alarm: str = ""
    whose: str = ""
    boxes: bool = False
    tone: str = ""
    digits: int = 1
    aside: bool = False


class ChipView(Value):
    """A switch of a piece, changed by a tap; `written` chips show their caption, while they are off
    `due` if there is something to do. `aside`: it is on the sheet, not on the board. `spot` is its place in a row: 'done' for the tick after a turn, 'state'
    beside it, '' in the row's menu."""

    piece: str
    name: str
    caption: str
    on: bool
    icon: str = ""
    written: bool = False
    whose: str = ""
    aside: bool = False
    spot: Literal["", "state", "done"] = ""
    due: str = ""


class FactView(Value):
    """A number that follows from others and can't be changed."""

    caption: str
    value: str
    icon: str


#: The layout of a card in a player's panel: a line of its own, in a line with others, ahead of all
#: others, or within the line of its owner.
Form = Literal["row", "chip", "lead", "inner"]


class BadgeView(Value):
    """A pictogram with a name that shows something a piece has."""

    icon: str
    name: str


class CardView(Value):
    """A piece: a model, a zombie, a marker, a player, something in front of a player.

    `kind` is the piece's own kind; `edge` the Keyword that colours its edge; `due`: it has not had
    its turn; `done`: it has; `deed` the button on the card itself. `short` is its shortest name,
    `touching` the models it is in contact with, `zombies` the numbers of the zombies, `alarm` a
    warning, `status` its Action Points, `gear`
    what it carries, in words.

    In a player's panel: `owner` is the piece it is in front of; `figure` is the main number in the
    corner, with its caption; `remark`
    stands beside the name; `facts` follow from other numbers; `form` is its layout; `worded`: its
    name is shown; `adds` are buttons that put something in front of it; `spoken` is its full name
    for screen readers.
    """

    id: str
    kind: str
    title: str
    note: str = ""
    subtitle: str = ""
    edge: str = ""
    icon: str = ""
    tokens: tuple[TokenView, ...] = ()
    chips: tuple[ChipView, ...] = ()
    look: Look = ""
    due: bool = False
    deed: ButtonView | None = None
    figure: str = ""
    figure_caption: str = ""
    remark: str = ""
    facts: tuple[FactView, ...] = ()
    form: Form = "row"
    worded: bool = True
    adds: tuple[ButtonView, ...] = ()
    spoken: str = ""
    badges: tuple[BadgeView, ...] = ()
    short: str = ""
    touching: str = ""
    zombies: str = ""
    alarm: str = ""
    status: str = ""
    gear: str = ""
    done: bool = False
    owner: str = ""


class PanelView(Value):
    """A side with its models, or a player with everything in front of them. `heading` selects the
    side; it is empty if the first card is the heading. `name` is the emphasised part of the
    heading."""

    id: str
    heading: str
    cards: tuple[CardView, ...]
    name: str = ""


class BoardView(Value):
    """Everything on the table: a panel for each side or player, the rest at the foot.

    `across` is the number of panels side by side; `active` the card kept in view, `follow` the piece
    whose sheet opens as it becomes active; `placing` are buttons that put something on the table,
    `more` those in a menu, `menu` those in the menu of the page. `keys` are letters with the counter each changes: a piece ('' for the
    selected one) and the counter's name. `seated`: the panels are players.
    """

    panels: tuple[PanelView, ...]
    foot: tuple[CardView, ...] = ()
    foot_title: str = ""
    across: int = 4
    active: str = ""
    placing: tuple[ButtonView, ...] = ()
    more_title: str = ""
    more: tuple[ButtonView, ...] = ()
    menu: tuple[ButtonView, ...] = ()
    follow: str = ""
    keys: tuple[tuple[str, str, str], ...] = ()
    seated: bool = False


# The sheet of the selected piece, and the bar


class SectionView(Value):
    """Buttons and counters under a heading, which may be empty. `grid`: each keeps its place; `listed`:
    a row for each, with digit, pictogram and price. Sections with the same `fold` are folded together
    under the heading of the first."""

    heading: str
    items: tuple[ButtonView | TokenView, ...]
    grid: bool = False
    listed: bool = False
    fold: str = ""


class SheetView(Value):
    """A piece in detail: its current numbers, its moves, changes by hand. `acts`: it is active, with
    `points` left."""

    piece: str
    title: str
    acts: bool = False
    points: str = ""
    figures: str = ""
    figures_hint: str = ""
    about: str = ""
    sections: tuple[SectionView, ...] = ()


class BarView(Value):
    """The turn: its number, its steps (key and name), the current one ('' before the first turn), a
    line about the table, what is still owed and its `brief` form, whether Next is enabled. `name` is
    the full name of the current step if it differs, such as 'Menace: ammo'."""

    turn: int
    steps: tuple[tuple[str, str], ...]
    now: str
    line: str = ""
    waiting: str = ""
    can_go_on: bool = True
    name: str = ""
    brief: str = ""
