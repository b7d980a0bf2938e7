"""What the records of a campaign cannot be, whoever wrote them: names, notes, numbers, ids."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.fields import CAMPAIGN, NAME_MOST, NOTES_MOST
from lastdays.model.game_record import Appearance, GameRecord
from lastdays.model.group import Group

SIDES_MOST = 16
APPEARANCES_MOST = 200
COUNT_MOST = 999
NUMBER_MOST = 99_999
TOKENS_MOST = 99
ID_MOST = 64
DAY_MOST = 40


def campaign_problems(campaign: Campaign) -> list[str]:
    """List what a campaign cannot be, each in a sentence; nothing where all is well."""
    found = [*filter(None, (field.problem(campaign) for field in CAMPAIGN.values()))]
    if not campaign.name.strip() or not _line(campaign.name):
        found.append(_("The campaign's name is missing, or several lines."))
    if len({game.id for game in campaign.games}) != len(campaign.games):
        found.append(_("Two games have the same id."))
    if len({game.number for game in campaign.games}) != len(campaign.games):
        found.append(_("Two games have the same number."))
    if any(len(words.text) > NOTES_MOST or len(words.day) > DAY_MOST for words in campaign.told):
        found.append(_("What the players wrote on the games is too long."))
    if len(set(campaign.groups)) != len(campaign.groups):
        found.append(_("A group is listed twice."))
    if len(campaign.told) > len({words.game for words in campaign.told}) or not all(
        len(words.game) <= ID_MOST and is_day(words.day) for words in campaign.told
    ):
        found.append(_("What the players wrote on a game names no such day, or is there twice."))
    for game in campaign.games:
        if not all(_holds(game)):
            found.append(_("Game {n} holds what no record can.").format(n=str(game.number)[:8]))
            break
    return found


def odd_ids(group: Group) -> list[str]:
    """Say of a group from elsewhere that its ids can't be kept: twice the same, or not as they
    are made."""
    perks = [perk.id for perk in group.refuge.built]
    members = [member.id for member in group.members]
    sound = len(set(perks)) == len(perks) and all(
        0 < len(key) <= ID_MOST and key.isprintable() and "/" not in key
        for key in (group.id, *perks, *members, *group.item_ids())
    )
    return [] if sound else [_("Its members, gear or Perks have ids that can't be kept.")]


def is_day(text: str) -> bool:
    """Return whether a text is a day, as '2026-10-03', or ''."""
    try:
        return not text or date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _line(text: str) -> bool:
    return all(ord(letter) >= 32 for letter in text)


def _holds(game: GameRecord) -> Iterator[bool]:
    """Tell of each part of a record whether it can be."""
    yield 1 <= game.number <= NUMBER_MOST
    yield 0 < len(game.id) <= ID_MOST and len(game.recorded) <= DAY_MOST
    yield len(game.encounter) <= NAME_MOST and len(game.notes) <= NOTES_MOST
    yield 1 <= len(game.sides) <= SIDES_MOST
    for side in game.sides:
        yield len(side.name) <= NAME_MOST and _line(side.name)
        yield len(side.appearances) <= APPEARANCES_MOST
        yield len(side.tokens) <= TOKENS_MOST and len(side.captives) <= APPEARANCES_MOST
        yield from (_can_be(appearance) for appearance in side.appearances)
        for captive in side.captives:
            yield len(captive.name) <= NAME_MOST and len(captive.gear) <= COUNT_MOST


def _can_be(appearance: Appearance) -> bool:
    counts = (appearance.zombies, appearance.rivals, appearance.objectives)
    return all(0 <= count <= COUNT_MOST for count in counts) and len(appearance.spent) <= COUNT_MOST
