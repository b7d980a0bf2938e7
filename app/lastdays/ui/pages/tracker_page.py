"""The screen beside the table: sides, zombies, the turn, and what is to be done."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

from PySide6.QtWidgets import QWidget

from lastdays.campaign.table_sessions import HELPS, Help, LastDaysTracker
from lastdays.language import _
from lastdays.tabletop.last_days.guide import Guide, guide, owed
from lastdays.tabletop.last_days.menace import foes
from lastdays.tabletop.last_days.state import Figure, State, Zombie
from lastdays.ui.navigation import RecordRoute, SequenceRoute
from lastdays.ui.services import Services
from lastdays.ui.tracker.board import Board
from lastdays.ui.tracker.ending import EndForm
from lastdays.ui.tracker.forms import FightForm, PickForm, ShotForm, keep_conditions
from lastdays.ui.tracker.opposite import Opposite
from lastdays.ui.tracker.session_page import SessionPage
from lastdays.ui.tracker.sheet import PieceSheet
from lastdays.ui.widgets.parts import Picker


class TrackerPage(SessionPage):
    """A game of *Last Days* being played."""

    def __init__(self, services: Services) -> None:
        self._last_shot: ShotForm | None = None
        super().__init__(services, Board(services.theme), PieceSheet(services.theme))

    def own_tools(self) -> tuple[QWidget, ...]:
        """How much help is wanted."""
        self.level = Picker()
        for key, text in zip(HELPS, (_("tokens only"), _("with dice"), _("guided")), strict=True):
            self.level.addItem(text, key)
        self.level.setAccessibleName(_("How much help"))
        self.level.activated.connect(self._help_chosen)
        return (self.level,)

    def read(self, session: str) -> LastDaysTracker:
        """The session out of the store."""
        return self.services.sessions.open(session)

    def opened(self, tracker: LastDaysTracker) -> None:
        """Another session is shown from now on."""
        self._last_shot = None
        self.board.doer = ""
        self.level.setCurrentIndex(self.level.findData(tracker.help))

    def current(self) -> LastDaysTracker:
        """The session that is open."""
        return cast(LastDaysTracker, super().current())

    def guide(self, state: State) -> Guide:
        """What is due now."""
        tracker = self.current()
        return guide(state, tracker.rules, tracker.words)

    def waiting(self, state: State) -> list[str]:
        """Who has not had a turn in this step."""
        return owed(state, self.current().rules)

    def seats(self, state: State) -> set[str]:
        """The sides."""
        return {t.id for t in state.teams}

    def show_bar(self, state: State) -> None:
        """Turn, phases, roles, who is left."""
        self.bar.show_state(state, self.waiting(state), open_roll=state.open is not None)
        self.mode.setVisible(self.current().help != "tokens" and not self.table_view)

    def count(self, piece: str, name: str, amount: int) -> None:
        """A counter of a card; who is counted on is the one that acts."""
        if self.tracker is not None:
            found = self.tracker.state.pieces.get(piece)
            bearer = getattr(found, "figure", piece)
            if isinstance(self.tracker.state.pieces.get(bearer), Figure):
                self.board.doer = bearer
        super().count(piece, name, amount)

    def choose(self, piece: str) -> None:
        """Looks at a piece; a model that is looked at is the one that acts."""
        if self.tracker is not None and isinstance(self.tracker.state.pieces.get(piece), Figure):
            self.board.doer = piece
        super().choose(piece)

    def follow(self, state: State) -> None:
        """Whoever acts is looked at."""
        active = state.table.active
        if active and active != self.chosen:
            self.choose(active)

    def next_args(self) -> dict[str, Any]:
        """Where only tokens are kept, Menace is one step."""
        return {"whole_menace": self.current().help == "tokens"}

    def done(self, event: Any) -> None:
        """While shots are left the form of a shot is there again."""
        shot = event.name.key == "play" and event.name.facts.get("play") == "shoot"
        if shot and not self.current().is_open and self._last_shot is not None:
            self._shoot_on(self.current().state)

    def _shoot_on(self, state: State) -> None:
        """While shots are left the form is there again, with the conditions of the last."""
        before = self._last_shot
        if before is None:
            return
        form = ShotForm(before.shooter, locked=before.locked)
        keep_conditions(before, form)
        if form.show_state(state, self.current().rules):
            self.open_form(form)
            self._last_shot = form

    def form_used(self, form: Any) -> None:
        """The conditions of a shot are kept for the next."""
        if isinstance(form, ShotForm):
            self._last_shot = form

    def form(self, kind: str, about: str) -> None:
        """Opens a form about a model or a zombie."""
        if self.tracker is None:
            return
        tracker = self.current()
        state = tracker.state
        piece = state.pieces.get(about)
        name = state.name(about)
        match kind:
            case "shot" | "locked":
                shot = ShotForm(about, locked=kind == "locked")
                if shot.show_state(state, tracker.rules):
                    self._last_shot = shot
                    self.open_form(shot)
            case "fight":
                fight = FightForm(about)
                if fight.show_state(state, tracker.rules):
                    self.open_form(fight)
            case "contact":
                self.open_form(
                    PickForm(
                        _("{name} comes into contact with…").format(name=name),
                        "contact",
                        {"one": about},
                        "other",
                    ).offer(self._foes(state, about), lambda s: self._foes(s, about))
                )
            case "out" if isinstance(piece, Figure):
                rivals = [(f.id, f.name) for f in state.figures() if f.team != piece.team]
                dead = [(z.id, z.name) for z in state.zombies]
                if piece.out:
                    dead = [("zombie", _("a zombie"))]
                self.open_form(
                    PickForm(
                        _("Who took {name} Out of Action?").format(name=name),
                        "out",
                        {"figure": about},
                        "by",
                        tap=True,
                    ).offer([("", _("nobody")), *rivals, *dead])
                )
            case "out" if isinstance(piece, Zombie):
                self.open_form(
                    PickForm(
                        _("Who put {name} down?").format(name=name),
                        "zombie-down",
                        {"zombie": about},
                        "by",
                        tap=True,
                    ).offer(self._killers(state, about), lambda s: self._killers(s, about))
                )
            case "door":
                doors = [(t.id, t.name) for t in state.things if t.sort == "door"]
                self.open_form(
                    PickForm(_("Which door?"), "beat-door", {"zombie": about}, "door").offer(doors)
                )
            case "fall":
                self.open_form(
                    PickForm(
                        _("{name} falls: how many inches, rounded up?").format(name=name),
                        "hurt",
                        {"figure": about},
                        "strength",
                    ).offer([(str(n), f"{n}″") for n in range(1, 13)])
                )
            case "rename":
                self.rename(about)

    @staticmethod
    def _killers(state: State, zombie: str) -> list[tuple[str, str]]:
        if zombie not in {z.id for z in state.zombies}:
            return []
        return [("", _("nobody")), *((f.id, f.name) for f in state.standing())]

    @staticmethod
    def _foes(state: State, about: str) -> list[tuple[str, str]]:
        return [(i, state.name(i)) for i in foes(state, about)]

    # The end

    def end_form(self) -> EndForm:
        """What would be recorded, before it is."""
        return EndForm(self.services, self.current())

    def leave_ended(self, where: str) -> None:
        """On to the record, the sequence, or the list."""
        tracker = self.current()
        game = tracker.recorded
        if where == "record" and game:
            self.services.go.emit(RecordRoute(game))
        elif where == "sequence" and game and tracker.campaign:
            campaign = tracker.campaign
            groups = [t.group for t in tracker.state.teams if t.group]
            sequences = [
                self.services.ask(partial(self.services.games.begin, campaign, game, group))
                for group in groups
            ]
            if sequences and sequences[0]:
                self.services.go.emit(SequenceRoute(sequences[0]))
        else:
            super().leave_ended(where)

    # Around the table

    def make_opposite(self) -> Opposite:
        """The window for the player opposite."""
        return Opposite(self.services.theme, self.current().rules)

    def show_opposite(self) -> None:
        """The window for the player opposite."""
        if self.opposite is not None and self.tracker is not None:
            self.opposite.rules = self.current().rules
        super().show_opposite()

    def _help_chosen(self, _index: int) -> None:
        tracker = self.tracker
        if tracker is None:
            return
        wanted: Help = self.level.currentData()
        self.services.quietly(lambda: tracker.set_help(wanted))
        self.show_all()

    def letter(self, letter: str) -> bool:
        """A letter goes to a counter of the chosen model, a digit to a model."""
        tracker = self.tracker
        if tracker is None or not letter:
            return False
        counters = {"n": "noise", "d": "damage", "a": "ammo", "k": "knock"}
        if letter in counters:
            return bool(self.board.focus_counter(self.chosen, counters[letter]))
        if letter == "z":
            return any(self.board.focus_counter(z.id, "knock") for z in tracker.state.zombies[:1])
        if letter.isdigit() and letter != "0":
            return self._choose_nth(int(letter) - 1)
        return super().letter(letter)

    def _choose_nth(self, n: int) -> bool:
        """The nth model of the side whose model is chosen; the same digit again: of the next
        side."""
        tracker = self.tracker
        assert tracker is not None
        teams = [t.id for t in tracker.state.teams]
        chosen = tracker.state.pieces.get(self.chosen)
        team = chosen.team if isinstance(chosen, Figure) else teams[0]
        figures = tracker.state.figures(team)
        if n < len(figures) and figures[n].id == self.chosen:
            team = teams[(teams.index(team) + 1) % len(teams)]
            figures = tracker.state.figures(team)
        if n >= len(figures):
            return False
        self.choose(figures[n].id)
        return bool(self.board.focus_counter(figures[n].id, "damage"))
