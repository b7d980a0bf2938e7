"""The players' own words in the chronicle: written beside a game's story, and undone."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from lastdays.campaign.days import typed_day
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.model.campaign import Campaign, OwnWords
from lastdays.model.fields import NOTES_MOST
from lastdays.model.story_changes import GameTold

_Rewrite = Callable[[OwnWords], OwnWords]


class ChronicleActions:
    """What players write into the chronicle, each a named change of the campaign."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    def write(self, campaign: str, game: str, text: str) -> None:
        """Keep the players' own words on a game, '' for none; LastDaysError where they are too
        long."""
        if len(text) > NOTES_MOST:
            raise LastDaysError(
                _(
                    "The text has {length} characters; {most} is the most that fits. "
                    "Nothing was changed."
                ).format(length=len(text), most=NOTES_MOST)
            )
        if any(0xD800 <= ord(c) <= 0xDFFF for c in text):
            raise LastDaysError(_("The text has a letter that can't be stored."))
        self._change(campaign, game, lambda words: replace(words, text=text))

    def set_day(self, campaign: str, game: str, day: str) -> None:
        """Keep the day a game was played on, as it was typed, '' for the record's own;
        LastDaysError for what is no day."""
        day = day and typed_day(day)
        self._change(campaign, game, lambda words: replace(words, day=day))

    def _change(self, campaign: str, game: str, how: _Rewrite) -> None:
        number = self.workspace.campaign(campaign).campaign.game(game).number

        def write(now: Campaign) -> Campaign:
            words = how(now.own_words.get(game, OwnWords(game)))
            rest = tuple(other for other in now.told if other.game != game)
            if not words.text and not words.day:
                return replace(now, told=rest)
            return replace(now, told=(*rest, words))

        self.workspace.change_campaign(campaign, GameTold(number), write)
