"""How the program looks and behaves on this computer."""

from __future__ import annotations

from functools import partial
from typing import get_args

from PySide6.QtWidgets import QCheckBox

from lastdays.desktop import system_language
from lastdays.language import _, code as spoken_code
from lastdays.model.campaign import DiceMode
from lastdays.model.fields import dice_name
from lastdays.ui.forms.form import Choices, enter
from lastdays.ui.forms.print_options import LanguageChoice
from lastdays.ui.navigation import DataRoute
from lastdays.ui.page import Head, Page, back_button
from lastdays.ui.pages.data_page import back_up_everything, open_folder
from lastdays.ui.services import Services
from lastdays.ui.theme import SCALES, suited, theme_names
from lastdays.ui.widgets.parts import Fold, Picker, allow, button, column, holder, panel, selectable


class SettingsPage(Page):
    """Theme, size, motion, dice and where things are; each takes effect at once."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        theme = services.theme
        self.head = Head(_("Settings"), first=back_button(services))
        self.theme_box = Picker((name, key) for key, name in theme_names().items())
        self.theme_box.picked.connect(theme.take)
        sizes = [(_("{n} %", n=percent), percent) for percent in SCALES]
        self.size_box = Picker([(_("Fit to window"), 0), *sizes])
        self.size_box.picked.connect(self._size_chosen)
        self.motion_box = QCheckBox(_("Animate dice and tokens"))
        self.motion_box.toggled.connect(theme.set_motion)
        self.language = LanguageChoice(services.keeping)
        self.language.picked.connect(self._offer_restart)
        self.restart_button = button(_("&Restart now"), self._restart)
        self.dice_box = Picker((dice_name(mode), mode) for mode in get_args(DiceMode))
        self.dice_box.picked.connect(self._dice_chosen)
        self.folder_button = button(_("&Open folder"), lambda: open_folder(services))
        self.backup_button = button(
            _("Back &up everything…"), lambda: back_up_everything(services, self)
        )
        self.data_button = button(_("Your &data…"), services.to(DataRoute()))
        usual = Choices(theme)
        rest = Choices(theme)
        usual.add(
            _("Theme"),
            _("Dark for evenings, light for daylight, high contrast where things are hard to see."),
            self.theme_box,
        )
        usual.add(
            _("Size of text and pictures"),
            _("Everything scales with it. Ctrl with + or − does the same on any page."),
            self.size_box,
        )
        if self.language.offered:
            says = _("Takes effect when the program next starts.")
            rest.add(_("Language"), says, self.language, self.restart_button)
        says = _("Any single roll can still be answered another way.")
        usual.add(_("Dice in this campaign"), says, self.dice_box)
        rest.add(
            _("Motion"),
            _("Dice tumble and tokens slide. You never have to wait for them."),
            self.motion_box,
        )
        store = services.workspace.store
        says = _("A league on a server: who backs it up, and how to save its campaigns to files.")
        if not store.shared:
            says = _("All campaigns are in this file, saved as you go.")
            rest.add(_("Folder"), says, self.folder_button)
            says = _("A copy of the file, to keep wherever you like.")
            rest.add(_("Backup"), says, self.backup_button)
            says = _("Automatic backups, restoring from one, and checking the file.")
        rest.add(_("Your data"), says, self.data_button)
        words = _("Motion, and where your campaigns are")
        if self.language.offered:
            words = _("Language, motion, and where your campaigns are")
        self.rest = Fold(theme, "settings", words, panel(rest, selectable(store.name)))
        self.lay(holder(column(panel(usual), self.rest, 1, spacing=16)), wide=760, single=True)
        theme.changed.connect(self._themed)
        self.refresh()

    def _offer_restart(self) -> None:
        """Offer a restart if the chosen language isn't the current one."""
        spoken = system_language.wanted() == spoken_code()
        waits = self.language.offered and not spoken
        self.restart_button.setVisible(waits)
        if waits:
            self.rest.show_open(True)

    def _restart(self) -> None:
        """Close the window; the program then starts again."""
        self.services.again = True
        self.window().close()

    def refresh(self) -> None:
        self._themed()
        self.language.refresh()
        self._offer_restart()
        allow(self.dice_box, bool(self.campaign_id), _("Open a campaign first"))
        if self.campaign_id:
            view = self.services.ask(self.services.workspace.campaign, self.campaign_id)
            if view is not None:
                enter(self.dice_box, view.campaign.dice)

    def _themed(self) -> None:
        theme = self.services.theme
        enter(self.theme_box, theme.name)
        enter(self.size_box, 0 if theme.automatic else theme.percent)
        self.motion_box.setChecked(theme.motion)

    def _size_chosen(self, percent: int) -> None:
        theme = self.services.theme
        if percent:
            theme.zoom_to(percent)
        else:
            theme.zoom_to(suited(self.window().width(), self.window().height()))
            theme.automatic = True
            self.refresh()

    def _dice_chosen(self, mode: DiceMode) -> None:
        self.services.do(partial(self.services.campaigns.set_dice, self.campaign_id, mode))
