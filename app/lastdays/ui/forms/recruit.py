"""The recruiting workshop: type, name, open skills and gear, with what it costs, what is left and
what speaks against it always in view, and the group as it grows beside it.

Used while founding, as the Leader's Job, and to arm a new Leader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from lastdays.campaign.groups import member_name
from lastdays.language import _, counting, ngettext, number, pgettext, short, titled
from lastdays.model.carrying import Violation, rarity_left
from lastdays.model.group import Group
from lastdays.model.limits import (
    NOT_YET,
    carried_limits,
    group_limits,
    rarity_limits,
    suggestions,
    why_not,
)
from lastdays.model.recruiting import (
    Recruit,
    cost_of,
    has_trained_leader,
    make_member,
    max_size,
    would_be_trained,
)
from lastdays.model.switches import Switches
from lastdays.procedure.dice import RandomSource
from lastdays.rulebook import (
    CHARACTERISTICS,
    FIREARM_CLASSES,
    SKILL_TYPES,
    Catalogue,
    CharacterType,
    class_name,
    keyword_name,
    skill_type_name,
    with_page,
)
from lastdays.rulebook.entries import open_skill_types
from lastdays.ui.forms.form import NameDice, cancelling, enter, on_entry, text_field
from lastdays.ui.models.items import gear_detail, gear_line
from lastdays.ui.models.rows import Row
from lastdays.ui.theme import Theme, restyle
from lastdays.ui.widgets.entry_card import explain_rows
from lastdays.ui.widgets.offers import Meters, Note, Reserved, offer, offers_table
from lastdays.ui.widgets.parts import (
    Flow,
    Fold,
    Picker,
    Turning,
    allow,
    button,
    column,
    holder,
    keep_room,
    label,
    panel,
    row,
    sentence,
    typed,
)
from lastdays.ui.widgets.room import Centered, WholeRows

#: The form is at most so wide, in pixels at 100 %.
WIDE = 1800

Judge = Callable[[Recruit], list[Violation]]


def type_offer(kind: CharacterType, catalogue: Catalogue) -> Row:
    """Return a Character type as a row: its Keyword, figures and cost."""
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
    """Say what special rules a Character type has, and what it may learn."""
    rules = ", ".join(map(catalogue.trait_name, kind.rules)) or pgettext("special rules", "none")
    types = ", ".join(map(skill_type_name, kind.skill_types))
    open_ = _("of your choice") if kind.choose_skill_types else _("nothing")
    text = _("{name} · special rules: {rules} · may learn: {types}")
    return text.format(name=kind.cited(kind.name), rules=rules, types=types or open_)


class RecruitForm(QWidget):
    """Makes a recruit. `confirmed` carries it and whether the table allows what speaks against."""

    confirmed = Signal(object, bool)
    cancelled = Signal()

    def __init__(
        self,
        catalogue: Catalogue,
        theme: Theme,
        source: RandomSource | None = None,
        *,
        warned: int = 4,
    ) -> None:
        """Make the form; with a `source`, it also thinks of names. Room is kept for so many lines
        in which it is `warned`."""
        super().__init__()
        self.catalogue = catalogue
        self.theme = theme
        self._source = source
        self._group: Group | None = None
        self._switches = Switches()
        self._judge: Judge = lambda _recruit: []
        self._fixed: Recruit | None = None
        self._gear: list[str] = []
        self._suggested: list[Recruit] = []
        #: Whether a star says who may use gear: where a Leader is Trained, or may yet be.
        self._starred = True
        self._make_types()
        self._make_gear()
        self._make_group()
        self.problems = sentence("", "warn")
        self.problem_room = Reserved(self.problems, warned)
        self.confirm_button = button("", self._confirm, "first")
        self.confirm_button.setMinimumWidth(theme.px(185))  # the others stay where they are
        self.allow_button = button(_("Our table a&llows it"), partial(self._confirm, allowed=True))
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
        Centered(self, theme, WIDE)

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
            nothing=_("Nothing here fits."),
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
            _("&Add gear"),
            lambda: self._add_gear(self.gear_table.current_key() or self._fitting()),
        )
        self.remove_button = button(_("Re&move last"), self._remove_gear)
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
        self.name_line = holder(row(self.name, *(dice if self._source else ()), spacing=4))
        self.meters = Meters(_("Limits"))
        so_far = _("The group so far")
        self.group_table = offers_table((so_far, _("Cost")), self.theme, so_far, 3)
        points = row(self.left_figure, (self.sum_label, 1), spacing=10)
        table = WholeRows(self.group_table)
        self.group_panel = panel(column(points, self.name_line, self.meters, (table, 1), spacing=6))

    def start(
        self,
        group: Group,
        judge: Judge,
        *,
        fixed: Recruit | None = None,
        switches: Switches | None = None,
    ) -> None:
        """Begin anew for a group. With `fixed`, only gear is bought, for a member already there."""
        self._group = None  # nothing is judged while the form is filled
        self._judge = judge
        self._fixed = fixed
        self._switches = switches or Switches()
        self._gear = list(fixed.gear) if fixed else []
        for part in (self.types_panel, self.name_line, self.suggestion_line):
            part.setVisible(fixed is None)
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
        self._suggested = (
            [] if self._fixed is not None else suggestions(group, self.catalogue, self._switches)
        )
        for n, made in enumerate(self.suggestion_buttons):
            made.setVisible(n < len(self._suggested))
            if n < len(self._suggested):
                made.setText(typed(self._in_words(self._suggested[n])))
                made.setAccessibleName(self._in_words(self._suggested[n]))
        self.suggestion_label.setText(self._about_suggestions(group))

    def _about_suggestions(self, group: Group) -> str:
        """Say that the suggestions fit, or why there are none."""
        size, most = len(group.roster), max_size(group, self.catalogue)
        if self._suggested:
            words = counting("Fits your {n} point:", "Fits your {n} points:", group.points)
        elif group.leading is None:
            words = _("The first to recruit is a Leader.")
        elif size >= most:
            words = _("The Refuge is full: {size} members in {most} beds.")
        elif group.points < min(kind.cost for kind in self.catalogue.followers()):
            words = counting(
                "Nobody costs only {n} point.", "Nobody costs only {n} points.", group.points
            )
        else:
            words = _("No recruit with a weapon fits your points and the Keyword limits.")
        return words.format(n=number(group.points), size=size, most=most)

    def _in_words(self, recruit: Recruit) -> str:
        kind = self.catalogue.character(recruit.type).name
        cost = cost_of(recruit, self.catalogue)
        if not recruit.gear:
            return _("{type} · {cost}", type=kind, cost=cost)
        gear = self.catalogue.gear(recruit.gear[0]).name
        return _("{type} with {gear} · {cost}", type=kind, gear=gear, cost=cost)

    def _suggest(self, n: int) -> None:
        """Take a suggestion: its type and its gear."""
        recruit = self._suggested[n]
        self._gear = list(recruit.gear)
        self.types.choose(recruit.type)
        self._judge_again()

    def _think(self, now: str) -> str:
        """Think of a name that nobody in the group has."""
        assert self._source is not None and self._group is not None
        kind = self.catalogue.characters.get(self.types.current_key())
        return member_name(self._source, {now, *(m.name for m in self._group.members)}, kind)

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
            else _("Press a row to add it, again to remove it. With the keys: Enter and Delete.")
        )

    def _press_gear(self, key: str) -> None:
        """Add what was not chosen yet, remove what was."""
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

    def _remove_gear(self) -> None:
        if self._gear:
            self._gear.pop()
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
            # What doesn't fit even before gear is chosen is folded; what no longer fits stays there.
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
        words = ngettext("{n} more that doesn't fit", "{n} more that don't fit", unfit)
        self.unfit.say(words)
        self.unfit.setVisible(bool(unfit))

    # What comes of it

    def recruit(self) -> Recruit:
        """Return the recruit as the form has it."""
        if self._fixed is not None:
            return Recruit(self._fixed.type, self._fixed.name, gear=tuple(self._gear))
        return Recruit(
            type=self.types.current_key(),
            name=self.name.text(),
            skill_types=tuple(key for key, box in self.skills.items() if box.isChecked()),
            gunsmith=str(self.gunsmith.currentData() or ""),
            gear=tuple(self._gear),
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
        """Have Enter do what helps where something speaks against it: what was entered is never
        thrown away by it."""
        ways = {
            self.confirm_button: self.confirm_button.isEnabled(),
            self.remove_button: bool(self._gear),
            self.add_button: bool(self._fitting()),
            self.cancel_button: not self.recruit().name,
            self.allow_button: True,
        }
        first = next(way for way, helps in ways.items() if helps)
        for way in ways:
            restyle(way, kind="first" if way is first else "")

    def _fitting(self) -> str:
        """Return the gear that one is at, or else the first, if it can be added."""
        fits = [row.key for row in self.gear_table.rows.rows if row.cell(0).token == "text"]
        here = self.gear_table.current_key() or next(iter(fits), "")
        return here if here in fits else ""

    def _show_group(self, group: Group, recruit: Recruit, cost: int) -> None:
        """Show the limits and the members as they would be with this recruit."""
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
        """Recruit where nothing speaks against it, else go on to the gear."""
        if self.confirm_button.isEnabled():
            self._confirm()
        else:
            self.gear_table.setFocus()

    def _confirm(self, *, allowed: bool = False) -> None:
        self.confirmed.emit(self.recruit(), allowed)
