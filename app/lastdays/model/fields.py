"""The fields of groups, members, campaigns and rankings, declared once: the name, the value in
words, and the limits. Comparing, merging, naming and checking them, and the forms, all use these
declarations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from operator import attrgetter
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from lastdays.language import _, ngettext, number, signed, times, titled
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
from lastdays.values import Value

NAME_MOST = 200
NOTES_MOST = 20_000
CHARACTERISTIC_MOST = 20
#: The most Levels, and the most things of one kind that a member or Refuge has.
LEVEL_MOST = 99
PLAYERS_MOST = 500
WEIGHT_MOST = 999
#: The most pictures of one game, or of one entry of the chronicle.
PICTURES_MOST = 6

Whose = TypeVar("Whose", Group, Member, Campaign, Ranking)
Edited = TypeVar("Edited", Group, Member)


class Field(Value, Generic[Whose]):
    """A field by its key. `called` is its name in a sentence, with '&' before the access key for
    forms; `words` returns the value in words, as a list if the order doesn't matter. Without it
    texts, numbers and booleans are shown as they are; the items of other values are compared
    elsewhere, one by one.

    The value is the attribute named `key`, or those listed in `at`. `low` and `most` are the limits
    of a number, `most` that of the length of a text or list; 0 means no limit. A field `within`
    another is merged with it; one `apart` is merged in its own way. `marked`: a change by hand is
    noted in `by_hand`. A field that `follows` from others is only shown if none of those has
    changed. A field that is `passed_on` is how a campaign is played: a new campaign like it has it too.
    The value of one that is `keyed` is a mapping, merged key by key. `tone` is the colour of the new value; `steps`: the difference to the old number is
    shown too.
    """

    key: str
    called: str
    words: Callable[[Whose, Catalogue], str | list[str]] | None = None
    at: tuple[str, ...] = ()
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
        text = _(self.called)
        first = text.startswith("&")
        return text[:first] + text[first : first + 1].upper() + text[first + 1 :]

    @property
    def name(self) -> str:
        """Return the name on its own."""
        return self.caption.replace("&", "")

    def value(self, of: Whose) -> tuple[Any, ...]:
        """Return the values of its attributes."""
        return tuple(attrgetter(path)(of) for path in self.at or (self.key,))

    def put(self, into: Whose, of: Whose) -> Whose:
        """Return `into` with this field, and those within it, taken from `of`."""
        names = {path.partition(".")[0] for path in self.at or (self.key,)}
        return replace(into, **{name: getattr(of, name) for name in names})

    def said(self, of: Whose, catalogue: Catalogue) -> str:
        """Return the value in words; '' for nothing."""
        words = self._read(of, catalogue)
        return words if isinstance(words, str) else counted(words)

    def _read(self, of: Whose, catalogue: Catalogue) -> str | list[str]:
        if self.words is not None:
            return self.words(of, catalogue)
        match self.value(of)[0]:
            case bool() as so:
                return _("yes") if so else _("no")
            case int() as n:
                return number(n)
            case str() as text:
                return text
        return []

    def compare(self, before: Whose, after: Whose, catalogue: Catalogue) -> tuple[str, str] | None:
        """Return the values before and after in words; None if there is no visible difference."""
        old, new = self.value(before), self.value(after)
        if old == new:
            return None
        was, now = self._read(before, catalogue), self._read(after, catalogue)
        if isinstance(was, list) and Counter(was) == Counter(now):
            return None
        one, other = self.said(before, catalogue), self.said(after, catalogue)
        if self.steps:
            other = f"{other} ({signed(new[0] - old[0])})"
        return one, _("{text} (a different one)", text=other) if one == other else other

    def problem(self, of: Whose, whose: str = "", most: int = 0) -> str:
        """Return a sentence if the value is too large, too small or too long; '' otherwise. `whose`
        is the name of its owner, `most` replaces the field's own limit."""
        value, most = self.value(of)[0], most or self.most
        if not most:
            return ""
        what = _("{field} of {name}", field=self.name, name=whose) if whose else self.name
        if isinstance(value, int):
            return out_of_range(what, value, self.low, most)
        return unfit(what, value, most)


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
    if len(value) <= most:
        if isinstance(value, str) and any(0xD800 <= ord(c) <= 0xDFFF for c in value):
            return _("{what} has a character that can't be stored.", what=what)
        return ""
    text = _("{what} can have {most} entries at most, not {n}.")
    if isinstance(value, str):
        text = _("{what} can have {most} characters at most, not {n}.")
    return text.format(what=what, most=most, n=len(value))


def changed(fields: Fields[Whose], before: Whose, after: Whose) -> list[str]:
    """Return the keys of the fields that have changed."""
    return [key for key, field in fields.items() if field.value(before) != field.value(after)]


def marked(fields: Fields[Edited], before: Edited, after: Edited) -> Edited:
    """Return a group or member edited by hand, with the changed fields marked as set by hand."""
    marks = list(before.by_hand)
    marks += [key for key in changed(fields, before, after) if fields[key].marked]
    return replace(after, by_hand=tuple(dict.fromkeys(marks)))


# Words


def status_name(member: Member) -> str:
    """Return a member's status in words: 'active', 'held by Carl's Crew', 'dead', 'left the
    group'."""
    if member.status == "captured":
        return _("held by {captor}").format(captor=member.captor_name or _("rivals"))
    return {"active": _("active"), "dead": _("dead"), "left": _("left the group")}[member.status]


def misses_in_words(member: Member) -> str:
    """Say how many games a member misses: 'misses the next game'; '' for none."""
    if not member.misses:
        return ""
    return ngettext("misses the next game", "misses the next {n} games", member.misses)


def dice_name(mode: DiceMode) -> str:
    """Say how rolls are answered."""
    return {
        "roll": _("The program rolls"),
        "typed": _("I roll and enter the dice"),
        "set": _("I set the results"),
    }[mode]


def order_name(order: AftermathOrder) -> str:
    """Say in which order groups play their post-game sequences."""
    return _("Group by group") if order == "group" else _("Step by step")


def counted(names: Iterable[str]) -> str:
    """List names, each once with its count: 'Climbing Gear ×3, Scope'."""
    return ", ".join(times(name, n) for name, n in Counter(names).items())


def skills_in_words(member: Member, catalogue: Catalogue) -> str:
    """Name skills: 'Leader, Gunsmith (Rifle)'."""
    return ", ".join(_skills(member, catalogue))


def injuries_in_words(member: Member, catalogue: Catalogue) -> str:
    """Name injuries: 'Arm Injury, Shell-Shocked ×2'."""
    return counted(_injuries(member, catalogue))


def gear_in_words(member: Member, catalogue: Catalogue) -> str:
    """Name gear: 'Knife, Hunting Rifle + Scope'."""
    return items_in_words(member.gear, catalogue)


def items_in_words(items: Iterable[Item], catalogue: Catalogue) -> str:
    """Name items, each kind once: 'Climbing Gear ×3, Surplus Assault Rifle'."""
    return counted([item_name(i, catalogue) for i in items])


def field_name(key: str) -> str:
    """Name a field as in a sentence, by its key or one of its attributes; also a characteristic, or
    'entered', the mark of a member entered from paper."""
    if key in CHARACTERISTICS:
        return characteristic_name(key)
    if key == "entered":
        return _("entered from paper")
    fields: list[Field[Any]] = [*MEMBER.values(), *GROUP.values()]
    named = (_(field.called) for field in fields if key in (field.key, *field.at))
    return next(named, key).replace("&", "")


def _marks(of: Group | Member, _catalogue: Catalogue) -> list[str]:
    return [field_name(key) for key in of.by_hand]


def _picture(id: str) -> str:
    return _("a picture") if id else ""


def _skills(member: Member, catalogue: Catalogue) -> list[str]:
    return [skill_name(s.key, s.value, s.detail, catalogue) for s in member.skills]


def _injuries(member: Member, catalogue: Catalogue) -> list[str]:
    return [catalogue.injuries[i.key].name for i in member.injuries]


def _fitted(items: Iterable[Item], catalogue: Catalogue) -> list[str]:
    """Name gear, whatever the order in which sights and silencers were fitted."""
    return [
        item_name(replace(i, attached=tuple(sorted(i.attached, key=lambda a: a.key))), catalogue)
        for i in items
    ]


def _figures(given: Iterable[tuple[str, int]]) -> str:
    """Return changes of characteristics in words: '+1 Strength, −1 Firing Accuracy'."""
    summed: Counter[str] = Counter()
    for key, amount in given:
        summed[key] += amount
    order = [key for key in CHARACTERISTICS if key in summed]
    return ", ".join(f"{signed(summed[key])} {characteristic_name(key)}" for key in order)


def _next(group: Group, catalogue: Catalogue) -> list[str]:
    coming = group.next_encounter
    said = [catalogue.perks[key].name for key in coming.worked]
    said += [note.text for note in coming.notes]
    if coming.zombies:
        said.append(ngettext("{n} more zombie", "{n} more zombies", coming.zombies))
    return said


def _allowed(group: Group, catalogue: Catalogue) -> Iterator[str]:
    names = {member.id: member.name for member in group.members}
    for key in group.allowed:
        rule = rule_behind(Violation(key, readable(key)), catalogue)
        who = names.get(key.rpartition("/")[2])
        yield titled(who, rule) if who else rule


def _switches(campaign: Campaign, catalogue: Catalogue) -> list[str]:
    """Name the switches that aren't at their default."""
    chosen = ((text, text.chosen(campaign.switches)) for text in switch_texts(catalogue))
    return [titled(text.name, text.options[n].name) for text, n in chosen if n]


def _planned(campaign: Campaign, catalogue: Catalogue) -> str:
    planned = campaign.planned
    if not planned.number:
        return ""
    game = _("Game {n}", n=planned.number)
    entry = catalogue.encounters.get(planned.encounter)
    return titled(game, entry.name) if entry else game


# The tables


def _table(*fields: Field[Whose]) -> Fields[Whose]:
    return {field.key: field for field in fields}


_MARKED: Field[Any] = Field("by_hand", "marked as set by hand", _marks, apart=True, follows=True)

MEMBER: Fields[Member] = _table(
    Field("name", "&name", most=NAME_MOST),
    Field(
        "status",
        "stat&us",
        lambda m, _book: status_name(m),
        ("status", "captor", "captor_name", "fate_game"),
        marked=True,
        tone=lambda m: "" if m.status == "active" else "harm",
    ),
    Field("type", "t&ype", lambda m, book: book.character(m.type).name, marked=True),
    Field("keyword", "&Keyword", lambda m, _book: keyword_name(m.keyword), marked=True),
    Field(
        "level",
        "&Level",
        most=LEVEL_MOST,
        marked=True,
        tone=lambda _m: "well",
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
        lambda m, _book: _figures((a.characteristic, a.amount) for a in m.advances),
        most=LEVEL_MOST,
        marked=True,
        follows=True,
    ),
    Field(
        "adjustments",
        "characteristics set by hand",
        lambda m, _book: _figures(m.adjustments.items()),
        follows=True,
    ),
    Field("skills", "skills", _skills, most=LEVEL_MOST, marked=True, tone=lambda _m: "well"),
    Field(
        "skill_types",
        "skills open to learn",
        lambda m, _book: [skill_type_name(kind) for kind in m.skill_types],
        marked=True,
    ),
    Field(
        "injuries",
        "injuries",
        _injuries,
        most=LEVEL_MOST,
        marked=True,
        tone=lambda _m: "harm",
    ),
    Field(
        "gear",
        "gear",
        lambda m, book: _fitted(m.gear, book),
        most=LEVEL_MOST,
        apart=True,
    ),
    Field("newcomer", "new in the group"),
    Field(
        "misses",
        "ga&mes to miss",
        lambda m, _book: misses_in_words(m),
        most=LEVEL_MOST,
        tone=lambda m: "harm" if m.misses else "",
    ),
    Field(
        "counters",
        "counters",
        lambda m, book: counters_in_words(m.counters, "member", book),
        most=VALUES_MOST,
        keyed=True,
    ),
    Field(
        "traits",
        "traits",
        lambda m, book: [one.said for one in held_traits(m, book)],
        most=VALUES_MOST,
        keyed=True,
    ),
    Field("notes", "notes", most=NOTES_MOST),
    Field(
        "portrait",
        "portrait",
        lambda m, _book: _picture(m.portrait),
        ("portrait", "face"),
    ),
    _MARKED,
)

GROUP: Fields[Group] = _table(
    Field("name", "&name", most=NAME_MOST),
    Field("player", "pla&yer", most=NAME_MOST),
    Field("leader", "Leader", lambda g, _book: g.leading.name if g.leading else ""),
    Field(
        "refuge",
        "Ref&uge",
        lambda g, book: book.refuges[g.refuge.key].name,
        ("refuge.key",),
        marked=True,
    ),
    Field(
        "perks",
        "Perks",
        lambda g, book: [book.perks[perk.key].name for perk in g.refuge.built],
        ("refuge.built",),
        most=LEVEL_MOST,
        within="refuge",
        marked=True,
    ),
    Field(
        "extra_size",
        "extra &members",
        at=("refuge.extra_size",),
        low=-LEVEL_MOST,
        most=LEVEL_MOST,
        within="refuge",
        marked=True,
    ),
    Field(
        "extra_spaces",
        "extra Empty Spaces",
        at=("refuge.extra_spaces",),
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
    Field("stash", "stash", lambda g, book: _fitted(g.stash, book), most=5_000, apart=True),
    Field(
        "next_encounter",
        "next Encounter",
        _next,
        at=("next_encounter.worked", "next_encounter.notes", "next_encounter.zombies"),
        most=LEVEL_MOST,
    ),
    Field("founding", "still being created"),
    Field(
        "counters",
        "counters",
        lambda g, book: counters_in_words(g.counters, "group", book),
        most=VALUES_MOST,
        keyed=True,
    ),
    Field("members", "members", most=200, apart=True),
    Field("allowed", "allowed at our table", lambda g, book: [*_allowed(g, book)]),
    Field("notes", "notes", most=NOTES_MOST),
    Field("picture", "picture", lambda g, _book: _picture(g.picture)),
    Field("language", "print language", most=20),
    _MARKED,
)

CAMPAIGN: Fields[Campaign] = _table(
    Field("name", "&name", most=NAME_MOST),
    Field("notes", "notes", most=NOTES_MOST),
    Field(
        "groups",
        "groups",
        lambda c, _book: ngettext("{n} group", "{n} groups", len(c.groups)),
    ),
    Field("games", "games"),
    Field("told", "your own words", most=5_000),
    Field("planned", "the next game", _planned),
    Field("switches", "house rules: rulings", _switches, passed_on=True),
    Field("dice", "how dice are rolled", lambda c, _book: dice_name(c.dice), passed_on=True),
    Field(
        "dice_of",
        "groups that roll differently",
        lambda c, _book: [dice_name(mode) for mode in c.dice_of.values()],
    ),
    Field("order", "post-game order", lambda c, _book: order_name(c.order), passed_on=True),
    Field(
        "packs",
        "content packs",
        lambda c, _book: (
            _("all available") if c.packs is None else [readable(pack) for pack in c.packs]
        ),
        passed_on=True,
    ),
    Field(
        "numbers",
        "house rules: numbers",
        lambda c, _book: [titled(number_name(key), number(n)) for key, n in c.numbers],
        passed_on=True,
    ),
    Field(
        "own",
        "our rules",
        lambda c, _book: [rule.name for rule in c.own.rules],
        passed_on=True,
    ),
    Field(
        "counters",
        "counters",
        lambda c, book: counters_in_words(c.counters, "campaign", book),
        most=VALUES_MOST,
        keyed=True,
    ),
    Field(
        "players", "players", lambda c, _book: list(c.players), most=PLAYERS_MOST, passed_on=True
    ),
    Field(
        "rankings",
        "our own rankings",
        lambda c, _book: [ranking.name for ranking in c.rankings],
        most=6,
        passed_on=True,
    ),
    Field(
        "entries",
        "entries of the chronicle",
        lambda c, _book: [titled(one.day, one.text) for one in c.entries],
        most=2_000,
    ),
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
