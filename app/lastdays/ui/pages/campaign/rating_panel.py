"""How the campaign goes: the groups' ratings over its games, small, beside what is next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QSizePolicy

from lastdays.campaign.overview import Overview
from lastdays.language import _
from lastdays.ui.navigation import ChronicleRoute
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import button, column, label, row

if TYPE_CHECKING:
    from lastdays.pdf.plot import Plot
    from lastdays.ui.widgets.plot_view import PlotView

#: From so many games on there is something to compare.
GAMES_LEAST = 2


class RatingPanel(QFrame):
    """The chronicle's plot of ratings; of zombies killed where no game is settled yet.

    Nothing is read for it before it is in sight.
    """

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self.services = services
        self._found: Overview | None = None
        self.title = label(_("Rating by game"), "heading")
        self.chronicle_button = button(
            _("Read the chronicle"), lambda: services.go.emit(ChronicleRoute()), "quiet"
        )
        #: Made for the first campaign that has games enough.
        self.view: PlotView | None = None
        self.inside = column(
            row(self.title, 1, self.chronicle_button, spacing=6), spacing=4, margin=10
        )
        self.setLayout(self.inside)
        self.hide()

    def show_campaign(self, found: Overview) -> None:
        """Show how a campaign goes, once there are games enough."""
        self._found = found
        enough = len(found.view.campaign.games) >= GAMES_LEAST
        if enough and self.view is None:
            self.view = self._made_view()
        self.setVisible(enough)
        self._soon()

    def _made_view(self) -> PlotView:
        """Return the plot; it asks for no more room than it needs: what is above it comes first."""
        # late: 9 ms, a young campaign has no plot
        from lastdays.ui.widgets.plot_view import PlotView

        view = PlotView(self.services.theme, _("Plot"))
        view.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.inside.addWidget(view, 1)
        return view

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._soon()

    def _soon(self) -> None:
        """Draw it when what has to be drawn first is."""
        if self._found is not None and self.isVisible():
            QTimer.singleShot(0, self, self._draw)

    def _draw(self) -> None:
        found, self._found = self._found, None
        if found is None:
            return
        plot = self.services.ask(lambda: self._plot(found))
        if plot is not None and self.view is not None:
            self.title.setText(plot.title)
            self.view.show_plot(plot)

    def _plot(self, found: Overview) -> Plot:
        # late: 25 ms, what a young campaign has none of is read when it is looked at
        from lastdays.campaign.chronicle_figures import page_plot

        groups = (line.summary.id for line in found.groups)
        return page_plot(self.services.workspace, found.view.campaign.id, groups)
