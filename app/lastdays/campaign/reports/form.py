"""The form of a report: a short text for a chat, to be filled in with a thumb and sent back."""

from __future__ import annotations

import hashlib

from lastdays.campaign.reports.cast import Cast
from lastdays.language import _, titled, told_apart

#: Chats cut or refuse what has more letters.
LETTERS_MOST = 2_000
#: Long names are shortened to so many letters, the first that keeps the form within that.
_NAME_LENGTHS = (200, 40, 32, 26, 22, 18, 15, 12)
#: The letters of a code: none is taken for a digit or for another.
_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
_CODE_LENGTH = 4


def code_of(campaign: str, number: int) -> str:
    """Return what a form says to name a campaign, by its id, and a game: 'KTRX-12'."""
    digest = hashlib.blake2b(campaign.encode(), digest_size=_CODE_LENGTH).digest()
    letters = [_LETTERS[byte % len(_LETTERS)] for byte in digest]
    return f"{''.join(letters)}-{number}"


def letters_of_code(code: str) -> str:
    """Return the part of a code that names the campaign."""
    return code.partition("-")[0]


def report_form(cast: Cast, campaign: str, encounter: str) -> str:
    """Return the form for a game of this cast, in the campaign of this name; `encounter` is the name of the
    Encounter, '' if it is open. Names are shortened where it would be too long for a chat."""
    text = ""
    for most in _NAME_LENGTHS:
        text = _form(cast, campaign, encounter, most)
        if len(text) < LETTERS_MOST:
            break
    return text


def _form(cast: Cast, campaign: str, encounter: str, most: int) -> str:
    """Return the form with names of at most so many letters."""
    lines = [_title(cast, encounter)]
    lines.append(titled(_("Form"), f"{told_apart(campaign, most)} {cast.code}"))
    lines.append(titled(_("How to fill in"), _how(cast)))
    lines.append("")
    lines.append(titled(_("Reported by")))
    lines += _ending(cast)
    for number, side in enumerate(cast.sides):
        members = cast.of_side(number)
        if not members:
            continue
        lines.append("")
        lines.append(titled(told_apart(side.name, most)))
        lines += [titled(told_apart(member.called, most)) for member in members]
    lines.append("")
    lines.append(titled(_("In a sentence")))
    return "\n".join(lines) + "\n"


def _title(cast: Cast, encounter: str) -> str:
    if not encounter:
        return _("Last Days – report of game {n}", n=cast.number)
    return _("Last Days – report of game {n}: {encounter}", n=cast.number, encounter=encounter)


def _how(cast: Cast) -> str:
    """Return what is written behind a name."""
    if not cast.has_rivals:
        return _("out by zombie, 2 zombies, token, 1 objective, used GEAR. Or nothing.")
    return _("out by NAME, 2 zombies, 1 rival, token, 1 objective, used GEAR. Or nothing.")


def _ending(cast: Cast) -> list[str]:
    """Return the lines on how the game ended."""
    lines = []
    if cast.has_rivals:
        lines.append(titled(_("Who won")))
    else:
        lines.append(titled(_("Won or lost")))
    lines.append(titled(_("Who broke")))
    if cast.has_rivals:
        lines.append(titled(_("Who claimed Supply Tokens, how many")))
    if cast.has_vehicle:
        lines.append(titled(_("Who drove away")))
    if cast.has_stranger:
        lines.append(titled(_("Who brought the stranger home")))
    return lines
