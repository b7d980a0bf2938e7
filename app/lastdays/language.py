"""Text for people goes through here, so that it can be translated later.

The store keeps facts; sentences are made where they are shown.
"""

from __future__ import annotations

import gettext
import struct
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from fractions import Fraction
from typing import BinaryIO

from msgspec import Struct, field


class WritingRules(Struct, frozen=True):
    """How a language writes what is no message: a decimal sign, letters that follow z, what
    stands before a colon and a semicolon, what follows the first of a month."""

    decimal: str = "."
    last_letters: str = ""
    before_colons: str = ""
    first_day: str = ""


#: Letters that sort as two, or without their stroke, wherever they are not letters of their own.
_APART = {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d"}

#: What differs from English; a language that is not here writes as English does.
_MANNERS = {
    "cs": WritingRules(","),
    "da": WritingRules(",", "æøå"),
    "de": WritingRules(","),
    "es": WritingRules(","),
    "fi": WritingRules(",", "åäö"),
    "fr": WritingRules(",", before_colons="\u00a0", first_day="er"),
    "it": WritingRules(","),
    "nl": WritingRules(","),
    "nn": WritingRules(",", "æøå"),
    "nb": WritingRules(",", "æøå"),
    "pl": WritingRules(","),
    "pt": WritingRules(","),
    "ru": WritingRules(","),
    "sv": WritingRules(",", "åäö"),
    "uk": WritingRules(","),
}


class SpokenLanguage(Struct, frozen=True, eq=False):
    """A language that can be spoken: its code, its messages, how it writes what is none."""

    code: str = "en"
    messages: gettext.NullTranslations = field(default_factory=gettext.NullTranslations)

    @property
    def manners(self) -> WritingRules:
        """Return how it writes what is no message."""
        return _MANNERS.get(self.code.partition("_")[0], WritingRules())


#: What the program speaks: its window, its answers on the command line.
_program = SpokenLanguage()
#: What is spoken here, and on this thread, instead: for paper that others read.
_here: ContextVar[SpokenLanguage | None] = ContextVar("tongue", default=None)


def speak(code: str, messages: gettext.NullTranslations | None = None) -> None:
    """Say everything from now on in a language; without messages in English.

    What was said before stays as it was: this is for the start of the program.
    """
    global _program  # noqa: PLW0603  (a program has one language; paper may have another)
    _program = SpokenLanguage(code, messages or gettext.NullTranslations())


def spoken() -> SpokenLanguage:
    """Return the language of the program, whatever is spoken here."""
    return _program


@contextmanager
def speaking(tongue: SpokenLanguage | None) -> Iterator[None]:
    """Speak a language within, on this thread alone; None for that of the program."""
    before = _here.set(tongue)
    try:
        yield
    finally:
        _here.reset(before)


def go_on_in(tongue: SpokenLanguage | None) -> None:
    """Go on in another language until what `speaking` began is over."""
    _here.set(tongue)


def aside() -> AbstractContextManager[None]:
    """Speak the language of the program within: what is said of the paper, not on it."""
    return speaking(None)


def read(file: BinaryIO) -> gettext.NullTranslations:
    """Return the messages of a compiled catalogue. Raises OSError, ValueError or UnicodeError
    where it is none."""
    try:
        return gettext.GNUTranslations(file)
    except struct.error as error:
        raise ValueError(str(error)) from error


def _spoken_here() -> SpokenLanguage:
    return _here.get() or _program


def code() -> str:
    """Return the language that is spoken here: 'en', 'de', 'pt_BR'."""
    return _spoken_here().code


def tag() -> str:
    """Return the language that is spoken here as documents name it: 'en', 'pt-BR'."""
    return code().replace("_", "-")


def _(message: str, /, **values: object) -> str:
    """Return the message in the language that is spoken here, its places filled with `values`;
    without any it is a pattern, for whoever fills it later."""
    said = _spoken_here().messages.gettext(message) if message else message
    return said.format(**values) if values else said


def N_(message: str) -> str:
    """Mark a message that `_` says later."""
    return message


def ngettext(singular: str, plural: str, count: int, /, **values: object) -> str:
    """Return the message in the form that fits `count`, its places filled likewise; `{n}` is the
    count, where no other is given."""
    said = counting(singular, plural, count)
    return said.format(**{"n": count, **values}) if values else said.replace("{n}", str(count))


def counting(singular: str, plural: str, count: int, /) -> str:
    """Return the form that fits `count`, for whoever fills its places."""
    return _spoken_here().messages.ngettext(singular, plural, count)


def pgettext(context: str, message: str, /, **values: object) -> str:
    """Return the message likewise, where it means more than one thing: `context` tells translators
    which."""
    said = _spoken_here().messages.pgettext(context, message)
    return said.format(**values) if values else said


def said_pairs() -> Iterator[tuple[str, str]]:
    """Yield each message with what is said for it; nothing in English."""
    catalogue: Mapping[object, object] = getattr(_spoken_here().messages, "_catalog", {})
    for message, words in catalogue.items():
        if isinstance(message, str) and isinstance(words, str) and message:
            yield message.rpartition("\x04")[2], words


def signed(number: int) -> str:
    """Return a number with its sign and the typographic minus: +1, −2, ±0."""
    if number == 0:
        return "±0"
    return f"+{number}" if number > 0 else f"−{-number}"


def number(value: int) -> str:
    """Return a number with the typographic minus."""
    return f"−{-value}" if value < 0 else str(value)


def joined(words: list[str] | tuple[str, ...]) -> str:
    """Join words into the list of a sentence: 'a, b and c'."""
    if len(words) < 2:
        return "".join(words)
    return _("{most} and {last}", most=", ".join(words[:-1]), last=words[-1])


def times(name: str, count: int) -> str:
    """Name what is there so often: 'Booze ×2'; just the name for one."""
    return f"{name} ×{count}" if count > 1 else name


def titled(head: str, text: str = "") -> str:
    """Return a head with its colon, and what it says: 'Perk: text'."""
    said = f"{head}{_spoken_here().manners.before_colons}:"
    return f"{said} {text}" if text else said


def begun(text: str) -> str:
    """Return a text that begins a line: with a capital."""
    return text[:1].upper() + text[1:]


def chained(parts: Iterable[str]) -> str:
    """Join what has commas of its own: 'a, b; c'."""
    return f"{_spoken_here().manners.before_colons}; ".join(parts)


def dotted(*parts: str) -> str:
    """Return what there is of some words, a dot between them: 'a · b'."""
    return " · ".join(filter(None, parts))


def nth_day(day: int) -> str:
    """Return the day of a month as it stands in a date: '1', in French '1er'."""
    return f"{day}{_spoken_here().manners.first_day}" if day == 1 else str(day)


def against(names: list[str] | tuple[str, ...]) -> str:
    """Say who plays against whom: 'a against b'."""
    if len(names) < 2:
        return "".join(names)
    rest = against(names[1:])
    return _("{one} against {others}", one=names[0], others=rest)


def percent(chance: Fraction) -> str:
    """Return a chance as people say it: '17 %', '0.5 %', 'never', 'certain'."""
    if chance == 0:
        return _("never")
    if chance == 1:
        return _("certain")
    share = float(chance) * 100
    text = f"{share:.0f}" if 1 <= share <= 99 else decimal(share)
    return _("{n} %", n=text)


def decimal(value: float) -> str:
    """Return a number with a place after the language's decimal sign."""
    return f"{value:.1f}".replace(".", _spoken_here().manners.decimal)


def sorting(text: str) -> tuple[str, str]:
    """Return what to sort text by: as the language does, whatever the case, accents last."""
    low = text.casefold()
    if low.isascii():
        return low, low
    last = _spoken_here().manners.last_letters
    kept = (
        "\uffff" + chr(last.index(c) + 1)
        if c in last
        else unicodedata.normalize("NFKD", _APART.get(c, c))
        for c in unicodedata.normalize("NFC", low)
    )
    return "".join(c for c in "".join(kept) if not unicodedata.combining(c)), low


def short(text: str, most: int = 40) -> str:
    """Return text cut to fit a button, with an ellipsis."""
    return text if len(text) <= most else text[: most - 1] + "…"


def told_apart(name: str, most: int) -> str:
    """Return a name cut in its middle to fit a button: names often begin alike, and end in what
    tells them apart."""
    if len(name) <= most:
        return name
    end = most // 3
    return name[: most - 1 - end].rstrip() + "…" + name[-end:].lstrip()
