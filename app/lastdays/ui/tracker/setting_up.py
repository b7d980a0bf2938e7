"""Setting up a game at the table: sides from groups, sides made up on the spot, and who is
deployed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from lastdays.language import _, ngettext, short, titled
from lastdays.model.group import Group, Member
from lastdays.model.limits import Limit
from lastdays.model.recruiting import Recruit, given, make_member, names_of
from lastdays.rulebook.entries import Gear
from lastdays.tabletop.last_days.setup import Entrant, entrant_of
from lastdays.ui.forms.form import text_field
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.pieces import Plate
from lastdays.ui.widgets.offers import Meters
from lastdays.ui.widgets.parts import (
    Flow,
    OneLine,
    Picker,
    Pictogram,
    allow,
    button,
    clear,
    column,
    holder,
    label,
    row,
    typed,
)
from lastdays.ui.widgets.tabs import ChoiceRow, RowChoice

#: The most items of a member that are drawn.
GEAR_MOST = 5
#: The most letters in the name of a side or a model.
NAME_MOST = 60


class EntrantForm(QWidget):
    """One side; `changed` is emitted when it is edited."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.role = ""

    @abstractmethod
    def value(self) -> Entrant:
        """Return the side as entered."""

    def allow(self, most: int | None) -> None:
        """Set how many the Encounter deploys, None for everyone."""


class GroupForm(EntrantForm):
    """A group of the campaign: each member deployed, held back or missing."""

    def __init__(self, services: Services, group: Group) -> None:
        super().__init__()
        self.catalogue, self.group = services.catalogue, group
        self._by_hand = False
        self._most: int | None = None
        leading = group.leading
        ordered = sorted(group.active, key=lambda m: leading is None or m.id != leading.id)
        #: Each member's part, the Leader's first, and the control that chooses it.
        self.parts = {member.id: "deployed" for member in ordered}
        self.switches = {member.id: self._switch(member) for member in ordered}
        self.meter = Meters(_("How many are deployed"), 2)
        worked = given(group, services.catalogue)
        again = ngettext(
            "{perk}: {n} failed Ammo Roll may be rolled again.",
            "{perk}: {n} failed Ammo Rolls may be rolled again.",
            worked.ammo_rerolls,
            perk=names_of(worked.ammo),
        )
        note = label(again, "well", wrap=True)
        note.setVisible(bool(worked.ammo))
        rows = [self._row(services.theme, member) for member in group.active]
        members = holder(column(*rows, spacing=3))
        self.setLayout(column(self.meter, note, members, 1, spacing=6, margin=6))
        self._show()

    def _switch(self, member: Member) -> ChoiceRow:
        parts = {"deployed": _("deployed"), "held-back": _("held back"), "missing": _("missing")}
        ways = {key: RowChoice(text, titled(member.name, text)) for key, text in parts.items()}
        made = ChoiceRow(_("{name} is", name=member.name), ways)
        made.chosen.connect(partial(self._choose, member.id))
        return made

    def _row(self, theme: Theme, member: Member) -> QWidget:
        """Return a member as a row: Keyword edge, name and type, part, gear."""
        kind, leading = self.catalogue.character(member.type), self.group.leading
        star = " ★" if leading is not None and member.id == leading.id else ""
        gear = [self.catalogue.gear(item.key) for item in member.gear][:GEAR_MOST]
        made = Plate(theme, "panel", f"keyword_{kind.keyword}" if kind.keyword else "edge")
        names = column(
            OneLine("cardname", member.name + star), OneLine("faint", kind.name), spacing=0
        )
        drawn = row(*(Pictogram(theme, entry.drawing, entry.name) for entry in gear), 1, spacing=6)
        made.setLayout(
            row((names, 2), self.switches[member.id], (drawn, 3), margin=(theme.px(13), 3, 4, 3))
        )
        return made

    def _choose(self, member: str, part: str) -> None:
        self._by_hand = True
        self.parts[member] = part
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        """Show each part, and how many of the allowed number are deployed."""
        for member, part in self.parts.items():
            self.switches[member].show_chosen(part)
        deployed, all_ = list(self.parts.values()).count("deployed"), len(self.parts)
        most = all_ if self._most is None else self._most
        others = Limit(_("Held back or missing"), all_ - deployed, all_)
        self.meter.show_limits((Limit(_("Deployed"), deployed, most), others))

    def allow(self, most: int | None) -> None:
        """Deploy the Leader and then the first others, until somebody chooses otherwise."""
        self._most = most
        if not self._by_hand:
            for n, member in enumerate(self.parts):
                self.parts[member] = "deployed" if most is None or n < most else "held-back"
        self._show()

    def value(self) -> Entrant:
        return entrant_of(self.group, self.catalogue, self.parts, self.role)


def _gear_picker(name: str, none: str, entries: Iterable[Gear], usual: str = "") -> Picker:
    """Return a choice of gear or none; `usual` is preselected."""
    made = Picker(name=name)
    made.offer([(none, ""), *((entry.name, entry.key) for entry in entries)], usual)
    return made


class QuickForm(EntrantForm):
    """A side outside the campaign, entered model by model: type, name, weapons."""

    removed = Signal()

    def __init__(self, services: Services, name: str) -> None:
        super().__init__()
        catalogue = self.catalogue = services.catalogue
        self.members: list[Member] = []
        self._out: list[tuple[int, Member]] = []
        self._count = 0
        self.name = text_field(_("The side's name"))
        self.name.setText(name)
        self.name.textEdited.connect(lambda _t: self.changed.emit())
        self.kind = Picker(((c.name, c.key) for c in catalogue.characters.values()), _("Type"))
        self.kind.currentIndexChanged.connect(lambda _n: self._kind_chosen())
        self.model_name = text_field(_("The model's name"), _("name, or none"))
        self.model_name.setToolTip(_("name, or none"))
        self.model_name.returnPressed.connect(self.add)
        for field in (self.name, self.model_name):
            field.setMaxLength(NAME_MOST)
        guns, blades = catalogue.firearms.values(), catalogue.close_combat.values()
        equipment = catalogue.equipment.values()
        self.gun = _gear_picker(_("Firearm"), _("no firearm"), guns, "revolver")
        self.blade = _gear_picker(
            _("Close-combat weapon"), _("no close-combat weapon"), blades, "knife"
        )
        self.extra = _gear_picker(_("Equipment"), _("no equipment"), equipment)
        self.carried = (self.gun, self.blade, self.extra)
        self.add_button = button(_("&Add this model"), self.add, "first")
        self.list_box = column(spacing=3)
        self.remove_button = button(_("Remove this side"), self.removed.emit)
        model = Flow(self.kind, self.model_name, *self.carried, self.add_button)
        side = Flow(label(_("Side:")), self.name, self.remove_button)
        lines = map(holder, (side, model, self.list_box))
        self.setLayout(column(*lines, 1, spacing=6, margin=6))

    def _kind_chosen(self) -> None:
        animal = self.catalogue.character(str(self.kind.currentData())).animal
        for box in self.carried:
            allow(box, not animal, _("An animal carries no weapons"))

    def add(self) -> None:
        """Add a model, numbering a name that is taken."""
        kind = str(self.kind.currentData())
        animal = self.catalogue.character(kind).animal
        boxes = () if animal else self.carried
        gear = tuple(str(b.currentData()) for b in boxes if b.currentData())
        base = " ".join(self.model_name.text().split())
        base = base or self.catalogue.character(kind).name
        taken = {m.name for m in (*self.members, *(m for _at, m in self._out))}
        name, n = base, 2
        while name in taken:
            name, n = f"{base} {n}", n + 1
        self._count += 1
        self.members.append(
            make_member(Recruit(kind, name, gear=gear), self.catalogue, f"q{self._count}")
        )
        self.model_name.clear()
        if len(self.members) == 1 and self.catalogue.character(kind).leader:
            first = next((c.key for c in self.catalogue.followers()), kind)
            self.kind.setCurrentIndex(self.kind.findData(first))
        self._list()

    def _take_out(self, member: str) -> None:
        at = next(n for n, m in enumerate(self.members) if m.id == member)
        self._out.append((at, self.members.pop(at)))
        self._list()

    def _bring_back(self) -> None:
        self.members.insert(*self._out.pop())
        self._list()

    def _list(self) -> None:
        """List the models, and announce the change."""
        clear(self.list_box)
        leader = self._leader()
        for member in self.members:
            items = ", ".join(self.catalogue.gear(i.key).name for i in member.gear)
            star = " ★" if member.id == leader else ""
            line = OneLine()
            kind = self.catalogue.character(member.type).name
            line.setText(f"{member.name}{star} · {kind} · {items or _('nothing')}")
            out = button(_("Remove"), partial(self._take_out, member.id), "quiet")
            out.setAccessibleName(_("Remove {name}", name=member.name))
            layout = row(line, out)
            layout.setStretch(0, 1)
            self.list_box.addWidget(holder(layout))
        if self._out:
            name = typed(short(self._out[-1][1].name, 26))
            text = _("Bring back {what}", what=name)
            self.list_box.addWidget(holder(Flow(button(text, self._bring_back, "quiet"))))
        self.changed.emit()

    def _leader(self) -> str:
        """Return the id of the first Leader, or else of the first model; '' without models."""
        leaders = [m for m in self.members if self.catalogue.character(m.type).leader]
        return next((member.id for member in leaders + self.members), "")

    def value(self) -> Entrant:
        return Entrant(
            name=" ".join(self.name.text().split()) or _("A side"),
            members=tuple(self.members),
            leader=self._leader(),
            role=self.role,
        )
