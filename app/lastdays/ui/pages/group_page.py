"""A group's page: roster, chosen member, Refuge, stash and warnings; its forms and history."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QSplitter, QWidget
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
from lastdays.ui.forms.form import complete_from_names, find_cancel_button, read_all_entries
from lastdays.ui.forms.members import GroupEditor, MemberEditor, RecruitForm
from lastdays.ui.models.rows import plain_hint
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
    paste_picture,
    set_picture,
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
from lastdays.ui.theme import Theme, set_style_properties
from lastdays.ui.widgets.accessibility import announce
from lastdays.ui.widgets.dialogs import ask_where_to_save_group
from lastdays.ui.widgets.parts import (
    UNBOUNDED,
    Flow,
    MoreButton,
    PageStack,
    Panel,
    RowOrColumn,
    add_menu_action,
    button,
    column,
    grid,
    keep_room,
    label,
    row,
    sentence,
    sentence_line,
    set_name_and_hint,
    wrap_layout,
)
from lastdays.ui.widgets.pictures import (
    PictureButton,
    PictureSource,
    pixmap_of_height,
    rounded_pixmap,
)
from lastdays.ui.widgets.room import scroll_to_top

#: The gap between two parts.
GAP = 6
#: The height of the panels below the roster, at 100 %.
LOWER = 190
#: Their height in a large window.
LOWER_LARGE = 340
#: From this width on, at 100 %, the member stands as a card beside the roster.
CARD_FROM = 1480
#: The width of that card.
CARD = 436
#: Below this width everything stands below the roster.
STACKED_BELOW = 980
#: How member, Refuge and stash share the width.
BESIDE = (530, 280, 240)
#: Their heights below each other, at 100 %.
STACKED = (340, 190, 270)
#: Up to so many members are all in sight.
SEEN = 8
#: Of more than those, which are scrolled anyway, so many are in sight.
SCROLLED = 6

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
        self.roster = roster
        self.member = member
        self.refuge = refuge
        self.stash = stash
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
        roster.model.modelReset.connect(self.arrange_parts)
        theme.call_now_and_on_change(self.arrange_parts)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.arrange_parts()

    def arrange_parts(self) -> None:
        """Place the parts for the width, and share the height among them."""
        width = self.width()
        stacked = width < self.theme.pixels(STACKED_BELOW)
        card = width >= self.theme.pixels(CARD_FROM)
        self._arrange_panels(stacked=stacked, card=card)
        self._arrange_member(card=card)
        self.stash.make_roomy(card)
        self._arrange_roster(stacked=stacked, card=card)

    def _arrange_panels(self, *, stacked: bool, card: bool) -> None:
        """Place the panels below each other or beside each other, without a member on a card."""
        pixels = self.theme.pixels
        panels = self.panels
        if card:
            self._grid.addWidget(self.member, 0, 1, 2, 1)
        elif panels.indexOf(self.member) < 0:
            panels.insertWidget(0, self.member)
        if stacked:
            panels.setOrientation(Qt.Orientation.Vertical)
            panels.setSizes(STACKED)
            panels.setMinimumHeight(pixels(sum(STACKED)))
            self.refuge.setMinimumWidth(0)
            self.stash.setMinimumWidth(0)
            return
        panels.setOrientation(Qt.Orientation.Horizontal)
        if card:
            panels.setSizes([900, 600])
            panels.setMinimumHeight(pixels(LOWER_LARGE))
        else:
            panels.setSizes(BESIDE)
            panels.setMinimumHeight(pixels(LOWER))
        self.refuge.setMinimumWidth(pixels(300))
        self.stash.setMinimumWidth(pixels(230))

    def _arrange_member(self, *, card: bool) -> None:
        """Set the member's width, and lay it out as a card also where there is little room."""
        pixels = self.theme.pixels
        if card:
            self.member.setMaximumWidth(pixels(CARD))
            self._grid.setColumnMinimumWidth(1, pixels(CARD))
        else:
            self.member.setMaximumWidth(UNBOUNDED)
            self._grid.setColumnMinimumWidth(1, 0)
        little_room = self.width() < pixels(620)
        self.member.make_card(card or little_room)

    def _arrange_roster(self, *, stacked: bool, card: bool) -> None:
        """Set how many members are in sight at least, and how high the roster grows."""
        row_count = max(1, self.roster.model.rowCount())
        if row_count <= SEEN:
            rows_in_sight = row_count
        elif stacked:
            rows_in_sight = SEEN
        else:
            rows_in_sight = SCROLLED
        height_for = self.roster.table.height_of_rows
        if stacked:
            height = height_for(rows_in_sight, ROW_IN_WORDS)
            self.roster.setMinimumHeight(height)
            self.roster.setMaximumHeight(height)
            return
        row_height = ROW_MOST if card else ROW
        self.roster.setMinimumHeight(height_for(rows_in_sight, ROW_LEAST))
        self.roster.setMaximumHeight(height_for(row_count, row_height))


class Figure(NamedTuple):
    """A group's figure with its caption, its hint, and whether it is over its limit."""

    amount: str
    caption: str
    hint: str = ""
    over: bool = False


def _figures_of_group(view: GroupView, catalogue: Catalogue) -> list[Figure]:
    """List a group's figures; those of Keywords only if somebody counts against their limit."""
    group = view.group
    points = ngettext("Scavenge Point", "Scavenge Points", group.points)
    hurt = [member.name for member in group.roster if member.injuries]
    figures = [
        Figure(number(group.points), points, over=group.points < 0),
        _size_figure(group, catalogue),
        Figure(str(len(hurt)), _("hurt"), ", ".join(hurt)),
    ]
    built = len(group.refuge.built)
    spaces = built + empty_spaces(group, catalogue)
    if spaces or not group.on_the_road:
        figures.append(
            Figure(
                f"{built}/{spaces}",
                _("Empty Spaces built on"),
                _("{built} of {n} Empty Spaces are built on", built=built, n=spaces),
                over=built > spaces,
            )
        )
    if group.leading is not None:
        figures += _keyword_figures(view, group.leading, catalogue)
    return figures


def _size_figure(group: Group, catalogue: Catalogue) -> Figure:
    """Return the number of members, with how many the Refuge holds if that is limited."""
    size = len(group.roster)
    amount = size_in_words(group, catalogue)
    caption = ngettext("member", "members", size)
    most = max_size(group, catalogue)
    if most is None:
        return Figure(amount, caption)
    hint = _("{n} members, the Refuge holds {most}", n=size, most=most)
    return Figure(amount, caption, hint, over=size > most)


def _keyword_figures(view: GroupView, leader: Member, catalogue: Catalogue) -> list[Figure]:
    """List how many are Neutral and how many have another Keyword than the Leader, if any."""
    roster = view.group.roster
    outsiders = [member.keyword for member in roster if member.keyword != leader.keyword]
    neutral = outsiders.count("neutral")
    others = len(outsiders) - neutral
    leader_type = catalogue.characters.get(leader.type)
    neutral_share = neutral_percent(leader_type, catalogue, view.campaign.switches)
    other_share = catalogue.number("limits", "other_keyword_percent")
    page = catalogue.number("limits", "page")
    figures = []
    if neutral:
        figures.append(_share_figure(_("Neutral"), neutral, neutral_share, len(roster), page))
    if others:
        figures.append(_share_figure(_("other Keyword"), others, other_share, len(roster), page))
    return figures


def _share_figure(caption: str, count: int, percent: int, size: int, page: int) -> Figure:
    """Return how many members count against a limit that is a share of the group."""
    limit = size * percent // 100
    hint = _(
        "{caption}: {n}, at most {most} in a group of {size} (p.\u00a0{page})",
        caption=caption,
        n=count,
        most=limit,
        size=size,
        page=page,
    )
    return Figure(f"{count}/{limit}", caption, hint, over=count > limit)


class GroupFigures(QWidget):
    """The line of figures above the roster."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self.catalogue = catalogue
        #: For each figure what holds it, its number and its caption.
        self._parts: list[tuple[QWidget, QLabel, QLabel]] = []
        line = Flow(spacing=14, one_line=True)
        for _number in range(FIGURES):
            amount = label("", "figure")
            caption = label()
            part = wrap_layout(row(amount, caption, spacing=6))
            line.addWidget(part)
            self._parts.append((part, amount, caption))
        self.setLayout(line)

    def show_group(self, view: GroupView) -> None:
        figures = _figures_of_group(view, self.catalogue)
        for part, _amount, _caption in self._parts[len(figures) :]:
            part.hide()
        for figure, (part, amount, caption) in zip(figures, self._parts, strict=False):
            part.show()
            amount.setText(figure.amount)
            caption.setText(figure.caption)
            set_name_and_hint(part, f"{figure.amount} {figure.caption}", figure.hint)
            kind = "harm" if figure.over else "small"
            set_style_properties(caption, kind=kind)


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
        self.setLayout(sentence_line(self.text, self.play_button, margin=8))

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
        if self._said:
            self.text.setText(self._missing_in_words())
            self.play_button.set_label(_("&Start anyway"))
        else:
            self.text.setText(self._limits_in_words())
            self.play_button.set_label(_("&Start playing"))
        can_recruit = may_recruit(self.view, self.services.catalogue)
        is_next_step = not self._said and not can_recruit
        kind = "first" if is_next_step else ""
        set_style_properties(self.play_button, kind=kind)

    def _missing_in_words(self) -> str:
        texts = (with_page(missing.text, missing.page) for missing in self._said)
        return _("Not ready by the book: {what}", what=" ".join(texts))

    def _limits_in_words(self) -> str:
        group = self.view.group
        catalogue = self.services.catalogue
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
        self.page = page
        self.services = page.services
        self.view: GroupView
        self.picture = PictureButton(self._view_picture)
        self.picture.hide()
        self.line.insertWidget(0, self.picture)
        self.line.setStretch(0, 0)
        self.line.setStretch(self.line.indexOf(self.note), 1)
        self._fill_menu(self.more_button.menu())

    def _fill_menu(self, menu: QMenu) -> None:
        """Fill the menu of what else can be done with the group."""
        page = self.page
        add_menu_action(menu, _("Recruit…"), page.start_recruiting)
        add_menu_action(menu, _("Edit group…"), page.edit_group)
        add_menu_action(menu, _("History"), page.show_history)
        if self.services.catalogue.own.tables:
            add_menu_action(menu, _("Roll on a table…"), page.roll_on_table)
        self.memorial_action = menu.addAction(_("Memorial"))
        self.memorial_action.setCheckable(True)
        menu.addSeparator()
        self.picture_menu = menu.addMenu(_("Picture of the group"))
        self.picture_menu.aboutToShow.connect(self._fill_pictures)
        add_menu_action(menu, _("Copy this group"), self._copy)
        add_menu_action(menu, _("Export…"), page.export)
        add_menu_action(menu, _("Share…"), self._go_to_sharing)
        add_menu_action(menu, _("Print…"), self._print)
        menu.addSeparator()
        add_menu_action(menu, _("Delete this group"), page.delete)

    def _fill_pictures(self) -> None:
        fill_picture_menu(self.picture_menu, self.services, self.more_button, self.view.group)

    def _go_to_sharing(self) -> None:
        self.services.go(ShareRoute(self.page.group_id))

    def _print(self) -> None:
        self.services.go(PrintRoute(self.page.group_id))

    def show_group(self, view: GroupView) -> None:
        self.view = view
        self.title.setText(view.group.name)
        self._show_picture(view.group.picture)
        self.note.setText(_summary_of_group(view, self.services.catalogue))
        fallen = len(view.group.memorial)
        memorial = _("Memorial ({n})", n=fallen) if fallen else _("Memorial")
        self.memorial_action.setText(memorial)
        self.memorial_action.setEnabled(bool(fallen))
        text, hint = self._first_button_words()
        self.first_button.set_label(text)
        self.first_button.setToolTip(plain_hint(hint))
        self.first_button.updateGeometry()
        self.show_tools(not self.more_button.isHidden())

    def show_tools(self, visible: bool) -> None:
        """Show the buttons, or hide them while a form is open."""
        self.first_button.setVisible(visible)
        self.more_button.setVisible(visible)
        self.recruit_button.setVisible(visible and not self.is_recruiting_next())

    def is_recruiting_next(self) -> bool:
        """Return whether recruiting is the next step."""
        view = self.view
        is_idle = view.next.kind in ("creating", "ready")
        needs_members = view.group.founding or not view.group.active
        return is_idle and needs_members

    def _first_button_words(self) -> tuple[str, str]:
        """Return the text and the hint of the button for the next step."""
        step = self.view.next
        if step.kind == "session":
            return _("Back to the t&able ▸"), _("Continue the game this group is playing")
        if step.kind == "sequence":
            hint = _("Continue the post-game sequence")
            return _("&After game {n} ▸", n=step.number), hint
        if step.kind == "begin":
            hint = _("Begin the post-game sequence")
            return _("&After game {n} ▸", n=step.number), hint
        if self.is_recruiting_next():
            return _("&Recruit"), _("Choose a type, gear and a name")
        return _("Pla&y ▸"), _("Go to the games at the table")

    def _do_first(self) -> None:
        view = self.view
        if self.is_recruiting_next():
            self.page.start_recruiting()
        elif view.next.kind == "creating":
            self.services.go(NextGameRoute())
        else:
            go_on(self.services, view.campaign.id, view.group.id, view.next)

    # The picture, and copies

    def _show_picture(self, key: str) -> None:
        self.picture.setVisible(bool(key))
        if key:
            height = self.services.theme.pixels(PICTURE)
            portrait = pixmap_of_height(self.services.groups.portrait(key), height * 2)
            self.picture.show_picture(
                rounded_pixmap(portrait, height, wide=True), self.view.group.name
            )

    def _view_picture(self) -> None:
        group = self.view.group
        look_at_picture(self.services, self.picture, group, group.id)

    def _copy(self) -> None:
        copy_group = partial(self.services.groups.copy_group, self.view.group.id)
        copy = self.services.do(copy_group).result
        if copy is not None:
            self.services.go(GroupRoute(copy))


def _summary_of_group(view: GroupView, catalogue: Catalogue) -> str:
    """Return a one-line summary of a group: 'Cautious · Mall · 3 games · Ann ✎'."""
    group = view.group
    keyword = _("no Leader")
    if group.leading is not None:
        keyword = keyword_name(group.leading.keyword)
    refuge = catalogue.refuges[group.refuge.key].name
    games = ""
    if group.games:
        games = ngettext("{n} game", "{n} games", group.games)
    summary = dotted(keyword, refuge, games, group.player)
    if group.by_hand:
        summary += " ✎"
    return summary


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
        self.decision = DecisionPanel()
        self.deeds = MemberActions(services, self.decision)
        self.state = self._make_state()

        self.stack = PageStack()
        self.home = self._make_home()
        self.stack.addWidget(self.home)
        self.stack.currentChanged.connect(self._fit_stack)
        self.decision.no.clicked.connect(self._back_to_roster)
        self.deeds.edit_wanted.connect(self.edit_member)
        self.deeds.copied.connect(self.roster.choose_member)
        self.setLayout(
            column(
                self.state,
                self.founding,
                self.decision,
                (self.stack, 1),
                spacing=4,
                margin=(MARGIN, 4, MARGIN, 8),
            )
        )

    def _make_state(self) -> QWidget:
        """Make the line of the group's figures, counters, captives and warnings."""
        services = self.services
        self.figures = GroupFigures(services.catalogue)
        self.counters = CountersRow(services.theme)
        self.counters.counted.connect(partial(self.deeds.act_on_group, services.groups.set_counter))
        self.captives = CaptivesButton(services)
        self.warnings = WarningsPanel(services)
        return RowOrColumn(
            services.theme,
            (self.figures, 0),
            (self.counters, 0),
            (self.captives, 0),
            (self.warnings, 1),
            spacing=12,
        )

    def _make_home(self) -> Home:
        """Make the roster and its panels; the roster's search and memorial are in the head."""
        services = self.services
        self.roster = RosterPanel(services, self.deeds)
        self.roster.chosen.connect(self._show_member)
        line = self.head.line
        line.insertWidget(line.indexOf(self.head.recruit_button), self.roster.search)
        self.head.memorial_action.toggled.connect(self.roster.show_memorial)
        self.member_panel = MemberPanel(services, self.deeds, self.roster.why)
        self.refuge = RefugePanel(services, self.show_outlook)
        self.stash = StashPanel(services, self.deeds)
        return Home(services.theme, self.roster, self.member_panel, self.refuge, self.stash)

    def _fit_stack(self, _page: int) -> None:
        self.stack.updateGeometry()

    def _back_to_roster(self) -> None:
        self.roster.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_route(self, route: GroupRoute, campaign: str) -> Route | None:
        if route.group:
            self.show_group(route.group)
        if not self.group_id:
            return None
        if route.member:
            self.show_member(route.member)
        return GroupRoute(self.group_id)

    def forget_subject(self) -> None:
        self.group_id = ""

    # Each inner page but the roster is made when it is first wanted.

    @cached_property
    def recruit_form(self) -> RecruitForm:
        form = self._add_member_form(RecruitForm)
        form.confirmed.connect(self._recruit_member)
        return form

    @cached_property
    def member_editor(self) -> MemberEditor:
        form = self._add_member_form(MemberEditor)
        form.applied.connect(self._store_edited)
        return form

    @cached_property
    def group_editor(self) -> GroupEditor:
        form = self._add_member_form(GroupEditor)
        form.applied.connect(self._group_edited)
        form.delete_wanted.connect(self.delete)
        return form

    def _add_member_form(self, kind: Callable[[Catalogue, Theme, RandomNames], F]) -> F:
        services = self.services
        names = RandomNames(services.workspace, services.source, lambda: self.campaign_id)
        form = kind(self.catalogue, services.theme, names)
        form.cancelled.connect(self.show_home)
        return self._add_inner_page(form)

    def _add_inner_page(self, inner: Inner) -> Inner:
        self.stack.addWidget(inner)
        return inner

    @cached_property
    def history(self) -> HistoryPanel:
        return self._add_inner_page(HistoryPanel(self.services, self.show_home))

    @cached_property
    def outlook(self) -> RefugeOutlook:
        return self._add_inner_page(RefugeOutlook(self.services, self.show_home))

    # Showing

    def show_group(self, group_id: str) -> None:
        """Show a group; another one from its top, without open forms."""
        another = group_id != self.group_id
        self.group_id = group_id
        if another:
            self.warnings.show_few()
            self.roster.reset_for_group()
            self.head.memorial_action.setChecked(False)
            self.decision.hide()
        self.refresh()
        if another and self.group_id:
            self.show_home()
            scroll_to_top(self)

    def show_member(self, member: str) -> None:
        self.show_home()
        self.roster.choose_member(member)

    def is_affected_by(self, changed: Changed) -> bool:
        """Return whether the change concerns this group, its captives or its campaign."""
        match changed:
            case GroupChanged(group):
                return group == self.group_id or self._holds_captives_with(group)
            case CampaignChanged() | SequencesChanged() | SessionsChanged() | Everything():
                return True
        return False

    def _holds_captives_with(self, group: str) -> bool:
        """Return whether a captive that is shown is of a group or held by it."""
        captives = self.view.captives
        return any(group in (captive.group, captive.captor) for captive in captives)

    def refresh(self) -> None:
        """Read the group again; what is chosen is kept."""
        if not self.group_id:
            return
        view = self.services.ask(self.services.workspace.group, self.group_id)
        if view is None:
            self.group_id = ""  # what stands here is another group's
            self.services.go(CampaignRoute())
            return
        self.view = view
        self.campaign_id = view.campaign.id
        self._note_seen()
        self.deeds.view = view
        self.captives.show_captives(view.group.id, view.captives)
        counters = shown_counters(view.group.counters, "group", "roster", self.services.catalogue)
        self.counters.show_counters(counters)
        self.head.show_group(view)
        self.founding.show_group(view)
        self.figures.show_group(view)
        self.warnings.show_group(view)
        self.roster.show_group(view)
        self.refuge.show_group(view)
        self.stash.show_group(view)
        inner = self.stack.currentWidget()
        if isinstance(inner, RefugeOutlook) and view.group.on_the_road:
            self.show_home()
        elif isinstance(inner, HistoryPanel | RefugeOutlook):
            inner.show_group(view)

    def _note_seen(self) -> None:
        """Note which revision is on the screen; a form keeps the one it was filled in from."""
        if self.group_id and self.stack.currentWidget() is self.home:
            self.services.workspace.seen.show(self.view.group.id, self.view.revision)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not self.isVisible():
            self.services.workspace.seen.leave(self.group_id)

    def take_picture(self, picture: PictureSource, point: QPoint | None) -> bool:
        """Give a picture to the member at a point of the screen, beside the members to the group."""
        if point is None or not self.home.isVisible():
            return False
        member = self._member_at(point)
        if member:
            self.deeds.take_portrait(self, member, picture)
        else:
            set_picture(self.services, self.group_id, picture)
        return True

    def _member_at(self, point: QPoint) -> str:
        """Return the id of the member who is shown at a point of the screen, '' if none is."""
        member = self.roster.member_at(point)
        if member:
            return member
        panel = self.member_panel
        is_on_panel = panel.isVisible() and panel.rect().contains(panel.mapFromGlobal(point))
        chosen = self.roster.member
        return chosen.id if is_on_panel and chosen is not None else ""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Paste a picture as the portrait of the chosen member; text fields keep the keys for
        themselves."""
        chosen = self.roster.member
        pastes = event.matches(QKeySequence.StandardKey.Paste) and self.home.isVisible()
        if pastes and chosen is not None:
            if paste_picture(partial(self.deeds.take_portrait, self, chosen.id)):
                return
            self.services.say(_("There is no picture to paste."))
            return
        super().keyPressEvent(event)

    def take_key(self, event: QKeyEvent) -> bool:
        """Paste a picture as the group's where its picture has the focus."""
        if event.matches(QKeySequence.StandardKey.Paste):
            return paste_picture(partial(set_picture, self.services, self.group_id))
        return super().take_key(event)

    def find_here(self) -> None:
        if self.stack.currentWidget() is self.home:
            self.roster.take_search()

    def _show_member(self) -> None:
        member = self.roster.member
        self.deeds.member = member
        self.member_panel.show_member(self.view, member)

    def take_focus(self) -> None:
        if self.roster.table.isVisible():
            self.roster.setFocus()
        else:
            super().take_focus()

    # Inner pages

    def show_home(self) -> None:
        """Close a form, the history or the Refuge, and focus what opened it."""
        opener = self._opener
        self._opener = None
        self._turn_to(self.home)
        if opener is not None and isValid(opener) and opener.isVisible():
            opener.setFocus()
        else:
            self.roster.setFocus()

    def leave_inner(self) -> bool:
        """Close an inner page; with unsaved input, focus its Cancel button first."""
        inner = self.stack.currentWidget()
        if inner is None or inner is self.home:
            return False
        cancel = find_cancel_button(inner)
        is_changed = read_all_entries(inner) != self._entered
        if is_changed and cancel is not None and not cancel.hasFocus():
            cancel.setFocus()
        else:
            self.show_home()
        return True

    def _turn_to(self, page: QWidget, opener: QWidget | None = None) -> None:
        """Show an inner page; `opener` gets the focus back, by default what has it now."""
        is_home = page is self.home
        was_home = self.stack.currentWidget() is self.home
        if is_home:
            self._entered = ()
        else:
            self._entered = read_all_entries(page)
            if was_home:
                self._opener = opener or QApplication.focusWidget()
        self.head.show_tools(is_home)
        self.state.setVisible(is_home)
        self.stack.setCurrentWidget(page)
        if not is_home:
            scroll_to_top(self)
        self._note_seen()

    def start_recruiting(self) -> None:
        violations_of = partial(self.services.groups.recruit_violations, self.group_id)
        opener = QApplication.focusWidget()
        switches = self.view.campaign.switches
        self.recruit_form.start(self.view.group, violations_of, switches=switches)
        self._turn_to(self.recruit_form, opener)
        self.recruit_form.types.setFocus()

    def _recruit_member(self, recruit: Recruit, allowed: bool) -> None:
        act = partial(self.services.groups.recruit, self.group_id, recruit, allowed=allowed)
        member = self.services.do(act).result
        if member is None:
            return
        self.show_home()
        self.roster.choose_member(member)
        if self.head.is_recruiting_next():
            self.head.first_button.setFocus()
        else:
            self.head.recruit_button.setFocus()

    def edit_member(self) -> None:
        member = self.roster.member
        if member is None:
            return
        groups = self.services.workspace.groups(self.view.campaign.id)
        others = {group.id: group.name for group in groups if group.id != self.group_id}
        names = {someone.name for someone in self.view.group.members}
        opener = QApplication.focusWidget()
        self.member_editor.start(member, others, names)
        self._turn_to(self.member_editor, opener)

    def _store_edited(self, member: Member) -> None:
        member_before = self.view.group.member(member.id)
        fate = gear_fate(member_before, member.status, self.services.catalogue)
        edit = partial(self.services.groups.edit_member, self.group_id, member)
        if self.services.do(edit, fate).succeeded:
            self.show_home()

    def edit_group(self) -> None:
        self.group_editor.start(self.view.group)
        known = player_names(self.services.workspace, self.view.campaign.id)
        complete_from_names(self.group_editor.player, known, self.services.theme)
        self._turn_to(self.group_editor)

    def _group_edited(self, wanted: Group, entered: tuple[str, str] | None) -> None:
        set_group = partial(self.services.groups.set_by_hand, wanted, entered)
        if self.services.do(set_group).succeeded:
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
        ask_where_to_save_group(self, _("Export {group}", group=name), name, self.export_to)

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
