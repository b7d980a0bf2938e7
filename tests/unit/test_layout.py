"""What holds for every module: one name for one class, imports where they can be seen."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import lastdays

APP = Path(lastdays.__file__).parent
#: Packages that import nothing inside a function but what is said to be `# late:`, and why.
SEEN = ("campaign", "model", "procedure", "rulebook", "store")
#: Packages whose docstrings begin with a verb.
PLAIN = ("model", "procedure", "rulebook", "store")

#: What a docstring begins with that says what something is, not what it does.
NOMINAL = {"A", "All", "An", "Each", "Every", "How", "The", "What", "Whether", "Who", "Why"}


def _trees(*packages: str) -> dict[str, ast.Module]:
    folders = [APP / package for package in packages] or [APP]
    return {
        path.relative_to(APP).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for folder in folders
        for path in sorted(folder.rglob("*.py"))
    }


def test_no_two_classes_have_one_name():
    where: dict[str, list[str]] = defaultdict(list)
    for name, tree in _trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                where[node.name].append(name)
    twice = {name: files for name, files in where.items() if len(files) > 1}
    assert twice == {}


def test_imports_stand_at_the_top():
    found: list[str] = []
    for name, tree in _trees(*SEEN).items():
        lines = (APP / name).read_text(encoding="utf-8").splitlines()
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found += [
                    f"{name}:{group[0].lineno}"
                    for group in _imports(node)
                    if "# late: " not in "".join(lines[group[0].lineno - 2 : group[-1].lineno])
                ]
    assert found == []


def _imports(function: ast.AST) -> list[list[ast.stmt]]:
    """Return the imports within a function, those on lines that follow each other together."""
    groups: list[list[ast.stmt]] = []
    for node in ast.walk(function):
        if isinstance(node, ast.Import | ast.ImportFrom):
            if groups and node.lineno == groups[-1][-1].lineno + 1:
                groups[-1].append(node)
            else:
                groups.append([node])
    return groups


def test_docstrings_of_functions_say_what_they_do():
    found = [
        f"{name}:{node.lineno} {node.name}"
        for name, tree in _trees(*PLAIN).items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and (said := ast.get_docstring(node))
        and not any("property" in ast.unparse(d) for d in node.decorator_list)
        and (said.split()[0] in NOMINAL or not said[0].isalpha())
    ]
    assert found == []
