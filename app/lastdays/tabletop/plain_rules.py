"""The plain rules of the declared games, which are data: what they need, which counters they change, and
the sentence they say. They are written like rules of a content pack's game and run on the same scenes;
rules that ask, or move pieces about, are Python."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial

from msgspec import convert

from lastdays.desktop import paths
from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Option
from lastdays.rulebook.pack_games import (
    Conditions,
    Effects,
    GameCounter,
    GameKind,
    GameMark,
    GamePiece,
    PackGame,
    Part,
    parse_effect,
)
from lastdays.tabletop.event_log import Fact
from lastdays.tabletop.game_rules import TapRule
from lastdays.tabletop.scene import Scene, unmet
from lastdays.tabletop.units import Count, Kind, TableState, UnitRules
from lastdays.values import Value


class PlainRule(Part, kw_only=True):
    """What a rule needs and does. `says` is the key of its sentence in `sayings.toml`; `facts` fill the
    places of that sentence."""

    needs: Conditions = ()
    does: Effects = ()
    says: str = ""
    facts: Mapping[str, str] = {}


class Card(PlainRule, kw_only=True):
    """A card, a token or the like with its name and the key of its pictogram; `when` says whether there
    may be one now."""

    name: str
    icon: str
    when: str = ""


_read = cache(partial(paths.toml, "plain_rules.toml"))


@cache
def _rules_of(game: str) -> Mapping[str, PlainRule]:
    """Return the rules of a game that are done at once, by key."""
    return convert(_read()[game]["rules"], dict[str, PlainRule])


@cache
def _cards_of(game: str, deck: str) -> Mapping[str, Card]:
    """Return the cards of a list of a game, by key."""
    return convert(_read()[game][deck], dict[str, Card])


class PlainRules:
    """The plain rules of one game. The game states its `kinds` of unit, whose limits counters keep to."""

    def __init__(self, game: str, rules: UnitRules) -> None:
        self.game = game
        self.rules = rules
        self.as_data = _as_data(game, {})

    def keep_limits(self, kinds: Mapping[str, Kind]) -> None:
        """Keep counters between the lowest and the highest value of their kind."""
        self.as_data = _as_data(self.game, kinds)

    def tap(self, key: str) -> TapRule[..., ..., TableState]:
        """Declare a rule of the file that is done at once."""

        def follow(setting: TableState, unit: str = "table") -> TableState:
            return self.followed(_rules_of(self.game)[key], setting, unit)

        return self.rules.tap(key)(follow)

    def deck(self, name: str) -> Deck:
        """Return a list of cards of the file."""
        return Deck(self, name)

    def scene(self, setting: TableState, unit: str) -> Scene:
        """Return the scene of a rule about a player, a piece or the table."""
        player = _player_of(setting, unit)
        is_piece = unit not in (player, "table")
        piece = unit if is_piece else ""
        return Scene(self.as_data, setting, player=player, piece=piece)

    def followed(self, rule: PlainRule, setting: TableState, unit: str) -> TableState:
        """Return the table after a rule. RuleError if what it needs isn't so."""
        scene = self.scene(setting, unit)
        missing = unmet(scene, rule.needs)
        if missing:
            raise RuleError(scene.filled(_(missing[0].says)))
        scene_after = scene.after(map(parse_effect, rule.does))
        if not rule.says:
            return scene_after.table
        facts = {place: _fact(scene_after, stands_for) for place, stands_for in rule.facts.items()}
        return scene_after.table.tell(Fact(rule.says, facts))


class Deck(Value):
    """A list of cards of a game, such as its events."""

    rules: PlainRules
    name: str

    @property
    def cards(self) -> Mapping[str, Card]:
        """Return all cards by key."""
        return _cards_of(self.rules.game, self.name)

    def name_of(self, key: str) -> str:
        """Return the name of a card."""
        return _(self.cards[key].name)

    def options(self, setting: TableState, player: str) -> tuple[Option, ...]:
        """Return the cards there may be now, to be chosen by a player."""
        scene = self.rules.scene(setting, player)
        cards = [(key, card) for key, card in self.cards.items() if scene.holds(card.when)]
        return tuple(Option(key, _(card.name), icon=card.icon) for key, card in cards)

    def played(self, setting: TableState, key: str, player: str) -> TableState:
        """Return the table after what a card does for a player."""
        return self.rules.followed(self.cards[key], setting, player)


def _player_of(setting: TableState, unit: str) -> str:
    """Return the player whom a unit belongs to, however many units lie between them; '' for none."""
    owner = setting[unit]
    while owner.owner:
        owner = setting[owner.owner]
    return owner.id if owner.kind == "seat" else ""


def _fact(scene: Scene, stands_for: str) -> str | int:
    """Return what fills a place of a sentence: a player or piece such as '@p1', a name, or a number."""
    match stands_for:
        case "player":
            return f"@{scene.player}"
        case "piece":
            return f"@{scene.piece}"
    if stands_for.startswith("{"):
        return scene.filled(stands_for)
    return scene.value(stands_for)


def _as_data(game: str, kinds: Mapping[str, Kind]) -> PackGame:
    """Return a game as far as scenes need it: the counters and marks of its kinds of unit."""
    data = {key: _kind_as_data(key, kind) for key, kind in kinds.items()}
    table = data.pop("table", GameKind())
    player = data.pop("seat", GameKind())
    return PackGame(
        key=game,
        title=game,
        players=(1, 1),
        table=table,
        player=player,
        pieces=data,
        steps={},
        rules={},
        ends=(),
    )


def _kind_as_data(key: str, kind: Kind) -> GamePiece:
    """Return the counters and marks of a kind of unit."""
    return GamePiece(
        name=key,
        counters={counter.key: _counter_as_data(counter) for counter in kind.counts},
        marks={mark.key: GameMark(label=mark.label) for mark in kind.flags},
    )


def _counter_as_data(counter: Count) -> GameCounter:
    """Return a counter with its limits. Where the highest value depends on the table, or can be
    exceeded, rules keep to it themselves."""
    highest = None
    if counter.limit == "hard" and isinstance(counter.high, int):
        highest = counter.high
    return GameCounter(label=counter.label, low=counter.low, high=highest)
