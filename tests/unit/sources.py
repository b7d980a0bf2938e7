"""The program's own modules as text and as trees, each read once."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import lastdays

APP = Path(lastdays.__file__).parent


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
    return ast.parse(text_of(name))


@cache
def nodes_of(name: str) -> tuple[ast.AST, ...]:
    """Return all nodes of a module, the outer ones first."""
    return tuple(ast.walk(tree_of(name)))
