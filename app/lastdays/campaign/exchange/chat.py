"""What is posted in a chat: the latest game, the standing, or a group, as plain text in parts that any
chat takes. A name that somebody typed calls nobody there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from lastdays.campaign.chronicle.games import Chronicle
from lastdays.campaign.chronicle.rankings import formula_said, ranked
from lastdays.campaign.dates import day_in_words
from lastdays.campaign.exchange.sharing import (
    SharedGroup,
    render_tale,
    standing_lines,
    without_mentions,
)
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.language import _, dotted, ngettext, short, titled
from lastdays.values import Value

#: The most letters of a part: as many as a message has in the strictest of the usual chats.
LETTERS_MOST = 2_000
#: The most letters of a title in front of each part.
_TITLE_MOST = 80
#: How many lines stay with an empty one before them.
_HEADING_AND_FIRST_LINE = 2
#: The most parts that a number in front of them has room for.
_PARTS_MOST = 999

Subject = Literal["game", "standing", "group"]
SUBJECTS: tuple[Subject, ...] = get_args(Subject)


class Post(Value):
    """What is posted: its title, which is repeated in front of each part, and its text."""

    title: str
    text: str

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the messages it is posted as: one, or several with their numbers."""
        return tuple(_messages_of(self))


def subject_name(subject: Subject) -> str:
    """Return what a subject of a post is called."""
    return {"game": _("Latest game"), "standing": _("Standings"), "group": _("Group")}[subject]


def group_post(group: SharedGroup) -> Post:
    """Return a group as it is posted."""
    return Post(group.name, without_mentions(render_tale(group, "text")))


def game_post(workspace: Workspace, campaign: str) -> Post:
    """Return the latest game of a campaign as it is posted: who played, how it ended, what it led to, and
    the players' own words. LastDaysError if none is recorded, or the campaign can't be read."""
    chronicle = Chronicle(workspace, campaign)
    if not chronicle.games:
        raise LastDaysError("No game has been recorded yet.")
    story = chronicle.story(chronicle.games[-1].id)
    heading = _("Game {n}: {encounter}", n=story.number, encounter=story.encounter)
    title = dotted(chronicle.campaign.name, heading)
    lines = [title, dotted(day_in_words(story.day), story.who_played(players=False)), ""]
    for sentence in story.sentences:
        lines.append(f"- {sentence.text}")
    for after in story.after_game:
        if after.sentences:
            lines += ["", titled(after.name)]
        for sentence in after.sentences:
            lines.append(f"- {sentence.text}")
    if story.own_words:
        lines += ["", story.own_words]
    return Post(title, without_mentions("\n".join(lines)))


def standing_post(workspace: Workspace, campaign: str) -> Post:
    """Return the standing of a campaign as it is posted, with its rankings. LastDaysError if the campaign
    can't be read."""
    chronicle = Chronicle(workspace, campaign)
    games = len(chronicle.games)
    after = ngettext("after {n} game", "after {n} games", games)
    title = dotted(chronicle.campaign.name, _("Standings"), after)
    lines = [title, ""]
    overview = workspace.overview(campaign)
    for name, line in standing_lines(chronicle, overview):
        lines.append(f"- {name} · {line}")
    groups = overview.by_id
    for ranking in chronicle.campaign.rankings:
        lines += ["", titled(ranking.name), formula_said(ranking)]
        for place in ranked(chronicle.campaign, ranking, groups, overview.ratings):
            points = ngettext("{n} point", "{n} points", place.points)
            name = groups[place.group].summary.name
            lines.append(dotted(f"- {name}", _("place {n}", n=place.place), points))
    return Post(title, without_mentions("\n".join(lines)))


# Parts


def letter_count(text: str) -> int:
    """Return how many letters a chat counts in a text: one beyond the first 65,536 of Unicode, such as
    most emoji, counts as two in some."""
    return len(text.encode("utf-16-le", "replace")) // 2


def _messages_of(post: Post) -> Iterator[str]:
    """Yield the messages of a post, each of at most `LETTERS_MOST` letters."""
    text = post.text.strip()
    if letter_count(text) <= LETTERS_MOST:
        yield text
        return
    title = short(post.title, _TITLE_MOST)
    room = LETTERS_MOST - letter_count(_title_of_part(title, _PARTS_MOST, _PARTS_MOST))
    pieces = _blocks_put_together(_blocks_of_lines(text), room)
    for place, piece in enumerate(pieces):
        yield _title_of_part(title, place + 1, len(pieces)) + piece


def _title_of_part(title: str, place: int, of_all: int) -> str:
    """Return what stands in front of a part."""
    return f"{title} ({place}/{of_all})\n"


def _blocks_of_lines(text: str) -> list[str]:
    """Return a text in blocks that are better not parted: a line with those beneath it that are set in,
    an empty line with the heading after it and the first line under that."""
    blocks: list[str] = []
    lines_before_a_block_ends = 0
    for line in text.splitlines():
        is_empty = line.strip() == ""
        is_set_in = line.startswith(" ") and not is_empty
        if blocks and (is_set_in or lines_before_a_block_ends):
            blocks[-1] = f"{blocks[-1]}\n{line}"
        else:
            blocks.append(line)
        if is_empty:
            lines_before_a_block_ends = _HEADING_AND_FIRST_LINE
        elif lines_before_a_block_ends:
            lines_before_a_block_ends -= 1
    return blocks


def _blocks_put_together(blocks: list[str], room: int) -> list[str]:
    """Return blocks put together, as many as have room; one that has none by itself is cut."""
    pieces: list[str] = []
    for block in blocks:
        for piece in _cut_to_room(block, room):
            together = f"{pieces[-1]}\n{piece}" if pieces else piece
            if pieces and letter_count(together) <= room:
                pieces[-1] = together
            else:
                pieces.append(piece)
    trimmed = [piece.strip("\n") for piece in pieces]
    return [piece for piece in trimmed if piece]


def _cut_to_room(block: str, room: int) -> Iterator[str]:
    """Yield a block, cut between lines, else between words, else between letters where it is too long."""
    while letter_count(block) > room:
        end = _most_that_fits(block, room)
        for sign in ("\n", " "):
            cut = block.rfind(sign, 1, end)
            if cut > 0:
                end = cut
                break
        yield block[:end]
        block = block[end:].lstrip()
    yield block


def _most_that_fits(text: str, room: int) -> int:
    """Return how many characters of a text have room."""
    count = 0
    for place, character in enumerate(text):
        count += letter_count(character)
        if count > room:
            return place
    return len(text)
