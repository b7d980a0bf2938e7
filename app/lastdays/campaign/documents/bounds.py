"""Bounds of groups and campaigns: numbers out of range, unknown keys, duplicate ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, time

from lastdays.language import _, short
from lastdays.model.campaign import Campaign, ChronicleEntry, Season
from lastdays.model.counters import VALUES_MOST
from lastdays.model.fields import (
    CAMPAIGN,
    CAPTION_MOST,
    CHARACTERISTIC_MOST,
    GROUP,
    LEVEL_MOST,
    MEMBER,
    NAME_MOST,
    NOTES_MOST,
    PICTURES_MOST,
    PLAYERS_MOST,
    RANKING,
    TABLE_MOST,
    can_be_kept,
    out_of_range,
    unfit,
)
from lastdays.model.fixtures import Fixture, GameNight
from lastdays.model.game_record import QUOTE_MOST, Appearance, GameRecord, StepResult
from lastdays.model.group import (
    NOTES_MOST as NOTES_TO_COME,
    ZOMBIES_MOST,
    Group,
    Member,
    NextEncounter,
)
from lastdays.model.recruiting import Unknown, unknown_in
from lastdays.rulebook import CHARACTERISTICS, KEYWORDS, Catalogue
from lastdays.rulebook.entries import EntryError
from lastdays.rulebook.own import ROWS_MOST, SENTENCE_MOST
from lastdays.rulebook.own_effects import (
    COUNTER_MOST,
    NOTE_MOST,
    Effect,
    GainGear,
    GiveExperience,
    GivePoints,
    LoseGear,
    MissGame,
    RollInjury,
    parse_effect,
)


def problems(
    group: Group, catalogue: Catalogue, before: Iterable[Group] = (), *, foreign: bool = False
) -> list[str]:
    """List what is invalid in a group, in sentences.

    Keys the rulebook doesn't have are accepted if a group had them `before`, as their content pack may
    be gone; `foreign` accepts all of them, for groups from a file, a record or a sequence.
    """
    groups_before = tuple(before)
    sentences: list[str] = [field.problem(group) for field in GROUP.values()]
    sentences += _problems_of_keys(group, catalogue, groups_before, foreign=foreign)
    old_levels = {}
    for old_group in groups_before:
        for member in old_group.members:
            old_levels[member.id] = member.level
    level_most = LEVEL_MOST if foreign else catalogue.number("limits", "level_most")
    for member in group.members:
        sentences += _problems_of_member(member, max(level_most, old_levels.get(member.id, 0)))
    members = [member.id for member in group.members]
    if _are_repeated(members) or _are_repeated(_all_item_ids(group)):
        sentences.append(_("Two members or two pieces of gear have the same id."))
    sentences += _problems_of_counters(_("The group"), group.counters)
    sentences += _problems_of_next_encounter(group.next_encounter)
    if group.leader and not group.has_member(group.leader):
        sentences.append(_("The Leader isn't one of the members."))
    return [sentence for sentence in sentences if sentence]


def _unknown_in_words(what: str, key: str) -> str:
    return _("{what}: the rulebook has no '{key}'.", what=what, key=key)


def _problems_of_keys(
    group: Group, catalogue: Catalogue, groups_before: tuple[Group, ...], *, foreign: bool
) -> Iterator[str]:
    """Yield what is wrong with keys that the rulebook doesn't have, '' for nothing."""
    accepted: set[tuple[str, str]] = set()
    for old_group in groups_before:
        accepted.update((unknown.kind, unknown.key) for unknown in unknown_in(old_group, catalogue))
    for unknown in dict.fromkeys(unknown_in(group, catalogue)):
        is_accepted = foreign or (unknown.kind, unknown.key) in accepted
        if not is_accepted:
            yield _unknown_in_words(_bearer_in_words(unknown), unknown.key)
        if not can_be_kept(unknown.key, NAME_MOST):
            yield unfit(_("A key"), unknown.key, NAME_MOST)


def _bearer_in_words(unknown: Unknown) -> str:
    """Say what has a key that isn't known."""
    if unknown.kind == "refuges":
        return _("Refuge")
    if unknown.kind == "perks":
        return _("Perk")
    return short(unknown.whose) or _("The stash")


def _problems_of_member(member: Member, level_most: int) -> Iterator[str]:
    """Yield what is wrong with a member, whose Level is `level_most` at most; '' for nothing."""
    name = short(member.name) or member.id
    for field in MEMBER.values():
        level_limit = level_most if field.key == "level" else 0
        yield field.problem(member, name, level_limit)
    if member.keyword not in KEYWORDS:
        yield _unknown_in_words(name, member.keyword)
    amounts = list(member.adjustments.items())
    amounts += [(advance.characteristic, advance.amount) for advance in member.advances]
    for key, amount in amounts:
        if key not in CHARACTERISTICS:
            yield _unknown_in_words(name, key)
        what_in_words = f"{name}, {short(key)}"
        yield out_of_range(what_in_words, amount, -CHARACTERISTIC_MOST, CHARACTERISTIC_MOST)
    for skill in member.skills:
        what_in_words = f"{name}, {short(skill.key)}"
        yield unfit(what_in_words, skill.detail, NAME_MOST)
        yield out_of_range(what_in_words, skill.value or 0, -LEVEL_MOST, LEVEL_MOST)
    yield from _problems_of_counters(name, member.counters)
    for key, text in member.traits.items():
        yield unfit(name, key, NAME_MOST)
        yield unfit(f"{name}, {short(key)}", text, NAME_MOST)


def _problems_of_counters(name: str, counters: Mapping[str, int]) -> Iterator[str]:
    for key, value in counters.items():
        yield unfit(name, key, NAME_MOST)
        yield out_of_range(f"{name}, {short(key)}", value, -COUNTER_MOST, COUNTER_MOST)


def _problems_of_next_encounter(coming: NextEncounter) -> Iterator[str]:
    """Yield what is wrong with what is kept for a group's next Encounter; '' for nothing."""
    what_in_words = _("The next Encounter")
    yield unfit(what_in_words, coming.notes, NOTES_TO_COME)
    yield out_of_range(what_in_words, coming.zombies, 0, ZOMBIES_MOST)
    for note in coming.notes:
        yield unfit(what_in_words, note.text, NOTE_MOST)


def _all_item_ids(group: Group) -> Iterator[str]:
    items = list(group.stash)
    for member in group.members:
        items += member.gear
    for item in items:
        yield item.id
        for attached in item.attached:
            yield attached.id


SIDES_MOST = 16
APPEARANCES_MOST = 200
COUNT_MOST = 999
NUMBER_MOST = 99_999
TOKENS_MOST = 99
#: The most results of players' own steps before a game: some steps for each member of four groups.
RESULTS_MOST = 5_000
ID_MOST = 64
DAY_MOST = 40
#: The most who are remembered in a season, and the highest rating of a group at its end.
REMEMBERED_MOST = 20_000
RATING_MOST = 999_999


def campaign_problems(campaign: Campaign) -> list[str]:
    """List what is invalid in a campaign, in sentences."""
    problems_of_parts = [field.problem(campaign) for field in CAMPAIGN.values()]
    problems_of_parts += _by_own_rules(campaign)
    problems_of_parts += _problems_of_names(campaign)
    problems_of_parts += _problems_of_words(campaign)
    problems_of_parts += _problems_of_plans(campaign)
    problems_of_parts += _problems_of_seasons(campaign)
    for game in campaign.all_games:
        if not all(_record_checks(game)):
            problems_of_parts.append(_("The record of game {n} is invalid.", n=game.number))
            break
    return [problem for problem in problems_of_parts if problem]


def _problems_of_names(campaign: Campaign) -> Iterator[str]:
    """Yield what is wrong with names, and with what may be there only once; '' for nothing."""
    if not campaign.name.strip() or not _is_line(campaign.name):
        yield _("The campaign's name is missing or has several lines.")
    if not all(0 < len(name) <= NAME_MOST and _is_line(name) for name in campaign.players):
        yield _("A player's name is missing, too long or has several lines.")
    for ranking in campaign.rankings:
        for field in RANKING.values():
            yield field.problem(ranking)
        if not ranking.name.strip() or not _is_line(ranking.name):
            yield _("A ranking's name is missing or has several lines.")
    if _are_repeated(game.id for game in campaign.all_games):
        yield _("Two games have the same id.")
    if _are_repeated(game.number for game in campaign.all_games):
        yield _("Two games have the same number.")


def _problems_of_words(campaign: Campaign) -> Iterator[str]:
    """Yield what is wrong with the list of groups, and with what players wrote."""
    words = campaign.with_all_seasons.told
    entries = campaign.with_all_seasons.entries
    if any(len(own.text) > NOTES_MOST for own in words):
        yield _("What the players wrote about the games is too long.")
    if _are_repeated(campaign.groups):
        yield _("A group is listed twice.")
    are_sound = all(len(own.game) <= ID_MOST and is_day(own.day) for own in words)
    if not are_sound or _are_repeated(own.game for own in words):
        yield _("What the players wrote about a game has an invalid date or appears twice.")
    are_sound = all(all(_entry_checks(entry)) for entry in entries)
    if not are_sound or _are_repeated(entry.id for entry in entries):
        yield _("The chronicle has an invalid entry.")
    if not all(_are_pictures(own.pictures) for own in words):
        yield _("A game has too many pictures.")
    if not all(_are_captions(own.captions) for own in words):
        yield _("A picture's caption is invalid.")


def _by_own_rules(campaign: Campaign) -> Iterator[str]:
    yield from _problems_of_counters(_("The campaign"), campaign.counters)
    if not all(_are_results(fixture.before) for fixture in campaign.fixtures):
        yield _("What came before the next game is invalid.")


def _problems_of_seasons(campaign: Campaign) -> Iterator[str]:
    """Yield what is wrong with the closed seasons."""
    for season in campaign.seasons:
        if not all(_season_checks(season)):
            yield _("A closed season is invalid.")
            return
        as_read = campaign.in_season(season)
        for key in ("told", "entries", "rankings"):
            yield CAMPAIGN[key].problem(as_read)
        for ranking in season.rankings:
            yield from (field.problem(ranking) for field in RANKING.values())
    if _are_repeated(season.id for season in campaign.seasons):
        yield _("A closed season is invalid.")


def _season_checks(season: Season) -> Iterator[bool]:
    """Yield for each part of a season whether it is valid."""
    yield _is_id(season.id)
    yield len(season.name.strip()) > 0 and len(season.name) <= NAME_MOST and _is_line(season.name)
    yield season.day != "" and is_day(season.day) and len(season.closed) <= DAY_MOST
    yield not _are_repeated(season.groups)
    yield all(_is_id(group) for group in season.groups)
    yield len(season.remembered) <= REMEMBERED_MOST
    for group, member in season.remembered:
        yield len(group) <= ID_MOST and len(member) <= ID_MOST
    yield len(season.ratings) <= len(season.groups)
    for group, rating in season.ratings.items():
        yield len(group) <= ID_MOST and abs(rating) <= RATING_MOST


def _problems_of_plans(campaign: Campaign) -> Iterator[str]:
    """Yield what is wrong with the fixtures and the game night."""
    fixtures = campaign.fixtures
    are_sound = all(all(_fixture_checks(fixture)) for fixture in fixtures)
    if not are_sound or _are_repeated(fixture.id for fixture in fixtures):
        yield _("A fixture is invalid.")
    if not all(_night_checks(campaign.night)):
        yield _("The game night is invalid.")


def _fixture_checks(fixture: Fixture) -> Iterator[bool]:
    """Yield for each part of a fixture whether it is valid."""
    yield _is_id(fixture.id)
    yield len(fixture.encounter) <= NAME_MOST and len(fixture.defender) <= ID_MOST
    yield len(fixture.groups) <= SIDES_MOST and len(fixture.drawn) <= SIDES_MOST
    yield all(len(group) <= ID_MOST for group in fixture.groups)
    yield len(fixture.parts) <= APPEARANCES_MOST * SIDES_MOST
    for member, part in fixture.parts.items():
        yield len(member) <= ID_MOST and len(part) <= ID_MOST
    yield len(fixture.table) <= TABLE_MOST and _is_line(fixture.table)
    yield is_day(fixture.day) and is_hour(fixture.time)
    for drawn in fixture.drawn:
        yield len(drawn.group) <= ID_MOST and 0 <= drawn.number <= APPEARANCES_MOST


def _night_checks(night: GameNight) -> Iterator[bool]:
    """Yield for each part of a game night whether it is valid."""
    yield is_day(night.day) and is_hour(night.time)
    yield len(night.players) <= PLAYERS_MOST and len(night.groups) <= PLAYERS_MOST
    yield all(len(name) <= NAME_MOST and _is_line(name) for name in night.players)
    yield all(len(group) <= ID_MOST for group in night.groups)


def _are_repeated(keys: Iterable[str | int]) -> bool:
    """Return whether any of some keys occurs twice."""
    all_keys = list(keys)
    return len(set(all_keys)) < len(all_keys)


def odd_ids(group: Group) -> list[str]:
    """Say in a list whether a foreign group's ids are duplicate or invalid, so that it needs others."""
    perks = [perk.id for perk in group.refuge.built]
    members = [member.id for member in group.members]
    ids = [group.id, *perks, *members, *group.item_ids()]
    all_sound = all(_is_id(key) and "/" not in key for key in ids)
    if all_sound and not _are_repeated(perks):
        return []
    return [_("Its members, gear or Perks have invalid ids.")]


def is_day(text: str) -> bool:
    """Return whether a text is a day, as '2026-10-03', or ''."""
    if not text:
        return True
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def is_hour(text: str) -> bool:
    """Return whether a text is an hour, as '19:30', or ''."""
    if not text:
        return True
    try:
        return time.fromisoformat(text).isoformat("minutes") == text
    except ValueError:
        return False


def _is_id(text: str) -> bool:
    return 0 < len(text) <= ID_MOST and text.isprintable()


def _is_line(text: str) -> bool:
    return all(ord(letter) >= 32 for letter in text)


def _entry_checks(entry: ChronicleEntry) -> Iterator[bool]:
    """Yield for each part of a chronicle entry whether it is valid."""
    yield _is_id(entry.id)
    yield entry.day != "" and is_day(entry.day)
    yield len(entry.text) <= NOTES_MOST and _are_pictures(entry.pictures)
    yield _are_captions(entry.captions)
    yield len(entry.about) <= APPEARANCES_MOST
    for group, member in entry.about:
        yield len(group) <= ID_MOST and len(member) <= ID_MOST


def _are_pictures(pictures: tuple[str, ...]) -> bool:
    return len(pictures) <= PICTURES_MOST and all(0 < len(key) <= ID_MOST for key in pictures)


def _are_captions(captions: Mapping[str, str]) -> bool:
    """Return whether captions of pictures are lines, and no more than there may be pictures."""
    if len(captions) > PICTURES_MOST or any(len(key) > ID_MOST for key in captions):
        return False
    return all(len(text) <= CAPTION_MOST and _is_line(text) for text in captions.values())


def _record_checks(game: GameRecord) -> Iterator[bool]:
    """Yield for each part of a game record whether it is valid."""
    yield 1 <= game.number <= NUMBER_MOST
    yield 0 < len(game.id) <= ID_MOST
    yield is_day(game.day) and len(game.recorded) <= DAY_MOST
    yield len(game.encounter) <= NAME_MOST and len(game.notes) <= NOTES_MOST
    yield len(game.reported_by) <= NAME_MOST and _is_line(game.reported_by)
    yield len(game.quote) <= QUOTE_MOST and _is_line(game.quote)
    yield 1 <= len(game.sides) <= SIDES_MOST
    yield _are_counters(game.counters) and _are_results(game.before)
    yield len(game.fixture) <= ID_MOST
    for side in game.sides:
        yield len(side.name) <= NAME_MOST and _is_line(side.name)
        yield len(side.appearances) <= APPEARANCES_MOST
        yield len(side.tokens) <= TOKENS_MOST and len(side.captives) <= APPEARANCES_MOST
        for appearance in side.appearances:
            yield _is_appearance(appearance)
        yield _are_counters(side.counters) and _are_effects(side.effects)
        for captive in side.captives:
            yield len(captive.name) <= NAME_MOST and len(captive.gear) <= COUNT_MOST


def _is_appearance(appearance: Appearance) -> bool:
    counts = (appearance.zombies, appearance.rivals, appearance.objectives)
    counts_fit = all(0 <= count <= COUNT_MOST for count in counts)
    own_rules_fit = _are_counters(appearance.counters) and _are_effects(appearance.effects)
    return counts_fit and len(appearance.spent) <= COUNT_MOST and own_rules_fit


def _are_results(results: Sequence[StepResult]) -> bool:
    """Return whether what came of players' own rules before a game is within bounds."""
    return len(results) <= RESULTS_MOST and all(map(_is_result, results))


def _is_result(result: StepResult) -> bool:
    if len(result.rows) > ROWS_MOST or len(result.notes) > ROWS_MOST:
        return False
    names = (result.step, result.name, result.group, result.member, result.who)
    if any(len(name) > NAME_MOST for name in names):
        return False
    if any(len(row.table) > NAME_MOST for row in result.rows):
        return False
    if any(len(row.text) > SENTENCE_MOST for row in result.rows):
        return False
    if any(len(note) > NOTE_MOST for note in result.notes):
        return False
    return 0 <= result.zombies <= COUNT_MOST * ROWS_MOST


def _are_counters(counters: Mapping[str, int]) -> bool:
    """Return whether changes of the players' own counters are within bounds."""
    if len(counters) > VALUES_MOST:
        return False
    change_most = 2 * COUNTER_MOST
    return all(len(key) <= NAME_MOST and abs(n) <= change_most for key, n in counters.items())


def _are_effects(effects: Sequence[str]) -> bool:
    """Return whether effects of players' own tables, in words, are such as come after a game."""
    if len(effects) > COUNT_MOST:
        return False
    try:
        return all(_is_for_later(parse_effect(words)) for words in effects)
    except EntryError:
        return False


def _is_for_later(effect: Effect) -> bool:
    """Return whether an effect comes after a game, and has been rolled if it was dice."""
    match effect:
        case GivePoints(int()) | GiveExperience(int()):
            return True
        case RollInjury() | MissGame() | GainGear() | LoseGear():
            return True
    return False
