"""Beside an ask: the book's table with its chances, the odds, and the member."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QWidget

from lastdays.campaign.sequences.post_game import SequenceView
from lastdays.language import _, begun, dotted, ngettext
from lastdays.model.counters import shown_counters
from lastdays.model.fields import injuries_in_words, skills_in_words
from lastdays.model.group import Group, Member
from lastdays.model.profile import explain
from lastdays.model.recruiting import members_in_words
from lastdays.postgame.experience import BuyLevel
from lastdays.postgame.jobs import BuildChoice
from lastdays.postgame.tables import SupplyTable
from lastdays.procedure.asks import Ask, Beside, Choose, Roll, Stake, Sum, Wish
from lastdays.procedure.odds import Odds, totals
from lastdays.rulebook import CHARACTERISTICS
from lastdays.rulebook.entries import Dice
from lastdays.ui.forms.ask_panel import AskPanel
from lastdays.ui.models.rows import plain
from lastdays.ui.pages.sequence.book_tables import SupplyGrid, table_for
from lastdays.ui.pages.sequence.prospects_panel import ProspectsPanel
from lastdays.ui.services import Calculation, Services, Wanted
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.chances import (
    MODEST,
    ROOM,
    BookRow,
    BookTable,
    chance_table,
    exactly,
    share,
    show_book,
)
from lastdays.ui.widgets.entry_card import explain as explain_entry, explain_rows
from lastdays.ui.widgets.parts import (
    Flow,
    OneLine,
    Panel,
    Picker,
    allow,
    clear,
    column,
    entitle,
    holder,
    label,
    row,
    sentence,
)


class AboutMember(QWidget):
    """Two lines about the ask's member, else about the group."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.catalogue = services.catalogue
        self.badge = label("", "badge")
        self.badge.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.name = OneLine("strong")
        self.figures = OneLine("statline")
        self.setLayout(row(self.badge, column(self.name, self.figures, spacing=0), spacing=10))

    def show_ask(self, view: SequenceView, ask: Ask) -> None:
        group = view.group_now
        if ask.about and group.has_member(ask.about):
            self._member(group.member(ask.about))
        elif ask.about and view.before.has_member(ask.about):
            self._member(view.before.member(ask.about))
        else:
            self._group(group)

    def _mark(self, name: str, keyword: str) -> None:
        """Show the first letter of a name in the colour of a Keyword."""
        self.badge.setText(name[:1].upper())
        restyle(self.badge, keyword=keyword)

    def _member(self, member: Member) -> None:
        catalogue = self.catalogue
        self._mark(member.name, member.keyword)
        explain_entry(self.badge, catalogue.character(member.type).name, self.services)
        counters = shown_counters(member.counters, "member", "roster", catalogue)
        words = [
            member.name,
            catalogue.character(member.type).name,
            _("Level {n}", n=member.level),
            skills_in_words(member, catalogue),
            injuries_in_words(member, catalogue),
            *(held.text for held in counters),
        ]
        self.name.setText(dotted(*words))
        figures = explain(member, catalogue)
        self.figures.setText(" · ".join(f"{key} {figures[key].text}" for key in CHARACTERISTICS))

    def _group(self, group: Group) -> None:
        leader = group.leading
        self._mark(group.name, leader.keyword if leader else "")
        refuge = "" if group.on_the_road else self.catalogue.refuges[group.refuge.key].name
        explain_entry(self.badge, refuge, self.services)
        self.name.setText(group.name)
        members = members_in_words(group, self.catalogue)
        points = ngettext("{n} Scavenge Point", "{n} Scavenge Points", group.points)
        refuge = self.catalogue.refuges[group.refuge.key].name
        self.figures.setText(dotted(members, points, refuge))


#: Of more wishes than these only the one that is chosen is shown as a figure.
FIGURES = 3
#: Steps in which players want different things: no odds are shown before one is chosen.
GOALS = ("experience", "supplies")


class OddsPanel(Panel):
    """The book's table with chances; the odds of each option are shown on the ask's panel."""

    #: What is shown: nothing is done here before there is something.
    _view: SequenceView
    _ask: Ask

    def __init__(self, services: Services, asks: AskPanel) -> None:
        super().__init__()
        self.services = services
        self._asks = asks
        asks.laid.connect(self.show_lying)
        self._beside = Beside()
        self._odds: Odds | None = None
        #: What the worker calculates, and whether it has had to for this question.
        self._calculation = Calculation(services)
        self._heavy = False
        self._lying: tuple[int, ...] = ()
        #: What was last wished for in each step.
        self._wished: dict[str, str] = {}
        self.title = label("", "heading")
        self.caption = OneLine("faint")
        self.table = chance_table(services.theme)
        #: The table of the book that is shown, and the chances of its outcomes with all the help.
        self.book = BookTable("", ())
        self.helped = dict[str, Fraction]()
        self.grid = SupplyGrid(services.theme, services.catalogue)
        explain_rows(self.table, services)
        explain_rows(self.grid, services)
        self.wishes = Picker(name=_("Odds of"))
        self.wishes.activated.connect(self._wish_chosen)
        self.wishes.setSizeAdjustPolicy(Picker.SizeAdjustPolicy.AdjustToContents)
        self.note = sentence()
        self.figures = Flow(spacing=16)
        self.figures_box = holder(self.figures)
        self.prospects = ProspectsPanel(services, self.grid, asks)
        self.prospects.wished.connect(self._wish_for)
        self.about = AboutMember(services)
        rule = QFrame()
        rule.setProperty("kind", "rule")
        outer = column(
            row(self.title, (self.caption, 1), self.wishes, spacing=10),
            (self.table, 20),
            (self.grid, 20),
            self.figures_box,
            self.prospects,
            self.note,
            1,
            rule,
            self.about,
            spacing=6,
            margin=12,
        )
        self._outer = outer
        self.setLayout(outer)
        services.theme.follow(self._fit)

    def _fit(self) -> None:
        self.wishes.setMaximumWidth(self.services.theme.px(250))

    def show_ask(self, view: SequenceView, ask: Ask, beside: Beside) -> None:
        """Show the odds of an ask, with what stands `beside` it."""
        self._view = view
        self._ask = ask
        self._beside = beside
        self._lying = ()
        self.grid.show_yields({}, {}, "")
        self.prospects.show_ask(view, ask)
        self._note("")
        self.setVisible(True)
        self.about.show_ask(view, ask)
        wishes = ask.stake.wishes if ask.stake is not None else ()
        none = [(_("Odds of…"), "")] if ask.step in GOALS and wishes else []
        named = [(_("Odds of: {wish}", wish=wish.label), wish.key) for wish in wishes]
        self.wishes.offer([*none, *named], self._wished.get(ask.step, ""))
        self._work_out()

    def _wish(self) -> Wish | None:
        """Return the chosen wish, None if there is none yet."""
        stake = self._ask.stake
        key = self.wishes.currentData()
        return next((w for w in stake.wishes if w.key == key), None) if stake is not None else None

    def _work_out(self) -> None:
        """Work out the chances of the wish, on the worker if they take long."""
        view = self._view
        ask = self._ask
        wish = self._wish()
        self._calculation.stop()
        self._heavy = False
        self._odds = self.services.games.odds(view, ask) if wish is not None else None
        if wish is not None and self._odds is None:
            self._heavy = True
            self._calculate(wish)
        self._begin()

    def _begin(self) -> None:
        """Choose the previous wish, else the likeliest, and show its chances."""
        ask = self._ask
        wish = self._wish()
        if wish is not None and wish.key != self._wished.get(ask.step):
            assert ask.stake is not None
            self.wishes.setCurrentIndex(self.wishes.findData(self._likeliest(ask.stake).key))
        known = self._odds is not None or wish is None
        self.wishes.setVisible(self.wishes.count() > 1 and (known or self._calculation.going))
        allow(self.wishes, known, _("The chances are being worked out"))
        self._show_chances()

    def _calculate(self, wish: Wish) -> None:
        """Work out long chances on the worker."""
        view = self._view
        ask = self._ask
        odds = self._odds
        stake = ask.stake
        assert stake is not None

        def calculate(_wanted: Wanted) -> Odds | None:
            found = odds or self.services.games.odds(view, ask, patient=True)
            if found is not None:
                for one in _figured(stake, wish):
                    found.chances(one)
            return found

        def show(found: Odds | None) -> None:
            self._odds = found
            if odds is None:
                self._begin()
            else:
                self._show_chances()

        self._calculation.begin(calculate, show)

    def show_lying(self, faces: tuple[int, ...]) -> None:
        """Show what is still possible with these dice on the table."""
        if faces != self._lying:
            self._lying = faces
            self._show_chances()

    def _likeliest(self, stake: Stake) -> Wish:
        """Return the first wish, or if it can't come true the likeliest."""
        if self._odds is None:
            return stake.wishes[0]
        found = self._odds.chances(stake.wishes[0])
        if stake.wishes[0].hope(found.outcomes):
            return stake.wishes[0]  # most asks: the others are not worth working out
        return max(stake.wishes, key=lambda wish: wish.hope(found.outcomes))

    def _show_chances(self) -> None:
        ask = self._ask
        wish = self._wish()
        self.prospects.show_wish(ask, wish)
        table = self._table()
        if wish is None or ask.stake is None:
            self._show_table(table)
            self._show_figures([])
            self._asks.show_chances({})
            return
        stake = ask.stake
        if self._heavy and self._odds is not None and not self._odds.knows(wish):
            self._calculate(wish)
        if self._odds is None or self._calculation.going:
            self._show_table(table)
            self._show_figures(
                [(name, None, chance) for name, chance in table.events] if table else []
            )
            self._note(
                _("Working it out…")
                if self._calculation.going
                else _("Too many possibilities to work out.")
            )
            return
        found = self._odds.chances(wish)
        several = bool(self._beside.aids) or isinstance(ask, Choose)
        helped = {}
        if table is None or (isinstance(ask, Choose) and not table.events):
            table = _outcomes(stake, wish, found.outcomes, ask)
        elif several and table.events and not self._lying and isinstance(ask, Roll):
            helped = dict(found.outcomes)
            helped |= {row.key: Fraction(0) for row in table.rows if row.key not in helped}
        self._show_table(table, helped)
        self._show_figures(self._events(stake, wish, table, several=several))
        text = _("Later choices are made for the best odds of {wish}.", wish=wish.label)
        self.wishes.setToolTip(plain(text if several else ""))
        self._note("", keep=self.note.isVisible())
        self._asks.show_chances(found.hopes, wish.label)

    def _note(self, text: str, *, keep: bool = False) -> None:
        """Show a note; with `keep` its room stays when it is gone."""
        self.note.setText(text)
        self.note.setVisible(bool(text) or keep)

    def _events(
        self, stake: Stake, wish: Wish, table: BookTable, *, several: bool
    ) -> list[tuple[str, Fraction | None, Fraction]]:
        """Return each event with its chance as the dice fall, if that differs, and its chance with
        all the help."""
        if isinstance(self._ask, BuyLevel):
            return []  # it stands beside all others
        if self._lying or self._odds is None:
            return [(name, None, chance) for name, chance in table.events]
        wishes = _figured(stake, wish)
        known = dict(table.events) if several else {}
        events = []
        for one in wishes:
            chance = one.hope(self._odds.chances(one).outcomes)
            alone = known.get(one.label)
            events.append((one.label, None if alone == chance else alone, chance))
        return events

    def _show_figures(self, events: list[tuple[str, Fraction | None, Fraction]]) -> None:
        """Show each event with its chance: '94 % → 100 % surviving'."""
        clear(self.figures)
        helped = any(alone is not None for _name, alone, _chance in events)
        for n, (name, alone, chance) in enumerate(events, start=1):
            text = name
            if helped and n == len(events):
                text = _("{event}, with all the help", event=name)
            parts = [label(share(chance), "figure"), label(text, "small")]
            said = _("{event}: {chance}", event=name, chance=exactly(chance))
            if alone is not None:
                parts.insert(0, label(_("{chance} →", chance=share(alone)), "plainfigure"))
                said = _(
                    "{event}: {plain} as the dice fall, {chance} with all the help",
                    event=name,
                    plain=exactly(alone),
                    chance=exactly(chance),
                )
            made = holder(row(*parts, spacing=5))
            entitle(made, said)
            self.figures.addWidget(made)
            made.show()
        self.figures_box.setVisible(bool(events))

    # Tables

    def _table(self) -> BookTable | None:
        """Return the book's table with what is still possible."""
        return table_for(self._ask, self._beside, self.services.catalogue, self._lying)

    def _show_table(
        self, table: BookTable | None, helped: dict[str, Fraction] | None = None
    ) -> None:
        supplies = self._beside.table
        self.grid.setVisible(isinstance(supplies, SupplyTable))
        if isinstance(supplies, SupplyTable):
            self._show_supplies(supplies)
            self.title.setText(_("Supply Table"))
            self.title.show()
            self.caption.show()
            self.caption.setText(_("p.\u00a0{n}", n=92))
            self.table.hide()
            return
        for part in (self.table, self.title, self.caption):
            part.setVisible(table is not None)
        if table is None:
            return
        self.title.setText(table.title)
        page = _("p.\u00a0{n}", n=table.page) if table.page else ""
        self.caption.setText(dotted(page, table.caption))
        crowded = isinstance(self._ask, BuildChoice)  # two grids stand below it
        self.table.room = MODEST if crowded and not self.services.theme.narrow else ROOM
        self._outer.setStretch(self._outer.indexOf(self.prospects), 80 if crowded else 20)
        self.book = table
        self.helped = helped or {}
        show_book(self.table, table, self.helped)

    def _show_supplies(self, table: SupplyTable) -> None:
        """Show the result of a Supply Token so far."""
        chances: dict[str, dict[int, Fraction]] = {}
        if table.rolls and isinstance(self._ask, Sum):
            lying = sum(self._lying)
            missing = self._ask.dice.count - len(self._lying)
            spread = totals(Dice(missing, self._ask.dice.faces))
            chances[table.rolls] = {total + lying: chance for total, chance in spread.items()}
        self.grid.show_cell(table.row, table.column, chances)

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop calculating when another page is shown."""
        super().hideEvent(event)
        if not event.spontaneous():
            self._calculation.stop()
            self.prospects.calculation.stop()

    def _wish_for(self, key: str) -> None:
        """Choose a wish that was picked elsewhere."""
        index = self.wishes.findData(key)
        if index >= 0 and self.wishes.isEnabled():
            self.wishes.setCurrentIndex(index)
            self._wish_chosen()

    def _wish_chosen(self) -> None:
        self._wished[self._ask.step] = str(self.wishes.currentData())
        if self._odds is None:
            self._work_out()
        else:
            self._show_chances()


def _figured(stake: Stake, wish: Wish) -> tuple[Wish, ...]:
    """Return the wishes shown as figures: all, or if there are many the chosen one."""
    return stake.wishes if len(stake.wishes) <= FIGURES else (wish,)


def _outcomes(stake: Stake, wish: Wish, outcomes: dict[str, Fraction], ask: Ask) -> BookTable:
    """Return the possible results of an ask, likeliest first."""
    shown = [
        BookRow(
            "",
            begun(text),
            chance=outcomes[key],
            key="",
            kind="well" if wish.worth.get(key) else "",
        )
        for key, text in stake.labels.items()
        if outcomes.get(key)
    ]
    shown.sort(key=lambda entry: -(entry.chance or 0))
    return BookTable(_("Possible results"), tuple(shown), ask.page)
