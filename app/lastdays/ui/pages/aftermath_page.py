"""After the game: the post-game sequences of all groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QPushButton

from lastdays.campaign.overview import Settlement
from lastdays.campaign.sequences.post_game import step_name
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
    Turning,
    button,
    clear,
    column,
    entitle,
    holder,
    label,
    row,
    sentence,
    show_either,
    typed,
)
from lastdays.ui.widgets.table import Table
from lastdays.ui.widgets.tabs import ChoiceRow, RowChoice
from lastdays.values import Value


class CaptivesDue(Panel):
    """A line for each captive to be settled; `settle` takes a member's id and whether the captor's
    group takes the gear."""

    def __init__(
        self, theme: Theme, catalogue: Catalogue, settle: Callable[[str, bool], object]
    ) -> None:
        super().__init__()
        self._settle = settle
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
            clear(self.lines)
            for one in due:
                self.lines.addWidget(self._line(one, first=one is due[0]))
        self.setVisible(bool(due))

    def _line(self, due: Settlement, *, first: bool) -> Turning:
        member = due.captive.member
        home = due.fate == "home"
        said = self._said(due)
        gear = OneLine("small")
        names = ", ".join(item_name(item, self.catalogue) for item in member.gear)
        text = _("Comes back with: {gear}") if home else _("Carried: {gear}")
        gear.setText(text.format(gear=names) if names else _("Carried nothing."))
        made = [
            self._button(due, text, takes, first and usual) for text, takes, usual in _choices(due)
        ]
        drawn = pictograms.token("captive")
        who = row(
            Pictogram(self.theme, drawn, _("Captive"), "well_text" if home else "harm_text", 30),
            (column(OneLine("", said), gear, spacing=0), 1),
        )
        return Turning(self.theme, (holder(who), 1), (holder(row(*made)), 0), spacing=6)

    def _said(self, due: Settlement) -> str:
        texts = {
            "home": _("Brought home in game {n}: {name} of {group}"),
            "lost": _("Not rescued in game {n}, so dead: {name} of {group}"),
        }
        text = texts.get(due.fate, _("No Rescue played, so dead: {name} of {group}"))
        return text.format(n=due.number, name=due.captive.member.name, group=due.captive.group_name)

    def _button(self, due: Settlement, text: str, takes: bool, first: bool) -> QPushButton:
        name = due.captive.member.name
        act = partial(self._settle, due.captive.member.id, takes)
        whose = due.captive.captor_name
        made = button(text.format(group=typed(short(whose, 24))), act, "first" if first else "")
        said = text.format(group=whose)
        entitle(made, _("{name}: {what}", name=name, what=said), said)
        self.buttons.append(made)
        return made


def _choices(due: Settlement) -> list[tuple[str, bool, bool]]:
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

    def bars(self, steps: tuple[str, ...]) -> tuple[str, ...]:
        """Return the colour of the bar of each of these steps: done, due or to come."""
        at = steps.index(self.step) if self.step in steps else len(steps)
        if self.state == "new" or self.step == STEPS[0]:
            at = -1 if self.state == "new" else 0
        return tuple(
            "well" if n < at else "accent" if n == at else "line" for n in range(len(steps))
        )

    @property
    def in_words(self) -> str:
        """The state as it is shown: '▶ Supplies'."""
        if self.state == "finished":
            return _("✔ Finished")
        if self.state == "new":
            return _("○ Not begun")
        return _("▶ {step}", step=step_name(self.step) if self.step else _("Before → after"))


class AftermathPage(PageOfCampaign):
    """A row for each group and game; Space begins, continues or shows its sequence."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._stepwise = False
        #: What undo takes back here: the campaign's latest change for '', that of a group, nothing.
        self._undoes: str | None = None
        self._standings: dict[str, Standing] = {}
        self.table = Table(
            (_("Group"), _("Game"), _("Progress"), _("Next step")),
            _("Post-game sequences"),
            services.theme,
            stretch=DUE,
            heights=(52, 52),
            least_rows=5,
            fits=True,
            wrap=True,
            taken=self._open,
            chosen=self._choose,
        )
        #: What there is to settle was played, and is told beside the group where there is room.
        self.told = StoryAndGroup(services)
        services.theme.reshaped.connect(self._reshape)
        self.open_button = button(
            _("&Continue"), lambda: self._open(self.table.current_key()), "first"
        )
        self.record_button = button(_("&Record a game"), services.to(RecordRoute()))
        self._first: Route = FoundRoute()
        self.first_button = button("", lambda: services.go(self._first), "first")
        self.nothing = EmptyPage(
            services.theme,
            place("aftermath"),
            _("No post-game sequences yet"),
            sentence(
                _(
                    "Once a game has been played, each group comes here for its injuries, "
                    "Experience, supplies, Jobs and the Zombie Attack."
                )
            ),
            row(self.first_button, 1),
        )
        group = _("Each group plays its whole post-game sequence before the next group begins.")
        step = _("All groups roll their injuries, then all earn Experience, and so on.")
        self.order = ChoiceRow(
            _("Order after a game"),
            {
                "group": RowChoice(order_name("group"), hint=group),
                "step": RowChoice(order_name("step"), hint=step),
            },
        )
        self.order.chosen.connect(self._order_chosen)
        self.head = Head(
            _("After the game"),
            self.order,
            self.record_button,
            first=self.open_button,
        )
        self.captives = CaptivesDue(services.theme, services.catalogue, self._settle)
        self.lay(self.nothing, self.captives, (self.table, 100), (self.told, 50), 1, wide=1400)
        services.theme.reshape(self._reshape)

    def _reshape(self, narrow: bool) -> None:
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
        self._choose(self.table.current_key())

    def take_focus(self) -> None:
        if not self.captives.isHidden():
            self.captives.buttons[0].setFocus()
        else:
            (self.first_button if self.table.isHidden() else self.table).setFocus()

    def show_campaign(self, campaign: str) -> None:
        self._undoes = None
        super().show_campaign(campaign)
        first = self.table.rows.key_at(0)
        chosen = self.table.current_key()
        done = {key for key, stands in self._standings.items() if stands.state == "finished"}
        if (self._stepwise or chosen in done) and first not in done:
            self.table.choose(first)  # what is done gives way to what is to be done

    def read(self) -> None:
        """Read the sequences: begun ones first, then new ones, latest game first."""
        if not self.campaign_id:
            return
        view = self.services.workspace.campaign(self.campaign_id)
        begun = {(s.group, s.game): s for s in self.services.games.sequences(self.campaign_id)}
        groups = {group.id: group for group in view.groups}
        self._stepwise = view.campaign.order == "step"
        stands = self.services.workspace.places(self.campaign_id).progress if self._stepwise else ()
        come_to = {f"{stand.game}/{stand.group}": stand.at for stand in stands or ()}
        order = {"begun": 0, "new": 0 if self._stepwise else 1, "finished": 2}
        found = []
        self._standings.clear()
        for game in sorted(view.campaign.games, key=lambda g: -g.number):
            encounter = self.services.catalogue.encounters[game.encounter]
            for side in game.sides:
                group = groups.get(side.group)
                if group is None:
                    continue
                sequence = begun.get((side.group, game.id))
                if sequence is None:
                    standing = Standing("new", due=self._to_come(side, group))
                elif sequence.finished:
                    standing = Standing("finished")
                else:
                    standing = self._half_done(sequence.id)
                key = f"{game.id}/{side.group}"
                self._standings[key] = standing
                played = _("Game {n} · {encounter}", n=game.number, encounter=encounter.name)
                before = (order[standing.state], -game.number, come_to.get(key, 0))
                found.append((before, self._row(key, group, played, standing)))
        rows = [row for _before, row in sorted(found, key=lambda one: one[0])]
        self.table.show_rows(rows)
        self.table.setVisible(bool(rows))
        show_either(rows, self.open_button, instead=self.nothing)
        self.record_button.setVisible(bool(rows))
        self.order.show_chosen(view.campaign.order)
        self.order.setVisible(len(view.groups) > 1)
        due = self.services.ask(self.services.captives.due, self.campaign_id) or ()
        self.captives.show_due(due)
        text = _("&Create group")
        self._first = FoundRoute()
        if view.groups:
            text = _("&Record a game")
            self._first = RecordRoute()
        self.first_button.say(text)
        self._choose(self.table.current_key())

    def _row(self, key: str, group: GroupSummary, game: str, standing: Standing) -> Row:
        """Return a sequence's row; in a narrow window its game is below the group."""
        on_the_road = group.refuge == ON_THE_ROAD
        steps = steps_under(self.services.catalogue, on_the_road=on_the_road)
        words = "faint_text" if standing.state == "finished" else "text"
        token = {"finished": "well_text", "begun": "accent_text"}.get(standing.state, "text")
        below = game if self.services.theme.narrow else ""
        cells = (
            Cell(group.name, "title", below, token=words, spoken=group.name),
            Cell(game, token="faint_text", spoken=game),
            Cell(
                standing.in_words,
                token=token,
                bars=standing.bars(steps[1:]),
                spoken=standing.in_words,
            ),
            Cell(standing.due, token=words, spoken=standing.due),
        )
        return Row(key, cells, standing.due)

    def _half_done(self, sequence: str) -> Standing:
        """Return the state of an unfinished sequence."""
        view = self.services.ask(self.services.games.view, sequence)
        if view is None:
            return Standing("begun")
        due = view.stuck or _("Check the changes and finish")
        if view.pending is not None:
            due = view.pending.question
        return Standing("begun", view.step, due)

    def _to_come(self, side: Side, group: GroupSummary) -> str:
        """Say what a new sequence will settle; nobody attacks a group on the road."""
        hurt = sum(a.out for a in side.appearances)
        parts = []
        if hurt:
            parts.append(ngettext("{n} injury", "{n} injuries", hurt))
        if side.tokens:
            parts.append(ngettext("{n} Supply Token", "{n} Supply Tokens", len(side.tokens)))
        parts += [_("Experience"), _("Jobs")]
        if group.refuge != ON_THE_ROAD:
            parts.append(_("the Zombie Attack"))
        return _("Still to do: {what}", what=joined(parts))

    def _choose(self, key: str) -> None:
        """Label the button for the chosen sequence, and show its story and group if there is
        room."""
        game, _slash, group = key.partition("/")
        self.told.show_both(self.campaign_id, game, group)
        state = self._standings.get(key, Standing("new")).state
        words = {"new": _("&Begin ▸"), "begun": _("&Continue ▸"), "finished": _("&Review ▸")}
        self.open_button.say(words[state])

    def _open(self, key: str) -> None:
        game, _slash, group = key.partition("/")
        open_sequence(self.services, self.campaign_id, game, group)
        if not self.captives.isHidden():
            self.take_focus()

    def _settle(self, member: str, takes: bool) -> None:
        """Settle a captive in both groups, as the record says."""
        captives = self.services.captives
        due = next(
            (d for d in captives.due(self.campaign_id) if d.captive.member.id == member), None
        )
        if due is None:
            return
        self._undoes = due.captive.group
        self.services.do(
            partial(captives.settle, self.campaign_id, member, captor_takes_gear=takes)
        )
        self.take_focus()

    def _order_chosen(self, order: AftermathOrder) -> None:
        self._undoes = ""
        self.services.do(partial(self.services.campaigns.set_order, self.campaign_id, order))

    # Undo

    def undoes(self) -> str | None:
        """Return the group in which a captive was settled; None for the campaign's order."""
        return self._undoes or None

    def undo_names(self) -> tuple[str | None, str | None]:
        return (None, None) if self._undoes is None else super().undo_names()
