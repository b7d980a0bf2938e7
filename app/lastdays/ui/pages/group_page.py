"""A group's page: roster, chosen member, Refuge, stash, warnings; its forms and its history."""

from __future__ import annotations

from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget
from shiboken6 import isValid

from lastdays.campaign.changed import (
    CampaignChanged,
    Changed,
    Everything,
    GroupChanged,
    SequencesChanged,
    SessionsChanged,
)
from lastdays.campaign.documents.differences import gear_fate
from lastdays.campaign.workspace import GroupView
from lastdays.desktop.files import write_whole
from lastdays.language import _, ngettext, number
from lastdays.model.group import Group, Member
from lastdays.model.recruiting import Recruit, empty_spaces, max_size, neutral_percent
from lastdays.model.switches import Switches
from lastdays.rulebook import Catalogue
from lastdays.ui.forms.form import cancel_button, entered
from lastdays.ui.navigation import CampaignRoute, GroupRoute, Route
from lastdays.ui.pages.group.actions import DecisionPanel, GearActions, MemberActions, WarningsPanel
from lastdays.ui.pages.group.head import FoundingPanel, GroupHead
from lastdays.ui.pages.group.member_panel import MemberPanel, StashPanel
from lastdays.ui.pages.group.refuge_panel import RefugePanel
from lastdays.ui.pages.group.roster_panel import (
    HEAD,
    ROW,
    ROW_IN_WORDS,
    ROW_LEAST,
    ROW_MOST,
    RosterPanel,
)
from lastdays.ui.pages.rescue import CaptivesButton
from lastdays.ui.services import Services
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme, restyle
from lastdays.ui.widgets.dialogs import save_name
from lastdays.ui.widgets.page import MARGIN, Page
from lastdays.ui.widgets.parts import Flow, PageStack, Turning, column, label, row
from lastdays.ui.widgets.room import lay_out, to_top

if TYPE_CHECKING:
    from lastdays.ui.forms.editors import GroupEditor, MemberEditor
    from lastdays.ui.forms.recruit import RecruitForm
    from lastdays.ui.pages.group.history_panel import HistoryPanel
    from lastdays.ui.pages.group.refuge_panel import RefugeOutlook


#: At 100 %: the gap between two parts, the panels below the roster at least and as wanted, the line
#: that explains a figure.
GAP, LOWER_LEAST, LOWER, WHY = 6, 166, 172, 22
#: In a large window: the panels below the roster as wanted, a row of it at least.
LOWER_LARGE, ROW_LARGE = 340, 56
#: Widths at 100 %: from where the member stands as a card beside the roster, and how wide; below
#: what everything stands below the roster.
CARD_FROM, CARD, STACKED_BELOW = 1480, 436, 980
#: Heights at 100 % of member, Refuge and stash where they stand below each other.
STACKED = (340, 190, 270)
#: How many members are in sight at least, and of more than those, which are scrolled anyway.
SEEN, SCROLLED = 8, 6


class Home(QWidget):
    """The roster with the chosen member, the Refuge and the stash."""

    def __init__(
        self,
        theme: Theme,
        roster: RosterPanel,
        member: MemberPanel,
        refuge: RefugePanel,
        stash: StashPanel,
    ) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.theme = theme
        self.roster, self.member, self.refuge, self.stash = roster, member, refuge, stash
        for part in (roster, member, refuge, stash):
            part.setParent(self)
        roster.model.modelReset.connect(self.arrange)
        theme.changed.connect(self.arrange)

    @property
    def stacked(self) -> bool:
        """Return whether there is too little width for panels beside each other."""
        return self.width() < self.theme.px(STACKED_BELOW)

    def minimumSizeHint(self) -> QSize:
        theme = self.theme
        rows = self.roster.model.rowCount()
        rows = min(SEEN, max(1, rows)) if self.stacked or rows <= SEEN else SCROLLED
        if self.stacked:
            high = self._stacked_roster(rows) + theme.px(3 * GAP + sum(STACKED))
            return QSize(theme.px(430), high)
        least = self.roster.table.height_for(rows, ROW_LEAST) + theme.px(WHY)
        return QSize(theme.px(430), least + theme.px(GAP + LOWER_LEAST))

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
        self.arrange()

    def arrange(self) -> None:
        """Lay out the parts for the room there is."""
        if self.stacked:
            self._stack()
            return
        theme = self.theme
        gap, width, height = theme.px(GAP), self.width(), self.height()
        card = theme.px(CARD) if width >= theme.px(CARD_FROM) else 0
        self.member.make_card(bool(card))
        left = width - card - (gap if card else 0)
        upper = self._upper(height)
        self.roster.setGeometry(0, 0, left, upper)
        rest = height - upper - gap
        below = QRect(0, upper + gap, left, rest)
        stash = max(theme.px(230), left // 5)
        refuge = max(theme.px(300), left * 27 // 100)
        if card:
            stash = left * 2 // 5
            refuge = left - gap - stash
            self.member.setGeometry(width - card, 0, card, height)
        else:
            room = left - refuge - stash - 2 * gap
            self.member.setGeometry(0, below.top(), room, below.height())
        roomy = below.height() > theme.px(300)
        self.stash.show_lines(roomy)
        self.stash.notes.make_roomy(roomy)
        self.member.notes.make_roomy(roomy or bool(card))
        self.refuge.setGeometry(left - stash - gap - refuge, below.top(), refuge, below.height())
        self.stash.setGeometry(left - stash, below.top(), stash, below.height())

    def _upper(self, height: int) -> int:
        """Return how high the roster is: all of it where that leaves room for the panels."""
        theme, table = self.theme, self.roster.table
        rows = max(1, self.roster.model.rowCount())
        why = theme.px(WHY)
        wanted = height - theme.px(GAP + LOWER)
        pitch = ROW
        if wanted > theme.px(600):  # what is left over is the rows', before it stands empty below
            spare = (height - theme.px(LOWER_LARGE + GAP + HEAD) - why) * 100
            pitch = max(ROW_LARGE, min(ROW_MOST, spare // (rows * theme.percent)))
        most = table.height_for(rows, pitch) + why
        if most <= wanted:
            return most
        least = table.height_for(rows, ROW_LEAST) + why
        if least <= wanted:
            return wanted
        # None of those that are scrolled to is half in sight.
        room = min(least, height - theme.px(GAP + LOWER_LEAST))
        return room - (room - self.roster.around_rows()) % theme.px(ROW_LEAST)

    def _stacked_roster(self, rows: int) -> int:
        return self.roster.table.height_for(rows, ROW_IN_WORDS) + self.theme.px(WHY)

    def _stack(self) -> None:
        theme = self.theme
        gap, width = theme.px(GAP), self.width()
        self.member.make_card(width < theme.px(620))
        self.stash.notes.make_roomy(True)
        self.stash.show_lines(False)
        rows = max(1, min(SEEN, self.roster.model.rowCount()))
        rest = self.height() - self._stacked_roster(rows) - 3 * gap
        top = 0
        for part, high in (
            (self.roster, self._stacked_roster(rows)),
            (self.member, rest - theme.px(STACKED[1] + STACKED[2])),
            (self.refuge, theme.px(STACKED[1])),
            (self.stash, theme.px(STACKED[2])),
        ):
            part.setGeometry(0, top, width, high)
            top += high + gap


class KeywordShares(Struct, frozen=True):
    """How many of a group are Neutral, how many of another Keyword than the Leader's, and how many
    of each may be at the group's size."""

    neutral: int = 0
    neutral_most: int = 0
    other: int = 0
    other_most: int = 0


def keyword_shares(group: Group, catalogue: Catalogue, switches: Switches) -> KeywordShares:
    """Return what counts against the Keyword limits: nobody where there is no Leader."""
    leader = group.leading
    if leader is None:
        return KeywordShares()
    size = len(group.roster)
    others = [m for m in group.roster if m.keyword != leader.keyword]
    percent = neutral_percent(catalogue.characters.get(leader.type), catalogue, switches)
    return KeywordShares(
        sum(1 for m in others if m.keyword == "neutral"),
        size * percent // 100,
        sum(1 for m in others if m.keyword != "neutral"),
        size * catalogue.number("limits", "other_keyword_percent") // 100,
    )


class _Figure(QWidget):
    """A number with what it counts."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.number = label("", "figure")
        self.caption = label("", "small")
        line = row(self.number, self.caption, spacing=6)
        line.setAlignment(self.caption, Qt.AlignmentFlag.AlignVCenter)
        self.setLayout(line)

    def show_figure(
        self, figure: str, caption: str, hover: str = "", *, over: bool = False
    ) -> None:
        """Show a number; `over` where it is more than may be."""
        self.number.setText(figure)
        self.caption.setText(caption)
        self.setToolTip(plain(hover))
        self.setAccessibleName(f"{figure} {caption}")
        if (self.caption.property("kind") == "harm") != over:
            restyle(self.caption, kind="harm" if over else "small")


class GroupFigures(QWidget):
    """The line of figures above the roster."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.setProperty("kind", "plain")
        self.points, self.members, self.hurt, self.spaces, self.neutral, self.other = (
            _Figure() for _n in range(6)
        )
        self.parts = (
            self.points,
            self.members,
            self.hurt,
            self.spaces,
            self.neutral,
            self.other,
        )
        self._flow = Flow(*self.parts, spacing=14)
        self.setLayout(self._flow)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Minimum)

    def sizeHint(self) -> QSize:
        """Return one line of all figures."""
        shown = [part.sizeHint() for part in self.parts if not part.isHidden()]
        width = sum(size.width() + 14 for size in shown)
        return QSize(width, max((size.height() for size in shown), default=0))

    def minimumSizeHint(self) -> QSize:
        narrow = self.services.theme.narrow
        least = self._flow.minimumSize() if narrow else self.sizeHint()
        return QSize(least.width(), self.sizeHint().height())

    def show_group(self, view: GroupView) -> None:
        """Show a group's figures; a Keyword limit where somebody counts against it."""
        group, catalogue = view.group, self.services.catalogue
        self.points.show_figure(
            number(group.points),
            ngettext("Scavenge Point", "Scavenge Points", group.points),
            over=group.points < 0,
        )
        size, most = len(group.roster), max_size(group, catalogue)
        self.members.show_figure(
            f"{size}/{most}",
            _("members"),
            _("{n} members, the Refuge holds {most}").format(n=size, most=most),
            over=size > most,
        )
        hurt = [m.name for m in group.roster if m.injuries]
        self.hurt.show_figure(str(len(hurt)), _("hurt"), ", ".join(hurt))
        built = len(group.refuge.built)
        spaces = built + empty_spaces(group, catalogue)
        self.spaces.show_figure(
            f"{built}/{spaces}",
            _("Spaces built"),
            _("{built} of {n} Empty Spaces are built on").format(built=built, n=spaces),
            over=built > spaces,
        )
        shares = keyword_shares(group, catalogue, view.campaign.switches)
        for part, count, limit, caption in (
            (self.neutral, shares.neutral, shares.neutral_most, _("Neutral")),
            (self.other, shares.other, shares.other_most, _("other Keyword")),
        ):
            part.setVisible(count > 0)
            part.show_figure(
                f"{count}/{limit}",
                caption,
                _("{caption}: {n}, at most {most} in a group of {size} (p.\u00a0{page})").format(
                    caption=caption,
                    n=count,
                    most=limit,
                    size=size,
                    page=catalogue.number("limits", "page"),
                ),
                over=count > limit,
            )
        self.updateGeometry()


# Each inner page but the roster is made when it is first wanted: with all of them, a group would
# take twice as long to open.


def _recruit_form(page: GroupPage) -> RecruitForm:
    from lastdays.ui.forms.recruit import RecruitForm  # late: when first wanted

    form = RecruitForm(page.catalogue, page.services.theme, page.services.source)
    form.cancelled.connect(page.show_home)
    form.confirmed.connect(page._recruit)
    page.stack.addWidget(form)
    return form


def _member_editor(page: GroupPage) -> MemberEditor:
    from lastdays.ui.forms.editors import MemberEditor  # late: when first wanted

    form = MemberEditor(page.catalogue, page.services.theme, page.services.source)
    form.cancelled.connect(page.show_home)
    form.applied.connect(page._edited)
    page.stack.addWidget(form)
    return form


def _group_editor(page: GroupPage) -> GroupEditor:
    from lastdays.ui.forms.editors import GroupEditor  # late: when first wanted

    form = GroupEditor(page.catalogue, page.services.theme, page.services.source)
    form.cancelled.connect(page.show_home)
    form.applied.connect(page._group_edited)
    form.delete_wanted.connect(page._delete)
    page.stack.addWidget(form)
    return form


def _history(page: GroupPage) -> HistoryPanel:
    from lastdays.ui.pages.group.history_panel import HistoryPanel  # late: when first wanted

    panel = HistoryPanel(page.services)
    panel.closed.connect(page.show_home)
    page.stack.addWidget(panel)
    return panel


def _outlook(page: GroupPage) -> RefugeOutlook:
    # late: when first wanted
    from lastdays.ui.pages.group.refuge_panel import RefugeOutlook

    panel = RefugeOutlook(page.services)
    panel.closed.connect(page.show_home)
    page.stack.addWidget(panel)
    return panel


def show_outlook(page: GroupPage) -> None:
    """Open the Refuge of a group in full."""
    if page.view is not None:
        page.outlook.show_group(page.view)
        page._turn_to(page.outlook)
        page.outlook.take_focus()


def _show_at_home(page: GroupPage, view: GroupView) -> None:
    """Show what stands beside and below a group's name: its figures, members, Refuge and stash."""
    page._home_due = False
    page.figures.show_group(view)
    page.captives.show_captives(view.group.id, view.captives)
    page.warnings.show_group(view)
    page.roster.show_group(view)
    page.refuge.show_group(view)
    page.stash.show_group(view)


class GroupPage(Page):
    """One group. Inner pages: the roster, recruiting, editing, history, the Refuge."""

    head: GroupHead
    recruit_form = cached_property(_recruit_form)
    member_editor = cached_property(_member_editor)
    group_editor = cached_property(_group_editor)
    history = cached_property(_history)
    outlook = cached_property(_outlook)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.catalogue = services.catalogue
        self.group_id = ""
        self.view: GroupView | None = None
        #: Whether the group is another than its roster shows, while its history hides that.
        self._home_due = False
        #: What had the keyboard where a form, the history or the Refuge was opened.
        self._opener: QWidget | None = None
        #: What stood in a form as it was opened.
        self._entered: tuple[object, ...] = ()

        self.head = GroupHead(services)
        self.title, self.summary = self.head.title, self.head.note
        self.founding = FoundingPanel(services)
        self.figures = GroupFigures(services)
        self.warnings = WarningsPanel(services)
        self.decision = DecisionPanel()
        self.gear = GearActions(services, self.decision)
        self.member_actions = MemberActions(services, self.gear)

        self.stack = PageStack()
        self.roster = RosterPanel(services, self.member_actions)
        self.head.hold_search(self.roster.search)
        self.member_panel = MemberPanel(services, self.gear, self.member_actions)
        self.refuge = RefugePanel(services)
        self.stash = StashPanel(services, self.gear)
        self.notes = self.stash.notes
        self.home = Home(services.theme, self.roster, self.member_panel, self.refuge, self.stash)
        self.stack.addWidget(self.home)
        self._listen()
        self.captives = CaptivesButton(services)
        self.state = Turning(
            services.theme, (self.figures, 0), (self.captives, 0), (self.warnings, 1), spacing=12
        )
        layout = column(self.state, self.founding, self.decision, self.stack, spacing=4)
        layout.setContentsMargins(MARGIN, 4, MARGIN, 8)
        layout.setStretch(3, 1)
        self.setLayout(layout)

    def show_route(self, route: Route, campaign: str) -> Route | None:
        """Show what a route is about."""
        assert isinstance(route, GroupRoute)
        if route.group:
            self.show_group(route.group)
        if route.member:
            self.show_member(route.member)
        return GroupRoute(self.group_id) if self.group_id else None

    def forget(self) -> None:
        """Let go of the group."""
        self.group_id = ""

    def _listen(self) -> None:
        self.stack.currentChanged.connect(lambda _n: self.stack.updateGeometry())
        self.head.recruit_wanted.connect(self.start_recruiting)
        self.head.group_wanted.connect(self.edit_group)
        self.head.history_wanted.connect(self.show_history)
        self.head.export_wanted.connect(self._export)
        self.head.delete_wanted.connect(self._delete)
        self.head.memorial_wanted.connect(self.roster.show_memorial)
        self.decision.left.connect(self.roster.setFocus)
        self.roster.given.connect(self.gear.move_to)
        self.roster.chosen.connect(self._show_member)
        self.refuge.outlook_wanted.connect(partial(show_outlook, self))
        self.member_actions.edit_wanted.connect(self.edit_member)
        self.member_actions.copied.connect(self.roster.choose)
        self.member_panel.noted.connect(self._note)
        self.notes.committed.connect(partial(self._note, ""))

    # Showing

    def show_group(self, group_id: str) -> None:
        """Show a group from its beginning."""
        if group_id != self.group_id:
            self.group_id = group_id
            self.warnings.begin()
            self.roster.begin()
            self.head.memorial_action.setChecked(False)
            self.decision.hide()
            self._home_due = False  # it is read just below
            self.show_home()
            to_top(self)
        self.refresh()

    def show_member(self, member: str) -> None:
        """Choose a member in the roster."""
        self.show_home()
        self.roster.choose(member)

    def shows(self, changed: Changed) -> bool:
        """Return whether it is the group or its campaign's rulings, not what is played or
        printed."""
        match changed:
            case GroupChanged(group):
                captives = self.view.captives if self.view is not None else ()
                return group == self.group_id or any(group in (c.group, c.captor) for c in captives)
            case CampaignChanged() | SequencesChanged() | SessionsChanged() | Everything():
                return True
        return False

    def refresh(self) -> None:
        """Read the group anew and keep what is chosen."""
        if not self.group_id:
            return
        view = self.services.ask(lambda: self.services.workspace.group(self.group_id))
        if view is None:
            self.group_id = ""  # what stands here is another group's
            self.services.go.emit(CampaignRoute())
            return
        self.view = view
        self._note_seen()
        self.head.show_group(view)
        self.gear.show_group(view)
        self.founding.show_group(view)
        if "history" in vars(self) and self.stack.currentWidget() is self.history:
            self._home_due = True  # nothing of it is seen
            self.history.show_group(self.group_id)
        else:
            _show_at_home(self, view)
        if "outlook" in vars(self) and self.stack.currentWidget() is self.outlook:
            self.outlook.show_group(view)

    def _note_seen(self) -> None:
        """Note what of the group is on the screen; a form is filled in from what was there when it
        was opened."""
        if self.view is not None and self.stack.currentWidget() is self.home:
            self.services.workspace.seen.show(self.view.group.id, self.view.revision)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not self.isVisible():
            self.services.workspace.seen.leave(self.group_id)

    def find_here(self) -> None:
        """Put the keyboard into the search of the roster."""
        if self.stack.currentWidget() is self.home:
            self.roster.take_search()

    def _show_member(self) -> None:
        if self.view is not None:
            member = self.roster.member
            self.member_actions.show_member(self.view, member)
            self.member_panel.show_member(self.view, member)

    def take_focus(self) -> None:
        """Put the keyboard on the roster; in a form, or where nobody is listed, on what comes
        first."""
        if self.roster.table.isVisible():
            self.roster.setFocus()
        else:
            super().take_focus()

    # Inner pages

    def show_home(self) -> None:
        """Go back from a form or the history, to what it was opened from, else to the roster."""
        opener, self._opener = self._opener, None
        self._turn_to(self.home)
        there = opener is not None and isValid(opener) and opener.isVisible()
        (opener if there and opener is not None else self.roster).setFocus()

    def leave(self) -> bool:
        """Close a form, the history or the Refuge. Where something was entered in a form, put the
        keyboard on what throws it away first."""
        inner = self.stack.currentWidget()
        if inner is None or inner is self.home:
            return False
        cancel = cancel_button(inner)
        if cancel is not None and not cancel.hasFocus() and entered(inner) != self._entered:
            cancel.setFocus()
        else:
            self.show_home()
        return True

    def _turn_to(self, inner: QWidget, opener: QWidget | None = None) -> None:
        """Show an inner page; a form has the page to itself. `opener` has opened it, else what has
        the keyboard."""
        home = inner is self.home
        if not home and self.stack.currentWidget() is self.home:
            self._opener = opener or QApplication.focusWidget()
        if self._home_due and inner is not self.history and self.view is not None:
            _show_at_home(self, self.view)
        self.head.show_tools(home)
        self.state.setVisible(home)
        self.stack.setCurrentWidget(inner)
        if not home:
            to_top(self)
        self._entered = () if home else entered(inner)
        self._note_seen()

    def start_recruiting(self) -> None:
        """Open the recruiting form."""
        if self.view is None:
            return
        group_id, opener = self.group_id, QApplication.focusWidget()
        self.recruit_form.start(
            self.view.group,
            lambda r: self.services.groups.recruit_violations(group_id, r),
            switches=self.view.campaign.switches,
        )
        self._turn_to(self.recruit_form, opener)
        self.recruit_form.types.setFocus()

    def _recruit(self, recruit: Recruit, allowed: bool) -> None:
        made = self.services.do(
            lambda: self.services.groups.recruit(self.group_id, recruit, allowed=allowed)
        )
        if made is None:
            return
        self.show_home()
        self.roster.choose(made)
        self.head.take_recruit_focus()

    def edit_member(self) -> None:
        """Open the form of the chosen member."""
        member = self.roster.member
        if self.view is None or member is None:
            return
        others = {
            g.id: g.name
            for g in self.services.workspace.groups(self.view.campaign.id)
            if g.id != self.group_id
        }
        opener = QApplication.focusWidget()
        self.member_editor.start(member, others, {m.name for m in self.view.group.members})
        self._turn_to(self.member_editor, opener)

    def _edited(self, member: Member) -> None:
        assert self.view is not None
        before = self.view.group.member(member.id)
        said = gear_fate(before, member.status, self.services.catalogue)
        edit = partial(self.services.groups.edit_member, self.group_id, member)
        if self.services.done(edit, said):
            self.show_home()

    def edit_group(self) -> None:
        """Open the form of the group itself."""
        if self.view is not None:
            self.group_editor.start(self.view.group)
            self._turn_to(self.group_editor)

    def _group_edited(self, wanted: Group, entered: tuple[str, str] | None) -> None:
        if self.services.done(partial(self.services.groups.set_by_hand, wanted, entered)):
            self.show_home()

    def show_history(self) -> None:
        """Open the list of what was changed."""
        self.history.show_group(self.group_id)
        self._turn_to(self.history)
        lay_out()

    # Actions

    def _note(self, member: str, text: str) -> None:
        """Store notes on a member, or on the group where none is named."""
        groups, group = self.services.groups, self.group_id
        if not self.services.done(lambda: groups.write_notes(group, text, member or None)):
            (self.member_panel.notes if member else self.notes).refuse()

    def _export(self) -> None:
        if self.view is None:
            return
        target = save_name(
            self, _("Export {group}").format(group=self.view.group.name), self.view.group.name
        )
        if target is not None:
            self.export_to(target)

    def portray(self, member: str, file: Path | None) -> None:
        """Give a member a picture from a file, or take it away."""
        self.member_actions.portray(member, file)

    def export_to(self, target: object) -> None:
        """Write the group's document to a file."""
        path = Path(str(target))

        def write() -> None:
            write_whole(path, self.services.groups.export(self.group_id), private=True)

        self.services.done(write, _("Wrote {file}.").format(file=path))

    def _delete(self) -> None:
        if self.services.done(lambda: self.services.groups.delete(self.group_id)):
            self.group_id = ""
            self.services.go.emit(CampaignRoute())

    # Undo

    def undo_names(self) -> tuple[str | None, str | None]:
        """Return what undo and redo would do here."""
        return (self.view.undo, self.view.redo) if self.view else (None, None)

    def undo(self) -> None:
        """Undo the group's latest change."""
        if self.view is not None:
            campaign = self.view.campaign.id
            self.services.do(lambda: self.services.workspace.undo(campaign, self.group_id))

    def redo(self) -> None:
        """Redo what was undone."""
        if self.view is not None:
            campaign = self.view.campaign.id
            self.services.do(lambda: self.services.workspace.redo(campaign, self.group_id))
