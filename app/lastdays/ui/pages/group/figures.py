"""A group in figures: its points, members, hurt, Refuge, and the Keyword limits it lives under."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from lastdays.campaign.workspace import GroupView
from lastdays.language import _, ngettext, number
from lastdays.model.keyword_shares import keyword_shares
from lastdays.model.recruiting import empty_spaces, max_size
from lastdays.ui.plain import plain
from lastdays.ui.services import Services
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.parts import Flow, label, row


class _Figure(QWidget):
    """A number with what it counts."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.number = label("", "figure")
        self.caption = label("", "small")
        line = row(self.number, self.caption, spacing=6)
        line.setAlignment(self.caption, Qt.AlignmentFlag.AlignVCenter)
        self.setLayout(line)

    def show_figure(
        self, figure: str, caption: str, hover: str = "", *, over: bool = False
    ) -> None:
        """Show a number; `over` where it is more than may be."""
        self.number.setText(figure)
        self.caption.setText(caption)
        self.setToolTip(plain(hover))
        self.setAccessibleName(f"{figure} {caption}")
        if (self.caption.property("kind") == "harm") != over:
            restyle(self.caption, kind="harm" if over else "small")


class GroupFigures(QWidget):
    """The line of figures above the roster."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.setProperty("kind", "plain")
        self.points, self.members, self.hurt, self.spaces, self.neutral, self.other = (
            _Figure() for _n in range(6)
        )
        self.parts = (
            self.points,
            self.members,
            self.hurt,
            self.spaces,
            self.neutral,
            self.other,
        )
        self._flow = Flow(*self.parts, spacing=14)
        self.setLayout(self._flow)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Minimum)

    def sizeHint(self) -> QSize:
        """Return one line of all figures."""
        shown = [part.sizeHint() for part in self.parts if not part.isHidden()]
        width = sum(size.width() + 14 for size in shown)
        return QSize(width, max((size.height() for size in shown), default=0))

    def minimumSizeHint(self) -> QSize:
        narrow = self.services.theme.narrow
        least = self._flow.minimumSize() if narrow else self.sizeHint()
        return QSize(least.width(), self.sizeHint().height())

    def show_group(self, view: GroupView) -> None:
        """Show a group's figures; a Keyword limit where somebody counts against it."""
        group, catalogue = view.group, self.services.catalogue
        self.points.show_figure(
            number(group.points),
            ngettext("Scavenge Point", "Scavenge Points", group.points),
            over=group.points < 0,
        )
        size, most = len(group.roster), max_size(group, catalogue)
        self.members.show_figure(
            f"{size}/{most}",
            _("members"),
            _("{n} members, the Refuge holds {most}").format(n=size, most=most),
            over=size > most,
        )
        hurt = [m.name for m in group.roster if m.injuries]
        self.hurt.show_figure(str(len(hurt)), _("hurt"), ", ".join(hurt))
        built = len(group.refuge.built)
        spaces = built + empty_spaces(group, catalogue)
        self.spaces.show_figure(
            f"{built}/{spaces}",
            _("Spaces built"),
            _("{built} of {n} Empty Spaces are built on").format(built=built, n=spaces),
            over=built > spaces,
        )
        shares = keyword_shares(group, catalogue, view.campaign.switches)
        for part, count, limit, caption in (
            (self.neutral, shares.neutral, shares.neutral_most, _("Neutral")),
            (self.other, shares.other, shares.other_most, _("other Keyword")),
        ):
            part.setVisible(count > 0)
            part.show_figure(
                f"{count}/{limit}",
                caption,
                _("{caption}: {n}, at most {most} in a group of {size} (p.\u00a0{page})").format(
                    caption=caption,
                    n=count,
                    most=limit,
                    size=size,
                    page=catalogue.number("limits", "page"),
                ),
                over=count > limit,
            )
        self.updateGeometry()
