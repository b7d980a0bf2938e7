"""Counters and traits of the players' own rules: a menu of values, a row of counters, and the part
of a member's form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QMenu, QPushButton

from lastdays.campaign.groups import RandomNames
from lastdays.language import _, number, titled
from lastdays.model.counters import HeldCounter, held_counters, held_traits
from lastdays.model.group import Member
from lastdays.rulebook import Catalogue
from lastdays.rulebook.own import Counter, Owner, Row, Table, Trait
from lastdays.ui.forms.form import call_on_entry, set_control, text_field
from lastdays.ui.models.rows import plain_hint
from lastdays.ui.theme import Theme, set_style_properties
from lastdays.ui.widgets.parts import (
    Flow,
    Number,
    Plain,
    add_menu_action,
    button,
    clear_layout,
    clear_menu,
    column,
    escape_ampersands,
    grid,
    label,
    make_button_menu,
    row,
    sentence,
    show_text,
)

#: How many values a menu offers below the present one, and above it.
NEAR = 6

SetCounter = Callable[[str, int], object]
#: Returns the row that a roll on a table brings.
RollRow = Callable[[Table], Row]


def fill_values(menu: QMenu, held: HeldCounter, set_value: SetCounter) -> None:
    """Fill a menu with the values near that of a counter, each with the level that it begins."""
    clear_menu(menu)
    counter = held.counter
    if counter is None:
        return
    lowest = max(counter.low, held.value - NEAR)
    highest = min(counter.high, held.value + NEAR)
    levels = {level.from_: level.name for level in counter.levels}
    for value in range(highest, lowest - 1, -1):
        text = number(value)
        if value in levels:
            text = escape_ampersands(titled(text, levels[value]))
        set_it = partial(set_value, counter.key, value)
        add_menu_action(menu, text, set_it, checked=value == held.value)


def fill_counters(menu: QMenu, counters: Iterable[HeldCounter], set_value: SetCounter) -> None:
    """Fill a menu with a submenu of values for each counter that the rules have."""
    clear_menu(menu)
    for held in counters:
        if held.counter is not None:
            fill_values(menu.addMenu(escape_ampersands(held.why)), held, set_value)


class CountersRow(Plain):
    """The counters of a group or the campaign, each a button that opens the menu of its values.
    `counted` carries the key and the value of one that is set."""

    counted = Signal(str, int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._flow = Flow(spacing=6, one_line=True)
        self.buttons: dict[str, QPushButton] = {}
        self.setLayout(self._flow)

    def show_counters(self, counters: Sequence[HeldCounter]) -> None:
        """Show counters; hidden without any."""
        self.setVisible(bool(counters))
        keys = [held.key for held in counters]
        if list(self.buttons) != keys:
            self._make_buttons(keys)
        for held in counters:
            self._show(self.buttons[held.key], held)

    def _make_buttons(self, keys: Sequence[str]) -> None:
        """Make a button for each key; the focus stays with its counter."""
        focused = [key for key, chip in self.buttons.items() if chip.hasFocus()]
        clear_layout(self._flow)
        self.buttons = {key: QPushButton() for key in keys}
        for chip in self.buttons.values():
            self._flow.addWidget(chip)
        for key in focused:
            if key in self.buttons:
                self.buttons[key].setFocus()

    def _show(self, chip: QPushButton, held: HeldCounter) -> None:
        is_in_rules = held.counter is not None
        chip.setText(escape_ampersands(held.text))
        chip.setToolTip(plain_hint(held.why))
        chip.setAccessibleName(held.why)
        chip.setEnabled(is_in_rules)
        self._theme.set_icon(chip, held.drawing)
        set_style_properties(chip, kind="chip")
        menu = chip.menu() or QMenu(chip)
        fill_values(menu, held, self.counted.emit)
        chip.setMenu(menu)


class TraitField(Plain):
    """A trait of a member: its text, and its table to roll one on or to choose from."""

    def __init__(self, trait: Trait, table: Table | None, roll: RollRow) -> None:
        super().__init__()
        self.field = text_field(trait.name)
        self.setFocusProxy(self.field)
        if table is None:
            self.setLayout(row(self.field))
            return
        self.roll_button = button(_("Roll…"), name=_("Roll {name}…", name=trait.name))
        make_button_menu(self.roll_button, partial(self._fill, table, roll))
        self.setLayout(row((self.field, 1), self.roll_button, spacing=4))

    def _fill(self, table: Table, roll: RollRow, menu: QMenu) -> None:
        """Fill a menu with a roll by the program and the rows that dice of one's own may show."""
        clear_menu(menu)
        rolls = _("Roll {dice} for me", dice=table.dice)
        add_menu_action(menu, rolls, lambda: self._take(roll(table).text))
        menu.addSeparator()
        for totals, line in table.by_totals:
            add_menu_action(
                menu, escape_ampersands(titled(totals, line.text)), partial(self._take, line.text)
            )

    def _take(self, text: str) -> None:
        self.field.selectAll()
        self.field.insert(text)  # Undo in the field restores what was there


class TraitFields(Plain):
    """The traits of somebody, each in a field."""

    def __init__(self, catalogue: Catalogue, roll: RollRow) -> None:
        super().__init__()
        own = catalogue.own
        self.fields: dict[str, TraitField] = {}
        lines = column(spacing=4)
        for trait in own.traits:
            field = TraitField(trait, own.table(trait.table), roll)
            self.fields[trait.key] = field
            caption = label(escape_ampersands(trait.name))
            caption.setBuddy(field.field)
            lines.addWidget(caption)
            lines.addWidget(field)
        self.setLayout(lines)
        self.setVisible(bool(self.fields))

    def show_texts(self, traits: Mapping[str, str]) -> None:
        """Show the texts of traits."""
        for key, field in self.fields.items():
            set_control(field.field, traits.get(key, ""))
            field.field.setCursorPosition(0)  # a long text is read from its beginning

    def texts(self, before: Mapping[str, str]) -> dict[str, str]:
        """Return texts with those entered; an empty one isn't kept."""
        texts = dict(before)
        for key, field in self.fields.items():
            words = field.field.text().split()
            texts[key] = " ".join(words)
        return {key: text for key, text in texts.items() if text}


class OwnPart(Plain):
    """The part of a form with a member's counters and traits; `changed` says that a counter was
    changed."""

    changed = Signal()

    def __init__(self, catalogue: Catalogue, names: RandomNames) -> None:
        super().__init__()
        self.catalogue = catalogue
        self.counters = CounterFields(catalogue.own.counters_of("member"), catalogue, "member")
        self.traits = TraitFields(catalogue, names.row)
        self.counters.changed.connect(self.changed)
        self.kept = sentence()
        heading = label(_("Our rules"), "heading")
        self.setLayout(column(heading, self.counters, self.traits, self.kept))

    def show_member(self, member: Member) -> None:
        """Show a member's counters and traits; hidden without any."""
        self.counters.show_values(member.counters)
        self.traits.show_texts(member.traits)
        kept = self._kept_from_other_rules(member)
        text = ""
        if kept:
            text = _("Kept from other rules: {what}", what=", ".join(kept))
        show_text(self.kept, text)
        own = self.catalogue.own
        self.setVisible(bool(own.counters_of("member") or own.traits or kept))

    def _kept_from_other_rules(self, member: Member) -> list[str]:
        """Return the counters and traits of a member that the present rules don't have, in words."""
        counters = held_counters(member.counters, "member", self.catalogue)
        traits = held_traits(member, self.catalogue)
        kept = [held.text for held in counters if held.counter is None]
        kept += [held.in_words for held in traits if held.trait is None]
        return kept


class CounterFields(Plain):
    """A number for each counter of somebody, with the name of its level; `changed` says that one was
    changed."""

    changed = Signal()

    def __init__(self, counters: Sequence[Counter], catalogue: Catalogue, owner: Owner) -> None:
        super().__init__()
        self._catalogue = catalogue
        self._owner = owner
        self.fields: dict[str, Number] = {}
        self._levels: dict[str, QLabel] = {}
        lines = grid(6, 8)
        for n, counter in enumerate(counters):
            field = Number(counter.low, counter.high, counter.name)
            level = label("", "faint")
            self.fields[counter.key] = field
            self._levels[counter.key] = level
            caption = label(escape_ampersands(counter.name))
            caption.setBuddy(field)
            lines.addWidget(caption, n, 0)
            lines.addLayout(row(field, level, 1), n, 1)
            call_on_entry(self._entered, field)
        self.setLayout(lines)
        self.setVisible(bool(counters))

    def show_values(self, values: Mapping[str, int]) -> None:
        """Show the values of counters."""
        for held in held_counters(values, self._owner, self._catalogue):
            if held.key in self.fields:
                set_control(self.fields[held.key], held.value)
                self._name_level(held)

    def _name_level(self, held: HeldCounter) -> None:
        level = held.level
        self._levels[held.key].setText("" if level is None else level.name)
        self.fields[held.key].setToolTip(plain_hint(held.why))

    def _entered(self) -> None:
        self.show_values(self.values({}))
        self.changed.emit()

    def values(self, before: Mapping[str, int]) -> dict[str, int]:
        """Return values with those entered; what is still at its start isn't kept anew."""
        held_before = held_counters(before, self._owner, self._catalogue)
        start = {held.key: held.value for held in held_before}
        values = dict(before)
        for key, field in self.fields.items():
            if field.value() != start[key]:
                values[key] = field.value()
        return values
