"""The guide: its pages of Markdown in the theme's colours, search, printing, and help for F1."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from msgspec.structs import replace
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

#: The page with what's new.
NEWS = "news"
#: The page that is printed for the table, on one sheet.
ONE_PAGE = "one-page"
#: The page for writers of content packs with the fields, in English.
FIELDS = "content-packs"
#: The page for writers of content packs with the rulebook's own files.
DATA = "rulebook-data"
#: The most passages that a search lists.
MOST_PASSAGES = 200
#: The least letters of a control's name by which a passage is found.
LEAST_LETTERS = 3

#: Marks of Markdown: a link or picture with its text, emphasis, code.
_MARKS = re.compile(r"!?\[(?P<text>[^\]]*)\]\([^)]*\)|\*\*|\*|`")
#: A name in emphasis.
_EMPHASIS = re.compile(r"\*\*?([^*]+)\*\*?")
#: The beginning of a list item, a table's row, a heading or a picture.
_LINE_START = re.compile(r"(?:[-*] |\d+\. |\||#|!\[)")
#: The mark of a list item.
_ITEM_MARK = re.compile(r"^(?:[-*] |\d+\. )")


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
    return _MARKS.sub(lambda mark: mark["text"] or "", markdown).strip()


def guide_pages() -> tuple[GuidePage, ...]:
    """Return the pages of the guide in order, without those whose files are missing. A page that isn't
    translated is in English, and says so."""
    return _read_pages(paths.resources() / "help", code())


@cache
def _read_pages(folder: Path, language: str) -> tuple[GuidePage, ...]:
    """Read the pages that the contents of a folder list, in a language where they are translated."""
    contents = tomllib.loads((folder / "contents.toml").read_text(encoding="utf-8"))
    pages = []
    for entry in contents["page"]:
        name: str = entry["name"]
        english_file = folder / f"{name}.md"
        if "file" in entry:
            english_file = paths.data_root() / entry["file"]
        translated_file = _find_translation(folder, name, language)
        page = None
        if translated_file is not None:
            page = _make_page(name, translated_file.read_text(encoding="utf-8"))
        elif english_file.is_file():
            page = _make_english_page(name, english_file.read_text(encoding="utf-8"), language)
        if page is not None:
            pages.append(replace(page, drawing=entry["drawing"], folder=english_file.parent))
    return tuple(pages)


def _find_translation(folder: Path, name: str, language: str) -> Path | None:
    """Return the file of a page in a language, such as pt_BR or else pt; None if there is none."""
    for language_code in (language, language.partition("_")[0]):
        file = folder / language_code / f"{name}.md"
        if file.is_file():
            return file
    return None


def _make_page(name: str, text: str) -> GuidePage:
    """Return a page with a text, without its drawing and folder."""
    title = text.partition("\n")[0].lstrip("# ")
    passages = tuple(_read_passages(name, text))
    if name == DATA:
        files = _rulebook_files()
        for file_name, content in files.items():
            text += f"\n## {file_name}\n\n```\n{content}```\n"
        passages += tuple(_read_entries(files))
    return GuidePage(name, title, "", text, Path(), passages)


def _make_english_page(name: str, text: str, language: str) -> GuidePage:
    """Return a page that isn't translated into a language; in any but English it says so."""
    if name == NEWS:
        text = latest_news(text)
    page = _make_page(name, text)
    if name == FIELDS:
        page = replace(page, title=_("Content packs, field by field"))
    if language.partition("_")[0] != "en":
        first_line, line_break, rest = page.text.partition("\n")
        note = _("This page is in English only so far.")
        page = replace(page, text=f"{first_line}\n\n{note}\n{line_break}{rest}")
    return page


def _rulebook_files() -> dict[str, str]:
    """Return the files of the rulebook by name, as a content pack would have them."""
    files = sorted((paths.resources() / "rulebook").glob("*.toml"))
    return {file.name: file.read_text(encoding="utf-8") for file in files}


def _read_entries(files: dict[str, str]) -> Iterator[Passage]:
    """Yield each entry of the rulebook's files, given by their names."""
    for file_name, content in files.items():
        for paragraph in re.split(r"\n\n+", content):
            lines = [line for line in paragraph.splitlines() if not line.startswith("#")]
            text = " ".join(lines)
            first = text.partition("]")[0]
            yield Passage(DATA, file_name, first, text, frozenset())


@cache
def _names_in_both_languages(_language: str) -> dict[str, set[str]]:
    """Return the English names of translated controls, and the other way round, as searches compare
    them; the names belong to the present language, which is given as it may change."""
    names: dict[str, set[str]] = {}
    for message, translation in said_pairs():
        english_name = folded(message)
        translated_name = folded(translation)
        names.setdefault(english_name, set()).add(translated_name)
        names.setdefault(translated_name, set()).add(english_name)
    return names


def guide_page(name: str) -> GuidePage:
    """Return the page with a name, else the first one."""
    pages = guide_pages()
    for page in pages:
        if page.name == name:
            return page
    return pages[0]


def latest_news(changelog: str) -> str:
    """Return the unreleased changes and those of the latest version as a page."""
    unreleased, *versions = re.split(r"^## \d.*$", changelog, flags=re.MULTILINE)
    latest = "".join([unreleased, *versions[:1]])
    without_titles = re.sub(r"^##? .*$", "", latest, flags=re.MULTILINE).strip()
    changes = re.sub(
        r"^### (?:New: )?(.)",
        lambda heading: f"## {heading[1].upper()}",
        without_titles,
        flags=re.MULTILINE,
    )
    title = _("What's new")
    return f"# {title}\n\n{changes}"


def _paragraphs(text: str) -> Iterator[str]:
    """Yield each heading, paragraph, list item, table row and line of code."""
    lines: list[str] = []
    in_code = False
    for raw_line in text.splitlines():
        line = raw_line.strip()
        is_fence = raw_line.startswith("```")
        begins_another = not line or is_fence or in_code or _LINE_START.match(line)
        if lines and begins_another:
            yield " ".join(lines)
            lines = []
        if is_fence:
            in_code = not in_code
        elif line:
            lines.append(line)
    if lines:
        yield " ".join(lines)


def _read_passages(page: str, text: str) -> Iterator[Passage]:
    """Yield the passages of a page, without pictures and the rules below the heads of tables."""
    heading = ""
    for paragraph in _paragraphs(text):
        is_table_rule = not paragraph.strip("|-: ")
        is_picture = paragraph.startswith("![")
        is_heading = paragraph.startswith("#")
        if is_heading:
            heading = plain_words(paragraph.lstrip("# "))
            yield Passage(page, heading, heading, heading, frozenset())
        elif not is_table_rule and not is_picture:
            yield _read_passage(page, heading, _ITEM_MARK.sub("", paragraph))


def _read_passage(page: str, heading: str, paragraph: str) -> Passage:
    """Return a paragraph or a table's row below a heading as a passage."""
    if paragraph.startswith("|"):
        cells = [plain_words(cell) for cell in paragraph.strip("|").split("|")]
        first = cells[0]
        text = dotted(*cells)
    else:
        text = plain_words(paragraph)
        first = text
    named = frozenset(folded(name) for name in _EMPHASIS.findall(paragraph))
    return Passage(page, heading, first, text, named)


def find_passages(search: str) -> list[Passage]:
    """Return the passages that contain each word of a search in their text or heading, those with all
    of them in the heading first."""
    words = searchable(search).split()
    if not words:
        return []
    in_heading: list[Passage] = []
    in_text: list[Passage] = []
    for page in guide_pages():
        for passage in page.passages:
            text = searchable(passage.text)
            heading = searchable(passage.heading)
            everything = " ".join([searchable(page.title), heading, text])
            has_any = any(word in text for word in words)
            has_all = all(word in everything for word in words)
            if not has_any or not has_all:
                continue
            if all(word in heading for word in words):
                in_heading.append(passage)
            else:
                in_text.append(passage)
    return (in_heading + in_text)[:MOST_PASSAGES]


def find_passage_naming(names: Iterable[str], page_name: str) -> Passage | None:
    """Return the first passage that names one of these controls, in English or translated: on this
    page, else on another one."""
    pages = [page for page in guide_pages() if page.name != NEWS]
    pages.sort(key=lambda page: page.name != page_name)
    for name in names:
        folded_name = folded(name)
        spellings = {folded_name} | _names_in_both_languages(code()).get(folded_name, set())
        long_enough = {spelling for spelling in spellings if len(spelling) >= LEAST_LETTERS}
        for page in pages:
            for passage in page.passages:
                if not long_enough.isdisjoint(passage.named):
                    return passage
    return None


#: The size of text at 100 %, in pixels.
TEXT_SIZE = 17
#: The letters at the beginning by which a paragraph is found.
BEGINNING_LETTERS = 60
#: The tokens of the theme for the colours in the style sheet.
SCREEN_TOKENS = {"text": "text", "strong": "accent_text", "line": "line"}
#: The colours in the style sheet on paper.
PAPER_COLOURS = {"text": "#000000", "strong": "#000000", "line": "#888888"}


class GuideLook:
    """The fonts, sizes and colours of the guide, on the screen or on paper."""

    def __init__(self, theme: Theme, scale: float, *, paper: bool = False) -> None:
        """Use the look of a theme; `scale` is 1 at 100 %."""
        self.scale = scale
        self.font = QFont(theme.body)
        self.font.setPixelSize(self.pixels(TEXT_SIZE))
        #: What stands for the words in the style sheet's template.
        self._values: dict[str, str] = {"heading": theme.heading}
        if paper:
            self._values |= PAPER_COLOURS
        else:
            for name, token in SCREEN_TOKENS.items():
                self._values[name] = theme.colour(token).name()

    def pixels(self, size: float) -> int:
        """Return a length in pixels."""
        return max(1, round(size * self.scale))

    def sheet(self) -> str:
        """Return the style sheet."""
        template = (paths.resources() / "style" / "guide.css").read_text(encoding="utf-8")
        with_lengths = re.sub(r"@px(\d+)", lambda size: f"{self.pixels(int(size[1]))}px", template)
        return re.sub(r"@(\w+)", lambda word: self._values[word[1]], with_lengths)


#: A style in the HTML that Qt makes of a page.
_STYLE = re.compile(r' style="(?P<style>[^"]*)"')
#: The beginning of a picture.
_PICTURE = re.compile(r"<p><img ")
#: The beginning of a table.
_TABLE = re.compile(r'<table border="1" cellpadding="\d+"')
#: A paragraph or list below code or a table.
_BELOW_CODE_OR_TABLE = re.compile(r"(</pre>|</table>)\n<(p|ul|ol)\b")
#: The room around the text in a table's cells, at 100 %.
CELL_PADDING = 5
#: The indent of lists, in pixels at 100 %.
LIST_INDENT = 26


def set_page(document: QTextDocument, page: GuidePage, look: GuideLook, width: float) -> None:
    """Write a page into a document, with pictures of this width in pixels."""
    markdown_document = QTextDocument()
    markdown_document.setMarkdown(page.text)
    padding = look.pixels(CELL_PADDING)
    html = _STYLE.sub(_replace_style, markdown_document.toHtml())
    html = _PICTURE.sub(f'<p class="drawn"><img width="{round(width)}" ', html)
    html = _TABLE.sub(f'<table border="1" width="100%" cellpadding="{padding}"', html)
    html = _BELOW_CODE_OR_TABLE.sub(r'\1\n<\2 class="after"', html)
    document.setDefaultFont(look.font)
    document.setIndentWidth(LIST_INDENT * look.scale)
    document.setBaseUrl(QUrl.fromLocalFile(f"{page.folder}/"))
    document.setDefaultStyleSheet(look.sheet())
    document.setHtml(html)


def _replace_style(attribute: re.Match[str]) -> str:
    """Return the class of our style sheet that replaces one of Qt's styles, '' for none."""
    style = attribute["style"]
    if "paragraph-type:empty" in style:
        return attribute[0]
    if "monospace" in style:
        return ' class="code"'
    if "font-size" in style:  # a heading
        return ""
    is_emphasis = "italic" in style or "font-weight:700" in style
    return ' class="named"' if is_emphasis else ""


#: The margin around a page on the screen, at 100 %.
PAGE_MARGIN = 18
#: The distance below the top of the view at which the topmost paragraph is looked for, at 100 %.
TOP_PROBE = 16
#: The least scrolled distance at which the top of the page is no longer in sight, at 100 %.
TOP_SCROLL = 20
#: The room above a paragraph that is brought to the top, at 100 %.
ROOM_ABOVE = 12
#: The greatest width of pictures, at 100 %.
MOST_PICTURE_WIDTH = 700
#: The least width of pictures, in pixels.
LEAST_PICTURE_WIDTH = 200
#: The room beside pictures, for margins and scroll bar, at 100 %.
ROOM_BESIDE_PICTURE = 72


class Reader(QTextBrowser):
    """Shows a page of the guide; opens nothing that isn't part of the program."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "reader")
        self.setAccessibleName(_("Guide"))
        self.setOpenLinks(False)
        self._theme = theme
        self.page: GuidePage | None = None
        #: The width of the pictures as they are shown.
        self._width_shown = 0

    def show_page(self, page: GuidePage) -> None:
        """Show a page from its top."""
        self.page = page
        self._width_shown = self._picture_width()
        look = GuideLook(self._theme, self._theme.percent / 100)
        set_page(self.document(), page, look, self._width_shown)
        self.document().setDocumentMargin(self._theme.pixels(PAGE_MARGIN))
        self.setExtraSelections([])
        self.setTextCursor(QTextCursor(self.document()))
        self.verticalScrollBar().setValue(0)

    def lay_out_again(self) -> None:
        """Lay out the page again with the same paragraph at the top."""
        if self.page is None:
            return
        top_number = self._topmost_block()
        marked_block = self.textCursor().block() if self.extraSelections() else QTextBlock()
        marked_number = marked_block.blockNumber()
        self.show_page(self.page)
        if marked_number > 0:
            self._mark(self.document().findBlockByNumber(marked_number))
        if top_number > 0:
            self._bring_up(self.document().findBlockByNumber(top_number))

    def _topmost_block(self) -> int:
        """Return the number of the paragraph at the top, 0 near the top of the page."""
        if self.verticalScrollBar().value() <= self._theme.pixels(TOP_SCROLL):
            return 0
        near_top = QPoint(8, self._theme.pixels(TOP_PROBE))
        return self.cursorForPosition(near_top).block().blockNumber()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the pictures to the width."""
        was_at_top = self.verticalScrollBar().value() <= 0
        super().resizeEvent(event)
        if self._width_shown != self._picture_width():
            self.lay_out_again()
        if was_at_top:  # Qt has scrolled to the cursor, below the margin
            self.verticalScrollBar().setValue(0)

    def _picture_width(self) -> int:
        room = self.width() - self._theme.pixels(ROOM_BESIDE_PICTURE)
        return min(self._theme.pixels(MOST_PICTURE_WIDTH), max(LEAST_PICTURE_WIDTH, room))

    def _bring_up(self, block: QTextBlock) -> None:
        """Scroll a paragraph to the top."""
        block_top = self.document().documentLayout().blockBoundingRect(block).top()
        self.verticalScrollBar().setValue(round(block_top) - self._theme.pixels(ROOM_ABOVE))

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Load only pictures in the guide's own folder."""
        if self.page is None:
            return None
        url = QUrl(name)
        path = url.toLocalFile() or url.path()
        file = (self.page.folder / path).resolve()
        picture_folder = (self.page.folder / "screens").resolve()
        if file.suffix != ".png" or not file.is_relative_to(picture_folder):
            return None
        return super().loadResource(kind, QUrl.fromLocalFile(str(file)))

    def go_to(self, first: str) -> bool:
        """Scroll to the paragraph that begins with these words and mark it; return False if there is
        none."""
        beginning = folded(first)[:BEGINNING_LETTERS]
        if not beginning:
            return False
        block = self.document().begin()
        while block.isValid():
            if folded(block.text())[:BEGINNING_LETTERS] == beginning:
                self._mark(block)
                return True
            block = block.next()
        return False

    def _mark(self, block: QTextBlock) -> None:
        """Mark a paragraph and scroll it to the top."""
        cursor = QTextCursor(block)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        selection = QTextEdit.ExtraSelection()
        selection.cursor = cursor
        selection.format.setBackground(self._theme.colour("select"))
        self.setExtraSelections([selection])
        self.setTextCursor(QTextCursor(block))
        self._bring_up(block)


#: The dots per inch of a printed page.
PRINTED_DPI = 144
#: The margins of a printed page, in millimetres.
MARGIN_MM = 16
#: The dots per inch of a screen, in which sizes are given.
SCREEN_DPI = 96
#: How much smaller text is on paper than on the screen.
PAPER_SCALE = 0.8
#: The usual size of a printed page.
USUAL_SIZE = 1.6
#: The sizes that are tried, from the largest on, for a page that has to fit one sheet.
SHEET_SIZES = (2.0, 1.9, 1.8, 1.7, 1.6, 1.5, 1.4, 1.2, 1.0)


def guide_document(page: GuidePage, theme: Theme) -> PrintedDocument:
    """Return a page of the guide as a PDF; the one that has to fit one sheet is as large as possible."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(PRINTED_DPI)
    writer.setTitle(page.title)
    writer.setPageLayout(_paper_layout())
    if page.name == ONE_PAGE:
        document = _set_on_one_sheet(page, theme, writer)
    else:
        document = _set_on_paper(page, theme, writer, USUAL_SIZE)
    page_count = document.pageCount()
    document.print_(writer)
    del writer  # it ends the file
    buffer.close()
    return PrintedDocument(bytes(data.data()), (), page_count, page.title)


def _paper_layout() -> QPageLayout:
    """Return an upright page of A4 with its margins."""
    size = QPageSize(QPageSize.PageSizeId.A4)
    margins = QMarginsF(MARGIN_MM, MARGIN_MM, MARGIN_MM, MARGIN_MM)
    portrait = QPageLayout.Orientation.Portrait
    return QPageLayout(size, portrait, margins, QPageLayout.Unit.Millimeter)


def _set_on_paper(page: GuidePage, theme: Theme, writer: QPdfWriter, size: float) -> QTextDocument:
    """Return a page of the guide as a document for a writer, in a size."""
    document = QTextDocument()
    document.setDocumentMargin(0)
    document.documentLayout().setPaintDevice(writer)
    scale = size * PRINTED_DPI / SCREEN_DPI * PAPER_SCALE
    set_page(document, page, GuideLook(theme, scale, paper=True), writer.width())
    document.setPageSize(QSizeF(writer.width(), writer.height()))
    return document


def _set_on_one_sheet(page: GuidePage, theme: Theme, writer: QPdfWriter) -> QTextDocument:
    """Return a page in the largest size at which it fits on one sheet, else in the smallest."""
    document = _set_on_paper(page, theme, writer, SHEET_SIZES[0])
    for size in SHEET_SIZES[1:]:
        if document.pageCount() == 1:
            break
        document = _set_on_paper(page, theme, writer, size)
    return document


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
    passage = find_passage_naming([name for name in names if name], route.guide_page)
    if passage is None:
        return GuideRoute(route.guide_page)
    return GuideRoute(passage.page, passage.first)
