"""The sums and comparisons that games of content packs are written with: 'table.street > 0 and not
player.hidden'. They are parsed here, within bounds, into plain values; nothing of them is ever run
by Python.

A number is a whole number, a counter such as `player.lives`, or a word such as `die`. A mark is 1
while it is on, a comparison that holds is 1, and what isn't 0 holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal, NoReturn, TypeAlias, get_args

from lastdays.rulebook.entries import EntryError
from lastdays.values import Value

#: The most letters of an expression, and how deeply brackets are nested.
LETTERS_MOST, DEPTH_MOST = 200, 8
#: The largest number in an expression, and the largest result.
NUMBER_MOST = 9999

#: A part of a name: small letters, digits and '_'.
WORD = "[a-z][a-z0-9_]*"
_TOKEN = re.compile(
    rf"\s*(?:(?P<name>{WORD}(?:\.{WORD})?)|(?P<number>\d+)|(?P<sign><=|>=|!=|[-+<>=()]))"
)
Comparing = Literal["<", "<=", "=", "!=", ">=", ">"]
_COMPARING: tuple[Comparing, ...] = get_args(Comparing)
_KEYWORDS = ("and", "or", "not")


class Number(Value):
    """A whole number."""

    value: int


class Name(Value):
    """A counter or mark of something, `player.lives`, or a word, `die`, whose `of` is empty."""

    of: str
    key: str

    def __str__(self) -> str:
        return f"{self.of}.{self.key}" if self.of else self.key


class Plus(Value):
    """The sum of two numbers."""

    left: Expression
    right: Expression


class Minus(Value):
    """The difference of two numbers."""

    left: Expression
    right: Expression


class Comparison(Value):
    """A comparison of two numbers."""

    left: Expression
    how: Comparing
    right: Expression


class And(Value):
    """Both hold."""

    left: Expression
    right: Expression


class Or(Value):
    """At least one holds."""

    left: Expression
    right: Expression


class Not(Value):
    """It doesn't hold."""

    inner: Expression


Expression: TypeAlias = "Number | Name | Plus | Minus | Comparison | And | Or | Not"


class _Reader:
    """Reads an expression token by token."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(_tokens(text))
        self.depth = 0

    def whole(self) -> Expression:
        """Read all of it."""
        expression = self.either()
        if self.tokens:
            self.refuse()
        return expression

    def either(self) -> Expression:
        left = self.both()
        while self.takes("or"):
            left = Or(left, self.both())
        return left

    def both(self) -> Expression:
        left = self.denied()
        while self.takes("and"):
            left = And(left, self.denied())
        return left

    def denied(self) -> Expression:
        if not self.takes("not"):
            return self.compared()
        self.deeper()
        inner = self.denied()
        self.depth -= 1
        return Not(inner)

    def compared(self) -> Expression:
        left = self.summed()
        for how in _COMPARING:
            if self.takes(how):
                return Comparison(left, how, self.summed())
        return left

    def summed(self) -> Expression:
        left = self.single()
        while self.tokens and self.tokens[0] in ("+", "-"):
            plus = self.takes("+")
            if not plus:
                self.takes("-")
            right = self.single()
            left = Plus(left, right) if plus else Minus(left, right)
        return left

    def single(self) -> Expression:
        if self.takes("("):
            self.deeper()
            inner = self.either()
            if not self.takes(")"):
                self.refuse()
            self.depth -= 1
            return inner
        if self.takes("-"):
            return Minus(Number(0), self.single())
        if not self.tokens or self.tokens[0] in _KEYWORDS:
            self.refuse()
        token = self.tokens.pop(0)
        if token.isdecimal():
            return _number(token)
        if not token[0].isalpha():
            self.refuse()
        return _name(token)

    def takes(self, token: str) -> bool:
        """Take a token if it is the next one."""
        if self.tokens[:1] != [token]:
            return False
        del self.tokens[0]
        return True

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEPTH_MOST:
            raise EntryError("'{text}' is nested too deeply.", text=self.text)

    def refuse(self) -> NoReturn:
        raise EntryError(
            "'{text}' isn't a sum or comparison such as table.street > 0.", text=self.text
        )


def parse(text: str) -> Expression:
    """Return an expression from text. EntryError, with a sentence, for anything else."""
    if len(text) > LETTERS_MOST:
        raise EntryError("an expression has {n} letters at most.", n=LETTERS_MOST)
    return _Reader(text).whole()


def _tokens(text: str) -> Iterator[str]:
    at, end = 0, len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at)
        if found is None:
            raise EntryError(
                "'{letter}' has no meaning in '{text}'.", letter=text[at:].strip()[0], text=text
            )
        yield found.group().strip()
        at = found.end()


def _number(token: str) -> Number:
    value = int(token) if len(token) < len(str(NUMBER_MOST)) + 1 else NUMBER_MOST + 1
    if value > NUMBER_MOST:
        raise EntryError("'{n}' is too large: {most} at most.", n=token, most=NUMBER_MOST)
    return Number(value)


def _name(token: str) -> Name:
    of, dot, key = token.partition(".")
    return Name(of, key) if dot else Name("", of)


def parse_name(text: str) -> Name:
    """Return a name from text, 'player.lives' or 'die'. EntryError for anything else."""
    if not re.fullmatch(rf"{WORD}(\.{WORD})?", text):
        raise EntryError("'{text}' isn't a name such as player.lives.", text=text)
    return _name(text)


def names(expression: Expression) -> Iterator[Name]:
    """Yield the names in an expression."""
    match expression:
        case Name():
            yield expression
        case Not(inner):
            yield from names(inner)
        case Plus() | Minus() | Comparison() | And() | Or():
            yield from names(expression.left)
            yield from names(expression.right)


def evaluate(expression: Expression, value_of: Callable[[Name], int]) -> int:
    """Return the number an expression comes to, 1 or 0 for a comparison; `value_of` returns the
    value of a name. A sum stays within `NUMBER_MOST`."""

    def work_out(part: Expression) -> int:
        match part:
            case Number(value):
                return value
            case Name():
                return value_of(part)
            case Plus(left, right):
                return bounded(work_out(left) + work_out(right))
            case Minus(left, right):
                return bounded(work_out(left) - work_out(right))
            case Comparison(left, how, right):
                return int(_compares(work_out(left), how, work_out(right)))
            case And(left, right):
                return int(bool(work_out(left)) and bool(work_out(right)))
            case Or(left, right):
                return int(bool(work_out(left)) or bool(work_out(right)))
            case Not(inner):
                return int(not work_out(inner))

    return work_out(expression)


def bounded(number: int) -> int:
    """Return a number, or the largest or smallest there can be if it is beyond that."""
    return max(-NUMBER_MOST, min(NUMBER_MOST, number))


def _compares(left: int, how: Comparing, right: int) -> bool:
    match how:
        case "<":
            return left < right
        case "<=":
            return left <= right
        case "=":
            return left == right
        case "!=":
            return left != right
        case ">=":
            return left >= right
        case ">":
            return left > right
