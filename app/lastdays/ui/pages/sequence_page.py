"""A post-game sequence: its steps and what has changed since it began, the current ask, the odds
beside it; the story below, with the answers behind each line; and the review at its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import get_args

from msgspec.structs import replace
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSettings, Qt, Signal
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QBoxLayout, QMenu, QPushButton, QStackedWidget, QWidget

from lastdays.campaign.changed import CardsPrinted, Changed, SequenceAnswered, SessionsChanged
from lastdays.campaign.documents.differences import compare
from lastdays.campaign.overview import GroupProgress, after_same_game, whose_turn
from lastdays.campaign.sequences.post_game import (
    SequenceView,
    StoryLine,
    answer_in_words,
    how_in_words,
    key_in_words,
    step_name,
    story,
)
from lastdays.language import _, chained, dotted, ngettext, pgettext, short
from lastdays.model.campaign import Campaign, DiceMode
from lastdays.model.group import Group
from lastdays.model.profile import explain
from lastdays.model.recruiting import campaign_won
from lastdays.postgame.context import steps_of
from lastdays.postgame.experience import raisable
from lastdays.postgame.gear_moves import ArrangeGear
from lastdays.postgame.jobs import ArrangeRecruit
from lastdays.postgame.leadership import ArrangeArms, ArrangeLeader
from lastdays.procedure.asks import Ask, Option, Roll, Sum
from lastdays.procedure.replay import Asked, How
from lastdays.rulebook import pictograms
from lastdays.store.kept_backups import Reason
from lastdays.ui.forms.ask_panel import AskPanel
from lastdays.ui.models.rows import Cell, Row, RowModel, difference_in_words, difference_rows, plain
from lastdays.ui.navigation import AftermathRoute, GroupRoute, Route, SequenceRoute
from lastdays.ui.page import Head, Page
from lastdays.ui.pages.rescue import open_sequence
from lastdays.ui.pages.sequence.odds_panel import OddsPanel
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme, restyle
from lastdays.ui.widgets.parts import (
    Flow,
    OneOf,
    Plain,
    Turning,
    allow,
    button,
    clear,
    column,
    empty,
    entitle,
    entry,
    holder,
    label,
    opened,
    panel,
    row,
    said,
    sentence,
    show_text,
    timer,
    typed,
)
from lastdays.ui.widgets.table import LINE, Table
from lastdays.ui.widgets.tabs import ChoiceRow, RowChoice

#: How a step is written among the others, and by itself.
CENTRE, LEFT = Qt.AlignmentFlag.AlignCenter, Qt.AlignmentFlag.AlignVCenter


class ReviewPanel(QWidget):
    """The changes a sequence makes; the button to finish is in the page's head."""

    def __init__(
        self, services: Services, finish: Callable[[], object], look: Callable[[], object]
    ) -> None:
        super().__init__()
        self.services = services
        self.table = Table(
            (_("Who"), _("What"), _("Before"), _("After")),
            _("Before and after"),
            services.theme,
            stretch=3,
            look="lines",
            least_rows=8,
            wrap=True,
        )
        self.finish_button = button(_("Finish and &update the group"), finish, "first")
        self.finished_label = sentence("", "well")
        self.open_group = button(_("&Open group"), look)
        head = row(
            label(_("Before → after"), "question"), (self.finished_label, 1), self.open_group
        )
        self.setLayout(column(head, self.table))

    def show_sequence(self, view: SequenceView) -> None:
        """Show a sequence with nothing left to ask."""
        differences = compare(view.before, view.after or view.before, self.services.catalogue)
        self.table.rows.set_rows(difference_rows(differences))
        blocked = view.base_changed or view.rules_changed or bool(view.stuck)
        self.finish_button.setVisible(not view.finished and not view.stuck)
        allow(
            self.finish_button,
            not blocked,
            _("Replay first: the group or the rules have changed since then"),
        )
        self.finished_label.setText(
            _("Finished. Undo on the group's page opens it again.")
            if view.finished
            else view.stuck or _("Nothing is changed until you finish.")
        )
        restyle(self.finished_label, kind="harm" if view.stuck else "well")

    def take_focus(self) -> None:
        can_finish = not self.finish_button.isHidden() and self.finish_button.isEnabled()
        (self.finish_button if can_finish else self.open_group).setFocus()


class StepsBar(QWidget):
    """The steps of the sequence in a row; in a narrow window only the current one."""

    spoken_role = QAccessible.Role.List

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        #: Each step's name, and how it stands: 'done', 'due' or ''.
        self.steps: list[tuple[str, str]] = []
        self.setAccessibleName(_("Steps"))
        self._row = row(spacing=2)
        self.setLayout(self._row)
        theme.reshaped.connect(self._name)

    def show_sequence(self, view: SequenceView) -> None:
        here = view.step
        told = {line.step for line in view.replayed.story} | {
            asked.ask.step for asked in view.replayed.asked
        }
        known = steps_of(view.before, view.context.catalogue)
        reached = known.index(here) if here in known else len(known)
        steps = [
            (step_name(step), "done" if n < reached else "due" if n == reached else "")
            for n, step in enumerate(known)
            if step != "encounter" or step in told or step == here
        ]
        last = "done" if view.finished else "due" if view.replayed.done else ""
        self.steps = [*steps, (_("Before → after"), last)]
        self._name(self.theme.narrow)

    def _name(self, narrow: bool) -> None:
        """Label the steps, or in a narrow window the current one."""
        states = {"done": _("{step}: done"), "due": _("{step}: due now"), "": _("{step}: to come")}
        last, said = len(self.steps) - 1, []
        due = next((n for n, (_name, state) in enumerate(self.steps) if state == "due"), last)
        clear(self._row)
        for n, (name, state) in enumerate(self.steps):
            said.append(states[state].format(step=name))
            if narrow and n != due:
                continue
            text = f"✔ {name}" if state == "done" else name
            if narrow:
                text = _("{step} · step {n} of {most}", step=name, n=n + 1, most=len(self.steps))
            made = label(text, "step")
            made.setProperty("state", state)
            made.setAlignment(LEFT if narrow else CENTRE)
            made.setAccessibleName(said[-1])
            self._row.addWidget(made, 1)
            made.show()
        self.setAccessibleDescription(", ".join(said))
        self.setToolTip(plain("\n".join(said)))


class ChangedSince(QWidget):
    """Says what has changed since the sequence began, and offers a replay."""

    def __init__(self) -> None:
        super().__init__()
        self.text = sentence("", "warn")
        self.replay_button = button(_("Replay with the current group"))
        self.setLayout(said(self.text, self.replay_button))

    def show_sequence(self, view: SequenceView) -> None:
        """Say what changed; hide if nothing did."""
        lines = []
        if view.base_changed:
            lines.append(
                _("{group} has changed since this sequence began.", group=view.before.name)
            )
        if view.rules_changed:
            lines.append(_("The rulebook or the campaign's house rules have changed since then."))
        if view.corrected:
            sentence = (
                _("The record of game {n} was corrected after this sequence: {what}.")
                if view.finished
                else _("The record of game {n} was corrected after this sequence began: {what}.")
            )
            what = chained(difference_in_words(d) for d in view.corrected)
            lines.append(sentence.format(n=view.game.number, what=short(what, 400)))
        self.text.setText(" ".join(lines))
        self.setVisible(bool(lines))
        self.replay_button.setVisible(not view.finished)
        others = view.base_changed or view.rules_changed
        self.replay_button.setText(
            _("Replay with the corrected record")
            if not others
            else _("Replay with the current group and record")
            if view.corrected
            else _("Replay with the current group")
        )


Index = QModelIndex | QPersistentModelIndex
#: How the dice of the newest line tumble: so many faces, each for so many milliseconds.
TUMBLES, TUMBLE_MS = 6, 45
#: How far from the heading the buttons begin that change an answer, in pixels.
BESIDE = 14


def dice_of(line: StoryLine) -> list[tuple[int, bool]]:
    """Return the dice behind a line as (number, whether it is a face of one die)."""
    shown = []
    for asked in line.asked:
        if isinstance(asked.ask, Roll):
            shown += [(face, True) for face in asked.value]
        elif isinstance(asked.ask, Sum):
            shown.append((asked.value, asked.ask.dice.count == 1))
    return shown


def set_by_hand(line: StoryLine) -> bool:
    """Return whether one of a line's dice was set by hand."""
    return any(a.answer.how == "set" for a in line.asked if isinstance(a.ask, Roll | Sum))


class StoryPanel(Plain):
    """The story, line by line; `change_wanted` carries an answer to change."""

    change_wanted = Signal(object)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._view: SequenceView | None = None
        self._lines: list[StoryLine] = []
        self.model = RowModel((_("Step"), _("Story")))
        self.table = Table(
            self.model,
            _("The story so far"),
            services.theme,
            stretch=1,
            look="flat",
            wrap=True,
            chosen=self._show_changes,
            taken=self.change_first,
        )
        #: How many faces the dice of the newest line have still to show before their own.
        self._tumbling = 0
        self.table.horizontalHeader().hide()
        self.table.setProperty("kind", "reading")
        self._changes = Flow(spacing=4)
        self.changes_box = holder(self._changes)
        self.rest = sentence()
        self._tumble = timer(self, TUMBLE_MS, self._tumble_on, repeats=True)
        self.setFocusProxy(self.table)
        head = row(label(_("So far"), "heading"), (self.changes_box, 1), spacing=BESIDE)
        self.setLayout(column(head, self.table, self.rest, spacing=2))
        services.theme.follow(self._fit)

    def _fit(self) -> None:
        """Keep room for three lines, all of the latest, and the buttons."""
        px, rows = self.services.theme.px, self.model.rowCount()
        newest = self.table.sizeHintForRow(rows - 1) if rows else 0
        self.table.setMinimumHeight(max(px(LINE) * 3, newest) + px(4))
        self.changes_box.setMinimumHeight(px(38))

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._fit()

    def show_sequence(self, view: SequenceView) -> None:
        """Show the end of the story, and the answers that don't apply."""
        newer = self._view is not None and view.id == self._view.id
        before = len(self._lines)
        self._view = view
        self._lines = list(story(view.replayed))
        self.table.setCurrentIndex(QModelIndex())
        self._show_lines()
        self._fit()
        self.table.show_end()
        self._show_changes()
        show_text(self.rest, "\n".join(_not_in_force(view)))
        if newer and len(self._lines) > before and dice_of(self._lines[-1]):
            self._begin_tumbling()

    def _show_lines(self) -> None:
        self.model.change_rows([self._row(n, line) for n, line in enumerate(self._lines)])

    def _row(self, n: int, line: StoryLine) -> Row:
        """Return a line's row: step, dice (which may be tumbling), sentence."""
        dice, turns = dice_of(line), self._tumbling
        if turns and line is self._lines[-1]:
            dice = [((face + turns * (k + 2)) % 6 + 1, True) for k, (face, _) in enumerate(dice)]
        told = Cell(
            f"{line.text}  ({how_in_words('set')})" if set_by_hand(line) else line.text,
            token={"harm": "harm_text", "well": "well_text"}.get(line.kind, "text"),
            spoken=line.with_dice,
            dice=tuple(dice),
        )
        name = step_name(line.step)
        begins = not n or self._lines[n - 1].step != line.step
        step = Cell(name if begins else "", "plain", token="faint_text", spoken=name)
        return Row(str(n), (step, told), line.with_dice)

    # Motion

    def _begin_tumbling(self) -> None:
        if self.services.theme.moves():
            self._tumbling = TUMBLES
            self._tumble.start()

    def _tumble_on(self) -> None:
        self._tumbling = max(0, self._tumbling - 1)
        if not self._tumbling:
            self._tumble.stop()
        self._show_lines()

    # Changing

    def _chosen_asked(self) -> list[Asked]:
        key = self.table.current_key()
        if not key or self._view is None or self._view.finished:
            return []
        return list(self._lines[int(key)].asked)

    def _show_changes(self) -> None:
        clear(self._changes)
        asked = self._chosen_asked()
        for n, one in enumerate(asked[:6]):
            text = _("Change: {answer}", answer=typed(short(answer_in_words(one), 28)))
            made = button(("&" if n == 0 else "") + text, partial(self.change_wanted.emit, one))
            made.setToolTip(plain(one.ask.question))
            self._changes.addWidget(made)
        if not asked:
            told = _("Select a line to change the answer behind it.") if self._lines else ""
            hint = label(told, "faint")
            hint.setMinimumHeight(self.services.theme.px(38))  # in line with the heading
            self._changes.addWidget(hint)
            hint.show()

    def change_first(self) -> None:
        """Ask the first question behind the chosen line again."""
        asked = self._chosen_asked()
        if asked:
            self.change_wanted.emit(asked[0])


def _not_in_force(view: SequenceView) -> list[str]:
    """Say which answers are waiting for their question, and which no longer apply."""
    names = {m.id: m.name for m in view.before.members}
    names |= {step.key: step.name for step in view.context.catalogue.own.steps}
    parts = []
    if view.replayed.waiting:
        parts.append(
            ngettext(
                "{n} answer is waiting for its question: {what}",
                "{n} answers are waiting for their questions: {what}",
                len(view.replayed.waiting),
                what=short(chained(key_in_words(k, names) for k in view.replayed.waiting), 200),
            )
        )
    if view.replayed.dropped:
        dropped = chained(
            key_in_words(d.key, names) + (f" ({d.reason})" if d.reason else "")
            for d in view.replayed.dropped
        )
        parts.append(
            ngettext(
                "{n} answer no longer applies but is kept: {what}",
                "{n} answers no longer apply but are kept: {what}",
                len(view.replayed.dropped),
                what=short(dropped, 200),
            )
        )
    return parts


def way_with_dice(settings: QSettings, campaign: Campaign, group: str) -> DiceMode:
    """Return how a group's dice are answered: as chosen on this computer, else as in the campaign.
    The choice isn't stored in the campaign and can't be undone."""
    chosen = settings.value(f"dice/{group}")
    return next((mode for mode in get_args(DiceMode) if mode == chosen), campaign.dice_for(group))


def option_in_the_book(view: SequenceView, option: Option) -> tuple[Option, str, str]:
    """Return an option with details from the rulebook ('E 3 → 4' for a characteristic it raises),
    its pictogram, and the name of its entry ('' for none)."""
    book, group, key = view.context.catalogue, view.group_now, option.entry
    built = book.perks.get(key) or book.refuges.get(key)
    result = book.skills.get(option.leads_to) or book.injuries.get(option.leads_to)
    kind = book.characters.get(key)
    about = view.pending.about if view.pending is not None else ""
    if result is not None:
        option = replace(option, detail=dotted(option.detail, result.summary))
    elif group.has_member(about):
        member = group.member(about)
        now, can_rise = explain(member, book), raisable(member, book)
        names = [name for name in option.leads_to.split("/") if name in can_rise]
        rises = ", ".join(f"{name} {now[name].value} → {now[name].value + 1}" for name in names)
        option = replace(option, price=dotted(rises, option.price))
    drawn, named = built or kind, built or result or kind
    drawing = drawn.drawing if drawn is not None else ""
    if key in book.skill_tables:
        drawing = pictograms.skill_type(key)
    elif key == "characteristic":
        drawing = pictograms.token("level")
    return option, drawing, named.name if named is not None else ""


class GroupsButton(QPushButton):
    """Names the group; its menu leads to the sequences of the other groups of the game."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.setToolTip(plain(_("Go to another group of this game")))
        self._view: SequenceView | None = None
        #: What names the group where this button doesn't.
        self.note: QWidget | None = None
        opened(self, self.fill)
        services.theme.reshaped.connect(self._name)

    def show_sequence(self, view: SequenceView) -> None:
        """Show the button, if other groups took part."""
        self._view = view
        there = [s for s in view.game.sides if s.group in view.campaign.groups]
        self.setAccessibleName(_("{group}: groups of this game", group=view.before.name))
        self.setVisible(len(there) > 1)
        self._name()

    def _name(self) -> None:
        """Show the group's name on the button if there is room, else in the note."""
        if self._view is None:
            return
        narrow = self.services.theme.narrow
        self.setText(_("Groups") if narrow else typed(short(self._view.before.name, 20)))
        if self.note is not None:
            self.note.setVisible(narrow or self.isHidden())

    def fill(self, menu: QMenu) -> None:
        """List the groups with the step each has reached."""
        view = self._view
        empty(menu)
        if view is None:  # nobody has opened a sequence yet
            return
        for stand in _stands(self.services, view):
            name, there = typed(short(stand.name, 40)), stand.group != view.before.id
            text = _("{group}: {chapter}", group=name, chapter=stand.chapter)
            entry(menu, text, partial(_open, self.services, view, stand), enabled=there)
        if not menu.actions():
            menu.addAction(_("All groups have finished")).setEnabled(False)


class TurnPassed(QWidget):
    """Says that another group's turn has come, and leads there."""

    _view: SequenceView

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.next: GroupProgress | None = None
        self._known: tuple[object, ...] = ()
        self.text = sentence("", "warn")
        self.go_button = button("", self._go, "first")
        self.setLayout(said(self.text, self.go_button))
        self.hide()

    def begin(self) -> None:
        """Look again whose turn it is, for the others may have gone on."""
        self._known = ()

    def show_sequence(self, view: SequenceView) -> bool:
        """Look whose turn it is; return whether it has just become another group's."""
        order = view.campaign.order
        self._view = view
        known = (view.id, view.step, view.finished, order)
        if known == self._known:
            return False
        self._known = known
        self.next = None
        if view.finished or order == "step":
            self.next = whose_turn(_stands(self.services, view), view.before.id, order)
        if self.next is None:
            return False
        facts = {"group": view.before.name, "next": self.next.name, "chapter": self.next.chapter}
        text = (
            _("{group} has finished. Next: {next}, {chapter}.")
            if view.finished
            else _("{group} is waiting for the others here. Next: {next}, {chapter}.")
        )
        self.text.setText(text.format(**facts))
        self.go_button.setText(_("{group} ▸", group=typed(short(self.next.name, 26))))
        entitle(self.go_button, _("Next: {next}, {chapter}", **facts))
        return True

    def place(self, steps: QWidget, *, wide: bool = False) -> None:
        """Take the place of the steps if another group is next; a wide form hides both."""
        self.setVisible(self.next is not None and not wide)
        steps.setHidden(self.next is not None or wide)

    def _go(self) -> None:
        if self.next is not None:
            _open(self.services, self._view, self.next)


def _stands(services: Services, view: SequenceView) -> tuple[GroupProgress, ...]:
    """Return the progress of all groups of the sequence's game."""
    places = services.ask(services.workspace.places, view.campaign.id)
    stands = places.progress if places is not None else None
    return after_same_game(stands or (), view.before.id)


def _open(services: Services, view: SequenceView, stand: GroupProgress) -> None:
    open_sequence(services, view.campaign.id, stand.game, stand.group)


class SequencePage(Page):
    """One group's post-game sequence, from its first ask to Finish."""

    view: SequenceView

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.sequence_id = ""
        self._changing: Asked | None = None
        self.mode = ChoiceRow(
            _("How dice are answered"),
            {
                "roll": RowChoice(pgettext("dice", "Roll for me"), _("Dice: roll for me")),
                "typed": RowChoice(_("I roll"), _("Dice: I roll")),
                "set": RowChoice(pgettext("dice", "Set the result"), _("Dice: set the result")),
            },
        )
        self.mode.chosen.connect(self._mode_chosen)
        list_button = button(_("All &sequences"), services.to(AftermathRoute()))
        self.review = ReviewPanel(services, self.finish, self._open_group)
        self.groups_button = GroupsButton(services)
        #: How dice are answered, and once there are none what ends it: one room for both.
        self.corner = QStackedWidget()
        for part in (self.mode, holder(row(1, self.review.finish_button))):
            self.corner.addWidget(part)
        self.tools = holder(row(1, list_button, self.groups_button, self.corner, spacing=10))
        self.head = Head("", self.tools)
        self.groups_button.note = self.head.note
        self.turn = TurnPassed(services)
        self.changed_since = ChangedSince()
        self.changed_since.replay_button.clicked.connect(lambda: self._act(services.games.rebase))
        self.ask_panel = AskPanel(
            services.catalogue, services.theme, large=True, source=services.source
        )
        self.ask_panel.explained = lambda option: option_in_the_book(self.view, option)
        self.ask_panel.answered.connect(self._answer)
        self.ask_panel.all_answered.connect(self._answer_opposed)
        self.ask_panel.rolled.connect(self._roll)
        self.ask_panel.drafted.connect(self._draft)
        self.changing_label = sentence("", "warn")
        changing_back = button(_("Keep the old answer"), self.stop_changing)
        self.changing_row = holder(said(self.changing_label, changing_back))
        self.odds = OddsPanel(services, self.ask_panel)
        self.story = StoryPanel(services)
        self.story.change_wanted.connect(self.change)
        self.ask_page = panel(self.changing_row, self.ask_panel, spacing=8, margin=14)
        self.centre = OneOf(self.ask_page, self.review)
        self.steps = StepsBar(services.theme)
        self.upper = Turning(services.theme, (self.centre, 13), (self.odds, 12))
        self.lay(
            self.steps,
            self.turn,
            self.changed_since,
            (self.upper, 4),
            (self.story, 1),
            wide=1800,
        )
        services.theme.reshape(self._place_tools)

    def show_route(self, route: SequenceRoute, campaign: str) -> Route | None:
        self.show_sequence(route.sequence or self.sequence_id)
        return route

    def forget(self) -> None:
        self.sequence_id = ""

    def _place_tools(self, narrow: bool) -> None:
        """Put the buttons into the head, in a narrow window above the steps."""
        layout = self.layout()
        assert isinstance(layout, QBoxLayout)
        if narrow:
            layout.insertWidget(0, self.tools, 0, Qt.AlignmentFlag.AlignLeft)
        elif self.head.line.indexOf(self.tools) < 0:
            self.head.line.addWidget(self.tools)
        self._size_question()

    def _size_question(self) -> None:
        """Set the size of the question and the share of the story for the window."""
        layout, asks = self.layout(), self.centre.shown is self.ask_page
        assert isinstance(layout, QBoxLayout)
        ample = asks and self.services.theme.ample > 1
        layout.setStretchFactor(self.upper, 2 if ample else 4)
        large = "largequestion" if self.services.theme.ample > 1 else "question"
        wide = isinstance(self._ask(), ArrangeRecruit | ArrangeArms)
        restyle(self.ask_panel.question, kind="heading" if wide else large)

    # Showing

    def show_sequence(self, sequence: str) -> None:
        if sequence != self.sequence_id:
            self.sequence_id = sequence
            self._changing = None
        self.turn.begin()
        self.refresh()

    def shows(self, changed: Changed) -> bool:
        """Return whether the change concerns this sequence or what it is based on."""
        match changed:
            case SequenceAnswered(sequence):
                return sequence == self.sequence_id
            case SessionsChanged() | CardsPrinted():
                return False
        return True

    def refresh(self) -> None:
        """Read and replay the sequence."""
        if not self.sequence_id:
            return
        view = self.services.ask(self.services.games.view, self.sequence_id)
        if view is None:
            self.sequence_id = ""
            self.services.go(AftermathRoute())
            return
        self.view = view
        encounter = self.services.catalogue.encounters[view.game.encounter]
        self.head.title.setText(
            _("After game {n} · {encounter}", n=view.game.number, encounter=encounter.name)
        )
        self.head.note.setText(view.before.name)
        self.mode.show_chosen(self._way(view))
        self.groups_button.show_sequence(view)
        passed = self.turn.show_sequence(view)
        self.changed_since.show_sequence(view)
        self.steps.show_sequence(view)
        self.story.show_sequence(view)
        if self._changing is not None and view.asked(self._changing.ask.key) is None:
            self._changing = None
        if view.finished or self._ask() is None:
            self._show_review(view)
        else:
            self.centre.show_part(self.ask_page)
            self._show_ask(view)
        if passed:
            self.turn.go_button.setFocus()

    def change(self, asked: Asked) -> None:
        """Ask an earlier question again."""
        self._changing = asked
        self.centre.show_part(self.ask_page)
        self._show_ask(self.view)

    def leave(self) -> bool:
        """Take back dice on the table, or cancel the change of an earlier answer."""
        if self.ask_panel.step_back():
            return True
        changing = self._changing is not None
        if changing:
            self.stop_changing()
        return changing

    def stop_changing(self) -> None:
        self._changing = None
        self.refresh()

    def _ask(self) -> Ask | None:
        if self._changing is not None:
            return self._changing.ask
        return self.view.pending if self.view else None

    def _show_ask(self, view: SequenceView) -> None:
        ask, changing = self._ask(), self._changing
        assert ask is not None
        wide = isinstance(ask, ArrangeRecruit | ArrangeArms)
        self.story.setHidden(wide)  # two tables need the room
        self.turn.place(self.steps, wide=wide)
        self._size_question()
        self.corner.setCurrentIndex(0)
        self.changing_row.setVisible(changing is not None)
        if changing is not None:
            self.changing_label.setText(
                _(
                    "Changing an earlier answer: {answer}. What follows is worked out again.",
                    answer=answer_in_words(changing),
                )
            )
        beside = ask.beside()
        self.ask_panel.show_ask(
            ask,
            self._way(view),
            None if changing else view.drafts.get(ask.key),
            changing.value if changing else None,
            chapter=beside.chapter or step_name(ask.step),
            aids=beside.aids,
            rolled=() if changing else beside.lying,
            opposed=() if changing else self.services.games.opposed(view)[1:],
        )
        if self.turn.next is not None:
            self.ask_panel.stand_back()
        self.odds.show_ask(view, ask, beside)
        self.odds.setHidden(
            isinstance(ask, ArrangeRecruit | ArrangeArms | ArrangeGear | ArrangeLeader)
        )
        self.ask_panel.appear()

    def _show_review(self, view: SequenceView) -> None:
        self.review.show_sequence(view)
        ends = view.finished and self.turn.next is None
        restyle(self.review.open_group, kind="first" if ends else "")
        self.review.take_focus()  # not lost to the story, which would be scrolled to
        self.centre.show_part(self.review)
        self._size_question()
        self.story.show()
        self.turn.place(self.steps)
        self.odds.setVisible(False)
        self.corner.setCurrentIndex(0 if view.stuck else 1)  # nothing is rolled any more
        self.take_focus()

    def take_focus(self) -> None:
        """Focus the next group's button, else the ask or the review."""
        if not self.turn.isHidden():
            self.turn.go_button.setFocus()
        elif self.centre.shown is self.ask_page:
            self.ask_panel.take_focus()
        elif self.view.stuck:
            self.story.setFocus()
        else:
            self.review.take_focus()

    # Acting

    def _key(self) -> str:
        ask = self._ask()
        return ask.key if ask else ""

    def _answer(self, value: object, how: How) -> None:
        given = list(value) if isinstance(value, tuple) else value
        self._act(self.services.games.answer, self._key(), given, how, self.view.before.player)

    def _answer_opposed(self, values: Sequence[object], how: How) -> None:
        """Answer the question, and those whose dice are compared with its."""
        given = [list(value) if isinstance(value, tuple) else value for value in values]
        self._act(self.services.games.answer_opposed, given, how, self.view.before.player)

    def _roll(self) -> None:
        self._act(self.services.games.roll, self._key(), self.view.before.player)

    def _draft(self, value: object) -> None:
        if self._changing is None:
            self.services.quietly(self.services.games.draft, self.sequence_id, self._key(), value)

    def _act(self, act: Callable[..., object], *given: object) -> None:
        """Run an action on the sequence; a change of an earlier answer ends with it."""
        self._changing = None
        self.services.do(partial(act, self.sequence_id, *given))

    def finish(self) -> None:
        """Update the group with the result of the sequence."""
        done = _("The group is up to date.")
        before = self.view
        if self.services.do(partial(self.services.games.finish, self.sequence_id), done).succeeded:
            self.services.keeping.soon(Reason.FINISH)
            if before.after is not None:
                announce_end(self.services, before.campaign, before.before, before.after)

    def _open_group(self) -> None:
        self.services.go(GroupRoute(self.view.before.id))

    def _mode_chosen(self, mode: DiceMode) -> None:
        self.services.keeping.settings.setValue(f"dice/{self.view.before.id}", mode)
        self.refresh()

    def _way(self, view: SequenceView) -> DiceMode:
        return way_with_dice(self.services.keeping.settings, view.campaign, view.before.id)

    # Undo

    def undo_names(self) -> tuple[str | None, str | None]:
        if self.view is None:
            return None, None
        last = _("the replay") if self.view.undoes_rebase else _("the last answer")
        return (
            last if self.view.can_undo else None,
            _("the answer") if self.view.can_redo else None,
        )

    def undo(self) -> None:
        self._act(self.services.games.undo)

    def redo(self) -> None:
        self._act(self.services.games.redo)


def announce_end(services: Services, campaign: Campaign, before: Group, after: Group) -> None:
    """Say if a group has just reached the optional end of the campaign (p.\u00a0106)."""
    catalogue = services.catalogue
    reached = campaign_won(after, catalogue) and not campaign_won(before, catalogue)
    if campaign.switches.ending and reached:
        text = _(
            "{group} survived the season: the campaign can end here (p.\u00a0106). The chronicle "
            "tells the story."
        )
        services.say(text.format(group=after.name), "well")
