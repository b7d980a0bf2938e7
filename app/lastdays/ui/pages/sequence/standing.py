"""Where a sequence stands: its steps, and what has changed since it began."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from lastdays.campaign.post_game_sequences import SequenceView
from lastdays.campaign.transcript import step_name
from lastdays.language import _, short
from lastdays.postgame.context import STEPS
from lastdays.ui.pages.sequence.review_panel import difference_in_words
from lastdays.ui.widgets.parts import button, column, label, said


class StepsPanel(QFrame):
    """The steps of the sequence: done, due, to come."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self.steps = label("", wrap=True)
        self.steps.setAccessibleName(_("Steps"))
        self.setLayout(column(self.steps, 1, spacing=6, margin=10))

    def show_sequence(self, view: SequenceView) -> None:
        """Mark the steps."""
        here = view.step
        told = {line.step for line in view.replayed.story} | {
            a.ask.key.split("/")[0] for a in view.replayed.asked
        }
        lines = []
        reached = STEPS.index(here) if here in STEPS else len(STEPS)
        for n, step in enumerate(STEPS):
            if step == "encounter" and step not in told and step != here:
                continue
            mark = "✔" if n < reached else "▶" if n == reached else "○"
            lines.append(f"{mark} {step_name(step)}")
        done = view.replayed.done
        mark = "✔" if view.finished else "▶" if done else "○"
        lines.append(f"{mark} {_('Before → after')}")
        self.steps.setText("\n\n".join(lines))


class ChangedSince(QWidget):
    """Says what has changed since the sequence began, and offers to replay it on that."""

    replay_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.text = label("", "warn", wrap=True)
        self.replay_button = button(_("Replay on the group as it is now"), self.replay_wanted.emit)
        self.setLayout(said(self.text, self.replay_button))

    def show_sequence(self, view: SequenceView) -> None:
        """Say what changed under a sequence; hide where nothing has."""
        lines = []
        if view.base_changed:
            lines.append(
                _("{group} has changed since this sequence began.").format(group=view.before.name)
            )
        if view.rules_changed:
            lines.append(_("The rulebook or the campaign's rulings have changed since."))
        if view.corrected:
            sentence = (
                _("The record of game {n} was corrected after this sequence: {what}.")
                if view.finished
                else _("The record of game {n} was corrected after this sequence began: {what}.")
            )
            what = "; ".join(difference_in_words(d) for d in view.corrected)
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
