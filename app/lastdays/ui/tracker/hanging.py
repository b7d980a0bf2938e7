"""Lines of text that hang: what does not fit in a line goes on below its words, not its mark."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from lastdays.ui.widgets.parts import clear, label

#: A line that begins with this is one of a list.
MARK = "· "
#: A line that begins with this belongs to the one above.
INDENT = "  "
#: Above a line that stands apart, and before the words of a line that hangs, in pixels.
APART, BESIDE = 10, 5


class HangingLines(QWidget):
    """Shows text line by line; `kind` is that of its labels."""

    def __init__(self, kind: str = "") -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.kind = kind
        self.whole = ""
        self.grid = QGridLayout()
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(BESIDE)
        self.grid.setVerticalSpacing(0)
        self.grid.setColumnStretch(1, 1)
        self.setLayout(self.grid)

    def minimumSizeHint(self) -> QSize:
        """Return one line of any width, as a wrapped label does."""
        return QSize(1, self.fontMetrics().height())

    def text(self) -> str:
        """Return all of it."""
        return self.whole

    def setText(self, text: str) -> None:
        """Show other text: lines that begin with a mark or blanks hang, an empty one sets apart."""
        if text == self.whole:
            return
        self.whole = text
        clear(self.grid)
        for n in range(self.grid.rowCount()):
            self.grid.setRowMinimumHeight(n, 0)
        for n, line in enumerate(text.split("\n")):
            self._add(n, line)

    def _add(self, n: int, line: str) -> None:
        marked = line.startswith(MARK)
        if not line:
            self.grid.setRowMinimumHeight(n, APART)
            return
        said = label(line.removeprefix(MARK).strip(), self.kind, wrap=True)
        if marked or line.startswith(INDENT):
            before = label(MARK.strip() if marked else "", self.kind)
            self.grid.addWidget(before, n, 0, Qt.AlignmentFlag.AlignTop)
            self.grid.addWidget(said, n, 1)
        else:
            self.grid.addWidget(said, n, 0, 1, 2)
        said.show()


__all__ = ["HangingLines"]
