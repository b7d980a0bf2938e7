"""Deleting a campaign or a group: it is asked first, a backup is made, and it can be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from lastdays.campaign.overview import Overview
from lastdays.campaign.workspace import GroupView
from lastdays.language import _, ngettext
from lastdays.store.kept_backups import Reason
from lastdays.ui.navigation import CampaignRoute, Route, StartRoute
from lastdays.ui.services import Deletion, Services
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import button, column, entry, row, sentence, typed

#: The width of the question in pixels at 100 %.
WIDE = 520


class DeleteDialog(QDialog):
    """Asks whether to delete something, in a title and sentences; the amber button, which has
    the focus, keeps it."""

    def __init__(
        self,
        parent: QWidget,
        theme: Theme,
        title: str,
        told: Sequence[str],
        delete: str,
        keep: str,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(delete.replace("&", ""))
        self.keep_button = button(keep, self.reject, "first")
        self.delete_button = button(delete, self.accept)
        self.setLayout(
            column(
                sentence(title, "question"),
                *(sentence(text, "") for text in told),
                sentence(_("A backup is made first. You can undo this now, or restore it later.")),
                row(1, self.delete_button, self.keep_button),
                spacing=10,
                margin=16,
            )
        )
        theme.dress(self)
        wide = theme.px(WIDE)
        self.setMinimumWidth(min(wide, parent.window().width() - 20))
        self.keep_button.setFocus()


def delete_campaign(services: Services, parent: QWidget) -> DeleteDialog | None:
    """Ask whether to delete the open campaign, and do it if the user says so."""
    campaign = services.workspace.worked_on
    found = services.ask(services.workspace.overview, campaign)
    if found is None:
        return None
    name = found.view.campaign.name
    dialog = DeleteDialog(
        parent,
        services.theme,
        _("Delete the campaign {name}?", name=name),
        _what_goes_with_campaign(found),
        _("&Delete this campaign"),
        _("&Keep this campaign"),
    )
    delete = partial(services.campaigns.delete, campaign)
    done = _("Deleted the campaign {name}.", name=name)
    dialog.accepted.connect(partial(_delete, services, campaign, delete, done, StartRoute()))
    dialog.open()
    return dialog


def _what_goes_with_campaign(found: Overview) -> list[str]:
    """Return sentences about what a deleted campaign takes with it."""
    groups = [line.summary.name for line in found.groups]
    playing = sum(half.kind == "session" for half in found.half_done)
    told = []
    if groups:
        told.append(
            ngettext(
                "Its group goes with it: {names}.",
                "Its {n} groups go with it: {names}.",
                len(groups),
                names=", ".join(groups),
            )
        )
    if playing:
        told.append(
            ngettext(
                "{n} of its games at the table hasn't ended.",
                "{n} of its games at the table haven't ended.",
                playing,
            )
        )
    return told


def delete_group(services: Services, parent: QWidget, view: GroupView) -> DeleteDialog:
    """Ask whether to delete a group, and do it if the user says so."""
    name = view.group.name
    dialog = DeleteDialog(
        parent,
        services.theme,
        _("Delete the group {name}?", name=name),
        _what_goes_with_group(view),
        _("&Delete this group"),
        _("&Keep this group"),
    )
    delete = partial(services.groups.delete, view.group.id)
    done = _("Deleted the group {name}.", name=name)
    home = CampaignRoute()
    dialog.accepted.connect(partial(_delete, services, view.campaign.id, delete, done, home))
    dialog.open()
    return dialog


def _what_goes_with_group(view: GroupView) -> list[str]:
    """Return sentences about what a deleted group takes with it."""
    members = len(view.group.members)
    told = []
    if members:
        told.append(
            ngettext(
                "Its member goes with it, and all its gear.",
                "Its {n} members go with it, and all its gear.",
                members,
            )
        )
    if view.next.kind == "session":
        told.append(
            _(
                "{name} is in a game at the table that hasn't ended. Without the group, nothing of "
                "that game can be kept for it.",
                name=view.group.name,
            )
        )
    return told


def _delete(
    services: Services, campaign: str, delete: Callable[[], object], done: str, there: Route
) -> None:
    """Make a backup, delete a campaign or something of it, go `there`, and offer to undo that."""

    def undo() -> None:
        back = services.done(services.workspace.undo, campaign, None)
        if back and services.workspace.worked_on != campaign:
            services.go(CampaignRoute(campaign))

    if services.keeping.first(Reason.DELETE, partial(services.well, done, delete)):
        services.go(there)
        services.offer_undo(Deletion(done, undo))


def fill_restore(services: Services, menu: QMenu) -> None:
    """Fill a menu with deleted campaigns and the open campaign's deleted groups."""
    menu.clear()
    campaigns, here = services.campaigns, services.workspace.worked_on

    def restore(campaign: str) -> None:
        if services.done(campaigns.restore, campaign):
            services.go(CampaignRoute(campaign))

    for campaign in services.workspace.campaigns():
        if campaign.deleted:
            text = _("Campaign {name}", name=typed(campaign.name))
            entry(menu, text, partial(restore, campaign.id))
    for group, name in campaigns.deleted_groups(here):
        text = _("Group {name}", name=typed(name))
        entry(menu, text, partial(services.done, campaigns.restore_group, here, group))
    if menu.isEmpty():
        menu.addAction(_("Nothing has been deleted")).setEnabled(False)
