"""Taps, procedures and sentences of declared games: a name stands once, beside its rule."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from string import Formatter

import pytest

from lastdays.errors import RuleError
from lastdays.procedure.asks import Procedure
from lastdays.tabletop.event_log import Fact, fact
from lastdays.tabletop.games import GAMES
from lastdays.tabletop.last_days.game import SAYINGS
from lastdays.tabletop.phrases import Sentence, sayings
from lastdays.tabletop.units import SHARED, TableState, UnitRules
from lastdays.tabletop.view import Play, Tap
from unit.sources import names, nodes_of
from unit.tabletop.declaring import Party


def push(setting: TableState, unit: str, far: int = 1) -> TableState:
    return setting


def pull(setting: TableState, unit: str) -> Procedure[TableState]:
    yield from ()
    return setting


def test_a_rule_makes_the_press_that_does_it() -> None:
    rules = UnitRules()
    pushed = rules.tap("push")(push)
    pulled = rules.procedure("pull", "{unit} pulls")(pull)
    assert pushed.tap("p1", far=2) == Tap("push", {"unit": "p1", "far": 2})
    assert pushed.tap("p1") == pushed.tap(unit="p1") == Tap("push", {"unit": "p1"})
    assert pulled.play("p1") == Play("pull", {"unit": "p1"})
    assert pushed(Party(GAMES["zombies"]).setting, "p1").said == ()


def sentences_of(key: str) -> Mapping[str, Sentence]:
    """Every sentence of a game by its key, those in the table of sayings and those beside rules."""
    if key == "last-days":
        return sayings(key) | SAYINGS
    return sayings(key) | GAMES[key].rules.sayings | sayings("declared") | SHARED.sayings


def _keys(said: ast.expr) -> Iterator[str]:
    """Give the keys of a fact that is stated: one, or one of two."""
    for node in (said.body, said.orelse) if isinstance(said, ast.IfExp) else (said,):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@pytest.mark.parametrize("key", ["last-days", *GAMES])
def test_every_fact_that_is_stated_has_its_sentence(key: str) -> None:
    shared = () if key == "last-days" else ("tabletop/declared.py", "tabletop/units.py")
    found = {
        said
        for module in (*names(f"tabletop/{key.replace('-', '_')}"), *shared)
        for node in nodes_of(module, ast.Call)
        if getattr(node.func, "attr", getattr(node.func, "id", "")) in ("say", "fact") and node.args
        for said in _keys(node.args[0])
    }
    assert found
    assert found - sentences_of(key).keys() == set()


def test_a_name_that_is_declared_twice_is_a_mistake() -> None:
    rules = UnitRules()
    rules.worded("pushed")(lambda _words, _facts: "")
    rules.tap("push")(push)
    rules.procedure("push")(pull)  # a procedure may have the name of a tap
    with pytest.raises(ValueError, match="twice"):
        rules.worded("pushed")
    with pytest.raises(ValueError, match="twice"):
        rules.tap("push")
    with pytest.raises(ValueError, match="twice"):
        rules.procedure("push")


@pytest.mark.parametrize("key", list(GAMES))
def test_every_sentence_of_a_game_can_be_said(key: str) -> None:
    game = Party(GAMES[key], 3)
    words = game.game.words(game.setting)
    for name in sayings(key) | game.game.rules.sayings:
        facts = dict.fromkeys(
            ("who", "what", "n", "m", "how", "side", "where", "other", "name", "names", "die",
             "spent", "board", "pits", "mine", "theirs", "level", "effect", "points", "trap",
             "bullets", "zombies", "ambushes", "hearts", "lost", "left", "human", "scenario"), "x",
        )  # fmt: skip
        for number in (1, 2):  # those that count something speak of one, and of several
            text = words.say(Fact(name, facts | dict.fromkeys(("n", "bullets"), number)))
            assert text != name
            assert not [f for _t, f, _s, _c in Formatter().parse(text) if f]


def test_a_fact_that_nobody_knows_any_more_is_shown_by_its_name() -> None:
    game = Party(GAMES["zombies"])
    words = game.game.words(game.setting)
    assert words.say(Fact("forgotten", {})) == "forgotten"
    assert words.say(fact("play", play="forgotten", unit="@p1")) == "Ann"
    assert words.say(fact("dropped", play="fight", unit="@p1")) == "Ann fights, cancelled"
    assert words.say(fact("next")) == "Next"


def test_a_procedure_that_was_begun_about_something_else_is_refused() -> None:
    game = Party(GAMES["zombies"])
    with pytest.raises(RuleError, match="procedure doesn't exist"):
        game.go("fight", gun="g1")
    with pytest.raises(RuleError, match="procedure doesn't exist"):
        game.go("forgotten")
    with pytest.raises(RuleError, match="move doesn't exist"):
        game.tap("forgotten")


def _button_texts() -> Iterator[tuple[str, str]]:
    """Give each text of a button of the declared games, with where it is said."""
    found = [name for key in GAMES for name in names(f"tabletop/{key.replace('-', '_')}")]
    for module in ("tabletop/declared.py", *found):
        for node in nodes_of(module, ast.Call):
            of_rule = getattr(node.func, "attr", "") == "button"
            if of_rule or getattr(node.func, "id", "") == "ButtonView":
                yield from (
                    (module, ast.literal_eval(said.args[0]))
                    for said in ast.walk(node.args[0 if of_rule else 1])
                    if isinstance(said, ast.Call) and getattr(said.func, "id", "") == "_"
                )


def test_a_button_says_what_a_press_does() -> None:
    texts = list(_button_texts())
    assert len(texts) > 80
    no_verb = re.compile(r"(A|An|It|Is|Has|[A-Z][a-z]+(?<!s)s|\{\w+\})\b")  # "Dies", "{name} acts"
    assert [(where, text) for where, text in texts if no_verb.match(text)] == []
