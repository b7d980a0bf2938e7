"""The story of a sequence so far, and the answers that led to each of its lines."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from lastdays.campaign.post_game_sequences import SequenceView
from lastdays.campaign.transcript import StoryLine, answer_in_words, key_in_words, step_name, story
from lastdays.language import _, ngettext, short
from lastdays.procedure.replay import Asked
from lastdays.ui.models.tables import TableModel, TableRow
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import button, clear, column, label, row, typed
from lastdays.ui.widgets.views import ChoiceTable


class StoryPanel(QWidget):
    """What happened, line by line. `change_wanted` carries an answer to be given anew."""

    change_wanted = Signal(object)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.setProperty("kind", "plain")
        self._view: SequenceView | None = None
        self._lines: list[StoryLine] = []
        self.model = TableModel((_("Step"), _("Story")))
        self.table = ChoiceTable(self.model, _("The story so far"), stretch=1, wrap=True)
        self.table.horizontalHeader().hide()
        self.table.chosen.connect(lambda _key: self._show_changes())
        self.table.taken.connect(lambda _key: self.change_first())
        self._changes = row(spacing=4)
        self.rest = label("", "faint", wrap=True)
        self.setFocusProxy(self.table)
        self.setLayout(column(self.table, self._changes, self.rest, spacing=4))

    def show_sequence(self, view: SequenceView) -> None:
        """Show the story to its end, and the answers that are not in force."""
        self._view = view
        self._lines = list(story(view.replayed))
        theme = self.services.theme
        self.model.colours = {
            "harm": theme.colour("harm_text"),
            "well": theme.colour("well_text"),
        }
        self.model.set_rows(
            [
                TableRow(str(n), (step_name(line.step), line.with_dice), line.with_dice, line.kind)
                for n, line in enumerate(self._lines)
            ]
        )
        self.table.show_end()
        self._show_changes()
        parts = _not_in_force(view)
        self.rest.setText("\n".join(parts))
        self.rest.setVisible(bool(parts))

    def _chosen_asked(self) -> list[Asked]:
        key = self.table.current_key()
        if not key or self._view is None or self._view.finished:
            return []
        return list(self._lines[int(key)].asked)

    def _show_changes(self) -> None:
        clear(self._changes)
        asked = self._chosen_asked()
        for n, entry in enumerate(asked[:6]):
            text = _("Change: {answer}").format(answer=typed(short(answer_in_words(entry), 28)))
            made = button(("&" if n == 0 else "") + text, partial(self.change_wanted.emit, entry))
            made.setToolTip(entry.ask.question)
            self._changes.addWidget(made)
        if not asked:
            self._changes.addWidget(
                label(_("Select a line to change the answer behind it."), "faint")
            )
        self._changes.addStretch(1)

    def change_first(self) -> None:
        """Ask anew what first led to the chosen line."""
        asked = self._chosen_asked()
        if asked:
            self.change_wanted.emit(asked[0])


def _not_in_force(view: SequenceView) -> list[str]:
    """Say which answers wait for their question, and which no longer apply."""
    names = {m.id: m.name for m in view.before.members}
    parts = []
    if view.replayed.waiting:
        waiting = "; ".join(key_in_words(k, names) for k in view.replayed.waiting)
        parts.append(
            ngettext(
                "{n} answer waits until its question comes: {what}",
                "{n} answers wait until their questions come: {what}",
                len(view.replayed.waiting),
            ).format(n=len(view.replayed.waiting), what=short(waiting, 200))
        )
    if view.replayed.dropped:
        dropped = "; ".join(
            key_in_words(d.key, names) + (f" ({d.reason})" if d.reason else "")
            for d in view.replayed.dropped
        )
        parts.append(
            ngettext(
                "{n} answer no longer applies, and is kept: {what}",
                "{n} answers no longer apply, and are kept: {what}",
                len(view.replayed.dropped),
            ).format(n=len(view.replayed.dropped), what=short(dropped, 200))
        )
    return parts
