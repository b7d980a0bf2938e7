"""Pages drawn for the preview."""

from __future__ import annotations

import io
from threading import Thread

from reportlab.pdfgen.canvas import Canvas

from lastdays.pdf.preview import ONE_AT_A_TIME, PreviewPages


def opened() -> PreviewPages:
    file = io.BytesIO()
    canvas = Canvas(file)
    canvas.showPage()
    canvas.save()
    return PreviewPages(file.getvalue())


def test_a_document_let_go_of_waits_for_whoever_draws() -> None:
    held = [opened()]
    document = held[0]._document
    with ONE_AT_A_TIME:
        other = Thread(target=held.clear)
        other.start()
        other.join(0.05)
        assert document.raw is not None  # another thread is at it
    other.join()
    assert document.raw is None
