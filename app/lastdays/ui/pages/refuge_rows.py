"""What is lost with a Refuge and what is kept, as rows of a table."""

from __future__ import annotations

from lastdays.language import _, ngettext, number
from lastdays.model.fields import names_with_counts
from lastdays.model.group import Group
from lastdays.model.profile import item_name
from lastdays.model.recruiting import RefugeLoss, refuge_loss
from lastdays.rulebook import Catalogue, pictograms
from lastdays.ui.widgets.chances import BookRow


def loss_rows(group: Group, catalogue: Catalogue, *, overrun: bool) -> tuple[BookRow, ...]:
    """Return what a group loses with its Refuge, overrun or left, then what it keeps."""
    loss = refuge_loss(group, catalogue, overrun=overrun)
    rows: list[BookRow] = []
    if group.stash:
        rows.append(_stash_row(group, loss, catalogue))
    if loss.built:
        rows.append(_built_perks_row(loss, catalogue))
    rows += _worked_perks_rows(loss)
    if not rows:
        rows.append(BookRow("", _("Nothing is lost"), pictograms.token("done"), kind="well"))
    if overrun:
        rows.append(_injury_row())
    points = _("Scavenge Points kept: {n}", n=number(loss.points))
    rows.append(BookRow("", points, pictograms.token("points"), kind="well"))
    return tuple(rows)


def _injury_row() -> BookRow:
    """Return what happens to a member if the Refuge is overrun."""
    return BookRow(
        "",
        _("One random member is hurt"),
        pictograms.token("wounds"),
        detail=_("An injury roll, as after a game; nobody is Captured."),
        kind="harm",
    )


def _stash_row(group: Group, loss: RefugeLoss, catalogue: Catalogue) -> BookRow:
    """Return what happens to the stash."""
    count = len(group.stash)
    names = names_with_counts(item_name(item, catalogue) for item in group.stash)
    drawing = pictograms.place("stash")
    if loss.stash:
        text = ngettext("The stash is lost: {n} item", "The stash is lost: {n} items", count)
        return BookRow("", text, drawing, detail=names, kind="harm")
    if loss.saved_by:
        text = _("The stash is kept: {perk}", perk=loss.saved_by)
    else:
        text = _("The stash is kept")
    return BookRow("", text, drawing, detail=names, kind="well")


def _built_perks_row(loss: RefugeLoss, catalogue: Catalogue) -> BookRow:
    """Return which built Perks are lost."""
    perks = [catalogue.perks[built.key] for built in loss.built]
    text = ngettext("{n} built Perk is lost", "{n} built Perks are lost", len(perks))
    names = names_with_counts(perk.name for perk in perks)
    return BookRow("", text, perks[0].drawing, detail=names, kind="harm")


def _worked_perks_rows(loss: RefugeLoss) -> list[BookRow]:
    """Return what is lost of that which worked Perks gave."""
    rows = []
    if loss.given.ammo:
        text = _("The Ammo Roll re-rolls are lost")
        rows.append(BookRow("", text, pictograms.token("ammo"), kind="harm"))
    if loss.given.radio:
        text = _("The shift of the Encounter roll is lost")
        rows.append(BookRow("", text, pictograms.token("radio"), kind="harm"))
    return rows
