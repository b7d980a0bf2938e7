"""What breaks a rule in a group: why, and that our table allows it; what to decide before it
does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from lastdays.campaign.workspace import GroupView
from lastdays.language import _, ngettext
from lastdays.model.carrying import Violation
from lastdays.model.recruiting import rule_behind
from lastdays.rulebook.words import with_page
from lastdays.ui.plain import plain
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import OneLine, button, clear, label, row, said

#: So many are seen at once: the most urgent.
SHOWN = 1


class WarningsPanel(QWidget):
    """The first warnings of a group, all of them on demand, and those that the table allows."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._view: GroupView | None = None
        self._all = False
        self._buttons: list[QPushButton] = []
        self.setProperty("kind", "plain")
        self._lines = QVBoxLayout()
        self._lines.setSpacing(2)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self.setLayout(self._lines)

    def begin(self) -> None:
        """Show only the first warnings again, for another group."""
        self._all = False

    def show_group(self, view: GroupView) -> None:
        """Show the most urgent warning of a group, all on demand; then what the table allows."""
        self._view = view
        clear(self._lines)
        self._buttons = []
        lines = [self._warning(v) for v in view.warnings]
        lines += [self._allowed(v) for v in view.violations if v.key in view.group.allowed]
        rest = len(lines) - SHOWN
        if rest > 0:
            more = _("Show fewer") if self._all else _("+{n} more").format(n=rest)
            verb = button(more, self.toggle, "quiet")
            said = ngettext("{n} more warning", "{n} more warnings", rest).format(n=rest)
            verb.setAccessibleName(_("Show fewer warnings") if self._all else said)
            verb.setToolTip(plain(verb.accessibleName()))
            lines[0].append(verb)
        for parts in lines if self._all else lines[:SHOWN]:
            self._buttons += [part for part in parts if isinstance(part, QPushButton)]
            line = row(*parts, spacing=2)
            line.setStretch(0, 1)
            self._lines.addLayout(line)
        for parts in () if self._all else lines[SHOWN:]:
            for part in parts:
                part.deleteLater()

    def _warning(self, violation: Violation) -> list[QWidget]:
        why = button(_("Why?"), partial(self._why, violation), "quiet")
        allow = button(_("Allow"), partial(self._allow, violation), "quiet")
        allow.setAccessibleName(_("Allow: {what}").format(what=violation.text))
        why.setAccessibleName(_("Why: {what}").format(what=violation.text))
        return [_said(f"⚠ {violation.text}", "warn"), why, allow]

    def _allowed(self, violation: Violation) -> list[QWidget]:
        withdraw = button(_("Withdraw"), partial(self._disallow, violation), "quiet")
        withdraw.setAccessibleName(_("Withdraw: {what}").format(what=violation.text))
        return [_said(_("allowed: {what}").format(what=violation.text), "faint"), withdraw]

    def buttons(self) -> list[QPushButton]:
        """Return the buttons that are shown, in the order they are read."""
        return self._buttons

    def toggle(self) -> None:
        """Show all warnings, or only the first again."""
        self._all = not self._all
        if self._view is not None:
            self.show_group(self._view)

    def _why(self, violation: Violation) -> None:
        why = rule_behind(violation, self.services.catalogue)
        self.services.said.emit(with_page(why, violation.page), "")

    def _allow(self, violation: Violation) -> None:
        if self._view is not None:
            group = self._view.group.id
            self.services.done(lambda: self.services.groups.allow(group, violation))

    def _disallow(self, violation: Violation) -> None:
        if self._view is not None:
            group = self._view.group.id
            self.services.done(lambda: self.services.groups.disallow(group, violation))


def _said(text: str, kind: str) -> OneLine:
    """Return a line that ends at the right, where its buttons stand."""
    line = OneLine(kind)
    line.setText(text)
    line.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return line


class DecisionPanel(QFrame):
    """A doubt about something that is about to be done: do it all the same, or leave it."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "toast")
        self.text = label("", "warn", wrap=True)
        self.yes = button(_("Our table a&llows it"), self._do)
        self.no = button(_("Cancel"), self._leave)
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
