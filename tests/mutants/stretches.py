"""The stretches of a module: statements of a function that run one after the other."""

from __future__ import annotations

import ast

#: What a mark calls, among Python's own names.
MARK = "__stretch_was_run__"
_COMPOUND = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.Match)
_DEFINED = (ast.FunctionDef, ast.ClassDef)


def marked(tree: ast.Module, path: str) -> tuple[ast.Module, dict[int, int]]:
    """Mark each stretch of a module, so that it says when it runs; which stretch of a function each
    of its lines is in."""
    of_line: dict[int, int] = {}
    count = 0

    def mark(at: ast.AST) -> ast.Call:
        """Begin a stretch before a node."""
        nonlocal count
        count += 1
        here = ast.Constant((path, count))  # type: ignore[arg-type]  # compile takes it
        call = ast.Call(ast.Name(MARK, ast.Load()), [here], [])
        return ast.fix_missing_locations(ast.copy_location(call, at))

    def lines(first: int, last: int | None) -> None:
        of_line.update(dict.fromkeys(range(first, (last or first) + 1), count))

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
            if count:
                lines(node.lineno, node.end_lineno)
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
                    child.body = suite(child.body)
                case ast.Lambda():
                    call = mark(child.body)
                    lines(child.lineno, child.end_lineno)
                    either = ast.BoolOp(ast.Or(), [call, child.body])
                    child.body = ast.copy_location(either, child.body)
                case _:
                    outside(child)

    outside(tree)
    return tree, of_line
