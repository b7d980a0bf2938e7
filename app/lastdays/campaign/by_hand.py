"""What the form of a group sets by hand: its own values, its Refuge, a member from paper."""

from __future__ import annotations

from collections.abc import Callable

from lastdays.model.group import BuiltPerk, Group, Member, RefugeState, derived_id
from lastdays.model.recruiting import Recruit, make_member
from lastdays.rulebook import Catalogue
from lastdays.values import dataclass, replace


@dataclass(frozen=True)
class SetByHand:
    """All that the form has; `member` is the type and name of one to enter, None for nobody."""

    name: str
    player: str
    points: int
    games: int
    refuge: str
    built: tuple[str, ...]
    extra_size: int
    extra_spaces: int
    member: tuple[str, str] | None = None


def with_values(group: Group, form: SetByHand) -> Group:
    """Return a group with its own values as in a form."""
    player = form.player.strip()
    return replace(group, name=form.name, player=player, points=form.points, games=form.games)


def with_refuge(group: Group, form: SetByHand, new_id: Callable[[], str]) -> Group:
    """Return a group with Refuge and Perks as in a form; a Perk that stays keeps its id."""
    left = list(group.refuge.built)
    perks: list[BuiltPerk] = []
    for n, key in enumerate(form.built):
        old = next((perk for perk in left if perk.key == key), None)
        if old is not None:
            left.remove(old)
            perks.append(old)
        else:
            perks.append(BuiltPerk(derived_id(new_id(), n), key))
    refuge = RefugeState(form.refuge, tuple(perks), form.extra_size, form.extra_spaces)
    return replace(group, refuge=refuge)


def from_paper(recruit: Recruit, catalogue: Catalogue, new_id: str) -> Member:
    """Return a member as a paper roster has them: free of points and limits."""
    return replace(make_member(recruit, catalogue, new_id), by_hand=("entered",))


def with_entered(group: Group, member: Member, catalogue: Catalogue) -> Group:
    """Return a group with a member from paper, who leads it where nobody does and they may."""
    leads = catalogue.character(member.type).leader and group.leading is None
    return replace(group.with_member(member), leader=member.id if leads else group.leader)
