"""The pictures of a group: looked at, chosen, taken away."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QMenu, QWidget

from lastdays.language import _
from lastdays.model.group import Group
from lastdays.rulebook import Catalogue
from lastdays.ui.services import Services
from lastdays.ui.widgets.dialogs import picture_name
from lastdays.ui.widgets.more import empty
from lastdays.ui.widgets.picture_viewer import Shown, look_at
from lastdays.ui.widgets.pictures import read_picture


def pictures_of(group: Group, catalogue: Catalogue) -> list[Shown]:
    """Return a group's picture and its members' portraits, in the order of the roster."""
    found = [Shown(group.id, group.picture, group.name, group.player)]
    for member in (*group.roster, *group.memorial):
        kind = catalogue.character(member.type).name
        found.append(Shown(member.id, member.portrait, member.name, kind))
    return [shown for shown in found if shown.key]


def look_at_picture(services: Services, parent: QWidget, group: Group, whose: str) -> None:
    """Show the picture of a group or of a member large, with the others to turn to."""
    shown = pictures_of(group, services.catalogue)
    look_at(parent, shown, services.groups.portrait, services.theme, whose)


def fill_picture_menu(menu: QMenu, services: Services, parent: QWidget, group: Group) -> None:
    """Put into a menu what can be done with the group's own picture."""
    empty(menu)

    def choose() -> None:
        file = picture_name(parent, _("Picture of the group"))
        if file is not None:
            set_picture(services, group.id, file)

    look = menu.addAction(_("Look at it"))
    look.triggered.connect(lambda _on=False: look_at_picture(services, parent, group, group.id))
    menu.addAction(_("Choose a picture…")).triggered.connect(lambda _on=False: choose())
    remove = menu.addAction(_("Remove the picture"))
    remove.triggered.connect(lambda _on=False: set_picture(services, group.id, None))
    look.setEnabled(bool(group.picture))
    remove.setEnabled(bool(group.picture))


def set_picture(services: Services, group: str, file: Path | None) -> None:
    """Give a group a picture from a file, or take it away."""

    def change() -> None:
        picture = read_picture(file) if file is not None else None
        services.rosters.set_picture(group, picture)

    services.done(change)
