"""A game to try the tracker on: sides made in a line, moves made like a player makes them."""

from __future__ import annotations

from typing import Any

from msgspec import convert, to_builtins
from msgspec.structs import replace

from lastdays.model.group import Member
from lastdays.model.switches import Switches
from lastdays.procedure.asks import Ask
from lastdays.rulebook import Catalogue
from lastdays.tabletop.event_log import Event
from lastdays.tabletop.last_days.actions import offers
from lastdays.tabletop.last_days.breaking import verdict
from lastdays.tabletop.last_days.game import PLAYS, TAPS, LastDays
from lastdays.tabletop.last_days.setup import Entrant, Setup, begin
from lastdays.tabletop.last_days.shooting import possible_targets
from lastdays.tabletop.last_days.state import Rules, State
from lastdays.tabletop.last_days.turn import PHASES, ammo_pending, noise_pending, whose_turn
from lastdays.tabletop.view import Play, Tap
from sure import as_a, sure
from unit.postgame.crew import BOOK, member
from unit.tabletop.telling import Rule, Told, play

RULES = Rules(BOOK)


def side(name: str, *members: Member, **more: Any) -> Entrant:
    """A side led by its first member."""
    return Entrant(name, members, leader=members[0].id, **more)


def zeke(**more: Any) -> Member:
    """A Thug with revolver and knife: CQC 4, FA 3, S 4, E 3, DC 3, C 3, I 3."""
    return member("Zeke", "merciless-thug", more.pop("gear", ("revolver", "knife")), **more)


def carl(**more: Any) -> Member:
    """A hero with a pump shotgun and a club: CQC 4, FA 3, S 3, E 3, DC 3, C 4, I 3."""
    return member(
        "Carl", "everyday-hero", more.pop("gear", ("pump-action-shotgun", "club")), **more
    )


def tap(state: State, rules: Rules, what: str, **args: Any) -> Event | None:
    """A tap as an event; None where it changes nothing."""
    return LastDays(rules).tap(state, Tap(what, args))


def start(state: State, rules: Rules, play: str, args: dict[str, Any]) -> Event:
    """A procedure begun."""
    return LastDays(rules).start(state, Play(play, args))


def standing(state: State, rules: Rules) -> Ask | None:
    """The ask of the open procedure."""
    return LastDays(rules).open_ask(state)


def answer(state: State, rules: Rules, value: Any, how: str, who: str = "") -> Event:
    """An answer to the open ask."""
    return LastDays(rules).answer(state, value, how, who)


def drop(state: State, rules: Rules) -> Event | None:
    """The open procedure left unfinished."""
    return LastDays(rules).drop(state)


class Match(Told):
    """A game in play; answers are given in the order they are asked for."""

    def __init__(
        self,
        *sides: Entrant,
        encounter: str = "scavengers",
        book: Catalogue = BOOK,
        **switches: Any,
    ) -> None:
        self.state = begin(Setup(encounter, sides), Rules(book, Switches(**switches)))
        self.events: list[Event] = []

    @property
    def rules(self) -> Rules:
        """What is played by."""
        return self.state.rules

    @rules.setter
    def rules(self, rules: Rules) -> None:
        self.state = replace(self.state, rules=rules)

    def tap(self, what: str, **args: Any) -> str:
        """A tap; what is said of it."""
        event = tap(self.state, self.rules, what, **args)
        assert event is not None, what
        return self._add(event)

    def go(self, play: str, *answers: Any, **args: Any) -> str:
        """A procedure from its first ask to its end; all that is said of it."""
        event = start(self.state, self.rules, play, args)
        said = self._add(event)
        for given in answers:
            now = standing(self.state, self.rules)
            assert now is not None, f"{given} is not asked for: {said}"
            said = self._add(answer(self.state, self.rules, given, "typed"))
        assert self.state.open is None, standing(self.state, self.rules)
        return said

    def asks(self, play: str, *answers: Any, **args: Any) -> str:
        """The question of a procedure after some answers; it is dropped then."""
        return as_a(str, self.asked(play, *answers, **args).question)

    def asked(self, play: str, *answers: Any, **args: Any) -> Any:
        """What a procedure asks after some answers; it is dropped then."""
        before = self.state
        self._add(start(self.state, self.rules, play, args))
        for given in answers:
            self._add(answer(self.state, self.rules, given, "typed"))
        now = standing(self.state, self.rules)
        assert now is not None
        self.state = before
        return now

    def _add(self, event: Event) -> str:
        # What is said never needs more than the event as it is stored.
        event = convert(to_builtins(event), Event)
        self.state = self.state.patch(event.effects)
        self.events.append(event)
        words = LastDays(self.rules).words(self.state)
        return f"{words.event(event)} | {words.outcome(event)}"

    def drop(self) -> None:
        """Leaves an open procedure unfinished."""
        event = drop(self.state, self.rules)
        assert event is not None
        self._add(event)

    def to(self, phase: str) -> None:
        """Next, until a step of the turn; back to it by hand where it is passed over."""
        for _turn in range(20):
            now = self.state.table.phase
            if now == phase:
                return
            before = -1 if now == "end" else PHASES.index(now)
            self.tap("next")
            if phase in PHASES[before + 1 : PHASES.index(self.state.table.phase)]:
                self.tap("phase", phase=phase)
        raise AssertionError(phase)

    def action(self, *, aggressor: str = "A", defender: str = "B") -> None:
        """To the next Action Phase, with roles given."""
        if self.state.table.phase == "action":
            self.tap("next")
        self.to("action")
        for n, team in enumerate((aggressor, defender)):
            self.state = self.state.change(team, order=n)
        self.state = self.state.change("table", aggressor=aggressor, defender=defender)

    def touch(self, one: str, other: str) -> None:
        """Both in contact, no Horror rolled."""
        self.state = self.state.with_contact(one, other)

    def set(self, piece: str, **values: Any) -> None:
        """A piece as a test needs it."""
        self.state = self.state.change(piece, **values)

    # Stories

    @property
    def game(self) -> LastDays:
        return LastDays(self.rules)

    @property
    def table(self) -> State:
        return self.state

    @table.setter
    def table(self, table: State) -> None:
        self.state = table

    def begin(self, act: Tap | Play) -> str:
        return self.tap(act.what, **act.args) if isinstance(act, Tap) else self.start(act)

    def start(self, act: Play) -> str:
        """A procedure begun; what is said of it."""
        return self._add(LastDays(self.rules).start(self.state, act))

    def give(self, value: Any) -> str:
        return self._add(answer(self.state, self.rules, value, "typed"))

    def pending(self) -> Ask | None:
        return standing(self.state, self.rules)

    def rule(self, what: str) -> Rule:
        if what in TAPS:
            return Rule(True, TAPS[what].takes, 9)
        takes = PLAYS[what].takes
        pairs = ("act", "shoot", "fight", "contact", "horror", "beat-door")
        return Rule(False, takes, 2 if what in pairs else min(1, len(takes)))

    def meant(self, move: str) -> tuple[Tap | Play, list[str]]:
        act, answers = super().meant(move)
        if isinstance(act, Play) and "teams" in act.args:
            act = Play(act.play, {"teams": act.args["teams"].split(",")})
        return act, answers

    def value(self, piece: str, name: str) -> Any:
        return getattr(self.state.pieces[piece], name)

    def by_hand(self, move: str) -> bool:
        match move.split():
            case ["set", piece, *words]:
                for name, is_, text in (word.partition("=") for word in words):
                    was = self.value(piece, name)
                    value: Any = int(text) if text.lstrip("-").isdigit() else text or not is_
                    if isinstance(was, bool | tuple | str):
                        keys = tuple(filter(None, text.split(",")))
                        value = {bool: text != "0", tuple: keys, str: text}[type(was)]
                    self.set(piece, **{name: value})
            case ["touch", one, other]:
                self.touch(one, other)
            case ["to", phase]:
                self.to(phase)
            case ["action"]:
                self.action()
            case _:
                return False
        return True

    def stands(self, line: str, said: str) -> bool:
        state = self.state
        match line.split():
            case ["over"]:
                found = sure(verdict(state))
                assert f"{found.why.key} -> {' '.join(found.winners)}".strip().endswith(said), found
            case ["goes", "on"]:
                assert verdict(state) is None
            case ["pending", what, *ids]:
                waiting = {"noise": noise_pending, "ammo": ammo_pending}[what](state)
                assert waiting == ids, waiting
            case ["targets", figure, *ids]:
                assert possible_targets(state, state.figure(figure)) == ids
            case ["due", key]:
                assert key in due(self)
            case ["due", "not", key]:
                assert key not in due(self)
            case ["at", phase]:
                assert state.table.phase == phase
            case ["turn", "of", team]:
                assert whose_turn(state) == team, whose_turn(state)
            case ["why", action, "of", figure]:
                found_not = {o.key: o.why_not for o in offers(state, state.figure(figure))}
                assert found_not[action].replace("\u00a0", " ") == said, found_not
            case [number, ("zombie" | "zombies" | "thing" | "things") as kind] if number.isdigit():
                pieces = getattr(state, f"{kind.rstrip('s')}s")
                assert len(pieces) == int(number), pieces
            case [piece, ("is" | "isn't") as how, flag]:
                assert bool(self.value(piece, flag)) is (how == "is"), flag
            case _:
                return False
        return True


def entrant(words: str, name: str, group: str, role: str) -> Entrant:
    """A side of members like 'mo:knife,club/sniper'; Zeke and Carl have what is theirs."""
    members = []
    for word in words.split():
        who, _slash, skills = word.partition("/")
        who, colon, gear = who.partition(":")
        more: dict[str, Any] = {"skills": tuple(filter(None, skills.split(",")))}
        more |= {"gear": tuple(gear.split(","))} if colon else {}
        kind = "dog" if who == "rex" else "gang-member"
        make = {"zeke": zeke, "carl": carl}.get(who)
        members.append(make(**more) if make else member(who.title(), kind, **more))
    return side(name, *members, group=group, role=role)


def match_of(words: str) -> Match:
    """A match of sides like 'zeke mo vs carl @rescue', with roles behind two @."""
    sides, _at, encounter = words.partition("@")
    crews = (sides.strip() or "zeke mo:heavy-club vs carl").split(" vs ")
    roles = ("attacker", "defender") if encounter.startswith("@") else ("",) * 4
    made = zip(crews, ("Truckers", "Crew", "Third", "Fourth"), "ghij", roles, strict=False)
    return Match(*(entrant(*one) for one in made), encounter=encounter.strip("@ ") or "scavengers")


def tell(title: str, lines: list[str], rules: Rules = RULES) -> None:
    """Play a story of Last Days; who is in it stands after its title."""
    match = match_of(title.partition(" | ")[2])
    match.rules = rules
    play(match, title, lines)


def duel(**more: Any) -> Match:
    """Zeke (A1) and Mo (A2) against Carl (B1)."""
    mo = more.pop("mo", None) or member("Mo", "gang-member", ("heavy-club",))
    return Match(
        side("Truckers", more.pop("zeke", None) or zeke(), mo),
        side("Crew", more.pop("carl", None) or carl()),
        **more,
    )


__all__ = ["BOOK", "RULES", "Match", "State", "carl", "duel", "member", "side", "zeke"]


def fighting(match: Match, *pairs: tuple[str, str], aggressor: str = "A") -> Match:
    """Put these pairs in contact, and go to the Close Quarters step."""
    match.action(aggressor=aggressor, defender="B" if aggressor == "A" else "A")
    for pair in pairs:
        match.touch(*pair)
    match.to("close-quarters")
    return match


def acting(match: Match, figure: str = "A1") -> Match:
    """Go to the Action Phase, and activate a model."""
    match.action()
    match.go("activate", figure=figure)
    return match


def act(match: Match, action: str, *answers: object, figure: str = "A1", **more: object) -> str:
    """Have a model do something; what is said of it."""
    return match.go("act", *answers, figure=figure, action=action, **more)


def ap(match: Match, figure: str = "A1") -> int:
    """How many Action Points a model being activated has left."""
    points = match.state.figure(figure).ap
    assert points is not None
    return points


def noisy(match: Match, **tokens: Any) -> Match:
    """Lay noise beside models, and go to the noise step."""
    for figure, n in tokens.items():
        match.set(figure, noise=n)
    match.to("noise")
    return match


def shooting(match: Match) -> Match:
    """Go to the Shooting Phase."""
    match.action()
    match.to("shooting")
    return match


def due(match: Match) -> list[str]:
    """The keys of the moves that are due."""
    return [b.key for b in LastDays(match.rules).guide(match.state).moves]
