"""A post-game sequence: its steps, the current ask, the odds beside it, the story below."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import get_args

from msgspec.structs import replace
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QBoxLayout, QMenu, QPushButton, QStackedWidget, QWidget

from lastdays.campaign.changed import CardsPrinted, Changed, SequenceAnswered, SessionsChanged
from lastdays.campaign.overview import GroupProgress, after_same_game, whose_turn
from lastdays.campaign.sequences.post_game import SequenceView, answer_in_words
from lastdays.language import _, dotted, pgettext, short
from lastdays.model.campaign import Campaign, DiceMode
from lastdays.model.group import Group
from lastdays.model.profile import explain
from lastdays.model.recruiting import campaign_won
from lastdays.postgame.experience import raisable
from lastdays.postgame.gear_moves import ArrangeGear
from lastdays.postgame.jobs import ArrangeRecruit
from lastdays.postgame.leadership import ArrangeArms, ArrangeLeader
from lastdays.procedure.asks import Ask, Option
from lastdays.procedure.replay import Asked, How
from lastdays.rulebook import pictograms
from lastdays.store.kept_backups import Reason
from lastdays.ui.forms.ask_panel import AskPanel
from lastdays.ui.models.rows import plain
from lastdays.ui.navigation import AftermathRoute, GroupRoute, Route, SequenceRoute
from lastdays.ui.page import Head, Page
from lastdays.ui.pages.rescue import open_sequence
from lastdays.ui.pages.sequence.book_tables import faces_behind
from lastdays.ui.pages.sequence.odds_panel import OddsPanel, aids_for
from lastdays.ui.pages.sequence.story_panel import (
    ChangedSince,
    ReviewPanel,
    StepsBar,
    StoryPanel,
    chapter_of,
)
from lastdays.ui.services import Services
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.parts import (
    OneOf,
    Turning,
    button,
    empty,
    entitle,
    entry,
    holder,
    opened,
    panel,
    row,
    said,
    sentence,
    typed,
)
from lastdays.ui.widgets.tabs import ChoiceRow, RowChoice


def way_with_dice(settings: QSettings, campaign: Campaign, group: str) -> DiceMode:
    """Return how a group's dice are answered: as chosen on this computer, else as in the campaign.
    The choice isn't stored in the campaign and can't be undone."""
    chosen = settings.value(f"dice/{group}")
    return next((mode for mode in get_args(DiceMode) if mode == chosen), campaign.dice_for(group))


def option_in_the_book(view: SequenceView, option: Option) -> tuple[Option, str, str]:
    """Return an option with details from the rulebook ('E 3 → 4' for a characteristic it raises),
    its pictogram, and the name of its entry ('' for none)."""
    book, group, key = view.context.catalogue, view.group_now, option.key
    built_key = key.removeprefix("tear-down/")
    built = book.perks.get(built_key) or book.refuges.get(built_key)
    result = book.skills.get(option.leads_to) or book.injuries.get(option.leads_to)
    kind = book.character(group.member(key).type) if group.has_member(key) else None
    about = view.pending.about if view.pending is not None else ""
    if result is not None:
        option = replace(option, detail=dotted(option.detail, result.summary))
    elif group.has_member(about):
        member = group.member(about)
        now, can_rise = explain(member, book), raisable(member, book)
        names = [name for name in option.leads_to.split("/") if name in can_rise]
        rises = ", ".join(f"{name} {now[name].value} → {now[name].value + 1}" for name in names)
        option = replace(option, price=dotted(rises, option.price))
    drawn, named = built or kind, built or result or kind
    drawing = drawn.drawing if drawn is not None else ""
    if key in book.skill_tables:
        drawing = pictograms.skill_type(key)
    elif key == "characteristic":
        drawing = pictograms.token("level")
    return option, drawing, named.name if named is not None else ""


class GroupsButton(QPushButton):
    """Names the group; its menu leads to the sequences of the other groups of the game."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.setToolTip(plain(_("Go to another group of this game")))
        self._view: SequenceView | None = None
        #: What names the group where this button doesn't.
        self.note: QWidget | None = None
        opened(self, self.fill)
        services.theme.reshaped.connect(self._name)

    def show_sequence(self, view: SequenceView) -> None:
        """Show the button, if other groups took part."""
        self._view = view
        there = [s for s in view.game.sides if s.group in view.campaign.groups]
        self.setAccessibleName(_("{group}: groups of this game", group=view.before.name))
        self.setVisible(len(there) > 1)
        self._name()

    def _name(self) -> None:
        """Show the group's name on the button if there is room, else in the note."""
        if self._view is None:
            return
        narrow = self.services.theme.narrow
        self.setText(_("Groups") if narrow else typed(short(self._view.before.name, 20)))
        if self.note is not None:
            self.note.setVisible(narrow or self.isHidden())

    def fill(self, menu: QMenu) -> None:
        """List the groups with the step each has reached."""
        view = self._view
        empty(menu)
        if view is None:  # nobody has opened a sequence yet
            return
        for stand in _stands(self.services, view):
            name, there = typed(short(stand.name, 40)), stand.group != view.before.id
            text = _("{group}: {chapter}", group=name, chapter=stand.chapter)
            entry(menu, text, partial(_open, self.services, view, stand), enabled=there)
        if not menu.actions():
            menu.addAction(_("All groups have finished")).setEnabled(False)


class TurnPassed(QWidget):
    """Says that another group's turn has come, and leads there."""

    _view: SequenceView

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.next: GroupProgress | None = None
        self._known: tuple[object, ...] = ()
        self.text = sentence("", "warn")
        self.go_button = button("", self._go, "first")
        self.setLayout(said(self.text, self.go_button))
        self.hide()

    def begin(self) -> None:
        """Look again whose turn it is, for the others may have gone on."""
        self._known = ()

    def show_sequence(self, view: SequenceView) -> bool:
        """Look whose turn it is; return whether it has just become another group's."""
        order = view.campaign.order
        self._view = view
        known = (view.id, view.step, view.finished, order)
        if known == self._known:
            return False
        self._known = known
        self.next = None
        if view.finished or order == "step":
            self.next = whose_turn(_stands(self.services, view), view.before.id, order)
        if self.next is None:
            return False
        facts = {"group": view.before.name, "next": self.next.name, "chapter": self.next.chapter}
        text = (
            _("{group} has finished. Next: {next}, {chapter}.")
            if view.finished
            else _("{group} waits for the others here. Next: {next}, {chapter}.")
        )
        self.text.setText(text.format(**facts))
        self.go_button.setText(_("{group} ▸", group=typed(short(self.next.name, 26))))
        entitle(self.go_button, _("Next: {next}, {chapter}", **facts))
        return True

    def place(self, steps: QWidget, *, wide: bool = False) -> None:
        """Take the place of the steps if another group is next; a wide form hides both."""
        self.setVisible(self.next is not None and not wide)
        steps.setHidden(self.next is not None or wide)

    def _go(self) -> None:
        if self.next is not None:
            _open(self.services, self._view, self.next)


def _stands(services: Services, view: SequenceView) -> tuple[GroupProgress, ...]:
    """Return the progress of all groups of the sequence's game."""
    places = services.ask(services.workspace.places, view.campaign.id)
    stands = places.progress if places is not None else None
    return after_same_game(stands or (), view.before.id)


def _open(services: Services, view: SequenceView, stand: GroupProgress) -> None:
    open_sequence(services, view.campaign.id, stand.game, stand.group)


class SequencePage(Page):
    """One group's post-game sequence, from its first ask to Finish."""

    view: SequenceView

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.sequence_id = ""
        self._changing: Asked | None = None
        self.mode = ChoiceRow(
            _("How dice are answered"),
            {
                "roll": RowChoice(pgettext("dice", "Roll for me"), _("Dice: roll for me")),
                "typed": RowChoice(_("I roll"), _("Dice: I roll")),
                "set": RowChoice(pgettext("dice", "Set the result"), _("Dice: set the result")),
            },
        )
        self.mode.chosen.connect(self._mode_chosen)
        list_button = button(_("All &sequences"), services.to(AftermathRoute()))
        self.review = ReviewPanel(services, self.finish, self._open_group)
        self.groups_button = GroupsButton(services)
        #: How dice are answered, and once there are none what ends it: one room for both.
        self.corner = QStackedWidget()
        for part in (self.mode, holder(row(1, self.review.finish_button))):
            self.corner.addWidget(part)
        self.tools = holder(row(1, list_button, self.groups_button, self.corner, spacing=10))
        self.head = Head("", self.tools)
        self.groups_button.note = self.head.note
        self.turn = TurnPassed(services)
        self.changed_since = ChangedSince()
        self.changed_since.replay_button.clicked.connect(lambda: self._act(services.games.rebase))
        self.ask_panel = AskPanel(
            services.catalogue, services.theme, large=True, source=services.source
        )
        self.ask_panel.explained = lambda option: option_in_the_book(self.view, option)
        self.ask_panel.answered.connect(self._answer)
        self.ask_panel.rolled.connect(self._roll)
        self.ask_panel.drafted.connect(self._draft)
        self.changing_label = sentence("", "warn")
        changing_back = button(_("Leave it as it was"), self.stop_changing)
        self.changing_row = holder(said(self.changing_label, changing_back))
        self.odds = OddsPanel(services, self.ask_panel)
        self.story = StoryPanel(services)
        self.story.change_wanted.connect(self.change)
        self.ask_page = panel(self.changing_row, self.ask_panel, spacing=8, margin=14)
        self.centre = OneOf(self.ask_page, self.review)
        self.steps = StepsBar(services.theme)
        self.upper = Turning(services.theme, (self.centre, 13), (self.odds, 12))
        self.lay(
            self.steps,
            self.turn,
            self.changed_since,
            (self.upper, 4),
            (self.story, 1),
            wide=1800,
        )
        services.theme.reshape(self._place_tools)

    def show_route(self, route: SequenceRoute, campaign: str) -> Route | None:
        self.show_sequence(route.sequence or self.sequence_id)
        return route

    def forget(self) -> None:
        self.sequence_id = ""

    def _place_tools(self, narrow: bool) -> None:
        """Put the buttons into the head, in a narrow window above the steps."""
        layout = self.layout()
        assert isinstance(layout, QBoxLayout)
        if narrow:
            layout.insertWidget(0, self.tools, 0, Qt.AlignmentFlag.AlignLeft)
        elif self.head.line.indexOf(self.tools) < 0:
            self.head.line.addWidget(self.tools)
        self._size_question()

    def _size_question(self) -> None:
        """Set the size of the question and the share of the story for the window."""
        layout, asks = self.layout(), self.centre.shown is self.ask_page
        assert isinstance(layout, QBoxLayout)
        ample = asks and self.services.theme.ample > 1
        layout.setStretchFactor(self.upper, 2 if ample else 4)
        large = "largequestion" if self.services.theme.ample > 1 else "question"
        wide = isinstance(self._ask(), ArrangeRecruit | ArrangeArms)
        restyle(self.ask_panel.question, kind="heading" if wide else large)

    # Showing

    def show_sequence(self, sequence: str) -> None:
        if sequence != self.sequence_id:
            self.sequence_id = sequence
            self._changing = None
        self.turn.begin()
        self.refresh()

    def shows(self, changed: Changed) -> bool:
        """Return whether the change concerns this sequence or what it is based on."""
        match changed:
            case SequenceAnswered(sequence):
                return sequence == self.sequence_id
            case SessionsChanged() | CardsPrinted():
                return False
        return True

    def refresh(self) -> None:
        """Read and replay the sequence."""
        if not self.sequence_id:
            return
        view = self.services.ask(self.services.games.view, self.sequence_id)
        if view is None:
            self.sequence_id = ""
            self.services.go(AftermathRoute())
            return
        self.view = view
        encounter = self.services.catalogue.encounters[view.game.encounter]
        self.head.title.setText(
            _("After game {n} · {encounter}", n=view.game.number, encounter=encounter.name)
        )
        self.head.note.setText(view.before.name)
        self.mode.show_chosen(self._way(view))
        self.groups_button.show_sequence(view)
        passed = self.turn.show_sequence(view)
        self.changed_since.show_sequence(view)
        self.steps.show_sequence(view)
        self.story.show_sequence(view)
        if self._changing is not None and view.asked(self._changing.ask.key) is None:
            self._changing = None
        if view.finished or self._ask() is None:
            self._show_review(view)
        else:
            self.centre.show_part(self.ask_page)
            self._show_ask(view)
        if passed:
            self.turn.go_button.setFocus()

    def change(self, asked: Asked) -> None:
        """Ask an earlier question again."""
        self._changing = asked
        self.centre.show_part(self.ask_page)
        self._show_ask(self.view)

    def leave(self) -> bool:
        """Take back dice on the table, or cancel the change of an earlier answer."""
        if self.ask_panel.step_back():
            return True
        changing = self._changing is not None
        if changing:
            self.stop_changing()
        return changing

    def stop_changing(self) -> None:
        self._changing = None
        self.refresh()

    def _ask(self) -> Ask | None:
        if self._changing is not None:
            return self._changing.ask
        return self.view.pending if self.view else None

    def _show_ask(self, view: SequenceView) -> None:
        ask, changing = self._ask(), self._changing
        assert ask is not None
        wide = isinstance(ask, ArrangeRecruit | ArrangeArms)
        self.story.setHidden(wide)  # two tables need the room
        self.turn.place(self.steps, wide=wide)
        self._size_question()
        self.corner.setCurrentIndex(0)
        self.changing_row.setVisible(changing is not None)
        if changing is not None:
            self.changing_label.setText(
                _(
                    "Changing an earlier answer: {answer}. What follows is worked out again.",
                    answer=answer_in_words(changing),
                )
            )
        self.ask_panel.show_ask(
            ask,
            self._way(view),
            None if changing else view.drafts.get(ask.key),
            changing.value if changing else None,
            chapter=chapter_of(view, ask),
            aids=aids_for(view, ask),
            rolled=() if changing else faces_behind(view, ask),
        )
        if self.turn.next is not None:
            self.ask_panel.stand_back()
        self.odds.show_ask(view, ask)
        self.odds.setHidden(
            isinstance(ask, ArrangeRecruit | ArrangeArms | ArrangeGear | ArrangeLeader)
        )
        self.ask_panel.appear()

    def _show_review(self, view: SequenceView) -> None:
        self.review.show_sequence(view)
        ends = view.finished and self.turn.next is None
        restyle(self.review.open_group, kind="first" if ends else "")
        self.review.take_focus()  # not lost to the story, which would be scrolled to
        self.centre.show_part(self.review)
        self._size_question()
        self.story.show()
        self.turn.place(self.steps)
        self.odds.setVisible(False)
        self.corner.setCurrentIndex(0 if view.stuck else 1)  # nothing is rolled any more
        self.take_focus()

    def take_focus(self) -> None:
        """Focus the next group's button, else the ask or the review."""
        if not self.turn.isHidden():
            self.turn.go_button.setFocus()
        elif self.centre.shown is self.ask_page:
            self.ask_panel.take_focus()
        elif self.view.stuck:
            self.story.setFocus()
        else:
            self.review.take_focus()

    # Acting

    def _key(self) -> str:
        ask = self._ask()
        return ask.key if ask else ""

    def _answer(self, value: object, how: How) -> None:
        given = list(value) if isinstance(value, tuple) else value
        self._act(self.services.games.answer, self._key(), given, how, self.view.before.player)

    def _roll(self) -> None:
        self._act(self.services.games.roll, self._key(), self.view.before.player)

    def _draft(self, value: object) -> None:
        if self._changing is None:
            self.services.quietly(self.services.games.draft, self.sequence_id, self._key(), value)

    def _act(self, act: Callable[..., object], *given: object) -> None:
        """Run an action on the sequence; a change of an earlier answer ends with it."""
        self._changing = None
        self.services.done(act, self.sequence_id, *given)

    def finish(self) -> None:
        """Update the group with the result of the sequence."""
        done = _("The group is up to date.")
        before = self.view
        if self.services.well(done, self.services.games.finish, self.sequence_id):
            self.services.keeping.soon(Reason.FINISH)
            if before.after is not None:
                announce_end(self.services, before.campaign, before.before, before.after)

    def _open_group(self) -> None:
        self.services.go(GroupRoute(self.view.before.id))

    def _mode_chosen(self, mode: DiceMode) -> None:
        self.services.keeping.settings.setValue(f"dice/{self.view.before.id}", mode)
        self.refresh()

    def _way(self, view: SequenceView) -> DiceMode:
        return way_with_dice(self.services.keeping.settings, view.campaign, view.before.id)

    # Undo

    def undo_names(self) -> tuple[str | None, str | None]:
        if self.view is None:
            return None, None
        last = _("the replay") if self.view.undoes_rebase else _("the last answer")
        return (
            last if self.view.can_undo else None,
            _("the answer") if self.view.can_redo else None,
        )

    def undo(self) -> None:
        self._act(self.services.games.undo)

    def redo(self) -> None:
        self._act(self.services.games.redo)


def announce_end(services: Services, campaign: Campaign, before: Group, after: Group) -> None:
    """Say if a group has just reached the optional end of the campaign (p. 106)."""
    catalogue = services.catalogue
    reached = campaign_won(after, catalogue) and not campaign_won(before, catalogue)
    if campaign.switches.ending and reached:
        text = _(
            "{group} survived the season: the campaign can end here (p.\u00a0106). "
            "The chronicle tells how it came to this."
        )
        services.say(text.format(group=after.name), "well")
