"""The check of a whole store, in sentences: what is damaged, and whose it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from msgspec import Struct

from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.language import _, ngettext
from lastdays.store.checking import DamagedRow, UnreadableRows

#: How much of a check its steps are, in percent.
_PAGES_DONE, _ROWS_DONE = 20, 60


class Problem(Struct, frozen=True):
    """Something wrong with a store: whose it is ('' for the file's own), and a sentence."""

    about: str
    text: str


class StoreReport(Struct, frozen=True):
    """What the check of a store found; `groups` is how many of them can be read."""

    problems: tuple[Problem, ...]
    groups: int

    @property
    def sound(self) -> bool:
        """Whether nothing is damaged."""
        return not self.problems


def check_store(
    workspace: Workspace, progress: Callable[[int], None] = lambda _percent: None
) -> StoreReport:
    """Read all of a store: every page, row, document, and the rows that mirror it.

    `progress` is told now and then how far it has come, in percent.
    """
    progress(0)
    problems = [Problem("", text) for text in workspace.store.integrity()]
    progress(_PAGES_DONE)
    problems += _rows(workspace)
    progress(_ROWS_DONE)
    groups, found = _documents(workspace, progress)
    progress(100)
    return StoreReport((*problems, *found), groups)


def _rows(workspace: Workspace) -> list[Problem]:
    findings = workspace.store.damage()
    names = workspace.store.names()
    counted: Counter[tuple[str, str, str]] = Counter()
    found: list[Problem] = []
    for finding in findings:
        match finding:
            case DamagedRow(table=table, head=head):
                counted[(_owner(finding, names), table, "head" if head else "row")] += 1
            case UnreadableRows():
                found.append(Problem("", _unreadable(finding)))
    return found + [
        Problem(about, _sentence(table, kind, n)) for (about, table, kind), n in counted.items()
    ]


def _owner(row: DamagedRow, names: dict[str, str]) -> str:
    """Return the name of what a row belongs to, as near as it is known."""
    for id in (row.group, row.session, row.campaign):
        if id in names:
            return names[id]
    return ""


def _sentence(table: str, kind: str, n: int) -> str:
    if kind == "head":
        return _("Which entry of its history counts now is damaged.")
    match table:
        case "revisions" | "changes":
            return ngettext(
                "{n} entry of its history is damaged.",
                "{n} entries of its history are damaged.",
                n,
            ).format(n=n)
        case "answers" | "sequences":
            return ngettext(
                "{n} answer of a post-game sequence is damaged.",
                "{n} answers of a post-game sequence are damaged.",
                n,
            ).format(n=n)
        case "events" | "sessions":
            return ngettext(
                "{n} entry of a game at the table is damaged.",
                "{n} entries of a game at the table are damaged.",
                n,
            ).format(n=n)
        case "portraits":
            return ngettext("{n} portrait is damaged.", "{n} portraits are damaged.", n).format(n=n)
        case _:
            return _("What was last printed of it is damaged; it can be printed anew.")


def _unreadable(finding: UnreadableRows) -> str:
    return ngettext(
        "{n} row of the table {table} could not be read.",
        "{n} rows of the table {table} could not be read.",
        finding.count,
    ).format(n=finding.count, table=finding.table)


def _documents(workspace: Workspace, progress: Callable[[int], None]) -> tuple[int, list[Problem]]:
    """Open each campaign and group, and compare what mirrors it; how many groups can be read."""
    readable = 0
    found: list[Problem] = []
    try:
        campaigns = workspace.campaigns()
        groups = workspace.groups()
    except LastDaysError as error:
        return 0, [Problem("", str(error))]
    for campaign in campaigns:
        try:
            with workspace.store.reading() as tx:
                differing = tx.revisions.campaign_differences(
                    workspace.campaign(campaign.id).campaign
                )
            found += [Problem(campaign.name, _differs(table)) for table in differing]
        except LastDaysError as error:
            found.append(Problem(campaign.name, str(error)))
    for n, group in enumerate(groups):
        progress(_ROWS_DONE + (100 - _ROWS_DONE) * n // len(groups))
        try:
            value = workspace.group(group.id).group
            with workspace.store.reading() as tx:
                differing = tx.revisions.mirror_differences(value)
            found += [Problem(group.name, _differs(table)) for table in differing]
            readable += 1
        except LastDaysError as error:
            found.append(Problem(group.name, str(error)))
    return readable, found


def _differs(table: str) -> str:
    return _("The rows of {table} are not what its history says.").format(table=table)
