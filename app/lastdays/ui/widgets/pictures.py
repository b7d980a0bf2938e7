"""Pictures from people's files, made small enough to keep; pictures on labels."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QImageReader, QPainter, QPainterPath, QPixmap

from lastdays.bounds import OutOfBoundsError, picture_size
from lastdays.campaign.documents import PORTRAIT_MOST as BYTES_MOST
from lastdays.errors import DocumentError
from lastdays.files import read_whole
from lastdays.language import _

#: A portrait in the store, in pixels: sharp on a half-page card at 200 dots an inch.
PORTRAIT_MOST = (360, 480)
#: A group's picture in the store, in pixels: as wide as a quarter page at 200 dots an inch.
PICTURE_MOST = (960, 640)
#: How well it is kept: the next where one needs more room than there is.
_QUALITIES = (85, 70, 50)
#: The largest picture file that is read, in bytes: a photograph that was not made smaller.
_FILE_MOST = 40 * 1024 * 1024
#: What is read: pixels. A drawing in lines may name other files of the machine.
_FORMATS = (b"jpeg", b"png", b"webp", b"gif", b"bmp", b"tiff")
#: The most pixels that a picture has that is unpacked whole, 160 MB; and a JPEG, which is made
#: smaller as it is unpacked.
_PIXELS_MOST, _JPEG_MOST = 40_000_000, 250_000_000
#: So many pixels of a side are enough to be made small well.
_ENOUGH = 2_000
#: The most and least that a portrait is wide for its height.
_WIDEST, _NARROWEST = 1.34, 0.6


def read_portrait(file: Path) -> bytes:
    """Return a picture file as a small JPEG on white, cropped where it is far too wide or high.
    Raises DocumentError where it isn't one."""
    return _small(_cropped(_read(file)), PORTRAIT_MOST)


def read_picture(file: Path) -> bytes:
    """Return a picture file as a JPEG on white, all of it. Raises DocumentError where it isn't
    one."""
    return _small(_read(file), PICTURE_MOST)


def _read(file: Path) -> QImage:
    """Read a picture file.

    Qt is handed the content and never the file: it would open a store too.
    """
    content = read_whole(file, _FILE_MOST)
    if content.startswith(b"\xff\xd8"):
        try:
            picture_size(content)
        except OutOfBoundsError as error:
            raise DocumentError(
                _(
                    "{file} isn't a picture this program can read ({reason}). Nothing was changed."
                ).format(file=file.name, reason=error)
            ) from error
    source = QBuffer()
    source.setData(content)
    source.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(source)
    reader.setAutoTransform(True)
    if bytes(reader.format().data()) not in _FORMATS:
        raise DocumentError(
            _("{file} isn't a picture this program can read. Nothing was changed.").format(
                file=file.name
            )
        )
    size = reader.size()
    jpeg = reader.format() == b"jpeg"
    if size.width() * size.height() > (_JPEG_MOST if jpeg else _PIXELS_MOST):
        raise DocumentError(
            _(
                "{file} is {w} × {h} pixels: too large to be made small. Nothing was changed."
            ).format(file=file.name, w=size.width(), h=size.height())
        )
    if jpeg and max(size.width(), size.height()) > _ENOUGH:
        reader.setScaledSize(size.scaled(_ENOUGH, _ENOUGH, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull():
        raise DocumentError(
            _(
                "{file} isn't a picture this program can read ({reason}). Nothing was changed."
            ).format(file=file.name, reason=reader.errorString())
        )
    return image


def _small(image: QImage, most: tuple[int, int]) -> bytes:
    """Return a picture as a JPEG on white, no larger than `most` and than may be kept."""
    width, height = most
    if image.width() > width or image.height() > height:
        image = image.scaled(
            width,
            height,
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    flat = QImage(image.size(), QImage.Format.Format_RGB32)
    flat.fill(QColor("white"))
    with QPainter(flat) as painter:
        painter.drawImage(0, 0, image)
    made = b""
    for quality in _QUALITIES:
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        flat.save(buffer, "JPEG", quality)  # type: ignore[call-overload]
        made = bytes(buffer.data().data())
        if len(made) <= BYTES_MOST:
            break
    return made


def _cropped(image: QImage) -> QImage:
    """Return the middle of a picture that is far too wide or too high for a portrait."""
    width = min(image.width(), round(image.height() * _WIDEST))
    height = min(image.height(), round(image.width() / _NARROWEST))
    return image.copy((image.width() - width) // 2, (image.height() - height) // 2, width, height)


def pixmap(picture: bytes, height: int) -> QPixmap:
    """Return a stored picture at a height in pixels; empty where it cannot be read."""
    image = QImage.fromData(picture)
    if image.isNull():
        return QPixmap()
    mode = Qt.TransformationMode.SmoothTransformation
    return QPixmap.fromImage(image.scaledToHeight(height, mode))


def rounded(picture: QPixmap, high: int, *, wide: bool = False) -> QPixmap:
    """Return a picture so high, with round corners: the square at its top, or, where it may be
    `wide`, up to three halves of its height."""
    least = min(picture.width(), picture.height())
    across = least
    if wide and not picture.isNull():
        across = min(picture.width(), least * 3 // 2)
    size = QSize(high * across // least if least else high, high)
    made = QPixmap(size)
    made.fill(Qt.GlobalColor.transparent)
    if picture.isNull():
        return made
    with QPainter(made) as painter:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(QRect(QPoint(), size)), 6, 6)
        painter.setClipPath(outline)
        source = QRect((picture.width() - across) // 2, 0, across, least)
        painter.drawPixmap(QRect(QPoint(), size), picture, source)
    return made
