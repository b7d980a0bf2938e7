"""The manual page, `man lastdays`, written from the command line's own parser: what is said there
of a command and its options is said once."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from lastdays.cli.arguments import parser

_FILES = {
    "~/.local/share/lastdays/campaigns.sqlite": "the store, where --store names no other",
    "~/.local/share/lastdays/packs/": "content packs",
    "~/.config/lastdays/window.ini": "what the window remembers",
    "~/.local/state/lastdays/lastdays.log": "unexpected errors",
    "~/.pgpass": "passwords of leagues on a PostgreSQL server",
}


def _plain(text: str) -> str:
    """Returns a text as troff prints it, whatever it begins with."""
    safe = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("…", "...")
    return f"\\&{safe}" if safe.startswith((".", "\\(aq")) else safe


def _options(command: argparse.ArgumentParser) -> Iterator[str]:
    """Yields what is told of each option and argument of a command."""
    for one in command._actions:
        nested = isinstance(one, argparse._SubParsersAction | argparse._HelpAction)
        if nested or one.help == argparse.SUPPRESS:
            continue
        value = one.metavar or "|".join(map(str, one.choices or ()))
        names = ", ".join(one.option_strings)
        said = " ".join(filter(None, (names, "" if one.nargs == 0 else str(value))))
        yield f".TP\n.B {_plain(said)}\n{_plain(one.help or '')}"


def _commands(of: argparse.ArgumentParser, before: str = "") -> Iterator[str]:
    """Yields what is told of each command, and of those within it."""
    for nested in of._actions:
        if not isinstance(nested, argparse._SubParsersAction):
            continue
        helps = {choice.dest: choice.help or "" for choice in nested._choices_actions}
        for name, command in nested.choices.items():
            said = helps[name][:1].upper() + helps[name][1:]
            yield f".SS {_plain(before + name)}\n{_plain(said)}."
            yield from _options(command)
            yield from _commands(command, f"{before}{name} ")


def page(version: str, day: str) -> str:
    """Returns the manual page of a version that was released on a day."""
    top = parser()
    parts = [
        f'.TH LASTDAYS 1 "{day}" "lastdays {version}" "User Commands"',
        ".SH NAME\nlastdays \\- campaign manager for the miniatures game Last Days",
        ".SH SYNOPSIS\n.B lastdays\n[\\fB\\-\\-store\\fR \\fIFILE\\fR] [\\fICOMMAND\\fR ...]",
        f".SH DESCRIPTION\n{_plain(top.description or '')}\n"
        "Without a command it opens its window, whose Help menu has the guide.",
        ".SH OPTIONS",
        *_options(top),
        ".SH COMMANDS",
        *_commands(top),
        ".SH FILES",
        *(f".TP\n.I {_plain(file)}\n{_plain(what)}" for file, what in _FILES.items()),
        ".SH EXIT STATUS\n0 where all is well, 1 where something was refused or found wrong, "
        "2 for a command line that isn\\(aqt one.",
    ]
    return "\n".join(parts) + "\n"
