"""The turn across the top: its steps, the roles, who has not had a turn."""

from __future__ import annotations

from lastdays.language import _, ngettext
from lastdays.tabletop.last_days.figures import Rules
from lastdays.tabletop.last_days.sides import owed
from lastdays.tabletop.last_days.state import Gun, State
from lastdays.tabletop.last_days.turn import MENACE, phase_name
from lastdays.tabletop.view import BarView

#: The steps of a turn as the bar has them: those of the Menace Phase are one.
STEPS = ("menace", "action", "shooting", "close-quarters", "end")


def bar(state: State, rules: Rules) -> BarView:
    """Return the turn; the step that is on has its full name, such as 'Menace: ammo'."""
    table = state.table
    now = "menace" if table.phase in MENACE else table.phase
    steps = ((s, phase_name(table.phase) if s == now else _step_name(s)) for s in STEPS)
    return BarView(
        turn=table.turn,
        steps=tuple(steps),
        now="" if now == "setup" else now,
        line=_roles(state),
        waiting=_waiting(state, rules),
        can_go_on=state.open is None,
    )


def _step_name(step: str) -> str:
    return _("Menace") if step == "menace" else phase_name(step)


def _roles(state: State) -> str:
    table = state.table
    roles = [_("Supply Tokens on the table: {n}").format(n=table.tokens)]
    if table.aggressor and len(state.teams) > 1:
        roles.append(_("Aggressor: {name}").format(name=state.name(table.aggressor)))
        roles.append(_("Defender: {name}").format(name=state.name(table.defender)))
    if table.vehicle:
        roles.append(_("vehicle: +{n}").format(n=table.repairs))
    return " · ".join(roles)


def _waiting(state: State, rules: Rules) -> str:
    """Say who is left: '3 have not acted: Ed, Lou and Kit'."""
    if state.open is not None:
        return _("A roll is open: finish it, or drop it.")
    left = [state.pieces[i] for i in owed(state, rules)]
    if not left:
        return ""
    names = ", ".join(state.name(p.figure if isinstance(p, Gun) else p.id) for p in left)
    n = len(left)
    return {
        "setup": _("Who attacks is not decided yet: {names}"),
        "noise": _("Noise not rolled for yet: {names}"),
        "ammo": _("Ammo not rolled for yet: {names}"),
        "zombies": _("Not moved yet: {names}"),
        "action": ngettext("{n} has not acted: {names}", "{n} have not acted: {names}", n),
        "shooting": ngettext("{n} has not fired: {names}", "{n} have not fired: {names}", n),
        "close-quarters": ngettext(
            "{n} has not fought: {names}", "{n} have not fought: {names}", n
        ),
        "end": _("Breaking Point still to test: {names}"),
    }[state.table.phase].format(n=n, names=names)
