"""The README, `--help` and the program name the same commands, options and kinds of print; the
pictures that the documents show are there."""

from __future__ import annotations

import argparse
import re

import pytest

from lastdays.campaign.printing.print_jobs import KINDS
from lastdays.cli.main import parser
from lastdays.desktop import paths

README = (paths.data_root() / "README.md").read_text()
#: What has a stroke in the documents and is no path: how a pictogram is named.
NO_MODULES = {"artist/drawing"}
USAGE = README[README.index("## Without a window") : README.index("## For those who carry on")]


def commands() -> dict[str, argparse.ArgumentParser]:
    found = next(a for a in parser()._actions if isinstance(a, argparse._SubParsersAction))
    return dict(found.choices)


def options(command: argparse.ArgumentParser) -> list[tuple[str, ...]]:
    """Return the options of a command, each by all its names."""
    return [tuple(a.option_strings) for a in command._actions if a.option_strings][1:]


def test_the_readme_lists_every_command() -> None:
    listed = set(re.findall(r"^lastdays (?:\[[^]]*\] )?([a-z]+)", USAGE, re.MULTILINE))
    assert listed == set(commands()) - {"window"}  # what happens without a command


def test_the_readme_lists_no_option_that_is_not_there() -> None:
    known = {
        o
        for command in (parser(), *commands().values())
        for names in options(command)
        for o in names
    }
    assert set(re.findall(r"--[a-z-]+", USAGE)) <= known | {"--version"}


@pytest.mark.parametrize("names", options(commands()["print"]), ids=" ".join)
def test_the_readme_lists_every_option_of_print(names: tuple[str, ...]) -> None:
    assert any(name in USAGE for name in names)


def test_readme_and_help_list_the_kinds_that_can_be_printed() -> None:
    what = re.search(r"`--what` \(a list such as `([^`]*)`", USAGE)
    assert what is not None
    assert sorted(what[1].split(",")) == sorted(KINDS)
    helped = next(a.help for a in commands()["print"]._actions if "--what" in a.option_strings)
    assert helped is not None
    assert sorted(helped.split(" (")[0].split(", ")) == sorted(KINDS)


def test_the_pictures_are_those_that_the_documents_show() -> None:
    docs = paths.data_root() / "docs"
    texts = README + (docs / "guide.md").read_text(encoding="utf-8")
    shown = re.findall(r"screens/([^)]*\.png)", texts)
    assert sorted(p.name for p in (docs / "screens").iterdir()) == sorted(shown)


@pytest.mark.parametrize("document", ["architecture", "glossary", "CONTRIBUTING", "safety"])
def test_the_modules_that_a_document_names_are_there(document: str) -> None:
    """`campaign/folding` from the package, or from a part of it; `tests/store` from the top."""
    root = paths.data_root()
    package = root / "app" / "lastdays"
    tops = (root, root / "tests", root / "resources", package, package / "ui", package / "tabletop")
    text = (root / "docs" / f"{document}.md").read_text()
    named = {n for n in re.findall(r"`([\w-]+(?:/[\w.-]+)+)/?`", text) if n not in NO_MODULES}
    assert document != "architecture" or len(named) > 50
    gone = {n for n in named if not any((t / n).exists() or (t / f"{n}.py").exists() for t in tops)}
    assert gone == set()
