"""The layout of a session's page: board and panel, tools and log."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAction,
    QActionGroup,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenu, QScrollArea, QSizePolicy, QToolButton, QWidget

from lastdays.campaign.table_sessions import OpenSession
from lastdays.language import _
from lastdays.rulebook.pictograms import place, token
from lastdays.store.log import TIDIED
from lastdays.tabletop.event_log import LogLine
from lastdays.tabletop.view import ButtonView
from lastdays.ui.models.rows import LazyRows, Row, RowModel
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.board import Board
from lastdays.ui.tracker.form import text_with_mnemonic
from lastdays.ui.tracker.panel import Panel
from lastdays.ui.tracker.pieces import heading_font, text_font
from lastdays.ui.widgets.parts import (
    UNBOUNDED,
    Flow,
    Panel as Frame,
    Plain,
    button,
    column,
    enable_or_explain,
    label,
    put_in_scroll_area,
    row,
    set_name_and_hint,
    show_text,
    wrap_layout,
)
from lastdays.ui.widgets.room import lay_out_now
from lastdays.ui.widgets.table import Table, TableDesign

#: The number of lines below the panel.
FEW = 3
#: The number of lines under a heading of their own.
MANY = 40
#: The height of the lines below the panel at 100 %.
LOW = 68
#: Their height in a low window, which shows only the last outcome, at 100 %.
LEAST = 6
#: The least height of many lines under a heading, at 100 %.
TALL = 120
#: The height of a low window at 100 %.
LOW_PAGE = 600
#: A remark in brackets that is never broken over two lines.
_REMARK = re.compile(r"\([^()]{1,18}\)")
#: The left margin in pixels, the same as that of the outcome below.
LEFT = 14
_CUT = Qt.TextElideMode.ElideRight
_WRAP = int(Qt.TextFlag.TextWordWrap)


def with_unbroken_remarks(text: str) -> str:
    """Return text whose short remarks in brackets, such as dice, aren't broken over two lines."""
    return _REMARK.sub(_without_breaks, text)


def _without_breaks(remark: re.Match[str]) -> str:
    """Return a remark with blanks at which no line is broken."""
    return remark.group().replace(" ", "\u00a0")


class Recent(QWidget):
    """The last lines of the log, the newest last. `wanted`: the whole log is asked for."""

    spoken_role = QAccessible.Role.Button
    wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.tall = False
        self.lines: list[str] = []
        #: The line that has just come, '' where the panel says it.
        self._newest = ""
        self._shown: tuple[OpenSession, str] | None = None
        set_name_and_hint(self, _("Latest log lines"), _("Click to open the log"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._set_policy()
        theme.changed.connect(self.updateGeometry)

    def press(self) -> None:
        """Ask for the whole log, as a screen reader can."""
        self.wanted.emit()

    def set_tall(self, tall: bool) -> None:
        """Show many lines under a heading, or a few."""
        self.tall = tall
        self._set_policy()
        if self._shown is not None:
            self.show_session(*self._shown)
        self.updateGeometry()

    def _set_policy(self) -> None:
        """Take all the height that is left where it is tall, else no more than its own."""
        vertical = QSizePolicy.Policy.Expanding if self.tall else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Preferred, vertical)

    def sizeHint(self) -> QSize:
        width = self.theme.pixels(200)
        if self.tall:
            return QSize(width, self.theme.pixels(TALL))
        if self.window().height() < self.theme.pixels(LOW_PAGE):
            return QSize(width, self.theme.pixels(LEAST))
        return QSize(width, self.theme.pixels(LOW))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def show_session(self, session: OpenSession, outcome: str = "") -> None:
        """Show the last lines, without the one that the panel says already as its `outcome`."""
        self._shown = session, outcome
        most = MANY if self.tall else FEW
        last_lines = session.log(most * 3)[-most:]
        self.lines = [session.words.line(line) for line in last_lines]
        self._newest = self.lines[-1] if self.lines else ""
        is_in_panel = bool(outcome) and outcome.rstrip(".") in self._newest
        if is_in_panel:
            self.lines = self.lines[:-1]
            self._newest = ""
        elif outcome and not self.tall:
            self.lines = self.lines[1:]
        last_line = self.lines[-1] if self.lines else ""
        self.setAccessibleDescription(last_line)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.wanted.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw as many of the last lines as fit."""
        with QPainter(self) as painter:
            if self.tall:
                self._draw_log(painter)
            else:
                self._draw_few(painter)

    def _draw_log(self, painter: QPainter) -> None:
        """Draw the lines wrapped under a heading, or what they will be while there are none. They end at
        the foot, so that the newest line keeps its place."""
        pixels = self.theme.pixels
        room = self.rect().adjusted(LEFT, pixels(12), -LEFT, -pixels(8))
        heading = _("The log")
        lines = [with_unbroken_remarks(line) for line in self.lines]
        if not lines:
            lines = [_("Every tap and roll is listed here. Select one to look back at it.")]
        painter.setFont(heading_font(self.theme, 20))
        heading_height = self._height_of(painter, room, [heading])
        painter.setFont(text_font(self.theme, 15))
        fitting = self._lines_that_fit(painter, room.adjusted(0, heading_height, 0, 0), lines)
        height = heading_height + self._height_of(painter, room, fitting)
        room.setTop(max(room.top(), room.bottom() - height))
        self._draw_rule(painter, room.top() - pixels(8))
        painter.setFont(heading_font(self.theme, 20))
        self._write(painter, room, heading, "text")
        painter.setFont(text_font(self.theme, 15))
        for line in fitting:
            is_new = bool(self._newest) and line is lines[-1]
            tone = "text" if is_new else "faint_text"
            self._write(painter, room, line, tone)

    def _draw_few(self, painter: QPainter) -> None:
        """Draw the lines wrapped below a rule; a newest one that is longer than the room is cut."""
        pixels = self.theme.pixels
        room = self.rect().adjusted(LEFT, pixels(4), -LEFT, -pixels(8))
        self._draw_rule(painter, 0)
        painter.setFont(text_font(self.theme, 14))
        lines = [with_unbroken_remarks(line) for line in self.lines]
        fitting = self._lines_that_fit(painter, room, lines)
        if lines and not fitting:
            fitting = [painter.fontMetrics().elidedText(lines[-1], _CUT, room.width())]
        for line in fitting:
            self._write(painter, room, line, "faint_text")

    def _draw_rule(self, painter: QPainter, at_y: int) -> None:
        painter.setPen(self.theme.colour("line"))
        painter.drawLine(LEFT, at_y, self.width() - LEFT, at_y)

    def _height_of(self, painter: QPainter, room: QRect, lines: list[str]) -> int:
        """Return the height of lines written one below the other, each with the gap after it."""
        gap = self.theme.pixels(4)
        return sum(painter.boundingRect(room, _WRAP, line).height() + gap for line in lines)

    def _lines_that_fit(self, painter: QPainter, room: QRect, lines: list[str]) -> list[str]:
        """Return as many of the last lines as fit in the room."""
        gap = self.theme.pixels(4)
        height = -gap  # after the last line there is none
        fitting: list[str] = []
        for line in reversed(lines):
            height += painter.boundingRect(room, _WRAP, line).height() + gap
            if height > room.height():
                break
            fitting.insert(0, line)
        return fitting

    def _write(self, painter: QPainter, room: QRect, text: str, tone: str) -> None:
        """Write text at the top of the room, and leave what is below it."""
        painter.setPen(self.theme.colour(tone))
        written = painter.drawText(room, _WRAP, text)
        room.setTop(written.bottom() + 1 + self.theme.pixels(4))


class Tools(QWidget):
    """The tools of the bar. `mode_chosen`: another way of answering dice; `help_chosen` carries a
    level of help, `wanted` a button of the game's that the menu has."""

    mode_chosen = Signal()
    wanted = Signal(object)
    help_chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.setProperty("kind", "plain")
        self._drawings: dict[QToolButton, str] = {}
        self.swap_button = button(_("Board"))
        self.log_button = self._add_tool(place("history"), _("Log"), "Alt+O")
        self.screen_button = self._add_tool(token("screen"), _("Opponent's view"), "Alt+P")
        self.screen_button.setToolTip(
            _("Opponent's view: a second window for the player opposite, or a television (Alt+P)")
        )
        self.more_button = self._add_tool(token("more"), _("More"), "Alt+K")
        self.menu = QMenu(self.more_button)
        self.menu.setToolTipsVisible(True)
        self.more_button.setMenu(self.menu)
        self.more_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._make_menu()
        self.setLayout(
            row(self.swap_button, self.log_button, self.screen_button, self.more_button, spacing=6)
        )
        theme.call_now_and_on_change(self._draw)

    def _add_tool(self, drawing: str, name: str, keys: str) -> QToolButton:
        tool = QToolButton()
        set_name_and_hint(tool, name, _("{what} ({keys})", what=name, keys=keys))
        tool.setShortcut(keys)
        self._drawings[tool] = drawing
        return tool

    def _draw(self) -> None:
        for tool, drawing in self._drawings.items():
            self.theme.set_icon(tool, drawing)

    def _make_menu(self) -> None:
        levels = {"tokens": _("tokens only"), "dice": _("with dice"), "guided": _("guided")}
        self.levels = self._add_choices(_("How much help"), levels)
        self.levels.triggered.connect(self._choose_level)
        modes = {"roll": _("roll for me"), "typed": _("I roll"), "set": _("set the result")}
        self.modes = self._add_choices(_("How dice are answered"), modes)
        self.modes.triggered.connect(self._choose_mode)
        self.menu.addSeparator()
        #: The game's own entries, by key.
        self.offers: dict[str, QAction] = {}
        self.write_action = self.menu.addAction(_("Write in the lo&g…"))
        self.clock_action = self.menu.addAction(_("Turn cloc&k"))
        self.clock_action.setCheckable(True)
        self.view_action = self.menu.addAction(_("Table vie&w"))
        self.view_action.setToolTip(_("Full screen for the table"))
        self.view_action.setCheckable(True)
        self.menu.addSeparator()
        self.end_action = self.menu.addAction(_("&End the game…"))
        self.leave_action = self.menu.addAction(_("&Leave the table"))
        self.leave_action.setToolTip(_("The game is kept as it is"))

    def _choose_level(self, action: QAction) -> None:
        self.help_chosen.emit(action.data())

    def _choose_mode(self) -> None:
        self.mode_chosen.emit()

    def _add_choices(self, heading: str, names: dict[str, str]) -> QActionGroup:
        group = QActionGroup(self.menu)
        group.addAction(heading).setEnabled(False)
        for key, name in names.items():
            action = group.addAction(name)
            action.setCheckable(True)
            action.setData(key)
        self.menu.addActions(group.actions())
        return group

    @property
    def mode(self) -> str:
        """Return how dice are answered."""
        chosen = self.modes.checkedAction()
        return str(chosen.data()) if chosen is not None else "roll"

    # Showing

    def show_offers(self, offers: Sequence[ButtonView], *, enabled: bool) -> None:
        """Show the game's own entries above the others."""
        if list(self.offers) != [entry.key for entry in offers]:
            self._replace_offers(offers)
        for action in self.offers.values():
            action.setEnabled(enabled)

    def _replace_offers(self, offers: Sequence[ButtonView]) -> None:
        for action in self.offers.values():
            action.deleteLater()
        self.offers = {}
        for entry in offers:
            action = QAction(text_with_mnemonic(entry.label, entry.mnemonic), self.menu)
            action.triggered.connect(partial(self._tell_wanted, entry))
            self.menu.insertAction(self.write_action, action)
            self.offers[entry.key] = action

    def _tell_wanted(self, entry: ButtonView) -> None:
        self.wanted.emit(entry)

    def show_session(self, helps: tuple[str, ...], help: str, mode: str) -> None:
        """Show the levels of help a game has, the chosen one, and how dice are answered."""
        has_choice = len(helps) > 1
        for action in self.levels.actions():
            level = action.data()  # None: the heading
            action.setChecked(level == help)
            is_offered = level is None or level in helps
            action.setVisible(has_choice and is_offered)
        for action in self.modes.actions():
            action.setChecked(action.data() == mode)


def _log_rows(session: OpenSession, lines: Sequence[LogLine]) -> LazyRows:
    """Return a row for the beginning and for each line; the key is the number of events up to it.

    Rows are worded anew as they come into view, since a tap can rename what is in every line.
    """
    step_names = session.step_names()
    event_count = 0
    keys = ["0"]
    for line in lines:
        event_count += len(line)
        keys.append(str(event_count))

    def row_at(place: int) -> Row:
        if place == 0:
            return Row("0", ("", "", _("Start of the game")))
        line = lines[place - 1]
        event = line[0].event
        turn = str(event.turn) if event.turn else "—"
        phase = step_names.get(event.phase, event.phase)
        return Row(keys[place], (turn, phase, session.words.line(line)))

    def rows_at(places: Iterable[int]) -> Iterator[Row]:
        return map(row_at, places)

    return LazyRows(keys, rows_at)


class LogPanel(QWidget):
    """The whole log. `went` carries how many events to go back to, `looked` how many to look at."""

    went = Signal(int)
    looked = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._last = ""
        self.model = RowModel((_("Turn"), _("Phase"), _("What happened")))
        self.table = Table(
            self.model,
            _("The log"),
            theme,
            TableDesign(stretched=2, look="lines", least_rows=5, wraps=True),
            row_chosen=self._look_at_line,
        )
        self.note = label("", "warn", wrap=True)
        self.back_button = button(_("Go back to he&re"), self._go_back_to_line)
        self.forward_button = button(_("For&ward to the latest tap"))
        self.close_button = button(_("&Close the log"), kind="first")
        self.setLayout(
            column(
                label(_("The log"), "heading"),
                self.note,
                self.table,
                wrap_layout(Flow(self.back_button, self.forward_button, self.close_button)),
                margin=8,
            )
        )

    def show_session(self, session: OpenSession) -> None:
        """Show the log, the latest line last."""
        row_now = self.table.currentIndex().row()
        last_row = self.model.rowCount() - 1
        was_looking_back = row_now not in (-1, last_row)
        rows = _log_rows(session, session.log())
        self._last = rows.keys[-1]
        with QSignalBlocker(self.table):
            self.model.set_rows(rows)
            self.table.choose_row(self._last)
        enable_or_explain(self.back_button, False, _("Select an earlier line first."))
        enable_or_explain(
            self.forward_button, session.redo_name is not None, _("Nothing has been undone.")
        )
        if session.facts.get(TIDIED):
            self.show_sentence(
                _("The log of this game was tidied away. The table is as it was at the end.")
            )
        else:
            self.show_sentence("")
        self.table.scrollToBottom()
        if was_looking_back:
            self.looked.emit(len(session.timeline.entries))

    def forget(self) -> None:
        """Forget the session."""
        self.model.set_rows([])

    def _look_at_line(self, key: str) -> None:
        earlier = bool(key) and key != self._last
        enable_or_explain(self.back_button, earlier, _("Select an earlier line first."))
        if key:
            self.looked.emit(int(key))

    def _go_back_to_line(self) -> None:
        key = self.table.current_key()
        if key:
            self.went.emit(int(key))

    def show_sentence(self, text: str) -> None:
        """Show a sentence above the log."""
        show_text(self.note, text)


#: The width of the panel at 100 %.
PANEL = 372
#: Its greatest width in an ample window, at 100 %.
AMPLE_PANEL = 478
#: Its width in windows narrower than `ROOMY`, at 100 %.
SLIM = 308
#: The least width of a window with a panel of its usual width, at 100 %.
ROOMY = 1044
#: The least width with board and panel side by side, in pixels at 100 %.
BESIDE = 744
#: The least width of a page with many lines of the log below the panel, in pixels at 100 %.
WIDE = 1584
#: The greatest width of the whole log, open in place of the panel.
OPEN_LOG = 470


class PanelArea(QScrollArea):
    """The panel, which scrolls where it has no room. It takes all the room there is or, for a tall log
    below it, no more than what it shows."""

    def __init__(self, panel: Panel) -> None:
        super().__init__()
        self._panel = panel
        self._leaves_rest = False
        put_in_scroll_area(self, panel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def leave_rest(self, on: bool) -> None:
        """Leave the rest of the room to what is below, or take it."""
        self._leaves_rest = on
        self._limit_height()

    def _limit_height(self) -> None:
        if not self._leaves_rest:
            self.setMaximumHeight(UNBOUNDED)
            return
        panel = self._panel
        layout = panel.layout()
        assert layout is not None
        wanted = layout.totalHeightForWidth(self.viewport().width())
        least = panel.minimumSizeHint().height()  # of its words in narrow lines
        self.setMaximumHeight(max(wanted, least))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._limit_height()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take up the height of what the panel shows now."""
        handled = super().eventFilter(watched, event)
        if watched is self._panel and event.type() == QEvent.Type.LayoutRequest:
            self._limit_height()
        return handled


class Arrangement(Plain):
    """Board and panel side by side, the log in place of the panel; one at a time in a narrow
    window. The table view hides the tools it doesn't need."""

    def __init__(
        self,
        theme: Theme,
        board: Board,
        panel: Panel,
        log: LogPanel,
        tools: Tools,
    ) -> None:
        super().__init__()
        self.theme = theme
        self.board = board
        self.log = log
        self.tools = tools
        self.panel_area = PanelArea(panel)
        self.recent = Recent(theme)
        inside = column(self.panel_area, self.recent, panel.foot, spacing=0)
        inside.setStretch(0, 1)
        self.side = Frame()
        self.side.setLayout(inside)
        self.setLayout(row((board, 3), self.side, (log, 2)))
        self.table_view = False
        #: Whether the game uses dice here.
        self.dice = True
        self._moves = True
        tools.swap_button.clicked.connect(self._swap_board_and_moves)
        theme.changed.connect(self.show_what_fits)
        theme.reshaped.connect(self.show_what_fits)

    @property
    def apart(self) -> bool:
        """Return whether board and panel take turns, because there is no room for both."""
        return self.width() < self.theme.pixels(BESIDE)

    def show_what_fits(self) -> None:
        """Show what there is room for."""
        tools = self.tools
        narrow = self.apart
        logging = not self.log.isHidden()
        tools.swap_button.setVisible(narrow and not logging)
        if self._moves:
            tools.swap_button.setText(_("Board"))
            set_name_and_hint(tools.swap_button, _("Show the models"))
        else:
            tools.swap_button.setText(_("Moves"))
            set_name_and_hint(tools.swap_button, _("Show the next step"))
        self._show_parts(narrow=narrow, logging=logging)
        self._set_widths(narrow=narrow)
        self.theme.enlarge(self.side, self.theme.ample_factor)
        is_wide = self.width() >= self.theme.pixels(WIDE)
        if is_wide != self.recent.tall:
            self.recent.set_tall(is_wide)
            self.panel_area.leave_rest(is_wide)
        self.recent.updateGeometry()  # its height depends on the window's
        self.panel_area.setMinimumHeight(self.theme.pixels(60))
        for action in tools.modes.actions():
            action.setVisible(self.dice)
        tools.screen_button.setVisible(not self.table_view)
        tools.view_action.setChecked(self.table_view)

    def _show_parts(self, *, narrow: bool, logging: bool) -> None:
        """Show the panel and the board, in a narrow window one of them; the log takes the place of
        the panel, and of both in a narrow window."""
        if narrow:
            self.side.setVisible(self._moves and not logging)
            self.board.setVisible(not self._moves and not logging)
        else:
            self.side.setVisible(not logging)
            self.board.show()

    def _set_widths(self, *, narrow: bool) -> None:
        """Let panel and log have their widths, in a narrow window the whole of it."""
        if narrow:
            self.log.setMaximumWidth(UNBOUNDED)
            self.log.setMinimumWidth(0)
            self.side.setMinimumWidth(0)
            self.side.setMaximumWidth(UNBOUNDED)
        else:
            self.log.setMaximumWidth(self.theme.pixels(OPEN_LOG))
            self.log.setMinimumWidth(self.theme.pixels(SLIM))
            self.side.setFixedWidth(self.theme.pixels(self._panel_width()))

    def _panel_width(self) -> float:
        """Return the width of the panel at 100 %: that of its dice."""
        if self.width() < self.theme.pixels(ROOMY):
            return SLIM
        return min(PANEL * self.theme.ample_factor, AMPLE_PANEL)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.show_what_fits()

    def _swap_board_and_moves(self) -> None:
        self._moves = not self._moves
        self.show_what_fits()

    def show_moves(self) -> None:
        """Show the panel instead of the board in a narrow window."""
        self._moves = True
        self.show_what_fits()

    def count_dice(self, on: bool) -> None:
        """Show or hide how dice are answered, which a game of tokens only doesn't need."""
        if on != self.dice:
            self.dice = on
            self.show_what_fits()

    def show_log(self, on: bool) -> None:
        """Show the log in place of the panel, or hide it."""
        if on:  # first, or the board would briefly be laid out beside both
            self.side.hide()
        self.log.setVisible(on)
        self.show_what_fits()
        lay_out_now()
