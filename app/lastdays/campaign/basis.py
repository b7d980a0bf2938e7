"""What a post-game sequence is played from, kept at the root of its answers."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, convert, to_builtins
from msgspec.structs import asdict, replace

from lastdays.campaign.documents import read_campaign, read_switches
from lastdays.model.aftermath_changes import CaptiveLost
from lastdays.model.campaign import Campaign
from lastdays.model.changes import RescueDeclined, unfolded
from lastdays.model.game_record import GameRecord
from lastdays.model.switches import Switches
from lastdays.store import SequenceRecord, Subject, Transaction

#: The changes by which it is settled elsewhere what became of a captive.
SETTLING = (RescueDeclined, CaptiveLost)
#: The key under which a sequence keeps what it is played from; the latest counts.
BASIS = "basis"


class Basis(Struct, frozen=True):
    """What a sequence is played from: the group's revision, the rulebook's digest, the switches,
    and the record of the game as it was then. `gone` are the captives of other groups whose gear
    was given out or lost on their group's page already."""

    group: int
    rulebook: str
    switches: Switches
    game: GameRecord
    gone: tuple[str, ...] = ()

    @property
    def played(self) -> GameRecord:
        """Return the record without the gear that is gone."""
        sides = tuple(
            replace(
                side,
                captives=tuple(
                    replace(c, gear=()) if c.member in self.gone else c for c in side.captives
                ),
            )
            for side in self.game.sides
        )
        return replace(self.game, sides=sides)

    def to_json(self) -> dict[str, Any]:
        """Return the basis as plain JSON, with every switch: those that come later have their
        defaults."""
        return {**to_builtins(self), "switches": asdict(self.switches)}


def basis_of(tx: Transaction, record: SequenceRecord, campaign: Campaign) -> Basis:
    """Return what a sequence is played from: what it kept last. One begun before sequences kept a
    record has that of the time when it was finished, or begun."""
    for given in reversed(record.answers):
        if given.key == BASIS:
            return convert(given.value, Basis)
    game = campaign.game(record.game)
    revision = basis_revision(tx, record)
    if revision is not None:
        games = read_campaign(tx.revisions.revision(revision).document).games
        game = next((g for g in games if g.id == record.game), game)
    return Basis(record.base, record.rulebook, read_switches(record.switches), game)


def basis_revision(tx: Transaction, record: SequenceRecord) -> int | None:
    """Return the revision of a campaign's records that counted when a sequence was finished, or
    begun: one that kept no record of its own is played from that. None where there is none."""
    for entry in tx.revisions.history(Subject(record.campaign)):
        then = (
            entry.at <= record.at if record.finished is None else entry.revision < record.finished
        )
        if then and entry.current:
            return entry.revision
    return None


def gone_captives(tx: Transaction, campaign: str, game: GameRecord) -> tuple[str, ...]:
    """List the captives of a game of whom it was settled elsewhere what became of them and their
    gear: the rescue was declined on their group's page, or they were noted as lost."""
    return tuple(
        captive.member
        for side in game.sides
        if side.captives and side.group
        for entry in tx.revisions.history(Subject(campaign, side.group))
        if entry.current and isinstance(change := unfolded(entry.change), SETTLING)
        for captive in side.captives
        if change.captive == captive.member
    )
