"""Import a group from a roster made with BattleScribe or New Recruit and the community's catalogue.

Entries are recognised by their ids in that catalogue (`resources/roster_catalogue.toml`), else by
their names. What isn't recognised is listed, also in the group's notes.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import PurePosixPath
from typing import Any
from xml.etree.ElementTree import Element

from msgspec import Struct
from msgspec.structs import replace

from lastdays.desktop import paths
from lastdays.desktop.bounds import (
    KIB,
    MIB,
    Archive,
    Bounds,
    OutOfBoundsError,
    hold_xml,
    is_of_a_mac,
    json_value,
)
from lastdays.errors import DocumentError, reason
from lastdays.language import _, joined, short
from lastdays.model.fields import GROUP, LEVEL_MOST, MEMBER, NOTES_MOST
from lastdays.model.group import Advance, BuiltPerk, Group, Injury, Item, Member, RefugeState, Skill
from lastdays.model.recruiting import Recruit, make_member
from lastdays.rulebook import Catalogue
from lastdays.rulebook.entries import Entry
from lastdays.values import Value

#: The most that is read: bytes of a roster, files in an archive, tags, their depth, bytes of a tag with
#: the text before it, selections, characters of a text, and the number of a selection.
BYTES_MOST = 8 * MIB
FILES_MOST = 20
TAGS_MOST = 200_000
DEPTH_MOST = 64
TAG_MOST = 256 * KIB
SELECTIONS_MOST = 5_000
TEXT_MOST = 4_000
NUMBER_MOST = 9_999
_ZIP = b"PK\x03\x04"
_ROSTER = ".ros"
#: In JSON an element is an object in a list, with some values.
_JSON = Bounds(BYTES_MOST, BYTES_MOST, values=2 * TAGS_MOST, depth=2 * DEPTH_MOST)
#: The beginning of a roster in JSON.
_OBJECT = re.compile(rb'\{\s*"roster"\s*:\s*\{')


class Selection(Struct):
    """Something selected in a roster, with the selections in it.

    `entries` are its ids in the catalogue, after those of the links to it; `groups` the ids of the
    groups it was selected from. `custom` is the name a player gave it.
    """

    name: str
    custom: str = ""
    notes: str = ""
    entries: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    number: int = 1
    selections: list[Selection] = []


class RosterFile(Selection):
    """A roster: its name, its game system by id and name, its notes, and its selections."""

    system: str = ""
    game: str = ""


def is_roster(content: bytes) -> bool:
    """Return whether a file is a roster, or an archive with one, rather than a group's document."""
    if content.startswith(_ZIP):
        try:
            names = _archive_within_bounds(content).names
        except OutOfBoundsError:
            return False
        return any(_is_roster_name(name) for name in names)
    beginning = _start(content)
    is_xml = beginning.startswith(b"<")
    is_json = _OBJECT.match(beginning) is not None
    return is_xml or is_json


def _start(content: bytes) -> bytes:
    """Return the beginning of a text in any encoding."""
    return content[:400].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")


def _is_roster_name(name: str) -> bool:
    return name.lower().endswith(_ROSTER) and not is_of_a_mac(name)


def read_roster_file(content: bytes) -> RosterFile:
    """Return the roster in a file; DocumentError if there is none."""
    if len(content) > BYTES_MOST:
        raise _too_large()
    if content.startswith(_ZIP):
        content = _only_roster_in(content)
    is_json = _OBJECT.match(_start(content)) is not None
    form = "JSON" if is_json else "XML"
    try:
        root = _json_tree(content) if is_json else _xml_tree(content)
    except (ValueError, LookupError, SyntaxError, RecursionError) as error:
        raise DocumentError(
            "This isn't a roster: it can't be read as {form} ({reason}). Nothing was imported.",
            form=form,
            reason=reason(error),
        ) from error
    if _tag_without_namespace(root) != "roster":
        raise DocumentError(
            "This file is {form}, but it isn't a roster. Nothing was imported.", form=form
        )
    selections = [
        element for element in root.iter() if _tag_without_namespace(element) == "selection"
    ]
    if len(selections) > SELECTIONS_MOST:
        raise _too_large()
    roster = RosterFile(
        name=plain_line(root.get("name", "")),
        notes=plain_text(root.get("customNotes", "")),
        system=plain_line(root.get("gameSystemId", "")),
        game=plain_line(root.get("gameSystemName", "")),
    )
    _read_into(roster, root)
    return roster


def _too_large() -> DocumentError:
    return DocumentError("This roster is too large to be one group's. Nothing was imported.")


def _archive_within_bounds(content: bytes) -> Archive:
    return Archive(content, entries=FILES_MOST, room=BYTES_MOST)


def _only_roster_in(content: bytes) -> bytes:
    """Return the only roster in an archive, unpacked in memory within bounds."""
    try:
        archive = _archive_within_bounds(content)
        for name in archive.names:
            if _leads_outside(name):
                raise DocumentError(
                    "This archive has a file path that leads outside it ({name}). Nothing "
                    "was imported.",
                    name=short(name),
                )
        rosters = [name for name in archive.names if _is_roster_name(name)]
        if len(rosters) != 1:
            raise DocumentError(
                "This archive has {n} rosters; it should have one. Nothing was imported.",
                n=len(rosters),
            )
        return archive.read(rosters[0], BYTES_MOST)
    except OutOfBoundsError as error:
        raise DocumentError(
            "This roster's archive is damaged: {reason} Nothing was imported.", reason=error
        ) from error


def _leads_outside(name: str) -> bool:
    path = PurePosixPath(name.replace("\\", "/"))
    return path.is_absolute() or ".." in path.parts or ":" in name


def _xml_tree(content: bytes) -> Element:
    # late: only the import of a roster needs an XML parser
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        hold_xml(content, TAGS_MOST, TAG_MOST)
        root: Element = fromstring(content, forbid_dtd=True)
    except OutOfBoundsError as error:
        raise _too_large() from error
    except DefusedXmlException as error:
        raise DocumentError(
            "This roster declares XML entities, which no real roster does. Nothing was imported."
        ) from error
    return root


def _json_tree(content: bytes) -> Element:
    try:
        value = json_value(content, _JSON)
    except OutOfBoundsError as error:
        raise _too_large() from error
    roster = value.get("roster")
    if not isinstance(roster, dict):
        roster = {}
    return _element_of_object("roster", roster)


def _element_of_object(name: str, values: dict[str, Any]) -> Element:
    """Return a JSON object as an XML element, with an element for each object in its lists."""
    element = Element(name)
    for key, value in values.items():
        if isinstance(value, str | int | float):
            element.set(key, str(value))
        elif isinstance(value, dict):
            element.append(_element_of_object(key, value))
        elif isinstance(value, list):
            objects = [entry for entry in value if isinstance(entry, dict)]
            for entry in objects:
                element.append(_element_of_object(key.removesuffix("s"), entry))
    return element


def _tag_without_namespace(element: Element) -> str:
    """Return an element's name without its namespace."""
    _namespace, _brace, name = str(element.tag).rpartition("}")
    return name


def _read_into(selection: Selection, element: Element, depth: int = 1) -> None:
    """Add the selections and notes in an element to a selection."""
    if depth > DEPTH_MOST:
        raise _too_large()
    for inner in element:
        into = selection
        tag = _tag_without_namespace(inner)
        if tag == "selection":
            into = Selection(
                name=plain_line(inner.get("name", "")),
                custom=plain_line(inner.get("customName", "")),
                notes=plain_text(inner.get("customNotes", "")),
                entries=_ids_in_chain(inner.get("entryId", "")),
                groups=_ids_in_chain(inner.get("entryGroupId", "")),
                number=_count_in(inner.get("number", "1")),
            )
            selection.selections.append(into)
        elif tag == "customNotes" and not selection.notes:
            selection.notes = plain_text("".join(inner.itertext()))
        _read_into(into, inner, depth + 1)


#: Imported names are cut after so many letters; letters that can't be shown are removed.
LINE_MOST = 200
_NO_LETTER = re.compile("[^\n\t -~\xa0-\ud7ff\ue000-\U0010ffff]")


def plain_line(text: str) -> str:
    """Return an imported text as one line, without letters that can't be shown."""
    return " ".join(_NO_LETTER.sub("", text).split())[:LINE_MOST].strip()


def plain_text(text: str) -> str:
    """Return an imported text with its lines, without letters that can't be shown."""
    return _NO_LETTER.sub("", text[:TEXT_MOST]).strip()


def _ids_in_chain(chain: str) -> tuple[str, ...]:
    ids = [part.strip() for part in chain.split("::")]
    return tuple(key for key in ids if key)


def _count_in(text: str) -> int:
    try:
        number = float(text)
    except ValueError:
        return 1
    if not math.isfinite(number):
        return 1
    return max(0, min(NUMBER_MOST, int(number)))


#: The kinds of entries; those of `marks` and `advances` aren't in the rulebook.
_KINDS = (
    "types",
    "marks",
    "gear",
    "gunsmith",
    "skills",
    "injuries",
    "advances",
    "refuges",
    "perks",
)
#: The kinds that are looked for by name if the id isn't known.
_OF_MEMBER = ("gear", "skills", "injuries")
_OF_GROUP = ("types", "refuges", "gear")


class RosterRead(Value):
    """The group in a roster, and a line for each selection that wasn't recognised."""

    group: Group
    unread: tuple[str, ...]


@cache
def _catalogue_table() -> Mapping[str, Any]:
    return paths.toml("roster_catalogue.toml")


@cache
def _by_id() -> Mapping[str, tuple[str, str]]:
    """Return kind and key of each entry of the catalogue by its id there."""
    entries = {}
    for kind in _KINDS:
        for catalogue_id, key in _catalogue_table()[kind].items():
            entries[catalogue_id] = (kind, key)
    return entries


def read_roster(content: bytes, catalogue: Catalogue) -> RosterRead:
    """Return the group in a roster's file; DocumentError if it has none of this game."""
    roster = read_roster_file(content)
    if roster.system and roster.system != _catalogue_table()["system"]:
        raise DocumentError(
            "This roster is for {game}, not for Last Days. Nothing was imported.",
            game=roster.game or roster.system,
        )
    builder = _GroupBuilder(catalogue)
    for selection in roster.selections:
        builder.take_selection(selection)
    if not builder.members and not builder.refuge:
        raise DocumentError(
            "No Character or Refuge in this roster is in the rulebook. Nothing was imported."
        )
    return builder.result(roster.name, roster.notes)


class _GroupBuilder:
    """Builds a group, selection by selection."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.members: list[Member] = []
        self.refuge = ""
        self._built: list[str] = []
        self._stash: list[Item] = []
        self._leader = ""
        self._points = 0
        self._unread: list[str] = []
        self._items = 0
        shelves: dict[str, Iterable[Entry]] = {
            "types": catalogue.characters.values(),
            "gear": catalogue.all_gear(),
            "skills": catalogue.skills.values(),
            "injuries": catalogue.injuries.values(),
            "refuges": catalogue.refuges.values(),
            "perks": catalogue.perks.values(),
        }
        self._keys: dict[str, set[str]] = {}
        self._names: dict[str, dict[str, str]] = {}
        for kind, shelf in shelves.items():
            self._keys[kind] = set()
            self._names[kind] = {}
            for entry in shelf:
                self._keys[kind].add(entry.key)
                self._names[kind][_comparable_name(entry.name)] = entry.key

    def result(self, name: str, notes: str) -> RosterRead:
        """Return the group, with what wasn't recognised listed in its notes."""
        if not self.refuge:
            self.refuge = next(iter(self.catalogue.refuges))
            self._unread.append(
                _(
                    "The roster doesn't name a Refuge; {refuge} is used instead.",
                    refuge=self.catalogue.refuges[self.refuge].name,
                )
            )
        built = [BuiltPerk(f"p{place}", key) for place, key in enumerate(self._built)]
        group = Group(
            id="roster",
            name=name or _("Imported group"),
            refuge=RefugeState(self.refuge, tuple(built)),
            members=tuple(self.members),
            leader=self._leader or self._first_leader(),
            points=min(GROUP["points"].most, self._points),
            stash=tuple(self._stash),
            notes=short(self._with_unread(notes), NOTES_MOST),
        )
        return RosterRead(group, tuple(self._unread))

    def _first_leader(self) -> str:
        """Return the id of the first member whose type leads, '' for none."""
        for member in self.members:
            if self.catalogue.character(member.type).leader:
                return member.id
        return ""

    def _with_unread(self, notes: str) -> str:
        """Return notes with a list of what wasn't recognised."""
        if not self._unread:
            return notes
        lines = [notes] if notes else []
        lines.append(_("Not understood in the imported roster:"))
        lines += [f"- {line}" for line in self._unread]
        return "\n".join(lines)

    # What the group has

    def take_selection(self, selection: Selection) -> None:
        """Take a selection of the group as a whole: a member, or something it owns."""
        match self._kind_and_key_of(selection, _OF_GROUP):
            case "types", key:
                self._add_characters(selection, key)
                return
            case "marks", "points":
                self._points += selection.number
            case "marks", "campaign":
                pass
            case "refuges", key:
                self._move_in(selection, key)
                return
            case "gear", key:
                self._stash += self._new_pieces(key, selection.number)
            case _:
                self._unread.append(_in_words(selection))
                return
        for inner in selection.selections:
            self.take_selection(inner)

    def _move_in(self, selection: Selection, key: str) -> None:
        if self.refuge:
            self._unread.append(_in_words(selection))
            return
        self.refuge = key
        built_in = Counter(self.catalogue.refuges[key].built_in)
        for inner in selection.selections:
            kind, perk = self._kind_and_key_of(inner, ("perks",))
            if kind != "perks":
                self._unread.append(_with_bearer(selection.name, inner))
                continue
            count = inner.number
            is_built = _catalogue_table()["built"] in inner.groups
            if built_in[perk] and not is_built:
                count -= 1
                built_in[perk] -= 1
            self._built += [perk] * count
            for deeper in inner.selections:
                self._unread.append(_with_bearer(selection.name, deeper))

    # What a member has

    def _add_characters(self, selection: Selection, key: str) -> None:
        """Take a Character, or several alike, who share out what was selected for them."""
        count = selection.number
        for n in range(count):
            if len(self.members) == GROUP["members"].most:
                raise DocumentError(
                    "This roster has more than {most} members. Nothing was imported.",
                    most=GROUP["members"].most,
                )
            member = make_member(Recruit(key), self.catalogue, f"m{len(self.members)}")
            name = selection.custom or member.name
            if n > 0:
                name = f"{name} {n + 1}"[-LINE_MOST:]
            member = replace(member, name=name, notes=selection.notes)
            self.members.append(member)  # before what follows, as its place is its id
            for inner in selection.selections:
                share = inner.number // count
                if n < inner.number % count:
                    share += 1
                if share:
                    member = self._with_selection(member, inner, share)
            self.members[-1] = member

    def _with_selection(self, member: Member, selection: Selection, number: int) -> Member:
        """Return a member with a selection that was made so often for them."""
        equipped = self._with_known_selection(member, selection, number)
        if equipped is None:
            self._unread.append(_with_bearer(member.name, replace(selection, number=number)))
            return member
        for inner in selection.selections:
            equipped = self._with_selection(equipped, inner, inner.number)
        return equipped

    def _with_known_selection(
        self, member: Member, selection: Selection, number: int
    ) -> Member | None:
        """Return a member with what a selection itself stands for; None if it isn't known."""
        repeats = min(number, LEVEL_MOST + 1)
        match self._kind_and_key_of(selection, _OF_MEMBER):
            case "marks", "leader":
                self._note_leader(member, selection)
                return member
            case "marks", "level":
                return replace(member, level=member.level + number)
            case "marks", "experience":
                experience = min(MEMBER["experience"].most, member.experience + number)
                return replace(member, experience=experience)
            case "marks", "captured":
                return replace(member, status="captured")
            case "gear", key:
                return replace(member, gear=(*member.gear, *self._new_pieces(key, number)))
            case "gunsmith", detail:
                return self._with_gunsmith_class(member, detail)
            case "skills", key:
                if member.has(key):
                    return member
                return replace(member, skills=(*member.skills, Skill(key)))
            case "injuries", key:
                return replace(member, injuries=member.injuries + (Injury(key),) * repeats)
            case "advances", key:
                return replace(member, advances=member.advances + (Advance(key),) * repeats)
        return None

    def _note_leader(self, member: Member, selection: Selection) -> None:
        """Note a member as the Leader, if there is none yet and their type leads."""
        if not self._leader and self.catalogue.character(member.type).leader:
            self._leader = member.id
        else:
            self._unread.append(_with_bearer(member.name, selection))

    def _new_pieces(self, key: str, number: int) -> list[Item]:
        """Return so many new pieces of gear with ids of their own; DocumentError if there are too many."""
        first_place = self._items
        self._items += number
        if self._items > GROUP["stash"].most:
            raise DocumentError(
                "This roster has more than {most} pieces of gear. Nothing was imported.",
                most=GROUP["stash"].most,
            )
        return [Item(f"i{place}", key) for place in range(first_place, self._items)]

    # What the catalogue's entries are

    def _kind_and_key_of(self, selection: Selection, kinds: Iterable[str]) -> tuple[str, str]:
        """Return kind and key of a selection by its id, else by its name; two empty texts if unknown."""
        for entry in reversed(selection.entries):
            if entry not in _by_id():
                continue
            kind, key = _by_id()[entry]
            if self._is_in_rulebook(kind, key):
                return kind, key
        name = _comparable_name(selection.name)
        for kind in kinds:
            if name in self._names[kind]:
                return kind, self._names[kind][name]
        return "", ""

    def _is_in_rulebook(self, kind: str, key: str) -> bool:
        """Return whether the rulebook has an entry, which a content pack may have replaced."""
        if kind not in self._keys:
            return True
        return key in self._keys[kind]

    def _with_gunsmith_class(self, member: Member, detail: str) -> Member:
        """Set the class of a member's Gunsmith skill; add the skill if the type doesn't have it."""
        gunsmiths = [key for key, skill in self.catalogue.skills.items() if skill.chooses_class]
        skills = list(member.skills)
        for place, skill in enumerate(skills):
            if skill.key in gunsmiths and skill.detail in ("", detail):
                skills[place] = replace(skill, detail=detail)
                return replace(member, skills=tuple(skills))
        if gunsmiths:
            skills.append(Skill(gunsmiths[0], detail=detail))
        return replace(member, skills=tuple(skills))


def _comparable_name(name: str) -> str:
    """Return a name for comparison: without case, punctuation and text in brackets."""
    without_brackets = re.sub(r"\(.*?\)", "", name.casefold()).strip().removeprefix("the ")
    return re.sub(r"[\W_]+", "", without_brackets)


def _in_words(selection: Selection) -> str:
    """Describe a selection with its number, its custom name and all within it."""
    text = selection.name or _("an entry without a name")
    if selection.custom and selection.custom != selection.name:
        text = _("{name} (“{custom}”)", name=text, custom=selection.custom)
    if selection.number > 1:
        text = _("{n} × {what}", n=selection.number, what=text)
    if not selection.selections:
        return text
    inner_texts = [_in_words(inner) for inner in selection.selections]
    return _("{what}, with {others}", what=text, others=joined(inner_texts))


def _with_bearer(whose: str, selection: Selection) -> str:
    return _("{whose}: {what}", whose=whose, what=_in_words(selection))
