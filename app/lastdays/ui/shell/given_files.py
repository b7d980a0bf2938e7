"""Files given to the window: dropped on it, double-clicked on the desktop, or named on the command
line. One place sorts them by what they are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QDropEvent, QImage, QWindow
from PySide6.QtWidgets import QApplication, QWidget

from lastdays.desktop import files
from lastdays.desktop.conflicted_copies import conflicted_copies
from lastdays.language import _, joined, ngettext
from lastdays.rulebook.pack_files import is_pack
from lastdays.ui.navigation import CampaignRoute
from lastdays.ui.services import Services
from lastdays.ui.shell.navigator import Navigator, Pages
from lastdays.ui.widgets.parts import make_timer
from lastdays.ui.widgets.pictures import begins_like_picture, bytes_of_image

#: The most files that are opened of one drop.
FILES_MOST = 20
#: How often a file waits for the dialog that is open to be closed.
WAIT_MS = 300
#: The bytes that tell what a file is.
_BEGINNING = 64


class GivenFiles(QObject):
    """Opens files of every kind that the program knows: groups, campaigns, rosters, content packs,
    pictures and stores."""

    def __init__(
        self, window: QWidget, services: Services, navigator: Navigator, pages: Pages
    ) -> None:
        super().__init__(window)
        self._window = window
        self._services = services
        self._navigator = navigator
        self._pages = pages
        self._waiting: list[Path] = []
        self._wait_timer = make_timer(self, WAIT_MS, self._open_waiting)

    def come_forward(self, file: Path | None) -> None:
        """Bring the window to the front, and open a file that was given to it from outside, if there is
        one. A dialog that is open is closed first."""
        window = self._window
        if window.isMinimized():
            window.showNormal()
        window.raise_()
        window.activateWindow()
        QApplication.alert(window)
        if file is not None:
            self._waiting.append(file)
            del self._waiting[FILES_MOST:]
            self._open_waiting()

    def _open_waiting(self) -> None:
        if QApplication.activeModalWidget() is not None:
            self._wait_timer.start()
            return
        waiting = self._waiting
        self._waiting = []
        for file in waiting:
            self.open(file)

    def open(self, file: Path, point: QPoint | None = None) -> None:
        """Open a file by what it is; `point` is the place on the screen where it was dropped."""
        services = self._services
        if files.open_as(file) is not None:
            services.say(_("{file} is the store that is open here.", file=file))
        elif file in conflicted_copies(services.workspace.store.path):
            self.bring_in(file)
        elif files.is_store(file):
            self._offer_store(file)
        elif is_pack(file):
            # late: it brings what checks and zips packs
            from lastdays.ui.pages.adding_packs import add_pack

            add_pack(services, file, self._show_pack)
        elif _is_picture(file):
            self._take_picture(file, point)
        elif self._navigator.campaign_id:
            self.bring_in(file)
        else:
            self._pages.start.import_from(file)

    def bring_in(self, file: Path) -> None:
        """Import a file into the campaign that is shown, or merge it."""
        # late: it brings what reads and compares documents
        from lastdays.ui.pages.importing import bring_in

        bring_in(self._services, self._navigator.campaign_id, file)

    def offer_copies(self) -> None:
        """Say which conflicted copies are beside the store, and offer to merge the first."""
        copies = conflicted_copies(self._services.workspace.store.path)
        if not copies:
            return
        names = [copy.name for copy in copies]
        said = ngettext(
            "Beside your campaigns there is a copy that was changed elsewhere: {names}. Merge it, so "
            "that nothing is lost.",
            "Beside your campaigns there are {n} copies that were changed elsewhere: {names}. Merge "
            "them one after the other, so that nothing is lost.",
            len(copies),
            names=joined(names),
        )
        self._services.say_offering(said, _("Merge it"), partial(self.bring_in, copies[0]))

    def open_image(self, image: QImage, point: QPoint) -> None:
        """Take a picture that was dropped without a file."""
        self._take_picture(bytes_of_image(image), point)

    def _offer_store(self, file: Path) -> None:
        """Ask before another store takes the place of the one that is open."""
        self._services.say_offering(
            _("{file} is another store. This one is closed before it is opened.", file=file),
            _("Open it"),
            partial(self._leave_for, file),
        )

    def _leave_for(self, store: Path) -> None:
        self._services.next_store = store
        self._window.close()

    def _show_pack(self, said: str) -> None:
        """Say that a pack was added, and offer the list where a campaign switches it on."""
        if self._navigator.campaign_id:
            self._services.say_offering(said, _("Show packs"), self._show_packs)
        else:
            self._services.say(said, "well")

    def _show_packs(self) -> None:
        self._navigator.go(CampaignRoute())
        self._pages.campaign.show_packs()

    def _take_picture(self, picture: Path | bytes, point: QPoint | None) -> None:
        """Give a picture to what the page shows at a point, or to what it is about."""
        if not self._navigator.page().take_picture(picture, point):
            self._services.say(
                _(
                    "Open a group's page for this picture, then drop it on a member, or beside the "
                    "members as the group's own."
                )
            )


def _is_picture(file: Path) -> bool:
    """Return whether a file begins like a picture; False if it can't be read."""
    if files.is_of_another_kind(file):
        return False
    try:
        with file.open("rb") as opened:
            return begins_like_picture(opened.read(_BEGINNING))
    except OSError:
        return False


#: What may happen to a file that is dropped.
_HARMLESS = Qt.DropAction.CopyAction | Qt.DropAction.LinkAction


class Drops(QObject):
    """Takes files and pictures that are dropped anywhere on the window. Drags within its pages, such as
    gear, carry no files and go on to the widgets.

    Only the native window is watched, as a filter on every widget slows down every event; so text
    fields don't take the name of a file either.
    """

    def __init__(self, window: QWidget, given: GivenFiles) -> None:
        super().__init__(window)
        self._window = window
        self._given = given
        self._watched: QWindow | None = None
        #: Whether the drag that is over the window carries something to open.
        self._takes = False

    def watch(self) -> None:
        """Watch the native window; before it is shown for the first time there is none."""
        native = self._window.windowHandle()
        if native is not None and native is not self._watched:
            native.installEventFilter(self)
            self._watched = native

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept a drag of files or of a picture, and open what is dropped."""
        if not isinstance(event, QDropEvent):
            return False
        data = event.mimeData()
        if event.type() == QEvent.Type.DragEnter:
            is_for_us = bool(files_in(data)) or data.hasImage()
            self._takes = is_for_us and bool(event.possibleActions() & _HARMLESS)
        if not self._takes:
            return False
        event.setDropAction(_harmless_action(event))
        event.accept()
        if event.type() == QEvent.Type.Drop:
            self._takes = False
            self._open_soon(event)
        return True

    def _open_soon(self, event: QDropEvent) -> None:
        """Open what is dropped once the program that it comes from has its answer."""
        data = event.mimeData()
        image = QImage(data.imageData()) if data.hasImage() else QImage()
        point = self._window.mapToGlobal(event.position().toPoint())
        QTimer.singleShot(0, self, partial(self._open, files_in(data), image, point))

    def _open(self, dropped: Sequence[Path], image: QImage, point: QPoint) -> None:
        for file in dropped:
            self._given.open(file, point)
        if not dropped and not image.isNull():
            self._given.open_image(image, point)


def _harmless_action(event: QDropEvent) -> Qt.DropAction:
    """Return an action after which the file is where it was: one that is moved would be deleted."""
    copies = event.possibleActions() & Qt.DropAction.CopyAction
    return Qt.DropAction.CopyAction if copies else Qt.DropAction.LinkAction


def files_in(data: QMimeData) -> list[Path]:
    """Return the files of this computer that a drag carries, at most so many."""
    if not data.hasUrls():
        return []
    local = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
    return [Path(file) for file in local if file][:FILES_MOST]
