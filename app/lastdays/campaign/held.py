"""Who is held captive in a campaign, by whom, and of whom a game's record says what became."""

from __future__ import annotations

from msgspec import Struct

from lastdays.campaign.snapshots import Snapshots
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.game_record import CaptiveFate, CaptiveRecord, GameRecord
from lastdays.model.group import Group, Item, Member
from lastdays.store import Subject, Transaction


class HeldMember(Struct, frozen=True):
    """A member who is held: whose, and by whom. `captor` is '' where no group of the campaign holds
    them; `loot` is what the captor's group could take."""

    group: str
    group_name: str
    member: Member
    captor: str
    captor_name: str
    loot: tuple[Item, ...]


class Settlement(Struct, frozen=True):
    """What the record of a game says of a captive, and nobody has settled yet."""

    captive: HeldMember
    game: str
    number: int
    fate: CaptiveFate

    @property
    def groups(self) -> tuple[str, ...]:
        """Return the ids of the groups that it changes."""
        return tuple(filter(None, (self.captive.group, self.captive.captor)))


def captives_in(
    tx: Transaction, snapshots: Snapshots, campaign: Campaign
) -> tuple[HeldMember, ...]:
    """Return everybody who is held in a campaign, by their groups' names. Only for a transaction
    that writes nothing."""
    return snapshots.recalled(
        tx, ("captives", campaign.id), lambda: tuple(_captives(tx, snapshots, campaign))
    )


def settlements_in(
    tx: Transaction, snapshots: Snapshots, campaign: Campaign
) -> tuple[Settlement, ...]:
    """Return the captives of whom the latest game of their group says what became of them, and
    whose group has not begun its post-game sequence."""
    found: list[Settlement] = []
    for captive in captives_in(tx, snapshots, campaign):
        played = campaign.played.get(captive.group, ())
        if not played:
            continue
        latest = played[-1]
        record = _record_of(campaign.game(latest.game), captive)
        if record is None or record.fate in ("held", "open"):
            continue
        if tx.sequences.begun(campaign.id, captive.group, latest.game) is None:
            found.append(Settlement(captive, latest.game, latest.number, record.fate))
    return tuple(found)


def unsaid_in(
    tx: Transaction, snapshots: Snapshots, campaign: Campaign, game: str, group: str
) -> str:
    """Say of whom the record of a game leaves open what became of them: of those who are held still,
    of a group or by it. '' where of nobody."""
    played = campaign.game(game)
    for captive in captives_in(tx, snapshots, campaign):
        record = _record_of(played, captive)
        ours = group in (captive.group, captive.captor)
        if ours and record is not None and record.fate == "open":
            return _("First say on the record of game {n} what became of {name}.").format(
                n=played.number, name=captive.member.name
            )
    return ""


def _captives(tx: Transaction, snapshots: Snapshots, campaign: Campaign) -> list[HeldMember]:
    def group_of(group: str) -> Group:
        return snapshots.group(tx, tx.revisions.mark(Subject(campaign.id, group)))

    found: list[HeldMember] = []
    for whose, who in tx.index.captured(campaign.id):
        try:
            group = group_of(whose)
            member = group.member(who)
            captor, name = "", member.captor_name
            loot: tuple[Item, ...] = ()
            if member.captor in campaign.groups:
                rivals = group_of(member.captor)
                captor, name = rivals.id, rivals.name
                loot = rivals.missing(member.gear, member.id)
        except LastDaysError:
            continue  # what is damaged is said where the group itself is shown
        found.append(HeldMember(group.id, group.name, member, captor, name, loot))
    return found


def _record_of(game: GameRecord, captive: HeldMember) -> CaptiveRecord | None:
    """Return what a game's record says of a captive, None where it does not name them."""
    side = game.side_of(captive.group)
    captives = side.captives if side is not None else ()
    return next((c for c in captives if c.member == captive.member.id), None)
