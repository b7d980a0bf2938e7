"""What several pages offer to do with the store's file."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from lastdays.language import _
from lastdays.ui.services import Services
from lastdays.ui.widgets.dialogs import backup_name


def back_up_everything(services: Services, page: QWidget) -> None:
    """Ask for a file, and write a backup of the whole store to it."""
    target = backup_name(page, "lastdays-backup.sqlite")
    if target is not None:
        services.back_up(target)


def open_folder(services: Services) -> None:
    """Show the folder that the store lies in, or say where it is."""
    folder = services.workspace.store.path.parent
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        services.said.emit(
            _("The folder can't be opened from here: {folder}").format(folder=folder), "harm"
        )
