"""The story of a sequence so far, and the answers that led to each of its lines."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

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
from lastdays.postgame.context import STEPS
from lastdays.procedure.asks import Roll, Sum
from lastdays.procedure.replay import Asked
from lastdays.ui.models.rows import Row, RowModel
from lastdays.ui.services import Services
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.dice import draw_die
from lastdays.ui.widgets.parts import Flow, button, clear, column, holder, label, row, typed
from lastdays.ui.widgets.table import Table

Index = QModelIndex | QPersistentModelIndex
#: How the dice of the newest line tumble: so many faces, each for so many milliseconds.
TUMBLES, TUMBLE_MS = 6, 45
#: How far from the heading the buttons begin that change an answer, in pixels.
BESIDE = 14
_WRAPPED = int(Qt.TextFlag.TextWordWrap) | int(
    Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
)


def dice_of(line: StoryLine) -> list[tuple[int, bool]]:
    """Return what the dice behind a line showed: a number each, and whether it is a die's face."""
    shown: list[tuple[int, bool]] = []
    for asked in line.asked:
        if isinstance(asked.ask, Roll):
            shown += [(face, True) for face in asked.value]
        elif isinstance(asked.ask, Sum):
            shown.append((asked.value, asked.ask.dice.count == 1))
    return shown


def given_by(line: StoryLine) -> str:
    """Say how the dice of a line came about: 'rolled', 'typed, Ann'."""
    ways = [
        ", ".join(filter(None, (how_in_words(a.answer.how), a.answer.who)))
        for a in line.asked
        if isinstance(a.ask, Roll | Sum)
    ]
    return chained(dict.fromkeys(ways))


class _LineDelegate(QStyledItemDelegate):
    """Paints a line of the story: its dice as they lay, then the sentence."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.lines: list[StoryLine] = []
        #: How wide a sentence is, and the name of a step before it.
        self.width = self.step = 0
        #: What lines come to that have been measured, and what for.
        self._heights: dict[tuple[int, str], int] = {}
        self._measured: tuple[object, ...] = ()
        #: How many faces the dice of the newest line have still to show before their own.
        self.tumbling = 0

    def font(self) -> QFont:
        """Return the font of the sentences."""
        font = QFont(self.theme.body)
        font.setPixelSize(self.theme.px(15))
        return font

    def _dice(self, line: StoryLine) -> list[tuple[int, bool]]:
        shown = dice_of(line)
        if self.tumbling and line is self.lines[-1]:
            return [
                ((face + self.tumbling * (n + 2)) % 6 + 1, True)
                for n, (face, _) in enumerate(shown)
            ]
        return shown

    def _room(self, rect: QRect, line: StoryLine) -> QRect:
        """Return where the sentence stands: after the dice."""
        px = self.theme.px
        dice = len(dice_of(line)) * px(24)
        return rect.adjusted(dice + (px(6) if dice else 0) + px(4), px(4), -px(6), 0)

    def _whole(self, line: StoryLine) -> str:
        how = given_by(line)
        return f"{line.text}  ({how})" if how else line.text

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        px = self.theme.px
        if index.column() == 0 or index.row() >= len(self.lines):
            return QSize(self.step, px(26))  # also where the longest name is out of sight
        return QSize(self.width, self.height_of(self.lines[index.row()]))

    def height_of(self, line: StoryLine) -> int:
        """Return the height of a line, over as many rows of text as it takes."""
        px = self.theme.px
        measured = (self.width, px(100), self.theme.body)
        if measured != self._measured:
            self._measured = measured
            self._heights = {}
        whole = self._whole(line)
        known = len(dice_of(line)), whole
        if known not in self._heights:
            room = self._room(QRect(0, 0, max(px(120), self.width), 10_000), line)
            high = QFontMetrics(self.font()).boundingRect(room, _WRAPPED, whole).height()
            self._heights[known] = max(px(26), high + px(8))
        return self._heights[known]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, px, rect = self.theme, self.theme.px, option.rect
        if index.row() >= len(self.lines):
            return
        line, view = self.lines[index.row()], option.widget
        cut = rect.top() < -px(2) and index.row() < len(self.lines) - 1
        if cut and isinstance(view, Table) and view.at_end:
            return  # half a line says nothing; whoever scrolls sees it
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.colour("select"))
        painter.setFont(self.font())
        if index.column() == 0:
            painter.setPen(theme.colour("faint_text"))
            painter.drawText(rect.adjusted(px(6), px(4), 0, 0), _WRAPPED, str(index.data()))
        else:
            ink = theme.colour({"harm": "harm_text", "well": "well_text"}.get(line.kind, "text"))
            self._paint_dice(painter, rect, line)
            room = self._room(rect, line)
            painter.setFont(self.font())
            painter.setPen(ink)
            painter.drawText(room, _WRAPPED, self._whole(line))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.colour("accent"))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        painter.restore()

    def _paint_dice(self, painter: QPainter, rect: QRect, line: StoryLine) -> None:
        px = self.theme.px
        side = px(19)
        ink = self.theme.colour("text")
        for n, (shown, face) in enumerate(self._dice(line)):
            die = QRectF(rect.left() + px(4) + n * px(24), rect.top() + px(4), side, side)
            draw_die(painter, die, shown if face else 0, ink)
            if not face:
                font = QFont(self.theme.heading)
                font.setPixelSize(px(14))
                painter.setFont(font)
                painter.setPen(ink)
                painter.drawText(die, int(Qt.AlignmentFlag.AlignCenter), str(shown))


class StoryPanel(QWidget):
    """What happened, line by line. `change_wanted` carries an answer to be given anew."""

    change_wanted = Signal(object)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.setProperty("kind", "plain")
        self._view: SequenceView | None = None
        self._lines: list[StoryLine] = []
        self.model = RowModel((_("Step"), _("Story")))
        self.table = Table(
            self.model,
            _("The story so far"),
            services.theme,
            stretch=1,
            look="plain",
            striped=False,
            wrap=True,
        )
        self.table.horizontalHeader().hide()
        self.table.setProperty("kind", "reading")
        self.drawn = _LineDelegate(services.theme)
        self.table.setItemDelegate(self.drawn)
        self.table.chosen.connect(lambda _key: self._show_changes())
        self.table.taken.connect(lambda _key: self.change_first())
        self._changes = Flow(spacing=4)
        self.changes_box = holder(self._changes)
        self.rest = label("", "faint", wrap=True)
        self._tumble = QTimer(self)
        self._tumble.setInterval(TUMBLE_MS)
        self._tumble.timeout.connect(self._tumble_on)
        self.setFocusProxy(self.table)
        self._heading = label(_("So far"), "heading")
        head = row(self._heading, self.changes_box, spacing=BESIDE)
        head.setStretch(1, 1)
        self.setLayout(column(head, self.table, self.rest, spacing=2))
        services.theme.changed.connect(self._keep_room)
        self._keep_room()

    def _keep_room(self) -> None:
        """Keep the room of the buttons that change an answer, also while there are none."""
        self._fit_changes()
        self._measure_lines()

    def _fit_changes(self) -> None:
        """Give these buttons more lines where one is too narrow for them."""
        wide = self.width() - self._heading.sizeHint().width() - BESIDE
        high = self._changes.heightForWidth(wide)
        self.changes_box.setFixedHeight(max(self.services.theme.px(38), high))

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._fit_changes()
        self._measure_lines()

    def _measure_lines(self) -> None:
        """Tell the lines how wide they are: what the names of the steps leave."""
        metrics = QFontMetrics(self.drawn.font())
        steps = (*STEPS, *(line.step for line in self._lines))
        step = max(metrics.horizontalAdvance(step_name(one)) for one in set(steps))
        self.drawn.step = step + self.services.theme.px(16)
        self.drawn.width = self.width() - step - self.services.theme.px(32)
        self._keep_newest_whole()

    def _keep_newest_whole(self) -> None:
        """Keep room for three lines, and for all of the newest."""
        px = self.services.theme.px
        newest = self.drawn.height_of(self._lines[-1]) if self._lines else 0
        self.table.setMinimumHeight(max(px(26) * 3, newest) + px(4))

    def show_sequence(self, view: SequenceView) -> None:
        """Show the story to its end, and the answers that are not in force."""
        newer = self._view is not None and view.id == self._view.id
        before = len(self._lines)
        self._view = view
        self._lines = list(story(view.replayed))
        self.drawn.lines = self._lines
        names = [step_name(line.step) for line in self._lines]
        self._measure_lines()
        self.table.setCurrentIndex(QModelIndex())
        self.model.change_rows(
            [
                Row(str(n), (name, line.with_dice), line.with_dice)
                for n, (name, line) in enumerate(zip(names, self._lines, strict=True))
            ]
        )
        self._keep_newest_whole()
        self.table.show_end()
        self._show_changes()
        parts = _not_in_force(view)
        self.rest.setText("\n".join(parts))
        self.rest.setVisible(bool(parts))
        if newer and len(self._lines) > before and dice_of(self._lines[-1]):
            self._begin_tumbling()

    # Motion

    def _begin_tumbling(self) -> None:
        if self.services.theme.moves():
            self.drawn.tumbling = TUMBLES
            self._tumble.start()

    def _tumble_on(self) -> None:
        self.drawn.tumbling = max(0, self.drawn.tumbling - 1)
        if not self.drawn.tumbling:
            self._tumble.stop()
        self.table.viewport().update()

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
            text = _("Change: {answer}").format(answer=typed(short(answer_in_words(entry), 28)))
            made = button(("&" if n == 0 else "") + text, partial(self.change_wanted.emit, entry))
            made.setToolTip(plain(entry.ask.question))
            self._changes.addWidget(made)
        if not asked:
            told = _("Select a line to change the answer behind it.") if self._lines else ""
            hint = label(told, "faint")
            hint.setMinimumHeight(self.services.theme.px(38))  # in line with the heading
            self._changes.addWidget(hint)
            hint.show()
        self._fit_changes()

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
        waiting = chained(key_in_words(k, names) for k in view.replayed.waiting)
        parts.append(
            ngettext(
                "{n} answer waits until its question comes: {what}",
                "{n} answers wait until their questions come: {what}",
                len(view.replayed.waiting),
            ).format(n=len(view.replayed.waiting), what=short(waiting, 200))
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
            ).format(n=len(view.replayed.dropped), what=short(dropped, 200))
        )
    return parts
