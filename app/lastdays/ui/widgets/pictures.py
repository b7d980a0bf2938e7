"""Pictures read from users' files; portraits as buttons, a viewer for them, and the frame that selects the face."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from pathlib import Path
from typing import TypeAlias

from msgspec.structs import replace
from PySide6.QtCore import QBuffer, QMimeData, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QIcon,
    QImage,
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
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QWidget

from lastdays.campaign.documents.group_documents import GROUP_PICTURE_ROOM, PORTRAIT_ROOM
from lastdays.campaign.portraits import Face, part_shown
from lastdays.desktop.bounds import PICTURE_FILE_MOST, OutOfBoundsError, Room, Shape
from lastdays.desktop.files import read_whole
from lastdays.errors import DocumentError
from lastdays.language import _, dotted
from lastdays.model.fields import CAPTION_MOST
from lastdays.model.group import FACE
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import (
    ARROW_STEPS,
    OneLine,
    button,
    column,
    row,
    sentence,
    set_name_and_hint,
)
from lastdays.values import Value

#: A portrait is never a stripe.
_PORTRAIT_SHAPE = Shape(narrowest=0.6, widest=1.34)


#: A picture as it comes: its file, or its content where it was pasted or dropped without a file.
PictureSource: TypeAlias = Path | bytes
#: The bytes with which pictures of most formats begin.
_BEGINNINGS = (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"BM", b"II*\0", b"MM\0*")


def read_portrait(source: PictureSource) -> bytes:
    """Return a picture as a small JPEG on white, cropped if it is far too wide or high. Raises
    DocumentError if it can't be read."""
    return _read(source, PORTRAIT_ROOM, _PORTRAIT_SHAPE)


def read_picture(source: PictureSource) -> bytes:
    """Return a picture as an uncropped JPEG on white. Raises DocumentError if it can't be read."""
    return _read(source, GROUP_PICTURE_ROOM, None)


def _read(source: PictureSource, room: Room, shape: Shape | None) -> bytes:
    # late: only who brings a picture needs Pillow
    from lastdays.desktop.pictures import jpeg_of_file

    if isinstance(source, Path):
        name = source.name
        content = read_whole(source, PICTURE_FILE_MOST)
    else:
        name = _("What was pasted or dropped")
        content = source
    try:
        return jpeg_of_file(content, room, shape)
    except OutOfBoundsError as error:
        raise DocumentError(
            "{file} isn't a picture this program can read ({reason}). Nothing was changed.",
            file=name,
            reason=str(error).rstrip("."),
        ) from error


def begins_like_picture(beginning: bytes) -> bool:
    """Return whether a file with this beginning is a picture, of whatever format."""
    is_webp = beginning[:4] == b"RIFF" and beginning[8:12] == b"WEBP"
    is_of_a_telephone = beginning[4:8] == b"ftyp"  # HEIC and AVIF
    return beginning.startswith(_BEGINNINGS) or is_webp or is_of_a_telephone


def can_be_pasted() -> bool:
    """Return whether the clipboard holds a picture, or a file."""
    data = _on_clipboard()
    return data.hasImage() or any(url.isLocalFile() for url in data.urls())


def pasted_picture() -> PictureSource | None:
    """Return the picture on the clipboard, itself or as a file; None if there is none."""
    data = _on_clipboard()
    if data.hasImage():
        return bytes_of_image(QImage(data.imageData()))
    for url in data.urls():
        if url.isLocalFile():
            return Path(url.toLocalFile())
    return None


def _on_clipboard() -> QMimeData:
    held: QMimeData | None = QGuiApplication.clipboard().mimeData()
    return QMimeData() if held is None else held


def bytes_of_image(image: QImage) -> bytes:
    """Return a picture of Qt's as a PNG."""
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def screen_ratio() -> float:
    """Return how many pixels of the sharpest screen are one of the window's."""
    screens = QGuiApplication.screens()
    return max((screen.devicePixelRatio() for screen in screens), default=1.0)


def pixmap_of_height(picture: bytes, height: int) -> QPixmap:
    """Return a stored picture scaled to a height of the window, in as many pixels as the screen has for
    that; empty if it can't be read."""
    image = QImage.fromData(picture)
    if image.isNull():
        return QPixmap()
    ratio = screen_ratio()
    scaled = image.scaledToHeight(ceil(height * ratio), Qt.TransformationMode.SmoothTransformation)
    shown = QPixmap.fromImage(scaled)
    shown.setDevicePixelRatio(ratio)
    return shown


def rounded_pixmap(picture: QPixmap, height: int, *, wide: bool = False) -> QPixmap:
    """Return a picture of this height of the window with round corners, as sharp as the screen: the
    square at its top or, if `wide`, up to one and a half times as wide."""
    if picture.isNull():
        return _transparent(QSize(height, height))
    side = min(picture.width(), picture.height())
    width = side
    if wide:
        width = min(picture.width(), side * 3 // 2)
    part = QRect((picture.width() - width) // 2, 0, width, side)
    area = QRect(0, 0, height * width // side, height)
    canvas = _transparent(area.size())
    with QPainter(canvas) as painter:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(area), 6, 6)
        painter.setClipPath(outline)
        painter.drawPixmap(area, picture, part)
    return canvas


def _transparent(size: QSize) -> QPixmap:
    """Return an empty picture of a size in the window, in the screen's pixels."""
    ratio = screen_ratio()
    canvas = QPixmap(size * ratio)
    canvas.setDevicePixelRatio(ratio)
    canvas.fill(Qt.GlobalColor.transparent)
    return canvas


#: A picture is shown at most at this multiple of its own size.
MOST = 2.0
#: The darkness of a picture around its face, of 255.
SCRIM = 170
#: The greatest width of the viewer, at 100 %.
WIDE = 860


class Shown(Value):
    """A picture for the viewer: the owner's id, its own id, the name and a note, such as its caption."""

    whose: str
    key: str
    name: str
    note: str = ""


class PictureButton(QPushButton):
    """A small picture that is shown large when pressed."""

    def __init__(self, look: Callable[[], object]) -> None:
        super().__init__()
        self.setProperty("kind", "picture")
        self.setAutoDefault(False)
        self.clicked.connect(lambda _on=False: look())

    def show_picture(self, picture: QPixmap, name: str) -> None:
        """Show a picture at its size in the window; `name` is its owner's."""
        size = picture.deviceIndependentSize().toSize()
        self.setIcon(QIcon(picture))
        self.setIconSize(size)
        self.setFixedSize(size + QSize(4, 4))
        set_name_and_hint(self, _("{name}: view picture", name=name))


class _Picture(QWidget):
    """A picture as large as fits."""

    def __init__(self) -> None:
        super().__init__()
        self.picture = QPixmap()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.picture.isNull():
            return
        own_size = self.picture.size()
        size = own_size.scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        if size.width() > own_size.width() * MOST:
            size = own_size * MOST
        area = QRect(self.rect().topLeft(), size)
        area.moveCenter(self.rect().center())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(area, self.picture)


class PictureViewer(QDialog):
    """Shows pictures over the window; the arrow keys page through them, Esc closes it. With `write`, the
    note of each is its caption and can be written: it is called with the picture and the new text."""

    def __init__(
        self,
        over: QWidget,
        pictures: Sequence[Shown],
        read: Callable[[str], bytes],
        theme: Theme,
        at: int = 0,
        write: Callable[[Shown, str], object] | None = None,
    ) -> None:
        super().__init__(over)
        self._pictures = list(pictures)
        self._read = read
        self._at = at
        self._write = write
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Picture"))
        self.name = OneLine("heading")
        self.note = OneLine("faint")
        self.picture = _Picture()
        back = button(_("◂ Previous"), lambda: self.turn(-1), name=_("Previous picture"))
        on = button(_("Next ▸"), lambda: self.turn(1), name=_("Next picture"))
        QShortcut(Qt.Key.Key_Left, self, back.click)
        QShortcut(Qt.Key.Key_Right, self, on.click)
        has_others = len(pictures) > 1
        back.setVisible(has_others)
        on.setVisible(has_others)
        close = button(_("Close"), self.close)
        title = column(self.name, self.note, spacing=0)
        head = row((title, 1), back, on, close)
        self.caption = self._make_caption()
        self.setLayout(column(head, (self.picture, 1), self.caption, margin=12))
        theme.give_style_sheet(self)
        self.resize(min(theme.pixels(WIDE), over.width() - 20), over.height() - 40)
        close.setFocus()
        self.turn(0)

    def _make_caption(self) -> QLineEdit:
        """Make the field for a caption, hidden if none can be written."""
        caption = QLineEdit()
        caption.setAccessibleName(_("Caption"))
        caption.setPlaceholderText(_("Caption: who and what is seen"))
        caption.setMaxLength(CAPTION_MOST)
        caption.editingFinished.connect(self._store_caption)
        caption.setVisible(self._write is not None)
        return caption

    def _store_caption(self) -> None:
        """Store the caption of the picture that is shown, if it is another."""
        picture = self._pictures[self._at]
        text = " ".join(self.caption.text().split())
        if self._write is None or text == picture.note:
            return
        self._pictures[self._at] = replace(picture, note=text)
        self._write(picture, text)

    def done(self, result: int) -> None:
        self._store_caption()
        super().done(result)

    def turn(self, step: int) -> None:
        """Show the next or previous picture; the first follows the last."""
        if step:
            self._store_caption()
        count = len(self._pictures)
        self._at = (self._at + step) % count
        picture = self._pictures[self._at]
        self.picture.picture = QPixmap()
        self.picture.picture.loadFromData(self._read(picture.key))
        self.picture.setAccessibleName(picture.name)
        self.picture.update()
        self.name.setText(picture.name)
        place = ""
        if count > 1:
            place = _("{n} of {many}", n=self._at + 1, many=count)
        if self._write is None:
            self.note.setText(dotted(picture.note, place))
        else:
            self.note.setText(place)
            self.caption.setText(picture.note)


def open_picture_viewer(
    parent: QWidget,
    pictures: Sequence[Shown],
    read: Callable[[str], bytes],
    theme: Theme,
    whose: str,
    write: Callable[[Shown, str], object] | None = None,
) -> None:
    """Show pictures over the window, starting with that of the owner `whose`, if there is one; their
    captions can be written with `write`."""
    owners = [picture.whose for picture in pictures]
    if whose in owners:
        at = owners.index(whose)
        PictureViewer(parent.window(), pictures, read, theme, at=at, write=write).open()


#: How far an arrow key moves the frame, in thousandths of the picture's width.
_STEP = 20
#: The factor by which minus shrinks the frame.
_SHRINK = 0.92


class FaceFrame(QWidget):
    """A picture with a frame around the face, moved with the mouse or the arrow keys and resized with
    plus, minus and the wheel."""

    def __init__(self, picture: QPixmap, face: Face | None, theme: Theme) -> None:
        super().__init__()
        self._picture = picture
        self._theme = theme
        self._size = (picture.width(), picture.height())
        self.face = part_shown(self._size, face)
        self._dragged_from: QPointF | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(theme.pixels(320), theme.pixels(320))
        self.setAccessibleName(_("The face in the picture"))
        self.setAccessibleDescription(
            _("The arrow keys move the frame, + and − make it larger and smaller.")
        )

    def move_by(self, across: float, down: float) -> None:
        """Move the frame, in thousandths of the picture's width."""
        left, top, width = self.face
        self._show((round(left + across), round(top + down), width))

    def grow(self, factor: float) -> None:
        """Resize the frame around its centre, as far as the picture allows."""
        left, top, width = self.face
        new_width = part_shown(self._size, (0, 0, round(width * factor)))[2]
        narrower = width - new_width
        lower = narrower / FACE
        self._show((round(left + narrower / 2), round(top + lower / 2), new_width))

    def _show(self, face: Face) -> None:
        self.face = part_shown(self._size, face)
        self.update()

    def _area(self) -> QRectF:
        """Return the area of the picture, as large as fits."""
        size = self._picture.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        area = QRectF(QRect(QPoint(), size))
        area.moveCenter(QRectF(self.rect()).center())
        return area

    def frame(self) -> QRectF:
        """Return the area of the frame."""
        area = self._area()
        left, top, width = self.face
        scale = area.width() / 1000
        height = width * scale / FACE
        return QRectF(area.left() + left * scale, area.top() + top * scale, width * scale, height)

    def paintEvent(self, event: QPaintEvent) -> None:
        area = self._area()
        around = QPainterPath()
        around.addRect(area)
        around.addRect(self.frame())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(area, self._picture, QRectF(self._picture.rect()))
            painter.fillPath(around, QColor(0, 0, 0, SCRIM))
            painter.setPen(QPen(self._theme.colour("accent"), self._theme.pixels(2)))
            painter.drawRect(self.frame())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._dragged_from = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged_from is None:
            return
        thousandths_a_pixel = 1000 / self._area().width()
        moved = (event.position() - self._dragged_from) * thousandths_a_pixel
        self._dragged_from = event.position()
        self.move_by(moved.x(), moved.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragged_from = None

    def wheelEvent(self, event: QWheelEvent) -> None:
        is_up = event.angleDelta().y() > 0
        self.grow(_SHRINK if is_up else 1 / _SHRINK)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in ARROW_STEPS:
            across, down = ARROW_STEPS[key]
            self.move_by(across * _STEP, down * _STEP)
        elif key == Qt.Key.Key_Minus:
            self.grow(_SHRINK)
        elif key == Qt.Key.Key_Plus:
            self.grow(1 / _SHRINK)
        else:
            super().keyPressEvent(event)


class FaceDialog(QDialog):
    """Asks which part of a portrait is the face, and passes it to `take`."""

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
        self.setWindowTitle(_("Crop to the face"))
        shown = QPixmap()
        shown.loadFromData(picture)
        self.frame = FaceFrame(shown, face, theme)
        self.says = sentence(
            _("Drag the frame to the face. Cards and rosters show what is inside it."), ""
        )
        self.use_button = button(_("&Use this part"), self.accept, "first")
        self.use_button.setDefault(True)
        self.cancel_button = button(_("&Cancel"), self.reject)
        buttons = row(1, self.cancel_button, self.use_button)
        self.setLayout(column(self.says, (self.frame, 1), buttons, margin=16))
        self.accepted.connect(lambda: take(self.frame.face))
        theme.give_style_sheet(self)
        self.resize(
            QSize(theme.pixels(560), theme.pixels(640)).boundedTo(parent.size() - QSize(20, 20))
        )
        self.frame.setFocus()
