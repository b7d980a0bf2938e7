"""The panel for every kind of question (ask), with dice that are rolled, typed or set."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from html import escape
from typing import Any

from PySide6.QtCore import QElapsedTimer, QSignalBlocker, QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHideEvent,
    QIcon,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QShortcut,
    QShowEvent,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyleOptionButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from lastdays.errors import RuleError
from lastdays.language import _, dotted, ngettext
from lastdays.procedure.asks import Arrange, Ask, Choose, Draw, Option, Report, Roll, Sum
from lastdays.procedure.dice import RandomSource
from lastdays.procedure.replay import How
from lastdays.rulebook import Catalogue
from lastdays.ui.forms.arrange import ArrangeForm, form_for
from lastdays.ui.theme import Theme, restyle
from lastdays.ui.widgets.accessibility import announce
from lastdays.ui.widgets.chances import share
from lastdays.ui.widgets.entry_card import explain
from lastdays.ui.widgets.parts import (
    Flow,
    Pictogram,
    amber,
    button,
    clear,
    column,
    describe,
    entitle,
    holder,
    label,
    laid_out,
    row,
    scrolling,
    sentence,
    show_text,
    typed,
)
from lastdays.ui.widgets.room import hidden_in
from lastdays.values import Value


class Die(QToolButton):
    """A button with a die, which grows in an ample window. Sizes are in pixels at 100 %."""

    def __init__(self, theme: Theme, kind: str, size: tuple[int, int], side: int) -> None:
        super().__init__()
        self.theme, self._size, self._side = theme, size, side
        self._drawing, self._token = "die-open", "text"
        self.setProperty("kind", kind)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.draw)
        theme.reshaped.connect(self.draw)

    def draw(self) -> None:
        """Draw the die at the size for the window."""
        ample = self.theme.ample
        drawn = self.theme.pixmap(self._drawing, self._token, self._side * ample)
        icon = QIcon(drawn)
        icon.addPixmap(drawn, QIcon.Mode.Disabled)  # a disabled die is as clear as the others
        self.setIcon(icon)
        self.setIconSize(QSize(*(self.theme.px(self._side * ample),) * 2))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(*(self.theme.px(length * self.theme.ample) for length in self._size))


class DieButton(Die):
    """A button for a face of a die, with its number."""

    def __init__(self, face: int, theme: Theme, caption: str = "", *, large: bool = False) -> None:
        super().__init__(theme, "die", (56, 62) if large else (42, 54), 30 if large else 26)
        self.face, self._drawing = face, f"die-{face}"
        self.setText(caption or str(face))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        entitle(self, _("The die shows {n}", n=self.text()))
        self.draw()

    def draw(self) -> None:
        super().draw()
        letters = self.theme.px(15 * self.theme.ample)
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
            text = _("Die {n} shows {face}: press to take it back", n=self.number, face=face)
        else:
            text = _("Die {n} is still to be rolled", n=self.number)
        entitle(self, text)
        self._drawing = f"die-{face}" if face else "die-open"
        self._token = "text" if face else "accent_text" if coming else "faint_text"
        self.draw()


#: The most dice that are drawn at full size.
SIDE_BY_SIDE = 3


class DicePanel(QWidget):
    """Answers a Roll or a Sum: with the program's dice, or with real ones whose faces are pressed
    or typed.

    `laid` carries the faces entered so far, `rolled` asks for all of the program's dice. The amber
    button rolls what is missing, or uses the faces entered.
    """

    rolled = Signal()
    answered = Signal(object, str)
    laid = Signal(object)

    def __init__(
        self,
        ask: Roll | Sum,
        mode: str,
        theme: Theme,
        too_soon: Callable[[], bool],
        source: RandomSource,
        *,
        large: bool = False,
    ) -> None:
        super().__init__()
        self.ask = ask
        self._mode = mode
        self._too_soon = too_soon
        self._source = source
        self._faces: list[int] = []
        dice = ask.dice
        side = (74 if large else 40) if dice.count <= SIDE_BY_SIDE else 34
        self.places = [LyingDie(theme, n + 1, side) for n in range(dice.count)]
        for n, place in enumerate(self.places):
            place.clicked.connect(lambda _on=False, n=n: self.take_back(n, n + 1))
        self.so_far = label("", "number")
        self.so_far.setAccessibleName(_("What the dice come to"))
        self.faces: list[DieButton] = []
        for face in range(1, dice.faces + 1):
            caption = f"{face * 2 - 1}–{face * 2}" if dice.faces == 3 else ""
            die = DieButton(face, theme, caption, large=large)
            die.clicked.connect(lambda _on=False, f=face: self._click(f))
            self.faces.append(die)
        kept = _("The dice that already lie there stay as they are.")
        self.roll_button = button(_("Ro&ll for me"), self._roll, hint=kept)
        self.use_button = button(_("Use &this roll"), self.use)
        self.set_box = button(_("Set the res&ult…"))
        self.set_box.setCheckable(True)
        describe(self.set_box, _("An arbitrator's override: it is marked as set by hand."))
        self.set_box.setChecked(mode == "set")
        self.problem = sentence("", "harm")
        few = dice.count <= SIDE_BY_SIDE
        lying = row(*self.places, self.so_far, 1) if few else Flow(*self.places, self.so_far)
        self.setLayout(
            column(
                holder(lying),
                holder(Flow(*self.faces, spacing=8 if large else 4)),
                holder(Flow(self.roll_button, self.use_button, self.set_box)),
                self.problem,
                spacing=10 if large else 6,
            )
        )
        self._show_lying()

    def answer_by(self, mode: str) -> None:
        """Answer in another way, with the faces entered so far."""
        if mode != self._mode:
            self._mode = mode
            self.set_box.setChecked(mode == "set")
            self._show_lying()

    def take_focus(self) -> None:
        """Focus the amber button."""
        rolls = self.roll_button.property("kind") == "first"
        (self.roll_button if rolls else self.use_button).setFocus()

    # The faces entered so far

    def _missing(self) -> int:
        return self.ask.dice.count - len(self._faces)

    def _show_lying(self) -> None:
        missing, plus = self._missing(), self.ask.dice.plus
        for n, place in enumerate(self.places):
            face = self._faces[n] if n < len(self._faces) else 0
            place.lay(face, coming=n == len(self._faces))
        total = "?" if missing else str(sum(self._faces) + plus)
        so_far = _("+ {plus} = {total}") if plus else _("= {total}")
        self.so_far.setText(so_far.format(plus=plus, total=total))
        self.roll_button.setEnabled(missing > 0)
        rolls = missing > 0 and self._mode == "roll"
        restyle(self.roll_button, kind="first" if rolls else "")
        restyle(self.use_button, kind="" if rolls else "first")
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
        """Enter the face of a digit."""
        faces = self.ask.dice.faces
        face = (digit + 1) // 2 if faces == 3 else digit
        if not 1 <= face <= faces:
            what = 6 if faces == 3 else faces
            self._refuse(_("A D{faces} cannot show {face}.", faces=what, face=digit))
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
                    "{n} die is missing: type what it shows.",
                    "{n} dice are missing: type what they show.",
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
        shown, self._faces = tuple(self._faces), []
        with QSignalBlocker(self):
            self._show_lying()
        how: How = "set" if self.set_box.isChecked() else "typed"
        self.answered.emit(shown if isinstance(self.ask, Roll) else sum(shown), how)


#: The markup of an option, and of a part of it with its width.
_ROW = '<table width="100%" cellspacing="0" cellpadding="0"><tr>{}</tr></table>'
_PART = '<td width="{}" style="vertical-align: middle; white-space: pre-wrap">{}</td>'


class OptionButton(QPushButton):
    """A row: its digit, pictogram, option, detail and chance. `reached`: it got the focus."""

    reached = Signal()

    def __init__(
        self, theme: Theme, option: Option, digit: str = "", drawing: str = "", *, now: bool = False
    ) -> None:
        """Make the row; `digit` presses it, `now` marks the current answer."""
        super().__init__()
        self.theme = theme
        self.option = option
        #: Written before it, unless the option begins with that number itself.
        self.digit = "" if digit == _number(option.label) else digit
        self.drawing = drawing
        self.now = now
        self.chance = self.event_name = ""
        #: Heights by width and content: a layout asks some twenty times.
        self._heights: dict[tuple[object, ...], int] = {}
        self._amber = False
        self.setProperty("kind", "option")
        self.setAutoDefault(False)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        said = "  ·  ".join(filter(None, (option.label, option.detail, option.price)))
        entitle(self, said)
        self._said = (f"&{digit}  " if self.digit else "") + typed(said)
        if now:
            self._said = _("{option}  ← now", option=self._said)
        self.setText(self._said)
        theme.reshaped.connect(self.updateGeometry)

    def show_chance(self, chance: str, event_name: str) -> None:
        """Show a chance at the end of the row, with its event."""
        self.chance, self.event_name = chance, event_name
        both = _("{chance} {event}", chance=chance, event=event_name) if chance else ""
        self.setText(f"{self._said}   —   {both}" if both else self._said)
        self.setAccessibleDescription(both)
        self.updateGeometry()
        self.update()

    def _px(self, size: float) -> int:
        """Return a length in pixels, larger in an ample window."""
        return self.theme.px(size * self.theme.ample)

    def _letters(
        self, text: str, size: int, token: str = "faint_text", family: str = "", weight: int = 400
    ) -> str:
        """Return text as markup; on an amber row everything has one colour."""
        colour = self.theme.colour("on_accent" if self._amber else token).name()
        font = f"{weight} {self._px(size)}px '{family or self.theme.body}'"
        return f'<span style="font: {font}; color: {colour}">{escape(text)}</span>'

    def _written(self, width: int) -> QTextDocument:
        """Return the content of a row of this width."""
        px, option, theme, letters = self._px, self.option, self.theme, self._letters
        made, parts = QTextDocument(), []
        made.setDocumentMargin(0)
        if self.digit:
            parts.append((px(18), letters(self.digit, 14)))
        if self.drawing:
            token = "on_accent" if self._amber else "text"
            drawn = theme.pixmap(self.drawing, token, 22 * theme.ample)
            made.addResource(QTextDocument.ResourceType.ImageResource, QUrl("drawing"), drawn)
            parts.append((px(30), f'<img src="drawing" width="{px(22)}">'))
        said, end = [option.detail], letters(option.price, 14)
        if self.chance:  # the price stands below, where the chance has its place
            said.append(option.price)
            large = letters(self.chance, 19, "accent_text", theme.heading, 600)
            end = f"{large}<br>{letters(self.event_name, 12)}"
        wide = px(120 if self.chance else 80) * bool(self.chance or option.price)
        name = _("{option}  ← now", option=option.label) if self.now else option.label
        lines = [letters(name, 16, "text", weight=600)]
        lines += [letters(below, 14) for below in [dotted(*said)] if below]
        rest = width - 2 * px(12) - wide - sum(taken for taken, _part in parts)
        parts += [(rest, "<br>".join(lines)), (wide, f'<div align="right">{end}</div>')]
        made.setHtml(_ROW.format("".join(_PART.format(*part) for part in parts)))
        made.setTextWidth(width - 2 * px(12))
        return made

    def be_first(self, on: bool) -> None:
        """Make it the amber row, or one of the others."""
        self._amber = on
        restyle(self, kind="first option" if on else "option")
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.reached.emit()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        key = width, self._px(100), self.chance, self.event_name
        if key not in self._heights:
            high = round(self._written(width).size().height()) + self._px(15)
            self._heights[key] = max(self._px(38), high)
        return self._heights[key]

    def sizeHint(self) -> QSize:
        width = self._px(320)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._px(150), self._px(38))

    def initStyleOption(self, option: QStyleOptionButton) -> None:
        """Have Qt paint the button without text."""
        super().initStyleOption(option)
        option.text = ""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        written = self._written(self.width())
        with QPainter(self) as painter:
            painter.translate(self._px(12), (self.height() - written.size().height()) / 2)
            written.drawContents(painter)


def _number(label: str) -> str:
    """Return the number a label begins with, '' if there isn't one."""
    found = re.match(r"\d+", label)
    return found.group() if found else ""


def digits_of(options: Sequence[Option]) -> dict[str, str]:
    """Return the digit of each option that has one: its position from 1, or the number itself where
    the options are numbers, such as inches."""
    said = {option.key: _number(option.label) for option in options}
    if any(said.values()) and all(k.isdecimal() and n in ("", k) for k, n in said.items()):
        return {key: key for key in said if len(key) == 1}
    return {option.key: str(n) for n, option in enumerate(options[:9], start=1)}


class Aid(Value):
    """Something that can still change a roll: a pictogram, who can do what, and its name in the
    rulebook."""

    drawing: str
    text: str
    entry: str = ""


class AskPanel(QWidget):
    """The open question and its answers.

    `answered` carries the value and how it was made; `rolled` asks for the program's dice;
    `drafted` carries the value of an unfinished form, both in their stored form. `laid` carries the
    faces entered so far.
    """

    answered = Signal(object, str)
    rolled = Signal()
    drafted = Signal(object)
    laid = Signal(object)

    def __init__(
        self,
        catalogue: Catalogue,
        theme: Theme,
        *,
        source: RandomSource,
        large: bool = False,
    ) -> None:
        """Make the panel; `source` rolls missing dice, `large`: the question is the page."""
        super().__init__()
        self.catalogue = catalogue
        self.theme = theme
        self.large = large
        self.source = source
        self.ask: Ask | None = None
        #: Returns an option with the rulebook's summary of it, its pictogram, and the name of its
        #: entry, '' for none.
        self.explained: Callable[[Option], tuple[Option, str, str]] = lambda one: (one, "", "")
        self.page = label("", "faint")
        self.question = sentence("", "question" if large else "heading")
        self.body = QVBoxLayout()
        self.aids = QVBoxLayout()
        self.aids.setSpacing(4)
        self.options: dict[str, OptionButton] = {}
        #: The digit that presses each option, by its key.
        self._digit_of: dict[str, str] = {}
        self.form: ArrangeForm | None = None
        self.dice: DicePanel | None = None
        self.first: QPushButton | None = None
        #: The area in which the options scroll.
        self._offered: QScrollArea | None = None
        self.guard_ms = 0
        #: Announces the question; replaced where other texts come first.
        self.tells: Callable[[QWidget, str], None] = announce
        self._announced: Ask | None = None
        self._shown_since = QElapsedTimer()
        #: They work wherever the focus is, but a text field takes its digits first.
        self._keys = [QShortcut(str(n), self) for n in range(10)]
        for n, digit in enumerate(self._keys):
            digit.activated.connect(partial(self._press, n))
        self._keys.append(QShortcut(QKeySequence(Qt.Key.Key_Backspace), self))
        self._keys[-1].activated.connect(self.take_back)
        self.setLayout(
            column(self.page, self.question, (self.body, 1), self.aids, spacing=8 if large else 6)
        )

    def show_ask(
        self,
        ask: Ask,
        mode: str,
        draft: object = None,
        current: object = None,
        *,
        chapter: str = "",
        aids: Sequence[Aid] = (),
        rolled: Sequence[int] = (),
    ) -> None:
        """Show a question.

        `mode` is how dice are answered, `draft` an unfinished form, `current` the answer to change;
        `chapter` is its place in the sequence, `rolled` are the dice that a choice is about.
        """
        if self.dice is not None and ask == self.ask:
            self.dice.answer_by(mode)
            self.take_focus()  # dice that lie already stay where they are
            return
        self.question.setAccessibleName(ask.question)
        page = _("p.\u00a0{n}", n=ask.page) if ask.page else ""
        show_text(self.page, dotted(chapter, page))
        # A cleared control must not hand the focus on, and the question isn't read for getting it:
        # it is announced once everything is there.
        (self.page if self.page.text() else self.question).setFocus()
        clear(self.body)
        clear(self.aids)
        self._shown_since.start()
        self.ask = ask
        self.options = {}
        self.form = None
        self.dice = None
        self.first = None
        self._offered = None
        for shortcut in self._keys:
            shortcut.setEnabled(not isinstance(ask, Arrange))  # a form has fields of its own
        self.question.setText(ask.question)
        self._keep_lines(ask)
        match ask:
            case Roll() | Sum():
                self._show_dice(ask, mode)
            case Report(options=options):
                self._show_options(options, current)
                self._offer(current)
            case Choose(options=options):
                if rolled:
                    self.body.addWidget(holder(row(*self._lying(rolled), 1, spacing=4)))
                self._show_options(options, current)
                self._offer(current if current in self.options else options[0].key)
            case Draw(options=options):
                self._show_draw(options, current, mode)
            case Arrange():
                self._show_form(ask, draft, current)
        for aid in aids:
            words = sentence(aid.text)
            explain(words, aid.entry, self)
            line = row(Pictogram(self.theme, aid.drawing, token="well_text", size=20), (words, 1))
            self.aids.addWidget(holder(line))
        if not self.take_focus():
            self.question.setFocus()
        self._announce()

    def _keep_lines(self, ask: Ask) -> None:
        """Reserve two lines above dice that are the page, so that they stay in place from roll to
        roll."""
        self.question.ensurePolished()
        two = self.large and not self.theme.low and isinstance(ask, Roll | Sum)
        high = self.question.fontMetrics().lineSpacing()
        self.question.setMinimumHeight(2 * high if two else 0)

    def _press(self, n: int) -> None:
        """Press what a digit stands for: a face or an option."""
        if self.dice is not None:
            self.dice.press(n)
            return
        for key, digit in self._digit_of.items():
            if digit == str(n):
                self.options[key].click()

    def take_back(self) -> bool:
        """Take back the last face; return whether there was one."""
        return self.dice is not None and self.dice.take_back()

    def stand_back(self) -> None:
        """Let another button be amber."""
        found = amber(self)
        if isinstance(found, OptionButton):
            found.be_first(False)
        elif found is not None:
            restyle(found, kind="")

    def step_back(self) -> bool:
        """Take back all faces; return whether there were any."""
        return self.dice is not None and self.dice.take_back(0)

    def appear(self) -> None:
        """Show new widgets now, not only after the next paint."""
        for layout in (self.body, self.aids):
            for part in laid_out(layout):
                if isinstance(part, QWidget):
                    part.show()

    def _announce(self) -> None:
        """Announce the question once: the focused control only announces itself."""
        if self.ask is not None and self.isVisible() and self.ask != self._announced:
            self._announced = self.ask
            self.tells(self.question, self.ask.question)

    def showEvent(self, event: QShowEvent) -> None:
        """Announce a question asked while hidden, after the page and the focused control."""
        super().showEvent(event)
        if not event.spontaneous():
            QTimer.singleShot(0, self, self._announce)

    def hideEvent(self, event: QHideEvent) -> None:
        """Announce the question again when it is next shown."""
        super().hideEvent(event)
        if not event.spontaneous():
            self._announced = None

    def take_focus(self) -> bool:
        """Focus the control that answers, or the question if nothing is amber until it is said; return
        whether there is one."""
        if self.dice is not None:
            self.dice.take_focus()
        elif self.form is not None:
            self.form.take_focus()
        elif self.first is not None:
            self.first.setFocus()
        elif self.options:
            self.question.setFocus()
        else:
            return False
        return True

    def beyond(self) -> int:
        """Return how much more height it needs for nothing in it to scroll, in pixels."""
        if self.form is not None:
            return self.form.beyond()
        return hidden_in(self._offered) if self._offered is not None else 0

    def _lying(self, faces: Sequence[int]) -> list[LyingDie]:
        """Return dice that can't be taken back."""
        dice = [LyingDie(self.theme, n, 56) for n in range(1, len(faces) + 1)]
        for die, face in zip(dice, faces, strict=True):
            die.lay(face, settled=True)
        return dice

    def _show_dice(self, ask: Roll | Sum, mode: str) -> None:
        self.dice = DicePanel(ask, mode, self.theme, self.too_soon, self.source, large=self.large)
        self.dice.answered.connect(self.answered.emit)
        self.dice.rolled.connect(self.rolled.emit)
        self.dice.laid.connect(self.laid.emit)
        self.body.addWidget(self.dice)
        self.body.addStretch(1)

    def _show_draw(self, options: tuple[Option, ...], current: object, mode: str) -> None:
        """Show what can be drawn; the program's draw is amber only where the program rolls."""
        program_draws = mode == "roll"
        draw = button(_("D&raw for me"), self.rolled.emit, "first" if program_draws else "")
        self.body.addLayout(row(draw, label(_("or who was drawn:"), "faint"), 1))
        self._show_options(options, current, how="typed", select=not program_draws)
        if program_draws:
            self.first = draw

    def _show_options(
        self,
        options: tuple[Option, ...],
        current: object,
        how: How = "chosen",
        *,
        select: bool = True,
    ) -> None:
        """Show options as rows; `select`: the focused one becomes amber."""
        inner = column(spacing=4)
        self._digit_of = digits_of(options)
        for option in options:
            told, drawing, entry = self.explained(option)
            digit = self._digit_of.get(option.key, "")
            made = OptionButton(self.theme, told, digit, drawing, now=option.key == current)
            explain(made, entry, self)
            made.clicked.connect(lambda _on=False, key=option.key: self._take(key, how))
            if select:
                made.reached.connect(partial(self._reach, made))
            self.options[option.key] = made
            inner.addWidget(made)
        inner.addStretch(1)
        self._offered = area = scrolling(holder(inner))
        area.setMinimumHeight(min(inner.minimumSize().height(), self.theme.px(170)))
        if self.large and not self.theme.narrow:  # it scrolls where the page would have to
            area.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self.body.addWidget(area, 1)

    def _offer(self, key: object) -> None:
        """Make the option of a key amber, so that Enter takes it; none if there is none."""
        self.first = self.options.get(str(key))
        if self.first is not None:
            self._reach(self.first)

    def _reach(self, reached: OptionButton) -> None:
        """Make the focused option amber."""
        for made in self.options.values():
            made.be_first(made is reached)

    def too_soon(self) -> bool:
        """Return whether a tap came too soon and was meant for the previous question."""
        return bool(self.guard_ms) and self._shown_since.elapsed() < self.guard_ms

    def _take(self, key: str, how: How) -> None:
        if not self.too_soon():
            self.answered.emit(key, how)

    def _show_form(self, ask: Arrange[Any], draft: object, current: object) -> None:
        """Show a form with the draft, the answer to change, or its initial value."""
        value = ask.initial if current is None else current
        if draft is not None:
            with suppress(RuleError):  # one that cannot be read is begun afresh
                value = ask.read(draft)
        self.form = form_for(ask, value, self.catalogue, self.theme)
        self.form.confirmed.connect(lambda made: self.answered.emit(ask.write(made), "chosen"))
        self.form.drafted.connect(lambda made: self.drafted.emit(ask.write(made)))
        self.body.addWidget(self.form, 1)

    def show_chances(self, chances: Mapping[str, Fraction], event: str = "") -> None:
        """Show the chance of an event beside each option."""
        for key, made in self.options.items():
            made.show_chance(share(chances[key]) if key in chances else "", event)
