"""The progress of a sequence: its steps, changes to its basis, and the review at its end."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from lastdays.campaign.documents.differences import compare
from lastdays.campaign.sequences.post_game import SequenceView
from lastdays.campaign.sequences.transcript import step_name
from lastdays.language import _, chained, short
from lastdays.postgame.context import STEPS
from lastdays.procedure.asks import Ask
from lastdays.ui.models.rows import difference_in_words, difference_rows
from lastdays.ui.services import Services
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme, restyle
from lastdays.ui.widgets.parts import allow, button, clear, column, label, row, said, sentence
from lastdays.ui.widgets.table import Table

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
