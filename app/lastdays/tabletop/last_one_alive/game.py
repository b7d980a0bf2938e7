"""*Last One Alive*: dice in front of each player with their zombies and ambushes, tokens, the level
of the apocalypse (its rulebook, and ruling 53). The dice are the players' own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lastdays.errors import RuleError
from lastdays.language import N_, _, counting, joined, ngettext, pgettext
from lastdays.tabletop.declared import (
    DeclaredGame,
    Step,
    as_harmful,
    first_player,
    next_seat,
    seats_of_players,
    table_of,
)
from lastdays.tabletop.engine import GameEnd
from lastdays.tabletop.event_log import fact, in_turn
from lastdays.tabletop.last_one_alive import play
from lastdays.tabletop.last_one_alive.play import (
    APOCALYPSE_ENDS,
    BEFORE,
    BOTH,
    KEEP,
    LIVES,
    MOST_LEVEL,
    PLAIN,
    RULES,
    back_to_pool,
    chosen_dice,
    effect_of,
    item_name,
    left_of,
    overpowered,
    put_die,
    result_of,
    return_dice,
    score,
    symbols,
    zombie_dice,
)
from lastdays.tabletop.units import Count, Kind, Switch, TableState, Unit, described
from lastdays.tabletop.view import ButtonView


def _note(setting: TableState, seat: Unit) -> str:
    if seat.on("out"):
        return _("ZOMBIFIED")
    dice = len(setting.of("die", seat.id))
    tokens = len(setting.of("token", seat.id))
    parts = [_("dice {dice}, tokens {tokens}", dice=dice, tokens=tokens)]
    if setting.table.on("survivors"):
        points = score(setting, seat)
        parts.append(ngettext("{n} point", "{n} points", points))
    parts += _used(setting, seat)
    return " · ".join(parts)


def _used(setting: TableState, seat: Unit) -> list[str]:
    """List the items the active player has used, or say that a player is out."""
    if seat.on("out"):
        return [_("ZOMBIFIED")]
    if setting.active != seat.id:
        return []
    parts = []
    for item in BOTH:
        if seat.on(item):
            parts.append(_("{item} used before the roll", item=item_name(item)))
    if seat.on("used_hero"):
        parts.append(_("Hero token used"))
    return parts


#: The kinds of unit, each with its counters and switches.
PIECES: Mapping[str, Kind] = described(
    "last-one-alive",
    {
        "table": Kind(
            (
                Count("level", low=1, high=MOST_LEVEL),
                Count("drawn"),
                Count("dice", when=lambda s, _u: s.table["dice"] is not None),
                Count("tokens", when=lambda s, _u: s.table["tokens"] is not None),
            ),
            (Switch("night", when=lambda _s, u: u.on("days") or u.on("night")),),
        ),
        "seat": Kind(
            (
                Count("lives", high=LIVES, when=lambda s, _u: s.table.on("survivors")),
                Count("shots"),
                Count("bangs", when=lambda _s, u: u["bangs"] is not None),
                Count("walls", when=lambda _s, u: u["walls"] is not None),
            ),
            (
                Switch("hero"),
                Switch("out"),
            ),
            note=_note,
            named=True,
            icon=lambda _s, u: "zombie" if u.on("out") else "survivor",
            figure=lambda s, u: (
                (str(score(s, u)), _("points")) if s.table.on("survivors") else ("", "")
            ),
            remark=lambda s, u: " · ".join(_used(s, u)),
            gone=lambda _s, u: u.on("out"),
            adds=("draw", "add"),
        ),
        "die": Kind(
            (
                Count("zombies"),
                Count("ambushes"),
            ),
            icon="die",
            form="chip",
            worded=False,
        ),
        "token": Kind(
            icon=lambda _s, u: f"item_{u['key']}",
            form="chip",
            worded=False,
        ),
    },
)
PLAIN.keep_limits(PIECES)


def _says(text: str, item: str = "") -> Callable[[TableState], str]:
    """Return a function for the text of a step, with the effect of an item used before the roll."""

    def says(setting: TableState) -> str:
        seat = setting[setting.active]
        if seat.on("out"):
            return _("{name} is zombified: the turn passes to the left.", name=seat.name)
        black_dice = setting.table.number("take")
        sentence = _(text).format(name=seat.name, n=black_dice, m=chosen_dice(setting))
        if not item or not seat.on(item):
            return sentence
        effect = result_of(item, before=True)
        return f"{sentence} " + _("{item}: {effect}.", item=item_name(item), effect=effect)

    return says


def _sentence_before(setting: TableState) -> str:
    """Return the text of the step before the roll."""
    text = counting(
        "{name} may use tokens, then takes {n} zombie die and {m} dice of their choice.",
        "{name} may use tokens, then takes {n} zombie dice and {m} dice of their choice.",
        setting.table.number("take"),
    )
    return _says(text)(setting)


def _black(setting: TableState) -> list[ButtonView]:
    """Return the move that asks what the black dice show."""
    return [play.black.button(_("Enter the zombie dice"), setting.active)]


def _ambushes(setting: TableState) -> list[ButtonView]:
    """Return the move that keeps a die with ambushes, which any die may show (Zombies)."""
    stays = _("Keep a chosen die with ambushes")
    return [ButtonView("ambush", stays, play.rolled.play(setting.active, what="ambushes"))]


def _passes(setting: TableState) -> list[ButtonView]:
    """Return the move that takes one more die with zombies, which goes to the left."""
    seat = setting.active
    neighbour = setting.name(left_of(setting, seat))
    label = _("Pass a zombie die to {left}", left=neighbour)
    return [ButtonView("pass", label, play.rolled.play(seat, what="zombies"))]


def _bangs(setting: TableState) -> list[ButtonView]:
    return [play.bangs.button(_("Count the Bangs"), setting.active)]


def _doubled_bangs(setting: TableState) -> list[ButtonView]:
    """Return the count of the Bangs where a Gun doubles them and nobody has counted them."""
    seat = setting[setting.active]
    due = seat.on("gun") and seat["bangs"] is None
    return _bangs(setting) if due else []


def _shooting(setting: TableState) -> list[ButtonView]:
    """Return the shots at the dice in front, and the count of the Bangs where it isn't due."""
    moves = []
    for die in setting.of("die", setting.active):
        moves += _shots(die, f"/{die.id}")
    if not _doubled_bangs(setting):
        moves += _bangs(setting)
    return moves


def _walls(setting: TableState) -> list[ButtonView]:
    return [play.yellow.button(_("Count the barricades"), setting.active)]


def _doubled_walls(setting: TableState) -> list[ButtonView]:
    """Return the count of the barricades where an Axe doubles them and nobody has counted them."""
    seat = setting[setting.active]
    due = seat.on("axe") and seat["walls"] is None
    return _walls(setting) if due else []


def _items(setting: TableState) -> list[ButtonView]:
    """Return what the chosen dice may have brought: ambushes and items."""
    moves = _ambushes(setting)
    moves.append(play.draw.button(_("Draw an item token"), setting.active, side="item"))
    return moves


def _at_the_end(setting: TableState) -> bool:
    return setting.step == "end"


def _again(setting: TableState) -> list[ButtonView]:
    """Return the use of the Hero token, which rolls dice again."""
    if not setting[setting.active].on("hero"):
        return []
    text = _("Use the Hero token: re-roll any dice")
    return [play.hero.button(text, setting.active)]


def _shots(die: Unit, at: str = "") -> list[ButtonView]:
    """Return the moves that shoot at a die: at a zombie or at an ambush if it shows both."""
    shows_both = die.number("zombies") and die.number("ambushes")
    if not shows_both:
        text = _("Shoot at {die}", die=die.name)
        return [ButtonView(f"shoot{at}", text, play.shoot.tap(die.id))]
    zombie = _("Shoot a zombie on {die}", die=die.name)
    ambush = _("Shoot an ambush on {die}", die=die.name)
    return [
        ButtonView(f"shoot{at}", ambush, play.shoot.tap(die.id, symbol="ambushes")),
        ButtonView(f"shoot-zombie{at}", zombie, play.shoot.tap(die.id, symbol="zombies")),
    ]


def _pass(die: Unit, left: str) -> ButtonView:
    why = _("an ambush never passes") if die.number("ambushes") else ""
    text = _("Pass {die} to {left}", die=die.name, left=left)
    return ButtonView(f"pass/{die.id}", text, play.pass_left.tap(die.id), why)


def _barricades(setting: TableState) -> list[ButtonView]:
    """Return what barricades do: pass a die, be traded for a token; and their count where it isn't
    due."""
    seat = setting.active
    neighbour = setting.name(left_of(setting, seat))
    moves = [_pass(die, neighbour) for die in setting.of("die", seat)]
    trade = _("Trade an unused barricade for a token")
    moves.append(ButtonView("trade", trade, play.draw.play(seat, side="barricade")))
    if not _doubled_walls(setting):
        moves += _walls(setting)
    return moves


def _overpowered(setting: TableState) -> list[ButtonView]:
    """Return how the turn ends for a player with dice in front: overpowered, or a Medikit."""
    seat = setting.active
    if not setting.of("die", seat):
        return []
    moves = []
    for token in setting.of("token", seat):
        if token["key"] == "medikit":
            label = _("Use the Medikit: roll a red die")
            moves.append(ButtonView(f"medikit/{token.id}", label, play.medikit.play(token.id)))
    overpower = play.over.button(_("Overpower {name}", name=setting.name(seat)), seat)
    return moves + as_harmful([overpower])


def _too_many(setting: TableState) -> list[ButtonView]:
    """Return the moves that put tokens back if a player has too many."""
    tokens = setting.of("token", setting.active)
    has_dice = bool(setting.of("die", setting.active))
    if has_dice or len(tokens) <= KEEP:
        return []
    text = _("Put {what} back in the box")
    moves = []
    for token in tokens:
        label = text.format(what=token.name)
        moves.append(ButtonView(f"drop/{token.id}", label, play.drop.tap(token.id)))
    return as_harmful(moves)


def _is_out(setting: TableState) -> bool:
    """Return whether it is the turn of a player who is out of the game."""
    return bool(setting.active) and setting[setting.active].on("out")


def _is_alive(seat: Unit) -> bool:
    return not seat.on("out")


def _begins_round(setting: TableState, seat: str) -> bool:
    """Return whether a turn of this player begins a round: the first turn, and each that comes no
    later in the order than the one before it."""
    previous = setting.active
    if not previous:
        return True
    order = in_turn([player.id for player in setting.seats], first_player(setting))
    return order.index(seat) <= order.index(previous)


def _not_their_turn(setting: TableState, token: Unit) -> str:
    """Return why a token can't be used in another player's turn; '' in its owner's."""
    return "" if token.owner == setting.active else _("not this player's turn")


def _block_moves(setting: TableState, token: Unit) -> list[ButtonView]:
    """Return the uses of a barricade token: each die in front, passed to the left."""
    moves = []
    for die in setting.of("die", token.owner):
        why_not = _not_their_turn(setting, token)
        if not why_not and die.number("ambushes"):
            why_not = _("an ambush never passes")
        label = _("Pass {die} to the left", die=die.name)
        block = play.block.tap(token.id, die=die.id)
        moves.append(ButtonView(f"use/{die.id}", label, block, why_not))
    return moves


def _use_move(setting: TableState, token: Unit) -> ButtonView:
    """Return the use of an Axe, Chainsaw or Gun; a Chainsaw after the roll asks for a die."""
    key = str(token["key"])
    is_before_roll = setting.step == "before"
    label = effect_of(key, before=is_before_roll)
    why_not = _not_their_turn(setting, token)
    if key == "chainsaw" and not is_before_roll:
        return ButtonView("use", label, play.saw.play(token.id), why_not)
    return ButtonView("use", label, play.use.tap(token.id), why_not)


def _use_before_move(setting: TableState, token: Unit) -> ButtonView:
    """Return the use of Flares or a Radio, which is only possible before the roll."""
    key = str(token["key"])
    label = effect_of(key, before=True)
    why_not = _not_their_turn(setting, token)
    if not why_not and setting.step != "before":
        why_not = _("only before the roll")
    if key != "flares":
        return ButtonView("use", label, play.radio.tap(token.id), why_not)
    dice = setting.of("die", token.owner)
    if not why_not and all(die.number("ambushes") for die in dice):
        why_not = _("no die in front without an ambush")
    return ButtonView("use", label, play.flares.play(token.id), why_not)


def _medikit_move(setting: TableState, token: Unit) -> ButtonView:
    """Return the use of a Medikit, which is only possible at the end with dice in front."""
    why_not = _not_their_turn(setting, token)
    is_due = setting.step == "end" and setting.of("die", token.owner)
    if not why_not and not is_due:
        why_not = _("only when they are about to be overpowered")
    label = _("Roll a red die: a Bang saves")
    return ButtonView("use", label, play.medikit.play(token.id), why_not)


def _no_dice_in_front(setting: TableState) -> bool:
    return not setting.of("die", setting.active)


def _step_before() -> Step:
    return Step("before", _("Before the roll"), _sentence_before, usual=_black)


def _step_zombies() -> Step:
    text = N_("Zombies on black dice go to the left, ambushes stay with {name}.")
    return Step(
        "zombies",
        _("Zombies"),
        _says(text, "chainsaw"),
        usual=_black,
        may=_passes_and_ambushes,
        rare=_again,
    )


def _passes_and_ambushes(setting: TableState) -> list[ButtonView]:
    return _passes(setting) + _ambushes(setting)


def _step_items() -> Step:
    text = N_(
        "Chosen dice that show ambushes stay with {name}. Draw a token for each "
        "item on the white dice."
    )
    return Step(
        "items",
        _("Items"),
        _says(text, "chainsaw"),
        may=_items,
        rare=_passes_and_again,
    )


def _passes_and_again(setting: TableState) -> list[ButtonView]:
    return _passes(setting) + _again(setting)


def _step_shots() -> Step:
    text = N_("Each Bang removes a zombie or an ambush. A Bang with a plus is re-rolled.")
    return Step(
        "shots",
        _("Shots"),
        _says(text, "gun"),
        usual=_doubled_bangs,
        may=_shooting,
        rare=_again,
        passed=_no_dice_in_front,
    )


def _step_barricades() -> Step:
    text = N_("Each barricade passes a die without ambushes to the left.")
    return Step(
        "barricades",
        _("Barricades"),
        _says(text, "axe"),
        usual=_doubled_walls,
        may=_barricades,
        rare=_again,
    )


def _step_end() -> Step:
    text = N_("Zombies and ambushes that are left now overpower {name}.")
    return Step(
        "end",
        pgettext("last step", "End"),
        _says(text),
        usual=_overpowered,
        may=_too_many,
        rare=_again,
        passed=_no_dice_in_front,
    )


def _winners(setting: TableState, alive: list[Unit]) -> list[Unit]:
    """Return the players with the most points; among several a single one with the Hero token."""
    most_points = max(score(setting, seat) for seat in alive)
    best = [seat for seat in alive if score(setting, seat) == most_points]
    heroes = [seat for seat in best if seat.on("hero")]
    return heroes if len(heroes) == 1 else best


class LastOneAlive(DeclaredGame):
    """Pass the zombies to the left, and be the last one alive."""

    key = "last-one-alive"
    title = N_("Last One Alive")
    seats = (2, 8)
    rules = RULES
    kinds = PIECES

    def table_at_start(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> TableState:
        """Set up the table: level 1, with one zombie in front of the first player."""
        with_night = chosen["night"] == "yes"
        tokens = int(chosen["tokens"])
        tokens_in_bag = None
        if tokens:
            tokens_in_bag = tokens + with_night  # the Night token is one more
        table = table_of(
            level=1,
            drawn=0,
            night=False,
            everywhere=chosen["everywhere"] == "yes",
            days=with_night,
            survivors=chosen["lives"] == "yes",
            dice=int(chosen["dice"]) or None,
            tokens=tokens_in_bag,
            radio=0,
            take=1,
            first=chosen["first"],
        )
        seats = seats_of_players(players, lives=LIVES, shots=0, hero=False, out=False)
        setting = TableState({}).place(table, *seats)
        first = str(setting.table["first"])
        if not first:
            return setting
        return put_die(setting, first, zombies=1, ambushes=0).with_facts_of(setting)

    # The turn

    def steps(self, setting: TableState) -> tuple[Step, ...]:
        """Return the steps: before the roll, the symbols of the dice in order, the end. A player who is
        out does nothing in them."""
        steps = self._steps()
        if not _is_out(setting):
            return steps
        return tuple(Step(step.key, step.name, step.says, passed=_at_the_end) for step in steps)

    @staticmethod
    def _steps() -> tuple[Step, ...]:
        return (
            _step_before(),
            _step_zombies(),
            _step_items(),
            _step_shots(),
            _step_barricades(),
            _step_end(),
        )

    def step_after(self, setting: TableState) -> str:
        """Return the step after the current one; a player who is out has no more."""
        return "" if _is_out(setting) else super().step_after(setting)

    def turn_over(self, setting: TableState) -> TableState:
        """Go to the next player alive; one who ends a turn with dice in front is overpowered. The first
        player begins with a zombie in front."""
        seat = setting.active
        if not seat:
            return self._first_turn(setting)
        is_beaten = bool(setting.of("die", seat)) and not setting[seat].on("out")
        if is_beaten:
            setting = overpowered(setting, seat)
        setting = return_dice(setting, seat)
        if self.verdict(setting) is not None:
            setting = setting.put("table", finished=True)
            if self.end_that_stops_next(setting) is not None:
                return setting
        following = next_seat(setting, _is_alive)
        if not following:
            return setting
        return self.begin_turn(setting, following)

    def _first_turn(self, setting: TableState) -> TableState:
        """Begin the first player's turn, with a zombie in front unless a die lies there already."""
        first = next_seat(setting, _is_alive)
        if not first:
            return setting
        if not setting.of("die", first):
            setting = put_die(setting, first, zombies=1, ambushes=0).with_facts_of(setting)
        return self.begin_turn(setting, first)

    def begin_turn(self, setting: TableState, seat: str) -> TableState:
        """Begin a turn; the current level gives the dice to take (ruling 53)."""
        if setting[seat].on("out"):
            raise RuleError("{name} is already zombified.", name=setting[seat].name)
        turn = setting.table.number("turn")
        if _begins_round(setting, seat):
            turn += 1
        setting = setting.put(
            "table", seat=seat, step="before", turn=turn, radio=0, take=zombie_dice(setting)
        )
        setting = setting.put(seat, shots=0, used_hero=False, axe=False, chainsaw=False, gun=False)
        setting = setting.put(seat, bangs=None, walls=None)
        return setting.say("turn", seat)

    def owed_before_next(self, setting: TableState) -> list[str]:
        """Return what is owed at the end: dice still in front of the player, or too many tokens."""
        if setting.step != "end":
            return []
        seat = setting[setting.active]
        if setting.of("die", seat.id) and not seat.on("out"):
            return [_("{name} still has zombies or ambushes in front.", name=seat.name)]
        surplus = len(setting.of("token", seat.id)) - KEEP
        if surplus > 0:
            text = _("{name} keeps only three tokens. Put {n} back in the box.")
            return [text.format(name=seat.name, n=surplus)]
        return []

    def scenario_name(self, setting: TableState) -> str:
        """Return the variants."""
        choices = {"everywhere": "everywhere", "days": "night", "survivors": "lives"}
        labels = [
            self.label(choice) for value, choice in choices.items() if setting.table.on(value)
        ]
        return ", ".join(labels)

    def headline(self, setting: TableState) -> str:
        """Say the level, whether it is night, and the dice to take."""
        table = setting.table
        parts = [_("Level {n}", n=table["level"])]
        if table.on("night"):
            parts.append(_("night"))
        black_dice = table.number("take")
        dice = _("zombie dice {n}, chosen dice {m}", n=black_dice, m=chosen_dice(setting))
        parts.append(dice)
        return " · ".join(parts)

    def set_out(self, setting: TableState) -> Mapping[str, Any]:
        """Return what is set out on the real table (setting up, and the variants)."""
        players = len(setting.seats)
        return {
            "players": players,
            "days": setting.table.on("days"),
            "survivors": setting.table.on("survivors"),
            "lives": LIVES,
            "all_lives": LIVES * players,
            "chosen": bool(setting.table["first"]),
            "first": setting.name(first_player(setting)),
        }

    def moves_before_first_turn(self, setting: TableState) -> list[ButtonView]:
        """Return the roll for who goes first, and the draws of a token before the game."""
        moves = super().moves_before_first_turn(setting)
        text = _("Draw a token for {name}")
        for seat in setting.seats:
            if not seat.on("started"):
                label = text.format(name=seat.name)
                draw = play.draw.play(seat.id, side="any")
                moves.append(ButtonView(f"draw/{seat.id}", label, draw))
        return moves

    def moves_of_unit(self, setting: TableState, unit: Unit) -> list[ButtonView]:
        """Return the moves of a token, a die or a player."""
        match unit.kind:
            case "token":
                return self._token_moves(setting, unit)
            case "die":
                return self._die_moves(setting, unit)
            case "seat":
                return self._seat_moves(unit)
        return []

    @staticmethod
    def _die_moves(setting: TableState, die: Unit) -> list[ButtonView]:
        neighbour = setting.name(left_of(setting, die.owner))
        moves = [_pass(die, neighbour)]
        moves += _shots(die)
        moves.append(play.gone.button(_("Return to the pool"), die.id))
        return moves

    @staticmethod
    def _seat_moves(seat: Unit) -> list[ButtonView]:
        why_not = _("already zombified") if seat.on("out") else ""
        die = play.rolled.play(seat.id, what="front")
        token = play.draw.play(seat.id, side="any")
        return [
            ButtonView("add", _("Add a die in front"), die, why_not),
            ButtonView("draw", _("Draw a token"), token, why_not),
            ButtonView("over", _("Overpower"), play.over.play(seat.id), why_not),
        ]

    def _token_moves(self, setting: TableState, token: Unit) -> list[ButtonView]:
        """Return the uses of a token, each with the reason why it can't be used now, and its return to
        the box."""
        key = str(token["key"])
        if key == "barricade":
            moves = _block_moves(setting, token)
        elif key in BOTH:
            moves = [_use_move(setting, token)]
        elif key in BEFORE:
            moves = [_use_before_move(setting, token)]
        else:
            moves = [_medikit_move(setting, token)]
        moves.append(play.drop.button(_("Put back in the box"), token.id))
        return moves

    def after_change_by_hand(
        self, before: TableState, after: TableState, unit: str, name: str
    ) -> TableState:
        """Return what follows: a die without symbols goes back to the pool, a player who is out loses
        everything, a level set before the roll counts for it."""
        piece = after[unit]
        is_empty_die = piece.kind == "die" and not symbols(piece)
        if is_empty_die:
            return back_to_pool(after, unit).say("pool", what=piece.name)
        goes_out = name == "out" and piece.on("out")
        if goes_out:
            after = return_dice(after, unit)
            after = after.clear("token", unit)
            return after.put(unit, hero=False)
        is_before_roll = after.step in ("", "before")
        if piece.kind == "table" and is_before_roll:
            return after.put("table", take=zombie_dice(after))
        return after

    def verdict(self, setting: TableState) -> GameEnd | None:
        """Return how it ended: one player is left or, with The Survivors, the turn of the third
        apocalypse token is over."""
        alive = [seat for seat in setting.seats if _is_alive(seat)]
        if len(alive) == 1:
            return GameEnd(fact("last", alive[0].id), (alive[0].id,))
        if not alive:
            return GameEnd(fact("nobody"))
        last_turn = setting.table.number("drawn") >= APOCALYPSE_ENDS
        if not setting.table.on("survivors") or not last_turn:
            return None
        turn_ended = setting.step == "end" and not self.owed_before_next(setting)
        if turn_ended or setting.table.on("finished"):
            return self._scored(setting, alive)
        return None

    @staticmethod
    def _scored(setting: TableState, alive: list[Unit]) -> GameEnd:
        """Return the end by points, with the points of everyone alive."""
        winners = _winners(setting, alive)
        names = joined([seat.name for seat in winners])
        ranking = ", ".join(f"{seat.name} {score(setting, seat)}" for seat in alive)
        outcome = "scored" if len(winners) == 1 else "shared"
        winner_ids = tuple(seat.id for seat in winners)
        return GameEnd(fact(outcome, who=names, points=ranking), winner_ids)
