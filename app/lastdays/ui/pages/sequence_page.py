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
    story_lines,
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
from lastdays.procedure.asks import Ask, Beside, Option, Roll, Sum
from lastdays.procedure.replay import Asked, Dropped, How
from lastdays.rulebook import pictograms
from lastdays.store.kept_backups import Reason
from lastdays.ui.forms.ask_panel import AskPanel
from lastdays.ui.models.rows import (
    Cell,
    Row,
    RowModel,
    difference_in_words,
    difference_rows,
    plain_hint,
)
from lastdays.ui.navigation import AftermathRoute, GroupRoute, Route, SequenceRoute
from lastdays.ui.page import Head, Page
from lastdays.ui.pages.rescue import open_sequence
from lastdays.ui.pages.sequence.odds_panel import OddsPanel
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme, set_style_properties
from lastdays.ui.widgets.parts import (
    Flow,
    OneOf,
    Plain,
    RowOrColumn,
    add_menu_action,
    button,
    clear_layout,
    clear_menu,
    column,
    enable_or_explain,
    escape_ampersands,
    label,
    make_button_menu,
    make_timer,
    panel,
    row,
    sentence,
    sentence_line,
    set_name_and_hint,
    show_text,
    wrap_layout,
)
from lastdays.ui.widgets.table import LINE_HEIGHT, Table, TableDesign
from lastdays.ui.widgets.tabs import ChoiceRow, RowChoice

#: How a step is written among the others, and by itself.
CENTRE = Qt.AlignmentFlag.AlignCenter
LEFT = Qt.AlignmentFlag.AlignVCenter


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
            TableDesign(stretched=3, look="lines", least_rows=8, wraps=True),
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
        result = view.after or view.before
        differences = compare(view.before, result, self.services.catalogue)
        self.table.rows.set_rows(difference_rows(differences))
        self.finish_button.setVisible(not view.finished and not view.stuck)
        blocked = bool(view.base_changed or view.rules_changed or view.stuck)
        why_not = _("Replay first: the group or the rules have changed since then")
        enable_or_explain(self.finish_button, not blocked, why_not)
        if view.finished:
            text = _("Finished. Undo on the group's page opens it again.")
        elif view.stuck:
            text = view.stuck
        else:
            text = _("Nothing is changed until you finish.")
        self.finished_label.setText(text)
        set_style_properties(self.finished_label, kind="harm" if view.stuck else "well")

    def take_focus(self) -> None:
        can_finish = not self.finish_button.isHidden() and self.finish_button.isEnabled()
        if can_finish:
            self.finish_button.setFocus()
        else:
            self.open_group.setFocus()


class StepsBar(QWidget):
    """The steps of the sequence in a row; in a narrow window only the current one."""

    spoken_role = QAccessible.Role.List

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        #: Each step's name, and how it stands: 'done', 'due' or ''.
        self.steps: list[tuple[str, str]] = []
        self.setAccessibleName(_("Steps"))
        self._row_of_line = row(spacing=2)
        self.setLayout(self._row_of_line)
        theme.reshaped.connect(self._label_steps)

    def show_sequence(self, view: SequenceView) -> None:
        known = steps_of(view.before, view.context.catalogue)
        current = known.index(view.step) if view.step in known else len(known)
        self.steps = []
        for number, step in enumerate(known):
            if step == "encounter" and not _has_reached(view, step):
                continue
            state = ""
            if number < current:
                state = "done"
            elif number == current:
                state = "due"
            self.steps.append((step_name(step), state))
        review_state = ""
        if view.finished:
            review_state = "done"
        elif view.replayed.done:
            review_state = "due"
        self.steps.append((_("Before → after"), review_state))
        self._label_steps(self.theme.narrow)

    def _label_steps(self, narrow: bool) -> None:
        """Label the steps, or in a narrow window the current one."""
        current = self._current_step()
        clear_layout(self._row_of_line)
        spoken_steps = []
        for number, (name, state) in enumerate(self.steps):
            spoken = _step_in_words(name, state)
            spoken_steps.append(spoken)
            if narrow and number != current:
                continue
            text = f"✔ {name}" if state == "done" else name
            if narrow:
                most = len(self.steps)
                text = _("{step} · step {n} of {most}", step=name, n=number + 1, most=most)
            step_label = label(text, "step")
            step_label.setProperty("state", state)
            if narrow:
                step_label.setAlignment(LEFT)
            else:
                step_label.setAlignment(CENTRE)
            step_label.setAccessibleName(spoken)
            self._row_of_line.addWidget(step_label, 1)
            step_label.show()
        self.setAccessibleDescription(", ".join(spoken_steps))
        self.setToolTip(plain_hint("\n".join(spoken_steps)))

    def _current_step(self) -> int:
        """Return the number of the step that is due, else of the last."""
        for number, (_step, state) in enumerate(self.steps):
            if state == "due":
                return number
        return len(self.steps) - 1


def _has_reached(view: SequenceView, step: str) -> bool:
    """Return whether a sequence is at a step, asked something in it or tells of it."""
    told_of = any(line.step == step for line in view.replayed.story)
    asked_in = any(asked.ask.step == step for asked in view.replayed.asked)
    return step == view.step or told_of or asked_in


def _step_in_words(name: str, state: str) -> str:
    """Return a step's name with how it stands: 'done', 'due' or '' for what is to come."""
    if state == "done":
        return _("{step}: done", step=name)
    if state == "due":
        return _("{step}: due now", step=name)
    return _("{step}: to come", step=name)


class ChangedSince(QWidget):
    """Says what has changed since the sequence began, and offers a replay."""

    def __init__(self) -> None:
        super().__init__()
        self.text = sentence("", "warn")
        self.replay_button = button(_("Replay with the current group"))
        self.setLayout(sentence_line(self.text, self.replay_button))

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
            lines.append(_correction_in_words(view))
        self.text.setText(" ".join(lines))
        self.setVisible(bool(lines))
        self.replay_button.setVisible(not view.finished)
        if not view.base_changed and not view.rules_changed:
            self.replay_button.setText(_("Replay with the corrected record"))
        elif view.corrected:
            self.replay_button.setText(_("Replay with the current group and record"))
        else:
            self.replay_button.setText(_("Replay with the current group"))


def _correction_in_words(view: SequenceView) -> str:
    """Say what was corrected in the record of a sequence's game."""
    text = _("The record of game {n} was corrected after this sequence began: {what}.")
    if view.finished:
        text = _("The record of game {n} was corrected after this sequence: {what}.")
    corrections = chained(difference_in_words(difference) for difference in view.corrected)
    return text.format(n=view.game.number, what=short(corrections, 400))


Index = QModelIndex | QPersistentModelIndex
#: So many faces the dice of the newest line show as they tumble.
TUMBLES = 6
#: So many milliseconds each of them is shown.
TUMBLE_MS = 45
#: How far from the heading the buttons begin that change an answer, in pixels.
BESIDE = 14


def dice_of(line: StoryLine) -> list[tuple[int, bool]]:
    """Return the dice behind a line as (number, whether it is a face of one die)."""
    dice = []
    for asked in line.asked:
        if isinstance(asked.ask, Roll):
            dice += [(face, True) for face in asked.value]
        elif isinstance(asked.ask, Sum):
            is_one_die = asked.ask.dice.count == 1
            dice.append((asked.value, is_one_die))
    return dice


def set_by_hand(line: StoryLine) -> bool:
    """Return whether one of a line's dice was set by hand."""
    rolls = [asked for asked in line.asked if isinstance(asked.ask, Roll | Sum)]
    return any(roll.answer.how == "set" for roll in rolls)


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
            TableDesign(stretched=1, look="flat", wraps=True),
            row_chosen=self._show_changes,
            row_activated=self.change_first,
        )
        #: How many faces the dice of the newest line have still to show before their own.
        self._tumbling = 0
        self.table.horizontalHeader().hide()
        self.table.setProperty("kind", "reading")
        self._changes = Flow(spacing=4)
        self.changes_box = wrap_layout(self._changes)
        self.rest = sentence()
        self._tumble = make_timer(self, TUMBLE_MS, self._tumble_on, repeats=True)
        self.setFocusProxy(self.table)
        head = row(label(_("So far"), "heading"), (self.changes_box, 1), spacing=BESIDE)
        self.setLayout(column(head, self.table, self.rest, spacing=2))
        services.theme.call_now_and_on_change(self._set_least_heights)

    def _set_least_heights(self) -> None:
        """Keep room for three lines, all of the latest, and the buttons."""
        pixels = self.services.theme.pixels
        row_count = self.model.rowCount()
        newest = self.table.sizeHintForRow(row_count - 1) if row_count else 0
        three_lines = 3 * pixels(LINE_HEIGHT)
        self.table.setMinimumHeight(max(three_lines, newest) + pixels(4))
        self.changes_box.setMinimumHeight(pixels(38))

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._set_least_heights()

    def show_sequence(self, view: SequenceView) -> None:
        """Show the end of the story, and the answers that don't apply."""
        same_sequence = self._view is not None and view.id == self._view.id
        line_count = len(self._lines)
        self._view = view
        self._lines = list(story_lines(view.replayed))
        self.table.setCurrentIndex(QModelIndex())
        self._show_lines()
        self._set_least_heights()
        self.table.keep_end_in_sight()
        self._show_changes()
        show_text(self.rest, "\n".join(_not_in_force(view)))
        has_new_line = same_sequence and len(self._lines) > line_count
        if has_new_line and dice_of(self._lines[-1]):
            self._begin_tumbling()

    def _show_lines(self) -> None:
        self.model.change_rows([self._row_of_line(n, line) for n, line in enumerate(self._lines)])

    def _row_of_line(self, number: int, line: StoryLine) -> Row:
        """Return a line's row: step, dice (which may be tumbling), sentence."""
        dice = dice_of(line)
        if self._tumbling and line is self._lines[-1]:
            dice = self._tumbled_dice(dice)
        text = line.text
        if set_by_hand(line):
            text = f"{line.text}  ({how_in_words('set')})"
        token = {"harm": "harm_text", "well": "well_text"}.get(line.kind, "text")
        story_cell = Cell(text, token=token, spoken=line.with_dice, dice=tuple(dice))
        name = step_name(line.step)
        begins = number == 0 or self._lines[number - 1].step != line.step
        shown_name = name if begins else ""
        step_cell = Cell(shown_name, "plain", token="faint_text", spoken=name)
        return Row(str(number), (step_cell, story_cell), line.with_dice)

    def _tumbled_dice(self, dice: list[tuple[int, bool]]) -> list[tuple[int, bool]]:
        """Return dice that show other faces, each turned on by a different number."""
        tumbled = []
        for place, (face, _is_face) in enumerate(dice):
            turns = self._tumbling * (place + 2)
            tumbled.append(((face + turns) % 6 + 1, True))
        return tumbled

    # Motion

    def _begin_tumbling(self) -> None:
        if self.services.theme.allows_motion():
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
        clear_layout(self._changes)
        answers = self._chosen_asked()
        for number, asked in enumerate(answers[:6]):
            text = _(
                "Change: {answer}", answer=escape_ampersands(short(answer_in_words(asked), 28))
            )
            if number == 0:
                text = f"&{text}"
            change_button = button(text, partial(self.change_wanted.emit, asked))
            change_button.setToolTip(plain_hint(asked.ask.question))
            self._changes.addWidget(change_button)
        if not answers:
            self._show_hint()

    def _show_hint(self) -> None:
        """Say in place of the buttons that a line can be selected, if there are lines."""
        text = ""
        if self._lines:
            text = _("Select a line to change the answer behind it.")
        hint = label(text, "faint")
        hint.setMinimumHeight(self.services.theme.pixels(38))  # in line with the heading
        self._changes.addWidget(hint)
        hint.show()

    def change_first(self) -> None:
        """Ask the first question behind the chosen line again."""
        asked = self._chosen_asked()
        if asked:
            self.change_wanted.emit(asked[0])


def _not_in_force(view: SequenceView) -> list[str]:
    """Say which answers are waiting for their question, and which no longer apply."""
    names = {member.id: member.name for member in view.before.members}
    for step in view.context.catalogue.own.steps:
        names[step.key] = step.name
    sentences = []
    waiting = view.replayed.waiting
    if waiting:
        questions = chained(key_in_words(key, names) for key in waiting)
        sentences.append(
            ngettext(
                "{n} answer is waiting for its question: {what}",
                "{n} answers are waiting for their questions: {what}",
                len(waiting),
                what=short(questions, 200),
            )
        )
    dropped = view.replayed.dropped
    if dropped:
        questions = chained(_dropped_in_words(answer, names) for answer in dropped)
        sentences.append(
            ngettext(
                "{n} answer no longer applies but is kept: {what}",
                "{n} answers no longer apply but are kept: {what}",
                len(dropped),
                what=short(questions, 200),
            )
        )
    return sentences


def _dropped_in_words(answer: Dropped, names: dict[str, str]) -> str:
    """Return what an answer was about that no longer applies, and why it doesn't."""
    question = key_in_words(answer.key, names)
    if not answer.reason:
        return question
    return f"{question} ({answer.reason})"


def way_with_dice(settings: QSettings, campaign: Campaign, group: str) -> DiceMode:
    """Return how a group's dice are answered: as chosen on this computer, else as in the campaign.
    The choice isn't stored in the campaign and can't be undone."""
    chosen = settings.value(f"dice/{group}")
    modes: tuple[DiceMode, ...] = get_args(DiceMode)
    for mode in modes:
        if mode == chosen:
            return mode
    return campaign.dice_for(group)


def option_in_the_book(view: SequenceView, option: Option) -> tuple[Option, str, str]:
    """Return an option with details from the rulebook ('E 3 → 4' for a characteristic it raises),
    its pictogram, and the name of its entry ('' for none)."""
    book = view.context.catalogue
    key = option.entry
    perk_or_refuge = book.perks.get(key) or book.refuges.get(key)
    skill_or_injury = book.skills.get(option.leads_to) or book.injuries.get(option.leads_to)
    character = book.characters.get(key)
    drawing = ""
    if key in book.skill_tables:
        drawing = pictograms.skill_type(key)
    elif key == "characteristic":
        drawing = pictograms.token("level")
    elif perk_or_refuge is not None:
        drawing = perk_or_refuge.drawing
    elif character is not None:
        drawing = character.drawing
    name = ""
    if perk_or_refuge is not None:
        name = perk_or_refuge.name
    elif skill_or_injury is not None:
        name = skill_or_injury.name
    elif character is not None:
        name = character.name
    if skill_or_injury is not None:
        detail = dotted(option.detail, skill_or_injury.summary)
        option = replace(option, detail=detail)
    else:
        option = _with_rises(view, option)
    return option, drawing, name


def _with_rises(view: SequenceView, option: Option) -> Option:
    """Return an option with the values it raises, if the question is about a member."""
    about = view.pending.about if view.pending is not None else ""
    group = view.group_now
    if not group.has_member(about):
        return option
    book = view.context.catalogue
    member = group.member(about)
    now = explain(member, book)
    can_rise = raisable(member, book)
    rises = []
    for name in option.leads_to.split("/"):
        if name in can_rise:
            value = now[name].value
            rises.append(f"{name} {value} → {value + 1}")
    return replace(option, price=dotted(", ".join(rises), option.price))


class GroupsButton(QPushButton):
    """Names the group; its menu leads to the sequences of the other groups of the game."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.setToolTip(plain_hint(_("Go to another group of this game")))
        self._view: SequenceView | None = None
        #: What names the group where this button doesn't.
        self.note: QWidget | None = None
        make_button_menu(self, self.list_groups)
        services.theme.reshaped.connect(self._show_group_name)

    def show_sequence(self, view: SequenceView) -> None:
        """Show the button, if other groups took part."""
        self._view = view
        sides = [side for side in view.game.sides if side.group in view.campaign.groups]
        self.setAccessibleName(_("{group}: groups of this game", group=view.before.name))
        self.setVisible(len(sides) > 1)
        self._show_group_name()

    def _show_group_name(self) -> None:
        """Show the group's name on the button if there is room, else in the note."""
        if self._view is None:
            return
        narrow = self.services.theme.narrow
        if narrow:
            self.setText(_("Groups"))
        else:
            self.setText(escape_ampersands(short(self._view.before.name, 20)))
        if self.note is not None:
            self.note.setVisible(narrow or self.isHidden())

    def list_groups(self, menu: QMenu) -> None:
        """List the groups with the step each has reached."""
        view = self._view
        clear_menu(menu)
        if view is None:  # nobody has opened a sequence yet
            return
        for progress in _progress_of_groups(self.services, view):
            name = escape_ampersands(short(progress.name, 40))
            is_other = progress.group != view.before.id
            text = _("{group}: {chapter}", group=name, chapter=progress.chapter)
            add_menu_action(
                menu, text, partial(_open, self.services, view, progress), enabled=is_other
            )
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
        self.go_button = button("", self._open_next_group, "first")
        self.setLayout(sentence_line(self.text, self.go_button))
        self.hide()

    def look_again(self) -> None:
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
            self.next = whose_turn(_progress_of_groups(self.services, view), view.before.id, order)
        if self.next is None:
            return False
        text = _("{group} is waiting for the others here. Next: {next}, {chapter}.")
        if view.finished:
            text = _("{group} has finished. Next: {next}, {chapter}.")
        name = self.next.name
        chapter = self.next.chapter
        self.text.setText(text.format(group=view.before.name, next=name, chapter=chapter))
        self.go_button.setText(_("{group} ▸", group=escape_ampersands(short(name, 26))))
        set_name_and_hint(self.go_button, _("Next: {next}, {chapter}", next=name, chapter=chapter))
        return True

    def replace_steps(self, steps: QWidget, *, form_needs_room: bool = False) -> None:
        """Take the place of the steps if another group is next; a form that needs the room hides
        both."""
        turn_passed = self.next is not None
        self.setVisible(turn_passed and not form_needs_room)
        steps.setHidden(turn_passed or form_needs_room)

    def _open_next_group(self) -> None:
        if self.next is not None:
            _open(self.services, self._view, self.next)


def _progress_of_groups(services: Services, view: SequenceView) -> tuple[GroupProgress, ...]:
    """Return the progress of all groups of the sequence's game."""
    places = services.ask(services.workspace.places, view.campaign.id)
    progress = places.progress if places is not None else None
    return after_same_game(progress or (), view.before.id)


def _open(services: Services, view: SequenceView, stand: GroupProgress) -> None:
    open_sequence(services, view.campaign.id, stand.game, stand.group)


class SequencePage(Page):
    """One group's post-game sequence, from its first ask to Finish."""

    view: SequenceView

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.sequence_id = ""
        self._changing: Asked | None = None
        self.tools = self._make_tools()
        self.head = Head("", self.tools)
        self.groups_button.note = self.head.note
        self.turn = TurnPassed(services)
        self.changed_since = ChangedSince()
        self.changed_since.replay_button.clicked.connect(self._replay_on_present_state)
        self.ask_page = self._make_ask_page()
        self.odds = OddsPanel(services, self.ask_panel)
        self.story = StoryPanel(services)
        self.story.change_wanted.connect(self.change_answer)
        self.centre = OneOf(self.ask_page, self.review)
        self.steps = StepsBar(services.theme)
        self.upper = RowOrColumn(services.theme, (self.centre, 13), (self.odds, 12))
        self.lay(
            self.steps,
            self.turn,
            self.changed_since,
            (self.upper, 4),
            (self.story, 1),
            wide=1800,
        )
        services.theme.call_with_narrow(self._place_tools)

    def _make_tools(self) -> QWidget:
        """Make the buttons of the head."""
        self.mode = ChoiceRow(
            _("How dice are answered"),
            {
                "roll": RowChoice(pgettext("dice", "Roll for me"), _("Dice: roll for me")),
                "typed": RowChoice(_("I roll"), _("Dice: I roll")),
                "set": RowChoice(pgettext("dice", "Set the result"), _("Dice: set the result")),
            },
        )
        self.mode.chosen.connect(self._mode_chosen)
        list_button = button(_("All &sequences"), self.services.to(AftermathRoute()))
        self.review = ReviewPanel(self.services, self.finish_sequence, self._open_group)
        self.groups_button = GroupsButton(self.services)
        #: How dice are answered, and once there are none what ends it: one room for both.
        self.corner = QStackedWidget()
        self.corner.addWidget(self.mode)
        self.corner.addWidget(wrap_layout(row(1, self.review.finish_button)))
        return wrap_layout(row(1, list_button, self.groups_button, self.corner, spacing=10))

    def _make_ask_page(self) -> QWidget:
        """Make the panel of the current ask, and what says that an earlier answer is changed."""
        services = self.services
        self.ask_panel = AskPanel(
            services.catalogue, services.theme, large=True, source=services.source
        )
        self.ask_panel.explained = self._explain_option
        self.ask_panel.answered.connect(self._answer_ask)
        self.ask_panel.all_answered.connect(self._answer_opposed)
        self.ask_panel.rolled.connect(self._roll_for_ask)
        self.ask_panel.drafted.connect(self._store_draft)
        self.changing_label = sentence("", "warn")
        changing_back = button(_("Keep the old answer"), self.stop_changing)
        self.changing_row = wrap_layout(sentence_line(self.changing_label, changing_back))
        return panel(self.changing_row, self.ask_panel, spacing=8, margin=14)

    def _explain_option(self, option: Option) -> tuple[Option, str, str]:
        return option_in_the_book(self.view, option)

    def show_route(self, route: SequenceRoute, campaign: str) -> Route | None:
        self.show_sequence(route.sequence or self.sequence_id)
        return route

    def forget_subject(self) -> None:
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
        layout = self.layout()
        assert isinstance(layout, QBoxLayout)
        has_room = self.services.theme.is_ample
        asks = self.centre.shown is self.ask_page
        share = 2 if asks and has_room else 4
        layout.setStretchFactor(self.upper, share)
        if isinstance(self._shown_ask(), ArrangeRecruit | ArrangeArms):
            kind = "heading"
        elif has_room:
            kind = "largequestion"
        else:
            kind = "question"
        set_style_properties(self.ask_panel.question, kind=kind)

    # Showing

    def show_sequence(self, sequence: str) -> None:
        if sequence != self.sequence_id:
            self.sequence_id = sequence
            self._changing = None
        self.turn.look_again()
        self.refresh()

    def is_affected_by(self, changed: Changed) -> bool:
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
        self.mode.show_chosen(self._dice_mode(view))
        self.groups_button.show_sequence(view)
        passed = self.turn.show_sequence(view)
        self.changed_since.show_sequence(view)
        self.steps.show_sequence(view)
        self.story.show_sequence(view)
        if self._changing is not None and view.asked(self._changing.ask.key) is None:
            self._changing = None
        if view.finished or self._shown_ask() is None:
            self._show_review(view)
        else:
            self.centre.show_part(self.ask_page)
            self._show_ask(view)
        if passed:
            self.turn.go_button.setFocus()

    def change_answer(self, asked: Asked) -> None:
        """Ask an earlier question again."""
        self._changing = asked
        self.centre.show_part(self.ask_page)
        self._show_ask(self.view)

    def leave_inner(self) -> bool:
        """Take back dice on the table, or cancel the change of an earlier answer."""
        if self.ask_panel.step_back():
            return True
        if self._changing is None:
            return False
        self.stop_changing()
        return True

    def stop_changing(self) -> None:
        self._changing = None
        self.refresh()

    def _shown_ask(self) -> Ask | None:
        if self._changing is not None:
            return self._changing.ask
        return self.view.pending if self.view else None

    def _show_ask(self, view: SequenceView) -> None:
        ask = self._shown_ask()
        assert ask is not None
        has_two_tables = isinstance(ask, ArrangeRecruit | ArrangeArms)
        self.story.setHidden(has_two_tables)
        self.turn.replace_steps(self.steps, form_needs_room=has_two_tables)
        self._size_question()
        self.corner.setCurrentIndex(0)
        beside = ask.beside()
        self._fill_ask_panel(view, ask, beside)
        if self.turn.next is not None:
            self.ask_panel.stand_back()
        self.odds.show_ask(view, ask, beside)
        arranges = isinstance(ask, ArrangeRecruit | ArrangeArms | ArrangeGear | ArrangeLeader)
        self.odds.setHidden(arranges)
        self.ask_panel.appear()

    def _fill_ask_panel(self, view: SequenceView, ask: Ask, beside: Beside) -> None:
        """Put an ask into its panel, with its draft or with the earlier answer to change."""
        chapter = beside.chapter or step_name(ask.step)
        changing = self._changing
        self.changing_row.setVisible(changing is not None)
        if changing is not None:
            self.changing_label.setText(
                _(
                    "Changing an earlier answer: {answer}. What follows is worked out again.",
                    answer=answer_in_words(changing),
                )
            )
            self.ask_panel.show_ask(
                ask,
                self._dice_mode(view),
                None,
                changing.value,
                chapter=chapter,
                aids=beside.aids,
            )
        else:
            self.ask_panel.show_ask(
                ask,
                self._dice_mode(view),
                view.drafts.get(ask.key),
                None,
                chapter=chapter,
                aids=beside.aids,
                rolled=beside.lying,
                opposed=self.services.games.opposed(view)[1:],
            )

    def _show_review(self, view: SequenceView) -> None:
        self.review.show_sequence(view)
        ends = view.finished and self.turn.next is None
        set_style_properties(self.review.open_group, kind="first" if ends else "")
        self.review.take_focus()  # not lost to the story, which would be scrolled to
        self.centre.show_part(self.review)
        self._size_question()
        self.story.show()
        self.turn.replace_steps(self.steps)
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
        ask = self._shown_ask()
        return ask.key if ask else ""

    def _answer_ask(self, value: object, how: How) -> None:
        player = self.view.before.player
        self._act_on_sequence(
            self.services.games.answer, self._key(), _as_stored(value), how, player
        )

    def _answer_opposed(self, values: Sequence[object], how: How) -> None:
        """Answer the question, and those whose dice are compared with its."""
        answers = [_as_stored(value) for value in values]
        self._act_on_sequence(
            self.services.games.answer_opposed, answers, how, self.view.before.player
        )

    def _roll_for_ask(self) -> None:
        self._act_on_sequence(self.services.games.roll, self._key(), self.view.before.player)

    def _store_draft(self, value: object) -> None:
        if self._changing is None:
            self.services.quietly(self.services.games.draft, self.sequence_id, self._key(), value)

    def _act_on_sequence(self, act: Callable[..., object], *arguments: object) -> None:
        """Run an action on the sequence; a change of an earlier answer ends with it."""
        self._changing = None
        self.services.do(partial(act, self.sequence_id, *arguments))

    def _replay_on_present_state(self) -> None:
        """Replay the sequence with the group, rules and record as they are now."""
        self._act_on_sequence(self.services.games.rebase)

    def finish_sequence(self) -> None:
        """Update the group with the result of the sequence."""
        view = self.view
        finish = partial(self.services.games.finish, self.sequence_id)
        if not self.services.do(finish, _("The group is up to date.")).succeeded:
            return
        self.services.safekeeping.soon(Reason.FINISH)
        if view.after is not None:
            announce_end(self.services, view.campaign, view.before, view.after)

    def _open_group(self) -> None:
        self.services.go(GroupRoute(self.view.before.id))

    def _mode_chosen(self, mode: DiceMode) -> None:
        self.services.safekeeping.settings.setValue(f"dice/{self.view.before.id}", mode)
        self.refresh()

    def _dice_mode(self, view: SequenceView) -> DiceMode:
        return way_with_dice(self.services.safekeeping.settings, view.campaign, view.before.id)

    # Undo

    def undo_names(self) -> tuple[str | None, str | None]:
        if self.view is None:
            return None, None
        undoes = None
        redoes = None
        if self.view.can_undo:
            undoes = _("the replay") if self.view.undoes_rebase else _("the last answer")
        if self.view.can_redo:
            redoes = _("the answer")
        return undoes, redoes

    def undo(self) -> None:
        self._act_on_sequence(self.services.games.undo)

    def redo(self) -> None:
        self._act_on_sequence(self.services.games.redo)


def _as_stored(value: object) -> object:
    """Return an answer as it is stored: a tuple as a list."""
    if isinstance(value, tuple):
        return list(value)
    return value


def announce_end(services: Services, campaign: Campaign, before: Group, after: Group) -> None:
    """Say if a group has just reached the optional end of the campaign (p.\u00a0106)."""
    if not campaign.switches.ending:
        return
    catalogue = services.catalogue
    if campaign_won(before, catalogue) or not campaign_won(after, catalogue):
        return
    text = _(
        "{group} survived the season: the campaign can end here (p.\u00a0106). The chronicle "
        "tells the story."
    )
    services.say(text.format(group=after.name), "well")
