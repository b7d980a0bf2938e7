"""A composed face of a card, drawn."""

from __future__ import annotations

import io

from reportlab.lib.utils import ImageReader

from lastdays.pdf.card_layout import PAD, Face, small_size
from lastdays.pdf.imposition import MM, Layout
from lastdays.pdf.ink import Ink, Pen
from lastdays.pdf.typesetting import LEAST, TextLine, draw_line


def draw_face(pen: Pen, face: Face, layout: Layout, ink: Ink, bleed: float) -> None:
    """Draw a face with its lower left corner at the origin, and `bleed` points beyond its edges."""
    canvas = pen.canvas
    width, height = layout.width * MM, layout.height * MM
    top = height - face.head.height
    if ink.band is not None:
        pen.fill(ink.band)
        canvas.rect(-bleed, top, width + 2 * bleed, face.head.height + bleed, stroke=0, fill=1)
    else:
        pen.stroke(ink.text, 0.8)
        canvas.line(PAD, top, width - PAD, top)
    _draw_head(pen, face, width, height)
    if face.cells:
        _draw_cells(pen, face, width, top, bleed)
    if face.portrait is not None:
        content, x, y, w, h = face.portrait
        canvas.drawImage(ImageReader(io.BytesIO(content)), x, y, w, h)
        pen.stroke(ink.line, 0.5)
        canvas.rect(x, y, w, h, stroke=1, fill=0)
    for flowable, x, y in face.flowables:
        flowable.draw(pen, x, y)
    if face.footer is not None:
        pen.fill(ink.faint)
        draw_line(pen, face.footer, PAD, 4.0, LEAST)
    if not bleed:
        pen.stroke(ink.line, 0.35)
        canvas.rect(0, 0, width, height, stroke=1, fill=0)


def _draw_head(pen: Pen, face: Face, width: float, height: float) -> None:
    ink, head = pen.ink, face.head
    pen.fill(ink.band_text)
    y = height - 3 - head.title_size * 0.86
    for line in head.title:
        draw_line(pen, line, PAD, y, head.title_size)
        y -= head.title_size * 1.08
    if head.subtitle is not None:
        draw_line(pen, head.subtitle, PAD, height - head.height + 4, head.subtitle_size)
    if head.badge is not None:
        size = head.subtitle_size
        x = width - PAD - head.badge.width * size
        draw_line(pen, head.badge, x, height - 3 - size, size)
    if face.labels:
        _draw_labels(pen, face, width, height)


def _draw_labels(pen: Pen, face: Face, width: float, height: float) -> None:
    """Draw the fields of a blank card's head: the name above, the others below, side by side."""
    canvas, ink, head = pen.canvas, pen.ink, face.head
    low = height - head.height + 3.5
    high = low + (head.height - 4) * 0.52
    each = (width - 2 * PAD) / max(1, len(face.labels) - 1)
    for n, label in enumerate(face.labels):
        x, y = (PAD, high) if n == 0 else (PAD + (n - 1) * each, low)
        end = width - PAD if n == 0 else x + each - 4
        pen.fill(ink.band_text)
        draw_line(pen, label, x, y + 1, LEAST)
        pen.stroke(ink.band_text, 0.4)
        canvas.line(x + label.width * LEAST + 3, y, end, y)


def _draw_cells(pen: Pen, face: Face, width: float, top: float, bleed: float) -> None:
    canvas, ink = pen.canvas, pen.ink
    each = (width - 2 * PAD) / len(face.cells)
    low = top - face.cells_height
    if ink.tint is not None:
        pen.fill(ink.tint)
        canvas.rect(-bleed, low, width + 2 * bleed, face.cells_height, stroke=0, fill=1)
    pen.stroke(ink.line, 0.4)
    canvas.line(0 if ink.tint else PAD, low, width if ink.tint else width - PAD, low)
    small = small_size(face.cell_size)
    figures: list[tuple[TextLine, float]] = []
    pen.fill(ink.faint)
    for n, (label, value, before) in enumerate(face.cells):
        middle = PAD + (n + 0.5) * each
        named = max(LEAST, min(small, (each - 3) / label.width)) if label.width else small
        draw_line(pen, label, middle - label.width * named / 2, top - small - 1.0, named)
        wide = value.width * face.cell_size
        total = wide + (before.width * small + 2 if before is not None else 0)
        x = middle - total / 2
        figures.append((value, x))
        if before is not None:
            at = x + wide + 2
            draw_line(pen, before, at, low + 3.4, small)
            pen.stroke(ink.faint, 0.5)
            level = low + 3.4 + small * 0.36
            canvas.line(at - 0.5, level, at + before.width * small + 0.5, level)
        elif value.width == 0:
            pen.stroke(ink.line, 0.5)
            canvas.rect(middle - each * 0.36, low + 2, each * 0.72, face.cell_size, fill=0)
    pen.fill(ink.text)
    for value, x in figures:
        draw_line(pen, value, x, low + 3.4, face.cell_size)
