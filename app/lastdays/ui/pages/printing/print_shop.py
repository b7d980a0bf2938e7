"""Cards for a print shop: each side by itself with bleed, as a PDF or as pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QMenu

from lastdays.campaign.print_choice import PrintChoice, for_print_shop
from lastdays.campaign.print_jobs import ReadGroup
from lastdays.files import write_whole
from lastdays.language import _, ngettext
from lastdays.pdf.content import PrintedDocument
from lastdays.ui.pages.printing.sending import Sending
from lastdays.ui.services import Services
from lastdays.ui.widgets.dialogs import folder_name, free_folder, pdf_name
from lastdays.ui.widgets.paper import Told
from lastdays.ui.widgets.parts import button

#: A name for the files, what is chosen of each group, and the groups as they were read.
Order = tuple[str, Mapping[str, PrintChoice], Mapping[str, ReadGroup]]


class PrintShop:
    """A button with a menu of what print shops take; `order` says what is sent."""

    def __init__(self, services: Services, sending: Sending, order: Callable[[], Order]) -> None:
        self._services = services
        self._sending = sending
        self._order = order
        self.button = button(
            _("For a print shop"), hint=_("Each side of a card by itself, with bleed")
        )
        menu = QMenu(self.button)
        menu.addAction(_("One card a page (PDF)…")).triggered.connect(self._save_pages)
        for dpi in (300, 600):
            text = _("Pictures at {dpi} dpi (PNG)…").format(dpi=dpi)
            menu.addAction(text).triggered.connect(partial(self._save_pictures, dpi))
        self.button.setMenu(menu)

    def _save_pages(self) -> None:
        name = _("{group} one card a page").format(group=self._order()[0])
        target = pdf_name(self.button, name)
        if target is not None:
            self.export(target)

    def _save_pictures(self, dpi: int) -> None:
        folder = folder_name(self.button, _("Folder for the pictures"))
        if folder is not None:
            self.export(free_folder(folder, _("{group} cards").format(group=self._order()[0])), dpi)

    def export(self, target: Path, dpi: int = 0) -> None:
        """Write what is chosen: a PDF, or a folder of pictures of so many dots an inch."""
        _name, choices, read = self._order()
        groups = {group: for_print_shop(choice) for group, choice in choices.items()}
        printing = self._services.printing
        total = sum(read[group].count(choice) for group, choice in groups.items())

        def write(told: Told) -> PrintedDocument:
            made = printing.make(groups, read=read, progress=None if dpi else told)
            if dpi:
                printing.save_pictures(made, target, dpi, told)
            else:
                write_whole(target, made.pdf)
            return made

        def written(made: PrintedDocument) -> str:
            words = _wrote_pictures(made, target) if dpi else wrote(made, target)
            self._services.done(lambda: printing.printed(groups), words)
            return words

        words = _("Writing {file}…").format(file=target.name)
        self._sending.run(write, written, words, 2 * total if dpi else total)


def wrote(made: PrintedDocument, target: Path) -> str:
    """Return the sentence that says where a document is."""
    return ngettext("Wrote {file}, {n} page.", "Wrote {file}, {n} pages.", made.pages).format(
        file=target, n=made.pages
    )


def _wrote_pictures(made: PrintedDocument, target: Path) -> str:
    return ngettext(
        "Wrote {n} picture to {file}.", "Wrote {n} pictures to {file}.", made.pages
    ).format(file=target, n=made.pages)
