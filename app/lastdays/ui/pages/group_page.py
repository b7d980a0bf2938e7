"""The group page: roster, Refuge, stash, warnings; while founding also what remains."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import (
    QFrame,
    QMenu,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from lastdays.campaign.group_diff import gear_fate
from lastdays.campaign.workspace import GroupView
from lastdays.language import _, ngettext, number
from lastdays.model.carrying import Violation
from lastdays.model.group import Member
from lastdays.model.recruiting import Recruit, empty_spaces, limits_in_words, max_size, rule_behind
from lastdays.rulebook import keyword_name
from lastdays.ui.forms.gear_menus import GearMenus
from lastdays.ui.forms.group_editor import GroupEditor
from lastdays.ui.forms.member_editor import MemberEditor
from lastdays.ui.forms.recruit import RecruitForm
from lastdays.ui.models.items import ItemsModel, item_rows
from lastdays.ui.models.roster import RosterModel, roster_rows
from lastdays.ui.models.tables import TableModel, TableRow
from lastdays.ui.pages.history_page import HistoryPanel
from lastdays.ui.pages.member_panel import MemberPanel, NotesEdit
from lastdays.ui.pages.page import Page
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import (
    Flow,
    PageStack,
    Turning,
    button,
    clear,
    column,
    holder,
    label,
    panel,
    row,
    said,
    typed,
)
from lastdays.ui.widgets.views import ChoiceTable, ItemsView, RosterView

SHOWN_WARNINGS = 2


class GroupPage(Page):
    """One group. Inner pages: the roster, recruiting, editing, history."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.catalogue = services.catalogue
        self.menus = GearMenus(self.catalogue)
        self.group_id = ""
        self.view: GroupView | None = None
        self._all_warnings = False
        self._memorial = False

        self.title = label("", "title")
        self.summary = label("", "faint", wrap=True)
        self.founding = QFrame()
        self.founding.setProperty("kind", "panel")
        self.founding_text = label("", "warn", wrap=True)
        self.play_button = button(_("&Set to play"), self._end_founding, "first")
        self.founding.setLayout(said(self.founding_text, self.play_button, margin=12))
        self.warnings = QVBoxLayout()
        self.warnings.setSpacing(2)
        self.decision = QFrame()
        self.decision.setProperty("kind", "toast")
        self.decision_text = label("", "warn", wrap=True)
        self.decision_yes = button(_("Our table a&llows it"), self._decide_yes)
        self.decision_no = button(_("Leave it"), self._decide_no)
        self.decision.setLayout(
            said(self.decision_text, self.decision_no, self.decision_yes, margin=12)
        )
        self.decision.hide()
        self._on_yes: Callable[[], object] = lambda: None

        self.stack = PageStack()
        self.stack.currentChanged.connect(lambda _n: self.stack.updateGeometry())
        self.recruit_form = RecruitForm(self.catalogue, services.theme)
        self.recruit_form.confirmed.connect(self._recruit)
        self.recruit_form.cancelled.connect(self._home)
        self.member_editor = MemberEditor(self.catalogue, services.theme)
        self.member_editor.applied.connect(self._edited)
        self.member_editor.cancelled.connect(self._home)
        self.group_editor = GroupEditor(self.catalogue, services.theme)
        self.group_editor.applied.connect(self._group_edited)
        self.group_editor.cancelled.connect(self._home)
        self.group_editor.delete_wanted.connect(self._delete)
        self.history = HistoryPanel(services)
        self.history.closed.connect(self._home)
        self.home = self._make_home()
        for inner in (
            self.home,
            self.recruit_form,
            self.member_editor,
            self.group_editor,
            self.history,
        ):
            self.stack.addWidget(inner)
        head = row(self.title, self.summary, spacing=16)
        head.setStretch(1, 1)
        layout = column(head, self.founding, self.warnings, self.decision, self.stack, margin=12)
        layout.setStretch(4, 1)
        self.setLayout(layout)

    def _make_home(self) -> QWidget:
        services = self.services
        self.roster_model = RosterModel()
        self.roster = RosterView(self.roster_model, services.theme)
        self.roster_model.dropped.connect(self._move_to)
        self.roster.selectionModel().currentRowChanged.connect(self._member_chosen)
        self.roster.activated.connect(lambda _index: self._edit_member())
        self.why = label("", "faint", wrap=True)
        self.why.setAccessibleName(_("Where the number comes from"))
        self.why.setMinimumHeight(services.theme.px(22))
        self.roster.explained.connect(self.why.setText)
        self.recruit_button = button(_("&Recruit"), self.start_recruiting)
        self.edit_button = button(_("&Edit"), self._edit_member, hint=_("Set values by hand"))
        self.dismiss_button = button(_("&Dismiss"), self._dismiss)
        self.memorial_button = button(_("Memori&al"), self._toggle_memorial)
        self.memorial_button.setCheckable(True)
        self.history_button = button(_("Histor&y"), self._show_history)
        self.group_button = button(_("Edit gro&up"), self._edit_group)
        self.export_button = button(_("E&xport"), self._export)
        self.print_button = button(
            _("&Print"), lambda: services.go.emit("print", self.group_id), hint=_("Ctrl+P")
        )
        self.rescue_button = button(_("Decline the rescue…"))
        rescue = QMenu(self.rescue_button)
        self.rescue_button.setMenu(rescue)
        self.captors_take = rescue.addAction(_("The captors take the gear"))
        self.captors_take.triggered.connect(lambda _on=False: self._decline(True))
        rescue.addAction(_("The gear is lost")).triggered.connect(
            lambda _on=False: self._decline(False)
        )
        buttons = Flow(
            self.recruit_button,
            self.edit_button,
            self.dismiss_button,
            self.rescue_button,
            self.memorial_button,
            self.history_button,
            self.group_button,
            self.export_button,
            self.print_button,
        )
        self.member_panel = MemberPanel(self.catalogue, services.theme, services.groups.portrait)
        self.member_panel.moved.connect(self._move)
        self.member_panel.item_dropped.connect(self._move_to)
        self.member_panel.bought.connect(self._buy)
        self.member_panel.given_back.connect(self._give_back)
        self.member_panel.added.connect(self._add_gear)
        self.member_panel.removed.connect(self._remove_gear)
        self.member_panel.noted.connect(self._note_member)
        self.member_panel.portrayed.connect(self.portray)
        self.empty = label(
            _("Nobody is in this group. Recruit someone, or enter members by hand."),
            "faint",
            wrap=True,
        )
        upper = holder(column(self.roster, self.empty, self.why, buttons, spacing=4))
        left = QSplitter(Qt.Orientation.Vertical)
        left.addWidget(upper)
        left.addWidget(self.member_panel)
        left.setStretchFactor(0, 3)
        left.setStretchFactor(1, 1)
        left.setChildrenCollapsible(False)

        self.refuge_model = TableModel((_("Perk"),))
        self.refuge = ChoiceTable(self.refuge_model, _("Refuge"), least_rows=6, wrap=True)
        self.refuge.horizontalHeader().hide()
        self.refuge_title = label("", "heading")
        self.next_encounter = label("", "well", wrap=True)
        self.stash_model = ItemsModel()
        self.stash = ItemsView(self.stash_model, _("Stash"))
        self.stash_model.dropped.connect(lambda item: self._move_to(item, ""))
        self.stash.selectionModel().currentChanged.connect(lambda *_a: self._enable_stash())
        self.stash_hint = label(_("drag ⇄, or choose and move"), "faint")
        self.stash_move = button(_("Mo&ve to…"), hint=_("Move the chosen gear of the stash"))
        self.stash_fit = button(_("Fi&t…"))
        self.stash_add = button(_("By ha&nd…"))
        for made in (self.stash_move, self.stash_fit, self.stash_add):
            menu = QMenu(made)
            made.setMenu(menu)
            menu.aboutToShow.connect(self._fill_stash_menus)
        self.stash_move.setAccessibleName(_("Move gear of the stash to…"))
        self.stash_fit.setAccessibleName(_("Fit gear of the stash…"))
        self.stash_add.setAccessibleName(_("Stash, by hand…"))
        self.notes = NotesEdit(_("Notes on the group"))
        self.notes.committed.connect(self._note_group)
        self.notes.setMaximumHeight(services.theme.px(90))
        refuge_panel = panel(self.refuge_title, self.refuge, self.next_encounter)
        stash_panel = panel(
            self.stash,
            Flow(self.stash_move, self.stash_fit, self.stash_add, spacing=4),
            self.stash_hint,
            heading=_("Stash"),
        )
        right = holder(column(refuge_panel, stash_panel, self.notes))
        return Turning(services.theme, (left, 3), (right, 1))

    # Showing

    def show_group(self, group_id: str) -> None:
        """Shows a group from its beginning."""
        if group_id != self.group_id:
            self.group_id = group_id
            self._all_warnings = False
            self._memorial = False
            self.memorial_button.setChecked(False)
            self.decision.hide()
            self._home()
        self.refresh()

    def refresh(self) -> None:
        """Reads the group anew and keeps what is chosen."""
        if not self.group_id:
            return
        view = self.services.ask(lambda: self.services.workspace.group(self.group_id))
        if view is None:
            self.group_id = ""  # what stands here is another group's
            self.services.go.emit("campaign", "")
            return
        self.view = view
        group = view.group
        theme = self.services.theme
        leader = group.leading
        self.title.setText(group.name)
        metrics = self.title.fontMetrics()
        self.title.setToolTip(group.name)
        self.title.setText(
            metrics.elidedText(group.name, Qt.TextElideMode.ElideRight, theme.px(460))
        )
        hand = " ✎" if group.by_hand else ""
        self.summary.setText(
            " · ".join(
                filter(
                    None,
                    (
                        keyword_name(leader.keyword) if leader else _("no Leader"),
                        self.catalogue.refuges[group.refuge.key].name,
                        _("{n} SP").format(n=number(group.points)),
                        _("{n} of {most}").format(
                            n=len(group.roster), most=max_size(group, self.catalogue)
                        ),
                        ngettext("{n} game", "{n} games", group.games).format(n=group.games)
                        if group.games
                        else "",
                        group.player,
                    ),
                )
            )
            + hand
        )
        self.founding.setVisible(group.founding)
        if group.founding:
            self.founding_text.setText(
                _("Founding: {points} of {all} points remain · {limits}").format(
                    points=number(group.points),
                    all=self.catalogue.number("founding", "points"),
                    limits=limits_in_words(group, self.catalogue, view.campaign.switches),
                )
            )
        self._show_warnings(view)
        chosen = self._chosen_id()
        rows = roster_rows(group, self.catalogue, memorial=self._memorial)
        column_before = max(0, self.roster.currentIndex().column())
        self.roster_model.set_rows(rows)
        again = max(0, self.roster_model.row_of(chosen))
        if rows:
            self.roster.setCurrentIndex(self.roster_model.index(again, column_before))
        self.roster.setVisible(bool(rows))
        self.empty.setVisible(not rows)
        self.roster.viewport().update()
        self.memorial_button.setText(
            _("Memori&al ({n})").format(n=len(group.memorial)) if group.memorial else _("Memori&al")
        )
        self.memorial_button.setEnabled(bool(group.memorial))
        self._show_refuge(view)
        kept = self.stash.current_id()
        self.stash_model.set_rows(item_rows(group.stash, self.catalogue))
        if self.stash_model.row_of(kept) >= 0:
            self.stash.setCurrentIndex(self.stash_model.index(self.stash_model.row_of(kept), 0))
        self._enable_stash()
        self.notes.show_text(group.notes)
        self._show_member()
        if self.stack.currentWidget() is self.history:
            self.history.show_group(self.group_id)

    def _show_warnings(self, view: GroupView) -> None:
        clear(self.warnings)
        warnings = view.warnings
        shown = warnings if self._all_warnings else warnings[:SHOWN_WARNINGS]
        for violation in shown:
            text = label(f"⚠ {violation.text}", "warn")
            text.setToolTip(violation.text)
            text.setMinimumWidth(60)
            why = button(_("Why?"), partial(self._why, violation), "quiet")
            allow = button(_("Allow"), partial(self._allow, violation), "quiet")
            allow.setAccessibleName(_("Allow: {what}").format(what=violation.text))
            why.setAccessibleName(_("Why: {what}").format(what=violation.text))
            self.warnings.addLayout(row(text, why, allow, 1, spacing=6))
        rest = len(warnings) - len(shown)
        allowed = [v for v in view.violations if v.key in view.group.allowed]
        parts: list[QWidget | int] = []
        if rest > 0 or (self._all_warnings and len(warnings) > SHOWN_WARNINGS):
            more = ngettext("{n} more warning", "{n} more warnings", rest).format(n=rest)
            verb = _("Show fewer") if self._all_warnings else more
            parts.append(button(verb, self._toggle_warnings, "quiet"))
        for violation in allowed if self._all_warnings or not warnings else ():
            parts.append(label(_("allowed: {what}").format(what=violation.text), "faint"))
            parts.append(button(_("No longer"), partial(self._disallow, violation), "quiet"))
        if parts:
            self.warnings.addLayout(row(*parts, 1, spacing=6))

    def _show_refuge(self, view: GroupView) -> None:
        group = view.group
        refuge = self.catalogue.refuges[group.refuge.key]
        self.refuge_title.setText(refuge.name)
        rows = []
        for n, key in enumerate(refuge.built_in):
            perk = self.catalogue.perks[key]
            text = _("▣ {perk} (built in)").format(perk=perk.name)
            rows.append(TableRow(f"built-in-{n}", (text,), f"{perk.name}: {perk.summary}"))
        for built in group.refuge.built:
            perk = self.catalogue.perks[built.key]
            rows.append(TableRow(built.id, (f"■ {perk.name}",), f"{perk.name}: {perk.summary}"))
        free = empty_spaces(group, self.catalogue)
        text = ngettext("▢ {n} Empty Space", "▢ {n} Empty Spaces", free).format(n=free)
        rows.append(TableRow("spaces", (text,), ""))
        self.refuge_model.set_rows(rows)
        given = []
        if group.next_encounter.armoury:
            given.append(_("Next Encounter: {n} Ammo Rolls again").format(n=3))
        if group.next_encounter.radio:
            given.append(_("Next Encounter roll: shift by one"))
        self.next_encounter.setText("\n".join(given))
        self.next_encounter.setVisible(bool(given))

    def _chosen_id(self) -> str:
        return self.roster_model.id_at(self.roster.currentIndex().row())

    def _member_chosen(self, _current: QModelIndex, _previous: QModelIndex) -> None:
        self._show_member()

    def _show_member(self) -> None:
        if self.view is None:
            return
        chosen = self._chosen_id()
        member = self.view.group.member(chosen) if self.view.group.has_member(chosen) else None
        self.member_panel.show_member(self.view, member)
        self.edit_button.setEnabled(member is not None)
        self.dismiss_button.setEnabled(member is not None and member.status == "active")
        held = member is not None and member.status == "captured"
        self.rescue_button.setVisible(held)
        if held:
            loot = self.services.ask(lambda: self.services.groups.loot(self.group_id, chosen))
            self.captors_take.setEnabled(bool(loot))
        founding = self.view.group.founding
        self.dismiss_button.setText(_("Ta&ke back") if founding else _("&Dismiss"))

    def _enable_stash(self) -> None:
        chosen = self.stash.current_id()
        self.stash_move.setEnabled(bool(chosen))
        fit = False
        if chosen and self.view is not None:
            item = self.view.group.holder_of(chosen)[1]
            fit = bool(self.menus.fittings(self.view.group, item))
        self.stash_fit.setEnabled(fit)

    def _fill_stash_menus(self) -> None:
        if self.view is None:
            return
        item_id = self.stash.current_id()
        move_menu, fit_menu = self.stash_move.menu(), self.stash_fit.menu()
        move_menu.clear()
        fit_menu.clear()
        if item_id:
            for holder_id, name in self.menus.holders(self.view.group, item_id):
                action = move_menu.addAction(typed(name))
                action.triggered.connect(lambda _on=False, h=holder_id: self._move_to(item_id, h))
            item = self.view.group.holder_of(item_id)[1]
            for move, text in self.menus.fittings(self.view.group, item):
                action = fit_menu.addAction(typed(text))
                action.triggered.connect(lambda _on=False, m=move: self._move(m))
        by_hand = self.stash_add.menu()
        self.menus.catalogue_menu(by_hand, self._add_to_stash)
        by_hand.addSeparator()
        remove = by_hand.addAction(_("Remove the chosen gear"))
        remove.setEnabled(bool(item_id))
        remove.triggered.connect(lambda _on=False: self._remove_gear(item_id))

    # Inner pages

    def _home(self) -> None:
        self.stack.setCurrentWidget(self.home)
        self.roster.setFocus()

    def start_recruiting(self) -> None:
        """Opens the recruiting form."""
        if self.view is None:
            return
        group_id = self.group_id
        self.recruit_form.start(
            self.view.group, lambda r: self.services.groups.recruit_violations(group_id, r)
        )
        self.stack.setCurrentWidget(self.recruit_form)
        self.recruit_form.types.setFocus()

    def _recruit(self, recruit: Recruit, allowed: bool) -> None:
        made = self.services.do(
            lambda: self.services.groups.recruit(self.group_id, recruit, allowed=allowed)
        )
        if made is None:
            return
        self._home()
        row_number = self.roster_model.row_of(made)
        self.roster.setCurrentIndex(self.roster_model.index(row_number, 0))
        self.recruit_button.setFocus()

    def _edit_member(self) -> None:
        if self.view is None or not self.view.group.has_member(self._chosen_id()):
            return
        others = {
            g.id: g.name
            for g in self.services.workspace.groups(self.view.campaign.id)
            if g.id != self.group_id
        }
        self.member_editor.start(self.view.group.member(self._chosen_id()), others)
        self.stack.setCurrentWidget(self.member_editor)

    def _edited(self, member: Member) -> None:
        assert self.view is not None
        before = self.view.group.member(member.id)
        said = gear_fate(before, member.status, self.services.catalogue)
        edit = partial(self.services.groups.edit_member, self.group_id, member)
        if self.services.done(edit, said):
            self._home()

    def _edit_group(self) -> None:
        if self.view is not None:
            self.group_editor.start(self.view.group)
            self.stack.setCurrentWidget(self.group_editor)

    def _group_edited(self, values: dict[str, object]) -> None:
        groups, group_id = self.services.groups, self.group_id

        def apply() -> None:
            groups.edit_group(
                group_id,
                name=str(values["name"]),
                player=str(values["player"]),
                points=int(str(values["points"])),
                games=int(str(values["games"])),
            )
            built = values["built"]
            assert isinstance(built, tuple)
            groups.set_refuge(
                group_id,
                str(values["refuge"]),
                built,
                int(str(values["extra_size"])),
                int(str(values["extra_spaces"])),
            )
            entered = values["member"]
            if isinstance(entered, tuple):
                groups.add_member(group_id, *entered)

        if self.services.done(apply):
            self._home()

    def _show_history(self) -> None:
        self.history.show_group(self.group_id)
        self.stack.setCurrentWidget(self.history)

    def _toggle_memorial(self) -> None:
        self._memorial = self.memorial_button.isChecked()
        self.refresh()

    # Actions

    def _end_founding(self) -> None:
        self.services.done(lambda: self.services.groups.end_founding(self.group_id))

    def _dismiss(self) -> None:
        member = self._chosen_id()
        if member:
            self.services.done(lambda: self.services.groups.dismiss(self.group_id, member))

    def _decline(self, takes: bool) -> None:
        member = self._chosen_id()
        self.services.done(
            lambda: self.services.groups.decline_rescue(
                self.group_id, member, captor_takes_gear=takes
            )
        )

    def _move(self, move: dict[str, str]) -> None:
        self.services.done(lambda: self.services.groups.move(self.group_id, move))
        self._newcomer_note(move)

    def _move_to(self, item_id: str, holder_id: str) -> None:
        self._move({"do": "move", "item": item_id, "to": holder_id})

    def _newcomer_note(self, move: dict[str, str]) -> None:
        if self.view is None or move.get("do") != "move":
            return
        to = move.get("to", "")
        if to and self.view.group.has_member(to) and self.view.group.member(to).newcomer:
            self.services.said.emit(
                _(
                    "{name} is new: starting gear stays as it is until after the next Encounter."
                ).format(name=self.view.group.member(to).name),
                "",
            )

    def _buy(self, key: str) -> None:
        member = self._chosen_id()
        found = self.services.groups.buy_violations(self.group_id, member, key)
        if found:
            text = " ".join(v.text for v in found)
            self._decide(
                text,
                lambda: self.services.done(
                    lambda: self.services.groups.buy(self.group_id, member, key, allowed=True)
                ),
            )
            return
        self.services.done(lambda: self.services.groups.buy(self.group_id, member, key))

    def _give_back(self, item_id: str) -> None:
        self.services.done(lambda: self.services.groups.give_back(self.group_id, item_id))

    def _add_gear(self, key: str) -> None:
        member = self._chosen_id()
        self.services.done(lambda: self.services.groups.add_gear(self.group_id, member, key))

    def _add_to_stash(self, key: str) -> None:
        self.services.done(lambda: self.services.groups.add_gear(self.group_id, "", key))

    def _remove_gear(self, item_id: str) -> None:
        self.services.done(lambda: self.services.groups.remove_gear(self.group_id, item_id))

    def _note_member(self, member: str, text: str) -> None:
        self.services.done(lambda: self.services.groups.write_notes(self.group_id, text, member))

    def _note_group(self, text: str) -> None:
        self.services.done(lambda: self.services.groups.write_notes(self.group_id, text))

    def _why(self, violation: Violation) -> None:
        page = f" (p. {violation.page})" if violation.page else ""
        self.services.said.emit(rule_behind(violation) + page, "")

    def _allow(self, violation: Violation) -> None:
        self.services.done(lambda: self.services.groups.allow(self.group_id, violation))

    def _disallow(self, violation: Violation) -> None:
        self.services.done(lambda: self.services.groups.disallow(self.group_id, violation))

    def _toggle_warnings(self) -> None:
        self._all_warnings = not self._all_warnings
        self.refresh()

    def _decide(self, text: str, yes: Callable[[], object]) -> None:
        self.decision_text.setText(f"⚠ {text}")
        self._on_yes = yes
        self.decision.show()
        self.decision_no.setFocus()

    def _decide_yes(self) -> None:
        self.decision.hide()
        self._on_yes()

    def _decide_no(self) -> None:
        self.decision.hide()
        self.roster.setFocus()

    def _export(self) -> None:
        from lastdays.ui.widgets.dialogs import save_name

        if self.view is None:
            return
        target = save_name(
            self, _("Export {group}").format(group=self.view.group.name), self.view.group.name
        )
        if target is not None:
            self.export_to(target)

    def portray(self, member: str, file: Path | None) -> None:
        """Gives a member a picture out of a file, or takes it away."""

        def change() -> None:
            from lastdays.ui.widgets.pictures import read_portrait

            picture = read_portrait(file) if file is not None else None
            self.services.groups.set_portrait(self.group_id, member, picture)

        self.services.done(change)

    def export_to(self, target: object) -> None:
        """Writes the group's document to a file."""
        from pathlib import Path

        from lastdays.files import write_whole

        path = Path(str(target))

        def write() -> None:
            write_whole(path, self.services.groups.export(self.group_id))

        self.services.done(write, _("Wrote {file}.").format(file=path))

    def _delete(self) -> None:
        if self.services.done(lambda: self.services.groups.delete(self.group_id)):
            self.group_id = ""
            self.services.go.emit("campaign", "")

    # Undo

    def undo_names(self) -> tuple[str | None, str | None]:
        """What undo and redo would do here."""
        return (self.view.undo, self.view.redo) if self.view else (None, None)

    def undo(self) -> None:
        """Takes the group's last change back."""
        if self.view is not None:
            campaign = self.view.campaign.id
            self.services.do(lambda: self.services.workspace.undo(campaign, self.group_id))

    def redo(self) -> None:
        """Brings back what was undone."""
        if self.view is not None:
            campaign = self.view.campaign.id
            self.services.do(lambda: self.services.workspace.redo(campaign, self.group_id))
