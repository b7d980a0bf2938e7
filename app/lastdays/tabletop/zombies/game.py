"""*Zombies!!!*: hearts, bullets, zombies collected; three modes, four scenarios (its rulebook, and
ruling 52). No map, no card texts."""

from __future__ import annotations

from collections.abc import Mapping

from lastdays.errors import RuleError
from lastdays.language import _, joined
from lastdays.tabletop.declared import (
    STEP,
    TURN,
    DeclaredGame,
    GameEnd,
    SetupChoice,
    Step,
    first_player,
    next_seat,
    seated,
    step_after,
    table_of,
    who_begins,
    who_plays,
)
from lastdays.tabletop.units import Done, Kind, TableState, Unit
from lastdays.tabletop.view import ButtonView
from lastdays.tabletop.zombies.counts import (
    BUILDINGS,
    BULLETS,
    CARDS,
    FIGURES,
    HAND,
    HEARTS,
    RULES,
    STRIKES,
    SURVIVORS,
    TILES,
    TO_WIN,
    accounted,
    escaped,
    in_play,
    is_zombie,
    mode,
    owes_card,
    pairings,
    rescued_by,
    room_in,
    scenario,
)
from lastdays.tabletop.zombies.pieces import fallen, moves, pieces, steps
from lastdays.tabletop.zombies.play import next_mover


def _pairing_name(pairing: str) -> str:
    pairs = [_("{a} with {b}", a=pair[0], b=pair[1]) for pair in pairing.split("-")]
    return ", ".join(pairs)


RESTARTS = RULES.saying("restarts", "{who} starts again at the Town Square with {hearts} hearts.")
WON = RULES.saying("won", "{who} is at the Helipad's centre and has won.")
WON_ARMED = RULES.saying("won-armed", "{who} is at the Helipad's centre with a weapon and has won.")
WON_RESCUED = RULES.counted(
    "won-rescued",
    "n",
    "{who} is at the Helipad's centre, has rescued {n} survivor and has won.",
    "{who} is at the Helipad's centre, has rescued {n} survivors and has won.",
)
ZOMBIES_WON = RULES.saying("zombies-won", "No human is left: the zombies have won.")
THIRD_STRIKE = RULES.saying("third-strike", "A third death: everyone has lost.")
ALL_HOME = RULES.saying("all-home", "Everyone is at the Helipad: everyone has won.")
TEAM_WON = RULES.saying("team-won", "Team {n} is at the Helipad's centre and has won.")
COLLECTED = RULES.saying("collected", "{who} has 25 zombies and has won.")


class Zombies(DeclaredGame):
    """Collect or flee: the first at the Helipad."""

    key = "zombies"
    seats = (2, 6)
    rules = RULES

    @property
    def name(self) -> str:
        """Return its title."""
        return _("Zombies!!!")

    def choices(self, players: int) -> tuple[SetupChoice, ...]:
        """Return what is chosen: mode, who plays together, scenario, survivors wanted, who begins
        as a zombie, quicker play."""
        teams = tuple((p, _pairing_name(p)) for p in pairings(players))
        seats = tuple((f"p{n}", who_plays(f"p{n}")) for n in range(1, players + 1))
        return (
            SetupChoice(
                "mode",
                _("Mode"),
                (
                    ("competitive", _("Competitive")),
                    ("cooperative", _("Cooperative")),
                    ("team", _("Teams of two")),
                ),
                "competitive",
            ),
            *(
                [
                    SetupChoice(
                        "teams", _("Who plays together"), teams, teams[0][0], ("mode", "team")
                    )
                ]
                if teams
                else []
            ),
            SetupChoice(
                "scenario",
                _("Scenario"),
                (
                    ("standard", _("Standard")),
                    ("rescue", _("Search and Rescue")),
                    ("last-man", _("Last Man Standing")),
                    ("helicopter", _("Well-Armed Helicopter")),
                ),
                "standard",
            ),
            SetupChoice(
                "wanted",
                _("Survivors to rescue"),
                (("1", _("One")), ("2", _("Two, for a longer game"))),
                "1",
                ("scenario", "rescue"),
            ),
            SetupChoice(
                "zombie",
                _("Begins as a zombie"),
                seats,
                seats[-1][0],
                ("scenario", "last-man"),
            ),
            SetupChoice(
                "quicker",
                _("Quicker play"),
                (
                    ("no", _("No")),
                    ("yes", _("Yes: two dice and no more cards once the Helipad is on the map")),
                ),
                "no",
            ),
            who_begins(players, _("Begins (who last saw a zombie movie)")),
        )

    def problems(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> list[str]:
        """Say why it cannot begin: teams are pairs, at least two."""
        if chosen.get("mode") == "team" and (len(players) % 2 or len(players) < 4):
            return [_("Teams are pairs, so four or six have to play.")]
        return []

    def begin(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> TableState:
        """Set up the table: three hearts, three bullets, three cards each; everyone at the Town
        Square."""
        units = seated(
            players, hearts=HEARTS, bullets=BULLETS, zombies=0, hand=HAND, survivors=0, human=True
        )
        setting = TableState({}).place(
            table_of(
                mode=chosen.get("mode", "competitive"),
                scenario=chosen.get("scenario", "standard"),
                wanted=int(chosen.get("wanted", "1")),
                quicker=chosen.get("quicker") == "yes",
                mover="",
                first=chosen.get("first", "p1"),
            ),
            *units,
        )
        if mode(setting) == "team":
            chosen_pairs = chosen.get("teams", pairings(len(units))[0]).split("-")
            for team, pair in enumerate(chosen_pairs, start=1):
                for number in pair:
                    setting = setting.put(f"p{number}", team=team)
        if scenario(setting) == "last-man":
            first = chosen.get("zombie", units[-1].id)
            setting = setting.put(first, human=False, hearts=0, bullets=0)
        if scenario(setting) == "rescue":
            for n, (name, most) in enumerate(BUILDINGS, start=1):
                setting = setting.place(
                    Unit(f"b{n}", "building", name, "", {"survivors": 0, "most": most})
                )
        return setting

    def kinds(self) -> Mapping[str, Kind]:
        """Return what is kept of players, what lies before them, the buildings of Search and
        Rescue."""
        return pieces()

    # The turn

    def step_names(self, state: TableState) -> Mapping[str, str]:
        """Return all six."""
        return {step.key: step.name for step in steps()}

    def steps(self, setting: TableState) -> tuple[Step, ...]:
        """Return the six steps; a zombie player neither fights nor moves."""
        if setting.active and is_zombie(setting[setting.active]):
            return tuple(s for s in steps() if s.key not in ("fight", "move"))
        return steps()

    def forward(self, setting: TableState) -> Done:
        """Go to the next step; after the last the next player, from the Town Square where they
        died."""
        following = step_after(self, setting) if setting.active else ""
        if setting.active and setting.step == "move":
            setting = setting.put(setting.active, spaces=0)
        if following:
            return setting.put("table", step=following), [STEP(step=following)]
        if setting.active:
            setting = setting.put(setting.active, since=0)
        return self.enter(setting, next_seat(setting))

    def enter(self, setting: TableState, seat: str) -> Done:
        """Begin a turn; the dead start again. In Last Man Standing the zombie players take turns
        with the zombies of the humans' turns."""
        first = first_player(setting)
        turn = setting.table.number("turn") + (seat == first)
        if setting.active:
            setting = setting.put(setting.active, spaces=0)
        ended = setting.step in ("zombies", "discard")
        setting = setting.put("table", before=setting.active, seat=seat, turn=turn, step="tile")
        moving = setting.table.number("moving") if ended else 0
        setting = setting.put("table", rolled="", moving=moving)
        setting = setting.put(seat, events=0, discarded=0)
        if in_play(setting[seat]):
            setting = setting.put("table", mover=next_mover(setting))
        says = [TURN(seat)]
        if setting[seat].on("dead"):
            hearts = HEARTS
            if mode(setting) == "cooperative":
                hearts -= setting[seat].number("strikes")
            setting = setting.put(seat, dead=False, hearts=max(1, hearts), bullets=BULLETS)
            says.append(RESTARTS(seat, hearts=hearts))
        return setting, says

    def owed(self, setting: TableState) -> list[str]:
        """Say what is owed: a hand of three; a card played or discarded where that is required."""
        found = [
            _("{name} has no hearts left and dies.", name=s.name)
            for s in setting.seats
            if in_play(s) and not s.number("hearts")
        ]
        if setting.step != "discard":
            return found
        seat = setting[setting.active]
        found += [
            _("{name} has to discard down to three Event cards.", name=s.name)
            for s in setting.seats
            if s.number("hand") > HAND
        ]
        if owes_card(setting, seat):
            found.append(
                _("{name} has to play an Event card each turn, or discard one.", name=seat.name)
            )
        return found

    def headline(self, setting: TableState) -> str:
        """Say mode and scenario."""
        named = self.chosen_name("mode", mode(setting))
        return f"{named} · {self.chosen_name('scenario', scenario(setting))}"

    def played(self, setting: TableState) -> str:
        """Return mode and scenario."""
        return self.headline(setting)

    def checklist(self, setting: TableState) -> list[str]:
        """List what is laid (Set Up, Scenario Play)."""
        players = len(setting.seats)
        humans = sum(not is_zombie(s) for s in setting.seats)
        found = [
            _("Town Square in the middle of the table."),
            _(
                "The other {n} tiles shuffled, the Helipad somewhere in the middle of them.",
                n=TILES - 2,
            ),
            _(
                "{n} Event cards for each of {players} players, {left} in the deck.",
                n=HAND,
                players=players,
                left=CARDS - HAND * players,
            ),
            _("{n} pawns in the centre of Town Square.", n=humans),
            _(
                "{hearts} hearts and {bullets} bullets before each of them.",
                hearts=HEARTS,
                bullets=BULLETS,
            ),
        ]
        if scenario(setting) == "last-man":
            found.append(
                _(
                    "{n} survivor tokens, one for each human. {name} has no pawn and no hearts.",
                    n=humans,
                    name=joined([s.name for s in setting.seats if is_zombie(s)]),
                )
            )
        if scenario(setting) == "rescue":
            found.append(
                _(
                    "{n} survivor tokens beside the map, for the {places} named buildings.",
                    n=SURVIVORS,
                    places=len(BUILDINGS),
                )
            )
        found.append(_("{n} zombies and all tokens within reach.", n=FIGURES))
        return found

    def urgent(self, setting: TableState) -> list[ButtonView]:
        """Return who has no hearts left and dies."""
        return fallen(setting)

    def moves(self, setting: TableState, unit: Unit) -> list[ButtonView]:
        """Return what any player may do, at any time it makes sense."""
        return moves(setting, unit)

    def counted(self, before: TableState, after: TableState, unit: str, name: str) -> Done:
        """Return what follows: a building on the map by hand has its survivors, one taken off has
        none."""
        if name != "placed":
            return after, []
        after = after.put(unit, survivors=0)
        piece = after[unit]
        if piece.on("placed"):
            after = after.put(unit, survivors=room_in(after, piece))
        if accounted(after) > SURVIVORS:
            raise RuleError(
                "{name} stays on the map: its survivors are already elsewhere.", name=piece.name
            )
        return after, []

    # The end

    def verdict(self, setting: TableState) -> GameEnd | None:
        """Return how it ended: what each mode and scenario asks for."""
        seats = setting.seats
        home = escaped(setting)
        humans = [s for s in seats if s.on("human")]
        if scenario(setting) == "last-man":
            if home:
                return GameEnd(WON(home[0].id), (home[0].id,))
            if not humans:
                return GameEnd(ZOMBIES_WON(), tuple(s.id for s in seats))
            return None
        match mode(setting):
            case "cooperative":
                if any(s.number("strikes") >= STRIKES for s in seats):
                    return GameEnd(THIRD_STRIKE())
                if len(home) == len(seats):
                    return GameEnd(ALL_HOME(), tuple(s.id for s in seats))
            case "team":
                teams = sorted({s.number("team") for s in seats})
                for team in teams:
                    members = [s for s in seats if s.number("team") == team]
                    if all(s in home for s in members):
                        return GameEnd(TEAM_WON(n=team), tuple(s.id for s in members))
            case _:
                if home:
                    return self._home(setting, home[0])
                if scenario(setting) == "standard":
                    best = [s for s in seats if s.number("zombies") >= TO_WIN]
                    if best:
                        return GameEnd(COLLECTED(best[0].id), (best[0].id,))
        return None

    @staticmethod
    def _home(setting: TableState, seat: Unit) -> GameEnd:
        """Return the end that is reached at the Helipad's centre, with what the scenario asks for."""
        who, winners = f"@{seat.id}", (seat.id,)
        match scenario(setting):
            case "helicopter":
                return GameEnd(WON_ARMED(who=who), winners)
            case "rescue":
                return GameEnd(WON_RESCUED(who=who, n=rescued_by(setting, seat)), winners)
        return GameEnd(WON(who=who), winners)
