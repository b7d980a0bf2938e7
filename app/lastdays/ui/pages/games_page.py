"""Other games: those played, wins, and setting up a new one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtWidgets import QApplication, QLineEdit, QSizePolicy, QWidget

from lastdays.campaign.changed import EVERYTHING
from lastdays.desktop import paths
from lastdays.language import _, dotted, joined, ngettext, titled, told_apart
from lastdays.rulebook.packs import EXAMPLE_GAME, copy_example
from lastdays.store.log import SessionSummary
from lastdays.tabletop.declared import DeclaredGame, who_plays
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
    Flow,
    Fold,
    Picker,
    Turning,
    allow,
    button,
    clear,
    column,
    grid,
    holder,
    label,
    panel,
    row,
    sentence,
    show_text,
)
from lastdays.ui.widgets.tabs import Tiles

#: So many players' names stand in two columns, more in three.
FEW = 6
#: The key of the example game among the games.
EXAMPLE_KEY = f"{EXAMPLE_GAME}/{EXAMPLE_GAME}"
#: The most letters of a game's title on its tile.
TITLE_MOST = 26


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
        self._offer_games()
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
        #: What random games showed to be wrong with the chosen game.
        self.wrong = sentence("", "warn")
        self.example_button = button(_("Add the example game"), self._add_example)
        self.own_fold = Fold(
            services.theme,
            "games/own",
            _("A game of your own"),
            sentence(
                _(
                    "A content pack can bring a whole small game, written as data. Put it in the "
                    "packs folder, then choose Reload packs."
                )
            ),
            holder(Flow(button(_("Reload packs"), self._look_again), self.example_button)),
            waits=True,  # the page has the room of one
        )
        #: What was chosen for the last game of this kind.
        self.last: dict[str, str] = {}
        new = self.new = panel(
            self.game,
            row(label(_("Players")), (self.players, 1), spacing=12),
            self.grid,
            self.choice_grid,
            row(self.begin_button, self.dice, 1),
            self.wrong,
            self.setup_fold,
            self.own_fold,
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

    @property
    def kinds(self) -> Mapping[str, DeclaredGame]:
        """Return the games that can be played, by key."""
        return self.services.sessions.kinds

    def _offer_games(self) -> None:
        """Offer the games there are, keeping the one that is chosen."""
        tiles = [
            (told_apart(game.name, TITLE_MOST), key, game.drawing)
            for key, game in self.kinds.items()
        ]
        self.game.offer(tiles, self.game.data)

    def read(self) -> None:
        self.example_button.setVisible(EXAMPLE_KEY not in self.kinds)
        if list(self.game.tiles) != list(self.kinds):
            self._offer_games()
            self._game_chosen()
            return  # which reads again
        sessions = self.services.sessions
        wins = sessions.wins(self.game.data)
        won = ", ".join(f"{name} {won}/{played}" for name, won, played in wins)
        show_text(self.wins, _("Wins: {list}", list=won) if won else "")
        gone = sessions.games_played(deleted=True)
        names = [(s.id, titled(sessions.title(s), joined(self._sides(s)))) for s in gone]
        rows = [self._row(s) for s in sessions.games_played()]
        self.played.show_games(rows, names)
        self.played.setVisible(bool(rows or names))
        self.old.setVisible(bool(rows or names or wins))
        self._chosen_row(self.played.table.current_key())

    # Games of packs

    def _add_example(self) -> None:
        target = paths.content_packs() / EXAMPLE_GAME
        if self.services.do(partial(copy_example, target, EXAMPLE_GAME)).succeeded:
            self._look_again(_("Added the example game to {path}.", path=target))

    def _look_again(self, said: str = "") -> None:
        """Read the folders of packs again."""
        if self.services.do(self.services.house_rules.reread, said).succeeded:
            self.services.changed.emit(EVERYTHING)

    def _try_out(self) -> None:
        """Have a pack's game played at random in the background, and say what is wrong with it."""
        sessions = self.services.sessions
        kind = str(self.game.data)
        if sessions.tried(kind) is None:
            try_out = partial(sessions.try_out, kind)
            self.services.work(try_out, lambda _done: self._show_trial(), receiver=self)
        self._show_trial()

    def _show_trial(self) -> None:
        """Say why the chosen game can't be played to its end."""
        faults = self.services.sessions.tried(self.game.data) or ()
        why = " ".join(faults)
        show_text(self.wrong, _("{why} Tell its author.", why=why) if why else "")
        allow(self.begin_button, not faults, why)

    @staticmethod
    def _sides(session: SessionSummary) -> list[str]:
        return [str(s) for s in session.facts.get("sides", ())]

    def _row(self, session: SessionSummary) -> Row:
        result = str(session.facts.get("result", "")) or _("ended without a winner")
        sides = self._sides(session)
        number = ngettext("{n} player", "{n} players", len(sides))
        facts = session.facts
        turns = int(facts.get("turns", 0))
        minutes = int(facts.get("minutes", 0))
        told = [
            str(facts.get("scenario", "")),
            ngettext("{n} turn", "{n} turns", turns) if turns else "",
            ngettext("{n} minute", "{n} minutes", minutes) if minutes else "",
        ]
        return game_row(
            session.id,
            self.services.sessions.drawing(session),
            self.services.sessions.title(session),
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
        game = self.kinds[self.game.data]
        least, most = game.seats
        last, self.last = self.services.ask(self.services.sessions.chosen_last, game.key) or (0, {})
        before = last or self.players.data or 2
        self.players.offer(((str(n), n, "") for n in range(least, most + 1)), before)
        self._players_chosen()
        self._try_out()

    def _players_chosen(self) -> None:
        """Ask for as many names as players, and for the choices of the game."""
        count: int = self.players.data
        game = self.kinds[self.game.data]
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
        self.choices = {}
        self.choice_labels = []
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
        chosen = self._chosen()
        game = self.kinds[self.game.data]
        for n, choice in enumerate(game.choices(len(self.names))):
            for part in (self.choice_labels[n], self.choices[choice.key]):
                part.setVisible(choice.asked(chosen))
        self._show_setup()

    def _show_setup(self) -> None:
        """Show the set-up checklist, if the game can begin like this."""
        game = self.kinds[self.game.data]
        chosen = self._chosen()
        names = self._names()
        begins = not game.problems(names, chosen)
        lines = game.checklist(game.begin(names, chosen)) if begins else []
        self.setup.setText("\n".join(MARK + line for line in lines))
        self.setup_fold.setVisible(begins)

    def begin(self) -> None:
        names = self._names()
        begin = self.services.sessions.begin_game
        session = self.services.do(
            partial(begin, self.game.data, names, self._chosen(), self.dice.mode)
        ).result
        if session is not None:
            self.services.go(BoardRoute(session))
