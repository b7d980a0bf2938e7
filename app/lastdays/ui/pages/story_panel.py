"""The story of a campaign: its games on the left, the one being read on the right."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from lastdays.campaign.chronicle.games import Chronicle, ChronicleActions, GameStory
from lastdays.campaign.chronicle.sentences import StorySentence, result_sentence
from lastdays.campaign.dates import day_in_figures, day_in_words
from lastdays.language import _, against
from lastdays.model.campaign import Campaign, OwnWords
from lastdays.rulebook import pictograms
from lastdays.ui.models.rows import Cell, Row, RowModel, each_row
from lastdays.ui.navigation import LifeRoute, RecordRoute, TrackerRoute
from lastdays.ui.pages.rescue import open_sequence
from lastdays.ui.services import Services
from lastdays.ui.widgets.notes import NotesEdit
from lastdays.ui.widgets.parts import Turning, allow, button, column, holder, label, panel, row
from lastdays.ui.widgets.room import WholeRows
from lastdays.ui.widgets.table import TALL, Table

_TOKENS = {"": "text", "harm": "harm_text", "well": "well_text"}


def sentence_rows(sentences: Iterable[StorySentence], about: str) -> list[Row]:
    """Return a row for each sentence; its key says where it is from, and whom it is about."""
    return [
        Row(
            f"{about}/{n}/{s.group}/{s.member}",
            (
                Cell(
                    s.text,
                    drawing=s.drawing,
                    drawing_token="faint_text" if not s.tone else _TOKENS[s.tone],
                    token="text",
                ),
            ),
        )
        for n, s in enumerate(sentences)
    ]


def whom(key: str) -> tuple[str, str]:
    """Return the group and the member a row is about, '' for none."""
    parts = key.split("/")
    return (parts[-2], parts[-1]) if len(parts) == 4 else ("", "")


def story_rows(story: GameStory) -> list[Row]:
    """Return what happened in a game, and a link to each group's post-game sequence with what that
    came to."""
    rows = sentence_rows(story.sentences, "game")
    drawn, tone = pictograms.place("aftermath"), "accent_text"
    for after in story.after:
        text = {
            "none": _("{group}: post-game sequence not begun"),
            "begun": _("{group}: post-game sequence begun"),
            "finished": _("{group} after the game"),
        }[after.state].format(group=after.name)
        hint = _("Open the post-game sequence")
        cell = Cell(text, "link", token=tone, drawing=drawn, drawing_token=tone, hint=hint)
        rows.append(Row(f"sequence/{after.group}", (cell,)))
        rows += sentence_rows(after.sentences, f"after-{after.group}")
    return rows


def follow_sentence(services: Services, campaign: str, game: str, key: str) -> None:
    """Go to what a row is about: a member's life, or a post-game sequence."""
    if key.startswith("sequence/"):
        open_sequence(services, campaign, game, key.removeprefix("sequence/"))
    elif all(about := whom(key)):
        services.go.emit(LifeRoute(*about))


#: The games, and the lines of a story, that are seen at least, where there are so many; those of
#: a story that is scrolled with its page, at most.
GAMES, LINES, LINES_MOST = 4, 5, 60
#: The height of the players' own words, in pixels at 100 %.
WORDS = 92


class ChroniclePanel(QWidget):
    """The games, and the story of the one that is chosen with the players' own words."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.telling = ChronicleActions(services.workspace)
        self.chronicle: Chronicle | None = None
        self.story: GameStory | None = None
        self._campaign: Campaign | None = None
        self._days: dict[str, str] = {}
        theme = services.theme
        self.games_model = RowModel(("", "", ""))
        self.games = Table(
            self.games_model,
            _("Games of the campaign"),
            theme,
            stretch=2,
            heights=TALL,
            least_rows=GAMES,
        )
        self.games.chosen.connect(self._choose)
        self.games.taken.connect(lambda _key, _column: self.sentences.setFocus())
        says = _("No games yet. Each game that is recorded is told here.")
        self.none_yet = holder(column(label(says, "faint", wrap=True), 1))
        self.list = panel(label(_("Games"), "heading"), self.games, self.none_yet)
        self.read = self._make_story()
        turned = Turning(theme, (self.list, 9), (self.read, 11))
        outer = column(turned)
        outer.setContentsMargins(0, 8, 0, 0)
        self.setLayout(outer)
        theme.changed.connect(self._sized)
        theme.reshaped.connect(self._ask_room)
        self._sized()

    def _make_story(self) -> QFrame:
        services = self.services
        self.heading = label("", "heading", wrap=True)
        self.record_button = button(_("Game &record"), self._record)
        self.log_button = button(_("Table &log"), self._log)
        self.day_field = QLineEdit()
        self.day_field.setAccessibleName(_("Day the game was played on, as year-month-day"))
        self.day_field.setPlaceholderText(_("year-month-day"))
        self.day_field.setToolTip(_("The day the game was played on: 2026-10-03"))
        self.day_field.editingFinished.connect(self._day_typed)
        self.day_field.returnPressed.connect(self.day_field.selectAll)  # and nothing else
        self.day_label = label(_("Pl&ayed on"), "faint")
        self.day_label.setBuddy(self.day_field)
        self.sentences_model = RowModel(("",))
        self.sentences = Table(
            self.sentences_model, _("What happened"), services.theme, least_rows=LINES
        )
        self.sentences.taken.connect(lambda key, _column: self._follow(key))
        self.sentences.setToolTip("")
        self.words_label = label(_("In your &own words"), "heading")
        self.words = NotesEdit(_("Your own words on this game"))
        self.words_label.setBuddy(self.words)
        self.words.committed.connect(self._written)
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        head = row(self.heading, self.log_button, self.record_button, spacing=6)
        head.setStretch(0, 1)
        made = panel(
            head,
            WholeRows(self.sentences),
            row(self.words_label, 1, self.day_label, self.day_field, spacing=6),
            self.words,
        )
        inside = made.layout()
        assert isinstance(inside, QVBoxLayout)
        inside.setStretch(1, 1)
        return made

    def _sized(self) -> None:
        self.words.setFixedHeight(self.services.theme.px(WORDS))
        self.day_field.setFixedWidth(self.services.theme.px(120))

    def _ask_room(self) -> None:
        """Ask for the rows there are: where games and story lie below each other, the story is
        scrolled with the page and not within it too."""
        self.games.least_rows = max(1, min(GAMES, self.games_model.rowCount()))
        narrow = self.services.theme.narrow
        lines = min(LINES_MOST, self.sentences_model.rowCount()) if narrow else 0
        self.sentences.least_rows = max(LINES, lines)
        self.games.updateGeometry()
        self.sentences.updateGeometry()

    # What is shown

    def show_chronicle(self, chronicle: Chronicle, game: str = "") -> None:
        """Show the games of a campaign, the latest first, and the story of one: the one that was
        read, where none is named."""
        self.chronicle = chronicle
        campaign = chronicle.campaign
        kept = game or self.games.current_key()
        if campaign is not self._campaign:
            self._campaign = campaign
            words = {one: (campaign.games_by_id.get(one), own) for one, own in self._own().items()}
            self.games_model.set_rows(each_row({**campaign.games_by_id, **words}, self._game_row))
        about = campaign.games_by_id
        self.games.setVisible(bool(about))
        self.none_yet.setVisible(not about)
        self.read.setVisible(bool(about))
        if about:
            self.games.choose(kept if kept in about else self.games_model.key_at(0))
        self._choose(self.games.current_key())

    def _own(self) -> dict[str, OwnWords]:
        """Return the players' own words on the games that are there."""
        if self._campaign is None:
            return {}
        games = self._campaign.games_by_id
        return {one: own for one, own in self._campaign.own_words.items() if one in games}

    def _game_row(self, game: str) -> Row:
        assert self.chronicle is not None
        record = self.chronicle.campaign.game(game)
        encounter = self.services.catalogue.encounters[record.encounter]
        day = day_in_words(self.chronicle.day(record))
        return Row(
            game,
            (
                Cell(str(record.number), "figure", token="accent_text"),
                Cell(encounter.name, "title", day, drawing=encounter.drawing),
                Cell(result_sentence(record)),
            ),
            entry=encounter.name,
        )

    def _choose(self, game: str) -> None:
        chronicle = self.chronicle
        if chronicle is None:
            return
        if self.story is not None and self.story.id != game:
            self.words.commit()
            if self.chronicle is not chronicle:
                return  # what was stored has shown it already
        self.story = self.services.ask(lambda: chronicle.story(game)) if game else None
        self._show_story()

    def _show_story(self) -> None:
        story = self.story
        for part in (self.record_button, self.day_field, self.words):
            allow(part, story is not None, _("No game is chosen"))
        self.log_button.setVisible(story is not None and bool(story.session))
        if story is None:
            self.heading.setText(_("The story of the campaign"))
            self.sentences_model.set_rows([])
            self.words.show_text("", "")
            self.day_field.setText("")
            return
        self.heading.setText(
            _("Game {n}: {encounter}, {sides}").format(
                n=story.number, encounter=story.encounter, sides=against(story.named)
            )
        )
        self.record_button.setAccessibleName(_("Record of game {n}").format(n=story.number))
        self.log_button.setAccessibleName(_("Table log of game {n}").format(n=story.number))
        rows = story_rows(story)
        kept = self.sentences.current_key()
        self.sentences_model.set_rows(rows)
        if self.sentences_model.row_of(kept) >= 0:
            self.sentences.choose(kept)
        self._ask_room()
        self.words.show_text(story.own, story.id)
        if not self.day_field.hasFocus() or self._days.get(story.id) != story.day:
            self.day_field.setText(day_in_figures(story.day))
        self._days[story.id] = story.day

    # What is done

    def _follow(self, key: str) -> None:
        story, chronicle = self.story, self.chronicle
        if story is not None and chronicle is not None:
            follow_sentence(self.services, chronicle.campaign.id, story.id, key)

    def _record(self) -> None:
        if self.story is not None:
            self.services.go.emit(RecordRoute(self.story.id))

    def _log(self) -> None:
        if self.story is not None and self.story.session:
            self.services.go.emit(TrackerRoute(self.story.session))

    def _written(self, text: str) -> None:
        story, chronicle = self.story, self.chronicle
        if story is None or chronicle is None:
            return
        campaign = chronicle.campaign.id
        if not self.services.done(lambda: self.telling.write(campaign, story.id, text)):
            self.words.refuse()

    def _day_typed(self) -> None:
        story, chronicle = self.story, self.chronicle
        day = self.day_field.text().strip()
        if story is None or chronicle is None or day == day_in_figures(story.day):
            return
        campaign = chronicle.campaign.id
        self.services.done(lambda: self.telling.set_day(campaign, story.id, day))

    def take_focus(self) -> None:
        """Put the keyboard on the games."""
        self.games.setFocus(Qt.FocusReason.OtherFocusReason)
