"""The few dialogs there are: choosing files, and a printer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from lastdays.campaign.documents import CAMPAIGN_SUFFIX, SUFFIX
from lastdays.language import _
from lastdays.store import Store

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter
    from PySide6.QtWidgets import QWidget

    from lastdays.pdf.content import PrintedDocument

_last_folder: list[Path] = []


def _chosen(
    parent: QWidget, title: str, filters: str, save: str | None = None, *, folder: bool = False
) -> Path | None:
    """Ask for a file: one to open, or where to save under the name `save`; or for a folder."""
    # late: 10 ms, the start needs none of what a dialog is made of
    from lastdays.ui.widgets.file_dialog import choose

    begin = _last_folder[-1] if _last_folder else Path.cwd()
    chosen = choose(parent, title, filters, begin, save, folder=folder)
    if chosen is not None:
        _last_folder[:] = [chosen if folder else chosen.parent]
    return chosen


def printer_chosen(parent: QWidget, store: Store, made: PrintedDocument) -> QPrinter | None:
    """Ask for a printer for a document; None if the user thinks better of it.

    Paper and duplex are those of the document until somebody chooses others. Qt's dialog looks
    through the home folder and opens what it finds there: meanwhile the store is let go.
    """
    # late: 4 ms, a library of Qt's own that printing alone needs
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter

    # late: 80 ms, it needs the same
    from lastdays.ui.widgets.file_dialog import destroy, say_the_rest
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
    safe = re.sub(r"[^\w\- ]+", "", name).strip()[:60] or "group"
    return f"{safe}{SUFFIX}"


def save_name(parent: QWidget, title: str, name: str) -> Path | None:
    """Ask where to save a group's document; None if the user thinks better of it."""
    filters = _("Groups (*{suffix})").format(suffix=SUFFIX)
    return _chosen(parent, title, filters, file_name_for(name))


def open_name(parent: QWidget, title: str) -> Path | None:
    """Ask which file of a group or a campaign to open."""
    filters = _(
        "Groups, campaigns and rosters (*{suffix} *.json *{campaigns} *.ros *.rosz);;All files (*)"
    )
    return _chosen(parent, title, filters.format(suffix=SUFFIX, campaigns=CAMPAIGN_SUFFIX))


def campaign_name(parent: QWidget, title: str, name: str) -> Path | None:
    """Ask where to save the file of a campaign; None if the user thinks better of it."""
    filters = _("Campaigns (*{suffix})").format(suffix=CAMPAIGN_SUFFIX)
    return _chosen(parent, title, filters, _safe(name, "campaign") + CAMPAIGN_SUFFIX)


def told_name(parent: QWidget, name: str, suffix: str) -> Path | None:
    """Ask where to save what is told of a group or a campaign, with this suffix."""
    filters = _("Files (*{suffix})").format(suffix=suffix)
    return _chosen(parent, _("Save"), filters, _safe(name, "group") + suffix)


def _safe(name: str, other: str) -> str:
    return re.sub(r"[^\w\- ]+", "", name).strip()[:60] or other


def picture_name(parent: QWidget, title: str) -> Path | None:
    """Ask which picture to take."""
    return _chosen(
        parent, title, _("Pictures (*.png *.jpg *.jpeg *.webp *.gif *.bmp);;All files (*)")
    )


def pdf_name(parent: QWidget, name: str) -> Path | None:
    """Ask where to save a PDF."""
    safe = re.sub(r"[^\w\- ]+", "", name).strip()[:60] or "cards"
    return _chosen(parent, _("Save as PDF"), _("PDF (*.pdf)"), f"{safe}.pdf")


def plot_name(parent: QWidget, name: str) -> Path | None:
    """Ask where to save a plot; its ending says as what."""
    stem, _dot, kind = name.rpartition(".")
    safe = re.sub(r"[^\w\- ]+", "", stem).strip()[:60] or "plot"
    filters = _("PNG (*.png)") if kind == "png" else _("SVG (*.svg)")
    chosen = _chosen(parent, _("Save the plot"), filters, f"{safe}.{kind}")
    return chosen if chosen is None or chosen.suffix else chosen.with_suffix(f".{kind}")


def folder_name(parent: QWidget, title: str) -> Path | None:
    """Ask for a folder; None if the user thinks better of it."""
    return _chosen(parent, title, _("Folders"), folder=True)


def free_folder(parent: Path, name: str) -> Path:
    """Return a folder that isn't there yet, named after what people typed."""
    safe = re.sub(r"[^\w\- ]+", "", name).strip()[:60] or "cards"
    found, n = parent / safe, 1
    while found.exists():
        n += 1
        found = parent / f"{safe} {n}"
    return found


def store_name(parent: QWidget) -> Path | None:
    """Ask which store to open."""
    filters = _("Stores (*.sqlite);;All files (*)")
    return _chosen(parent, _("Open another store"), filters)


def backup_name(parent: QWidget, name: str) -> Path | None:
    """Ask where to write a backup of the store."""
    return _chosen(parent, _("Back up everything"), _("Stores (*.sqlite)"), name)
