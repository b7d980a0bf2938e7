"""The post-game worksheet: the sequence on paper, a place to write for each thing it asks, in order."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from lastdays.campaign.worksheet.chapters import (
    attack_section,
    encounter_section,
    experience_section,
    gear_section,
    injuries_section,
    jobs_section,
    refuge_section,
    supplies_section,
)
from lastdays.campaign.worksheet.entries import Evening, FormEntry, label
from lastdays.language import _
from lastdays.model.game_record import GameRecord
from lastdays.model.group import Group
from lastdays.model.switches import Switches
from lastdays.pdf.content import FormSection, FormSheet, FormTable, FormText, FormWords, WriteBox
from lastdays.postgame.context import ASKED
from lastdays.rulebook import Catalogue, pictograms


def worksheet(
    group: Group, catalogue: Catalogue, switches: Switches, game: GameRecord | None = None
) -> FormSheet:
    """Make the worksheet of a group's sequence. `game` is the record that waits for it; without one
    there are places for what a record says as well."""
    evening = Evening(group, catalogue, switches, game)
    steps: dict[str, Callable[[Evening], FormSection | None]] = {
        "encounter": encounter_section,
        "injuries": injuries_section,
        "experience": experience_section,
        "supplies": supplies_section,
        "gear": gear_section,
        "jobs": jobs_section,
        "attack": attack_section,
        "refuge": refuge_section,
    }
    found = [section for step in ASKED if (section := steps[step](evening)) is not None]
    numbered_sections = [
        replace(section, heading=f"{n}  {section.heading}")
        for n, section in enumerate(found, start=1)
    ]
    if game is None:
        numbered_sections.insert(0, record_section(evening))
    about = _("after game {n}", n=game.number) if game is not None else _("after a game")
    return FormSheet(
        _("Post-game worksheet"),
        f"{group.name} · {about}",
        tuple(numbered_sections),
        pictograms.place("aftermath"),
    )


def record_section(evening: Evening) -> FormSection:
    """Say what a record of the game says."""
    heads = (_("played"), _("Out"), _("zombies"), _("rivals"), _("goals"), _("Tokens"))
    members: tuple[FormEntry, ...] = tuple(
        (
            (
                FormWords(m.name, share=1.0, strong=True, head=_("Name")),
                *(WriteBox("squares", head=head, reason="record") for head in heads),
                WriteBox("line", head=_("one-use gear used up"), width=52, reason="record"),
            ),
        )
        for m in evening.group.active
    )
    line = WriteBox("line", share=1.0, reason="record")
    rest: list[FormEntry] = [
        (
            (
                label(_("Encounter")),
                line,
                label(_("Supply Tokens claimed")),
                WriteBox("squares", reason="record"),
            ),
        )
    ]
    captured = ", ".join(m.name for m in evening.group.roster if m.status == "captured")
    if captured:
        held = label(_("{names}: home, held or dead", names=captured))
        rest.append(((held, line),))
    return FormSection(
        _("The game"),
        (
            FormText(_("Who played, who ended Out of Action, and what each did.")),
            FormTable(members),
            FormTable(tuple(rest)),
        ),
        pictograms.place("table"),
    )
