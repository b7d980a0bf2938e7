"""Your data: where it is stored, its backups, its check, and restoring."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import cache, partial
from operator import attrgetter
from pathlib import Path

from PySide6.QtCore import QLocale, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget

from lastdays.campaign import safekeeping
from lastdays.campaign.documents.differences import Difference
from lastdays.campaign.documents.group_documents import CAMPAIGN_SUFFIX, SUFFIX
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.safekeeping import Fate, Problem, StoreReport, check_store, preview_whole
from lastdays.campaign.workspace import Workspace
from lastdays.desktop.files import write_whole
from lastdays.errors import LastDaysError
from lastdays.language import _, capitalised, chained, decimal, ngettext
from lastdays.store.kept_backups import BackupCampaign, KeptBackup, Reason, campaigns_in_backup
from lastdays.ui.models.rows import Cell, Row, difference_rows
from lastdays.ui.navigation import DataRoute, GroupRoute, Route
from lastdays.ui.page import Head, Page, back_button
from lastdays.ui.services import Services
from lastdays.ui.theme import set_style_properties
from lastdays.ui.widgets.dialogs import ask_folder, ask_where_to_save_backup, file_name_for
from lastdays.ui.widgets.parts import (
    Flow,
    Fold,
    OneOf,
    Panel,
    RowOrColumn,
    button,
    clear_layout,
    column,
    enable_or_explain,
    fact_grid,
    keep_room,
    label,
    panel,
    row,
    selectable_label,
    sentence,
    sentence_line,
    show_text,
    wrap_layout,
)
from lastdays.ui.widgets.room import scroll_to_top
from lastdays.ui.widgets.table import TWO_LINES, Table, TableDesign

#: The page is at most so wide in a large window, in pixels at 100 %.
WIDE = 1100
#: How often a check that found something begins anew, where something was stored meanwhile.
TRIES = 3
_KB = 1024


# In words


def in_words(at: datetime, now: datetime | None = None) -> str:
    """Return a local time in words: 'today 20:15', 'Saturday 14 November 20:15'."""
    local = at.astimezone()
    if now is None:
        now = datetime.now()
    today = now.astimezone()
    time = local.strftime("%H:%M")
    days_ago = (today.date() - local.date()).days
    if days_ago == 0:
        return _("today {time}", time=time)
    if days_ago == 1:
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


def size_in_words(size: int) -> str:
    if size < _KB * _KB:
        return _("{n} KB", n=max(1, round(size / _KB)))
    return _("{n} MB", n=decimal(size / _KB / _KB))


def reason_in_words(reason: Reason) -> str:
    """Return the reason for a backup in words."""
    return {
        Reason.START: _("when the program started"),
        Reason.MIGRATION: _("before an update"),
        Reason.IMPORT: _("before an import"),
        Reason.RESTORE: _("before a restore"),
        Reason.FINISH: _("after a game"),
        Reason.ASKED: _("made by you"),
        Reason.DELETE: _("before something was deleted"),
        Reason.TIDY: _("before an update"),
    }[reason]


def inside_in_words(campaigns: Sequence[BackupCampaign]) -> str:
    if not campaigns:
        return _("nothing yet")
    return chained(_campaign_in_words(campaign) for campaign in campaigns)


def _campaign_in_words(campaign: BackupCampaign) -> str:
    """Return a campaign of a backup with the names of its groups."""
    groups = ", ".join(name for _id, name in campaign.groups)
    if not groups:
        groups = _("no groups")
    return _("{campaign}: {groups}").format(campaign=campaign.name, groups=groups)


def campaigns_and_groups(campaigns: Sequence[BackupCampaign]) -> str:
    """Return the number of campaigns and groups in a backup."""
    group_count = sum(len(campaign.groups) for campaign in campaigns)
    return _("{campaigns}, {groups}").format(
        campaigns=ngettext("{n} campaign", "{n} campaigns", len(campaigns)),
        groups=ngettext("{n} group", "{n} groups", group_count),
    )


# What is done from other pages too


def back_up_everything(services: Services, page: QWidget) -> None:
    """Ask for a file, and back up the whole store to it."""
    ask_where_to_save_backup(page, "lastdays-backup.sqlite", services.back_up)


def back_up_now(services: Services) -> None:
    """Make a backup, and say whether there was anything new to back up."""

    def say_result(backup: KeptBackup | None) -> None:
        if backup is not None:
            services.say(_("Backed up."), "well")
        else:
            services.say(_("Nothing has changed since the latest backup."), "well")

    services.safekeeping.soon(Reason.ASKED, say_result)


def open_folder(services: Services) -> None:
    """Open the store's folder in the file manager, or say where it is."""
    folder = services.workspace.store.path.parent
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        services.say(_("The folder can't be opened from here: {folder}", folder=folder), "harm")


class CheckPanel(Panel):
    """Checks the store on the worker; `progressed` carries the progress in percent."""

    progressed = Signal(int)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._touched = False
        self._tries = 0
        self.check_button = button(_("&Check the store"), self.check)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(_("Progress of the check"))
        keep_room(self.bar)
        self.bar.hide()
        self.title = sentence(_("Check"), "question")
        self.verdict = sentence(_("Reads every entry of every history and lists what is damaged."))
        self.findings = column(spacing=2)
        checking = row(self.check_button, self.bar, spacing=12)
        self.setLayout(column(self.title, self.verdict, self.findings, checking, margin=10))
        self.progressed.connect(self.bar.setValue)
        services.changed.connect(self._note_change)
        services.stored_quietly.connect(self._note_change)

    def _note_change(self, _changes: object = None) -> None:
        self._touched = True

    def check(self) -> None:
        """Start a check, unless one is running."""
        if self.bar.isHidden():
            self._tries = TRIES
            self._begin_check()

    def _begin_check(self) -> None:
        self._touched = False
        self._tries -= 1
        self.bar.setValue(0)
        self.bar.show()
        self._show_verdict(_("Reading everything…"), "faint")
        services = self._services
        check = partial(
            check_store, services.workspace, self.progressed.emit, goes_on=services.is_open
        )
        services.work(check, self.show_report, self.show_error, receiver=self)

    def show_report(self, report: StoreReport) -> None:
        """Show the result; after a fault, check again if something was stored meanwhile."""
        fault_may_be_passing = not report.sound and self._touched
        if fault_may_be_passing and self._tries:
            self._begin_check()
            return
        self.bar.hide()
        if report.sound:
            self.title.setText(_("All is well"))
            text = ngettext(
                "Nothing is damaged. {n} group was read from end to end.",
                "Nothing is damaged. {n} groups were read from end to end.",
                report.groups,
            )
            self._show_verdict(text, "well")
        else:
            self.title.setText(_("Something is damaged"))
            text = ngettext(
                "Something is damaged. {n} group can still be read. An earlier backup may "
                "be undamaged; you can restore a single group from it.",
                "Something is damaged. {n} groups can still be read. An earlier backup may "
                "be undamaged; you can restore a single group from it.",
                report.groups,
            )
            self._show_verdict(text, "harm")
        self._list_problems(report.problems)

    def _list_problems(self, problems: Sequence[Problem]) -> None:
        """List what is damaged, below the name of what it is about."""
        by_subject: dict[str, list[Problem]] = {}
        for problem in sorted(problems, key=attrgetter("about")):
            by_subject.setdefault(problem.about, []).append(problem)
        for subject, its_problems in by_subject.items():
            self.findings.addWidget(sentence(subject or _("The file itself"), "strong"))
            for problem in its_problems:
                self.findings.addWidget(sentence(problem.text, ""))

    def show_error(self, error: Exception) -> None:
        self.bar.hide()
        self._show_verdict(str(error), "harm")

    def _show_verdict(self, text: str, kind: str) -> None:
        clear_layout(self.findings)
        self.verdict.setText(text)
        set_style_properties(self.verdict, kind=kind)


# What is restored


class RestorePanel(Panel):
    """A preview of a restore: a question, an explanation, and a table with its buttons."""

    def __init__(self, table: Table, *buttons: QPushButton) -> None:
        super().__init__()
        self.title = sentence("", "question")
        self.says = sentence("", "")
        self.table = table
        self.setLayout(column(self.title, self.says, self.table, Flow(*buttons), margin=10))

    def show_question(self, title: str, says: str, rows: Sequence[Row]) -> None:
        self.title.setText(title)
        self.says.setText(says)
        self.table.rows.set_rows(rows)


def _is_group_that_differs(fate: Fate) -> bool:
    return bool(fate.group) and fate.kind in ("back", "changed")


def _row_of_fate(fate: Fate) -> Row:
    """Return the row of a campaign or group, with what a restore would do to it."""
    if fate.group:
        name = Cell(fate.name, beneath=_("Group"))
    else:
        name = Cell(fate.name, "title", _("Campaign"))
    text, colour = _fate_in_words(fate)
    token = f"{colour}_text" if colour else "faint_text"
    return Row(f"{fate.campaign}/{fate.group}", (name, Cell(text, token=token)), colour)


def _fate_in_words(fate: Fate) -> tuple[str, str]:
    """Return what a restore would do to a campaign or group, and its colour."""
    match fate.kind:
        case "gone":
            return _("Is removed: it isn't in the backup"), "harm"
        case "back":
            return _("Is restored"), "well"
        case "same":
            return _("Stays as it is"), ""
    if not fate.group:
        return _("Its games, notes and house rules go back to how they were"), "accent"
    if not fate.differences:
        return _("Goes back to how it was"), "accent"
    return ngettext(
        "Goes back to how it was: {n} difference",
        "Goes back to how it was: {n} differences",
        fate.differences,
    ), "accent"


#: A backup with what is in it; None where it can't be read.
Listed = tuple[KeptBackup, tuple[BackupCampaign, ...] | None]


@cache
def _campaigns_in_backup(backup: Path) -> tuple[BackupCampaign, ...] | None:
    """Return a backup's contents, None if it can't be read; cached, for backups never change."""
    try:
        return campaigns_in_backup(backup)
    except LastDaysError:
        return None


def _with_contents(backups: Iterable[KeptBackup]) -> list[Listed]:
    """Return backups with what is in them."""
    return [(backup, _campaigns_in_backup(backup.path)) for backup in backups]


class BackupsPanel(Panel):
    """The list of backups, to look at one, make another or undo a restore."""

    def __init__(
        self,
        services: Services,
        look: Callable[[KeptBackup], object],
        take_back: Callable[[], object],
    ) -> None:
        super().__init__()
        self._listed: Sequence[Listed] = ()
        self._look_at = look
        self.note = sentence("", "well")
        self.back_button = button(_("&Undo the restore"), take_back)
        self.table = Table(
            (_("When"), _("What's in it")),
            _("Backups"),
            services.theme,
            TableDesign(stretched=1, row_heights=TWO_LINES, least_rows=6, shows_all=True),
            row_activated=self._preview_chosen,
            row_chosen=self._enable_buttons,
        )
        self.none_yet = sentence(_("There are no backups yet."))
        self.restore_button = button(
            _("&Restore…"),
            self._preview_chosen,
            hint=_("First shows what would change, overall and for each group"),
        )
        self.now_button = button(_("Back &up now"), partial(back_up_now, services))
        if services.workspace.store.read_only:
            self.none_yet.setText(_("None: this store is read-only"))
            enable_or_explain(self.now_button, False, _("A read-only store can't be changed"))
        self.setLayout(
            column(
                label(_("Backups"), "heading"),
                sentence_line(self.note, self.back_button),
                self.none_yet,
                self.table,
                row(self.restore_button, self.now_button, 1),
                margin=10,
            )
        )

    def show_backups(self, listed: Sequence[Listed]) -> None:
        """Show the backups, latest first; the choice is kept, or stays on the latest."""
        key_to_keep = ""
        chosen_row = self.table.currentIndex().row()
        older_is_chosen = chosen_row > 0
        if older_is_chosen:
            key_to_keep = self.table.rows.key_at(chosen_row)
        self._listed = listed
        self.table.rows.set_rows([_backup_row(backup, campaigns) for backup, campaigns in listed])
        self.none_yet.setVisible(not listed)
        latest = 0
        row_to_choose = max(latest, self.table.rows.row_of(key_to_keep))
        self.table.setCurrentIndex(self.table.rows.index(row_to_choose, 0))
        self._enable_buttons()

    def show_newest(self, restored: str) -> None:
        """Choose the latest backup, and offer to undo a restore ('' for none)."""
        show_text(self.note, restored)
        self.back_button.setVisible(bool(restored))
        self.table.setCurrentIndex(self.table.rows.index(0, 0))

    def take_focus(self) -> None:
        if self.table.rows.rows:
            self.table.setFocus()
        else:
            self.now_button.setFocus()

    def chosen_backup(self) -> KeptBackup | None:
        """Return the chosen backup, None if it can't be read."""
        place = self.table.currentIndex().row()
        if place < 0:
            return None
        backup, campaigns = self._listed[place]
        can_be_read = campaigns is not None
        return backup if can_be_read else None

    def _enable_buttons(self) -> None:
        why_not = _("There are no backups yet")
        if self._listed:
            why_not = _("Choose a backup that can be read")
        enable_or_explain(self.restore_button, self.chosen_backup() is not None, why_not)

    def _preview_chosen(self) -> None:
        backup = self.chosen_backup()
        if backup is not None:
            self._look_at(backup)


def _backup_row(backup: KeptBackup, campaigns: Sequence[BackupCampaign] | None) -> Row:
    when = Cell(capitalised(in_words(backup.at)), "title", reason_in_words(backup.reason))
    size = size_in_words(backup.size)
    if campaigns is None:
        inside = Cell(_("Can't be read: it is damaged"), beneath=size, token="harm_text")
    else:
        inside = Cell(
            inside_in_words(campaigns), beneath=f"{campaigns_and_groups(campaigns)} · {size}"
        )
    return Row(backup.path.name, (when, inside))


class StoreFold(Fold):
    """Where the store and its backups are, and when backups are made."""

    def __init__(self, services: Services, check: QPushButton) -> None:
        store = services.workspace.store
        self._services = services
        self._store = store.path
        self.path = selectable_label(str(store.path))
        self.takes = selectable_label()
        self.place = selectable_label()
        about_store = fact_grid(
            (_("File"), self.path),
            (_("Size"), self.takes),
            (_("Second folder"), self.place),
        )
        back_up_button = button(
            _("Back up ever&ything…"), partial(back_up_everything, services, self)
        )
        open_button = button(_("&Open folder"), partial(open_folder, services))
        place_button = button(
            _("Choose secon&d folder…"),
            partial(ask_folder, self, _("A second folder for backups"), self._use_place),
            hint=_("A USB stick or a synced folder that gets a copy of each backup"),
        )
        self.no_place_button = button(_("Use &no second folder"), partial(self._use_place, None))
        when_backed_up = _(
            "Backups are made automatically when the program starts, after each game, and "
            "before an import, an update or a restore. All backups of the last day are "
            "kept, then one a day for a month and one a week for a year."
        )
        inside = panel(
            about_store,
            Flow(check, back_up_button, open_button),
            Flow(place_button, self.no_place_button),
            sentence(when_backed_up),
        )
        super().__init__(services.theme, "where the data is", "", inside)
        if store.read_only:  # it is played on from a copy
            enable_or_explain(place_button, False, _("A read-only store can't be changed"))
            self.show_open(True)

    def refresh(self) -> None:
        size = size_in_words(size_of(self._store))
        place = self._services.safekeeping.second_place
        self.takes.setText(size)
        if place is None:
            where = _("None: if this disk fails, the backups are lost with it")
            text = _("Files: {size}, no second folder for backups")
        elif place.is_dir():
            where = str(place)
            text = _("Files: {size}, and a second folder for backups")
        else:
            where = _("{folder} (not available right now)", folder=place)
            text = _("Files: {size}, the second folder isn't available right now")
        self.place.setText(where)
        self.say(text.format(size=size))
        enable_or_explain(self.no_place_button, place is not None, _("There is no second folder"))

    def _use_place(self, folder: Path | None) -> None:
        self._services.safekeeping.choose_second_place(folder)
        self.refresh()
        if folder is not None:
            back_up_now(self._services)


def size_of(store: Path) -> int:
    """Return how many bytes a store and the changes beside it take."""
    changes_beside = store.with_name(store.name + "-wal")
    size = 0
    for file in (store, changes_beside):
        if file.exists():
            size += file.stat().st_size
    return size


class DataPage(Page):
    """The store and its backups; the preview of a restore takes the place of the list."""

    #: A restore is over, well or not.
    rested = Signal()
    #: The backup that is looked at, and the group of it.
    _looked_at: KeptBackup
    _group: Fate

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._fates: Sequence[Fate] = ()
        #: The backup from before the latest restore, and what was said of that.
        self._undo: Path | None = None
        self._said = ""
        self.head = Head(_("Your data"), first=back_button(services, _("Bac&k")))
        self.check = CheckPanel(services)
        self.store = StoreFold(services, self.check.check_button)
        self.backups = BackupsPanel(services, self._preview_backup, self._take_back)
        self.whole = self._make_whole()
        self.one_group = self._make_one_group()
        self.stage = OneOf(self.backups, self.whole, self.one_group)
        check_and_store = wrap_layout(column(self.check, self.store, 1, spacing=10))
        stage = wrap_layout(column(self.stage, 1))
        body = RowOrColumn(services.theme, (check_and_store, 2), (stage, 3), single=True)
        self.lay(body, wide=WIDE, single=True)
        services.safekeeping.backup_finished.connect(self._show_new_backup)
        self.rested.connect(self._enable_window)

    def _make_whole(self) -> RestorePanel:
        """Make the preview of a restore of everything."""
        self.restore_button = button(_("&Restore everything"), self._restore_chosen, "first")
        self.group_button = button(_("Restore &this group…"), self._look_at_group)
        what = _("What happens to it")
        table = Table(
            (_("Campaigns and groups"), what),
            what,
            self.services.theme,
            TableDesign(stretched=1, row_heights=TWO_LINES, least_rows=6, shows_all=True),
            row_chosen=self._enable_group_button,
            row_activated=self._look_at_group,
        )
        to_list = button(_("Back to the &list"), self._to_list)
        return RestorePanel(table, self.restore_button, self.group_button, to_list)

    def _make_one_group(self) -> RestorePanel:
        """Make the preview of a restore of one group."""
        self.bring_button = button(_("Restore this gro&up"), self._bring_back, "first")
        table = Table(
            (_("Who"), _("What"), _("Now"), _("In the backup")),
            _("What would change"),
            self.services.theme,
            TableDesign(stretched=3, row_heights=TWO_LINES, least_rows=6, shows_all=True),
        )
        to_whole = button(_("Back to the &list"), self._to_whole)
        return RestorePanel(table, self.bring_button, to_whole)

    def _enable_window(self) -> None:
        self.window().setEnabled(True)

    def show_route(self, route: Route, campaign: str) -> Route | None:
        self.campaign_id = campaign
        can_undo = self._undo is not None and self._undo.exists()
        self._show_list(self._said if can_undo else "")
        self.refresh()
        self.check.check()
        return DataRoute()

    def refresh(self) -> None:
        """Show the store and its backups; their contents are read on the worker."""
        self.store.refresh()
        backups = self.services.safekeeping.backups.listed()
        self.services.work(
            partial(_with_contents, backups), self.backups.show_backups, receiver=self
        )

    def _show_new_backup(self) -> None:
        if self.isVisible():
            self.refresh()

    def leave_inner(self) -> bool:
        """Go back from a preview to the list of backups."""
        if self.stage.shown is self.one_group:
            self._to_whole()
        elif self.stage.shown is self.whole:
            self._to_list()
        else:
            return False
        return True

    def take_focus(self) -> None:
        self.backups.take_focus()

    def _show(self, part: RestorePanel, first: QWidget) -> None:
        self.stage.show_part(part)
        first.setFocus()
        if self.services.theme.narrow:  # it lies below the rest
            QTimer.singleShot(0, self, partial(scroll_to_top, self.stage))

    def _to_whole(self) -> None:
        self._show(self.whole, self.whole.table)

    def _to_list(self) -> None:
        self.stage.show_part(self.backups)
        self.take_focus()

    def _show_list(self, restored: str) -> None:
        """Show the list of backups, with a sentence on the latest restore."""
        self.backups.show_newest(restored)
        self.stage.show_part(self.backups)

    # Restoring

    def _preview_backup(self, backup: KeptBackup) -> None:
        """Preview a restore of everything; it is read on the worker."""
        preview = partial(preview_whole, self.services.workspace, backup.path)
        self.services.work(preview, partial(self._show_whole, backup), receiver=self)

    def _show_whole(self, backup: KeptBackup, fates: tuple[Fate, ...]) -> None:
        """Show what a restore would do, the first group that differs chosen."""
        self._looked_at = backup
        self._fates = fates
        self.whole.show_question(
            _("Go back to {when}?", when=in_words(backup.at)),
            _(
                "All campaigns go back to how they were then. The current state is "
                "backed up first, so you can undo the restore."
            ),
            [_row_of_fate(fate) for fate in fates],
        )
        differing = [place for place, fate in enumerate(fates) if _is_group_that_differs(fate)]
        first = differing[0] if differing else 0
        self.whole.table.setCurrentIndex(self.whole.table.rows.index(first, 0))
        self._enable_group_button()
        self._to_whole()

    def _chosen_group(self) -> Fate | None:
        """Return the chosen group; None for a campaign or an unchanged group."""
        place = self.whole.table.currentIndex().row()
        if place < 0:
            return None
        fate = self._fates[place]
        return fate if _is_group_that_differs(fate) else None

    def _enable_group_button(self) -> None:
        why = _("Choose a group that is different in the backup")
        enable_or_explain(self.group_button, self._chosen_group() is not None, why)

    def _look_at_group(self) -> None:
        """Preview a restore of the chosen group; it is read on the worker."""
        fate = self._chosen_group()
        if fate is None:
            return
        backup = self._looked_at
        preview = partial(
            safekeeping.preview_group, self.services.workspace, backup.path, fate.group
        )
        self.services.work(preview, partial(self._show_group, backup, fate), receiver=self)

    def _show_group(self, backup: KeptBackup, fate: Fate, differences: list[Difference]) -> None:
        """Show what a restore of a group would change."""
        self._group = fate
        explanation = _("Nothing else changes. Undo on the group's page reverses it.")
        if not differences:
            explanation = _(
                "None of its numbers would change. Undo on the group's page reverses it."
            )
        question = _("Restore {group} from {when}?", group=fate.name, when=in_words(backup.at))
        self.one_group.show_question(question, explanation, difference_rows(differences))
        self._show(self.one_group, self.bring_button)

    def _restore_chosen(self) -> None:
        backup = self._looked_at
        message = _("Everything is back to how it was {when}.", when=in_words(backup.at))
        self._restore_backup(backup.path, message)

    def _take_back(self) -> None:
        if self._undo is not None:
            self._restore_backup(self._undo, _("The restore is undone."))

    def _restore_backup(self, backup: Path, message: str) -> None:
        """Restore a backup on the worker; meanwhile the window is disabled."""
        services = self.services
        second_place = services.safekeeping.second_place
        services.store_replaced.emit()
        services.say(_("Restoring…"))
        self.window().setEnabled(False)
        services.work(
            partial(self._back_up_and_restore, backup, second_place),
            partial(self._show_restored, message),
            receiver=self,
        )

    def _back_up_and_restore(
        self, backup: Path, second_place: Path | None
    ) -> tuple[Path | None, tuple[str, ...]]:
        """Restore a backup, on the worker; return the one of the state before it, if there is one,
        and what couldn't be backed up."""
        keeping = self.services.safekeeping
        workspace = self.services.workspace
        try:
            _backup, faults = keeping.make(Reason.RESTORE, second_place)
            up_to_date = keeping.backups.up_to_date(workspace.store.engine)
            state_before = safekeeping.restore(workspace, backup) or up_to_date
        finally:
            self.rested.emit()
        if state_before is None:
            return None, faults
        return state_before.path, faults

    def _show_restored(self, message: str, result: tuple[Path | None, tuple[str, ...]]) -> None:
        """Say that a restore is over, and offer to undo it."""
        self._undo, faults = result
        self._said = message
        self.services.announce()
        self._show_list(message)
        self.services.say("")
        self.services.safekeeping.report(faults)
        self.backups.back_button.setFocus()

    def _bring_back(self) -> None:
        backup = self._looked_at
        fate = self._group
        services = self.services
        campaign = self.campaign_id
        if services.workspace.exists(fate.campaign):
            campaign = fate.campaign
        bring_back = partial(
            safekeeping.restore_group, services.workspace, backup, campaign, fate.group
        )
        message = _("{group} is as it was {when}.", group=fate.name, when=in_words(backup.at))

        def bring_back_group() -> str | None:
            return services.do(bring_back, message).result

        group = services.safekeeping.first(Reason.RESTORE, bring_back_group)
        if group is not None:
            self.stage.show_part(self.backups)
            services.go(GroupRoute(group))


class LeaguePage(Page):
    """A league's address, how it is backed up, and files of its campaigns."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.head = Head(_("Your data"), first=back_button(services, _("Bac&k")))
        self.check = CheckPanel(services)
        address_and_backups = wrap_layout(
            column(self._make_address(), self._make_backups(), 1, spacing=10)
        )
        files_and_check = wrap_layout(column(self._make_files(), self.check, 1, spacing=10))
        body = RowOrColumn(
            services.theme, (address_and_backups, 1), (files_and_check, 1), single=True
        )
        self.lay(body, wide=WIDE, single=True)

    def _make_address(self) -> QWidget:
        """Make the panel of the league's address."""
        explanation = _(
            "A league on a server. Other windows can have it open at the same time; "
            "their changes show here at once. If two people change the same group, "
            "the second is shown the first change before anything is overwritten."
        )
        return panel(
            selectable_label(self.services.workspace.store.name),
            sentence(explanation, ""),
            heading=_("Where your campaigns are"),
        )

    def _make_backups(self) -> QWidget:
        """Make the panel that says how a league is backed up."""
        explanation = _(
            "Backups, restoring and recovery are only for a store in a file. "
            "Whoever runs the league's server backs it up with pg_dump. Undo and "
            "History work as usual."
        )
        return panel(sentence(explanation, ""), heading=_("Backups"))

    def _make_files(self) -> QWidget:
        """Make the panel of the campaigns' files."""
        explanation = _(
            "Writes each campaign, with its groups and their histories, to its own "
            "file in a folder. Import a group or campaign reads it back, into a "
            "league or a store of your own."
        )
        self.save_button = button(
            _("&Save every campaign…"),
            partial(ask_folder, self, _("A folder for the campaigns"), self.save_campaigns),
        )
        return panel(
            sentence(explanation, ""),
            Flow(self.save_button),
            heading=_("Files of your own"),
        )

    def show_route(self, route: DataRoute, campaign: str) -> Route | None:
        if route.check:
            self.check.check()
        return DataRoute()

    def take_focus(self) -> None:
        self.save_button.setFocus()

    def save_campaigns(self, folder: Path) -> None:
        """Write each campaign to a file of the folder, on the worker."""

        def say_result(count: int) -> None:
            text = ngettext(
                "Wrote {n} campaign to {folder}.",
                "Wrote {n} campaigns to {folder}.",
                count,
                folder=folder,
            )
            self.services.say(text, "well")

        write = partial(write_campaigns, self.services.workspace, folder)
        self.services.work(write, say_result, receiver=self)


def write_campaigns(workspace: Workspace, folder: Path) -> int:
    """Write each campaign to a new file; return how many. Raises LastDaysError if one can't be
    written."""
    transfer = CampaignTransfer(workspace)
    campaigns = [campaign for campaign in workspace.campaigns() if not campaign.deleted]
    for campaign in campaigns:
        name = file_name_for(campaign.name).removesuffix(SUFFIX)
        target = _free_file(folder, name)
        write_whole(target, transfer.export(campaign.id), private=True)
    return len(campaigns)


def _free_file(folder: Path, name: str) -> Path:
    """Return a campaign file that isn't there yet, with a number after its name if need be."""
    file = folder / f"{name}{CAMPAIGN_SUFFIX}"
    number = 1
    while file.exists():
        number += 1
        file = folder / f"{name} {number}{CAMPAIGN_SUFFIX}"
    return file


def data_page(services: Services) -> Page:
    """Return the data page for a store in a file or on a league's server."""
    if services.workspace.store.shared:
        return LeaguePage(services)
    return DataPage(services)
