"""What is done on a group's page from any part of it: gear, members, their pictures; warnings and
decisions that are due."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QWidget

from lastdays.campaign.portraits import Face
from lastdays.campaign.workspace import GroupView
from lastdays.errors import LastDaysError
from lastdays.language import _, ngettext
from lastdays.model.carrying import Violation
from lastdays.model.group import Group, Member
from lastdays.model.recruiting import rule_behind
from lastdays.postgame.gear_moves import GearMove, MoveItem
from lastdays.rulebook import Catalogue
from lastdays.rulebook.words import with_page
from lastdays.ui.forms.arrange import GearMenus
from lastdays.ui.navigation import LifeRoute
from lastdays.ui.services import Services
from lastdays.ui.texts import plain
from lastdays.ui.widgets.dialogs import picture_name
from lastdays.ui.widgets.parts import (
    OneLine,
    button,
    clear,
    column,
    empty,
    entry,
    row,
    said,
    sentence,
    typed,
)
from lastdays.ui.widgets.pictures import FaceDialog, Shown, look_at, read_picture, read_portrait

#: So many are seen at once: the most urgent.
SHOWN = 1


class WarningsPanel(QWidget):
    """The first warnings of a group, all of them on demand, and those that the table allows."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._view: GroupView | None = None
        self._all = False
        self._buttons: list[QPushButton] = []
        self._lines = column(spacing=2)
        self.setLayout(self._lines)

    def begin(self) -> None:
        """Show only the first warnings again, for another group."""
        self._all = False

    def show_group(self, view: GroupView) -> None:
        """Show the most urgent warning of a group, all on demand; then what the table allows."""
        self._view = view
        clear(self._lines)
        self._buttons = []
        lines = [self._warning(v) for v in view.warnings]
        lines += [self._allowed(v) for v in view.violations if v.key in view.group.allowed]
        rest = len(lines) - SHOWN
        if rest > 0:
            more = _("Show fewer") if self._all else _("+{n} more", n=rest)
            verb = button(more, self.toggle, "quiet")
            said = ngettext("{n} more warning", "{n} more warnings", rest, n=rest)
            verb.setAccessibleName(_("Show fewer warnings") if self._all else said)
            verb.setToolTip(plain(verb.accessibleName()))
            lines[0].append(verb)
        for words, *verbs in lines if self._all else lines[:SHOWN]:
            self._buttons += [verb for verb in verbs if isinstance(verb, QPushButton)]
            self._lines.addLayout(row((words, 1), *verbs, spacing=2))
        for parts in () if self._all else lines[SHOWN:]:
            for part in parts:
                part.deleteLater()

    def _warning(self, violation: Violation) -> list[QWidget]:
        why = button(_("Why?"), partial(self._why, violation), "quiet")
        allow = button(
            _("Allow"), partial(self._set, self.services.groups.allow, violation), "quiet"
        )
        allow.setAccessibleName(_("Allow: {what}", what=violation.text))
        why.setAccessibleName(_("Why: {what}", what=violation.text))
        return [_said(f"⚠ {violation.text}", "warn"), why, allow]

    def _allowed(self, violation: Violation) -> list[QWidget]:
        withdraw = button(
            _("Withdraw"), partial(self._set, self.services.groups.disallow, violation), "quiet"
        )
        withdraw.setAccessibleName(_("Withdraw: {what}", what=violation.text))
        return [_said(_("allowed: {what}", what=violation.text), "faint"), withdraw]

    def buttons(self) -> list[QPushButton]:
        """Return the buttons that are shown, in the order they are read."""
        return self._buttons

    def toggle(self) -> None:
        """Show all warnings, or only the first again."""
        self._all = not self._all
        if self._view is not None:
            self.show_group(self._view)

    def _why(self, violation: Violation) -> None:
        why = rule_behind(violation, self.services.catalogue)
        self.services.said.emit(with_page(why, violation.page), "")

    def _set(self, judge: Callable[[str, Violation], object], violation: Violation) -> None:
        if self._view is not None:
            group = self._view.group.id
            self.services.done(lambda: judge(group, violation))


def _said(text: str, kind: str) -> OneLine:
    """Return a line that ends at the right, where its buttons stand."""
    line = OneLine(kind, text)
    line.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return line


class DecisionPanel(QFrame):
    """A doubt about something that is about to be done: do it all the same, or leave it."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "toast")
        self.text = sentence("", "warn")
        self.yes = button(_("Our table a&llows it"), self._do)
        self.no = button(_("Cancel"), self._leave)
        self.setLayout(said(self.text, self.no, self.yes, margin=12))
        self.hide()
        self._on_yes: Callable[[], object] = lambda: None

    def ask(self, text: str, yes: Callable[[], object]) -> None:
        """Say what stands against it; `yes` does it anyway."""
        self.text.setText(f"⚠ {text}")
        self._on_yes = yes
        self.show()
        self.no.setFocus()

    def _do(self) -> None:
        self.hide()
        self._on_yes()

    def _leave(self) -> None:
        self.hide()
        self.left.emit()


class GearActions:
    """Gear moved, bought, given back, put in and taken out by hand, in the group that is shown."""

    def __init__(self, services: Services, decision: DecisionPanel) -> None:
        self.services = services
        self.decision = decision
        self._view: GroupView | None = None
        self.group_id = ""
        self.menus = GearMenus(services.catalogue)

    def show_group(self, view: GroupView) -> None:
        """Handle the gear of this group from here on."""
        self._view, self.group_id = view, view.group.id

    def move(self, move: GearMove) -> None:
        """Move, fit or convert a piece of gear; say where a newcomer cannot use it yet."""
        self.services.done(lambda: self.services.gear.move(self.group_id, move))
        self._newcomer_note(move)

    def move_to(self, item_id: str, holder_id: str) -> None:
        """Move a piece of gear to a member, or to the stash ("")."""
        self.move(MoveItem(item_id, holder_id))

    def _newcomer_note(self, move: GearMove) -> None:
        if not isinstance(move, MoveItem) or not move.to:
            return
        view, to = self._view, move.to
        if view is not None and view.group.has_member(to) and view.group.member(to).newcomer:
            self.services.said.emit(
                _(
                    "{name} is new: starting gear stays as it is until after the next Encounter.",
                    name=view.group.member(to).name,
                ),
                "",
            )

    def buy(self, member: str, key: str) -> None:
        """Buy gear for a member; ask first where that breaks a rule."""
        view = self._view
        if view is None:
            return
        found = self.services.gear.buy_violations(view.group, member, key)
        if found:
            self.decision.ask(
                " ".join(v.text for v in found),
                lambda: self.services.done(
                    lambda: self.services.gear.buy(self.group_id, member, key, allowed=True)
                ),
            )
            return
        self.services.done(lambda: self.services.gear.buy(self.group_id, member, key))

    def give_back(self, item_id: str) -> None:
        """Give back what was bought while founding."""
        self.services.done(lambda: self.services.gear.give_back(self.group_id, item_id))

    def add(self, member: str, key: str) -> None:
        """Add gear by hand, for a member or into the stash ("")."""
        self.services.done(lambda: self.services.gear.add_gear(self.group_id, member, key))

    def remove(self, item_id: str) -> None:
        """Remove gear by hand."""
        self.services.done(lambda: self.services.gear.remove_gear(self.group_id, item_id))

    # Menus

    def can_move(self, group: Group, item_id: str) -> bool:
        """Return whether a piece of gear is the group's to move: not what someone left with."""
        try:
            return bool(item_id and group.holder_of(item_id))
        except LastDaysError:
            return False

    def can_attach(self, group: Group, item_id: str) -> bool:
        """Return whether a piece of gear can go onto a gun, or something on it be taken off."""
        if not self.can_move(group, item_id):
            return False
        return bool(self.menus.fittings(group, group.holder_of(item_id)[1]))

    def fill_moves(self, menu: QMenu, item_id: str) -> None:
        """Put those who could have a piece of gear into a menu."""
        empty(menu)
        if self._view is None or not self.can_move(self._view.group, item_id):
            return
        for holder, name in self.menus.holders(self._view.group, item_id):
            entry(menu, typed(name), partial(self.move_to, item_id, holder))

    def fill_attach(self, menu: QMenu, item_id: str) -> None:
        """Put the guns a piece of gear goes onto into a menu, and what can be taken off it."""
        empty(menu)
        if self._view is None or not self.can_move(self._view.group, item_id):
            return
        group = self._view.group
        for move, text in self.menus.fittings(group, group.holder_of(item_id)[1]):
            entry(menu, typed(text), partial(self.move, move))

    def fill_by_hand(self, menu: QMenu, holder: str, item_id: str) -> None:
        """Put all gear there is into a menu, to be added by hand, and that the chosen is removed."""
        self.menus.catalogue_menu(menu, partial(self.add, holder))
        menu.addSeparator()
        there = self._view is not None and self.can_move(self._view.group, item_id)
        entry(menu, _("Remove the chosen gear"), partial(self.remove, item_id), enabled=there)

    def fill(self, menu: QMenu, item_id: str) -> None:
        """Put all that can be done with a piece of gear into a menu."""
        empty(menu)
        view = self._view
        if view is None or not self.can_move(view.group, item_id):
            return
        self.fill_moves(menu.addMenu(_("Move to")), item_id)
        if self.can_attach(view.group, item_id):
            self.fill_attach(menu.addMenu(_("Attach")), item_id)
        menu.addSeparator()
        if view.group.founding:
            entry(menu, _("Give back for its cost"), partial(self.give_back, item_id))
        entry(menu, _("Remove by hand"), partial(self.remove, item_id))


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

    there = bool(group.picture)
    look = partial(look_at_picture, services, parent, group, group.id)
    entry(menu, _("Look at it"), look, enabled=there)
    entry(menu, _("Choose a picture…"), choose)
    remove = partial(set_picture, services, group.id, None)
    entry(menu, _("Remove the picture"), remove, enabled=there)


def set_picture(services: Services, group: str, file: Path | None) -> None:
    """Give a group a picture from a file, or take it away."""

    def change() -> None:
        picture = read_picture(file) if file is not None else None
        services.rosters.set_picture(group, picture)

    services.done(change)


class MemberActions(QObject):
    """Edited, portrayed, copied, dismissed: `edit_wanted` asks for the form, `copied` tells the id
    of a copy."""

    edit_wanted = Signal()
    copied = Signal(str)

    def __init__(self, services: Services, gear: GearActions) -> None:
        super().__init__()
        self.services = services
        self.gear = gear
        self.menus = GearMenus(services.catalogue)
        self._view: GroupView | None = None
        self.member: Member | None = None

    def show_member(self, view: GroupView, member: Member | None) -> None:
        """Handle this member from here on."""
        self._view, self.member = view, member

    def fill(self, menu: QMenu, parent: QWidget) -> None:
        """Put all that can be done with the member into a menu."""
        empty(menu)
        view, member = self._view, self.member
        if view is None or member is None:
            return
        entry(menu, _("Edit…"), self.edit_wanted.emit)
        life = LifeRoute(view.group.id, member.id)
        entry(menu, _("Read their life"), partial(self.services.go.emit, life))
        portrait = menu.addMenu(_("Portrait"))
        entry(portrait, _("Look at it"), partial(self.look, parent), enabled=bool(member.portrait))
        entry(portrait, _("Choose a picture…"), partial(self.choose_portrait, parent))
        frame = partial(self.choose_face, parent)
        entry(portrait, _("Choose the face…"), frame, enabled=bool(member.portrait))
        entry(
            portrait,
            _("Remove the picture"),
            partial(self.portray, member.id, None),
            enabled=bool(member.portrait),
        )
        if member.status in ("active", "captured"):
            if view.group.founding:
                buy = menu.addMenu(_("Buy gear"))
                self.menus.catalogue_menu(buy, partial(self.gear.buy, member.id), for_sale=True)
            add = menu.addMenu(_("Add gear by hand"))
            self.menus.catalogue_menu(add, partial(self.gear.add, member.id))
        leads = self.services.catalogue.character(member.type).leader
        entry(menu, self.copy_name(), self.copy, enabled=not leads)
        menu.addSeparator()
        if member.status == "captured":
            self.fill_rescue(menu.addMenu(_("Decline the rescue")))
        if member.status == "active":
            entry(menu, self.dismiss_name(), self.dismiss)

    def look(self, parent: QWidget) -> None:
        """Show the member's portrait large, with the others of the group to turn to."""
        if self._view is not None and self.member is not None:
            look_at_picture(self.services, parent, self._view.group, self.member.id)

    def copy_name(self) -> str:
        """Return what it is called to have the member once more."""
        founding = self._view is not None and self._view.group.founding
        return _("Recruit one more like this") if founding else _("Copy this member")

    def copy(self) -> None:
        """Have the member once more; while the group is created, recruited and paid for."""
        if self._view is not None and self.member is not None:
            group, key = self._view.group.id, self.member.id
            made = self.services.do(lambda: self.services.rosters.copy_member(group, key))
            if made is not None:
                self.copied.emit(made)

    def dismiss_name(self) -> str:
        """Return what it is called to take a member out of the group."""
        founding = self._view is not None and self._view.group.founding
        return _("Remove and get the points back") if founding else _("Dismiss")

    def dismiss(self) -> None:
        """Have the member leave; while founding, take them back for what they cost."""
        if self._view is not None and self.member is not None:
            group, key = self._view.group.id, self.member.id
            self.services.done(lambda: self.services.groups.dismiss(group, key))

    def fill_rescue(self, menu: QMenu) -> None:
        """Put into a menu what becomes of a captive's gear if the Rescue isn't played."""
        empty(menu)
        view, member = self._view, self.member
        if view is None or member is None:
            return
        loot = self.services.ask(lambda: self.services.groups.loot(view.group.id, member.id))
        takes = partial(self._decline, takes=True)
        entry(menu, _("The captors take the gear"), takes, enabled=bool(loot))
        entry(menu, _("The gear is lost"), partial(self._decline, takes=False))

    def _decline(self, *, takes: bool) -> None:
        if self._view is not None and self.member is not None:
            group, key = self._view.group.id, self.member.id
            self.services.done(
                lambda: self.services.groups.decline_rescue(group, key, captor_takes_gear=takes)
            )

    def choose_portrait(self, parent: QWidget) -> None:
        """Ask for a picture, make it the member's portrait, and ask for the face on it."""
        file = picture_name(parent, _("Portrait"))
        if file is not None and self.member is not None and self.portray(self.member.id, file):
            self.choose_face(parent)

    def choose_face(self, parent: QWidget) -> None:
        """Ask which part of the portrait is shown where there is room for a face."""
        if self.member is None:
            return
        groups, group, key = self.services.groups, self.gear.group_id, self.member.id
        member = self.services.workspace.group(group).group.member(key)

        def take(face: Face) -> None:
            self.services.done(lambda: groups.set_face(group, key, face))

        FaceDialog(
            parent.window(),
            groups.portrait(member.portrait),
            member.face,
            self.services.theme,
            take,
        ).open()

    def portray(self, member: str, file: Path | None) -> bool:
        """Give a member a picture from a file, or take it away; return whether that went well."""
        group = self.gear.group_id

        def change() -> None:
            picture = read_portrait(file) if file is not None else None
            self.services.groups.set_portrait(group, member, picture)

        return self.services.done(change)
