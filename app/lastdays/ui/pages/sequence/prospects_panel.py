"""Beside a decision that isn't a roll: the chances of each option, from the worker."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QLayout, QSizePolicy, QWidget

from lastdays.campaign.sequences.post_game import SequenceView
from lastdays.language import _, joined, ngettext
from lastdays.model.group import Group
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.experience import BuyLevel
from lastdays.postgame.jobs import (
    ArrangeJobs,
    Assignment,
    BuildChoice,
    guards_of,
    watch_towers,
    watchers_of,
)
from lastdays.postgame.prospects import (
    BuildChances,
    Harvest,
    Hold,
    Reach,
    TokenOdds,
    Watch,
    Ways,
    Yields,
    build_chances,
    harvests,
    ways_to_hold,
    within_reach,
)
from lastdays.postgame.supplies import TokenRoll
from lastdays.procedure.asks import Ask, Wish
from lastdays.rulebook import Catalogue, pictograms
from lastdays.rulebook.entries import Perk
from lastdays.ui.forms.arrange import JobsForm
from lastdays.ui.forms.ask_panel import AskPanel
from lastdays.ui.pages.sequence.book_tables import SupplyGrid
from lastdays.ui.services import Calculation, Services, Wanted
from lastdays.ui.widgets.chances import (
    EMPTY,
    ChanceGrid,
    GridCell,
    GridRow,
    average,
    chance_grid,
    exactly,
    share,
    show_chances,
)
from lastdays.ui.widgets.entry_card import explain_rows
from lastdays.ui.widgets.parts import OneLine, column, label, row, show_text

#: So many games are shown of what a Perk earns.
GAMES = 8


# The Jobs


def holding_grid(ask: ArrangeJobs, ways: Ways | None, given: Assignment) -> ChanceGrid:
    """Return the chance to hold the Refuge by the number on Guard and of manned Watch Towers;
    `ways` is None until it is worked out."""
    group = ask.group
    catalogue = ask.context.catalogue
    given = {m: job for m, job in given.items() if group.has_member(m)}
    towers = len(watch_towers(group, catalogue))
    title = _("Holding the Refuge")
    caption = _("by the number on Guard")
    names = [_manned(n) if towers else "" for n in range(towers + 1)]
    if ways is None:
        rows = tuple(GridRow(str(n), name) for n, name in enumerate(names))
        return ChanceGrid(title, (), rows, caption, upright=True, note=_("Working it out…"))
    guards = len(guards_of(given))
    manned = len(watchers_of(group, given, catalogue))
    most = max(count for count, _manned in ways)
    last = _certain_from(ways, most)
    heads = [str(n) for n in range(last + 1)]
    if last < most:
        heads[-1] = _("{n}+", n=last)
    rows = tuple(
        GridRow(
            str(at), name, tuple(_holds(ways, n, at, group, catalogue) for n in range(last + 1))
        )
        for at, name in enumerate(names)
    )
    return ChanceGrid(
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
    if not count:
        return _("Tower empty")
    return ngettext("Tower manned", "{n} towers manned", count)


def _certain_from(ways: Ways, most: int) -> int:
    """Return the number on Guard from which the Refuge always holds, at most `most`."""
    uncertain = [count for (count, _manned), hold in ways.items() if hold.worst.holds < 1]
    return min(most, max(uncertain, default=-1) + 1)


def _holds(ways: Ways, count: int, manned: int, group: Group, catalogue: Catalogue) -> GridCell:
    """Return the cell for so many on Guard, empty if there are too few members."""
    hold = ways.get((count, manned))
    if hold is None:
        return GridCell()
    worst = hold.worst.holds
    best = hold.best.holds
    text = share(best)
    said = _("{n} on Guard: {chance}", n=count, chance=exactly(best))
    if worst < best:
        text = f"{share(worst).partition(' ')[0]}–{text}"
        said = _(
            "{n} on Guard: {least} to {most}, depending on who",
            n=count,
            least=share(worst),
            most=exactly(best),
        )
    who = _who(hold.best, group, catalogue)
    if who and (worst < best or hold.best.watchers):
        said = f"{said}\n{who}"
    return GridCell(text, best, worst if worst < best else None, said)


def _who(watch: Watch, group: Group, catalogue: Catalogue) -> str:
    """Name the best choice: 'At best: Sue on Guard · Ann in the Watch Tower'."""
    parts = []
    if watch.guards:
        names = ", ".join(group.member(m).name for m in watch.guards)
        parts.append(_("{names} on Guard", names=names))
    parts += [
        _("{name} in the {perk}", name=group.member(member).name, perk=catalogue.perks[perk].name)
        for member, perk in watch.watchers.items()
    ]
    return _("At best: {who}", who=" · ".join(parts)) if parts else ""


def _one_more_or_less(ways: Ways, guards: int, manned: int) -> str:
    """Say how one Guard or Watch Tower more or fewer changes the chance, at best."""
    asked: tuple[tuple[str, Hold | None], ...] = (
        (_("One more Guard: {chance}"), ways.get((guards + 1, manned))),
        (_("One fewer Guard: {chance}"), ways.get((guards - 1, manned))),
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
    """Say how many points Perks such as a Garden yield, and who gets more out of them."""
    lines = []
    for key, found in harvests.items():
        averages = {member: harvest.average for member, harvest in found.items()}
        if not averages:
            continue
        least = min(averages.values())
        text = _("{perk}: {n} points on average", perk=catalogue.perks[key].name, n=average(least))
        most = max(averages.values())
        if most > least:
            names = joined([group.member(m).name for m, n in averages.items() if n == most])
            text = _("{what}, {n} with {names}", what=text, n=average(most), names=names)
        lines.append(text)
    return " · ".join(lines)


# A Perk to build


def attack_grid(ask: BuildChoice, found: BuildChances | None, catalogue: Catalogue) -> ChanceGrid:
    """Return how each Perk that counts in a Zombie Attack changes the chances."""
    rows = [_row_of_build(ask, "nothing", _("Nothing built"), found)]
    for option in ask.options:
        torn = ask.torn_down(option.key) is not None
        perk = catalogue.perks.get(option.entry)
        if perk is None or not (
            perk.attack_bonus or perk.shelters or (perk.attack_rerolls and not torn)
        ):
            continue
        name = _("Without {perk}", perk=perk.name) if torn else perk.name
        rows.append(_row_of_build(ask, option.key, name, found, perk))
    return ChanceGrid(
        _("Holding the Refuge"),
        (_("Tonight"), _("Next time")),
        tuple(rows),
        _("next time: with tonight's Guards and members Out of Action"),
        "nothing",
        0,
    )


def _row_of_build(
    ask: BuildChoice, key: str, name: str, found: BuildChances | None, perk: Perk | None = None
) -> GridRow:
    """Return the chances after building or tearing down a Perk, tonight and next time."""
    cells: tuple[GridCell, ...] = ()
    if found is not None and key in found.tonight:
        tonight = later = found.tonight[key]
        said = _("next time")
        if perk is not None and key in found.towers:
            watch = found.towers[key]
            later = watch.holds
            *_others, who = watch.watchers
            said = _("next time, with {name} in it", name=ask.group.member(who).name)
        cells = (_event(name, _("tonight"), tonight), _event(name, said, later))
    return GridRow(key, name, cells, perk.drawing if perk else "", perk.name if perk else "")


def _event(name: str, when: str, chance: Fraction) -> GridCell:
    said = _("{perk}, {when}: {chance}", perk=name, when=when, chance=exactly(chance))
    return GridCell(share(chance), chance, said=said)


def earning_grid(
    key: str, found: BuildChances | None, group: Group, catalogue: Catalogue
) -> ChanceGrid:
    """Return the chance by game that a Perk such as a Garden has paid for itself."""
    name = catalogue.perks[key].name
    earning = found.earnings.get(key) if found is not None else None
    heads = tuple(str(n) for n in range(1, GAMES + 1))
    if earning is None or not earning.paid:
        return ChanceGrid(name, heads, (GridRow(key, ""),), upright=True, low=True)
    worker = group.member(earning.worker).name
    chances = [earning.paid.get(games, Fraction(1)) for games in range(1, GAMES + 1)]
    cells = tuple(
        GridCell(
            share(chance),
            chance,
            said=_(
                "With {name} working it, it has paid back its {n} points after {games}: {chance}"
            ).format(
                name=worker,
                n=earning.cost,
                games=ngettext("{n} game", "{n} games", games),
                chance=exactly(chance),
            ),
        )
        for games, chance in enumerate(chances, start=1)
    )
    caption = _(
        "{n} points a game · has paid back its {cost} after so many games",
        n=average(earning.harvest.average),
        cost=earning.cost,
    )
    return ChanceGrid(name, heads, (GridRow(key, "", cells),), caption, upright=True, low=True)


# A Level


def level_grid(
    ask: BuyLevel, found: tuple[Reach, ...] | None, wished: str, catalogue: Catalogue
) -> ChanceGrid:
    """Return the chance of each result of a Level with 0 to 3 extra Experience."""
    purchase = ask.purchase
    most = catalogue.number("level_up", "shift_most")
    reaches = {reach.key: reach for reach in found or ()}
    rows = []
    for key, name in purchase.stake.labels.items():
        reach = reaches.get(key)
        skill = catalogue.skills.get(key)
        drawing = skill.drawing if skill is not None else pictograms.token("level")
        cells = tuple(
            GridCell(
                share(chance),
                chance,
                said=_(
                    "{result} with {n} extra Experience: {chance}",
                    result=name,
                    n=extra,
                    chance=exactly(chance),
                ),
            )
            for extra, chance in enumerate(reach.chances if reach is not None else ())
        )
        rows.append(GridRow(key, name, cells, drawing, skill.name if skill is not None else ""))
    per_roll = purchase.context.switches.shift_dice == "roll"
    now = -1 if per_roll and purchase.left > most else min(purchase.left, most)
    return ChanceGrid(
        _("With extra Experience"),
        tuple(str(n) for n in range(most + 1)),
        tuple(rows),
        _("{n} left after paying", n=purchase.left),
        column=now,
        chosen=wished,
        note=_("Too many possibilities to work out.") if found == () else "",
    )


def _no_higher(widget: QWidget, layout: QBoxLayout) -> None:
    """Set a layout so that the widget is no higher than its content."""
    layout.setSizeConstraint(QLayout.SizeConstraint.SetMaximumSize)
    widget.setLayout(layout)


class _ChancesPanel(QWidget):
    """A grid with a title, a caption and two notes."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.title = label("", "heading")
        self.title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.caption = OneLine("faint")
        self.grid = chance_grid(services.theme)
        explain_rows(self.grid, services)
        self.note = OneLine("faint")
        self.more = OneLine("faint")
        head = row(self.title, (self.caption, 1), spacing=10)
        _no_higher(self, column(head, self.grid, self.note, self.more, spacing=2, margin=0))

    def show_grid(self, grid: ChanceGrid, more: str = "") -> None:
        """Show a grid and a second note; hide for an empty grid."""
        show_text(self.more, more)
        self.setVisible(bool(grid.rows))
        self.title.setText(grid.title)
        self.caption.setText(grid.caption)
        show_text(self.note, grid.note)
        show_chances(self.grid, grid)


class ProspectsPanel(QWidget):
    """The chances of Jobs, building, a Level, and a Supply Token by row.

    `wished` carries the key of a result that was picked.
    """

    wished = Signal(str)

    def __init__(self, services: Services, supplies: SupplyGrid, asks: AskPanel) -> None:
        """Make the panel; `supplies` shows what a token yields, `asks` has the form of the Jobs."""
        super().__init__()
        self.services = services
        self.supplies = supplies
        self._asks = asks
        asks.drafted.connect(self._jobs_given)
        self.calculation = Calculation(services)
        self.first = _ChancesPanel(services)
        self.second = _ChancesPanel(services)
        self.first.grid.taken.connect(self._taken)
        self.first.grid.pressed_on.connect(self._taken)
        self._ask: Ask | None = None
        self._wish: Wish | None = None
        self._ways: Ways | None = None
        self._earned = ""
        self._reaches: tuple[Reach, ...] | None = None
        self._token: TokenOdds | None = None
        _no_higher(self, column((self.first, 1), self.second, spacing=6, margin=0))
        self.hide()

    def show_ask(self, view: SequenceView, ask: Ask) -> None:
        """Show the prospects of an ask; hide if it has none."""
        self.calculation.stop()
        self._ask = ask
        self._wish = None
        self._ways = self._reaches = self._token = None
        shown = True
        self.second.show_grid(EMPTY)
        match ask:
            case ArrangeJobs() | BuildChoice() if ask.group.on_the_road:
                shown = False
            case ArrangeJobs():
                self._earned = harvest_in_words(
                    harvests(ask.group, ask.context), ask.group, self.services.catalogue
                )
                self._show_jobs(ask)
                self.calculation.begin(
                    partial(ways_to_hold, ask.group, ask.context, None),
                    partial(self._found_ways, ask),
                )
            case BuildChoice():
                self._build(ask, view.context)
            case _:
                shown = False
        self.setVisible(shown)

    # Jobs

    def _jobs_given(self, _stored: object) -> None:
        if isinstance(self._ask, ArrangeJobs) and not self.isHidden():
            self._show_jobs(self._ask)

    def _show_jobs(self, ask: ArrangeJobs) -> None:
        form = self._asks.form
        given = form.value() if isinstance(form, JobsForm) else ask.initial
        self.first.show_grid(holding_grid(ask, self._ways, given), self._earned)

    def _found_ways(self, ask: ArrangeJobs, ways: Ways) -> None:
        self._ways = ways
        self._show_jobs(ask)

    # What is built

    def _build(self, ask: BuildChoice, context: PostGameContext) -> None:
        self._show_build(ask, None)
        self.calculation.begin(partial(build_chances, ask, context), partial(self._show_build, ask))

    def _show_build(self, ask: BuildChoice, found: BuildChances | None) -> None:
        catalogue = self.services.catalogue
        self.first.show_grid(attack_grid(ask, found, catalogue))
        earning = [
            option.entry
            for option in ask.options
            if option.entry
            and ask.torn_down(option.key) is None
            and catalogue.perks[option.entry].points is not None
        ]
        if earning:
            self.second.show_grid(earning_grid(earning[0], found, ask.group, catalogue))

    # A Level, a Supply Token

    def show_wish(self, ask: Ask, wish: Wish | None) -> None:
        """Show the chances of a wish for a Level or a Supply Token; nothing for None."""
        if ask is not self._ask or wish is self._wish:
            return
        self._wish = wish
        match ask:
            case BuyLevel():
                self._level(ask, wish)
            case TokenRoll():
                self._yield(ask, wish)

    def _level(self, ask: BuyLevel, wish: Wish | None) -> None:
        self.setVisible(wish is not None)
        if wish is None:
            return
        self._show_level(ask)
        if self._reaches is None and not self.calculation.going:
            self.calculation.begin(
                partial(within_reach, ask.purchase), partial(self._found_reaches, ask)
            )

    def _show_level(self, ask: BuyLevel) -> None:
        wished = self._wish.key if self._wish is not None else ""
        self.first.show_grid(level_grid(ask, self._reaches, wished, self.services.catalogue))

    def _found_reaches(self, ask: BuyLevel, found: tuple[Reach, ...]) -> None:
        self._reaches = found
        self._show_level(ask)

    def _yield(self, ask: TokenRoll, wish: Wish | None) -> None:
        self.supplies.show_yields({}, {}, wish.label if wish is not None else "")
        if wish is None:
            self.calculation.stop()
            return
        odds = self._token = self._token or TokenOdds(ask, self.services.catalogue)

        def calculate(wanted: Wanted) -> Yields:
            return odds.yields(wish, wanted)

        def show(found: Yields) -> None:
            self.supplies.show_yields(found.points, found.hopes, wish.label)

        self.calculation.begin(calculate, show)

    def _taken(self, key: str) -> None:
        if isinstance(self._ask, BuyLevel):
            self.wished.emit(key)
