"""Dice to press: faces, and places for dice that are still to be rolled."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QSizePolicy, QToolButton

from lastdays.language import _
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import entitle


class Die(QToolButton):
    """A button with a die, which grows in an ample window. Sizes are in pixels at 100 %."""

    def __init__(self, theme: Theme, kind: str, size: tuple[int, int], side: int) -> None:
        super().__init__()
        self.theme, self._size, self._side = theme, size, side
        self._drawing, self._token = "die-open", "text"
        self.setProperty("kind", kind)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.draw)
        theme.reshaped.connect(self.draw)

    def draw(self) -> None:
        """Draw the die at the size for the window."""
        ample = self.theme.ample
        drawn = self.theme.pixmap(self._drawing, self._token, self._side * ample)
        icon = QIcon(drawn)
        icon.addPixmap(drawn, QIcon.Mode.Disabled)  # a disabled die is as clear as the others
        self.setIcon(icon)
        self.setIconSize(QSize(*(self.theme.px(self._side * ample),) * 2))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(*(self.theme.px(length * self.theme.ample) for length in self._size))


class DieButton(Die):
    """A button for a face of a die, with its number."""

    def __init__(self, face: int, theme: Theme, caption: str = "", *, large: bool = False) -> None:
        super().__init__(theme, "die", (56, 62) if large else (42, 54), 30 if large else 26)
        self.face, self._drawing = face, f"die-{face}"
        self.setText(caption or str(face))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        entitle(self, _("The die shows {n}", n=self.text()))
        self.draw()

    def draw(self) -> None:
        super().draw()
        letters = self.theme.px(15 * self.theme.ample)
        self.setStyleSheet(f"QToolButton {{ font-size: {letters}px }}")


class LyingDie(Die):
    """A place for a die, open until it has a face; pressing the face takes it back."""

    def __init__(self, theme: Theme, number: int, side: int = 74) -> None:
        super().__init__(theme, "lying", (side + 8, side + 8), side)
        self.number = number
        self.lay(0)

    def lay(self, face: int, *, coming: bool = False, settled: bool = False) -> None:
        """Show a face, 0 for an open place; `coming` marks the next die, a `settled` one can't be
        taken back."""
        self.face = face
        self.setEnabled(bool(face) and not settled)
        if settled:
            text = _("Die {n} shows {face}", n=self.number, face=face)
        elif face:
            text = _("Die {n} shows {face}: press to take it back", n=self.number, face=face)
        else:
            text = _("Die {n} is still to be rolled", n=self.number)
        entitle(self, text)
        self._drawing = f"die-{face}" if face else "die-open"
        self._token = "text" if face else "accent_text" if coming else "faint_text"
        self.draw()
