"""Pictures from elsewhere: which are read, how large they may be, and how they are kept.

Pillow decodes each, and what is kept is encoded anew: nothing that a camera wrote, and nothing that
was hung on, stays.
"""

from __future__ import annotations

import io
import struct

from pi_heif import register_heif_opener
from PIL import Image, ImageCms, ImageOps

from lastdays.desktop.bounds import (
    SCAN_BEGINS,
    OutOfBoundsError,
    Room,
    Shape,
    hold_scans,
    picture_size,
)

#: The formats of users' files, as Pillow names them. Vector formats aren't read: they may refer to
#: other files.
_FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF", "AVIF", "HEIF")
#: The formats of pictures in documents.
_DOCUMENT_FORMATS = ("JPEG", "PNG", "WEBP")
#: The most pixels of a picture that is decoded whole.
_PIXELS_MOST = 50_000_000
#: The most pixels of a JPEG, which is scaled down as it is decoded.
_JPEG_PIXELS_MOST = 250_000_000
#: The length in pixels to which the longer side of a JPEG is scaled as it is decoded.
_ENOUGH = 2_000
#: The bytes with which a JPEG ends.
_JPEG_ENDS = b"\xff\xd9"
#: JPEG qualities, tried in turn until the picture is small enough.
_QUALITIES = (85, 70, 50)
#: What a JPEG of this program says beside its pixels.
_PLAIN_INFO = frozenset({"jfif", "jfif_version", "jfif_unit", "jfif_density", "dpi"})
#: The brands of a file of the HEIF family, by what its pictures are called.
_HEIC_BRANDS = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1")
_AVIF_BRANDS = (b"avif", b"avis")

register_heif_opener()
# The bounds are this module's: Pillow's own is below what a JPEG may have.
Image.MAX_IMAGE_PIXELS = None


def jpeg_of_file(content: bytes, room: Room, shape: Shape | None = None) -> bytes:
    """Return a picture from a user's file as a JPEG in sRGB on white, within `room`, cropped to its
    middle if it is out of `shape`. Raises OutOfBoundsError with the reason if it can't be read."""
    hold_scans(content)
    try:
        with _opened(content, _FORMATS) as opened:
            _hold_pixels(opened)
            _scale_while_decoding(opened)
            return _kept(opened, room, shape)
    except OutOfBoundsError:
        raise
    except _unreadable() as error:
        raise _unreadable_file(content) from error


def jpeg_of_document(content: bytes, room: Room, side: int) -> bytes:
    """Return a picture from a document as a JPEG in sRGB on white, within `room`; one that this program
    made stays as it is. Raises OutOfBoundsError if it can't be read, or if one of its sides has more
    than `side` pixels."""
    width, height = picture_size(content)
    if max(width, height) > side:
        raise OutOfBoundsError(
            "this picture is {w} × {h} pixels: that is too large.", w=width, h=height
        )
    try:
        with _opened(content, _DOCUMENT_FORMATS) as opened:
            opened.load()
            if opened.size != (width, height):
                raise OutOfBoundsError("this isn't a picture that can be read.")
            fits = opened.width <= room.width and opened.height <= room.height
            if fits and _is_plain_jpeg(content, opened):
                return content
            return _kept(opened, room, None)
    except OutOfBoundsError:
        raise
    except _unreadable() as error:
        raise OutOfBoundsError("this isn't a picture that can be read.") from error


# Reading


def _opened(content: bytes, formats: tuple[str, ...]) -> Image.Image:
    """Return a picture whose pixels aren't decoded yet."""
    return Image.open(io.BytesIO(content), formats=formats)


def _unreadable() -> tuple[type[Exception], ...]:
    """Return what decoders raise for a picture that is damaged or of another kind."""
    return (OSError, SyntaxError, ValueError, RuntimeError, EOFError, struct.error)


def _unreadable_file(content: bytes) -> OutOfBoundsError:
    """Return why a user's file can't be read: telephones' formats are named, with a way out."""
    brand = content[8:12] if content[4:8] == b"ftyp" else b""
    if brand in _HEIC_BRANDS:
        return OutOfBoundsError("this HEIC picture can't be read whole: save it as a JPEG first")
    if brand in _AVIF_BRANDS:
        return OutOfBoundsError("this AVIF picture can't be read whole: save it as a JPEG first")
    return OutOfBoundsError("it is damaged, not whole, or of another kind")


def _hold_pixels(picture: Image.Image) -> None:
    most = _JPEG_PIXELS_MOST if picture.format == "JPEG" else _PIXELS_MOST
    if picture.width * picture.height > most:
        raise OutOfBoundsError(
            "it is {w} × {h} pixels: too large to import", w=picture.width, h=picture.height
        )


def _scale_while_decoding(picture: Image.Image) -> None:
    """Have a large JPEG scaled down as it is decoded, which saves time and memory."""
    if picture.format == "JPEG":
        picture.draft("RGB", (_ENOUGH, _ENOUGH))


# Keeping


def _is_plain_jpeg(content: bytes, opened: Image.Image) -> bool:
    """Return whether a picture is a JPEG that says nothing beside its pixels: not where it was taken,
    with what, of whom, and nothing after its end."""
    if opened.format != "JPEG" or not _PLAIN_INFO.issuperset(opened.info):
        return False
    first_scan = content.find(SCAN_BEGINS)
    end = content.find(_JPEG_ENDS, first_scan)
    return end + len(_JPEG_ENDS) == len(content)


def _kept(opened: Image.Image, room: Room, shape: Shape | None) -> bytes:
    """Return a picture as a JPEG in sRGB on white, upright, within `room`."""
    picture = ImageOps.exif_transpose(opened)
    if shape is not None:
        picture = picture.crop(_middle(picture.size, shape))
    picture = _in_bytes(picture)
    profile = opened.info.get("icc_profile")
    picture.thumbnail((room.width, room.height))
    return _encoded(_in_srgb(_on_white(picture), profile), room.size)


def _middle(size: tuple[int, int], shape: Shape) -> tuple[int, int, int, int]:
    """Return the edges of the middle of a picture: left, top, right and bottom."""
    width = min(size[0], round(size[1] * shape.widest))
    height = min(size[1], round(size[0] / shape.narrowest))
    left = (size[0] - width) // 2
    top = (size[1] - height) // 2
    return left, top, left + width, top + height


def _in_bytes(picture: Image.Image) -> Image.Image:
    """Return a picture with a byte for each value: scanners and cameras also write two, and palettes
    and single bits can't be scaled smoothly."""
    if picture.mode.startswith("I"):
        return picture.convert("I").point(lambda value: value / 256).convert("L")
    if picture.mode in ("P", "PA"):
        return picture.convert("RGBA")
    if picture.mode in ("1", "F"):
        return picture.convert("L")
    return picture


def _on_white(picture: Image.Image) -> Image.Image:
    """Return a picture whose transparent parts are white."""
    if not picture.has_transparency_data:
        return picture
    solid = picture.convert("RGBA")
    ground = Image.new("RGBA", solid.size, "white")
    return Image.alpha_composite(ground, solid).convert("RGB")


def _in_srgb(picture: Image.Image, profile: bytes | None) -> Image.Image:
    """Return a picture in sRGB; one whose profile is damaged or of other values is taken as sRGB."""
    if not profile:
        return picture.convert("RGB")
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        target = ImageCms.createProfile("sRGB")
        converted = ImageCms.profileToProfile(picture, source, target, outputMode="RGB")
    except (ImageCms.PyCMSError, OSError):
        return picture.convert("RGB")
    assert converted is not None  # only with `inPlace` there is none
    return converted


def _encoded(picture: Image.Image, most: int) -> bytes:
    """Return a picture as a JPEG of at most so many bytes, or as small as the least quality makes it."""
    picture.info.clear()  # of which some is written with a JPEG, such as comments
    content = b""
    for quality in _QUALITIES:
        file = io.BytesIO()
        picture.save(file, "JPEG", quality=quality)
        content = file.getvalue()
        if len(content) <= most:
            break
    return content
