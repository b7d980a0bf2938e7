"""The memorial: who died or left, how, when and by whom, the latest first."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from lastdays.campaign.chronicle import Chronicle
from lastdays.campaign.chronicle_lives import Memorial
from lastdays.campaign.days import day_in_words
from lastdays.campaign.overview import Overview
from lastdays.language import _
from lastdays.rulebook import pictograms
from lastdays.ui.models.rows import Cell, Row, RowModel, each_row
from lastdays.ui.navigation import LifeRoute
from lastdays.ui.services import Services
from lastdays.ui.widgets.nothing_yet import nothing_yet
from lastdays.ui.widgets.parts import column, panel
from lastdays.ui.widgets.table import TALL, Table

#: So many who are remembered are in sight at least, where there are so many.
SEEN = 4


class MemorialPanel(QWidget):
    """A row for each who is remembered; Enter opens their life."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.services = services
        self.memorial: Memorial | None = None
        self.model = RowModel((_("Name"), _("How"), _("By whom"), _("Game"), _("When")))
        self.table = Table(
            self.model, _("Memorial"), services.theme, stretch=1, heights=TALL, least_rows=SEEN
        )
        self.table.taken.connect(lambda key, _column: self._open(key))
        self.nobody = nothing_yet(
            _("Nobody has died or left yet. Those who do are remembered here."),
            services.theme,
            pictograms.token("grave"),
        )
        outer = column(panel(self.table, self.nobody))
        outer.setContentsMargins(0, 8, 0, 0)
        self.setLayout(outer)

    def show_chronicle(self, chronicle: Chronicle, found: Overview) -> None:
        """Show who is remembered in a campaign."""
        lines = [line for line in found.groups if line.figures.remembered]
        self.memorial = Memorial(
            chronicle, [(line.summary.id, line.figures.fallen) for line in lines]
        )
        made_of = tuple(line.mark for line in lines), chronicle.campaign.told
        about: dict[str, object] = {str(n): made_of for n in range(found.remembered)}
        kept = self.table.current_key()
        self.table.least_rows = max(1, min(SEEN, len(about)))
        self.model.set_rows(each_row(about, self._row))
        self.table.choose(kept or "0")
        self.table.setVisible(bool(about))
        self.nobody.setVisible(not about)

    def _row(self, key: str) -> Row:
        assert self.memorial is not None
        n = int(key)
        found = self.memorial.entries(n, n + 1)
        if not found:  # of a group that is damaged
            return Row(key, tuple(Cell("–") for _heading in self.model.headings))
        (one,) = found
        drawn = pictograms.token("grave") if one.died else pictograms.place("start")
        beneath = _("{type} of {group}, Level {n}").format(
            type=one.type, group=one.group_name, n=one.level
        )
        return Row(
            key,
            (
                Cell(one.name, "title", beneath, drawing=drawn),
                Cell(one.how),
                Cell(one.by or "–"),
                Cell(str(one.number) if one.number else "–", "figure"),
                Cell(day_in_words(one.day) or "–"),
            ),
            edge=f"keyword_{one.keyword}",
        )

    def _open(self, key: str) -> None:
        n = int(key or -1)
        found = self.memorial.entries(n, n + 1) if self.memorial is not None and n >= 0 else []
        for one in found:
            self.services.go.emit(LifeRoute(one.group, one.member))

    def take_focus(self) -> None:
        """Put the keyboard on the memorial."""
        self.table.setFocus()
