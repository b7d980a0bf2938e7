"""Print jobs: the print choice for a group, which cards have changed since they were printed, and the
document."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from msgspec import Struct, field, json
from msgspec.structs import replace

from lastdays.campaign.changed import CardsPrinted
from lastdays.campaign.portraits import face_of
from lastdays.campaign.printing.card_content import blank_character, character_card, group_card
from lastdays.campaign.printing.print_kinds import (
    BY_KEY,
    CARDS,
    KINDS,
    SHEETS,
    TEST_PAGE,
    PrintSource,
)
from lastdays.campaign.workspace import GroupSnapshot, Workspace
from lastdays.desktop.files import write_whole
from lastdays.desktop.message_files import offered, tongue
from lastdays.errors import LastDaysError
from lastdays.language import SpokenLanguage, _, go_on_in, speaking
from lastdays.model.changes import FieldsSet, GroupEdited
from lastdays.model.group import Member
from lastdays.pdf.content import Card, Content, PrintedDocument, PrintOptions
from lastdays.pdf.imposition import grid, layout_of
from lastdays.values import Value

GROUP_KEY = "group"
COPIES_MOST = 20
BLEED_MOST = 5.0
OFFSET_MOST = 10.0
#: The bleed for print shops if none is chosen, in millimetres.
SHOP_BLEED = 3.0


class PrintChoice(Value):
    """What is printed of a group, and how. `left_out` are unticked members; `fixture` is the game whose
    Encounter is printed, '' for the next one of the group."""

    kinds: tuple[str, ...] = ("characters", "group")
    left_out: tuple[str, ...] = ()
    only_changed: bool = False
    setting: PrintOptions = field(default_factory=PrintOptions)
    fixture: str = ""


def for_print_shop(choice: PrintChoice) -> PrintChoice:
    """Return a choice for print shops: a page with bleed for each side of a card, without marks."""
    setting = replace(
        choice.setting,
        one_a_page=True,
        bleed=choice.setting.bleed or SHOP_BLEED,
        crop_marks=False,
        ruler=False,
        back_marks=False,
        outer_bleed=False,
    )
    return replace(choice, setting=setting)


def checked_language(code: str) -> str:
    """Return a language code, or ''; LastDaysError if the language isn't available."""
    languages = offered()
    if code and code not in languages:
        raise LastDaysError(
            "There's no language '{code}'. Choose one of {known}.",
            code=code,
            known=", ".join(languages),
        )
    return code


def checked_setting(setting: PrintOptions) -> PrintOptions:
    """Return print options; LastDaysError if one is out of range."""
    if not 1 <= setting.copies <= COPIES_MOST:
        raise LastDaysError("One to {n} copies can be printed at once.", n=COPIES_MOST)
    if not 0 <= setting.bleed <= BLEED_MOST:
        raise LastDaysError("The bleed can be 0 to {n} mm.", n=f"{BLEED_MOST:g}")
    if not all(abs(length) <= OFFSET_MOST for length in setting.offset):
        raise LastDaysError("The offset of the backs can be {n} mm at most.", n=f"{OFFSET_MOST:g}")
    grid(layout_of(setting), setting)
    return setting


class ReadGroup(Struct, eq=False):
    """A group as read for printing, once for all prints.

    `cards` has the members' cards by id and the group's own, without portraits; `changed` has those
    that differ from the last print, with whether they were ever printed. `tongue` is the language of
    its prints.
    """

    view: GroupSnapshot
    cards: Mapping[str, Card]
    digests: Mapping[str, str]
    changed: dict[str, bool]
    tongue: SpokenLanguage
    portrayed: dict[str, Card] = {}

    def wanted(self, choice: PrintChoice) -> frozenset[str]:
        """Return the cards in a choice: member ids, and 'group' for the group's card."""
        keys: set[str] = set()
        if "characters" in choice.kinds:
            keys.update(member.id for member in self.view.group.roster)
            keys -= set(choice.left_out)
        if "group" in choice.kinds:
            keys.add(GROUP_KEY)
        if choice.only_changed:
            keys &= self.changed.keys()
        return frozenset(keys)

    def count(self, choice: PrintChoice) -> int:
        """Return the number of cards and sheets in a choice."""
        sheets = sum(kind not in ("characters", "group") for kind in choice.kinds)
        return len(self.wanted(choice)) + sheets


class PrintActions:
    """Actions for printing groups, each in the language of its players, or all in `language`."""

    def __init__(self, workspace: Workspace, language: str = "") -> None:
        self.workspace = workspace
        self._language = language

    def choice(self, group: str) -> PrintChoice:
        """Return the last print choice for a group."""
        with self.workspace.store.reading() as tx:
            stored = tx.paper.choice(group)
        if not stored:
            return PrintChoice()
        try:
            choice = json.decode(stored, type=PrintChoice)
        except ValueError:
            return PrintChoice()
        if not all(key in BY_KEY for key in choice.kinds):
            return PrintChoice()
        return choice

    def remember(self, group: str, choice: PrintChoice) -> None:
        """Store a print choice without the test page and for any game, unless the store is read-only."""
        if self.workspace.store.read_only:
            return
        kinds = tuple(kind for kind in choice.kinds if kind != TEST_PAGE)
        text = json.encode(replace(choice, kinds=kinds, fixture="")).decode()
        with self.workspace.store.writing() as tx:
            tx.paper.set_choice(group, text)

    def set_language(self, group: str, code: str) -> None:
        """Set the language of a group's prints, '' for that of the program."""
        edit = (FieldsSet(("language",)),)
        self.workspace.change_group(
            group, lambda g: GroupEdited(g.name, edit), lambda g: replace(g, language=code)
        )

    def read(self, group: str) -> ReadGroup:
        """Read a group, and which of its cards have changed since they were printed."""
        with self.workspace.store.reading() as tx:
            view = self.workspace.snapshot(group, tx)
            printed = tx.paper.printed(group)
        language = tongue(self._language or view.group.language)
        with speaking(language):
            cards = self._cards(view)
        portraits = {member.id: member.pictured for member in view.group.roster}
        digests = {}
        cards_changed = {}
        for key, card in cards.items():
            digest = card_digest(card, portraits.get(key, ""))
            digests[key] = digest
            if printed.get(key) != digest:
                cards_changed[key] = key in printed
        return ReadGroup(view, cards, digests, cards_changed, language)

    def _cards(self, view: GroupSnapshot) -> dict[str, Card]:
        """Return the cards of a group in the language that is spoken, without portraits."""
        catalogue = self.workspace.rulebooks.of(view.campaign.chosen)  # in this language, too
        cards: dict[str, Card] = {}
        for member in view.group.roster:
            cards[member.id] = character_card(member, view.group, catalogue, view.campaign.switches)
        cards[GROUP_KEY] = group_card(view.group, catalogue)
        return cards

    def printed(self, groups: Mapping[str, PrintChoice]) -> None:
        """Store that cards were printed in their present state, unless the store is read-only."""
        if self.workspace.store.read_only:
            return
        for group, choice in groups.items():
            read = self.read(group)
            digests = {key: read.digests[key] for key in read.wanted(choice)}
            with self.workspace.store.writing() as tx:
                tx.paper.add_printed(group, digests)
            self.workspace.note_changed(CardsPrinted(group))

    def contents(self, group: str, choice: PrintChoice) -> list[Content]:
        """Return the content of a choice for a group."""
        read = self.read(group)
        with speaking(read.tongue):
            return list(self._contents(read, choice, set()))

    def _contents(
        self, read: ReadGroup, choice: PrintChoice, fixtures_printed: set[str]
    ) -> Iterator[Content]:
        """Yield the content of a choice for a group, and switch to the group's language."""
        cards_wanted = read.wanted(choice)
        campaign = read.view.campaign
        go_on_in(read.tongue)
        catalogue = self.workspace.rulebooks.of(campaign.chosen)
        source = PrintSource(
            workspace=self.workspace,
            campaign=campaign,
            group=read.view.group,
            catalogue=catalogue,
            options=choice.setting,
            fixture=choice.fixture,
            fixtures_printed=fixtures_printed,
        )
        for key in sorted(set(choice.kinds), key=KINDS.index):
            content = BY_KEY[key].content
            if content is not None:
                yield from content(source)
            elif key == "characters":
                yield from self._portrayed(read, cards_wanted)
            elif key == GROUP_KEY and GROUP_KEY in cards_wanted:
                yield read.cards[GROUP_KEY]

    def _portrayed(self, read: ReadGroup, wanted: frozenset[str]) -> Iterator[Card]:
        """Yield the wanted members' cards with their portraits; a missing picture becomes invalid
        bytes, which lead to a notice."""
        for member in read.view.group.roster:
            if member.id not in wanted:
                continue
            if member.id not in read.portrayed:
                read.portrayed[member.id] = self._with_portrait(read.cards[member.id], member)
            yield read.portrayed[member.id]

    def _with_portrait(self, card: Card, member: Member) -> Card:
        if not member.portrait:
            return card
        with self.workspace.store.reading() as tx:
            portrait = tx.paper.portrait(member.portrait) or b"lost"
        return replace(card, portrait=face_of(portrait, member.face))

    def make(
        self,
        groups: Mapping[str, PrintChoice],
        *,
        read: Mapping[str, ReadGroup] | None = None,
        progress: Callable[[int], bool] | None = None,
        when: datetime | None = None,
    ) -> PrintedDocument:
        """Make the document for some groups, with the options of the first. `read` has groups that are
        already read."""
        # late: choosing what to print doesn't need ReportLab
        from lastdays.pdf.document import make

        if not groups:
            raise LastDaysError("Choose a group to print.")
        groups_with_choices = []
        for group, choice in groups.items():
            read_already = read.get(group) if read is not None else None
            groups_with_choices.append((read_already or self.read(group), choice))
        first_group, first_choice = groups_with_choices[0]
        names = [group.view.group.name for group, _choice in groups_with_choices]
        with speaking(first_group.tongue):
            spare = None
            if all(_has_all_cards(choice) for choice in groups.values()):
                # Blank cards for new members fill the last sheet.
                spare = blank_character(
                    self.workspace.rulebooks.of(first_group.view.campaign.chosen)
                )
            return make(
                self._all_contents(groups_with_choices),
                first_choice.setting,
                title=", ".join(names),
                author=_("Last Days Campaign Manager"),
                progress=progress,
                when=when,
                spare=spare,
            )

    def _all_contents(
        self, groups_with_choices: Sequence[tuple[ReadGroup, PrintChoice]]
    ) -> Iterator[Content]:
        """Yield the cards of all groups, which share sheets, then sheets, then the test page."""
        printed_once = set[str]()
        fixtures_printed = set[str]()
        for part in (CARDS, SHEETS, (TEST_PAGE,)):
            for read, choice in groups_with_choices:
                kinds = []
                for key in choice.kinds:
                    if key in part and key not in printed_once:
                        kinds.append(key)
                printed_once.update(key for key in kinds if BY_KEY[key].once)
                if kinds:
                    of_part = replace(choice, kinds=tuple(kinds))
                    yield from self._contents(read, of_part, fixtures_printed)

    def count(self, groups: Mapping[str, PrintChoice]) -> int:
        """Return the number of cards and sheets in the choices for some groups."""
        return sum(self.read(group).count(choice) for group, choice in groups.items())

    def save(
        self, document: PrintedDocument, target: Path, groups: Mapping[str, PrintChoice]
    ) -> None:
        """Write a document whole or not at all, and store that it was printed."""
        write_whole(target, document.pdf)
        self.printed(groups)

    def save_pictures(
        self,
        document: PrintedDocument,
        folder: Path,
        dpi: int,
        progress: Callable[[int], bool] = lambda _n: True,
    ) -> int:
        """Write each page as a PNG file to a new or empty folder; return the number of pages.

        `progress` is called with the number written, and returns whether to go on. Raises
        LastDaysError if the folder isn't empty.
        """
        # late: only pictures need PDFium
        from lastdays.pdf.preview import pictures_of

        try:
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise LastDaysError(
                    "{folder} isn't empty: choose a new folder. Nothing was written.", folder=folder
                )
        except OSError as error:
            raise LastDaysError(
                "{folder} can't be used as a folder: {why}", folder=folder, why=error
            ) from error
        pictures_written = 0
        for name, picture in pictures_of(document, dpi):
            write_whole(folder / name, picture)
            pictures_written += 1
            if not progress(pictures_written):
                raise LastDaysError(
                    "Stopped. {n} of {of} pictures were written to {folder}.",
                    n=pictures_written,
                    of=document.pages,
                    folder=folder,
                )
        return pictures_written


def _has_all_cards(choice: PrintChoice) -> bool:
    """Return whether a choice has the cards of members and of the group, changed or not."""
    has_both = "characters" in choice.kinds and "group" in choice.kinds
    return has_both and not choice.only_changed


def card_digest(card: Card, portrait: str = "") -> str:
    """Return a digest of a card, the same as in earlier versions, where a `PrintedLine` was a
    `Line`."""
    text = repr((card, portrait)).replace("PrintedLine(", "Line(")
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
