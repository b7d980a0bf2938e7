"""Games of packs, played in the window."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

from lastdays.campaign.table_sessions import DeclaredTracker
from lastdays.desktop import paths
from lastdays.procedure.asks import Choose, Sum
from lastdays.rulebook.packs import EXAMPLE_GAME
from lastdays.ui.tracker.session_page import SessionPage
from sure import as_a, sure
from ui.hands import click_on, settle, tracker_of
from ui.pressing import Hand

#: The key of the example among the games.
EXAMPLE = f"{EXAMPLE_GAME}/{EXAMPLE_GAME}"


def install_example(packs: Path) -> Path:
    """Put the example into a folder of packs."""
    source = paths.resources() / "packs" / EXAMPLE_GAME
    return Path(shutil.copytree(source, packs / EXAMPLE_GAME))


class Player(Hand):
    """Plays a game of a pack as it comes: answers what is asked, else presses a move that is offered, else
    Next."""

    def __init__(self, page: SessionPage, seed: int) -> None:
        super().__init__(page)
        self.source = random.Random(seed)

    @property
    def is_over(self) -> bool:
        """Whether an end has come."""
        return as_a(DeclaredTracker, tracker_of(self.page)).verdict() is not None

    def step(self) -> None:
        """Press one thing."""
        asked = tracker_of(self.page).pending()
        if asked is not None:
            self.answer(asked)
            return
        moves = [move for move in self.page.panel.move_buttons.values() if move.isVisible()]
        possible = [move for move in moves if move.isEnabled()]
        if possible and tracker_of(self.page).bar().now:
            self.press(self.source.choice(possible))
        else:
            self.next()
        settle()

    def answer(self, asked: object) -> None:
        panel = self.page.panel.ask_panel
        match asked:
            case Sum():
                dice = sure(panel.dice)
                self.press(dice.faces[self.source.randint(0, 5)])
                self.press(dice.use_button)
            case Choose():
                click_on(self.source.choice(list(panel.options.values())))
        settle()

    def play(self, most: int = 600) -> None:
        """Play on until an end has come."""
        for _press in range(most):
            if self.is_over:
                return
            self.step()
        raise AssertionError("no end has come")
