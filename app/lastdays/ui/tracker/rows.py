"""A model as a row, a zombie or a thing as a chip: drawn, with its counters in their places."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import ceil

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QRegion,
)
from PySide6.QtWidgets import QMenu, QWidget

from lastdays.language import _
from lastdays.tabletop.view import ButtonView, CardView, ChipView, TokenView
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.cards import Piece
from lastdays.ui.tracker.tokens import (
    Counter,
    DamageBoxes,
    Deed,
    Glow,
    Knock,
    Mark,
    Slay,
    StateMark,
    Token,
    draw_icon,
    heading_font,
    text_font,
)
from lastdays.ui.widgets.parts import typed

#: A line in the middle of its height.
_MIDDLE = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft) | int(
    Qt.TextFlag.TextSingleLine
)
#: What is still said of a model at the end of a line, where red words stand before it, is no shorter,
#: in pixels at 100 %.
SAID_LEAST = 34
#: A line that does not fit is drawn so much narrower at most, before it is cut.
NARROWER = 0.86
#: A row as high as this, in pixels at 100 %, has room for a third line: what the model carries.
THREE_LINES = 64


class Lettering(Struct, frozen=True):
    """The letters of a row: of its name, plain and struck out, and of what stands below; how high
    their lines are; the room of the mark that a turn is due, and of a badge."""

    big: QFont
    struck: QFont
    small: QFont
    mark: QFont
    first: int
    line: int
    due: float
    badge: float


def lettering(theme: Theme, factor: float) -> Lettering:
    """Return the letters of rows that are so much larger than plain ones."""
    big = heading_font(theme, theme.px(19) * factor)
    struck = QFont(big)
    struck.setStrikeOut(True)
    small = text_font(theme, theme.px(12.5) * max(1.0, factor))
    heights = QFontMetrics(big).height(), QFontMetrics(small).height()
    mark = text_font(theme, theme.px(11) * factor)
    return Lettering(
        big, struck, small, mark, *heights, theme.px(11) * factor, theme.px(18) * factor
    )


def needed_by(theme: Theme, cards: Iterable[CardView], letters: Lettering, *, gear: bool) -> int:
    """Return how wide names have to be to be whole, with their marks and badges and what stands
    below them while nothing ails anybody, in pixels; the same whatever a turn has come to."""
    big, small = QFontMetrics(letters.big), QFontMetrics(letters.small)
    widest = 0.0
    for view in cards:
        badges = len(view.badges) * (letters.badge + theme.px(3))
        title = letters.due + big.horizontalAdvance(view.title) + badges
        status = "".join("8" if c.isdigit() else c for c in view.status)
        below = small.horizontalAdvance(_standing(replace(view, status=status)))
        carried = small.horizontalAdvance(view.gear) if gear else 0
        widest = max(widest, title, below, carried)
    return ceil(widest + theme.px(6))


class Lines(Struct, frozen=True):
    """Where a model's lines stand: its name, how it stands, and what it carries where there is
    room for that."""

    name: QRectF
    below: QRectF
    gear: QRectF | None


def lines_of(theme: Theme, view: CardView, box: QRectF, letters: Lettering) -> Lines:
    """Return where the lines of a model stand in the room there is."""
    first, line, less = letters.first, letters.line, theme.px(3)
    roomy = box.height() >= max(theme.px(THREE_LINES), first + 2 * line - less)
    three = bool(view.gear) and view.look != "gone" and roomy
    total = first + line * (1 + three) - less
    spare = max(0.0, (box.height() - total) / 2)
    x, y, wide = box.x(), box.y() + spare * (0.5 if three else 1.0), box.width()
    below = QRectF(x, y + first - less, wide, line)
    gear = QRectF(x, y + first - less + line, wide, line) if three else None
    return Lines(QRectF(x, y, wide, first), below, gear)


def draw_name(
    painter: QPainter,
    theme: Theme,
    view: CardView,
    box: QRectF,
    letters: Lettering,
    seen: QRegion,
) -> None:
    """Draw a model's name, below it how it stands and its type, and what it carries where there
    is room: each line that is to be seen."""
    lines = lines_of(theme, view, box, letters)
    if seen.intersects(lines.name.toAlignedRect()):
        _draw_title(painter, theme, view, lines.name, letters)
    painter.setFont(letters.small)
    if seen.intersects(lines.below.toAlignedRect()):
        _draw_below(painter, theme, view, lines.below)
    if lines.gear is not None and seen.intersects(lines.gear.toAlignedRect()):
        painter.setPen(theme.colour("faint_text"))
        draw_line(painter, lines.gear, view.gear)


def _draw_title(
    painter: QPainter, theme: Theme, view: CardView, box: QRectF, letters: Lettering
) -> None:
    gone = view.look == "gone"
    x, right = box.x(), box.right()
    if view.due and not gone:
        painter.setFont(letters.mark)
        painter.setPen(theme.colour("accent_text"))
        where = QRectF(x, box.y(), 20, box.height())
        painter.drawText(where, int(Qt.AlignmentFlag.AlignVCenter), "▸")
        x += letters.due
    side = letters.badge
    for badge in reversed(view.badges):
        right -= side
        where = QRectF(right, box.y() + (box.height() - side) / 2, side, side)
        draw_icon(painter, theme, badge.icon, "accent_text", where)
        right -= theme.px(3)
    painter.setFont(letters.struck if gone else letters.big)
    painter.setPen(theme.colour("faint_text" if gone or view.done else "text"))
    draw_line(painter, QRectF(x, box.y(), right - x, box.height()), view.title)


def _draw_below(painter: QPainter, theme: Theme, view: CardView, box: QRectF) -> None:
    if view.look == "gone":
        painter.setPen(theme.colour("harm_text"))
        draw_line(painter, box, view.note)
        return
    touching = _("at {names}").format(names=view.touching) if view.touching else ""
    x = box.x()
    for text, token in (
        (view.alarm, "harm_text"),
        (touching, "harm_text"),
        (_standing(view), "faint_text"),
    ):
        room = box.right() - x
        if text and room > (10 if token == "harm_text" or x == box.x() else theme.px(SAID_LEAST)):
            painter.setPen(theme.colour(token))
            x += draw_line(painter, QRectF(x, box.y(), room, box.height()), text)
            x += theme.px(6)


def _standing(view: CardView) -> str:
    return " · ".join(filter(None, (view.status, view.subtitle)))


def draw_line(painter: QPainter, rect: QRectF, text: str) -> float:
    """Draw a line, with narrower letters where it nearly fits, cut with an ellipsis where it does
    not; return how wide it is."""
    metrics, room, shown = painter.fontMetrics(), max(0, int(rect.width())), text
    wide = metrics.horizontalAdvance(text)
    if fits_narrower(room, wide):
        painter.save()
        painter.translate(rect.x(), 0)
        painter.scale(room / wide, 1)
        painter.drawText(QRectF(0, rect.y(), wide + 1, rect.height()), _MIDDLE, text)
        painter.restore()
        return float(room)
    if wide >= room:  # measured before: cutting takes three times as long
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        shown = shown if len(shown) > 2 else ""  # a lone letter says nothing
        wide = metrics.horizontalAdvance(shown)
    painter.drawText(rect, _MIDDLE, shown)
    return float(wide)


def fits_narrower(room: int, wide: int) -> bool:
    """Return whether a line that is too wide for its room fits with its letters drawn narrower."""
    return room < wide <= room / NARROWER


#: The ground of a row as it stands out.
GROUNDS = {"active": "select", "gone": "ground"}
#: The line around a row that stands out: its colour.
RIMS = {"active": "accent", "chosen": "text"}
#: Where each state stands, from the right: under each other in all rows, whoever has which.
SLOTS = ("done", "locked", "ran")
#: The pictogram and the number of a chip take so much room, as a share of its height.
NUMBERED = 1.15
#: The tail of a letter may hang so far below its line, in pixels at 100 %.
TAIL = 2
#: So far from each side, as a share of its radius, a round corner cuts nothing off.
CORNER = 0.3


class Columns(Struct, frozen=True):
    """The columns of the rows, in pixels: how wide the name, the damage boxes, a counter and a
    state are, how high a row is, how much larger than in a plain row everything is drawn, and how
    much larger the letters are."""

    height: int
    name: int
    boxes: int
    counter: int
    state: int
    gap: int
    factor: float
    letters: float


class Drawn(Piece):
    """A piece that is drawn, with the menu of all its states and what is done to it."""

    def __init__(self, theme: Theme, view: CardView) -> None:
        super().__init__(theme, view)
        self.ground = "panel"
        self.glow = Glow(theme, self)
        for control in self.controls:
            control.setParent(self)

    def make_counter(self, token: TokenView, view: CardView) -> Counter:
        kinds: dict[str, type[Token]] = {"damage": DamageBoxes, "knock": Knock}
        made = kinds.get(token.name, Token) if token.limit or token.name == "knock" else Token
        return made(self.theme, token.shape, token.caption, token.icon, token.whose)

    def make_mark(self, chip: ChipView) -> Mark:
        made = StateMark(self.theme, chip.icon, chip.letter, chip.caption, chip.whose)
        made.done = chip.name not in ("locked", "ran")
        return made

    def make_deed(self, deed: ButtonView) -> Deed:
        return Slay(self.theme, deed.label, deed.hint)

    @property
    def view(self) -> CardView:
        """Return what is shown."""
        assert self._view is not None
        return self._view

    def words(self) -> str:
        """Return what is drawn, as text."""
        view = self._view
        if view is None:
            return ""
        return ", ".join(filter(None, (view.title, view.subtitle, view.note, view.gear)))

    def name(self, view: CardView, before: CardView | None) -> None:
        if before is None or _told(before) != _told(view):
            words = self.words()
            self.setAccessibleName(words)
            self.setToolTip(plain(words))
            self.draw_words()
        elif (before.due, before.done) != (view.due, view.done):
            self.draw_step()
        spots = [c.spot for c in view.chips]
        if before is None:
            self.place()
        elif spots != [c.spot for c in before.chips]:
            self.place_marks()

    def draw_words(self) -> None:
        """Have drawn anew what is said of the piece itself."""
        self.update()

    def draw_step(self) -> None:
        """Have drawn anew whether its turn is due, or was taken."""
        self.update()

    def look(self, look: str) -> None:
        if look == self._look:
            return
        self._look = look
        self.glow.begin()
        self.ground = GROUNDS.get(look, "panel")
        rim = RIMS.get(look, "")
        for counter in self.counters.values():
            if isinstance(counter, Token):
                counter.stand_on(self.ground, rim)
        for mark in self.marks.values():
            if isinstance(mark, StateMark):
                mark.stand_on(self.ground)
        self.update()

    def place(self) -> None:
        """Put the counters and marks where they belong."""

    def place_marks(self) -> None:
        """Put the marks where they belong, the counters being where they were."""
        self.place()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu().popup(event.globalPos())

    def menu(self) -> QMenu:
        """Return everything that can be switched on the piece, and what is done to it."""
        view, menu = self.view, QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        look = menu.addAction(_("Show {name}").format(name=typed(view.title)))
        look.triggered.connect(partial(self.chosen.emit, self.piece))
        if view.deed is not None:
            deed = menu.addAction(typed(view.deed.spoken or view.deed.label))
            deed.triggered.connect(self._press)
        for chip in view.chips:
            switch = menu.addAction(chip.caption[:1].upper() + chip.caption[1:])
            switch.setCheckable(True)
            switch.setChecked(chip.on)
            switch.triggered.connect(partial(self._mark, chip.piece, chip.name))
        return menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.deed is not None:
            self._press()
            return
        super().keyPressEvent(event)

    def frame(self, painter: QPainter, seen: QRect, edge: str) -> None:
        """Draw the ground of the piece, with its edge and how it stands out, as far as it is to be
        seen: what neither touches its round corners nor stands out is drawn much sooner."""
        theme, radius = self.theme, self.theme.px(6)
        square, inside = ceil(radius * CORNER), self.rect()
        inside.adjust(square, square, -square, -square)
        if inside.contains(seen) and not (edge or self._look in RIMS or self.glow.strength):
            painter.fillRect(seen, theme.colour(self.ground))
            return
        box = QRectF(self.rect())
        path = QPainterPath()
        path.addRoundedRect(box, radius, radius)
        painter.fillPath(path, theme.colour(self.ground))
        if edge:
            painter.save()
            painter.setClipPath(path)
            painter.fillRect(
                QRectF(box.x(), box.y(), theme.px(5), box.height()), theme.colour(edge)
            )
            painter.restore()
        self.glow.draw(painter, box.adjusted(1, 1, -1, -1), radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._look in RIMS:
            painter.setPen(QPen(theme.colour(RIMS[self._look]), 1.5))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), radius, radius)


def _slot(state: str) -> str:
    """Return the place of a state: what is done in a phase has one together."""
    return state if state in SLOTS else "done"


def _told(view: CardView) -> tuple[object, ...]:
    """Return what is drawn of a piece itself, besides its counters and marks, and its turn."""
    return (
        view.title, view.subtitle, view.note, view.gear, view.alarm, view.touching, view.status,
        view.badges, view.short,
    )  # fmt: skip


class ModelRow(Drawn):
    """A model in one line: name and type, damage, noise, ammo of each gun, states."""

    def __init__(self, theme: Theme, view: CardView) -> None:
        self._laid = 0
        self.measure: Columns | None = None
        #: Where the counters end.
        self._free = 0
        self._letters: tuple[tuple[int, float], Lettering] | None = None
        super().__init__(theme, view)
        self._chain()

    def _chain(self) -> None:
        """Let the arrows go through the states as they stand, from the left."""
        states = sorted(self.marks, key=lambda key: -SLOTS.index(_slot(key[1])))
        marks = {id(self.marks[key]) for key in states}
        at = next((n for n, made in enumerate(self.controls) if id(made) in marks), 0)
        others = [made for made in self.controls if id(made) not in marks]
        self.controls = [*others[:at], *(self.marks[key] for key in states), *others[at:]]

    def lay(self, measure: Columns) -> None:
        """Take the columns that all rows have; states stand at the right, however wide a row is."""
        if (measure, self.width()) != (self.measure, self._laid):
            self.measure, self._laid = measure, self.width()
            self.place()
            self.update()

    def place(self) -> None:
        measure, view = self.measure, self._view
        if measure is None or view is None or not view.tokens:
            return
        high, gap = self.height(), measure.gap
        top = max(0, round(high * 0.08)) if high > self.theme.px(40) else 0
        x = self.theme.px(13) + measure.name
        for counter in self.counters.values():
            wide = measure.boxes if isinstance(counter, DamageBoxes) else measure.counter
            counter.setGeometry(x, top, wide, high - 2 * top)
            x += wide + gap
        self._free = x
        self.place_marks()

    def place_marks(self) -> None:
        measure, view, x = self.measure, self._view, self._free
        if measure is None or view is None or not view.tokens:
            return
        high = self.height()
        top = max(0, round(high * 0.08)) if high > self.theme.px(40) else 0
        right = self.width() - self.theme.px(4)
        wide = max(1, min(measure.state, (right - x) // len(SLOTS)))
        for chip in view.chips:
            mark = self.marks[chip.piece, chip.name]
            if chip.spot:
                slot = SLOTS.index(_slot(chip.name))
                mark.setGeometry(right - (slot + 1) * wide, top, wide, high - 2 * top)
            mark.setVisible(bool(chip.spot))

    def draw_words(self) -> None:
        """Leave the counters and states alone, which stand beside the name."""
        if self.measure is not None:
            self.update(self.name_box(self.measure).toAlignedRect())

    def draw_step(self) -> None:
        """Leave what stands below the name alone, too; tails of its letters reach that far."""
        if self.measure is not None:
            box = self.name_box(self.measure)
            lines = lines_of(self.theme, self.view, box, self.lettering(self.measure))
            self.update(lines.name.toAlignedRect().adjusted(0, 0, 0, self.theme.px(TAIL)))

    def lettering(self, measure: Columns) -> Lettering:
        """Return the letters of the row, made once for a size."""
        size = self.theme.percent, measure.letters
        if self._letters is None or self._letters[0] != size:
            self._letters = size, lettering(self.theme, measure.letters)
        return self._letters[1]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what has to be: a state that changes needs the ground below it, not the name."""
        view, measure = self._view, self.measure
        if view is None or measure is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            seen, edge = event.region(), f"keyword_{view.edge}" if view.edge else "edge"
            strip = QRect(0, 0, self.theme.px(6), self.height())
            edge = edge if seen.intersects(strip) else ""
            self.frame(painter, event.rect(), edge)
            box = self.name_box(measure)
            if seen.intersects(box.toAlignedRect()):
                draw_name(painter, self.theme, view, box, self.lettering(measure), seen)

    def name_box(self, measure: Columns) -> QRectF:
        """Return where the name stands; without counters it has the whole row."""
        left = self.theme.px(13)
        wide = measure.name - self.theme.px(4) if self.view.tokens else self.width() - 2 * left
        return QRectF(left, 0, wide, self.height())


class FootChip(Drawn):
    """A zombie or a thing: its pictogram and number, whom it touches, what is counted on it; with
    room for it, its states and the tap that puts it down."""

    def place(self) -> None:
        high, right = self.height(), self.width() - self.theme.px(2)
        view = self._view
        if view is None:
            return
        roomy = self.roomy
        spots = {(c.piece, c.name) for c in view.chips if c.spot} if roomy else set()
        parts: list[tuple[QWidget, bool]] = [(c, True) for c in self.counters.values()]
        parts += [(m, key in spots) for key, m in self.marks.items()]
        if self.deed is not None:
            parts.append((self.deed, roomy))
        side = self.theme.px(38 if roomy else 36 if len(self.counters) < 2 else 30)
        for control, shown in reversed(parts):
            control.setVisible(shown)
            if shown:
                right -= side
                control.setGeometry(right, 1, side, high - 2)
        self.name_end = right

    @property
    def roomy(self) -> bool:
        """Return whether there is room for more than a number and a counter: three parts beside the
        pictogram and two digits, which are as large as the chip is high."""
        number = round(self.height() * NUMBERED)
        return self.width() >= max(self.theme.px(150), 3 * self.theme.px(38) + number)

    def resizeEvent(self, event: object) -> None:
        self.place()

    def paintEvent(self, event: QPaintEvent) -> None:
        view = self._view
        if view is None:
            return
        theme = self.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.frame(painter, event.rect(), "")
            draw_chip(painter, theme, view, QRectF(0, 0, self.name_end, self.height()), self.roomy)


def draw_chip(painter: QPainter, theme: Theme, view: CardView, box: QRectF, roomy: bool) -> None:
    """Draw the pictogram of a zombie or a thing, its number or name, and what is said of it."""
    high = box.height()
    side = high * (0.5 if roomy else 0.44)
    tint = "well" if view.kind == "zombie" else "text"
    said = _("at {names}").format(names=view.touching) if view.touching else ""
    if view.kind == "thing" and roomy:
        said = view.note
    lower = view.touching if view.touching and not roomy else said
    left = x = box.x() + high * 0.1
    icon_top = (high - side) / 2 if roomy or not lower else high * 0.08
    draw_icon(painter, theme, view.icon, tint, QRectF(x, icon_top, side, side))
    x += side + high * 0.07
    painter.setFont(heading_font(theme, high * 0.38))
    fits = painter.fontMetrics().horizontalAdvance(view.title) <= box.right() - x
    named = view.title if roomy and fits else view.short
    painter.setFont(heading_font(theme, high * (0.43 if len(named) < 4 else 0.38)))
    painter.setPen(theme.colour("faint_text" if view.done else "text"))
    top = high * 0.6 if lower else high
    rect = QRectF(x, 0, box.right() - x, top)
    wide = draw_line(painter, rect, named)
    for badge in view.badges:
        where = QRectF(x + wide + 3, top / 2 - high * 0.17, high * 0.34, high * 0.34)
        if where.right() <= box.right():
            draw_icon(painter, theme, badge.icon, "accent_text", where)
    if lower:
        painter.setFont(text_font(theme, high * 0.29))
        painter.setPen(theme.colour("harm_text" if view.touching else "faint_text"))
        if not roomy:
            x = left
        draw_line(painter, QRectF(x, high * 0.56, box.right() - x, high * 0.4), lower)
