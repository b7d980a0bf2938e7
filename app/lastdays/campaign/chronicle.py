"""The chronicle of a campaign: its games one by one, written from what is kept of them.

Only what is asked for is read: a story reads the records and the few revisions it tells of, and
what was read is kept for as long as the store stands still (`Chronicle` is one state of it).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cached_property
from typing import Literal

from msgspec import Struct

from lastdays.campaign import documents
from lastdays.campaign.chronicle_sentences import (
    Casts,
    StorySentence,
    game_sentences,
    group_sentences,
    result_sentence,
)
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.model.changes import GameRecorded
from lastdays.model.game_record import GameRecord, Side
from lastdays.model.group import Group
from lastdays.store import Subject
from lastdays.store.sequences import Settled


class AfterGame(Struct, frozen=True):
    """What a game came to for one of its groups: how far its post-game sequence is, with its id (''
    where it isn't begun), and what the finished one changed, in sentences."""

    group: str
    name: str
    sequence: str = ""
    state: Literal["none", "begun", "finished"] = "none"
    sentences: tuple[StorySentence, ...] = ()


class GameStory(Struct, frozen=True):
    """A game as the chronicle tells it. `day` is when it was played, as '2026-10-03', '' where
    nobody knows; `sentences` tell of the game, `after` of what each group made of it; `own` are
    the players' own words, `notes` those on its record, `session` the id of its table log, ''
    where it was not played at this table."""

    id: str
    number: int
    day: str
    encounter: str
    drawing: str
    sides: tuple[str, ...]
    result: str
    sentences: tuple[StorySentence, ...]
    after: tuple[AfterGame, ...]
    own: str = ""
    notes: str = ""
    session: str = ""

    @property
    def all_sentences(self) -> tuple[StorySentence, ...]:
        """Return everything that happened: the game, then what each group made of it."""
        return (*self.sentences, *(s for after in self.after for s in after.sentences))


class Turned(Struct, frozen=True):
    """A group before and after the post-game sequence of one game."""

    before: Group
    after: Group


class GroupPast:
    """What is kept of one group, read as it is asked for. A group that is damaged or gone has no
    members and no past."""

    def __init__(self, workspace: Workspace, campaign: str, group: str) -> None:
        self._workspace = workspace
        self._subject = Subject(campaign, group)
        self._turned: dict[str, Turned | None] = {}

    @cached_property
    def now(self) -> Group | None:
        """The group as it is."""
        try:
            with self._workspace.store.reading() as tx:
                mark = tx.revisions.mark(self._subject)
                return self._workspace.snapshots.group(tx, mark)
        except LastDaysError:
            return None

    @cached_property
    def sequences(self) -> Mapping[str, Settled]:
        """The post-game sequences of the group, by their games."""
        try:
            with self._workspace.store.reading() as tx:
                return {s.game: s for s in reversed(tx.sequences.settled(str(self._subject.group)))}
        except LastDaysError:
            return {}

    def turned(self, game: str) -> Turned | None:
        """Return the group before and after the sequence of a game; None where none is finished."""
        if game not in self._turned:
            self._turned[game] = self._read(game)
        return self._turned[game]

    def figures_after(self, game: str) -> Mapping[str, int]:
        """Return the figures of the group after a game; {} where its sequence isn't finished."""
        return self._figures(game, before=False)

    def figures_before(self, game: str) -> Mapping[str, int]:
        """Return the figures of the group before the sequence of a game; {} where it isn't
        finished."""
        return self._figures(game, before=True)

    def _figures(self, game: str, *, before: bool) -> Mapping[str, int]:
        settled = self.sequences.get(game)
        if settled is None or settled.revision is None:
            return {}
        workspace, revision = self._workspace, settled.revision
        try:
            with workspace.store.reading() as tx:
                if before:
                    revision = tx.revisions.made_by(revision).parent or revision
                kept = tx.revisions.figures(revision)
                if "rating" in kept:
                    return kept
                group = workspace.snapshots.group(tx, tx.revisions.mark_of(revision))
                return documents.figures(group, workspace.catalogue)
        except LastDaysError:
            return {}

    def _read(self, game: str) -> Turned | None:
        settled = self.sequences.get(game)
        if settled is None or settled.revision is None:
            return None
        try:
            with self._workspace.store.reading() as tx:
                revisions, snapshots = tx.revisions, self._workspace.snapshots
                parent = revisions.made_by(settled.revision).parent
                after = snapshots.group(tx, revisions.mark_of(settled.revision))
                if parent is None:
                    return Turned(after, after)
                return Turned(snapshots.group(tx, revisions.mark_of(parent)), after)
        except LastDaysError:
            return None


class Chronicle:
    """The chronicle of a campaign, as the store has it now."""

    def __init__(self, workspace: Workspace, campaign: str) -> None:
        """Read the campaign's own document; LastDaysError where it is gone or damaged."""
        self.workspace = workspace
        self.catalogue = workspace.catalogue
        with workspace.store.reading() as tx:
            mark = tx.revisions.mark(Subject(campaign))
            self.campaign = workspace.snapshots.campaign(tx, mark)
        self.revision = mark.revision
        self._pasts: dict[str, GroupPast] = {}
        self._earlier: dict[str, dict[str, str]] = {}
        self._stories: dict[str, GameStory] = {}
        self._begun: dict[str, str] = {}

    @property
    def games(self) -> tuple[GameRecord, ...]:
        """Return the games, in the order they were recorded."""
        return self.campaign.games

    def past(self, group: str) -> GroupPast:
        """Return what is kept of a group."""
        if group not in self._pasts:
            self._pasts[group] = GroupPast(self.workspace, self.campaign.id, group)
        return self._pasts[group]

    def before(self, group: str, game: str) -> Turned | None:
        """Return what the latest earlier game of a group whose sequence is finished made of it;
        None where there is none."""
        past = self.past(group)
        if group not in self._earlier:
            earlier, last = self._earlier.setdefault(group, {}), ""
            for played in self.campaign.played.get(group, ()):
                earlier[played.game] = last
                settled = past.sequences.get(played.game)
                if settled is not None and settled.revision is not None:
                    last = played.game
        found = self._earlier[group].get(game, "")
        return past.turned(found) if found else None

    def group_name(self, group: str) -> str:
        """Return the name of a group as it is now; the one a game has where it is gone."""
        now = self.past(group).now
        if now is not None:
            return now.name
        sides = (side for game in reversed(self.games) for side in game.sides)
        return next((side.name for side in sides if side.group == group), _("a lost group"))

    def member_name(self, group: str, member: str) -> str:
        """Return the name of a member as it is now."""
        now = self.past(group).now
        if now is not None and now.has_member(member):
            return now.member(member).name
        return _("someone")

    def day(self, game: GameRecord) -> str:
        """Return the day a game was played on, as '2026-10-03'; '' where nothing is known of it.

        The players' word counts first, then when its table was set up, then when it was recorded.
        """
        own = self.campaign.own_words.get(game.id)
        if own is not None and own.day:
            return own.day
        self.look_up((game.id,))
        begun = self._begun[game.id]
        return local_day(begun or game.recorded or self._recorded.get(game.number, ""))

    def look_up(self, games: Iterable[str]) -> None:
        """Read at once when each of some games was begun at the table, '' for those that were not:
        whoever tells several needs not read one after the other."""
        unknown = [game for game in games if game not in self._begun]
        if unknown:
            with self.workspace.store.reading() as tx:
                found = tx.table.begun(unknown)
            self._begun.update((game, found.get(game, "")) for game in unknown)

    def story(self, game: str) -> GameStory:
        """Tell one game; RuleError where it is no longer recorded."""
        if game not in self._stories:
            self._stories[game] = self._tell(self.campaign.game(game))
        return self._stories[game]

    # Inside

    @cached_property
    def _recorded(self) -> Mapping[int, str]:
        """When each game was recorded, by its number: read only for those that do not say so."""
        with self.workspace.store.reading() as tx:
            made = tx.revisions.made_at(self.campaign.id, GameRecorded.kind)
        return {c.number: at for c, at in made if isinstance(c, GameRecorded)}

    def casts(self, game: GameRecord) -> Casts:
        """Return the groups of a game, as they were then, by their ids."""
        casts: dict[str, Group] = {}
        for side in game.sides:
            group = self._group_then(side, game)
            if group is not None:
                casts[side.group] = group
        return casts

    def _group_then(self, side: Side, game: GameRecord) -> Group | None:
        if not side.group:
            return None
        turned = self.past(side.group).turned(game.id)
        return turned.after if turned is not None else self.past(side.group).now

    def _tell(self, game: GameRecord) -> GameStory:
        encounter = self.catalogue.encounters[game.encounter]
        casts = self.casts(game)
        own = self.campaign.own_words.get(game.id)
        self.look_up((game.id,))
        return GameStory(
            game.id,
            game.number,
            self.day(game),
            encounter.name,
            encounter.drawing,
            tuple(side.name for side in game.sides),
            result_sentence(game),
            tuple(game_sentences(game, casts)),
            tuple(self._after(game, side) for side in game.sides if side.group),
            own.text if own is not None else "",
            game.notes,
            game.id if self._begun[game.id] else "",
        )

    def _after(self, game: GameRecord, side: Side) -> AfterGame:
        past = self.past(side.group)
        settled = past.sequences.get(game.id)
        if settled is None:
            return AfterGame(side.group, side.name)
        if settled.revision is None:
            return AfterGame(side.group, side.name, settled.sequence, "begun")
        turned = past.turned(game.id)
        sentences: tuple[StorySentence, ...] = ()
        if turned is not None:
            before = self.before(side.group, game.id)
            found = group_sentences(
                side,
                turned.before,
                turned.after,
                self.casts(game),
                self.catalogue,
                earlier=before.after if before is not None else None,
                ending=self.campaign.switches.ending,
            )
            sentences = tuple(found)
        return AfterGame(side.group, side.name, settled.sequence, "finished", sentences)


def local_day(at: str) -> str:
    """Return the day of a stored time where the players are, as '2026-10-03'; '' for none."""
    try:
        return datetime.fromisoformat(at).astimezone().date().isoformat() if at else ""
    except (ValueError, OverflowError):
        return ""
