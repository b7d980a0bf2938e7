"""The editors of a group and of a member: every value set by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QMenu, QWidget

from lastdays.campaign.documents.differences import gear_fate
from lastdays.campaign.groups import group_name, member_name
from lastdays.language import _, signed
from lastdays.model.fields import CHARACTERISTIC_MOST, GROUP, MEMBER
from lastdays.model.group import STATUSES, BuiltPerk, Group, Injury, Member, Skill
from lastdays.model.profile import adjusted, explain, skill_name
from lastdays.model.recruiting import retyped
from lastdays.procedure.dice import RandomSource
from lastdays.rulebook import (
    CHARACTERISTICS,
    FIREARM_CLASSES,
    KEYWORDS,
    SKILL_TYPES,
    Catalogue,
    characteristic_name,
    class_name,
    keyword_name,
    skill_type_name,
)
from lastdays.rulebook.known import AttributeKey, SkillKey
from lastdays.ui.forms.form import (
    Fields,
    NameDice,
    Removables,
    cancelling,
    enter,
    fill,
    filled_in,
    on_entry,
    text_field,
)
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.offers import Note
from lastdays.ui.widgets.parts import (
    Flow,
    Number,
    OneLine,
    Picker,
    Turning,
    allow,
    button,
    choose_key,
    column,
    entry,
    holder,
    label,
    panel,
    row,
    scrolling,
    sentence,
)
from lastdays.ui.widgets.room import Centered

#: A form is at most so wide, in pixels at 100 %.
WIDE = 1600


class GroupEditor(QWidget):
    """A form over one group; `applied` carries its values, the group as it is to be and the type and name of a
    member to enter, None for nobody."""

    applied = Signal(object, object)
    cancelled = Signal()
    delete_wanted = Signal()
    #: What is edited: nothing is done here before there is a group.
    _group: Group

    def __init__(self, catalogue: Catalogue, theme: Theme, source: RandomSource) -> None:
        """Make the form; the `source` thinks of names."""
        super().__init__()
        self.catalogue = catalogue
        self._source = source
        self.name, self.player = QLineEdit(), QLineEdit()
        self.points, self.games = Number(), Number()
        self.refuge = Picker((r.name, r.key) for r in catalogue.refuges.values())
        self.extra_size, self.extra_spaces = Number(), Number()
        group = Fields(
            (GROUP["name"], self.name),
            (GROUP["player"], self.player),
            (GROUP["points"], self.points),
            (GROUP["games"], self.games),
        )
        refuge = Fields(
            (GROUP["refuge"], self.refuge),
            (GROUP["extra_size"], self.extra_size),
            (GROUP["extra_spaces"], self.extra_spaces),
        )
        self._fields = group.controls | refuge.controls
        self.group_dice = NameDice(
            theme,
            self.name,
            _("Random name for the group"),
            lambda now: group_name(source, {now}),
        )
        group.addWidget(self.group_dice, 0, 2)
        self.perks = Removables(
            _("Built Perks"), _("Add a &Perk…"), lambda perk: catalogue.perks[perk.key].name
        )
        for perk in catalogue.perks.values():
            add = partial(self.perks.add, BuiltPerk("", perk.key))
            entry(self.perks.menu, perk.name, add)
        kinds = [(kind.name, kind.key) for kind in catalogue.characters.values()]
        self.member_type = Picker([(_("nobody"), ""), *kinds], _("Type of the member to add"))
        self.member_name = text_field(_("Name of the member to add"), _("Name"))
        member_dice = NameDice(
            theme, self.member_name, _("Random name for the member to add"), self._think
        )
        from_paper = panel(
            sentence(_("This costs no points. Edit the member for everything else.")),
            row(self.member_type, self.member_name, member_dice, spacing=4),
            1,
            heading=_("Add a member from paper"),
        )
        both = column(panel(group, heading=_("Group")), (from_paper, 1))
        body = Turning(
            theme, (holder(both), 1), (panel(refuge, self.perks, 1, heading=_("Refuge")), 1)
        )
        self.apply_button = button(_("S&ave changes"), self._apply, "first")
        delete = button(_("Delete this group"), self.delete_wanted.emit)
        cancel = cancelling(self.cancelled.emit)
        self.setLayout(
            column(scrolling(body), row(delete, 1, cancel, self.apply_button)),
        )
        Centered(self, theme, WIDE)

    def _think(self, now: str) -> str:
        """Think of a name for the member to add that nobody has."""
        kind = self.catalogue.characters.get(self.member_type.currentData())
        return member_name(self._source, {now, *(m.name for m in self._group.members)}, kind)

    def start(self, group: Group) -> None:
        """Show a group as it is."""
        self._group = group
        refuge = self.catalogue.refuges[group.refuge.key]
        choose_key(self.refuge, refuge.key, refuge.name)
        fill(group, self._fields)
        self.perks.show_items(group.refuge.built)
        enter(self.member_type, "")
        self.member_name.clear()
        self.name.setFocus()

    def _apply(self) -> None:
        wanted = filled_in(self._group, self._fields)
        wanted = replace(wanted, refuge=replace(wanted.refuge, built=tuple(self.perks.items)))
        entered = self.member_type.currentData()
        self.applied.emit(wanted, (entered, self.member_name.text()) if entered else None)


class MemberEditor(QWidget):
    """A form over one member; `applied` carries the member as it is to be stored. What follows
    from a choice (a type's numbers, Keyword and skills, an injury's effect) shows at once."""

    applied = Signal(object)
    cancelled = Signal()
    #: The member as they are stored, and as they are to be.
    _stored: Member
    _member: Member

    def __init__(self, catalogue: Catalogue, theme: Theme, source: RandomSource) -> None:
        """Make the form; the `source` thinks of names."""
        super().__init__()
        self.catalogue = catalogue
        self._source = source
        self._taken: frozenset[str] = frozenset()
        self._dropped: dict[str, int] = {}
        self.title = OneLine("heading")
        self.name = QLineEdit()
        self.type = Picker((kind.name, kind.key) for kind in catalogue.characters.values())
        self.keyword = Picker((keyword_name(key), key) for key in KEYWORDS)
        names = {
            "active": _("active"),
            "captured": _("captured"),
            "dead": _("dead (the gear is lost)"),
            "left": _("left the group"),
        }
        self.status = Picker((names[status], status) for status in STATUSES)
        self.captor = Picker()
        self.captor.hold_names(16)
        self.level, self.experience = Number(), Number()
        fields = Fields(
            (MEMBER["name"], self.name),
            (MEMBER["type"], self.type),
            (MEMBER["keyword"], self.keyword),
            (MEMBER["status"], self.status),
            (_("Held &by"), self.captor),
            (MEMBER["level"], self.level),
            (MEMBER["experience"], self.experience),
        )
        self._fields = fields.controls
        fields.addWidget(NameDice(theme, self.name, _("Random name"), self._think), 0, 2)
        self.numbers: dict[str, Number] = {
            key: Number(0, CHARACTERISTIC_MOST) for key in CHARACTERISTICS
        }
        figures = [(characteristic_name(key), spin) for key, spin in self.numbers.items()]
        self.by_hand = Note(2)
        self.keep = QCheckBox(_("Keep these for anothe&r type"))
        self.keep.setToolTip(_("Otherwise a new type brings its own figures and Keyword"))
        on_entry(self._type_chosen, self.type)
        on_entry(self._status_chosen, self.status)
        on_entry(self._say_by_hand, self.keyword)
        on_entry(self._keep_chosen, self.keep)
        for key, spin in self.numbers.items():
            on_entry(partial(self._number_set, key), spin)
        self.skills = Removables(
            _("Skills and attributes"),
            _("Add a sk&ill…"),
            lambda skill: skill_name(skill.key, skill.value, skill.detail, catalogue),
        )
        self.skills.changed.connect(self._lists_changed)
        self._fill_skill_menu(self.skills.menu)
        self.injuries = Removables(
            _("Lasting injuries"),
            _("Add an in&jury…"),
            lambda injury: catalogue.injuries[injury.key].name,
        )
        self.injuries.changed.connect(self._lists_changed)
        for injury in catalogue.injuries.values():
            if injury.lasting:
                add = partial(self._add_injury, injury.key)
                entry(self.injuries.menu, injury.name, add)
        self.type_boxes = {key: QCheckBox(skill_type_name(key)) for key in SKILL_TYPES}
        for box in self.type_boxes.values():
            box.setAccessibleName(_("May also learn: {what}", what=box.text()))
        self.fate = sentence("", "warn")
        middle = panel(
            Fields(*figures, high=4),
            sentence(_("Without gear. A later Level or injury still counts on top.")),
            self.by_hand,
            self.keep,
            label(_("May also learn"), "faint"),
            Flow(*self.type_boxes.values(), spacing=10),
            1,
            heading=_("Characteristics"),
        )
        body = Turning(
            theme,
            (panel(fields, self.fate, 1, heading=_("Who")), 1),
            (middle, 1),
            (panel(self.skills, self.injuries, 1), 1),
        )
        self.apply_button = button(_("S&ave changes"), self._apply, "first")
        foot = row(1, cancelling(self.cancelled.emit), self.apply_button)
        self.setLayout(column(self.title, scrolling(body), foot))
        Centered(self, theme, WIDE)

    def _fill_skill_menu(self, menu: QMenu) -> None:
        book = self.catalogue
        for table, keys in book.skill_tables.items():
            sub = menu.addMenu(skill_type_name(table))
            for key in keys:
                if not book.skills[key].chooses_class:
                    self._offer_skill(sub, book.skills[key].name, key)
                    continue
                classes = sub.addMenu(book.skills[key].name)
                for kind in FIREARM_CLASSES:
                    self._offer_skill(classes, class_name(kind), key, detail=kind)
        sub = menu.addMenu(_("Others"))
        self._offer_skill(sub, book.skills[SkillKey.LEADER].name, SkillKey.LEADER)
        for attribute, values in ((AttributeKey.ANIMAL, [None]), (AttributeKey.NOISY, [1, 2])):
            for value in values:
                self._offer_skill(sub, skill_name(attribute, value, "", book), attribute, value)

    def _offer_skill(
        self, menu: QMenu, name: str, key: str, value: int | None = None, detail: str = ""
    ) -> None:
        add = partial(self._add_skill, Skill(key, value, detail, "hand"))
        entry(menu, name, add)

    def start(self, member: Member, others: Mapping[str, str], taken: Iterable[str] = ()) -> None:
        """Show a member as it is; `others` are the campaign's other groups, who may hold them,
        `taken` the names of the group's members."""
        self._taken = frozenset(taken)
        self._stored = self._member = member
        now = (member.captor_name or _("rivals"), member.captor)
        self.captor.offer([now, *((n, g) for g, n in others.items() if g != member.captor)])
        self.title.setText(_("Edit {name}", name=member.name))
        choose_key(self.type, member.type, self.catalogue.character(member.type).name)
        most = self.catalogue.number("limits", "level_most")
        self.level.setMaximum(max(most, member.level))
        fill(member, self._fields)
        self._status_chosen()
        for key, box in self.type_boxes.items():
            enter(box, key in member.skill_types)
        self._dropped = {}
        enter(self.keep, False)
        self._show(member)
        self.name.setFocus()
        self.name.selectAll()

    def _think(self, now: str) -> str:
        """Think of a name that nobody in the group has."""
        kind = self.catalogue.characters.get(self.type.currentData())
        return member_name(self._source, self._taken | {now}, kind)

    def _status_chosen(self) -> None:
        status = self.status.currentData()
        allow(self.captor, status == "captured", _("Only a captured member has a captor"))
        self.fate.setText(gear_fate(self._stored, status, self.catalogue))

    def _type_chosen(self) -> None:
        """Take the figures, Keyword and special rules of another type, as they will be stored.

        What was set by hand is dropped, unless it is marked to be kept.
        """
        member, kind = self._member, self.type.currentData()
        if kind == member.type:
            return
        by_hand = self._keyword_by_hand(member.type)
        self._dropped = dict(member.adjustments) or self._dropped
        kept = self._dropped if self.keep.isChecked() else {}
        member = retyped(replace(member, adjustments=kept), kind, self.catalogue)
        if not (by_hand and self.keep.isChecked()):
            enter(self.keyword, member.keyword)
        self._show(member)

    def _keep_chosen(self) -> None:
        """Bring back what the new type has dropped."""
        member = self._member
        if self.keep.isChecked() and not member.adjustments:
            self._show(replace(member, adjustments=self._dropped))

    def _keyword_by_hand(self, kind: str) -> bool:
        """Return whether the Keyword chosen is another than the type's own."""
        return bool(self.keyword.currentData() != self.catalogue.character(kind).keyword)

    def _say_by_hand(self) -> None:
        """Say which figures, and whether the Keyword, are not the type's own."""
        member = self._member
        figures = member.adjustments or self._dropped
        names = [f"{characteristic_name(c)} {signed(n)}" for c, n in figures.items()]
        if self._keyword_by_hand(member.type):
            names.append(self.keyword.currentText())
        lost = bool(self._dropped) and not member.adjustments
        words = _("Was set by hand: {what}") if lost else _("Set by hand: {what}")
        self.by_hand.setText(
            words.format(what=", ".join(names)) if names else _("Nothing is set by hand.")
        )
        allow(self.keep, bool(names), _("Nothing is set by hand"))

    def _number_set(self, key: str) -> None:
        self._dropped = {}
        self._show(adjusted(self._member, self.catalogue, key, self.numbers[key].value()))

    def _show(self, member: Member) -> None:
        """Show the member being made as it is by now."""
        self._member = member
        explained = explain(member, self.catalogue)
        for key, spin in self.numbers.items():
            enter(spin, explained[key].permanent)
            spin.setToolTip(plain(explained[key].why))
        self.skills.show_items(member.skills)
        self.injuries.show_items(member.injuries)
        self._say_by_hand()

    def _add_skill(self, skill: Skill) -> None:
        if skill not in [replace(there, source="hand") for there in self.skills.items]:
            self.skills.add(skill)

    def _add_injury(self, key: str) -> None:
        self._show(self._member.suffer(Injury(key, 0, "hand")))

    def _lists_changed(self) -> None:
        skills, injuries = tuple(self.skills.items), tuple(self.injuries.items)
        self._show(replace(self._member, skills=skills, injuries=injuries))

    def _apply(self) -> None:
        member = filled_in(self._member, self._fields)
        held = member.status == "captured"
        self.applied.emit(
            replace(
                member,
                captor=self.captor.currentData() if held else "",
                captor_name=self.captor.currentText() if held else "",
                skill_types=tuple(k for k, b in self.type_boxes.items() if b.isChecked()),
            )
        )
