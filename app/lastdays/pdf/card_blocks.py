"""The blocks that only cards have: Experience as a track, Perks as places to build on, a group's
members, and what the pictograms mean."""

from __future__ import annotations

from collections.abc import Sequence

from lastdays.language import _
from lastdays.pdf.content import CharacterCard, PrintedLine
from lastdays.pdf.rows import Fit, Gap, Mark, Row, Words, heading
from lastdays.pdf.tables import state_names
from lastdays.pdf.typesetting import LEAST, TEXT_LEAST, Span, TextLine
from lastdays.rulebook import pictograms


def experience_bar(have: int, cost: int, said: str, fit: Fit) -> list[Row]:
    """Set the Experience that the next Level costs, as boxes with the earned ones filled, and in
    words."""
    s, small = fit.size, max(LEAST, fit.size * 0.85)
    label, words = fit.type_.line("XP", "head"), fit.type_.line(said, "faint")
    left = label.width * s + s * 0.5
    broad = (fit.width - left) / cost
    side = min(s * 1.15, broad)
    boxes = [
        Mark("full" if n < have else "box", left + n * broad, broad - 0.9, side)
        for n in range(cost)
    ]
    below = Words(max(0.0, fit.width - words.width * small), words, small, "faint")
    return [Row(s * 1.5, [[Words(0, label, s)]], boxes, keep=True), Row(small * 1.2, [[below]])]


def legend(card: CharacterCard, fit: Fit) -> list[Row]:
    """Set the signs on a Character card and what they mean, as many in a row as fit."""
    token = pictograms.token
    drawn = [PrintedLine(_("noise"), drawing=token("noise"))]
    drawn += [PrintedLine(name, drawing=token(key)) for key, name in state_names().items()]
    drawn += [*card.one_use, *(PrintedLine(t.name, drawing=t.drawing) for t in card.tally)]
    meanings = [PrintedLine(_("damage")), *(line for line in drawn if line.drawing)]
    size = max(TEXT_LEAST, fit.size * 0.9)
    side = size * 1.15
    lines = [fit.type_.line(meaning.name) for meaning in meanings]
    most = side * 1.25 + max(line.width for line in lines) * size
    columns = max(1, min(3, int((fit.width + size) // (most + size))))
    made = heading(_("Pictograms"), fit)
    for n, (meaning, line) in enumerate(zip(meanings, lines, strict=True)):
        x = n % columns * (fit.width + size) / columns
        if n % columns == 0:
            made.append(Row(size * 1.5, [[]]))
        made[-1].cells[0].append(Words(x + side * 1.25, line, size))
        shape = Mark("picture" if meaning.drawing else "drop", x, side, side, meaning.drawing)
        made[-1].marks.append(shape)
    return made


def member_lines(lines: Sequence[PrintedLine], fit: Fit) -> list[Row]:
    """Set members under a heading, which ends with what their boxes are for."""
    s = fit.size
    made = heading(_("Group members"), fit, _("Out of Action"))
    side, high = s * 0.95, s * fit.leading
    for line in lines:
        spans = [Span(line.name, "strong")] if line.name else []
        spans += [Span(line.text)] if line.text else []
        told = fit.type_.wrapped(spans, (fit.width - side - s * 0.5) / s) or [TextLine()]
        made += [Row(high, [[Words(0, one, s)]], keep=True) for one in told]
        at = told[-1].width * s + 4
        made[-1].keep = False
        made[-1].marks += [
            Mark("dots", at, fit.width - side - 3 - at, s * 0.6),
            Mark("box", fit.width - side, side, side),
        ]
        made.append(Gap(s * 0.2 * fit.gap))
    return made


def slots(
    built_in: Sequence[PrintedLine], built: Sequence[PrintedLine], empty: int, fit: Fit
) -> list[Row]:
    """Set a Refuge's Perks: those built in, those built, and the Empty Spaces left, each with a line
    for the name of what is built there."""
    size, width = max(LEAST, fit.size * 0.9), fit.width
    names = [(line, "accent") for line in built_in] + [(line, "text") for line in built]
    names += [(PrintedLine("", drawing=pictograms.of("perks", "")), "line")] * empty
    rows = -(-len(names) // int(width // (size * 5.6)))
    side, step = size * 4.8 - 3, size * 1.1
    made = []
    for n in range(rows):  # as many in each row as in the next, or one more
        these = names[len(names) * n // rows : len(names) * (n + 1) // rows]
        each = (width - (len(these) - 1) * 4) / len(these)
        told = [
            fit.type_.wrapped((Span(line.name, "strong"),), (each - 4) / size)[:2]
            for line, _tone in these
        ]
        words: list[Words] = []
        marks: list[Mark] = []
        for at, ((line, tone), lines) in enumerate(zip(these, told, strict=True)):
            x = at * (each + 4)
            most = max(map(len, told)) if lines else 1
            picture = min(side - step * most - 6, each * 0.5)
            middle = x + (each - picture) / 2
            marks.append(Mark("slot" if lines else "empty", x, each, side, "", tone, 0))
            if not lines:
                marks.append(Mark("rule", x + 6, each - 12, 0.7, "", "line", side - 6))
            if line.drawing:
                ink = "text" if lines else "line"
                marks.append(Mark("picture", middle, picture, picture, line.drawing, ink, 3))
            for k, one in enumerate(lines, start=1 - len(lines)):
                left = x + (each - one.width * size) / 2
                words.append(Words(left, one, size, down=side - 3 + step * k))
        made.append(Row(side + 3, [words], marks))
    return made
