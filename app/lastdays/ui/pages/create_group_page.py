"""Creating a group: its names, its Leader, its Refuge (p. 16–20)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget

from lastdays.campaign.groups import RandomNames
from lastdays.campaign.players import player_names
from lastdays.language import _, ngettext, number, titled
from lastdays.model.group import ON_THE_ROAD, Group, RefugeState
from lastdays.model.limits import Limit, group_limits
from lastdays.model.recruiting import Recruit, empty_spaces, make_member
from lastdays.rulebook import CHARACTERISTICS, pictograms
from lastdays.rulebook.checks import NUMBERS
from lastdays.rulebook.entries import Refuge
from lastdays.ui.forms.form import (
    NameDice,
    call_on_entry,
    complete_from_names,
    set_control,
    text_field,
)
from lastdays.ui.forms.members import type_in_words, type_offer
from lastdays.ui.models.rows import Row
from lastdays.ui.navigation import CampaignRoute, GroupRoute
from lastdays.ui.page import Head, Page
from lastdays.ui.pages.random_group_panel import RandomGroupPanel
from lastdays.ui.services import Services
from lastdays.ui.widgets.entry_card import show_entries_of_rows_on_hover
from lastdays.ui.widgets.offers import Meters, Note, offer_row, offers_table
from lastdays.ui.widgets.parts import (
    Number,
    RowOrColumn,
    button,
    column,
    label,
    panel,
    row,
    sentence,
    set_hint,
    wrap_layout,
)

#: The greatest width of the page, at 100 %.
PAGE_WIDTH = 1600
#: The least and the most Leader types in sight at once.
LEAST_LEADER_ROWS = 3
MOST_LEADER_ROWS = 4
#: The Refuges in sight at once.
REFUGE_ROWS = 7
#: The lines kept for what a Leader type and a Refuge are.
LEADER_LINES = 2
REFUGE_LINES = 3
#: The limits of a group that are kept room for.
LIMITS = 4


class CreateGroupPage(Page):
    """Creates a group; members and gear follow on the group's own page."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.catalogue = services.catalogue
        self.names = RandomNames(services.workspace, services.source, self._shown_campaign)
        self.name = text_field(_("Name of the group"))
        self.player = text_field(_("Name of the player"))
        self.leader_name = text_field(_("Name of the Leader"))
        self._make_points()
        self._make_random()
        self._make_leaders()
        self._make_refuges()
        self.create_button = button(_("Create gro&up"), self._create, "first")
        self.cancel_button = button(_("Cancel"), services.to(CampaignRoute()))
        self.name.returnPressed.connect(self.leaders.setFocus)
        self.head = Head(_("Create a group"), self.cancel_button, first=self.create_button)
        self.by_hand = panel(
            label(_("Leader (p.\u00a017)"), "heading"),
            self.leaders,
            self.leader_note,
            label(_("Refuge (p.\u00a020)"), "heading"),
            self.refuges,
            self.refuge_note,
            1,
            spacing=2,
        )
        summary = wrap_layout(column(self._make_names(), (self._make_summary(), 1)))
        choices = wrap_layout(column((self.by_hand, 1), (self.random, 1)))
        self.lay(RowOrColumn(services.theme, (summary, 3), (choices, 5)), wide=PAGE_WIDTH)

    def _shown_campaign(self) -> str:
        """Return the id of the campaign that is shown, for parts that ask later."""
        return self.campaign_id

    # Parts

    def _make_points(self) -> None:
        #: The points to spend: at first as many as the campaign's house rules say.
        least, most = NUMBERS["founding"]["points"]
        self.points = Number(least, most)
        self.points.setAccessibleName(_("Starting points"))
        self.points_caption = label(_("Starting &points"))
        self.points_caption.setBuddy(self.points)
        call_on_entry(self._show_group, self.points)

    def _make_random(self) -> None:
        self.random = RandomGroupPanel(self.services, self._shown_campaign, self.points.value)
        self.random.drawn.connect(self._take_names)
        self.random.shown.connect(self._show_random_or_choice)
        self.leader_name.textEdited.connect(self.random.name_leader)
        self.random_button = button(_("&Random group"), self._draw_group)
        self.keep_leader = QCheckBox(_("Keep this Leader"))
        self.keep_refuge = QCheckBox(_("Keep this Refuge"))
        for box in (self.keep_leader, self.keep_refuge):
            set_hint(box, _("The random group has what is chosen here."))
        boxes = column(self.keep_leader, self.keep_refuge, spacing=2)
        self.random_row = wrap_layout(row(self.random_button, boxes, 1, spacing=14))
        #: The names that were drawn: other drawn ones may replace them.
        self._drawn_group_name = ""
        self._drawn_leader_name = ""

    def _make_leaders(self) -> None:
        leaders = self.catalogue.leaders()
        self.leaders = offers_table(
            (_("Leader"), *CHARACTERISTICS, _("Cost")),
            self.services.theme,
            _("Leader types"),
            max(LEAST_LEADER_ROWS, min(MOST_LEADER_ROWS, len(leaders))),
        )
        self.leaders.row_chosen.connect(self._show_leader)
        self.leaders.rows.set_rows([type_offer(leader, self.catalogue) for leader in leaders])
        self.leader_note = Note(LEADER_LINES)
        show_entries_of_rows_on_hover(self.leaders, self.services)

    def _make_refuges(self) -> None:
        self.refuges = offers_table(
            (_("Refuge"), _("Members"), _("Empty Spaces")),
            self.services.theme,
            _("Refuges"),
            REFUGE_ROWS,
        )
        self.refuges.row_chosen.connect(self._show_refuge)
        rows = [self._refuge_row(refuge) for refuge in self.catalogue.refuges.values()]
        rows.append(self._road_row())
        self.refuges.rows.set_rows(rows)
        self.refuge_note = Note(REFUGE_LINES)
        show_entries_of_rows_on_hover(self.refuges, self.services)

    def _refuge_row(self, refuge: Refuge) -> Row:
        """Return the choice of a Refuge, with the Perks that are built in."""
        perks = [self.catalogue.perks[key] for key in refuge.built_in]
        return offer_row(
            refuge.key,
            (refuge.name, str(refuge.max_size), str(refuge.empty_spaces)),
            "\n".join(titled(perk.name, perk.summary) for perk in perks),
            drawing=refuge.drawing,
            line=", ".join(perk.name for perk in perks),
            drawings=[perk.drawing for perk in perks],
            pack=refuge.pack,
        )

    def _road_row(self) -> Row:
        """Return the choice of no Refuge."""
        return offer_row(
            ON_THE_ROAD,
            (_("On the road"), "–", "–"),
            _road_in_words(),
            drawing=pictograms.token("vehicle"),
            line=_("no Refuge"),
        )

    def _make_names(self) -> QWidget:
        """Return the names of the group, the Leader and the player."""
        theme = self.services.theme
        self.group_dice = NameDice(
            theme,
            self.name,
            _("Random name for the group"),
            lambda present: self.names.group({present}),
        )
        self.leader_dice = NameDice(
            theme,
            self.leader_name,
            _("Random name for the Leader"),
            lambda present: self.names.member({present}),
        )
        return panel(
            label(_("Names"), "heading"),
            row(self.name, self.group_dice, spacing=4),
            row(self.leader_name, self.leader_dice, spacing=4),
            self.player,
        )

    def _make_summary(self) -> QWidget:
        """Return the group so far: its points and limits, and its Leader."""
        self.remaining = label("", "display")
        self.remaining_note = sentence("", "")
        self.meters = Meters(_("Limits"), LIMITS)
        title = _("The group so far")
        self.group_table = offers_table((title, _("Cost")), self.services.theme, title, 1)
        self.group_table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.next_note = sentence(_("Members and gear come next, on the group's own page."))
        return panel(
            row(self.remaining, (self.remaining_note, 1), spacing=10),
            row(self.points_caption, self.points, 1, spacing=10),
            self.meters,
            self.group_table,
            self.next_note,
            1,
            self.random_row,
        )

    # What is shown

    def show_campaign(self, campaign: str) -> None:
        self.campaign_id = campaign
        self._drawn_group_name = ""
        self._drawn_leader_name = ""
        self.random.leave()
        for field in (self.name, self.leader_name, self.player):
            field.clear()
        for box in (self.keep_leader, self.keep_refuge):
            box.setChecked(False)
        usual_points = self.catalogue.number("founding", "points")
        set_control(self.points, usual_points)
        hint = _("For this group. The campaign's new groups have {n}.", n=usual_points)
        set_hint(self.points, hint)
        complete_from_names(
            self.player, player_names(self.services.workspace, campaign), self.services.theme
        )
        self.leaders.choose_row(self.leaders.rows.key_at(0))
        self.refuges.choose_row(self.refuges.rows.key_at(0))
        self._show_leader(self.leaders.current_key())
        self._show_refuge(self.refuges.current_key())
        self.name.setFocus()

    def take_focus(self) -> None:
        self.name.setFocus()

    def _show_leader(self, key: str) -> None:
        """Say what a Leader type is, and show the group with it."""
        leader_type = self.catalogue.character(key)
        text = type_in_words(leader_type, self.catalogue)
        if leader_type.keyword == "trained":
            text += "\n" + _("The group can use only gear marked *, but without its rarity limit.")
        self.leader_note.setText(text)
        self._show_group()

    def _show_refuge(self, key: str) -> None:
        """Say what a Refuge has, and show the group in it."""
        if key == ON_THE_ROAD:
            text = _road_in_words()
        else:
            perks = [self.catalogue.perks[perk] for perk in self.catalogue.refuges[key].built_in]
            text = " ".join(titled(perk.name, perk.summary) for perk in perks)
        self.refuge_note.setText(text)
        self._show_group()

    def _draw_group(self) -> None:
        """Draw a random group, with the chosen Leader and Refuge where they are to stay."""
        leader_type = self.leaders.current_key() if self.keep_leader.isChecked() else ""
        refuge = self.refuges.current_key() if self.keep_refuge.isChecked() else None
        self.random.draw_first_group(leader_type, refuge)

    def _take_names(self) -> None:
        """Show the names that are drawn, but none instead of a typed one."""
        name = self.name.text()
        if name in ("", self._drawn_group_name):
            self._drawn_group_name = self.names.group({name})
            self.name.setText(self._drawn_group_name)
        leader_name = self.leader_name.text()
        if leader_name in ("", self._drawn_leader_name):
            self._drawn_leader_name = self.random.leader_name
            self.leader_name.setText(self._drawn_leader_name)
        else:
            self.random.name_leader(leader_name)

    def _show_random_or_choice(self) -> None:
        """Show the group that is drawn, or else the choice by hand."""
        is_by_hand = self.random.group is None
        for part in (self.by_hand, self.group_table, self.next_note, self.random_row):
            part.setVisible(is_by_hand)
        self._show_group()

    def _show_group(self) -> None:
        """Show the points left and the limits of the group so far."""
        points = number(self.points.value())
        self.head.note.setText(_("{n} points for a Leader, members and their gear", n=points))
        random_group = self.random.drawn_group
        if random_group is not None:
            text = ngettext(
                "point left of {all}", "points left of {all}", random_group.points, all=points
            )
            self.remaining_note.setText(text)
            self._show_limits(random_group)
        elif self.leaders.current_key():
            self._show_group_by_hand()

    def _show_group_by_hand(self) -> None:
        """Show the group that has only the chosen Leader so far."""
        leader_type = self.catalogue.character(self.leaders.current_key())
        leader = make_member(Recruit(leader_type.key), self.catalogue, "leader")
        group = Group(
            "new",
            "",
            RefugeState(self.refuges.current_key()),
            members=(leader,),
            leader=leader.id,
            points=self.points.value() - leader_type.cost,
        )
        text = ngettext(
            "point left of {all}; this Leader costs {cost}",
            "points left of {all}; this Leader costs {cost}",
            group.points,
            all=number(self.points.value()),
            cost=leader_type.cost,
        )
        self.remaining_note.setText(text)
        self._show_limits(group)
        leader_row = offer_row(
            leader.id,
            (leader_type.name, str(leader_type.cost)),
            drawing=leader_type.drawing,
            edge=leader_type.keyword,
            line=_("Leader"),
            fresh=True,
        )
        self.group_table.rows.change_rows([leader_row])

    def _show_limits(self, group: Group) -> None:
        self.remaining.setText(number(group.points))
        view = self.services.workspace.campaign(self.campaign_id)
        limits = group_limits(group, self.catalogue, view.campaign.switches)
        if not group.on_the_road:
            limits.append(Limit(_("Built Perks"), 0, empty_spaces(group, self.catalogue)))
        self.meters.show_limits(limits)

    def _create(self) -> None:
        """Create the group that is drawn, or chosen by hand, and go there."""
        random_group = self.random.group
        recruits: Sequence[Recruit]
        if random_group is None:
            leader = Recruit(self.leaders.current_key(), self.leader_name.text())
            recruits = [leader]
            refuge = self.refuges.current_key()
        else:
            recruits = random_group.recruits
            refuge = random_group.refuge
        create = partial(
            self.services.groups.create_with_members,
            campaign=self.campaign_id,
            name=self.name.text(),
            recruits=recruits,
            refuge=refuge,
            player=self.player.text(),
            points=self.points.value(),
        )
        group = self.services.do(create).result
        if group is None:
            self.name.setFocus()
        else:
            self.services.go(GroupRoute(group))


def _road_in_words() -> str:
    """Say what it means to have no Refuge."""
    return _(
        "No Refuge: nothing is built, no Zombie Attack comes after a game, and no Refuge limits "
        "the members."
    )
