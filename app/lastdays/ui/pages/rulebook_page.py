"""The rulebook's data, to look things up: every entry with its page."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit

from lastdays.language import _
from lastdays.postgame.supplies import cell_in_words
from lastdays.rulebook import (
    CHARACTERISTICS,
    Catalogue,
    keyword_name,
    skill_type_name,
)
from lastdays.rulebook.entries import Entry
from lastdays.rulebook.rulings import rulings
from lastdays.ui.models.items import gear_detail
from lastdays.ui.models.tables import TableModel, TableRow
from lastdays.ui.services import Services
from lastdays.ui.widgets.head import Head
from lastdays.ui.widgets.page import Page
from lastdays.ui.widgets.parts import Picker, column, label
from lastdays.ui.widgets.views import ChoiceTable


def book_rows(catalogue: Catalogue) -> list[tuple[str, str, str, int]]:
    """Return of every entry its chapter, its name, what it says and its page."""
    rows: list[tuple[str, str, str, int]] = []
    for refused in catalogue.refused_packs:
        pack, _colon, fault = refused.partition(": ")
        rows.append((_("Content packs left out"), pack, fault, 0))
    for kind in catalogue.characters.values():
        numbers = " ".join(f"{k} {kind.profile[k]}" for k in CHARACTERISTICS)  # type: ignore[index]
        rules = ", ".join(catalogue.trait_name(t) for t in kind.rules)
        skills = ", ".join(skill_type_name(t) for t in kind.skill_types)
        text = f"{keyword_name(kind.keyword)}, {kind.cost} · {numbers}"
        text += f" · {rules}" if rules else ""
        text += f" · {skills}" if skills else ""
        chapter = _("Leaders") if kind.leader else _("Characters")
        rows.append((chapter, kind.name, text, kind.page))
    for gear in catalogue.all_gear():
        chapter = _("Equipment") if gear.key in catalogue.equipment else _("Weapons")
        text = gear_detail(gear.key, catalogue).partition(": ")[2]
        if gear.cost is not None:
            text += _(" · {n} points").format(n=gear.cost)
        if gear.rarity is not None:
            text += _(", rarity {n}").format(n=gear.rarity)
        rows.append((chapter, gear.name + ("*" if gear.trained else ""), text, gear.page))
    rows += [(_("Skills"), s.name, s.summary, s.page) for s in catalogue.skills.values()]
    rows += [(_("Attributes"), a.name, a.summary, a.page) for a in catalogue.attributes.values()]
    for refuge in catalogue.refuges.values():
        perks = ", ".join(catalogue.perks[p].name for p in refuge.built_in)
        text = _("holds {n}, {spaces} Empty Spaces · {perks}").format(
            n=refuge.max_size, spaces=refuge.empty_spaces, perks=perks
        )
        rows.append((_("Refuges"), refuge.name, text, refuge.page))
    rows += [
        (_("Perks"), p.name, _("{n} points. ").format(n=p.cost) + p.summary, p.page)
        for p in catalogue.perks.values()
    ]
    for injury in catalogue.injuries.values():
        totals = ", ".join(str(t) for t in injury.totals)
        rows.append((_("Injuries"), f"{totals}: {injury.name}", injury.summary, injury.page))
    for total, names in sorted(catalogue.characteristic_table.items()):
        text = " / ".join(f"+1 {n}" for n in names)
        rows.append((_("Levels"), _("2D6: {n}").format(n=total), text, 89))
    for table, keys in catalogue.skill_tables.items():
        text = ", ".join(f"{n} {catalogue.skills[key].name}" for n, key in enumerate(keys, start=1))
        rows.append((_("Levels"), _("{t} skills").format(t=skill_type_name(table)), text, 90))
    costs = ", ".join(str(c) for c in catalogue.level_costs)
    rows.append((_("Levels"), _("Cost of Levels 1–10"), costs, 88))
    for number, cells in sorted(catalogue.supply_rows.items()):
        for label_text, cell in zip(catalogue.supply_columns, cells, strict=True):
            rows.append(
                (
                    _("Supply table"),
                    _("row {row}, column {column}").format(row=number, column=label_text),
                    cell_in_words(cell, catalogue),
                    92,
                )
            )
    rows += [
        (
            _("Encounters"),
            f"{e.number}: {e.name}",
            " ".join((e.summary, *(step.said for step in e.setup))),
            e.page,
        )
        for e in catalogue.encounters.values()
    ]
    rows += [(_("Rulings"), _("Ruling {n}").format(n=r.number), r.text, 0) for r in rulings()]
    return rows


def other_names(catalogue: Catalogue) -> dict[str, str]:
    """Return what the book calls entries elsewhere, by the name they have here."""
    entries: list[Entry] = [*catalogue.all_gear(), *catalogue.skills.values()]
    entries += [*catalogue.attributes.values(), *catalogue.perks.values()]
    return {entry.name: " ".join(entry.also) for entry in entries if entry.also}


class RulebookPage(Page):
    """A table of entries that a chapter and a few letters narrow down."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.rows = book_rows(services.catalogue)
        self.others = other_names(services.catalogue)
        self.chapter = Picker()
        self.chapter.setAccessibleName(_("Chapter"))
        self.chapter.addItem(_("All chapters"), "")
        for chapter in dict.fromkeys(entry[0] for entry in self.rows):
            self.chapter.addItem(chapter, chapter)
        self.chapter.currentIndexChanged.connect(lambda _n: self._filter())
        self.search = QLineEdit()
        self.search.setPlaceholderText(_("Search"))
        self.search.setAccessibleName(_("Search the rulebook"))
        self.search.textChanged.connect(lambda _t: self._filter())
        self.model = TableModel((_("Name"), _("What it does"), _("Page"), _("Chapter")), (2,))
        self.table = ChoiceTable(self.model, _("Rulebook"), stretch=1, wrap=True)
        packs = services.catalogue.packs
        refused = services.catalogue.refused_packs
        text = _("Content packs: {names}").format(names=", ".join(packs)) if packs else ""
        left = _("Left out: {names}").format(
            names=", ".join(dict.fromkeys(r.partition(":")[0] for r in refused))
        )
        self.packs = label(
            " · ".join(filter(None, (text, left if refused else ""))), "faint", wrap=True
        )
        self.packs.setVisible(bool(packs or refused))
        outer = column(
            self.packs,
            self.table,
            margin=12,
        )
        outer.setStretch(1, 1)
        self.head = Head(_("Rulebook"), self.chapter, self.search)
        self.setLayout(outer)
        self._filter()

    def look_up(self, search: str) -> None:
        """Show what a search finds; what was searched before, where none is given."""
        if search:
            self.chapter.setCurrentIndex(0)
            self.search.setText(search)

    def find_here(self) -> None:
        """Put the keyboard into the search."""
        self.search.setFocus()
        self.search.selectAll()

    def _searched(self, where: str, name: str, text: str) -> str:
        """Return what a search looks at in a row."""
        return f"{where} {name} {self.others.get(name.rstrip('*'), '')} {text}".casefold()

    def _filter(self) -> None:
        chapter = str(self.chapter.currentData())
        wanted = self.search.text().casefold().split()
        found = [
            TableRow(str(n), (name, text, str(page or ""), where), text)
            for n, (where, name, text, page) in enumerate(self.rows)
            if (not chapter or where == chapter)
            and all(word in self._searched(where, name, text) for word in wanted)
        ]
        self.model.set_rows(found)
