"""A group's own values, set by hand: name, points, Refuge, Perks, members from paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSpinBox,
    QWidget,
)

from lastdays.campaign.documents.differences import gear_fate
from lastdays.campaign.groups import group_name, member_name
from lastdays.language import _, signed
from lastdays.model.fields import CHARACTERISTIC_MOST, GROUP, MEMBER
from lastdays.model.group import STATUSES, BuiltPerk, Group, Injury, Member, RefugeState, Skill
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
from lastdays.ui.forms.recruit import cancelling, draw_dice, fields_laid, name_button, take_name
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
    beside,
    button,
    choose_key,
    clear,
    column,
    holder,
    label,
    panel,
    row,
    scrolling,
    typed,
)
from lastdays.ui.widgets.room import Within

#: The form is at most so wide, in pixels at 100 %.
WIDE = 1500


class GroupEditor(QWidget):
    """A form over one group; `applied` carries its values, the group as it is to be and the type and name of a
    member to enter, None for nobody."""

    applied = Signal(object, object)
    cancelled = Signal()
    delete_wanted = Signal()

    def __init__(
        self, catalogue: Catalogue, theme: Theme, source: RandomSource | None = None
    ) -> None:
        """Make the form; with a `source`, it also thinks of names."""
        super().__init__()
        self.catalogue = catalogue
        self._source = source
        self._taken: frozenset[str] = frozenset()
        self._group: Group | None = None
        self._built: list[BuiltPerk] = []
        self.name = QLineEdit()
        self.player = QLineEdit()
        self.points = Number()
        self.games = Number()
        self.refuge = Picker()
        for refuge in catalogue.refuges.values():
            self.refuge.addItem(refuge.name, refuge.key)
        self.extra_size = Number()
        self.extra_spaces = Number()
        left = fields_laid(
            (
                (GROUP["name"], self.name),
                (GROUP["player"], self.player),
                (GROUP["points"], self.points),
                (GROUP["games"], self.games),
            )
        )
        right = fields_laid(
            (
                (GROUP["refuge"], self.refuge),
                (GROUP["extra_size"], self.extra_size),
                (GROUP["extra_spaces"], self.extra_spaces),
            )
        )
        self.group_dice = name_button(_("Random name for the group"), self._name_group)
        left.addWidget(self.group_dice, 0, 2)
        self.perk_list = column(spacing=2)
        self.perk_add = QPushButton(_("Add a &Perk…"))
        menu = QMenu(self.perk_add)
        self.perk_add.setMenu(menu)
        for perk in catalogue.perks.values():
            menu.addAction(perk.name).triggered.connect(
                lambda _on=False, k=perk.key: self._add_perk(k)
            )
        self.member_type = Picker()
        self.member_type.addItem(_("nobody"), "")
        for kind in catalogue.characters.values():
            self.member_type.addItem(kind.name, kind.key)
        self.member_type.setAccessibleName(_("Type of the member to add"))
        self.member_name = QLineEdit()
        self.member_name.setPlaceholderText(_("Name"))
        self.member_name.setAccessibleName(_("Name of the member to add"))
        self.member_dice = name_button(_("Random name for the member to add"), self._name_member)
        self._theme = theme
        theme.changed.connect(self._draw_dice)
        self._draw_dice()
        from_paper = panel(
            label(
                _("This costs no points. Edit the member for everything else."), "faint", wrap=True
            ),
            row(self.member_type, self.member_name, self.member_dice, spacing=4),
            1,
            heading=_("Add a member from paper"),
        )
        both = column(panel(left, heading=_("Group")), from_paper)
        both.setStretch(1, 1)
        group_side = holder(both)
        refuge_side = panel(
            right,
            label(_("Built Perks"), "heading"),
            self.perk_list,
            row(self.perk_add, 1),
            1,
            heading=_("Refuge"),
        )
        body = Turning(theme, (group_side, 1), (refuge_side, 1))
        self.apply_button = button(_("S&ave changes"), self._apply, "first")
        self.setLayout(
            column(
                scrolling(body),
                row(
                    button(_("Delete this group"), self.delete_wanted.emit),
                    1,
                    cancelling(self.cancelled.emit),
                    self.apply_button,
                ),
            )
        )
        Within(self, theme, WIDE)

    def _draw_dice(self) -> None:
        draw_dice(self._theme, self.group_dice, self.member_dice)

    def _name_group(self) -> None:
        if self._source is not None:
            take_name(self.name, group_name(self._source, {self.name.text()}))

    def _name_member(self) -> None:
        if self._source is not None:
            kind = self.catalogue.characters.get(str(self.member_type.currentData()))
            taken = self._taken | {self.member_name.text()}
            take_name(self.member_name, member_name(self._source, taken, kind))

    def start(self, group: Group) -> None:
        """Show a group as it is."""
        self._group = group
        self._taken = frozenset(m.name for m in group.members)
        self.name.setText(group.name)
        self.player.setText(group.player)
        self.points.setValue(group.points)
        self.games.setValue(group.games)
        refuge = self.catalogue.refuges[group.refuge.key]
        choose_key(self.refuge, refuge.key, refuge.name)
        self.extra_size.setValue(group.refuge.extra_size)
        self.extra_spaces.setValue(group.refuge.extra_spaces)
        self._built = list(group.refuge.built)
        self.member_type.setCurrentIndex(0)
        self.member_name.clear()
        self._show_perks()
        self.name.setFocus()

    def _show_perks(self) -> None:
        clear(self.perk_list)
        for n, perk in enumerate(self._built):
            name = self.catalogue.perks[perk.key].name
            remove = button(
                _("✕ {name}").format(name=name),
                partial(self._remove_perk, n),
                "quiet",
                _("Remove {name}").format(name=name),
            )
            remove.setAccessibleName(_("Remove {n}: {what}").format(n=n + 1, what=name))
            self.perk_list.addLayout(row(remove, 1))

    def _add_perk(self, key: str) -> None:
        self._built.append(BuiltPerk("", key))
        self._show_perks()

    def _remove_perk(self, index: int) -> None:
        del self._built[index]
        self._show_perks()

    def _apply(self) -> None:
        entered = str(self.member_type.currentData() or "")
        if self._group is None:
            return
        refuge = RefugeState(
            str(self.refuge.currentData()),
            tuple(self._built),
            self.extra_size.value(),
            self.extra_spaces.value(),
        )
        wanted = replace(
            self._group,
            name=self.name.text(),
            player=self.player.text(),
            points=self.points.value(),
            games=self.games.value(),
            refuge=refuge,
        )
        self.applied.emit(wanted, (entered, self.member_name.text()) if entered else None)


#: The form is at most so wide, in pixels at 100 %.
MEMBER_WIDE = 1600


class MemberEditor(QWidget):
    """A form over one member; `applied` carries the member as it is to be stored. What follows
    from a choice (a type's numbers, Keyword and skills, an injury's effect) shows at once."""

    applied = Signal(object)
    cancelled = Signal()

    def __init__(
        self, catalogue: Catalogue, theme: Theme, source: RandomSource | None = None
    ) -> None:
        """Make the form; with a `source`, it also thinks of names."""
        super().__init__()
        self.catalogue = catalogue
        self._source = source
        self._taken: frozenset[str] = frozenset()
        self._member: Member | None = None
        self._stored: Member | None = None
        self._dropped: dict[str, int] = {}
        self.title = OneLine("heading")
        self.name = QLineEdit()
        self.type = Picker()
        self.keyword = Picker()
        self.status = Picker()
        self.captor = Picker()
        self.captor.hold_names(16)
        self.level = Number()
        self.experience = Number()
        for kind in catalogue.characters.values():
            self.type.addItem(kind.name, kind.key)
        self.type.currentIndexChanged.connect(lambda _n: self._type_chosen())
        for keyword in KEYWORDS:
            self.keyword.addItem(keyword_name(keyword), keyword)
        names = {
            "active": _("active"),
            "captured": _("captured"),
            "dead": _("dead (the gear is lost)"),
            "left": _("left the group"),
        }
        for status in STATUSES:
            self.status.addItem(names[status], status)
        self.status.currentIndexChanged.connect(lambda _n: self._status_chosen())
        fields = fields_laid(
            (
                (MEMBER["name"], self.name),
                (MEMBER["type"], self.type),
                (MEMBER["keyword"], self.keyword),
                (MEMBER["status"], self.status),
                (_("Held &by"), self.captor),
                (MEMBER["level"], self.level),
                (MEMBER["experience"], self.experience),
            )
        )
        self.name_button = name_button(_("Random name"), self._take_name)
        fields.addWidget(self.name_button, 0, 2)
        self._theme = theme
        theme.changed.connect(self._draw_dice)
        self._draw_dice()
        self.numbers: dict[str, QSpinBox] = {}
        grid = QGridLayout()
        for n, key in enumerate(CHARACTERISTICS):
            spin = Number()
            spin.setRange(0, CHARACTERISTIC_MOST)
            spin.setAccessibleName(characteristic_name(key))
            spin.valueChanged.connect(partial(self._number_set, key))
            self.numbers[key] = spin
            caption = label(characteristic_name(key))
            caption.setBuddy(spin)
            grid.addWidget(caption, n % 4, n // 4 * 2)
            grid.addWidget(spin, n % 4, n // 4 * 2 + 1, beside(spin))
            grid.setColumnStretch(n // 4 * 2 + 1, 1)  # captions are as wide as their words
        self.numbers_note = label(
            _("Without gear. A later Level or injury still counts on top."), "faint", wrap=True
        )
        self.by_hand = Note(2)
        self.keep = QCheckBox(_("Keep these for anothe&r type"))
        self.keep.setToolTip(_("Otherwise a new type brings its own figures and Keyword"))
        self.keep.toggled.connect(self._keep_chosen)
        self.keyword.currentIndexChanged.connect(lambda _n: self._say_by_hand())
        self.skill_list = column(spacing=2)
        self.skill_add = QPushButton(_("Add a sk&ill…"))
        self.skill_add.setMenu(QMenu(self.skill_add))
        self._fill_skill_menu()
        self.injury_list = column(spacing=2)
        self.injury_add = QPushButton(_("Add an in&jury…"))
        menu = QMenu(self.injury_add)
        self.injury_add.setMenu(menu)
        for entry in catalogue.injuries.values():
            if entry.lasting:
                menu.addAction(entry.name).triggered.connect(
                    lambda _on=False, k=entry.key: self._add_injury(k)
                )
        self.type_boxes: dict[str, QCheckBox] = {}
        for key in SKILL_TYPES:
            box = QCheckBox(skill_type_name(key))
            box.setAccessibleName(_("May also learn: {what}").format(what=skill_type_name(key)))
            self.type_boxes[key] = box
        self.fate = label("", "warn", wrap=True)
        left = panel(fields, self.fate, 1, heading=_("Who"))
        middle = panel(
            grid,
            self.numbers_note,
            self.by_hand,
            self.keep,
            label(_("May also learn"), "faint"),
            Flow(*self.type_boxes.values(), spacing=10),
            1,
            heading=_("Characteristics"),
        )
        right = panel(
            label(_("Skills and attributes"), "heading"),
            self.skill_list,
            row(self.skill_add, 1),
            label(_("Lasting injuries"), "heading"),
            self.injury_list,
            row(self.injury_add, 1),
            1,
        )
        self.apply_button = button(_("S&ave changes"), self._apply, "first")
        body = Turning(theme, (left, 1), (middle, 1), (right, 1))
        self.setLayout(
            column(
                self.title,
                scrolling(body),
                row(1, cancelling(self.cancelled.emit), self.apply_button),
            )
        )
        Within(self, theme, MEMBER_WIDE)

    def _fill_skill_menu(self) -> None:
        menu = self.skill_add.menu()
        for table, keys in self.catalogue.skill_tables.items():
            sub = menu.addMenu(skill_type_name(table))
            for key in keys:
                if self.catalogue.skills[key].chooses_class:
                    classes = sub.addMenu(self.catalogue.skills[key].name)
                    for firearm_class in FIREARM_CLASSES:
                        classes.addAction(class_name(firearm_class)).triggered.connect(
                            lambda _on=False, k=key, d=firearm_class: self._add_skill(k, d)
                        )
                else:
                    sub.addAction(self.catalogue.skills[key].name).triggered.connect(
                        lambda _on=False, k=key: self._add_skill(k)
                    )
        sub = menu.addMenu(_("Others"))
        sub.addAction(self.catalogue.skills[SkillKey.LEADER].name).triggered.connect(
            lambda _on=False: self._add_skill(SkillKey.LEADER)
        )
        sub.addAction(self.catalogue.attributes[AttributeKey.ANIMAL].name).triggered.connect(
            lambda _on=False: self._add_skill(AttributeKey.ANIMAL)
        )
        for n in (1, 2):
            sub.addAction(
                f"{self.catalogue.attributes[AttributeKey.NOISY].name} {n}"
            ).triggered.connect(lambda _on=False, v=n: self._add_skill(AttributeKey.NOISY, "", v))

    def start(self, member: Member, others: Mapping[str, str], taken: Iterable[str] = ()) -> None:
        """Show a member as it is; `others` are the campaign's other groups, who may hold them,
        `taken` the names of the group's members."""
        self._taken = frozenset(taken)
        self._member = None  # nothing is chosen while the form is filled
        self._stored = member
        self.captor.clear()
        self.captor.addItem(member.captor_name or _("rivals"), member.captor)
        for group_id, name in others.items():
            if group_id != member.captor:
                self.captor.addItem(name, group_id)
        self.title.setText(_("Edit {name}").format(name=member.name))
        self.name.setText(member.name)
        choose_key(self.type, member.type, self.catalogue.character(member.type).name)
        self.keyword.setCurrentIndex(self.keyword.findData(member.keyword))
        self.status.setCurrentIndex(self.status.findData(member.status))
        self._status_chosen()
        most = self.catalogue.number("limits", "level_most")
        self.level.setRange(0, max(most, member.level))
        self.level.setValue(member.level)
        self.experience.setValue(member.experience)
        for key, box in self.type_boxes.items():
            box.setChecked(key in member.skill_types)
        self._dropped = {}
        self.keep.setChecked(False)
        self._show(member)
        self.name.setFocus()
        self.name.selectAll()

    def _draw_dice(self) -> None:
        draw_dice(self._theme, self.name_button)

    def _take_name(self) -> None:
        """Put a name into the field that nobody in the group has."""
        if self._source is not None:
            kind = self.catalogue.characters.get(str(self.type.currentData()))
            taken = self._taken | {self.name.text()}
            take_name(self.name, member_name(self._source, taken, kind))

    def _status_chosen(self) -> None:
        status = STATUSES[self.status.currentIndex()]
        allow(self.captor, status == "captured", _("Only a captured member has a captor"))
        before = self._stored
        self.fate.setText(gear_fate(before, status, self.catalogue) if before is not None else "")

    def _type_chosen(self) -> None:
        """Take the figures, Keyword and special rules of another type, as they will be stored.

        What was set by hand is dropped, unless it is marked to be kept.
        """
        member, kind = self._member, str(self.type.currentData())
        if member is None or kind == member.type:
            return
        by_hand = self._keyword_by_hand(member.type)
        self._dropped = dict(member.adjustments) or self._dropped
        kept = self._dropped if self.keep.isChecked() else {}
        member = retyped(replace(member, adjustments=kept), kind, self.catalogue)
        self._show(member)
        if not (by_hand and self.keep.isChecked()):
            self.keyword.setCurrentIndex(self.keyword.findData(member.keyword))
        self._say_by_hand()

    def _keep_chosen(self, on: bool) -> None:
        """Bring back what the new type has dropped."""
        if on and self._member is not None and self._dropped and not self._member.adjustments:
            self._show(replace(self._member, adjustments=self._dropped))

    def _keyword_by_hand(self, kind: str) -> bool:
        """Return whether the Keyword chosen is another than the type's own."""
        printed = self.catalogue.character(kind).keyword
        return str(self.keyword.currentData()) != printed

    def _say_by_hand(self) -> None:
        """Say which figures, and whether the Keyword, are not the type's own."""
        member = self._member
        if member is None:
            return
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

    def _number_set(self, key: str, value: int) -> None:
        if self._member is not None:
            self._dropped = {}
            self._show(adjusted(self._member, self.catalogue, key, value))

    def _show(self, member: Member) -> None:
        """Show the member being made as it is by now."""
        self._member = None
        explained = explain(member, self.catalogue)
        for key, spin in self.numbers.items():
            spin.setValue(explained[key].permanent)
            spin.setToolTip(plain(explained[key].why))
        self._show_lists(member)
        self._member = member
        self._say_by_hand()

    def _show_lists(self, member: Member) -> None:
        clear(self.skill_list)
        for n, skill in enumerate(member.skills):
            name = skill_name(skill.key, skill.value, skill.detail, self.catalogue)
            self.skill_list.addLayout(
                row(
                    button(
                        _("✕ {name}").format(name=typed(name)),
                        partial(self._remove_skill, n),
                        "quiet",
                        _("Remove {name}").format(name=name),
                    ),
                    1,
                )
            )
        clear(self.injury_list)
        for n, injury in enumerate(member.injuries):
            name = self.catalogue.injuries[injury.key].name
            self.injury_list.addLayout(
                row(
                    button(
                        _("✕ {name}").format(name=name),
                        partial(self._remove_injury, n),
                        "quiet",
                        _("Remove {name}").format(name=name),
                    ),
                    1,
                )
            )

    def _add_skill(self, key: str, detail: str = "", value: int | None = None) -> None:
        member = self._member
        if member is None or any(
            s.key == key and s.detail == detail and s.value == value for s in member.skills
        ):
            return
        self._show(replace(member, skills=(*member.skills, Skill(key, value, detail, "hand"))))

    def _remove_skill(self, index: int) -> None:
        if self._member is not None:
            kept = [s for n, s in enumerate(self._member.skills) if n != index]
            self._show(replace(self._member, skills=tuple(kept)))

    def _add_injury(self, key: str) -> None:
        if self._member is not None:
            self._show(self._member.suffer(Injury(key, 0, "hand")))

    def _remove_injury(self, index: int) -> None:
        if self._member is not None:
            kept = [i for n, i in enumerate(self._member.injuries) if n != index]
            self._show(replace(self._member, injuries=tuple(kept)))

    def _apply(self) -> None:
        member = self._member
        if member is None:
            return
        status = STATUSES[self.status.currentIndex()]
        held = status == "captured"
        self.applied.emit(
            replace(
                member,
                name=self.name.text(),
                keyword=str(self.keyword.currentData()),
                status=status,
                captor=str(self.captor.currentData()) if held else "",
                captor_name=self.captor.currentText() if held else "",
                level=self.level.value(),
                experience=self.experience.value(),
                skill_types=tuple(k for k, b in self.type_boxes.items() if b.isChecked()),
            )
        )
