"""The story of a campaign: its games on the left, the one being read on the right."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import get_args

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from lastdays.campaign.chronicle.entries import about_words, kind_name, tells_of, timeline
from lastdays.campaign.chronicle.games import Chronicle, ChronicleActions, GameStory
from lastdays.campaign.chronicle.sentences import StorySentence, result_sentence
from lastdays.campaign.dates import day_in_words
from lastdays.language import _, against, joined, short
from lastdays.model.campaign import Campaign, ChronicleEntry, EntryKind, OwnWords
from lastdays.rulebook import pictograms
from lastdays.ui.models.rows import Cell, Row, RowModel, each_row
from lastdays.ui.navigation import LifeRoute, RecordRoute, TrackerRoute
from lastdays.ui.pages.entry_panel import DayField, EntryPanel, PictureRow
from lastdays.ui.pages.rescue import open_sequence
from lastdays.ui.services import Services
from lastdays.ui.widgets.notes import NotesEdit
from lastdays.ui.widgets.parts import (
    Flow,
    OneOf,
    Picker,
    Turning,
    allow,
    button,
    column,
    holder,
    label,
    panel,
    row,
    sentence,
    show_either,
)
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


class StoryTable(Table):
    """What happened in a game; each line leads to whom or what it is about."""

    def __init__(self, services: Services) -> None:
        super().__init__(RowModel(("",)), _("What happened"), services.theme)
        self._services, self._of = services, ("", "")
        self.taken.connect(lambda key, _column: follow_sentence(services, *self._of, key))

    def show_game(self, campaign: str, game: str) -> None:
        """Tell a game of a campaign."""
        self._of = campaign, game
        workspace = self._services.workspace
        told = self._services.ask(lambda: Chronicle(workspace, campaign).story(game))
        self.show_rows(story_rows(told) if told is not None else (), first=False)


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
        #: What is looked for: a kind, the id of a group and of a member, '' for all.
        self._kind, self._whom = "", ("", "")
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
        self.none_yet = holder(column(sentence(says), 1))
        self.kinds = Picker((), _("Kind"))
        self.groups, self.members = Picker((), _("Group")), Picker((), _("Member"))
        for picker in (self.kinds, self.groups, self.members):
            picker.hold_names(10)
            picker.activated.connect(self._filter)
        entry_button = button(_("&Write an entry"), self._begin)
        self.list = panel(
            row(label(_("Games and entries"), "heading"), 1, entry_button),
            Flow(self.kinds, self.groups, self.members),
            self.games,
            self.none_yet,
        )
        self.entry = EntryPanel(services)
        self.read = self._make_story()
        self.told = OneOf(self.read, self.entry)
        self.setLayout(column(Turning(theme, (self.list, 9), (self.told, 11)), margin=(0, 8, 0, 0)))
        theme.changed.connect(self._sized)
        theme.reshaped.connect(self._ask_room)
        self._sized()

    def _make_story(self) -> QFrame:
        services = self.services
        self.heading = sentence("", "heading")
        self.record_button = button(_("Game &record"), self._record)
        self.log_button = button(_("Table &log"), self._log)
        name = _("Day the game was played on, as year-month-day")
        self.day_field = DayField(services.theme, name)
        self.day_field.setToolTip(_("The day the game was played on: 2026-10-03"))
        self.day_field.entered.connect(partial(self._do, self.telling.set_day))
        day_label = label(_("Pl&ayed on"), "faint")
        day_label.setBuddy(self.day_field)
        self.sentences_model = RowModel(("",))
        self.sentences = Table(
            self.sentences_model, _("What happened"), services.theme, least_rows=LINES
        )
        self.sentences.taken.connect(lambda key, _column: self._follow(key))
        self.sentences.setToolTip("")
        words_label = label(_("In your &own words"), "heading")
        self.words = NotesEdit(_("Your own words on this game"))
        words_label.setBuddy(self.words)
        self.words.committed.connect(self._written)
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.pictures = PictureRow(services)
        self.pictures.added.connect(partial(self._do, self.telling.add_picture))
        self.pictures.removed.connect(partial(self._do, self.telling.remove_picture))
        return panel(
            row((self.heading, 1), self.log_button, self.record_button, spacing=6),
            (WholeRows(self.sentences), 1),
            row(
                *(words_label, self.pictures.add_button, 1),
                *(day_label, self.day_field),
                spacing=6,
            ),
            self.words,
            self.pictures,
        )

    def _sized(self) -> None:
        self.words.setFixedHeight(self.services.theme.px(WORDS))

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
        if chronicle.campaign is not self._campaign:
            if self._campaign is not None and self._campaign.id != chronicle.campaign.id:
                self._kind, self._whom = "", ("", "")
            self._campaign = chronicle.campaign
            self._fill_filters()
            self.games.show_rows(each_row(self._listed(chronicle), self._row), keep=game)
        elif game:
            self.games.choose(game)
        there = chronicle.games or chronicle.campaign.entries
        shown = (self.games, self.told, self.kinds, self.groups, self.members)
        show_either(there, *shown, instead=self.none_yet)
        self._choose(self.games.current_key())

    def _listed(self, chronicle: Chronicle) -> dict[str, object]:
        """Return what is told, the latest first, by its id, as far as it is looked for."""
        own, (group, member) = self._own(), self._whom
        return {
            one.id: (one, own.get(one.id))
            for one in reversed(timeline(chronicle))
            if self._kind in ("", one.kind if isinstance(one, ChronicleEntry) else "game")
            and (not group or tells_of(chronicle, one, group, member))
        }

    def _fill_filters(self) -> None:
        """Offer what can be looked for: kinds, groups, and the members of the one that is chosen."""
        assert self.chronicle is not None
        chronicle, (whose, member) = self.chronicle, self._whom
        kinds = [(_("Everything"), ""), (_("Games"), "game")]
        kinds += [(kind_name(kind), kind) for kind in get_args(EntryKind)]
        there = self.services.workspace.groups(chronicle.campaign.id)
        groups = [(_("All groups"), ""), *((one.name, one.id) for one in there)]
        now = chronicle.past(whose).now if whose else None
        members = [(_("All members"), "")]
        members += [(one.name, one.id) for one in now.members] if now is not None else []
        self.kinds.offer(kinds, self._kind)
        self.groups.offer(groups, whose)
        self.members.offer(members, member)
        allow(self.members, len(members) > 1, _("Choose a group first"))

    def _filter(self) -> None:
        """Show only what is looked for."""
        group, member = self.groups.currentData(), self.members.currentData()
        self._kind = self.kinds.currentData()
        self._whom = (group, member if group == self._whom[0] else "")
        self._campaign = None
        if self.chronicle is not None:
            self.show_chronicle(self.chronicle)

    def _own(self) -> dict[str, OwnWords]:
        """Return the players' own words on the games that are there."""
        if self._campaign is None:
            return {}
        games = self._campaign.games_by_id
        return {one: own for one, own in self._campaign.own_words.items() if one in games}

    def _row(self, key: str) -> Row:
        assert self.chronicle is not None
        told = self._entry(key)
        if told is None:
            return self._game_row(key)
        about = joined(about_words(self.chronicle, told))
        beneath = " · ".join(filter(None, (day_in_words(told.day), about)))
        drawn = Cell("", drawing=pictograms.place("chronicle"))
        words = short(" ".join(told.text.split()), 80)
        return Row(key, (drawn, Cell(kind_name(told.kind), "title", beneath), Cell(words)))

    def _entry(self, key: str) -> ChronicleEntry | None:
        entries = self.chronicle.campaign.entries if self.chronicle is not None else ()
        return next((one for one in entries if one.id == key), None)

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
        if self.entry.entry is not None and self.entry.entry.id != game:
            self.entry.words.commit()
        if self.chronicle is not chronicle:
            return  # what was stored has shown it already
        told = self._entry(game)
        if told is not None:
            self.story = None
            self.entry.show_entry(chronicle, told)
            self.told.show_part(self.entry)
            return
        self.entry.entry = None
        self.told.show_part(self.read)
        self.story = self.services.ask(lambda: chronicle.story(game)) if game else None
        self._show_story()

    def _show_story(self) -> None:
        story = self.story
        for part in (self.record_button, self.day_field, self.words, self.pictures.add_button):
            allow(part, story is not None, _("No game is chosen"))
        self.log_button.setVisible(story is not None and bool(story.session))
        if story is None:
            self.heading.setText(_("The story of the campaign"))
            self.sentences_model.set_rows([])
            self.words.show_text("", "")
            self.pictures.show_pictures("", ())
            self.day_field.show_day("", "")
            return
        self.heading.setText(
            _(
                "Game {n}: {encounter}, {sides}",
                n=story.number,
                encounter=story.encounter,
                sides=against(story.named),
            )
        )
        self.record_button.setAccessibleName(_("Record of game {n}", n=story.number))
        self.log_button.setAccessibleName(_("Table log of game {n}", n=story.number))
        rows = story_rows(story)
        self.sentences.show_rows(rows, first=False)
        self._ask_room()
        self.words.show_text(story.own, story.id)
        self.pictures.show_pictures(_("Game {n}", n=story.number), story.pictures)
        self.day_field.show_day(story.id, story.day)

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

    def _do(self, act: Callable[..., object], *given: object) -> bool:
        """Change what is told of the game that is chosen."""
        story, chronicle = self.story, self.chronicle
        if story is None or chronicle is None:
            return True
        return self.services.done(lambda: act(chronicle.campaign.id, story.id, *given))

    def _written(self, text: str) -> None:
        if not self._do(self.telling.write, text):
            self.words.refuse()

    def _begin(self) -> None:
        """Begin an entry of today, and put the keyboard where it is written."""
        if self.chronicle is None:
            return
        campaign = self.chronicle.campaign.id
        self._kind, self._whom = "", ("", "")
        made = self.services.do(lambda: self.entry.writing.begin(campaign))
        if made is not None and self.chronicle is not None:
            self.show_chronicle(self.chronicle, made)
            self.entry.words.setFocus()

    def take_focus(self) -> None:
        """Put the keyboard on the games."""
        self.games.setFocus(Qt.FocusReason.OtherFocusReason)
