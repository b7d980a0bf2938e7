"""The chosen member: gear with what can be done with it, skills, injuries, notes."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QMenu

from lastdays.campaign.workspace import GroupView
from lastdays.language import _
from lastdays.model.group import Member
from lastdays.model.profile import next_level_cost, skill_name
from lastdays.rulebook import skill_type_name
from lastdays.ui.forms.gear_menus import GearMenus
from lastdays.ui.models.items import ItemsModel, item_rows
from lastdays.ui.pages.group.gear_actions import GearActions
from lastdays.ui.services import Services
from lastdays.ui.widgets.dialogs import picture_name
from lastdays.ui.widgets.notes import NotesEdit
from lastdays.ui.widgets.parts import (
    OneLine,
    Turning,
    button,
    column,
    holder,
    label,
    row,
    scrolling,
    typed,
)
from lastdays.ui.widgets.pictures import pixmap
from lastdays.ui.widgets.views import ItemsView


class MemberPanel(QFrame):
    """One member. Signals carry notes and the picture that were given."""

    noted = Signal(str, str)
    portrayed = Signal(str, object)

    def __init__(self, services: Services, actions: GearActions) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self.services = services
        self.catalogue = services.catalogue
        self.gear_actions = actions
        self.menus = GearMenus(self.catalogue)
        self._view: GroupView | None = None
        self._member: Member | None = None
        self.heading = OneLine("heading")
        self.gear_model = ItemsModel()
        self.gear = ItemsView(self.gear_model, _("Gear of the chosen member"))
        self.gear_model.dropped.connect(self._dropped)
        self.gear.selectionModel().currentChanged.connect(lambda *_a: self._enable())
        self.move_button = button(_("&Move to…"), hint=_("Move the chosen gear"))
        self.fit_button = button(_("Fit…"), hint=_("Mount it, take it off, convert it"))
        self.buy_button = button(_("&Buy…"), hint=_("Buy gear while founding"))
        self.back_button = button(_("Give back"), self._give_back, hint=_("Gives the cost back"))
        self.add_button = button(_("By hand…"), hint=_("Add or remove gear by hand"))
        for made in (self.move_button, self.fit_button, self.buy_button, self.add_button):
            menu = QMenu(made)
            made.setMenu(menu)
            menu.aboutToShow.connect(self._fill_menus)
        self.move_button.setAccessibleName(_("Move the member's gear to…"))
        self.fit_button.setAccessibleName(_("Fit the member's gear…"))
        self.add_button.setAccessibleName(_("The member's gear, by hand…"))
        self.portrait = label()
        self.portrait.setAccessibleName(_("Portrait"))
        self.portrait_button = button(
            _("P&ortrait…"), kind="quiet", hint=_("A picture for the Character card")
        )
        menu = QMenu(self.portrait_button)
        self.portrait_button.setMenu(menu)
        menu.addAction(_("Choose a picture…")).triggered.connect(lambda _on=False: self._choose())
        self.no_portrait = menu.addAction(_("Remove the picture"))
        self.no_portrait.triggered.connect(lambda _on=False: self._portray(None))
        self.about = label("", wrap=True)
        self.notes = NotesEdit(_("Notes on this member"))
        self.notes.committed.connect(self._note)
        left = column(
            self.gear,
            row(self.move_button, self.fit_button, self.add_button, 1, spacing=4),
            row(self.buy_button, self.back_button, 1, spacing=4),
            spacing=4,
        )
        self.about.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        about = scrolling(self.about)
        about.setMinimumHeight(services.theme.px(110))
        body = Turning(services.theme, (holder(left), 5), (about, 5), (self.notes, 2))
        head = row(self.portrait, self.heading, self.portrait_button)
        head.setStretch(1, 1)
        self.setLayout(column(head, body, spacing=4, margin=8))

    def show_member(self, view: GroupView, member: Member | None) -> None:
        """Show a member of a group, or that none is chosen."""
        if self._member is not None and (member is None or member.id != self._member.id):
            self.notes.commit()
        self._view, self._member = view, member
        self.setVisible(member is not None)
        if member is None:
            return
        kept = self.gear.current_id()
        self.gear_model.set_rows(item_rows(member.gear, self.catalogue))
        again = self.gear_model.row_of(kept)
        if again >= 0:
            self.gear.setCurrentIndex(self.gear_model.index(again, 0))
        self.heading.setText(self._title(member))
        self._show_portrait(member.portrait)
        self.about.setText(self._about(member))
        self.notes.show_text(member.notes)
        founding = view.group.founding
        self.buy_button.setVisible(founding)
        self.back_button.setVisible(founding)
        self._enable()

    def _title(self, member: Member) -> str:
        cost = next_level_cost(member, self.catalogue)
        level = _("Level {level}, {xp} Experience").format(level=member.level, xp=member.experience)
        if cost is not None:
            level += _(" of {cost} for the next").format(cost=cost)
        return f"{member.name} · {self.catalogue.character(member.type).name} · {level}"

    def _about(self, member: Member) -> str:
        lines: list[str] = []
        for skill in member.skills:
            name = skill_name(skill.key, skill.value, skill.detail, self.catalogue)
            lines.append(f"{name}: {self.catalogue.trait_summary(skill.key)}")
        for injury in member.injuries:
            entry = self.catalogue.injuries[injury.key]
            lines.append(f"{entry.name}: {entry.summary}")
        kind = self.catalogue.character(member.type)
        types = dict.fromkeys((*kind.skill_types, *member.skill_types))
        names = ", ".join(skill_type_name(t) for t in types) or _("none")
        lines.append(_("May learn: {types}").format(types=names))
        return "\n".join(lines)

    def _enable(self) -> None:
        chosen = bool(self.gear.current_id())
        self.move_button.setEnabled(chosen)
        self.back_button.setEnabled(chosen)
        fit = False
        if chosen and self._view is not None:
            item = self._view.group.holder_of(self.gear.current_id())[1]
            fit = bool(self.menus.fittings(self._view.group, item))
        self.fit_button.setEnabled(fit)

    def _fill_menus(self) -> None:
        view, member, actions = self._view, self._member, self.gear_actions
        if view is None or member is None:
            return
        item_id = self.gear.current_id()
        move_menu, fit_menu = self.move_button.menu(), self.fit_button.menu()
        move_menu.clear()
        fit_menu.clear()
        if item_id:
            item = view.group.holder_of(item_id)[1]
            for holder_id, name in self.menus.holders(view.group, item_id):
                action = move_menu.addAction(typed(name))
                action.triggered.connect(lambda _on=False, h=holder_id: actions.move_to(item_id, h))
            for fitting, text in self.menus.fittings(view.group, item):
                action = fit_menu.addAction(typed(text))
                action.triggered.connect(lambda _on=False, m=fitting: actions.move(m))
        if view.group.founding:
            self.menus.catalogue_menu(
                self.buy_button.menu(), partial(actions.buy, member.id), for_sale=True
            )
        by_hand = self.add_button.menu()
        self.menus.catalogue_menu(by_hand, partial(actions.add, member.id))
        by_hand.addSeparator()
        remove = by_hand.addAction(_("Remove the chosen gear"))
        remove.setEnabled(bool(item_id))
        remove.triggered.connect(lambda _on=False: actions.remove(item_id))

    def _give_back(self) -> None:
        if self.gear.current_id():
            self.gear_actions.give_back(self.gear.current_id())

    def _dropped(self, item_id: str) -> None:
        if self._member is not None:
            self.gear_actions.move_to(item_id, self._member.id)

    def _show_portrait(self, portrait: str) -> None:
        self.no_portrait.setEnabled(bool(portrait))
        self.portrait.setVisible(bool(portrait))
        if portrait and portrait != self.portrait.property("shown"):
            picture = self.services.groups.portrait(portrait)
            self.portrait.setProperty("shown", portrait)
            self.portrait.setPixmap(pixmap(picture, self.services.theme.px(40)))

    def _choose(self) -> None:
        file = picture_name(self, _("Portrait"))
        if file is not None:
            self._portray(file)

    def _portray(self, file: Path | None) -> None:
        if self._member is not None:
            self.portrayed.emit(self._member.id, file)

    def _note(self, text: str) -> None:
        if self._member is not None:
            self.noted.emit(self._member.id, text)
