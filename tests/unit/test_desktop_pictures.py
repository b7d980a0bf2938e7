"""Pictures from users' files and from documents: every usual format is kept as a small JPEG in sRGB, what
is damaged or too large is refused, and nothing but pixels stays."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageCms

from lastdays.desktop.bounds import OutOfBoundsError, Room, Shape
from lastdays.desktop.pictures import jpeg_of_document, jpeg_of_file
from pictures import jpeg
from sure import as_a

FIXTURES = Path(__file__).parents[1] / "fixtures"
RED = (200, 30, 30)
ROOM = Room(width=600, height=800, size=256 * 1024)


def drawn(form: str, picture: Image.Image | None = None, **more: Any) -> bytes:
    file = io.BytesIO()
    (picture or Image.new("RGB", (64, 48), RED)).save(file, form, **more)
    return file.getvalue()


def middle(kept: bytes) -> tuple[int, ...]:
    """The colour in the middle of a kept JPEG."""
    with Image.open(io.BytesIO(kept)) as opened:
        assert opened.format == "JPEG"
        colour = opened.convert("RGB").getpixel((opened.width // 2, opened.height // 2))
    assert isinstance(colour, tuple)
    return colour


def size_of(kept: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(kept)) as opened:
        return opened.size


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF", "AVIF", "HEIC"])
def test_every_usual_format_is_kept_in_its_colour(form: str) -> None:
    content = (FIXTURES / "red.heic").read_bytes() if form == "HEIC" else drawn(form)
    assert middle(jpeg_of_file(content, ROOM)) == pytest.approx(RED, abs=4)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "PA", "RGBA", "CMYK", "I;16", "F", "YCbCr"])
def test_every_kind_of_pixel_is_kept_grey_as_it_is(mode: str) -> None:
    grey = Image.new("L", (40, 40), 255 if mode == "1" else 100)
    if mode == "I;16":
        picture = Image.new("I;16", (40, 40), 100 * 257)
    elif mode == "PA":
        picture = grey.convert("LA").convert("PA")
    else:
        picture = grey.convert(mode)
    kept = middle(jpeg_of_file(drawn("TIFF", picture), ROOM))
    assert kept == pytest.approx((255,) * 3 if mode == "1" else (100,) * 3, abs=3)


@pytest.mark.parametrize("form", ["PNG", "WEBP", "GIF", "TIFF"])
def test_what_is_transparent_is_white(form: str) -> None:
    clear = Image.new("RGBA", (40, 40), (0, 0, 0, 0))
    assert middle(jpeg_of_file(drawn(form, clear), ROOM)) == (255, 255, 255)


def test_a_picture_lies_as_its_camera_was_held() -> None:
    turned = Image.Exif()
    turned[0x0112] = 6  # the camera's right side was up
    assert size_of(jpeg_of_file(drawn("JPEG", exif=turned), ROOM)) == (48, 64)


def test_a_profile_that_is_damaged_or_of_other_values_is_passed_over() -> None:
    of_grey = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    for profile in (b"no profile", of_grey):
        kept = jpeg_of_file(drawn("PNG", icc_profile=profile), ROOM)
        assert middle(kept) == pytest.approx(RED, abs=3)
        assert profile not in kept


def test_a_picture_of_another_space_is_brought_into_srgb() -> None:
    """Lab has a profile of its own: a red in it is a red in sRGB."""
    red = Image.new("RGB", (40, 40), RED)
    to_lab = ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB"
    )
    lab = ImageCms.applyTransform(red, to_lab)
    assert lab is not None
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    kept = jpeg_of_file(drawn("TIFF", lab, icc_profile=profile), ROOM)
    assert middle(kept) == pytest.approx(RED, abs=4)


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF", "AVIF"])
def test_a_picture_that_is_half_sent_is_refused(form: str) -> None:
    noise = Image.effect_noise((200, 150), 80).convert("RGB")
    content = drawn(form, noise)
    with pytest.raises(OutOfBoundsError):
        jpeg_of_file(content[: len(content) // 2], ROOM)


@pytest.mark.parametrize(
    ("brand", "name"), [(b"heic", "HEIC"), (b"mif1", "HEIC"), (b"avif", "AVIF")]
)
def test_a_format_of_telephones_that_cannot_be_read_is_named(brand: bytes, name: str) -> None:
    head = b"\x00\x00\x00\x18ftyp" + brand + b"\x00\x00\x00\x00" + brand + b"mif1"
    with pytest.raises(OutOfBoundsError, match=f"this {name} picture .* save it as a JPEG"):
        jpeg_of_file(head, ROOM)


def test_only_pixels_are_read() -> None:
    """A drawing in lines may name any file of the machine."""
    drawing = (
        b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
        b"<image href='file:///etc/hostname' width='9' height='9'/></svg>"
    )
    for content in (drawing, b"", b"%PDF-1.4", b"%!PS-Adobe-3.0 EPSF-3.0"):
        with pytest.raises(OutOfBoundsError):
            jpeg_of_file(content, ROOM)


@pytest.mark.parametrize(("width", "height"), [(3000, 200), (200, 3000)])
def test_a_picture_is_cropped_to_a_shape(width: int, height: int) -> None:
    stripe = drawn("PNG", Image.new("RGB", (width, height)))
    kept_width, kept_height = size_of(jpeg_of_file(stripe, ROOM, Shape(narrowest=0.6, widest=1.34)))
    assert 0.55 < kept_width / kept_height < 1.4


@pytest.mark.parametrize("upright", [True, False])
def test_of_a_picture_that_is_too_long_the_middle_stays(upright: bool) -> None:
    """Red in the middle third, green at both ends."""
    size, third = ((300, 1800), (0, 600, 300, 1200))
    if not upright:
        size, third = ((1800, 300), (600, 0, 1200, 300))
    picture = Image.new("RGB", size, (0, 200, 0))
    picture.paste(RED, third)
    kept = jpeg_of_file(drawn("PNG", picture), ROOM, Shape(narrowest=0.6, widest=1.34))
    with Image.open(io.BytesIO(kept)) as opened:
        width, height = opened.size
        corners = [(2, 2), (width - 3, 2), (2, height - 3), (width - 3, height - 3)]
        colours = [as_a(tuple, opened.getpixel(corner)) for corner in corners]
    assert all(abs(colour[0] - RED[0]) < 12 for colour in colours)


def test_too_many_pixels_are_refused_before_they_are_decoded() -> None:
    bomb = drawn("PNG", Image.new("1", (9_000, 9_000)))
    assert len(bomb) < 20_000
    with pytest.raises(OutOfBoundsError, match="9000 × 9000 pixels: too large"):
        jpeg_of_file(bomb, ROOM)


def test_a_picture_is_kept_within_its_bytes() -> None:
    noise = Image.effect_noise((600, 800), 120).convert("RGB")
    large = Room(width=600, height=800, size=1_000_000)
    content = drawn("PNG", noise)
    assert len(jpeg_of_file(content, large)) > ROOM.size
    assert len(jpeg_of_file(content, ROOM)) <= ROOM.size


@pytest.mark.parametrize("tail", [b"<script>alert(1)</script>", b"\xff\xd9", b"PK\x03\x04 a zip"])
def test_what_hangs_on_a_picture_of_a_document_is_left_out(tail: bytes) -> None:
    plain = jpeg()
    assert jpeg_of_document(plain, ROOM, 2_000) == plain
    kept = jpeg_of_document(plain + tail, ROOM, 2_000)
    assert tail not in kept[:-2]
    assert kept.endswith(b"\xff\xd9")
    assert not kept.endswith(b"\xff\xd9\xff\xd9")
    assert size_of(kept) == size_of(plain)
