"""A composed face of a card, drawn."""

from __future__ import annotations

from lastdays.language import _
from lastdays.pdf import shapes
from lastdays.pdf.card_head import PAD, draw_figures, draw_head
from lastdays.pdf.card_layout import Face, GroupBack
from lastdays.pdf.flowables import draw_flowables
from lastdays.pdf.imposition import MM, Layout
from lastdays.pdf.ink import Ink, Pen, of_keyword
from lastdays.pdf.typesetting import LEAST, Span, Type, draw_line


def draw_face(pen: Pen, face: Face, layout: Layout, ink: Ink, bleed: float) -> None:
    """Draw a face with its lower left corner at the origin, and `bleed` points beyond its edges."""
    canvas = pen.canvas
    width, height = layout.width * MM, layout.height * MM
    pen.ink = of_keyword(ink, face.colour)
    tags = canvas.tags
    tags.section(face.head.said)
    draw_head(pen, face.head, width, height, bleed)
    top = height - face.head.height - (1.6 if face.head.rule else 0.0)
    if face.figures is not None:
        tags.part("P")
        if face.figures.beside:
            top = height - (face.head.height - face.figures.height) / 2
        draw_figures(pen, face.figures, width, top, bleed)
    tags.end()
    draw_flowables(pen, face.flowables)
    if face.tally is not None:
        tags.part("Figure", face.tally.said)
        pen.stroke(pen.ink.line, 0.4)
        low = 4.0 + face.tally.height
        canvas.line(PAD, low + 1.0, width - PAD, low + 1.0)
        face.tally.draw(pen, PAD, low)
    if face.footer is not None:
        tags.part("P")
        pen.fill(ink.faint)
        draw_line(pen, face.footer, PAD, 4.5, LEAST)
        pen.stroke(pen.ink.line, 0.35)
        first = PAD + (face.footer.width * LEAST + 4 if face.footer.parts else 0)
        canvas.line(first, 6.7, width - PAD, 6.7)
    tags.artifact()
    if not bleed:
        pen.stroke(ink.line, 0.35)
        canvas.rect(0, 0, width, height, stroke=1, fill=0)
    pen.ink = ink
    tags.end()


def draw_group_back(
    pen: Pen, back: GroupBack, layout: Layout, ink: Ink, bleed: float, type_: Type
) -> None:
    """Draw the back that all cards of a group have: nobody can tell whose card it is."""
    canvas = pen.canvas
    width, height = layout.width * MM, layout.height * MM
    canvas.tags.section(back.group)
    canvas.tags.part("Figure", _("The back of {group}'s cards").format(group=back.group))
    if ink.band is not None:
        pen.fill(ink.band)
        canvas.rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed, stroke=0, fill=1)
    edge = min(width, height) * 0.055
    inner_w, inner_h = width - 2 * edge, height - 2 * edge
    colour = ink.amber if ink.band is not None else ink.text
    canvas.saveState()
    clip = edge + 3
    canvas.path(f"{clip:.2f} {clip:.2f} {width - 2 * clip:.2f} {height - 2 * clip:.2f} re W n")
    pen.forget()
    pen.stroke(ink.faint if ink.band is not None else ink.line, 0.5)
    step = max(7.0, width / 22)
    x = -height
    while x < width:
        canvas.line(x, 0, x + height, height)
        x += step
    canvas.restoreState()
    pen.forget()
    pen.stroke(colour, 1.2)
    shapes.rounded(pen, edge, edge, (inner_w, inner_h), 7.0)
    side = min(width, height) * 0.4
    x, y = (width - side) / 2, height * 0.56 - side / 2
    pen.fill(ink.band or (1.0, 1.0, 1.0))
    pen.stroke(colour, 1.2)
    shapes.ring(pen, x, y, side, filled=True)
    pen.fill(colour)
    shapes.pictogram(pen, back.drawing, x + side * 0.2, y + side * 0.2, side * 0.6)
    size = min(16.0, height * 0.07)
    line = type_.line(Span(" ".join(back.group.split()).upper(), "head"))
    size = max(LEAST, min(size, (inner_w - 16) / line.width)) if line.width else size
    if line.width * size > inner_w - 10:
        line = type_.wrapped((Span(back.group.upper(), "head"),), (inner_w - 16) / size)[0]
    wide, low = line.width * size + 12, y - size * 2.4
    pen.fill(ink.band or (1.0, 1.0, 1.0))
    canvas.rect((width - wide) / 2, low - size * 0.5, wide, size * 1.7, stroke=0, fill=1)
    pen.fill(colour)
    draw_line(pen, line, (width - line.width * size) / 2, low, size)
    canvas.tags.end()
