"""What is lost with a Refuge and what is kept, as rows of a table."""

from __future__ import annotations

from lastdays.language import _, ngettext, number
from lastdays.model.fields import counted
from lastdays.model.group import Group
from lastdays.model.profile import item_name
from lastdays.model.recruiting import RefugeLoss, refuge_loss
from lastdays.rulebook import Catalogue, pictograms
from lastdays.ui.widgets.chances import BookRow


def loss_rows(group: Group, catalogue: Catalogue, *, overrun: bool) -> tuple[BookRow, ...]:
    """Return what a group loses with its Refuge, overrun or left, then what it keeps."""
    loss = refuge_loss(group, catalogue, overrun=overrun)
    lost = [*_stash(group, loss, catalogue), *_perks(loss, catalogue)]
    if not lost:
        lost.append(BookRow("", _("Nothing is lost"), pictograms.token("done"), kind="well"))
    kept = _("Scavenge Points kept: {n}", n=number(loss.points))
    hurt = BookRow(
        "",
        _("One random member is hurt"),
        pictograms.token("wounds"),
        detail=_("An injury roll, as after a game; nobody is Captured."),
        kind="harm",
    )
    return (
        *lost,
        *((hurt,) if overrun else ()),
        BookRow("", kept, pictograms.token("points"), kind="well"),
    )


def _stash(group: Group, loss: RefugeLoss, catalogue: Catalogue) -> list[BookRow]:
    """Return what happens to the stash; nothing if it is empty."""
    n = len(group.stash)
    if not n:
        return []
    names = counted(item_name(item, catalogue) for item in group.stash)
    drawn = pictograms.place("stash")
    if loss.stash:
        text = ngettext("The stash is lost: {n} item", "The stash is lost: {n} items", n)
        return [BookRow("", text, drawn, detail=names, kind="harm")]
    text = _("The stash is kept")
    if loss.saved_by:
        text = _("The stash is kept: {perk}", perk=loss.saved_by)
    return [BookRow("", text, drawn, detail=names, kind="well")]


def _perks(loss: RefugeLoss, catalogue: Catalogue) -> list[BookRow]:
    """Return what is lost of built Perks and of what worked Perks gave."""
    rows = []
    n = len(loss.built)
    if n:
        text = ngettext("{n} built Perk is lost", "{n} built Perks are lost", n)
        names = counted(catalogue.perks[perk.key].name for perk in loss.built)
        drawn = catalogue.perks[loss.built[0].key].drawing
        rows.append(BookRow("", text, drawn, detail=names, kind="harm"))
    given = (
        (
            loss.given.ammo,
            _("The Ammo Roll re-rolls are lost"),
            pictograms.token("ammo"),
        ),
        (loss.given.radio, _("The shift of the Encounter roll is lost"), pictograms.token("radio")),
    )
    rows += [BookRow("", text, drawn, kind="harm") for gone, text, drawn in given if gone]
    return rows
