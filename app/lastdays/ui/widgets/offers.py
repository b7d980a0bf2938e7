"""A table of what can be bought or recruited, meters for limits, and text in reserved room."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QProgressBar, QScrollArea, QSizePolicy

from lastdays.language import _, dotted
from lastdays.model.limits import Limit
from lastdays.rulebook import pictograms
from lastdays.ui.models.rows import Cell, Row, plain
from lastdays.ui.theme import Theme, restyle
from lastdays.ui.widgets.parts import (
    OneLine,
    Plain,
    Wrapped,
    column,
    describe,
    grid,
    keep_room,
    label,
    row,
)
from lastdays.ui.widgets.table import Table

#: The height of a row and the width of a name, in pixels at 100 %.
ROW, NAME = 38, 280


def offer(
    key: str,
    cells: Sequence[str],
    detail: str = "",
    *,
    drawing: str = "",
    edge: str = "",
    line: str = "",
    why_not: str = "",
    taken: int = 0,
    drawings: Sequence[str] = (),
    fresh: bool = False,
    pack: str = "",
) -> Row:
    """Return an offer as a row. `edge` is a Keyword, `line` a text below the name, `why_not` an
    objection that replaces it, `taken` how many have been taken, `drawings` pictograms at the end
    of the name, `pack` the content pack it comes from."""
    source = _("content pack {name}", name=pack) if pack else ""
    count = f"× {taken}" if taken else ""
    dim = bool(why_not) and not taken
    badge = [(pictograms.token("pack"), "accent_text")] if pack else []
    name = Cell(
        cells[0],
        "name",
        why_not or dotted(source, line),
        token="faint_text" if dim else "text",
        drawing=drawing,
        drawing_token="accent_text" if taken else "faint_text" if dim else "text",
        beneath_token="accent_text" if why_not and taken else "faint_text",
        end=count,
        marks=(*((drawn, "text") for drawn in drawings), *badge),
        spoken=", ".join(filter(None, (cells[0], source, line, why_not, count))),
    )
    token = "faint_text" if why_not else "text"
    figures = [Cell(text, "count", token=token) for text in cells[1:-1]]
    return Row(
        key,
        (name, *figures, Cell(cells[-1], "total", token=token)),
        detail,
        edge=f"keyword_{edge}" if edge else "",
        ground="raised" if fresh else "",
        entry=cells[0].removesuffix(" *"),  # of starred gear
    )


def offers_table(
    headings: Sequence[str], theme: Theme, name: str, rows: int = 5, nothing: str = "", **slots: Any
) -> Table:
    """Return a table of offers; `nothing` is shown if there are none, `slots` connect signals."""
    return Table(
        headings,
        name,
        theme,
        look="flat",
        heights=(ROW, ROW),
        least_rows=rows,
        most=NAME,
        keep=9999,
        nothing=nothing,
        **slots,
    )


class Note(Wrapped):
    """Faint text with room for that many lines, so that nothing below it moves."""

    def __init__(self, lines: int) -> None:
        super().__init__(kind="faint")
        self._lines = lines
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)

    def heightForWidth(self, width: int) -> int:
        return max(super().heightForWidth(width), self.minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """Return the room that is kept: Qt would guess the height from a width of its own."""
        return QSize(super().sizeHint().width(), self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(1, self.fontMetrics().lineSpacing() * self._lines)


class Reserved(QScrollArea):
    """Text that comes and goes, in room for that many lines; more is scrolled to. With `middle`,
    less text is centred vertically."""

    def __init__(self, text: QLabel, lines: int, *, middle: bool = False) -> None:
        super().__init__()
        self._text, self._lines, self._middle = text, lines, middle
        upright = Qt.AlignmentFlag.AlignVCenter if middle else Qt.AlignmentFlag.AlignTop
        text.setAlignment(upright | Qt.AlignmentFlag.AlignLeft)
        self.setWidget(text)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str) -> None:
        """Show another text from its beginning."""
        self._text.setText(text)
        self._text.setToolTip(plain(text))
        self._fit()
        self.verticalScrollBar().setValue(0)

    def _fit(self) -> None:
        width = self.viewport().width()
        high = self._text.heightForWidth(width)
        self._text.resize(width, max(high, self.viewport().height()) if self._middle else high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(200, self._text.fontMetrics().lineSpacing() * self._lines + 8)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class Meters(Plain):
    """Meters of limits in two columns, also in words, with room for a fixed number."""

    def __init__(self, name: str, room_for: int = 8) -> None:
        super().__init__()
        self.setAccessibleName(name)
        laid = grid(4, 12)
        self.setLayout(laid)
        self._meters = [
            (OneLine("limitname"), label(kind="limit"), QProgressBar(textVisible=False))
            for _n in range(room_for)
        ]
        for n, (words, figure, bar) in enumerate(self._meters):
            bar.setProperty("kind", "limit")
            keep_room(bar)
            meter = column(row((words, 1), figure, spacing=2), bar, spacing=0)
            laid.addLayout(meter, *divmod(n, 2))
            laid.setColumnStretch(n % 2, 1)

    def show_limits(self, limits: Sequence[Limit]) -> None:
        """Show limits; those beyond the room are only in the description."""
        text = "\n".join(limit.text for limit in limits)
        describe(self, text)
        for (words, figure, bar), limit in zip_longest(self._meters, limits[: len(self._meters)]):
            bar.setVisible(limit is not None)
            words.setText(limit.name if limit else "")
            figure.clear()
            if limit is not None:
                over = " !" if limit.over else ""  # not colour alone
                figure.setText(f"{limit.count}/{limit.most}{over}")
                bar.setMaximum(max(1, limit.most))
                bar.setValue(min(limit.count, bar.maximum()))
                full = bar.value() == bar.maximum()
                for part in (figure, bar):
                    restyle(part, state="over" if limit.over else "full" if full else "")
