"""Games that are planned: the fixtures of a campaign, and its next game night."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from lastdays.language import _
from lastdays.model.game_record import StepResult
from lastdays.values import Value

#: How many members of a group are drawn to fight: a number, D6, D3+4, or the whole group.
DrawSize = Literal["number", "D6", "D3+4", "all"]


class Drawn(Value, omit_defaults=True):
    """How many members of a group were drawn at random to fight: the way their number was found,
    and the number."""

    group: str
    size: DrawSize
    number: int


class Fixture(Value, omit_defaults=True):
    """A game that is planned.

    `encounter` is a rulebook key, '' if undecided. `die` is the Encounter roll and `shift` by how
    much a Radio Room shifted it (p. 81), both 0 if the Encounter was chosen. `defender` is the
    group chosen to defend; with `rolled_at_table` the players roll for it at the table; with
    neither it follows from the Encounter. `parts` are the parts that differ from the default, by
    the member's id. `together`: the groups play against the zombies. `before` is what came of
    players' own rules so far. `table` is the name or number of the place where it is played, `day`
    a date such as '2026-10-03' and `time` an hour such as '19:30', each '' while it is open.
    `drawn` has the groups whose members were drawn at random. The `id` is '' until it is stored.
    """

    id: str = ""
    encounter: str = ""
    groups: tuple[str, ...] = ()
    die: int = 0
    shift: int = 0
    defender: str = ""
    rolled_at_table: bool = False
    parts: Mapping[str, str] = {}
    together: bool = False
    before: tuple[StepResult, ...] = ()
    table: str = ""
    day: str = ""
    time: str = ""
    drawn: tuple[Drawn, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """Return the notes that are for the game itself."""
        notes: dict[str, None] = {}
        for result in self.before:
            notes.update(dict.fromkeys(result.notes))
        return tuple(notes)

    @property
    def zombies(self) -> int:
        """Return how many more zombies come to the game by itself."""
        return sum(result.zombies for result in self.before)

    def has_done(self, step: str, group: str, member: str) -> bool:
        """Return whether a step has been done for a member, for '' the group or the campaign."""
        for result in self.before:
            if (result.step, result.group, result.member) == (step, group, member):
                return True
        return False

    def drawn_for(self, group: str) -> Drawn | None:
        """Return how members of a group were drawn, None if they weren't."""
        for drawn in self.drawn:
            if drawn.group == group:
                return drawn
        return None


def table_name(table: str) -> str:
    """Name the table of a fixture: 'Table 2', a name as it is; '' for none."""
    return _("Table {n}", n=table) if table.isdecimal() else table


class GameNight(Value, omit_defaults=True):
    """The next game night: its date and hour, and who is coming: players by name, and groups that
    nobody plays by id."""

    day: str = ""
    time: str = ""
    players: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
