"""How colours look to eyes that lack a kind of cone, and how far apart two of them are."""

from __future__ import annotations

from collections.abc import Iterable

from render.paint.theme import Colour, contrast

# Machado, Oliveira and Fernandes (2009): full severity, applied to linear RGB.
BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
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


def linear(value: float) -> float:
    """The light of a channel from 0 to 255, from 0 to 1."""
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def encoded(light: float) -> int:
    """The channel, from 0 to 255, of a light from 0 to 1; what no screen can show is cut off."""
    light = min(1.0, max(0.0, light))
    return round(255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055))


def seen(colour: Colour, blindness: str) -> Colour:
    """A colour as an eye with that blindness sees it."""
    lights = [linear(c) for c in colour[:3]]
    rows = BLINDNESS[blindness]
    return tuple(encoded(sum(m * v for m, v in zip(row, lights, strict=True))) for row in rows)


def apart(a: Colour, b: Colour, blindness: str) -> float:
    """The contrast, as WCAG 2 counts it, of two colours for such an eye."""
    return contrast(seen(a, blindness), seen(b, blindness))


def median(pixels: Iterable[Colour]) -> Colour:
    """The middle value of each channel."""
    channels = zip(*pixels, strict=True)
    return tuple(sorted(values)[len(values) // 2] for values in channels)
