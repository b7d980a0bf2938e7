"""Deleting: what takes much with it is asked first and a backup is made; all can be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from lastdays.campaign.dates import day_in_words
from lastdays.campaign.overview import Overview
from lastdays.campaign.seasons import SeasonActions
from lastdays.campaign.workspace import GroupView
from lastdays.language import _, joined, ngettext
from lastdays.model.campaign import Campaign, ChronicleEntry
from lastdays.model.game_record import GameRecord
from lastdays.store.kept_backups import Reason
from lastdays.ui.navigation import CampaignRoute, Route, StartRoute
from lastdays.ui.services import Deletion, Services
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import button, column, entry, row, sentence, typed

if TYPE_CHECKING:  # no page shows a game at the table at start
    from lastdays.ui.tracker.session_list import SessionList

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
    undo = partial(_undo, services, campaign)
    deletion = Deletion(_("Deleted the campaign {name}.", name=name), undo)
    dialog.accepted.connect(partial(_delete, services, delete, deletion, StartRoute()))
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
    undo = partial(_undo, services, view.campaign.id)
    deletion = Deletion(_("Deleted the group {name}.", name=name), undo)
    dialog.accepted.connect(partial(_delete, services, delete, deletion, CampaignRoute()))
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


def delete_record(
    services: Services, parent: QWidget, found: Overview, game: GameRecord
) -> DeleteDialog:
    """Ask whether to delete the record of a game, and do it if the user says so."""
    campaign = found.view.campaign.id
    dialog = DeleteDialog(
        parent,
        services.theme,
        _("Delete the record of game {n}?", n=game.number),
        _what_goes_with_record(found, game),
        _("&Delete this record"),
        _("&Keep this record"),
    )
    delete = partial(services.records.delete, campaign, game.id)
    undo = partial(_undo, services, campaign)
    deletion = Deletion(_("Deleted the record of game {n}.", n=game.number), undo)
    dialog.accepted.connect(partial(_delete, services, delete, deletion))
    dialog.open()
    return dialog


def _what_goes_with_record(found: Overview, game: GameRecord) -> list[str]:
    """Return sentences about what a deleted record takes with it."""
    begun = [
        name
        for half in found.half_done
        if half.kind == "sequence" and half.game == game.number
        for name in half.names
    ]
    told = [_("The groups stay as they are.")]
    if begun:
        told.append(_("The post-game sequence isn't finished for {names}.", names=joined(begun)))
    if game.id in found.view.campaign.own_words:
        told.append(_("What you wrote about the game goes with it, and its pictures."))
    return told


def delete_entry(
    services: Services, campaign: str, entry: ChronicleEntry, delete: Callable[[], object]
) -> None:
    """Delete an entry of the chronicle and offer to undo it. Nothing else goes with it, and it is
    back at once: it isn't asked first."""
    done = _("Deleted the chronicle entry for {day}.", day=day_in_words(entry.day))
    if services.do(delete, done).succeeded:
        services.offer_undo(Deletion(done, partial(_undo, services, campaign)))


def delete_session(listed: SessionList, session: str, name: str) -> DeleteDialog:
    """Ask whether to delete a game at the table from its list, and do it if the user says so."""
    services = listed.services
    told = [_("Its board and its log go with it. If it is recorded, its record stays.")]
    if listed.is_on(session):
        told.insert(0, _("It hasn't ended."))
    dialog = DeleteDialog(
        listed,
        services.theme,
        _("Delete the game {name}?", name=name),
        told,
        _("&Delete this game"),
        _("&Keep this game"),
    )

    def delete() -> None:
        services.forgotten.emit(session)
        services.sessions.delete(session)

    undo = partial(services.do, partial(services.sessions.restore, session))
    deletion = Deletion(_("Deleted the game {name}.", name=name), undo)
    dialog.accepted.connect(partial(_delete, services, delete, deletion))
    dialog.open()
    return dialog


def _delete(
    services: Services,
    delete: Callable[[], object],
    deletion: Deletion,
    there: Route | None = None,
) -> None:
    """Make a backup, delete something, go `there` unless it is None, and offer to undo that."""
    act = partial(services.do, delete, deletion.sentence)
    deleted = services.keeping.first(Reason.DELETE, act)
    if not deleted.succeeded:
        return
    if there is not None:
        services.go(there)
    services.offer_undo(deletion)


def _undo(services: Services, campaign: str) -> None:
    """Undo the latest change of a campaign, and show it unless it is the open one."""
    back = services.do(partial(services.workspace.undo, campaign, None)).succeeded
    if back and services.workspace.worked_on != campaign:
        services.go(CampaignRoute(campaign))


def put_away(services: Services, campaign: Campaign) -> None:
    """Put a campaign away, open another one, and offer to undo it."""
    seasons = SeasonActions(services.workspace)
    done = _("{name} is put away.", name=campaign.name)
    if not services.do(partial(seasons.put_away, campaign.id), done).succeeded:
        return
    others = [
        other
        for other in services.workspace.campaigns()
        if not other.deleted and not other.archived
    ]
    services.go(CampaignRoute(others[0].id) if others else StartRoute(new=True))

    def undo() -> None:
        if services.do(partial(services.workspace.undo, campaign.id, None)).succeeded:
            services.go(CampaignRoute(campaign.id))

    services.offer_undo(Deletion(done, undo))


def fill_away(services: Services, menu: QMenu) -> None:
    """Fill a menu with the campaigns that are put away, to be opened."""
    menu.clear()
    for campaign in services.workspace.campaigns():
        if campaign.archived and not campaign.deleted:
            go = services.to(CampaignRoute(campaign.id))
            entry(menu, typed(campaign.name), go)


def fill_restore(services: Services, menu: QMenu) -> None:
    """Fill a menu with deleted campaigns and the open campaign's deleted groups."""
    menu.clear()
    campaigns = services.campaigns
    here = services.workspace.worked_on

    def restore(campaign: str) -> None:
        if services.do(partial(campaigns.restore, campaign)).succeeded:
            services.go(CampaignRoute(campaign))

    for campaign in services.workspace.campaigns():
        if campaign.deleted:
            text = _("Campaign {name}", name=typed(campaign.name))
            entry(menu, text, partial(restore, campaign.id))
    for group, name in campaigns.deleted_groups(here):
        text = _("Group {name}", name=typed(name))
        entry(menu, text, partial(services.do, partial(campaigns.restore_group, here, group)))
    if menu.isEmpty():
        menu.addAction(_("Nothing has been deleted")).setEnabled(False)
