"""*Last Days* at the table: the chapters of its rules, what it shows, and the record of a game for the
post-game sequence (p. 36, p. 57, p. 84–92, rulings 16, 17, 21, 49)."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import N_
from lastdays.model.game_record import (
    Appearance,
    CaptiveRecord,
    GameRecord,
    Result,
    Side,
    SupplyToken,
    settled,
)
from lastdays.model.group import Group
from lastdays.procedure.asks import Procedure
from lastdays.tabletop.engine import Game
from lastdays.tabletop.event_log import PendingProcedure
from lastdays.tabletop.last_days import (
    actions,
    breaking,
    combat,
    contact,
    deploying,
    initiative,
    menace,
    own_steps,
    own_tables,
    perils,
    shooting,
    sides,
    taps,
    turn,
)
from lastdays.tabletop.last_days.breaking import verdict
from lastdays.tabletop.last_days.card_views import bar, board, sheet
from lastdays.tabletop.last_days.chapter import Actor, Due, Words, phase_name
from lastdays.tabletop.last_days.own_counters import changes_at_table
from lastdays.tabletop.last_days.own_tables import notes_in_words
from lastdays.tabletop.last_days.shooting import GROUND
from lastdays.tabletop.last_days.state import (
    Blade,
    Captive,
    Figure,
    Gun,
    Rules,
    State,
    Team,
    from_json,
)
from lastdays.tabletop.last_days.turn import PHASES, is_wiped_out
from lastdays.tabletop.phrases import sayings
from lastdays.tabletop.view import (
    BarView,
    BoardView,
    ButtonView,
    FormView,
    Guide,
    Play,
    SheetView,
    Tap,
)

#: The chapters, in the order in which moves are shown.
CHAPTERS = (
    breaking.CHAPTER,
    sides.CHAPTER,
    initiative.CHAPTER,
    deploying.CHAPTER,
    menace.CHAPTER,
    actions.CHAPTER,
    shooting.CHAPTER,
    combat.CHAPTER,
    contact.CHAPTER,
    perils.CHAPTER,
    own_tables.CHAPTER,
    own_steps.CHAPTER,
    turn.CHAPTER,
    taps.CHAPTER,
)
TAPS = ChainMap(*(chapter.taps for chapter in CHAPTERS))
PLAYS = ChainMap(*(chapter.plays for chapter in CHAPTERS))
FORMS = ChainMap(*(chapter.forms for chapter in CHAPTERS))
SAYINGS = ChainMap(*(chapter.sayings for chapter in CHAPTERS))
TITLES = ChainMap(*(chapter.titles for chapter in CHAPTERS))


class LastDays(Game[State]):
    """*Last Days*, played by a rulebook and the switches of a campaign."""

    helps = ("guided", "dice", "tokens")
    title = N_("Last Days")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def from_json(self, stored: Any) -> State:
        """Return a table from its stored form."""
        return from_json(stored, self.rules)

    def after_tap(self, state: State, act: Tap) -> State:
        """Return what a tap does."""
        return TAPS[act.what](state, **act.args)

    def procedure(self, state: State, act: Play) -> Procedure[State]:
        """Return a procedure, without arguments stored by an earlier version that it no longer
        takes."""
        if act.play not in PLAYS:
            raise RuleError("That procedure doesn't exist.")
        rule = PLAYS[act.play]
        known = {k: v for k, v in act.args.items() if k in rule.takes}
        return rule(state, **known)

    def facts_of_procedure(self, state: State, opened: PendingProcedure) -> dict[str, Any]:
        """Return the arguments of a procedure as facts, with pieces as references."""
        facts = {}
        for key, value in opened.args.items():
            if not isinstance(value, str) or not value:
                continue
            is_piece = value in state.pieces or value == GROUND
            facts[key] = f"@{value}" if is_piece else value
        return facts

    def turn_and_phase(self, state: State) -> tuple[int, str]:
        """Return turn and step."""
        return state.table.turn, state.table.phase

    def words(self, state: State) -> Words:
        """Return sentences about a table."""
        return Words(state, ChainMap(SAYINGS, sayings("last-days")), TITLES)

    # What is shown

    def board(self, state: State, piece_in_hand: str = "") -> BoardView:
        """Return the sides, the zombies and things."""
        return board(state, piece_in_hand)

    def sheet(self, state: State, piece: str, help: str) -> SheetView | None:
        """Return the sheet of a model, zombie, thing, side, captive or the table."""

        def moves(actor: Actor) -> list[ButtonView]:
            buttons: list[ButtonView] = []
            for chapter in CHAPTERS:
                if chapter.offered is not None:
                    buttons += chapter.offered(state, actor)
            return buttons

        return sheet(state, piece, moves if help != "tokens" else None)

    def bar(self, state: State) -> BarView:
        """Return the turn, and who has not had a turn."""
        return bar(state)

    def guide(self, state: State) -> Guide:
        """Return the moves that are due, in the order of the book after the most urgent."""
        words = self.words(state)
        everything_due = [breaking.due_first(state, words), *_due_in_step(state)]
        says = ""
        moves: list[ButtonView] = []
        notes: list[str] = []
        for due in everything_due:
            if not says:
                says = due.says
            moves += due.moves
            for note in due.notes:
                notes.append(note if isinstance(note, str) else words.say(note))
        notes += notes_in_words(state)
        return Guide(
            says=says,
            moves=tuple(moves),
            notes=tuple(notes),
            dice=len(moves) == 1 and self.begins_with_dice(state, moves[0]),
        )

    def form(
        self, state: State, form: str, about: str, chosen: Mapping[str, str]
    ) -> FormView | None:
        """Return a form with the choices made so far."""
        rule = FORMS.get(form)
        return None if rule is None else rule(state, about, chosen)

    def next(self, state: State, help: str) -> Tap:
        """Return what Next does; players who only keep tokens take the Menace Phase as one step."""
        return turn.next_phase.tap(whole_menace=help == "tokens")

    def piece_in_hand(self, state: State, piece: str, before: str) -> str:
        """Return the model that was touched, or the bearer of a weapon; else `before`."""
        match state.pieces.get(piece):
            case Figure(id=figure):
                return figure
            case Gun(figure=figure) | Blade(figure=figure):
                return figure
        return before

    def step_names(self, state: State) -> dict[str, str]:
        """Return every step of a game by key."""
        return {phase: phase_name(phase) for phase in PHASES}


def _due_in_step(state: State) -> list[Due]:
    """Return what the chapters say is due in this step; what is due alone puts off all else."""
    everything_due = []
    for chapter in CHAPTERS:
        rule = chapter.due_in.get(state.table.phase)
        if rule is None:
            continue
        due = rule(state)
        if due is None:
            continue
        if due.alone:
            return [due]
        everything_due.append(due)
    return everything_due


def winners(state: State) -> tuple[str, ...]:
    """Return the sides that have won: by the Encounter, else the only one that didn't break."""
    end = verdict(state)
    if end is not None:
        return end.winners
    if state.table.together:
        return ()
    unbroken = tuple(team.id for team in state.teams if not team.broke)
    somebody_broke = len(unbroken) < len(state.teams)
    return unbroken if somebody_broke and len(unbroken) == 1 else ()


def likely_result(state: State) -> Result:
    """Return how a game against the zombies alone seems to have ended: won by the Encounter, lost once
    it is over without, else neither."""
    if winners(state):
        return "won"
    return "drawn" if verdict(state) is None else "lost"


def record(
    state: State, game: GameRecord, groups: dict[str, Group], result: Result | None = None
) -> GameRecord:
    """Return the record of a game from the table. `game` has its id, number and notes; `groups` are
    those of the campaign by id, for captives who were not brought home. `result` is how a game
    without rivals ended, by default as it seems."""
    won = winners(state)
    lost: tuple[str, ...] = ()
    if not state.has_rivals():
        if result is None:
            result = likely_result(state)
        everybody = tuple(team.id for team in state.teams)
        won = everybody if result == "won" else ()
        lost = everybody if result == "lost" else ()
    sides = [
        _side_of_record(state, team, won, lost, groups.get(team.group)) for team in state.teams
    ]
    played = replace(
        game,
        encounter=state.table.encounter,
        sides=tuple(sides),
        together=state.table.together and len(sides) > 1,
        counters=changes_at_table(state.table),
    )
    return settled(played)


def _side_of_record(
    state: State, team: Team, won: tuple[str, ...], lost: tuple[str, ...], group: Group | None
) -> Side:
    """Return a side of the record; of a quick side nothing about its members."""
    stranger_by = _strangers_holder(state, team)
    has_vehicle = _has_vehicle(state, team)
    side = Side(
        group=team.group,
        name=team.name,
        tokens=tuple(_tokens(state, team)),
        captives=_captives(state, team, group),
        stranger_home=stranger_by is not None,
        vehicle=has_vehicle,
        broke=team.broke,
        won=team.id in won,
        lost=team.id in lost,
    )
    if not team.group:
        return side
    starter = state.table.started if has_vehicle else ""
    return replace(
        side,
        appearances=tuple(_appearance(state, figure) for figure in state.figures(team.id)),
        stranger_by=stranger_by.member if stranger_by is not None else "",
        vehicle_by=state.figure(starter).member if starter else "",
        counters=changes_at_table(team),
        effects=team.effects,
    )


def _tokens(state: State, team: Team) -> Iterator[SupplyToken]:
    """Yield the Supply Tokens of a side: carried off, held at the end, claimed from the table; those
    of a campaign's group with the member's id."""
    figures = state.figures(team.id)
    for figure in figures:
        if figure.brought == "token":
            yield SupplyToken("carried", figure.member if team.group else "")
    for figure in figures:
        if figure.carries == "token" and figure.on_table:
            yield SupplyToken("held", figure.member if team.group else "")
    for _count in range(_claimed(state, team)):
        yield SupplyToken("claimed")


def _strangers_holder(state: State, team: Team) -> Figure | None:
    """Return the model of a side that brought a stranger home, None if none did."""
    for captive in state.captives:
        holder = _holder(state, captive, team.id)
        if holder is not None and not captive.member:
            return holder
    return None


def _has_vehicle(state: State, team: Team) -> bool:
    """Return whether a side drove off: it started the vehicle, or all others are out (p. 107)."""
    end = verdict(state)
    if end is None or end.why.key not in ("over-vehicle", "over-alone"):
        return False
    return team.id in end.winners


def _appearance(state: State, figure: Figure) -> Appearance:
    killer = state.pieces.get(figure.out_by)
    out_by = figure.out_by if figure.out_by == "zombie" else ""
    if isinstance(killer, Figure):
        rival = state.are_rivals(killer.team, figure.team)
        out_by = killer.member if rival and state.team(killer.team).group else ""
    guns = [gun for gun in state.all(Gun) if gun.figure == figure.id]
    items = {*dict(figure.kit), *(g.item for g in guns), *(g.silencer for g in guns)}
    captive = any(
        _holder(state, captive, figure.team) == figure
        for captive in state.captives
        if captive.team in ("", figure.team)
    )
    return Appearance(
        member=figure.member,
        part=figure.part if figure.part in ("held-back", "missing") else "deployed",  # type: ignore[arg-type]
        out=figure.out,
        out_by=out_by,
        zombies=figure.zombies,
        rivals=figure.rivals,
        objectives=figure.objectives + captive,
        spent=tuple(i for i in figure.used if i in items),
        counters=changes_at_table(figure),
        effects=figure.effects,
    )


def _holder(state: State, captive: Captive, team: str) -> Figure | None:
    """Return the model of a side that took a captive off the table, or carries them at the end."""
    holder = state.pieces.get(captive.brought or captive.place)
    if isinstance(holder, Figure) and holder.team == team:
        return holder
    return None


def _holds_the_table(state: State, team: Team) -> bool:
    """Return whether all sides but this one, its rivals, broke or were wiped out."""
    if state.table.together:
        return False
    lost = [t.id for t in state.teams if t.broke or is_wiped_out(state, t.id)]
    return bool(lost) and team.id not in lost and len(lost) == len(state.teams) - 1


def _claimed(state: State, team: Team) -> int:
    """Return the tokens left on the table, if they go to this side (p. 36, ruling 21)."""
    if not _holds_the_table(state, team):
        return 0
    return state.table.tokens + sum(z.token for z in state.zombies)


def _captives(state: State, team: Team, group: Group | None) -> tuple[CaptiveRecord, ...]:
    """Return the fate of the side's captured members: home or lost if they were on this table, held
    if only others were; open if no Rescue was played, so that the players say whether they decline
    it (ruling 17)."""
    if group is None:
        return ()
    on_table = {c.member: c for c in state.captives if c.member}
    found = []
    for member in group.roster:
        if member.status != "captured":
            continue
        captive = on_table.get(member.id)
        fate = "held" if state.captives else "open"  # a Rescue is played one at a time, p. 104
        by = ""
        if captive is not None:
            holder = _holder(state, captive, team.id)
            by = holder.member if holder else ""
            # A captive whom nobody carries goes to a side like a Supply Token (ruling 66).
            left = captive.place == "table" and _holds_the_table(state, team)
            fate = "home" if holder or left else "lost"
        found.append(
            CaptiveRecord(member.id, fate, member.name, member.gear, member.captor, by)  # type: ignore[arg-type]
        )
    return tuple(found)
