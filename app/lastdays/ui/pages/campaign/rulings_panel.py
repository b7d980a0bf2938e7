"""How a campaign reads the book: its rulings as choices."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QWidget

from lastdays.language import _
from lastdays.model.switches import Switches, SwitchOption, switch_texts
from lastdays.rulebook import Catalogue
from lastdays.ui.pages.campaign.numbers_panel import NumbersPanel
from lastdays.ui.plain import plain
from lastdays.ui.widgets.parts import Picker, column, holder, label, row, scrolling

#: How wide the panel is, in heights of a line.
LINES = 50
#: From this width on, in heights of a line, a choice stands beside what it is about.
BESIDE_LEAST = 36


class RulingsPanel(QWidget):
    """A choice for each ruling that tables differ on; `chosen` carries the option."""

    chosen = Signal(object)

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self.numbers = NumbersPanel()
        self._words: list[tuple[QLabel, QLabel]] = []
        self.setProperty("kind", "plain")
        self.texts = switch_texts(catalogue)
        self.boxes: dict[str, QComboBox] = {}
        self._grid = grid = QGridLayout()
        self._lines: list[tuple[QWidget, QComboBox]] = []
        self._below = False
        for n, text in enumerate(self.texts):
            box = Picker()
            box.setAccessibleName(text.name)
            box.setToolTip(plain(text.ruling))
            box.addItems([option.name for option in text.options])
            box.activated.connect(lambda index, options=text.options: self._take(options[index]))
            self.boxes[text.key] = box
            name, ruling = label(text.name, "strong", wrap=True), label("", "small", wrap=True)
            ruling.setText(text.ruling)
            name.setBuddy(box)
            self._words.append((name, ruling))
            words = column(name, ruling, spacing=0)
            self._lines.append((holder(words), box))
            grid.addWidget(self._lines[-1][0], 2 * n, 0)
            grid.addWidget(box, 2 * n, 1)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(10)
        grid.setColumnStretch(0, 1)
        intro = label(
            _("How this campaign reads the rulebook. The default comes first."), "faint", wrap=True
        )
        house = label(_("Numbers of your own"), "heading")
        own = label(
            _("Change any of the book's numbers that your table plays differently."),
            "faint",
            wrap=True,
        )
        self.inside = holder(column(intro, grid, house, own, self.numbers, 1, margin=8, spacing=10))
        across = row(self.inside, 1)
        across.setStretch(0, 100)
        self.setLayout(column(scrolling(holder(across))))
        self._widen()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        """Set each choice below what it is about, where there is no room for both beside each
        other."""
        below = self.width() < self.fontMetrics().height() * BESIDE_LEAST
        if below == self._below:
            return
        self._below = below
        for n, (_words, box) in enumerate(self._lines):
            self._grid.addWidget(box, 2 * n + below, 0 if below else 1)
        self._grid.setHorizontalSpacing(0 if below else 16)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._widen()

    def _widen(self) -> None:
        """Keep what is chosen near what it is about, where the window is wide."""
        if hasattr(self, "inside"):
            self.inside.setMaximumWidth(self.inside.fontMetrics().height() * LINES)

    def _take(self, option: SwitchOption) -> None:
        self.chosen.emit(option)

    def read(self, catalogue: Catalogue) -> None:
        """Say the rulings anew: their numbers may be others now."""
        self.texts = switch_texts(catalogue)
        for text, (name, ruling) in zip(self.texts, self._words, strict=True):
            name.setText(text.name)
            ruling.setText(text.ruling)
            box = self.boxes[text.key]
            box.setAccessibleName(text.name)
            for n, option in enumerate(text.options):
                box.setItemText(n, option.name)

    def show_switches(self, switches: Switches) -> None:
        """Show what is chosen."""
        for text in self.texts:
            self.boxes[text.key].setCurrentIndex(text.chosen(switches))
