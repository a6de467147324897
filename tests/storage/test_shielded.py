"""Work that runs to its end, even where those who wait for it are cancelled."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

from storage.shielded import shielded


async def begun(work: Any) -> asyncio.Task[Any]:
    task = asyncio.create_task(shielded(work))
    await asyncio.sleep(0)
    return task


async def test_the_work_ends_however_often_the_caller_is_cancelled() -> None:
    go_on, ended = asyncio.Event(), []

    async def work() -> None:
        await go_on.wait()
        ended.append(True)

    task = await begun(work())
    for _ in range(3):
        task.cancel()
        await asyncio.sleep(0)
    still_waits = not task.done()
    go_on.set()

    with pytest.raises(asyncio.CancelledError):
        await task
    assert still_waits
    assert ended


@pytest.mark.long
async def test_the_caller_gets_the_cancellation_and_no_one_is_told_of_the_error_of_the_work() -> None:
    go_on, told = asyncio.Event(), []

    async def work() -> None:
        await go_on.wait()
        raise ValueError

    asyncio.get_running_loop().set_exception_handler(lambda loop, about: told.append(about))
    task = await begun(work())
    task.cancel()
    await asyncio.sleep(0)
    go_on.set()

    with pytest.raises(asyncio.CancelledError):
        await task
    del task
    await asyncio.sleep(0)  # the loop has dropped it, too
    gc.collect()
    assert told == []
