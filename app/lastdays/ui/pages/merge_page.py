"""Merging a group's file into the group that is already here, difference by difference."""

from __future__ import annotations

from collections.abc import Callable
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
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.parts import (
    ABOUT,
    UNBOUNDED,
    EmptyPage,
    Flow,
    allow,
    button,
    panel,
    sentence,
)
from lastdays.ui.widgets.table import Table

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
            stretch=4,
            most=300,
            chosen=self._allow,
            taken=self._turn,
        )
        #: The group as it is here, in an ample window.
        self.roster = RosterTable(services, _("Roster"))
        self.here = panel(self.roster, heading=_("Here"))
        services.theme.reshaped.connect(self._share_room)
        self.ours_button = button(_("Keep &ours"), lambda: self._take("ours"))
        self.theirs_button = button(_("Take &theirs"), lambda: self._take("theirs"))
        self.both_button = button(
            _("Keep &both"),
            lambda: self._take("both"),
            hint=_("The file's member joins alongside the one here"),
        )
        self.all_ours_button = button(_("All conflicts: ours"), lambda: self._settle("ours"))
        self.all_theirs_button = button(_("All conflicts: theirs"), lambda: self._settle("theirs"))
        self.second_button = button(
            _("Add as a &second group"),
            self._second,
            hint=_("The group here stays as it is"),
        )
        self.cancel_button = button(_("&Cancel"), self.leave)
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

    def show_route(self, route: MergeRoute, campaign: str) -> Route | None:
        found = self.services.ask(read_whole, Path(route.file))
        if found is None:
            return None
        self.campaign_id = campaign
        self.file = route.file
        self._document = found
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
        (self.table if self.model.rowCount() else self.second_button).setFocus()

    def leave(self) -> bool:
        self.file = ""
        self.services.go(CampaignRoute())
        return True

    def _show(self) -> None:
        self.head.title.setText(_("{group} is already here", group=self.known.merge.ours.name))
        self.head.note.setText(Path(self.file).name)
        rows = self._rows()
        self.table.show_rows(rows)
        self.table.setColumnHidden(BEFORE, not any(p.before for p in self.known.merge.points))
        self.table.remeasure()
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
        self._say()
        self._allow()

    def _share_room(self) -> None:
        """Show the group below the differences, if there are few and the window is large."""
        rows = self.model.rowCount()
        few = 0 < rows <= FEW and self.services.theme.ample > 1
        self.here.setVisible(few)
        high = self.table.height_for(rows, self.table.heights[1])
        self.table.setMaximumHeight(high if few else UNBOUNDED)
        if few:
            services = self.services
            ours = roster_rows(self.known.merge.ours, services.catalogue, services.switches)
            self.roster.show_rows(ours)

    def _say(self) -> None:
        known = self.known
        if not known.merge.points:
            self.same_says.setText(
                _("The file has nothing new for {group}.", group=known.merge.ours.name)
            )
            return
        left = len(known.merge.open_points(self._choices))
        open_ones = (
            ngettext(
                "{n} difference still to choose.",
                "{n} differences still to choose.",
                left,
            )
            if left
            else _("Everything is chosen.")
        )
        how = _(
            "There is no record of the group from when it left, so every difference is yours to choose."
        )
        if known.left:
            how = _(
                "What only one side changed since the group left is taken over; what both changed is yours to choose."
            )
        self.says.setText(_("{how} {left}", how=how, left=open_ones))

    def _rows(self) -> list[Row]:
        """Return a row for each difference, under a heading for members who have several."""
        found = []
        points = self.known.merge.points
        in_both = self.known.merge.in_both
        for member in dict.fromkeys(p.member for p in points):
            own = [p for p in points if p.member == member]
            if member and in_both(member) and len(own) > 1:
                found.append(self._whole(member, own))
            alone = len(own) == 1
            found += [self._row(point, first=n == 0, alone=alone) for n, point in enumerate(own)]
        return found

    def _whole(self, member: str, own: list[Point]) -> Row:
        taken = {self.known.merge.take(p, self._choices) for p in own}
        if self._choices.get(f"member/{member}") == "both":
            text = _("both")
            token = "well_text"
        elif None in taken:
            text = _("choose")
            token = "accent_text"
        else:
            text = _taken(taken.pop()) if len(taken) == 1 else _("mixed")
            token = "text"
        n = len(own)
        empty = Cell("")
        cells = (
            Cell(self.known.merge.name_of(member), "title"),
            Cell(ngettext("{n} difference", "{n} differences", n), token="faint_text"),
            empty,
            empty,
            empty,
            Cell(text, "link", token=token),
        )
        return Row(f"{_WHOLE}{member}", cells, edge="accent" if None in taken else "")

    def _row(self, point: Point, *, first: bool, alone: bool) -> Row:
        known = self.known
        take = known.merge.take(point, self._choices)
        if alone and self._choices.get(f"member/{point.member}") == "both":
            take = "both"
        whose = ""
        if not point.member:
            whose = known.merge.ours.name if first else ""
        elif alone or not known.merge.in_both(point.member):
            whose = known.merge.name_of(point.member)
        text = _taken(take) if take is not None else _("choose")
        token = "accent_text" if take is None else "text" if point.conflict else "faint_text"
        bright = {"ours": ("text", "faint_text"), "theirs": ("faint_text", "text")}
        ours, theirs = bright.get(take or "", ("text", "text"))
        cells = (
            Cell(whose, "title") if whose else Cell(""),
            Cell(point.what),
            Cell(point.before, token="faint_text"),
            Cell(point.ours, token=ours),
            Cell(point.theirs, token=theirs),
            Cell(text, "link", token=token, hint=_why(point)),
        )
        return Row(point.key, cells, edge="accent" if take is None else "")

    # Choosing

    def _here(self) -> list[Point]:
        """Return the differences the chosen row stands for."""
        key = self.table.current_key()
        points = self.known.merge.points
        if key.startswith(_WHOLE):
            return [p for p in points if p.member == key.removeprefix(_WHOLE)]
        return [p for p in points if p.key == key]

    def _take(self, take: Take) -> None:
        points = self._here()
        member = points[0].member
        if take == "both":
            if self.known.merge.in_both(member):
                self._choices[f"member/{member}"] = "both"
        else:
            if self.known.merge.in_both(member):
                self._choices.pop(f"member/{member}", None)
            self._choices.update({p.key: take for p in points})
        self._show()
        for left in self.known.merge.open_points(self._choices)[:1]:
            self.table.choose(left.key)

    def _turn(self) -> None:
        """Take the other side for the chosen row."""
        taken = {self.known.merge.take(p, self._choices) for p in self._here()}
        self._take("theirs" if taken == {"ours"} else "ours")

    def _settle(self, take: Take) -> None:
        self._choices.update(self.known.all_of(take))
        self._show()

    def _allow(self) -> None:
        known = self.known
        points = self._here()
        self.setProperty(ABOUT, self.table.current_key())
        left = known.merge.open_points(self._choices)
        nothing = not known.merge.points
        why = (
            _("No differences") if nothing else _("Choose ours or theirs for each difference first")
        )
        allow(self.import_button, not left and not nothing, why)
        restyle(self.ours_button, kind="first" if left else "")
        restyle(self.cancel_button, kind="first" if nothing else "")
        none = _("Choose a difference in the list")
        for control in (self.ours_button, self.theirs_button):
            allow(control, bool(points), none)
        two = bool(points) and bool(points[0].member) and known.merge.in_both(points[0].member)
        allow(self.both_button, two, _("Choose a member who is both here and in the file"))
        conflicts = any(p.conflict for p in known.merge.points)
        for control in (self.all_ours_button, self.all_theirs_button):
            allow(control, conflicts, _("Nothing was changed on both sides"))

    # Doing

    def _import(self) -> None:
        known = self.known
        said = _(
            "{group} is now as you chose. Undo on its page reverses it.",
            group=known.merge.ours.name,
        )
        self._take_in(lambda: self.merging.merge(known, self._choices), said)

    def _second(self) -> None:
        services = self.services
        document = self._document
        campaign = self.campaign_id
        self._take_in(lambda: services.groups.import_document(campaign, document))

    def _take_in(self, act: Callable[[], str], said: str = "") -> None:
        """Import with `act`, and go to the group."""
        services = self.services
        group = services.keeping.first(Reason.IMPORT, lambda: services.do(act, said).result)
        if group is not None:
            self.file = ""
            services.go(GroupRoute(group))


def _taken(take: Take | None) -> str:
    return {"ours": _("ours"), "theirs": _("theirs"), "both": _("both")}[take or "ours"]


def _why(point: Point) -> str:
    """Return the hint that says who changed something."""
    if point.conflict:
        return _("Both changed it, or it isn't known who did")
    if point.changed == "ours":
        return _("Only changed here")
    return _("Only changed in the file")
