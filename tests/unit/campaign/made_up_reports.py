"""Reports as people type them: a seeded script makes up a game and writes what happened, in one language
or three, and forgets, swaps and misspells on the way."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from dataclasses import dataclass, field

from lastdays.campaign.reports.cast import Cast, GearPiece, Player, ReportSide, form_names_of
from lastdays.campaign.reports.facts import FactValue
from lastdays.campaign.reports.form import code_of

#: Names of members: short and long, alike, with commas, digits, accents and words of reports in them.
NAMES = (
    "Zeke", "Mo", "Lou", "Ed", "Rat", "Ann", "Pip", "Doc", "Carl", "Bea", "Tim and Tom", "Zoë",
    "Dr. No, the 3rd", "Marine 1", "Marine 2", "Marine 3", "Bartholomew Featherstonehaugh", "Jean-Luc",
    "Sister Agnes", "Old Tom", "Young Tom", "Katarzyna", "Müller", "O'Brien", "Red Sonya", "Lucky",
    "Big Will", "Scarlett", "Hannah", "Jonas", "Viktor", "Esther", "Margot", "Philippe", "Ludmilla", "Ruth",
)  # fmt: skip
GROUPS = (
    "Zeke's Truckers",
    "Carl's Crew",
    "Les Survivants",
    "Die Letzten",
    "Road Dogs",
    "Riverside",
)
GEAR = ("Booze", "Molotov", "Adrenaline Shot", "Noisemaker")
CAMPAIGN = "riverside"

#: How people say it, by language; `{}` is filled in.
SAID: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "out": ("out", "out of action", "OOA", "fell", "taken out", "down"),
        "out_zombie": (
            "out by zombie",
            "out by a zombie",
            "out (zombie)",
            "fell to a zombie",
            "killed by zombies",
            "ooa zombie",
        ),
        "out_by": (
            "out by {}",
            "out ({})",
            "fell to {}",
            "taken out by {}",
            "killed by {}",
            "OOA {}",
        ),
        "zombies": (
            "{} zombies",
            "zombies {}",
            "{} zombie",
            "{}z",
            "killed {} zombies",
            "zombies: {}",
        ),
        "rivals": ("{} rivals", "rivals {}", "{} rival", "{} enemies"),
        "carried": ("token", "1 token", "a token", "supply token", "carried a token"),
        "objectives": ("{} objective", "{} objectives", "objectives {}", "{} obj"),
        "used": ("used {}", "used up {}", "used 1 {}"),
        "won": ("Who won: {}", "Won: {}", "Winner: {}", "{}: won", "{} won"),
        "broke": ("Who broke: {}", "Broke: {}", "{} broke", "{}: fled"),
        "list_zombies": ("Zombies: {}",),
        "list_carried": ("Tokens: {}", "Supply Tokens: {}"),
        "list_out": ("Out: {}", "Out of action: {}"),
        "reporter": ("Reported by: {}", "Report by {}"),
        "chatter": (
            "hey all, here's our game",
            "what a night!!",
            "see you next week",
            "Ed was so lucky again",
        ),
    },
    "de": {
        "out": ("raus", "ausgeschaltet", "außer Gefecht", "Out of Action", "gefallen"),
        "out_zombie": (
            "raus durch Zombie",
            "von Zombie",
            "ausgeschaltet von einem Zombie",
            "raus (Zombie)",
        ),
        "out_by": ("raus durch {}", "ausgeschaltet von {}", "gefallen durch {}", "raus ({})"),
        "zombies": ("{} Zombies", "{} Zombie", "Zombies {}", "{} Zombies erledigt", "Zombies = {}"),
        "rivals": ("{} Rivalen", "{} Gegner", "Rivalen {}"),
        "carried": ("Marker", "1 Marker", "ein Marker", "Vorratsmarker"),
        "objectives": ("{} Ziel", "{} Ziele", "Ziele: {}"),
        "used": ("{} benutzt", "benutzt {}", "verbraucht: {}"),
        "won": ("Wer hat gewonnen: {}", "Gewonnen: {}", "Sieger: {}", "{}: gewonnen"),
        "broke": ("Wer ist geflohen: {}", "Geflohen: {}", "{}: geflohen"),
        "list_zombies": ("Zombies: {}", "Erledigte Zombies: {}"),
        "list_carried": ("Marker: {}", "Vorratsmarker: {}"),
        "list_out": ("Ausgeschaltet: {}", "Raus: {}"),
        "reporter": ("Gemeldet von: {}", "Bericht von {}"),
        "chatter": (
            "hallo zusammen, unser Spiel",
            "war knapp!",
            "bis nächste Woche",
            "Mo hatte wieder Glück",
        ),
    },
    "fr": {
        "out": ("hors de combat", "tombé", "éliminée", "KO", "mis Out of Action"),
        "out_zombie": (
            "tué par un zombie",
            "hors de combat par zombie",
            "tombée (zombie)",
            "mordu par un zombie",
        ),
        "out_by": ("hors de combat par {}", "éliminé par {}", "tuée par {}", "tombé ({})"),
        "zombies": ("{} zombies", "{} zombie", "zombies : {}", "{} zombies abattus"),
        "rivals": ("{} rivaux", "{} adversaires", "rivaux : {}"),
        "carried": ("jeton", "1 jeton", "un jeton", "jeton de ravitaillement"),
        "objectives": ("{} objectif", "{} objectifs", "objectifs {}"),
        "used": ("utilisé {}", "{} utilisé"),
        "won": ("Qui a gagné : {}", "Gagné : {}", "Vainqueur : {}", "{} : gagné"),
        "broke": ("Qui est en déroute : {}", "{} : en déroute"),
        "list_zombies": ("Zombies : {}", "Zombies abattus : {}"),
        "list_carried": ("Jetons : {}",),
        "list_out": ("Hors de combat : {}", "Tombés : {}"),
        "reporter": ("Rapporté par : {}", "Rapport de {}"),
        "chatter": (
            "salut, notre partie",
            "quelle soirée !",
            "à mardi",
            "encore une victoire de justesse",
        ),
    },
}
#: What each fact is called where several words for it are chosen from.
Words = Callable[[str], str]


@dataclass
class MadeUpReport:
    """A message with what it says: the value of each fact by its key, and the line it is in."""

    cast: Cast
    message: str
    facts: dict[str, FactValue] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)


def made_up_cast(dice: random.Random) -> Cast:
    """A game of two groups of eight to twelve, of whom two may have the same name."""
    sides = tuple(ReportSide(name, name) for name in dice.sample(GROUPS, 2))
    sizes = [dice.randint(8, 12) for _side in sides]
    names = dice.sample(NAMES, sum(sizes))
    if dice.random() < 0.2:
        names[-1] = names[0]
    called = form_names_of(names)
    players = []
    for number, (name, apart) in enumerate(zip(names, called, strict=True)):
        pieces = dice.sample(GEAR, dice.choice((0, 0, 1, 2)))
        gear = tuple(GearPiece(f"gear-{number}-{n}", piece) for n, piece in enumerate(pieces))
        side = 0 if number < sizes[0] else 1
        players.append(Player(f"member-{number}", name, apart, side, gear))
    absent = {name: f"{name} isn't in this game." for name in NAMES if name not in names}
    return Cast(sides, tuple(players), absent)


class Writer:
    """Writes the report of a made-up game."""

    def __init__(self, seed: int, *, slips: float = 0.06, forgets: float = 0.06) -> None:
        self._dice = random.Random(seed)
        self._slips = slips
        self._forgets = forgets
        self._cast = made_up_cast(self._dice)
        self._code = code_of(CAMPAIGN, self._dice.randint(1, 40))
        self._report = MadeUpReport(self._cast, "")
        tongue = self._dice.choice(("en", "en", "de", "fr", "mixed"))
        self._tongues = ("en", "de", "fr") if tongue == "mixed" else (tongue,)
        self._as_lists = self._dice.random() < 0.25

    def write(self) -> MadeUpReport:
        """Return the message with what it says."""
        dice = self._dice
        head = []
        if dice.random() < 0.7:
            head.append(f"Last Days – report of game {self._code.number}")
        if dice.random() < 0.5:
            head.append(f"Form: Riverside {self._code}")
        if dice.random() < 0.4:
            head.append(self._say("chatter"))
        if dice.random() < 0.6:
            head.append(self._say("reporter").format("Anna"))
        head += self._endings()
        blocks = [self._of_side(number) for number in range(len(self._cast.sides))]
        if dice.random() < 0.3:
            blocks.reverse()
        lists = self._lists()
        body = [line for block in blocks for line in block]
        if dice.random() < 0.3:
            body = self._swapped(body)
        lines = [*head, *body, *lists] if dice.random() < 0.5 else [*head, *lists, *body]
        if dice.random() < 0.4:
            lines.append(self._say("chatter"))
        self._report.message = "\n".join(self._as_in_a_chat(lines)) + "\n"
        return self._report

    # What is said

    def _say(self, what: str) -> str:
        tongue = self._dice.choice(self._tongues)
        return self._dice.choice(SAID[tongue][what])

    def _endings(self) -> list[str]:
        lines = []
        winner = self._dice.choice((0, 1, None))
        if winner is not None:
            said = self._say("won")
            line = said.format(self._slipped(self._cast.sides[winner].name))
            implied = not said.startswith("{")
            self._note(line, f"{winner}//won", True)
            if implied:
                self._note(line, f"{1 - winner}//won", False)
            lines.append(line)
            if self._dice.random() < 0.5:
                said = self._say("broke")
                line = said.format(self._slipped(self._cast.sides[1 - winner].name))
                self._note(line, f"{1 - winner}//broke", True)
                if not said.startswith("{"):
                    self._note(line, f"{winner}//broke", False)
                lines.append(line)
        return lines

    def _of_side(self, number: int) -> list[str]:
        """Return the part of a side: its name, and a line for each member."""
        dice = self._dice
        lines = [self._cast.sides[number].name + dice.choice(("", ":", " :"))]
        if dice.random() < self._forgets:
            lines = []
        colon = dice.choice((": ", ":", " : ", " - ", " – ", " = ", " "))
        for player in self._cast.of_side(number):
            pieces = self._pieces(player)
            if not pieces and dice.random() < 0.5:
                continue
            name = self._slipped(player.form_name)
            between = dice.choice((", ", "; ", " + ", " · ", ","))
            said = between.join(piece for _kind, piece, _value in pieces)
            line = f"{name}{colon}{said}".rstrip() if said else f"{name}:"
            for kind, _piece, value in pieces:
                self._note(line, f"{number}/{player.id}/{kind}", value)
            lines.append(line)
        return lines

    def _pieces(self, player: Player) -> list[tuple[str, str, FactValue]]:
        """Return what a member's line says: kind, words, value."""
        dice = self._dice
        pieces: list[tuple[str, str, FactValue]] = []
        if not self._as_lists:
            if dice.random() < 0.35:
                pieces.append(self._fell(player))
            if dice.random() < 0.4:
                count = dice.randint(1, 6)
                pieces.append(("zombies", self._say("zombies").format(self._number(count)), count))
            if dice.random() < 0.15:
                pieces.append(("carried", self._say("carried"), 1))
        if dice.random() < 0.15:
            count = dice.randint(1, 2)
            pieces.append(("rivals", self._say("rivals").format(self._number(count)), count))
        if dice.random() < 0.12:
            pieces.append(("objectives", self._say("objectives").format(1), 1))
        if player.gear and dice.random() < 0.5:
            piece = dice.choice(player.gear)
            said = self._say("used").format(self._slipped(piece.name))
            pieces.append(("used", said, (piece.id,)))
        dice.shuffle(pieces)
        kept = [piece for piece in pieces if dice.random() >= self._forgets]
        return [(kind, self._with_slips(said), value) for kind, said, value in kept]

    def _fell(self, player: Player) -> tuple[str, str, FactValue]:
        how = self._dice.choice(("out", "out_zombie", "out_by"))
        if how == "out":
            return "out", self._say(how), ""
        if how == "out_zombie":
            return "out", self._say(how), "zombie"
        rival = self._dice.choice(self._cast.rivals_of(player.side))
        return "out", self._say(how).format(self._slipped(rival.form_name)), rival.id

    def _lists(self) -> list[str]:
        """Return lines of who did one thing, if this report is written so."""
        if not self._as_lists:
            return []
        dice = self._dice
        lines = []
        for kind in ("zombies", "carried", "out"):
            entries = []
            noted: list[tuple[str, FactValue]] = []
            for player in dice.sample(self._cast.players, dice.randint(2, 6)):
                if player.form_name != player.name:
                    continue  # whoever has a namesake is named in their group's part
                count = dice.randint(1, 5)
                name = self._slipped(player.form_name)
                if kind == "zombies":
                    entries.append(
                        dice.choice((f"{name} {count}", f"{count} {name}", f"{name} x{count}"))
                    )
                    noted.append((f"{player.side}/{player.id}/{kind}", count))
                else:
                    entries.append(name)
                    value: FactValue = "" if kind == "out" else 1
                    noted.append((f"{player.side}/{player.id}/{kind}", value))
            line = self._say(f"list_{kind}").format(dice.choice((", ", "; ", " / ")).join(entries))
            for key, value in noted:
                self._note(line, key, value)
            lines.append(line)
        return lines

    def _note(self, line: str, key: str, value: FactValue) -> None:
        self._report.facts[key] = value
        self._report.lines[key] = line

    # How it is typed

    def _number(self, count: int) -> str:
        if len(self._tongues) == 1 and self._dice.random() < 0.15 and count > 1:
            words = {
                "en": ("two", "three", "four", "five", "six"),
                "de": ("zwei", "drei", "vier", "fünf", "sechs"),
                "fr": ("deux", "trois", "quatre", "cinq", "six"),
            }[self._tongues[0]]
            return words[count - 2]
        return str(count)

    def _with_slips(self, text: str) -> str:
        return " ".join(self._slipped(word) if word.isalpha() else word for word in text.split(" "))

    def _slipped(self, text: str) -> str:
        """Return a text with one slip of a thumb, now and then."""
        dice = self._dice
        if dice.random() >= self._slips or len(text) < 3:
            return dice.choice((text, text, text, text.lower(), text.upper()))
        places = [place for place, letter in enumerate(text) if letter.isalpha()]
        place = dice.choice(places)
        match dice.choice(("swap", "drop", "double", "other")):
            case "swap" if place + 1 < len(text):
                return text[:place] + text[place + 1] + text[place] + text[place + 2 :]
            case "drop":
                return text[:place] + text[place + 1 :]
            case "double":
                return text[:place] + text[place] + text[place:]
        return text[:place] + dice.choice(string.ascii_lowercase) + text[place + 1 :]

    def _swapped(self, lines: list[str]) -> list[str]:
        """Return lines of which some have changed places."""
        swapped = list(lines)
        for _time in range(3):
            one, other = self._dice.randrange(len(swapped)), self._dice.randrange(len(swapped))
            swapped[one], swapped[other] = swapped[other], swapped[one]
        return swapped

    def _as_in_a_chat(self, lines: list[str]) -> list[str]:
        """Return lines as a chat copies them: with stamps, as a quote or a list, or as they are."""
        dice = self._dice
        bullet = dice.choice(("", "", "", "- ", "* ", "• ", "> ", "> - ", ">> "))
        stamps = (
            "",
            "",
            "",
            "",
            "[21:03, 03.05.2026] Anna: ",
            "03.05.26, 21:03 - Anna: ",
            "21:03 <anna> ",
            "[03/05/2026, 21:03:22] Anna: ",
            "Anna: ",
        )
        stamp = dice.choice(stamps)
        first_only = dice.random() < 0.5
        written = []
        for number, line in enumerate(lines):
            before = stamp if number == 0 or not first_only else ""
            space = dice.choice(("", "", "", " ", "  ", "\t"))
            written.append(f"{before}{bullet}{space}{line}{dice.choice(('', '', ' ', '.'))}")
            if dice.random() < 0.1:
                written.append("")
        return written
