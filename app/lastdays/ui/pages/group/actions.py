"""Actions on a group's page: gear, members, pictures, warnings, and questions about rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QWidget

from lastdays.campaign.workspace import GroupView
from lastdays.errors import LastDaysError
from lastdays.language import _, ngettext
from lastdays.model.carrying import Violation
from lastdays.model.group import Group, Member
from lastdays.model.recruiting import rule_behind
from lastdays.postgame.gear_moves import GearMove, MoveItem
from lastdays.rulebook.entries import with_page
from lastdays.ui.forms.arrange import GearMenus
from lastdays.ui.navigation import LifeRoute
from lastdays.ui.pages.rescue import captive_in_words, fill_rescue_menu
from lastdays.ui.services import Services
from lastdays.ui.widgets.dialogs import ask_picture_file
from lastdays.ui.widgets.parts import (
    OneLine,
    add_menu_action,
    button,
    clear_layout,
    clear_menu,
    column,
    escape_ampersands,
    row,
    sentence,
    sentence_line,
)
from lastdays.ui.widgets.pictures import (
    FaceDialog,
    PictureSource,
    Shown,
    can_be_pasted,
    open_picture_viewer,
    pasted_picture,
    read_picture,
    read_portrait,
)

#: So many are seen at once: the most urgent.
SHOWN = 1


class WarningsPanel(QWidget):
    """A group's warnings and those its table allows; all but the first on demand."""

    _view: GroupView

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._all = False
        self._lines = column(spacing=2)
        self.setLayout(self._lines)

    def show_few(self) -> None:
        self._all = False

    def show_group(self, view: GroupView) -> None:
        """Show the most urgent warning, or all of them, then what the table allows."""
        self._view = view
        clear_layout(self._lines)
        violations = list(view.warnings)
        allowed = [
            violation for violation in view.violations if violation.key in view.group.allowed
        ]
        violations += allowed
        hidden_count = len(violations) - SHOWN
        shown = violations if self._all else violations[:SHOWN]
        for number, violation in enumerate(shown):
            words, buttons = self._line_of_warning(violation, allowed=violation in allowed)
            words.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if number == 0 and hidden_count > 0:
                buttons.append(self._more_button(hidden_count))
            self._lines.addLayout(row((words, 1), *buttons, spacing=2))

    def _more_button(self, count: int) -> QPushButton:
        """Return the button that shows the other warnings, or hides them again."""
        if self._all:
            text = _("Show fewer")
            name = _("Show fewer warnings")
        else:
            text = _("+{n} more", n=count)
            name = ngettext("{n} more warning", "{n} more warnings", count)
        return button(text, self.show_all_or_few, "quiet", name, name)

    def _line_of_warning(
        self, violation: Violation, *, allowed: bool
    ) -> tuple[OneLine, list[QPushButton]]:
        """Return a warning, aligned right, and its buttons."""
        groups = self.services.groups
        what = violation.text
        if allowed:
            withdraw = button(
                _("Withdraw"),
                partial(self._judge_violation, groups.disallow, violation),
                "quiet",
                name=_("Withdraw: {what}", what=what),
            )
            return OneLine("faint", _("allowed: {what}", what=what)), [withdraw]
        why = button(
            _("Why?"),
            partial(self._tell_rule, violation),
            "quiet",
            name=_("Why: {what}", what=what),
        )
        allow = button(
            _("Allow"),
            partial(self._judge_violation, groups.allow, violation),
            "quiet",
            name=_("Allow: {what}", what=what),
        )
        return OneLine("warn", f"⚠ {what}"), [why, allow]

    def show_all_or_few(self) -> None:
        self._all = not self._all
        self.show_group(self._view)

    def _tell_rule(self, violation: Violation) -> None:
        why = rule_behind(violation, self.services.catalogue)
        self.services.say(with_page(why, violation.page))

    def _judge_violation(
        self, judge: Callable[[str, Violation], object], violation: Violation
    ) -> None:
        self.services.do(partial(judge, self._view.group.id, violation))


class DecisionPanel(QFrame):
    """Asks whether something is done against a rule."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "toast")
        self.text = sentence("", "warn")
        self.yes = button(_("A&llow at our table"), self._allow_anyway)
        self.no = button(_("Cancel"), self.hide)
        self.setLayout(sentence_line(self.text, self.no, self.yes, margin=12))
        self.hide()
        self._on_yes: Callable[[], object] = lambda: None

    def show_question(self, text: str, yes: Callable[[], object]) -> None:
        """Name the rule that is broken; `yes` is called if the table allows it."""
        self.text.setText(f"⚠ {text}")
        self._on_yes = yes
        self.show()
        self.no.setFocus()

    def _allow_anyway(self) -> None:
        self.hide()
        self._on_yes()


def look_at_picture(services: Services, parent: QWidget, group: Group, whose: str) -> None:
    """Show a group's or member's picture large; the group's and all portraits follow in the order
    of the roster."""
    pictures = [Shown(group.id, group.picture, group.name, group.player)]
    for member in (*group.roster, *group.memorial):
        kind = services.catalogue.character(member.type).name
        pictures.append(Shown(member.id, member.portrait, member.name, kind))
    there = [picture for picture in pictures if picture.key]
    open_picture_viewer(parent, there, services.groups.portrait, services.theme, whose)


def fill_picture_menu(menu: QMenu, services: Services, parent: QWidget, group: Group) -> None:
    """Fill the menu of the group's own picture."""
    look = partial(look_at_picture, services, parent, group, group.id)
    take = partial(set_picture, services, group.id)
    choose = partial(ask_picture_file, parent, _("Picture of the group"), take)
    remove = partial(services.do, partial(services.groups.set_picture, group.id, None))
    _fill_picture(menu, group.picture, look, choose, remove, take)


def set_picture(services: Services, group: str, source: PictureSource) -> None:
    """Make a picture the group's; the worker reads it."""

    def give(picture: bytes) -> None:
        said = _("The group has a new picture.")
        services.do(partial(services.groups.set_picture, group, picture), said)

    services.work(partial(read_picture, source), give)


def paste_picture(take: Callable[[PictureSource], object]) -> bool:
    """Pass the picture on the clipboard to `take`; return whether there is one."""
    picture = pasted_picture()
    if picture is None:
        return False
    take(picture)
    return True


def _fill_picture(
    menu: QMenu,
    there: str,
    look: Callable[[], object],
    choose: Callable[[], object],
    remove: Callable[[], object],
    take: Callable[[PictureSource], object],
    face: Callable[[], object] | None = None,
) -> None:
    clear_menu(menu)
    add_menu_action(menu, _("View picture"), look, enabled=bool(there))
    add_menu_action(menu, _("Choose a picture…"), choose)
    paste = partial(paste_picture, take)
    add_menu_action(menu, _("Paste the picture"), paste, enabled=can_be_pasted())
    if face is not None:
        add_menu_action(menu, _("Crop to the face…"), face, enabled=bool(there))
    add_menu_action(menu, _("Remove the picture"), remove, enabled=bool(there))


class MemberActions(QObject):
    """Actions on the group's gear and members. `edit_wanted` asks for the form of the chosen
    member; `copied` carries the id of a copy."""

    edit_wanted = Signal()
    copied = Signal(str)
    view: GroupView

    def __init__(self, services: Services, decision: DecisionPanel) -> None:
        super().__init__()
        self.services = services
        self.decision = decision
        self.menus = GearMenus(services.catalogue)
        self.member: Member | None = None

    def act_on_group(self, act: Callable[..., object], *of: object) -> bool:
        """Run an action on the group; return whether it succeeded."""
        return self.services.do(partial(act, self.view.group.id, *of)).succeeded

    def write_notes(self, whose: str, text: str) -> bool:
        """Store notes on a group or a member ('group/member'); return whether that succeeded."""
        group, _slash, member = whose.partition("/")
        write = partial(self.services.groups.write_notes, group, text, member or None)
        return self.services.do(write).succeeded

    # Gear

    def move(self, move: GearMove) -> None:
        """Move, attach or convert gear; say so if a newcomer can't use it yet."""
        self.act_on_group(self.services.gear.move, move)
        if not isinstance(move, MoveItem):
            return
        group = self.view.group
        if group.has_member(move.to) and group.member(move.to).newcomer:
            self.services.say(
                _(
                    "{name} is new: starting gear stays as it is until after the next Encounter.",
                    name=group.member(move.to).name,
                )
            )

    def move_to(self, item_id: str, holder_id: str) -> None:
        """Move a piece of gear to a member, or to the stash ("")."""
        self.move(MoveItem(item_id, holder_id))

    def buy_gear(self, member: str, key: str) -> None:
        """Buy gear for a member; ask first where that breaks a rule."""
        gear = self.services.gear
        violations = gear.buy_violations(self.view.group, member, key)
        if not violations:
            self.act_on_group(partial(gear.buy, allowed=False), member, key)
            return
        question = " ".join(violation.text for violation in violations)
        buy_anyway = partial(self.act_on_group, partial(gear.buy, allowed=True), member, key)
        self.decision.show_question(question, buy_anyway)

    def can_move(self, item_id: str) -> bool:
        """Return whether gear belongs to the group, not to someone who left."""
        if not item_id:
            return False
        try:
            return bool(self.view.group.holder_of(item_id))
        except LastDaysError:
            return False

    def fittings(self, item_id: str) -> list[tuple[GearMove, str]]:
        """Return the guns that gear can be attached to, and what can be detached from it."""
        if not self.can_move(item_id):
            return []
        return self.menus.fittings(self.view.group, item_id)

    def fill_moves(self, menu: QMenu, item_id: str) -> None:
        """Fill a menu with those who could carry a piece of gear."""
        moves = self.menus.moves(self.view.group, item_id) if self.can_move(item_id) else ()
        self.menus.fill(menu, moves, self.move)

    def fill_attach(self, menu: QMenu, item_id: str) -> None:
        """Fill a menu with the `fittings` of a piece of gear."""
        self.menus.fill(menu, self.fittings(item_id), self.move)

    def fill_by_hand(self, menu: QMenu, holder: str, item_id: str) -> None:
        """Fill a menu with all gear that can be added, and the removal of the chosen piece."""
        gear = self.services.gear
        self.menus.catalogue_menu(menu, partial(self.act_on_group, gear.add_gear, holder))
        menu.addSeparator()
        remove = partial(self.act_on_group, gear.remove_gear, item_id)
        add_menu_action(menu, _("Remove the selected gear"), remove, enabled=self.can_move(item_id))

    def fill_sale(self, menu: QMenu) -> None:
        """Fill a menu with what the chosen member could buy."""
        if self.member is not None:
            self.menus.catalogue_menu(menu, partial(self.buy_gear, self.member.id), for_sale=True)

    def fill_gear(self, menu: QMenu, item_id: str) -> None:
        """Fill the menu of a piece of gear."""
        clear_menu(menu)
        if not self.can_move(item_id):
            return
        self.fill_moves(menu.addMenu(_("Move to")), item_id)
        if self.fittings(item_id):
            self.fill_attach(menu.addMenu(_("Attach")), item_id)
        menu.addSeparator()
        gear = self.services.gear
        if self.view.group.founding:
            add_menu_action(
                menu,
                _("Give back for its cost"),
                partial(self.act_on_group, gear.give_back, item_id),
            )
        add_menu_action(
            menu, _("Remove by hand"), partial(self.act_on_group, gear.remove_gear, item_id)
        )

    # The chosen member

    def fill_member_menu(self, menu: QMenu, parent: QWidget) -> None:
        """Fill the menu of the chosen member."""
        clear_menu(menu)
        member = self.member
        if member is None:
            return
        life = LifeRoute(self.view.group.id, member.id)
        add_menu_action(menu, _("Edit…"), self.edit_wanted.emit)
        add_menu_action(menu, _("Read their life story"), self.services.to(life))
        self._fill_portrait(menu.addMenu(_("Portrait")), member, parent)
        self._fill_gear_of(menu, member)
        founding = self.view.group.founding
        leads = self.services.catalogue.character(member.type).leader
        copy = _("Recruit one more like this") if founding else _("Copy this member")
        add_menu_action(menu, copy, partial(self._copy, member.id), enabled=not leads)
        menu.addSeparator()
        for captive in self.view.captives:
            if captive.member.id == member.id:
                rescue = menu.addMenu(
                    escape_ampersands(captive_in_words(captive, self.view.group.id))
                )
                fill_rescue_menu(rescue, self.services, captive)
        if member.status == "active":
            self._fill_leave(menu, member)

    def _fill_portrait(self, menu: QMenu, member: Member, parent: QWidget) -> None:
        take = partial(self.take_portrait, parent, member.id)
        _fill_picture(
            menu,
            member.portrait,
            look=partial(self.view_portrait, parent),
            choose=partial(ask_picture_file, parent, _("Portrait"), take),
            remove=partial(self.act_on_group, self.services.groups.set_portrait, member.id, None),
            take=take,
            face=partial(self.choose_face, parent),
        )

    def _fill_gear_of(self, menu: QMenu, member: Member) -> None:
        """Offer gear to a member who is in play or held captive."""
        if member.status not in ("active", "captured"):
            return
        if self.view.group.founding:
            self.fill_sale(menu.addMenu(_("Buy gear")))
        by_hand = menu.addMenu(_("Add gear by hand"))
        add_gear = partial(self.act_on_group, self.services.gear.add_gear, member.id)
        self.menus.catalogue_menu(by_hand, add_gear)

    def _fill_leave(self, menu: QMenu, member: Member) -> None:
        """Offer that a member misses the next game, or leaves."""
        groups = self.services.groups
        misses = member.misses > 0
        changed_member = replace(member, misses=0) if misses else member.sit_out()
        sit_out = partial(self.act_on_group, groups.edit_member, changed_member)
        add_menu_action(menu, _("Misses the next game"), sit_out, checked=misses)
        dismiss = _("Dismiss")
        if self.view.group.founding:
            dismiss = _("Remove and refund the points")
        add_menu_action(menu, dismiss, partial(self.act_on_group, groups.dismiss, member.id))

    def _copy(self, member: str) -> None:
        """Copy a member; while the group is being created, recruit and pay for them."""
        copy_member = partial(self.services.groups.copy_member, self.view.group.id, member)
        copy = self.services.do(copy_member).result
        if copy is not None:
            self.copied.emit(copy)

    def view_portrait(self, parent: QWidget) -> None:
        """Show the chosen member's portrait large."""
        if self.member is not None:
            look_at_picture(self.services, parent, self.view.group, self.member.id)

    def take_portrait(self, parent: QWidget, member: str, source: PictureSource) -> None:
        """Make a picture the member's portrait, and ask for the face in it if the member is still the
        chosen one."""

        def choose_face_if_unchanged() -> None:
            if self.member is not None and self.member.id == member:
                self.choose_face(parent)

        self.set_portrait_from(member, source, choose_face_if_unchanged)

    def set_portrait_from(
        self,
        member: str,
        source: PictureSource,
        portrayed: Callable[[], object] | None = None,
    ) -> None:
        """Set a member's portrait from a picture, which the worker reads; then call `portrayed`."""
        group = self.view.group.id

        def give(picture: bytes) -> None:
            set_portrait = self.services.groups.set_portrait
            stored = self.services.do(partial(set_portrait, group, member, picture)).succeeded
            if stored and portrayed is not None:
                portrayed()

        self.services.work(partial(read_portrait, source), give, receiver=self)

    def choose_face(self, parent: QWidget) -> None:
        """Ask which part of the portrait is shown where only a face fits."""
        if self.member is None:
            return
        services = self.services
        key = self.member.id
        member = services.workspace.group(self.view.group.id).group.member(key)
        portrait = services.groups.portrait(member.portrait)
        set_face = partial(self.act_on_group, services.groups.set_face, key)
        FaceDialog(parent.window(), portrait, member.face, services.theme, set_face).open()
