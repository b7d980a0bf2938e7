"""A campaign as it is told to others: its standing, its chronicle, its records, its memorial."""

from __future__ import annotations

from collections.abc import Iterator

from lastdays.campaign.chronicle import Chronicle
from lastdays.campaign.chronicle_figures import sheet_plots
from lastdays.campaign.chronicle_lives import Memorial
from lastdays.campaign.chronicle_standing import records, standing
from lastdays.campaign.days import day_in_words
from lastdays.campaign.overview import Overview
from lastdays.campaign.tale import TaleCampaign, TaleChapter, TaleStanding, in_one_line
from lastdays.campaign.workspace import Workspace
from lastdays.language import _, against, ngettext, number

#: So many are named of those who are remembered.
FALLEN_MOST = 200


def tale_of_campaign(workspace: Workspace, campaign: str, *, notes: bool = False) -> TaleCampaign:
    """Return what is told of a campaign; the notes on it and its games only with `notes`."""
    found = workspace.overview(campaign)
    chronicle = Chronicle(workspace, campaign)
    value = chronicle.campaign
    n, m = len(found.groups), len(value.games)
    facts = (
        ngettext("{n} group", "{n} groups", n).format(n=n),
        ngettext("{n} game", "{n} games", m).format(n=m),
    )
    columns = (
        _("Leader"), _("Members"), _("Rating"), _("Points"), _("Won"), _("Lost"), _("Drawn"),
    )  # fmt: skip
    return TaleCampaign(
        value.name,
        facts,
        columns,
        tuple(_standing(chronicle, found)),
        tuple(_chapters(chronicle, notes=notes)),
        tuple(_fallen(chronicle, found)),
        tuple(_records(chronicle)),
        value.notes if notes else "",
        tuple(sheet_plots(workspace, campaign, [line.summary.id for line in found.groups])),
    )


def _standing(chronicle: Chronicle, found: Overview) -> Iterator[TaleStanding]:
    """Yield the groups in their order, with what is said of each."""
    lines = {line.summary.id: line for line in found.groups}
    ratings = {group: line.figures.rating for group, line in lines.items()}
    for place in standing(chronicle, lines, ratings):
        line = lines[place.group]
        tally = line.tally
        cells = (
            line.summary.leader or "—",
            str(line.summary.size),
            str(place.rating) if place.rating >= 0 else "—",
            number(line.summary.points),
            str(tally.won),
            str(tally.lost),
            str(tally.drawn),
        )
        yield TaleStanding(line.summary.name, cells)


def _chapters(chronicle: Chronicle, *, notes: bool) -> Iterator[TaleChapter]:
    """Yield the games, the latest first."""
    for game in reversed(chronicle.games):
        story = chronicle.story(game.id)
        words = [story.own, story.notes if notes else ""]
        yield TaleChapter(
            _("Game {n}: {encounter}").format(n=story.number, encounter=story.encounter),
            in_one_line((day_in_words(story.day), against(story.sides))),
            tuple(sentence.text for sentence in story.all_sentences),
            "\n".join(filter(None, words)),
        )


def _records(chronicle: Chronicle) -> Iterator[str]:
    for record in records(chronicle):
        said = _("{title}: {amount}, {holder}").format(
            title=record.title, amount=record.amount, holder=record.holder
        )
        yield in_one_line((said, record.shared))


def _fallen(chronicle: Chronicle, found: Overview) -> Iterator[str]:
    """Yield those who died or left, the latest first."""
    latest = [
        (line.summary.id, line.figures.fallen) for line in found.groups if line.figures.remembered
    ]
    for one in Memorial(chronicle, latest).entries(0, FALLEN_MOST):
        yield in_one_line((one.name, one.group_name, one.how, day_in_words(one.day)))
