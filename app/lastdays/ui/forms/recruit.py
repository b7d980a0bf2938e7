"""The recruiting form: type, name, open skills and gear, with what it costs and what speaks
against it always in view. Used while founding, as the Leader's Job, and to arm a new Leader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QWidget

from lastdays.language import _, ngettext, number
from lastdays.model.carrying import Violation, rarity_left
from lastdays.model.group import Group
from lastdays.model.recruiting import Recruit, cost_of, has_trained_leader
from lastdays.rulebook import (
    CHARACTERISTICS,
    FIREARM_CLASSES,
    Catalogue,
    Firearm,
    class_name,
    keyword_name,
    skill_type_name,
    with_page,
)
from lastdays.rulebook.entries import open_skill_types
from lastdays.rulebook.known import SkillKey
from lastdays.ui.models.items import gear_detail
from lastdays.ui.models.tables import TableModel, TableRow
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import Flow, Picker, Turning, button, column, label, panel, typed
from lastdays.ui.widgets.views import ChoiceTable

Judge = Callable[[Recruit], list[Violation]]


class RecruitForm(QWidget):
    """Makes a recruit. `confirmed` carries it and whether the table allows what speaks against."""

    confirmed = Signal(object, bool)
    cancelled = Signal()

    def __init__(self, catalogue: Catalogue, theme: Theme) -> None:
        super().__init__()
        self.catalogue = catalogue
        self.theme = theme
        self._group: Group | None = None
        self._judge: Judge = lambda _recruit: []
        self._fixed: Recruit | None = None
        self._gear: list[str] = []

        self.types_model = TableModel(
            (_("Type"), _("Keyword"), _("Cost"), *CHARACTERISTICS), range(2, 11)
        )
        self.types = ChoiceTable(self.types_model, _("Character types"), stretch=-1)
        self.types.chosen.connect(lambda _key: self._type_chosen())
        self.type_note = label("", "faint", wrap=True)
        self.name = QLineEdit()
        self.name.setPlaceholderText(_("Name"))
        self.name.setAccessibleName(_("Name of the recruit"))
        self.name.textChanged.connect(lambda _text: self._judge_again())
        self.skill_boxes: list[QCheckBox] = []
        self.skill_row = QHBoxLayout()
        self.skill_label = label(_("Skill types"), "faint")
        self.gunsmith = Picker()
        self.gunsmith.setAccessibleName(_("Class for Gunsmith"))
        self.gunsmith.addItem(_("Class for Gunsmith…"), "")
        for key in FIREARM_CLASSES:
            self.gunsmith.addItem(class_name(key), key)
        self.gunsmith.currentIndexChanged.connect(lambda _n: self._judge_again())

        self.gear_model = TableModel((_("Gear"), _("Class"), _("Cost"), _("Left")), (2, 3))
        self.gear_table = ChoiceTable(self.gear_model, _("Gear for sale"), least_rows=9)
        self.gear_table.taken.connect(self._add_gear)
        self.gear_table.chosen.connect(self._show_gear)
        self.gear_note = label("", "faint", wrap=True)
        self.chosen_label = label("", wrap=True)
        self.add_button = button(
            _("&Add gear"), lambda: self._add_gear(self.gear_table.current_key())
        )
        self.remove_button = button(_("Ta&ke last off"), self._remove_gear)
        self.sum_label = label("", "number")
        self.problems = label("", "warn", wrap=True)
        self.confirm_button = button("", self._confirm, "first")
        self.allow_button = button(_("Our table a&llows it"), self._allow)
        self.cancel_button = button(_("Cancel"), self.cancelled.emit)

        self.types_panel = panel(self.types, self.type_note, heading=_("Whom"))
        right = panel(
            self.name,
            self.skill_label,
            self.skill_row,
            self.gunsmith,
            self.gear_table,
            self.gear_note,
            Flow(self.add_button, self.remove_button),
            self.chosen_label,
            heading=_("With what"),
        )
        buttons = column(
            self.sum_label, Flow(self.cancel_button, self.allow_button, self.confirm_button)
        )
        sides = Turning(theme, (self.types_panel, 5), (right, 4))
        self.setLayout(column(sides, self.problems, buttons))

    def start(self, group: Group, judge: Judge, *, fixed: Recruit | None = None) -> None:
        """Begin anew for a group. With `fixed`, only gear is bought, for a member already there."""
        self._group = group
        self._judge = judge
        self._fixed = fixed
        self._gear = list(fixed.gear) if fixed else []
        self.types_panel.setVisible(fixed is None)
        self.name.setVisible(fixed is None)
        self.name.clear()
        self.gunsmith.setCurrentIndex(0)
        rows = []
        for kind in self.catalogue.characters.values():
            if kind.leader and group.leading is not None:
                continue
            numbers = tuple(str(kind.profile[key]) for key in CHARACTERISTICS)  # type: ignore[index]
            rules = ", ".join(self.catalogue.trait_name(t) for t in kind.rules)
            rows.append(
                TableRow(
                    kind.key,
                    (kind.name, keyword_name(kind.keyword), str(kind.cost), *numbers),
                    f"{with_page(kind.name, kind.page)} {rules}",
                )
            )
        leader = group.leading
        if leader is not None:  # those who share the Leader's Keyword come first
            order = {leader.keyword: 0, "neutral": 1}
            rows.sort(key=lambda r: order.get(self.catalogue.character(r.key).keyword, 2))
        self.types_model.set_rows(rows)
        if rows:
            self.types.choose(rows[0].key)
        self._fill_gear()
        self._type_chosen()
        (self.gear_table if fixed else self.types).setFocus()

    def _fill_gear(self) -> None:
        assert self._group is not None
        trained = has_trained_leader(self._group, self.catalogue)
        rows = []
        for gear in self.catalogue.for_sale():
            if trained and not gear.trained:
                continue
            kind = (
                class_name(gear.firearm_class)
                if isinstance(gear, Firearm)
                else _("CQC")
                if gear.key in self.catalogue.close_combat
                else _("Misc")
            )
            left = rarity_left(self._group, gear.key, self.catalogue, trained_leader=trained)
            shown = "—" if left is None else str(left - (gear.key in self._gear))
            mark = " *" if gear.trained else ""
            rows.append(
                TableRow(
                    gear.key,
                    (gear.name + mark, kind, str(gear.cost), shown),
                    gear_detail(gear.key, self.catalogue),
                )
            )
        keep = self.gear_table.current_key()
        self.gear_model.set_rows(rows)
        if keep:
            self.gear_table.choose(keep)

    def _type_chosen(self) -> None:
        kind = self.catalogue.characters.get(self.types.current_key())
        while self.skill_row.count():
            item = self.skill_row.takeAt(0)
            widget = item.widget() if item else None
            if widget is not None:
                widget.deleteLater()
        self.skill_boxes = []
        wanted = 0 if kind is None or self._fixed else kind.choose_skill_types
        self.skill_label.setVisible(bool(wanted))
        needs_class = (
            kind is not None
            and not self._fixed
            and any(t.key == SkillKey.GUNSMITH for t in kind.rules)
        )
        self.gunsmith.setVisible(needs_class)
        if kind is not None and not self._fixed:
            rules = ", ".join(self.catalogue.trait_name(t) for t in kind.rules) or _("none")
            types = ", ".join(skill_type_name(t) for t in kind.skill_types)
            self.type_note.setText(
                _("{name} · special rules: {rules} · skills: {types}").format(
                    name=with_page(kind.name, kind.page),
                    rules=rules,
                    types=types or (_("of your choice") if wanted else _("none")),
                )
            )
            self.skill_label.setText(
                ngettext("Choose {n} skill type", "Choose {n} skill types", wanted).format(n=wanted)
            )
            for key in open_skill_types(kind):
                box = QCheckBox(skill_type_name(key))
                box.setProperty("key", key)
                box.toggled.connect(lambda _on: self._judge_again())
                self.skill_boxes.append(box)
                self.skill_row.addWidget(box)
            self.skill_row.addStretch(1)
        self._judge_again()

    def _show_gear(self, key: str) -> None:
        self.gear_note.setText(gear_detail(key, self.catalogue))

    def _add_gear(self, key: str) -> None:
        if key:
            self._gear.append(key)
            self._fill_gear()
            self._judge_again()

    def _remove_gear(self) -> None:
        if self._gear:
            self._gear.pop()
            self._fill_gear()
            self._judge_again()

    def recruit(self) -> Recruit:
        """Return the recruit as the form has it."""
        if self._fixed is not None:
            return Recruit(self._fixed.type, self._fixed.name, gear=tuple(self._gear))
        return Recruit(
            type=self.types.current_key(),
            name=self.name.text(),
            skill_types=tuple(str(b.property("key")) for b in self.skill_boxes if b.isChecked()),
            gunsmith=str(self.gunsmith.currentData() or ""),
            gear=tuple(self._gear),
        )

    def _judge_again(self) -> None:
        recruit = self.recruit()
        if self._group is None or not recruit.type:
            return
        found = self._judge(recruit)
        cost = cost_of(recruit, self.catalogue, free=self._fixed is not None)
        counts = Counter(self.catalogue.gear(key).name for key in self._gear)
        names = ", ".join(f"{n} × {name}" if n > 1 else name for name, n in counts.items())
        self.chosen_label.setText(_("Chosen: {gear}").format(gear=names or _("nothing yet")))
        self.remove_button.setEnabled(bool(self._gear))
        self.sum_label.setText(
            _("{cost} points · {left} remain").format(
                cost=cost, left=number(self._group.points - cost)
            )
        )
        self.problems.setText("\n".join(f"⚠ {with_page(v.text, v.page)}" for v in found))
        kind = self.catalogue.character(recruit.type).name
        verb = _("&Recruit {who}") if self._fixed is None else _("A&rm {who}")
        who = recruit.name.strip() or kind
        text = verb.format(who=typed(who if len(who) <= 24 else who[:23] + "…"))
        self.confirm_button.setText(text)
        self.confirm_button.setAccessibleName(text.replace("&", ""))
        self.confirm_button.setEnabled(not found)
        self.allow_button.setVisible(bool(found))

    def _confirm(self) -> None:
        self.confirmed.emit(self.recruit(), False)

    def _allow(self) -> None:
        self.confirmed.emit(self.recruit(), True)
