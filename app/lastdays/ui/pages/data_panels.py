"""The panels of the data page: where the store is, its check, its backups, and what a backup would
bring back before it does."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from itertools import groupby
from pathlib import Path

from PySide6.QtCore import QLocale, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from lastdays.campaign.documents.differences import Difference
from lastdays.campaign.safekeeping import Fate, StoreReport, check_store
from lastdays.errors import LastDaysError
from lastdays.language import _, chained, decimal, ngettext
from lastdays.store.kept_backups import BackupCampaign, KeptBackup, Reason, contents
from lastdays.ui.models.rows import Cell, Row, RowModel
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme, restyle
from lastdays.ui.widgets.dialogs import backup_name
from lastdays.ui.widgets.parts import (
    Flow,
    Fold,
    allow,
    button,
    clear,
    column,
    label,
    panel,
    row,
    said,
)
from lastdays.ui.widgets.table import TALL, Table
from lastdays.values import Value

#: How often a check that found something begins anew, where something was stored meanwhile.
TRIES = 3


class CheckPanel(QFrame):
    """Checks the store on the worker; `progressed` carries how far that is, in percent."""

    progressed = Signal(int)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self._services = services
        self._touched, self._tries = False, 0
        self.check_button = button(_("&Check the store"), self.check)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(_("How far the check is"))
        kept = self.bar.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.bar.setSizePolicy(kept)
        self.bar.hide()
        self.title = label(_("Check"), "question", wrap=True)
        self.verdict = label(
            _("Reads every entry of every history, and says whose is damaged."), "faint", wrap=True
        )
        self.findings = column(spacing=2)
        self.setLayout(
            column(
                self.title,
                self.verdict,
                self.findings,
                row(self.check_button, self.bar, spacing=12),
                spacing=8,
                margin=10,
            )
        )
        self.progressed.connect(self.bar.setValue)
        services.changed.connect(self._note)
        services.wrote.connect(self._note)

    def _note(self, _changes: object = None) -> None:
        self._touched = True

    def check(self) -> None:
        """Check the store, unless that is under way."""
        if not self.bar.isHidden():
            return
        self._tries = TRIES
        self._begin()

    def _begin(self) -> None:
        self._touched = False
        self._tries -= 1
        self.bar.setValue(0)
        self.bar.show()
        self._say(_("Reading everything…"), "faint")
        workspace, told = self._services.workspace, self.progressed.emit
        self._services.work(lambda: check_store(workspace, told), self.over, self.failed)

    def over(self, report: StoreReport) -> None:
        """Show what was found; look again where what is stored changed under the check."""
        if not report.sound and self._touched and self._tries:
            self._begin()
            return
        self._ended()
        self.title.setText(_("All is well") if report.sound else _("Something is damaged"))
        if report.sound:
            self._say(
                ngettext(
                    "Nothing is damaged. {n} group was read from end to end.",
                    "Nothing is damaged. {n} groups were read from end to end.",
                    report.groups,
                    n=report.groups,
                ),
                "well",
            )
            return
        self._say(
            ngettext(
                "Something is damaged. {n} group can be read. A backup from before may have it "
                "whole; one group can be brought back by itself.",
                "Something is damaged. {n} groups can be read. A backup from before may have it "
                "whole; one group can be brought back by itself.",
                report.groups,
                n=report.groups,
            ),
            "harm",
        )
        ordered = sorted(report.problems, key=lambda p: p.about)
        for about, problems in groupby(ordered, key=lambda p: p.about):
            self.findings.addWidget(label(about or _("The file itself"), "strong", wrap=True))
            for problem in problems:
                self.findings.addWidget(label(problem.text, wrap=True))

    def failed(self, error: Exception) -> None:
        """Say why the check could not be made."""
        self._ended()
        self._say(str(error), "harm")

    def _ended(self) -> None:
        self.bar.hide()

    def _say(self, text: str, kind: str) -> None:
        clear(self.findings)
        self.verdict.setText(text)
        restyle(self.verdict, kind=kind)


_KB = 1024


def in_words(at: datetime, now: datetime | None = None) -> str:
    """Say a moment in local time: 'today 20:15', 'yesterday 20:15', 'Saturday 14 November 20:15'."""
    local = at.astimezone()
    today = (now or datetime.now().astimezone()).astimezone()
    time = local.strftime("%H:%M")
    days = (today.date() - local.date()).days
    if days == 0:
        return _("today {time}", time=time)
    if days == 1:
        return _("yesterday {time}", time=time)
    names = QLocale()
    day = _(
        "{weekday} {day} {month}",
        weekday=names.dayName(local.isoweekday()),
        day=local.day,
        month=names.monthName(local.month),
    )
    if local.year != today.year:
        day = _("{day} {year}", day=day, year=local.year)
    return _("{day}, {time}", day=day, time=time)


def begun(text: str) -> str:
    """Return a text that begins a line: with a capital."""
    return text[:1].upper() + text[1:]


def size_in_words(size: int) -> str:
    """Say a number of bytes."""
    if size < _KB * _KB:
        return _("{n} KB", n=max(1, round(size / _KB)))
    return _("{n} MB", n=decimal(size / _KB / _KB))


def why(reason: Reason) -> str:
    """Say why a backup was made."""
    match reason:
        case Reason.START:
            return _("when the program started")
        case Reason.MIGRATION:
            return _("before an update")
        case Reason.IMPORT:
            return _("before an import")
        case Reason.RESTORE:
            return _("before a restore")
        case Reason.FINISH:
            return _("after a game")
        case Reason.ASKED:
            return _("made by you")
        case Reason.TIDY:
            return _("before an update")


def inside_in_words(campaigns: Sequence[BackupCampaign]) -> str:
    """List the campaigns in a backup with their groups."""
    if not campaigns:
        return _("nothing yet")
    return chained(
        _("{campaign}: {groups}").format(
            campaign=c.name, groups=", ".join(name for _id, name in c.groups) or _("no groups")
        )
        for c in campaigns
    )


def counted(campaigns: Sequence[BackupCampaign]) -> str:
    """Say how many campaigns and groups there are in a backup."""
    groups = sum(len(c.groups) for c in campaigns)
    many = ngettext("{n} campaign", "{n} campaigns", len(campaigns), n=len(campaigns))
    return _("{campaigns}, {groups}").format(
        campaigns=many, groups=ngettext("{n} group", "{n} groups", groups, n=groups)
    )


#: What divides a campaign's id from a group's in a key.
_SLASH = "/"


class _TablePanel(QFrame):
    """Something to be restored: a question, what is said of it, and a table with its buttons."""

    left = Signal()

    def __init__(self, theme: Theme, headings: tuple[str, ...], name: str, stretch: int) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self.title = label("", "question", wrap=True)
        self.says = label("", "", wrap=True)
        self.model = RowModel(headings)
        self.table = Table(
            self.model,
            name,
            theme,
            stretch=stretch,
            heights=TALL,
            least_rows=6,
            fits=True,
        )
        self.table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.back_button = button(_("Back to the &list"), self.left.emit)

    def _lay_out(self, *buttons: QPushButton) -> None:
        deeds = Flow(*buttons, self.back_button)
        self.setLayout(column(self.title, self.says, self.table, deeds, margin=10))


class RestoreEverythingPanel(_TablePanel):
    """What restoring everything would do. Signals: it is to be done; one group is to be looked at,
    with its fate; the list of backups again."""

    restore = Signal()
    group_wanted = Signal(object)

    def __init__(self, theme: Theme) -> None:
        name = _("What happens to it")
        super().__init__(theme, (_("Campaigns and groups"), name), name, 1)
        self._fates: Sequence[Fate] = ()
        self.table.chosen.connect(lambda _key: self._allow())
        self.table.taken.connect(lambda _key, _column: self._look())
        self.restore_button = button(_("&Restore everything"), self.restore.emit, "first")
        self.group_button = button(_("Restore &this group…"), self._look)
        self._lay_out(self.restore_button, self.group_button)

    def ask(self, kept: KeptBackup, fates: Sequence[Fate]) -> None:
        """Ask whether a backup is to be restored."""
        self._fates = fates
        self.title.setText(_("Go back to {when}?", when=in_words(kept.at)))
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
        """Return the group that is chosen; None for a campaign, and for one that is no different."""
        at = self.table.currentIndex().row()
        fate = self._fates[at] if 0 <= at < len(self._fates) else None
        return fate if fate is not None and _differs(fate) else None

    def _allow(self) -> None:
        why = _("Choose a group that is different in the backup")
        allow(self.group_button, self.chosen() is not None, why)

    def _look(self) -> None:
        if (fate := self.chosen()) is not None:
            self.group_wanted.emit(fate)


class OneGroupPanel(_TablePanel):
    """What bringing one group back would change. Signals: it is to be done; the whole again."""

    bring_back = Signal()

    def __init__(self, theme: Theme) -> None:
        headings = (_("Who"), _("What"), _("Now"), _("In the backup"))
        super().__init__(theme, headings, _("What would be different"), 3)
        self.bring_button = button(_("&Bring back this group"), self.bring_back.emit, "first")
        self._lay_out(self.bring_button)

    def ask(self, name: str, kept: KeptBackup, differences: Sequence[Difference]) -> None:
        """Ask whether a group is to be what it was in a backup."""
        self.title.setText(_("Bring back {group} from {when}?", group=name, when=in_words(kept.at)))
        self.says.setText(
            _("Nothing else changes. Undo, on the group's page, takes it back.")
            if differences
            else _("No figure of it would be different. Undo, on the group's page, takes it back.")
        )
        self.model.set_rows([difference_row(n, d) for n, d in enumerate(differences)])


def _first_group(fates: Sequence[Fate]) -> int:
    """Return the first group that would be different, else the first row."""
    return next((n for n, fate in enumerate(fates) if _differs(fate)), 0)


def _differs(fate: Fate) -> bool:
    return bool(fate.group) and fate.kind in ("back", "changed")


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
        return _("Its games, notes and rulings go back to how they were"), "accent_text", "accent"
    if not fate.differences:
        return _("Goes back to how it was"), "accent_text", "accent"
    many = ngettext(
        "Goes back to how it was: {n} difference",
        "Goes back to how it was: {n} differences",
        fate.differences,
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


class ListedBackup(Value):
    """A backup with what is in it; None where it can't be read."""

    kept: KeptBackup
    campaigns: tuple[BackupCampaign, ...] | None


@cache
def _contents(backup: Path) -> tuple[BackupCampaign, ...] | None:
    """Return what is in a backup, None where it can't be read; each once, for none ever changes."""
    try:
        return contents(backup)
    except LastDaysError:
        return None


def read_backups(backups: Sequence[KeptBackup]) -> list[ListedBackup]:
    """Return backups with what is in them."""
    return [ListedBackup(kept, _contents(kept.path)) for kept in backups]


class BackupsPanel(QFrame):
    """The list of backups. Signals: one is to be looked at, with the backup; another is to be made;
    the restore is to be taken back."""

    wanted = Signal(object)
    back_up = Signal()
    taken_back = Signal()

    def __init__(self, theme: Theme, *, read_only: bool) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self._listed: list[ListedBackup] = []
        self.note = label("", "well", wrap=True)
        self.back_button = button(_("&Undo the restore"), self.taken_back.emit, "first")
        self.note.hide()
        self.back_button.hide()
        self.model = RowModel((_("When"), _("What's in it")))
        self.table = Table(
            self.model, _("Backups"), theme, stretch=1, heights=TALL, least_rows=6, fits=True
        )
        self.table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.table.taken.connect(lambda _key, _column: self._look())
        self.table.chosen.connect(lambda _key: self._allow())
        self.none_yet = label(_("There are no backups yet."), "faint", wrap=True)
        self.restore_button = button(
            _("&Restore…"),
            self._look,
            hint=_("Shows first what would be different, for everything and for each group"),
        )
        self.now_button = button(_("Back &up now"), self.back_up.emit)
        if read_only:
            self.none_yet.setText(_("None: it can't be written where it is, and is only read"))
            why = _("Nothing changes in a store that can't be written")
            allow(self.now_button, False, why)
        self.setLayout(
            column(
                label(_("Backups"), "heading"),
                said(self.note, self.back_button),
                self.none_yet,
                self.table,
                row(self.restore_button, self.now_button, 1),
                spacing=8,
                margin=10,
            )
        )

    def show_backups(self, listed: list[ListedBackup]) -> None:
        """Show which there are, the newest first."""
        chosen = self.table.currentIndex().row()
        kept = self.model.key_at(chosen) if chosen > 0 else ""  # else the newest, whichever it is
        self._listed = listed
        self.model.set_rows([_backup_row(one) for one in listed])
        self.none_yet.setVisible(not listed)
        again = self.model.row_of(kept) if kept else -1
        if listed:
            self.table.setCurrentIndex(self.model.index(max(0, again), 0))
        self._allow()

    def choose_newest(self) -> None:
        """Choose the backup that was made last."""
        self.table.setCurrentIndex(self.model.index(0, 0))

    def offer_back(self, text: str) -> None:
        """Say what was restored, and offer to take that back; '' for nothing."""
        self.note.setText(text)
        self.note.setVisible(bool(text))
        self.back_button.setVisible(bool(text))

    def chosen(self) -> ListedBackup | None:
        """Return the backup that is chosen."""
        at = self.table.currentIndex().row()
        return self._listed[at] if 0 <= at < len(self._listed) else None

    def _allow(self) -> None:
        chosen = self.chosen()
        allow(
            self.restore_button,
            chosen is not None and chosen.campaigns is not None,
            _("Choose a backup that can be read") if chosen else _("There are no backups yet"),
        )

    def _look(self) -> None:
        chosen = self.chosen()
        if chosen is not None and chosen.campaigns is not None:
            self.wanted.emit(chosen.kept)


def _backup_row(one: ListedBackup) -> Row:
    kept = one.kept
    when = Cell(begun(in_words(kept.at)), "title", why(kept.reason))
    size = size_in_words(kept.size)
    if one.campaigns is None:
        inside = Cell(_("Can't be read: it is damaged"), beneath=size, token="harm_text")
    else:
        about = f"{counted(one.campaigns)} · {size}"
        inside = Cell(inside_in_words(one.campaigns), beneath=about)
    return Row(kept.path.name, (when, inside))


class StoreFold(Fold):
    """Where the store and its backups are, when those are made, and what checks it. Signals: what is
    wanted."""

    save_copy = Signal()
    open_folder = Signal()
    choose_place = Signal()
    no_place = Signal()

    def __init__(
        self, path: Path, services: Services, check: QPushButton, *, read_only: bool
    ) -> None:
        """Make it; the button that checks the store again leaves its panel for this."""
        self._keeping, self._store = services.keeping, path
        self.path, self.takes, self.place = _fact(str(path)), _fact(), _fact()
        facts = QGridLayout()
        facts.setHorizontalSpacing(16)
        facts.setVerticalSpacing(8)
        for n, (name, fact) in enumerate(
            ((_("File"), self.path), (_("Size"), self.takes), (_("Second place"), self.place))
        ):
            facts.addWidget(label(name, "faint"), n, 0, Qt.AlignmentFlag.AlignTop)
            facts.addWidget(fact, n, 1)
        facts.setColumnStretch(1, 1)
        self.copy_button = button(_("Back up ever&ything…"))
        self.folder_button = button(_("&Open folder"))
        self.place_button = button(
            _("Choose second &place…"),
            hint=_("A stick or a synced folder that gets a copy of each backup"),
        )
        self.no_place_button = button(_("Use &no second place"))
        if read_only:
            why = _("Nothing changes in a store that can't be written")
            allow(self.place_button, False, why)
        words = _(
            "Backups are made automatically when the program starts, after each game, and before "
            "an import, an update or a restore. All of the last day's are kept, then one a day for "
            "a month and one a week for a year."
        )
        super().__init__(
            services.theme,
            "where the data is",
            "",
            panel(
                facts,
                Flow(check, self.copy_button, self.folder_button),
                Flow(self.place_button, self.no_place_button),
                label(words, "faint", wrap=True),
            ),
        )
        for pressed, wanted in (
            (self.copy_button, self.save_copy),
            (self.folder_button, self.open_folder),
            (self.place_button, self.choose_place),
            (self.no_place_button, self.no_place),
        ):
            pressed.clicked.connect(wanted)
        if read_only:  # it is played on from a copy
            self.show_open(True)

    def refresh(self) -> None:
        """Show how things are now."""
        size, place = size_in_words(size_of(self._store)), self._keeping.second_place
        self.takes.setText(size)
        if place is None:
            self.place.setText(_("None: if this disk fails, the backups go with it"))
            self.say(_("Files: {size}, no second place for backups", size=size))
        else:
            there = place.is_dir()
            gone = _("{folder} (not there just now)", folder=place)
            self.place.setText(str(place) if there else gone)
            self.say(
                _("Files: {size}, and a second place for backups", size=size)
                if there
                else _("Files: {size}, the second place isn't there just now", size=size)
            )
        allow(self.no_place_button, place is not None, _("There is no second place"))


def size_of(store: Path) -> int:
    """Return how many bytes a store and the changes beside it take."""
    files = (store, store.with_name(store.name + "-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


def _fact(text: str = "") -> QLabel:
    made = label(text, wrap=True)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made


def back_up_everything(services: Services, page: QWidget) -> None:
    """Ask for a file, and write a backup of the whole store to it."""
    target = backup_name(page, "lastdays-backup.sqlite")
    if target is not None:
        services.back_up(target)


def open_folder(services: Services) -> None:
    """Show the folder that the store lies in, or say where it is."""
    folder = services.workspace.store.path.parent
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        services.said.emit(
            _("The folder can't be opened from here: {folder}", folder=folder), "harm"
        )
