"""Adding a content pack to those of the user: chosen on the campaign's page, or given to the window."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from lastdays.campaign.changed import EVERYTHING
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.rulebook.pack_files import AddedPack, PackInstalledError, add_to_users_packs
from lastdays.ui.services import Services

#: Shows the sentence about a pack that was added.
Show = Callable[[str], object]


def add_pack(services: Services, file: Path, show: Show, *, replacing: bool = False) -> None:
    """Add a pack on the worker, which checks it, and have all packs read again. Another version of it
    that is there is replaced only if that is wanted."""

    def use_added_pack(added: AddedPack) -> None:
        if services.do(services.house_rules.reread).succeeded:
            services.changed.emit(EVERYTHING)
            show(_sentence_about_added(added))

    def explain_or_offer_replacing(error: LastDaysError) -> None:
        if not isinstance(error, PackInstalledError):
            services.say_why(error)
            return
        replace = partial(add_pack, services, file, show, replacing=True)
        services.say_offering(str(error), _("Replace that version"), replace)

    services.work(
        partial(add_to_users_packs, file, replacing=replacing),
        use_added_pack,
        explain_or_offer_replacing,
    )


def _sentence_about_added(added: AddedPack) -> str:
    """Say that a pack was added, or is there already."""
    name = added.pack.name
    version = added.pack.about.version
    if version:
        name = _("{name} {version}", name=name, version=version)
    if added.is_new:
        return _("Added the content pack {name}.", name=name)
    return _("The content pack {name} is already there.", name=name)
