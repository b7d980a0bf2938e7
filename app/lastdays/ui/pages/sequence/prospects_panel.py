"""Beside a decision that is no roll: what each way to take it comes to, reckoned by the worker."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QLayout, QSizePolicy, QWidget

from lastdays.campaign.post_game_sequences import SequenceView
from lastdays.postgame.build_chances import BuildChances, build_chances, harvests
from lastdays.postgame.experience import BuyLevel
from lastdays.postgame.job_assignment import ArrangeJobs, Assignment, guards_of, watchers_of
from lastdays.postgame.jobs import BuildChoice
from lastdays.postgame.level_chances import Reach, within_reach
from lastdays.postgame.supplies import TokenRoll
from lastdays.postgame.ways_to_hold import Ways, ways_to_hold
from lastdays.postgame.yields import TokenOdds, Yields
from lastdays.postgame.zombie_attack import NOBODY
from lastdays.procedure.asks import Ask, Wish
from lastdays.ui.forms.arrange import JobsForm
from lastdays.ui.forms.ask_panel import AskPanel
from lastdays.ui.pages.sequence.prospects import (
    attack_grid,
    earning_grid,
    harvest_in_words,
    holding_grid,
    level_grid,
)
from lastdays.ui.pages.sequence.supply_grid import SupplyGrid
from lastdays.ui.reckoning import Reckoning, Wanted
from lastdays.ui.services import Services
from lastdays.ui.widgets.chance_grid import EMPTY, ChancePlot, chance_grid, show_plot
from lastdays.ui.widgets.entry_card import explain_rows
from lastdays.ui.widgets.parts import OneLine, column, label, row


def _no_higher(widget: QWidget, layout: QBoxLayout) -> None:
    """Lay a widget out so that it takes no more height than what is in it."""
    layout.setSizeConstraint(QLayout.SizeConstraint.SetMaximumSize)
    widget.setLayout(layout)


class _Plot(QWidget):
    """A grid below its title, with a line about it."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.title = label("", "heading")
        self.title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.caption = OneLine("faint")
        self.grid = chance_grid(services.theme)
        explain_rows(self.grid, services)
        self.note, self.more = OneLine("faint"), OneLine("faint")
        head = row(self.title, self.caption, spacing=10)
        head.setStretch(1, 1)
        inner = column(head, self.grid, self.note, self.more, spacing=2, margin=0)
        _no_higher(self, inner)

    def show_grid(self, grid: ChancePlot, more: str = "") -> None:
        """Show a grid, and a line more about it; nothing for an empty one."""
        self.more.setText(more)
        self.more.setVisible(bool(more))
        self.setVisible(bool(grid.rows))
        self.title.setText(grid.title)
        self.caption.setText(grid.caption)
        self.note.setText(grid.note)
        self.note.setVisible(bool(grid.note))
        show_plot(self.grid, grid)
        self.grid.setMaximumHeight(self.grid.wanted())


class ProspectsPanel(QWidget):
    """The chances of Jobs, of what can be built, of a Level, and of a Supply Token by row.

    `wished` carries the key of a result that was chosen.
    """

    wished = Signal(str)

    def __init__(self, services: Services, supplies: SupplyGrid) -> None:
        """Make the panel; what a token yields is shown in the grid of `supplies`."""
        super().__init__()
        self.services, self.supplies = services, supplies
        self.reckoning = Reckoning(services)
        self.first, self.second = _Plot(services), _Plot(services)
        self.first.grid.taken.connect(self._taken)
        self.first.grid.pressed_on.connect(self._taken)
        self._panel: AskPanel | None = None
        self._ask: Ask | None = None
        self._wish: Wish | None = None
        self._given: Assignment = {}
        self._ways: Ways | None = None
        self._earned = ""
        self._reaches: tuple[Reach, ...] | None = None
        self._token: TokenOdds | None = None
        inner = column(self.first, self.second, spacing=6, margin=0)
        inner.setStretch(0, 1)
        _no_higher(self, inner)
        self.hide()

    def show_ask(self, view: SequenceView, ask: Ask) -> None:
        """Show the prospects of an ask, and nothing where it has none."""
        self.reckoning.stop()
        self._ask, self._wish = ask, None
        self._ways = self._reaches = self._token = None
        shown = True
        self.second.show_grid(EMPTY)
        match ask:
            case ArrangeJobs():
                self._given = ask.initial
                self._earned = harvest_in_words(
                    harvests(ask.group, ask.context), ask.group, self.services.catalogue
                )
                self._show_jobs(ask)
                self.reckoning.begin(
                    partial(ways_to_hold, ask.group, ask.context, None),
                    partial(self._found_ways, ask),
                )
            case BuyLevel():
                self._show_level(ask)
                self.reckoning.begin(
                    partial(within_reach, ask.purchase), partial(self._found_reaches, ask)
                )
            case BuildChoice():
                self._build(view, ask)
            case _:
                shown = False
        self.setVisible(shown)

    def beyond(self) -> int:
        """Return how much higher than it asks for it is with all of its chances in sight."""
        plots = (self.first, self.second)
        return sum(plot.grid.beyond() for plot in plots if plot.isVisibleTo(self))

    def stop(self) -> None:
        """Reckon no more: the page is another, or the question."""
        self.reckoning.stop()

    # Jobs

    def follow(self, panel: AskPanel) -> None:
        """Mark the Jobs as they stand in the form of a panel, now and whenever they change."""
        self._panel = panel
        panel.drafted.connect(self._jobs_given)

    def _jobs_given(self, _stored: object) -> None:
        if isinstance(self._ask, ArrangeJobs):
            self._show_jobs(self._ask)

    def _show_jobs(self, ask: ArrangeJobs) -> None:
        form = self._panel.form if self._panel is not None else None
        if isinstance(form, JobsForm):
            self._given = form.value()
        self.first.show_grid(holding_grid(ask, self._ways, self._given), self._earned)

    def _found_ways(self, ask: ArrangeJobs, ways: Ways) -> None:
        self._ways = ways
        self._show_jobs(ask)

    # What is built

    def _build(self, view: SequenceView, ask: BuildChoice) -> None:
        context, watchers = view.context, NOBODY
        guards: tuple[str, ...] = ()
        for entry in view.replayed.asked:
            if isinstance(entry.ask, ArrangeJobs):
                guards = guards_of(entry.value)
                watchers = watchers_of(entry.ask.group, entry.value, context.catalogue)
        self._show_build(ask, None)
        self.reckoning.begin(
            lambda wanted: build_chances(ask, context, guards, watchers, wanted),
            partial(self._show_build, ask),
        )

    def _show_build(self, ask: BuildChoice, found: BuildChances | None) -> None:
        catalogue = self.services.catalogue
        self.first.show_grid(attack_grid(ask, found, catalogue))
        earning = [
            option.key
            for option in ask.options
            if option.key in catalogue.perks and catalogue.perks[option.key].points is not None
        ]
        if earning:
            self.second.show_grid(earning_grid(earning[0], found, ask.group, catalogue))

    # A Level, a Supply Token

    def show_wish(self, ask: Ask, wish: Wish) -> None:
        """Mark what is wished for."""
        if ask is not self._ask or wish is self._wish:
            return
        self._wish = wish
        match ask:
            case BuyLevel():
                self._show_level(ask)
            case TokenRoll():
                self._yield(ask, wish)

    def _show_level(self, ask: BuyLevel) -> None:
        wished = self._wish.key if self._wish is not None else ""
        self.first.show_grid(level_grid(ask, self._reaches, wished, self.services.catalogue))

    def _found_reaches(self, ask: BuyLevel, found: tuple[Reach, ...]) -> None:
        self._reaches = found
        self._show_level(ask)

    def _yield(self, ask: TokenRoll, wish: Wish) -> None:
        odds = self._token = self._token or TokenOdds(ask, self.services.catalogue)

        def reckon(wanted: Wanted) -> Yields:
            return odds.yields(wish, wanted)

        def show(found: Yields) -> None:
            self.supplies.show_yields(found.points, found.hopes, wish.label)

        self.reckoning.begin(reckon, show)

    def _taken(self, key: str) -> None:
        if isinstance(self._ask, BuyLevel):
            self.wished.emit(key)
