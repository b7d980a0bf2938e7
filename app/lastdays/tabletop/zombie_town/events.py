"""Event cards of *Zombie Town*, drawn or played from the hand: none costs an action (Event Card
Explanation)."""

from __future__ import annotations

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Choose, Option, Procedure, Report
from lastdays.tabletop.units import TableState
from lastdays.tabletop.zombie_town.buildings import attack, siege
from lastdays.tabletop.zombie_town.counts import (
    MOST_BESIDE,
    NEW,
    PLAIN,
    RULES,
    building_with_player,
    cemetery,
    less_a_card,
    one_of,
    pawns,
)

#: All events; those of them that ask are in this module.
EVENTS = PLAIN.deck("events")
#: How many zombies a card adds outside a building.
ADDED = 2


@RULES.procedure("event", "{unit} plays an event")
def event(setting: TableState, unit: str) -> Procedure[TableState]:
    """Play an event from the hand, at any time and for free."""
    setting = less_a_card(setting, unit).say("event", unit)
    return (yield from _happens(setting, unit, f"event/{unit}"))


def _happens(setting: TableState, seat: str, prefix: str) -> Procedure[TableState]:
    """Ask which event it is, and let it happen."""
    which = yield Report(
        f"{prefix}/which", _("Which event is it?"), options=EVENTS.options(setting, seat)
    )
    match which:
        case "send":
            return (yield from _sent(setting, prefix))
        case "random":
            return (yield from _random_card(setting, seat, prefix))
        case "retreat":
            return (yield from _move_back(setting, prefix))
        case "two":
            return (yield from _two_more(setting, prefix))
    return EVENTS.played(setting, which, seat)


def drawn(
    setting: TableState, seat: str, what: str, prefix: str, who: str = ""
) -> Procedure[TableState]:
    """Do what a drawn card asks for: 'kept' goes into the hand, 'event-now' happens, 'zombie-event' is
    fought. `who` is the character who drew it, '' where the players say so."""
    match what:
        case "kept":
            return setting.add(seat, "hand", 1).say("kept", seat)
        case "zombie-event":
            return (yield from _zombie(setting, seat, prefix, who))
    return (yield from _happens(setting.say("event-now", seat), seat, f"{prefix}/event"))


def drawn_options() -> tuple[Option, ...]:
    """Return what becomes of a drawn card that doesn't go back."""
    return (
        Option("kept", _("Into their hand")),
        Option("event-now", _("It is an event that happens now")),
        Option("zombie-event", _("It is a zombie")),
    )


def _zombie(setting: TableState, seat: str, prefix: str, who: str = "") -> Procedure[TableState]:
    """Place a zombie with a character, who fights it at once."""
    setting = setting.say("zombie-event", seat)
    if not cemetery(setting):
        return setting
    if not who:
        characters = pawns(setting, seat)
        who = yield from one_of(setting, f"{prefix}/whom", _("Who drew it?"), characters)
    return (yield from attack(setting.add("table", "board", 1), who))


def _sent(setting: TableState, prefix: str) -> Procedure[TableState]:
    """Send any player's character to an adjacent location; what is met there is fought as usual."""
    characters = []
    for seat in setting.seats:
        characters += pawns(setting, seat.id)
    question = _("Who is sent away?")
    target = yield from one_of(setting, f"{prefix}/who", question, characters, Report)
    return setting.say("sent", target)


def _random_card(setting: TableState, seat: str, prefix: str) -> Procedure[TableState]:
    """Take a face-down card of any building, also a stored one; an event among them happens."""
    place = yield from _card_source(setting, prefix)
    if place != NEW:
        setting = setting.add(place, "stored", -1)
    question = _("{name} takes a card. Where does it go?", name=setting.name(seat))
    destination = yield Report(f"{prefix}/card", question, options=drawn_options())
    return (yield from drawn(setting, seat, destination, f"{prefix}/card"))


def _card_source(setting: TableState, prefix: str) -> Procedure[str]:
    """Ask where a card is taken from: the cards of a building, which is `NEW`, or the id of one with
    stored cards. Nobody is asked where no cards are stored."""
    options = [Option(NEW, _("The cards of a building"))]
    for building in setting.of("building"):
        if building.number("stored"):
            label = _("Stored in {building}", building=building_with_player(setting, building))
            options.append(Option(building.id, label))
    if len(options) == 1:
        return NEW
    place: str = yield Choose(
        f"{prefix}/from", _("Where does the card come from?"), options=tuple(options)
    )
    return place


def _outside(setting: TableState, prefix: str) -> Procedure[str]:
    """Ask outside which building something happens; `NEW` is one that nobody has claimed."""
    options = [
        Option(building.id, building_with_player(setting, building))
        for building in setting.of("building")
    ]
    options.append(Option(NEW, _("An unclaimed building")))
    building: str = yield Report(
        f"{prefix}/outside", _("Outside which building?"), options=tuple(options)
    )
    return building


def _move_back(setting: TableState, prefix: str) -> Procedure[TableState]:
    """Move all zombies next to a building one square towards the cemetery."""
    building = yield from _outside(setting, prefix)
    if building == NEW:
        return setting.say("moved-back", what=_("the building"))
    return setting.put(building, beside=0).say("moved-back", what=setting.name(building))


def _two_more(setting: TableState, prefix: str) -> Procedure[TableState]:
    """Place two zombies of the cemetery on one square outside a building."""
    number = min(ADDED, cemetery(setting))
    building = yield from _outside(setting, prefix)
    setting = setting.add("table", "board", number)
    if building == NEW:
        return setting.say("two-more", n=number, what=_("the building"))
    already_beside = setting[building].number("beside")
    beside = min(MOST_BESIDE, already_beside + number)
    if beside == already_beside:
        raise RuleError("Six zombies fit on each of the four squares next to a building.")
    setting = setting.put(building, beside=beside)
    setting = setting.say("two-more", n=number, what=setting.name(building))
    return siege(setting, building)
