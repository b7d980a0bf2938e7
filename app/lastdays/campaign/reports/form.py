"""The form of a report: a short text for a chat, to be filled in with a thumb and sent back."""

from __future__ import annotations

import hashlib
import re

from lastdays.campaign.reports.cast import Cast
from lastdays.language import _, cut_in_middle, titled
from lastdays.names import in_plain_digits
from lastdays.values import Value

#: Chats cut or refuse what has more letters.
LETTERS_MOST = 2_000
#: Long names are shortened to so many letters, the first that keeps the form within that.
_NAME_LENGTHS = (200, 40, 32, 26, 22, 18, 15, 12)
#: The letters of a code: none is taken for a digit.
_ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"
_CAMPAIGN_LETTERS = 4
_FIXTURE_LETTERS = 2
_CODE = re.compile(
    r"\b(?P<campaign>[A-Z]{4})\s?[-–]\s?(?P<number>\d{1,5})(?:\s?[-–]\s?(?P<fixture>[A-Z]{2}))?\b"
)
#: A code in which fewer letters differ is mistyped, not another campaign's.
_OTHER_LETTERS_LEAST = 2


class FormCode(Value):
    """What a form says to name its campaign and game: letters for the campaign, the game's number, 0 for
    none, and letters for the fixture it is planned as, '' for none."""

    campaign: str
    number: int
    fixture: str = ""

    def __str__(self) -> str:
        """Return it as it stands in a form: 'KTRX-12-BD'."""
        text = f"{self.campaign}-{self.number}"
        return f"{text}-{self.fixture}" if self.fixture else text

    def is_of(self, campaign_letters: str) -> bool:
        """Return whether it is that of a campaign, by the letters of its own code. One wrong letter is a
        typing slip."""
        differing = [
            one for one, other in zip(self.campaign, campaign_letters, strict=True) if one != other
        ]
        return len(differing) < _OTHER_LETTERS_LEAST


def code_of(campaign: str, number: int, fixture: str = "") -> FormCode:
    """Return the code of a form, by the ids of the campaign and the fixture."""
    letters = _letters(campaign, _CAMPAIGN_LETTERS)
    return FormCode(letters, number, fixture_letters(fixture))


def fixture_letters(fixture: str) -> str:
    """Return the letters that a form has for a fixture, by its id; '' for none."""
    return _letters(fixture, _FIXTURE_LETTERS) if fixture else ""


def _letters(key: str, count: int) -> str:
    digest = hashlib.blake2b(key.encode(), digest_size=count).digest()
    return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest)


def code_in(text: str) -> FormCode | None:
    """Return the code in a text, None if there is none."""
    code = _CODE.search(in_plain_digits(text).upper())
    if code is None:
        return None
    return FormCode(code["campaign"], int(code["number"]), code["fixture"] or "")


def report_form(cast: Cast, code: FormCode, campaign: str, encounter: str) -> str:
    """Return the form for a game of this cast, in the campaign of this name; `encounter` is the name of the
    Encounter, '' if it is open. Names are shortened where it would be too long for a chat."""
    text = ""
    for name_length in _NAME_LENGTHS:
        text = _form_with_names_cut(cast, code, campaign, encounter, name_length)
        if len(text) < LETTERS_MOST:
            break
    return text


def _form_with_names_cut(
    cast: Cast, code: FormCode, campaign: str, encounter: str, name_length: int
) -> str:
    """Return the form with names of at most so many letters."""
    lines = [_title(code.number, encounter)]
    lines.append(titled(_("Form"), f"{cut_in_middle(campaign, name_length)} {code}"))
    lines.append(titled(_("How to fill in"), _how_to_fill_in(cast)))
    if cast.plays_together:
        lines.append(_("Together against the zombies"))
    lines.append("")
    lines.append(titled(_("Reported by")))
    lines += _lines_about_end(cast)
    for number, side in enumerate(cast.sides):
        members = cast.of_side(number)
        if not members:
            continue
        lines.append("")
        lines.append(titled(cut_in_middle(side.name, name_length)))
        lines += [titled(cut_in_middle(member.form_name, name_length)) for member in members]
    lines.append("")
    lines.append(titled(_("In a sentence")))
    return "\n".join(lines) + "\n"


def _title(number: int, encounter: str) -> str:
    if not encounter:
        return _("Last Days – report of game {n}", n=number)
    return _("Last Days – report of game {n}: {encounter}", n=number, encounter=encounter)


def _how_to_fill_in(cast: Cast) -> str:
    """Return what is written behind a name."""
    if not cast.has_rivals:
        return _("out by zombie, 2 zombies, token, 1 objective, used GEAR. Or nothing.")
    return _("out by NAME, 2 zombies, 1 rival, token, 1 objective, used GEAR. Or nothing.")


def _lines_about_end(cast: Cast) -> list[str]:
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
