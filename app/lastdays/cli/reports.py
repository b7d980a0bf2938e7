"""The command for reports of games: it prints a form, and reads or records what comes back."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.reports.cast import Cast
from lastdays.campaign.reports.facts import (
    about_in_words,
    differences,
    settled_facts,
    value_in_words,
    with_facts,
)
from lastdays.campaign.reports.reading import Report
from lastdays.campaign.reports.report_actions import ReportActions
from lastdays.cli.finding import campaign_named, reading_store
from lastdays.cli.output import read_in, say
from lastdays.desktop.bounds import MIB
from lastdays.errors import LastDaysError
from lastdays.language import _, against, chained, titled
from lastdays.model.game_record import GameRecord

#: The most bytes of a file that are looked at for a message.
_BYTES_MOST = MIB


def report(options: argparse.Namespace) -> int:
    """Print the form of a game, or read a report; return the exit status."""
    if options.act == "form":
        return _say_form(options)
    message = _message(options.file)
    with reading_store(options.store) as workspace:
        campaign = campaign_named(workspace, options.campaign)
        workspace.work_on(campaign)
        return _read_report(workspace, campaign, message, record=options.record)


def _say_form(options: argparse.Namespace) -> int:
    """Print the form of the next game, or of the recorded one with a number."""
    with reading_store(options.store) as workspace:
        campaign = campaign_named(workspace, options.campaign)
        workspace.work_on(campaign)
        reports = ReportActions(workspace)
        if options.game is None:
            game = reports.planned(campaign, "")
        else:
            game = _game_numbered(workspace, campaign, options.game)
        say(reports.form(campaign, game), end="")
    return 0


def _game_numbered(workspace: Workspace, campaign: str, number: int) -> GameRecord:
    """Return the recorded game with a number. LastDaysError if there is none."""
    for game in workspace.campaign(campaign).campaign.games:
        if game.number == number:
            return game
    raise LastDaysError("There is no recorded game {n}.", n=number)


def _message(file: Path) -> str:
    """Return the text of a message in a file or on standard input. LastDaysError if it is too long."""
    return read_in(file, _BYTES_MOST).decode("utf-8-sig", "replace")


def _read_report(workspace: Workspace, campaign: str, message: str, *, record: bool) -> int:
    """Print what is read of a message and what isn't, and record it if that is asked for; return 1 if
    something is left over."""
    actions = ReportActions(workspace)
    target = actions.target(campaign, message)
    if target.is_foreign:
        raise LastDaysError("This form is of another campaign. Nothing was recorded.")
    game = actions.record_of(campaign, target)
    cast = actions.cast(campaign, game)
    reports = actions.read(campaign, game, message)
    names = against([side.name for side in game.sides], together=game.together)
    say(titled(_("Game {n}", n=game.number), names))
    for line in _lines(reports, cast, workspace):
        say(line)
    points = differences([report.facts for report in reports])
    is_left = bool(points) or any(report.unread for report in reports)
    if not record:
        return int(is_left)
    if points:
        raise LastDaysError("The reports differ. Nothing was recorded: choose in the window.")
    if not any(report.tells_of_sides for report in reports):
        raise LastDaysError("Nothing in this text is about the game. Nothing was recorded.")
    game = with_facts(game, settled_facts([report.facts for report in reports], {}))
    reporters = dict.fromkeys(report.reporter for report in reports if report.reporter)
    quotes = dict.fromkeys(report.quote for report in reports if report.quote)
    game = replace(game, reported_by=", ".join(reporters), quote=" ".join(quotes))
    recorded = GameRecordActions(workspace).record(campaign, game)
    say(_("Game {n} is recorded.", n=recorded.number))
    return int(is_left)


def _lines(reports: Sequence[Report], cast: Cast, workspace: Workspace) -> Iterator[str]:
    """Yield what reports say, a line for each fact, then what wasn't read."""
    catalogue = workspace.catalogue
    for report in reports:
        if report.reporter:
            yield titled(_("As reported by"), report.reporter)
        for fact in report.facts:
            value = value_in_words(fact, cast, catalogue)
            yield f"{about_in_words(fact, cast)}\t{value}"
        guesses = [_("{typed} as {taken}", typed=g.typed, taken=g.taken_as) for g in report.guesses]
        if guesses:
            yield _("Taken by likeness: {names}.", names=chained(guesses))
        if report.quote:
            yield titled(_("In a sentence"), report.quote)
        for line in report.unread:
            yield titled(_("Not read"), line.piece)
    for point in differences([report.facts for report in reports]):
        facts_told = [fact for fact in point.facts if fact is not None]
        values = [value_in_words(fact, cast, catalogue) for fact in facts_told]
        yield titled(_("Differs"), f"{about_in_words(facts_told[0], cast)}\t" + "\t".join(values))
