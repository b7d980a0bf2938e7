"""Dice that are rolled by the program, or pressed or typed as they lie on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from lastdays.language import _, ngettext
from lastdays.procedure.asks import Roll, Sum
from lastdays.procedure.dice import RandomSource
from lastdays.procedure.replay import How
from lastdays.ui.theme import Theme, set_style_properties
from lastdays.ui.widgets.accessibility import announce
from lastdays.ui.widgets.parts import (
    Flow,
    button,
    column,
    label,
    row,
    sentence,
    set_hint,
    set_name_and_hint,
    show_text,
    wrap_layout,
)


class Die(QToolButton):
    """A button with a die, which grows in an ample window. Sizes are in pixels at 100 %."""

    def __init__(self, theme: Theme, kind: str, size: tuple[int, int], side: int) -> None:
        super().__init__()
        self.theme = theme
        self._size = size
        self._side = side
        self._drawing = "die-open"
        self._token = "text"
        self.setProperty("kind", kind)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.draw)
        theme.reshaped.connect(self.draw)

    def draw(self) -> None:
        """Draw the die at the size for the window."""
        side = self._side * self.theme.ample_factor
        pixmap = self.theme.pixmap(self._drawing, self._token, side)
        icon = QIcon(pixmap)
        icon.addPixmap(pixmap, QIcon.Mode.Disabled)  # a disabled die is as clear as the others
        self.setIcon(icon)
        pixels = self.theme.pixels(side)
        self.setIconSize(QSize(pixels, pixels))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        width, height = self._size
        ample = self.theme.ample_factor
        return QSize(self.theme.pixels(width * ample), self.theme.pixels(height * ample))


class DieButton(Die):
    """A button for a face of a die, with its number."""

    def __init__(self, face: int, theme: Theme, caption: str = "", *, large: bool = False) -> None:
        if large:
            super().__init__(theme, "die", (56, 62), 30)
        else:
            super().__init__(theme, "die", (42, 54), 26)
        self.face = face
        self._drawing = f"die-{face}"
        self.setText(caption or str(face))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        set_name_and_hint(self, _("The die shows {n}", n=self.text()))
        self.draw()

    def draw(self) -> None:
        super().draw()
        letters = self.theme.pixels(15 * self.theme.ample_factor)
        self.setStyleSheet(f"QToolButton {{ font-size: {letters}px }}")


class LyingDie(Die):
    """A place for a die, open until it has a face; pressing the face takes it back."""

    def __init__(self, theme: Theme, number: int, side: int = 74) -> None:
        super().__init__(theme, "lying", (side + 8, side + 8), side)
        self.number = number
        self.lay(0)

    def lay(self, face: int, *, coming: bool = False, settled: bool = False) -> None:
        """Show a face, 0 for an open place; `coming` marks the next die, a `settled` one can't be
        taken back."""
        self.face = face
        self.setEnabled(bool(face) and not settled)
        if settled:
            text = _("Die {n} shows {face}", n=self.number, face=face)
        elif face:
            text = _("Die {n} shows {face}: press to clear it", n=self.number, face=face)
        else:
            text = _("Die {n} is still to be rolled", n=self.number)
        set_name_and_hint(self, text)
        if face:
            self._drawing = f"die-{face}"
            self._token = "text"
        else:
            self._drawing = "die-open"
            self._token = "accent_text" if coming else "faint_text"
        self.draw()


#: The most dice that are drawn at full size.
SIDE_BY_SIDE = 3
#: The side of a die that is the page, in pixels at 100 %.
LARGE_DIE = 74
#: The side of a die elsewhere, or of several throws, likewise.
DIE = 40
#: The side of each of many dice, likewise.
SMALL_DIE = 34


class Throw:
    """The dice of one ask: places for them, and what they come to."""

    def __init__(self, ask: Roll | Sum, places: Sequence[LyingDie]) -> None:
        self.ask, self.places = ask, places
        self.so_far = label("", "number")
        self.so_far.setAccessibleName(_("Total of the dice"))

    def show_faces(self, faces: Sequence[int], *, is_next: bool) -> None:
        """Show the faces that lie; `is_next`: the next face belongs to it."""
        for n, place in enumerate(self.places):
            face = faces[n] if n < len(faces) else 0
            place.lay(face, coming=is_next and n == len(faces))
        sum_of_faces = self.total(faces)
        total = "?" if sum_of_faces is None else str(sum_of_faces)
        plus = self.ask.dice.plus
        if plus > 0:
            text = _("+ {plus} = {total}", plus=plus, total=total)
        elif plus < 0:
            text = _("− {minus} = {total}", minus=-plus, total=total)
        else:
            text = _("= {total}", total=total)
        self.so_far.setText(text)

    def total(self, faces: Sequence[int]) -> int | None:
        """Return what these faces come to, None while a die is missing."""
        if len(faces) < len(self.places):
            return None
        only_best = isinstance(self.ask, Roll) and self.ask.best
        counted = max(faces) if only_best else sum(faces)
        return counted + self.ask.dice.plus

    def value(self, faces: Sequence[int]) -> tuple[int, ...] | int:
        """Return the answer that these faces give."""
        return tuple(faces) if isinstance(self.ask, Roll) else sum(faces)


class DicePanel(QWidget):
    """Answers a Roll or a Sum, or several whose dice are compared: with the program's dice, or with
    real ones whose faces are pressed or typed.

    `answered` carries the value of each ask and how it was made; `laid` the faces entered so far;
    `rolled` asks for all of the program's dice. The amber button rolls what is missing, or uses the
    faces entered.
    """

    rolled = Signal()
    answered = Signal(object, str)
    laid = Signal(object)

    def __init__(
        self,
        asks: Sequence[Roll | Sum],
        mode: str,
        theme: Theme,
        too_soon: Callable[[], bool],
        source: RandomSource,
        *,
        large: bool = False,
    ) -> None:
        super().__init__()
        self.ask = asks[0]
        self._mode = mode
        self._too_soon = too_soon
        self._source = source
        self._faces: list[int] = []
        few = all(ask.dice.count <= SIDE_BY_SIDE for ask in asks)
        if not few:
            side = SMALL_DIE
        elif large and len(asks) == 1:
            side = LARGE_DIE
        else:
            side = DIE
        self.places: list[LyingDie] = []
        self.throws: list[Throw] = []
        for ask in asks:
            self._add_throw(ask, theme, side)
        #: The highest of the totals that are known, while another is missing.
        self.to_beat = label("", "heading")
        self.faces: list[DieButton] = []
        for face in range(1, self.ask.dice.faces + 1):
            self._add_face(face, theme, large=large)
        kept = _("Dice already entered stay as they are.")
        self.roll_button = button(_("Ro&ll for me"), self._roll, hint=kept)
        self.use_button = button(_("Use &this roll"), self.use)
        self.set_box = button(_("Set the res&ult…"))
        self.set_box.setCheckable(True)
        set_hint(self.set_box, _("For an arbitrator: the result is marked as set by hand."))
        self.set_box.setChecked(mode == "set")
        self.problem = sentence("", "harm")
        self.setLayout(
            column(
                *(self._drawn(throw, few=few) for throw in self.throws),
                self.to_beat,
                wrap_layout(Flow(*self.faces, spacing=8 if large else 4)),
                wrap_layout(Flow(self.roll_button, self.use_button, self.set_box)),
                self.problem,
                spacing=10 if large else 6,
            )
        )
        self._show_lying()

    def _add_throw(self, ask: Roll | Sum, theme: Theme, side: int) -> None:
        """Add the places for the dice of an ask; pressing one takes its face back."""
        dice = []
        for _n in range(ask.dice.count):
            place = len(self.places)
            die = LyingDie(theme, place + 1, side)
            die.clicked.connect(lambda _on=False, n=place: self.take_back(n, n + 1))
            self.places.append(die)
            dice.append(die)
        self.throws.append(Throw(ask, dice))

    def _add_face(self, face: int, theme: Theme, *, large: bool) -> None:
        """Add the button for a face; one of a D3 stands for two of a D6."""
        is_d3 = self.ask.dice.faces == 3
        caption = f"{face * 2 - 1}–{face * 2}" if is_d3 else ""
        die = DieButton(face, theme, caption, large=large)
        die.clicked.connect(lambda _on=False: self._click(face))
        self.faces.append(die)

    def _drawn(self, throw: Throw, *, few: bool) -> QWidget:
        """Return a throw's dice beside each other, below what they are for if there are several."""
        if few:
            dice = wrap_layout(row(*throw.places, throw.so_far, 1))
        else:
            dice = wrap_layout(Flow(*throw.places, throw.so_far))
        if len(self.throws) == 1:
            return dice
        return wrap_layout(column(label(throw.ask.question, wrap=True), dice, spacing=2))

    def answer_by(self, mode: str) -> None:
        """Answer in another way, with the faces entered so far."""
        if mode != self._mode:
            self._mode = mode
            self.set_box.setChecked(mode == "set")
            self._show_lying()

    def take_focus(self) -> None:
        """Focus the amber button."""
        if self.roll_button.property("kind") == "first":
            self.roll_button.setFocus()
        else:
            self.use_button.setFocus()

    # The faces entered so far

    def _missing(self) -> int:
        return len(self.places) - len(self._faces)

    def _faces_of(self, throw: Throw) -> list[int]:
        """Return the faces that lie in a throw's places."""
        first = self.places.index(throw.places[0])
        return self._faces[first : first + len(throw.places)]

    def _show_lying(self) -> None:
        """Show the faces that lie, what is to be beaten, and which button is amber."""
        missing = self._missing()
        next_place = self.places[len(self._faces)] if missing else None
        known_totals = []
        for throw in self.throws:
            faces = self._faces_of(throw)
            throw.show_faces(faces, is_next=next_place in throw.places)
            total = throw.total(faces)
            if total is not None:
                known_totals.append(total)
        to_beat = ""
        if known_totals and missing:
            to_beat = _("{n} to beat", n=max(known_totals))
        show_text(self.to_beat, to_beat)
        self.roll_button.setEnabled(missing > 0)
        program_rolls = missing > 0 and self._mode == "roll"
        set_style_properties(self.roll_button, kind="first" if program_rolls else "")
        set_style_properties(self.use_button, kind="" if program_rolls else "first")
        self.problem.clear()
        self.laid.emit(tuple(self._faces))

    def take_back(self, first: int = -1, end: int | None = None) -> bool:
        """Take back these faces, the last one by default; return whether there were any."""
        taken = bool(self._faces[first:end])
        if taken:
            del self._faces[first:end]
            self._show_lying()
            self.take_focus()
        return taken

    # Rolling and answering

    def _roll(self) -> None:
        """Roll the missing dice."""
        if self._too_soon():
            return
        if not self._faces:
            self.rolled.emit()
            return
        sides = self.ask.dice.faces
        self._faces += [self._source.randint(1, sides) for _die in range(self._missing())]
        self._give()

    def _click(self, face: int) -> None:
        """Enter a face, replacing the last one if all are entered."""
        if not self._too_soon():
            self._enter(face)

    def press(self, digit: int) -> None:
        """Enter the face of a digit; a D3 is read from a D6, two of its faces for each."""
        faces = self.ask.dice.faces
        is_d3 = faces == 3
        face = (digit + 1) // 2 if is_d3 else digit
        if not 1 <= face <= faces:
            faces_of_die = 6 if is_d3 else faces
            self._refuse(_("A D{faces} cannot show {face}.", faces=faces_of_die, face=digit))
            return
        self._enter(face)
        self.take_focus()

    def _enter(self, face: int) -> None:
        """Lay a die down, replacing the last one if all lie there; the amber button uses them."""
        if not self._missing():
            del self._faces[-1]
        self._faces.append(face)
        self._show_lying()
        announce(self, _("The die shows {n}", n=face))

    def use(self) -> None:
        """Answer with the faces entered, or say how many are missing."""
        missing = self._missing()
        if missing:
            self._refuse(
                ngettext(
                    "{n} die still to enter: type what it shows.",
                    "{n} dice still to enter: type what they show.",
                    missing,
                )
            )
        elif not self._too_soon():
            self._give()

    def _refuse(self, text: str) -> None:
        """Say why the dice can't be used."""
        self.problem.setText(text)
        announce(self.problem, text)

    def _give(self) -> None:
        values = [throw.value(self._faces_of(throw)) for throw in self.throws]
        self._faces = []
        with QSignalBlocker(self):
            self._show_lying()
        how: How = "set" if self.set_box.isChecked() else "typed"
        self.answered.emit(values, how)
