"""The players' own tables at the table: rolled at any time, by their own steps, and what their rows do
(ruling 103).

Nothing that players wrote is translated or filled in. What changes the game is done at once; what is of
the group and its members is kept on their pieces in words, and done after the game. A row that can't be
followed, because a counter is gone or nobody is there whom it is for, is told and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Literal

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import _, number, titled
from lastdays.procedure.asks import Beside, Choose, Procedure, Sum, options_of
from lastdays.rulebook.blanks import readable
from lastdays.rulebook.entries import Dice, EntryError
from lastdays.rulebook.own import Row, Table
from lastdays.rulebook.own_effects import (
    AddNote,
    AddZombies,
    Amount,
    ChangeCounter,
    Effect,
    GainGear,
    GiveExperience,
    GivePoints,
    LoseGear,
    MissGame,
    RollInjury,
    RollTable,
    SetCounter,
    parse_effect,
)
from lastdays.rulebook.own_words import counter_name, effect_in_words
from lastdays.tabletop.last_days.chapter import Actor, Chapter, Words
from lastdays.tabletop.last_days.own_counters import (
    OWN,
    PieceWithCounters,
    owner_for,
    owner_of,
    value_of,
    with_value,
)
from lastdays.tabletop.last_days.setup import STARTING_MOST, new_zombie
from lastdays.tabletop.last_days.state import Blade, Figure, Gun, State, Table as TheTable, Team
from lastdays.tabletop.last_days.turn import is_full
from lastdays.tabletop.phrases import Facts
from lastdays.tabletop.view import ButtonView, FormView
from lastdays.values import Value

CHAPTER = Chapter()


# What is said


def table_name(words: Words, f: Facts) -> str:
    """Return the name of the table of *Our rules* that an entry of the log is about, made from its key
    if the rules no longer have it."""
    key = str(f["table"]).removeprefix("@")  # a key like a piece's is stored so
    table = words.state.book.own.table(key)
    return readable(key) if table is None else table.name


def name_of_piece(words: Words, f: Facts) -> str:
    """Return the name of the model or side that facts of the log are about, '' if it is the game itself."""
    return "" if f.get("who", "@table") == "@table" else words.name(f["who"])


def _stored_effect_in_words(words: Words, f: Facts) -> str:
    """Return the effect stored with facts of the log in words; as it was stored if it can't be read."""
    try:
        return effect_in_words(parse_effect(f["does"]), words.state.book)
    except EntryError:
        return str(f["does"])


def _title(words: Words, f: Facts) -> str:
    name = name_of_piece(words, f)
    return titled(table_name(words, f), name) if name else table_name(words, f)


@CHAPTER.worded("own-rolled")
def _rolled_sentence(words: Words, f: Facts) -> str:
    head = _("{table} {total}", table=table_name(words, f), total=number(f["total"]))
    name = name_of_piece(words, f)
    return titled(f"{name}, {head}" if name else head, f["text"])


@CHAPTER.worded("own-counted")
def _counted_sentence(words: Words, f: Facts) -> str:
    name = name_of_piece(words, f) or _("The campaign")
    counter = counter_name(str(f["what"]).removeprefix(OWN), words.state.book)
    old, new = number(f["old"]), number(f["new"])
    if old == new:
        return _("{name}: {counter} stays at {n}.", name=name, counter=counter, n=old)
    new_in_words = f"{new}, {f['level']}" if f["level"] else new
    return _(
        "{name}: {counter} {old} → {new}.", name=name, counter=counter, old=old, new=new_in_words
    )


@CHAPTER.worded("own-note")
def _note_sentence(words: Words, f: Facts) -> str:
    name = name_of_piece(words, f)
    if not name:
        return _("Note: {note}", note=f["text"])
    return _("Note for {name}: {note}", name=name, note=f["text"])


@CHAPTER.worded("own-after")
def _after_sentence(words: Words, f: Facts) -> str:
    return _(
        "{name}, after the game: {what}.",
        name=name_of_piece(words, f),
        what=_stored_effect_in_words(words, f),
    )


@CHAPTER.worded("own-nobody")
def _nobody_sentence(words: Words, f: Facts) -> str:
    return _("{what}: there's nobody here it could be for.", what=_stored_effect_in_words(words, f))


@CHAPTER.worded("own-gone")
def _gone_sentence(words: Words, f: Facts) -> str:
    return _("{what}: the rules don't have it any longer.", what=_stored_effect_in_words(words, f))


@CHAPTER.worded("own-no-further")
def _no_further_sentence(words: Words, f: Facts) -> str:
    return _("{table}: a roll leads to one other table only.", table=table_name(words, f))


# Rolling


class OwnRoll(Value):
    """A roll on a table for a model, a side or the game itself, by the id of its piece.

    `where` begins the keys of what is asked. Dice with the same `together` are rolled with one press.
    `second`: a row of another table led here, and this one leads no further.
    """

    where: str
    who: str
    together: str = ""
    second: bool = False

    def table(self, table: Table, state: State) -> Procedure[State]:
        """Roll on a table, and do what its row says."""
        rolled = yield Sum(
            f"{self.where}/other" if self.second else f"{self.where}/roll",
            self._roll_question(table, state),
            about=self.who,
            together=self.together,
            dice=table.dice,
            beside=partial(Beside, table),
        )
        total = rolled + table.dice.plus
        row = table.row(total)
        state = state.say("own-rolled", self.who, table=table.key, total=total, text=row.text)
        return (yield from self._do_row(row, state))

    def _roll_question(self, table: Table, state: State) -> str:
        if self.who == state.table.id:
            return _("Roll {dice} on {table}.", dice=table.dice, table=table.name)
        name = state.name(self.who)
        return _("{name}: roll {dice} on {table}.", name=name, dice=table.dice, table=table.name)

    def _do_row(self, row: Row, state: State) -> Procedure[State]:
        """Do all that a row says; it leads to one other table at most."""
        has_led_on = self.second
        for n, effect in row.numbered_effects(second=self.second):
            if isinstance(effect, RollTable):
                state = yield from self._lead_on(effect, state, has_led_on=has_led_on)
                has_led_on = True
            else:
                state = yield from self._do_effect(effect, n, state)
        return state

    def _lead_on(self, effect: RollTable, state: State, *, has_led_on: bool) -> Procedure[State]:
        """Roll on the table that a row leads to, unless a row has led on to one before (`has_led_on`)."""
        table = state.book.own.table(effect.key)
        if table is None:
            return self._say_of_effect(state, "own-gone", effect)
        if has_led_on:
            return state.say("own-no-further", self.who, table=table.key)
        return (yield from replace(self, together="", second=True).table(table, state))

    def _say_of_effect(self, state: State, key: str, effect: Effect) -> State:
        return state.say(key, self.who, does=str(effect))

    # Effects

    def _do_effect(self, effect: Effect, n: int, state: State) -> Procedure[State]:
        """Do one effect of a row, the n-th; return the table after it."""
        match effect:
            case ChangeCounter() | SetCounter():
                return self._change_counter(effect, state)
            case AddZombies(amount):
                return (yield from self._draw_zombies(amount, n, state))
            case AddNote(text):
                return self._put_note(text, state)
            case GivePoints(amount):
                question = _("{name}: {dice} Scavenge Points.")
                given = yield from self._roll_amount(amount, n, question, state)
                return self._keep_until_end(state, GivePoints(given), "group")
            case GiveExperience(amount):
                question = _("{name} gains {dice} Experience.")
                gained = yield from self._roll_amount(amount, n, question, state)
                return self._keep_until_end(state, GiveExperience(gained), "member")
            case GainGear():
                return self._keep_until_end(state, effect, "group")
            case LoseGear():
                return self._take_weapon(effect, state)
            case MissGame() | RollInjury():
                return self._keep_until_end(state, effect, "member")
        raise TypeError(effect)

    def _change_counter(self, effect: ChangeCounter | SetCounter, state: State) -> State:
        """Change a counter, which stops at its lowest and highest value."""
        counter = state.book.own.counter(effect.key)
        if counter is None:
            return self._say_of_effect(state, "own-gone", effect)
        piece = owner_for(state, self.who, counter.of)
        if piece is None:
            return self._say_of_effect(state, "own-nobody", effect)
        old = value_of(piece, counter)
        new = counter.bounded(effect.to if isinstance(effect, SetCounter) else old + effect.by)
        level = counter.level(new) if counter.level(new) != counter.level(old) else None
        level_name = "" if level is None else level.name
        facts = {"what": f"{OWN}{counter.key}", "old": old, "new": new, "level": level_name}
        return with_value(state, piece, counter, new).say("own-counted", piece.id, **facts)

    def _draw_zombies(self, amount: Amount, n: int, state: State) -> Procedure[State]:
        """Draw zombies, as many as the table still holds (ruling 38)."""
        question = _("Zombies drawn: {dice}.")
        zombies_wanted = yield from self._roll_amount(amount, n, question, state)
        zombies_drawn = 0
        while (
            zombies_drawn < zombies_wanted
            and len(state.zombies) < STARTING_MOST
            and not is_full(state)
        ):
            state = state.add(new_zombie(state.next_id("Z"), state.book))
            zombies_drawn += 1
        state = state.count("table", drawn=zombies_drawn)
        piece = state.pieces.get(self.who)
        if zombies_drawn and isinstance(piece, Figure) and piece.on_table:
            state = state.say("own-zombies-near", self.who, n=zombies_drawn)
        elif zombies_drawn:
            state = state.say("own-zombies", n=zombies_drawn)
        return state if zombies_drawn == zombies_wanted else state.say("table-full")

    def _put_note(self, text: str, state: State) -> State:
        """Put a note beside the piece until the game ends."""
        piece = state.pieces[self.who]
        assert isinstance(piece, PieceWithCounters)
        if text not in piece.notes:
            state = state.change(self.who, notes=(*piece.notes, text))
        return state.say("own-note", self.who, text=text)

    def _take_weapon(self, effect: LoseGear, state: State) -> State:
        """Take a weapon that is to be lost out of a model's hands now, and keep that it is lost after the
        game."""
        weapons: list[Gun | Blade] = [*state.all(Gun), *state.all(Blade)]
        for weapon in weapons:
            is_theirs = weapon.figure == self.who and weapon.key == effect.key
            if is_theirs and not weapon.gone:
                state = state.change(weapon.id, gone=True)
                state = state.say("disarmed", self.who, what=f"@{weapon.id}")
                break
        is_member = isinstance(state.pieces[self.who], Figure)
        owner: Literal["member", "group"] = "member" if is_member else "group"
        return self._keep_until_end(state, effect, owner)

    def _keep_until_end(
        self, state: State, effect: Effect, owner: Literal["member", "group"]
    ) -> State:
        """Keep an effect on the piece of a member or a group, in words, to be done after the game."""
        piece = owner_for(state, self.who, owner)
        if piece is None or isinstance(piece, TheTable):
            return self._say_of_effect(state, "own-nobody", effect)
        if isinstance(effect, GainGear | LoseGear) and not state.book.has_gear(effect.key):
            return self._say_of_effect(state, "own-gone", effect)
        words = str(effect)
        state = state.change(piece.id, effects=(*piece.effects, words))
        return state.say("own-after", piece.id, does=words)

    def _roll_amount(self, amount: Amount, n: int, question: str, state: State) -> Procedure[int]:
        """Return an amount, rolled for if it is dice. `n` is the place of its effect in the row, `question` a
        template for the name of the model or side and the dice."""
        if not isinstance(amount, Dice):
            return amount
        rolled: int = yield Sum(
            f"{self.where}/amount-{n}",
            question.format(name=state.name(self.who), dice=amount),
            about=self.who,
            dice=amount,
        )
        return rolled + amount.plus


@CHAPTER.procedure("own-table", _title)
def roll_on(state: State, *, table: str, who: str = "") -> Procedure[State]:
    """Roll on a table for a model, a side or the game itself; without `who`, ask for whom."""
    own_table = state.book.own.table(table)
    if own_table is None:
        raise RuleError("The rules don't have this table any longer.")
    if not who:
        who = yield from _choose_roller(own_table, state)
    of_piece = isinstance(state.pieces.get(who), PieceWithCounters)
    if not of_piece or owner_for(state, who, own_table.of) is None:
        raise RuleError("Nobody here can roll on {table}.", table=own_table.name)
    return (yield from OwnRoll(f"own-table/{table}/{who}", who).table(own_table, state))


def _choose_roller(table: Table, state: State) -> Procedure[str]:
    """Return the id of the piece that an own table is rolled for, asking if several may be; '' if none may."""
    if table.of == "campaign":
        return state.table.id
    candidates = _pieces_that_may_roll(table, state)
    if len(candidates) < 2:
        return candidates[0].id if candidates else ""
    chosen: str = yield Choose(
        f"own-table/{table.key}/who",
        _("Who rolls on {table}?", table=table.name),
        options=options_of(candidates),
    )
    return chosen


def _pieces_that_may_roll(table: Table, state: State) -> Sequence[Figure | Team]:
    """Return the members, or the groups, for which an own table can be rolled."""
    if table.of == "group":
        return state.teams
    return [figure for figure in state.figures() if figure.part == "deployed"]


# Where they are offered


def tables_for(state: State, piece: PieceWithCounters) -> list[Table]:
    """Return the tables that are rolled for a model, a side or, for the game itself, anybody."""
    own, owner = state.book.own, owner_of(piece)
    return [table for table in own.tables if owner in ("campaign", table.of)]


@CHAPTER.form("own-table")
def tables_form(state: State, about: str, chosen: Mapping[str, str]) -> FormView | None:
    """Return the form for choosing a table to roll on; None without any."""
    piece = state.pieces.get(about)
    if not isinstance(piece, PieceWithCounters):
        return None
    tables = tables_for(state, piece)
    if not tables:
        return None
    who = "" if isinstance(piece, TheTable) else piece.id
    buttons = tuple(
        ButtonView(
            f"own-table/{table.key}",
            f"{table.name} ({table.dice})",
            roll_on.play(table=table.key, who=who),
            throws=True,
        )
        for table in tables
    )
    question = _("Roll on which table?")
    if who:
        question = _("{name}: roll on which table?", name=state.name(who))
    return FormView("own-table", about, question, buttons=buttons)


def offer_own_tables(
    state: State, piece: PieceWithCounters, *, rare: bool = False
) -> Iterator[ButtonView]:
    """Offer to roll on a table for a piece, if there is any."""
    if tables_for(state, piece):
        act = tables_form.open(piece.id)
        yield ButtonView("own-table", _("Roll on a table…"), act, rare=rare)


@CHAPTER.moves
def _moves(state: State, actor: Actor) -> Iterator[ButtonView]:
    if isinstance(actor, Figure):
        yield from offer_own_tables(state, actor, rare=True)


def notes_in_words(state: State) -> Iterator[str]:
    """Yield the standing notes of the game and of its sides."""
    yield from state.table.notes
    for team in state.teams:
        for note in team.notes:
            yield titled(team.name, note)
