"""One drawing process for a whole test run, so that its printed maps stay cached."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from bot.images.drawing_process import DrawingProcess
from bot.images.painting import paint


class SharedDrawingProcess(DrawingProcess):
    """The painter, whose process outlives it."""

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

    async def close(self) -> None:
        """Leave the process to the next, unless it has not begun or was made to do strange work."""
        if not self._pid or self._job is not paint:
            await super().close()
        elif self._process is not None:
            self._closing.set()
            self._kept[self._cache] = (self._process, self._pid, self._sender)
            self._process = None
