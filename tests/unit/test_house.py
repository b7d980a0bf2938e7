"""What holds for every module: imports where they can be seen, docstrings that say what a function
does, painters that end, sizes from Qt."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from unit.sources import names, nodes_of, text_of, tree_of

#: Files of the window's tests of which none is run by `make test`: what tries very many things, and
#: what is about looks, room, costs and languages, where nothing of a campaign is at stake.
SWEEPS = {
    "test_evening", "test_markup", "test_paper_language", "test_soak", "test_table_costs",
}  # fmt: skip
#: How a late import says why it is one, on its line or above it.
LATE = re.compile(r"# late: \S")


def late_without_reason(text: str, tree: ast.Module | None = None) -> list[str]:
    """Return the imports within functions that do not say why."""
    lines = text.splitlines()
    said: list[str] = []
    for function in ast.walk(tree or ast.parse(text)):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        before = 0  # where the import above ended, if that said why
        for statement in ast.walk(function):
            if not isinstance(statement, ast.Import | ast.ImportFrom):
                continue
            above = LATE.match(lines[statement.lineno - 2].strip())
            beside = LATE.search(lines[statement.lineno - 1])
            if above or beside or before == statement.lineno - 1:
                before = statement.end_lineno or statement.lineno
            else:
                said.append(f"line {statement.lineno}: {lines[statement.lineno - 1].strip()}")
    return list(dict.fromkeys(said))  # a function within a function is walked twice


def test_a_late_import_says_why() -> None:
    """With '# late: …' on its line or above it."""
    found = {
        name: late_without_reason(text_of(name), tree_of(name))
        for name in names()
        # What stands in a function is indented.
        if any(
            found.col_offset
            for kind in (ast.Import, ast.ImportFrom)
            for found in nodes_of(name, kind)
        )
    }
    assert not {name: lines for name, lines in found.items() if lines}


#: What a docstring begins with that says what something is, not what it does.
NOMINAL = {"A", "All", "An", "Each", "Every", "How", "The", "What", "Whether", "Who", "Why"}


def test_docstrings_of_functions_say_what_they_do() -> None:
    found = [
        f"{name}:{node.lineno} {node.name}"
        for name in names()
        for node in nodes_of(name, ast.FunctionDef)
        if (said := ast.get_docstring(node))
        and not any("property" in ast.unparse(d) for d in node.decorator_list)
        and (said.split()[0] in NOMINAL or not said[0].isalpha())
    ]
    assert found == []


def begun_bare(calls: Iterable[ast.Call], blocks: Iterable[ast.With]) -> list[int]:
    """Return the lines where a painter is begun without `with`."""
    kept = {id(item.context_expr) for block in blocks for item in block.items}
    return [
        call.lineno
        for call in calls
        if getattr(call.func, "attr", getattr(call.func, "id", "")) in {"QPainter", "QStylePainter"}
        and id(call) not in kept
    ]


def test_a_painter_always_ends() -> None:
    """One that an error leaves open on a widget ends the program as soon as Qt draws again."""
    found = {
        name: begun_bare(nodes_of(name, ast.Call), nodes_of(name, ast.With)) for name in names("ui")
    }
    assert not {name: lines for name, lines in found.items() if lines}
    bare, kept = ast.parse("p = QtGui.QPainter(w)\nwith QPainter(w) as q:\n    pass\n").body
    assert isinstance(kept, ast.With)
    begun = [n for n in (*ast.walk(bare), *ast.walk(kept)) if isinstance(n, ast.Call)]
    assert begun_bare(begun, [kept]) == [1]


def test_letters_are_never_made_heavier_than_their_font() -> None:
    """The fonts that are shipped end at semi-bold: what is bolder is smeared by Qt."""
    assert not [
        name
        for name in names("ui")
        for node in nodes_of(name, ast.Attribute)
        if node.attr in {"setBold", "Bold", "Black"}
    ]


#: How a key is taken apart.
APART = {
    "split", "rsplit", "partition", "rpartition", "startswith", "endswith", "removeprefix", "removesuffix",
}  # fmt: skip


def taken_apart(calls: Iterable[ast.Call]) -> list[int]:
    """Return the lines where the key of an ask or of one of its options is taken apart."""
    return [
        call.lineno
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and call.func.attr in APART
        and re.search(r"\b(ask|pending|option)\.key$", ast.unparse(call.func.value))
    ]


def test_the_window_takes_no_key_of_an_ask_apart() -> None:
    """What is shown with an ask stands beside it: a key that is renamed would lose it unseen."""
    found = {name: taken_apart(nodes_of(name, ast.Call)) for name in names("ui")}
    assert not {name: lines for name, lines in found.items() if lines}
    apart = ast.parse('step = entry.ask.key.split("/")[0]\nanswers[ask.key]\n')
    assert taken_apart(n for n in ast.walk(apart) if isinstance(n, ast.Call)) == [1]


def test_make_test_looks_at_every_part_of_the_window() -> None:
    files = sorted((Path(__file__).parents[1] / "ui").glob("test_*.py"))
    assert len(files) > 30
    silent = {
        file.stem
        for file in files
        if "pytest.mark.smoke" not in (said := file.read_text(encoding="utf-8"))
        and re.search(r"^def \w+\([^)]*\b(open_window|session|sample)\b", said, re.MULTILINE)
    }
    assert silent == SWEEPS


def imported_tests(tree: ast.Module) -> set[str]:
    """Return the files of tests that a file imports from."""
    named: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module)) if not module.startswith("lastdays"):
                named |= {module, *(f"{module}.{name.name}" for name in node.names)}
            case ast.Import():
                named |= {name.name for name in node.names}
    return {part for name in named for part in name.split(".") if part.startswith("test_")}


def test_what_tests_share_stands_in_helpers() -> None:
    """No file imports from a file of tests, but the one that plays all tests of the store once more."""
    root = Path(__file__).parents[1]
    named = re.compile(r"^\s*(?:from|import)\b(?:.*|[^()]*\([^)]*)\btest_", re.MULTILINE)
    taken: dict[str, set[str]] = {}
    for file in root.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        if named.search(text) and (found := imported_tests(ast.parse(text))):
            taken[str(file.relative_to(root))] = found
    taken.pop("league/test_the_same_there.py")
    assert not taken


def without_encoding(text: str) -> list[int]:
    """Return the lines that read or write the text of a file without saying in which encoding."""
    lines = []
    for call in ast.walk(ast.parse(text)):
        match call:
            case ast.Call(func=ast.Attribute(attr="read_text"), args=[], keywords=[]):
                lines.append(call.lineno)
            case ast.Call(func=ast.Attribute(attr="write_text"), args=[_text], keywords=[]):
                lines.append(call.lineno)
    return lines


def test_text_has_the_same_encoding_on_every_system() -> None:
    """Where ruff doesn't see that something is a path."""
    root = Path(__file__).parents[2]
    silent: dict[str, list[int]] = {}
    for top in ("app", "db", "packaging", "tests"):
        for file in (root / top).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            if ".read_text()" in text or ".write_text(" in text:
                silent[str(file)] = without_encoding(text)
    assert not {file: lines for file, lines in silent.items() if lines}
    assert without_encoding(
        'a.write_text(b, encoding="utf-8")\na.read_text()\na.write_text(f(b))'
    ) == [2, 3]


@pytest.mark.sweep
def test_no_mutant_is_listed_that_the_program_no_longer_has() -> None:
    """A function of another name would be counted among those that no test notices."""
    # late: only this test needs it
    from mutants.__main__ import ROOT, equivalents, is_known, sources
    from mutants.mutation import mutants_of

    listed: dict[str, list[tuple[str, str]]] = {}
    for name, part in equivalents():
        listed.setdefault(name, []).append((name, part))
    gone = set(equivalents())
    for path in sources():
        for mutant in mutants_of(ROOT / path, ROOT):
            for entry in listed.get(mutant.name, ()):
                if is_known(mutant, [entry]):
                    gone.discard(entry)
    assert gone == set()
