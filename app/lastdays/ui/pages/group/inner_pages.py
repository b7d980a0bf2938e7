"""The inner pages of a group: its history and its Refuge; the Refuge's panel and its slots."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QFontMetrics, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from lastdays.campaign.documents.differences import compare
from lastdays.campaign.versions import History, history_of, restore_earlier
from lastdays.campaign.workspace import GroupView
from lastdays.language import _, ngettext, number, pgettext, titled
from lastdays.model.fields import items_in_words
from lastdays.model.group import BuiltPerk, Group
from lastdays.model.recruiting import (
    RefugeMove,
    empty_spaces,
    given,
    places_in_refuge,
    refuge_moves,
    size_in_words,
)
from lastdays.rulebook import Catalogue, keyword_name, pictograms
from lastdays.rulebook.entries import Perk
from lastdays.store import HistoryEntry
from lastdays.ui.models.roster import roster_rows
from lastdays.ui.models.rows import (
    Cell,
    CellRole,
    Index,
    LazyRows,
    Row,
    RowModel,
    local_time,
    plain,
)
from lastdays.ui.navigation import AftermathRoute, RulebookRoute, SequenceRoute
from lastdays.ui.pages.group.members_panel import ROW_IN_WORDS, ROW_MOST, RosterTable
from lastdays.ui.pages.refuge_rows import loss_rows
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme, restyle
from lastdays.ui.widgets.chances import BookTable, chance_table, show_book
from lastdays.ui.widgets.entry_card import explain, explain_rows
from lastdays.ui.widgets.parts import (
    Flow,
    OneLine,
    Panel,
    Pictogram,
    Plain,
    Turning,
    allow,
    button,
    clear,
    column,
    empty,
    entry,
    holder,
    label,
    panel,
    row,
    row_menu,
    scrolling,
    sentence,
    show_text,
    typed,
)
from lastdays.ui.widgets.room import WholeRows
from lastdays.ui.widgets.table import TALL, Table, begin_in_first, cell_font, draw_lines

#: A tile in pixels at 100 %: least width and height, the gap after it, the size from which it says
#: what its Perk does, and the greatest height.
LEAST, FLAT, BETWEEN, LARGE, ROOMY, HIGH = 48, 46, 6, 118, 78, 140


def slots(group: Group, catalogue: Catalogue) -> list[Row]:
    """Return the slots of a group's Refuge: built-in Perks, built ones, whose ids are the keys, and
    all Empty Spaces as one."""
    found = []
    for key in catalogue.refuges[group.refuge.key].built_in:
        perk = catalogue.perks[key]
        hover = _("{perk} (built in): {summary}", perk=perk.badged(perk.name), summary=perk.summary)
        said = _("{perk} (built in)", perk=perk.name)
        found.append(Row("", (_cell(perk, hover, said, "text"),)))
    for built in group.refuge.built:
        perk = catalogue.perks[built.key]
        hover = titled(perk.badged(perk.name), perk.summary)
        # Only Perks that were built have a filled tile.
        found.append(Row(built.id, (_cell(perk, hover, perk.name, "accent_text", "raised"),)))
    if (left := empty_spaces(group, catalogue)) > 0:
        name = ngettext("{n} Empty Space", "{n} Empty Spaces", left)
        hint = _("Click to build a Perk")
        found.append(Row("", (Cell(name, "label", hint, "faint_text", hint=hint, spoken=name),)))
    return found


def _cell(perk: Perk, hover: str, said: str, token: str, ground: str = "") -> Cell:
    return Cell(
        perk.name,
        "label",
        perk.summary,
        drawing=perk.drawing,
        drawing_token=token,
        hint=hover,
        spoken=said,
        entry=perk.name,
        ground=ground,
    )


class _Tile(QStyledItemDelegate):
    """Draws a slot: a tile for a Perk, a dashed one for an Empty Space."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = option.widget
        assert isinstance(view, QListView)
        return view.gridSize()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        cell, theme, px = index.data(CellRole), self.theme, self.theme.px
        area = option.rect.adjusted(0, 0, -px(BETWEEN), -px(BETWEEN))
        focus = bool(option.state & QStyle.StateFlag.State_HasFocus)
        hover = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(theme.colour("accent" if focus else "edge" if hover else "line"), 1 + focus)
        if not cell.drawing:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(theme.colour(cell.ground) if cell.ground else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(area).adjusted(1, 1, -1, -1), px(6), px(6))
        if area.width() >= px(LARGE) and area.height() >= px(ROOMY):
            self._large(painter, area.adjusted(px(8), px(8), -px(8), -px(6)), cell)
        else:
            self._small(painter, area.adjusted(2, px(3), -2, -2), cell)
        painter.restore()

    def _large(self, painter: QPainter, inside: QRect, cell: Cell) -> None:
        """Draw a tile with the description of its Perk."""
        theme, px, flags = self.theme, self.theme.px, Qt.AlignmentFlag
        name = QRect(inside.left(), inside.top(), inside.width(), px(26))
        if cell.drawing:
            painter.drawPixmap(name.topLeft(), theme.pixmap(cell.drawing, cell.drawing_token, 26))
            name.setLeft(name.left() + px(32))
        font = cell_font(theme, "strong" if cell.drawing else "words")
        lines = QFontMetrics(font).boundingRect(name, Qt.TextFlag.TextWordWrap, cell.text)
        name.setHeight(max(name.height(), min(lines.height(), inside.height())))
        self._words(painter, name, cell.text, font, cell.token, flags.AlignVCenter)
        below, small = inside.adjusted(0, name.height() + px(4), 0, 0), cell_font(theme, "small")
        self._words(painter, below, cell.beneath, small, "faint_text", flags.AlignTop)

    def _small(self, painter: QPainter, inside: QRect, cell: Cell) -> None:
        theme, side = self.theme, 0
        if cell.drawing:
            size = 20 if inside.height() < self.theme.px(53) else 24
            side = theme.px(size)
            left = inside.left() + (inside.width() - side) // 2
            drawing = theme.pixmap(cell.drawing, cell.drawing_token, size)
            painter.drawPixmap(left, inside.top(), drawing)
        font = cell_font(theme, "small")
        font.setPixelSize(theme.px(12 if inside.height() >= theme.px(53) else 11))
        below, middle = inside.adjusted(0, side, 0, 0), Qt.AlignmentFlag.AlignCenter
        self._words(painter, below, cell.text, font, cell.token, middle)

    def _words(
        self,
        painter: QPainter,
        area: QRect,
        text: str,
        font: QFont,
        token: str,
        side: Qt.AlignmentFlag,
    ) -> None:
        """Draw as many words as fit."""
        painter.setFont(font)
        painter.setPen(self.theme.colour(token))
        draw_lines(painter, area, text, int(side | Qt.TextFlag.TextWordWrap))


class SlotsView(QListView):
    """A grid of tiles; `pressed_slot` is emitted when the current one is pressed."""

    pressed_slot = Signal()

    def __init__(self, model: RowModel, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.setProperty("kind", "gear")
        self.setModel(model)
        self.setItemDelegate(_Tile(theme))
        self.setAccessibleName(_("Refuge"))
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setDragEnabled(False)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self.pressed_slot)
        model.modelReset.connect(self._fit)
        theme.changed.connect(self._fit)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(LEAST * 3), self.theme.px(FLAT + LEAST // 2))

    def _fit(self) -> None:
        """Choose the largest tiles with which all slots are in sight."""
        px, count = self.theme.px, max(1, self.model().rowCount())
        room = self.contentsRect().adjusted(0, 0, -2, 0)
        most = max(1, room.width() // px(LEAST + BETWEEN))
        shapes = [(-(-count // across), across) for across in range(1, most + 1)]
        sizes = [
            QSize(room.width() // across, min(px(HIGH + BETWEEN), room.height() // rows))
            for rows, across in sorted(shapes)  # of equal sizes, the one with the fewest rows wins
        ]
        least = px(FLAT + BETWEEN)
        best = max(
            (size for size in sizes if size.height() >= least),
            key=lambda size: min(size.width(), px(LARGE + 40)) * size.height(),
            default=QSize((room.width() - px(14)) // most, least),
        )
        fits = best.height() * -(-count // max(1, room.width() // best.width())) <= room.height()
        bars = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(bars.ScrollBarAlwaysOff if fits else bars.ScrollBarAlwaysOn)
        self.setGridSize(best)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        begin_in_first(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.pressed_slot.emit()
        else:
            super().keyPressEvent(event)


def history_rows(services: Services, history: History) -> LazyRows:
    """Return a row for each change, read a page at a time: what it did, and when. Rows that can't
    be read stay blank, and an error says why."""
    keys = [str(revision) for revision in history.revisions]

    def read(places: range) -> list[Row]:
        found = services.ask(history.entries, places.start, places.stop)
        if found is None:
            return [Row(keys[n], ("", "")) for n in places]
        return [_change_row(entry) for entry in found]

    return LazyRows(keys, read, page=64)


def _change_row(entry: HistoryEntry) -> Row:
    token = "text" if entry.current else "faint_text"
    mark = "▸ " if entry.head else "\u2002 "  # an en space is as wide as the mark
    name = mark + entry.change.said() + ("" if entry.current else _(" (undone)"))
    return Row(
        str(entry.revision),
        (Cell(name, "plain", token=token), Cell(local_time(entry.at), "plain", token=token)),
    )


#: The list of changes, and the group as it was, are at least so high at 100 %: four members.
ENTRIES, ROSTER = 130, 262


class HistoryPanel(QWidget):
    """A list of changes; the chosen one shows the group as it was, read-only."""

    def __init__(self, services: Services, back: Callable[[], object]) -> None:
        super().__init__()
        self.services = services
        self._group = self._head = ""
        self._history: History | None = None
        self.entries = Table(
            (_("Change"), _("When")),
            _("History"),
            services.theme,
            look="lines",
            least_rows=5,
            wrap=True,
            chosen=self._show,
        )
        self.title = sentence("", "heading")
        self.summary = sentence()
        self.roster = RosterTable(services, _("The group as it was"))
        self._whole = WholeRows(self.roster)
        self.roster.rows.modelReset.connect(self._fit_roster)
        self.why = sentence()
        self.roster.explained.connect(self.why.setText)
        self.rest = sentence("", "")
        self.difference = sentence()
        then = panel(
            self.title,
            self.summary,
            (self._whole, 1),
            self.why,
            scrolling(holder(column(self.difference, self.rest, 1))),
        )
        self.restore_button = button(
            _("&Restore this state"),
            self._restore,
            "first",
            _("Takes the group back to how it was then. Undo restores how it is now."),
        )
        self.close_button = button(_("&Back to the group"), back)
        services.theme.follow(self._fit)
        self.setLayout(
            column(
                label(_("History: undone changes stay listed, in grey"), "faint"),
                Turning(services.theme, (self.entries, 2), (then, 3)),
                row(1, self.close_button, self.restore_button),
            )
        )

    def _fit(self) -> None:
        """Set the least heights of the list and the group: a narrow page is scrolled."""
        px = self.services.theme.px
        self.entries.setMinimumHeight(px(ENTRIES))
        self._whole.setMinimumHeight(px(ROSTER))
        self._fit_roster()

    def _fit_roster(self) -> None:
        """Let the roster be no higher than its rows."""
        most = ROW_IN_WORDS if self.roster.below else ROW_MOST
        high = self.roster.height_for(max(1, self.roster.rows.rowCount()), most)
        self._whole.setMaximumHeight(max(high, self.services.theme.px(ROSTER)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_roster()

    def show_group(self, view: GroupView) -> None:
        """List a group's changes, latest first."""
        self._group = group = view.group.id
        history = self._history = self.services.ask(history_of, self.services.workspace, group)
        self._head = str(history.outline.head or "") if history is not None else ""
        rows = history_rows(self.services, history) if history is not None else ()
        self.entries.show_rows(rows, first=False)
        if not self.entries.current_key():
            self.entries.choose(self._head)
        self._enable()

    def _enable(self) -> None:
        chosen = self.entries.current_key()
        why = _("The group is already like this") if chosen else _("Select a change first")
        allow(self.restore_button, chosen not in ("", self._head), why)
        restyle(self.close_button, kind="" if self.restore_button.isEnabled() else "first")

    def _restore(self) -> None:
        """Make the group what it was after the chosen change."""
        revision = int(self.entries.current_key())
        self.entries.clearSelection()
        self.entries.setCurrentIndex(QModelIndex())
        self.services.do(
            partial(restore_earlier, self.services.workspace, self._group, revision),
            _("The group is as it was then. Undo restores the later changes."),
        )

    def _show(self, revision: str) -> None:
        self._enable()
        workspace = self.services.workspace
        then = self.services.ask(workspace.group_at, int(revision))
        now = self.services.ask(workspace.group, self._group)
        if then is None or now is None:
            return
        catalogue = self.services.catalogue
        leader = then.leading
        self.title.setText(then.name)
        self.summary.setText(
            _(
                "{keyword} · {refuge} · {points} SP · {size} · read-only",
                keyword=keyword_name(leader.keyword) if leader else _("no Leader"),
                refuge=catalogue.refuges[then.refuge.key].name,
                points=number(then.points),
                size=size_in_words(then, catalogue),
            )
        )
        rows = roster_rows(then, catalogue, now.campaign.switches, memorial=True)
        self.roster.show_rows(rows, first=False)
        stash = items_in_words(then.stash, catalogue) or _("empty")
        perks = ", ".join(catalogue.perks[p.key].name for p in then.refuge.built) or pgettext(
            "Perks", "none"
        )
        self.rest.setText(_("Stash: {stash}\nBuilt Perks: {perks}", stash=stash, perks=perks))
        parents = self._history.outline.parents if self._history is not None else {}
        parent = parents.get(int(revision))
        before = None if parent is None else self.services.ask(workspace.group_at, parent)
        made = _differences(before, then, catalogue) if before is not None else []
        since = _differences(then, now.group, catalogue)
        parts = [_("This change:\n{lines}", lines="\n".join(made))] if made else []
        parts += [_("Since then:\n{lines}", lines="\n".join(since))] if since else []
        self.difference.setText("\n".join(parts))


def _differences(before: Group, after: Group, catalogue: Catalogue) -> list[str]:
    """Return the differences between two states of a group, a line each."""
    return [
        titled(f"{d.whose}, {d.what}", f"{d.before or '—'} → {d.after or '—'}")
        for d in compare(before, after, catalogue)
    ]


#: As high as a button, in pixels at 100 %.
HEAD = 36


class RefugePanel(Panel):
    """A slot for each Perk and each Empty Space; `outlook` opens the Refuge in full."""

    _view: GroupView

    def __init__(self, services: Services, outlook: Callable[[], object]) -> None:
        super().__init__()
        self.services = services
        self.catalogue = services.catalogue
        self.model = RowModel(("",))
        self.perks = SlotsView(self.model, services.theme)
        explain_rows(self.perks, services)
        self.menu = row_menu(self.perks, self._fill_menu)
        self.perks.pressed_slot.connect(self._pressed)
        self.title = OneLine("heading")
        self.next_encounter = sentence("", "well")
        self.outlook_button = button(
            _("If it's lost…"),
            outlook,
            "quiet",
            _(
                "How many members it holds, what is lost with this Refuge, and where the group "
                "could go"
            ),
        )
        self._head = holder(row((self.title, 1), self.outlook_button))
        services.theme.follow(self._fit_head)
        self.setLayout(
            column(self._head, self.perks, self.next_encounter, spacing=1, margin=(12, 8, 10, 8))
        )

    def _fit_head(self) -> None:
        self._head.setMinimumHeight(self.services.theme.px(HEAD))

    def show_group(self, view: GroupView) -> None:
        self._view = view
        on_the_road = view.group.on_the_road
        refuge = self.catalogue.refuges[view.group.refuge.key].name
        self.title.setText(refuge)
        explain(self.title, "" if on_the_road else refuge, self.services)
        self.outlook_button.setVisible(not on_the_road)
        if (found := slots(view.group, self.catalogue)) != self.model.rows:
            self.model.set_rows(found)
        show_text(self.next_encounter, "\n".join(self._given(view)))
        self.setVisible(bool(found) or not on_the_road)

    def _given(self, view: GroupView) -> list[str]:
        """Say what Perks that were worked give for the next Encounter."""
        worked, said = given(view.group, self.catalogue), []
        if again := worked.ammo_rerolls:
            said.append(
                ngettext(
                    "Next Encounter: {n} failed Ammo Roll may be re-rolled",
                    "Next Encounter: {n} failed Ammo Rolls may be re-rolled",
                    again,
                )
            )
        if by := worked.encounter_shift:
            said.append(
                ngettext(
                    "Next Encounter roll: may be shifted by one",
                    "Next Encounter roll: may be shifted by up to {n}",
                    by,
                )
            )
        return said

    # What is done with a slot

    def _pressed(self) -> None:
        at = self.perks.visualRect(self.perks.currentIndex()).bottomLeft()
        self.perks.customContextMenuRequested.emit(at)

    def _fill_menu(self, menu: QMenu) -> None:
        """Fill the menu of the current slot."""
        empty(menu)
        index = self.perks.currentIndex()
        if not index.isValid():
            return
        go, built = self.services.go, self._view.group.refuge.built
        key, perk = self.model.key_at(index.row()), index.data(CellRole).entry
        if not perk:
            begun = self._view.next.sequence
            route = SequenceRoute(begun) if begun else AftermathRoute()
            entry(menu, _("Build as a Job after a game"), partial(go, route))
            by_hand = menu.addMenu(_("Build by hand"))
            for kind in self.catalogue.perks.values():
                more = (*built, BuiltPerk("", kind.key))
                made = entry(by_hand, typed(kind.name), partial(self._set, more))
                made.setToolTip(plain(kind.summary))
            return
        entry(menu, _("Look it up in the rulebook"), partial(go, RulebookRoute(perk)))
        if key:
            rest = tuple(p for p in built if p.id != key)
            entry(menu, _("Remove {perk} by hand", perk=typed(perk)), partial(self._set, rest))

    def _set(self, built: tuple[BuiltPerk, ...]) -> None:
        group = self._view.group
        wanted = replace(group, refuge=replace(group.refuge, built=built))
        self.services.do(partial(self.services.groups.set_by_hand, wanted))


#: The side of a bed at 100 %, and the gap after it.
BED, GAP = 30, 4


class RefugeOutlook(Plain):
    """The Refuge in full: its beds, what is lost with it, and where the group could move."""

    def __init__(self, services: Services, back: Callable[[], object]) -> None:
        super().__init__()
        self.services = services
        theme, self.catalogue = services.theme, services.catalogue
        self.title = label("", "question")
        self.facts = label("", "faint")
        self.back_button = button(_("&Back to the group"), back)
        self._beds = Flow(spacing=GAP)
        #: A bed for each member the Refuge holds: taken, empty, and those that are missing in red.
        self.beds = holder(column(1, self._beds, 1))
        self.fallen, self.left = chance_table(theme), chance_table(theme)
        self.others = Table(
            (_("Refuge"), _("Group Size"), _("Left behind"), _("Empty Spaces"), _("Built in")),
            _("Other Refuges"),
            theme,
            stretch=4,
            heights=TALL,
        )
        explain_rows(self.others, services)
        head = Turning(
            theme,
            (self.title, 0),
            (self.beds, 1),
            (self.facts, 0),
            (self.back_button, 0),
            spacing=14,
        )
        theme.changed.connect(self._fit)
        losses = Turning(
            theme,
            (self._loss(_("If it is overrun"), self.fallen), 1),
            (self._loss(_("If you leave it"), self.left), 1),
        )
        where = label(_("Where the group could go"), "heading")
        self.setLayout(column(head, losses, where, (self.others, 1), spacing=8))

    def _loss(self, title: str, table: Table) -> QWidget:
        return panel(row(label(title, "heading"), label(_("p.\u00a096"), "faint"), 1), table, 1)

    def show_group(self, view: GroupView) -> None:
        group, catalogue = view.group, self.catalogue
        self.title.setText(catalogue.refuges[group.refuge.key].name)
        beds, spaces = places_in_refuge(group, catalogue), max(0, empty_spaces(group, catalogue))
        free = ngettext("{n} Empty Space left", "{n} Empty Spaces left", spaces)
        taken = _("{n} of {beds} members", n=len(group.roster), beds=beds)
        self.facts.setText(_("{taken} · {free}", taken=taken, free=free))
        self._show_beds(group, beds)
        self.beds.setAccessibleName(taken)
        names = ", ".join(m.name for m in group.roster)
        self.beds.setToolTip(plain(f"{taken}\n{names}"))
        for table, title, overrun in (
            (self.fallen, _("If it is overrun"), True),
            (self.left, _("If you leave it"), False),
        ):
            rows = loss_rows(group, catalogue, overrun=overrun)
            show_book(table, BookTable(title, rows, 96, two_lines=True), {})
        self._fit()
        self.others.rows.set_rows(
            [_move_row(move, group, catalogue) for move in refuge_moves(group, catalogue)]
        )

    def _show_beds(self, group: Group, beds: int) -> None:
        clear(self._beds)
        taken = len(group.roster)
        for n in range(max(taken, beds)):
            token = "line" if n >= taken else "harm_text" if n >= beds else "accent_text"
            bed = Pictogram(self.services.theme, pictograms.token("bed"), "", token, BED)
            self._beds.addWidget(bed)

    def _fit(self) -> None:
        """Give both tables the height of all their rows."""
        for table in (self.fallen, self.left):
            table.setFixedHeight(table.wanted())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _move_row(move: RefugeMove, group: Group, catalogue: Catalogue) -> Row:
    refuge = catalogue.refuges[move.refuge]
    count = len(group.active)
    perks = ", ".join(catalogue.perks[key].name for key in move.built_in)
    staying = Cell("0", "figure", hint=_("Everybody fits"))
    if move.staying:
        hint = ngettext(
            "{n} member dies if the group flees here, or leaves if it moves by choice",
            "{n} members die if the group flees here, or leave if it moves by choice",
            move.staying,
        )
        staying = Cell(str(move.staying), "figure", token="harm_text", hint=hint)
    return Row(
        move.refuge,
        (
            Cell(refuge.name, "title", drawing=refuge.drawing),
            Cell(_("{n}/{most}", n=min(count, move.beds), most=move.beds), "figure"),
            staying,
            Cell(str(move.spaces), "figure"),
            Cell(perks, "words"),
        ),
        entry=refuge.name,
    )
