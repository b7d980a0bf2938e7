"""Merging a copy of the campaign, in a file or another store, into the one here."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import NamedTuple

from lastdays.campaign.exchange.campaign_file import FILE_MOST, CampaignTransfer
from lastdays.campaign.exchange.campaign_merge import Coming, Question
from lastdays.campaign.exchange.campaign_merging import CampaignMerging, KnownCampaign
from lastdays.campaign.exchange.merging import Take
from lastdays.campaign.exchange.other_stores import other_store
from lastdays.desktop.conflicted_copies import conflicted_copies
from lastdays.desktop.files import is_store, read_whole
from lastdays.errors import LastDaysError
from lastdays.language import _, joined, ngettext
from lastdays.rulebook import pictograms
from lastdays.store.kept_backups import Reason
from lastdays.ui.models.rows import Cell, Row, RowModel
from lastdays.ui.navigation import CampaignMergeRoute, CampaignRoute, Route
from lastdays.ui.page import Head, Page
from lastdays.ui.pages.importing import add_campaign, say_with_packs
from lastdays.ui.services import Services
from lastdays.ui.theme import set_style_properties
from lastdays.ui.widgets.parts import ABOUT, EmptyPage, Flow, button, enable_or_explain, sentence
from lastdays.ui.widgets.table import Table, TableDesign

#: The column of how it was when the copies parted.
_BEFORE = 2


class _Compared(NamedTuple):
    """A copy of the campaign: its content as a file, how it compares, what it brings, and the names of
    other campaigns here that the same store has a copy of."""

    content: bytes
    known: KnownCampaign
    coming: Coming
    others: tuple[str, ...]


class CampaignMergePage(Page):
    """What a copy of the campaign brings, and a row for each difference that both copies made.

    Nothing is stored until it is merged.
    """

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.merging = CampaignMerging(services.workspace)
        self.file = ""
        self.compared: _Compared | None = None
        self._choices: dict[str, Take] = {}
        self.merge_button = button(_("&Merge as chosen"), self._merge, "first")
        self.head = Head("", first=self.merge_button)
        self.says = sentence("", "")
        self.same_says = sentence("", "")
        self.same = EmptyPage(
            services.theme, pictograms.place("group"), _("No conflicts"), self.same_says
        )
        self.model = RowModel(
            (_("About"), _("What"), _("Before"), _("Here"), _("In the file"), _("Choice"))
        )
        self.table = Table(
            self.model,
            _("Differences"),
            services.theme,
            TableDesign(stretched=4, most_stretched=300),
            row_chosen=self._enable_buttons,
            row_activated=self._turn_to_next_answer,
        )
        self.ours_button = button(_("Keep &ours"), partial(self._answer_selected, "ours"))
        self.theirs_button = button(_("Take &theirs"), partial(self._answer_selected, "theirs"))
        self.both_button = button(
            _("Keep &both"),
            partial(self._answer_selected, "both"),
            hint=_("They are two games, not the same one entered twice"),
        )
        self.all_ours_button = button(_("All conflicts: ours"), partial(self._answer_all, "ours"))
        self.all_theirs_button = button(
            _("All conflicts: theirs"), partial(self._answer_all, "theirs")
        )
        self.second_button = button(
            _("Add as a &second campaign"),
            self._add_as_second_campaign,
            hint=_("The campaign here stays as it is"),
        )
        self.cancel_button = button(_("&Cancel"), self.leave_inner)
        self.lay(
            self.says,
            self.same,
            (self.table, 100),
            Flow(self.ours_button, self.theirs_button, self.both_button),
            Flow(
                self.all_ours_button, self.all_theirs_button, self.second_button, self.cancel_button
            ),
            1,
            wide=1400,
            top=4,
            foot=12,
            spacing=6,
        )

    def show_route(self, route: CampaignMergeRoute, campaign: str) -> Route | None:
        self.campaign_id = campaign
        self.file = route.file
        self.compared = None
        self._choices = {}
        self._show()
        self._compare_copies()
        return route

    def refresh(self) -> None:
        """Compare again, for the campaign here may have changed."""
        if self.file and self.compared is not None:
            self._compare_copies()

    def take_focus(self) -> None:
        if self.model.rowCount():
            self.table.setFocus()
        elif self.merge_button.isEnabled():
            self.merge_button.setFocus()
        else:
            self.cancel_button.setFocus()

    def leave_inner(self) -> bool:
        self.file = ""
        self.compared = None
        self.services.go(CampaignRoute())
        return True

    # Comparing

    def _compare_copies(self) -> None:
        """Read the copy and compare it, on the worker."""
        file = self.file
        read = partial(_read, self.services, self.campaign_id, Path(file))

        def done(compared: _Compared) -> None:
            if file == self.file:
                self.compared = compared
                self._show()
                self.take_focus()

        def failed(error: LastDaysError) -> None:
            self.services.say_why(error)
            self.leave_inner()

        self.services.work(read, done, failed, receiver=self)

    def _show(self) -> None:
        name = self.services.workspace.campaign(self.campaign_id).campaign.name
        self.head.title.setText(_("{campaign} is already here", campaign=name))
        self.head.note.setText(Path(self.file).name)
        compared = self.compared
        questions = () if compared is None else compared.known.questions
        self.table.show_rows([self._row_of_question(question) for question in questions])
        self.table.setColumnHidden(_BEFORE, not any(question.before for question in questions))
        self.table.measure_again()
        self.same.setHidden(bool(questions))
        for control in (
            self.table,
            self.ours_button,
            self.theirs_button,
            self.both_button,
            self.all_ours_button,
            self.all_theirs_button,
        ):
            control.setVisible(bool(questions))
        self._show_summary()
        self._enable_buttons()

    def _show_summary(self) -> None:
        """Say what comes in, and what has still to be chosen."""
        compared = self.compared
        if compared is None:
            self.says.setText("")
            self.same_says.setText(_("Comparing the two copies…"))
            return
        known = compared.known
        sentences = compared.coming.in_words()
        if compared.others:
            text = _("It also has copies of {names}: open each of them and import it there.")
            sentences.append(text.format(names=joined(compared.others)))
        if known.is_same:
            name = known.merge.ours.name
            sentences.insert(0, _("The file has nothing new for {name}.", name=name))
        elif not known.questions:
            sentences.append(_("Nothing was changed in both copies, so nothing has to be chosen."))
        self.same_says.setText("\n".join(sentences))
        open_count = len(known.open_questions(self._choices))
        still_open = _("Everything is chosen.")
        if open_count:
            still_open = ngettext(
                "{n} difference still to choose.", "{n} differences still to choose.", open_count
            )
        if known.questions:
            sentences.append(still_open)
        self.says.setText(" ".join(sentences) if known.questions else "")
        self.says.setVisible(bool(known.questions))

    def _row_of_question(self, question: Question) -> Row:
        take = self._choices.get(question.key)
        ours_token = "faint_text" if take == "theirs" else "text"
        theirs_token = "faint_text" if take == "ours" else "text"
        choice = Cell(_("choose"), "link", token="accent_text")
        if take is not None:
            choice = Cell(_words_of(take), "link", token="text")
        cells = (
            Cell(question.subject, "title"),
            Cell(question.what),
            Cell(question.before, token="faint_text"),
            Cell(question.ours, token=ours_token),
            Cell(question.theirs, token=theirs_token),
            choice,
        )
        return Row(question.key, cells, edge="accent" if take is None else "")

    # Choosing

    def _selected_question(self) -> Question | None:
        """Return the question of the chosen row."""
        if self.compared is None:
            return None
        key = self.table.current_key()
        for question in self.compared.known.questions:
            if question.key == key:
                return question
        return None

    def _answer_selected(self, take: Take) -> None:
        question = self._selected_question()
        if question is None or self.compared is None:
            return
        self._choices[question.key] = take
        self._show()
        still_open = self.compared.known.open_questions(self._choices)
        if still_open:
            self.table.choose_row(still_open[0].key)

    def _turn_to_next_answer(self) -> None:
        """Take the next of the answers that the chosen row can have."""
        question = self._selected_question()
        if question is None:
            return
        takes = question.takes
        take = self._choices.get(question.key)
        place = -1 if take is None else takes.index(take)
        self._choices[question.key] = takes[(place + 1) % len(takes)]
        self._show()
        self.table.choose_row(question.key)

    def _answer_all(self, take: Take) -> None:
        if self.compared is not None:
            self._choices.update(self.compared.known.all_of(take))
            self._show()

    def _enable_buttons(self) -> None:
        """Enable what can be chosen for the selected row, and merging once all is chosen."""
        self.setProperty(ABOUT, self.table.current_key())
        known = None if self.compared is None else self.compared.known
        is_same = known is None or known.is_same
        is_open = known is not None and bool(known.open_questions(self._choices))
        why_not = _("Choose ours or theirs for each difference first")
        if is_same:
            why_not = _("No differences")
        enable_or_explain(self.merge_button, not is_open and not is_same, why_not)
        set_style_properties(self.ours_button, kind="first" if is_open else "")
        set_style_properties(self.cancel_button, kind="first" if is_same else "")
        question = self._selected_question()
        choose_first = _("Choose a difference in the list")
        enable_or_explain(self.ours_button, question is not None, choose_first)
        enable_or_explain(self.theirs_button, question is not None, choose_first)
        can_be_both = question is not None and "both" in question.takes
        enable_or_explain(
            self.both_button, can_be_both, _("Choose a game that both copies recorded")
        )
        enable_or_explain(self.second_button, known is not None, _("Comparing the two copies…"))

    # Doing

    def _merge(self) -> None:
        """Merge on the worker, after a backup, and go to the campaign."""
        compared = self.compared
        if compared is None:
            return
        services = self.services
        choices = dict(self._choices)
        # now: once it is merged, the copy may be open to be compared again, and isn't known as one then
        message = self._merged_sentence(compared.known)
        second_place = services.safekeeping.second_place

        def merge() -> tuple[str, ...]:
            _backup, faults = services.safekeeping.make(Reason.IMPORT, second_place)
            self.merging.merge(compared.known, choices)
            return faults

        def done(faults: tuple[str, ...]) -> None:
            services.announce()
            self.leave_inner()
            say_with_packs(services, compared.known.campaign, message, compared.content)
            services.safekeeping.report(faults)

        services.work(merge, done, receiver=self)

    def _merged_sentence(self, known: KnownCampaign) -> str:
        """Say that the copies are merged, and that a conflicted copy is of no more use."""
        said = _(
            "{campaign} and its copy are one now. Undo on its page reverses it.",
            campaign=known.merge.ours.name,
        )
        file = Path(self.file)
        if file in conflicted_copies(self.services.workspace.store.path):
            done_with = _("{file} can be deleted.", file=file.name)
            return f"{said} {done_with}"
        return said

    def _add_as_second_campaign(self) -> None:
        if self.compared is not None:
            content = self.compared.content
            self.leave_inner()
            add_campaign(self.services, content)


def _words_of(take: Take) -> str:
    return {"ours": _("ours"), "theirs": _("theirs"), "both": _("both")}[take]


def _read(services: Services, campaign: str, file: Path) -> _Compared:
    """Read the copy of a campaign in a file or another store, and compare it. LastDaysError if it isn't
    there, or damaged."""
    workspace = services.workspace
    others: list[str] = []
    if is_store(file):
        here = {one.id: one.name for one in workspace.campaigns() if not one.deleted}
        with other_store(workspace, file) as other:
            content = other.file_of(campaign)
            for one in other.campaigns:
                if one.id != campaign and one.id in here:
                    others.append(here[one.id])
    else:
        content = read_whole(file, FILE_MOST)
    opened = CampaignTransfer(workspace).open_file(content)
    known = CampaignMerging(workspace).compare(opened)
    if known.campaign != campaign:
        raise LastDaysError(
            "{file} has a copy of another campaign, {name}. Nothing was imported.",
            file=file.name,
            name=opened.name,
        )
    return _Compared(content, known, known.coming, tuple(others))
