"""An empty database with all tables, made once in a process: the migrations take as long as many a test."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from storage.sqlite.opening import create


def empty_database(path: Path) -> Path:
    """Put one there, as the first start leaves it; the same path."""
    return Path(shutil.copyfile(_made(), path))


@cache
def _made() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="empty-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    create(folder / "games.db", "head")
    return folder / "games.db"
