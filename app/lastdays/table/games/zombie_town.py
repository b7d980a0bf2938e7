"""*Zombie Town*: ten days, actions, guns, survivors, barricaded buildings, points (its rulebook, and
ruling 54). What a barricade is worth stays hidden until it falls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.rules.asks import Choose, Option, Procedure
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
    seated,
    step_after,
    table_of,
)
from lastdays.table.events import Say, say
from lastdays.table.units import Setting, Unit

FIGURES, LIFE, HAND, ACTIONS, FREE, USES = 100, 4, 3, 3, 1, 5
BUILDINGS, BARRICADES, GUNS, START_BULLETS = 4, 3, 2, 3
#: Combat cards from the lowest: jammed, same square, one square, two squares away.
CARDS = ("jammed", "0", "1", "2")


def twofold(setting: Setting) -> int:
    """Two with two players, each with two characters; else one."""
    return 2 if len(setting.seats) == 2 else 1


def last_day(players: int) -> int:
    """Ten days, eight with six players."""
    return 8 if players == 6 else 10


def pawns(setting: Setting, seat: str) -> list[Unit]:
    """A player's characters still alive."""
    return [p for p in setting.of("pawn", seat) if p.number("life")]


def is_dead(setting: Setting, seat: Unit) -> bool:
    """Whether none of a player's characters lives."""
    return not pawns(setting, seat.id)


def killed(setting: Setting) -> int:
    """Zombies in all killed piles."""
    return sum(s.number("killed") for s in setting.seats)


def cemetery(setting: Setting) -> int:
    """What is left there: a hundred figures are there, on the board, or killed."""
    return FIGURES - setting.table.number("board") - killed(setting)


def survivors_of(setting: Setting, seat: str) -> list[Unit]:
    """A player's survivors, with a character or in a building."""
    places = {p.id for p in setting.of("pawn", seat)} | {b.id for b in setting.of("building", seat)}
    return [s for s in setting.of("survivor") if s.owner in places]


def guns_of(setting: Setting, seat: str) -> list[Unit]:
    """A player's guns, those of the survivors too."""
    bearers = {p.id for p in setting.of("pawn", seat)}
    bearers |= {s.id for s in survivors_of(setting, seat)}
    return [g for g in setting.of("gun") if g.owner in bearers]


def points(setting: Setting, seat: Unit) -> int:
    """A point for each zombie, barricade standing, survivor and loaded gun; each building its
    unused abilities, of five. The dead do not score."""
    if is_dead(setting, seat):
        return 0
    buildings = setting.of("building", seat.id)
    walls = sum(len(setting.of("barricade", b.id)) for b in buildings)
    loaded = sum(bool(g.number("bullets")) for g in guns_of(setting, seat.id))
    return (
        seat.number("killed")
        + walls
        + len(survivors_of(setting, seat.id))
        + loaded
        + sum(b.number("uses") for b in buildings)
    )


class ZombieTown(Game):
    """Survive ten days, with the most points."""

    key = "zombie-town"
    seats = (2, 6)

    @property
    def name(self) -> str:
        """Its title."""
        return _("Zombie Town")

    def choices(self, players: int) -> tuple[Choice, ...]:
        """What the board says, and who has what a trap kills."""
        squares = tuple((str(n), str(n)) for n in range(4, 41))
        return (
            Choice("squares", _("Squares beside the cemetery (one zombie each)"), squares, "12"),
            Choice(
                "traps",
                _("What a trap kills goes to"),
                (("owner", _("the building's owner")), ("mover", _("who moved the zombie"))),
                "owner",
            ),
        )

    def begin(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> Setting:
        """A home base, a three-bullet gun and a hand of three each; six with two players."""
        setting = Setting({}).place(
            table_of(
                day=1,
                last=last_day(len(players)),
                board=int(chosen.get("squares", "12")),
                squares=int(chosen.get("squares", "12")),
                traps=chosen.get("traps", "owner"),
            ),
            *seated(players, killed=0, hand=0, actions=0, free=0),
        )
        times = twofold(setting)
        for seat in setting.seats:
            setting = setting.put(seat.id, hand=HAND * times)
            for n in range(1, times + 1):
                pawn = setting.next_id("c")
                name = seat.name if times == 1 else f"{seat.name} {n}"
                setting = setting.place(Unit(pawn, "pawn", name, seat.id, {"life": LIFE}))
                setting = _new_gun(setting, pawn, START_BULLETS)
                setting = _new_building(setting, seat.id, home=True)
        return setting

    def kinds(self) -> Mapping[str, Kind]:
        """Players, characters, guns, survivors, buildings and their barricades."""
        return {
            "table": Kind(
                "table",
                (
                    Count("day", _("Day"), low=1, high=lambda _s, u: u.number("last")),
                    Count(
                        "board",
                        _("On the board"),
                        high=lambda s, _u: FIGURES - killed(s),
                        says=_("The cemetery is empty."),
                        look="damage",
                    ),
                ),
                note=lambda s, _u: _("{n} in the cemetery").format(n=cemetery(s)),
            ),
            "seat": Kind(
                "seat",
                (
                    Count(
                        "killed",
                        _("Killed"),
                        high=lambda s, u: u.number("killed") + cemetery(s),
                        says=_("The cemetery is empty."),
                        look="damage",
                    ),
                    Count(
                        "hand",
                        _("Hand"),
                        high=lambda s, _u: HAND * twofold(s),
                        limit="end",
                    ),
                    Count("actions", _("Actions"), look="ap"),
                    Count("free", _("Free moves"), look="ap"),
                ),
                note=self._note,
            ),
            "pawn": Kind(
                "pawn",
                (Count("life", _("Life"), high=LIFE, look="ap"),),
                note=lambda _s, u: _("character") if u.number("life") else _("DEAD"),
            ),
            "gun": Kind(
                "gun",
                (
                    Count(
                        "bullets",
                        _("Bullets"),
                        high=lambda _s, u: u.number("magazine"),
                        says=_("The magazine is full."),
                        look="ammo",
                    ),
                ),
                (Flag("two", _("draw 2"), "2"),),
                note=lambda _s, u: _("holds {n}").format(n=u["magazine"]),
                named=True,
            ),
            "survivor": Kind("survivor", named=True),
            "building": Kind(
                "building",
                (
                    Count("uses", _("Uses left"), high=USES, look="ap"),
                    Count("beside", _("Zombies beside"), look="damage"),
                ),
                note=lambda _s, u: _("home base") if u.on("home") else "",
                named=True,
            ),
            "barricade": Kind(
                "barricade",
                (Count("value", _("Value")), Count("trap", _("Trap"), look="damage")),
                (Flag("revealed", _("revealed"), "V"),),
                secret=("value", "trap"),
            ),
        }

    @staticmethod
    def _note(setting: Setting, seat: Unit) -> str:
        if is_dead(setting, seat):
            return _("DEAD")
        keeper = _(" · keeper") if seat.id == setting.seats[0].id else ""
        return _("{n} points").format(n=points(setting, seat)) + keeper

    # The turn

    def steps(self, setting: Setting) -> tuple[tuple[str, str], ...]:
        """Moves and actions, then the zombies, then the squares beside the cemetery."""
        return (("act", _("Act")), ("zombies", _("Zombies")), ("refill", _("Cemetery")))

    def forward(self, setting: Setting) -> Done:
        """The next step; the keeper's seat turns the day, also when the keeper is dead."""
        following = step_after(self, setting) if setting.active else ""
        if following:
            return setting.put("table", step=following), [say("step", step=following)]
        ids = [s.id for s in setting.seats]
        at = (ids.index(setting.active) + 1) % len(ids) if setting.active in ids else 0
        says: list[Say] = []
        around = not setting.active
        for _turn in ids:
            if at == 0 and setting.active:
                around = True
                if setting.table.number("day") >= setting.table.number("last"):
                    return setting.put("table", over=True), [say("over")]
                setting = setting.add("table", "day", 1)
                says.append(say("day", n=setting.table["day"]))
            if not is_dead(setting, setting[ids[at]]):
                break
            at = (at + 1) % len(ids)
        setting = setting.add("table", "turn", int(around))
        setting, more = self.enter(setting, ids[at])
        return setting, [*says, *more]

    def enter(self, setting: Setting, seat: str) -> Done:
        """A turn with its actions and free moves; nobody else has any left."""
        if is_dead(setting, setting[seat]):
            raise RuleError(_("{name} is dead.").format(name=setting[seat].name))
        times = twofold(setting)
        turn = max(1, setting.table.number("turn"))
        setting = setting.put("table", seat=seat, step="act", turn=turn, refilled=False)
        for other in setting.seats:
            setting = setting.put(other.id, actions=0, free=0)
        setting = setting.put(seat, actions=ACTIONS * times, free=FREE * times)
        return setting, [say("turn", who=f"@{seat}")]

    def owed(self, setting: Setting) -> list[str]:
        """A hand of three; two guns with a character, one with a survivor; new squares."""
        if not setting.active:
            return []
        found = [
            _("{building} of {name}: is it lost?").format(
                building=b.name, name=setting.name(b.owner)
            )
            for b in setting.of("building")
            if b.on("breached")
        ]
        seat = setting[setting.active]
        if setting.step == "act" and seat.number("hand") > HAND * twofold(setting):
            found.append(
                _("{name}: discard down to {n} cards.").format(
                    name=seat.name, n=HAND * twofold(setting)
                )
            )
        if setting.step == "act":
            for bearer in (*setting.of("pawn", seat.id), *survivors_of(setting, seat.id)):
                most = GUNS if bearer.kind == "pawn" else 1
                if len(setting.of("gun", bearer.id)) > most:
                    found.append(_("{name} has too many guns.").format(name=bearer.name))
        if setting.step == "refill" and not setting.table.on("refilled") and cemetery(setting):
            found.append(_("Refill the squares beside the cemetery."))
        return found

    def headline(self, setting: Setting) -> str:
        """The day, zombies to move."""
        table = setting.table
        return _("day {n} of {m} · zombies to move: {z} · cemetery {c}").format(
            n=table["day"],
            m=table["last"],
            z=table.number("day") * twofold(setting),
            c=cemetery(setting),
        )

    def checklist(self, setting: Setting) -> list[str]:
        """The set-up numbers."""
        players = len(setting.seats)
        kept = _("6 of 12") if players == 2 else _("3 of 6")
        found = [
            _("One zombie on each square beside the cemetery."),
            _("A three-bullet gun each; keep {kept} cards, no events.").format(kept=kept),
            _("Nine cards to each building nobody occupies."),
        ]
        if players >= 5:
            found.append(_("Three more to each occupied one."))
        return found

    def advice(self, setting: Setting) -> Advice:
        """What the active player does."""
        if not setting.active:
            return Advice(" ".join(self.checklist(setting)))
        seat = setting[setting.active]
        number = setting.table.number("day") * twofold(setting)
        says = {
            "act": _("{name}: free moves {free}, actions {actions}, in any order."),
            "zombies": _("{name} moves {n} zombies a square each, never back to the cemetery."),
            "refill": _("A zombie on each empty square beside the cemetery."),
        }[setting.step].format(
            name=seat.name, free=seat.number("free"), actions=seat.number("actions"), n=number
        )
        moves: list[Move] = []
        for lost in (b for b in setting.of("building") if b.on("breached")):
            which = {"unit": lost.id}
            name = f"{lost.name} ({setting.name(lost.owner)})"
            moves += [
                Move(f"lost/{lost.id}", _("{building} is lost").format(building=name), "tap",
                     "gone", which),
                Move(f"held/{lost.id}", _("{building} is held").format(building=name), "tap",
                     "held", which),
            ]  # fmt: skip
        if setting.step == "act":
            moves += self._actions(setting, seat)
        if setting.step == "refill":
            why = _("done") if setting.table.on("refilled") else ""
            moves += [Move("refill", _("Refill the squares"), "play", "refill", {}, why)]
        return Advice(says, tuple(moves))

    @staticmethod
    def _actions(setting: Setting, seat: Unit) -> list[Move]:
        who = {"unit": seat.id}
        none = "" if seat.number("actions") else _("no action left")
        empty = none or ("" if seat.number("hand") else _("no card"))
        free = "" if seat.number("free") else _("used")
        acts = (
            ("move", _("Move up to 3 squares (1)")),
            ("tear", _("Tear down a barricade beside (1)")),
            ("store", _("Store cards, or take them up (1)")),
            ("weapon", _("Give or take a survivor's gun (1)")),
            ("survivor", _("Pick a survivor up, or set one down (1)")),
        )
        return [
            Move("free", _("Free move of 3 squares"), "tap", "free", who, free),
            Move("draw", _("Draw a card (1)"), "play", "draw", who, none),
            Move("card", _("Play a card (1)"), "play", "card", who, empty),
            Move("shoot", _("Shoot at a zombie (1)"), "play", "shoot", {**who, "paid": True}, none),
            Move("duel", _("Fight a player (1)"), "play", "duel", who, none),
            *(Move(k, text, "tap", "act", {**who, "deed": k}, none) for k, text in acts),
            Move("event", _("Play an event from the hand (free)"), "tap", "event", who,
                 "" if seat.number("hand") else _("no card")),
            Move("extra", _("Event: one additional action"), "tap", "extra", who),
            Move("back", _("Event: time turns back a day"), "tap", "back", {}),
        ]  # fmt: skip

    def moves(self, setting: Setting, unit: Unit) -> list[Move]:
        """What can be done with a character, a gun, a survivor, a building, a barricade."""
        who = {"unit": unit.id}
        match unit.kind:
            case "seat":
                return [
                    Move("claim", _("Claims a building"), "tap", "claim", who),
                    Move("defend", _("Shoots in defence (free)"), "play", "shoot",
                         {**who, "paid": False}),
                    Move("event", _("Plays an event (free)"), "tap", "event", who,
                         "" if unit.number("hand") else _("no card")),
                    Move("lose", _("Discards a card"), "tap", "lose", who),
                ]  # fmt: skip
            case "pawn" if not unit.number("life"):
                return []
            case "pawn" | "survivor":
                found = [
                    Move("hurt", _("Takes a damage"), "play", "hurt", who),
                    Move("gun", _("Takes a gun"), "play", "gun", who),
                ]
                if unit.kind == "pawn":
                    found.append(Move("with", _("A survivor comes along"), "tap", "join", who))
                else:
                    found.append(Move("place", _("Goes elsewhere"), "play", "post", who))
                return found
            case "gun":
                empty = "" if not unit.number("bullets") else _("it is loaded")
                return [
                    Move("give", _("To another bearer"), "play", "hand", who),
                    Move("reload", _("Reload"), "tap", "reload", who),
                    Move("drop", _("Drop the empty gun (free)"), "tap", "gone", who, empty),
                ]
            case "building":
                used = "" if unit.number("uses") else _("used five times")
                used = used or ("" if unit.owner == setting.active else _("only in the own turn"))
                full = len(setting.of("barricade", unit.id)) >= BARRICADES
                return [
                    Move("use", _("Use its ability (1)"), "tap", "use", who, used),
                    Move("wall", _("A barricade"), "play", "wall", who,
                         _("three at most") if full else ""),
                    Move("stay", _("A survivor stays here"), "tap", "join", who),
                    Move("lost", _("It is lost"), "tap", "gone", who),
                    Move("over", _("Another player takes it"), "play", "over", who),
                ]  # fmt: skip
            case "barricade":
                return [Move("torn", _("It is torn down"), "play", "torn", who)]
        return []

    def taps(self) -> Mapping[str, Callable[..., Done]]:
        """Actions and things that change hands."""
        return {
            "free": _free,
            "act": _act,
            "event": _event,
            "extra": _extra,
            "back": _back,
            "claim": _claim,
            "lose": _lose,
            "join": _join,
            "reload": _reload,
            "gone": _gone,
            "held": _held,
            "use": _use,
        }

    def plays(self) -> Mapping[str, Callable[[Setting, dict[str, Any]], Procedure[Done]]]:
        """Cards and combat."""
        return {
            "draw": _draw,
            "card": _card,
            "shoot": _shoot,
            "duel": _duel,
            "hurt": _hurt_play,
            "gun": _gun,
            "hand": _hand_over,
            "post": _post,
            "wall": _wall,
            "torn": _torn,
            "over": _taken_over,
            "refill": _refill,
        }

    def counted(self, before: Setting, after: Setting, unit: str, name: str) -> Done:
        """Zombies beside a building that reach the sum of its barricades: all fall, traps kill. A
        character without life is dead."""
        piece, old = after[unit], before[unit]
        if name == "beside" and piece.number(name) > old.number(name):
            return _siege(after, unit)
        if piece.kind == "barricade" and name == "value":
            return _siege(after, piece.owner)
        if name == "life" and not piece.number(name) and old.number(name):
            return _dies(after, unit)
        return after, []

    def verdict(self, setting: Setting) -> Verdict | None:
        """After the last day the most points, ties by kills, then shared."""
        alive = [s for s in setting.seats if not is_dead(setting, s)]
        if not alive:
            return Verdict(say("nobody"))
        if not setting.table.on("over"):
            return None
        ranked = {s.id: (points(setting, s), s.number("killed")) for s in alive}
        best = max(ranked.values())
        winners = tuple(i for i, value in ranked.items() if value == best)
        listed = ", ".join(f"{s.name} {ranked[s.id][0]}" for s in alive)
        names = ", ".join(setting.name(w) for w in winners)
        return Verdict(say("won" if len(winners) == 1 else "shared", who=names, points=listed),
                       winners)  # fmt: skip

    def sentences(self) -> Mapping[str, str]:
        """Its words."""
        return {
            "play/draw": _("{unit} draws a card"),
            "play/card": _("{unit} plays a card"),
            "play/shoot": _("{unit} shoots"),
            "play/duel": _("{unit} fights a player"),
            "play/hurt": _("{unit} is hurt"),
            "play/gun": _("{unit} takes a gun"),
            "play/hand": _("{unit} changes hands"),
            "play/post": _("{unit} goes elsewhere"),
            "play/wall": _("{unit} is barricaded"),
            "play/torn": _("{unit} is torn down"),
            "play/over": _("{unit} is taken over"),
            "held": _("{who} holds {what}."),
            "taken-over": _("{who} takes {what} over; its barricades stay."),
            "play/refill": _("The cemetery opens"),
            "day": _("Day {n} dawns."),
            "over": _("The last day is over."),
            "free": _("{who} moves for free."),
            "acts": _("{who}: an action ({what}), {n} left."),
            "kept": _("{who} draws and keeps a card."),
            "returned": _("{who} draws a card and puts it back."),
            "event-now": _("{who} draws an event: it happens at once and costs nothing."),
            "zombie-event": _("{who} draws a zombie: it is fought at once and costs nothing."),
            "event": _("{who} plays an event for free."),
            "extra": _("{who} has one action more."),
            "back": _("Time turns back: day {n}."),
            "first-day": _("It is day 1: nothing happens."),
            "plays": _("{who} plays a card: {what}."),
            "killed": _("{who} kills a zombie ({bullets} bullets)."),
            "missed": _("{who} misses ({bullets} bullets)."),
            "duel-won": _("{who} wins against {other}."),
            "hurt": _("{who} takes a damage, life {n}."),
            "dies": _("{who} is dead; hand, guns and survivors are discarded."),
            "sacrificed": _("{what} dies for {who}."),
            "survivor-dies": _("{who} dies, with the gun."),
            "gun": _("{who} has a gun with {n} bullets."),
            "given": _("{what} goes to {who}."),
            "joins": _("A survivor stays with {who}."),
            "reloaded": _("{what} is loaded: {n}."),
            "gone": _("{what} is gone."),
            "used": _("{what}: its ability is used, {n} left."),
            "claimed": _("{who} claims {what}."),
            "walled": _("A barricade goes up at {what}."),
            "walled-short": _(
                "A barricade goes up at {what}: with {n} zombies beside it, the sum may not stay "
                "below."
            ),
            "torn": _("A barricade of {what} is torn down: value {n}, trap {trap}."),
            "fallen": _("{n} zombies at {what}: all barricades fall, traps kill {trap}."),
            "refilled": _("{n} zombies come out of the cemetery."),
            "lost-card": _("{who} discards a card."),
            "won": _("{who} has won ({points})."),
            "shared": _("{who} share the victory ({points})."),
            "nobody": _("Nobody is left alive."),
        }


# Making and paying


def _new_gun(setting: Setting, bearer: str, magazine: int) -> Setting:
    gun = setting.next_id("g")
    name = _("Gun {n}").format(n=gun[1:])
    values = {"bullets": magazine, "magazine": magazine, "two": False}
    return setting.place(Unit(gun, "gun", name, bearer, values))


def _new_building(setting: Setting, seat: str, *, home: bool) -> Setting:
    building = setting.next_id("b")
    name = _("Home base") if home else _("Building {n}").format(n=building[1:])
    taken = {b.name for b in setting.of("building", seat)}
    if name in taken:
        name = f"{name} {building[1:]}"
    values = {"uses": USES, "beside": 0, "home": home}
    return setting.place(Unit(building, "building", name, seat, values))


def _pay(setting: Setting, seat: str) -> Setting:
    if not setting[seat].number("actions"):
        raise RuleError(_("{name} has no action left.").format(name=setting[seat].name))
    return setting.add(seat, "actions", -1)


def _kill(setting: Setting, seat: str, number: int = 1) -> Setting:
    """Zombies from the board into a killed pile."""
    number = min(number, setting.table.number("board"))
    return setting.add("table", "board", -number).add(seat, "killed", number)


def _seat_of(setting: Setting, unit: str) -> str:
    found = setting[unit]
    while found.kind != "seat":
        found = setting[found.owner]
    return found.id


# Taps


def _free(setting: Setting, unit: str) -> Done:
    if not setting[unit].number("free"):
        raise RuleError(_("The free move is used."))
    return setting.add(unit, "free", -1), [say("free", who=f"@{unit}")]


def _act(setting: Setting, unit: str, deed: str) -> Done:
    names = {
        "move": _("move"),
        "tear": _("tear down"),
        "store": _("store"),
        "weapon": _("guns"),
        "survivor": _("survivors"),
    }
    setting = _pay(setting, unit)
    left = setting[unit].number("actions")
    return setting, [say("acts", who=f"@{unit}", what=names[deed], n=left)]


def _event(setting: Setting, unit: str) -> Done:
    if not setting[unit].number("hand"):
        raise RuleError(_("{name} has no card.").format(name=setting[unit].name))
    return setting.add(unit, "hand", -1), [say("event", who=f"@{unit}")]


def _extra(setting: Setting, unit: str) -> Done:
    return setting.add(unit, "actions", 1), [say("extra", who=f"@{unit}")]


def _back(setting: Setting) -> Done:
    day = setting.table.number("day")
    if day <= 1:
        raise RuleError(_("It is day 1: nothing happens."))
    return setting.put("table", day=day - 1), [say("back", n=day - 1)]


def _claimable(setting: Setting, seat: str) -> None:
    """Four buildings, home bases among them; four for each of two characters (ruling 54)."""
    most = BUILDINGS * twofold(setting)
    if len(setting.of("building", seat)) >= most:
        raise RuleError(_("{n} buildings at most, the home base among them.").format(n=most))


def _claim(setting: Setting, unit: str) -> Done:
    _claimable(setting, unit)
    after = _new_building(setting, unit, home=False)
    made = after.of("building", unit)[-1]
    return after, [say("claimed", who=f"@{unit}", what=made.name)]


def _lose(setting: Setting, unit: str) -> Done:
    if not setting[unit].number("hand"):
        raise RuleError(_("{name} has no card.").format(name=setting[unit].name))
    return setting.add(unit, "hand", -1), [say("lost-card", who=f"@{unit}")]


def _join(setting: Setting, unit: str) -> Done:
    """A survivor with a character, or in a building."""
    made = setting.next_id("s")
    name = _("Survivor {n}").format(n=made[1:])
    return setting.place(Unit(made, "survivor", name, unit, {})), [say("joins", who=f"@{unit}")]


def _reload(setting: Setting, unit: str) -> Done:
    full = setting[unit].number("magazine")
    said = say("reloaded", what=setting[unit].name, n=full)
    return setting.put(unit, bullets=full), [said]


def _held(setting: Setting, unit: str) -> Done:
    building = setting[unit]
    said = say("held", who=f"@{building.owner}", what=building.name)
    return setting.put(unit, breached=False), [said]


def _gone(setting: Setting, unit: str) -> Done:
    return setting.drop(unit), [say("gone", what=setting[unit].name)]


def _use(setting: Setting, unit: str) -> Done:
    """An action of the owner; the house is worth a point less."""
    building = setting[unit]
    if not building.number("uses"):
        raise RuleError(_("It has been used five times."))
    if building.owner != setting.active:
        raise RuleError(_("An ability is used in the own turn."))
    setting = _pay(setting, building.owner)
    setting = setting.add(unit, "uses", -1)
    return setting, [say("used", what=building.name, n=setting[unit]["uses"])]


# Procedures


def _draw(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """A card from the building one is in; what goes off at once costs nothing, nor its draw."""
    seat = str(args["unit"])
    paid = _pay(setting, seat)
    what = yield Choose(
        key=f"draw/{seat}",
        question=_("{name} draws: what becomes of the card?").format(name=setting[seat].name),
        options=(
            Option("kept", _("Into the hand")),
            Option("returned", _("Back into the building")),
            Option("event-now", _("An event that happens now")),
            Option("zombie-event", _("A zombie")),
        ),
    )
    who = f"@{seat}"
    match what:
        case "kept":
            return paid.add(seat, "hand", 1), [say("kept", who=who)]
        case "returned":
            return paid, [say("returned", who=who)]
        case "zombie-event":
            if cemetery(setting):
                setting = setting.add("table", "board", 1)
            return setting, [say("zombie-event", who=who)]
    return setting, [say("event-now", who=who)]


def _card(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """A card from the hand, an action; guns, survivors and barricades come to lie there."""
    seat = str(args["unit"])
    setting = _pay(setting, seat)
    if not setting[seat].number("hand"):
        raise RuleError(_("{name} has no card.").format(name=setting[seat].name))
    setting = setting.add(seat, "hand", -1)
    what = yield Choose(
        key=f"card/{seat}/what",
        question=_("Which card?"),
        options=(
            Option("gun", _("Gun")),
            Option("survivor", _("Survivor")),
            Option("barricade", _("Barricade")),
            Option("other", _("Fireworks, or another")),
        ),
    )
    names = {"gun": _("Gun"), "survivor": _("Survivor"), "barricade": _("Barricade")}
    played = say("plays", who=f"@{seat}", what=names.get(what, _("another")))
    bearers = [*pawns(setting, seat), *survivors_of(setting, seat)]
    if what == "gun":
        to = yield from _one(f"card/{seat}/to", _("Who takes the gun?"), bearers)
        setting, says = yield from _arm(setting, to, f"card/{seat}")
        return setting, [played, *says]
    if what == "survivor":
        places = [*pawns(setting, seat), *setting.of("building", seat)]
        to = yield from _one(f"card/{seat}/to", _("Where does the survivor stay?"), places)
        setting, says = _join(setting, to)
        return setting, [played, *says]
    if what == "barricade":
        to = yield from _one(
            f"card/{seat}/to", _("Which building?"), list(setting.of("building", seat))
        )
        setting, says = yield from _wall(setting, {"unit": to})
        return setting, [played, *says]
    return setting, [played]


def _one(key: str, question: str, units: list[Unit]) -> Procedure[str]:
    """One of several units; nothing is asked where there is one only."""
    if not units:
        raise RuleError(_("There is nobody, and nothing, for it."))
    if len(units) == 1:
        return units[0].id
    chosen: str = yield Choose(
        key=key, question=question, options=tuple(Option(u.id, u.name) for u in units)
    )
    return chosen


def _arm(setting: Setting, bearer: str, where: str) -> Procedure[Done]:
    most = GUNS if setting[bearer].kind == "pawn" else 1
    if len(setting.of("gun", bearer)) >= most:
        raise RuleError(_("{name} has as many guns as allowed.").format(name=setting[bearer].name))
    magazine = int((yield Choose(
        key=f"{where}/magazine",
        question=_("How many bullets does it hold?"),
        options=tuple(Option(str(n), str(n)) for n in range(1, 7)),
    )))  # fmt: skip
    setting = _new_gun(setting, bearer, magazine)
    return setting, [say("gun", who=f"@{bearer}", n=magazine)]


def _gun(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    bearer = str(args["unit"])
    return (yield from _arm(setting, bearer, f"gun/{bearer}"))


def _card_drawn(key: str, question: str) -> Choose:
    names = (_("jammed"), _("same square"), _("1 square"), _("2 squares"))
    options = tuple(Option(c, n) for c, n in zip(CARDS, names, strict=True))
    return Choose(key=key, question=question, options=options)


def _armed(setting: Setting, seat: str, *, survivors: bool = False) -> list[Unit]:
    """Loaded guns of a player's characters, and of survivors where they may fight."""
    bearers = [*pawns(setting, seat), *(survivors_of(setting, seat) if survivors else ())]
    return [g for b in bearers for g in _loaded(setting, b.id)]


def _loaded(setting: Setting, bearer: str) -> list[Unit]:
    return [g for g in setting.of("gun", bearer) if g.number("bullets")]


def _shoot(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """Bullets of one gun until a combat card reaches the distance; an action, none in defence."""
    seat = str(args["unit"])
    where = f"shoot/{seat}"
    if args.get("paid"):
        setting = _pay(setting, seat)
    if not setting.table.number("board"):
        raise RuleError(_("No zombie is on the board."))
    guns = _armed(setting, seat, survivors=not args.get("paid"))
    gun = yield from _one(f"{where}/gun", _("Which gun?"), guns)
    distance = yield Choose(
        key=f"{where}/distance",
        question=_("How far away is the zombie?"),
        options=(
            Option("0", _("same square")),
            Option("1", _("1 square")),
            Option("2", _("2 squares")),
        ),
    )
    spent = 0
    while setting[gun].number("bullets"):
        spent += 1
        setting = setting.add(gun, "bullets", -1)
        card = yield _card_drawn(
            f"{where}/card-{spent}",
            _("{gun}: which combat card?").format(gun=setting[gun].name),
        )
        if card != "jammed" and int(card) >= int(distance):
            said = say("killed", who=f"@{seat}", bullets=spent)
            return _kill(setting, seat), [said]
        if not setting[gun].number("bullets"):
            break
        again = yield Choose(
            key=f"{where}/again-{spent}",
            question=_("Missed. Another bullet?"),
            options=(Option("yes", _("Spend another")), Option("no", _("Stop"))),
        )
        if again == "no":
            break
    return setting, [say("missed", who=f"@{seat}", bullets=spent)]


def _duel(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """Both spend a bullet and draw; the lower takes a damage, ties draw again without a bullet.
    Who has no bullet is hit by anything but a jam, and after a jam another bullet may be spent.
    Survivors defend themselves, and die of a damage."""
    seat = str(args["unit"])
    where = f"duel/{seat}"
    setting = _pay(setting, seat)
    mine = yield from _one(f"{where}/gun", _("Which gun?"), _armed(setting, seat))
    others = [s.id for s in setting.seats if s.id != seat]
    foes = [f for s in others for f in (*pawns(setting, s), *survivors_of(setting, s))]
    other = yield from _one(f"{where}/foe", _("Against whom?"), foes)
    foe = _seat_of(setting, other)
    me = _seat_of(setting, mine)
    theirs = _loaded(setting, other)
    name, rival = setting[me].name, setting[other].name
    if not theirs:
        return (yield from _at_unarmed(setting, seat, mine, other))
    answer = yield from _one(f"{where}/their-gun", _("Which gun of theirs?"), theirs)
    setting = setting.add(mine, "bullets", -1).add(answer, "bullets", -1)
    turn = 0
    while True:
        turn += 1
        ours = yield _card_drawn(f"{where}/mine-{turn}", _("{name} draws:").format(name=name))
        card = yield _card_drawn(f"{where}/theirs-{turn}", _("{name} draws:").format(name=rival))
        if ours != card:
            break
    if CARDS.index(ours) > CARDS.index(card):
        setting, more = yield from _hurt(setting, other, where)
        return setting, [say("duel-won", who=f"@{seat}", other=f"@{foe}"), *more]
    bearer = setting[mine].owner
    setting, more = yield from _hurt(setting, bearer, where)
    return setting, [say("duel-won", who=f"@{foe}", other=f"@{seat}"), *more]


def _at_unarmed(setting: Setting, seat: str, gun: str, other: str) -> Procedure[Done]:
    """Bullets until a card is no jam."""
    where, spent = f"duel/{seat}", 0
    foe = _seat_of(setting, other)
    while setting[gun].number("bullets"):
        spent += 1
        setting = setting.add(gun, "bullets", -1)
        question = _("{name} draws:").format(name=setting.name(seat))
        card = yield _card_drawn(f"{where}/mine-{spent}", question)
        if card != "jammed":
            setting, more = yield from _hurt(setting, other, where)
            return setting, [say("duel-won", who=f"@{seat}", other=f"@{foe}"), *more]
        if not setting[gun].number("bullets"):
            break
        again = yield Choose(
            key=f"{where}/again-{spent}",
            question=_("Jammed. Another bullet?"),
            options=(Option("yes", _("Spend another")), Option("no", _("Stop"))),
        )
        if again == "no":
            break
    return setting, [say("missed", who=f"@{seat}", bullets=spent)]


def _hurt_play(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    unit = str(args["unit"])
    return (yield from _hurt(setting, unit, f"hurt/{unit}"))


def _hurt(setting: Setting, unit: str, where: str) -> Procedure[Done]:
    """A life less, or a survivor at the character's side; without lives, dead. A survivor dies."""
    victim = setting[unit]
    if victim.kind == "survivor":
        return setting.drop(unit), [say("survivor-dies", who=victim.name)]
    friends = list(setting.of("survivor", unit))
    if friends:
        choice = yield Choose(
            key=f"{where}/sacrifice",
            question=_("{name} takes a damage. Does a survivor die instead?").format(
                name=victim.name
            ),
            options=(
                Option("no", _("Take it")),
                *(Option(f.id, _("{name} dies").format(name=f.name)) for f in friends),
            ),
        )
        if choice != "no":
            said = say("sacrificed", what=setting.name(choice), who=f"@{unit}")
            return setting.drop(choice), [said]
    life = victim.number("life") - 1
    if life < 0:
        raise RuleError(_("{name} is dead.").format(name=victim.name))
    setting = setting.put(unit, life=life)
    if life:
        return setting, [say("hurt", who=f"@{unit}", n=life)]
    return _dies(setting, unit)


def _dies(setting: Setting, unit: str) -> Done:
    """A character's guns and survivors go, with the last one the player's hand."""
    victim = setting[unit]
    for owned in list(setting.owned(unit)):
        setting = setting.drop(owned.id)
    if not pawns(setting, victim.owner):
        setting = setting.put(victim.owner, hand=0, actions=0, free=0)
    return setting, [say("dies", who=f"@{unit}")]


def _hand_over(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    gun = setting[str(args["unit"])]
    seat = _seat_of(setting, gun.id)
    bearers = [
        b
        for b in (*pawns(setting, seat), *survivors_of(setting, seat))
        if b.id != gun.owner and len(setting.of("gun", b.id)) < (GUNS if b.kind == "pawn" else 1)
    ]
    to = yield from _one(f"hand/{gun.id}", _("Who takes it?"), bearers)
    return setting.hand(gun.id, to), [say("given", what=gun.name, who=f"@{to}")]


def _post(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    survivor = setting[str(args["unit"])]
    seat = _seat_of(setting, survivor.id)
    places = [
        p for p in (*pawns(setting, seat), *setting.of("building", seat)) if p.id != survivor.owner
    ]
    to = yield from _one(f"post/{survivor.id}", _("Where to?"), places)
    return setting.hand(survivor.id, to), [say("given", what=survivor.name, who=f"@{to}")]


def _wall(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """A barricade: value and trap are typed unseen by the others, three to a building."""
    building = setting[str(args["unit"])]
    where = f"wall/{building.id}"
    if len(setting.of("barricade", building.id)) >= BARRICADES:
        raise RuleError(_("Three barricades at most."))
    value = yield Choose(
        key=f"{where}/value",
        question=_("Its value? (The others look away.)"),
        options=tuple(Option(str(n), str(n)) for n in range(1, 10)),
    )
    trap = yield Choose(
        key=f"{where}/trap",
        question=_("Its trap?"),
        options=(Option("0", _("none")), Option("1", "1"), Option("2", "2")),
    )
    made = setting.next_id("w")
    name = _("Barricade {n}")
    taken = {w.name for w in setting.of("barricade", building.id)}
    name = next(n for n in (name.format(n=i) for i in range(1, 5)) if n not in taken)
    values = {"value": int(value), "trap": int(trap), "revealed": False}
    setting = setting.place(Unit(made, "barricade", name, building.id, values))
    beside = building.number("beside")
    # The same words whatever it is worth: the value is nobody else's business.
    return setting, [say("walled-short" if beside else "walled", what=building.name, n=beside)]


def _torn(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """One barricade torn down by a player: it is revealed, a trap harms once."""
    wall = setting[str(args["unit"])]
    building = setting[wall.owner]
    setting = setting.drop(wall.id)
    said = say("torn", what=building.name, n=wall["value"], trap=wall["trap"])
    setting, fallen = _siege(setting, building.id)
    setting = _breached(setting, building.id)
    active = setting.active
    harmless = not wall.number("trap") or active in ("", building.owner)
    if harmless or not pawns(setting, active):
        return setting, [said, *fallen]
    who = yield from _one(f"torn/{wall.id}", _("Who tore it down?"), pawns(setting, setting.active))
    setting, more = yield from _hurt(setting, who, f"torn/{wall.id}")
    return setting, [said, *fallen, *more]


def _breached(setting: Setting, building: str) -> Setting:
    """Without barricades and survivors a claimed building may be lost: it is asked for."""
    held = setting.of("barricade", building) or setting.of("survivor", building)
    if held or setting[building].on("home"):
        return setting
    return setting.put(building, breached=True)


def _taken_over(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """Another player claims it: barricades stay, survivors go, five uses again."""
    building = setting[str(args["unit"])]
    others = [s for s in setting.seats if s.id != building.owner and not is_dead(setting, s)]
    to = yield from _one(f"over/{building.id}", _("Who takes it over?"), others)
    _claimable(setting, to)
    for survivor in setting.of("survivor", building.id):
        setting = setting.drop(survivor.id)
    setting = setting.put(building.id, uses=USES, home=False, breached=False)
    said = say("taken-over", who=f"@{to}", what=building.name)
    return setting.hand(building.id, to), [said]


def _siege(setting: Setting, building: str) -> Done:
    """All barricades fall as the zombies beside reach their sum; traps kill as many."""
    walls = setting.of("barricade", building)
    total = sum(w.number("value") for w in walls)
    beside = setting[building].number("beside")
    if not walls or not beside or beside < total:
        return setting, []
    board = setting.table.number("board")
    trap = min(beside, board, sum(w.number("trap") for w in walls))
    for wall in walls:
        setting = setting.drop(wall.id)
    owner = setting[building].owner
    credit = owner if setting.table["traps"] == "owner" else setting.active or owner
    setting = _kill(setting, credit, trap).put(building, beside=beside - trap)
    setting = _breached(setting, building)
    return setting, [say("fallen", n=beside, what=setting[building].name, trap=trap)]


def _refill(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """A zombie on each empty square beside the cemetery, as long as it has some."""
    most = min(setting.table.number("squares"), cemetery(setting))
    number = 0
    if most:
        number = int((yield Choose(
            key="refill/number",
            question=_("How many squares beside the cemetery are empty?"),
            options=tuple(Option(str(n), str(n)) for n in range(most + 1)),
        )))  # fmt: skip
    setting = setting.add("table", "board", number).put("table", refilled=True)
    return setting, [say("refilled", n=number)]
