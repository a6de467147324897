"""Caches in memory, bounded in bytes, all of them together by one budget; and images on disk, from one run to
the next.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cache, wraps
from pathlib import Path
from typing import Any, Generic, TypeVar

from PIL import Image

from render.paint.png import decode_image, encode_image

BUDGET = 20_000_000
"""Bytes that all caches in memory may hold together, where nothing else is said."""
MAX_BYTES = 256_000_000  # on disk; the least recently read files are deleted first
EVICT_EVERY = 50  # files written between two evictions
UNFINISHED = 3600  # seconds after which a file that is still being written never will be finished
OF_AN_IMAGE = 900  # bytes that an image takes beside its pixels, its palette included
OF_AN_ENTRY = 250  # bytes that an entry takes beside key and value

T = TypeVar("T")
_every: list[MemoryCache[Any]] = []
_budget = BUDGET


class MemoryCache(Generic[T]):
    """Values by key; the least recently used are dropped when together they take more than their `share` of
    the budget. The newest is kept, however large."""

    def __init__(self, share: float) -> None:
        self.share, self.taken = share, 0
        self._entries: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        _every.append(self)

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def most(self) -> int:
        """Bytes that it may hold."""
        return int(_budget * self.share)

    def get(self, key: Hashable) -> T | None:
        """The value of that key, or None."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        self._entries.move_to_end(key)
        return entry[0]

    def put(self, key: Hashable, value: T, size: int | None = None) -> T:
        """Store a value of so many bytes (None: they are counted), and return it."""
        if size is None:
            size = memory_size((key, value)) + OF_AN_ENTRY
        before = self._entries.pop(key, None)
        self._entries[key] = (value, size)
        self.taken += size - (before[1] if before else 0)
        self.shrink()
        return value

    def shrink(self) -> None:
        """Drop the least recently used values until the rest fits."""
        while self.taken > self.most and len(self._entries) > 1:
            self.taken -= self._entries.popitem(last=False)[1][1]

    def clear(self) -> None:
        """Drop everything."""
        self._entries.clear()
        self.taken = 0


def set_budget(size: int) -> None:
    """Let all caches in memory hold at most so many bytes together."""
    global _budget
    _budget = size
    for each in _every:
        each.shrink()


def shares() -> float:
    """The shares of all caches added up: at most 1."""
    return sum(each.share for each in _every)


def held() -> int:
    """Bytes that all caches in memory hold now."""
    return sum(each.taken for each in _every)


def clear_memory() -> None:
    """Drop everything kept in memory: the next picture is drawn from nothing."""
    for each in _every:
        each.clear()


def kept_in(kept: MemoryCache[Any]) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Remember the results of a function of hashable arguments in a cache, as `lru_cache` does it."""

    def decorate(work: Callable[..., T]) -> Callable[..., T]:
        name = f"{work.__module__}.{work.__qualname__}"

        @wraps(work)
        def remembered(*args: Hashable) -> T:
            key = (name, args)
            value: T | None = kept.get(key)
            return kept.put(key, work(*args)) if value is None else value

        return remembered

    return decorate


def memory_size(thing: object) -> int:
    """About how many bytes a value takes: pixels of images, and what containers hold. Functions and instances
    of other classes count as themselves alone."""
    if isinstance(thing, Image.Image):
        return OF_AN_IMAGE + thing.width * thing.height * (1 if len(thing.getbands()) == 1 else 4)
    size = sys.getsizeof(thing)
    if isinstance(thing, (tuple, list, set, frozenset)):
        return size + sum(map(memory_size, thing))
    if isinstance(thing, dict):
        return size + sum(memory_size(key) + memory_size(value) for key, value in thing.items())
    return size


class DiskCache:
    """A folder of images by key. A folder that cannot be read or written counts as empty."""

    def __init__(self, folder: Path, max_bytes: int = MAX_BYTES) -> None:
        self.folder, self.max_bytes = folder / program_fingerprint(), max_bytes
        self._written = 0

    def get(self, key: object) -> Image.Image | None:
        """The image of that key, or None."""
        file = self._file(key)
        try:
            image = decode_image(file.read_bytes())
            os.utime(file)
        except (OSError, ValueError):
            return None
        return image

    def put(self, key: object, image: Image.Image) -> None:
        """Store an image (P or RGBA); a concurrent reader sees all of it or nothing."""
        file = self._file(key)
        part = file.with_suffix(f".{os.getpid()}")
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            part.write_bytes(encode_image(image))
            part.replace(file)
        self._written += 1
        if self._written % EVICT_EVERY == 1:
            self._evict()

    def _file(self, key: object) -> Path:
        return self.folder / f"{hashlib.sha256(repr(key).encode()).hexdigest()[:40]}.png"

    def _evict(self) -> None:
        """Delete the least recently read files, of other versions too, until the rest fits."""
        with contextlib.suppress(OSError):
            for part in self.folder.parent.rglob("*.*[0-9]"):  # of a process that was killed as it wrote
                if time.time() - part.stat().st_mtime > UNFINISHED:
                    part.unlink(missing_ok=True)
            files = [(f.stat(), f) for f in self.folder.parent.rglob("*.png")]
            taken = sum(stat.st_size for stat, _ in files)
            for stat, file in sorted(files, key=lambda each: each[0].st_mtime):
                if taken <= self.max_bytes:
                    return
                file.unlink(missing_ok=True)
                taken -= stat.st_size


def from_disk(disk_cache: DiskCache | None, key: object, make: Callable[[], Image.Image]) -> Image.Image:
    """The image of that key from a disk cache, if there is one; else made, and stored there."""
    image = disk_cache.get(key) if disk_cache is not None else None
    if image is None:
        image = make()
        if disk_cache is not None:
            disk_cache.put(key, image)
    return image


@cache
def program_fingerprint() -> str:
    """A fingerprint of all that draws: code, fonts, palettes. Images of another version are not used."""
    folder, sum_ = Path(__file__).parents[1], hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.suffix in (".py", ".ttf", ".otf", ".gpl"):
            sum_.update(file.name.encode() + file.read_bytes())
    return sum_.hexdigest()[:16]
