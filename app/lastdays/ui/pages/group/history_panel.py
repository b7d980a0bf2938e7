"""Histories: every change by name; and a group as it was at any of them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from lastdays.campaign.documents.differences import compare
from lastdays.campaign.versions import History, history_of, restore_earlier
from lastdays.campaign.workspace import GroupView
from lastdays.language import _, number, pgettext, titled
from lastdays.model.fields import items_in_words
from lastdays.model.group import Group
from lastdays.model.recruiting import max_size
from lastdays.rulebook import Catalogue, keyword_name
from lastdays.store import HistoryEntry
from lastdays.ui.models.roster import roster_rows
from lastdays.ui.models.rows import Cell, LazyRows, Row
from lastdays.ui.pages.group.roster_panel import ROW_IN_WORDS, ROW_MOST, RosterTable
from lastdays.ui.services import Services
from lastdays.ui.texts import local_time
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.parts import (
    Turning,
    allow,
    button,
    column,
    holder,
    label,
    panel,
    row,
    scrolling,
    sentence,
)
from lastdays.ui.widgets.room import WholeRows
from lastdays.ui.widgets.table import Table

#: So many changes are read at once.
PAGE = 64


def history_rows(services: Services, history: History) -> LazyRows:
    """Return a row for each change, by its revision: what it did, and when; undone ones say so.
    They are read a page at once; where that can't be done, it is said why, and they stay blank."""
    keys = [str(revision) for revision in history.revisions]

    def read(places: range) -> list[Row]:
        found = services.ask(history.entries, places.start, places.stop)
        if found is None:
            return [Row(keys[n], ("", "")) for n in places]
        return [_row(entry) for entry in found]

    return LazyRows(keys, read, page=PAGE)


def _row(entry: HistoryEntry) -> Row:
    token = "text" if entry.current else "faint_text"
    mark = "▸ " if entry.head else "\u2002 "  # an en space is as wide as the mark
    name = mark + entry.change.said() + ("" if entry.current else _(" (undone)"))
    return Row(
        str(entry.revision),
        (Cell(name, "plain", token=token), Cell(local_time(entry.at), "plain", token=token)),
    )


#: The list of changes, and the group as it was, are at least so high at 100 %: four members.
ENTRIES, ROSTER = 130, 262


class HistoryPanel(QWidget):
    """A list of changes; the chosen one shows the group as it was, read-only."""

    def __init__(self, services: Services, back: Callable[[], object]) -> None:
        super().__init__()
        self.services = services
        self._group = self._head = ""
        self._history: History | None = None
        self.entries = Table(
            (_("Change"), _("When")),
            _("History"),
            services.theme,
            look="lines",
            least_rows=5,
            wrap=True,
            chosen=self._show,
        )
        self.title = sentence("", "heading")
        self.summary = sentence()
        self.roster = RosterTable(services, _("The group as it was"))
        self._whole = WholeRows(self.roster)
        self.roster.rows.modelReset.connect(self._fit_roster)
        self.why = sentence()
        self.roster.explained.connect(self.why.setText)
        self.rest = sentence("", "")
        self.difference = sentence()
        then = panel(
            self.title,
            self.summary,
            (self._whole, 1),
            self.why,
            scrolling(holder(column(self.difference, self.rest, 1))),
        )
        self.restore_button = button(
            _("Make this the &present"),
            self._restore,
            "first",
            _("Makes the group what it was then. Undo brings back what it is now."),
        )
        self.close_button = button(_("&Back to the group"), back)
        services.theme.follow(self._fit)
        self.setLayout(
            column(
                label(_("History: undone changes stay, in grey"), "faint"),
                Turning(services.theme, (self.entries, 2), (then, 3)),
                row(1, self.close_button, self.restore_button),
            )
        )

    def _fit(self) -> None:
        """Have some of the changes, and of the group, in sight: a narrow page is scrolled."""
        px = self.services.theme.px
        self.entries.setMinimumHeight(px(ENTRIES))
        self._whole.setMinimumHeight(px(ROSTER))
        self._fit_roster()

    def _fit_roster(self) -> None:
        """Have the group as it was end with its last member, in rows as high as they may be."""
        most = ROW_IN_WORDS if self.roster.below else ROW_MOST
        high = self.roster.height_for(max(1, self.roster.rows.rowCount()), most)
        self._whole.setMaximumHeight(max(high, self.services.theme.px(ROSTER)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_roster()

    def show_group(self, view: GroupView) -> None:
        """List the changes of a group, the newest first."""
        self._group = group = view.group.id
        history = self._history = self.services.ask(history_of, self.services.workspace, group)
        self._head = str(history.outline.head or "") if history is not None else ""
        rows = history_rows(self.services, history) if history is not None else ()
        self.entries.show_rows(rows, first=False)
        if not self.entries.current_key():
            self.entries.choose(self._head)
        self._enable()

    def _enable(self) -> None:
        chosen = self.entries.current_key()
        why = _("This is how the group is now") if chosen else _("Select a change first")
        allow(self.restore_button, chosen not in ("", self._head), why)
        restyle(self.close_button, kind="" if self.restore_button.isEnabled() else "first")

    def _restore(self) -> None:
        """Make the group what it was after the chosen change."""
        revision = int(self.entries.current_key())
        self.entries.clearSelection()
        self.entries.setCurrentIndex(QModelIndex())
        self.services.well(
            _("The group is again what it was. Undo brings back the rest."),
            restore_earlier,
            self.services.workspace,
            self._group,
            revision,
        )

    def _show(self, revision: str) -> None:
        self._enable()
        workspace = self.services.workspace
        then = self.services.ask(workspace.group_at, int(revision))
        now = self.services.ask(workspace.group, self._group)
        if then is None or now is None:
            return
        catalogue = self.services.catalogue
        leader = then.leading
        self.title.setText(then.name)
        self.summary.setText(
            _("{keyword} · {refuge} · {points} SP · {n} of {most} · read-only").format(
                keyword=keyword_name(leader.keyword) if leader else _("no Leader"),
                refuge=catalogue.refuges[then.refuge.key].name,
                points=number(then.points),
                n=len(then.roster),
                most=max_size(then, catalogue),
            )
        )
        self.roster.show_rows(roster_rows(then, catalogue, memorial=True), first=False)
        stash = items_in_words(then.stash, catalogue) or _("empty")
        perks = ", ".join(catalogue.perks[p.key].name for p in then.refuge.built) or pgettext(
            "Perks", "none"
        )
        self.rest.setText(_("Stash: {stash}\nBuilt Perks: {perks}", stash=stash, perks=perks))
        parents = self._history.outline.parents if self._history is not None else {}
        parent = parents.get(int(revision))
        before = None if parent is None else self.services.ask(workspace.group_at, parent)
        made = _differences(before, then, catalogue) if before is not None else []
        since = _differences(then, now.group, catalogue)
        parts = [_("This change:\n{lines}", lines="\n".join(made))] if made else []
        parts += [_("Since then:\n{lines}", lines="\n".join(since))] if since else []
        self.difference.setText("\n".join(parts))


def _differences(before: Group, after: Group, catalogue: Catalogue) -> list[str]:
    """Say what differs between two states of a group, a line each."""
    return [
        titled(f"{d.whose}, {d.what}", f"{d.before or '—'} → {d.after or '—'}")
        for d in compare(before, after, catalogue)
    ]
