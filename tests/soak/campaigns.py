"""Files of campaigns that somebody changed, and games at the table of them: taken, or refused in a
sentence. Of what is taken every table can be looked at, at every tap."""

from __future__ import annotations

import io
import json
import random
import shutil
import tempfile
import zipfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from lastdays.campaign.campaign_file import ForeignCampaign
from lastdays.campaign.campaign_transfer import CampaignTransfer
from lastdays.campaign.chronicle import Chronicle
from lastdays.campaign.documents import read_switches
from lastdays.campaign.ending import RecordEnding
from lastdays.campaign.filed_tables import FiledTable
from lastdays.campaign.foreign import checked_values, parsed
from lastdays.campaign.foreign_tables import TableChecks, UnsoundTableError
from lastdays.campaign.post_game_sequences import PostGameActions
from lastdays.campaign.sample import add_sample
from lastdays.campaign.table_sessions import OpenSession, SessionActions, Tracker
from lastdays.campaign.workspace import Workspace
from lastdays.errors import DocumentError, LastDaysError, RuleError
from lastdays.store import open_store
from lastdays.store.log import SessionRecord, SessionSummary, StoredEvent
from lastdays.tabletop.last_days.figures import Rules
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.setup import Setup, entrant_of
from lastdays.tabletop.view import Play
from soak.clock import Budget, at_most
from soak.documents import CHUNKS, VALUES, places, put_elsewhere
from soak.work import BOOK, Desk
from store.exercise import play_move

#: No file takes longer, in seconds.
LONGEST = 30.0
#: What a value of a table could be, and is in the wrong place.
TABLE_VALUES: tuple[Any, ...] = (
    "A", "B", "C", "A1", "B2", "A1.g1", "A1.b0", "Z1", "Z9", "T1", "P1", "table", "open", "zombie",
    "token", "ground", "off", "@A1", "@Z77", "@", "setup", "end", "action", "team", "figure", "gun",
    "new", "set", "gone", "play", "answer", "dropped", "count", "mark", "attacker", "held-back",
    "Z²", "Z" + "9" * 60, 2, 7, 99, 998, 999, 1000, -1, -999, [], [[]], [["A1", "Z1"]], ["A", "A"],
    [["A1", 1]], {"figure": "A1"}, {"who": "@A1", "what": "noise", "amount": "x"},
    "0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59+00:00", "2026-01-01T10:00:00",
    "2026-01-01T10:00:00+00:00",
)  # fmt: skip


def whole(folder: Path, seed: int, moves: int = 25) -> bytes:
    """Return the file of a campaign whose games were played at the table, one to its end."""
    file = folder / "played.sqlite"
    desk = Desk(file, random.Random(seed))
    campaign = add_sample(desk.workspace)
    for n, encounter in enumerate(("scavengers", "home-defense", "rescue", "the-escape")):
        roles = ("attacker", "defender") if BOOK.encounters[encounter].roles else ("", "")
        sides = tuple(
            entrant_of(desk.workspace.group(g.id).group, BOOK, {}, role)
            for g, role in zip(desk.workspace.groups(campaign), roles, strict=True)
        )
        tracker = desk.sessions.tracker(desk.sessions.begin(campaign, Setup(encounter, sides)))
        for _n in range(moves):
            with suppress(RuleError):
                play_move(tracker, desk.source)
        if not n:
            tracker.end()
        elif n == 1:
            tracker.start(Play("roll-off", {"teams": ["A", "B"]}))
    content = CampaignTransfer(desk.workspace).export(campaign)
    desk.store.close()
    return content


class CampaignMutations:
    """Files made of a whole one, and games at the table of it by themselves."""

    def __init__(self, content: bytes, source: random.Random) -> None:
        self._source = source
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            self._entries = {name: archive.read(name) for name in archive.namelist()}
        self._heads = self._entries["tables.jsonl"].split(b"\n")

    def file(self) -> bytes:
        """Return another file."""
        entries = dict(self._entries)
        for _n in range(self._source.choice((1, 1, 1, 2))):
            name = self._source.choice(list(entries))
            entries[name] = self._changed(entries[name])
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
            for name, content in entries.items():
                archive.writestr(zipfile.ZipInfo(name), content)
        return made.getvalue()

    def table(self) -> tuple[bytes, list[bytes]]:
        """Return another game at the table, as a line, with the lines of its log."""
        n = self._source.randrange(len(self._heads))
        head, log = self._heads[n], self._entries[f"tables/{n + 1}.jsonl"]
        log = b"\n".join(log.split(b"\n")[: self._source.choice((1, 5, 20, 200))])
        for _n in range(self._source.choice((1, 1, 2, 3))):
            if self._source.random() < 0.5:
                head = self._line(head)
            else:
                log = self._changed(log)
        return head, log.split(b"\n") if log else []

    def _changed(self, content: bytes) -> bytes:
        source = self._source
        lines = content.split(b"\n")
        n = source.randrange(len(lines))
        match source.randrange(10):
            case 0:
                del lines[n]
            case 1:
                lines.insert(source.randrange(len(lines)), lines[n])
            case 2:
                at = source.randrange(len(lines[n]) + 1)
                lines[n] = lines[n][:at] + source.choice(CHUNKS) + lines[n][at:]
            case 3:
                del lines[n:]
            case _:
                lines[n] = self._line(lines[n])
        return b"\n".join(lines)

    def _line(self, line: bytes) -> bytes:
        source = self._source
        try:
            body = json.loads(line)
        except ValueError:
            return line
        found = places(body)
        for _n in range(source.choice((1, 1, 2, 3))):
            if not found:
                break
            put_elsewhere(source, body, source.choice(found), VALUES, TABLE_VALUES)
        return json.dumps(body).encode("utf-8", "surrogatepass")


def run(folder: Path, seconds: float, seed: int, least: int) -> Counter[str]:
    """Try files for some seconds; how many were tried, taken and refused.

    Raises whatever is no LastDaysError: that would be a crash.
    """
    source = random.Random(seed)
    folder.mkdir()
    content = whole(folder, seed)
    mutations = CampaignMutations(content, source)
    empty = folder / "empty.sqlite"
    open_store(empty).close()
    found: Counter[str] = Counter()
    store = open_store(shutil.copy(empty, folder / "looked-at.sqlite"))
    tables = TablesTried(Workspace(store, BOOK), content)
    try:
        for n in Budget(seconds, least).turns():
            tried: Any = mutations.file() if n % 20 == 0 else mutations.table()
            try:
                with at_most(LONGEST):
                    if isinstance(tried, bytes):
                        found[f"file {_try(tried, empty, folder / 'into.sqlite')}"] += 1
                    else:
                        found[f"table {tables.put(*tried)}"] += 1
            except BaseException:
                kept = Path(tempfile.gettempdir()) / f"lastdays-soak-{seed}-{n}"
                kept.write_bytes(tried if isinstance(tried, bytes) else repr(tried).encode())
                print(f"soak: this was number {n} of this seed: {kept}")
                raise
    finally:
        store.close()
    return found


def _try(content: bytes, empty: Path, file: Path) -> str:
    """Import a file, open its games at the table and tell its chronicle; what became of it."""
    try:
        ForeignCampaign(content, BOOK).values()
    except LastDaysError:
        return "refused"
    store = open_store(shutil.copy(empty, file))
    try:
        workspace = Workspace(store, BOOK)
        campaign = CampaignTransfer(workspace).import_file(content)
        sessions = SessionActions(workspace, PostGameActions(workspace, random.Random(1)))
        for listed in sessions.listed(campaign):
            tracker = sessions.tracker(listed.id)
            tracker.summary()
            if tracker.timeline.entries:
                tracker.undo()
        games = workspace.campaign(campaign).campaign.games
        chronicle = Chronicle(workspace, campaign)
        told = [chronicle.story(game.id) for game in chronicle.games]
        assert len(told) == len(games)
        return "taken"
    finally:
        store.close()


class TablesTried:
    """Puts games at the table to the checks of an import; what is taken can be looked at."""

    def __init__(
        self,
        workspace: Workspace,
        content: bytes,
        look: Callable[[OpenSession], object] | None = None,
    ) -> None:
        file = ForeignCampaign(content, BOOK).values()
        self.sessions = SessionActions(workspace, PostGameActions(workspace, random.Random(1)))
        self._checks = TableChecks(BOOK, file.histories, file.campaign.games_by_id)
        self._look = look_at if look is None else look

    def put(self, head: bytes, taps: list[bytes]) -> str:
        """Try one; what became of it."""
        try:
            read = [parsed(line) for line in (head, *taps)]
            for line in read:
                checked_values(line)
            if not all(isinstance(line, dict) for line in read):
                return "refused"
            found = self._checks.checked(read[0], read[1:])
        except (DocumentError, UnsoundTableError):
            return "refused"
        self._look(self._opened(found))
        return "taken"

    def _opened(self, found: FiledTable) -> OpenSession:
        summary = SessionSummary(
            found.id, None, found.game, found.facts, found.ended, found.record, found.at, False
        )
        events = tuple(
            StoredEvent(n, json.loads(words), at) for n, (words, at) in enumerate(found.events)
        )
        record = SessionRecord(
            summary, found.start, found.rulebook, found.switches, found.help, None, events
        )
        game = LastDays(Rules(BOOK, read_switches(found.switches)))
        return Tracker(
            self.sessions, record, game, RecordEnding(self.sessions.records, self.sessions.games)
        )


def look_at(tracker: OpenSession) -> None:
    """Look at a game at the table, from its beginning to its end."""
    for line in tracker.log():
        tracker.words.line(line)
    states = [tracker.seen_at(n) for n in range(len(tracker.timeline.entries) + 1)]
    for count, state in enumerate(states):
        tracker.bar(count)
        tracker.board("A1", count)
        look_at_state(tracker, state, whole=count in (0, len(states) - 1))
    tracker.ending()
    tracker.summary()


def look_at_state(tracker: OpenSession, state: Any, *, whole: bool) -> None:
    """Look at what is due, what is asked, and with `whole` at every piece."""
    tracker.game.guide(state)
    with suppress(RuleError):  # it can't go on, and that is said
        tracker.game.standing(state)
    for piece in [*state.pieces, "nobody"] if whole else ():
        tracker.game.sheet(state, piece, "guided")
