"""PNG: of 256 colours, encoded band by band, so that unchanged bands need not be compressed again."""

from __future__ import annotations

import contextlib
import struct
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from PIL import Image

deflater: Any = zlib
LEVEL = 1
with contextlib.suppress(ImportError):  # about twice as fast at the same size
    from zlib_ng import zlib_ng

    deflater, LEVEL = zlib_ng, 2

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KINDS = {"P": 3, "RGB": 2, "RGBA": 6}  # colour types of the format, by Pillow's mode
ADLER = 65521
END = b"\x03\x00"  # an empty last block: what a row of bands lacks


class Band(NamedTuple):
    """Rows of a picture, compressed separately: deflate data that end on a byte, checksum, length."""

    data: bytes
    adler: int
    length: int


def compress_band(rows: bytes) -> Band:
    """Rows of pixels, each behind its filter byte 0, compressed."""
    pressed = deflater.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = pressed.compress(rows) + pressed.flush(zlib.Z_FULL_FLUSH)
    return Band(data, zlib.adler32(rows), len(rows))


def decompress_band(band: Band) -> bytes:
    """The rows of a band."""
    rows: bytes = deflater.decompressobj(-zlib.MAX_WBITS).decompress(band.data)
    return rows


def encode_png(size: tuple[int, int], colours: bytes, bands: Sequence[Band], kind: int = KINDS["P"]) -> bytes:
    """The file: `size` in pixels, `colours` three bytes each (none without a palette), the bands from top to
    bottom; `kind` is the colour type of the format."""
    adler = 1
    for each in bands:
        adler = _adler32_combined(adler, each.adler, each.length)
    head = struct.pack(">IIBBBBB", *size, 8, kind, 0, 0, 0)
    body = b"".join((b"\x78\x01", *(each.data for each in bands), END, struct.pack(">I", adler)))
    palette = (_chunk(b"PLTE", colours),) if colours else ()
    return b"".join((SIGNATURE, _chunk(b"IHDR", head), *palette, _chunk(b"IDAT", body), _chunk(b"IEND", b"")))


def encode_image(image: Image.Image) -> bytes:
    """The file of an image (P, RGB or RGBA)."""
    pixels, wide = image.tobytes(), image.width * len(image.getbands())
    rows = b"".join(b"\0" + pixels[n : n + wide] for n in range(0, len(pixels), wide))
    colours = bytes(image.getpalette() or ()) if image.mode == "P" else b""
    return encode_png(image.size, colours, [compress_band(rows)], KINDS[image.mode])


def decode_image(data: bytes) -> Image.Image:
    """The image of such a file: faster than by Pillow, which expects any PNG. Raises ValueError for another
    file, or a damaged one."""
    chunks, at = dict[bytes, bytes](), len(SIGNATURE)
    try:
        while at < len(data):
            length, name = struct.unpack_from(">I4s", data, at)
            chunks[name] = data[at + 8 : at + 8 + length]
            at += length + 12
        width, height, _, kind, _, _, _ = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
        rows = deflater.decompress(chunks[b"IDAT"])  # with its checksum
        mode = next(mode for mode, number in KINDS.items() if number == kind)
        long = len(mode) * width + 1
        image = Image.frombytes(mode, (width, height), rows[1:] + END, "raw", mode, long, 1)
    except (struct.error, KeyError, StopIteration, deflater.error) as error:
        raise ValueError("not a file of ours") from error
    if mode == "P":
        image.putpalette(chunks[b"PLTE"])
    return image


def _chunk(name: bytes, data: bytes) -> bytes:
    check = zlib.crc32(data, zlib.crc32(name))
    return b"".join((struct.pack(">I", len(data)), name, data, struct.pack(">I", check)))


def _adler32_combined(one: int, other: int, length: int) -> int:
    """The Adler-32 of two texts joined, from that of each and the length of the second."""
    a, b = one & 0xFFFF, one >> 16
    c, d = other & 0xFFFF, other >> 16
    low = (a + c - 1) % ADLER
    high = (b + d + (a - 1) * length) % ADLER
    return high << 16 | low
