"""Pictures from people's files, made small enough to keep; portraits as buttons, their viewer, and
the frame that chooses the face."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QIcon,
    QImage,
    QImageReader,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QShortcut,
    QWheelEvent,
)
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from lastdays.campaign.documents.group_documents import PORTRAIT_MOST as BYTES_MOST
from lastdays.campaign.portraits import Face, part_shown
from lastdays.desktop.bounds import MIB, OutOfBoundsError, picture_size
from lastdays.desktop.files import read_whole
from lastdays.errors import DocumentError
from lastdays.language import _, dotted
from lastdays.model.group import FACE
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import ARROWS, OneLine, button, column, entitle, label, row
from lastdays.values import Value

#: A portrait in the store, in pixels: half of it is still sharp as the face on a card.
PORTRAIT_MOST = (600, 800)
#: A group's picture in the store, in pixels: as wide as a quarter page at 200 dots an inch.
PICTURE_MOST = (960, 640)
#: How well it is kept: the next where one needs more room than there is.
_QUALITIES = (85, 70, 50)
#: The largest picture file that is read, in bytes: a photograph that was not made smaller.
_FILE_MOST = 40 * MIB
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
                "{file} isn't a picture this program can read ({reason}). Nothing was changed.",
                file=file.name,
                reason=error,
            ) from error
    source = QBuffer()
    source.setData(content)
    source.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(source)
    reader.setAutoTransform(True)
    if bytes(reader.format().data()) not in _FORMATS:
        raise DocumentError(
            "{file} isn't a picture this program can read. Nothing was changed.", file=file.name
        )
    size = reader.size()
    jpeg = reader.format() == b"jpeg"
    if size.width() * size.height() > (_JPEG_MOST if jpeg else _PIXELS_MOST):
        raise DocumentError(
            "{file} is {w} × {h} pixels: too large to be made small. Nothing was changed.",
            file=file.name,
            w=size.width(),
            h=size.height(),
        )
    if jpeg and max(size.width(), size.height()) > _ENOUGH:
        reader.setScaledSize(size.scaled(_ENOUGH, _ENOUGH, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull():
        raise DocumentError(
            "{file} isn't a picture this program can read ({reason}). Nothing was changed.",
            file=file.name,
            reason=reader.errorString(),
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


#: A picture is shown at most so many times its own size, which small ones need.
MOST = 2.0
#: How dark a picture is around its face, of 255; how wide the viewer is at most, in pixels at 100 %.
SCRIM, WIDE = 170, 860


class Shown(Value):
    """A picture to look at: the ids of who is on it and of itself, and what is said of them."""

    whose: str
    key: str
    name: str
    note: str = ""


class PictureButton(QPushButton):
    """A small picture that shows itself large when it is pressed."""

    def __init__(self, look: Callable[[], object]) -> None:
        super().__init__()
        self.setProperty("kind", "picture")
        self.setAutoDefault(False)
        self.clicked.connect(lambda _on=False: look())

    def show_picture(self, picture: QPixmap, name: str) -> None:
        """Show a picture at its own size; `name` says whose it is."""
        self.setIcon(QIcon(picture))
        self.setIconSize(picture.size())
        self.setFixedSize(picture.size() + QSize(4, 4))
        text = _("{name}: look at the picture", name=name)
        entitle(self, text)


class _Picture(QWidget):
    """A picture as large as the room allows."""

    def __init__(self) -> None:
        super().__init__()
        self.picture = QPixmap()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.picture.isNull():
            return
        size = self.picture.size()
        wanted = size.scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        if wanted.width() > size.width() * MOST:
            wanted = size * MOST
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            area = QRect(self.rect().topLeft(), wanted)
            area.moveCenter(self.rect().center())
            painter.drawPixmap(area, self.picture)


class PictureViewer(QDialog):
    """Shows pictures over the window; the arrow keys turn, Esc goes back."""

    def __init__(
        self,
        over: QWidget,
        pictures: Sequence[Shown],
        read: Callable[[str], bytes],
        theme: Theme,
        at: int = 0,
    ) -> None:
        super().__init__(over)
        self._pictures, self._read, self._at = pictures, read, at
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Picture"))
        self.name, self.note = OneLine("heading"), OneLine("faint")
        self.picture = _Picture()
        back = button(_("◂ Previous"), lambda: self.turn(-1), name=_("Previous picture"))
        on = button(_("Next ▸"), lambda: self.turn(1), name=_("Next picture"))
        for turn, key in (back, Qt.Key.Key_Left), (on, Qt.Key.Key_Right):
            turn.setVisible(len(pictures) > 1)
            QShortcut(key, self, turn.click)
        close = button(_("Close"), self.close)
        named = column(self.name, self.note, spacing=0)
        self.setLayout(column(row((named, 1), back, on, close), (self.picture, 1), margin=12))
        theme.dress(self)
        self.resize(min(theme.px(WIDE), over.width() - 20), over.height() - 40)
        close.setFocus()
        self.turn(0)

    def turn(self, step: int) -> None:
        """Show the next picture, or the one before; after the last comes the first."""
        self._at = (self._at + step) % len(self._pictures)
        shown, many = self._pictures[self._at], len(self._pictures)
        self.picture.picture = QPixmap()
        self.picture.picture.loadFromData(self._read(shown.key))
        self.picture.setAccessibleName(shown.name)
        self.picture.update()
        self.name.setText(shown.name)
        place = _("{n} of {many}", n=self._at + 1, many=many) if many > 1 else ""
        self.note.setText(dotted(shown.note, place))


def look_at(
    parent: QWidget,
    pictures: Sequence[Shown],
    read: Callable[[str], bytes],
    theme: Theme,
    whose: str,
) -> None:
    """Show pictures over the window, beginning with the one of `whose`; nothing without one."""
    at = next((n for n, shown in enumerate(pictures) if shown.whose == whose), -1)
    if at >= 0:
        PictureViewer(parent.window(), pictures, read, theme, at).open()


#: How far a press of a key moves the frame, in thousandths of the picture's width, and how much
#: smaller it makes it.
_STEP, _SHRINK = 20, 0.92


class FaceFrame(QWidget):
    """A picture with a frame that is dragged, moved with the arrow keys, and made larger or smaller
    with plus, minus and the wheel. What lies within it is the face."""

    def __init__(self, picture: QPixmap, face: Face | None, theme: Theme) -> None:
        super().__init__()
        self._picture, self._theme = picture, theme
        self._size = (picture.width(), picture.height())
        self.face = part_shown(self._size, face)
        self._held: QPointF | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(theme.px(320), theme.px(320))
        self.setAccessibleName(_("The face on the picture"))
        self.setAccessibleDescription(
            _("The arrow keys move the frame, + and − make it larger and smaller.")
        )

    def move_by(self, across: float, down: float) -> None:
        """Move the frame, in thousandths of the picture's width."""
        left, top, wide = self.face
        self._show((round(left + across), round(top + down), wide))

    def grow(self, factor: float) -> None:
        """Make the frame larger or smaller about its middle."""
        left, top, wide = self.face
        _left, _top, new = part_shown(self._size, (0, 0, round(wide * factor)))
        more = wide - new
        self._show((round(left + more / 2), round(top + more / FACE / 2), new))

    def _show(self, face: Face) -> None:
        self.face = part_shown(self._size, face)
        self.update()

    def _area(self) -> QRectF:
        """Return where the picture is, as large as the room allows."""
        size = self._picture.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        area = QRectF(QRect(QPoint(), size))
        area.moveCenter(QRectF(self.rect()).center())
        return area

    def frame(self) -> QRectF:
        """Return where the frame is."""
        area, (left, top, wide) = self._area(), self.face
        scale = area.width() / 1000
        return QRectF(
            area.left() + left * scale, area.top() + top * scale, wide * scale, wide * scale / FACE
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        area, around = self._area(), QPainterPath()
        around.addRect(area)
        around.addRect(self.frame())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(area, self._picture, QRectF(self._picture.rect()))
            painter.fillPath(around, QColor(0, 0, 0, SCRIM))
            painter.setPen(QPen(self._theme.colour("accent"), self._theme.px(2)))
            painter.drawRect(self.frame())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._held = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is not None:
            moved = (event.position() - self._held) * (1000 / self._area().width())
            self._held = event.position()
            self.move_by(moved.x(), moved.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._held = None

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.grow(_SHRINK if event.angleDelta().y() > 0 else 1 / _SHRINK)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in ARROWS:
            across, down = ARROWS[key]
            self.move_by(across * _STEP, down * _STEP)
            return
        match key:
            case Qt.Key.Key_Plus:
                self.grow(1 / _SHRINK)
            case Qt.Key.Key_Minus:
                self.grow(_SHRINK)
            case _:
                super().keyPressEvent(event)


class FaceDialog(QDialog):
    """Asks which part of a portrait is shown as the face; `take` is given it."""

    def __init__(
        self,
        parent: QWidget,
        picture: bytes,
        face: Face | None,
        theme: Theme,
        take: Callable[[Face], object],
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Choose the face"))
        shown = QPixmap()
        shown.loadFromData(picture)
        self.frame = FaceFrame(shown, face, theme)
        self.says = label(
            _("Drag the frame to the face. Cards and rosters show what is within."), wrap=True
        )
        self.use_button = button(_("&Use this part"), self.accept, "first")
        self.use_button.setDefault(True)
        self.cancel_button = button(_("&Cancel"), self.reject)
        body = column(
            self.says,
            self.frame,
            row(1, self.cancel_button, self.use_button),
            spacing=8,
            margin=16,
        )
        body.setStretch(1, 1)
        self.setLayout(body)
        self.accepted.connect(lambda: take(self.frame.face))
        theme.dress(self)
        room = parent.size()
        self.resize(min(theme.px(560), room.width() - 20), min(theme.px(640), room.height() - 20))
        self.frame.setFocus()
