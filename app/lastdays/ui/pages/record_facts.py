"""The forms of a game record: what each member did, captives, Supply Tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import get_args

from msgspec.structs import replace
from PySide6.QtCore import QObject, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QStandardItemModel
from PySide6.QtWidgets import QCheckBox, QGridLayout, QPushButton, QSizePolicy, QWidget

from lastdays.campaign.documents.differences import captive_fate_name, part_name, token_name
from lastdays.campaign.next_game import one_use_gear
from lastdays.language import _, pgettext, short
from lastdays.model.game_record import (
    Appearance,
    CaptiveFate,
    CaptiveRecord,
    GameRecord,
    Part,
    Side,
    SupplyToken,
    rivals_taken_by,
)
from lastdays.model.group import Group, Member
from lastdays.rulebook import Catalogue, keyword_name, pictograms
from lastdays.rulebook.entries import Encounter
from lastdays.ui.forms.form import Removables, call_on_entry, fill_controls, set_control
from lastdays.ui.models.rows import plain_hint
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.entry_card import RulebookReader, show_entry_on_hover
from lastdays.ui.widgets.parts import (
    Number,
    OneLine,
    Picker,
    Pictogram,
    Plain,
    add_menu_action,
    clear_menu,
    column,
    escape_ampersands,
    grid,
    keep_room,
    label,
    make_button_menu,
    row,
    sentence,
    wrap_layout,
)

#: The column of the part a member took.
PART = 2
#: The first column of what they did, after drawing, name, part, Out and by whom.
DEEDS = 5
#: The columns of what is seldom entered.
RARE = (PART, DEEDS + 2, DEEDS + 3)
#: The column of the rivals taken Out of Action.
RIVALS = DEEDS + 1
#: How high a row is in an ample window, in pixels at 100 %.
ROW = 50
#: How high what is entered in it is there.
ENTRY = 36


class DeedCount(Number):
    """A typed number that is never less than what follows from other facts."""

    def __init__(self, value: int, name: str) -> None:
        super().__init__(name=name)
        self._typed_count = value
        self.setValue(value)
        self.valueChanged.connect(self._keep_typed)

    def _keep_typed(self, value: int) -> None:
        self._typed_count = value

    def show_at_least(self, least: int, why: str) -> None:
        """Show at least `least`, else the typed number; `why` is the hint."""
        with QSignalBlocker(self):
            self.setMinimum(least)
        set_control(self, max(least, self._typed_count))
        self.setToolTip(plain_hint(why))

    def forget_if_implied(self, least: int) -> None:
        """Treat a typed number as not typed if it is what follows anyway."""
        if self._typed_count == least:
            self._typed_count = 0


class MemberFacts(QObject):
    """A member's row: their part, whether they fell, and what they did."""

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
        """Make the controls; `rivals` and `one_use` are pairs of name and id."""
        super().__init__(parent)
        self.member = appearance.member
        self._recorded = appearance
        self.name = name
        self.portrait = portrait
        self._theme = theme
        self.title = OneLine()
        self.title.setMinimumWidth(portrait.width() * 4)
        self.title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.title.setText(name)
        ways = [(part_name(way), way) for way in get_args(Part)]
        self.part_picker = Picker(ways, _("{name} took part", name=name))
        self.out_tick = QCheckBox()
        self.out_tick.setAccessibleName(_("{name} is Out of Action", name=name))
        self.out_by_picker = Picker(
            [(_("unknown"), ""), (_("a zombie"), "zombie"), *rivals],
            _("who took {name} out", name=name),
        )
        self.out_by_picker.hold_names(7)
        keep_room(self.out_by_picker)
        self.zombie_count = DeedCount(
            appearance.zombies, _("zombies taken Out of Action by {name}", name=name)
        )
        self.rival_count = DeedCount(
            appearance.rivals, _("rivals taken Out of Action by {name}", name=name)
        )
        self.objective_count = DeedCount(
            appearance.objectives, _("objectives of {name}", name=name)
        )
        fill_controls(
            appearance,
            {"part": self.part_picker, "out": self.out_tick, "out_by": self.out_by_picker},
        )
        counts = (self.zombie_count, self.rival_count, self.objective_count)
        call_on_entry(
            self.changed.emit, self.part_picker, self.out_tick, self.out_by_picker, *counts
        )
        self.used_up_button = QPushButton()
        self.used_up_button.setAccessibleName(_("one-use gear {name} used up", name=name))
        menu = make_button_menu(self.used_up_button)
        for text, item in one_use:
            action = menu.addAction(escape_ampersands(text))
            action.setData(item)
            action.setCheckable(True)
            action.setChecked(item in appearance.spent)
            action.toggled.connect(self._used_up_changed)
        self.used_up_button.setText(self._used_up_in_words())
        #: What was used up and isn't carried any more.
        self._used_up_and_gone = {*appearance.spent} - {item for _text, item in one_use}
        self.used_up_part: QWidget = self.used_up_button if one_use else label("–", "faint")
        if not one_use:
            self.used_up_part.setToolTip(plain_hint(_("{name} has no one-use gear", name=name)))
        #: What they did, each after its pictogram, which stands above them where there is room.
        self._marks = [
            Pictogram(theme, pictograms.token(drawing), hint, "faint_text", 18)
            for _text, hint, drawing in _deed_heads()
        ]
        self._deeds = [
            wrap_layout(row(mark, deed, spacing=4))
            for mark, deed in zip(self._marks, (*counts, self.used_up_part), strict=True)
        ]
        self._deeds_line = row(spacing=4)

    @property
    def has_rare_facts(self) -> bool:
        """Whether a rare fact is entered: a part other than deployed, objectives, gear used up."""
        if self.part_picker.currentData() != "deployed":
            return True
        is_gear_spent = bool(self._gear_ticked_as_used_up() or self._used_up_and_gone)
        return is_gear_spent or self.objective_count.value() > 0

    def show_rare(self, on: bool) -> None:
        """Show or hide rare facts."""
        _zombies, _rivals, objectives, used_up = self._deeds
        self.part_picker.setVisible(on)
        objectives.setVisible(on)
        used_up.setVisible(on)

    def show_rivals(self, on: bool) -> None:
        """Show or hide how many rivals they took Out of Action."""
        self._deeds[RIVALS - DEEDS].setVisible(on)

    def _gear_ticked_as_used_up(self) -> set[str]:
        actions = self.used_up_button.menu().actions()
        return {str(action.data()) for action in actions if action.isChecked()}

    def _used_up_changed(self) -> None:
        self.used_up_button.setText(self._used_up_in_words())
        self.changed.emit()

    def _used_up_in_words(self) -> str:
        count = len(self._gear_ticked_as_used_up())
        if not count:
            return pgettext("gear used up", "none")
        return _("{n} used", n=count)

    def lay_out(self, grid: QGridLayout, line: int, *, narrow: bool) -> None:
        """Place the controls in a line of a grid; if narrow, the deeds in the next one."""
        self.show_marks(narrow=narrow)
        ample = self._theme.ample_factor if self._theme.ample_factor > 1 else 0
        for control in (
            self.part_picker,
            self.out_by_picker,
            self.zombie_count,
            self.rival_count,
            self.objective_count,
        ):
            control.setMinimumHeight(self._theme.pixels(ENTRY * ample))
        widgets = (self.portrait, self.title, self.part_picker, self.out_tick, self.out_by_picker)
        for place, widget in enumerate(widgets):
            grid.addWidget(widget, line, place)
        if self._deeds_line.parent() is None:
            grid.addLayout(self._deeds_line, line + 1, 0, 1, DEEDS)
        for place, deed in enumerate(self._deeds, start=DEEDS):
            if narrow:
                self._deeds_line.addWidget(deed)
            else:
                grid.addWidget(deed, line, place)

    def show_marks(self, *, narrow: bool) -> None:
        """If narrow, show pictograms beside the controls instead of headings."""
        side = self._theme.pixels(18)
        self.out_tick.setIconSize(QSize(side, side))
        if narrow:
            self.out_tick.setIcon(self._theme.icon(pictograms.token("out"), "faint_text", 18))
        else:
            self.out_tick.setIcon(QIcon())
        for mark in self._marks:
            mark.setVisible(narrow)

    def show_consequences(self, game: GameRecord, side: Side, names: Mapping[str, str]) -> None:
        """Show what follows from the facts of all sides; disable what is impossible."""
        deployed = self.part_picker.currentData() == "deployed"
        why_not = "" if deployed else _("{name} wasn't in this game", name=self.name)
        for control in (
            self.out_tick,
            self.zombie_count,
            self.rival_count,
            self.objective_count,
            self.used_up_button,
        ):
            control.setEnabled(deployed)
            control.setToolTip(plain_hint(why_not))
        fell = deployed and self.out_tick.isChecked()
        self.out_by_picker.setEnabled(fell)
        self.out_by_picker.setVisible(fell)
        rivals_taken = rivals_taken_by(game, side, self.member)
        rivals_hint = why_not
        if rivals_taken:
            rivals = ", ".join(names[rival] for rival in rivals_taken)
            rivals_hint = _("Recorded as taken Out of Action by them: {names}", names=rivals)
        self.rival_count.show_at_least(len(rivals_taken), rivals_hint)
        achieved = side.achieved(self.member)
        objectives_hint = why_not
        if achieved:
            objectives_hint = _("Counted from what was brought home")
        self.objective_count.show_at_least(achieved, objectives_hint)

    def appearance(self) -> Appearance:
        """Return the member's part in the game."""
        part: Part = self.part_picker.currentData()
        if part != "deployed":  # nothing else can be said of them
            return Appearance(
                self.member, part, counters=self._recorded.counters, effects=self._recorded.effects
            )
        fell = self.out_tick.isChecked()
        out_by = self.out_by_picker.currentData() if fell else ""
        spent = self._used_up_and_gone | self._gear_ticked_as_used_up()
        return Appearance(
            member=self.member,
            out=fell,
            out_by=out_by,
            zombies=self.zombie_count.value(),
            rivals=self.rival_count.value(),
            objectives=self.objective_count.value(),
            spent=tuple(sorted(spent)),
            counters=self._recorded.counters,
            effects=self._recorded.effects,
        )


class MembersGrid(Plain):
    """The members of a side, a row each."""

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
        theme = reader.theme
        self._theme = theme
        self._grid = laid = grid(4, 8)
        self._headings = _column_headings(theme)
        self._shows_rare = False
        self._shows_rivals = True
        self.rows: dict[str, MemberFacts] = {}
        for appearance in side.appearances:
            key = appearance.member
            member = group.member(key) if group is not None and group.has_member(key) else None
            one_use = _one_use(member, reader.catalogue)
            portrait = _drawing_of_member(member, reader.catalogue, theme)
            if member is not None:
                show_entry_on_hover(portrait, reader.catalogue.character(member.type).name, reader)
            facts = MemberFacts(appearance, names[key], rivals, one_use, portrait, theme, self)
            facts.changed.connect(self.changed)
            self.rows[key] = facts
        laid.setRowStretch(2 * len(self.rows) + 1, 1)
        self.setLayout(laid)
        theme.changed.connect(self._fit_marks_to_width)
        theme.call_with_narrow(self._lay_out)

    def show_rare(self, on: bool) -> None:
        """Show rare facts, if `on` or if a member has one."""
        self._shows_rare = on or any(facts.has_rare_facts for facts in self.rows.values())
        for facts in self.rows.values():
            facts.show_rare(self._shows_rare)
        self._show_headings()

    def show_rivals(self, on: bool) -> None:
        """Show how many rivals each took Out of Action, if `on` or if somebody took one."""
        self._shows_rivals = on or any(facts.rival_count.value() for facts in self.rows.values())
        for facts in self.rows.values():
            facts.show_rivals(self._shows_rivals)
        self._show_headings()

    def _show_headings(self) -> None:
        """Show the headings of the columns that are shown; in a narrow window there are none."""
        for heading, column_number, _span in self._headings:
            is_shown = self._shows_column(column_number)
            heading.setVisible(is_shown and not self._theme.narrow)

    def _shows_column(self, column_number: int) -> bool:
        """Return whether a column is shown: rivals and rare facts not always."""
        if column_number == RIVALS:
            return self._shows_rivals
        return self._shows_rare or column_number not in RARE

    def _fit_marks_to_width(self) -> None:
        for facts in self.rows.values():
            facts.show_marks(narrow=self._theme.narrow)

    def _lay_out(self, narrow: bool) -> None:
        """Give each member one row, or two in a narrow window."""
        # Names are whole where there is room, and stay near their figures where there is more.
        self._grid.setColumnStretch(1, 1 if narrow else 0)
        self._grid.setColumnStretch(DEEDS + 4, 0 if narrow else 1)
        for heading, column_number, span in self._headings:
            self._grid.addWidget(heading, 0, column_number, 1, span)
        ample = self._theme.ample_factor if self._theme.ample_factor > 1 else 0
        for number, facts in enumerate(self.rows.values()):
            line = 2 * number + 1
            self._grid.setRowMinimumHeight(line, self._theme.pixels(ROW * ample))
            facts.lay_out(self._grid, line, narrow=narrow)
        self.show_rare(self._shows_rare)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Shade every other member, to guide the eye along the row."""
        ground = self._theme.colour("raised")
        ground.setAlpha(110)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            for number in range(1, len(self.rows), 2):
                first_line = self._grid.cellRect(2 * number + 1, 0)
                second_line = self._grid.cellRect(2 * number + 2, 0)
                area = first_line.united(second_line)
                area.setRight(self.rect().right())
                painter.drawRoundedRect(area, 6, 6)


def _deed_heads() -> tuple[tuple[str, str, str], ...]:
    """Return the heading, hint and pictogram of each deed."""
    return (
        (_("Zombies"), _("Zombies taken Out of Action"), "zombie"),
        (_("Rivals"), _("Rivals taken Out of Action"), "rivals"),
        (_("Objectives"), _("Objectives, besides Supply Tokens"), "trophy"),
        (_("Used up"), _("One-use gear that was used up"), "used"),
    )


def _column_headings(theme: Theme) -> list[tuple[QWidget, int, int]]:
    """Return the column headings with their columns and spans."""
    took_part = _column_heading(theme, _("Took part"), "", "")
    fell = _column_heading(theme, _("Out of Action, by"), _("Out of Action"), "out")
    headings: list[tuple[QWidget, int, int]] = [(took_part, PART, 1), (fell, PART + 1, 2)]
    for place, (text, hint, drawing) in enumerate(_deed_heads(), start=DEEDS):
        headings.append((_column_heading(theme, text, hint, drawing), place, 1))
    return headings


def _column_heading(theme: Theme, text: str, hint: str, drawing: str) -> QWidget:
    """Return the heading of a column, after its pictogram if it has one."""
    words = label(text, "small")
    words.setToolTip(plain_hint(hint))
    if not drawing:
        return words
    mark = Pictogram(theme, pictograms.token(drawing), hint, "faint_text", 18)
    return wrap_layout(row(mark, words, 1, spacing=3))


def _drawing_of_member(member: Member | None, catalogue: Catalogue, theme: Theme) -> Pictogram:
    """Return the drawing of a member's type in the colour of their Keyword."""
    if member is None:
        return Pictogram(theme, pictograms.token("member"), "", "faint_text")
    kind = catalogue.character(member.type)
    words = _("{type}, {keyword}", type=kind.name, keyword=keyword_name(member.keyword))
    return Pictogram(theme, kind.drawing, words, f"keyword_{member.keyword}")


def _one_use(member: Member | None, catalogue: Catalogue) -> list[tuple[str, str]]:
    """Return the one-use gear a member may use up in a game, as pairs of name and id."""
    if member is None:
        return []
    one_use = []
    for _bearer, piece in one_use_gear(member, catalogue):
        one_use.append((catalogue.gear(piece.key).name, piece.id))
    return one_use


#: The choice of a fate is as wide as so many letters where its list is not open.
LETTERS = 14


class ByPicker(Picker):
    """A choice of the member who did something; `able` are pairs of name and id."""

    def __init__(self, able: Sequence[tuple[str, str]], name: str) -> None:
        choices = [(_("by whom isn't recorded"), "")]
        choices += [(_("by {name}", name=short(who, 24)), key) for who, key in able]
        super().__init__(choices, name)
        self.hold_names(LETTERS)


class CaptivesPanel(Plain):
    """The fate of each captive, and who brought them home."""

    changed = Signal()

    def __init__(
        self,
        captives: Sequence[CaptiveRecord],
        group: Group | None,
        able: Sequence[tuple[str, str]],
    ) -> None:
        super().__init__()
        self.captives = tuple(captives)
        self.fates: dict[str, Picker] = {}
        self.by: dict[str, ByPicker] = {}
        lines = column(spacing=2)
        for captive in captives:
            name = captive.name
            ways = [(captive_fate_name(fate), fate) for fate in get_args(CaptiveFate)]
            fate = Picker(ways, _("Fate of {name}", name=name))
            fate.hold_names(LETTERS)
            by = ByPicker(able, _("who brought {name} home", name=name))
            fill_controls(captive, {"fate": fate, "by": by})
            call_on_entry(self.changed.emit, fate, by)
            self.fates[captive.member] = fate
            self.by[captive.member] = by
            for part in (sentence(_captive_in_words(captive, group), ""), fate, by):
                lines.addWidget(part)
        self.setLayout(lines)

    def show_encounter(self, encounter: Encounter) -> None:
        """Offer a rescue only in an Encounter with captives."""
        for box in self.fates.values():
            model = box.model()
            assert isinstance(model, QStandardItemModel)  # what Qt gives a QComboBox
            for fate in ("home", "lost"):
                model.item(box.findData(fate)).setEnabled(encounter.captives)

    @property
    def unsaid(self) -> Picker | None:
        """The first choice of a fate that is still open, None if there is none."""
        for fate in self.fates.values():
            if fate.currentData() == "open":
                return fate
        return None

    def show_who_brought_home(self, *, anybody: bool) -> None:
        """Ask who brought a captive home, if `anybody` can have."""
        for member, by in self.by.items():
            by.setVisible(anybody and self.fates[member].currentData() == "home")

    def value(self) -> tuple[CaptiveRecord, ...]:
        records = []
        for captive in self.captives:
            fate = self.fates[captive.member].currentData()
            by = ""
            if fate == "home":
                by = self.by[captive.member].currentData()
            records.append(replace(captive, fate=fate, by=by))
        return tuple(records)


def _captive_in_words(captive: CaptiveRecord, group: Group | None) -> str:
    """Name the captive, and the captor if known."""
    captor = ""
    if group is not None and group.has_member(captive.member):
        captor = group.member(captive.member).captor_name
    if not captor:
        return captive.name
    return _("{name} is held by {group}", name=captive.name, group=captor)


class TokenList(Removables):
    """The Supply Tokens, and a menu to add one."""

    def __init__(
        self,
        tokens: Sequence[SupplyToken],
        names: Mapping[str, str],
        able: Callable[[], Sequence[str]],
    ) -> None:
        """Make the list; `able` returns the members who can have brought a token home."""
        super().__init__(
            _("Supply Tokens brought home"),
            _("Add a &Supply Token…"),
            lambda token: token_name(token, names.get(token.member, token.member)),
            pgettext("Supply Tokens", "none"),
        )
        self._names = names
        self._list_carriers = able
        #: Whether a rival can have broken and left its tokens to this side.
        self.may_claim = True
        self.menu.aboutToShow.connect(self._fill_menu)
        self.show_items(tokens)

    def _offer_bearers(self, token: SupplyToken, text: str) -> None:
        """Offer a token with each able member who has none yet."""
        loaded = {carried.member for carried in self.items}
        members = [member for member in self._list_carriers() if member not in loaded]
        menu = self.menu.addMenu(text)
        menu.setEnabled(bool(members))
        for member in members:
            add = partial(self.add, replace(token, member=member))
            add_menu_action(menu, escape_ampersands(self._names[member]), add)

    def _fill_menu(self) -> None:
        """Offer each able member without a token (p. 36)."""
        clear_menu(self.menu)
        self._offer_bearers(SupplyToken("carried"), _("carried off by"))
        self._offer_bearers(SupplyToken("held"), _("held at the end by"))
        if self.may_claim:
            claimed = partial(self.add, SupplyToken("claimed"))
            add_menu_action(self.menu, _("claimed after the others broke"), claimed)
