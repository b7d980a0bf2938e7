"""Which group is printed, and which others with it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from lastdays.language import _, ngettext
from lastdays.ui.widgets.parts import Picker, button, row


class GroupChooser(QWidget):
    """A group, and a menu of the others in its campaign.

    `chosen`: another group; `more_chosen`: others are printed with it, or no longer.
    """

    chosen = Signal(str)
    more_chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.box = Picker()
        self.box.setAccessibleName(_("Group"))
        # Groups are listed before the box is in its own letters.
        self.box.setSizeAdjustPolicy(Picker.SizeAdjustPolicy.AdjustToContents)
        self.box.activated.connect(lambda n: self.chosen.emit(str(self.box.itemData(n))))
        self.more_button = button("", hint=_("Print other groups of the campaign too"))
        self.menu = QMenu(self.more_button)
        self.more_button.setMenu(self.menu)
        self._more: list[str] = []
        self.setLayout(row(self.box, self.more_button))

    def show_groups(self, groups: Sequence[tuple[str, str]], first: str) -> None:
        """Show the groups there are, by id and name, and which is printed."""
        self.box.clear()
        for group, name in groups:
            self.box.addItem(name, group)
        self.box.setCurrentIndex(self.box.findData(first))
        others = [(group, name) for group, name in groups if group != first]
        self._more = [group for group, _name in others if group in self._more]
        self.menu.clear()
        for group, name in others:
            action = self.menu.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(group in self._more)
            action.setData(group)
            action.toggled.connect(self._take)
        self.more_button.setVisible(bool(others))
        self._say()

    def more(self) -> tuple[str, ...]:
        """Return the groups that are printed with the first."""
        return tuple(self._more)

    def drop_more(self) -> None:
        """Print the first group alone."""
        self._more = []

    def _take(self, _on: bool) -> None:
        self._more = [str(a.data()) for a in self.menu.actions() if a.isChecked()]
        self._say()
        self.more_chosen.emit()

    def _say(self) -> None:
        n = len(self._more)
        text = ngettext("and {n} more group", "and {n} more groups", n).format(n=n)
        self.more_button.setText(text if n else _("More groups"))
        self.more_button.setAccessibleName(self.more_button.text())
