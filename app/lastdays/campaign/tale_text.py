"""A group or a campaign as text to be pasted into a chat: Markdown, or plain.

Lists, no tables: chats don't draw those. What people typed stays what they typed; in Markdown
nothing of it is markup, and an @ calls nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lastdays.campaign.tale import (
    TaleCampaign,
    TaleFigure,
    TaleGroup,
    TaleMember,
    in_one_line,
    names,
)
from lastdays.language import _, ngettext, titled

#: What means something to Markdown or to a chat, wherever it stands.
_SPECIAL = re.compile(r"([\\`*_\[\]<>|~])")
#: What begins a list, a heading or a quotation where it begins a line.
_BEGINNING = re.compile(r"(?m)^(\s*)([#+>=-]|\d+(?=[.)]))")
#: Breaks a call of somebody's name without being seen.
_NOTHING = "\u200b"


def markdown(tale: TaleGroup | TaleCampaign) -> str:
    """Return a group or campaign as Markdown."""
    return _text(tale, _Markdown())


def plain_text(tale: TaleGroup | TaleCampaign) -> str:
    """Return a group or campaign as plain text."""
    return _text(tale, _Plain())


class _Plain:
    """Marks headings by lines of their own, and lists by dashes."""

    def said(self, text: str) -> str:
        """Return text from people."""
        return text

    def title(self, text: str) -> str:
        return f"{text.upper()}\n"

    def heading(self, text: str) -> str:
        return f"\n{text.upper()}\n"

    def strong(self, text: str) -> str:
        return text

    def entry(self, text: str) -> str:
        return f"- {text}\n"

    def below(self, text: str) -> str:
        return f"  {text}\n"

    def line(self, text: str) -> str:
        return f"{text}\n"

    def quote(self, text: str) -> str:
        return "".join(f"  | {line}\n" for line in text.splitlines())


class _Markdown(_Plain):
    def said(self, text: str) -> str:
        escaped = _SPECIAL.sub(r"\\\1", text).replace("@", f"@{_NOTHING}")
        return _BEGINNING.sub(_escaped_beginning, escaped)

    def title(self, text: str) -> str:
        return f"# {text}\n"

    def heading(self, text: str) -> str:
        return f"\n## {text}\n"

    def strong(self, text: str) -> str:
        return f"**{text}**"

    def line(self, text: str) -> str:
        return f"{text}\n\n"

    def below(self, text: str) -> str:
        return f"  - {text}\n"

    def quote(self, text: str) -> str:
        return "".join(f"> {line}\n" for line in text.splitlines()) + "\n"


def _escaped_beginning(found: re.Match[str]) -> str:
    spaces, mark = found.groups()
    return f"{spaces}{_NOTHING}{mark}" if mark.isdigit() else f"{spaces}\\{mark}"


def _text(tale: TaleGroup | TaleCampaign, form: _Plain) -> str:
    lines = _group(tale, form) if isinstance(tale, TaleGroup) else _campaign(tale, form)
    return re.sub(r"\n{3,}", "\n\n", "".join(lines)).strip() + "\n"


def _group(tale: TaleGroup, form: _Plain) -> Iterator[str]:
    said = form.said
    yield form.title(said(tale.name))
    yield form.line(said(in_one_line(tale.facts)))
    yield form.heading(_("Members"))
    for member in tale.members:
        yield from _member(member, form)
    yield form.heading(_("Refuge"))
    built = names(tale.perks) or _("nothing built yet")
    free = ngettext("{n} Empty Space", "{n} Empty Spaces", tale.free_spaces).format(
        n=tale.free_spaces
    )
    yield form.line(said(titled(tale.refuge, in_one_line((built, free)))))
    if tale.stash:
        yield form.heading(_("Stash"))
        yield form.line(said(names(tale.stash)))
    yield from _remembered(tale.fallen, form)
    if tale.notes:
        yield form.heading(_("Notes"))
        yield form.quote(said(tale.notes))


def _member(member: TaleMember, form: _Plain) -> Iterator[str]:
    said = form.said
    who = [member.type, member.keyword]
    if member.leads:
        who.append(_("Leader"))
    level = _("Level {level}, {n} Experience").format(level=member.level, n=member.experience)
    facts = in_one_line((*who, level, member.state))
    yield form.entry(f"{form.strong(said(member.name))} · {said(facts)}")
    yield form.below(said("  ".join(_figure(f) for f in member.figures)))
    for what, marks in (
        (_("Gear"), member.gear),
        (_("Skills"), member.skills),
        (_("Injuries"), member.injuries),
    ):
        if marks:
            yield form.below(said(_("{what}: {names}").format(what=what, names=names(marks))))
    if member.notes:
        yield form.below(said(" ".join(member.notes.split())))


def _figure(figure: TaleFigure) -> str:
    mark = {"better": "▴", "worse": "▾", "same": ""}[figure.trend]
    return f"{figure.name} {figure.text}{mark}"


def _remembered(fallen: tuple[str, ...], form: _Plain) -> Iterator[str]:
    if fallen:
        yield form.heading(_("In memory"))
        for one in fallen:
            yield form.entry(form.said(one))


def _campaign(tale: TaleCampaign, form: _Plain) -> Iterator[str]:
    said = form.said
    yield form.title(said(tale.name))
    yield form.line(said(in_one_line(tale.facts)))
    if tale.standing:
        yield form.heading(_("Standing"))
        for one in tale.standing:
            cells = (
                titled(column, cell) for column, cell in zip(tale.columns, one.cells, strict=True)
            )
            yield form.entry(f"{form.strong(said(one.name))} · {said(' · '.join(cells))}")
    for chapter in tale.chapters:
        yield form.heading(said(chapter.heading))
        if chapter.beneath:
            yield form.line(said(chapter.beneath))
        if chapter.sentences:
            yield form.line(said(" ".join(chapter.sentences)))
        if chapter.own:
            yield form.quote(said(chapter.own))
    if tale.records:
        yield form.heading(_("Records"))
        for record in tale.records:
            yield form.entry(said(record))
    yield from _remembered(tale.fallen, form)
    if tale.notes:
        yield form.heading(_("Notes"))
        yield form.quote(said(tale.notes))
