"""The errors a user can cause; everything else is a bug."""

import errno
import re
from collections.abc import Iterator
from contextlib import contextmanager
from json import JSONDecodeError

from msgspec import DecodeError, ValidationError

from lastdays.language import _, short


class ToldError(Exception):
    """An error with a message, translated and filled with `values`."""

    def __init__(self, text: str = "", /, **values: object) -> None:
        super().__init__(_(text, **values))


class LastDaysError(ToldError):
    """An error that a user can cause or fix. Its text says what happened, what was kept and what to
    do."""


class RulebookError(LastDaysError):
    """Rulebook data that cannot be used; names file, entry and field."""


class StoreError(LastDaysError):
    """A store that cannot be opened, read or written."""


class DamagedStoreError(StoreError):
    """A damaged store, or a file in its place that isn't a store."""


class StoreInUseError(StoreError):
    """A store that another window has open, which seems to be on another computer if `elsewhere`."""

    def __init__(self, text: str, *, elsewhere: bool = False) -> None:
        super().__init__(text)
        self.elsewhere = elsewhere


class SilentLeagueError(StoreError):
    """A league whose server doesn't answer; the action can be tried again. `change` is the server's
    number of a change that may have been stored."""

    def __init__(self, text: str, change: int | None = None) -> None:
        super().__init__(text)
        self.change = change


class OvertakenError(StoreError):
    """A change to something that another window of a league has changed since it was shown."""


class DocumentError(LastDaysError):
    """A document or file that can't be read or written."""


class RuleError(LastDaysError):
    """An impossible input, such as impossible dice or a member that doesn't exist."""


class NothingToUndoError(LastDaysError):
    """There is no change to undo or redo."""


class CancelledError(LastDaysError):
    """The user has cancelled the work."""

    def __init__(self) -> None:
        super().__init__(_("Stopped; nothing was written."))


#: The expected type and bound of a value in a message of msgspec.
_EXPECTED = re.compile(
    r"Expected `(?P<type>\w+)[^`]*`(?P<long> of length)?(?: (?P<bound>[<>]=) (?P<most>-?\d+))?"
)


def reason(error: BaseException) -> str:
    """Return a translated reason why a file can't be used or parsed; our own messages stay as they
    are."""
    match error:
        case OSError(errno=int(n)):
            return _refusal_of_windows(error) or _refusal(n)
        case JSONDecodeError():
            return _("line {n}, character {m}", n=error.lineno, m=error.colno)
        case SyntaxError():  # of XML
            line, column = error.position  # type: ignore[attr-defined]
            return _("line {n}, character {m}", n=line, m=column + 1)
        case UnicodeDecodeError():
            return _("it isn't text in UTF-8")
        case LookupError():
            return _("its text has an unknown encoding")
        case RecursionError():
            return _("it is nested too deeply")
        case DecodeError():
            byte_match = re.search(r"\(byte (\d+)\)", str(error))
            return _("byte {n}", n=byte_match[1]) if byte_match else _("it ends too soon")
    return str(error)


def _refusal_of_windows(error: OSError) -> str:
    """Return a reason that Windows alone has, by its own number; '' for any other."""
    match getattr(error, "winerror", None):
        case 32 | 33:
            return _("another program has it open")
        case 123:
            return _("its name can't be used there")
    return ""


def _refusal(number: int) -> str:
    return {
        errno.EACCES: _("you don't have permission to open it"),
        errno.EPERM: _("you don't have permission to open it"),
        errno.ENOENT: _("it doesn't exist"),
        errno.EEXIST: _("something with this name already exists"),
        errno.ENOTDIR: _("a part of its path isn't a folder"),
        errno.EISDIR: _("this is a folder, not a file"),
        errno.ELOOP: _("its link goes round in a circle"),
        errno.ENAMETOOLONG: _("its name is too long"),
        errno.ENOSPC: _("the disk is full"),
        errno.EROFS: _("nothing can be written there"),
    }.get(number, _("the system refused, with error {n}", n=number))


def damage(error: Exception) -> tuple[str, str]:
    """Return the location of an error of msgspec, such as 'members → 0 → id', and its reason."""
    why, _at, where = re.sub(r" - at `key` in `\$", " - at `$", str(error)).partition(" - at `$")
    missing = why.partition("missing required field `")[2]
    strange = why.partition("contains unknown field `")[2]
    parts = re.findall(r"[^.\[\]`]+", f"{where}.{missing}{strange}")
    ours = not isinstance(error, ValidationError) or isinstance(error.__cause__, ValueError)
    return " → ".join(map(short, parts[:6])), why if ours else _reason_of_msgspec(why)


def _reason_of_msgspec(message: str) -> str:
    """Return the translated reason of an error of msgspec."""
    if message.startswith("Object missing"):
        return _("this is missing.")
    if message.startswith("Object contains"):
        return _("there is no such field.")
    if message.startswith("Invalid enum value"):
        return _("'{key}' is unknown.", key=message.partition("value ")[2].strip("'"))
    strange = _("this is the wrong kind of value.")
    expected = _EXPECTED.match(message)
    if expected is None:
        return strange
    n, bound = expected["most"], expected["bound"]
    if bound == ">=":
        return (
            _("this should not be empty.")
            if expected["long"]
            else _("this should be at least {n}.", n=n)
        )
    if bound == "<=" and expected["long"] and expected["type"] == "array":
        return _("this should have at most {n} entries.", n=n)
    if bound == "<=" and expected["long"]:
        return _("this should have at most {n} characters.", n=n)
    if bound == "<=":
        return _("this should be at most {n}.", n=n)
    if "matching regex" in message:
        return _("this should be lower-case letters, digits and hyphens.")
    return {
        "str": _("this should be text."),
        "int": _("this should be a whole number."),
        "bool": _("this should be true or false."),
        "array": _("this should be a list."),
        "object": _("this should be a table."),
    }.get(expected["type"], strange)


@contextmanager
def disk_errors(kind: type[LastDaysError], sentence: str, /, **values: object) -> Iterator[None]:
    """Turn an OSError in the block into an error of a kind, with its `{reason}` in the sentence."""
    try:
        yield
    except OSError as error:
        raise kind(sentence.format(**values, reason=reason(error))) from error
