"""The plain rules of the declared games are whole: each is used, names what there is, and fills its
sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from msgspec import convert

from lastdays.desktop import paths
from lastdays.errors import RuleError
from lastdays.rulebook.expressions import Expression, Name, names, parse
from lastdays.rulebook.pack_games import Change, parse_effect
from lastdays.tabletop.games import GAMES
from lastdays.tabletop.plain_rules import Card, PlainRule
from unit.tabletop.declaring import Party

FILE = paths.toml("plain_rules.toml")
SAYINGS = paths.toml("sayings.toml")
#: Values that units have without a counter or switch on a card.
UNSEEN = {
    "last-night": {"player.discarded", "player.drawn"},
    "zombies": {"piece.most"},
    "last-one-alive": {"player.used_hero", "table.days", "table.dawned"},
    "zombie-town": {"piece.magazine", "piece.breached"},
}
WORDS = {"acting", "turn", "players"}


def rules() -> Iterator[tuple[str, str, str, PlainRule]]:
    """Every rule and card: its game, its list, its key."""
    for game, lists in FILE.items():
        for name, entries in lists.items():
            for key, entry in entries.items():
                kind = PlainRule if name == "rules" else Card
                yield game, name, key, convert(entry, kind)


EACH = [pytest.param(*rule, id=".".join(rule[:3])) for rule in rules()]


def expressions(rule: PlainRule) -> Iterator[Expression]:
    """What a rule counts with."""
    for need in rule.needs:
        yield parse(need.when)
    if isinstance(rule, Card) and rule.when:
        yield parse(rule.when)
    for words in rule.does:
        effect = parse_effect(words)
        if isinstance(effect, Change):
            yield effect.name
            yield effect.amount
    for stands_for in rule.facts.values():
        if stands_for not in ("player", "piece") and not stands_for.startswith("{"):
            yield parse(stands_for)


def known(game: str, name: Name) -> bool:
    """Whether units of a game have a value."""
    if str(name) in WORDS or str(name) in UNSEEN[game]:
        return True
    of = {"player": ["seat"], "all": ["seat"], "table": ["table"]}
    kinds = GAMES[game].kinds
    pieces = [key for key in kinds if key not in ("seat", "table")]
    for key in of.get(name.of, pieces):
        counters = [counter.key for counter in kinds[key].counts]
        switches = [switch.key for switch in kinds[key].flags]
        if name.key in counters + switches:
            return True
    return False


@pytest.mark.parametrize(("game", "name", "key", "rule"), EACH)
def test_a_plain_rule_counts_with_what_there_is(
    game: str, name: str, key: str, rule: PlainRule
) -> None:
    for expression in expressions(rule):
        for one in names(expression):
            assert known(game, one), one


@pytest.mark.parametrize(("game", "name", "key", "rule"), EACH)
def test_a_plain_rule_fills_its_sentence(game: str, name: str, key: str, rule: PlainRule) -> None:
    if not rule.says:
        assert not rule.facts
        return
    places = set(re.findall(r"\{(\w+)\}", str(SAYINGS[game][rule.says])))
    assert set(rule.facts) == places


@pytest.mark.parametrize("game", list(FILE))
def test_every_plain_rule_is_played(game: str) -> None:
    assert set(FILE[game]["rules"]) <= set(GAMES[game].rules.taps)


def test_a_counter_keeps_the_limits_of_its_kind() -> None:
    party = Party(GAMES["last-one-alive"], 2, first="p1")
    party.setting = party.setting.put("table", level=4)
    assert "level 4" in party.go("draw", "apocalypse", unit="p1", side="any")
    assert (party["table"]["level"], party["table"]["drawn"]) == (4, 1)


def test_what_a_plain_rule_needs_is_said() -> None:
    party = Party(GAMES["zombie-town"], 2)
    party.setting = party.setting.put("p1", hand=0)
    with pytest.raises(RuleError, match="Ann has no cards"):
        party.tap("lose", unit="p1")


def test_an_event_is_offered_when_its_card_says_so() -> None:
    party = Party(GAMES["zombie-town"], 2, first="p1")
    assert "extra" not in party.offers("event", unit="p1")
    party.tap("next")
    assert "extra" in party.offers("event", unit="p1")
    assert "extra" not in party.offers("event", unit="p2")
    assert "time" not in party.offers("event", unit="p1")
