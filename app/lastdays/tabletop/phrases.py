"""Sentences for facts, shared by all games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from itertools import groupby
from typing import Any

from lastdays.desktop import paths
from lastdays.language import _, counting, joined, titled
from lastdays.tabletop.event_log import Die, Event, Fact, LogLine
from lastdays.values import Value

Facts = Mapping[str, Any]
#: Returns the sentence for some facts.
Sentence = Callable[[Any, Facts], str]


class _Places(Value):
    """The words that fill the places of a template, by the names of facts."""

    words: Phrases
    facts: Facts

    def __getitem__(self, name: str) -> str:
        return self.words.word(name, self.facts)


def template(texts: str | Mapping[str, str]) -> Sentence:
    """Return a function that fills a template whose places are names of facts. A table in
    `sayings.toml` has several templates, of which the facts choose one."""

    def sentence(words: Phrases, facts: Facts) -> str:
        text = _(texts) if isinstance(texts, str) else _chosen_text(texts, facts)
        return text.format_map(_Places(words, facts))

    return sentence


def _chosen_text(texts: Mapping[str, str], facts: Facts) -> str:
    """Return the template that facts choose, translated: by the number that `of` names, or by whether
    what `if` names is so."""
    if "of" not in texts:
        is_so = facts.get(texts["if"])
        text = texts["yes"] if is_so else texts["no"]
        return _(text)
    number = _number_of(facts[texts["of"]])
    if number == 0 and "none" in texts:
        text = texts["none"]
        return _(text)
    singular = texts["one"]
    plural = texts["more"]
    return counting(singular, plural, number)


def _number_of(fact: Any) -> int:
    """Return a number, or how many a fact names; an earlier version stored words for several."""
    if isinstance(fact, list | tuple):
        return len(fact)
    if isinstance(fact, int):
        return fact
    return 2


_read = cache(partial(paths.toml, "sayings.toml"))
#: The names of counters, marks, pieces and steps of the turn.
NAMES = cache(partial(paths.toml, "tokens.toml"))


@cache
def sayings(game: str) -> dict[str, Sentence]:
    """Return the sentences of a game that are templates, by the key of their fact."""
    return {key: template(texts) for key, texts in _read().get(game, {}).items()}


class Phrases(ABC):
    """The sentences of one game: `sayings` for each kind of fact, `titles` for each procedure."""

    def __init__(self, sayings: Mapping[str, Sentence], titles: Mapping[str, Sentence]) -> None:
        self._sayings, self._titles = sayings, titles

    @abstractmethod
    def name(self, word: Any) -> str:
        """Return the name of the piece for '@A1'; anything else unchanged."""

    def word(self, name: str, facts: Facts) -> str:
        """Return one of the facts in words: names of pieces, several as a list; '' if an earlier
        version didn't store it."""
        fact = facts.get(name, "")
        if isinstance(fact, list | tuple):
            return joined([self.name(piece) for piece in fact])
        return self.name(fact)

    def say(self, fact: Fact) -> str:
        """Return the sentence of a fact, or its key if it is no longer known."""
        if fact.key == "written":
            return str(fact.facts["text"])  # the players' own words, as they stand
        if fact.key == "dropped":
            return _("{what}, cancelled", what=self._play(fact.facts))
        if fact.key in ("play", "answer"):
            return self._play(fact.facts)
        sentence = self._sayings.get(fact.key)
        if sentence is None:
            return fact.key
        return sentence(self, fact.facts)

    def _play(self, facts: Facts) -> str:
        """Return the title of a procedure; for one that no longer exists, the name of its unit."""
        play = str(facts.get("play", ""))
        title = self._titles.get(play)
        if title is None:
            return self.name(facts.get("unit", play))
        return title(self, facts)

    def event(self, event: Event) -> str:
        """Return the name of an event: 'Mo +1 noise', 'Zeke shoots at Zombie 2'."""
        return self.say(event.name).rstrip(".")

    def outcome(self, event: Event) -> str:
        """Return the outcome of an event, without its name."""
        sentences = [self.say(fact) for fact in event.says]
        return " ".join(sentence for sentence in sentences if sentence)

    def line(self, line: LogLine) -> str:
        """Return a line of the log: the event, the dice, the outcome."""
        event = line[-1].event
        dice_rolled: list[Die] = []
        for entry in line:
            dice_rolled += entry.event.dice
        dice = dice_in_words(dice_rolled)
        outcome = self.outcome(event)
        outcome_says_it_all = event.name.key == "play" and bool(outcome)
        if outcome_says_it_all:
            return f"{outcome} ({dice})" if dice else outcome
        text = self._name_of_line(line)
        if dice:
            text = titled(text, dice)
        if not outcome:
            return text
        return f"{text.rstrip('.')}. {outcome}"

    def _name_of_line(self, line: LogLine) -> str:
        """Return the name of the event of a line; of several taps on a counter, what they add up to."""
        name = line[-1].event.name
        if len(line) == 1 or name.key != "count":
            return self.say(name)
        amount = sum(entry.event.amount for entry in line)
        change = self.say(Fact("count", {**name.facts, "amount": amount}))
        return _("{what} ({n} taps)", what=change, n=len(line))


def dice_in_words(dice: Iterable[Die]) -> str:
    """Return dice in words: '4 rolled', '3 5 typed', '6 set by Ann', or '4, 2 rolled' for two."""
    ways_in_words = {"rolled": _("rolled"), "typed": _("typed"), "set": _("set")}
    parts = []
    for (how, who), dice_alike in groupby(dice, key=_how_and_by_whom):
        values = ", ".join(_faces_in_words(die) for die in dice_alike)
        text = f"{values} {ways_in_words.get(how, how)}"
        if who:
            text = _("{what} by {who}", what=text, who=who)
        parts.append(text)
    return ", ".join(parts)


def _how_and_by_whom(die: Die) -> tuple[str, str]:
    return die.how, die.who


def _faces_in_words(die: Die) -> str:
    """Return what dice show: '3 5', or '4' for one."""
    if isinstance(die.value, list | tuple):
        return " ".join(str(face) for face in die.value)
    return str(die.value)
