"""How something is laid out on paper: size, paper, ink, backs, marks, copies."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QSizePolicy,
    QWidget,
)

from lastdays.campaign.printing.print_jobs import BLEED_MOST, COPIES_MOST, OFFSET_MOST
from lastdays.desktop import system_language
from lastdays.desktop.message_files import offered
from lastdays.language import _
from lastdays.pdf.content import Backs, PaperName, PrintOptions
from lastdays.pdf.imposition import SMALLEST, layouts
from lastdays.ui.services import Safekeeping
from lastdays.ui.widgets.parts import (
    Length,
    Number,
    Picker,
    allow,
    column,
    holder,
    label,
    panel,
    row,
)


class LanguageChoice(Picker):
    """The system's language, or one of those that are complete, each called as it calls itself."""

    def __init__(self, keeping: Safekeeping) -> None:
        super().__init__()
        self.keeping = keeping
        there = system_language.offered()
        self.offered = len(there) > 1
        if self.offered:
            self.addItem(_("Same as this computer"), "")
            for code in there:
                self.addItem(tongue_name(code), code)
        self.activated.connect(self._chosen)

    def refresh(self) -> None:
        """Show what is chosen."""
        settings = self.keeping.settings
        code = "" if settings is None else str(settings.value(system_language.SETTING, ""))
        self.setCurrentIndex(max(0, self.findData(code)) if self.offered else -1)

    def _chosen(self, _index: int) -> None:
        settings = self.keeping.settings
        if settings is not None:
            settings.setValue(system_language.SETTING, self.currentData())
            settings.sync()


def tongue_name(code: str) -> str:
    """Return what a language calls itself: 'Deutsch'; its code where Qt does not know it."""
    if code == system_language.ENGLISH:
        return "English"
    name = QLocale(code).nativeLanguageName()
    return name[:1].upper() + name[1:] or code


class PaperLanguage(Picker):
    """The language of the window, or one of those that are complete; `chosen` carries its code, ''
    for that of the window."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(_("Language on paper"))
        self.setToolTip(_("Of all that is printed and shared of this group"))
        there = offered()
        self.offered = len(there) > 1
        self.addItem(_("Same as the program"), "")
        for code in there:
            self.addItem(tongue_name(code), code)
        self.activated.connect(lambda _index: self.chosen.emit(str(self.currentData())))

    def show_language(self, code: str) -> None:
        """Show what is kept with the group; what isn't offered here is printed as the window."""
        self.setCurrentIndex(max(0, self.findData(code)))


_OWN = "own"


class PrintOptionsForm(QWidget):
    """The setting as a form; `changed` says that somebody touched it. The language is the group's,
    and no part of the setting."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.layout_box = _box(_("Size of the cards"))
        for layout in layouts("a4").values():
            self.layout_box.addItem(layout.name, layout.key)
        self.layout_box.addItem(_("Custom size"), _OWN)
        self.width_mm = _length(_("Width"), SMALLEST[0], 300.0, 1.0)
        self.height_mm = _length(_("Height"), SMALLEST[0], 300.0, 1.0)
        self.own = holder(row(self.width_mm, label("×"), self.height_mm, spacing=4))
        self.paper = _box(_("Paper"), (("A4", "a4"), ("Letter", "letter")))
        self.backs = _box(
            _("Backs"),
            (
                (_("Duplex, long edge"), "duplex-long"),
                (_("Duplex, short edge"), "duplex-short"),
                (_("Fold over"), "fold"),
                (_("On extra cards"), "none"),
            ),
        )
        self.bleed = _length(_("Bleed"), 0.0, BLEED_MOST, 0.5)
        self.right = _length(_("Move the backs right by"), -OFFSET_MOST, OFFSET_MOST, 0.5)
        self.up = _length(_("Move the backs up by"), -OFFSET_MOST, OFFSET_MOST, 0.5)
        for spin in (self.right, self.up):
            spin.setToolTip(_("As the test page for backs shows it, seen from the front"))
        self.language = PaperLanguage()
        self.copies = Number()
        self.copies.setRange(1, COPIES_MOST)
        self.copies.setAccessibleName(_("Copies"))
        self.group_backs = QCheckBox(_("The group's back on every card"))
        self.back_marks = QCheckBox(_("Crop marks here too"))
        self.back_marks.setAccessibleName(_("Crop marks on the backs too"))
        self.outer_bleed = QCheckBox(_("Bleed at the outer edge only"))
        self.outer_bleed.setToolTip(_("Cards lie edge to edge; one cut parts two of them"))
        self.front_notes = QCheckBox(_("Notes on the front"))
        self.saver = QCheckBox(_("&Ink saver"))
        self.marks = QCheckBox(_("Crop mar&ks"))
        self.ruler = QCheckBox(_("Ru&ler"))
        copies = label(_("Copies"))
        copies.setBuddy(self.copies)
        sheets = row(self.paper, copies, self.copies, spacing=6)
        sheets.setStretch(0, 1)
        self.copies.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        heading = label(_("Pape&r"), "heading")
        heading.setBuddy(self.paper)
        self.setLayout(
            column(
                panel(
                    _fields(
                        (_("Si&ze"), self.layout_box),
                        ("", self.own),
                        (_("Bleed"), self.bleed),
                    ),
                    self.outer_bleed,
                    self.front_notes,
                    heading=_("Cards"),
                ),
                panel(
                    heading,
                    sheets,
                    *([_fields((_("Language"), self.language))] if self.language.offered else []),
                    row(self.saver, self.ruler, 1),
                    self.marks,
                ),
                panel(
                    _fields(
                        (_("&Backs"), self.backs),
                        (_("Move right"), self.right),
                        (_("Move up"), self.up),
                    ),
                    self.group_backs,
                    self.back_marks,
                    heading=_("Backs"),
                ),
                1,
            )
        )
        self._setting = PrintOptions()
        self._showing = False
        for box in (self.layout_box, self.paper, self.backs):
            box.currentIndexChanged.connect(lambda _n: self._touched())
        for spin in (self.width_mm, self.height_mm, self.bleed, self.right, self.up):
            spin.valueChanged.connect(lambda _v: self._touched())
        self.copies.valueChanged.connect(lambda _v: self._touched())
        for tick in self._ticks().values():
            tick.toggled.connect(lambda _on: self._touched())

    def _ticks(self) -> dict[str, QCheckBox]:
        """Return the boxes to tick, by the field of the setting."""
        return {
            "group_backs": self.group_backs,
            "back_marks": self.back_marks,
            "outer_bleed": self.outer_bleed,
            "front_notes": self.front_notes,
            "ink_saver": self.saver,
            "crop_marks": self.marks,
            "ruler": self.ruler,
        }

    def show_setting(self, setting: PrintOptions) -> None:
        """Show a setting."""
        self._showing = True
        index = self.layout_box.findData(setting.layout)
        if index < 0:
            width, _x, height = setting.layout.replace("×", "x").partition("x")
            self.width_mm.setValue(float(width))
            self.height_mm.setValue(float(height))
            index = self.layout_box.findData(_OWN)
        self.layout_box.setCurrentIndex(index)
        self.paper.setCurrentIndex(self.paper.findData(setting.paper))
        self.backs.setCurrentIndex(self.backs.findData(setting.backs))
        self.bleed.setValue(setting.bleed)
        self.right.setValue(setting.offset[0])
        self.up.setValue(setting.offset[1])
        self.copies.setValue(setting.copies)
        for name, tick in self._ticks().items():
            tick.setChecked(bool(getattr(setting, name)))
        self._showing = False
        self._enable()

    def setting(self) -> PrintOptions:
        """Return the setting as the form has it."""
        layout = str(self.layout_box.currentData())
        if layout == _OWN:
            layout = f"{self.width_mm.value():g}x{self.height_mm.value():g}"
        backs: Backs = self.backs.currentData()
        return PrintOptions(
            layout=layout,
            paper=self._paper(),
            backs=backs,
            bleed=self.bleed.value(),
            offset=(self.right.value(), self.up.value()),
            copies=self.copies.value(),
            **{name: tick.isChecked() for name, tick in self._ticks().items()},
        )

    def _paper(self) -> PaperName:
        return "letter" if self.paper.currentData() == "letter" else "a4"

    def _show_size(self, width: float, height: float) -> None:
        """Show how large a card is; an own size begins with that."""
        showing, self._showing = self._showing, True
        self.width_mm.setValue(width)
        self.height_mm.setValue(height)
        self._showing = showing

    def _touched(self) -> None:
        if not self._showing:
            self._enable()
            self.changed.emit()

    def _enable(self) -> None:
        """Disable what the size of the cards makes pointless."""
        chosen = str(self.layout_box.currentData())
        known = layouts(self._paper()).get(chosen)
        if known is not None:
            self._show_size(known.width, known.height)
        for spin in (self.width_mm, self.height_mm):
            allow(spin, known is None, _("Choose Custom size first"))
        two_sided = known.two_sided if known is not None else self.width_mm.value() < 130
        allow(self.backs, two_sided, _("Cards of this size have one side"))
        backs = two_sided and self.backs.currentData() != "none"
        allow(self.group_backs, backs, _("Only cards with backs have the group's back"))
        duplex = str(self.backs.currentData()).startswith("duplex")
        for spin in (self.right, self.up):
            allow(spin, duplex, _("Only duplex printing moves the backs"))
        marked = duplex and self.marks.isChecked()
        allow(self.back_marks, two_sided and marked, _("Only duplex backs have crop marks"))
        allow(self.outer_bleed, self.bleed.value() > 0, _("There is no bleed"))


def _fields(*fields: tuple[str, QWidget]) -> QGridLayout:
    """Lay fields below each other, each with its caption; '' is that of the field above."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(6)
    for n, (text, field) in enumerate(fields):
        if text:
            caption = label(text)
            caption.setBuddy(field)
            grid.addWidget(caption, n, 0)
        grid.addWidget(field, n, 1)
    grid.setColumnStretch(1, 1)
    return grid


def _box(name: str, items: tuple[tuple[str, str], ...] = ()) -> QComboBox:
    box = Picker()
    box.setAccessibleName(name)
    for text, key in items:
        box.addItem(text, key)
    return box


def _length(name: str, low: float, high: float, step: float) -> QDoubleSpinBox:
    spin = Length()
    spin.setRange(low, high)
    spin.setDecimals(1)
    spin.setSingleStep(step)
    spin.setSuffix(_(" mm"))
    spin.setAccessibleName(name)
    return spin
