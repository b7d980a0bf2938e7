"""After the game: which groups still have their post-game sequence before them."""

from __future__ import annotations

from lastdays.campaign.changed import CampaignChanged, Changed, Everything, SequencesChanged
from lastdays.language import _
from lastdays.ui.models.tables import TableModel, TableRow
from lastdays.ui.navigation import RecordRoute, SequenceRoute
from lastdays.ui.services import Services
from lastdays.ui.widgets.head import Head
from lastdays.ui.widgets.page import Page
from lastdays.ui.widgets.parts import button, column, label, row
from lastdays.ui.widgets.views import ChoiceTable


class AftermathPage(Page):
    """A line for each group and game; Enter begins, goes on with or reads its sequence."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.campaign_id = ""
        self._finished: set[str] = set()
        self.model = TableModel((_("Group"), _("Game"), _("Encounter"), _("State")), (1,))
        self.table = ChoiceTable(self.model, _("Post-game sequences"))
        self.table.taken.connect(self._open)
        self.open_button = button(
            _("&Continue"), lambda: self._open(self.table.current_key()), "first"
        )
        self.nothing = label(
            _(
                "No game is recorded yet. Record one on the campaign's page; the injuries, "
                "Experience, supplies, Jobs and the Zombie Attack follow here."
            ),
            "faint",
            wrap=True,
        )
        self.record_button = button(_("&Record a game"), lambda: services.go.emit(RecordRoute()))
        self.head = Head(_("After the game"))
        self.setLayout(
            column(
                self.nothing,
                self.table,
                row(self.record_button, 1, self.open_button),
                1,
                margin=12,
            )
        )

    def take_focus(self) -> None:
        """Put the keyboard on the list, or on the button that records a game."""
        (self.record_button if self.table.isHidden() else self.table).setFocus()

    def show_campaign(self, campaign: str) -> None:
        """List the sequences of a campaign; choose the first that is open."""
        self.campaign_id = campaign
        self.refresh()
        first = self.model.key_at(0)
        if self.table.current_key() in self._finished and first not in self._finished:
            self.table.choose(first)  # what is done gives way to what is to be done

    def shows(self, changed: Changed) -> bool:
        """Return whether it is a game or the state of a sequence."""
        return isinstance(changed, CampaignChanged | SequencesChanged | Everything)

    def refresh(self) -> None:
        """Read the sequences anew: open ones first, the newest game first."""
        if not self.campaign_id:
            return
        view = self.services.ask(lambda: self.services.workspace.campaign(self.campaign_id))
        if view is None:
            return
        begun = {(s.group, s.game): s for s in self.services.games.sequences(self.campaign_id)}
        names = {g.id: g.name for g in view.groups}
        rows: list[tuple[bool, int, TableRow]] = []
        for game in view.campaign.games:
            encounter = self.services.catalogue.encounters[game.encounter]
            for side in game.sides:
                if side.group not in names:
                    continue
                sequence = begun.get((side.group, game.id))
                if sequence is None:
                    state = _("○ not begun")
                elif sequence.finished:
                    state = _("✔ finished")
                else:
                    state = _("▶ begun")
                finished = sequence is not None and sequence.finished
                rows.append(
                    (
                        finished,
                        -game.number,
                        TableRow(
                            f"{game.id}/{side.group}",
                            (
                                names[side.group],
                                str(game.number),
                                encounter.name,
                                state,
                            ),
                        ),
                    )
                )
        rows.sort(key=lambda entry: entry[:2])
        self._finished = {entry[2].key for entry in rows if entry[0]}
        kept = self.table.current_key()
        self.model.set_rows([entry[2] for entry in rows])
        if rows:
            self.table.choose(kept if self.model.row_of(kept) >= 0 else rows[0][2].key)
        self.table.setVisible(bool(rows))
        self.open_button.setVisible(bool(rows))
        self.nothing.setVisible(not rows)
        self.record_button.setEnabled(bool(view.groups))

    def _open(self, key: str) -> None:
        if not key:
            return
        game, _slash, group = key.partition("/")
        sequence = self.services.do(
            lambda: self.services.games.begin(self.campaign_id, game, group)
        )
        if sequence is not None:
            self.services.go.emit(SequenceRoute(sequence))
