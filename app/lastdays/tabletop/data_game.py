"""A game that a content pack brings as data, played like every declared game: its rules are procedures
that ask, its steps and ends are those of its file."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial

from msgspec import json
from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import _, code, percent, short, signed, titled
from lastdays.procedure.asks import Beside, Choose, Option, Procedure, Sum, options_of
from lastdays.procedure.odds import chances_of_totals
from lastdays.rulebook import pictograms
from lastdays.rulebook.own import SENTENCE_MOST, Row, Table
from lastdays.rulebook.pack_games import (
    PLACE,
    Effect,
    EndTurn,
    GameAsk,
    GameCounter,
    GameEnding,
    GameKind,
    GameResult,
    GameRule,
    GameStep,
    PackGame,
    parse_cost,
    parse_effect,
)
from lastdays.tabletop.declared import (
    DeclaredGame,
    SetupChoice,
    Step,
    first_player,
    how_many,
    next_seat,
    seats_of_players,
    table_of,
)
from lastdays.tabletop.engine import GameEnd
from lastdays.tabletop.event_log import Event, Fact, in_turn
from lastdays.tabletop.phrases import Facts
from lastdays.tabletop.scene import (
    MOVES_ON,
    Scene,
    choice_key,
    kind_of,
    new_piece,
    seats_of,
    unmet,
    values_at_first,
)
from lastdays.tabletop.units import Count, Kind, Switch, TableState, Unit, UnitRules, UnitWords
from lastdays.tabletop.view import BarView, ButtonView, Guide, Play, Tap
from lastdays.values import Value

#: The colours of counters, by what a file calls them.
TONES = {"": "", "harm": "harm_text", "well": "well_text", "attention": "accent_text"}
#: The most numbers that can be chosen among.
NUMBERS_MOST = 30
#: The fact of a rule's result; an end has one of its own, with its number.
SENTENCE = "sentence"


class Outcome(Value):
    """The totals of a rule's dice that bring the same result, and the chance of them together."""

    first: int
    last: int
    result: GameResult | None
    chance: Fraction

    @property
    def totals(self) -> str:
        """Return the totals in words: '4–6', or '6'."""
        if self.first == self.last:
            return str(self.first)
        return f"{self.first}–{self.last}"


class DataGame(DeclaredGame):
    """A game of a content pack, in the language of the program."""

    def __init__(self, game: PackGame) -> None:
        self.game = game
        self.key = game.key
        self.title = game.title
        self.seats = game.players
        self.digest = hashlib.blake2b(json.encode(game), digest_size=8).hexdigest()
        self._words = game.words_in(code())
        kinds = {"table": game.table, "seat": game.player, **game.pieces}
        self.kinds = {key: self._kind_shown(key, kind) for key, kind in kinds.items()}
        self.rules = UnitRules()
        self.rules.worded(SENTENCE)(self._sentence_of_fact)
        for n in range(len(game.ends)):
            self.rules.worded(f"{SENTENCE}-{n}")(self._sentence_of_fact)
        for key, rule in game.rules.items():
            title = partial(self._title_of_rule, rule)
            self.rules.procedure(key, title)(self._procedure_of_rule(key, rule))

    # What it is called

    @property
    def name(self) -> str:
        """Return the game's title, in the program's language if it is translated."""
        return self.translated(self.game.title)

    @property
    def drawing(self) -> str:
        """Return the game's pictogram."""
        return drawing_of(self.game.pictogram) or super().drawing

    def translated(self, text: str) -> str:
        """Return a text of the game in the program's language, as it stands if it isn't translated."""
        return self._words.get(text, text)

    def _sentence_of_fact(self, words: UnitWords, facts: Facts) -> str:
        """Say a fact: a sentence of the file with its places filled."""
        sentence = self.translated(str(facts["text"]))

        def word_at(place: re.Match[str]) -> str:
            return words.word(place[1], facts)

        return PLACE.sub(word_at, sentence)

    def _title_of_rule(self, rule: GameRule, words: UnitWords, facts: Facts) -> str:
        return titled(words.word("unit", facts), self.translated(rule.label))

    def _kind_shown(self, key: str, kind: GameKind) -> Kind:
        """Return how the units of a kind are shown."""
        counters = [self._counter_shown(name, each) for name, each in kind.counters.items()]
        marks = []
        for name, mark in kind.marks.items():
            marks.append(Switch(name, self.translated(mark.label), icon=mark.icon, typed=True))
        shown = Kind(
            tuple(counters),
            tuple(marks),
            secret=tuple(name for name, counter in kind.counters.items() if counter.secret),
            named=key != "table",
            icon=kind.icon,
        )
        if key == "seat":
            return replace(shown, icon=kind.icon or "survivor", gone=self._is_out)
        return shown

    def _counter_shown(self, name: str, counter: GameCounter) -> Count:
        return Count(
            name,
            self.translated(counter.label),
            low=counter.low,
            high=counter.high,
            limit="hard",
            icon=counter.icon,
            tone=TONES[counter.tone],
            boxes=counter.boxes,
            typed=True,
        )

    def _is_out(self, setting: TableState, seat: Unit) -> bool:
        return not Scene(self.game, setting).plays_on(seat)

    # Before the game

    def choices(self, players: int) -> tuple[SetupChoice, ...]:
        """Return the choices before the game."""
        choices = []
        for key, choice in self.game.choices.items():
            offered = choice.offered().items()
            values = [(str(value), self.translated(name) or str(value)) for value, name in offered]
            label = self.translated(choice.label)
            choices.append(SetupChoice(key, label, tuple(values), str(choice.usual)))
        return tuple(choices)

    def table_at_start(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> TableState:
        """Return the table before the first turn."""
        game = self.game
        is_rolled_for = game.first == "rolled" and len(players) > 1
        choices = {choice_key(key): int(chosen[key]) for key in game.choices}
        on_table = {**values_at_first(game.table), **choices}
        table = table_of(first="" if is_rolled_for else "p1", **on_table)
        setting = TableState({}).place(
            table, *seats_of_players(players, **values_at_first(game.player))
        )
        for key in game.pieces:
            setting = self._with_pieces(setting, key)
        return setting

    def _with_pieces(self, setting: TableState, key: str) -> TableState:
        """Place the pieces of a kind that lie on the table, or in front of each player, at first."""
        piece = self.game.pieces[key]
        owners = [""]
        if piece.of != "table":
            owners = [seat.id for seat in setting.seats]
        name = self.translated(piece.name)
        for owner in owners:
            for _piece in range(piece.start):
                setting = setting.place(new_piece(self.game, setting, key, owner, name))
        return setting

    def checklist(self, setting: TableState) -> list[str]:
        """List how the table is set up."""
        scene = Scene(self.game, setting)
        return [scene.filled(self.translated(line)) for line in self.game.setup]

    # A turn

    def _scene_now(self, setting: TableState) -> Scene:
        return Scene(self.game, setting, player=setting.active)

    def headline(self, setting: TableState) -> str:
        """Return a line about the table; the first player's before anybody has a turn."""
        player = setting.active or setting.seats[0].id
        return Scene(self.game, setting, player=player).filled(self.translated(self.game.headline))

    def steps(self, setting: TableState) -> tuple[Step, ...]:
        """Return the steps of a turn."""
        return tuple(self._step_shown(key, step) for key, step in self.game.steps.items())

    def _step_shown(self, key: str, step: GameStep) -> Step:
        return Step(
            key,
            self.translated(step.name),
            partial(self._filled_sentence, step.says),
            usual=partial(self._moves_of_rules, step.usual),
            may=partial(self._moves_of_rules, step.may),
            rare=partial(self._moves_of_rules, step.rare),
            passed=partial(self._is_passed, step.passed),
        )

    def _filled_sentence(self, sentence: str, setting: TableState) -> str:
        return self._scene_now(setting).filled(self.translated(sentence))

    def _is_passed(self, condition: str, setting: TableState) -> bool:
        return bool(condition) and self._scene_now(setting).holds(condition)

    def owed_before_next(self, setting: TableState) -> list[str]:
        """Return what has to be done before Next."""
        step = self.game.steps.get(setting.step)
        if step is None or not setting.active:
            return []
        scene = self._scene_now(setting)
        owed = unmet(scene, step.owes)
        return [scene.filled(self.translated(condition.says)) for condition in owed]

    def turn_over(self, setting: TableState) -> TableState:
        """End the turn and begin that of the next player still in the game; a round begins where the
        order of the players does."""
        seat = next_seat(setting, Scene(self.game, setting).plays_on)
        if not seat:
            return setting
        if self._begins_round(setting, seat):
            setting = setting.add("table", "turn", 1)
            rounds = map(parse_effect, self.game.turn.rounds)
            setting = Scene(self.game, setting).after(rounds).table
        begins = map(parse_effect, self.game.turn.begins)
        begun = self.begin_turn(setting, seat)
        return self._scene_now(begun).after(begins).table

    def _begins_round(self, setting: TableState, seat: str) -> bool:
        """Return whether a round begins with a player's turn."""
        if not setting.active:
            return True
        order = in_turn([player.id for player in setting.seats], first_player(setting))
        return order.index(seat) <= order.index(setting.active)

    def verdict(self, setting: TableState) -> GameEnd | None:
        """Return how the game has ended: the first end in the file that has come."""
        scene = Scene(self.game, setting)
        for number, end in enumerate(self.game.ends):
            key = f"{SENTENCE}-{number}"
            if end.wins == "player":
                verdict = _end_for_players(scene, end, key)
            else:
                verdict = _end_for_all(scene, end, key)
            if verdict is not None:
                return verdict
        return None

    # Moves

    def _moves_of_rules(self, keys: Sequence[str], setting: TableState) -> list[ButtonView]:
        """Return the moves of some rules: one for the player, or one for each piece."""
        moves = []
        for key in keys:
            rule = self.game.rules[key]
            if rule.of == "player":
                moves.append(self._move(key, rule, self._scene_now(setting)))
            else:
                for piece in self._scene_now(setting).pieces(rule.of):
                    moves.append(
                        self._move(key, rule, self._scene_of_rule(rule, setting, piece.id))
                    )
        return moves

    def _move(self, key: str, rule: GameRule, scene: Scene) -> ButtonView:
        label = self.translated(rule.label)
        unit = scene.player
        move = key
        if scene.piece:
            unit = scene.piece
            move = f"{key}/{unit}"
            label = titled(label, scene.table.name(unit))
        return ButtonView(
            move,
            label,
            Play(key, {"unit": unit}),
            about=scene.piece,
            price=self._price_in_words(rule, scene),
            icon=drawing_of(rule.icon),
        )

    def guide(self, state: TableState) -> Guide:
        """Return what is due now, with the chances of what dice decide on the moves in sight."""
        guide = super().guide(state)
        moves = [replace(move, hint=self._hint_of_move(move, state)) for move in guide.moves]
        return replace(guide, moves=tuple(moves))

    def _hint_of_move(self, move: ButtonView, setting: TableState) -> str:
        act = move.act
        if not isinstance(act, Play) or act.play not in self.game.rules:
            return move.hint
        if move.rare or move.why_not:
            return ""
        rule = self.game.rules[act.play]
        return self._chances_in_words(rule, self._scene_of_rule(rule, setting, act.args["unit"]))

    def _price_in_words(self, rule: GameRule, scene: Scene) -> str:
        """Say what a rule costs: 'Rounds −1'."""
        prices = []
        for words in rule.costs:
            cost = parse_cost(words)
            label = self._label(scene, cost.name.of, cost.name.key)
            prices.append(f"{label} {signed(-cost.amount)}")
        return ", ".join(prices)

    def _label(self, scene: Scene, of: str, key: str) -> str:
        """Return what a counter of the table, the player or the piece is called."""
        unit = scene.named(of)[0]
        return self.translated(kind_of(self.game, unit).counters[key].label)

    def _scene_of_rule(self, rule: GameRule, setting: TableState, unit: str) -> Scene:
        """Return the scene of a rule for a player, or with a piece. RuleError if it is gone."""
        if rule.of == "player":
            return Scene(self.game, setting, player=setting[unit].id)
        piece = setting[unit]
        return Scene(self.game, setting, player=piece.owner or setting.active, piece=piece.id)

    # A rule

    def _procedure_of_rule(
        self, key: str, rule: GameRule
    ) -> Callable[[TableState, str], Procedure[TableState]]:
        """Return the procedure of a rule."""

        def play(setting: TableState, unit: str) -> Procedure[TableState]:
            scene = self._scene_of_rule(rule, setting, unit)
            missing = unmet(scene, rule.needs)
            if missing:
                raise RuleError(scene.filled(self.translated(missing[0].says)))
            scene = self._after_costs(rule, scene)
            if rule.ask is not None:
                scene = yield from self._ask_player(f"{key}/{unit}/ask", rule.ask, scene)
            if rule.dice is not None:
                scene = yield from self._roll_dice(f"{key}/{unit}/roll", rule, scene)
            return self._table_after(rule, scene)

        return play

    def _after_costs(self, rule: GameRule, scene: Scene) -> Scene:
        """Return the scene after a rule's costs. RuleError if they can't be paid."""
        table = scene.table
        for words in rule.costs:
            cost = parse_cost(words)
            unit = scene.named(cost.name.of)[0]
            counter = kind_of(self.game, unit).counters[cost.name.key]
            left = table[unit.id].number(cost.name.key) - cost.amount
            if left < counter.low:
                what = self.translated(counter.label)
                raise RuleError("{what} can't go below {n}.", what=what, n=counter.low)
            table = table.put(unit.id, **{cost.name.key: left})
        return replace(scene, table=table)

    def _ask_player(self, key: str, ask: GameAsk, scene: Scene) -> Procedure[Scene]:
        """Ask for a number, an option, or a target. RuleError if there is none."""
        question = scene.filled(self.translated(ask.question))
        if ask.options:
            options = []
            for option_number, text in enumerate(ask.options, start=1):
                options.append(Option(str(option_number), self.translated(text)))
            chosen_option = yield Choose(key, question, options=tuple(options))
            return replace(scene, asked=int(chosen_option))
        asks_for_target = bool(ask.of)
        if asks_for_target:
            targets = self._targets(ask, scene)
            if not targets:
                raise RuleError("There is nothing to choose from.")
            chosen_target = yield Choose(key, question, options=options_of(targets))
            return replace(scene, target=str(chosen_target))
        lowest = scene.value(ask.low)
        highest = min(scene.value(ask.high), lowest + NUMBERS_MOST)
        if highest < lowest:
            raise RuleError("There is nothing to choose from.")
        chosen_number = yield from how_many(key, question, range(lowest, highest + 1))
        return replace(scene, asked=chosen_number)

    def _targets(self, ask: GameAsk, scene: Scene) -> list[Unit]:
        """Return the players or pieces that an ask lets choose from."""
        match ask.of:
            case "player":
                units = scene.playing
            case "other":
                units = [seat for seat in scene.playing if seat.id != scene.player]
            case kind:
                units = list(scene.table.of(kind))
        targets = []
        for unit in units:
            if replace(scene, target=unit.id).holds(ask.when):
                targets.append(unit)
        return targets

    def _roll_dice(self, key: str, rule: GameRule, scene: Scene) -> Procedure[Scene]:
        """Roll a rule's dice, with their chances beside them."""
        dice = rule.dice
        assert dice is not None
        question = scene.filled(self.translated(rule.question)) or self.translated(rule.label)

        def beside() -> Beside:
            return Beside(self.chances(rule, scene))

        total = yield Sum(key, question, dice=dice, beside=beside)
        return replace(scene, die=total + dice.plus)

    def _table_after(self, rule: GameRule, scene: Scene) -> TableState:
        """Return the table after a rule's result; what moves on comes last."""
        result = result_of(rule, scene)
        if result is None:
            return scene.table
        effects = [parse_effect(words) for words in result.does]
        after = scene.after(effects)
        table = after.table
        if result.says:
            table = table.tell(fact_of(after, result.says))
        for effect in effects:
            if isinstance(effect, MOVES_ON):
                table = self._after_moving_on(effect, table)
        return table

    def _after_moving_on(self, effect: Effect, table: TableState) -> TableState:
        if isinstance(effect, EndTurn):
            return self.turn_over(table)
        return self.forward(table)

    # Chances

    def outcomes(self, rule: GameRule, scene: Scene) -> list[Outcome]:
        """Return what the totals of a rule's dice bring, from the lowest; neighbours with the same
        result together."""
        dice = rule.dice
        if dice is None:
            return []
        outcomes: list[Outcome] = []
        for rolled, chance in sorted(chances_of_totals(dice).items()):
            total = rolled + dice.plus
            result = result_of(rule, replace(scene, die=total))
            if outcomes and outcomes[-1].result == result:
                earlier = outcomes[-1]
                outcomes[-1] = replace(earlier, last=total, chance=earlier.chance + chance)
            else:
                outcomes.append(Outcome(total, total, result, chance))
        return outcomes

    def _outcome_in_words(self, outcome: Outcome, scene: Scene) -> str:
        """Say an outcome before the die has fallen."""
        result = outcome.result
        if result is None or not result.says:
            return _("Nothing happens.")
        die = replace(scene, die=outcome.first)
        sentence = die.filled(self.translated(result.says), die=outcome.totals)
        return "".join(letter for letter in short(sentence, SENTENCE_MOST) if letter.isprintable())

    def chances(self, rule: GameRule, scene: Scene) -> Table | None:
        """Return a rule's results as a table to roll on, None without dice."""
        if rule.dice is None:
            return None
        rows = []
        for outcome in self.outcomes(rule, scene):
            rows.append(Row(upto=outcome.last, text=self._outcome_in_words(outcome, scene)))
        name = self.translated(rule.label)
        return Table(key="chances", name=name, dice=rule.dice, rows=tuple(rows))

    def _chances_in_words(self, rule: GameRule, scene: Scene) -> str:
        """Say the chance of each result of a rule that only its dice decide, '' for others."""
        if rule.dice is None or rule.ask is not None:
            return ""
        try:
            scene_after_costs = self._after_costs(rule, scene)
        except RuleError:
            return ""
        lines = []
        for outcome in self.outcomes(rule, scene_after_costs):
            sentence = self._outcome_in_words(outcome, scene_after_costs).rstrip(".")
            lines.append(titled(sentence, percent(outcome.chance)))
        return "\n".join(lines)


def result_of(rule: GameRule, scene: Scene) -> GameResult | None:
    """Return the first result of a rule that holds."""
    for result in rule.results:
        if scene.holds(result.when):
            return result
    return None


def _end_for_players(scene: Scene, end: GameEnding, key: str) -> GameEnd | None:
    """Return the end that those players win for whom it has come; None if it has for nobody."""
    winning = [seat for seat in seats_of(scene) if seat.holds(end.when)]
    if not winning:
        return None
    winners = tuple(seat.player for seat in winning)
    return GameEnd(fact_of(winning[0], end.says, key), winners)


def _end_for_all(scene: Scene, end: GameEnding, key: str) -> GameEnd | None:
    """Return the end that all players win, or nobody; None if it hasn't come."""
    if not scene.holds(end.when):
        return None
    winners: tuple[str, ...] = ()
    if end.wins == "all":
        winners = tuple(seat.id for seat in scene.table.seats)
    return GameEnd(fact_of(scene, end.says, key), winners)


def fact_of(scene: Scene, sentence: str, key: str = SENTENCE) -> Fact:
    """Return the fact of a sentence, with what fills its places."""
    return Fact(key, {"text": sentence, **scene.facts(sentence)})


def drawing_of(icon: str) -> str:
    """Return the drawing that a file names, or that of the token it names; '' for none."""
    is_token = bool(icon) and "/" not in icon
    return pictograms.token(icon) if is_token else icon


class GoneGame(DataGame):
    """A game whose pack is gone, as a session keeps it: it can be read, and nothing more."""

    @property
    def why_gone(self) -> str:
        """Say what is missing, and what to do."""
        return _(
            "This game can only be read: its content pack {pack} isn't there. Put it back to play on.",
            pack=self.game.pack,
        )

    def tap(self, state: TableState, act: Tap) -> Event | None:
        """Refuse a tap."""
        raise RuleError(self.why_gone)

    def procedure(self, state: TableState, act: Play) -> Procedure[TableState]:
        """Refuse a procedure."""
        raise RuleError(self.why_gone)

    def guide(self, state: TableState) -> Guide:
        """Say that the game can only be read."""
        return Guide(self.why_gone, leads=False)

    def bar(self, state: TableState) -> BarView:
        """Return the turn, with Next disabled."""
        return replace(super().bar(state), waiting=self.why_gone, can_go_on=False)
