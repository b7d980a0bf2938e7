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
    watchers_of,
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


# The Jobs


def holding_grid(ask: ArrangeJobs, ways: Ways | None, given: Assignment) -> ChancePlot:
    """Return the chance to hold the Refuge for each number on Guard, with Watch Towers empty and
    manned; `ways` is None while they are reckoned."""
    group, catalogue = ask.group, ask.context.catalogue
    given = {m: job for m, job in given.items() if group.has_member(m)}
    towers = len(watch_towers(group, catalogue))
    title, caption = _("Holding the Refuge"), _("by the number on Guard")
    names = [_manned(n) if towers else "" for n in range(towers + 1)]
    if ways is None:
        rows = tuple(GridRow(str(n), name, ()) for n, name in enumerate(names))
        return ChancePlot(title, (), rows, caption, upright=True, note=_("Reckoning…"))
    guards, manned = len(guards_of(given)), len(watchers_of(group, given, catalogue))
    most = max(count for count, _manned in ways)
    last = _certain_from(ways, most)
    heads = [str(n) for n in range(last + 1)]
    if last < most:
        heads[-1] = _("{n}+").format(n=last)
    rows = tuple(
        GridRow(
            str(at), name, tuple(_holds(ways, n, at, group, catalogue) for n in range(last + 1))
        )
        for at, name in enumerate(names)
    )
    return ChancePlot(
        title,
        tuple(heads),
        rows,
        caption,
        str(manned),
        min(guards, last),
        upright=True,
        note=_one_more_or_less(ways, guards, manned),
    )


def _manned(count: int) -> str:
    """Say how many Watch Towers are manned."""
    if not count:
        return _("Tower empty")
    return ngettext("Tower manned", "{n} towers manned", count).format(n=count)


def _certain_from(ways: Ways, most: int) -> int:
    """Return from which number on Guard on the Refuge is held whoever they are; `most` for none."""
    uncertain = [count for (count, _manned), hold in ways.items() if hold.worst.holds < 1]
    return min(most, max(uncertain, default=-1) + 1)


def _holds(ways: Ways, count: int, manned: int, group: Group, catalogue: Catalogue) -> GridCell:
    """Return the cell of so many on Guard; an empty one where there are not members enough."""
    hold = ways.get((count, manned))
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
    who = _who(hold.best, group, catalogue)
    if who and (worst < best or hold.best.watchers):
        said = f"{said}\n{who}"
    return GridCell(text, best, worst if worst < best else None, said)


def _who(watch: Watch, group: Group, catalogue: Catalogue) -> str:
    """Say who makes the best of it: 'At best: Sue on Guard · Ann in the Watch Tower'."""
    parts = []
    if watch.guards:
        names = ", ".join(group.member(m).name for m in watch.guards)
        parts.append(_("{names} on Guard").format(names=names))
    parts += [
        _("{name} in the {perk}").format(
            name=group.member(member).name, perk=catalogue.perks[perk].name
        )
        for member, perk in watch.watchers.items()
    ]
    return _("At best: {who}").format(who=" · ".join(parts)) if parts else ""


def _one_more_or_less(ways: Ways, guards: int, manned: int) -> str:
    """Say what one Guard or Watch Tower more or less comes to, at best."""
    asked: tuple[tuple[str, Hold | None], ...] = (
        (_("One Guard more: {chance}"), ways.get((guards + 1, manned))),
        (_("One Guard fewer: {chance}"), ways.get((guards - 1, manned))),
        (
            _("Tower empty: {chance}") if manned == 1 else _("Tower manned: {chance}"),
            ways.get((guards, 1 - manned)),
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
        if perk is not None and key in found.towers:
            watch = found.towers[key]
            later = watch.holds
            *_others, who = watch.watchers
            said = _("next time, with {name} in it").format(name=ask.group.member(who).name)
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
