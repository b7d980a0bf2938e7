"""Shots, fights between players, damage and death in *Zombie Town*."""

from __future__ import annotations

from lastdays.errors import RuleError
from lastdays.language import _, ngettext
from lastdays.procedure.asks import Choose, Option, Procedure
from lastdays.tabletop.kinds import Done
from lastdays.tabletop.units import TableState, Unit
from lastdays.tabletop.zombie_town.counts import (
    CARDS,
    RULES,
    collect,
    one_of,
    pawns,
    pay,
    seat_of,
    survivors_of,
)


def _card_drawn(key: str, question: str) -> Choose:
    names = (_("Jammed"), _("Same square"), _("1 square"), _("2 squares"))
    options = tuple(Option(c, n) for c, n in zip(CARDS, names, strict=True))
    return Choose(key=key, question=question, options=options)


def _armed(setting: TableState, seat: str, *, survivors: bool = False) -> list[Unit]:
    """Return loaded guns of a player's characters, and of survivors where they may fight."""
    bearers = [*pawns(setting, seat), *(survivors_of(setting, seat) if survivors else ())]
    return [g for b in bearers for g in _loaded(setting, b.id)]


def _loaded(setting: TableState, bearer: str) -> list[Unit]:
    return [g for g in setting.of("gun", bearer) if g.number("bullets")]


KILLED = RULES.counted(
    "killed",
    "bullets",
    lambda n: ngettext(
        "{who} kills a zombie with {bullets} bullet.",
        "{who} kills a zombie with {bullets} bullets.",
        n,
    ),
)
MISSED = RULES.counted(
    "missed",
    "bullets",
    lambda n: ngettext(
        "{who} misses with {bullets} bullet.", "{who} misses with {bullets} bullets.", n
    ),
)


@RULES.play("shoot", lambda: _("{unit} shoots"))
def shoot(setting: TableState, unit: str, paid: bool = False) -> Procedure[Done]:
    """Spend bullets of one gun until a combat card reaches the distance; an action, none in defence."""
    where = f"shoot/{unit}"
    if paid:
        setting = pay(setting, unit)
    if not setting.table.number("board"):
        raise RuleError(_("No zombie is on the board."))
    guns = _armed(setting, unit, survivors=not paid)
    gun = yield from one_of(setting, f"{where}/gun", _("Which gun?"), guns)
    distance = yield Choose(
        key=f"{where}/distance",
        question=_("How far away is the zombie?"),
        options=(
            Option("0", _("Same square")),
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
            _("Which combat card is drawn for {gun}?").format(gun=setting[gun].name),
        )
        if card != "jammed" and int(card) >= int(distance):
            said = KILLED(who=f"@{unit}", bullets=spent)
            return collect(setting, unit), [said]
        if not setting[gun].number("bullets"):
            break
        again = yield Choose(
            key=f"{where}/again-{spent}",
            question=_("Missed. Spend another bullet?"),
            options=(Option("yes", _("Spend another")), Option("no", _("Stop"))),
        )
        if again == "no":
            break
    return setting, [MISSED(who=f"@{unit}", bullets=spent)]


DUEL_WON = RULES.saying("duel-won", lambda: _("{who} wins against {other}."))


@RULES.play("duel", lambda: _("{unit} fights a player"))
def duel(setting: TableState, unit: str) -> Procedure[Done]:
    """Let both spend a bullet and draw; the lower takes a damage, ties draw again without one.
    Who has no bullet is hit by anything but a jam, and after a jam another bullet may be spent.
    Survivors defend themselves, and die of a damage."""
    where = f"duel/{unit}"
    setting = pay(setting, unit)
    mine = yield from one_of(setting, f"{where}/gun", _("Which gun?"), _armed(setting, unit))
    others = [s.id for s in setting.seats if s.id != unit]
    foes = [f for s in others for f in (*pawns(setting, s), *survivors_of(setting, s))]
    other = yield from one_of(setting, f"{where}/foe", _("Choose an opponent"), foes)
    foe = seat_of(setting, other)
    me = seat_of(setting, mine)
    theirs = _loaded(setting, other)
    name, rival = setting[me].name, setting[other].name
    if not theirs:
        return (yield from _at_unarmed(setting, unit, mine, other))
    answer = yield from one_of(
        setting, f"{where}/their-gun", _("Which gun do they answer with?"), theirs
    )
    setting = setting.add(mine, "bullets", -1).add(answer, "bullets", -1)
    turn = 0
    while True:
        turn += 1
        ours = yield _card_drawn(
            f"{where}/mine-{turn}", _("Which combat card does {name} draw?").format(name=name)
        )
        card = yield _card_drawn(
            f"{where}/theirs-{turn}", _("Which combat card does {name} draw?").format(name=rival)
        )
        if ours != card:
            break
    if CARDS.index(ours) > CARDS.index(card):
        setting, more = yield from hurt(setting, other, where)
        return setting, [DUEL_WON(who=f"@{unit}", other=f"@{foe}"), *more]
    bearer = setting[mine].owner
    setting, more = yield from hurt(setting, bearer, where)
    return setting, [DUEL_WON(who=f"@{foe}", other=f"@{unit}"), *more]


def _at_unarmed(setting: TableState, seat: str, gun: str, other: str) -> Procedure[Done]:
    """Spend bullets until a card is no jam."""
    where, spent = f"duel/{seat}", 0
    foe = seat_of(setting, other)
    while setting[gun].number("bullets"):
        spent += 1
        setting = setting.add(gun, "bullets", -1)
        question = _("Which combat card does {name} draw?").format(name=setting.name(seat))
        card = yield _card_drawn(f"{where}/mine-{spent}", question)
        if card != "jammed":
            setting, more = yield from hurt(setting, other, where)
            return setting, [DUEL_WON(who=f"@{seat}", other=f"@{foe}"), *more]
        if not setting[gun].number("bullets"):
            break
        again = yield Choose(
            key=f"{where}/again-{spent}",
            question=_("Jammed. Spend another bullet?"),
            options=(Option("yes", _("Spend another")), Option("no", _("Stop"))),
        )
        if again == "no":
            break
    return setting, [MISSED(who=f"@{seat}", bullets=spent)]


@RULES.play("hurt", lambda: _("{unit} takes damage"))
def hurt_by_hand(setting: TableState, unit: str) -> Procedure[Done]:
    return (yield from hurt(setting, unit, f"hurt/{unit}"))


SURVIVOR_DIES = RULES.saying(
    "survivor-dies", lambda: _("{who} dies. Any gun they had is discarded.")
)
SACRIFICED = RULES.saying("sacrificed", lambda: _("{what} dies in {who}'s place."))
HURT = RULES.saying("hurt", lambda: _("{who} takes 1 damage. Life left: {n}."))


def hurt(setting: TableState, unit: str, where: str) -> Procedure[Done]:
    """Take a life, or a survivor at the character's side; without lives, dead. A survivor dies."""
    victim = setting[unit]
    if victim.kind == "survivor":
        setting, lost = undefended(setting.drop(unit), victim.owner)
        return setting, [SURVIVOR_DIES(who=victim.name), *lost]
    friends = list(setting.of("survivor", unit))
    if friends:
        choice = yield Choose(
            key=f"{where}/sacrifice",
            question=_("{name} takes 1 damage. Does a survivor die instead?").format(
                name=victim.name
            ),
            options=(
                Option("no", _("Nobody, {name} takes it").format(name=victim.name)),
                *(Option(f.id, _("{name} dies instead").format(name=f.name)) for f in friends),
            ),
        )
        if choice != "no":
            said = SACRIFICED(what=setting.name(choice), who=f"@{unit}")
            return setting.drop(choice), [said]
    life = victim.number("life") - 1
    if life < 0:
        raise RuleError(_("{name} is dead.").format(name=victim.name))
    setting = setting.put(unit, life=life)
    if life:
        return setting, [HURT(who=f"@{unit}", n=life)]
    return dies(setting, unit)


LOST = RULES.saying("lost", lambda: _("{what} has no survivors left: {who} loses it."))


def undefended(setting: TableState, place: str) -> Done:
    """Take a claimed building away with the last survivor killed there, unless a barricade stands
    (Claiming a building). A home base is lost by hand: somebody has to enter it."""
    building = setting[place]
    held = setting.of("barricade", place) or setting.of("survivor", place)
    if building.kind != "building" or building.on("home") or held:
        return setting, []
    said = LOST(who=f"@{building.owner}", what=building.name)
    return setting.drop(place), [said]


DIES = RULES.saying("dies", lambda: _("{who} is dead. Hand, guns and survivors are discarded."))


def dies(setting: TableState, unit: str) -> Done:
    """Remove a dead character's guns and survivors, with the last one the player's hand."""
    victim = setting[unit]
    for owned in list(setting.owned(unit)):
        setting = setting.drop(owned.id)
    if not pawns(setting, victim.owner):
        setting = setting.put(victim.owner, hand=0, actions=0, free=0)
    return setting, [DIES(who=f"@{unit}")]
