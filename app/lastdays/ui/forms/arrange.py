"""The forms that answer an Arrange: gear, Jobs, a recruit, a new Leader and their arms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from msgspec.structs import asdict
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QGridLayout, QMenu, QSizePolicy, QWidget

from lastdays.errors import LastDaysError
from lastdays.language import _, pgettext
from lastdays.model.carrying import Violation, attach_problem
from lastdays.model.group import Group, Item, Member
from lastdays.model.profile import item_name
from lastdays.model.recruiting import Recruit
from lastdays.postgame.gear_moves import (
    ArrangeGear,
    Attach,
    Convert,
    Detach,
    GearMove,
    MoveItem,
    apply_move,
    apply_moves,
    move_in_words,
)
from lastdays.postgame.jobs import (
    ArrangeJobs,
    ArrangeRecruit,
    Assignment,
    BuildJob,
    GuardJob,
    Job,
    JobKind,
    RecruitJob,
    Recruitment,
    RestJob,
    TalkJob,
    WorkJob,
    job_name,
    jobs_of,
    kind_of,
    posts,
    workers,
)
from lastdays.postgame.leadership import ArrangeArms, ArrangeLeader, Purchase
from lastdays.procedure.asks import Arrange
from lastdays.procedure.dice import RandomSource, roll_row
from lastdays.procedure.odds import chances_for_wish
from lastdays.rulebook import CHARACTERISTICS, Catalogue, Firearm, class_name, keyword_name
from lastdays.rulebook.entries import Gear
from lastdays.ui.forms.form import call_on_entry, set_control, text_field
from lastdays.ui.forms.members import RecruitForm
from lastdays.ui.models.roster import gear_detail
from lastdays.ui.models.rows import Cell, Row
from lastdays.ui.theme import Theme, set_style_properties
from lastdays.ui.widgets.chances import as_fraction_and_percent
from lastdays.ui.widgets.entry_card import show_entries_of_rows_on_hover
from lastdays.ui.widgets.parts import (
    Flow,
    OneLine,
    Picker,
    Pictogram,
    PressedButton,
    RowOrColumn,
    add_menu_action,
    button,
    clear_menu,
    column,
    enable_or_explain,
    escape_ampersands,
    label,
    make_button_menu,
    make_scroll_area,
    row,
    sentence,
    sentence_line,
    show_text,
    wrap_layout,
)
from lastdays.ui.widgets.room import hidden_height, preferred_height
from lastdays.ui.widgets.table import RowHeights, Table, TableDesign


class GearMenus:
    """Menus of what can be done with a piece of gear."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def moves(self, group: Group, item_id: str) -> list[tuple[GearMove, str]]:
        """Return the moves of an item to everyone else who could hold it."""
        places = [("", _("Stash"))]
        for member in group.active:
            places.append((member.id, member.name))
        holder_id = group.holder_of(item_id)[0]
        return [(MoveItem(item_id, place), name) for place, name in places if place != holder_id]

    def fittings(self, group: Group, item_id: str) -> list[tuple[GearMove, str]]:
        """Return the moves that attach an item to a gun, or take off what is attached to it."""
        moves: list[tuple[GearMove, str]] = []
        item = group.holder_of(item_id)[1]
        for gun in group.stash:
            moves.extend(self._fittings_to(gun, item, _("stash")))
        for member in group.active:
            for gun in member.gear:
                moves.extend(self._fittings_to(gun, item, member.name))
        for attached in item.attached:
            words = _("Detach {item}", item=item_name(attached, self.catalogue))
            moves.append((Detach(attached.id, item.id), words))
        return moves

    def _fittings_to(self, gun: Item, item: Item, whose: str) -> list[tuple[GearMove, str]]:
        """Return the move that converts a gun with an item or attaches the item to it, if any."""
        kind = self.catalogue.equipment.get(item.key)
        if kind is None:
            return []
        name = f"{item_name(gun, self.catalogue)} ({whose})"
        if kind.converts and gun.key in kind.converts and not gun.modified:
            converted = self.catalogue.gear(kind.converts[gun.key]).name
            words = _("Convert {gun} into a {into}", gun=name, into=converted)
            return [(Convert(item.id, gun.id), words)]
        if kind.mounts and not attach_problem(item, gun, self.catalogue):
            return [(Attach(item.id, gun.id), _("Attach to {gun}", gun=name))]
        return []

    def fill(
        self, menu: QMenu, moves: Iterable[tuple[GearMove, str]], do: Callable[[GearMove], object]
    ) -> None:
        """Fill a menu with moves; `do` gets the one chosen."""
        clear_menu(menu)
        for move, text in moves:
            add_menu_action(menu, escape_ampersands(text), partial(do, move))

    def catalogue_menu(
        self, menu: QMenu, take: Callable[[str], object], *, for_sale: bool = False
    ) -> None:
        """Fill a menu with all gear; `take` gets the key."""
        clear_menu(menu)
        submenus: dict[str, QMenu] = {}
        listed = self.catalogue.for_sale() if for_sale else self.catalogue.all_gear()
        for gear in listed:
            kind = self._kind_of(gear)
            if kind not in submenus:
                submenus[kind] = menu.addMenu(kind)
            text = escape_ampersands(gear.name)
            if for_sale:
                text = _("{name}: {cost} points", name=text, cost=gear.cost)
            add_menu_action(submenus[kind], text, partial(take, gear.key))

    def _kind_of(self, gear: Gear) -> str:
        """Return the name of the submenu for gear."""
        if isinstance(gear, Firearm):
            return class_name(gear.firearm_class)
        if gear.key in self.catalogue.close_combat:
            return _("Close combat")
        return _("Equipment")


V = TypeVar("V")


class ArrangeForm(QWidget):
    """A form over the value of an ask. `confirmed` carries it, `drafted` each intermediate
    value."""

    confirmed = Signal(object)
    drafted = Signal(object)

    #: The button that confirms the form.
    go_button: PressedButton

    def __init__(self, catalogue: Catalogue, theme: Theme) -> None:
        super().__init__()
        self.catalogue = catalogue
        self.theme = theme
        self.said = sentence("", "warn")

    def take_focus(self) -> None:
        """Put the focus where the form begins."""
        self.setFocus()

    def beyond(self) -> int:
        """Return how much more height it needs for nothing in it to scroll, in pixels."""
        return 0

    def judge(self, ask: Arrange[V], value: V) -> bool:
        """Show problems and warnings of a value; return whether the ask accepts it."""
        checked = ask.check(value)
        problems = [f"✕ {problem}" for problem in checked.problems]
        warnings = [f"⚠ {warning}" for warning in checked.warnings]
        show_text(self.said, "\n".join(problems + warnings))
        return not checked.problems


class GearForm(ArrangeForm):
    """Moves of gear between members and stash; the latest can be taken back."""

    def __init__(
        self, ask: ArrangeGear, moves: tuple[GearMove, ...], catalogue: Catalogue, theme: Theme
    ) -> None:
        super().__init__(catalogue, theme)
        self.ask = ask
        self.menus = GearMenus(catalogue)
        self._moves: tuple[GearMove, ...] = moves
        try:
            apply_moves(ask.group, moves, catalogue)
        except LastDaysError:
            self._moves = ()
        self.table = Table(
            (_("Gear"), _("With"), _("What it does")),
            _("All gear"),
            theme,
            TableDesign(stretched=2, look="lines", row_heights=RowHeights(28, 28), least_rows=6),
            row_chosen=self._enable,
        )
        show_entries_of_rows_on_hover(self.table, self)
        self.move_button = button(_("&Move to…"))
        self.fit_button = button(_("A&ttach…"))
        make_button_menu(self.move_button, partial(self._fill, self.menus.moves))
        make_button_menu(self.fit_button, partial(self._fill, self.menus.fittings))
        self.table.row_activated.connect(self.move_button.showMenu)
        self.back_button = button(
            _("U&ndo the latest move"), lambda: self._set_moves(self._moves[:-1])
        )
        self.list = sentence("", "")
        self.go_button = button(
            _("Continue to &Jobs"), lambda: self.confirmed.emit(self._moves), "first"
        )
        self.nothing = sentence(_("No gear has changed hands yet."))
        self._side = wrap_layout(
            column(
                label(pgettext("gear", "Moves"), "heading"),
                self.nothing,
                make_scroll_area(wrap_layout(column(self.list, 1))),
                self.said,
                Flow(self.move_button, self.fit_button),
                self.back_button,
                self.go_button,
            )
        )
        self.setLayout(column(RowOrColumn(theme, (self.table, 5), (self._side, 2), spacing=16)))
        self._show()

    def take_focus(self) -> None:
        self.go_button.setFocus()  # gear mostly stays where it is

    def beyond(self) -> int:
        whole = self.table.sizeHint().height() + self.table.height_beyond_hint()
        return max(0, whole - preferred_height(self._side, self._side.width()))

    def _now(self) -> Group:
        return apply_moves(self.ask.group, self._moves, self.catalogue)

    def _show(self) -> None:
        group = self._now()
        rows = [self._row(item, _("Stash")) for item in group.stash]
        for member in group.active:
            rows.extend(self._row(item, member.name) for item in member.gear)
        self.table.show_rows(rows)
        self.list.setText(self._moves_in_words())
        self.nothing.setVisible(not self._moves)
        enable_or_explain(self.back_button, bool(self._moves), _("Nothing has been moved yet"))
        self.judge(self.ask, self._moves)
        self._enable()

    def _row(self, item: Item, whose: str) -> Row:
        """Return a piece of gear as a row: its name, who has it, and what it does."""
        gear = self.catalogue.gear(item.key)
        name = item_name(item, self.catalogue)
        cell = Cell(name, "plain", drawing=gear.drawing, drawing_token="text")
        detail = gear_detail(item.key, self.catalogue)
        effect = detail.partition(": ")[2]
        return Row(item.id, (cell, whose, effect), detail, entry=gear.name)

    def _moves_in_words(self) -> str:
        """Return the moves so far, each with its number on a line."""
        lines = []
        group = self.ask.group
        for n, move in enumerate(self._moves, start=1):
            words = move_in_words(group, move, self.catalogue)
            lines.append(f"{n}  {words}")
            group = apply_move(group, move, self.catalogue)
        return "\n".join(lines)

    def _enable(self) -> None:
        key = self.table.current_key()
        if not key:
            none_chosen = _("Select a piece of gear first")
            enable_or_explain(self.move_button, False, none_chosen)
            enable_or_explain(self.fit_button, False, none_chosen)
            return
        enable_or_explain(self.move_button, True, "")
        fits = bool(self.menus.fittings(self._now(), key))
        enable_or_explain(self.fit_button, fits, _("It can't be attached to anything they carry"))

    def _fill(self, ways: Callable[[Group, str], list[tuple[GearMove, str]]], menu: QMenu) -> None:
        key = self.table.current_key()
        moves = ways(self._now(), key) if key else []
        self.menus.fill(menu, moves, self.do_move)

    def do_move(self, move: GearMove) -> None:
        """Add a move if it is allowed."""
        moves = (*self._moves, move)
        if self.judge(self.ask, moves):
            self._set_moves(moves)

    def _set_moves(self, moves: tuple[GearMove, ...]) -> None:
        self._moves = moves
        self.drafted.emit(moves)
        self._show()


class JobsForm(ArrangeForm):
    """A Job for everyone who can work, and what the Jobs mean for the coming attack."""

    def __init__(
        self, ask: ArrangeJobs, given: Assignment, catalogue: Catalogue, theme: Theme
    ) -> None:
        super().__init__(catalogue, theme)
        self.ask = ask
        self.grid = QGridLayout()
        self.grid.setVerticalSpacing(4)
        self.chance = sentence("", "well")
        self.chance.setAccessibleName(_("The coming Zombie Attack"))
        self.go_button = button(
            _("&Assign these Jobs"), lambda: self.confirmed.emit(self.value()), "first"
        )
        self.rows: dict[str, tuple[Picker, Picker]] = {}
        foot = sentence_line(self.chance, self.go_button)
        self._area = area = make_scroll_area(wrap_layout(column(self.grid, 1)))
        area.setMinimumHeight(theme.pixels(150))
        if not theme.narrow:  # many members scroll here, where the page would have to
            area.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self.setLayout(column((area, 1), self.said, foot))
        for member in workers(ask.group, ask.context):
            self._add_row(member, given.get(member.id, RestJob()))
        for at, share_of in ((1, 3), (2, 2), (3, 3)):
            self.grid.setColumnStretch(at, share_of)
        self._judge_again()

    def _add_row(self, member: Member, old: Job) -> None:
        """Add a member's row: the Job, and a second choice that depends on it."""
        kinds = jobs_of(member, self.ask.group, self.ask.context)
        job = Picker(
            ((job_name(kind), kind) for kind in kinds), _("Job of {name}", name=member.name)
        )
        extra = Picker(name=_("Perk {name} works, or member they talk to", name=member.name))
        extra.hold_names(16)
        set_control(job, kind_of(old))
        self._offer(member.id, job, extra)
        set_control(extra, old)
        job.currentIndexChanged.connect(lambda _i: self._offer(member.id, job, extra))
        call_on_entry(self._changed, job, extra)
        kind = self.catalogue.character(member.type)
        title = OneLine("strong", f"{member.name} · {kind.name}")
        title.setMinimumWidth(self.theme.pixels(120))
        title.setBuddy(job)
        for box in (job, extra):
            box.setMinimumHeight(self.theme.pixels(34))
        drawn = Pictogram(self.theme, kind.drawing, kind.name, "faint_text")
        for at, part in enumerate((drawn, title, job, extra)):
            self.grid.addWidget(part, len(self.rows), at)
        self.rows[member.id] = (job, extra)

    def _offer(self, member: str, job: Picker, extra: Picker) -> None:
        """Offer where a member can work, or with whom the Leader can talk."""
        choices: list[tuple[str, Job]] = []
        if job.currentData() == "work":
            for slot in posts(self.ask.group, self.catalogue):
                choices.append((self.catalogue.perks[slot.key].name, WorkJob(slot.id)))
        elif job.currentData() == "talk" and member == self.ask.group.leader:
            for other in self._others_who_can_talk(member):
                words = pgettext("The Talk", "with {name}", name=other.name)
                choices.append((words, TalkJob(other.id)))
        with QSignalBlocker(extra):
            extra.offer(choices)
        extra.setVisible(bool(choices))

    def _others_who_can_talk(self, leader: str) -> list[Member]:
        group = self.ask.group
        context = self.ask.context
        others = [other for other in workers(group, context) if other.id != leader]
        return [other for other in others if "talk" in jobs_of(other, group, context)]

    def take_focus(self) -> None:
        if not self.rows:
            self.go_button.setFocus()
            return
        first_job, _extra = next(iter(self.rows.values()))
        first_job.setFocus()

    def beyond(self) -> int:
        return hidden_height(self._area)

    def value(self) -> dict[str, Job]:
        """Return the Jobs as entered."""
        jobs: dict[str, Job] = {}
        for member_id, (job, extra) in self.rows.items():
            choice = extra.currentData()
            jobs[member_id] = choice if choice is not None else _PLAIN[job.currentData()]
        return jobs

    def _judge_again(self) -> None:
        """Show problems of the Jobs, and the chance to hold the Refuge."""
        value = self.value()
        enable_or_explain(self.go_button, self.judge(self.ask, value), self.said.text())
        stake = self.ask.preview(value)
        if stake is None:
            return
        odds = chances_for_wish(stake, {}, stake.wishes[0])
        if odds is None:
            return
        held = odds.outcomes.get("held", Fraction(0))
        self.chance.setText(
            _(
                "Holds the Refuge in the coming Zombie Attack: {chance}",
                chance=as_fraction_and_percent(held),
            )
        )
        set_style_properties(self.chance, kind="well" if held == 1 else "warn")

    def _changed(self) -> None:
        self._judge_again()
        self.drafted.emit(self.value())


#: A Job with nothing chosen beside it.
_PLAIN: Mapping[JobKind, Job] = {
    "guard": GuardJob(),
    "work": WorkJob(),
    "build": BuildJob(),
    "recruit": RecruitJob(),
    "talk": TalkJob(),
    "rest": RestJob(),
}


class LeaderForm(ArrangeForm):
    """The new Leader after a death: a type and a name."""

    def __init__(
        self, ask: ArrangeLeader, leader: Recruit, catalogue: Catalogue, theme: Theme
    ) -> None:
        super().__init__(catalogue, theme)
        self.ask = ask
        headings = (_("Leader"), _("Keyword"), *CHARACTERISTICS)
        self.table = Table(
            headings, _("Leader types"), theme, TableDesign(look="lines", least_rows=5)
        )
        self.name = text_field(_("Name of the new Leader"), _("Name"))
        self.go_button = button(_("Recruit Lea&der"), self._go, "first")
        self.setLayout(column(self.table, row(self.name, self.go_button), self.said))
        rows = []
        for kind in catalogue.leaders():
            figures = [Cell(str(kind.profile[key]), "number") for key in CHARACTERISTICS]
            rows.append(Row(kind.key, (kind.name, keyword_name(kind.keyword), *figures)))
        self.table.rows.set_rows(rows)
        self.table.choose_row(leader.type)
        self.name.setText(leader.name)
        self.said.hide()

    def take_focus(self) -> None:
        self.table.setFocus()

    def _go(self) -> None:
        leader = Recruit(self.table.current_key(), self.name.text()[:200])
        if self.judge(self.ask, leader):
            self.confirmed.emit(leader)


class RecruitAsk(ArrangeForm):
    """The recruiting form as an answer: a recruit or nobody, or gear for the new Leader."""

    def __init__(
        self,
        ask: ArrangeRecruit | ArrangeArms,
        catalogue: Catalogue,
        theme: Theme,
        source: RandomSource,
    ) -> None:
        """Make the form; `source` rolls traits."""
        super().__init__(catalogue, theme)
        self.ask: Arrange[Any] = ask
        self.form = RecruitForm(
            catalogue, theme, roll=lambda table: roll_row(table, source), warned=2
        )
        self.form.confirmed.connect(self._confirm)
        self.form.cancelled.connect(lambda: self.confirmed.emit(None))
        self.form.cancel_button.setText(_("Recruit &nobody"))
        self.setLayout(column(self.form))
        if isinstance(ask, ArrangeArms):
            self.form.cancel_button.hide()
            self.form.start(ask.group, self._judge, fixed=ask.recruit)
        else:
            self.form.start(ask.group, self._judge, switches=ask.context.switches)

    def take_focus(self) -> None:
        if isinstance(self.ask, ArrangeArms):
            self.form.gear_table.setFocus()
        else:
            self.form.types.setFocus()

    def _answer(self, recruit: Recruit, allowed: bool = False) -> Purchase | Recruitment:
        """Return the ask's value for what was entered."""
        if isinstance(self.ask, ArrangeArms):
            return Purchase(recruit.gear, allowed)
        return Recruitment(**asdict(recruit), allowed=allowed)

    def _judge(self, recruit: Recruit) -> list[Violation]:
        page = 86 if isinstance(self.ask, ArrangeArms) else 95
        problems = self.ask.check(self._answer(recruit)).problems
        return [Violation(str(n), text, page) for n, text in enumerate(problems)]

    def _confirm(self, recruit: Recruit, allowed: bool) -> None:
        self.confirmed.emit(self._answer(recruit, allowed))


# Which value goes with which form is known only to the form itself, hence Any.
def form_for(
    ask: Arrange[Any], value: Any, catalogue: Catalogue, theme: Theme, source: RandomSource
) -> ArrangeForm:
    """Return the form for an ask, showing a value of its type; `source` rolls what it may roll."""
    match ask:
        case ArrangeGear():
            return GearForm(ask, value, catalogue, theme)
        case ArrangeJobs():
            return JobsForm(ask, value, catalogue, theme)
        case ArrangeLeader():
            return LeaderForm(ask, value, catalogue, theme)
        case ArrangeRecruit() | ArrangeArms():
            return RecruitAsk(ask, catalogue, theme, source)
    raise TypeError(type(ask).__name__)
