"""Translation of text for users, and the writing rules of languages.

The store keeps facts; sentences are made where they are shown.
"""

from __future__ import annotations

import gettext
import re
import struct
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from fractions import Fraction
from string import Formatter
from typing import Any, BinaryIO

from msgspec import Struct, field


class WritingRules(Struct, frozen=True):
    """Writing rules of a language: the decimal sign, the letters sorted after z, what precedes a colon
    or semicolon, and the suffix of the first day of a month."""

    decimal: str = "."
    last_letters: str = ""
    before_colons: str = ""
    first_day: str = ""


#: How some letters are sorted, in languages where they aren't separate letters.
_APART = {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d"}

#: The languages whose rules differ from English.
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
    """A language: its code, its messages and its writing rules."""

    code: str = "en"
    messages: gettext.NullTranslations = field(default_factory=gettext.NullTranslations)

    @property
    def manners(self) -> WritingRules:
        """Return its writing rules."""
        return _MANNERS.get(self.code.partition("_")[0], WritingRules())


#: The language of the program: of its window and its command line.
_program = SpokenLanguage()
#: The language used on this thread instead, for documents that others read.
_here: ContextVar[SpokenLanguage | None] = ContextVar("tongue", default=None)


def speak(code: str, messages: gettext.NullTranslations | None = None) -> None:
    """Set the language of the program, at its start; without messages, texts are in English."""
    global _program  # noqa: PLW0603  (a program has one language; paper may have another)
    _program = SpokenLanguage(code, messages or gettext.NullTranslations())


def spoken() -> SpokenLanguage:
    """Return the language of the program."""
    return _program


@contextmanager
def speaking(tongue: SpokenLanguage | None) -> Iterator[None]:
    """Use a language in the block, on this thread only; None for that of the program."""
    token = _here.set(tongue)
    try:
        yield
    finally:
        _here.reset(token)


def go_on_in(tongue: SpokenLanguage | None) -> None:
    """Switch the language within a `speaking` block."""
    _here.set(tongue)


def aside() -> AbstractContextManager[None]:
    """Use the language of the program in the block: for text about a document, not in it."""
    return speaking(None)


def read(file: BinaryIO) -> gettext.NullTranslations:
    """Return the messages of a compiled catalogue. Raises OSError, ValueError or UnicodeError if it
    isn't one."""
    try:
        return gettext.GNUTranslations(file)
    except (struct.error, LookupError, ArithmeticError, RecursionError) as error:
        raise ValueError(str(error)) from error


#: The counts for which the plural forms of a catalogue are tried.
_COUNTS = range(1001)


def leave_out_unfit(messages: gettext.NullTranslations) -> None:
    """Leave out the translations whose braces don't stand for what their messages' stand for: they are
    said in English. Raises ValueError if plural forms can't be worked out."""
    _try_plurals(messages)
    catalogue: dict[object, object] = getattr(messages, "_catalog", {})
    for message, words in list(catalogue.items()):
        # A plural form is listed under its message and its number, and may name the count.
        original, counted = (message[0], {"n"}) if isinstance(message, tuple) else (message, set())
        if not _fields_of(str(words)) <= _fields_of(str(original)) | counted:
            del catalogue[message]


def _try_plurals(messages: gettext.NullTranslations) -> None:
    """Raise ValueError if the plural form of a count can't be worked out."""
    plural = getattr(messages, "plural", None)
    if plural is None:
        return
    try:
        for count in _COUNTS:
            plural(count)
    except (ArithmeticError, RecursionError) as error:
        raise ValueError(str(error)) from error


def _fields_of(message: str) -> set[str]:
    """Return what stands in the braces of a message; what isn't a message's is '{'."""
    fields = set()
    try:
        for _text, field, spec, conversion in Formatter().parse(message):
            if field is not None:
                fields.add(f"{field}!{conversion}:{spec}" if conversion or spec else field)
    except ValueError:
        return {"{"}
    return fields


def _spoken_here() -> SpokenLanguage:
    return _here.get() or _program


def code() -> str:
    """Return the code of the current language: 'en', 'de', 'pt_BR'."""
    return _spoken_here().code


def tag() -> str:
    """Return the tag of the current language for documents: 'en', 'pt-BR'."""
    return code().replace("_", "-")


def _(message: str, /, **values: object) -> str:
    """Translate a message and fill in `values`; without any, its placeholders are left for the caller
    to fill."""
    translated = _spoken_here().messages.gettext(message) if message else message
    return translated.format(**values) if values else translated


def N_(message: str) -> str:
    """Mark a message that is translated later."""
    return message


def ngettext(singular: str, plural: str, count: int, /, **values: object) -> str:
    """Translate a message in the form for `count` and fill in `values`; `{n}` is the count unless it is
    given."""
    translated = counting(singular, plural, count)
    return (
        translated.format(**{"n": count, **values})
        if values
        else translated.replace("{n}", str(count))
    )


def counting(singular: str, plural: str, count: int, /) -> str:
    """Translate a message in the form for `count`, leaving its placeholders."""
    return _spoken_here().messages.ngettext(singular, plural, count)


def pgettext(context: str, message: str, /, **values: object) -> str:
    """Translate an ambiguous message and fill in `values`; `context` tells translators the meaning."""
    translated = _spoken_here().messages.pgettext(context, message)
    return translated.format(**values) if values else translated


def said_pairs() -> Iterator[tuple[str, str]]:
    """Yield each message with its translation; nothing in English."""
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
    """Join words into a list for a sentence: 'a, b and c'."""
    if len(words) < 2:
        return "".join(words)
    return _("{most} and {last}", most=", ".join(words[:-1]), last=words[-1])


def times(name: str, count: int) -> str:
    """Return a name with its count: 'Booze ×2'; just the name for one."""
    return f"{name} ×{count}" if count > 1 else name


def titled(head: str, text: str = "") -> str:
    """Return a heading with a colon and its text: 'Perk: text'."""
    heading = f"{head}{_spoken_here().manners.before_colons}:"
    return f"{heading} {text}" if text else heading


def capitalised(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def chained(parts: Iterable[str]) -> str:
    """Join parts that may contain commas: 'a, b; c'."""
    return f"{_spoken_here().manners.before_colons}; ".join(parts)


def dotted(*parts: str) -> str:
    """Join the parts that aren't empty with dots: 'a · b'."""
    return " · ".join(filter(None, parts))


def nth_day(day: int) -> str:
    """Return the day of a month for a date: '1', in French '1er'."""
    return f"{day}{_spoken_here().manners.first_day}" if day == 1 else str(day)


def against(names: list[str] | tuple[str, ...], *, together: bool = False) -> str:
    """Join the names of opponents, 'a against b', or of those who play together."""
    if len(names) < 2:
        return "".join(names)
    if together:
        return _("{sides} together", sides=joined(list(names)))
    other_names = against(names[1:])
    return _("{one} against {others}", one=names[0], others=other_names)


def percent(chance: Fraction) -> str:
    """Return a chance in words: '17 %', '0.5 %', 'never', 'certain'."""
    if chance == 0:
        return _("never")
    if chance == 1:
        return _("certain")
    share = float(chance) * 100
    text = f"{share:.0f}" if 1 <= share <= 99 else decimal(share)
    return _("{n} %", n=text)


def decimal_sign() -> str:
    """Return what the language writes before the decimals of a number."""
    return _spoken_here().manners.decimal


def decimal(value: float) -> str:
    """Return a number with one decimal place."""
    return f"{value:.1f}".replace(".", decimal_sign())


def sorting(text: str) -> tuple[str, str]:
    """Return a key that sorts text as in the current language, ignoring case."""
    lower_case = text.casefold()
    if lower_case.isascii():
        return lower_case, lower_case
    last_letters = _spoken_here().manners.last_letters
    letters = (
        "\uffff" + chr(last_letters.index(c) + 1)
        if c in last_letters
        else unicodedata.normalize("NFKD", _APART.get(c, c))
        for c in unicodedata.normalize("NFC", lower_case)
    )
    return "".join(c for c in "".join(letters) if not unicodedata.combining(c)), lower_case


#: Letters that are never seen and steer a terminal or turn the direction of what follows.
_STEERING = re.compile("[\x80-\x9f\u202a-\u202e\u2066-\u2069]")


def legible(text: str) -> str:
    """Return a text in the composed form of Unicode, without letters that only steer how others are
    shown."""
    return unicodedata.normalize("NFC", _STEERING.sub("", text))


def legible_values(value: object) -> Any:
    """Return parsed JSON or TOML whose texts and names are without letters that steer a terminal."""
    match value:
        case str():
            return legible(value)
        case list():
            return [legible_values(entry) for entry in value]
        case dict():
            return {legible(name): legible_values(entry) for name, entry in value.items()}
    return value


def short(text: str, length_most: int = 40) -> str:
    """Return text cut to `length_most` characters, with an ellipsis if it was longer."""
    return text if len(text) <= length_most else text[: length_most - 1] + "…"


def cut_in_middle(name: str, length_most: int) -> str:
    """Return a name cut in the middle to `length_most` characters: similar names often differ at the end."""
    if len(name) <= length_most:
        return name
    end_length = length_most // 3
    return name[: length_most - 1 - end_length].rstrip() + "…" + name[-end_length:].lstrip()
