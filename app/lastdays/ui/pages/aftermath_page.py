"""After the game: the post-game sequences of all groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QPushButton

from lastdays.campaign.overview import CampaignView, Settlement
from lastdays.campaign.sequences.post_game import OpenSequence, step_name
from lastdays.language import _, joined, ngettext, short
from lastdays.model.campaign import AftermathOrder
from lastdays.model.fields import order_name
from lastdays.model.game_record import Side
from lastdays.model.group import ON_THE_ROAD
from lastdays.model.profile import item_name
from lastdays.postgame.context import STEPS, steps_under
from lastdays.rulebook import Catalogue, pictograms
from lastdays.rulebook.pictograms import place
from lastdays.store.store import GroupSummary
from lastdays.ui.models.rows import Cell, Row
from lastdays.ui.navigation import FoundRoute, RecordRoute, Route
from lastdays.ui.page import Head, PageOfCampaign
from lastdays.ui.pages.rescue import open_sequence
from lastdays.ui.pages.story_panel import StoryAndGroup
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import (
    EmptyPage,
    OneLine,
    Panel,
    Pictogram,
    RowOrColumn,
    button,
    clear_layout,
    column,
    escape_ampersands,
    label,
    row,
    sentence,
    set_name_and_hint,
    show_either,
    wrap_layout,
)
from lastdays.ui.widgets.table import RowHeights, Table, TableDesign
from lastdays.ui.widgets.tabs import ChoiceRow, RowChoice
from lastdays.values import Value


class CaptivesDue(Panel):
    """A line for each captive to be settled; `settle` takes a member's id and whether the captor's
    group takes the gear."""

    def __init__(
        self, theme: Theme, catalogue: Catalogue, settle: Callable[[str, bool], object]
    ) -> None:
        super().__init__()
        self._settle_captive = settle
        self.theme = theme
        self.catalogue = catalogue
        self.buttons: list[QPushButton] = []
        self._shown: tuple[Settlement, ...] = ()
        self.lines = column(spacing=6)
        self.setLayout(
            column(
                label(_("Captives first"), "heading"),
                self.lines,
                spacing=6,
                margin=12,
            )
        )
        self.hide()

    def show_due(self, due: Sequence[Settlement]) -> None:
        """Show the captives to be settled; hide if there are none."""
        if tuple(due) != self._shown:
            self._shown = tuple(due)
            self.buttons.clear()
            clear_layout(self.lines)
            for number, settlement in enumerate(due):
                self.lines.addWidget(self._line_of_captive(settlement, first=number == 0))
        self.setVisible(bool(due))

    def _line_of_captive(self, due: Settlement, *, first: bool) -> RowOrColumn:
        """Return the line of a captive, with the buttons that settle their fate."""
        token = "well_text" if due.fate == "home" else "harm_text"
        drawing = Pictogram(self.theme, pictograms.token("captive"), _("Captive"), token, 30)
        gear = OneLine("small")
        gear.setText(self._gear_in_words(due))
        lines = column(OneLine("", self._fate_in_words(due)), gear, spacing=0)
        who = wrap_layout(row(drawing, (lines, 1)))
        buttons = row()
        for text, takes_gear, is_usual in _choices_for_captive(due):
            buttons.addWidget(self._choice_button(due, text, takes_gear, first and is_usual))
        return RowOrColumn(self.theme, (who, 1), (wrap_layout(buttons), 0), spacing=6)

    def _gear_in_words(self, due: Settlement) -> str:
        """List the gear a captive carries."""
        names = ", ".join(item_name(item, self.catalogue) for item in due.captive.member.gear)
        if not names:
            return _("Carried nothing.")
        if due.fate == "home":
            return _("Comes back with: {gear}", gear=names)
        return _("Carried: {gear}", gear=names)

    def _fate_in_words(self, due: Settlement) -> str:
        if due.fate == "home":
            text = _("Brought home in game {n}: {name} of {group}")
        elif due.fate == "lost":
            text = _("Not rescued in game {n}, so dead: {name} of {group}")
        else:
            text = _("No Rescue played, so dead: {name} of {group}")
        return text.format(n=due.number, name=due.captive.member.name, group=due.captive.group_name)

    def _choice_button(
        self, due: Settlement, text: str, takes_gear: bool, first: bool
    ) -> QPushButton:
        """Return a button of a choice, whose text names the captor's group."""
        captor = due.captive.captor_name
        settle = partial(self._settle_captive, due.captive.member.id, takes_gear)
        kind = "first" if first else ""
        choice_button = button(
            text.format(group=escape_ampersands(short(captor, 24))), settle, kind
        )
        what = text.format(group=captor)
        set_name_and_hint(
            choice_button, _("{name}: {what}", name=due.captive.member.name, what=what), what
        )
        self.buttons.append(choice_button)
        return choice_button


def _choices_for_captive(due: Settlement) -> list[tuple[str, bool, bool]]:
    """Return the choices for a captive: text with a {group} placeholder, whether the captor's group
    takes the gear, and whether it is the primary button."""
    if due.fate == "home":
        return [(_("Bring home"), False, True)]
    if not due.captive.loot:
        return [(_("Record the death"), False, True)]
    return [(_("Give the gear to {group}"), True, True), (_("Discard the gear"), False, False)]


GROUP, GAME, STATE, DUE = range(4)


class Standing(Value):
    """The state of a sequence ('new', 'begun' or 'finished'), its step, and what is due."""

    state: str
    step: str = ""
    due: str = ""

    def bar_colours(self, steps: tuple[str, ...]) -> tuple[str, ...]:
        """Return the colour of the bar of each of these steps: done, due or to come."""
        if self.state == "new":
            current = -1
        elif self.step == STEPS[0]:
            current = 0
        elif self.step in steps:
            current = steps.index(self.step)
        else:
            current = len(steps)
        colours = []
        for number in range(len(steps)):
            if number < current:
                colours.append("well")
            elif number == current:
                colours.append("accent")
            else:
                colours.append("line")
        return tuple(colours)

    @property
    def in_words(self) -> str:
        """The state as it is shown: '▶ Supplies'."""
        if self.state == "finished":
            return _("✔ Finished")
        if self.state == "new":
            return _("○ Not begun")
        step = step_name(self.step) if self.step else _("Before → after")
        return _("▶ {step}", step=step)


class AftermathPage(PageOfCampaign):
    """A row for each group and game; Space begins, continues or shows its sequence."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._stepwise = False
        #: What undo takes back here: the campaign's latest change for '', that of a group, nothing.
        self._undoes: str | None = None
        self._standings: dict[str, Standing] = {}
        self._first: Route = FoundRoute()
        self.table = Table(
            (_("Group"), _("Game"), _("Progress"), _("Next step")),
            _("Post-game sequences"),
            services.theme,
            TableDesign(
                stretched=DUE,
                row_heights=RowHeights(52, 52),
                least_rows=5,
                shows_all=True,
                wraps=True,
            ),
            row_activated=self._open,
            row_chosen=self._show_chosen,
        )
        #: What there is to settle was played, and is told beside the group where there is room.
        self.told = StoryAndGroup(services)
        services.theme.reshaped.connect(self._arrange_for_width)
        self.open_button = button(_("&Continue"), self._open_chosen, "first")
        self.record_button = button(_("&Record a game"), services.to(RecordRoute()))
        self.nothing = self._make_nothing()
        self.order = self._make_order()
        self.head = Head(
            _("After the game"),
            self.order,
            self.record_button,
            first=self.open_button,
        )
        self.captives = CaptivesDue(services.theme, services.catalogue, self._settle_captive)
        self.lay(self.nothing, self.captives, (self.table, 100), (self.told, 50), 1, wide=1400)
        services.theme.call_with_narrow(self._arrange_for_width)

    def _make_nothing(self) -> EmptyPage:
        """Make what is shown before a game was recorded."""
        self.first_button = button("", self._go_first, "first")
        explanation = _(
            "Once a game has been played, each group comes here for its injuries, "
            "Experience, supplies, Jobs and the Zombie Attack."
        )
        return EmptyPage(
            self.services.theme,
            place("aftermath"),
            _("No post-game sequences yet"),
            sentence(explanation),
            row(self.first_button, 1),
        )

    def _make_order(self) -> ChoiceRow:
        """Make the choice of the order in which groups play their sequences."""
        by_group = _("Each group plays its whole post-game sequence before the next group begins.")
        by_step = _("All groups roll their injuries, then all earn Experience, and so on.")
        order = ChoiceRow(
            _("Order after a game"),
            {
                "group": RowChoice(order_name("group"), hint=by_group),
                "step": RowChoice(order_name("step"), hint=by_step),
            },
        )
        order.chosen.connect(self._order_chosen)
        return order

    def _go_first(self) -> None:
        self.services.go(self._first)

    def _open_chosen(self) -> None:
        self._open(self.table.current_key())

    def _arrange_for_width(self, narrow: bool) -> None:
        """In a narrow window, hide the game's column and move the order above the list."""
        if narrow != self.table.isColumnHidden(GAME):
            self.table.setColumnHidden(GAME, narrow)
            self.refresh()
        layout = self.layout()
        line = self.head.line
        assert isinstance(layout, QBoxLayout)
        if narrow:
            layout.insertWidget(0, self.order, 0, Qt.AlignmentFlag.AlignLeft)
        elif line.indexOf(self.order) < 0:
            line.insertWidget(line.indexOf(self.record_button), self.order)
        self._show_chosen(self.table.current_key())

    def take_focus(self) -> None:
        if not self.captives.isHidden():
            self.captives.buttons[0].setFocus()
        elif self.table.isHidden():
            self.first_button.setFocus()
        else:
            self.table.setFocus()

    def show_campaign(self, campaign: str) -> None:
        self._undoes = None
        super().show_campaign(campaign)
        first = self.table.rows.key_at(0)
        chosen = self.table.current_key()
        finished = set()
        for key, standing in self._standings.items():
            if standing.state == "finished":
                finished.add(key)
        may_choose = self._stepwise or chosen in finished
        if may_choose and first not in finished:
            self.table.choose_row(first)  # what is done gives way to what is to be done

    def read(self) -> None:
        """Read the sequences: begun ones first, then new ones, latest game first."""
        if not self.campaign_id:
            return
        view = self.services.workspace.campaign(self.campaign_id)
        self._stepwise = view.campaign.order == "step"
        rows = self._read_rows(view)
        self.table.show_rows(rows)
        self.table.setVisible(bool(rows))
        show_either(rows, self.open_button, instead=self.nothing)
        self.record_button.setVisible(bool(rows))
        self.order.show_chosen(view.campaign.order)
        self.order.setVisible(len(view.groups) > 1)
        due = self.services.ask(self.services.captives.due, self.campaign_id)
        self.captives.show_due(due or ())
        if view.groups:
            self._first = RecordRoute()
            self.first_button.set_label(_("&Record a game"))
        else:
            self._first = FoundRoute()
            self.first_button.set_label(_("&Create group"))
        self._show_chosen(self.table.current_key())

    def _read_rows(self, view: CampaignView) -> list[Row]:
        """Read how each sequence stands, and return their rows in order."""
        sequences = {}
        for sequence in self.services.games.sequences(self.campaign_id):
            sequences[sequence.group, sequence.game] = sequence
        groups = {group.id: group for group in view.groups}
        steps_reached = self._steps_reached()
        order_of_state = {"begun": 0, "new": 0 if self._stepwise else 1, "finished": 2}
        self._standings.clear()
        places = {}
        rows = []
        for game in view.campaign.games:
            encounter = self.services.catalogue.encounters[game.encounter]
            game_name = _("Game {n} · {encounter}", n=game.number, encounter=encounter.name)
            for side in game.sides:
                group = groups.get(side.group)
                if group is None:
                    continue
                key = f"{game.id}/{side.group}"
                standing = self._standing_of_side(side, group, sequences.get((side.group, game.id)))
                self._standings[key] = standing
                state = order_of_state[standing.state]
                places[key] = (state, -game.number, steps_reached.get(key, 0))
                rows.append(self._row_of_sequence(key, group, game_name, standing))
        rows.sort(key=lambda row: places[row.key])
        return rows

    def _steps_reached(self) -> dict[str, int]:
        """Return how far each sequence has come, where all groups play step by step."""
        if not self._stepwise:
            return {}
        progress = self.services.workspace.places(self.campaign_id).progress
        return {f"{stand.game}/{stand.group}": stand.step_index for stand in progress or ()}

    def _standing_of_side(
        self, side: Side, group: GroupSummary, sequence: OpenSequence | None
    ) -> Standing:
        """Return how the sequence of a side stands."""
        if sequence is None:
            return Standing("new", due=self._to_come(side, group))
        if sequence.finished:
            return Standing("finished")
        return self._half_done(sequence.id)

    def _row_of_sequence(self, key: str, group: GroupSummary, game: str, standing: Standing) -> Row:
        """Return a sequence's row; in a narrow window its game is below the group."""
        on_the_road = group.refuge == ON_THE_ROAD
        steps = steps_under(self.services.catalogue, on_the_road=on_the_road)
        words = "faint_text" if standing.state == "finished" else "text"
        token = {"finished": "well_text", "begun": "accent_text"}.get(standing.state, "text")
        below = game if self.services.theme.narrow else ""
        progress = standing.in_words
        cells = (
            Cell(group.name, "title", below, token=words, spoken=group.name),
            Cell(game, token="faint_text", spoken=game),
            Cell(progress, token=token, bars=standing.bar_colours(steps[1:]), spoken=progress),
            Cell(standing.due, token=words, spoken=standing.due),
        )
        return Row(key, cells, standing.due)

    def _half_done(self, sequence: str) -> Standing:
        """Return the state of an unfinished sequence."""
        view = self.services.ask(self.services.games.view, sequence)
        if view is None:
            return Standing("begun")
        if view.pending is not None:
            due = view.pending.question
        elif view.stuck:
            due = view.stuck
        else:
            due = _("Check the changes and finish")
        return Standing("begun", view.step, due)

    def _to_come(self, side: Side, group: GroupSummary) -> str:
        """Say what a new sequence will settle; nobody attacks a group on the road."""
        injuries = sum(appearance.out for appearance in side.appearances)
        parts = []
        if injuries:
            parts.append(ngettext("{n} injury", "{n} injuries", injuries))
        if side.tokens:
            parts.append(ngettext("{n} Supply Token", "{n} Supply Tokens", len(side.tokens)))
        parts += [_("Experience"), _("Jobs")]
        if group.refuge != ON_THE_ROAD:
            parts.append(_("the Zombie Attack"))
        return _("Still to do: {what}", what=joined(parts))

    def _show_chosen(self, key: str) -> None:
        """Label the button for the chosen sequence, and show its story and group if there is
        room."""
        game, _slash, group = key.partition("/")
        self.told.show_both(self.campaign_id, game, group)
        state = self._standings.get(key, Standing("new")).state
        words = {"new": _("&Begin ▸"), "begun": _("&Continue ▸"), "finished": _("&Review ▸")}
        self.open_button.set_label(words[state])

    def _open(self, key: str) -> None:
        game, _slash, group = key.partition("/")
        open_sequence(self.services, self.campaign_id, game, group)
        if not self.captives.isHidden():
            self.take_focus()

    def _settle_captive(self, member: str, takes_gear: bool) -> None:
        """Settle a captive in both groups, as the record says."""
        captives = self.services.captives
        for due in captives.due(self.campaign_id):
            if due.captive.member.id == member:
                self._undoes = due.captive.group
                settle = partial(
                    captives.settle, self.campaign_id, member, captor_takes_gear=takes_gear
                )
                self.services.do(settle)
                self.take_focus()
                return

    def _order_chosen(self, order: AftermathOrder) -> None:
        self._undoes = ""
        self.services.do(partial(self.services.campaigns.set_order, self.campaign_id, order))

    # Undo

    def undoes(self) -> str | None:
        """Return the group in which a captive was settled; None for the campaign's order."""
        return self._undoes or None

    def undo_names(self) -> tuple[str | None, str | None]:
        if self._undoes is None:
            return None, None
        return super().undo_names()
