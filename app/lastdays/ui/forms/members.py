"""Forms of a group: recruiting with cost, limits and problems always in view, and editors in which
every value of a group or member can be set by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QLayout, QLineEdit, QMenu, QPushButton, QWidget

from lastdays.campaign.documents.differences import gear_fate
from lastdays.campaign.groups import RandomNames
from lastdays.language import _, counting, ngettext, number, pgettext, short, signed, titled
from lastdays.model.carrying import Violation, rarity_left
from lastdays.model.fields import CHARACTERISTIC_MOST, GROUP, MEMBER
from lastdays.model.group import ON_THE_ROAD, STATUSES, BuiltPerk, Group, Injury, Member, Skill
from lastdays.model.limits import (
    NOT_YET,
    carried_limits,
    group_limits,
    points_for_missing_weapons,
    rarity_limits,
    suggestions,
    why_not,
)
from lastdays.model.profile import adjusted, explain, skill_name
from lastdays.model.recruiting import (
    Recruit,
    RecruitWithTraits,
    cost_of,
    has_trained_leader,
    make_member,
    max_size,
    retyped,
    would_be_trained,
)
from lastdays.model.switches import Switches
from lastdays.rulebook import (
    CHARACTERISTICS,
    FIREARM_CLASSES,
    KEYWORDS,
    SKILL_TYPES,
    Catalogue,
    CharacterType,
    characteristic_name,
    class_name,
    keyword_name,
    skill_type_name,
    with_page,
)
from lastdays.rulebook.entries import Gear, open_skill_types
from lastdays.ui.forms.counters import CounterFields, OwnPart, RollRow, TraitFields
from lastdays.ui.forms.form import (
    Fields,
    NameDice,
    Removables,
    call_on_entry,
    fill_controls,
    make_cancel_button,
    set_control,
    text_field,
    value_with_entries,
)
from lastdays.ui.models.roster import gear_detail, gear_line
from lastdays.ui.models.rows import Row, plain_hint
from lastdays.ui.theme import Theme, set_style_properties
from lastdays.ui.widgets.entry_card import show_entries_of_rows_on_hover
from lastdays.ui.widgets.offers import Meters, Note, Reserved, offer_row, offers_table
from lastdays.ui.widgets.parts import (
    Flow,
    Fold,
    Number,
    OneLine,
    Picker,
    RowOrColumn,
    add_menu_action,
    button,
    choose_key,
    column,
    enable_or_explain,
    escape_ampersands,
    keep_room,
    label,
    make_scroll_area,
    panel,
    row,
    sentence,
    wrap_layout,
)
from lastdays.ui.widgets.room import Centered, WholeRows

#: The greatest width of the form, in pixels at 100 %.
RECRUITING_WIDE = 1800

Judge = Callable[[Recruit], list[Violation]]


def type_offer(kind: CharacterType, catalogue: Catalogue) -> Row:
    """Return a Character type as a row: Keyword, figures and cost."""
    numbers = tuple(str(kind.profile[key]) for key in CHARACTERISTICS)
    rules = ", ".join(catalogue.trait_name(t) for t in kind.rules)
    return offer_row(
        kind.key,
        (kind.name, *numbers, str(kind.cost)),
        f"{kind.cited(kind.name)} {rules}".strip(),
        drawing=kind.drawing,
        edge=kind.keyword,
        line=keyword_name(kind.keyword),
        pack=kind.pack,
    )


def type_in_words(kind: CharacterType, catalogue: Catalogue) -> str:
    """Describe a Character type's special rules and the skills it can learn."""
    rules = ", ".join(map(catalogue.trait_name, kind.rules))
    types = ", ".join(map(skill_type_name, kind.skill_types))
    if not rules:
        rules = pgettext("special rules", "none")
    if not types:
        types = _("of your choice") if kind.choose_skill_types else _("nothing")
    text = _("{name} · special rules: {rules} · may learn: {types}")
    return text.format(name=kind.cited(kind.name), rules=rules, types=types)


class RecruitForm(QWidget):
    """Makes a recruit. `confirmed` carries it, and whether the table allows its problems."""

    confirmed = Signal(object, bool)
    cancelled = Signal()

    def __init__(
        self,
        catalogue: Catalogue,
        theme: Theme,
        names: RandomNames | None = None,
        *,
        roll: RollRow | None = None,
        warned: int = 4,
    ) -> None:
        """Make the form; `names` enables random names, `roll` rolls traits where there are none,
        `warned` lines are reserved for problems."""
        super().__init__()
        self.catalogue = catalogue
        self.theme = theme
        self._random_names = names
        roll = names.row if names is not None else roll
        assert roll is not None
        self.traits = TraitFields(catalogue, roll)
        self._group: Group | None = None
        self._switches = Switches()
        self._judge: Judge = lambda _recruit: []
        self._fixed: Recruit | None = None
        self._gear: list[str] = []
        self._suggested: list[Recruit] = []
        #: Whether gear for Trained Leaders is starred: the Leader is Trained, or may yet be.
        self._starred = True
        self._make_types()
        self._make_gear()
        self._make_group()
        self._make_suggestions()
        sides = RowOrColumn(
            theme, (self.types_panel, 13), (self.gear_panel, 10), (self.group_panel, 8), spacing=8
        )
        self.setLayout(column(self.suggestion_line, (sides, 1), self._foot(warned)))
        Centered(self, theme, RECRUITING_WIDE)

    def _make_suggestions(self) -> None:
        self.suggestion_label = label("", "faint")
        self.suggestion_label.setMinimumHeight(self.theme.pixels(30))
        self.suggestion_buttons = [button("", partial(self._suggest, n), "fits") for n in range(3)]
        self.suggestion_line = wrap_layout(Flow(self.suggestion_label, *self.suggestion_buttons))

    def _foot(self, warned: int) -> QWidget:
        """Make the buttons, beside so many lines for problems."""
        self.problems = sentence("", "warn")
        self.problem_room = Reserved(self.problems, warned)
        self.confirm_button = button("", self._confirm, "first")
        self.confirm_button.setMinimumWidth(
            self.theme.pixels(185)
        )  # the others stay where they are
        self.allow_button = button(_("A&llow at our table"), partial(self._confirm, allowed=True))
        keep_room(self.allow_button)
        self.cancel_button = make_cancel_button(self.cancelled.emit)
        buttons = row(1, self.cancel_button, self.allow_button, self.confirm_button)
        return RowOrColumn(self.theme, (self.problem_room, 1), (wrap_layout(buttons), 0))

    def _make_types(self) -> None:
        heads = (_("Choose a Character"), *CHARACTERISTICS, _("Cost"))
        self.types = offers_table(
            heads,
            self.theme,
            _("Character types"),
        )
        self.types.row_chosen.connect(self._type_chosen)
        show_entries_of_rows_on_hover(self.types, self)
        self.type_note = Note(2)
        self.skills = {key: QCheckBox(skill_type_name(key)) for key in SKILL_TYPES}
        self.skill_label = label("", "faint")
        classes = [(class_name(key), key) for key in FIREARM_CLASSES]
        self.gunsmith = Picker([(_("Class for Gunsmith…"), ""), *classes], _("Class for Gunsmith"))
        call_on_entry(self._judge_again, *self.skills.values(), self.gunsmith)
        skills = wrap_layout(Flow(self.skill_label, *self.skills.values(), spacing=8))
        open_choice = wrap_layout(column(skills, self.gunsmith, 1, spacing=0))
        open_choice.setMinimumHeight(self.theme.pixels(58))
        layout = column((WholeRows(self.types), 1), self.type_note, open_choice, spacing=4)
        self.types_panel = panel(layout)

    def _make_gear(self) -> None:
        self.gear_table = offers_table(
            (_("Choose gear"), _("Left"), _("Cost")),
            self.theme,
            _("Gear for sale"),
            nothing=_("There is no gear you can add."),
        )
        self.gear_table.row_activated.connect(self._add_gear)
        self.gear_table.row_clicked.connect(self._press_gear)
        self.gear_table.row_given_back.connect(self._give_back)
        self.gear_table.row_chosen.connect(self._show_gear)
        show_entries_of_rows_on_hover(self.gear_table, self)
        self.gear_table.row_chosen.connect(self._follow_amber)
        self.unfit = Fold(self.theme, "recruit/unfit", "")
        self.unfit.toggled.connect(self._judge_again)
        keep_room(self.unfit)
        self.gear_note = Note(3)
        self.add_button = button(_("&Add gear"), self._add_current)
        self.remove_button = button(_("Re&move last item"), self._remove_last)
        layout = column(
            (WholeRows(self.gear_table), 1),
            self.unfit,
            self.gear_note,
            row(self.add_button, self.remove_button, 1),
            spacing=4,
        )
        self.gear_panel = panel(layout)

    def _make_group(self) -> None:
        self.left_figure = label("", "display")
        self.sum_label = sentence("", "")
        self.name = text_field(_("Name of the recruit"), _("Name"))
        self.name.setProperty("kind", "name")
        self.name.returnPressed.connect(self._go_on)
        call_on_entry(self._judge_again, self.name)
        name_line = row(self.name, spacing=4)
        if self._random_names:
            name_line.addWidget(NameDice(self.theme, self.name, _("Random name"), self._think))
        self.name_line = wrap_layout(name_line)
        self.meters = Meters(_("Limits"))
        so_far = _("The group so far")
        self.group_table = offers_table((so_far, _("Cost")), self.theme, so_far, 3)
        points = row(self.left_figure, (self.sum_label, 1), spacing=10)
        table = WholeRows(self.group_table)
        self.own = Fold(self.theme, "recruit/traits", _("Traits"), self.traits)
        self.group_panel = panel(
            column(points, self.name_line, self.own, self.meters, (table, 1), spacing=6)
        )

    def start(
        self,
        group: Group,
        judge: Judge,
        *,
        fixed: Recruit | None = None,
        switches: Switches | None = None,
    ) -> None:
        """Start afresh for a group. With `fixed`, only gear is bought, for an existing member."""
        self._group = None  # nothing is judged while the form is being filled
        self._judge = judge
        self._fixed = fixed
        self._switches = switches or Switches()
        self._gear = list(fixed.gear) if fixed is not None else []
        is_new = fixed is None
        for part in (self.types_panel, self.name_line, self.suggestion_line):
            part.setVisible(is_new)
        self.own.setVisible(is_new and bool(self.catalogue.own.traits))
        self.traits.show_texts({})
        self.name.clear()
        self.gunsmith.setCurrentIndex(0)
        kinds = self._kinds_for(group)
        self.types.rows.set_rows([type_offer(kind, self.catalogue) for kind in kinds])
        has_no_leader = group.leading is None
        self._starred = has_no_leader or has_trained_leader(group, self.catalogue)
        gear = _("Choose gear (* for a Trained Leader)") if self._starred else _("Choose gear")
        self.gear_table.rows.set_rows([], (gear, _("Left"), _("Cost")))
        self._group = group
        if kinds:
            self.types.choose_row(kinds[0].key)
        self._show_suggestions(group)
        self._type_chosen()
        self._show_gear(self.gear_table.current_key())
        first = self.types if is_new else self.gear_table
        first.setFocus()

    def _kinds_for(self, group: Group) -> list[CharacterType]:
        """Return the types that a group may recruit, those who share the Leader's Keyword first."""
        leader = group.leading
        kinds = list(self.catalogue.characters.values())
        if leader is None:
            return kinds
        order = {leader.keyword: 0, "neutral": 1}
        followers = [kind for kind in kinds if not kind.leader]
        followers.sort(key=lambda kind: order.get(kind.keyword, 2))
        return followers

    # What fits

    def _show_suggestions(self, group: Group) -> None:
        self._suggested = []
        if self._fixed is None:
            self._suggested = suggestions(group, self.catalogue, self._switches)
        for suggestion in self.suggestion_buttons:
            suggestion.hide()
        for suggestion, recruit in zip(self.suggestion_buttons, self._suggested, strict=False):
            words = self._in_words(recruit)
            suggestion.setText(escape_ampersands(words))
            suggestion.setAccessibleName(words)
            suggestion.show()
        self.suggestion_label.setText(self._about_suggestions(group))

    def _about_suggestions(self, group: Group) -> str:
        """Introduce the suggestions, or say why there are none."""
        kept = points_for_missing_weapons(group, self.catalogue)
        if not self._suggested:
            return self._why_none(group, kept)
        if kept:
            words = counting(
                "Fits your {n} point, with {kept} kept for weapons:",
                "Fits your {n} points, with {kept} kept for weapons:",
                group.points,
            )
        else:
            words = counting(
                "Affordable with {n} point:", "Affordable with {n} points:", group.points
            )
        return words.format(n=number(group.points), kept=number(kept))

    def _why_none(self, group: Group, kept: int) -> str:
        """Say why there are no suggestions; so many points are kept for weapons."""
        size = len(group.roster)
        most = max_size(group, self.catalogue)
        if group.leading is None:
            return _("Recruit a Leader first.")
        if most is not None and size >= most:
            words = _("The Refuge is full: {size} of {most} members.")
            return words.format(size=size, most=most)
        cheapest = min(kind.cost for kind in self.catalogue.followers())
        if group.points < cheapest:
            words = counting(
                "{n} point isn't enough for any recruit.",
                "{n} points aren't enough for any recruit.",
                group.points,
            )
            return words.format(n=number(group.points))
        if kept:
            words = counting(
                "Nobody fits your {n} point, with {kept} kept for weapons.",
                "Nobody fits your {n} points, with {kept} kept for weapons.",
                group.points,
            )
            return words.format(n=number(group.points), kept=number(kept))
        return _("No armed recruit fits your points and the Keyword limits.")

    def _in_words(self, recruit: Recruit) -> str:
        kind = self.catalogue.character(recruit.type).name
        cost = cost_of(recruit, self.catalogue)
        if not recruit.gear:
            return _("{type} · {cost}", type=kind, cost=cost)
        gear = self.catalogue.gear(recruit.gear[0]).name
        return _("{type} with {gear} · {cost}", type=kind, gear=gear, cost=cost)

    def _suggest(self, n: int) -> None:
        """Take a suggestion, its type and its gear, and bring both in sight."""
        recruit = self._suggested[n]
        self._gear = list(recruit.gear)
        self.types.choose_row(recruit.type)
        self._judge_again()
        self.types.scroll_to_row(recruit.type)
        if self._gear:
            self.gear_table.scroll_to_row(self._gear[0])

    def _think(self, now: str) -> str:
        """Return a random name nobody in the campaign has."""
        assert self._random_names is not None and self._group is not None
        kind = self.catalogue.characters.get(self.types.current_key())
        taken = {member.name for member in self._group.members} | {now}
        return self._random_names.member(taken, kind)

    # The type

    def _type_chosen(self) -> None:
        for box in self.skills.values():
            set_control(box, False)
        kind = self.catalogue.characters.get(self.types.current_key())
        if kind is None or self._fixed is not None:
            self._offer_choices((), count=0, chooses_class=False)
        else:
            self.type_note.setText(type_in_words(kind, self.catalogue))
            self._offer_choices(
                open_skill_types(kind),
                count=kind.choose_skill_types,
                chooses_class=self.catalogue.chooses_class(kind.rules),
            )
        self._judge_again()

    def _offer_choices(
        self, skill_types: Sequence[str], *, count: int, chooses_class: bool
    ) -> None:
        """Offer the skill types of which a recruit chooses some, and the class for Gunsmith."""
        self.skill_label.setVisible(count > 0)
        self.skill_label.setText(ngettext("Choose {n} skill type", "Choose {n} skill types", count))
        for key, box in self.skills.items():
            box.setVisible(key in skill_types)
        self.gunsmith.setVisible(chooses_class)

    # Gear

    def _show_gear(self, key: str) -> None:
        if key:
            text = gear_detail(key, self.catalogue)
        else:
            text = _(
                "Click a row to add it, click again to remove it. On the keyboard: Space and "
                "Delete."
            )
        self.gear_note.setText(text)

    def _press_gear(self, key: str) -> None:
        """Add gear that isn't chosen yet, remove gear that is."""
        had_before = self._fixed is not None and key in self._fixed.gear
        if key in self._gear and not had_before:
            self._give_back(key)
        else:
            self._add_gear(key)

    def _add_gear(self, key: str) -> None:
        if key:
            self._gear.append(key)
            self._judge_again()

    def _give_back(self, key: str) -> None:
        """Remove the last item of this gear."""
        if key not in self._gear:
            return
        self._gear.reverse()
        self._gear.remove(key)
        self._gear.reverse()
        self._judge_again()

    def _add_current(self) -> None:
        self._add_gear(self.gear_table.current_key() or self._fitting())

    def _remove_last(self) -> None:
        if self._gear:
            self._give_back(self._gear[-1])

    def _offer_gear(self, group: Group, recruit: Recruit, left: int) -> None:
        """Offer gear for a recruit who leaves so many points; what never fits is folded away."""
        is_fixed = self._fixed is not None
        bare = replace(recruit, gear=self._fixed.gear if self._fixed is not None else ())
        points_of_bare = group.points - cost_of(bare, self.catalogue, gear_only=is_fixed)
        needs_trained = has_trained_leader(group, self.catalogue)
        offers = []
        unfit = 0
        for gear in self.catalogue.for_sale():
            if needs_trained and not gear.trained:
                continue
            never_fits = why_not(group, bare, gear.key, points_of_bare, self.catalogue)
            # Gear that no longer fits stays in the list.
            if never_fits and gear.key not in self._gear:
                unfit += 1
                if not self.unfit.is_open():
                    continue
            objection = why_not(group, recruit, gear.key, left, self.catalogue)
            offers.append(self._gear_offer(group, recruit, gear, objection))
        self.gear_table.rows.change_rows(offers)
        self.unfit.say(ngettext("{n} more you can't add", "{n} more you can't add", unfit))
        self.unfit.setVisible(unfit > 0)

    def _gear_offer(self, group: Group, recruit: Recruit, gear: Gear, objection: str) -> Row:
        """Return gear as a row: its name, how many are left, and its cost."""
        trained = would_be_trained(group, recruit, self.catalogue)
        rarity = rarity_left(group, gear.key, self.catalogue, trained_leader=trained)
        if rarity is None:
            available = "—"
        elif gear.key in self._gear:
            available = str(rarity - 1)
        else:
            available = str(rarity)
        has_star = gear.trained and self._starred
        name = f"{gear.name} *" if has_star else gear.name
        return offer_row(
            gear.key,
            (name, available, str(gear.cost)),
            gear_detail(gear.key, self.catalogue),
            drawing=gear.drawing,
            line=gear_line(gear.key, self.catalogue),
            why_not=objection,
            taken=self._gear.count(gear.key),
            pack=gear.pack,
        )

    # The result

    def recruit(self) -> Recruit:
        """Return the recruit as entered."""
        gear = tuple(self._gear)
        if self._fixed is not None:
            return Recruit(self._fixed.type, self._fixed.name, gear=gear)
        return RecruitWithTraits(
            type=self.types.current_key(),
            name=self.name.text(),
            skill_types=tuple(key for key, box in self.skills.items() if box.isChecked()),
            gunsmith=str(self.gunsmith.currentData() or ""),
            gear=gear,
            traits=self.traits.texts({}),
        )

    def _judge_again(self) -> None:
        """Show what the recruit as entered costs, which gear fits, the limits, and the problems."""
        recruit = self.recruit()
        if self._group is None or not recruit.type:
            return
        violations = self._judge(recruit)
        cost = cost_of(recruit, self.catalogue, gear_only=self._fixed is not None)
        left = self._group.points - cost
        enable_or_explain(self.remove_button, bool(self._gear), _("No gear has been added"))
        self._show_points(self._group.points, cost)
        self._offer_gear(self._group, recruit, left)
        self._show_group(self._group, recruit, cost)
        self._show_violations(violations)
        self._name_confirm_button(recruit)
        self._follow_amber()

    def _show_points(self, points: int, cost: int) -> None:
        """Show the points that are left of so many after paying a cost."""
        left = points - cost
        self.left_figure.setText(number(left))
        self.sum_label.setText(
            ngettext(
                "point left of {all}; this one costs {cost}",
                "points left of {all}; this one costs {cost}",
                abs(left),
                all=number(points),
                cost=cost,
            )
        )

    def _show_violations(self, violations: Sequence[Violation]) -> None:
        """Show what breaks a rule; the table may allow it."""
        cited = [with_page(violation.text, violation.page) for violation in violations]
        self.problem_room.show_text("\n".join(f"⚠ {text}" for text in cited))
        texts = "\n".join(violation.text for violation in violations)
        enable_or_explain(self.confirm_button, not violations, texts)
        self.allow_button.setVisible(bool(violations))

    def _name_confirm_button(self, recruit: Recruit) -> None:
        kind = self.catalogue.character(recruit.type).name
        name = short(recruit.name.strip() or kind, 22)
        words = _("&Recruit {who}") if self._fixed is None else _("A&rm {who}")
        self.confirm_button.set_label(words.format(who=escape_ampersands(name)))

    def _follow_amber(self) -> None:
        """Make the most helpful button amber, but never one that discards what was entered."""
        is_empty = not self.recruit().name and not self._gear
        amber: QPushButton
        if self.confirm_button.isEnabled():
            amber = self.confirm_button
        elif self._fitting():
            amber = self.add_button
        elif is_empty:
            amber = self.cancel_button
        else:
            amber = self.allow_button
        buttons = (self.confirm_button, self.add_button, self.cancel_button, self.allow_button)
        for each in buttons:
            set_style_properties(each, kind="first" if each is amber else "")

    def _fitting(self) -> str:
        """Return the selected gear if it can be added, or else the first that leaves enough for the
        weapons that members still need."""
        rows = self.gear_table.rows.rows
        fitting = [row.key for row in rows if row.cell(0).token == "text"]
        current = self.gear_table.current_key()
        if current:
            return current if current in fitting else ""
        for key in fitting:
            if self._leaves_enough(key):
                return key
        return ""

    def _leaves_enough(self, key: str) -> bool:
        """Return whether enough is left, with this gear, to arm the members who need a weapon."""
        assert self._group is not None
        cost = cost_of(self.recruit(), self.catalogue, gear_only=self._fixed is not None)
        price = self.catalogue.gear(key).cost or 0
        left = self._group.points - cost - price
        return left >= points_for_missing_weapons(self._group, self.catalogue)

    def _show_group(self, group: Group, recruit: Recruit, cost: int) -> None:
        """Show the limits and members as they would be with this recruit."""
        member = make_member(recruit, self.catalogue, NOT_YET)
        group_with_member = group.with_member(member)
        group_after = group if self._fixed is not None else group_with_member
        is_leader = self.catalogue.character(member.type).leader
        if group_after.leading is None and is_leader:
            group_after = replace(group_after, leader=member.id)
        gear = [item.key for item in member.gear]
        limits = list(group_limits(group_after, self.catalogue, self._switches))
        limits.extend(carried_limits(member, self.catalogue))
        limits.extend(rarity_limits(group_with_member, self.catalogue, gear))
        self.meters.show_limits(limits)
        self.group_table.rows.change_rows(self._member_offers(group_after, member.id, cost))

    def _member_offers(self, group: Group, fresh: str, cost: int) -> Sequence[Row]:
        """Return the members as rows: first the one with the id `fresh`, who has this cost."""
        offers = []
        for member in sorted(group.roster, key=lambda member: member.id != fresh):
            kind = self.catalogue.character(member.type)
            gear = [self.catalogue.gear(item.key) for item in member.gear]
            names = ", ".join(item.name for item in gear)
            if member.id == fresh:
                price = cost
                line = _("{type}, joining", type=kind.name)
            else:
                price = kind.cost + sum(item.cost or 0 for item in gear)
                line = kind.name
            offers.append(
                offer_row(
                    member.id,
                    (member.name, str(price)),
                    titled(member.name, f"{kind.name}. {names}"),
                    drawing=kind.drawing,
                    edge=member.keyword,
                    line=line,
                    drawings=[item.drawing for item in gear[:4]],
                    fresh=member.id == fresh,
                )
            )
        return offers

    def _go_on(self) -> None:
        """Recruit if there are no problems, else go on to the gear."""
        if self.confirm_button.isEnabled():
            self._confirm()
        else:
            self.gear_table.setFocus()

    def _confirm(self, *, allowed: bool = False) -> None:
        self.confirmed.emit(self.recruit(), allowed)


#: The greatest width of an editor, in pixels at 100 %.
EDITING_WIDE = 1600


class GroupEditor(QWidget):
    """A form over a group; `applied` carries the edited group, and the type and name of a member to
    add or None."""

    applied = Signal(object, object)
    cancelled = Signal()
    delete_wanted = Signal()
    #: The group being edited, set by `start`.
    _group: Group

    def __init__(self, catalogue: Catalogue, theme: Theme, names: RandomNames) -> None:
        """Make the form; `names` makes random names."""
        super().__init__()
        self.catalogue = catalogue
        self.theme = theme
        self._random_names = names
        self._fields: dict[str, QWidget] = {}
        first = wrap_layout(self._first_column())
        second = self._refuge_panel()
        body = RowOrColumn(theme, (first, 1), (second, 1))
        self.apply_button = button(_("S&ave changes"), self._apply, "first")
        delete = button(_("Delete this group"), self.delete_wanted.emit)
        cancel = make_cancel_button(self.cancelled.emit)
        self.setLayout(column(make_scroll_area(body), row(delete, 1, cancel, self.apply_button)))
        Centered(self, theme, EDITING_WIDE)

    def _first_column(self) -> QLayout:
        """Make the fields of the group, its counters, and the way to add a member from paper."""
        self.counters = CounterFields(
            self.catalogue.own.counters_of("group"), self.catalogue, "group"
        )
        counters = panel(self.counters, heading=_("Our rules"))
        counters.setVisible(bool(self.counters.fields))
        return column(self._group_panel(), counters, (self._paper_panel(), 1))

    def _group_panel(self) -> QWidget:
        self.name = QLineEdit()
        self.player = QLineEdit()
        self.points = Number()
        self.games = Number()
        fields = Fields(
            (GROUP["name"], self.name),
            (GROUP["player"], self.player),
            (GROUP["points"], self.points),
            (GROUP["games"], self.games),
        )
        self._fields |= fields.controls
        self.group_dice = NameDice(
            self.theme, self.name, _("Random name for the group"), self._think_of_group
        )
        fields.addWidget(self.group_dice, 0, 2)
        return panel(fields, heading=_("Group"))

    def _refuge_panel(self) -> QWidget:
        refuges: list[tuple[str, object]] = []
        for refuge in self.catalogue.refuges.values():
            refuges.append((refuge.name, refuge.key))
        refuges.append((_("On the road: no Refuge"), ON_THE_ROAD))
        self.refuge = Picker(refuges)
        self.extra_size = Number()
        self.extra_spaces = Number()
        fields = Fields(
            (GROUP["refuge"], self.refuge),
            (GROUP["extra_size"], self.extra_size),
            (GROUP["extra_spaces"], self.extra_spaces),
        )
        self._fields |= fields.controls
        call_on_entry(self._refuge_chosen, self.refuge)
        perks = self.catalogue.perks
        self.perks = Removables(
            _("Built Perks"), _("Add a &Perk…"), lambda built: perks[built.key].name
        )
        for perk in perks.values():
            add = partial(self.perks.add, BuiltPerk("", perk.key))
            add_menu_action(self.perks.menu, perk.name, add)
        return panel(fields, self.perks, 1, heading=_("Refuge"))

    def _paper_panel(self) -> QWidget:
        kinds: list[tuple[str, object]] = [(_("nobody"), "")]
        for kind in self.catalogue.characters.values():
            kinds.append((kind.name, kind.key))
        self.member_type = Picker(kinds, _("Type of the member to add"))
        self.member_name = text_field(_("Name of the member to add"), _("Name"))
        dice = NameDice(
            self.theme, self.member_name, _("Random name for the member to add"), self._think
        )
        return panel(
            sentence(_("This costs no points. Edit the member for everything else.")),
            row(self.member_type, self.member_name, dice, spacing=4),
            1,
            heading=_("Add a member from a paper roster"),
        )

    def _think_of_group(self, now: str) -> str:
        """Return another random name for the group."""
        return self._random_names.group({now})

    def _think(self, now: str) -> str:
        """Return a random name nobody in the campaign has."""
        kind = self.catalogue.characters.get(self.member_type.currentData())
        taken = {member.name for member in self._group.members} | {now}
        return self._random_names.member(taken, kind)

    def start(self, group: Group) -> None:
        """Show a group."""
        self._group = group
        refuge = self.catalogue.refuges[group.refuge.key]
        choose_key(self.refuge, refuge.key, refuge.name)
        fill_controls(group, self._fields)
        self._refuge_chosen()
        self.perks.show_items(group.refuge.built)
        self.counters.show_values(group.counters)
        set_control(self.member_type, "")
        self.member_name.clear()
        self.name.setFocus()

    def _refuge_chosen(self) -> None:
        at_home = self.refuge.currentData() != ON_THE_ROAD
        enable_or_explain(self.extra_size, at_home, _("On the road the group may be of any size"))

    def _apply(self) -> None:
        group = value_with_entries(self._group, self._fields)
        refuge = replace(group.refuge, built=tuple(self.perks.items))
        counters = self.counters.values(group.counters)
        group = replace(group, refuge=refuge, counters=counters)
        new_type = self.member_type.currentData()
        new_member = (new_type, self.member_name.text()) if new_type else None
        self.applied.emit(group, new_member)


#: The highest number offered for an attribute such as Noisy.
VALUE_MOST = 9


class MemberEditor(QWidget):
    """A form over a member; `applied` carries the edited member. Effects of a choice, such as a
    type's figures or an injury, show at once."""

    applied = Signal(object)
    cancelled = Signal()
    #: The member as stored, and as edited so far.
    _stored: Member
    _member: Member

    def __init__(self, catalogue: Catalogue, theme: Theme, names: RandomNames) -> None:
        """Make the form; `names` makes random names."""
        super().__init__()
        self.catalogue = catalogue
        self.theme = theme
        self._random_names = names
        self._taken: frozenset[str] = frozenset()
        self._dropped: dict[str, int] = {}
        self.title = OneLine("heading")
        who = self._who_panel()
        characteristics = self._characteristics_panel()
        lists = self._lists_panel()
        body = RowOrColumn(theme, (who, 1), (characteristics, 1), (lists, 1))
        self.apply_button = button(_("S&ave changes"), self._apply, "first")
        foot = row(1, make_cancel_button(self.cancelled.emit), self.apply_button)
        self.setLayout(column(self.title, make_scroll_area(body), foot))
        Centered(self, theme, EDITING_WIDE)

    def _who_panel(self) -> QWidget:
        kinds = self.catalogue.characters.values()
        self.name = QLineEdit()
        self.type = Picker((kind.name, kind.key) for kind in kinds)
        self.keyword = Picker((keyword_name(key), key) for key in KEYWORDS)
        fates = {
            "active": _("active"),
            "captured": _("captured"),
            "dead": _("dead (the gear is lost)"),
            "left": _("left the group"),
        }
        self.status = Picker((fates[status], status) for status in STATUSES)
        self.captor = Picker()
        self.captor.hold_names(16)
        self.level = Number()
        self.experience = Number()
        self.misses = Number()
        fields = Fields(
            (MEMBER["name"], self.name),
            (MEMBER["type"], self.type),
            (MEMBER["keyword"], self.keyword),
            (MEMBER["status"], self.status),
            (_("Held &by"), self.captor),
            (MEMBER["level"], self.level),
            (MEMBER["experience"], self.experience),
            (MEMBER["misses"], self.misses),
        )
        self._fields = fields.controls
        fields.addWidget(NameDice(self.theme, self.name, _("Random name"), self._think), 0, 2)
        call_on_entry(self._type_chosen, self.type)
        call_on_entry(self._status_chosen, self.status)
        call_on_entry(self._say_by_hand, self.keyword)
        self.fate = sentence("", "warn")
        return panel(fields, self.fate, 1, heading=_("Who"))

    def _characteristics_panel(self) -> QWidget:
        self.numbers: dict[str, Number] = {}
        figures = []
        for key in CHARACTERISTICS:
            figure = Number(0, CHARACTERISTIC_MOST)
            call_on_entry(partial(self._number_set, key), figure)
            self.numbers[key] = figure
            figures.append((characteristic_name(key), figure))
        self.by_hand = Note(2)
        self.keep = QCheckBox(_("Keep these if the ty&pe changes"))
        self.keep.setToolTip(_("Otherwise changing the type resets characteristics and Keyword"))
        call_on_entry(self._keep_chosen, self.keep)
        self.type_boxes = {key: QCheckBox(skill_type_name(key)) for key in SKILL_TYPES}
        for box in self.type_boxes.values():
            box.setAccessibleName(_("May also learn: {what}", what=box.text()))
        return panel(
            Fields(*figures, high=4),
            sentence(_("Without gear. Later Levels and injuries still apply on top.")),
            self.by_hand,
            self.keep,
            label(_("May also learn"), "faint"),
            Flow(*self.type_boxes.values(), spacing=10),
            1,
            heading=_("Characteristics"),
        )

    def _lists_panel(self) -> QWidget:
        self.skills = Removables(_("Skills and attributes"), _("Add a sk&ill…"), self._skill_name)
        self.skills.changed.connect(self._lists_changed)
        self._fill_skill_menu(self.skills.menu)
        injuries = self.catalogue.injuries
        self.injuries = Removables(
            _("Lasting injuries"),
            _("Add an in&jury…"),
            lambda injury: injuries[injury.key].name,
        )
        self.injuries.changed.connect(self._lists_changed)
        for injury in injuries.values():
            if injury.lasting:
                add = partial(self._add_injury, injury.key)
                add_menu_action(self.injuries.menu, injury.name, add)
        self.own = OwnPart(self.catalogue, self._random_names)
        self.own.changed.connect(self._counted)
        return panel(self.skills, self.injuries, self.own, 1)

    def _skill_name(self, skill: Skill) -> str:
        return skill_name(skill.key, skill.value, skill.detail, self.catalogue)

    def _fill_skill_menu(self, menu: QMenu) -> None:
        """Offer every skill, table by table, and every attribute that a member can have."""
        book = self.catalogue
        in_tables: set[str] = set()
        for table, keys in book.skill_tables.items():
            in_tables.update(keys)
            table_menu = menu.addMenu(skill_type_name(table))
            for key in keys:
                self._offer_skill(table_menu, key)
        others_menu = menu.addMenu(_("Others"))
        for key in book.skills:
            if key not in in_tables:
                self._offer_skill(others_menu, key)
        for key in book.member_attributes():
            self._offer_attribute(others_menu, key)

    def _offer_skill(self, menu: QMenu, key: str) -> None:
        """Offer a skill, by class of Firearm where it is learnt for one."""
        skill = self.catalogue.skills[key]
        if not skill.chooses_class:
            self._offer(menu, skill.name, Skill(key, source="hand"))
            return
        classes = menu.addMenu(escape_ampersands(skill.name))
        for kind in FIREARM_CLASSES:
            self._offer(classes, class_name(kind), Skill(key, detail=kind, source="hand"))

    def _offer_attribute(self, menu: QMenu, key: str) -> None:
        """Offer an attribute, by its number where it has one."""
        attribute = self.catalogue.attributes[key]
        if not attribute.valued:
            self._offer(menu, attribute.name, Skill(key, source="hand"))
            return
        numbers = menu.addMenu(escape_ampersands(attribute.name))
        for value in range(1, VALUE_MOST + 1):
            self._offer(numbers, str(value), Skill(key, value, source="hand"))

    def _offer(self, menu: QMenu, name: str, skill: Skill) -> None:
        add_menu_action(menu, escape_ampersands(name), partial(self._add_skill, skill))

    def start(self, member: Member, others: Mapping[str, str], taken: Iterable[str] = ()) -> None:
        """Show a member; `others` are the campaign's other groups, possible captors, `taken` the
        names in the group."""
        self._taken = frozenset(taken)
        self._stored = member
        self._member = member
        self._offer_captors(member, others)
        self.title.setText(_("Edit {name}", name=member.name))
        choose_key(self.type, member.type, self.catalogue.character(member.type).name)
        most = self.catalogue.number("limits", "level_most")
        self.level.setMaximum(max(most, member.level))
        fill_controls(member, self._fields)
        self._status_chosen()
        for key, box in self.type_boxes.items():
            set_control(box, key in member.skill_types)
        self._dropped = {}
        set_control(self.keep, False)
        self.own.show_member(member)
        self._show(member)
        self.name.setFocus()
        self.name.selectAll()

    def _offer_captors(self, member: Member, others: Mapping[str, str]) -> None:
        """Offer the present captor of a member, and the other groups."""
        captors: list[tuple[str, object]] = [(member.captor_name or _("rivals"), member.captor)]
        for group, name in others.items():
            if group != member.captor:
                captors.append((name, group))
        self.captor.offer(captors)

    def _think(self, now: str) -> str:
        """Return a random name nobody in the campaign has."""
        kind = self.catalogue.characters.get(self.type.currentData())
        return self._random_names.member(self._taken | {now}, kind)

    def _status_chosen(self) -> None:
        status = self.status.currentData()
        enable_or_explain(
            self.captor, status == "captured", _("Only a captured member has a captor")
        )
        self.fate.setText(gear_fate(self._stored, status, self.catalogue))

    def _type_chosen(self) -> None:
        """Take the figures, Keyword and special rules of another type.

        Values set by hand are dropped unless they are marked to be kept.
        """
        member = self._member
        kind = self.type.currentData()
        if kind == member.type:
            return
        keeps = self.keep.isChecked()
        keeps_keyword = keeps and self._keyword_by_hand(member.type)
        if member.adjustments:
            self._dropped = dict(member.adjustments)
        adjustments = self._dropped if keeps else {}
        member = retyped(replace(member, adjustments=adjustments), kind, self.catalogue)
        if not keeps_keyword:
            set_control(self.keyword, member.keyword)
        self._show(member)

    def _keep_chosen(self) -> None:
        """Restore the adjustments that the new type dropped."""
        member = self._member
        if self.keep.isChecked() and not member.adjustments:
            self._show(replace(member, adjustments=self._dropped))

    def _keyword_by_hand(self, kind: str) -> bool:
        """Return whether the chosen Keyword differs from the type's."""
        return bool(self.keyword.currentData() != self.catalogue.character(kind).keyword)

    def _say_by_hand(self) -> None:
        """Show which figures, and whether the Keyword, differ from the type's."""
        member = self._member
        adjustments = member.adjustments or self._dropped
        names = [f"{characteristic_name(key)} {signed(n)}" for key, n in adjustments.items()]
        if self._keyword_by_hand(member.type):
            names.append(self.keyword.currentText())
        was_dropped = bool(self._dropped) and not member.adjustments
        if not names:
            text = _("Nothing is set by hand.")
        elif was_dropped:
            text = _("No longer set by hand: {what}").format(what=", ".join(names))
        else:
            text = _("Set by hand: {what}").format(what=", ".join(names))
        self.by_hand.setText(text)
        enable_or_explain(self.keep, bool(names), _("Nothing is set by hand"))

    def _number_set(self, key: str) -> None:
        self._dropped = {}
        self._show(adjusted(self._member, self.catalogue, key, self.numbers[key].value()))

    def _show(self, member: Member) -> None:
        """Show the member as edited so far."""
        self._member = member
        explained = explain(member, self.catalogue)
        for key, spin in self.numbers.items():
            set_control(spin, explained[key].permanent)
            spin.setToolTip(plain_hint(explained[key].why))
        self.skills.show_items(member.skills)
        self.injuries.show_items(member.injuries)
        self._say_by_hand()

    def _add_skill(self, skill: Skill) -> None:
        """Add a skill unless the member has it, wherever it comes from."""
        skills = [replace(learnt, source="hand") for learnt in self.skills.items]
        if skill not in skills:
            self.skills.add(skill)

    def _add_injury(self, key: str) -> None:
        self._show(self._member.suffer(Injury(key, 0, "hand")))

    def _lists_changed(self) -> None:
        skills = tuple(self.skills.items)
        injuries = tuple(self.injuries.items)
        self._show(replace(self._member, skills=skills, injuries=injuries))

    def _counted(self) -> None:
        counters = self.own.counters.values(self._member.counters)
        self._show(replace(self._member, counters=counters))

    def _apply(self) -> None:
        member = value_with_entries(self._member, self._fields)
        if member.status == "captured":
            captor = self.captor.currentData()
            captor_name = self.captor.currentText()
        else:
            captor = ""
            captor_name = ""
        skill_types = [key for key, box in self.type_boxes.items() if box.isChecked()]
        edited = replace(
            member,
            captor=captor,
            captor_name=captor_name,
            skill_types=tuple(skill_types),
            traits=self.own.traits.texts(member.traits),
        )
        self.applied.emit(edited)
