"""The differences between two states of a group or of a game record, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from lastdays.language import _
from lastdays.model.counters import changes_in_words
from lastdays.model.fields import GROUP, MEMBER, Fields, Whose, counted, gear_in_words
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


def compare(before: Group, after: Group, catalogue: Catalogue) -> list[Difference]:
    """List all differences, of the members in roster order, then of the group."""
    differences: list[Difference] = []
    for member in after.members:
        if not before.has_member(member.id):
            kind = catalogue.character(member.type).name
            differences.append(Difference(member.name, _("joins"), "", kind, "well"))
        elif before.member(member.id) != member:  # working out their numbers takes long
            differences += _of_member(before.member(member.id), member, catalogue)
    for member in before.members:
        if not after.has_member(member.id):
            kind = catalogue.character(member.type).name
            differences.append(Difference(member.name, _("removed"), kind, ""))
    of_group = fields_that_differ(GROUP, before, after, catalogue)
    of_group += _order(before, after)
    if not of_group:
        of_group = fields_that_differ(GROUP, before, after, catalogue, follows=True)
    return differences + of_group


def _of_member(before: Member, after: Member, catalogue: Catalogue) -> list[Difference]:
    """List the differences of a member; if none is seen, those that follow from others."""
    differences = fields_that_differ(MEMBER, before, after, catalogue)
    differences += _figures(before, after, catalogue)
    if not differences:
        return fields_that_differ(MEMBER, before, after, catalogue, follows=True)
    return differences


def _order(before: Group, after: Group) -> Iterator[Difference]:
    """Yield that the members who are in both states stand in another order."""
    old = [member for member in before.members if after.has_member(member.id)]
    new = [member for member in after.members if before.has_member(member.id)]
    if [member.id for member in old] != [member.id for member in new]:
        old_names = ", ".join(member.name for member in old)
        new_names = ", ".join(member.name for member in new)
        yield Difference(after.name, _("Roster order"), old_names, new_names)


def fields_that_differ(
    fields: Fields[Whose],
    before: Whose,
    after: Whose,
    catalogue: Catalogue,
    *,
    follows: bool = False,
) -> list[Difference]:
    """List the fields that differ; with `follows` those that follow from others instead."""
    differences = []
    for field in fields.values():
        if field.follows != follows:
            continue
        texts = field.compare(before, after, catalogue)
        if texts:
            old, new = texts
            tone = field.tone(after)
            differences.append(Difference(after.name, field.name, old, new, tone))
    return differences


def _figures(old: Member, new: Member, catalogue: Catalogue) -> Iterator[Difference]:
    """Yield the characteristics that differ."""
    old_figures = explain(old, catalogue)
    new_figures = explain(new, catalogue)
    for key in CHARACTERISTICS:
        old_figure = old_figures[key]
        new_figure = new_figures[key]
        if old_figure.text == new_figure.text:
            continue
        kind = "harm"
        if _highest(new_figure) > _highest(old_figure):
            kind = "well"
        yield Difference(
            whose=new.name,
            what=characteristic_name(key),
            before=old_figure.text,
            after=new_figure.text,
            kind=kind,
        )


def _highest(figure: ExplainedFigure) -> int:
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
    before: GameRecord,
    after: GameRecord,
    group: str,
    names: Mapping[str, str],
    catalogue: Catalogue,
) -> list[Difference]:
    """List the differences between two records of a game that matter for one group's post-game sequence:
    all of its own side, who the rivals were, and captives it took. `names` are members' by id."""
    comparison = _RecordComparison(group, names, catalogue)
    comparison.games(before, after)
    return comparison.differences


class _RecordComparison:
    """Lists the differences between two records of a game for one group."""

    def __init__(self, group: str, names: Mapping[str, str], catalogue: Catalogue) -> None:
        self.differences: list[Difference] = []
        self._group = group
        self._names = names
        self._catalogue = catalogue

    def games(self, before: GameRecord, after: GameRecord) -> None:
        """Compare two records."""
        whose = _("Game {n}", n=after.number)
        self._differ(whose, _("Encounter"), self._encounter(before), self._encounter(after))
        self._differ(whose, _("Against"), self._rivals(before), self._rivals(after))
        old = before.side_of(self._group)
        new = after.side_of(self._group)
        if old is not None and new is not None:
            self._sides(old, new)
            self._differ(new.name, _("Captives held"), self._held(before), self._held(after))
        elif new is not None:
            self._differ(new.name, _("Took part"), _("no"), _("yes"))
        elif old is not None:
            self._differ(old.name, _("Took part"), _("yes"), _("no"))

    def _differ(self, whose: str, what: str, old: str, new: str) -> None:
        """List a difference if there is one."""
        if old != new:
            self.differences.append(Difference(whose, what, old, new))

    def _sides(self, old: Side, new: Side) -> None:
        members = [appearance.member for appearance in old.appearances + new.appearances]
        for member in dict.fromkeys(members):
            self._appearances(
                old.appearance(member) or Appearance(member, "held-back"),
                new.appearance(member) or Appearance(member, "held-back"),
            )
        name = new.name
        self._differ(name, _("Supply Tokens"), self._tokens(old), self._tokens(new))
        self._differ(
            name, _("Captives"), self._captives(old.captives), self._captives(new.captives)
        )
        self._differ(
            name, _("Brought a stranger home"), _yes(old.stranger_home), _yes(new.stranger_home)
        )
        self._differ(name, _("Got away in the vehicle"), _yes(old.vehicle), _yes(new.vehicle))
        self._differ(name, _("Broke"), _yes(old.broke), _yes(new.broke))
        self._own_rules(name, old, new)
        self._differ(name, _("Won"), _yes(old.won), _yes(new.won))
        self._differ(name, _("Lost"), _yes(old.lost), _yes(new.lost))

    def _appearances(self, old: Appearance, new: Appearance) -> None:
        name = self._names.get(new.member, new.member)
        self._differ(name, _("Took part"), part_name(old.part), part_name(new.part))
        self._differ(name, _("Out of Action"), self._out(old), self._out(new))
        self._differ(name, _("Zombies"), str(old.zombies), str(new.zombies))
        self._differ(name, _("Rivals"), str(old.rivals), str(new.rivals))
        self._differ(name, _("Objectives"), str(old.objectives), str(new.objectives))
        self._own_rules(name, old, new)
        if set(old.spent) != set(new.spent):
            difference = Difference(name, _("Used up"), str(len(old.spent)), str(len(new.spent)))
            self.differences.append(difference)

    def _own_rules(self, name: str, old: Side | Appearance, new: Side | Appearance) -> None:
        """Compare what players' own rules brought."""
        old_changes = ", ".join(changes_in_words(old.counters, self._catalogue))
        new_changes = ", ".join(changes_in_words(new.counters, self._catalogue))
        self._differ(name, _("Counters"), old_changes, new_changes)
        old_effects = ", ".join(effects_in_words(old.effects, self._catalogue))
        new_effects = ", ".join(effects_in_words(new.effects, self._catalogue))
        self._differ(name, _("Our rules"), old_effects, new_effects)

    def _encounter(self, game: GameRecord) -> str:
        entry = self._catalogue.encounters.get(game.encounter)
        return entry.name if entry else game.encounter

    def _rivals(self, game: GameRecord) -> str:
        return ", ".join(side.name for side in game.rivals_of(self._group))

    def _held(self, game: GameRecord) -> str:
        """List the captives that the group holds."""
        captives = []
        for rival in game.rivals_of(self._group):
            captives += [captive for captive in rival.captives if captive.captor == self._group]
        return self._captives(captives)

    def _tokens(self, side: Side) -> str:
        texts = []
        for token in side.tokens:
            texts.append(token_name(token, self._names.get(token.member, token.member)))
        return counted(texts)

    def _captives(self, captives: Iterable[CaptiveRecord]) -> str:
        return ", ".join(_captive(captive, self._catalogue) for captive in captives)

    def _out(self, appearance: Appearance) -> str:
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


def _yes(so: bool) -> str:
    return _("yes") if so else _("no")


def _captive(captive: CaptiveRecord, catalogue: Catalogue) -> str:
    text = _("{name}: {fate}", name=captive.name, fate=captive_fate_name(captive.fate))
    gear = ", ".join(item_name(item, catalogue) for item in captive.gear)
    return f"{text} ({gear})" if gear else text
