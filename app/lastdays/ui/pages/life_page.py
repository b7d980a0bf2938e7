"""A member's life: what they did and suffered, game by game, with totals."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel

from lastdays.campaign.chronicle.games import Chronicle
from lastdays.campaign.chronicle.lives import Life, LifeFigure, LifeGame
from lastdays.campaign.chronicle.sentences import StorySentence
from lastdays.campaign.dates import day_in_words
from lastdays.language import _, dotted, ngettext
from lastdays.model.tallies import GameTakenPart
from lastdays.rulebook import pictograms
from lastdays.ui.models.rows import Cell, Row
from lastdays.ui.navigation import ChronicleRoute, GroupRoute, LifeRoute, Route
from lastdays.ui.page import Head, PageOfCampaign
from lastdays.ui.pages.group.roster_panel import LivesTable
from lastdays.ui.pages.story_panel import sentence_rows
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import (
    Flow,
    Pictogram,
    button,
    clear,
    column,
    holder,
    label,
    nothing_yet,
    panel,
    row,
    sentence,
    show_either,
)
from lastdays.ui.widgets.pictures import pixmap
from lastdays.ui.widgets.table import Table

#: So many games are told at first, and with each press of the button so many more.
AT_ONCE = 20
#: The sides of a portrait and of a figure's pictogram, and the most the page is wide, in pixels at 100 %.
PORTRAIT, FIGURE, WIDE = 96, 36, 1800


class LifePage(PageOfCampaign):
    """One member of a group, from their first game to now or to their end."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.group_id = self.member_id = ""
        #: What is shown; nothing before somebody is.
        self.life: Life
        self._most = AT_ONCE
        self.open_button = button(
            _("&Open in the group"),
            lambda: services.go(GroupRoute(self.group_id, self.member_id)),
            "first",
        )
        self.head = Head("", first=self.open_button)
        self.portrait = QLabel()
        self.portrait.setAccessibleName(_("Portrait"))
        self.fate = sentence("", "harm")
        self.figures = Flow(spacing=30)
        said = _("What happened, game by game")
        self.table = Table(("",), said, services.theme, taken=self._open_game)
        self.no_games = nothing_yet(
            _("No games yet. What happens to this member is told here game by game."),
            services.theme,
            pictograms.place("chronicle"),
        )
        self.earlier_button = button("", self._show_earlier)
        upper = row(
            self.portrait, (column(holder(self.figures), self.fate, 1, spacing=4), 1), spacing=14
        )
        told = column(self.table, self.no_games, row(self.earlier_button, 1))
        #: The group, with its dead: whose lives are read next.
        self.others = LivesTable(services)
        self.others_panel = panel(self.others)
        body = row((told, 3), (self.others_panel, 5))
        services.theme.reshaped.connect(self._show_others)
        self.lay(upper, (body, 1), wide=WIDE, top=10, foot=12, spacing=10)

    def show_route(self, route: LifeRoute, campaign: str) -> Route | None:
        """Show what a route is about."""
        if (route.group, route.member) != (self.group_id, self.member_id):
            self._most = AT_ONCE
        self.campaign_id, self.group_id, self.member_id = campaign, route.group, route.member
        self.refresh()
        return route if self.member_id else None

    def forget(self) -> None:
        """Let go of the member."""
        self.member_id = ""

    def read(self) -> None:
        """Read the member; nobody is shown where that can't be done."""
        whose, self.member_id = self.member_id, ""
        if not whose:
            return
        chronicle = Chronicle(self.services.workspace, self.campaign_id)
        self.life = Life(chronicle, self.group_id, whose)
        self.member_id = whose
        member = self.life.member
        self.head.title.setText(member.name)
        self.head.note.setText(self.life.standing())
        self.fate.setText(self.life.fate())
        self.fate.setVisible(bool(self.fate.text()))
        self._show_portrait(member.portrait)
        self._show_figures(self.life.figures())
        self._show_games()
        self._show_others()

    def _show_others(self) -> None:
        """Show the group beside the games, in an ample window."""
        self.others_panel.setVisible(bool(self.member_id) and self.services.theme.ample > 1)
        if not self.others_panel.isHidden():
            self.others.show_group(self.life.group, self.member_id)

    def _show_portrait(self, portrait: str) -> None:
        self.portrait.setVisible(bool(portrait))
        if portrait:
            side = self.services.theme.px(PORTRAIT)
            picture = self.services.groups.portrait(portrait)
            self.portrait.setPixmap(pixmap(picture, side))

    def _show_figures(self, figures: tuple[LifeFigure, ...]) -> None:
        clear(self.figures)
        theme = self.services.theme
        for figure in figures:
            amount, caption = label(str(figure.amount), "figure"), label(figure.caption, "small")
            drawing = Pictogram(theme, figure.drawing, size=round(FIGURE * theme.ample))
            made = holder(row(drawing, column(amount, caption, spacing=0), spacing=8))
            made.setAccessibleName(f"{figure.amount} {figure.caption}")
            self.figures.addWidget(made)

    def _show_games(self) -> None:
        played = self.life.games
        rows = []
        latest = played[: -self._most - 1 : -1]
        for told, one in zip(self.life.tell(latest), latest, strict=True):
            rows += self._game_rows(told, one)
        self.table.show_rows(rows)
        show_either(rows, self.table, instead=self.no_games)
        more = len(played) - self._most
        text = ngettext("&Show {n} earlier game", "&Show {n} earlier games", more)
        self.earlier_button.say(text)
        self.earlier_button.setVisible(more > 0)

    def _game_rows(self, told: LifeGame, played: GameTakenPart) -> list[Row]:
        """Return the heading of a game, and what happened in it."""
        results = {"won": _("won"), "lost": _("lost"), "drawn": _("a draw")}
        parts = (
            _("Game {n}: {encounter}", n=told.number, encounter=told.encounter),
            results[played.result],
            day_in_words(told.day),
        )
        heading = Cell(
            dotted(*parts),
            "link",
            drawing=told.drawing,
            drawing_token="accent_text",
            token="accent_text",
            hint=_("Read this game in the chronicle"),
        )
        sentences = told.sentences or (
            StorySentence(_("Nothing is recorded."), drawing=pictograms.token("missing")),
        )
        return [
            Row(f"game/{told.game}", (heading,), entry=told.encounter),
            *sentence_rows(sentences, told.game),
        ]

    # What is done

    def _open_game(self, key: str) -> None:
        game = key.split("/")[1 if key.startswith("game/") else 0]
        self.services.go(ChronicleRoute(game))

    def _show_earlier(self) -> None:
        self._most += AT_ONCE
        self._show_games()

    def take_focus(self) -> None:
        """Put the keyboard on the games."""
        (self.table if not self.table.isHidden() else self.open_button).setFocus()

    def undoes(self) -> str | None:
        """Return the member's group."""
        return self.group_id
