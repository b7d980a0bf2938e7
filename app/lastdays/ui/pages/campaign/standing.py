"""The standing of the groups, and the games so far, as rows."""

from __future__ import annotations

from lastdays.campaign.overview import GroupLine, LookedAt, NextStep, Tally
from lastdays.campaign.stand import Stand
from lastdays.language import _, against, joined, ngettext, number
from lastdays.model.game_record import GameRecord
from lastdays.model.recruiting import max_size
from lastdays.rulebook import Catalogue, keyword_name, pictograms
from lastdays.ui.models.rows import Cell, Chip, Row

#: The column of the standing that leads to what is next.
NEXT = 5


def standing_headings() -> tuple[str, ...]:
    """Return the headings of the standing."""
    return (
        _("Group"),
        _("Members"),
        _("Scavenge Points"),
        _("Won–lost"),
        _("State"),
        _("What is next"),
    )


def standing_row(
    line: GroupLine, seen: LookedAt, catalogue: Catalogue, stand: Stand | None = None
) -> Row:
    """Return the row of a group: its Keyword, members, points, games, state and what is next."""
    group, summary = seen.group, line.summary
    leader = group.leading
    keyword = leader.keyword if leader is not None else "neutral"
    whose = leader.name if leader is not None else _("no Leader")
    refuge = catalogue.refuges[summary.refuge].name
    token = f"keyword_{keyword}"
    chips = _chips(seen)
    return Row(
        group.id,
        (
            Cell(
                group.name,
                "title",
                _("{leader} · {refuge}").format(leader=whose, refuge=refuge),
                drawing=pictograms.keyword(keyword),
                drawing_token=token,
                hint=keyword_name(keyword) if leader is not None else "",
            ),
            Cell(
                _("{n}/{most}").format(n=len(group.roster), most=max_size(group, catalogue)),
                "figure",
            ),
            Cell(number(group.points), "figure"),
            _tally_cell(line.tally),
            Cell(", ".join(chip.text for chip in chips), "chips", chips=chips),
            _next_cell(line.next, group.points, stand),
        ),
        edge=token,
        detail="\n".join(v.text for v in seen.warnings),
    )


def damaged_row(line: GroupLine) -> Row:
    """Return the row of a group whose document cannot be read."""
    unread = Cell(line.summary.name, "title", _("damaged: check the store"))
    points = line.summary.points
    return Row(
        line.summary.id,
        (
            unread,
            Cell("–", "figure"),
            Cell("–", "figure"),
            _tally_cell(line.tally),
            Cell("", "words"),
            _next_cell(line.next, points),
        ),
    )


def _chips(seen: LookedAt) -> tuple[Chip, ...]:
    roster = seen.group.roster
    hurt = sum(1 for m in roster if m.injuries)
    captured = sum(1 for m in roster if m.status == "captured")
    warnings = len(seen.warnings)
    chips = []
    if hurt:
        text = ngettext("{n} hurt", "{n} hurt", hurt).format(n=hurt)
        chips.append(Chip(text, str(hurt), drawing=pictograms.token("wounds")))
    if captured:
        text = ngettext("{n} captured", "{n} captured", captured).format(n=captured)
        chips.append(Chip(text, str(captured), drawing=pictograms.token("captive")))
    if warnings:
        text = ngettext("{n} warning", "{n} warnings", warnings).format(n=warnings)
        chips.append(Chip(text, str(warnings), "accent_text", "warning"))
    return tuple(chips) or (Chip(_("All well"), "✓", "well_text"),)


def _tally_cell(tally: Tally) -> Cell:
    text = _("{won}–{lost}").format(won=tally.won, lost=tally.lost)
    hint = _("{won} won, {lost} lost, {drawn} drawn").format(
        won=tally.won, lost=tally.lost, drawn=tally.drawn
    )
    return Cell(text, "figure", hint=hint)


def _next_cell(step: NextStep, points: int, stand: Stand | None = None) -> Cell:
    """Return what is next for a group, as a link; with what its sequence asks next."""
    match step.kind:
        case "session":
            text, beneath = _("At the table"), _("continue")
            hint = _("Continue the game this group is playing")
        case "creating":
            left = ngettext("{n} Scavenge Point left", "{n} Scavenge Points left", points).format(
                n=number(points)
            )
            text, beneath, hint = _("Finish creating"), left, _("Open the group")
        case "begin":
            text, beneath = _("After game {n}").format(n=step.number), _("not begun")
            hint = _("Begin its post-game sequence")
        case "sequence":
            text, beneath = _("After game {n}").format(n=step.number), _("continue")
            hint = _("Continue its post-game sequence")
            if stand is not None and stand.sequence == step.sequence:
                beneath = stand.chapter
                hint = "\n".join(filter(None, (hint, stand.about, stand.question)))
        case _:
            text, beneath, hint = _("Ready"), _("for the next game"), _("Set up a game")
    token = "text" if step.kind == "ready" else "accent_text"
    return Cell(text, "link", beneath, token, hint=hint)


def game_row(game: GameRecord, catalogue: Catalogue) -> Row:
    """Return the row of a recorded game: its number, Encounter, sides and result."""
    encounter = catalogue.encounters[game.encounter]
    return Row(
        game.id,
        (
            Cell(str(game.number), "figure", token="accent_text"),
            Cell(encounter.name, "title", drawing=encounter.drawing),
            Cell(against([s.name for s in game.sides]), beneath=result_of(game)),
        ),
        entry=encounter.name,
    )


def result_of(game: GameRecord) -> str:
    """Say who won a game and who broke."""
    won = joined([s.name for s in game.sides if s.won])
    broke = joined([s.name for s in game.sides if s.broke])
    if won and broke:
        return _("Won: {won} · broke: {broke}").format(won=won, broke=broke)
    if won:
        return _("Won: {won}").format(won=won)
    if broke:
        return _("A draw · broke: {broke}").format(broke=broke)
    return _("A draw")
