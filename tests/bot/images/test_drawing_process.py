"""The drawing process draws, recovers when killed, and gives up on what takes too long."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from concurrent.futures import Future
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import scenarios
from bot.core.game import Game
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.images import drawing_process, painting, warm_up
from bot.images.drawing_process import DrawingFailed, DrawingProcess
from bot.images.painting import paint
from bot.images.view_transfer import Parcel, Sender, unpack_view
from bot.images.warm_up import draw_all_maps
from bot.reports.map_picture import caption, picture
from bot.runtime.job_process import JobProcess
from bot.ui.page import Picture
from engine import referee
from engine.events import Noted
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.state import State
from engine.systems import find
from engine.view import look
from render import BOX
from render.layers import LAYER_NAMES
from render.map import map_image
from render.page import map_window
from render.page.framing import framed
from render.page.legend_swatches import swatch
from render.paint import caches
from render.paint.theme import THEMES
from tests.crash.processes import children, wait_for_exit
from tests.patience import PATIENCE


@pytest.fixture
def a_picture() -> Picture:
    scenario = scenarios.load("tutorial")
    system = find(scenario.system)
    state = replay(State(), referee.start(system, scenario, SeededDice(b"a")))
    game = Game(record=None, scenario=scenario, system=system, state=state)  # type: ignore[arg-type]
    return picture(Names(catalogue_for(), game))


@pytest.fixture
async def painter() -> Any:
    made = DrawingProcess()
    yield made
    await made.close()


@pytest.mark.long
async def test_a_picture_is_drawn_elsewhere(painter: DrawingProcess, a_picture: Picture) -> None:
    png = await painter.draw(a_picture)

    assert png.startswith(b"\x89PNG")
    assert painter._pid not in (0, os.getpid())


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
async def test_a_process_that_has_grown_is_replaced_between_two_pictures(
    painter: DrawingProcess, a_picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing_process, "FEWEST", 2)
    before = await painter.draw(a_picture)
    first = painter._pid
    await painter.draw(a_picture)
    as_small_as_ever = painter._pid

    monkeypatch.setattr(drawing_process, "ROOM", -(2**40))
    await painter.draw(a_picture)
    after = await painter.draw(a_picture)

    assert as_small_as_ever == first
    assert painter._pid not in (0, first)
    assert painter._pid in children(os.getpid())
    assert first not in children(os.getpid())
    assert after == before


@pytest.mark.long
async def test_the_memory_for_pictures_is_the_one_that_the_host_set(a_picture: Picture) -> None:
    small = DrawingProcess(memory=2_000_000)
    await small.draw(a_picture)
    taken = await small._run(caches.held)
    budget = await small._run(eval, "__import__('render.paint.caches').paint.caches._budget")
    await small.close()

    assert budget == 2_000_000
    assert taken <= 6_000_000  # a page, and a map, may each be larger than their share


@pytest.mark.long
async def test_the_drawing_process_loads_neither_discord_nor_the_database(a_picture: Picture) -> None:
    painter = DrawingProcess()
    await painter.draw(a_picture)
    names = await painter._run(eval, "[*__import__('sys').modules]")
    await painter.close()

    loaded = {name.partition(".")[0] for name in names}
    assert not loaded & {"discord", "aiohttp", "sqlalchemy", "storage", "alembic", "scenarios", "sandbox"}
    assert {"render", "PIL"} <= loaded


@pytest.mark.long
@pytest.mark.fault(76)
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
async def test_a_killed_painter_is_replaced(painter: DrawingProcess, a_picture: Picture) -> None:
    await painter.warm_up()
    before = painter._pid
    os.kill(before, signal.SIGKILL)

    png = await painter.draw(a_picture)

    assert png.startswith(b"\x89PNG")
    assert painter._pid != before


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="niceness of POSIX")
async def test_answers_go_before_pictures_where_there_is_one_processor(painter: DrawingProcess) -> None:
    await painter.warm_up()

    assert os.getpriority(os.PRIO_PROCESS, painter._pid) == min(19, os.nice(0) + painting.NICENESS)


@pytest.mark.long
async def test_a_bot_that_is_stopped_while_the_process_starts_stops_quietly(painter: DrawingProcess) -> None:
    starting = asyncio.create_task(painter.warm_up())
    while painter._process is None:
        await asyncio.sleep(0)

    await painter.close()

    await starting


@pytest.mark.long
async def test_no_other_process_is_started(painter: DrawingProcess, a_picture: Picture) -> None:
    others = children(os.getpid())

    await painter.draw(a_picture)

    assert children(os.getpid()) - others == {painter._pid}
    assert "multiprocessing.resource_tracker" not in await painter._run(eval, "[*__import__('sys').modules]")


def no_beginning(*args: object) -> None:
    """Runs in the painter's process, which cannot begin to work."""
    raise OSError("no memory")


@pytest.mark.long
@pytest.mark.fault(76)
async def test_a_process_that_ends_each_time_is_replaced_until_one_works(
    painter: DrawingProcess, a_picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing_process, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(drawing_process, "begin", no_beginning)
    for _ in range(2):
        with pytest.raises(DrawingFailed):
            await painter.draw(a_picture)
    assert painter._ends == 4
    monkeypatch.undo()

    assert (await painter.draw(a_picture)).startswith(b"\x89PNG")
    assert painter._ends == 0


def test_the_pauses_between_processes_grow_to_a_bound() -> None:
    assert [drawing_process.pause_after(ends) for ends in range(9)] == [0, 0, 0, 0.5, 1, 2, 4, 8, 10]


@pytest.mark.fault(76)
async def test_a_bot_that_stops_does_not_wait_for_the_next_process(
    painter: DrawingProcess, a_picture: Picture
) -> None:
    painter._ends = 40
    drawing = asyncio.create_task(painter.draw(a_picture))
    await asyncio.sleep(0)

    await painter.close()

    with pytest.raises(DrawingFailed):
        async with asyncio.timeout(PATIENCE):
            await drawing


@pytest.mark.long
@pytest.mark.fault(76)
async def test_a_picture_that_takes_too_long_is_given_up(painter: DrawingProcess, a_picture: Picture) -> None:
    await painter.warm_up()
    painter._patience = 0.0001

    with pytest.raises(DrawingFailed):
        await asyncio.wait_for(painter.draw(a_picture), PATIENCE)


@pytest.mark.long
@pytest.mark.promise(3)
async def test_maps_are_printed_in_all_themes_before_anybody_asks_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = DrawingProcess(cache=tmp_path)
    try:
        async with asyncio.timeout(PATIENCE):
            await draw_all_maps(made, ("tutorial",))
    finally:
        await made.close()
    whole = warm_up._printed("tutorial")
    middle = frozenset(sorted(whole.view.grid)[40:42])

    caches.clear_memory()
    monkeypatch.setattr(painting, "_shelf", tmp_path)
    monkeypatch.setattr(map_image, "draw_map", None)  # whatever is not in the folder would be drawn by it
    monkeypatch.setattr(map_window, "cut", None)  # or reduced by this
    ready = (whole, replace(whole, crop=middle), replace(whole, full=True))
    for theme, wanted in product(THEMES, ready):
        assert paint(Sender().wrap(replace(wanted, theme=theme))).startswith(b"\x89PNG")


async def test_maps_that_were_to_be_printed_when_the_bot_stops_are_no_trouble(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    made = DrawingProcess(cache=tmp_path)
    await made.close()

    await draw_all_maps(made, ("tutorial", "ormes"))

    assert not caplog.records


def test_a_corner_of_a_large_map_is_drawn_with_the_small_map_in_it() -> None:
    whole = warm_up._printed("ormes")

    layout = framed(whole.view, whole.caption, warm_up.corner(whole), BOX, frozenset(LAYER_NAMES))

    assert layout.inset is not None


def spent(parcel: Parcel) -> bytes:
    """Runs in the painter's process: a picture for which there is not memory enough."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (1 << 29, before[1]))
    try:
        return bytes(1 << 30)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.mark.long
@pytest.mark.fault(76)
@pytest.mark.skipif(os.name == "nt", reason="limits of POSIX")
async def test_a_picture_too_large_for_the_memory_is_given_up_and_the_next_one_drawn(
    painter: DrawingProcess, a_picture: Picture
) -> None:
    painter._job = spent
    with pytest.raises(DrawingFailed):
        await painter.draw(a_picture)
    painter._job = paint

    assert (await painter.draw(a_picture)).startswith(b"\x89PNG")


def name_of(parcel: Parcel) -> bytes:
    """Runs in the painter's process: a picture by its words, of a map that has arrived."""
    assert unpack_view(parcel).view.hexes
    return parcel.picture.alt.encode()


def numbered(picture: Picture, number: int) -> Picture:
    """A picture of a map of its own."""
    hexes = dict(picture.view.hexes)
    hexes["0101"] = replace(hexes["0101"], level=number)
    return replace(picture, alt=str(number), view=replace(picture.view, hexes=hexes))


@pytest.mark.long
async def test_a_picture_cancelled_at_any_moment_delays_no_other(
    painter: DrawingProcess, a_picture: Picture
) -> None:
    painter._job = name_of
    await painter.warm_up()
    for steps in range(40):
        gone = asyncio.create_task(painter.draw(numbered(a_picture, 2 * steps)))
        waiting = asyncio.create_task(painter.draw(numbered(a_picture, 2 * steps)))
        for _ in range(steps):
            await asyncio.sleep(0)
        gone.cancel()

        async with asyncio.timeout(PATIENCE):
            same, other = await asyncio.gather(waiting, painter.draw(numbered(a_picture, 2 * steps + 1)))
        assert (same, other) == (str(2 * steps).encode(), str(2 * steps + 1).encode())
        await asyncio.gather(gone, return_exceptions=True)
    assert not painter.busy


@pytest.mark.long
async def test_a_cancellation_that_comes_with_the_picture_is_not_lost(
    painter: DrawingProcess, a_picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    painter._job = name_of
    await painter.warm_up()
    result: Future[bytes] = Future()
    monkeypatch.setattr(JobProcess, "call", lambda process, job, *args: result)
    drawing = asyncio.create_task(painter.draw(a_picture))
    for _ in range(20):
        await asyncio.sleep(0)

    result.set_result(b"")
    asyncio.get_running_loop().call_soon(drawing.cancel)
    await asyncio.wait([drawing], timeout=PATIENCE)

    assert drawing.cancelled()


@pytest.mark.long
@pytest.mark.fault(76)
async def test_a_process_that_never_begins_is_ended(
    a_picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing_process, "begin", stuck)
    others = children(os.getpid())
    made = DrawingProcess(patience=0.2)

    with pytest.raises(DrawingFailed):
        await made.draw(a_picture)

    await wait_for_exit(children(os.getpid()) - others)


def stuck(parent: int, cache: Path | None) -> None:
    """Runs in the painter's process: it never gets to work."""
    time.sleep(30)


def test_the_legend_tells_contacts_from_fire() -> None:
    scenario = scenarios.load("takase")
    system = find(scenario.system)
    state = replay(State(), referee.start(system, scenario, SeededDice(b"a")))
    game = Game(record=None, scenario=scenario, system=system, state=state)  # type: ignore[arg-type]
    where = {"source": "0705", "place": "0805"}
    recent = [
        Noted(kind="contact", facts=where),
        Noted(kind="shot", facts={**where, "how": "kill_zone"}),
    ]

    legend = caption(Names(catalogue_for(), game), look(system, scenario, state, recent=recent)).legend

    assert legend["shot/contact"] == "Contact"
    assert legend["shot/kill_zone"] == "Kill Zone fire"
    drawn = [swatch(key, ("red", "blue"), (60, 36), "light") for key in ("shot/contact", "shot/kill_zone")]
    assert drawn[0] is not None
    assert drawn[0] != drawn[1]


def test_the_text_says_the_same_as_the_picture(a_picture: Picture) -> None:
    assert len(a_picture.alt) <= 1024
    assert all(
        name in a_picture.alt for name in ("First orders", "guard 0207 8/5", "Saules", "Blue, 0 points")
    )
