"""Games at the table: begun, played tap by tap, ended; each tap one transaction."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar, get_args

from msgspec.structs import asdict

from lastdays.campaign.changed import SessionsChanged
from lastdays.campaign.documents import read_switches
from lastdays.campaign.ending import Ending, EndingView, RecordEnding, ResultEnding
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.post_game_sequences import PostGameActions
from lastdays.campaign.session_log import SessionLog
from lastdays.campaign.workspace import Workspace
from lastdays.errors import RuleError
from lastdays.language import _, against, sorting
from lastdays.model.game_record import GameRecord
from lastdays.model.switches import Switches
from lastdays.pdf.content import TextSheet
from lastdays.procedure import dice as program_dice
from lastdays.store.log import SessionRecord, SessionSummary
from lastdays.tabletop import units
from lastdays.tabletop.engine import PendingAsk
from lastdays.tabletop.event_log import Event
from lastdays.tabletop.game import Game
from lastdays.tabletop.games import GAMES
from lastdays.tabletop.last_days import setup
from lastdays.tabletop.last_days.differences import to_json
from lastdays.tabletop.last_days.figures import Rules
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.state import State
from lastdays.tabletop.units import TableState
from lastdays.tabletop.view import BarView, BoardView, FormView, Guide, Play, SheetView, Tap

S = TypeVar("S")
#: How much the tracker helps: counters only, rolls besides, or the whole turn.
Help = Literal["tokens", "dice", "guided"]
HELPS: tuple[Help, ...] = get_args(Help)


class SessionActions:
    """Keep the sessions of a store."""

    def __init__(self, workspace: Workspace, games: PostGameActions) -> None:
        self.workspace = workspace
        self.games = games
        self.records = GameRecordActions(workspace)

    def begin(self, campaign: str | None, wanted: setup.Setup, help: Help = "guided") -> str:
        """Begin a session; return its id. RuleError for a set-up that cannot be played."""
        start = setup.begin(wanted, self.workspace.catalogue)
        switches = Switches()
        if campaign is not None:
            switches = self.workspace.campaign(campaign).campaign.switches
        summary = SessionSummary(
            id=self.workspace.new_id(),
            campaign=campaign,
            game="last-days",
            facts={
                "encounter": wanted.encounter,
                "sides": [e.name for e in wanted.entrants],
            },
            ended="",
            record="",
            at=self.workspace.clock(),
            deleted=False,
        )
        with self.workspace.store.writing() as tx:
            tx.table.add_session(
                summary, to_json(start), self.workspace.catalogue.digest, asdict(switches), help
            )
        self.workspace.tell(SessionsChanged())
        return summary.id

    def listed(self, campaign: str | None, *, deleted: bool = False) -> list[SessionSummary]:
        """Return the sessions of a campaign and those of none, the newest first."""
        with self.workspace.store.reading() as tx:
            return [
                s
                for s in tx.table.sessions()
                if s.game == "last-days" and s.campaign in (campaign, None) and s.deleted == deleted
            ]

    def tracker(self, session: str) -> OpenSession:
        """Open a session of any game as it stood after its last tap."""
        stored = self._stored(session)
        declared = GAMES.get(stored.summary.game)
        if declared is not None:
            return Tracker(self, stored, declared, ResultEnding(declared))
        rules = Rules(self.workspace.catalogue, read_switches(stored.switches))
        return Tracker(self, stored, LastDays(rules), RecordEnding(self.records, self.games))

    def _stored(self, session: str) -> SessionRecord:
        with self.workspace.store.reading() as tx:
            return tx.table.session(session)

    def kind_of(self, session: str) -> str:
        """Return which game a session is."""
        with self.workspace.store.reading() as tx:
            return tx.table.kind_of(session)

    def begin_game(self, kind: str, players: tuple[str, ...], chosen: Mapping[str, str]) -> str:
        """Begin a session of another game; return its id. RuleError for what cannot be played."""
        game = GAMES[kind]
        names = tuple(" ".join(p.split())[:40] for p in players)
        least, most = game.seats
        said = game.problems(names, chosen)
        if not least <= len(names) <= most:
            said.append(_("{least} to {most} play.").format(least=least, most=most))
        if not all(names) or len(set(names)) < len(names):
            said.append(_("Every player needs a name of their own."))
        if said:
            raise RuleError(" ".join(said))
        summary = SessionSummary(
            id=self.workspace.new_id(),
            campaign=None,
            game=kind,
            facts={"sides": list(names), "chosen": dict(chosen)},
            ended="",
            record="",
            at=self.workspace.clock(),
            deleted=False,
        )
        start = units.to_json(game.begin(names, chosen))
        with self.workspace.store.writing() as tx:
            tx.table.add_session(summary, start, self.workspace.catalogue.digest, {}, "guided")
        self.workspace.tell(SessionsChanged())
        return summary.id

    def games_played(self, *, deleted: bool = False) -> list[SessionSummary]:
        """Return the sessions of the other games, the newest first."""
        with self.workspace.store.reading() as tx:
            found = tx.table.sessions()
        return [s for s in found if s.game in GAMES and s.deleted == deleted]

    def names_of(self, kind: str) -> list[str]:
        """Return players' names of the last games, those of this game first."""
        played = self.games_played()
        ordered = [s for s in played if s.game == kind] + [s for s in played if s.game != kind]
        names = [str(n) for s in ordered for n in s.facts.get("sides", ())]
        return list(dict.fromkeys(names))

    def wins(self, kind: str) -> list[tuple[str, int, int]]:
        """Return each player of a game: name, games won, games ended; who won most first."""
        won: Counter[str] = Counter()
        ended: Counter[str] = Counter()
        for session in self.games_played():
            if session.game == kind and session.ended:
                ended.update(str(n) for n in session.facts.get("sides", ()))
                won.update(str(n) for n in session.facts.get("winners", ()))
        return sorted(((n, won[n], ended[n]) for n in ended), key=lambda w: (-w[1], sorting(w[0])))

    def delete(self, session: str) -> None:
        """Take a session out of the list; nothing is removed from the store."""
        with self.workspace.store.writing() as tx:
            tx.table.set_deleted(session, True)
        self.workspace.tell(SessionsChanged())

    def restore(self, session: str) -> None:
        """Bring a session back into the list."""
        with self.workspace.store.writing() as tx:
            tx.table.set_deleted(session, False)
        self.workspace.tell(SessionsChanged())


class Tracker(SessionLog[S]):
    """One session being played: what is done, and what the window shows of it.

    Where something may be shown as it was, `at` is how many events of the log count for it, None
    for all of them.
    """

    def __init__(
        self, sessions: SessionActions, stored: SessionRecord, game: Game[S], ending: Ending[S]
    ) -> None:
        super().__init__(sessions.workspace, stored, game)
        self.game = game
        self.source = sessions.games.source
        self.help: Help = stored.help if stored.help in HELPS else "guided"
        self._ending = ending

    # Doing

    @property
    def is_open(self) -> bool:
        """Tell whether a procedure waits for an answer."""
        return self.game.opened(self.state) is not None

    def tap(self, act: Tap) -> Event | None:
        """Do something at once, stored before it counts; None where it changes nothing."""
        return self.add(self.game.tap(self.state, act))

    def start(self, act: Play) -> Event | None:
        """Begin a procedure."""
        return self.add(self.game.start(self.state, act))

    def standing(self) -> PendingAsk | None:
        """Return the ask of the procedure that is open."""
        return self.game.standing(self.state)

    def answer(self, value: Any, how: str, who: str = "") -> Event | None:
        """Answer the open ask."""
        return self.add(self.game.answer(self.state, value, how, who))

    def roll(self) -> Event | None:
        """Answer the open ask with the program's dice."""
        now = self.standing()
        if now is None or not program_dice.can_be_rolled(now.ask):
            raise RuleError(_("There is nothing to roll."))
        return self.answer(program_dice.roll(now.ask, self.source), "rolled")

    def drop(self) -> Event | None:
        """Leave the open procedure unfinished."""
        return self.add(self.game.drop(self.state))

    # Showing

    def _at(self, at: int | None) -> S:
        return self.state if at is None else self.seen_at(at)

    def board(self, hand: str = "", at: int | None = None) -> BoardView:
        """Return everything on the table; `hand` is the piece that acts by hand."""
        return self.game.board(self._at(at), hand)

    def sheet(self, piece: str) -> SheetView | None:
        """Return a piece at length; None where there is no such piece any more."""
        return self.game.sheet(self.state, piece, self.help)

    def bar(self, at: int | None = None) -> BarView:
        """Return the turn, what is owed, and whether Next may be pressed."""
        return self.game.bar(self._at(at))

    def guide(self) -> Guide:
        """Return what is due now."""
        return self.game.guide(self.state)

    def form(self, form: str, about: str, chosen: Mapping[str, str]) -> FormView | None:
        """Return a form about a piece with what is chosen in it; None where it does not apply."""
        return self.game.form(self.state, form, about, chosen)

    def next(self) -> Tap:
        """Return what Next does."""
        return self.game.next(self.help)

    def hand(self, piece: str, before: str) -> str:
        """Return who acts by hand once a piece was touched."""
        return self.game.hand(self.state, piece, before)

    def step_names(self) -> Mapping[str, str]:
        """Return what the steps of a turn are called."""
        return self.game.step_names(self.state)

    def set_help(self, help: Help) -> None:
        """Set how much the tracker helps; no change of the game, not undone."""
        with self.workspace.store.writing() as tx:
            tx.table.note(self.id, help=help)
        self.help = help

    # The end

    def ending(self) -> EndingView:
        """Return the end as the table has it now, before it is said to have come."""
        return self._ending.view(self)

    def played_groups(self) -> tuple[str, ...]:
        """Return the campaign's groups that played, whose post-game sequences come next."""
        return self._ending.groups(self)

    def summary(self) -> TextSheet | None:
        """Return the sheet that is kept on paper; None where the game has none."""
        return self._ending.summary(self)

    def end(self) -> GameRecord | None:
        """End the session; the game as it was recorded, None where there is no record. Ended
        again, what is kept of it is corrected."""
        if self.is_open:
            raise RuleError(_("A roll is still open: finish it, or drop it."))
        ended = self._ending.end(self)
        if ended.record is not None:
            self.recorded = ended.record.id
        self._note_end(ended.facts)
        return ended.record

    def _note_end(self, facts: Mapping[str, Any]) -> None:
        self.ended = self.workspace.clock()
        values = {"ended": self.ended, "record": self.recorded}
        if facts:
            self.facts = {**self.facts, **facts}
            values["facts"] = json.dumps(self.facts, ensure_ascii=False)
        with self.workspace.store.writing() as tx:
            tx.table.note(self.id, **values)
        self.workspace.tell(SessionsChanged())


def table_names(facts: Mapping[str, Any], encounter_name: Callable[[str], str]) -> str:
    """Say which game it is: 'Scavengers: Riverside against Carl's Crew'."""
    sides = [str(s) for s in facts.get("sides", ())]
    encounter = encounter_name(str(facts.get("encounter", "")))
    if len(sides) == 1:
        return _("{encounter}: {side} alone").format(encounter=encounter, side=sides[0])
    return _("{encounter}: {sides}").format(encounter=encounter, sides=against(sides))


#: A session of any game, as the window plays it.
OpenSession = Tracker[State] | Tracker[TableState]
