"""The club's own rankings, side by side, and what counts by each."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QLineEdit, QWidget

from lastdays.campaign.chronicle.games import Chronicle, end_progress, end_said, standing
from lastdays.campaign.chronicle.rankings import RankingActions, ranked
from lastdays.language import _, short
from lastdays.model.campaign import Ranking
from lastdays.model.fields import RANKING
from lastdays.ui.forms.form import Fields, fill, filled_in, text_field
from lastdays.ui.models.rows import Cell, Row, RowModel
from lastdays.ui.navigation import GroupRoute
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import (
    Number,
    Picker,
    Turning,
    button,
    column,
    label,
    panel,
    row,
    sentence,
    show_either,
)
from lastdays.ui.widgets.table import CLOSE, Table

#: A heading has so many letters of a ranking's name.
LETTERS = 20


class RankingsPanel(QWidget):
    """A row for each group with its place in the standing and in each ranking; beside them one
    ranking, to be changed."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.rankings = RankingActions(services.workspace)
        self.chronicle: Chronicle | None = None
        theme = services.theme
        self.model = RowModel((_("Group"),), sorts=(_("Group"),))
        self.table = Table(self.model, _("Rankings"), theme, heights=CLOSE, least_rows=4)
        self.table.taken.connect(lambda key, _column: services.go.emit(GroupRoute(key)))
        self.none_yet = sentence(
            _(
                "No ranking of your own yet. Name one, then say what a game won, drawn or lost counts "
                "in it, and what is done in games. The standing by games won stays beside it."
            )
        )
        self.new_name = text_field(_("Name of a new ranking"))
        self.new_name.returnPressed.connect(self._add)
        self.add_button = button(_("&Add ranking"), self._add)
        self.chosen = Picker((), _("Ranking"))
        self.chosen.hold_names(18)
        self.chosen.activated.connect(self._show_ranking)
        self.remove_button = button(_("Re&move ranking"), self._remove)
        self.name = QLineEdit()
        self.weights = {key: Number() for key in RANKING if key != "name"}
        fields = [(RANKING[key], weight) for key, weight in self.weights.items()]
        self.fields = Fields((RANKING["name"], self.name), *fields)
        self.name.editingFinished.connect(self._entered)
        for weight in self.weights.values():
            weight.setKeyboardTracking(False)
            weight.valueChanged.connect(self._entered)
        self.one = panel(
            row(self.chosen, 1, self.remove_button),
            label(_("Points for each"), "heading"),
            self.fields,
        )
        new = panel(row(self.new_name, self.add_button), self.none_yet)
        beside = QWidget()
        beside.setProperty("kind", "plain")
        beside.setLayout(column(new, self.one, 1, spacing=10))
        outer = column(Turning(theme, (panel(self.table), 8), (beside, 5)), margin=(0, 8, 0, 0))
        self.setLayout(outer)

    # What is shown

    @property
    def own(self) -> tuple[Ranking, ...]:
        """Return the rankings of the campaign."""
        return self.chronicle.campaign.rankings if self.chronicle is not None else ()

    def show_chronicle(
        self, chronicle: Chronicle, names: Mapping[str, str], ratings: Mapping[str, int]
    ) -> None:
        """Show how the groups stand, by their ids."""
        before, self.chronicle = len(self.own), chronicle
        campaign, own = chronicle.campaign, self.own
        places = {p.group: p for p in standing(campaign, names, ratings)}
        columns = [{p.group: p for p in ranked(campaign, r, places, ratings)} for r in own]
        heads = [_("Group"), _("Games won"), *(short(ranking.name, LETTERS) for ranking in own)]
        ends = campaign.switches.ending
        rows = []
        for group, place in places.items():
            cells = [
                Cell(names[group], "title", chronicle.player(group), sort=(names[group], "")),
                _placed(place.place, str(place.totals.won)),
            ]
            cells += [_placed(at[group].place, str(at[group].points)) for at in columns]
            rows.append(Row(group, (*cells, *([self._end(group)] if ends else []))))
        if own:  # by the first of them until another column is chosen
            rows.sort(key=lambda one: (columns[0][one.key].place, places[one.key].place))
        heads += [_("End (p.\u00a0106)")] if ends else []
        self.model.sorts = tuple(heads)
        self.table.show_rows(rows, heads)
        at = len(own) - 1 if before and len(own) > before else self.chosen.currentIndex()
        chosen = min(at, len(own) - 1)
        self.chosen.offer(((ranking.name, n) for n, ranking in enumerate(own)), chosen)
        show_either(own, self.one, instead=self.none_yet)
        self._show_ranking()

    def _end(self, group: str) -> Cell:
        assert self.chronicle is not None
        now = self.chronicle.past(group).now
        if now is None:
            return Cell("–", "figure")
        progress = end_progress(now, self.services.catalogue)
        percent = int(100 * progress.share)
        text, hint = _("{n} %", n=percent), end_said(progress)
        return Cell(text, "figure", hint=hint, spoken=f"{text}, {hint}", sort=-percent)

    def _show_ranking(self) -> None:
        if self.own:
            fill(self.own[self.chosen.currentIndex()], self.fields.controls)
            self.name.setCursorPosition(0)

    # What is done

    def _campaign(self) -> str:
        return self.chronicle.campaign.id if self.chronicle is not None else ""

    def _add(self) -> None:
        name = self.new_name.text()
        if self.services.done(lambda: self.rankings.add(self._campaign(), name)):
            self.new_name.clear()

    def _entered(self, _value: int = 0) -> None:
        at = self.chosen.currentIndex()
        if not 0 <= at < len(self.own):
            return
        wanted = filled_in(self.own[at], self.fields.controls)
        if wanted != self.own[at]:
            self.services.done(lambda: self.rankings.set(self._campaign(), at, wanted))

    def _remove(self) -> None:
        at = self.chosen.currentIndex()
        self.services.done(lambda: self.rankings.remove(self._campaign(), at))

    def take_focus(self) -> None:
        """Put the keyboard on the groups."""
        self.table.setFocus()


def _placed(place: int, amount: str) -> Cell:
    """Return a place with what it is for."""
    said = _("place {n}", n=place)
    return Cell(amount, "figure", said, token="accent_text" if place == 1 else "text", sort=place)
