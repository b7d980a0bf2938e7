"""The fields of groups, members, campaigns and rankings, declared once: the name, the value in
words, and the limits. Comparing, merging, naming and checking them, and the forms, all use these
declarations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sized
from operator import attrgetter
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from lastdays.language import _, dotted, ngettext, number, signed, times, titled
from lastdays.model.campaign import AftermathOrder, Campaign, DiceMode, Ranking
from lastdays.model.carrying import Violation
from lastdays.model.counters import VALUES_MOST, counters_in_words, held_traits
from lastdays.model.group import Group, Item, Member
from lastdays.model.profile import item_name, skill_name
from lastdays.model.recruiting import rule_behind
from lastdays.model.switches import number_name, switch_texts
from lastdays.rulebook import CHARACTERISTICS, Catalogue, characteristic_name, keyword_name
from lastdays.rulebook.blanks import readable
from lastdays.rulebook.entries import skill_type_name
from lastdays.rulebook.pack_identity import PackIdentity
from lastdays.values import Value

NAME_MOST = 200
NOTES_MOST = 20_000
CHARACTERISTIC_MOST = 20
#: The most Levels, and the most things of one kind that a member or Refuge has.
LEVEL_MOST = 99
PLAYERS_MOST = 500
FIXTURES_MOST = 200
SEASONS_MOST = 100
PACKS_MOST = 200
#: The most letters of the table of a fixture.
TABLE_MOST = 60
WEIGHT_MOST = 999
#: The most pictures of one game, or of one entry of the chronicle.
PICTURES_MOST = 6
#: The most letters of a picture's caption.
CAPTION_MOST = 300

Whose = TypeVar("Whose", Group, Member, Campaign, Ranking)
Edited = TypeVar("Edited", Group, Member)


class Field(Value, Generic[Whose]):
    """A field by its key. `label` is its name in a sentence, with '&' before the access key for forms;
    `words` returns the value in words, as a list if the order doesn't matter. Without it texts, numbers
    and booleans are shown as they are; the items of other values are compared elsewhere, one by one.

    The value is the attribute named `key`, or those at the `attribute_paths`. `low` and `most` are the
    limits of a number, `most` that of the length of a text or list; 0 means no limit. A field `within`
    another is merged with it; one `apart` is merged in its own way. `marked`: a change by hand is noted
    in `by_hand`. A field that `follows` from others is only shown if none of those has changed. A field
    that is `passed_on` is how a campaign is played: a new campaign like it has it too. The value of one
    that is `keyed` is a mapping, merged key by key. `tone` is the colour of the new value; `steps`: the
    difference to the old number is shown too.
    """

    key: str
    label: str
    words: Callable[[Whose, Catalogue], str | list[str]] | None = None
    attribute_paths: tuple[str, ...] = ()
    low: int = 0
    most: int = 0
    within: str = ""
    apart: bool = False
    marked: bool = False
    follows: bool = False
    steps: bool = False
    keyed: bool = False
    passed_on: bool = False
    tone: Callable[[Whose], str] = lambda _of: ""

    @property
    def caption(self) -> str:
        """Return the name as a form shows it, with the access key."""
        text = _(self.label)
        # The first letter is a capital, after the '&' if there is one.
        place = 1 if text.startswith("&") else 0
        return text[:place] + text[place : place + 1].upper() + text[place + 1 :]

    @property
    def paths(self) -> tuple[str, ...]:
        """Return the paths to its attributes: 'refuge.built'."""
        return self.attribute_paths or (self.key,)

    @property
    def name(self) -> str:
        """Return the name on its own."""
        return self.caption.replace("&", "")

    def value(self, owner: Whose) -> tuple[Any, ...]:
        """Return the values of its attributes."""
        return tuple(attrgetter(path)(owner) for path in self.paths)

    def put(self, target: Whose, source: Whose) -> Whose:
        """Return `target` with this field, and the fields within it, as `source` has them."""
        names = {path.partition(".")[0] for path in self.paths}
        values = {name: getattr(source, name) for name in names}
        return replace(target, **values)

    def in_words(self, of: Whose, catalogue: Catalogue) -> str:
        """Return the value in words; '' for nothing."""
        words = self._read(of, catalogue)
        if isinstance(words, str):
            return words
        return names_with_counts(words)

    def _read(self, owner: Whose, catalogue: Catalogue) -> str | list[str]:
        if self.words is not None:
            return self.words(owner, catalogue)
        match self.value(owner)[0]:
            case bool() as is_so:
                return _("yes") if is_so else _("no")
            case int() as n:
                return number(n)
            case str() as text:
                return text
        return []

    def compare(
        self, old_owner: Whose, new_owner: Whose, catalogue: Catalogue
    ) -> tuple[str, str] | None:
        """Return the values of two states of an owner in words; None if no difference would be seen."""
        old_values = self.value(old_owner)
        new_values = self.value(new_owner)
        if old_values == new_values:
            return None
        old_words = self._read(old_owner, catalogue)
        new_words = self._read(new_owner, catalogue)
        if isinstance(old_words, list) and Counter(old_words) == Counter(new_words):
            return None
        old_text = self.in_words(old_owner, catalogue)
        new_text = self.in_words(new_owner, catalogue)
        if self.steps:
            difference = signed(new_values[0] - old_values[0])
            new_text = f"{new_text} ({difference})"
        if old_text == new_text:
            new_text = _("{text} (a different one)", text=new_text)
        return old_text, new_text

    def problem(self, owner: Whose, owner_name: str = "", other_limit: int = 0) -> str:
        """Return a sentence if the value is too large, too small or too long; '' otherwise.
        `owner_name` is put into the sentence, `other_limit` replaces the field's own limit, 0 doesn't."""
        limit = other_limit or self.most
        if not limit:
            return ""
        value = self.value(owner)[0]
        if isinstance(value, int):
            if self.low <= value <= limit:
                return ""
            return out_of_range(self._name_of(owner_name), value, self.low, limit)
        if can_be_kept(value, limit):
            return ""
        return unfit(self._name_of(owner_name), value, limit)

    def _name_of(self, owner_name: str) -> str:
        """Return the name as a sentence has it: of whom it is, if that is given."""
        if not owner_name:
            return self.name
        return _("{field} of {name}", field=self.name, name=owner_name)


#: Fields by their keys.
Fields = Mapping[str, Field[Whose]]


def out_of_range(what: str, value: int, low: int, most: int) -> str:
    """Return a sentence if a number is too low or too high; '' otherwise."""
    if low <= value <= most:
        return ""
    return _(
        "{what} can be {low} to {most}, not {value}.",
        what=what,
        low=number(low),
        most=most,
        value=number(value),
    )


def unfit(what: str, value: Sized, most: int) -> str:
    """Return a sentence if a text or list is too long, or a text has an unpaired surrogate; ''
    otherwise."""
    if can_be_kept(value, most):
        return ""
    if len(value) <= most:
        return _("{what} has a character that can't be stored.", what=what)
    text = _("{what} can have {most} entries at most, not {n}.")
    if isinstance(value, str):
        text = _("{what} can have {most} characters at most, not {n}.")
    return text.format(what=what, most=most, n=len(value))


def can_be_kept(value: Sized, most: int) -> bool:
    """Return whether a text or list is short enough, and a text has no unpaired surrogate."""
    if len(value) > most:
        return False
    return not isinstance(value, str) or not has_surrogates(value)


def has_surrogates(text: str) -> bool:
    """Return whether a text has half of a character that is written in two, which no file can hold."""
    return any("\ud800" <= character <= "\udfff" for character in text)


def changed_keys(fields: Fields[Whose], old_owner: Whose, new_owner: Whose) -> list[str]:
    """Return the keys of the fields that have changed."""
    return [
        key for key, field in fields.items() if field.value(old_owner) != field.value(new_owner)
    ]


def with_marks(fields: Fields[Edited], old_owner: Edited, new_owner: Edited) -> Edited:
    """Return a group or member edited by hand, with the changed fields marked as set by hand."""
    marks = list(old_owner.by_hand)
    marks += [key for key in changed_keys(fields, old_owner, new_owner) if fields[key].marked]
    return replace(new_owner, by_hand=tuple(dict.fromkeys(marks)))


# Words


def status_name(member: Member) -> str:
    """Return a member's status in words: 'active', 'held by Carl's Crew', 'dead', 'left the
    group'."""
    match member.status:
        case "captured":
            return _("held by {captor}", captor=member.captor_name or _("rivals"))
        case "active":
            return _("active")
        case "dead":
            return _("dead")
        case "left":
            return _("left the group")


def misses_in_words(member: Member) -> str:
    """Say how many games a member misses: 'misses the next game'; '' for none."""
    if not member.misses:
        return ""
    return ngettext("misses the next game", "misses the next {n} games", member.misses)


def dice_name(mode: DiceMode) -> str:
    """Say how rolls are answered."""
    match mode:
        case "roll":
            return _("The program rolls")
        case "typed":
            return _("I roll and enter the dice")
        case "set":
            return _("I set the results")


def order_name(order: AftermathOrder) -> str:
    """Say in which order groups play their post-game sequences."""
    return _("Group by group") if order == "group" else _("Step by step")


def names_with_counts(names: Iterable[str]) -> str:
    """List names, each once with its count: 'Climbing Gear ×3, Scope'."""
    return ", ".join(times(name, n) for name, n in Counter(names).items())


def skills_in_words(member: Member, catalogue: Catalogue) -> str:
    """Name skills: 'Leader, Gunsmith (Rifle)'."""
    return ", ".join(_skills(member, catalogue))


def injuries_in_words(member: Member, catalogue: Catalogue) -> str:
    """Name injuries: 'Arm Injury, Shell-Shocked ×2'."""
    return names_with_counts(_injuries(member, catalogue))


def gear_in_words(member: Member, catalogue: Catalogue) -> str:
    """Name gear: 'Knife, Hunting Rifle + Scope'."""
    return items_in_words(member.gear, catalogue)


def items_in_words(items: Iterable[Item], catalogue: Catalogue) -> str:
    """Name items, each kind once: 'Climbing Gear ×3, Surplus Assault Rifle'."""
    return names_with_counts([item_name(item, catalogue) for item in items])


def field_name(key: str) -> str:
    """Name a field as in a sentence, by its key or one of its attributes; also a characteristic, or
    'entered', the mark of a member entered from paper."""
    if key in CHARACTERISTICS:
        return characteristic_name(key)
    if key == "entered":
        return _("entered from paper")
    fields: list[Field[Any]] = [*MEMBER.values(), *GROUP.values()]
    for field in fields:
        if key == field.key or key in field.attribute_paths:
            return _(field.label).replace("&", "")
    return key


def _marked_fields(owner: Group | Member, _catalogue: Catalogue) -> list[str]:
    return [field_name(key) for key in owner.by_hand]


def _picture(id: str) -> str:
    return _("a picture") if id else ""


def _skills(member: Member, catalogue: Catalogue) -> list[str]:
    return [skill_name(skill.key, skill.value, skill.detail, catalogue) for skill in member.skills]


def _injuries(member: Member, catalogue: Catalogue) -> list[str]:
    return [catalogue.injuries[injury.key].name for injury in member.injuries]


def _fitted(items: Iterable[Item], catalogue: Catalogue) -> list[str]:
    """Name gear, whatever the order in which sights and silencers were fitted."""
    names = []
    for item in items:
        attached = sorted(item.attached, key=attrgetter("key"))
        names.append(item_name(replace(item, attached=tuple(attached)), catalogue))
    return names


def _advances(member: Member, _catalogue: Catalogue) -> str:
    return _figures((advance.characteristic, advance.amount) for advance in member.advances)


def _figures(changes: Iterable[tuple[str, int]]) -> str:
    """Return changes of characteristics in words: '+1 Strength, −1 Firing Accuracy'."""
    totals: Counter[str] = Counter()
    for key, amount in changes:
        totals[key] += amount
    in_order = [key for key in CHARACTERISTICS if key in totals]
    return ", ".join(f"{signed(totals[key])} {characteristic_name(key)}" for key in in_order)


def _fate_tone(member: Member) -> str:
    return "" if member.status == "active" else "harm"


def _misses_tone(member: Member) -> str:
    return "harm" if member.misses else ""


def _leader(group: Group, _catalogue: Catalogue) -> str:
    leader = group.leading
    return "" if leader is None else leader.name


def _next_encounter_in_words(group: Group, catalogue: Catalogue) -> list[str]:
    """Return what is kept for a group's next Encounter: worked Perks, notes and zombies."""
    coming = group.next_encounter
    words = [catalogue.perks[key].name for key in coming.worked]
    words.extend(note.text for note in coming.notes)
    if coming.zombies:
        words.append(ngettext("{n} more zombie", "{n} more zombies", coming.zombies))
    return words


def _allowed_in_words(group: Group, catalogue: Catalogue) -> list[str]:
    """Return the rules that the table allows a group to break, each with the member it is about."""
    names = {member.id: member.name for member in group.members}
    rules = []
    for key in group.allowed:
        rule = rule_behind(Violation(key, readable(key)), catalogue)
        member_id = key.rpartition("/")[2]
        if names.get(member_id):
            rule = titled(names[member_id], rule)
        rules.append(rule)
    return rules


def _switches(campaign: Campaign, catalogue: Catalogue) -> list[str]:
    """Name the switches that aren't at their default."""
    names = []
    for switch in switch_texts(catalogue):
        place = switch.option_index(campaign.switches)
        if place > 0:
            names.append(titled(switch.name, switch.options[place].name))
    return names


def _fixtures(campaign: Campaign, catalogue: Catalogue) -> list[str]:
    """Name the Encounter and the date of each fixture."""
    names = []
    for fixture in campaign.fixtures:
        encounter = catalogue.encounters.get(fixture.encounter)
        name = _("Encounter not chosen yet") if encounter is None else encounter.name
        names.append(dotted(name, fixture.day, fixture.table))
    return names


def _night_in_words(campaign: Campaign, _catalogue: Catalogue) -> str:
    """Return the date and hour of the game night, and how many are coming."""
    night = campaign.night
    coming = len(night.players) + len(night.groups)
    coming_in_words = ngettext("{n} is coming", "{n} are coming", coming) if coming else ""
    return dotted(night.day, night.time, coming_in_words)


def _version_of(identity: PackIdentity) -> str:
    """Return a content pack's name, version and the beginning of its digest."""
    return " ".join(part for part in (identity.name, identity.version, identity.digest[:8]) if part)


def _packs(campaign: Campaign, _catalogue: Catalogue) -> str | list[str]:
    if campaign.packs is None:
        return _("all available")
    return [readable(pack) for pack in campaign.packs]


# The tables


def _table(*fields: Field[Whose]) -> Fields[Whose]:
    return {field.key: field for field in fields}


_MARKED: Field[Any] = Field(
    "by_hand", "marked as set by hand", _marked_fields, apart=True, follows=True
)

MEMBER: Fields[Member] = _table(
    Field("name", "&name", most=NAME_MOST),
    Field(
        "status",
        "stat&us",
        lambda member, _book: status_name(member),
        ("status", "captor", "captor_name", "fate_game"),
        marked=True,
        tone=_fate_tone,
    ),
    Field("type", "t&ype", lambda member, book: book.character(member.type).name, marked=True),
    Field("keyword", "&Keyword", lambda member, _book: keyword_name(member.keyword), marked=True),
    Field(
        "level",
        "&Level",
        most=LEVEL_MOST,
        marked=True,
        tone=lambda _member: "well",
    ),
    Field(
        "experience",
        "E&xperience",
        most=9_999,
        marked=True,
    ),
    Field(
        "advances",
        "advances",
        _advances,
        most=LEVEL_MOST,
        marked=True,
        follows=True,
    ),
    Field(
        "adjustments",
        "characteristics set by hand",
        lambda member, _book: _figures(member.adjustments.items()),
        follows=True,
    ),
    Field("skills", "skills", _skills, most=LEVEL_MOST, marked=True, tone=lambda _member: "well"),
    Field(
        "skill_types",
        "skills open to learn",
        lambda member, _book: [skill_type_name(kind) for kind in member.skill_types],
        marked=True,
    ),
    Field(
        "injuries",
        "injuries",
        _injuries,
        most=LEVEL_MOST,
        marked=True,
        tone=lambda _member: "harm",
    ),
    Field(
        "gear",
        "gear",
        lambda member, book: _fitted(member.gear, book),
        most=LEVEL_MOST,
        apart=True,
    ),
    Field("newcomer", "new in the group"),
    Field(
        "misses",
        "ga&mes to miss",
        lambda member, _book: misses_in_words(member),
        most=LEVEL_MOST,
        tone=_misses_tone,
    ),
    Field(
        "counters",
        "counters",
        lambda member, book: counters_in_words(member.counters, "member", book),
        most=VALUES_MOST,
        keyed=True,
    ),
    Field(
        "traits",
        "traits",
        lambda member, book: [trait.in_words for trait in held_traits(member, book)],
        most=VALUES_MOST,
        keyed=True,
    ),
    Field("notes", "notes", most=NOTES_MOST),
    Field(
        "portrait",
        "portrait",
        lambda member, _book: _picture(member.portrait),
        ("portrait", "face"),
    ),
    _MARKED,
)

GROUP: Fields[Group] = _table(
    Field("name", "&name", most=NAME_MOST),
    Field("player", "pla&yer", most=NAME_MOST),
    Field("leader", "Leader", _leader),
    Field(
        "refuge",
        "Ref&uge",
        lambda group, book: book.refuges[group.refuge.key].name,
        ("refuge.key",),
        marked=True,
    ),
    Field(
        "perks",
        "Perks",
        lambda group, book: [book.perks[perk.key].name for perk in group.refuge.built],
        ("refuge.built",),
        most=LEVEL_MOST,
        within="refuge",
        marked=True,
    ),
    Field(
        "extra_size",
        "extra &members",
        attribute_paths=("refuge.extra_size",),
        low=-LEVEL_MOST,
        most=LEVEL_MOST,
        within="refuge",
        marked=True,
    ),
    Field(
        "extra_spaces",
        "extra Empty Spaces",
        attribute_paths=("refuge.extra_spaces",),
        low=-LEVEL_MOST,
        most=LEVEL_MOST,
        within="refuge",
        marked=True,
    ),
    Field(
        "points",
        "S&cavenge Points",
        low=-99_999,
        most=99_999,
        marked=True,
        steps=True,
    ),
    Field(
        "games",
        "games playe&d",
        most=99_999,
        marked=True,
    ),
    Field("stash", "stash", lambda group, book: _fitted(group.stash, book), most=5_000, apart=True),
    Field(
        "next_encounter",
        "next Encounter",
        _next_encounter_in_words,
        attribute_paths=("next_encounter.worked", "next_encounter.notes", "next_encounter.zombies"),
        most=LEVEL_MOST,
    ),
    Field("founding", "still being created"),
    Field(
        "counters",
        "counters",
        lambda group, book: counters_in_words(group.counters, "group", book),
        most=VALUES_MOST,
        keyed=True,
    ),
    Field("members", "members", most=200, apart=True),
    Field("allowed", "allowed at our table", _allowed_in_words),
    Field("notes", "notes", most=NOTES_MOST),
    Field("picture", "picture", lambda group, _book: _picture(group.picture)),
    Field("language", "print language", most=20),
    _MARKED,
)

CAMPAIGN: Fields[Campaign] = _table(
    Field("name", "&name", most=NAME_MOST),
    Field("notes", "notes", most=NOTES_MOST),
    Field(
        "groups",
        "groups",
        lambda campaign, _book: ngettext("{n} group", "{n} groups", len(campaign.groups)),
    ),
    Field("games", "games"),
    Field("told", "your own words", most=5_000),
    Field("fixtures", "fixtures", _fixtures, most=FIXTURES_MOST),
    Field("night", "the game night", _night_in_words),
    Field("switches", "house rules: rulings", _switches, passed_on=True),
    Field(
        "dice",
        "how dice are rolled",
        lambda campaign, _book: dice_name(campaign.dice),
        passed_on=True,
    ),
    Field(
        "dice_of",
        "groups that roll differently",
        lambda campaign, _book: [dice_name(mode) for mode in campaign.dice_of.values()],
    ),
    Field(
        "order",
        "post-game order",
        lambda campaign, _book: order_name(campaign.order),
        passed_on=True,
    ),
    Field(
        "packs",
        "content packs",
        _packs,
        passed_on=True,
    ),
    Field(
        "kept_packs",
        "versions of content packs",
        lambda campaign, _book: [_version_of(kept) for kept in campaign.kept_packs],
        most=PACKS_MOST,
        passed_on=True,
    ),
    Field(
        "numbers",
        "house rules: numbers",
        lambda campaign, _book: [
            titled(number_name(key), number(n)) for key, n in campaign.numbers
        ],
        passed_on=True,
    ),
    Field(
        "own",
        "our rules",
        lambda campaign, _book: [rule.name for rule in campaign.own.rules],
        passed_on=True,
    ),
    Field(
        "counters",
        "counters",
        lambda campaign, book: counters_in_words(campaign.counters, "campaign", book),
        most=VALUES_MOST,
        keyed=True,
    ),
    Field(
        "players",
        "players",
        lambda campaign, _book: list(campaign.players),
        most=PLAYERS_MOST,
        passed_on=True,
    ),
    Field(
        "rankings",
        "our own rankings",
        lambda campaign, _book: [ranking.name for ranking in campaign.rankings],
        most=6,
        passed_on=True,
    ),
    Field(
        "entries",
        "entries of the chronicle",
        lambda campaign, _book: [titled(entry.day, entry.text) for entry in campaign.entries],
        most=2_000,
    ),
    Field(
        "seasons",
        "closed seasons",
        lambda campaign, _book: [season.name for season in campaign.seasons],
        most=SEASONS_MOST,
    ),
    Field("archived", "put away"),
    Field("deleted", "deleted"),
)


def _weight(key: str, called: str) -> Field[Ranking]:
    return Field(key, called, low=-WEIGHT_MOST, most=WEIGHT_MOST)


RANKING: Mapping[str, Field[Ranking]] = _table(
    Field("name", "&name", most=NAME_MOST),
    _weight("won", "game won"),
    _weight("drawn", "game drawn"),
    _weight("lost", "game lost"),
    _weight("zombies", "zombie taken Out of Action"),
    _weight("rivals", "rival taken Out of Action"),
    _weight("tokens", "Supply Token"),
    _weight("objectives", "objective"),
    _weight("rating", "100 rating points"),
)
