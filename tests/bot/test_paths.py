"""The paths that docs/architecture.md shows are those that calls take."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.bot.features.orders.test_step_panel import CHANNEL, fighting, press

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
PACKAGES = ("bot", "notation", "engine", "storage", "render", "scenarios")


def path_on_page(heading: str) -> list[str]:
    """The files of the numbered list under a heading."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\d+\. `([\w/]+\.py)`", section, re.MULTILINE)


class CallRecorder:
    """Records which file calls into which. A coroutine counts when it begins, not when it resumes."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str]] = []
        self._frames: set[FrameType] = set()

    def __call__(self, frame: FrameType, event: str, arg: object) -> None:
        target = self._file(frame)
        if event != "call" or not target or frame in self._frames:
            return
        self._frames.add(frame)
        caller = frame.f_back
        while caller is not None and not self._file(caller):
            caller = caller.f_back
        self.calls.append((self._file(caller) if caller is not None else "", target))

    @staticmethod
    def _file(frame: FrameType) -> str:
        """The file of a frame, from the root of the project; "" outside of it."""
        path = Path(frame.f_code.co_filename)
        if not path.is_relative_to(ROOT) or path.relative_to(ROOT).parts[0] not in PACKAGES:
            return ""
        return path.relative_to(ROOT).as_posix()


@contextmanager
def recorded(monkeypatch: pytest.MonkeyPatch) -> Iterator[CallRecorder]:
    """Record the calls of the event loop and of what it has done in threads."""
    recorder, to_thread = CallRecorder(), asyncio.to_thread

    def in_thread(work: Callable[..., Any], *args: Any, **options: Any) -> Any:
        sys.setprofile(recorder)
        try:
            return work(*args, **options)
        finally:
            sys.setprofile(None)

    async def recorded_to_thread(work: Callable[..., Any], /, *args: Any, **options: Any) -> Any:
        return await to_thread(in_thread, work, *args, **options)

    with monkeypatch.context() as patch:
        patch.setattr(asyncio, "to_thread", recorded_to_thread)
        sys.setprofile(recorder)
        try:
            yield recorder
        finally:
            sys.setprofile(None)


def check(calls: list[tuple[str, str]], path: list[str]) -> None:
    """The files of a path were entered in its order, and none was called from one further down."""
    entered = list(dict.fromkeys(target for _, target in calls if target in path))
    backwards = {
        f"{caller} calls {target}"
        for caller, target in calls
        if caller in path and target in path and path.index(target) < path.index(caller)
    }

    assert entered == path
    assert backwards == set()


@pytest.mark.long
async def test_a_typed_order_takes_the_path_on_the_page(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await fighting(harness)
    await harness.quiet()

    with recorded(monkeypatch) as recorder:
        reply = await anna.slash(CHANNEL, "attack", unit="guard", target="militia")

    assert "**guard (The Guard)** attacks **militia (Saules militia)**" in reply.words
    path = path_on_page("The path of an order")
    assert len(path) <= 12
    check(recorder.calls, path)


@pytest.mark.long
async def test_a_button_takes_its_path(harness: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = await fighting(harness)
    panel = await anna.slash(CHANNEL, "attack", unit="guard")
    await harness.quiet()

    with recorded(monkeypatch) as recorder:
        reply = await press(harness, anna, panel, "Attack militia")

    assert "**guard (The Guard)** attacks **militia (Saules militia)**" in reply.words
    typed = path_on_page("The path of an order")  # what it shares with that: all after the text is read
    shared = typed[typed.index("notation/slash_orders.py") + 1 :]
    check(recorder.calls, [*path_on_page("The path of a button"), *shared])


def test_every_file_and_folder_on_the_page_exists() -> None:
    named = re.findall(r"`((?:bot|notation|engine|render|storage|scenarios|tests)/[\w/]*(?:\.py)?)`", PAGE)

    assert len(named) > 20
    assert [name for name in named if not (ROOT / name).exists()] == []
