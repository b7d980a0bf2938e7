"""What can still change the roll that is asked for: whose help there is, and what it does."""

from __future__ import annotations

from lastdays.campaign.post_game_sequences import SequenceView
from lastdays.language import _, ngettext
from lastdays.postgame.injury_roll import MedicalHelp, medical_help_of
from lastdays.postgame.supplies import scavenging, store_rooms
from lastdays.procedure.asks import Ask, Choose, Roll, Sum
from lastdays.rulebook import pictograms
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.known import EquipmentKey
from lastdays.ui.forms.ask_panel import Aid
from lastdays.ui.pages.sequence.book_tables import defence_of


def aids_for(view: SequenceView, ask: Ask) -> tuple[Aid, ...]:
    """Return the help there is with a roll."""
    if not isinstance(ask, Roll | Sum):
        return ()
    step = ask.key.split("/")[0]
    if step in ("injuries", "refuge") and ask.stake is not None:
        return _medical(view, ask)
    if step == "experience" and ask.stake is not None:
        return _extra_experience(view)
    if step == "supplies":
        return _supplies(view, ask)
    if ask.key == "attack/roll":
        return _tower(view)
    return ()


def _left(view: SequenceView, ask: Ask) -> MedicalHelp:
    """Return the medical help that nobody has used yet."""
    group = view.group_now
    there = medical_help_of(group, view.context)
    used_aid, used_supplies = 0, set()
    for entry in view.replayed.asked:
        if not isinstance(entry.ask, Choose) or entry.value == "keep":
            continue
        parts = entry.ask.key.split("/")
        if "first-aid" in parts:
            used_aid += 2 if entry.value == "both" else 1
        elif any(part.endswith("medical") for part in parts):
            used_supplies.add(str(entry.value).partition("/")[2])
    about = ask.about if ask.key.startswith("refuge/") else ""
    return MedicalHelp(
        tuple(m for m in there.first_aid[used_aid:] if m != about),
        tuple(s for s in there.supplies if s[0] not in used_supplies and s[1] != about),
    )


def _medical(view: SequenceView, ask: Ask) -> tuple[Aid, ...]:
    """Return First Aid Training and Medical Supplies (p. 63, p. 77)."""
    left, group, catalogue = _left(view, ask), view.group_now, view.context.catalogue
    kit = catalogue.equipment[EquipmentKey.MEDICAL_SUPPLIES]
    found = []
    if isinstance(ask, Roll) and "first-aid" not in ask.key:
        for helper in left.first_aid:
            member = group.member(helper)
            skill = catalogue.giver(member, Effect.REROLLS_INJURY_DIE)
            if skill is not None:
                text = _("{name} can have one die rolled again ({skill}).")
                said = text.format(name=member.name, skill=skill.name)
                found.append(Aid(skill.drawing, said, skill.name))
    for bearer in dict.fromkeys(bearer for _item, bearer in left.supplies):
        text = ngettext(
            "{name} carries {kit}: the result can be shifted by one.",
            "{name} carries {kit}: the result can be shifted by up to {n}.",
            kit.injury_shift,
        )
        said = text.format(name=group.member(bearer).name, kit=kit.name, n=kit.injury_shift)
        found.append(Aid(kit.drawing, said, kit.name))
    return tuple(found)


def _extra_experience(view: SequenceView) -> tuple[Aid, ...]:
    """Return the Experience that can shift a die (p. 89)."""
    catalogue = view.context.catalogue
    most = catalogue.number("level_up", "shift_most")
    return (
        Aid(
            pictograms.token("experience"),
            ngettext(
                "Experience left over can shift the roll: one point each, {n} at most.",
                "Experience left over can shift the roll: one point each, {n} at most.",
                most,
            ).format(n=most),
        ),
    )


def _supplies(view: SequenceView, ask: Ask) -> tuple[Aid, ...]:
    """Return the Scavenger's shift (p. 67) and the Store Room's second roll (p. 82)."""
    catalogue = view.context.catalogue
    group = view.group_now
    if ask.key.endswith(("/row", "/column")) and group.has_member(ask.about):
        skill = scavenging(group, ask.about, catalogue)
        if skill is not None:
            text = _("{name} can shift the row or the column ({skill}).")
            return (
                Aid(
                    skill.drawing,
                    text.format(name=group.member(ask.about).name, skill=skill.name),
                    skill.name,
                ),
            )
    if ask.key.endswith("/points"):
        text = _("The {perk} can roll the points of one token again.")
        rooms = dict.fromkeys(store_rooms(group, catalogue))
        return tuple(Aid(room.drawing, text.format(perk=room.name), room.name) for room in rooms)
    return ()


def _tower(view: SequenceView) -> tuple[Aid, ...]:
    """Return who is in a Watch Tower (p. 82)."""
    against = defence_of(view)
    text = _("{name} keeps watch ({perk}): a Test can have one die rolled again.")
    return tuple(
        Aid(pictograms.token("tower"), text.format(name=t.name, perk=t.perk.name), t.perk.name)
        for t in (against.towers if against is not None else ())
    )
