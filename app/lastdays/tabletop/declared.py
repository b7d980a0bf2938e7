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
from lastdays.tabletop.phrases import Facts
from lastdays.tabletop.units import (
    GONE,
    SHARED,
    Count,
    Kind,
    TableState,
    Unit,
    UnitRules,
    UnitWords,
    current_value,
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


def panels_in_row(players: int) -> int:
    """Return the number of panels in a row, with two rows at most."""
    return players if players <= ACROSS else -(-players // 2)


def card_of(
    kind: Kind, setting: TableState, unit: Unit, adds: tuple[ButtonView, ...] = ()
) -> CardView:
    """Return a unit's card with the current counters and switches of its kind; secret counters have
    no value until the unit is revealed."""
    figure, caption = current_value(kind.figure, setting, unit)
    note = current_value(kind.note, setting, unit)
    remark = note
    if kind.remark is not None:
        remark = current_value(kind.remark, setting, unit)
    return CardView(
        id=unit.id,
        kind=unit.kind,
        title=unit.name,
        note=note,
        tokens=tuple(_counter_tokens(kind, setting, unit)),
        chips=tuple(_switch_chips(kind, setting, unit)),
        look=_look_of_unit(kind, setting, unit),
        icon=current_value(kind.icon, setting, unit),
        figure=figure,
        figure_caption=caption,
        remark=remark,
        facts=current_value(kind.facts, setting, unit),
        badges=current_value(kind.badges, setting, unit),
        form=current_value(kind.form, setting, unit),
        worded=kind.worded,
        adds=adds,
        spoken=_full_name(setting, unit),
        owner=unit.owner,
    )


def _counter_tokens(kind: Kind, setting: TableState, unit: Unit) -> Iterator[TokenView]:
    """Yield the counters that a unit has now."""
    for counter in kind.counts:
        if current_value(counter.when, setting, unit):
            yield _counter_token(kind, counter, setting, unit)


def _switch_chips(kind: Kind, setting: TableState, unit: Unit) -> Iterator[ChipView]:
    """Yield the switches that a unit has now."""
    for switch in kind.flags:
        if current_value(switch.when, setting, unit):
            yield ChipView(
                piece=unit.id,
                name=switch.key,
                caption=switch.name,
                on=unit.on(switch.key),
                icon=switch.icon,
                written=True,
                whose=_name_with_player(setting, unit),
                aside=current_value(switch.aside, setting, unit),
                due=current_value(switch.due, setting, unit),
            )


def _look_of_unit(kind: Kind, setting: TableState, unit: Unit) -> Look:
    """Return how a unit stands out: it has its turn, it is out of the game, or neither."""
    if setting.active == unit.id or current_value(kind.acts, setting, unit):
        return "active"
    if current_value(kind.gone, setting, unit):
        return "gone"
    return ""


def _name_with_player(setting: TableState, unit: Unit) -> str:
    """Return a unit's name with its player's name, for screen readers."""
    owner = setting.pieces.get(unit.owner)
    if owner is None or owner.kind != "seat" or _says_whose(unit, owner):
        return unit.name
    return _("{name} of {seat}", name=unit.name, seat=owner.name)


def _full_name(setting: TableState, unit: Unit) -> str:
    """Return a unit's full name: 'Barricade 1 of Home base of Ann', 'Axe 2 of Bob'."""
    owner = setting.pieces.get(unit.owner)
    if owner is None or owner.kind == GONE:
        return unit.name
    whose = _full_name(setting, owner)
    namesakes = [u.id for u in setting.of(unit.kind, unit.owner) if u.name == unit.name]
    if len(namesakes) > 1:
        number = namesakes.index(unit.id) + 1
        return _("{name} {n} of {seat}", name=unit.name, n=number, seat=whose)
    if unit.name == owner.name:
        return whose
    if _says_whose(unit, owner):
        return unit.name
    return _("{name} of {seat}", name=unit.name, seat=whose)


def _says_whose(unit: Unit, owner: Unit) -> bool:
    """Return whether a unit's name begins with its owner's: 'Ann 1'."""
    return f"{unit.name} ".startswith(f"{owner.name} ")


def _counter_token(kind: Kind, counter: Count, setting: TableState, unit: Unit) -> TokenView:
    """Return a counter of a unit; a secret one has no value, and no limit, until it is revealed."""
    value: int | None = None
    most: int | None = None
    limit: int | None = None
    is_hidden = counter.key in kind.secret and not unit.on("revealed")
    if not is_hidden and unit[counter.key] is not None:
        value = int(unit[counter.key])
        most = current_value(counter.high, setting, unit)
        limit = current_value(counter.goal, setting, unit)
        if limit is None and counter.told:
            limit = most
    is_beyond = value is not None and most is not None and value > most
    return TokenView(
        piece=unit.id,
        name=counter.key,
        caption=counter.name,
        value=value,
        limit=limit,
        alarm=_("TOO MANY") if is_beyond else "",
        icon=counter.icon,
        whose=_name_with_player(setting, unit),
        boxes=counter.boxes,
        tone=counter.tone,
        digits=counter.digits,
        aside=current_value(counter.aside, setting, unit),
    )


def with_pictogram(move: ButtonView) -> ButtonView:
    """Return a move with the pictogram of its key, else of the rule that it follows."""
    match move.act:
        case Play(play=rule) | Tap(what=rule):
            kind = move.key.partition("/")[0]
            return replace(move, icon=move.icon or pictograms.move(kind, rule))
    return move


def with_rare_moves_marked(moves: Iterable[ButtonView]) -> tuple[ButtonView, ...]:
    """Return the moves with those beyond the ones in sight marked as rare: first the ones that can't
    be made now, then the last."""
    moves = tuple(moves)
    usual = [move for move in moves if not move.rare]
    if len(usual) <= IN_SIGHT:
        return moves
    possible = [move for move in usual if not move.why_not]
    in_sight = possible[:IN_SIGHT]
    marked = []
    for move in moves:
        if move not in in_sight:
            move = replace(move, rare=True)
        marked.append(move)
    return tuple(marked)


class SetupChoice(Value):
    """A choice before the game: its key, its label, its values with their names. `given` is the key
    of another choice, then the values of it with which this one is offered; empty means always.
    Values such as 'p1' or 'p1-p3' stand for players."""

    key: str
    label: str
    values: tuple[tuple[str, str], ...]
    default: str
    given: tuple[str, ...] = ()

    def is_offered(self, chosen: Mapping[str, str]) -> bool:
        """Return whether this choice is offered, given the others."""
        return not self.given or chosen.get(self.given[0]) in self.given[1:]


def who_plays(seats: str, names: Sequence[str] = ()) -> str:
    """Return the players that a value such as 'p1-p3' stands for, by names or, without `names`, by
    numbers; '' if it stands for none."""
    numbers = []
    for seat in seats.split("-"):
        number = seat.removeprefix("p")
        if seat.startswith("p") and number.isdigit():
            numbers.append(int(number))
    if names:
        return joined([names[number - 1] for number in numbers])
    return joined([_("Player {n}", n=number) for number in numbers])


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


def move_for_each(
    key: str, text: str, units: Iterable[Unit], act: Callable[[str], Act]
) -> list[ButtonView]:
    """Return the same move for several units; `text` has a place for their name."""
    buttons = []
    for unit in units:
        label = text.format(name=unit.name)
        buttons.append(ButtonView(f"{key}/{unit.id}", label, act(unit.id)))
    return buttons


def as_harmful(moves: Iterable[ButtonView]) -> list[ButtonView]:
    """Return moves as ones that take something from a player."""
    return [replace(move, harms=True) for move in moves]


def no_moves(_setting: TableState) -> list[ButtonView]:
    """Return no moves."""
    return []


def never_left_out(_setting: TableState) -> bool:
    """Return that a step is not left out."""
    return False


class Step(Value):
    """A step of a turn: its text and its moves.

    Next makes the first of the `usual` moves that is possible, or goes to the next step if none is.
    `may` are further moves, `rare` seldom used ones. A step that is `passed` has nothing to do: it is
    skipped, and the log says so. One that is `told_later` is done on the board alone, and the next step
    tells it: Next is not pressed for it. `throws`: no other dice are rolled in it than those of its
    usual move, so they lie in the panel beside other moves, too.
    """

    key: str
    name: str
    says: str | Callable[[TableState], str]
    usual: Callable[[TableState], list[ButtonView]] = no_moves
    may: Callable[[TableState], list[ButtonView]] = no_moves
    rare: Callable[[TableState], list[ButtonView]] = no_moves
    passed: Callable[[TableState], bool] = never_left_out
    told_later: Callable[[TableState], bool] = never_left_out
    throws: bool = False


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
        choices = []
        for key, entry in _choices().get(self.key, {}).items():
            values = tuple(self._values(key, entry, players))
            if values:
                default = entry.get("default", values[0][0])
                usual = entry.get("usual", {}).get(str(players), default)
                text = entry["label"]
                given = tuple(entry.get("given", ()))
                choices.append(SetupChoice(key, _(text), values, usual, given))
        return tuple(choices)

    def _values(
        self, key: str, entry: Mapping[str, Any], players: int
    ) -> Iterator[tuple[str, str]]:
        """Yield the values of a choice with their names: those of the file first, then players, those
        of the game, numbers, and what the file has last."""
        for value, text in entry.get("values", {}).items():
            yield value, _(text)
        if "players" in entry:
            for n in range(1, players + 1):
                yield f"p{n}", who_plays(f"p{n}")
        yield from self.offered_values(key, players)
        if "numbers" in entry:
            for number in range(*entry["numbers"]):
                yield str(number), str(number)
        for value, text in entry.get("last", {}).items():
            yield value, _(text)

    def offered_values(self, key: str, players: int) -> Iterable[tuple[str, str]]:
        """Return the values of a choice that depend on the number of players."""
        return ()

    def problems(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> list[str]:
        """Return why the game can't begin with these choices."""
        return []

    def begin(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> TableState:
        """Return the table before the first turn, with defaults for what was not chosen."""
        usual = {choice.key: choice.default for choice in self.choices(len(players))}
        return self.table_at_start(players, {**usual, **chosen})

    @abstractmethod
    def table_at_start(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> TableState:
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
        if not setting.active:
            return ""
        keys = [step.key for step in self.steps(setting)]
        following = keys
        if setting.step in keys:
            following = keys[keys.index(setting.step) + 1 :]
        return following[0] if following else ""

    def moves_before_first_turn(self, setting: TableState) -> list[ButtonView]:
        """Return the moves before the first turn, the usual one first."""
        if setting.table["first"] != "":
            return []
        return [roll_first.button(_("Roll for who goes first"))]

    def urgent_moves(self, setting: TableState) -> list[ButtonView]:
        """Return the moves that have to be made first, in any step."""
        return []

    def begin_turn(self, setting: TableState, seat: str) -> TableState:
        """Begin a player's turn at its first step."""
        setting = setting.put("table", seat=seat)
        steps = self.steps(setting)
        first = steps[0].key if steps else ""
        return setting.put("table", step=first).say("turn", seat)

    def step_names(self, state: TableState) -> Mapping[str, str]:
        """Return the names of all steps by key."""
        return {step.key: step.name for step in self.steps(state)}

    def moves_that_may_change_the_end(self, setting: TableState) -> list[ButtonView]:
        """Return the moves that may still change the end of the game."""
        return []

    def owed_before_next(self, setting: TableState) -> list[str]:
        """Return what has to be done before Next, as sentences."""
        return []

    def dice_of_last_fight(self, setting: TableState) -> tuple[ThrowView, ...]:
        """Return the dice of the last fight while cards may still change them."""
        return ()

    def moves_of_unit(self, setting: TableState, unit: Unit) -> list[ButtonView]:
        """Return the moves of a unit."""
        return []

    def after_change_by_hand(
        self, before: TableState, after: TableState, unit: str, name: str
    ) -> TableState:
        """Return the table with the consequences of a counter or switch changed by hand."""
        return after

    def verdict(self, setting: TableState) -> GameEnd | None:
        """Return how the game has ended, or None."""
        return None

    def scenario_name(self, setting: TableState) -> str:
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
            conditions = line.get("given", {})
            if all(facts[name] == value for name, value in conditions.items()):
                lines += _set_out_in_words(line, facts)
        return lines

    # Storing it

    def from_json(self, stored: Any) -> TableState:
        """Return a table from its stored form."""
        return units.from_json(stored)

    def turn_and_phase(self, state: TableState) -> tuple[int, str]:
        """Return the turn and the step."""
        return state.table.number("turn"), state.step

    # What is done

    def end_that_stops_next(self, setting: TableState) -> GameEnd | None:
        """Return the end of the game, which stops Next and the due moves; None if it hasn't ended,
        or the players have chosen to play on."""
        end = self.verdict(setting)
        if end is None or setting.table["beyond"] == end.mark:
            return None
        return end

    def after_tap(self, state: TableState, act: Tap) -> TableState:
        """Return what a tap does. RuleError if it isn't possible."""
        after = self._after_tap(state, act.what, act.args)
        skips_steps = act.what not in BY_HAND and not act.args.get("anyway")
        if skips_steps:
            after = self._past_idle_steps(after)
        return self._without_outdated_end(after)

    def procedure(self, state: TableState, act: Play) -> Procedure[TableState]:
        """Run a procedure. RuleError if there is none of that name."""
        rule = self.rules.plays.get(act.play) or SHARED.plays.get(act.play)
        if rule is None:
            raise RuleError("That procedure doesn't exist.")
        try:
            procedure = rule(state, **act.args)
        except TypeError as error:  # stored by an earlier version, with other arguments
            raise RuleError("That procedure doesn't exist.") from error
        after = yield from procedure
        return self._without_outdated_end(self._past_idle_steps(after))

    def _past_idle_steps(self, after: TableState) -> TableState:
        """Skip the steps in which there is nothing to do, and go on from those that the next one tells."""
        for _count in range(MOST_STEPS):
            step = self._current_step(after)
            if step is None:
                break
            is_passed = step.passed(after)
            if not is_passed and not step.told_later(after):
                break
            if self.owed_before_next(after) or self.end_that_stops_next(after) is not None:
                break
            has_just_begun = after.said[-1:] == (fact("step", step=step.key),)
            if has_just_begun:
                after = replace(after, said=after.said[:-1])
            if has_just_begun and is_passed:
                after = after.say("passed-over", step=step.key)
            after = self.forward(after)
        return after

    def _current_step(self, setting: TableState) -> Step | None:
        """Return the current step of the turn, None if there is none."""
        for step in self.steps(setting):
            if step.key == setting.step:
                return step
        return None

    def _without_outdated_end(self, after: TableState) -> TableState:
        """Forget that the players chose to play on after an end that no longer holds, so that it
        counts if it comes again."""
        if after.table["beyond"] and self.verdict(after) is None:
            after = after.put("table", beyond="")
        return after

    def _after_tap(self, state: TableState, what: str, args: Mapping[str, Any]) -> TableState:
        """Return what a tap of every game does, or one that this game declares."""
        match what:
            case "next":
                return self._after_next(state, **args)
            case "count":
                kind = self._kind_of(state[args["piece"]])
                return units.changed_counter(kind, self.after_change_by_hand, state, **args)
            case "mark":
                kind = self._kind_of(state[args["piece"]])
                return units.toggled_mark(kind, self.after_change_by_hand, state, **args)
            case "rename":
                after = units.rename(state, **args)
                unit = state[str(args["piece"])]
                return _renamed_with_belongings(after, unit, after.name(unit.id))
            case "turn":
                return self.begin_turn(state, state[str(args["seat"])].id)
            case "beyond":
                return self._play_on(state)
        rule = self.rules.taps.get(what)
        if rule is None:
            raise RuleError("That move doesn't exist.")
        return rule(state, **args)

    def _play_on(self, state: TableState) -> TableState:
        """Go on after the end of the game, until another comes."""
        end = self.end_that_stops_next(state)
        if end is None:
            raise RuleError("The game isn't over yet.")
        return state.put("table", beyond=end.mark).say("beyond")

    def _kind_of(self, unit: Unit) -> Kind:
        return self.kinds.get(unit.kind) or Kind()

    def _after_next(self, state: TableState, anyway: bool = False) -> TableState:
        if state.open is not None:
            raise RuleError("A roll is still unfinished: finish it or cancel it.")
        if anyway:
            return self.forward(state)
        if self.end_that_stops_next(state) is not None:
            raise RuleError("The game is over. End it, or choose Play on.")
        owed = self.owed_before_next(state)
        if owed:
            raise RuleError(" ".join(owed))
        return self.forward(state)

    # What is shown

    def words(self, state: TableState) -> UnitWords:
        """Return the sentences of this table."""
        return UnitWords(self.key, self.rules, self.kinds, self.step_names, state)

    def board(self, state: TableState, piece_in_hand: str = "") -> BoardView:
        """Return everything on the table: a panel for each player, the rest at the foot."""
        below = self._units_below(state)
        panels = []
        for seat in state.seats:
            cards = self._cards_of_unit(state, seat, below)
            panels.append(PanelView(seat.id, "", tuple(cards)))
        foot: list[CardView] = []
        for unit in below.get("", ()):
            foot += self._cards_of_unit(state, unit, below)
        return BoardView(
            panels=tuple(panels),
            foot=tuple(foot),
            foot_title=_("The table"),
            across=panels_in_row(len(state.seats)),
            active=state.active,
            seated=True,
        )

    def _units_below(self, state: TableState) -> dict[str, list[Unit]]:
        """Return the units in front of each unit, by its id; under '' those in front of none."""
        on_board = {unit.id: unit for unit in state.pieces.values() if unit.kind in self.kinds}
        below: dict[str, list[Unit]] = {}
        for unit in on_board.values():
            if unit.kind != "seat":
                owner = unit.owner if unit.owner in on_board else ""
                below.setdefault(owner, []).append(unit)
        return below

    def _cards_of_unit(
        self, state: TableState, unit: Unit, below: Mapping[str, list[Unit]]
    ) -> Iterator[CardView]:
        """Yield the card of a unit, then those of everything in front of it."""
        yield card_of(self.kinds[unit.kind], state, unit, self.adding_moves(state, unit))
        for owned in below.get(unit.id, ()):
            yield from self._cards_of_unit(state, owned, below)

    def adding_moves(self, setting: TableState, unit: Unit) -> tuple[ButtonView, ...]:
        """Return the possible moves that put something in front of a unit."""
        keys = current_value(self._kind_of(unit).adds, setting, unit)
        if not keys:
            return ()
        moves = {move.key: move for move in self.moves_of_unit(setting, unit)}
        adding = [moves[key] for key in keys if key in moves]
        barred = self.with_reasons(setting, adding)
        return tuple(move for move in barred if not move.why_not)

    def sheet(self, state: TableState, piece: str, help: str = "guided") -> SheetView | None:
        """Return the sheet of a unit: its moves, with the reasons why some can't be made, and changes
        by hand; None if it has left the table."""
        if not state.has(piece):
            return None
        unit = state[piece]
        card = card_of(self._kind_of(unit), state, unit)
        due = [move.act for move in self.advice(state).moves]
        moves = [move for move in self.moves_of_unit(state, unit) if move.act not in due]
        counters = [token for token in card.tokens if token.aside]
        by_hand = self.with_reasons(state, self._by_hand(state, unit, card))
        sections = (
            SectionView("", self.with_reasons(state, moves), listed=True),
            SectionView(
                _("Change by hand, without a roll"),
                (*counters, *by_hand),
                fold="by-hand",
            ),
        )
        return SheetView(
            piece,
            unit.name,
            about=card.note,
            sections=tuple(section for section in sections if section.items),
        )

    def _by_hand(self, state: TableState, unit: Unit, card: CardView) -> Iterator[ButtonView]:
        """Yield the changes of a unit by hand: its switches, its name, and for a player the turn and
        the place."""
        for chip in card.chips:
            if chip.aside:
                text = _("Clear {what}") if chip.on else _("Set {what}")
                act = Tap("mark", {"piece": unit.id, "name": chip.name})
                yield ButtonView(f"mark/{chip.name}", text.format(what=chip.caption), act)
        if self._kind_of(unit).named:
            yield ButtonView("rename", _("Rename…"), Rename(unit.id))
        if unit.kind != "seat":
            return
        if state.active != unit.id:
            turn = Tap("turn", {"seat": unit.id})
            yield ButtonView("turn", _("Start their turn"), turn)
        if len(state.seats) > 1:
            yield swap_places.button(_("Swap players"), unit.id)

    def bar(self, state: TableState) -> BarView:
        """Return whose turn it is, its steps, and what is owed; after the end of the game Next is
        disabled until the players choose to play on."""
        barred = self._why_no_next(state)
        waiting = barred
        if not barred:
            waiting = " ".join(self.owed_before_next(state))
        return BarView(
            turn=state.table.number("turn"),
            steps=tuple((step.key, step.name) for step in self.steps(state)),
            now=state.step,
            line=self._line_about_turn(state),
            waiting=waiting,
            can_go_on=not barred,
        )

    def _why_no_next(self, state: TableState) -> str:
        """Return why Next is disabled; '' if it isn't."""
        if state.open is not None:
            return _("A roll is unfinished: finish it or cancel it.")
        if self.end_that_stops_next(state) is not None:
            return _("The game is over. End it, or choose Play on.")
        return ""

    def _line_about_turn(self, state: TableState) -> str:
        """Return whose turn it is, and the line about the table."""
        parts = []
        if state.active:
            parts.append(_("{name}'s turn", name=state.name(state.active)))
        headline = self.headline(state)
        if headline:
            parts.append(headline)
        return " · ".join(parts)

    def moves_of_step(
        self, state: TableState
    ) -> tuple[list[ButtonView], list[ButtonView], list[ButtonView]]:
        """Return the usual, further and rare moves of the step."""
        if not state.active:
            return self.moves_before_first_turn(state), [], []
        step = self._current_step(state)
        if step is None:
            return [], [], []
        rare = [replace(move, rare=True) for move in step.rare(state)]
        return step.usual(state), step.may(state), rare

    def advice(self, state: TableState) -> Guide:
        """Return what the active player can do now: a sentence and the moves."""
        urgent = self.urgent_moves(state)
        usual, may, rare = self.moves_of_step(state)
        moves = urgent + usual + may + rare
        dice = self._throws_at_once(state, moves, usual)
        if dice:
            moves[0] = replace(moves[0], throws=True)
        notes = () if state.active else tuple(self.checklist(state))
        return Guide(
            self._sentence_of_step(state),
            tuple(moves),
            notes=notes,
            leads=bool(urgent or usual) and not moves[0].harms,
            dice=dice,
            thrown=self.dice_of_last_fight(state),
        )

    def _throws_at_once(
        self, state: TableState, moves: list[ButtonView], usual: list[ButtonView]
    ) -> bool:
        """Return whether dice can lie in the panel at once, since it is plain what they are for: the first
        move begins with them, and it is the only one or no other rolls any."""
        step = self._current_step(state)
        no_other_rolls = len(moves) == 1 or (step is not None and step.throws)
        is_first_of_one = len(usual) == 1 and moves[0] is usual[0]
        return no_other_rolls and is_first_of_one and self.begins_with_dice(state, usual[0])

    def _sentence_of_step(self, state: TableState) -> str:
        """Return the sentence of the current step."""
        step = self._current_step(state)
        if step is None:
            return _("Set the game up.")
        if isinstance(step.says, str):
            return step.says
        return step.says(state)

    def next(self, state: TableState, help: str) -> Act:
        """Return what Next does: the usual move of the step, or going to the next step."""
        if (
            help != "guided"
            or self.end_that_stops_next(state) is not None
            or self.urgent_moves(state)
        ):
            return Tap("next")
        usual, _may, _rare = self.moves_of_step(state)
        for move in self.with_reasons(state, usual):
            if not move.why_not and not move.harms:
                return move.act
        return Tap("next")

    def guide(self, state: TableState) -> Guide:
        """Return what is due now, or how the game ended with the choice to play on."""
        over = self.verdict(state)
        if over is not None and self.end_that_stops_next(state) is not None:
            return self._guide_at_end(state, over)
        advice = self.advice(state)
        moves = list(advice.moves)
        if self.owed_before_next(state):
            anyway = Tap("next", {"anyway": True})
            moves.append(ButtonView("anyway", _("Continue anyway"), anyway, rare=True))
        if over is not None:
            moves.append(_end_button())
        return replace(advice, moves=with_rare_moves_marked(self.with_reasons(state, moves)))

    def _guide_at_end(self, state: TableState, over: GameEnd) -> Guide:
        """Return how the game ended, with the moves to end it, to play on, or to change the end."""
        beyond = ButtonView("beyond", _("Play on"), Tap("beyond"))
        moves = [_end_button(), beyond, *self.moves_that_may_change_the_end(state)]
        sentence = self.words(state).say(over.why)
        return Guide(
            sentence,
            with_rare_moves_marked(self.with_reasons(state, moves)),
            thrown=self.dice_of_last_fight(state),
        )

    def with_reasons(
        self, state: TableState, moves: Iterable[ButtonView]
    ) -> tuple[ButtonView, ...]:
        """Return the moves with their pictograms, and the reason for each that would be refused or
        change nothing."""
        table = state.with_open(None)
        barred = []
        for move in moves:
            why_not = move.why_not
            if not why_not:
                why_not = self._why_not(table, move)
            barred.append(replace(with_pictogram(move), why_not=why_not))
        return tuple(barred)

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


def _end_button() -> ButtonView:
    """Return the button that ends the game."""
    icon = pictograms.token("done")
    return ButtonView("end", _("End the game"), EndGame(), icon=icon)


def _set_out_in_words(line: Mapping[str, Any], facts: Mapping[str, Any]) -> list[str]:
    """Return a line of a checklist in words, once or for each of several players."""
    if "of" in line:
        singular = line["one"]
        plural = line["more"]
        sentence = counting(singular, plural, facts[line["of"]])
        return [sentence.format(**facts)]
    text = line["says"]
    sentence = _(text)
    if "each" in line:
        names = facts[line["each"]]
        return [sentence.format(name=name, **facts) for name in names]
    return [sentence.format(**facts)]


def table_of(**values: Any) -> Unit:
    """Return the unit for values that belong to no player."""
    return Unit("table", "table", _("Table"), "", {"turn": 0, "seat": "", "step": "", **values})


def seats_of_players(players: tuple[str, ...], **values: Any) -> list[Unit]:
    """Return a seat for each player, in order."""
    return [
        Unit(f"p{n}", "seat", name, "", dict(values)) for n, name in enumerate(players, start=1)
    ]


def can_always_play(_seat: Unit) -> bool:
    """Return that a seat is able to play."""
    return True


def next_seat(setting: TableState, able: Callable[[Unit], bool] = can_always_play) -> str:
    """Return the next seat after the active one that is able to play; '' if none is."""
    ids = [seat.id for seat in setting.seats]
    if setting.active:
        turns = in_turn(ids, setting.active, after=True)
    else:
        turns = in_turn(ids, first_player(setting))
    for seat in turns:
        if able(setting[seat]):
            return seat
    return ""


def how_many(key: str, question: str, numbers: Iterable[int]) -> Procedure[int]:
    """Let a player choose one of these numbers, the usual one first."""
    number = yield Choose(key, question, options=_number_options(numbers))
    return int(number)


def number_shown(key: str, question: str, numbers: Iterable[int]) -> Procedure[int]:
    """Ask which of these numbers a card or die shows, or how many lie on the table."""
    number = yield Report(key, question, options=_number_options(numbers))
    return int(number)


def _number_options(numbers: Iterable[int]) -> tuple[Option, ...]:
    return tuple(Option(str(n), str(n)) for n in numbers)


def roll_for_highest(
    setting: TableState, seats: list[str], key: str, question: str
) -> Procedure[str]:
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
    first = yield from roll_for_highest(setting, seats, "first", _("Who goes first? {name} rolls."))
    return setting.put("table", first=first).say("first", first)


@SHARED.procedure("swap", "{unit} swaps players")
def swap_places(setting: TableState, unit: str) -> Procedure[TableState]:
    """Let two players swap their places; everything in front of them stays."""
    others = [seat for seat in setting.seats if seat.id != unit]
    other = others[0].id
    if len(others) > 1:
        other = yield Choose(
            f"swap/{unit}",
            _("Who does {name} swap with?", name=setting.name(unit)),
            options=options_of(others),
        )
    first = setting[unit]
    second = setting[other]
    setting = _renamed_with_belongings(setting, first, second.name)
    setting = _renamed_with_belongings(setting, second, first.name)
    return setting.say("swapped", one=first.name, other=second.name)


def _renamed_with_belongings(setting: TableState, unit: Unit, name: str) -> TableState:
    """Rename a unit, and the units in front of it that are named after it."""
    for owned in setting.owned(unit.id):
        base, _space, _number = owned.name.rpartition(" ")
        if unit.name in (owned.name, base):
            new_name = owned.name.replace(unit.name, name, 1)
            setting = setting.place(replace(owned, name=new_name))
    return setting.place(replace(setting[unit.id], name=name))


@SHARED.worded("step")
def _step_in_words(words: UnitWords, facts: Facts) -> str:
    return words.word("step", facts)
