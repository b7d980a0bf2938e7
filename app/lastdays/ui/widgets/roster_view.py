"""The roster: a row a member, drawn whole; sorted by its head, searched, dropped on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QToolTip

from lastdays.language import _
from lastdays.ui.models.roster import (
    FIXED,
    GEAR,
    KEYWORD,
    MEMBER_TYPE,
    TRAITS,
    RosterModel,
    RosterRow,
    RowMark,
)
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme

#: Colours of figures that are not the printed ones.
TRENDS = {"better": "well_text", "worse": "harm_text", "same": "text"}
#: Lengths at 100 %: the Keyword's edge, a portrait with its room, a pictogram with its room, a chip.
EDGE, PORTRAIT, GEAR_STEP, CHIP = 5, 48, 28, 24
#: A chip that shows its pictogram alone is so wide at 100 %.
BARE = 28
#: A name with the type below it is at most so high.
LINES = 46
#: Between the words of a column and those of the next, where the ring of the keyboard goes.
BETWEEN = 10
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
CENTRE = int(Qt.AlignmentFlag.AlignCenter)


class Spot(Struct, frozen=True):
    """Where a pictogram or chip lies; a chip may be bare, without its name, and the last may stand
    for all that have no room."""

    area: QRect
    marks: tuple[RowMark, ...]
    rest: bool = False
    bare: bool = False


class Look(Struct, frozen=True):
    """How a row is shown: chosen, aimed at with gear, the cell that has the keyboard (-1: none)."""

    chosen: bool
    aimed: bool
    cell: int


class RowPainter:
    """Draws the rows of a roster. `lengths` are the columns: where each begins, and its width."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.pictures: Mapping[str, QPixmap] = {}
        #: Whether gear and skills stand in words below the figures: there is no room beside them.
        self.in_words = False
        #: Whether gear has room for its names beside the pictograms, in every row.
        self.names_gear = False

    def font(self, size: int, *, heading: bool = True, bold: bool = True) -> QFont:
        """Return a font of the row, so many pixels high at 100 %."""
        font = QFont()
        font.setFamily(self.theme.heading if heading else self.theme.body)
        font.setPixelSize(self.theme.px(size))
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        return font

    def gap(self, pitch: int) -> int:
        """Return the ground that is seen between two rows."""
        return self.theme.px(3 if pitch >= self.theme.px(42) else 2)

    def paint(
        self, painter: QPainter, row: RosterRow, area: QRect, columns: Sequence[QRect], look: Look
    ) -> None:
        """Draw a row; `columns` are the areas of its cells."""
        theme = self.theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(area), theme.px(6), theme.px(6))
        painter.fillPath(outline, theme.colour("select" if look.chosen else "panel"))
        painter.setClipPath(outline)
        edge = QRect(area.left(), area.top(), theme.px(EDGE), area.height())
        painter.fillRect(edge, theme.colour(f"keyword_{row.keyword}"))
        painter.setClipping(False)
        self._member(painter, row, area, columns)
        self._level(painter, row, columns)
        for n in range(len(FIXED), GEAR):
            colour = "faint_text" if row.away else TRENDS[row.trends[n]]
            self._words(painter, row.texts[n], self._upper(columns[n]), 20, colour, CENTRE)
        if self.in_words:
            area = self._lower(area).adjusted(theme.px(EDGE + 8), 0, -theme.px(8), 0)
            said = row.detail if columns[1].width() else f"{self._kind(row)} · {row.detail}"
            self._words(painter, said, area, 13, "faint_text", LEFT, heading=False)
        else:
            keyword = columns[KEYWORD].adjusted(0, 0, -theme.px(4), 0)
            self._words(painter, row.texts[KEYWORD], keyword, 13, "faint_text", LEFT, heading=False)
            self._pictograms(painter, row, columns[GEAR])
            self._chips(painter, row, columns[TRAITS])
        if look.aimed or look.cell >= 0:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("accent"), theme.px(2)))
            if look.aimed:
                painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), theme.px(6), theme.px(6))
            else:
                cell = self._cell(columns, look.cell).adjusted(2, 1, -2, -1)
                painter.drawRoundedRect(cell, theme.px(4), theme.px(4))
        painter.restore()

    # Where things lie

    def two_lines(self, height: int) -> bool:
        """Return whether the type stands below the name."""
        return not self.in_words and height >= self.theme.px(37)

    def _upper(self, cell: QRect) -> QRect:
        if not self.in_words:
            return cell
        return QRect(cell.left(), cell.top(), cell.width(), cell.height() * 3 // 5)

    def _lower(self, area: QRect) -> QRect:
        top = area.height() * 3 // 5
        return area.adjusted(0, top - self.theme.px(2), 0, -self.theme.px(2))

    def _cell(self, columns: Sequence[QRect], cell: int) -> QRect:
        """Return what the ring of the keyboard goes round: it stays clear of the next column's
        words."""
        clear = self.theme.px(BETWEEN // 2)
        if cell >= 2 or not self.two_lines(columns[0].height()):
            return self._upper(columns[cell]).adjusted(0, 0, -clear if cell < 2 else 0, 0)
        both = columns[0].united(columns[1]).adjusted(0, 0, -clear, 0)
        if cell == 0:
            return both
        top = both.top() + both.height() * 11 // 20 - self.theme.px(2)
        return QRect(
            QPoint(both.left() + self.theme.px(PORTRAIT - 2), top),
            both.bottomRight() + QPoint(0, self.theme.px(2)),
        )

    def gear_spots(self, row: RosterRow, cell: QRect) -> list[Spot]:
        """Return where the pictograms of the gear lie."""
        step, side = self.theme.px(GEAR_STEP), self.theme.px(22)
        fits = max(1, cell.width() // step)
        shown = len(row.gear) if len(row.gear) <= fits else fits - 1
        top = cell.top() + (cell.height() - side) // 2
        if self._tall(cell):
            top = cell.top() + cell.height() // 2 - side

        def area(n: int) -> QRect:
            return QRect(cell.left() + n * step, top, side, side)

        spots = [Spot(area(n), (mark,)) for n, mark in enumerate(row.gear[:shown])]
        if shown < len(row.gear):
            spots.append(Spot(area(shown), row.gear[shown:], rest=True))
        return spots

    def gear_named(self, row: RosterRow) -> int:
        """Return how wide a row's gear is with its names beside the pictograms."""
        metrics = QFontMetrics(self.font(13, heading=False, bold=False))
        names = metrics.horizontalAdvance(", ".join(mark.name for mark in row.gear))
        return len(row.gear) * self.theme.px(GEAR_STEP) + names + self.theme.px(8)

    def chip_spots(self, row: RosterRow, cell: QRect) -> list[Spot]:
        """Return where the chips of injuries and skills lie: the first ones with their names, as far
        as there is room, the others as pictograms, the last for what has no room at all."""
        metrics = QFontMetrics(self.font(13, heading=False, bold=False))
        theme, count = self.theme, len(row.chips)
        height, bare, gap = theme.px(CHIP), theme.px(BARE), theme.px(4)
        room = cell.width() - theme.px(6)
        wanted = [metrics.horizontalAdvance(mark.name) + theme.px(34) for mark in row.chips]
        if count == 1:
            wanted = [min(wanted[0], room)]
        named, shown = count, count
        while named and sum(wanted[:named]) + (count - named) * bare + (count - 1) * gap > room:
            named -= 1
        if not named and count * (bare + gap) - gap > room:
            shown = max(0, (room - theme.px(30)) // (bare + gap))
        spots: list[Spot] = []
        x, top = cell.left(), cell.top() + (cell.height() - height) // 2
        for n, mark in enumerate(row.chips[:shown]):
            width = wanted[n] if n < named else bare
            spots.append(Spot(QRect(x, top, width, height), (mark,), bare=n >= named))
            x += width + gap
        if shown < count:
            area = QRect(x, top, theme.px(30), height)
            spots.append(Spot(area, row.chips[shown:], rest=True))
        return spots

    def chips_least(self, row: RosterRow) -> int:
        """Return how wide a row's chips are as mere pictograms."""
        return len(row.chips) * self.theme.px(BARE + 4) + self.theme.px(6)

    def mark_at(self, row: RosterRow, column: int, cell: QRect, at: QPoint) -> RowMark | None:
        """Return the one pictogram or chip under the mouse, None where there is none or several."""
        if column not in (GEAR, TRAITS) or self.in_words:
            return None
        spots = self.gear_spots(row, cell) if column == GEAR else self.chip_spots(row, cell)
        for spot in spots:
            if spot.area.adjusted(-3, -8, 3, 8).contains(at):
                return None if spot.rest else spot.marks[0]
        return None

    def hover(self, row: RosterRow, column: int, cell: QRect, at: QPoint) -> str:
        """Return what is said of the place under the mouse."""
        if column not in (GEAR, TRAITS):
            return row.why[column]
        spots = self.gear_spots(row, cell) if column == GEAR else self.chip_spots(row, cell)
        for spot in spots:
            if spot.area.adjusted(-3, -8, 3, 8).contains(at):
                return "\n".join(mark.hover for mark in spot.marks)
        return row.why[column]

    # Drawing

    def _words(
        self,
        painter: QPainter,
        text: str,
        area: QRect,
        size: int,
        colour: str,
        side: int,
        *,
        heading: bool = True,
    ) -> None:
        painter.setFont(self.font(size, heading=heading, bold=heading))
        painter.setPen(self.theme.colour(colour))
        metrics = painter.fontMetrics()
        cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, side, cut)

    def _member(
        self, painter: QPainter, row: RosterRow, area: QRect, columns: Sequence[QRect]
    ) -> None:
        theme = self.theme
        upper = self._upper(area)
        side = min(theme.px(32), upper.height() - theme.px(4))
        middle = theme.px(EDGE) + theme.px(PORTRAIT - EDGE) // 2
        round_ = QRect(
            area.left() + middle - side // 2,
            upper.top() + (upper.height() - side) // 2,
            side,
            side,
        )
        self._face(painter, row, round_)
        begin = area.left() + theme.px(PORTRAIT + 4)
        if self.two_lines(area.height()):
            width = columns[1].right() - begin - theme.px(BETWEEN)
            off = max(0, area.height() - theme.px(LINES)) // 2  # the two lines stay together
            high = area.height() - 2 * off
            half = high * 11 // 20
            top = area.top() + off
            name = QRect(begin, top + theme.px(1), width, half)
            kind = QRect(begin, top + half - theme.px(2), width, high - half)
            self._name(painter, row, name, 19)
            self._words(painter, row.texts[1], kind, 13, "faint_text", LEFT, heading=False)
            return
        name = self._upper(columns[0])
        name = name.adjusted(begin - name.left(), 0, -theme.px(BETWEEN), 0)
        self._name(painter, row, name, 18)
        kind = self._upper(columns[1]).adjusted(0, 0, -theme.px(BETWEEN), 0)
        if kind.width() > theme.px(20):
            self._words(painter, self._kind(row), kind, 13, "faint_text", LEFT, heading=False)

    def _name(self, painter: QPainter, row: RosterRow, area: QRect, size: int) -> None:
        """Write a name; where it is cut, its end and what stands behind it stay in sight."""
        painter.setFont(self.font(size))
        painter.setPen(self.theme.colour("faint_text" if row.away else "text"))
        middle = Qt.TextElideMode.ElideMiddle
        cut = painter.fontMetrics().elidedText(row.texts[0], middle, area.width())
        painter.drawText(area, LEFT, cut)

    def _kind(self, row: RosterRow) -> str:
        """Return the type of a member, with the Keyword where that has no column."""
        return f"{row.texts[1]} · {row.texts[KEYWORD]}" if self.in_words else row.texts[1]

    def _face(self, painter: QPainter, row: RosterRow, area: QRect) -> None:
        """Draw the portrait, or the first letter of the name."""
        picture = self.pictures.get(row.portrait) if row.portrait else None
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour("ground"))
        painter.drawEllipse(area)
        if picture is not None and not picture.isNull():
            disc = QPainterPath()
            disc.addEllipse(QRectF(area))
            painter.setClipPath(disc)
            painter.drawPixmap(area, picture, _square(picture))
            painter.setClipping(False)
            return
        colour = "faint_text" if row.keyword == "neutral" else f"keyword_{row.keyword}"
        self._words(painter, row.name[:1].upper(), area, 18, colour, CENTRE)

    def _level(self, painter: QPainter, row: RosterRow, columns: Sequence[QRect]) -> None:
        theme = self.theme
        colour = "faint_text" if row.away else "text"
        self._words(painter, row.texts[2], self._upper(columns[2]), 20, colour, CENTRE)
        cell = self._upper(columns[3])
        if self.in_words:
            self._words(painter, row.texts[3], cell, 20, colour, CENTRE)
            return
        bar = QRect(cell.left(), 0, theme.px(36), theme.px(6))
        bar.moveTop(cell.top() + (cell.height() - bar.height()) // 2)
        done = 1.0 if row.needed is None else min(1.0, row.experience / max(1, row.needed))
        painter.setPen(Qt.PenStyle.NoPen)
        for width, token in ((1.0, "line"), (done, "accent_text")):
            if width:
                painter.setBrush(theme.colour(token))
                part = QRectF(bar.left(), bar.top(), bar.width() * width, bar.height())
                painter.drawRoundedRect(part, theme.px(3), theme.px(3))
        text = f"{row.experience}/{row.needed}" if row.needed is not None else f"{row.experience}"
        figures = cell.adjusted(theme.px(42), 0, 0, 0)
        self._words(painter, text, figures, 13, "faint_text", LEFT, heading=False)

    def _pictograms(self, painter: QPainter, row: RosterRow, cell: QRect) -> None:
        colour = "faint_text" if row.away else "text"
        for spot in self.gear_spots(row, cell):
            if spot.rest:
                self._more(painter, spot)
            else:
                drawing = self.theme.pixmap(spot.marks[0].drawing, colour, 22)
                painter.drawPixmap(spot.area.topLeft(), drawing)
        text = ", ".join(mark.name for mark in row.gear)
        if self._tall(cell):
            below = cell.adjusted(0, cell.height() // 2, -self.theme.px(8), -self.theme.px(4))
            self._words(painter, text, below, 13, "faint_text", LEFT, heading=False)
        elif self.names_gear:
            beside = cell.adjusted(len(row.gear) * self.theme.px(GEAR_STEP), 0, 0, 0)
            self._words(painter, text, beside, 13, "faint_text", LEFT, heading=False)

    def _tall(self, cell: QRect) -> bool:
        """Return whether gear has room for its names below the pictograms."""
        wide = cell.width() >= self.theme.px(170)
        return wide and cell.height() >= self.theme.px(48)

    def _more(self, painter: QPainter, spot: Spot) -> None:
        text = _("+{n}").format(n=len(spot.marks))
        self._words(painter, text, spot.area, 14, "text", CENTRE)

    def _chips(self, painter: QPainter, row: RosterRow, cell: QRect) -> None:
        theme = self.theme
        for spot in self.chip_spots(row, cell):
            if spot.rest:
                self._more(painter, spot)
                continue
            mark = spot.marks[0]
            text, line = {
                "harm": ("harm_text", "harm"),
                "warn": ("accent_text", "accent"),
                "": ("text", "line"),
            }[mark.kind]
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour(line), 1))
            painter.drawRoundedRect(QRectF(spot.area).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
            side = theme.px(16)
            left = spot.area.left() + (theme.px(BARE - 16) // 2 if spot.bare else theme.px(6))
            top = spot.area.top() + (spot.area.height() - side) // 2
            painter.drawPixmap(QPoint(left, top), theme.pixmap(mark.drawing, text, 16))
            if spot.bare:
                continue
            words = spot.area.adjusted(theme.px(26), 0, -theme.px(4), 0)
            self._words(painter, mark.name, words, 13, text, LEFT, heading=False)


def _square(picture: QPixmap) -> QRect:
    """Return the square at the top of a picture: where the face is."""
    side = min(picture.width(), picture.height())
    return QRect((picture.width() - side) // 2, 0, side, side)


Index = QModelIndex | QPersistentModelIndex
#: Heights at 100 %: a row with its gap as it is wanted, at least and at most; a row with words below
#: its figures; the head.
ROW, ROW_LEAST, ROW_MOST, ROW_IN_WORDS, HEAD = 45, 35, 80, 58, 26
#: Below this width, at 100 %, gear and skills stand in words below the figures.
IN_WORDS_BELOW = 840
#: The Keyword's column at 100 %, and from which width there is one.
KEYWORD_WIDE, KEYWORD_FROM = 64, 960
#: Injuries and skills have at least so much room at 100 %, where names would take more: their
#: heading, and where there are many of them.
TRAITS_LEAST, TRAITS_MANY = 110, 170
#: Where name and type stand beside each other, they take at most so much more.
NAMED_MORE = 140
#: Where figures have words below them: the least width of a name, and of a figure beside it.
NAME_LEAST, FIGURE_LEAST = 110, 27


class RosterView(QTableView):
    """The members of a group. `explained` carries what is said of the cell under the keyboard or the
    mouse; `stepped` that the chosen member is wanted a place further up (-1) or down (1)."""

    explained = Signal(str)
    stepped = Signal(int)

    def __init__(self, model: RosterModel, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.rows = RowPainter(theme)
        self._aim = -1
        #: Whether a member is dragged, who would be put at the place aimed at; else gear is.
        self._moving = False
        self.setModel(model)
        self.setProperty("kind", "roster")
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setHighlightSections(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.horizontalHeader().setSectionsClickable(True)
        self.horizontalHeader().sectionClicked.connect(self.sort_next)
        self.horizontalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setMinimumSectionSize(1)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDragDropOverwriteMode(True)  # a drop is on a row, never between two
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(_("Roster"))
        self.setMouseTracking(True)
        self.entered.connect(self._explain)
        model.modelReset.connect(self.fit)
        theme.changed.connect(self.fit)
        self.fit()

    @property
    def _model(self) -> RosterModel:
        model = self.model()
        assert isinstance(model, RosterModel)
        return model

    def show_pictures(self, pictures: Mapping[str, QPixmap]) -> None:
        """Show these portraits, by their ids."""
        self.rows.pictures = pictures
        self.viewport().update()

    # Sorting

    def sort_next(self, column: int) -> None:
        """Sort by a column; by the same again the other way round, then in the group's order."""
        model = self._model
        if model.sorted_by != column:
            self.sort(column, falling=len(FIXED) <= column < GEAR or column in (2, 3))
        elif model.falling == (len(FIXED) <= column < GEAR or column in (2, 3)):
            self.sort(column, falling=not model.falling)
        else:
            self.sort(-1)

    def sort(self, column: int, *, falling: bool = False) -> None:
        """Sort by a column, -1 for the group's own order; keep what is chosen."""
        chosen, at = self._model.id_at(self.currentIndex().row()), self.currentIndex().column()
        self._model.sort_by(column, falling=falling)
        row = self._model.row_of(chosen)
        if row >= 0:
            self.setCurrentIndex(self._model.index(row, at))

    # What is said

    def _explain(self, index: Index) -> None:
        if index.isValid():
            row = self._model.row_at(index.row())
            self.explained.emit(row.why[index.column()])

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self._explain(current)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            if index.isValid():
                row = self._model.row_at(index.row())
                text = self.rows.hover(row, index.column(), self.visualRect(index), event.pos())
                QToolTip.showText(event.globalPos(), plain(text), self.viewport())
                return True
        return super().viewportEvent(event)

    def entry_under(self, where: QPoint) -> str:
        """Return the name of the entry at a point: a type, a piece of gear, a skill, an injury."""
        index = self.indexAt(where)
        if not index.isValid():
            return ""
        row, column = self._model.row_at(index.row()), index.column()
        if column < 2:
            return row.type if self._on_type(index, where) else ""
        mark = self.rows.mark_at(row, column, self.visualRect(index), where)
        return mark.entry if mark is not None else ""

    def _on_type(self, index: Index, where: QPoint) -> bool:
        """Return whether a type stands at a point: below the name, or in its own column."""
        cell = self.visualRect(index)
        if self.rows.two_lines(cell.height() - self.rows.gap(self.pitch())):
            return where.y() > cell.top() + cell.height() * 11 // 20
        return index.column() == 1

    # Size

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(420), self.theme.px(HEAD + ROW_LEAST * 3))

    def height_for(self, rows: int, each: int) -> int:
        """Return the height in which so many rows are seen, each so high at 100 %."""
        return self.theme.px(HEAD) + rows * self.theme.px(each) + self.theme.px(4)

    def fit(self) -> None:
        """Fit columns and rows to the room there is."""
        theme, header = self.theme, self.horizontalHeader()
        width = self.viewport().width()
        in_words = width < theme.px(IN_WORDS_BELOW)
        self.rows.in_words = self._model.short = in_words
        header.setFixedHeight(theme.px(HEAD))
        numbers = theme.px(32) if in_words else min(theme.px(56), max(theme.px(40), width // 25))
        fixed = (
            {2: theme.px(30), 3: theme.px(36)} if in_words else {2: theme.px(34), 3: theme.px(84)}
        )
        keyword = 0 if width < theme.px(KEYWORD_FROM) else theme.px(KEYWORD_WIDE)
        figures = GEAR - len(FIXED)
        rest = width - numbers * figures - sum(fixed.values()) - keyword
        short = theme.px(PORTRAIT + NAME_LEAST) - rest
        if in_words and short > 0:  # a name is worth more than the air around figures
            narrower = min(-(-short // figures), numbers - theme.px(FIGURE_LEAST))
            numbers -= narrower
            rest += narrower * figures
        if in_words:
            kind = rest * 2 // 5 if rest >= theme.px(300) else 0
            wide = [rest - kind, kind]
            gear = traits = 0
        else:
            room = width - keyword
            gear = theme.px(118 if room < theme.px(1100) else 190 if room < theme.px(1400) else 240)
            widest = theme.px(300 if room < theme.px(1100) else 380)
            share = 9 if room < theme.px(1100) else 10 if room < theme.px(1400) else 12
            block = min(widest, max(theme.px(PORTRAIT + 120), (rest - gear) * share // 20))
            if not self.rows.two_lines(self.pitch() - self.rows.gap(self.pitch())):
                # Name and type stand beside each other: they need more.
                block += max(0, min(theme.px(NAMED_MORE), rest - gear - block - self._chips_room()))
                named = self._gear_named()
                if room >= theme.px(1400):
                    gear = max(gear, min(named, (rest + gear - block) // 2))
                self.rows.names_gear = 0 < named <= gear
            kind = min(theme.px(104), (block - theme.px(PORTRAIT)) // 2)
            wide = [block - kind, kind]
            traits = max(1, rest - gear - block)
        with QSignalBlocker(
            header
        ):  # for each column the rows would be drawn again, a moment later
            for n in range(self._model.columnCount()):
                header.setSectionResizeMode(n, QHeaderView.ResizeMode.Fixed)
            for column, size in ((0, wide[0]), *fixed.items()):
                header.resizeSection(column, size)
            for column in range(len(FIXED), GEAR):
                header.resizeSection(column, numbers)
            if header.visualIndex(KEYWORD) != 2:
                header.moveSection(header.visualIndex(KEYWORD), 2)
            for column, size in ((1, wide[1]), (KEYWORD, keyword), (GEAR, gear), (TRAITS, traits)):
                self.setColumnHidden(column, not size)
                if size:
                    header.resizeSection(column, size)
        self.viewport().update()
        self.verticalHeader().setDefaultSectionSize(self.pitch())
        stacked = self.rows.two_lines(self.pitch() - self.rows.gap(self.pitch()))
        if stacked != self._model.stacked:
            self._model.stacked = stacked
            self._model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 1)

    def _gear_named(self) -> int:
        """Return how wide gear is with its names beside its pictograms."""
        rows = (self._model.row_at(n) for n in range(self._model.rowCount()))
        return max((self.rows.gear_named(row) for row in rows), default=0)

    def _chips_room(self) -> int:
        """Return how wide injuries and skills have to be at least."""
        theme, model = self.theme, self._model
        chips = (self.rows.chips_least(model.row_at(n)) for n in range(model.rowCount()))
        return min(theme.px(TRAITS_MANY), max(theme.px(TRAITS_LEAST), *chips, 0))

    def pitch(self) -> int:
        """Return how high a row is with the gap below it: all rows are in sight where they can
        be."""
        theme = self.theme
        if self.rows.in_words:
            return theme.px(ROW_IN_WORDS)
        rows = max(1, self._model.rowCount())
        most = min(theme.px(ROW_MOST), self.viewport().height() // rows)
        return max(theme.px(ROW_LEAST), most)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the rows first: Qt would show a scroll bar for those of the size before, and all would
        be drawn again without it."""
        self.fit()
        super().resizeEvent(event)

    # Drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self.viewport()) as painter:
            model, current = self._model, self.currentIndex()
            gap = self.rows.gap(self.pitch())
            for row in range(model.rowCount()):
                top, height = self.rowViewportPosition(row), self.rowHeight(row)
                area = QRect(0, top, self.viewport().width(), height - gap)
                if not area.intersects(event.rect()):
                    continue
                columns = [
                    QRect(self.columnViewportPosition(n), top, self.columnWidth(n), area.height())
                    for n in range(model.columnCount())
                ]
                chosen = row == current.row()
                cell = current.column() if chosen and self.hasFocus() else -1
                look = Look(chosen, row == self._aim and not self._moving, cell)
                self.rows.paint(painter, model.row_at(row), area, columns, look)
            if self._moving and self._aim >= 0:
                self._draw_place(painter)

    def _draw_place(self, painter: QPainter) -> None:
        """Draw the line where the dragged member would stand."""
        top, thick = self.rowViewportPosition(self._aim), self.theme.px(3)
        if self._aim > self.currentIndex().row():
            top += self.rowHeight(self._aim) - self.rows.gap(self.pitch())
        line = QRect(0, max(0, top - thick // 2), self.viewport().width(), thick)
        painter.fillRect(line, self.theme.colour("accent"))

    # Drags

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Drag the chosen member, seen as their row, to another place."""
        index = self.currentIndex()
        if not self._model.can_move(index.row()):
            return
        drag = QDrag(self)
        drag.setMimeData(self._model.mimeData([index]))
        row = QRect(0, self.rowViewportPosition(index.row()), self.theme.px(320), self.pitch())
        drag.setPixmap(self.viewport().grab(row))
        drag.setHotSpot(QPoint(self.theme.px(24), self.pitch() // 2))
        drag.exec(Qt.DropAction.MoveAction)

    # Drops

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        super().dragEnterEvent(event)
        self._take_aim(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)
        self._take_aim(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._aim_at(-1)

    def dropEvent(self, event: QDropEvent) -> None:
        super().dropEvent(event)
        self._aim_at(-1)

    def _take_aim(self, event: QDragMoveEvent) -> None:
        self._moving = event.mimeData().hasFormat(MEMBER_TYPE)
        self._aim_at(self.indexAt(event.position().toPoint()).row() if event.isAccepted() else -1)

    def _aim_at(self, row: int) -> None:
        """Mark the row that gear or a member would be dropped on."""
        if row != self._aim:
            self._aim = row
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated.emit(self.currentIndex())
            return
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        step = steps.get(Qt.Key(event.key()))
        if step and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.stepped.emit(step)
            return
        super().keyPressEvent(event)
