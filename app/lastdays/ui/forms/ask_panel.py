"""The panel for every kind of question (ask), with dice that are rolled, typed or set."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from html import escape
from typing import Any

from PySide6.QtCore import QElapsedTimer, QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetrics,
    QHideEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QShortcut,
    QShowEvent,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QGridLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyleOptionButton,
    QVBoxLayout,
    QWidget,
)

from lastdays.errors import RuleError
from lastdays.language import _, dotted
from lastdays.procedure.asks import Aid, Arrange, Ask, Choose, Draw, Option, Report, Roll, Sum
from lastdays.procedure.dice import RandomSource
from lastdays.procedure.replay import How
from lastdays.rulebook import Catalogue
from lastdays.rulebook.pictograms import token
from lastdays.ui.forms.arrange import ArrangeForm, form_for
from lastdays.ui.forms.dice_panel import DicePanel, LyingDie
from lastdays.ui.theme import Theme, set_style_properties
from lastdays.ui.widgets.accessibility import announce
from lastdays.ui.widgets.chances import in_percent
from lastdays.ui.widgets.entry_card import show_entry_on_hover
from lastdays.ui.widgets.parts import (
    Pictogram,
    button,
    clear_layout,
    column,
    escape_ampersands,
    find_amber_button,
    grid,
    label,
    parts_of_layout,
    put_in_scroll_area,
    row,
    sentence,
    set_name_and_hint,
    show_text,
    wrap_layout,
)
from lastdays.ui.widgets.room import hidden_height

#: The markup of an option, and of a part of it with its width.
_ROW = '<table width="100%" cellspacing="0" cellpadding="0"><tr>{}</tr></table>'
_PART = '<td width="{}" style="vertical-align: middle; white-space: pre-wrap">{}</td>'


#: The width of a price at the end of a row, in pixels at 100 %.
AT_END = 80
#: The width of a chance there, likewise.
CHANCE_AT_END = 120


class OptionButton(QPushButton):
    """A row: its digit, pictogram, option, detail and chance. `reached`: it got the focus."""

    reached = Signal()

    def __init__(
        self, theme: Theme, option: Option, digit: str = "", drawing: str = "", *, now: bool = False
    ) -> None:
        """Make the row; `digit` is written before it, `now` marks the current answer."""
        super().__init__()
        self.theme = theme
        self.option = option
        #: Written before it; '' where the option itself begins with that number.
        self.digit = digit
        self.drawing = drawing
        self.now = now
        self.chance = ""
        self.event_name = ""
        #: Heights by width and content: a layout asks some twenty times.
        self._heights: dict[tuple[object, ...], int] = {}
        self._amber = False
        self.setProperty("kind", "option")
        self.setAutoDefault(False)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        words = "  ·  ".join(filter(None, (option.label, option.detail, option.price)))
        set_name_and_hint(self, words)
        self._said = escape_ampersands(words)
        if self.digit:
            self._said = f"&{digit}  {self._said}"
        if now:
            self._said = _("{option}  ← current", option=self._said)
        self.setText(self._said)
        theme.reshaped.connect(self.updateGeometry)

    def show_chance(self, chance: str, event_name: str) -> None:
        """Show a chance at the end of the row, with its event."""
        self.chance = chance
        self.event_name = event_name
        if chance:
            words = _("{chance} {event}", chance=chance, event=event_name)
            self.setText(f"{self._said}   —   {words}")
            self.setAccessibleDescription(words)
        else:
            self.setText(self._said)
            self.setAccessibleDescription("")
        self.updateGeometry()
        self.update()

    def _pixels(self, size: float) -> int:
        """Return a length in pixels, larger in an ample window."""
        return self.theme.pixels(size * self.theme.ample_factor)

    def _letters(
        self, text: str, size: int, token: str = "faint_text", family: str = "", weight: int = 400
    ) -> str:
        """Return text as markup; on an amber row everything has one colour."""
        if self._amber:
            token = "on_accent"
        colour = self.theme.colour(token).name()
        font = f"{weight} {self._pixels(size)}px '{family or self.theme.body}'"
        return f'<span style="font: {font}; color: {colour}">{escape(text)}</span>'

    def _fits_at_end(self, price: str) -> bool:
        """Return whether a price has room at the end of the row; else it is below the option."""
        font = QFont(self.theme.body)
        font.setPixelSize(self._pixels(14))
        return QFontMetrics(font).horizontalAdvance(price) <= self._pixels(AT_END)

    def _written(self, width: int) -> QTextDocument:
        """Return the content of a row of this width: digit, pictogram, option, and what is at its
        end."""
        document = QTextDocument()
        document.setDocumentMargin(0)
        parts: list[tuple[int, str]] = []
        if self.digit:
            parts.append((self._pixels(18), self._letters(self.digit, 14)))
        if self.drawing:
            token = "on_accent" if self._amber else "text"
            drawing = self.theme.pixmap(self.drawing, token, 22 * self.theme.ample_factor)
            image = QTextDocument.ResourceType.ImageResource
            document.addResource(image, QUrl("drawing"), drawing)
            parts.append((self._pixels(30), f'<img src="drawing" width="{self._pixels(22)}">'))
        end = self._end()
        end_width = 0
        if end:
            end_width = self._pixels(CHANCE_AT_END if self.chance else AT_END)
        text_width = width - 2 * self._pixels(12)
        rest = text_width - end_width - sum(part_width for part_width, _part in parts)
        parts.append((rest, self._name_and_detail()))
        parts.append((end_width, f'<div align="right">{end}</div>'))
        cells = [_PART.format(part_width, part) for part_width, part in parts]
        document.setHtml(_ROW.format("".join(cells)))
        document.setTextWidth(text_width)
        return document

    def _has_price_at_end(self) -> bool:
        return not self.chance and self._fits_at_end(self.option.price)

    def _end(self) -> str:
        """Return the end of the row as markup: the chance, else a price that has room."""
        if self.chance:
            chance = self._letters(self.chance, 19, "accent_text", self.theme.heading, 600)
            event = self._letters(self.event_name, 12)
            return f"{chance}<br>{event}"
        return self._letters(self.option.price, 14) if self._has_price_at_end() else ""

    def _name_and_detail(self) -> str:
        """Return the option as markup, with its detail below and a price that isn't at the end."""
        name = self.option.label
        if self.now:
            name = _("{option}  ← current", option=name)
        lines = [self._letters(name, 16, "text", weight=600)]
        price = "" if self._has_price_at_end() else self.option.price
        below = dotted(self.option.detail, price)
        if below:
            lines.append(self._letters(below, 14))
        return "<br>".join(lines)

    def be_first(self, on: bool) -> None:
        """Make it the amber row, or one of the others."""
        self._amber = on
        set_style_properties(self, kind="first option" if on else "option")
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.reached.emit()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        key = (width, self._pixels(100), self.chance, self.event_name)
        if key not in self._heights:
            height = round(self._written(width).size().height()) + self._pixels(15)
            self._heights[key] = max(self._pixels(38), height)
        return self._heights[key]

    def sizeHint(self) -> QSize:
        width = self._pixels(320)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._pixels(150), self._pixels(38))

    def initStyleOption(self, option: QStyleOptionButton) -> None:
        """Have Qt paint the button without text."""
        super().initStyleOption(option)
        option.text = ""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        written = self._written(self.width())
        with QPainter(self) as painter:
            painter.translate(self._pixels(12), (self.height() - written.size().height()) / 2)
            written.drawContents(painter)


#: The keys of a keypad in a line.
KEYS_ACROSS = 7
#: The side of one, in pixels at 100 %.
KEY = 44


class NumberKey(OptionButton):
    """An option that is a number alone, as a key of a keypad."""

    def hasHeightForWidth(self) -> bool:
        return False

    def sizeHint(self) -> QSize:
        return QSize(self._pixels(KEY), self._pixels(KEY))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._pixels(36), self._pixels(KEY))

    def paintEvent(self, event: QPaintEvent) -> None:
        QPushButton.paintEvent(self, event)
        figures = QFont(self.theme.heading)
        figures.setPixelSize(self._pixels(22))
        figures.setWeight(QFont.Weight.DemiBold)
        with QPainter(self) as painter:
            painter.setFont(figures)
            painter.setPen(self.theme.colour("on_accent" if self._amber else "text"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.option.label)


def are_numbers(options: Sequence[Option]) -> bool:
    """Return whether several options are numbers and nothing else."""
    if len(options) < 2:
        return False
    return all(option.label == option.key and option.key.isdecimal() for option in options)


class _Options(QScrollArea):
    """The rows of a question, which scroll where they have no room. Qt keeps the height it asked for
    first; rows grow with the window."""

    def __init__(self, rows: QWidget, theme: Theme) -> None:
        super().__init__()
        self._rows = rows
        put_in_scroll_area(self, rows)
        theme.reshaped.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return self._rows.sizeHint()


def _number(label: str) -> str:
    """Return the number a label begins with, '' if there isn't one."""
    match = re.match(r"\d+", label)
    return match.group() if match else ""


def digits_of(options: Sequence[Option]) -> dict[str, str]:
    """Return the digit of each option that has one: its position from 1, or the number itself where
    the options are numbers, such as inches."""
    if _named_by_numbers(options):
        keys = [option.key for option in options]
        return {key: key for key in keys if len(key) == 1}
    return {option.key: str(n) for n, option in enumerate(options[:9], start=1)}


def _named_by_numbers(options: Sequence[Option]) -> bool:
    """Return whether the keys are numbers with which the labels begin, as far as they have any."""
    labelled = False
    for option in options:
        number = _number(option.label)
        if not option.key.isdecimal() or number not in ("", option.key):
            return False
        labelled = labelled or bool(number)
    return labelled


def _show_their_digits(options: Sequence[Option]) -> bool:
    """Return whether every option that has a digit begins with it."""
    digits = digits_of(options)
    return all(_number(option.label) == digits.get(option.key, "") for option in options)


def _as_it_stands(option: Option) -> tuple[Option, str, str]:
    """Return an option with its pictogram, as far as it has one."""
    drawing = token(option.icon) if option.icon else ""
    return option, drawing, ""


def _heading_of(asks: Sequence[Ask]) -> str:
    """Return what stands above several throws that are compared."""
    return _("Both roll.") if len(asks) == 2 else _("Everybody rolls.")


def _said_of(asks: Sequence[Ask]) -> str:
    """Return what is announced: the question, or all of those whose dice are compared."""
    questions = [ask.question for ask in asks]
    if len(questions) == 1:
        return questions[0]
    return " ".join((_heading_of(asks), *questions))


class AskPanel(QWidget):
    """The open question and its answers.

    `answered` carries the value and how it was made, `all_answered` the values of several asks whose
    dice are compared; `rolled` asks for the program's dice;
    `drafted` carries the value of an unfinished form, both in their stored form. `laid` carries the
    faces entered so far.
    """

    answered = Signal(object, str)
    all_answered = Signal(object, str)
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
        self.explained: Callable[[Option], tuple[Option, str, str]] = _as_it_stands
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
        self._said = ""
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
        opposed: Sequence[Ask] = (),
    ) -> None:
        """Show a question.

        `mode` is how dice are answered, `draft` an unfinished form, `current` the answer to change;
        `chapter` is its place in the sequence, `rolled` are the dice that a choice is about;
        `opposed` are asks whose dice are compared with its, and answered with it.
        """
        if self.dice is not None and ask == self.ask:
            self.dice.answer_by(mode)
            self.take_focus()  # dice that lie already stay where they are
            return
        asks = (ask, *opposed)
        page = _("p.\u00a0{n}", n=ask.page) if ask.page else ""
        show_text(self.page, dotted(chapter, page))
        self._clear()
        self._shown_since.start()
        self.ask = ask
        for shortcut in self._keys:
            shortcut.setEnabled(not isinstance(ask, Arrange))  # a form has fields of its own
        self._said = _said_of(asks)
        self.question.setAccessibleName(self._said)
        self.question.setText(ask.question if len(asks) == 1 else _heading_of(asks))
        self._keep_lines(ask)
        match ask:
            case Roll() | Sum():
                self._show_dice([each for each in asks if isinstance(each, Roll | Sum)], mode)
            case Report(options=options):
                self._show_options(options, current)
                self._offer(current)
            case Choose(options=options):
                if rolled:
                    self.body.addWidget(wrap_layout(row(*self._lying(rolled), 1, spacing=4)))
                self._show_options(options, current)
                self._offer(current if current in self.options else options[0].key)
            case Draw(options=options):
                self._show_draw(options, current, mode)
            case Arrange():
                self._show_form(ask, draft, current)
        for aid in aids:
            self._show_aid(aid)
        if not self.take_focus():
            self.question.setFocus()
        self._announce()

    def _clear(self) -> None:
        """Remove the last question's answers."""
        # A cleared control must not hand the focus on, and the question isn't read for getting it:
        # it is announced once everything is there.
        keeps_focus = self.page if self.page.text() else self.question
        keeps_focus.setFocus()
        clear_layout(self.body)
        clear_layout(self.aids)
        self.options = {}
        self.form = None
        self.dice = None
        self.first = None
        self._offered = None

    def _show_aid(self, aid: Aid) -> None:
        """Show what helps with the answer, beside its pictogram."""
        words = sentence(aid.text)
        show_entry_on_hover(words, aid.entry, self)
        pictogram = Pictogram(self.theme, aid.drawing, token="well_text", size=20)
        self.aids.addWidget(wrap_layout(row(pictogram, (words, 1))))

    def _keep_lines(self, ask: Ask) -> None:
        """Reserve two lines above dice that are the page, so that they stay in place from roll to
        roll."""
        self.question.ensurePolished()
        asks_for_dice = isinstance(ask, Roll | Sum)
        height = 0
        if asks_for_dice and self.large and not self.theme.low:
            height = 2 * self.question.fontMetrics().lineSpacing()
        self.question.setMinimumHeight(height)

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
        amber_button = find_amber_button(self)
        if isinstance(amber_button, OptionButton):
            amber_button.be_first(False)
        elif amber_button is not None:
            set_style_properties(amber_button, kind="")

    def step_back(self) -> bool:
        """Take back all faces; return whether there were any."""
        return self.dice is not None and self.dice.take_back(0)

    def appear(self) -> None:
        """Show new widgets now, not only after the next paint."""
        for layout in (self.body, self.aids):
            for part in parts_of_layout(layout):
                if isinstance(part, QWidget):
                    part.show()

    def _announce(self) -> None:
        """Announce the question once: the focused control only announces itself."""
        if self.ask is not None and self.isVisible() and self.ask != self._announced:
            self._announced = self.ask
            self.tells(self.question, self._said)

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
        if self._offered is not None:
            return hidden_height(self._offered)
        return 0

    def _lying(self, faces: Sequence[int]) -> list[LyingDie]:
        """Return dice that can't be taken back."""
        dice = [LyingDie(self.theme, n, 56) for n in range(1, len(faces) + 1)]
        for die, face in zip(dice, faces, strict=True):
            die.lay(face, settled=True)
        return dice

    def _show_dice(self, asks: Sequence[Roll | Sum], mode: str) -> None:
        self.dice = DicePanel(asks, mode, self.theme, self.too_soon, self.source, large=self.large)
        self.dice.answered.connect(self._take_dice)
        self.dice.rolled.connect(self.rolled.emit)
        self.dice.laid.connect(self.laid.emit)
        self.body.addWidget(self.dice)
        self.body.addStretch(1)

    def _take_dice(self, values: Sequence[object], how: How) -> None:
        if len(values) == 1:
            self.answered.emit(values[0], how)
        else:
            self.all_answered.emit(values, how)

    def _show_draw(self, options: tuple[Option, ...], current: object, mode: str) -> None:
        """Show what can be drawn; the program's draw is amber only where the program rolls."""
        program_draws = mode == "roll"
        draw = button(_("D&raw for me"), self.rolled.emit, "first" if program_draws else "")
        self.body.addLayout(row(draw, label(_("or choose who was drawn:"), "faint"), 1))
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
        """Show options as rows, numbers as a keypad; `select`: the focused one becomes amber."""
        self._digit_of = digits_of(options)
        written = {} if _show_their_digits(options) else self._digit_of
        for option in options:
            told, drawing, entry = self.explained(option)
            digit = written.get(option.key, "")
            kind = NumberKey if are_numbers(options) else OptionButton
            made = kind(self.theme, told, digit, drawing, now=option.key == current)
            show_entry_on_hover(made, entry, self)
            made.clicked.connect(lambda _on=False, key=option.key: self._take(key, how))
            if select:
                made.reached.connect(partial(self._reach, made))
            self.options[option.key] = made
        if are_numbers(options):
            self.body.addWidget(wrap_layout(self._keypad()))
            self.body.addStretch(1)
            return
        inner = column(*self.options.values(), 1, spacing=4)
        self._offered = area = _Options(wrap_layout(inner), self.theme)
        area.setMinimumHeight(min(inner.minimumSize().height(), self.theme.pixels(170)))
        if self.large and not self.theme.narrow:  # it scrolls where the page would have to
            area.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self.body.addWidget(area, 1)

    def _keypad(self) -> QGridLayout:
        """Return the options as keys in rising order."""
        keys = grid(4, 4)
        for place, key in enumerate(sorted(self.options, key=int)):
            keys.addWidget(self.options[key], place // KEYS_ACROSS, place % KEYS_ACROSS)
        for across in range(KEYS_ACROSS):
            keys.setColumnStretch(across, 1)
        return keys

    def _offer(self, key: object) -> None:
        """Make the option of a key amber, so that Enter takes it; none if there is none."""
        self.first = self.options.get(str(key))
        if self.first is not None:
            self._reach(self.first)

    def _reach(self, reached: OptionButton) -> None:
        """Make the focused option amber."""
        for option in self.options.values():
            option.be_first(option is reached)

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
        self.form = form_for(ask, value, self.catalogue, self.theme, self.source)
        self.form.confirmed.connect(lambda made: self.answered.emit(ask.write(made), "chosen"))
        self.form.drafted.connect(lambda made: self.drafted.emit(ask.write(made)))
        self.body.addWidget(self.form, 1)

    def show_chances(self, chances: Mapping[str, Fraction], event: str = "") -> None:
        """Show the chance of an event beside each option."""
        for key, option in self.options.items():
            chance = in_percent(chances[key]) if key in chances else ""
            option.show_chance(chance, event)
