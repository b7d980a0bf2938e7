"""The content of the sheets for zombies, tokens, the campaign and the next Encounter."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter

from msgspec.structs import replace

from lastdays.campaign.chronicle.entries import kind_name
from lastdays.campaign.chronicle.games import standings
from lastdays.campaign.chronicle.rankings import ranked
from lastdays.campaign.dates import day_in_words
from lastdays.campaign.next_game import Briefing, NextGame, SideBrief, briefing
from lastdays.language import _, against, dotted, ngettext, number, pgettext, titled
from lastdays.model.campaign import Campaign, ChronicleEntry, OwnWords
from lastdays.model.counters import shown_counters
from lastdays.model.game_record import Side
from lastdays.model.group import Group
from lastdays.model.profile import permanent
from lastdays.model.recruiting import rating_of
from lastdays.model.switches import house_numbers, switch_texts
from lastdays.model.weapons import firearms_in_hand
from lastdays.pdf.chart import Chart
from lastdays.pdf.content import (
    Cell,
    ColumnKind,
    FormFigures,
    FormLine,
    FormPart,
    FormSection,
    FormSheet,
    FormTable,
    FormText,
    FormWords,
    PaperName,
    Picture,
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

#: The number of Supply Tokens in a game (p. 36).
_SUPPLIES = 5
#: How many zombies are knocked back at once.
_KNOCKED = 3
#: How many tokens one with a number stands for.
_MANY = 5
#: The height of a zombie's line on its sheet, in millimetres: what fills a page.
_ZOMBIE_PITCH: dict[PaperName, float] = {"a4": 21.0, "letter": 19.2}
#: The index of the first step of the Menace Phase about zombies.
_ZOMBIE_STEPS = 3


def zombie_sheet(catalogue: Catalogue, paper: PaperName = "a4") -> FormSheet:
    """Return the sheet with boxes for as many zombies as the book recommends (p. 40)."""
    zombie = catalogue.zombies[ZombieKey.ZOMBIE]
    figures = [_zombie_figure(key, value) for key, value in zombie.profile.items()]
    table = FormTable(tuple(_zombie_rows(catalogue)), pitch=_ZOMBIE_PITCH[paper])
    parts: list[FormPart] = [FormFigures(tuple(figures)), table]
    parts += _zombie_reminders(catalogue)
    section = FormSection("", tuple(parts))
    return FormSheet(_("Zombies"), "", (section,), zombie.drawing)


def _zombie_figure(key: str, value: int) -> Cell:
    """Return a characteristic of zombies: their Courage is Horror, and 0 for Endurance means none."""
    name = "H" if key == "C" else key
    if key == "E" and not value:
        return Cell(name, "—")
    return Cell(name, str(value))


def _zombie_reminders(catalogue: Catalogue) -> Iterator[FormText]:
    """Yield what zombies do in the Menace Phase, what a hit does, and what a Supply Token costs."""
    steps = catalogue.phases[PhaseKey.MENACE].steps[_ZOMBIE_STEPS:]
    names = [_("Knockback"), _("Targets")]
    drawings = [pictograms.token("knockback"), pictograms.token("noise")]
    for place, step in enumerate(steps):
        if place < len(names):
            yield FormText(step, names[place], drawings[place], large=True)
        else:
            yield FormText(step, "", "", large=True)
    head = catalogue.attributes[AttributeKey.SHOOT_THEM_IN_THE_HEAD]
    yield FormText(catalogue.trait_summary(head.key), _("When hit"), head.drawing, large=True)
    cost = catalogue.number("supply_token", "heavy")
    text = _("carried, it costs {n} Action Points.", n=cost)
    yield FormText(text, _("Supply Token"), pictograms.token("supply"), large=True)


def _zombie_rows(catalogue: Catalogue) -> Iterator[tuple[FormLine, ...]]:
    """Yield rows with boxes for two zombies each, numbered down the left half, then the right."""
    zombie = catalogue.zombies[ZombieKey.ZOMBIE]
    boxes = (
        WriteBox("line", head=_("Which miniature"), share=1.0),
        WriteBox("rings", head=_("Knockback"), count=zombie.profile["AP"]),
        FormWords("", width=1.0),
        WriteBox("rings", head=_("Supply Token"), width=13.0),
    )
    count = catalogue.number("zombie_cap", "most")
    rows = math.ceil(count / 2)
    for first in range(1, rows + 1):
        row: list[WriteBox | FormWords] = []
        for n in range(first, count + 1, rows):
            row.append(FormWords(str(n), width=8.0, strong=True, large=True))
            row += boxes
        yield (tuple(row),)


def token_sheet(
    group: Group, catalogue: Catalogue, paper: PaperName, cell: float = 0.0
) -> TokenSheet:
    """Return the tokens of a group: noise for a turn, with one of five for who is louder, ammo for its
    guns, knockback for the zombies it hits, Locked and Loaded, and the Supply Tokens of a game (p.
    36–40, p. 49). Noise and knockback fill up the last page. If cards have cells, `cell` millimetres
    wide, their markers follow."""
    tokens = _group_tokens(group, catalogue)
    columns, rows = token_grid(paper)
    count = sum(token.count for token in tokens)
    spare = -count % (columns * rows)
    extra_tokens = {"noise": spare - spare // 3, "knockback": spare // 3}
    filled = []
    for token in tokens:
        if not token.count:
            continue
        if token.worth == 1:
            token = replace(token, count=token.count + extra_tokens.get(token.key, 0))
        filled.append(token)
    markers = []
    if cell:
        markers = [marker for marker in _markers(group, catalogue) if marker.count]
    return TokenSheet(_("Tokens to cut out"), tuple(filled), tuple(markers), cell)


def _group_tokens(group: Group, catalogue: Catalogue) -> list[TokenKind]:
    """Return the tokens of a group for the table."""
    everybody = len(group.roster)
    noise = everybody
    louder = 0
    armed = 0
    knockback = 2
    for member in group.roster:
        guns = firearms_in_hand(member, catalogue)
        if guns:
            armed += 1
        loud = [gun.rate for gun in guns if not gun.silent]
        if loud:
            louder += 1
        noise += max(loud, default=0)
        for gun in guns:
            knockback = max([knockback, *(step.knockback for step in gun.steps)])
    reloads = _reloads(group, catalogue)
    ones = sum(min(_MANY - 1, reload) for reload in reloads)
    fives = sum(reload // _MANY for reload in reloads)
    return [
        _token("noise", noise),
        _token("noise", louder, _MANY),
        _token("ammo", ones),
        _token("ammo", fives, _MANY),
        _token("knockback", _KNOCKED * knockback),
        _token("locked", armed),
        _token("supply", _SUPPLIES),
    ]


def _markers(group: Group, catalogue: Catalogue) -> list[TokenKind]:
    """Return the markers for the cells of a group's cards."""
    everybody = len(group.roster)
    damage = sum(permanent(member, catalogue, "DC") for member in group.roster)
    return [
        _token("damage", damage),
        _token("noise", everybody),
        _token("ammo", len(_reloads(group, catalogue))),
        _token("locked", everybody),
        _token("run", everybody),
        _token("panic", everybody),
        _token("supply", min(everybody, _SUPPLIES)),
    ]


def _reloads(group: Group, catalogue: Catalogue) -> list[int]:
    """Return the Reload of each of a group's Firearms that needs ammo."""
    reloads = []
    for member in group.roster:
        for gun in firearms_in_hand(member, catalogue):
            if gun.reload:
                reloads.append(gun.reload)
    return reloads


def _token(key: TokenKey, count: int, worth: int = 1) -> TokenKind:
    """Return a kind of token with its name and pictogram."""
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
    return TokenKind(key, names[key], pictograms.token(key), count, worth)


def _side_with_result(side: Side) -> str:
    """Return a side's name, and whether it won or lost."""
    if side.won:
        return _("{side} won", side=side.name)
    if side.lost:
        return _("{side} lost", side=side.name)
    return side.name


def campaign_sheet(
    campaign: Campaign,
    groups: Iterable[Group],
    catalogue: Catalogue,
    charts: Iterable[Chart] = (),
    pictures: Mapping[str, bytes] | None = None,
) -> TextSheet:
    """Return the campaign's sheet: standings, games, chronicle with its `pictures` by their ids,
    rulings and memorial."""
    groups = list(groups)
    sections = [Section(_("Standings"), table=_standings(campaign, groups, catalogue))]
    if campaign.rankings:
        sections += _rankings(campaign, groups, catalogue)
    sections += [Section(chart.title, chart=chart) for chart in charts]
    sections += [
        Section(_("Games"), tuple(_games(campaign, catalogue))),
        Section(
            _("Chronicle"),
            tuple(_players_words(campaign)),
            pictures=tuple(_named_pictures_by_day(campaign, pictures or {})),
        ),
        Section(_("House rules in force"), tuple(_rulings(campaign, catalogue))),
        Section(_("Our rules"), tuple(_counters(campaign, catalogue))),
        Section(_("Memorial"), tuple(_memorial(groups, catalogue))),
    ]
    if campaign.notes.strip():
        sections.append(Section(_("Notes"), (PrintedLine("", campaign.notes),)))
    filled = []
    for section in sections:
        has_figures = section.table is not None or section.chart is not None
        if section.lines or section.pictures or has_figures:
            filled.append(section)
    return TextSheet("campaign", campaign.name, _("Campaign sheet"), tuple(filled), columns=1)


def _games(campaign: Campaign, catalogue: Catalogue) -> Iterator[PrintedLine]:
    """Yield the games of a campaign by day, with who won."""
    for game in campaign.by_day:
        encounter = catalogue.encounters[game.encounter].name
        results = [_side_with_result(side) for side in game.sides]
        yield PrintedLine(_("Game {n}", n=game.number), dotted(encounter, *results))


def _rulings(campaign: Campaign, catalogue: Catalogue) -> Iterator[PrintedLine]:
    """Yield the campaign's rulings, then its own numbers."""
    for switch in switch_texts(catalogue):
        option = switch.options[switch.option_index(campaign.switches)]
        yield PrintedLine(switch.name, option.name)
    own_numbers = dict(campaign.numbers)
    for house in house_numbers():
        if house.key in own_numbers:
            yield PrintedLine(house.name, f"{number(own_numbers[house.key])}{house.unit}")


def _memorial(groups: Iterable[Group], catalogue: Catalogue) -> Iterator[PrintedLine]:
    """Yield those who died or left, group by group."""
    for group in groups:
        for member in group.memorial:
            end = _("died") if member.status == "dead" else _("left")
            when = _("after game {n}", n=member.fate_game) if member.fate_game else ""
            text = dotted(
                group.name,
                catalogue.character(member.type).name,
                _("Level {n}", n=member.level),
                end,
                when,
            )
            yield PrintedLine(member.name, text)


def _counters(campaign: Campaign, catalogue: Catalogue) -> Iterator[PrintedLine]:
    """Yield the campaign's own counters."""
    for counter in shown_counters(campaign.counters, "campaign", "roster", catalogue):
        yield PrintedLine(counter.text, drawing=counter.drawing)


def _players_words(campaign: Campaign) -> Iterator[PrintedLine]:
    """Yield the players' own words about games, then the entries of the chronicle, both by day."""
    for game in campaign.by_day:
        own_words = campaign.own_words.get(game.id)
        if own_words is not None and own_words.text.strip():
            yield PrintedLine(_("Game {n}").format(n=game.number), own_words.text)
    for entry in sorted(campaign.entries, key=attrgetter("day")):
        if entry.text.strip():
            yield PrintedLine(titled(day_in_words(entry.day), kind_name(entry.kind)), entry.text)


def _named_pictures_by_day(campaign: Campaign, pictures: Mapping[str, bytes]) -> Iterator[Picture]:
    """Yield the pictures of games, then those of entries, both by day, with what they are of."""
    for game in campaign.by_day:
        own_words = campaign.own_words.get(game.id)
        if own_words is not None:
            yield from _named_pictures(own_words, _("Game {n}", n=game.number), pictures)
    for entry in sorted(campaign.entries, key=attrgetter("day")):
        what = titled(day_in_words(entry.day), kind_name(entry.kind))
        yield from _named_pictures(entry, what, pictures)


def _named_pictures(
    words: OwnWords | ChronicleEntry, what: str, pictures: Mapping[str, bytes]
) -> Iterator[Picture]:
    """Yield the pictures that are there, each with what it belongs to and its own caption."""
    for picture in words.pictures:
        if pictures.get(picture):
            caption = words.captions.get(picture, "")
            yield Picture(pictures[picture], titled(what, caption) if caption else what)


def _standings(campaign: Campaign, groups: Sequence[Group], catalogue: Catalogue) -> SheetTable:
    """Return the table of the standings: results and figures of each group, with its Leader and Refuge."""
    groups_by_id = {group.id: group for group in groups}
    ratings = {group.id: rating_of(group, catalogue).total for group in groups}
    rows = []
    for place in standings(campaign, groups_by_id, ratings):
        group = groups_by_id[place.group]
        totals = place.totals
        cells = (
            f"{place.place} · {group.name}",
            number(totals.won),
            number(totals.drawn),
            number(totals.lost),
            number(group.points),
            number(place.rating),
            f"{len(group.roster)}",
        )
        played = totals.won + totals.drawn + totals.lost
        note = dotted(*_about_group(group, played, catalogue))
        rows.append(SheetRow(cells, note=note))
    heads = (
        _("Group"),
        _("Won"),
        _("Drawn"),
        _("Lost"),
        _("Points"),
        _("Rating"),
        _("Members"),
    )
    kinds: list[ColumnKind] = ["name"]
    kinds += ["figure"] * (len(heads) - 1)
    return SheetTable(tuple(kinds), tuple(rows), heads)


def _about_group(group: Group, played: int, catalogue: Catalogue) -> Iterator[str]:
    """Yield what stands below a group in the standings; it has `played` so many games, also those
    whose sequence isn't finished."""
    leader = group.leading
    levels = sum(member.level for member in group.roster)
    yield group.player
    if leader is None:
        yield _("no Leader")
    else:
        yield leader.name
    yield catalogue.refuges[group.refuge.key].name
    yield ngettext("{n} game", "{n} games", max(played, group.games))
    yield ngettext("{n} Level", "{n} Levels", levels)
    if leader is not None:
        courage = permanent(leader, catalogue, "C")
        intelligence = permanent(leader, catalogue, "I")
        yield _("Courage and Intelligence {n}", n=courage + intelligence)


def _rankings(
    campaign: Campaign, groups: Sequence[Group], catalogue: Catalogue
) -> Iterator[Section]:
    """Yield a section for each ranking, with the groups' places and points."""
    names = {group.id: group.name for group in groups}
    ratings = {group.id: rating_of(group, catalogue).total for group in groups}
    for ranking in campaign.rankings:
        rows = []
        for place in ranked(campaign, ranking, names, ratings):
            group = f"{place.place} · {names[place.group]}"
            rows.append(SheetRow((group, number(place.points))))
        heads = (_("Group"), _("Points"))
        table = SheetTable(("name", "figure"), tuple(rows), heads)
        yield Section(ranking.name, table=table)


def encounter_sheet(game: NextGame, catalogue: Catalogue) -> TextSheet:
    """Return the briefing for the next game; until the Encounter is chosen, that of each
    Encounter."""
    brief = briefing(game, catalogue)
    names = [entrant.name for entrant in game.setup.entrants]
    sides_in_words = _(
        "Game {n}: {sides}",
        n=game.number,
        sides=against(names, together=game.setup.together),
    )
    if brief is None:
        sections = tuple(_sections_of_all_encounters(game, catalogue))
        return TextSheet("encounter", _("The next Encounter"), sides_in_words, sections)
    sections = _rules(brief) + tuple(_side(side) for side in brief.sides)
    return TextSheet("encounter", _title(brief), sides_in_words, sections, plan=brief.plan)


def _title(brief: Briefing) -> str:
    return with_page(f"{brief.number} · {brief.name}", brief.page)


def _sections_of_all_encounters(game: NextGame, catalogue: Catalogue) -> Iterator[Section]:
    """Yield a section for each Encounter that the D6 may bring (p. 98)."""
    yield Section(_("Encounters"), note=_("It hasn't been chosen yet: roll a D6."))
    for entry in sorted(catalogue.encounters.values(), key=attrgetter("number")):
        fixture = replace(game.fixture, encounter=entry.key)
        brief = briefing(replace(game, fixture=fixture), catalogue)
        if brief is None:
            continue
        overview, *other_sections = _rules(brief)
        lines = list(overview.lines)
        for section in other_sections:
            text = " ".join(line.text for line in section.lines)
            lines.append(PrintedLine(section.heading, text))
        yield Section(_title(brief), tuple(lines))


def _rules(brief: Briefing) -> tuple[Section, ...]:
    """Return the sections of an Encounter: what it is about, set-up, special rules, end."""
    figures = " · ".join(f"{figure.text} {figure.name}" for figure in brief.figures)
    overview = [text for text in (brief.scene, brief.why, figures) if text]
    steps = [PrintedLine(f"{n}", step) for n, step in enumerate(brief.steps, start=1)]
    rules = brief.rules or (_("None."),)
    return (
        Section(_("Overview"), tuple(PrintedLine("", text) for text in overview)),
        Section(_("Set-up"), tuple(steps)),
        Section(_("Special rules"), tuple(PrintedLine("", rule) for rule in rules)),
        Section(_("Ending the game"), (PrintedLine("", brief.end),)),
    )


def _side(side: SideBrief) -> Section:
    """Return the section of a side: who is deployed, Perks that matter, reminders."""
    title = side.name
    if side.role:
        title = _("{side} · {role}", side=side.name, role=side.role_name)
    deployed = []
    for member in side.members:
        if member.part == "deployed":
            deployed.append(_name_with_role(member.name, leads=member.leads))
    lines = [PrintedLine(side.deploys_in_words, ", ".join(deployed))]
    for part, heading in (
        ("held-back", _("May come later")),
        ("missing", pgettext("next game", "Stay behind")),
    ):
        names = [member.name for member in side.members if member.part == part]
        if names:
            lines.append(PrintedLine(heading, ", ".join(names)))
    lines += [PrintedLine(perk.name, perk.text, perk.drawing) for perk in side.perks]
    for reminder, whose in side.members_by_reminder():
        name = _("{names}, {what}", names=", ".join(whose), what=reminder.name)
        lines.append(PrintedLine(name, reminder.text, reminder.drawing))
    return Section(title, tuple(lines))


def _name_with_role(name: str, *, leads: bool) -> str:
    return _("{name} (Leader)", name=name) if leads else name
