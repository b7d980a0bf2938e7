"""A page of the guide to read: Markdown of ours in the theme's colours, found and marked in it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QImageReader,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextLength,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit

from lastdays.language import _
from lastdays.ui.guide.contents import GuidePage, folded
from lastdays.ui.theme import Theme

#: Sizes at 100 %, in pixels: text, and headings by their level.
TEXT, HEADINGS = 17, {1: 30, 2: 23, 3: 20}
#: The lines of a paragraph lie so far from each other, in percent; what is below a paragraph.
LEADING, BELOW = 128, 10
#: So many letters tell a paragraph from any other.
TELLING = 60


class GuideLook:
    """How a page of the guide looks: its fonts, sizes and colours, on the screen or on paper."""

    def __init__(self, theme: Theme, scale: float, *, paper: bool = False) -> None:
        """Take a theme's look; `scale` is how much larger than at 100 %."""
        self.heading, self.body, self.scale = theme.heading, theme.body, scale
        black = QColor("#000000")
        self.text = black if paper else theme.colour("text")
        self.strong = black if paper else theme.colour("accent_text")
        self.line = QColor("#888888") if paper else theme.colour("line")

    def font(self, level: int = 0) -> QFont:
        """Return the font of a heading, or of text for level 0."""
        font = QFont(self.heading if level else self.body)
        font.setPixelSize(max(1, round(HEADINGS.get(level, TEXT) * self.scale)))
        if level:
            font.setWeight(QFont.Weight.DemiBold)
        return font


def set_page(document: QTextDocument, page: GuidePage, look: GuideLook, width: float) -> None:
    """Write a page into a document, its pictures at most so wide."""
    document.setDefaultFont(look.font())
    document.setIndentWidth(26 * look.scale)
    document.setBaseUrl(QUrl.fromLocalFile(f"{page.folder}/"))
    document.setMarkdown(page.text)
    all_of_it = QTextCursor(document)
    all_of_it.beginEditBlock()  # else everything is laid out anew after each change
    block = document.begin()
    while block.isValid():
        _shape(block, look, page.folder, width)
        block = block.next()
    for frame in document.rootFrame().childFrames():
        shape = frame.frameFormat()
        if shape.isTableFormat():
            table = shape.toTableFormat()
            table.setBorderBrush(look.line)
            table.setBorder(1)
            table.setBorderCollapse(True)
            table.setCellPadding(5 * look.scale)
            table.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
            frame.setFrameFormat(table)
    all_of_it.endEditBlock()


def _shape(block: QTextBlock, look: GuideLook, folder: Path, width: float) -> None:
    """Give a paragraph its room, and its words their fonts and colours."""
    cursor = QTextCursor(block)
    shape = QTextBlockFormat(block.blockFormat())
    level = shape.headingLevel()
    in_table = cursor.currentTable() is not None
    below = 2 if in_table else BELOW
    shape.setLineHeight(LEADING, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    shape.setTopMargin((22 if level > 1 else 0) * look.scale)
    shape.setBottomMargin((6 if level else below) * look.scale)
    cursor.setBlockFormat(shape)
    pieces: list[tuple[int, int, QTextCharFormat]] = []
    walk = block.begin()
    while not walk.atEnd():
        piece = walk.fragment()
        pieces.append((piece.position(), piece.length(), piece.charFormat()))
        walk += 1  # the fragments are read before any is changed
    for position, length, form in pieces:
        cursor.setPosition(position)
        cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(_formed(form, look, level, folder, width))
    if any(form.isImageFormat() for _at, _length, form in pieces):  # its leading would be empty
        shape.setLineHeight(100, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.setBlockFormat(shape)


def _formed(
    form: QTextCharFormat, look: GuideLook, level: int, folder: Path, width: float
) -> QTextCharFormat:
    """Return the format of words: what names a control is strong, links are underlined."""
    if form.isImageFormat():
        image = form.toImageFormat()
        image.setWidth(width)
        size = QImageReader(str(folder / image.name())).size()
        if size.isValid():
            image.setHeight(round(width * size.height() / size.width()))
        return image
    named = form.fontItalic() or form.fontWeight() > QFont.Weight.Medium
    fixed = form.fontFixedPitch()
    made = QTextCharFormat(form)
    font = look.font(level)
    if named and not level:
        font.setWeight(QFont.Weight.DemiBold)
    if fixed:
        font.setFamilies(["monospace"])
        font.setPixelSize(max(1, round(font.pixelSize() * 0.9)))
    made.setFont(font)
    made.setForeground(look.strong if form.isAnchor() else look.text)
    made.setFontUnderline(form.isAnchor())
    return made


class Reader(QTextBrowser):
    """A page of the guide; nothing that is not of this program is opened in it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "reader")
        self.setAccessibleName(_("Guide"))
        self.setOpenLinks(False)
        self._theme = theme
        self.page: GuidePage | None = None
        self._wide = 0

    def show_page(self, page: GuidePage) -> None:
        """Show a page from its top."""
        self.page = page
        wide = self._wide = self._picture_width()
        look = GuideLook(self._theme, self._theme.percent / 100)
        set_page(self.document(), page, look, wide)
        self.document().setDocumentMargin(self._theme.px(18))
        self.setExtraSelections([])
        self.setTextCursor(QTextCursor(self.document()))
        self.verticalScrollBar().setValue(0)

    def again(self) -> None:
        """Draw the page anew, with the paragraph at the top that was there."""
        if self.page is None:
            return
        at = self.cursorForPosition(QPoint(8, self._theme.px(16))).block().blockNumber()
        if self.verticalScrollBar().value() <= self._theme.px(20):
            at = 0
        marked = self.textCursor().block() if self.extraSelections() else QTextBlock()
        number = marked.blockNumber()
        self.show_page(self.page)
        if number > 0:
            self._mark(self.document().findBlockByNumber(number))
        if at > 0:
            self._bring_up(self.document().findBlockByNumber(at))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have pictures as wide as the page is."""
        top = self.verticalScrollBar().value() <= 0
        super().resizeEvent(event)
        if self._wide != self._picture_width():
            self.again()
        if top:  # Qt brings the cursor in sight, below the margin
            self.verticalScrollBar().setValue(0)

    def _picture_width(self) -> int:
        room = self.width() - self._theme.px(72)
        return min(self._theme.px(700), max(200, room))

    def _bring_up(self, block: QTextBlock) -> None:
        top = self.document().documentLayout().blockBoundingRect(block).top()
        self.verticalScrollBar().setValue(round(top) - self._theme.px(12))

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Load pictures of the guide's own folder alone."""
        if self.page is None:
            return None
        url = QUrl(name)
        lies = (self.page.folder / (url.toLocalFile() or url.path())).resolve()
        own = (self.page.folder / "screens").resolve()
        if lies.suffix != ".png" or not lies.is_relative_to(own):
            return None
        return super().loadResource(kind, QUrl.fromLocalFile(str(lies)))

    def go_to(self, first: str) -> bool:
        """Bring the paragraph that begins with these words to the top, and mark it; false where
        there is none."""
        wanted = folded(first)[:TELLING]
        block = self.document().begin()
        while wanted and block.isValid():
            if folded(block.text())[:TELLING] == wanted:
                self._mark(block)
                return True
            block = block.next()
        return False

    def _mark(self, block: QTextBlock) -> None:
        chosen = QTextEdit.ExtraSelection()
        chosen.cursor = QTextCursor(block)
        chosen.cursor.movePosition(
            QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor
        )
        chosen.format.setBackground(self._theme.colour("select"))
        self.setExtraSelections([chosen])
        self.setTextCursor(QTextCursor(block))
        self._bring_up(block)
