"""A group and everything that belongs to it, as frozen values; a change makes a new value."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, get_args

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.values import Value

Status = Literal["active", "captured", "dead", "left"]
STATUSES: tuple[Status, ...] = get_args(Status)
Source = Literal["type", "level", "hand", "game"]


def derived_id(*parts: object) -> str:
    """Return an id derived from the given parts, so that a replay makes the same one."""
    text = "/".join(str(part) for part in parts)
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


#: The width of a face on a card, as a share of its height.
FACE = 12 / 13


class Item(Value, omit_defaults=True):
    """One piece of gear. `attached` are the sights and silencers on a firearm; `modified` marks a
    gun made with a Mod-Kit (−1 Reload, p. 78), `by_hand` gear that was added without being bought
    or found."""

    id: str
    key: str
    attached: tuple[Item, ...] = ()
    modified: bool = False
    by_hand: bool = False


class Skill(Value, omit_defaults=True):
    """A skill or attribute a member has: its number (Noisy 1) or class (Gunsmith), and where it
    came from."""

    key: str
    value: int | None = None
    detail: str = ""
    source: Source = "level"


class Advance(Value, omit_defaults=True):
    """A characteristic raised by a Level (p. 89); `game` is the number of the game before it, or
    0."""

    characteristic: str
    amount: int = 1
    level: int = 0
    game: int = 0


class Injury(Value, omit_defaults=True):
    """A lasting injury (p. 84); `game` is the number of the game it came from, or 0. `after` is how
    many advances the member had before it, None if an earlier version didn't note it."""

    key: str
    game: int = 0
    source: Source = "game"
    after: int | None = None


class Member(Value, omit_defaults=True):
    """A Character of a group, in play or gone.

    `adjustments` are characteristics set by hand, as differences from the printed values, so that
    later Levels and injuries still count. `by_hand` names every other field set by hand. `newcomer`
    is true until the Encounter after being recruited (ruling 23). `misses` is how many of the group's
    next games the member sits out (ruling 90). `portrait` is the id of a picture in the store, and
    `face` the part of it shown where only a face fits: left, top and width in thousandths of the
    picture's width, None if nobody chose it. `counters` are values of the players' own counters,
    `traits` texts of their own traits, by key.
    """

    id: str
    name: str
    type: str
    keyword: str
    skill_types: tuple[str, ...] = ()
    skills: tuple[Skill, ...] = ()
    advances: tuple[Advance, ...] = ()
    injuries: tuple[Injury, ...] = ()
    adjustments: Mapping[str, int] = {}
    level: int = 0
    experience: int = 0
    gear: tuple[Item, ...] = ()
    status: Status = "active"
    captor: str = ""
    captor_name: str = ""
    fate_game: int = 0
    newcomer: bool = False
    misses: int = 0
    notes: str = ""
    portrait: str = ""
    face: tuple[int, int, int] | None = None
    by_hand: tuple[str, ...] = ()
    counters: Mapping[str, int] = {}
    traits: Mapping[str, str] = {}

    @property
    def pictured(self) -> str:
        """Return a key that identifies the face shown, '' without a portrait."""
        if self.portrait and self.face:
            return f"{self.portrait}{self.face}"
        return self.portrait

    def has(self, skill: str) -> bool:
        """Return whether the member has a skill or attribute."""
        return any(skill_held.key == skill for skill_held in self.skills)

    def skill_value(self, skill: str) -> int:
        """Return the number of a valued attribute, 0 without it."""
        return sum(skill_held.value or 0 for skill_held in self.skills if skill_held.key == skill)

    def injured(self, injury: str) -> bool:
        """Return whether the member has this lasting injury."""
        return any(injury_suffered.key == injury for injury_suffered in self.injuries)

    def suffer(self, injury: Injury) -> Member:
        """Return the member with one more lasting injury, after their advances so far."""
        suffered = replace(injury, after=len(self.advances))
        return replace(self, injuries=(*self.injuries, suffered))

    def sit_out(self, games: int = 1) -> Member:
        """Return the member, who misses at least so many of the group's next games."""
        return replace(self, misses=max(self.misses, games))

    def item(self, item_id: str) -> Item:
        """Return a piece of gear by its id; attachments don't count."""
        for item in self.gear:
            if item.id == item_id:
                return item
        raise RuleError("{name} does not carry that.", name=self.name)


class BuiltPerk(Value, omit_defaults=True):
    """A Perk built into an Empty Space."""

    id: str
    key: str


#: Instead of the key of a Refuge: the group has none and is on the road.
ON_THE_ROAD = ""


class RefugeState(Value, omit_defaults=True):
    """The Refuge a group lives in, or that it is on the road; `extra_size` and `extra_spaces` are set by
    hand."""

    key: str
    built: tuple[BuiltPerk, ...] = ()
    extra_size: int = 0
    extra_spaces: int = 0


#: The most notes for the coming Encounter.
NOTES_MOST = 200
#: The most further zombies in the coming Encounter.
ZOMBIES_MOST = 999


class StandingNote(Value, omit_defaults=True):
    """A note that players' own rules leave for the coming Encounter: its text, and the id of the
    member it is about, '' for the whole group."""

    text: str
    member: str = ""


class NextEncounter(Value, omit_defaults=True):
    """What comes of earlier steps in the coming Encounter: the keys of the worked Perks that gave
    something for it (p. 80–81), and the notes and further zombies of players' own rules."""

    worked: tuple[str, ...] = ()
    notes: tuple[StandingNote, ...] = ()
    zombies: int = 0


#: The default, which a document leaves out only if it is this very object.
NOTHING_WORKED = NextEncounter()


class Group(Value, omit_defaults=True):
    """A group of survivors: everything on its Group-and-Refuge card and Character cards.

    `founding` is true while the group is being created, when members and gear may be bought and
    given back freely. `allowed` are the keys of violations that the table allows. `picture` is the
    id of a picture in the store. `language` is the language of its printed pages, such as 'de'; ''
    for the program's. `counters` are values of the players' own counters, by key.
    """

    id: str
    name: str
    refuge: RefugeState
    members: tuple[Member, ...] = ()
    leader: str = ""
    points: int = 0
    stash: tuple[Item, ...] = ()
    next_encounter: NextEncounter = NOTHING_WORKED
    founding: bool = False
    games: int = 0
    notes: str = ""
    player: str = ""
    allowed: tuple[str, ...] = ()
    by_hand: tuple[str, ...] = ()
    picture: str = ""
    language: str = ""
    counters: Mapping[str, int] = {}

    @property
    def on_the_road(self) -> bool:
        """Whether the group has no Refuge (ruling 97)."""
        return self.refuge.key == ON_THE_ROAD

    @property
    def active(self) -> tuple[Member, ...]:
        """Members in play: neither dead, captured nor gone."""
        return self._with_status("active")

    @property
    def roster(self) -> tuple[Member, ...]:
        """Members that belong to the group: active or captured."""
        return self._with_status("active", "captured")

    @property
    def memorial(self) -> tuple[Member, ...]:
        """Members who died or left."""
        return self._with_status("dead", "left")

    def _with_status(self, *statuses: Status) -> tuple[Member, ...]:
        return tuple(member for member in self.members if member.status in statuses)

    @property
    def pictures(self) -> tuple[str, ...]:
        """The ids of its pictures in the store: its own, and its members' portraits."""
        pictures = {member.portrait for member in self.members}
        pictures.add(self.picture)
        pictures.discard("")
        return tuple(sorted(pictures))

    def member(self, member_id: str) -> Member:
        """Return the member with this id; RuleError if there is none."""
        for member in self.members:
            if member.id == member_id:
                return member
        raise RuleError("{group} has no such member.", group=self.name)

    def has_member(self, member_id: str) -> bool:
        """Return whether a member has this id, in play or not."""
        return any(member.id == member_id for member in self.members)

    @property
    def leading(self) -> Member | None:
        """The Leader, if alive and still in the group, captured or not."""
        for member in self.roster:
            if member.id == self.leader:
                return member
        return None

    def with_member(self, member: Member) -> Group:
        """Return the group with this member, who replaces one with the same id or is added."""
        if not self.has_member(member.id):
            return replace(self, members=(*self.members, member))
        members = {present.id: present for present in self.members}
        members[member.id] = member
        return replace(self, members=tuple(members.values()))

    def change_member(self, member_id: str, change: Callable[[Member], Member]) -> Group:
        """Return the group with one member changed."""
        return self.with_member(change(self.member(member_id)))

    def without_member(self, member_id: str) -> Group:
        """Return the group as if this member had never been recruited."""
        members = tuple(member for member in self.members if member.id != member_id)
        leader = "" if self.leader == member_id else self.leader
        return replace(self, members=members, leader=leader)

    def bury(self, member_id: str, game: int = 0) -> Group:
        """Return the group after a member's death: their gear is lost (ruling 18)."""
        return self._part_with(member_id, "dead", game, keep_gear=False)

    def depart(self, member_id: str, game: int = 0) -> Group:
        """Return the group after a member left with their gear."""
        return self._part_with(member_id, "left", game, keep_gear=True)

    def _part_with(self, member_id: str, status: Status, game: int, *, keep_gear: bool) -> Group:
        member = self.member(member_id)
        gear = member.gear if keep_gear else ()
        parted = replace(
            member, status=status, fate_game=game, captor="", captor_name="", gear=gear
        )
        leader = "" if self.leader == member_id else self.leader
        return replace(self.with_member(parted), leader=leader)

    def without_worked_perks(self) -> Group:
        """Return the group without what worked Perks gave for the coming Encounter."""
        coming = replace(self.next_encounter, worked=())
        if coming == NOTHING_WORKED:
            coming = NOTHING_WORKED
        return replace(self, next_encounter=coming)

    def add_note(self, note: StandingNote) -> Group:
        """Return the group with a note for its coming Encounter, unless it has it already; of too many
        only the latest stay."""
        notes = dict.fromkeys((*self.next_encounter.notes, note))
        latest = tuple(notes)[-NOTES_MOST:]
        return replace(self, next_encounter=replace(self.next_encounter, notes=latest))

    def add_zombies(self, count: int) -> Group:
        """Return the group with further zombies in its coming Encounter."""
        zombies = min(self.next_encounter.zombies + count, ZOMBIES_MOST)
        return replace(self, next_encounter=replace(self.next_encounter, zombies=zombies))

    def stash_add(self, items: Iterable[Item]) -> Group:
        """Return the group with items added to its stash."""
        return replace(self, stash=(*self.stash, *items))

    def holder_of(self, item_id: str) -> tuple[str, Item]:
        """Return the id of an item's holder ('' for the stash) and the item; RuleError if nobody
        has it."""
        for item in self.stash:
            if item.id == item_id:
                return "", item
        for member in self.roster:
            for item in member.gear:
                if item.id == item_id:
                    return member.id, item
        raise RuleError("{group} does not own that.", group=self.name)

    def take(self, item_id: str) -> tuple[Group, Item]:
        """Return the group without an item, and the item."""
        holder, item = self.holder_of(item_id)
        if holder == "":
            return replace(self, stash=_gear_without(self.stash, item_id)), item
        member = self.member(holder)
        empty_handed = replace(member, gear=_gear_without(member.gear, item_id))
        return self.with_member(empty_handed), item

    def give(self, item: Item, holder: str) -> Group:
        """Return the group with an item given to a member, or to the stash for ''."""
        if holder == "":
            return self.stash_add((item,))
        member = self.member(holder)
        return self.with_member(replace(member, gear=(*member.gear, item)))

    def move(self, item_id: str, holder: str) -> Group:
        """Return the group with an item handed over to a member, or to the stash for ''."""
        group, item = self.take(item_id)
        return group.give(item, holder)

    def item_ids(self) -> set[str]:
        """Return the ids of all items in the group, attached ones too."""
        ids = {piece.id for piece in pieces(self.stash)}
        for member in self.members:
            ids.update(piece.id for piece in pieces(member.gear))
        return ids

    def not_here_yet(self, gear: Iterable[Item], bearer: str) -> tuple[Item, ...]:
        """Return the pieces of another group's gear that aren't here yet, so that nothing is taken
        twice. If a member here has the bearer's id (one group is a copy of the other), the gear
        gets new ids, derived from its own."""
        items = list(gear)
        if self.has_member(bearer):
            items = [_with_ids(item, _id_of_copy) for item in items]
        present = self.item_ids()
        return tuple(item for item in items if item.id not in present)

    def under_new_ids(self, group_id: str, new_id: Callable[[], str]) -> Group:
        """Return the same group with new ids for itself, its members, gear and Perks, and for all
        references to them. `new_id` returns an unused id."""
        ids = {member.id: new_id() for member in self.members}
        members = []
        for member in self.members:
            gear = _under_new_ids(member.gear, new_id)
            members.append(replace(member, id=ids[member.id], gear=gear))
        stash = _under_new_ids(self.stash, new_id)
        coming = _notes_under_new_ids(self.next_encounter, ids)
        built = tuple(replace(perk, id=new_id()) for perk in self.refuge.built)
        allowed = tuple(_about_member(key, ids) for key in self.allowed)
        return replace(
            self,
            id=group_id,
            members=tuple(members),
            leader=ids.get(self.leader, ""),
            stash=stash,
            next_encounter=coming,
            refuge=replace(self.refuge, built=built),
            allowed=allowed,
        )


def pieces(gear: Iterable[Item]) -> Iterator[Item]:
    """Yield pieces of gear, each followed by what is attached to it."""
    for item in gear:
        yield item
        yield from item.attached


def _gear_without(gear: Iterable[Item], item_id: str) -> tuple[Item, ...]:
    return tuple(item for item in gear if item.id != item_id)


def without_piece(gear: Iterable[Item], item_id: str) -> tuple[Item, ...]:
    """Return gear without a piece, which may be attached to another."""
    gear_left = []
    for item in _gear_without(gear, item_id):
        attached = _gear_without(item.attached, item_id)
        gear_left.append(replace(item, attached=attached))
    return tuple(gear_left)


def _notes_under_new_ids(coming: NextEncounter, ids: Mapping[str, str]) -> NextEncounter:
    """Return what is to come, with the notes about members under their new ids."""
    if not coming.notes:
        return coming
    notes = []
    for note in coming.notes:
        member_id = ids.get(note.member, "")
        notes.append(replace(note, member=member_id))
    return replace(coming, notes=tuple(notes))


def _about_member(violation: str, ids: Mapping[str, str]) -> str:
    """Return the key of a violation, which may end in a member's id, with the new id."""
    rule, slash, member_id = violation.rpartition("/")
    return f"{rule}{slash}{ids.get(member_id, member_id)}"


def _id_of_copy(item_id: str) -> str:
    return derived_id("copy", item_id)


def _under_new_ids(gear: Iterable[Item], new_id: Callable[[], str]) -> tuple[Item, ...]:
    return tuple(_with_ids(item, lambda _old: new_id()) for item in gear)


def _with_ids(item: Item, new_id_of: Callable[[str], str]) -> Item:
    """Return an item with its id, and those of its attachments, changed."""
    attached = tuple(_with_ids(attachment, new_id_of) for attachment in item.attached)
    return replace(item, id=new_id_of(item.id), attached=attached)
