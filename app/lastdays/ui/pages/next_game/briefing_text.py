"""An Encounter in words: who attacks and why, its set-up step by step, its rules, its
end."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from lastdays.campaign.briefing import Briefing
from lastdays.language import _
from lastdays.rulebook import with_page
from lastdays.ui.widgets.parts import clear, column, holder, label


class BriefingText(QWidget):
    """The words of a briefing, below each other."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.shown: Briefing | None = None
        self.scene = label("", "faint", wrap=True)
        self.why = label("", "warn", wrap=True)
        self.steps = QGridLayout()
        self.steps.setContentsMargins(0, 0, 0, 0)
        self.steps.setHorizontalSpacing(8)
        self.steps.setVerticalSpacing(4)
        self.steps.setColumnStretch(1, 1)
        self.rules = column(spacing=4)
        self.end = label("", "", wrap=True)
        self.setLayout(
            column(
                self.scene,
                self.why,
                label(_("Set-up"), "heading"),
                holder(self.steps),
                label(_("Special rules"), "heading"),
                holder(self.rules),
                label(_("The end"), "heading"),
                self.end,
                1,
                spacing=6,
            )
        )
        self.setContentsMargins(0, 0, 8, 0)  # beside the scroll bar

    def show_briefing(self, found: Briefing) -> None:
        """Show an Encounter; only what has changed is made anew."""
        before, self.shown = self.shown, found
        if before is not None and _words(before) == _words(found):
            return
        self.scene.setText(found.scene)
        self.why.setText(found.why)
        self.why.setVisible(bool(found.why))
        clear(self.steps)
        top = Qt.AlignmentFlag.AlignTop
        for n, step in enumerate(found.steps):
            number, said = label(str(n + 1), "heading"), label(step, wrap=True)
            self.steps.addWidget(number, n, 0, top)
            self.steps.addWidget(said, n, 1)
            number.show()
            said.show()
        clear(self.rules)
        for rule in found.rules or (_("None."),):
            made = label(rule, wrap=True)
            self.rules.addWidget(made)
            made.show()
        self.end.setText(with_page(found.end, found.page))


def _words(found: Briefing) -> tuple[object, ...]:
    return (found.name, found.scene, found.why, found.steps, found.rules, found.end)


__all__ = ["BriefingText"]
