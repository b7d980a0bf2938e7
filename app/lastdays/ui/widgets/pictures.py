"""Pictures read from users' files; portraits as buttons, a viewer for them, and the frame that selects the face."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
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
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from lastdays.campaign.documents.group_documents import GROUP_PICTURE_ROOM, PORTRAIT_ROOM
from lastdays.campaign.portraits import Face, part_shown
from lastdays.desktop.bounds import OutOfBoundsError
from lastdays.desktop.files import read_whole
from lastdays.desktop.pictures import FILE_MOST, Room, Shape, jpeg_of_file
from lastdays.errors import DocumentError
from lastdays.language import _, dotted
from lastdays.model.group import FACE
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import ARROWS, OneLine, button, column, entitle, row, sentence
from lastdays.values import Value

#: A portrait is never a stripe.
_PORTRAIT_SHAPE = Shape(narrowest=0.6, widest=1.34)


def read_portrait(file: Path) -> bytes:
    """Return a picture file as a small JPEG on white, cropped if it is far too wide or high. Raises
    DocumentError if it can't be read."""
    return _read(file, PORTRAIT_ROOM, _PORTRAIT_SHAPE)


def read_picture(file: Path) -> bytes:
    """Return a picture file as an uncropped JPEG on white. Raises DocumentError if it can't be
    read."""
    return _read(file, GROUP_PICTURE_ROOM, None)


def _read(file: Path, room: Room, shape: Shape | None) -> bytes:
    content = read_whole(file, FILE_MOST)
    try:
        return jpeg_of_file(content, room, shape)
    except OutOfBoundsError as error:
        raise DocumentError(
            "{file} isn't a picture this program can read ({reason}). Nothing was changed.",
            file=file.name,
            reason=str(error).rstrip("."),
        ) from error


def pixmap(picture: bytes, height: int) -> QPixmap:
    """Return a stored picture scaled to a height in pixels; empty if it can't be read."""
    image = QImage.fromData(picture)
    if image.isNull():
        return QPixmap()
    mode = Qt.TransformationMode.SmoothTransformation
    return QPixmap.fromImage(image.scaledToHeight(height, mode))


def rounded(picture: QPixmap, high: int, *, wide: bool = False) -> QPixmap:
    """Return a picture `high` pixels high with round corners: the square at its top or, if `wide`,
    up to one and a half times as wide."""
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


#: A picture is shown at most at this multiple of its own size.
MOST = 2.0
#: The darkness of a picture around its face, of 255; the greatest width of the viewer at 100 %.
SCRIM, WIDE = 170, 860


class Shown(Value):
    """A picture for the viewer: the owner's id, its own id, the name and a note."""

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
        """Show a picture at its own size; `name` is its owner's."""
        self.setIcon(QIcon(picture))
        self.setIconSize(picture.size())
        self.setFixedSize(picture.size() + QSize(4, 4))
        entitle(self, _("{name}: view picture", name=name))


class _Picture(QWidget):
    """A picture as large as fits."""

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
    """Shows pictures over the window; the arrow keys page through them, Esc closes it."""

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
        """Show the next or previous picture; the first follows the last."""
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
    """Show pictures over the window, starting with that of the owner `whose`, if there is one."""
    at = next((n for n, shown in enumerate(pictures) if shown.whose == whose), -1)
    if at >= 0:
        PictureViewer(parent.window(), pictures, read, theme, at).open()


#: How far an arrow key moves the frame, in thousandths of the picture's width, and the factor by
#: which minus shrinks it.
_STEP, _SHRINK = 20, 0.92


class FaceFrame(QWidget):
    """A picture with a frame around the face, moved with the mouse or the arrow keys and resized with
    plus, minus and the wheel."""

    def __init__(self, picture: QPixmap, face: Face | None, theme: Theme) -> None:
        super().__init__()
        self._picture, self._theme = picture, theme
        self._size = (picture.width(), picture.height())
        self.face = part_shown(self._size, face)
        self._dragged_from: QPointF | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(theme.px(320), theme.px(320))
        self.setAccessibleName(_("The face in the picture"))
        self.setAccessibleDescription(
            _("The arrow keys move the frame, + and − make it larger and smaller.")
        )

    def move_by(self, across: float, down: float) -> None:
        """Move the frame, in thousandths of the picture's width."""
        left, top, wide = self.face
        self._show((round(left + across), round(top + down), wide))

    def grow(self, factor: float) -> None:
        """Resize the frame around its centre."""
        left, top, wide = self.face
        _left, _top, new = part_shown(self._size, (0, 0, round(wide * factor)))
        more = wide - new
        self._show((round(left + more / 2), round(top + more / FACE / 2), new))

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
        self._dragged_from = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged_from is not None:
            moved = (event.position() - self._dragged_from) * (1000 / self._area().width())
            self._dragged_from = event.position()
            self.move_by(moved.x(), moved.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragged_from = None

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.grow(_SHRINK if event.angleDelta().y() > 0 else 1 / _SHRINK)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in ARROWS:
            across, down = ARROWS[key]
            self.move_by(across * _STEP, down * _STEP)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
            self.grow(_SHRINK if key == Qt.Key.Key_Minus else 1 / _SHRINK)
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
        theme.dress(self)
        self.resize(QSize(theme.px(560), theme.px(640)).boundedTo(parent.size() - QSize(20, 20)))
        self.frame.setFocus()
