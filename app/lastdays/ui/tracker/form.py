"""A form in the panel: what is declared before dice are rolled."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QVBoxLayout,
    QWidget,
)

from lastdays.language import _, short
from lastdays.tabletop.view import ButtonView, FieldView, FormView, ThrowView
from lastdays.ui.forms.dice_panel import DieButton, LyingDie
from lastdays.ui.models.rows import plain
from lastdays.ui.theme import Theme, restyle
from lastdays.ui.tracker.pieces import text_font
from lastdays.ui.widgets.accessibility import announce
from lastdays.ui.widgets.parts import (
    Flow,
    Fold,
    Pictogram,
    Plain,
    PressedButton,
    button,
    clear,
    column,
    grid,
    holder,
    label,
    row,
    show_text,
    typed,
)

#: The beginning of a line in a list.
MARK = "· "
#: The beginning of a line that belongs to the one above.
INDENT = "  "
#: The most letters that name what is folded away, before "and {n} more".
LISTED = 28
#: The gap for an empty line, and before the text of an indented one, in pixels.
APART, BESIDE = 10, 5


class TextLines(QWidget):
    """Text shown line by line in labels of a `kind`."""

    def __init__(self, kind: str = "") -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.kind = kind
        self._text = ""
        self.grid = grid(0, BESIDE)
        self.grid.setColumnStretch(1, 1)
        self.setLayout(self.grid)

    def minimumSizeHint(self) -> QSize:
        """Return one line of any width, like a wrapped label."""
        return QSize(1, self.fontMetrics().height())

    def text(self) -> str:
        """Return the whole text."""
        return self._text

    def setText(self, text: str) -> None:
        """Replace the text; lines that begin with a mark or blanks are indented, an empty one is a
        gap."""
        if text == self._text:
            return
        self._text = text
        clear(self.grid)
        for n in range(self.grid.rowCount()):
            self.grid.setRowMinimumHeight(n, 0)
        for n, line in enumerate(text.split("\n")):
            self._add(n, line)

    def _add(self, n: int, line: str) -> None:
        if not line:
            self.grid.setRowMinimumHeight(n, APART)
            return
        said = label(line.removeprefix(MARK).strip(), self.kind, wrap=True)
        if line.startswith((MARK, INDENT)):
            mark = MARK.strip() if line.startswith(MARK) else ""
            before = label(mark, self.kind)
            self.grid.addWidget(before, n, 0, Qt.AlignmentFlag.AlignTop)
            self.grid.addWidget(said, n, 1)
        else:
            self.grid.addWidget(said, n, 0, 1, 2)
        said.show()


def listed(labels: Iterable[str]) -> str:
    """Return as many of these labels as fit in a line, and the number left out."""
    told, *rest = labels
    for n, words in enumerate(rest):
        if len(told) + len(words) > LISTED:
            return _("{some} and {n} more", some=told, n=len(rest) - n)
        told = f"{told}, {words}"
    return told


def worded(label: str, mnemonic: str = "") -> str:
    """Return a button's text with its mnemonic marked and other ampersands escaped."""
    at = label.lower().find(mnemonic.lower()) if mnemonic else -1
    return typed(label) if at < 0 else f"{typed(label[:at])}&{typed(label[at:])}"


class FittedButton(PressedButton):
    """A button whose text is elided to its width, with a price at its end. `reached`: it got the
    focus. `reasoned`: why it is disabled is written after its text; a form says that itself."""

    reached = Signal()
    reasoned = True

    def __init__(self, theme: Theme, on_click: Callable[[], object], kind: str = "") -> None:
        super().__init__()
        self.theme, self.price, self.reason = theme, "", ""
        self.setProperty("kind", kind)
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.clicked.connect(lambda _checked=False: on_click())

    def show_entry(self, entry: ButtonView, number: int = 0) -> None:
        """Show what it does, or why it can't; `number` is the digit that presses it, 0 for none."""
        self.price, self.reason = entry.price, entry.why_not if self.reasoned else ""
        self.setText((f"{number}  " if number else "") + worded(entry.label, entry.mnemonic))
        self.setAccessibleName(entry.spoken or entry.label)
        self.setAccessibleDescription(entry.why_not or entry.hint or entry.price)
        self.setToolTip(plain(entry.why_not or entry.hint))
        self.setEnabled(not entry.why_not)
        self.updateGeometry()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.reached.emit()

    def sizeHint(self) -> QSize:
        metrics, room = QFontMetrics(text_font(self.theme, 13)), 0
        for words in (self.price, self.reason):
            if words:
                room += metrics.horizontalAdvance(words) + self.theme.px(16)
        return super().sizeHint() + QSize(room, 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(60), super().minimumSizeHint().height())

    def ground(self, painter: QPainter) -> QRect:
        """Draw the button without text; return the room for the text."""
        option, style = QStyleOptionButton(), self.style()
        self.initStyleOption(option)
        option.text = ""
        style.drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)
        return style.subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self)

    def paintEvent(self, _event: QPaintEvent) -> None:
        kind, px = str(self.property("kind")), self.theme.px
        amber = kind.startswith("first") and self.isEnabled()
        faint = "on_accent" if amber else "faint_text"
        tone = "text" if self.isEnabled() and not amber else faint
        place = Qt.AlignmentFlag
        has_end = bool(self.price or self.reason)
        at = place.AlignLeft if has_end or "option" in kind else place.AlignHCenter
        with QPainter(self) as painter:
            room = self.ground(painter)
            price = faint, text_font(self.theme, 13), px(16)
            room = self.write_price(painter, room, price)
            room = self.write_text(painter, room, (tone, self.font()), at)
            if self.reason:
                room.setLeft(room.left() + px(12))
                painter.setFont(text_font(self.theme, 13))
                self.write_reason(painter, room)

    def write_price(self, painter: QPainter, room: QRect, drawn: tuple[str, QFont, int]) -> QRect:
        """Write the price at the right (colour, font, gap); return the room before it."""
        if not self.price:
            return room
        colour, font, gap = drawn
        painter.setPen(self.theme.colour(colour))
        painter.setFont(font)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(room, int(middle), self.price)
        wide = painter.fontMetrics().horizontalAdvance(self.price)
        return room.adjusted(0, 0, -wide - gap, 0)

    def write_text(
        self,
        painter: QPainter,
        room: QRect,
        drawn: tuple[str, QFont],
        at: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> QRect:
        """Write the text (colour, font), cut to the room; return the room after it."""
        colour, font = drawn
        painter.setPen(self.theme.colour(colour))
        painter.setFont(font)
        mnemonic = int(Qt.TextFlag.TextShowMnemonic)
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(
            self.text(), Qt.TextElideMode.ElideRight, room.width() + 1, mnemonic
        )
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | at) | mnemonic, shown)
        wide = metrics.size(mnemonic, shown).width()
        return room.adjusted(wide, 0, 0, 0)

    def write_reason(self, painter: QPainter, room: QRect) -> None:
        """Write why it is disabled, cut to the room; the whole is shown on hover."""
        painter.setPen(self.theme.colour("faint_text"))
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(self.reason, Qt.TextElideMode.ElideRight, room.width() + 1)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), shown)


class MoveRow(FittedButton):
    """A row of a list of moves: digit, pictogram, label, price; below the label, why it is
    disabled."""

    def __init__(
        self,
        theme: Theme,
        on_click: Callable[[], object],
        move: ButtonView,
        number: int = 0,
        *,
        first: bool = False,
    ) -> None:
        """Make the row; `number` is the digit that presses it, 0 for none; `first`: it is amber."""
        super().__init__(theme, on_click, "first option" if first else "option")
        self.view, self.number, self.first = move, number, first
        self.show_entry(move)

    def _px(self, size: float) -> int:
        return self.theme.px(size * self.theme.ample)

    def sizeHint(self) -> QSize:
        return QSize(self._px(200), self._px(46 if self.reason else 40))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._px(120), self._px(34))

    def _tones(self) -> tuple[str, str, str]:
        """Return the colours of its text, its digit and its price."""
        if not self.isEnabled():
            return "faint_text", "faint_text", "faint_text"
        if self.first:
            return "on_accent", "on_accent", "on_accent"
        return "text", "faint_text", "accent_text"

    def paintEvent(self, _event: QPaintEvent) -> None:
        px = self._px
        tone, digit_tone, price_tone = self._tones()
        room = self.rect().adjusted(px(10), 0, -px(12), 0)
        with QPainter(self) as painter:
            self.ground(painter)
            room = self._draw_digit(painter, room, digit_tone)
            room = self._draw_pictogram(painter, room, tone)
            font = text_font(self.theme, 16 * self.theme.ample)
            room = self.write_price(painter, room, (price_tone, font, px(8)))
            if self.reason:
                below = room.adjusted(0, room.height() // 2, 0, -px(3))
                room = room.adjusted(0, px(3), 0, -room.height() // 2 + px(2))
                painter.setFont(text_font(self.theme, 13 * self.theme.ample))
                self.write_reason(painter, below)
            self.write_text(painter, room, (tone, font))

    def _draw_digit(self, painter: QPainter, room: QRect, tone: str) -> QRect:
        """Draw the digit that presses it; return the room after it, as wide without one."""
        if self.number:
            painter.setFont(text_font(self.theme, 14 * self.theme.ample))
            painter.setPen(self.theme.colour(tone))
            painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), str(self.number))
        return room.adjusted(self._px(22), 0, 0, 0)

    def _draw_pictogram(self, painter: QPainter, room: QRect, tone: str) -> QRect:
        """Draw its pictogram; return the room after it."""
        if not self.view.icon:
            return room
        side = self._px(22)
        drawn = self.theme.pixmap(self.view.icon, tone, 22 * self.theme.ample)
        painter.drawPixmap(room.left(), room.center().y() - side // 2, side, side, drawn)
        return room.adjusted(self._px(32), 0, 0, 0)


class DiceKeys(QWidget):
    """The six faces of a die that a move asks for, below what the die is for; `lay` gets the face
    that is pressed."""

    def __init__(self, theme: Theme, lay: Callable[[int], None]) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.purpose = label("", "strong", wrap=True)
        self.dice = [DieButton(face, theme) for face in range(1, 7)]
        for die in self.dice:
            die.clicked.connect(lambda _on=False, face=die.face: lay(face))
        self.setLayout(column(self.purpose, holder(row(*self.dice, 1, spacing=4)), spacing=4))

    def show_for(self, purpose: str) -> None:
        """Show the faces below the name of the move they are for; hide them without one."""
        self.setVisible(bool(purpose))
        self.purpose.setText(_("{move}: press or type what the die shows.", move=purpose))


#: The side of a die that lies on the table after a fight, in pixels at 100 %.
THROWN_DIE = 40


class ThrownDice(Plain):
    """The dice of each side as they lie after a fight: whose they are, their faces, their total."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.throws: tuple[ThrowView, ...] = ()
        self.lines = grid(4, 10)
        self.lines.setColumnStretch(1, 1)
        self.setLayout(self.lines)
        self.hide()

    def show_throws(self, throws: tuple[ThrowView, ...]) -> None:
        """Show a line for each side, nothing without any."""
        self.setVisible(bool(throws))
        if throws == self.throws:
            return
        self.throws = throws
        clear(self.lines)
        for line, throw in enumerate(throws):
            whose = label(throw.whose, "faint")
            total = label(str(throw.total), "number")
            total.setAccessibleName(_("Total of the dice"))
            for across, part in enumerate((whose, self._dice(throw.faces), total)):
                self.lines.addWidget(part, line, across)
                part.show()

    def _dice(self, faces: tuple[int, ...]) -> QWidget:
        """Return dice that can't be taken back, in a row."""
        dice = [LyingDie(self.theme, number, THROWN_DIE) for number in range(1, len(faces) + 1)]
        for die, face in zip(dice, faces, strict=True):
            die.lay(face, settled=True)
        return holder(row(*dice, 1, spacing=6))


#: The greatest width of a caption beside its chips, in pixels at 100 %.
CAPTION_BESIDE = 110
#: Returns the view of a form for its choices; None if it no longer applies.
Ask = Callable[[Mapping[str, str]], FormView | None]


class Chooser(QWidget):
    """A choice shown as chips; `choose` gets the key."""

    def __init__(self, theme: Theme, field: FieldView, choose: Callable[[str], None]) -> None:
        super().__init__()
        self.buttons: dict[str, QPushButton] = {}
        flow = Flow(spacing=4)
        caption = label(field.caption, "faint")
        beside = caption.sizeHint().width() <= theme.px(CAPTION_BESIDE)
        if beside:  # of a line with the first chips, else above them
            caption.setContentsMargins(0, 0, theme.px(6), 0)
            caption.setMinimumHeight(theme.px(36))
            flow.addWidget(caption)
        drawn = {key: (drawing, word) for key, drawing, word in field.drawn}
        for key, text in field.options:
            drawing, word = drawn.get(key, ("", text))
            made = button(typed(short(word, 28)), partial(choose, key), "chip")
            made.setAccessibleName(text)
            made.setAccessibleDescription(field.caption)
            if drawing:
                theme.draw_on(made, drawing, "well_text", 18)
                made.setToolTip(plain(text))
            made.setCheckable(True)
            self.buttons[key] = made
            flow.addWidget(made)
        above = () if beside else (caption,)
        self.setLayout(column(*above, holder(flow), spacing=2))

    def show_value(self, value: str) -> None:
        """Check the chip of the chosen option."""
        for key, made in self.buttons.items():
            made.setChecked(key == value)


def _has_one_act(view: FormView) -> bool:
    """Return whether a form is about one act, its first button, and isn't a list of acts."""
    return bool(view.fields or view.text)


class Form(QWidget):
    """Draws a `FormView` and keeps its choices. `pressed` carries a button, `thrown` the first
    button and the face that answers it; `closed`: it was closed."""

    pressed = Signal(object)
    thrown = Signal(object, int)
    closed = Signal()
    #: Another option was chosen.
    altered = Signal()
    #: An act of a list became amber.
    selected = Signal()

    def __init__(
        self,
        theme: Theme,
        ask: Ask,
        kept: Mapping[str, str] | None = None,
        board: Container[str] = (),
    ) -> None:
        """Make the form; `ask` returns the view for the choices made, `kept` are earlier choices;
        pieces on the `board` are pressed there."""
        super().__init__()
        self.theme, self.board = theme, board
        self.ask = ask
        self.values: dict[str, str] = dict(kept or {})
        self.view = FormView("", "", "")
        self.icon = Pictogram(theme, "", token="accent_text", size=32)
        self.title = label("", "figure", wrap=True)
        self.figure = label("", "display")
        self.figure.setAccessibleName(_("The number needed"))
        self.number = label("", "heading", wrap=True)
        self.number.setAccessibleName(_("Needed"))
        self.why = label("", "faint", wrap=True)
        self.text = TextLines()
        self.problem = label("", "warn", wrap=True)
        self.back = button("", self.closed.emit)
        self.act_flow = Flow()
        self.act_buttons: dict[str, FittedButton] = {}
        self._acts: tuple[ButtonView, ...] = ()
        self.choosers: dict[str, Chooser] = {}
        self.hint = label("", "faint", wrap=True)
        self.fields = QVBoxLayout()
        self.fields.setSpacing(5)
        self._drawn: list[FieldView] = []
        head = row(self.icon, self.title, spacing=10)
        head.setStretch(1, 1)
        needed = row(self.figure, column(1, self.number, self.why, 1, spacing=1), spacing=12)
        needed.setStretch(1, 1)
        self.dice_row = DiceKeys(theme, self._lay)
        self.dice = self.dice_row.dice
        #: The face that was typed, 0 for none, until the act uses it.
        self.laid = 0
        for die in self.dice:
            die.setCheckable(True)
        self.setLayout(
            column(
                head,
                needed,
                self.text,
                self.problem,
                self.dice_row,
                holder(self.act_flow),
                self.hint,
                self.fields,
                1,
                spacing=5,
            )
        )

    def show_now(self) -> bool:
        """Show the current state; return False if the form no longer applies."""
        view = self.ask(self.values)
        if view is None:
            return False
        self.view = view
        self.values = {f.key: f.value for f in view.fields}
        for text, said in (
            (self.title, view.title),
            (self.number, view.number),
            (self.why, view.why),
            (self.text, view.text),
            (self.problem, view.problem if view.problem != view.number else ""),
        ):
            text.setText(said)
            text.setVisible(bool(said))
        self.back.setText(view.back or _("Back"))
        show_text(self.figure, view.figure)
        self.icon.show_drawing(view.icon, token="accent_text")
        self.icon.setVisible(bool(view.icon))
        self.dice_row.setVisible(view.dice)
        self._show_acts(view)
        self._show_fields(view)
        self._lay(0)
        self.hint.setText(
            _("To choose another, click it on the board.")
            if view.dice
            else _("Click it on the board, or press its number.")
        )
        self.hint.setVisible(bool(self.asked()))
        return True

    def asked(self) -> dict[str, str]:
        """Return what a press on each piece of the board does here."""
        options = [option for field in self._picking() for option in field.options]
        options += [(b.key, b.label) for b in self._acts if not b.why_not]
        return {key: text for key, text in options if key in self.board}

    def _show_acts(self, view: FormView) -> None:
        drawn = [b for b in view.buttons if b.key not in self.board]
        leads = _has_one_act(view)
        numbered = not leads and len(drawn) == len(view.buttons)
        if list(self.act_buttons) != [b.key for b in drawn] or self.act_flow.count() == 0:
            self.act_flow.removeWidget(self.back)
            self.back.setParent(self)
            clear(self.act_flow)
            self.act_buttons = {}
            for n, entry in enumerate(drawn):
                made = FittedButton(self.theme, partial(self._press, entry.key))
                made.reasoned = not leads  # else the form says it above
                if leads:
                    made.setProperty("kind", "first" if n == 0 else "")
                else:
                    made.setProperty("kind", "option")
                    made.reached.connect(partial(self._reach, made))
                self.act_buttons[entry.key] = made
                self.act_flow.addWidget(made)
                made.show()  # now: whether an act is amber is asked before Qt would show it
            self.act_flow.addWidget(self.back)
        self._acts = view.buttons
        for n, entry in enumerate(drawn, start=1):
            made = self.act_buttons[entry.key]
            made.show_entry(entry, n if numbered and n < 10 else 0)

    def _reach(self, reached: FittedButton) -> None:
        """Make the focused option amber."""
        for made in self.act_buttons.values():
            restyle(made, kind="first option" if made is reached else "option")
        self.selected.emit()

    def unselect(self) -> None:
        """Let no option of a list of acts be amber: a piece on the board has the focus."""
        if not _has_one_act(self.view):
            for made in self.act_buttons.values():
                restyle(made, kind="option")

    def _show_fields(self, view: FormView) -> None:
        left = (replace(f, options=self._beside(f), value="") for f in view.fields)
        drawn = [field for field in left if field.options]
        if drawn != self._drawn:
            self._drawn = drawn
            clear(self.fields)
            self.choosers = {}
            for field in drawn:
                made = Chooser(self.theme, field, partial(self.choose, field.key))
                self.choosers[field.key] = made
                if not field.rare:
                    self.fields.addWidget(made)
            rare = [field for field in drawn if field.rare]
            if rare:
                words = listed(field.caption for field in rare)
                parts = [self.choosers[field.key] for field in rare]
                self.fields.addWidget(Fold(self.theme, "table/declare", words, *parts))
        for field in view.fields:
            if field.key in self.choosers:
                self.choosers[field.key].show_value(field.value)

    def _beside(self, field: FieldView) -> tuple[tuple[str, str], ...]:
        """Return the options of a field that aren't pressed on the board."""
        return tuple(o for o in field.options if not (field.picks and o[0] in self.board))

    def choose(self, field: str, key: str) -> None:
        """Choose an option of a field."""
        chip = self._chip(field, key)
        had, needed = chip is not None and chip.hasFocus(), self.number.text()
        self.values[field] = key
        if not self.show_now():
            self.closed.emit()
            return
        self.altered.emit()
        if self.number.text() != needed:
            announce(self.number, self.number.text())
        chip = self._chip(field, key)
        if had and chip is not None:
            chip.setFocus()

    def _chip(self, field: str, key: str) -> QPushButton | None:
        chooser = self.choosers.get(field)
        return chooser.buttons.get(key) if chooser is not None else None

    def _lay(self, face: int) -> None:
        """Show the face that was pressed or typed, 0 for none."""
        self.laid = face
        for die in self.dice:
            die.setChecked(die.face == face)

    def step_back(self) -> bool:
        """Take back the face that lies there; return whether there was one."""
        lay = self.laid > 0
        self._lay(0)
        return lay

    def _press(self, key: str) -> None:
        entry = next((b for b in self._acts if b.key == key), None)
        if self.laid and entry is self._acts[0]:
            self._throw(self.laid)
        elif entry is not None and not entry.why_not:
            self.pressed.emit(entry)

    def _throw(self, face: int) -> None:
        """Do the act and answer it with a face."""
        if self._acts and not self._acts[0].why_not:
            self.thrown.emit(self._acts[0], face)

    def kept(self) -> dict[str, str]:
        """Return the choices to keep when the form reopens after its act."""
        return {k: v for k, v in self.values.items() if k in self.view.again}

    # The keyboard and the cards

    @property
    def ready(self) -> bool:
        """Return whether its act can be done."""
        first = next(iter(self.act_buttons.values()), None)
        return first is not None and first.isEnabled()

    def take_focus(self) -> None:
        """Focus the act if it can be done, else the first choice to make; in a list of acts, of which
        none is amber until it is selected, the title."""
        if self.act_buttons and not _has_one_act(self.view):
            self.title.setFocus()
            return
        first: QWidget = next(iter(self.act_buttons.values()), self.back)
        if not self.ready:
            picking = [f.key for f in self._picking() if f.key in self.choosers]
            choosers = [self.choosers[key] for key in picking]
            first = next((b for c in choosers for b in c.buttons.values()), self.back)
        first.setFocus()

    def _picking(self) -> list[FieldView]:
        return [f for f in self.view.fields if f.picks]

    def _pick(self, field: str, key: str) -> None:
        """Choose an option, then focus the act, or the chip if the act can't be done yet."""
        self.choose(field, key)
        act, chip = next(iter(self.act_buttons.values()), None), self._chip(field, key)
        if act is not None and act.isEnabled():
            act.setFocus()
        elif chip is not None:
            chip.setFocus()

    def pick(self, piece: str) -> bool:
        """Use a piece pressed on the board; return whether it has a meaning here."""
        for field in self._picking():
            if piece in (key for key, _text in field.options):
                self._pick(field.key, piece)
                return True
        if any(entry.key == piece for entry in self._acts):
            self._press(piece)
            return True
        return False

    def press(self, n: int) -> None:
        """Press what a digit stands for: a face, the nth option of a picked field, or the nth
        button where there is nothing else to choose."""
        if self.view.dice:
            if 1 <= n <= len(self.dice):
                self._lay(n)
                announce(self.dice_row, self.dice[n - 1].accessibleName())
            return
        for field in self._picking():
            if 0 < n <= len(field.options):
                self._pick(field.key, field.options[n - 1][0])
            return
        if not (self.choosers or self.text.text()) and 0 < n <= len(self._acts):
            self._press(self._acts[n - 1].key)
