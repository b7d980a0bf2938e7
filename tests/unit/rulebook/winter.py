"""Rules that the players of a hard winter wrote."""

from __future__ import annotations

from lastdays.rulebook.entries import Dice
from lastdays.rulebook.own import Counter, Level, OwnRules, Row, Step, Table, Trait
from lastdays.rulebook.own_entries import WrittenEntry

SICKNESS = Counter(
    key="sickness",
    name="Sickness",
    high=5,
    levels=(
        Level(from_=1, name="Coughing"),
        Level(from_=3, name="Feverish", modifier={"E": -1, "CQC": -1}),
        Level(from_=5, name="Bedridden", misses=True),
    ),
)
FOOD = Counter(key="food", name="Food", of="group", high=20, start=5)
ILLNESS = Table(
    key="illness",
    name="Illness",
    dice=Dice(1, 6),
    rows=(
        Row(upto=2, text="Sicker.", does=("counter sickness +1",)),
        Row(upto=5, text="Holds on."),
        Row(upto=6, text="Better.", does=("counter sickness -1",)),
    ),
)
EAT = Step(key="eat", name="Eat or fall ill", when="upkeep", pays="counter food 1", table="illness")
FLAW = Trait(key="flaw", name="Flaw", table="illness")
WINTER = OwnRules((SICKNESS, FOOD), (FLAW,), (ILLNESS,), (EAT,))

# Before a game

DAY = Counter(key="day", name="Day", of="campaign", high=99, start=1)
SKY = Table(
    key="sky",
    name="The sky",
    dice=Dice(1, 6),
    of="campaign",
    rows=(
        Row(upto=3, text="Snow {n} <b>.", does=("counter day +1", "zombies 2", "note No running.")),
        Row(upto=6, text="Clear."),
    ),
)
ROLL_SKY = Step(key="weather", name="The weather", when="before", audience="campaign", table="sky")

# At the table

WEATHER = Table(
    key="weather",
    name="Weather",
    dice=Dice(1, 6),
    of="campaign",
    rows=(
        Row(upto=3, text="Clear."),
        Row(upto=6, text="Snow & <b>wind</b>.", does=("note Shots reach 12 inches & no more.",)),
    ),
)
FIND = Table(
    key="find",
    name="Find",
    dice=Dice(1, 6),
    rows=(Row(upto=6, text="Found.", does=("points D3", "experience 2")),),
)
COLD = Step(
    key="cold", name="Cold", when="turn", audience="standing", pays="counter food 1",
    table="illness",
)  # fmt: skip
CALENDAR = Step(key="calendar", name="Move the calendar", when="turn", audience="campaign")
AT_TABLE = (WEATHER, FIND, COLD, CALENDAR)
AXE = WrittenEntry(
    "close_combat", "ice-axe", {"name": "Ice axe", "cqc": 1, "strength": 1, "cost": 3}
)
TOWER = WrittenEntry(
    "encounters",
    "radio-tower",
    {
        "name": "The radio tower",
        "number": 7,
        "summary": "Climb it, and call.",
        "scene": "The mast still stands.",
        "zombies": 6,
        "tokens": 3,
        "special": ["{zombies} Zombies start at the mast."],
        "objective": "Send the call.",
        "objective_experience": 5,
        "turns": 8,
    },
)
