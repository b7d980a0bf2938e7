"""What each member of a side did in a game: a row of controls, and the grid they stand in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QMenu, QPushButton, QWidget

from lastdays.campaign.record_diff import part_name
from lastdays.language import _
from lastdays.model.game_record import Appearance, GameRecord, Part, Side, taken_by
from lastdays.model.group import Group
from lastdays.rulebook import Catalogue, keyword_name, pictograms
from lastdays.rulebook.known import AttributeKey, EquipmentKey
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import Number, OneLine, Picker, label, row, typed
from lastdays.ui.widgets.pictogram import Pictogram

PARTS: tuple[Part, ...] = get_args(Part)
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
        self.setToolTip(why)
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
        parent: QObject,
    ) -> None:
        """Make the controls; `rivals` and `one_use` are ids with the names they are shown by."""
        super().__init__(parent)
        self.member = appearance.member
        self.name = name
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
        self.zombies = DeedCount(
            appearance.zombies, _("zombies taken out by {name}").format(name=name)
        )
        self.rivals = DeedCount(
            appearance.rivals, _("rivals taken out by {name}").format(name=name)
        )
        self.objectives = DeedCount(
            appearance.objectives, _("objectives of {name}").format(name=name)
        )
        self._spent = set(appearance.spent)
        self.used = self._used_button(one_use)
        self.part.currentIndexChanged.connect(self.changed)
        self.out.toggled.connect(self.changed)
        self.by.currentIndexChanged.connect(self.changed)
        for count in (self.zombies, self.rivals, self.objectives):
            count.entered.connect(self.changed)

    def _used_button(self, one_use: Sequence[tuple[str, str]]) -> QPushButton:
        used = QPushButton(_("none"))
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
        return _("{n} used").format(n=len(self._spent)) if self._spent else _("none")

    def add_to(self, grid: QGridLayout, n: int, portrait: Pictogram) -> None:
        """Put the controls into a row of a grid, after the member's drawing."""
        title = OneLine()
        title.setMinimumWidth(portrait.width() * 3)
        title.setText(self.name)
        counts = (self.zombies, self.rivals, self.objectives)
        for column, widget in enumerate(
            (portrait, title, self.part, self.out, self.by, *counts, self.used)
        ):
            grid.addWidget(widget, n, column)

    def follow(self, game: GameRecord, side: Side, names: Mapping[str, str]) -> None:
        """Show what follows from the facts of all sides; offer no fact that cannot be."""
        there = PARTS[self.part.currentIndex()] == "deployed"
        for part in (self.out, self.zombies, self.rivals, self.objectives):
            part.setEnabled(there)
        self.by.setEnabled(there and self.out.isChecked())
        self.used.setEnabled(there and bool(self.used.menu().actions()))
        taken = taken_by(game, side, self.member)
        who = ", ".join(names[m] for m in taken)
        why = _("Recorded as taken Out by them: {names}").format(names=who) if taken else ""
        self.rivals.follow(len(taken), why)
        done = side.achieved(self.member)
        why = _("Follows from what was brought home below") if done else ""
        self.objectives.follow(done, why)

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
        catalogue: Catalogue,
        rivals: Sequence[tuple[str, str]],
        names: Mapping[str, str],
        theme: Theme,
    ) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(3)
        grid.setHorizontalSpacing(6)
        for n, (text, hint, drawing) in enumerate(_heads(), start=2):
            head = label(text, "small")
            head.setToolTip(hint)
            if not drawing:
                grid.addWidget(head, 0, n)
                continue
            mark = Pictogram(theme, pictograms.token(drawing), hint, "faint_text", 18)
            grid.addLayout(row(mark, head, 1, spacing=3), 0, n)
        self.rows: dict[str, MemberFacts] = {}
        for n, appearance in enumerate(side.appearances, start=1):
            key = appearance.member
            one_use = _one_use(group, key, catalogue)
            facts = MemberFacts(appearance, names[key], rivals, one_use, self)
            facts.add_to(grid, n, _portrait(group, key, catalogue, theme))
            facts.changed.connect(self.changed)
            self.rows[key] = facts
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(len(side.appearances) + 1, 1)
        self.setLayout(grid)


def _heads() -> tuple[tuple[str, str, str], ...]:
    """Return the columns' headings, what is said of them on hovering, and their pictograms."""
    return (
        (_("Took part"), "", ""),
        (_("Out"), _("Out of Action"), "out"),
        (_("by"), _("whose model did it"), ""),
        (_("Zombies"), _("Zombies taken out"), "zombie"),
        (_("Rivals"), _("Rivals taken Out of Action"), "rivals"),
        (_("Objectives"), _("Objectives, besides Supply Tokens"), "trophy"),
        (_("Used up"), _("One-use gear that was used up"), "used"),
    )


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
