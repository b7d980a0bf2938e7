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
from lastdays.ui.widgets.offers import offer, offers_table
from lastdays.ui.widgets.parts import Plain, button, column, label, panel, row, sentence

#: The keys of the rows of the Refuge and the Leader; a member's is its place.
REFUGE = "refuge"
LEADER = "0"


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
            8,
            pressed_on=self._press,
            taken=lambda key, _column: self._press(key),
        )
        says = _("Select rows to keep them, then press Again. Everything can be changed later.")
        head = row((label(_("Random group"), "heading"), 1), self.by_hand_button, self.again_button)
        self.setLayout(column(panel(head, sentence(says), (self.table, 1))))
        self.hide()

    @property
    def founded(self) -> Group | None:
        """Return the group as it would be created, None if none is drawn."""
        if self.group is None:
            return None
        return self.group.founded(self._points(), self.catalogue)

    @property
    def leader_name(self) -> str:
        """Return the name of the Leader that is drawn, '' if none is."""
        return "" if self.group is None else self.group.recruits[0].name

    def begin(self, leader_type: str, refuge: str | None) -> None:
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
        drawn = self.services.ask(self.groups.draw, kept, self._points())
        if drawn is None:
            return
        first_new = 1 + len(kept.members)
        stays = self._kept & {REFUGE, LEADER}
        self._kept = stays | {str(place) for place in range(1, first_new)}
        self._show(drawn)
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
        return tuple(
            member for place, member in enumerate(members, start=1) if str(place) in self._kept
        )

    def _press(self, key: str) -> None:
        """Keep a part of the group, or no longer."""
        self._kept ^= {key}
        self._show_rows()

    def _show(self, drawn: RandomGroup | None) -> None:
        self.group = drawn
        self.setVisible(drawn is not None)
        self._show_rows()
        self.shown.emit()

    def _show_rows(self) -> None:
        if self.group is None:
            self.table.rows.set_rows([])
            return
        members = (self._member(n, recruit) for n, recruit in enumerate(self.group.recruits))
        self.table.rows.change_rows([self._refuge(self.group.refuge), *members])

    def _refuge(self, key: str) -> Row:
        if key == ON_THE_ROAD:
            return offer(
                REFUGE,
                (_("On the road"), "–", self._said(REFUGE)),
                drawing=pictograms.token("vehicle"),
                line=_("no Refuge"),
                fresh=REFUGE in self._kept,
            )
        refuge = self.catalogue.refuges[key]
        perks = joined([self.catalogue.perks[perk].name for perk in refuge.built_in])
        return offer(
            REFUGE,
            (refuge.name, "–", self._said(REFUGE)),
            drawing=refuge.drawing,
            line=dotted(_("Refuge"), perks),
            fresh=REFUGE in self._kept,
            pack=refuge.pack,
        )

    def _member(self, place: int, recruit: Recruit) -> Row:
        kind = self.catalogue.character(recruit.type)
        key = str(place)
        gear = [self.catalogue.gear(item) for item in recruit.gear]
        line = dotted(
            _("Leader") if key == LEADER else "",
            kind.name,
            ", ".join(item.name for item in gear),
            ", ".join(map(skill_type_name, recruit.skill_types)),
            class_name(recruit.gunsmith) if recruit.gunsmith else "",
            *(recruit.traits.values() if isinstance(recruit, RecruitWithTraits) else ()),
        )
        return offer(
            key,
            (recruit.name, number(cost_of(recruit, self.catalogue)), self._said(key)),
            drawing=kind.drawing,
            edge=kind.keyword,
            line=line,
            drawings=[item.drawing for item in gear],
            fresh=key in self._kept,
            pack=kind.pack,
        )

    def _said(self, key: str) -> str:
        """Return the word for a part that is kept, '' for any other."""
        return _("kept") if key in self._kept else ""
