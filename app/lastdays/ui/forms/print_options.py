"""Print options: size, paper, ink, backs, marks, copies."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QSizePolicy, QWidget

from lastdays.campaign.printing.print_jobs import BLEED_MOST, COPIES_MOST, OFFSET_MOST
from lastdays.desktop import system_language
from lastdays.desktop.message_files import offered
from lastdays.language import _, capitalised, dotted, ngettext
from lastdays.pdf.content import PrintOptions
from lastdays.pdf.imposition import SMALLEST, layouts
from lastdays.ui.forms.form import (
    Fields,
    call_on_entry,
    fill_controls,
    set_control,
    value_with_entries,
)
from lastdays.ui.services import Safekeeping
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import (
    Flow,
    Length,
    Number,
    Picker,
    RowOrColumn,
    enable_or_explain,
    label,
    panel,
    row,
    set_name_and_hint,
    wrap_layout,
)


def language_name(code: str) -> str:
    """Return a language's own name: 'Deutsch'; its code if Qt doesn't know it."""
    if code == system_language.ENGLISH:
        return "English"
    name = QLocale(code).nativeLanguageName()
    return capitalised(name) or code


class LanguagePicker(Picker):
    """A choice of language by its own name, or '' for the usual one."""

    def __init__(self, usual: str, codes: Sequence[str]) -> None:
        languages = [(language_name(code), code) for code in codes]
        super().__init__([(usual, ""), *languages])
        #: Whether there is a choice.
        self.is_offered = len(codes) > 1


class LanguageChoice(LanguagePicker):
    """The language of the window, stored in the settings."""

    def __init__(self, safekeeping: Safekeeping) -> None:
        super().__init__(_("Same as this computer"), system_language.offered())
        self.safekeeping = safekeeping
        self.picked.connect(self._keep)

    def refresh(self) -> None:
        """Show the stored choice."""
        set_control(self, str(self.safekeeping.settings.value(system_language.SETTING, "")))

    def _keep(self, code: str) -> None:
        self.safekeeping.settings.setValue(system_language.SETTING, code)
        self.safekeeping.settings.sync()


#: The key of a card size of one's own.
_CUSTOM = "own"
#: The largest card, in millimetres.
MOST_CARD_MM = 300.0
#: Cards of a size of one's own that are narrower have two sides, in millimetres.
ONE_SIDED_FROM_MM = 130
#: By how much an arrow key changes the size of a card, in millimetres.
SIZE_STEP_MM = 1.0
#: By how much an arrow key changes the bleed and how far backs are moved, in millimetres.
FINE_STEP_MM = 0.5


class PrintOptionsForm(QWidget):
    """The print options as a form; `changed`: somebody edited it. The language belongs to the
    group, not to the options."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._make_size()
        self._make_backs()
        self._make_boxes()
        self._make_language()
        #: By the field of the setting; the size and how far backs are moved take two each.
        self._controls: dict[str, QWidget] = {
            "paper": self.paper,
            "backs": self.backs,
            "bleed": self.bleed,
            "copies": self.copies,
            **self.ticks,
        }
        call_on_entry(
            self._tell,
            self.layout_box,
            self.width_mm,
            self.height_mm,
            self.right,
            self.up,
            self.test_page,
            *self._controls.values(),
        )
        fronts = self._lay_out_fronts()
        backs = self._lay_out_backs()
        self.setLayout(row(RowOrColumn(theme, (fronts, 1), (backs, 1), spacing=8)))

    # Controls

    def _make_size(self) -> None:
        """Make the size of cards, the paper, the bleed and the number of copies."""
        sizes = [(layout.name, layout.key) for layout in layouts("a4").values()]
        least, _least_of_longer_side = SMALLEST
        self.layout_box = Picker([*sizes, (_("Custom size"), _CUSTOM)], _("Card size"))
        self.width_mm = Length(least, MOST_CARD_MM, SIZE_STEP_MM, _("Width"))
        self.height_mm = Length(least, MOST_CARD_MM, SIZE_STEP_MM, _("Height"))
        self.paper = Picker([("A4", "a4"), ("Letter", "letter")], _("Paper"))
        self.bleed = Length(0.0, BLEED_MOST, FINE_STEP_MM, _("Bleed"))
        self.copies = Number(1, COPIES_MOST, _("Copies"))
        self.copies.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def _make_backs(self) -> None:
        """Make how backs are printed, and how far they are moved."""
        ways = [
            (_("Duplex, long edge"), "duplex-long"),
            (_("Duplex, short edge"), "duplex-short"),
            (_("Fold over"), "fold"),
            (_("On extra cards"), "none"),
        ]
        self.backs = Picker(ways, _("Backs"))
        self.right = Length(-OFFSET_MOST, OFFSET_MOST, FINE_STEP_MM, _("Backs too far right by"))
        self.up = Length(-OFFSET_MOST, OFFSET_MOST, FINE_STEP_MM, _("Backs too far up by"))
        for offset in (self.right, self.up):
            offset.setToolTip(_("As read from the test page for backs, seen from the front"))
        #: No part of the setting: it is printed once.
        self.test_page = QCheckBox(_("Test page for backs"))

    def _make_boxes(self) -> None:
        """Make what is ticked, by the fields of the setting."""
        self.ticks = {
            "group_backs": QCheckBox(_("The group's back on every card")),
            "back_marks": QCheckBox(_("On the backs too")),
            "outer_bleed": QCheckBox(_("Bleed at the outer edge only")),
            "front_notes": QCheckBox(_("Notes on the front")),
            "ink_saver": QCheckBox(_("&Ink saver")),
            "crop_marks": QCheckBox(_("Crop mar&ks")),
            "ruler": QCheckBox(_("Ru&ler")),
        }
        set_name_and_hint(self.ticks["back_marks"], _("Crop marks on the backs too"))
        self.ticks["outer_bleed"].setToolTip(_("Cards are edge to edge; one cut separates two"))

    def _make_language(self) -> None:
        self.language = LanguagePicker(_("Same as the program"), offered())
        hint = _("For everything printed or shared of this group")
        set_name_and_hint(self.language, _("Print language"), hint)

    def _lay_out_fronts(self) -> QFrame:
        """Return a panel of what concerns cards and sheets."""
        copies_caption = label(_("Copies"))
        copies_caption.setBuddy(self.copies)
        paper_and_copies = wrap_layout(row(self.paper, copies_caption, self.copies, spacing=6))
        paper_and_copies.setFocusProxy(self.paper)
        custom_size = wrap_layout(row(self.width_mm, label("×"), self.height_mm, spacing=4))
        fields = Fields(
            (_("Si&ze"), self.layout_box),
            ("", custom_size),
            (_("Pape&r"), paper_and_copies),
            (_("Bleed"), self.bleed),
        )
        return panel(
            fields,
            self.ticks["outer_bleed"],
            self.ticks["front_notes"],
            Flow(self.ticks["ink_saver"], self.ticks["ruler"]),
            1,
        )

    def _lay_out_backs(self) -> QFrame:
        """Return a panel of what concerns backs, and the language if there is a choice."""
        captions_and_controls: list[tuple[str, QWidget]] = [
            (_("&Backs"), self.backs),
            (_("Too far right"), self.right),
            (_("Too far up"), self.up),
        ]
        if self.language.is_offered:
            captions_and_controls.append((_("Language"), self.language))
        return panel(
            Fields(*captions_and_controls),
            self.ticks["group_backs"],
            self.test_page,
            Flow(self.ticks["crop_marks"], self.ticks["back_marks"]),
            1,
        )

    # What is entered

    def show_setting(self, setting: PrintOptions) -> None:
        """Show print options."""
        is_known_layout = self.layout_box.findData(setting.layout) >= 0
        if is_known_layout:
            set_control(self.layout_box, setting.layout)
        else:
            set_control(self.layout_box, _CUSTOM)
            width, _x, height = setting.layout.replace("×", "x").partition("x")
            self._show_size(float(width), float(height))
        right, up = setting.offset
        set_control(self.right, right)
        set_control(self.up, up)
        fill_controls(setting, self._controls)
        self._enable()

    def setting(self) -> PrintOptions:
        """Return the options as entered."""
        layout = self.layout_box.currentData()
        if layout == _CUSTOM:
            layout = f"{self.width_mm.value():g}x{self.height_mm.value():g}"
        offset = (self.right.value(), self.up.value())
        setting = value_with_entries(PrintOptions(), self._controls)
        return replace(setting, layout=layout, offset=offset)

    def in_words(self) -> str:
        """Summarise size, paper, backs, ink and copies in a line."""
        parts = [self._size_in_words(), self.paper.currentText()]
        if self.backs.isEnabled():
            parts.append(self.backs.currentText())
        saver = self.ticks["ink_saver"]
        if saver.isChecked():
            parts.append(saver.text().replace("&", ""))
        copies = self.copies.value()
        if copies > 1:
            parts.append(ngettext("{n} copy", "{n} copies", copies))
        if self.language.currentData():
            parts.append(self.language.currentText())
        return dotted(*parts)

    def _size_in_words(self) -> str:
        if self.layout_box.currentData() != _CUSTOM:
            return self.layout_box.currentText()
        width = f"{self.width_mm.value():g}"
        height = f"{self.height_mm.value():g}"
        return _("{w} × {h} mm", w=width, h=height)

    def _show_size(self, width: float, height: float) -> None:
        """Show the size of a card, from which a custom size starts."""
        set_control(self.width_mm, width)
        set_control(self.height_mm, height)

    def _tell(self) -> None:
        """Tell that somebody has edited the form."""
        self._enable()
        self.changed.emit()

    def _enable(self) -> None:
        """Disable what the size of the cards makes pointless."""
        layout = layouts(self.paper.currentData()).get(self.layout_box.currentData())
        is_custom = layout is None
        if layout is None:
            is_two_sided = self.width_mm.value() < ONE_SIDED_FROM_MM
        else:
            self._show_size(layout.width, layout.height)
            is_two_sided = layout.two_sided
        why_not = _("Choose Custom size first")
        enable_or_explain(self.width_mm, is_custom, why_not)
        enable_or_explain(self.height_mm, is_custom, why_not)
        self._enable_backs(is_two_sided=is_two_sided)
        has_bleed = self.bleed.value() > 0
        enable_or_explain(self.ticks["outer_bleed"], has_bleed, _("Set a bleed first"))

    def _enable_backs(self, *, is_two_sided: bool) -> None:
        """Disable what concerns backs where there are none."""
        backs = self.backs.currentData()
        is_duplex = backs.startswith("duplex")
        has_backs = is_two_sided and backs != "none"
        has_marks = self.ticks["crop_marks"].isChecked()
        may_mark_backs = is_two_sided and is_duplex and has_marks
        only_duplex = _("Backs can be moved only for duplex printing")
        only_with_backs = _("Only cards with backs can have the group's back")
        enable_or_explain(self.backs, is_two_sided, _("Cards of this size have only one side"))
        enable_or_explain(self.ticks["group_backs"], has_backs, only_with_backs)
        enable_or_explain(self.right, is_duplex, only_duplex)
        enable_or_explain(self.up, is_duplex, only_duplex)
        enable_or_explain(
            self.ticks["back_marks"], may_mark_backs, _("Only duplex backs have crop marks")
        )
