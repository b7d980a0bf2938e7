"""Cards on paper, against the same strings and boxes on a bare canvas."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ClassVar

from clock import Took, clocked
from msgspec.structs import replace
from reportlab.pdfgen.canvas import Canvas

from lastdays.campaign.printing.card_content import character_card
from lastdays.model.group import Group, Item, RefugeState, Skill
from lastdays.model.recruiting import Recruit, make_member
from lastdays.model.switches import Switches
from lastdays.pdf import document
from lastdays.pdf.canvas import PaperCanvas
from lastdays.pdf.content import CharacterCard, PrintOptions
from lastdays.rulebook import load

#: What puts ink on a page, and where; colours and widths of lines are left out of the floor.
DRAWN = ("drawString", "rect", "roundRect", "circle", "line", "setFont", "setPageSize", "showPage")
PLACED = ("saveState", "restoreState", "translate", "rotate", "path", "stamp")


def cards(count: int) -> Iterator[CharacterCard]:
    """So many cards, no two the same, of all types of Character and with all skills."""
    book = load()
    kinds, skills, gear = list(book.characters), list(book.skills), list(book.all_gear())
    group = Group("g", "Zeke's Truckers", RefugeState("farm-house"))
    for n in range(count):
        member = make_member(Recruit(kinds[n % len(kinds)], f"Member {n}"), book, f"m{n}")
        member = replace(
            member,
            skills=(*member.skills, *(Skill(skills[(n + k) % len(skills)]) for k in range(3))),
            gear=tuple(Item(f"i{n}-{k}", gear[(n * 3 + k) % len(gear)].key) for k in range(3)),
            notes=f"Seen at the mall {n} times.",
        )
        yield character_card(member, group, book, Switches())


class Recorder(PaperCanvas):
    """A canvas that remembers what was drawn on it."""

    drawn: ClassVar[list[tuple[str, tuple[Any, ...], dict[str, Any]]]] = []


class BareCanvas(Canvas):  # type: ignore[misc]
    """ReportLab's canvas, with the few words of ours said in its own."""

    def path(self, code: str) -> None:
        self._code.append(code)

    def stamp(
        self,
        key: Any,
        box: tuple[float, float, float, float],
        draw: Callable[[], str],
        place: tuple[float, float, float, float],
    ) -> None:
        name = repr(key)
        if not self.hasForm(name):
            self.beginForm(name, *box)
            self._code.append(draw())
            self.endForm()
        across, up, x, y = place
        self.saveState()
        self.transform(across, 0, 0, up, x, y)
        self.doForm(name)
        self.restoreState()


def _recorded(name: str) -> Callable[..., Any]:
    plain = getattr(PaperCanvas, name)

    def call(self: Recorder, *given: Any, **named: Any) -> Any:
        self.drawn.append((name, given, named))
        return plain(self, *given, **named)

    return call


for _name in (*DRAWN, *PLACED):
    setattr(Recorder, _name, _recorded(_name))


def thousand_cards() -> tuple[Callable[[], Took], Callable[[], Took]]:
    """Measures 1,000 cards, and their strings and boxes on a bare canvas."""
    values = list(cards(1000))
    setting = PrintOptions("poker")
    plain = vars(document)["PaperCanvas"]
    vars(document)["PaperCanvas"] = Recorder
    Recorder.drawn = []
    try:
        made = document.make(values, setting, title="1,000 cards")
    finally:
        vars(document)["PaperCanvas"] = plain
    calls = Recorder.drawn
    assert made.pages > 200

    def ours() -> None:
        document.make(values, setting, title="1,000 cards")

    def floor() -> None:
        canvas = BareCanvas(io.BytesIO(), invariant=1, pageCompression=1)
        for name, given, named in calls:
            getattr(canvas, name)(*given, **named)
        canvas.save()

    return partial(clocked, ours), partial(clocked, floor)
