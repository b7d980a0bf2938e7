"""How colours are seen by whoever lacks a kind of cone, and how far apart two of them then are;
and how much one stands out from another.

The matrices are those of Machado, Oliveira and Fernandes (2009) for a whole lack, in linear sRGB;
the distance is CIE76 in L*a*b* under D65: about 2 can just be told apart side by side.
"""

from __future__ import annotations

Triple = tuple[float, float, float]

SIGHTS: dict[str, tuple[Triple, Triple, Triple]] = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


def _times(matrix: tuple[Triple, Triple, Triple], colour: Triple) -> Triple:
    one, two, three = (sum(a * b for a, b in zip(line, colour, strict=True)) for line in matrix)
    return one, two, three


def _linear(colour: str) -> Triple:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return red, green, blue


def lab(colour: str, sight: str = "all cones") -> Triple:
    """L*, a*, b* of '#rrggbb' as it is seen."""
    seen = _times(SIGHTS[sight], _linear(colour))
    inside = (min(1.0, max(0.0, seen[0])), min(1.0, max(0.0, seen[1])), min(1.0, max(0.0, seen[2])))
    ratios = [a / b for a, b in zip(_times(_XYZ, inside), _WHITE, strict=True)]
    x, y, z = (r ** (1 / 3) if r > 0.008856 else 7.787 * r + 16 / 116 for r in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: str, other: str, sight: str = "all cones") -> float:
    """How far apart two colours are for such a sight."""
    pairs = zip(lab(one, sight), lab(other, sight), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def _luminance(colour: str) -> float:
    return _times(_XYZ, _linear(colour))[1]


def contrast(one: str, other: str) -> float:
    """How much two colours differ in lightness, as WCAG counts it: from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
