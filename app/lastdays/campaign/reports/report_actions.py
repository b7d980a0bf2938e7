"""What a user does with reports: copies the form of a game, and reads what comes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.next_game import NextGameActions, one_use_gear
from lastdays.campaign.reports.cast import Cast, GearPiece, Names, Player, ReportSide, form_names_of
from lastdays.campaign.reports.form import FormCode, code_in, code_of, fixture_letters, report_form
from lastdays.campaign.reports.lines import lines_of
from lastdays.campaign.reports.reading import Report, read_reports
from lastdays.campaign.reports.words import TOGETHER, label_meant, tokens_of
from lastdays.campaign.workspace import Actions
from lastdays.desktop.message_files import tongue
from lastdays.errors import LastDaysError
from lastdays.language import _, speaking
from lastdays.model.campaign import Campaign
from lastdays.model.game_record import GameRecord, Side
from lastdays.model.group import Group, Member
from lastdays.values import Value

#: Members of other groups are known by name in so many of them.
GROUPS_MOST = 40


class ReportTarget(Value):
    """The game that a message is about: the id of a recorded one or of a fixture, both '' if it names
    neither, and the groups it names; `together` says that these play together. `is_foreign` says that
    it is of another campaign."""

    game: str = ""
    fixture: str = ""
    groups: tuple[str, ...] = ()
    together: bool = False
    is_foreign: bool = False


class ReportActions(Actions):
    """Forms and reports of the games of a campaign."""

    def form(self, campaign: str, game: GameRecord) -> str:
        """Return the form of a game, planned or recorded, in the language that its groups read, or else that
        of the program. LastDaysError if it has no group."""
        if not any(side.appearances for side in game.sides):
            raise LastDaysError("Choose a group that plays first.")
        value = self.workspace.campaign(campaign).campaign
        groups = self._groups([side.group for side in game.sides])
        languages = {group.language for group in groups}
        language = languages.pop() if len(languages) == 1 else ""
        cast = self.cast(campaign, game)
        encounter = self.catalogue.encounters.get(game.encounter)
        with speaking(tongue(language)):
            return report_form(
                cast,
                self._code(value, game),
                value.name,
                "" if encounter is None else encounter.name,
            )

    def planned(self, campaign: str, fixture: str) -> GameRecord:
        """Return the record to fill in of a game that is planned, with the number that it is to get; a
        `fixture` of '' is the next one."""
        next_game = NextGameActions(self.workspace)
        game = next_game.read(campaign, fixture)
        groups = game.fixture.groups
        record = GameRecordActions(self.workspace).new_record(campaign, groups, "")
        return replace(next_game.prefilled_record(campaign, record, fixture), number=game.number)

    def _code(self, campaign: Campaign, game: GameRecord) -> FormCode:
        return code_of(campaign.id, game.number, game.fixture)

    def read(self, campaign: str, game: GameRecord, message: str) -> list[Report]:
        """Return the reports of a game in a message. LastDaysError if there is too much of it."""
        return read_reports(message, self.cast(campaign, game))

    def target(self, campaign: str, message: str) -> ReportTarget:
        """Return which game a message is about. LastDaysError if there is too much of it."""
        value = self.workspace.campaign(campaign).campaign
        code = self._code_in(message)
        groups = self._groups_in(campaign, message)
        target = ReportTarget(groups=groups, together=_says_together(message))
        if code is None:
            return replace(target, fixture=_fixture_of(value, groups))
        own_code = code_of(campaign, code.number)
        if not code.is_of(own_code.campaign):
            return replace(target, is_foreign=True)
        fixture = _fixture_with(value, code)
        game = _game_with(value, code, groups)
        if not (fixture or game):
            fixture = _fixture_of(value, groups)
        return replace(target, game=game, fixture=fixture)

    def record_of(self, campaign: str, target: ReportTarget) -> GameRecord:
        """Return the record to fill in that a message is about: the game that is recorded, or a new one of
        the fixture, of the groups it names, or of those that are due. RuleError if the game is gone."""
        if target.game:
            return self.workspace.campaign(campaign).campaign.game(target.game)
        if target.fixture or not target.groups:
            return self.planned(campaign, target.fixture)
        record = GameRecordActions(self.workspace).new_record(campaign, target.groups, "")
        return replace(record, together=target.together and len(record.sides) > 1)

    def _code_in(self, message: str) -> FormCode | None:
        """Return the code of the form in a message, None if it has none."""
        for line in lines_of(message):
            code = code_in(line.text)
            if code is not None:
                return code
        return None

    def _groups_in(self, campaign: str, message: str) -> tuple[str, ...]:
        """Return the groups of a campaign that have a line of their own in a message, in their order there."""
        names = Names((group.name, group.id) for group in self.workspace.groups(campaign))
        groups: dict[str, None] = {}
        for line in lines_of(message):
            match = names.find_whole_name(line.text)
            if match.key:
                groups[match.key] = None
        return tuple(groups)

    # Who is in a game

    def cast(self, campaign: str, game: GameRecord) -> Cast:
        """Return who and what a report of a game can name."""
        members: list[tuple[int, str, Member | None]] = []
        for number, side in enumerate(game.sides):
            members += [(number, *pair) for pair in self._members(side)]
        names = [
            member_id if member is None else member.name for _side, member_id, member in members
        ]
        players = []
        for (number, member_id, member), name, called in zip(
            members, names, form_names_of(names), strict=True
        ):
            players.append(Player(member_id, name, called, number, self._gear(member)))
        encounter = self.catalogue.encounters.get(game.encounter)
        return Cast(
            sides=tuple(ReportSide(side.name, side.group) for side in game.sides),
            players=tuple(players),
            absent=dict(self._absent(campaign, {player.id for player in players})),
            encounters={entry.name: key for key, entry in self.catalogue.encounters.items()},
            plays_together=game.together,
            has_vehicle=encounter is not None and encounter.vehicle,
            has_stranger=encounter is not None and encounter.captives,
        )

    def _members(self, side: Side) -> Iterator[tuple[str, Member | None]]:
        """Yield the members of a side by id; None for one whose group is gone."""
        groups = self._groups([side.group])
        for appearance in side.appearances:
            member = None
            if groups and groups[0].has_member(appearance.member):
                member = groups[0].member(appearance.member)
            yield appearance.member, member

    def _groups(self, ids: Iterable[str]) -> list[Group]:
        """Return groups by id, without those that are gone."""
        groups = []
        for group in ids:
            if not group:
                continue
            try:
                groups.append(self.workspace.snapshot(group).group)
            except LastDaysError:
                continue
        return groups

    def _gear(self, member: Member | None) -> tuple[GearPiece, ...]:
        """Return a member's one-use gear."""
        if member is None:
            return ()
        gear = []
        for _bearer, piece in one_use_gear(member, self.catalogue):
            gear.append(GearPiece(piece.id, self.catalogue.gear(piece.key).name))
        return tuple(gear)

    def _absent(self, campaign: str, playing: set[str]) -> Iterator[tuple[str, str]]:
        """Yield the names of those who aren't in a game, each with a sentence that says so."""
        listed = self.workspace.groups(campaign)[:GROUPS_MOST]
        for group in self._groups(summary.id for summary in listed):
            for member in group.members:
                if member.id not in playing:
                    yield member.name, _absence(member, group)


def _says_together(message: str) -> bool:
    """Return whether a form says that its groups play together."""
    return any(label_meant(tokens_of(line.text)) == TOGETHER for line in lines_of(message))


def _absence(member: Member, group: Group) -> str:
    """Say that a member isn't in a game, and why if that is known."""
    match member.status:
        case "dead":
            return _("{name} of {group} is dead.", name=member.name, group=group.name)
        case "left":
            return _("{name} has left {group}.", name=member.name, group=group.name)
        case "captured":
            return _("{name} of {group} is captured.", name=member.name, group=group.name)
    return _("{name} of {group} isn't in this game.", name=member.name, group=group.name)


def _fixture_with(campaign: Campaign, code: FormCode) -> str:
    """Return the id of the fixture that a form is for and that is to be played, '' for none."""
    for fixture in campaign.open_fixtures:
        if code.fixture and fixture_letters(fixture.id) == code.fixture:
            return fixture.id
    return ""


def _game_with(campaign: Campaign, code: FormCode, groups: tuple[str, ...]) -> str:
    """Return the id of the recorded game that a form is for, '' for none: that of its fixture, else that of
    its number if the same groups played it."""
    for game in campaign.games:
        if code.fixture and fixture_letters(game.fixture) == code.fixture:
            return game.id
    for game in campaign.games:
        played = {side.group for side in game.sides if side.group}
        if not code.fixture and game.number == code.number and set(groups) in (set(), played):
            return game.id
    return ""


def _fixture_of(campaign: Campaign, groups: tuple[str, ...]) -> str:
    """Return the id of the fixture that these groups have to play, '' for none or for several."""
    fitting_fixtures = []
    for fixture in campaign.open_fixtures:
        if groups and set(fixture.groups) == set(groups):
            fitting_fixtures.append(fixture.id)
    return fitting_fixtures[0] if len(fitting_fixtures) == 1 else ""
