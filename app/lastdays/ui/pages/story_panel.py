"""The story of a campaign: a list of games and entries, and the chosen one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import get_args

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QMenu, QPushButton, QSizePolicy, QWidget

from lastdays.campaign.chronicle.entries import (
    EntryActions,
    about_words,
    is_about,
    kind_name,
    timeline,
)
from lastdays.campaign.chronicle.games import (
    EVERY_SEASON,
    AfterGame,
    Chronicle,
    ChronicleActions,
    GameStory,
)
from lastdays.campaign.chronicle.sentences import StorySentence, result_sentence
from lastdays.campaign.dates import day_in_figures, day_in_words
from lastdays.language import _, dotted, joined, short, titled
from lastdays.model.campaign import ChronicleEntry, EntryKind
from lastdays.model.game_record import GameRecord
from lastdays.rulebook import pictograms
from lastdays.ui.forms.form import Removables
from lastdays.ui.models.rows import Cell, Row, each_row
from lastdays.ui.navigation import LifeRoute, RecordRoute, TrackerRoute
from lastdays.ui.pages.deleting import delete_entry
from lastdays.ui.pages.group.members_panel import LivesTable
from lastdays.ui.pages.rescue import open_sequence
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.dialogs import ask_picture_file
from lastdays.ui.widgets.notes import NotesEdit
from lastdays.ui.widgets.parts import (
    ABOUT,
    Flow,
    OneOf,
    Panel,
    Picker,
    Plain,
    RowOrColumn,
    add_menu_action,
    button,
    clear_layout,
    column,
    enable_or_explain,
    escape_ampersands,
    label,
    panel,
    row,
    sentence,
    set_name_and_hint,
    show_either,
    wrap_layout,
)
from lastdays.ui.widgets.pictures import (
    PictureButton,
    Shown,
    open_picture_viewer,
    pixmap_of_height,
    read_picture,
    rounded_pixmap,
)
from lastdays.ui.widgets.room import WholeRows
from lastdays.ui.widgets.table import TWO_LINES, Table, TableDesign


def sentence_rows(sentences: Iterable[StorySentence], about: str) -> list[Row]:
    """Return a row for each sentence; the keys start with `about` and end with group and member."""
    rows = []
    for number, story_sentence in enumerate(sentences):
        key = f"{about}/{number}/{story_sentence.group}/{story_sentence.member}"
        tone = story_sentence.tone or "faint"
        cell = Cell(
            story_sentence.text,
            drawing=story_sentence.drawing,
            drawing_token=f"{tone}_text",
            token="text",
        )
        rows.append(Row(key, (cell,)))
    return rows


def group_and_member_of(key: str) -> tuple[str, str]:
    """Return the group and member in a row's key, '' for none."""
    parts = key.split("/")
    if len(parts) != 4:
        return "", ""
    return parts[2], parts[3]


def story_rows(story: GameStory) -> list[Row]:
    """Return the story of a game, then each group's post-game sequence as a link and sentences."""
    rows = sentence_rows(story.sentences, "game")
    for after in story.after_game:
        rows.append(_sequence_row(after))
        rows += sentence_rows(after.sentences, f"after-{after.group}")
    return rows


def _sequence_row(after: AfterGame) -> Row:
    """Return a row that leads to a group's post-game sequence."""
    if after.state == "none":
        text = _("{group}: post-game sequence not begun", group=after.name)
    elif after.state == "begun":
        text = _("{group}: post-game sequence begun", group=after.name)
    else:
        text = _("{group} after the game", group=after.name)
    cell = Cell(
        text,
        "link",
        token="accent_text",
        drawing=pictograms.place("aftermath"),
        drawing_token="accent_text",
        hint=_("Open the post-game sequence"),
    )
    return Row(f"sequence/{after.group}", (cell,))


#: So many games are seen at least, where there are so many.
GAMES = 4
#: So many lines of a story are seen at least, where there are so many.
LINES = 5
#: A story that is scrolled with its page shows at most so many lines.
LINES_MOST = 60


class StoryTable(Table):
    """The story of a game; each line leads to its member or sequence."""

    def __init__(self, services: Services) -> None:
        super().__init__(("",), _("What happened"), services.theme, TableDesign(least_rows=LINES))
        self._services = services
        #: The campaign and the game whose story it is.
        self._campaign = ""
        self._game = ""
        self.row_activated.connect(self._go_to_member_or_sequence)

    def show_game(self, campaign: str, game: str) -> None:
        workspace = self._services.workspace

        def read_story() -> GameStory:
            return Chronicle(workspace, campaign, EVERY_SEASON).story(game)

        self.show_story(campaign, self._services.ask(read_story))

    def show_story(self, campaign: str, story: GameStory | None) -> None:
        """Show a game's story; None shows nothing."""
        self._campaign = campaign
        if story is None:
            self._game = ""
            self.show_rows((), first=False)
        else:
            self._game = story.id
            self.show_rows(story_rows(story), first=False)

    def _go_to_member_or_sequence(self, key: str, _column: int) -> None:
        """Go to a row's member or post-game sequence."""
        if key.startswith("sequence/"):
            if (
                self._game
                not in self._services.workspace.campaign(self._campaign).campaign.games_by_id
            ):
                self._services.say(season_is_closed())
                return
            group = key.removeprefix("sequence/")
            open_sequence(self._services, self._campaign, self._game, group)
            return
        group, member = group_and_member_of(key)
        if group and member:
            self._services.go(LifeRoute(group, member))


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
        has_room = self.services.theme.is_ample
        self.setVisible(bool(group) and has_room)
        if self.isHidden():
            return
        self._told.setVisible(bool(game))
        if game:
            self.story.show_game(campaign, game)
        view = self.services.ask(self.services.workspace.group, group)
        if view is not None:
            self.roster.show_group(view.group, member)


#: How high a small picture is, in pixels at 100 %.
HIGH = 56


#: So much of a caption is seen beside its picture.
CAPTION_SHOWN = 28


class PictureRow(Plain):
    """Thumbnails, each with its caption and a cross; `added` carries a new picture, `removed` the index of
    one, `captioned` the id of one with its new caption."""

    added = Signal(bytes)
    removed = Signal(int)
    captioned = Signal(str, str)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        choose = partial(ask_picture_file, self, _("Add a picture"), self.add_from)
        self.add_button = button(_("Add a pict&ure…"), choose)
        self._pictures: list[Shown] = []
        self._fixed = False
        self._list = column()
        self.setLayout(self._list)
        self.hide()

    def show_pictures(
        self,
        name: str,
        keys: Sequence[str],
        captions: Mapping[str, str] = MappingProxyType({}),
        *,
        fixed: bool = False,
    ) -> None:
        """Show pictures by id with their captions; `name` says what they belong to. None can be removed
        or captioned if they are `fixed`."""
        clear_layout(self._list)
        self._pictures = []
        self._fixed = fixed
        thumbnails = Flow()
        for place, key in enumerate(keys):
            spoken = _("Picture {n}, {what}", n=place + 1, what=name)
            picture = Shown(str(place), key, spoken, captions.get(key, ""))
            self._pictures.append(picture)
            thumbnails.addWidget(self._make_thumbnail(picture))
            if fixed:
                continue
            thumbnails.addWidget(self._caption_button(picture))
            cross = button("✕", partial(self.removed.emit, place), "quiet")
            set_name_and_hint(cross, _("Remove {name}", name=spoken))
            thumbnails.addWidget(cross)
        self._list.addLayout(thumbnails)
        self.services.theme.give_style_sheet(self)
        self.setVisible(bool(keys))

    def _make_thumbnail(self, picture: Shown) -> PictureButton:
        """Return a small picture that is looked at when it is pressed."""
        height = self.services.theme.pixels(HIGH)
        portrait = pixmap_of_height(self.services.groups.portrait(picture.key), height)
        thumbnail = PictureButton(partial(self._view_picture, picture.whose))
        thumbnail.show_picture(rounded_pixmap(portrait, height, wide=True), picture.name)
        return thumbnail

    def _caption_button(self, picture: Shown) -> QPushButton:
        """Return a button with the caption of a picture, which opens it to be written."""
        text = (
            escape_ampersands(short(picture.note, CAPTION_SHOWN)) if picture.note else _("Caption…")
        )
        caption = button(text, partial(self._view_picture, picture.whose), "quiet")
        hint = picture.note or _("Say who and what is seen on the picture")
        set_name_and_hint(caption, _("Caption of {name}", name=picture.name), hint)
        return caption

    def _view_picture(self, whose: str) -> None:
        """Show a picture large, with the field for its caption unless it is fixed."""
        theme = self.services.theme
        write = None if self._fixed else self._write_caption
        open_picture_viewer(
            self, self._pictures, self.services.groups.portrait, theme, whose, write
        )

    def _write_caption(self, picture: Shown, caption: str) -> None:
        self.captioned.emit(picture.key, caption)

    def add_from(self, source: Path) -> None:
        """Add a picture from a file, scaled down."""
        self.services.work(partial(read_picture, source), self.added.emit, receiver=self)


class DayField(QLineEdit):
    """A date; `entered` carries a changed one."""

    entered = Signal(str)
    #: How wide it is at least, in pixels at 100 %.
    LEAST_WIDTH = 120
    #: What a field is wider than its words, in pixels at 100 %.
    AROUND_WORDS = 28

    def __init__(self, theme: Theme, name: str, placeholder: str = "") -> None:
        super().__init__()
        #: Of what it is the day, and which.
        self._shown = ("", "")
        self.setAccessibleName(name)
        self.setPlaceholderText(placeholder or _("YYYY-MM-DD"))
        self.editingFinished.connect(self._tell_entered)
        self.returnPressed.connect(self.selectAll)  # and nothing else
        self._theme = theme
        theme.call_now_and_on_change(self._set_width)

    def _set_width(self) -> None:
        """Make room for the placeholder, which is longer in some languages."""
        pixels = self._theme.pixels
        words_width = self.fontMetrics().horizontalAdvance(self.placeholderText())
        least_width = pixels(self.LEAST_WIDTH)
        self.setFixedWidth(max(least_width, words_width + pixels(self.AROUND_WORDS)))

    def show_day(self, whose: str, day: str) -> None:
        """Show a date; text being typed for the same date stays."""
        is_typed_in = self.hasFocus() and self._shown == (whose, day)
        if not is_typed_in:
            self._shown = (whose, day)
            self.setText(self.day_as_shown(day))

    def day_as_shown(self, day: str) -> str:
        """Return a stored date as it is shown."""
        return day_in_figures(day)

    def _tell_entered(self) -> None:
        day = self.text().strip()
        _whose, shown_day = self._shown
        if day != self.day_as_shown(shown_day):
            self.entered.emit(day)


def season_is_closed() -> str:
    """Say why a closed season isn't changed."""
    return _("This season is closed: reopen it to change it")


class EntryPanel(Panel):
    """An entry of the chronicle: its kind, day, text, subjects and pictures."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.writing = EntryActions(services.workspace)
        #: What is shown; nothing before an entry is.
        self.chronicle: Chronicle
        self.entry: ChronicleEntry
        self._names: dict[tuple[str, str], str] = {}
        self.heading = sentence("", "heading")
        kinds = [(kind_name(kind), kind) for kind in get_args(EntryKind)]
        self.kind = Picker(kinds, _("Kind of entry"))
        self.kind.picked.connect(partial(self._change_entry, self.writing.set_kind))
        self.day_field = DayField(services.theme, _("Date of the entry (YYYY-MM-DD)"))
        self.day_field.entered.connect(self._day_typed)
        self.delete_button = button(_("&Delete entry"), self._delete)
        self.words = NotesEdit(_("What happened"), self._store_text)
        self.about = Removables(_("About"), _("Gr&oup or member…"), self._name_of)
        self.about.changed.connect(self._set_about)
        self.about.menu.aboutToShow.connect(self._fill_menu)
        self.pictures = PictureRow(services)
        self.pictures.added.connect(partial(self._change_entry, self.writing.add_picture))
        self.pictures.removed.connect(partial(self._change_entry, self.writing.remove_picture))
        self.pictures.captioned.connect(partial(self._change_entry, self.writing.set_caption))
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

    def show_entry(self, chronicle: Chronicle, entry: ChronicleEntry) -> None:
        self.chronicle = chronicle
        self.entry = entry
        self.setProperty(ABOUT, entry.id)
        self.heading.setText(titled(kind_name(entry.kind), day_in_words(entry.day)))
        self.kind.setCurrentIndex(self.kind.findData(entry.kind))
        self.day_field.show_day(entry.id, entry.day)
        self.words.show_text(entry.text, entry.id)
        names = about_words(chronicle, entry)
        self._names = dict(zip(entry.about, names, strict=True))
        self.about.show_items(entry.about)
        is_closed = chronicle.season is not None
        self.pictures.show_pictures(
            self.heading.text(), entry.pictures, entry.captions, fixed=is_closed
        )
        self.words.setReadOnly(is_closed)
        for control in (
            self.kind,
            self.day_field,
            self.delete_button,
            self.pictures.add_button,
            self.about,
        ):
            enable_or_explain(control, not is_closed, season_is_closed())

    def _name_of(self, subject: tuple[str, str]) -> str:
        """Return the name of a group or member that the entry is about."""
        return self._names.get(subject, _("someone"))

    def _fill_menu(self) -> None:
        """Offer each group, and its members, which are read when the submenu opens."""
        menu = self.about.menu
        menu.clear()
        for group in self.services.workspace.groups(self.chronicle.campaign.id):
            inside = menu.addMenu(escape_ampersands(group.name))
            inside.aboutToShow.connect(partial(self._fill_members, inside, group.id))

    def _fill_members(self, menu: QMenu, group: str) -> None:
        menu.clear()
        add_menu_action(menu, _("The whole group"), partial(self.about.add, (group, "")))
        now = self.chronicle.past(group).group_now
        if now is None:
            return
        for member in now.members:
            add_menu_action(
                menu, escape_ampersands(member.name), partial(self.about.add, (group, member.id))
            )

    # What is done

    def _change_entry(self, act: Callable[..., object], *arguments: object) -> bool:
        """Change the entry; return whether that succeeded."""
        campaign = self.chronicle.campaign.id
        change = partial(act, campaign, self.entry.id, *arguments)
        return self.services.do(change).succeeded

    def _delete(self) -> None:
        campaign = self.chronicle.campaign.id
        delete = partial(self.writing.delete, campaign, self.entry.id)
        delete_entry(self.services, campaign, self.entry, delete)

    def _store_text(self, entry: str, text: str) -> bool:
        write = partial(self.writing.write, self.chronicle.campaign.id, entry, text)
        return self.services.do(write).succeeded

    def _day_typed(self, day: str) -> None:
        if day:
            self._change_entry(self.writing.set_day, day)

    def _set_about(self) -> None:
        self._change_entry(self.writing.set_about, tuple(self.about.items))


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
        self.list = self._make_list()
        self.entry = EntryPanel(services)
        self.read = self._make_story()
        self.games.row_activated.connect(self.sentences.setFocus)
        self.told = OneOf(self.read, self.entry)
        self.setLayout(
            column(RowOrColumn(theme, (self.list, 9), (self.told, 11)), margin=(0, 8, 0, 0))
        )
        theme.reshaped.connect(self._ask_room)
        theme.call_now_and_on_change(self._set_height_of_words)

    def _make_list(self) -> QFrame:
        """Make the list of games and entries, with what is looked for."""
        self.games = Table(
            ("", "", ""),
            _("Games of the campaign"),
            self.services.theme,
            TableDesign(stretched=2, row_heights=TWO_LINES, least_rows=GAMES),
            row_chosen=self._show_entry_or_game,
        )
        explanation = sentence(_("No games yet. Each game that is recorded is told here."))
        self.none_yet = wrap_layout(column(explanation, 1))
        self.kinds = Picker((), _("Kind"))
        self.groups = Picker((), _("Group"))
        self.members = Picker((), _("Member"))
        for picker in (self.kinds, self.groups, self.members):
            picker.hold_names(10)
            picker.activated.connect(self._take_filter)
        self.entry_button = button(_("&Write an entry"), self._begin_entry)
        return panel(
            row(label(_("Games and entries"), "heading"), 1, self.entry_button),
            Flow(self.kinds, self.groups, self.members),
            self.games,
            self.none_yet,
        )

    def _make_story(self) -> QFrame:
        """Make the story of a game, with the players' own words and pictures."""
        self.heading = sentence("", "heading")
        self.record_button = button(_("Game &record"), self._go_to_record)
        self.log_button = button(_("Table &log"), self._go_to_log)
        name = _("Date the game was played (YYYY-MM-DD)")
        self.day_field = DayField(self.services.theme, name)
        self.day_field.setToolTip(_("The date the game was played, such as 2026-10-03"))
        self.day_field.entered.connect(partial(self._change_chronicle, self.telling.set_day))
        day_label = label(_("Pl&ayed on"), "faint")
        day_label.setBuddy(self.day_field)
        self.sentences = StoryTable(self.services)
        self.sentences.setToolTip("")
        words_label = label(_("In your &own words"), "heading")
        self.words = NotesEdit(_("Your own words on this game"), self._store_text)
        words_label.setBuddy(self.words)
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.pictures = PictureRow(self.services)
        self.pictures.added.connect(partial(self._change_chronicle, self.telling.add_picture))
        self.pictures.removed.connect(partial(self._change_chronicle, self.telling.remove_picture))
        self.pictures.captioned.connect(partial(self._change_chronicle, self.telling.set_caption))
        written = wrap_layout(row(words_label, self.pictures.add_button, 1, spacing=6))
        played = wrap_layout(row(day_label, self.day_field, 1, spacing=6))
        return panel(
            row((self.heading, 1), self.log_button, self.record_button, spacing=6),
            (WholeRows(self.sentences), 1),
            RowOrColumn(self.services.theme, (written, 1), (played, 0), spacing=6),
            self.words,
            self.pictures,
        )

    def _set_height_of_words(self) -> None:
        self.words.setFixedHeight(self.services.theme.pixels(WORDS))

    def _ask_room(self) -> None:
        """Set the least heights; in a narrow window the story scrolls with the page."""
        games = min(GAMES, self.games.rows.rowCount())
        self.games.least_rows = max(1, games)
        lines = 0
        if self.services.theme.narrow:
            lines = min(LINES_MOST, self.sentences.rows.rowCount())
        self.sentences.least_rows = max(LINES, lines)
        self.games.updateGeometry()
        self.sentences.updateGeometry()

    # What is shown

    def show_chronicle(self, chronicle: Chronicle, _overview: object = None) -> None:
        """List the games and entries, latest first, and show the chosen one."""
        self.chronicle = chronicle
        enable_or_explain(self.entry_button, chronicle.season is None, season_is_closed())
        if self._campaign != chronicle.campaign.id:
            self._campaign = chronicle.campaign.id
            self._kind = ""
            self._whom = ("", "")
        self._fill_filters()
        wanted = self.wanted
        self.wanted = ""
        self.games.show_rows(
            each_row(self._matching_events(chronicle), self._row_of_event), keep=wanted
        )
        show_either(
            chronicle.games or chronicle.campaign.entries,
            self.games,
            self.told,
            self.kinds,
            self.groups,
            self.members,
            instead=self.none_yet,
        )
        self._show_entry_or_game(self.games.current_key())

    def _matching_events(self, chronicle: Chronicle) -> dict[str, object]:
        """Return the games and entries that match the filter, latest first, by id."""
        own_words = chronicle.campaign.own_words
        listed: dict[str, object] = {}
        for event in reversed(timeline(chronicle)):
            if self._matches(chronicle, event):
                listed[event.id] = (event, own_words.get(event.id))
        return listed

    def _matches(self, chronicle: Chronicle, event: GameRecord | ChronicleEntry) -> bool:
        """Return whether a game or entry is of the kind, and about whom, that is looked for."""
        kind = event.kind if isinstance(event, ChronicleEntry) else "game"
        if self._kind not in ("", kind):
            return False
        group, member = self._whom
        return not group or is_about(chronicle, event, group, member)

    def _fill_filters(self) -> None:
        """Offer kinds, groups, and the members of the chosen group."""
        group, member = self._whom
        kinds = [(_("Everything"), ""), (_("Games"), "game")]
        kinds += [(kind_name(kind), kind) for kind in get_args(EntryKind)]
        self.kinds.offer(kinds, self._kind)
        groups = [(_("All groups"), "")]
        groups += self._groups_told()
        self.groups.offer(groups, group)
        members = [(_("All members"), "")]
        now = self.chronicle.past(group).group_now if group else None
        if now is not None:
            members += [(someone.name, someone.id) for someone in now.members]
        self.members.offer(members, member)
        enable_or_explain(self.members, len(members) > 1, _("Choose a group first"))

    def _groups_told(self) -> list[tuple[str, str]]:
        """Return the names and ids of the groups that are told of."""
        chronicle = self.chronicle
        if chronicle.season is not None:
            return [(chronicle.group_name(group), group) for group in chronicle.campaign.groups]
        summaries = self.services.workspace.groups(chronicle.campaign.id)
        return [(summary.name, summary.id) for summary in summaries]

    def _take_filter(self) -> None:
        group = self.groups.currentData()
        group_before, _member = self._whom
        member = self.members.currentData() if group == group_before else ""
        self._kind = self.kinds.currentData()
        self._whom = (group, member)
        self.show_chronicle(self.chronicle)

    def _row_of_event(self, key: str) -> Row:
        entry = self._entry_with_key(key)
        if entry is None:
            return self._game_row(key)
        subjects = joined(about_words(self.chronicle, entry))
        beneath = dotted(day_in_words(entry.day), subjects)
        cells = (
            Cell("", drawing=pictograms.place("chronicle")),
            Cell(kind_name(entry.kind), "title", beneath),
            Cell(short(" ".join(entry.text.split()), 80)),
        )
        return Row(key, cells)

    def _entry_with_key(self, key: str) -> ChronicleEntry | None:
        for own_entry in self.chronicle.campaign.entries:
            if own_entry.id == key:
                return own_entry
        return None

    def _game_row(self, game: str) -> Row:
        record = self.chronicle.campaign.game(game)
        encounter = self.services.catalogue.encounters[record.encounter]
        day = day_in_words(self.chronicle.day(record))
        cells = (
            Cell(str(record.number), "figure", token="accent_text"),
            Cell(encounter.name, "title", day, drawing=encounter.drawing),
            Cell(result_sentence(record)),
        )
        return Row(game, cells, entry=encounter.name)

    def _show_entry_or_game(self, key: str) -> None:
        """Show the entry or the game of a row, '' for none."""
        entry = self._entry_with_key(key)
        if entry is not None:
            self.story = None
            self.entry.show_entry(self.chronicle, entry)
            self.told.show_part(self.entry)
            return
        self.told.show_part(self.read)
        self.story = None
        if key:
            self.story = self.services.ask(self.chronicle.story, key)
        self._show_story()

    def _show_story(self) -> None:
        story = self.story
        is_closed = self.chronicle.season is not None
        why_not = season_is_closed() if is_closed else _("No game is selected")
        for part in (self.record_button, self.day_field, self.pictures.add_button):
            enable_or_explain(part, story is not None and not is_closed, why_not)
        enable_or_explain(self.words, story is not None, _("No game is selected"))
        self.words.setReadOnly(is_closed)
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
        self.words.show_text(story.own_words, story.id)
        name = _("Game {n}", n=story.number)
        self.pictures.show_pictures(name, story.pictures, story.captions, fixed=is_closed)
        self.day_field.show_day(story.id, story.day)

    # What is done

    def _go_to_record(self) -> None:
        if self.story is not None:
            self.services.go(RecordRoute(self.story.id))

    def _go_to_log(self) -> None:
        if self.story is not None and self.story.session:
            self.services.go(TrackerRoute(self.story.session))

    def _change_chronicle(self, act: Callable[..., object], *arguments: object) -> bool:
        """Change the chronicle of the chosen game; return whether nothing failed."""
        if self.story is None:
            return True
        change = partial(act, self.chronicle.campaign.id, self.story.id, *arguments)
        return self.services.do(change).succeeded

    def _store_text(self, game: str, text: str) -> bool:
        write = partial(self.telling.write, self.chronicle.campaign.id, game, text)
        return self.services.do(write).succeeded

    def _begin_entry(self) -> None:
        """Begin an entry for today, and focus its text."""
        self._kind = ""
        self._whom = ("", "")
        begin = partial(self.entry.writing.begin, self.chronicle.campaign.id)
        entry = self.services.do(begin).result
        if entry is not None:
            self.wanted = entry
            self.show_chronicle(self.chronicle)
            self.entry.words.setFocus()

    def take_focus(self) -> None:
        self.games.setFocus()
