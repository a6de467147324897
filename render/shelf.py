"""Pictures kept on disk from one run to the next: printed maps and counters. All of it may be deleted."""

from __future__ import annotations

import contextlib
import hashlib
import os
from functools import cache
from pathlib import Path

from PIL import Image

ROOM = 256_000_000  # bytes; the files not read for longest go first
TIDY = 50  # files written between two looks at the room taken


class Shelf:
    """A folder of pictures by key. A shelf that cannot be read or written is as good as empty."""

    def __init__(self, folder: Path, room: int = ROOM) -> None:
        self.folder, self.room = folder / edition(), room
        self._written = 0

    def get(self, key: object) -> Image.Image | None:
        """The picture of that key, or None."""
        file = self._file(key)
        try:
            with Image.open(file) as image:
                image.load()
            os.utime(file)
        except (OSError, SyntaxError, ValueError):
            return None
        return image

    def put(self, key: object, image: Image.Image) -> None:
        """Keep a picture; whoever reads meanwhile sees it whole or not at all."""
        file = self._file(key)
        part = file.with_suffix(f".{os.getpid()}")
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            image.save(part, "PNG", compress_level=1)
            part.replace(file)
        self._written += 1
        if self._written % TIDY == 1:
            self._tidy()

    def _file(self, key: object) -> Path:
        return self.folder / f"{hashlib.sha256(repr(key).encode()).hexdigest()[:40]}.png"

    def _tidy(self) -> None:
        """Take away what was not read for longest, and what other editions of the program left."""
        with contextlib.suppress(OSError):
            files = [(f.stat(), f) for f in self.folder.parent.rglob("*.png")]
            taken = sum(stat.st_size for stat, _ in files)
            for stat, file in sorted(files, key=lambda each: each[0].st_mtime):
                if taken <= self.room:
                    return
                file.unlink(missing_ok=True)
                taken -= stat.st_size


@cache
def edition() -> str:
    """A fingerprint of all that draws: program, fonts, palettes. What another edition drew is not used."""
    folder, sum_ = Path(__file__).parent, hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.suffix in (".py", ".ttf", ".otf", ".gpl"):
            sum_.update(file.name.encode() + file.read_bytes())
    return sum_.hexdigest()[:16]
