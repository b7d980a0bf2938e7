"""What breaks a rule in a group: why, and that our table allows it; what to decide before it
does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from lastdays.campaign.workspace import GroupView
from lastdays.language import _, ngettext
from lastdays.model.carrying import Violation
from lastdays.model.recruiting import rule_behind
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import button, clear, label, row, said

SHOWN_WARNINGS = 2


class WarningsPanel(QWidget):
    """The first warnings of a group, all of them on demand, and those that the table allows."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._view: GroupView | None = None
        self._all = False
        self.setProperty("kind", "plain")
        self._lines = QVBoxLayout()
        self._lines.setSpacing(2)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self.setLayout(self._lines)

    def begin(self) -> None:
        """Show only the first warnings again, for another group."""
        self._all = False

    def show_group(self, view: GroupView) -> None:
        """Show the warnings of a group; take no room where there are none."""
        self._view = view
        clear(self._lines)
        warnings = view.warnings
        shown = warnings if self._all else warnings[:SHOWN_WARNINGS]
        for violation in shown:
            text = label(f"⚠ {violation.text}", "warn")
            text.setToolTip(violation.text)
            text.setMinimumWidth(60)
            why = button(_("Why?"), partial(self._why, violation), "quiet")
            allow = button(_("Allow"), partial(self._allow, violation), "quiet")
            allow.setAccessibleName(_("Allow: {what}").format(what=violation.text))
            why.setAccessibleName(_("Why: {what}").format(what=violation.text))
            self._lines.addLayout(row(text, why, allow, 1, spacing=6))
        rest = len(warnings) - len(shown)
        allowed = [v for v in view.violations if v.key in view.group.allowed]
        parts: list[QWidget | int] = []
        if rest > 0 or (self._all and len(warnings) > SHOWN_WARNINGS):
            more = ngettext("{n} more warning", "{n} more warnings", rest).format(n=rest)
            verb = _("Show fewer") if self._all else more
            parts.append(button(verb, self.toggle, "quiet"))
        for violation in allowed if self._all or not warnings else ():
            parts.append(label(_("allowed: {what}").format(what=violation.text), "faint"))
            parts.append(button(_("No longer"), partial(self._disallow, violation), "quiet"))
        if parts:
            self._lines.addLayout(row(*parts, 1, spacing=6))
        self.setVisible(bool(shown or parts))

    def toggle(self) -> None:
        """Show all warnings, or only the first again."""
        self._all = not self._all
        if self._view is not None:
            self.show_group(self._view)

    def _why(self, violation: Violation) -> None:
        page = f" (p. {violation.page})" if violation.page else ""
        self.services.said.emit(rule_behind(violation, self.services.catalogue) + page, "")

    def _allow(self, violation: Violation) -> None:
        if self._view is not None:
            group = self._view.group.id
            self.services.done(lambda: self.services.groups.allow(group, violation))

    def _disallow(self, violation: Violation) -> None:
        if self._view is not None:
            group = self._view.group.id
            self.services.done(lambda: self.services.groups.disallow(group, violation))


class DecisionPanel(QFrame):
    """A doubt about something that is about to be done: do it all the same, or leave it."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "toast")
        self.text = label("", "warn", wrap=True)
        self.yes = button(_("Our table a&llows it"), self._do)
        self.no = button(_("Leave it"), self._leave)
        self.setLayout(said(self.text, self.no, self.yes, margin=12))
        self.hide()
        self._on_yes: Callable[[], object] = lambda: None

    def ask(self, text: str, yes: Callable[[], object]) -> None:
        """Say what stands against it; `yes` does it anyway."""
        self.text.setText(f"⚠ {text}")
        self._on_yes = yes
        self.show()
        self.no.setFocus()

    def _do(self) -> None:
        self.hide()
        self._on_yes()

    def _leave(self) -> None:
        self.hide()
        self.left.emit()
