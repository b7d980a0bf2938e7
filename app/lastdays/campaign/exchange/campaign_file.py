"""A whole campaign as one file: a zip with its document, the history of each group, the post-game
sequences, and the portraits.

`campaign.json` has the format's version, the groups' ids and the campaign's document;
`changes.jsonl` the changes of all histories, `groups/1.jsonl` the first group's history,
`sequences.jsonl` the sequences, `portraits/` the pictures by their ids. Files of version 2 also have
games at the table, which are ignored.

Nothing is ever unpacked to a folder: only entries with known names are read, each within bounds, and
everything is checked before it is converted to values.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from msgspec import Raw, ValidationError, convert, json
from msgspec.structs import replace

from lastdays.campaign.changed import EVERYTHING
from lastdays.campaign.documents import group_documents
from lastdays.campaign.documents.bounds import campaign_problems, odd_ids, problems
from lastdays.campaign.documents.foreign import (
    DOCUMENT,
    check_values,
    checked_picture,
    parse_document,
    raise_for_problems,
)
from lastdays.campaign.documents.rosters import is_roster
from lastdays.campaign.exchange.carried_packs import used_packs, with_identities, with_packs
from lastdays.campaign.exchange.lineage import LINEAGE_MOST, campaign_lineage, is_digest
from lastdays.campaign.sequences.post_game import (
    DRAFT,
    STARTING_POINT,
    known_how,
    read_starting_point,
)
from lastdays.campaign.workspace import Actions, Workspace
from lastdays.desktop.bounds import KIB, MIB, Archive, Bounds, OutOfBoundsError, picture_size
from lastdays.errors import DocumentError, LastDaysError, damage
from lastdays.language import _, legible_values
from lastdays.model.campaign import Campaign
from lastdays.model.changes import CampaignImported, read_change
from lastdays.model.group import Group
from lastdays.names import looks_taken
from lastdays.procedure.replay import How
from lastdays.rulebook import Catalogue
from lastdays.store import Answered, SequenceRecord, Subject, Transaction
from lastdays.store.models import portrait_id
from lastdays.values import Value

FORMAT = "lastdays-campaign"
VERSION = 3

#: The largest file, the most it unpacks to, and the largest total of its pictures, in bytes.
FILE_MOST = 64 * MIB
UNPACKED_MOST = 256 * MIB
PICTURES_MOST = 64 * MIB
#: How many of the newest revisions of a group's history are exported; and of all groups together.
HISTORY_MOST = 500
REVISIONS_MOST = 20_000
GROUPS_MOST = 1_000
SEQUENCES_MOST = 20_000
ANSWERS_MOST = 2_000
PORTRAITS_MOST = 2_000
#: The most games at the table in files of version 2.
TABLES_MOST = 2_000
ID_MOST = 64
#: The bounds of the campaign's document, and of a line of each list.
_RECORDS = Bounds(size=16 * MIB, line=0, values=DOCUMENT.values, depth=DOCUMENT.depth)
_CHANGE = Bounds(size=256 * KIB, line=0, values=10_000, depth=DOCUMENT.depth)
_SEQUENCE = Bounds(size=2 * MIB, line=0, values=50_000, depth=DOCUMENT.depth)

T = TypeVar("T")
#: The names of a file's entries; a picture's has its id between folder and suffix.
_CAMPAIGN = "campaign.json"
_CHANGES = "changes.jsonl"
_SEQUENCES = "sequences.jsonl"
_PORTRAITS = "portraits/"
_JPG = ".jpg"


class FiledChange(Value):
    """A change of a history: its kind, time and facts."""

    kind: str
    at: str
    facts: Mapping[str, Any] = {}


class FiledRevision(Value):
    """A group after a change; `change` is an index in the file's changes."""

    change: int
    group: Group


class FiledAnswer(Value, omit_defaults=True):
    """An answer of a sequence; with `back` it withdraws the key's answer."""

    key: str
    how: How
    who: str = ""
    value: Any = None
    back: bool = False


class FiledSequence(Value, omit_defaults=True):
    """A post-game sequence. `base`, `finished` and the group in its starting point are indexes in its
    group's history."""

    id: str
    group: str
    game: str
    base: int
    rulebook: str
    at: str
    finished: int | None = None
    switches: Mapping[str, Any] = {}
    answers: tuple[FiledAnswer, ...] = ()


class CampaignFile(Value):
    """The content of a campaign's file; each group's history starts with the oldest revision. `lineage`
    are digests of the states of the campaign's document, the latest first."""

    campaign: Campaign
    changes: tuple[FiledChange, ...]
    histories: Mapping[str, tuple[FiledRevision, ...]]
    sequences: tuple[FiledSequence, ...] = ()
    portraits: Mapping[str, bytes] = {}
    lineage: tuple[str, ...] = ()


# Out


def file_content(file: CampaignFile) -> bytes:
    """Write a campaign's file; the same campaign makes the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        head = {
            "format": FORMAT,
            "version": VERSION,
            "groups": list(file.histories),
            "lineage": file.lineage,
            "campaign": Raw(group_documents.campaign_document(file.campaign)),
        }
        _add_to_archive(archive, _CAMPAIGN, json.encode(head))
        _add_to_archive(archive, _CHANGES, _as_json_lines(file.changes))
        for place, history in enumerate(file.histories.values()):
            lines = [_line_of_revision(revision) for revision in history]
            _add_to_archive(archive, _history_name(place), b"\n".join(lines))
        _add_to_archive(archive, _SEQUENCES, _as_json_lines(file.sequences))
        for portrait, picture in sorted(file.portraits.items()):
            _add_to_archive(archive, f"portraits/{portrait}.jpg", picture)
    return buffer.getvalue()


def _add_to_archive(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name)  # dated 1980, so that the bytes don't depend on the time
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content)


def _as_json_lines(values: Sequence[object]) -> bytes:
    return json.Encoder().encode_lines(values).rstrip(b"\n")


def _history_name(n: int) -> str:
    return f"groups/{n + 1}.jsonl"


def _line_of_revision(revision: FiledRevision) -> bytes:
    """Return a revision as a line: its group's document and the index of its change."""
    body = group_documents.group_document(revision.group)
    return b'{"change": %d, %s' % (revision.change, body[1:])


# In


def is_campaign_file(content: bytes) -> bool:
    """Return whether a file is a zip, as those of campaigns are, but not with a roster."""
    return content.startswith(b"PK\x03\x04") and not is_roster(content)


class ForeignCampaign:
    """A campaign's file that was checked from end to end, but isn't converted to values yet.

    `ids` are those a store must not have twice, by table. A game played at the table has the id of its
    session.
    """

    def __init__(self, content: bytes, catalogue: Catalogue) -> None:
        """Check a file; DocumentError if it isn't a campaign's, exceeds the bounds, or is damaged. Its
        histories, which may be long, aren't kept in memory."""
        if len(content) > FILE_MOST:
            raise DocumentError("This file is too large for a campaign.")
        self._catalogue = catalogue
        self._content = content
        with self._opened_archive() as archive:
            self._read(archive)

    @contextmanager
    def _opened_archive(self) -> Iterator[Archive]:
        try:
            yield Archive(
                self._content,
                entries=GROUPS_MOST + PORTRAITS_MOST + TABLES_MOST + 10,
                room=UNPACKED_MOST,
            )
        except OutOfBoundsError as error:
            raise DocumentError(
                "This campaign's file can't be read: {reason} Nothing was imported.", reason=error
            ) from error

    def _read(self, archive: Archive) -> None:
        """Check each part of the file, the quickest first."""
        if _CAMPAIGN not in archive.names and _CHANGES not in archive.names:
            raise DocumentError(
                "There is no roster, group or campaign in this zip. Nothing was imported."
            )
        head = _read_object(_unpack_entry(archive, _CAMPAIGN, _RECORDS.size), _CAMPAIGN, _RECORDS)
        self._body = _campaign_in(head)
        self._groups = _groups_in(head)
        self._lineage = _lineage_in(head)
        campaign = self._read_campaign({})
        self.campaign_id = campaign.id
        self.name = campaign.name
        if not set(campaign.all_groups) <= set(self._groups):
            raise _damage_error(_("a group is missing"))
        pictures = _pictures_in(archive)
        sequences = self._check_histories(archive, campaign)
        # Pictures are decoded last, as that takes longest.
        room = group_documents.GROUP_PICTURE_ROOM
        self._portraits = {}
        for portrait, picture in pictures.items():
            self._portraits[portrait] = checked_picture(picture, room)
        games = [_checked_id(game.id) for game in campaign.all_games]
        self.ids = {
            "campaigns": [_checked_id(campaign.id)],
            "groups": self._groups,
            "games": games,
            "sessions": games,
            "sequences": sequences,
        }

    def _check_histories(self, archive: Archive, campaign: Campaign) -> list[str]:
        """Check changes, histories and sequences; return the sequences' ids."""
        changes = _count(_read_changes(archive))
        lengths = {}
        for place, group in enumerate(self._groups):
            lengths[group] = _count(self._read_history(archive, place, group, {}, changes))
        total = sum(lengths.values())
        if total > REVISIONS_MOST:
            raise _damage_error(_("{name} has {n} lines", name="groups", n=total))
        sequences = []
        for sequence in _read_sequences(archive, {}, lengths, campaign):
            sequences.append(sequence.id)
        if len(set(sequences)) != len(sequences):
            raise _damage_error(_SEQUENCES)
        return sequences

    def values(self, ids: Mapping[str, str] | None = None) -> CampaignFile:
        """Return the content of the file, with some `ids` replaced; DocumentError if it is damaged."""
        new_ids = self._new_portrait_ids()
        new_ids.update(ids or {})
        campaign = self._read_campaign(new_ids)
        histories = {}
        lengths = {}
        with self._opened_archive() as archive:
            changes = tuple(_read_changes(archive))
            for place, old in enumerate(self._groups):
                group = new_ids.get(old, old)
                history = tuple(self._read_history(archive, place, group, new_ids, len(changes)))
                histories[group] = history
                lengths[group] = len(history)
            sequences = tuple(_read_sequences(archive, new_ids, lengths, campaign))
        return CampaignFile(
            campaign=campaign,
            changes=changes,
            histories=histories,
            sequences=sequences,
            portraits=self._portraits_of(campaign, histories),
            lineage=self._lineage,
        )

    def _new_portrait_ids(self) -> dict[str, str]:
        """Return the ids of pictures by another program: they were converted, and have other ids now."""
        new_ids = {}
        for old, picture in self._portraits.items():
            new = portrait_id(picture)
            if new != old:
                new_ids[old] = new
        return new_ids

    def _portraits_of(
        self, campaign: Campaign, histories: Mapping[str, tuple[FiledRevision, ...]]
    ) -> dict[str, bytes]:
        """Return the pictures that the campaign shows, or any revision of its groups, by id."""
        used = set(campaign.pictures)
        for history in histories.values():
            for revision in history:
                used.update(revision.group.pictures)
        portraits = {}
        for picture in self._portraits.values():
            portrait = portrait_id(picture)
            if portrait in used:
                portraits[portrait] = picture
        return portraits

    def _read_campaign(self, ids: Mapping[str, str]) -> Campaign:
        body = group_documents.upgraded_campaign(self._body)
        campaign = _converted(Campaign, _with_ids_replaced(body, ids), _CAMPAIGN)
        raise_for_problems(campaign_problems(campaign))
        return group_documents.with_days(replace(campaign, deleted=False, archived=False))

    def _read_history(
        self, archive: Archive, place: int, group: str, ids: Mapping[str, str], changes: int
    ) -> Iterator[FiledRevision]:
        """Yield the history of a group from its oldest revision."""
        latest = -1
        for line in _read_objects(archive, _history_name(place), HISTORY_MOST + 1, DOCUMENT):
            change = line.get("change")
            if not isinstance(change, int) or not latest < change < changes:
                raise _damage_error(_("the order of a group's history"))
            value = group_documents.read_group(json.encode(_with_ids_replaced(line, ids)))
            raise_for_problems(problems(value, self._catalogue, foreign=True) + odd_ids(value))
            if value.id != group:
                raise _damage_error(_("a group has another group's history"))
            latest = change
            yield FiledRevision(change, value)
        if latest < 0:
            raise _damage_error(_("a group is missing"))


def _groups_in(head: Mapping[str, Any]) -> list[str]:
    """Return the ids of the groups that a file names; DocumentError if there are too many, or one is
    named twice."""
    listed = head.get("groups")
    if not isinstance(listed, list) or len(listed) > GROUPS_MOST:
        raise _damage_error(_CAMPAIGN)
    groups = [_checked_id(group) for group in listed]
    if len(set(groups)) != len(groups):
        raise _damage_error(_CAMPAIGN)
    return groups


def _lineage_in(head: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the digests that a file has of its campaign's states; none in a file of an earlier version."""
    listed = head.get("lineage", [])
    if not isinstance(listed, list) or len(listed) > LINEAGE_MOST:
        raise _damage_error(_CAMPAIGN)
    return tuple(digest for digest in listed if is_digest(digest))


def _pictures_in(archive: Archive) -> dict[str, bytes]:
    """Return the pictures of a file by their ids; DocumentError if they are too many or too large."""
    names = []
    for name in archive.names:
        if name.startswith(_PORTRAITS) and name.endswith(_JPG):
            names.append(name)
    if len(names) > PORTRAITS_MOST:
        raise _damage_error(_("portraits"))
    pictures = {}
    for name in names:
        portrait = _checked_id(name.removeprefix(_PORTRAITS).removesuffix(_JPG))
        pictures[portrait] = _unpack_entry(archive, name, group_documents.PORTRAIT_MOST)
    if sum(len(picture) for picture in pictures.values()) > PICTURES_MOST:
        raise _damage_error(_("portraits"))
    for picture in pictures.values():
        picture_size(picture)
    return pictures


def _count(values: Iterable[object]) -> int:
    """Return how many values come, without keeping them in memory."""
    return sum(1 for _value in values)


def _read_changes(archive: Archive) -> Iterator[FiledChange]:
    for line in _read_objects(archive, _CHANGES, REVISIONS_MOST, _CHANGE):
        yield _converted(FiledChange, line, _CHANGES)


def _read_sequences(
    archive: Archive, ids: Mapping[str, str], lengths: Mapping[str, int], campaign: Campaign
) -> Iterator[FiledSequence]:
    """Yield the sequences; DocumentError if one refers to what isn't in the file."""
    for line in _read_objects(archive, _SEQUENCES, SEQUENCES_MOST, _SEQUENCE):
        _checked_id(line.get("id"))
        sequence = _converted(FiledSequence, _with_ids_replaced(line, ids), _SEQUENCES)
        try:
            group_documents.read_switches(sequence.switches)
            places = _places_named(sequence)
        except LastDaysError as error:
            raise _damage_error(_SEQUENCES) from error
        length = lengths.get(sequence.group, 0)
        if not all(0 <= place < length for place in places):
            raise _damage_error(_SEQUENCES)
        if len(sequence.answers) > ANSWERS_MOST:
            raise _damage_error(_SEQUENCES)
        if sequence.game not in campaign.with_all_seasons.games_by_id:
            raise _damage_error(_SEQUENCES)
        yield sequence


def _places_named(sequence: FiledSequence) -> list[int]:
    """Return the places in its group's history that a sequence names."""
    places = [sequence.base]
    if sequence.finished is not None:
        places.append(sequence.finished)
    for answer in sequence.answers:
        if answer.key == STARTING_POINT:
            places.append(read_starting_point(answer.value).group)
    return places


def _unpack_entry(archive: Archive, name: str, most: int) -> bytes:
    """Unpack an entry, but never more than `most` bytes, whatever its header says."""
    try:
        return archive.read(name, most)
    except KeyError:
        raise _damage_error(_("{name} is missing", name=name)) from None


def _read_objects(
    archive: Archive, name: str, lines: int, most: Bounds
) -> Iterator[dict[str, Any]]:
    """Yield the JSON object in each line of an entry, one in memory at a time."""
    if name not in archive.names:
        raise _damage_error(_("{name} is missing", name=name))
    for place, line in enumerate(archive.lines(name, most.size)):
        if place >= lines:
            raise _damage_error(_("{name} has {n} lines", name=name, n=f"> {lines}"))
        yield _read_object(line, name, most)


def _campaign_in(head: Mapping[str, Any]) -> dict[str, Any]:
    """Return the campaign's document; DocumentError for another format or version."""
    if head.get("format") != FORMAT:
        raise DocumentError("This file isn't a Last Days campaign.")
    version = head.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise DocumentError("This campaign's file doesn't say which version it is.")
    if version > VERSION:
        raise DocumentError(
            "This campaign was written by a newer version of this program "
            "(version {version}, this one reads {known}). Please update.",
            version=version,
            known=VERSION,
        )
    body = head.get("campaign")
    if not isinstance(body, dict):
        raise _damage_error(_CAMPAIGN)
    return body


def _read_object(content: bytes, name: str, most: Bounds) -> dict[str, Any]:
    try:
        value = parse_document(content, most)
    except DocumentError as error:
        raise _damage_error(name) from error
    if not isinstance(value, dict):
        raise _damage_error(name)
    check_values(value)
    plain: dict[str, Any] = legible_values(value)
    return plain


def _checked_id(value: object) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= ID_MOST or not value.isprintable():
        raise _damage_error(_("an id"))
    return value


def _with_ids_replaced(value: Any, ids: Mapping[str, str]) -> Any:
    """Return JSON with some ids replaced everywhere, in the keys of answers too."""
    if not ids:
        return value
    match value:
        case str():
            parts = [ids.get(part, part) for part in value.split("/")]
            return "/".join(parts)
        case list():
            return [_with_ids_replaced(entry, ids) for entry in value]
        case dict():
            return {
                _with_ids_replaced(name, ids): _with_ids_replaced(entry, ids)
                for name, entry in value.items()
            }
    return value


def _converted(kind: type[T], body: object, name: str) -> T:
    try:
        return convert(body, kind)
    except ValidationError as error:
        where, _why = damage(error)
        if where:
            raise _damage_error(f"{name} → {where}") from error
        raise _damage_error(name) from error


def _damage_error(where: str) -> DocumentError:
    return DocumentError(
        "This campaign's file is damaged ({where}). Nothing was imported.", where=where
    )


class CampaignTransfer(Actions):
    """Exports campaigns to files, and imports them."""

    # Out

    def export(self, campaign: str, *, packs: bool = False) -> bytes:
        """Return the file of a campaign, without games at the table, which stay in the store, and with
        the content packs that it uses if that is wanted. DocumentError if these are too large."""
        workspace = self.workspace
        rulebooks = workspace.rulebooks
        with workspace.store.reading() as tx:
            campaign_now = workspace.snapshots.campaign_now(tx, campaign)
            stored = {group.id for group in tx.index.groups(campaign)}
            # those of earlier seasons, which the campaign no longer lists
            stored.update(group for group, _name in tx.index.deleted_groups(campaign))
            filed_campaign = with_identities(rulebooks, _with_groups(campaign_now, stored))
            content = file_content(_campaign_file_of(tx, filed_campaign))
        if not packs:
            return content
        content = with_packs(content, used_packs(rulebooks, campaign_now))
        if len(content) > FILE_MOST:
            raise DocumentError(
                "The file would be too large with its content packs: export it without them."
            )
        return content

    # In

    def open_file(self, content: bytes) -> ForeignCampaign:
        """Check a campaign's file; DocumentError if it isn't one."""
        return ForeignCampaign(content, self.workspace.catalogue)

    def name_of_same_campaign(self, foreign: ForeignCampaign) -> str | None:
        """Return the name of the campaign here that a file is a copy of, by its id or else its name; None
        if there is none that isn't deleted."""
        name_here = None
        for campaign in self.workspace.campaigns():
            if campaign.deleted:
                continue
            if campaign.id == foreign.campaign_id:
                return campaign.name
            if looks_taken(foreign.name, [campaign.name]):
                name_here = campaign.name
        return name_here

    def add_campaign(self, foreign: ForeignCampaign) -> str:
        """Add the campaign of a file and return its id. DocumentError if it is damaged.

        Its ids are kept if all are free, so that a group can return to it; its name gets a number if
        it is taken.
        """
        workspace = self.workspace
        with workspace.store.reading() as tx:
            file = self._values(foreign, tx)
        with workspace.store.writing() as tx:
            if tx.has("campaigns", [file.campaign.id]):  # another window was quicker
                file = self._values(foreign, tx)
            taken = {c.name for c in tx.index.campaigns() if not c.deleted}
            name = group_documents.numbered(file.campaign.name, taken)
            file = replace(file, campaign=replace(file.campaign, name=name))
            _Unpacking(workspace, tx, file).write()
        workspace.note_changed(*EVERYTHING)
        return file.campaign.id

    def _values(self, foreign: ForeignCampaign, tx: Transaction) -> CampaignFile:
        """Return the content of a file, with new ids if one of its own is taken."""
        is_taken = any(tx.has(kind, ids) for kind, ids in foreign.ids.items())
        if not is_taken:
            return foreign.values()
        new_ids = {}
        for ids in foreign.ids.values():
            for old in ids:
                new_ids[old] = self.workspace.new_id()
        return foreign.values(new_ids)


def _with_groups(campaign: Campaign, stored: Container[str]) -> Campaign:
    """Return a campaign that lists no group, now or in a season, but those that are stored."""
    groups = tuple(group for group in campaign.groups if group in stored)
    seasons = []
    for season in campaign.seasons:
        played = tuple(group for group in season.groups if group in stored)
        seasons.append(replace(season, groups=played))
    return replace(campaign, groups=groups, seasons=tuple(seasons))


def _campaign_file_of(tx: Transaction, campaign: Campaign) -> CampaignFile:
    """Read the content of a campaign's file from the store."""
    chains = {}
    changes = {}
    states: dict[str, list[tuple[int, Group]]] = {}
    pictures = set(campaign.pictures)
    for group in campaign.all_groups:
        chains[group] = _exported_revisions(tx, campaign, group)
        states[group] = []
        for number in chains[group]:
            revision = tx.revisions.revision(number)
            value = group_documents.read_group(revision.document)
            states[group].append((revision.change_id, value))
            pictures.update(value.pictures)
            change = revision.change
            changes[revision.change_id] = FiledChange(
                kind=change.kind, at=revision.at, facts=change.stored()
            )
    order = {change_id: place for place, change_id in enumerate(sorted(changes))}
    histories = {}
    for group, revisions in states.items():
        histories[group] = tuple(
            FiledRevision(order[change_id], value) for change_id, value in revisions
        )
    return CampaignFile(
        campaign=campaign,
        changes=tuple(changes[change_id] for change_id in order),
        histories=histories,
        sequences=tuple(_sequences_to_file(tx, campaign, chains)),
        portraits=_stored_portraits(tx, pictures),
        lineage=campaign_lineage(tx, campaign.id),
    )


def _exported_revisions(tx: Transaction, campaign: Campaign, group: str) -> list[int]:
    """Return the numbers of the revisions of a group that are exported: the newest, in their order."""
    chain = sorted(tx.revisions.outline(Subject(campaign.id, group)).current)
    if len(chain) > 1 and _begins_history(tx, chain[0], chain[1]):
        del chain[0]
    most = min(HISTORY_MOST, REVISIONS_MOST // len(campaign.all_groups))
    return chain[-most:]


def _begins_history(tx: Transaction, first: int, second: int) -> bool:
    """Return whether the first revision is what an import began with: the same state follows again, as
    the first of the history that came with it."""
    begun = tx.revisions.revision(first)
    if not isinstance(begun.change, CampaignImported):
        return False
    return begun.document == tx.revisions.revision(second).document


def _stored_portraits(tx: Transaction, ids: Iterable[str]) -> dict[str, bytes]:
    """Return the pictures of these ids that are in the store."""
    portraits = {}
    for portrait in ids:
        picture = tx.paper.portrait(portrait)
        if picture:
            portraits[portrait] = picture
    return portraits


def _sequences_to_file(
    tx: Transaction, campaign: Campaign, chains: Mapping[str, list[int]]
) -> Iterator[FiledSequence]:
    """Read the sequences of a file; `chains` has the revisions of each group's history."""
    all_listed = tx.sequences.listed(campaign.id)
    for group in chains:
        if group not in campaign.groups:  # it played in an earlier season alone
            all_listed += tx.sequences.listed_of(group)
    for listed in all_listed:
        if listed.group not in chains or listed.game not in campaign.with_all_seasons.games_by_id:
            continue
        record = tx.sequences.sequence(listed.sequence)
        chain = chains[record.group]
        finished = None
        if record.finished in chain:
            finished = chain.index(record.finished)
        answers = [answer for answer in record.answers if not answer.key.startswith(DRAFT)]
        yield FiledSequence(
            id=record.id,
            group=record.group,
            game=record.game,
            base=_index_in_history(chain, record.base),
            rulebook=record.rulebook,
            at=record.at,
            finished=finished,
            switches=dict(record.switches),
            answers=tuple(_filed_answer(answer, chain) for answer in answers),
        )


def _index_in_history(chain: list[int], revision: int) -> int:
    """Return the index of a revision in a history, or of the last one before it."""
    earlier = [number for number in chain if number <= revision]
    return max(0, len(earlier) - 1)


def _filed_answer(answer: Answered, chain: list[int]) -> FiledAnswer:
    """Return an answer as it is filed: a starting point names the place of its group in the history."""
    value = answer.value
    if answer.key == STARTING_POINT and not answer.taken_back:
        start = read_starting_point(value)
        value = {**value, "group": _index_in_history(chain, start.group)}
    return FiledAnswer(
        key=answer.key,
        how=known_how(answer.how),
        who=answer.who,
        value=value,
        back=answer.taken_back,
    )


def new_sequence_record(filed: FiledSequence, campaign: str, base: int) -> SequenceRecord:
    """Return the record of a filed sequence before its first answer; `base` is the revision it starts from."""
    return SequenceRecord(
        id=filed.id,
        campaign=campaign,
        group=filed.group,
        game=filed.game,
        base=base,
        rulebook=filed.rulebook,
        switches=filed.switches,
        finished=None,
        answers=(),
        undone=False,
        at=filed.at,
    )


class _Unpacking:
    """Writes the content of a file to the store: every history from its beginning, then the heads."""

    def __init__(self, workspace: Workspace, tx: Transaction, file: CampaignFile) -> None:
        self._workspace = workspace
        self._tx = tx
        self._file = file
        self._revisions: dict[str, list[int]] = {group: [] for group in file.histories}

    def write(self) -> None:
        """Write all of it."""
        campaign = self._file.campaign
        tx = self._tx
        for picture in self._file.portraits.values():
            tx.paper.add_portrait(picture)
        tx.index.add_campaign(campaign.id, campaign.name)
        now = self._workspace.clock()
        change = CampaignImported(campaign.name, self._file.lineage)
        imported = tx.revisions.add_change(campaign.id, change, now)
        for group, history in self._file.histories.items():
            tx.index.add_group(group, campaign.id, history[-1].group.name)
            # Its oldest state belongs to the import, so that undo can revert both together.
            self._add(group, imported, history[0].group)
        document = group_documents.campaign_document(campaign)
        own = tx.revisions.add_past(imported, Subject(campaign.id), None, document, {})
        self._write_changes()
        for group, history in self._file.histories.items():
            subject = Subject(campaign.id, group)
            tx.revisions.set_head(subject, self._revisions[group][-1], history[-1].group)
        tx.revisions.set_head(Subject(campaign.id), own, campaign)
        self._write_sequences()

    def _add(self, group: str, change: int, value: Group) -> None:
        chain = self._revisions[group]
        parent = chain[-1] if chain else None
        revision = self._tx.revisions.add_past(
            change,
            Subject(self._file.campaign.id, group),
            parent,
            group_documents.group_document(value),
            group_documents.figures(value, self._workspace.catalogue),
        )
        chain.append(revision)

    def _write_changes(self) -> None:
        """Write the histories in the order of their changes."""
        histories = self._file.histories
        if all(len(history) == 1 for history in histories.values()):
            return  # the import is their whole history
        by_change: dict[int, list[tuple[str, Group]]] = {}
        for group, history in histories.items():
            for revision in history:
                by_change.setdefault(revision.change, []).append((group, revision.group))
        for place in sorted(by_change):
            filed = self._file.changes[place]
            change = self._tx.revisions.add_change(
                self._file.campaign.id, read_change(filed.kind, filed.facts), filed.at
            )
            for group, value in by_change[place]:
                self._add(group, change, value)

    def _write_sequences(self) -> None:
        for filed in self._file.sequences:
            chain = self._revisions[filed.group]
            # Unless the import is the whole history, it precedes it.
            numbers = chain[1:] or chain
            self._write_sequence(filed, numbers)

    def _write_sequence(self, filed: FiledSequence, numbers: list[int]) -> None:
        """Write a sequence with its answers; `numbers` are the revisions of its group's history."""
        sequences = self._tx.sequences
        record = new_sequence_record(filed, self._file.campaign.id, numbers[filed.base])
        sequences.add(record)
        for answer in filed.answers:
            value = answer.value
            if answer.key == STARTING_POINT:
                value = {**value, "group": numbers[value["group"]]}
            sequences.add_answer(
                filed.id, answer.key, value, answer.how, answer.who, filed.at, back=answer.back
            )
        if filed.finished is not None:
            sequences.finish(filed.id, numbers[filed.finished])
