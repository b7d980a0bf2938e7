"""Where the parts of a session's page stand: side by side, or one at a time."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QBoxLayout, QFrame, QScrollArea, QWidget

from lastdays.ui.theme import Theme
from lastdays.ui.tracker.log import LogPanel
from lastdays.ui.tracker.panel import Panel
from lastdays.ui.tracker.recent import Recent
from lastdays.ui.tracker.seats import SeatBoard
from lastdays.ui.tracker.side_board import SideBoard
from lastdays.ui.tracker.tools import Tools
from lastdays.ui.widgets.laid_out import lay_out
from lastdays.ui.widgets.parts import UNBOUNDED, column, scrolling

#: The panel beside the board, and in a page narrower than `ROOMY`, in pixels at 100 %.
PANEL, SLIM, ROOMY = 372, 308, 1060
#: From this width of the page on the board stands beside the panel.
BESIDE = 760
#: From this width of the page on, in pixels at 100 %, the log stands beside the panel, so wide.
WIDE, LOG = 1600, 320
#: The whole log, open in place of the panel, is at most so wide.
OPEN_LOG = 470


class Arrangement(QObject):
    """Board and panel side by side, the log in place of the panel; where the window is narrow one
    at a time. In the table view the tools the table does not need are gone."""

    def __init__(
        self,
        page: QWidget,
        theme: Theme,
        board: SideBoard | SeatBoard,
        panel: Panel,
        log: LogPanel,
        tools: Tools,
    ) -> None:
        super().__init__(page)
        self.page = page
        self.theme = theme
        self.board = board
        self.log = log
        self.tools = tools
        self.panel_area: QScrollArea = scrolling(panel)
        self.panel_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.recent = Recent(theme)
        inside = column(self.panel_area, self.recent, panel.foot, spacing=0)
        inside.setStretch(0, 1)
        self.side = QFrame()
        self.side.setProperty("kind", "panel")
        self.side_box = inside
        self.side.setLayout(inside)
        self.beside = QFrame()
        self.beside.setProperty("kind", "panel")
        self.beside_box = column(margin=0)
        self.beside.setLayout(self.beside_box)
        self.body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(8)
        self.body.addWidget(board, 3)
        self.body.addWidget(self.side)
        self.body.addWidget(self.beside)
        self.body.addWidget(log, 2)
        self.table_view = False
        #: Whether there is a use for the way dice are answered.
        self.dice = True
        self._moves = True
        tools.swapped.connect(self._swap)
        theme.changed.connect(self.arrange)
        page.installEventFilter(self)

    @property
    def apart(self) -> bool:
        """Return whether board and panel take turns: there is no room for both."""
        return self.page.width() < self.theme.px(BESIDE)

    def arrange(self) -> None:
        """Show what there is room for."""
        narrow = self.apart
        logging = not self.log.isHidden()
        self.tools.swap_button.setVisible(narrow and not logging)
        self.tools.show_swap(moves=self._moves)
        self.side.setVisible(not logging and (not narrow or self._moves))
        self.board.setVisible(not narrow or not (self._moves or logging))
        self.log.setMaximumWidth(UNBOUNDED if narrow else self.theme.px(OPEN_LOG))
        self.log.setMinimumWidth(0 if narrow else self.theme.px(SLIM))
        if narrow:
            self.side.setMinimumWidth(0)
            self.side.setMaximumWidth(UNBOUNDED)
        else:
            roomy = self.page.width() >= self.theme.px(ROOMY)
            self.side.setFixedWidth(self.theme.px(PANEL if roomy else SLIM))
        self._share_log(logging)
        self.recent.updateGeometry()  # how many lines there are follows how high the window is
        if isinstance(self.board, SideBoard):
            self.board.fill(self.table_view)
        self.panel_area.setMinimumHeight(self.theme.px(60))
        self.tools.arrange(table_view=self.table_view, dice=self.dice)

    def _share_log(self, logging: bool) -> None:
        """Show the last lines of the log below the panel, or a column of them where it is wide."""
        wide = self.page.width() >= self.theme.px(WIDE)
        self.beside.setVisible(wide and not logging and not self.table_view)
        self.beside.setFixedWidth(self.theme.px(LOG))
        if wide != self.recent.tall:
            self.recent.stand(wide)
            if wide:
                self.beside_box.addWidget(self.recent)
            else:
                self.side_box.insertWidget(1, self.recent)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the page's width."""
        if event.type() == QEvent.Type.Resize:
            self.arrange()
        return False

    def _swap(self) -> None:
        self._moves = not self._moves
        self.arrange()

    def show_moves(self) -> None:
        """Show the panel and not the board, where it is narrow."""
        self._moves = True
        self.arrange()

    def count_dice(self, on: bool) -> None:
        """Show how dice are answered, or not: where only tokens are kept there is no use for it."""
        if on != self.dice:
            self.dice = on
            self.arrange()

    def show_log(self, on: bool) -> None:
        """Show the log in place of the panel, or hide it."""
        if on:  # first, or the board would be laid out beside both
            self.side.hide()
            self.beside.hide()
        self.log.setVisible(on)
        self.arrange()
        lay_out()
