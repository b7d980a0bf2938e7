"""Packs with a game, to try the program on."""

from __future__ import annotations

from pathlib import Path

#: A game with something of everything that can be named.
STREET = """
title = "The Street"
players = [1, 6]
headline = "{player}: {player.rounds} rounds, {all.rounds} of all, {choice.long}"
out = "player.wounds = 3"
setup = ["{choice.long} rounds."]

[choices.long]
label = "How long"
numbers = [3, 9]
usual = 5

[table.counters]
dead = { label = "The dead", start = 6, icon = "zombie" }

[player.counters]
wounds = { label = "Wounds", high = 3, boxes = true, icon = "hearts" }
rounds = { label = "Rounds", start = 4, high = 6 }

[player.marks]
hidden = { label = "Hidden" }

[pieces.door]
name = "Door"
of = "table"
start = 1
counters = { planks = { label = "Planks" } }

[turn]
begins = ["player.hidden = 0"]
rounds = ["table.dead + 1", "all.hidden = 0"]

[steps.act]
name = "Act"
says = "{player} acts."
may = ["shoot", "board"]
passed = "player.hidden"
owes = [{ when = "player.rounds > 0", says = "Load." }]

[rules.shoot]
label = "Shoot"
needs = [{ when = "table.dead > 0", says = "The street is empty." }]
costs = ["player.rounds 1"]
ask = { question = "Whom?", of = "other", when = "target.wounds < 3" }
die = "D6"
results = [
    { when = "die + target.wounds >= 4", says = "{player} hits {target} ({die}).", does = ["target.wounds + 1"] },
    { says = "Nothing.", does = ["end turn"] },
]

[rules.board]
label = "Board"
of = "door"
results = [{ says = "{piece} holds.", does = ["piece.planks + 1", "remove piece", "place door"] }]

[[ends]]
when = "playing = 1 or turn > choice.long"
says = "{player} is left."
"""


def write_game(folder: Path, text: str, name: str = "street") -> Path:
    pack = folder / "odd"
    (pack / "games").mkdir(parents=True, exist_ok=True)
    (pack / "games" / f"{name}.toml").write_text(text, encoding="utf-8")
    return pack


def heaviest() -> str:
    """A game with as much of everything as a file may say: in one step, as many rules as it can offer, each for
    as many pieces as lie on a table, with conditions as long as can be."""
    long = " or ".join(["player.c0 + all.c1 > 9000"] * 6)
    kinds = [f'[pieces.k{n}]\nname = "K{n}"\nof = "table"\nstart = 5' for n in range(8)]
    counters = "\n".join(f'c{n} = {{ label = "C{n}" }}' for n in range(24))
    rules = []
    for n in range(36):
        needs = ", ".join([f'{{ when = "not ({long})", says = "no" }}'] * 6)
        results = ", ".join([f'{{ when = "{long}", says = "{{all.c1}}" }}'] * 11)
        rules.append(
            f'[rules.r{n}]\nlabel = "R{n}"\nof = "k{n % 8}"\ndie = "6D6"\nneeds = [{needs}]\n'
            f"results = [{results}, {{ does = ['piece.c0 + die'] }}]"
        )
    offered = [", ".join(f'"r{n}"' for n in range(first, first + 12)) for first in (0, 12, 24)]
    return "\n".join(
        [
            'title = "Heavy"\nplayers = [8, 8]\nfirst = "player"\nout = "player.c0 > 9"',
            f"[player.counters]\n{counters}",
            *(f"{kind}\n[pieces.k{n}.counters]\n{counters}" for n, kind in enumerate(kinds)),
            f'[steps.act]\nname = "Act"\nusual = [{offered[0]}]\nmay = [{offered[1]}]\n'
            f"rare = [{offered[2]}]",
            *rules,
            '[[ends]]\nwhen = "turn > 20"\nsays = "Over."\nwins = "nobody"',
        ]
    )
