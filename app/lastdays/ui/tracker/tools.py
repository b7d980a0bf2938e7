"""The tools of a session: how dice are answered, how much help, the log, the second screen."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from lastdays.language import _
from lastdays.ui.widgets.parts import Flow, Picker, button


def help_name(level: str) -> str:
    """Return what a level of help is called."""
    return {"tokens": _("tokens only"), "dice": _("with dice"), "guided": _("guided")}[level]


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

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.mode = Picker()
        for way, text in (
            ("roll", _("roll for me")), ("typed", _("I roll")), ("set", _("set the result")),
        ):  # fmt: skip
            self.mode.addItem(text, way)
        self.mode.setAccessibleName(_("How dice are answered"))
        self.mode.activated.connect(self._mode_chosen)
        self.level = Picker()
        self.level.setAccessibleName(_("How much help"))
        self.level.activated.connect(self._help_chosen)
        self.leave_button = button(_("Leave"), self.left.emit)
        self.swap_button = button(_("Moves"), self.swapped.emit)
        self.log_button = button(_("Log"), self.log.emit)
        self.screen_button = button(_("&Opposite"), self.second_screen.emit)
        self.screen_button.setToolTip(
            _("A second window for the player opposite; R turns it round")
        )
        self.clock_button = self._checkable(_("Cloc&k"))
        self.clock_button.toggled.connect(self.clock.emit)
        self.view_button = button(_("Table vie&w"), self.table_view.emit)
        self.view_button.setCheckable(True)
        self.view_button.setToolTip(_("The whole screen for the table"))
        self.end_button = button(_("End game…"), self.end.emit)
        self._helps: tuple[str, ...] = ()
        self._flow = Flow(
            self.leave_button,
            self.swap_button,
            self.level,
            self.mode,
            self.log_button,
            self.screen_button,
            self.clock_button,
            self.view_button,
            self.end_button,
            spacing=4,
        )
        self.setLayout(self._flow)

    @staticmethod
    def _checkable(text: str) -> QPushButton:
        made = button(text)
        made.setCheckable(True)
        return made

    def _mode_chosen(self, _index: int) -> None:
        self.mode_chosen.emit()

    def _help_chosen(self, _index: int) -> None:
        self.help_chosen.emit(str(self.level.currentData()))

    def show_session(self, helps: tuple[str, ...], help: str, mode: str) -> None:
        """Show the levels of help a game has, the one chosen, and how dice are answered."""
        if helps != self._helps:
            self._helps = helps
            self.level.clear()
            for key in helps:
                self.level.addItem(help_name(key), key)
        self.level.setCurrentIndex(self.level.findData(help))
        self.mode.setCurrentIndex(self.mode.findData(mode))

    def arrange(self, *, table_view: bool, dice: bool) -> None:
        """Show the tools there is a use for; in the table view only what the table needs."""
        self.level.setVisible(not table_view and len(self._helps) > 1)
        self.mode.setVisible(not table_view and dice)
        for tool in (self.leave_button, self.screen_button, self.clock_button, self.end_button):
            tool.setVisible(not table_view)
        self.view_button.setChecked(table_view)
