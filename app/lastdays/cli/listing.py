"""The commands that list what a store has: for people, or with `--json` for another program. The names
in JSON are English and stay as they are; its texts are those that people read."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import HouseRules
from lastdays.campaign.chronicle.games import Chronicle, standings
from lastdays.campaign.chronicle.rankings import formula_said, ranked
from lastdays.campaign.chronicle.sentences import result_sentence
from lastdays.campaign.safekeeping import StoreReport, check_store
from lastdays.campaign.workspace import JudgedGroup
from lastdays.cli.finding import campaign_named, reading_store, refuse_missing, season_named
from lastdays.cli.output import say, say_json
from lastdays.desktop import paths
from lastdays.desktop.bounds import KIB
from lastdays.desktop.league_address import LeagueAddress, not_in_league
from lastdays.errors import LastDaysError
from lastdays.language import _, against, ngettext, titled
from lastdays.model.game_record import GameRecord
from lastdays.store.kept_backups import Backups, campaigns_in_backup
from lastdays.store.store import GroupSummary

#: What is listed: an object of JSON for each line.
Listed = dict[str, Any]

#: What stands where nothing is known.
_NOTHING = "—"


def _say_all(options: argparse.Namespace, values: list[Listed], lines: list[str]) -> None:
    """Print what is listed, as JSON or a line each."""
    if options.json:
        say_json(values)
        return
    for line in lines:
        say(line)


def list_campaigns(options: argparse.Namespace) -> None:
    """Print each campaign: its name, groups, games, the day of its latest game, and whether it is put
    away."""
    with reading_store(options.store) as workspace:
        campaigns = list(_campaigns_as_json(workspace))
    lines = []
    for campaign in campaigns:
        cells = (
            campaign["name"],
            ngettext("{n} group", "{n} groups", campaign["groups"]),
            ngettext("{n} game", "{n} games", campaign["games"]),
            campaign["latest_game"] or _NOTHING,
            *([_("put away")] if campaign["archived"] else []),
        )
        lines.append("\t".join(cells))
    if not lines:
        lines.append(_("No campaigns yet. 'lastdays sample' adds one."))
    _say_all(options, campaigns, lines)


def _campaigns_as_json(workspace: Workspace) -> Iterator[Listed]:
    for summary in workspace.campaigns():
        if summary.deleted:
            continue
        chronicle = Chronicle(workspace, summary.id)
        games = chronicle.games
        yield {
            "id": summary.id,
            "name": summary.name,
            "groups": len(workspace.groups(summary.id)),
            "games": len(games),
            "latest_game": chronicle.day(games[-1]) if games else "",
            "seasons": [season.name for season in chronicle.campaign.seasons],
            "archived": summary.archived,
        }


def list_groups(options: argparse.Namespace) -> None:
    """Print each group: campaign, name, Leader, size, Scavenge Points, warnings."""
    with reading_store(options.store) as workspace:
        groups = list(_groups_as_json(workspace))
    lines = []
    for group in groups:
        points = group["scavenge_points"]
        cells = (
            group["campaign"],
            group["name"],
            group["leader"] or _NOTHING,
            ngettext("{n} member", "{n} members", group["members"]),
            ngettext("{n} Scavenge Point", "{n} Scavenge Points", points),
            ngettext("{n} warning", "{n} warnings", len(group["warnings"])),
        )
        lines.append("\t".join(cells))
    if not lines:
        lines.append(_("No groups yet. 'lastdays sample' adds two."))
    _say_all(options, groups, lines)


def _groups_as_json(workspace: Workspace) -> Iterator[Listed]:
    campaigns = {campaign.id: campaign.name for campaign in workspace.campaigns()}
    for summary in workspace.groups():
        judged = _judged(workspace, summary)
        yield {
            "id": summary.id,
            "campaign": campaigns[summary.campaign],
            "name": summary.name,
            "player": judged.group.player,
            "leader": summary.leader,
            "members": summary.size,
            "scavenge_points": summary.points,
            "warnings": [violation.text for violation in judged.warnings],
        }


def _judged(workspace: Workspace, summary: GroupSummary) -> JudgedGroup:
    """Return a group with its violations by the rulebook of its campaign."""
    if workspace.worked_on != summary.campaign:
        workspace.work_on(summary.campaign)
    return workspace.judged(summary.id)


def list_games(options: argparse.Namespace) -> None:
    """Print each game of a campaign: its number, day, Encounter, who played, and how it ended."""
    with reading_store(options.store) as workspace:
        campaign = campaign_named(workspace, options.campaign)
        workspace.work_on(campaign)
        season = season_named(workspace, campaign, options.season)
        chronicle = Chronicle(workspace, campaign, season)
        games = []
        lines = []
        for game in chronicle.games:
            games.append(_game_as_json(chronicle, game))
            lines.append(_game_line(chronicle, game))
    if not lines:
        lines.append(_("No game has been recorded yet."))
    _say_all(options, games, lines)


def _game_as_json(chronicle: Chronicle, game: GameRecord) -> Listed:
    sides = []
    for side in game.sides:
        sides.append(
            {
                "group": side.group,
                "name": side.name,
                "player": chronicle.player(side.group) if side.group else "",
                "result": game.result_of(side),
                "broke": side.broke,
            }
        )
    return {
        "id": game.id,
        "number": game.number,
        "day": chronicle.day(game),
        "encounter": chronicle.catalogue.encounters[game.encounter].name,
        "together": game.together,
        "sides": sides,
    }


def _game_line(chronicle: Chronicle, game: GameRecord) -> str:
    sides = against([side.name for side in game.sides], together=game.together)
    encounter = chronicle.catalogue.encounters[game.encounter].name
    day = chronicle.day(game) or _NOTHING
    return "\t".join((str(game.number), day, encounter, sides, result_sentence(game)))


def list_standing(options: argparse.Namespace) -> None:
    """Print each group of a campaign with its place, games and rating; then the campaign's rankings."""
    with reading_store(options.store) as workspace:
        campaign = campaign_named(workspace, options.campaign)
        workspace.work_on(campaign)
        season = season_named(workspace, campaign, options.season)
        standing = _standings_as_json(workspace, campaign, season)
    if options.json:
        say_json(standing)
        return
    for place in standing["standing"]:
        rating = _NOTHING if place["rating"] is None else str(place["rating"])
        cells = (
            str(place["place"]),
            place["name"],
            ngettext("{n} game", "{n} games", place["games"]),
            titled(_("Won"), str(place["won"])),
            titled(_("Drawn"), str(place["drawn"])),
            titled(_("Lost"), str(place["lost"])),
            titled(_("Rating"), rating),
        )
        say("\t".join(cells))
    if not standing["standing"]:
        say(_("No groups yet. 'lastdays sample' adds two."))
    for ranking in standing["rankings"]:
        say("")
        say(titled(ranking["name"], ranking["formula"]))
        for place in ranking["places"]:
            points = ngettext("{n} point", "{n} points", place["points"])
            say("\t".join((str(place["place"]), place["name"], points)))


def _standings_as_json(workspace: Workspace, campaign: str, season: str) -> Listed:
    overview = workspace.overview(campaign, season)
    value = overview.view.campaign
    lines = overview.by_id
    places = []
    for place in standings(value, lines, overview.ratings):
        summary = lines[place.group].summary
        totals = place.totals
        places.append(
            {
                "place": place.place,
                "group": place.group,
                "name": summary.name,
                "games": totals.games,
                "won": totals.won,
                "drawn": totals.drawn,
                "lost": totals.lost,
                "rating": place.rating if place.rating >= 0 else None,
                "scavenge_points": summary.points,
                "members": summary.size,
            }
        )
    rankings = []
    for ranking in value.rankings:
        ranked_places = []
        for ranked_place in ranked(value, ranking, lines, overview.ratings):
            name = lines[ranked_place.group].summary.name
            ranked_places.append(
                {
                    "place": ranked_place.place,
                    "group": ranked_place.group,
                    "name": name,
                    "points": ranked_place.points,
                }
            )
        rankings.append(
            {"name": ranking.name, "formula": formula_said(ranking), "places": ranked_places}
        )
    return {"campaign": value.name, "standing": places, "rankings": rankings}


# Checking


def check(options: argparse.Namespace) -> int:
    """Print the store's schema version and damage, each group's violations, and the content packs that
    are left out; return the exit status, which is 1 for a damaged store."""
    with reading_store(options.store) as workspace:
        report = check_store(workspace)
        findings = _findings(workspace, report)
    if options.json:
        say_json(findings)
    else:
        _say_findings(findings)
    return 0 if report.sound else 1


def _findings(workspace: Workspace, report: StoreReport) -> Listed:
    """Return what a check found. All is well where it found nothing but what the players allow."""
    damage = [{"about": problem.about, "text": problem.text} for problem in report.problems]
    warnings = list(_warnings(workspace)) if report.sound else []
    not_allowed = [warning for warning in warnings if not warning["allowed"]]
    left_out = list(workspace.catalogue.refused_packs)
    packs = list(_pack_problems(workspace)) if report.sound else []
    return {
        "store": str(workspace.store.name),
        "schema": workspace.store.schema_version(),
        "groups": report.groups,
        "sound": report.sound,
        "well": not (damage or not_allowed or left_out or packs),
        "damage": damage,
        "warnings": warnings,
        "packs": packs,
        "packs_left_out": left_out,
    }


def _pack_problems(workspace: Workspace) -> Iterator[Listed]:
    """Yield the content packs that campaigns lack, and in what others differ from those they were played
    with."""
    house_rules = HouseRules(workspace)
    for campaign in workspace.campaigns():
        if campaign.deleted:
            continue
        workspace.work_on(campaign.id)
        for pack, text in house_rules.pack_problems(campaign.id):
            yield {"campaign": campaign.name, "pack": pack, "text": text}


def _warnings(workspace: Workspace) -> Iterator[Listed]:
    """Yield the violations of each group."""
    for summary in workspace.groups():
        judged = _judged(workspace, summary)
        for violation in judged.violations:
            yield {
                "campaign": judged.campaign.name,
                "group": summary.name,
                "text": violation.text,
                "allowed": violation.key in judged.group.allowed,
            }


def _say_findings(findings: Listed) -> None:
    """Print what a check found, and at the end whether all is well."""
    say(_("Store: {path}", path=findings["store"]))
    say(_("Schema: {version}", version=findings["schema"]))
    for problem in findings["damage"]:
        text = titled(problem["about"], problem["text"]) if problem["about"] else problem["text"]
        say(_("Damage: {problem}", problem=text))
    for warning in findings["warnings"]:
        allowed = _(" (allowed)") if warning["allowed"] else ""
        subject = f"{warning['campaign']}/{warning['group']}"
        say(titled(subject, f"{warning['text']}{allowed}"))
    for problem in findings["packs"]:
        say(titled(f"{problem['campaign']}/{problem['pack']}", problem["text"]))
    for reason in findings["packs_left_out"]:
        say(_("Content pack left out: {reason}", reason=reason))
    say(_verdict(findings))


def _verdict(findings: Listed) -> str:
    """Say how the store is, after all that was found."""
    groups = findings["groups"]
    if not findings["sound"]:
        return ngettext(
            "The store is damaged; {n} group in it can still be read.",
            "The store is damaged; {n} groups in it can still be read.",
            groups,
        )
    if findings["well"]:
        return ngettext("All is well with {n} group.", "All is well with {n} groups.", groups)
    not_allowed = [warning for warning in findings["warnings"] if not warning["allowed"]]
    to_look_at = len(not_allowed) + len(findings["packs"]) + len(findings["packs_left_out"])
    return ngettext(
        "The store is sound. {n} thing listed above isn't as it should be.",
        "The store is sound. {n} things listed above aren't as they should be.",
        to_look_at,
    )


# Backups


def list_backups(options: argparse.Namespace) -> None:
    """Print each backup of the store, which itself may be gone: name, size, groups."""
    place = options.store or paths.default_store()
    if isinstance(place, LeagueAddress):
        raise LastDaysError(not_in_league(str(place)))
    backups = Backups(paths.store_file(place)).listed()
    if not backups:
        refuse_missing(place)
    backups_listed: list[Listed] = []
    lines = []
    for backup in backups:
        groups = _groups_inside(backup.path)
        backups_listed.append({"name": backup.path.name, "bytes": backup.size, "groups": groups})
        content_in_words = _("damaged") if groups is None else ", ".join(groups)
        lines.append(f"{backup.path.name}\t{backup.size // KIB} KB\t{content_in_words}")
    if not lines:
        lines.append(_("There are no backups yet."))
    _say_all(options, backups_listed, lines)


def _groups_inside(backup: Path) -> list[str] | None:
    """Return the names of the groups in a backup, None for a damaged one."""
    names = []
    try:
        for campaign in campaigns_in_backup(backup):
            names += [name for _id, name in campaign.groups]
    except LastDaysError:
        return None
    return names
