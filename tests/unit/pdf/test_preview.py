"""Pages drawn for the preview."""

from __future__ import annotations

import io
from threading import Thread

from PIL import Image
from pypdfium2 import PdfDocument
from reportlab.pdfgen.canvas import Canvas

from lastdays.pdf.preview import ONE_AT_A_TIME, Picture, PreviewPages, picked, pictures_of
from unit.pdf.reading import printed, zeke


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


def test_strips_of_a_page_are_the_page() -> None:
    pages = PreviewPages(printed(zeke()).pdf)
    for scale in (0.5, 0.77, 1.3):
        whole = pages.picture(0, scale)
        for rows in (100, whole.height, 7 * whole.height):
            strips = [pages.strip(0, scale, top, rows) for top in range(0, whole.height, rows)]
            assert [s.height for s in strips[:-1]] == [rows] * (len(strips) - 1)
            assert sum(s.height for s in strips) == whole.height
            assert {(s.width, s.stride) for s in strips} == {(whole.width, whole.stride)}
            drawn = b"".join(s.pixels for s in strips)
            others = sum(one != other for one, other in zip(drawn, whole.pixels, strict=True))
            assert others < len(drawn) / 50  # letters may lie a hair off
        assert pages.strip(0, scale, whole.height - 1, 9).height == 1
        assert pages.strip(0, scale, whole.height, 9) == Picture(0, 0, 0, b"")
    pages.close()
    assert pages.picture(0, 1) == pages.picture(3, 2) == Picture(0, 0, 0, b"")


def test_a_picture_has_as_many_dots_as_its_paper_is_large() -> None:
    made = printed(zeke(), one_a_page=True, layout="100x150")
    sizes = [Image.open(io.BytesIO(content)).size for _name, content in pictures_of(made, 254)]
    assert sizes == [(1001, 1501)] * 2  # begun ones count


def test_pages_are_picked_in_their_order() -> None:
    made = printed(*(zeke(member=name, name=name) for name in ("Ann", "Bo", "Cy")), one_a_page=True)
    assert picked(made.pdf, range(PreviewPages(made.pdf).count)) is made.pdf
    (cy,) = PdfDocument(picked(made.pdf, [4]))
    assert "Cy" in cy.get_textpage().get_text_range()
    front, other = PdfDocument(picked(made.pdf, [2, 0]))
    assert "Bo" in front.get_textpage().get_text_range()
    assert "Ann" in other.get_textpage().get_text_range()


def test_a_picture_is_called_by_sixty_letters_of_its_card_at_most() -> None:
    made = printed(zeke(name="Zeke" * 30), one_a_page=True)
    names = [name for name, _content in pictures_of(made, 20)]
    assert names[0] == f"1 {'Zeke' * 15}.png"
