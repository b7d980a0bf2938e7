"""Sentences below each other, each about an entry of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QLabel, QWidget

from lastdays.ui.widgets.entry_card import RulebookReader, explain
from lastdays.ui.widgets.parts import column, label


class ExplainedLines(QWidget):
    """Lines of text; one about an entry shows its card on hover, and leads to it with F1."""

    def __init__(self, reader: RulebookReader) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self._reader = reader
        self._labels: list[QLabel] = []
        self._column = column(spacing=2)
        self.setLayout(self._column)

    def show_lines(self, lines: Sequence[tuple[str, str]]) -> None:
        """Show these texts, each with the name of its entry, '' for none."""
        while len(self._labels) < len(lines):
            made = label("", "text", wrap=True)
            self._labels.append(made)
            self._column.addWidget(made)
        for n, made in enumerate(self._labels):
            text, entry = lines[n] if n < len(lines) else ("", "")
            made.setText(text)
            explain(made, entry, self._reader)
            made.setVisible(bool(text))

    def text(self) -> str:
        """Return all that is said."""
        return "\n".join(made.text() for made in self._labels if not made.isHidden())
