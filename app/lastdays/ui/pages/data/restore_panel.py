"""What a backup would bring back, before it does: everything, or one group by itself."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from lastdays.campaign.group_diff import Difference
from lastdays.campaign.restore_preview import Fate
from lastdays.language import _, ngettext
from lastdays.store.kept_backups import KeptBackup
from lastdays.ui.models.rows import Cell, Row, RowModel
from lastdays.ui.pages.data.words import in_words
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import Flow, allow, button, column, label
from lastdays.ui.widgets.table import TALL, Table

#: What divides a campaign's id from a group's in a key.
_SLASH = "/"


class WholePanel(QFrame):
    """What restoring everything would do. Signals: it is to be done; one group is to be looked at,
    with its fate; the list of backups again."""

    restore = Signal()
    group_wanted = Signal(object)
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self._fates: Sequence[Fate] = ()
        self.title = label("", "question", wrap=True)
        self.says = label("", "", wrap=True)
        self.model = RowModel((_("Campaigns and groups"), _("What happens to it")))
        self.table = Table(
            self.model,
            _("What happens to it"),
            theme,
            stretch=1,
            heights=TALL,
            least_rows=6,
            fits=True,
        )
        self.table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.table.chosen.connect(lambda _key: self._allow())
        self.table.taken.connect(lambda _key, _column: self._look())
        self.restore_button = button(_("&Restore everything"), self.restore.emit, "first")
        self.group_button = button(_("Restore &this group…"), self._look)
        self.back_button = button(_("Back to the &list"), self.left.emit)
        layout = column(
            self.title,
            self.says,
            self.table,
            Flow(self.restore_button, self.group_button, self.back_button),
            spacing=8,
            margin=10,
        )
        layout.setStretch(2, 1)
        self.setLayout(layout)

    def ask(self, kept: KeptBackup, fates: Sequence[Fate]) -> None:
        """Ask whether a backup is to be restored."""
        self._fates = fates
        self.title.setText(_("Go back to {when}?").format(when=in_words(kept.at)))
        self.says.setText(
            _(
                "All campaigns go back to how they were then. What is there now is backed up "
                "first, so that you can undo the restore."
            )
        )
        self.model.set_rows([_row(fate) for fate in fates])
        self.table.setCurrentIndex(self.model.index(_first_group(fates), 0))
        self._allow()

    def chosen(self) -> Fate | None:
        """Return the group that is chosen, None for a campaign."""
        at = self.table.currentIndex().row()
        fate = self._fates[at] if 0 <= at < len(self._fates) else None
        return fate if fate is not None and fate.group else None

    def _allow(self) -> None:
        fate = self.chosen()
        allow(
            self.group_button,
            fate is not None and fate.kind in ("back", "changed"),
            _("Choose a group that is different in the backup"),
        )

    def _look(self) -> None:
        fate = self.chosen()
        if fate is not None and fate.kind in ("back", "changed"):
            self.group_wanted.emit(fate)


class OneGroupPanel(QFrame):
    """What bringing one group back would change. Signals: it is to be done; the whole again."""

    bring_back = Signal()
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self.title = label("", "question", wrap=True)
        self.says = label("", "", wrap=True)
        self.model = RowModel((_("Who"), _("What"), _("Now"), _("In the backup")))
        self.table = Table(
            self.model, _("What would be different"), theme, stretch=3, least_rows=6, fits=True
        )
        self.table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.bring_button = button(_("&Bring back this group"), self.bring_back.emit, "first")
        self.back_button = button(_("Back to the &list"), self.left.emit)
        layout = column(
            self.title,
            self.says,
            self.table,
            Flow(self.bring_button, self.back_button),
            spacing=8,
            margin=10,
        )
        layout.setStretch(2, 1)
        self.setLayout(layout)

    def ask(self, name: str, kept: KeptBackup, differences: Sequence[Difference]) -> None:
        """Ask whether a group is to be what it was in a backup."""
        self.title.setText(
            _("Bring back {group} from {when}?").format(group=name, when=in_words(kept.at))
        )
        self.says.setText(
            _("Nothing else changes. Undo, on the group's page, takes it back.")
            if differences
            else _("No figure of it would be different. Undo, on the group's page, takes it back.")
        )
        self.model.set_rows([difference_row(n, d) for n, d in enumerate(differences)])


def shown_first(panel: QWidget) -> QWidget:
    """Return what has the keyboard first in a panel."""
    match panel:
        case WholePanel():
            return panel.table
        case OneGroupPanel():
            return panel.bring_button
    return panel


def _first_group(fates: Sequence[Fate]) -> int:
    """Return the first group that would be different, else the first row."""
    different = (n for n, f in enumerate(fates) if f.group and f.kind in ("back", "changed"))
    return next(different, 0)


def _row(fate: Fate) -> Row:
    if fate.group:
        name = Cell(fate.name, beneath=_("Group"))
    else:
        name = Cell(fate.name, "title", _("Campaign"))
    text, token, edge = _what(fate)
    key = _SLASH.join((fate.campaign, fate.group))
    return Row(key, (name, Cell(text, token=token)), edge)


def _what(fate: Fate) -> tuple[str, str, str]:
    """Say what would become of a campaign or group; the colours of the words and of the edge."""
    match fate.kind:
        case "gone":
            return _("Goes: it isn't in the backup"), "harm_text", "harm"
        case "back":
            return _("Comes back"), "well_text", "well"
        case "same":
            return _("Stays as it is"), "faint_text", ""
    if not fate.group:
        return _("Its games, notes and rulings become what they were"), "accent_text", "accent"
    if not fate.differences:
        return _("Becomes what it was"), "accent_text", "accent"
    many = ngettext(
        "{n} thing becomes what it was", "{n} things become what they were", fate.differences
    )
    return many.format(n=fate.differences), "accent_text", "accent"


def difference_row(n: int, d: Difference) -> Row:
    """Return a row for something that is different: whose, what, before, after."""
    token = {"harm": "harm_text", "well": "well_text"}.get(d.kind, "text")
    cells = (
        Cell(d.whose),
        Cell(d.what, token="faint_text"),
        Cell(d.before or "—", token="faint_text"),
        Cell(d.after or "—", token=token),
    )
    return Row(str(n), cells)
