"""The tables as printed, typed a second time, so that the shipped data is held against something.

In every table the first line names the columns, ``|`` parts them, and ``-`` or ``*`` is a blank.
"""

from typing import Literal, NamedTuple


class Profile(NamedTuple):
    keyword: str | None
    cost: int | None
    stats: dict[str, int | None]
    rules: tuple[str, ...]
    skills: tuple[str, ...]


class Start(NamedTuple):
    cls: str
    rarity: int | Literal["-"]
    cost: int
    star: bool


class Firearm(NamedTuple):
    star: bool
    cls: str
    range: tuple[int, ...] | Literal["thrown"]
    damage: tuple[int, ...]
    rof: int
    knockback: tuple[int, ...]
    reload: int | None
    rules: tuple[str, ...]


class CqcWeapon(NamedTuple):
    star: bool
    cqc: int
    strength: int
    rules: tuple[str, ...]


class Equipment(NamedTuple):
    star: bool
    heavy: int
    one_use: bool
    mounts: tuple[str, ...]


class Refuge(NamedTuple):
    max_size: int
    empty_spaces: int
    perks: tuple[str, ...]


class Perk(NamedTuple):
    cost: int
    repeatable: bool
    workable: bool


class Supply(NamedTuple):
    points: str
    items: tuple[tuple[int | str, str], ...]


def _rows(table: str) -> list[list[str]]:
    lines = [line for line in table.splitlines() if line.strip()]
    return [[cell.strip() for cell in line.split("|")] for line in lines[1:]]


def _words(cell: str) -> tuple[str, ...]:
    return () if cell == "-" else tuple(word.strip() for word in cell.split(","))


def _steps(cell: str) -> tuple[int, ...]:
    return tuple(int(step) for step in cell.split("/"))


def _number(cell: str) -> int | None:
    return None if cell in ("-", "*") else int(cell)


def key(name: str) -> str:
    """The key of an entry that is called so."""
    return name.removeprefix("The ").lower().replace(" ", "-")


# Characters


_CHARACTERISTICS = ("AP", "CQC", "FA", "S", "E", "DC", "C", "H", "I")

_PROFILES = """
Name            | Keyword  | Cost | AP CQC FA S E DC C H I
Everyday Hero   | Selfless | 12   | 6  4   3  3 3 3  4 - 3
Merciless Thug  | Selfish  | 15   | 6  4   3  4 3 3  3 - 3
Professional    | Trained  | 18   | 6  4   4  3 3 3  4 - 3
Cop             | Trained  | 9    | 6  3   4  3 3 3  3 - 3
Crony           | Selfish  | 3    | 5  2   2  3 3 3  2 - 2
Dog             | Neutral  | 9    | 8  4   0  3 3 3  4 - 1
Firefighter     | Selfless | 12   | 8  3   3  3 3 3  4 - 3
Gang Member     | Selfish  | 6    | 6  3   3  3 3 3  2 - 2
Good Samaritan  | Selfless | 9    | 6  3   3  3 3 3  3 - 3
Goon            | Selfish  | 9    | 5  4   3  3 4 3  2 - 2
Kid             | Neutral  | 3    | 6  2   0  2 2 2  3 - 3
Rescue Worker   | Selfless | 9    | 6  3   3  3 3 3  3 - 3
Sarge           | Trained  | 21   | 6  4   4  3 4 3  4 - 3
Soldier         | Trained  | 12   | 6  3   4  3 3 3  4 - 3
Survivalist     | Selfish  | 18   | 6  4   3  3 3 3  3 - 3
Survivor        | Neutral  | 6    | 6  3   3  3 3 3  3 - 3
SWAT            | Trained  | 12   | 6  4   4  3 3 3  3 - 3
Tough Guy       | Neutral  | 9    | 6  4   3  3 3 3  3 - 3
Zombie          | -        | -    | 5  2   0  3 * 1  - 3 0
"""

_ABILITIES = """
Name            | Special rules                  | Skills available
Everyday Hero   | Leader                         | Leader, Firearms, CQC, Academic
Merciless Thug  | Leader                         | Leader, Firearms, CQC, Athletic
Professional    | Leader                         | Leader, Firearms, CQC, Athletic, Academic
Cop             | -                              | Firearms, Academic
Crony           | Inspirational Presence         | Academic
Dog             | Noisy 1, Crowd Control, Animal | -
Firefighter     | Heavy Lifter, Entry Man        | CQC, Athletic
Gang Member     | -                              | CQC, Firearms
Good Samaritan  | Inspirational Presence         | CQC, Academic
Goon            | -                              | CQC, Athletic
Kid             | Inspirational Presence         | choose 1 except Leader
Rescue Worker   | First Aid Training             | Academic, Athletic
Sarge           | Tactical Acumen                | Athletic, CQC, Firearms, Leader
Soldier         | -                              | Athletic, CQC, Firearms, Academic
Survivalist     | Scavenger, Gunsmith            | CQC, Firearms
Survivor        | -                              | choose 2 except Leader
SWAT            | Entry Man                      | Athletic, CQC, Firearms, Academic
Tough Guy       | -                              | Athletic, choose 1
Zombie          | Shoot them in the head!        | -
"""


def _profiles() -> dict[str, Profile]:
    abilities = {name: (_words(rules), _words(skills)) for name, rules, skills in _rows(_ABILITIES)}
    profiles = {}
    for name, keyword, cost, line in _rows(_PROFILES):
        stats = dict(zip(_CHARACTERISTICS, map(_number, line.split()), strict=True))
        known = None if keyword == "-" else keyword
        profiles[name] = Profile(known, _number(cost), stats, *abilities[name])
    return profiles


PROFILES: dict[str, Profile] = _profiles()


# Starting equipment


def _starts(table: str) -> dict[str, Start]:
    return {
        name: Start(cls, "-" if rarity == "-" else int(rarity), int(cost), star == "*")
        for name, star, cls, rarity, cost in _rows(table)
    }


STARTING_FIREARMS: dict[str, Start] = _starts("""
Name                   | * | Class    | Rarity | Cost
Revolver               | * | Pistol   | -      | 2
Semi-Automatic         | * | Pistol   | -      | 3
Magnum                 | * | Pistol   | -      | 3
Sawed-Off Shotgun      | - | Shotgun  | -      | 3
Pump-Action Shotgun    | * | Shotgun  | -      | 5
Surplus SMG            | - | SMG      | 2      | 4
Military SMG           | * | SMG      | 1      | 6
Hunting Rifle          | - | Rifle    | -      | 4
High-Power Rifle       | * | Rifle    | 1      | 7
Surplus Assault Rifle  | - | Rifle    | 2      | 6
Military Assault Rifle | * | Rifle    | 1      | 8
Squad Automatic Weapon | * | Heavy    | 1      | 10
Hunting Bow            | - | Sporting | -      | 3
Hunting Crossbow       | - | Sporting | 2      | 4
""")

STARTING_CQC: dict[str, Start] = _starts("""
Name        | * | Class | Rarity | Cost
Club        | * | CQC   | -      | 2
Heavy Club  | - | CQC   | -      | 2
Knife       | * | CQC   | -      | 2
Heavy Blade | - | CQC   | 1      | 3
""")

STARTING_MISC: dict[str, Start] = _starts("""
Name             | * | Class | Rarity | Cost
Booze            | * | Misc  | -      | 2
Medical Supplies | * | Misc  | -      | 2
""")


# Weapons and equipment


_FIREARMS = """
Name                   | * | Class     | Range   | Damage | RoF | Knockback | Reload
Revolver               | * | Pistol    | 12      | 3      | 1   | 1         | 6
Semi-Automatic         | * | Pistol    | 12      | 3      | 2   | 1         | 10
Magnum                 | * | Pistol    | 12      | 4      | 1   | 2         | 6
Surplus SMG            | - | SMG       | 12      | 3      | 3   | 1         | 6
Military SMG           | * | SMG       | 18      | 3      | 3   | 1         | 8
Hunting Rifle          | - | Rifle     | 24      | 3      | 1   | 1         | 6
High-Power Rifle       | * | Rifle     | 30      | 4      | 1   | 2         | 4
Military Sniper Rifle  | * | Rifle     | 30      | 4      | 1   | 2         | 6
Surplus Assault Rifle  | - | Rifle     | 18      | 4      | 2   | 2         | 10
Military Assault Rifle | * | Rifle     | 24      | 4      | 3   | 2         | 12
Sawed-Off Shotgun      | - | Shotgun   | 3/6/9   | 6/4/2  | 1   | 3/2/1     | 2
Pump-Action Shotgun    | * | Shotgun   | 6/12/18 | 6/4/3  | 1   | 3/2/2     | 5
Combat Shotgun         | * | Shotgun   | 6/12/18 | 6/4/4  | 2   | 3/2/3     | 5
Squad Automatic Weapon | * | Heavy     | 24      | 5      | 4   | 2         | 15
Minigun                | * | Heavy     | 18      | 5      | 6   | 1         | 20
Hunting Bow            | - | Sporting  | 9/18    | 3/2    | 1   | 0         | 2
Hunting Crossbow       | - | Sporting  | 12/24   | 4/3    | 1   | 0         | 2
Thrown Explosive       | * | Explosive | thrown  | 4      | 1   | 5         | *
Fire Bomb              | - | Explosive | thrown  | 3      | 1   | 1         | *
"""

_FIREARM_RULES = """
Name                   | Special rules
Revolver               | -
Semi-Automatic         | -
Magnum                 | Noisy 1
Surplus SMG            | -
Military SMG           | -
Hunting Rifle          | -
High-Power Rifle       | Noisy 1
Military Sniper Rifle  | Noisy 1, Lobotomizer 1, Highly Specialized
Surplus Assault Rifle  | Noisy 1
Military Assault Rifle | -
Sawed-Off Shotgun      | Stepped Fire, Point Blank
Pump-Action Shotgun    | Stepped Fire, Point Blank
Combat Shotgun         | Stepped Fire, Point Blank
Squad Automatic Weapon | Noisy 1, Heavy 1, Slow Loading, Highly Specialized
Minigun                | Noisy 2, Heavy 2, Slow Loading, Highly Specialized
Hunting Bow            | Lobotomizer 2, Stepped Fire, Silent
Hunting Crossbow       | Lobotomizer 2, Stepped Fire, Silent
Thrown Explosive       | Explosive 3, One-Use, Thrown, Noisy 2
Fire Bomb              | Explosive 3, One-Use, Thrown, Noisy 1, Fire
"""


def _firearms() -> dict[str, Firearm]:
    rules = {name: _words(words) for name, words in _rows(_FIREARM_RULES)}
    return {
        name: Firearm(
            star=star == "*",
            cls=cls,
            range="thrown" if reach == "thrown" else _steps(reach),
            damage=_steps(damage),
            rof=int(rof),
            knockback=_steps(knockback),
            reload=_number(reload),
            rules=rules[name],
        )
        for name, star, cls, reach, damage, rof, knockback, reload in _rows(_FIREARMS)
    }


FIREARMS: dict[str, Firearm] = _firearms()

_CQC_WEAPONS = """
Name        | * | CQC | Strength | Special rules
Chainsaw    | - | -1  | 4        | Noisy 2, Heavy 2, Lobotomizer 2
Club        | * | 0   | 1        | -
Heavy Blade | - | 1   | 2        | Lobotomizer 1
Heavy Club  | - | -1  | 3        | Heavy 1, Lobotomizer 1
Knife       | * | 1   | 0        | Lobotomizer 1
"""

CQC_WEAPONS: dict[str, CqcWeapon] = {
    name: CqcWeapon(star == "*", int(cqc), int(strength), _words(rules))
    for name, star, cqc, strength, rules in _rows(_CQC_WEAPONS)
}

_EQUIPMENT = """
Name             | * | Heavy | One-use | Mounted on
Assault Armour   | * | 1     | no      | -
Booze            | * | 0     | yes     | -
Climbing Gear    | * | 0     | yes     | -
Medical Supplies | * | 0     | yes     | -
Mod-Kit          | - | 0     | yes     | -
Noisemaker       | - | 0     | yes     | -
Reflex Sight     | * | 0     | no      | SMG, Rifle
Riot Shield      | * | 1     | no      | -
Scope            | * | 0     | no      | SMG, Rifle
Silencer         | * | 0     | yes     | Pistol, SMG, Rifle
Tactical Vest    | * | 0     | no      | -
"""

EQUIPMENT: dict[str, Equipment] = {
    name: Equipment(star == "*", int(heavy), one_use == "yes", _words(mounts))
    for name, star, heavy, one_use, mounts in _rows(_EQUIPMENT)
}


# Refuges


_REFUGES = """
Name               | Max. size | Empty spaces | Built-in perks
The Farm House     | 8         | 6            | Fenced-Off Garden
The Mall           | 12        | 8            | Store Room
The Gun Shop       | 6         | 3            | Armoury, Fortified Windows, Reinforced Doors
The Police Station | 8         | 2            | Escape Vehicle, Radio Room
The Church         | 8         | 2            | Solid Structure, Watch Tower
The Prison         | 10        | 3            | Fences, Infirmary
"""

REFUGES: dict[str, Refuge] = {
    name: Refuge(int(size), int(spaces), _words(perks))
    for name, size, spaces, perks in _rows(_REFUGES)
}

_PERKS = """
Name              | Cost | Repeatable | Workable
Armoury           | 20   | no         | yes
Bunk Bed          | 20   | yes        | no
Escape Vehicle    | 20   | no         | no
Fenced-Off Garden | 15   | yes        | yes
Fences            | 20   | no         | no
Fortified Windows | 20   | no         | no
Infirmary         | 25   | yes        | no
Radio Room        | 15   | no         | yes
Reinforced Doors  | 15   | no         | no
Solid Structure   | 30   | no         | no
Store Room        | 15   | no         | no
Watch Tower       | 20   | no         | yes
"""

PERKS: dict[str, Perk] = {
    name: Perk(int(cost), repeatable == "yes", workable == "yes")
    for name, cost, repeatable, workable in _rows(_PERKS)
}


# After the game


_INJURIES = """
2D6 | Injury
2   | Dead!
3   | Captured
4   | Arm Injury
5   | Blinded in One Eye
6   | Full Recovery
7   | Full Recovery
8   | Full Recovery
9   | Shell-Shocked
10  | Leg Injury
11  | Infected!
12  | I'm Never Doing That Again
"""

INJURIES: dict[int, str] = {int(total): name for total, name in _rows(_INJURIES)}

_EXPERIENCE = """
Action               | Experience
Zombie Out of Action | 1
Rival Out of Action  | 3
Surviving            | 1D6
Objective            | 6
"""

EXPERIENCE: dict[str, str] = dict(_rows(_EXPERIENCE))

_LEVEL_COSTS = """
Level | Experience
1     | 6
2     | 12
3     | 12
4     | 18
5     | 18
6     | 18
7     | 24
8     | 24
9     | 24
10    | 30
"""

LEVEL_COSTS: dict[int, int] = {int(level): int(cost) for level, cost in _rows(_LEVEL_COSTS)}

_CHARACTERISTIC_TABLE = """
2D6 | Outcome, or outcomes on 1-3 and on 4-6
2   | AP
3   | CQC, FA
4   | S
5   | E
6   | C, I
7   | CQC, FA
8   | S
9   | E
10  | CQC, FA
11  | DC
12  | DC
"""

CHARACTERISTIC_TABLE: dict[int, tuple[str, ...]] = {
    int(total): _words(outcomes) for total, outcomes in _rows(_CHARACTERISTIC_TABLE)
}

_SKILL_TABLES = """
D6 | Academic           | Athletic              | CQC
1  | First Aid Training | Entry Man             | Crowd Control
2  | Gear-Head          | Heavy Lifter          | Disarm
3  | Engineer           | Free Runner           | Headhunter
4  | Agriculturalist    | Sprinter              | Subdue
5  | Gunsmith           | Situational Awareness | Martial Arts
6  | Scavenger          | Stalker               | Dirty Fighter
"""

_MORE_SKILL_TABLES = """
D6 | Leader                 | Firearms
1  | Tactical Acumen        | Fire and Maneuver
2  | Inspirational Presence | Gunfighter
3  | Frontline Fighter      | Sniper
4  | Tag-Team               | Quick-Load
5  | Rallying Cry           | Short Controlled Bursts
6  | Ambushers              | Double-Tap
"""


def _columns(table: str) -> dict[str, dict[int, str]]:
    heading = [cell.strip() for cell in table.strip().splitlines()[0].split("|")]
    rows = _rows(table)
    return {
        heading[column]: {int(row[0]): row[column] for row in rows}
        for column in range(1, len(heading))
    }


SKILL_TABLES: dict[str, dict[int, str]] = _columns(_SKILL_TABLES) | _columns(_MORE_SKILL_TABLES)

_ENCOUNTERS = """
D6 | Encounter
1  | Bushwhack
2  | Home Defense
3  | Massacre Site
4  | Rescue
5  | Scavengers
6  | The Escape
"""

ENCOUNTERS: dict[int, str] = {int(roll): name for roll, name in _rows(_ENCOUNTERS)}

#: Set-up, p. 34-36 and p. 99-107: count, inches from what, inches away from what, Roll-Off.
_SET_UP = """
Encounter     | What     | Count | Within | Of          | Clear | Clear of            | Roll
Bushwhack     | defender | 3     | 6      | centre      | -     | -                   | -
Bushwhack     | attacker | 6     | 3      | any edge    | -     | -                   | -
Bushwhack     | zombies  | 3     | -      | -           | 6     | edge, character     | yes
Home Defense  | tokens   | 3     | 0      | refuge      | -     | -                   | yes
Home Defense  | tokens   | 2     | 4      | refuge      | -     | -                   | yes
Home Defense  | defender | -     | 4      | refuge      | -     | -                   | -
Home Defense  | attacker | -     | 3      | any edge    | -     | -                   | -
Home Defense  | zombies  | 3     | -      | -           | 6     | character           | -
Massacre Site | edge     | -     | -      | -           | -     | -                   | yes
Massacre Site | side     | -     | 3      | edge        | -     | -                   | -
Massacre Site | zombies  | 5     | 8      | centre      | -     | -                   | yes
Rescue        | tokens   | 3     | 8      | centre      | -     | -                   | yes
Rescue        | captive  | -     | -      | centre      | -     | -                   | -
Rescue        | defender | 3     | 6      | captive     | -     | -                   | -
Rescue        | attacker | 6     | 3      | any edge    | -     | -                   | -
Rescue        | zombies  | 3     | -      | -           | 6     | character           | yes
Scavengers    | edge     | -     | -      | -           | -     | -                   | yes
Scavengers    | tokens   | 1     | -      | centre      | -     | -                   | -
Scavengers    | tokens   | 2     | -      | -           | 6     | edge, zone, token   | -
Scavengers    | side     | -     | 3      | edge        | -     | -                   | -
Scavengers    | zombies  | 3     | 6      | centre line | -     | -                   | yes
The Escape    | vehicle  | -     | -      | centre      | -     | -                   | -
The Escape    | edge     | -     | -      | -           | -     | -                   | yes
The Escape    | tokens   | 1     | -      | centre      | -     | -                   | -
The Escape    | tokens   | 2     | -      | -           | 6     | edge, zone, token   | -
The Escape    | side     | -     | 3      | edge        | -     | -                   | -
The Escape    | zombies  | 3     | 6      | centre line | -     | -                   | yes
"""

SET_UP: list[tuple[str, ...]] = [tuple(row) for row in _rows(_SET_UP)]

#: Who attacks (p. 99, 101, 104); elsewhere nobody does.
ATTACKS = {"Bushwhack": "selfish", "Home Defense": "rolled", "Rescue": "captured"}
#: The Refuge of Home Defense: doors, windows, footprint (p. 101); its Fences: inches long, high,
#: from and to so many inches of it (p. 80); its Watch Tower: inches high, within (p. 82).
REFUGE_BUILDING = (2, 4, 6)
FENCES = (24, 2, 6, 8)
WATCH_TOWER = (6, 3)

_SUPPLY = """
Row | Column | Points | Items
2   | 2-3    | D6+6   | Minigun
2   | 4-5    | D6+6   | Reflex Sight
2   | 6-8    | D6+6   | Chainsaw
2   | 9-10   | D6+6   | Combat Shotgun
2   | 11-12  | D6+6   | Military Sniper Rifle
3   | 2-3    | D6+6   | Military Assault Rifle
3   | 4-5    | D6+6   | Silencer
3   | 6-8    | D6+6   | -
3   | 9-10   | D6+6   | Hunting Crossbow
3   | 11-12  | D6+6   | High-Power Rifle, Scope
4   | 2-3    | D6+6   | D3+1 Climbing Gear
4   | 4-5    | D6+3   | Tactical Vest
4   | 6-8    | D6+3   | Heavy Blade
4   | 9-10   | D6+3   | Fire Bomb
4   | 11-12  | D6+3   | D3+1 Booze
5   | 2-3    | D6+3   | D3+1 Thrown Explosive
5   | 4-5    | D6+3   | Surplus SMG
5   | 6-8    | D6+3   | -
5   | 9-10   | D6+3   | Sawed-Off Shotgun
5   | 11-12  | D6+3   | D3+1 Medical Supplies
6   | 2-3    | D6     | Surplus Assault Rifle
6   | 4-5    | D6     | Semi-Automatic
6   | 6-8    | D6     | Knife
6   | 9-10   | D6     | Medical Supplies
6   | 11-12  | D6     | D3 Semi-Automatic
7   | 2-3    | D6     | Surplus SMG
7   | 4-5    | D6     | Revolver
7   | 6-8    | D6     | -
7   | 9-10   | D6     | Booze
7   | 11-12  | D6     | Hunting Rifle
8   | 2-3    | D6     | Military SMG
8   | 4-5    | D6     | Magnum
8   | 6-8    | D6     | Club
8   | 9-10   | D6     | Climbing Gear
8   | 11-12  | D6     | D3 Revolver
9   | 2-3    | D6+3   | D3+1 Medical Supplies
9   | 4-5    | D6+3   | Thrown Explosive
9   | 6-8    | D6+3   | -
9   | 9-10   | D6+3   | Hunting Bow
9   | 11-12  | D6+3   | High-Power Rifle
10  | 2-3    | D3+3   | D3+1 Silencer
10  | 4-5    | D6+3   | Scope
10  | 6-8    | D6+3   | Heavy Club
10  | 9-10   | D6+3   | Fire Bomb
10  | 11-12  | D6+3   | Hunting Rifle, Scope
11  | 2-3    | D6+6   | Squad Automatic Weapon
11  | 4-5    | D6+6   | Noisemaker
11  | 6-8    | D6+6   | -
11  | 9-10   | D6+6   | Pump-Action Shotgun
11  | 11-12  | D6+6   | D3 Hunting Rifle
12  | 2-3    | D6+6   | Assault Armour
12  | 4-5    | D6+6   | Military SMG
12  | 6-8    | D6+6   | Riot Shield
12  | 9-10   | D6+6   | Mod-Kit
12  | 11-12  | D6+6   | D3 Mod-Kit
"""


def _find(words: str) -> tuple[int | str, str]:
    count, _, item = words.partition(" ")
    return (count, item) if count in ("D3", "D3+1") else (1, words)


SUPPLY: dict[tuple[int, str], Supply] = {
    (int(row), column): Supply(points, tuple(_find(words) for words in _words(items)))
    for row, column, points, items in _rows(_SUPPLY)
}


# What the text of an entry says beside the tables: the page it stands on, and its number


class Said(NamedTuple):
    file: str
    name: str
    field: str
    value: object
    page: int


_SAID = """
File       | Name                   | Field           | Value         | Page
skills     | Disarm                 | test            | Strength/6    | 63
skills     | Double-Tap             | tokens          | 1             | 63
skills     | Entry Man              | test            | Strength/6    | 64
skills     | Free Runner            | rough_cost      | 1             | 64
skills     | Frontline Fighter      | within          | 6             | 65
skills     | Inspirational Presence | courage         | 1             | 66
skills     | Inspirational Presence | within          | 6             | 66
skills     | Leader                 | within          | 6             | 66
skills     | Scavenger              | supply_shift    | 1             | 67
skills     | Sprinter               | move_points     | 1             | 69
skills     | Tactical Acumen        | within          | 3             | 69
skills     | Tag-Team               | test            | Intelligence/6 | 69
skills     | Tag-Team               | within          | 3             | 69
attributes | Fire                   | turns           | 1             | 70
attributes | Point Blank            | within          | 3             | 71
equipment  | Medical Supplies       | injury_shift    | 1             | 77
perks      | Armoury                | ammo_rerolls    | 3             | 80
perks      | Fences                 | zombies         | D3            | 80
perks      | Radio Room             | encounter_shift | 1             | 81
perks      | Radio Room             | test            | Intelligence/8 | 81
perks      | Watch Tower            | test            | Intelligence/8 | 82
injuries   | Arm Injury             | weapons_most    | 1             | 84
injuries   | Leg Injury             | step_cost       | 1             | 85
actions    | Run                    | inches          | 2             | 47
actions    | Move                   | inches          | 1             | 47
"""

SAID = tuple(
    Said(file, name, field, value, int(page)) for file, name, field, value, page in _rows(_SAID)
)

#: The constants of book.toml: section, name, value, page.
CONSTANTS: tuple[tuple[str, str, int, int], ...] = (
    ("founding", "points", 100, 16),
    ("limits", "neutral_percent", 50, 21),
    ("limits", "other_keyword_percent", 25, 21),
    ("limits", "firearms", 2, 29),
    ("limits", "close_combat", 2, 29),
    ("limits", "armour", 1, 77),
    ("limits", "characteristic_most", 6, 89),
    ("limits", "level_most", 10, 88),
    ("supplies", "bonus", 0, 92),
    ("level_up", "shift_most", 3, 89),
    ("zombie_attack", "overrun_at_most", 2, 95),
    ("zombie_attack", "out_of_action", -1, 95),
    ("zombie_attack", "guard", 1, 95),
    ("ending", "points", 300, 106),
    ("zombie_cap", "most", 20, 40),
    ("firearms", "target", 7, 51),
    ("firearms", "noise", 1, 51),
    ("head", "target", 5, 60),
    ("thrown", "strength_times", 3, 71),
    ("supply_token", "heavy", 2, 36),
    ("booze", "CQC", 1, 77),
    ("booze", "E", 1, 77),
    ("booze", "C", 1, 77),
    ("booze", "AP", -1, 77),
    ("booze", "FA", -1, 77),
    ("booze", "I", -1, 77),
    ("table", "side", 36, 34),
    ("table", "larger", 48, 34),
    ("door", "endurance", 4, 35),
    ("door", "capacity", 2, 35),
    ("door", "sturdy", 1, 82),
    ("noise", "draws_at", 7, 40),
    ("noise", "certain", 6, 40),
    ("noise", "run", 1, 47),
    ("noise", "alarm", 3, 35),
    ("noise", "alarm_on", 6, 35),
    ("noise", "alarm_within", 2, 35),
    ("noise", "noisemaker", 5, 78),
    ("ambush", "target", 6, 62),
    ("ambush", "most", 3, 62),
    ("ambush", "within", 6, 62),
    ("maneuver", "most", 3, 64),
    ("breaking", "turns", 2, 57),
    ("vehicle", "bonus", 1, 107),
)
