"""A club's campaign with whatever web pages show: players, rankings, entries, pictures, a closed season."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.chronicle.entries import EntryActions
from lastdays.campaign.chronicle.games import ChronicleActions
from lastdays.campaign.chronicle.rankings import RankingActions
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.players import PlayerActions
from lastdays.campaign.seasons import SeasonActions
from lastdays.model.recruiting import Recruit
from pictures import jpeg

#: What is seen on the picture of a game: letters, whatever they look like.
CAPTION = "Zeke & <Carl> at the bridge"
#: Names that have no end, with and without a place to break them.
LONG_NAMES = ("The Unspeakably Long-Winded Wanderers of the Western Wasteland", "W" * 40)
#: Who plays.
PLAYERS = ("Anne Other", "Bartholomew Featherstonehaugh-Cholmondeley")


def furnish(workspace: Workspace, campaign: str) -> None:
    """Give the sample campaign players, a ranking, and pictures of everything; close its first season, and
    play two more games."""
    groups = tuple(summary.id for summary in workspace.groups(campaign))
    for group, player in zip(groups, PLAYERS, strict=True):
        PlayerActions(workspace).give(campaign, group, player)
    _rank(workspace, campaign)
    _picture(workspace, campaign, groups)
    CampaignActions(workspace).write_notes(campaign, "Bring dice.")
    SeasonActions(workspace).close(campaign, "The first winter", {})
    for number in range(2):
        record(workspace, campaign, groups, winner=number)
    _picture(workspace, campaign, groups)


def record(workspace: Workspace, campaign: str, groups: tuple[str, ...], *, winner: int) -> str:
    """Record a game that a side wins, nobody if there is no such side; return its id."""
    records = GameRecordActions(workspace)
    game = records.new_record(campaign, groups, "")
    sides = tuple(
        replace(side, won=place == winner, captives=()) for place, side in enumerate(game.sides)
    )
    return records.record(campaign, replace(game, encounter="scavengers", sides=sides)).id


def _rank(workspace: Workspace, campaign: str) -> None:
    rankings = RankingActions(workspace)
    rankings.add(campaign, "Club cup")
    (ranking,) = workspace.campaign(campaign).campaign.rankings
    rankings.set(campaign, 0, replace(ranking, zombies=1, lost=-1))


def _picture(workspace: Workspace, campaign: str, groups: tuple[str, ...]) -> None:
    """Give the latest game, an entry, each group and its first member a picture."""
    game = workspace.campaign(campaign).campaign.games[-1].id
    told = ChronicleActions(workspace)
    told.add_picture(campaign, game, jpeg((320, 240)))
    (picture,) = workspace.campaign(campaign).campaign.own_words[game].pictures
    told.set_caption(campaign, game, picture, CAPTION)
    entries = EntryActions(workspace)
    entry = entries.begin(campaign, "2031-05-01", "truce", "Nobody shoots at the well.")
    entries.set_about(campaign, entry, ((groups[0], ""),))
    entries.add_picture(campaign, entry, jpeg((240, 320)))
    people = GroupActions(workspace)
    for group in groups:
        people.set_picture(group, jpeg((400, 240)))
        first = workspace.group(group).group.roster[0]
        people.set_portrait(group, first.id, jpeg())


def crowd(workspace: Workspace) -> str:
    """Begin a campaign of groups with overlong names, who have played; return its id."""
    campaign = CampaignActions(workspace).begin(f"The long winter at the {'W' * 40}")
    people = GroupActions(workspace)
    groups = []
    for number in range(8):
        name = f"{LONG_NAMES[number % 2]} {number}"
        group = people.create_with_leader(
            campaign, name, "everyday-hero", LONG_NAMES[number % 2], "mall"
        )
        people.recruit(
            group, Recruit("goon", LONG_NAMES[0], gear=("club", "revolver")), allowed=True
        )
        groups.append(group)
        PlayerActions(workspace).give(campaign, group, f"{LONG_NAMES[1]} of {number}")
    record(workspace, campaign, tuple(groups[:3]), winner=0)
    record(workspace, campaign, tuple(groups[3:5]), winner=9)
    _rank(workspace, campaign)
    _picture(workspace, campaign, tuple(groups[:2]))
    return campaign
