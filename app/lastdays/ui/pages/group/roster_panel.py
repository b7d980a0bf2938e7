"""The members of a group in a table, and what can be begun from there."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QMenu, QWidget

from lastdays.campaign.workspace import GroupView
from lastdays.language import _
from lastdays.model.group import Member
from lastdays.ui.models.roster import RosterModel, roster_rows
from lastdays.ui.navigation import PrintRoute
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import Flow, button, column, label
from lastdays.ui.widgets.views import RosterView


class RosterPanel(QWidget):
    """The roster, with the fallen on demand. Signals say what is wanted: a form, the history."""

    #: Another member, or none, is the chosen one, or the same has changed.
    chosen = Signal()
    recruit_wanted = Signal()
    edit_wanted = Signal()
    group_wanted = Signal()
    history_wanted = Signal()
    export_wanted = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._view: GroupView | None = None
        self.setProperty("kind", "plain")
        self.model = RosterModel()
        self.table = RosterView(self.model, services.theme)
        self.table.selectionModel().currentRowChanged.connect(self._row_changed)
        self.table.activated.connect(lambda _index: self.edit_wanted.emit())
        self.why = label("", "faint", wrap=True)
        self.why.setAccessibleName(_("Where the number comes from"))
        self.why.setMinimumHeight(services.theme.px(22))
        self.table.explained.connect(self.why.setText)
        self.recruit_button = button(_("&Recruit"), self.recruit_wanted.emit)
        self.edit_button = button(_("Ed&it"), self.edit_wanted.emit, hint=_("Set values by hand"))
        self.dismiss_button = button(_("&Dismiss"), self._dismiss)
        self.memorial_button = button(_("Memori&al"), self._toggle_memorial)
        self.memorial_button.setCheckable(True)
        self.history_button = button(_("Histor&y"), self.history_wanted.emit)
        self.group_button = button(_("Edit gro&up"), self.group_wanted.emit)
        self.export_button = button(_("E&xport"), self.export_wanted.emit)
        self.print_button = button(_("&Print"), self._print, hint=_("Ctrl+P"))
        self.rescue_button = button(_("Decline the rescue…"))
        rescue = QMenu(self.rescue_button)
        self.rescue_button.setMenu(rescue)
        self.captors_take = rescue.addAction(_("The captors take the gear"))
        self.captors_take.triggered.connect(lambda _on=False: self._decline(True))
        rescue.addAction(_("The gear is lost")).triggered.connect(
            lambda _on=False: self._decline(False)
        )
        buttons = Flow(
            self.recruit_button,
            self.edit_button,
            self.dismiss_button,
            self.rescue_button,
            self.memorial_button,
            self.history_button,
            self.group_button,
            self.export_button,
            self.print_button,
        )
        self.empty = label(
            _("Nobody is in this group. Recruit someone, or enter members by hand."),
            "faint",
            wrap=True,
        )
        self.setFocusProxy(self.table)
        self.setLayout(column(self.table, self.empty, self.why, buttons, spacing=4))

    @property
    def member(self) -> Member | None:
        """Return the chosen member, None where none is."""
        key = self.model.id_at(self.table.currentIndex().row())
        if self._view is None or not self._view.group.has_member(key):
            return None
        return self._view.group.member(key)

    def begin(self) -> None:
        """Show only the living again, for another group."""
        self.memorial_button.setChecked(False)

    def show_group(self, view: GroupView) -> None:
        """Show the members of a group; keep the chosen one while it is there."""
        kept = self.model.id_at(self.table.currentIndex().row())
        self._view = view
        group = view.group
        memorial = self.memorial_button.isChecked()
        rows = roster_rows(group, self.services.catalogue, memorial=memorial)
        column_before = max(0, self.table.currentIndex().column())
        self.model.set_rows(rows)
        if rows:
            again = max(0, self.model.row_of(kept))
            self.table.setCurrentIndex(self.model.index(again, column_before))
        self.table.setVisible(bool(rows))
        self.empty.setVisible(not rows)
        self.table.viewport().update()
        self.memorial_button.setText(
            _("Memori&al ({n})").format(n=len(group.memorial)) if group.memorial else _("Memori&al")
        )
        self.memorial_button.setEnabled(bool(group.memorial))
        self._enable()

    def choose(self, member: str) -> None:
        """Choose a member."""
        self.table.setCurrentIndex(self.model.index(self.model.row_of(member), 0))

    def _row_changed(self, _current: QModelIndex, _previous: QModelIndex) -> None:
        self._enable()

    def _enable(self) -> None:
        """Offer what can be done with the chosen member."""
        if self._view is None:
            return
        group, member = self._view.group, self.member
        self.edit_button.setEnabled(member is not None)
        self.dismiss_button.setEnabled(member is not None and member.status == "active")
        held = member is not None and member.status == "captured"
        self.rescue_button.setVisible(held)
        if member is not None and held:
            key = member.id
            loot = self.services.ask(lambda: self.services.groups.loot(group.id, key))
            self.captors_take.setEnabled(bool(loot))
        self.dismiss_button.setText(_("Ta&ke back") if group.founding else _("&Dismiss"))
        self.chosen.emit()

    def _toggle_memorial(self) -> None:
        if self._view is not None:
            self.show_group(self._view)

    def _print(self) -> None:
        if self._view is not None:
            self.services.go.emit(PrintRoute(self._view.group.id))

    def _dismiss(self) -> None:
        member = self.member
        if self._view is not None and member is not None:
            group, key = self._view.group.id, member.id
            self.services.done(lambda: self.services.groups.dismiss(group, key))

    def _decline(self, takes: bool) -> None:
        member = self.member
        if self._view is not None and member is not None:
            group, key = self._view.group.id, member.id
            self.services.done(
                lambda: self.services.groups.decline_rescue(group, key, captor_takes_gear=takes)
            )
