"""Beside a decision that isn't a roll: the chances of each option, from the worker."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QLayout, QSizePolicy, QWidget

from lastdays.campaign.sequences.post_game import SequenceView
from lastdays.language import _, dotted, joined, ngettext
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
    Earning,
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
from lastdays.ui.services import Calculation, Services
from lastdays.ui.widgets.chances import (
    EMPTY,
    ChanceGrid,
    GridCell,
    GridRow,
    as_fraction_and_percent,
    average_text,
    chance_grid,
    in_percent,
    show_chances,
)
from lastdays.ui.widgets.entry_card import show_entries_of_rows_on_hover
from lastdays.ui.widgets.parts import OneLine, column, label, row, show_text

#: So many games are shown of what a Perk earns.
GAMES = 8


# The Jobs


def holding_grid(ask: ArrangeJobs, ways: Ways | None, assignment: Assignment) -> ChanceGrid:
    """Return the chance to hold the Refuge by the number on Guard and of manned Watch Towers;
    `ways` is None until it is worked out."""
    group = ask.group
    catalogue = ask.context.catalogue
    towers = len(watch_towers(group, catalogue))
    names = [_towers_in_words(manned) for manned in range(towers + 1)] if towers else [""]
    title = _("Holding the Refuge")
    caption = _("by the number on Guard")
    if ways is None:
        empty_rows = tuple(GridRow(str(manned), name) for manned, name in enumerate(names))
        return ChanceGrid(title, (), empty_rows, caption, upright=True, note=_("Working it out…"))
    jobs = {member: job for member, job in assignment.items() if group.has_member(member)}
    guards = len(guards_of(jobs))
    manned_now = len(watchers_of(group, jobs, catalogue))
    most = max(count for count, _manned_towers in ways)
    last = _certain_from(ways, most)
    headings = [str(count) for count in range(last + 1)]
    if last < most:
        headings[-1] = _("{n}+", n=last)
    rows = []
    for manned, name in enumerate(names):
        cells = tuple(
            _cell_of_holding(ways, count, manned, group, catalogue) for count in range(last + 1)
        )
        rows.append(GridRow(str(manned), name, cells))
    return ChanceGrid(
        title,
        tuple(headings),
        tuple(rows),
        caption,
        str(manned_now),
        min(guards, last),
        upright=True,
        note=_one_more_or_less(ways, guards, manned_now),
    )


def _towers_in_words(count: int) -> str:
    if not count:
        return _("Tower empty")
    return ngettext("Tower manned", "{n} towers manned", count)


def _certain_from(ways: Ways, most: int) -> int:
    """Return the number on Guard from which the Refuge always holds, at most `most`."""
    uncertain = [count for (count, _manned), hold in ways.items() if hold.worst.holds < 1]
    return min(most, max(uncertain, default=-1) + 1)


def _cell_of_holding(
    ways: Ways, count: int, manned: int, group: Group, catalogue: Catalogue
) -> GridCell:
    """Return the cell for so many on Guard, empty if there are too few members."""
    hold = ways.get((count, manned))
    if hold is None:
        return GridCell()
    worst = hold.worst.holds
    best = hold.best.holds
    who = _best_watch_in_words(hold.best, group, catalogue)
    if worst < best:
        least = in_percent(worst)
        text = f"{least.partition(' ')[0]}–{in_percent(best)}"
        spoken = _(
            "{n} on Guard: {least} to {most}, depending on who",
            n=count,
            least=least,
            most=as_fraction_and_percent(best),
        )
        return GridCell(text, best, worst, _on_two_lines(spoken, who))
    spoken = _("{n} on Guard: {chance}", n=count, chance=as_fraction_and_percent(best))
    if hold.best.watchers:
        spoken = _on_two_lines(spoken, who)
    return GridCell(in_percent(best), best, None, spoken)


def _on_two_lines(first: str, second: str) -> str:
    """Join two lines; the second may be empty."""
    if not second:
        return first
    return f"{first}\n{second}"


def _best_watch_in_words(watch: Watch, group: Group, catalogue: Catalogue) -> str:
    """Name the best choice: 'At best: Sue on Guard · Ann in the Watch Tower'."""
    parts = []
    if watch.guards:
        names = ", ".join(group.member(member).name for member in watch.guards)
        parts.append(_("{names} on Guard", names=names))
    for member, perk in watch.watchers.items():
        name = group.member(member).name
        parts.append(_("{name} in the {perk}", name=name, perk=catalogue.perks[perk].name))
    if not parts:
        return ""
    return _("At best: {who}", who=" · ".join(parts))


def _one_more_or_less(ways: Ways, guards: int, manned: int) -> str:
    """Say how one Guard or Watch Tower more or fewer changes the chance, at best."""
    tower_text = _("Tower empty: {chance}") if manned == 1 else _("Tower manned: {chance}")
    parts = (
        _at_best(_("One more Guard: {chance}"), ways.get((guards + 1, manned))),
        _at_best(_("One fewer Guard: {chance}"), ways.get((guards - 1, manned))),
        _at_best(tower_text, ways.get((guards, 1 - manned))),
    )
    return dotted(*parts)


def _at_best(text: str, hold: Hold | None) -> str:
    """Say a chance at best; '' if that can't be."""
    if hold is None:
        return ""
    return text.format(chance=in_percent(hold.best.holds))


def harvest_in_words(
    harvests: Mapping[str, Mapping[str, Harvest]], group: Group, catalogue: Catalogue
) -> str:
    """Say how many points Perks such as a Garden yield, and who gets more out of them."""
    lines = []
    for key, harvest_of in harvests.items():
        if not harvest_of:
            continue
        averages = {member: harvest.average for member, harvest in harvest_of.items()}
        least = min(averages.values())
        most = max(averages.values())
        line = _(
            "{perk}: {n} points on average", perk=catalogue.perks[key].name, n=average_text(least)
        )
        if most > least:
            best = [member for member in averages if averages[member] == most]
            names = joined([group.member(member).name for member in best])
            line = _("{what}, {n} with {names}", what=line, n=average_text(most), names=names)
        lines.append(line)
    return " · ".join(lines)


# A Perk to build


def attack_grid(ask: BuildChoice, chances: BuildChances | None, catalogue: Catalogue) -> ChanceGrid:
    """Return how each Perk that counts in a Zombie Attack changes the chances."""
    rows = [_row_of_build(ask, "nothing", _("Nothing built"), chances)]
    for option in ask.options:
        perk = catalogue.perks.get(option.entry)
        is_torn_down = ask.torn_down(option.key) is not None
        if perk is None or not _counts_in_attack(perk, is_torn_down=is_torn_down):
            continue
        name = _("Without {perk}", perk=perk.name) if is_torn_down else perk.name
        rows.append(_row_of_build(ask, option.key, name, chances, perk))
    return ChanceGrid(
        _("Holding the Refuge"),
        (_("Tonight"), _("Next time")),
        tuple(rows),
        _("next time: with tonight's Guards and members Out of Action"),
        "nothing",
        0,
    )


def _counts_in_attack(perk: Perk, *, is_torn_down: bool) -> bool:
    """Return whether a Perk that is built or torn down changes the chances of an attack."""
    if perk.attack_bonus or perk.shelters:
        return True
    return bool(perk.attack_rerolls) and not is_torn_down


def _row_of_build(
    ask: BuildChoice, key: str, name: str, chances: BuildChances | None, perk: Perk | None = None
) -> GridRow:
    """Return the chances after building or tearing down a Perk, tonight and next time."""
    drawing = perk.drawing if perk is not None else ""
    entry = perk.name if perk is not None else ""
    if chances is None or key not in chances.tonight:
        return GridRow(key, name, (), drawing, entry)
    tonight = chances.tonight[key]
    next_time = tonight
    when = _("next time")
    if perk is not None and key in chances.towers:
        watch = chances.towers[key]
        next_time = watch.holds
        watcher = list(watch.watchers)[-1]
        when = _("next time, with {name} in it", name=ask.group.member(watcher).name)
    cells = (_event(name, _("tonight"), tonight), _event(name, when, next_time))
    return GridRow(key, name, cells, drawing, entry)


def _event(name: str, when: str, chance: Fraction) -> GridCell:
    spoken = _(
        "{perk}, {when}: {chance}", perk=name, when=when, chance=as_fraction_and_percent(chance)
    )
    return GridCell(in_percent(chance), chance, said=spoken)


def earning_grid(
    key: str, chances: BuildChances | None, group: Group, catalogue: Catalogue
) -> ChanceGrid:
    """Return the chance by game that a Perk such as a Garden has paid for itself."""
    name = catalogue.perks[key].name
    headings = tuple(str(games) for games in range(1, GAMES + 1))
    earning = chances.earnings.get(key) if chances is not None else None
    if earning is None or not earning.paid:
        return ChanceGrid(name, headings, (GridRow(key, ""),), upright=True, low=True)
    worker = group.member(earning.worker).name
    cells = tuple(_paid_back(earning, games, worker) for games in range(1, GAMES + 1))
    caption = _(
        "{n} points a game · has paid back its {cost} after so many games",
        n=average_text(earning.harvest.average),
        cost=earning.cost,
    )
    return ChanceGrid(name, headings, (GridRow(key, "", cells),), caption, upright=True, low=True)


def _paid_back(earning: Earning, games: int, worker: str) -> GridCell:
    """Return the chance that a Perk has paid for itself after so many games."""
    chance = earning.paid.get(games, Fraction(1))
    text = _("With {name} working it, it has paid back its {n} points after {games}: {chance}")
    spoken = text.format(
        name=worker,
        n=earning.cost,
        games=ngettext("{n} game", "{n} games", games),
        chance=as_fraction_and_percent(chance),
    )
    return GridCell(in_percent(chance), chance, said=spoken)


# A Level


def level_grid(
    ask: BuyLevel, reaches: tuple[Reach, ...] | None, wished: str, catalogue: Catalogue
) -> ChanceGrid:
    """Return the chance of each result of a Level with 0 to 3 extra Experience."""
    purchase = ask.purchase
    most = catalogue.number("level_up", "shift_most")
    reach_of = {reach.key: reach for reach in reaches or ()}
    rows = []
    for key, name in purchase.stake.labels.items():
        cells = _reach_cells(name, reach_of.get(key))
        skill = catalogue.skills.get(key)
        if skill is not None:
            rows.append(GridRow(key, name, cells, skill.drawing, skill.name))
        else:
            rows.append(GridRow(key, name, cells, pictograms.token("level")))
    column = min(purchase.experience_left, most)
    per_roll = purchase.context.switches.shift_dice == "roll"
    if per_roll and purchase.experience_left > most:
        column = -1
    note = ""
    if reaches == ():
        note = _("Too many possibilities to work out.")
    return ChanceGrid(
        _("With extra Experience"),
        tuple(str(extra) for extra in range(most + 1)),
        tuple(rows),
        _("{n} left after paying", n=purchase.experience_left),
        column=column,
        chosen=wished,
        note=note,
    )


def _reach_cells(name: str, reach: Reach | None) -> tuple[GridCell, ...]:
    """Return the chances of a result by the extra Experience, none before they are worked out."""
    if reach is None:
        return ()
    cells = []
    for extra, chance in enumerate(reach.chances):
        spoken = _(
            "{result} with {n} extra Experience: {chance}",
            result=name,
            n=extra,
            chance=as_fraction_and_percent(chance),
        )
        cells.append(GridCell(in_percent(chance), chance, said=spoken))
    return tuple(cells)


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
        show_entries_of_rows_on_hover(self.grid, services)
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
        self.first.grid.row_activated.connect(self._take_wish)
        self.first.grid.row_clicked.connect(self._take_wish)
        self._ask: Ask | None = None
        self._wish: Wish | None = None
        self._ways: Ways | None = None
        self._earned = ""
        self._reaches: tuple[Reach, ...] | None = None
        self._token_odds: TokenOdds | None = None
        _no_higher(self, column((self.first, 1), self.second, spacing=6, margin=0))
        self.hide()

    def show_ask(self, view: SequenceView, ask: Ask) -> None:
        """Show the prospects of an ask; hide if it has none."""
        self.calculation.stop()
        self._ask = ask
        self._wish = None
        self._ways = None
        self._reaches = None
        self._token_odds = None
        self.second.show_grid(EMPTY)
        if isinstance(ask, ArrangeJobs) and not ask.group.on_the_road:
            self._begin_jobs(ask)
            self.show()
        elif isinstance(ask, BuildChoice) and not ask.group.on_the_road:
            self._build(ask, view.context)
            self.show()
        else:
            self.hide()

    # Jobs

    def _begin_jobs(self, ask: ArrangeJobs) -> None:
        """Show what the Jobs earn, and work out how well the Refuge is held."""
        harvest_of_perks = harvests(ask.group, ask.context)
        self._earned = harvest_in_words(harvest_of_perks, ask.group, self.services.catalogue)
        self._show_jobs(ask)
        self.calculation.begin(
            partial(ways_to_hold, ask.group, ask.context, None),
            partial(self._take_ways, ask),
        )

    def _jobs_given(self, _stored: object) -> None:
        if isinstance(self._ask, ArrangeJobs) and not self.isHidden():
            self._show_jobs(self._ask)

    def _show_jobs(self, ask: ArrangeJobs) -> None:
        form = self._asks.form
        assignment = form.value() if isinstance(form, JobsForm) else ask.initial
        grid = holding_grid(ask, self._ways, assignment)
        self.first.show_grid(grid, self._earned)

    def _take_ways(self, ask: ArrangeJobs, ways: Ways) -> None:
        self._ways = ways
        self._show_jobs(ask)

    # What is built

    def _build(self, ask: BuildChoice, context: PostGameContext) -> None:
        self._show_build(ask, None)
        self.calculation.begin(partial(build_chances, ask, context), partial(self._show_build, ask))

    def _show_build(self, ask: BuildChoice, chances: BuildChances | None) -> None:
        catalogue = self.services.catalogue
        self.first.show_grid(attack_grid(ask, chances, catalogue))
        for option in ask.options:
            is_built = bool(option.entry) and ask.torn_down(option.key) is None
            if is_built and catalogue.perks[option.entry].points is not None:
                grid = earning_grid(option.entry, chances, ask.group, catalogue)
                self.second.show_grid(grid)
                return

    # A Level, a Supply Token

    def show_wish(self, ask: Ask, wish: Wish | None) -> None:
        """Show the chances of a wish for a Level or a Supply Token; nothing for None."""
        if ask is not self._ask or wish is self._wish:
            return
        self._wish = wish
        match ask:
            case BuyLevel():
                self._show_level_prospects(ask, wish)
            case TokenRoll():
                self._show_supply_yields(ask, wish)

    def _show_level_prospects(self, ask: BuyLevel, wish: Wish | None) -> None:
        self.setVisible(wish is not None)
        if wish is None:
            return
        self._show_level(ask)
        if self._reaches is None and not self.calculation.going:
            self.calculation.begin(
                partial(within_reach, ask.purchase), partial(self._take_reaches, ask)
            )

    def _show_level(self, ask: BuyLevel) -> None:
        wished = self._wish.key if self._wish is not None else ""
        self.first.show_grid(level_grid(ask, self._reaches, wished, self.services.catalogue))

    def _take_reaches(self, ask: BuyLevel, reaches: tuple[Reach, ...]) -> None:
        self._reaches = reaches
        self._show_level(ask)

    def _show_supply_yields(self, ask: TokenRoll, wish: Wish | None) -> None:
        """Show what each row yields, with the chance of a wish; nothing without one."""
        wish_label = wish.label if wish is not None else ""
        self.supplies.show_yields({}, {}, wish_label)
        if wish is None:
            self.calculation.stop()
            return
        if self._token_odds is None:
            self._token_odds = TokenOdds(ask, self.services.catalogue)
        self.calculation.begin(
            partial(self._token_odds.yields, wish), partial(self._show_yields, wish)
        )

    def _show_yields(self, wish: Wish, yields: Yields) -> None:
        self.supplies.show_yields(yields.points, yields.hopes, wish.label)

    def _take_wish(self, key: str) -> None:
        if isinstance(self._ask, BuyLevel):
            self.wished.emit(key)
