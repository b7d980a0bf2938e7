"""How the program looks and behaves on this computer."""

from __future__ import annotations

from typing import get_args

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QSizePolicy, QWidget

from lastdays.desktop import system_language
from lastdays.language import _, code as spoken_code
from lastdays.model.campaign import DiceMode
from lastdays.model.fields import dice_name
from lastdays.ui.forms.print_options import LanguageChoice
from lastdays.ui.navigation import BackRoute, DataRoute, Route, SettingsRoute
from lastdays.ui.pages.data_panels import back_up_everything, open_folder
from lastdays.ui.services import Services
from lastdays.ui.theme import SCALES, suited, theme_names
from lastdays.ui.widgets.page import MARGIN, Head, Page
from lastdays.ui.widgets.parts import (
    UNBOUNDED,
    Flow,
    Picker,
    allow,
    button,
    column,
    holder,
    label,
    panel,
    row,
)
from lastdays.ui.widgets.room import Within

#: How wide the settings are, and what is chosen in them, in pixels at 100 %.
WIDE, CHOICE = 760, 275


class SettingsPage(Page):
    """Theme, size, motion, dice and where things are; each takes effect at once."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.campaign_id = ""
        theme = services.theme
        back = button(_("&Back"), lambda: services.go.emit(BackRoute()), "first")
        self.head = Head(_("Settings"), first=back)
        self.theme_box = Picker()
        for key, name in theme_names().items():
            self.theme_box.addItem(name, key)
        self.theme_box.activated.connect(self._theme_chosen)
        self.size_box = Picker()
        self.size_box.addItem(_("Suits the window"), 0)
        for percent in SCALES:
            self.size_box.addItem(_("{n} %").format(n=percent), percent)
        self.size_box.activated.connect(self._size_chosen)
        self.motion_box = QCheckBox(_("Animate dice and tokens"))
        self.motion_box.toggled.connect(theme.set_motion)
        self.language = LanguageChoice(services.keeping)
        self.language.activated.connect(lambda _index: self._offer_restart())
        self.restart_button = button(_("&Restart now"), self._restart)
        self.dice_box = Picker()
        for mode in get_args(DiceMode):
            self.dice_box.addItem(dice_name(mode), mode)
        self.dice_box.activated.connect(self._dice_chosen)
        self.folder_button = button(_("&Open folder"), self._open_folder)
        self.backup_button = button(_("Back &up everything…"), self._back_up)
        self.data_button = button(_("Your &data…"), lambda: services.go.emit(DataRoute()))
        self.choices: list[QWidget] = []
        self.beside: list[QWidget] = []
        self.inside = holder(column(self._look(), self._dice(), self._data(), 1, spacing=10))
        across = row(self.inside, 1)
        across.setStretch(0, 100)
        self.setLayout(column(across, margin=MARGIN))
        Within(self, theme, WIDE)
        theme.changed.connect(self.refresh)
        self.refresh()

    def show_route(self, route: Route, campaign: str) -> Route | None:
        """Show what a route is about."""
        assert isinstance(route, SettingsRoute)
        self.show_campaign(campaign)
        return route

    def _look(self) -> QFrame:
        return panel(
            self._setting(
                _("Theme"),
                _(
                    "Dark for evenings, light for daylight, high contrast where things are hard "
                    "to see."
                ),
                self.theme_box,
            ),
            self._setting(
                _("Size of text and pictures"),
                _("Everything grows with it. Ctrl and + or − do the same on any page."),
                self.size_box,
            ),
            self._setting(
                _("Motion"),
                _("Dice tumble and tokens slide. Nothing waits for them."),
                self.motion_box,
            ),
            *self._language(),
            heading=_("Look"),
        )

    def _language(self) -> list[QWidget]:
        """Return the setting of the language, where there is more than one."""
        if not self.language.offered:
            return []
        says = _("Takes effect when the program next starts.")
        return [self._setting(_("Language"), says, self.language, self.restart_button)]

    def _offer_restart(self) -> None:
        """Offer to start again where another language is chosen than is spoken."""
        spoken = system_language.wanted() == spoken_code()
        self.restart_button.setVisible(self.language.offered and not spoken)

    def _restart(self) -> None:
        """Close the window, and have the program start again where one is."""
        self.services.again = True
        self.window().close()

    def _dice(self) -> QFrame:
        return panel(
            self._setting(
                _("Dice in this campaign"),
                _("Any single roll can still be answered another way."),
                self.dice_box,
            ),
            heading=_("Dice"),
        )

    def _data(self) -> QFrame:
        path = label(self.services.workspace.store.name, wrap=True)
        path.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if self.services.workspace.store.shared:
            return panel(
                path,
                self._setting(
                    _("Your data"),
                    _("A league on a server: who backs it up, and files of its campaigns."),
                    self.data_button,
                ),
                heading=_("Where your campaigns are"),
            )
        return panel(
            path,
            self._setting(
                _("Folder"),
                _("All campaigns are in this file, saved as you go."),
                self.folder_button,
            ),
            self._setting(
                _("Backup"),
                _("A copy of the file, to keep wherever you like."),
                self.backup_button,
            ),
            self._setting(
                _("Your data"),
                _("Automatic backups, restoring from one, and checking the file."),
                self.data_button,
            ),
            heading=_("Where your campaigns are"),
        )

    def _setting(self, name: str, says: str, choice: QWidget, *before: QWidget) -> QWidget:
        """Return a setting in a line: its name, what it does, and what is chosen."""
        if isinstance(choice, Picker):
            choice.setAccessibleName(name)
        caption = label(name, "strong", wrap=True)
        if isinstance(choice, Picker):
            caption.setBuddy(choice)
        explained = label(says, "small", wrap=True)
        for text in (caption, explained):  # no higher than the width makes them
            text.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        words = holder(column(1, caption, explained, 1, spacing=0))
        self.choices.append(choice)
        # Two go below each other where there is little room.
        chosen = holder(Flow(*before, choice, one_line=True)) if before else choice
        if before:
            self.beside.append(chosen)
        line = row(words, chosen, spacing=16)
        line.setStretch(0, 1)
        line.setContentsMargins(0, 4, 0, 4)
        return holder(line)

    def show_campaign(self, campaign: str) -> None:
        """Show the settings, the dice those of a campaign; '' where none is open."""
        self.campaign_id = campaign
        self.refresh()

    def refresh(self) -> None:
        """Show what is chosen now."""
        theme = self.services.theme
        self.theme_box.setCurrentIndex(self.theme_box.findData(theme.name))
        self.size_box.setCurrentIndex(
            self.size_box.findData(0 if theme.automatic else theme.percent)
        )
        self.motion_box.setChecked(theme.motion)
        self.language.refresh()
        self._offer_restart()
        self.inside.setMaximumWidth(theme.px(WIDE))
        for made in self.beside:  # below each other, as wide as the other choices
            made.setMaximumWidth(theme.px(CHOICE) if theme.narrow else UNBOUNDED)
        policy = self.restart_button.sizePolicy()
        policy.setRetainSizeWhenHidden(not theme.narrow)  # a line of its own only comes when needed
        self.restart_button.setSizePolicy(policy)
        for choice in self.choices:
            choice.setFixedWidth(theme.px(CHOICE))
        allow(self.dice_box, bool(self.campaign_id), _("Open a campaign first"))
        if self.campaign_id and self.isVisible():
            workspace = self.services.workspace
            view = self.services.ask(lambda: workspace.campaign(self.campaign_id))
            if view is not None:
                self.dice_box.setCurrentIndex(self.dice_box.findData(view.campaign.dice))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def _theme_chosen(self, _index: int) -> None:
        if self.theme_box.currentData() != self.services.theme.name:
            self.services.theme.take(str(self.theme_box.currentData()))

    def _size_chosen(self, _index: int) -> None:
        theme, percent = self.services.theme, int(self.size_box.currentData())
        if percent:
            theme.zoom_to(percent)
        else:
            theme.zoom_to(suited(self.window().width(), self.window().height()))
            theme.automatic = True
            self.refresh()

    def _dice_chosen(self, _index: int) -> None:
        mode: DiceMode = self.dice_box.currentData()
        self.services.done(lambda: self.services.campaigns.set_dice(self.campaign_id, mode))

    def _open_folder(self) -> None:
        open_folder(self.services)

    def _back_up(self) -> None:
        back_up_everything(self.services, self)
