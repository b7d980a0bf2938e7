"""The few dialogs there are: choosing files."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from lastdays.campaign.documents import SUFFIX
from lastdays.language import _


def file_name_for(name: str) -> str:
    """A name typed by people as a file's name: never a path."""
    safe = re.sub(r"[^\w\- ]+", "", name).strip()[:60] or "group"
    return f"{safe}{SUFFIX}"


def save_name(parent: QWidget, title: str, name: str) -> Path | None:
    """Where to save a group's document; None if the user thinks better of it."""
    chosen, _filter = QFileDialog.getSaveFileName(
        parent, title, file_name_for(name), _("Groups (*{suffix})").format(suffix=SUFFIX)
    )
    return Path(chosen) if chosen else None


def open_name(parent: QWidget, title: str) -> Path | None:
    """Which group document to open."""
    chosen, _filter = QFileDialog.getOpenFileName(
        parent, title, "", _("Groups (*{suffix} *.json);;All files (*)").format(suffix=SUFFIX)
    )
    return Path(chosen) if chosen else None


def picture_name(parent: QWidget, title: str) -> Path | None:
    """Which picture to take."""
    chosen, _filter = QFileDialog.getOpenFileName(
        parent, title, "", _("Pictures (*.png *.jpg *.jpeg *.webp *.gif *.bmp);;All files (*)")
    )
    return Path(chosen) if chosen else None


def pdf_name(parent: QWidget, name: str) -> Path | None:
    """Where to save a PDF."""
    safe = re.sub(r"[^\w\- ]+", "", name).strip()[:60] or "cards"
    chosen, _filter = QFileDialog.getSaveFileName(
        parent, _("Save as PDF"), f"{safe}.pdf", _("PDF (*.pdf)")
    )
    return Path(chosen) if chosen else None


def backup_name(parent: QWidget, name: str) -> Path | None:
    """Where to write a backup of the store."""
    chosen, _filter = QFileDialog.getSaveFileName(
        parent, _("Back up everything"), name, _("Stores (*.sqlite)")
    )
    return Path(chosen) if chosen else None
