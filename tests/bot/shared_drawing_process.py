"""One drawing process for a whole test run, so that its printed maps stay cached, and what it has drawn."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

from bot.images.drawing_process import DrawingProcess
from bot.images.drawn_elsewhere import DrawnElsewhere
from bot.images.painting import paint
from bot.ui.page import ChartImage, Picture

_HASHES = DrawnElsewhere(jobs=None)  # type: ignore[arg-type]  # asked for nothing but hashes


class SharedDrawingProcess(DrawingProcess):
    """The painter, whose process outlives it. Hundreds of tests begin the same battles: a picture of what
    was drawn before in this run, by whichever worker, is not drawn again."""

    remembers = True
    """Whether it takes what was drawn before: not in a test that is about the drawing itself."""

    _kept: ClassVar[dict[Path | None, tuple[Any, ...]]] = {}

    def __init__(self, *, cache: Path | None) -> None:
        super().__init__(cache=cache)
        if cache in self._kept:
            self._process, self._pid, self._sender = self._kept.pop(cache)

    @classmethod
    async def begun(cls, *, cache: Path | None) -> SharedDrawingProcess:
        """With a process that is ready: a test may end before a new one would be, which is then not kept."""
        painter = cls(cache=cache)
        await painter._ready()
        return painter

    async def _draw(self, picture: Picture | ChartImage) -> bytes:
        if not self.remembers or self._cache is None or self._job is not paint or not self._pid:
            return await super()._draw(picture)
        key = sha256(_HASHES._key(picture).encode()).hexdigest()
        drawn = self._cache.with_name("drawn-pictures") / key
        if drawn.exists():
            return drawn.read_bytes()
        data = await super()._draw(picture)
        drawn.parent.mkdir(exist_ok=True)
        part = drawn.with_suffix(f".{os.getpid()}")
        part.write_bytes(data)
        part.replace(drawn)  # at once: other workers look for it
        return data

    async def close(self) -> None:
        """Leave the process to the next, unless it has not begun or was made to do strange work."""
        if not self._pid or self._job is not paint:
            await super().close()
        elif self._process is not None:
            self._closing.set()
            self._kept[self._cache] = (self._process, self._pid, self._sender)
            self._process = None
