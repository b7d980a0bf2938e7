"""A game's record in words, and what differs between two records of one game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from lastdays.campaign.group_diff import Difference
from lastdays.language import _
from lastdays.model.game_record import (
    Appearance,
    CaptiveFate,
    CaptiveRecord,
    GameRecord,
    Part,
    Side,
    SupplyToken,
)
from lastdays.model.profile import item_name
from lastdays.rulebook import Catalogue


def part_name(part: Part) -> str:
    """Say how someone took part: 'yes', 'held back'."""
    return {
        "deployed": _("yes"),
        "held-back": _("held back"),
        "missing": _("missed the game"),
    }[part]


def captive_fate_name(fate: CaptiveFate) -> str:
    """Say what became of a captive: 'brought home'."""
    return {
        "open": _("not said yet"),
        "declined": _("rescue declined: dead"),
        "home": _("brought home"),
        "lost": _("rescue played, not brought home: dead"),
        "held": _("still held (our table allows it)"),
    }[fate]


def token_name(token: SupplyToken, name: str) -> str:
    """Say how a Supply Token came home: 'carried off by Mo'."""
    return {
        "carried": _("carried off by {name}"),
        "held": _("held at the end by {name}"),
        "claimed": _("claimed after the others broke"),
    }[token.fate].format(name=name)


def compare_records(
    before: GameRecord,
    after: GameRecord,
    group: str,
    names: Mapping[str, str],
    catalogue: Catalogue,
) -> list[Difference]:
    """List what differs between two records of a game for one group's post-game sequence: all of its
    own side, and of the others who they were and the captives they lost. `names` are members'
    by id."""
    found: list[Difference] = []

    def plain(whose: str, what: str, old: str, new: str) -> None:
        if old != new:
            found.append(Difference(whose, what, old, new))

    game = _("Game {n}").format(n=after.number)
    plain(game, _("Encounter"), _encounter(before, catalogue), _encounter(after, catalogue))
    plain(game, _("Against"), _rivals(before, group), _rivals(after, group))
    old, new = before.side_of(group), after.side_of(group)
    if old is None or new is None:
        side = old or new
        if side is not None:
            plain(side.name, _("Took part"), _yes(old is not None), _yes(new is not None))
        return found
    for member in dict.fromkeys(a.member for a in (*old.appearances, *new.appearances)):
        was = old.appearance(member) or Appearance(member, "held-back")
        now = new.appearance(member) or Appearance(member, "held-back")
        name = names.get(member, member)
        plain(name, _("Took part"), part_name(was.part), part_name(now.part))
        plain(name, _("Out of Action"), _out(was, names), _out(now, names))
        plain(name, _("Zombies"), str(was.zombies), str(now.zombies))
        plain(name, _("Rivals"), str(was.rivals), str(now.rivals))
        plain(name, _("Objectives"), str(was.objectives), str(now.objectives))
        if set(was.spent) != set(now.spent):
            found.append(Difference(name, _("Used up"), str(len(was.spent)), str(len(now.spent))))
    plain(new.name, _("Supply Tokens"), _tokens(old, names), _tokens(new, names))
    plain(new.name, _("Captives"), _captives(old, catalogue), _captives(new, catalogue))
    for what, was_so, is_so in (
        (_("Brought a stranger home"), old.stranger_home, new.stranger_home),
        (_("Got away with the vehicle"), old.vehicle, new.vehicle),
        (_("Broke"), old.broke, new.broke),
        (_("Won"), old.won, new.won),
    ):
        plain(new.name, what, _yes(was_so), _yes(is_so))
    plain(
        new.name,
        _("Captives held"),
        _held_captives(before, group, catalogue),
        _held_captives(after, group, catalogue),
    )
    return found


def _yes(so: bool) -> str:
    return _("yes") if so else _("no")


def _encounter(game: GameRecord, catalogue: Catalogue) -> str:
    entry = catalogue.encounters.get(game.encounter)
    return entry.name if entry else game.encounter


def _rivals(game: GameRecord, group: str) -> str:
    return ", ".join(side.name for side in game.rivals_of(group))


def _out(appearance: Appearance, names: Mapping[str, str]) -> str:
    if not appearance.out:
        return _("no")
    match appearance.out_by:
        case "":
            return _("yes")
        case "zombie":
            return _("by a zombie")
        case rival:
            return _("by {name}").format(name=names.get(rival, rival))


def _tokens(side: Side, names: Mapping[str, str]) -> str:
    counts = Counter(token_name(t, names.get(t.member, t.member)) for t in side.tokens)
    return ", ".join(f"{name} ×{n}" if n > 1 else name for name, n in counts.items())


def _captives(side: Side, catalogue: Catalogue) -> str:
    return ", ".join(_captive(c, catalogue) for c in side.captives)


def _captive(captive: CaptiveRecord, catalogue: Catalogue) -> str:
    text = _("{name}: {fate}").format(name=captive.name, fate=captive_fate_name(captive.fate))
    gear = ", ".join(item_name(item, catalogue) for item in captive.gear)
    return f"{text} ({gear})" if gear else text


def _held_captives(game: GameRecord, group: str, catalogue: Catalogue) -> str:
    return ", ".join(
        _captive(c, catalogue)
        for side in game.rivals_of(group)
        for c in side.captives
        if c.captor == group
    )
