"""The next Encounter as a sheet of paper: its plan, its rules, and each side's reminders."""

from __future__ import annotations

from lastdays.campaign.briefing import Briefing, SideBrief, briefing
from lastdays.campaign.next_game import NextGame
from lastdays.language import _, against, pgettext
from lastdays.pdf.content import PrintedLine, Section, SheetRow, SheetTable, TextSheet
from lastdays.rulebook import Catalogue, with_page


def encounter_sheet(game: NextGame, catalogue: Catalogue) -> TextSheet:
    """Say what is to be known before the next game; where its Encounter is open, which there
    are."""
    found = briefing(game, catalogue)
    names = [entrant.name for entrant in game.setup.entrants]
    who = _("Game {n}: {sides}").format(n=game.planned.number, sides=against(names))
    if found is None:
        return TextSheet("encounter", _("The next Encounter"), who, (_table(catalogue),))
    title = with_page(f"{found.number} · {found.name}", found.page)
    sections = (_rules(found), *(_side(side) for side in found.sides))
    return TextSheet(
        "encounter",
        title,
        who,
        tuple(part for group in sections for part in group),
        plan=found.plan,
    )


def _table(catalogue: Catalogue) -> Section:
    """Return the table of Encounters (p. 98)."""
    entries = sorted(catalogue.encounters.values(), key=lambda entry: entry.number)
    rows = tuple(
        SheetRow((str(entry.number), entry.name, entry.summary), entry.drawing) for entry in entries
    )
    heads = (_("D6"), _("Encounter"), "")
    note = _("It is not chosen yet: roll a D6.")
    table = SheetTable(("figure", "name", "text"), rows, heads)
    return Section(_("Encounters"), note=note, table=table)


def _rules(found: Briefing) -> tuple[Section, ...]:
    """Return the Encounter itself: what it is about, its set-up, its rules, its end."""
    figures = " · ".join(f"{figure.text} {figure.name}" for figure in found.figures)
    about = tuple(PrintedLine("", text) for text in (found.scene, found.why, figures) if text)
    steps = tuple(PrintedLine(f"{n}", step) for n, step in enumerate(found.steps, start=1))
    rules = tuple(PrintedLine("", rule) for rule in found.rules or (_("None."),))
    return (
        Section(_("What it is about"), about),
        Section(_("Set-up"), steps),
        Section(_("Special rules"), rules),
        Section(_("The end"), (PrintedLine("", found.end),)),
    )


def _side(side: SideBrief) -> tuple[Section, ...]:
    """Return a side: who is deployed, its Perks that matter, what not to forget."""
    heading = side.name
    if side.role:
        heading = _("{side} · {role}").format(side=side.name, role=side.role_name)
    deployed = [_named(m.name, leads=m.leads) for m in side.members if m.part == "deployed"]
    behind = [m.name for m in side.members if m.part in ("held-back", "missing")]
    comes = any(m.part == "held-back" for m in side.members)
    lines = [PrintedLine(side.deploys, ", ".join(deployed))]
    if behind:
        name = _("May come later") if comes else pgettext("next game", "Stay behind")
        lines.append(PrintedLine(name, ", ".join(behind)))
    lines += [PrintedLine(perk.name, perk.text, perk.drawing) for perk in side.perks]
    for reminder, names in side.by_reminder():
        name = _("{names}, {what}").format(names=", ".join(names), what=reminder.name)
        lines.append(PrintedLine(name, reminder.text, reminder.drawing))
    return (Section(heading, tuple(lines)),)


def _named(name: str, *, leads: bool) -> str:
    return _("{name} (Leader)").format(name=name) if leads else name
