"""Golden pictures on disk, and whether a picture is still the same but for a hair's breadth."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageChops, ImageStat

FOLDER = Path(__file__).resolve().parent
OTHER = 48  # of 255: a pixel that differs by more, in red, green or blue, is another pixel
PIXELS = 24  # other pixels that pass: letters and edges, as another release of Pillow may round them
LEVELS = 0.5  # of 255, the mean over the whole picture that passes: what is faint must not fade away


def golden(name: str) -> Path:
    """Where a golden picture lies."""
    return FOLDER / f"{name}.png"


def keep(name: str, picture: Image.Image) -> int:
    """Write a golden picture; how many bytes it has. There are at most 256 colours in it: nothing is lost."""
    image = picture.quantize(256, dither=Image.Dither.NONE)
    assert image.convert("RGB").tobytes() == picture.tobytes(), name
    image.save(golden(name), optimize=True)
    return golden(name).stat().st_size


def differences(kept: Image.Image, made: Image.Image) -> str:
    """What differs more than it may, in words; "" when the pictures (RGB) are the same."""
    if kept.size != made.size:
        return f"{made.size} pixels instead of {kept.size}"
    red, green, blue = ImageChops.difference(kept, made).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    others, mean = sum(most.histogram()[OTHER + 1 :]), ImageStat.Stat(most).mean[0]
    reasons = [f"{others} other pixels, {PIXELS} may be"] if others > PIXELS else []
    reasons += [f"{mean:.2f} levels apart in the mean, {LEVELS} may be"] if mean > LEVELS else []
    return "; ".join(reasons)


def save_comparison(folder: Path, name: str, kept: Image.Image, made: Image.Image) -> Path:
    """Write both pictures side by side, and their difference made plain; where."""
    size = (max(kept.width, made.width), max(kept.height, made.height))
    sheet = Image.new("RGB", (size[0] * 3 + 20, size[1]), (255, 0, 255))
    both = [Image.new("RGB", size) for _ in (kept, made)]
    for image, picture in zip(both, (kept, made), strict=True):
        image.paste(picture)
    apart = ImageChops.difference(*both).point([min(255, v * 4) for v in range(256)] * 3)
    for place, image in enumerate((*both, apart)):
        sheet.paste(image, (place * (size[0] + 10), 0))
    sheet.save(folder / f"{name}.png")
    return folder / f"{name}.png"
