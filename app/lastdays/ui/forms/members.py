"""Forms of a group: recruiting with cost, limits and problems always in view, and editors in which
every value of a group or member can be set by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QMenu, QWidget

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
    kept_for_weapons,
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
from lastdays.rulebook.entries import open_skill_types
from lastdays.ui.forms.counters import CounterFields, OwnPart, RollRow, TraitFields
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
from lastdays.ui.models.roster import gear_detail, gear_line
from lastdays.ui.models.rows import Row, plain
from lastdays.ui.theme import Theme, restyle
from lastdays.ui.widgets.entry_card import explain_rows
from lastdays.ui.widgets.offers import Meters, Note, Reserved, offer, offers_table
from lastdays.ui.widgets.parts import (
    Flow,
    Fold,
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
    keep_room,
    label,
    panel,
    row,
    scrolling,
    sentence,
    typed,
)
from lastdays.ui.widgets.room import Centered, WholeRows

#: The greatest width of the form, in pixels at 100 %.
RECRUITING_WIDE = 1800

Judge = Callable[[Recruit], list[Violation]]


def type_offer(kind: CharacterType, catalogue: Catalogue) -> Row:
    """Return a Character type as a row: Keyword, figures and cost."""
    numbers = tuple(str(kind.profile[key]) for key in CHARACTERISTICS)
    rules = ", ".join(catalogue.trait_name(t) for t in kind.rules)
    return offer(
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
    rules = ", ".join(map(catalogue.trait_name, kind.rules)) or pgettext("special rules", "none")
    types = ", ".join(map(skill_type_name, kind.skill_types))
    open_ = _("of your choice") if kind.choose_skill_types else _("nothing")
    text = _("{name} · special rules: {rules} · may learn: {types}")
    return text.format(name=kind.cited(kind.name), rules=rules, types=types or open_)


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
        self.problems = sentence("", "warn")
        self.problem_room = Reserved(self.problems, warned)
        self.confirm_button = button("", self._confirm, "first")
        self.confirm_button.setMinimumWidth(theme.px(185))  # the others stay where they are
        self.allow_button = button(_("A&llow at our table"), partial(self._confirm, allowed=True))
        keep_room(self.allow_button)
        self.cancel_button = cancelling(self.cancelled.emit)
        self.suggestion_label = label("", "faint")
        self.suggestion_label.setMinimumHeight(theme.px(30))
        self.suggestion_buttons = [button("", partial(self._suggest, n), "fits") for n in range(3)]
        self.suggestion_line = holder(Flow(self.suggestion_label, *self.suggestion_buttons))
        sides = Turning(
            theme, (self.types_panel, 13), (self.gear_panel, 10), (self.group_panel, 8), spacing=8
        )
        buttons = row(1, self.cancel_button, self.allow_button, self.confirm_button)
        foot = Turning(theme, (self.problem_room, 1), (holder(buttons), 0))
        self.setLayout(column(self.suggestion_line, (sides, 1), foot))
        Centered(self, theme, RECRUITING_WIDE)

    def _make_types(self) -> None:
        heads = (_("Choose a Character"), *CHARACTERISTICS, _("Cost"))
        self.types = offers_table(heads, self.theme, _("Character types"), chosen=self._type_chosen)
        explain_rows(self.types, self)
        self.type_note = Note(2)
        self.skills = {key: QCheckBox(skill_type_name(key)) for key in SKILL_TYPES}
        self.skill_label = label("", "faint")
        classes = [(class_name(key), key) for key in FIREARM_CLASSES]
        self.gunsmith = Picker([(_("Class for Gunsmith…"), ""), *classes], _("Class for Gunsmith"))
        on_entry(self._judge_again, *self.skills.values(), self.gunsmith)
        skills = holder(Flow(self.skill_label, *self.skills.values(), spacing=8))
        open_choice = holder(column(skills, self.gunsmith, 1, spacing=0))
        open_choice.setMinimumHeight(self.theme.px(58))
        layout = column((WholeRows(self.types), 1), self.type_note, open_choice, spacing=4)
        self.types_panel = panel(layout)

    def _make_gear(self) -> None:
        self.gear_table = offers_table(
            (_("Choose gear"), _("Left"), _("Cost")),
            self.theme,
            _("Gear for sale"),
            nothing=_("There is no gear you can add."),
            taken=self._add_gear,
            pressed_on=self._press_gear,
            given_back=self._give_back,
            chosen=self._show_gear,
        )
        explain_rows(self.gear_table, self)
        self.gear_table.chosen.connect(self._follow_amber)
        self.unfit = Fold(self.theme, "recruit/unfit", "")
        self.unfit.toggled.connect(self._judge_again)
        keep_room(self.unfit)
        self.gear_note = Note(3)
        self.add_button = button(
            _("&Add gear"), lambda: self._add_gear(self.gear_table.current_key() or self._fitting())
        )
        self.remove_button = button(
            _("Re&move last item"), lambda: self._give_back(self._gear[-1] if self._gear else "")
        )
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
        on_entry(self._judge_again, self.name)
        dice = [NameDice(self.theme, self.name, _("Random name"), self._think)]
        self.name_line = holder(row(self.name, *(dice if self._random_names else ()), spacing=4))
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
        self._gear = list(fixed.gear) if fixed else []
        for part in (self.types_panel, self.name_line, self.suggestion_line):
            part.setVisible(fixed is None)
        self.own.setVisible(fixed is None and bool(self.catalogue.own.traits))
        self.traits.show_texts({})
        self.name.clear()
        self.gunsmith.setCurrentIndex(0)
        kinds = [
            kind
            for kind in self.catalogue.characters.values()
            if not (kind.leader and group.leading is not None)
        ]
        leader = group.leading
        if leader is not None:  # those who share the Leader's Keyword come first
            order = {leader.keyword: 0, "neutral": 1}
            kinds.sort(key=lambda kind: order.get(kind.keyword, 2))
        self.types.rows.set_rows([type_offer(kind, self.catalogue) for kind in kinds])
        self._starred = leader is None or has_trained_leader(group, self.catalogue)
        gear = _("Choose gear (* for a Trained Leader)") if self._starred else _("Choose gear")
        self.gear_table.rows.set_rows([], (gear, _("Left"), _("Cost")))
        self._group = group
        if kinds:
            self.types.choose(kinds[0].key)
        self._show_suggestions(group)
        self._type_chosen()
        self._show_gear(self.gear_table.current_key())
        (self.gear_table if fixed else self.types).setFocus()

    # What fits

    def _show_suggestions(self, group: Group) -> None:
        if self._fixed is None:
            self._suggested = suggestions(group, self.catalogue, self._switches)
        else:
            self._suggested = []
        for made in self.suggestion_buttons:
            made.hide()
        for made, recruit in zip(self.suggestion_buttons, self._suggested, strict=False):
            words = self._in_words(recruit)
            made.setText(typed(words))
            made.setAccessibleName(words)
            made.show()
        self.suggestion_label.setText(self._about_suggestions(group))

    def _about_suggestions(self, group: Group) -> str:
        """Introduce the suggestions, or say why there are none."""
        size, most = len(group.roster), max_size(group, self.catalogue)
        full = most is not None and size >= most
        kept = kept_for_weapons(group, self.catalogue)
        if self._suggested and kept:
            words = counting(
                "Fits your {n} point, with {kept} kept for weapons:",
                "Fits your {n} points, with {kept} kept for weapons:",
                group.points,
            )
        elif self._suggested:
            words = counting(
                "Affordable with {n} point:", "Affordable with {n} points:", group.points
            )
        elif group.leading is None:
            words = _("Recruit a Leader first.")
        elif full:
            words = _("The Refuge is full: {size} of {most} members.")
        elif group.points < min(kind.cost for kind in self.catalogue.followers()):
            words = counting(
                "{n} point isn't enough for any recruit.",
                "{n} points aren't enough for any recruit.",
                group.points,
            )
        elif kept:
            words = counting(
                "Nobody fits your {n} point, with {kept} kept for weapons.",
                "Nobody fits your {n} points, with {kept} kept for weapons.",
                group.points,
            )
        else:
            words = _("No armed recruit fits your points and the Keyword limits.")
        return words.format(n=number(group.points), kept=number(kept), size=size, most=most)

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
        self.types.choose(recruit.type)
        self._judge_again()
        self.types.scroll_to(recruit.type)
        for key in self._gear[:1]:
            self.gear_table.scroll_to(key)

    def _think(self, now: str) -> str:
        """Return a random name nobody in the campaign has."""
        assert self._random_names is not None and self._group is not None
        kind = self.catalogue.characters.get(self.types.current_key())
        return self._random_names.member({now, *(m.name for m in self._group.members)}, kind)

    # The type

    def _type_chosen(self) -> None:
        kind = self.catalogue.characters.get(self.types.current_key())
        new = kind if self._fixed is None else None
        wanted = new.choose_skill_types if new else 0
        self.skill_label.setVisible(bool(wanted))
        there = open_skill_types(new) if new else ()
        for key, box in self.skills.items():
            enter(box, False)
            box.setVisible(key in there)
        self.gunsmith.setVisible(bool(new and self.catalogue.chooses_class(new.rules)))
        if new:
            self.type_note.setText(type_in_words(new, self.catalogue))
            words = ngettext("Choose {n} skill type", "Choose {n} skill types", wanted)
            self.skill_label.setText(words)
        self._judge_again()

    # Gear

    def _show_gear(self, key: str) -> None:
        self.gear_note.setText(
            gear_detail(key, self.catalogue)
            if key
            else _(
                "Click a row to add it, click again to remove it. On the keyboard: Space and "
                "Delete."
            )
        )

    def _press_gear(self, key: str) -> None:
        """Add gear that isn't chosen yet, remove gear that is."""
        if key in self._gear and not (self._fixed and key in self._fixed.gear):
            self._give_back(key)
        else:
            self._add_gear(key)

    def _add_gear(self, key: str) -> None:
        if key:
            self._gear.append(key)
            self._judge_again()

    def _give_back(self, key: str) -> None:
        if key in self._gear:
            del self._gear[max(n for n, taken in enumerate(self._gear) if taken == key)]
            self._judge_again()

    def _offer_gear(self, group: Group, recruit: Recruit, left: int) -> None:
        trained = would_be_trained(group, recruit, self.catalogue)
        counts = Counter(self._gear)
        bare = replace(recruit, gear=self._fixed.gear if self._fixed is not None else ())
        all_left = group.points - cost_of(bare, self.catalogue, free=self._fixed is not None)
        offers, unfit = [], 0
        for gear in self.catalogue.for_sale():
            if has_trained_leader(group, self.catalogue) and not gear.trained:
                continue
            rare = rarity_left(group, gear.key, self.catalogue, trained_leader=trained)
            # Gear that never fits is folded away; gear that no longer fits stays in the list.
            if not counts[gear.key] and why_not(group, bare, gear.key, all_left, self.catalogue):
                unfit += 1
                if not self.unfit.is_open():
                    continue
            shown = "—" if rare is None else str(rare - (gear.key in self._gear))
            offers.append(
                offer(
                    gear.key,
                    (
                        gear.name + (" *" if gear.trained and self._starred else ""),
                        shown,
                        str(gear.cost),
                    ),
                    gear_detail(gear.key, self.catalogue),
                    drawing=gear.drawing,
                    line=gear_line(gear.key, self.catalogue),
                    why_not=why_not(group, recruit, gear.key, left, self.catalogue),
                    taken=counts[gear.key],
                    pack=gear.pack,
                )
            )
        self.gear_table.rows.change_rows(offers)
        words = ngettext("{n} more you can't add", "{n} more you can't add", unfit)
        self.unfit.say(words)
        self.unfit.setVisible(bool(unfit))

    # The result

    def recruit(self) -> Recruit:
        """Return the recruit as entered."""
        if self._fixed is not None:
            return Recruit(self._fixed.type, self._fixed.name, gear=tuple(self._gear))
        return RecruitWithTraits(
            type=self.types.current_key(),
            name=self.name.text(),
            skill_types=tuple(key for key, box in self.skills.items() if box.isChecked()),
            gunsmith=str(self.gunsmith.currentData() or ""),
            gear=tuple(self._gear),
            traits=self.traits.texts({}),
        )

    def _judge_again(self) -> None:
        recruit = self.recruit()
        if self._group is None or not recruit.type:
            return
        found = self._judge(recruit)
        cost = cost_of(recruit, self.catalogue, free=self._fixed is not None)
        left = self._group.points - cost
        allow(self.remove_button, bool(self._gear), _("No gear has been added"))
        self.left_figure.setText(number(left))
        self.sum_label.setText(
            ngettext(
                "point left of {all}; this one costs {cost}",
                "points left of {all}; this one costs {cost}",
                abs(left),
                all=number(self._group.points),
                cost=cost,
            )
        )
        self._offer_gear(self._group, recruit, left)
        self._show_group(self._group, recruit, cost)
        text = "\n".join(f"⚠ {with_page(v.text, v.page)}" for v in found)
        self.problem_room.show_text(text)
        kind = self.catalogue.character(recruit.type).name
        verb = _("&Recruit {who}") if self._fixed is None else _("A&rm {who}")
        who = recruit.name.strip() or kind
        text = verb.format(who=typed(short(who, 22)))
        self.confirm_button.say(text)
        allow(self.confirm_button, not found, "\n".join(v.text for v in found))
        self.allow_button.setVisible(bool(found))
        self._follow_amber()

    def _follow_amber(self) -> None:
        """Make the most helpful button amber, but never one that discards what was entered."""
        entered = bool(self.recruit().name or self._gear)
        ways = {
            self.confirm_button: self.confirm_button.isEnabled(),
            self.add_button: bool(self._fitting()),
            self.cancel_button: not entered,
            self.allow_button: True,
        }
        first = next(way for way, helps in ways.items() if helps)
        for way in ways:
            restyle(way, kind="first" if way is first else "")

    def _fitting(self) -> str:
        """Return the selected gear if it can be added, or else the first that leaves enough for the
        weapons that members still need."""
        fits = [row.key for row in self.gear_table.rows.rows if row.cell(0).token == "text"]
        here = self.gear_table.current_key()
        if here:
            return here if here in fits else ""
        return next((key for key in fits if self._leaves_enough(key)), "")

    def _leaves_enough(self, key: str) -> bool:
        """Return whether enough is left, with this gear, to arm the members who need a weapon."""
        group, catalogue = self._group, self.catalogue
        assert group is not None
        cost = cost_of(self.recruit(), catalogue, free=self._fixed is not None)
        left = group.points - cost - (catalogue.gear(key).cost or 0)
        return left >= kept_for_weapons(group, catalogue)

    def _show_group(self, group: Group, recruit: Recruit, cost: int) -> None:
        """Show the limits and members as they would be with this recruit."""
        made = make_member(recruit, self.catalogue, NOT_YET)
        after = group if self._fixed is not None else group.with_member(made)
        if after.leading is None and self.catalogue.character(made.type).leader:
            after = replace(after, leader=made.id)
        bearing = group.with_member(made)
        self.meters.show_limits(
            [
                *group_limits(after, self.catalogue, self._switches),
                *carried_limits(made, self.catalogue),
                *rarity_limits(bearing, self.catalogue, [i.key for i in made.gear]),
            ]
        )
        self.group_table.rows.change_rows(self._member_offers(after, made.id, cost))

    def _member_offers(self, group: Group, fresh: str, cost: int) -> Sequence[Row]:
        catalogue = self.catalogue
        offers = []
        for member in sorted(group.roster, key=lambda m: m.id != fresh):
            kind = catalogue.character(member.type)
            gear = [catalogue.gear(item.key) for item in member.gear]
            worth = kind.cost + sum(g.cost or 0 for g in gear)
            names = ", ".join(g.name for g in gear)
            offers.append(
                offer(
                    member.id,
                    (member.name, str(cost if member.id == fresh else worth)),
                    titled(member.name, f"{kind.name}. {names}"),
                    drawing=kind.drawing,
                    edge=member.keyword,
                    line=_("{type}, joining", type=kind.name) if member.id == fresh else kind.name,
                    drawings=tuple(g.drawing for g in gear)[:4],
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
        self._random_names = names
        self.name, self.player = QLineEdit(), QLineEdit()
        self.points, self.games = Number(), Number()
        refuges = [(refuge.name, refuge.key) for refuge in catalogue.refuges.values()]
        self.refuge = Picker([*refuges, (_("On the road: no Refuge"), ON_THE_ROAD)])
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
        on_entry(self._refuge_chosen, self.refuge)
        self.group_dice = NameDice(
            theme, self.name, _("Random name for the group"), lambda now: names.group({now})
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
            heading=_("Add a member from a paper roster"),
        )
        self.counters = CounterFields(catalogue.own.counters_of("group"), catalogue, "group")
        counters = panel(self.counters, heading=_("Our rules"))
        counters.setVisible(bool(self.counters.fields))
        both = column(panel(group, heading=_("Group")), counters, (from_paper, 1))
        body = Turning(
            theme, (holder(both), 1), (panel(refuge, self.perks, 1, heading=_("Refuge")), 1)
        )
        self.apply_button = button(_("S&ave changes"), self._apply, "first")
        delete = button(_("Delete this group"), self.delete_wanted.emit)
        cancel = cancelling(self.cancelled.emit)
        self.setLayout(column(scrolling(body), row(delete, 1, cancel, self.apply_button)))
        Centered(self, theme, EDITING_WIDE)

    def _think(self, now: str) -> str:
        """Return a random name nobody in the campaign has."""
        kind = self.catalogue.characters.get(self.member_type.currentData())
        return self._random_names.member({now, *(m.name for m in self._group.members)}, kind)

    def start(self, group: Group) -> None:
        """Show a group."""
        self._group = group
        refuge = self.catalogue.refuges[group.refuge.key]
        choose_key(self.refuge, refuge.key, refuge.name)
        fill(group, self._fields)
        self._refuge_chosen()
        self.perks.show_items(group.refuge.built)
        self.counters.show_values(group.counters)
        enter(self.member_type, "")
        self.member_name.clear()
        self.name.setFocus()

    def _refuge_chosen(self) -> None:
        at_home = self.refuge.currentData() != ON_THE_ROAD
        allow(self.extra_size, at_home, _("On the road the group may be of any size"))

    def _apply(self) -> None:
        wanted = filled_in(self._group, self._fields)
        wanted = replace(
            wanted,
            refuge=replace(wanted.refuge, built=tuple(self.perks.items)),
            counters=self.counters.values(wanted.counters),
        )
        entered = self.member_type.currentData()
        self.applied.emit(wanted, (entered, self.member_name.text()) if entered else None)


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
        self._random_names = names
        self._taken: frozenset[str] = frozenset()
        self._dropped: dict[str, int] = {}
        self.title = OneLine("heading")
        self.name = QLineEdit()
        self.type = Picker((kind.name, kind.key) for kind in catalogue.characters.values())
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
        self.level, self.experience, self.misses = Number(), Number(), Number()
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
        fields.addWidget(NameDice(theme, self.name, _("Random name"), self._think), 0, 2)
        self.numbers: dict[str, Number] = {
            key: Number(0, CHARACTERISTIC_MOST) for key in CHARACTERISTICS
        }
        figures = [(characteristic_name(key), spin) for key, spin in self.numbers.items()]
        self.by_hand = Note(2)
        self.keep = QCheckBox(_("Keep these if the ty&pe changes"))
        self.keep.setToolTip(_("Otherwise changing the type resets characteristics and Keyword"))
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
        self.own = OwnPart(catalogue, names)
        self.own.changed.connect(self._counted)
        self.type_boxes = {key: QCheckBox(skill_type_name(key)) for key in SKILL_TYPES}
        for box in self.type_boxes.values():
            box.setAccessibleName(_("May also learn: {what}", what=box.text()))
        self.fate = sentence("", "warn")
        middle = panel(
            Fields(*figures, high=4),
            sentence(_("Without gear. Later Levels and injuries still apply on top.")),
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
            (panel(self.skills, self.injuries, self.own, 1), 1),
        )
        self.apply_button = button(_("S&ave changes"), self._apply, "first")
        foot = row(1, cancelling(self.cancelled.emit), self.apply_button)
        self.setLayout(column(self.title, scrolling(body), foot))
        Centered(self, theme, EDITING_WIDE)

    def _fill_skill_menu(self, menu: QMenu) -> None:
        """Offer every skill, table by table, and every attribute that a member can have."""
        book = self.catalogue
        tables = book.skill_tables
        for table, keys in tables.items():
            sub = menu.addMenu(skill_type_name(table))
            for key in keys:
                self._offer_skill(sub, key)
        sub = menu.addMenu(_("Others"))
        learnt = {key for keys in tables.values() for key in keys}
        for key in book.skills:
            if key not in learnt:
                self._offer_skill(sub, key)
        for key in book.member_attributes():
            self._offer_attribute(sub, key)

    def _offer_skill(self, menu: QMenu, key: str) -> None:
        """Offer a skill, by class of Firearm where it is learnt for one."""
        skill = self.catalogue.skills[key]
        if not skill.chooses_class:
            self._offer(menu, skill.name, Skill(key, source="hand"))
            return
        classes = menu.addMenu(typed(skill.name))
        for kind in FIREARM_CLASSES:
            self._offer(classes, class_name(kind), Skill(key, detail=kind, source="hand"))

    def _offer_attribute(self, menu: QMenu, key: str) -> None:
        """Offer an attribute, by its number where it has one."""
        attribute = self.catalogue.attributes[key]
        if not attribute.valued:
            self._offer(menu, attribute.name, Skill(key, source="hand"))
            return
        numbers = menu.addMenu(typed(attribute.name))
        for value in range(1, VALUE_MOST + 1):
            self._offer(numbers, str(value), Skill(key, value, source="hand"))

    def _offer(self, menu: QMenu, name: str, skill: Skill) -> None:
        entry(menu, typed(name), partial(self._add_skill, skill))

    def start(self, member: Member, others: Mapping[str, str], taken: Iterable[str] = ()) -> None:
        """Show a member; `others` are the campaign's other groups, possible captors, `taken` the
        names in the group."""
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
        self.own.show_member(member)
        self._show(member)
        self.name.setFocus()
        self.name.selectAll()

    def _think(self, now: str) -> str:
        """Return a random name nobody in the campaign has."""
        kind = self.catalogue.characters.get(self.type.currentData())
        return self._random_names.member(self._taken | {now}, kind)

    def _status_chosen(self) -> None:
        status = self.status.currentData()
        allow(self.captor, status == "captured", _("Only a captured member has a captor"))
        self.fate.setText(gear_fate(self._stored, status, self.catalogue))

    def _type_chosen(self) -> None:
        """Take the figures, Keyword and special rules of another type.

        Values set by hand are dropped unless they are marked to be kept.
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
        figures = member.adjustments or self._dropped
        names = [f"{characteristic_name(c)} {signed(n)}" for c, n in figures.items()]
        if self._keyword_by_hand(member.type):
            names.append(self.keyword.currentText())
        lost = bool(self._dropped) and not member.adjustments
        words = _("No longer set by hand: {what}") if lost else _("Set by hand: {what}")
        self.by_hand.setText(
            words.format(what=", ".join(names)) if names else _("Nothing is set by hand.")
        )
        allow(self.keep, bool(names), _("Nothing is set by hand"))

    def _number_set(self, key: str) -> None:
        self._dropped = {}
        self._show(adjusted(self._member, self.catalogue, key, self.numbers[key].value()))

    def _show(self, member: Member) -> None:
        """Show the member as edited so far."""
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

    def _counted(self) -> None:
        counters = self.own.counters.values(self._member.counters)
        self._show(replace(self._member, counters=counters))

    def _apply(self) -> None:
        member = filled_in(self._member, self._fields)
        held = member.status == "captured"
        self.applied.emit(
            replace(
                member,
                captor=self.captor.currentData() if held else "",
                captor_name=self.captor.currentText() if held else "",
                skill_types=tuple(k for k, b in self.type_boxes.items() if b.isChecked()),
                traits=self.own.traits.texts(member.traits),
            )
        )
