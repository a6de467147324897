"""What is kept on the disk between pictures is bounded, and nothing is left lying there."""

from __future__ import annotations

import os
from pathlib import Path

from PIL import Image

from render.paint.caches import EVICT_EVERY, UNFINISHED, DiskCache

DOT = Image.new("RGB", (8, 8), "red")


def test_the_least_recently_read_go_first_when_there_is_too_much(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path, max_bytes=6 * _size(tmp_path))
    for n in range(EVICT_EVERY):
        cache.put(n, DOT)
    for age, file in enumerate(sorted(tmp_path.rglob("*.png"))):
        os.utime(file, (age, age))
    assert cache.get(7) is not None

    cache.put("one more", DOT)

    assert cache.get(7) is not None
    assert len(list(tmp_path.rglob("*.png"))) <= 6


def test_a_file_that_its_writer_never_finished_is_swept_and_one_being_written_is_not(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path)
    cache.folder.mkdir(parents=True)
    dead, alive = cache.folder / "a.4711", cache.folder / "b.4712"
    for part in (dead, alive):
        part.write_bytes(b"half")
    long_ago = alive.stat().st_mtime - UNFINISHED - 60
    os.utime(dead, (long_ago, long_ago))

    cache.put("first", DOT)

    assert [part.exists() for part in (dead, alive)] == [False, True]
    assert cache.get("first") is not None


def _size(folder: Path) -> int:
    """Bytes of one of them on the disk."""
    DiskCache(folder / "one").put("one", DOT)
    (file,) = (folder / "one").rglob("*.png")
    size = file.stat().st_size
    file.unlink()
    return size
