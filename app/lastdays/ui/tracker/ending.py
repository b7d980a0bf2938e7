"""Ending a game: what will be recorded, then the record, the sequence, or a summary on paper."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal

from lastdays.campaign.summary import did, outcome, summary_pdf, summary_text
from lastdays.campaign.table_sessions import LastDaysTracker
from lastdays.files import write_whole
from lastdays.language import _
from lastdays.model.game_record import doubts
from lastdays.tabletop.last_days.figures import Rules
from lastdays.tabletop.last_days.state import State
from lastdays.ui.services import Services
from lastdays.ui.tracker.forms import Form
from lastdays.ui.widgets.parts import Flow, button, column, holder, label


class EndForm(Form):
    """The end as the table has it; `ended` says where to go: 'sequence', 'record' or 'list'."""

    ended = Signal(str)
    stays = True

    def __init__(self, services: Services, tracker: LastDaysTracker) -> None:
        super().__init__()
        self.services = services
        self.tracker = tracker
        self.title = label(_("End the game"), "question")
        self.text = label("", wrap=True)
        self.doubts = label("", "warn", wrap=True)
        recorded = tracker.can_record
        self.sequence_button = button(
            _("Record, then &post-game sequence"), lambda: self._end("sequence"), "first"
        )
        self.record_button = button(_("&Record and look it over"), lambda: self._end("record"))
        self.end_button = button(_("E&nd the game"), lambda: self._end("list"), "first")
        self.save_button = button(_("&Save a summary…"), self._save)
        self.print_button = button(_("Print it…"), self._print)
        self.back.setText(_("Pla&y on"))
        self.setLayout(
            column(
                self.title,
                self.text,
                self.doubts,
                self.sequence_button,
                self.record_button,
                self.end_button,
                holder(Flow(self.save_button, self.print_button, self.back)),
                1,
                spacing=8,
            )
        )
        self.sequence_button.setVisible(recorded)
        self.record_button.setVisible(recorded)
        self.end_button.setVisible(not recorded)

    def take_focus(self) -> None:
        first = self.sequence_button if self.tracker.can_record else self.end_button
        first.setFocus()

    def show_state(self, state: State, rules: Rules) -> bool:
        lines = [outcome(self.tracker), ""]
        for team in state.teams:
            lines.append(_("{side}, broke").format(side=team.name) if team.broke else team.name)
            plain = [f.name for f in state.figures(team.id) if not did(state, f)]
            lines += [
                f"  {f.name}: {did(state, f)}" for f in state.figures(team.id) if did(state, f)
            ]
            if plain:
                lines.append(_("  came through: {names}").format(names=", ".join(plain)))
            lines.append("")
        self.text.setText("\n".join(lines).rstrip())
        said: list[str] = []
        if self.tracker.can_record:
            game = self.services.ask(self.tracker.record)
            names = {f.member: f.name for f in state.figures() if f.member}
            said = doubts(game, self.services.catalogue, names) if game is not None else []
            finished = self.tracker.finished_sequences()
            self.sequence_button.setEnabled(not finished)
            self.record_button.setEnabled(not finished)
            said += [finished] if finished else []
        self.doubts.setText("\n".join(f"⚠ {line}" for line in said))
        self.doubts.setVisible(bool(said))
        return True

    def _end(self, where: str) -> None:
        tracker = self.tracker
        game = self.services.ask(lambda: (tracker.end(), True))
        if game is None:
            return
        self.services.announce()
        if game[0] is not None:
            self.services.said.emit(
                _("Game {n} is recorded; it can still be corrected.").format(n=game[0].number),
                "well",
            )
        self.ended.emit(where)

    def _save(self) -> None:
        from lastdays.ui.widgets.dialogs import pdf_name

        sides = " - ".join(t.name for t in self.tracker.state.teams)
        target = pdf_name(self, sides)
        if target is not None:
            self.save_to(target)

    def save_to(self, target: Path) -> bool:
        """Writes the summary: as text where the name ends in .txt, else as PDF."""

        def write() -> None:
            if target.suffix.lower() == ".txt":
                write_whole(target, summary_text(self.tracker).encode())
            else:
                write_whole(target, summary_pdf(self.tracker).pdf)

        return self.services.done(write, _("Saved as {file}.").format(file=target))

    def _print(self) -> None:
        printer = self.services.printer_chosen(self)
        if printer is not None:
            self.print_on(printer)

    def print_on(self, printer: object) -> None:
        """Prints the summary."""
        from PySide6.QtPrintSupport import QPrinter

        from lastdays.pdf.preview import PreviewPages
        from lastdays.ui.widgets.paper import print_pages

        if not isinstance(printer, QPrinter):
            return
        pages = PreviewPages(summary_pdf(self.tracker).pdf)
        self.services.done(lambda: print_pages(pages, printer, "none"), _("Sent to the printer."))
        pages.close()
