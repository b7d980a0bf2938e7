"""The post-game worksheet: the sequence on paper, in order, with a box for each of its rolls."""

from __future__ import annotations

from dataclasses import replace

from lastdays.language import _, ngettext, number, signed
from lastdays.model.game_record import GameRecord, Side
from lastdays.model.group import Group, Member
from lastdays.model.profile import next_level_cost
from lastdays.model.recruiting import perk_giving, perk_keys
from lastdays.model.switches import Switches
from lastdays.pdf.content import PrintedLine, Section, TextSheet, WorksheetAsk
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.experience import earned, earns
from lastdays.postgame.job_assignment import Post, jobs_of, posts
from lastdays.postgame.level_up import choosable_tables
from lastdays.postgame.supplies import cell_in_words
from lastdays.postgame.zombie_attack import guard_value
from lastdays.rulebook import Catalogue, skill_type_name
from lastdays.rulebook.known import AttributeKey, EquipmentKey, PerkKey, SkillKey

#: Supply Tokens for which there is room where no game says how many were won.
_TOKENS = 5
#: The secondary dice of an injury: 11 the virus and the limb, 12 the Experience (p. 85).
_INJURY = ("2D6", "", "11", "", "12")


def worksheet(
    group: Group, catalogue: Catalogue, switches: Switches, game: GameRecord | None = None
) -> TextSheet:
    """Make the worksheet of a group's sequence. `game` is the record that waits for it; without one there are
    boxes for what a record says as well."""
    paper = _Worksheet(group, catalogue, switches, game)
    sections = paper.sections()
    numbered = [
        replace(section, heading=f"{n}  {section.heading}")
        for n, section in enumerate(sections, start=1)
    ]
    about = _("after game {n}").format(n=game.number) if game is not None else _("after a game")
    if game is None:
        numbered.insert(0, paper.record())
    return TextSheet(
        "worksheet", _("Post-game worksheet"), f"{group.name} · {about}", tuple(numbered)
    )


class _Worksheet:
    """One group's sheet; `side` is how it played, None where that is not recorded."""

    def __init__(
        self, group: Group, catalogue: Catalogue, switches: Switches, game: GameRecord | None
    ) -> None:
        self.group = group
        self.catalogue = catalogue
        self.switches = switches
        self.game = game
        self.side: Side | None = game.side_of(group.id) if game is not None else None
        home = {c.member for c in self.side.captives if c.fate == "home"} if self.side else set()
        self.members = tuple(m for m in group.roster if m.status == "active" or m.id in home)

    def sections(self) -> list[Section]:
        """List the sections in the order of the sequence (p. 83–97)."""
        found = [
            self.encounter(),
            self.injuries(),
            self.experience(),
            self.supplies(),
            Section(
                _("Gear"),
                asks=tuple(WorksheetAsk(_("handed over"), ("",), wide=True) for _n in range(3)),
                note=_("Before the Jobs gear may change hands freely."),
            ),
            self.jobs(),
            self.attack(),
            self.refuge(),
        ]
        return [s for s in found if s.asks or s.note]

    def is_out(self, member: Member) -> bool:
        """Tell whether a member is known to have ended the game Out of Action."""
        return self.side is not None and self.side.is_out(member.id)

    @property
    def leader_may_die(self) -> bool:
        """Tell whether there has to be room for a new Leader."""
        leader = self.group.leading
        return self.side is None or leader is None or self.is_out(leader)

    def record(self) -> Section:
        """Say what a record of the game says."""
        rows = (
            WorksheetAsk(m.name, (_("played"), _("out"), _("zombies"), _("rivals"), _("goals")))
            for m in self.members
        )
        return Section(
            _("The game"),
            asks=(
                WorksheetAsk(_("Encounter"), ("",), wide=True),
                *rows,
                WorksheetAsk(_("used up"), ("",), wide=True),
            ),
            note=_("Who played, who ended Out of Action, and what each did."),
        )

    def encounter(self) -> Section:
        """List captives, a freed stranger, the escape vehicle (p. 84, p. 104, p. 107)."""
        asks: list[WorksheetAsk] = []
        unknown = self.side is None
        if self.game is not None:
            asks += [
                WorksheetAsk(_("{name}'s gear: taken?").format(name=captive.name), ("",))
                for rival in self.game.rivals_of(self.group.id)
                for captive in rival.captives
                if captive.fate in ("lost", "declined")
                and captive.captor == self.group.id
                and captive.gear
            ]
        if unknown and any(m.status == "captured" for m in self.group.roster):
            asks.append(WorksheetAsk(_("Captives: home, held or dead"), ("",), wide=True))
        if unknown or (self.side is not None and self.side.stranger_home):
            asks.append(WorksheetAsk(_("A stranger joins, skill types"), ("",), wide=True))
        if unknown or (self.side is not None and self.side.vehicle):
            vehicle = self.catalogue.encounters.get(self.game.encounter if self.game else "")
            tests = [vehicle] if vehicle is not None else list(self.catalogue.encounters.values())
            needed = next((e.perk_test for e in tests if e.perk_test is not None), None)
            if needed is not None:
                asks.append(WorksheetAsk(_("Escape vehicle: who works on it"), ("",), wide=True))
                asks.append(
                    WorksheetAsk(
                        _("D6 + {what}, {n} or more").format(
                            what=needed.characteristic, n=needed.target
                        ),
                        ("", _("Gear-Head")),
                    )
                )
        return Section(_("Encounter"), asks=tuple(asks))

    def injuries(self) -> Section:
        """List a roll for everyone Out of Action (p. 84); without a record a line for everyone."""
        known = self.side is not None
        rolled = [m for m in self.members if not known or self.is_out(m)]
        helpers = [m for m in self.members if not known or not self.is_out(m)]
        alone = self.game is not None and not self.game.rivals_of(self.group.id)
        boxes = (*_INJURY, _("again"), "") if alone else _INJURY
        asks = [WorksheetAsk(m.name, boxes, hint=self._second_time(m)) for m in rolled]
        if not rolled:
            return Section(_("Injuries"), note=_("Nobody ended the game Out of Action."))
        asks += [
            WorksheetAsk(
                _("First Aid Training, {name}: one die again for").format(name=m.name),
                ("", _("die")),
            )
            for m in helpers
            if m.has(SkillKey.FIRST_AID_TRAINING)
        ]
        medical = self.catalogue.equipment[EquipmentKey.MEDICAL_SUPPLIES]
        asks += [
            WorksheetAsk(
                _("{gear}, {name}: ±{n} for").format(
                    gear=medical.name, name=m.name, n=medical.injury_shift
                ),
                ("", "±"),
            )
            for m in helpers
            for item in m.gear
            if item.key == EquipmentKey.MEDICAL_SUPPLIES
        ]
        if self.leader_may_die:
            asks.append(WorksheetAsk(_("New Leader: type and name"), ("",), wide=True))
            asks.append(WorksheetAsk(_("Who leaves with the old one"), ("",), wide=True))
        table = " · ".join(
            f"{_span(entry.totals)} {entry.name}"
            for entry in sorted(self.catalogue.injuries.values(), key=lambda e: e.totals or (99,))
            if entry.totals
        )
        note = _("11: the virus (1–3 kills), then the limb (1–3 arm). 12: a die of Experience.")
        return Section(_("Injuries"), (PrintedLine("2D6", table),), tuple(asks), note)

    def _second_time(self, member: Member) -> str:
        injuries = [self.catalogue.injuries.get(i.key) for i in member.injuries]
        again = [entry.name for entry in injuries if entry is not None and entry.again]
        if not again:
            return ""
        return _("a second time is death: {injuries}").format(injuries=", ".join(again))

    def experience(self) -> Section:
        """List what each earns (p. 87) and the rolls of each Level that may be bought (p. 88–90)."""
        asks: list[WorksheetAsk] = []
        for m in self.members:
            if not earns(m, self.switches):
                continue
            boxes, known, most = self._earned(m)
            cost = next_level_cost(m, self.catalogue)
            if cost is not None:
                known.append(_("Level {n} costs {cost}").format(n=m.level + 1, cost=cost))
            levels = self._levels(m, most)
            hint = " · ".join(known)
            asks.append(WorksheetAsk(m.name, (*boxes, _("total")), hint=hint, keep=bool(levels)))
            asks += levels
        tables = [
            PrintedLine(
                _("Characteristic 2D6"),
                " · ".join(
                    f"{total} {'/'.join(names)}"
                    for total, names in self.catalogue.characteristic_table.items()
                ),
            )
        ]
        tables += [
            PrintedLine(
                skill_type_name(key),
                " · ".join(
                    f"{n} {self.catalogue.skills[k].name}" for n, k in enumerate(keys, start=1)
                ),
            )
            for key, keys in self.catalogue.skill_tables.items()
        ]
        note = _("A zombie {z}, a rival {r}, an objective {o}; surviving {d}.").format(
            z=self.catalogue.earned["zombie"],
            r=self.catalogue.earned["rival"],
            o=self.catalogue.earned["objective"],
            d=self.catalogue.survived,
        )
        return Section(_("Experience"), tuple(tables), tuple(asks), note)

    def _earned(self, m: Member) -> tuple[list[str], list[str], int]:
        """Return the boxes for what a member earns, what is known of it, the most it can come to."""
        known = [_("has {n}").format(n=m.experience)]
        if self.side is None:
            return [_("survived {dice}").format(dice=self.catalogue.survived), _("deeds")], known, 0
        tokens = sum(t.member == m.id and t.fate != "claimed" for t in self.side.tokens)
        deeds, _why = earned(m, self.side.appearance(m.id), tokens, self.catalogue)
        known.append(_("earned {n}").format(n=deeds))
        boxes: list[str] = []
        most = m.experience + deeds
        if self.is_out(m):
            boxes.append(_("12: D6"))
            most += self.catalogue.survived.most
        elif self.side.took_part(m.id):
            boxes.append(_("survived {dice}").format(dice=self.catalogue.survived))
            most += self.catalogue.survived.most
        return boxes, known, most

    def _levels(self, m: Member, most: int) -> list[WorksheetAsk]:
        """List a line for each Level that can be paid; one where nothing is known."""
        costs = list(self.catalogue.level_costs[m.level :])
        tables = choosable_tables(m, self.catalogue) if not m.has(AttributeKey.ANIMAL) else ()
        names = ", ".join(skill_type_name(t) for t in tables)
        found = []
        for n, cost in enumerate(costs, start=1):
            if self.side is not None and cost > most:
                break
            most -= cost
            found.append(
                WorksheetAsk(
                    _("Level {n}: characteristic or {tables}").format(n=m.level + n, tables=names)
                    if names
                    else _("Level {n}: characteristic").format(n=m.level + n),
                    ("2D6", "", "D6", _("extra")),
                )
            )
            if self.side is None:
                break
        return found

    def supplies(self) -> Section:
        """List two rolls of 2D6 a Supply Token: row, column; then its points (p. 92, ruling 21)."""
        side, group = self.side, self.group
        asks: list[WorksheetAsk] = []
        tokens = len(side.tokens) if side is not None else _TOKENS
        for n in range(1, tokens + 1):
            name = _("Token {n}").format(n=n)
            scavenger = side is None and any(m.has(SkillKey.SCAVENGER) for m in self.members)
            if side is not None:
                token = side.tokens[n - 1]
                if token.member and group.has_member(token.member):
                    carrier = group.member(token.member)
                    name = _("Token {n}, {name}").format(n=n, name=carrier.name)
                    scavenger = token.fate == "carried" and carrier.has(SkillKey.SCAVENGER)
            asks.append(WorksheetAsk(name, (_("row"), "", _("column"), "", _("points"), "")))
            if scavenger:
                asks.append(WorksheetAsk(_("Scavenger: row or column"), ("±",)))
            asks.append(WorksheetAsk(_("found; how many D3"), ("", ""), wide=True))
        if not tokens:
            return Section(_("Supplies"), note=_("No Supply Token was won."))
        room = perk_giving(group, self.catalogue, lambda p: p.rerolls_supplies)
        if room is not None:
            again = _("{perk}: the points again of token").format(perk=room.name)
            asks.append(WorksheetAsk(again, ("", "")))
        asks.append(WorksheetAsk(_("points in all"), ("",), wide=True))
        columns = self.catalogue.supply_columns
        table = tuple(
            PrintedLine(
                str(row),
                " · ".join(
                    f"[{column}] {cell_in_words(cell, self.catalogue)}"
                    for column, cell in zip(columns, cells, strict=True)
                ),
            )
            for row, cells in self.catalogue.supply_rows.items()
        )
        return Section(_("Supplies"), table, tuple(asks))

    def jobs(self) -> Section:
        """List a Job for everyone standing (p. 93), and the roll of each Perk that can be worked."""
        asks: list[WorksheetAsk] = []
        if self.leader_may_die:
            asks.append(WorksheetAsk(_("New Leader's gear and its price"), ("",), wide=True))
        standing = [m for m in self.members if not self.is_out(m)]
        asks += [
            WorksheetAsk(
                m.name,
                ("",),
                hint=_("on Guard {n}").format(n=signed(guard_value(m, self.catalogue))),
                wide=True,
            )
            for m in standing
        ]
        perks = [p for p in posts(self.group, self.catalogue) if p.key != PerkKey.WATCH_TOWER]
        asks += [_post(post, self.catalogue) for post in perks]
        asks += [WorksheetAsk(_("Build: Perk and price"), ("",), wide=True) for _n in range(2)]
        open_jobs = self._open_jobs(standing)
        if "recruit" in open_jobs:
            asks.append(WorksheetAsk(_("Recruit: type and price"), ("",), wide=True))
        if "talk" in open_jobs:
            asks.append(WorksheetAsk(_("The Talk: D6 + Intelligence, Leader / other"), ("", "")))
        return Section(_("Jobs"), asks=tuple(asks))

    def _open_jobs(self, standing: list[Member]) -> set[str]:
        if self.game is None:
            return {"recruit", "talk"}
        context = PostGameContext(self.catalogue, self.switches, self.game, self.group.id)
        return {job for m in standing for job in jobs_of(m, self.group, context)}

    def attack(self) -> Section:
        """List the Zombie Attack's dice and what changes them (p. 95, ruling 28)."""
        catalogue, keys = self.catalogue, perk_keys(self.group, self.catalogue)
        asks = [WorksheetAsk(_("Zombie Attack"), ("2D6", ""))]
        tower = catalogue.perks[PerkKey.WATCH_TOWER]
        if tower.key in keys and tower.test is not None:
            asks.append(
                WorksheetAsk(
                    _("{perk}: D6 + {what}, {n} or more; then one die again").format(
                        perk=tower.name, what=tower.test.characteristic, n=tower.test.target
                    ),
                    ("", _("again")),
                )
            )
        asks.append(WorksheetAsk(_("modified"), (_("wounded"), _("Guards"), _("total"))))
        each = number(catalogue.number("zombie_attack", "out_of_action"))
        parts = [_("{n} for each who ended Out of Action").format(n=each)]
        if self.side is not None:
            count = sum(1 for m in self.members if self.is_out(m))
            parts = [
                ngettext(
                    "{each} for {n} Out of Action", "{each} for each of {n} Out of Action", count
                ).format(each=each, n=count)
            ]
        if not self.switches.attack_counts_lost:
            parts.append(_("the fallen and the captured don't count"))
        parts.append(_("each Guard as said with the Jobs"))
        for key in keys:
            perk = catalogue.perks[key]
            if perk.attack_bonus:
                parts.append(f"{perk.name} {signed(perk.attack_bonus)}")
            if perk.shelters:
                parts.append(_("{perk}: one wounded less").format(perk=perk.name))
        most = catalogue.number("zombie_attack", "overrun_at_most")
        note = _("{parts}. {n} or less: overrun.").format(parts=" · ".join(parts), n=most)
        return Section(_("Zombie Attack"), asks=tuple(asks), note=note)

    def refuge(self) -> Section:
        """List staying, leaving or fleeing (p. 96, rulings 29 and 30)."""
        return Section(
            _("Refuge"),
            asks=(
                WorksheetAsk(_("Held: stay, or move to"), ("",), wide=True),
                WorksheetAsk(_("Overrun: flee to"), ("",), wide=True),
                WorksheetAsk(_("Overrun: who is left behind"), ("",), wide=True),
                WorksheetAsk(_("Overrun: one drawn at random"), ("",), wide=True),
                WorksheetAsk(_("their injury"), (*_INJURY, _("again"), "")),
                WorksheetAsk(_("First Aid or Medical Supplies"), ("", "±")),
                WorksheetAsk(_("New Leader: type, name, gear"), ("",), wide=True),
            ),
        )


def _span(totals: tuple[int, ...]) -> str:
    return f"{totals[0]}–{totals[-1]}" if len(totals) > 1 else str(totals[0])


def _post(post: Post, catalogue: Catalogue) -> WorksheetAsk:
    perk = catalogue.perks[post.key]
    if perk.points is not None:
        dice = str(perk.points)
        if perk.points_with_skill is not None:
            skill = catalogue.trait(perk.points_skill).name
            dice = _("{dice}, {more} with {skill}").format(
                dice=dice, more=perk.points_with_skill, skill=skill
            )
        return WorksheetAsk(f"{perk.name}: {dice}", ("", ""))
    if perk.test is not None:
        return WorksheetAsk(
            _("{perk}: D6 + {what}, {n} or more").format(
                perk=perk.name, what=perk.test.characteristic, n=perk.test.target
            ),
            ("",),
        )
    return WorksheetAsk(perk.name, ("",))
