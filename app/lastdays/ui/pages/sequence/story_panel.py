"""What stands beside the questions of a sequence: its steps and what has changed since it began, the
story so far with the answers behind each line, and the review at its end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from lastdays.campaign.documents.differences import compare
from lastdays.campaign.sequences.post_game import (
    SequenceView,
    StoryLine,
    answer_in_words,
    how_in_words,
    key_in_words,
    step_name,
    story,
)
from lastdays.language import _, chained, ngettext, short
from lastdays.postgame.context import STEPS
from lastdays.procedure.asks import Ask, Roll, Sum
from lastdays.procedure.replay import Asked
from lastdays.ui.models.rows import Cell, Row, RowModel, difference_in_words, difference_rows, plain
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme, restyle
from lastdays.ui.widgets.parts import (
    Flow,
    Plain,
    allow,
    button,
    clear,
    column,
    holder,
    label,
    row,
    said,
    sentence,
    show_text,
    timer,
    typed,
)
from lastdays.ui.widgets.table import LINE, Table

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
            (_("Whose"), _("What"), _("Before"), _("After")),
            _("Before and after"),
            services.theme,
            stretch=3,
            look="lines",
            least_rows=8,
            wrap=True,
        )
        self.finish_button = button(_("Finish and &update the group"), finish, "first")
        self.finished_label = sentence("", "well")
        self.open_group = button(_("&Open the group"), look)
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
            _("Replay first: the group or the rules have changed since"),
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


def chapter_of(view: SequenceView, ask: Ask) -> str:
    """Name an ask's place in the sequence: 'Injury 1 of 2', 'Supply Token 2 of 3'."""
    step, *rest = ask.key.split("/")
    if step == "injuries" and rest and view.before.has_member(rest[0]):
        fallen = [m.id for m in view.before.active if view.context.fell(m)]
        begun = dict.fromkeys(a.ask.about for a in view.replayed.asked if _of_injury(a.ask))
        order = [*(m for m in begun if m in fallen)]
        n = order.index(rest[0]) + 1 if rest[0] in order else len(order) + 1
        return _("Injury {n} of {most}", n=n, most=max(n, len(fallen)))
    if step == "supplies" and rest and rest[0].startswith("token-"):
        return _(
            "Supply Token {n} of {most}",
            n=rest[0].removeprefix("token-"),
            most=len(view.context.side.tokens),
        )
    return step_name(step)


def _of_injury(ask: Ask) -> bool:
    return ask.key.startswith("injuries/") and ask.key.count("/") > 1


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
            a.ask.key.split("/")[0] for a in view.replayed.asked
        }
        reached = STEPS.index(here) if here in STEPS else len(STEPS)
        steps = [
            (step_name(step), "done" if n < reached else "due" if n == reached else "")
            for n, step in enumerate(STEPS)
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
        self.replay_button = button(_("Replay on the group as it is now"))
        self.setLayout(said(self.text, self.replay_button))

    def show_sequence(self, view: SequenceView) -> None:
        """Say what changed; hide if nothing did."""
        lines = []
        if view.base_changed:
            lines.append(
                _("{group} has changed since this sequence began.", group=view.before.name)
            )
        if view.rules_changed:
            lines.append(_("The rulebook or the campaign's rulings have changed since."))
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
            else _("Replay on the group and record as they are now")
            if view.corrected
            else _("Replay on the group as it is now")
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
        for n, entry in enumerate(asked[:6]):
            text = _("Change: {answer}", answer=typed(short(answer_in_words(entry), 28)))
            made = button(("&" if n == 0 else "") + text, partial(self.change_wanted.emit, entry))
            made.setToolTip(plain(entry.ask.question))
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
    parts = []
    if view.replayed.waiting:
        parts.append(
            ngettext(
                "{n} answer waits until its question comes: {what}",
                "{n} answers wait until their questions come: {what}",
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
                "{n} answer no longer applies, and is kept: {what}",
                "{n} answers no longer apply, and are kept: {what}",
                len(view.replayed.dropped),
                what=short(dropped, 200),
            )
        )
    return parts
