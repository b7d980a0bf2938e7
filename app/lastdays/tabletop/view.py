"""What a game shows, as plain values: one board, one sheet, one bar and one second screen draw
those of every game.

A view says what there is and what a press does; its position and looks are up to the window.
Pictograms and shapes of tokens are named by key.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from lastdays.values import Value

#: How a card stands out: whoever acts, out of the game, or neither.
Look = Literal["", "active", "gone"]


# What a press does


class Tap(Value):
    """Something done at once, by its name and arguments."""

    what: str
    args: Mapping[str, Any] = {}


class Play(Value):
    """A procedure that may ask, by its name and arguments."""

    play: str
    args: Mapping[str, Any] = {}


class OpenForm(Value):
    """A form that is filled in before something is done: its name, the piece it is about."""

    form: str
    about: str


class Rename(Value):
    """Ask for another name of a piece."""

    piece: str


class LookAt(Value):
    """Show the sheet of a piece."""

    piece: str


class EndGame(Value):
    """Show how the game ends, before it does."""


class End(Value):
    """End the game and go on to 'sequence', 'record' or 'list'; or only 'save' or 'print' its
    summary."""

    where: str


Act = Tap | Play | OpenForm | Rename | LookAt | EndGame | End


class ButtonView(Value):
    """A button: what it says, what a press does, why it can't be pressed now ('' where it can).

    `key` tells it from others of the same place, `about` is the piece that is looked at with the
    press, `hint` what it says on hover, `mnemonic` the letter of its label that presses it with
    Alt, `spoken` what a screen reader says where that is not the label; `price` is what it costs,
    as it stands at its end, `icon` its pictogram. `on`: it is a switch, on or off; None: it is
    none. `on_board`: it is what a press on its piece does, and no button beside the board;
    `throws`: where the program rolls, the same press throws the dice it begins with; `rare`: it
    stands behind the usual ones.
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


class Guide(Value):
    """What is due now: a sentence, the moves that are, the first of them first, and sentences to
    go by, such as how the table is set up. `leads`: the first move is what comes next; else
    nothing is, and Next goes on. `dice`: it asks for a D6 at once, which can be answered with the
    same press."""

    says: str
    moves: tuple[ButtonView, ...] = ()
    notes: tuple[str, ...] = ()
    leads: bool = True
    dice: bool = False


# Forms


class FieldView(Value):
    """One of several to be chosen before something is done: each option by key and label.

    `value` is the one that is chosen, '' where nothing is yet. `picks`: an option's key may be
    a piece, which is chosen by its card or by a digit too. `drawn` are options that are told by a
    pictogram and a short word: key, drawing, word. `rare`: it stands behind the usual ones.
    """

    key: str
    caption: str
    options: tuple[tuple[str, str], ...]
    value: str = ""
    picks: bool = False
    drawn: tuple[tuple[str, str, str], ...] = ()
    rare: bool = False


class FormView(Value):
    """What is declared before dice are thrown: its question, what is chosen, the number that is
    needed in display size and what it is made of, what prevents it. `buttons` do it, the first of
    them first; the key of one may be a piece, whose card or digit presses it. `again` are the
    fields whose choice is kept when the form opens anew after its act, as it does while it applies;
    empty: it stays closed. `figure` is the number needed alone, the largest thing there; `icon`
    what the act is done with; `dice`: the first button's act asks for a D6 at once, which can be
    answered with the same press. `text` is told at length below the title, the first button comes
    next then; `back` is what leaving the form is called, where that is not 'Back'.
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
    """A number that is counted up and down on a piece.

    `name` is the counter's, `caption` what it is called; `value` is None
    while it is hidden, `limit` None where there is none to be shown, `alarm` a word that wants
    attention ('RELOAD').

    `boxes`: it is drawn as a box for each up to its limit; `tone` is the colour it has while it is
    above nothing, `digits` how many it has room for; `aside`: it is counted on the sheet, not on
    the board.
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
    """A state that is on or off, and is switched by a tap; `written` chips carry their caption.
    `aside`: it is switched on the sheet, not on the board. `spot` is where a row has it: 'done' for the tick of whoever has had
    their turn, 'state' beside it, '' in the row's menu."""

    piece: str
    name: str
    caption: str
    on: bool
    icon: str = ""
    written: bool = False
    whose: str = ""
    aside: bool = False
    spot: Literal["", "state", "done"] = ""


class FactView(Value):
    """A number that follows from others and isn't counted."""

    caption: str
    value: str
    icon: str = ""


#: How a card lies in a player's panel: a line of its own, in a line with others, first of them all,
#: or within the line of what it lies with.
Form = Literal["row", "chip", "lead", "inner"]


class BadgeView(Value):
    """Something a piece has that is only shown: a pictogram and its name."""

    icon: str
    name: str


class CardView(Value):
    """One piece: a model, a zombie, a marker, a player, something before a player.

    `kind` is the piece's own word for what it is; `edge` the Keyword whose colour its edge has;
    `due`: it has not had its turn; `deed`: what is done to it by one press on the card itself. `short` is a name for the least room,
    `touching` whom it is in contact with, `alarm` what is wrong with it, `status` its Action
    Points, `gear` what it carries, in words; `done`: it has had its turn.

    In a player's panel: `figure` is the number that counts, as the corner has it, with what it is
    called; `remark` what is said beside the name there; `facts` follow from other numbers; `form`
    is how the card lies there, `worded` one that is known by its name; `adds` put one more before
    it; `spoken` says which one it is among all of the table.
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
    alarm: str = ""
    status: str = ""
    gear: str = ""
    done: bool = False


class PanelView(Value):
    """A side with its models, or a player with all that lies before them.

    `heading` is pressed to look at the side; empty where the first card is the head. `name` is the
    part of it that stands out.
    """

    id: str
    heading: str
    cards: tuple[CardView, ...]
    name: str = ""


class BoardView(Value):
    """Everything on the table: a panel for each side or player, the rest along the foot.

    `across` panels stand side by side; `active` is the card that is kept in sight, `follow` the
    piece whose sheet opens as it begins to act; `placing` are
    buttons that put something on the table, `more` those behind one button of their own. `keys`
    are letters of the keyboard with the counter each goes to: a piece ('' for the one that is
    looked at) and the counter's name. `seated`: each panel is a player with all that is theirs.
    """

    panels: tuple[PanelView, ...]
    foot: tuple[CardView, ...] = ()
    foot_title: str = ""
    across: int = 4
    active: str = ""
    placing: tuple[ButtonView, ...] = ()
    more_title: str = ""
    more: tuple[ButtonView, ...] = ()
    follow: str = ""
    keys: tuple[tuple[str, str, str], ...] = ()
    seated: bool = False


# The sheet of whoever is chosen, and the bar


class SectionView(Value):
    """Buttons and counters under a heading, which may be empty. `grid`: each keeps its place
    whatever the others say; `listed`: a row for each, with its digit, pictogram and price.
    Sections with the same `fold`, which is kept as it was left, are folded under the heading of
    the first."""

    heading: str
    items: tuple[ButtonView | TokenView, ...]
    grid: bool = False
    listed: bool = False
    fold: str = ""


class SheetView(Value):
    """A piece at length: its numbers as they are now, what it can do, what is set by hand. `acts`:
    it has the turn, and what it does is the question; `points` are what it has left for it."""

    piece: str
    title: str
    acts: bool = False
    points: str = ""
    figures: str = ""
    figures_hint: str = ""
    about: str = ""
    sections: tuple[SectionView, ...] = ()


class BarView(Value):
    """The turn: its number, its steps as key and name, the one that is on; a line about the table;
    what is still owed, and that in `brief` where the board shows who owes it; whether Next may be
    pressed. Before the first turn `now` is ''. `name`: the full name of the step that is on, where
    it has one of its own, such as 'Menace: ammo'."""

    turn: int
    steps: tuple[tuple[str, str], ...]
    now: str
    line: str = ""
    waiting: str = ""
    can_go_on: bool = True
    name: str = ""
    brief: str = ""
