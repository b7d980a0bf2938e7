"""Facts in sentences: what all games share."""

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
#: What makes a sentence of facts.
Sentence = Callable[[Any, Facts], str]


class _Said(Value):
    """The words that a text asks for by the names of facts."""

    words: Phrases
    facts: Facts

    def __getitem__(self, name: str) -> str:
        return self.words.word(name, self.facts)


def template(said: str | Mapping[str, str]) -> Sentence:
    """Return the sentence that a text makes whose names in braces are the facts'; or one of
    several texts, as `sayings.toml` has them."""

    def sentence(words: Phrases, facts: Facts) -> str:
        if isinstance(said, str):
            text = _(said)
        elif "of" in said:
            one, more, number = said["one"], said["more"], facts[said["of"]]
            if isinstance(number, list | tuple):
                number = len(number)
            elif not isinstance(number, int):  # an earlier version said it in words
                number = 2
            none = said.get("none")
            text = _(none) if none and not number else counting(one, more, number)
        else:
            chosen = said["yes" if facts.get(said["if"]) else "no"]
            text = _(chosen)
        return text.format_map(_Said(words, facts))

    return sentence


_read = cache(partial(paths.toml, "sayings.toml"))
#: What counters, marks, pieces and steps of the turn are called.
NAMES = cache(partial(paths.toml, "tokens.toml"))


@cache
def sayings(game: str) -> dict[str, Sentence]:
    """Return the sentence of each kind of fact of a game that is a text alone, by its key."""
    return {key: template(said) for key, said in _read().get(game, {}).items()}


class Phrases(ABC):
    """Facts of one game in words: `sayings` has the sentence of each kind of fact, `titles` what
    each procedure is called."""

    def __init__(self, sayings: Mapping[str, Sentence], titles: Mapping[str, Sentence]) -> None:
        self._sayings, self._titles = sayings, titles

    @abstractmethod
    def name(self, word: Any) -> str:
        """Return what '@A1' stands for by name; anything else as it is."""

    def word(self, name: str, facts: Facts) -> str:
        """Return one of several facts in words: pieces by name, several of them as a list;
        whatever an earlier version left out as nothing."""
        said = facts.get(name, "")
        if isinstance(said, list | tuple):
            return joined([self.name(one) for one in said])
        return self.name(said)

    def say(self, fact: Fact) -> str:
        """Say a fact as a sentence; by its key if it is no longer known."""
        if fact.key == "dropped":
            return _("{what}, dropped", what=self._play(fact.facts))
        if fact.key in ("play", "answer"):
            return self._play(fact.facts)
        found = self._sayings.get(fact.key)
        return found(self, fact.facts) if found is not None else fact.key

    def _play(self, facts: Facts) -> str:
        """Return what a procedure is called; one that no longer exists, by what it was about."""
        play = str(facts.get("play", ""))
        found = self._titles.get(play)
        return self.name(facts.get("unit", play)) if found is None else found(self, facts)

    def event(self, event: Event) -> str:
        """Say what an event is called: 'Mo +1 noise', 'Zeke shoots at Zombie 2'."""
        return self.say(event.name).rstrip(".")

    def outcome(self, event: Event) -> str:
        """Say what came of an event, without its name."""
        return " ".join(filter(None, (self.say(s) for s in event.says)))

    def line(self, line: LogLine) -> str:
        """Say a line of the log: what was done, the dice, what came of it."""
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
    """Say what was thrown: '4 rolled', '3 5 typed', '6 set by Ann'; '4, 2 rolled' for two in one
    way."""
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
