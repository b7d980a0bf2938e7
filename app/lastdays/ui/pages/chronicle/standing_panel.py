"""How the groups stand, what one of them has done against the others, and the records."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from lastdays.campaign.chronicle import Chronicle
from lastdays.campaign.chronicle_figures import rating_explained, rating_said
from lastdays.campaign.chronicle_standing import (
    StandingPlace,
    end_progress,
    end_said,
    met,
    records,
    standing,
)
from lastdays.campaign.overview import Overview
from lastdays.language import _
from lastdays.model.rating import Rating, rating_of
from lastdays.rulebook import pictograms
from lastdays.ui.models.rows import Cell, Row, RowModel, each_row
from lastdays.ui.navigation import GroupRoute, LifeRoute
from lastdays.ui.services import Services
from lastdays.ui.widgets.nothing_yet import nothing_yet
from lastdays.ui.widgets.parts import Turning, column, label, panel
from lastdays.ui.widgets.table import CLOSE, Table

#: So many records are seen at least; where panels lie below each other, all of them.
RECORDS = 2
#: So many groups are rated by reading them where their rating was not kept beside them.
RATED_MOST = 64


class StandingPanel(QWidget):
    """The standing and the records on the left, one group against the others on the right."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.services = services
        self.chronicle: Chronicle | None = None
        self._names: dict[str, str] = {}
        self._places: dict[str, StandingPlace] = {}
        self._records: dict[str, tuple[str, str, str]] = {}
        theme = services.theme
        self.model = RowModel(
            (
                "",
                _("Group"),
                _("Won–lost"),
                _("Drawn"),
                _("Zombies"),
                _("Rivals"),
                _("Own Out"),
                _("Rating"),
            )
        )
        self.table = Table(self.model, _("Standing"), theme, stretch=1, least_rows=4, fits=True)
        self.table.chosen.connect(self._show_group)
        self.table.taken.connect(lambda key, _c: services.go.emit(GroupRoute(key)))
        self.records_model = RowModel(("", "", ""))
        self.records = Table(
            self.records_model,
            _("Records"),
            theme,
            stretch=2,
            heights=CLOSE,
            least_rows=RECORDS,
        )
        self.records.taken.connect(lambda key, _c: self._open_record(key))
        self.no_records = nothing_yet(
            _("No records yet: they come with the first game that is recorded."),
            theme,
            pictograms.token("trophy"),
        )
        self.no_groups = label(
            _("No groups yet. How they stand against each other is shown here."),
            "faint",
            wrap=True,
        )
        self.group = self._make_group()
        left = column(
            panel(label(_("Standing"), "heading"), self.table, self.no_groups),
            panel(label(_("Records"), "heading"), self.records, self.no_records),
            spacing=8,
        )
        left.setStretch(1, 1)
        theme.reshaped.connect(self._ask_room)
        holder = QWidget()
        holder.setProperty("kind", "plain")
        holder.setLayout(left)
        outer = column(Turning(theme, (holder, 8), (self.group, 5)))
        outer.setContentsMargins(0, 8, 0, 0)
        self.setLayout(outer)

    def _make_group(self) -> QFrame:
        theme = self.services.theme
        self.heading = label("", "heading", wrap=True)
        self.end = label("", "faint", wrap=True)
        self.rating_model = RowModel((_("Rating"), ""))
        self.rating = Table(
            self.rating_model, _("What the rating is made of"), theme, least_rows=5, fits=True
        )
        self.explained = label(rating_said(), "small", wrap=True)
        self.against_model = RowModel((_("Head to head"), _("Won–lost"), _("Drawn")))
        self.against = Table(self.against_model, _("Head to head"), theme, least_rows=2)
        self.against.taken.connect(lambda key, _c: self.table.choose(key))
        self.nobody = nothing_yet(_("Hasn't met another group of the campaign."))
        made = panel(self.heading, self.end, self.rating, self.explained, self.against, self.nobody)
        inside = made.layout()
        assert isinstance(inside, QVBoxLayout)
        inside.setStretch(4, 1)
        return made

    # What is shown

    def show_chronicle(self, chronicle: Chronicle, found: Overview) -> None:
        """Show how the groups of a campaign stand."""
        self.chronicle = chronicle
        self._names = {line.summary.id: line.summary.name for line in found.groups}
        ratings = {line.summary.id: line.figures.rating for line in found.groups}
        if len(ratings) <= RATED_MOST:
            ratings = {g: n if n >= 0 else self._rated(g).total for g, n in ratings.items()}
        self._places = {p.group: p for p in standing(chronicle, self._names, ratings)}
        kept = self.table.current_key()
        about = {g: (p.place, replace(p.totals), p.rating) for g, p in self._places.items()}
        self.model.set_rows(each_row({g: about[g] for g in self._places}, self._row))
        self.table.setVisible(bool(self._places))
        self.no_groups.setVisible(not self._places)
        self.group.setVisible(bool(self._places))
        if self._places:
            self.table.choose(kept if kept in self._places else self.model.key_at(0))
        self._show_records(chronicle)
        self._show_group(self.table.current_key())

    def show_counting(self) -> None:
        """Say that the games are being counted; what was shown before stays until they are."""
        self.heading.setText(_("Counting the games…"))

    def _rated(self, group: str) -> Rating:
        assert self.chronicle is not None
        now = self.chronicle.past(group).now
        return rating_of(now, self.services.catalogue) if now is not None else Rating()

    def _row(self, group: str) -> Row:
        place = self._places[group]
        totals = place.totals
        rating = place.rating if place.rating >= 0 else self._rated(group).total
        return Row(
            group,
            (
                Cell(str(place.place), "figure", token="accent_text"),
                Cell(self._names[group], "title"),
                Cell(_("{won}–{lost}").format(won=totals.won, lost=totals.lost), "figure"),
                *(
                    Cell(str(n), "figure")
                    for n in (totals.drawn, totals.zombies, totals.rivals, totals.out, rating)
                ),
            ),
        )

    def _show_records(self, chronicle: Chronicle) -> None:
        found = records(chronicle)
        rows = []
        self._records = {}
        for record in found:
            self._records[record.title] = (record.group, record.member, record.game)
            game = _("Game {n}").format(n=record.number) if record.number else ""
            beneath = " · ".join(filter(None, (game, record.shared)))
            rows.append(
                Row(
                    record.title,
                    (
                        Cell(str(record.amount), "figure", token="accent_text"),
                        Cell(record.title, drawing=record.drawing),
                        Cell(record.holder, beneath=beneath),
                    ),
                )
            )
        self.records_model.set_rows(rows)
        self._ask_room()
        self.records.setVisible(bool(rows))
        self.no_records.setVisible(not rows)

    def _ask_room(self) -> None:
        """Have the records scrolled with the page, not within it, where panels lie below each
        other."""
        narrow = self.services.theme.narrow
        self.records.least_rows = max(RECORDS, self.records_model.rowCount() if narrow else 0)
        self.records.updateGeometry()

    def _show_group(self, group: str) -> None:
        chronicle = self.chronicle
        if chronicle is None or group not in self._places:
            self.heading.setText("")
            return
        now = chronicle.past(group).now
        self.heading.setText(self._names[group])
        ending = chronicle.campaign.switches.ending and now is not None
        if now is not None:
            progress = end_progress(now, self.services.catalogue)
            said = _("On the way to the end of the campaign (p.\u00a0106): {how}.")
            if progress.reached:
                said = _("Has reached the end of the campaign (p.\u00a0106): {how}.")
            self.end.setText(said.format(how=end_said(progress)))
        self.end.setVisible(ending)
        parts = rating_explained(self._rated(group))
        self.rating_model.set_rows(
            [
                Row(
                    name,
                    (
                        Cell(name),
                        Cell(
                            amount,
                            "figure",
                            token="accent_text" if n == len(parts) - 1 else "text",
                        ),
                    ),
                )
                for n, (name, amount) in enumerate(parts)
            ]
        )
        rivals = met(chronicle, group)
        self.against_model.set_rows(
            [
                Row(
                    other,
                    (
                        Cell(self._names.get(other) or chronicle.group_name(other)),
                        Cell(_("{won}–{lost}").format(won=pair.won, lost=pair.lost), "figure"),
                        Cell(str(pair.drawn), "figure"),
                    ),
                )
                for other, pair in rivals
            ]
        )
        self.against.setVisible(bool(rivals))
        self.nobody.setVisible(not rivals)

    # What is done

    def _open_record(self, key: str) -> None:
        group, member, _game = self._records.get(key, ("", "", ""))
        if member:
            self.services.go.emit(LifeRoute(group, member))
        elif group:
            self.services.go.emit(GroupRoute(group))

    def take_focus(self) -> None:
        """Put the keyboard on the standing."""
        self.table.setFocus()
