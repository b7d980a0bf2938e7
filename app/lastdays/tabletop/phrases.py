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


class _Said(Value):
    """The words that fill the places of a template, by the names of facts."""

    words: Phrases
    facts: Facts

    def __getitem__(self, name: str) -> str:
        return self.words.word(name, self.facts)


def template(said: str | Mapping[str, str]) -> Sentence:
    """Return a function that fills a template whose places are names of facts. A table in
    `sayings.toml` has several templates, of which the facts choose one."""

    def sentence(words: Phrases, facts: Facts) -> str:
        if isinstance(said, str):
            text = _(said)
        elif "of" in said:
            one, more, number = said["one"], said["more"], facts[said["of"]]
            if isinstance(number, list | tuple):
                number = len(number)
            elif not isinstance(number, int):  # an earlier version stored words
                number = 2
            none = said.get("none")
            text = _(none) if none and not number else counting(one, more, number)
        else:
            chosen = said["yes" if facts.get(said["if"]) else "no"]
            text = _(chosen)
        return text.format_map(_Said(words, facts))

    return sentence


_read = cache(partial(paths.toml, "sayings.toml"))
#: The names of counters, marks, pieces and steps of the turn.
NAMES = cache(partial(paths.toml, "tokens.toml"))


@cache
def sayings(game: str) -> dict[str, Sentence]:
    """Return the sentences of a game that are templates, by the key of their fact."""
    return {key: template(said) for key, said in _read().get(game, {}).items()}


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
        said = facts.get(name, "")
        if isinstance(said, list | tuple):
            return joined([self.name(one) for one in said])
        return self.name(said)

    def say(self, fact: Fact) -> str:
        """Return the sentence of a fact, or its key if it is no longer known."""
        if fact.key == "written":
            return str(fact.facts["text"])  # the players' own words, as they stand
        if fact.key == "dropped":
            return _("{what}, cancelled", what=self._play(fact.facts))
        if fact.key in ("play", "answer"):
            return self._play(fact.facts)
        found = self._sayings.get(fact.key)
        return found(self, fact.facts) if found is not None else fact.key

    def _play(self, facts: Facts) -> str:
        """Return the title of a procedure; for one that no longer exists, the name of its unit."""
        play = str(facts.get("play", ""))
        found = self._titles.get(play)
        return self.name(facts.get("unit", play)) if found is None else found(self, facts)

    def event(self, event: Event) -> str:
        """Return the name of an event: 'Mo +1 noise', 'Zeke shoots at Zombie 2'."""
        return self.say(event.name).rstrip(".")

    def outcome(self, event: Event) -> str:
        """Return the outcome of an event, without its name."""
        return " ".join(filter(None, (self.say(s) for s in event.says)))

    def line(self, line: LogLine) -> str:
        """Return a line of the log: the event, the dice, the outcome."""
        event = line[-1].event
        if len(line) > 1 and event.name.key == "count":
            amount = sum(entry.event.amount for entry in line)
            said = self.say(Fact("count", {**event.name.facts, "amount": amount}))
            text = _("{what} ({n} taps)", what=said, n=len(line))
        else:
            text = self.say(event.name)
        shown = dice_in_words(die for entry in line for die in entry.event.dice)
        outcome = self.outcome(event)
        if event.name.key == "play" and outcome:  # the outcome says it all
            return f"{outcome} ({shown})" if shown else outcome
        text = titled(text, shown) if shown else text
        return f"{text.rstrip('.')}. {outcome}" if outcome else text


def dice_in_words(dice: Iterable[Die]) -> str:
    """Return dice in words: '4 rolled', '3 5 typed', '6 set by Ann', or '4, 2 rolled' for two."""
    parts = []
    for (how, who), same in groupby(dice, lambda die: (die.how, die.who)):
        values = ", ".join(
            " ".join(map(str, d.value)) if isinstance(d.value, list | tuple) else str(d.value)
            for d in same
        )
        way = {"rolled": _("rolled"), "typed": _("typed"), "set": _("set")}.get(how, how)
        text = f"{values} {way}"
        parts.append(_("{what} by {who}", what=text, who=who) if who else text)
    return ", ".join(parts)
