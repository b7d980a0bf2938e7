"""What stands beside a choice of a sequence: the Refuge and what is lost with it, Levels, Jobs."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.campaign.post_game_sequences import SequenceView
from lastdays.language import _, signed
from lastdays.model.recruiting import empty_spaces, max_size
from lastdays.postgame.job_assignment import JOB_KINDS, JobKind, job_name
from lastdays.postgame.refuge_fate import ChooseOfRefuge
from lastdays.rulebook import Catalogue, pictograms
from lastdays.ui.pages.refuge_rows import loss_rows
from lastdays.ui.widgets.chance_table import BookRow, BookTable


def refuge_table(view: SequenceView) -> BookTable:
    """Return the group's Refuge, with its Perks and what each does (p. 20, p. 80–82)."""
    catalogue, group = view.context.catalogue, view.group_now
    refuge = catalogue.refuges[group.refuge.key]
    counted: dict[str, int] = {}
    for key in (*refuge.built_in, *(p.key for p in group.refuge.built)):
        counted[key] = counted.get(key, 0) + 1
    rows = tuple(
        BookRow(
            f"{count}×" if count > 1 else "",
            catalogue.perks[key].name,
            catalogue.perks[key].drawing,
            detail=catalogue.perks[key].summary,
            entry=catalogue.perks[key].name,
        )
        for key, count in counted.items()
    )
    caption = _("{size} members, {spaces} Empty Spaces left").format(
        size=max_size(group, catalogue), spaces=max(0, empty_spaces(group, catalogue))
    )
    return BookTable(refuge.name, rows, refuge.page, caption, two_lines=True)


def refuge_with_losses(view: SequenceView, ask: ChooseOfRefuge) -> BookTable | None:
    """Return what is lost with the group's Refuge, above its Perks; None once it is lost (p. 96)."""
    if ask.key not in ("refuge/leave", "refuge/flee"):
        return None
    catalogue, group = view.context.catalogue, ask.group
    table = refuge_table(view)
    caption = _("{n} members in {beds} beds").format(
        n=len(group.roster), beds=max_size(group, catalogue)
    )
    rows = (*loss_rows(group, catalogue, overrun=ask.overrun), *table.rows)
    return replace(table, rows=rows, caption=caption)


def level_costs(catalogue: Catalogue) -> BookTable:
    """Return what each Level costs, in Experience (p. 88)."""
    rows = tuple(
        BookRow(str(level), _("{n} Experience").format(n=cost))
        for level, cost in enumerate(catalogue.level_costs, start=1)
    )
    return BookTable(_("Cost of each Level"), rows, 88)


def jobs_table(catalogue: Catalogue) -> BookTable:
    """Return the Jobs, with what each does (p. 94–95)."""
    told = ((kind, *_job_told(kind, catalogue)) for kind in JOB_KINDS)
    rows = tuple(BookRow("", job_name(kind), drawn, detail=does) for kind, does, drawn in told)
    return BookTable(_("Jobs"), rows, 94, beside=True)


def _job_told(kind: JobKind, catalogue: Catalogue) -> tuple[str, str]:
    """Return what a Job does, and its pictogram (p. 94–95)."""
    match kind:
        case "guard":
            skilled = max((skill.guard for skill in catalogue.skills.values()), default=0)
            does = _("{guard} to the Zombie Attack roll; {skilled} with some skills").format(
                guard=signed(catalogue.number("zombie_attack", "guard")), skilled=signed(skilled)
            )
            return does, "lorc/reticule"
        case "work":
            return (
                _("Uses one Perk of the Refuge: nobody else can"),
                pictograms.table()["kinds"]["perks"],
            )
        case "build":
            return _("Builds one Perk into an Empty Space, for points"), pictograms.token("wall")
        case "recruit":
            return _("The Leader hires one new member"), pictograms.token("member")
        case "talk":
            return _("The Leader tries to win a member over"), pictograms.keyword("selfish")
        case "rest":
            return _("No Job at all"), pictograms.place("aftermath")
