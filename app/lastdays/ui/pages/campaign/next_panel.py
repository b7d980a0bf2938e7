"""What is not finished in a campaign, each with the way back to it, and who is remembered."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtWidgets import QFrame, QWidget

from lastdays.campaign.overview import GroupLine, HalfDone, Overview
from lastdays.language import _, ngettext
from lastdays.rulebook import pictograms
from lastdays.ui.navigation import Route, SequenceRoute, TableRoute, TrackerRoute
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import OneLine, button, clear, column, in_tab_order, label, row
from lastdays.ui.widgets.pictogram import Pictogram

#: So many things that are not finished are named, and so many of those who are remembered.
HALF_DONE_MOST, MEMORY_MOST = 3, 3


def route_of(half: HalfDone) -> Route:
    """Return the way back to something that is not finished."""
    return SequenceRoute(half.id) if half.kind == "sequence" else TrackerRoute(half.id)


def said_of(half: HalfDone) -> tuple[str, str]:
    """Say what is not finished: whose it is, and what."""
    if half.kind == "sequence":
        return half.names[0], _("After game {n}").format(n=half.game)
    return _(" against ").join(half.names), _("A game at the table")


class NextPanel(QFrame):
    """What waits, and below it the memorial."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self.services = services
        #: The controls before and after those of this panel.
        self.around: tuple[QWidget, ...] = ()
        self.buttons: list[QWidget] = []
        self.heading = label("", "heading")
        self.waiting = column(spacing=4)
        self.memory = column(spacing=2)
        self.setLayout(column(self.heading, self.waiting, self.memory, 1, spacing=6, margin=10))

    def show_waiting(self, found: Overview) -> None:
        """Show what is not finished, else what the next game waits for, and who is remembered."""
        clear(self.waiting)
        clear(self.memory)
        self.buttons.clear()
        unfinished = found.half_done
        self.heading.setText(_("Not finished yet") if unfinished else _("Next game"))
        for half in unfinished[:HALF_DONE_MOST]:
            self._add(half)
        more = len(unfinished) - HALF_DONE_MOST
        if more > 0:
            rest = ngettext("and {n} more", "and {n} more", more).format(n=more)
            self.waiting.addWidget(label(rest, "faint"))
        if not unfinished:
            self._invite(found.groups)
        self._remember(found.groups)
        in_tab_order(*self.around[:1], *self.buttons, *self.around[1:])

    def _invite(self, groups: tuple[GroupLine, ...]) -> None:
        """Say what is to be done before the next game, and lead to it."""
        busy = sum(1 for line in groups if line.next.kind != "ready")
        if not groups:
            text = _("It takes a group of this campaign, or sides made up for one game.")
        elif busy:
            text = ngettext(
                "{n} group has something to do first.",
                "{n} groups have something to do first.",
                busy,
            ).format(n=busy)
        else:
            text = _("All groups are ready.")
        drawn = Pictogram(self.services.theme, pictograms.token("dice"), token="accent", size=32)
        line = row(drawn, label(text, "faint", wrap=True))
        line.setStretch(1, 1)
        self.waiting.addLayout(line)
        set_up = button(_("&Set up a game"), partial(self.services.go.emit, TableRoute()))
        self.buttons.append(set_up)
        self.waiting.addLayout(row(set_up, 1))

    def _add(self, half: HalfDone) -> None:
        whose, what = said_of(half)
        drawn = pictograms.place("aftermath" if half.kind == "sequence" else "table")
        names, below = label(whose, wrap=True), OneLine("small")
        below.setText(what)
        go_on = button(_("Continue"), partial(self.services.go.emit, route_of(half)))
        go_on.setAccessibleName(_("Continue: {whose}, {what}").format(whose=whose, what=what))
        self.buttons.append(go_on)
        line = row(
            Pictogram(self.services.theme, drawn, token="accent"),
            column(names, below, spacing=0),
            go_on,
        )
        line.setStretch(1, 1)
        self.waiting.addLayout(line)

    def _remember(self, groups: Iterable[GroupLine]) -> None:
        gone = [(m, line.group.name) for line in groups for m in line.group.memorial]
        gone.sort(key=lambda found: -found[0].fate_game)
        if gone:
            self.memory.addWidget(label(_("In memory"), "faint"))
        theme = self.services.theme
        for member, group in gone[:MEMORY_MOST]:
            died = member.status == "dead"
            drawn = pictograms.token("grave") if died else pictograms.place("start")
            text = _("{name} of {group}").format(name=member.name, group=group)
            if member.fate_game:
                text = _("{name} of {group}, game {n}").format(
                    name=member.name, group=group, n=member.fate_game
                )
            shown = OneLine()
            shown.setText(text)
            fate = _("died") if died else _("left the group")
            line = row(Pictogram(theme, drawn, fate, "faint_text", 18), shown, spacing=6)
            line.setStretch(1, 1)
            self.memory.addLayout(line)
        more = len(gone) - MEMORY_MOST
        if more > 0:
            rest = ngettext("and {n} more", "and {n} more", more).format(n=more)
            self.memory.addWidget(label(rest, "faint"))
