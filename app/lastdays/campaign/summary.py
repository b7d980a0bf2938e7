"""A session in a page or two: how it ended, what each did, the log; as text and as PDF."""

from __future__ import annotations

from lastdays.campaign.session_log import SessionLog
from lastdays.language import _, against, ngettext, titled
from lastdays.pdf.content import PrintedDocument, PrintedLine, PrintOptions, Section, TextSheet
from lastdays.tabletop.last_days.breaking import verdict
from lastdays.tabletop.last_days.record import winners
from lastdays.tabletop.last_days.state import Figure, State


def outcome(session: SessionLog[State]) -> str:
    """Say how the game ended, or how it stands: 'Every Supply Token has left the table. …'"""
    state = session.state
    words = session.words
    found = verdict(state)
    parts = [words.say(found.why)] if found is not None else []
    won = [state.name(t) for t in winners(state)]
    if won:
        parts.append(_("{side} has won.").format(side=", ".join(won)))
    elif found is not None:
        parts.append(_("A draw."))
    else:
        parts.append(_("The Encounter isn't over yet; nobody has won."))
    return " ".join(parts)


def did(state: State, figure: Figure) -> str:
    """Say what one model did and suffered, in words; '' for one that just came through."""
    parts: list[str] = []
    if figure.part == "held-back":
        parts.append(_("held back"))
    elif figure.part == "missing":
        parts.append(_("missed the game"))
    if figure.out:
        by = _("a zombie") if figure.out_by == "zombie" else state.name(figure.out_by)
        parts.append(_("Out of Action, by {who}").format(who=by) if by else _("Out of Action"))
    for held, text in (
        (figure.brought, _("carried off {what}")),
        (figure.carries, _("holds {what}")),
    ):
        if held:
            what = _("a Supply Token") if held == "token" else state.name(held)
            parts.append(text.format(what=what))
    counts = (
        (figure.zombies, ngettext("{n} zombie", "{n} zombies", figure.zombies)),
        (figure.rivals, ngettext("{n} rival", "{n} rivals", figure.rivals)),
        (figure.objectives, ngettext("{n} objective", "{n} objectives", figure.objectives)),
    )
    parts += [text.format(n=n) for n, text in counts if n]
    return ", ".join(parts)


def summary_sheet(session: SessionLog[State]) -> TextSheet:
    """Make the sheet of a session: the end, each side, the log by turn."""
    state = session.state
    catalogue = session.workspace.catalogue
    encounter = catalogue.encounters[state.table.encounter]
    sections = [Section(_("How it ended"), (PrintedLine("", outcome(session)),))]
    for team in state.teams:
        lines = [
            PrintedLine(f.name, did(state, f) or _("came through")) for f in state.figures(team.id)
        ]
        heading = _("{side}, broke").format(side=team.name) if team.broke else team.name
        sections.append(Section(heading, tuple(lines)))
    by_turn: dict[int, list[PrintedLine]] = {}
    words = session.words
    for line in session.log():
        by_turn.setdefault(line.first.event.turn, []).append(PrintedLine("", words.line(line)))
    for turn, lines in by_turn.items():
        heading = _("Turn {n}").format(n=turn) if turn else _("Before the game")
        sections.append(Section(heading, tuple(lines)))
    sides = against([t.name for t in state.teams])
    return TextSheet(
        "campaign",
        encounter.name,
        _("{sides} · turn {n}").format(sides=sides, n=state.table.turn),
        tuple(sections),
    )


def summary_text(sheet: TextSheet) -> str:
    """Return the sheet of a session as plain text."""
    lines = [sheet.title, sheet.subtitle]
    for section in sheet.sections:
        lines += ["", section.heading]
        lines += [f"  {titled(x.name, x.text) if x.name else x.text}" for x in section.lines]
    return "\n".join(lines) + "\n"


def summary_pdf(sheet: TextSheet) -> PrintedDocument:
    """Make the sheet of a session as PDF."""
    # late: 290 ms, ReportLab, and the table needs none of it
    from lastdays.pdf.document import make

    return make([sheet], PrintOptions(), title=sheet.title, author=_("Last Days Campaign Manager"))
