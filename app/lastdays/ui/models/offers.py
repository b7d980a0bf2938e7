"""Rows of what can be taken: Character types, gear, Refuges, members, each with its drawing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from lastdays.language import _
from lastdays.ui.models.cells import EntryRole
from lastdays.ui.models.tables import TableModel, TableRow

Index = QModelIndex | QPersistentModelIndex
OfferRole = Qt.ItemDataRole.UserRole + 7


class OfferRow(TableRow, frozen=True):
    """A row with a drawing. `edge`: a Keyword, shown as a coloured edge; `line`: what is said below
    the name; `why_not`: what speaks against taking it, said there instead; `taken`: how many have
    been; `drawings`: what else is drawn at the end of the name; `pack`: the content pack it comes
    from, which badges it."""

    drawing: str = ""
    edge: str = ""
    line: str = ""
    why_not: str = ""
    taken: int = 0
    drawings: tuple[str, ...] = ()
    fresh: bool = False
    pack: str = ""

    @property
    def below(self) -> str:
        """Return what is said below the name, the content pack that it comes from included."""
        pack = _("content pack {name}").format(name=self.pack) if self.pack else ""
        return self.why_not or " · ".join(filter(None, (pack, self.line)))

    @property
    def spoken(self) -> str:
        """Return the row's name as it is read out."""
        pack = _("content pack {name}").format(name=self.pack) if self.pack else ""
        taken = f"× {self.taken}" if self.taken else ""
        parts = (self.cells[0], pack, self.line, self.why_not, taken)
        return ", ".join(filter(None, parts))


class OffersModel(TableModel):
    """Offers under headings."""

    def show_offers(self, offers: Sequence[OfferRow]) -> None:
        """Show offers; where they are about the same things, what is chosen stays so."""
        if [o.key for o in offers] != [r.key for r in self.rows]:
            self.set_rows(list(offers))
        elif list(offers) != self.rows:
            self.rows = list(offers)
            last = self.index(len(offers) - 1, len(self.headings) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role in (OfferRole, Qt.ItemDataRole.AccessibleTextRole) and index.isValid():
            offer = self.rows[index.row()]
            if role == OfferRole or not isinstance(offer, OfferRow):
                return offer
            return offer.spoken if index.column() == 0 else offer.cells[index.column()]
        if role == EntryRole and index.isValid():
            return self.rows[index.row()].cells[0].removesuffix(" *")  # of starred gear
        return super().data(index, role)
