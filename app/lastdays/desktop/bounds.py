"""Bounds on everything that comes from outside, checked before a parser sees it: bytes, line
lengths, values, entries, nesting. Packs, groups, campaigns, rosters and pictures are all read here.

A parser may turn one byte into a hundred, or take four times as long for twice the length. Here
bytes are only searched, at hundreds of megabytes a second, and anything out of bounds is refused
before it is parsed.
"""

from __future__ import annotations

import codecs
import io
import json
import math
import re
import struct
import time
import tomllib
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from lastdays.errors import ToldError
from lastdays.values import Value

KIB = 2**10
MIB = 2**20
#: The number of digits from which a number is too large.
_DIGITS = 300
#: Each value has two texts at most, itself and its name.
_QUOTES_A_VALUE = 4
#: The most dots in a line of TOML: the time to parse a dotted key is quadratic in its length.
_DOTS = 40
#: The largest picture file that is read, in bytes: an original photograph.
PICTURE_FILE_MOST = 40 * MIB
#: The most passes over the pixels of a JPEG.
_SCANS_MOST = 100
#: The bytes with which a JPEG begins, and those with which a pass over its pixels does.
_JPEG_BEGINS = b"\xff\xd8"
SCAN_BEGINS = b"\xff\xda"
#: The most bytes of an entry in the list of a zip, with its name.
_LISTED = 512

_JSON_TEXT = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_TOML_TEXT = re.compile(
    rb'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5}|\\?\Z)'
    rb"|'''(?:[^']++|'(?!''))*+(?:'{3,5}|\Z)"
    rb'|"(?:[^"\\\n]++|\\.)*+(?:"|\\?\Z|(?=\n))'
    rb"|'[^'\n]*+(?:'|\Z|(?=\n))"
    rb"|\#[^\n]*+",
    re.DOTALL,
)
#: For `bytes.translate`: all digits to 0, all brackets to [], and the bytes that aren't brackets.
_AS_ZERO = bytes.maketrans(b"123456789", b"000000000")
_AS_BRACKET = bytes.maketrans(b"{}", b"[]")
_NO_BRACKET = bytes(n for n in range(256) if n not in b"[]{}")


class OutOfBoundsError(ToldError, ValueError):
    """Raised with the reason why a file isn't read: a sentence that begins with a small letter."""


class Bounds(Value):
    """The limits of a text: its bytes, the bytes of a line, the values in it, and how deeply they
    are nested."""

    size: int
    line: int
    values: int
    depth: int


def in_utf8(content: bytes) -> bytes:
    """Return a text in UTF-8 without a mark before it: some editors write one, or UTF-16."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace").encode("utf-8", "replace")
    return content.removeprefix(codecs.BOM_UTF8)


def json_value(content: bytes, bounds: Bounds, **loads_options: Any) -> Any:
    """Return the value of JSON, read by `json.loads` with any further arguments.

    Raises OutOfBoundsError, ValueError for what isn't JSON, RecursionError.
    """
    hold_size(content, bounds.size)
    encoding = json.detect_encoding(content)
    text = content.decode(encoding)
    if not encoding.startswith("utf-8"):
        content = text.encode()
    quotes = content.count(b'"') - content.count(b'\\"')
    most_quotes = _QUOTES_A_VALUE * (bounds.values + 1)
    if quotes > most_quotes:
        raise _too_many()
    _check_bounds(_JSON_TEXT.sub(b'"', content), bounds)
    return json.loads(text, **loads_options)


def toml_table(content: bytes, bounds: Bounds) -> dict[str, Any]:
    """Return the table of TOML. Raises OutOfBoundsError, ValueError for what isn't TOML."""
    hold_size(content, bounds.size)
    lines = content.split(b"\n")
    if max(map(len, lines)) > bounds.line:
        raise OutOfBoundsError("a line is longer than {n} bytes.", n=bounds.line)
    without_texts = _TOML_TEXT.sub(b'"', content)
    _check_bounds(without_texts, bounds, without_texts.count(b"="))
    if max(line.count(b".") for line in without_texts.split(b"\n")) > _DOTS:
        raise OutOfBoundsError("a key has too many parts.")
    return tomllib.loads(content.decode("utf-8-sig").replace("\r\n", "\n"))


def _check_bounds(without_texts: bytes, bounds: Bounds, values_so_far: int = 0) -> None:
    """Check the values, numbers and nesting of a text without its strings. Raises
    OutOfBoundsError."""
    commas = without_texts.count(b",")
    brackets = without_texts.count(b"[") + without_texts.count(b"{")
    if values_so_far + commas + brackets > bounds.values:
        raise _too_many()
    digits_as_zeros = without_texts.translate(_AS_ZERO)
    if b"0" * _DIGITS in digits_as_zeros:
        raise OutOfBoundsError("a number is too large.")
    if _is_nested_deeper(without_texts, bounds.depth):
        raise OutOfBoundsError("it is nested too deeply.")


def _is_nested_deeper(without_texts: bytes, depth: int) -> bool:
    """Return whether brackets are nested deeper than that; those that are never closed count, too."""
    brackets = without_texts.translate(_AS_BRACKET, _NO_BRACKET)
    for _level in range(depth):  # removes the innermost brackets, level by level
        if not brackets:
            return False
        brackets = brackets.replace(b"[]", b"")
    has_pairs_left = b"[]" in brackets
    return has_pairs_left or len(brackets) > depth


def hold_xml(content: bytes, tags: int, longest: int) -> None:
    """Check how many tags an XML text has, in any encoding, and how long one is. Raises
    OutOfBoundsError."""
    if content.count(b">") > tags or content.count(b"<") > tags:
        raise _too_many()
    if max(map(len, content.split(b">"))) > longest:
        raise OutOfBoundsError("a part of it is too long.")


def hold_size(content: bytes, size_most: int) -> None:
    """Raise OutOfBoundsError for anything with more bytes."""
    if len(content) > size_most:
        raise OutOfBoundsError("it has more than {n} KB.", n=size_most // KIB)


def _too_many() -> OutOfBoundsError:
    return OutOfBoundsError("it holds too much.")


# Zips


class Archive:
    """A zip in memory. Nothing of it is written anywhere, and no more than `room` bytes of it are
    ever unpacked, whatever size it claims."""

    def __init__(self, content: bytes, *, entries: int, room: int) -> None:
        """Open a zip; OutOfBoundsError if it isn't a zip, or holds too many files or one twice."""
        if _listed_bytes(content) > entries * _LISTED:
            raise OutOfBoundsError("this zip has too many files.")
        self._room = room
        with _zip_errors():
            self._zip = zipfile.ZipFile(io.BytesIO(content))
        self.infos = self._zip.infolist()
        if len(self.infos) > entries:
            raise OutOfBoundsError("this zip has {n} files, which is too many.", n=len(self.infos))
        self._names = {info.filename: info for info in self.infos}
        if len(self._names) != len(self.infos):
            raise OutOfBoundsError("a file is in this zip twice.")

    @property
    def names(self) -> list[str]:
        """Return the names of its files."""
        return list(self._names)

    def read(self, name: str, most: int) -> bytes:
        """Return a file; KeyError if it isn't there, OutOfBoundsError if it is larger than
        `most`."""
        with self._opened(name) as file:
            content: bytes = file.read(min(most, self._room) + 1)
        self._take(len(content), most)
        return content

    def lines(self, name: str, longest: int) -> Iterator[bytes]:
        """Yield the lines of a file without their line ends; none for an empty one. KeyError if it
        isn't there, OutOfBoundsError for a line longer than `longest`."""
        ended = False
        with self._opened(name) as file:
            line = file.readline(longest + 1)
            while line:
                ended = line.endswith(b"\n")
                self._take(len(line) - ended, longest)
                yield line.removesuffix(b"\n")
                line = file.readline(longest + 1)
        if ended:
            yield b""

    @contextmanager
    def _opened(self, name: str) -> Iterator[zipfile.ZipExtFile]:
        info = self._names[name]
        # Other compressions can't be stopped while they unpack.
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise OutOfBoundsError("this zip is packed in a way this program can't read.")
        with _zip_errors(), self._zip.open(info) as file:
            yield file  # type: ignore[misc]

    def _take(self, size: int, most: int) -> None:
        self._room -= size
        if size > most or self._room < 0:
            raise OutOfBoundsError("this zip is too large when unpacked.")


def is_of_a_mac(name: str) -> bool:
    """Return whether a file in a zip is one that a Mac puts beside each other file."""
    folders, _slash, file_name = name.rpartition("/")
    return "__MACOSX" in folders.split("/") or file_name.startswith("._")


def _listed_bytes(content: bytes) -> int:
    """Return how many bytes a zip says its list of files has; OutOfBoundsError if it isn't a zip,
    or is a zip64."""
    end_record = content.rfind(b"PK\x05\x06")
    if end_record < 0 or len(content) < end_record + 22:
        raise OutOfBoundsError("this isn't a zip that can be read.")
    if content.startswith(b"PK\x06\x07", end_record - 20):
        raise OutOfBoundsError("this zip has too many files.")
    return int(struct.unpack_from("<L", content, end_record + 12)[0])


@contextmanager
def _zip_errors() -> Iterator[None]:
    try:
        yield
    except OutOfBoundsError:
        raise
    except (
        zipfile.BadZipFile,
        zlib.error,
        NotImplementedError,
        EOFError,
        RuntimeError,
        OSError,
        ValueError,
    ) as error:
        raise OutOfBoundsError("this isn't a zip that can be read.") from error


def unpacked(content: bytes, size_most: int) -> bytes:
    """Return what was packed by zlib; OutOfBoundsError if it is larger than `size_most` bytes,
    zlib.error if it is incomplete."""
    stream = zlib.decompressobj()
    unpacked_content = stream.decompress(content, size_most + 1)
    hold_size(unpacked_content, size_most)
    if not stream.eof:
        raise zlib.error("incomplete")
    return unpacked_content


# Pictures


class Room(Value):
    """The most that a kept picture takes: its width and height in pixels, and its bytes."""

    width: int
    height: int
    size: int


class Shape(Value):
    """The least and greatest ratio of a picture's width to its height."""

    narrowest: float
    widest: float


def hold_scans(content: bytes) -> None:
    """Refuse a JPEG with too many passes over its pixels."""
    if content.startswith(_JPEG_BEGINS) and content.count(SCAN_BEGINS) > _SCANS_MOST:
        raise OutOfBoundsError("this picture takes too long to read.")


def picture_size(content: bytes) -> tuple[int, int]:
    """Return the width and height that a PNG, JPEG or WebP says it has, before a decoder makes room
    for it. Raises OutOfBoundsError for anything else, and for a JPEG with too many passes over its
    pixels."""
    size = (0, 0)
    if content.startswith(b"\x89PNG\r\n\x1a\n") and content[12:16] == b"IHDR":
        size = int.from_bytes(content[16:20]), int.from_bytes(content[20:24])
    elif content.startswith(_JPEG_BEGINS):
        hold_scans(content)
        size = _jpeg_size(content)
    elif content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        size = _webp_size(content)
    if not all(size):
        raise OutOfBoundsError("this isn't a picture that can be read.")
    return size


def _jpeg_size(content: bytes) -> tuple[int, int]:
    place = 2
    while place + 9 <= len(content) and content[place] == 0xFF:
        kind = content[place + 1]
        if kind == 0xFF:
            place += 1
        elif 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", content, place + 5)
            return width, height
        else:
            place += 2 + int.from_bytes(content[place + 2 : place + 4])
    return 0, 0


def _webp_size(content: bytes) -> tuple[int, int]:
    kind = content[12:16]
    head = content[20:30]
    if len(head) < 10:
        return 0, 0
    if kind == b"VP8X":
        return 1 + int.from_bytes(head[4:7], "little"), 1 + int.from_bytes(head[7:], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(head[1:], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = struct.unpack_from("<HH", head, 6)
    return width & 0x3FFF, height & 0x3FFF


# Time


class TimeLimit:
    """A limit on the processor time that this thread takes from now on; none by default."""

    def __init__(self, seconds: float = math.inf) -> None:
        self._end = time.thread_time() + seconds

    def hold(self) -> None:
        """Raise OutOfBoundsError if the time is over."""
        if time.thread_time() > self._end:
            raise OutOfBoundsError("reading it takes too long.")
