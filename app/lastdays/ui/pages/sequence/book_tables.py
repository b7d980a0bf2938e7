"""The book's own table beside an ask: the rows still possible, with the chance of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from msgspec.structs import replace

from lastdays.campaign.post_game_sequences import SequenceView
from lastdays.language import _, ngettext, signed
from lastdays.model.group import Member
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.job_assignment import (
    ArrangeJobs,
    guards_of,
    watchers_of,
)
from lastdays.postgame.level_up import raisable
from lastdays.postgame.refuge_fate import ChooseOfRefuge
from lastdays.postgame.zombie_attack import Defence, defence, overrun
from lastdays.procedure.asks import Again, Ask, Choose, Over, Roll, Sum, Tell
from lastdays.procedure.odds import totals
from lastdays.rulebook import characteristic_name, pictograms
from lastdays.rulebook.entries import Dice, InjuryEntry
from lastdays.rulebook.known import InjuryKey
from lastdays.ui.pages.sequence.choice_tables import (
    jobs_table,
    level_costs,
    refuge_table,
    refuge_with_losses,
)
from lastdays.ui.widgets.chance_table import BookRow, BookTable

Spread = Mapping[int, Fraction]


def table_for(view: SequenceView, ask: Ask, lying: tuple[int, ...] = ()) -> BookTable | None:
    """Return the book's table for an ask, given the dice that lie; None where it has none."""
    if isinstance(ask, ArrangeJobs) or ask.key.startswith("jobs/next/"):
        return jobs_table(view.context.catalogue)
    if isinstance(ask, Choose):
        return _beside_choice(view, ask)
    if not isinstance(ask, Roll | Sum):
        return None
    spread = _spread(ask, sum(lying) + _kept(view, ask), len(lying))
    parts = ask.key.split("/")
    caption = ""
    if lying or _kept(view, ask):
        caption = _("with {n} on the table").format(n=sum(lying) + _kept(view, ask))
    made = _made(view, ask, spread, parts)
    return replace(made, caption=made.caption or caption) if made is not None else None


def _made(view: SequenceView, ask: Ask, spread: Spread, parts: list[str]) -> BookTable | None:
    """Return the table an ask is rolled on, by the last parts of its key."""
    context, catalogue = view.context, view.context.catalogue
    member = _member(view, ask.about)
    last = parts[-1] if not parts[-1].startswith("try-") else parts[-2]
    if parts[0] == "attack" and isinstance(ask, Roll):
        return _attack(view, spread)
    if parts[0] in ("injuries", "refuge") and isinstance(ask, Roll) and member is not None:
        return _injuries(context, member, spread, parts[0] == "injuries" and context.has_rival)
    if last in ("virus", "limb") and member is not None:
        return _infected(context, member, last, spread)
    if last == "survived" and member is not None:
        return _experience(context, member)
    if last == "characteristic" and member is not None:
        return _characteristics(context, member, spread)
    if last in catalogue.skill_tables and member is not None:
        return _skills(context, member, last, spread)
    if parts[0] == "jobs" and last == "points" and isinstance(ask, Sum):
        return _points(ask, spread)
    return _by_running(ask, spread)


def _spread(ask: Roll | Sum, lying: int, count: int) -> Spread:
    """Return the chance of each total, given the dice already on the table."""
    rest = ask.dice.count - count
    if rest <= 0:
        return {lying: Fraction(1)}
    return {total + lying: chance for total, chance in totals(Dice(rest, ask.dice.faces)).items()}


def _kept(view: SequenceView, ask: Ask) -> int:
    """Return the die that stays where one of two is rolled again; 0 elsewhere."""
    if not isinstance(ask, Roll) or ask.dice.count != 1:
        return 0
    if ask.key == "attack/tower-roll":
        first, choice = "attack/roll", "attack/tower-choice"
    else:
        choice = ask.key.removesuffix("/roll")
        first = choice.replace("/first-aid", "/roll")
    values = {entry.ask.key: entry.value for entry in view.replayed.asked}
    dice = values.get(first)
    if not isinstance(dice, tuple) or len(dice) != 2:
        return 0
    return int(dice[1] if values.get(choice) == "first" else dice[0])


def _member(view: SequenceView, about: str) -> Member | None:
    group = view.group_now
    if group.has_member(about):
        return group.member(about)
    return view.before.member(about) if view.before.has_member(about) else None


def ranged(numbers: Iterable[int]) -> str:
    """Write numbers that follow one another as a range: '6–8'."""
    listed = sorted(numbers)
    if not listed:
        return ""
    return str(listed[0]) if len(listed) == 1 else f"{listed[0]}–{listed[-1]}"


# The tables


def _beside_choice(view: SequenceView, ask: Choose) -> BookTable | None:
    """Return what helps to choose: the table that is rolled on next, what there is already."""
    if ask.key.startswith("injuries/next/"):
        table = _injuries(view.context, None, totals(Dice(2, 6)), view.context.has_rival)
        return replace(table, events=())
    if isinstance(ask, ChooseOfRefuge):
        return refuge_with_losses(view, ask)
    if "/build/" in ask.key:
        return refuge_table(view)
    if ask.key.startswith("experience/next/"):
        return level_costs(view.context.catalogue)
    return None


def _injuries(
    context: PostGameContext, member: Member | None, spread: Spread, can_be_captured: bool
) -> BookTable:
    """Return the Injury Table for a member (p. 84)."""
    rows = []
    alive = whole = stands = Fraction(0)
    for entry in context.catalogue.injuries.values():
        found = [total for total in entry.totals if spread.get(total)]
        if not found:
            continue
        chance = sum((spread[total] for total in found), Fraction(0))
        key, name = entry.key, entry.name
        if entry.again and member is not None and member.injured(entry.key):
            key = entry.again
            name = _("{injury} again: {result}").format(
                injury=entry.name, result=context.catalogue.injuries[entry.again].name
            )
        if entry.key == InjuryKey.CAPTURED and not can_be_captured:
            key, name = "", _("{result}: nobody is there, roll again").format(result=entry.name)
        else:
            stands += chance
            alive += chance * _lives(context, member, entry, key)
            if key in (InjuryKey.FULL_RECOVERY, InjuryKey.NEVER_AGAIN):
                whole += chance
        well = key in (InjuryKey.FULL_RECOVERY, InjuryKey.NEVER_AGAIN)
        kind = "well" if well else "harm" if key == InjuryKey.DEAD else ""
        rows.append(
            BookRow(
                ranged(found),
                name,
                entry.drawing,
                chance,
                key,
                entry.summary,
                kind,
                min(found),
                entry.name,
            )
        )
    rows.sort(key=lambda row: row.lowest)
    events: tuple[tuple[str, Fraction], ...] = ()
    if stands:
        events = ((_("surviving"), alive / stands), (_("unhurt"), whole / stands))
    return BookTable(_("Injury Table"), tuple(rows), 84, events=events)


def _infected(context: PostGameContext, member: Member, stage: str, spread: Spread) -> BookTable:
    """Return what a die of Infected! comes to for a member (p. 85)."""
    injuries = context.catalogue.injuries
    entry = injuries[InjuryKey.INFECTED]
    rows = []
    table = entry.first if stage == "virus" else entry.second
    halves = {str(half): key for half, key in table.items()}
    for half, faces in (("1-3", (1, 2, 3)), ("4-6", (4, 5, 6))):
        key = halves.get(half, "")
        name, drawing = _("A limb is cut off in time"), injuries[InjuryKey.ARM_INJURY].drawing
        if key in injuries:
            if injuries[key].again and member.injured(key):
                key = injuries[key].again
            name, drawing = injuries[key].name, injuries[key].drawing
        chance = sum((spread.get(face, Fraction(0)) for face in faces), Fraction(0))
        kind = "harm" if key == InjuryKey.DEAD else ""
        rows.append(BookRow(half.replace("-", "–"), name, drawing, chance, kind=kind))
    return BookTable(entry.name, tuple(row for row in rows if row.chance), entry.page)


def _lives(
    context: PostGameContext, member: Member | None, entry: InjuryEntry, key: str
) -> Fraction:
    """Return the chance to live with a row of the table, as the dice fall."""
    if key == InjuryKey.DEAD:
        return Fraction(0)
    if not entry.first:
        return Fraction(1)
    halves = [0 if entry.first[half] == InjuryKey.DEAD else 1 for half in ("1-3", "4-6")]
    limbs = []
    for half in ("1-3", "4-6"):
        limb = entry.second.get(half, "")
        known = context.catalogue.injuries.get(limb)
        again = known is not None and bool(known.again)
        again = again and member is not None and member.injured(limb)
        limbs.append(0 if again else 1)
    return Fraction(sum(halves), 2) * Fraction(sum(limbs), 2)


def _characteristics(context: PostGameContext, member: Member, spread: Spread) -> BookTable:
    """Return the Characteristics Table for a member (p. 89)."""
    can_rise = raisable(member, context.catalogue)
    rows = []
    for total, names in sorted(context.catalogue.characteristic_table.items()):
        if not spread.get(total):
            continue
        stands = any(name in can_rise for name in names)
        text = f"+1 {characteristic_name(names[0])}"
        if len(names) > 1:
            text = _("+1 {first} or {second}").format(first=names[0], second=names[1])
        rows.append(
            BookRow(
                str(total),
                text,
                chance=spread[total],
                key=names[0] if len(names) == 1 and stands else "",
                detail="" if stands else _("cannot rise: roll again"),
                kind="" if stands else "faint",
                lowest=total,
            )
        )
    return BookTable(_("Characteristics Table"), tuple(rows), 89)


def _skills(context: PostGameContext, member: Member, table: str, spread: Spread) -> BookTable:
    """Return a skill table for a member, with what each skill does (p. 90–91)."""
    catalogue = context.catalogue
    rows = []
    for number, key in enumerate(catalogue.skill_tables[table], start=1):
        skill = catalogue.skills[key]
        known = member.has(key)
        rows.append(
            BookRow(
                str(number),
                _("{skill}: known, roll again").format(skill=skill.name) if known else skill.name,
                skill.drawing,
                spread.get(number, Fraction(0)),
                "" if known else key,
                skill.summary,
                "faint" if known else "",
                number,
                skill.name,
            )
        )
    shown = tuple(row for row in rows if row.chance)
    return BookTable(_("Skill table"), shown, 90, two_lines=True)


def _experience(context: PostGameContext, member: Member) -> BookTable:
    """Return what is earned, and how often a member did it in this game (p. 87)."""
    catalogue, side = context.catalogue, context.side
    here = side.appearance(member.id)
    tokens = sum(1 for t in side.tokens if t.member == member.id and t.fate != "claimed")
    deeds = (
        (_("Zombie taken Out of Action"), "zombie", here.zombies if here else 0, "zombie"),
        (_("Rival taken Out of Action"), "rival", here.rivals if here else 0, "out"),
        (_("Supply Token"), "objective", tokens, "supply"),
        (_("Other objective"), "objective", here.objectives if here else 0, "trophy"),
    )
    rows = [
        BookRow(
            _("{count} × {worth}").format(count=count, worth=catalogue.earned[worth]),
            name,
            pictograms.token(drawing),
            kind="" if count else "faint",
        )
        for name, worth, count, drawing in deeds
    ]
    rows.append(
        BookRow(str(catalogue.survived), _("Survived the game"), pictograms.token("hearts"))
    )
    known = sum(count * catalogue.earned[worth] for _name, worth, count, _drawing in deeds)
    caption = ngettext("{n} Experience so far", "{n} Experience so far", known).format(n=known)
    return BookTable(_("Experience earned"), tuple(rows), 87, caption=caption)


def defence_of(view: SequenceView) -> Defence | None:
    """Return what modifies the coming attack, once the Jobs are given."""
    for entry in reversed(view.replayed.asked):
        if isinstance(entry.ask, ArrangeJobs):
            group = view.group_now
            watchers = watchers_of(group, entry.value, view.context.catalogue)
            return defence(group, view.context, guards_of(entry.value), watchers)
    return None


def _attack(view: SequenceView, spread: Spread) -> BookTable | None:
    """Return what the dice of an attack come to, with its modifiers (p. 95)."""
    against = defence_of(view)
    if against is None:
        return None
    catalogue = view.context.catalogue
    rows = []
    for key, name, drawing in (
        ("overrun", _("Overrun"), pictograms.token("zombie")),
        ("held", _("The Refuge holds"), pictograms.token("house")),
    ):
        found = [
            total
            for total in spread
            if overrun(total + against.modifier, catalogue) == (key == "overrun")
        ]
        if found:
            chance = sum((spread[total] for total in found), Fraction(0))
            kind = "harm" if key == "overrun" else "well"
            rows.append(BookRow(ranged(found), name, drawing, chance, key, kind=kind))
    rows += [
        BookRow(signed(amount), name[:1].upper() + name[1:], kind="harm" if amount < 0 else "well")
        for name, amount in against.parts
    ]
    caption = _("{modifier} in all · overrun on {n} or less").format(
        modifier=signed(against.modifier),
        n=catalogue.number("zombie_attack", "overrun_at_most"),
    )
    return BookTable(_("Zombie Attack"), tuple(rows), 95, caption=caption)


def _points(ask: Sum, spread: Spread) -> BookTable:
    """Return what a worked Perk such as a Garden yields with each total (p. 80)."""
    rows = tuple(
        BookRow(
            str(total),
            ngettext("{n} Scavenge Point", "{n} Scavenge Points", total + ask.dice.plus).format(
                n=total + ask.dice.plus
            ),
            pictograms.token("points"),
            chance=chance,
        )
        for total, chance in sorted(spread.items())
    )
    return BookTable(_("What can come of it"), rows, ask.page)


# Whatever ends with the roll


def _by_running(ask: Ask, spread: Spread) -> BookTable | None:
    """Return what each total comes to, where the roll decides by itself: a Test, for one."""
    stake = ask.stake
    if stake is None or not isinstance(ask, Sum):
        return None
    outcomes: dict[str, list[int]] = {}
    for total in spread:
        outcome = _outcome(ask, total, stake.start, stake.outcome)
        if outcome is None:
            return None
        outcomes.setdefault(outcome, []).append(total)
    rows = [
        BookRow(
            ranged(found),
            stake.labels[key][:1].upper() + stake.labels[key][1:],
            chance=sum((spread[total] for total in found), Fraction(0)),
            key=key,
            lowest=min(found),
        )
        for key, found in outcomes.items()
        if key in stake.labels
    ]
    rows.sort(key=lambda row: row.lowest)
    return BookTable(_("The roll"), tuple(rows), ask.page) if rows else None


def _outcome(
    ask: Ask, total: int, start: Callable[[], object], outcome: Callable[[object], str]
) -> str | None:
    """Return what a total comes to; None where more is asked before or after."""
    procedure = start()
    value: object = None
    answered = False
    try:
        while True:
            said = procedure.send(value)  # type: ignore[attr-defined]
            value = None
            if isinstance(said, Tell | Over | Again):
                continue
            if answered or said.key != ask.key:
                return None
            value, answered = total, True
    except StopIteration as stop:
        return outcome(stop.value)
    finally:
        procedure.close()  # type: ignore[attr-defined]


def faces_behind(view: SequenceView, ask: Ask) -> tuple[int, ...]:
    """Return the dice that a choice is about: those rolled just before it."""
    if not isinstance(ask, Choose):
        return ()
    for entry in reversed(view.replayed.asked):
        if entry.ask.key == ask.key:
            continue
        if entry.ask.key.split("/")[0] != ask.key.split("/")[0]:
            return ()
        match entry.ask:
            case Roll():
                kept = _kept(view, entry.ask)
                return (kept, *entry.value) if kept else tuple(entry.value)
            case Sum(dice=dice):
                return (entry.value,) if dice.count == 1 and entry.ask.about == ask.about else ()
            case Choose() if entry.ask.about == ask.about and ask.about:
                continue
        return ()
    return ()
