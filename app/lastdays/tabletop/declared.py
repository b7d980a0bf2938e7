"""Declared games: seats, counters, switches, steps of a turn, procedures, ends.

A game is a subclass of `DeclaredGame` in a module of its own; what it shows follows from its
declarations.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from msgspec.structs import replace

from lastdays.desktop import paths
from lastdays.errors import RuleError
from lastdays.language import _, counting, joined
from lastdays.procedure.asks import Choose, Option, Procedure, Report, Sum, options_of
from lastdays.rulebook import pictograms
from lastdays.tabletop import units
from lastdays.tabletop.engine import Game, GameEnd
from lastdays.tabletop.event_log import fact, in_turn
from lastdays.tabletop.units import (
    GONE,
    SHARED,
    Count,
    Kind,
    TableState,
    Unit,
    UnitRules,
    UnitWords,
    now,
)
from lastdays.tabletop.view import (
    Act,
    BarView,
    BoardView,
    ButtonView,
    CardView,
    ChipView,
    EndGame,
    Guide,
    Look,
    PanelView,
    Play,
    Rename,
    SectionView,
    SheetView,
    Tap,
    ThrowView,
    TokenView,
)
from lastdays.values import Value

#: The most panels in one row.
ACROSS = 3
#: Taps after which no step is skipped.
BY_HAND = ("count", "mark", "rename", "turn", "beyond")
#: The most steps skipped at once.
MOST_STEPS = 20
#: The most moves in sight; further ones are folded with the rare.
IN_SIGHT = 6


def across(players: int) -> int:
    """Return the number of panels in a row, with two rows at most."""
    return players if players <= ACROSS else -(-players // 2)


def card_of(
    kind: Kind, setting: TableState, unit: Unit, adds: tuple[ButtonView, ...] = ()
) -> CardView:
    """Return a unit's card with the current counters and switches of its kind; secret counters have
    no value until the unit is revealed."""
    whose = _whose(setting, unit)
    figure, caption = now(kind.figure, setting, unit)
    return CardView(
        unit.id,
        unit.kind,
        unit.name,
        now(kind.note, setting, unit),
        tokens=tuple(
            _token(kind, entry, setting, unit, whose)
            for entry in kind.counts
            if now(entry.when, setting, unit)
        ),
        chips=tuple(
            ChipView(
                unit.id,
                flag.key,
                flag.name,
                unit.on(flag.key),
                flag.icon,
                written=True,
                whose=whose,
                aside=now(flag.aside, setting, unit),
                due=now(flag.due, setting, unit),
            )
            for flag in kind.flags
            if now(flag.when, setting, unit)
        ),
        look=_look(kind, setting, unit),
        icon=now(kind.icon, setting, unit),
        figure=figure,
        figure_caption=caption,
        remark=now(kind.note if kind.remark is None else kind.remark, setting, unit),
        facts=now(kind.facts, setting, unit),
        badges=now(kind.badges, setting, unit),
        form=now(kind.form, setting, unit),
        worded=kind.worded,
        adds=adds,
        spoken=_spoken(setting, unit),
        owner=unit.owner,
    )


def _look(kind: Kind, setting: TableState, unit: Unit) -> Look:
    """Return how a unit stands out: it has its turn, it is out of the game, or neither."""
    if setting.active == unit.id or now(kind.acts, setting, unit):
        return "active"
    if now(kind.gone, setting, unit):
        return "gone"
    return ""


def _whose(setting: TableState, unit: Unit) -> str:
    """Return a unit's name with its player's name, for screen readers."""
    owner = setting.pieces.get(unit.owner)
    if owner is None or owner.kind != "seat" or _says_whose(unit, owner):
        return unit.name
    return _("{name} of {seat}", name=unit.name, seat=owner.name)


def _spoken(setting: TableState, unit: Unit) -> str:
    """Return a unit's full name: 'Barricade 1 of Home base of Ann', 'Axe 2 of Bob'."""
    owner = setting.pieces.get(unit.owner)
    if owner is None or owner.kind == GONE:
        return unit.name
    whose = _spoken(setting, owner)
    alike = [u.id for u in setting.of(unit.kind, unit.owner) if u.name == unit.name]
    if len(alike) > 1:
        number = alike.index(unit.id) + 1
        return _("{name} {n} of {seat}", name=unit.name, n=number, seat=whose)
    if _says_whose(unit, owner):
        return whose if unit.name == owner.name else unit.name
    return _("{name} of {seat}", name=unit.name, seat=whose)


def _says_whose(unit: Unit, owner: Unit) -> bool:
    """Return whether a unit's name begins with its owner's: 'Ann 1'."""
    return f"{unit.name} ".startswith(f"{owner.name} ")


def _token(kind: Kind, entry: Count, setting: TableState, unit: Unit, whose: str) -> TokenView:
    value, most = unit[entry.key], None
    if entry.key in kind.secret and not unit.on("revealed"):
        value = None
    if value is not None:
        most = now(entry.high, setting, unit)
    return TokenView(
        unit.id,
        entry.key,
        entry.name,
        None if value is None else int(value),
        limit=most if entry.told else None,
        alarm=_("TOO MANY") if most is not None and value > most else "",
        icon=entry.icon,
        whose=whose,
        boxes=entry.boxes,
        tone=entry.tone,
        digits=entry.digits,
        aside=now(entry.aside, setting, unit),
    )


def pictured(move: ButtonView) -> ButtonView:
    """Return a move with the pictogram of its key, else of the rule that it follows."""
    match move.act:
        case Play(play=rule) | Tap(what=rule):
            kind = move.key.partition("/")[0]
            return replace(move, icon=move.icon or pictograms.move(kind, rule))
    return move


def folded(moves: Iterable[ButtonView]) -> tuple[ButtonView, ...]:
    """Return the moves with those beyond the ones in sight marked as rare: first the ones that can't
    be made now, then the last."""
    moves = tuple(moves)
    usual = [move for move in moves if not move.rare]
    if len(usual) <= IN_SIGHT:
        return moves
    possible = [move for move in usual if not move.why_not]
    in_sight = possible[:IN_SIGHT]
    return tuple(move if move in in_sight else replace(move, rare=True) for move in moves)


class SetupChoice(Value):
    """A choice before the game: its key, its label, its values with their names. `given` is the key
    of another choice, then the values of it with which this one is offered; empty means always.
    Values such as 'p1' or 'p1-p3' stand for players."""

    key: str
    label: str
    values: tuple[tuple[str, str], ...]
    default: str
    given: tuple[str, ...] = ()

    def asked(self, chosen: Mapping[str, str]) -> bool:
        """Return whether this choice is offered, given the others."""
        return not self.given or chosen.get(self.given[0]) in self.given[1:]


def who_plays(seats: str, names: Sequence[str] = ()) -> str:
    """Return the players that a value such as 'p1-p3' stands for, by names or, without `names`, by
    numbers; '' if it stands for none."""
    numbers = [int(seat[1:]) for seat in seats.split("-") if seat[:1] == "p" and seat[1:].isdigit()]
    if names and numbers:
        return joined([names[n - 1] for n in numbers])
    return joined([_("Player {n}", n=n) for n in numbers])


#: The choices before each game that has some, and what is set out for it, by its key.
_choices = cache(partial(paths.toml, "games.toml"))
_checklists = cache(partial(paths.toml, "checklists.toml"))


def value_name(game: str, key: str, value: str) -> str:
    """Return the name of a value of a choice before a game."""
    text = _choices()[game][key]["values"][value]
    return _(text)


def first_player(setting: TableState) -> str:
    """Return the id of the player who begins."""
    return str(setting.table["first"] or setting.seats[0].id)


def each(key: str, text: str, units: Iterable[Unit], act: Callable[[str], Act]) -> list[ButtonView]:
    """Return the same move for several units; `text` has a place for their name."""
    return [ButtonView(f"{key}/{u.id}", text.format(name=u.name), act(u.id)) for u in units]


def no_moves(_setting: TableState) -> list[ButtonView]:
    """Return no moves."""
    return []


class Step(Value):
    """A step of a turn: its text and its moves.

    Next makes the first of the `usual` moves that is possible, or goes to the next step if none is.
    `may` are further moves, `rare` seldom used ones. A step that is `passed` has nothing to do: it is
    skipped, and the log says so.
    """

    key: str
    name: str
    says: str | Callable[[TableState], str]
    usual: Callable[[TableState], list[ButtonView]] = no_moves
    may: Callable[[TableState], list[ButtonView]] = no_moves
    rare: Callable[[TableState], list[ButtonView]] = no_moves
    passed: Callable[[TableState], bool] = lambda _setting: False


class DeclaredGame(Game[TableState]):
    """A declared game. `rules` are its taps, procedures and sentences; `seats` the fewest and the most
    players."""

    key: str
    seats: tuple[int, int]
    rules: UnitRules
    #: The kinds of unit, 'seat' and 'table' included.
    kinds: Mapping[str, Kind]

    @property
    def drawing(self) -> str:
        """Return the game's pictogram."""
        return pictograms.game(self.key)

    # What a game declares

    def choices(self, players: int) -> tuple[SetupChoice, ...]:
        """Return the choices before the game; those without values are left out."""
        seats = [f"p{n}" for n in range(1, players + 1)]
        found = []
        for key, said in _choices().get(self.key, {}).items():
            values = (
                *((value, _(text)) for value, text in said.get("values", {}).items()),
                *((seat, who_plays(seat)) for seat in seats if "players" in said),
                *self.offered(key, players),
                *((str(n), str(n)) for n in range(*said.get("numbers", (0,)))),
                *((value, _(text)) for value, text in said.get("last", {}).items()),
            )
            if values:
                usual = said.get("usual", {}).get(str(players), said.get("default", values[0][0]))
                label, given = said["label"], tuple(said.get("given", ()))
                found.append(SetupChoice(key, _(label), values, usual, given))
        return tuple(found)

    def offered(self, key: str, players: int) -> Iterable[tuple[str, str]]:
        """Return the values of a choice that depend on the number of players."""
        return ()

    def problems(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> list[str]:
        """Return why the game can't begin with these choices."""
        return []

    def begin(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> TableState:
        """Return the table before the first turn, with defaults for what was not chosen."""
        usual = {choice.key: choice.default for choice in self.choices(len(players))}
        return self.laid(players, {**usual, **chosen})

    @abstractmethod
    def laid(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> TableState:
        """Return the table before the first turn; `chosen` has a value for every choice."""

    @abstractmethod
    def steps(self, setting: TableState) -> tuple[Step, ...]:
        """Return the steps of the current turn."""

    def forward(self, setting: TableState) -> TableState:
        """Go to the next step; after the last, and before the first turn, to the next turn."""
        following = self.step_after(setting)
        if following:
            return setting.put("table", step=following).say("step", step=following)
        return self.turn_over(setting)

    @abstractmethod
    def turn_over(self, setting: TableState) -> TableState:
        """End the turn, if there is one, and begin the next player's."""

    def step_after(self, setting: TableState) -> str:
        """Return the step after the current one, '' after the last."""
        keys = [step.key for step in self.steps(setting)] if setting.active else []
        at = keys.index(setting.step) + 1 if setting.step in keys else 0
        return keys[at] if at < len(keys) else ""

    def before(self, setting: TableState) -> list[ButtonView]:
        """Return the moves before the first turn, the usual one first."""
        if setting.table["first"] != "":
            return []
        return [roll_first.button(_("Roll for who goes first"))]

    def urgent(self, setting: TableState) -> list[ButtonView]:
        """Return the moves that have to be made first, in any step."""
        return []

    def enter(self, setting: TableState, seat: str) -> TableState:
        """Begin a player's turn at its first step."""
        after = setting.put("table", seat=seat)
        steps = self.steps(after)
        return after.put("table", step=steps[0].key if steps else "").say("turn", seat)

    def step_names(self, state: TableState) -> Mapping[str, str]:
        """Return the names of all steps by key."""
        return {step.key: step.name for step in self.steps(state)}

    def undecided(self, setting: TableState) -> list[ButtonView]:
        """Return the moves that may still change the end of the game."""
        return []

    def owed(self, setting: TableState) -> list[str]:
        """Return what has to be done before Next, as sentences."""
        return []

    def thrown(self, setting: TableState) -> tuple[ThrowView, ...]:
        """Return the dice of the last fight while cards may still change them."""
        return ()

    def moves(self, setting: TableState, unit: Unit) -> list[ButtonView]:
        """Return the moves of a unit."""
        return []

    def counted(self, before: TableState, after: TableState, unit: str, name: str) -> TableState:
        """Return the table with the consequences of a counter or switch changed by hand."""
        return after

    def verdict(self, setting: TableState) -> GameEnd | None:
        """Return how the game has ended, or None."""
        return None

    def played(self, setting: TableState) -> str:
        """Return the name of the scenario, '' if there is only one."""
        return ""

    def chosen_name(self, key: str, value: str) -> str:
        """Return the name of a value of a choice."""
        return value_name(self.key, key, value)

    def label(self, key: str) -> str:
        """Return the label of a choice."""
        text = _choices()[self.key][key]["label"]
        return _(text)

    def headline(self, setting: TableState) -> str:
        """Return a line about the table."""
        return ""

    def set_out(self, setting: TableState) -> Mapping[str, Any]:
        """Return the numbers and names of the game's checklist, and what its lines depend on."""
        return {}

    def checklist(self, setting: TableState) -> list[str]:
        """List where everything is placed before the first turn, in the order in which players
        place it (`checklists.toml`)."""
        facts = self.set_out(setting)
        lines: list[str] = []
        for line in _checklists().get(self.key, ()):
            given = line.get("given", {})
            if all(facts[name] == value for name, value in given.items()):
                lines += _set_out_in_words(line, facts)
        return lines

    # Storing it

    def from_json(self, stored: Any) -> TableState:
        """Return a table from its stored form."""
        return units.from_json(stored)

    def stamp(self, state: TableState) -> tuple[int, str]:
        """Return the turn and the step."""
        return state.table.number("turn"), state.step

    # What is done

    def waits(self, setting: TableState) -> GameEnd | None:
        """Return the end of the game, which stops Next and the due moves; None if it hasn't ended,
        or the players have chosen to play on."""
        found = self.verdict(setting)
        return None if found is None or setting.table["beyond"] == found.mark else found

    def tapped(self, state: TableState, act: Tap) -> TableState:
        """Return what a tap does. RuleError if it isn't possible."""
        done = self._tapped(state, act.what, act.args)
        return self._settled(
            done if act.what in BY_HAND or act.args.get("anyway") else self._led(done)
        )

    def procedure(self, state: TableState, act: Play) -> Procedure[TableState]:
        """Run a procedure. RuleError if there is none of that name."""
        found = self.rules.plays.get(act.play) or SHARED.plays.get(act.play)
        if found is None:
            raise RuleError("That procedure doesn't exist.")
        try:
            procedure = found(state, **act.args)
        except TypeError as error:  # stored by an earlier version, with other arguments
            raise RuleError("That procedure doesn't exist.") from error
        return self._settled(self._led((yield from procedure)))

    def _led(self, after: TableState) -> TableState:
        """Skip the steps in which there is nothing to do."""
        for _step in range(MOST_STEPS):
            here = self._step(after)
            if here is None or not here.passed(after) or self.owed(after):
                break
            if self.waits(after) is not None:
                break
            if after.said[-1:] == (fact("step", step=here.key),):
                after = replace(after, said=after.said[:-1]).say("passed-over", step=here.key)
            after = self.forward(after)
        return after

    def _step(self, setting: TableState) -> Step | None:
        return next((s for s in self.steps(setting) if s.key == setting.step), None)

    def _settled(self, after: TableState) -> TableState:
        """Forget that the players chose to play on after an end that no longer holds, so that it
        counts if it comes again."""
        if after.table["beyond"] and self.verdict(after) is None:
            after = after.put("table", beyond="")
        return after

    def _tapped(self, state: TableState, what: str, args: Mapping[str, Any]) -> TableState:
        match what:
            case "next":
                return self._next(state, **args)
            case "count" | "mark":
                change = units.count if what == "count" else units.mark
                return change(self._kind(state[args["piece"]]), self.counted, state, **args)
            case "rename":
                after = units.rename(state, **args)
                unit = state[str(args["piece"])]
                return _called(after, unit, after.name(unit.id))
            case "turn":
                return self.enter(state, state[str(args["seat"])].id)
            case "beyond":
                if (end := self.waits(state)) is None:
                    raise RuleError("The game isn't over yet.")
                return state.put("table", beyond=end.mark).say("beyond")
        found = self.rules.taps.get(what)
        if found is None:
            raise RuleError("That move doesn't exist.")
        return found(state, **args)

    def _kind(self, unit: Unit) -> Kind:
        return self.kinds.get(unit.kind) or Kind()

    def _next(self, state: TableState, anyway: bool = False) -> TableState:
        if state.open is not None:
            raise RuleError("A roll is still unfinished: finish it or cancel it.")
        if self.waits(state) is not None and not anyway:
            raise RuleError("The game is over. End it, or choose Play on.")
        owed = self.owed(state)
        if owed and not anyway:
            raise RuleError(" ".join(owed))
        return self.forward(state)

    # What is shown

    def words(self, state: TableState) -> UnitWords:
        """Return the sentences of this table."""
        return UnitWords(self.key, self.rules, self.kinds, self.step_names, state)

    def board(self, state: TableState, hand: str = "") -> BoardView:
        """Return everything on the table: a panel for each player, the rest at the foot."""
        below: dict[str, list[Unit]] = {}
        ids = {u.id for u in state.pieces.values() if u.kind in self.kinds}
        for unit in state.pieces.values():
            if unit.id in ids and unit.kind != "seat":
                below.setdefault(unit.owner if unit.owner in ids else "", []).append(unit)

        def cards(unit: Unit) -> Iterator[CardView]:
            yield card_of(self.kinds[unit.kind], state, unit, self.adds(state, unit))
            for owned in below.get(unit.id, ()):
                yield from cards(owned)

        return BoardView(
            panels=tuple(PanelView(s.id, "", tuple(cards(s))) for s in state.seats),
            foot=tuple(card for unit in below.get("", ()) for card in cards(unit)),
            foot_title=_("The table"),
            across=across(len(state.seats)),
            active=state.active,
            seated=True,
        )

    def adds(self, setting: TableState, unit: Unit) -> tuple[ButtonView, ...]:
        """Return the possible moves that put something in front of a unit."""
        keys = now(self._kind(unit).adds, setting, unit)
        moves = {move.key: move for move in self.moves(setting, unit)} if keys else {}
        found = self.barred(setting, (moves[key] for key in keys if key in moves))
        return tuple(move for move in found if not move.why_not)

    def sheet(self, state: TableState, piece: str, help: str = "guided") -> SheetView | None:
        """Return the sheet of a unit: its moves, with the reasons why some can't be made, and changes
        by hand; None if it has left the table."""
        if not state.has(piece):
            return None
        unit = state[piece]
        kind = self._kind(unit)
        card = card_of(kind, state, unit)
        by_hand = [
            ButtonView(
                f"mark/{chip.name}",
                (_("Clear {what}") if chip.on else _("Set {what}")).format(what=chip.caption),
                Tap("mark", {"piece": piece, "name": chip.name}),
            )
            for chip in card.chips
            if chip.aside
        ]
        if kind.named:
            by_hand.append(ButtonView("rename", _("Rename…"), Rename(piece)))
        if unit.kind == "seat" and state.active != piece:
            turn = Tap("turn", {"seat": piece})
            by_hand.append(ButtonView("turn", _("Start their turn"), turn))
        counted = tuple(token for token in card.tokens if token.aside)
        if unit.kind == "seat" and len(state.seats) > 1:
            by_hand.append(swap.button(_("Swap players"), piece))
        due = [move.act for move in self.advice(state).moves]
        moves = [move for move in self.moves(state, unit) if move.act not in due]
        sections = [
            SectionView("", self.barred(state, moves), listed=True),
            SectionView(
                _("Change by hand, without a roll"),
                (*counted, *self.barred(state, by_hand)),
                fold="by-hand",
            ),
        ]
        return SheetView(
            piece,
            unit.name,
            about=card.note,
            sections=tuple(s for s in sections if s.items),
        )

    def bar(self, state: TableState) -> BarView:
        """Return whose turn it is, its steps, and what is owed; after the end of the game Next is
        disabled until the players choose to play on."""
        barred = ""
        if state.open is not None:
            barred = _("A roll is unfinished: finish it or cancel it.")
        elif self.waits(state) is not None:
            barred = _("The game is over. End it, or choose Play on.")
        who = _("{name}'s turn", name=state.name(state.active)) if state.active else ""
        return BarView(
            state.table.number("turn"),
            tuple((step.key, step.name) for step in self.steps(state)),
            state.step,
            " · ".join(part for part in (who, self.headline(state)) if part),
            barred or " ".join(self.owed(state)),
            not barred,
        )

    def due(self, state: TableState) -> tuple[list[ButtonView], list[ButtonView], list[ButtonView]]:
        """Return the usual, further and rare moves of the step."""
        if not state.active:
            return self.before(state), [], []
        here = self._step(state)
        if here is None:
            return [], [], []
        usual, may, rare = here.usual(state), here.may(state), here.rare(state)
        return usual, may, [replace(move, rare=True) for move in rare]

    def advice(self, state: TableState) -> Guide:
        """Return what the active player can do now: a sentence and the moves."""
        usual, may, rare = self.due(state)
        here = self._step(state)
        urgent = self.urgent(state)
        moves = (*urgent, *usual, *may, *rare)
        says = here.says if here is not None else _("Set the game up.")
        dice = len(moves) == len(usual) == 1 and self.begins_with_dice(state, usual[0])
        return Guide(
            says if isinstance(says, str) else says(state),
            tuple(replace(move, throws=dice) for move in moves),
            notes=() if state.active else tuple(self.checklist(state)),
            leads=bool(urgent or usual),
            dice=dice,
            thrown=self.thrown(state),
        )

    def next(self, state: TableState, help: str) -> Act:
        """Return what Next does: the usual move of the step, or going to the next step."""
        if help == "guided" and self.waits(state) is None and not self.urgent(state):
            usual = self.barred(state, self.due(state)[0])
            found = next((move for move in usual if not move.why_not), None)
            if found is not None:
                return found.act
        return Tap("next")

    def guide(self, state: TableState) -> Guide:
        """Return what is due now, or how the game ended with the choice to play on."""
        over = self.verdict(state)
        end = ButtonView("end", _("End the game"), EndGame())
        if over is not None and self.waits(state) is not None:
            beyond = ButtonView("beyond", _("Play on"), Tap("beyond"))
            moves = self.barred(state, (end, beyond, *self.undecided(state)))
            says = self.words(state).say(over.why)
            return Guide(says, folded(moves), thrown=self.thrown(state))
        advice = self.advice(state)
        moves = advice.moves
        if self.owed(state):
            anyway = Tap("next", {"anyway": True})
            moves += (ButtonView("anyway", _("Continue anyway"), anyway, rare=True),)
        if over is not None:
            moves += (end,)
        return replace(advice, moves=folded(self.barred(state, moves)))

    def barred(self, state: TableState, moves: Iterable[ButtonView]) -> tuple[ButtonView, ...]:
        """Return the moves with their pictograms, and the reason for each that would be refused or
        change nothing."""
        table = state.with_open(None)
        found = []
        for move in moves:
            why_not = move.why_not or self._why_not(table, move)
            found.append(replace(pictured(move), why_not=why_not))
        return tuple(found)

    def _why_not(self, table: TableState, move: ButtonView) -> str:
        try:
            match move.act:
                case Play() as act:
                    self.start(table, act)
                case Tap() as act if self.tap(table, act) is None:
                    return _("Nothing would change.")
        except RuleError as error:
            return str(error)
        return ""


def _set_out_in_words(line: Mapping[str, Any], facts: Mapping[str, Any]) -> list[str]:
    """Return a line of a checklist in words, once or for each of several players."""
    if "of" in line:
        one, more = line["one"], line["more"]
        return [counting(one, more, facts[line["of"]]).format(**facts)]
    says = line["says"]
    text = _(says)
    if "each" in line:
        return [text.format(name=name, **facts) for name in facts[line["each"]]]
    return [text.format(**facts)]


def table_of(**values: Any) -> Unit:
    """Return the unit for values that belong to no player."""
    return Unit("table", "table", _("Table"), "", {"turn": 0, "seat": "", "step": "", **values})


def seated(players: tuple[str, ...], **values: Any) -> list[Unit]:
    """Return a seat for each player, in order."""
    return [
        Unit(f"p{n}", "seat", name, "", dict(values)) for n, name in enumerate(players, start=1)
    ]


def next_seat(setting: TableState, able: Callable[[Unit], bool] = lambda _s: True) -> str:
    """Return the next seat after the active one that is able to play; '' if none is."""
    ids = [s.id for s in setting.seats]
    begins = first_player(setting)
    turns = in_turn(ids, setting.active or begins, after=bool(setting.active))
    return next((s for s in turns if able(setting[s])), "")


def how_many(key: str, question: str, numbers: Iterable[int]) -> Procedure[int]:
    """Let a player choose one of these numbers, the usual one first."""
    return int((yield Choose(key, question, options=_numbers(numbers))))


def number_shown(key: str, question: str, numbers: Iterable[int]) -> Procedure[int]:
    """Ask which of these numbers a card or die shows, or how many lie on the table."""
    return int((yield Report(key, question, options=_numbers(numbers))))


def _numbers(numbers: Iterable[int]) -> tuple[Option, ...]:
    return tuple(Option(str(n), str(n)) for n in numbers)


def highest(setting: TableState, seats: list[str], key: str, question: str) -> Procedure[str]:
    """Let players roll until one of them has the highest roll; return that player's id."""
    turn = 0
    while len(seats) > 1:
        turn += 1
        rolled = {}
        for seat in seats:
            rolled[seat] = yield Sum(
                f"{key}/{turn}/{seat}",
                question.format(name=setting.name(seat)),
                together=f"{key}/{turn}",
                opposed=True,
            )
        seats = [seat for seat in seats if rolled[seat] == max(rolled.values())]
    return seats[0]


@SHARED.procedure("first", "Who goes first")
def roll_first(setting: TableState) -> Procedure[TableState]:
    seats = [seat.id for seat in setting.seats]
    first = yield from highest(setting, seats, "first", _("Who goes first? {name} rolls."))
    return setting.put("table", first=first).say("first", first)


@SHARED.procedure("swap", "{unit} swaps players")
def swap(setting: TableState, unit: str) -> Procedure[TableState]:
    """Let two players swap their places; everything in front of them stays."""
    others = [seat for seat in setting.seats if seat.id != unit]
    other = others[0].id
    if len(others) > 1:
        other = yield Choose(
            f"swap/{unit}",
            _("Who does {name} swap with?", name=setting.name(unit)),
            options=options_of(others),
        )
    one, two = setting[unit], setting[other]
    setting = _called(_called(setting, one, two.name), two, one.name)
    return setting.say("swapped", one=one.name, other=two.name)


def _called(setting: TableState, unit: Unit, name: str) -> TableState:
    """Rename a unit, and the units in front of it that are named after it."""
    for own in setting.owned(unit.id):
        if unit.name in (own.name, own.name.rpartition(" ")[0]):
            setting = setting.place(replace(own, name=own.name.replace(unit.name, name, 1)))
    return setting.place(replace(setting[unit.id], name=name))


SHARED.worded("step")(lambda words, facts: words.word("step", facts))
