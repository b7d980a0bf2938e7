"""What hangs on the ask that is open: the chance of each outcome, for the wish that is named."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from lastdays.campaign.post_game_sequences import SequenceView
from lastdays.language import _, percent
from lastdays.procedure.asks import Ask, Choose, Stake, Wish
from lastdays.procedure.odds import Odds
from lastdays.ui.models.tables import TableModel, TableRow
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import Picker, column, label
from lastdays.ui.widgets.views import ChoiceTable

#: A fraction with a larger number than this under the line says less than its percentage.
LONGEST = 10**12


class OddsPanel(QFrame):
    """Outcomes with their chances. `hopes` carries what each option of the ask promises."""

    hopes = Signal(object)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.setProperty("kind", "panel")
        self._ask: Ask | None = None
        self._odds: Odds | None = None
        self._wish = ""
        self.wishes = Picker()
        self.wishes.setAccessibleName(_("Wish"))
        self.wishes.activated.connect(self._wish_chosen)
        self.model = TableModel((_("Outcome"), _("Chance")), (1,))
        self.table = ChoiceTable(self.model, _("Chances"), wrap=True)
        self.table.horizontalHeader().hide()
        self.note = label("", "faint", wrap=True)
        heading = label(_("Chance"), "heading")
        self.setLayout(column(heading, self.wishes, self.table, self.note, spacing=6, margin=10))

    def begin(self) -> None:
        """Forget what was wished for, for another sequence."""
        self._wish = ""

    def show_ask(self, view: SequenceView, ask: Ask) -> None:
        """Show what hangs on an ask; hide where nothing does."""
        self._ask = ask
        stake = ask.stake
        if stake is None:
            self.setVisible(False)
            return
        self.wishes.clear()
        for wish in stake.wishes:
            self.wishes.addItem(_("Wish: {wish}").format(wish=wish.label), wish.key)
        self.setVisible(True)
        self._odds = self.services.games.odds(view, ask)
        index = self.wishes.findData(self._wish)
        if index < 0:
            index = self._likeliest(stake)
        self.wishes.setCurrentIndex(index)
        self._show_chances(ask, stake, stake.wishes[index])

    def _likeliest(self, stake: Stake) -> int:
        """Return which wish to begin with: the first, unless it can no longer come true."""
        if self._odds is None:
            return 0
        found = self._odds.chances(stake.wishes[0])
        hopes = [wish.hope(found.outcomes) for wish in stake.wishes]
        return 0 if hopes[0] else hopes.index(max(hopes))

    def _show_chances(self, ask: Ask, stake: Stake, wish: Wish) -> None:
        if self._odds is None:
            self.model.set_rows([])
            self.note.setText(_("Too many possibilities to work out."))
            return
        found = self._odds.chances(wish)
        self.model.colours = {"wish": self.services.theme.colour("accent_text")}
        shown = [
            (key, text, found.outcomes[key])
            for key, text in stake.labels.items()
            if found.outcomes.get(key)
        ]
        shown.sort(key=lambda entry: -entry[2])
        self.model.set_rows(
            [
                TableRow(
                    key,
                    (text, percent(chance)),
                    _("{text}: exactly {chance}").format(text=text, chance=chance)
                    if chance.denominator < LONGEST
                    else "",
                    "wish" if wish.worth.get(key) else "",
                )
                for key, text, chance in shown
            ]
        )
        several = len(stake.wishes) > 1 or isinstance(ask, Choose)
        self.note.setText(
            _("{wish}: {chance}").format(wish=wish.label, chance=percent(wish.hope(found.outcomes)))
            + (_(" · later choices are the best for this wish") if several else "")
        )
        self.hopes.emit(found.hopes)

    def _wish_chosen(self, _index: int) -> None:
        self._wish = str(self.wishes.currentData())
        ask = self._ask
        if ask is not None and ask.stake is not None:
            self._show_chances(ask, ask.stake, ask.stake.wishes[self.wishes.currentIndex()])
