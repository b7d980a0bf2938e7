"""The log in words: facts become sentences where they are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lastdays.language import _, joined, ngettext, signed
from lastdays.rulebook import Catalogue
from lastdays.tabletop.engine import ABOUT
from lastdays.tabletop.event_log import Fact
from lastdays.tabletop.last_days.state import State
from lastdays.tabletop.last_days.turn import phase_name
from lastdays.tabletop.phrases import Phrases

Facts = Mapping[str, Any]


def counter_name(name: str) -> str:
    """What a counter is called."""
    return {
        "damage": _("damage"),
        "noise": _("noise"),
        "ammo": _("ammo"),
        "ap": _("Action Points"),
        "knock": _("knockback"),
        "zombies": _("zombies put down"),
        "rivals": _("rivals taken out"),
        "objectives": _("objectives"),
        "tokens": _("Supply Tokens on the table"),
        "repairs": _("repairs"),
        "rerolls": _("Armoury re-rolls"),
        "losses": _("casualties this turn"),
        "turn": _("turn"),
    }.get(name, name)


def mark_name(name: str) -> str:
    """What a mark is called."""
    return {
        "locked": _("Locked and Loaded"),
        "ran": _("has run"),
        "acted": _("has acted"),
        "fired": _("has fired"),
        "fought": _("has fought"),
        "panicked": _("in a panic"),
        "booze": _("Booze"),
        "empty": _("must reload"),
        "gone": _("gone"),
        "token": _("carries a Supply Token"),
        "open": _("open"),
        "broke": _("broke"),
        "rallied": _("Rallying Cry used"),
        "tagged": _("Tag-Team used"),
        "held-back": _("held back"),
        "missing": _("missing"),
    }.get(name, name)


class Words(Phrases):
    """Sentences about one game: `state` gives the names of pieces."""

    def __init__(self, state: State, catalogue: Catalogue) -> None:
        self.state = state
        self.catalogue = catalogue

    def name(self, word: Any) -> str:
        """'@A1' → the name of that piece; anything else as it is."""
        text = str(word)
        if not text.startswith("@"):
            return text
        piece = text[1:]
        match piece:
            case "zombie":
                return _("a zombie")
            case "token":
                return _("a Supply Token")
            case "table":
                return _("Table")
            case "ground":
                return _("the ground")
        return self.state.name(piece)

    def say(self, fact: Fact) -> str:
        """A fact as a sentence."""
        if fact.key == "play" or fact.key in ("answer", "dropped"):
            return self._play(fact)
        made = _SPECIAL.get(fact.key)
        if made is not None:
            return made(self, fact.facts)
        template = _templates().get(fact.key)
        if template is None:
            return fact.key
        return template.format(**{k: self.name(v) for k, v in fact.facts.items()})

    def _play(self, fact: Fact) -> str:
        facts = fact.facts
        play = str(facts.get("play", ""))
        names = {k: self.name(facts.get(k, "")) for k in ABOUT}
        if play == "act":
            action = self.catalogue.actions.get(str(facts.get("action", "")))
            what = action.name if action is not None else str(facts.get("action", ""))
            text = _("{figure}: {what}").format(figure=names["figure"], what=what)
        elif play == "hurt":
            text = _("Damage on {figure}").format(**names)
        else:
            text = _play_names().get(play, play).format(**names)
        if play == "shoot":
            gun = self.state.pieces.get(str(facts.get("gun", ""))[1:])
            bearer = self.state.name(getattr(gun, "figure", ""))
            text = _("{name} shoots at {target}").format(name=bearer, target=names["target"])
        if fact.key == "dropped":
            return _("{what}, dropped").format(what=text)
        return text


def _play_names() -> dict[str, str]:
    return {
        "roll-off": _("Roll-Off"),
        "activate": _("{figure} is activated"),
        "start-zombie": _("{zombie} moves"),
        "sides": _("Who attacks"),
        "initiative": _("Initiative"),
        "leader": _("{team}: a new Leader"),
        "breaking": _("Breaking Point of {team}"),
        "noise": _("Noise of {who}"),
        "ammo": _("Ammo Roll: {gun}"),
        "contact": _("{one} in contact with {other}"),
        "horror": _("Horror: {figure}"),
        "ambush": _("Ambushers: {figure}"),
        "fences": _("Fences"),
        "shoot": _("A shot at {target}"),
        "fight": _("{attacker} attacks {defender}"),
        "subdue": _("Subdue: {figure}"),
        "beat-door": _("{zombie} beats on a door"),
    }


def _templates() -> dict[str, str]:
    return {
        "wounded": _("{who} takes {points} damage."),
        "fell": _("{who} falls; the head is missed ({total})."),
        "takes-again": _("{who} has {what} again."),
        "lost-meanwhile": _("{what}, set down as {who} fell, isn't there any more."),
        "noise-later": _("{who}: this noise is rolled for in the next Menace Phase."),
        "token-dropped": _("{who} drops a Supply Token."),
        "set-down": _("{who} sets down {what}."),
        "rolled-off": _("{who} goes first."),
        "initiative": _("{who}: {total}."),
        "roles": _("Aggressor {aggressor}, Defender {defender}."),
        "leads": _("{who} leads {side}."),
        "all-out": _("{who} has nobody left."),
        "gave-up": _("{who} gives up."),
        "breaking": _("{who}: {die} + {lost}, at most {most}."),
        "rallied": _("Rallying Cry, {who}: {die} + {lost}, at most {most}."),
        "holds": _("{who} holds."),
        "broke": _("{who} breaks and flees."),
        "noise-certain": _("{who}, {tokens} noise: one zombie for certain."),
        "arrives": _("{who} comes to the table."),
        "drawn": _("{who} comes at the open edge nearest to {near}."),
        "table-full": _("There is no room for more zombies."),
        "zombie-acts": _("{who} moves with {ap} Action Points."),
        "contact": _("{who} and {other} are in contact."),
        "activated": _("{who} is activated, {ap} Action Points."),
        "unlocked": _("{who}'s Locked and Loaded token is gone."),
        "noisy": _("{who} makes {n} noise."),
        "acted": _("{who} has acted."),
        "reloaded": _("{who} reloads {gun} ({cost} AP)."),
        "took": _("{who} takes {what}."),
        "passed": _("{who} hands {what} to {to}."),
        "objective": _("{who} fulfils an objective."),
        "impossible": _("{who} cannot hit {target}: the shot goes wide."),
        "maneuver": _("Fire and Maneuver: {who} may move an inch ({n} of {most})."),
        "alarm-quiet": _("The car alarm stays quiet ({die})."),
        "alarm": _("The alarm of {what} goes off: {n} noise."),
        "fire": _("A fire burns until the End Phase of turn {until}."),
        "bluffed": _("{who} was aware: {shooter} shoots at nothing, the token is gone."),
        "double-tap": _("{who} double-taps instead of {before}."),
        "head-hit": _("The head is hit ({total})."),
        "head-missed": _("The head is missed ({total})."),
        "knocked": _("The head is missed ({total}): {who} has {n} more knockback."),
        "damage": _("{total} against Endurance {e}: {points} damage."),
        "dirty": _("A tie: {who} fights dirty and strikes."),
        "disarm-failed": _("Disarm fails ({total})."),
        "disarmed": _("{who} loses {what} for this game."),
        "shots-done": _("{who} fires no more."),
        "placed": _("{who} is placed."),
        "renamed": _("{old} is called {new}."),
        "parted": _("{who} is out of contact."),
        "back": _("{who} is back on the table."),
        "over-vehicle": _("{who} has started the vehicle."),
        "over-alone": _("Only {who} is left: the vehicle is theirs."),
        "over-nobody": _("Nobody is left on the table."),
        "over-defenders": _("All of {who} are Out of Action."),
        "over-tokens": _("Every Supply Token has left the table."),
        "zombie": _("One more zombie."),
        "fences": _("{n} more zombies stand at the fences."),
    }


def _count(words: Words, f: Facts) -> str:
    piece = str(f["who"])
    what = counter_name(str(f["what"]))
    amount = signed(int(f["amount"]))
    if piece == "@table":
        return _("{what} {amount}").format(what=what, amount=amount)
    name = words.name(piece)
    gun = words.state.pieces.get(piece[1:])
    if gun is not None and gun.kind == "gun":
        name = f"{words.state.name(getattr(gun, 'figure', ''))}, {name}"
    return _("{name} {amount} {what}").format(name=name, amount=amount, what=what)


def _mark(words: Words, f: Facts) -> str:
    name = words.name(f["who"])
    gun = words.state.pieces.get(str(f["who"])[1:])
    if gun is not None and gun.kind == "gun":
        name = f"{words.state.name(getattr(gun, 'figure', ''))}, {name}"
    text = _("{name}: {what}") if f["on"] else _("{name}: not {what}")
    return text.format(name=name, what=mark_name(str(f["what"])))


def _out(words: Words, f: Facts) -> str:
    if f.get("by"):
        return _("{who} is Out of Action, by {by}.").format(
            who=words.name(f["who"]), by=words.name(f["by"])
        )
    return _("{who} is Out of Action.").format(who=words.name(f["who"]))


def _noise(words: Words, f: Facts) -> str:
    text = (
        _("{who}: {die} + {plus}, a zombie hears it.")
        if f["drawn"]
        else _("{who}: {die} + {plus}, nothing comes.")
    )
    return text.format(who=words.name(f["who"]), die=f["die"], plus=f["plus"])


def _ammo(words: Words, f: Facts) -> str:
    text = (
        _("{who}, {gun}: {die} + {plus} against {reload}, it must be reloaded.")
        if f["empty"]
        else _("{who}, {gun}: {die} + {plus} against {reload}, it holds.")
    )
    return text.format(
        who=words.name(f["who"]), gun=f["gun"], die=f["die"], plus=f["plus"], reload=f["reload"]
    )


def _walk(words: Words, f: Facts) -> str:
    loud = [words.name(i) for i in f.get("loud", ())]
    text = _("{who} goes for the nearest of the living in sight").format(who=words.name(f["who"]))
    if loud:
        return _("{text}; with none, for the nearest of {loud}, through doors if need be.").format(
            text=text, loud=joined(loud)
        )
    return _("{text}; with none it stays.").format(text=text)


def _horror(words: Words, f: Facts) -> str:
    text = (
        _("{who} panics ({mine} against {theirs}) and cannot break contact this turn.")
        if f["panics"]
        else _("{who} keeps calm ({mine} against {theirs}).")
    )
    return text.format(who=words.name(f["who"]), mine=f["mine"], theirs=f["theirs"])


def _action(words: Words, f: Facts) -> str:
    key = str(f["action"])
    entry = words.catalogue.actions.get(key)
    name = entry.name if entry is not None else words.catalogue.equipment[key].name
    return _("{who}: {what} ({cost} AP)").format(
        who=words.name(f["who"]), what=name, cost=f["cost"]
    )


def _left(words: Words, f: Facts) -> str:
    if f.get("what"):
        return _("{who} leaves the table with {what}.").format(
            who=words.name(f["who"]), what=words.name(f["what"])
        )
    return _("{who} leaves the table.").format(who=words.name(f["who"]))


def _ran(words: Words, f: Facts) -> str:
    text = _("{who} runs up to {inches} inches ({cost} AP, {noise} noise).")
    return text.format(
        who=words.name(f["who"]), inches=f["inches"], cost=f["cost"], noise=f["noise"]
    )


def _yes_no(fact: str, yes: Callable[[], str], no: Callable[[], str]) -> Any:
    def sentence(words: Words, f: Facts) -> str:
        template = yes() if f[fact] else no()
        return template.format(**{k: words.name(v) for k, v in f.items()})

    return sentence


def _phase(words: Words, f: Facts) -> str:
    return _("Turn {turn}, {phase}").format(turn=f["turn"], phase=phase_name(str(f["phase"])))


def _used(words: Words, f: Facts) -> str:
    item = words.catalogue.gear(str(f["item"])).name
    text = _("{who} uses up {item}.") if f["on"] else _("{who} still has {item}.")
    return text.format(who=words.name(f["who"]), item=item)


def _broke(words: Words, f: Facts) -> str:
    names = [words.name(s) for s in f["sides"]]
    return ngettext("{names} broke.", "{names} broke.", len(names)).format(names=joined(names))


def _put_down(words: Words, f: Facts) -> str:
    if f.get("by"):
        return _("{who} is put down by {by}.").format(
            who=words.name(f["who"]), by=words.name(f["by"])
        )
    return _("{who} is put down.").format(who=words.name(f["who"]))


def _moved(words: Words, f: Facts) -> str:
    return _("{who}: {what} {n}″ ({cost} AP)").format(
        who=words.name(f["who"]),
        what=words.catalogue.actions[str(f["action"])].name,
        n=f["inches"],
        cost=f["cost"],
    )


def _tie(words: Words, f: Facts) -> str:
    names = joined([words.name(s) for s in f["sides"]])
    return _("A tie at {total}: {names} roll again.").format(total=f["total"], names=names)


def _noise_off(words: Words, f: Facts) -> str:
    each = [_("{name} {n}").format(name=words.name(who), n=n) for who, n in f["pieces"]]
    return _("Noise tokens come off: {each}.").format(each=joined(each))


def _unrolled(words: Words, f: Facts) -> str:
    names = joined([words.name(w) for w in f["who"]])
    return _("Noise was not rolled for: {names}.").format(names=names)


def _zombies_done(words: Words, f: Facts) -> str:
    n = int(f["n"])
    text = ngettext("{n} zombie has moved.", "{n} zombies have moved.", n).format(n=n)
    if f["knock"]:
        return _("{text} {knock} knockback tokens come off.").format(text=text, knock=f["knock"])
    return text


def _ambush(words: Words, f: Facts) -> str:
    text = (
        _(
            "{who} comes round the side ({total}, {target} needed) and may deploy within {n}″ of a "
            "neutral edge, outside the opponent's half."
        )
        if f["passed"]
        else _("{who} gets lost and misses the game ({total}, {target} needed).")
    )
    return text.format(
        who=words.name(f["who"]),
        total=f["total"],
        target=f["target"],
        n=words.catalogue.number("ambush", "within"),
    )


def _sides(words: Words, f: Facts) -> str:
    names = [words.name(s) for s in f["attackers"]]
    return ngettext(
        "{names} attacks, {defender} defends.", "{names} attack, {defender} defends.", len(names)
    ).format(names=joined(names), defender=words.name(f["defender"]))


def _zombie_done(words: Words, f: Facts) -> str:
    who = words.name(f["who"])
    if f.get("knock"):
        return _("{who} is done, {n} knockback off.").format(who=who, n=f["knock"])
    return _("{who} is done.").format(who=who)


def _credit(words: Words, f: Facts) -> str:
    by = {"": _("nobody"), "zombie": _("a zombie")}.get(str(f["by"])) or words.name(f["by"])
    return _("{who} was taken out by {by}.").format(who=words.name(f["who"]), by=by)


_SPECIAL: dict[str, Callable[[Words, Facts], str]] = {
    "count": _count,
    "mark": _mark,
    "out": _out,
    "noise": _noise,
    "ammo": _ammo,
    "walk": _walk,
    "walk-engaged": lambda w, f: _("{who} is in contact and waits to attack.").format(
        who=w.name(f["who"])
    ),
    "walk-down": lambda w, f: _("{who} is down and cannot move.").format(who=w.name(f["who"])),
    "horror": _horror,
    "action": _action,
    "left": _left,
    "ran": _ran,
    "phase": _phase,
    "used": _used,
    "over-broke": _broke,
    "put-down": _put_down,
    "moved": _moved,
    "initiative-tie": _tie,
    "noise-off": _noise_off,
    "noise-unrolled": _unrolled,
    "zombies-done": _zombies_done,
    "sides": _sides,
    "zombie-done": _zombie_done,
    "credit": _credit,
    "shot": _yes_no(
        "hit",
        lambda: _("{who} hits {target} with {gun} ({die}, {needed} needed)."),
        lambda: _("{who} misses {target} with {gun} ({die}, {needed} needed)."),
    ),
    "fight": _yes_no(
        "won",
        lambda: _("{who} beats {other}, {mine} to {theirs}."),
        lambda: _("{who} does not get through {other}, {mine} to {theirs}."),
    ),
    "subdue": _yes_no(
        "won",
        lambda: _("{who} holds {other} down."),
        lambda: _("{who} cannot hold {other} down."),
    ),
    "vehicle": _yes_no(
        "starts",
        lambda: _("{who} works on the vehicle ({total}): it starts!"),
        lambda: _("{who} works on the vehicle ({total}): not yet, the next has it easier."),
    ),
    "door": _yes_no(
        "open",
        lambda: _("{who} opens {door}."),
        lambda: _("{who} closes {door}."),
    ),
    "entry-man": _yes_no(
        "gone",
        lambda: _("{who} breaks the door in ({total})."),
        lambda: _("{who} cannot break the door in ({total})."),
    ),
    "tag-team": _yes_no(
        "passed",
        lambda: _("Tag-Team ({total}): {friend} acts straight after {who}."),
        lambda: _("Tag-Team of {who} fails ({total})."),
    ),
    "hurt": _yes_no(
        "points",
        lambda: _("{who} is hurt: {total} against Endurance {e}, {points} damage."),
        lambda: _("{who} is unhurt: {total} against Endurance {e}."),
    ),
    "ambush": _ambush,
    "door-beaten": _yes_no(
        "gone",
        lambda: _("{who} breaks {door} down."),
        lambda: _("{who} beats on {door}: {points} damage."),
    ),
    "silencer": _yes_no(
        "on",
        lambda: _("{who} puts a Silencer on {gun} for this game."),
        lambda: _("{who} leaves {gun} without a Silencer."),
    ),
}
