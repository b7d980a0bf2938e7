"""The commands that hand a group or a campaign on: as a file for another store, a table for a
spreadsheet, a post for a chat, a picture, web pages or text."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from lastdays.campaign import Workspace
from lastdays.campaign.exchange.calendar import calendar_of
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.exchange.chat import Post, game_post, group_post, standing_post
from lastdays.campaign.exchange.sharing import (
    Form,
    SharedCampaign,
    SharedGroup,
    form_of,
    in_its_language,
    read_shared_campaign,
    read_shared_group,
    render_tale,
)
from lastdays.campaign.exchange.spreadsheet import csv_of, read_table
from lastdays.campaign.exchange.website import Kept, Private, write_website
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.printing.print_jobs import checked_language
from lastdays.cli.finding import campaign_named, find_group, reading_store, season_named
from lastdays.cli.output import STANDARD, refuse_existing_target, say, write_out
from lastdays.desktop.message_files import tongue
from lastdays.errors import LastDaysError
from lastdays.language import ngettext, speaking


def export(options: argparse.Namespace) -> None:
    """Write a group, a campaign, or a table or the calendar of a campaign to a file."""
    target: Path = options.output
    of_a_campaign = options.table is not None or options.calendar
    if of_a_campaign and options.group is not None:
        raise LastDaysError(
            "A table or a calendar is of a whole campaign: name it with --campaign."
        )
    if options.season is not None and options.table is None:
        raise LastDaysError("A season is named for a table: say which with --csv.")
    if options.table is not None and options.calendar:
        raise LastDaysError("Ask for a table or for a calendar, one at a time.")
    if not of_a_campaign and options.group is None and options.campaign is None:
        raise LastDaysError("Name a group, or a campaign with --campaign.")
    if options.packs and (of_a_campaign or options.campaign is None):
        raise LastDaysError("Content packs go with a whole campaign: name it with --campaign.")
    with reading_store(options.store) as workspace:
        content = _exported(workspace, options)
        refuse_existing_target(target, force=options.force)
        write_out(target, content, private=True)


def _exported(workspace: Workspace, options: argparse.Namespace) -> bytes:
    """Return the content of the file that is exported."""
    if options.table is not None:
        campaign = campaign_named(workspace, options.campaign)
        workspace.work_on(campaign)
        season = season_named(workspace, campaign, options.season)
        return csv_of(read_table(workspace, campaign, options.table, season))
    if options.calendar:
        campaign = campaign_named(workspace, options.campaign)
        workspace.work_on(campaign)
        return calendar_of(workspace, campaign)
    if options.campaign is not None:
        campaign = campaign_named(workspace, options.campaign)
        return CampaignTransfer(workspace).export(campaign, packs=options.packs)
    group = find_group(workspace, options.group)
    return GroupActions(workspace).export(group)


def share(options: argparse.Namespace) -> None:
    """Share a group or a campaign: as web pages, a picture, a file in the format of its suffix, posts for
    a chat, or printed on the terminal."""
    checked_language(options.language)
    target: Path | None = None if options.output == STANDARD else options.output
    _check_what_is_shared(options, target)
    with reading_store(options.store) as workspace:
        if options.pages is not None:
            _share_pages(workspace, options)
            return
        if options.chat is not None:
            _share_post(_post(workspace, options), target, force=options.force)
            return
        subject = _shared_subject(workspace, options, as_picture=_is_picture(target))
    if target is None:
        form: Form = "markdown" if options.markdown else "text"
        say(render_tale(subject, form), end="")
        return
    refuse_existing_target(target, force=options.force)
    if _is_picture(target) and isinstance(subject, SharedGroup):
        write_out(target, _picture_of(subject))
    else:
        text = render_tale(subject, form_of(target))
        write_out(target, text.encode("utf-8", "replace"))


def _check_what_is_shared(options: argparse.Namespace, target: Path | None) -> None:
    """Raise LastDaysError where a form doesn't fit what is shared."""
    of_a_group = options.group is not None
    if options.pages is not None and of_a_group:
        raise LastDaysError("Web pages are made for a campaign: name one with --campaign.")
    if options.chat == "group" and not of_a_group:
        raise LastDaysError("Name the group that is posted.")
    if options.chat in ("game", "standing") and of_a_group:
        raise LastDaysError("A campaign's game or standing is posted: name it with --campaign.")
    if _is_picture(target) and not of_a_group and options.pages is None:
        raise LastDaysError("A picture shows one group: name it.")


def _is_picture(target: Path | None) -> bool:
    """Return whether a file is to be a picture, by its name."""
    return target is not None and target.suffix.lower() == ".png"


def _shared_subject(
    workspace: Workspace, options: argparse.Namespace, *, as_picture: bool
) -> SharedGroup | SharedCampaign:
    """Return the group or the campaign that is shared. A picture has no room for notes."""
    if options.group is None:
        campaign = campaign_named(workspace, options.campaign)
        return read_shared_campaign(workspace, campaign, notes=options.notes)
    group = find_group(workspace, options.group)
    notes = options.notes and not as_picture
    return read_shared_group(workspace, group, notes=notes, language=options.language)


def _post(workspace: Workspace, options: argparse.Namespace) -> Post:
    """Return what is posted in a chat."""
    if options.chat == "group":
        group = find_group(workspace, options.group)
        shared = read_shared_group(workspace, group, notes=options.notes, language=options.language)
        with in_its_language(shared):
            return group_post(shared)
    campaign = campaign_named(workspace, options.campaign)
    workspace.work_on(campaign)
    language = tongue(options.language) if options.language else None
    with speaking(language):
        if options.chat == "game":
            return game_post(workspace, campaign)
        return standing_post(workspace, campaign)


def _share_post(post: Post, target: Path | None, *, force: bool) -> None:
    """Print the parts of a post with an empty line between them, or write them to a file."""
    text = "\n\n".join(post.parts) + "\n"
    if target is None:
        say(text, end="")
        return
    refuse_existing_target(target, force=force)
    write_out(target, text.encode("utf-8", "replace"))


def _picture_of(group: SharedGroup) -> bytes:
    """Return the picture of a group."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # whatever the display is
    # late: pictures alone need Qt
    from lastdays.ui.pages.group_picture import draw_group

    return draw_group(group)


def _share_pages(workspace: Workspace, options: argparse.Namespace) -> None:
    """Write the web pages of a campaign into a folder."""
    language = tongue(options.language) if options.language else None
    with speaking(language):
        private = Private(notes=options.notes, players=options.players)
        campaign = campaign_named(workspace, options.campaign)
        file_count = write_website(
            workspace, campaign, Kept(str(options.pages), private, options.address)
        )
    say(
        ngettext(
            "Wrote {n} file into {folder}.",
            "Wrote {n} files into {folder}.",
            file_count,
            folder=options.pages,
        )
    )
