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
from lastdays.ui.widgets.parts import (
    add_menu_action,
    button,
    column,
    escape_ampersands,
    row,
    sentence,
)

if TYPE_CHECKING:  # no page shows a game at the table at start
    from lastdays.ui.tracker.session_list import SessionList

#: The width of the question in pixels at 100 %.
DIALOG_WIDTH = 520
#: The least room beside the question in a narrow window, in pixels.
DIALOG_GAP = 20


class DeleteDialog(QDialog):
    """Asks whether to delete something, in a title and sentences; the amber button, which has
    the focus, keeps it."""

    def __init__(
        self,
        parent: QWidget,
        theme: Theme,
        question: str,
        consequences: Sequence[str],
        delete: str,
        keep: str,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(delete.replace("&", ""))
        self.keep_button = button(keep, self.reject, "first")
        self.delete_button = button(delete, self.accept)
        note = _("A backup is made first. You can undo this now, or restore it later.")
        self.setLayout(
            column(
                sentence(question, "question"),
                *[sentence(consequence, "") for consequence in consequences],
                sentence(note),
                row(1, self.delete_button, self.keep_button),
                spacing=10,
                margin=16,
            )
        )
        theme.give_style_sheet(self)
        window_width = parent.window().width()
        self.setMinimumWidth(min(theme.pixels(DIALOG_WIDTH), window_width - DIALOG_GAP))
        self.keep_button.setFocus()


def delete_campaign(services: Services, parent: QWidget) -> DeleteDialog | None:
    """Ask whether to delete the open campaign, and do it if the user says so."""
    campaign = services.workspace.worked_on
    overview = services.ask(services.workspace.overview, campaign)
    if overview is None:
        return None
    name = overview.view.campaign.name
    dialog = DeleteDialog(
        parent,
        services.theme,
        question=_("Delete the campaign {name}?", name=name),
        consequences=_lost_with_campaign(overview),
        delete=_("&Delete this campaign"),
        keep=_("&Keep this campaign"),
    )
    delete = partial(services.campaigns.delete, campaign)
    undo = partial(_undo, services, campaign)
    deletion = Deletion(_("Deleted the campaign {name}.", name=name), undo)
    dialog.accepted.connect(partial(_delete, services, delete, deletion, StartRoute()))
    dialog.open()
    return dialog


def _lost_with_campaign(overview: Overview) -> list[str]:
    """Return sentences about what a deleted campaign takes with it."""
    sentences = []
    groups = [line.summary.name for line in overview.groups]
    if groups:
        text = ngettext(
            "Its group goes with it: {names}.",
            "Its {n} groups go with it: {names}.",
            len(groups),
            names=", ".join(groups),
        )
        sentences.append(text)
    games = [half_done for half_done in overview.half_done if half_done.kind == "session"]
    if games:
        text = ngettext(
            "{n} of its games at the table hasn't ended.",
            "{n} of its games at the table haven't ended.",
            len(games),
        )
        sentences.append(text)
    return sentences


def delete_group(services: Services, parent: QWidget, view: GroupView) -> DeleteDialog:
    """Ask whether to delete a group, and do it if the user says so."""
    name = view.group.name
    dialog = DeleteDialog(
        parent,
        services.theme,
        question=_("Delete the group {name}?", name=name),
        consequences=_lost_with_group(view),
        delete=_("&Delete this group"),
        keep=_("&Keep this group"),
    )
    delete = partial(services.groups.delete, view.group.id)
    undo = partial(_undo, services, view.campaign.id)
    deletion = Deletion(_("Deleted the group {name}.", name=name), undo)
    dialog.accepted.connect(partial(_delete, services, delete, deletion, CampaignRoute()))
    dialog.open()
    return dialog


def _lost_with_group(view: GroupView) -> list[str]:
    """Return sentences about what a deleted group takes with it."""
    sentences = []
    if view.group.members:
        text = ngettext(
            "Its member goes with it, and all its gear.",
            "Its {n} members go with it, and all its gear.",
            len(view.group.members),
        )
        sentences.append(text)
    if view.next.kind == "session":
        text = _(
            "{name} is in a game at the table that hasn't ended. Without the group, nothing of "
            "that game can be kept for it.",
            name=view.group.name,
        )
        sentences.append(text)
    return sentences


def delete_record(
    services: Services, parent: QWidget, overview: Overview, game: GameRecord
) -> DeleteDialog:
    """Ask whether to delete the record of a game, and do it if the user says so."""
    campaign = overview.view.campaign.id
    dialog = DeleteDialog(
        parent,
        services.theme,
        question=_("Delete the record of game {n}?", n=game.number),
        consequences=_lost_with_record(overview, game),
        delete=_("&Delete this record"),
        keep=_("&Keep this record"),
    )
    delete = partial(services.records.delete, campaign, game.id)
    undo = partial(_undo, services, campaign)
    deletion = Deletion(_("Deleted the record of game {n}.", n=game.number), undo)
    dialog.accepted.connect(partial(_delete, services, delete, deletion))
    dialog.open()
    return dialog


def _lost_with_record(overview: Overview, game: GameRecord) -> list[str]:
    """Return sentences about what a deleted record takes with it."""
    sentences = [_("The groups stay as they are.")]
    unfinished: list[str] = []
    for half_done in overview.half_done:
        if half_done.kind == "sequence" and half_done.game == game.number:
            unfinished += half_done.names
    if unfinished:
        names = joined(unfinished)
        sentences.append(_("The post-game sequence isn't finished for {names}.", names=names))
    if game.id in overview.view.campaign.own_words:
        sentences.append(_("What you wrote about the game goes with it, and its pictures."))
    return sentences


def delete_entry(
    services: Services, campaign: str, entry: ChronicleEntry, delete: Callable[[], object]
) -> None:
    """Delete an entry of the chronicle and offer to undo it. Nothing else goes with it, and it is
    back at once: it isn't asked first."""
    text = _("Deleted the chronicle entry for {day}.", day=day_in_words(entry.day))
    outcome = services.do(delete, text)
    if outcome.succeeded:
        services.offer_undo(Deletion(text, partial(_undo, services, campaign)))


def delete_session(session_list: SessionList, session: str, name: str) -> DeleteDialog:
    """Ask whether to delete a game at the table from its list, and do it if the user says so."""
    services = session_list.services
    consequences = []
    if session_list.is_on(session):
        consequences.append(_("It hasn't ended."))
    consequences.append(_("Its board and its log go with it. If it is recorded, its record stays."))
    dialog = DeleteDialog(
        session_list,
        services.theme,
        question=_("Delete the game {name}?", name=name),
        consequences=consequences,
        delete=_("&Delete this game"),
        keep=_("&Keep this game"),
    )

    def delete() -> None:
        services.session_deleted.emit(session)
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
    next_page: Route | None = None,
) -> None:
    """Make a backup, delete something, go to the next page if there is one, and offer to undo it."""
    delete_and_say = partial(services.do, delete, deletion.sentence)
    outcome = services.safekeeping.first(Reason.DELETE, delete_and_say)
    if not outcome.succeeded:
        return
    if next_page is not None:
        services.go(next_page)
    services.offer_undo(deletion)


def _undo(services: Services, campaign: str) -> None:
    """Undo the latest change of a campaign, and show it unless it is the open one."""
    outcome = services.do(partial(services.workspace.undo, campaign, None))
    if outcome.succeeded and services.workspace.worked_on != campaign:
        services.go(CampaignRoute(campaign))


def put_away(services: Services, campaign: Campaign) -> None:
    """Put a campaign away, open another one, and offer to undo it."""
    seasons = SeasonActions(services.workspace)
    text = _("{name} is put away.", name=campaign.name)
    outcome = services.do(partial(seasons.put_away, campaign.id), text)
    if outcome.succeeded:
        services.go(_route_of_another(services))
        services.offer_undo(Deletion(text, partial(_take_out_again, services, campaign.id)))


def _route_of_another(services: Services) -> Route:
    """Return the first campaign that is neither deleted nor put away, else the creation of one."""
    for campaign in services.workspace.campaigns():
        if not campaign.deleted and not campaign.archived:
            return CampaignRoute(campaign.id)
    return StartRoute(new=True)


def _take_out_again(services: Services, campaign: str) -> None:
    """Undo that a campaign was put away, and open it."""
    outcome = services.do(partial(services.workspace.undo, campaign, None))
    if outcome.succeeded:
        services.go(CampaignRoute(campaign))


def fill_away(services: Services, menu: QMenu) -> None:
    """Fill a menu with the campaigns that are put away, to be opened."""
    menu.clear()
    for campaign in services.workspace.campaigns():
        if campaign.archived and not campaign.deleted:
            open_campaign = services.to(CampaignRoute(campaign.id))
            add_menu_action(menu, escape_ampersands(campaign.name), open_campaign)


def _restore_campaign(services: Services, campaign: str) -> None:
    """Restore a deleted campaign and go there."""
    outcome = services.do(partial(services.campaigns.restore, campaign))
    if outcome.succeeded:
        services.go(CampaignRoute(campaign))


def fill_restore(services: Services, menu: QMenu) -> None:
    """Fill a menu with deleted campaigns and the open campaign's deleted groups."""
    menu.clear()
    for campaign in services.workspace.campaigns():
        if campaign.deleted:
            text = _("Campaign {name}", name=escape_ampersands(campaign.name))
            add_menu_action(menu, text, partial(_restore_campaign, services, campaign.id))
    open_campaign = services.workspace.worked_on
    for group, name in services.campaigns.deleted_groups(open_campaign):
        text = _("Group {name}", name=escape_ampersands(name))
        restore = partial(services.campaigns.restore_group, open_campaign, group)
        add_menu_action(menu, text, partial(services.do, restore))
    if menu.isEmpty():
        menu.addAction(_("Nothing has been deleted")).setEnabled(False)
