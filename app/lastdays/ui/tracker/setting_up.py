"""Setting up a game at the table: sides from groups, sides made up in a minute, who is deployed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import partial

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QWidget,
)

from lastdays.language import _, ngettext, short
from lastdays.model.group import Group, Member
from lastdays.model.limits import Limit
from lastdays.model.refuge_move import given, names_of
from lastdays.rulebook import Catalogue
from lastdays.rulebook.entries import Gear
from lastdays.tabletop.last_days.setup import Entrant, entrant_of, quick_member
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.pieces import Plate, text_font
from lastdays.ui.widgets.offers import Meters
from lastdays.ui.widgets.parts import (
    UNBOUNDED,
    Flow,
    OneLine,
    Picker,
    Pictogram,
    allow,
    button,
    clear,
    column,
    holder,
    label,
    row,
    typed,
)

#: The parts a member may play, as they are stored.
PARTS = ("deployed", "held-back", "missing")
#: The height of a row, the width of the switch, and from which width on rows stand in two columns,
#: in pixels at 100 %.
ROW, SWITCH, TWO, WIDEST = 48, 258, 1000, 760
#: So many things of a member's gear are drawn.
GEAR_MOST = 5


def part_names() -> tuple[str, ...]:
    """Return what the parts are called."""
    return (_("deployed"), _("held back"), _("missing"))


class PartSwitch(Picker):
    """A choice of which all is in sight: a press takes a part, the arrows go from part to part."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.theme = theme
        for key, text in zip(PARTS, part_names(), strict=True):
            self.addItem(text, key)
        self.setAccessibleName(_("{name} is", name=name))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        self.setFixedSize(self.theme.px(SWITCH), self.theme.px(ROW - 6))

    def _segment(self, n: int) -> QRect:
        each = self.width() // self.count()
        return QRect(n * each, 0, each, self.height())

    def _take(self, n: int) -> None:
        if n != self.currentIndex():
            self.setCurrentIndex(n)
            self.activated.emit(n)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            at = event.position().toPoint()
            for n in range(self.count()):
                if self._segment(n).contains(at):
                    self._take(n)

    def showPopup(self) -> None:
        """Take the next part: there is no list to open."""
        self._take((self.currentIndex() + 1) % self.count())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._take(max(0, min(self.count() - 1, self.currentIndex() + step)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(text_font(theme, theme.px(14)))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("raised"))
            box, radius = QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.px(6)
            painter.drawRoundedRect(box, radius, radius)
            for n in range(self.count()):
                part = QRectF(self._segment(n)).adjusted(2, 2, -2, -2)
                chosen = n == self.currentIndex()
                if chosen:
                    painter.setPen(QPen(theme.colour("accent"), 1.5))
                    painter.setBrush(theme.colour("select"))
                    painter.drawRoundedRect(part, radius - 1, radius - 1)
                painter.setPen(theme.colour("text" if chosen else "faint_text"))
                cut = QFontMetrics(painter.font()).elidedText(
                    self.itemText(n), Qt.TextElideMode.ElideRight, int(part.width()) - 4
                )
                painter.drawText(part, int(Qt.AlignmentFlag.AlignCenter), cut)
            if self.hasFocus():
                painter.setPen(QPen(theme.colour("accent_text"), theme.px(2)))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(box, radius, radius)


class MemberPartRow(Plate):
    """A member: Keyword edge, name and type, gear, and the switch."""

    def __init__(self, theme: Theme, member: Member, catalogue: Catalogue, *, leads: bool) -> None:
        kind = catalogue.character(member.type)
        super().__init__(theme, "panel", f"keyword_{kind.keyword}" if kind.keyword else "edge")
        self.name, self.type = OneLine("cardname"), OneLine("faint")
        self.name.setText(f"{member.name} ★" if leads else member.name)
        self.type.setText(kind.name)
        gear = [catalogue.gear(item.key) for item in member.gear][:GEAR_MOST]
        self.gear = [Pictogram(theme, entry.drawing, entry.name, "text", 22) for entry in gear]
        self.switch = PartSwitch(theme, member.name)
        names = column(1, self.name, self.type, 1, spacing=0)
        line = row(names, *self.gear, self.switch, spacing=6)
        line.setStretch(0, 1)
        self.setLayout(line)
        theme.changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        px = self.theme.px
        self.setFixedHeight(px(ROW))
        layout = self.layout()
        assert layout is not None
        layout.setContentsMargins(px(13), 0, px(4), 0)


class MemberParts(QWidget):
    """A row a member, in two columns where there is room. `changed`: somebody plays another
    part."""

    changed = Signal()

    def __init__(self, theme: Theme, group: Group, catalogue: Catalogue) -> None:
        super().__init__()
        self.theme = theme
        self.setProperty("kind", "plain")
        leading = group.leading
        self.rows: dict[str, MemberPartRow] = {}
        for member in group.active:
            leads = leading is not None and member.id == leading.id
            made = MemberPartRow(theme, member, catalogue, leads=leads)
            made.switch.activated.connect(partial(self._chosen))
            self.rows[member.id] = made
        self.grid = QGridLayout()
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setSpacing(3)
        self.setLayout(self.grid)
        self._across = 0
        self._place(1)
        theme.changed.connect(self._fit)

    def _chosen(self, _n: int) -> None:
        self.changed.emit()

    def _place(self, across: int) -> None:
        if across == self._across:
            return
        self._across = across
        lines = -(-len(self.rows) // across)
        for n, made in enumerate(self.rows.values()):
            self.grid.addWidget(made, n % lines, n // lines)
        self.grid.setColumnStretch(0, 1)
        self.grid.setColumnStretch(1, 1 if across > 1 else 0)

    def _fit(self) -> None:
        px = self.theme.px
        across = 2 if self.width() >= px(TWO) else 1
        self._place(across)
        spare = max(0, self.width() - px(WIDEST) * across)
        self.grid.setContentsMargins(0, 0, spare, 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(SWITCH + 110), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class EntrantForm(QWidget):
    """One side; `changed` says that it is another now."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.role = ""

    @abstractmethod
    def value(self) -> Entrant:
        """Return the side as the form has it."""

    def allow(self, most: int | None) -> None:
        """Say how many the Encounter deploys, None for everyone."""


class GroupForm(EntrantForm):
    """A group of the campaign: each member deployed, held back or missing."""

    def __init__(self, services: Services, group: Group) -> None:
        super().__init__()
        self.catalogue = services.catalogue
        self.group = group
        self._by_hand = False
        self._most: int | None = None
        leading = group.leading
        ordered = sorted(group.active, key=lambda m: leading is None or m.id != leading.id)
        self.order = [m.id for m in ordered]
        self.muster = MemberParts(services.theme, group, services.catalogue)
        self.muster.changed.connect(self._chosen)
        self.boxes = {member: line.switch for member, line in self.muster.rows.items()}
        self.meter = Meters(services.theme, _("How many are deployed"), 2)
        worked = given(group, services.catalogue)
        again = ngettext(
            "{perk}: {n} failed Ammo Roll may be rolled again.",
            "{perk}: {n} failed Ammo Rolls may be rolled again.",
            worked.ammo_rerolls,
            perk=names_of(worked.ammo),
            n=worked.ammo_rerolls,
        )
        self.note = label(again, "well", wrap=True)
        self.note.setVisible(bool(worked.ammo))
        self.setLayout(column(self.meter, self.note, self.muster, 1, spacing=6, margin=6))
        self._count()

    def _chosen(self) -> None:
        self._by_hand = True
        self._count()
        self.changed.emit()

    def _count(self) -> None:
        """Show how many are deployed, of those who may be."""
        parts = [str(box.currentData()) for box in self.boxes.values()]
        most = len(parts) if self._most is None else self._most
        counts = [
            Limit(_("Deployed"), parts.count("deployed"), most),
            Limit(_("Held back or missing"), len(parts) - parts.count("deployed"), len(parts)),
        ]
        self.meter.show_limits(counts)

    def allow(self, most: int | None) -> None:
        """Deploy the Leader and the first others, until somebody chooses otherwise."""
        self._most = most
        if not self._by_hand:
            for n, member in enumerate(self.order):
                deployed = most is None or n < most
                self.boxes[member].setCurrentIndex(0 if deployed else 1)
        self._count()

    def value(self) -> Entrant:
        parts = {m: str(box.currentData()) for m, box in self.boxes.items()}
        return entrant_of(self.group, self.catalogue, parts, self.role)


class QuickForm(EntrantForm):
    """A side of no campaign, model by model: type, name, weapons; the next one like the last."""

    removed = Signal()

    def __init__(self, services: Services, name: str) -> None:
        super().__init__()
        self.catalogue: Catalogue = services.catalogue
        self.members: list[Member] = []
        self._out: list[tuple[int, Member]] = []
        self._count = 0
        self.name = QLineEdit(name)
        self.name.setAccessibleName(_("The side's name"))
        self.name.setMaxLength(60)
        self.name.textEdited.connect(lambda _t: self.changed.emit())
        self.kind = Picker()
        self.kind.setAccessibleName(_("Type"))
        for entry in self.catalogue.characters.values():
            self.kind.addItem(entry.name, entry.key)
        self.kind.currentIndexChanged.connect(lambda _n: self._kind_chosen())
        self.model_name = QLineEdit()
        self.model_name.setPlaceholderText(_("name, or none"))
        self.model_name.setToolTip(_("name, or none"))
        self.model_name.setAccessibleName(_("The model's name"))
        self.model_name.setMaxLength(60)
        self.model_name.returnPressed.connect(self.add)
        self.gun = self._weapons(_("Firearm"), _("no firearm"), self.catalogue.firearms.values())
        self.gun.setCurrentIndex(max(0, self.gun.findData("revolver")))
        self.blade = self._weapons(
            _("Close-combat weapon"),
            _("no close-combat weapon"),
            self.catalogue.close_combat.values(),
        )
        self.blade.setCurrentIndex(max(0, self.blade.findData("knife")))
        self.extra = self._weapons(
            _("Equipment"), _("no equipment"), self.catalogue.equipment.values()
        )
        self.add_button = button(_("&Add this model"), self.add, "first")
        self.list_box = column(spacing=3)
        self.remove_button = button(_("Remove this side"), self.removed.emit)
        self.setLayout(
            column(
                holder(Flow(label(_("Side:")), self.name, self.remove_button)),
                holder(
                    Flow(
                        self.kind,
                        self.model_name,
                        self.gun,
                        self.blade,
                        self.extra,
                        self.add_button,
                    )
                ),
                holder(self.list_box),
                1,
                spacing=6,
                margin=6,
            )
        )

    def _weapons(self, name: str, none: str, entries: Iterable[Gear]) -> Picker:
        box = Picker()
        box.setAccessibleName(name)
        box.addItem(none, "")
        for entry in entries:
            box.addItem(entry.name, entry.key)
        return box

    def _kind_chosen(self) -> None:
        animal = self.catalogue.character(str(self.kind.currentData())).animal
        for box in (self.gun, self.blade, self.extra):
            allow(box, not animal, _("An animal carries no weapons"))

    def add(self) -> None:
        """Add one more model; number a name that is already there."""
        kind = str(self.kind.currentData())
        animal = self.catalogue.character(kind).animal
        boxes = () if animal else (self.gun, self.blade, self.extra)
        gear = [str(b.currentData()) for b in boxes if b.currentData()]
        base = " ".join(self.model_name.text().split())
        base = base or self.catalogue.character(kind).name
        taken = {m.name for m in (*self.members, *(m for _at, m in self._out))}
        name, n = base, 2
        while name in taken:
            name, n = f"{base} {n}", n + 1
        self._count += 1
        self.members.append(quick_member(kind, name, gear, self.catalogue, f"q{self._count}"))
        self.model_name.clear()
        if len(self.members) == 1 and self.catalogue.character(kind).leader:
            first = next((c.key for c in self.catalogue.followers()), kind)
            self.kind.setCurrentIndex(self.kind.findData(first))
        self._list()
        self.changed.emit()

    def _take_out(self, member: str) -> None:
        at = next(n for n, m in enumerate(self.members) if m.id == member)
        self._out.append((at, self.members.pop(at)))
        self._list()
        self.changed.emit()

    def _bring_back(self) -> None:
        self.members.insert(*self._out.pop())
        self._list()
        self.changed.emit()

    def _list(self) -> None:
        clear(self.list_box)
        leader = self._leader()
        for member in self.members:
            items = ", ".join(self.catalogue.gear(i.key).name for i in member.gear)
            star = " ★" if member.id == leader else ""
            line = OneLine()
            kind = self.catalogue.character(member.type).name
            line.setText(f"{member.name}{star} · {kind} · {items or _('nothing')}")
            out = button(_("Remove"), partial(self._take_out, member.id), "quiet")
            out.setAccessibleName(_("Remove {name}", name=member.name))
            layout = row(line, out)
            layout.setStretch(0, 1)
            self.list_box.addWidget(holder(layout))
        if self._out:
            name = typed(short(self._out[-1][1].name, 26))
            text = _("Bring back {what}", what=name)
            self.list_box.addWidget(holder(Flow(button(text, self._bring_back, "quiet"))))

    def _leader(self) -> str:
        for member in self.members:
            if self.catalogue.character(member.type).leader:
                return member.id
        return self.members[0].id if self.members else ""

    def value(self) -> Entrant:
        return Entrant(
            name=" ".join(self.name.text().split()) or _("A side"),
            members=tuple(self.members),
            leader=self._leader(),
            role=self.role,
        )


#: Between steps, and before the sentence of one, in pixels.
BETWEEN, BESIDE = 4, 8
#: The least height where they may scroll, in lines.
LEAST = 3


class Steps(QScrollArea):
    """The sentences below each other, the lines of each below its first.

    They scroll where there are more than there is room for, unless the page itself does. They take
    no more room than the longest of them need, so that what stands below stays close by and where
    it is.
    """

    def __init__(self, theme: Theme, longest: Sequence[Sequence[str]]) -> None:
        """Make it for these set-ups."""
        super().__init__()
        self.theme = theme
        self.lines: tuple[str, ...] = ()
        self._all = tuple(tuple(lines) for lines in longest)
        #: The first step, by whose letters all are measured.
        self._first: tuple[QLabel, QLabel] | None = None
        self.grid = QGridLayout()
        self.grid.setContentsMargins(0, 0, BESIDE, 0)
        self.grid.setHorizontalSpacing(BESIDE)
        self.grid.setVerticalSpacing(BETWEEN)
        self.grid.setColumnStretch(1, 1)
        self._inside = holder(self.grid)
        self.setWidget(self._inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(_("How the Encounter is set up"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self._fit)
        theme.reshaped.connect(self._fit)

    def minimumSizeHint(self) -> QSize:
        """Ask for all of it where the page scrolls."""
        high = self.fontMetrics().lineSpacing() * LEAST
        return QSize(self.theme.px(120), self._high(self.lines) if self.theme.narrow else high)

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _fit(self) -> None:
        """Take the room that the longest need, or what these do where the page scrolls."""
        here = self._high(self.lines)
        self._inside.setMinimumHeight(here)  # its layout would ask for that of a narrower one
        longest = () if self.theme.narrow else self._all
        self.setMaximumHeight(max(here, *map(self._high, longest), 0))
        self.updateGeometry()

    def _high(self, lines: Sequence[str]) -> int:
        """Return how high steps are in the width there is, in pixels."""
        if self._first is None:
            return 0
        number, said = self._first
        number.ensurePolished()
        said.ensurePolished()
        least, metrics = number.sizeHint(), said.fontMetrics()
        measure = QRect(0, 0, max(1, self.width() - least.width() - 2 * BESIDE), UNBOUNDED)
        wrap = int(Qt.TextFlag.TextWordWrap)
        high = (metrics.boundingRect(measure, wrap, line).height() for line in lines)
        return sum(max(least.height(), one) + BETWEEN for one in high) + 2

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show these steps."""
        if tuple(lines) == self.lines:
            return
        self.lines = tuple(lines)
        clear(self.grid)
        self._first = None
        top = Qt.AlignmentFlag.AlignTop
        for n, line in enumerate(lines):
            self.grid.setRowStretch(n, 0)
            number, said = label(str(n + 1), "heading"), label(line, wrap=True)
            self.grid.addWidget(number, n, 0, top)
            self.grid.addWidget(said, n, 1)
            self._first = (number, said) if n == 0 else self._first
            for part in (number, said):
                part.show()
        self.grid.setRowStretch(len(self.lines), 1)
        self.verticalScrollBar().setValue(0)
        self._fit()
