"""Who plays: a side from a group, a side made up in a minute."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from lastdays.language import _, ngettext, short
from lastdays.model.group import Group, Member
from lastdays.model.limits import Limit
from lastdays.model.worked import given, names_of
from lastdays.rulebook import Catalogue
from lastdays.rulebook.entries import Gear
from lastdays.tabletop.last_days.setup import Entrant, entrant_of, quick_member
from lastdays.ui.services import Services
from lastdays.ui.tracker.muster import Muster
from lastdays.ui.widgets.offers import Meters
from lastdays.ui.widgets.parts import (
    Flow,
    OneLine,
    Picker,
    allow,
    button,
    clear,
    column,
    holder,
    label,
    row,
    typed,
)


class EntrantForm(QWidget):
    """One side; `changed` says that it is another now."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.role = ""

    @abstractmethod
    def value(self) -> Entrant:
        """Return the side as the form has it."""

    def allow(self, most: int | None) -> None:
        """Say how many the Encounter deploys, None for everyone."""


class GroupForm(EntrantForm):
    """A group of the campaign: each member deployed, held back or missing."""

    def __init__(self, services: Services, group: Group) -> None:
        super().__init__()
        self.catalogue = services.catalogue
        self.group = group
        self._by_hand = False
        self._most: int | None = None
        leading = group.leading
        ordered = sorted(group.active, key=lambda m: leading is None or m.id != leading.id)
        self.order = [m.id for m in ordered]
        self.muster = Muster(services.theme, group, services.catalogue)
        self.muster.changed.connect(self._chosen)
        self.boxes = {member: line.switch for member, line in self.muster.rows.items()}
        self.meter = Meters(services.theme, _("How many are deployed"), 2)
        worked = given(group, services.catalogue)
        again = ngettext(
            "{perk}: {n} failed Ammo Roll may be rolled again.",
            "{perk}: {n} failed Ammo Rolls may be rolled again.",
            worked.ammo_rerolls,
        ).format(perk=names_of(worked.ammo), n=worked.ammo_rerolls)
        self.note = label(again, "well", wrap=True)
        self.note.setVisible(bool(worked.ammo))
        self.setLayout(column(self.meter, self.note, self.muster, 1, spacing=6, margin=6))
        self._count()

    def _chosen(self) -> None:
        self._by_hand = True
        self._count()
        self.changed.emit()

    def _count(self) -> None:
        """Show how many are deployed, of those who may be."""
        parts = [str(box.currentData()) for box in self.boxes.values()]
        most = len(parts) if self._most is None else self._most
        counts = [
            Limit(_("Deployed"), parts.count("deployed"), most),
            Limit(_("Held back or missing"), len(parts) - parts.count("deployed"), len(parts)),
        ]
        self.meter.show_limits(counts)

    def allow(self, most: int | None) -> None:
        """Deploy the Leader and the first others, until somebody chooses otherwise."""
        self._most = most
        if not self._by_hand:
            for n, member in enumerate(self.order):
                deployed = most is None or n < most
                self.boxes[member].setCurrentIndex(0 if deployed else 1)
        self._count()

    def value(self) -> Entrant:
        parts = {m: str(box.currentData()) for m, box in self.boxes.items()}
        return entrant_of(self.group, self.catalogue, parts, self.role)


class QuickForm(EntrantForm):
    """A side of no campaign, model by model: type, name, weapons; the next one like the last."""

    removed = Signal()

    def __init__(self, services: Services, name: str) -> None:
        super().__init__()
        self.catalogue: Catalogue = services.catalogue
        self.members: list[Member] = []
        self._out: list[tuple[int, Member]] = []
        self._count = 0
        self.name = QLineEdit(name)
        self.name.setAccessibleName(_("The side's name"))
        self.name.setMaxLength(60)
        self.name.textEdited.connect(lambda _t: self.changed.emit())
        self.kind = Picker()
        self.kind.setAccessibleName(_("Type"))
        for entry in self.catalogue.characters.values():
            self.kind.addItem(entry.name, entry.key)
        self.kind.currentIndexChanged.connect(lambda _n: self._kind_chosen())
        self.model_name = QLineEdit()
        self.model_name.setPlaceholderText(_("name, or none"))
        self.model_name.setToolTip(_("name, or none"))
        self.model_name.setAccessibleName(_("The model's name"))
        self.model_name.setMaxLength(60)
        self.model_name.returnPressed.connect(self.add)
        self.gun = self._weapons(_("Firearm"), _("no firearm"), self.catalogue.firearms.values())
        self.gun.setCurrentIndex(max(0, self.gun.findData("revolver")))
        self.blade = self._weapons(
            _("Close-combat weapon"),
            _("no close-combat weapon"),
            self.catalogue.close_combat.values(),
        )
        self.blade.setCurrentIndex(max(0, self.blade.findData("knife")))
        self.extra = self._weapons(
            _("Equipment"), _("no equipment"), self.catalogue.equipment.values()
        )
        self.add_button = button(_("&Add this model"), self.add, "first")
        self.list_box = column(spacing=3)
        self.remove_button = button(_("Remove this side"), self.removed.emit)
        self.setLayout(
            column(
                holder(Flow(label(_("Side:")), self.name, self.remove_button)),
                holder(
                    Flow(
                        self.kind,
                        self.model_name,
                        self.gun,
                        self.blade,
                        self.extra,
                        self.add_button,
                    )
                ),
                holder(self.list_box),
                1,
                spacing=6,
                margin=6,
            )
        )

    def _weapons(self, name: str, none: str, entries: Iterable[Gear]) -> Picker:
        box = Picker()
        box.setAccessibleName(name)
        box.addItem(none, "")
        for entry in entries:
            box.addItem(entry.name, entry.key)
        return box

    def _kind_chosen(self) -> None:
        animal = self.catalogue.character(str(self.kind.currentData())).animal
        for box in (self.gun, self.blade, self.extra):
            allow(box, not animal, _("An animal carries no weapons"))

    def add(self) -> None:
        """Add one more model; number a name that is already there."""
        kind = str(self.kind.currentData())
        animal = self.catalogue.character(kind).animal
        boxes = () if animal else (self.gun, self.blade, self.extra)
        gear = [str(b.currentData()) for b in boxes if b.currentData()]
        base = " ".join(self.model_name.text().split())
        base = base or self.catalogue.character(kind).name
        taken = {m.name for m in (*self.members, *(m for _at, m in self._out))}
        name, n = base, 2
        while name in taken:
            name, n = f"{base} {n}", n + 1
        self._count += 1
        self.members.append(quick_member(kind, name, gear, self.catalogue, f"q{self._count}"))
        self.model_name.clear()
        if len(self.members) == 1 and self.catalogue.character(kind).leader:
            first = next((c.key for c in self.catalogue.followers()), kind)
            self.kind.setCurrentIndex(self.kind.findData(first))
        self._list()
        self.changed.emit()

    def _take_out(self, member: str) -> None:
        at = next(n for n, m in enumerate(self.members) if m.id == member)
        self._out.append((at, self.members.pop(at)))
        self._list()
        self.changed.emit()

    def _bring_back(self) -> None:
        self.members.insert(*self._out.pop())
        self._list()
        self.changed.emit()

    def _list(self) -> None:
        clear(self.list_box)
        leader = self._leader()
        for member in self.members:
            items = ", ".join(self.catalogue.gear(i.key).name for i in member.gear)
            star = " ★" if member.id == leader else ""
            line = OneLine()
            kind = self.catalogue.character(member.type).name
            line.setText(f"{member.name}{star} · {kind} · {items or _('nothing')}")
            out = button(_("Remove"), partial(self._take_out, member.id), "quiet")
            out.setAccessibleName(_("Remove {name}").format(name=member.name))
            layout = row(line, out)
            layout.setStretch(0, 1)
            self.list_box.addWidget(holder(layout))
        if self._out:
            name = typed(short(self._out[-1][1].name, 26))
            text = _("Bring back {what}").format(what=name)
            self.list_box.addWidget(holder(Flow(button(text, self._bring_back, "quiet"))))

    def _leader(self) -> str:
        for member in self.members:
            if self.catalogue.character(member.type).leader:
                return member.id
        return self.members[0].id if self.members else ""

    def value(self) -> Entrant:
        return Entrant(
            name=" ".join(self.name.text().split()) or _("A side"),
            members=tuple(self.members),
            leader=self._leader(),
            role=self.role,
        )
