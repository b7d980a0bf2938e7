"""How far each group of a campaign is after a game, worked out from its post-game sequence."""

from __future__ import annotations

from collections.abc import Mapping

from lastdays.campaign.overview import GroupProgress, NextStep
from lastdays.campaign.sequences.post_game import PostGameActions, step_reached
from lastdays.campaign.sequences.transcript import step_name
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.postgame.context import STEPS
from lastdays.store import Subject, Transaction


def stands(
    games: PostGameActions, tx: Transaction, campaign: Campaign, steps: Mapping[str, NextStep]
) -> tuple[GroupProgress, ...]:
    """Return where groups stand, in the order given; one that cannot be read has none. A sequence
    that is not begun stands at its first ask."""
    found = []
    for group, step in steps.items():
        try:
            found.append(_stand(games, tx, campaign, group, step))
        except LastDaysError:
            continue  # what is damaged is said where the group itself is shown
    return tuple(found)


def _stand(
    games: PostGameActions, tx: Transaction, campaign: Campaign, group: str, step: NextStep
) -> GroupProgress:
    now = games.workspace.snapshots.group_now(tx, Subject(campaign.id, group))
    if step.kind not in ("begin", "sequence"):
        last = campaign.played[group][-1]
        return GroupProgress(
            group,
            now.name,
            last.game,
            last.number,
            "finished",
            chapter=_("✔ Finished"),
            at=len(STEPS) + 1,
        )
    replayed = games.replayed(tx, campaign, group, step.game, step.sequence)
    name = step_reached(replayed)
    pending = replayed.pending
    about = pending.about if pending is not None else ""
    return GroupProgress(
        group=group,
        name=now.name,
        game=step.game,
        number=step.number,
        state="begun" if step.sequence else "new",
        sequence=step.sequence,
        step=name,
        chapter=step_name(name) if name else _("Before → after"),
        at=STEPS.index(name) if name in STEPS else len(STEPS),
        question=pending.question if pending is not None else "",
        about=now.member(about).name if about and now.has_member(about) else "",
        stuck=replayed.raised is not None,
    )
