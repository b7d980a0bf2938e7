"""Other games: those played, wins, and setting up a new one."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QApplication, QLineEdit, QSizePolicy, QWidget

from lastdays.language import _, dotted, joined, ngettext, titled
from lastdays.rulebook.pictograms import game as game_drawing
from lastdays.store.log import SessionSummary
from lastdays.tabletop.declared import who_plays
from lastdays.tabletop.games import GAMES
from lastdays.ui.forms.form import DiceChoice, suggest
from lastdays.ui.models.rows import Row, local_day
from lastdays.ui.navigation import BoardRoute
from lastdays.ui.page import Head, Page
from lastdays.ui.pages.deleting import delete_session
from lastdays.ui.services import Services
from lastdays.ui.theme import restyle
from lastdays.ui.tracker.form import MARK, TextLines
from lastdays.ui.tracker.session_list import SessionList, game_row
from lastdays.ui.widgets.parts import (
    Fold,
    Picker,
    Turning,
    button,
    clear,
    column,
    grid,
    label,
    panel,
    row,
    sentence,
    show_text,
)
from lastdays.ui.widgets.tabs import Tiles

#: So many players' names stand in two columns, more in three.
FEW = 6


class GamesPage(Page):
    """Games played on the left, a new one on the right."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.played = SessionList(services, _("Games played"))
        self.played.opened.connect(lambda session: services.go(BoardRoute(session)))
        self.played.delete_wanted.connect(partial(delete_session, self.played))
        self.played.table.chosen.connect(self._chosen_row)
        self.wins = sentence()
        self.wins.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.game = Tiles(services.theme, _("Game"), across=2)
        self.game.offer((game.name, key, game_drawing(key)) for key, game in GAMES.items())
        self.game.changed.connect(self._game_chosen)
        self.players = Tiles(services.theme, _("Players"))
        self.players.changed.connect(self._players_chosen)
        self.grid = grid(8, 8)
        self.names: list[QLineEdit] = []
        self.choices: dict[str, Picker] = {}
        self.choice_labels: list[QWidget] = []
        self.choice_grid = grid(4, 4)
        self.dice = DiceChoice()
        self.begin_button = button(_("&Begin"), self.begin, "first")
        self.setup = TextLines()
        self.setup_fold = Fold(services.theme, "games/setup", _("How to set it up"), self.setup)
        #: What was chosen for the last game of this kind.
        self.last: dict[str, str] = {}
        new = self.new = panel(
            self.game,
            row(label(_("Players")), (self.players, 1), spacing=12),
            self.grid,
            self.choice_grid,
            row(self.begin_button, self.dice, 1),
            self.setup_fold,
            1,
            heading=_("New game"),
        )
        lay = new.layout()
        if lay is not None:
            lay.setSpacing(12)
        #: There once one was begun.
        self.old = panel(column((self.played, 100), self.wins, 1), heading=_("Games played"))
        #: Whether a new game is being set up: the keyboard is there.
        self._sets_up = False
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_moved)
        self.head = Head(_("Other games"))
        self.lay((Turning(services.theme, (self.old, 1), (new, 1), spacing=12), 1), wide=1500)
        services.theme.fit(self._fit)
        self._game_chosen()

    def _fit(self) -> None:
        self.services.theme.enlarge(self.new, self.services.theme.ample)

    def take_focus(self) -> None:
        if self.played.isHidden():
            self.game.take_focus()
        else:
            self.played.table.setFocus()

    def read(self) -> None:
        sessions = self.services.sessions
        wins = sessions.wins(self.game.data)
        won = ", ".join(f"{name} {won}/{played}" for name, won, played in wins)
        show_text(self.wins, _("Wins: {list}", list=won) if won else "")
        gone = sessions.games_played(deleted=True)
        names = [(s.id, titled(GAMES[s.game].name, joined(self._sides(s)))) for s in gone]
        rows = [self._row(s) for s in sessions.games_played()]
        self.played.show_games(rows, names)
        self.played.setVisible(bool(rows or names))
        self.old.setVisible(bool(rows or names or wins))
        self._chosen_row(self.played.table.current_key())

    @staticmethod
    def _sides(session: SessionSummary) -> list[str]:
        return [str(s) for s in session.facts.get("sides", ())]

    def _row(self, session: SessionSummary) -> Row:
        result = str(session.facts.get("result", "")) or _("ended without a winner")
        sides = self._sides(session)
        number = ngettext("{n} player", "{n} players", len(sides))
        facts = session.facts
        turns, minutes = int(facts.get("turns", 0)), int(facts.get("minutes", 0))
        told = [
            str(facts.get("scenario", "")),
            ngettext("{n} turn", "{n} turns", turns) if turns else "",
            ngettext("{n} minute", "{n} minutes", minutes) if minutes else "",
        ]
        return game_row(
            session.id,
            game_drawing(session.game),
            GAMES[session.game].name,
            joined(sides),
            dotted(local_day(session.at), number, *told),
            result if session.ended else "",
        )

    def _chosen_row(self, key: str) -> None:
        """Highlight one button: continue an unfinished game, unless a new one is being set up; else
        begin a new one."""
        on = self.played.is_on(key) and not self._sets_up
        restyle(self.played.open_button, kind="first" if on else "")
        restyle(self.begin_button, kind="" if on else "first")

    def _focus_moved(self, _old: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self.isAncestorOf(now):
            self._sets_up = self.new.isAncestorOf(now)
            self._chosen_row(self.played.table.current_key())

    # A new game

    def _game_chosen(self) -> None:
        game = GAMES[self.game.data]
        least, most = game.seats
        last, self.last = self.services.ask(self.services.sessions.chosen_last, game.key) or (0, {})
        before = last or self.players.data or 2
        self.players.offer(((str(n), n, "") for n in range(least, most + 1)), before)
        self._players_chosen()

    def _players_chosen(self) -> None:
        """Ask for as many names as players, and for the choices of the game."""
        count: int = self.players.data
        game = GAMES[self.game.data]
        known = self.services.ask(self.services.sessions.names_of, game.key) or []
        typed_names = self._names()
        clear(self.grid)
        self.names = []
        for n in range(count):
            field = QLineEdit()
            field.setMaxLength(40)
            field.setProperty("kind", "name")  # eight of them have to fit
            nobody = _("Player {n}", n=n + 1)
            field.setAccessibleName(nobody)
            given = typed_names[n] if n < len(typed_names) else ""
            if given in ("", nobody):
                given = known[n] if n < len(known) else nobody
            field.setText(given)
            suggest(field, known, self.services.theme)
            field.textChanged.connect(self._name_players)
            self.names.append(field)
            across = 2 if count <= FEW else 3
            self.grid.addWidget(label(str(n + 1), "faint"), n // across, (n % across) * 2)
            self.grid.addWidget(field, n // across, (n % across) * 2 + 1)
        clear(self.choice_grid)
        self.choices, self.choice_labels = {}, []
        for n, choice in enumerate(game.choices(count)):
            box = Picker(((text, value) for value, text in choice.values), choice.label)
            last = box.findData(self.last.get(choice.key, choice.default))
            box.setCurrentIndex(max(0, last if last >= 0 else box.findData(choice.default)))
            self.choices[choice.key] = box
            said = sentence(choice.label, "")
            said.setBuddy(box)
            self.choice_labels.append(said)
            self.choice_grid.addWidget(said, n, 0)
            self.choice_grid.addWidget(box, n, 1)
            box.currentIndexChanged.connect(self._choice_made)
        self.choice_grid.setColumnStretch(0, 1)
        self._name_players()
        self._choice_made()
        self.refresh()

    def _name_players(self) -> None:
        """Show the players' names in the choices."""
        for box in self.choices.values():
            for n in range(box.count()):
                who = who_plays(str(box.itemData(n)), self._names())
                if who:
                    box.setItemText(n, who)
        self._show_setup()

    def _names(self) -> tuple[str, ...]:
        return tuple(field.text() for field in self.names)

    def _chosen(self) -> dict[str, str]:
        return {key: str(box.currentData()) for key, box in self.choices.items()}

    def _choice_made(self) -> None:
        """Show only the choices that apply."""
        chosen, game = self._chosen(), GAMES[self.game.data]
        for n, choice in enumerate(game.choices(len(self.names))):
            for part in (self.choice_labels[n], self.choices[choice.key]):
                part.setVisible(choice.asked(chosen))
        self._show_setup()

    def _show_setup(self) -> None:
        """Show the set-up checklist, if the game can begin like this."""
        game, chosen, names = GAMES[self.game.data], self._chosen(), self._names()
        begins = not game.problems(names, chosen)
        lines = game.checklist(game.begin(names, chosen)) if begins else []
        self.setup.setText("\n".join(MARK + line for line in lines))
        self.setup_fold.setVisible(begins)

    def begin(self) -> None:
        names, begin = self._names(), self.services.sessions.begin_game
        session = self.services.do(begin, self.game.data, names, self._chosen(), self.dice.mode)
        if session is not None:
            self.services.go(BoardRoute(session))
