"""The pages of a document as PNG files, each named after what it shows: for print shops."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

from lastdays.language import _
from lastdays.pdf.content import PrintedDocument
from lastdays.pdf.preview import PreviewPages

_NAME_MOST = 60


def pictures_of(made: PrintedDocument, dpi: int) -> Iterator[tuple[str, bytes]]:
    """Draw a document page by page; yield each file's name and its content.

    The same document makes the same bytes.
    """
    # late: 30 ms, Pillow, and pictures are seldom wanted
    from PIL import Image

    pages = PreviewPages(made.pdf)
    try:
        figures = len(str(made.pages))
        for n in range(made.pages):
            drawn = pages.picture(n, dpi / 72)
            size = (drawn.width, drawn.height)
            image = Image.frombytes("RGB", size, drawn.pixels, "raw", "BGRX", drawn.stride)
            file = io.BytesIO()
            image.save(file, "PNG", dpi=(dpi, dpi))
            label = made.labels[n] if n < len(made.labels) else ""
            name = re.sub(r"[^\w\- ]+", "", label).strip()[:_NAME_MOST] or _("page")
            if n in made.backs:
                name = _("{card} back").format(card=name)
            yield f"{n + 1:0{figures}} {name}.png", file.getvalue()
    finally:
        pages.close()
