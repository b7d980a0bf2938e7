"""Rolling on tables that players wrote, and their steps before a game: the question, its table beside
it, and what it comes to before it is applied."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from lastdays.campaign.changed import CampaignChanged, Changed, Everything, GroupChanged
from lastdays.campaign.own_rolls import Occasion, OwnRollDrafts, OwnRolling
from lastdays.language import _, ngettext
from lastdays.postgame.own import OwnState
from lastdays.postgame.tables import OwnTable
from lastdays.procedure.asks import Sum
from lastdays.procedure.dice import roll
from lastdays.procedure.replay import Answer, How, Replayed
from lastdays.rulebook.own import Owner, Table
from lastdays.ui.forms.ask_panel import AskPanel
from lastdays.ui.navigation import BackRoute, OwnRollRoute
from lastdays.ui.page import Head, PageOfCampaign
from lastdays.ui.pages.sequence.book_tables import table_for
from lastdays.ui.services import Services
from lastdays.ui.widgets.chances import BookTable, chance_table, show_book
from lastdays.ui.widgets.own_table import book_table_of
from lastdays.ui.widgets.parts import (
    Flow,
    Panel,
    Picker,
    Plain,
    RowOrColumn,
    button,
    column,
    label,
    panel,
    row,
    sentence,
    show_text,
    wrap_layout,
)


class OwnRollPanel(Plain):
    """A step or a roll: what is asked, or at the end what it comes to, and the table beside it. `ended`
    says that nothing more is asked."""

    ended = Signal()

    def __init__(self, services: Services, *end: QWidget, large: bool = False) -> None:
        """Make the panel; `end` is shown in the question's place once there is none."""
        super().__init__()
        self.services = services
        self._end = end
        self._drafts = OwnRollDrafts(services.workspace)
        self.rolling: OwnRolling | None = None
        self.answers: dict[str, Answer] = {}
        self.asks = AskPanel(
            services.catalogue, services.theme, source=services.source, large=large
        )
        self.asks.answered.connect(self._take_answer)
        self.asks.rolled.connect(self._roll_asked_dice)
        self.asks.laid.connect(self._show_lying)
        self.so_far = sentence("", "text")
        self.title = label("", "heading")
        self.dice = label("", "faint")
        self.table = chance_table(services.theme)
        services.theme.call_now_and_on_any_change(self._fit_table)
        heading = row(self.title, (self.dice, 1), spacing=10)
        self.beside = wrap_layout(column(heading, self.table, 1, spacing=4))
        question = wrap_layout(column(*end, (self.asks, 1), spacing=0))
        sides = RowOrColumn(services.theme, (question, 1), (self.beside, 1), spacing=20)
        self.setLayout(column(self.so_far, (sides, 1), spacing=8))

    def _fit_table(self) -> None:
        self.table.setFixedHeight(self.table.height_of_all_rows())

    @property
    def told(self) -> str:
        """Return what has been told so far, a line a sentence."""
        if self.rolling is None:
            return ""
        return "\n".join(line.text for line in self.rolling.played(self.answers).story)

    def start(self, rolling: OwnRolling) -> None:
        """Ask the first question of a step or a roll, or go on where it was left."""
        self.rolling = rolling
        self.answers = self.services.ask(self._drafts.kept, rolling) or {}
        self.go_on()

    def starts_as(self, rolling: OwnRolling) -> bool:
        """Return whether the roll that is asked starts from the same as another."""
        return self.rolling is not None and self.rolling.digest == rolling.digest

    def _store_answers(self) -> None:
        """Keep the answers so far, so that a killed process loses none."""
        assert self.rolling is not None
        self.services.ask(self._drafts.keep, self.rolling, self.answers)

    def go_on(self) -> None:
        """Ask what is open; at the end the table stays, with the row that was rolled."""
        assert self.rolling is not None
        played = self.rolling.played(self.answers)
        ask = played.pending
        self.asks.setVisible(ask is not None)
        for part in self._end:
            part.setVisible(ask is None)
        if ask is None:
            show_text(self.so_far, "")
            self._show_rolled(played)
            self.ended.emit()
            return
        show_text(self.so_far, self.told)
        campaign = self.rolling.campaign
        group = self.rolling.occasion.group
        beside = ask.beside()
        self.asks.show_ask(ask, campaign.dice_for(group), aids=beside.aids, rolled=beside.lying)
        self._show_lying()

    def _show_lying(self, lying: tuple[int, ...] = ()) -> None:
        """Show the table beside the question, with these dice on the table."""
        ask = self.asks.ask
        table = None
        if ask is not None:
            table = table_for(ask, ask.beside(), self.services.catalogue, lying)
        self._show_table(table)

    def _show_rolled(self, played: Replayed[OwnState]) -> None:
        """Show the players' own table that was rolled on first, with its row."""
        for asked in played.asked:
            ask = asked.ask
            own_table = ask.beside().table
            if isinstance(ask, Sum) and isinstance(own_table, OwnTable):
                self._show_row_of_total(own_table.table, asked.value)
                return
        self._show_table(None)

    def _show_row_of_total(self, table: Table, total: int) -> None:
        """Show the row that a total leads to, without its chance, which is certain."""
        only_total = {total: Fraction(1)}
        book_table = book_table_of(table, only_total, self.services.catalogue)
        rows = []
        for book_row in book_table.rows:
            rows.append(replace(book_row, chance=None))
        self._show_table(replace(book_table, rows=tuple(rows)))

    def _show_table(self, book: BookTable | None) -> None:
        self.beside.setVisible(book is not None)
        if book is not None:
            self.title.setText(book.title)
            self.dice.setText(book.caption)
            show_book(self.table, book, {})
            self._fit_table()

    def step_back(self) -> bool:
        """Take back dice that lie there, else the latest answer; return whether there were any."""
        if self.asks.isVisible() and self.asks.step_back():
            return True
        if not self.answers:
            return False
        self.answers.popitem()
        self._store_answers()
        self.go_on()
        return True

    def apply(self, message: str) -> bool:
        """Store all that it has come to, and say so; return whether that succeeded. What is kept of it
        goes first, so that it is never applied twice."""
        assert self.rolling is not None
        rolling = self.rolling
        answers = self.answers
        self.services.ask(self._drafts.discard, rolling)
        apply = partial(self.services.own_rolls.apply, rolling, answers)
        succeeded = self.services.do(apply, message).succeeded
        if not succeeded:
            self.services.ask(self._drafts.keep, rolling, answers)
        return succeeded

    def take_focus(self) -> None:
        """Focus what answers the question."""
        self.asks.take_focus()

    def _take_answer(self, value: object, how: How) -> None:
        assert self.asks.ask is not None
        if isinstance(value, tuple):
            value = list(value)  # as it is stored
        self.answers[self.asks.ask.key] = Answer(value, how)
        self._store_answers()
        self.go_on()

    def _roll_asked_dice(self) -> None:
        assert self.asks.ask is not None
        self._take_answer(roll(self.asks.ask, self.services.source), "rolled")


class StepsBeforeGame(Panel):
    """Asks the steps that are due before the next game, one after the other; hidden if there are none
    or if they are put off. Each is applied as it ends."""

    #: What is due has changed its look: another step is asked, or none.
    turned = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._campaign = ""
        self._due: tuple[Occasion, ...] = ()
        self._put_off = False
        self.title = label("", "heading")
        self.left = label("", "faint")
        self.later_button = button(_("Not &now"), self.put_off, "quiet")
        self.rolls = OwnRollPanel(services)
        self.rolls.ended.connect(self._apply)
        #: Where it is put off, it leads back here.
        self.open_button = button("", self.take_up)
        head = row(self.title, (self.left, 1), self.later_button, spacing=10)
        self.setLayout(column(head, self.rolls, margin=12))
        self.hide()

    @property
    def asking(self) -> bool:
        """Return whether a step is asked."""
        return not self.isHidden()

    def ask_again(self) -> None:
        """Ask again, for another campaign or visit."""
        self._put_off = False

    def show_due(self, campaign: str, due: tuple[Occasion, ...]) -> None:
        """Show the first of the steps that are due."""
        is_same = self.asking and campaign == self._campaign and due == self._due
        self._campaign = campaign
        self._due = due
        asks = bool(due) and not self._put_off
        self.setVisible(asks)
        self.open_button.setVisible(bool(due) and self._put_off)
        if not due:
            return
        text = ngettext("{n} step of &our rules", "{n} steps of &our rules", len(due))
        self.open_button.setText(text)
        if asks:
            self._ask_first(campaign, due, is_same=is_same)

    def _ask_first(self, campaign: str, due: tuple[Occasion, ...], *, is_same: bool) -> None:
        """Ask the first step, unless the same one is asked and starts from the same."""
        rolling = self.services.ask(self.services.own_rolls.begin, campaign, due[0])
        if rolling is None:
            self.hide()
            return
        if is_same and self.rolls.starts_as(rolling):
            return
        self.title.setText(rolling.rule.name)
        more = len(due) - 1
        text = ngettext("{n} more to come", "{n} more to come", more) if more else ""
        self.left.setText(text)
        self.rolls.start(rolling)

    def put_off(self) -> None:
        """Leave the steps for later."""
        self._put_off = True
        self.show_due(self._campaign, self._due)
        self.turned.emit()
        self.open_button.setFocus()

    def take_up(self) -> None:
        """Ask the steps that were put off."""
        self._put_off = False
        self.show_due(self._campaign, self._due)
        self.turned.emit()
        self.rolls.take_focus()

    def leave(self) -> bool:
        """Take back dice or an answer, else put the steps off; return whether they were asked."""
        if not self.asking:
            return False
        if not self.rolls.step_back():
            self.put_off()
        return True

    def _apply(self) -> None:
        """Store what the step has come to; the page then reads what is due next."""
        self._due = ()  # another begins, even if it is the same again
        if not self.rolls.apply(self.rolls.told):
            self.turned.emit()


class OwnRollPage(PageOfCampaign):
    """A roll on a table of the players, for a member, a group or the campaign."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.head = Head(_("Roll on a table"))
        self.table = Picker(name=_("Table"), picked=self._table_chosen)
        self.group = Picker(name=_("Group"), picked=self._group_chosen)
        self.member = Picker(name=_("Member"), picked=self._begin_roll)
        self.result = sentence("", "question")
        self.apply_button = button(_("&Apply"), self.apply, "first")
        self.change_button = button(_("&Change the answer"), self._change_answer)
        buttons = row(self.apply_button, self.change_button, 1)
        self.end = wrap_layout(column(self.result, wrap_layout(buttons), 1, spacing=12))
        self.rolls = OwnRollPanel(services, self.end, large=True)
        self.rolls.ended.connect(self._show_result)
        who = Flow(self.table, self.group, self.member, spacing=8)
        self.roll = panel(self.rolls, margin=14)
        self.lay(wrap_layout(who), (self.roll, 1), wide=1400)

    # What is shown

    def show_route(self, route: OwnRollRoute, campaign: str) -> OwnRollRoute | None:
        """Offer the tables, with that of the route chosen, for whom the route is."""
        self.campaign_id = campaign
        tables = self.services.catalogue.own.tables
        if not tables:
            return None
        table_key = route.table
        if not table_key:
            table_key = _likely_table(tables, _owner_of(route))
        self.table.offer([(table.name, table.key) for table in tables], table_key)
        groups = self.services.workspace.groups(campaign)
        self.group.offer([(group.name, group.id) for group in groups], route.group)
        self._offer_members(route.member)
        self._begin_roll()
        return route

    def is_affected_by(self, changed: Changed) -> bool:
        return isinstance(changed, CampaignChanged | GroupChanged | Everything)

    def refresh(self) -> None:
        """Begin the roll again on what is there now, unless it hasn't changed."""
        if self.campaign_id and self.table.count():
            self._begin_roll()

    def _chosen_table(self) -> Table | None:
        return self.services.catalogue.own.table(str(self.table.currentData()))

    def _offer_members(self, chosen: str = "") -> None:
        """Offer those in play of the chosen group."""
        group = str(self.group.currentData() or "")
        snapshot = None
        if group:
            snapshot = self.services.ask(self.services.workspace.snapshot, group)
        members = snapshot.group.active if snapshot is not None else ()
        self.member.offer([(member.name, member.id) for member in members], chosen)

    def _table_chosen(self, _key: str) -> None:
        self._begin_roll()

    def _group_chosen(self, _group: str) -> None:
        self._offer_members()
        self._begin_roll()

    def _chosen_occasion(self, table: Table) -> Occasion | None:
        """Return the roll that is chosen, None if there is nobody to make it."""
        group = self.group.currentData() or ""
        member = self.member.currentData() or ""
        if table.of == "campaign":
            return Occasion(table=table.key)
        if table.of == "group" and group:
            return Occasion(table=table.key, group=group)
        if table.of == "member" and member:
            return Occasion(table=table.key, group=group, member=member)
        return None

    def _begin_roll(self, _chosen: object = None) -> None:
        """Ask for the roll."""
        table = self._chosen_table()
        if table is None:
            self.services.go(BackRoute())
            return
        self.group.setVisible(table.of != "campaign")
        self.member.setVisible(table.of == "member")
        occasion = self._chosen_occasion(table)
        self.roll.setVisible(occasion is not None)
        if occasion is None:
            return
        rolling = self.services.ask(self.services.own_rolls.begin, self.campaign_id, occasion)
        if rolling is None:
            return
        self.head.note.setText(rolling.whose)
        self.rolls.start(rolling)

    def _show_result(self) -> None:
        """Show what the roll comes to, to be applied."""
        self.result.setText(self.rolls.told)
        self.apply_button.setFocus()

    # What is done

    def apply(self) -> None:
        """Apply the roll, and go back."""
        if self.rolls.apply(self.result.text()):
            self.services.go(BackRoute())

    def _change_answer(self) -> None:
        self.rolls.step_back()
        self.rolls.take_focus()

    def leave_inner(self) -> bool:
        """Take back dice or the latest answer."""
        if not self.end.isHidden():
            self._change_answer()
            return True
        return self.rolls.step_back()

    def take_focus(self) -> None:
        """Focus what answers, or applies."""
        if not self.end.isHidden():
            self.apply_button.setFocus()
        else:
            self.rolls.take_focus()


def _likely_table(tables: Iterable[Table], owner: Owner) -> str:
    """Return the key of the first table for an owner, '' if there is none."""
    for table in tables:
        if table.of == owner:
            return table.key
    return ""


def _owner_of(route: OwnRollRoute) -> Owner:
    """Return whom a table is likely for that a route leads to."""
    if route.member:
        return "member"
    if route.group:
        return "group"
    return "campaign"
