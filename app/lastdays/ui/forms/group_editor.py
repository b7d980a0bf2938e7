"""A group's own values, set by hand: name, points, Refuge, Perks, members from paper."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QLineEdit,
    QMenu,
    QPushButton,
    QWidget,
)

from lastdays.campaign.random_names import group_name, member_name
from lastdays.language import _
from lastdays.model.fields import GROUP
from lastdays.model.group import BuiltPerk, Group, RefugeState
from lastdays.procedure.dice import RandomSource
from lastdays.rulebook import Catalogue
from lastdays.ui.forms.entered import cancelling, fields_laid
from lastdays.ui.forms.recruit import draw_dice, name_button, take_name
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.numbers import Number
from lastdays.ui.widgets.parts import (
    Picker,
    Turning,
    button,
    choose_key,
    clear,
    column,
    holder,
    label,
    panel,
    row,
    scrolling,
)
from lastdays.ui.widgets.within import Within

#: The form is at most so wide, in pixels at 100 %.
WIDE = 1500


class GroupEditor(QWidget):
    """A form over one group; `applied` carries its values, the group as it is to be and the type and name of a
    member to enter, None for nobody."""

    applied = Signal(object, object)
    cancelled = Signal()
    delete_wanted = Signal()

    def __init__(
        self, catalogue: Catalogue, theme: Theme, source: RandomSource | None = None
    ) -> None:
        """Make the form; with a `source`, it also thinks of names."""
        super().__init__()
        self.catalogue = catalogue
        self._source = source
        self._taken: frozenset[str] = frozenset()
        self._group: Group | None = None
        self._built: list[BuiltPerk] = []
        self.name = QLineEdit()
        self.player = QLineEdit()
        self.points = Number()
        self.games = Number()
        self.refuge = Picker()
        for refuge in catalogue.refuges.values():
            self.refuge.addItem(refuge.name, refuge.key)
        self.extra_size = Number()
        self.extra_spaces = Number()
        left = fields_laid(
            (
                (GROUP["name"], self.name),
                (GROUP["player"], self.player),
                (GROUP["points"], self.points),
                (GROUP["games"], self.games),
            )
        )
        right = fields_laid(
            (
                (GROUP["refuge"], self.refuge),
                (GROUP["extra_size"], self.extra_size),
                (GROUP["extra_spaces"], self.extra_spaces),
            )
        )
        self.group_dice = name_button(_("Random name for the group"), self._name_group)
        left.addWidget(self.group_dice, 0, 2)
        self.perk_list = column(spacing=2)
        self.perk_add = QPushButton(_("Add a &Perk…"))
        menu = QMenu(self.perk_add)
        self.perk_add.setMenu(menu)
        for perk in catalogue.perks.values():
            menu.addAction(perk.name).triggered.connect(
                lambda _on=False, k=perk.key: self._add_perk(k)
            )
        self.member_type = Picker()
        self.member_type.addItem(_("nobody"), "")
        for kind in catalogue.characters.values():
            self.member_type.addItem(kind.name, kind.key)
        self.member_type.setAccessibleName(_("Type of the member to add"))
        self.member_name = QLineEdit()
        self.member_name.setPlaceholderText(_("Name"))
        self.member_name.setAccessibleName(_("Name of the member to add"))
        self.member_dice = name_button(_("Random name for the member to add"), self._name_member)
        self._theme = theme
        theme.changed.connect(self._draw_dice)
        self._draw_dice()
        from_paper = panel(
            label(
                _("This costs no points. Edit the member for everything else."), "faint", wrap=True
            ),
            row(self.member_type, self.member_name, self.member_dice, spacing=4),
            1,
            heading=_("Add a member from paper"),
        )
        both = column(panel(left, heading=_("Group")), from_paper)
        both.setStretch(1, 1)
        group_side = holder(both)
        refuge_side = panel(
            right,
            label(_("Built Perks"), "heading"),
            self.perk_list,
            row(self.perk_add, 1),
            1,
            heading=_("Refuge"),
        )
        body = Turning(theme, (group_side, 1), (refuge_side, 1))
        self.apply_button = button(_("S&ave changes"), self._apply, "first")
        self.setLayout(
            column(
                scrolling(body),
                row(
                    button(_("Delete this group"), self.delete_wanted.emit),
                    1,
                    cancelling(self.cancelled.emit),
                    self.apply_button,
                ),
            )
        )
        Within(self, theme, WIDE)

    def _draw_dice(self) -> None:
        draw_dice(self._theme, self.group_dice, self.member_dice)

    def _name_group(self) -> None:
        if self._source is not None:
            take_name(self.name, group_name(self._source, {self.name.text()}))

    def _name_member(self) -> None:
        if self._source is not None:
            kind = self.catalogue.characters.get(str(self.member_type.currentData()))
            taken = self._taken | {self.member_name.text()}
            take_name(self.member_name, member_name(self._source, taken, kind))

    def start(self, group: Group) -> None:
        """Show a group as it is."""
        self._group = group
        self._taken = frozenset(m.name for m in group.members)
        self.name.setText(group.name)
        self.player.setText(group.player)
        self.points.setValue(group.points)
        self.games.setValue(group.games)
        refuge = self.catalogue.refuges[group.refuge.key]
        choose_key(self.refuge, refuge.key, refuge.name)
        self.extra_size.setValue(group.refuge.extra_size)
        self.extra_spaces.setValue(group.refuge.extra_spaces)
        self._built = list(group.refuge.built)
        self.member_type.setCurrentIndex(0)
        self.member_name.clear()
        self._show_perks()
        self.name.setFocus()

    def _show_perks(self) -> None:
        clear(self.perk_list)
        for n, perk in enumerate(self._built):
            name = self.catalogue.perks[perk.key].name
            remove = button(
                _("✕ {name}").format(name=name),
                partial(self._remove_perk, n),
                "quiet",
                _("Remove {name}").format(name=name),
            )
            remove.setAccessibleName(_("Remove {n}: {what}").format(n=n + 1, what=name))
            self.perk_list.addLayout(row(remove, 1))

    def _add_perk(self, key: str) -> None:
        self._built.append(BuiltPerk("", key))
        self._show_perks()

    def _remove_perk(self, index: int) -> None:
        del self._built[index]
        self._show_perks()

    def _apply(self) -> None:
        entered = str(self.member_type.currentData() or "")
        if self._group is None:
            return
        refuge = RefugeState(
            str(self.refuge.currentData()),
            tuple(self._built),
            self.extra_size.value(),
            self.extra_spaces.value(),
        )
        wanted = replace(
            self._group,
            name=self.name.text(),
            player=self.player.text(),
            points=self.points.value(),
            games=self.games.value(),
            refuge=refuge,
        )
        self.applied.emit(wanted, (entered, self.member_name.text()) if entered else None)
