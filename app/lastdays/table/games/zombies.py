"""*Zombies!!!*: hearts, bullets, zombies collected; three modes, four scenarios (its rulebook, and
ruling 52). No map, no card texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lastdays.errors import RuleError
from lastdays.language import _, ngettext
from lastdays.rulebook.entries import Dice
from lastdays.rules.asks import Choose, Option, Procedure, Sum
from lastdays.table.declared import (
    Advice,
    Choice,
    Count,
    Done,
    Flag,
    Game,
    Kind,
    Move,
    Verdict,
    next_seat,
    seated,
    step_after,
    table_of,
)
from lastdays.table.events import Say, say
from lastdays.table.units import Setting, Unit

D6 = Dice(1, 6)
HEARTS, BULLETS, MOST_HEARTS, HAND, TO_WIN, STRIKES = 3, 3, 5, 3, 25, 3
#: A fight is won with this much.
WINS_AT = 4
#: The named buildings and the survivors in each (Search and Rescue): eighteen.
BUILDINGS = (
    ("Skate Shop", 2),
    ("Hospital", 4),
    ("Fire Station", 2),
    ("Florist Shop", 1),
    ("Hardware Store", 2),
    ("Sporting Goods Store", 1),
    ("Army Surplus", 1),
    ("Lawn and Garden Store", 2),
    ("Toy Store", 3),
)


def mode(setting: Setting) -> str:
    """'competitive', 'cooperative' or 'team'."""
    return str(setting.table["mode"])


def scenario(setting: Setting) -> str:
    """'standard', 'rescue', 'last-man' or 'helicopter'."""
    return str(setting.table["scenario"])


def is_zombie(seat: Unit) -> bool:
    """Whether a player has turned (Last Man Standing)."""
    return not seat.on("human")


def in_play(seat: Unit) -> bool:
    """Whether a player is a human on the board: not dead, not turned."""
    return seat.on("human") and not seat.on("dead")


def plays_left(setting: Setting, seat: Unit) -> int:
    """Event cards a player may still play this round: one, one more for each survivor rescued
    outside cooperative play."""
    extra = seat.number("survivors") if mode(setting) != "cooperative" else 0
    return 1 + extra - seat.number("events")


def must_play(setting: Setting) -> bool:
    """Whether each player has to play or discard a card each turn."""
    return mode(setting) == "cooperative" or scenario(setting) == "last-man"


class Zombies(Game):
    """Collect or flee: the first at the Helipad."""

    key = "zombies"
    seats = (2, 6)

    @property
    def name(self) -> str:
        """Its title."""
        return _("Zombies!!!")

    def choices(self, players: int) -> tuple[Choice, ...]:
        """Mode, scenario, survivors wanted, quicker play, who begins as a zombie."""
        seats = tuple((f"p{n}", _("player {n}").format(n=n)) for n in range(1, players + 1))
        return (
            Choice(
                "mode",
                _("Mode"),
                (
                    ("competitive", _("competitive")),
                    ("cooperative", _("cooperative")),
                    ("team", _("teams of two")),
                ),
                "competitive",
            ),
            Choice(
                "scenario",
                _("Scenario"),
                (
                    ("standard", _("standard")),
                    ("rescue", _("Search and Rescue")),
                    ("last-man", _("Last Man Standing")),
                    ("helicopter", _("Well-Armed Helicopter")),
                ),
                "standard",
            ),
            Choice(
                "wanted",
                _("Survivors to rescue"),
                (("1", _("one")), ("2", _("two, a longer game"))),
                "1",
                ("scenario", "rescue"),
            ),
            Choice(
                "zombie",
                _("Begins as a zombie"),
                seats,
                seats[-1][0],
                ("scenario", "last-man"),
            ),
            Choice(
                "quicker",
                _("Quicker play"),
                (("no", _("no")), ("yes", _("two dice, no more cards, once the Helipad lies"))),
                "no",
            ),
        )

    def problems(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> list[str]:
        """Teams are pairs, at least two."""
        if chosen.get("mode") == "team" and (len(players) % 2 or len(players) < 4):
            return [_("Teams are pairs: four or six play.")]
        return []

    def begin(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> Setting:
        """Three hearts, three bullets, three cards each; everyone at the Town Square."""
        units = seated(
            players, hearts=HEARTS, bullets=BULLETS, zombies=0, hand=HAND, survivors=0, human=True
        )
        setting = Setting({}).place(
            table_of(
                mode=chosen.get("mode", "competitive"),
                scenario=chosen.get("scenario", "standard"),
                wanted=int(chosen.get("wanted", "1")),
                quicker=chosen.get("quicker") == "yes",
                mover="",
            ),
            *units,
        )
        if mode(setting) == "team":
            for n, unit in enumerate(units):
                setting = setting.put(unit.id, team=n % (len(units) // 2) + 1)
        if scenario(setting) == "last-man":
            first = chosen.get("zombie", units[-1].id)
            setting = setting.put(first, human=False, hearts=0, bullets=0)
        if scenario(setting) == "rescue":
            for n, (name, most) in enumerate(BUILDINGS, start=1):
                setting = setting.place(
                    Unit(f"b{n}", "building", name, "", {"survivors": 0, "most": most})
                )
        return setting

    def kinds(self) -> Mapping[str, Kind]:
        """Players, what lies before them, the buildings of Search and Rescue."""
        return {
            "table": Kind(
                "table",
                flags=(
                    Flag("helipad", _("Helipad"), "H"),
                    Flag("food", _("Food Source"), "F"),
                ),
            ),
            "seat": Kind(
                "seat",
                (
                    Count(
                        "hearts",
                        _("Hearts"),
                        high=MOST_HEARTS,
                        says=_("Five hearts at most; one found stays on the board."),
                        look="ap",
                    ),
                    Count("bullets", _("Bullets"), look="ammo"),
                    Count("zombies", _("Zombies"), look="noise"),
                    Count(
                        "hand",
                        _("Event cards"),
                        high=HAND,
                        limit="end",
                        says=_("Discard down to three Event cards."),
                    ),
                    Count(
                        "survivors",
                        _("Survivors"),
                        high=_survivors_left,
                        says=_("Nobody is left to be rescued: eighteen in all."),
                        when=lambda s, _u: scenario(s) == "rescue",
                    ),
                    Count(
                        "strikes",
                        _("Deaths"),
                        look="damage",
                        when=lambda s, _u: mode(s) == "cooperative",
                    ),
                ),
                (Flag("home", _("at the centre"), "C"),),
                note=self._note,
            ),
            "item": Kind("item", named=True, flags=(Flag("weapon", _("weapon"), "W"),)),
            "building": Kind(
                "building",
                (
                    Count(
                        "survivors",
                        _("Survivors"),
                        high=_room,
                        says=_("There is no more room in that building, or nobody for it."),
                    ),
                ),
                (Flag("placed", _("on the map"), "M"),),
                note=lambda _s, u: _("{n} in all").format(n=u.number("most")),
            ),
        }

    def _note(self, setting: Setting, seat: Unit) -> str:
        parts: list[str] = []
        if mode(setting) == "team":
            parts.append(_("team {n}").format(n=seat["team"]))
        if scenario(setting) == "last-man":
            parts.append(_("human") if seat.on("human") else _("ZOMBIE"))
        if seat.on("dead"):
            parts.append(_("dead, starts again"))
        items = [u.name for u in setting.of("item", seat.id)]
        parts += items
        return " · ".join(parts)

    # The turn

    def step_names(self, setting: Setting) -> dict[str, str]:
        """All six."""
        return {
            "tile": _("Tile"),
            "fight": _("Fight"),
            "draw": _("Draw"),
            "move": _("Move"),
            "zombies": _("Zombies"),
            "discard": _("Discard"),
        }

    def steps(self, setting: Setting) -> tuple[tuple[str, str], ...]:
        """Six steps; a zombie player neither fights nor moves, the dead only end their turn."""
        steps = tuple(self.step_names(setting).items())
        if setting.active and is_zombie(setting[setting.active]):
            return tuple(s for s in steps if s[0] not in ("fight", "move"))
        return steps

    def forward(self, setting: Setting) -> Done:
        """The next step; after the last the next player, from the Town Square where they died."""
        following = step_after(self, setting) if setting.active else ""
        if following:
            return setting.put("table", step=following), [say("step", step=following)]
        if setting.active:
            setting = setting.put(setting.active, since=0)
        return self.enter(setting, next_seat(setting))

    def enter(self, setting: Setting, seat: str) -> Done:
        """A turn begins; the dead start again. In Last Man Standing the zombie players take turns
        with the tiles and zombies of the humans' turns."""
        first = setting.seats[0].id
        turn = setting.table.number("turn") + (seat == first)
        setting = setting.put("table", seat=seat, turn=turn, step="tile", rolled="")
        setting = setting.put(seat, events=0, discarded=0)
        if in_play(setting[seat]):
            setting = setting.put("table", mover=_next_mover(setting))
        says = [say("turn", who=f"@{seat}")]
        if setting[seat].on("dead"):
            hearts = HEARTS
            if mode(setting) == "cooperative":
                hearts -= setting[seat].number("strikes")
            setting = setting.put(seat, dead=False, hearts=max(1, hearts), bullets=BULLETS)
            says.append(say("restarts", who=f"@{seat}", hearts=hearts))
        return setting, says

    def owed(self, setting: Setting) -> list[str]:
        """A hand of three; a card played or discarded where that is required."""
        found = [
            _("{name} has no hearts and dies.").format(name=s.name)
            for s in setting.seats
            if in_play(s) and not s.number("hearts")
        ]
        if setting.step != "discard":
            return found
        seat = setting[setting.active]
        if seat.number("hand") > HAND:
            found.append(_("{name}: discard down to three Event cards.").format(name=seat.name))
        idle = not seat.number("since") and not seat.number("discarded")
        if must_play(setting) and idle and seat.number("hand"):
            found.append(
                _("{name} has to play an Event card each turn, or discard one.").format(
                    name=seat.name
                )
            )
        return found

    def headline(self, setting: Setting) -> str:
        """Mode and scenario."""
        names = {v: label for c in self.choices(2) for v, label in c.values}
        return f"{names[mode(setting)]} · {names[scenario(setting)]}"

    def checklist(self, setting: Setting) -> list[str]:
        """What lies ready."""
        return [
            _("Town Square in the middle, the Helipad in the middle of the tile stack."),
            _("Everyone on the Town Square with three hearts, three bullets, three cards."),
        ]

    def advice(self, setting: Setting) -> Advice:
        """What the active player does."""
        if not setting.active:
            return Advice(" ".join(self.checklist(setting)))
        seat = setting[setting.active]
        mover = str(setting.table["mover"] or "")
        other = scenario(setting) == "last-man" and setting.has(mover) and in_play(seat)
        says = {
            "tile": _("{mover} draws and places a map tile for {name}.")
            if other
            else _("{name} draws and places a map tile."),
            "fight": _("{name} fights zombies on the own space."),
            "draw": _("{name} draws back up to three Event cards."),
            "move": _("{name} rolls for movement and adds the hearts."),
            "zombies": _("{mover} moves all zombies on the tile of {name} and one beside it.")
            if other
            else _("{name} moves zombies."),
            "discard": _("{name} may discard an Event card."),
        }[setting.step].format(name=seat.name, mover=setting.name(mover))
        return Advice(says, tuple(self._due(setting, seat)))

    def _due(self, setting: Setting, seat: Unit) -> list[Move]:
        who = {"unit": seat.id}
        found: list[Move] = []
        for fallen in setting.seats:
            if in_play(fallen) and not fallen.number("hearts"):
                found.append(
                    Move(f"die/{fallen.id}", _("{name} dies").format(name=fallen.name), "play",
                         "die", {"unit": fallen.id})
                )  # fmt: skip
        match setting.step:
            case "tile":
                if not setting.table.on("helipad"):
                    found.append(Move("helipad", _("It is the Helipad"), "play", "helipad"))
            case "fight":
                found.append(Move("fight", _("Fight a zombie"), "play", "fight", who))
            case "draw":
                stop = setting.table.on("quicker") and setting.table.on("helipad")
                found.append(
                    Move("draw", _("Draw up to three"), "tap", "draw", who,
                         _("quicker play: no more cards") if stop else "")
                )  # fmt: skip
            case "move":
                rolled = setting.table["rolled"] == "move"
                found.append(
                    Move("move", _("Roll for movement"), "play", "move", who,
                         _("rolled already") if rolled else "")
                )  # fmt: skip
                found.append(Move("fight", _("Fight a zombie"), "play", "fight", who))
                found += self._goals(setting, seat)
            case "zombies":
                rolled = setting.table["rolled"] == "zombies"
                found.append(
                    Move("zombies", _("Move zombies"), "play", "zombies", who,
                         _("moved already") if rolled else "")
                )  # fmt: skip
            case "discard":
                found.append(self._discard(setting, seat))
        return found

    def _goals(self, setting: Setting, seat: Unit) -> list[Move]:
        who = {"unit": seat.id}
        found: list[Move] = []
        if scenario(setting) == "rescue" and any(
            b.number("survivors") for b in setting.of("building")
        ):
            found.append(Move("rescue", _("Rescues a survivor"), "play", "rescue", who))
        if setting.table.on("helipad") and not seat.on("home"):
            found.append(
                Move("home", _("Reaches the Helipad's centre"), "tap", "home", who,
                     self._not_home(setting, seat))
            )  # fmt: skip
        return found

    def _not_home(self, setting: Setting, seat: Unit) -> str:
        if not in_play(seat):
            return _("only the living reach it")
        if scenario(setting) == "helicopter" and not any(
            u.on("weapon") for u in setting.of("item", seat.id)
        ):
            return _("a weapon is needed")
        if scenario(setting) == "rescue":
            if mode(setting) == "cooperative":
                return "" if rescued(setting) >= 18 else _("all 18 survivors first")
            if rescued_by(setting, seat) < setting.table.number("wanted"):
                return _("survivors first")
        return ""

    @staticmethod
    def _discard(setting: Setting, seat: Unit) -> Move:
        why = _no_discard(setting, seat)
        return Move("discard", _("Discard an Event card"), "tap", "discard", {"unit": seat.id}, why)

    def moves(self, setting: Setting, unit: Unit) -> list[Move]:
        """What any player may do, at any time it makes sense."""
        if unit.kind == "item":
            return [Move("drop", _("It is used up"), "tap", "drop", {"unit": unit.id})]
        if unit.kind == "building":
            why = _("on the map already") if unit.on("placed") else ""
            return [Move("build", _("Place it with its survivors"), "tap", "build",
                         {"unit": unit.id}, why)]  # fmt: skip
        if unit.kind != "seat":
            return []
        who = {"unit": unit.id}
        why = ""
        if plays_left(setting, unit) <= 0:
            why = _("no more Event cards this round")
        elif not unit.number("hand"):
            why = _("no card")
        late = why or ("" if unit.id == setting.active else _("only in the own turn"))
        return [
            Move("event", _("Plays an Event card"), "tap", "event", who, why),
            Move("item", _("Puts an item in front"), "tap", "item", {**who, "weapon": False}, late),
            Move("weapon", _("Puts a weapon in front"), "tap", "item", {**who, "weapon": True},
                 late),
            self._discard(setting, unit),
            Move("fight", _("Fights a zombie"), "play", "fight", who,
                 _("a zombie player") if is_zombie(unit) else ""),
            Move("die", _("Dies"), "play", "die", who, _("dead") if unit.on("dead") else ""),
        ]  # fmt: skip

    # Taps

    def taps(self) -> Mapping[str, Callable[..., Done]]:
        """Cards, items, buildings, the goal."""
        return {
            "draw": _draw,
            "event": _event,
            "discard": _discard,
            "item": _item,
            "drop": _drop,
            "build": _build,
            "home": self._home,
        }

    def _home(self, setting: Setting, unit: str) -> Done:
        """At the Helipad's centre, with what the scenario asks for."""
        why = self._not_home(setting, setting[unit])
        if why:
            raise RuleError(f"{setting[unit].name}: {why}.")
        return setting.put(unit, home=True), [say("home", who=f"@{unit}")]

    def plays(self) -> Mapping[str, Callable[[Setting, dict[str, Any]], Procedure[Done]]]:
        """Rolls."""
        return {
            "fight": _fight,
            "move": _move,
            "zombies": _zombies,
            "helipad": _helipad,
            "die": _die_play,
            "rescue": _rescue,
        }

    # The end

    def verdict(self, setting: Setting) -> Verdict | None:
        """What each mode and scenario asks for."""
        seats = setting.seats
        home = [s for s in seats if s.on("home") and in_play(s)]
        humans = [s for s in seats if s.on("human")]
        if scenario(setting) == "last-man":
            if home:
                return Verdict(say("won", who=f"@{home[0].id}"), (home[0].id,))
            if not humans:
                return Verdict(say("zombies-won"), tuple(s.id for s in seats))
            return None
        match mode(setting):
            case "cooperative":
                if any(s.number("strikes") >= STRIKES for s in seats):
                    return Verdict(say("third-strike"))
                if len(home) == len(seats):
                    return Verdict(say("all-home"), tuple(s.id for s in seats))
            case "team":
                teams = sorted({s.number("team") for s in seats})
                for team in teams:
                    members = [s for s in seats if s.number("team") == team]
                    if all(s in home for s in members):
                        return Verdict(say("team-won", n=team), tuple(s.id for s in members))
            case _:
                if home:
                    return Verdict(say("won", who=f"@{home[0].id}"), (home[0].id,))
                if scenario(setting) == "standard":
                    best = [s for s in seats if s.number("zombies") >= TO_WIN]
                    if best:
                        return Verdict(say("collected", who=f"@{best[0].id}"), (best[0].id,))
        return None

    def sentences(self) -> Mapping[str, str]:
        """Its words."""
        return {
            "play/fight": _("{unit} fights"),
            "play/move": _("{unit} moves"),
            "play/zombies": _("Zombies move"),
            "play/helipad": _("The Helipad is drawn"),
            "play/die": _("{unit} dies"),
            "play/rescue": _("{unit} rescues a survivor"),
            "restarts": _("{who} starts again at the Town Square with {hearts} hearts."),
            "killed": _("{who} kills a zombie ({die}, {spent} bullets)."),
            "hurt": _("{who} loses a heart ({die})."),
            "died": _("{who} is dead and loses {lost} zombies, weapons and items."),
            "turned": _("{who} is a zombie now."),
            "moves": _("{who} moves up to {n} spaces ({die} + {hearts} hearts)."),
            "zombies": _("{who} moves {n} zombies a space each."),
            "zombies-out": _("{who} moves {n} zombies, nearest first, out of buildings only."),
            "zombies-tiles": _("{who} moves all zombies on the tile of {human} and one beside it."),
            "helipad": _("{who} places the Helipad."),
            "drew": _("{who} draws {n}."),
            "event": _("{who} plays an Event card."),
            "discarded": _("{who} discards an Event card."),
            "item": _("{who} puts {what} in front."),
            "dropped-item": _("{what} is used up."),
            "built": _("{what} is placed with {n} survivors."),
            "rescued": _("{who} rescues a survivor from {where}."),
            "back": _("A survivor of {who} is back in {where}."),
            "home": _("{who} is at the Helipad's centre."),
            "won": _("{who} has won."),
            "collected": _("{who} has 25 zombies and has won."),
            "all-home": _("Everyone is at the Helipad: all have won."),
            "third-strike": _("A third death: all have lost."),
            "team-won": _("Team {n} has won."),
            "zombies-won": _("No human is left: the zombies have won."),
        }


def _accounted(setting: Setting) -> int:
    """Survivors with players, on the map, and in buildings that are not on it yet."""
    waiting = sum(
        b.number("survivors") if b.on("placed") else b.number("most")
        for b in setting.of("building")
    )
    return waiting + rescued(setting)


def _survivors_left(setting: Setting, seat: Unit) -> int:
    """A player's survivors at most: eighteen less those elsewhere."""
    return 18 - _accounted(setting) + seat.number("survivors")


def _room(setting: Setting, building: Unit) -> int:
    """Survivors in a building at most: its own number, of eighteen in all."""
    most = building.number("most")
    if not building.on("placed"):
        return most
    return min(most, 18 - _accounted(setting) + building.number("survivors"))


def rescued(setting: Setting) -> int:
    """Survivors rescued by everyone."""
    return sum(s.number("survivors") for s in setting.seats)


def rescued_by(setting: Setting, seat: Unit) -> int:
    """Survivors rescued by a player, or by the player's team."""
    if mode(setting) != "team":
        return seat.number("survivors")
    return sum(
        s.number("survivors") for s in setting.seats if s.number("team") == seat.number("team")
    )


def _draw(setting: Setting, unit: str) -> Done:
    if setting.table.on("quicker") and setting.table.on("helipad"):
        raise RuleError(_("Quicker play: no more cards are drawn once the Helipad lies."))
    drawn = max(0, HAND - setting[unit].number("hand"))
    return setting.add(unit, "hand", drawn), [say("drew", who=f"@{unit}", n=drawn)]


def _event(setting: Setting, unit: str) -> Done:
    return _played(setting, unit), [say("event", who=f"@{unit}")]


def _played(setting: Setting, unit: str) -> Setting:
    seat = setting[unit]
    if plays_left(setting, seat) <= 0:
        raise RuleError(_("{name} has played for this round.").format(name=seat.name))
    if not seat.number("hand"):
        raise RuleError(_("{name} has no card.").format(name=seat.name))
    return setting.add(unit, "hand", -1).add(unit, "events", 1).add(unit, "since", 1)


def _no_discard(setting: Setting, seat: Unit) -> str:
    """Why no card may be discarded: one, at the end of the own turn; more only down to three."""
    if not seat.number("hand"):
        return _("no card")
    if seat.id != setting.active or setting.step != "discard":
        return _("at the end of the own turn")
    if seat.number("discarded") and seat.number("hand") <= HAND:
        return _("one card a turn")
    return ""


def _next_mover(setting: Setting) -> str:
    """The zombie player whose turn it is to place and move for a human; '' without any."""
    dead = [s.id for s in setting.seats if is_zombie(s)]
    last = str(setting.table["mover"] or "")
    if not dead:
        return ""
    return dead[(dead.index(last) + 1) % len(dead)] if last in dead else dead[0]


def _discard(setting: Setting, unit: str) -> Done:
    why = _no_discard(setting, setting[unit])
    if why:
        raise RuleError(f"{setting[unit].name}: {why}.")
    after = setting.add(unit, "hand", -1).add(unit, "discarded", 1)
    return after, [say("discarded", who=f"@{unit}")]


def _item(setting: Setting, unit: str, weapon: bool) -> Done:
    """A card in front, in the own turn, one of each; it is named afterwards."""
    if unit != setting.active:
        raise RuleError(_("Items come to lie in front in the own turn."))
    after = _played(setting, unit)
    name = setting.fresh_name(_("Weapon") if weapon else _("Item"), "item", unit)
    made = Unit(setting.next_id("i"), "item", name, unit, {"weapon": weapon})
    return after.place(made), [say("item", who=f"@{unit}", what=name)]


def _drop(setting: Setting, unit: str) -> Done:
    return setting.drop(unit), [say("dropped-item", what=setting[unit].name)]


def _build(setting: Setting, unit: str) -> Done:
    most = setting[unit].number("most")
    if setting[unit].on("placed"):
        raise RuleError(_("{name} is on the map.").format(name=setting[unit].name))
    after = setting.put(unit, placed=True, survivors=most)
    return after, [say("built", what=setting[unit].name, n=most)]


def _fight(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """A die until one side is done: 4 or more kills; bullets make up what is missing, or a heart
    is lost. Fighting cannot be left."""
    seat = setting[str(args["unit"])]
    if is_zombie(seat):
        raise RuleError(_("{name} is a zombie player.").format(name=seat.name))
    if seat.number("hearts") <= 0:
        raise RuleError(_("{name} has no hearts.").format(name=seat.name))
    who, says, turn = f"@{seat.id}", [], 0
    while setting[seat.id].number("hearts") > 0:
        turn += 1
        bullets = setting[seat.id].number("bullets")
        die = yield Sum(
            key=f"fight/{seat.id}/{turn}/die",
            question=_("{name} fights: {n} or more kills.").format(name=seat.name, n=WINS_AT),
            dice=D6,
        )
        short = WINS_AT - die
        spent = 0
        if 0 < short <= bullets:
            choice = yield Choose(
                key=f"fight/{seat.id}/{turn}/bullets",
                question=ngettext(
                    "A {die}: one bullet makes it {wins}.",
                    "A {die}: {n} bullets make it {wins}.",
                    short,
                ).format(die=die, n=short, wins=WINS_AT),
                options=(
                    Option("bullets", _("Spend {n} of {all}").format(n=short, all=bullets)),
                    Option("heart", _("Lose a heart")),
                ),
            )
            spent = short if choice == "bullets" else 0
        if die + spent >= WINS_AT:
            setting = setting.add(seat.id, "bullets", -spent).add(seat.id, "zombies", 1)
            says.append(say("killed", who=who, die=die, spent=spent))
            return setting, says
        setting = setting.add(seat.id, "hearts", -1)
        says.append(say("hurt", who=who, die=die))
    setting, more = yield from _die(setting, seat.id)
    return setting, [*says, *more]


def _die_play(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    return (yield from _die(setting, str(args["unit"])))


def _die(setting: Setting, unit: str) -> Procedure[Done]:
    """Half the zombies are lost, rounded down, with weapons and items; the turn ends but for
    zombies and discard. A third death loses cooperative play, a human turns in Last Man
    Standing."""
    seat = setting[unit]
    if seat.on("dead") or is_zombie(seat):
        raise RuleError(_("{name} is dead already.").format(name=seat.name))
    lost = seat.number("zombies") // 2
    says: list[Say] = [say("died", who=f"@{unit}", lost=lost)]
    for item in setting.of("item", unit):
        setting = setting.drop(item.id)
    setting = setting.put(
        unit, zombies=seat.number("zombies") - lost, hearts=0, bullets=0, home=False
    )
    setting = setting.add(unit, "strikes", 1)
    for n in range(seat.number("survivors")):
        free = [b for b in setting.of("building") if b.on("placed")]
        free = [b for b in free if b.number("survivors") < b.number("most")]
        if not free:
            break
        where = yield Choose(
            key=f"die/{unit}/survivor-{n + 1}",
            question=_("The nearest building with room for {name}'s survivor?").format(
                name=seat.name
            ),
            options=tuple(Option(b.id, b.name) for b in free),
        )
        setting = setting.add(where, "survivors", 1).add(unit, "survivors", -1)
        says.append(say("back", who=f"@{unit}", where=f"@{where}"))
    if scenario(setting) == "last-man":
        setting = setting.put(unit, human=False)
        says.append(say("turned", who=f"@{unit}"))
    else:
        setting = setting.put(unit, dead=True)
    if setting.active == unit and setting.step in ("tile", "fight", "draw", "move"):
        setting = setting.put("table", step="zombies", rolled="")
    return setting, says


def _move(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """A die, two in quicker play once the Helipad lies, plus the hearts."""
    seat = setting[str(args["unit"])]
    if is_zombie(seat) or seat.on("dead"):
        raise RuleError(_("{name} does not move.").format(name=seat.name))
    two = setting.table.on("quicker") and setting.table.on("helipad")
    hearts = seat.number("hearts")
    die = yield Sum(
        key=f"move/{seat.id}/die",
        question=_("{name} moves: {dice} + {hearts} hearts.").format(
            name=seat.name, dice="2D6" if two else "D6", hearts=hearts
        ),
        dice=Dice(2, 6) if two else D6,
    )
    setting = setting.put("table", rolled="move")
    said = say("moves", who=f"@{seat.id}", die=die, hearts=hearts, n=die + hearts)
    return setting, [said]


def _zombies(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """So many zombies a space each. In Last Man Standing zombie players, in turn, move all on
    two tiles in a human's turn."""
    seat = setting[str(args["unit"])]
    setting = setting.put("table", rolled="zombies")
    dead = [s.id for s in setting.seats if is_zombie(s)]
    if scenario(setting) == "last-man" and not is_zombie(seat) and dead:
        last = str(setting.table["mover"])
        mover = last if last in dead else dead[0]
        return setting, [say("zombies-tiles", who=f"@{mover}", human=f"@{seat.id}")]
    die = yield Sum(
        key=f"zombies/{seat.id}/die",
        question=_("{name}: how many zombies move?").format(name=seat.name),
        dice=D6,
    )
    out = mode(setting) == "cooperative"
    return setting, [say("zombies-out" if out else "zombies", who=f"@{seat.id}", n=die)]


def _helipad(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """Who places it: the fewest zombies, then the most bullets, then a roll-off."""
    if setting.table.on("helipad"):
        raise RuleError(_("The Helipad lies already."))
    seats = list(setting.seats)
    fewest = min(s.number("zombies") for s in seats)
    seats = [s for s in seats if s.number("zombies") == fewest]
    most = max(s.number("bullets") for s in seats)
    seats = [s for s in seats if s.number("bullets") == most]
    turn = 0
    while len(seats) > 1:
        turn += 1
        rolled: dict[str, int] = {}
        for seat in seats:
            rolled[seat.id] = yield Sum(
                key=f"helipad/{turn}/{seat.id}",
                question=_("Who places the Helipad? {name} rolls.").format(name=seat.name),
                dice=D6,
            )
        best = max(rolled.values())
        seats = [s for s in seats if rolled[s.id] == best]
    return setting.put("table", helipad=True), [say("helipad", who=f"@{seats[0].id}")]


def _rescue(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """A survivor from a building on the map."""
    seat = setting[str(args["unit"])]
    there = [b for b in setting.of("building") if b.number("survivors")]
    if not there:
        raise RuleError(_("No survivor waits on the map."))
    where = yield Choose(
        key=f"rescue/{seat.id}",
        question=_("{name} rescues a survivor: where?").format(name=seat.name),
        options=tuple(
            Option(b.id, b.name, _("{n} left").format(n=b.number("survivors"))) for b in there
        ),
    )
    setting = setting.add(where, "survivors", -1).add(seat.id, "survivors", 1)
    return setting, [say("rescued", who=f"@{seat.id}", where=f"@{where}")]
