"""The dialogs of the system: choosing files, folders and a printer."""

from __future__ import annotations

import re
import sys
import unicodedata
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


#: The size of a tinted icon in pixels, before it is scaled.
TINTED = 64


class _PlainIcons(QAbstractFileIconProvider):
    """Provides one icon for folders and one for files.

    Qt's own provider opens every file of a folder to find out its type. In the folder of the store
    that would drop SQLite's locks (see `lastdays.desktop.files`).
    """

    def __init__(self) -> None:
        super().__init__()
        style = QApplication.style()
        palette = QApplication.palette()
        text = palette.color(QPalette.ColorRole.Text)
        faint = palette.color(QPalette.ColorRole.PlaceholderText)
        self._file = _tint_icon(style.standardIcon(QStyle.StandardPixmap.SP_FileIcon), faint)
        self._folder = _tint_icon(style.standardIcon(QStyle.StandardPixmap.SP_DirIcon), text)

    def icon(self, what: object) -> QIcon:
        """Return the icon of a file or a folder; Qt asks for kinds of folders too."""
        if isinstance(what, QFileInfo):
            is_file = not what.isDir()
        else:
            is_file = what is QAbstractFileIconProvider.IconType.File
        return self._file if is_file else self._folder

    def type(self, info: QFileInfo) -> str:
        """Return the text of the column "Type"."""
        return _("Folder") if info.isDir() else info.suffix()


def ask_path(
    parent: QWidget, title: str, filters: str, begin: Path, save: str | None, *, folder: bool
) -> Path | None:
    """Ask for a file to open, a file to save with the suggested name `save`, or a folder; the dialog
    opens in the folder `begin`."""
    # It reads its first folder before it has our icons, so that one is a harmless one.
    dialog = QFileDialog(parent, title, str(paths.resources() / "icons"))
    try:
        # Other systems use a separate process for it, or lock files in another way.
        own = sys.platform not in ("win32", "darwin")
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog, own)
        icons = _PlainIcons()  # kept here, as the dialog doesn't own it
        dialog.setIconProvider(icons)
        dialog.setNameFilter(filters)
        translate_rest(dialog)
        enlarge_dialog(dialog, parent)
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


#: The width and height of Qt's dialog for files, and of its list of places, in heights of a letter.
DIALOG_WIDTH = 50
DIALOG_HEIGHT = 30
PLACES_WIDTH = 9


def enlarge_dialog(dialog: QFileDialog, parent: QWidget) -> None:
    """Make Qt's dialog as large as its columns need, within the window of the parent."""
    dialog.setSizeGripEnabled(False)  # it would cover the corner of a button
    letter = parent.fontMetrics().height()
    room = parent.window().size() - QSize(letter, letter)
    wanted_size = QSize(letter * DIALOG_WIDTH, letter * DIALOG_HEIGHT)
    dialog.resize(wanted_size.boundedTo(room))
    for splitter in dialog.findChildren(QSplitter):
        files_width = DIALOG_WIDTH - PLACES_WIDTH
        splitter.setSizes([letter * PLACES_WIDTH, letter * files_width])
    for view in dialog.findChildren(QAbstractItemView):
        view.setIconSize(QSize(letter, letter))
    for table in dialog.findChildren(QTreeView):
        table.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        table.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    for tool in dialog.findChildren(QToolButton):
        tool.setIconSize(QSize(letter, letter))
        if tool.objectName() in ("backButton", "forwardButton", "toParentButton"):
            tool.setIcon(_tint_icon(tool.icon(), tool.palette().buttonText().color()))


def translate_rest(dialog: QWidget) -> None:
    """Translate labels that Qt leaves in English: its French translation is incomplete."""
    missing = {
        "&Look in:": _("&Look in:"),
        "Files of &type:": _("Files of &type:"),
        "Page &Set:": _("Page &Set:"),
    }
    for part in dialog.findChildren(QLabel):
        part.setText(missing.get(part.text(), part.text()))


def _tint_icon(icon: QIcon, colour: QColor) -> QIcon:
    """Return one of Qt's icons, which are black or blue, in another colour."""
    drawn = icon.pixmap(TINTED, TINTED)
    with QPainter(drawn) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        painter.fillRect(drawn.rect(), colour)
    return QIcon(drawn)


def destroy(dialog: QWidget) -> None:
    """Delete a dialog at once: its file model would go on watching the folder."""
    shiboken6.delete(dialog)


_last_folder: list[Path] = []
#: Receives the file or folder that is chosen; it isn't called if the dialog is cancelled.
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
    """Ask for a file or a folder, as `ask_path` does, and pass it to `take`."""
    begin = _last_folder[-1] if _last_folder else Path.cwd()
    target = ask_path(parent, title, filters, begin, save, folder=folder)
    if target is None:
        return
    _last_folder[:] = [target if folder else target.parent]
    take(target)


def ask_printer(parent: QWidget, store: Store, made: PrintedDocument) -> QPrinter | None:
    """Ask for a printer for a document; None if the user cancels.

    Paper and duplex are preset from the document. Qt's dialog opens files in the home folder, so
    the store is closed meanwhile.
    """
    # late: a library of Qt's own that printing alone needs
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter

    # late: it needs the same
    from lastdays.ui.widgets.paper import prepare_printer

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    prepare_printer(printer, made)
    with store.resting():
        dialog = QPrintDialog(printer, parent)
        try:
            dialog.setMinMax(1, made.pages)
            translate_rest(dialog)
            return printer if dialog.exec() else None
        finally:
            destroy(dialog)


def file_name_for(name: str) -> str:
    """Turn user text into the name of a group's file, never a path."""
    return _safe_name(name, "group") + SUFFIX


def ask_where_to_save_group(parent: QWidget, title: str, name: str, take: Take) -> None:
    """Ask where to save a group's document."""
    filters = _("Groups (*{suffix})", suffix=SUFFIX)
    _ask(parent, title, filters, take, file_name_for(name))


def ask_file_to_open(parent: QWidget, title: str, take: Take) -> None:
    """Ask which file with a group or a campaign to open."""
    filters = _(
        "Groups, campaigns and rosters (*{suffix} *.json *{campaigns} *.ros *.rosz *.sqlite);;All files "
        "(*)"
    )
    _ask(parent, title, filters.format(suffix=SUFFIX, campaigns=CAMPAIGN_SUFFIX), take)


def ask_where_to_save_campaign(parent: QWidget, title: str, name: str, take: Take) -> None:
    """Ask where to save the file of a campaign."""
    filters = _("Campaigns (*{suffix})", suffix=CAMPAIGN_SUFFIX)
    _ask(parent, title, filters, take, _safe_name(name, "campaign") + CAMPAIGN_SUFFIX)


def ask_where_to_save_shared(parent: QWidget, name: str, suffix: str, take: Take) -> None:
    """Ask where to save a file with this suffix that shares a group or a campaign."""
    filters = _("Files (*{suffix})", suffix=suffix)
    _ask(parent, _("Save"), filters, take, _safe_name(name, "group") + suffix)


#: Names that Windows keeps for its devices, whatever their suffix.
_DEVICES = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])", re.IGNORECASE)


#: The most characters of a file's name, without its suffix.
LONGEST_NAME = 60


def _safe_name(name: str, other: str) -> str:
    """Return a name as any system can store it: its letters of any script with their marks, digits,
    spaces and dashes; `other` if none is left."""
    kept = "".join(letter for letter in name if _is_kept(letter))
    safe = kept.strip()[:LONGEST_NAME].strip()
    if _DEVICES.fullmatch(safe):
        return f"{safe}-{other}"
    return safe or other


def _is_kept(letter: str) -> bool:
    is_of_a_word = unicodedata.category(letter)[0] in "LMN"
    return is_of_a_word or letter in "_- \u200c\u200d"


def ask_picture_file(parent: QWidget, title: str, take: Take) -> None:
    """Ask which picture to take."""
    suffixes = "*.png *.jpg *.jpeg *.webp *.heic *.heif *.avif *.gif *.bmp *.tif *.tiff"
    filters = _("Pictures ({suffixes});;All files (*)", suffixes=suffixes)
    _ask(parent, title, filters, take)


def ask_pack_file(parent: QWidget, take: Take) -> None:
    """Ask which content pack to add."""
    filters = _("Content packs (*{suffix});;All files (*)", suffix=".zip")
    _ask(parent, _("Add a content pack"), filters, take)


def ask_where_to_save_pdf(parent: QWidget, name: str, take: Take) -> None:
    """Ask where to save a PDF."""
    _ask(parent, _("Save as PDF"), _("PDF (*.pdf)"), take, _safe_name(name, "cards") + ".pdf")


def ask_where_to_save_chart(parent: QWidget, name: str, take: Take) -> None:
    """Ask where to save a chart, in the format of the name's suffix."""
    stem, _dot, kind = name.rpartition(".")
    suffix = f".{kind}"

    def take_with_suffix(target: Path) -> object:
        if target.suffix:
            return take(target)
        return take(target.with_suffix(suffix))

    filters = _("PNG (*.png)") if kind == "png" else _("SVG (*.svg)")
    suggested = _safe_name(stem, "chart") + suffix
    _ask(parent, _("Save the chart"), filters, take_with_suffix, suggested)


def ask_folder(parent: QWidget, title: str, take: Take) -> None:
    """Ask for a folder."""
    _ask(parent, title, _("Folders"), take, folder=True)


def free_folder(parent: Path, name: str) -> Path:
    """Return the path of a new folder named after user text."""
    safe = _safe_name(name, "cards")
    folder = parent / safe
    number = 1
    while folder.exists():
        number += 1
        folder = parent / f"{safe} {number}"
    return folder


def ask_store_file(parent: QWidget, take: Take) -> None:
    """Ask which store to open."""
    _ask(parent, _("Open another store"), _("Stores (*.sqlite);;All files (*)"), take)


def ask_where_to_save_backup(parent: QWidget, name: str, take: Take) -> None:
    """Ask where to write a backup of the store."""
    _ask(parent, _("Back up everything"), _("Stores (*.sqlite)"), take, name)
