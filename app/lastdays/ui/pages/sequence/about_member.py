"""Whom an ask is about: the member with their characteristics, or the group."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lastdays.campaign.post_game_sequences import SequenceView
from lastdays.language import _, ngettext
from lastdays.model.fields import injuries_in_words, skills_in_words
from lastdays.model.group import Group, Member
from lastdays.model.profile import explain
from lastdays.model.recruiting import max_size
from lastdays.procedure.asks import Ask
from lastdays.rulebook import CHARACTERISTICS, Catalogue
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.entry_card import explain as explain_entry
from lastdays.ui.widgets.parts import OneLine, column, row


class InitialBadge(QWidget):
    """A circle with the first letter of a name, in the colour of a Keyword."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.letter, self.token = "", "text"
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_name(self, name: str, token: str) -> None:
        """Show the first letter of a name."""
        self.letter, self.token = name[:1].upper(), token
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(44), self.theme.px(44))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.colour("raised"))
            painter.drawEllipse(self.rect())
            font = QFont(self.theme.heading)
            font.setPixelSize(self.theme.px(24))
            font.setWeight(QFont.Weight.DemiBold)
            painter.setFont(font)
            painter.setPen(self.theme.colour(self.token))
            painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), self.letter)


class AboutMember(QWidget):
    """Two lines about the member of an ask; about the group where it is nobody's."""

    def __init__(self, theme: Theme, catalogue: Catalogue) -> None:
        super().__init__()
        self.theme = theme
        self.catalogue = catalogue
        self.setProperty("kind", "plain")
        self.badge = InitialBadge(theme)
        self.name = OneLine("strong")
        self.figures = OneLine("statline")
        self.setLayout(row(self.badge, column(self.name, self.figures, spacing=0), spacing=10))

    def show_ask(self, view: SequenceView, ask: Ask) -> None:
        """Show whom an ask is about."""
        group = view.group_now
        if ask.about and group.has_member(ask.about):
            self._member(group.member(ask.about))
        elif ask.about and view.before.has_member(ask.about):
            self._member(view.before.member(ask.about))
        else:
            self._group(group)

    def _member(self, member: Member) -> None:
        catalogue = self.catalogue
        self.badge.show_name(member.name, f"keyword_{member.keyword}")
        explain_entry(self.badge, catalogue.character(member.type).name, self)
        words = [
            member.name,
            catalogue.character(member.type).name,
            _("Level {n}").format(n=member.level),
            skills_in_words(member, catalogue),
            injuries_in_words(member, catalogue),
        ]
        self.name.setText(" · ".join(filter(None, words)))
        figures = explain(member, catalogue)
        self.figures.setText(" · ".join(f"{key} {figures[key].text}" for key in CHARACTERISTICS))

    def _group(self, group: Group) -> None:
        leader = group.leading
        self.badge.show_name(group.name, f"keyword_{leader.keyword}" if leader else "text")
        explain_entry(self.badge, self.catalogue.refuges[group.refuge.key].name, self)
        self.name.setText(group.name)
        self.figures.setText(
            " · ".join(
                (
                    _("{n} of {most} members").format(
                        n=len(group.active), most=max_size(group, self.catalogue)
                    ),
                    ngettext("{n} Scavenge Point", "{n} Scavenge Points", group.points).format(
                        n=group.points
                    ),
                    self.catalogue.refuges[group.refuge.key].name,
                )
            )
        )
