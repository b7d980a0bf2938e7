"""A whole campaign as one file: a zip with its records, the history of each group, the sequences
after its games, and the portraits.

`campaign.json` has the format's version, the groups' ids and the campaign's document;
`changes.jsonl` the changes of all histories, `groups/1.jsonl` the first group's history,
`sequences.jsonl` the sequences, `portraits/` the pictures by their ids. Files of version 2 also hold
games at the table, which are passed over.

Nothing of it is ever written to a folder: entries are read by the names known here, each up to a
bound, and everything is checked before a value is made of it. What another program made of it ends
in a sentence.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from lastdays.campaign import documents
from lastdays.campaign.basis import BASIS, Basis
from lastdays.campaign.campaign_bounds import campaign_problems, odd_ids
from lastdays.campaign.foreign import GROUP_KEPT, checked_picture, checked_values, parsed
from lastdays.campaign.group_bounds import problems
from lastdays.campaign.roster_file import is_roster
from lastdays.errors import DocumentError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.group import Group
from lastdays.rulebook import Catalogue
from lastdays.store.paper import portrait_id

FORMAT = "lastdays-campaign"
VERSION = 3
#: Steps that bring an older file's campaign up by one version: {1: from 1 to 2, …}.
UPGRADES: dict[int, Any] = {1: lambda campaign: campaign, 2: lambda campaign: campaign}

#: How large such a file is at most, how large it and one entry of it are unpacked.
FILE_MOST = 64 * 1024 * 1024
UNPACKED_MOST = 512 * 1024 * 1024
ENTRY_MOST = 128 * 1024 * 1024
#: How many revisions of a group's history go along: the newest.
HISTORY_MOST = 500
GROUPS_MOST = 1_000
SEQUENCES_MOST = 20_000
CHANGES_MOST = 200_000
ANSWERS_MOST = 2_000
PORTRAITS_MOST = 2_000
ID_MOST = 64

T = TypeVar("T")
_CAMPAIGN, _CHANGES, _SEQUENCES = "campaign.json", "changes.jsonl", "sequences.jsonl"
_HOWS = ("rolled", "typed", "set", "chosen")


@dataclass(frozen=True)
class FiledChange:
    """A change of a history: its kind and facts, and its time."""

    kind: str
    at: str
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class FiledRevision:
    """A group as it was after a change; `change` is the change's place among the file's."""

    change: int
    group: Group


@dataclass(frozen=True)
class FiledAnswer:
    """An answer of a sequence; with `back` the key's answer was taken back."""

    key: str
    how: str
    who: str = ""
    value: Any = None
    back: bool = False


@dataclass(frozen=True)
class FiledSequence:
    """A post-game sequence. `base` and `finished` are places in its group's history, as is the
    group's in what it is played from."""

    id: str
    group: str
    game: str
    base: int
    rulebook: str
    at: str
    finished: int | None = None
    switches: dict[str, Any] = field(default_factory=dict)
    answers: tuple[FiledAnswer, ...] = ()


@dataclass(frozen=True)
class CampaignFile:
    """All that such a file holds; each group's history from the oldest revision to the present."""

    campaign: Campaign
    changes: tuple[FiledChange, ...]
    histories: Mapping[str, tuple[FiledRevision, ...]]
    sequences: tuple[FiledSequence, ...] = ()
    portraits: Mapping[str, bytes] = field(default_factory=dict)


@cache
def _campaign_reader() -> TypeAdapter[Campaign]:
    return TypeAdapter(Campaign)


@cache
def _changes() -> TypeAdapter[FiledChange]:
    return TypeAdapter(FiledChange)


@cache
def _sequences() -> TypeAdapter[FiledSequence]:
    return TypeAdapter(FiledSequence)


# Out


def written(file: CampaignFile) -> bytes:
    """Return a campaign's file; the same campaign makes the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        head = {
            "format": FORMAT,
            "version": VERSION,
            "groups": list(file.histories),
            "campaign": json.loads(documents.campaign_document(file.campaign)),
        }
        _put(archive, _CAMPAIGN, _json(head))
        _put(archive, _CHANGES, _lines(_changes().dump_python(c) for c in file.changes))
        for n, history in enumerate(file.histories.values()):
            _put(archive, _history_name(n), b"\n".join(_revision(r) for r in history))
        sequences = (_sequences().dump_python(s, exclude_defaults=True) for s in file.sequences)
        _put(archive, _SEQUENCES, _lines(sequences))
        for portrait, picture in sorted(file.portraits.items()):
            _put(archive, f"portraits/{portrait}.jpg", picture)
    return made.getvalue()


def _put(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name)  # of 1980: the time of writing would be another each time
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content)


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _lines(values: Iterator[object]) -> bytes:
    return b"\n".join(_json(value) for value in values)


def _history_name(n: int) -> str:
    return f"groups/{n + 1}.jsonl"


def _revision(revision: FiledRevision) -> bytes:
    """Return a revision as a line: the document of its group, and the change that made it."""
    body = documents.group_document(revision.group)
    return b'{"change": %d, %s' % (revision.change, body[1:])


# In


def is_campaign_file(content: bytes) -> bool:
    """Tell whether a file is a zip, as those of campaigns are, and no roster's."""
    return content.startswith(b"PK\x03\x04") and not is_roster(content)


class ForeignCampaign:
    """The file of a campaign as it was opened: bounded, not yet made into values."""

    def __init__(self, content: bytes, catalogue: Catalogue) -> None:
        """Open a file; DocumentError for what isn't a campaign's, or beyond the bounds."""
        if len(content) > FILE_MOST:
            raise DocumentError(_("This file is too large for a campaign."))
        self._catalogue = catalogue
        self._room = UNPACKED_MOST
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                self._read(archive)
        except (
            zipfile.BadZipFile,
            zlib.error,
            NotImplementedError,
            EOFError,
            RuntimeError,
            OSError,
            ValueError,
        ) as error:
            raise DocumentError(
                _("This isn't a campaign's file: it can't be unpacked. Nothing was imported.")
            ) from error

    def _read(self, archive: zipfile.ZipFile) -> None:
        names = archive.namelist()
        if len(set(names)) != len(names):
            raise _damaged(_("an entry is there twice"))
        head = _object(self._entry(archive, _CAMPAIGN), _CAMPAIGN)
        if head.get("format") != FORMAT:
            raise DocumentError(_("This file isn't a Last Days campaign."))
        self._body = _upgraded(head)
        groups = head.get("groups")
        if not isinstance(groups, list) or len(groups) > GROUPS_MOST:
            raise _damaged(_CAMPAIGN)
        self._groups = [_checked_id(group) for group in groups]
        if len(set(self._groups)) != len(self._groups):
            raise _damaged(_CAMPAIGN)
        self._changes = self._list(archive, _CHANGES, CHANGES_MOST)
        self._histories = [
            self._list(archive, _history_name(n), HISTORY_MOST + 1) for n in range(len(groups))
        ]
        self._sequences = self._list(archive, _SEQUENCES, SEQUENCES_MOST)
        portraits = [n for n in names if n.startswith("portraits/") and n.endswith(".jpg")]
        if len(portraits) > PORTRAITS_MOST:
            raise _damaged(_("portraits"))
        self._portraits: dict[str, bytes] = {}
        for name in portraits:
            picture = self._entry(archive, name, documents.PORTRAIT_MOST)
            self._portraits[_checked_id(name[10:-4])] = checked_picture(picture, GROUP_KEPT)

    def _entry(self, archive: zipfile.ZipFile, name: str, most: int = 0) -> bytes:
        """Unpack an entry, never more of it than may be there, whatever its head says."""
        try:
            entry = archive.getinfo(name)
        except KeyError:
            raise _damaged(_("{name} is missing").format(name=name)) from None
        most = min(most or ENTRY_MOST, self._room)
        with archive.open(entry) as file:
            content = file.read(most + 1)
        if len(content) > most:
            raise DocumentError(
                _("This file unpacks to more than a campaign can be. Nothing was imported.")
            )
        self._room -= len(content)
        return content

    def _list(self, archive: zipfile.ZipFile, name: str, most: int) -> list[dict[str, Any]]:
        lines = self._entry(archive, name).split(b"\n")
        if lines == [b""]:
            return []
        if len(lines) > most:
            raise _damaged(_("{name} has {n} lines").format(name=name, n=len(lines)))
        return [_object(line, name) for line in lines]

    @property
    def ids(self) -> dict[str, list[str]]:
        """Return the ids that a store has once: of the campaign, its groups, games and sequences. A
        game at the table is recorded under its own."""
        games = self._body.get("games", [])
        listed = games if isinstance(games, list) else []
        played = [_checked_id(g.get("id")) for g in listed if isinstance(g, dict)]
        return {
            "campaigns": [_checked_id(self._body.get("id"))],
            "groups": self._groups,
            "games": played,
            "sessions": played,
            "sequences": [_checked_id(s.get("id")) for s in self._sequences],
        }

    def values(self, ids: Mapping[str, str] | None = None) -> CampaignFile:
        """Return what the file holds, with the `ids` of some things changed; DocumentError where it
        is damaged."""
        # A picture of another program was made anew, and has another id.
        renamed = {
            old: picture_id(picture)
            for old, picture in self._portraits.items()
            if picture_id(picture) != old
        }
        renamed.update(ids or {})
        campaign = self._campaign(renamed)
        changes = tuple(_valid(_changes(), change, _CHANGES) for change in self._changes)
        histories = {
            renamed.get(group, group): self._history(lines, renamed, len(changes))
            for group, lines in zip(self._groups, self._histories, strict=True)
        }
        if set(campaign.groups) - set(histories):
            raise _damaged(_("a group is missing"))
        if any(other.group.id != group for group in histories for other in histories[group]):
            raise _damaged(_("a group has another's history"))
        lengths = {group: len(history) for group, history in histories.items()}
        sequences = tuple(_sequence(line, renamed, lengths, campaign) for line in self._sequences)
        if len({sequence.id for sequence in sequences}) != len(sequences):
            raise _damaged(_SEQUENCES)
        pictures = {picture_id(picture): picture for picture in self._portraits.values()}
        return CampaignFile(campaign, changes, histories, sequences, pictures)

    def _campaign(self, ids: Mapping[str, str]) -> Campaign:
        campaign = _valid(_campaign_reader(), _renamed(self._body, ids), _CAMPAIGN)
        found = campaign_problems(campaign)
        if found:
            raise DocumentError(" ".join(found) + " " + _("Nothing was imported."))
        return replace(campaign, deleted=False)

    def _history(
        self, lines: list[dict[str, Any]], ids: Mapping[str, str], changes: int
    ) -> tuple[FiledRevision, ...]:
        if not lines:
            raise _damaged(_("a group is missing"))
        found: list[FiledRevision] = []
        for line in lines:
            change = line.get("change")
            before = found[-1].change if found else -1
            if not isinstance(change, int) or not before < change < changes:
                raise _damaged(_("the order of a group's history"))
            value = documents.read_group(_json(_renamed(line, ids)))
            wrong = problems(value, self._catalogue, foreign=True) + odd_ids(value)
            if wrong:
                raise DocumentError(" ".join(wrong) + " " + _("Nothing was imported."))
            found.append(FiledRevision(change, value))
        return tuple(found)


def _sequence(
    line: dict[str, Any], ids: Mapping[str, str], lengths: Mapping[str, int], campaign: Campaign
) -> FiledSequence:
    """Return a sequence; DocumentError where it leads to what isn't in the file."""
    read = _valid(_sequences(), _renamed(line, ids), _SEQUENCES)
    length = lengths.get(read.group, 0)
    places = [read.base] if read.finished is None else [read.base, read.finished]
    if not all(0 <= place < length for place in places) or len(read.answers) > ANSWERS_MOST:
        raise _damaged(_SEQUENCES)
    if read.game not in campaign.games_by_id:
        raise _damaged(_SEQUENCES)
    try:
        documents.read_switches(read.switches)
        for answer in read.answers:
            if answer.how not in _HOWS:
                raise _damaged(_SEQUENCES)
            if answer.key == BASIS and not 0 <= Basis.from_json(answer.value).group < length:
                raise _damaged(_SEQUENCES)
    except (ValidationError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise _damaged(_SEQUENCES) from error
    return read


def picture_id(picture: bytes) -> str:
    """Return the id under which a store keeps a picture."""
    return portrait_id(picture)


def _upgraded(head: Mapping[str, Any]) -> dict[str, Any]:
    version = head.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise DocumentError(_("This campaign's file does not say its version."))
    if version > VERSION:
        raise DocumentError(
            _(
                "This campaign was written by a newer version of this program "
                "(version {version}, this one reads {known}). Please update."
            ).format(version=version, known=VERSION)
        )
    body = head.get("campaign")
    for step in range(version, VERSION):
        body = UPGRADES[step](body)
    if not isinstance(body, dict):
        raise _damaged(_CAMPAIGN)
    return body


def _object(content: bytes, name: str) -> dict[str, Any]:
    try:
        found = parsed(content)
    except DocumentError as error:
        raise _damaged(name) from error
    if not isinstance(found, dict):
        raise _damaged(name)
    checked_values(found)
    return found


def _checked_id(value: object) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= ID_MOST or not value.isprintable():
        raise _damaged(_("an id"))
    return value


def _renamed(value: Any, ids: Mapping[str, str]) -> Any:
    """Return JSON with some ids changed, wherever they stand, in the keys of answers too."""
    match value:
        case str():
            if "/" in value:
                return "/".join(ids.get(part, part) for part in value.split("/"))
            return ids.get(value, value)
        case list():
            return [_renamed(entry, ids) for entry in value]
        case dict():
            return {_renamed(name, ids): _renamed(entry, ids) for name, entry in value.items()}
    return value


def _valid(adapter: TypeAdapter[T], body: object, name: str) -> T:
    try:
        return adapter.validate_python(body)
    except ValidationError as error:
        where = " → ".join(str(part)[:40] for part in error.errors()[0]["loc"][:6])
        raise _damaged(f"{name} → {where}" if where else name) from error


def _damaged(where: str) -> DocumentError:
    return DocumentError(
        _("This campaign's file is damaged ({where}). Nothing was imported.").format(where=where)
    )
