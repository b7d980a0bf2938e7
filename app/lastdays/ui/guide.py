"""The guide: its pages of Markdown in the theme's colours, search, printing, and help for F1."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QMarginsF, QPoint, QSizeF, QUrl
from PySide6.QtGui import (
    QFont,
    QPageLayout,
    QPageSize,
    QPdfWriter,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QGroupBox,
    QLabel,
    QTabBar,
    QTextBrowser,
    QTextEdit,
    QWidget,
)

from lastdays.desktop import paths
from lastdays.language import _, code, dotted, said_pairs
from lastdays.names import searchable
from lastdays.pdf.content import PrintedDocument
from lastdays.ui.navigation import GuideRoute, Route
from lastdays.ui.theme import Theme
from lastdays.values import Value

#: The page with what's new, the one printed for the table, and those for writers of content packs:
#: the fields, in English, and the rulebook's own files.
NEWS, ONE_PAGE, FIELDS, DATA = "news", "one-page", "content-packs", "rulebook-data"
#: The most passages that a search lists.
MOST = 200

_MARKS = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|\*\*|\*|`")
_NAMED = re.compile(r"\*\*?([^*]+)\*\*?")
_BEGINS = re.compile(r"(?:[-*] |\d+\. |\||#|!\[)")


class Passage(Value):
    """A paragraph, list item or table row: its page, the heading above it, the words to find it by, its
    text, and the controls that it names."""

    page: str
    heading: str
    first: str
    text: str
    named: frozenset[str]


class GuidePage(Value):
    """A page of the guide in Markdown, with the folder of its pictures and links."""

    name: str
    title: str
    drawing: str
    text: str
    folder: Path
    passages: tuple[Passage, ...]


def folded(text: str) -> str:
    """Return only the letters and digits of a text, as searches compare them."""
    return "".join(letter for letter in searchable(text) if letter.isalnum())


def plain_words(markdown: str) -> str:
    """Return a text without its Markdown."""
    return _MARKS.sub(lambda found: found.group(1) or "", markdown).strip()


def guide_pages() -> tuple[GuidePage, ...]:
    """Return the pages of the guide in order, without those whose files are missing. A page that isn't
    translated is in English, and says so."""
    return _pages(paths.resources() / "help", code())


@cache
def _pages(folder: Path, spoken: str) -> tuple[GuidePage, ...]:
    listed = tomllib.loads((folder / "contents.toml").read_text(encoding="utf-8"))["page"]
    found = []
    for entry in listed:
        name = entry["name"]
        file = paths.data_root() / entry["file"] if "file" in entry else folder / f"{name}.md"
        own = [folder / c / f"{name}.md" for c in (spoken, spoken.partition("_")[0])]
        ours = next((other for other in own if other.is_file()), None)
        if ours is None and not file.is_file():
            continue
        text = (ours or file).read_text(encoding="utf-8")
        if name == NEWS and ours is None:
            text = latest_news(text)
        title = text.partition("\n")[0].lstrip("# ")
        if name == FIELDS and ours is None:
            title = _("Content packs, field by field")
        passages = tuple(_passages(name, text))
        if name == DATA:
            files = _rulebook_files()
            text += "".join(f"\n## {file}\n\n```\n{held}```\n" for file, held in files.items())
            passages += tuple(_entries(files))
        if ours is None and spoken.partition("_")[0] != "en":
            first, line, rest = text.partition("\n")
            note = _("This page is in English only so far.")
            text = f"{first}\n\n{note}\n{line}{rest}"
        found.append(GuidePage(name, title, entry["drawing"], text, file.parent, passages))
    return tuple(found)


def _rulebook_files() -> dict[str, str]:
    """Return the files of the rulebook by name, as a content pack would have them."""
    found = sorted((paths.resources() / "rulebook").glob("*.toml"))
    return {file.name: file.read_text(encoding="utf-8") for file in found}


def _entries(files: dict[str, str]) -> Iterator[Passage]:
    """Yield each entry of the rulebook's files."""
    for file, held in files.items():
        for part in re.split(r"\n\n+", held):
            words = " ".join(line for line in part.splitlines() if not line.startswith("#"))
            yield Passage(DATA, file, words.partition("]")[0], words, frozenset())


@cache
def _otherwise(spoken: str) -> dict[str, set[str]]:
    """Return the English names of translated controls, and the other way round."""
    found: dict[str, set[str]] = {}
    for message, words in said_pairs():
        one, other = folded(message), folded(words)
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return found


def guide_page(name: str) -> GuidePage:
    """Return the page with a name, else the first one."""
    pages = guide_pages()
    return next((page for page in pages if page.name == name), pages[0])


def latest_news(changelog: str) -> str:
    """Return the unreleased changes and those of the latest version as a page."""
    sections = re.split(r"^## \d.*$", changelog, flags=re.MULTILINE)
    latest = re.sub(r"^##? .*$", "", "".join(sections[:2]), flags=re.MULTILINE).strip()
    title = _("What's new")
    headings = re.sub(
        r"^### (?:New: )?(.)", lambda found: f"## {found[1].upper()}", latest, flags=re.MULTILINE
    )
    return f"# {title}\n\n{headings}"


def _paragraphs(text: str) -> Iterator[str]:
    """Yield each heading, paragraph, list item, table row and line of code."""
    lines: list[str] = []
    code = False
    for line in text.splitlines():
        stripped, fence = line.strip(), line.startswith("```")
        if lines and (not stripped or fence or code or _BEGINS.match(stripped)):
            yield " ".join(lines)
            lines = []
        code ^= fence
        if stripped and not fence:
            lines.append(stripped)
    if lines:
        yield " ".join(lines)


def _passages(page: str, text: str) -> Iterator[Passage]:
    heading = ""
    for part in _paragraphs(text):
        if part.startswith("#"):
            heading = plain_words(part.lstrip("# "))
            yield Passage(page, heading, heading, heading, frozenset())
            continue
        if set(part) <= set("|-: ") or part.startswith("!["):
            continue
        bare = re.sub(r"^(?:[-*] |\d+\. )", "", part)
        cells = [plain_words(cell) for cell in bare.strip("|").split("|")]
        words = dotted(*cells) if bare.startswith("|") else plain_words(bare)
        first = cells[0] if bare.startswith("|") else words
        named = frozenset(folded(name) for name in _NAMED.findall(bare))
        yield Passage(page, heading, first, words, named)


def found_passages(search: str) -> list[Passage]:
    """Return the passages that contain each word of a search in their text or heading, those with all
    of them in the heading first."""
    wanted = searchable(search).split()
    if not wanted:
        return []
    hits = []
    for page in guide_pages():
        for passage in page.passages:
            text = searchable(passage.text)
            everything = searchable(f"{page.title} {passage.heading}") + " " + text
            is_in_text = any(word in text for word in wanted)
            if is_in_text and all(word in everything for word in wanted):
                hits.append(passage)

    def lacks_heading(passage: Passage) -> bool:
        heading = searchable(passage.heading)
        return not all(word in heading for word in wanted)

    hits.sort(key=lacks_heading)
    return hits[:MOST]


def passage_naming(names: Iterable[str], page: str) -> Passage | None:
    """Return the first passage that names one of these controls, in English or translated: on this
    page, else on another one."""
    pages = sorted(guide_pages(), key=lambda other: other.name != page)
    for name in names:
        wanted = {folded(name)} | _otherwise(code()).get(folded(name), set())
        wanted = {one for one in wanted if len(one) >= 3}
        for other in pages:
            if other.name == NEWS:
                continue
            for passage in other.passages:
                if not wanted.isdisjoint(passage.named):
                    return passage
    return None


#: The size of text at 100 %, in pixels.
TEXT = 17
#: The letters at the beginning by which a paragraph is found.
BEGINNING = 60


class GuideLook:
    """The fonts, sizes and colours of the guide, on the screen or on paper."""

    def __init__(self, theme: Theme, scale: float, *, paper: bool = False) -> None:
        """Use the look of a theme; `scale` is 1 at 100 %."""
        self.scale = scale
        self.font = QFont(theme.body)
        self.font.setPixelSize(self.px(TEXT))
        paper_colours = {"text": "#000000", "strong": "#000000", "line": "#888888"}
        tokens = {"text": "text", "strong": "accent_text", "line": "line"}
        self._words = {name: theme.colour(token).name() for name, token in tokens.items()}
        self._words |= paper_colours if paper else {}
        self._words["heading"] = theme.heading

    def px(self, size: float) -> int:
        """Return a length in pixels."""
        return max(1, round(size * self.scale))

    def sheet(self) -> str:
        """Return the style sheet."""
        template = (paths.resources() / "style" / "guide.css").read_text(encoding="utf-8")
        sized = re.sub(r"@px(\d+)", lambda size: f"{self.px(int(size[1]))}px", template)
        return re.sub(r"@(\w+)", lambda word: self._words[word[1]], sized)


#: Parts of the HTML that Qt makes of a page: styles, pictures, tables, and what follows code.
_STYLE = re.compile(r' style="([^"]*)"')
_DRAWN = re.compile(r"<p><img ")
_TABLE = re.compile(r'<table border="1" cellpadding="\d+"')
_FOLLOWS = re.compile(r"(</pre>|</table>)\n<(p|ul|ol)\b")


def set_page(document: QTextDocument, page: GuidePage, look: GuideLook, width: float) -> None:
    """Write a page into a document, with pictures of this width in pixels."""
    read = QTextDocument()
    read.setMarkdown(page.text)
    html = _STYLE.sub(_class_of, read.toHtml())
    html = _DRAWN.sub(f'<p class="drawn"><img width="{round(width)}" ', html)
    html = _TABLE.sub(f'<table border="1" width="100%" cellpadding="{look.px(5)}"', html)
    document.setDefaultFont(look.font)
    document.setIndentWidth(26 * look.scale)
    document.setBaseUrl(QUrl.fromLocalFile(f"{page.folder}/"))
    document.setDefaultStyleSheet(look.sheet())
    document.setHtml(_FOLLOWS.sub(r'\1\n<\2 class="after"', html))


def _class_of(style: re.Match[str]) -> str:
    """Return the class of our style sheet that replaces one of Qt's styles."""
    if "paragraph-type:empty" in style[1]:
        return style[0]
    if "monospace" in style[1]:
        return ' class="code"'
    named = "italic" in style[1] or "font-weight:700" in style[1]
    return ' class="named"' if named and "font-size" not in style[1] else ""


class Reader(QTextBrowser):
    """Shows a page of the guide; opens nothing that isn't part of the program."""

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
        """Lay out the page again with the same paragraph at the top."""
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
        """Fit the pictures to the width."""
        top = self.verticalScrollBar().value() <= 0
        super().resizeEvent(event)
        if self._wide != self._picture_width():
            self.again()
        if top:  # Qt has scrolled to the cursor, below the margin
            self.verticalScrollBar().setValue(0)

    def _picture_width(self) -> int:
        room = self.width() - self._theme.px(72)
        return min(self._theme.px(700), max(200, room))

    def _bring_up(self, block: QTextBlock) -> None:
        top = self.document().documentLayout().blockBoundingRect(block).top()
        self.verticalScrollBar().setValue(round(top) - self._theme.px(12))

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Load only pictures in the guide's own folder."""
        if self.page is None:
            return None
        url = QUrl(name)
        file = (self.page.folder / (url.toLocalFile() or url.path())).resolve()
        own = (self.page.folder / "screens").resolve()
        if file.suffix != ".png" or not file.is_relative_to(own):
            return None
        return super().loadResource(kind, QUrl.fromLocalFile(str(file)))

    def go_to(self, first: str) -> bool:
        """Scroll to the paragraph that begins with these words and mark it; return False if there is
        none."""
        wanted = folded(first)[:BEGINNING]
        block = self.document().begin()
        while wanted and block.isValid():
            if folded(block.text())[:BEGINNING] == wanted:
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


#: The dots per inch of a printed page, and its margins in millimetres.
DOTS, MARGIN_MM = 144, 16
#: The sizes that are tried, from the largest on, for a page that has to fit one sheet.
SIZES = (2.0, 1.9, 1.8, 1.7, 1.6, 1.5, 1.4, 1.2, 1.0)


def guide_document(page: GuidePage, theme: Theme) -> PrintedDocument:
    """Return a page of the guide as a PDF; the one that has to fit one sheet is as large as possible."""
    room = QByteArray()
    buffer = QBuffer(room)
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DOTS)
    writer.setTitle(page.title)
    margins = QMarginsF(*[MARGIN_MM] * 4)
    sheet = QPageSize(QPageSize.PageSizeId.A4)
    portrait = QPageLayout.Orientation.Portrait
    writer.setPageLayout(QPageLayout(sheet, portrait, margins, QPageLayout.Unit.Millimeter))
    wide, high = writer.width(), writer.height()
    document = QTextDocument()
    for size in SIZES if page.name == ONE_PAGE else (1.6,):
        document = QTextDocument()
        document.setDocumentMargin(0)
        document.documentLayout().setPaintDevice(writer)
        set_page(document, page, GuideLook(theme, size * DOTS / 96 * 0.8, paper=True), wide)
        document.setPageSize(QSizeF(wide, high))
        if document.pageCount() == 1:
            break
    pages = document.pageCount()
    document.print_(writer)
    del writer  # it ends the file
    buffer.close()
    return PrintedDocument(bytes(room.data()), (), pages, page.title)


def control_names(widget: QWidget | None, top: QWidget) -> Iterator[str]:
    """Yield the text and the names of a control, then of the parts around it."""
    while widget is not None and widget is not top:
        if isinstance(widget, QTabBar) and widget.currentIndex() >= 0:
            yield widget.tabText(widget.currentIndex()).replace("&", "")
        if isinstance(widget, QAbstractButton | QLabel):
            yield widget.text().replace("&", "")
        if isinstance(widget, QGroupBox):
            yield widget.title().replace("&", "")
        yield widget.accessibleName()
        widget = widget.parentWidget()


def help_for(route: Route, window: QWidget) -> GuideRoute:
    """Return the passage of the guide that names the control with the focus, else the one for the page
    that is shown."""
    names = [*control_names(QApplication.focusWidget(), window), route.guide_control]
    passage = passage_naming(filter(None, names), route.guide_page)
    if passage is None:
        return GuideRoute(route.guide_page)
    return GuideRoute(passage.page, passage.first)
