"""Battles as strangers send them: whole, mangled, and made to hurt."""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from typing import Any

import scenarios
from scenarios.upload_check import FILES


def folder(battle: str) -> dict[str, str]:
    """The files of a shipped battle, by name."""
    return {name: (scenarios.BATTLES / battle / name).read_text(encoding="utf-8") for name in FILES}


def single(battle: str) -> str:
    """A shipped battle in one text."""
    files = folder(battle)
    sheet = "".join(f"  {line}" for line in files["map.yaml"].splitlines(keepends=True))
    return f"{files['scenario.yaml']}\nmap:\n{sheet}\n{files['units.yaml']}"


def zipped(files: Mapping[str, str | bytes], **kept: Any) -> bytes:
    """A zip of these files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", kept.pop("compression", zipfile.ZIP_DEFLATED), **kept) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def entry(name: str, content: bytes = b"x", **fields: Any) -> Callable[[zipfile.ZipFile], None]:
    """Something that puts an entry with strange fields into a zip."""

    def put(archive: zipfile.ZipFile) -> None:
        info = zipfile.ZipInfo(name)
        for field, value in fields.items():
            setattr(info, field, value)
        archive.writestr(info, content)

    return put


def with_entries(*entries: Callable[[zipfile.ZipFile], None], battle: str = "ormes") -> bytes:
    """A good zip with extra strange entries."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in folder(battle).items():
            archive.writestr(name, content)
        for put in entries:
            put(archive)
    return made.getvalue()


def bomb(name: str = "map.yaml", size: int = 100_000_000) -> bytes:
    """A zip of a few hundred kB that unpacks to a thousand times as much, and says so of itself: 10 bytes."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = b"".join(packer.compress(bytes(1_000_000)) for _ in range(size // 1_000_000)) + packer.flush()
    return raw_zip({other: (b"a: 1", None) for other in FILES if other != name} | {name: (packed, 10)})


def raw_zip(entries: Mapping[str, tuple[bytes, int | None]]) -> bytes:
    """A zip written by hand: stored entries, and deflated ones that lie of their size."""
    body, directory = b"", b""
    for name, (content, said) in entries.items():
        method, size = (0, len(content)) if said is None else (8, said)
        common = struct.pack("<HHHHHIIIHH", 20, 0, method, 0, 0x21, zlib.crc32(content), len(content), size,
                             len(name), 0)  # fmt: skip
        directory += b"PK\1\2" + struct.pack("<H", 20) + common
        directory += struct.pack("<HHHII", 0, 0, 0, 0, len(body)) + name.encode()
        body += b"PK\3\4" + common + name.encode() + content
    return (
        body
        + directory
        + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, len(entries), len(entries), len(directory), len(body), 0)
    )


def overlapping() -> bytes:
    """A zip whose three entries are one and the same stretch of the file."""
    good = raw_zip(dict.fromkeys(FILES, (b"a: 1", None)))
    start = good.index(b"PK\1\2")
    made, at = bytearray(good), start
    for _ in FILES:
        made[at + 42 : at + 46] = bytes(4)
        at += 46 + struct.unpack("<H", made[at + 28 : at + 30])[0]
    return bytes(made)


def picture(side: int = 20_000) -> bytes:
    """A PNG of a few kB that would be decoded to hundreds of megabytes."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        )

    rows = zlib.compress(bytes(side + 1) * 200)
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def biggest() -> str:
    """A battle of Morne Plaine in which there is as much of everything as there may be."""
    both = lambda text: {"en": text, "fr": text}  # noqa: E731
    columns, rows = 30, 20
    label = lambda n: f"{n % columns + 1:02d}{n // columns + 1:02d}"  # noqa: E731
    corps = {"blue": [f"BLUE-{n:03d}" for n in range(8)], "orange": [f"ORAN-{n:03d}" for n in range(8)]}
    units = []
    for n in range(60):
        side, at = ("blue", n) if n < 30 else ("orange", n - 30)
        leads = at < len(corps[side])
        values = {"cs": "1", "ma": "6", "radius": "3"} if leads else {"cs": "4", "ma": "3", "mv": "4"}
        place = (
            label(columns * (rows - 2 - 2 * (at // 15)) + 2 * (at % 15)) if side == "blue" else label(2 * at)
        )
        units.append(
            {
                "id": f"{side[:1]}{n:02d}-wwwwwwwwwwww", "side": side, "corps": corps[side][at % 8],
                "kind": "leader" if leads else "infantry", "values": values, "place": place,
                "name": both(f"{n:02d} {'W' * 37}"),
            }
        )  # fmt: skip
    hexes = [label(n) for n in range(columns * rows)]
    battle = {
        "id": "w" * 40,
        "system": "morne_plaine",
        "turns": "99",
        "title": both("W" * 60),
        "intro": both("W" * 900),
        "sides": [{"id": s, "name": both("W" * 40), "corps": c} for s, c in corps.items()],
        "objectives": [
            {
                "id": f"o{n}-{'w' * 17}", "name": both(f"{n}{'W' * 39}"), "scored": "occupied",
                "hexes": " ".join(hexes[n * 24 : (n + 1) * 24]), "points": {"blue": "99", "orange": "99"},
            }
            for n in range(8)
        ],
        "map": {
            "columns": str(columns), "rows": str(rows), "legend": {".": "clear"},
            "terrain": ["." * columns] * rows, "names": dict.fromkeys(hexes[::10], "W" * 30),
        },
        "units": units,
    }  # fmt: skip
    return json.dumps(battle)
