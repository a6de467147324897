"""Replays in Debian's chromium: what is on the map and where, keys, fingers, links, reading aloud."""

from __future__ import annotations

import contextlib
import io
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from PIL import Image, ImageChops, ImageStat

import render
from bot.features.replay.service import symbols_of
from render import picture
from render.counters.stacking import counter_centres
from render.paint.canvas import Canvas
from render.paint.strokes import paint
from render.paint.theme import THEMES
from render.replay.scenes import map_layout
from tests.bot.features.replay.sample_replays import BATTLES, EVIL, sample_game, sample_moments, sample_replay
from tests.long_forms import long_but

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
PANEL, HEADER = 352, 62
"""Points beside and above the map on a wide window."""

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium here"),
    pytest.mark.xdist_group("browser"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.asyncio(loop_scope="module"),
]
playwright = pytest.importorskip("playwright.async_api", reason="no playwright here")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Any]:
    async with playwright.async_playwright() as driver:
        chromium = await driver.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield chromium
        await chromium.close()


@contextlib.asynccontextmanager
async def opened_page(
    browser: Any,
    folder: Path,
    battle: str = "ormes",
    link: str = "",
    size: tuple[int, int] = (1280, 800),
    **options: Any,
) -> AsyncIterator[Any]:
    """The replay of a battle in a window; an error of the page, a dialogue or a request fails the test."""
    file = folder / f"{battle}.html"
    file.write_bytes(sample_replay(battle))
    width, height = size
    context = await browser.new_context(viewport={"width": width, "height": height}, **options)
    page = await context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("dialog", lambda dialog: wrong.append(dialog.message))
    page.on("request", lambda request: wrong.append(request.url[:60]) if "file:" not in request.url else None)
    await page.goto(f"file://{file}{link}")
    await page.wait_for_selector("canvas[data-drawn]")
    yield page
    await context.close()
    assert [each for each in wrong if not each.startswith("data:")] == []


async def shown(page: Any) -> int:
    """The number of the moment on the map, from 1."""
    count = await page.inner_text("#count")
    await page.wait_for_selector(f"canvas[data-drawn='{int(count.split('/')[0]) - 1}']")
    return int(count.split("/")[0])


def our_picture(battle: str, number: int) -> tuple[Image.Image, dict[str, tuple[float, float]]]:
    """The map of a moment as our own picture draws it, and the middle of each counter."""
    moment = sample_moments(battle)[number]
    layout, theme = map_layout(moment.view.grid), THEMES["light"]
    layers = frozenset(render.LAYERS) - {"header", "legend", "inset", "beside_map", "zones"}
    symbols = symbols_of(sample_game(battle))
    page = picture.compose_in(layout, moment.view, moment.caption, theme, symbols, layers)
    drawn = picture.ground_uncached(moment.view, page, theme, layers)
    for stroke in page.strokes:
        paint(drawn, stroke)
    canvas = Canvas(layout=layout, theme=theme, sides=tuple(side for side, _ in moment.view.sides))
    return drawn, dict(counter_centres(canvas, moment.view))


def difference(a: Image.Image, b: Image.Image) -> float:
    """How far two pictures of one size are apart, 0 to 255."""
    return sum(ImageStat.Stat(ImageChops.difference(a, b)).mean) / 3


@pytest.mark.long
@pytest.mark.parametrize("battle", long_but(["ormes"], BATTLES))
async def test_a_moment_looks_like_our_own_picture_of_it(browser: Any, tmp_path: Path, battle: str) -> None:
    """Drawn in the size in which we draw it, each counter is where it is on our picture, to the pixel."""
    told = sample_moments(battle)
    number = max(n for n, moment in enumerate(told) if moment.view.trails or moment.view.shots)
    drawn, centres = our_picture(battle, number)
    width, height = drawn.size
    link = f"#order={told[number].entry}.{told[number].part}"
    size = (width + PANEL, height + HEADER)

    async with opened_page(browser, tmp_path, battle, link, size) as page:
        await page.evaluate("document.querySelector('header').style.height = '62px'")
        await page.evaluate("document.querySelector('.zoom').style.visibility = 'hidden'")
        await page.wait_for_timeout(100)
        assert await shown(page) == number + 1
        room = await page.locator("canvas").bounding_box()
        assert (round(room["width"]), round(room["height"])) == (width, height)
        seen = Image.open(io.BytesIO(await page.locator("canvas").screenshot())).convert("RGB")

    assert difference(seen.resize(drawn.size), drawn) < 6
    side = map_layout(told[0].view.grid).side // 2
    on_map = [at for at in centres.values() if side < at[0] < width - side and side < at[1] < height - side]
    assert on_map
    for x, y in on_map:
        box = (round(x) - side, round(y) - side, round(x) + side, round(y) + side)
        ours = drawn.crop(box)

        def apart(
            right: int, down: int, box: tuple[int, int, int, int] = box, ours: Image.Image = ours
        ) -> float:
            moved = (box[0] + right, box[1] + down, box[2] + right, box[3] + down)
            return difference(seen.crop(moved), ours)

        there = apart(0, 0)
        assert there < 8
        assert there < min(apart(2, 0), apart(-2, 0), apart(0, 2), apart(0, -2))


@pytest.mark.long
@pytest.mark.parametrize("battle", long_but(["ormes"], BATTLES))
@pytest.mark.parametrize("width", [1280, 390])
async def test_nothing_sticks_out_and_everything_can_be_pressed(
    browser: Any, tmp_path: Path, battle: str, width: int
) -> None:
    async with opened_page(browser, tmp_path, battle, size=(width, 800)) as page:
        across = await page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        down = await page.evaluate("[document.documentElement.scrollHeight, window.innerHeight]")
        buttons = [await button.bounding_box() for button in await page.locator("button").all()]
        await page.click("#forward")

        assert across[0] == across[1] == width
        assert down[0] == down[1]
        assert len(buttons) == 10
        assert all(min(box["width"], box["height"]) >= 38 for box in buttons)
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in buttons)
        assert await shown(page) == 2


@pytest.mark.long
async def test_keys_and_buttons_step_through_moments_and_phases(browser: Any, tmp_path: Path) -> None:
    async with opened_page(browser, tmp_path) as page:
        steps = []
        for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "PageDown", "PageDown", "PageUp", "End", "Home"):
            await page.keyboard.press(key)
            steps.append(await shown(page))
        heading = await page.inner_text("#heading")
        await page.click("#forward_phase")
        after = await page.inner_text("#heading")
        await page.click("#back_phase")
        end = int((await page.inner_text("#count")).split("/")[1])

        assert steps[:3] == [2, 3, 2]
        assert steps[3] < steps[4]
        assert steps[5] == steps[3]
        assert steps[6:] == [end, 1]
        assert after != heading
        assert await page.inner_text("#heading") == heading
        assert await page.get_attribute("#back", "aria-disabled") == "true"


@pytest.mark.long
async def test_a_link_opens_a_turn_a_phase_or_an_order_and_the_address_says_which_is_shown(
    browser: Any, tmp_path: Path
) -> None:
    told = sample_moments("ormes")
    third = next(n for n, m in enumerate(told, 1) if m.turn == 3)
    combat = next(n for n, m in enumerate(told, 1) if m.turn == 3 and m.phase == "combat")
    orange = next(n for n, m in enumerate(told, 1) if m.turn == 3 and m.player == "orange")
    fights = next(n for n, m in enumerate(told, 1) if n > orange and m.phase == "combat")

    async with opened_page(browser, tmp_path, link="#3.combat") as page:
        shown_first = await shown(page)
        found = []
        for link in (
            "#3",
            "#3.orange",
            "#3.orange.combat",
            f"#order={told[20].entry}",
            "#order=99999",
            "#3.setup",
            "#99.combat",
            "#nonsense",
        ):
            await page.evaluate(f"location.hash = {link!r}")
            await page.wait_for_timeout(30)
            found.append(await shown(page))
        await page.keyboard.press("Home")

        assert shown_first == combat
        assert found == [third, orange, fights, 21, len(told), third, len(told), len(told)]
        assert (await page.evaluate("location.hash")) == f"#order={told[0].entry}"


@pytest.mark.long
async def test_it_plays_and_pauses_in_the_chosen_speed(browser: Any, tmp_path: Path) -> None:
    async with opened_page(browser, tmp_path) as page:
        await page.clock.install(time=0)
        await page.clock.pause_at(60_000)
        await page.select_option("#speed", "0.4")
        play = page.get_by_role("button", name="Play")
        await play.click()
        named = await page.get_attribute("#play", "aria-label")
        await page.clock.run_for(4000)
        after = int((await page.inner_text("#count")).split("/")[0])
        await page.keyboard.press("k")
        await page.clock.run_for(9000)

        assert named == "Pause"
        assert after > 2
        assert int((await page.inner_text("#count")).split("/")[0]) == after


@pytest.mark.long
async def test_a_swipe_and_a_tap_step_and_two_fingers_zoom(browser: Any, tmp_path: Path) -> None:
    options = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}

    async with opened_page(browser, tmp_path, size=(390, 844), **options) as page:
        box = await page.locator("canvas").bounding_box()
        left, right, middle = box["x"] + 60, box["x"] + 330, box["y"] + box["height"] / 2
        touch = await page.context.new_cdp_session(page)

        async def drag(*paths: tuple[tuple[float, float], tuple[float, float]]) -> None:
            for share, kind in (
                (0.0, "touchStart"),
                (0.5, "touchMove"),
                (1.0, "touchMove"),
                (1.0, "touchEnd"),
            ):
                points = [
                    {"x": a[0] + (b[0] - a[0]) * share, "y": a[1] + (b[1] - a[1]) * share, "id": n}
                    for n, (a, b) in enumerate(paths)
                ]
                told = [] if kind == "touchEnd" else points
                await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

        seen = []
        await drag(((right, middle), (left, middle)))
        seen.append(await shown(page))
        await page.touchscreen.tap(right, middle)
        seen.append(await shown(page))
        await page.touchscreen.tap(left, middle)
        seen.append(await shown(page))
        await drag(((left, middle), (right, middle)))
        seen.append(await shown(page))
        await drag(((180, middle), (90, middle)), ((210, middle), (300, middle)))
        seen.append(await shown(page))

        assert seen == [2, 3, 2, 1, 1]
        assert not await page.is_checked("#follow")


@pytest.mark.long
async def test_overlays_can_be_hidden_and_shown(browser: Any, tmp_path: Path) -> None:
    async with opened_page(browser, tmp_path, link="#3.combat") as page:
        names = await page.locator("#overlays label").all_inner_texts()
        pictures = [await page.locator("canvas").screenshot()]
        for name in ("Zones of control", "Possible fights, with support", "Fire and fights"):
            await page.get_by_label(name).click()
            await page.wait_for_timeout(80)
            pictures.append(await page.locator("canvas").screenshot())

        assert [name.strip() for name in names][:2] == ["Moves", "Fire and fights"]
        assert len(set(pictures)) == 4


@pytest.mark.long
async def test_a_screen_reader_hears_each_moment_and_knows_every_control(
    browser: Any, tmp_path: Path
) -> None:
    async with opened_page(browser, tmp_path, link="#1.combat") as page:
        live = page.locator("[aria-live=polite]")
        words = await live.inner_text()
        image = await page.get_by_role("img").get_attribute("aria-label")
        names = [
            await button.get_attribute("aria-label") for button in await page.get_by_role("button").all()
        ]
        value = await page.get_attribute("#slider", "aria-valuetext")
        order = []
        await page.locator("body").press("Tab")
        for _ in range(20):
            order.append(await page.evaluate("document.activeElement.id || document.activeElement.tagName"))
            await page.keyboard.press("Tab")
        await page.get_by_text("Where the units are").click()
        await page.wait_for_selector("#position dd")
        places = await page.inner_text("#position")

        assert words.startswith("Turn 1 · Combat · Orange")
        assert "attacks" in words
        assert image == "Map. Turn 1 · Combat · Orange"
        assert all(names)
        assert len(set(names)) == len(names)
        assert value is not None
        assert value.endswith("Turn 1 · Combat · Orange")
        wanted = ["closer", "slider", "first", "back", "play", "forward", "last", "jump", "speed"]
        assert [id_ for id_ in order if id_ in wanted] == wanted
        assert "ulm" in places
        assert "0806" in places


@pytest.mark.long
@pytest.mark.parametrize(("scheme", "colour"), [("light", "rgb(246, 241, 226)"), ("dark", "rgb(27, 24, 21)")])
async def test_it_is_dark_or_light_and_moves_or_not_as_the_reader_wants(
    browser: Any, tmp_path: Path, scheme: str, colour: str
) -> None:
    options = {"color_scheme": scheme, "reduced_motion": "reduce"}

    async with opened_page(browser, tmp_path, size=(390, 844), **options) as page:
        ground = await page.evaluate("getComputedStyle(document.body).backgroundColor")
        await page.evaluate("location.hash = '#3.combat'")
        await page.clock.install()  # no time passes: what would glide stays where it began
        await page.evaluate("location.hash = '#1.combat'")
        await page.clock.run_for(40)
        at_once = await page.locator("canvas").screenshot()
        await page.clock.run_for(1000)
        later = await page.locator("canvas").screenshot()

        assert await page.is_checked("#follow")
        assert ground == colour
        assert at_once == later


@pytest.mark.long
async def test_a_name_that_is_html_is_shown_as_it_was_written(browser: Any, tmp_path: Path) -> None:
    async with opened_page(browser, tmp_path) as page:
        line = await page.inner_text("header p")
        strange = await page.locator("img:not([src^='data:'])").count()
        blocked = await page.evaluate("fetch('https://example.org/').then(() => 'fetched', () => 'refused')")

        assert EVIL[:32] in line
        assert strange == 0
        assert blocked == "refused"
