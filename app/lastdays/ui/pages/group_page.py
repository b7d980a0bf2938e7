"""A group's page: roster, chosen member, Refuge, stash and warnings; its forms and history."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QSplitter, QWidget
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
from lastdays.campaign.groups import RandomNames
from lastdays.campaign.players import player_names
from lastdays.campaign.workspace import GroupView
from lastdays.desktop.files import write_whole
from lastdays.language import _, dotted, ngettext, number
from lastdays.model.carrying import Violation
from lastdays.model.counters import shown_counters
from lastdays.model.group import Group, Member
from lastdays.model.limits import limits_in_words
from lastdays.model.recruiting import (
    Recruit,
    budget_of,
    empty_spaces,
    max_size,
    neutral_percent,
    size_in_words,
)
from lastdays.rulebook import Catalogue, keyword_name, with_page
from lastdays.ui.forms.counters import CountersRow
from lastdays.ui.forms.form import cancel_button, entered, suggest
from lastdays.ui.forms.members import GroupEditor, MemberEditor, RecruitForm
from lastdays.ui.models.rows import plain
from lastdays.ui.navigation import (
    CampaignRoute,
    GroupRoute,
    NextGameRoute,
    OwnRollRoute,
    PrintRoute,
    Route,
    ShareRoute,
)
from lastdays.ui.page import MARGIN, Head, PageOfCampaign
from lastdays.ui.pages.deleting import delete_group
from lastdays.ui.pages.group.actions import (
    DecisionPanel,
    MemberActions,
    WarningsPanel,
    fill_picture_menu,
    look_at_picture,
)
from lastdays.ui.pages.group.inner_pages import HistoryPanel, RefugeOutlook, RefugePanel
from lastdays.ui.pages.group.members_panel import (
    ROW,
    ROW_IN_WORDS,
    ROW_LEAST,
    ROW_MOST,
    MemberPanel,
    RosterPanel,
    StashPanel,
)
from lastdays.ui.pages.rescue import CaptivesButton, go_on
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme, restyle
from lastdays.ui.widgets.accessibility import announce
from lastdays.ui.widgets.dialogs import save_name
from lastdays.ui.widgets.parts import (
    UNBOUNDED,
    Flow,
    MoreButton,
    PageStack,
    Panel,
    Turning,
    button,
    column,
    entitle,
    entry,
    grid,
    holder,
    keep_room,
    label,
    row,
    said,
    sentence,
)
from lastdays.ui.widgets.pictures import PictureButton, pixmap, rounded
from lastdays.ui.widgets.room import to_top

#: The gap between two parts; heights at 100 % of the panels below the roster, also in a large window.
GAP, LOWER, LOWER_LARGE = 6, 190, 340
#: Widths at 100 %: from where the member stands as a card beside the roster, and how wide; below
#: what everything stands below the roster.
CARD_FROM, CARD, STACKED_BELOW = 1480, 436, 980
#: How member, Refuge and stash share the width, and their heights at 100 % below each other.
BESIDE, STACKED = (530, 280, 240), (340, 190, 270)
#: How many members are in sight at least, and of more than those, which are scrolled anyway.
SEEN, SCROLLED = 8, 6


#: A group has at most so many figures.
FIGURES = 6


class Home(QWidget):
    """The roster, and below it the chosen member, the Refuge and the stash. A wide page shows the
    member as a card beside them; a narrow one stacks everything."""

    def __init__(
        self,
        theme: Theme,
        roster: RosterPanel,
        member: MemberPanel,
        refuge: RefugePanel,
        stash: StashPanel,
    ) -> None:
        super().__init__()
        self.theme = theme
        self.roster, self.member, self.refuge, self.stash = roster, member, refuge, stash
        self.panels = QSplitter()
        self.panels.setChildrenCollapsible(False)
        self.panels.setHandleWidth(GAP)
        for part in (member, refuge, stash):
            self.panels.addWidget(part)
        self._grid = grid(GAP, GAP)
        self._grid.addWidget(roster, 0, 0)
        self._grid.addWidget(self.panels, 1, 0)
        self._grid.setRowStretch(0, 100)  # as high as its rows, and what is left goes below it
        self._grid.setRowStretch(1, 1)
        self._grid.setColumnStretch(0, 1)
        self.setLayout(self._grid)
        roster.model.modelReset.connect(self.arrange)
        theme.follow(self.arrange)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.arrange()

    def arrange(self) -> None:
        """Place the parts for the width, and share the height among them."""
        px, width, panels = self.theme.px, self.width(), self.panels
        stacked, card = width < px(STACKED_BELOW), width >= px(CARD_FROM)
        panels.setOrientation(Qt.Orientation.Vertical if stacked else Qt.Orientation.Horizontal)
        if card:
            self._grid.addWidget(self.member, 0, 1, 2, 1)
        elif panels.indexOf(self.member) < 0:
            panels.insertWidget(0, self.member)
        if card:
            panels.setSizes([900, 600])
            panels.setMinimumHeight(px(LOWER_LARGE))
        else:
            panels.setSizes(STACKED if stacked else BESIDE)
            panels.setMinimumHeight(px(sum(STACKED) if stacked else LOWER))
        self.member.setMaximumWidth(px(CARD) if card else UNBOUNDED)
        self._grid.setColumnMinimumWidth(1, px(CARD) if card else 0)
        self.member.make_card(card or width < px(620))
        self.stash.make_roomy(card)
        for part, least in ((self.refuge, 300), (self.stash, 230)):
            part.setMinimumWidth(0 if stacked else px(least))
        rows = max(1, self.roster.model.rowCount())
        seen = rows if rows <= SEEN else SEEN if stacked else SCROLLED
        low, high = (ROW_IN_WORDS,) * 2 if stacked else (ROW_LEAST, ROW_MOST if card else ROW)
        height_for = self.roster.table.height_for
        self.roster.setMinimumHeight(height_for(seen, low))
        self.roster.setMaximumHeight(height_for(seen if stacked else rows, high))


def _figures(view: GroupView, catalogue: Catalogue) -> Iterator[tuple[str, str, str, bool]]:
    """Yield a group's figures: the number, its caption, its hint, and whether it is over its limit;
    a Keyword limit only if somebody counts against it."""
    group = view.group
    points = ngettext("Scavenge Point", "Scavenge Points", group.points)
    yield number(group.points), points, "", group.points < 0
    size, most = len(group.roster), max_size(group, catalogue)
    said, over = "", False
    if most is not None:
        said, over = _("{n} members, the Refuge holds {most}", n=size, most=most), size > most
    yield size_in_words(group, catalogue), ngettext("member", "members", size), said, over
    hurt = [m.name for m in group.roster if m.injuries]
    yield str(len(hurt)), _("hurt"), ", ".join(hurt), False
    built = len(group.refuge.built)
    spaces = built + empty_spaces(group, catalogue)
    if spaces or not group.on_the_road:
        said = _("{built} of {n} Empty Spaces are built on", built=built, n=spaces)
        yield f"{built}/{spaces}", _("Empty Spaces built on"), said, built > spaces
    leader, limits = group.leading, partial(catalogue.number, "limits")
    if leader is None:
        return
    kind = catalogue.characters.get(leader.type)
    percent = neutral_percent(kind, catalogue, view.campaign.switches)
    others = [m.keyword for m in group.roster if m.keyword != leader.keyword]
    neutral = others.count("neutral")
    for count, share, caption in (
        (neutral, percent, _("Neutral")),
        (len(others) - neutral, limits("other_keyword_percent"), _("other Keyword")),
    ):
        limit = size * share // 100
        said = _(
            "{caption}: {n}, at most {most} in a group of {size} (p.\u00a0{page})",
            caption=caption,
            n=count,
            most=limit,
            size=size,
            page=limits("page"),
        )
        if count:
            yield f"{count}/{limit}", caption, said, count > limit


class GroupFigures(QWidget):
    """The line of figures above the roster."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self.catalogue = catalogue
        made = [(label("", "figure"), label()) for _n in range(FIGURES)]
        self._parts = [(holder(row(*both, spacing=6)), *both) for both in made]
        self.setLayout(Flow(*(part for part, *_both in self._parts), spacing=14, one_line=True))

    def show_group(self, view: GroupView) -> None:
        there = _figures(view, self.catalogue)
        for part, shown, caption in self._parts:
            figure, counts, hover, over = next(there, ("", "", "", False))
            part.setVisible(bool(figure))
            shown.setText(figure)
            caption.setText(counts)
            entitle(part, f"{figure} {counts}", hover)
            restyle(caption, kind="harm" if over else "small")


def may_recruit(view: GroupView, catalogue: Catalogue) -> bool:
    """Return whether the points would pay for another member."""
    return view.group.points >= min(kind.cost for kind in catalogue.characters.values())


class CreationPanel(Panel):
    """Shown while a group is being created, with the button that ends it."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.view: GroupView
        #: What the book wants and is missing, as it was said last.
        self._said: tuple[Violation, ...] = ()
        self.text = sentence("", "warn")
        self.play_button = button(_("&Start playing"), self._start, "first")
        self.setLayout(said(self.text, self.play_button, margin=8))

    def show_group(self, view: GroupView) -> None:
        """Show the points left to spend; hide for any other group."""
        self.view = view
        self.setVisible(view.group.founding)
        if view.warnings != self._said:
            self._said = ()
        if view.group.founding:
            self._show()

    def _show(self) -> None:
        """Show what is missing, once somebody has tried to start without it, else the limits."""
        self.text.setText(self._missing_in_words() if self._said else self._limits_in_words())
        start = _("&Start anyway") if self._said else _("&Start playing")
        self.play_button.say(start)
        later = bool(self._said) or may_recruit(self.view, self.services.catalogue)
        restyle(self.play_button, kind="" if later else "first")

    def _missing_in_words(self) -> str:
        texts = (with_page(missing.text, missing.page) for missing in self._said)
        return _("Not ready by the book: {what}", what=" ".join(texts))

    def _limits_in_words(self) -> str:
        group, catalogue = self.view.group, self.services.catalogue
        return _(
            "Creating: {points} of {all} points left · {limits}",
            points=number(group.points),
            all=number(budget_of(group, catalogue)),
            limits=limits_in_words(group, catalogue, self.view.campaign.switches),
        )

    def _start(self) -> None:
        """Start playing; if the book wants something that is missing, say so first."""
        if self._said == self.view.warnings:
            self.services.do(partial(self.services.groups.start_playing, self.view.group.id))
            return
        self._said = self.view.warnings
        self._show()
        announce(self.text, self.text.text())


#: The group's picture at 100 %, beside its name.
PICTURE = 32


class GroupHead(Head):
    """The group's name and picture, its next step, and a menu of actions."""

    def __init__(self, page: GroupPage) -> None:
        self.first_button = button("", self._do_first, "first")
        keep_room(self.first_button)  # what is beside it stays where it is
        self.recruit_button = button(_("&Recruit"), page.start_recruiting)
        self.more_button = MoreButton(_("More actions for this group"))
        super().__init__("", self.recruit_button, self.more_button, first=self.first_button)
        self.page, self.services = page, page.services
        self.view: GroupView
        self.picture = PictureButton(self._look)
        self.picture.hide()
        self.line.insertWidget(0, self.picture)
        self.line.setStretch(0, 0)
        self.line.setStretch(self.line.indexOf(self.note), 1)
        menu = self.more_button.menu()
        entry(menu, _("Recruit…"), page.start_recruiting)
        entry(menu, _("Edit group…"), page.edit_group)
        entry(menu, _("History"), page.show_history)
        if self.services.catalogue.own.tables:
            entry(menu, _("Roll on a table…"), page.roll_on_table)
        self.memorial_action = menu.addAction(_("Memorial"))
        self.memorial_action.setCheckable(True)
        menu.addSeparator()
        self.picture_menu = menu.addMenu(_("Picture of the group"))
        self.picture_menu.aboutToShow.connect(
            lambda: fill_picture_menu(
                self.picture_menu, page.services, self.more_button, self.view.group
            )
        )
        go = self.services.go
        entry(menu, _("Copy this group"), self._copy)
        entry(menu, _("Export…"), page.export)
        entry(menu, _("Share…"), lambda: go(ShareRoute(page.group_id)))
        entry(menu, _("Print…"), lambda: go(PrintRoute(page.group_id)))
        menu.addSeparator()
        entry(menu, _("Delete this group"), page.delete)

    def show_group(self, view: GroupView) -> None:
        self.view = view
        self.title.setText(view.group.name)
        self._show_picture(view.group.picture)
        self.note.setText(_summary(view, self.services.catalogue))
        fallen = len(view.group.memorial)
        self.memorial_action.setText(_("Memorial ({n})", n=fallen) if fallen else _("Memorial"))
        self.memorial_action.setEnabled(bool(fallen))
        text, hint = self._first()
        self.first_button.say(text)
        self.first_button.setToolTip(plain(hint))
        self.first_button.updateGeometry()
        self.show_tools(not self.more_button.isHidden())

    def show_tools(self, shown: bool) -> None:
        """Show the buttons, or hide them while a form is open."""
        self.first_button.setVisible(shown)
        self.more_button.setVisible(shown)
        self.recruit_button.setVisible(shown and not self.recruits())

    def recruits(self) -> bool:
        """Return whether recruiting is the next step."""
        view = self.view
        idle = view.next.kind in ("creating", "ready")
        return idle and (view.group.founding or not view.group.active)

    def _first(self) -> tuple[str, str]:
        """Return the text and the hint of the button for the next step."""
        step = self.view.next
        if step.kind == "session":
            return _("Back to the t&able ▸"), _("Continue the game this group is playing")
        if step.kind in ("sequence", "begin"):
            go_on, begin = _("Continue the post-game sequence"), _("Begin the post-game sequence")
            hint = go_on if step.kind == "sequence" else begin
            return _("&After game {n} ▸", n=step.number), hint
        if self.recruits():
            return _("&Recruit"), _("Choose a type, gear and a name")
        return _("Pla&y ▸"), _("Go to the games at the table")

    def _do_first(self) -> None:
        view = self.view
        if self.recruits():
            self.page.start_recruiting()
        elif view.next.kind == "creating":
            self.services.go(NextGameRoute())
        else:
            go_on(self.services, view.campaign.id, view.group.id, view.next)

    # The picture, and copies

    def _show_picture(self, key: str) -> None:
        self.picture.setVisible(bool(key))
        if key:
            high = self.services.theme.px(PICTURE)
            picture = rounded(pixmap(self.services.groups.portrait(key), high * 2), high, wide=True)
            self.picture.show_picture(picture, self.view.group.name)

    def _look(self) -> None:
        group = self.view.group
        look_at_picture(self.services, self.picture, group, group.id)

    def _copy(self) -> None:
        copy = self.services.do(partial(self.services.groups.copy_group, self.view.group.id)).result
        if copy is not None:
            self.services.go(GroupRoute(copy))


def _summary(view: GroupView, catalogue: Catalogue) -> str:
    """Return a one-line summary of a group: 'Cautious · Mall · 3 games · Ann ✎'."""
    group = view.group
    leader = group.leading
    facts = [
        keyword_name(leader.keyword) if leader else _("no Leader"),
        catalogue.refuges[group.refuge.key].name,
    ]
    if group.games:
        facts.append(ngettext("{n} game", "{n} games", group.games))
    facts.append(group.player)
    return dotted(*facts) + (" ✎" if group.by_hand else "")


F = TypeVar("F", RecruitForm, MemberEditor, GroupEditor)
Inner = TypeVar("Inner", bound=QWidget)


class GroupPage(PageOfCampaign):
    """One group. Inner pages: the roster, recruiting, editing, history, the Refuge."""

    head: GroupHead

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.catalogue = services.catalogue
        self.group_id = ""
        #: What is shown; nothing before a group is.
        self.view: GroupView
        #: What had the keyboard where a form, the history or the Refuge was opened.
        self._opener: QWidget | None = None
        #: What stood in a form as it was opened.
        self._entered: tuple[object, ...] = ()

        self.head = GroupHead(self)
        self.founding = CreationPanel(services)
        self.figures = GroupFigures(services.catalogue)
        self.warnings = WarningsPanel(services)
        self.decision = DecisionPanel()
        self.deeds = MemberActions(services, self.decision)

        self.stack = PageStack()
        self.roster = RosterPanel(services, self.deeds)
        head = self.head.line
        head.insertWidget(head.indexOf(self.head.recruit_button), self.roster.search)
        self.head.memorial_action.toggled.connect(self.roster.show_memorial)
        self.member_panel = MemberPanel(services, self.deeds, self.roster.why)
        self.refuge = RefugePanel(services, self.show_outlook)
        self.stash = StashPanel(services, self.deeds)
        self.home = Home(services.theme, self.roster, self.member_panel, self.refuge, self.stash)
        self.stack.addWidget(self.home)
        self.stack.currentChanged.connect(lambda _n: self.stack.updateGeometry())
        back = Qt.FocusReason.OtherFocusReason
        self.decision.no.clicked.connect(lambda: self.roster.setFocus(back))
        self.roster.chosen.connect(self._show_member)
        self.deeds.edit_wanted.connect(self.edit_member)
        self.deeds.copied.connect(self.roster.choose)
        self.captives = CaptivesButton(services)
        self.counters = CountersRow(services.theme)
        self.counters.counted.connect(partial(self.deeds.do, services.groups.set_counter))
        self.state = Turning(
            services.theme,
            (self.figures, 0),
            (self.counters, 0),
            (self.captives, 0),
            (self.warnings, 1),
            spacing=12,
        )
        parts = self.state, self.founding, self.decision, (self.stack, 1)
        self.setLayout(column(*parts, spacing=4, margin=(MARGIN, 4, MARGIN, 8)))

    def show_route(self, route: GroupRoute, campaign: str) -> Route | None:
        if route.group:
            self.show_group(route.group)
        if route.member and self.group_id:
            self.show_member(route.member)
        return GroupRoute(self.group_id) if self.group_id else None

    def forget(self) -> None:
        self.group_id = ""

    # Each inner page but the roster is made when it is first wanted.

    @cached_property
    def recruit_form(self) -> RecruitForm:
        form = self._form(RecruitForm)
        form.confirmed.connect(self._recruit)
        return form

    @cached_property
    def member_editor(self) -> MemberEditor:
        form = self._form(MemberEditor)
        form.applied.connect(self._edited)
        return form

    @cached_property
    def group_editor(self) -> GroupEditor:
        form = self._form(GroupEditor)
        form.applied.connect(self._group_edited)
        form.delete_wanted.connect(self.delete)
        return form

    def _form(self, kind: Callable[[Catalogue, Theme, RandomNames], F]) -> F:
        services = self.services
        names = RandomNames(services.workspace, services.source, lambda: self.campaign_id)
        form = kind(self.catalogue, services.theme, names)
        form.cancelled.connect(self.show_home)
        return self._inner(form)

    def _inner(self, inner: Inner) -> Inner:
        self.stack.addWidget(inner)
        return inner

    @cached_property
    def history(self) -> HistoryPanel:
        return self._inner(HistoryPanel(self.services, self.show_home))

    @cached_property
    def outlook(self) -> RefugeOutlook:
        return self._inner(RefugeOutlook(self.services, self.show_home))

    # Showing

    def show_group(self, group_id: str) -> None:
        """Show a group; another one from its top, without open forms."""
        another, self.group_id = group_id != self.group_id, group_id
        if another:
            self.warnings.begin()
            self.roster.begin()
            self.head.memorial_action.setChecked(False)
            self.decision.hide()
        self.refresh()
        if another and self.group_id:
            self.show_home()
            to_top(self)

    def show_member(self, member: str) -> None:
        self.show_home()
        self.roster.choose(member)

    def shows(self, changed: Changed) -> bool:
        """Return whether the change concerns this group, its captives or its campaign."""
        match changed:
            case GroupChanged(group):
                return group == self.group_id or any(
                    group in (c.group, c.captor) for c in self.view.captives
                )
            case CampaignChanged() | SequencesChanged() | SessionsChanged() | Everything():
                return True
        return False

    def refresh(self) -> None:
        """Read the group again; what is chosen is kept."""
        if not self.group_id:
            return
        view = self.services.ask(self.services.workspace.group, self.group_id)
        if view is None:
            self.group_id = ""  # what stands here is another group's
            self.services.go(CampaignRoute())
            return
        self.view, self.campaign_id = view, view.campaign.id
        self._note_seen()
        self.deeds.view = view
        self.captives.show_captives(view.group.id, view.captives)
        self.counters.show_counters(
            shown_counters(view.group.counters, "group", "roster", self.services.catalogue)
        )
        for show in (
            self.head.show_group,
            self.founding.show_group,
            self.figures.show_group,
            self.warnings.show_group,
            self.roster.show_group,
            self.refuge.show_group,
            self.stash.show_group,
        ):
            show(view)
        match self.stack.currentWidget():
            case RefugeOutlook() if view.group.on_the_road:
                self.show_home()
            case HistoryPanel() | RefugeOutlook() as inner:
                inner.show_group(view)

    def _note_seen(self) -> None:
        """Note which revision is on the screen; a form keeps the one it was filled in from."""
        if self.group_id and self.stack.currentWidget() is self.home:
            self.services.workspace.seen.show(self.view.group.id, self.view.revision)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not self.isVisible():
            self.services.workspace.seen.leave(self.group_id)

    def find_here(self) -> None:
        if self.stack.currentWidget() is self.home:
            self.roster.take_search()

    def _show_member(self) -> None:
        self.deeds.member = member = self.roster.member
        self.member_panel.show_member(self.view, member)

    def take_focus(self) -> None:
        if self.roster.table.isVisible():
            self.roster.setFocus()
        else:
            super().take_focus()

    # Inner pages

    def show_home(self) -> None:
        """Close a form, the history or the Refuge, and focus what opened it."""
        opener, self._opener = self._opener, None
        self._turn_to(self.home)
        there = opener is not None and isValid(opener) and opener.isVisible()
        (opener if there and opener is not None else self.roster).setFocus()

    def leave(self) -> bool:
        """Close an inner page; with unsaved input, focus its Cancel button first."""
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
        """Show an inner page; `opener` gets the focus back, by default what has it now."""
        home = inner is self.home
        if not home and self.stack.currentWidget() is self.home:
            self._opener = opener or QApplication.focusWidget()
        self.head.show_tools(home)
        self.state.setVisible(home)
        self.stack.setCurrentWidget(inner)
        if not home:
            to_top(self)
        self._entered = () if home else entered(inner)
        self._note_seen()

    def start_recruiting(self) -> None:
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
            partial(self.services.groups.recruit, self.group_id, recruit, allowed=allowed)
        ).result
        if made is None:
            return
        self.show_home()
        self.roster.choose(made)
        (self.head.first_button if self.head.recruits() else self.head.recruit_button).setFocus()

    def edit_member(self) -> None:
        member = self.roster.member
        if member is None:
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
        said = gear_fate(self.view.group.member(member.id), member.status, self.services.catalogue)
        if self.services.do(
            partial(self.services.groups.edit_member, self.group_id, member), said
        ).succeeded:
            self.show_home()

    def edit_group(self) -> None:
        self.group_editor.start(self.view.group)
        known = player_names(self.services.workspace, self.view.campaign.id)
        suggest(self.group_editor.player, known, self.services.theme)
        self._turn_to(self.group_editor)

    def _group_edited(self, wanted: Group, entered: tuple[str, str] | None) -> None:
        if self.services.do(partial(self.services.groups.set_by_hand, wanted, entered)).succeeded:
            self.show_home()

    def roll_on_table(self) -> None:
        self.services.go(OwnRollRoute(group=self.group_id))

    def show_history(self) -> None:
        self.history.show_group(self.view)
        self._turn_to(self.history)

    def show_outlook(self) -> None:
        self.outlook.show_group(self.view)
        self._turn_to(self.outlook)
        self.outlook.back_button.setFocus()

    # Actions

    def export(self) -> None:
        name = self.view.group.name
        save_name(self, _("Export {group}", group=name), name, self.export_to)

    def export_to(self, target: Path) -> None:
        def write() -> None:
            write_whole(target, self.services.groups.export(self.group_id), private=True)

        self.services.do(write, _("Wrote {file}.", file=target))

    def delete(self) -> None:
        delete_group(self.services, self, self.view)

    def undo_names(self) -> tuple[str | None, str | None]:
        """Return what undo and redo would do, as read with the rest of the group."""
        return self.view.undo, self.view.redo

    def undoes(self) -> str | None:
        return self.group_id
