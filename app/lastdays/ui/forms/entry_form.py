"""The form of an entry of any kind, laid out from the fields that the guide to content packs declares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from lastdays.language import begun, dotted
from lastdays.ui.forms.entry_fields import Around, FieldControl, FieldSet, FlagControl, PartsControl
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import (
    Flow,
    Fold,
    Laid,
    Plain,
    Wrapped,
    column,
    grid,
    holder,
    row,
    sentence,
    show_text,
)

#: What is wrong: its place in the fields, and a sentence.
Wrong = tuple[Sequence[str], str]


class EntryForm(Plain):
    """A line for each field or few of them, the seldom used ones folded away. `edited`: the user has
    changed a field."""

    edited = Signal()

    def __init__(self, kind: str, around: Around) -> None:
        super().__init__()
        self.kind = kind
        self._theme = around.theme
        self.fields = FieldSet(kind, around)
        self._before: dict[str, Any] = {}
        #: The names of the fields that the user has changed.
        self.touched: set[str] = set()
        #: The caption and the control of each line, with the names of its fields.
        self._lines: list[tuple[tuple[str, ...], QWidget, QWidget]] = []
        words = self.fields.words
        self.general = sentence("", "harm")
        self.general.hide()
        parts: list[Laid] = [self.general, self._grid(words.lines)]
        if words.more:
            parts.append(self._seldom_used())
        self.setLayout(column(*parts, 1, spacing=10))
        for name, control in self.fields.controls.items():
            control.changed.connect(partial(self._changed, name))

    def _seldom_used(self) -> Fold:
        """Return the lines of seldom used fields, folded under the first of their names."""
        words = self.fields.words
        captions: list[str] = []
        for line in words.more:
            captions.extend(words.caption(name) for name in line)
        lines = self._grid(words.more)
        key = f"own/{self.kind}"
        return Fold(self._theme, key, _first_names(captions), lines, waits=True)

    def _grid(self, lines: Iterable[Iterable[str]]) -> QGridLayout:
        """Lay out lines of fields, given by their names, each with its caption."""
        layout = grid(8, 12)
        for down, line in enumerate(lines):
            names = tuple(line)
            controls = [self.fields.controls[name] for name in names]
            caption = self._caption(names, controls[0])
            inner = controls[0] if len(controls) == 1 else _beside(controls)
            if isinstance(inner, PartsControl):  # as wide as the form
                layout.addWidget(_under(caption, inner), down, 0, 1, 2)
            else:
                layout.addWidget(caption, down, 0, Qt.AlignmentFlag.AlignTop)
                layout.addWidget(inner, down, 1)
            self._lines.append((names, caption, inner))
        layout.setColumnStretch(1, 1)
        return layout

    def _caption(self, names: Sequence[str], control: FieldControl) -> Caption:
        """Return the caption of a line whose first control this is."""
        names_itself = isinstance(control, FlagControl)
        text = "" if names_itself else self.fields.words.caption(*names)
        caption = Caption(self._theme, text)
        caption.setBuddy(control.first())
        return caption

    def _changed(self, name: str) -> None:
        self.touched.add(name)
        self._show_what_counts()
        self.edited.emit()

    def _show_what_counts(self) -> None:
        for names, caption, inner in self._lines:
            counts = self.fields.counts(names[0])
            caption.setVisible(counts)
            inner.setVisible(counts)

    # What is entered

    def show_fields(self, fields: Mapping[str, Any]) -> None:
        """Show an entry's fields as a file gives them."""
        self._before = dict(fields)
        self.fields.show(fields)
        self._show_what_counts()

    def read(self) -> dict[str, Any]:
        """Return what is entered, as a file gives it."""
        return self.fields.read(self._before)

    def problems(self) -> list[Wrong]:
        """Return what was typed and can't be read."""
        return list(self.fields.problems())

    def commit(self) -> None:
        """Tell of what is being typed."""
        for control in self.fields.controls.values():
            control.commit()

    # What is wrong with it

    def show_wrong(self, wrong: Iterable[Wrong]) -> None:
        """Say what is wrong, each beside its field; what is of none, above all."""
        general: list[str] = []
        of_fields: dict[str, list[Wrong]] = {}
        for place, text in wrong:
            if place and place[0] in self.fields.controls:
                name, *inner = place
                of_fields.setdefault(name, []).append((inner, text))
            else:
                general.append(begun(text))
        for name, control in self.fields.controls.items():
            control.show_fault("")
            for inner_place, text in of_fields.get(name, []):
                control.show_fault(begun(text), inner_place)
        show_text(self.general, "\n".join(general))

    def first_wrong(self, wrong: Sequence[Wrong]) -> None:
        """Give the focus to the first field with a fault."""
        names = [place[0] for place, _text in wrong if place]
        for name, control in self.fields.controls.items():
            if name in names:
                control.first().setFocus()
                return


#: The most letters that name seldom used fields.
NAMED = 60


def _first_names(captions: Sequence[str]) -> str:
    """Return as many captions as are in sight in every language, with an ellipsis for the others."""
    names: list[str] = []
    for caption in captions:
        if names and len(dotted(*names, caption)) > NAMED:
            return dotted(*names, "…")
        names.append(caption)
    return dotted(*names)


#: The width of a caption, in pixels at 100 %.
CAPTION_WIDTH = 128
#: Its least height, by which it is level with the control beside it, in pixels at 100 %.
CAPTION_HEIGHT = 36


class Caption(Wrapped):
    """What a line is called, on several lines if it takes them."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__(text)
        self._theme = theme
        theme.follow(self._fit)

    def _fit(self) -> None:
        self.setFixedWidth(self._theme.px(CAPTION_WIDTH))
        self.setMinimumHeight(self._theme.px(CAPTION_HEIGHT))


def _under(caption: QWidget, control: FieldControl) -> QWidget:
    return holder(column(caption, control, spacing=0))


def _beside(controls: Sequence[FieldControl]) -> QWidget:
    if all(isinstance(control, FlagControl) for control in controls):
        return holder(Flow(*controls))
    return holder(row(*controls, 1))
