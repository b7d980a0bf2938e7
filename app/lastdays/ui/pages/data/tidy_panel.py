"""What tidying up would give back, and what would no longer be possible; what is to go is ticked."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QLabel, QSizePolicy, QStyle, QVBoxLayout

from lastdays.campaign.chronicle import local_day
from lastdays.campaign.days import day_in_words
from lastdays.campaign.folding import DeletedCampaign, Spare, TidyOffers, TidyWish
from lastdays.language import _, ngettext
from lastdays.store.tidying import StoreSize
from lastdays.ui.pages.data.words import size_in_words
from lastdays.ui.widgets.parts import (
    Flow,
    Picker,
    allow,
    button,
    choose_key,
    clear,
    column,
    label,
    row,
    typed,
)

#: So many beginnings of months are offered, and so many of years before those.
MONTHS, YEARS = 12, 6


def _lines(text: str, kind: str = "") -> QLabel:
    """Return text over several lines that asks for no more height than its width makes."""
    made = label(text, kind, wrap=True)
    policy = made.sizePolicy()
    policy.setVerticalPolicy(QSizePolicy.Policy.Preferred)
    made.setSizePolicy(policy)
    return made


class _Spared:
    """Something that can go: a box to tick, and what would no longer be possible."""

    def __init__(self, lost: str) -> None:
        self.box = QCheckBox()
        self.lost = _lines(lost, "faint")
        self.box.setAccessibleDescription(lost)
        self.both = column(self.box, self.lost, spacing=2)

    def set_in(self) -> None:
        """Begin what would be lost where the words of its box begin."""
        style, metric = self.box.style(), QStyle.PixelMetric
        self.box.ensurePolished()
        beside = style.pixelMetric(metric.PM_IndicatorWidth, None, self.box)
        beside += style.pixelMetric(metric.PM_CheckBoxLabelSpacing, None, self.box)
        self.lost.setContentsMargins(beside, 0, 0, 0)

    @property
    def wanted(self) -> bool:
        """Whether it is to go."""
        return self.box.isChecked()

    def offer(self, text: str, spare: Spare) -> None:
        """Say what it is; where there is nothing of it, nothing can be ticked."""
        self.set_in()
        self.box.setText(typed(text))
        self.box.setAccessibleName(text)
        if not spare.n:
            self.box.setChecked(False)
        allow(self.box, bool(spare.n), _("There is none"))


class TidyPanel(QFrame):
    """Asks what is to be tidied away. Signals: what would go is to be worked out for a wish, it is
    to go, the list of backups again."""

    asked = Signal(object)
    wanted = Signal(object)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self._campaigns: dict[str, _Spared] = {}
        self.free = _lines("")
        self.before = Picker()
        self.before.setAccessibleName(_("Tidy away what is from before"))
        self.before.currentIndexChanged.connect(lambda _at: self._ask())
        self.history = _Spared(
            _(
                "They can no longer be undone. What each game and each post-game sequence came to "
                "is kept, and with it the chronicle and the life of every member."
            )
        )
        self.logs = _Spared(
            _(
                "What happened tap by tap can no longer be read or undone. The table as it was at "
                "the end, the record of the game and its story are kept."
            )
        )
        self.games = _Spared(_("They can no longer be brought back."))
        self.portraits = _Spared(_("No member has them, now or in a change that is kept."))
        for part in (self.history, self.logs, self.games, self.portraits):
            part.box.toggled.connect(lambda _on: self._ask())
        self.deleted = QVBoxLayout()
        self.deleted.setSpacing(4)
        self.deleted_note = _lines(
            _(
                "A deleted campaign stays here, and can be brought back, until you tick it and "
                "tidy up. After that only backups have it."
            ),
            "faint",
        )
        self.tidy_button = button(_("&Tidy up now"), lambda: self.wanted.emit(self.wish()), "first")
        self.back_button = button(_("Back to the &list"), self.left.emit)
        self._build()

    def _build(self) -> None:
        before = label(_("From before"))
        before.setBuddy(self.before)
        parts = column(
            self.free,
            row(before, self.before, 1),
            self.history.both,
            self.logs.both,
            self.games.both,
            self.portraits.both,
            self.deleted,
            self.deleted_note,
            1,
            spacing=10,
        )
        layout = column(
            _lines(_("What should be tidied away?"), "question"),
            _lines(_("Everything is backed up first: from that backup it can be brought back.")),
            parts,
            Flow(self.tidy_button, self.back_button),
            spacing=8,
            margin=10,
        )
        self.setLayout(layout)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "portraits"):
            for part in (self.history, self.logs, self.games, self.portraits):
                part.set_in()
            for part in self._campaigns.values():
                part.set_in()

    def ask(self, today: date) -> None:
        """Ask anew: nothing is ticked."""
        for part in (self.history, self.logs, self.games, self.portraits):
            part.box.blockSignals(True)
            part.box.setChecked(False)
            part.box.blockSignals(False)
        self._show_campaigns(())
        self.before.blockSignals(True)
        self.before.clear()
        for day in days_offered(today):
            self.before.addItem(day_in_words(day.isoformat()), day.isoformat())
        choose_key(self.before, days_offered(today)[min(6, MONTHS)].isoformat(), "")
        self.before.blockSignals(False)
        self.free.setText(_("Looking for what could go…"))
        allow(self.tidy_button, False, _("Looking for what could go…"))
        self._ask()

    def wish(self) -> TidyWish:
        """Return what is ticked."""
        return TidyWish(
            str(self.before.currentData() or ""),
            history=self.history.wanted,
            logs=self.logs.wanted,
            games=self.games.wanted,
            campaigns=frozenset(id for id, part in self._campaigns.items() if part.wanted),
            portraits=self.portraits.wanted,
        )

    def _ask(self) -> None:
        self.asked.emit(self.wish())

    def show_offers(self, offers: TidyOffers, size: StoreSize) -> None:
        """Say what could go, and how much it is."""
        self.free.setText(
            _(
                "The store takes {size}. Of these {free} are free, and are given back anyway."
            ).format(size=size_in_words(size.whole), free=size_in_words(size.free))
        )
        day = self.before.currentText()
        n = offers.history.n
        self.history.offer(
            _sized(
                ngettext("{n} change from before {day}", "{n} changes from before {day}", n).format(
                    n=n, day=day
                ),
                offers.history,
            ),
            offers.history,
        )
        n = offers.logs.n
        self.logs.offer(
            _sized(
                ngettext(
                    "The log of {n} game at the table that ended before {day}",
                    "The logs of {n} games at the table that ended before {day}",
                    n,
                ).format(n=n, day=day),
                offers.logs,
            ),
            offers.logs,
        )
        n = offers.games.n
        self.games.offer(
            _sized(
                ngettext(
                    "{n} game at the table that was deleted",
                    "{n} games at the table that were deleted",
                    n,
                ).format(n=n),
                offers.games,
            ),
            offers.games,
        )
        n = offers.portraits.n
        self.portraits.offer(
            _sized(
                ngettext(
                    "{n} portrait that nobody uses", "{n} portraits that nobody uses", n
                ).format(n=n),
                offers.portraits,
            ),
            offers.portraits,
        )
        self._show_campaigns(offers.campaigns)
        allow(self.tidy_button, True, "")

    def _show_campaigns(self, campaigns: tuple[DeletedCampaign, ...]) -> None:
        if [c.id for c in campaigns] != list(self._campaigns):
            clear(self.deleted)
            self._campaigns = {}
            for one in campaigns:
                part = _Spared(one.name)
                part.box.toggled.connect(lambda _on: self._ask())
                self._campaigns[one.id] = part
                self.deleted.addLayout(part.both)
        for one in campaigns:
            spare = Spare(1, one.size)
            text = _("A campaign that was deleted on {day}").format(
                day=day_in_words(local_day(one.at))
            )
            self._campaigns[one.id].offer(_sized(text, spare), spare)
        self.deleted_note.setVisible(bool(campaigns))


def days_offered(today: date) -> list[date]:
    """Return the days that can be chosen, the latest first: today, the first of months, of years."""
    found = [today]
    year, month = today.year, today.month
    for _n in range(MONTHS):
        found.append(date(year, month, 1))
        year, month = (year, month - 1) if month > 1 else (year - 1, 12)
    last = found[-1].year
    found += [date(last - n, 1, 1) for n in range(YEARS)]
    return sorted(set(found), reverse=True)


def _sized(text: str, spare: Spare) -> str:
    """Say about how much it is as well, where there is something."""
    if not spare.n:
        return text
    return _("{what}: about {size}").format(what=text, size=size_in_words(spare.size))
