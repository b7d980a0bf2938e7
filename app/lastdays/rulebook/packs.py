"""The installed content packs, their descriptions, and the rulebook with those that a campaign
uses."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path
from threading import RLock
from typing import Annotated

from msgspec import Meta, convert
from msgspec.structs import replace

from lastdays.desktop import paths
from lastdays.desktop.files import write_whole
from lastdays.errors import RulebookError, StoreError, disk_errors
from lastdays.language import _, code
from lastdays.rulebook.catalogue import Catalogue, load, with_constants, with_own
from lastdays.rulebook.checks import NUMBERS, faults_in
from lastdays.rulebook.own import NO_RULES, OwnRules
from lastdays.rulebook.sources import (
    ABOUT,
    KEY,
    Fault,
    PackFileError,
    about_of,
    content_packs,
    newer_program_needed,
    pack_key,
    pack_name,
)
from lastdays.values import Value

#: How many rulebooks are cached: those used last.
_CACHED_MOST = 6


ShortText = Annotated[str, Meta(max_length=200)]
VersionText = Annotated[str, Meta(max_length=40)]
LongText = Annotated[str, Meta(max_length=2000)]
Address = Annotated[str, Meta(max_length=400)]
KeyText = Annotated[str, Meta(pattern=f"^({KEY.pattern})?$")]
NeededVersion = Annotated[str, Meta(pattern=r"^([0-9]{1,4}(\.[0-9]{1,4}){0,3})?$")]
DigestText = Annotated[str, Meta(pattern="^([0-9a-f]{32})?$")]


class PackAbout(Value, kw_only=True, forbid_unknown_fields=True):
    """A content pack's description in `pack.toml`, which is optional.

    `key`: what campaigns know it by; without one it is known by its folder's or zip's name. `name`:
    as it is shown. `version`: such as 1.2. `needs`: the version of the program it needs at least.
    `author`: who wrote it. `summary`: its content in a sentence or two. `page`: a web address with
    more about it, which is shown but never opened. `digest`: that of its content, written when it
    is zipped.
    """

    key: KeyText = ""
    name: ShortText = ""
    version: VersionText = ""
    needs: NeededVersion = ""
    author: ShortText = ""
    summary: LongText = ""
    page: Address = ""
    digest: DigestText = ""


class Pack(Value):
    """A content pack: its key, which campaigns and entries store, its path (None if it is gone),
    its description and the faults in that. Campaigns from before it had a key know it by the name
    of its folder or zip."""

    key: str
    path: Path | None
    about: PackAbout = PackAbout()
    faults: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Return the name that it gives itself, else its key."""
        return self.about.name or self.key

    @property
    def folder_name(self) -> str:
        """Return the name of its folder or zip, its key if it is gone."""
        return self.key if self.path is None else pack_name(self.path)

    @property
    def is_gone(self) -> bool:
        """Return whether a campaign uses it but it is no longer there."""
        return self.path is None


def read_pack(path: Path) -> Pack:
    """Return a content pack with its description. Never fails: faults in `pack.toml` are noted."""
    key = pack_key(path)
    try:
        table = about_of(path)
    except PackFileError as error:
        return Pack(key, path, faults=(str(Fault(ABOUT, str(error))),))
    except (OSError, StoreError):
        return Pack(key, path)  # reading its entries says why
    problems = faults_in(PackAbout, table)
    if not problems:
        return Pack(key, path, convert(table, PackAbout))
    if newer_program_needed(path):
        # Its refusal says so; a later version may know the fields that are unknown here.
        return Pack(key, path)
    faults = [str(Fault(ABOUT, text, field=where)) for where, text in problems]
    return Pack(key, path, faults=tuple(faults))


class Chosen(Value):
    """What a campaign has chosen of rules: its `packs` by key, None for all installed, its house-rule
    `numbers` by 'section.name' of book.toml, and the rules that its players wrote (`own`)."""

    packs: tuple[str, ...] | None = None
    numbers: tuple[tuple[str, int], ...] = ()
    own: OwnRules = NO_RULES


class Rulebooks:
    """The rulebooks of one store: the book, with the packs and numbers that a campaign chose.

    They are cached for each language, until `look_again`.
    """

    def __init__(
        self, paths: Sequence[Path] = (), find: Callable[[], Sequence[Path]] | None = None
    ) -> None:
        """Take the installed packs; `find` looks for them again when they may have changed."""
        self.paths = tuple(paths)
        self._find = find
        self._cached: dict[tuple[Chosen, str], Catalogue] = {}
        self._lock = RLock()

    @cached_property
    def packs(self) -> tuple[Pack, ...]:
        """Return the installed packs, in the order they are laid over the book."""
        return tuple(read_pack(path) for path in self.paths)

    def look_again(self) -> None:
        """Look for packs again, and read them when they are next needed."""
        if self._find is not None:
            self.paths = tuple(self._find())
        self._cached.clear()
        self.__dict__.pop("packs", None)

    def of(self, chosen: Chosen) -> Catalogue:
        """Return the rulebook with a campaign's choices, in the current language. A pack with
        faults is left out, and `refused_packs` says why."""
        key = (chosen, code())
        with self._lock:  # documents are made on another thread
            catalogue = self._cached.pop(key, None)
            if catalogue is None:
                catalogue = self._make(chosen)
            self._cached[key] = catalogue  # as the last one used
            while len(self._cached) > _CACHED_MOST:
                oldest = next(iter(self._cached))
                del self._cached[oldest]
            return catalogue

    def _make(self, chosen: Chosen) -> Catalogue:
        """Return a rulebook that isn't cached: packs first, then numbers, then the campaign's own rules. The
        one under it comes from the cache if it can."""
        if chosen.own != NO_RULES:
            without_own = self.of(replace(chosen, own=NO_RULES))
            return with_own(without_own, chosen.own)
        if chosen.numbers:
            without_numbers = self.of(replace(chosen, numbers=()))
            return with_numbers(without_numbers, dict(chosen.numbers))
        if chosen.packs is None:
            return load(packs=self.paths)
        return self._with_packs(chosen.packs)

    def _with_packs(self, keys: tuple[str, ...]) -> Catalogue:
        """Return the book with some packs. It also says which of the others are refused."""
        keys_on = self.keys_on(keys)
        paths_on = [path for path in self.paths if pack_key(path) in keys_on]
        catalogue = load(packs=paths_on)
        refused_others = []
        for text in self.of(Chosen()).refused_packs:
            pack = text.partition(": ")[0]
            if pack not in keys_on:
                refused_others.append(text)
        if not refused_others:
            return catalogue
        return replace(catalogue, refused_packs=(*catalogue.refused_packs, *refused_others))

    def keys_on(self, chosen: Sequence[str]) -> frozenset[str]:
        """Return the keys of the installed packs that a campaign's choice names: by their keys, else by
        the names of their folders, from when they had none."""
        keys = {pack.key for pack in self.packs}
        keys_on = set()
        for name in chosen:
            if name in keys:
                keys_on.add(name)
            else:
                keys_on.update(pack.key for pack in self.packs if pack.folder_name == name)
        return frozenset(keys_on)

    def listed(self, chosen: Chosen) -> list[Pack]:
        """Return the installed packs, then those that a campaign uses but that are gone."""
        packs = list(self.packs)
        installed = {pack.key for pack in packs}
        installed.update(pack.folder_name for pack in packs)
        for key in chosen.packs or ():
            if key not in installed:
                packs.append(Pack(key, None))
        return packs

    def is_on(self, pack: str, chosen: Chosen) -> bool:
        """Return whether a campaign uses an installed pack."""
        return chosen.packs is None or pack in self.keys_on(chosen.packs)

    def faults(self, pack: Pack, chosen: Chosen) -> tuple[str, ...]:
        """Return the faults of a pack, by itself and with those that a campaign uses."""
        refusals = self._with_pack_on(pack, chosen).refused_packs
        return pack.faults + _messages_about(pack, refusals)

    def overridden(self, pack: Pack, chosen: Chosen) -> tuple[str, ...]:
        """Return what a pack changes in the rulebook under it, with the packs a campaign uses."""
        return _messages_about(pack, self._with_pack_on(pack, chosen).overridden)

    def _with_pack_on(self, pack: Pack, chosen: Chosen) -> Catalogue:
        """Return the rulebook with the packs that a campaign uses, and with this one in any case."""
        keys = [other.key for other in self.packs if self.is_on(other.key, chosen)]
        if pack.key not in keys:
            keys.append(pack.key)
        return self.of(Chosen(tuple(keys)))


def _messages_about(pack: Pack, messages: Sequence[str]) -> tuple[str, ...]:
    """Return those of some messages that are about one pack, without its key in front."""
    prefix = f"{pack.key}: "
    return tuple(text.removeprefix(prefix) for text in messages if text.startswith(prefix))


def rulebooks_of(store: Path, packs: Sequence[Path] | None = None) -> Rulebooks:
    """Return the rulebooks of a store, with the packs in the data folder and beside the store, or
    with `packs` instead."""
    if packs is not None:
        return Rulebooks(packs)

    def find() -> list[Path]:
        return content_packs(store)

    return Rulebooks(find(), find)


class OneRulebook(Rulebooks):
    """The same rulebook for every campaign, of whose choices only the numbers and its own
    rules count."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self._catalogue = catalogue

    def _make(self, chosen: Chosen) -> Catalogue:
        return with_own(with_numbers(self._catalogue, dict(chosen.numbers)), chosen.own)


def with_numbers(catalogue: Catalogue, numbers: Mapping[str, int]) -> Catalogue:
    """Return a rulebook with house-rule numbers instead of the book's; those out of range are
    ignored."""
    constants = {section: dict(values) for section, values in catalogue.constants.items()}
    changed_numbers = {}
    for name, value in sorted(numbers.items()):
        section, _dot, key = name.partition(".")
        if not _is_in_range(section, key, value) or constants[section][key] == value:
            continue
        constants[section][key] = value
        changed_numbers[name] = value
    if not changed_numbers:
        return catalogue
    content = repr((catalogue.digest, changed_numbers)).encode()
    digest = hashlib.blake2b(content, digest_size=8).hexdigest()
    return with_constants(catalogue, constants, digest)


def _is_in_range(section: str, key: str, value: int) -> bool:
    """Return whether a house rule may set a number of the book to a value."""
    bounds = NUMBERS.get(section, {}).get(key)
    if bounds is None:
        return False
    least, most = bounds
    return least <= value <= most


def first_lines_of(faults: Sequence[str], most: int = 3) -> str:
    """Return the first of a pack's faults or changes as text, and how many more there are."""
    lines = list(faults[:most])
    if len(faults) > most:
        lines.append(_("… and {n} more.", n=len(faults) - most))
    return "\n".join(lines)


def writing(pack: Path) -> AbstractContextManager[None]:
    """Turn an OSError in the block into a RulebookError: a pack, or the folder of packs, can't be
    written."""
    return disk_errors(RulebookError, _("{path} can't be written: {reason}."), path=pack)


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files of a pack, by name, into a new folder. Raises RulebookError or DocumentError."""
    with writing(folder):
        folder.mkdir(parents=True)
    for name, text in files.items():
        file = folder / name
        with writing(folder):
            file.parent.mkdir(exist_ok=True)
        write_whole(file, text.encode())


#: The example packs that come with the program: one of entries, one with a game.
EXAMPLE, EXAMPLE_GAME = "hospital", "last-bus"


def copy_example(folder: Path, example: str = EXAMPLE) -> None:
    """Copy an example pack that comes with the program."""
    with writing(folder):
        shutil.copytree(paths.resources() / "packs" / example, folder)


def users_pack_folder() -> Path:
    """Return the folder of the user's packs, made if needed. Raises RulebookError."""
    folder = paths.content_packs()
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    return folder
