"""What is kept of everything on the table of *Last Night on Earth*, and how it lies before its player."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from lastdays.language import _, ngettext, pgettext
from lastdays.tabletop.declared import Step, each
from lastdays.tabletop.last_night import fights, play
from lastdays.tabletop.last_night.counts import (
    HEROES,
    ITEMS,
    WEAPONS,
    advanced,
    can_spawn,
    deck_lost,
    hand,
    is_nameless,
    limit,
    living,
    names_left,
    on_board,
    pool,
    zombie_seats,
)
from lastdays.tabletop.units import Count, Kind, Switch, TableState, Unit, always
from lastdays.tabletop.view import ButtonView


def _placed_by(setting: TableState, marker: Unit) -> str:
    """Return the card in play that placed a marker."""
    card = str(marker["card"] or "")
    return setting.name(card) if setting.has(card) else ""


def _in_play_by(_setting: TableState, seat: Unit) -> list[ButtonView]:
    """Return what a player can have one more of."""
    return [ButtonView("card", _("Keep a card in play"), play.card.tap(seat.id))]


def _found_by(setting: TableState, hero: Unit) -> list[ButtonView]:
    """Return what a Hero can carry one more of."""
    items = setting.of("item", hero.id)
    if hero.on("dead") or len(items) >= ITEMS:
        return []
    found = [ButtonView("item", _("Add an item"), play.item.tap(hero.id, weapon=False))]
    if sum(i.on("weapon") for i in items) < WEAPONS:
        weapon = play.item.tap(hero.id, weapon=True)
        found.append(ButtonView("weapon", _("Add a weapon"), weapon))
    return found


def _seat_note(setting: TableState, seat: Unit) -> str:
    if seat["role"] == "hero":
        return _("Hero player")
    return _("Zombie player, {n} in the pool", n=pool(setting, seat))


def _pool(setting: TableState, seat: Unit) -> tuple[str, str]:
    if seat["role"] == "hero":
        return "", ""
    return str(pool(setting, seat)), _("in the pool")


def _hero_remark(_setting: TableState, hero: Unit) -> str:
    if hero.on("dead"):
        return _("KILLED")
    if hero.number("rolled") and not hero.on("moved"):
        n = hero.number("rolled")
        return ngettext("moves up to {n} space", "moves up to {n} spaces", n, n=n)
    return ""


def _hero_note(setting: TableState, hero: Unit) -> str:
    if hero.on("dead"):
        return _("KILLED")
    parts = [p for p in (_hero_remark(setting, hero),) if p]
    items = setting.of("item", hero.id)
    if items:
        parts.append(ngettext("{n} item", "{n} items", len(items), n=len(items)))
    weapons = sum(i.on("weapon") for i in items)
    if weapons:
        parts.append(ngettext("{n} weapon", "{n} weapons", weapons, n=weapons))
    return " · ".join(parts)


@cache
def pieces() -> Mapping[str, Kind]:
    """Return what is kept of players, Heroes and their items, Zombie Heroes, markers."""

    def goal_kept(setting: TableState, _unit: Unit) -> bool:
        return bool(setting.table["scenario"] != "die")

    def zombies_kept(_setting: TableState, seat: Unit) -> bool:
        return bool(seat["role"] == "zombie")

    return {
        "table": Kind(
            "table",
            (
                Count("sun", "Sun Track", icon="day", tone="accent_text"),
                Count(
                    "killed",
                    "Zombies killed",
                    high=lambda s, u: (
                        u.number("killed") + sum(z.number("board") for z in zombie_seats(s))
                    ),
                    says=_("No zombie is on the board."),
                    told=False,
                    icon="kills",
                    tone="well_text",
                ),
                Count("goal", "Goal", when=goal_kept, icon="trophy", tone="well_text"),
                Count(
                    "heroes_killed",
                    "Heroes killed",
                    icon="grave",
                    tone="harm_text",
                ),
                Count("pits", "Spawning Pits", low=0, icon="pit"),
            ),
            (
                Switch("exhausted", "Hero deck empty", "X", icon="cards"),
                Switch(
                    "deck_lost",
                    "Hero card lost",
                    "L",
                    lambda s, _u: deck_lost(s),
                    icon="out",
                ),
            ),
            note=lambda _s, u: ngettext("{n} turn", "{n} turns", u.number("turns"), n=u["turns"]),
        ),
        "seat": Kind(
            "seat",
            (
                Count(
                    "board",
                    "On the board",
                    high=limit,
                    says=_("The pool is empty: every figure is on the board."),
                    when=zombies_kept,
                    icon="zombie",
                    tone="harm_text",
                ),
                Count(
                    "hand",
                    "Zombie cards",
                    high=hand,
                    limit="end",
                    when=zombies_kept,
                    icon="cards",
                ),
            ),
            (Switch("won", "spawn roll won", "S", zombies_kept, icon="spawn"),),
            note=_seat_note,
            named=True,
            icon=lambda _s, u: "zombie" if u["role"] == "zombie" else "survivor",
            figure=_pool,
            remark=lambda _s, u: _("Zombie player") if u["role"] == "zombie" else _("Hero player"),
            adds=_in_play_by,
        ),
        "hero": Kind(
            "hero",
            (
                Count(
                    "wounds",
                    "Wounds",
                    high=lambda _s, u: u.number("health"),
                    says=_("All Health boxes are full."),
                    icon="damage",
                    tone="harm_text",
                    boxes=True,
                ),
                Count(
                    "health",
                    "Health boxes",
                    low=1,
                    high=9,
                    told=False,
                    icon="hearts",
                    aside=always,
                ),
            ),
            (
                Switch("acted", "acted", "A", icon="spent"),
                Switch("shot", "shot", "R", icon="locked"),
                Switch("dead", "killed", "K", lambda _s, u: u.on("dead"), icon="out"),
            ),
            note=_hero_note,
            named=True,
            icon=lambda _s, _u: "survivor",
            remark=_hero_remark,
            gone=lambda _s, u: u.on("dead"),
            adds=_found_by,
        ),
        "item": Kind(
            "item",
            flags=(
                Switch("weapon", "weapon", "W", icon="weapon", aside=always),
                Switch("used", "used", "U", icon="spent"),
            ),
            named=True,
            icon=lambda _s, u: "weapon" if u.on("weapon") else "item",
            form=lambda _s, _u: "chip",
        ),
        "zombie-hero": Kind(
            "zombie-hero",
            (
                Count(
                    "wounds",
                    "Wounds",
                    high=lambda _s, u: u.number("health"),
                    icon="damage",
                    tone="harm_text",
                    boxes=True,
                ),
            ),
            note=lambda _s, u: ngettext(
                "Zombie Hero, {n} Health box",
                "Zombie Hero, {n} Health boxes",
                u.number("health"),
                n=u["health"],
            ),
            named=True,
            icon=lambda _s, _u: "zombie",
            remark=lambda _s, _u: _("Zombie Hero"),
        ),
        "card": Kind(
            "card",
            note=lambda _s, _u: _("stays in play"),
            named=True,
            icon=lambda _s, _u: "cards",
            form=lambda _s, _u: "chip",
        ),
        "marker": Kind(
            "marker",
            note=_placed_by,
            named=True,
            icon=lambda _s, _u: "marker",
            form=lambda _s, _u: "chip",
        ),
    }


def steps() -> tuple[Step, ...]:
    """Return the steps: the Zombie Turn's six steps, then the Heroes (The Game Round)."""
    return (
        Step(
            "sun",
            _("Sun"),
            lambda s: _("The sun is at {n}.", n=s.table["sun"]),
            passed=lambda _s: True,
        ),
        Step(
            "cards",
            _("Cards"),
            lambda _s: _("Each zombie player may discard one card, then fills their hand again."),
            _fill,
            rare=_discard,
            passed=lambda s: all(z.on("drawn") for z in zombie_seats(s)),
        ),
        Step(
            "spawn",
            _("Spawn roll"),
            lambda _s: _(
                "Each zombie player rolls. More than their own zombies on the board brings new ones at the end of the turn."
            ),
            _spawn,
            passed=lambda s: not _spawn(s),
        ),
        Step(
            "move",
            pgettext("step", "Zombies move"),
            lambda _s: _(
                "Each zombie moves one space. Next to a Hero it must move into the Hero's space, and it never leaves one."
            ),
            may=_walks,
            passed=_empty_board,
        ),
        Step(
            "fight",
            _("Fights"),
            lambda _s: _(
                "Every Hero with a zombie in their space fights. If numbers are uneven, the Hero players choose who fights whom."
            ),
            may=lambda s: [*_fights(s), *changes(s)],
            passed=_empty_board,
        ),
        Step(
            "place",
            _("New zombies"),
            lambda _s: _(
                "Whoever won the spawn roll places new zombies, spread evenly over the Spawning Pits."
            ),
            _place,
            passed=lambda s: not _place(s),
        ),
        Step(
            "heroes",
            _("Hero turn"),
            _heroes_said,
            _hero_usual,
            lambda s: [*_hero_may(s), *changes(s)],
            lambda s: [*_exchange(s), *names(s, [h for h in living(s) if int(h.id[1:]) > HEROES])],
            passed=lambda s: not _waiting(s),
        ),
    )


def before(setting: TableState) -> list[ButtonView]:
    """Return the moves before the first turn."""
    text = _("Place {name}'s opening zombies")
    nameless = any(is_nameless(h) for h in living(setting))
    draw = [ButtonView("heroes", _("Draw the Heroes"), play.heroes.play())] if nameless else []
    seats = [s for s in zombie_seats(setting) if not s.on("opened")]
    return draw + each("open", text, seats, play.opening.play)


def fallen(setting: TableState) -> list[ButtonView]:
    """Return the Heroes whose Health boxes are full."""
    full = [h for h in living(setting) if h.number("wounds") >= h.number("health")]
    return each("kill", _("Kill {name}"), full, fights.kill.play)


def changes(setting: TableState) -> list[ButtonView]:
    """Return what cards and abilities may do to the fight that was fought last."""
    fought = setting.table["fought"]
    if not fought:
        return []
    found = []
    for side, dice in zip(fights.SIDES, fought[2:4], strict=True):
        hero = side == "hero"
        roll = _("Roll the Hero's {n} again") if hero else _("Roll the zombie's {n} again")
        more = _("One more die for the Hero") if hero else _("One more die for the zombie")
        for n, die in enumerate((*dice, 0)):
            text = roll.format(n=die) if die else more
            found.append(ButtonView(f"{side}/{n}", text, fights.again.play(side, n)))
    return [*found, ButtonView("cancel", _("Cancel the fight"), fights.cancel.tap())]


def _empty_board(setting: TableState) -> bool:
    return not any(on_board(setting, seat) for seat in zombie_seats(setting))


def _fill(setting: TableState) -> list[ButtonView]:
    seats = [s for s in zombie_seats(setting) if not s.on("drawn")]
    return each("draw", _("Fill {name}'s hand"), seats, play.draw.tap)


def _discard(setting: TableState) -> list[ButtonView]:
    seats = [
        s
        for s in zombie_seats(setting)
        if s.number("hand") and not s.on("drawn") and not s.on("discarded")
    ]
    return each("discard", _("Discard one of {name}'s cards"), seats, play.discard.tap)


def _spawn(setting: TableState) -> list[ButtonView]:
    seats = [s for s in zombie_seats(setting) if not s.on("rolled") and can_spawn(setting, s)]
    return each("spawn", _("Make {name}'s spawn roll"), seats, play.spawn.play)


def _place(setting: TableState) -> list[ButtonView]:
    seats = [s for s in zombie_seats(setting) if s.on("won")]
    return each("place", _("Place {name}'s new zombies"), seats, play.place.play)


def _walks(setting: TableState) -> list[ButtonView]:
    return each("walk", _("Roll {name}'s move"), setting.of("zombie-hero"), play.walk.play)


def _fights(setting: TableState) -> list[ButtonView]:
    return each("fight", _("Fight with {name}"), living(setting), fights.fight.play)


def _waiting(setting: TableState) -> list[Unit]:
    """Return the Heroes who have not acted."""
    return [h for h in living(setting) if not h.on("acted")]


def _acting(setting: TableState) -> Unit | None:
    """Return the Hero who acts now."""
    acting = str(setting.table["acting"] or "")
    return next((h for h in living(setting) if h.id == acting), None)


def _heroes_said(setting: TableState) -> str:
    hero = _acting(setting)
    if hero is None:
        return _(
            "The Heroes act in any order. Each moves or searches, exchanges items, makes a Ranged Attack, then fights."
        )
    says = _("{name} moves or searches, exchanges items, makes a Ranged Attack, then fights.")
    if hero.number("rolled") and not hero.on("moved"):
        says = _("{name} rolled {n}: move up to that many spaces, or search instead.")
    return says.format(name=hero.name, n=hero["rolled"])


def _hero_usual(setting: TableState) -> list[ButtonView]:
    """Return the roll of whoever acts, or of the next who may; then the end of their turn."""
    hero = _acting(setting)
    if hero is None:
        return each("walk", _("Roll {name}'s move"), _waiting(setting)[:1], play.walk.play)
    done = _("Finish with {name}", name=hero.name)
    finish = ButtonView("acted", done, play.acted.tap(hero.id))
    if hero.on("moved") or hero.number("rolled"):
        return [finish]
    return [ButtonView("walk", _("Roll to move"), play.walk.play(hero.id)), finish]


def _hero_may(setting: TableState) -> list[ButtonView]:
    """Return the four steps of whoever acts; else who may begin."""
    hero = _acting(setting)
    if hero is None:
        return each("acts", _("Act with {name}"), _waiting(setting), play.act.tap)
    who = hero.id
    moved = _("already moved or searched") if hero.on("moved") else ""
    shot = _("one Ranged Attack a turn") if hero.on("shot") else ""
    found = [ButtonView("search", _("Search instead"), play.search.tap(who), moved)]
    if not _empty_board(setting):
        ranged = _("Make a Ranged Attack")
        found.append(ButtonView("ranged", ranged, fights.ranged.play(who), shot))
        text = _("Fight a zombie in this space")
        found.append(ButtonView("fight", text, fights.fight.play(who)))
    return found


def _exchange(setting: TableState) -> list[ButtonView]:
    """Return the items that whoever acts may hand over."""
    hero, text = _acting(setting), _("Give {item} to another Hero")
    items = setting.of("item", hero.id) if hero is not None else ()
    return [
        ButtonView(f"give/{i.id}", text.format(item=i.name), play.give.play(i.id)) for i in items
    ]


def moves(setting: TableState, unit: Unit) -> list[ButtonView]:
    """Return what can be done with a Hero, an item, a zombie player, the table."""
    who = unit.id
    match unit.kind:
        case "hero" if not unit.on("dead"):
            shot = _("one Ranged Attack a turn") if unit.on("shot") else ""
            return [
                ButtonView("walk", _("Roll to move"), play.walk.play(who)),
                ButtonView("ranged", _("Make a Ranged Attack"), fights.ranged.play(who), shot),
                ButtonView("fight", _("Fight a zombie"), fights.fight.play(who)),
                ButtonView("item", _("Add an item"), play.item.tap(who, weapon=False)),
                ButtonView("weapon", _("Add a weapon"), play.item.tap(who, weapon=True)),
                ButtonView("kill", _("Kill"), fights.kill.play(who)),
                *(
                    [ButtonView("who", _("Choose which Hero"), play.who.play(who))]
                    if names_left(setting)
                    else []
                ),
            ]
        case "card":
            return [
                *(
                    ButtonView(
                        sort,
                        _("Place {marker}", marker=name),
                        play.marker.tap(sort=sort, name=name, card=unit.id),
                    )
                    for sort, name in _markers(setting)
                ),
                ButtonView("drop", _("Discard or cancel"), play.drop.tap(who)),
            ]
        case "item":
            return [
                ButtonView("give", _("Give to another Hero"), play.give.play(who)),
                ButtonView("drop", _("Discard"), play.drop.tap(who)),
            ]
        case "zombie-hero":
            return [
                ButtonView("walk", _("Roll to move (D3)"), play.walk.play(who)),
                ButtonView("down", _("Kill"), fights.zombie_hero_down.tap(who)),
            ]
        case "marker":
            return [ButtonView("drop", _("Remove"), play.drop.tap(who))]
        case "seat" if unit["role"] == "zombie":
            none = "" if unit.number("board") else _("none on the board")
            opened = _("already placed") if unit.on("opened") else ""
            return [
                ButtonView(
                    "opening", _("Place the opening zombies"), play.opening.play(who), opened
                ),
                ButtonView("killed", _("Kill a zombie"), fights.figure_killed.tap(who), none),
                ButtonView("spawn", _("Make the spawn roll"), play.spawn.play(who)),
                ButtonView("card", _("Keep a card in play"), play.card.tap(who)),
            ]
        case "seat":
            return [ButtonView("card", _("Keep a card in play"), play.card.tap(who))]
        case "table":
            return _table_moves(setting)
    return []


def names(setting: TableState, heroes: list[Unit]) -> list[ButtonView]:
    """Return which of the box's Heroes those are of whom nobody has said it."""
    nameless = [h for h in heroes if is_nameless(h)] if names_left(setting) else []
    return each("who", _("Choose who {name} is"), nameless, play.who.play)


def _markers(setting: TableState) -> list[tuple[str, str]]:
    """Return the markers of the box that cards and scenarios place, with their names."""
    markers = [
        ("taken", _("Taken Over")),
        ("lights", _("Lights Out")),
        ("pit", _("New Spawning Pit")),
    ]
    if advanced(setting):
        markers += [("gas", _("Gas")), ("truck", _("Truck")), ("betsy", _("Old Betsy"))]
    return markers


def _table_moves(setting: TableState) -> list[ButtonView]:
    found = [
        ButtonView(key, text, play.marker.tap(sort=key, name=text))
        for key, text in _markers(setting)
    ]
    found.append(ButtonView("building", _("Choose a random building"), play.building.play()))
    if advanced(setting):
        found.append(ButtonView("gas-blows", _("Ignite the gas"), fights.gas.play()))
    deck = _("Discard the last Hero card for a Zombie card")
    if setting.table.on("exhausted"):
        deck = _("Discard from the empty Hero deck for a Zombie card")
    found.append(ButtonView("deck", deck, play.deck.tap()))
    return found
