"""The rulebook's data has readers: what no code looks at would only seem to be a rule."""

from __future__ import annotations

import ast

from lastdays.rulebook import Catalogue, entries
from unit.sources import names, nodes_of

#: Fields that are read by another way than `entry.field`, or kept without a reader, and why.
OTHERWISE = {
    "windows": "a number for the sentence, which names it in braces",
}


def _fields() -> set[str]:
    both = {**vars(entries), **vars(entries)}
    kinds = [k for k in both.values() if isinstance(k, type)]
    return {
        name
        for kind in kinds
        if issubclass(kind, entries.Entry | entries.TestOf | entries.Placement)
        for name in kind.__struct_fields__
    }


def test_every_field_of_an_entry_is_read() -> None:
    read = {
        node.attr
        for name in names()
        for node in nodes_of(name, ast.Attribute)
        if isinstance(node.ctx, ast.Load)
    }
    assert _fields() - read == set(OTHERWISE)


def _constants_read() -> set[tuple[str, str]]:
    """Section and name of each constant that is looked up; '*' where the name is worked out."""
    found: set[tuple[str, str]] = set()
    for module in names():
        for node in (*nodes_of(module, ast.Call), *nodes_of(module, ast.Subscript)):
            match node:
                case ast.Call(
                    func=ast.Name(id="number") | ast.Attribute(attr="number"),
                    args=[ast.Constant(value=str(section)), name],
                ):
                    found.add((section, str(name.value) if isinstance(name, ast.Constant) else "*"))
                case ast.Subscript(
                    value=ast.Subscript(
                        value=ast.Attribute(attr="constants"),
                        slice=ast.Constant(value=str(section)),
                    ),
                    slice=ast.Constant(value=str(name)),
                ):
                    found.add((section, name))
    return found


def test_every_constant_of_the_book_is_read(book: Catalogue) -> None:
    read = _constants_read()
    idle = [
        (section, name)
        for section, fields in book.constants.items()
        for name in fields
        if name not in ("page", "title") and not {(section, name), (section, "*")} & read
    ]
    assert idle == []
