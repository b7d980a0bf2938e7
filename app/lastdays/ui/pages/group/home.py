"""How the parts of a group's page lie: below each other, beside each other, by the room there is."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from lastdays.ui.pages.group.member_panel import MemberPanel
from lastdays.ui.pages.group.refuge_panel import RefugePanel
from lastdays.ui.pages.group.roster_panel import RosterPanel
from lastdays.ui.pages.group.stash_panel import StashPanel
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.roster_view import HEAD, ROW, ROW_IN_WORDS, ROW_LEAST, ROW_MOST

#: At 100 %: the gap between two parts, the panels below the roster at least and as wanted, the line
#: that explains a figure.
GAP, LOWER_LEAST, LOWER, WHY = 6, 166, 172, 22
#: In a large window: the panels below the roster as wanted, a row of it at least.
LOWER_LARGE, ROW_LARGE = 340, 56
#: Widths at 100 %: from where the member stands as a card beside the roster, and how wide; below
#: what everything stands below the roster.
CARD_FROM, CARD, STACKED_BELOW = 1480, 436, 980
#: Heights at 100 % of member, Refuge and stash where they stand below each other.
STACKED = (340, 190, 270)
#: How many members are in sight at least, and of more than those, which are scrolled anyway.
SEEN, SCROLLED = 8, 6


class Home(QWidget):
    """The roster with the chosen member, the Refuge and the stash."""

    def __init__(
        self,
        theme: Theme,
        roster: RosterPanel,
        member: MemberPanel,
        refuge: RefugePanel,
        stash: StashPanel,
    ) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.theme = theme
        self.roster, self.member, self.refuge, self.stash = roster, member, refuge, stash
        for part in (roster, member, refuge, stash):
            part.setParent(self)
        roster.model.modelReset.connect(self.arrange)
        theme.changed.connect(self.arrange)

    @property
    def stacked(self) -> bool:
        """Return whether there is too little width for panels beside each other."""
        return self.width() < self.theme.px(STACKED_BELOW)

    def minimumSizeHint(self) -> QSize:
        theme = self.theme
        rows = self.roster.model.rowCount()
        rows = min(SEEN, max(1, rows)) if self.stacked or rows <= SEEN else SCROLLED
        if self.stacked:
            high = self._stacked_roster(rows) + theme.px(3 * GAP + sum(STACKED))
            return QSize(theme.px(430), high)
        least = self.roster.table.height_for(rows, ROW_LEAST) + theme.px(WHY)
        return QSize(theme.px(430), least + theme.px(GAP + LOWER_LEAST))

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
        self.arrange()

    def arrange(self) -> None:
        """Lay out the parts for the room there is."""
        if self.stacked:
            self._stack()
            return
        theme = self.theme
        gap, width, height = theme.px(GAP), self.width(), self.height()
        card = theme.px(CARD) if width >= theme.px(CARD_FROM) else 0
        self.member.make_card(bool(card))
        left = width - card - (gap if card else 0)
        upper = self._upper(height)
        self.roster.setGeometry(0, 0, left, upper)
        rest = height - upper - gap
        below = QRect(0, upper + gap, left, rest)
        stash = max(theme.px(230), left // 5)
        refuge = max(theme.px(300), left * 27 // 100)
        if card:
            stash = left * 2 // 5
            refuge = left - gap - stash
            self.member.setGeometry(width - card, 0, card, height)
        else:
            room = left - refuge - stash - 2 * gap
            self.member.setGeometry(0, below.top(), room, below.height())
        roomy = below.height() > theme.px(300)
        self.stash.show_lines(roomy)
        self.stash.notes.make_roomy(roomy)
        self.member.notes.make_roomy(roomy or bool(card))
        self.refuge.setGeometry(left - stash - gap - refuge, below.top(), refuge, below.height())
        self.stash.setGeometry(left - stash, below.top(), stash, below.height())

    def _upper(self, height: int) -> int:
        """Return how high the roster is: all of it where that leaves room for the panels."""
        theme, table = self.theme, self.roster.table
        rows = max(1, self.roster.model.rowCount())
        why = theme.px(WHY)
        wanted = height - theme.px(GAP + LOWER)
        pitch = ROW
        if wanted > theme.px(600):  # what is left over is the rows', before it stands empty below
            spare = (height - theme.px(LOWER_LARGE + GAP + HEAD) - why) * 100
            pitch = max(ROW_LARGE, min(ROW_MOST, spare // (rows * theme.percent)))
        most = table.height_for(rows, pitch) + why
        if most <= wanted:
            return most
        least = table.height_for(rows, ROW_LEAST) + why
        if least <= wanted:
            return wanted
        # None of those that are scrolled to is half in sight.
        room = min(least, height - theme.px(GAP + LOWER_LEAST))
        return room - (room - self.roster.around_rows()) % theme.px(ROW_LEAST)

    def _stacked_roster(self, rows: int) -> int:
        return self.roster.table.height_for(rows, ROW_IN_WORDS) + self.theme.px(WHY)

    def _stack(self) -> None:
        theme = self.theme
        gap, width = theme.px(GAP), self.width()
        self.member.make_card(width < theme.px(620))
        self.stash.notes.make_roomy(True)
        self.stash.show_lines(False)
        rows = max(1, min(SEEN, self.roster.model.rowCount()))
        rest = self.height() - self._stacked_roster(rows) - 3 * gap
        top = 0
        for part, high in (
            (self.roster, self._stacked_roster(rows)),
            (self.member, rest - theme.px(STACKED[1] + STACKED[2])),
            (self.refuge, theme.px(STACKED[1])),
            (self.stash, theme.px(STACKED[2])),
        ):
            part.setGeometry(0, top, width, high)
            top += high + gap
