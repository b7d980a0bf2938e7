"""The chances beside a decision that is no roll, as grids: Jobs, a Perk to build, a Level."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from lastdays.language import _, joined, ngettext
from lastdays.model.group import Group
from lastdays.postgame.build_chances import TEAR_DOWN, BuildChances
from lastdays.postgame.experience import BuyLevel
from lastdays.postgame.job_assignment import (
    ArrangeJobs,
    Assignment,
    guards_of,
    watch_towers,
    watcher_of,
)
from lastdays.postgame.jobs import BuildChoice
from lastdays.postgame.level_chances import Reach
from lastdays.postgame.ways_to_hold import Hold, Watch, Ways
from lastdays.postgame.yields import Harvest
from lastdays.rulebook import Catalogue, pictograms
from lastdays.rulebook.entries import Perk
from lastdays.ui.widgets.chance_grid import ChancePlot, GridCell, GridRow
from lastdays.ui.widgets.chances import average, exactly, share

#: So many games are shown of what a Perk earns.
GAMES = 8
EMPTY_TOWER, MANNED_TOWER = "empty", "manned"


# The Jobs


def holding_grid(ask: ArrangeJobs, ways: Ways | None, given: Assignment) -> ChancePlot:
    """Return the chance to hold the Refuge for each number on Guard, with the Watch Tower empty
    and manned; `ways` is None while they are reckoned."""
    group, catalogue = ask.group, ask.context.catalogue
    given = {m: job for m, job in given.items() if group.has_member(m)}
    towers = bool(watch_towers(group, catalogue))
    title, caption = _("Holding the Refuge"), _("by the number on Guard")
    names = {EMPTY_TOWER: _("Tower empty") if towers else ""}
    if towers:
        names[MANNED_TOWER] = _("Tower manned")
    if ways is None:
        rows = tuple(GridRow(key, name, ()) for key, name in names.items())
        return ChancePlot(title, (), rows, caption, upright=True, note=_("Reckoning…"))
    guards, watcher = len(guards_of(given)), watcher_of(group, given, catalogue)
    most = max(count for count, _manned in ways)
    last = _certain_from(ways, most)
    heads = [str(n) for n in range(last + 1)]
    if last < most:
        heads[-1] = _("{n}+").format(n=last)
    rows = tuple(
        GridRow(key, name, tuple(_holds(ways, n, key, group) for n in range(last + 1)))
        for key, name in names.items()
    )
    return ChancePlot(
        title,
        tuple(heads),
        rows,
        caption,
        MANNED_TOWER if watcher else EMPTY_TOWER,
        min(guards, last),
        upright=True,
        note=_one_more_or_less(ways, guards, manned=bool(watcher)),
    )


def _certain_from(ways: Ways, most: int) -> int:
    """Return from which number on Guard on the Refuge is held whoever they are; `most` for none."""
    uncertain = [count for (count, _manned), hold in ways.items() if hold.worst.holds < 1]
    return min(most, max(uncertain, default=-1) + 1)


def _holds(ways: Ways, count: int, key: str, group: Group) -> GridCell:
    """Return the cell of so many on Guard; an empty one where there are not members enough."""
    hold = ways.get((count, key == MANNED_TOWER))
    if hold is None:
        return GridCell()
    worst, best = hold.worst.holds, hold.best.holds
    text = share(best)
    said = _("{n} on Guard: {chance}").format(n=count, chance=exactly(best))
    if worst < best:
        text = f"{share(worst).partition(' ')[0]}–{text}"
        said = _("{n} on Guard: {least} to {most}, by who it is").format(
            n=count, least=share(worst), most=exactly(best)
        )
    who = _who(hold.best, group)
    if who and (worst < best or hold.best.watcher):
        said = f"{said}\n{who}"
    return GridCell(text, best, worst if worst < best else None, said)


def _who(watch: Watch, group: Group) -> str:
    """Say who makes the best of it: 'At best: Sue on Guard · Ann in the Watch Tower'."""
    parts = []
    if watch.guards:
        names = ", ".join(group.member(m).name for m in watch.guards)
        parts.append(_("{names} on Guard").format(names=names))
    if watch.watcher:
        name = group.member(watch.watcher).name
        parts.append(_("{name} in the Watch Tower").format(name=name))
    return _("At best: {who}").format(who=" · ".join(parts)) if parts else ""


def _one_more_or_less(ways: Ways, guards: int, *, manned: bool) -> str:
    """Say what one Guard or the Watch Tower more or less comes to, at best."""
    asked: tuple[tuple[str, Hold | None], ...] = (
        (_("One Guard more: {chance}"), ways.get((guards + 1, manned))),
        (_("One Guard fewer: {chance}"), ways.get((guards - 1, manned))),
        (
            _("Tower empty: {chance}") if manned else _("Tower manned: {chance}"),
            ways.get((guards, not manned)),
        ),
    )
    return " · ".join(
        text.format(chance=share(hold.best.holds)) for text, hold in asked if hold is not None
    )


def harvest_in_words(
    harvests: Mapping[str, Mapping[str, Harvest]], group: Group, catalogue: Catalogue
) -> str:
    """Say what Perks such as a Garden bring in a night, and with whom they bring more."""
    lines = []
    for key, found in harvests.items():
        averages = {member: harvest.average for member, harvest in found.items()}
        if not averages:
            continue
        least = min(averages.values())
        text = _("{perk}: {n} points on average").format(
            perk=catalogue.perks[key].name, n=average(least)
        )
        most = max(averages.values())
        if most > least:
            names = joined([group.member(m).name for m, n in averages.items() if n == most])
            text = _("{what}, {n} with {names}").format(what=text, n=average(most), names=names)
        lines.append(text)
    return " · ".join(lines)


# A Perk to build


def attack_grid(ask: BuildChoice, found: BuildChances | None, catalogue: Catalogue) -> ChancePlot:
    """Return what each Perk that counts in a Zombie Attack changes tonight and the next time."""
    rows = [_row_of_build(ask, "nothing", _("Nothing built"), found)]
    standing = {perk.id: perk.key for perk in ask.group.refuge.built}
    for option in ask.options:
        torn = option.key.startswith(TEAR_DOWN)
        perk = catalogue.perks.get(standing.get(option.key.removeprefix(TEAR_DOWN), option.key))
        if perk is None or not (
            perk.attack_bonus or perk.shelters or (perk.attack_rerolls and not torn)
        ):
            continue
        name = _("Without {perk}").format(perk=perk.name) if torn else perk.name
        rows.append(_row_of_build(ask, option.key, name, found, perk))
    return ChancePlot(
        _("Holding the Refuge"),
        (_("Tonight"), _("Next time")),
        tuple(rows),
        _("next time: with tonight's Guards and wounded"),
        "nothing",
        0,
    )


def _row_of_build(
    ask: BuildChoice, key: str, name: str, found: BuildChances | None, perk: Perk | None = None
) -> GridRow:
    """Return what building or tearing down a Perk comes to, tonight and the next time."""
    cells: tuple[GridCell, ...] = ()
    if found is not None and key in found.tonight:
        tonight = later = found.tonight[key]
        said = _("next time")
        if perk is not None and perk.attack_rerolls and key == perk.key and found.tower is not None:
            later = found.tower.holds
            who = ask.group.member(found.tower.watcher).name
            said = _("next time, with {name} in the Watch Tower").format(name=who)
        cells = (_event(name, _("tonight"), tonight), _event(name, said, later))
    return GridRow(key, name, cells, perk.drawing if perk else "", perk.name if perk else "")


def _event(name: str, when: str, chance: Fraction) -> GridCell:
    said = _("{perk}, {when}: {chance}").format(perk=name, when=when, chance=exactly(chance))
    return GridCell(share(chance), chance, said=said)


def earning_grid(
    key: str, found: BuildChances | None, group: Group, catalogue: Catalogue
) -> ChancePlot:
    """Return when a Perk such as a Garden has earned what it cost."""
    name = catalogue.perks[key].name
    earning = found.earnings.get(key) if found is not None else None
    heads = tuple(str(n) for n in range(1, GAMES + 1))
    if earning is None or not earning.paid:
        return ChancePlot(name, heads, (GridRow(key, "", ()),), upright=True, low=True)
    worker = group.member(earning.worker).name
    chances = [earning.paid.get(games, Fraction(1)) for games in range(1, GAMES + 1)]
    cells = tuple(
        GridCell(
            share(chance),
            chance,
            said=_(
                "With {name} working it, it has earned its {n} points after {games}: {chance}"
            ).format(
                name=worker,
                n=earning.cost,
                games=ngettext("{n} game", "{n} games", games).format(n=games),
                chance=exactly(chance),
            ),
        )
        for games, chance in enumerate(chances, start=1)
    )
    caption = _("{n} points a game · its {cost} earned after so many games").format(
        n=average(earning.harvest.average), cost=earning.cost
    )
    row = GridRow(key, "", cells)
    return ChancePlot(name, heads, (row,), caption, upright=True, low=True)


# A Level


def level_grid(
    ask: BuyLevel, found: tuple[Reach, ...] | None, wished: str, catalogue: Catalogue
) -> ChancePlot:
    """Return each result of a Level with its chance for 0, 1, 2, 3 extra Experience."""
    purchase = ask.purchase
    most = catalogue.number("level_up", "shift_most")
    reaches = {reach.key: reach for reach in found or ()}
    rows = []
    for key, label in purchase.stake.labels.items():
        reach = reaches.get(key)
        skill = catalogue.skills.get(key)
        drawing = skill.drawing if skill is not None else pictograms.token("level")
        cells = tuple(
            GridCell(
                share(chance),
                chance,
                said=_("{result} with {n} extra Experience: {chance}").format(
                    result=label, n=extra, chance=exactly(chance)
                ),
            )
            for extra, chance in enumerate(reach.chances if reach is not None else ())
        )
        rows.append(GridRow(key, label, cells, drawing, skill.name if skill is not None else ""))
    per_roll = purchase.context.switches.shift_dice == "roll"
    now = -1 if per_roll and purchase.left > most else min(purchase.left, most)
    return ChancePlot(
        _("With extra Experience"),
        tuple(str(n) for n in range(most + 1)),
        tuple(rows),
        _("{n} left after paying").format(n=purchase.left),
        column=now,
        chosen=wished,
        note=_("Too many possibilities to work out.") if found == () else "",
    )
