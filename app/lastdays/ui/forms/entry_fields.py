"""Controls for what the fields of an entry hold: each shows a value as a file gives it, reads it back,
and says what is wrong with it."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QPlainTextEdit, QPushButton, QWidget

from lastdays.language import _, short, titled
from lastdays.rulebook import CHARACTERISTICS, Catalogue, characteristic_name, pictograms
from lastdays.rulebook.blanks import readable
from lastdays.rulebook.entries import parse_trait
from lastdays.rulebook.own_words import FormWords, effect_names
from lastdays.rulebook.pack_fields import (
    DiceText,
    Drawing,
    EffectWords,
    Figures,
    Flag,
    Numbers,
    OneOf,
    Parts,
    PaymentWords,
    ProfileRow,
    Reference,
    References,
    Several,
    TestOn,
    Text,
    Texts,
    Traits,
    Whole,
)
from lastdays.ui.forms.form import set_control
from lastdays.ui.models.rows import plain_hint
from lastdays.ui.theme import Theme, set_style_properties
from lastdays.ui.widgets.parts import (
    ENTER_KEYS,
    Flow,
    Number,
    Picker,
    Plain,
    add_menu_action,
    button,
    choose_key,
    clear_layout,
    column,
    enable_or_explain,
    escape_ampersands,
    grid,
    label,
    make_button_menu,
    row,
    sentence,
    set_hint,
    show_text,
    wrap_layout,
)
from lastdays.values import Value

#: What is shown where nothing is chosen or entered.
NOTHING = "–"
#: The minus sign as it is printed; files have a hyphen.
MINUS = "−"
#: A place in a value: names of fields and numbers of parts, from the outside inwards.
Place = Sequence[str]


class Choice(NamedTuple):
    """Something to choose: what it is called, and its key."""

    name: str
    key: str


#: The choice of nothing.
NO_CHOICE = Choice(NOTHING, "")


class FormContext:
    """What the controls of a form need to know: the theme and the rulebook."""

    def __init__(self, theme: Theme, catalogue: Catalogue) -> None:
        self.theme = theme
        self.catalogue = catalogue

    def entry_choices(self, files: Sequence[str]) -> list[Choice]:
        """Return a choice for each entry of some files, in their order."""
        choices: list[Choice] = []
        for file in files:
            entries_by_key = getattr(self.catalogue, file, None)
            if entries_by_key is None:
                entries = self.catalogue.own.by_kind[file]
            else:
                entries = entries_by_key.values()
            choices += [Choice(entry.name, entry.key) for entry in entries]
        return choices

    def gear_choices(self) -> list[Choice]:
        """Return a choice for each weapon and piece of equipment."""
        return [Choice(gear.name, gear.key) for gear in self.catalogue.all_gear()]


def name_control(control: QWidget, name: str, hint: str) -> None:
    """Give a control its accessible name, and a hint; a picker's description is its name."""
    control.setAccessibleName(name)
    if isinstance(control, Picker):
        control.setToolTip(plain_hint(hint))
    else:
        set_hint(control, hint)


def as_dict(value: Any) -> dict[str, Any]:
    """Return a value of a file if it is a table, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    """Return a value of a file if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def as_texts(value: Any) -> list[str]:
    """Return the texts in a list of a file."""
    return [text for text in value or () if isinstance(text, str)]


def with_hyphen(text: str) -> str:
    """Return a text with hyphens for minus signs, as files have them."""
    return text.replace(MINUS, "-")


def with_minus(text: str) -> str:
    """Return a text of a file with minus signs for hyphens."""
    return text.replace("-", MINUS)


class FieldControl(Plain):
    """A control for a field. `changed`: the user has entered something else, as a whole."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.fault = sentence("", "harm")
        self.fault.hide()

    def lay_out(self, *parts: Any) -> None:
        """Lay out its parts, with room for a fault below them."""
        self.setLayout(column(*parts, self.fault, spacing=2))

    @abstractmethod
    def read(self) -> Any:
        """Return the value entered, as a file gives it."""

    @abstractmethod
    def show_value(self, value: Any) -> None:
        """Show a value without telling of it."""

    def is_left_open(self) -> bool:
        """Return whether nothing is entered in a field that may be left open."""
        return False

    def find_problem(self) -> str:
        """Say what is wrong with what was typed, where that can't be read at all."""
        return ""

    def show_fault(self, text: str, place: Place = ()) -> None:
        """Say what is wrong with it, or with the part of it at a place; '' for nothing."""
        del place
        show_text(self.fault, text)
        self.mark(is_wrong=bool(text))

    def mark(self, *, is_wrong: bool) -> None:
        """Mark what it is typed or chosen in as wrong, or not."""
        set_style_properties(self.first_control(), wrong=is_wrong)

    def tell(self) -> None:
        """Tell that the user has entered something else; for signals that carry more."""
        self.changed.emit()

    def commit(self) -> None:
        """Tell of what is being typed in it, or in a part of it."""
        for line in self.findChildren(LineControl):
            line.finish()
        for text in self.findChildren(Paragraph):
            text.finish()

    def name_controls(self, name: str, hint: str) -> None:
        """Give its control the accessible name and the hint of the field."""
        name_control(self.first_control(), name, hint)

    @abstractmethod
    def first_control(self) -> QWidget:
        """Return the control that gets the focus."""


class LineControl(FieldControl):
    """A line of text."""

    def __init__(self, theme: Theme | None = None, width: int = 0) -> None:
        """Make it as wide as there is room, or `width` pixels at 100 % of the theme."""
        super().__init__()
        self.line = QLineEdit()
        self.line.editingFinished.connect(self.finish)
        self.lay_out(self.line)
        if theme is not None:
            theme.fix_width(self.line, width)

    def commit(self) -> None:
        self.finish()

    def finish(self) -> None:
        """Tell of what was typed."""
        if self.line.isModified():
            self.line.setModified(False)
            self.changed.emit()

    def read(self) -> Any:
        return self.line.text()

    def show_value(self, value: Any) -> None:
        self._show_text("" if value is None else str(value))

    def _show_text(self, text: str) -> None:
        is_being_typed = self.line.hasFocus() and self.line.isModified()
        if text == self.line.text() or is_being_typed:
            return
        with QSignalBlocker(self.line):
            self.line.setText(text)
            self.line.setCursorPosition(0)

    def first_control(self) -> QWidget:
        return self.line


class OptionalLine(LineControl):
    """A short line that may be left open, such as dice."""

    def is_left_open(self) -> bool:
        return not self.line.text().strip()


class Paragraph(QPlainTextEdit):
    """Text on several lines without line breaks; `finished`: it was left after it was changed."""

    finished = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER_KEYS:
            event.ignore()  # amber
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.finish()

    def finish(self) -> None:
        """Tell of what was typed."""
        if self.document().isModified():
            self.document().setModified(False)
            self.finished.emit()


class ParagraphControl(FieldControl):
    """A sentence or more."""

    def __init__(self) -> None:
        super().__init__()
        self.text = Paragraph()
        self.text.setProperty("kind", "paragraph")
        self.text.setTabChangesFocus(True)
        self.text.finished.connect(self.changed)
        self.lay_out(self.text)

    def read(self) -> Any:
        # Not the plain text, which has other spaces for those that keep words together.
        return " ".join(self.text.document().toRawText().splitlines())

    def show_value(self, value: Any) -> None:
        is_being_typed = self.text.hasFocus() and self.text.document().isModified()
        if value == self.read() or is_being_typed:
            return
        with QSignalBlocker(self.text):
            self.text.setPlainText("" if value is None else str(value))
        self.text.document().setModified(False)

    def first_control(self) -> QWidget:
        return self.text


#: The highest number of a field without a limit.
MOST_NUMBER = 999
#: The width of a number in a part of an entry, with room for few digits, in pixels at 100 %.
NARROW_NUMBER_WIDTH = 78


class NumberControl(FieldControl):
    """A whole number; one that may be left open shows a dash below its lowest."""

    def __init__(self, least: int | None, most: int | None, *, is_optional: bool) -> None:
        super().__init__()
        if least is None:
            least = -MOST_NUMBER
        if most is None:
            most = MOST_NUMBER
        self._is_optional = is_optional
        if is_optional:
            self.number = Number(least - 1, most)
            self.number.setSpecialValueText(NOTHING)
        else:
            self.number = Number(least, most)
        self.number.setKeyboardTracking(False)
        self.number.valueChanged.connect(self.tell)
        self.lay_out(row(self.number, 1))

    def narrow(self, theme: Theme) -> None:
        """Give it the width of a few digits, at the zoom of a theme."""
        theme.fix_width(self.number, NARROW_NUMBER_WIDTH)

    def read(self) -> Any:
        return self.number.value()

    def is_left_open(self) -> bool:
        return self._is_optional and self.number.value() == self.number.minimum()

    def show_value(self, value: Any) -> None:
        set_control(self.number, value if isinstance(value, int) else self.number.minimum())

    def first_control(self) -> QWidget:
        return self.number


class FlagControl(FieldControl):
    """Yes or no, as a chip that is pressed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.chip = make_chip(text)
        self.chip.clicked.connect(self.tell)
        self.lay_out(row(self.chip, 1))

    def read(self) -> Any:
        return self.chip.isChecked()

    def show_value(self, value: Any) -> None:
        self.chip.setChecked(bool(value))

    def first_control(self) -> QWidget:
        return self.chip


def make_chip(text: str) -> QPushButton:
    """Return a button that stays down."""
    chip = button(escape_ampersands(text), kind="chip")
    chip.setCheckable(True)
    return chip


class ChipsControl(FieldControl):
    """Chips of which one is chosen, or any number."""

    def __init__(self, choices: Sequence[Choice], *, takes_several: bool) -> None:
        super().__init__()
        self._takes_several = takes_several
        self.chips = {choice.key: make_chip(choice.name) for choice in choices}
        for chip in self.chips.values():
            chip.setAutoExclusive(not takes_several)
            chip.clicked.connect(self.tell)
        self.lay_out(wrap_layout(Flow(*self.chips.values())))

    def read(self) -> Any:
        chosen = [key for key, chip in self.chips.items() if chip.isChecked()]
        if self._takes_several:
            return chosen
        return chosen[0] if chosen else ""

    def show_value(self, value: Any) -> None:
        chosen = (value or []) if self._takes_several else [value]
        for key, chip in self.chips.items():
            chip.setAutoExclusive(False)  # else the last one couldn't be let go
            chip.setChecked(key in chosen)
            chip.setAutoExclusive(not self._takes_several)

    def name_controls(self, name: str, hint: str) -> None:
        for chip in self.chips.values():
            chip.setAccessibleName(titled(name, chip.text().replace("&&", "&")))
            set_hint(chip, hint)

    def first_control(self) -> QWidget:
        return next(iter(self.chips.values()))


#: The letters for which a box of names has room.
NAME_LETTERS = 14
#: The letters for which a box of names beside others has room.
FEW_LETTERS = 10


def choose_entry(picker: Picker, key: str) -> None:
    """Choose an entry by its key, '' for nothing; if it is gone, under a name made from its key."""
    choose_key(picker, key, readable(key) if key else NOTHING)


class PickerControl(FieldControl):
    """One of many words, or the name of another entry."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        super().__init__()
        self.picker = Picker(choices)
        self.picker.picked.connect(self.tell)
        self.picker.hold_names(NAME_LETTERS)
        self.lay_out(row(self.picker, 1))

    def read(self) -> Any:
        return self.picker.currentData()

    def show_value(self, value: Any) -> None:
        choose_entry(self.picker, value if isinstance(value, str) else "")

    def first_control(self) -> QWidget:
        return self.picker


class DrawingControl(PickerControl):
    """A pictogram, by its name."""

    def __init__(self, theme: Theme) -> None:
        drawings = sorted(pictograms.drawings(), key=_drawing_name)
        choices = [Choice(_drawing_name(drawing), drawing) for drawing in drawings]
        super().__init__([NO_CHOICE, *choices])
        self._theme = theme
        theme.call_now_and_on_change(self._draw_icons)

    def _draw_icons(self) -> None:
        for n in range(1, self.picker.count()):
            drawing = str(self.picker.itemData(n))
            self.picker.setItemIcon(n, self._theme.icon(pictograms.instead(drawing)))


def _drawing_name(drawing: str) -> str:
    """Return what a drawing is called: 'heavy club' of 'gear/heavy-club'."""
    _folder, _slash, name = drawing.rpartition("/")
    return name.replace("-", " ")


#: The highest target of a Test that can be entered.
MOST_TARGET = 99
#: The target of a Test before another is entered.
USUAL_TARGET = 8


class OfTestControl(FieldControl):
    """A Test: a characteristic and its target."""

    def __init__(self) -> None:
        super().__init__()
        characteristics = [Choice(characteristic_name(key), key) for key in CHARACTERISTICS]
        self.picker = Picker([NO_CHOICE, *characteristics])
        self.picker.picked.connect(self._choose)
        self.target = Number(0, MOST_TARGET)
        self.target.setKeyboardTracking(False)
        self.target.valueChanged.connect(self.tell)
        self.lay_out(row(self.picker, label("/"), self.target, 1))
        self.target.setValue(USUAL_TARGET)

    def _choose(self) -> None:
        self._allow_target()
        self.changed.emit()

    def _allow_target(self) -> None:
        enable_or_explain(self.target, not self.is_left_open(), _("No Test is taken"))

    def is_left_open(self) -> bool:
        return not self.picker.currentData()

    def read(self) -> Any:
        return {"characteristic": self.picker.currentData(), "target": self.target.value()}

    def show_value(self, value: Any) -> None:
        test = as_dict(value)
        set_control(self.picker, test.get("characteristic", ""))
        if "target" in test:
            set_control(self.target, test["target"])
        self._allow_target()

    def name_controls(self, name: str, hint: str) -> None:
        super().name_controls(name, hint)
        self.target.setAccessibleName(_("{name}: target", name=name))

    def first_control(self) -> QWidget:
        return self.picker


#: The highest value of a characteristic that can be entered.
MOST_CHARACTERISTIC = 20
#: The characteristics side by side.
PROFILE_COLUMNS = 4


class ProfileControl(FieldControl):
    """A number for each characteristic."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers = {key: Number(0, MOST_CHARACTERISTIC) for key in CHARACTERISTICS}
        layout = grid(2, 6)
        for n, (key, number) in enumerate(self.numbers.items()):
            number.setKeyboardTracking(False)
            number.valueChanged.connect(self.tell)
            heading = label(key, "small")
            heading.setBuddy(number)
            heading_row = 2 * (n // PROFILE_COLUMNS)
            at_column = n % PROFILE_COLUMNS
            layout.addWidget(heading, heading_row, at_column)
            layout.addWidget(number, heading_row + 1, at_column)
        layout.setColumnStretch(PROFILE_COLUMNS, 1)
        self.lay_out(layout)

    def read(self) -> Any:
        return [number.value() for number in self.numbers.values()]

    def show_value(self, value: Any) -> None:
        for number, characteristic in zip(self.numbers.values(), as_list(value), strict=False):
            set_control(number, characteristic)

    def name_controls(self, name: str, hint: str) -> None:
        for key, number in self.numbers.items():
            number.setAccessibleName(characteristic_name(key))
            set_hint(number, hint)

    def first_control(self) -> QWidget:
        return self.numbers[CHARACTERISTICS[0]]


#: A change of a characteristic as it is typed, with a hyphen for its minus: 'E -1', 'CQC+2'.
_CHANGE = re.compile(r"(?P<characteristic>[A-Za-z]{1,3}) ?(?P<change>[+-]?[0-9]{1,2})")


class FiguresControl(LineControl):
    """Changes of characteristics in a line: 'E −1, CQC −1'."""

    def __init__(self) -> None:
        super().__init__()
        self.line.setPlaceholderText(NOTHING)

    def _split(self) -> list[str]:
        """Return what is typed between commas."""
        parts = with_hyphen(self.line.text()).split(",")
        return [part.strip() for part in parts if part.strip(" –")]

    def find_problem(self) -> str:
        for part in self._split():
            match = _CHANGE.fullmatch(part)
            if match is None or match["characteristic"].upper() not in CHARACTERISTICS:
                return _(
                    "Write characteristics with their change, such as {example}.",
                    example="E −1, CQC −1",
                )
        return ""

    def read(self) -> Any:
        changes: dict[str, int] = {}
        for part in self._split():
            match = _CHANGE.fullmatch(part)
            if match is not None:
                changes[match["characteristic"].upper()] = int(match["change"])
        return changes

    def show_value(self, value: Any) -> None:
        changes = as_dict(value)
        self._show_text(", ".join(f"{key} {_with_sign(n)}" for key, n in changes.items()))


def _with_sign(number: int) -> str:
    return f"+{number}" if number > 0 else with_minus(str(number))


class NumbersControl(LineControl):
    """Whole numbers in a line: '6, 12, 18'."""

    def _split(self) -> list[str]:
        """Return what is typed between commas, semicolons or spaces."""
        parts = re.split("[,; ]+", with_hyphen(self.line.text()))
        return [part for part in parts if part]

    def find_problem(self) -> str:
        if all(re.fullmatch("[+-]?[0-9]{1,4}", part) for part in self._split()):
            return ""
        return _("Write numbers with commas between them, such as {example}.", example="6, 12, 18")

    def read(self) -> Any:
        if self.find_problem():
            return []
        return [int(part) for part in self._split()]

    def show_value(self, value: Any) -> None:
        self._show_text(", ".join(with_minus(str(number)) for number in as_list(value)))


# Lists


class ListControl(FieldControl):
    """A list of things, each of which can be removed, and a menu that adds more."""

    def __init__(self) -> None:
        super().__init__()
        self.items: list[str] = []
        self._name = ""
        self._flow = Flow()
        self.add_button = button(_("Add…"))
        make_button_menu(self.add_button, self._fill_menu)
        self.lay_out(wrap_layout(self._flow), row(self.add_button, 1))

    @abstractmethod
    def _fill_menu(self, menu: QMenu) -> None:
        """Fill the menu with what can be added."""

    @abstractmethod
    def item_name(self, item: str) -> str:
        """Return what a thing is called."""

    def read(self) -> Any:
        return list(self.items)

    def show_value(self, value: Any) -> None:
        items = as_texts(value)
        if items != self.items:
            self.items = items
            self._show_chips()

    def _show_chips(self) -> None:
        """Show a chip for each thing, which removes it."""
        clear_layout(self._flow)
        for n, item in enumerate(self.items):
            name = self.item_name(item)
            chip = button(_("✕ {name}", name=escape_ampersands(short(name))), kind="chip")
            chip.setAccessibleName(_("{list}: remove {name}", list=self._name, name=name))
            chip.clicked.connect(partial(self._remove, n))
            self._flow.addWidget(chip)
            chip.show()
        self._flow.invalidate()

    def add(self, item: str) -> None:
        """Add a thing."""
        if item not in self.items:
            self.items.append(item)
            self._show_chips()
            self.changed.emit()

    def _remove(self, n: int, _checked: bool = False) -> None:
        del self.items[n]
        self._show_chips()
        self.add_button.setFocus()
        self.changed.emit()

    def name_controls(self, name: str, hint: str) -> None:
        self._name = name
        self.add_button.setAccessibleName(_("{list}: add", list=name))
        set_hint(self.add_button, hint)

    def first_control(self) -> QWidget:
        return self.add_button


class ChosenControl(ListControl):
    """Several of many words or entries."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        super().__init__()
        self._names_by_key = {choice.key: choice.name for choice in choices}

    def item_name(self, item: str) -> str:
        return self._names_by_key.get(item) or readable(item)

    def _fill_menu(self, menu: QMenu) -> None:
        menu.clear()
        for key, name in self._names_by_key.items():
            add_menu_action(
                menu, escape_ampersands(name), partial(self.add, key), enabled=key not in self.items
            )


#: Attributes are written with a number up to this one.
MOST_TRAIT_VALUE = 6


class TraitsControl(ListControl):
    """Skills and attributes, each with its number if it has one."""

    def __init__(self, context: FormContext, files: Sequence[str]) -> None:
        super().__init__()
        self._catalogue = context.catalogue
        self._choices = context.entry_choices(files)

    def item_name(self, item: str) -> str:
        return self._catalogue.trait_name(parse_trait(item))

    def _fill_menu(self, menu: QMenu) -> None:
        menu.clear()
        for choice in self._choices:
            name = escape_ampersands(choice.name)
            attribute = self._catalogue.attributes.get(choice.key)
            if attribute is None or not attribute.valued:
                add_menu_action(menu, name, partial(self.add, choice.key))
                continue
            values_menu = menu.addMenu(name)
            for value in range(1, MOST_TRAIT_VALUE + 1):
                add_menu_action(
                    values_menu, f"{name} {value}", partial(self.add, f"{choice.key} {value}")
                )


class TextsControl(FieldControl):
    """Several sentences, each in a field of its own, and an empty one for another."""

    def __init__(self) -> None:
        super().__init__()
        self._name = ""
        self._hint = ""
        self.parts: list[ParagraphControl] = []
        self._column = column(spacing=4)
        self.lay_out(self._column)
        self._set_count(1)

    def _set_count(self, count: int) -> None:
        """Have as many fields."""
        while len(self.parts) < count:
            part = ParagraphControl()
            part.changed.connect(self._tell_and_grow)
            self.parts.append(part)
            self._column.addWidget(part)
        while len(self.parts) > count:
            part = self.parts.pop()
            part.hide()
            part.deleteLater()
        self.name_controls(self._name, self._hint)

    def _tell_and_grow(self) -> None:
        """Tell of a change, and add an empty field if there is none any more."""
        self.changed.emit()
        if self.parts[-1].read().strip():
            self._set_count(len(self.parts) + 1)

    def read(self) -> Any:
        texts = [part.read().strip() for part in self.parts]
        return [text for text in texts if text]

    def show_value(self, value: Any) -> None:
        texts = as_texts(value)
        if texts == self.read():
            return
        texts_and_empty = [*texts, ""]
        self._set_count(len(texts_and_empty))
        for part, text in zip(self.parts, texts_and_empty, strict=True):
            part.show_value(text)

    def name_controls(self, name: str, hint: str) -> None:
        self._name = name
        self._hint = hint
        for n, part in enumerate(self.parts, 1):
            part.text.setAccessibleName(f"{name} {n}")
            set_hint(part.text, hint)

    def first_control(self) -> QWidget:
        return self.parts[0].text


# Words of players' own rules

#: The effects whose amount may be dice.
EFFECTS_WITH_DICE = ("points", "experience", "zombies")
#: The effects with an amount or a text.
EFFECTS_WITH_TEXT = ("counter", "note", *EFFECTS_WITH_DICE)
#: The amounts that new effects begin with.
FIRST_AMOUNTS = {"counter": "+1", "points": "D6", "experience": "1", "zombies": "D3"}
#: The width of an effect's note, in pixels at 100 %.
NOTE_WIDTH = 240
#: The width of an effect's amount, in pixels at 100 %.
AMOUNT_WIDTH = 64
#: A change of a counter as a file gives it: '+1', '=3'.
_COUNTER_CHANGE = re.compile("[+-][0-9]{1,4}|=-?[0-9]{1,4}")
#: An amount as a file gives it: '2', 'D6', 'D3+1'.
_AMOUNT = re.compile("-?[0-9]{1,3}|[0-9]*[Dd][36]([+][0-9]+)?")


def effect_choices(effect_kind: str, context: FormContext) -> list[Choice] | None:
    """Return what an effect of a kind can be about, None for nothing."""
    match effect_kind:
        case "counter":
            return context.entry_choices(["counters"])
        case "table":
            return context.entry_choices(["tables"])
        case "gains" | "loses":
            return context.gear_choices()
    return None


class EffectLine(Plain):
    """One effect of a row: what it is, and what or how much. `changed`: it was changed."""

    changed = Signal()
    removed = Signal()

    def __init__(self, context: FormContext, effect: str) -> None:
        """Show an effect as a file gives it: 'counter sickness +1', 'points D6', 'misses'."""
        super().__init__()
        self.kind, _space, rest = effect.partition(" ")
        self.caption = label(effect_names().get(self.kind, effect))
        self.subject: Picker | None = None
        self.amount: LineControl | None = None
        controls: list[QWidget] = [self.caption]
        choices = effect_choices(self.kind, context)
        if choices is not None:
            key, _space, rest = rest.partition(" ")
            self.subject = self._make_subject(choices, key)
            controls.append(self.subject)
        if self.kind in EFFECTS_WITH_TEXT:
            self.amount = self._make_amount(rest, context.theme)
            controls.append(self.amount)
        self.remove_button = button("✕", self.removed.emit, "quiet")
        self.setLayout(row(*controls, self.remove_button))

    def _make_subject(self, choices: Sequence[Choice], key: str) -> Picker:
        """Return a picker of what the effect is about."""
        picker = Picker([NO_CHOICE, *choices])
        picker.picked.connect(lambda _key: self.changed.emit())
        picker.hold_names(FEW_LETTERS)
        choose_entry(picker, key)
        return picker

    def _make_amount(self, amount: str, theme: Theme) -> LineControl:
        """Return a line for the amount, or for a note."""
        width = NOTE_WIDTH if self.kind == "note" else AMOUNT_WIDTH
        line = LineControl(theme, width)
        line.show_value(with_minus(amount) if self.kind == "counter" else amount)
        line.changed.connect(self.changed)
        return line

    def name_controls(self, list_name: str) -> None:
        """Name its controls after the list of effects that it is one of."""
        name = titled(list_name, self.caption.text())
        if self.subject is not None:
            self.subject.setAccessibleName(name)
        if self.amount is not None and self.kind == "note":
            self.amount.line.setAccessibleName(name)
        elif self.amount is not None:
            self.amount.line.setAccessibleName(_("{what}: how much", what=name))
        self.remove_button.setAccessibleName(_("Remove {name}", name=name))

    def _read_amount(self) -> str:
        """Return the amount or the note as a file gives it."""
        if self.amount is None:
            return ""
        text = str(self.amount.read()).strip()
        return text if self.kind == "note" else with_hyphen(text).upper()

    def read(self) -> str:
        """Return the effect as a file gives it."""
        words = [self.kind]
        if self.subject is not None:
            words.append(str(self.subject.currentData()))
        if self.amount is not None:
            words.append(self._read_amount())
        return " ".join(words)

    def find_problem(self) -> str:
        """Say what is missing or can't be read; '' for nothing."""
        if self.subject is not None and not self.subject.currentData():
            return _("Choose one: {what}.", what=self.caption.text())
        amount = self._read_amount()
        if self.kind == "counter" and not _COUNTER_CHANGE.fullmatch(amount):
            return _("Write a change, such as {example}.", example="+1, −1, =3")
        if self.kind in EFFECTS_WITH_DICE and not _AMOUNT.fullmatch(amount):
            return _("Write a number or dice, such as {example}.", example="2, D6, D3+1")
        if self.kind == "note" and not amount:
            return _("Write a note.")
        return ""

    def take_focus(self) -> None:
        """Give the focus to its amount, else to what it is about."""
        if self.amount is not None:
            self.amount.line.setFocus()
        elif self.subject is not None:
            self.subject.setFocus()
        else:
            self.setFocus()


class EffectsControl(FieldControl):
    """The effects of a row, each on a line, and a menu that adds more."""

    def __init__(self, context: FormContext) -> None:
        super().__init__()
        self._context = context
        self._name = ""
        self.lines: list[EffectLine] = []
        self.add_button = button(_("+ effect"), kind="quiet")
        make_button_menu(self.add_button, self._fill_menu)
        self._flow = Flow(self.add_button, spacing=10)
        self.lay_out(wrap_layout(self._flow))

    def _fill_menu(self, menu: QMenu) -> None:
        menu.clear()
        for kind, name in effect_names().items():
            add_menu_action(menu, name, partial(self.add, kind))

    def add(self, kind: str) -> None:
        """Add an effect of a kind, about the first that it could be about."""
        words = [kind]
        choices = effect_choices(kind, self._context)
        if choices:
            words.append(choices[0].key)
        if kind in FIRST_AMOUNTS:
            words.append(FIRST_AMOUNTS[kind])
        line = self._append(" ".join(words))
        self.changed.emit()
        line.take_focus()

    def _append(self, effect: str) -> EffectLine:
        line = EffectLine(self._context, effect)
        line.changed.connect(self.changed)
        line.removed.connect(partial(self._remove, line))
        self.lines.append(line)
        self._flow.insert(len(self.lines) - 1, line)
        self._name_lines()
        return line

    def _name_lines(self) -> None:
        for n, line in enumerate(self.lines, 1):
            line.name_controls(f"{self._name} {n}")

    def _remove(self, line: EffectLine) -> None:
        self.add_button.setFocus()
        self._delete(line)
        self.changed.emit()

    def _delete(self, line: EffectLine) -> None:
        self.lines.remove(line)
        self._flow.drop(line)
        self._name_lines()
        line.hide()
        line.deleteLater()

    def read(self) -> Any:
        return [line.read() for line in self.lines]

    def show_value(self, value: Any) -> None:
        effects = as_texts(value)
        if effects == self.read():
            return
        for line in list(self.lines):
            self._delete(line)
        for effect in effects:
            self._append(effect)

    def find_problem(self) -> str:
        for line in self.lines:
            problem = line.find_problem()
            if problem:
                return problem
        return ""

    def name_controls(self, name: str, hint: str) -> None:
        self._name = name
        self._name_lines()
        self.add_button.setAccessibleName(_("{list}: add", list=name))
        set_hint(self.add_button, hint)

    def first_control(self) -> QWidget:
        return self.add_button


#: The most that can be paid.
MOST_PAID = 999


class PaymentControl(FieldControl):
    """What can be paid: a counter or Scavenge Points, and how much. A file gives it as 'points 2' or
    'counter food 1'."""

    def __init__(self, context: FormContext) -> None:
        super().__init__()
        choices = [NO_CHOICE, Choice(effect_names()["points"], "points")]
        for counter in context.entry_choices(["counters"]):
            choices.append(Choice(counter.name, f"counter {counter.key}"))
        self.picker = Picker(choices)
        self.picker.picked.connect(self._choose)
        self.picker.hold_names(NAME_LETTERS)
        self.amount = Number(1, MOST_PAID)
        self.amount.setKeyboardTracking(False)
        self.amount.valueChanged.connect(self.tell)
        self.lay_out(row(self.picker, self.amount, 1))

    def _choose(self) -> None:
        self._allow_amount()
        self.changed.emit()

    def _allow_amount(self) -> None:
        enable_or_explain(self.amount, bool(self.picker.currentData()), _("Nothing is paid"))

    def read(self) -> Any:
        currency = self.picker.currentData()
        return f"{currency} {self.amount.value()}" if currency else ""

    def show_value(self, value: Any) -> None:
        text = value if isinstance(value, str) else ""
        currency, _space, amount = text.rpartition(" ")
        name = readable(currency.removeprefix("counter ")) if currency else NOTHING
        choose_key(self.picker, currency, name)
        set_control(self.amount, int(amount) if amount.isdecimal() else 1)
        self._allow_amount()

    def name_controls(self, name: str, hint: str) -> None:
        super().name_controls(name, hint)
        self.amount.setAccessibleName(_("{what}: how much", what=name))

    def first_control(self) -> QWidget:
        return self.picker


# Fields together


class Problem(NamedTuple):
    """What is wrong: its place in the fields of an entry, and a sentence."""

    place: Place
    text: str


class FieldSet:
    """The controls of an entry, or of a part of one, by the names of their fields."""

    def __init__(self, kind: str, context: FormContext, *, part_name: str = "") -> None:
        """Make the controls; those of a part of an entry are named after it."""
        self.words = FormWords(kind)
        self._part_name = part_name
        self.controls: dict[str, FieldControl] = {}
        for line in self.words.lines + self.words.more:
            for name in line:
                in_part = bool(part_name)
                self.controls[name] = make_control(name, self.words, context, in_part=in_part)
                self._name_control(name)

    def _name_control(self, name: str) -> None:
        caption = self.words.caption(name)
        if self._part_name:
            caption = titled(self._part_name, caption)
        self.controls[name].name_controls(caption, self.words.meaning(name))

    def name_after(self, part_name: str) -> None:
        """Name the controls after their part of the entry."""
        self._part_name = part_name
        for name in self.controls:
            self._name_control(name)

    def counts(self, name: str) -> bool:
        """Return whether a field means anything beside the others that are entered."""
        needed_values = self.words.only.get(name, {})
        for other_name, values in needed_values.items():
            if self.controls[other_name].read() not in values:
                return False
        return True

    def read(self, fields_before: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields as a file gives them; those without a control stay as they were."""
        fields: dict[str, Any] = {}
        for name, value in fields_before.items():
            if name not in self.controls:
                fields[name] = value
        for name, control in self.controls.items():
            field = self.words.fields[name]
            is_left_open = field.optional and control.is_left_open()
            value = None if is_left_open else control.read()
            is_unusual = value != field.default
            if field.required or (is_unusual and self.counts(name)):
                fields[name] = value
        return fields

    def show(self, fields: Mapping[str, Any]) -> None:
        """Show fields as a file gives them."""
        for name, control in self.controls.items():
            default = self.words.fields[name].default
            control.show_value(fields.get(name, default))

    def find_problems(self) -> Iterator[Problem]:
        """Yield what was typed and can't be read."""
        for name, control in self.controls.items():
            if not self.counts(name):
                continue
            problem = control.find_problem()
            if problem:
                yield Problem([name], problem)
            if isinstance(control, PartsControl):
                for inner in control.find_problems_of_parts():
                    yield Problem([name, *inner.place], inner.text)


class Part:
    """A part of an entry in a list of them: its controls, and what it had before."""

    def __init__(
        self, kind: str, context: FormContext, name: str, fields: Mapping[str, Any]
    ) -> None:
        self._fields_before: Mapping[str, Any] = {}
        self.fields = FieldSet(kind, context, part_name=name)
        self.fault = sentence("", "harm")
        self.fault.hide()
        self.remove_button = button("✕", kind="quiet")
        self.show(fields)
        self._name_remove_button(name)

    def name_after(self, name: str) -> None:
        """Name its controls after it."""
        self.fields.name_after(name)
        self._name_remove_button(name)

    def _name_remove_button(self, name: str) -> None:
        self.remove_button.setAccessibleName(_("Remove {name}", name=name))

    def show(self, fields: Mapping[str, Any]) -> None:
        """Show its fields as a file gives them."""
        self._fields_before = dict(fields)
        self.fields.show(fields)

    def read(self) -> dict[str, Any]:
        """Return its fields as a file gives them."""
        return self.fields.read(self._fields_before)

    def show_fault(self, text: str, field_name: str) -> None:
        """Say what else is wrong with one of its fields, or with all of it."""
        control = self.fields.controls.get(field_name)
        if control is not None:
            control.mark(is_wrong=bool(text))
        texts = [self.fault.text(), text] if text else []
        show_text(self.fault, "\n".join(line for line in texts if line))

    def forget_faults(self) -> None:
        """No longer say what is wrong."""
        show_text(self.fault, "")
        for control in self.fields.controls.values():
            control.mark(is_wrong=False)

    @property
    def widgets(self) -> list[QWidget]:
        """Its controls, its fault and its button."""
        return [*self.fields.controls.values(), self.fault, self.remove_button]


class PartsControl(FieldControl):
    """A small table of parts, such as the rows of a table: one below the other, with a button that
    adds another."""

    def __init__(self, kind: str, context: FormContext) -> None:
        super().__init__()
        self.kind = kind
        self._context = context
        self.words = FormWords(kind)
        #: The names of the fields side by side, and of those below them, each on a line.
        self._names_in_line, *lines_below = self.words.lines
        self._names_below = [name for line in lines_below for name in line]
        self.parts: list[Part] = []
        self._name = ""
        self._grid = grid(4, 6)
        self._headings = [self._make_heading(name) for name in self._names_in_line]
        self.add_button = button(self.words.new, self._add, "quiet")
        self.lay_out(self._grid, row(self.add_button, 1))

    def _make_heading(self, name: str) -> QWidget:
        """Return the heading of a column; a chip says itself what it is."""
        if isinstance(self.words.fields[name].shape, Flag):
            return label("", "small")
        return label(self.words.caption(name), "small")

    def _add(self) -> None:
        """Add a part, below the others or above the last one, and begin to enter it."""
        first_field = self._names_in_line[0]
        place = len(self.parts)
        if self.words.above and self.parts:
            place -= 1  # the last one is for the highest numbers
        fields = self.words.begun
        is_numbered = isinstance(self.words.fields[first_field].shape, Whole)
        if is_numbered and self.parts:
            fields[first_field] = self._next_number(place)
        part = self._make_part(fields)
        self.parts.insert(place, part)
        self._lay_out_parts()  # it tells of it once something is entered there
        part.fields.controls[first_field].first_control().setFocus()

    def _next_number(self, place: int) -> int:
        """Return the number after that of the part above a place."""
        if place == 0:
            return 1
        number: int | None = self.parts[place - 1].read().get(self._names_in_line[0])
        return (number or 0) + 1

    def _make_part(self, fields: Mapping[str, Any]) -> Part:
        part = Part(self.kind, self._context, self._name, fields)
        for control in part.fields.controls.values():
            control.changed.connect(self.changed)
        part.remove_button.clicked.connect(lambda _checked=False: self._remove(part))
        return part

    def _remove(self, part: Part) -> None:
        self.add_button.setFocus()
        self.parts.remove(part)
        self._delete(part)
        self._lay_out_parts()
        self.changed.emit()

    def _delete(self, part: Part) -> None:
        for widget in part.widgets:
            self._grid.removeWidget(widget)
            widget.hide()
            widget.deleteLater()

    def _lay_out_parts(self) -> None:
        """Lay out all parts anew: a widget that is added again only moves."""
        for at_column, heading in enumerate(self._headings):
            self._grid.addWidget(heading, 0, at_column)
            heading.setVisible(bool(self.parts))
        at_row = 1
        for n, part in enumerate(self.parts, 1):
            part.name_after(f"{self._name} {n}")
            at_row = self._lay_out_part(part, at_row)

    def _lay_out_part(self, part: Part, at_row: int) -> int:
        """Lay out a part from a row on; return the row below it."""
        columns = len(self._headings)
        controls = part.fields.controls
        for at_column, name in enumerate(self._names_in_line):
            stretch = 1 if isinstance(controls[name], LineControl) else 0
            self._grid.addWidget(controls[name], at_row, at_column)
            self._grid.setColumnStretch(at_column, stretch)
        self._grid.addWidget(part.remove_button, at_row, columns)
        at_row += 1
        self._grid.addWidget(part.fault, at_row, 0, 1, columns + 1)
        for name in self._names_below:
            at_row += 1
            self._grid.addWidget(controls[name], at_row, 1, 1, columns)
        return at_row + 1

    def read(self) -> Any:
        return [part.read() for part in self.parts]

    def show_value(self, value: Any) -> None:
        values = [fields for fields in value or () if isinstance(fields, dict)]
        if values == self.read():
            return
        while len(self.parts) > len(values):
            self._delete(self.parts.pop())
        for part, fields in zip(self.parts, values, strict=False):
            part.show(fields)
        for fields in values[len(self.parts) :]:
            self.parts.append(self._make_part(fields))
        self._lay_out_parts()

    def find_problems_of_parts(self) -> Iterator[Problem]:
        """Yield what was typed in a part and can't be read; a place begins with the part's number."""
        for n, part in enumerate(self.parts):
            for problem in part.fields.find_problems():
                yield Problem([str(n), *problem.place], problem.text)

    def show_fault(self, text: str, place: Place = ()) -> None:
        if not text:
            for part in self.parts:
                part.forget_faults()
        part_at_place = self._part_at(place)
        if part_at_place is None:
            show_text(self.fault, text)
        else:
            part_at_place.show_fault(text, place[1] if len(place) > 1 else "")

    def _part_at(self, place: Place) -> Part | None:
        """Return the part with the number that a place begins with, None if there is none."""
        if not place or not place[0].isdecimal():
            return None
        number = int(place[0])
        return self.parts[number] if number < len(self.parts) else None

    def mark(self, *, is_wrong: bool) -> None:
        """Mark nothing: its parts are marked one by one."""

    def name_controls(self, name: str, hint: str) -> None:
        self._name = name
        set_hint(self.add_button, hint)
        self._lay_out_parts()

    def first_control(self) -> QWidget:
        if not self.parts:
            return self.add_button
        first_field = self._names_in_line[0]
        return self.parts[0].fields.controls[first_field].first_control()


#: So many words to choose from are seen at once.
MOST_CHIPS = 8
#: The width of a line for dice, in pixels at 100 %.
DICE_WIDTH = 80


def make_control(
    name: str, words: FormWords, context: FormContext, *, in_part: bool
) -> FieldControl:
    """Return a control for a field; in a part of an entry it takes one line."""
    field = words.fields[name]
    match field.shape:
        case Text(long=True) if not in_part:
            return ParagraphControl()
        case Text():
            return LineControl()
        case Whole(least, most):
            number = NumberControl(least, most, is_optional=field.optional)
            if in_part:
                number.narrow(context.theme)
            return number
        case Flag():
            return FlagControl(words.caption(name))
        case OneOf(values):
            return _make_choice_control(_word_choices(name, words, values))
        case Several(values):
            return _make_choices_control(_word_choices(name, words, values))
        case Reference() | References() | Traits() as names:
            return _make_names_control(names, context)
        case Parts(kind):
            return PartsControl(kind, context)
    return _make_rare_control(field.shape, context)


def _make_rare_control(shape: Value, context: FormContext) -> FieldControl:
    """Return a control for a shape that says nothing further."""
    match shape:
        case Texts():
            return TextsControl()
        case Numbers():
            return NumbersControl()
        case DiceText():
            return OptionalLine(context.theme, DICE_WIDTH)
        case TestOn():
            return OfTestControl()
        case ProfileRow():
            return ProfileControl()
        case Figures():
            return FiguresControl()
        case EffectWords():
            return EffectsControl(context)
        case PaymentWords():
            return PaymentControl(context)
        case Drawing():
            return DrawingControl(context.theme)
    raise TypeError(shape)


def _make_names_control(
    shape: Reference | References | Traits, context: FormContext
) -> FieldControl:
    """Return a control for the name of another entry, or for several of them."""
    match shape:
        case Reference(files):
            return PickerControl([NO_CHOICE, *context.entry_choices(files)])
        case References(files):
            return ChosenControl(context.entry_choices(files))
        case Traits(files):
            return TraitsControl(context, files)


def _word_choices(name: str, words: FormWords, values: Sequence[str]) -> list[Choice]:
    """Return a choice for each value of a field, with the word for it."""
    return [Choice(words.word(name, value), value) for value in values]


def _make_choice_control(choices: Sequence[Choice]) -> FieldControl:
    """Return a control for one of these choices."""
    if len(choices) <= MOST_CHIPS:
        return ChipsControl(choices, takes_several=False)
    return PickerControl(choices)


def _make_choices_control(choices: Sequence[Choice]) -> FieldControl:
    """Return a control for several of these choices."""
    if len(choices) <= MOST_CHIPS:
        return ChipsControl(choices, takes_several=True)
    return ChosenControl(choices)
