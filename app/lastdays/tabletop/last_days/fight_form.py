"""An attack as it is declared: whom, with what, against what, and the chance to win."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from lastdays.language import _, percent
from lastdays.tabletop.last_days.fighting import Fight, frontline, may_subdue, weigh
from lastdays.tabletop.last_days.figures import Rules
from lastdays.tabletop.last_days.form_fields import Choice, Fields, parts_in_words
from lastdays.tabletop.last_days.state import Figure, State, Zombie
from lastdays.tabletop.view import ButtonView, FormView, Play


def fight_form(
    state: State, rules: Rules, about: str, chosen: Mapping[str, str]
) -> FormView | None:
    """Return the form of an attack by a model or zombie; None where it has none to make."""
    attacker = state.pieces.get(about)
    if not isinstance(attacker, Figure | Zombie) or attacker.fought or not state.touching(about):
        return None
    fields = Fields(chosen)
    fight = _declared(state, about, fields)
    odds = weigh(state, rules, fight) if fight.defender else None
    why_not = _("Choose whom to attack.") if odds is None else odds.why_not
    buttons = [
        ButtonView(
            "attack",
            _("Attack"),
            Play("fight", {k: v for k, v in asdict(fight).items() if v}),
            why_not,
            mnemonic="c",
        )
    ]
    if isinstance(attacker, Figure) and may_subdue(state, attacker):
        act = Play("subdue", {"figure": about})
        buttons.append(ButtonView("subdue", _("Subdue instead"), act, mnemonic="S"))
    number, why = why_not, ""
    if odds is not None:
        number = _("CQC {a} against {b} · wins {chance}").format(
            a=odds.attack.cqc, b=odds.defence.cqc, chance=percent(odds.chance)
        )
        why = (
            f"{parts_in_words(odds.attack.parts)} = {odds.attack.cqc}.\n"
            f"{parts_in_words(odds.defence.parts)} = {odds.defence.cqc}."
        )
    return FormView(
        form="fight",
        about=about,
        title=_("{name} attacks").format(name=attacker.name),
        number=number,
        why=why,
        problem=why_not if odds is not None else "",
        fields=tuple(fields.shown),
        buttons=tuple(buttons),
    )


def _declared(state: State, attacker: str, fields: Fields) -> Fight:
    """The attack that is declared so far."""
    foes = ((i, state.name(i)) for i in state.touching(attacker))
    defender = fields.choose("defender", _("Attacks"), foes, least=1, picks=True)
    return Fight(
        attacker=attacker,
        defender=defender,
        arms=fields.choose("arms", _("With"), _weapons(state, attacker), least=1),
        guard=fields.choose("guard", _("Defends with"), _weapons(state, defender), least=1),
        attacker_near=fields.yes(
            "near",
            _("A Frontline Fighter within 6 inches of the attacker"),
            asked=frontline(state, attacker),
        ),
        defender_near=fields.yes(
            "guard-near",
            _("A Frontline Fighter within 6 inches of the defender"),
            asked=frontline(state, defender),
        ),
    )


def _weapons(state: State, bearer: str) -> list[Choice]:
    if not isinstance(state.pieces.get(bearer), Figure):
        return []
    return [(b.id, b.name) for b in state.blades(bearer)]
