"""The content packs there are: what each says of itself, and whether it counts in a campaign."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QCheckBox, QFrame, QWidget

from lastdays import paths
from lastdays.campaign.house_rules import PackLine
from lastdays.language import _
from lastdays.rulebook.packs import faults_in_words
from lastdays.ui.plain import plain
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import (
    Flow,
    button,
    clear,
    column,
    holder,
    label,
    panel,
    scrolling,
    typed,
)


def pack_told(line: PackLine) -> str:
    """Say a pack's version and author, as far as it says them."""
    about = line.pack.about
    version = _("version {n}").format(n=about.version) if about.version else ""
    author = _("by {name}").format(name=about.author) if about.author else ""
    key = line.pack.key if line.pack.key != line.pack.name else ""
    return " · ".join(filter(None, (version, author, key)))


def pack_state(line: PackLine) -> tuple[str, str]:
    """Say how it stands with a pack, and of what kind the sentence is."""
    if line.pack.gone:
        return _("Missing: what came of it stays in the groups, by name only."), "harm"
    if line.on and not line.counts:
        return _("Left out: something in it is wrong."), "harm"
    if line.faults:
        return _("Can't be switched on: something in it is wrong."), "harm"
    return (_("On in this campaign."), "well") if line.on else (_("Off in this campaign."), "faint")


class PacksPanel(QWidget):
    """A switch for each content pack; `switched` carries its key and whether it is to be on,
    `looked` says that the folders are to be read again."""

    switched = Signal(str, bool)
    looked = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.services = services
        self.switches: dict[str, QCheckBox] = {}
        self._lines: tuple[PackLine, ...] | None = None
        self.none = label(
            _(
                "No content packs yet. Put one, as a folder or a zip file, into the folder of packs, "
                "then look again."
            ),
            "faint",
            wrap=True,
        )
        intro = label(
            _(
                "A content pack adds Leaders, types, gear, skills, Perks or Encounters to the book. "
                "It counts only in the campaigns that switch it on."
            ),
            "faint",
            wrap=True,
        )
        self.again_button = button(_("Look again"), self.looked.emit)
        self.folder_button = button(_("Open the folder of packs"), self._open_folder)
        self.example_button = button(_("Add the example"), self._add_example)
        self._list = column(spacing=8)
        self.inside = holder(
            column(
                intro,
                Flow(self.again_button, self.folder_button, self.example_button),
                self.none,
                self._list,
                1,
                margin=8,
                spacing=12,
            )
        )
        self.setLayout(column(scrolling(self.inside)))

    def _open_folder(self) -> None:
        folder = paths.content_packs()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            self.services.said.emit(_("{path} can't be made.").format(path=folder), "harm")
            return
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
        self.services.said.emit(_("Content packs lie in {path}.").format(path=folder), "")

    def _add_example(self) -> None:
        # late: 13 ms, copying is done once, if ever
        from lastdays.pack_commands import copy_example

        target = paths.content_packs() / "hospital"
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            copy_example(target)
        except FileExistsError:
            self.services.said.emit(_("{path} is already there.").format(path=target), "harm")
            return
        except OSError as error:
            text = _("{path} can't be written: {reason}.")
            said = text.format(path=target, reason=error.strerror or error)
            self.services.said.emit(said, "harm")
            return
        self.looked.emit()
        self.services.said.emit(_("Added the example to {path}.").format(path=target), "well")

    def show_packs(self, lines: Sequence[PackLine]) -> None:
        """Show the packs; what has the keyboard keeps it."""
        if tuple(lines) == self._lines:
            return
        self._lines = tuple(lines)
        held = next((key for key, box in self.switches.items() if box.hasFocus()), None)
        clear(self._list)
        self.switches = {}
        for line in lines:
            self._list.addWidget(self._row(line))
        self.none.setVisible(not lines)
        self.services.theme.dress(self.inside)
        if held in self.switches:
            self.switches[held].setFocus()

    def _row(self, line: PackLine) -> QFrame:
        pack = line.pack
        box = QCheckBox(typed(pack.name))
        box.setProperty("kind", "heading")
        box.setChecked(line.on)
        box.setEnabled(line.on or not line.faults)
        told, (state, kind) = pack_told(line), pack_state(line)
        box.setAccessibleName(_("Content pack {name}").format(name=pack.name))
        box.setAccessibleDescription(f"{told}. {state}")
        box.setToolTip(plain(state))
        box.clicked.connect(lambda on, key=pack.key: self.switched.emit(key, on))
        self.switches[pack.key] = box
        parts: list[QWidget] = [box]
        if told:
            parts.append(label(told, "small", wrap=True))
        if pack.about.summary:
            parts.append(label(pack.about.summary, wrap=True))
        if pack.about.page:
            parts.append(label(pack.about.page, "faint", wrap=True))
        parts.append(label(state, kind, wrap=True))
        if line.faults:
            parts.append(label(faults_in_words(line.faults), "small", wrap=True))
        return panel(column(*parts, spacing=4))
