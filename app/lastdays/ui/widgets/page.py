"""What the window needs of a page."""

from __future__ import annotations

from PySide6.QtWidgets import QBoxLayout, QWidget

from lastdays.campaign.changed import Changed
from lastdays.ui.navigation import Route
from lastdays.ui.widgets.head import Head
from lastdays.ui.widgets.reading_order import stops

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

    def show_route(self, route: Route, campaign: str) -> Route | None:
        """Show what a route is about. Return the route that is shown, with what it left open; None
        where there is nothing."""
        return route

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
        items = [layout.itemAt(n) for n in range(layout.count())]
        heights = [
            item.heightForWidth(inner) if item.hasHeightForWidth() else item.minimumSize().height()
            for item in items
            if item is not None and not item.isEmpty()
        ]
        between = layout.spacing() * max(0, len(heights) - 1)
        return margins.top() + sum(heights) + between + margins.bottom()

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
        """Read anew what the page shows."""

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
