"""The program's own modules as text and as trees, each read once."""

from __future__ import annotations

import ast
import gc
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import TypeVar

import lastdays

APP = Path(lastdays.__file__).parent
Node = TypeVar("Node", bound=ast.AST)


@cache
def names(package: str = "") -> tuple[str, ...]:
    """Return the modules of a package, by their path in the program."""
    return tuple(sorted(p.relative_to(APP).as_posix() for p in (APP / package).rglob("*.py")))


@cache
def text_of(name: str) -> str:
    """Return the text of a module."""
    return (APP / name).read_text(encoding="utf-8")


@cache
def tree_of(name: str) -> ast.Module:
    """Return a module as a tree; nobody changes it."""
    looked = gc.isenabled()
    gc.disable()  # nothing of a tree is garbage; looking for some takes twice as long as reading
    try:
        return ast.parse(text_of(name))
    finally:
        if looked:
            gc.enable()


@cache
def _by_kind(name: str) -> dict[type[ast.AST], list[ast.AST]]:
    """Return the nodes of a module by what they are, the outer ones first."""
    found: dict[type[ast.AST], list[ast.AST]] = defaultdict(list)
    for node in ast.walk(tree_of(name)):
        found[type(node)].append(node)
    return dict(found)


def nodes_of(name: str, kind: type[Node]) -> list[Node]:
    """Return the nodes of a module that are of one kind, the outer ones first."""
    return _by_kind(name).get(kind, [])  # type: ignore[return-value]


@cache
def parents_of(name: str) -> dict[ast.AST, ast.AST]:
    """Return what each node of a module stands in."""
    return parents(tree_of(name))


def parents(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    """Return what each node of a tree stands in."""
    return {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
