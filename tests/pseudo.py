"""A language made on the fly: every letter has an accent, every message is 40 % longer and stands
in brackets. What has none was never translated; two brackets side by side are glued together."""

from __future__ import annotations

import gettext
import re
import unicodedata

OPEN, CLOSE = "⟦", "⟧"
#: How much longer a message is; German and French are, by a third and more.
LONGER = 0.4
_ACCENTS = str.maketrans("aeiouycnszAEIOUYCNSZ", "áéíóúýçñšžÁÉÍÓÚÝÇÑŠŽ")
_PARTS = re.compile(r"(\{[^{}]*\}|<[^<>]*>|&\w|%\w|\n)")
_INNERMOST = re.compile(rf"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")


def pseudo(message: str) -> str:
    """Returns a message in the language; what is filled in and letters for Alt stay."""
    if not message.strip():
        return message
    parts = _PARTS.split(message)
    parts[::2] = (part.translate(_ACCENTS) for part in parts[::2])
    letters = sum(len(part) for part in parts[::2])
    if not any(letter.isalpha() for part in parts[::2] for letter in part):
        letters = 0  # a share or a sign is no longer elsewhere
    more = round(letters * LONGER)
    filler = " ".join("~" * min(6, more - at) for at in range(0, more, 7))
    return f"{OPEN}{''.join(parts)}{' ' if filler else ''}{filler}{CLOSE}"


class Pseudo(gettext.NullTranslations):
    """Says every message in the language."""

    def gettext(self, message: str) -> str:
        return pseudo(message)

    def pgettext(self, context: str, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)


def untranslated(text: str) -> str:
    """Returns what of a text stands outside of all brackets; what was cut short ends where it is
    cut."""
    before = ""
    while before != text:
        before, text = text, _INNERMOST.sub("", text)
    return unicodedata.normalize("NFC", text.partition(OPEN)[0]).strip()


def glued(text: str) -> bool:
    """Tells whether a text is a sentence made of two messages: the first has no end, and nothing
    stands between them that parts the entries of a list."""
    flat, before = text, ""
    inner = re.compile(rf"({OPEN}[^{OPEN}{CLOSE}]*){OPEN}([^{OPEN}{CLOSE}]*){CLOSE}")
    while before != flat:
        before, flat = flat, inner.sub(r"\1\2", flat)
    return bool(re.search(rf"[^.!?:…~ ][~ ]*{CLOSE} ?{OPEN}", flat))
