"""The tools of a session in the head: the log, the opponent's view, and a menu with the rest."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from lastdays.language import _
from lastdays.rulebook.pictograms import place, token
from lastdays.ui.plain import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import button, row


def help_name(level: str) -> str:
    """Return what a level of help is called."""
    return {"tokens": _("tokens only"), "dice": _("with dice"), "guided": _("guided")}[level]


def mode_name(mode: str) -> str:
    """Return what a way of answering dice is called."""
    return {"roll": _("roll for me"), "typed": _("I roll"), "set": _("set the result")}[mode]


class Tools(QWidget):
    """`left`, `swapped`, `log`, `second_screen`, `clock`, `table_view`, `end`: a press on a tool;
    `mode_chosen` and `help_chosen` another choice of those two."""

    left = Signal()
    swapped = Signal()
    log = Signal()
    second_screen = Signal()
    clock = Signal(bool)
    table_view = Signal()
    end = Signal()
    mode_chosen = Signal()
    help_chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.setProperty("kind", "plain")
        #: How dice are answered, and how much help there is.
        self.mode, self.level = "roll", "guided"
        self._drawings: dict[QToolButton, str] = {}
        self.swap_button = button(_("Board"), self.swapped.emit)
        self.log_button = self._tool(place("history"), _("Log"), "Alt+O")
        self.log_button.clicked.connect(self._log)
        self.screen_button = self._tool(token("screen"), _("Opponent's view"), "Alt+P")
        self.screen_button.setToolTip(
            _("Opponent's view: a second window for the player opposite, or a television (Alt+P)")
        )
        self.screen_button.clicked.connect(self._second_screen)
        self.more_button = self._tool(token("more"), _("More"), "Alt+K")
        self.menu = QMenu(self.more_button)
        self.menu.setToolTipsVisible(True)
        self.more_button.setMenu(self.menu)
        self.more_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._make_menu()
        self.setLayout(
            row(self.swap_button, self.log_button, self.screen_button, self.more_button, spacing=6)
        )
        theme.changed.connect(self._draw)
        self._draw()

    def _tool(self, drawing: str, name: str, keys: str) -> QToolButton:
        made = QToolButton()
        made.setAccessibleName(name)
        made.setToolTip(plain(_("{what} ({keys})").format(what=name, keys=keys)))
        made.setShortcut(keys)
        self._drawings[made] = drawing
        return made

    def _draw(self) -> None:
        side = self.theme.px(20)
        for made, drawing in self._drawings.items():
            made.setIcon(self.theme.icon(drawing))
            made.setIconSize(QSize(side, side))

    def _make_menu(self) -> None:
        menu = self.menu
        self.levels = self._choices(_("How much help"), ("tokens", "dice", "guided"), "help")
        self.modes = self._choices(_("How dice are answered"), ("roll", "typed", "set"), "mode")
        menu.addSeparator()
        self.clock_action = self._action(_("Turn cloc&k"))
        self.clock_action.setCheckable(True)
        self.clock_action.toggled.connect(self.clock)
        self.view_action = self._action(_("Table vie&w"))
        self.view_action.setToolTip(_("The whole screen for the table"))
        self.view_action.setCheckable(True)
        self.view_action.triggered.connect(self._table_view)
        menu.addSeparator()
        self.end_action = self._action(_("&End game…"))
        self.end_action.triggered.connect(self._end)
        self.leave_action = self._action(_("&Leave the table"))
        self.leave_action.setToolTip(_("The game is kept as it is"))
        self.leave_action.triggered.connect(self._leave)

    def _action(self, text: str) -> QAction:
        return self.menu.addAction(text)

    def _choices(self, heading: str, keys: tuple[str, ...], what: str) -> dict[str, QAction]:
        head = self._action(heading)
        head.setEnabled(False)
        group = QActionGroup(self.menu)
        made = {}
        for key in keys:
            action = self._action(help_name(key) if what == "help" else mode_name(key))
            action.setCheckable(True)
            action.triggered.connect(
                partial(self.choose_level if what == "help" else self.choose_mode, key)
            )
            group.addAction(action)
            made[key] = action
        made[""] = head
        return made

    # What is pressed

    def _log(self, _on: bool = False) -> None:
        self.log.emit()

    def _second_screen(self, _on: bool = False) -> None:
        self.second_screen.emit()

    def _table_view(self, _on: bool = False) -> None:
        self.table_view.emit()

    def _end(self, _on: bool = False) -> None:
        self.end.emit()

    def _leave(self, _on: bool = False) -> None:
        self.left.emit()

    def choose_mode(self, mode: str, _on: bool = True) -> None:
        """Answer dice in another way from now on."""
        self.mode = mode
        self._check()
        self.mode_chosen.emit()

    def choose_level(self, level: str, _on: bool = True) -> None:
        """Take another level of help."""
        self.level = level
        self._check()
        self.help_chosen.emit(level)

    def _check(self) -> None:
        self.modes[self.mode].setChecked(True)
        self.levels[self.level].setChecked(True)

    # Showing

    def show_session(self, helps: tuple[str, ...], help: str, mode: str) -> None:
        """Show the levels of help a game has, the one chosen, and how dice are answered."""
        for key, action in self.levels.items():
            action.setVisible(len(helps) > 1 and (key in helps or not key))
        self.level, self.mode = help, mode
        self._check()

    def show_swap(self, *, moves: bool) -> None:
        """Name what is shown in place of what is there, where there is no room for both."""
        self.swap_button.setText(_("Board") if moves else _("Moves"))
        hint = _("Show the models") if moves else _("Show what is due")
        self.swap_button.setAccessibleName(hint)
        self.swap_button.setToolTip(plain(hint))

    def arrange(self, *, table_view: bool, dice: bool) -> None:
        """Show the tools there is a use for; in the table view only what the table needs."""
        for action in self.modes.values():
            action.setVisible(dice)
        self.screen_button.setVisible(not table_view)
        self.view_action.setChecked(table_view)
