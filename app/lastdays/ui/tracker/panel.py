"""The panel beside the board: what is due, the open roll or form, and the chosen piece's sheet."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Literal

from PySide6.QtCore import QElapsedTimer, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QGridLayout, QPushButton, QVBoxLayout, QWidget
from shiboken6 import Shiboken

from lastdays.campaign.table_sessions import OpenSession
from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Ask
from lastdays.procedure.odds import chances_of_totals
from lastdays.rulebook.own import Table as OwnTable
from lastdays.tabletop.view import ButtonView, Guide, LookAt, SectionView, SheetView, TokenView
from lastdays.ui.forms.ask_panel import AskPanel
from lastdays.ui.models.rows import plain_hint
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme, set_style_properties
from lastdays.ui.tracker.form import (
    DIGITS,
    MARK,
    DiceKeys,
    FittedButton,
    Form,
    MoveRow,
    TextLines,
    ThrownDice,
    labels_in_line,
)
from lastdays.ui.tracker.pieces import Counter, Scale
from lastdays.ui.widgets.accessibility import announce
from lastdays.ui.widgets.chances import chance_table, show_book
from lastdays.ui.widgets.own_table import book_table_of
from lastdays.ui.widgets.parts import (
    Flow,
    Fold,
    Plain,
    button,
    clear_layout,
    column,
    find_amber_button,
    label,
    row,
    show_text,
    wrap_layout,
)

#: The gap between controls in pixels.
GAP = 4
#: The width of a column in pixels at 100 %.
COLUMN = 164


class Moves(Plain):
    """The moves of a step, a row each; `want` gets the one that is pressed."""

    def __init__(self, theme: Theme, want: Callable[[ButtonView], None]) -> None:
        super().__init__()
        self.theme = theme
        self._want = want
        self.rows = column(spacing=GAP)
        self.setLayout(self.rows)
        #: The moves shown, and their rows by key.
        self.shown: tuple[ButtonView, ...] = ()
        self.buttons: dict[str, MoveRow] = {}

    def show_moves(
        self, moves: tuple[ButtonView, ...], *, numbered: bool = True, first: bool = True
    ) -> None:
        """Replace the moves; `numbered`: with digits that press them; `first`: the first one is
        amber."""
        self.shown = moves
        self.buttons = {}
        clear_layout(self.rows)
        for place, move in enumerate(moves, start=1):
            has_digit = numbered and place <= DIGITS
            digit = place if has_digit else 0
            is_amber = first and place == 1
            move_row = MoveRow(self.theme, partial(self._want, move), move, digit, first=is_amber)
            self.buttons[move.key] = move_row
            self.rows.addWidget(move_row)
            move_row.show()  # now, since amber buttons are looked for at once

    def press_digit(self, n: int) -> bool:
        """Press the move with the digit n; return whether there is one."""
        if n == 0:  # which says that a row has no digit
            return False
        for move_row in self.buttons.values():
            if move_row.number == n:
                move_row.click()
                return True
        return False


class TwoColumns(QWidget):
    """Controls in two columns; one too wide for its column takes the whole line."""

    def __init__(self, theme: Theme, items: Sequence[QWidget]) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.items = tuple(items)
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(GAP)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        line = 0
        in_second_column = False
        for item in items:
            takes_line = item.sizeHint().width() > theme.pixels(COLUMN)
            if takes_line:
                if in_second_column:
                    line += 1
                grid.addWidget(item, line, 0, 1, 2)
                line += 1
                in_second_column = False
            elif in_second_column:
                grid.addWidget(item, line, 1)
                line += 1
                in_second_column = False
            else:
                grid.addWidget(item, line, 0)
                in_second_column = True
        self.setLayout(grid)

    def minimumSizeHint(self) -> QSize:
        """Ask for no more width than the widest single control."""
        widths = [item.minimumSizeHint().width() for item in self.items]
        return QSize(max(widths, default=0), super().minimumSizeHint().height())


class Sheet(QWidget):
    """Draws a `SheetView`; `press` gets a pressed button. `counted` carries a counter's piece, name
    and amount."""

    counted = Signal(str, str, int)

    def __init__(self, theme: Theme, press: Callable[[ButtonView], None]) -> None:
        super().__init__()
        self.theme = theme
        self.scale = Scale(theme)
        self._press = press
        self.buttons: dict[str, QPushButton] = {}
        self.counters: dict[tuple[str, str], Counter] = {}
        #: The structure that was built last.
        self._structure: tuple[object, ...] = ()
        self.rows: list[MoveRow] = []
        self.folds: list[Fold] = []
        self.title = label("", "figure", wrap=True)
        self.points = label("", "points")
        self.points.setAccessibleName(_("Action Points"))
        self.figures = label("", wrap=True)
        self.about = label("", "faint", wrap=True)
        self.body = QVBoxLayout()
        self.body.setSpacing(5)
        head = row(self.title, self.points, spacing=10)
        head.setStretch(0, 1)
        self.setLayout(column(head, self.figures, self.about, self.body, 1, spacing=4))

    def show_view(
        self, view: SheetView, *, numbered: bool = True, notes: Sequence[str] = ()
    ) -> None:
        """Show the current state, rebuilding buttons only where they change. `numbered`: listed
        rows have digits; `notes` are shown while the piece acts."""
        self.title.setText(view.title)
        show_text(self.points, view.points)
        self.figures.setText(view.figures)
        self.figures.setToolTip(plain_hint(view.figures_hint))
        self.figures.setVisible(bool(view.figures))
        paragraphs = [view.about, *notes]
        show_text(self.about, "\n".join(filter(None, paragraphs)))
        structure = (numbered, _structure_of_sheet(view))
        if structure != self._structure:
            self._structure = structure
            self._build(view, numbered=numbered)
        for section in view.sections:
            for item in section.items:
                self._update(item)

    def _update(self, item: ButtonView | TokenView) -> None:
        """Show the current number of a counter, or whether a button is checked."""
        if isinstance(item, TokenView):
            self.counters[item.piece, item.name].show_view(item)
        elif item.on is not None:
            self.buttons[item.key].setChecked(item.on)

    def press_digit(self, n: int) -> bool:
        """Press the row with the digit n; return whether there is one."""
        for move_row in self.rows:
            if move_row.number == n:
                move_row.click()
                return True
        return False

    @property
    def first(self) -> QPushButton | None:
        """Return the amber button, which ends the turn of an acting piece."""
        for item_button in self.buttons.values():
            if item_button.property("kind") == "first":
                return item_button
        return None

    def _build(self, view: SheetView, *, numbered: bool) -> None:
        """Build everything below the head anew; a button that is there again keeps the focus."""
        focused_key = self._let_go_of_focus()
        clear_layout(self.body)
        self.buttons = {}
        self.counters = {}
        self.rows = []
        self.folds = []
        for fold, grouped in groupby(view.sections, attrgetter("fold")):
            sections = list(grouped)
            if fold:
                self._add(self._fold_of_sections(view, sections, numbered=numbered))
                continue
            for section in sections:
                if section.heading:
                    self._add(label(section.heading, "faint"))
                for part in self._widgets_of_section(section, acts=view.acts, numbered=numbered):
                    self._add(part)
        focused = self.buttons.get(focused_key)
        if focused is not None and focused.isEnabled():
            focused.setFocus()

    def _let_go_of_focus(self) -> str:
        """Give the focus to what is around the sheet if it is inside; return the key of the button
        that had it, '' if none had."""
        focus = QApplication.focusWidget()
        focused_key = ""
        for key, item_button in self.buttons.items():
            if item_button is focus:
                focused_key = key
        around = self.parentWidget()
        if focus is not None and self.isAncestorOf(focus) and around is not None:
            around.setFocus()  # where nothing happens by itself
        return focused_key

    def _add(self, part: QWidget) -> None:
        """Add a part at the end."""
        self.body.addWidget(part)
        part.show()  # now, since amber buttons are looked for at once

    def _fold_of_sections(
        self, view: SheetView, sections: list[SectionView], *, numbered: bool
    ) -> Fold:
        """Return sections that are folded away together; the first one's heading names them."""
        parts: list[QWidget] = []
        first = sections[0]
        for section in sections:
            if section.heading and section is not first:
                parts.append(label(section.heading, "faint"))
            parts += self._widgets_of_section(section, acts=False, numbered=numbered)
        words = labels_in_line(first.heading.split(", "))
        is_second = bool(self.folds)  # no window has room for two
        fold = Fold(self.theme, f"table/{first.fold}", words, *parts, waits=is_second)
        self.folds.append(fold)
        return fold

    def _widgets_of_section(
        self, section: SectionView, *, acts: bool, numbered: bool
    ) -> list[QWidget]:
        """Return the widgets of a section: rows, two columns, or a flow."""
        if section.listed or section.fold == "moves":
            has_digits = numbered and section.listed
            return self._move_rows(section, numbered=has_digits)
        items = [self._counter_or_button(item) for item in section.items]
        first, *others = items
        if acts and isinstance(first, QPushButton):
            first.setProperty("kind", "first")
            return [first, wrap_layout(Flow(*others, spacing=4))]
        if section.grid:
            return [TwoColumns(self.theme, items)]
        return [wrap_layout(Flow(*items, spacing=4))]

    def _move_rows(self, section: SectionView, *, numbered: bool) -> list[QWidget]:
        """Return a row for each button of a section; `numbered`: with digits that press them."""
        move_rows: list[QWidget] = []
        for place, item in enumerate(section.items, start=1):
            assert isinstance(item, ButtonView)
            digit = place if numbered else 0
            move_row = MoveRow(self.theme, partial(self._press, item), item, digit)
            self.rows.append(move_row)
            self.buttons[item.key] = move_row
            move_rows.append(move_row)
        return move_rows

    def _counter_or_button(self, item: ButtonView | TokenView) -> QWidget:
        """Return a counter or a button."""
        if isinstance(item, TokenView):
            counter = Counter(self.scale, item, signs=True)
            counter.stepped.connect(partial(self.counted.emit, item.piece, item.name))
            self.counters[item.piece, item.name] = counter
            return counter
        item_button = FittedButton(self.theme, partial(self._press, item))
        item_button.show_entry(item)
        item_button.setCheckable(item.on is not None)
        self.buttons[item.key] = item_button
        return item_button


def _structure_of_sheet(view: SheetView) -> tuple[object, ...]:
    """Return the structure of a sheet, which is rebuilt when this changes."""
    sections: list[object] = []
    for section in view.sections:
        items = [_item_parts(item) for item in section.items]
        sections.append((section.heading, section.fold, section.listed, items))
    return view.piece, view.acts, sections


def _item_parts(item: ButtonView | TokenView) -> tuple[object, ...]:
    """Return what of a counter or a button can't change without building it anew."""
    if isinstance(item, TokenView):
        return item.piece, item.name, item.caption
    return item.key, item.label, item.act, item.why_not, item.hint, item.spoken, item.price


def _acting_and_chosen_sheet(
    session: OpenSession, chosen: str, acting: str
) -> tuple[SheetView | None, SheetView | None]:
    """Return the sheet of the piece that acts, else of the chosen one; and the chosen one's sheet if
    another piece acts."""
    chosen_sheet = session.sheet(chosen) if chosen else None
    acting_sheet = session.sheet(acting) if acting and acting != chosen else None
    if acting_sheet is None or not acting_sheet.acts:
        return chosen_sheet, None
    return acting_sheet, chosen_sheet


Part = Literal["outcome", "due", "question"]
#: The order in which they are announced.
ORDER: tuple[Part, ...] = ("outcome", "due", "question")


class DelayedAnnouncement(QObject):
    """Announces texts once everything is shown and the focus has settled, so that the focused
    control doesn't interrupt them."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._parts: dict[Part, tuple[QWidget, str]] = {}

    def announce_soon(self, part: Part, widget: QWidget, text: str) -> None:
        """Announce a text soon, replacing a pending one of the same part."""
        if not self._parts:
            QTimer.singleShot(0, self, self._wait_once_more)
        self._parts[part] = (widget, text)

    def _wait_once_more(self) -> None:
        """Wait once more, for controls that take the focus late."""
        QTimer.singleShot(0, self, self._announce_first_pending)

    def _announce_first_pending(self) -> None:
        parts = self._parts
        self._parts = {}
        for part in ORDER:
            if part not in parts:
                continue
            widget, text = parts[part]
            if text and Shiboken.isValid(widget):  # a form may be gone again
                announce(widget, text)


#: A question of at most this many letters is drawn larger.
BRIEF = 44
#: How long, in milliseconds, the second tap of a double tap can't answer the next question.
GUARD_MS = 350


class Panel(QWidget):
    """`wanted` carries a move that is pressed, `laid` the first move with the face that answers
    it, `picked` a piece pressed with Enter; `on_board`: the focus belongs on the board;
    `nothing_due`: there is nothing to focus here."""

    wanted = Signal(object)
    laid = Signal(object, int)
    on_board = Signal()
    picked = Signal(str)
    nothing_due = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        theme = services.theme
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(_("Next step"))  # it has the focus while nothing is
        self.outcome = label("", wrap=True)
        self.outcome.setAccessibleName(_("Result"))
        self.announcer = DelayedAnnouncement(self)
        #: The pieces that can be pressed on the board.
        self.board: Container[str] = ()
        self._since = QElapsedTimer()
        self._since.start()
        self._make_guide(theme)
        self._make_question(services)
        self.form_box = QVBoxLayout()
        self.form_box.setContentsMargins(0, 0, 0, 0)
        self.form: Form | None = None
        self.form_holder = wrap_layout(self.form_box)
        self.sheet = Sheet(theme, self._from_sheet)
        #: Another piece, looked at below the one that acts.
        self.beside = Sheet(theme, self.wanted.emit)
        foot_line = column(self.outcome)
        self.foot = wrap_layout(foot_line)
        foot_line.setContentsMargins(14, 0, 14, 8)
        self._lay_out()

    def _lay_out(self) -> None:
        """Lay out everything one below the other; little of it is seen at once."""
        outer = column(
            self.ask_box,
            self.form_holder,
            self.says,
            self.thrown,
            self.pick_button,
            self.hint,
            self.dice_keys,
            self.moves,
            self.rare_fold,
            self.notes,
            self.sheet,
            self.beside,
            1,
            spacing=8,
            margin=8,
        )
        outer.setAlignment(self.pick_button, Qt.AlignmentFlag.AlignLeft)
        self.setLayout(outer)

    def _make_guide(self, theme: Theme) -> None:
        """Make what says what is due, and the moves."""
        self.says = label("", "heading", wrap=True)
        self.hint = label(_("Click it on the board, or press its number."), "faint", wrap=True)
        #: Does the same as pressing the focused piece.
        self.pick_button = FittedButton(theme, self._tell_picked, "first")
        self._asked: Mapping[str, str] = {}
        self._reached = ""
        self.notes = TextLines("faint")
        self.moves = Moves(theme, self._make_move)
        self.rare = Moves(theme, self._make_move)
        self.rare_fold = Fold(theme, "table/rare", "", self.rare)
        self.dice_keys = DiceKeys(theme, self._make_only_move)
        #: The dice of the last fight, as they lie on the table.
        self.thrown = ThrownDice(theme)
        #: The moves that are due on the board, by piece.
        self.picks: dict[str, ButtonView] = {}
        self._moves: tuple[tuple[ButtonView, ...], bool, bool] | None = None

    def _make_question(self, services: Services) -> None:
        """Make the open roll, and what stands with it."""
        self.ask_panel = AskPanel(services.catalogue, services.theme, source=services.source)
        self.ask_panel.guard_ms = GUARD_MS
        self.ask_panel.tells = partial(self.announcer.announce_soon, "question")
        #: How the dice of the open question are answered.
        self._mode = ""
        self.drop_button = button(_("&Cancel this roll"))
        self.stuck = label("", "warn", wrap=True)
        #: The players' own table that is asked for, with its chances.
        self.own_table = chance_table(services.theme)
        self.ask_box = wrap_layout(
            column(self.stuck, self.ask_panel, self.drop_button, self.own_table)
        )

    # Forms

    def open_form(self, form: Form) -> None:
        """Show a form in place of the current one."""
        self.close_form()
        self._keep_focus()
        self.form = form
        form.selected.connect(self._offer_pick)
        self.form_box.addWidget(form)
        form.show()  # now: whether it has an amber act is asked before Qt would show it
        self.announcer.announce_soon("due", form.title, form.title.text())
        self.announcer.announce_soon("question", form.number, form.number.text())

    def close_form(self) -> None:
        """Close the open form; the focus stays on the panel, where keys do nothing."""
        if self.form is not None and self._has_focus():
            self.setFocus()
        clear_layout(self.form_box)
        self.form = None

    def press_digit(self, n: int) -> bool:
        """Press what has the digit n; return whether the digit was used. A question handles its
        own."""
        if self.ask_box.isVisible():
            return True
        if self.form is not None and self.form.isVisible():
            self.form.press_digit(n)
            return True
        if not self.dice_keys.isHidden():
            if 0 < n <= len(self.dice_keys.dice):
                self._make_only_move(n)
            return True
        if not self.sheet.isHidden() and self.sheet.press_digit(n):
            return True
        if self.moves.isHidden():
            return False
        return self.moves.press_digit(n)

    # Showing

    def show_session(
        self,
        session: OpenSession,
        chosen: str,
        mode: str,
        board: Container[str] = (),
        *,
        acting: str = "",
    ) -> None:
        """Show the current state; `mode` is how dice are answered, `board` the pieces that can be
        pressed on the board. The piece that is `acting` stays until it is done; another that is
        chosen is shown below it."""
        had_focus = self._has_focus()
        self.board = board
        self._renew_form(rolling=session.is_open)
        self._show_open_question(session, mode)
        if session.is_open or self.form is not None:
            self._show_one_thing(rolling=session.is_open)
        else:
            self._show_what_is_due(session, chosen, acting)
        if had_focus:
            self._take_focus_again()

    def _show_one_thing(self, *, rolling: bool) -> None:
        """Show the open roll or, while none is open, the form, and nothing else."""
        for part in (self.sheet, self.beside, self.moves):
            self._keep_focus_from(part, goes=True)
        self.ask_box.setVisible(rolling)
        self.form_holder.setVisible(not rolling)
        self.says.hide()
        self._show_guide(Guide(""), acts=False)
        self._show_sheets(None, None, numbered=False, notes=[])

    def _show_what_is_due(self, session: OpenSession, chosen: str, acting: str) -> None:
        """Show what is due and the moves if the game is guided, and the sheets of pieces."""
        guided = session.help == "guided"
        guide = session.guide() if guided else Guide("")
        sheet, beside = _acting_and_chosen_sheet(session, chosen, acting)
        acts = sheet is not None and sheet.acts
        self._keep_focus_from(self.sheet, goes=sheet is None)
        self._keep_focus_from(self.beside, goes=beside is None)
        self._keep_focus_from(self.moves, goes=not guided)
        self.ask_box.hide()
        self.form_holder.hide()
        self.says.setVisible(guided and not acts)
        usual = self._show_guide(guide, acts=acts)
        if guided:
            self._show_moves(guide, usual, acts=acts)
        numbered = not self.picks and (acts or not usual)
        notes = self._notes_of_acting(guide) if acts else []
        self._show_sheets(sheet, beside, numbered=numbered, notes=notes)

    def _renew_form(self, *, rolling: bool) -> None:
        """Show the open form again; close it if it no longer applies."""
        if self.form is None:
            return
        self.form.board = self.board
        if not rolling and not self.form.show_now():
            self.close_form()

    def _show_guide(self, guide: Guide, *, acts: bool) -> tuple[ButtonView, ...]:
        """Show what is due, except what a piece on the board is pressed for; return the usual moves.
        While a piece `acts`, its sheet has the sentence and the digits."""
        self.picks = {}
        usual: list[ButtonView] = []
        rare: list[ButtonView] = []
        for move in guide.moves:
            if self._is_on_board(move):
                self.picks.setdefault(move.about, move)
            elif acts and move.on_board:
                continue
            elif move.rare:
                rare.append(move)
            else:
                usual.append(move)
        self.hint.setVisible(bool(self.picks) and not acts)
        self.thrown.show_throws(guide.thrown)
        has_dice = guide.dice and not acts  # digits are for one thing at a time
        purpose = usual[0].label if has_dice else ""
        self.dice_keys.show_for(purpose)
        self.moves.setVisible(bool(usual))
        self._show_rare(tuple(rare))
        marked_notes = [MARK + note for note in guide.notes]
        self.notes.setText("\n".join(marked_notes))
        self.notes.setVisible(bool(guide.notes) and not acts)
        return tuple(usual)

    def _is_on_board(self, move: ButtonView) -> bool:
        """Return whether a move is made by pressing its piece on the board."""
        return move.on_board and move.about in self.board

    def _show_rare(self, rare: tuple[ButtonView, ...]) -> None:
        """Show the rare moves folded away."""
        self.rare_fold.setVisible(bool(rare))
        if rare == self.rare.shown:
            return
        self._keep_focus_from(self.rare, goes=True)
        self.rare.show_moves(rare, numbered=False, first=False)
        words = labels_in_line(move.label for move in rare) if rare else ""
        self.rare_fold.say(words)

    def _notes_of_acting(self, guide: Guide) -> list[str]:
        """Return the notes that stand on the sheet of the piece that acts."""
        notes = list(guide.notes)
        if self.picks:
            notes.append(self.hint.text())
        return notes

    def _take_focus_again(self) -> None:
        """Focus what comes next if what had the focus is gone; what was made just now takes the
        keyboard once it is seen."""
        if self._has_focus() and not self.hasFocus():
            return
        self.take_focus()
        if self.hasFocus():
            QTimer.singleShot(0, self._take_late)

    def _show_sheets(
        self,
        sheet: SheetView | None,
        beside: SheetView | None,
        *,
        numbered: bool,
        notes: Sequence[str],
    ) -> None:
        """Show a piece, and below it another that is looked at."""
        self.sheet.setVisible(sheet is not None)
        if sheet is not None:
            self.sheet.show_view(sheet, numbered=numbered, notes=notes)
        self.beside.setVisible(beside is not None)
        for fold in self.sheet.folds:
            fold.setVisible(beside is None)  # the other piece has their room
        if beside is not None:
            self.beside.show_view(beside, numbered=False)

    def _take_late(self) -> None:
        if self.hasFocus():
            self.take_focus()

    def _keep_focus(self) -> None:
        """Keep the focus on the panel while a control goes: Qt would move it on, in the end to
        Undo."""
        if self._has_focus():
            self.setFocus()

    def _keep_focus_from(self, part: QWidget, *, goes: bool) -> None:
        """Keep the focus on the panel if it is inside a part that goes."""
        focus = QApplication.focusWidget()
        if goes and focus is not None and part.isAncestorOf(focus):
            self._keep_focus()

    def _has_focus(self) -> bool:
        focus = QApplication.focusWidget()
        if focus is None or not focus.isVisible():
            return False
        return focus is self or self.isAncestorOf(focus)

    def _show_open_question(self, session: OpenSession, mode: str) -> None:
        """Show the open question, if there is one; say so if it can't be asked any more."""
        if not session.is_open:
            if self.ask_panel.ask is not None:
                self._keep_focus()
            self.ask_panel.ask = None
            return
        try:
            ask, *opposed = session.opposed()
        except RuleError as error:
            self.stuck.setText(_("{why} This roll can't continue: cancel it.", why=error))
            self.stuck.show()
            self.ask_panel.hide()
            return
        self.stuck.hide()
        self.ask_panel.show()
        if ask != self.ask_panel.ask or mode != self._mode:
            self._mode = mode
            self._keep_focus()
            self.ask_panel.show_ask(ask, mode, opposed=opposed)
            self._show_own_table(ask)

    def _show_own_table(self, ask: Ask) -> None:
        """Show the players' own table that is rolled on, or that paying avoids."""
        table = ask.beside().table
        if not isinstance(table, OwnTable):
            self.own_table.hide()
            return
        self.own_table.show()
        chances = chances_of_totals(table.dice)
        book = book_table_of(table, chances, self.ask_panel.catalogue)
        show_book(self.own_table, book, {})

    def _show_moves(self, guide: Guide, usual: tuple[ButtonView, ...], *, acts: bool) -> None:
        """Show what the game says and the usual moves, with digits where those press nothing else;
        the first is amber where it comes next."""
        sentence = guide.says
        if sentence != self.says.text():
            self.announcer.announce_soon("due", self.says, sentence)
            self._since.start()
        is_brief = len(sentence) <= BRIEF
        kind = "figure" if is_brief else "heading"
        set_style_properties(self.says, kind=kind)
        self.says.setText(sentence)
        numbered = not self.picks and not acts and not guide.dice
        leads = guide.leads and not acts and bool(usual)
        first = leads and usual[0] == guide.moves[0]
        if (usual, numbered, first) == self._moves:
            return
        self._moves = (usual, numbered, first)
        self._since.start()
        if any(move_button.hasFocus() for move_button in self.move_buttons.values()):
            self._keep_focus()
        self.moves.show_moves(usual, numbered=numbered, first=first)

    def presses_by_piece(self) -> dict[str, str]:
        """Return what a press does by the pieces that are asked for on the board."""
        if not self.ask_box.isHidden():
            return {}
        if self.form is not None:
            return self.form.presses_by_piece()
        return {piece: move.label for piece, move in self.picks.items()}

    def offer_picks(self, asked: Mapping[str, str]) -> None:
        """Offer a piece that is asked for to Enter, if nothing else is amber."""
        self._asked = asked
        self._name_pick(self._reached)
        self._offer_pick()

    def show_meaning_of_enter(self, piece: str) -> None:
        """Show what Enter does while the focus is on a piece."""
        if self.form is not None:
            self.form.unselect()
        self._name_pick(piece)
        self._offer_pick()

    def _offer_pick(self) -> None:
        self.pick_button.hide()
        self.pick_button.setVisible(bool(self._asked) and find_amber_button(self) is None)

    def _name_pick(self, piece: str) -> None:
        """Name what Enter does to a piece; the first one asked for stands in for others."""
        if piece not in self._asked:
            piece = next(iter(self._asked), "")
        self._reached = piece
        words = self._asked.get(piece, "")
        self.pick_button.show_entry(ButtonView("pick", words, LookAt(piece)))

    def _tell_picked(self) -> None:
        self.picked.emit(self._reached)

    @property
    def move_buttons(self) -> dict[str, QPushButton]:
        """Return the buttons of the moves by the moves' keys."""
        return {**self.moves.buttons, **self.rare.buttons}

    def _make_move(self, move: ButtonView) -> None:
        """Make a move, ignoring a second press of the key that led here."""
        if self._since.elapsed() >= self.ask_panel.guard_ms:
            self.wanted.emit(move)

    def _make_only_move(self, face: int) -> None:
        """Make the only move that is due, with this face of the dice it begins with."""
        if self.moves.shown and self._since.elapsed() >= self.ask_panel.guard_ms:
            self.laid.emit(self.moves.shown[0], face)

    def _from_sheet(self, item: ButtonView) -> None:
        """Press a button of the sheet; the amber one is guarded like a move."""
        if self.sheet.buttons.get(item.key) is self.sheet.first:
            self._make_move(item)
        else:
            self.wanted.emit(item)

    def forget_session(self) -> None:
        """Forget the last session before another is shown."""
        self._moves = None
        self.picks = {}
        self.close_form()
        self.outcome.setText("")
        self.ask_panel.ask = None

    def take_focus(self) -> None:
        """Focus what comes next: the question, the form, or the first enabled move; emit
        `nothing_due` if there is none."""
        if not self.ask_box.isHidden():
            self._focus_question()
            return
        if self.form is not None:
            self._focus_form(self.form)
            return
        amber_button = self._amber_of_sheet() or self._next_move()
        if amber_button is not None:
            amber_button.setFocus()
        elif self.picks:
            self.on_board.emit()
        else:
            self.setFocus()
            is_guided = not self.says.isHidden()
            if is_guided:
                self.nothing_due.emit()

    def _focus_question(self) -> None:
        """Focus the open question, or the button that cancels it if it can't be answered."""
        is_stuck = self.ask_panel.isHidden()
        if is_stuck or not self.ask_panel.take_focus():
            self.drop_button.setFocus()

    def _focus_form(self, form: Form) -> None:
        """Focus the form, or the board where it asks for a piece there."""
        if form.ready or not form.presses_by_piece():
            form.take_focus()
        else:
            self.on_board.emit()

    def _amber_of_sheet(self) -> QPushButton | None:
        """Return the button that ends the turn of an acting piece."""
        return None if self.sheet.isHidden() else self.sheet.first

    def _next_move(self) -> QPushButton | None:
        """Return the first enabled move, unless none of them is what comes next."""
        move_rows = self.moves.buttons.values()
        if self.moves.isHidden() or not any(move_row.first for move_row in move_rows):
            return None
        for move_row in move_rows:
            if move_row.isEnabled():
                return move_row
        return None
