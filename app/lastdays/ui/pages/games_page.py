"""Other games: those that are on, those that were, wins, and the beginning of a new one."""

from __future__ import annotations

from PySide6.QtWidgets import QCompleter, QGridLayout, QLineEdit, QWidget

from lastdays.campaign.changed import Changed, Everything, SessionsChanged
from lastdays.errors import LastDaysError
from lastdays.language import _, joined
from lastdays.store.log import SessionSummary
from lastdays.tabletop.declared import SetupChoice
from lastdays.tabletop.games import GAMES
from lastdays.ui.models.tables import TableRow
from lastdays.ui.navigation import BoardRoute
from lastdays.ui.services import Services
from lastdays.ui.tracker.played import PlayedList
from lastdays.ui.widgets.head import Head
from lastdays.ui.widgets.page import Page
from lastdays.ui.widgets.parts import Picker, button, clear, column, label, row


class GamesPage(Page):
    """The list on the left, a new game on the right."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        headings = (_("Game"), _("Players"), _("Begun"), _("Result"))
        self.played = PlayedList(services, headings, _("Games played"), stretch=1, wrap=True)
        self.played.opened.connect(lambda session: services.go.emit(BoardRoute(session)))
        self.wins = label("", "faint", wrap=True)
        self.game = Picker()
        self.game.setAccessibleName(_("Game"))
        for key, game in GAMES.items():
            self.game.addItem(game.name, key)
        self.game.currentIndexChanged.connect(lambda _n: self._game_chosen())
        self.players = Picker()
        self.players.setAccessibleName(_("Players"))
        self.players.currentIndexChanged.connect(lambda _n: self._players_chosen())
        self.grid = QGridLayout()
        self.names: list[QLineEdit] = []
        self.choices: dict[str, Picker] = {}
        self.choice_rows: dict[str, tuple[SetupChoice, QWidget, Picker]] = {}
        self.choice_grid = QGridLayout()
        self.problem = label("", "harm", wrap=True)
        self.begin_button = button(_("&Begin"), self.begin, "first")
        new = QWidget()
        new.setProperty("kind", "plain")
        new.setLayout(
            column(
                label(_("A new game"), "heading"),
                row(self.game, label(_("with")), self.players, 1),
                self.grid,
                self.choice_grid,
                self.problem,
                row(self.begin_button, 1),
                1,
            )
        )
        old = column(
            label(_("Played"), "heading"),
            self.played,
            self.wins,
        )
        old.setStretch(1, 1)
        body = row(new, old, spacing=20)
        body.setStretch(0, 2)
        body.setStretch(1, 3)
        self.head = Head(_("Other games"))
        outer = column(body, margin=12)
        outer.setStretch(1, 1)
        self.setLayout(outer)
        self._game_chosen()

    def show_list(self) -> None:
        """Show the games as they are now."""
        self.refresh()

    def shows(self, changed: Changed) -> bool:
        """Return whether it is a session at the table."""
        return isinstance(changed, SessionsChanged | Everything)

    def refresh(self) -> None:
        """Read the list anew."""
        sessions = self.services.ask(self.services.sessions.games_played)
        if sessions is None:
            return
        wins = self.services.sessions.wins(str(self.game.currentData()))
        self.wins.setText(
            _("Wins: {list}").format(
                list=", ".join(f"{name} {won}/{played}" for name, won, played in wins)
            )
            if wins
            else ""
        )
        gone = self.services.sessions.games_played(deleted=True)
        names = [(s.id, f"{GAMES[s.game].name}: {joined(self._sides(s))}") for s in gone]
        self.played.show_games([self._row(s) for s in sessions], names)

    @staticmethod
    def _sides(session: SessionSummary) -> list[str]:
        return [str(s) for s in session.facts.get("sides", ())]

    def _row(self, session: SessionSummary) -> TableRow:
        result = str(session.facts.get("result", "")) if session.ended else _("on the table")
        names = joined(self._sides(session))
        state = result or _("ended without a winner")
        return TableRow(session.id, (GAMES[session.game].name, names, session.at[:10], state))

    # A new game

    def _game_chosen(self) -> None:
        game = GAMES[str(self.game.currentData())]
        least, most = game.seats
        before = self.players.currentData() or 2
        self.players.blockSignals(True)
        self.players.clear()
        for n in range(least, most + 1):
            self.players.addItem(_("{n} players").format(n=n), n)
        self.players.setCurrentIndex(max(0, self.players.findData(before)))
        self.players.blockSignals(False)
        self._players_chosen()

    def _players_chosen(self) -> None:
        """Keep the names; what can be chosen depends on how many play."""
        count = int(self.players.currentData())
        game = GAMES[str(self.game.currentData())]
        known = self.services.ask(lambda: self.services.sessions.names_of(game.key)) or []
        typed_names = [n.text() for n in self.names]
        clear(self.grid)
        self.names = []
        for n in range(count):
            field = QLineEdit()
            field.setMaxLength(40)
            field.setAccessibleName(_("Player {n}").format(n=n + 1))
            given = typed_names[n] if n < len(typed_names) else ""
            given = given or (known[n] if n < len(known) else _("Player {n}").format(n=n + 1))
            field.setText(given)
            completer = QCompleter(known, field)
            field.setCompleter(completer)
            popup = completer.popup()
            if popup is not None:
                self.services.theme.dress(popup)  # a window of its own
            self.names.append(field)
            self.grid.addWidget(label(str(n + 1), "faint"), n // 2, (n % 2) * 2)
            self.grid.addWidget(field, n // 2, (n % 2) * 2 + 1)
        clear(self.choice_grid)
        self.choices, self.choice_rows = {}, {}
        for n, choice in enumerate(game.choices(count)):
            box = Picker()
            box.setAccessibleName(choice.label)
            for value, text in choice.values:
                box.addItem(text, value)
            box.setCurrentIndex(max(0, box.findData(choice.default)))
            self.choices[choice.key] = box
            said = label(choice.label, wrap=True)
            said.setBuddy(box)
            self.choice_grid.addWidget(said, n, 0)
            self.choice_grid.addWidget(box, n, 1)
            self.choice_rows[choice.key] = (choice, said, box)
            box.currentIndexChanged.connect(lambda _n: self._choice_made())
        self.choice_grid.setColumnStretch(0, 1)
        self._choice_made()
        self.problem.setText("")
        self.refresh()

    def _chosen(self) -> dict[str, str]:
        return {key: str(box.currentData()) for key, box in self.choices.items()}

    def _choice_made(self) -> None:
        """Ask only for what matters with what is chosen."""
        chosen = self._chosen()
        for choice, said, box in self.choice_rows.values():
            said.setVisible(choice.asked(chosen))
            box.setVisible(choice.asked(chosen))

    def begin(self) -> None:
        """Begin the game, and go to the table."""
        names = tuple(field.text() for field in self.names)
        chosen = self._chosen()
        kind = str(self.game.currentData())
        try:
            session = self.services.sessions.begin_game(kind, names, chosen)
        except LastDaysError as error:
            self.problem.setText(str(error))
            return
        self.problem.setText("")
        self.services.wrote.emit()
        self.services.go.emit(BoardRoute(session))
