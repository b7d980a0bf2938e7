"""How the groups grew over the games: one measure at a time, drawn and kept as a picture."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListView, QWidget

from lastdays.campaign.chronicle import Chronicle
from lastdays.campaign.chronicle_figures import (
    LINES_MOST,
    MEASURES,
    Measure,
    chart,
    measure_name,
    most_played,
    plot_of,
    rating_said,
)
from lastdays.language import _, joined
from lastdays.rulebook import pictograms
from lastdays.ui.models.ticks import TickRow, TicksModel
from lastdays.ui.services import Services
from lastdays.ui.widgets.dialogs import plot_name
from lastdays.ui.widgets.nothing_yet import nothing_yet
from lastdays.ui.widgets.parts import Turning, allow, button, column, holder, label, panel, row
from lastdays.ui.widgets.plot_view import PlotView
from lastdays.ui.widgets.tiles import Tiles


class PlotsPanel(QWidget):
    """The plot, what is counted, and which groups are drawn."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.services = services
        self.chronicle: Chronicle | None = None
        self._groups: tuple[str, ...] = ()
        theme = services.theme
        self.measures = Tiles(theme, _("What is drawn"))
        for measure in MEASURES:
            self.measures.addItem(measure_name(measure), measure)
        self.measures.changed.connect(lambda _at: self._draw())
        self.png_button = button(_("Save as &PNG…"), lambda: self._ask("png"))
        self.svg_button = button(_("&Save as SVG…"), lambda: self._ask("svg"))
        self.view = PlotView(theme, _("Plot"))
        self.explained = label("", "faint", wrap=True)
        self.nothing = nothing_yet("", theme, pictograms.place("chronicle"))
        self.nothing.hide()
        self.ticks = TicksModel()
        self.ticks.ticked.connect(self._draw)
        self.list = QListView()
        self.list.setAccessibleName(_("Groups that are drawn"))
        self.list.setModel(self.ticks)
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.too_many = label("", "faint", wrap=True)
        drawn = panel(self.view, self.nothing, self.explained)
        inside = drawn.layout()
        if inside is not None:
            inside.setContentsMargins(10, 10, 10, 8)
        self.chosen = panel(label(_("Groups"), "heading"), self.list, self.too_many)
        body = Turning(theme, (drawn, 7), (self.chosen, 2))
        saving = holder(row(self.png_button, self.svg_button, 1, spacing=6))
        head = Turning(theme, (self.measures, 1), (saving, 0), spacing=6)
        outer = column(head, body)
        outer.setContentsMargins(0, 8, 0, 0)
        outer.setStretch(1, 1)
        self.setLayout(outer)

    @property
    def measure(self) -> Measure:
        """Return what is drawn."""
        return MEASURES[self.measures.currentIndex()]

    def show_chronicle(self, chronicle: Chronicle, groups: dict[str, str]) -> None:
        """Draw the groups of a campaign, named by id; those with the most games until others are
        ticked."""
        another = self.chronicle is None or self.chronicle.campaign.id != chronicle.campaign.id
        new = another or tuple(groups) != self._groups
        self.chronicle, self._groups = chronicle, tuple(groups)
        on = most_played(chronicle, groups) if new else self.ticks.on()
        self.ticks.set_rows([TickRow(group, name) for group, name in groups.items()], on)
        self.chosen.setVisible(bool(groups))
        self._draw()

    def _draw(self) -> None:
        chronicle = self.chronicle
        if chronicle is None:
            return
        chosen = self.ticks.on()
        found = chart(chronicle, self.measure, chosen)
        self.view.show_plot(plot_of(found))
        said = self._explained(empty=found.empty)
        self.explained.setText(said)
        self.nothing.setText(said)
        for part, seen in (
            (self.view, not found.empty),
            (self.explained, not found.empty),
            (self.nothing, found.empty),
        ):
            part.setVisible(seen)
        for made in (self.png_button, self.svg_button):
            allow(made, not found.empty, _("There is nothing to draw yet."))
        notes = [self._limit(len(chosen))]
        without = [one.name for one in found.lines if not one.points]
        if without and not found.empty:
            text = _("No post-game sequence finished yet: {groups}.")
            if self.measure == "zombies":
                text = _("No game recorded yet: {groups}.")
            notes.append(text.format(groups=joined(without)))
        self.too_many.setText("\n".join(filter(None, notes)))
        self.too_many.setVisible(any(notes))

    def _limit(self, chosen: int) -> str:
        """Say how many groups are drawn, where they are too many."""
        if len(self._groups) <= LINES_MOST:
            return ""
        over = chosen > LINES_MOST
        text = _("The first {n} are drawn.") if over else _("At most {n} are drawn together.")
        return text.format(n=LINES_MOST)

    def _explained(self, *, empty: bool) -> str:
        if empty and self.measure != "zombies":
            return _(
                "Nothing to draw yet: a group has a point for each game whose post-game sequence "
                "is finished."
            )
        if empty:
            return _("Nothing to draw yet: no game of these groups is recorded.")
        return {
            "rating": rating_said(),
            "levels": _("The Levels of all members, those of captives too."),
            "points": _("Unspent Scavenge Points after each game."),
            "size": _("Members after each game, captives too."),
            "zombies": _("Zombies killed so far, as the game records count them."),
        }[self.measure]

    def _ask(self, kind: str) -> None:
        name = f"{self.view.plot.title}.{kind}"
        target = plot_name(self, name)
        if target is not None:
            self.save(target)

    def save(self, target: Path) -> None:
        """Write the plot to a file, and say so."""
        self.services.done(
            lambda: self.view.save(target), _("Saved as {file}.").format(file=target)
        )

    def take_focus(self) -> None:
        """Put the keyboard on what is drawn."""
        self.measures.take_focus()
