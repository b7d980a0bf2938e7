"""After the game: the steps, the ask in the middle, odds beside it, the story below."""

from __future__ import annotations

from functools import partial
from typing import Any

from lastdays.campaign.games import SequenceView
from lastdays.campaign.group_diff import Difference, compare
from lastdays.campaign.transcript import (
    answer_in_words,
    key_in_words,
    step_name,
    story,
)
from lastdays.language import _, ngettext
from lastdays.model.campaign import DiceMode
from lastdays.postgame.context import STEPS
from lastdays.procedure.asks import Arrange, Ask, Choose, Stake, Wish
from lastdays.procedure.odds import Odds
from lastdays.procedure.replay import Asked
from lastdays.ui.models.tables import TableModel, TableRow
from lastdays.ui.pages.page import Page
from lastdays.ui.services import Services
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.ask_panel import AskPanel, percent
from lastdays.ui.widgets.parts import (
    OneLine,
    OneOf,
    Picker,
    Turning,
    button,
    clear,
    column,
    holder,
    label,
    panel,
    row,
    said,
    short,
    typed,
)
from lastdays.ui.widgets.views import ChoiceTable

#: A fraction with a larger number than this under the line says less than its percentage.
LONGEST = 10**12
MODES: tuple[DiceMode, ...] = ("roll", "typed", "set")


def _difference(found: Difference) -> str:
    """'Mo, Zombies: 1 → 2'."""
    return _("{whose}, {what}: {before} → {after}").format(
        whose=found.whose,
        what=found.what,
        before=found.before or "—",
        after=found.after or "—",
    )


class SequencePage(Page):
    """One group's post-game sequence, from its first ask to Finish."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.sequence_id = ""
        self.view: SequenceView | None = None
        self._changing: Asked | None = None
        self._wish = ""
        self._odds: Odds | None = None
        self.title = OneLine("title")
        self.mode = Picker()
        for key, text in zip(
            MODES, (_("roll for me"), _("I roll"), _("set the result")), strict=True
        ):
            self.mode.addItem(text, key)
        self.mode.setAccessibleName(_("How dice are answered"))
        self.mode.activated.connect(self._mode_chosen)
        self.banner = label("", "warn", wrap=True)
        self.rebase_button = button(_("Replay on the group as it is now"), self._rebase)
        self.banner_row = holder(said(self.banner, self.rebase_button))
        self.steps = label("", wrap=True)
        self.steps.setAccessibleName(_("Steps"))
        self.ask_panel = AskPanel(services.catalogue, services.theme)
        self.ask_panel.answered.connect(self._answer)
        self.ask_panel.rolled.connect(self._roll)
        self.ask_panel.drafted.connect(self._draft)
        self.changing_label = label("", "warn", wrap=True)
        self.changing_back = button(_("Leave it as it was"), self._stop_changing)
        self.changing_row = holder(said(self.changing_label, self.changing_back))

        self.wishes = Picker()
        self.wishes.setAccessibleName(_("Wish"))
        self.wishes.activated.connect(self._wish_chosen)
        self.odds_model = TableModel((_("Outcome"), _("Chance")), (1,))
        self.odds = ChoiceTable(self.odds_model, _("Chances"), wrap=True)
        self.odds.horizontalHeader().hide()
        self.odds_note = label("", "faint", wrap=True)
        self.odds_panel = panel(self.wishes, self.odds, self.odds_note, heading=_("Chance"))

        self.story_model = TableModel((_("Step"), _("Story")))
        self.story = ChoiceTable(self.story_model, _("The story so far"), stretch=1, wrap=True)
        self.story.horizontalHeader().hide()
        self.story.chosen.connect(lambda _key: self._show_changes())
        self.story.taken.connect(lambda _key: self._change_first())
        self.change_row = row(spacing=4)
        self.rest = label("", "faint", wrap=True)

        self.review_model = TableModel((_("Whose"), _("What"), _("Before"), _("After")))
        self.review = ChoiceTable(
            self.review_model, _("Before and after"), stretch=3, least_rows=8, wrap=True
        )
        self.finish_button = button(_("&Finish: change the group"), self._finish, "first")
        self.finished_label = label("", "well", wrap=True)
        self.open_group = button(_("Open the group"), self._open_group)
        self.review_page = holder(
            column(
                label(_("Before → after"), "heading"),
                self.review,
                said(self.finished_label, self.open_group, self.finish_button),
            )
        )
        self.ask_page = holder(column(self.changing_row, self.ask_panel))
        self.centre = OneOf(self.ask_page, self.review_page)
        self.steps_panel = panel(self.steps, 1)
        upper = Turning(
            services.theme, (self.steps_panel, 2), (self.centre, 7), (self.odds_panel, 3)
        )
        services.theme.reshaped.connect(self.steps_panel.setHidden)
        self.steps_panel.setHidden(services.theme.narrow)
        self.story_part = holder(column(self.story, self.change_row, self.rest, spacing=4))
        self.list_button = button(_("All &sequences"), lambda: services.go.emit("aftermath", ""))
        head = row(self.title, self.mode, self.list_button)
        head.setStretch(0, 1)
        outer = column(head, self.banner_row, upper, self.story_part, margin=12)
        outer.setStretch(2, 3)
        outer.setStretch(3, 2)
        self.setLayout(outer)

    # Showing

    def show_sequence(self, sequence: str) -> None:
        """Shows a sequence where it stands."""
        if sequence != self.sequence_id:
            self.sequence_id = sequence
            self._changing = None
            self._wish = ""
        self.refresh()

    def refresh(self) -> None:
        """Reads and replays the sequence anew."""
        if not self.sequence_id:
            return
        view = self.services.ask(lambda: self.services.games.view(self.sequence_id))
        if view is None:
            self.sequence_id = ""
            self.services.go.emit("aftermath", "")
            return
        self.view = view
        encounter = self.services.catalogue.encounters[view.game.encounter]
        self.title.setText(
            _("{group} after game {n} · {encounter}").format(
                group=short(view.before.name, 30),
                n=view.game.number,
                encounter=encounter.name,
            )
        )
        self.mode.setCurrentIndex(MODES.index(view.campaign.dice))
        self._show_banner(view)
        self._show_steps(view)
        self._show_story(view)
        if self._changing is not None and view.asked(self._changing.ask.key) is None:
            self._changing = None
        if view.finished or (view.pending is None and self._changing is None):
            self._show_review(view)
        else:
            self.centre.show_part(self.ask_page)
            self._show_ask(view)

    def _show_banner(self, view: SequenceView) -> None:
        lines = []
        if view.base_changed:
            lines.append(
                _("{group} has changed since this sequence began.").format(group=view.before.name)
            )
        if view.rules_changed:
            lines.append(_("The rulebook or the campaign's rulings have changed since."))
        if view.corrected:
            said = (
                _("The record of game {n} was corrected after this sequence: {what}.")
                if view.finished
                else _("The record of game {n} was corrected after this sequence began: {what}.")
            )
            what = "; ".join(_difference(d) for d in view.corrected)
            lines.append(said.format(n=view.game.number, what=short(what, 400)))
        self.banner.setText(" ".join(lines))
        self.banner_row.setVisible(bool(lines))
        self.rebase_button.setVisible(not view.finished)
        others = view.base_changed or view.rules_changed
        self.rebase_button.setText(
            _("Replay with the corrected record")
            if not others
            else _("Replay on the group and record as they are now")
            if view.corrected
            else _("Replay on the group as it is now")
        )

    def _show_steps(self, view: SequenceView) -> None:
        here = view.step
        told = {line.step for line in view.replayed.story} | {
            a.ask.key.split("/")[0] for a in view.replayed.asked
        }
        lines = []
        reached = STEPS.index(here) if here in STEPS else len(STEPS)
        for n, step in enumerate(STEPS):
            if step == "encounter" and step not in told and step != here:
                continue
            mark = "✔" if n < reached else "▶" if n == reached else "○"
            lines.append(f"{mark} {step_name(step)}")
        done = view.replayed.done
        mark = "✔" if view.finished else "▶" if done else "○"
        lines.append(f"{mark} {_('Before → after')}")
        self.steps.setText("\n\n".join(lines))

    def _show_story(self, view: SequenceView) -> None:
        self.lines = list(story(view.replayed))
        theme = self.services.theme
        self.story_model.colours = {
            "harm": theme.colour("harm_text"),
            "well": theme.colour("well_text"),
        }
        self.story_model.set_rows(
            [
                TableRow(str(n), (step_name(line.step), line.with_dice), line.with_dice, line.kind)
                for n, line in enumerate(self.lines)
            ]
        )
        self.story.show_end()
        self._show_changes()
        names = {m.id: m.name for m in view.before.members}
        parts = []
        if view.replayed.waiting:
            waiting = "; ".join(key_in_words(k, names) for k in view.replayed.waiting)
            parts.append(
                ngettext(
                    "{n} answer waits until its question comes: {what}",
                    "{n} answers wait until their questions come: {what}",
                    len(view.replayed.waiting),
                ).format(n=len(view.replayed.waiting), what=short(waiting, 200))
            )
        if view.replayed.dropped:
            dropped = "; ".join(
                key_in_words(d.key, names) + (f" ({d.reason})" if d.reason else "")
                for d in view.replayed.dropped
            )
            parts.append(
                ngettext(
                    "{n} answer no longer applies, and is kept: {what}",
                    "{n} answers no longer apply, and are kept: {what}",
                    len(view.replayed.dropped),
                ).format(n=len(view.replayed.dropped), what=short(dropped, 200))
            )
        self.rest.setText("\n".join(parts))
        self.rest.setVisible(bool(parts))

    def _chosen_asked(self) -> list[Asked]:
        key = self.story.current_key()
        if not key or self.view is None or self.view.finished:
            return []
        return list(self.lines[int(key)].asked)

    def _show_changes(self) -> None:
        clear(self.change_row)
        asked = self._chosen_asked()
        for n, entry in enumerate(asked[:6]):
            text = _("Change: {answer}").format(answer=typed(short(answer_in_words(entry), 28)))
            made = button(("&" if n == 0 else "") + text, partial(self.change, entry))
            made.setToolTip(entry.ask.question)
            self.change_row.addWidget(made)
        if not asked:
            self.change_row.addWidget(
                label(_("Choose a line of the story to change what led to it."), "faint")
            )
        self.change_row.addStretch(1)

    def _change_first(self) -> None:
        asked = self._chosen_asked()
        if asked:
            self.change(asked[0])

    def change(self, asked: Asked) -> None:
        """Asks an earlier question again."""
        self._changing = asked
        if self.view is not None:
            self.centre.show_part(self.ask_page)
            self._show_ask(self.view)

    def _stop_changing(self) -> None:
        self._changing = None
        self.refresh()

    def _ask(self) -> Ask | None:
        if self._changing is not None:
            return self._changing.ask
        return self.view.pending if self.view else None

    def _show_ask(self, view: SequenceView) -> None:
        ask = self._ask()
        wide = isinstance(ask, Arrange) and ask.form in ("recruit", "arms")
        self.steps_panel.setHidden(wide or self.services.theme.narrow)  # two tables need the room
        self.story_part.setHidden(wide)
        self.changing_row.setVisible(self._changing is not None)
        if ask is None:
            return
        current = None
        if self._changing is not None:
            current = self._changing.value
            self.changing_label.setText(
                _("Changing an earlier answer: {answer}. What follows is worked out again.").format(
                    answer=answer_in_words(self._changing)
                )
            )
        self.ask_panel.show_ask(
            ask,
            view.campaign.dice,
            None if self._changing is not None else view.drafts.get(ask.key),
            current,
        )
        self._show_odds(view, ask)

    def _show_odds(self, view: SequenceView, ask: Ask) -> None:
        stake = ask.stake
        if stake is None:
            self.odds_panel.setVisible(False)
            return
        self.wishes.clear()
        for wish in stake.wishes:
            self.wishes.addItem(_("Wish: {wish}").format(wish=wish.label), wish.key)
        self.odds_panel.setVisible(True)
        self._odds = self.services.games.odds(view, ask)
        index = self.wishes.findData(self._wish)
        if index < 0:
            index = self._likeliest(stake)
        self.wishes.setCurrentIndex(index)
        self._show_chances(ask, stake, stake.wishes[index])

    def _likeliest(self, stake: Stake) -> int:
        """Where nothing is wished for yet: the first wish, unless it can no longer come true."""
        if self._odds is None:
            return 0
        found = self._odds.chances(stake.wishes[0])
        hopes = [wish.hope(found.outcomes) for wish in stake.wishes]
        return 0 if hopes[0] else hopes.index(max(hopes))

    def _show_chances(self, ask: Ask, stake: Stake, wish: Wish) -> None:
        if self._odds is None:
            self.odds_model.set_rows([])
            self.odds_note.setText(_("Too many possibilities to work out."))
            return
        found = self._odds.chances(wish)
        theme = self.services.theme
        self.odds_model.colours = {"wish": theme.colour("accent_text")}
        shown = [
            (key, text, found.outcomes[key])
            for key, text in stake.labels.items()
            if found.outcomes.get(key)
        ]
        shown.sort(key=lambda entry: -entry[2])
        self.odds_model.set_rows(
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
        self.odds_note.setText(
            _("{wish}: {chance}").format(wish=wish.label, chance=percent(wish.hope(found.outcomes)))
            + (_(" · later choices are the best for this wish") if several else "")
        )
        self.ask_panel.show_chances(found.hopes)

    def _wish_chosen(self, _index: int) -> None:
        self._wish = str(self.wishes.currentData())
        ask = self._ask()
        if self.view is not None and ask is not None and ask.stake is not None:
            self._show_chances(ask, ask.stake, ask.stake.wishes[self.wishes.currentIndex()])

    def _show_review(self, view: SequenceView) -> None:
        self.centre.show_part(self.review_page)
        self.story_part.show()
        self.steps_panel.setHidden(self.services.theme.narrow)
        self.odds_panel.setVisible(False)
        after = view.after or view.before
        theme = self.services.theme
        self.review_model.colours = {
            "harm": theme.colour("harm_text"),
            "well": theme.colour("well_text"),
        }
        differences = compare(view.before, after, self.services.catalogue)
        self.review_model.set_rows(
            [
                TableRow(
                    str(n),
                    (d.whose, d.what, d.before or "—", d.after or "—"),
                    _difference(d),
                    d.kind,
                )
                for n, d in enumerate(differences)
            ]
        )
        blocked = view.base_changed or view.rules_changed or bool(view.stuck)
        self.finish_button.setVisible(not view.finished and not view.stuck)
        self.finish_button.setEnabled(not blocked)
        self.finished_label.setText(
            _("Finished. Undo on the group's page opens it again.")
            if view.finished
            else view.stuck or _("Nothing is changed until you finish.")
        )
        restyle(self.finished_label, kind="harm" if view.stuck else "well")
        self.take_focus()

    def take_focus(self) -> None:
        """The keyboard goes to the ask, or to what ends the sequence."""
        if self.centre.shown is self.ask_page:
            self.ask_panel.take_focus()
        elif self.view is not None and self.view.stuck:
            self.story.setFocus()
        else:
            (self.open_group if self.finish_button.isHidden() else self.finish_button).setFocus()

    # Acting

    def _key(self) -> str:
        ask = self._ask()
        return ask.key if ask else ""

    def _who(self) -> str:
        return self.view.before.player if self.view else ""

    def _answer(self, value: Any, how: str) -> None:
        key = self._key()
        self._changing = None
        if isinstance(value, tuple):
            value = list(value)
        self.services.done(
            lambda: self.services.games.answer(self.sequence_id, key, value, how, self._who())  # type: ignore[arg-type]
        )

    def _roll(self) -> None:
        key = self._key()
        self._changing = None
        self.services.do(lambda: self.services.games.roll(self.sequence_id, key, self._who()))

    def _draft(self, value: Any) -> None:
        ask = self._ask()
        if self._changing is None and isinstance(ask, Arrange):
            self.services.quietly(
                lambda: self.services.games.draft(self.sequence_id, ask.key, value)
            )

    def _rebase(self) -> None:
        self._changing = None
        self.services.done(lambda: self.services.games.rebase(self.sequence_id))

    def _finish(self) -> None:
        self.services.done(
            lambda: self.services.games.finish(self.sequence_id), _("The group is changed.")
        )

    def _open_group(self) -> None:
        if self.view is not None:
            self.services.go.emit("group", self.view.before.id)

    def _mode_chosen(self, index: int) -> None:
        if self.view is not None:
            campaign = self.view.campaign.id
            self.services.done(lambda: self.services.campaigns.set_dice(campaign, MODES[index]))

    # Undo

    def undo_names(self) -> tuple[str | None, str | None]:
        """What undo and redo would do here."""
        if self.view is None:
            return None, None
        last = _("the replay") if self.view.undoes_rebase else _("the last answer")
        return (
            last if self.view.can_undo else None,
            _("the answer") if self.view.can_redo else None,
        )

    def undo(self) -> None:
        """Takes the last answer, or the last change of one, back."""
        self._changing = None
        self.services.done(lambda: self.services.games.undo(self.sequence_id))

    def redo(self) -> None:
        """Brings it back."""
        self._changing = None
        self.services.done(lambda: self.services.games.redo(self.sequence_id))
