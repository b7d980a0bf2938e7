"""What each member of a side did in a game: a row of controls, and the grid they stand in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import get_args

from msgspec.structs import replace
from PySide6.QtCore import QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QShowEvent, QStandardItemModel
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QWidget,
)

from lastdays.campaign.documents.differences import captive_fate_name, part_name, token_name
from lastdays.language import _, pgettext, short
from lastdays.model.game_record import (
    Appearance,
    CaptiveFate,
    CaptiveRecord,
    GameRecord,
    Part,
    Side,
    SupplyToken,
    TokenFate,
    taken_by,
)
from lastdays.model.group import Group
from lastdays.rulebook import Catalogue, keyword_name, pictograms
from lastdays.rulebook.entries import Encounter
from lastdays.rulebook.known import AttributeKey, EquipmentKey
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.entry_card import RulebookReader, explain
from lastdays.ui.widgets.parts import (
    Number,
    OneLine,
    Picker,
    Pictogram,
    button,
    clear,
    column,
    empty,
    holder,
    label,
    row,
    said,
    typed,
)

PARTS: tuple[Part, ...] = get_args(Part)
#: The first column of what a member did, after drawing, name, part, Out and by whom.
DEEDS = 5
#: The grid is so wide at most where no name needs more, in pixels at 100 %.
WIDEST = 940
#: One-use gear that a game does not use up: it has its own place in the post-game sequence.
_KEPT_FOR_LATER = (EquipmentKey.MEDICAL_SUPPLIES, EquipmentKey.MOD_KIT)


class DeedCount(Number):
    """A number that was typed, and is never less than what follows from other facts."""

    entered = Signal()

    def __init__(self, value: int, name: str) -> None:
        super().__init__()
        self.setRange(0, 99)
        self.setValue(value)
        self.setAccessibleName(name)
        self._typed = value
        self.valueChanged.connect(self._take)

    def _take(self, value: int) -> None:
        """Keep a number that was typed, however much follows from other facts."""
        self._typed = value
        self.entered.emit()

    def follow(self, least: int, why: str) -> None:
        """Show at least what follows; go down again with what it followed from."""
        self.blockSignals(True)
        self.setMinimum(least)
        self.setValue(max(least, self._typed))
        self.setToolTip(plain(why))
        self.blockSignals(False)

    def forget(self, least: int) -> None:
        """Treat a number that is no more than what follows as not typed."""
        if self._typed == least:
            self._typed = 0


class MemberFacts(QObject):
    """One member's row: whether they took part, fell, and what they did."""

    changed = Signal()

    def __init__(
        self,
        appearance: Appearance,
        name: str,
        rivals: Sequence[tuple[str, str]],
        one_use: Sequence[tuple[str, str]],
        portrait: Pictogram,
        theme: Theme,
        parent: QWidget,
    ) -> None:
        """Make the controls; `rivals` and `one_use` are ids with the names they are shown by."""
        super().__init__(parent)
        self.member = appearance.member
        self.name = name
        self.portrait = portrait
        self.title = OneLine()
        self.title.setMinimumWidth(portrait.width() * 4)
        self.title.setText(name)
        self.part = Picker()
        for way in PARTS:
            self.part.addItem(part_name(way), way)
        self.part.setCurrentIndex(PARTS.index(appearance.part))
        self.part.setAccessibleName(_("{name} took part").format(name=name))
        self.out = QCheckBox()
        self.out.setChecked(appearance.out)
        self.out.setAccessibleName(_("{name} is Out of Action").format(name=name))
        self.by = Picker()
        self.by.addItem(_("unknown"), "")
        self.by.addItem(_("a zombie"), "zombie")
        for member, rival in rivals:
            self.by.addItem(rival, member)
        self.by.setCurrentIndex(max(0, self.by.findData(appearance.out_by)))
        self.by.setAccessibleName(_("who took {name} out").format(name=name))
        self.by.hold_names(7)
        policy = self.by.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.by.setSizePolicy(policy)
        self.zombies = DeedCount(
            appearance.zombies, _("zombies taken out by {name}").format(name=name)
        )
        self.rivals = DeedCount(
            appearance.rivals, _("rivals taken out by {name}").format(name=name)
        )
        self.objectives = DeedCount(
            appearance.objectives, _("objectives of {name}").format(name=name)
        )
        self.counts = (self.zombies, self.rivals, self.objectives)
        self._spent = set(appearance.spent)
        self.used = self._used_button(one_use)
        self.spent: QWidget = self.used if one_use else label("–", "faint")
        if not one_use:
            self.spent.setToolTip(plain(_("{name} has no one-use gear").format(name=name)))
        self._theme = theme
        self._narrow = False
        self._deeds: QWidget | None = None
        self.part.currentIndexChanged.connect(self.changed)
        self.out.toggled.connect(self.changed)
        self.by.currentIndexChanged.connect(self.changed)
        for count in self.counts:
            count.entered.connect(self.changed)

    def _used_button(self, one_use: Sequence[tuple[str, str]]) -> QPushButton:
        used = QPushButton(pgettext("gear used up", "none"))
        used.setAccessibleName(_("one-use gear {name} used up").format(name=self.name))
        menu = QMenu(used)
        used.setMenu(menu)
        for item_id, text in one_use:
            action = menu.addAction(typed(text))
            action.setCheckable(True)
            action.setChecked(item_id in self._spent)
            action.toggled.connect(lambda on, i=item_id: self._spend(i, on))
        used.setEnabled(bool(menu.actions()))
        used.setText(self._spent_in_words())
        return used

    def _spend(self, item_id: str, on: bool) -> None:
        if on:
            self._spent.add(item_id)
        else:
            self._spent.discard(item_id)
        self.used.setText(self._spent_in_words())

    def _spent_in_words(self) -> str:
        return (
            _("{n} used").format(n=len(self._spent))
            if self._spent
            else pgettext("gear used up", "none")
        )

    def lay_out(self, grid: QGridLayout, n: int, *, narrow: bool) -> None:
        """Put the controls into row `n` of a grid, the deeds into the next where it is narrow."""
        self._narrow = narrow
        self.mark_out()
        for at, widget in enumerate((self.portrait, self.title, self.part, self.out, self.by)):
            grid.addWidget(widget, n, at)
        if narrow and self._deeds is None:
            self._deeds = self._line_of_deeds()
        if self._deeds is None:  # the window was never narrow
            for at, widget in enumerate((*self.counts, self.spent), start=DEEDS):
                grid.addWidget(widget, n, at)
            return
        line = self._deeds.layout()
        assert isinstance(line, QHBoxLayout)
        for at, widget in enumerate((*self.counts, self.spent), start=DEEDS):
            if narrow:
                grid.removeWidget(widget)
                line.insertWidget(2 * (at - DEEDS) + 1, widget)
            else:
                line.removeWidget(widget)
                grid.addWidget(widget, n, at)
        self._deeds.setVisible(narrow)
        if narrow:
            grid.addWidget(self._deeds, n + 1, 0, 1, DEEDS)
        else:
            grid.removeWidget(self._deeds)

    def mark_out(self) -> None:
        """Draw beside the tick what it says, where no heading stands above it."""
        side = self._theme.px(18)
        drawing = pictograms.token("out")
        self.out.setIcon(self._theme.icon(drawing, "faint_text", 18) if self._narrow else QIcon())
        self.out.setIconSize(QSize(side, side))

    def _line_of_deeds(self) -> QWidget:
        """Return what holds the deeds in a row of their own, each after its pictogram."""
        marks = [
            Pictogram(self._theme, pictograms.token(drawing), hint, "faint_text", 18)
            for _text, hint, drawing in _deed_heads()
        ]
        line = QWidget(self.portrait.parentWidget())
        line.setProperty("kind", "plain")
        line.setLayout(row(*marks, 1, spacing=4))
        return line

    def follow(self, game: GameRecord, side: Side, names: Mapping[str, str]) -> None:
        """Show what follows from the facts of all sides; offer no fact that cannot be."""
        there = PARTS[self.part.currentIndex()] == "deployed"
        for part in (self.out, self.zombies, self.rivals, self.objectives):
            part.setEnabled(there)
        self.by.setEnabled(there and self.out.isChecked())
        self.by.setVisible(self.by.isEnabled())
        why = "" if there else _("{name} wasn't in this game").format(name=self.name)
        self.out.setToolTip(plain(why))
        nothing = "" if self.used.menu().actions() else _("{name} carries no one-use gear")
        self.used.setToolTip(plain(why or nothing.format(name=self.name)))
        self.used.setEnabled(there and bool(self.used.menu().actions()))
        taken = taken_by(game, side, self.member)
        who = ", ".join(names[m] for m in taken)
        self.zombies.setToolTip(plain(why))
        taken_out = _("Recorded as taken Out by them: {names}").format(names=who)
        self.rivals.follow(len(taken), taken_out if taken else why)
        done = side.achieved(self.member)
        brought = _("Follows from what is brought home")
        self.objectives.follow(done, brought if done else why)

    def value(self) -> Appearance:
        """Return the member's part in the game as the row has it."""
        part = PARTS[self.part.currentIndex()]
        if part != "deployed":  # nothing else can be said of them
            return Appearance(self.member, part)
        out = self.out.isChecked()
        return Appearance(
            member=self.member,
            out=out,
            out_by=str(self.by.currentData()) if out else "",
            zombies=self.zombies.value(),
            rivals=self.rivals.value(),
            objectives=self.objectives.value(),
            spent=tuple(sorted(self._spent)),
        )


class MembersGrid(QWidget):
    """The members of a side under each other, their facts beside each other."""

    changed = Signal()

    def __init__(
        self,
        side: Side,
        group: Group | None,
        rivals: Sequence[tuple[str, str]],
        names: Mapping[str, str],
        reader: RulebookReader,
    ) -> None:
        super().__init__()
        catalogue, theme = reader.catalogue, reader.theme
        self.setProperty("kind", "plain")
        self._theme = theme
        self._grid = grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(4)
        grid.setHorizontalSpacing(8)
        self._heads = _heads(theme)
        self.rows: dict[str, MemberFacts] = {}
        for appearance in side.appearances:
            key = appearance.member
            one_use = _one_use(group, key, catalogue)
            portrait = _portrait(group, key, catalogue, theme)
            if group is not None and group.has_member(key):
                explain(portrait, catalogue.character(group.member(key).type).name, reader)
            facts = MemberFacts(appearance, names[key], rivals, one_use, portrait, theme, self)
            facts.changed.connect(self.changed)
            self.rows[key] = facts
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(2 * len(self.rows) + 1, 1)
        self.setLayout(grid)
        theme.reshaped.connect(self._reshaped)
        theme.changed.connect(self._restyled)
        self._lay_out(theme.narrow)
        self._widen()

    def _widen(self) -> None:
        """Keep names beside their figures where a window is wide; longer ones have more room."""
        titles = [facts.title for facts in self.rows.values()]
        names = max((t.fontMetrics().horizontalAdvance(t.whole) for t in titles), default=0)
        natural = self._grid.sizeHint().width() + names + 2
        self.setMaximumWidth(max(self._theme.px(WIDEST), natural))

    def _restyled(self) -> None:
        for facts in self.rows.values():
            facts.mark_out()
        self._widen()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._widen()
        if self._narrow != self._theme.narrow:
            self._lay_out(self._theme.narrow)

    def _reshaped(self, narrow: bool) -> None:
        if self.isVisible():  # else when it is shown
            self._lay_out(narrow)

    def _lay_out(self, narrow: bool) -> None:
        """Give each member one row, or two where the window is narrow."""
        self._narrow = narrow
        for head, at, span in self._heads:
            self._grid.addWidget(head, 0, at, 1, span)
            head.setVisible(not narrow)
        for n, facts in enumerate(self.rows.values()):
            facts.lay_out(self._grid, 2 * n + 1, narrow=narrow)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw a ground under every other member, so that the eye stays in the row."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            ground = self._theme.colour("raised")
            ground.setAlpha(110)
            painter.setBrush(ground)
            for n in range(1, len(self.rows), 2):
                area = self._grid.cellRect(2 * n + 1, 0).united(
                    self._grid.cellRect(2 * n + 2, self._grid.columnCount() - 1)
                )
                painter.drawRoundedRect(QRect(0, area.top(), self.width(), area.height()), 6, 6)


def _deed_heads() -> tuple[tuple[str, str, str], ...]:
    """Return the headings of what a member did, what each means, and its pictogram."""
    return (
        (_("Zombies"), _("Zombies taken out"), "zombie"),
        (_("Rivals"), _("Rivals taken Out of Action"), "rivals"),
        (_("Objectives"), _("Objectives, besides Supply Tokens"), "trophy"),
        (_("Used up"), _("One-use gear that was used up"), "used"),
    )


def _heads(theme: Theme) -> list[tuple[QWidget, int, int]]:
    """Return the heads of the columns, where each begins and over how many columns it stands."""
    told = ((_("Took part"), "", ""), (_("Out of Action, by"), _("Out of Action"), "out"))
    places = ((2, 1), (3, 2), *((DEEDS + n, 1) for n in range(4)))
    found: list[tuple[QWidget, int, int]] = []
    for (text, hint, drawing), (at, span) in zip((*told, *_deed_heads()), places, strict=True):
        head = label(text, "small")
        head.setToolTip(plain(hint))
        if drawing:
            mark = Pictogram(theme, pictograms.token(drawing), hint, "faint_text", 18)
            found.append((holder(row(mark, head, 1, spacing=3)), at, span))
        else:
            found.append((head, at, span))
    return found


def _portrait(group: Group | None, member: str, catalogue: Catalogue, theme: Theme) -> Pictogram:
    """Return the drawing of a member's type in the colour of the Keyword, which it names."""
    if group is None or not group.has_member(member):
        return Pictogram(theme, pictograms.token("member"), "", "faint_text")
    found = group.member(member)
    kind = catalogue.character(found.type)
    words = _("{type}, {keyword}").format(type=kind.name, keyword=keyword_name(found.keyword))
    return Pictogram(theme, kind.drawing, words, f"keyword_{found.keyword}")


def _one_use(group: Group | None, member: str, catalogue: Catalogue) -> list[tuple[str, str]]:
    """Return the one-use gear that a member can have used in a game, ids with names."""
    if group is None or not group.has_member(member):
        return []
    return [
        (piece.id, catalogue.gear(piece.key).name)
        for item in group.member(member).gear
        for piece in (item, *item.attached)
        if catalogue.gear(piece.key).has(AttributeKey.ONE_USE) and piece.key not in _KEPT_FOR_LATER
    ]


CAPTIVE_FATES: tuple[CaptiveFate, ...] = get_args(CaptiveFate)
#: The choice of a fate is as wide as so many letters where its list is not open.
LETTERS = 14


class ByPicker(Picker):
    """Which of a side's members did something, where that was noted."""

    def __init__(self, able: Sequence[tuple[str, str]], member: str, name: str) -> None:
        """Offer `able`: the ids and names of those who can have done it."""
        super().__init__()
        self.setAccessibleName(name)
        self.hold_names(LETTERS)
        self.addItem(_("by whom is not noted"), "")
        for key, who in able:
            self.addItem(_("by {name}").format(name=short(who, 24)), key)
        self.setCurrentIndex(max(0, self.findData(member)))

    @property
    def member(self) -> str:
        """Return the id of who did it, or ""."""
        return str(self.currentData())


class CaptivesPanel(QWidget):
    """A line for each captive: what became of them, and by whom."""

    changed = Signal()

    def __init__(
        self,
        captives: Sequence[CaptiveRecord],
        group: Group | None,
        able: Sequence[tuple[str, str]],
    ) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.captives = tuple(captives)
        self.fates: dict[str, Picker] = {}
        self.by: dict[str, ByPicker] = {}
        lines = column(spacing=2)
        for captive in captives:
            box = Picker()
            box.setAccessibleName(_("What became of {name}").format(name=captive.name))
            for fate in CAPTIVE_FATES:
                box.addItem(captive_fate_name(fate), fate)
            box.setCurrentIndex(CAPTIVE_FATES.index(captive.fate))
            box.currentIndexChanged.connect(self.changed)
            self.fates[captive.member] = box
            who = _("who brought {name} home").format(name=captive.name)
            by = ByPicker(able, captive.by, who)
            by.currentIndexChanged.connect(self.changed)
            self.by[captive.member] = by
            box.hold_names(LETTERS)
            lines.addWidget(label(_held(captive, group), wrap=True))
            lines.addWidget(box)
            lines.addWidget(by)
        self.setLayout(lines)

    def show_encounter(self, encounter: Encounter) -> None:
        """Offer a rescue only in an Encounter that has captives."""
        rescued = [CAPTIVE_FATES.index("home"), CAPTIVE_FATES.index("lost")]
        for box in self.fates.values():
            model = box.model()
            assert isinstance(model, QStandardItemModel)  # what Qt gives a QComboBox
            for n in rescued:
                model.item(n).setEnabled(encounter.captives)

    @property
    def unsaid(self) -> Picker | None:
        """Return the choice of the first of whom nothing is said, None where there is none."""
        return next((self.fates[c.member] for c in self.value() if c.fate == "open"), None)

    def follow(self, *, anybody: bool) -> None:
        """Ask who brought them home, where they came home and `anybody` can have brought them."""
        for member, by in self.by.items():
            by.setVisible(anybody and self._fate(member) == "home")

    def _fate(self, member: str) -> CaptiveFate:
        return CAPTIVE_FATES[self.fates[member].currentIndex()]

    def value(self) -> tuple[CaptiveRecord, ...]:
        """Return the captives as the form has them."""
        found = []
        for captive in self.captives:
            fate = self._fate(captive.member)
            by = self.by[captive.member].member if fate == "home" else ""
            found.append(replace(captive, fate=fate, by=by))
        return tuple(found)


def _held(captive: CaptiveRecord, group: Group | None) -> str:
    """Say who is held, and by whom where that is known."""
    captor = ""
    if group is not None and group.has_member(captive.member):
        captor = group.member(captive.member).captor_name
    if not captor:
        return captive.name
    return _("{name} is held by {group}").format(name=captive.name, group=captor)


class TokenList(QWidget):
    """A line for each Supply Token, and a menu of how another one came home."""

    changed = Signal()

    def __init__(
        self,
        tokens: Sequence[SupplyToken],
        names: Mapping[str, str],
        able: Callable[[], Sequence[str]],
    ) -> None:
        """Make the list; `able` says which members can have carried a token off or held one at the
        end."""
        super().__init__()
        self.setProperty("kind", "plain")
        self.tokens = list(tokens)
        self._names = names
        self._able = able
        self._lines = column(spacing=2)
        self.add_button = QPushButton(_("Add a &Supply Token…"))
        self.add_button.setMenu(QMenu(self.add_button))
        self.add_button.menu().aboutToShow.connect(self._fill_menu)
        heading = label(_("Supply Tokens brought home"), "heading")
        self.setLayout(column(heading, self._lines, row(self.add_button, 1)))
        self._show()

    def _fill_menu(self) -> None:
        """Offer whoever is able and has no token yet (p. 36)."""
        menu = self.add_button.menu()
        empty(menu)
        loaded = {token.member for token in self.tokens}
        able = [member for member in self._able() if member not in loaded]
        fates: tuple[tuple[TokenFate, str], ...] = (
            ("carried", _("carried off by")),
            ("held", _("held at the end by")),
        )
        for fate, text in fates:
            sub = menu.addMenu(text)
            sub.setEnabled(bool(able))
            for member in able:
                sub.addAction(typed(self._names[member])).triggered.connect(
                    lambda _on=False, f=fate, m=member: self.add(f, m)
                )
        menu.addAction(_("claimed after the others broke")).triggered.connect(
            lambda _on=False: self.add("claimed", "")
        )

    def add(self, fate: TokenFate, member: str) -> None:
        """Add a token that a member brought home, or that was claimed by nobody ("")."""
        self.tokens.append(SupplyToken(fate, member))
        self._show()
        self.changed.emit()

    def _remove(self, index: int) -> None:
        del self.tokens[index]
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        clear(self._lines)
        for n, token in enumerate(self.tokens):
            name = self._names.get(token.member, token.member)
            text = token_name(token, name)
            remove = button(_("✕ remove"), partial(self._remove, n), "quiet")
            remove.setAccessibleName(_("Remove {n}: {what}").format(n=n + 1, what=text))
            self._lines.addLayout(said(label(f"● {text}", wrap=True), remove))
        if not self.tokens:
            self._lines.addWidget(label(pgettext("Supply Tokens", "none"), "faint"))
