"""What a campaign's document consists of when two copies of it are merged: fields, and collections of
things such as games and entries, each known by a key that both copies share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from msgspec.structs import fields as fields_of, replace

from lastdays.campaign.dates import day_in_words
from lastdays.language import N_, _, dotted, joined, ngettext, number, signed, titled
from lastdays.model.campaign import Campaign, ChronicleEntry, OwnWords, Ranking, Season
from lastdays.model.counters import value_name
from lastdays.model.fields import CAMPAIGN, RANKING, Field, dice_name
from lastdays.model.fixtures import Fixture
from lastdays.model.game_record import GameRecord, Side
from lastdays.model.own_rules import rule_in_words
from lastdays.model.switches import number_name
from lastdays.rulebook import Catalogue
from lastdays.rulebook.own import OwnRules, WrittenRule
from lastdays.rulebook.pack_identity import PackIdentity
from lastdays.values import Value

#: The kinds of things that a merge counts; the first are collections of a campaign.
Kind = Literal[
    "games",
    "words",
    "entries",
    "fixtures",
    "rankings",
    "players",
    "rules",
    "groups",
    "seasons",
    "members",
    "sequences",
    "pictures",
    "settings",
]
#: The things of one collection by their keys.
Things = Mapping[str, Any]


class Names(Value):
    """What sentences about the parts of a campaign need: the rulebook, and the names of groups and the
    numbers of games by their ids."""

    catalogue: Catalogue
    groups: Mapping[str, str]
    games: Mapping[str, int]

    def group(self, group: str) -> str:
        """Return the name of a group."""
        return self.groups.get(group, "—")

    def encounter(self, key: str) -> str:
        """Return the name of an Encounter, or its key if it is unknown."""
        encounter = self.catalogue.encounters.get(key)
        return key if encounter is None else encounter.name


class Part(Value):
    """A part of a thing about which one question is asked, with what it is called, its attributes, and
    its value in words. Without attributes it is the whole thing."""

    key: str
    called: str
    words: Callable[[Any, Names], str]
    attributes: tuple[str, ...] = ()

    def value(self, of: Any) -> Any:
        """Return the part of a thing, as it is compared."""
        if not self.attributes:
            return of
        return tuple(getattr(of, attribute) for attribute in self.attributes)

    def put(self, into: Any, of: Any) -> Any:
        """Return a thing with this part taken from another."""
        if not self.attributes:
            return of
        values = {attribute: getattr(of, attribute) for attribute in self.attributes}
        return replace(into, **values)


class Collection(Value):
    """A collection of a campaign by its `key`: how its things are read by their keys, what one is called,
    its parts, and as what its things are counted. The attributes in no part are compared one by one, and
    are never asked about."""

    key: str
    read: Callable[[Campaign], Things]
    title: Callable[[str, Any, Names], str]
    parts: tuple[Part, ...]
    kind: Kind = "settings"

    @property
    def attributes(self) -> frozenset[str]:
        """Return the attributes of all parts."""
        return frozenset(attribute for part in self.parts for attribute in part.attributes)

    def silent(self, thing: Any) -> list[str]:
        """Return the attributes of a thing that are in no part."""
        if not self.attributes:
            return []
        names = [field.name for field in fields_of(thing)]
        return [name for name in names if name not in self.attributes]


# Words


def _text(text: str) -> str:
    return " ".join(text.split()) or "—"


def _joined_or_dash(words: Iterable[str]) -> str:
    return ", ".join(words) or "—"


def _day_or_dash(day: str) -> str:
    return day_in_words(day) or "—"


def _pictures_in_words(thing: OwnWords | ChronicleEntry, _names: Names) -> str:
    count = len(thing.pictures)
    return ngettext("{n} picture", "{n} pictures", count) if count else "—"


def _result_in_words(game: GameRecord, _names: Names) -> str:
    """Say how a game ended: 'Zeke's Truckers: won, 2 Out of Action, 1 Supply Token'."""
    return "; ".join(_side_in_words(game, side) for side in game.sides) or "—"


def _side_in_words(game: GameRecord, side: Side) -> str:
    words = [_result_name(game, side)]
    fallen = sum(1 for appearance in side.appearances if appearance.out)
    if fallen:
        words.append(ngettext("{n} Out of Action", "{n} Out of Action", fallen))
    kills = sum(appearance.zombies for appearance in side.appearances)
    if kills:
        words.append(ngettext("{n} zombie", "{n} zombies", kills))
    if side.tokens:
        words.append(ngettext("{n} Supply Token", "{n} Supply Tokens", len(side.tokens)))
    return titled(side.name, ", ".join(words))


def _result_name(game: GameRecord, side: Side) -> str:
    match game.result_of(side):
        case "won":
            return _("won")
        case "lost":
            return _("lost")
    return _("drawn")


def _reporter_and_quote(game: GameRecord, _names: Names) -> str:
    return dotted(game.reported_by, game.quote) or "—"


def _groups_of_entry(entry: ChronicleEntry, names: Names) -> str:
    groups = dict.fromkeys(names.group(group) for group, _member in entry.about)
    return _joined_or_dash(groups)


def _fixture_groups(fixture: Fixture, names: Names) -> str:
    return _joined_or_dash(names.group(group) for group in fixture.groups)


def _fixture_encounter(fixture: Fixture, names: Names) -> str:
    if not fixture.encounter:
        return _("Encounter not chosen yet")
    return names.encounter(fixture.encounter)


def _when_and_where(fixture: Fixture, _names: Names) -> str:
    return dotted(day_in_words(fixture.day), fixture.time, fixture.table) or "—"


def _ranking_in_words(ranking: Ranking, _names: Names) -> str:
    """Say what a ranking counts: 'Game won +3'."""
    words = []
    for field in RANKING.values():
        (value,) = field.value(ranking)
        if isinstance(value, int) and value:
            words.append(f"{field.name} {signed(value)}")
    return _joined_or_dash(words)


def _version_of_pack(pack: PackIdentity, _names: Names) -> str:
    return " ".join(part for part in (pack.version, pack.digest[:8]) if part) or "—"


def _name_of_season(season: Season, _names: Names) -> str:
    return season.name


def _dice_in_words(mode: Any, _names: Names) -> str:
    return dice_name(mode)


def _value_in_words(value: Any, _names: Names) -> str:
    return number(value) if isinstance(value, int) else str(value)


def _rule_or_dash(rule: WrittenRule, _names: Names) -> str:
    return rule_in_words(rule) or "—"


# The collections


def _whole_thing(words: Callable[[Any, Names], str]) -> tuple[Part, ...]:
    return (Part("", "", words),)


def _read_groups(campaign: Campaign) -> Things:
    return dict.fromkeys(campaign.groups, True)


def _read_players(campaign: Campaign) -> Things:
    return dict.fromkeys(campaign.players, True)


def _read_seasons(campaign: Campaign) -> Things:
    """Return the closed seasons without what was played and written in them."""
    return {
        season.id: replace(season, games=(), told=(), entries=()) for season in campaign.seasons
    }


def _read_rules(campaign: Campaign) -> Things:
    rules: dict[str, WrittenRule] = {}
    for kind, entries in campaign.own.by_kind.items():
        for rule in entries:
            rules[f"{kind}/{rule.key}"] = rule
    for entry in campaign.own.book:
        rules[f"book/{entry.kind}/{entry.key}"] = entry
    return rules


def rules_of(things: Things) -> OwnRules:
    """Return players' own rules from the things of their collection."""
    by_kind: dict[str, list[Any]] = {}
    for key, rule in things.items():
        by_kind.setdefault(key.partition("/")[0], []).append(rule)
    return OwnRules(**{kind: tuple(rules) for kind, rules in by_kind.items()})


COLLECTIONS: tuple[Collection, ...] = (
    Collection(
        "games",
        lambda campaign: {game.id: game for game in campaign.all_games},
        lambda _key, game, _names: _("Game {n}", n=game.number),
        (
            Part(
                "encounter",
                N_("Encounter"),
                lambda game, names: names.encounter(game.encounter),
                ("encounter",),
            ),
            Part("day", N_("Date"), lambda game, _names: _day_or_dash(game.day), ("day",)),
            Part(
                "result",
                N_("Result"),
                _result_in_words,
                ("sides", "together", "counters", "before"),
            ),
            Part("notes", N_("Notes"), lambda game, _names: _text(game.notes), ("notes",)),
            Part("report", N_("Report"), _reporter_and_quote, ("reported_by", "quote")),
        ),
        "games",
    ),
    Collection(
        "words",
        lambda campaign: {words.game: words for words in campaign.with_all_seasons.told},
        lambda key, _words, names: _("Your own words on game {n}", n=names.games.get(key, 0)),
        (
            Part("text", N_("Text"), lambda words, _names: _text(words.text), ("text",)),
            Part("day", N_("Date"), lambda words, _names: _day_or_dash(words.day), ("day",)),
            Part("pictures", N_("Pictures"), _pictures_in_words, ("pictures",)),
        ),
        "words",
    ),
    Collection(
        "entries",
        lambda campaign: {entry.id: entry for entry in campaign.with_all_seasons.entries},
        lambda _key, entry, _names: _("Entry of {day}", day=_day_or_dash(entry.day)),
        (
            Part("text", N_("Text"), lambda entry, _names: _text(entry.text), ("kind", "text")),
            Part("day", N_("Date"), lambda entry, _names: _day_or_dash(entry.day), ("day",)),
            Part("about", N_("About"), _groups_of_entry, ("about",)),
            Part("pictures", N_("Pictures"), _pictures_in_words, ("pictures",)),
        ),
        "entries",
    ),
    Collection(
        "fixtures",
        lambda campaign: {fixture.id: fixture for fixture in campaign.fixtures},
        lambda _key, fixture, names: _(
            "Planned game of {groups}", groups=_fixture_groups(fixture, names)
        ),
        (
            Part("encounter", N_("Encounter"), _fixture_encounter, ("encounter", "die", "shift")),
            Part(
                "groups",
                N_("Groups"),
                _fixture_groups,
                ("groups", "defender", "rolled_at_table", "parts", "together", "before", "drawn"),
            ),
            Part("when", N_("Date and place"), _when_and_where, ("day", "time", "table")),
        ),
        "fixtures",
    ),
    Collection(
        "rankings",
        lambda campaign: {ranking.name: ranking for ranking in campaign.rankings},
        lambda key, _ranking_in_words, _names: titled(_("Ranking"), key),
        _whole_thing(_ranking_in_words),
        "rankings",
    ),
    Collection(
        "players",
        _read_players,
        lambda key, _player, _names: titled(_("Player"), key),
        (),
        "players",
    ),
    Collection(
        "rules",
        _read_rules,
        lambda _key, rule, _names: titled(_("Our rules"), rule.name),
        _whole_thing(_rule_or_dash),
        "rules",
    ),
    Collection(
        "numbers",
        lambda campaign: dict(campaign.numbers),
        lambda key, _n, _names: titled(_("House rules"), number_name(key)),
        _whole_thing(_value_in_words),
    ),
    Collection(
        "counters",
        lambda campaign: campaign.counters,
        lambda key, _n, names: value_name("counters", key, names.catalogue),
        _whole_thing(_value_in_words),
    ),
    Collection(
        "dice_of",
        lambda campaign: campaign.dice_of,
        lambda key, _mode, names: names.group(key),
        _whole_thing(_dice_in_words),
    ),
    Collection(
        "kept_packs",
        lambda campaign: {pack.key: pack for pack in campaign.kept_packs},
        lambda key, pack, _names: titled(_("Content pack"), pack.name or key),
        _whole_thing(_version_of_pack),
    ),
    Collection("groups", _read_groups, lambda key, _group, names: names.group(key), (), "groups"),
    Collection(
        "seasons",
        _read_seasons,
        lambda _key, season, _names: titled(_("Season"), season.name),
        (Part("name", N_("Name"), _name_of_season, ("name",)),),
        "seasons",
    ),
)
COLLECTION: Mapping[str, Collection] = {collection.key: collection for collection in COLLECTIONS}
#: The fields of a campaign that are merged as a whole. Whether it is put away or deleted is left as it
#: is here.
SETTINGS: tuple[Field[Campaign], ...] = tuple(
    CAMPAIGN[key] for key in ("name", "notes", "night", "switches", "dice", "order", "packs")
)


def count_in_words(kind: Kind, n: int) -> str:
    """Say how many things of a kind: '3 games'."""
    match kind:
        case "games":
            return ngettext("{n} game", "{n} games", n)
        case "words":
            return ngettext("{n} text on a game", "{n} texts on games", n)
        case "entries":
            return ngettext("{n} entry", "{n} entries", n)
        case "fixtures":
            return ngettext("{n} planned game", "{n} planned games", n)
        case "rankings":
            return ngettext("{n} ranking", "{n} rankings", n)
        case "players":
            return ngettext("{n} player", "{n} players", n)
        case "rules":
            return ngettext("{n} rule of your own", "{n} rules of your own", n)
        case "groups":
            return ngettext("{n} group", "{n} groups", n)
        case "seasons":
            return ngettext("{n} closed season", "{n} closed seasons", n)
        case "members":
            return ngettext("{n} member", "{n} members", n)
        case "sequences":
            return ngettext("{n} post-game sequence", "{n} post-game sequences", n)
        case "pictures":
            return ngettext("{n} picture", "{n} pictures", n)
    return ngettext("{n} setting", "{n} settings", n)


def all_counted(counts: Mapping[Kind, int]) -> str:
    """Say how many things of each kind: '3 games, 2 members and 1 entry'; '' for none."""
    return joined([count_in_words(kind, n) for kind, n in counts.items() if n])
