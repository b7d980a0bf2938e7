"""How a campaign reads the book: its rulings as choices."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QWidget

from lastdays.campaign.campaigns import SwitchOption, switch_texts
from lastdays.language import _
from lastdays.model.switches import Switches
from lastdays.rulebook import Catalogue
from lastdays.ui.widgets.parts import Picker, column, holder, label, scrolling


class RulingsPanel(QWidget):
    """A choice for each ruling that tables differ on; `chosen` carries the option."""

    chosen = Signal(object)

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.texts = switch_texts(catalogue)
        self.boxes: dict[str, QComboBox] = {}
        grid = QGridLayout()
        for n, text in enumerate(self.texts):
            box = Picker()
            box.setAccessibleName(text.name)
            box.setToolTip(text.ruling)
            box.addItems([option.name for option in text.options])
            box.activated.connect(lambda index, options=text.options: self._take(options[index]))
            self.boxes[text.key] = box
            grid.addWidget(label(text.name), n * 2, 0)
            grid.addWidget(box, n * 2, 1)
            grid.addWidget(label(text.ruling, "faint"), n * 2 + 1, 0, 1, 3)
        grid.setColumnStretch(2, 1)
        intro = label(
            _("How this campaign reads the rulebook. The default comes first."), "faint", wrap=True
        )
        self.setLayout(column(scrolling(holder(column(intro, grid, 1, margin=8)))))

    def _take(self, option: SwitchOption) -> None:
        self.chosen.emit(option)

    def show_switches(self, switches: Switches) -> None:
        """Show what is chosen."""
        for text in self.texts:
            self.boxes[text.key].setCurrentIndex(text.chosen(switches))
