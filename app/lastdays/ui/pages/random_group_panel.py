"""A group drawn at random on the page that creates one: another one is a press away, and what is kept
stays."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import Signal

from lastdays.campaign.random_groups import Kept, RandomGroup, RandomGroups
from lastdays.language import _, dotted, joined, number
from lastdays.model.group import ON_THE_ROAD, Group
from lastdays.model.recruiting import Recruit, RecruitWithTraits, cost_of
from lastdays.rulebook import class_name, pictograms, skill_type_name
from lastdays.ui.models.rows import Row
from lastdays.ui.services import Services
from lastdays.ui.widgets.offers import offer_row, offers_table
from lastdays.ui.widgets.parts import Plain, button, column, label, panel, row, sentence

#: The key of the row of the Refuge.
REFUGE = "refuge"
#: The key of the row of the Leader; that of another member is its place.
LEADER = "0"
#: The rows in sight at once.
ROWS = 8


class RandomGroupPanel(Plain):
    """The group that is drawn. `drawn` says that another is, `shown` that it looks otherwise or is
    gone."""

    drawn = Signal()
    shown = Signal()

    def __init__(
        self, services: Services, campaign: Callable[[], str], points: Callable[[], int]
    ) -> None:
        """Make it; `campaign` and `points` return the id of the campaign and the points to spend."""
        super().__init__()
        self.services = services
        self.catalogue = services.catalogue
        self._points = points
        self.groups = RandomGroups(services.workspace, services.source, campaign)
        #: What is drawn, None while the group is made by hand.
        self.group: RandomGroup | None = None
        self._kept: set[str] = set()
        self.again_button = button(_("&Again"), self.draw)
        self.by_hand_button = button(_("&By hand"), self.leave, "quiet")
        self.table = offers_table(
            (_("The group drawn"), _("Cost"), _("Kept")),
            services.theme,
            _("The group drawn"),
            ROWS,
        )
        self.table.row_clicked.connect(self._keep_or_release)
        self.table.row_activated.connect(lambda key, _column: self._keep_or_release(key))
        advice = _("Select rows to keep them, then press Again. Everything can be changed later.")
        head = row((label(_("Random group"), "heading"), 1), self.by_hand_button, self.again_button)
        self.setLayout(column(panel(head, sentence(advice), (self.table, 1))))
        self.hide()

    @property
    def drawn_group(self) -> Group | None:
        """Return the group as it would be created, None if none is drawn."""
        if self.group is None:
            return None
        return self.group.founded(self._points(), self.catalogue)

    @property
    def leader_name(self) -> str:
        """Return the name of the Leader that is drawn, '' if none is."""
        return "" if self.group is None else self.group.recruits[0].name

    def draw_first_group(self, leader_type: str, refuge: str | None) -> None:
        """Draw a first group, with a Leader of a type and in a Refuge that are to stay: any for '' and
        for None."""
        self._kept = set()
        if leader_type:
            self._kept.add(LEADER)
        if refuge is not None:
            self._kept.add(REFUGE)
        self._draw(Kept(leader_type=leader_type, refuge=refuge))

    def draw(self) -> None:
        """Draw a group, with what is kept of the one before."""
        self._draw(self._parts_kept())

    def _draw(self, kept: Kept) -> None:
        """Draw a group, in which the kept members come first after the Leader."""
        group = self.services.ask(self.groups.draw, kept, self._points())
        if group is None:
            return
        members_kept = {str(place) for place in range(1, 1 + len(kept.members))}
        self._kept = (self._kept & {REFUGE, LEADER}) | members_kept
        self._show(group)
        self.drawn.emit()
        self.again_button.setFocus()

    def leave(self) -> None:
        """Drop what is drawn: the group is made by hand."""
        self._kept = set()
        self._show(None)

    def name_leader(self, name: str) -> None:
        """Give the Leader that is drawn another name."""
        if self.group is not None and name.strip():
            leader, *others = self.group.recruits
            recruits = (replace(leader, name=name.strip()), *others)
            self._show(replace(self.group, recruits=recruits))

    def _parts_kept(self) -> Kept:
        """Return what stays of the group drawn before."""
        if self.group is None:
            return Kept()
        return Kept(
            leader=self.group.recruits[0] if LEADER in self._kept else None,
            refuge=self.group.refuge if REFUGE in self._kept else None,
            members=self._members_kept(),
        )

    def _members_kept(self) -> tuple[Recruit, ...]:
        if self.group is None:
            return ()
        _leader, *members = self.group.recruits
        members_kept = []
        for place, member in enumerate(members, start=1):
            if str(place) in self._kept:
                members_kept.append(member)
        return tuple(members_kept)

    def _keep_or_release(self, key: str) -> None:
        """Keep a part of the group, or no longer."""
        if key in self._kept:
            self._kept.remove(key)
        else:
            self._kept.add(key)
        self._show_rows()

    def _show(self, group: RandomGroup | None) -> None:
        self.group = group
        self.setVisible(group is not None)
        self._show_rows()
        self.shown.emit()

    def _show_rows(self) -> None:
        if self.group is None:
            self.table.rows.set_rows([])
            return
        rows = [self._refuge_row(self.group.refuge)]
        for place, recruit in enumerate(self.group.recruits):
            rows.append(self._member_row(str(place), recruit))
        self.table.rows.change_rows(rows)

    def _refuge_row(self, key: str) -> Row:
        if key == ON_THE_ROAD:
            return offer_row(
                REFUGE,
                (_("On the road"), "–", self._kept_in_words(REFUGE)),
                drawing=pictograms.token("vehicle"),
                line=_("no Refuge"),
                fresh=REFUGE in self._kept,
            )
        refuge = self.catalogue.refuges[key]
        perks = joined([self.catalogue.perks[perk].name for perk in refuge.built_in])
        return offer_row(
            REFUGE,
            (refuge.name, "–", self._kept_in_words(REFUGE)),
            drawing=refuge.drawing,
            line=dotted(_("Refuge"), perks),
            fresh=REFUGE in self._kept,
            pack=refuge.pack,
        )

    def _member_row(self, key: str, recruit: Recruit) -> Row:
        """Return the row of a member; its key is its place in the group."""
        member_type = self.catalogue.character(recruit.type)
        gear = [self.catalogue.gear(item) for item in recruit.gear]
        texts = [
            _("Leader") if key == LEADER else "",
            member_type.name,
            ", ".join(item.name for item in gear),
            ", ".join(skill_type_name(skill_type) for skill_type in recruit.skill_types),
            class_name(recruit.gunsmith) if recruit.gunsmith else "",
        ]
        if isinstance(recruit, RecruitWithTraits):
            texts += recruit.traits.values()
        cost = number(cost_of(recruit, self.catalogue))
        return offer_row(
            key,
            (recruit.name, cost, self._kept_in_words(key)),
            drawing=member_type.drawing,
            edge=member_type.keyword,
            line=dotted(*texts),
            drawings=[item.drawing for item in gear],
            fresh=key in self._kept,
            pack=member_type.pack,
        )

    def _kept_in_words(self, key: str) -> str:
        """Return the word for a part that is kept, '' for any other."""
        return _("kept") if key in self._kept else ""
