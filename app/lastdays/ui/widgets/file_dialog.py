"""The dialog in which files and folders are chosen."""

from __future__ import annotations

import sys
from pathlib import Path

import shiboken6
from PySide6.QtCore import QFileInfo, QSize
from PySide6.QtGui import QAbstractFileIconProvider, QColor, QIcon, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFileDialog,
    QHeaderView,
    QLabel,
    QSplitter,
    QStyle,
    QToolButton,
    QTreeView,
    QWidget,
)

from lastdays import paths
from lastdays.language import _

#: The side of an icon that is tinted, before it is scaled.
TINTED = 64


class _PlainIcons(QAbstractFileIconProvider):
    """Tells a folder from a file, and no more.

    Qt's own icons open every file of a folder that is shown, to see what it is. One look at the
    folder of the store, and SQLite's locks on it were gone (`lastdays.files`).
    """

    def __init__(self) -> None:
        super().__init__()
        style, roles = QApplication.style(), QPalette.ColorRole
        pictures = QStyle.StandardPixmap
        text, faint = (QApplication.palette().color(r) for r in (roles.Text, roles.PlaceholderText))
        self._file = _tinted(style.standardIcon(pictures.SP_FileIcon), faint)
        self._folder = _tinted(style.standardIcon(pictures.SP_DirIcon), text)

    def icon(self, what: object) -> QIcon:
        """Return the icon of a file or a folder; Qt asks for kinds of folders too."""
        if isinstance(what, QFileInfo):
            return self._folder if what.isDir() else self._file
        return self._file if what is QAbstractFileIconProvider.IconType.File else self._folder

    def type(self, info: QFileInfo) -> str:
        """Return the text for the column of kinds."""
        return _("Folder") if info.isDir() else info.suffix()


def choose(
    parent: QWidget, title: str, filters: str, begin: Path, save: str | None, *, folder: bool
) -> Path | None:
    """Ask for a file: one to open, or where to save under the name `save`; or for a folder. What
    is in the folder `begin` is shown first."""
    # A folder of no interest first: the dialog looks into it before it has its icons.
    dialog = QFileDialog(parent, title, str(paths.resources() / "icons"))
    try:
        # Other systems ask in a process of their own, or lock otherwise.
        own = sys.platform not in ("win32", "darwin")
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog, own)
        icons = _PlainIcons()
        dialog.setIconProvider(icons)
        dialog.setNameFilter(filters)
        say_the_rest(dialog)
        give_room(dialog, parent)
        dialog.setDirectory(str(begin))
        if folder:
            dialog.setFileMode(QFileDialog.FileMode.Directory)
        elif save is None:
            dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        else:
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.setFileMode(QFileDialog.FileMode.AnyFile)
            dialog.selectFile(save)
        if not dialog.exec():
            return None
        return Path(dialog.selectedFiles()[0])
    finally:
        destroy(dialog)


def give_room(dialog: QFileDialog, parent: QWidget) -> None:
    """Make Qt's own dialog as large as its columns need, within the window it belongs to."""
    dialog.setSizeGripEnabled(False)  # it lay over the corner of a button
    letter = parent.fontMetrics().height()
    room = parent.window().size()
    dialog.resize(min(letter * 50, room.width() - letter), min(letter * 30, room.height() - letter))
    for sides in dialog.findChildren(QSplitter):
        sides.setSizes([letter * 9, letter * 41])
    for view in dialog.findChildren(QAbstractItemView):
        view.setIconSize(QSize(letter, letter))
    for table in dialog.findChildren(QTreeView):
        table.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        table.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    for tool in dialog.findChildren(QToolButton):
        tool.setIconSize(QSize(letter, letter))
        if tool.objectName() in ("backButton", "forwardButton", "toParentButton"):
            tool.setIcon(_tinted(tool.icon(), tool.palette().buttonText().color()))


def say_the_rest(dialog: QWidget) -> None:
    """Say in the program's language what Qt left in English: its own French has not all of it."""
    left = {
        "&Look in:": _("&Look in:"),
        "Files of &type:": _("Files of &type:"),
        "Page &Set:": _("Page &Set:"),
    }
    for said in dialog.findChildren(QLabel):
        said.setText(left.get(said.text(), said.text()))


def _tinted(icon: QIcon, colour: QColor) -> QIcon:
    """Return an icon of Qt's in a colour of the theme: it draws them in black or blue."""
    drawn = icon.pixmap(TINTED, TINTED)
    with QPainter(drawn) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        painter.fillRect(drawn.rect(), colour)
    return QIcon(drawn)


def destroy(dialog: QWidget) -> None:
    """End a dialog at once: the model in it would go on watching its folder."""
    shiboken6.delete(dialog)
