"""Beside an ask: the book's table with its chances, the odds, and the member."""

from __future__ import annotations

from fractions import Fraction
from operator import itemgetter

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from lastdays.campaign.sequences.post_game import SequenceView
from lastdays.language import _, capitalised, dotted, ngettext
from lastdays.model.counters import shown_counters
from lastdays.model.fields import injuries_in_words, skills_in_words
from lastdays.model.group import Group, Member
from lastdays.model.profile import explain
from lastdays.model.recruiting import members_in_words
from lastdays.postgame.experience import BuyLevel
from lastdays.postgame.jobs import BuildChoice
from lastdays.postgame.tables import SupplyTable
from lastdays.procedure.asks import Ask, Beside, Choose, Roll, Stake, Sum, Wish
from lastdays.procedure.odds import Chances, Odds, chances_of_totals
from lastdays.rulebook import CHARACTERISTICS
from lastdays.rulebook.entries import Dice
from lastdays.ui.forms.ask_panel import AskPanel
from lastdays.ui.models.rows import plain_hint
from lastdays.ui.pages.sequence.book_tables import SupplyGrid, table_for
from lastdays.ui.pages.sequence.prospects_panel import ProspectsPanel
from lastdays.ui.services import Calculation, Services, Wanted
from lastdays.ui.theme import set_style_properties
from lastdays.ui.widgets.chances import (
    BOOK_HEIGHT,
    MODEST_BOOK_HEIGHT,
    BookRow,
    BookTable,
    as_fraction_and_percent,
    chance_table,
    in_percent,
    show_book,
)
from lastdays.ui.widgets.entry_card import (
    show_entries_of_rows_on_hover,
    show_entry_on_hover as explain_entry,
)
from lastdays.ui.widgets.parts import (
    Flow,
    OneLine,
    Panel,
    Picker,
    clear_layout,
    column,
    enable_or_explain,
    label,
    row,
    sentence,
    set_name_and_hint,
    wrap_layout,
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
            self._show_member(group.member(ask.about))
        elif ask.about and view.before.has_member(ask.about):
            self._show_member(view.before.member(ask.about))
        else:
            self._group(group)

    def _show_initial(self, name: str, keyword: str) -> None:
        """Show the first letter of a name in the colour of a Keyword."""
        self.badge.setText(name[:1].upper())
        set_style_properties(self.badge, keyword=keyword)

    def _show_member(self, member: Member) -> None:
        catalogue = self.catalogue
        self._show_initial(member.name, member.keyword)
        member_type = catalogue.character(member.type).name
        explain_entry(self.badge, member_type, self.services)
        counters = shown_counters(member.counters, "member", "roster", catalogue)
        words = [
            member.name,
            member_type,
            _("Level {n}", n=member.level),
            skills_in_words(member, catalogue),
            injuries_in_words(member, catalogue),
        ]
        words += [counter.text for counter in counters]
        self.name.setText(dotted(*words))
        figures = explain(member, catalogue)
        self.figures.setText(" · ".join(f"{key} {figures[key].text}" for key in CHARACTERISTICS))

    def _group(self, group: Group) -> None:
        keyword = group.leading.keyword if group.leading is not None else ""
        self._show_initial(group.name, keyword)
        refuge = self.catalogue.refuges[group.refuge.key].name
        explained_entry = "" if group.on_the_road else refuge
        explain_entry(self.badge, explained_entry, self.services)
        self.name.setText(group.name)
        members = members_in_words(group, self.catalogue)
        points = ngettext("{n} Scavenge Point", "{n} Scavenge Points", group.points)
        self.figures.setText(dotted(members, points, refuge))


#: An event, its chance as the dice fall (None where that is the same), and with all the help.
Event = tuple[str, Fraction | None, Fraction]
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
        theme = services.theme
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
        #: The table of the book that is shown, and the chances of its outcomes with all the help.
        self.book = BookTable("", ())
        self.helped = dict[str, Fraction]()
        self.title = label("", "heading")
        self.caption = OneLine("faint")
        self.wishes = Picker(name=_("Odds of"))
        self.wishes.activated.connect(self._wish_chosen)
        self.wishes.setSizeAdjustPolicy(Picker.SizeAdjustPolicy.AdjustToContents)
        self.table = chance_table(theme)
        show_entries_of_rows_on_hover(self.table, services)
        self.grid = SupplyGrid(theme, services.catalogue)
        show_entries_of_rows_on_hover(self.grid, services)
        self.figures = Flow(spacing=16)
        self.figures_box = wrap_layout(self.figures)
        self.prospects = ProspectsPanel(services, self.grid, asks)
        self.prospects.wished.connect(self._wish_for)
        self.note = sentence()
        self.about = AboutMember(services)
        self._outer = self._lay_out()
        self.setLayout(self._outer)
        theme.call_now_and_on_change(self._fit)

    def _lay_out(self) -> QVBoxLayout:
        """Lay out the parts, those on the member below a rule."""
        rule = QFrame()
        rule.setProperty("kind", "rule")
        return column(
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

    def _fit(self) -> None:
        self.wishes.setMaximumWidth(self.services.theme.pixels(250))

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
        self._offer_wishes(ask)
        self._work_out()

    def _offer_wishes(self, ask: Ask) -> None:
        """Offer what may be wished for, and nothing yet where players want different things."""
        wishes = ask.stake.wishes if ask.stake is not None else ()
        choices = []
        if wishes and ask.step in GOALS:
            choices.append((_("Odds of…"), ""))
        for wish in wishes:
            choices.append((_("Odds of: {wish}", wish=wish.label), wish.key))
        self.wishes.offer(choices, self._wished.get(ask.step, ""))

    def _wish(self) -> Wish | None:
        """Return the chosen wish, None if there is none yet."""
        if self._ask.stake is None:
            return None
        key = self.wishes.currentData()
        for wish in self._ask.stake.wishes:
            if wish.key == key:
                return wish
        return None

    def _work_out(self) -> None:
        """Work out the chances of the wish, on the worker if they take long."""
        wish = self._wish()
        self._calculation.stop()
        self._heavy = False
        self._odds = None
        if wish is not None:
            self._odds = self.services.games.odds(self._view, self._ask)
            if self._odds is None:
                self._heavy = True
                self._calculate(wish)
        self._begin()

    def _begin(self) -> None:
        """Choose the previous wish, else the likeliest, and show its chances."""
        ask = self._ask
        wish = self._wish()
        if wish is not None and wish.key != self._wished.get(ask.step):
            assert ask.stake is not None
            likeliest = self._likeliest(ask.stake)
            self.wishes.setCurrentIndex(self.wishes.findData(likeliest.key))
        is_known = self._odds is not None or wish is None
        has_choice = self.wishes.count() > 1
        self.wishes.setVisible(has_choice and (is_known or self._calculation.going))
        enable_or_explain(self.wishes, is_known, _("The chances are being worked out"))
        self._show_chances()

    def _calculate(self, wish: Wish) -> None:
        """Work out long chances on the worker."""
        view = self._view
        ask = self._ask
        known_odds = self._odds
        stake = ask.stake
        assert stake is not None

        def calculate(_wanted: Wanted) -> Odds | None:
            odds = known_odds or self.services.games.odds(view, ask, patient=True)
            if odds is not None:
                for figured in _wishes_shown_as_figures(stake, wish):
                    odds.chances(figured)
            return odds

        def show(odds: Odds | None) -> None:
            self._odds = odds
            if known_odds is None:
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
        first = stake.wishes[0]
        if self._odds is None:
            return first
        outcomes = self._odds.chances(first).outcomes
        if first.hope(outcomes):
            return first  # most asks: the others are not worth working out
        return max(stake.wishes, key=lambda wish: wish.hope(outcomes))

    def _show_chances(self) -> None:
        """Show the chances of the chosen wish, as far as they are worked out."""
        ask = self._ask
        wish = self._wish()
        self.prospects.show_wish(ask, wish)
        table = self._table()
        if wish is None or ask.stake is None:
            self._show_table(table)
            self._show_figures([])
            self._asks.show_chances({})
            return
        if self._heavy and self._odds is not None and not self._odds.knows(wish):
            self._calculate(wish)
        if self._odds is None or self._calculation.going:
            self._show_unknown(table)
            return
        self._show_known(ask.stake, wish, self._odds.chances(wish), table)

    def _show_unknown(self, table: BookTable | None) -> None:
        """Show what the table alone says, and why there are no chances yet."""
        self._show_table(table)
        events = table.events if table is not None else ()
        self._show_figures([(name, None, chance) for name, chance in events])
        if self._calculation.going:
            self._note(_("Working it out…"))
        else:
            self._note(_("Too many possibilities to work out."))

    def _show_known(
        self, stake: Stake, wish: Wish, chances: Chances, table: BookTable | None
    ) -> None:
        """Show the chances of a wish on the table, as figures and on the ask's panel."""
        is_choice = isinstance(self._ask, Choose)
        helps = bool(self._beside.aids) or is_choice
        helped = {}
        if table is None or (is_choice and not table.events):
            table = _table_of_outcomes(stake, wish, chances.outcomes, self._ask)
        elif helps and table.events and not self._lying and isinstance(self._ask, Roll):
            helped = dict.fromkeys((row.key for row in table.rows), Fraction(0))
            helped |= chances.outcomes
        self._show_table(table, helped)
        self._show_figures(self._events(stake, wish, table, helps=helps))
        hint = ""
        if helps:
            hint = _("Later choices are made for the best odds of {wish}.", wish=wish.label)
        self.wishes.setToolTip(plain_hint(hint))
        self._note("", keep=self.note.isVisible())
        self._asks.show_chances(chances.hopes, wish.label)

    def _note(self, text: str, *, keep: bool = False) -> None:
        """Show a note; with `keep` its room stays when it is gone."""
        self.note.setText(text)
        self.note.setVisible(bool(text) or keep)

    def _events(self, stake: Stake, wish: Wish, table: BookTable, *, helps: bool) -> list[Event]:
        """Return each event with its chance as the dice fall, if that differs, and its chance with
        all the help."""
        if isinstance(self._ask, BuyLevel):
            return []  # it stands beside all others
        if self._lying or self._odds is None:
            return [(name, None, chance) for name, chance in table.events]
        chances_alone = dict(table.events) if helps else {}
        events: list[Event] = []
        for figured in _wishes_shown_as_figures(stake, wish):
            chance = figured.hope(self._odds.chances(figured).outcomes)
            alone = chances_alone.get(figured.label)
            if alone == chance:
                alone = None
            events.append((figured.label, alone, chance))
        return events

    def _show_figures(self, events: list[Event]) -> None:
        """Show each event with its chance: '94 % → 100 % surviving'."""
        clear_layout(self.figures)
        any_helped = any(alone is not None for _name, alone, _chance in events)
        for number, event in enumerate(events, start=1):
            is_last = number == len(events)
            figure = _figure_of_event(event, says_helped=any_helped and is_last)
            self.figures.addWidget(figure)
            figure.show()
        self.figures_box.setVisible(bool(events))

    # Tables

    def _table(self) -> BookTable | None:
        """Return the book's table with what is still possible."""
        return table_for(self._ask, self._beside, self.services.catalogue, self._lying)

    def _show_table(
        self, table: BookTable | None, helped: dict[str, Fraction] | None = None
    ) -> None:
        supplies = self._beside.table
        if isinstance(supplies, SupplyTable):
            self.grid.show()
            self.table.hide()
            self._show_supplies(supplies)
            return
        self.grid.hide()
        self.table.setVisible(table is not None)
        self.title.setVisible(table is not None)
        self.caption.setVisible(table is not None)
        if table is None:
            return
        self.title.setText(table.title)
        page = _("p.\u00a0{n}", n=table.page) if table.page else ""
        self.caption.setText(dotted(page, table.caption))
        self._share_room()
        self.book = table
        self.helped = helped or {}
        show_book(self.table, table, self.helped)

    def _share_room(self) -> None:
        """Leave room below the table for the two grids of a Perk to build."""
        has_two_grids = isinstance(self._ask, BuildChoice)
        place = self._outer.indexOf(self.prospects)
        self._outer.setStretch(place, 80 if has_two_grids else 20)
        is_modest = has_two_grids and not self.services.theme.narrow
        self.table.most_height = MODEST_BOOK_HEIGHT if is_modest else BOOK_HEIGHT

    def _show_supplies(self, table: SupplyTable) -> None:
        """Show the result of a Supply Token so far."""
        self.title.setText(_("Supply Table"))
        self.title.show()
        self.caption.setText(_("p.\u00a0{n}", n=92))
        self.caption.show()
        chances: dict[str, dict[int, Fraction]] = {}
        if table.rolls and isinstance(self._ask, Sum):
            lying = sum(self._lying)
            dice_left = self._ask.dice.count - len(self._lying)
            rolled = chances_of_totals(Dice(dice_left, self._ask.dice.faces))
            chances[table.rolls] = {total + lying: chance for total, chance in rolled.items()}
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


def _figure_of_event(event: Event, *, says_helped: bool) -> QWidget:
    """Return an event with its chance, and where all the help changes it, the one without."""
    name, alone, chance = event
    text = name
    if says_helped:
        text = _("{event}, with all the help", event=name)
    spoken = _("{event}: {chance}", event=name, chance=as_fraction_and_percent(chance))
    line = row(spacing=5)
    if alone is not None:
        line.addWidget(label(_("{chance} →", chance=in_percent(alone)), "plainfigure"))
        spoken = _(
            "{event}: {plain} as the dice fall, {chance} with all the help",
            event=name,
            plain=as_fraction_and_percent(alone),
            chance=as_fraction_and_percent(chance),
        )
    line.addWidget(label(in_percent(chance), "figure"))
    line.addWidget(label(text, "small"))
    figure = wrap_layout(line)
    set_name_and_hint(figure, spoken)
    return figure


def _wishes_shown_as_figures(stake: Stake, wish: Wish) -> tuple[Wish, ...]:
    """Return the wishes shown as figures: all, or if there are many the chosen one."""
    if len(stake.wishes) <= FIGURES:
        return stake.wishes
    return (wish,)


def _table_of_outcomes(
    stake: Stake, wish: Wish, outcomes: dict[str, Fraction], ask: Ask
) -> BookTable:
    """Return the possible results of an ask, likeliest first."""
    rows = []
    for key, text in stake.labels.items():
        chance = outcomes.get(key)
        if chance:
            kind = "well" if wish.worth.get(key) else ""
            rows.append((chance, BookRow("", capitalised(text), chance=chance, key="", kind=kind)))
    rows.sort(key=itemgetter(0), reverse=True)
    return BookTable(_("Possible results"), tuple(row for _chance, row in rows), ask.page)
