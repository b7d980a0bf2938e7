"""Other games: those played, wins, and setting up a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtWidgets import QApplication, QLineEdit, QSizePolicy, QWidget

from lastdays.campaign.changed import EVERYTHING
from lastdays.campaign.dates import day_in_figures
from lastdays.campaign.table_sessions import day_of_session
from lastdays.desktop import paths
from lastdays.language import _, cut_in_middle, dotted, joined, ngettext, titled
from lastdays.rulebook.packs import EXAMPLE_GAME, copy_example
from lastdays.store.log import SessionSummary
from lastdays.tabletop.declared import DeclaredGame, SetupChoice, who_plays
from lastdays.ui.forms.form import DiceChoice, complete_from_names
from lastdays.ui.models.rows import Row
from lastdays.ui.navigation import BoardRoute
from lastdays.ui.page import Head, Page
from lastdays.ui.pages.deleting import delete_session
from lastdays.ui.services import Services
from lastdays.ui.theme import set_style_properties
from lastdays.ui.tracker.form import MARK, TextLines
from lastdays.ui.tracker.session_list import SessionList, game_row
from lastdays.ui.widgets.parts import (
    Flow,
    Fold,
    Picker,
    RowOrColumn,
    button,
    clear_layout,
    column,
    enable_or_explain,
    grid,
    label,
    panel,
    row,
    sentence,
    show_text,
    wrap_layout,
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
        #: What was chosen for the last game of this kind.
        self.last: dict[str, str] = {}
        #: Whether a new game is being set up: the keyboard is there.
        self._sets_up = False
        #: Whether Begin was pressed while random games still try the game out.
        self._begins_once_tried = False
        self.head = Head(_("Other games"))
        #: There once one was begun.
        self.old = self._make_played()
        self.new = self._make_new()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_moved)
        body = RowOrColumn(services.theme, (self.old, 1), (self.new, 1), spacing=12)
        self.lay((body, 1), wide=1500)
        services.theme.call_now_and_on_any_change(self._enlarge_tiles)
        self._game_chosen()

    def _make_played(self) -> QWidget:
        """Make the list of games played, and the wins."""
        self.played = SessionList(self.services, _("Games played"))
        self.played.opened.connect(self._open)
        self.played.delete_wanted.connect(partial(delete_session, self.played))
        self.played.table.row_chosen.connect(self._chosen_row)
        self.wins = sentence()
        self.wins.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        return panel(column((self.played, 100), self.wins, 1), heading=_("Games played"))

    def _open(self, session: str) -> None:
        self.services.go(BoardRoute(session))

    def _make_new(self) -> QWidget:
        """Make what sets up a new game: its kind, its players, their choices."""
        theme = self.services.theme
        self.game = Tiles(theme, _("Game"), across=2)
        self._offer_games()
        self.game.changed.connect(self._game_chosen)
        self.players = Tiles(theme, _("Players"))
        self.players.changed.connect(self._players_chosen)
        self.grid = grid(8, 8)
        self.names: list[QLineEdit] = []
        self.choices: dict[str, Picker] = {}
        self.choice_labels: list[QWidget] = []
        self.choice_grid = grid(4, 4)
        self.dice = DiceChoice()
        self.begin_button = button(_("&Begin"), self.begin_once_tried, "first")
        #: What random games have shown of the chosen game: it ends, or what is wrong with it.
        self.trial = sentence("", "faint")
        self.wrong = sentence("", "warn")
        self.setup = TextLines()
        self.setup_fold = Fold(theme, "games/setup", _("How to set it up"), self.setup)
        self.own_fold = self._make_own()
        new = panel(
            self.game,
            row(label(_("Players")), (self.players, 1), spacing=12),
            self.grid,
            self.choice_grid,
            row(self.begin_button, self.dice, 1),
            self.trial,
            self.wrong,
            self.setup_fold,
            self.own_fold,
            1,
            heading=_("New game"),
        )
        layout = new.layout()
        if layout is not None:
            layout.setSpacing(12)
        return new

    def _make_own(self) -> Fold:
        """Make the fold on games that packs bring."""
        explanation = _(
            "A content pack can bring a whole small game, written as data. Put it in the "
            "packs folder, then choose Reload packs."
        )
        reload_button = button(_("Reload packs"), self._look_again)
        self.example_button = button(_("Add the example game"), self._add_example)
        return Fold(
            self.services.theme,
            "games/own",
            _("A game of your own"),
            sentence(explanation),
            wrap_layout(Flow(reload_button, self.example_button)),
            waits=True,  # the page has the room of one
        )

    def _enlarge_tiles(self) -> None:
        self.services.theme.enlarge(self.new, self.services.theme.ample_factor)

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
        choices = []
        for key, game in self.kinds.items():
            choices.append((cut_in_middle(game.name, TITLE_MOST), key, game.drawing))
        self.game.offer(choices, self.game.data)

    def read(self) -> None:
        self.example_button.setVisible(EXAMPLE_KEY not in self.kinds)
        if list(self.game.tiles) != list(self.kinds):
            self._offer_games()
            self._game_chosen()
            return  # which reads again
        sessions = self.services.sessions
        wins = sessions.wins(self.game.data)
        self._show_wins(wins)
        rows = [self._row_of_session(session) for session in sessions.games_played()]
        deleted_names = []
        for session in sessions.games_played(deleted=True):
            name = titled(sessions.title(session), joined(self._sides_of_session(session)))
            deleted_names.append((session.id, name))
        self.played.show_games(rows, deleted_names)
        self.played.setVisible(bool(rows or deleted_names))
        self.old.setVisible(bool(rows or deleted_names or wins))
        self._chosen_row(self.played.table.current_key())

    def _show_wins(self, wins: Sequence[tuple[str, int, int]]) -> None:
        """Say how many of their games each player won."""
        if not wins:
            show_text(self.wins, "")
            return
        figures = ", ".join(f"{name} {won}/{played}" for name, won, played in wins)
        show_text(self.wins, _("Wins: {list}", list=figures))

    # Games of packs

    def _add_example(self) -> None:
        target = paths.content_packs() / EXAMPLE_GAME
        if self.services.do(partial(copy_example, target, EXAMPLE_GAME)).succeeded:
            self._look_again(_("Added the example game to {path}.", path=target))

    def _look_again(self, message: str = "") -> None:
        """Read the folders of packs again."""
        if self.services.do(self.services.house_rules.reread, message).succeeded:
            self.services.changed.emit(EVERYTHING)

    def _try_out(self) -> None:
        """Have a pack's game played at random in the background, and say what is wrong with it."""
        sessions = self.services.sessions
        kind = str(self.game.data)
        if sessions.tried(kind) is None:
            try_out = partial(sessions.try_out, kind)
            self.services.work(try_out, self._finish_trial, receiver=self)
        self._show_trial()

    def _finish_trial(self, _result: object) -> None:
        """Say what the trial has shown, and begin the game if Begin was pressed meanwhile."""
        outcome = self.services.sessions.tried(self.game.data)
        if outcome is None:  # its pack has changed, or another game was chosen
            self._try_out()
            return
        begins = self._begins_once_tried and self.isVisible() and not outcome.faults
        self._begins_once_tried = False
        self._show_trial()
        if begins:
            self._begin_game()

    def _show_trial(self) -> None:
        """Say that the chosen game is being tried out or that it can be played to its end, or why it
        can't."""
        outcome = self.services.sessions.tried(self.game.data)
        if outcome is None:
            trial = _("Random games are played to see whether this game comes to an end.")
            if self._begins_once_tried:
                trial = _("It begins once random games have shown that it comes to an end.")
            self._say_trial(trial, "")
            return
        trial = ""
        if outcome.games and not outcome.faults:
            trial = _("{n} of {all} random games ended.", n=outcome.ended, all=outcome.games)
        self._say_trial(trial, " ".join(outcome.faults))

    def _say_trial(self, trial: str, why_not: str) -> None:
        show_text(self.trial, trial)
        show_text(self.wrong, _("{why} Tell its author.", why=why_not) if why_not else "")
        enable_or_explain(self.begin_button, not why_not, why_not)

    @staticmethod
    def _sides_of_session(session: SessionSummary) -> list[str]:
        return [str(side) for side in session.facts.get("sides", ())]

    def _row_of_session(self, session: SessionSummary) -> Row:
        facts = session.facts
        sides = self._sides_of_session(session)
        turns = int(facts.get("turns", 0))
        minutes = int(facts.get("minutes", 0))
        details = [
            day_in_figures(day_of_session(session)),
            ngettext("{n} player", "{n} players", len(sides)),
            str(facts.get("scenario", "")),
        ]
        if turns:
            details.append(ngettext("{n} turn", "{n} turns", turns))
        if minutes:
            details.append(ngettext("{n} minute", "{n} minutes", minutes))
        result = ""
        if session.ended:
            result = str(facts.get("result", "")) or _("ended without a winner")
        return game_row(
            session.id,
            self.services.sessions.drawing(session),
            self.services.sessions.title(session),
            joined(sides),
            dotted(*details),
            result,
        )

    def _chosen_row(self, key: str) -> None:
        """Highlight one button: continue an unfinished game, unless a new one is being set up; else
        begin a new one."""
        can_continue = self.played.is_on(key) and not self._sets_up
        if can_continue:
            set_style_properties(self.played.open_button, kind="first")
            set_style_properties(self.begin_button, kind="")
        else:
            set_style_properties(self.played.open_button, kind="")
            set_style_properties(self.begin_button, kind="first")

    def _focus_moved(self, _old: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self.isAncestorOf(now):
            self._sets_up = self.new.isAncestorOf(now)
            self._chosen_row(self.played.table.current_key())

    # A new game

    def _game_chosen(self) -> None:
        game = self.kinds[self.game.data]
        least, most = game.seats
        last_players = 0
        self.last = {}
        last_game = self.services.ask(self.services.sessions.chosen_last, game.key)
        if last_game is not None:
            last_players, self.last = last_game
        players = last_players or self.players.data or 2
        self.players.offer([(str(n), n, "") for n in range(least, most + 1)], players)
        self._begins_once_tried = False
        self._players_chosen()
        self._try_out()

    def _players_chosen(self) -> None:
        """Ask for as many names as players, and for the choices of the game."""
        game = self.kinds[self.game.data]
        self._ask_names(game)
        self._ask_choices(game)
        self._name_players()
        self._choice_made()
        self.refresh()

    def _ask_names(self, game: DeclaredGame) -> None:
        """Make a field for each player's name; what was typed stays, else who played last is there."""
        count: int = self.players.data
        known = self.services.ask(self.services.sessions.names_of, game.key) or []
        typed_names = self._player_names()
        columns = 2 if count <= FEW else 3
        clear_layout(self.grid)
        self.names = []
        for number in range(count):
            nobody = _("Player {n}", n=number + 1)
            name = typed_names[number] if number < len(typed_names) else ""
            if name in ("", nobody):
                name = known[number] if number < len(known) else nobody
            field = self._name_field(nobody, name)
            complete_from_names(field, known, self.services.theme)
            field.textChanged.connect(self._name_players)
            self.names.append(field)
            line, place = divmod(number, columns)
            self.grid.addWidget(label(str(number + 1), "faint"), line, 2 * place)
            self.grid.addWidget(field, line, 2 * place + 1)

    def _name_field(self, spoken: str, name: str) -> QLineEdit:
        field = QLineEdit()
        field.setMaxLength(40)
        field.setProperty("kind", "name")  # eight of them have to fit
        field.setAccessibleName(spoken)
        field.setText(name)
        return field

    def _ask_choices(self, game: DeclaredGame) -> None:
        """Make a picker for each choice of the game, set as for the last one."""
        clear_layout(self.choice_grid)
        self.choices = {}
        self.choice_labels = []
        for line, choice in enumerate(game.choices(len(self.names))):
            picker = Picker([(text, value) for value, text in choice.values], choice.label)
            picker.setCurrentIndex(self._usual_number(choice, picker))
            picker.currentIndexChanged.connect(self._choice_made)
            self.choices[choice.key] = picker
            caption = sentence(choice.label, "")
            caption.setBuddy(picker)
            self.choice_labels.append(caption)
            self.choice_grid.addWidget(caption, line, 0)
            self.choice_grid.addWidget(picker, line, 1)
        self.choice_grid.setColumnStretch(0, 1)

    def _usual_number(self, choice: SetupChoice, picker: Picker) -> int:
        """Return the number of the value that was chosen last, else of the default."""
        number = picker.findData(self.last.get(choice.key, choice.default))
        if number < 0:
            number = picker.findData(choice.default)
        return max(0, number)

    def _name_players(self) -> None:
        """Show the players' names in the choices."""
        names = self._player_names()
        for picker in self.choices.values():
            for number in range(picker.count()):
                who = who_plays(str(picker.itemData(number)), names)
                if who:
                    picker.setItemText(number, who)
        self._show_setup()

    def _player_names(self) -> tuple[str, ...]:
        return tuple(field.text() for field in self.names)

    def _chosen_set_up(self) -> dict[str, str]:
        return {key: str(picker.currentData()) for key, picker in self.choices.items()}

    def _choice_made(self) -> None:
        """Show only the choices that apply."""
        chosen = self._chosen_set_up()
        game = self.kinds[self.game.data]
        choices = game.choices(len(self.names))
        for choice, caption in zip(choices, self.choice_labels, strict=True):
            is_asked = choice.is_offered(chosen)
            caption.setVisible(is_asked)
            self.choices[choice.key].setVisible(is_asked)
        self._show_setup()

    def _show_setup(self) -> None:
        """Show the set-up checklist, if the game can begin like this."""
        game = self.kinds[self.game.data]
        chosen = self._chosen_set_up()
        names = self._player_names()
        can_begin = not game.problems(names, chosen)
        self.setup_fold.setVisible(can_begin)
        if not can_begin:
            self.setup.setText("")
            return
        lines = game.checklist(game.begin(names, chosen))
        self.setup.setText("\n".join(MARK + line for line in lines))

    def begin_once_tried(self) -> None:
        """Begin the game, once random games have shown that it comes to an end."""
        is_tried = self.services.sessions.tried(self.game.data) is not None
        if not is_tried:
            self._begins_once_tried = True
            self._show_trial()
            return
        self._begin_game()

    def _begin_game(self) -> None:
        begin = partial(
            self.services.sessions.begin_game,
            self.game.data,
            self._player_names(),
            self._chosen_set_up(),
            self.dice.mode,
        )
        session = self.services.do(begin).result
        if session is not None:
            self.services.go(BoardRoute(session))
