"""What is due, and what can be done with each thing, in *Last Night on Earth*."""

from __future__ import annotations

from lastdays.language import _
from lastdays.tabletop.last_night import fights, play
from lastdays.tabletop.last_night.counts import (
    HEROES,
    advanced,
    can_spawn,
    is_nameless,
    living,
    names_left,
    on_board,
    zombie_seats,
)
from lastdays.tabletop.units import TableState, Unit
from lastdays.tabletop.view import ButtonView, Guide


def advice(setting: TableState, checklist: list[str]) -> Guide:
    """Say what is done in this step."""
    if not setting.active:
        opening = [
            ButtonView(
                f"open/{s.id}",
                _("Place {name}'s opening zombies").format(name=s.name),
                play.opening.play(s.id),
            )
            for s in zombie_seats(setting)
            if not s.on("opened")
        ]
        return Guide(" ".join(checklist), (*opening, *_names(setting, living(setting))))
    says = {
        "sun": _("The sun is at {n}.").format(n=setting.table["sun"]),
        "cards": _("Each zombie player may discard one card, then fills their hand again."),
        "spawn": _(
            "Each zombie player rolls. More than their own zombies on the board brings new ones at the end of the turn."
        ),
        "move": _(
            "Each zombie moves one space. Next to a Hero it must move into the Hero's space, and it never leaves one."
        ),
        "fight": _(
            "Every Hero with a zombie in their space fights. If numbers are uneven, the Hero players choose who fights whom."
        ),
        "place": _(
            "Whoever won the spawn roll places new zombies, spread evenly over the Spawning Pits."
        ),
        "heroes": _(
            "The Heroes act in any order. Each moves or searches, exchanges items, makes a Ranged Attack, then fights."
        ),
    }[setting.step]
    acting = str(setting.table["acting"] or "")
    if setting.step == "heroes" and setting.has(acting):
        says = _("{name} moves or searches, exchanges items, makes a Ranged Attack, then fights.")
        if setting[acting].number("rolled") and not setting[acting].on("moved"):
            says = _("{name} rolled {n}: move up to that many spaces, or search instead.")
        says = says.format(name=setting.name(acting), n=setting[acting]["rolled"])
    return Guide(says, tuple(_due(setting)))


def _due(setting: TableState) -> list[ButtonView]:
    found = [
        ButtonView(f"kill/{h.id}", _("Kill {name}").format(name=h.name), fights.kill.play(h.id))
        for h in living(setting)
        if h.number("wounds") >= h.number("health")
    ]
    found += _names(setting, [h for h in living(setting) if int(h.id[1:]) > HEROES])
    for seat in zombie_seats(setting):
        who = seat.id
        if setting.step == "cards":
            found.append(
                ButtonView(
                    f"discard/{seat.id}",
                    _("Discard one of {name}'s cards").format(name=seat.name),
                    play.discard.tap(who),
                    _("one a turn, before drawing")
                    if seat.on("discarded") or seat.on("drawn")
                    else "",
                )
            )
            found.append(
                ButtonView(
                    f"draw/{seat.id}",
                    _("Fill {name}'s hand").format(name=seat.name),
                    play.draw.tap(who),
                )
            )
        if setting.step == "spawn":
            why = _("already rolled") if seat.on("rolled") else ""
            if not can_spawn(setting, seat):
                why = _("no roll can be higher than {n}").format(n=on_board(setting, seat))
            found.append(
                ButtonView(
                    f"spawn/{seat.id}",
                    _("Make {name}'s spawn roll").format(name=seat.name),
                    play.spawn.play(who),
                    why,
                )
            )
        if setting.step == "place" and seat.on("won"):
            found.append(
                ButtonView(
                    f"place/{seat.id}",
                    _("Place {name}'s new zombies").format(name=seat.name),
                    play.place.play(who),
                )
            )
    if setting.step == "fight":
        found += [
            ButtonView(
                f"fight/{h.id}",
                _("Fight with {name}").format(name=h.name),
                fights.fight.play(h.id),
            )
            for h in living(setting)
        ]
    if setting.step == "heroes":
        found += _hero_due(setting)
    return found


def _hero_due(setting: TableState) -> list[ButtonView]:
    """Offer whoever acts the four steps; else who may begin."""
    acting = str(setting.table["acting"] or "")
    if not any(h.id == acting for h in living(setting)):
        return [
            ButtonView(f"acts/{h.id}", _("Act with {name}").format(name=h.name), play.act.tap(h.id))
            for h in living(setting)
            if not h.on("acted")
        ]
    hero, who = setting[acting], acting
    moved = _("already moved or searched") if hero.on("moved") else ""
    rolled = moved or (_("already rolled") if hero.number("rolled") else "")
    shot = _("one Ranged Attack a turn") if hero.on("shot") else ""
    items = setting.of("item", acting)
    found = [
        ButtonView("walk", _("Roll to move"), play.walk.play(who), rolled),
        ButtonView("search", _("Search instead"), play.search.tap(who), moved),
    ]
    found += [
        ButtonView(
            f"give/{i.id}",
            _("Give {item} to another Hero").format(item=i.name),
            play.give.play(i.id),
        )
        for i in items
    ]
    return [
        *found,
        ButtonView("ranged", _("Make a Ranged Attack"), fights.ranged.play(who), shot),
        ButtonView("fight", _("Fight a zombie in this space"), fights.fight.play(who)),
        ButtonView("acted", _("Finish with {name}").format(name=hero.name), play.acted.tap(who)),
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
                        _("Place {marker}").format(marker=name),
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


def _names(setting: TableState, heroes: list[Unit]) -> list[ButtonView]:
    """Return which of the box's Heroes those are of whom nobody has said it."""
    if not names_left(setting):
        return []
    return [
        ButtonView(
            f"who/{h.id}",
            _("Choose who {name} is").format(name=h.name),
            play.who.play(h.id),
        )
        for h in heroes
        if is_nameless(h)
    ]


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
