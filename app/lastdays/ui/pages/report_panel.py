"""Reports of a game in its record: the message that is pasted, what wasn't read of it, and where several
reports differ."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLayout, QPlainTextEdit, QWidget

from lastdays.campaign.reports.cast import Cast
from lastdays.campaign.reports.facts import (
    Fact,
    Point,
    about_in_words,
    differences,
    settled_facts,
    value_in_words,
)
from lastdays.campaign.reports.lines import LETTERS_MOST
from lastdays.campaign.reports.reading import Report, UnreadPiece
from lastdays.language import _, chained, joined, ngettext, number, short, titled
from lastdays.model.fields import NAME_MOST
from lastdays.model.game_record import QUOTE_MOST, GameRecord
from lastdays.names import kept_line
from lastdays.ui.forms.form import set_control, text_field
from lastdays.ui.models.rows import plain_hint
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import (
    Flow,
    Panel,
    Plain,
    RowOrColumn,
    button,
    clear_layout,
    column,
    escape_ampersands,
    label,
    row,
    sentence,
    set_hint,
    show_text,
    wrap_layout,
)
from lastdays.ui.widgets.room import Unfolding
from lastdays.ui.widgets.tabs import ChoiceRow, RowChoice

#: The least height of the field for a message, in pixels at 100 %.
FIELD_HIGH = 170
#: What is left over and what differs scroll from this height on, in pixels at 100 %.
REST_HIGH = 150
#: So many lines that weren't read are listed.
UNREAD_MOST = 60
#: A line is shown up to so many letters, a name on a button too.
LINE_LETTERS = 200
NAME_LETTERS = 18


def copy_form(services: Services, campaign: str, game: GameRecord) -> None:
    """Put the report form of a game on the clipboard, and say how long it is."""
    form = services.ask(services.reports.form, campaign, game)
    if form is None:
        return
    QGuiApplication.clipboard().setText(form)
    text = _(
        "The report form is on the clipboard: {n} letters. Send it in any chat.",
        n=number(len(form)),
    )
    services.say(text, "well")


def copy_planned_form(services: Services, campaign: str, fixture: str) -> None:
    """Put the report form of a planned game on the clipboard, '' for the next one."""
    game = services.ask(services.reports.planned, campaign, fixture)
    if game is not None:
        copy_form(services, campaign, game)


class MessageField(QPlainTextEdit):
    """A field for a pasted message; of a longer text only so much is taken that it is refused."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(_("Message with a report"))
        self.setPlaceholderText(_("Paste the message here, as it came"))
        self.setTabChangesFocus(True)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Insert text alone, and not more than is looked at."""
        if source.hasText():
            self.insertPlainText(source.text()[: LETTERS_MOST + 1])


class PasteForm(Panel):
    """Takes the message with a report; hidden unless it asks. `pasted` carries the text, `used_here` the
    text of a form that is another game's, `opened` asks for that game."""

    pasted = Signal(str)
    used_here = Signal(str)
    opened = Signal()
    closed = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.field = MessageField()
        self.says = sentence(
            _(
                "From any chat, in any language of this program, also quoted or typed from a picture. "
                "What isn't understood is shown with the record as it came."
            )
        )
        self.warning = sentence("", "warn")
        self.read_button = button(_("Read the repor&t"), self._read, "first")
        self.open_button = button(_("Open that &game's record"), self.opened.emit)
        self.here_button = button(_("Use it &here anyway"), self._use_here)
        self.cancel_button = button(_("Cance&l"), self.close_form)
        buttons = Flow(self.read_button, self.open_button, self.here_button, self.cancel_button)
        heading = label(_("Paste a report"), "heading")
        self.setLayout(
            column(heading, self.says, (self.field, 1), self.warning, buttons, spacing=8, margin=12)
        )
        self._theme = services.theme
        self._theme.call_now_and_on_change(self._set_least_height)
        self.hide()

    def _set_least_height(self) -> None:
        self.field.setMinimumHeight(self._theme.pixels(FIELD_HIGH))

    def start(self) -> None:
        """Ask for a message; one that was begun is still there."""
        self.show_warning("")
        self.show()
        self.field.setFocus()

    def show_warning(self, text: str, *, can_open: bool = False, can_use: bool = False) -> None:
        """Say what is wrong with the message, and what can be done with it anyway; '' for nothing."""
        show_text(self.warning, text)
        self.open_button.setVisible(can_open)
        self.here_button.setVisible(can_use)

    def close_form(self) -> None:
        """Ask no longer, and forget the message."""
        self.field.clear()
        self.hide()
        self.closed.emit()

    def _read(self) -> None:
        self.pasted.emit(self.field.toPlainText())

    def _use_here(self) -> None:
        self.used_here.emit(self.field.toPlainText())


class ReportPanel(Plain):
    """Who reported the game of a record and how they put it, and what is open of the reports that were
    pasted. `changed` says that something was typed, `chosen` carries the fact chosen of several."""

    changed = Signal()
    chosen = Signal(object)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.reports: list[Report] = []
        self._cast: Cast
        self._choices: dict[str, int] = {}
        self.reported_by = text_field(_("As reported by"), _("nobody"))
        self.reported_by.setMaxLength(NAME_MOST)
        self.quote = text_field(_("In a sentence"), _("a sentence for the chronicle"))
        self.quote.setMaxLength(QUOTE_MOST)
        for field in (self.reported_by, self.quote):
            field.textEdited.connect(self._tell_change)
        who = wrap_layout(row(label(_("As reported by")), (self.reported_by, 1)))
        how = wrap_layout(row(label(_("In a sentence")), (self.quote, 1)))
        self.summary = sentence("", "well")
        self.guesses = sentence("", "warn")
        self._differing = column(spacing=6)
        self._left = column(spacing=4)
        theme = services.theme
        self.differing = wrap_layout(self._differing)
        self.left_over = wrap_layout(self._left)
        rest = RowOrColumn(theme, (self.differing, 1), (self.left_over, 1), spacing=16)
        self.rest = Unfolding(rest, theme, REST_HIGH)
        head = RowOrColumn(theme, (who, 2), (how, 3), spacing=10)
        self.setLayout(column(head, self.summary, self.guesses, self.rest, spacing=6))
        self.hide()

    # What is shown

    def show_record(self, game: GameRecord) -> None:
        """Show who reported a game, with no report pasted yet."""
        self.reports = []
        self._choices = {}
        set_control(self.reported_by, game.reported_by)
        set_control(self.quote, game.quote)
        self._show()

    def forget_reports(self) -> None:
        """Forget what was pasted, as other sides play; who reported it stays."""
        self.reports = []
        self._choices = {}
        self._show()

    def add_reports(self, reports: Sequence[Report], cast: Cast) -> list[Fact]:
        """Add reports; return the facts that count now of what they say."""
        self._cast = cast
        self.reports += reports
        self._name_reporters()
        self._show()
        new_keys = {fact.key for report in reports for fact in report.facts}
        return [fact for fact in self._settled_facts() if fact.key in new_keys]

    def _name_reporters(self) -> None:
        """Name all who reported, and join their sentences."""
        reporters = dict.fromkeys(report.reporter for report in self.reports if report.reporter)
        quotes = dict.fromkeys(report.quote for report in self.reports if report.quote)
        if reporters:
            set_control(self.reported_by, joined(list(reporters))[:NAME_MOST])
        if quotes:
            set_control(self.quote, " ".join(quotes)[:QUOTE_MOST])

    def _points_that_differ(self) -> list[Point]:
        """Return where the reports differ."""
        return differences([report.facts for report in self.reports])

    def _settled_facts(self) -> list[Fact]:
        return settled_facts([report.facts for report in self.reports], self._choices)

    @property
    def open_points(self) -> int:
        """The number of differences of which none is chosen yet."""
        return len(
            [point for point in self._points_that_differ() if point.key not in self._choices]
        )

    def show_or_hide(self) -> None:
        """Show it if somebody reported the game."""
        words = self.reported_by.text() + self.quote.text()
        self.setVisible(bool(self.reports or words))

    def _show(self) -> None:
        self.show_or_hide()
        self._show_summary()
        self._show_differences()
        self._show_left_over()
        has_rest = not self.differing.isHidden() or not self.left_over.isHidden()
        self.rest.setVisible(has_rest)

    def _show_summary(self) -> None:
        """Say how much was read, and which names were found by likeness."""
        text = ""
        if self.reports:
            read = {fact.key for report in self.reports for fact in report.facts}
            text = ngettext(
                "{n} fact read into the record. Check it, then record the game.",
                "{n} facts read into the record. Check them, then record the game.",
                len(read),
            )
        show_text(self.summary, text)
        guesses: dict[str, None] = {}
        for report in self.reports:
            for guess in report.guesses:
                guesses[_("{typed} as {taken}", typed=guess.typed, taken=guess.taken_as)] = None
        text = ""
        if guesses:
            text = _("Taken by likeness: {names}.", names=chained(guesses))
        show_text(self.guesses, text)

    def _show_differences(self) -> None:
        """Show what each report says where they differ, as a choice."""
        clear_layout(self._differing)
        points = self._points_that_differ()
        self.differing.setVisible(bool(points))
        if not points:
            return
        heading = _("Choose where the reports differ")
        self._differing.addWidget(label(heading, "heading"))
        for point in points:
            self._differing.addLayout(self._choice_between_reports(point))
        self._differing.addStretch(1)

    def _choice_between_reports(self, point: Point) -> QLayout:
        """Return the choice between what reports say of one thing."""
        told = [fact for fact in point.facts if fact is not None]
        about = about_in_words(told[0], self._cast)
        ways: dict[str, RowChoice] = {}
        for place, fact in enumerate(point.facts):
            if fact is not None:
                ways[str(place)] = self._choice_of_report(place, fact, about)
        choice = ChoiceRow(about, ways)
        choice.chosen.connect(partial(self._choose_report, point))
        if point.key in self._choices:
            choice.show_chosen(str(self._choices[point.key]))
        return column(sentence(about, ""), row(choice, 1), spacing=2)

    def _choice_of_report(self, place: int, fact: Fact, about: str) -> RowChoice:
        """Return what a report says as a choice."""
        value = value_in_words(fact, self._cast, self.services.catalogue)
        who = self.reports[place].reporter
        if not who:
            who = _("Report {n}", n=place + 1)
        text = titled(short(who, NAME_LETTERS), value)
        return RowChoice(escape_ampersands(text), name=titled(about, text))

    def _choose_report(self, point: Point, place: str) -> None:
        self._choices[point.key] = int(place)
        self.chosen.emit(point.facts[int(place)])

    def _show_left_over(self) -> None:
        """List what wasn't read, as it came."""
        clear_layout(self._left)
        unread = [line for report in self.reports for line in report.unread]
        self.left_over.setVisible(bool(unread))
        if not unread:
            return
        self._left.addWidget(label(_("Not read"), "heading"))
        for line in unread[:UNREAD_MOST]:
            self._left.addWidget(_line_of_unread_piece(line))
        if len(unread) > UNREAD_MOST:
            rest = len(unread) - UNREAD_MOST
            more = ngettext("and {n} more", "and {n} more", rest)
            self._left.addWidget(label(more, "faint"))
        self._left.addStretch(1)

    # What is typed

    def _tell_change(self) -> None:
        self.changed.emit()

    def with_reporter_and_quote(self, game: GameRecord) -> GameRecord:
        """Return a record with who reported it, and their sentence."""
        return replace(
            game,
            reported_by=kept_line(self.reported_by.text()),
            quote=kept_line(self.quote.text()),
        )


def _line_of_unread_piece(line: UnreadPiece) -> QWidget:
    """Return a line that wasn't read: the piece of it, and why or where it stands."""
    shown = sentence(short(line.piece, LINE_LETTERS), "")
    beneath = line.why
    if not beneath and line.piece != line.came:
        beneath = _("in: {line}", line=short(line.came, LINE_LETTERS))
    shown.setToolTip(plain_hint(line.came[:LINE_LETTERS]))
    if not beneath:
        return shown
    set_hint(shown, beneath)
    return wrap_layout(column(shown, sentence(beneath, "small"), spacing=0))
