"""Filling in the fields of a form as somebody does: typing, pressing, choosing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit

from lastdays.ui.forms.entry_fields import (
    ChipsControl,
    ChosenControl,
    EffectsControl,
    FieldControl,
    FlagControl,
    LineControl,
    NumberControl,
    OfTestControl,
    ParagraphControl,
    PartsControl,
    PaymentControl,
    PickerControl,
    TextsControl,
)
from ui.hands import menu_item, push


def fill(control: FieldControl, value: Any) -> None:
    """Enters a value with keys and presses, as a file has it."""
    enter = next(enter for kind, enter in FILLING.items() if isinstance(control, kind))
    enter(control, value)


def type_in(line: QLineEdit, text: str) -> None:
    """Types over what is in a line, and leaves it."""
    line.setFocus()
    line.selectAll()
    line.insert(text)
    line.clearFocus()


def fill_line(control: LineControl, value: Any) -> None:
    if isinstance(value, dict):  # changes of characteristics
        value = ", ".join(f"{key} {change:+}" for key, change in value.items())
    type_in(control.line, str(value))


def fill_paragraph(control: ParagraphControl, value: str) -> None:
    control.text.setFocus()
    control.text.selectAll()
    control.text.insertPlainText(value)
    control.text.clearFocus()


def fill_texts(control: TextsControl, value: list[str]) -> None:
    for n, text in enumerate(value):
        fill_paragraph(control.parts[n], text)


def fill_number(control: NumberControl, value: int) -> None:
    control.number.setFocus()
    control.number.selectAll()
    QTest.keyClicks(control.number, str(value))
    control.number.clearFocus()


def fill_flag(control: FlagControl, value: bool) -> None:
    if control.chip.isChecked() != value:
        push(control.chip)


def fill_chips(control: ChipsControl, value: str | list[str]) -> None:
    wanted = [value] if isinstance(value, str) else value
    for key, chip in control.chips.items():
        if chip.isChecked() != (key in wanted) and (key in wanted or isinstance(value, list)):
            push(chip)


def choose(box: QComboBox, key: str) -> None:
    box.setCurrentIndex(box.findData(key))
    box.activated.emit(box.currentIndex())


def fill_picker(control: PickerControl, value: str) -> None:
    choose(control.picker, value)


def fill_chosen(control: ChosenControl, value: list[str]) -> None:
    for key in value:
        menu_item(control.add_button, control.item_name(key))


def fill_test(control: OfTestControl, value: Mapping[str, Any]) -> None:
    choose(control.picker, value["characteristic"])
    control.target.setFocus()
    control.target.selectAll()
    QTest.keyClicks(control.target, str(value["target"]))
    control.target.clearFocus()


def fill_payment(control: PaymentControl, value: str) -> None:
    what, _space, amount = value.rpartition(" ")
    choose(control.picker, what)
    control.amount.setValue(int(amount))


def fill_effects(control: EffectsControl, value: list[str]) -> None:
    for words in value:
        kind, _space, rest = words.partition(" ")
        control.add(kind)
        line = control.lines[-1]
        if line.subject is not None:
            key, _space, rest = rest.partition(" ")
            choose(line.subject, key)
        if line.amount is not None:
            type_in(line.amount.line, rest)


def fill_parts(control: PartsControl, value: list[dict[str, Any]]) -> None:
    """Fills in the part that a new rule has, if any, and adds the others where they go."""
    if control.parts and control.words.above:
        fill_part(control, -1, value[-1])
        value = value[:-1]
    for fields in value:
        push(control.add_button)
        place = len(control.parts) - 1
        if control.words.above:
            place -= 1  # the last one is for the highest numbers
        fill_part(control, place, fields)


def fill_part(control: PartsControl, place: int, fields: Mapping[str, Any]) -> None:
    for name, value in fields.items():
        fill(control.parts[place].fields.controls[name], value)


FILLING: Mapping[type[Any], Callable[[Any, Any], None]] = {
    LineControl: fill_line,
    ParagraphControl: fill_paragraph,
    TextsControl: fill_texts,
    NumberControl: fill_number,
    FlagControl: fill_flag,
    ChipsControl: fill_chips,
    PickerControl: fill_picker,
    ChosenControl: fill_chosen,
    OfTestControl: fill_test,
    PaymentControl: fill_payment,
    EffectsControl: fill_effects,
    PartsControl: fill_parts,
}
