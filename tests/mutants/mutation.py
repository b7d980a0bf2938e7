"""The changes that are tried: a comparison, a number, a sign, an 'and', a 'not'."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sure import sure

COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "*",
}
#: Calls whose arguments are words for people or the annotations of a type.
WORDS = {"_", "N_", "ngettext", "counting", "format", "say", "fact"}
#: What an argument of a call says that no answer hangs on: that two are of the same length, which is
#: an assertion; how a field is shown to whoever debugs; what a search in a store is quick by; how long
#: a digest is that is only ever compared with its like.
UNSEEN = {
    "zip": {"strict"},
    "field": {"repr"},
    "Field": {"index"},
    "blake2b": {"digest_size"},
}


@dataclass(frozen=True)
class Mutant:
    """A stretch of a file, in characters, and what stands there instead."""

    path: str
    function: str
    line: int
    last_line: int
    start: int
    end: int
    source: str
    text: str

    @property
    def name(self) -> str:
        """What it is called in the list of equivalents: it survives lines added above."""
        return f"{self.path}::{self.function}: {self.source} → {self.text}"


def mutants_of(file: Path, root: Path) -> Iterator[Mutant]:
    """Yield every mutant of a module, in the order of its lines."""
    source = file.read_text("utf-8")
    tree = ast.parse(source)
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line.encode()))
    raw = source.encode()

    def offset(line: int, column: int) -> int:
        return starts[line - 1] + column

    def mutant(node: ast.expr, start: int, end: int, text: str, function: str) -> Mutant:
        whole = raw[
            offset(node.lineno, node.col_offset) : offset(
                sure(node.end_lineno), sure(node.end_col_offset)
            )
        ]
        return Mutant(
            str(file.relative_to(root)),
            function,
            node.lineno,
            sure(node.end_lineno),
            start,
            end,
            " ".join(whole.decode().split())[:80],
            text.strip(),
        )

    def between(left: ast.expr, right: ast.expr, old: str, new: str) -> tuple[int, int, str] | None:
        """Where an operator stands between two neighbours, and what stands there instead."""
        start = offset(sure(left.end_lineno), sure(left.end_col_offset))
        end = offset(right.lineno, right.col_offset)
        found = raw[start:end].decode()
        if found.count(old) != 1:
            return None
        at = start + len(found[: found.index(old)].encode())
        return at, at + len(old.encode()), new

    def walk(node: ast.AST, function: str) -> Iterator[Mutant]:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            function = f"{function}.{node.name}" if function else node.name
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARISONS:
                new = COMPARISONS[type(op)]
                place = between(left, right, _symbol(op), new)
                if place is not None:
                    yield mutant(node, *place, function)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in SIGNS:
                place = between(left, right, _symbol(op), SIGNS[type(op)])
                if place is not None:
                    yield mutant(node, *place, function)
            case ast.BoolOp(op=op, values=[*values]):
                old, new = ("and", "or") if isinstance(op, ast.And) else ("or", "and")
                for left, right in itertools.pairwise(values):
                    place = between(left, right, old, new)
                    if place is not None:
                        yield mutant(node, *place, function)
            case ast.UnaryOp(op=ast.Not()):
                start = offset(node.lineno, node.col_offset)
                yield mutant(node, start, start + len("not"), "", function)
            case ast.Constant(value=int() as value):
                start = offset(node.lineno, node.col_offset)
                end = offset(node.end_lineno or 0, node.end_col_offset or 0)
                yield mutant(node, start, end, str(_changed(value)), function)
        for child in _children(node):
            yield from walk(child, function)

    yield from walk(tree, "")


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What may be changed below a node: not annotations, decorators or words for people."""
    match node:
        case ast.FunctionDef():
            yield from (d for d in node.args.defaults)
            yield from (d for d in node.args.kw_defaults if d is not None)
            yield from node.body
        case ast.ClassDef():
            yield from node.body
        case ast.AnnAssign():
            if node.value is not None:
                yield node.value
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in WORDS:
            yield from (k.value for k in node.keywords)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in UNSEEN:
            yield node.func
            yield from node.args
            yield from (k.value for k in node.keywords if k.arg not in UNSEEN[name])
        case ast.JoinedStr():
            return
        case _:
            yield from ast.iter_child_nodes(node)


def _changed(value: int) -> int:
    """Return another number: one more, or a tenth more of a hundred and above, which are limits and
    sizes, of which nobody could notice one more."""
    if isinstance(value, bool):
        return not value
    return value + max(1, value // 10)


def _symbol(op: ast.AST) -> str:
    return {
        ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
        ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
        ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//",
    }[type(op)]  # fmt: skip
