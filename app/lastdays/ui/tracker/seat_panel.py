"""One player's panel: all that is theirs, in lines; and the table's own numbers along the foot."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget

from lastdays.language import _, titled
from lastdays.tabletop.view import ButtonView, CardView
from lastdays.ui.texts import plain
from lastdays.ui.tracker.cards import NamedControls
from lastdays.ui.tracker.seat_controls import (
    LEFT,
    LINE,
    FactMark,
    Measure,
    SeatCounter,
    Seated,
    Toggle,
    draw_icon,
    ring,
    text_in,
)

#: A name on a chip is at most so wide.
NAME = 128
_MIDDLE = int(Qt.AlignmentFlag.AlignCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)


class _Pressed(Seated, QAbstractButton):
    """A drawn button; Enter presses it as Space does."""

    def __init__(self, measure: Measure) -> None:
        self.measure = measure
        QAbstractButton.__init__(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            event.ignore()  # the page walks from control to control
        else:
            super().keyPressEvent(event)


class SeatFace(_Pressed):
    """A piece itself: its pictogram, its name where there is room for it, and what is said beside
    it. As the head of a panel it has the name at the size of a heading, and the figure."""

    def __init__(self, measure: Measure, view: CardView, *, head: bool = False) -> None:
        super().__init__(measure)
        self.head = head
        #: So much of a head is kept free before the figure, in pixels.
        self.kept = 0
        self.chosen = False
        self.view = view
        self.show_card(view, chosen=False)

    def show_card(self, view: CardView, *, chosen: bool) -> None:
        """Show the piece as it is."""
        self.view, self.chosen = view, chosen
        self.setText(view.title)
        figure = f"{view.figure} {view.figure_caption}".strip()
        turn = _("has the turn") if view.look == "active" else ""
        said = ", ".join(p for p in (view.spoken or view.title, turn, figure, view.note) if p)
        self.setAccessibleName(said)
        self.setToolTip(plain(" · ".join(p for p in (view.title, view.note) if p)))
        self.update()

    @property
    def worded(self) -> bool:
        """Return whether its name is written."""
        view = self.view
        return (
            self.head
            or view.form == "row"
            or view.worded
            or (self.measure.words and view.form != "inner")
        )

    def figure_width(self) -> int:
        """Return how much of a head its figure takes."""
        measure, view = self.measure, self.view
        if not view.figure:
            return 0
        caption = measure.width(view.figure_caption, 13, heading=False)
        return measure.width(view.figure, 24) + caption + measure.px(16)

    def wanted(self) -> int:
        measure, view = self.measure, self.view
        found = measure.px(28) if view.icon else measure.px(10)
        if view.form == "lead":
            return found
        if self.worded:
            said = max(
                measure.width(view.title, 15, heading=False),
                measure.width(view.remark, 12, heading=False) if view.form == "row" else 0,
            )
            found += said + measure.px(6)
            if view.form != "row":
                found = min(found, measure.px(NAME) + measure.px(28))
        elif view.figure:
            found += measure.width(view.figure, 17) + measure.px(2)
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:
        measure = self.measure
        with QPainter(self) as painter:
            if self.head:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            else:
                self.ground(painter)
            if self.underMouse() and self.isEnabled():
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(measure.theme.colour("select"))
                painter.drawRoundedRect(QRectF(self.rect()), 4, 4)
            if self.head:
                self._draw_head(painter)
            else:
                self._draw_piece(painter)
            if self.chosen:
                ring(painter, measure, self.rect(), "text", 1)
            self.focus_ring(painter)

    def _draw_head(self, painter: QPainter) -> None:
        measure, theme, view = self.measure, self.measure.theme, self.view
        right = self.width() - measure.px(6)
        if view.figure:
            caption = measure.width(view.figure_caption, 13, heading=False)
            painter.setFont(measure.font(13, heading=False))
            painter.setPen(theme.colour("faint_text"))
            room = QRect(right - caption, measure.px(2), caption, self.height())
            painter.drawText(room, _RIGHT, view.figure_caption)
            right -= caption + measure.px(6)
            wide = measure.width(view.figure, 24)
            painter.setFont(measure.font(24))
            painter.setPen(theme.colour("faint_text" if self.gone else "text"))
            painter.drawText(QRect(right - wide, 0, wide, self.height()), _RIGHT, view.figure)
            right -= wide + measure.px(10)
        right -= self.kept
        title = f"▶ {view.title}" if view.look == "active" else view.title
        left = measure.px(6)
        remark = measure.width(view.remark, 13, heading=False) + (
            measure.px(8) if view.remark else 0
        )
        across = right - left
        name = min(measure.width(title, 23) + 2, max(across - remark, across * 3 // 4))
        painter.setFont(measure.font(23))
        painter.setPen(theme.colour("faint_text" if self.gone else "text"))
        text_in(painter, QRect(left, 0, name, self.height()), title)
        left += name + measure.px(8)
        painter.setFont(measure.font(13, heading=False))
        painter.setPen(theme.colour("harm_text" if self.gone else "faint_text"))
        text_in(painter, QRect(left, measure.px(3), right - left, self.height()), view.remark)

    def _draw_piece(self, painter: QPainter) -> None:
        measure, theme, view = self.measure, self.measure.theme, self.view
        dim = self.gone or view.look == "gone"
        x = measure.px(6)
        if view.icon:
            alone = not (self.worded or view.figure) or view.form == "lead"
            left = (self.width() - measure.px(20)) // 2 if alone else x
            tone = (
                "harm_text" if view.form == "lead" and not dim else "faint_text" if dim else "text"
            )
            draw_icon(
                painter, measure, QRect(left, 0, measure.px(20), self.height()), view.icon, tone
            )
            x += measure.px(24)
        if view.form == "lead":
            return
        room = QRect(x, 0, self.width() - x - measure.px(2), self.height())
        painter.setPen(theme.colour("faint_text" if dim else "text"))
        if not self.worded:
            painter.setFont(measure.font(17))
            painter.drawText(room, LEFT, view.figure)
            return
        painter.setFont(measure.font(15, heading=False))
        if view.form == "row" and view.remark:
            above = QRect(room.x(), measure.px(2), room.width(), measure.px(18))
            text_in(painter, above, view.title)
            painter.setFont(measure.font(12, heading=False))
            painter.setPen(theme.colour("harm_text" if dim else "faint_text"))
            text_in(painter, above.translated(0, measure.px(16)).adjusted(0, 0, 0, -2), view.remark)
        else:
            text_in(painter, room, view.title)


class Plus(_Pressed):
    """One more of something: what it does, or a menu where there are several. `wanted_one` carries
    what was chosen."""

    wanted_one = Signal(object)

    def __init__(self, measure: Measure, whose: str, entries: tuple[ButtonView, ...]) -> None:
        super().__init__(measure)
        self.entries: tuple[ButtonView, ...] = ()
        self.setText("+")
        self.clicked.connect(self._press)
        self.show_entries(whose, entries)

    def show_entries(self, whose: str, entries: tuple[ButtonView, ...]) -> None:
        """Show what there can be one more of."""
        self.entries = entries
        name = ", ".join(e.label for e in entries)
        self.setAccessibleName(titled(whose, name))
        self.setToolTip(plain(name))

    def menu(self) -> QMenu:
        """Return the menu of all there can be one more of."""
        made = QMenu(self)
        for entry in self.entries:
            made.addAction(entry.label).triggered.connect(
                lambda _on=False, entry=entry: self.wanted_one.emit(entry)
            )
        made.aboutToHide.connect(made.deleteLater)
        return made

    def _press(self, _on: bool = False) -> None:
        if len(self.entries) == 1:
            self.wanted_one.emit(self.entries[0])
        elif self.entries:
            self.menu().popup(self.mapToGlobal(self.rect().bottomLeft()))

    def wanted(self) -> int:
        return self.measure.px(LINE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self.measure.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            pen = QPen(theme.colour("edge"), 1, Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.setBrush(theme.colour("select") if self.underMouse() else Qt.BrushStyle.NoBrush)
            box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(box, theme.px(5), theme.px(5))
            painter.setFont(self.measure.font(20))
            painter.setPen(theme.colour("faint_text"))
            painter.drawText(self.rect(), _MIDDLE, "+")
            self.focus_ring(painter)


#: The name in a line of its own keeps so much of its room where others lie beside it.
NAME_KEPT, NAME_ALONE = 76, 140
GAP, MARGIN = 3, 8


class Said(Struct):
    """What a card says, whole, however little of it there is room for."""

    whole: str = ""


class SeatCard(NamedControls[SeatCounter, Toggle]):
    """What is drawn and pressed of one piece: itself, its counters, its marks, one more of it."""

    def __init__(self, measure: Measure, view: CardView, *, head: bool, parent: QWidget) -> None:
        self.piece = view.id
        self.view = view
        self.parts = parts_of(view)
        self.title, self.note = Said(), Said()
        self.face = SeatFace(measure, view, head=head)
        shown = [t for t in view.tokens if not t.aside]
        self.counters = {(t.piece, t.name): SeatCounter(measure, t) for t in shown}
        if not head and len(shown) == 1 and view.form in ("chip", "lead", "inner"):
            for only in self.counters.values():
                only.alone = True  # the piece's own pictogram stands for it
        self.marks = {(c.piece, c.name): Toggle(measure, c) for c in view.chips if not c.aside}
        self.facts = [FactMark(measure) for _fact in view.facts]
        self.plus = Plus(measure, view.title, view.adds) if view.adds else None
        self.controls: list[Seated] = [self.face, *self.counters.values(), *self.marks.values()]
        if self.plus is not None:
            self.controls.append(self.plus)
        for part in (*self.controls, *self.facts):
            part.setParent(parent)
            part.show()

    def show_card(self, view: CardView, *, chosen: bool, gone: bool) -> None:
        """Show the piece as it stands."""
        self.view = view
        self.title.whole, self.note.whole = view.title, view.note
        self.face.show_card(view, chosen=chosen)
        for token in view.tokens:
            if not token.aside:
                self.counters[token.piece, token.name].show_token(token)
        for chip in view.chips:
            if not chip.aside:
                self.marks[chip.piece, chip.name].show_on(chip.on)
        for mark, fact in zip(self.facts, view.facts, strict=True):
            mark.show_fact(fact.icon, fact.caption, fact.value)
        if self.plus is not None:
            self.plus.show_entries(view.title, view.adds)
        dim = gone or view.look == "gone"
        for part in (*self.controls, *self.facts):
            part.stand(bare=part.bare, gone=dim)

    def remove(self) -> None:
        """Take it off the panel."""
        for part in (*self.controls, *self.facts):
            part.hide()
            part.setParent(None)
            part.deleteLater()

    def focused(self) -> tuple[str, str] | None:
        """Return what has the keyboard: piece and name of a counter or mark, '' for the piece."""
        controls = (*self.counters.items(), *self.marks.items(), ((self.piece, ""), self.face))
        return next((key for key, control in controls if control.hasFocus()), None)

    def take_focus(self, key: tuple[str, str]) -> bool:
        """Put the keyboard on a counter or mark, or the piece itself, where the card has it."""
        control: Seated | None = self.counters.get(key) or self.marks.get(key)
        if control is None and key == (self.piece, ""):
            control = self.face
        if control is not None:
            control.setFocus()
        return control is not None


def parts_of(view: CardView) -> tuple[object, ...]:
    """Return what a card is built of: it is made anew where this changes."""
    return (
        tuple((t.piece, t.name, t.caption, t.whose) for t in view.tokens if not t.aside),
        tuple((c.piece, c.name, c.caption, c.whose) for c in view.chips if not c.aside),
        len(view.facts),
        bool(view.adds),
        view.form,
    )


class _Group(Struct):
    """What stays together: a chip, or the line of a row with what lies within it."""

    own: list[Seated]
    row: SeatCard | None = None
    inner: list[list[Seated]] = []


class SeatPanel(QWidget):
    """A player with all that lies before them; with `foot` what lies before nobody.

    It places its parts itself, line by line, so that it can be asked how high it would be.
    """

    spoken_role = QAccessible.Role.Grouping
    pressed = Signal(str)

    def __init__(self, measure: Measure, panel: str, *, foot: bool = False) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.panel = panel
        self.measure = measure
        self.foot = foot
        self.cards: list[SeatCard] = []
        self.look = ""
        #: Whether a row took two lines where it was last measured.
        self.broken = False
        self._plates: list[QRect] = []

    def show_cards(self, cards: list[SeatCard], look: str) -> None:
        """Show these cards in their order; `look` is that of the player."""
        if look != self.look:
            self.update()
        self.cards = cards
        self.look = look
        name = cards[0].view.title if cards else ""
        if name != self.accessibleName():
            self.setAccessibleName(name)

    def controls(self) -> list[Seated]:
        """Return everything that is pressed, as it is read."""
        found: list[Seated] = []
        if self.cards and not self.foot:
            head = self.cards[0]
            found += [head.face] if head.plus is None else [head.face, head.plus]
        for group in self._groups():
            if group.row is not None:
                found.append(group.row.face)
            found += group.own
            for part in group.inner:
                found += part
        return [c for c in found if not isinstance(c, FactMark)]

    def _groups(self) -> list[_Group]:
        """Return the parts in the order they lie in: what leads, the player's own counters, chips,
        rows with what lies within them."""
        groups: list[_Group] = []
        if not self.cards:
            return groups
        head, *others = self.cards
        if self.foot:
            groups.append(_Group([head.face]))
        groups += [_Group(c.controls[:]) for c in others if c.view.form == "lead"]
        own: list[Seated] = [*head.counters.values(), *head.facts, *head.marks.values()]
        groups += [_Group([part]) for part in own]
        for card in others:
            form = card.view.form
            if form == "lead":
                continue
            if form == "row" and not self.foot:
                groups.append(_Group(card.controls[1:], card))
            elif form == "inner" and groups and groups[-1].row is not None:
                groups[-1].inner.append(card.controls[:])
            else:
                groups.append(_Group(card.controls[:]))
        if head.plus is not None and self.foot:
            groups.append(_Group([head.plus]))
        return groups

    # Placing

    def height_at(self, width: int, measure: Measure) -> int:
        """Return how high it would be."""
        return self._place(width, measure, move=False)

    def arrange(self, measure: Measure) -> None:
        """Put everything in its place."""
        self.measure = measure
        self._plates = []
        self._place(self.width(), measure, move=True)
        self.update()

    def _place(self, width: int, measure: Measure, *, move: bool) -> int:
        for card in self.cards:
            for part in (*card.controls, *card.facts):
                part.take(measure)
        flow = _Flow(self, width, measure, move=move)
        groups = self._groups()
        if self.cards and not self.foot:
            flow.head(self.cards[0].face, self.cards[0].plus)
            if measure.words and any(flow.breaks(g, whole=True) for g in groups):
                plain = replace(measure, words=False)  # all rows alike
                for part in [p for g in groups if g.row for p in flow.beside(g)]:
                    part.take(plain)
        self.broken = any(flow.breaks(g) for g in groups)
        for group in groups:
            if group.row is None:
                flow.chip(group.own)
            else:
                flow.row(group)
        return flow.bottom()

    def plate(self, rect: QRect) -> None:
        """Note the ground of several parts that belong together."""
        self._plates.append(rect)

    # Looks

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Look at the player whose panel is pressed beside everything."""
        if self.cards and event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit(self.cards[0].piece)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self.measure.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if not self.foot:
                active, gone = self.look == "active", self.look == "gone"
                painter.setBrush(theme.colour("ground" if gone else "panel"))
                if active:
                    painter.setBrush(_between(theme.colour("panel"), theme.colour("select")))
                line = theme.px(2)
                painter.setPen(
                    QPen(theme.colour("accent"), line)
                    if active
                    else QPen(theme.colour("raised"), 1)
                    if gone
                    else Qt.PenStyle.NoPen
                )
                inset = line / 2 if active else 0.5 if gone else 0
                box = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
                painter.drawRoundedRect(box, theme.px(8), theme.px(8))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("panel" if self.look == "gone" else "raised"))
            for plate in self._plates:
                painter.drawRoundedRect(QRectF(plate), theme.px(5), theme.px(5))


def _between(one: QColor, other: QColor) -> QColor:
    """Return the colour in the middle of two."""
    return QColor(
        (one.red() + other.red()) // 2,
        (one.green() + other.green()) // 2,
        (one.blue() + other.blue()) // 2,
    )


class _Flow:
    """Places one part after the other, from line to line."""

    def __init__(self, panel: SeatPanel, width: int, measure: Measure, *, move: bool) -> None:
        self.panel, self.measure, self.move = panel, measure, move
        margin = 0 if panel.foot else measure.px(MARGIN)
        self.left, self.right = margin, width - margin
        self.line = measure.px(LINE)
        self.gap = measure.px(GAP if not panel.foot else 6)
        self.x, self.y = self.left, 0 if panel.foot else measure.px(4)
        self.used = False

    def _put(self, part: Seated, x: int, wide: int) -> None:
        if self.move:
            part.setGeometry(x, self.y, wide, self.line)

    def new_line(self) -> None:
        """Go to the next line, if this one is begun."""
        if self.used:
            self.y += self.line + self.gap
        self.x, self.used = self.left, False

    def head(self, face: SeatFace, plus: Plus | None) -> None:
        """Give the player's name a line, with the figure in its corner and one more before that."""
        out = self.measure.px(4)
        self._put(face, self.left - out, self.right - self.left + 2 * out)
        face.kept = 0
        if plus is not None:
            face.kept = self.line + self.gap
            at = self.right + out - max(self.measure.px(6), face.figure_width() + out)
            self._put(plus, at - self.line, self.line)
            plus.raise_()
        self.used = True
        self.new_line()

    def chip(self, parts: list[Seated]) -> None:
        """Place what stays together on one ground, in this line or the next."""
        if len(parts) > 1 and self.measure.words:
            for part in parts[1:]:
                part.take(replace(self.measure, words=False))  # the piece itself has the word
        widths = self._widths(parts)
        if self.used and self.x + sum(widths) > self.right:
            self.new_line()
        together = len(parts) > 1
        if together and self.move:
            self.panel.plate(QRect(self.x, self.y, sum(widths), self.line))
        for part, wide in zip(parts, widths, strict=True):
            if self.move:
                part.stand(bare=together, gone=part.gone)
            self._put(part, self.x, wide)
            self.x += wide
        self.x += self.gap
        self.used = True

    def _widths(self, parts: list[Seated]) -> list[int]:
        """Return how wide the parts are; a piece that lies alone is no narrower than high."""
        if len(parts) == 1:
            return [max(parts[0].wanted(), self.line)]
        return [p.wanted() for p in parts]

    @staticmethod
    def beside(group: _Group) -> list[Seated]:
        """Return what stands beside the name of a row."""
        return [*(part for parts in group.inner for part in parts), *group.own]

    def breaks(self, group: _Group, *, whole: bool = False) -> bool:
        """Return whether a row is too narrow for the name, `whole` or cut, with all that is beside
        it."""
        if group.row is None:
            return False
        wide = sum(p.wanted() for p in self.beside(group))
        name = group.row.face.wanted()
        if not whole:
            name = min(name, self.measure.px(NAME_KEPT if group.inner else NAME_ALONE))
        return wide + name > self.right - self.left

    def row(self, group: _Group) -> None:
        """Place a piece in a line of its own with all it has, in two where one is too narrow."""
        assert group.row is not None
        self.new_line()
        face = group.row.face
        beside = self.beside(group)
        wide = sum(p.wanted() for p in beside)
        room = self.right - self.left
        two = self.breaks(group)
        if self.move:
            self.panel.plate(QRect(self.left, self.y, room, self.line))
            face.stand(bare=True, gone=face.gone)
        self._put(face, self.left, room if two else room - wide)
        self.used = True
        if two:
            self.new_line()
            for part in group.own:
                self.chip([part])
            for parts in group.inner:
                self.chip(parts)
            return
        x = self.right - wide
        for part in beside:
            if self.move:
                part.stand(bare=True, gone=part.gone)
            self._put(part, x, part.wanted())
            x += part.wanted()
        self.new_line()

    def bottom(self) -> int:
        """Return where everything ends."""
        self.new_line()
        return self.y - self.gap + (0 if self.panel.foot else self.measure.px(7))
