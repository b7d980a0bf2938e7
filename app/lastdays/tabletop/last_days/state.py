"""What is on the table of *Last Days*, as frozen values.

A `State` is a mapping of ids to pieces. Ids: teams A to D, figures A1, their guns A1.g1 and
blades A1.b1, zombies Z1, things T1, captives P1 (C1 in games begun with an earlier version), `table`
for the game itself and `open` for a procedure that waits for an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar, TypeVar, cast

from msgspec import to_builtins
from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.model.switches import Switches
from lastdays.rulebook import Catalogue, Encounter
from lastdays.rulebook.known import SkillKey
from lastdays.tabletop.event_log import PendingProcedure, Tabletop, as_pieces_store_it
from lastdays.values import Value

Pair = tuple[str, str]
#: The letter of captives' ids.
CAPTIVE = "P"


class Team(Value):
    """One side. `group` and the figures' `member` are ids of a campaign, '' for a quick side.

    `role`: attacker, defender or ''. `breaks`: whether it tests its Breaking Point. `rerolls`: the
    failed Ammo Rolls that the Armoury still lets it re-roll. `losses` are those of this turn.
    `perks` are those of its Refuge; `captured` its members who may be rescued here, as id, name and
    the group that holds them. `counters` are values of the players' own counters by key, `came` those
    that the game began with. `notes` are standing notes of players' own tables; `effects` what these
    give and take after the game, in words. `points` are the group's Scavenge Points as it came.
    """

    kind: ClassVar[str] = "team"
    id: str
    name: str
    group: str = ""
    player: str = ""
    role: str = ""
    breaks: bool = True
    carries_off: bool = True
    rerolls: int = 0
    rallied: bool = False
    tagged: bool = False
    tested: bool = False
    broke: bool = False
    won: bool = False
    losses: int = 0
    order: int = 0
    sturdy_doors: bool = False
    solid: bool = False
    perks: tuple[str, ...] = ()
    captured: tuple[tuple[str, str, str], ...] = ()
    counters: tuple[tuple[str, int], ...] = ()
    came: tuple[tuple[str, int], ...] = ()
    notes: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    points: int = 0


class Figure(Value):
    """A model of a side, with the characteristics it brought and the tokens beside it.

    `e_shots` is Endurance against shots. `load` is the Heavy of gear other than weapons, `lifts` how
    much of all Heavy is ignored. `ap` is None outside an Action Phase; `sprint` is a Sprinter's Action
    Point for movement only. `noise_due` are the tokens to roll for in this Menace Phase. `kit` are
    pairs of item id and key, `used` the ids of items used up. `carries` is 'token', the id of a
    captive, or ''. `out_by` is a figure's id, 'zombie' or ''; `dropped` what it carried as it fell.
    `locked_turn` is the turn of its Locked and Loaded token, `snap_at` the target of the token's first
    shot, `answered` the piece in whose activation a token that is kept has been used; `two_guns`: a
    Gunfighter fires both this turn. `injuries` are keys of the lasting ones it
    came with, which its characteristics already count. `counters` are values of the players' own
    counters by key, `came` those it came with, whose levels its characteristics already count;
    `traits` are texts of the players' own traits, by key. `notes` are standing notes of players' own
    tables; `effects` what these do to the member after the game, in words.
    """

    kind: ClassVar[str] = "figure"
    id: str
    team: str
    name: str
    AP: int
    CQC: int
    FA: int
    S: int
    E: int
    e_shots: int
    DC: int
    C: int
    I: int  # noqa: E741 - the book's letter
    member: str = ""
    type: str = ""
    keyword: str = ""
    skills: tuple[str, ...] = ()
    injuries: tuple[str, ...] = ()
    noisy: int = 0
    load: int = 0
    lifts: int = 0
    step_cost: int = 0
    armour: str = ""
    kit: tuple[Pair, ...] = ()
    leader: bool = False
    leads: bool = False
    part: str = "deployed"
    damage: int = 0
    noise: int = 0
    noise_due: int = 0
    noise_rolled: bool = False
    ap: int | None = None
    sprint: int = 0
    locked: bool = False
    locked_turn: int = 0
    snap_at: str = ""
    answered: str = ""
    two_guns: bool = False
    ran: bool = False
    acted: bool = False
    fired: bool = False
    fought: bool = False
    panicked: bool = False
    jumped: bool = False
    still: bool = False
    booze: bool = False
    maneuvers: int = 0
    tower: bool = False
    carries: str = ""
    away: bool = False
    brought: str = ""
    out: bool = False
    out_by: str = ""
    out_turn: int = 0
    dropped: str = ""
    zombies: int = 0
    rivals: int = 0
    objectives: int = 0
    used: tuple[str, ...] = ()
    counters: tuple[tuple[str, int], ...] = ()
    came: tuple[tuple[str, int], ...] = ()
    traits: tuple[Pair, ...] = ()
    notes: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()

    @property
    def on_table(self) -> bool:
        """Return whether the model stands on the table."""
        return self.part == "deployed" and not self.out and not self.away

    def has(self, skill: str) -> bool:
        """Return whether it has a skill or attribute; Leader also while it leads."""
        return skill in self.skills or (skill == SkillKey.LEADER and self.leads)

    def kit_item(self, key: str) -> str:
        """Return the id of an unused piece of equipment, '' without one."""
        return next((i for i, k in self.kit if k == key and i not in self.used), "")


class Gun(Value):
    """A Firearm in its bearer's hands. `steps` are inches, damage and knockback of each range
    step; `empty`: must be reloaded; `shots` those fired in this Shooting Phase, `snaps` those of
    a Locked and Loaded token being spent. `key` is the Firearm's in the rulebook."""

    kind: ClassVar[str] = "gun"
    id: str
    figure: str
    name: str
    item: str
    cls: str
    steps: tuple[tuple[int, int, int], ...]
    rate: int
    reload: int | None
    reload_cost: int
    lobotomizer: int = 0
    noisy: int = 0
    silent: bool = False
    silencer: str = ""
    reflex: bool = False
    point_blank: bool = False
    explosive: int = 0
    fire: bool = False
    one_use: bool = False
    ammo_die: int = 0
    usable: bool = True
    heavy: int = 0
    ammo: int = 0
    ammo_rolled: bool = False
    empty: bool = False
    gone: bool = False
    shots: int = 0
    snaps: int = 0
    key: str = ""


class Blade(Value):
    """A close-combat weapon, or bare hands (`bare`), in its bearer's hands. `key` is the weapon's in the
    rulebook."""

    kind: ClassVar[str] = "blade"
    id: str
    figure: str
    name: str
    item: str
    cqc: int
    strength: int
    lobotomizer: int = 0
    noisy: int = 0
    heavy: int = 0
    bare: bool = False
    gone: bool = False
    key: str = ""


class Zombie(Value):
    """A zombie. `ap` is None until it is activated; `killer` and `dropped` (a Supply Token) tell how it
    was put down."""

    kind: ClassVar[str] = "zombie"
    id: str
    name: str
    AP: int
    CQC: int
    S: int
    DC: int
    H: int
    knock: int = 0
    ap: int | None = None
    token: bool = False
    acted: bool = False
    fought: bool = False
    damage: int = 0
    dead: bool = False
    killer: str = ""
    dropped: bool = False


class Marker(Value):
    """Something on the table: door, alarm (a vehicle with a car alarm), noisemaker, fire, ladder or other.
    `height` is a ladder's in inches, 0 until it is known. `until` is the turn in whose End Phase a fire
    goes out; `strength`, `knock` and `lobotomizer` are those of the shot it came from, `radius` the
    inches it reaches, those of a Fire Bomb in tables stored before it was kept."""

    kind: ClassVar[str] = "thing"
    id: str
    sort: str
    name: str
    damage: int = 0
    capacity: int = 0
    E: int = 0
    sturdy: bool = False
    open: bool = False
    noise: int = 0
    noise_due: int = 0
    noise_rolled: bool = False
    until: int = 0
    strength: int = 0
    knock: int = 0
    lobotomizer: int = 0
    by: str = ""
    gone: bool = False
    radius: int = 3
    height: int = 0


class Captive(Value):
    """Someone to rescue; `team` is their side, '' for a stranger. `place` is 'table', the id of their
    bearer, or 'off'; `brought` the figure that took them off the table."""

    kind: ClassVar[str] = "captive"
    id: str
    name: str
    team: str = ""
    member: str = ""
    place: str = "table"
    brought: str = ""


class Table(Value):
    """The game itself. `phase` is one of `turn.PHASES`; `aggressor` and `defender` are teams.

    `tokens` are those on the table. `active` is the acting figure or zombie, `mover` the team that
    moves the zombie, `last` the team that acted last, `chose` the team that chose the last zombie to
    attack, `after` the figure a Tag-Team lets act next. `rolled_off` is the order of teams after a
    Roll-Off in this step. `contacts` are pairs of ids, the lower first. `together`: the sides play
    against the zombies. `by_levels` is how many zombies stand there for the Levels of those who play,
    None where the Encounter says how many. `counters` are values of the campaign's own counters by
    key, `came` those that the game began with. `notes` are standing notes of players' own tables,
    `more_zombies` how many their own rules added to those of the Encounter;
    `towers` is how many models may stand on a Watch Tower, `placing` are the sides that won the
    Roll-Offs for placing so far, by what was placed;
    `steps_done` are their own steps that have been done this turn, as pairs of the step's key and the
    piece it was for.
    """

    kind: ClassVar[str] = "table"
    id: str = "table"
    encounter: str = ""
    turn: int = 0
    phase: str = "setup"
    aggressor: str = ""
    defender: str = ""
    tokens: int = 0
    active: str = ""
    mover: str = ""
    last: str = ""
    chose: str = ""
    after: str = ""
    rolled_off: tuple[str, ...] = ()
    contacts: tuple[Pair, ...] = ()
    repairs: int = 0
    draws: int = 1
    arrivals: bool = False
    drawn: int = 0
    vehicle: bool = False
    fences: bool = False
    edge: str = ""
    started: str = ""
    solid: bool = False
    together: bool = False
    by_levels: int | None = None
    counters: tuple[tuple[str, int], ...] = ()
    came: tuple[tuple[str, int], ...] = ()
    notes: tuple[str, ...] = ()
    more_zombies: int = 0
    steps_done: tuple[Pair, ...] = ()
    towers: int = 0
    placing: tuple[Pair, ...] = ()


Piece = Team | Figure | Gun | Blade | Zombie | Marker | Captive | Table | PendingProcedure
KINDS: dict[str, type[Any]] = {
    cls.kind: cls
    for cls in (Team, Figure, Gun, Blade, Zombie, Marker, Captive, Table, PendingProcedure)
}
P = TypeVar("P")


class Rules(Value):
    """The rulebook, and the switches of the campaign."""

    catalogue: Catalogue
    switches: Switches = Switches()


class State(Tabletop[Piece], kw_only=True, dict=True):
    """Everything on the table, and the rules it is played by; changing a piece makes a new
    state."""

    rules: Rules

    @classmethod
    def of(cls, rules: Rules, pieces: Iterable[Piece]) -> State:
        """Return the state with these pieces; ValueError if two have the same id."""
        by_id: dict[str, Piece] = {}
        for piece in pieces:
            if piece.id in by_id:
                raise ValueError(f"two pieces have the id {piece.id}")
            by_id[piece.id] = piece
        return cls(by_id, rules=rules)

    @property
    def book(self) -> Catalogue:
        """Return the rulebook."""
        return self.rules.catalogue

    def number(self, section: str, name: str) -> int:
        """Return a constant of the book."""
        return self.book.number(section, name)

    def _piece_of_kind(self, key: str, cls: type[P]) -> P:
        """Return the piece with an id if it is of a kind, else raise RuleError."""
        piece = self.pieces.get(key)
        if not isinstance(piece, cls):
            raise RuleError("That is no longer on the table.")
        return piece

    @cached_property
    def _by_kind(self) -> Mapping[type[Piece], tuple[Piece, ...]]:
        """Return the pieces of each kind, cached because a state is queried often."""
        by_kind: dict[type[Piece], list[Piece]] = {}
        for piece in self.pieces.values():
            by_kind.setdefault(type(piece), []).append(piece)
        return {kind: tuple(pieces) for kind, pieces in by_kind.items()}

    def all(self, cls: type[P]) -> tuple[P, ...]:
        """Return every piece of a kind, including those that are gone."""
        return cast("tuple[P, ...]", self._by_kind.get(cast("type[Piece]", cls), ()))

    @property
    def table(self) -> Table:
        """Return the game itself."""
        return self._piece_of_kind("table", Table)

    @property
    def encounter(self) -> Encounter | None:
        """Return the Encounter that is played; None if its content pack is gone."""
        return self.book.encounters.get(self.table.encounter)

    @property
    def open(self) -> PendingProcedure | None:
        """Return the procedure that waits for an answer."""
        piece = self.pieces.get("open")
        return piece if isinstance(piece, PendingProcedure) else None

    @property
    def teams(self) -> tuple[Team, ...]:
        """Return the sides, in the order they were named."""
        return self.all(Team)

    def team(self, team: str) -> Team:
        """Return a side by id."""
        return self._piece_of_kind(team, Team)

    def has_rivals(self) -> bool:
        """Return whether sides play against each other, and not one alone, or together."""
        return len(self.teams) > 1 and not self.table.together

    def are_rivals(self, one: str, other: str) -> bool:
        """Return whether two sides play against each other."""
        return one != other and not self.table.together

    def figures(self, team: str = "") -> tuple[Figure, ...]:
        """Return the models of a side, or all."""
        return tuple(f for f in self.all(Figure) if not team or f.team == team)

    def standing(self, team: str = "") -> tuple[Figure, ...]:
        """Return the models on the table, of a side or all."""
        return tuple(f for f in self.figures(team) if f.on_table)

    def figure(self, figure: str) -> Figure:
        """Return a model by id."""
        return self._piece_of_kind(figure, Figure)

    def guns(self, figure: str = "") -> tuple[Gun, ...]:
        """Return the Firearms a model still has, or all."""
        return tuple(g for g in self.all(Gun) if not g.gone and figure in ("", g.figure))

    def gun(self, gun: str) -> Gun:
        """Return a Firearm by id."""
        return self._piece_of_kind(gun, Gun)

    def blades(self, figure: str) -> tuple[Blade, ...]:
        """Return the close-combat weapons a model still has; bare hands where there is none."""
        blades = [blade for blade in self.all(Blade) if blade.figure == figure and not blade.gone]
        weapons = tuple(blade for blade in blades if not blade.bare)
        if weapons:
            return weapons
        return tuple(blades)

    @property
    def zombies(self) -> tuple[Zombie, ...]:
        """Return the zombies that haven't been put down."""
        return tuple(z for z in self.all(Zombie) if not z.dead)

    def zombie(self, zombie: str) -> Zombie:
        """Return a zombie by id."""
        return self._piece_of_kind(zombie, Zombie)

    @property
    def things(self) -> tuple[Marker, ...]:
        """Return the doors, alarms, noisemakers, fires and ladders that are still there."""
        return tuple(t for t in self.all(Marker) if not t.gone)

    def thing(self, thing: str) -> Marker:
        """Return a thing by id."""
        return self._piece_of_kind(thing, Marker)

    @property
    def captives(self) -> tuple[Captive, ...]:
        """Return all captives."""
        return self.all(Captive)

    def captive(self, captive: str) -> Captive:
        """Return a captive by id."""
        return self._piece_of_kind(captive, Captive)

    # Contact

    def in_contact_with(self, piece: str) -> tuple[str, ...]:
        """Return the ids of the enemies and zombies a model or zombie is in contact with."""
        others = []
        for first, second in self.table.contacts:
            if first == piece:
                others.append(second)
            elif second == piece:
                others.append(first)
        return tuple(others)

    def with_contact(self, one: str, other: str) -> State:
        """Return the state with two pieces in contact with each other."""
        pair = (min(one, other), max(one, other))
        if pair in self.table.contacts:
            return self
        return self.change("table", contacts=(*self.table.contacts, pair))

    def without_contact(self, one: str, other: str = "") -> State:
        """Return the state with a piece no longer in contact, with one other or with anything."""
        contacts = self.table.contacts
        if other:
            kept = tuple(pair for pair in contacts if not (one in pair and other in pair))
        else:
            kept = tuple(pair for pair in contacts if one not in pair)
        if kept == contacts:
            return self
        return self.change("table", contacts=kept)

    # Changing

    def change(self, piece: str, **values: Any) -> State:
        """Return the state with a piece changed."""
        old = self.pieces.get(piece)
        if old is None:
            raise RuleError("That is no longer on the table.")
        return replace(self, pieces={**self.pieces, piece: replace(old, **values)})

    def count(self, piece: str, **more: int) -> State:
        """Return the state with numbers of a piece increased by `more`, or decreased if that is negative,
        but not below 0."""
        old = self.pieces.get(piece)
        counters = {}
        for name, amount in more.items():
            counters[name] = max(0, getattr(old, name, 0) + amount)
        return self.change(piece, **counters)

    def change_all(self, pieces: Iterable[Piece], **values: Any) -> State:
        """Return the state with several pieces changed alike."""
        changed = {p.id: replace(p, **values) for p in pieces}
        return replace(self, pieces={**self.pieces, **changed})

    def add(self, *pieces: Piece) -> State:
        """Return the state with pieces added; ValueError where an id is taken."""
        state = State.of(self.rules, (*self.pieces.values(), *pieces))
        return replace(self, pieces=state.pieces)

    def with_open(self, opened: PendingProcedure | None) -> State:
        """Return the state with another open procedure, or with none."""
        state = self if self.open is None else self.without("open")
        return state if opened is None else state.add(opened)

    def changes(self, old: Piece | None, now: Piece) -> Iterator[list[Any]]:
        """Yield the change that turns a piece into another, if any: ['new', kind, values] or
        ['set', id, values]."""
        if old is None or type(old) is not type(now):
            yield ["new", now.kind, to_builtins(now)]
            return
        changed = {}
        for name in now.__struct_fields__:
            value = getattr(now, name)
            old_value = getattr(old, name)
            is_same = value is old_value or value == old_value
            if not is_same:
                changed[name] = to_builtins(value)
        if changed:
            yield ["set", now.id, changed]

    def piece_from(self, *stored: Any) -> Piece:
        """Return a piece from what is stored of it: its kind, and its values by field."""
        kind, stored_values = stored
        values = {name: as_pieces_store_it(value) for name, value in stored_values.items()}
        piece: Piece = KINDS[kind](**values)
        return piece


def to_json(state: State) -> list[list[Any]]:
    """Return the whole state as JSON values."""
    return [[piece.kind, to_builtins(piece)] for piece in state.pieces.values()]


def from_json(stored: Any, rules: Rules) -> State:
    """Return a state from JSON values; RuleError if they aren't one. Missing fields have their
    defaults."""
    empty = State(rules=rules)
    try:
        pieces = [empty.piece_from(*entry) for entry in stored]
        return State.of(rules, pieces)
    except (KeyError, TypeError, ValueError) as error:
        raise RuleError("The start of this game can't be read.") from error
