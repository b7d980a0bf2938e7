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
