"""The columns of a card's tables of weapons, and the states it has boxes for."""

from __future__ import annotations

from lastdays.language import _


def shooting_heads() -> tuple[str, ...]:
    """Return the columns of what shoots."""
    return (
        _("Range"),
        _("hit"),
        _("zombie"),
        _("dmg"),
        _("RoF"),
        _("KB"),
        _("Reload"),
    )


def fighting_heads() -> tuple[str, ...]:
    """Return the columns of what fights."""
    return (_("CQC"), _("defend"), _("damage"), _("head"))


def state_names() -> dict[str, str]:
    """Return what each state's pictogram means, in the order of the boxes."""
    return {
        "locked": _("Locked and Loaded"),
        "run": _("Run"),
        "panic": _("panicked"),
        "supply": _("Supply Token"),
    }
