"""The content of the sheets for zombies, tokens, the campaign and the next Encounter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from lastdays.campaign.chronicle.entries import kind_name
from lastdays.campaign.chronicle.games import standings
from lastdays.campaign.chronicle.rankings import ranked
from lastdays.campaign.dates import day_in_words
from lastdays.campaign.next_game import Briefing, NextGame, SideBrief, briefing
from lastdays.language import _, against, dotted, ngettext, number, pgettext, titled
from lastdays.model.campaign import Campaign
from lastdays.model.counters import shown_counters
from lastdays.model.game_record import Side
from lastdays.model.group import Group
from lastdays.model.profile import permanent
from lastdays.model.recruiting import rating_of
from lastdays.model.switches import house_numbers, switch_texts
from lastdays.model.weapons import firearms_in_hand
from lastdays.pdf.chart import Chart
from lastdays.pdf.content import (
    ColumnKind,
    FormSection,
    FormSheet,
    FormTable,
    FormText,
    FormWords,
    PaperName,
    PrintedLine,
    Section,
    SheetRow,
    SheetTable,
    TextSheet,
    TokenKey,
    TokenKind,
    TokenSheet,
    WriteBox,
)
from lastdays.pdf.imposition import token_grid
from lastdays.rulebook import Catalogue, pictograms, with_page
from lastdays.rulebook.known import AttributeKey, PhaseKey, ZombieKey

#: The number of Supply Tokens in a game (p. 36), of zombies that are knocked back at once, and of
#: tokens that one with a number stands for.
_SUPPLIES, _KNOCKED, _MANY = 5, 3, 5
#: The height of a zombie's line on its sheet, in millimetres.
_ZOMBIE_PITCH = 19.5
#: The index of the first step of the Menace Phase about zombies.
_ZOMBIE_STEPS = 3


def zombie_sheet(catalogue: Catalogue) -> FormSheet:
    """Return the sheet with boxes for as many zombies as the book recommends (p. 40)."""
    zombie = catalogue.zombies[ZombieKey.ZOMBIE]
    profile = " · ".join(
        f"{'H' if key == 'C' else key} {value if value or key != 'E' else '—'}"
        for key, value in zombie.profile.items()
    )
    count = catalogue.number("zombie_cap", "most")
    half = -(-count // 2)
    head = catalogue.attributes[AttributeKey.SHOOT_THEM_IN_THE_HEAD]
    named = ((_("Knockback"), "knockback"), (_("Targets"), "noise"))
    steps = catalogue.phases[PhaseKey.MENACE].steps[_ZOMBIE_STEPS:]
    carried = _("carried, it costs {n} Action Points.", n=catalogue.number("supply_token", "heavy"))
    reminders = (
        *(
            FormText(step, name, pictograms.token(token) if token else "", large=True)
            for step, (name, token) in zip(
                steps, (*named, *(("", "") for _s in steps)), strict=False
            )
        ),
        FormText(catalogue.trait_summary(head.key), _("When hit"), head.drawing, large=True),
        FormText(carried, _("Supply Token"), pictograms.token("supply"), large=True),
    )
    rings = (
        WriteBox("line", share=1.0),
        WriteBox("rings", head=_("Knockback"), count=zombie.profile["AP"]),
        FormWords("", width=1.0),
        WriteBox("rings", head=_("Supply Token"), width=13.0),
    )
    entries = tuple(
        (
            tuple(
                cell
                for number in range(n, count + 1, half)
                for cell in (FormWords(str(number), width=8.0, strong=True, large=True), *rings)
            ),
        )
        for n in range(1, half + 1)
    )
    table = FormTable(entries, pitch=_ZOMBIE_PITCH)
    return FormSheet(_("Zombies"), profile, (FormSection("", (table, *reminders)),), zombie.drawing)


def token_sheet(
    group: Group, catalogue: Catalogue, paper: PaperName, cell: float = 0.0
) -> TokenSheet:
    """Return the tokens of a group: noise for a turn, ammo for its guns, knockback for the zombies it
    hits, Locked and Loaded, and the Supply Tokens of a game (p. 36–40, p. 49). Noise and knockback
    fill up the last page. If cards have cells, `cell` millimetres wide, their markers follow.
    """
    shooters = [firearms_in_hand(member, catalogue) for member in group.roster]
    guns = [gun for held in shooters for gun in held]
    loud = sum(max((0, *(g.rate for g in held if not g.silent))) for held in shooters)
    counted = [gun.reload for gun in guns if gun.reload]
    hits = max((step.knockback for gun in guns for step in gun.steps), default=1)
    everybody = len(group.roster)
    names: dict[TokenKey, str] = {
        "damage": _("damage"),
        "run": _("Run"),
        "panic": _("panicked"),
        "noise": _("Noise"),
        "ammo": _("Ammo"),
        "knockback": _("Knockback"),
        "locked": _("Locked and Loaded"),
        "supply": _("Supply Token"),
    }

    def kind(key: TokenKey, count: int, worth: int = 1) -> TokenKind:
        return TokenKind(key, names[key], pictograms.token(key), count, worth)

    fives = sum(reload // _MANY for reload in counted)
    tokens = [
        kind("noise", loud + everybody),
        kind("ammo", sum(min(_MANY - 1, reload) for reload in counted)),
        kind("ammo", fives, _MANY),
        kind("knockback", _KNOCKED * max(2, hits)),
        kind("locked", sum(1 for held in shooters if held)),
        kind("supply", _SUPPLIES),
    ]
    across, down = token_grid(paper)
    spare = -sum(t.count for t in tokens) % (across * down)
    more = {"noise": spare - spare // 3, "knockback": spare // 3}
    return TokenSheet(
        _("Tokens to cut out"),
        tuple(replace(t, count=t.count + more.get(t.key, 0)) for t in tokens if t.count),
        tuple(
            one
            for one in (
                kind("damage", sum(permanent(m, catalogue, "DC") for m in group.roster)),
                kind("noise", everybody),
                kind("ammo", len(counted)),
                kind("locked", everybody),
                kind("run", everybody),
                kind("panic", everybody),
                kind("supply", min(everybody, _SUPPLIES)),
            )
            if one.count and cell
        ),
        cell,
    )


def _side_with_result(side: Side) -> str:
    """Return a side's name, and whether it won or lost."""
    if side.won:
        return _("{side} won", side=side.name)
    return _("{side} lost", side=side.name) if side.lost else side.name


def campaign_sheet(
    campaign: Campaign,
    groups: Iterable[Group],
    catalogue: Catalogue,
    charts: Iterable[Chart] = (),
) -> TextSheet:
    """Return the campaign's sheet: standings, games, chronicle, rulings and memorial."""
    groups = list(groups)
    games = [
        PrintedLine(
            _("Game {n}", n=game.number),
            dotted(
                catalogue.encounters[game.encounter].name,
                *(_side_with_result(s) for s in game.sides),
            ),
        )
        for game in campaign.games
    ]
    rulings = [
        PrintedLine(text.name, text.options[text.chosen(campaign.switches)].name)
        for text in switch_texts(catalogue)
    ]
    own = dict(campaign.numbers)
    rulings += [
        PrintedLine(house.name, f"{number(own[house.key])}{house.unit}")
        for house in house_numbers()
        if house.key in own
    ]
    memorial = [
        PrintedLine(
            member.name,
            dotted(
                group.name,
                catalogue.character(member.type).name,
                _("Level {n}", n=member.level),
                _("died") if member.status == "dead" else _("left"),
                _("after game {n}", n=member.fate_game) if member.fate_game else "",
            ),
        )
        for group in groups
        for member in group.memorial
    ]
    sections = [
        Section(_("Standings"), table=_standings(campaign, groups, catalogue)),
        *(_rankings(campaign, groups, catalogue) if campaign.rankings else ()),
        *(Section(chart.title, chart=chart) for chart in charts),
        Section(_("Games"), tuple(games)),
        Section(_("Chronicle"), tuple(_written(campaign))),
        Section(_("House rules in force"), tuple(rulings)),
        Section(_("Our rules"), tuple(_counters(campaign, catalogue))),
        Section(_("Memorial"), tuple(memorial)),
    ]
    if campaign.notes.strip():
        sections.append(Section(_("Notes"), (PrintedLine("", campaign.notes),)))
    return TextSheet(
        "campaign",
        campaign.name,
        _("Campaign sheet"),
        tuple(s for s in sections if s.lines or s.table is not None or s.chart is not None),
        columns=1,
    )


def _counters(campaign: Campaign, catalogue: Catalogue) -> Iterator[PrintedLine]:
    """Yield the campaign's own counters."""
    for held in shown_counters(campaign.counters, "campaign", "roster", catalogue):
        yield PrintedLine(held.text, drawing=held.drawing)


def _written(campaign: Campaign) -> Iterator[PrintedLine]:
    """Yield the players' own words about games, then the entries of the chronicle."""
    for game in campaign.games:
        own = campaign.own_words.get(game.id)
        if own is not None and own.text.strip():
            yield PrintedLine(_("Game {n}").format(n=game.number), own.text)
    for entry in sorted(campaign.entries, key=lambda one: one.day):
        if entry.text.strip():
            yield PrintedLine(titled(day_in_words(entry.day), kind_name(entry.kind)), entry.text)


def _standings(campaign: Campaign, groups: Sequence[Group], catalogue: Catalogue) -> SheetTable:
    """Return the table of the standings: results and figures of each group, with its Leader and Refuge."""
    known = {group.id: group for group in groups}
    ratings = {group.id: rating_of(group, catalogue).total for group in groups}
    rows = []
    for place in standings(campaign, known, ratings):
        group, totals = known[place.group], place.totals
        leader, levels = group.leading, sum(m.level for m in group.roster)
        parts = [
            group.player,
            leader.name if leader is not None else _("no Leader"),
            catalogue.refuges[group.refuge.key].name,
            ngettext("{n} game", "{n} games", group.games),
            ngettext("{n} Level", "{n} Levels", levels),
        ]
        if leader is not None:
            both = sum(permanent(leader, catalogue, key) for key in ("C", "I"))
            parts.append(_("Courage and Intelligence {n}", n=both))
        figures = (totals.won, totals.drawn, totals.lost, group.points, place.rating)
        cells = (f"{place.place} · {group.name}", *map(number, figures), f"{len(group.roster)}")
        rows.append(SheetRow(cells, note=dotted(*parts)))
    heads = (
        _("Group"), _("Won"), _("Drawn"), _("Lost"), _("Points"), _("Rating"), _("Members"),
    )  # fmt: skip
    figure: ColumnKind = "figure"
    kinds: tuple[ColumnKind, ...] = ("name", *(figure for _head in heads[1:]))
    return SheetTable(kinds, tuple(rows), heads)


def _rankings(
    campaign: Campaign, groups: Sequence[Group], catalogue: Catalogue
) -> Iterator[Section]:
    """Yield a section for each ranking, with the groups' places and points."""
    names = {group.id: group.name for group in groups}
    ratings = {group.id: rating_of(group, catalogue).total for group in groups}
    for ranking in campaign.rankings:
        rows = tuple(
            SheetRow((f"{one.place} · {names[one.group]}", number(one.points)))
            for one in ranked(campaign, ranking, names, ratings)
        )
        heads = (_("Group"), _("Points"))
        yield Section(ranking.name, table=SheetTable(("name", "figure"), rows, heads))


def encounter_sheet(game: NextGame, catalogue: Catalogue) -> TextSheet:
    """Return the briefing for the next game; until the Encounter is chosen, that of each
    Encounter."""
    found = briefing(game, catalogue)
    names = [entrant.name for entrant in game.setup.entrants]
    who = _(
        "Game {n}: {sides}",
        n=game.planned.number,
        sides=against(names, together=game.setup.together),
    )
    if found is None:
        title = _("The next Encounter")
        return TextSheet("encounter", title, who, tuple(_open(game, catalogue)))
    title = with_page(f"{found.number} · {found.name}", found.page)
    sections = (*_rules(found), *map(_side, found.sides))
    return TextSheet("encounter", title, who, sections, plan=found.plan)


def _open(game: NextGame, catalogue: Catalogue) -> Iterator[Section]:
    """Yield a section for each Encounter that the D6 may bring (p. 98)."""
    yield Section(_("Encounters"), note=_("It hasn't been chosen yet: roll a D6."))
    for entry in sorted(catalogue.encounters.values(), key=lambda entry: entry.number):
        planned = replace(game.planned, encounter=entry.key)
        found = briefing(replace(game, planned=planned), catalogue)
        if found is not None:
            about, *parts = _rules(found)
            told = [PrintedLine(p.heading, " ".join(one.text for one in p.lines)) for p in parts]
            title = with_page(f"{found.number} · {found.name}", found.page)
            yield Section(title, (*about.lines, *told))


def _rules(found: Briefing) -> tuple[Section, ...]:
    """Return the sections of an Encounter: what it is about, set-up, special rules, end."""
    figures = " · ".join(f"{figure.text} {figure.name}" for figure in found.figures)
    about = tuple(PrintedLine("", text) for text in (found.scene, found.why, figures) if text)
    steps = tuple(PrintedLine(f"{n}", step) for n, step in enumerate(found.steps, start=1))
    rules = tuple(PrintedLine("", rule) for rule in found.rules or (_("None."),))
    return (
        Section(_("Overview"), about),
        Section(_("Set-up"), steps),
        Section(_("Special rules"), rules),
        Section(_("Ending the game"), (PrintedLine("", found.end),)),
    )


def _side(side: SideBrief) -> Section:
    """Return the section of a side: who is deployed, Perks that matter, reminders."""
    title = side.name
    if side.role:
        title = _("{side} · {role}", side=side.name, role=side.role_name)
    deployed = [_named(m.name, leads=m.leads) for m in side.members if m.part == "deployed"]
    lines = [PrintedLine(side.deploys, ", ".join(deployed))]
    for part, heading in (
        ("held-back", _("May come later")),
        ("missing", pgettext("next game", "Stay behind")),
    ):
        behind = [m.name for m in side.members if m.part == part]
        if behind:
            lines.append(PrintedLine(heading, ", ".join(behind)))
    lines += [PrintedLine(perk.name, perk.text, perk.drawing) for perk in side.perks]
    for reminder, names in side.by_reminder():
        name = _("{names}, {what}", names=", ".join(names), what=reminder.name)
        lines.append(PrintedLine(name, reminder.text, reminder.drawing))
    return Section(title, tuple(lines))


def _named(name: str, *, leads: bool) -> str:
    return _("{name} (Leader)", name=name) if leads else name
