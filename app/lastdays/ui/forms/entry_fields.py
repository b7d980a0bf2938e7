"""Controls for what the fields of an entry hold: each shows a value as a file gives it, reads it back,
and says what is wrong with it."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

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
from lastdays.ui.forms.form import enter
from lastdays.ui.models.rows import plain
from lastdays.ui.theme import Theme, restyle
from lastdays.ui.widgets.parts import (
    ENTER,
    Flow,
    Number,
    Picker,
    Plain,
    allow,
    button,
    choose_key,
    clear,
    column,
    describe,
    entry,
    grid,
    holder,
    label,
    opened,
    row,
    sentence,
    show_text,
    typed,
)
from lastdays.values import Value

#: What is shown where nothing is chosen or said.
NOTHING = "–"
#: A place in a value: names of fields and numbers of parts, from the outside inwards.
Place = Sequence[str]


class Around:
    """What the controls of a form need to know: the theme, the rulebook, and whose they are."""

    def __init__(self, theme: Theme, catalogue: Catalogue) -> None:
        self.theme, self.catalogue = theme, catalogue

    def names(self, files: Sequence[str]) -> list[tuple[str, str]]:
        """Return name and key of each entry of some files, in their order."""
        found: list[tuple[str, str]] = []
        for file in files:
            shelf = getattr(self.catalogue, file, None)
            entries = shelf.values() if shelf is not None else self.catalogue.own.by_kind[file]
            found += [(one.name, one.key) for one in entries]
        return found

    def gear(self) -> list[tuple[str, str]]:
        """Return name and key of each weapon and piece of equipment."""
        return [(gear.name, gear.key) for gear in self.catalogue.all_gear()]


def hinted(control: QWidget, name: str, hint: str) -> None:
    """Give a control its accessible name, and a hint; a picker's description is its name."""
    control.setAccessibleName(name)
    if isinstance(control, Picker):
        control.setToolTip(plain(hint))
    else:
        describe(control, hint)


class FieldControl(Plain):
    """A control for a field. `changed`: the user has entered something else, as a whole."""

    changed = Signal()
    #: Whether it is a line of its own, rather than beside others.
    wide = True

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

    def problem(self) -> str:
        """Say what is wrong with what was typed, where that can't be read at all."""
        return ""

    def show_fault(self, text: str, place: Place = ()) -> None:
        """Say what is wrong with it, or with the part of it at a place; '' for nothing."""
        del place
        show_text(self.fault, text)
        self.mark(wrong=bool(text))

    def mark(self, *, wrong: bool) -> None:
        """Mark what it is typed or chosen in as wrong, or not."""
        restyle(self.first(), wrong=wrong)

    def commit(self) -> None:
        """Tell of what is being typed in it, or in a part of it."""
        for line in self.findChildren(LineControl):
            line.finish()
        for text in self.findChildren(Paragraph):
            text.finish()

    def name_all(self, name: str, hint: str) -> None:
        """Give its control the accessible name and the hint of the field."""
        hinted(self.first(), name, hint)

    @abstractmethod
    def first(self) -> QWidget:
        """Return the control that gets the focus."""


class LineControl(FieldControl):
    """A line of text."""

    def commit(self) -> None:
        self.finish()

    def __init__(self, theme: Theme | None = None, room: int = 0) -> None:
        """Make it as wide as there is room, or `room` pixels at 100 % of the theme."""
        super().__init__()
        self.line = QLineEdit()
        self.line.editingFinished.connect(self.finish)
        self._theme, self._room = theme, room
        self.lay_out(self.line)
        if theme is not None:
            theme.follow(self._fit)

    def _fit(self) -> None:
        if self._theme is not None:
            self.line.setFixedWidth(self._theme.px(self._room))

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
        being_typed = self.line.hasFocus() and self.line.isModified()
        if text == self.line.text() or being_typed:
            return
        with QSignalBlocker(self.line):
            self.line.setText(text)
            self.line.setCursorPosition(0)

    def first(self) -> QWidget:
        return self.line


class OptionalLine(LineControl):
    """A short line that may be left open, such as dice."""

    wide = False

    def is_left_open(self) -> bool:
        return not self.line.text().strip()


class Paragraph(QPlainTextEdit):
    """Text on several lines without line breaks; `finished`: it was left after it was changed."""

    finished = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER:
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
        being_typed = self.text.hasFocus() and self.text.document().isModified()
        if value == self.read() or being_typed:
            return
        with QSignalBlocker(self.text):
            self.text.setPlainText("" if value is None else str(value))
        self.text.document().setModified(False)

    def first(self) -> QWidget:
        return self.text


class NumberControl(FieldControl):
    """A whole number; one that may be left open shows a dash below its lowest."""

    wide = False

    def __init__(
        self, low: int | None, high: int | None, *, optional: bool, slim: Theme | None = None
    ) -> None:
        """Make it; one that is `slim`, by a theme, has room for few digits."""
        super().__init__()
        least = -NUMBER_MOST if low is None else low
        most = NUMBER_MOST if high is None else high
        self._optional = optional
        self.number = Number(least - optional, most)
        self.number.setKeyboardTracking(False)
        if optional:
            self.number.setSpecialValueText(NOTHING)
        self.number.valueChanged.connect(lambda _n: self.changed.emit())
        self._slim = slim
        self.lay_out(row(self.number, 1))
        if slim is not None:
            slim.follow(self._fit)

    def _fit(self) -> None:
        if self._slim is not None:
            self.number.setFixedWidth(self._slim.px(SLIM))

    def read(self) -> Any:
        return self.number.value()

    def is_left_open(self) -> bool:
        return self._optional and self.number.value() == self.number.minimum()

    def show_value(self, value: Any) -> None:
        enter(self.number, value if isinstance(value, int) else self.number.minimum())

    def first(self) -> QWidget:
        return self.number


#: The highest number of a field without a limit; the width of a slim one, in pixels at 100 %.
NUMBER_MOST, SLIM = 999, 78


class FlagControl(FieldControl):
    """Yes or no, as a chip that is pressed."""

    wide = False

    def __init__(self, words: str) -> None:
        super().__init__()
        self.chip = chip(words)
        self.chip.clicked.connect(lambda _on: self.changed.emit())
        self.lay_out(row(self.chip, 1))

    def read(self) -> Any:
        return self.chip.isChecked()

    def show_value(self, value: Any) -> None:
        self.chip.setChecked(bool(value))

    def first(self) -> QWidget:
        return self.chip


def chip(words: str) -> QPushButton:
    """Return a button that stays down."""
    made = button(typed(words), kind="chip")
    made.setCheckable(True)
    return made


class ChipsControl(FieldControl):
    """Words of which one is chosen, or any number."""

    def __init__(self, words: Mapping[str, str], *, several: bool) -> None:
        super().__init__()
        self._several = several
        self.chips = {value: chip(text) for value, text in words.items()}
        chosen = Flow(*self.chips.values())
        for made in self.chips.values():
            made.setAutoExclusive(not several)
            made.clicked.connect(lambda _on: self.changed.emit())
        self.lay_out(holder(chosen))

    def read(self) -> Any:
        down = [value for value, made in self.chips.items() if made.isChecked()]
        return down if self._several else next(iter(down), "")

    def show_value(self, value: Any) -> None:
        wanted = value if self._several else [value]
        for key, made in self.chips.items():
            made.setAutoExclusive(False)
            made.setChecked(key in (wanted or ()))
            made.setAutoExclusive(not self._several)

    def name_all(self, name: str, hint: str) -> None:
        for made in self.chips.values():
            made.setAccessibleName(titled(name, made.text().replace("&&", "&")))
            describe(made, hint)

    def first(self) -> QWidget:
        return next(iter(self.chips.values()))


class PickerControl(FieldControl):
    """One of many words, or the name of another entry."""

    wide = False

    def __init__(self, items: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.picker = Picker(items, picked=self._picked)
        self.picker.hold_names(LETTERS)
        self.lay_out(row(self.picker, 1))

    def _picked(self, _data: object) -> None:
        self.changed.emit()

    def read(self) -> Any:
        return self.picker.currentData()

    def show_value(self, value: Any) -> None:
        key = value if isinstance(value, str) else ""
        choose_key(self.picker, key, readable(key) if key else NOTHING)

    def first(self) -> QWidget:
        return self.picker


#: A box of names is as wide as so many letters, one beside others as so many.
LETTERS, FEW_LETTERS = 14, 10


class DrawingControl(PickerControl):
    """A pictogram, by its name."""

    def __init__(self, theme: Theme) -> None:
        names = sorted(pictograms.drawings(), key=_drawing_name)
        super().__init__([(NOTHING, ""), *((_drawing_name(name), name) for name in names)])
        self._theme = theme
        theme.follow(self._draw)

    def _draw(self) -> None:
        for n in range(1, self.picker.count()):
            drawing = str(self.picker.itemData(n))
            self.picker.setItemIcon(n, self._theme.icon(pictograms.instead(drawing)))


def _drawing_name(name: str) -> str:
    return name.rpartition("/")[2].replace("-", " ")


class OfTestControl(FieldControl):
    """A Test: a characteristic and its target."""

    wide = False

    def __init__(self) -> None:
        super().__init__()
        items = [(NOTHING, ""), *((characteristic_name(key), key) for key in CHARACTERISTICS)]
        self.picker = Picker(items, picked=self._picked)
        self.target = Number(0, 99)
        self.target.setKeyboardTracking(False)
        self.target.valueChanged.connect(lambda _n: self.changed.emit())
        self.lay_out(row(self.picker, label("/"), self.target, 1))
        self.target.setValue(8)

    def _picked(self, _data: object) -> None:
        self._allow()
        self.changed.emit()

    def _allow(self) -> None:
        allow(self.target, not self.is_left_open(), _("No Test is taken"))

    def is_left_open(self) -> bool:
        return not self.picker.currentData()

    def read(self) -> Any:
        return {"characteristic": self.picker.currentData(), "target": self.target.value()}

    def show_value(self, value: Any) -> None:
        said = value if isinstance(value, dict) else {}
        enter(self.picker, said.get("characteristic", ""))
        if "target" in said:
            enter(self.target, said["target"])
        self._allow()

    def name_all(self, name: str, hint: str) -> None:
        super().name_all(name, hint)
        self.target.setAccessibleName(_("{name}: target", name=name))

    def first(self) -> QWidget:
        return self.picker


class ProfileControl(FieldControl):
    """A number for each characteristic."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers = {key: Number(0, 20) for key in CHARACTERISTICS}
        laid = grid(2, 6)
        for n, (key, number) in enumerate(self.numbers.items()):
            number.setKeyboardTracking(False)
            number.valueChanged.connect(lambda _n: self.changed.emit())
            heading = label(key, "small")
            heading.setBuddy(number)
            laid.addWidget(heading, 2 * (n // 4), n % 4)
            laid.addWidget(number, 2 * (n // 4) + 1, n % 4)
        laid.setColumnStretch(4, 1)
        self.lay_out(laid)

    def read(self) -> Any:
        return [number.value() for number in self.numbers.values()]

    def show_value(self, value: Any) -> None:
        said = value if isinstance(value, list) else []
        for number, n in zip(self.numbers.values(), said, strict=False):
            enter(number, n)

    def name_all(self, name: str, hint: str) -> None:
        for key, number in self.numbers.items():
            number.setAccessibleName(characteristic_name(key))
            describe(number, hint)

    def first(self) -> QWidget:
        return self.numbers[CHARACTERISTICS[0]]


#: A change of a characteristic as it is typed: 'E −1', 'CQC+2'.
_FIGURE = re.compile(r"([A-Za-z]{1,3}) ?([+-]?[0-9]{1,2})")


class FiguresControl(LineControl):
    """Changes of characteristics in a line: 'E −1, CQC −1'."""

    def __init__(self) -> None:
        super().__init__()
        self.line.setPlaceholderText(NOTHING)

    def _parts(self) -> list[str]:
        text = self.line.text().replace("−", "-")
        return [part.strip() for part in text.split(",") if part.strip(" –")]

    def problem(self) -> str:
        for part in self._parts():
            found = _FIGURE.fullmatch(part)
            if found is None or found[1].upper() not in CHARACTERISTICS:
                return _(
                    "Write characteristics with their change, such as {example}.",
                    example="E −1, CQC −1",
                )
        return ""

    def read(self) -> Any:
        found = filter(None, map(_FIGURE.fullmatch, self._parts()))
        return {one[1].upper(): int(one[2]) for one in found}

    def show_value(self, value: Any) -> None:
        said = value if isinstance(value, dict) else {}
        self._show_text(", ".join(f"{key} {_change(n)}" for key, n in said.items()))


def _change(number: int) -> str:
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


class NumbersControl(LineControl):
    """Whole numbers in a line: '6, 12, 18'."""

    def _parts(self) -> list[str]:
        return [part for part in re.split("[,; ]+", self.line.text().replace("−", "-")) if part]

    def problem(self) -> str:
        if all(re.fullmatch("[+-]?[0-9]{1,4}", part) for part in self._parts()):
            return ""
        return _("Write numbers with commas between them, such as {example}.", example="6, 12, 18")

    def read(self) -> Any:
        return [int(part) for part in self._parts()] if not self.problem() else []

    def show_value(self, value: Any) -> None:
        said = value if isinstance(value, list) else []
        self._show_text(", ".join(str(n).replace("-", "−") for n in said))


# Lists


class ListControl(FieldControl):
    """A list of things, each of which can be removed, and a menu that adds more."""

    def __init__(self, adds: str) -> None:
        super().__init__()
        self.items: list[str] = []
        self._name = ""
        self._flow = Flow()
        self.add_button = button(adds)
        opened(self.add_button, self._fill)
        self.lay_out(holder(self._flow), row(self.add_button, 1))

    @abstractmethod
    def _fill(self, menu: QMenu) -> None:
        """Fill the menu with what can be added."""

    @abstractmethod
    def words(self, item: str) -> str:
        """Return what a thing is called."""

    def read(self) -> Any:
        return list(self.items)

    def show_value(self, value: Any) -> None:
        items = [item for item in value or () if isinstance(item, str)]
        if items != self.items:
            self.items = items
            self._show()

    def _show(self) -> None:
        clear(self._flow)
        for n, item in enumerate(self.items):
            name = self.words(item)
            made = button(_("✕ {name}", name=typed(short(name))), kind="chip")
            made.setAccessibleName(_("{list}: remove {name}", list=self._name, name=name))
            made.clicked.connect(partial(self._remove, n))
            self._flow.addWidget(made)
            made.show()
        self._flow.invalidate()

    def add(self, item: str) -> None:
        """Add a thing."""
        if item not in self.items:
            self.items.append(item)
            self._show()
            self.changed.emit()

    def _remove(self, n: int, _on: bool = False) -> None:
        del self.items[n]
        self._show()
        self.add_button.setFocus()
        self.changed.emit()

    def name_all(self, name: str, hint: str) -> None:
        self._name = name
        self.add_button.setAccessibleName(_("{list}: add", list=name))
        describe(self.add_button, hint)

    def first(self) -> QWidget:
        return self.add_button


class ChosenControl(ListControl):
    """Several of many words or entries."""

    def __init__(self, items: Sequence[tuple[str, str]]) -> None:
        super().__init__(_("Add…"))
        self._words = {key: name for name, key in items}

    def words(self, item: str) -> str:
        return self._words.get(item) or readable(item)

    def _fill(self, menu: QMenu) -> None:
        menu.clear()
        for key, name in self._words.items():
            entry(menu, typed(name), partial(self.add, key), enabled=key not in self.items)


#: Attributes are written with a number up to this one.
VALUE_MOST = 6


class TraitsControl(ListControl):
    """Skills and attributes, each with its number if it has one."""

    def __init__(self, around: Around, files: Sequence[str]) -> None:
        super().__init__(_("Add…"))
        self._around = around
        self._names = around.names(files)

    def words(self, item: str) -> str:
        return self._around.catalogue.trait_name(parse_trait(item))

    def _fill(self, menu: QMenu) -> None:
        menu.clear()
        attributes = self._around.catalogue.attributes
        for name, key in self._names:
            if key not in attributes or not attributes[key].valued:
                entry(menu, typed(name), partial(self.add, key))
                continue
            inner = menu.addMenu(typed(name))
            for n in range(1, VALUE_MOST + 1):
                entry(inner, f"{typed(name)} {n}", partial(self.add, f"{key} {n}"))


class TextsControl(FieldControl):
    """Several sentences, each in a field of its own, and an empty one for another."""

    def __init__(self) -> None:
        super().__init__()
        self._name = self._hint = ""
        self.parts: list[ParagraphControl] = []
        self._list = column(spacing=4)
        self.lay_out(self._list)
        self._fit(1)

    def _fit(self, count: int) -> None:
        while len(self.parts) < count:
            made = ParagraphControl()
            made.changed.connect(self._part_changed)
            self.parts.append(made)
            self._list.addWidget(made)
        while len(self.parts) > count:
            gone = self.parts.pop()
            gone.hide()
            gone.deleteLater()
        self.name_all(self._name, self._hint)

    def _part_changed(self) -> None:
        self.changed.emit()
        if self.parts[-1].read().strip():
            self._fit(len(self.parts) + 1)

    def read(self) -> Any:
        return [text for part in self.parts if (text := part.read().strip())]

    def show_value(self, value: Any) -> None:
        texts = [text for text in value or () if isinstance(text, str)]
        if texts != self.read():
            self._fit(len(texts) + 1)
            for part, text in zip(self.parts, (*texts, ""), strict=True):
                part.show_value(text)

    def name_all(self, name: str, hint: str) -> None:
        self._name, self._hint = name, hint
        for n, part in enumerate(self.parts, 1):
            part.first().setAccessibleName(f"{name} {n}")
            describe(part.first(), hint)

    def first(self) -> QWidget:
        return self.parts[0].first()


# Words of players' own rules


class EffectLine(Plain):
    """One effect of a row: what it is, and what or how much. `changed`: it was changed."""

    changed = Signal()
    removed = Signal()

    def __init__(self, around: Around, words: str) -> None:
        super().__init__()
        self.kind, _space, rest = words.partition(" ")
        self.chosen: Picker | None = None
        self.amount: LineControl | None = None
        named = self._offered(around)
        said = effect_names().get(self.kind, words)
        self.what = label(said)
        parts: list[Any] = [self.what]
        if named is not None:
            key, _space, rest = rest.partition(" ")
            self.chosen = Picker([(NOTHING, ""), *named], picked=self._picked)
            self.chosen.hold_names(FEW_LETTERS)
            choose_key(self.chosen, key, readable(key) if key else NOTHING)
            parts.append(self.chosen)
        if self.kind in SAID:
            self.amount = LineControl(around.theme, 240 if self.kind == "note" else 64)
            self.amount.show_value(rest.replace("-", "−") if self.kind == "counter" else rest)
            self.amount.changed.connect(self.changed)
            parts.append(self.amount)
        self.remove_button = button("✕", self.removed.emit, "quiet")
        self.setLayout(row(*parts, self.remove_button))

    def rename(self, whose: str) -> None:
        """Name its controls after the effects that it is one of."""
        name = titled(whose, self.what.text())
        if self.chosen is not None:
            self.chosen.setAccessibleName(name)
        if self.amount is not None:
            much = name if self.kind == "note" else _("{what}: how much", what=name)
            self.amount.line.setAccessibleName(much)
        self.remove_button.setAccessibleName(_("Remove {name}", name=name))

    def _offered(self, around: Around) -> list[tuple[str, str]] | None:
        """Return what an effect of this kind is about, None for nothing."""
        match self.kind:
            case "counter":
                return around.names(["counters"])
            case "table":
                return around.names(["tables"])
            case "gains" | "loses":
                return around.gear()
        return None

    def _picked(self, _data: object) -> None:
        self.changed.emit()

    def words(self) -> str:
        """Return the effect as a file gives it."""
        parts = [self.kind]
        if self.chosen is not None:
            parts.append(str(self.chosen.currentData()))
        if self.amount is not None:
            text = str(self.amount.read()).strip()
            parts.append(text if self.kind == "note" else text.replace("−", "-").upper())
        return " ".join(parts)

    def problem(self) -> str:
        """Say what is missing or can't be read; '' for nothing."""
        if self.chosen is not None and not self.chosen.currentData():
            return _("Choose one: {what}.", what=self.what.text())
        text = "" if self.amount is None else str(self.amount.read()).strip().replace("−", "-")
        if self.kind == "counter" and not re.fullmatch("[+-][0-9]{1,4}|=-?[0-9]{1,4}", text):
            return _("Write a change, such as {example}.", example="+1, −1, =3")
        if self.kind in DICED and not re.fullmatch("-?[0-9]{1,3}|[0-9]*[Dd][36]([+][0-9]+)?", text):
            return _("Write a number or dice, such as {example}.", example="2, D6, D3+1")
        if self.kind == "note" and not text:
            return _("Write a note.")
        return ""


#: The effects with an amount or a text, and those whose amount may be dice.
DICED = ("points", "experience", "zombies")
SAID = ("counter", "note", *DICED)
#: The words after its kind that a new effect begins with.
_BEGUN = {"points": "D6", "experience": "1", "zombies": "D3"}


class EffectsControl(FieldControl):
    """The effects of a row, each on a line, and a menu that adds more."""

    def __init__(self, around: Around) -> None:
        super().__init__()
        self._around = around
        self._name = ""
        self.lines: list[EffectLine] = []
        self.add_button = button(_("+ effect"), kind="quiet")
        opened(self.add_button, self._fill)
        self._flow = Flow(self.add_button, spacing=10)
        self.lay_out(holder(self._flow))

    def _fill(self, menu: QMenu) -> None:
        menu.clear()
        for kind, name in effect_names().items():
            entry(menu, name, partial(self.add, kind))

    def add(self, kind: str) -> None:
        """Add an effect of a kind, about the first that it could be about."""
        first = ""
        if kind in ("counter", "table"):
            first = next((key for _name, key in self._around.names([f"{kind}s"])), "")
        elif kind in ("gains", "loses"):
            first = self._around.gear()[0][1]
        change = "+1" if kind == "counter" else _BEGUN.get(kind, "")
        self._append(" ".join(filter(None, (kind, first, change))))
        self.changed.emit()
        line = self.lines[-1]
        (line.amount.line if line.amount is not None else line.chosen or line).setFocus()

    def _append(self, words: str) -> None:
        made = EffectLine(self._around, words)
        made.changed.connect(self.changed)
        made.removed.connect(partial(self._remove, made))
        self.lines.append(made)
        self._flow.insert(len(self.lines) - 1, made)
        self._rename()

    def _rename(self) -> None:
        for n, line in enumerate(self.lines, 1):
            line.rename(f"{self._name} {n}")

    def _remove(self, line: EffectLine) -> None:
        self.add_button.setFocus()
        self._drop(line)
        self.changed.emit()

    def _drop(self, line: EffectLine) -> None:
        self.lines.remove(line)
        self._flow.drop(line)
        self._rename()
        line.hide()
        line.deleteLater()

    def read(self) -> Any:
        return [line.words() for line in self.lines]

    def show_value(self, value: Any) -> None:
        wanted = [words for words in value or () if isinstance(words, str)]
        if wanted == self.read():
            return
        for line in list(self.lines):
            self._drop(line)
        for words in wanted:
            self._append(words)

    def problem(self) -> str:
        return next(filter(None, (line.problem() for line in self.lines)), "")

    def name_all(self, name: str, hint: str) -> None:
        self._name = name
        self._rename()
        self.add_button.setAccessibleName(_("{list}: add", list=name))
        describe(self.add_button, hint)

    def first(self) -> QWidget:
        return self.add_button


class PaymentControl(FieldControl):
    """What can be paid: a counter or Scavenge Points, and how much."""

    wide = False

    def __init__(self, around: Around) -> None:
        super().__init__()
        points = [(effect_names()["points"], "points")]
        counters = [(name, f"counter {key}") for name, key in around.names(["counters"])]
        self.picker = Picker([(NOTHING, ""), *points, *counters], picked=self._picked)
        self.picker.hold_names(LETTERS)
        self.amount = Number(1, 999)
        self.amount.setKeyboardTracking(False)
        self.amount.valueChanged.connect(lambda _n: self.changed.emit())
        self.lay_out(row(self.picker, self.amount, 1))

    def _picked(self, _data: object) -> None:
        self._allow()
        self.changed.emit()

    def _allow(self) -> None:
        allow(self.amount, bool(self.picker.currentData()), _("Nothing is paid"))

    def read(self) -> Any:
        what = self.picker.currentData()
        return f"{what} {self.amount.value()}" if what else ""

    def show_value(self, value: Any) -> None:
        what, _space, amount = value.rpartition(" ") if isinstance(value, str) else ("", "", "")
        choose_key(self.picker, what, readable(what.removeprefix("counter ")) if what else NOTHING)
        enter(self.amount, int(amount) if amount.isdecimal() else 1)
        self._allow()

    def name_all(self, name: str, hint: str) -> None:
        super().name_all(name, hint)
        self.amount.setAccessibleName(_("{what}: how much", what=name))

    def first(self) -> QWidget:
        return self.picker


# Fields together


class FieldSet:
    """The controls of an entry, or of a part of one, by the names of their fields."""

    def __init__(self, kind: str, around: Around, *, within: str = "") -> None:
        """Make the controls; those of a part are named after what it is `within`."""
        self.words = FormWords(kind)
        self.within = within
        self.controls: dict[str, FieldControl] = {}
        names = (name for line in (*self.words.lines, *self.words.more) for name in line)
        for name in names:
            self.controls[name] = control_for(name, self.words, around, in_part=bool(within))
            self._name(name)

    def _name(self, name: str) -> None:
        caption = self.words.caption(name)
        called = titled(self.within, caption) if self.within else caption
        self.controls[name].name_all(called, self.words.meaning(name))

    def rename(self, within: str) -> None:
        """Name the controls after something else."""
        self.within = within
        for name in self.controls:
            self._name(name)

    def counts(self, name: str) -> bool:
        """Return whether a field means anything beside the others that are entered."""
        needed = self.words.only.get(name, {})
        return all(self.controls[other].read() in values for other, values in needed.items())

    def read(self, before: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields as a file gives them; those without a control stay as they were."""
        made = {name: value for name, value in before.items() if name not in self.controls}
        for name, control in self.controls.items():
            field = self.words.fields[name]
            left_open = field.optional and control.is_left_open()
            value = None if left_open else control.read()
            if field.required or (self.counts(name) and value != field.default):
                made[name] = value
        return made

    def show(self, fields: Mapping[str, Any]) -> None:
        """Show fields as a file gives them."""
        for name, control in self.controls.items():
            control.show_value(fields.get(name, self.words.fields[name].default))

    def problems(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Yield what was typed and can't be read: its place, and a sentence."""
        for name, control in self.controls.items():
            if not self.counts(name):
                continue
            if text := control.problem():
                yield (name,), text
            if isinstance(control, PartsControl):
                for n, part in enumerate(control.parts):
                    for place, inner in part.fields.problems():
                        yield (name, str(n), *place), inner


class Part:
    """A part of an entry in a list of them: its controls, and what it had before."""

    def __init__(self, kind: str, around: Around, within: str, fields: Mapping[str, Any]) -> None:
        self.before = dict(fields)
        self.fields = FieldSet(kind, around, within=within)
        self.fields.show(fields)
        self.fault = sentence("", "harm")
        self.fault.hide()
        self.remove_button = button("✕", kind="quiet")
        self._name(within)

    def rename(self, within: str) -> None:
        self.fields.rename(within)
        self._name(within)

    def _name(self, within: str) -> None:
        self.remove_button.setAccessibleName(_("Remove {name}", name=within))

    def read(self) -> dict[str, Any]:
        """Return its fields as a file gives them."""
        return self.fields.read(self.before)

    def show_fault(self, text: str, name: str) -> None:
        """Say what is wrong with one of its fields, or with all of it."""
        control = self.fields.controls.get(name)
        if control is not None:
            control.mark(wrong=bool(text))
        before = self.fault.text()
        show_text(self.fault, "\n".join(filter(None, (before, text))) if text else "")

    def forget_faults(self) -> None:
        """No longer say what is wrong."""
        show_text(self.fault, "")
        for control in self.fields.controls.values():
            control.mark(wrong=False)

    @property
    def widgets(self) -> list[QWidget]:
        return [*self.fields.controls.values(), self.fault, self.remove_button]


class PartsControl(FieldControl):
    """A small table of parts, such as the rows of a table: one below the other, with a button that
    adds another."""

    def __init__(self, kind: str, around: Around) -> None:
        super().__init__()
        self.kind, self._around = kind, around
        self.words = FormWords(kind)
        self.parts: list[Part] = []
        self._name = ""
        self._grid = grid(4, 6)
        self._heads = [self._head(name) for name in self.words.lines[0]]
        self.add_button = button(self.words.new, self._add, "quiet")
        self.lay_out(self._grid, row(self.add_button, 1))

    def _head(self, name: str) -> QWidget:
        """Return the heading of a column; a chip says itself what it is."""
        flag = isinstance(self.words.fields[name].shape, Flag)
        return label("" if flag else self.words.caption(name), "small")

    def _add(self) -> None:
        begun = self.words.begun
        lead = self.words.lines[0][0]
        numbers = [part.read().get(lead) for part in self.parts]
        place = len(self.parts)
        if self.words.above and self.parts:
            place -= 1  # the last one is for the highest numbers
        if isinstance(self.words.fields[lead].shape, Whole) and self.parts:
            begun[lead] = (numbers[place - 1] or 0) + 1 if place else 1
        self.parts.insert(place, self._part(begun))
        self._lay()  # it tells of it once something is entered there
        self.parts[place].fields.controls[lead].first().setFocus()

    def _part(self, fields: Mapping[str, Any]) -> Part:
        made = Part(self.kind, self._around, self._name, fields)
        for control in made.fields.controls.values():
            control.changed.connect(self.changed)
        made.remove_button.clicked.connect(lambda _on=False: self._remove(made))
        return made

    def _remove(self, part: Part) -> None:
        self.add_button.setFocus()
        self.parts.remove(part)
        self._drop(part)
        self._lay()
        self.changed.emit()

    def _drop(self, part: Part) -> None:
        for widget in part.widgets:
            self._grid.removeWidget(widget)
            widget.hide()
            widget.deleteLater()

    def _lay(self) -> None:
        """Lay out all parts anew: a widget that is added again only moves."""
        columns = len(self._heads)
        for n, head in enumerate(self._heads):
            self._grid.addWidget(head, 0, n)
            head.setVisible(bool(self.parts))
        down = 1
        for n, part in enumerate(self.parts, 1):
            part.rename(f"{self._name} {n}")
            controls = part.fields.controls
            for at, name in enumerate(self.words.lines[0]):
                self._grid.addWidget(controls[name], down, at)
                self._grid.setColumnStretch(at, int(isinstance(controls[name], LineControl)))
            self._grid.addWidget(part.remove_button, down, columns)
            self._grid.addWidget(part.fault, down + 1, 0, 1, columns + 1)
            down += 2
            for name in (name for line in self.words.lines[1:] for name in line):
                self._grid.addWidget(controls[name], down, 1, 1, columns)
                down += 1

    def read(self) -> Any:
        return [part.read() for part in self.parts]

    def show_value(self, value: Any) -> None:
        wanted = [fields for fields in value or () if isinstance(fields, dict)]
        if wanted == self.read():
            return
        while len(self.parts) > len(wanted):
            self._drop(self.parts.pop())
        for part, fields in zip(self.parts, wanted, strict=False):
            part.before = dict(fields)
            part.fields.show(fields)
        self.parts += map(self._part, wanted[len(self.parts) :])
        self._lay()

    def show_fault(self, text: str, place: Place = ()) -> None:
        if not text:
            for part in self.parts:
                part.forget_faults()
        if not place or not place[0].isdecimal() or int(place[0]) >= len(self.parts):
            show_text(self.fault, text)
            return
        self.parts[int(place[0])].show_fault(text, place[1] if len(place) > 1 else "")

    def mark(self, *, wrong: bool) -> None:
        """Mark nothing: its parts are marked one by one."""

    def name_all(self, name: str, hint: str) -> None:
        self._name = name
        describe(self.add_button, hint)
        self._lay()

    def first(self) -> QWidget:
        if not self.parts:
            return self.add_button
        return self.parts[0].fields.controls[self.words.lines[0][0]].first()


#: So many words to choose from are seen at once.
CHIPS_MOST = 8


def control_for(name: str, words: FormWords, around: Around, *, in_part: bool) -> FieldControl:
    """Return a control for a field; in a part of an entry it takes one line."""
    field = words.fields[name]
    match field.shape:
        case Text(long=True) if not in_part:
            return ParagraphControl()
        case Whole(low, high):
            slim = around.theme if in_part else None
            return NumberControl(low, high, optional=field.optional, slim=slim)
        case Flag():
            return FlagControl(words.caption(name))
        case OneOf(values):
            return _choice(values, partial(words.word, name), several=False)
        case Several(values):
            return _choice(values, partial(words.word, name), several=True)
        case Reference(files):
            return PickerControl([(NOTHING, ""), *around.names(files)])
        case References(files):
            return ChosenControl(around.names(files))
        case Traits(files):
            return TraitsControl(around, files)
        case Parts(kind):
            return PartsControl(kind, around)
    return _MADE[type(field.shape)](around)


#: The controls of shapes that say nothing further.
_MADE: Mapping[type[Value], Callable[[Around], FieldControl]] = {
    Text: lambda _around: LineControl(),
    DiceText: lambda around: OptionalLine(around.theme, 80),
    TestOn: lambda _around: OfTestControl(),
    ProfileRow: lambda _around: ProfileControl(),
    Figures: lambda _around: FiguresControl(),
    Numbers: lambda _around: NumbersControl(),
    Texts: lambda _around: TextsControl(),
    EffectWords: EffectsControl,
    PaymentWords: PaymentControl,
    Drawing: lambda around: DrawingControl(around.theme),
}


def _choice(values: Sequence[str], word: Callable[[str], str], *, several: bool) -> FieldControl:
    words = {value: word(value) for value in values}
    if len(values) <= CHIPS_MOST:
        return ChipsControl(words, several=several)
    items = [(text, value) for value, text in words.items()]
    return ChosenControl(items) if several else PickerControl(items)
