"""How the program looks and behaves on this computer."""

from __future__ import annotations

from functools import partial
from typing import get_args

from PySide6.QtWidgets import QCheckBox

from lastdays.desktop import system_language
from lastdays.language import _, code as spoken_code
from lastdays.model.campaign import DiceMode
from lastdays.model.fields import dice_name
from lastdays.ui.forms.form import Choices, set_control
from lastdays.ui.forms.print_options import LanguageChoice
from lastdays.ui.navigation import DataRoute
from lastdays.ui.page import Head, Page, back_button
from lastdays.ui.pages.data_page import back_up_everything, open_folder
from lastdays.ui.services import Services
from lastdays.ui.theme import SCALES, suited_zoom, theme_names
from lastdays.ui.widgets.parts import (
    Fold,
    Picker,
    button,
    column,
    enable_or_explain,
    panel,
    selectable_label,
    wrap_layout,
)

#: The greatest width of the page, at 100 %.
PAGE_WIDTH = 760


class SettingsPage(Page):
    """Theme, size, motion, dice and where things are; each takes effect at once."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.head = Head(_("Settings"), first=back_button(services))
        self._make_controls()
        self.fold = self._make_fold()
        usual = panel(self._make_usual_choices())
        self.lay(wrap_layout(column(usual, self.fold, 1, spacing=16)), wide=PAGE_WIDTH, single=True)
        services.theme.changed.connect(self._show_theme)
        self.refresh()

    def _make_controls(self) -> None:
        services = self.services
        theme = services.theme
        self.theme_box = Picker((name, key) for key, name in theme_names().items())
        self.theme_box.picked.connect(theme.switch_to)
        sizes = [(_("{n} %", n=percent), percent) for percent in SCALES]
        self.size_box = Picker([(_("Fit to window"), 0), *sizes])
        self.size_box.picked.connect(self._set_zoom)
        self.motion_box = QCheckBox(_("Animate dice and tokens"))
        self.motion_box.toggled.connect(theme.set_motion)
        self.language = LanguageChoice(services.safekeeping)
        self.language.picked.connect(self._offer_restart)
        self.restart_button = button(_("&Restart now"), self._restart_program)
        self.dice_box = Picker((dice_name(mode), mode) for mode in get_args(DiceMode))
        self.dice_box.picked.connect(self._set_dice)
        self.folder_button = button(_("&Open folder"), lambda: open_folder(services))
        self.backup_button = button(
            _("Back &up everything…"), lambda: back_up_everything(services, self)
        )
        self.data_button = button(_("Your &data…"), services.to(DataRoute()))

    def _make_usual_choices(self) -> Choices:
        """Return what is chosen most often: theme, size and dice."""
        choices = Choices(self.services.theme)
        choices.add(
            _("Theme"),
            _(
                "Dark for evenings, light for daylight, high contrast where things are hard to "
                "see; or whatever the system has."
            ),
            self.theme_box,
        )
        choices.add(
            _("Size of text and pictures"),
            _("Everything scales with it. Ctrl with + or − does the same on any page."),
            self.size_box,
        )
        choices.add(
            _("Dice in this campaign"),
            _("Any single roll can still be answered another way."),
            self.dice_box,
        )
        return choices

    def _make_fold(self) -> Fold:
        """Return what is chosen rarely, folded away: language, motion and the data."""
        choices = Choices(self.services.theme)
        title = _("Motion, and where your campaigns are")
        if self.language.is_offered:
            title = _("Language, motion, and where your campaigns are")
            choices.add(
                _("Language"),
                _("Takes effect when the program next starts."),
                self.language,
                self.restart_button,
            )
        choices.add(
            _("Motion"),
            _(
                "Dice tumble and tokens slide, unless the system asks for less motion. You never "
                "have to wait for them."
            ),
            self.motion_box,
        )
        self._add_data_choices(choices)
        store_name = selectable_label(self.services.workspace.store.name)
        return Fold(self.services.theme, "settings", title, panel(choices, store_name))

    def _add_data_choices(self, choices: Choices) -> None:
        if self.services.workspace.store.shared:
            choices.add(
                _("Your data"),
                _("A league on a server: who backs it up, and how to save its campaigns to files."),
                self.data_button,
            )
            return
        choices.add(
            _("Folder"), _("All campaigns are in this file, saved as you go."), self.folder_button
        )
        choices.add(
            _("Backup"), _("A copy of the file, to keep wherever you like."), self.backup_button
        )
        choices.add(
            _("Your data"),
            _("Automatic backups, restoring from one, and checking the file."),
            self.data_button,
        )

    def _offer_restart(self) -> None:
        """Offer a restart if the chosen language isn't the current one."""
        is_current = system_language.wanted() == spoken_code()
        needs_restart = self.language.is_offered and not is_current
        self.restart_button.setVisible(needs_restart)
        if needs_restart:
            self.fold.show_open(True)

    def _restart_program(self) -> None:
        """Close the window; the program then starts again."""
        self.services.must_restart = True
        self.window().close()

    def refresh(self) -> None:
        self._show_theme()
        self.language.refresh()
        self._offer_restart()
        enable_or_explain(self.dice_box, bool(self.campaign_id), _("Open a campaign first"))
        if self.campaign_id:
            view = self.services.ask(self.services.workspace.campaign, self.campaign_id)
            if view is not None:
                set_control(self.dice_box, view.campaign.dice)

    def _show_theme(self) -> None:
        theme = self.services.theme
        set_control(self.theme_box, theme.choice)
        set_control(self.size_box, 0 if theme.automatic else theme.percent)
        self.motion_box.setChecked(theme.motion)

    def _set_zoom(self, percent: int) -> None:
        """Set the zoom; 0 makes it follow the size of the window."""
        theme = self.services.theme
        follows_window = percent == 0
        if not follows_window:
            theme.zoom_to(percent)
            return
        window = self.window()
        theme.zoom_to(suited_zoom(window.width(), window.height()))
        theme.automatic = True  # zooming to a size has ended it
        self.refresh()

    def _set_dice(self, mode: DiceMode) -> None:
        self.services.do(partial(self.services.campaigns.set_dice, self.campaign_id, mode))
