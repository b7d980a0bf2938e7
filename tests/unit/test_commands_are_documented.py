"""The documents name what is there: commands and their options, kinds of print, pictures, modules and
what stands in them; and the picture of the layers is drawn from the imports."""

from __future__ import annotations

import argparse
import re
import sys
from functools import cache
from pathlib import Path

import pytest

from lastdays.campaign.printing.print_kinds import KINDS, kinds_named
from lastdays.cli.arguments import parser
from lastdays.desktop import paths
from lastdays.errors import LastDaysError

ROOT = paths.data_root()
sys.path.insert(0, str(ROOT / "packaging"))

from layers_picture import PICTURE, picture  # noqa: E402

DOCS = sorted((ROOT / "docs").glob("*.md"))
COMMANDS = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
#: What has a stroke and is no path of ours: how a pictogram is named; what is made; a language that
#: is yet to come.
NO_PATH = re.compile(r"artist/drawing|build/|screens/|.*/nl/")
#: Names that are not ours: a language's, the system's, PostgreSQL's.
NO_NAMES = {"pt_BR", "nl_NL", "LC_ALL", "LC_MESSAGES", "synchronous_commit"}


def commands() -> dict[str, argparse.ArgumentParser]:
    return within(parser())


def within(command: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the commands of a command, by name."""
    found = [a for a in command._actions if isinstance(a, argparse._SubParsersAction)]
    return {name: inner for one in found for name, inner in one.choices.items()}


def options(command: argparse.ArgumentParser) -> list[tuple[str, ...]]:
    """Return the options of a command, each by all its names."""
    return [tuple(a.option_strings) for a in command._actions if a.option_strings][1:]


def test_every_command_is_listed() -> None:
    listed = set(re.findall(r"^lastdays (?:\[[^]]*\] )?([a-z]+)", COMMANDS, re.MULTILINE))
    assert listed == set(commands()) - {"window"}  # what happens without a command


def test_no_option_is_listed_that_is_not_there() -> None:
    inner = [one for command in commands().values() for one in within(command).values()]
    known = {
        o
        for command in (parser(), *commands().values(), *inner)
        for names in options(command)
        for o in names
    }
    assert set(re.findall(r"--[a-z-]+", COMMANDS)) <= known | {"--version", "--help"}


@pytest.mark.parametrize("names", options(commands()["print"]), ids=" ".join)
def test_every_option_of_print_is_listed(names: tuple[str, ...]) -> None:
    assert any(name in COMMANDS for name in names)


def test_the_kinds_that_a_document_prints_can_be_printed() -> None:
    what = re.search(r"`--what`: a list such as `([^`]*)`", COMMANDS)
    assert what is not None
    assert kinds_named(what[1].split(","))


def test_a_kind_that_is_not_known_lists_all_kinds() -> None:
    with pytest.raises(LastDaysError) as error:
        kinds_named(["all"])
    assert str(error.value).endswith(f"Choose one of {', '.join(KINDS)}.")


def test_the_pictures_are_those_that_the_documents_show() -> None:
    texts = [(ROOT / "README.md").read_text(encoding="utf-8"), *map(text_of, DOCS)]
    shown = re.findall(r"\((?:docs/)?screens/([^)]*\.png)\)", "\n".join(texts))
    assert sorted(p.name for p in (ROOT / "docs" / "screens").iterdir()) == sorted(shown)


def text_of(document: Path) -> str:
    return document.read_text(encoding="utf-8")


def quoted(document: Path) -> list[str]:
    """Return what stands in backticks, but for blocks of code."""
    text = re.sub(r"^```.*?^```", "", text_of(document), flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"`([^`\n]+)`", text)


@pytest.mark.parametrize(
    "document", [d for d in DOCS if d.stem != "content-packs"], ids=lambda path: path.stem
)
def test_the_modules_that_a_document_names_are_there(document: Path) -> None:
    """`campaign/history` from the package, or from a part of it; `tests/store` from the top."""
    package = ROOT / "app" / "lastdays"
    parts = [package / part for part in ("campaign", "ui", "tabletop")]
    tops = (ROOT, ROOT / "tests", ROOT / "resources", package, *parts)
    named = {
        n
        for said in quoted(document)
        if re.fullmatch(r"[\w-]+(?:/[\w.-]+)*/?", n := said.strip()) and "/" in n
        if not NO_PATH.match(n)
    }
    assert document.stem != "architecture" or len(named) > 40
    gone = {n for n in named if not any((t / n).exists() or (t / f"{n}.py").exists() for t in tops)}
    assert gone == set()


@cache
def words_of_the_code() -> set[str]:
    """Return every name that stands in the program, its tests and its tools."""
    kinds = ("*.py", "*.toml", "*.yml", "*.sql", "Makefile")
    places = ("app", "tests", "packaging", "db", "resources/rulebook", "resources/icons")
    files = [f for place in places for kind in kinds for f in (ROOT / place).rglob(kind)]
    files += [ROOT / "Makefile", ROOT / "pyproject.toml"]
    said = {w for f in files for w in re.findall(r"\w+", f.read_text(encoding="utf-8"))}
    return said | {f.stem for f in files}


@pytest.mark.parametrize("document", DOCS, ids=lambda path: path.stem)
def test_the_names_that_a_document_gives_are_in_the_code(document: Path) -> None:
    """`PostGameActions.answer`, `made_of_words`: whatever can only be a name."""
    names = {
        name
        for said in quoted(document)
        for name in re.findall(r"(?<![\w-])[A-Za-z_]\w*(?![\w-])", said)
        if "_" in name.strip("_") or re.search(r"[a-z][A-Z]", name)
    }
    assert names - words_of_the_code() - NO_NAMES == set()


def test_the_layers_are_drawn_as_they_are() -> None:
    """Written by `python packaging/layers_picture.py`."""
    assert PICTURE.read_text(encoding="utf-8") == picture()


def test_who_comes_new_reads_it_within_an_hour() -> None:
    """The architecture in 1,500 words, each thing to add in six lines."""
    assert len(text_of(ROOT / "docs" / "architecture.md").split()) <= 1500
    how_tos = [
        part for part in text_of(ROOT / "docs" / "how-to.md").split("\n\n") if part[:2] == "**"
    ]
    assert len(how_tos) > 15
    assert [part.splitlines()[0] for part in how_tos if len(part.splitlines()) > 6] == []
