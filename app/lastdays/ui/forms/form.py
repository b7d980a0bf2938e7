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
    button,
    clear_layout,
    column,
    escape_ampersands,
    field_alignment,
    grid,
    label,
    row,
    sentence,
    set_name_and_hint,
    wrap_layout,
)
from lastdays.ui.widgets.table import Table
from lastdays.ui.widgets.tabs import ChoiceRow, RowChoice

#: The name of the object by which the button is found.
_CANCEL = "cancel"
#: Of a thing that can be removed so many letters are shown.
LETTERS = 32

Of = TypeVar("Of", bound=Struct)


# What every control of a form can do


def read_control(control: QWidget) -> Any:
    """Return the value entered or chosen in a control."""
    if isinstance(control, QComboBox):
        return control.currentData()
    return _value_property(control).read(control)


def _value_property(control: QWidget) -> QMetaProperty:
    """Return Qt's user property of a control: its text, number or state."""
    return control.metaObject().userProperty()


def set_control(control: QWidget, value: Any) -> None:
    """Set a control's value without signals; a choice takes its first item if the value isn't
    offered."""
    with QSignalBlocker(control):
        if isinstance(control, QComboBox):
            offered = [control.itemData(n) for n in range(control.count())]
            control.setCurrentIndex(offered.index(value) if value in offered else 0)
        else:
            _value_property(control).write(control, value)


def call_on_entry(tell: Callable[[], object], *controls: QWidget) -> None:
    """Call `tell` whenever one of the controls changes."""
    for control in controls:
        _changed_signal(control).connect(lambda _value: tell())


def _changed_signal(control: QWidget) -> SignalInstance:
    """Return the signal by which a control says that its value has changed."""
    if isinstance(control, QComboBox):
        return control.currentIndexChanged
    name = _value_property(control).notifySignal().name().toStdString()
    signal: SignalInstance = getattr(control, name)
    return signal


def fill_controls(of: Any, controls: Mapping[str, QWidget]) -> None:
    """Show attributes of a value in the controls named after them."""
    for path, control in controls.items():
        set_control(control, attrgetter(path)(of))


def value_with_entries(of: Of, controls: Mapping[str, QWidget]) -> Of:
    """Return the value with the controls' entries as the attributes they are named after."""
    for path, control in controls.items():
        of = _with_value_at(of, path, read_control(control))
    return of


def _with_value_at(of: Of, path: str, value: object) -> Of:
    """Return a value with another one at a path, such as `refuge.extra_size`."""
    name, _dot, rest = path.partition(".")
    if rest:
        value = _with_value_at(getattr(of, name), rest, value)
    return replace(of, **{name: value})


def read_all_entries(form: QWidget) -> tuple[object, ...]:
    """Return all texts and entries of a form, to notice whether anything was entered."""
    entries: list[object] = []
    for part in form.findChildren(QWidget):
        match part:
            case QLabel():
                entries.append(part.text())
            case QPlainTextEdit():
                entries.append(part.toPlainText())
            case QComboBox():
                entries.append(part.currentText())
            case QLineEdit():
                entries.append(read_control(part))
            case QAbstractButton() if part.isCheckable():
                entries.append(read_control(part))
    return tuple(entries)


# How they are laid out


class Fields(QGridLayout):
    """Controls in columns of `high`, each with its caption; a single column with 0.

    A declared field captions and bounds its control, which `fill_controls` and `value_with_entries` find in
    `controls`; a string is a caption only.
    """

    def __init__(self, *fields: tuple[Field[Any] | str, QWidget], high: int = 0) -> None:
        super().__init__()
        self.controls: dict[str, QWidget] = {}
        lines = high or len(fields)
        for n, (field, control) in enumerate(fields):
            column_of_pairs, line = divmod(n, lines)
            if isinstance(field, str):
                caption = field
            else:
                caption = field.caption
                self._declare(field, control)
            self._place(caption, control, line, 2 * column_of_pairs)

    def _declare(self, field: Field[Any], control: QWidget) -> None:
        """Keep a control by the path of its field, and bound it."""
        path = field.attribute_paths[0] if field.attribute_paths else field.key
        self.controls[path] = control
        if isinstance(control, QSpinBox):
            control.setRange(field.low, field.most)

    def _place(self, text: str, control: QWidget, line: int, place: int) -> None:
        """Place a control and the caption before it."""
        if text:
            caption = label(text)
            caption.setBuddy(control)
            self.addWidget(caption, line, place)
        if not control.accessibleName():
            control.setAccessibleName(text.replace("&", ""))
        self.addWidget(control, line, place + 1, field_alignment(control))
        self.setColumnStretch(place + 1, 1)  # captions are as wide as their words


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
        theme.call_with_narrow(self._turn)

    def add_text(self, text: str, kind: str) -> None:
        """Add a line of text over the whole width."""
        self._grid.addWidget(sentence(text, kind), self._grid.rowCount(), 0, 1, 2)

    def add(self, name: str, says: str, *controls: QWidget) -> tuple[QLabel, QLabel]:
        """Add named controls; return the labels of name and explanation."""
        caption = sentence(name, "strong")
        explanation = sentence(says, "small")
        first = controls[0].focusProxy() or controls[0]
        if not isinstance(first, QAbstractButton):
            caption.setBuddy(first)
            first.setAccessibleName(name)
        for text in (caption, explanation):  # no higher than the width makes them
            text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        line = self._grid.rowCount()
        self._grid.setRowMinimumHeight(line + 1, 0)  # for the control, where it stands below
        self._grid.addWidget(wrap_layout(column(1, caption, explanation, 1, spacing=0)), line, 0)
        control = controls[0] if len(controls) == 1 else wrap_layout(row(*controls))
        self._controls[line] = control
        self._place(line, control)
        return caption, explanation

    def _place(self, line: int, control: QWidget) -> None:
        """Place a control beside its name, or below it in a narrow window."""
        if self._theme.narrow:
            self._grid.addWidget(control, line + 1, 0)
        else:
            self._grid.addWidget(control, line, 1)

    def _turn(self, narrow: bool) -> None:
        self._grid.setColumnStretch(1, 0 if narrow else 3)
        self._grid.setHorizontalSpacing(0 if narrow else 16)
        for line, control in self._controls.items():
            self._place(line, control)


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
        set_name_and_hint(self, name, placeholder)

    def begin(self) -> None:
        """Take the focus and select everything."""
        self.setFocus()
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._table.keyPressEvent(event)
        else:
            super().keyPressEvent(event)


def complete_from_names(field: QLineEdit, names: Iterable[str], theme: Theme) -> None:
    """Complete what is typed in a field from names."""
    completer = QCompleter(list(names), field)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    field.setCompleter(completer)
    popup = completer.popup()
    if popup is not None:
        theme.give_style_sheet(popup)  # a window of its own


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
        clear_layout(self._list)
        for n, item in enumerate(self.items):
            self._list.addLayout(row(self._button_of(n, item), 1))
        if self._none and not self.items:
            self._list.addWidget(label(self._none, "faint"))

    def _button_of(self, n: int, item: object) -> QPushButton:
        """Return the button that removes an item, the one with this number."""
        name = self._words(item)
        text = _("✕ {name}", name=escape_ampersands(short(name, LETTERS)))
        hint = _("Remove {name}", name=name)
        remove = button(text, partial(self._remove, n), "quiet", hint)
        remove.setAccessibleName(_("Remove {n}: {what}", n=n + 1, what=name))
        return remove

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
        typed_hint = _("You press or type what your dice show. None is lost.")
        roll_hint = _("Any roll can still be answered with real dice.")
        ways = {
            "typed": RowChoice(_("We roll"), hint=typed_hint),
            "roll": RowChoice(_("The program rolls"), hint=roll_hint),
        }
        super().__init__(_("Who rolls the dice"), ways)
        self.chosen.connect(self.show_mode)
        self.show_mode(self.mode)

    def show_mode(self, mode: DiceMode) -> None:
        """Show a mode; neither button is down if the results are set by hand."""
        self.mode = mode
        for key, switch in self.buttons.items():
            switch.setAutoExclusive(False)
            switch.setChecked(key == mode)
            switch.setAutoExclusive(True)


class NameDice(QPushButton):
    """Puts a random name into a field as if typed, so that Undo in the field restores the last
    one."""

    def __init__(
        self, theme: Theme, field: QLineEdit, words: str, think: Callable[[str], str]
    ) -> None:
        super().__init__()
        self._theme, self._field, self._think = theme, field, think
        set_name_and_hint(self, words)
        self.clicked.connect(self._take)
        theme.call_now_and_on_change(self._draw)

    def _take(self) -> None:
        name = self._think(self._field.text())
        self._field.selectAll()
        self._field.insert(name)

    def _draw(self) -> None:
        self._theme.set_icon(self, pictograms.token("dice"))


def make_cancel_button(on_click: Callable[[], object]) -> QPushButton:
    """Return the button that discards what was entered in a form."""
    cancel = button(_("Cancel"), on_click)
    cancel.setObjectName(_CANCEL)
    return cancel


def find_cancel_button(form: QWidget) -> QPushButton | None:
    """Return the button that discards a form's entries, None if it has none."""
    cancel = form.findChild(QPushButton, _CANCEL)
    return cancel if isinstance(cancel, QPushButton) else None
