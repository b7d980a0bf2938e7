"""Print options: size, paper, ink, backs, marks, copies."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget

from lastdays.campaign.printing.print_jobs import BLEED_MOST, COPIES_MOST, OFFSET_MOST
from lastdays.desktop import system_language
from lastdays.desktop.message_files import offered
from lastdays.language import _, begun, dotted, ngettext
from lastdays.pdf.content import PrintOptions
from lastdays.pdf.imposition import SMALLEST, layouts
from lastdays.ui.forms.form import Fields, enter, fill, filled_in, on_entry
from lastdays.ui.services import Safekeeping
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import (
    Flow,
    Length,
    Number,
    Picker,
    Turning,
    allow,
    entitle,
    holder,
    label,
    panel,
    row,
)


def tongue_name(code: str) -> str:
    """Return a language's own name: 'Deutsch'; its code if Qt doesn't know it."""
    if code == system_language.ENGLISH:
        return "English"
    name = QLocale(code).nativeLanguageName()
    return begun(name) or code


class LanguagePicker(Picker):
    """A choice of language by its own name, or '' for the usual one."""

    def __init__(self, usual: str, there: Sequence[str]) -> None:
        super().__init__([(usual, ""), *((tongue_name(code), code) for code in there)])
        self.is_offered = len(there) > 1


class LanguageChoice(LanguagePicker):
    """The language of the window, stored in the settings."""

    def __init__(self, keeping: Safekeeping) -> None:
        super().__init__(_("Same as this computer"), system_language.offered())
        self.keeping = keeping
        self.picked.connect(self._keep)

    def refresh(self) -> None:
        """Show the stored choice."""
        enter(self, str(self.keeping.settings.value(system_language.SETTING, "")))

    def _keep(self, code: str) -> None:
        self.keeping.settings.setValue(system_language.SETTING, code)
        self.keeping.settings.sync()


_OWN = "own"


class PrintOptionsForm(QWidget):
    """The print options as a form; `changed`: somebody edited it. The language belongs to the
    group, not to the options."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        sizes = [(layout.name, layout.key) for layout in layouts("a4").values()]
        self.layout_box = Picker([*sizes, (_("Custom size"), _OWN)], _("Card size"))
        self.width_mm = Length(SMALLEST[0], 300.0, 1.0, _("Width"))
        self.height_mm = Length(SMALLEST[0], 300.0, 1.0, _("Height"))
        self.paper = Picker((("A4", "a4"), ("Letter", "letter")), _("Paper"))
        ways = (
            (_("Duplex, long edge"), "duplex-long"),
            (_("Duplex, short edge"), "duplex-short"),
            (_("Fold over"), "fold"),
            (_("On extra cards"), "none"),
        )
        self.backs = Picker(ways, _("Backs"))
        self.bleed = Length(0.0, BLEED_MOST, 0.5, _("Bleed"))
        self.right = Length(-OFFSET_MOST, OFFSET_MOST, 0.5, _("Backs too far right by"))
        self.up = Length(-OFFSET_MOST, OFFSET_MOST, 0.5, _("Backs too far up by"))
        for spin in (self.right, self.up):
            spin.setToolTip(_("As read from the test page for backs, seen from the front"))
        self.language = LanguagePicker(_("Same as the program"), offered())
        entitle(
            self.language,
            _("Print language"),
            _("For everything printed or shared of this group"),
        )
        self.copies = Number(1, COPIES_MOST, _("Copies"))
        self.copies.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        words = {
            "group_backs": _("The group's back on every card"),
            "back_marks": _("On the backs too"),
            "outer_bleed": _("Bleed at the outer edge only"),
            "front_notes": _("Notes on the front"),
            "ink_saver": _("&Ink saver"),
            "crop_marks": _("Crop mar&ks"),
            "ruler": _("Ru&ler"),
        }
        ticks = self.ticks = {key: QCheckBox(text) for key, text in words.items()}
        entitle(ticks["back_marks"], _("Crop marks on the backs too"))
        ticks["outer_bleed"].setToolTip(_("Cards are edge to edge; one cut separates two"))
        #: No part of the setting: it is printed once.
        self.test_page = QCheckBox(_("Test page for backs"))
        #: By the field of the setting; the size and how far backs are moved take two each.
        self._controls: dict[str, QWidget] = {
            "paper": self.paper,
            "backs": self.backs,
            "bleed": self.bleed,
            "copies": self.copies,
            **ticks,
        }
        own = self.layout_box, self.width_mm, self.height_mm, self.right, self.up, self.test_page
        on_entry(self._touched, *own, *self._controls.values())
        copies = label(_("Copies"))
        copies.setBuddy(self.copies)
        sheets = holder(row(self.paper, copies, self.copies, spacing=6))
        sheets.setFocusProxy(self.paper)
        language = [(_("Language"), self.language)] if self.language.is_offered else []
        front = panel(
            Fields(
                (_("Si&ze"), self.layout_box),
                ("", holder(row(self.width_mm, label("×"), self.height_mm, spacing=4))),
                (_("Pape&r"), sheets),
                (_("Bleed"), self.bleed),
            ),
            ticks["outer_bleed"],
            ticks["front_notes"],
            Flow(ticks["ink_saver"], ticks["ruler"]),
            1,
        )
        back = panel(
            Fields(
                (_("&Backs"), self.backs),
                (_("Too far right"), self.right),
                (_("Too far up"), self.up),
                *language,
            ),
            ticks["group_backs"],
            self.test_page,
            Flow(ticks["crop_marks"], ticks["back_marks"]),
            1,
        )
        self.setLayout(row(Turning(theme, (front, 1), (back, 1), spacing=8)))

    def show_setting(self, setting: PrintOptions) -> None:
        """Show print options."""
        known = self.layout_box.findData(setting.layout) >= 0
        enter(self.layout_box, setting.layout if known else _OWN)
        if not known:
            width, _x, height = setting.layout.replace("×", "x").partition("x")
            self._show_size(float(width), float(height))
        enter(self.right, setting.offset[0])
        enter(self.up, setting.offset[1])
        fill(setting, self._controls)
        self._enable()

    def setting(self) -> PrintOptions:
        """Return the options as entered."""
        layout = self.layout_box.currentData()
        if layout == _OWN:
            layout = f"{self.width_mm.value():g}x{self.height_mm.value():g}"
        setting = filled_in(PrintOptions(), self._controls)
        return replace(setting, layout=layout, offset=(self.right.value(), self.up.value()))

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
        if self.layout_box.currentData() != _OWN:
            return self.layout_box.currentText()
        width = f"{self.width_mm.value():g}"
        height = f"{self.height_mm.value():g}"
        return _("{w} × {h} mm", w=width, h=height)

    def _show_size(self, width: float, height: float) -> None:
        """Show the size of a card, from which a custom size starts."""
        enter(self.width_mm, width)
        enter(self.height_mm, height)

    def _touched(self) -> None:
        self._enable()
        self.changed.emit()

    def _enable(self) -> None:
        """Disable what the size of the cards makes pointless."""
        layout = layouts(self.paper.currentData()).get(self.layout_box.currentData())
        is_own_size = layout is None
        if layout is not None:
            self._show_size(layout.width, layout.height)
            two_sided = layout.two_sided
        else:
            two_sided = self.width_mm.value() < 130
        choose_own = _("Choose Custom size first")
        allow(self.width_mm, is_own_size, choose_own)
        allow(self.height_mm, is_own_size, choose_own)
        self._enable_backs(two_sided=two_sided)
        has_bleed = self.bleed.value() > 0
        allow(self.ticks["outer_bleed"], has_bleed, _("Set a bleed first"))

    def _enable_backs(self, *, two_sided: bool) -> None:
        """Disable what concerns backs where there are none."""
        backs = self.backs.currentData()
        duplex = backs.startswith("duplex")
        has_back = two_sided and backs != "none"
        has_marks = two_sided and duplex and self.ticks["crop_marks"].isChecked()
        only_duplex = _("Backs can be moved only for duplex printing")
        allow(self.backs, two_sided, _("Cards of this size have only one side"))
        allow(
            self.ticks["group_backs"],
            has_back,
            _("Only cards with backs can have the group's back"),
        )
        allow(self.right, duplex, only_duplex)
        allow(self.up, duplex, only_duplex)
        allow(self.ticks["back_marks"], has_marks, _("Only duplex backs have crop marks"))
