"""*Last One Alive*: dice in front of each player with their zombies and ambushes, tokens, the level
of the apocalypse (its rulebook, and ruling 53). The dice are the players' own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lastdays.errors import RuleError
from lastdays.language import N_, _, joined, ngettext, pgettext
from lastdays.tabletop.declared import DeclaredGame, Step, first_player, next_seat, seated, table_of
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
        got = score(setting, seat)
        parts.append(ngettext("{n} point", "{n} points", got))
    parts += _used(setting, seat)
    return " · ".join(parts)


def _used(setting: TableState, seat: Unit) -> list[str]:
    """List the items the active player has used, or say that a player is out."""
    if seat.on("out"):
        return [_("ZOMBIFIED")]
    parts = []
    if setting.active == seat.id:
        parts += [_("{item} used before the roll", item=item_name(k)) for k in BOTH if seat.on(k)]
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


def _says(text: str, item: str = "") -> Callable[[TableState], str]:
    """Return a function for the text of a step, with the effect of an item used before the roll."""

    def says(setting: TableState) -> str:
        seat = setting[setting.active]
        if seat.on("out"):
            return _("{name} is zombified: the turn passes to the left.", name=seat.name)
        said = _(text).format(
            name=seat.name, n=setting.table.number("take"), m=chosen_dice(setting)
        )
        if not item or not seat.on(item):
            return said
        effect = result_of(item, before=True)
        return f"{said} " + _("{item}: {effect}.", item=item_name(item), effect=effect)

    return says


def _black(setting: TableState) -> list[ButtonView]:
    """Return the move that asks what the black dice show."""
    return [play.black.button(_("Enter the zombie dice"), setting.active)]


def _ambushes(setting: TableState) -> list[ButtonView]:
    """Return the move that keeps a die with ambushes, which any die may show (Zombies)."""
    stays = _("Keep a chosen die with ambushes")
    return [ButtonView("ambush", stays, play.rolled.play(setting.active, what="ambushes"))]


def _passes(setting: TableState) -> list[ButtonView]:
    """Return the move that takes one more die with zombies, which goes to the left."""
    who = setting.active
    left = _("Pass a zombie die to {left}", left=setting.name(left_of(setting, who)))
    return [ButtonView("pass", left, play.rolled.play(who, what="zombies"))]


def _bangs(setting: TableState) -> list[ButtonView]:
    return [play.bangs.button(_("Count the Bangs"), setting.active)]


def _doubled_bangs(setting: TableState) -> list[ButtonView]:
    """Return the count of the Bangs where a Gun doubles them and nobody has counted them."""
    seat = setting[setting.active]
    due = seat.on("gun") and seat["bangs"] is None
    return _bangs(setting) if due else []


def _shooting(setting: TableState) -> list[ButtonView]:
    """Return the shots at the dice in front, and the count of the Bangs where it isn't due."""
    shots = [
        move for die in setting.of("die", setting.active) for move in _shots(die, f"/{die.id}")
    ]
    counts = [] if _doubled_bangs(setting) else _bangs(setting)
    return [*shots, *counts]


def _walls(setting: TableState) -> list[ButtonView]:
    return [play.yellow.button(_("Count the barricades"), setting.active)]


def _doubled_walls(setting: TableState) -> list[ButtonView]:
    """Return the count of the barricades where an Axe doubles them and nobody has counted them."""
    seat = setting[setting.active]
    due = seat.on("axe") and seat["walls"] is None
    return _walls(setting) if due else []


def _items(setting: TableState) -> list[ButtonView]:
    """Return what the chosen dice may have brought: ambushes and items."""
    item = play.draw.button(_("Draw an item token"), setting.active, side="item")
    return [*_ambushes(setting), item]


def _again(setting: TableState) -> list[ButtonView]:
    """Return the use of the Hero token, which rolls dice again."""
    if not setting[setting.active].on("hero"):
        return []
    text = _("Use the Hero token: re-roll any dice")
    return [play.hero.button(text, setting.active)]


def _shots(die: Unit, at: str = "") -> list[ButtonView]:
    """Return the moves that shoot at a die: at a zombie or at an ambush if it shows both."""
    if not (die.number("zombies") and die.number("ambushes")):
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
    who = setting.active
    left = setting.name(left_of(setting, who))
    trade = _("Trade an unused barricade for a token")
    counts = [] if _doubled_walls(setting) else _walls(setting)
    return [
        *(_pass(die, left) for die in setting.of("die", who)),
        ButtonView("trade", trade, play.draw.play(who, side="barricade")),
        *counts,
    ]


def _overpowered(setting: TableState) -> list[ButtonView]:
    """Return how the turn ends for a player with dice in front: overpowered, or a Medikit."""
    who = setting.active
    if not setting.of("die", who):
        return []
    over = _("Overpower {name}", name=setting.name(who))
    return [
        *(
            ButtonView(
                f"medikit/{t.id}", _("Use the Medikit: roll a red die"), play.medikit.play(t.id)
            )
            for t in setting.of("token", who)
            if t["key"] == "medikit"
        ),
        play.over.button(over, who),
    ]


def _too_many(setting: TableState) -> list[ButtonView]:
    """Return the moves that put tokens back if a player has too many."""
    tokens = setting.of("token", setting.active)
    if setting.of("die", setting.active) or len(tokens) <= KEEP:
        return []
    text = _("Put {what} back in the box")
    return [
        ButtonView(f"drop/{t.id}", text.format(what=t.name), play.drop.tap(t.id)) for t in tokens
    ]


class LastOneAlive(DeclaredGame):
    """Pass the zombies to the left, and be the last one alive."""

    key = "last-one-alive"
    title = N_("Last One Alive")
    seats = (2, 8)
    rules = RULES
    kinds = PIECES

    def laid(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> TableState:
        """Set up the table: level 1, with one zombie in front of the first player."""
        tokens, days = int(chosen["tokens"]), chosen["night"] == "yes"
        setting = TableState({}).place(
            table_of(
                level=1,
                drawn=0,
                night=False,
                everywhere=chosen["everywhere"] == "yes",
                days=days,
                survivors=chosen["lives"] == "yes",
                dice=int(chosen["dice"]) or None,
                tokens=tokens + days if tokens else None,
                radio=0,
                take=1,
                first=chosen["first"],
            ),
            *seated(players, lives=LIVES, shots=0, hero=False, out=False),
        )
        first = str(setting.table["first"])
        return put_die(setting, first, zombies=1, ambushes=0).unsaid(setting) if first else setting

    # The turn

    def steps(self, setting: TableState) -> tuple[Step, ...]:
        """Return the steps: before the roll, the symbols of the dice in order, the end. A player who is
        out does nothing in them."""
        steps = self._steps()
        if setting.active and setting[setting.active].on("out"):
            ends = {"passed": lambda s: s.step == "end"}
            return tuple(Step(step.key, step.name, step.says, **ends) for step in steps)
        return steps

    @staticmethod
    def _steps() -> tuple[Step, ...]:
        return (
            Step(
                "before",
                _("Before the roll"),
                _says(
                    N_("{name} may use tokens, then takes {n} zombie dice and {m} of their choice.")
                ),
                _black,
            ),
            Step(
                "zombies",
                _("Zombies"),
                _says(
                    N_("Zombies on black dice go to the left, ambushes stay with {name}."),
                    "chainsaw",
                ),
                _black,
                lambda s: [*_passes(s), *_ambushes(s)],
                _again,
            ),
            Step(
                "items",
                _("Items"),
                _says(
                    N_(
                        "Chosen dice that show ambushes stay with {name}. Draw a token for each "
                        "item on the white dice."
                    ),
                    "chainsaw",
                ),
                may=_items,
                rare=lambda s: [*_passes(s), *_again(s)],
            ),
            Step(
                "shots",
                _("Shots"),
                _says(
                    N_("Each Bang removes a zombie or an ambush. A Bang with a plus is re-rolled."),
                    "gun",
                ),
                _doubled_bangs,
                _shooting,
                _again,
                passed=lambda s: not s.of("die", s.active),
            ),
            Step(
                "barricades",
                _("Barricades"),
                _says(N_("Each barricade passes a die without ambushes to the left."), "axe"),
                _doubled_walls,
                _barricades,
                _again,
            ),
            Step(
                "end",
                pgettext("last step", "End"),
                _says(N_("Zombies and ambushes that are left now overpower {name}.")),
                _overpowered,
                _too_many,
                _again,
                passed=lambda s: not s.of("die", s.active),
            ),
        )

    def step_after(self, setting: TableState) -> str:
        """Return the step after the current one; a player who is out has no more."""
        out = setting.active and setting[setting.active].on("out")
        return "" if out else super().step_after(setting)

    def turn_over(self, setting: TableState) -> TableState:
        """Go to the next player alive; one who ends a turn with dice in front is overpowered. The first
        player begins with a zombie in front."""
        seat = setting.active
        if not seat:
            first = next_seat(setting, lambda s: not s.on("out"))
            if first and not setting.of("die", first):
                setting = put_die(setting, first, zombies=1, ambushes=0).unsaid(setting)
            return self.enter(setting, first) if first else setting
        if not setting[seat].on("out") and setting.of("die", seat):
            setting = overpowered(setting, seat)
        setting = return_dice(setting, seat)
        if self.verdict(setting) is not None:
            setting = setting.put("table", finished=True)
            if self.waits(setting) is not None:
                return setting
        following = next_seat(setting, lambda s: not s.on("out"))
        if not following:
            return setting
        return self.enter(setting, following)

    def enter(self, setting: TableState, seat: str) -> TableState:
        """Begin a turn; the current level gives the dice to take (ruling 53)."""
        if setting[seat].on("out"):
            raise RuleError("{name} is already zombified.", name=setting[seat].name)
        ids = in_turn([s.id for s in setting.seats], first_player(setting))
        before = setting.active
        around = not before or ids.index(seat) <= ids.index(before)
        turn = setting.table.number("turn") + around
        take = zombie_dice(setting)
        setting = setting.put("table", seat=seat, step="before", turn=turn, radio=0, take=take)
        setting = setting.put(seat, shots=0, used_hero=False, axe=False, chainsaw=False, gun=False)
        setting = setting.put(seat, bangs=None, walls=None)
        return setting.say("turn", seat)

    def owed(self, setting: TableState) -> list[str]:
        """Return what is owed at the end: dice still in front of the player, or too many tokens."""
        if setting.step != "end":
            return []
        seat = setting[setting.active]
        found = []
        tokens = len(setting.of("token", seat.id))
        if setting.of("die", seat.id) and not seat.on("out"):
            found.append(_("{name} still has zombies or ambushes in front.", name=seat.name))
        elif tokens > KEEP:
            text = _("{name} keeps only three tokens. Put {n} back in the box.")
            found.append(text.format(name=seat.name, n=tokens - KEEP))
        return found

    def played(self, setting: TableState) -> str:
        """Return the variants."""
        played = {"everywhere": "everywhere", "days": "night", "survivors": "lives"}
        return ", ".join(self.label(key) for on, key in played.items() if setting.table.on(on))

    def headline(self, setting: TableState) -> str:
        """Say the level, whether it is night, and the dice to take."""
        table = setting.table
        parts = [_("Level {n}", n=table["level"])]
        if table.on("night"):
            parts.append(_("night"))
        parts.append(
            _("zombie dice {n}, chosen dice {m}", n=table.number("take"), m=chosen_dice(setting))
        )
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

    def before(self, setting: TableState) -> list[ButtonView]:
        """Return the roll for who goes first, and the draws of a token before the game."""
        text = _("Draw a token for {name}")
        draws = [
            ButtonView(f"draw/{s.id}", text.format(name=s.name), play.draw.play(s.id, side="any"))
            for s in setting.seats
            if not s.on("started")
        ]
        return [*super().before(setting), *draws]

    def moves(self, setting: TableState, unit: Unit) -> list[ButtonView]:
        """Return the moves of a token, a die or a player."""
        who = unit.id
        if unit.kind == "token":
            return self._token_moves(setting, unit)
        if unit.kind == "die":
            left = setting.name(left_of(setting, unit.owner))
            return [
                _pass(unit, left),
                *_shots(unit),
                play.gone.button(_("Return to the pool"), who),
            ]
        if unit.kind == "seat":
            out = _("already zombified") if unit.on("out") else ""
            return [
                ButtonView(
                    "add", _("Add a die in front"), play.rolled.play(who, what="front"), out
                ),
                ButtonView("draw", _("Draw a token"), play.draw.play(who, side="any"), out),
                ButtonView("over", _("Overpower"), play.over.play(who), out),
            ]
        return []

    def _token_moves(self, setting: TableState, token: Unit) -> list[ButtonView]:
        key = str(token["key"])
        who = token.id
        mine = token.owner == setting.active
        before = setting.step == "before"
        why = "" if mine else _("not this player's turn")
        dice = setting.of("die", token.owner)
        found = []
        if key == "barricade":
            for die in dice:
                text = _("Pass {die} to the left", die=die.name)
                amb = _("an ambush never passes") if die.number("ambushes") else ""
                act = play.block.tap(who, die=die.id)
                found.append(ButtonView(f"use/{die.id}", text, act, why or amb))
        elif key in BOTH:
            late_saw = key == "chainsaw" and not before
            use = play.saw.play(who) if late_saw else play.use.tap(who)
            found.append(ButtonView("use", effect_of(key, before=before), use, why))
        elif key in BEFORE:
            why = why or ("" if before else _("only before the roll"))
            if key == "flares" and all(d.number("ambushes") for d in dice):
                why = why or _("no die in front without an ambush")
            use = play.flares.play(who) if key == "flares" else play.radio.tap(who)
            found.append(ButtonView("use", effect_of(key, before=True), use, why))
        else:
            due = setting.step == "end" and dice
            why = why or ("" if due else _("only when they are about to be overpowered"))
            text = _("Roll a red die: a Bang saves")
            found.append(ButtonView("use", text, play.medikit.play(who), why))
        return [*found, play.drop.button(_("Put back in the box"), who)]

    def counted(self, before: TableState, after: TableState, unit: str, name: str) -> TableState:
        """Return what follows: a die without symbols goes back to the pool, a player who is out loses
        everything, a level set before the roll counts for it."""
        piece = after[unit]
        if piece.kind == "die" and not symbols(piece):
            return back_to_pool(after, unit).say("pool", what=piece.name)
        if name == "out" and piece.on("out"):
            return return_dice(after, unit).clear("token", unit).put(unit, hero=False)
        if piece.kind == "table" and after.step in ("", "before"):
            return after.put("table", take=zombie_dice(after))
        return after

    def verdict(self, setting: TableState) -> GameEnd | None:
        """Return how it ended: one player is left or, with The Survivors, the turn of the third
        apocalypse token is over."""
        alive = [s for s in setting.seats if not s.on("out")]
        if len(alive) == 1:
            return GameEnd(fact("last", alive[0].id), (alive[0].id,))
        if not alive:
            return GameEnd(fact("nobody"))
        if not setting.table.on("survivors") or setting.table.number("drawn") < APOCALYPSE_ENDS:
            return None
        done = setting.step == "end" and not self.owed(setting)
        return self._scored(setting, alive) if done or setting.table.on("finished") else None

    @staticmethod
    def _scored(setting: TableState, alive: list[Unit]) -> GameEnd:
        points = {s.id: score(setting, s) for s in alive}
        best = [s for s in alive if points[s.id] == max(points.values())]
        heroes = [s for s in best if s.on("hero")]
        winners = heroes if len(heroes) == 1 else best
        listed = ", ".join(f"{s.name} {points[s.id]}" for s in alive)
        how = "scored" if len(winners) == 1 else "shared"
        names = joined([s.name for s in winners])
        return GameEnd(fact(how, who=names, points=listed), tuple(s.id for s in winners))
