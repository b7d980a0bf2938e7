"""The kinds of entries in the rulebook, with the values that each field may have in a file, and the
closed sets of the game's words. Values aren't converted: `true` isn't 1, and '12' isn't 12.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar, get_args

from msgspec import Meta, Struct, convert, field, inspect
from msgspec.structs import fields, replace

from lastdays.errors import ToldError
from lastdays.language import N_, _
from lastdays.rulebook import pictograms
from lastdays.rulebook.effects import TESTED, Effect
from lastdays.rulebook.known import AttributeKey
from lastdays.values import Value

#: In the order of a Character card (p. 12).
Characteristic = Literal["AP", "CQC", "FA", "S", "E", "DC", "C", "I"]
Keyword = Literal["selfless", "selfish", "trained", "neutral"]
SkillType = Literal["academic", "athletic", "cqc", "firearms", "leader"]
FirearmClass = Literal["pistol", "smg", "rifle", "shotgun", "heavy", "sporting", "explosive"]
CHARACTERISTICS: tuple[Characteristic, ...] = get_args(Characteristic)
KEYWORDS: tuple[Keyword, ...] = get_args(Keyword)
SKILL_TYPES: tuple[SkillType, ...] = get_args(SkillType)
FIREARM_CLASSES: tuple[FirearmClass, ...] = get_args(FirearmClass)


_CHARACTERISTIC_NAMES = {
    "AP": N_("Action Points"),
    "CQC": N_("Close Quarters Combat"),
    "FA": N_("Firearms"),
    "S": N_("Strength"),
    "E": N_("Endurance"),
    "DC": N_("Damage Capacity"),
    "C": N_("Courage"),
    "I": N_("Intelligence"),
}


def characteristic_name(key: str) -> str:
    """Return the name of a characteristic: 'Firearms' for 'FA'."""
    return _(_CHARACTERISTIC_NAMES[key])


def with_page(text: str, page: int) -> str:
    """Return a text with its page, 'Goon (p. 24)'; the text alone if no page is known."""
    if not page:
        return text
    return _("{text} (p.\u00a0{page})", text=text, page=page)


def keyword_name(key: str) -> str:
    """Return the name of a Keyword: 'Selfish' for 'selfish'."""
    names = {
        "selfless": _("Selfless"),
        "selfish": _("Selfish"),
        "trained": _("Trained"),
        "neutral": _("Neutral"),
    }
    return names.get(key, key)


def skill_type_name(key: str) -> str:
    """Return the name of a skill type: 'CQC' for 'cqc'."""
    names = {
        "academic": _("Academic"),
        "athletic": _("Athletic"),
        "cqc": _("CQC"),
        "firearms": _("Firearms"),
        "leader": _("Leader"),
    }
    return names.get(key, key)


def class_name(key: str) -> str:
    """Return the name of a class of Firearm: 'SMG' for 'smg'."""
    names = {
        "pistol": _("Pistol"),
        "smg": _("SMG"),
        "rifle": _("Rifle"),
        "shotgun": _("Shotgun"),
        "heavy": _("Heavy"),
        "sporting": _("Sporting"),
        "explosive": _("Explosive"),
    }
    return names.get(key, key)


# The bounds of numbers in entries. Nothing in the game comes near them; they keep a typing error
# from making a form or a calculation endless.
Count = Annotated[int, Meta(ge=0, le=99)]
Change = Annotated[int, Meta(ge=-99, le=99)]
Price = Annotated[int, Meta(ge=0, le=9999)]
PageNumber = Annotated[int, Meta(ge=0, le=9999)]
Percentage = Annotated[int, Meta(ge=0, le=100)]
Inches = Annotated[int, Meta(ge=1, le=999)]
Shots = Annotated[int, Meta(ge=1, le=20)]
Places = Annotated[int, Meta(ge=1, le=99)]
Draws = Annotated[int, Meta(ge=1, le=20)]
EncounterNumber = Annotated[int, Meta(ge=1, le=99)]
Length = Annotated[int, Meta(ge=0)]
Key = Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9-]*$")]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Sentence = Annotated[str, Meta(min_length=1)]
#: What something does in about 45 letters, braces not counted: the front of a card has room for that.
ShortSentence = Annotated[str, Meta(max_length=160)]
Steps = Annotated[tuple[str, ...], Meta(min_length=1)]

_DICE = re.compile(r"^(?P<count>[0-9]*)D(?P<faces>[36])(?P<plus>\+[0-9]+)?$")
_DICE_MOST = 12
_NUMBER_MOST = 99


class EntryError(ToldError, ValueError):
    """Raised for a value in a file that no entry can have."""


#: What is wrong with an entry: the field, and a sentence.
Problem = tuple[str, str]


class ProblemsError(ValueError):
    """Raised with all that is wrong with a value."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(f"{where}: {text}" for where, text in self.problems))


def raise_for_problems(problems: Iterable[Problem]) -> None:
    """Raise ProblemsError if there are any."""
    all_problems = tuple(problems)
    if all_problems:
        raise ProblemsError(all_problems)


class Dice(Value):
    """`count` dice of `faces` sides and a fixed `plus`: D6+3, 2D6, D3+1.

    A D3 is half a D6, rounded up (ruling 22).
    """

    count: int
    faces: int
    plus: int = 0

    def __str__(self) -> str:
        count = str(self.count) if self.count > 1 else ""
        plus = f"+{self.plus}" if self.plus else ""
        return f"{count}D{self.faces}{plus}"

    @property
    def least(self) -> int:
        """The smallest total."""
        return self.count + self.plus

    @property
    def most(self) -> int:
        """The largest total."""
        return self.count * self.faces + self.plus


def parse_dice(text: object) -> Dice:
    """Return dice from text, 'D6+3' as Dice(1, 6, 3); ValueError for anything else."""
    match = _DICE.match(text.strip()) if isinstance(text, str) else None
    if match is None:
        raise EntryError("'{text}' isn't dice such as D6, 2D6 or D3+1.", text=text)
    count = match["count"] or "1"
    plus = match["plus"] or "0"
    if len(count) > 2 or len(plus) > 3:
        raise EntryError("'{text}' is more dice than anyone rolls.", text=text)
    dice = Dice(count=int(count), faces=int(match["faces"]), plus=int(plus))
    if not 1 <= dice.count <= _DICE_MOST:
        raise EntryError("'{text}': roll between 1 and {most} dice.", text=text, most=_DICE_MOST)
    return dice


class Trait(NamedTuple):
    """A skill or attribute with its number, if it has one: Noisy 2, Silent."""

    key: str
    value: int | None = None


def parse_trait(text: str) -> Trait:
    """Return a trait from text, 'noisy 2' as Trait('noisy', 2); ValueError for anything else."""
    key, _space, number = text.strip().partition(" ")
    if not number:
        return Trait(key, None)
    if not re.fullmatch("[0-9]{1,2}", number):
        raise EntryError(
            "'{text}' should be a key and at most one number up to {most}.",
            text=text,
            most=_NUMBER_MOST,
        )
    return Trait(key, int(number))


def profile_from_row(value: Any) -> Any:
    """Return a profile by characteristic, also from a row of eight numbers in the card's order.
    ValueError for anything else."""
    if isinstance(value, list | tuple) and len(value) == len(CHARACTERISTICS):
        return dict(zip(CHARACTERISTICS, value, strict=True))
    if not isinstance(value, dict) or set(value) != set(CHARACTERISTICS):
        raise EntryError("eight numbers are needed: AP CQC FA S E DC C I.")
    return value


Profile = dict[Characteristic, Annotated[int, Meta(ge=0, le=20)]]


class Entry(Value, kw_only=True, forbid_unknown_fields=True):
    """The base class of entries: key, name in the book, page.

    `also`: other names in the book, by which a search finds it too. `page` is 0 if an entry of a
    content pack doesn't give one.
    """

    key: Key
    name: Name
    also: tuple[str, ...] = ()
    page: PageNumber = 0
    pack: str = ""
    pictogram: str = ""

    #: The name of the rulebook's file with entries of this kind.
    KIND: ClassVar[str] = ""

    def __post_init__(self) -> None:
        """Raise ValueError for fields that are valid alone but not together."""
        name = self.pictogram
        if name and name not in pictograms.drawings() and not pictograms.is_picture(name):
            raise EntryError("pictogram: there isn't one called {name}.", name=name)

    def cited(self, text: str) -> str:
        """Return a text with the entry's source: 'Goon (p. 24)', 'Orderly (content pack
        hospital)'."""
        return self.badged(text) if self.pack else with_page(text, self.page)

    def badged(self, text: str) -> str:
        """Return a text with the entry's content pack; unchanged for an entry of the book."""
        if not self.pack:
            return text
        return _("{text} (content pack {name})", text=text, name=self.pack)

    @property
    def drawing(self) -> str:
        """Return its pictogram: the one that a content pack names, else that of its key or kind."""
        return self.pictogram or pictograms.of(self.KIND, self.key)


class CharacterType(Entry, kw_only=True):
    """A Leader or Character type: profile, cost in Scavenge Points, Keyword, skills (p. 17–28)."""

    KIND: ClassVar[str] = "characters"

    leader: bool = False
    keyword: Keyword
    cost: Price
    profile: Profile
    rules: tuple[Trait, ...] = ()
    skill_types: tuple[SkillType, ...]
    choose_skill_types: Count = 0
    choose_may_include_leader: bool = False
    portrait: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.portrait and not pictograms.is_picture(self.portrait):
            raise EntryError("portrait: this isn't a picture in the pack.")

    @property
    def animal(self) -> bool:
        """Whether the Animal attribute applies (ruling 7)."""
        return any(trait.key == AttributeKey.ANIMAL for trait in self.rules)


def open_skill_types(kind: CharacterType) -> tuple[str, ...]:
    """Return the skill types a type may choose from at creation (ruling 11)."""
    if not kind.choose_skill_types:
        return ()
    types = ["academic", "athletic", "cqc", "firearms"]
    if kind.choose_may_include_leader:
        types.append("leader")
    return tuple(skill_type for skill_type in types if skill_type not in kind.skill_types)


class ZombieType(Entry, kw_only=True):
    """A kind of zombie (p. 59)."""

    KIND: ClassVar[str] = "zombies"

    profile: Profile
    rules: tuple[Trait, ...] = ()


class Gear(Entry, kw_only=True):
    """The base class of weapons and equipment."""

    attributes: tuple[Trait, ...] = ()
    trained: bool = False
    cost: Price | None = None
    rarity: Count | None = None

    def value_of(self, attribute: str) -> int:
        """Return the number of an attribute, 0 if the entry doesn't have it."""
        return sum(t.value or 0 for t in self.attributes if t.key == attribute)

    def has(self, attribute: str) -> bool:
        """Return whether the entry has this attribute."""
        return any(t.key == attribute for t in self.attributes)


class Firearm(Gear, kw_only=True):
    """A row of the Firearms table; each step of its range is in inches (p. 75)."""

    KIND: ClassVar[str] = "firearms"

    firearm_class: FirearmClass = field(name="class")
    range: tuple[Inches, ...] = ()
    damage: tuple[Change, ...]
    rof: Shots
    knockback: tuple[Count, ...]
    reload: Count | None = None

    @property
    def drawing(self) -> str:
        return self.pictogram or pictograms.of(self.KIND, self.key, self.firearm_class)

    def __post_init__(self) -> None:
        super().__post_init__()
        steps = max(len(self.range), 1)
        if len(self.damage) != steps or len(self.knockback) not in (1, steps):
            raise EntryError(
                "damage and knockback: they need one number for each step of the range."
            )
        if list(self.range) != sorted(set(self.range)):
            raise EntryError("range: each step reaches further than the one before.")
        if not self.range and not self.has(AttributeKey.THROWN):
            raise EntryError("range: only a Thrown weapon has none.")


class CloseCombatWeapon(Gear, kw_only=True):
    """A row of the Close Quarters Weapons table (p. 76)."""

    KIND: ClassVar[str] = "close_combat"

    cqc: Change
    strength: Change


class Equipment(Gear, kw_only=True):
    """An item that isn't a weapon (p. 77–79).

    `injury_shift`: by how much it may shift the total of an injury roll.
    """

    KIND: ClassVar[str] = "equipment"

    summary: Sentence
    short: ShortSentence = ""
    mounts: tuple[FirearmClass, ...] = ()
    armour: bool = False
    endurance_shooting: Change = 0
    endurance_close: Change = 0
    converts: Mapping[str, str] = {}
    reload: Change = 0
    injury_shift: Count = 0


class TestOf(Value, kw_only=True):
    """A Test on a characteristic, as in Intelligence/8 (p. 10)."""

    __test__ = False
    characteristic: Characteristic
    target: Count


class AttributeEntry(Entry, kw_only=True):
    """A physical trait of a model or a piece of gear (p. 70–71).

    `valued`: it is written with a number, as in Noisy 2. `turns`: how many further turns it lasts.
    `within`: its reach in inches.
    """

    KIND: ClassVar[str] = "attributes"

    summary: Sentence
    short: ShortSentence = ""
    valued: bool = False
    reload_cost: Change = 0
    turns: Count = 0
    within: Count = 0


class SkillEntry(Entry, kw_only=True):
    """A learned ability (p. 62–69).

    `does`: its effects that aren't numbers. `test`: the Test to pass before using it. `within`: its
    reach in inches. `courage`: the bonus to a friend's Courage. `move_points`: extra Action Points
    for movement only. `rough_cost`: the Action Points for an inch of difficult ground or climbing.
    `tokens`: how many ammo tokens, and as many noise tokens, it costs. `supply_shift`: by how much
    a supply roll may be shifted.
    """

    KIND: ClassVar[str] = "skills"

    summary: Sentence
    short: ShortSentence = ""
    does: tuple[Effect, ...] = ()
    test: TestOf | None = None
    within: Count = 0
    courage: Change = 0
    move_points: Count = 0
    rough_cost: Count | None = None
    tokens: Count = 0
    chooses_class: bool = False
    build_discount_percent: Percentage = 0
    guard: Count = 0
    ignores_heavy: Count = 0
    supply_shift: Count = 0
    ammo_die: Change = 0
    reload_cost: Change = 0
    class_damage: Change = 0
    class_reload: Change = 0
    head_shots: Change = 0
    head_fights: Change = 0
    bare_hands_damage: Change = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        for effect in self.does:
            if effect in TESTED and self.test is None:
                raise EntryError("test: {effect} needs one.", effect=effect)


class Refuge(Entry, kw_only=True):
    """A Refuge: how many members it holds, Empty Spaces, built-in Perks (p. 20)."""

    KIND: ClassVar[str] = "refuges"

    max_size: Places
    empty_spaces: Count
    built_in: tuple[str, ...]


#: What a Perk gives without anybody working it.
UNWORKED = ("beds", "shelters", "attack_bonus", "saves_stash", "rerolls_supplies")


class Perk(Entry, kw_only=True):
    """A Refuge Perk (p. 80–82, costs p. 95).

    A `worked` Perk gives its points, re-rolls and shifts only if a member works it as a Job and
    passes its `test`, if any. `encounter_shift`: by how much the next Encounter roll may be
    shifted. `attack_rerolls`: how many times the member may re-roll a die of the Zombie Attack. In
    Home Defense `solid` improves cover, `sturdy_doors` strengthens the doors, and `zombies` is how
    many more start outside.
    """

    KIND: ClassVar[str] = "perks"

    cost: Price
    summary: Sentence
    repeatable: bool = False
    worked: bool = False
    beds: Count = 0
    shelters: Count = 0
    attack_bonus: Change = 0
    saves_stash: bool = False
    ammo_rerolls: Count = 0
    rerolls_supplies: Count = 0
    points: Dice | None = None
    points_skill: str = ""
    points_with_skill: Dice | None = None
    test: TestOf | None = None
    encounter_shift: Count = 0
    attack_rerolls: Count = 0
    solid: bool = False
    sturdy_doors: bool = False
    zombies: Dice | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        gives_something = (
            self.points is not None
            or self.ammo_rerolls > 0
            or self.encounter_shift > 0
            or self.attack_rerolls > 0
            or self.test is not None
        )
        if self.worked and not gives_something:
            raise EntryError(
                "worked: a Perk that is worked needs one of {fields}; this has none.",
                fields="points, ammo_rerolls, encounter_shift, attack_rerolls",
            )
        if self.attack_rerolls and (not self.worked or self.test is None):
            raise EntryError("attack_rerolls: whoever works it has to pass a test first.")
        has_skill = self.points_skill != ""
        has_points_with_skill = self.points_with_skill is not None
        lacks_points = has_points_with_skill and self.points is None
        if has_skill != has_points_with_skill or lacks_points:
            raise EntryError(
                "points_skill: it goes with points and points_with_skill, all three or none."
            )

    def as_played(self) -> Perk:
        """Return the Perk as the rules read it: a worked one gives nothing unworked (ruling 89)."""
        if not self.worked:
            return self
        return replace(
            self, beds=0, shelters=0, attack_bonus=0, saves_stash=False, rerolls_supplies=0
        )


class InjuryEntry(Entry, kw_only=True):
    """A result of the Injury Table (p. 84–85).

    `weapons_most`: how many Firearms, and how many close-combat weapons, can still be carried.
    """

    KIND: ClassVar[str] = "injuries"

    totals: tuple[int, ...]
    summary: Sentence
    short: ShortSentence = ""
    again: str = ""
    lasting: bool = False
    modifier: Mapping[Characteristic, Change] = {}
    step_cost: Count = 0
    weapons_most: Count | None = None
    first: Mapping[Literal["1-3", "4-6"], str] = {}
    second: Mapping[Literal["1-3", "4-6"], str] = {}
    experience: Dice | None = None


class Phase(Entry, kw_only=True):
    """A phase of the turn and what is done in it, in order (p. 39–58)."""

    KIND: ClassVar[str] = "phases"

    steps: Steps


class Action(Entry, kw_only=True):
    """An action that costs Action Points (p. 47–49). `cost` is for one of `per` ('' for the whole
    action); `more` is added for each further enemy in contact; `animals`: marked (*) in the book,
    so that animals may take it; `skill` and `item`: what a model needs for it."""

    KIND: ClassVar[str] = "actions"

    cost: Count
    more: Count = 0
    per: Literal["", "inch", "two inches"] = ""
    animals: bool = False
    skill: str = ""
    item: str = ""
    summary: Sentence

    @property
    def inches(self) -> int:
        """Return how many inches `cost` pays for; 0 if it isn't paid by distance."""
        return {"": 0, "inch": 1, "two inches": 2}[self.per]


class ModifierEntry(Entry, kw_only=True):
    """A modifier of a roll to hit or to fight (p. 51, p. 55, ruling 40)."""

    KIND: ClassVar[str] = "modifiers"

    roll: Literal["firearms", "cqc"]
    amount: Change


class Placement(Value, kw_only=True, forbid_unknown_fields=True):
    """One step of setting up an Encounter (p. 34–36, p. 98–107).

    `count` of `what` are placed at most `within` inches from `of`, not within `clear` inches of
    anything in `clear_of`, and not inside `outside`. `leader`: the Leader must be among them.
    `roll_off`: the sides roll off and take turns. `doors`, `windows`, `footprint`, `length` and
    `height` describe a structure, the last three in inches. `perk`: only if the defender's Refuge
    has this Perk. `text` is the step in a sentence, with its numbers in braces; `alone` the same for
    one side, or for sides that play together, '' if it is no other.
    """

    what: Literal[
        "terrain", "refuge", "vehicle", "captive", "edge", "tokens",
        "side", "defender", "attacker", "zombies",
    ]  # fmt: skip
    text: Sentence
    alone: Sentence = ""
    count: Length | None = None
    leader: bool = False
    within: Length | None = None
    of: Literal["", "centre", "centre line", "edge", "any edge", "captive", "refuge"] = ""
    clear: Length | None = None
    clear_of: tuple[Literal["edge", "zone", "token", "character", "refuge"], ...] = ()
    outside: Literal["", "refuge"] = ""
    roll_off: bool = False
    doors: int | None = None
    windows: int | None = None
    footprint: int | None = None
    length: int | None = None
    height: int | None = None
    perk: str = ""

    def __post_init__(self) -> None:
        """Raise ValueError if `text` is blank."""
        if not self.text.strip():
            raise EntryError("text: it is empty.")


class Encounter(Entry, kw_only=True):
    """An Encounter (p. 98–107).

    `setup` has its steps in order. `tokens` are on the table, and `tokens_per_side` more for each side.
    `roles`: there is an attacker and a defender; `attacks` says who attacks: the side of a Selfish
    Leader, the side with captured members, or the winner of a Roll-Off (which also decides if the other
    two don't). `arrivals`: a defender may arrive instead of a zombie that is drawn. `draws`: how many
    zombies arrive for each that noise draws. `never_breaks`: who takes no Breaking Point tests.
    `carries_nothing_off`: who carries nothing off the table. `scene` is what the fight is about,
    `special` its rules, `ends` when it is over, all with their numbers in braces. `objective` is what
    the sides try to achieve, `objective_experience` the Experience for it where that isn't the book's,
    `turns` the last turn, 0 for none. `scene_alone` and `ends_alone` are the same for one side, or for
    sides that play together, '' where they are no other.
    """

    KIND: ClassVar[str] = "encounters"

    number: EncounterNumber
    summary: Sentence
    scene: str = ""
    special: tuple[str, ...] = ()
    ends: str = ""
    scene_alone: str = ""
    ends_alone: str = ""
    objective: str = ""
    objective_experience: Count | None = None
    turns: Count = 0
    zombies: Count = 0
    tokens: Count = 0
    tokens_per_side: Count = 0
    zombies_carry: bool = False
    roles: bool = False
    attacks: Literal["rolled", "selfish", "captured"] = "rolled"
    setup: tuple[Placement, ...] = ()
    arrivals: bool = False
    draws: Draws = 1
    doors: Count = 0
    never_breaks: Literal["", "defender", "all"] = ""
    carries_nothing_off: Literal["", "defender"] = ""
    attackers: Count | None = None
    defenders: Count | None = None
    tokens_carried: bool = False
    captives: bool = False
    vehicle: bool = False
    vehicle_test: TestOf | None = None
    perk_test: TestOf | None = None
    perk: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.vehicle and self.vehicle_test is None:
            raise EntryError("vehicle_test: a vehicle needs a Test to start it.")
        if self.perk and self.perk_test is None:
            raise EntryError("perk_test: a vehicle needs a Test to become a Perk.")

    def set_up(
        self, perks: Container[str], *, rivals: bool, role: str = "attacker"
    ) -> tuple[str, ...]:
        """Return the steps of the set-up in words, as `steps_for` chooses them."""
        steps = self.steps_for(perks, rivals=rivals, role=role)
        if rivals:
            return tuple(step.text for step in steps)
        return tuple(step.alone or step.text for step in steps)

    def steps_for(
        self, perks: Container[str], *, rivals: bool, role: str = "attacker"
    ) -> tuple[Placement, ...]:
        """Return the steps of the set-up, with those for Perks of the defended Refuge. Without `rivals`
        they are those of one side in a role, or of sides together."""
        missing_role = ""
        if not rivals:
            missing_role = "attacker" if role == "defender" else "defender"
        steps = []
        for step in self.setup:
            lacks_perk = step.perk != "" and step.perk not in perks
            if step.what != missing_role and not lacks_perk:
                steps.append(step)
        return tuple(steps)

    def scene_for(self, *, rivals: bool) -> str:
        """Return what the Encounter is about, for sides with or without `rivals`."""
        if self.scene_alone and not rivals:
            return self.scene_alone
        return self.scene or self.summary

    def ends_for(self, *, rivals: bool) -> str:
        """Return when the Encounter is over, for sides with or without `rivals`."""
        ends = self.ends
        if self.ends_alone and not rivals:
            ends = self.ends_alone
        last_turn = ""
        if self.turns:
            last_turn = _("It ends after turn {n}.", n=self.turns)
        return " ".join(sentence for sentence in (ends, last_turn) if sentence)

    def rules_for(self, experience: int) -> tuple[str, ...]:
        """Return the special rules, and the objective with the Experience that it gives."""
        if not self.objective:
            return self.special
        objective = _("Objective: {text} Experience: {n}.", text=self.objective, n=experience)
        return (*self.special, objective)

    def tokens_for(self, sides: int) -> int:
        """Return the number of Supply Tokens on the table, for one side as for two (p. 35)."""
        return self.tokens + self.tokens_per_side * max(2, sides)


class Found(Value):
    """Gear in a supply cell: how many, and its key."""

    count: Dice | int
    key: str


class SupplyCell(NamedTuple):
    """A cell of the supply table (p. 92)."""

    points: Dice
    found: tuple[Found, ...]


def parse_supply_cell(text: str) -> SupplyCell:
    """Return a cell from text: 'D6+3; D3+1 booze' is D6+3 points, and D3+1 of Booze."""
    points, _semicolon, gear_text = text.partition(";")
    gear = []
    for piece in gear_text.split(","):
        part = piece.strip()
        if not part:
            continue
        count_text, _space, key = part.rpartition(" ")
        count = parse_dice(count_text) if count_text else 1
        gear.append(Found(count, key))
    return SupplyCell(parse_dice(points), tuple(gear))


E = TypeVar("E", bound=Struct)


def _parse_each(parse: Callable[[str], object]) -> Callable[[Any], Any]:
    """Return a function that parses each text in a list."""

    def read(texts: Any) -> Any:
        if not isinstance(texts, list):
            return texts
        values = []
        for text in texts:
            values.append(parse(text) if isinstance(text, str) else text)
        return values

    return read


#: The parsers of fields that are written differently in files, by type.
_SPELLED: Mapping[Any, Callable[[Any], Any]] = {
    Profile: profile_from_row,
    tuple[Trait, ...]: _parse_each(parse_trait),
    tuple[SupplyCell, ...]: _parse_each(parse_supply_cell),
    Dice: parse_dice,
    Dice | None: parse_dice,
}


@cache
def spelled(kind: type[Struct]) -> Mapping[str, Callable[[Any], Any]]:
    """Return the parsers, by field, of those fields of a kind that are written differently in
    files; each raises ValueError for malformed values."""
    parsers: dict[str, Callable[[Any], Any]] = {}
    for field_of_kind in fields(kind):
        parser = _SPELLED.get(field_of_kind.type)
        if parser is not None:
            parsers[field_of_kind.encode_name] = parser
        elif _is_list_of_numbers(field_of_kind.type):
            parsers[field_of_kind.encode_name] = _in_a_list
    return parsers


def _is_list_of_numbers(kind: Any) -> bool:
    """Return whether a type is that of a list of whole numbers, whatever its bounds are."""
    described = _without_bounds(inspect.type_info(kind))
    if not isinstance(described, inspect.VarTupleType):
        return False
    return isinstance(_without_bounds(described.item_type), inspect.IntType)


def _without_bounds(described: inspect.Type) -> inspect.Type:
    while isinstance(described, inspect.Metadata):
        described = described.type
    return described


def _in_a_list(value: Any) -> Any:
    """Return a number that stands alone where a list of them is meant, as a list; else the value."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return [value] if is_number else value


def read_entry(kind: type[E], table: Mapping[str, Any]) -> E:
    """Return the entry that a table of a file describes; ValueError if it is invalid."""
    values = dict(table)
    for name, parse in spelled(kind).items():
        if name in table:
            values[name] = parse(table[name])
    return convert(values, kind)


#: The cells of the supply table, by the total of a row.
SupplyRows = Mapping[int, tuple[SupplyCell, ...]]


def with_bonus(rows: SupplyRows, bonus: int) -> SupplyRows:
    """Return the table with a bonus to the points of each cell: a house rule, 0 in the book."""
    if not bonus:
        return rows
    rows_with_bonus = {}
    for total, cells in rows.items():
        rows_with_bonus[total] = tuple(_cell_with_bonus(cell, bonus) for cell in cells)
    return rows_with_bonus


def _cell_with_bonus(cell: SupplyCell, bonus: int) -> SupplyCell:
    points = replace(cell.points, plus=cell.points.plus + bonus)
    return cell._replace(points=points)
