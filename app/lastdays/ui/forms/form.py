"""Forms: declared fields with captions, filled from a value and read back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from operator import attrgetter
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QMetaProperty, QSignalBlocker, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QCompleter,
    QGridLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from lastdays.language import _, short
from lastdays.model.campaign import DiceMode
from lastdays.model.fields import Field
from lastdays.rulebook import pictograms
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import (
    Plain,
    beside,
    button,
    clear,
    column,
    entitle,
    grid,
    holder,
    label,
    row,
    sentence,
    typed,
)
from lastdays.ui.widgets.table import Table
from lastdays.ui.widgets.tabs import ChoiceRow, RowChoice

#: The name of the object by which the button is found.
_CANCEL = "cancel"
#: Of a thing that can be removed so many letters are shown.
LETTERS = 32

Of = TypeVar("Of", bound=Struct)


# What every control of a form can do


def entry(control: QWidget) -> Any:
    """Return the value entered or chosen in a control."""
    if isinstance(control, QComboBox):
        return control.currentData()
    return _kept_in(control).read(control)


def _kept_in(control: QWidget) -> QMetaProperty:
    """Return Qt's user property of a control: its text, number or state."""
    return control.metaObject().userProperty()


def enter(control: QWidget, value: Any) -> None:
    """Set a control's value without signals; a choice takes its first item if the value isn't
    offered."""
    with QSignalBlocker(control):
        if isinstance(control, QComboBox):
            there = [control.itemData(n) for n in range(control.count())]
            control.setCurrentIndex(there.index(value) if value in there else 0)
        else:
            _kept_in(control).write(control, value)


def on_entry(tell: Callable[[], object], *controls: QWidget) -> None:
    """Call `tell` whenever one of the controls changes."""
    for control in controls:
        name = _kept_in(control).notifySignal().name().toStdString()
        signal: SignalInstance = getattr(control, name)
        if isinstance(control, QComboBox):
            signal = control.currentIndexChanged
        signal.connect(lambda _value: tell())


def fill(of: Any, controls: Mapping[str, QWidget]) -> None:
    """Show attributes of a value in the controls named after them."""
    for path, control in controls.items():
        enter(control, attrgetter(path)(of))


def filled_in(of: Of, controls: Mapping[str, QWidget]) -> Of:
    """Return the value with the controls' entries as the attributes they are named after."""
    for path, control in controls.items():
        of = _with(of, path, entry(control))
    return of


def _with(of: Of, path: str, value: object) -> Of:
    name, _dot, rest = path.partition(".")
    return replace(of, **{name: _with(getattr(of, name), rest, value) if rest else value})


def entered(form: QWidget) -> tuple[object, ...]:
    """Return all texts and entries of a form, to notice whether anything was entered."""
    found = []
    for part in form.findChildren(QWidget):
        match part:
            case QLabel():
                found.append(part.text())
            case QPlainTextEdit():
                found.append(part.toPlainText())
            case QComboBox():
                found.append(part.currentText())
            case QLineEdit():
                found.append(entry(part))
            case QAbstractButton() if part.isCheckable():
                found.append(entry(part))
    return tuple(found)


# How they are laid out


class Fields(QGridLayout):
    """Controls in columns of `high`, each with its caption; a single column with 0.

    A declared field captions and bounds its control, which `fill` and `filled_in` find in
    `controls`; a string is a caption only.
    """

    def __init__(self, *fields: tuple[Field[Any] | str, QWidget], high: int = 0) -> None:
        super().__init__()
        self.controls: dict[str, QWidget] = {}
        for n, (field, control) in enumerate(fields):
            across, down = divmod(n, high or len(fields))
            text = field if isinstance(field, str) else field.caption
            if not isinstance(field, str):
                self.controls[(*field.at, field.key)[0]] = control
                if isinstance(control, QSpinBox):
                    control.setRange(field.low, field.most)
            if text:
                caption = label(text)
                caption.setBuddy(control)
                self.addWidget(caption, down, 2 * across)
            if not control.accessibleName():
                control.setAccessibleName(text.replace("&", ""))
            self.addWidget(control, down, 2 * across + 1, beside(control))
            self.setColumnStretch(2 * across + 1, 1)  # captions are as wide as their words


class Choices(Plain):
    """Controls below each other, each beside its name and an explanation, or below them in a narrow
    window."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._controls: dict[int, QWidget] = {}
        self._grid = grid(10, 0)
        self._grid.setColumnStretch(0, 4)
        self.setLayout(self._grid)
        theme.reshape(self._turn)

    def add_text(self, text: str, kind: str) -> None:
        """Add a line of text over the whole width."""
        self._grid.addWidget(sentence(text, kind), self._grid.rowCount(), 0, 1, 2)

    def add(self, name: str, says: str, *controls: QWidget) -> tuple[QLabel, QLabel]:
        """Add named controls; return the labels of name and explanation."""
        caption, explained = sentence(name, "strong"), sentence(says, "small")
        first = controls[0].focusProxy() or controls[0]
        if not isinstance(first, QAbstractButton):
            caption.setBuddy(first)
            first.setAccessibleName(name)
        for text in (caption, explained):  # no higher than the width makes them
            text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        at = self._grid.rowCount()
        self._grid.setRowMinimumHeight(at + 1, 0)  # for the control, where it stands below
        self._grid.addWidget(holder(column(1, caption, explained, 1, spacing=0)), at, 0)
        self._controls[at] = holder(row(*controls)) if controls[1:] else controls[0]
        self._place(at, self._controls[at])
        return caption, explained

    def _place(self, at: int, control: QWidget) -> None:
        narrow = self._theme.narrow
        self._grid.addWidget(control, at + narrow, 0 if narrow else 1)

    def _turn(self, narrow: bool) -> None:
        self._grid.setColumnStretch(1, 0 if narrow else 3)
        self._grid.setHorizontalSpacing(0 if narrow else 16)
        for at, control in self._controls.items():
            self._place(at, control)


def text_field(name: str, placeholder: str = "") -> QLineEdit:
    """Return a field for a line of text; its placeholder is its name unless given."""
    field = QLineEdit()
    field.setPlaceholderText(placeholder or name)
    field.setAccessibleName(name)
    return field


class Search(QLineEdit):
    """A field that filters a table; Up and Down move in the table while typing."""

    def __init__(self, name: str, table: Table, placeholder: str = "") -> None:
        super().__init__()
        self._table = table
        self.setPlaceholderText(placeholder or name)
        entitle(self, name, placeholder)

    def begin(self) -> None:
        """Take the focus and select everything."""
        self.setFocus()
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up)
        (self._table.keyPressEvent if steps else super().keyPressEvent)(event)


def suggest(field: QLineEdit, names: Iterable[str], theme: Theme) -> None:
    """Complete what is typed in a field from names."""
    completer = QCompleter(list(names), field)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    field.setCompleter(completer)
    popup = completer.popup()
    if popup is not None:
        theme.dress(popup)  # a window of its own


class Removables(Plain):
    """A button for each item, which removes it, and a menu that adds more. `changed`: somebody
    changed `items`; `words` names an item, `none` is shown without items."""

    changed = Signal()

    def __init__(
        self, heading: str, adds: str, words: Callable[[Any], str], none: str = ""
    ) -> None:
        super().__init__()
        self.items: list[Any] = []
        self._words, self._none = words, none
        self._list = column(spacing=2)
        self.add_button = QPushButton(adds)
        self.menu = QMenu(self.add_button)
        self.add_button.setMenu(self.menu)
        self.setLayout(column(label(heading, "heading"), self._list, row(self.add_button, 1)))

    def show_items(self, items: Iterable[Any]) -> None:
        """Replace the items."""
        self.items = list(items)
        clear(self._list)
        for n, item in enumerate(self.items):
            name = self._words(item)
            text = _("✕ {name}", name=typed(short(name, LETTERS)))
            made = button(text, partial(self._remove, n), "quiet", _("Remove {name}", name=name))
            made.setAccessibleName(_("Remove {n}: {what}", n=n + 1, what=name))
            self._list.addLayout(row(made, 1))
        if self._none and not self.items:
            self._list.addWidget(label(self._none, "faint"))

    def add(self, item: object) -> None:
        """Add an item."""
        self._take([*self.items, item])

    def _remove(self, n: int) -> None:
        self._take(self.items[:n] + self.items[n + 1 :])

    def _take(self, items: list[Any]) -> None:
        self.show_items(items)
        self.changed.emit()


class DiceChoice(ChoiceRow):
    """Asks who rolls, the players or the program; `mode` is the answer."""

    def __init__(self) -> None:
        self.mode: DiceMode = "typed"
        super().__init__(
            _("Who rolls the dice"),
            {
                "typed": RowChoice(
                    _("We roll"), hint=_("You press or type what your dice show. None is lost.")
                ),
                "roll": RowChoice(
                    _("The program rolls"), hint=_("Any roll can still be answered with real dice.")
                ),
            },
        )
        self.chosen.connect(self.show_mode)
        self.show_mode(self.mode)

    def show_mode(self, mode: DiceMode) -> None:
        """Show a mode; neither button is down if the results are set by hand."""
        self.mode = mode
        for key, made in self.buttons.items():
            made.setAutoExclusive(False)
            made.setChecked(key == mode)
            made.setAutoExclusive(True)


class NameDice(QPushButton):
    """Puts a random name into a field as if typed, so that Undo in the field restores the last
    one."""

    def __init__(
        self, theme: Theme, field: QLineEdit, words: str, think: Callable[[str], str]
    ) -> None:
        super().__init__()
        self._theme, self._field, self._think = theme, field, think
        entitle(self, words)
        self.clicked.connect(self._take)
        theme.follow(self._draw)

    def _take(self) -> None:
        name = self._think(self._field.text())
        self._field.selectAll()
        self._field.insert(name)

    def _draw(self) -> None:
        self._theme.draw_on(self, pictograms.token("dice"))


def cancelling(on_click: Callable[[], object]) -> QPushButton:
    """Return the button that discards what was entered in a form."""
    made = button(_("Cancel"), on_click)
    made.setObjectName(_CANCEL)
    return made


def cancel_button(form: QWidget) -> QPushButton | None:
    """Return the button that discards a form's entries, None if it has none."""
    found = form.findChild(QPushButton, _CANCEL)
    return found if isinstance(found, QPushButton) else None
