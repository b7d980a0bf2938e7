"""Which part of a portrait is a face: as much as there is, or what was chosen, within the picture."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from lastdays.campaign.portraits import Face, face_of, part_shown


@pytest.mark.parametrize(
    ("size", "chosen", "shown"),
    [
        ((300, 390), None, (0, 65, 1000)),  # higher than a face: a little above the middle
        ((300, 3900), None, (0, 3574, 1000)),
        ((900, 600), None, (193, 0, 614)),  # wider: from the middle
        ((0, 600), None, (0, 179674, 1000)),
        ((300, 390), (100, 200, 300), (100, 200, 300)),
        ((300, 390), (950, 1290, 300), (700, 975, 300)),  # back into the picture
        ((300, 390), (-5, -9, 99), (0, 0, 100)),  # no smaller than the least
        ((300, 390), (0, 0, 1001), (0, 0, 1000)),
        ((900, 600), (500, 10, 900), (386, 0, 614)),
        ((5000, 100), (500, 10, 900), (500, 0, 18)),  # lower than the least is high
    ],
)
def test_the_part_that_is_shown(size: tuple[int, int], chosen: Face | None, shown: Face) -> None:
    assert part_shown(size, chosen) == shown


def shades(picture: bytes) -> tuple[tuple[int, int], list[tuple[int, ...]]]:
    """The size of a picture, and the colours of its upper left and lower right corner."""
    with Image.open(io.BytesIO(picture)) as opened:
        right, low = opened.width - 1, opened.height - 1
        found = [opened.getpixel(at) for at in ((0, 0), (right, low))]
        return opened.size, [tuple(f) for f in found if isinstance(f, tuple)]


def test_the_chosen_part_is_cut_out() -> None:
    across = Image.linear_gradient("L").rotate(90).resize((500, 650))
    down = Image.linear_gradient("L").resize((500, 650))
    made = io.BytesIO()
    Image.merge("RGBA", (across, down, down, down.point(lambda _n: 255))).save(made, "PNG")
    size, (first, last) = shades(face_of(made.getvalue(), (200, 130, 600)))
    assert size == (300, 325)
    assert first == pytest.approx((51, 25, 25), abs=8)
    assert last == pytest.approx((204, 153, 153), abs=8)


@pytest.mark.parametrize("picture", [b"", b"no picture"])
def test_what_cannot_be_read_stays_as_it_is(picture: bytes) -> None:
    assert face_of(picture, (0, 0, 500)) == picture
    assert face_of(picture, None) == picture
