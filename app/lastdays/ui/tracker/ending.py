"""Ending a game: what will be recorded, then the record, the sequence, or a summary on paper."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QPushButton, QWidget

from lastdays.campaign.table_sessions import EndingView, OpenSession, summary_pdf, summary_text
from lastdays.desktop.files import write_whole
from lastdays.language import _
from lastdays.pdf.content import PrintedDocument
from lastdays.ui.navigation import RecordRoute, SequenceRoute
from lastdays.ui.services import Services
from lastdays.ui.texts import plain
from lastdays.ui.tracker.form import TextLines, worded
from lastdays.ui.widgets.dialogs import pdf_name
from lastdays.ui.widgets.paper import print_document
from lastdays.ui.widgets.parts import Flow, button, column, holder, label


class EndForm(QWidget):
    """The end as the table has it; `ended` says where to go: 'sequence', 'record' or 'list';
    `closed` that the players play on."""

    ended = Signal(str)
    closed = Signal()
    #: It stays open while somebody else is looked at.
    stays = True

    def __init__(self, services: Services, session: OpenSession) -> None:
        super().__init__()
        self.services = services
        self.session = session
        self.text = TextLines()
        self.doubts = label("", "warn", wrap=True)
        self.way_buttons: dict[str, QPushButton] = {}
        view = session.ending()
        for n, way in enumerate(view.choices):
            made = button(
                worded(way.label, way.mnemonic),
                partial(self._end, way.key),
                "first" if n == 0 else "",
            )
            self.way_buttons[way.key] = made
        self.save_button = button(_("&Save a summary…"), self._save)
        self.print_button = button(_("Print it…"), self._print)
        self.back = button(_("Pla&y on"), self.closed.emit)
        self.setLayout(
            column(
                label(_("End the game"), "question"),
                self.text,
                self.doubts,
                *self.way_buttons.values(),
                holder(Flow(self.save_button, self.print_button, self.back)),
                1,
                spacing=8,
            )
        )
        for paper in (self.save_button, self.print_button):
            paper.setVisible(view.summary)

    def take_focus(self) -> None:
        """Begin with the first way that is open."""
        open_ways = (b for b in self.way_buttons.values() if b.isEnabled())
        next(open_ways, self.back).setFocus()

    def pick(self, piece: str) -> bool:
        """Ignore a card: it means nothing here."""
        return False

    def step_back(self) -> bool:
        """Return that there is nothing to take back."""
        return False

    def press(self, n: int) -> None:
        """Ignore a digit: it means nothing here."""

    def show_now(self) -> bool:
        """Show the end as it would be now."""
        view = self.services.ask(self.session.ending) or EndingView("", ())
        self.text.setText(view.text)
        self.doubts.setText("\n".join(f"⚠ {line}" for line in view.doubts))
        self.doubts.setVisible(bool(view.doubts))
        for way in view.choices:
            self.way_buttons[way.key].setEnabled(not way.why_not)
            self.way_buttons[way.key].setToolTip(plain(way.why_not))
        return True

    def _end(self, where: str) -> None:
        done = self.services.do(lambda: (self.session.end(),), _("The game has ended."))
        if done is None:
            return
        record = done[0]
        if record is not None:
            self.services.said.emit(
                _("Game {n} is recorded; it can still be corrected.", n=record.number),
                "well",
            )
        self.ended.emit(where)

    # The summary on paper

    def _save(self) -> None:
        names = " - ".join(str(side) for side in self.session.facts.get("sides", ()))
        target = pdf_name(self, names)
        if target is not None:
            self.save_to(target)

    def save_to(self, target: Path) -> bool:
        """Write the summary: as text where the name ends in .txt, else as PDF."""
        sheet = self.session.summary()
        if sheet is None:
            return False

        def write() -> None:
            if target.suffix.lower() == ".txt":
                write_whole(target, summary_text(sheet).encode())
            else:
                write_whole(target, summary_pdf(sheet).pdf)

        return self.services.done(write, _("Saved as {file}.", file=target))

    def _print(self) -> None:
        made = self._summary_pdf()
        printer = self.services.printer_chosen(self, made) if made is not None else None
        if printer is not None:
            self.print_on(printer)

    def _summary_pdf(self) -> PrintedDocument | None:
        sheet = self.session.summary()
        return summary_pdf(sheet) if sheet is not None else None

    def print_on(self, printer: QPrinter) -> None:
        """Print the summary; the window stays alive meanwhile."""

        made = self._summary_pdf()
        if made is not None:
            self.services.work(
                lambda: print_document(made, printer),
                lambda _pages: self.services.said.emit(_("Sent to the printer."), "well"),
                paper=True,
            )


def lead_on(services: Services, session: OpenSession, where: str) -> bool:
    """Go on to the record or the sequence of a game that has ended; return whether there is
    one."""
    if not session.recorded:
        return False
    game, campaign = session.recorded, session.campaign
    if where == "record":
        services.go.emit(RecordRoute(game))
        return True
    if where != "sequence" or campaign is None:
        return False
    for group in session.played_groups():
        unsaid = services.ask(partial(services.captives.unsaid, campaign, game, group))
        if unsaid:
            services.go.emit(RecordRoute(game))
            services.said.emit(unsaid, "warn")
            return True
    begun = [
        services.ask(partial(services.games.begin, campaign, game, group))
        for group in session.played_groups()
    ]
    if begun and begun[0]:
        services.go.emit(SequenceRoute(begun[0]))
        return True
    return False
