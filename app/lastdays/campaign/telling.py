"""What is told of the groups and campaigns of a store, and the files it is written to."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from lastdays.campaign.campaign_story import tale_of_campaign
from lastdays.campaign.tale import TaleCampaign, TaleGroup, tale_of_group
from lastdays.campaign.tale_html import html
from lastdays.campaign.tale_text import markdown, plain_text
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.language import _, speaking
from lastdays.message_files import tongue

Form = Literal["picture", "html", "markdown", "text"]
#: What a file of each form ends in.
SUFFIXES: dict[Form, str] = {
    "picture": ".png",
    "html": ".html",
    "markdown": ".md",
    "text": ".txt",
}


def form_of(file: Path) -> Form:
    """Return the form that a file's name asks for; LastDaysError for a name that asks for none."""
    for form, suffix in SUFFIXES.items():
        if file.suffix.lower() in (suffix, ".htm" if form == "html" else suffix):
            return form
    raise LastDaysError(
        _("{file} ends in none of {suffixes}. Nothing was written.").format(
            file=file, suffixes=", ".join(SUFFIXES.values())
        )
    )


def group_tale(
    workspace: Workspace, group: str, *, notes: bool = False, language: str = ""
) -> TaleGroup:
    """Return what is told of a group as it is now, in the language that its players read, or in
    another one; LastDaysError where it is gone or damaged."""
    found = workspace.snapshot(group)
    value = replace(found.group, language=language or found.group.language)
    with workspace.store.reading() as tx:
        portraits = {
            m.portrait: picture
            for m in value.roster
            if m.portrait and (picture := tx.paper.portrait(m.portrait))
        }
    with speaking(tongue(value.language)):
        catalogue = workspace.rulebooks.of(found.campaign.chosen)
        return tale_of_group(value, catalogue, portraits, notes=notes)


def in_its_language(tale: TaleGroup | TaleCampaign) -> AbstractContextManager[None]:
    """Speak the language of a tale within; a campaign's is the program's."""
    return speaking(tongue(tale.language) if isinstance(tale, TaleGroup) else None)


def campaign_tale(workspace: Workspace, campaign: str, *, notes: bool = False) -> TaleCampaign:
    """Return what is told of a campaign as it is now; LastDaysError where it is gone or damaged."""
    return tale_of_campaign(workspace, campaign, notes=notes)


def told(tale: TaleGroup | TaleCampaign, form: Form) -> str:
    """Return a tale as text: HTML, Markdown or plain."""
    with in_its_language(tale):
        match form:
            case "html":
                return html(tale).decode()
            case "markdown":
                return markdown(tale)
        return plain_text(tale)
