"""Stories of a game: each line is a move as it is pressed, with what is said of it, or what then
stands on the table. `declaring` and `playing` say what a move and a piece are."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Any, NamedTuple

import pytest

from lastdays.errors import RuleError
from lastdays.procedure.asks import Ask
from lastdays.procedure.dice import can_be_rolled
from lastdays.tabletop.view import Play, Tap
from sure import sure


class Rule(NamedTuple):
    """How a press is made: at once or a procedure, what it takes by name, and how many of that are
    said without their names."""

    at_once: bool
    takes: tuple[str, ...]
    plain: int


class Told(ABC):
    """A game in play that a story can be told of."""

    #: The rules that it is played by, and its views.
    game: Any

    @abstractmethod
    def begin(self, act: Tap | Play) -> str:
        """Press a button; what is said of it."""

    @abstractmethod
    def give(self, value: Any) -> str:
        """Answer what is asked; what is said of it."""

    @abstractmethod
    def pending(self) -> Ask | None:
        """What is asked."""

    @abstractmethod
    def rule(self, what: str) -> Rule:
        """The rule of a name."""

    @abstractmethod
    def value(self, piece: str, name: str) -> Any:
        """What is noted of a piece."""

    @abstractmethod
    def by_hand(self, move: str) -> bool:
        """Whether it is no press but sets the table up, and then that done."""

    @abstractmethod
    def stands(self, line: str, said: str) -> bool:
        """Whether it is a line about the table, and then that it is so."""

    @property
    @abstractmethod
    def table(self) -> Any:
        """All that is on the table, which a refused move leaves as it was."""

    @table.setter
    @abstractmethod
    def table(self, table: Any) -> None: ...

    def tell(self, line: str) -> None:
        """Do what a line of a story says, or see that the table is as it says."""
        first, _space, rest = line.partition(" ")
        move, _colon, said = (rest if first in ("can't", "asks") else line).partition(": ")
        before = self.table
        if first == "can't":
            with pytest.raises(RuleError) as error:
                self.do(move)
            self.table = before
            assert said in str(error.value)
        elif first == "asks":
            self.do(move, to_the_end=False)
            assert said in sure(self.pending()).question, sure(self.pending()).question
            self.table = before
        elif notes := re.fullmatch(r"(table|[A-Z][\w.]*)((?: \w+=\S*)+)", line):
            for name, _is, value in (word.partition("=") for word in notes[2].split()):
                assert str(self.value(notes[1], name)) == value, self.value(notes[1], name)
        elif has := re.fullmatch(r"(\S+) has (.+)", line):
            for n, _space, name in (item.partition(" ") for item in has[2].split(", ")):
                assert self.value(has[1], name) == int(n), self.value(has[1], name)
        elif not self.stands(move, said):
            told = self.do(move)
            for part in said.split(" … "):
                assert part in told, told

    def do(self, move: str, *, to_the_end: bool = True) -> str:
        """A move; what is said of it."""
        if self.by_hand(move):
            return ""
        act, answers = self.meant(move)
        said = self.begin(act)
        for given in answers:
            said = self.give(self.given(given))
        left = self.pending()
        assert left is None or not to_the_end, left
        return said

    def given(self, word: str) -> Any:
        """The answer that a word of a move gives to what is asked: dice like 5 or 3+4, or a key."""
        if can_be_rolled(sure(self.pending())) and word[0].isdigit():
            dice = tuple(map(int, word.split("+")))
            return dice if len(dice) > 1 else dice[0]
        return word.strip("'")

    def meant(self, move: str) -> tuple[Tap | Play, list[str]]:
        """What the words of a move mean, and what is answered."""
        what, *words = move.split()
        rule = self.rule(what)
        if change := re.fullmatch(r"(?:count|mark) (\S+)\.(\w+) ?([+-]\d+)?", move):
            amount = {"amount": int(change[3])} if change[3] else {}
            return Tap(what, {"piece": change[1], "name": change[2], **amount}), []
        if what == "rename":
            return Tap(what, {"piece": words[0], "name": " ".join(words[1:])}), []
        given = {k: n for k, is_, n in (word.partition("=") for word in words) if is_}
        args: dict[str, Any] = {k: int(n) if n.isdigit() else n for k, n in given.items()}
        args |= {k: n == "yes" for k, n in given.items() if n in ("yes", "no")}
        plain = [word.strip("'") for word in words if "=" not in word]
        args |= dict(zip(rule.takes[: rule.plain], plain, strict=False))
        return (Tap if rule.at_once else Play)(what, args), plain[rule.plain :]


def stories(text: str) -> dict[str, list[str]]:
    """The lines of each story by its title, which isn't indented."""
    found: dict[str, list[str]] = {}
    for line in filter(str.strip, text.splitlines()):
        if line[:1].strip():
            found[line] = []
        else:
            found[list(found)[-1]] += line.partition("  #")[0].strip().split("; ")
    return found


def play(game: Told, title: str, lines: list[str]) -> None:
    """Play a story; 'anew' is from its beginning."""
    first = game.table
    for line in lines:
        try:
            if line == "anew":
                game.table = first
            else:
                game.tell(line)
        except BaseException as error:
            error.add_note(f"{title}: {line}")
            raise
