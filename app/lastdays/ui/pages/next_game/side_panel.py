"""A side before the next game: its Perks that matter, who is deployed, what not to forget."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QSizePolicy

from lastdays.campaign.briefing import MemberBrief, Reminder, SideBrief
from lastdays.language import _, joined, short
from lastdays.ui.plain import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import OneLine, clear, column, label, row
from lastdays.ui.widgets.pictogram import Pictogram

#: Height of a member, its Keyword edge, tick box and pictograms, in pixels at 100 %.
ROW, EDGE, BOX, DRAWING = 36, 5, 16, 18
#: So many reminders of a member are drawn.
DRAWN_MOST = 5
#: The colours of reminders.
TINTS = {"harm": "harm_text", "warn": "accent_text", "well": "well_text", "": "faint_text"}


def part_name(part: str) -> str:
    """Return a member's part in this game, as players say it."""
    return {
        "held-back": _("may come later"),
        "missing": _("stays behind"),
        "captured": _("captured"),
    }.get(part, _("deployed"))


class MemberButton(QAbstractButton):
    """A member, who is deployed while it is pressed down; with pictograms of what not to forget."""

    def __init__(self, theme: Theme, member: MemberBrief) -> None:
        super().__init__()
        self.theme, self.member = theme, member
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._fit)
        self._fit()
        self.show_member(member)

    def show_member(self, member: MemberBrief) -> None:
        """Show the member as they are now."""
        self.member = member
        self.setText(member.name)
        self.setChecked(member.part == "deployed")
        self.setEnabled(member.part != "captured")
        role = (
            _("{type}, Leader").format(type=member.type_name) if member.leads else member.type_name
        )
        name = _("{name}, {type}: {part}").format(
            name=member.name, type=role, part=part_name(member.part)
        )
        lines = [_("{what}: {text}").format(what=r.name, text=r.text) for r in member.reminders]
        self.setAccessibleName(name)
        self.setAccessibleDescription(" ".join(lines))
        self.setToolTip(plain("\n".join((name, *lines))))
        self.update()

    def _fit(self) -> None:
        self.setFixedHeight(self.theme.px(ROW))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(210), self.theme.px(ROW))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(150), self.theme.px(ROW))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px, member = self.theme, self.theme.px, self.member
        on = self.isChecked()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            path = QPainterPath()
            path.addRoundedRect(QRectF(self.rect()).adjusted(0, 1, 0, -1), px(6), px(6))
            painter.save()
            painter.setClipPath(path)
            painter.fillPath(path, theme.colour("raised" if on else "ground"))
            keyword = f"keyword_{member.keyword}" if member.keyword else "edge"
            painter.fillRect(QRectF(0, 0, px(EDGE), self.height()), theme.colour(keyword))
            painter.restore()
            self._paint_box(painter, on=on)
            right = self._paint_reminders(painter)
            self._paint_names(painter, right, on=on)
            tint = "accent_text" if self.hasFocus() else "edge"
            wide = self.hasFocus() or self.underMouse()
            painter.setPen(QPen(theme.colour(tint), 2 if wide else 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            edge = 1 if wide else 0.5  # along the pixels, else it is half as dark
            within = QRectF(self.rect()).adjusted(edge, 1 + edge, -edge, -1 - edge)
            painter.drawRoundedRect(within, px(6), px(6))

    def _paint_box(self, painter: QPainter, *, on: bool) -> None:
        """Paint the box that is ticked while the member is deployed."""
        theme, side = self.theme, self.theme.px(BOX)
        box = QRectF(self.theme.px(EDGE + 6), (self.height() - side) / 2, side, side)
        if self.member.part == "captured":
            return
        painter.setPen(QPen(theme.colour("accent_text" if on else "edge"), 1.6))
        painter.setBrush(theme.colour("select") if on else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 3, 3)
        if on:
            painter.setPen(QPen(theme.colour("accent_text"), max(1.6, side / 8)))
            painter.drawPolyline(
                [
                    box.topLeft() + QPointF(side * x, side * y)
                    for x, y in ((0.22, 0.52), (0.42, 0.74), (0.8, 0.28))
                ]
            )

    def _paint_reminders(self, painter: QPainter) -> int:
        """Paint what not to forget, from the right; return where it begins."""
        theme, side = self.theme, self.theme.px(DRAWING)
        right = self.width() - theme.px(6)
        for reminder in reversed(self.member.reminders[:DRAWN_MOST]):
            right -= side
            drawn = theme.pixmap(reminder.drawing, TINTS[reminder.kind], DRAWING)
            painter.drawPixmap(right, (self.height() - side) // 2, drawn)
            right -= theme.px(3)
        return right

    def _paint_names(self, painter: QPainter, right: int, *, on: bool) -> None:
        theme, px, member = self.theme, self.theme.px, self.member
        left = px(EDGE + BOX + 12)
        room = QRectF(left, 0, max(1, right - left - 2), self.height())
        font = QFont(theme.body)
        font.setPixelSize(px(14))
        font.setWeight(QFont.Weight.DemiBold if on else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(theme.colour("text" if on else "faint_text"))
        name = f"{member.name} ★" if member.leads else member.name
        self._line(painter, room.adjusted(0, 2, 0, -room.height() * 0.44), name)
        font.setPixelSize(px(12))
        font.setWeight(QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(theme.colour("faint_text"))
        below = member.type_name if on else part_name(member.part)
        self._line(painter, room.adjusted(0, room.height() * 0.5, 0, -2), below)

    @staticmethod
    def _line(painter: QPainter, room: QRectF, text: str) -> None:
        metrics = QFontMetrics(painter.font())
        cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(room.width()))
        side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, int(side), cut)


class SidePanel(QFrame):
    """A side. `chosen` carries the id of a member and whether they are deployed."""

    chosen = Signal(str, bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self.theme = theme
        self.side: SideBrief | None = None
        self.members: dict[str, MemberButton] = {}
        self.name, self.role = OneLine("heading"), label("", "warn")
        self.count = OneLine("small")
        self.perks = column(spacing=2)
        self.rows = column(spacing=1)
        self.notes = column(spacing=2)
        head = row(self.name, self.role, spacing=6)
        head.setStretch(0, 1)
        self.setLayout(
            column(head, self.count, self.perks, self.rows, self.notes, 1, spacing=4, margin=8)
        )

    def show_side(self, side: SideBrief) -> None:
        """Show a side as it is now; members who stay keep their buttons, and the keyboard."""
        if side == self.side:
            return
        before, self.side = self.side, side
        self.name.setText(side.name)
        self.role.setText(side.role_name)
        self.count.setText(side.deploys)
        if before is None or before.perks != side.perks:
            clear(self.perks)
            for perk in side.perks:
                self.perks.addLayout(self._line(perk, perk.name))
        if [m.id for m in side.members] != list(self.members):
            clear(self.rows)
            self.members = {}
            for member in side.members:
                made = MemberButton(self.theme, member)
                made.clicked.connect(lambda on=False, m=member.id: self.chosen.emit(m, on))
                self.members[member.id] = made
                self.rows.addWidget(made)
        for member in side.members:
            self.members[member.id].show_member(member)
        if before is None or before.by_reminder() != side.by_reminder():
            clear(self.notes)
            for reminder, names in side.by_reminder():
                who = joined(tuple(short(name, 30) for name in names))
                whose = _("{names}, {what}").format(what=reminder.name, names=who)
                self.notes.addLayout(self._line(reminder, whose))

    def _line(self, reminder: Reminder, head: str) -> QHBoxLayout:
        """Return a reminder in words: what and whose it is, and what to do."""
        drawn = Pictogram(self.theme, reminder.drawing, reminder.name, TINTS[reminder.kind], 18)
        said = label(_("{head}: {text}").format(head=head, text=reminder.text), "text", wrap=True)
        line = row(drawn, said, spacing=6)
        line.setAlignment(drawn, Qt.AlignmentFlag.AlignTop)
        line.setStretch(1, 1)
        return line


__all__ = ["MemberButton", "SidePanel", "part_name"]
