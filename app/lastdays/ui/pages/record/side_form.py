"""One side of a game that is recorded: its members' facts, its tokens, captives, its end."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from lastdays.language import _
from lastdays.model.game_record import GameRecord, Side, taken_by
from lastdays.model.group import Group
from lastdays.rulebook.encounter_entries import Encounter
from lastdays.rulebook.known import AttributeKey
from lastdays.ui.pages.record.captives import ByPicker, CaptivesPanel
from lastdays.ui.pages.record.member_facts import MemberFacts, MembersGrid
from lastdays.ui.pages.record.token_list import TokenList
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import Flow, Turning, allow, column, label, panel, row


class SideForm(QWidget):
    """One side of a game: its members' deeds, tokens, captives, how it ended.

    `changed` says that a fact was entered; `follow` fills in what follows from it.
    """

    changed = Signal()

    def __init__(
        self,
        services: Services,
        side: Side,
        group: Group | None,
        game: GameRecord,
        names: Mapping[str, str],
    ) -> None:
        """Make the form; `names` are those of all members in the game, by id."""
        super().__init__()
        self.side = side
        self.group = group
        self._typed_won = side.won and not side.vehicle
        self._encounter: Encounter | None = None
        rivals = [
            (a.member, names[a.member]) for s in game.sides if s is not side for a in s.appearances
        ]
        # Animals carry nobody and nothing (ruling 7).
        able = [
            (a.member, names[a.member]) for a in side.appearances if not self._is_animal(a.member)
        ]
        self.members = MembersGrid(side, group, rivals, names, services)
        self.tokens = TokenList(side.tokens, names, self._carriers)
        self.captives = CaptivesPanel(side.captives, group, able)
        self.won = QCheckBox(_("&Won"))
        self.broke = QCheckBox(_("&Broke"))
        self.vehicle = QCheckBox(_("Got a&way with the vehicle"))
        self.stranger = QCheckBox(_("Brought a st&ranger home"))
        self.won.setChecked(side.won)
        self.broke.setChecked(side.broke)
        self.vehicle.setChecked(side.vehicle)
        self.stranger.setChecked(side.stranger_home)
        self.stranger_by = ByPicker(able, side.stranger_by, _("who brought the stranger home"))
        self.vehicle_by = ByPicker(able, side.vehicle_by, _("who started the vehicle"))
        for part in (self.members, self.tokens, self.captives):
            part.changed.connect(self.changed)
        for by in (self.stranger_by, self.vehicle_by):
            by.currentIndexChanged.connect(self.changed)
        for tick in (self.broke, self.vehicle, self.stranger):
            tick.toggled.connect(self.changed)
        self.won.toggled.connect(self._won_ticked)
        self._lay_out(services.theme)

    def _lay_out(self, theme: Theme) -> None:
        """Show what this side has; hide what it hasn't, which still has a value."""
        side = self.side
        ended = column(
            label(_("How it ended"), "heading"),
            Flow(self.won, self.broke, spacing=18),
            self.vehicle,
            self.vehicle_by,
            self.stranger,
            self.stranger_by,
            spacing=4,
        )
        heading = label(_("Captives"), "heading")
        what = panel(self.tokens, heading, self.captives, ended, 1)
        across = row(self.members, 1)
        across.setStretch(0, 100)
        members = panel(across)
        self.setLayout(column(Turning(theme, (members, 7), (what, 3), spacing=8), 1))
        members.setVisible(bool(side.appearances))
        self.members.setVisible(bool(side.appearances))
        self.tokens.setVisible(bool(side.group))
        heading.setVisible(bool(side.captives))
        self.captives.setVisible(bool(side.captives))

    @property
    def rows(self) -> dict[str, MemberFacts]:
        """Return the facts of each member, by id."""
        return self.members.rows

    def _is_animal(self, member: str) -> bool:
        group = self.group
        return (
            group is not None
            and group.has_member(member)
            and group.member(member).has(AttributeKey.ANIMAL)
        )

    def _carriers(self) -> list[str]:
        """Return who can have carried a token: on the table, not Out, no Animal (p. 36)."""
        return [
            a.member
            for a in self.value().appearances
            if a.part == "deployed" and not a.out and not self._is_animal(a.member)
        ]

    def _won_ticked(self, on: bool) -> None:
        self._typed_won = on
        self.changed.emit()

    def show_encounter(self, encounter: Encounter) -> None:
        """Offer only what there is in this Encounter."""
        self._encounter = encounter
        self.captives.show_encounter(encounter)

    def follow(self, game: GameRecord, side: Side, names: Mapping[str, str]) -> None:
        """Fill in what follows from the facts of all sides, and offer no fact that cannot be.

        `game` is the record as the forms have it, `side` this form's in it.
        """
        for facts in self.rows.values():
            facts.follow(game, side, names)
        drove = self.drove_off
        allow(self.won, not drove, _("Getting away with the vehicle wins the game"))
        self.won.blockSignals(True)
        self.won.setChecked(self._typed_won or drove)
        self.won.blockSignals(False)
        vehicle = self._encounter is not None and self._encounter.vehicle
        captives = self._encounter is not None and self._encounter.captives
        anybody = bool(self.rows)
        self.vehicle.setVisible(vehicle)
        self.vehicle_by.setVisible(anybody and drove)
        self.stranger.setVisible(captives)
        self.stranger_by.setVisible(anybody and self.brought_stranger)
        self.captives.follow(anybody=anybody)

    def forget_what_followed(self, game: GameRecord) -> None:
        """Treat numbers that are no more than what follows from the record as not typed."""
        for member, facts in self.rows.items():
            facts.rivals.forget(len(taken_by(game, self.side, member)))
            facts.objectives.forget(self.side.achieved(member))

    @property
    def drove_off(self) -> bool:
        """Return whether the side got away with the vehicle, in an Encounter that has one."""
        encounter = self._encounter
        return self.vehicle.isChecked() and (encounter is None or encounter.vehicle)

    @property
    def brought_stranger(self) -> bool:
        """Return whether the side brought a stranger home, in an Encounter that has captives."""
        encounter = self._encounter
        return self.stranger.isChecked() and (encounter is None or encounter.captives)

    def value(self) -> Side:
        """Return the side as the form has it."""
        stranger, vehicle = self.brought_stranger, self.drove_off
        return replace(
            self.side,
            appearances=tuple(facts.value() for facts in self.rows.values()),
            tokens=tuple(self.tokens.tokens),
            captives=self.captives.value(),
            stranger_home=stranger,
            stranger_by=self.stranger_by.member if stranger else "",
            vehicle=vehicle,
            vehicle_by=self.vehicle_by.member if vehicle else "",
            won=self.won.isChecked(),
            broke=self.broke.isChecked(),
        )
