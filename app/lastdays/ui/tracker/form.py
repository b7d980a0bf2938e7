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
from lastdays.ui.models.rows import plain_hint
from lastdays.ui.theme import Theme, set_style_properties
from lastdays.ui.tracker.pieces import text_font
from lastdays.ui.widgets.accessibility import announce
from lastdays.ui.widgets.parts import (
    Flow,
    Fold,
    Pictogram,
    Plain,
    PressedButton,
    button,
    clear_layout,
    column,
    escape_ampersands,
    grid,
    label,
    row,
    show_text,
    wrap_layout,
)

#: The beginning of a line in a list.
MARK = "· "
#: The beginning of a line that belongs to the one above.
INDENT = "  "
#: The most letters that name what is folded away, before "and {n} more".
LISTED = 28
#: The gap for an empty line, in pixels.
APART = 10
#: The gap before the text of an indented line, in pixels.
BESIDE = 5
#: The greatest digit.
DIGITS = 9


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
        clear_layout(self.grid)
        for place in range(self.grid.rowCount()):
            self.grid.setRowMinimumHeight(place, 0)
        for place, line in enumerate(text.split("\n")):
            self._add(place, line)

    def _add(self, place: int, line: str) -> None:
        """Add a line of text at a place, from 0."""
        if not line:
            self.grid.setRowMinimumHeight(place, APART)
            return
        is_item = line.startswith(MARK)
        words = label(line.removeprefix(MARK).strip(), self.kind, wrap=True)
        if is_item or line.startswith(INDENT):
            mark_text = MARK.strip() if is_item else ""
            mark = label(mark_text, self.kind)
            self.grid.addWidget(mark, place, 0, Qt.AlignmentFlag.AlignTop)
            self.grid.addWidget(words, place, 1)
        else:
            self.grid.addWidget(words, place, 0, 1, 2)
        words.show()


def labels_in_line(labels: Iterable[str]) -> str:
    """Return as many of these labels as fit in a line, and the number left out."""
    first, *others = labels
    line = first
    for count, words in enumerate(others):
        if len(line) + len(words) > LISTED:
            return _("{some} and {n} more", some=line, n=len(others) - count)
        line = f"{line}, {words}"
    return line


def text_with_mnemonic(label: str, mnemonic: str = "") -> str:
    """Return a button's text with its mnemonic marked and other ampersands escaped."""
    place = label.lower().find(mnemonic.lower()) if mnemonic else -1
    if place < 0:
        return escape_ampersands(label)
    return f"{escape_ampersands(label[:place])}&{escape_ampersands(label[place:])}"


class FittedButton(PressedButton):
    """A button whose text is elided to its width, with a price at its end. `reached`: it got the
    focus. `shows_reason`: why it is disabled is written after its text; a form says that itself."""

    reached = Signal()
    shows_reason = True

    def __init__(self, theme: Theme, on_click: Callable[[], object], kind: str = "") -> None:
        super().__init__()
        self.theme = theme
        self.price = ""
        self.reason = ""
        self._on_click = on_click
        self.setProperty("kind", kind)
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._click)

    def _click(self) -> None:
        self._on_click()

    def show_entry(self, entry: ButtonView, number: int = 0) -> None:
        """Show what it does, or why it can't; `number` is the digit that presses it, 0 for none."""
        words = text_with_mnemonic(entry.label, entry.mnemonic)
        self.price = entry.price
        self.reason = entry.why_not if self.shows_reason else ""
        if number:
            words = f"{number}  {words}"
        self.setText(words)
        self.setAccessibleName(entry.spoken or entry.label)
        self.setAccessibleDescription(entry.why_not or entry.hint or entry.price)
        self.setToolTip(plain_hint(entry.why_not or entry.hint))
        self.setEnabled(not entry.why_not)
        self.updateGeometry()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.reached.emit()

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(text_font(self.theme, 13))
        end_width = 0
        for words in (self.price, self.reason):
            if words:
                end_width += metrics.horizontalAdvance(words) + self.theme.pixels(16)
        return super().sizeHint() + QSize(end_width, 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.pixels(60), super().minimumSizeHint().height())

    def draw_ground(self, painter: QPainter) -> QRect:
        """Draw the button without text; return the room for the text."""
        style = self.style()
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        style.drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)
        return style.subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self)

    def paintEvent(self, _event: QPaintEvent) -> None:
        pixels = self.theme.pixels
        small_font = text_font(self.theme, 13)
        text_tone, price_tone = self._text_tones()
        with QPainter(self) as painter:
            room = self.draw_ground(painter)
            room = self.write_price(painter, room, (price_tone, small_font, pixels(16)))
            room = self.write_text(painter, room, (text_tone, self.font()), self._text_alignment())
            if self.reason:
                room.setLeft(room.left() + pixels(12))
                painter.setFont(small_font)
                self.write_reason(painter, room)

    def _text_tones(self) -> tuple[str, str]:
        """Return the colours of its text and of its price."""
        if not self.isEnabled():
            return "faint_text", "faint_text"
        is_amber = str(self.property("kind")).startswith("first")
        if is_amber:
            return "on_accent", "on_accent"
        return "text", "faint_text"

    def _text_alignment(self) -> Qt.AlignmentFlag:
        """Return where its text stands: in the middle, unless something stands at its end."""
        is_option = "option" in str(self.property("kind"))
        if is_option or self.price or self.reason:
            return Qt.AlignmentFlag.AlignLeft
        return Qt.AlignmentFlag.AlignHCenter

    def write_price(self, painter: QPainter, room: QRect, style: tuple[str, QFont, int]) -> QRect:
        """Write the price at the right (colour, font, gap); return the room before it."""
        if not self.price:
            return room
        colour, font, gap = style
        painter.setPen(self.theme.colour(colour))
        painter.setFont(font)
        at_right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(room, int(at_right), self.price)
        price_width = painter.fontMetrics().horizontalAdvance(self.price)
        return room.adjusted(0, 0, -price_width - gap, 0)

    def write_text(
        self,
        painter: QPainter,
        room: QRect,
        style: tuple[str, QFont],
        alignment: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> QRect:
        """Write the text (colour, font), cut to the room; return the room after it."""
        colour, font = style
        painter.setPen(self.theme.colour(colour))
        painter.setFont(font)
        metrics = painter.fontMetrics()
        mode = Qt.TextElideMode.ElideRight
        mnemonic = int(Qt.TextFlag.TextShowMnemonic)
        text = metrics.elidedText(self.text(), mode, room.width() + 1, mnemonic)
        flags = int(Qt.AlignmentFlag.AlignVCenter | alignment) | mnemonic
        painter.drawText(room, flags, text)
        text_width = metrics.size(mnemonic, text).width()
        return room.adjusted(text_width, 0, 0, 0)

    def write_reason(self, painter: QPainter, room: QRect) -> None:
        """Write why it is disabled, cut to the room; the whole is shown on hover."""
        painter.setPen(self.theme.colour("faint_text"))
        mode = Qt.TextElideMode.ElideRight
        reason = painter.fontMetrics().elidedText(self.reason, mode, room.width() + 1)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), reason)


class MoveRow(FittedButton):
    """A row of a list of moves: digit, pictogram, label, price; below the label, why it is
    disabled. A label that is too long for the row takes two lines."""

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
        kind = "first option" if first else "option"
        super().__init__(theme, on_click, kind)
        self.view = move
        self.number = number
        self.first = first
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.show_entry(move)

    def _pixels(self, size: float) -> int:
        return self.theme.pixels(size * self.theme.ample_factor)

    def sizeHint(self) -> QSize:
        height = 46 if self.reason else 40
        return QSize(self._pixels(200), self._pixels(height))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._pixels(120), self._pixels(34))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height for one line of its label, or for two if it is longer than one."""
        height = self.sizeHint().height()
        if self._is_longer_than(self._label_width(width)):
            height += QFontMetrics(self._label_font()).height()
        return height

    def _label_font(self) -> QFont:
        return text_font(self.theme, 16 * self.theme.ample_factor)

    def _label_width(self, width: int) -> int:
        """Return the room for the label in a row of a width."""
        pixels = self._pixels
        room = width - pixels(10) - pixels(12) - pixels(22)
        if self.view.icon:
            room -= pixels(32)
        if self.price:
            room -= QFontMetrics(self._label_font()).horizontalAdvance(self.price) + pixels(8)
        return room

    def _is_longer_than(self, width: int) -> bool:
        """Return whether the label takes more than one line of a width."""
        mnemonic = int(Qt.TextFlag.TextShowMnemonic)
        label_width = QFontMetrics(self._label_font()).size(mnemonic, self.text()).width()
        return label_width > width

    def _colours(self) -> tuple[str, str, str]:
        """Return the colours of its text, its digit and its price."""
        if not self.isEnabled():
            return "faint_text", "faint_text", "faint_text"
        if self.first:
            return "on_accent", "on_accent", "on_accent"
        return "text", "faint_text", "accent_text"

    def paintEvent(self, _event: QPaintEvent) -> None:
        pixels = self._pixels
        tone, digit_tone, price_tone = self._colours()
        font = self._label_font()
        small_font = text_font(self.theme, 13 * self.theme.ample_factor)
        room = self.rect().adjusted(pixels(10), 0, -pixels(12), 0)
        with QPainter(self) as painter:
            self.draw_ground(painter)
            room = self._draw_digit(painter, room, digit_tone)
            room = self._draw_pictogram(painter, room, tone)
            room = self.write_price(painter, room, (price_tone, font, pixels(8)))
            if self.reason:
                below = room.adjusted(0, room.height() - pixels(23), 0, -pixels(3))
                painter.setFont(small_font)
                self.write_reason(painter, below)
                room = room.adjusted(0, pixels(3), 0, -pixels(21))
            if self._is_longer_than(room.width()):
                self._write_wrapped(painter, room, (tone, font))
            else:
                self.write_text(painter, room, (tone, font))

    def _write_wrapped(self, painter: QPainter, room: QRect, style: tuple[str, QFont]) -> None:
        """Write its text (colour, font) over two lines."""
        colour, font = style
        painter.setPen(self.theme.colour(colour))
        painter.setFont(font)
        wrapped = Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextShowMnemonic
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter) | int(wrapped), self.text())

    def _draw_digit(self, painter: QPainter, room: QRect, tone: str) -> QRect:
        """Draw the digit that presses it; return the room after it, as wide without one."""
        if self.number:
            painter.setFont(text_font(self.theme, 14 * self.theme.ample_factor))
            painter.setPen(self.theme.colour(tone))
            painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), str(self.number))
        return room.adjusted(self._pixels(22), 0, 0, 0)

    def _draw_pictogram(self, painter: QPainter, room: QRect, tone: str) -> QRect:
        """Draw its pictogram; return the room after it."""
        if not self.view.icon:
            return room
        side = self._pixels(22)
        top = room.center().y() - side // 2
        pixmap = self.theme.pixmap(self.view.icon, tone, 22 * self.theme.ample_factor)
        painter.drawPixmap(room.left(), top, side, side, pixmap)
        return room.adjusted(self._pixels(32), 0, 0, 0)


class DiceKeys(QWidget):
    """The six faces of a die that a move asks for, below what the die is for; `lay` gets the face
    that is pressed."""

    def __init__(self, theme: Theme, lay: Callable[[int], None]) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.purpose = label("", "strong", wrap=True)
        self.dice = [DieButton(face, theme) for face in range(1, 7)]
        for die in self.dice:
            die.clicked.connect(partial(self._press_face, die.face))
        self._show_face = lay
        self.setLayout(column(self.purpose, wrap_layout(row(*self.dice, 1, spacing=4)), spacing=4))

    def _press_face(self, face: int, _on: bool = False) -> None:
        self._show_face(face)

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
        clear_layout(self.lines)
        for line, throw in enumerate(throws):
            total = label(str(throw.total), "number")
            total.setAccessibleName(_("Total of the dice"))
            parts = [label(throw.whose, "faint"), self._row_of_dice(throw.faces), total]
            for place, part in enumerate(parts):
                self.lines.addWidget(part, line, place)
                part.show()

    def _row_of_dice(self, faces: tuple[int, ...]) -> QWidget:
        """Return dice that can't be taken back, in a row."""
        dice: list[LyingDie] = []
        for number, face in enumerate(faces, start=1):
            die = LyingDie(self.theme, number, THROWN_DIE)
            die.lay(face, settled=True)
            dice.append(die)
        return wrap_layout(row(*dice, 1, spacing=6))


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
        lines = column(spacing=2)
        caption = label(field.caption, "faint")
        is_short = caption.sizeHint().width() <= theme.pixels(CAPTION_BESIDE)
        if is_short:  # it stands in the line of the first chips
            caption.setContentsMargins(0, 0, theme.pixels(6), 0)
            caption.setMinimumHeight(theme.pixels(36))
            flow.addWidget(caption)
        else:
            lines.addWidget(caption)
        drawings = {key: (drawing, word) for key, drawing, word in field.drawn}
        for key, text in field.options:
            drawing, word = drawings.get(key, ("", text))
            chip = button(escape_ampersands(short(word, 28)), partial(choose, key), "chip")
            chip.setAccessibleName(text)
            chip.setAccessibleDescription(field.caption)
            if drawing:
                theme.set_icon(chip, drawing, "well_text", 18)
                chip.setToolTip(plain_hint(text))
            chip.setCheckable(True)
            self.buttons[key] = chip
            flow.addWidget(chip)
        lines.addWidget(wrap_layout(flow))
        self.setLayout(lines)

    def show_value(self, value: str) -> None:
        """Check the chip of the chosen option."""
        for key, chip in self.buttons.items():
            chip.setChecked(key == value)


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
        self.theme = theme
        self.board = board
        self.ask = ask
        self.values: dict[str, str] = dict(kept) if kept is not None else {}
        self.view = FormView("", "", "")
        self._make_words()
        self.back = button("", self.closed.emit)
        self.act_flow = Flow()
        self.act_buttons: dict[str, FittedButton] = {}
        self._acts: tuple[ButtonView, ...] = ()
        self.choosers: dict[str, Chooser] = {}
        self.fields = QVBoxLayout()
        self.fields.setSpacing(5)
        self._drawn: list[FieldView] = []
        self.dice_row = DiceKeys(theme, self._show_face)
        self.dice = self.dice_row.dice
        #: The face that was typed, 0 for none, until the act uses it.
        self.laid = 0
        for die in self.dice:
            die.setCheckable(True)
        self._lay_out()

    def _lay_out(self) -> None:
        """Lay out the head, the number needed, the acts and the choices."""
        head = row(self.icon, self.title, spacing=10)
        head.setStretch(1, 1)
        needed = row(self.figure, column(1, self.number, self.why, 1, spacing=1), spacing=12)
        needed.setStretch(1, 1)
        self.setLayout(
            column(
                head,
                needed,
                self.text,
                self.problem,
                self.dice_row,
                wrap_layout(self.act_flow),
                self.hint,
                self.fields,
                1,
                spacing=5,
            )
        )

    def _make_words(self) -> None:
        """Make what the form says above and below its acts."""
        self.icon = Pictogram(self.theme, "", token="accent_text", size=32)
        self.title = label("", "figure", wrap=True)
        self.figure = label("", "display")
        self.figure.setAccessibleName(_("The number needed"))
        self.number = label("", "heading", wrap=True)
        self.number.setAccessibleName(_("Needed"))
        self.why = label("", "faint", wrap=True)
        self.text = TextLines()
        self.problem = label("", "warn", wrap=True)
        self.hint = label("", "faint", wrap=True)

    def show_now(self) -> bool:
        """Show the current state; return False if the form no longer applies."""
        view = self.ask(self.values)
        if view is None:
            return False
        self.view = view
        self.values = {field.key: field.value for field in view.fields}
        self._show_words(view)
        self.dice_row.setVisible(view.dice)
        self._show_acts(view)
        self._show_fields(view)
        self._show_face(0)
        if view.dice:
            self.hint.setText(_("To choose another, click it on the board."))
        else:
            self.hint.setText(_("Click it on the board, or press its number."))
        self.hint.setVisible(bool(self.presses_by_piece()))
        return True

    def _show_words(self, view: FormView) -> None:
        """Show the head of the form, the number needed, its text and what is wrong."""
        problem = view.problem
        if problem == view.number:  # it is said above
            problem = ""
        show_text(self.title, view.title)
        show_text(self.number, view.number)
        show_text(self.why, view.why)
        self.text.setText(view.text)
        self.text.setVisible(bool(view.text))
        show_text(self.problem, problem)
        show_text(self.figure, view.figure)
        self.back.setText(view.back or _("Back"))
        self.icon.show_drawing(view.icon, token="accent_text")
        self.icon.setVisible(bool(view.icon))

    def presses_by_piece(self) -> dict[str, str]:
        """Return what a press on each piece of the board does here."""
        asked: dict[str, str] = {}
        for field in self._fields_that_pick():
            for key, text in field.options:
                if key in self.board:
                    asked[key] = text
        for act in self._acts:
            if act.key in self.board and not act.why_not:
                asked[act.key] = act.label
        return asked

    def _show_acts(self, view: FormView) -> None:
        """Show a button for each act that isn't done by pressing a piece, making them anew where they
        are others; those of a list have digits if all of them are here."""
        acts = [act for act in view.buttons if act.key not in self.board]
        keys = [act.key for act in acts]
        if list(self.act_buttons) != keys or self.act_flow.count() == 0:
            self._make_act_buttons(keys, as_main_acts=_has_one_act(view))
        self._acts = view.buttons
        all_are_here = len(acts) == len(view.buttons)
        numbered = all_are_here and not _has_one_act(view)
        for place, act in enumerate(acts, start=1):
            has_digit = numbered and place <= DIGITS
            digit = place if has_digit else 0
            self.act_buttons[act.key].show_entry(act, digit)

    def _make_act_buttons(self, keys: list[str], *, as_main_acts: bool) -> None:
        """Make the buttons of acts; `leads`: the first is amber, else each is while it is focused."""
        self.act_flow.removeWidget(self.back)
        self.back.setParent(self)
        clear_layout(self.act_flow)
        self.act_buttons = {}
        for key in keys:
            act_button = FittedButton(self.theme, partial(self._do_act, key))
            is_first = not self.act_buttons
            act_button.shows_reason = not as_main_acts  # else the form says it above
            if not as_main_acts:
                act_button.setProperty("kind", "option")
                act_button.reached.connect(partial(self._highlight_option, act_button))
            elif is_first:
                act_button.setProperty("kind", "first")
            self.act_buttons[key] = act_button
            self.act_flow.addWidget(act_button)
            act_button.show()  # now: whether an act is amber is asked before Qt would show it
        self.act_flow.addWidget(self.back)

    def _highlight_option(self, reached: FittedButton) -> None:
        """Make the focused option amber."""
        for act_button in self.act_buttons.values():
            kind = "first option" if act_button is reached else "option"
            set_style_properties(act_button, kind=kind)
        self.selected.emit()

    def unselect(self) -> None:
        """Let no option of a list of acts be amber: a piece on the board has the focus."""
        if not _has_one_act(self.view):
            for act_button in self.act_buttons.values():
                set_style_properties(act_button, kind="option")

    def _show_fields(self, view: FormView) -> None:
        """Show chips for what isn't chosen on the board, rare choices folded away, making them anew
        where they are others."""
        fields: list[FieldView] = []
        for field in view.fields:
            options = self._options_beside_board(field)
            if options:
                fields.append(replace(field, options=options, value=""))
        if fields != self._drawn:
            self._drawn = fields
            self._make_choosers(fields)
        for field in view.fields:
            if field.key in self.choosers:
                self.choosers[field.key].show_value(field.value)

    def _make_choosers(self, fields: list[FieldView]) -> None:
        """Make the chips of the fields."""
        clear_layout(self.fields)
        self.choosers = {}
        rare_captions: list[str] = []
        rare_choosers: list[Chooser] = []
        for field in fields:
            chooser = Chooser(self.theme, field, partial(self.choose_option, field.key))
            self.choosers[field.key] = chooser
            if field.rare:
                rare_captions.append(field.caption)
                rare_choosers.append(chooser)
            else:
                self.fields.addWidget(chooser)
        if rare_choosers:
            words = labels_in_line(rare_captions)
            self.fields.addWidget(Fold(self.theme, "table/declare", words, *rare_choosers))

    def _options_beside_board(self, field: FieldView) -> tuple[tuple[str, str], ...]:
        """Return the options of a field that aren't pressed on the board."""
        if not field.picks:
            return field.options
        return tuple(option for option in field.options if option[0] not in self.board)

    def choose_option(self, field: str, key: str) -> None:
        """Choose an option of a field."""
        chip = self._chip_of_option(field, key)
        had_focus = chip is not None and chip.hasFocus()
        earlier_number = self.number.text()
        self.values[field] = key
        if not self.show_now():
            self.closed.emit()
            return
        self.altered.emit()
        if self.number.text() != earlier_number:
            announce(self.number, self.number.text())
        chip = self._chip_of_option(field, key)
        if had_focus and chip is not None:
            chip.setFocus()

    def _chip_of_option(self, field: str, key: str) -> QPushButton | None:
        chooser = self.choosers.get(field)
        return chooser.buttons.get(key) if chooser is not None else None

    def _show_face(self, face: int) -> None:
        """Show the face that was pressed or typed, 0 for none."""
        self.laid = face
        for die in self.dice:
            die.setChecked(die.face == face)

    def step_back(self) -> bool:
        """Take back the face that lies there; return whether there was one."""
        lay_there = self.laid > 0
        self._show_face(0)
        return lay_there

    def _do_act(self, key: str) -> None:
        """Do an act, the first one with the face that lies there."""
        act = next((act for act in self._acts if act.key == key), None)
        if act is self._acts[0] and self.laid:
            self._do_act_with_face(self.laid)
        elif act is not None and not act.why_not:
            self.pressed.emit(act)

    def _do_act_with_face(self, face: int) -> None:
        """Do the act and answer it with a face."""
        if self._acts and not self._acts[0].why_not:
            self.thrown.emit(self._acts[0], face)

    def choices_to_keep(self) -> dict[str, str]:
        """Return the choices to keep when the form reopens after its act."""
        return {key: value for key, value in self.values.items() if key in self.view.again}

    # The keyboard and the cards

    @property
    def ready(self) -> bool:
        """Return whether its act can be done."""
        act_button = self._first_act()
        return act_button is not None and act_button.isEnabled()

    def _first_act(self) -> FittedButton | None:
        """Return the button of the first act."""
        return next(iter(self.act_buttons.values()), None)

    def take_focus(self) -> None:
        """Focus the act if it can be done, else the first choice to make; in a list of acts, of which
        none is amber until it is selected, the title."""
        act_button = self._first_act()
        if act_button is not None and not _has_one_act(self.view):
            self.title.setFocus()
        elif act_button is not None and act_button.isEnabled():
            act_button.setFocus()
        else:
            self._first_choice().setFocus()

    def _first_choice(self) -> QWidget:
        """Return the first chip of a choice to make, the way back if there is none."""
        for field in self._fields_that_pick():
            chooser = self.choosers.get(field.key)
            if chooser is not None and chooser.buttons:
                return next(iter(chooser.buttons.values()))
        return self.back

    def _fields_that_pick(self) -> list[FieldView]:
        return [field for field in self.view.fields if field.picks]

    def _pick_option(self, field: str, key: str) -> None:
        """Choose an option, then focus the act, or the chip if the act can't be done yet."""
        self.choose_option(field, key)
        act_button = self._first_act()
        chip = self._chip_of_option(field, key)
        if act_button is not None and act_button.isEnabled():
            act_button.setFocus()
        elif chip is not None:
            chip.setFocus()

    def pick_piece(self, piece: str) -> bool:
        """Use a piece pressed on the board; return whether it has a meaning here."""
        for field in self._fields_that_pick():
            keys = [key for key, _text in field.options]
            if piece in keys:
                self._pick_option(field.key, piece)
                return True
        if any(act.key == piece for act in self._acts):
            self._do_act(piece)
            return True
        return False

    def press_digit(self, n: int) -> None:
        """Press what a digit stands for: a face, the nth option of a picked field, or the nth
        button where there is nothing else to choose."""
        picking = self._fields_that_pick()
        if self.view.dice:
            if 1 <= n <= len(self.dice):
                self._show_face(n)
                announce(self.dice_row, self.dice[n - 1].accessibleName())
        elif picking:
            field = picking[0]
            if 1 <= n <= len(field.options):
                key, _text = field.options[n - 1]
                self._pick_option(field.key, key)
        elif self._is_list_alone() and 1 <= n <= len(self._acts):
            self._do_act(self._acts[n - 1].key)

    def _is_list_alone(self) -> bool:
        """Return whether there are acts alone, and nothing else to choose or read."""
        return not self.choosers and not self.text.text()
