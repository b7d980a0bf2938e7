"""The check of the store: how far it is, and what it found, by whose it is."""

from __future__ import annotations

from itertools import groupby

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel, QProgressBar, QVBoxLayout

from lastdays.campaign.store_check import StoreReport, check_store
from lastdays.language import _, ngettext
from lastdays.ui.services import Services
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.parts import allow, button, clear, column, label, row

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
        self.verdict = label(
            _("Reads every entry of every history, and says whose is damaged."), "faint", wrap=True
        )
        self.findings = QVBoxLayout()
        self.findings.setSpacing(2)
        self.setLayout(
            column(
                label(_("Check"), "heading"),
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
        allow(self.check_button, False, _("The check is running"))
        self.bar.setValue(0)
        self.bar.show()
        self._say(_("Reading everything…"), "faint")
        workspace, told = self._services.workspace, self.progressed.emit
        self._services.work(lambda: check_store(workspace, told), _Checked(self))

    def over(self, report: StoreReport) -> None:
        """Show what was found; look again where what is stored changed under the check."""
        if not report.sound and self._touched and self._tries:
            self._begin()
            return
        self._ended()
        if report.sound:
            self._say(
                ngettext(
                    "Nothing is damaged. {n} group was read from end to end.",
                    "Nothing is damaged. {n} groups were read from end to end.",
                    report.groups,
                ).format(n=report.groups),
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
            ).format(n=report.groups),
            "harm",
        )
        ordered = sorted(report.problems, key=lambda p: p.about)
        for about, problems in groupby(ordered, key=lambda p: p.about):
            self.findings.addWidget(_line(about or _("The file itself"), "strong"))
            for problem in problems:
                self.findings.addWidget(_line(problem.text, ""))

    def failed(self, error: Exception) -> None:
        """Say why the check could not be made."""
        self._ended()
        self._say(str(error), "harm")

    def _ended(self) -> None:
        self.bar.hide()
        allow(self.check_button, True, "")

    def _say(self, text: str, kind: str) -> None:
        clear(self.findings)
        self.verdict.setText(text)
        restyle(self.verdict, kind=kind)


class _Checked:
    """What the worker's report goes to, or why there is none."""

    def __init__(self, panel: CheckPanel) -> None:
        self.page = panel

    def __call__(self, report: StoreReport) -> None:
        self.page.over(report)

    def failed(self, error: Exception) -> None:
        """Say why there is no report."""
        self.page.failed(error)


def _line(text: str, kind: str) -> QLabel:
    return label(text, kind, wrap=True)
