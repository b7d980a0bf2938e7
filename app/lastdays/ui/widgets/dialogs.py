"""The dialogs of the system: choosing files, folders and a printer."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

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

from lastdays.campaign.documents.group_documents import CAMPAIGN_SUFFIX, SUFFIX
from lastdays.desktop import paths
from lastdays.language import _
from lastdays.store import Store

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

    from lastdays.pdf.content import PrintedDocument


#: The side of an icon that is tinted, before it is scaled.
TINTED = 64


class _PlainIcons(QAbstractFileIconProvider):
    """Tells a folder from a file, and no more.

    Qt's own icons open every file of a folder that is shown, to see what it is. One look at the
    folder of the store, and SQLite's locks on it were gone (`lastdays.desktop.files`).
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


_last_folder: list[Path] = []
#: What is done with the file or folder that is chosen; nothing where the user thinks better of it.
Take = Callable[[Path], object]


def _ask(
    parent: QWidget,
    title: str,
    filters: str,
    take: Take,
    save: str | None = None,
    *,
    folder: bool = False,
) -> None:
    """Ask for a file: one to open, or where to save under the name `save`; or for a folder."""
    begin = _last_folder[-1] if _last_folder else Path.cwd()
    chosen = choose(parent, title, filters, begin, save, folder=folder)
    if chosen is not None:
        _last_folder[:] = [chosen if folder else chosen.parent]
        take(chosen)


def printer_chosen(parent: QWidget, store: Store, made: PrintedDocument) -> QPrinter | None:
    """Ask for a printer for a document; None if the user thinks better of it.

    Paper and duplex are those of the document until somebody chooses others. Qt's dialog looks
    through the home folder and opens what it finds there: meanwhile the store is let go.
    """
    # late: a library of Qt's own that printing alone needs
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter

    # late: it needs the same
    from lastdays.ui.widgets.paper import prepare

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    prepare(printer, made)
    with store.resting():
        dialog = QPrintDialog(printer, parent)
        try:
            dialog.setMinMax(1, made.pages)
            say_the_rest(dialog)
            return printer if dialog.exec() else None
        finally:
            destroy(dialog)


def file_name_for(name: str) -> str:
    """Turn a name typed by people into a file's name, never a path."""
    return _safe(name, "group") + SUFFIX


def save_name(parent: QWidget, title: str, name: str, take: Take) -> None:
    """Ask where to save a group's document."""
    filters = _("Groups (*{suffix})", suffix=SUFFIX)
    _ask(parent, title, filters, take, file_name_for(name))


def open_name(parent: QWidget, title: str, take: Take) -> None:
    """Ask which file of a group or a campaign to open."""
    filters = _(
        "Groups, campaigns and rosters (*{suffix} *.json *{campaigns} *.ros *.rosz);;All files (*)"
    )
    _ask(parent, title, filters.format(suffix=SUFFIX, campaigns=CAMPAIGN_SUFFIX), take)


def campaign_name(parent: QWidget, title: str, name: str, take: Take) -> None:
    """Ask where to save the file of a campaign."""
    filters = _("Campaigns (*{suffix})", suffix=CAMPAIGN_SUFFIX)
    _ask(parent, title, filters, take, _safe(name, "campaign") + CAMPAIGN_SUFFIX)


def told_name(parent: QWidget, name: str, suffix: str, take: Take) -> None:
    """Ask where to save what is told of a group or a campaign, with this suffix."""
    filters = _("Files (*{suffix})", suffix=suffix)
    _ask(parent, _("Save"), filters, take, _safe(name, "group") + suffix)


def _safe(name: str, other: str) -> str:
    return re.sub(r"[^\w\- ]+", "", name).strip()[:60] or other


def picture_name(parent: QWidget, title: str, take: Take) -> None:
    """Ask which picture to take."""
    filters = _("Pictures (*.png *.jpg *.jpeg *.webp *.gif *.bmp);;All files (*)")
    _ask(parent, title, filters, take)


def pdf_name(parent: QWidget, name: str, take: Take) -> None:
    """Ask where to save a PDF."""
    _ask(parent, _("Save as PDF"), _("PDF (*.pdf)"), take, _safe(name, "cards") + ".pdf")


def plot_name(parent: QWidget, name: str, take: Take) -> None:
    """Ask where to save a plot; its ending says as what."""
    stem, _dot, kind = name.rpartition(".")
    filters = _("PNG (*.png)") if kind == "png" else _("SVG (*.svg)")
    _ask(
        parent,
        _("Save the plot"),
        filters,
        lambda chosen: take(chosen if chosen.suffix else chosen.with_suffix(f".{kind}")),
        f"{_safe(stem, 'plot')}.{kind}",
    )


def folder_name(parent: QWidget, title: str, take: Take) -> None:
    """Ask for a folder."""
    _ask(parent, title, _("Folders"), take, folder=True)


def free_folder(parent: Path, name: str) -> Path:
    """Return a folder that isn't there yet, named after what people typed."""
    safe = _safe(name, "cards")
    found, n = parent / safe, 1
    while found.exists():
        n += 1
        found = parent / f"{safe} {n}"
    return found


def store_name(parent: QWidget, take: Take) -> None:
    """Ask which store to open."""
    _ask(parent, _("Open another store"), _("Stores (*.sqlite);;All files (*)"), take)


def backup_name(parent: QWidget, name: str, take: Take) -> None:
    """Ask where to write a backup of the store."""
    _ask(parent, _("Back up everything"), _("Stores (*.sqlite)"), take, name)
