"""What holds of every web page: it is valid HTML, read in order by a screen reader, and hit by a thumb."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

import html5lib

#: The least width and height of what is pressed, in pixels (WCAG 2.2, 2.5.8).
LEAST_TARGET = 24
#: A rule of the style sheet, that isn't within another.
_RULE = re.compile(r"^(?P<who>[^@{}\n]+) \{(?P<what>[^{}]*)\}", re.MULTILINE)


def faults(files: Mapping[str, bytes]) -> list[str]:
    """Say what is wrong with the pages among some files, each with its page."""
    said = []
    for name, content in files.items():
        if name.endswith(".html"):
            said += [f"{name}: {fault}" for fault in faults_of_page(content)]
        elif name.endswith("style.css"):
            said += [f"{name}: {fault}" for fault in faults_of_style(content.decode())]
    return said


def faults_of_page(content: bytes) -> Iterator[str]:
    """Say what is wrong with a page."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    page: Element = parser.parse(content)
    for (line, column), code, about in parser.errors:
        yield f"not valid in line {line}, column {column}: {code} {about}"
    if not page.get("lang"):
        yield "the language is missing"
    yield from _faults_of_headings(page)
    yield from _faults_of_ids(page)
    yield from _faults_of_names(page)
    yield from _faults_of_tables(page)


def _faults_of_headings(page: Element) -> Iterator[str]:
    """The first heading is the page's only one of the first level, and none skips a level."""
    before = 0
    for element in page.iter():
        level = _level(element)
        if level == 0:
            continue
        if not _text(element):
            yield "a heading is empty"
        if level > before + 1 or (level == 1) != (before == 0):
            yield f"a heading of level {level} after one of level {before}: {_text(element)}"
        before = level


def _level(element: Element) -> int:
    """The level of a heading, 0 of anything else."""
    is_heading = isinstance(element.tag, str) and re.fullmatch("h[1-6]", element.tag)
    return int(element.tag[1]) if is_heading else 0


def _faults_of_ids(page: Element) -> Iterator[str]:
    ids = [key for element in page.iter() if (key := element.get("id"))]
    for key in sorted(set(ids)):
        if ids.count(key) > 1:
            yield f"the id {key} is there {ids.count(key)} times"


def _faults_of_names(page: Element) -> Iterator[str]:
    """Whatever is pressed, looked at or jumped to has a name."""
    names = [nav.get("aria-label", "") for nav in page.iter("nav")]
    if not all(names) or len(set(names)) < len(names):
        yield f"not every nav has a name of its own: {names}"
    for picture in page.iter("img"):
        is_said_beside_it = picture.get("class") == "portrait"
        if picture.get("alt") is None or not (picture.get("alt") or is_said_beside_it):
            yield f"a picture has no text: {picture.get('src')}"
    for link in page.iter("a"):
        if not _text(link) and not any(picture.get("alt") for picture in link.iter("img")):
            yield f"a link has no text: {link.get('href')}"


def _faults_of_tables(page: Element) -> Iterator[str]:
    """Each table has heads, each head a text and a direction, each row as many cells as the heads."""
    for table in page.iter("table"):
        heads = table.findall("thead/tr/th")
        if not heads:
            yield "a table has no heads"
        for head in table.iter("th"):
            if not _text(head) or head.get("scope") not in ("col", "row"):
                yield "a table's head has no text, or no direction"
        for row in table.findall("tbody/tr"):
            width = sum(int(cell.get("colspan", "1")) for cell in row)
            if width != len(heads):
                yield f"a row has {width} cells below {len(heads)} heads: {_text(row)}"


def _text(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def faults_of_style(style: str) -> Iterator[str]:
    """Say what is pressed and may be too small for a thumb, by the style sheet."""
    rules = dict(_RULE.findall(style))
    least = f"{LEAST_TARGET}px"
    for wanted in (f"min-width: {least};", f"min-height: {least};"):
        if wanted not in rules.get("a, summary", ""):
            yield f"links and what unfolds lack {wanted}"
    for who, what in rules.items():
        is_of_links = re.search(r"\ba\b|\bsummary\b", who) and who != "a, summary"
        if is_of_links and re.search(r"min-(width|height)|display: inline;", what):
            yield f"{who} has another least size"
    if "display: inline-block;" not in rules.get("a", ""):
        yield "a link's least size needs it to be a block"
