"""Ask each changed expression, beside the true one, whether it comes to something else.

A test in which a mutant never does cannot notice it, and need not be run again with it.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mutants.mutation import Mutant, mutants_of
from sure import sure

#: What a changed function calls and takes, among Python's own names.
ASK, UNASKED = "__comes_to_the_same__", "__was_not_asked__"
#: What is asked so often in a test, and was always the same, is taken for something else.
OFTEN = 20_000
#: Calls that may be made again.
_CALLS = {"abs", "bool", "int", "len", "max", "min"}
_VALUES = (bool, bytes, float, frozenset, int, list, set, str, tuple, type(None))
Key = tuple[str, int]


def key_of(mutant: Mutant) -> Key:
    """What a mutant is called beside the stretches of its module, whose numbers are 0 and more."""
    return mutant.path, -1 - mutant.number


def _again(node: ast.AST) -> bool:
    """Whether an expression can be evaluated again from its parts."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
            return name in _CALLS and not any(isinstance(a, ast.Starred) for a in args)
        case ast.Subscript(slice=place, ctx=ast.Load()):
            return not isinstance(place, ast.Tuple)
        case ast.Compare() | ast.BinOp() | ast.BoolOp() | ast.UnaryOp() | ast.IfExp():
            return True
    return isinstance(node, ast.Constant)


class NotAskedError(Exception):
    """A part of an expression that was not come to, so that nobody knows what it is."""


@dataclass
class _Asked:
    """An expression that stands in a function, and what mutants make of the values of its parts."""

    parts: int
    is_test: bool
    changed: dict[Key, Callable[..., object]]


class Differing:
    """Notes which mutants come to something else."""

    def __init__(self, hit: set[Key]) -> None:
        self.hit = hit
        self.unasked = object()
        self.asked: list[_Asked] = []
        self.often: Counter[int] = Counter()
        self.done: set[int] = set()

    def begin(self) -> None:
        """Another test runs from now on."""
        self.often.clear()
        self.done.clear()

    def compare(self, n: int, *values: object) -> object:
        """Compare what an expression came to with what its mutants come to, and return it."""
        asked = self.asked[n]
        came_to, parts = values[asked.parts], values[asked.parts + 1 :]
        if n not in self.done:
            self.often[n] += 1
            still = False
            for key, changed in asked.changed.items():
                if key not in self.hit:
                    if self.often[n] > OFTEN or not self._same(asked, changed, parts, came_to):
                        self.hit.add(key)
                    else:
                        still = True
            if not still:
                self.done.add(n)
        return came_to

    def _same(
        self, asked: _Asked, changed: Callable[..., object], parts: tuple[object, ...], was: object
    ) -> bool:
        try:
            now = changed(self._part, *parts)
            if asked.is_test:
                return bool(now) == bool(was)
            alike = type(now) is type(was) and isinstance(now, _VALUES)
            return now is was or (alike and bool(now == was))
        except Exception:
            return False

    def _part(self, value: object) -> object:
        if value is self.unasked:
            raise NotAskedError
        return value

    def put_in(self, file: Path, root: Path) -> ast.Module:
        """Return a module whose expressions are compared as they are evaluated."""
        raw = file.read_bytes()
        within = _Comparing(self, raw, list(mutants_of(file, root)))
        return ast.fix_missing_locations(within.generic_visit(ast.parse(raw)))  # type: ignore[return-value]


class _Parts(ast.NodeTransformer):
    """Goes down an expression as far as it can be evaluated again, and keeps what is below."""

    def __init__(self, within: _Comparing, number: int) -> None:
        self.within, self.number = within, number
        self.found: list[tuple[str, tuple[int, int]]] = []

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Call) and _again(node):
            node.args = [self.visit(a) for a in node.args]  # type: ignore[misc]
            return node
        if _again(node) or isinstance(node, ast.Slice) or not isinstance(node, ast.expr):
            return self.generic_visit(node)
        span = self.within.span(node)
        name = f"_part_{self.number}_{len(self.found)}"
        self.found.append((name, span))
        value: ast.expr = self.within.visit(node)  # type: ignore[assignment]
        return ast.copy_location(ast.NamedExpr(ast.Name(name, ast.Store()), value), node)


class _Comparing(ast.NodeTransformer):
    """Puts the question around the expressions of functions."""

    def __init__(self, to: Differing, raw: bytes, mutants: list[Mutant]) -> None:
        self.to, self.raw, self.mutants = to, raw, mutants
        self.starts = [0]
        for line in raw.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.in_function = False

    def span(self, node: ast.AST) -> tuple[int, int]:
        """The bytes of an expression."""
        assert isinstance(node, ast.expr)
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[sure(node.end_lineno) - 1] + sure(node.end_col_offset),
        )

    def visit(self, node: ast.AST) -> ast.AST:
        match node:
            case ast.FunctionDef():
                node.body = self._within(node.body, True)
            case ast.ClassDef():
                node.body = self._within(node.body, False)
            case ast.Lambda():
                before, self.in_function = self.in_function, True
                node.body = self.visit(node.body)  # type: ignore[assignment]
                self.in_function = before
            case ast.comprehension():
                # What is gone through may name nothing.
                before, self.in_function = self.in_function, False
                node.iter = self.visit(node.iter)  # type: ignore[assignment]
                self.in_function = before
                node.target = self.visit(node.target)  # type: ignore[assignment]
                node.ifs = [self._asking(test, is_test=True) for test in node.ifs]
            case ast.If() | ast.While():
                node.test = self._asking(node.test, is_test=True)
                node.body = self._within(node.body, self.in_function)
                node.orelse = self._within(node.orelse, self.in_function)
            case ast.AnnAssign():
                node.value = node.value and self.visit(node.value)  # type: ignore[assignment]
            case ast.JoinedStr() | ast.pattern():
                pass
            case ast.expr() if not isinstance(node, ast.Slice):
                return self._asking(node)
            case _:
                return self.generic_visit(node)
        return node

    def _within(self, body: list[ast.stmt], function: bool) -> list[ast.stmt]:
        before, self.in_function = self.in_function, function
        made = [self.visit(statement) for statement in body]
        self.in_function = before
        return made  # type: ignore[return-value]

    def _asking(self, node: ast.expr, is_test: bool = False) -> ast.expr:
        if not (self.in_function and _again(node)):
            return self.generic_visit(node)  # type: ignore[return-value]
        span = self.span(node)
        parts = _Parts(self, len(self.to.asked))
        asked = _Asked(0, is_test, {})
        self.to.asked.append(asked)
        made = parts.visit(node)
        asked.parts = len(parts.found)
        asked.changed.update(self._changed(span, parts.found))
        if not asked.changed:
            return made  # type: ignore[return-value]
        nothing = ast.Name(UNASKED, ast.Load())
        names = [name for name, _span in parts.found]
        given: list[ast.AST] = [
            ast.Constant(parts.number),
            *(ast.NamedExpr(ast.Name(name, ast.Store()), nothing) for name in names),
            made,
            *(ast.Name(name, ast.Load()) for name in names),
        ]
        call = ast.Call(ast.Name(ASK, ast.Load()), given, [])  # type: ignore[arg-type]
        return ast.copy_location(call, node)

    def _changed(
        self, span: tuple[int, int], parts: list[tuple[str, tuple[int, int]]]
    ) -> dict[Key, Callable[..., object]]:
        """Return what each mutant of an expression makes of the values of its parts."""
        found: dict[Key, Callable[..., object]] = {}
        for mutant in self.mutants:
            at = mutant.start, mutant.end
            if not span[0] <= at[0] <= at[1] <= span[1]:
                continue
            if any(first <= at[0] and at[1] <= last for _name, (first, last) in parts):
                continue
            said = [(first, last, f"(part({name}))") for name, (first, last) in parts]
            text, end = "", span[0]
            for first, last, instead in sorted([*said, (*at, mutant.text)]):
                text += f"{self.raw[end:first].decode()} {instead} "
                end = last
            text += self.raw[end : span[1]].decode()
            names = ", ".join(("part", *(name for name, _span in parts)))
            found[key_of(mutant)] = eval(f"lambda {names}: (\n{text}\n)")
        return found
