"""How a session at the table ends: what is said before it does, and what is kept of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.post_game_sequences import PostGameActions
from lastdays.campaign.session_log import SessionLog
from lastdays.campaign.summary import did, outcome, summary_sheet
from lastdays.errors import LastDaysError, RuleError
from lastdays.language import _, joined, pgettext, titled
from lastdays.model.game_record import GameRecord, doubts
from lastdays.model.group import Group
from lastdays.pdf.content import TextSheet
from lastdays.tabletop.declared import DeclaredGame, GameEnd
from lastdays.tabletop.last_days.record import record
from lastdays.tabletop.last_days.state import State
from lastdays.tabletop.units import TableState

S = TypeVar("S")
#: Where an ended game leads: the post-game sequence, the record, the list of games.
EndKey = Literal["sequence", "record", "list"]


class EndingChoice(Struct, frozen=True):
    """A way to end it: its key, what its button says, why not ('' where it can be chosen).
    `mnemonic` is the letter of the label that chooses it with Alt."""

    key: EndKey
    label: str
    why_not: str = ""
    mnemonic: str = ""


class EndingView(Struct, frozen=True):
    """The end as the table has it: what is said of it, what speaks against its record, the ways
    to end it, the first of them first; `summary`: it can be saved and printed."""

    text: str
    choices: tuple[EndingChoice, ...]
    doubts: tuple[str, ...] = ()
    summary: bool = False


class Ended(Struct, frozen=True):
    """What is kept of an ended session: the game's record, None where none was made, and what
    the list of games shows of it."""

    record: GameRecord | None = None
    facts: Mapping[str, Any] = {}


class Ending(ABC, Generic[S]):
    """Say how sessions of a game end, and keep what is kept of them."""

    @abstractmethod
    def view(self, session: SessionLog[S]) -> EndingView:
        """Return the end as the table has it now."""

    @abstractmethod
    def end(self, session: SessionLog[S]) -> Ended:
        """Store what is kept of the game, and return it. RuleError where that cannot be."""

    def groups(self, session: SessionLog[S]) -> tuple[str, ...]:
        """Return the campaign's groups that played, whose post-game sequences come next."""
        return ()

    def summary(self, session: SessionLog[S]) -> TextSheet | None:
        """Return the sheet that is kept on paper; None where there is none."""
        return None


class RecordEnding(Ending[State]):
    """*Last Days* ends in a record for the post-game sequence, where a campaign's group plays."""

    def __init__(self, records: GameRecordActions, sequences: PostGameActions) -> None:
        self.records = records
        self.sequences = sequences

    def view(self, session: SessionLog[State]) -> EndingView:
        """Return how it ended and what each model did; what cannot be in the record."""
        text = self._text(session)
        if not self.can_record(session):
            end = EndingChoice(
                "list", _("End the game"), mnemonic=pgettext("letter of End the game", "n")
            )
            return EndingView(text, (end,), summary=True)
        finished = self.finished_sequences(session)
        return EndingView(
            text,
            (
                EndingChoice(
                    "sequence",
                    _("Record, then post-game sequence"),
                    finished,
                    pgettext("letter of Record, then post-game sequence", "p"),
                ),
                EndingChoice(
                    "record",
                    _("Record and review"),
                    finished,
                    pgettext("letter of Record and review", "r"),
                ),
            ),
            doubts=tuple(filter(None, (*self._doubts(session), finished))),
            summary=True,
        )

    def _text(self, session: SessionLog[State]) -> str:
        state = session.state
        lines = [outcome(session), ""]
        for team in state.teams:
            lines.append(_("{side}, broke").format(side=team.name) if team.broke else team.name)
            done = [(f, did(state, f)) for f in state.figures(team.id)]
            lines += [f"  {titled(f.name, what)}" for f, what in done if what]
            plain = [f.name for f, what in done if not what]
            if plain:
                lines.append(_("  came through: {names}").format(names=", ".join(plain)))
            lines.append("")
        return "\n".join(lines).rstrip()

    def _doubts(self, session: SessionLog[State]) -> list[str]:
        try:
            game = self.record(session)
        except LastDaysError as error:
            return [str(error)]
        names = {f.member: f.name for f in session.state.figures() if f.member}
        return doubts(game, session.workspace.catalogue, names)

    def end(self, session: SessionLog[State]) -> Ended:
        """Record the game. Ended again, the record is corrected."""
        if not self.can_record(session):
            return Ended()
        finished = self.finished_sequences(session)
        if finished:
            raise RuleError(finished)
        game = self.record(session)
        self.records.record(self._campaign(session), game)
        return Ended(game)

    def groups(self, session: SessionLog[State]) -> tuple[str, ...]:
        """Return the campaign's groups among the sides."""
        return tuple(t.group for t in session.state.teams if t.group)

    def summary(self, session: SessionLog[State]) -> TextSheet:
        """Return how it ended, what each model did, and the log."""
        return summary_sheet(session)

    def can_record(self, session: SessionLog[State]) -> bool:
        """Tell whether a campaign's group plays: only then there is a record to fill."""
        return session.campaign is not None and bool(self.groups(session))

    def record(self, session: SessionLog[State]) -> GameRecord:
        """Return the record as the table has it; one recorded before keeps number and notes."""
        games = session.workspace.campaign(self._campaign(session)).campaign.games
        base = next((g for g in games if g.id == session.id), None)
        if base is None:
            number = max((g.number for g in games), default=0) + 1
            base = GameRecord(session.id, number, session.state.table.encounter, ())
        return record(session.state, base, self._groups(session))

    def finished_sequences(self, session: SessionLog[State]) -> str:
        """Say why the record cannot be changed: what has grown out of it; '' where it can."""
        if session.campaign is None or not session.recorded:
            return ""
        names = [
            s.group_name
            for s in self.sequences.sequences(session.campaign)
            if s.game == session.recorded and s.finished
        ]
        if not names:
            return ""
        return _(
            "The post-game sequence of {groups} is finished: undo it on the group's page first. "
            "The record stays as it is."
        ).format(groups=joined(names))

    def _campaign(self, session: SessionLog[State]) -> str:
        if session.campaign is None or not self.can_record(session):
            raise LastDaysError(_("This game isn't part of a campaign, so there is no record."))
        return session.campaign

    def _groups(self, session: SessionLog[State]) -> dict[str, Group]:
        """Return the groups of the campaign that play, as they are now."""
        workspace = session.workspace
        return {group: workspace.group(group).group for group in self.groups(session)}


class ResultEnding(Ending[TableState]):
    """A declared game ends with its result and who has won."""

    def __init__(self, game: DeclaredGame) -> None:
        self.game = game

    def view(self, session: SessionLog[TableState]) -> EndingView:
        """Return the result and the winners."""
        text = self.result(session) or _("It isn't over yet; nobody has won.")
        winners = self._winners(session)
        if winners:
            text += "\n" + _("Winners: {names}").format(names=joined(winners))
        return EndingView(
            text,
            (
                EndingChoice(
                    "list", _("End the game"), mnemonic=pgettext("letter of End the game", "n")
                ),
            ),
        )

    def end(self, session: SessionLog[TableState]) -> Ended:
        """Keep the result with the session."""
        return Ended(facts={"result": self.result(session), "winners": self._winners(session)})

    def verdict(self, session: SessionLog[TableState]) -> GameEnd | None:
        """Return how it is over, None while it is not."""
        return self.game.verdict(session.state)

    def result(self, session: SessionLog[TableState]) -> str:
        """Say the result, '' where there is none yet."""
        found = self.verdict(session)
        return session.words.say(found.why) if found is not None else ""

    def _winners(self, session: SessionLog[TableState]) -> list[str]:
        found = self.verdict(session)
        return [session.state.name(w) for w in found.winners] if found is not None else []
