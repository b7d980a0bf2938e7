"""How the program looks and behaves on this computer."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QGridLayout

from lastdays.language import _
from lastdays.ui.navigation import BackRoute
from lastdays.ui.services import Services
from lastdays.ui.theme import SCALES
from lastdays.ui.widgets.head import Head
from lastdays.ui.widgets.page import Page
from lastdays.ui.widgets.parts import Picker, button, column, holder, label, panel


class SettingsPage(Page):
    """Theme, size and motion; each takes effect at once and is remembered."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
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
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        for n, (name, box) in enumerate(
            ((_("Theme"), self.theme_box), (_("Size of text and pictures"), self.size_box))
        ):
            box.setAccessibleName(name)
            grid.addWidget(label(name), n, 0)
            grid.addWidget(box, n, 1)
        grid.addWidget(self.motion_box, 2, 1)
        grid.setColumnStretch(2, 1)
        self.setLayout(
            column(
                panel(holder(grid), heading=_("Look")),
                panel(
                    label(
                        _(
                            "How dice are answered is chosen at each roll, and kept with the "
                            "campaign: rolled by the program, typed in, or set."
                        ),
                        "faint",
                        wrap=True,
                    ),
                    heading=_("Dice"),
                ),
                panel(
                    label(str(services.workspace.store.path), wrap=True),
                    label(
                        _(
                            "Everything is stored there at once. Back it up from the campaign's "
                            "page, under Notes and records."
                        ),
                        "faint",
                        wrap=True,
                    ),
                    heading=_("Where your campaigns are"),
                ),
                1,
                margin=16,
                spacing=10,
            )
        )
        theme.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what is chosen now."""
        theme = self.services.theme
        self.theme_box.setCurrentIndex(self.theme_box.findData(theme.name))
        self.size_box.setCurrentIndex(self.size_box.findData(theme.percent))
        self.motion_box.setChecked(theme.motion)

    def _theme_chosen(self, _index: int) -> None:
        if self.theme_box.currentData() != self.services.theme.name:
            self.services.theme.toggle()
