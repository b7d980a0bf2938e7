"""The sample campaign, entered as a user would enter it."""

from __future__ import annotations

from typing import Any

from msgspec import convert
from msgspec.structs import replace

from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.gear import GroupGearActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.campaign.workspace import Workspace
from lastdays.desktop import paths
from lastdays.model.game_record import SupplyToken
from lastdays.model.recruiting import Recruit
from lastdays.postgame.jobs import ArrangeJobs, GuardJob, Job, WorkJob, posts, workers
from lastdays.postgame.leadership import ArrangeArms, Purchase
from lastdays.procedure import dice
from lastdays.procedure.asks import Arrange, Ask, Choose
from lastdays.rulebook.known import AttributeKey


def add_sample(workspace: Workspace) -> str:
    """Add the sample campaign whole or not at all, and return its id. A second one gets a number in its
    name."""
    sample = paths.toml("samples", "riverside.toml")
    actions = CampaignActions(workspace)
    with workspace.as_one():
        campaign = actions.begin(actions.free_name(sample["campaign"]["name"]), "roll")
        ids = {entry["name"]: _group(workspace, campaign, entry) for entry in sample["groups"]}
        for game in sample["games"]:
            _game(workspace, campaign, game, ids)
    return campaign


def _group(workspace: Workspace, campaign: str, entry: dict[str, Any]) -> str:
    groups, gear = GroupActions(workspace), GroupGearActions(workspace)
    leader = entry["leader"]
    named = entry["name"], leader["type"], leader["name"], entry["refuge"], entry["player"]
    group = groups.found(campaign, *named)
    chief = workspace.group(group).group.leader
    for key in leader["gear"]:
        gear.buy(group, chief, key)
    for member in entry["members"]:
        groups.recruit(group, convert(member, Recruit))
    groups.start_playing(group)
    return group


def _game(workspace: Workspace, campaign: str, entry: dict[str, Any], ids: dict[str, str]) -> None:
    records = GameRecordActions(workspace)
    record = records.new_record(campaign, tuple(ids[s["group"]] for s in entry["sides"]), "")
    members = {m.name: m.id for group in ids.values() for m in workspace.group(group).group.members}
    sides = []
    for side, facts in zip(record.sides, entry["sides"], strict=True):
        by_id = {members[name]: name for name in members}
        appearances = tuple(
            replace(
                a,
                out=by_id[a.member] in facts["out"],
                out_by=members.get(facts["out"].get(by_id[a.member], ""), "zombie")
                if by_id[a.member] in facts["out"]
                else "",
                zombies=facts["zombies"].get(by_id[a.member], 0),
                rivals=facts["rivals"].get(by_id[a.member], 0),
            )
            for a in side.appearances
        )
        sides.append(
            replace(
                side,
                appearances=appearances,
                tokens=tuple(
                    SupplyToken(fate, members.get(who, "")) for fate, who in facts["tokens"]
                ),
                broke=entry["broke"] == side.name,
                won=entry["won"] == side.name,
            )
        )
    records.record(campaign, replace(record, encounter=entry["encounter"], sides=tuple(sides)))


#: Options that are chosen only if there are no others.
_RELUCTANT = ("save", "keep", "nothing", "nobody", "no")


def play_through(games: PostGameActions, sequence: str) -> int:
    """Answer all asks of a sequence without finishing it, and return their number; RuntimeError after
    500."""
    for count in range(500):
        view = games.view(sequence)
        ask = view.pending
        if ask is None:
            return count
        if dice.can_be_rolled(ask):
            games.roll(sequence, ask.key)
        else:
            games.answer(sequence, ask.key, plain_answer(ask), "chosen")
    raise RuntimeError("a sequence that does not end")


def plain_answer(ask: Ask) -> Any:
    """Return a valid answer: the first option that does something, a form's initial value."""
    match ask:
        case Choose(key=key, options=options):
            if key == "refuge/leave":
                return "stay"
            eager = [o for o in options if o.key not in _RELUCTANT]
            return (eager or list(options))[0].key
        case ArrangeJobs(group=group, context=context):
            free = [p.id for p in posts(group, context.catalogue)]
            jobs: dict[str, Job] = {}
            for member in workers(group, context):
                if free and not member.has(AttributeKey.ANIMAL):
                    jobs[member.id] = WorkJob(free.pop(0))
                else:
                    jobs[member.id] = GuardJob()
            return ask.write(jobs)
        case ArrangeArms():
            return ask.write(Purchase(("knife",), allowed=True))
        case Arrange():
            return ask.write(ask.initial)
    raise TypeError(ask.key)
