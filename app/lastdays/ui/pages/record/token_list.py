"""The Supply Tokens a side brought home, and by whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from lastdays.campaign.record_diff import token_name
from lastdays.language import _, pgettext
from lastdays.model.game_record import SupplyToken, TokenFate
from lastdays.ui.widgets.more import empty
from lastdays.ui.widgets.parts import button, clear, column, label, row, said, typed


class TokenList(QWidget):
    """A line for each Supply Token, and a menu of how another one came home."""

    changed = Signal()

    def __init__(
        self,
        tokens: Sequence[SupplyToken],
        names: Mapping[str, str],
        able: Callable[[], Sequence[str]],
    ) -> None:
        """Make the list; `able` says which members can have carried a token off or held one at the
        end."""
        super().__init__()
        self.setProperty("kind", "plain")
        self.tokens = list(tokens)
        self._names = names
        self._able = able
        self._lines = column(spacing=2)
        self.add_button = QPushButton(_("Add a &Supply Token…"))
        self.add_button.setMenu(QMenu(self.add_button))
        self.add_button.menu().aboutToShow.connect(self._fill_menu)
        heading = label(_("Supply Tokens brought home"), "heading")
        self.setLayout(column(heading, self._lines, row(self.add_button, 1)))
        self._show()

    def _fill_menu(self) -> None:
        """Offer whoever is able and has no token yet (p. 36)."""
        menu = self.add_button.menu()
        empty(menu)
        loaded = {token.member for token in self.tokens}
        able = [member for member in self._able() if member not in loaded]
        fates: tuple[tuple[TokenFate, str], ...] = (
            ("carried", _("carried off by")),
            ("held", _("held at the end by")),
        )
        for fate, text in fates:
            sub = menu.addMenu(text)
            sub.setEnabled(bool(able))
            for member in able:
                sub.addAction(typed(self._names[member])).triggered.connect(
                    lambda _on=False, f=fate, m=member: self.add(f, m)
                )
        menu.addAction(_("claimed after the others broke")).triggered.connect(
            lambda _on=False: self.add("claimed", "")
        )

    def add(self, fate: TokenFate, member: str) -> None:
        """Add a token that a member brought home, or that was claimed by nobody ("")."""
        self.tokens.append(SupplyToken(fate, member))
        self._show()
        self.changed.emit()

    def _remove(self, index: int) -> None:
        del self.tokens[index]
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        clear(self._lines)
        for n, token in enumerate(self.tokens):
            name = self._names.get(token.member, token.member)
            text = token_name(token, name)
            remove = button(_("✕ remove"), partial(self._remove, n), "quiet")
            remove.setAccessibleName(_("Remove {n}: {what}").format(n=n + 1, what=text))
            self._lines.addLayout(said(label(f"● {text}", wrap=True), remove))
        if not self.tokens:
            self._lines.addWidget(label(pgettext("Supply Tokens", "none"), "faint"))
