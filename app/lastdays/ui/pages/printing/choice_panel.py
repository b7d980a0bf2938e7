"""What of a group is printed, whose cards, and how."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QListView, QSizePolicy, QWidget

from lastdays.campaign.print_choice import GROUP_KEY, KINDS, PrintChoice, kind_name
from lastdays.campaign.print_jobs import ReadGroup
from lastdays.language import _
from lastdays.ui.forms.print_options import PrintOptionsForm
from lastdays.ui.models.ticks import TickRow, TicksModel
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import Turning, allow, button, column, holder, label, panel, row

#: So many members are in sight at least; all of them where the window is high enough.
LEAST_MEMBERS = 8


class Ticks(QListView):
    """A list of things to tick that is as high as its rows, and no less than `least` of them."""

    def __init__(self, model: TicksModel, name: str) -> None:
        super().__init__()
        self.setModel(model)
        self.setAccessibleName(name)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._rows = self._least = 0

    def fit(self, rows: int, least: int) -> None:
        """Ask for the height of so many rows; fewer are in sight where there is less room."""
        self._rows, self._least = rows, least
        self.updateGeometry()

    def _height_of(self, rows: int) -> int:
        height = self.sizeHintForRow(0) if self._rows else self.fontMetrics().height()
        return max(1, rows) * height + 2 * self.frameWidth() + 2

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._height_of(self._rows))

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self._height_of(self._least))


class ChoicePanel(QWidget):
    """Ticks for kinds and members, and the options of paper. `changed`: somebody chose."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self._theme = theme
        #: The group and the member of each row.
        self._of: dict[str, tuple[str, str]] = {}
        self.kinds_model = TicksModel()
        self.kinds = Ticks(self.kinds_model, _("What to print"))
        self.kinds_model.ticked.connect(self.changed)
        self.members_model = TicksModel()
        self.members = Ticks(self.members_model, _("Whose cards"))
        self.members_model.ticked.connect(self.changed)
        self.only_changed = QCheckBox(_("Only what has &changed since printing"))
        self.only_changed.toggled.connect(lambda _on: self.changed.emit())
        self.options = PrintOptionsForm()
        self.options.changed.connect(self.changed)
        self.all_button = button(
            _("Select &all"), lambda: self.members_model.tick_all(True), "quiet"
        )
        self.none_button = button(
            _("Select &none"), lambda: self.members_model.tick_all(False), "quiet"
        )
        kinds = panel(self.kinds, heading=_("What to print"))
        members = panel(
            row(label(_("Whose cards"), "heading"), 1, self.all_button, self.none_button),
            self.members,
            self.only_changed,
        )
        for part in (kinds, members):  # no higher than what is in them
            part.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        what = column(kinds, members, 1, spacing=6)
        both = Turning(theme, (holder(what), 0), (self.options, 0), spacing=8)
        self.setLayout(column(both))
        theme.changed.connect(self._widen)
        theme.reshaped.connect(self._widen)
        self._widen()

    def _widen(self) -> None:
        """Make room for what stands in the columns, at the current size."""
        self.kinds.setMinimumWidth(self._theme.px(282 * self._theme.ample))
        wide = self.options.minimumSizeHint().width()
        self.options.setMinimumWidth(max(self._theme.px(236), wide))

    def show_choice(self, choice: PrintChoice) -> None:
        """Show the options that were last chosen; the ticks follow with the group."""
        self.options.show_setting(choice.setting)
        self.only_changed.blockSignals(True)
        self.only_changed.setChecked(choice.only_changed)
        self.only_changed.blockSignals(False)

    def show_groups(
        self, groups: Mapping[str, ReadGroup], chosen: Mapping[str, PrintChoice]
    ) -> None:
        """Show what there is to tick of the groups that are printed; the first one's choice says
        what."""
        states = {True: _("changed"), False: _("not printed yet")}
        first = next(iter(chosen))
        choice, changed = chosen[first], groups[first].changed
        self.options.language.show_language(groups[first].view.group.language)
        own = states[changed[GROUP_KEY]] if GROUP_KEY in changed else ""
        kinds = [TickRow(kind, kind_name(kind), own if kind == "group" else "") for kind in KINDS]
        self.kinds_model.set_rows(kinds, choice.kinds)
        self._of = {}
        rows: list[TickRow] = []
        on: list[str] = []
        for group, read in groups.items():
            whose = [read.view.group.name] if len(groups) > 1 else []
            for member in read.view.group.roster:
                key = f"{group}/{member.id}"
                news = [states[read.changed[member.id]]] if member.id in read.changed else []
                rows.append(TickRow(key, member.name, " · ".join([*whose, *news])))
                self._of[key] = (group, member.id)
                if member.id not in chosen[group].left_out:
                    on.append(key)
        self.members_model.set_rows(rows, on)
        self.kinds.fit(len(kinds), len(kinds))
        self.members.fit(len(rows), min(len(rows), LEAST_MEMBERS))
        self.enable(choice)

    def enable(self, choice: PrintChoice) -> None:
        """Offer members only where Character cards are chosen."""
        cards = "characters" in choice.kinds
        for part in (self.members, self.all_button, self.none_button):
            allow(part, cards, _("Tick Character cards first"))

    def value(self, group: str) -> PrintChoice:
        """Return what is chosen of a group: the same of each, but its own members."""
        on = set(self.members_model.on())
        kinds = set(self.kinds_model.on())
        return PrintChoice(
            kinds=tuple(k for k in KINDS if k in kinds),
            left_out=tuple(
                member
                for key, (whose, member) in self._of.items()
                if whose == group and key not in on
            ),
            only_changed=self.only_changed.isChecked(),
            setting=self.options.setting(),
        )
