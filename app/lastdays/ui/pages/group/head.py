"""The head of a group's page: what is next for the group, and what is done with it as a whole."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QMenu, QWidget

from lastdays.campaign.workspace import GroupView
from lastdays.language import _, ngettext, number
from lastdays.model.recruiting import limits_in_words
from lastdays.rulebook import Catalogue, keyword_name
from lastdays.ui.navigation import (
    GroupRoute,
    NextGameRoute,
    PrintRoute,
    SequenceRoute,
    ShareRoute,
    TrackerRoute,
)
from lastdays.ui.pages.group.actions import fill_picture_menu, look_at_picture
from lastdays.ui.pages.rescue import open_sequence
from lastdays.ui.services import Services
from lastdays.ui.texts import plain
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.page import Head
from lastdays.ui.widgets.parts import MoreButton, button, holder, label, row, said
from lastdays.ui.widgets.pictures import PictureButton, pixmap, rounded


def may_recruit(view: GroupView, catalogue: Catalogue) -> bool:
    """Return whether the points that are left would pay for another member."""
    cheapest = min(kind.cost for kind in catalogue.characters.values())
    return view.group.points >= cheapest


class FoundingPanel(QFrame):
    """Seen while a group is founded, with the button that ends it."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._group_id = ""
        self.setProperty("kind", "panel")
        self.text = label("", "warn", wrap=True)
        self.play_button = button(_("&Start playing"), self._end, "first")
        self.setLayout(said(self.text, self.play_button, margin=8))

    def show_group(self, view: GroupView) -> None:
        """Show what a group being founded has left to spend; hide for any other."""
        group, catalogue = view.group, self.services.catalogue
        self._group_id = group.id
        self.setVisible(group.founding)
        if group.founding:
            self.text.setText(
                _("Founding: {points} of {all} points remain · {limits}").format(
                    points=number(group.points),
                    all=catalogue.number("founding", "points"),
                    limits=limits_in_words(group, catalogue, view.campaign.switches),
                )
            )

            restyle(self.play_button, kind="" if may_recruit(view, catalogue) else "first")

    def _end(self) -> None:
        self.services.done(lambda: self.services.groups.end_founding(self._group_id))


#: The group's picture at 100 %, beside its name.
PICTURE = 32


class GroupHead(Head):
    """Signals say what is wanted of the page: a form, the history, a file, the fallen."""

    recruit_wanted = Signal()
    group_wanted = Signal()
    history_wanted = Signal()
    export_wanted = Signal()
    delete_wanted = Signal()
    memorial_wanted = Signal(bool)

    def __init__(self, services: Services) -> None:
        self.first_button = button("", self._do_first, "first")
        kept = self.first_button.sizePolicy()
        kept.setRetainSizeWhenHidden(True)  # undo, beside it, stays where it is
        self.first_button.setSizePolicy(kept)
        self.recruit_button = button(_("&Recruit"), self._recruit)
        self.more_button = MoreButton(_("More to do with this group"))
        super().__init__(
            "", self.recruit_button, self.more_button, first=holder(row(self.first_button))
        )
        self.services = services
        self._view: GroupView | None = None
        self.picture = PictureButton(self._look)
        self.picture.hide()
        #: The picture that is shown, and its height.
        self._drawn = ("", 0)
        self.line.insertWidget(0, self.picture)
        self.line.setStretch(0, 0)
        self.line.setStretch(self.line.indexOf(self.note), 1)
        menu = self.more_button.menu()
        self._entry(menu, _("Recruit…"), self.recruit_wanted.emit)
        self._entry(menu, _("Edit group…"), self.group_wanted.emit)
        self._entry(menu, _("History"), self.history_wanted.emit)
        self.memorial_action = menu.addAction(_("Memorial"))
        self.memorial_action.setCheckable(True)
        self.memorial_action.toggled.connect(self.memorial_wanted)
        menu.addSeparator()
        self.picture_menu = menu.addMenu(_("Picture of the group"))
        self.picture_menu.aboutToShow.connect(self._fill_picture_menu)
        self._entry(menu, _("Copy this group"), self._copy)
        self._entry(menu, _("Export…"), self.export_wanted.emit)
        self._entry(menu, _("Share…"), self._share)
        self._entry(menu, _("Print…"), self._print)
        menu.addSeparator()
        self._entry(menu, _("Delete this group"), self.delete_wanted.emit)

    def hold_search(self, search: QWidget) -> None:
        """Have a search stand before what is done with the group."""
        self.line.insertWidget(self.line.indexOf(self.recruit_button), search)

    def _entry(self, menu: QMenu, text: str, act: object) -> None:
        assert callable(act)
        menu.addAction(text).triggered.connect(lambda _on=False: act())

    def show_group(self, view: GroupView) -> None:
        """Name the group and what is next for it."""
        self._view = view
        self.title.setText(view.group.name)
        self._show_picture(view.group.picture)
        self.note.setText(_summary(view, self.services.catalogue))
        fallen = len(view.group.memorial)
        self.memorial_action.setText(
            _("Memorial ({n})").format(n=fallen) if fallen else _("Memorial")
        )
        self.memorial_action.setEnabled(bool(fallen))
        text, hint = self._first()
        paid = not view.group.founding or may_recruit(view, self.services.catalogue)
        restyle(self.first_button, kind="first" if paid else "")
        self.first_button.setText(text)
        self.first_button.setAccessibleName(text.replace("&", "").replace(" ▸", ""))
        self.first_button.setToolTip(plain(hint))
        self.first_button.updateGeometry()
        self.show_tools(not self.more_button.isHidden())

    def show_tools(self, shown: bool) -> None:
        """Offer what is done with the group, or, while a form has the page, nothing of it."""
        self.first_button.setVisible(shown)
        self.more_button.setVisible(shown)
        self.recruit_button.setVisible(shown and not self._recruits())

    def take_recruit_focus(self) -> None:
        """Put the keyboard on recruiting."""
        (self.first_button if self._recruits() else self.recruit_button).setFocus()

    def _recruits(self) -> bool:
        """Return whether to recruit is what is next."""
        view = self._view
        if view is None:
            return False
        idle = view.next.kind in ("creating", "ready")
        return idle and (view.group.founding or not view.group.active)

    def _first(self) -> tuple[str, str]:
        """Return what is next, as it stands on the button, and what pressing that does."""
        assert self._view is not None
        step = self._view.next
        if step.kind == "session":
            return _("Back to the t&able ▸"), _("Go on with the game this group is playing")
        if step.kind == "sequence":
            text = _("&After game {n} ▸").format(n=step.number)
            return text, _("Go on with the post-game sequence")
        if step.kind == "begin":
            text = _("&After game {n} ▸").format(n=step.number)
            return text, _("Begin the post-game sequence")
        if self._recruits():
            return _("&Recruit"), _("Choose a type, gear and a name")
        return _("Pla&y ▸"), _("Go to the games at the table")

    def _do_first(self) -> None:
        view = self._view
        if view is None:
            return
        step, services = view.next, self.services
        if step.kind == "session":
            services.go.emit(TrackerRoute(step.session))
        elif step.kind == "sequence":
            services.go.emit(SequenceRoute(step.sequence))
        elif step.kind == "begin":
            open_sequence(services, view.campaign.id, step.game, view.group.id)
        elif self._recruits():
            self._recruit()
        else:
            services.go.emit(NextGameRoute())

    def _recruit(self) -> None:
        self.recruit_wanted.emit()

    def _share(self) -> None:
        if self._view is not None:
            self.services.go.emit(ShareRoute(self._view.group.id))

    # The picture, and copies

    def _show_picture(self, key: str) -> None:
        assert self._view is not None
        theme = self.services.theme
        self.picture.setVisible(bool(key))
        high = theme.px(PICTURE)
        if key and self._drawn != (key, high):
            self._drawn = (key, high)
            picture = rounded(pixmap(self.services.groups.portrait(key), high * 2), high, wide=True)
            self.picture.show_picture(picture, self._view.group.name)

    def _look(self) -> None:
        if self._view is not None:
            group = self._view.group
            look_at_picture(self.services, self.picture, group, group.id)

    def _fill_picture_menu(self) -> None:
        if self._view is not None:
            parent = self.more_button
            fill_picture_menu(self.picture_menu, self.services, parent, self._view.group)

    def _copy(self) -> None:
        view, services = self._view, self.services
        if view is not None:
            copy = services.do(lambda: services.rosters.copy_group(view.group.id))
            if copy is not None:
                services.go.emit(GroupRoute(copy))

    def _print(self) -> None:
        if self._view is not None:
            self.services.go.emit(PrintRoute(self._view.group.id))


def _summary(view: GroupView, catalogue: Catalogue) -> str:
    """Return what a group is in a line: 'Cautious · Mall · 3 games · Ann ✎'."""
    group = view.group
    leader = group.leading
    facts = [
        keyword_name(leader.keyword) if leader else _("no Leader"),
        catalogue.refuges[group.refuge.key].name,
    ]
    if group.games:
        facts.append(ngettext("{n} game", "{n} games", group.games).format(n=group.games))
    facts.append(group.player)
    return " · ".join(filter(None, facts)) + (" ✎" if group.by_hand else "")
