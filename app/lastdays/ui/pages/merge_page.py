"""Merging a group's file into the group that is already here, difference by difference."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from lastdays.campaign.exchange.merging import GroupMerging, KnownGroup, Point, Take
from lastdays.desktop.files import read_whole
from lastdays.language import _, ngettext
from lastdays.rulebook import pictograms
from lastdays.store.kept_backups import Reason
from lastdays.ui.models.roster import roster_rows
from lastdays.ui.models.rows import Cell, Row, RowModel
from lastdays.ui.navigation import CampaignRoute, GroupRoute, MergeRoute, Route
from lastdays.ui.page import Head, Page
from lastdays.ui.pages.group.members_panel import RosterTable
from lastdays.ui.services import Services
from lastdays.ui.theme import set_style_properties
from lastdays.ui.widgets.parts import (
    ABOUT,
    UNBOUNDED,
    EmptyPage,
    Flow,
    button,
    enable_or_explain,
    panel,
    sentence,
)
from lastdays.ui.widgets.table import Table, TableDesign

#: The column of what it was when it left.
BEFORE = 2
#: Below so few differences there is room for the group in an ample window.
FEW = 12
#: What stands before a member's id in the key of the row that is about all of them.
_WHOLE = "whole/"


class MergePage(Page):
    """The differences between a file and the group here, a row each.

    Nothing is stored until it is imported.
    """

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.merging = GroupMerging(services.workspace)
        self.file = ""
        self._document = b""
        self.known: KnownGroup
        self._choices: dict[str, Take] = {}
        self.import_button = button(_("&Import as chosen"), self._import, "first")
        self.head = Head("", first=self.import_button)
        self.says = sentence("", "")
        self.same_says = sentence("", "")
        self.same = EmptyPage(
            services.theme, pictograms.place("group"), _("No differences"), self.same_says
        )
        self.model = RowModel(
            (_("Who"), _("What"), _("When it left"), _("Here"), _("In the file"), _("Choice"))
        )
        self.table = Table(
            self.model,
            _("Differences"),
            services.theme,
            TableDesign(stretched=4, most_stretched=300),
            row_chosen=self._enable_buttons,
            row_activated=self._turn_to_next_answer,
        )
        #: The group as it is here, in an ample window.
        self.roster = RosterTable(services, _("Roster"))
        self.here = panel(self.roster, heading=_("Here"))
        services.theme.reshaped.connect(self._share_room)
        self._make_choices()
        self.second_button = button(
            _("Add as a &second group"),
            self._import_as_second_group,
            hint=_("The group here stays as it is"),
        )
        self.cancel_button = button(_("&Cancel"), self.leave_inner)
        self.lay(
            self.says,
            self.same,
            (self.table, 100),
            (self.here, 100),
            Flow(self.ours_button, self.theirs_button, self.both_button),
            Flow(
                self.all_ours_button, self.all_theirs_button, self.second_button, self.cancel_button
            ),
            1,
            wide=1400,
            top=4,
            foot=12,
            spacing=6,
        )

    def _make_choices(self) -> None:
        """Make the buttons that choose a side."""
        self.ours_button = button(_("Keep &ours"), partial(self._answer_selected, "ours"))
        self.theirs_button = button(_("Take &theirs"), partial(self._answer_selected, "theirs"))
        self.both_button = button(
            _("Keep &both"),
            partial(self._answer_selected, "both"),
            hint=_("The file's member joins alongside the one here"),
        )
        self.all_ours_button = button(_("All conflicts: ours"), partial(self._answer_all, "ours"))
        self.all_theirs_button = button(
            _("All conflicts: theirs"), partial(self._answer_all, "theirs")
        )

    def show_route(self, route: MergeRoute, campaign: str) -> Route | None:
        document = self.services.ask(read_whole, Path(route.file))
        if document is None:
            return None
        self.campaign_id = campaign
        self.file = route.file
        self._document = document
        self._choices = {}
        self.refresh()
        self.table.setCurrentIndex(self.model.index(0, 0))
        return route if self.file else None

    def refresh(self) -> None:
        """Compare again, for the group here may have changed."""
        if not self.file:
            return
        known = self.services.ask(self.merging.compare, self.campaign_id, self._document)
        if known is not None:
            self.known = known
            self._show()
            return
        self.file = ""  # the group is no longer here
        if self.isVisible():
            self.services.go(CampaignRoute())

    def take_focus(self) -> None:
        if self.model.rowCount():
            self.table.setFocus()
        else:
            self.second_button.setFocus()

    def leave_inner(self) -> bool:
        self.file = ""
        self.services.go(CampaignRoute())
        return True

    def _show(self) -> None:
        self.head.title.setText(_("{group} is already here", group=self.known.merge.ours.name))
        self.head.note.setText(Path(self.file).name)
        rows = self._rows()
        self.table.show_rows(rows)
        knows_before = any(point.before for point in self.known.merge.points)
        self.table.setColumnHidden(BEFORE, not knows_before)
        self.table.measure_again()
        self.same.setHidden(bool(rows))
        self._share_room()
        for control in (
            self.says,
            self.table,
            self.ours_button,
            self.theirs_button,
            self.both_button,
            self.all_ours_button,
            self.all_theirs_button,
        ):
            control.setVisible(bool(rows))
        self._show_summary()
        self._enable_buttons()

    def _share_room(self) -> None:
        """Show the group below the differences, if there are few and the window is large."""
        row_count = self.model.rowCount()
        has_room = 0 < row_count <= FEW and self.services.theme.is_ample
        self.here.setVisible(has_room)
        if not has_room:
            self.table.setMaximumHeight(UNBOUNDED)
            return
        _least, row_height = self.table.row_heights
        self.table.setMaximumHeight(self.table.height_of_rows(row_count, row_height))
        services = self.services
        ours = roster_rows(self.known.merge.ours, services.catalogue, services.switches)
        self.roster.show_rows(ours)

    def _show_summary(self) -> None:
        known = self.known
        if not known.merge.points:
            nothing_new = _("The file has nothing new for {group}.", group=known.merge.ours.name)
            self.same_says.setText(nothing_new)
            return
        if known.left:
            how = _(
                "What only one side changed since the group left is taken over; what both changed is yours to choose."
            )
        else:
            how = _(
                "There is no record of the group from when it left, so every difference is yours to choose."
            )
        open_count = len(known.merge.open_points(self._choices))
        still_open = _("Everything is chosen.")
        if open_count:
            still_open = ngettext(
                "{n} difference still to choose.", "{n} differences still to choose.", open_count
            )
        self.says.setText(_("{how} {left}", how=how, left=still_open))

    def _rows(self) -> list[Row]:
        """Return a row for each difference, under a heading for members who have several."""
        points_of: dict[str, list[Point]] = {}
        for point in self.known.merge.points:
            points_of.setdefault(point.member, []).append(point)
        rows = []
        for member, points in points_of.items():
            alone = len(points) == 1
            if member and not alone and self.known.merge.in_both(member):
                rows.append(self._row_of_member(member, points))
            for number, point in enumerate(points):
                rows.append(self._row_of_difference(point, first=number == 0, alone=alone))
        return rows

    def _row_of_member(self, member: str, points: list[Point]) -> Row:
        """Return the heading row of a member, with what is chosen for all their differences."""
        takes = {self.known.merge.take(point, self._choices) for point in points}
        is_open = None in takes
        token = "text"
        if self._choices.get(f"member/{member}") == "both":
            text = _("both")
            token = "well_text"
        elif is_open:
            text = _("choose")
            token = "accent_text"
        elif len(takes) > 1:
            text = _("mixed")
        else:
            text = _take_in_words(takes.pop())
        count = ngettext("{n} difference", "{n} differences", len(points))
        cells = (
            Cell(self.known.merge.name_of(member), "title"),
            Cell(count, token="faint_text"),
            Cell(""),
            Cell(""),
            Cell(""),
            Cell(text, "link", token=token),
        )
        edge = "accent" if is_open else ""
        return Row(f"{_WHOLE}{member}", cells, edge=edge)

    def _row_of_difference(self, point: Point, *, first: bool, alone: bool) -> Row:
        """Return the row of a difference; `first` and `alone` say how it stands among its member's."""
        take = self.known.merge.take(point, self._choices)
        if alone and self._choices.get(f"member/{point.member}") == "both":
            take = "both"
        ours_token = "faint_text" if take == "theirs" else "text"
        theirs_token = "faint_text" if take == "ours" else "text"
        whose = self._name_in_row(point, first=first, alone=alone)
        name = Cell(whose, "title") if whose else Cell("")
        cells = (
            name,
            Cell(point.what),
            Cell(point.before, token="faint_text"),
            Cell(point.ours, token=ours_token),
            Cell(point.theirs, token=theirs_token),
            _choice_cell(point, take),
        )
        edge = "accent" if take is None else ""
        return Row(point.key, cells, edge=edge)

    def _name_in_row(self, point: Point, *, first: bool, alone: bool) -> str:
        """Name whose difference it is, where no row above does."""
        merge = self.known.merge
        if point.member and (alone or not merge.in_both(point.member)):
            return merge.name_of(point.member)
        if not point.member and first:
            return merge.ours.name
        return ""

    # Choosing

    def _here(self) -> list[Point]:
        """Return the differences the chosen row stands for."""
        key = self.table.current_key()
        points = self.known.merge.points
        if key.startswith(_WHOLE):
            member = key.removeprefix(_WHOLE)
            return [point for point in points if point.member == member]
        return [point for point in points if point.key == key]

    def _answer_selected(self, take: Take) -> None:
        points = self._here()
        member = points[0].member
        in_both = self.known.merge.in_both(member)
        if take == "both":
            if in_both:
                self._choices[f"member/{member}"] = "both"
        else:
            if in_both:
                self._choices.pop(f"member/{member}", None)
            for point in points:
                self._choices[point.key] = take
        self._show()
        still_open = self.known.merge.open_points(self._choices)
        if still_open:
            self.table.choose_row(still_open[0].key)

    def _turn_to_next_answer(self) -> None:
        """Take the other side for the chosen row."""
        takes = {self.known.merge.take(point, self._choices) for point in self._here()}
        if takes == {"ours"}:
            self._answer_selected("theirs")
        else:
            self._answer_selected("ours")

    def _answer_all(self, take: Take) -> None:
        self._choices.update(self.known.all_of(take))
        self._show()

    def _enable_buttons(self) -> None:
        """Enable what can be chosen for the selected row, and the import once all is chosen."""
        merge = self.known.merge
        self.setProperty(ABOUT, self.table.current_key())
        is_same = not merge.points
        is_open = bool(merge.open_points(self._choices))
        why_not = _("Choose ours or theirs for each difference first")
        if is_same:
            why_not = _("No differences")
        enable_or_explain(self.import_button, not is_open and not is_same, why_not)
        ours_kind = "first" if is_open else ""
        set_style_properties(self.ours_button, kind=ours_kind)
        cancel_kind = "first" if is_same else ""
        set_style_properties(self.cancel_button, kind=cancel_kind)
        self._allow_choices()

    def _allow_choices(self) -> None:
        """Enable the buttons that choose a side."""
        merge = self.known.merge
        points = self._here()
        choose_first = _("Choose a difference in the list")
        enable_or_explain(self.ours_button, bool(points), choose_first)
        enable_or_explain(self.theirs_button, bool(points), choose_first)
        member = points[0].member if points else ""
        is_in_both = bool(member) and merge.in_both(member)
        enable_or_explain(
            self.both_button, is_in_both, _("Choose a member who is both here and in the file")
        )
        has_conflicts = any(point.conflict for point in merge.points)
        no_conflicts = _("Nothing was changed on both sides")
        enable_or_explain(self.all_ours_button, has_conflicts, no_conflicts)
        enable_or_explain(self.all_theirs_button, has_conflicts, no_conflicts)

    # Doing

    def _import(self) -> None:
        merge = partial(self.merging.merge, self.known, self._choices)
        message = _(
            "{group} is now as you chose. Undo on its page reverses it.",
            group=self.known.merge.ours.name,
        )
        self._take_in(merge, message)

    def _import_as_second_group(self) -> None:
        import_document = self.services.groups.import_document
        self._take_in(partial(import_document, self.campaign_id, self._document))

    def _take_in(self, act: Callable[[], str], message: str = "") -> None:
        """Import with `act`, and go to the group."""
        services = self.services

        def import_group() -> str | None:
            return services.do(act, message).result

        group = services.safekeeping.first(Reason.IMPORT, import_group)
        if group is not None:
            self.file = ""
            services.go(GroupRoute(group))


def _choice_cell(point: Point, take: Take | None) -> Cell:
    """Return a cell with the side that is taken; what isn't chosen yet is bright."""
    hint = _reason_in_words(point)
    if take is None:
        return Cell(_("choose"), "link", token="accent_text", hint=hint)
    token = "text" if point.conflict else "faint_text"
    return Cell(_take_in_words(take), "link", token=token, hint=hint)


def _take_in_words(take: Take | None) -> str:
    return {"ours": _("ours"), "theirs": _("theirs"), "both": _("both")}[take or "ours"]


def _reason_in_words(point: Point) -> str:
    """Return the hint that says who changed something."""
    if point.conflict:
        return _("Both changed it, or it isn't known who did")
    if point.changed == "ours":
        return _("Only changed here")
    return _("Only changed in the file")
