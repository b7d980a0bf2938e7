"""Your data: where it is stored, its backups, its check, and restoring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLocale, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget

from lastdays.campaign import safekeeping
from lastdays.campaign.documents.differences import Difference
from lastdays.campaign.documents.group_documents import CAMPAIGN_SUFFIX, SUFFIX
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.safekeeping import Fate, StoreReport, check_store, preview_whole
from lastdays.campaign.workspace import Workspace
from lastdays.desktop.files import write_whole
from lastdays.errors import LastDaysError
from lastdays.language import _, begun, chained, decimal, ngettext
from lastdays.store.kept_backups import BackupCampaign, KeptBackup, Reason, contents
from lastdays.ui.models.rows import Cell, Row, difference_rows
from lastdays.ui.navigation import DataRoute, GroupRoute, Route
from lastdays.ui.page import Head, Page, back_button
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme, restyle
from lastdays.ui.widgets.dialogs import backup_name, file_name_for, folder_name
from lastdays.ui.widgets.parts import (
    Flow,
    Fold,
    OneOf,
    Panel,
    Turning,
    allow,
    button,
    clear,
    column,
    facts,
    holder,
    keep_room,
    label,
    panel,
    row,
    said,
    selectable,
    sentence,
    show_text,
)
from lastdays.ui.widgets.room import to_top
from lastdays.ui.widgets.table import TALL, Table

#: The page is at most so wide in a large window, in pixels at 100 %.
WIDE = 1100
#: How often a check that found something begins anew, where something was stored meanwhile.
TRIES = 3
_KB = 1024


# In words


def in_words(at: datetime, now: datetime | None = None) -> str:
    """Return a local time in words: 'today 20:15', 'Saturday 14 November 20:15'."""
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


def size_in_words(size: int) -> str:
    if size < _KB * _KB:
        return _("{n} KB", n=max(1, round(size / _KB)))
    return _("{n} MB", n=decimal(size / _KB / _KB))


def why(reason: Reason) -> str:
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
    return chained(
        _("{campaign}: {groups}").format(
            campaign=c.name, groups=", ".join(name for _id, name in c.groups) or _("no groups")
        )
        for c in campaigns
    )


def counted(campaigns: Sequence[BackupCampaign]) -> str:
    """Return the number of campaigns and groups in a backup."""
    return _("{campaigns}, {groups}").format(
        campaigns=ngettext("{n} campaign", "{n} campaigns", len(campaigns)),
        groups=ngettext("{n} group", "{n} groups", sum(len(c.groups) for c in campaigns)),
    )


# What is done from other pages too


def back_up_everything(services: Services, page: QWidget) -> None:
    """Ask for a file, and back up the whole store to it."""
    backup_name(page, "lastdays-backup.sqlite", services.back_up)


def back_up_now(services: Services) -> None:
    def done(made: KeptBackup | None) -> None:
        text = _("Backed up.") if made else _("Nothing has changed since the latest backup.")
        services.say(text, "well")

    services.keeping.soon(Reason.ASKED, done)


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
        self._touched, self._tries = False, 0
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
        services.changed.connect(self._note)
        services.wrote.connect(self._note)

    def _note(self, _changes: object = None) -> None:
        self._touched = True

    def check(self) -> None:
        """Start a check, unless one is running."""
        if self.bar.isHidden():
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
        """Show the result; after a fault, check again if something was stored meanwhile."""
        if not report.sound and self._touched and self._tries:
            self._begin()
            return
        self.bar.hide()
        if report.sound:
            self.title.setText(_("All is well"))
            text = ngettext(
                "Nothing is damaged. {n} group was read from end to end.",
                "Nothing is damaged. {n} groups were read from end to end.",
                report.groups,
            )
        else:
            self.title.setText(_("Something is damaged"))
            text = ngettext(
                "Something is damaged. {n} group can still be read. An earlier backup may "
                "be undamaged; you can restore a single group from it.",
                "Something is damaged. {n} groups can still be read. An earlier backup may "
                "be undamaged; you can restore a single group from it.",
                report.groups,
            )
        self._say(text, "well" if report.sound else "harm")
        ordered = sorted(report.problems, key=lambda p: p.about)
        for about, problems in groupby(ordered, key=lambda p: p.about):
            self.findings.addWidget(sentence(about or _("The file itself"), "strong"))
            for problem in problems:
                self.findings.addWidget(sentence(problem.text, ""))

    def failed(self, error: Exception) -> None:
        self.bar.hide()
        self._say(str(error), "harm")

    def _say(self, text: str, kind: str) -> None:
        clear(self.findings)
        self.verdict.setText(text)
        restyle(self.verdict, kind=kind)


# What is restored


class RestorePanel(Panel):
    """A preview of a restore: a question, an explanation, and a table with its buttons."""

    def __init__(
        self,
        theme: Theme,
        headings: Sequence[str],
        name: str,
        stretch: int,
        *buttons: QPushButton,
        **told: Any,
    ) -> None:
        super().__init__()
        self.title, self.says = sentence("", "question"), sentence("", "")
        self.table = Table(
            headings, name, theme, stretch, heights=TALL, least_rows=6, fits=True, **told
        )
        self.setLayout(column(self.title, self.says, self.table, Flow(*buttons), margin=10))

    def ask(self, title: str, says: str, rows: Sequence[Row]) -> None:
        self.title.setText(title)
        self.says.setText(says)
        self.table.rows.set_rows(rows)


def _differs(fate: Fate) -> bool:
    return bool(fate.group) and fate.kind in ("back", "changed")


def _row(fate: Fate) -> Row:
    if fate.group:
        name = Cell(fate.name, beneath=_("Group"))
    else:
        name = Cell(fate.name, "title", _("Campaign"))
    text, colour = _what(fate)
    token = {"": "faint_text"}.get(colour, f"{colour}_text")
    return Row(f"{fate.campaign}/{fate.group}", (name, Cell(text, token=token)), colour)


def _what(fate: Fate) -> tuple[str, str]:
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
def _contents(backup: Path) -> tuple[BackupCampaign, ...] | None:
    """Return a backup's contents, None if it can't be read; cached, for backups never change."""
    try:
        return contents(backup)
    except LastDaysError:
        return None


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
            stretch=1,
            heights=TALL,
            least_rows=6,
            fits=True,
            taken=self._look,
            chosen=self._allow,
        )
        self.none_yet = sentence(_("There are no backups yet."))
        self.restore_button = button(
            _("&Restore…"),
            self._look,
            hint=_("First shows what would change, overall and for each group"),
        )
        self.now_button = button(_("Back &up now"), partial(back_up_now, services))
        if services.workspace.store.read_only:
            self.none_yet.setText(_("None: this store is read-only"))
            allow(self.now_button, False, _("A read-only store can't be changed"))
        self.setLayout(
            column(
                label(_("Backups"), "heading"),
                said(self.note, self.back_button),
                self.none_yet,
                self.table,
                row(self.restore_button, self.now_button, 1),
                margin=10,
            )
        )

    def show_backups(self, listed: Sequence[Listed]) -> None:
        """Show the backups, latest first; the choice is kept, or stays on the latest."""
        chosen = self.table.currentIndex().row()
        kept = self.table.rows.key_at(chosen) if chosen > 0 else ""
        self._listed = listed
        self.table.rows.set_rows([_backup_row(*one) for one in listed])
        self.none_yet.setVisible(not listed)
        self.table.setCurrentIndex(self.table.rows.index(max(0, self.table.rows.row_of(kept)), 0))
        self._allow()

    def show_newest(self, restored: str) -> None:
        """Choose the latest backup, and offer to undo a restore ('' for none)."""
        show_text(self.note, restored)
        self.back_button.setVisible(bool(restored))
        self.table.setCurrentIndex(self.table.rows.index(0, 0))

    def take_focus(self) -> None:
        (self.table if self.table.rows.rows else self.now_button).setFocus()

    def chosen(self) -> KeptBackup | None:
        """Return the chosen backup, None if it can't be read."""
        at = self.table.currentIndex().row()
        kept, inside = self._listed[at] if at >= 0 else (None, None)
        return kept if inside is not None else None

    def _allow(self) -> None:
        none = _("There are no backups yet")
        why = _("Choose a backup that can be read") if self._listed else none
        allow(self.restore_button, self.chosen() is not None, why)

    def _look(self) -> None:
        if (kept := self.chosen()) is not None:
            self._look_at(kept)


def _backup_row(kept: KeptBackup, campaigns: Sequence[BackupCampaign] | None) -> Row:
    when = Cell(begun(in_words(kept.at)), "title", why(kept.reason))
    size = size_in_words(kept.size)
    if campaigns is None:
        inside = Cell(_("Can't be read: it is damaged"), beneath=size, token="harm_text")
    else:
        inside = Cell(inside_in_words(campaigns), beneath=f"{counted(campaigns)} · {size}")
    return Row(kept.path.name, (when, inside))


class StoreFold(Fold):
    """Where the store and its backups are, and when backups are made."""

    def __init__(self, services: Services, check: QPushButton) -> None:
        store = services.workspace.store
        self._services, self._store = services, store.path
        self.path, self.takes, self.place = selectable(str(store.path)), selectable(), selectable()
        place_button = button(
            _("Choose secon&d folder…"),
            partial(folder_name, self, _("A second folder for backups"), self._use_place),
            hint=_("A USB stick or a synced folder that gets a copy of each backup"),
        )
        self.no_place_button = button(_("Use &no second folder"), partial(self._use_place, None))
        words = _(
            "Backups are made automatically when the program starts, after each game, and "
            "before an import, an update or a restore. All backups of the last day are "
            "kept, then one a day for a month and one a week for a year."
        )
        super().__init__(
            services.theme,
            "where the data is",
            "",
            panel(
                facts(
                    (_("File"), self.path),
                    (_("Size"), self.takes),
                    (_("Second folder"), self.place),
                ),
                Flow(
                    check,
                    button(_("Back up ever&ything…"), partial(back_up_everything, services, self)),
                    button(_("&Open folder"), partial(open_folder, services)),
                ),
                Flow(place_button, self.no_place_button),
                sentence(words),
            ),
        )
        if store.read_only:  # it is played on from a copy
            allow(place_button, False, _("A read-only store can't be changed"))
            self.show_open(True)

    def refresh(self) -> None:
        size, place = size_in_words(size_of(self._store)), self._services.keeping.second_place
        self.takes.setText(size)
        if place is None:
            where = _("None: if this disk fails, the backups are lost with it")
            text = _("Files: {size}, no second folder for backups")
        elif place.is_dir():
            where, text = str(place), _("Files: {size}, and a second folder for backups")
        else:
            where = _("{folder} (not available right now)", folder=place)
            text = _("Files: {size}, the second folder isn't available right now")
        self.place.setText(where)
        self.say(text.format(size=size))
        allow(self.no_place_button, place is not None, _("There is no second folder"))

    def _use_place(self, folder: Path | None) -> None:
        self._services.keeping.choose_second_place(folder)
        self.refresh()
        if folder is not None:
            back_up_now(self._services)


def size_of(store: Path) -> int:
    """Return how many bytes a store and the changes beside it take."""
    files = (store, store.with_name(store.name + "-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


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
        back = _("Back to the &list")
        self.head = Head(_("Your data"), first=back_button(services, _("Bac&k")))
        self.check = CheckPanel(services)
        self.store = StoreFold(services, self.check.check_button)
        self.backups = BackupsPanel(services, self._look, self._take_back)
        self.restore_button = button(_("&Restore everything"), self._restore_chosen, "first")
        self.group_button = button(_("Restore &this group…"), self._look_at_group)
        what = _("What happens to it")
        self.whole = RestorePanel(
            services.theme,
            (_("Campaigns and groups"), what),
            what,
            1,
            self.restore_button,
            self.group_button,
            button(back, self._to_list),
            chosen=self._allow,
            taken=self._look_at_group,
        )
        self.bring_button = button(_("Restore this gro&up"), self._bring_back, "first")
        self.one_group = RestorePanel(
            services.theme,
            (_("Who"), _("What"), _("Now"), _("In the backup")),
            _("What would change"),
            3,
            self.bring_button,
            button(back, self._to_whole),
        )
        self.stage = OneOf(self.backups, self.whole, self.one_group)
        left = holder(column(self.check, self.store, 1, spacing=10))
        body = Turning(services.theme, (left, 2), (holder(column(self.stage, 1)), 3), single=True)
        self.lay(body, wide=WIDE, single=True)
        services.keeping.made.connect(self._made)
        self.rested.connect(lambda: self.window().setEnabled(True))

    def show_route(self, route: Route, campaign: str) -> Route | None:
        self.campaign_id = campaign
        there = self._undo is not None and self._undo.exists()
        self._show_list(self._said if there else "")
        self.refresh()
        self.check.check()
        return DataRoute()

    def refresh(self) -> None:
        """Show the store and its backups; their contents are read on the worker."""
        self.store.refresh()
        listed = self.services.keeping.backups.listed()
        self.services.work(
            lambda: [(kept, _contents(kept.path)) for kept in listed], self.backups.show_backups
        )

    def _made(self) -> None:
        if self.isVisible():
            self.refresh()

    def leave(self) -> bool:
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
            QTimer.singleShot(0, self, partial(to_top, self.stage))

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

    def _look(self, kept: KeptBackup) -> None:
        """Preview a restore of everything."""
        workspace = self.services.workspace

        def ask(fates: tuple[Fate, ...]) -> None:
            self._looked_at, self._fates = kept, fates
            self.whole.ask(
                _("Go back to {when}?", when=in_words(kept.at)),
                _(
                    "All campaigns go back to how they were then. The current state is "
                    "backed up first, so you can undo the restore."
                ),
                [_row(fate) for fate in fates],
            )
            first = next((n for n, fate in enumerate(fates) if _differs(fate)), 0)
            self.whole.table.setCurrentIndex(self.whole.table.rows.index(first, 0))
            self._allow()
            self._to_whole()

        self.services.work(lambda: preview_whole(workspace, kept.path), ask)

    def _chosen(self) -> Fate | None:
        """Return the chosen group; None for a campaign or an unchanged group."""
        at = self.whole.table.currentIndex().row()
        fate = self._fates[at] if at >= 0 else None
        return fate if fate is not None and _differs(fate) else None

    def _allow(self) -> None:
        why = _("Choose a group that is different in the backup")
        allow(self.group_button, self._chosen() is not None, why)

    def _look_at_group(self) -> None:
        fate, kept, workspace = self._chosen(), self._looked_at, self.services.workspace
        if fate is None:
            return
        group = fate.group

        def ask(differences: list[Difference]) -> None:
            self._group = fate
            says = _("Nothing else changes. Undo on the group's page reverses it.")
            if not differences:
                says = _("None of its numbers would change. Undo on the group's page reverses it.")
            self.one_group.ask(
                _("Restore {group} from {when}?", group=fate.name, when=in_words(kept.at)),
                says,
                difference_rows(differences),
            )
            self._show(self.one_group, self.bring_button)

        self.services.work(lambda: safekeeping.preview(workspace, kept.path, group), ask)

    def _restore_chosen(self) -> None:
        kept = self._looked_at
        said = _("Everything is back to how it was {when}.", when=in_words(kept.at))
        self._restore(kept.path, said)

    def _take_back(self) -> None:
        if self._undo is not None:
            self._restore(self._undo, _("The restore is undone."))

    def _restore(self, backup: Path, said: str) -> None:
        """Restore a backup on the worker; meanwhile the window is disabled."""
        services, keeping = self.services, self.services.keeping
        place = keeping.second_place
        services.replaced.emit()
        services.say(_("Restoring…"))
        self.window().setEnabled(False)

        def job() -> tuple[Path | None, tuple[str, ...]]:
            try:
                _made, faults = keeping.make(Reason.RESTORE, place)
                kept = keeping.backups.up_to_date(services.workspace.store.engine)
                made = safekeeping.restore(services.workspace, backup) or kept
            finally:
                self.rested.emit()
            return (None if made is None else made.path), faults

        def done(result: tuple[Path | None, tuple[str, ...]]) -> None:
            self._undo, faults = result
            self._said = said
            services.announce()
            self._show_list(said)
            services.say("")
            keeping.report(faults)
            self.backups.back_button.setFocus()

        services.work(job, done)

    def _bring_back(self) -> None:
        kept, fate, services = self._looked_at, self._group, self.services
        home = fate.campaign if services.workspace.exists(fate.campaign) else self.campaign_id

        def act() -> str:
            return safekeeping.bring_back(services.workspace, kept, home, fate.group)

        said = _("{group} is as it was {when}.", group=fate.name, when=in_words(kept.at))
        group = services.keeping.first(Reason.RESTORE, lambda: services.do(act, said).result)
        if group is not None:
            self.stage.show_part(self.backups)
            services.go(GroupRoute(group))


class LeaguePage(Page):
    """A league's address, how it is backed up, and files of its campaigns."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.head = Head(_("Your data"), first=back_button(services, _("Bac&k")))
        self.save_button = button(
            _("&Save every campaign…"),
            partial(folder_name, self, _("A folder for the campaigns"), self.save_campaigns),
        )
        self.check = CheckPanel(services)
        where = panel(
            selectable(services.workspace.store.name),
            sentence(
                _(
                    "A league on a server. Other windows can have it open at the same time; "
                    "their changes show here at once. If two people change the same group, "
                    "the second is shown the first change before anything is overwritten."
                ),
                "",
            ),
            heading=_("Where your campaigns are"),
        )
        backups = panel(
            sentence(
                _(
                    "Backups, restoring and recovery are only for a store in a file. "
                    "Whoever runs the league's server backs it up with pg_dump. Undo and "
                    "History work as usual."
                ),
                "",
            ),
            heading=_("Backups"),
        )
        files = panel(
            sentence(
                _(
                    "Writes each campaign, with its groups and their histories, to its own "
                    "file in a folder. Import a group or campaign reads it back, into a "
                    "league or a store of your own."
                ),
                "",
            ),
            Flow(self.save_button),
            heading=_("Files of your own"),
        )
        left = holder(column(where, backups, 1, spacing=10))
        right = holder(column(files, self.check, 1, spacing=10))
        body = Turning(services.theme, (left, 1), (right, 1), single=True)
        self.lay(body, wide=WIDE, single=True)

    def show_route(self, route: DataRoute, campaign: str) -> Route | None:
        if route.check:
            self.check.check()
        return DataRoute()

    def take_focus(self) -> None:
        self.save_button.setFocus()

    def save_campaigns(self, folder: Path) -> None:
        workspace = self.services.workspace

        def done(count: int) -> None:
            text = ngettext(
                "Wrote {n} campaign to {folder}.",
                "Wrote {n} campaigns to {folder}.",
                count,
                folder=folder,
            )
            self.services.say(text, "well")

        self.services.work(lambda: write_campaigns(workspace, folder), done)


def write_campaigns(workspace: Workspace, folder: Path) -> int:
    """Write each campaign to a new file; return how many. Raises LastDaysError if one can't be
    written."""
    transfer = CampaignTransfer(workspace)
    campaigns = [c for c in workspace.campaigns() if not c.deleted]
    for campaign in campaigns:
        name = file_name_for(campaign.name).removesuffix(SUFFIX)
        target, n = folder / (name + CAMPAIGN_SUFFIX), 1
        while target.exists():
            n += 1
            target = folder / f"{name} {n}{CAMPAIGN_SUFFIX}"
        write_whole(target, transfer.export(campaign.id), private=True)
    return len(campaigns)


def data_page(services: Services) -> Page:
    """Return the data page for a store in a file or on a league's server."""
    if services.workspace.store.shared:
        return LeaguePage(services)
    return DataPage(services)
