"""An entry of the chronicle, to be read and written; and the pictures of an entry or a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import get_args

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QMenu

from lastdays.campaign.chronicle.entries import EntryActions, about_words, kind_name
from lastdays.campaign.chronicle.games import Chronicle
from lastdays.campaign.dates import day_in_figures, day_in_words
from lastdays.language import _, titled
from lastdays.model.campaign import ChronicleEntry, EntryKind
from lastdays.ui.forms.form import Removables
from lastdays.ui.services import Services
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.dialogs import picture_name
from lastdays.ui.widgets.notes import NotesEdit
from lastdays.ui.widgets.parts import (
    Flow,
    Panel,
    Picker,
    Plain,
    button,
    clear,
    column,
    entry,
    row,
    sentence,
    typed,
)
from lastdays.ui.widgets.pictures import (
    PictureButton,
    Shown,
    look_at,
    pixmap,
    read_picture,
    rounded,
)

#: How high a small picture is, in pixels at 100 %.
HIGH = 56


class PictureRow(Plain):
    """Small pictures, each shown large at a press and removed by the cross beside it; `added`
    carries another one, as it is kept, `removed` the place of one."""

    added = Signal(bytes)
    removed = Signal(int)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.add_button = button(_("Add a pict&ure…"), self._ask)
        self._shown: tuple[str, tuple[str, ...]] = ("", ())
        self._pictures: list[Shown] = []
        self._list = column()
        self.setLayout(self._list)
        self.hide()

    def show_pictures(self, name: str, keys: Sequence[str]) -> None:
        """Show pictures by their ids; `name` says of what they are."""
        if (name, tuple(keys)) == self._shown:
            return
        self._shown = (name, tuple(keys))
        clear(self._list)
        named = [_("Picture {n}, {what}", n=n, what=name) for n in range(1, len(keys) + 1)]
        pairs = zip(keys, named, strict=True)
        self._pictures = [Shown(str(n), key, said) for n, (key, said) in enumerate(pairs)]
        parts = []
        for n, shown in enumerate(self._pictures):
            high = self.services.theme.px(HIGH)
            small = PictureButton(partial(self._look, shown.whose))
            drawn = pixmap(self._read(shown.key), high)
            small.show_picture(rounded(drawn, high, wide=True), shown.name)
            cross = button("✕", partial(self.removed.emit, n), "quiet")
            cross.setAccessibleName(_("Remove {name}", name=shown.name))
            cross.setToolTip(plain(cross.accessibleName()))
            parts += [small, cross]
        self._list.addLayout(Flow(*parts))
        self.services.theme.dress(self)
        self.setVisible(bool(keys))

    def _read(self, key: str) -> bytes:
        return self.services.groups.portrait(key)

    def _look(self, whose: str) -> None:
        look_at(self, self._pictures, self._read, self.services.theme, whose)

    def _ask(self) -> None:
        source = picture_name(self, _("Add a picture"))
        if source is not None:
            self.add_from(source)

    def add_from(self, source: Path) -> None:
        """Take a picture out of a file, made small."""
        picture = self.services.do(lambda: read_picture(source))
        if picture is not None:
            self.added.emit(picture)


class DayField(QLineEdit):
    """A day in figures; `entered` carries another one than is shown."""

    entered = Signal(str)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        #: Of what it is the day, and which.
        self._shown = ("", "")
        self.setAccessibleName(name)
        self.setPlaceholderText(_("year-month-day"))
        self.editingFinished.connect(self._enter)
        self.returnPressed.connect(self.selectAll)  # and nothing else
        self._theme = theme
        theme.changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        self.setFixedWidth(self._theme.px(120))

    def show_day(self, whose: str, day: str) -> None:
        """Show the day of something; what is being typed stays while that is the same."""
        if not self.hasFocus() or self._shown != (whose, day):
            self._shown = (whose, day)
            self.setText(day_in_figures(day))

    def _enter(self) -> None:
        day = self.text().strip()
        if day != day_in_figures(self._shown[1]):
            self.entered.emit(day)


class EntryPanel(Panel):
    """An entry of the chronicle: of which day and kind, its text, whom it is about, its pictures."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.writing = EntryActions(services.workspace)
        self.chronicle: Chronicle | None = None
        self.entry: ChronicleEntry | None = None
        self.heading = sentence("", "heading")
        self.kind = Picker(((kind_name(k), k) for k in get_args(EntryKind)), _("Kind of entry"))
        self.kind.activated.connect(self._set_kind)
        self.day_field = DayField(services.theme, _("Day of the entry, as year-month-day"))
        self.day_field.entered.connect(self._day_typed)
        delete = partial(self._do, self.writing.delete)
        self.delete_button = button(_("&Delete entry"), delete)
        self.words = NotesEdit(_("What happened"))
        self.words.committed.connect(self._written)
        self.about = Removables(
            _("About"), _("Gr&oup or member…"), lambda one: self._names.get(one, _("someone"))
        )
        self.about.changed.connect(self._set_about)
        self.about.menu.aboutToShow.connect(self._fill_menu)
        self._names: dict[tuple[str, str], str] = {}
        self.pictures = PictureRow(services)
        self.pictures.added.connect(partial(self._do, self.writing.add_picture))
        self.pictures.removed.connect(partial(self._do, self.writing.remove_picture))
        inside = column(
            row((self.heading, 1), self.delete_button),
            row(self.kind, self.day_field, 1, self.pictures.add_button),
            (self.words, 1),
            self.pictures,
            self.about,
            margin=10,
        )
        self.setLayout(inside)

    # What is shown

    def show_entry(self, chronicle: Chronicle, told: ChronicleEntry) -> None:
        """Show an entry of a chronicle."""
        self.chronicle, self.entry = chronicle, told
        day = day_in_words(told.day)
        self.heading.setText(titled(kind_name(told.kind), day))
        self.kind.setCurrentIndex(self.kind.findData(told.kind))
        self.day_field.show_day(told.id, told.day)
        self.words.show_text(told.text, told.id)
        self._names = dict(zip(told.about, about_words(chronicle, told), strict=True))
        self.about.show_items(told.about)
        self.pictures.show_pictures(self.heading.text(), told.pictures)

    def _fill_menu(self) -> None:
        """Offer each group, and its members, which are read where somebody looks."""
        menu = self.about.menu
        menu.clear()
        if self.chronicle is not None:
            for group in self.services.workspace.groups(self.chronicle.campaign.id):
                inside = menu.addMenu(typed(group.name))
                inside.aboutToShow.connect(partial(self._fill_members, inside, group.id))

    def _fill_members(self, menu: QMenu, group: str) -> None:
        now = self.chronicle.past(group).now if self.chronicle is not None else None
        menu.clear()
        entry(menu, _("The whole group"), partial(self.about.add, (group, "")))
        for member in now.members if now is not None else ():
            entry(menu, typed(member.name), partial(self.about.add, (group, member.id)))

    # What is done

    def _do(self, act: Callable[..., object], *given: object) -> bool:
        """Change the entry that is shown."""
        chronicle, told = self.chronicle, self.entry
        if chronicle is None or told is None:
            return True
        return self.services.done(lambda: act(chronicle.campaign.id, told.id, *given))

    def _written(self, text: str) -> None:
        if not self._do(self.writing.write, text):
            self.words.refuse()

    def _set_kind(self) -> None:
        self._do(self.writing.set_kind, self.kind.currentData())

    def _day_typed(self, day: str) -> None:
        if day:
            self._do(self.writing.set_day, day)

    def _set_about(self) -> None:
        self._do(self.writing.set_about, tuple(self.about.items))
