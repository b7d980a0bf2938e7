"""How the program looks and behaves on this computer."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QShowEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout

from lastdays.language import _
from lastdays.model.campaign import DiceMode
from lastdays.ui.navigation import BackRoute
from lastdays.ui.services import Services
from lastdays.ui.theme import SCALES
from lastdays.ui.widgets.dialogs import backup_name
from lastdays.ui.widgets.head import Head
from lastdays.ui.widgets.page import MARGIN, Page
from lastdays.ui.widgets.parts import Flow, Picker, button, column, holder, label, panel


def _grid() -> QGridLayout:
    grid = QGridLayout()
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(16)
    return grid


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
        for key, name in (("dark", _("Dark")), ("light", _("Light"))):
            self.theme_box.addItem(name, key)
        self.theme_box.activated.connect(self._theme_chosen)
        self.size_box = Picker()
        for percent in SCALES:
            self.size_box.addItem(_("{n} %").format(n=percent), percent)
        self.size_box.activated.connect(lambda _n: theme.zoom_to(int(self.size_box.currentData())))
        self.motion_box = QCheckBox(_("Animate dice and tokens"))
        self.motion_box.toggled.connect(theme.set_motion)
        look = _grid()
        for n, (name, box) in enumerate(
            ((_("Theme"), self.theme_box), (_("Size of text and pictures"), self.size_box))
        ):
            box.setAccessibleName(name)
            look.addWidget(label(name), n, 0)
            look.addWidget(box, n, 1)
        look.addWidget(self.motion_box, 2, 1)
        look.setColumnStretch(2, 1)
        self.setLayout(
            column(
                panel(holder(look), heading=_("Look")),
                panel(holder(self._dice()), heading=_("Dice")),
                panel(
                    label(str(services.workspace.store.path), wrap=True),
                    label(
                        _(
                            "All campaigns are in this file, saved as you go. A backup is a copy "
                            "of it, to keep wherever you like."
                        ),
                        "faint",
                        wrap=True,
                    ),
                    Flow(
                        button(_("&Open folder"), self._open_folder),
                        button(_("Back &up everything…"), self._back_up),
                    ),
                    heading=_("Where your campaigns are"),
                ),
                1,
                margin=MARGIN,
                spacing=10,
            )
        )
        theme.changed.connect(self.refresh)
        self.refresh()

    def _dice(self) -> QGridLayout:
        self.dice_box = Picker()
        self.dice_box.setAccessibleName(_("Dice in this campaign"))
        for key, name in (
            ("roll", _("The program rolls")),
            ("typed", _("I roll and enter the dice")),
            ("set", _("I set the results")),
        ):
            self.dice_box.addItem(name, key)
        self.dice_box.activated.connect(self._dice_chosen)
        self.dice_label = label(_("Dice in this campaign"))
        grid = _grid()
        grid.addWidget(self.dice_label, 0, 0)
        grid.addWidget(self.dice_box, 0, 1)
        hint = label(_("Any single roll can still be answered another way."), "faint", wrap=True)
        grid.addWidget(hint, 1, 0, 1, 3)
        grid.setColumnStretch(2, 1)
        return grid

    def show_campaign(self, campaign: str) -> None:
        """Show the settings, the dice those of a campaign; '' where none is open."""
        self.campaign_id = campaign
        self.refresh()

    def refresh(self) -> None:
        """Show what is chosen now."""
        theme = self.services.theme
        self.theme_box.setCurrentIndex(self.theme_box.findData(theme.name))
        self.size_box.setCurrentIndex(self.size_box.findData(theme.percent))
        self.motion_box.setChecked(theme.motion)
        self.dice_box.setEnabled(bool(self.campaign_id))
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
            self.services.theme.toggle()

    def _dice_chosen(self, _index: int) -> None:
        mode: DiceMode = self.dice_box.currentData()
        self.services.done(lambda: self.services.campaigns.set_dice(self.campaign_id, mode))

    def _open_folder(self) -> None:
        folder = self.services.workspace.store.path.parent
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
            self.services.said.emit(
                _("The folder can't be opened from here: {folder}").format(folder=folder), "harm"
            )

    def _back_up(self) -> None:
        target = backup_name(self, "lastdays-backup.sqlite")
        if target is not None:
            self.services.back_up(target)
