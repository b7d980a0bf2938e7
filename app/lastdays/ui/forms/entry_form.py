"""The form of an entry of any kind, laid out from the fields that the guide to content packs declares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from lastdays.language import capitalised, dotted
from lastdays.ui.forms.entry_fields import (
    FieldControl,
    FieldSet,
    FlagControl,
    FormContext,
    PartsControl,
    Problem,
)
from lastdays.ui.widgets.parts import (
    Flow,
    Fold,
    LayoutPart,
    Plain,
    Wrapped,
    column,
    grid,
    row,
    sentence,
    show_text,
    wrap_layout,
)


@dataclass(frozen=True)
class _Line:
    """A line of the form: the first of its fields, its caption, and what holds its controls."""

    first_field: str
    caption: QWidget
    content: QWidget


class EntryForm(Plain):
    """A line for each field or few of them, the seldom used ones folded away. `edited`: the user has
    changed a field."""

    edited = Signal()

    def __init__(self, kind: str, context: FormContext) -> None:
        super().__init__()
        self.kind = kind
        self._theme = context.theme
        self.fields = FieldSet(kind, context)
        self._fields_before: dict[str, Any] = {}
        #: The names of the fields that the user has changed.
        self.touched: set[str] = set()
        self._lines: list[_Line] = []
        words = self.fields.words
        self.general_fault = sentence("", "harm")
        self.general_fault.hide()
        parts: list[LayoutPart] = [self.general_fault, self._lay_out_lines(words.lines)]
        if words.more:
            parts.append(self._make_fold())
        self.setLayout(column(*parts, 1, spacing=10))
        for name, control in self.fields.controls.items():
            control.changed.connect(partial(self._note_change, name))

    def _make_fold(self) -> Fold:
        """Return the lines of seldom used fields, folded under the first of their names."""
        words = self.fields.words
        captions: list[str] = []
        for line in words.more:
            captions += [words.caption(name) for name in line]
        lines = self._lay_out_lines(words.more)
        return Fold(self._theme, f"own/{self.kind}", _join_first(captions), lines, waits=True)

    def _lay_out_lines(self, lines: Iterable[Sequence[str]]) -> QGridLayout:
        """Lay out lines of fields, given by their names, each with its caption."""
        layout = grid(8, 12)
        for at_row, names in enumerate(lines):
            controls = [self.fields.controls[name] for name in names]
            caption = self._make_caption(names, controls[0])
            content = controls[0] if len(controls) == 1 else _side_by_side(controls)
            if isinstance(content, PartsControl):  # as wide as the form
                both = wrap_layout(column(caption, content, spacing=0))
                layout.addWidget(both, at_row, 0, 1, 2)
            else:
                layout.addWidget(caption, at_row, 0, Qt.AlignmentFlag.AlignTop)
                layout.addWidget(content, at_row, 1)
            self._lines.append(_Line(names[0], caption, content))
        layout.setColumnStretch(1, 1)
        return layout

    def _make_caption(self, names: Sequence[str], control: FieldControl) -> QLabel:
        """Return the caption of a line whose first control this is; a chip says itself what it is."""
        text = "" if isinstance(control, FlagControl) else self.fields.words.caption(*names)
        caption = Wrapped(text)
        self._theme.fix_width(caption, CAPTION_WIDTH)
        self._theme.set_least_height(caption, CAPTION_HEIGHT)
        caption.setBuddy(control.first_control())
        return caption

    def _note_change(self, name: str) -> None:
        """Tell that the user has changed a field."""
        self.touched.add(name)
        self._hide_what_counts_not()
        self.edited.emit()

    def _hide_what_counts_not(self) -> None:
        """Show only the lines that mean something beside what is entered in others."""
        for line in self._lines:
            counts = self.fields.counts(line.first_field)
            line.caption.setVisible(counts)
            line.content.setVisible(counts)

    # What is entered

    def show_fields(self, fields: Mapping[str, Any]) -> None:
        """Show an entry's fields as a file gives them."""
        self._fields_before = dict(fields)
        self.fields.show(fields)
        self._hide_what_counts_not()

    def read(self) -> dict[str, Any]:
        """Return what is entered, as a file gives it."""
        return self.fields.read(self._fields_before)

    def find_problems(self) -> list[Problem]:
        """Return what was typed and can't be read."""
        return list(self.fields.find_problems())

    def commit(self) -> None:
        """Tell of what is being typed."""
        for control in self.fields.controls.values():
            control.commit()

    # What is wrong with it

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """Say what is wrong, each beside its field; what is of none, above all."""
        general_faults: list[str] = []
        for control in self.fields.controls.values():
            control.show_fault("")
        for problem in problems:
            text = capitalised(problem.text)
            name = problem.place[0] if problem.place else ""
            if name in self.fields.controls:
                self.fields.controls[name].show_fault(text, problem.place[1:])
            else:
                general_faults.append(text)
        show_text(self.general_fault, "\n".join(general_faults))

    def focus_first(self, problems: Iterable[Problem]) -> None:
        """Give the focus to the first field with a problem."""
        names = [problem.place[0] for problem in problems if problem.place]
        for name, control in self.fields.controls.items():
            if name in names:
                control.first_control().setFocus()
                return


#: The most letters that name seldom used fields.
MOST_LETTERS = 60


def _join_first(captions: Sequence[str]) -> str:
    """Join as many captions as are in sight in every language, with an ellipsis for the others."""
    joined: list[str] = []
    for caption in captions:
        if joined and len(dotted(*joined, caption)) > MOST_LETTERS:
            return dotted(*joined, "…")
        joined.append(caption)
    return dotted(*joined)


#: The width of a caption, in pixels at 100 %.
CAPTION_WIDTH = 128
#: Its least height, by which it is level with the control beside it, in pixels at 100 %.
CAPTION_HEIGHT = 36


def _side_by_side(controls: Sequence[FieldControl]) -> QWidget:
    """Lay out controls side by side; chips on several lines if they need them."""
    if all(isinstance(control, FlagControl) for control in controls):
        return wrap_layout(Flow(*controls))
    return wrap_layout(row(*controls, 1))
