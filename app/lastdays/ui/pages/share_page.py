"""Sharing a group or campaign: as a picture, web pages, Markdown or text, posts for a chat, tables for a
spreadsheet, or as a file to import."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QImage, QPixmap, QResizeEvent, QTextCursor
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
)

from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.exchange.carried_packs import used_packs
from lastdays.campaign.exchange.chat import (
    Post,
    Subject,
    game_post,
    group_post,
    letter_count,
    standing_post,
    subject_name,
)
from lastdays.campaign.exchange.sharing import (
    SUFFIXES,
    Form,
    SharedCampaign,
    SharedGroup,
    in_its_language,
    read_shared_campaign,
    read_shared_group,
    render_tale,
)
from lastdays.campaign.exchange.spreadsheet import (
    SUFFIX as TABLE_SUFFIX,
    TABLES,
    Spreadsheet,
    TableName,
    csv_of,
    read_table,
    table_name,
    tabs_of,
)
from lastdays.campaign.workspace import Workspace
from lastdays.desktop.files import write_whole
from lastdays.errors import LastDaysError
from lastdays.language import _, ngettext
from lastdays.ui.navigation import CampaignRoute, GroupRoute, Route, ShareRoute
from lastdays.ui.page import Head, Page
from lastdays.ui.pages.group_picture import GroupPicture
from lastdays.ui.pages.table_preview import TablePreview
from lastdays.ui.pages.web_preview import WebPreview
from lastdays.ui.services import Services
from lastdays.ui.widgets import dialogs
from lastdays.ui.widgets.parts import (
    UNBOUNDED,
    Flow,
    OneOf,
    Picker,
    RowOrColumn,
    button,
    column,
    enable_or_explain,
    label,
    panel,
    row,
    set_name_and_hint,
    wrap_layout,
)

if TYPE_CHECKING:
    from lastdays.campaign.exchange.website import Private

#: The least size of a picture, in pixels.
LEAST_PICTURE = QSize(240, 300)
#: A picture that would be drawn at less than this of its size to be seen whole scrolls instead.
READABLE_SCALE = 0.4


T = TypeVar("T")


class PictureView(QScrollArea):
    """Shows a picture whole if it is still readable, else at full width with a scroll bar."""

    spoken_role = QAccessible.Role.Graphic

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("kind", "plain")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
        self._image = QImage()
        self._picture = QLabel()
        self.setWidget(self._picture)

    def show_picture(self, image: QImage, name: str) -> None:
        """Show a picture under a spoken name."""
        self._image = image
        self.setAccessibleName(name)
        self._scale_picture()

    def sizeHint(self) -> QSize:
        return LEAST_PICTURE * 2

    def minimumSizeHint(self) -> QSize:
        return LEAST_PICTURE

    def drawn_size(self) -> QSize:
        """Return the size of the picture on the screen, in pixels."""
        whole_size = self._size_within(self.maximumViewportSize())
        if whole_size.width() >= self._image.width() * READABLE_SCALE:
            return whole_size
        full_width = QSize(self.viewport().width(), self._image.height())
        return self._size_within(full_width)

    def _size_within(self, room: QSize) -> QSize:
        """Return the largest size of the picture in some room, at most its own."""
        size = self._image.size().scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        return size.boundedTo(self._image.size())

    def _scale_picture(self) -> None:
        """Scale the picture; it takes the focus only if it can be scrolled."""
        if self._image.isNull():
            return
        ratio = self.devicePixelRatioF()
        size = self.drawn_size()
        scaled_image = self._image.scaled(
            size * ratio,
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        pixmap = QPixmap.fromImage(scaled_image)
        pixmap.setDevicePixelRatio(ratio)
        self._picture.setPixmap(pixmap)
        self._picture.resize(size)
        is_scrolled = size.height() > self.viewport().height()
        policies = Qt.FocusPolicy
        self.setFocusPolicy(policies.StrongFocus if is_scrolled else policies.NoFocus)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._scale_picture()


#: Text longer than this is shown in part: a preview of a thousand games would stop the window.
MOST_LETTERS = 60_000
#: The ways to share: the forms of `sharing`, posts for a chat, and tables for a spreadsheet.
Way = Literal["picture", "pages", "markdown", "text", "chat", "table"]
#: The suffix of a file of each way.
_SUFFIX_OF: Mapping[Way, str] = {
    "picture": SUFFIXES["picture"],
    "markdown": SUFFIXES["markdown"],
    "text": SUFFIXES["text"],
    "chat": SUFFIXES["text"],
    "table": TABLE_SUFFIX,
}
#: What makes a post of a campaign.
_POSTS: Mapping[Subject, Callable[[Workspace, str], Post]] = {
    "game": game_post,
    "standing": standing_post,
}
#: What is between the parts of a post in the preview.
_BETWEEN_PARTS = "\n\n\n"
#: The greatest width of the page, in pixels at 100 %.
PAGE_WIDTH = 1500
#: The usual width of the ways to share beside the preview, in pixels at 100 %.
OPTIONS_WIDTH = 290
#: The room around the widest button there, in pixels.
OPTIONS_PADDING = 24
#: The least height of a preview as text, in pixels at 100 %.
LEAST_TEXT_HEIGHT = 160
#: The place of Copy in the page's head, after title and note.
PLACE_IN_HEAD = 2


class SharePage(Page):
    """A preview of a group or campaign as others will see it, beside the ways to share it."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.group_id = ""
        self.form: Way = "picture"
        self._shared: SharedGroup | SharedCampaign | None = None
        #: The picture that is shown, as PNG.
        self._picture: bytes = b""
        #: What is posted in a chat, None while it is read.
        self._post: Post | None = None
        #: The number of its part that is copied next.
        self._part = 0
        #: The table that is shown, None while it is read.
        self._sheet: Spreadsheet | None = None
        #: The web pages by their files.
        self._pages: Mapping[str, bytes] = {}
        self.save_button = button(_("&Save…"), self._save, "first")
        self.copy_button = button(_("&Copy"), self.copy)
        self.back_button = button(_("Bac&k"), self._go_back)
        self.head = Head("", self.copy_button, first=self.save_button)
        self._make_ways()
        self._make_choices()
        self._make_page_options()
        self._make_file_options()
        self._make_previews()
        self._options = self._make_options()
        body = RowOrColumn(services.theme, (self._options, 0), (self.stage, 1), spacing=12)
        self.lay((body, 1), wide=PAGE_WIDTH, top=8, foot=12)
        services.theme.reshaped.connect(self._fit_options_to_width)
        services.theme.changed.connect(self._apply_theme)
        self._fit_options_to_width()

    # Parts

    def _make_ways(self) -> None:
        """Make a button for each way to share."""
        self.ways: dict[Way, QPushButton] = {
            "picture": button(_("&Picture"), hint=_("The roster, drawn to be shared")),
            "pages": button(_("&Web pages"), hint=_("A folder that opens in any browser")),
            "markdown": button(_("&Markdown"), hint=_("For Discord, forums and wikis")),
            "text": button(_("Plain &text"), hint=_("For email and notes")),
            "chat": button(
                _("Ch&at"), hint=_("The latest game, the standing or the group, in short parts")
            ),
            "table": button(_("Ta&bles"), hint=_("For Excel, LibreOffice and other spreadsheets")),
        }
        one_of_them = QButtonGroup(self)
        for form, way_button in self.ways.items():
            way_button.setCheckable(True)
            one_of_them.addButton(way_button)
            way_button.clicked.connect(partial(self.choose_form, form))

    def _make_choices(self) -> None:
        """Make the choices of what is posted, which table is shown, and whether notes are included."""
        self.subject = Picker(name=_("What is posted"))
        self.subject.offer([(subject_name(subject), subject) for subject in _POSTS])
        self.subject.activated.connect(self._show_post)
        self.table = Picker(name=_("Table"))
        self.table.offer([(table_name(table), table) for table in TABLES])
        self.table.activated.connect(self._show_table)
        self.notes = QCheckBox(_("With &notes"))
        set_name_and_hint(
            self.notes, _without_mnemonic(self.notes), _("Include what is in the notes")
        )
        self.notes.toggled.connect(self.refresh)
        self.notes.clicked.connect(self._write_kept_pages_again)

    def _make_page_options(self) -> None:
        """Make what is chosen of web pages: players' names, and whether they are kept current."""
        self.players = QCheckBox(_("With pla&yers' names"))
        players_hint = _("Name each group's player on its web page")
        set_name_and_hint(self.players, _without_mnemonic(self.players), players_hint)
        self.players.toggled.connect(self.refresh)
        self.players.clicked.connect(self._write_kept_pages_again)
        self.keep_current_tick = QCheckBox(_("Keep them cu&rrent"))
        current_hint = _("Rewrite the pages after each game and each sequence")
        set_name_and_hint(
            self.keep_current_tick, _without_mnemonic(self.keep_current_tick), current_hint
        )
        self.keep_current_tick.clicked.connect(self._start_or_stop_keeping)
        self.folder_note = label("", "faint", wrap=True)
        self.address = QLineEdit()
        self.address.setPlaceholderText(_("Address in the web, if known"))
        hint = _("Where the pages will be, for links to them from elsewhere and for their feed")
        set_name_and_hint(self.address, _("Address of the web pages"), hint)
        self.address.editingFinished.connect(self._rewrite_elsewhere)
        options = column(
            self.players, self.keep_current_tick, self.folder_note, self.address, spacing=8
        )
        self._page_options = wrap_layout(options)

    def _make_file_options(self) -> None:
        """Make what is chosen of the file for another computer."""
        self.file_button = button(_("Save the group's &data…"), self._save_data)
        self.file_note = label("", "faint", wrap=True)
        self.packs = QCheckBox(_("With c&ontent packs"))
        hint = _("Put the packs that the campaign uses into its file")
        set_name_and_hint(self.packs, _("With content packs"), hint)

    def _make_previews(self) -> None:
        """Make a preview for each way, of which one is shown."""
        theme = self.services.theme
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(_("Preview"))
        theme.set_least_height(self.text, LEAST_TEXT_HEIGHT)
        self.cells = TablePreview()
        self.picture = PictureView()
        self.web = WebPreview(theme)
        self.stage = OneOf(self.picture, self.text, self.cells, self.web)

    def _make_options(self) -> QFrame:
        """Return the ways to share with what is chosen of each."""
        #: Copying, where the head has no room for it beside what is shared.
        self._copy_row = wrap_layout(row(1))
        return panel(
            Flow(*self.ways.values()),
            self.subject,
            self.table,
            self.notes,
            self._page_options,
            self._copy_row,
            1,
            label(_("For another computer"), "heading"),
            self.file_note,
            self.packs,
            Flow(self.file_button, self.back_button),
            heading=_("Share as"),
            spacing=8,
            margin=12,
        )

    def show_route(self, route: ShareRoute, campaign: str) -> Route | None:
        is_another = campaign != self.campaign_id or route.group != self.group_id
        if is_another:
            self._reset(campaign, route.group)
        self.refresh()
        if route.group and self._shared is None:
            return None
        return route

    def _fit_options_to_width(self) -> None:
        """Limit the width of the options beside the preview; put Copy where there is room."""
        theme = self.services.theme
        theme.enlarge_text(self.text)
        self.cells.set_tab_stops()
        if theme.narrow:
            self._options.setMaximumWidth(UNBOUNDED)
            self._place_copy_button(self._copy_row.layout(), 0)
        else:
            widest_button = self.file_button.sizeHint().width() + OPTIONS_PADDING
            self._options.setMaximumWidth(max(theme.pixels(OPTIONS_WIDTH), widest_button))
            self._place_copy_button(self.head.line, PLACE_IN_HEAD)
        self._copy_row.setVisible(theme.narrow)

    def _place_copy_button(self, layout: QLayout | None, place: int) -> None:
        """Put the button that copies into a layout, unless it is there."""
        if isinstance(layout, QHBoxLayout) and layout.indexOf(self.copy_button) < 0:
            layout.insertWidget(place, self.copy_button)
            self.copy_button.show()

    def _apply_theme(self) -> None:
        self._fit_options_to_width()
        if self.isVisible():
            self._show()

    # Showing

    def _reset(self, campaign: str, group: str) -> None:
        """Reset the page for another group or campaign."""
        self.campaign_id = campaign
        self.group_id = group
        self.form = "picture" if group else "pages"
        self._shared = None
        self._show_what_is_kept()
        self.head.title.setText(_("Share"))
        self.text.setPlainText("")
        self.web.show_nothing()
        for control in (self.copy_button, self.save_button, self.file_button):
            enable_or_explain(control, False, _("Still loading"))
        self.ways["picture"].setVisible(bool(group))
        self.ways["pages"].setVisible(not group)
        self.ways["table"].setVisible(not group)
        self.ways[self.form].setChecked(True)
        self.stage.show_part(self.picture if group else self.web)

    def _show_what_is_kept(self) -> None:
        """Tick what was ticked for the web pages that are kept current."""
        is_campaign = not self.group_id
        kept = self.services.web_pages.kept(self.campaign_id)
        if kept is None:
            self.address.setText("")
            self.keep_current_tick.setChecked(False)
            self.players.setChecked(False)
            return
        self.address.setText(kept.address)
        self.keep_current_tick.setChecked(is_campaign)
        self.players.setChecked(kept.private.players)
        if is_campaign:
            self.notes.setChecked(kept.private.notes)

    def refresh(self) -> None:
        if not self.campaign_id:
            return
        if not self.group_id:
            self._read_campaign()
            return
        notes = self.notes.isChecked()
        shared = self.services.ask(
            read_shared_group, self.services.workspace, self.group_id, notes=notes
        )
        if shared is None:
            self._shared = None
            self.services.go(CampaignRoute())
            return
        self._show_shared(shared)

    def _read_campaign(self) -> None:
        """Read the campaign on the worker, with the story of every game, and make its web pages."""
        # late: a group has no web pages
        from lastdays.campaign.exchange.website import Website

        workspace = self.services.workspace
        campaign = self.campaign_id
        private = self._ticked_private()

        def read() -> tuple[SharedCampaign, Mapping[str, bytes]]:
            shared = read_shared_campaign(workspace, campaign, notes=private.notes)
            pages = Website(workspace, campaign, private).made()
            return shared, pages

        def show_if_wanted(shared_and_pages: tuple[SharedCampaign, Mapping[str, bytes]]) -> None:
            is_same_campaign = self.campaign_id == campaign and not self.group_id
            if is_same_campaign and self._ticked_private() == private:
                shared, self._pages = shared_and_pages
                self._show_shared(shared)

        self.services.work(read, show_if_wanted, receiver=self)

    def _ticked_private(self) -> Private:
        """Return what is shown besides, as it is ticked."""
        # late: a group has no web pages
        from lastdays.campaign.exchange.website import Private

        return Private(notes=self.notes.isChecked(), players=self.players.isChecked())

    def _show_shared(self, shared: SharedGroup | SharedCampaign) -> None:
        """Show a group or campaign as it is shared."""
        self._shared = shared
        self.head.title.setText(_("Share {name}", name=shared.name))
        self.packs.setVisible(self._uses_packs())
        if self.group_id:
            file_text = _("Save the group's &data…")
            note = _("Another player can import it, edit the group at home and bring it back.")
        else:
            file_text = _("Save the campaign's &data…")
            note = _("The whole campaign: groups with their histories, games, portraits.")
        self.file_button.set_label(file_text)
        self.file_note.setText(note)
        self._fit_options_to_width()
        self._show()

    def _uses_packs(self) -> bool:
        """Return whether what is shared is a campaign that uses content packs."""
        if self.group_id:
            return False
        workspace = self.services.workspace
        campaign = workspace.campaign(self.campaign_id).campaign
        return bool(used_packs(workspace.rulebooks, campaign))

    def choose_form(self, form: Way, _checked: bool = False) -> None:
        """Show the preview of another form."""
        self.form = form
        self._show()

    def take_focus(self) -> None:
        self.ways[self.form].setFocus()

    def _show(self) -> None:
        """Show the preview of the chosen form with its options, and name its buttons."""
        shared = self._shared
        if shared is None:
            return
        self.ways[self.form].setChecked(True)
        self._name_buttons()
        for control in (self.copy_button, self.save_button, self.file_button):
            enable_or_explain(control, True, "")
        self._page_options.setVisible(self.form == "pages")
        self.subject.setVisible(self.form == "chat" and not self.group_id)
        self.table.setVisible(self.form == "table")
        self.notes.setVisible(self._may_have_notes())
        self._show_folder()
        match self.form:
            case "picture":
                if isinstance(shared, SharedGroup):
                    self._show_picture(shared)
            case "pages":
                self._show_pages()
            case "table":
                self._show_table()
            case "chat":
                self._show_post()
            case "markdown" | "text":
                self._show_text(render_tale(shared, self.form)[:MOST_LETTERS])

    def _show_text(self, text: str) -> None:
        self.text.setPlainText(text)
        self.stage.show_part(self.text)

    def _may_have_notes(self) -> bool:
        """Return whether notes are shown in the chosen form if they are ticked."""
        if self.form == "chat":
            return bool(self.group_id)
        return self.form != "table"

    def _name_buttons(self) -> None:
        """Name what the buttons copy and save."""
        copies = {
            "picture": _("&Copy picture"),
            "pages": _("&Copy as text"),
            "markdown": _("&Copy Markdown"),
            "text": _("&Copy text"),
            "chat": self._copy_part_in_words(),
            "table": _("&Copy table"),
        }
        saves = {
            "picture": _("&Save picture…"),
            "pages": _("&Save web pages…"),
            "markdown": _("&Save Markdown…"),
            "text": _("&Save text…"),
            "chat": _("&Save text…"),
            "table": _("&Save table…"),
        }
        self.copy_button.set_label(copies[self.form])
        self.save_button.set_label(saves[self.form])

    def _show_picture(self, group: SharedGroup) -> None:
        theme = self.services.theme
        with in_its_language(group):
            self._picture = GroupPicture(theme.name, theme.heading, theme.body).as_png(group)
        name = _("{group}, drawn: {n} members", group=group.name, n=len(group.members))
        self.picture.show_picture(QImage.fromData(self._picture), name)
        self.stage.show_part(self.picture)

    def _show_pages(self) -> None:
        # late: a group has no web pages
        from lastdays.campaign.exchange.website import FIRST

        self.web.show_pages(self._pages, FIRST)
        self.stage.show_part(self.web)

    # For a chat

    def _show_post(self) -> None:
        """Show what is posted in a chat, in its parts."""
        shared = self._shared
        if isinstance(shared, SharedGroup):
            with in_its_language(shared):
                post = group_post(shared)
            self._take_post(post)
            return
        self._post = None
        subject: Subject = self.subject.currentData()
        campaign = self.campaign_id
        read_post = partial(_POSTS[subject], self.services.workspace, campaign)

        def show_if_wanted(post: Post) -> None:
            is_same_subject = self.subject.currentData() == subject
            if is_same_subject and self._is_still_wanted("chat", campaign):
                self._take_post(post)

        self._read(read_post, show_if_wanted)

    def _take_post(self, post: Post) -> None:
        """Show a post, whose first part is copied first."""
        self._post = post
        self._part = 0
        self.text.setPlainText(_BETWEEN_PARTS.join(post.parts))
        self.stage.show_part(self.text)
        self._allow_handing_on()

    def _copy_part_in_words(self) -> str:
        """Return what the button that copies says of a post: which of its parts is next."""
        if self._post is None or len(self._post.parts) == 1:
            return _("&Copy text")
        return _("&Copy part {n} of {all}", n=self._part + 1, all=len(self._post.parts))

    def _copy_part(self, post: Post) -> None:
        """Copy the next part of a post; the first again after the last."""
        count = len(post.parts)
        part = post.parts[self._part]
        QGuiApplication.clipboard().setText(part)
        if count == 1:
            self.services.say(_("The text is on the clipboard."), "well")
            return
        text = _(
            "Part {n} of {all} is on the clipboard: {count} letters.",
            n=self._part + 1,
            all=count,
            count=letter_count(part),
        )
        self.services.say(text, "well")
        self._part = (self._part + 1) % count
        self._name_buttons()
        self._scroll_to_part(post)

    def _scroll_to_part(self, post: Post) -> None:
        """Scroll the preview to the part that is copied next."""
        parts_before = post.parts[: self._part]
        text_before = "".join(part + _BETWEEN_PARTS for part in parts_before)
        cursor = self.text.textCursor()
        # from below, so that the part comes to the top
        cursor.movePosition(QTextCursor.MoveOperation.End)
        self.text.setTextCursor(cursor)
        cursor.setPosition(letter_count(text_before))
        self.text.setTextCursor(cursor)

    # For a spreadsheet

    def _show_table(self) -> None:
        """Show the chosen table, its first rows."""
        self._sheet = None
        table: TableName = self.table.currentData()
        campaign = self.campaign_id
        read_sheet = partial(read_table, self.services.workspace, campaign, table)

        def show_if_wanted(sheet: Spreadsheet) -> None:
            is_same_table = self.table.currentData() == table
            if is_same_table and self._is_still_wanted("table", campaign):
                self._take_table(sheet)

        self._read(read_sheet, show_if_wanted)

    def _take_table(self, sheet: Spreadsheet) -> None:
        self._sheet = sheet
        self.cells.show_table(sheet)
        self.stage.show_part(self.cells)
        self._allow_handing_on()

    def _read(self, read: Callable[[], T], show: Callable[[T], None]) -> None:
        """Read what is shown on the worker; say why if that isn't possible."""
        for control in (self.copy_button, self.save_button):
            enable_or_explain(control, False, _("Still loading"))
        self.services.work(read, show, self._show_fault, receiver=self)

    def _show_fault(self, error: LastDaysError) -> None:
        """Show why there is no preview."""
        self._show_text(str(error))
        for control in (self.copy_button, self.save_button):
            enable_or_explain(control, False, str(error))

    def _is_still_wanted(self, form: Way, campaign: str) -> bool:
        """Return whether what was read of a campaign for a form is still to be shown."""
        is_same_campaign = self.campaign_id == campaign and not self.group_id
        return is_same_campaign and self.form == form

    def _allow_handing_on(self) -> None:
        """Allow what is shown to be copied and saved."""
        self._name_buttons()
        for control in (self.copy_button, self.save_button):
            enable_or_explain(control, True, "")

    # Doing

    def copy(self) -> None:
        """Copy the preview to the clipboard: as a picture, a part of a post, a table's cells or text."""
        if self._shared is None:
            return
        clipboard = QGuiApplication.clipboard()
        if self.form == "picture":
            clipboard.setImage(QImage.fromData(self._picture))
            self.services.say(_("The picture is on the clipboard."), "well")
        elif self.form == "chat":
            if self._post is not None:
                self._copy_part(self._post)
        elif self.form == "table":
            if self._sheet is not None:
                clipboard.setText(tabs_of(self._sheet))
                self.services.say(_("The table is on the clipboard."), "well")
        else:
            form: Form = "markdown" if self.form == "markdown" else "text"
            clipboard.setText(render_tale(self._shared, form))
            self.services.say(_("The text is on the clipboard."), "well")

    def _show_folder(self) -> None:
        """Say where web pages are kept current, or what they are for."""
        kept = self.services.web_pages.kept(self.campaign_id)
        if kept is None:
            text = _("A folder for a USB stick, a shared drive or any web host.")
        else:
            text = _("Written to {folder} after each game.", folder=kept.folder)
        self.folder_note.setText(text)

    def _write_kept_pages_again(self) -> None:
        """Write pages that are kept current again, with or without notes and players."""
        if self.form == "pages" and self.keep_current_tick.isChecked():
            self._start_or_stop_keeping()

    def _rewrite_elsewhere(self) -> None:
        """Write pages that are kept current again, if their address is another."""
        kept = self.services.web_pages.kept(self.campaign_id)
        if kept is not None and kept.address != self.address.text().strip():
            self._write_kept_pages_again()

    def _start_or_stop_keeping(self) -> None:
        """Start or stop keeping the pages current; ask for a folder if none is known."""
        kept = self.services.web_pages.kept(self.campaign_id)
        if not self.keep_current_tick.isChecked():
            self.services.web_pages.keep(self.campaign_id, None)
            self._show_folder()
        elif kept is not None:
            self.write_to(Path(kept.folder))
        else:
            self._save()
            kept = self.services.web_pages.kept(self.campaign_id)
            self.keep_current_tick.setChecked(kept is not None)

    def write_to(self, folder: Path) -> None:
        """Write the web pages on the worker; if ticked, keep them current there."""
        # late: what isn't shared needs no pages
        from lastdays.campaign.exchange.website import FIRST, Kept, checked_address, write_website

        address = self.services.ask(checked_address, self.address.text())
        if address is None:
            return
        self.address.setText(address)
        kept = Kept(str(folder), self._ticked_private(), address)
        campaign = self.campaign_id
        services = self.services
        if self.keep_current_tick.isChecked():
            services.web_pages.keep(campaign, kept)
            self._show_folder()

        def say_written(count: int) -> None:
            text = ngettext(
                "Wrote {n} file into {folder}.",
                "Wrote {n} files into {folder}.",
                count,
                folder=folder,
            )
            open_first = partial(services.open_file, folder / FIRST)
            services.say_offering(text, _("Open"), open_first)

        services.work(partial(write_website, services.workspace, campaign, kept), say_written)

    def _save(self) -> None:
        if self._shared is None:
            return
        if self.form == "pages":
            dialogs.ask_folder(self, _("Folder for the web pages"), self.write_to)
        else:
            name = self._suggest_file_name(self._shared)
            dialogs.ask_where_to_save_shared(self, name, _SUFFIX_OF[self.form], self.save_to)

    def _suggest_file_name(self, shared: SharedGroup | SharedCampaign) -> str:
        """Return the name that is offered for a file."""
        if self.form == "table":
            return f"{shared.name} {self.table.currentText()}"
        if self.form == "chat" and not self.group_id:
            return f"{shared.name} {self.subject.currentText()}"
        return shared.name

    def save_to(self, target: Path) -> bool:
        """Write the preview to a file; return whether that succeeded."""
        content = self._file_content()
        if content is None:
            return False
        write = partial(write_whole, target, content)
        return self.services.do(write, _("Saved as {file}.", file=target)).succeeded

    def _file_content(self) -> bytes | None:
        """Return the content of the file that is saved; None for what isn't read yet."""
        if self._shared is None:
            return None
        match self.form:
            case "picture":
                return self._picture
            case "chat":
                if self._post is None:
                    return None
                return "\n\n".join(self._post.parts).encode("utf-8", "replace")
            case "table":
                return None if self._sheet is None else csv_of(self._sheet)
            case "markdown" | "text":
                return render_tale(self._shared, self.form).encode()
        return None

    def _save_data(self) -> None:
        if self._shared is None:
            return
        name = self._shared.name
        title = _("Export {group}", group=name)
        if self.group_id:
            dialogs.ask_where_to_save_group(self, title, name, self.export_to)
        else:
            dialogs.ask_where_to_save_campaign(self, title, name, self.export_to)

    def export_to(self, target: Path) -> None:
        """Write the file for another store, on the worker."""
        services = self.services
        if self.group_id:
            export = partial(services.groups.export, self.group_id)
        else:
            transfer = CampaignTransfer(services.workspace)
            with_packs = self.packs.isChecked()
            export = partial(transfer.export, self.campaign_id, packs=with_packs)

        def write() -> None:
            write_whole(target, export(), private=True)

        def say_written(_none: None) -> None:
            services.say(_("Wrote {file}.", file=target), "well")

        services.work(write, say_written)

    def _go_back(self) -> None:
        if self.group_id:
            self.services.go(GroupRoute(self.group_id))
        else:
            self.services.go(CampaignRoute())

    def leave_inner(self) -> bool:
        self._go_back()
        return True


def _without_mnemonic(control: QAbstractButton) -> str:
    """Return the text of a control as it is read."""
    return control.text().replace("&", "")
