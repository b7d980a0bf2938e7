"""A campaign's name, what happened to it, and its backups."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from lastdays.campaign.earlier import History
from lastdays.campaign.overview import CampaignView
from lastdays.language import _
from lastdays.ui.models.rows import RowModel
from lastdays.ui.pages.history_rows import history_rows
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import button, column, label, row
from lastdays.ui.widgets.table import Table


class RecordsPanel(QWidget):
    """The name and the history; `renamed` carries a new name, `deleting` and `backing_up` say
    that a button was pressed."""

    renamed = Signal(str)
    deleting = Signal()
    backing_up = Signal()

    def __init__(self, services: Services, restore: QMenu) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.services = services
        self._shown = ""
        #: The campaign whose name was refused, and what was typed.
        self._kept = ("", "")
        self.rename_field = QLineEdit()
        self.rename_field.setAccessibleName(_("Name of the campaign"))
        name = label(_("Name"))
        name.setBuddy(self.rename_field)
        self.rename_field.editingFinished.connect(
            lambda: self.renamed.emit(self.rename_field.text())
        )
        self.history_model = RowModel((_("Change"), _("When")))
        self.history = Table(
            self.history_model,
            _("History of the campaign"),
            services.theme,
            look="plain",
            least_rows=5,
        )
        self.delete_button = button(_("Delete this campaign"), self.deleting.emit)
        self.restore_button = button(_("Restore…"))
        self.restore_button.setMenu(restore)
        self.backup_button = button(_("&Back up everything…"), self.backing_up.emit)
        self.setLayout(
            column(
                row(name, self.rename_field),
                label(_("History"), "heading"),
                self.history,
                row(self.backup_button, 1, self.restore_button, self.delete_button),
                margin=8,
            )
        )

    def keep_name(self) -> None:
        """Keep the name that was typed and refused, so that it can be mended."""
        self._kept = (self._shown, self.rename_field.text())

    def show_campaign(self, view: CampaignView) -> None:
        """Show the name and the history of a campaign."""
        if self._kept != (view.campaign.id, self.rename_field.text()):
            self.rename_field.setText(view.campaign.name)
        self._shown = view.campaign.id
        history = History(self.services.workspace, view.campaign.id)
        self.history_model.set_rows(history_rows(self.services, history))
