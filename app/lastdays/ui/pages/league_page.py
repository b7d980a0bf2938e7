"""Opening a league: its address, name and password, and a test of the connection."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit

from lastdays.desktop import paths
from lastdays.desktop.league_address import LeagueAddress, StorePlace, league_at, password_file
from lastdays.errors import LastDaysError, StoreError
from lastdays.language import _
from lastdays.ui.forms.form import Choices, text_field
from lastdays.ui.navigation import GuideRoute, LeagueRoute, Route
from lastdays.ui.page import Head, Page, back_button
from lastdays.ui.services import Services
from lastdays.ui.theme import set_style_properties
from lastdays.ui.widgets.parts import Flow, Picker, button, column, panel, sentence, wrap_layout

#: What is remembered of the league that was opened last: never its password.
_LAST = "league/address"
_LAST_MODE = "league/encrypted"


class OpenLeaguePage(Page):
    """A form to connect to a league."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.head = Head(_("Open a league"), back_button(services, kind=""))
        self.address = text_field(_("Address"), "club.example/league")
        self.user = text_field(_("Name"))
        self.password = text_field(_("Password"))
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.mode = Picker(
            (
                (_("Encrypted if the server supports it"), ""),
                (_("Only encrypted"), "require"),
                (_("Only encrypted, server verified"), "verify-full"),
            )
        )
        self.test_button = button(_("&Test the connection"), self._try_connection)
        self.open_button = button(
            _("&Open the league"), lambda: self._try_connection(opening=True), "first"
        )
        self.own_button = button(
            _("Open &your own campaigns"), lambda: self._leave_for(paths.default_store())
        )
        self.own_button.setVisible(services.workspace.store.shared)
        guide_button = button(_("How to &set up a league"), services.to(GuideRoute("league")))
        self.said = sentence("", "")
        self.said.setMinimumHeight(services.theme.pixels(52))
        asked = Choices(services.theme)
        says = _("The computer and the database on it. Whoever runs the server tells you both.")
        asked.add(_("Address"), says, self.address)
        asked.add(_("Name"), _("The name the server knows you by."), self.user)
        says = _("Never stored. Left empty, it is looked up in {file}.", file=password_file())
        asked.add(_("Password"), says, self.password)
        says = _("Over the internet, have the server verified.")
        asked.add(_("Connection"), says, self.mode)
        says = _(
            "A league is a club's campaigns on a PostgreSQL server. Several windows can "
            "have it open at once, at the table and at home, and each sees what the others "
            "store. Your own campaigns stay in their file on this computer."
        )
        ways = Flow(self.open_button, self.test_button, self.own_button, guide_button)
        inside = panel(sentence(says), asked, self.said, ways)
        self.lay(wrap_layout(column(inside, 1)), wide=760, single=True)

    def show_route(self, route: LeagueRoute, campaign: str) -> Route | None:
        """Fill in the latest league, unless something is typed."""
        settings = self.services.safekeeping.settings
        if not self.address.text():
            self.address.setText(str(settings.value(_LAST, "")))
            self.mode.setCurrentIndex(
                max(0, self.mode.findData(str(settings.value(_LAST_MODE, ""))))
            )
        return route

    def take_focus(self) -> None:
        (self.password if self.address.text() else self.address).setFocus()

    def _try_connection(self, *, opening: bool = False) -> None:
        """Test the connection and say what is there; with `opening`, open the league."""
        user = self.user.text()
        password = self.password.text()
        mode = self.mode.currentData()
        try:
            league = league_at(
                self.address.text(), user=user.strip(), password=password, sslmode=mode
            )
        except StoreError as error:
            self._show_error(error)
            return

        def describe_league() -> str:
            # late: only a league needs the driver
            from lastdays.store.league import look_at

            return look_at(league)

        def show_what_is_there(said: str) -> None:
            self._show_result(said, "well")
            if opening:
                self._remember_league(league)
                self._leave_for(league)

        self._show_result(_("Connecting…"), "")
        self._disable_buttons(True)
        self.services.work(describe_league, show_what_is_there, self._show_error, receiver=self)

    def _show_error(self, error: LastDaysError) -> None:
        self._show_result(str(error), "harm")

    def _show_result(self, text: str, kind: str) -> None:
        self._disable_buttons(False)
        set_style_properties(self.said, kind=kind)
        self.said.setText(text)

    def _disable_buttons(self, on: bool) -> None:
        """Disable the buttons while connecting."""
        self.open_button.setDisabled(on)
        self.test_button.setDisabled(on)

    def _remember_league(self, league: LeagueAddress) -> None:
        settings = self.services.safekeeping.settings
        settings.setValue(_LAST, str(league))
        settings.setValue(_LAST_MODE, league.settings.get("sslmode", ""))

    def _leave_for(self, place: StorePlace) -> None:
        """Close the window; the program then opens another store."""
        self.services.next_store = place
        self.window().close()
