"""The tables of the book that an evening takes, for the worksheet: nothing is looked up elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from operator import attrgetter

from lastdays.campaign.worksheet.entries import Evening, looked_up
from lastdays.language import _, number, titled
from lastdays.model.recruiting import neutral_percent, perk_keys
from lastdays.model.weapons import trait_names
from lastdays.pdf.content import ColumnKind, FormPart, FormText, SheetRow, SheetTable
from lastdays.postgame.injuries import Half, stage_name
from lastdays.rulebook import (
    CHARACTERISTICS,
    FIREARM_CLASSES,
    Catalogue,
    class_name,
    keyword_name,
    pictograms,
    skill_type_name,
)
from lastdays.rulebook.entries import CharacterType, Gear, InjuryEntry, Refuge
from lastdays.rulebook.known import AMPUTATED

#: How many pieces of gear stand side by side in the table of prices.
_GEAR_ACROSS = 4


def titled_table(name: str, text: str, table: SheetTable) -> Iterator[FormPart]:
    """Yield a table after its name and what to do with it."""
    yield FormText(text, name)
    yield table


def _span(totals: Sequence[int]) -> str:
    """Return the first and the last of some totals: '2–4'."""
    if len(totals) == 1:
        return str(totals[0])
    return f"{totals[0]}–{totals[-1]}"


# Injuries


def injury_table(catalogue: Catalogue) -> SheetTable:
    """Return the Injury Table with what each injury comes to (p. 84–85)."""
    entries = [entry for entry in catalogue.injuries.values() if entry.totals]
    entries.sort(key=attrgetter("totals"))
    rows = []
    for entry in entries:
        rows.append((_span(entry.totals), entry.name, _injury_in_words(entry, catalogue)))
    heads = (_("2D6"), _("Injury"), "")
    kinds: tuple[ColumnKind, ...] = ("figure", "name", "text")
    return SheetTable(kinds, tuple(SheetRow(row) for row in rows), heads)


def _injury_in_words(entry: InjuryEntry, catalogue: Catalogue) -> str:
    """Say what an injury comes to, with the dice that it takes."""
    if not entry.first:
        return entry.summary
    words = _("the virus: 1–3 {low}, 4–6 {high}.", **_halves(entry.first, catalogue))
    if AMPUTATED in entry.first.values():
        limb = _("Then the limb: 1–3 {low}, 4–6 {high}.", **_halves(entry.second, catalogue))
        words = f"{words} {limb}"
    return words


def _halves(table: Mapping[Half, str], catalogue: Catalogue) -> dict[str, str]:
    """Return the result of each half of the die for Infected!"""
    return {
        "low": stage_name(table["1-3"], catalogue),
        "high": stage_name(table["4-6"], catalogue),
    }


# Experience


def level_costs(catalogue: Catalogue) -> Iterator[FormPart]:
    """Yield what each Level costs."""
    heads = [_("Level")]
    row = [_("Experience")]
    for level, cost in enumerate(catalogue.level_costs, start=1):
        heads.append(str(level))
        row.append(number(cost))
    table = looked_up(heads, (tuple(row),), kind="figure")
    yield from titled_table(_("What a Level costs:"), _("paid from what was earned."), table)


def characteristic_table(catalogue: Catalogue) -> Iterator[FormPart]:
    """Yield the Characteristics Table in two rows: totals, and what they raise."""
    heads = [_("2D6")]
    row = [""]
    for total, characteristics in catalogue.characteristic_table.items():
        heads.append(str(total))
        row.append(" / ".join(characteristics))
    text = _(
        "2D6; of two a D6 says which, 1–3 the first. Only AP goes above {most}: re-roll others.",
        most=catalogue.number("limits", "characteristic_most"),
    )
    table = looked_up(heads, (tuple(row),), kind="figure")
    yield from titled_table(_("Characteristics Table:"), text, table)


def skill_tables(tables: Sequence[str], catalogue: Catalogue) -> Iterator[FormPart]:
    """Yield the tables of skills side by side, a row for each face of the die."""
    heads = [_("D6")]
    drawings = [""]
    for table in tables:
        heads.append(skill_type_name(table))
        drawings.append(pictograms.skill_type(table))
    columns = [catalogue.skill_tables[table] for table in tables]
    rows = []
    for face, keys in enumerate(zip_longest(*columns), start=1):
        row = [str(face)]
        for key in keys:
            row.append(catalogue.skills[key].name if key else "")
        rows.append(tuple(row))
    text = _(
        "D6, on a table that the Character may learn from. One the Character knows is re-rolled."
    )
    grid = looked_up(heads, rows, drawings=tuple(drawings))
    yield from titled_table(_("Skill tables:"), text, grid)


def gunsmith_classes() -> SheetTable:
    """Return what the pictograms of classes of Firearm mean."""
    names = [class_name(firearm_class) for firearm_class in FIREARM_CLASSES]
    drawings = [pictograms.firearm_class(firearm_class) for firearm_class in FIREARM_CLASSES]
    return looked_up((_("Gunsmith"), *names), (), drawings=("", *drawings))


def skills_meant(tables: Iterable[str], catalogue: Catalogue) -> Iterator[FormText]:
    """Yield what the skills of each table do, by the face of the die."""
    for table in tables:
        texts = []
        for face, key in enumerate(catalogue.skill_tables[table], start=1):
            name = catalogue.skills[key].name
            text = _("{name}: {n}", name=name, n=catalogue.trait_summary(key))
            texts.append(f"{face} {text}")
        heading = titled(skill_type_name(table))
        yield FormText(" ".join(texts), heading, pictograms.skill_type(table))


# Jobs


def jobs_in_words(evening: Evening) -> Iterator[FormPart]:
    """Yield what each Job is (p. 94–95); on the road there is no Refuge to guard, work or build in."""
    if not evening.group.on_the_road:
        yield FormText(_("adds to the roll of the Zombie Attack."), _("Guard:"))
        yield FormText(_("one Character works each Perk that wants it."), _("Work:"))
        yield FormText(_("a Perk is paid for and takes an Empty Space."), _("Build:"))
    recruit = _(
        "the Leader alone: one new Character is paid for, with gear from the list below. They take "
        "no Job, and change no gear, until after the next game."
    )
    yield FormText(recruit, _("Recruit:"))
    talk = _(
        "the Leader and one of another Keyword: D6 + Intelligence each. If the Leader's is higher, "
        "the other takes the Leader's Keyword."
    )
    yield FormText(talk, _("The Talk:"))


def perks_for_sale(evening: Evening) -> Iterator[FormPart]:
    """Yield the Perks with their prices."""
    catalogue = evening.catalogue
    has = perk_keys(evening.group, catalogue)
    rows = []
    for perk in catalogue.perks.values():
        remark = ""
        if perk.repeatable:
            remark = _("May be built again.")
        elif perk.key in has:
            remark = _("The Refuge has it.")
        text = f"{perk.summary} {remark}".rstrip()
        rows.append(SheetRow((perk.name, number(perk.cost), text), perk.drawing))
    table = SheetTable(("name", "figure", "text"), tuple(rows), (_("Perk"), _("Price"), ""))
    text = _("by one Character each; each Perk once, where nothing else is said.")
    discounts = _build_discounts(evening)
    if discounts:
        text = f"{text} {discounts}"
    yield from titled_table(_("Perks to build:"), text, table)


def _build_discounts(evening: Evening) -> str:
    """Say who builds for less; '' for nobody."""
    sentences = []
    for key, skill in evening.catalogue.skills.items():
        names = [member.name for member in evening.standing if member.has(key)]
        if skill.build_discount_percent and names:
            sentences.append(
                _(
                    "{skill}, {n} % less: {names}.",
                    skill=skill.name,
                    n=skill.build_discount_percent,
                    names=", ".join(names),
                )
            )
    return " ".join(sentences)


def recruits(evening: Evening) -> Iterator[FormPart]:
    """Yield the Character types that may be recruited, with all that a blank card takes (p. 22–28)."""
    catalogue = evening.catalogue
    rows = [_recruit_row(kind, catalogue) for kind in catalogue.followers()]
    heads = (_("Type"), _("Price"), *CHARACTERISTICS, _("Special Rules"), _("May learn"))
    kinds: list[ColumnKind] = ["name", "figure"]
    kinds += ["figure"] * len(CHARACTERISTICS)
    kinds += ["text", "text"]
    leader = evening.group.leading
    leader_type = catalogue.character(leader.type) if leader is not None else None
    text = _(
        "at most {neutral} % Neutral, {other} % of another Keyword than the Leader's.",
        neutral=neutral_percent(leader_type, catalogue, evening.switches),
        other=catalogue.number("limits", "other_keyword_percent"),
    )
    table = SheetTable(tuple(kinds), tuple(rows), heads)
    yield from titled_table(_("Recruits:"), text, table)


def _recruit_row(kind: CharacterType, catalogue: Catalogue) -> SheetRow:
    """Return the row of a Character type, with the Keyword's colour at its edge."""
    learns = [skill_type_name(key) for key in kind.skill_types]
    if kind.choose_skill_types:
        learns.append(_("{n} of choice", n=kind.choose_skill_types))
    cells = (
        f"{kind.name}, {keyword_name(kind.keyword)}",
        number(kind.cost),
        *(str(kind.profile[key]) for key in CHARACTERISTICS),
        trait_names(kind.rules, catalogue),
        ", ".join(learns),
    )
    return SheetRow(cells, keyword=kind.keyword)


def gear_for_sale(catalogue: Catalogue) -> Iterator[FormPart]:
    """Yield the gear that a recruit may be bought, with prices and rarity (p. 29–31)."""
    pieces = [_priced(gear) for gear in catalogue.for_sale()]
    count = -(-len(pieces) // _GEAR_ACROSS)
    columns = [pieces[first : first + count] for first in range(0, len(pieces), count)]
    rows = []
    for row in zip_longest(*columns, fillvalue=("", "", "")):
        cells: list[str] = []
        for piece in row:
            cells += piece
        rows.append(SheetRow(tuple(cells)))
    heads = (_("Gear"), _("Price"), _("Rarity")) * len(columns)
    kinds: tuple[ColumnKind, ...] = ("name", "figure", "figure") * len(columns)
    text = _(
        "not while so many as its rarity are in the Group. A Trained Leader's Group buys only what "
        "has a *, of any rarity."
    )
    yield from titled_table(_("Gear to buy:"), text, SheetTable(kinds, tuple(rows), heads))


def _priced(gear: Gear) -> tuple[str, str, str]:
    """Return the name, the price and the rarity of a piece of gear."""
    name = f"{gear.name} *" if gear.trained else gear.name
    rarity = "" if gear.rarity is None else number(gear.rarity)
    return name, number(gear.cost or 0), rarity


# The Refuge, and the next game


def refuges(evening: Evening) -> Iterator[FormPart]:
    """Yield the Refuges with their maximum, spaces and built-in Perks (p. 20, p. 96)."""
    catalogue = evening.catalogue
    rows = [_refuge_row(refuge, evening) for refuge in catalogue.refuges.values()]
    heads = (_("Refuge"), _("Maximum"), _("Empty Spaces"), _("Built-in Perks"))
    table = SheetTable(("name", "figure", "figure", "text"), tuple(rows), heads)
    text = _(
        "never another of the same type. Built Perks stay behind; the stash comes along if the move "
        "is planned. Whoever has no room is left behind, never the Leader."
    )
    yield from titled_table(_("Refuges:"), text, table)


def _refuge_row(refuge: Refuge, evening: Evening) -> SheetRow:
    """Return the row of a Refuge; the group's own is marked."""
    name = refuge.name
    if refuge.key == evening.group.refuge.key:
        name = _("{name} (now)", name=refuge.name)
    perks = [evening.catalogue.perks[key].name for key in refuge.built_in]
    cells = (name, number(refuge.max_size), number(refuge.empty_spaces), ", ".join(perks))
    return SheetRow(cells, refuge.drawing)


def next_encounters(catalogue: Catalogue) -> FormText:
    """Return the Encounters that a D6 brings."""
    encounters = sorted(catalogue.encounters.values(), key=attrgetter("number"))
    texts = [f"{encounter.number} {encounter.name}" for encounter in encounters]
    return FormText(" · ".join(texts), _("D6 for the next Encounter:"))
