"""The form of an attack: its target, both weapons, and the chance of winning; and of a door that a
zombie beats on."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import asdict

from lastdays.language import _, percent
from lastdays.rulebook import pictograms
from lastdays.rulebook.effects import Effect
from lastdays.tabletop.last_days.chapter import Actor, Chapter, Due
from lastdays.tabletop.last_days.combat import beat_door, fight, subdue
from lastdays.tabletop.last_days.fighting import Fight, frontline, may_subdue, weigh
from lastdays.tabletop.last_days.shooting import Choice, Fields, sum_in_words
from lastdays.tabletop.last_days.state import Figure, State, Zombie
from lastdays.tabletop.last_days.turn import to_fight, whose_turn, zombies_to_fight
from lastdays.tabletop.last_days.words import Words
from lastdays.tabletop.view import ButtonView, FormView

CHAPTER = Chapter()


@CHAPTER.form("fight")
def fight_form(state: State, about: str, chosen: Mapping[str, str]) -> FormView | None:
    """Return the form of an attack by a model or zombie; None if it has none to make."""
    attacker = state.pieces.get(about)
    if not isinstance(attacker, Figure | Zombie) or attacker.fought or not state.touching(about):
        return None
    fields = Fields(chosen)
    declared = _declared(state, about, fields)
    odds = weigh(state, declared) if declared.defender else None
    why_not = _("Choose a target.") if odds is None else odds.why_not
    buttons = [
        ButtonView(
            "attack",
            _("Attack"),
            fight.play(**asdict(declared)),
            why_not,
            mnemonic="c",
            throws=True,
        )
    ]
    if isinstance(attacker, Figure) and may_subdue(state, attacker):
        act = subdue.play(figure=about)
        buttons.append(ButtonView("subdue", _("Subdue instead"), act, mnemonic="S"))
    number, why, figure = why_not, "", ""
    if odds is not None:
        figure = percent(odds.chance)
        number = _(
            "CQC {a} against {b} · wins {chance}",
            a=odds.attack.cqc,
            b=odds.defence.cqc,
            chance=percent(odds.chance),
        )
        why = (
            f"{sum_in_words(odds.attack.parts, odds.attack.cqc)}\n"
            f"{sum_in_words(odds.defence.parts, odds.defence.cqc)}"
        )
    return FormView(
        form="fight",
        about=about,
        title=_("{name} attacks", name=attacker.name),
        number=number,
        figure=figure,
        icon=pictograms.of("kinds", "close_combat"),
        why=why,
        problem=why_not if odds is not None else "",
        fields=tuple(fields.shown),
        buttons=tuple(buttons),
    )


def _declared(state: State, attacker: str, fields: Fields) -> Fight:
    """Return the attack that is declared so far."""
    helping = state.book.skills_that(Effect.HELPS_FRIENDS_FIGHT)
    inches = max((s.within for s in helping), default=0)
    foes = ((i, state.name(i)) for i in state.touching(attacker))
    defender = fields.choose("defender", _("Attacks"), foes, least=1, picks=True)
    return Fight(
        attacker=attacker,
        defender=defender,
        arms=fields.choose("arms", _("With"), _weapons(state, attacker), least=1),
        guard=fields.choose("guard", _("Defends with"), _weapons(state, defender), least=1),
        attacker_near=fields.yes(
            "near",
            _("A Frontline Fighter within {n} inches of the attacker", n=inches),
            asked=frontline(state, attacker),
        ),
        defender_near=fields.yes(
            "guard-near",
            _("A Frontline Fighter within {n} inches of the defender", n=inches),
            asked=frontline(state, defender),
        ),
    )


def _weapons(state: State, bearer: str) -> list[Choice]:
    if not isinstance(state.pieces.get(bearer), Figure):
        return []
    return [(b.id, b.name) for b in state.blades(bearer)]


@CHAPTER.form("door")
def door_form(state: State, about: str, chosen: Mapping[str, str]) -> FormView | None:
    """Return the doors a zombie may beat on; None without any."""
    zombie = state.pieces.get(about)
    buttons = tuple(
        ButtonView(t.id, t.name, beat_door.play(zombie=about, door=t.id))
        for t in state.things
        if t.sort == "door"
    )
    if not buttons or not isinstance(zombie, Zombie) or zombie.dead or zombie.fought:
        return None
    return FormView("door", about, _("Which door?"), buttons=buttons)


# When it is due


@CHAPTER.due("close-quarters")
def _due(state: State, words: Words) -> Due:
    """Say what is due in the Close Quarters Phase: who attacks, the living first (p. 55)."""
    team = whose_turn(state)
    living = [f for f in to_fight(state) if f.team == team]
    if living:
        says = _("{side}: who attacks?", side=state.name(team))
        return Due(says, tuple(_attacks(f) for f in living))
    dead = zombies_to_fight(state)
    moves = [_attacks(z) for z in dead]
    if any(t.sort == "door" for t in state.things):
        moves += [
            ButtonView(
                f"door/{z.id}",
                _("{name} beats on a door…", name=z.name),
                door_form.open(z.id),
                about=z.id,
                on_board=True,
            )
            for z in state.zombies
            if not z.fought and not state.touching(z.id)
        ]
    if dead:
        says = _("{side}: which zombie attacks?", side=state.name(team))
        return Due(says, tuple(moves))
    return Due(_("No fight is left."), tuple(moves))


def _attacks(actor: Actor) -> ButtonView:
    text = _("{name} attacks…", name=actor.name)
    return ButtonView(
        f"fight/{actor.id}", text, fight_form.open(actor.id), about=actor.id, on_board=True
    )


@CHAPTER.moves
def _moves(state: State, actor: Actor) -> list[ButtonView]:
    """Offer whom a model or zombie may attack, and the door that is in its way."""
    if state.table.phase != "close-quarters":
        return []
    found = []
    touching = bool(state.touching(actor.id))
    if not actor.fought and touching:
        why = ""
        if isinstance(actor, Zombie) and to_fight(state):
            why = _("The living attack first (p.\u00a055).")
        act = fight_form.open(actor.id)
        found.append(ButtonView("fight", _("Attack…"), act, why, mnemonic="c"))
    if isinstance(actor, Figure) and may_subdue(state, actor):
        found.append(subdue.button(_("Subdue"), figure=actor.id))
    doors = any(t.sort == "door" for t in state.things)
    if isinstance(actor, Zombie) and not actor.fought and not touching and doors:
        why = _("The living attack first (p.\u00a055).") if to_fight(state) else ""
        found.append(ButtonView("door", _("Beats on a door…"), door_form.open(actor.id), why))
    return found
