"""The story of a campaign: a list of games and entries, and the chosen one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import get_args

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QMenu, QSizePolicy, QWidget

from lastdays.campaign.chronicle.entries import (
    EntryActions,
    about_words,
    is_about,
    kind_name,
    timeline,
)
from lastdays.campaign.chronicle.games import Chronicle, ChronicleActions, GameStory
from lastdays.campaign.chronicle.sentences import StorySentence, result_sentence
from lastdays.campaign.dates import day_in_figures, day_in_words
from lastdays.language import _, dotted, joined, short, titled
from lastdays.model.campaign import ChronicleEntry, EntryKind
from lastdays.rulebook import pictograms
from lastdays.ui.forms.form import Removables
from lastdays.ui.models.rows import Cell, Row, each_row
from lastdays.ui.navigation import LifeRoute, RecordRoute, TrackerRoute
from lastdays.ui.pages.deleting import delete_entry
from lastdays.ui.pages.group.members_panel import LivesTable
from lastdays.ui.pages.rescue import open_sequence
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.dialogs import picture_name
from lastdays.ui.widgets.notes import NotesEdit
from lastdays.ui.widgets.parts import (
    ABOUT,
    Flow,
    OneOf,
    Panel,
    Picker,
    Plain,
    Turning,
    allow,
    button,
    clear,
    column,
    entitle,
    entry,
    holder,
    label,
    panel,
    row,
    sentence,
    show_either,
    typed,
)
from lastdays.ui.widgets.pictures import (
    PictureButton,
    Shown,
    look_at,
    pixmap,
    read_picture,
    rounded,
)
from lastdays.ui.widgets.room import WholeRows
from lastdays.ui.widgets.table import TALL, Table


def sentence_rows(sentences: Iterable[StorySentence], about: str) -> list[Row]:
    """Return a row for each sentence; the keys start with `about` and end with group and member."""
    return [
        Row(
            f"{about}/{n}/{s.group}/{s.member}",
            (
                Cell(
                    s.text,
                    drawing=s.drawing,
                    drawing_token=f"{s.tone or 'faint'}_text",
                    token="text",
                ),
            ),
        )
        for n, s in enumerate(sentences)
    ]


def whom(key: str) -> tuple[str, str]:
    """Return the group and member in a row's key, '' for none."""
    parts = key.split("/")
    return (parts[-2], parts[-1]) if len(parts) == 4 else ("", "")


def story_rows(story: GameStory) -> list[Row]:
    """Return the story of a game, then each group's post-game sequence as a link and sentences."""
    rows = sentence_rows(story.sentences, "game")
    drawn = pictograms.place("aftermath")
    tone = "accent_text"
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


#: The games, and the lines of a story, that are seen at least, where there are so many; those of
#: a story that is scrolled with its page, at most.
GAMES = 4
LINES = 5
LINES_MOST = 60


class StoryTable(Table):
    """The story of a game; each line leads to its member or sequence."""

    def __init__(self, services: Services) -> None:
        super().__init__(("",), _("What happened"), services.theme, least_rows=LINES)
        self._services = services
        self._of = ("", "")
        self.taken.connect(self._follow)

    def show_game(self, campaign: str, game: str) -> None:
        workspace = self._services.workspace
        told = self._services.ask(lambda: Chronicle(workspace, campaign).story(game))
        self.show_story(campaign, told)

    def show_story(self, campaign: str, told: GameStory | None) -> None:
        """Show a game's story; None shows nothing."""
        self._of = campaign, told.id if told is not None else ""
        self.show_rows(story_rows(told) if told is not None else (), first=False)

    def _follow(self, key: str, _column: int) -> None:
        """Go to a row's member or post-game sequence."""
        if key.startswith("sequence/"):
            open_sequence(self._services, *self._of, key.removeprefix("sequence/"))
        elif all(about := whom(key)):
            self._services.go(LifeRoute(*about))


class StoryAndGroup(Plain):
    """A game's story beside a read-only group, in a large window."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.story = StoryTable(services)
        self.roster = LivesTable(services)
        self._told = panel(self.story)
        self.setLayout(row((self._told, 2), (panel(self.roster), 3)))

    def show_both(self, campaign: str, game: str, group: str, member: str = "") -> None:
        """Show a group, with `member` chosen, and the story of a game ('' for none)."""
        self.setVisible(bool(group) and self.services.theme.ample > 1)
        if self.isHidden():
            return
        self._told.setVisible(bool(game))
        if game:
            self.story.show_game(campaign, game)
        found = self.services.ask(self.services.workspace.group, group)
        if found is not None:
            self.roster.show_group(found.group, member)


#: How high a small picture is, in pixels at 100 %.
HIGH = 56


class PictureRow(Plain):
    """Thumbnails with a cross each; `added` carries a new picture, `removed` the index of one."""

    added = Signal(bytes)
    removed = Signal(int)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        choose = partial(picture_name, self, _("Add a picture"), self.add_from)
        self.add_button = button(_("Add a pict&ure…"), choose)
        self._pictures: list[Shown] = []
        self._list = column()
        self.setLayout(self._list)
        self.hide()

    def show_pictures(self, name: str, keys: Sequence[str]) -> None:
        """Show pictures by id; `name` says what they belong to."""
        clear(self._list)
        named = [_("Picture {n}, {what}", n=n, what=name) for n in range(1, len(keys) + 1)]
        pairs = zip(keys, named, strict=True)
        self._pictures = [Shown(str(n), key, said) for n, (key, said) in enumerate(pairs)]
        parts = []
        for n, shown in enumerate(self._pictures):
            high = self.services.theme.px(HIGH)
            small = PictureButton(partial(self._look, shown.whose))
            drawn = pixmap(self.services.groups.portrait(shown.key), high)
            small.show_picture(rounded(drawn, high, wide=True), shown.name)
            cross = button("✕", partial(self.removed.emit, n), "quiet")
            entitle(cross, _("Remove {name}", name=shown.name))
            parts += [small, cross]
        self._list.addLayout(Flow(*parts))
        self.services.theme.dress(self)
        self.setVisible(bool(keys))

    def _look(self, whose: str) -> None:
        look_at(self, self._pictures, self.services.groups.portrait, self.services.theme, whose)

    def add_from(self, source: Path) -> None:
        """Add a picture from a file, scaled down."""
        self.services.work(partial(read_picture, source), self.added.emit, receiver=self)


class DayField(QLineEdit):
    """A date; `entered` carries a changed one."""

    entered = Signal(str)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        #: Of what it is the day, and which.
        self._shown = ("", "")
        self.setAccessibleName(name)
        self.setPlaceholderText(_("YYYY-MM-DD"))
        self.editingFinished.connect(self._enter)
        self.returnPressed.connect(self.selectAll)  # and nothing else
        self._theme = theme
        theme.follow(self._fit)

    def _fit(self) -> None:
        self.setFixedWidth(self._theme.px(120))

    def show_day(self, whose: str, day: str) -> None:
        """Show a date; text being typed for the same date stays."""
        if not self.hasFocus() or self._shown != (whose, day):
            self._shown = (whose, day)
            self.setText(day_in_figures(day))

    def _enter(self) -> None:
        day = self.text().strip()
        if day != day_in_figures(self._shown[1]):
            self.entered.emit(day)


class EntryPanel(Panel):
    """An entry of the chronicle: its kind, day, text, subjects and pictures."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.writing = EntryActions(services.workspace)
        #: What is shown; nothing before an entry is.
        self.chronicle: Chronicle
        self.entry: ChronicleEntry
        self.heading = sentence("", "heading")
        self.kind = Picker(((kind_name(k), k) for k in get_args(EntryKind)), _("Kind of entry"))
        self.kind.picked.connect(partial(self._do, self.writing.set_kind))
        self.day_field = DayField(services.theme, _("Date of the entry (YYYY-MM-DD)"))
        self.day_field.entered.connect(self._day_typed)
        self.delete_button = button(_("&Delete entry"), self._delete)
        self.words = NotesEdit(_("What happened"), self._written)
        self.about = Removables(
            _("About"), _("Gr&oup or member…"), lambda one: self._names.get(one, _("someone"))
        )
        self.about.changed.connect(self._set_about)
        self.about.menu.aboutToShow.connect(self._fill_menu)
        self._names: dict[tuple[str, str], str] = {}
        self.pictures = PictureRow(services)
        self.pictures.added.connect(partial(self._do, self.writing.add_picture))
        self.pictures.removed.connect(partial(self._do, self.writing.remove_picture))
        inside = column(
            row((self.heading, 1), self.delete_button),
            row(self.kind, self.day_field, 1, self.pictures.add_button),
            (self.words, 1),
            self.pictures,
            self.about,
            margin=10,
        )
        self.setLayout(inside)

    # What is shown

    def show_entry(self, chronicle: Chronicle, told: ChronicleEntry) -> None:
        self.chronicle = chronicle
        self.entry = told
        self.setProperty(ABOUT, told.id)
        self.heading.setText(titled(kind_name(told.kind), day_in_words(told.day)))
        self.kind.setCurrentIndex(self.kind.findData(told.kind))
        self.day_field.show_day(told.id, told.day)
        self.words.show_text(told.text, told.id)
        self._names = dict(zip(told.about, about_words(chronicle, told), strict=True))
        self.about.show_items(told.about)
        self.pictures.show_pictures(self.heading.text(), told.pictures)

    def _fill_menu(self) -> None:
        """Offer each group, and its members, which are read when the submenu opens."""
        menu = self.about.menu
        menu.clear()
        for group in self.services.workspace.groups(self.chronicle.campaign.id):
            inside = menu.addMenu(typed(group.name))
            inside.aboutToShow.connect(partial(self._fill_members, inside, group.id))

    def _fill_members(self, menu: QMenu, group: str) -> None:
        now = self.chronicle.past(group).now
        menu.clear()
        entry(menu, _("The whole group"), partial(self.about.add, (group, "")))
        for member in now.members if now is not None else ():
            entry(menu, typed(member.name), partial(self.about.add, (group, member.id)))

    # What is done

    def _do(self, act: Callable[..., object], *given: object) -> bool:
        return self.services.do(
            partial(act, self.chronicle.campaign.id, self.entry.id, *given)
        ).succeeded

    def _delete(self) -> None:
        campaign = self.chronicle.campaign.id
        entry = self.entry
        delete_entry(
            self.services, campaign, entry, partial(self.writing.delete, campaign, entry.id)
        )

    def _written(self, entry: str, text: str) -> bool:
        return self.services.do(
            partial(self.writing.write, self.chronicle.campaign.id, entry, text)
        ).succeeded

    def _day_typed(self, day: str) -> None:
        if day:
            self._do(self.writing.set_day, day)

    def _set_about(self) -> None:
        self._do(self.writing.set_about, tuple(self.about.items))


#: The height of the players' own words, in pixels at 100 %.
WORDS = 92


class ChroniclePanel(QWidget):
    """A list of games and entries, and the story of the chosen one with the players' own words."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.telling = ChronicleActions(services.workspace)
        #: What is told; nothing before a chronicle is shown, and what it was before an entry.
        self.chronicle: Chronicle
        self.story: GameStory | None = None
        #: The game or entry that is to be read next, '' for the one that was read.
        self.wanted = ""
        #: What is looked for: a kind, the id of a group and of a member, '' for all; of a campaign.
        self._campaign = ""
        self._kind = ""
        self._whom = ("", "")
        theme = services.theme
        self.games = Table(
            ("", "", ""),
            _("Games of the campaign"),
            theme,
            stretch=2,
            heights=TALL,
            least_rows=GAMES,
            chosen=self._choose,
        )
        says = _("No games yet. Each game that is recorded is told here.")
        self.none_yet = holder(column(sentence(says), 1))
        self.kinds = Picker((), _("Kind"))
        self.groups = Picker((), _("Group"))
        self.members = Picker((), _("Member"))
        self.kinds.hold_names(8)
        self.groups.hold_names(10)
        self.members.hold_names(11)
        for picker in (self.kinds, self.groups, self.members):
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
        self.games.taken.connect(self.sentences.setFocus)
        self.told = OneOf(self.read, self.entry)
        self.setLayout(column(Turning(theme, (self.list, 9), (self.told, 11)), margin=(0, 8, 0, 0)))
        theme.reshaped.connect(self._ask_room)
        theme.follow(self._sized)

    def _make_story(self) -> QFrame:
        self.heading = sentence("", "heading")
        self.record_button = button(_("Game &record"), self._record)
        self.log_button = button(_("Table &log"), self._log)
        name = _("Date the game was played (YYYY-MM-DD)")
        self.day_field = DayField(self.services.theme, name)
        self.day_field.setToolTip(_("The date the game was played, such as 2026-10-03"))
        self.day_field.entered.connect(partial(self._do, self.telling.set_day))
        day_label = label(_("Pl&ayed on"), "faint")
        day_label.setBuddy(self.day_field)
        self.sentences = StoryTable(self.services)
        self.sentences.setToolTip("")
        words_label = label(_("In your &own words"), "heading")
        self.words = NotesEdit(_("Your own words on this game"), self._written)
        words_label.setBuddy(self.words)
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.pictures = PictureRow(self.services)
        self.pictures.added.connect(partial(self._do, self.telling.add_picture))
        self.pictures.removed.connect(partial(self._do, self.telling.remove_picture))
        written = holder(row(words_label, self.pictures.add_button, 1, spacing=6))
        played = holder(row(day_label, self.day_field, 1, spacing=6))
        return panel(
            row((self.heading, 1), self.log_button, self.record_button, spacing=6),
            (WholeRows(self.sentences), 1),
            Turning(self.services.theme, (written, 1), (played, 0), spacing=6),
            self.words,
            self.pictures,
        )

    def _sized(self) -> None:
        self.words.setFixedHeight(self.services.theme.px(WORDS))

    def _ask_room(self) -> None:
        """Set the least heights; in a narrow window the story scrolls with the page."""
        self.games.least_rows = max(1, min(GAMES, self.games.rows.rowCount()))
        lines = min(LINES_MOST, self.sentences.rows.rowCount()) if self.services.theme.narrow else 0
        self.sentences.least_rows = max(LINES, lines)
        self.games.updateGeometry()
        self.sentences.updateGeometry()

    # What is shown

    def show_chronicle(self, chronicle: Chronicle, _found: object = None) -> None:
        """List the games and entries, latest first, and show the chosen one."""
        self.chronicle = chronicle
        if self._campaign != chronicle.campaign.id:
            self._campaign = chronicle.campaign.id
            self._kind = ""
            self._whom = ("", "")
        self._fill_filters()
        keep = self.wanted
        self.wanted = ""
        self.games.show_rows(each_row(self._listed(chronicle), self._row), keep=keep)
        there = chronicle.games or chronicle.campaign.entries
        shown = (self.games, self.told, self.kinds, self.groups, self.members)
        show_either(there, *shown, instead=self.none_yet)
        self._choose(self.games.current_key())

    def _listed(self, chronicle: Chronicle) -> dict[str, object]:
        """Return the games and entries that match the filter, latest first, by id."""
        own = chronicle.campaign.own_words
        (group, member) = self._whom
        return {
            one.id: (one, own.get(one.id))
            for one in reversed(timeline(chronicle))
            if self._kind in ("", one.kind if isinstance(one, ChronicleEntry) else "game")
            and (not group or is_about(chronicle, one, group, member))
        }

    def _fill_filters(self) -> None:
        """Offer kinds, groups, and the members of the chosen group."""
        chronicle = self.chronicle
        (whose, member) = self._whom
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
        group = self.groups.currentData()
        member = self.members.currentData()
        self._kind = self.kinds.currentData()
        self._whom = (group, member if group == self._whom[0] else "")
        self.show_chronicle(self.chronicle)

    def _row(self, key: str) -> Row:
        told = self._entry(key)
        if told is None:
            return self._game_row(key)
        beneath = dotted(day_in_words(told.day), joined(about_words(self.chronicle, told)))
        drawn = Cell("", drawing=pictograms.place("chronicle"))
        words = short(" ".join(told.text.split()), 80)
        return Row(key, (drawn, Cell(kind_name(told.kind), "title", beneath), Cell(words)))

    def _entry(self, key: str) -> ChronicleEntry | None:
        return next((one for one in self.chronicle.campaign.entries if one.id == key), None)

    def _game_row(self, game: str) -> Row:
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
        told = self._entry(game)
        if told is not None:
            self.story = None
            self.entry.show_entry(self.chronicle, told)
            self.told.show_part(self.entry)
            return
        self.told.show_part(self.read)
        self.story = self.services.ask(self.chronicle.story, game) if game else None
        self._show_story()

    def _show_story(self) -> None:
        story = self.story
        for part in (self.record_button, self.day_field, self.words, self.pictures.add_button):
            allow(part, story is not None, _("No game is selected"))
        self.log_button.setVisible(story is not None and bool(story.session))
        self.sentences.show_story(self.chronicle.campaign.id, story)
        if story is None:
            self.heading.setText(_("The story of the campaign"))
            self.words.show_text("", "")
            self.pictures.show_pictures("", ())
            self.day_field.show_day("", "")
            return
        self.heading.setText(
            _(
                "Game {n}: {encounter}, {sides}",
                n=story.number,
                encounter=story.encounter,
                sides=story.who_played(players=True),
            )
        )
        self.record_button.setAccessibleName(_("Record of game {n}", n=story.number))
        self.log_button.setAccessibleName(_("Table log of game {n}", n=story.number))
        self._ask_room()
        self.words.show_text(story.own, story.id)
        self.pictures.show_pictures(_("Game {n}", n=story.number), story.pictures)
        self.day_field.show_day(story.id, story.day)

    # What is done

    def _record(self) -> None:
        if self.story is not None:
            self.services.go(RecordRoute(self.story.id))

    def _log(self) -> None:
        if self.story is not None and self.story.session:
            self.services.go(TrackerRoute(self.story.session))

    def _do(self, act: Callable[..., object], *given: object) -> bool:
        """Change the chronicle of the chosen game."""
        story = self.story
        return (
            story is None
            or self.services.do(
                partial(act, self.chronicle.campaign.id, story.id, *given)
            ).succeeded
        )

    def _written(self, game: str, text: str) -> bool:
        return self.services.do(
            partial(self.telling.write, self.chronicle.campaign.id, game, text)
        ).succeeded

    def _begin(self) -> None:
        """Begin an entry for today, and focus its text."""
        self._kind = ""
        self._whom = ("", "")
        made = self.services.do(
            partial(self.entry.writing.begin, self.chronicle.campaign.id)
        ).result
        if made is not None:
            self.wanted = made
            self.show_chronicle(self.chronicle)
            self.entry.words.setFocus()

    def take_focus(self) -> None:
        self.games.setFocus()
