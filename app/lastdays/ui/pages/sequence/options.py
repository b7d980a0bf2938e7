"""What the options of an ask lead to: their pictures, their entries in the rulebook."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from lastdays.campaign.post_game_sequences import SequenceView
from lastdays.procedure.asks import Option
from lastdays.rulebook import pictograms
from lastdays.rulebook.entries import CharacterType, InjuryEntry, Perk, Refuge, SkillEntry
from lastdays.ui.services import Services


class OptionsInTheBook:
    """Looks up what the options of a sequence lead to; `view` is the sequence as it stands."""

    def __init__(self, services: Services, view: Callable[[], SequenceView | None]) -> None:
        self._services = services
        self._view = view

    def explained(self, option: Option) -> Option:
        """Return an option that leads to a skill or an injury with what that does."""
        entry = self._result_of(option)
        if entry is None:
            return option
        detail = " · ".join(filter(None, (option.detail, entry.summary)))
        return replace(option, detail=detail)

    def entry_of(self, option: Option) -> str:
        """Return the name in the rulebook of what an option leads to: a Perk, a Refuge, a skill, an
        injury, the type of a member; '' for anything else."""
        entry = self._built(option) or self._result_of(option) or self._type_of(option)
        return entry.name if entry is not None else ""

    def drawing_of(self, option: Option) -> str:
        """Return the pictogram of an option: of a Perk, a Refuge, a skill type, a member."""
        built = self._built(option)
        if built is not None:
            return built.drawing
        if option.key in self._services.catalogue.skill_tables:
            return pictograms.skill_type(option.key)
        if option.key == "characteristic":
            return pictograms.token("level")
        kind = self._type_of(option)
        return kind.drawing if kind is not None else ""

    def _built(self, option: Option) -> Perk | Refuge | None:
        """Return the Perk or the Refuge that is built, chosen or torn down."""
        catalogue = self._services.catalogue
        key = option.key.removeprefix("tear-down/")
        return catalogue.perks.get(key) or catalogue.refuges.get(key)

    def _type_of(self, option: Option) -> CharacterType | None:
        """Return the type of the member that an option is about."""
        view = self._view()
        group = view.group_now if view is not None else None
        if group is None or not group.has_member(option.key):
            return None
        return self._services.catalogue.character(group.member(option.key).type)

    def _result_of(self, option: Option) -> SkillEntry | InjuryEntry | None:
        """Return the skill or injury that an option leads to."""
        catalogue = self._services.catalogue
        return catalogue.skills.get(option.leads_to) or catalogue.injuries.get(option.leads_to)
