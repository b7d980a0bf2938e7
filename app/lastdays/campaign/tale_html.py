"""A group or a campaign as one page of HTML that needs nothing else.

No script, no address: its policy forbids both, so that it can be opened, mailed or put on a club's
site. Pictures lie in it as data, pictograms as shapes; everything people typed is escaped.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape

from lastdays import paths
from lastdays.campaign.tale import (
    TaleCampaign,
    TaleChapter,
    TaleFigure,
    TaleGroup,
    TaleMark,
    TaleMember,
    in_one_line,
)
from lastdays.language import _, ngettext, tag
from lastdays.pdf.plot import COLOURS, lay_out, svg_of

_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'"
#: Width and height of a plot, and the size of its text, in pixels.
_PLOT, _PLOT_TEXT = (900, 300), 15
#: The page's own colours, which follow the reader's light or dark theme.
_PLOT_COLOURS = {
    "ground": "var(--panel)", "text": "var(--text)", "faint": "var(--faint)", "line": "var(--line)"
}  # fmt: skip
_PLOT_LINES = tuple(f"var(--line-{n})" for n in range(COLOURS))
_SHAPE = re.compile(r'<path[^>]*? d="([^"<>&]*)"')
_DRAWING = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")


def html(tale: TaleGroup | TaleCampaign) -> bytes:
    """Return a group or campaign as a page."""
    body = _group(tale) if isinstance(tale, TaleGroup) else _campaign(tale)
    style = (paths.resources() / "style" / "told.css").read_text(encoding="utf-8")
    page = (
        "<!DOCTYPE html>\n"
        f'<html lang="{tag()}"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{escape(tale.name)}</title>\n<style>\n{style}</style></head>\n"
        f"<body><main>{''.join(body)}</main>"
        f"<footer>{escape(_('Told by Last Days Campaign Manager'))}</footer></body></html>\n"
    )
    return page.encode("utf-8", "replace")


def _head(name: str, facts: Iterable[str]) -> str:
    said = "".join(f"<li>{escape(fact)}</li>" for fact in facts)
    return f'<header><h1>{escape(name)}</h1><ul class="facts">{said}</ul></header>'


def _section(heading: str, *inside: str, kind: str = "") -> str:
    name = f' class="{kind}"' if kind else ""
    return f"<section{name}><h2>{escape(heading)}</h2>{''.join(inside)}</section>"


def _group(tale: TaleGroup) -> Iterator[str]:
    yield _head(tale.name, tale.facts)
    pictures = tale.pictures
    members = "".join(_member(member, pictures) for member in tale.members)
    yield _section(_("Members"), f'<div class="members">{members}</div>')
    free = ngettext("{n} Empty Space", "{n} Empty Spaces", tale.free_spaces).format(
        n=tale.free_spaces
    )
    yield '<div class="lower">'
    yield _section(tale.refuge, _marks(tale.perks, "perks"), f'<p class="faint">{escape(free)}</p>')
    if tale.stash:
        yield _section(_("Stash"), _marks(tale.stash, "stash"))
    if tale.fallen:
        yield _section(_("In memory"), _list(tale.fallen))
    if tale.notes:
        yield _section(_("Notes"), _words(tale.notes))
    yield "</div>"


def _member(member: TaleMember, pictures: Mapping[str, bytes]) -> str:
    level = _("Level {level} · {n} Experience").format(level=member.level, n=member.experience)
    leads = f' <abbr title="{escape(_("Leader"))}">★</abbr>' if member.leads else ""
    state = f'<p class="harm">{escape(member.state)}</p>' if member.state else ""
    figures = "".join(_figure(figure) for figure in member.figures)
    notes = _words(member.notes) if member.notes else ""
    # A keyword of a pack is a word: only those known here have a colour.
    known = member.keyword_key if member.keyword_key.isalpha() else "neutral"
    return (
        f'<article class="{escape(known)}">{_portrait(member, pictures)}'
        f"<h3>{escape(member.name)}{leads}</h3>"
        f'<p class="faint">{escape(in_one_line((member.type, member.keyword)))}<br>'
        f"{escape(level)}</p>{state}"
        f'<dl class="figures">{figures}</dl>'
        f"{_marks(member.gear, 'gear')}{_marks((*member.injuries, *member.skills), 'chips')}"
        f"{notes}</article>"
    )


def _portrait(member: TaleMember, pictures: Mapping[str, bytes]) -> str:
    picture = pictures.get(member.portrait)
    if not picture:
        return f'<div class="portrait" aria-hidden="true">{escape(member.name[:1].upper())}</div>'
    kind = "png" if picture.startswith(b"\x89PNG") else "jpeg"
    data = b64encode(picture).decode()
    return f'<img class="portrait" alt="" src="data:image/{kind};base64,{data}">'


def _figure(figure: TaleFigure) -> str:
    return (
        f'<div class="{figure.trend}"><dt>{escape(figure.name)}</dt>'
        f"<dd>{escape(figure.text)}</dd></div>"
    )


def _marks(marks: Iterable[TaleMark], kind: str) -> str:
    said = "".join(
        f'<li class="{mark.tone}">{_drawn(mark.drawing)}{escape(mark.text)}</li>' for mark in marks
    )
    return f'<ul class="marks {kind}">{said}</ul>' if said else ""


def _list(entries: Iterable[str]) -> str:
    said = "".join(f"<li>{escape(entry)}</li>" for entry in entries)
    return f"<ul>{said}</ul>" if said else ""


def _words(text: str) -> str:
    return f'<p class="words">{escape(text)}</p>'


def _drawn(drawing: str) -> str:
    """Return a pictogram as a shape; nothing for one there isn't."""
    shape = _shape(drawing) if _DRAWING.fullmatch(drawing) else ""
    if not shape:
        return ""
    return (
        '<svg viewBox="0 0 512 512" aria-hidden="true">'
        f'<path fill="currentColor" d="{escape(shape)}"/></svg>'
    )


@cache
def _shape(drawing: str) -> str:
    try:
        file = paths.resources() / "icons" / f"{drawing}.svg"
        found = _SHAPE.findall(file.read_text(encoding="utf-8"))
    except OSError:
        return ""
    return " ".join(found)


def _campaign(tale: TaleCampaign) -> Iterator[str]:
    yield _head(tale.name, tale.facts)
    if tale.standing:
        heads = "".join(f"<th>{escape(c)}</th>" for c in ("", *tale.columns))
        rows = "".join(
            f"<tr><th>{escape(one.name)}</th>"
            + "".join(f"<td>{escape(cell)}</td>" for cell in one.cells)
            + "</tr>"
            for one in tale.standing
        )
        table = f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        yield _section(_("Standing"), f'<div class="wide">{table}</div>')
    for plot in tale.plots:
        picture = lay_out(plot, *_PLOT, _PLOT_TEXT)
        drawn = svg_of(picture, plot.title, _PLOT_COLOURS, _PLOT_LINES)
        yield _section(plot.title, drawn, kind="plot")
    if tale.chapters:
        yield _section(_("Chronicle"), *(_chapter(c) for c in tale.chapters), kind="chronicle")
    yield '<div class="lower">'
    if tale.records:
        yield _section(_("Records"), _list(tale.records))
    if tale.fallen:
        yield _section(_("In memory"), _list(tale.fallen))
    if tale.notes:
        yield _section(_("Notes"), _words(tale.notes))
    yield "</div>"


def _chapter(chapter: TaleChapter) -> str:
    beneath = f'<p class="faint">{escape(chapter.beneath)}</p>' if chapter.beneath else ""
    told = f"<p>{escape(' '.join(chapter.sentences))}</p>" if chapter.sentences else ""
    own = f'<blockquote class="words">{escape(chapter.own)}</blockquote>' if chapter.own else ""
    return f"<article><h3>{escape(chapter.heading)}</h3>{beneath}{told}{own}</article>"
