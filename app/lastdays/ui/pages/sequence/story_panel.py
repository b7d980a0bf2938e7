"""The story of a sequence so far, with the answers behind each line."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Signal

from lastdays.campaign.sequences.post_game import SequenceView
from lastdays.campaign.sequences.transcript import (
    StoryLine,
    answer_in_words,
    how_in_words,
    key_in_words,
    step_name,
    story,
)
from lastdays.language import _, chained, ngettext, short
from lastdays.procedure.asks import Roll, Sum
from lastdays.procedure.replay import Asked
from lastdays.ui.models.rows import Cell, Row, RowModel
from lastdays.ui.services import Services
from lastdays.ui.texts import plain
from lastdays.ui.widgets.parts import (
    Flow,
    Plain,
    button,
    clear,
    column,
    holder,
    label,
    row,
    sentence,
    show_text,
    timer,
    typed,
)
from lastdays.ui.widgets.table import LINE, Table

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
