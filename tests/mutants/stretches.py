"""The stretches of a module: statements of a function that run one after the other."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

#: What a mark calls, among Python's own names.
MARK = "__stretch_was_run__"
_COMPOUND = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.Match)
_DEFINED = (ast.FunctionDef, ast.ClassDef)


@dataclass
class Stretches:
    """Which stretch of a function each line of a module is in, and the names that stand in it."""

    of_line: dict[int, int] = field(default_factory=dict)
    names: list[set[str]] = field(default_factory=list)
    #: What runs as the module is read: its lines, the names it defines, those that stand there.
    defined: list[tuple[range, set[str], set[str]]] = field(default_factory=list)


def names_in(node: ast.AST) -> set[str]:
    """Return the names that stand somewhere below a node."""
    found = set()
    for part in ast.walk(node):
        match part:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                found.add(name)
    return found


def marked(tree: ast.Module, path: str) -> tuple[ast.Module, Stretches]:
    """Mark each stretch of a module, so that it says when it runs."""
    found = Stretches()

    def mark(at: ast.AST) -> ast.Call:
        """Begin a stretch before a node."""
        found.names.append(set())
        here = ast.Constant((path, len(found.names) - 1))  # type: ignore[arg-type]  # compile takes it
        call = ast.Call(ast.Name(MARK, ast.Load()), [here], [])
        return ast.fix_missing_locations(ast.copy_location(call, at))

    def lines(node: ast.AST, first: int, last: int) -> None:
        n = len(found.names) - 1
        found.names[n] |= names_in(node)
        found.of_line.update(dict.fromkeys(range(first, last + 1), n))

    def suite(body: list[ast.stmt]) -> list[ast.stmt]:
        """Mark statements of a function and all that is in them."""
        done: list[ast.stmt] = []
        fresh = True
        for n, node in enumerate(body):
            words = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            if fresh and not (n == 0 and words):
                done.append(ast.copy_location(ast.Expr(mark(node)), node))
            fresh = isinstance(node, (*_COMPOUND, *_DEFINED)) or (n == 0 and words)
            done.append(node)
            if found.names:
                lines(node, node.lineno, node.end_lineno or 0)
            inner(node)
        return done

    def inner(node: ast.AST) -> None:
        for name in ("body", "orelse", "finalbody"):
            if body := getattr(node, name, None):
                setattr(node, name, suite(body))
        for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            part.body = suite(part.body)

    def outside(node: ast.AST) -> None:
        """Go through what runs as a module is read."""
        for child in ast.iter_child_nodes(node):
            match child:
                case ast.FunctionDef():
                    define(child, {child.name}, names_in(child.args))
                    child.body = suite(child.body)
                case ast.Lambda():
                    call = mark(child.body)
                    lines(child.body, child.lineno, child.end_lineno or 0)
                    either = ast.BoolOp(ast.Or(), [call, child.body])
                    child.body = ast.copy_location(either, child.body)
                case ast.ClassDef():
                    own = [s for s in child.body if not isinstance(s, ast.FunctionDef)]
                    define(child, {child.name}, set().union(*map(names_in, own)))
                    outside(child)
                case ast.stmt():
                    parts = [p for p in ast.walk(child) if isinstance(p, ast.Name)]
                    names = {p.id for p in parts if isinstance(p.ctx, ast.Store)}
                    define(child, names, names_in(child) - names)
                    outside(child)
                case _:
                    outside(child)

    def define(node: ast.stmt, names: set[str], mentioned: set[str]) -> None:
        at = range(node.lineno, (node.end_lineno or 0) + 1)
        found.defined.append((at, names, mentioned))

    outside(tree)
    return tree, found
