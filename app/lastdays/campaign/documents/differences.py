"""The differences between two states of a group or of a game record, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from lastdays.language import _
from lastdays.model.counters import changes_in_words
from lastdays.model.fields import GROUP, MEMBER, Fields, Whose, gear_in_words, names_with_counts
from lastdays.model.game_record import (
    Appearance,
    CaptiveFate,
    CaptiveRecord,
    GameRecord,
    Part,
    Side,
    SupplyToken,
    effects_in_words,
)
from lastdays.model.group import Group, Member, Status
from lastdays.model.profile import ExplainedFigure, explain, item_name
from lastdays.rulebook import CHARACTERISTICS, Catalogue, characteristic_name
from lastdays.values import Value


class Difference(Value):
    """A difference: whose, what, before and after. `kind` colours it."""

    whose: str
    what: str
    before: str
    after: str
    kind: str = ""


def compare(old_group: Group, new_group: Group, catalogue: Catalogue) -> list[Difference]:
    """List all differences, of the members in roster order, then of the group."""
    differences: list[Difference] = []
    for member in new_group.members:
        if not old_group.has_member(member.id):
            kind = catalogue.character(member.type).name
            differences.append(Difference(member.name, _("joins"), "", kind, "well"))
        elif old_group.member(member.id) != member:  # working out their numbers takes long
            differences += _differences_of_member(old_group.member(member.id), member, catalogue)
    for member in old_group.members:
        if not new_group.has_member(member.id):
            kind = catalogue.character(member.type).name
            differences.append(Difference(member.name, _("removed"), kind, ""))
    of_group = fields_that_differ(GROUP, old_group, new_group, catalogue)
    of_group += _difference_of_order(old_group, new_group)
    if not of_group:
        of_group = fields_that_differ(GROUP, old_group, new_group, catalogue, follows=True)
    return differences + of_group


def _differences_of_member(
    old_member: Member, new_member: Member, catalogue: Catalogue
) -> list[Difference]:
    """List the differences of a member; those in fields that follow from others only if there are no
    others."""
    differences = fields_that_differ(MEMBER, old_member, new_member, catalogue)
    differences += _differences_of_figures(old_member, new_member, catalogue)
    if not differences:
        return fields_that_differ(MEMBER, old_member, new_member, catalogue, follows=True)
    return differences


def _difference_of_order(old_group: Group, new_group: Group) -> Iterator[Difference]:
    """Yield that the members who are in both states stand in another order."""
    old_order = [member for member in old_group.members if new_group.has_member(member.id)]
    new_order = [member for member in new_group.members if old_group.has_member(member.id)]
    if [member.id for member in old_order] != [member.id for member in new_order]:
        old_names = ", ".join(member.name for member in old_order)
        new_names = ", ".join(member.name for member in new_order)
        yield Difference(new_group.name, _("Roster order"), old_names, new_names)


def fields_that_differ(
    fields: Fields[Whose],
    old_value: Whose,
    new_value: Whose,
    catalogue: Catalogue,
    *,
    follows: bool = False,
) -> list[Difference]:
    """List the fields that differ; with `follows` those that follow from others instead."""
    differences = []
    for field in fields.values():
        if field.follows != follows:
            continue
        texts = field.compare(old_value, new_value, catalogue)
        if texts:
            old_text, new_text = texts
            tone = field.tone(new_value)
            differences.append(Difference(new_value.name, field.name, old_text, new_text, tone))
    return differences


def _differences_of_figures(
    old_member: Member, new_member: Member, catalogue: Catalogue
) -> Iterator[Difference]:
    """Yield the characteristics that differ."""
    old_figures = explain(old_member, catalogue)
    new_figures = explain(new_member, catalogue)
    for key in CHARACTERISTICS:
        old_figure = old_figures[key]
        new_figure = new_figures[key]
        if old_figure.text == new_figure.text:
            continue
        kind = "harm"
        if _figure_for_shooting(new_figure) > _figure_for_shooting(old_figure):
            kind = "well"
        yield Difference(
            whose=new_member.name,
            what=characteristic_name(key),
            before=old_figure.text,
            after=new_figure.text,
            kind=kind,
        )


def _figure_for_shooting(figure: ExplainedFigure) -> int:
    """Return a figure as it is for shooting, if that is another."""
    return figure.value if figure.shooting is None else figure.shooting


def gear_fate(member: Member, status: Status, catalogue: Catalogue) -> str:
    """Say what happens to a member's gear when another status is set by hand; '' if it stays. The gear
    of the dead is lost and doesn't come back with them (ruling 18)."""
    if status == "dead" and member.status != "dead" and member.gear:
        return _(
            "Lost with {name}: {gear}. Undo restores it.",
            name=member.name,
            gear=gear_in_words(member, catalogue),
        )
    if member.status == "dead" and status != "dead":
        return _("{name} comes back without gear: it was lost when they died.", name=member.name)
    return ""


def part_name(part: Part) -> str:
    """Say how someone took part in a game: 'yes', 'held back'."""
    return {
        "deployed": _("yes"),
        "held-back": _("held back"),
        "missing": _("missed the game"),
    }[part]


def captive_fate_name(fate: CaptiveFate) -> str:
    """Say what became of a captive: 'brought home'."""
    return {
        "open": _("not settled yet"),
        "declined": _("Rescue declined: dead"),
        "home": _("brought home"),
        "lost": _("Rescue played, not brought home: dead"),
        "held": _("still held (our table allows it)"),
    }[fate]


def token_name(token: SupplyToken, name: str) -> str:
    """Say how a Supply Token came home: 'carried off by Mo'."""
    return {
        "carried": _("carried off by {name}"),
        "held": _("held by {name} at the end"),
        "claimed": _("claimed after the others broke"),
    }[token.fate].format(name=name)


def compare_records(
    old_record: GameRecord,
    new_record: GameRecord,
    group: str,
    names: Mapping[str, str],
    catalogue: Catalogue,
) -> list[Difference]:
    """List the differences between two records of a game that matter for one group's post-game sequence:
    all of its own side, who the rivals were, and captives it took. `names` are members' by id."""
    comparison = _RecordComparison(group, names, catalogue)
    comparison.compare_games(old_record, new_record)
    return comparison.differences


class _RecordComparison:
    """Lists the differences between two records of a game for one group."""

    def __init__(self, group: str, names: Mapping[str, str], catalogue: Catalogue) -> None:
        self.differences: list[Difference] = []
        self._group = group
        self._names = names
        self._catalogue = catalogue

    def compare_games(self, old_record: GameRecord, new_record: GameRecord) -> None:
        """Compare two records."""
        whose = _("Game {n}", n=new_record.number)
        self._note_difference(
            whose,
            _("Encounter"),
            self._encounter_name(old_record),
            self._encounter_name(new_record),
        )
        self._note_difference(
            whose, _("Against"), self._rival_names(old_record), self._rival_names(new_record)
        )
        old_side = old_record.side_of(self._group)
        new_side = new_record.side_of(self._group)
        if old_side is not None and new_side is not None:
            self._compare_sides(old_side, new_side)
            self._note_difference(
                new_side.name,
                _("Captives held"),
                self._captives_held(old_record),
                self._captives_held(new_record),
            )
        elif new_side is not None:
            self._note_difference(new_side.name, _("Took part"), _("no"), _("yes"))
        elif old_side is not None:
            self._note_difference(old_side.name, _("Took part"), _("yes"), _("no"))

    def _note_difference(self, whose: str, what: str, old_text: str, new_text: str) -> None:
        """List a difference if there is one."""
        if old_text != new_text:
            self.differences.append(Difference(whose, what, old_text, new_text))

    def _compare_sides(self, old_side: Side, new_side: Side) -> None:
        members = [appearance.member for appearance in old_side.appearances + new_side.appearances]
        for member in dict.fromkeys(members):
            self._compare_appearances(
                old_side.appearance(member) or Appearance(member, "held-back"),
                new_side.appearance(member) or Appearance(member, "held-back"),
            )
        name = new_side.name
        self._note_difference(
            name,
            _("Supply Tokens"),
            self._tokens_in_words(old_side),
            self._tokens_in_words(new_side),
        )
        self._note_difference(
            name,
            _("Captives"),
            self._captives_in_words(old_side.captives),
            self._captives_in_words(new_side.captives),
        )
        self._note_difference(
            name,
            _("Brought a stranger home"),
            _yes_or_no(old_side.stranger_home),
            _yes_or_no(new_side.stranger_home),
        )
        self._note_difference(
            name,
            _("Got away in the vehicle"),
            _yes_or_no(old_side.vehicle),
            _yes_or_no(new_side.vehicle),
        )
        self._note_difference(
            name, _("Broke"), _yes_or_no(old_side.broke), _yes_or_no(new_side.broke)
        )
        self._compare_own_rules(name, old_side, new_side)
        self._note_difference(name, _("Won"), _yes_or_no(old_side.won), _yes_or_no(new_side.won))
        self._note_difference(name, _("Lost"), _yes_or_no(old_side.lost), _yes_or_no(new_side.lost))

    def _compare_appearances(self, old_appearance: Appearance, new_appearance: Appearance) -> None:
        name = self._names.get(new_appearance.member, new_appearance.member)
        self._note_difference(
            name, _("Took part"), part_name(old_appearance.part), part_name(new_appearance.part)
        )
        self._note_difference(
            name,
            _("Out of Action"),
            self._out_in_words(old_appearance),
            self._out_in_words(new_appearance),
        )
        self._note_difference(
            name, _("Zombies"), str(old_appearance.zombies), str(new_appearance.zombies)
        )
        self._note_difference(
            name, _("Rivals"), str(old_appearance.rivals), str(new_appearance.rivals)
        )
        self._note_difference(
            name, _("Objectives"), str(old_appearance.objectives), str(new_appearance.objectives)
        )
        self._compare_own_rules(name, old_appearance, new_appearance)
        if set(old_appearance.spent) != set(new_appearance.spent):
            difference = Difference(
                name, _("Used up"), str(len(old_appearance.spent)), str(len(new_appearance.spent))
            )
            self.differences.append(difference)

    def _compare_own_rules(self, name: str, old: Side | Appearance, new: Side | Appearance) -> None:
        """Compare what players' own rules brought."""
        old_changes = ", ".join(changes_in_words(old.counters, self._catalogue))
        new_changes = ", ".join(changes_in_words(new.counters, self._catalogue))
        self._note_difference(name, _("Counters"), old_changes, new_changes)
        old_effects = ", ".join(effects_in_words(old.effects, self._catalogue))
        new_effects = ", ".join(effects_in_words(new.effects, self._catalogue))
        self._note_difference(name, _("Our rules"), old_effects, new_effects)

    def _encounter_name(self, game: GameRecord) -> str:
        entry = self._catalogue.encounters.get(game.encounter)
        return entry.name if entry else game.encounter

    def _rival_names(self, game: GameRecord) -> str:
        return ", ".join(side.name for side in game.rivals_of(self._group))

    def _captives_held(self, game: GameRecord) -> str:
        """List the captives that the group holds."""
        captives = []
        for rival in game.rivals_of(self._group):
            captives += [captive for captive in rival.captives if captive.captor == self._group]
        return self._captives_in_words(captives)

    def _tokens_in_words(self, side: Side) -> str:
        texts = []
        for token in side.tokens:
            texts.append(token_name(token, self._names.get(token.member, token.member)))
        return names_with_counts(texts)

    def _captives_in_words(self, captives: Iterable[CaptiveRecord]) -> str:
        return ", ".join(_captive_in_words(captive, self._catalogue) for captive in captives)

    def _out_in_words(self, appearance: Appearance) -> str:
        """Say whether somebody was Out of Action, and by whom."""
        if not appearance.out:
            return _("no")
        match appearance.out_by:
            case "":
                return _("yes")
            case "zombie":
                return _("by a zombie")
            case rival:
                return _("by {name}", name=self._names.get(rival, rival))


def _yes_or_no(so: bool) -> str:
    return _("yes") if so else _("no")


def _captive_in_words(captive: CaptiveRecord, catalogue: Catalogue) -> str:
    text = _("{name}: {fate}", name=captive.name, fate=captive_fate_name(captive.fate))
    gear = ", ".join(item_name(item, catalogue) for item in captive.gear)
    return f"{text} ({gear})" if gear else text
