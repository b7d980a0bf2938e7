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
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from msgspec import Raw, Struct, ValidationError, convert, json
from msgspec.structs import replace

from lastdays.bounds import Archive, Bounds, OutOfBoundsError, picture_size
from lastdays.campaign import documents
from lastdays.campaign.basis import BASIS, Basis
from lastdays.campaign.campaign_bounds import campaign_problems, odd_ids
from lastdays.campaign.foreign import DOCUMENT, GROUP_KEPT, checked_picture, checked_values, parsed
from lastdays.campaign.group_bounds import problems
from lastdays.campaign.roster_file import is_roster
from lastdays.errors import DocumentError, damage
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.group import Group
from lastdays.rulebook import Catalogue
from lastdays.store.paper import portrait_id

FORMAT = "lastdays-campaign"
VERSION = 3
#: Steps that bring an older file's campaign up by one version: {1: from 1 to 2, …}.
UPGRADES: dict[int, Any] = {1: lambda campaign: campaign, 2: lambda campaign: campaign}

#: How large such a file is at most, how large it is unpacked, how large its pictures are together.
FILE_MOST = 64 * 1024 * 1024
UNPACKED_MOST = 256 * 1024 * 1024
PICTURES_MOST = 64 * 1024 * 1024
#: How many revisions of a group's history go along, the newest; and of all groups together.
HISTORY_MOST = 500
REVISIONS_MOST = 20_000
GROUPS_MOST = 1_000
SEQUENCES_MOST = 20_000
ANSWERS_MOST = 2_000
PORTRAITS_MOST = 2_000
#: How many games at the table were in files of version 2.
TABLES_MOST = 2_000
ID_MOST = 64
#: What its records hold, and a line of each list.
_RECORDS = Bounds(size=16 * 1024 * 1024, line=0, values=DOCUMENT.values, depth=DOCUMENT.depth)
_CHANGE = Bounds(size=256 * 1024, line=0, values=10_000, depth=DOCUMENT.depth)
_SEQUENCE = Bounds(size=2 * 1024 * 1024, line=0, values=50_000, depth=DOCUMENT.depth)

T = TypeVar("T")
_CAMPAIGN, _CHANGES, _SEQUENCES = "campaign.json", "changes.jsonl", "sequences.jsonl"
_HOWS = ("rolled", "typed", "set", "chosen")


class FiledChange(Struct, frozen=True):
    """A change of a history: its kind and facts, and its time."""

    kind: str
    at: str
    facts: dict[str, Any] = {}


class FiledRevision(Struct, frozen=True):
    """A group as it was after a change; `change` is the change's place among the file's."""

    change: int
    group: Group


class FiledAnswer(Struct, frozen=True, omit_defaults=True):
    """An answer of a sequence; with `back` the key's answer was taken back."""

    key: str
    how: str
    who: str = ""
    value: Any = None
    back: bool = False


class FiledSequence(Struct, frozen=True, omit_defaults=True):
    """A post-game sequence. `base` and `finished` are places in its group's history, as is the
    group's in what it is played from."""

    id: str
    group: str
    game: str
    base: int
    rulebook: str
    at: str
    finished: int | None = None
    switches: dict[str, Any] = {}
    answers: tuple[FiledAnswer, ...] = ()


class CampaignFile(Struct, frozen=True):
    """All that such a file holds; each group's history from the oldest revision to the present."""

    campaign: Campaign
    changes: tuple[FiledChange, ...]
    histories: Mapping[str, tuple[FiledRevision, ...]]
    sequences: tuple[FiledSequence, ...] = ()
    portraits: Mapping[str, bytes] = {}


# Out


def written(file: CampaignFile) -> bytes:
    """Return a campaign's file; the same campaign makes the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        head = {
            "format": FORMAT,
            "version": VERSION,
            "groups": list(file.histories),
            "campaign": Raw(documents.campaign_document(file.campaign)),
        }
        _put(archive, _CAMPAIGN, json.encode(head))
        _put(archive, _CHANGES, _lines(file.changes))
        for n, history in enumerate(file.histories.values()):
            _put(archive, _history_name(n), b"\n".join(_revision(r) for r in history))
        _put(archive, _SEQUENCES, _lines(file.sequences))
        for portrait, picture in sorted(file.portraits.items()):
            _put(archive, f"portraits/{portrait}.jpg", picture)
    return made.getvalue()


def _put(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name)  # of 1980: the time of writing would be another each time
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content)


def _lines(values: Sequence[object]) -> bytes:
    return json.Encoder().encode_lines(values).rstrip(b"\n")


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
    """The file of a campaign that was gone through from end to end, and not yet made into values."""

    def __init__(self, content: bytes, catalogue: Catalogue) -> None:
        """Go through a file; DocumentError for what isn't a campaign's, beyond the bounds, or
        damaged. Nothing is kept of its histories: they are as long as they like."""
        if len(content) > FILE_MOST:
            raise DocumentError(_("This file is too large for a campaign."))
        self._catalogue = catalogue
        self._content = content
        with self._opened() as archive:
            self._read(archive)

    @contextmanager
    def _opened(self) -> Iterator[Archive]:
        try:
            yield Archive(
                self._content,
                entries=GROUPS_MOST + PORTRAITS_MOST + TABLES_MOST + 10,
                room=UNPACKED_MOST,
            )
        except OutOfBoundsError as error:
            raise DocumentError(
                _("This campaign's file can't be read: {reason} Nothing was imported.").format(
                    reason=error
                )
            ) from error

    def _read(self, archive: Archive) -> None:
        """Look at each part of the file; what comes first is the quickest."""
        head = self._head(archive)
        self._body = _upgraded(head)
        groups = head.get("groups")
        if not isinstance(groups, list) or len(groups) > GROUPS_MOST:
            raise _damaged(_CAMPAIGN)
        self._groups = [_checked_id(group) for group in groups]
        if len(set(self._groups)) != len(self._groups):
            raise _damaged(_CAMPAIGN)
        campaign = self._campaign({})
        if set(campaign.groups) - set(self._groups):
            raise _damaged(_("a group is missing"))
        portraits = [n for n in archive.names if n.startswith("portraits/") and n.endswith(".jpg")]
        if len(portraits) > PORTRAITS_MOST:
            raise _damaged(_("portraits"))
        found = {
            _checked_id(name[10:-4]): _entry(archive, name, documents.PORTRAIT_MOST)
            for name in portraits
        }
        if sum(map(len, found.values())) > PICTURES_MOST:
            raise _damaged(_("portraits"))
        for picture in found.values():
            picture_size(picture)
        changes = sum(1 for _change in _filed_changes(archive))
        lengths: dict[str, int] = {}
        for n, group in enumerate(self._groups):
            lengths[group] = sum(1 for _one in self._history(archive, n, group, {}, changes))
        if sum(lengths.values()) > REVISIONS_MOST:
            raise _damaged(_("{name} has {n} lines").format(name="groups", n=sum(lengths.values())))
        self._sequences = [s.id for s in _filed_sequences(archive, {}, lengths, campaign)]
        if len(set(self._sequences)) != len(self._sequences):
            raise _damaged(_SEQUENCES)
        self._portraits = {i: checked_picture(p, GROUP_KEPT) for i, p in found.items()}

    def _head(self, archive: Archive) -> dict[str, Any]:
        head = _object(_entry(archive, _CAMPAIGN, _RECORDS.size), _CAMPAIGN, _RECORDS)
        if head.get("format") != FORMAT:
            raise DocumentError(_("This file isn't a Last Days campaign."))
        return head

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
            "sequences": self._sequences,
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
        with self._opened() as archive:
            changes = tuple(_filed_changes(archive))
            histories = {
                renamed.get(group, group): tuple(
                    self._history(archive, n, renamed.get(group, group), renamed, len(changes))
                )
                for n, group in enumerate(self._groups)
            }
            lengths = {group: len(history) for group, history in histories.items()}
            sequences = tuple(_filed_sequences(archive, renamed, lengths, campaign))
        pictures = {picture_id(picture): picture for picture in self._portraits.values()}
        return CampaignFile(campaign, changes, histories, sequences, pictures)

    def _campaign(self, ids: Mapping[str, str]) -> Campaign:
        campaign = _valid(Campaign, _renamed(self._body, ids), _CAMPAIGN)
        found = campaign_problems(campaign)
        if found:
            raise DocumentError(" ".join(found) + " " + _("Nothing was imported."))
        return replace(campaign, deleted=False)

    def _history(
        self, archive: Archive, n: int, group: str, ids: Mapping[str, str], changes: int
    ) -> Iterator[FiledRevision]:
        """Yield the history of a group, from its oldest revision."""
        before = -1
        for line in _objects(archive, _history_name(n), HISTORY_MOST + 1, DOCUMENT):
            change = line.get("change")
            if not isinstance(change, int) or not before < change < changes:
                raise _damaged(_("the order of a group's history"))
            value = documents.read_group(json.encode(_renamed(line, ids)))
            wrong = problems(value, self._catalogue, foreign=True) + odd_ids(value)
            if wrong:
                raise DocumentError(" ".join(wrong) + " " + _("Nothing was imported."))
            if value.id != group:
                raise _damaged(_("a group has another's history"))
            before = change
            yield FiledRevision(change, value)
        if before < 0:
            raise _damaged(_("a group is missing"))


def _filed_changes(archive: Archive) -> Iterator[FiledChange]:
    for line in _objects(archive, _CHANGES, REVISIONS_MOST, _CHANGE):
        yield _valid(FiledChange, line, _CHANGES)


def _filed_sequences(
    archive: Archive, ids: Mapping[str, str], lengths: Mapping[str, int], campaign: Campaign
) -> Iterator[FiledSequence]:
    for line in _objects(archive, _SEQUENCES, SEQUENCES_MOST, _SEQUENCE):
        _checked_id(line.get("id"))
        yield _sequence(line, ids, lengths, campaign)


def _entry(archive: Archive, name: str, most: int) -> bytes:
    """Unpack an entry, never more of it than may be there, whatever its head says."""
    try:
        return archive.read(name, most)
    except KeyError:
        raise _damaged(_("{name} is missing").format(name=name)) from None


def _objects(archive: Archive, name: str, lines: int, most: Bounds) -> Iterator[dict[str, Any]]:
    """Yield what each line of an entry holds, one in memory at a time."""
    if name not in archive.names:
        raise _damaged(_("{name} is missing").format(name=name))
    for n, line in enumerate(archive.lines(name, most.size)):
        if n >= lines:
            raise _damaged(_("{name} has {n} lines").format(name=name, n=f"> {lines}"))
        yield _object(line, name, most)


def _sequence(
    line: dict[str, Any], ids: Mapping[str, str], lengths: Mapping[str, int], campaign: Campaign
) -> FiledSequence:
    """Return a sequence; DocumentError where it leads to what isn't in the file."""
    read = _valid(FiledSequence, _renamed(line, ids), _SEQUENCES)
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
            if answer.key == BASIS and not 0 <= convert(answer.value, Basis).group < length:
                raise _damaged(_SEQUENCES)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
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


def _object(content: bytes, name: str, most: Bounds) -> dict[str, Any]:
    try:
        found = parsed(content, most)
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
    if not ids:
        return value
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


def _valid(kind: type[T], body: object, name: str) -> T:
    try:
        return convert(body, kind)
    except ValidationError as error:
        where, _why = damage(error)
        raise _damaged(f"{name} → {where}" if where else name) from error


def _damaged(where: str) -> DocumentError:
    return DocumentError(
        _("This campaign's file is damaged ({where}). Nothing was imported.").format(where=where)
    )
