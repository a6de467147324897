"""Caches: values in memory, bounded by weight; images on disk, from one run to the next."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections import OrderedDict
from collections.abc import Hashable
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar

from PIL import Image

MAX_BYTES = 256_000_000  # the least recently read files are deleted first
EVICT_EVERY = 50  # files written between two evictions

T = TypeVar("T")


class MemoryCache(Generic[T]):
    """Values by key; the least recently used are dropped when their total weight is too large."""

    def __init__(self, most: int) -> None:
        self.most, self.weight = most, 0
        self._entries: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Hashable) -> T | None:
        """The value of that key, or None."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        self._entries.move_to_end(key)
        return entry[0]

    def put(self, key: Hashable, thing: T, weight: int) -> T:
        """Store a value, and return it."""
        self._entries[key] = (thing, weight)
        self.weight += weight
        while self.weight > self.most and len(self._entries) > 1:
            self.weight -= self._entries.popitem(last=False)[1][1]
        return thing

    def clear(self) -> None:
        """Drop everything."""
        self._entries.clear()
        self.weight = 0


class DiskCache:
    """A folder of images by key. A folder that cannot be read or written counts as empty."""

    def __init__(self, folder: Path, max_bytes: int = MAX_BYTES) -> None:
        self.folder, self.max_bytes = folder / program_fingerprint(), max_bytes
        self._written = 0

    def get(self, key: object) -> Image.Image | None:
        """The image of that key, or None."""
        file = self._file(key)
        try:
            with Image.open(file) as image:
                image.load()
            os.utime(file)
        except (OSError, SyntaxError, ValueError):
            return None
        return image

    def put(self, key: object, image: Image.Image) -> None:
        """Store an image; a concurrent reader sees all of it or nothing."""
        file = self._file(key)
        part = file.with_suffix(f".{os.getpid()}")
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            image.save(part, "PNG", compress_level=1)
            part.replace(file)
        self._written += 1
        if self._written % EVICT_EVERY == 1:
            self._evict()

    def _file(self, key: object) -> Path:
        return self.folder / f"{hashlib.sha256(repr(key).encode()).hexdigest()[:40]}.png"

    def _evict(self) -> None:
        """Delete the least recently read files, of other versions too, until the rest fits."""
        with contextlib.suppress(OSError):
            files = [(f.stat(), f) for f in self.folder.parent.rglob("*.png")]
            taken = sum(stat.st_size for stat, _ in files)
            for stat, file in sorted(files, key=lambda each: each[0].st_mtime):
                if taken <= self.max_bytes:
                    return
                file.unlink(missing_ok=True)
                taken -= stat.st_size


@cache
def program_fingerprint() -> str:
    """A fingerprint of all that draws: code, fonts, palettes. Images of another version are not used."""
    folder, sum_ = Path(__file__).parents[1], hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.suffix in (".py", ".ttf", ".otf", ".gpl"):
            sum_.update(file.name.encode() + file.read_bytes())
    return sum_.hexdigest()[:16]
