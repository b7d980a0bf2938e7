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
    QButtonGroup,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
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
    letters,
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
    rendered,
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
    Turning,
    allow,
    button,
    column,
    entitle,
    holder,
    label,
    panel,
    row,
)

if TYPE_CHECKING:
    from lastdays.campaign.exchange.website import Private

LEAST = QSize(240, 300)
#: A picture that would be drawn at less than this of its size to be seen whole scrolls instead.
READABLE = 0.4


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
        self._drawn = QLabel()
        self.setWidget(self._drawn)

    def show_picture(self, image: QImage, name: str) -> None:
        """Show a picture under a spoken name."""
        self._image = image
        self.setAccessibleName(name)
        self._fit()

    def sizeHint(self) -> QSize:
        return LEAST * 2

    def minimumSizeHint(self) -> QSize:
        return LEAST

    def drawn_size(self) -> QSize:
        """Return the size of the picture on the screen, in pixels."""
        whole = self._within(self.maximumViewportSize())
        if whole.width() >= self._image.width() * READABLE:
            return whole
        return self._within(QSize(self.viewport().width(), self._image.height()))

    def _within(self, room: QSize) -> QSize:
        kept = Qt.AspectRatioMode.KeepAspectRatio
        return self._image.size().scaled(room, kept).boundedTo(self._image.size())

    def _fit(self) -> None:
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
        drawn = QPixmap.fromImage(scaled_image)
        drawn.setDevicePixelRatio(ratio)
        self._drawn.setPixmap(drawn)
        self._drawn.resize(size)
        scrolls = size.height() > self.viewport().height()
        if scrolls:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        else:
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


#: Text longer than this is shown in part: a preview of a thousand games would stop the window.
SHOWN_MOST = 60_000
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
#: How wide the ways to tell it are beside the preview, in pixels at 100 %.
LEFT = 290


class SharePage(Page):
    """A preview of a group or campaign as others will see it, beside the ways to share it."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.group_id = ""
        self.form: Way = "picture"
        self._tale: SharedGroup | SharedCampaign | None = None
        self._picture: bytes = b""
        #: What is posted in a chat, None while it is read, and which of its parts is copied next.
        self._post: Post | None = None
        self._part = 0
        #: The table that is shown, None while it is read.
        self._sheet: Spreadsheet | None = None
        self.save_button = button(_("&Save…"), self._save, "first")
        self.copy_button = button(_("&Copy"), self.copy)
        self.back_button = button(_("Bac&k"), self._back)
        self.head = Head("", self.copy_button, first=self.save_button)
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
        self._group = QButtonGroup(self)
        for form, way in self.ways.items():
            way.setCheckable(True)
            self._group.addButton(way)
            way.clicked.connect(lambda _on=False, f=form: self.choose(f))
        self.subject = Picker(
            [(subject_name(subject), subject) for subject in _POSTS], _("What is posted")
        )
        self.subject.activated.connect(self._show_post)
        self.table = Picker([(table_name(table), table) for table in TABLES], _("Table"))
        self.table.activated.connect(self._show_table)
        self.notes = QCheckBox(_("With &notes"))
        self.notes.toggled.connect(lambda _on: self.refresh())
        self.notes.clicked.connect(self._rewrite)
        self.players = QCheckBox(_("With pla&yers' names"))
        self.current = QCheckBox(_("Keep them cu&rrent"))
        for ticked, hint in (
            (self.notes, _("Include what is in the notes")),
            (self.players, _("Name each group's player on its web page")),
            (self.current, _("Rewrite the pages after each game and each sequence")),
        ):
            entitle(ticked, ticked.text().replace("&", ""), hint)
        self.players.toggled.connect(lambda _on: self.refresh())
        self.players.clicked.connect(self._rewrite)
        self.current.clicked.connect(self._keep)
        self.folder_says = label("", "faint", wrap=True)
        self._of_pages = holder(column(self.players, self.current, self.folder_says, spacing=8))
        self.file_button = button(_("Save the group's &data…"), self._save_data)
        self.file_says = label("", "faint", wrap=True)
        self.packs = QCheckBox(_("With c&ontent packs"))
        entitle(
            self.packs,
            _("With content packs"),
            _("Put the packs that the campaign uses into its file"),
        )
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(_("Preview"))
        self.text.setMinimumHeight(services.theme.px(160))
        self.cells = TablePreview()
        self.picture = PictureView()
        self.web = WebPreview(services.theme)
        #: The web pages by their files.
        self._pages: Mapping[str, bytes] = {}
        self.stage = OneOf(self.picture, self.text, self.cells, self.web)
        #: Copying, where the head has no room for it beside what is shared.
        self._copy_row = holder(row(1))
        left = self._left = panel(
            Flow(*self.ways.values()),
            self.subject,
            self.table,
            self.notes,
            self._of_pages,
            self._copy_row,
            1,
            label(_("For another computer"), "heading"),
            self.file_says,
            self.packs,
            Flow(self.file_button, self.back_button),
            heading=_("Share as"),
            spacing=8,
            margin=12,
        )
        body = Turning(services.theme, (left, 0), (self.stage, 1), spacing=12)
        self.lay((body, 1), wide=1500, top=8, foot=12)
        services.theme.reshaped.connect(self._fit)
        services.theme.changed.connect(self._themed)
        self._fit()

    def show_route(self, route: ShareRoute, campaign: str) -> Route | None:
        is_another = campaign != self.campaign_id or route.group != self.group_id
        if is_another:
            self._begin(campaign, route.group)
        self.refresh()
        if route.group and self._tale is None:
            return None
        return route

    def _fit(self) -> None:
        """Limit the width of the options beside the preview; put Copy where there is room."""
        theme = self.services.theme
        theme.enlarge_text(self.text)
        self.cells.align()
        if theme.narrow:
            self._left.setMaximumWidth(UNBOUNDED)
            self._place_copy_button(self._copy_row.layout(), 0)
        else:
            width_of_words = self.file_button.sizeHint().width() + 24
            self._left.setMaximumWidth(max(theme.px(LEFT), width_of_words))
            self._place_copy_button(self.head.line, 2)
        self._copy_row.setVisible(theme.narrow)

    def _place_copy_button(self, layout: QLayout | None, place: int) -> None:
        """Put the button that copies into a layout, unless it is there."""
        if isinstance(layout, QHBoxLayout) and layout.indexOf(self.copy_button) < 0:
            layout.insertWidget(place, self.copy_button)
            self.copy_button.show()

    def _themed(self) -> None:
        self._fit()
        if self.isVisible():
            self._show()

    # Showing

    def _begin(self, campaign: str, group: str) -> None:
        """Reset the page for another group or campaign."""
        self.campaign_id = campaign
        self.group_id = group
        self.form = "picture" if group else "pages"
        self._tale = None
        kept = self.services.web_pages.kept(campaign)
        self.current.setChecked(kept is not None and not group)
        self.players.setChecked(kept is not None and kept.private.players)
        if kept is not None and not group:
            self.notes.setChecked(kept.private.notes)
        self.head.title.setText(_("Share"))
        self.text.setPlainText("")
        self.web.forget()
        for control in (self.copy_button, self.save_button, self.file_button):
            allow(control, False, _("Still loading"))
        self.ways["picture"].setVisible(bool(group))
        self.ways["pages"].setVisible(not group)
        self.ways["table"].setVisible(not group)
        self.ways[self.form].setChecked(True)
        self.stage.show_part(self.picture if group else self.web)

    def refresh(self) -> None:
        if not self.campaign_id:
            return
        if not self.group_id:
            self._read_campaign()
            return
        tale = self.services.ask(
            read_shared_group, self.services.workspace, self.group_id, notes=self._notes
        )
        if tale is None:
            self._tale = None
            self.services.go(CampaignRoute())
            return
        self._tell(tale)

    @property
    def _notes(self) -> bool:
        return self.notes.isChecked()

    def _read_campaign(self) -> None:
        """Read the campaign on the worker, with the story of every game, and make its web pages."""
        # late: a group has no web pages
        from lastdays.campaign.exchange.website import Website

        workspace = self.services.workspace
        campaign = self.campaign_id
        private = self._private()

        def read() -> tuple[SharedCampaign, Mapping[str, bytes]]:
            tale = read_shared_campaign(workspace, campaign, notes=private.notes)
            return tale, Website(workspace, campaign, private).made()

        def done(found: tuple[SharedCampaign, Mapping[str, bytes]]) -> None:
            if (self.campaign_id, self.group_id, self._private()) == (campaign, "", private):
                tale, self._pages = found
                self._tell(tale)

        self.services.work(read, done, receiver=self)

    def _private(self) -> Private:
        """Return what is shown besides, as it is ticked."""
        # late: a group has no web pages
        from lastdays.campaign.exchange.website import Private

        return Private(notes=self._notes, players=self.players.isChecked())

    def _tell(self, tale: SharedGroup | SharedCampaign) -> None:
        """Show what is shared."""
        self._tale = tale
        self.head.title.setText(_("Share {name}", name=tale.name))
        self.packs.setVisible(self._uses_packs())
        if self.group_id:
            self.file_button.say(_("Save the group's &data…"))
            self.file_says.setText(
                _("Another player can import it, edit the group at home and bring it back.")
            )
        else:
            self.file_button.say(_("Save the campaign's &data…"))
            self.file_says.setText(
                _("The whole campaign: groups with their histories, games, portraits.")
            )
        self._fit()
        self._show()

    def _uses_packs(self) -> bool:
        """Return whether what is shared is a campaign that uses content packs."""
        if self.group_id:
            return False
        workspace = self.services.workspace
        campaign = workspace.campaign(self.campaign_id).campaign
        return bool(used_packs(workspace.rulebooks, campaign))

    def choose(self, form: Way) -> None:
        """Show the preview of another form."""
        self.form = form
        self._show()

    def take_focus(self) -> None:
        self.ways[self.form].setFocus()

    def _show(self) -> None:
        """Show the preview of the chosen form, and name its buttons."""
        tale = self._tale
        if tale is None:
            return
        self.ways[self.form].setChecked(True)
        self._name_buttons()
        for control in (self.copy_button, self.save_button, self.file_button):
            allow(control, True, "")
        self._of_pages.setVisible(self.form == "pages")
        self.subject.setVisible(self.form == "chat" and not self.group_id)
        self.table.setVisible(self.form == "table")
        self.notes.setVisible(self._may_have_notes)
        self._say_where()
        if self.form == "picture" and isinstance(tale, SharedGroup):
            self._show_picture(tale)
        elif self.form == "pages":
            self._show_pages()
        elif self.form == "table":
            self._show_table()
        elif self.form == "chat":
            self._show_post()
        elif self.form == "markdown" or self.form == "text":
            self.text.setPlainText(rendered(tale, self.form)[:SHOWN_MOST])
            self.stage.show_part(self.text)

    @property
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
            "chat": self._copy_of_part(),
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
        self.copy_button.say(copies[self.form])
        self.save_button.say(saves[self.form])

    def _show_picture(self, tale: SharedGroup) -> None:
        theme = self.services.theme
        with in_its_language(tale):
            self._picture = GroupPicture(theme.name, theme.heading, theme.body).png(tale)
        name = _("{group}, drawn: {n} members", group=tale.name, n=len(tale.members))
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
        tale = self._tale
        if isinstance(tale, SharedGroup):
            with in_its_language(tale):
                post = group_post(tale)
            self._take_post(post)
            return
        self._post = None
        subject: Subject = self.subject.currentData()
        workspace = self.services.workspace
        campaign = self.campaign_id

        def read() -> Post:
            return _POSTS[subject](workspace, campaign)

        def done(post: Post) -> None:
            if self._is_still("chat", campaign) and self.subject.currentData() == subject:
                self._take_post(post)

        self._read(read, done)

    def _take_post(self, post: Post) -> None:
        """Show a post, whose first part is copied first."""
        self._post = post
        self._part = 0
        self.text.setPlainText(_BETWEEN_PARTS.join(post.parts))
        self.stage.show_part(self.text)
        self._allow_handing_on()

    def _copy_of_part(self) -> str:
        """Return what the button that copies says of a post: which of its parts is next."""
        if self._post is None or len(self._post.parts) == 1:
            return _("&Copy text")
        return _("&Copy part {n} of {all}", n=self._part + 1, all=len(self._post.parts))

    def _copy_part(self, post: Post) -> None:
        """Copy the next part of a post; the first again after the last."""
        parts = post.parts
        part = self._part
        QGuiApplication.clipboard().setText(parts[part])
        if len(parts) == 1:
            self.services.say(_("The text is on the clipboard."), "well")
            return
        text = _(
            "Part {n} of {all} is on the clipboard: {count} letters.",
            n=part + 1,
            all=len(parts),
            count=letters(parts[part]),
        )
        self.services.say(text, "well")
        self._part = (part + 1) % len(parts)
        self._name_buttons()
        self._scroll_to_part(parts)

    def _scroll_to_part(self, parts: tuple[str, ...]) -> None:
        """Scroll the preview to the part that is copied next."""
        before = _BETWEEN_PARTS.join((*parts[: self._part], ""))
        cursor = self.text.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        self.text.setTextCursor(cursor)
        cursor.setPosition(letters(before))
        self.text.setTextCursor(cursor)

    # For a spreadsheet

    def _show_table(self) -> None:
        """Show the chosen table, its first rows."""
        self._sheet = None
        table: TableName = self.table.currentData()
        workspace = self.services.workspace
        campaign = self.campaign_id

        def read() -> Spreadsheet:
            return read_table(workspace, campaign, table)

        def done(sheet: Spreadsheet) -> None:
            if self._is_still("table", campaign) and self.table.currentData() == table:
                self._take_table(sheet)

        self._read(read, done)

    def _take_table(self, sheet: Spreadsheet) -> None:
        self._sheet = sheet
        self.cells.show_table(sheet)
        self.stage.show_part(self.cells)
        self._allow_handing_on()

    def _read(self, read: Callable[[], T], done: Callable[[T], None]) -> None:
        """Read what is shown on the worker; say why if that isn't possible."""
        for control in (self.copy_button, self.save_button):
            allow(control, False, _("Still loading"))

        def failed(error: LastDaysError) -> None:
            self.text.setPlainText(str(error))
            self.stage.show_part(self.text)
            for control in (self.copy_button, self.save_button):
                allow(control, False, str(error))

        self.services.work(read, done, failed, receiver=self)

    def _is_still(self, form: Way, campaign: str) -> bool:
        """Return whether what was read in a form is still wanted."""
        return self.form == form and self.campaign_id == campaign and not self.group_id

    def _allow_handing_on(self) -> None:
        """Allow what is shown to be copied and saved."""
        self._name_buttons()
        for control in (self.copy_button, self.save_button):
            allow(control, True, "")

    # Doing

    def copy(self) -> None:
        """Copy the preview to the clipboard: as a picture, a part of a post, a table's cells or text."""
        if self._tale is None:
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
            clipboard.setText(rendered(self._tale, form))
            self.services.say(_("The text is on the clipboard."), "well")

    def _say_where(self) -> None:
        kept = self.services.web_pages.kept(self.campaign_id)
        if kept is None:
            text = _("A folder for a USB stick, a shared drive or any web host.")
        else:
            text = _("Written to {folder} after each game.", folder=kept.folder)
        self.folder_says.setText(text)

    def _rewrite(self) -> None:
        """Write pages that are kept current again, with or without notes and players."""
        if self.form == "pages" and self.current.isChecked():
            self._keep()

    def _keep(self) -> None:
        """Start or stop keeping the pages current; ask for a folder if none is known."""
        kept = self.services.web_pages.kept(self.campaign_id)
        if not self.current.isChecked():
            self.services.web_pages.keep(self.campaign_id, None)
            self._say_where()
        elif kept is not None:
            self.write_to(Path(kept.folder))
        else:
            self._save()
            kept = self.services.web_pages.kept(self.campaign_id)
            self.current.setChecked(kept is not None)

    def write_to(self, folder: Path) -> None:
        """Write the web pages on the worker; if ticked, keep them current there."""
        # late: what isn't shared needs no pages
        from lastdays.campaign.exchange.website import FIRST, Kept, write_website

        private = self._private()
        kept = Kept(str(folder), private)
        campaign = self.campaign_id
        services = self.services
        if self.current.isChecked():
            services.web_pages.keep(campaign, kept)
            self._say_where()

        def done(written: int) -> None:
            text = ngettext(
                "Wrote {n} file into {folder}.",
                "Wrote {n} files into {folder}.",
                written,
                folder=folder,
            )
            services.say_offering(text, _("Open"), lambda: services.open_file(folder / FIRST))

        services.work(lambda: write_website(services.workspace, campaign, kept), done)

    def _save(self) -> None:
        if self._tale is None:
            return
        if self.form == "pages":
            dialogs.folder_name(self, _("Folder for the web pages"), self.write_to)
        else:
            dialogs.told_name(self, self._name_of_file(), _SUFFIX_OF[self.form], self.save_to)

    def _name_of_file(self) -> str:
        """Return the name that is offered for a file."""
        if self._tale is None:
            return ""
        if self.form == "table":
            return f"{self._tale.name} {self.table.currentText()}"
        if self.form == "chat" and not self.group_id:
            return f"{self._tale.name} {self.subject.currentText()}"
        return self._tale.name

    def save_to(self, target: Path) -> bool:
        """Write the preview to a file; return whether that succeeded."""
        content = self._content()
        if content is None:
            return False
        write = partial(write_whole, target, content)
        return self.services.do(write, _("Saved as {file}.", file=target)).succeeded

    def _content(self) -> bytes | None:
        """Return the content of the file that is saved; None for what isn't read yet."""
        if self._tale is None:
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
                return rendered(self._tale, self.form).encode()
        return None

    def _save_data(self) -> None:
        if self._tale is None:
            return
        title = _("Export {group}", group=self._tale.name)
        if self.group_id:
            dialogs.save_name(self, title, self._tale.name, self.export_to)
        else:
            dialogs.campaign_name(self, title, self._tale.name, self.export_to)

    def export_to(self, target: Path) -> None:
        """Write the file for another store, on the worker."""
        services = self.services
        group = self.group_id
        campaign = self.campaign_id
        packs = self.packs.isChecked()
        transfer = CampaignTransfer(services.workspace)

        def write() -> None:
            if group:
                content = services.groups.export(group)
            else:
                content = transfer.export(campaign, packs=packs)
            write_whole(target, content, private=True)

        def done(_none: object) -> None:
            services.say(_("Wrote {file}.", file=target), "well")

        services.work(write, done)

    def _back(self) -> None:
        if self.group_id:
            self.services.go(GroupRoute(self.group_id))
        else:
            self.services.go(CampaignRoute())

    def leave(self) -> bool:
        self._back()
        return True
