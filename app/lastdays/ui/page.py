"""The base of every page, with its head and title; undo where it shows the open campaign or
something of it; the way back."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QSizePolicy, QWidget

from lastdays.campaign.changed import Changed
from lastdays.language import _
from lastdays.ui.navigation import BackRoute, Route
from lastdays.ui.services import Services
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.accessibility import stops
from lastdays.ui.widgets.parts import (
    Laid,
    OneLine,
    PressedButton,
    amber,
    as_item,
    button,
    column,
    laid_out,
    row,
)
from lastdays.ui.widgets.room import Centered

#: Fewer letters than these say nothing.
FEWEST = 10
#: The letters of a title, in pixels at 100 %, as the style sheet has them: they are smaller where
#: it would be cut, the last ones over two lines.
LETTERS = (30, 24, 20, 15)


#: Letters of another size come to a little more than their sizes say.
_SPARE = 1.04


class Title(OneLine):
    """A title that takes the room its words need; with smaller letters where there is less, over
    two lines where those don't fit either, and cut where that isn't enough."""

    def __init__(self, text: str = "") -> None:
        self._smaller = 0
        self._fitting = False
        super().__init__("title")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setText(text)

    def setText(self, text: str) -> None:
        if text != self.whole:  # where nothing changed the window need not be laid out again
            super().setText(text)
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        self.ensurePolished()
        metrics, larger = self.fontMetrics(), LETTERS[0] / LETTERS[self._smaller]
        wide = metrics.horizontalAdvance(self.whole) * larger * (_SPARE if self._smaller else 1)
        return QSize(ceil(wide) + 2, round(metrics.height() * larger))

    def fit(self) -> None:
        """Take the largest letters in which all of it is seen."""
        if self._fitting:
            return
        self._fitting = True
        self.ensurePolished()
        wide = self.fontMetrics().horizontalAdvance(self.whole) / LETTERS[self._smaller]
        last = len(LETTERS) - 1
        fitting = (
            n
            for n, size in enumerate(LETTERS[:last])
            if wide * size * (_SPARE if n < self._smaller else 1) <= self.width()
        )
        smaller = next(fitting, last if " " in self.whole else last - 1)
        if smaller != self._smaller:
            self._smaller = smaller
            restyle(self, smaller=str(smaller) if smaller else "")
        self._fitting = False
        if smaller < last:
            super().fit()
        else:
            QLabel.setText(self, self._two_lines())

    def _two_lines(self) -> str:
        """Return the title broken where its two lines are nearest to each other in width; where it
        doesn't fit at all, with as many words as fit in its first line, and the rest cut."""
        metrics, room = self.fontMetrics(), self.width()
        words = self.whole.split(" ")
        breaks = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
        wide = {line: metrics.horizontalAdvance(line) for both in breaks for line in both}
        fits = [both for both in breaks if wide[both[0]] <= room]
        whole = {abs(wide[a] - wide[b]): f"{a}\n{b}" for a, b in fits if wide[b] <= room}
        if whole:
            return whole[min(whole)]
        first, rest = fits[-1] if fits else ("", self.whole)
        cut = metrics.elidedText(rest, Qt.TextElideMode.ElideRight, room)
        return "\n".join(filter(None, (first, cut)))

    def minimumSizeHint(self) -> QSize:
        return QSize(min(80, self.sizeHint().width()), self.sizeHint().height())


class Aside(OneLine):
    """What is said beside a title; where a few letters alone would fit it stands there on hover
    only."""

    def fit(self) -> None:
        super().fit()
        if self.text() != self.whole and len(self.text()) < FEWEST:
            self.clear()


class Head(QWidget):
    """What stands at the top of the window while a page is shown.

    `first`: what is done first there, in the corner; `beside`: what stands between the two.
    """

    def __init__(
        self, title: str = "", *beside: QWidget, first: QWidget | None = None, note: str = ""
    ) -> None:
        super().__init__()
        self.first = first
        self.title = Title(title)
        self.note = Aside("faint")
        self.note.setText(note)
        self.line = row(self.title, (self.note, 1), *beside, spacing=12)
        self.setLayout(row((self.line, 1), *([first] if first is not None else [])))


#: Between the edge of every page and what stands on it, in line with the title above.
MARGIN = 16


class Page(QWidget):
    """A page of the window, with the head that stands at the top while it is shown.

    Pages on which something is changed name what undo would do.
    """

    head: Head
    #: What it shows, where that is one view of the store.
    view: object = None
    campaign_id = ""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services

    def lay(
        self,
        *parts: Laid,
        wide: int,
        top: int = MARGIN,
        foot: int = MARGIN,
        spacing: int = 8,
        single: bool = False,
    ) -> None:
        """Lay parts below each other, at most so wide in a large window, in pixels at 100 %;
        `single`: they are one column in its middle."""
        margin = MARGIN, top, MARGIN, foot
        self.setLayout(column(*parts, spacing=spacing, margin=margin))
        Centered(self, self.services.theme, wide, single=single)

    def show_route(self, route: Any, campaign: str) -> Route | None:
        """Show what a route is about, which is of the page's own kind. Return the route that is
        shown, with what it left open; None where there is nothing."""
        self.show_campaign(campaign)
        shown: Route = route
        return shown

    def show_campaign(self, campaign: str) -> None:
        """Show things as they are now, of this campaign; '' where none is open."""
        self.campaign_id = campaign
        self.refresh()

    def forget(self) -> None:
        """Let go of what was open in another campaign."""

    def heightForWidth(self, width: int) -> int:
        """Return the least height in which nothing is squeezed: only what does not fit is scrolled.

        A part whose height follows from its width gets that height from a box, and squeezes the
        others where there is less; Qt's own least height for a width is lower than that.
        """
        layout = self.layout()
        if not isinstance(layout, QBoxLayout):
            return layout.minimumHeightForWidth(width) if layout is not None else -1
        margins = layout.contentsMargins()
        inner = width - margins.left() - margins.right()
        heights = [
            item.heightForWidth(inner) if item.hasHeightForWidth() else item.minimumSize().height()
            for item in map(as_item, laid_out(layout))
            if not item.isEmpty()
        ]
        between = layout.spacing() * max(0, len(heights) - 1)
        return margins.top() + sum(heights) + between + margins.bottom()

    def event(self, event: QEvent) -> bool:
        """Have one amber button: the head's stands back from one on the page itself, but a game's
        Next, which follows its panel."""
        if event.type() == QEvent.Type.LayoutRequest:
            first = self.head.first
            if first is not None and first.property("kind") in ("first", ""):
                restyle(first, kind="" if amber(self) is not None else "first")
        return super().event(event)

    def take_focus(self) -> None:
        """Put the keyboard on what is due here: the first control, where a page knows no better."""
        found = stops(self)
        if found:
            found[0].setFocus()

    def leave(self) -> bool:
        """Close what is open within this page, as Esc does; false where nothing is."""
        return False

    def find_here(self) -> None:
        """Put the keyboard where this page is searched, if it can be."""

    def refresh(self) -> None:
        """Read anew what the page shows; say why where that can't be read."""
        self.services.ask(self.read)

    def read(self) -> None:
        """Read what the page shows, and show it."""

    def shows(self, changed: Changed) -> bool:
        """Return whether what has changed can be seen here."""
        return True

    def store_changed(self, changes: frozenset[Changed]) -> None:
        """Read anew what has changed.

        Where an action changed nothing, what was typed for it gives way to what is stored.
        """
        if not changes or any(self.shows(changed) for changed in changes):
            self.refresh()

    def undo_names(self) -> tuple[str | None, str | None]:
        """Return what undo and redo would do, None where there is nothing."""
        return None, None

    def undo(self) -> None:
        """Undo the latest change."""

    def redo(self) -> None:
        """Redo what was undone."""


def back_button(services: Services, text: str = "", kind: str = "first") -> PressedButton:
    """Return the button that leads back to the page before; under another mnemonic if need be."""
    return button(text or _("&Back"), services.to(BackRoute()), kind)


class PageOfCampaign(Page):
    """A page on which undo is the campaign's, or that of one of its groups. It notes in
    `seen_campaigns` which revision it shows; what another window changes meanwhile is then not
    overwritten from here."""

    def hideEvent(self, event: QHideEvent) -> None:
        """Let go of the revision that was on the screen."""
        super().hideEvent(event)
        if not self.isVisible():
            self.services.workspace.seen_campaigns.leave(self.campaign_id, self)

    def undoes(self) -> str | None:
        """Return the group whose changes are undone here; None for the campaign's."""
        return None

    def undo_names(self) -> tuple[str | None, str | None]:
        """Return what undo and redo would do here."""
        if not self.campaign_id:
            return None, None
        return self.services.workspace.undo_names(self.campaign_id, self.undoes())

    def undo(self) -> None:
        """Undo the latest change."""
        self._step(self.services.workspace.undo)

    def redo(self) -> None:
        """Redo what was undone."""
        self._step(self.services.workspace.redo)

    def _step(self, step: Callable[[str, str | None], object]) -> None:
        if self.services.done(step, self.campaign_id, self.undoes()):
            self.stepped()

    def stepped(self) -> None:
        """Go on where a step back or forward leads from this page: nowhere else, on most."""
