"""What is seen of the zombies and things on the table: a card each."""

from __future__ import annotations

from lastdays.language import _
from lastdays.rulebook import pictograms
from lastdays.tabletop.last_days.fallen import zombie_goes
from lastdays.tabletop.last_days.form_fields import short_name
from lastdays.tabletop.last_days.state import Marker, Zombie
from lastdays.tabletop.view import BadgeView, ButtonView, CardView, ChipView, TokenView

#: The pictogram of each thing on the table.
THINGS = {
    "door": "door",
    "alarm": "vehicle",
    "noisemaker": "noise_maker",
    "fire": "fire",
    "ladder": "ladder",
    "other": "supply",
}


def zombie_card(
    zombie: Zombie,
    touching: tuple[str, ...],
    killer: str,
    killer_name: str,
    *,
    due: bool,
    active: bool,
    done: bool,
    fighting: bool,
) -> CardView:
    """Return the card of a zombie: `touching` are the names of those it is in contact with;
    `killer` would put it down now, '' where nobody can be told."""
    parts: list[str] = []
    if zombie.ap is not None:
        parts.append(_("AP {n}").format(n=zombie.ap))
    if zombie.token:
        parts.append(_("⚑ Supply Token"))
    if touching:
        parts.append(_("at {names}").format(names=", ".join(touching)))
    tokens = [
        TokenView(
            zombie.id,
            "knock",
            _("Knockback"),
            zombie.knock,
            shape="knock",
            icon=pictograms.token("knockback"),
            whose=zombie.name,
        )
    ]
    if zombie.damage:
        tokens.append(
            TokenView(
                zombie.id, "damage", _("Damage"), zombie.damage, zombie.DC, "damage",
                whose=zombie.name,
            )
        )  # fmt: skip
    said = _("{zombie}: put down").format(zombie=zombie.name)
    if killer:
        said = _("{zombie}: put down by {name}").format(zombie=zombie.name, name=killer_name)
    return CardView(
        id=zombie.id,
        kind="zombie",
        title=zombie.name,
        note=" · ".join(parts) or _("roams"),
        tokens=tuple(tokens),
        chips=(
            ChipView(
                zombie.id,
                "acted",
                "A",
                _("has acted"),
                zombie.acted,
                icon=pictograms.token("done"),
                whose=zombie.name,
                spot="" if fighting else "done",
            ),
            ChipView(
                zombie.id,
                "fought",
                "C",
                _("has fought"),
                zombie.fought,
                icon=pictograms.token("done"),
                whose=zombie.name,
                spot="done" if fighting else "",
            ),
        ),
        look="active" if active else "",
        due=due,
        deed=ButtonView(
            "put-down",
            "✕",
            zombie_goes.tap(zombie=zombie.id, by=killer),
            hint=said,
            spoken=said,
        ),
        icon=pictograms.token("zombie"),
        badges=(BadgeView(pictograms.token("supply"), _("carries a Supply Token")),)
        if zombie.token
        else (),
        short=short_name(zombie.name, zombie.id),
        touching=", ".join(touching),
        done=done,
    )


def thing_card(thing: Marker) -> CardView:
    """Return the card of a door, a vehicle, a fire: what can be counted on it."""
    notes = {
        "door": _("open") if thing.open else _("closed"),
        "fire": _("until the end of turn {n}").format(n=thing.until),
        "alarm": _("car alarm") if thing.noise else _("quiet"),
        "noisemaker": _("lures zombies"),
        "ladder": _("for the living"),
    }
    return CardView(
        id=thing.id,
        kind="thing",
        title=thing.name,
        note=notes.get(thing.sort, ""),
        tokens=_thing_tokens(thing),
        icon=pictograms.token(THINGS.get(thing.sort, "supply")),
        short=short_name(thing.name, thing.id),
    )


def _thing_tokens(thing: Marker) -> tuple[TokenView, ...]:
    match thing.sort:
        case "ladder" | "fire":
            return ()
        case "door" | "other":
            name, value = "damage", thing.damage
            caption = _("Damage") if thing.sort == "door" else _("Count")
        case _:
            name, value, caption = "noise", thing.noise, _("Noise")
    most = thing.capacity or None
    return (TokenView(thing.id, name, caption, value, most, name, whose=thing.name),)
