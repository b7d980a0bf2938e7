"""A form in the panel: what is declared before dice are thrown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from lastdays.language import _, short
from lastdays.tabletop.view import ButtonView, FieldView, FormView
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.accessibility import announce
from lastdays.ui.widgets.dice import DieButton
from lastdays.ui.widgets.parts import (
    Flow,
    Pictogram,
    button,
    clear,
    column,
    holder,
    label,
    row,
    typed,
)

#: A line that begins with this is one of a list.
MARK = "· "
#: A line that begins with this belongs to the one above.
INDENT = "  "
#: Above a line that stands apart, and before the words of a line that hangs, in pixels.
APART, BESIDE = 10, 5


class TextLines(QWidget):
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


def worded(label: str, mnemonic: str = "", most: int = 0) -> str:
    """Return the text of a button, cut to `most` characters (0: not cut), its mnemonic marked.

    An ampersand of a name does not become a mnemonic.
    """
    text = short(label, most) if most else label
    at = text.lower().find(mnemonic.lower()) if mnemonic else -1
    return typed(text) if at < 0 else f"{typed(text[:at])}&{typed(text[at:])}"


class _Price(QLabel):
    """What a button costs, at its end: the button is as wide as its own words and this need."""

    def __init__(self, price: str, on: QPushButton) -> None:
        super().__init__(price)
        self.on = on
        self._measured = 0
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("kind", "small")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        size = self.font().pixelSize()
        if event.type() == QEvent.Type.FontChange and size != self._measured:
            self._measured = size
            self.on.setMinimumWidth(self.on.sizeHint().width() + self.sizeHint().width())


def priced(made: QPushButton, price: str) -> QPushButton:
    """Write what a button costs at its end; a screen reader says it after its name."""
    if price:
        made.setProperty("priced", True)  # its words stand at the left
        inside = row(1, _Price(price, made))
        inside.setContentsMargins(8, 0, 12, 0)
        made.setLayout(inside)
        made.setAccessibleDescription(price)
    return made


#: The caption of a choice is at most so wide beside its chips, in pixels at 100 %.
CAPTION_BESIDE = 110
#: What a form shows for what is chosen in it; None where it no longer applies.
Ask = Callable[[Mapping[str, str]], FormView | None]


class Chooser(QWidget):
    """One of several, as chips of which one is down. `chosen` carries the key."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, field: FieldView) -> None:
        super().__init__()
        self.key = field.key
        self.options = field.options
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
            made = button(typed(short(word, 28)), partial(self.chosen.emit, key), "chip")
            made.setAccessibleName(text)
            made.setAccessibleDescription(field.caption)
            if drawing:
                made.setIcon(theme.icon(drawing, "well_text", 18))
                made.setIconSize(QSize(theme.px(18), theme.px(18)))
                made.setToolTip(plain(text))
            made.setCheckable(True)
            self.buttons[key] = made
            flow.addWidget(made)
        above = () if beside else (caption,)
        self.setLayout(column(*above, holder(flow), spacing=2))

    def show_value(self, value: str) -> None:
        """Press the button of what is chosen."""
        for key, made in self.buttons.items():
            made.setChecked(key == value)


class Form(QWidget):
    """Draws a `FormView` and keeps what is chosen in it. `pressed` carries a button, `thrown` the
    first button and the die that answers it, `closed` that it is left."""

    pressed = Signal(object)
    thrown = Signal(object, int)
    closed = Signal()
    #: Something else is chosen in it.
    altered = Signal()
    #: Whether it stays open while somebody else is looked at.
    stays = False

    def __init__(self, theme: Theme, ask: Ask, kept: Mapping[str, str] | None = None) -> None:
        """Make the form; `ask` says what is shown for what is chosen, `kept` was chosen before."""
        super().__init__()
        self.theme = theme
        self._ask = ask
        self.values: dict[str, str] = dict(kept or {})
        self.view: FormView | None = None
        self.icon = Pictogram(theme, "", token="accent_text", size=32)
        self.title = label("", "figure", wrap=True)
        self.figure = label("", "display")
        self.figure.setAccessibleName(_("The number needed"))
        self.number = label("", "heading", wrap=True)
        self.number.setAccessibleName(_("Needed"))
        self.why = label("", "faint", wrap=True)
        self.problem = label("", "warn", wrap=True)
        self.back = button(_("Back"), self.closed.emit)
        self.act_flow = Flow()
        self.act_buttons: dict[str, QPushButton] = {}
        self._acts: tuple[ButtonView, ...] = ()
        self.choosers: dict[str, Chooser] = {}
        self.fields = QVBoxLayout()
        self.fields.setSpacing(5)
        head = row(self.icon, self.title, spacing=10)
        head.setStretch(1, 1)
        needed = row(self.figure, column(1, self.number, self.why, 1, spacing=1), spacing=12)
        needed.setStretch(1, 1)
        self.dice = [DieButton(face, theme) for face in range(1, 7)]
        for die in self.dice:
            die.clicked.connect(partial(self._throw, die.face))
        self.dice_row = holder(row(*self.dice, 1, spacing=4))
        self.setLayout(
            column(
                head,
                needed,
                self.problem,
                self.dice_row,
                holder(self.act_flow),
                self.fields,
                1,
                spacing=5,
            )
        )

    def show_now(self) -> bool:
        """Show the table as it is now; False where the form no longer applies."""
        view = self._ask(self.values)
        if view is None:
            return False
        self.view = view
        self.values = {f.key: f.value for f in view.fields}
        for text, said in (
            (self.title, view.title),
            (self.number, view.number),
            (self.why, view.why),
            (self.problem, view.problem if view.problem != view.number else ""),
        ):
            text.setText(said)
            text.setVisible(bool(said))
        self.figure.setText(view.figure)
        self.figure.setVisible(bool(view.figure))
        self.icon.show_drawing(view.icon, token="accent_text")
        self.icon.setVisible(bool(view.icon))
        self.dice_row.setVisible(view.dice)
        for die in self.dice:
            name = _("Do it: the die shows {n}").format(n=die.face)
            die.setAccessibleName(name)
            die.setToolTip(plain(name))
        self._show_acts(view)
        self._show_fields(view)
        return True

    def _show_acts(self, view: FormView) -> None:
        if list(self.act_buttons) != [b.key for b in view.buttons] or self.act_flow.count() == 0:
            self.act_flow.removeWidget(self.back)
            self.back.setParent(self)
            clear(self.act_flow)
            self.act_buttons = {}
            usual = "" if view.fields else "option"
            for n, entry in enumerate(view.buttons):
                kind = "first" if n == 0 and view.fields else usual
                made = button("", partial(self._press, entry.key), kind)
                self.act_buttons[entry.key] = made
                self.act_flow.addWidget(made)
            self.act_flow.addWidget(self.back)
        self._acts = view.buttons
        for n, entry in enumerate(view.buttons, start=1):
            made = self.act_buttons[entry.key]
            number = f"&{n}  " if not view.fields and n < 10 else ""
            made.setText(number + worded(entry.label, entry.mnemonic, 44))
            made.setAccessibleName(entry.spoken or entry.label)
            made.setEnabled(not entry.why_not)
            made.setToolTip(plain(entry.why_not or entry.hint))

    def _show_fields(self, view: FormView) -> None:
        there = [(c.key, c.options) for c in self.choosers.values()]
        if there != [(f.key, f.options) for f in view.fields]:
            clear(self.fields)
            self.choosers = {}
            for field in view.fields:
                made = Chooser(self.theme, field)
                made.chosen.connect(partial(self.choose, field.key))
                self.choosers[field.key] = made
                self.fields.addWidget(made)
        for field in view.fields:
            self.choosers[field.key].show_value(field.value)

    def choose(self, field: str, key: str) -> None:
        """Take an option of a field."""
        had, needed = self.choosers[field].buttons[key].hasFocus(), self.number.text()
        self.values[field] = key
        if not self.show_now():
            self.closed.emit()
            return
        self.altered.emit()
        if self.number.text() != needed:
            announce(self.number, self.number.text())
        if had and field in self.choosers and key in self.choosers[field].buttons:
            self.choosers[field].buttons[key].setFocus()

    def _press(self, key: str) -> None:
        entry = next((b for b in self._acts if b.key == key), None)
        if entry is not None and not entry.why_not:
            self.pressed.emit(entry)

    def _throw(self, face: int, _on: bool = False) -> None:
        """Do the act, and answer it with a die that lies on the table."""
        if self._acts and not self._acts[0].why_not:
            self.thrown.emit(self._acts[0], face)

    def kept(self) -> dict[str, str]:
        """Return what is chosen again when the form opens anew after its act."""
        again = self.view.again if self.view is not None else ()
        return {k: v for k, v in self.values.items() if k in again}

    # The keyboard and the cards

    def take_focus(self) -> None:
        """Begin with the act where it can be done, else with what is to be chosen first."""
        first = next(iter(self.act_buttons.values()), self.back)
        if not first.isEnabled():
            choosers = [self.choosers[f.key] for f in self._picking()] or [*self.choosers.values()]
            first = next((b for c in choosers for b in c.buttons.values()), self.back)
        first.setFocus()

    def _picking(self) -> list[FieldView]:
        return [f for f in self.view.fields if f.picks] if self.view is not None else []

    def _pick(self, field: str, key: str) -> None:
        """Take what was chosen away from its chip, and go on to the act, or to the chip where it
        can't be done yet: Enter chooses nobody else."""
        self.choose(field, key)
        act = next(iter(self.act_buttons.values()), None)
        if act is not None and act.isEnabled():
            act.setFocus()
        elif field in self.choosers and key in self.choosers[field].buttons:
            self.choosers[field].buttons[key].setFocus()

    def pick(self, piece: str) -> bool:
        """Take a card that was chosen while the form is open; whether it means something here."""
        for field in self._picking():
            if piece in (key for key, _text in field.options):
                self._pick(field.key, piece)
                return True
        if any(entry.key == piece for entry in self._acts):
            self._press(piece)
            return True
        return False

    def press(self, n: int) -> None:
        """Take the nth of what is to be chosen, counted from 1, as a digit does; its buttons have
        numbers where they are all there is to choose."""
        for field in self._picking():
            if n <= len(field.options):
                self._pick(field.key, field.options[n - 1][0])
            return
        if not self.choosers and n <= len(self._acts):
            self._press(self._acts[n - 1].key)
