"""Creating a group: its names, its Leader, its Refuge (p. 16–20)."""

from __future__ import annotations

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
from lastdays.ui.forms.form import NameDice, enter, on_entry, suggest, text_field
from lastdays.ui.forms.members import type_in_words, type_offer
from lastdays.ui.models.rows import Row
from lastdays.ui.navigation import CampaignRoute, GroupRoute
from lastdays.ui.page import Head, Page
from lastdays.ui.pages.random_group_panel import RandomGroupPanel
from lastdays.ui.services import Services
from lastdays.ui.widgets.entry_card import explain_rows
from lastdays.ui.widgets.offers import Meters, Note, offer, offers_table
from lastdays.ui.widgets.parts import (
    Number,
    Turning,
    button,
    column,
    describe,
    holder,
    label,
    panel,
    row,
    sentence,
)


class CreateGroupPage(Page):
    """Creates a group; members and gear follow on the group's own page."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.catalogue = services.catalogue
        self.names = RandomNames(services.workspace, services.source, lambda: self.campaign_id)
        self.name = text_field(_("Name of the group"))
        self.player = text_field(_("Name of the player"))
        self.leader_name = text_field(_("Name of the Leader"))
        self._make_points()
        self._make_random()
        self._make_leaders()
        self._make_refuges()
        self.create_button = button(_("Create gro&up"), self._found, "first")
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
        parts = holder(column((self.by_hand, 1), (self.random, 1)))
        self.lay(Turning(services.theme, (self._summary(), 3), (parts, 5)), wide=1600)

    def _make_points(self) -> None:
        #: The points to spend: at first as many as the campaign's house rules say.
        self.points = Number(*NUMBERS["founding"]["points"])
        self.points.setAccessibleName(_("Starting points"))
        self.points_caption = label(_("Starting &points"))
        self.points_caption.setBuddy(self.points)
        on_entry(self._show_group, self.points)

    def _make_random(self) -> None:
        self.random = RandomGroupPanel(self.services, lambda: self.campaign_id, self.points.value)
        self.random.drawn.connect(self._take_names)
        self.random.shown.connect(self._random_shown)
        self.leader_name.textEdited.connect(self.random.name_leader)
        self.random_button = button(_("&Random group"), self._draw)
        self.keep_leader = QCheckBox(_("Keep this Leader"))
        self.keep_refuge = QCheckBox(_("Keep this Refuge"))
        for box in (self.keep_leader, self.keep_refuge):
            describe(box, _("The random group has what is chosen here."))
        ticks = column(self.keep_leader, self.keep_refuge, spacing=2)
        self.before_random = holder(row(self.random_button, ticks, 1, spacing=14))
        #: The names of group and Leader that were drawn: other drawn ones may replace them.
        self._drawn_names = ("", "")

    def _make_leaders(self) -> None:
        leaders = self.catalogue.leaders()
        self.leaders = offers_table(
            (_("Leader"), *CHARACTERISTICS, _("Cost")),
            self.services.theme,
            _("Leader types"),
            max(3, min(4, len(leaders))),
            chosen=self._leader_chosen,
        )
        self.leaders.rows.set_rows([type_offer(kind, self.catalogue) for kind in leaders])
        self.leader_note = Note(2)
        explain_rows(self.leaders, self.services)

    def _make_refuges(self) -> None:
        catalogue = self.catalogue
        self.refuges = offers_table(
            (_("Refuge"), _("Members"), _("Empty Spaces")),
            self.services.theme,
            _("Refuges"),
            7,
            chosen=self._refuge_chosen,
        )
        self.refuges.rows.set_rows(
            [
                offer(
                    refuge.key,
                    (refuge.name, str(refuge.max_size), str(refuge.empty_spaces)),
                    "\n".join(
                        titled(catalogue.perks[p].name, catalogue.perks[p].summary)
                        for p in refuge.built_in
                    ),
                    drawing=refuge.drawing,
                    line=", ".join(catalogue.perks[p].name for p in refuge.built_in),
                    drawings=tuple(catalogue.perks[p].drawing for p in refuge.built_in),
                    pack=refuge.pack,
                )
                for refuge in catalogue.refuges.values()
            ]
            + [self._road()]
        )
        self.refuge_note = Note(3)
        explain_rows(self.refuges, self.services)

    def _road(self) -> Row:
        """Return the choice of no Refuge."""
        return offer(
            ON_THE_ROAD,
            (_("On the road"), "–", "–"),
            self._about_the_road(),
            drawing=pictograms.token("vehicle"),
            line=_("no Refuge"),
        )

    @staticmethod
    def _about_the_road() -> str:
        return _(
            "No Refuge: nothing is built, no Zombie Attack comes after a game, and no Refuge limits "
            "the members."
        )

    def _summary(self) -> QWidget:
        """Return the side with the names and the group so far."""
        theme = self.services.theme
        self.group_dice = NameDice(
            theme, self.name, _("Random name for the group"), lambda now: self.names.group({now})
        )
        self.leader_dice = NameDice(
            theme,
            self.leader_name,
            _("Random name for the Leader"),
            lambda now: self.names.member({now}),
        )
        self.remaining = label("", "display")
        self.remaining_note = sentence("", "")
        self.meters = Meters(_("Limits"), 4)
        so_far_ = _("The group so far")
        self.group_table = offers_table((so_far_, _("Cost")), theme, so_far_, 1)
        self.group_table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        names = panel(
            label(_("Names"), "heading"),
            row(self.name, self.group_dice, spacing=4),
            row(self.leader_name, self.leader_dice, spacing=4),
            self.player,
        )
        self.next_note = sentence(_("Members and gear come next, on the group's own page."))
        so_far = panel(
            row(self.remaining, (self.remaining_note, 1), spacing=10),
            row(self.points_caption, self.points, 1, spacing=10),
            self.meters,
            self.group_table,
            self.next_note,
            1,
            self.before_random,
        )
        return holder(column(names, (so_far, 1)))

    def show_campaign(self, campaign: str) -> None:
        self.campaign_id = campaign
        self._drawn_names = ("", "")
        self.random.leave()
        for field in (self.name, self.leader_name, self.player):
            field.clear()
        for box in (self.keep_leader, self.keep_refuge):
            box.setChecked(False)
        usual = self.catalogue.number("founding", "points")
        enter(self.points, usual)
        describe(self.points, _("For this group. The campaign's new groups have {n}.", n=usual))
        suggest(self.player, player_names(self.services.workspace, campaign), self.services.theme)
        self.leaders.choose(self.leaders.rows.key_at(0))
        self.refuges.choose(self.refuges.rows.key_at(0))
        self._leader_chosen(self.leaders.current_key())
        self._refuge_chosen(self.refuges.current_key())
        self.name.setFocus()

    def take_focus(self) -> None:
        self.name.setFocus()

    def _leader_chosen(self, key: str) -> None:
        kind = self.catalogue.character(key)
        text = type_in_words(kind, self.catalogue)
        if kind.keyword == "trained":
            text += "\n" + _("The group can use only gear marked *, but without its rarity limit.")
        self.leader_note.setText(text)
        self._show_group()

    def _refuge_chosen(self, key: str) -> None:
        perks = [self.catalogue.perks[p] for p in self.catalogue.refuges[key].built_in]
        said = " ".join(titled(perk.name, perk.summary) for perk in perks)
        self.refuge_note.setText(self._about_the_road() if key == ON_THE_ROAD else said)
        self._show_group()

    def _draw(self) -> None:
        """Draw a random group, with the chosen Leader and Refuge where they are to stay."""
        self.random.begin(
            self.leaders.current_key() if self.keep_leader.isChecked() else "",
            self.refuges.current_key() if self.keep_refuge.isChecked() else None,
        )

    def _take_names(self) -> None:
        """Show the names that are drawn, but none instead of a typed one."""
        group, leader = self._drawn_names
        typed = self.name.text()
        if typed in ("", group):
            group = self.names.group({typed})
            self.name.setText(group)
        typed = self.leader_name.text()
        if typed in ("", leader):
            leader = self.random.leader_name
            self.leader_name.setText(leader)
        else:
            self.random.name_leader(typed)
        self._drawn_names = (group, leader)

    def _random_shown(self) -> None:
        """Show the group that is drawn, or else the choice by hand."""
        by_hand = self.random.group is None
        for part in (self.by_hand, self.group_table, self.next_note, self.before_random):
            part.setVisible(by_hand)
        self._show_group()

    def _show_group(self) -> None:
        """Show the points left and the limits of the group so far."""
        drawn = self.random.founded
        points = self.points.value()
        all_points = number(points)
        self.head.note.setText(_("{n} points for a Leader, members and their gear", n=all_points))
        if drawn is not None:
            left = ngettext(
                "point left of {all}", "points left of {all}", drawn.points, all=all_points
            )
            self.remaining_note.setText(left)
            self._show_limits(drawn)
            return
        leader = self.leaders.current_key()
        refuge = self.refuges.current_key()
        if not leader:
            return
        catalogue = self.catalogue
        kind = catalogue.character(leader)
        member = make_member(Recruit(leader), catalogue, "leader")
        group = Group(
            "new",
            "",
            RefugeState(refuge),
            members=(member,),
            leader=member.id,
            points=points - kind.cost,
        )
        self.remaining_note.setText(
            ngettext(
                "point left of {all}; this Leader costs {cost}",
                "points left of {all}; this Leader costs {cost}",
                group.points,
                all=all_points,
                cost=kind.cost,
            )
        )
        self._show_limits(group)
        self.group_table.rows.change_rows(
            [
                offer(
                    member.id,
                    (kind.name, str(kind.cost)),
                    drawing=kind.drawing,
                    edge=kind.keyword,
                    line=_("Leader"),
                    fresh=True,
                )
            ]
        )

    def _show_limits(self, group: Group) -> None:
        self.remaining.setText(number(group.points))
        view = self.services.workspace.campaign(self.campaign_id)
        limits = group_limits(group, self.catalogue, view.campaign.switches)
        if not group.on_the_road:
            limits.append(Limit(_("Built Perks"), 0, empty_spaces(group, self.catalogue)))
        self.meters.show_limits(limits)

    def _found(self) -> None:
        recruits: tuple[Recruit, ...] = (
            Recruit(self.leaders.current_key(), self.leader_name.text()),
        )
        refuge = self.refuges.current_key()
        drawn = self.random.group
        if drawn is not None:
            recruits = drawn.recruits
            refuge = drawn.refuge
        group = self.services.do(
            partial(
                self.services.groups.create_whole,
                self.campaign_id,
                self.name.text(),
                recruits,
                refuge,
                self.player.text(),
                self.points.value(),
            )
        ).result
        if group is None:
            self.name.setFocus()
            return
        self.services.go(GroupRoute(group))
