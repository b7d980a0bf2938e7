"""The small parts that pages are made of: labels, buttons, pickers, numbers, rows and columns. User
text is always shown as plain text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QObject,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleStateChangeEvent,
    QAction,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QValidator,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QBoxLayout,
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLayoutItem,
    QListView,
    QMainWindow,
    QMenu,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QStackedWidget,
    QStyle,
    QStyleOptionComboBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
    QWidgetItem,
)

from lastdays.language import _
from lastdays.names import in_plain_digits
from lastdays.ui.models.rows import plain_hint
from lastdays.ui.theme import EnlargedTheme, Theme

_Box = TypeVar("_Box", QHBoxLayout, QVBoxLayout)
#: The greatest width or height of a widget: Qt's QWIDGETSIZE_MAX.
UNBOUNDED = (1 << 24) - 1
#: The arrow keys with their steps to the right and down.
ARROW_STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
#: The keys that enter, and that press a button.
ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
#: Marks an entry that `choose_key` has added to a box.
_ADDED = Qt.ItemDataRole.UserRole + 1
#: The property in which a part says by a key what it is about, if it shows other things in turn: the
#: second click of a double click isn't meant for the next of them.
ABOUT = "about"
#: The property of what counts with + and − while it has the focus.
COUNTS = "counts"
#: A word that may be too long for a line.
_LONG_WORD = re.compile(r"[^\s\u200b]{50,}")


def label(text: str = "", kind: str = "", *, wrap: bool = False) -> QLabel:
    """Return a label: title, heading, faint, warn, harm, well, number, question."""
    return Wrapped(text, kind) if wrap else PlainLabel(text, kind)


def sentence(text: str = "", kind: str = "faint") -> QLabel:
    """Return a label that wraps its text."""
    return Wrapped(text, kind)


def selectable_label(text: str = "") -> QLabel:
    """Return a label whose text can be selected and copied."""
    words = Wrapped(text)
    words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return words


class PlainLabel(QLabel):
    """A label of plain text in the style of a kind."""

    def __init__(self, text: str = "", kind: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("kind", kind)
        self.setText(text)


class Wrapped(PlainLabel):
    """Text on several lines; a word too long for a line is broken instead of widening the page."""

    def __init__(self, text: str = "", kind: str = "") -> None:
        super().__init__(text, kind)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def minimumSizeHint(self) -> QSize:
        """Return the height of one line: the number of lines depends on the width."""
        return QSize(1, self.fontMetrics().height())

    def setText(self, text: str) -> None:
        super().setText(_LONG_WORD.sub(lambda word: "\u200b".join(word.group()), text))


class OneLine(PlainLabel):
    """One line that ends in an ellipsis if it doesn't fit; its hint is the whole text."""

    whole = ""

    def __init__(self, kind: str = "", text: str = "") -> None:
        super().__init__(text, kind)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def setText(self, text: str) -> None:
        if text == self.whole:
            return
        self.whole = text
        set_name_and_hint(self, text)
        self.fit()

    def sizeHint(self) -> QSize:
        """Return the size of the whole text."""
        width = self.fontMetrics().horizontalAdvance(self.whole) + 2
        return QSize(width, super().sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        changes_text = event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange)
        if changes_text and self.whole:
            self.fit()

    def fit(self) -> None:
        """Shorten the text to the width of the label."""
        self.ensurePolished()
        mode = Qt.TextElideMode.ElideRight
        super().setText(self.fontMetrics().elidedText(self.whole, mode, self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


#: The kinds of buttons that Enter presses.
AMBER_KINDS = ("first", "first option", "next")
#: Next while something else comes first.
PLAIN_NEXT = "next after"


def find_amber_button(*places: QWidget) -> QPushButton | None:
    """Return the button that Enter presses: the first enabled amber one in these places, None if
    there is none."""
    for place in places:
        for button_there in place.findChildren(QPushButton):
            is_amber = button_there.property("kind") in AMBER_KINDS
            if is_amber and button_there.isEnabled() and button_there.isVisibleTo(place):
                return button_there
    return None


class PressedButton(QPushButton):
    """A button that Enter presses like Space, except in the main window, where Enter presses the
    amber button."""

    def set_label(self, text: str) -> None:
        """Set the text, with `&` before its mnemonic; an arrow at the end isn't read aloud."""
        self.setText(text)
        self.setAccessibleName(text.replace("&", "").removesuffix(" ▸"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in ENTER_KEYS and not event.isAutoRepeat()
        in_main_window = isinstance(self.window(), QMainWindow)
        if is_enter and not in_main_window:
            self.click()
        else:
            super().keyPressEvent(event)


class Unscrolled:
    """A mixin that leaves the mouse wheel to the page: scrolling never changes a value or moves the
    focus."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


_BY_LENGTH = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon


class Picker(Unscrolled, QComboBox):
    """A combo box: `items` are texts with their data, which `picked` carries when the user
    chooses."""

    picked = Signal(object)

    def __init__(
        self,
        items: Iterable[tuple[str, object]] = (),
        name: str = "",
        *,
        picked: Callable[..., object] | None = None,
    ) -> None:
        super().__init__()
        if picked is not None:
            self.picked.connect(picked)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.activated.connect(lambda _at: self.picked.emit(self.currentData()))
        self.offer(items)
        if name:
            self.setAccessibleName(name)

    def offer(self, items: Iterable[tuple[str, object]], chosen: object = None) -> None:
        """Offer other items and select the one with the data `chosen`, else the first."""
        self.clear()
        for text, key in items:
            self.addItem(text, key)
        self.setCurrentIndex(max(0, self.findData(chosen)))

    def setAccessibleName(self, name: str) -> None:
        """Set the name, also as the description: on Linux, Qt reads out only the selected item."""
        super().setAccessibleName(name)
        self.setAccessibleDescription(name)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Shorten a text that is too long with an ellipsis, where Qt would cut it off."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        style = self.style()
        box = QStyle.ComplexControl.CC_ComboBox
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = style.subControlRect(box, option, field, self).width() - 2
        cut = Qt.TextElideMode.ElideRight
        option.currentText = self.fontMetrics().elidedText(option.currentText, cut, room)
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(QPalette.ColorRole.Text))
            style.drawComplexControl(box, option, painter, self)
            style.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option, painter, self)

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(4, 0)  # the text doesn't touch the frame

    def showPopup(self) -> None:
        """Give a long list a scroll bar: Qt decides on it before the list is styled."""
        view = self.view()
        view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        if self.sizeAdjustPolicy() == _BY_LENGTH:
            bar_width = view.verticalScrollBar().sizeHint().width()
            view.setMinimumWidth(view.sizeHintForColumn(0) + bar_width)
        super().showPopup()

    def hold_names(self, letters: int) -> None:
        """Be as wide as that many letters, whatever the items; the open list shows them whole."""
        self.setSizeAdjustPolicy(_BY_LENGTH)
        self.setMinimumContentsLength(letters)


def button(
    text: str,
    on_click: Callable[[], object] | None = None,
    kind: str = "",
    hint: str = "",
    name: str = "",
) -> PressedButton:
    """Return a button; `&` in its text marks the mnemonic, `name` is read aloud if it says more."""
    pressed = PressedButton()
    pressed.set_label(text)
    if name:
        pressed.setAccessibleName(name)
    pressed.setProperty("kind", kind)
    pressed.setAutoDefault(False)
    if hint:
        pressed.setToolTip(plain_hint(hint))
        is_told_by_name = hint == name
        pressed.setAccessibleDescription("" if is_told_by_name else hint)
    if on_click is not None:
        pressed.clicked.connect(lambda _checked=False: on_click())
    return pressed


def make_timer(
    parent: QObject, ms: int, call: Callable[[], object], *, repeats: bool = False
) -> QTimer:
    """Return a timer that isn't started, for one call or repeated calls after `ms` milliseconds."""
    waiting = QTimer(parent, interval=ms, singleShot=not repeats)
    waiting.timeout.connect(call)
    return waiting


def show_either(there: object, *parts: QWidget, instead: QWidget) -> None:
    """Show parts if there is content for them, else what replaces them."""
    for part in parts:
        part.setVisible(bool(there))
    instead.setVisible(not there)


def set_name_and_hint(part: QWidget, name: str, hint: str | None = None) -> None:
    """Set the accessible name of a part and its tooltip: the `hint` if given, else the name."""
    part.setAccessibleName(name)
    tooltip = name if hint is None else hint
    part.setToolTip(plain_hint(tooltip))


def set_hint(part: QWidget, text: str) -> None:
    """Set the tooltip and the accessible description of a part."""
    part.setToolTip(plain_hint(text))
    part.setAccessibleDescription(text)


def show_text(part: QLabel | QPushButton, text: str) -> None:
    """Set the text of a part, and hide it if there is none."""
    part.setText(text)
    part.setVisible(bool(text))


def enable_or_explain(control: QWidget, on: bool, why_not: str) -> None:
    """Enable a control with its own tooltip, or disable it with a tooltip that says why."""
    hint = control.property("hint")
    if hint is None:
        hint = control.toolTip()
        control.setProperty("hint", hint)
    control.setEnabled(on)
    control.setToolTip(str(hint) if on else plain_hint(why_not))


def keep_room(part: QWidget, on: bool = True) -> None:
    """Keep the room of a part while it is hidden, or don't."""
    policy = part.sizePolicy()
    policy.setRetainSizeWhenHidden(on)
    part.setSizePolicy(policy)


def escape_ampersands(text: str) -> str:
    """Return user text for a button: an ampersand in it isn't a mnemonic."""
    return text.replace("&", "&&")


#: A part of a row or column, or a part with its stretch factor; a number is an empty stretch.
LayoutPart = QWidget | QLayout | int | tuple[QWidget | QLayout, int]
#: The margin on all sides, or at the left, top, right and bottom.
Margin = int | tuple[int, int, int, int]


def row(*parts: LayoutPart, spacing: int = 8, margin: Margin = 0) -> QHBoxLayout:
    """Lay out parts side by side."""
    return _fill_layout(QHBoxLayout(), parts, spacing, margin)


def sentence_line(text: QLabel, *buttons: QWidget, margin: int = 0) -> QHBoxLayout:
    """Lay out a sentence with its buttons at the right."""
    return row((text, 1), *buttons, margin=(margin, margin // 2, margin, margin // 2))


def column(*parts: LayoutPart, spacing: int = 8, margin: Margin = 0) -> QVBoxLayout:
    """Lay out parts one below the other."""
    return _fill_layout(QVBoxLayout(), parts, spacing, margin)


def _fill_layout(layout: _Box, parts: Iterable[LayoutPart], spacing: int, margin: Margin) -> _Box:
    """Return a layout with these parts in turn."""
    if isinstance(margin, int):
        layout.setContentsMargins(margin, margin, margin, margin)
    else:
        layout.setContentsMargins(*margin)
    layout.setSpacing(spacing)
    for laid in parts:
        if isinstance(laid, int):
            layout.addStretch(laid)
        elif isinstance(laid, tuple):
            part, stretch = laid
            _add_part(layout, part, stretch)
        else:
            _add_part(layout, laid, 0)
    return layout


def _add_part(layout: QBoxLayout, part: QWidget | QLayout, stretch: int) -> None:
    if isinstance(part, QLayout):
        layout.addLayout(part, stretch)
    else:
        layout.addWidget(part, stretch)


def grid(down: int, across: int) -> QGridLayout:
    """Return a grid with these gaps between rows and columns, in pixels."""
    layout = QGridLayout()
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setVerticalSpacing(down)
    layout.setHorizontalSpacing(across)
    return layout


def fact_grid(*named: tuple[str, QWidget]) -> QGridLayout:
    """Lay out facts one below the other, each beside its name."""
    layout = grid(8, 16)
    for line, (name, fact) in enumerate(named):
        layout.addWidget(label(name, "faint"), line, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(fact, line, 1)
    layout.setColumnStretch(1, 1)
    return layout


class Plain(QWidget):
    """A part without a background of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "plain")


class Panel(QFrame):
    """A part with a background of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "panel")


class RowOrColumn(Plain):
    """Parts side by side, or one below the other in a narrow window; with `single` also in an ample
    window."""

    def __init__(
        self, theme: Theme, *parts: tuple[QWidget, int], spacing: int = 10, single: bool = False
    ) -> None:
        super().__init__()
        self._theme, self._single = theme, single
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(spacing)
        for part, stretch in parts:
            self._box.addWidget(part, stretch)
        self.setLayout(self._box)
        theme.call_with_narrow(self._turn)

    def _turn(self, narrow: bool) -> None:
        is_grown_column = self._single and self._theme.is_ample
        if narrow or is_grown_column:
            self._box.setDirection(QBoxLayout.Direction.TopToBottom)
        else:
            self._box.setDirection(QBoxLayout.Direction.LeftToRight)


class PageStack(QStackedWidget):
    """Inner pages of which only the current one determines the size."""

    def hasHeightForWidth(self) -> bool:
        return False

    def sizeHint(self) -> QSize:
        shown = self.currentWidget()
        return shown.sizeHint() if shown is not None else QSize()

    def minimumSizeHint(self) -> QSize:
        shown = self.currentWidget()
        return shown.minimumSizeHint() if shown is not None else QSize()


class OneOf(Plain):
    """Parts of which one is shown. Unlike in `PageStack`, its height follows from its width, so that
    it is never squeezed."""

    def __init__(self, *parts: QWidget) -> None:
        super().__init__()
        self._parts = parts
        self.setLayout(column(*parts, spacing=0))
        self.show_part(parts[0])

    def show_part(self, part: QWidget) -> None:
        """Show a part and hide the others."""
        self.shown = part
        for other in self._parts:
            other.setVisible(other is part)


class Flow(QLayout):
    """A row of widgets that wraps to the next line."""

    def __init__(self, *widgets: QWidget, spacing: int = 6, one_line: bool = False) -> None:
        """With `one_line`, the size hint is the width of a single line."""
        super().__init__()
        self._one_line = one_line
        self._items: list[QLayoutItem] = []
        self._gap = spacing
        self.setContentsMargins(0, 0, 0, 0)
        for widget in widgets:
            self.addWidget(widget)

    def addWidget(self, widget: QWidget) -> None:
        """Add a widget at the end.

        The item is made here and not by Qt: one that Qt made and deleted leaves its Python side
        behind, which another item at the same address then takes for its own.
        """
        self.addChildWidget(widget)
        self.addItem(QWidgetItem(widget))
        self.invalidate()

    def insert(self, place: int, widget: QWidget) -> None:
        """Add a widget before the one at a place."""
        self.addWidget(widget)
        self._items.insert(place, self._items.pop())

    def drop(self, widget: QWidget) -> None:
        """Remove a widget: Qt's own way would delete an item of ours."""
        self._items = [item for item in self._items if item.widget() is not widget]
        self.invalidate()

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        is_there = 0 <= index < len(self._items)
        return self._items[index] if is_there else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        self.invalidate()
        is_there = 0 <= index < len(self._items)
        return self._items.pop(index) if is_there else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        size = self.minimumSize()
        if self._one_line:
            widths = [item.sizeHint().width() for item in self._items if not item.isEmpty()]
            gaps = max(0, len(widths) - 1)
            size.setWidth(sum(widths) + self._gap * gaps)
        return size

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        return size

    def begins_line(self, item: QLayoutItem) -> bool:
        """Return whether an item begins a line even where there is room before it."""
        return False

    def _place(self, rect: QRect, *, move: bool) -> int:
        """Lay out the items in lines, and move them there if asked to; return the height."""
        top = rect.y()
        line: list[tuple[QLayoutItem, QRect]] = []
        x = rect.x()
        for item in self._items:
            if item.isEmpty():
                continue
            size = _size_in(item, rect.width())
            is_too_wide = x + size.width() > rect.right() + 1
            if line and (is_too_wide or self.begins_line(item)):
                if move:
                    _place_line(line)
                top += _height_of(line) + self._gap
                line = []
                x = rect.x()
            width = min(size.width(), rect.width())
            line.append((item, QRect(x, top, width, size.height())))
            x += size.width() + self._gap
        if move:
            _place_line(line)
        return top + _height_of(line) - rect.y()


def _size_in(item: QLayoutItem, room: int) -> QSize:
    """Return the size of an item in a room of this width."""
    size = item.sizeHint()
    if item.hasHeightForWidth():
        width = min(size.width(), max(1, room))
        return QSize(width, item.heightForWidth(width))
    return size


def _height_of(line: list[tuple[QLayoutItem, QRect]]) -> int:
    return max((place.height() for _item, place in line), default=0)


def _place_line(line: list[tuple[QLayoutItem, QRect]]) -> None:
    """Move the items of a line to their places, each centred vertically."""
    height = _height_of(line)
    for item, place in line:
        item.setGeometry(place.translated(0, (height - place.height()) // 2))


def panel(*parts: LayoutPart, heading: str = "", spacing: int = 6, margin: Margin = 10) -> QFrame:
    """Return a framed panel, with a heading if one is given."""
    frame = Panel()
    if heading:
        title = label(heading, "heading")
        frame.setLayout(column(title, *parts, spacing=spacing, margin=margin))
    else:
        frame.setLayout(column(*parts, spacing=spacing, margin=margin))
    return frame


def wrap_layout(layout: QLayout) -> QWidget:
    """Return a widget around a layout."""
    widget = Plain()
    widget.setLayout(layout)
    return widget


class FoldButton(PressedButton):
    """A button that folds and unfolds what is below it, and tells screen readers its state."""

    spoken_role = QAccessible.Role.Button

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "fold")
        self.setAutoDefault(False)
        self.open = False

    def spoken_state(self) -> dict[str, bool]:
        """Return the states of a button that is open or folded."""
        return {"expandable": True, "expanded": self.open, "collapsed": not self.open}

    def press(self) -> None:
        """Open or fold it."""
        self.click()


class Fold(Plain):
    """Seldom used parts, folded under a title.

    While the program runs, its state is remembered under its `key`. Until the user has opened or
    folded it, it is open in an ample window, unless it `waits`. `toggled` carries whether it is
    open.
    """

    toggled = Signal(bool)

    def __init__(
        self, theme: Theme, key: str, words: str, *parts: LayoutPart, waits: bool = False
    ) -> None:
        super().__init__()
        self._theme = theme
        self._key = key
        self._title = ""
        self._stays_folded = waits
        self.button = FoldButton()
        self.button.clicked.connect(lambda _checked=False: self.show_open(not self.button.open))
        self.inner = wrap_layout(column(*parts))
        self.setLayout(column(row(self.button, 1), self.inner, spacing=4))
        self.say(words)
        self._show(self._is_to_be_open())
        theme.reshaped.connect(self._show_if_reshaped)

    def say(self, words: str) -> None:
        """Set the title, without a mnemonic."""
        self._title = words
        arrow = "▾" if self.button.open else "▸"
        self.button.setText(f"{arrow} {escape_ampersands(words)}")
        self.button.setAccessibleName(words)

    def is_open(self) -> bool:
        """Return whether it is open."""
        return self.button.open

    def show_open(self, on: bool) -> None:
        """Open or fold it, and remember that."""
        self._theme.folds[self._key] = on
        self._show(on)

    def _is_to_be_open(self) -> bool:
        """Return whether it is to be open: as the user left it, else by the room there is."""
        opens_by_itself = self._theme.is_ample and not self._stays_folded
        return self._theme.folds.get(self._key, opens_by_itself)

    def _show_if_reshaped(self) -> None:
        """Follow the window's size, but never fold away the focus."""
        focus = QApplication.focusWidget()
        if focus is None or not self.inner.isAncestorOf(focus):
            self._show(self._is_to_be_open())

    def _show(self, on: bool) -> None:
        changed = self.button.open != on
        self.button.open = on
        self.inner.setVisible(on)
        self.say(self._title)
        if not changed:
            return
        if QAccessible.isActive():
            state: Any = QAccessible.State()
            state.expanded = True
            state.collapsed = True
            QAccessible.updateAccessibility(QAccessibleStateChangeEvent(self.button, state))
        self.toggled.emit(on)


def make_scroll_area(widget: QWidget) -> QScrollArea:
    """Return a vertical scroll area around a widget."""
    area = QScrollArea()
    put_in_scroll_area(area, widget)
    return area


def put_in_scroll_area(area: QScrollArea, widget: QWidget) -> None:
    """Have a widget scroll vertically in an area."""
    area.setWidget(widget)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)


def choose_key(box: QComboBox, key: str, name: str) -> None:
    """Select the entry with this key; one that is missing because its content pack is gone is added
    under `name`, until the next call."""
    added = box.findData(True, _ADDED)
    if added >= 0:
        box.removeItem(added)
    if box.findData(key) < 0:
        box.addItem(name, key)
        box.setItemData(box.count() - 1, True, _ADDED)
    box.setCurrentIndex(box.findData(key))


@contextmanager
def antialiased_painter(on: QWidget) -> Iterator[QPainter]:
    """Return a painter with antialiasing."""
    with QPainter(on) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        yield painter


def draw_box(
    painter: QPainter,
    theme: Theme | EnlargedTheme,
    box: QRect | QRectF,
    radius: float,
    ground: str,
    edge: str = "",
    thickness: float = 1,
) -> None:
    """Draw a box with round corners in colours of the theme; '' means no ground or no edge."""
    if edge:
        painter.setPen(QPen(theme.colour(edge), thickness))
    else:
        painter.setPen(Qt.PenStyle.NoPen)
    if ground:
        painter.setBrush(theme.colour(ground))
    else:
        painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, radius, radius)


def parts_of_layout(layout: QLayout) -> list[QWidget | QLayout]:
    """Return the widgets and layouts of a layout, in its order.

    Layout items are never used: the Python object of an item outlives it, and would then be taken
    for another item at the same address, which crashes the program.
    """
    host = layout.parentWidget()
    candidates: list[object] = list(layout.children())
    if host is not None:
        candidates.extend(host.children())
    parts: dict[int, QWidget | QLayout] = {}
    for candidate in candidates:
        if isinstance(candidate, QWidget | QLayout):
            place = layout.indexOf(candidate)
            if place >= 0:
                parts[place] = candidate
    return [parts[place] for place in sorted(parts)]


def as_item(part: QWidget | QLayout) -> QLayoutItem:
    """Return a part as a layout item, which has size hints."""
    return part if isinstance(part, QLayout) else QWidgetItem(part)


def clear_layout(layout: QLayout) -> None:
    """Remove everything from a layout."""
    while layout.count():
        item = layout.takeAt(0)
        if item is None:
            return
        widget = item.widget()
        inner = item.layout()
        if widget is not None:
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()
        elif inner is not None:
            clear_layout(inner)


def _padding(spin: QAbstractSpinBox) -> int:
    """Return the padding before a number: Qt ignores that of a style sheet."""
    return spin.fontMetrics().height() // 3


def field_alignment(field: QWidget) -> Qt.AlignmentFlag:
    """Return the alignment of a field in its column: a number is only as wide as it needs to be."""
    number = isinstance(field, QAbstractSpinBox)
    return Qt.AlignmentFlag.AlignLeft if number else Qt.AlignmentFlag(0)


# A mixin: a class can have only one Qt class among its bases.
if TYPE_CHECKING:
    _Beside = QAbstractSpinBox
else:
    _Beside = object


class _Padded(Unscrolled, _Beside):
    """A number with padding, which gets the focus by a click."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(_padding(self), 0)

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() + QSize(_padding(self), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lineEdit().setTextMargins(_padding(self), 0, 0, 0)


class Number(_Padded, QSpinBox):
    """A whole number."""

    def __init__(self, least: int = 0, most: int = 99, name: str = "") -> None:
        super().__init__()
        self.setRange(least, most)
        self.setAccessibleName(name)

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Take the digits of any script."""
        return super().validate(in_plain_digits(text), position)


class Length(_Padded, QDoubleSpinBox):
    """A length in millimetres."""

    def __init__(self, least: float, most: float, step: float, name: str) -> None:
        super().__init__()
        self.setRange(least, most)
        self.setDecimals(1)
        self.setSingleStep(step)
        self.setSuffix(_(" mm"))
        self.setAccessibleName(name)


class TicksView(QListView):
    """A list of items with check boxes."""

    def __init__(self, model: QAbstractItemModel, name: str) -> None:
        super().__init__()
        self.setModel(model)
        self.setAccessibleName(name)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)


class MoreButton(QToolButton):
    """A button that opens a menu of further actions; `name` says on what."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setText("⋮")
        self.setProperty("kind", "more")
        set_name_and_hint(self, name)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setMenu(QMenu(self))


def add_menu_action(
    menu: QMenu,
    text: str,
    act: Callable[[], object],
    *,
    enabled: bool = True,
    checked: bool | None = None,
) -> QAction:
    """Add an action to a menu, checkable if `checked` isn't None."""
    action = menu.addAction(text)
    action.setEnabled(enabled)
    action.setCheckable(checked is not None)
    action.setChecked(bool(checked))
    action.triggered.connect(lambda _on=False: act())
    return action


def make_button_menu(by: QPushButton, fill: Callable[[QMenu], object] | None = None) -> QMenu:
    """Return the menu that a button opens; `fill` fills it each time."""
    menu = QMenu(by)
    by.setMenu(menu)
    if fill is not None:
        menu.aboutToShow.connect(lambda: fill(menu))
    return menu


def row_menu(view: QAbstractItemView, fill: Callable[[QMenu], object]) -> QMenu:
    """Return the context menu of the current row of a list; `fill` fills it each time."""

    def popup(at: QPoint) -> None:
        if view.currentIndex().isValid():
            menu.popup(view.viewport().mapToGlobal(at))

    menu = QMenu(view)
    menu.aboutToShow.connect(lambda: fill(menu))
    view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    view.customContextMenuRequested.connect(popup)
    return menu


def clear_menu(menu: QMenu) -> None:
    """Remove everything from a menu, with its submenus, which Qt would keep."""
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    for inner in menu.findChildren(QMenu, options=direct):
        inner.deleteLater()
    menu.clear()


class Pictogram(QLabel):
    """A drawing of `resources/icons`, `size` pixels wide at 100 %, with its name."""

    def __init__(
        self, theme: Theme, drawing: str, name: str = "", token: str = "text", size: int = 22
    ) -> None:
        super().__init__()
        self._theme, self._size = theme, size
        self._drawing, self._token = drawing, token
        set_name_and_hint(self, name)
        theme.call_now_and_on_change(self._draw)

    def show_drawing(self, drawing: str, name: str = "", token: str = "text") -> None:
        """Show another drawing; '' for none."""
        is_same_drawing = (drawing, token) == (self._drawing, self._token)
        if is_same_drawing and name == self.accessibleName():
            return
        self._drawing = drawing
        self._token = token
        set_name_and_hint(self, name)
        self._draw()

    def _draw(self) -> None:
        length = self._theme.pixels(self._size)
        self.setFixedSize(length, length)
        if self._drawing:
            self.setPixmap(self._theme.pixmap(self._drawing, self._token, self._size))
        else:
            self.clear()


# In pixels at 100 %.
#: The pictogram before a sentence.
NOTHING_YET_DRAWING = 40
#: The gap after it.
NOTHING_YET_GAP = 14
#: The pictogram of an empty page.
EMPTY_PAGE_DRAWING = 72
#: The width of an empty page's text in an ample window.
EMPTY_PAGE_WIDTH = 620
#: The least height of an empty page in an ample window.
EMPTY_PAGE_HEIGHT = 620


class NothingYet(Wrapped):
    """A sentence in place of a list that is still empty, beside a pictogram."""

    def __init__(self, text: str, theme: Theme, drawing: str) -> None:
        super().__init__(text, "faint")
        self.theme, self.drawing = theme, drawing
        theme.call_now_and_on_change(self._fit)

    def _fit(self) -> None:
        """Leave room for the pictogram; a single line is centred beside it."""
        pixels = self.theme.pixels
        line = self.fontMetrics().height()
        above = max(0, (pixels(NOTHING_YET_DRAWING) - line) // 2)
        self.setContentsMargins(pixels(NOTHING_YET_DRAWING + NOTHING_YET_GAP), above, 0, 0)
        self.setMinimumHeight(pixels(NOTHING_YET_DRAWING))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self) as painter:
            painter.drawPixmap(
                0, 0, self.theme.pixmap(self.drawing, "faint_text", NOTHING_YET_DRAWING)
            )


def nothing_yet(text: str, theme: Theme | None = None, drawing: str = "") -> QLabel:
    """Return a sentence at the top of the room of an empty list; with a theme, a drawing
    ('artist/drawing') is before it."""
    if theme is None:
        words = Wrapped(text, "faint")
    else:
        words = NothingYet(text, theme, drawing)
    words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    words.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
    return words


class EmptyPage(QFrame):
    """The content of a page that is still empty: a pictogram, a title and the `rest`. It is centred
    in an ample window."""

    def __init__(self, theme: Theme, drawing: str, title: str, *rest: LayoutPart) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self._theme = theme
        picture = Pictogram(theme, drawing, "", "accent_text", EMPTY_PAGE_DRAWING)
        self._inner = wrap_layout(column(picture, Wrapped(title, "title"), *rest, spacing=6))
        self._across = row(0, self._inner, 0)
        self._down = column(0, self._across, 0, margin=10)
        self.setLayout(self._down)
        theme.call_now_and_on_any_change(self._fit)

    def _fit(self) -> None:
        """Centre the content and enlarge it in an ample window; else let it fill the page."""
        grown = self._theme.ample_factor
        is_ample = grown > 1
        before, content, after = (1, 0, 1) if is_ample else (0, 1, 0)
        for box in (self._down, self._across):
            box.setStretch(0, before)
            box.setStretch(1, content)
            box.setStretch(2, after)
        if is_ample:
            width = self._theme.pixels(EMPTY_PAGE_WIDTH * grown)
            self._inner.setMaximumWidth(width)
            self._inner.setMinimumWidth(width)
            self.setMinimumHeight(self._theme.pixels(EMPTY_PAGE_HEIGHT * grown))
        else:
            self._inner.setMaximumWidth(UNBOUNDED)
            self._inner.setMinimumWidth(0)
            self.setMinimumHeight(0)
        self._theme.enlarge(self, grown)
