"""From one group's sequence to the next: who else stands where, and whose turn it is."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from lastdays.campaign.post_game_sequences import SequenceView
from lastdays.campaign.stand import Stand, after_same_game, whose_turn
from lastdays.language import _, short
from lastdays.ui.pages.aftermath.opening import open_sequence
from lastdays.ui.plain import plain
from lastdays.ui.services import Services
from lastdays.ui.widgets.more import empty
from lastdays.ui.widgets.parts import button, label, said, typed


class GroupsButton(QPushButton):
    """Names the group, and opens a list of the groups of the same game, each with where it stands;
    leads to its sequence."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.setToolTip(plain(_("Go to another group of this game")))
        self._view: SequenceView | None = None
        #: What names the group where this button doesn't.
        self.note: QWidget | None = None
        menu = QMenu(self)
        menu.aboutToShow.connect(self.fill)
        self.setMenu(menu)
        services.theme.reshaped.connect(self._reshaped)

    def _reshaped(self, _narrow: bool) -> None:
        self._name()

    def show_sequence(self, view: SequenceView) -> None:
        """Offer the other groups, where any took part."""
        self._view = view
        there = [s for s in view.game.sides if s.group in view.campaign.groups]
        self.setAccessibleName(_("{group}: groups of this game").format(group=view.before.name))
        self.setVisible(len(there) > 1)
        self._name()

    def _name(self) -> None:
        """Bear the group's name where there is room for it in the head, instead of the note."""
        if self._view is None:
            return
        narrow = self.services.theme.narrow
        self.setText(_("Groups") if narrow else typed(short(self._view.before.name, 20)))
        if self.note is not None:
            self.note.setVisible(narrow or self.isHidden())

    def fill(self) -> None:
        """List the groups where they stand now."""
        menu, view = self.menu(), self._view
        empty(menu)
        if view is None:
            return
        for stand in _stands(self.services, view):
            text = _("{group}: {chapter}").format(
                group=typed(short(stand.name, 40)), chapter=stand.chapter
            )
            act = menu.addAction(text)
            act.setEnabled(stand.group != view.before.id)
            act.triggered.connect(partial(_open, self.services, view, stand))
        if not menu.actions():
            menu.addAction(_("All groups have finished")).setEnabled(False)


class TurnPassed(QWidget):
    """Says that this group has come as far as it may, and leads to the group whose turn it is."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.setProperty("kind", "plain")
        self.next: Stand | None = None
        self._view: SequenceView | None = None
        self._known: tuple[object, ...] = ()
        self.text = label("", "warn", wrap=True)
        self.go_button = button("", self._go, "first")
        self.setLayout(said(self.text, self.go_button))
        self.hide()

    def begin(self) -> None:
        """Look anew whose turn it is: the others may have gone on."""
        self._known = ()

    def show_sequence(self, view: SequenceView) -> bool:
        """Lead on, where another group comes before this one goes on; return whether it does so
        from now on."""
        order = view.campaign.order
        self._view = view
        known = (view.id, view.step, view.finished, order)
        if known == self._known:
            return False
        self._known = known
        self.next = None
        if view.finished or order == "step":
            self.next = whose_turn(_stands(self.services, view), view.before.id, order)
        if self.next is None:
            return False
        facts = {"group": view.before.name, "next": self.next.name, "chapter": self.next.chapter}
        text = (
            _("{group} has finished. Next: {next}, {chapter}.")
            if view.finished
            else _("{group} waits for the others here. Next: {next}, {chapter}.")
        )
        self.text.setText(text.format(**facts))
        self.go_button.setText(_("{group} ▸").format(group=typed(short(self.next.name, 26))))
        self.go_button.setAccessibleName(_("Next: {next}, {chapter}").format(**facts))
        self.go_button.setToolTip(plain(self.go_button.accessibleName()))
        return True

    def place(self, steps: QWidget, *, wide: bool = False) -> None:
        """Stand in the room of the steps, so that nothing below moves; a wide form needs both."""
        self.setVisible(self.next is not None and not wide)
        steps.setHidden(self.next is not None or wide)

    def _go(self) -> None:
        if self.next is not None and self._view is not None:
            _open(self.services, self._view, self.next)


def _stands(services: Services, view: SequenceView) -> tuple[Stand, ...]:
    """Return where the groups of the game of a sequence stand."""
    places = services.ask(lambda: services.workspace.places(view.campaign.id))
    stands = places.stands if places is not None else None
    return after_same_game(stands or (), view.before.id)


def _open(services: Services, view: SequenceView, stand: Stand) -> None:
    open_sequence(services, view.campaign.id, stand.game, stand.group)
