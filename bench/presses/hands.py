"""How a press is made: through the page in Chromium, or, without a browser, as the page's client makes it."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any, Protocol

from bench.harness import Missing
from bench.presses.choice import Press
from bench.presses.table import CHANNEL, Table
from sandbox import Reply

PATIENCE = 15.0
"""Seconds in which a press must reach the look-alike."""
ANSWERED = 180.0
"""Seconds in which its answer must be whole, on a machine however busy."""
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
BEGIN = """() => {
  const before = new Set([...document.images].map((image) => image.src));
  const begun = performance.now();
  window.pictureAfter = null;
  const look = () => {
    const drawn = [...document.querySelectorAll('[data-testid=picture] img')].filter((i) => i.naturalWidth);
    if (drawn.some((i) => i.complete && !before.has(i.src))) window.pictureAfter = performance.now() - begun;
    else if (performance.now() - begun < 30000) requestAnimationFrame(look);
  };
  look();
}"""


class Hands(Protocol):
    """The hands of a player. Seconds: from the press until a new picture can be seen; None without one."""

    async def press(self, press: Press) -> tuple[Reply, float | None]:
        """Press a button, or choose in a menu; what came of it."""


class Client:
    """Hands without a browser."""

    def __init__(self, table: Table, name: str) -> None:
        self.table = table
        self.person = table.sandbox.person(name)
        self.person.timeout = ANSWERED

    async def press(self, press: Press) -> tuple[Reply, float | None]:
        """As the page's client does it."""
        known, begun = self.table.pictures(self.person), perf_counter()
        message = next(m for m in self.person.sees(CHANNEL) if m.id == press.message)
        if press.values:
            reply = await self.person.select(message, press.custom_id, list(press.values))
        else:
            reply = await self.person.click(message, press.custom_id)
        shown = perf_counter() - begun
        fresh = self.table.pictures(self.person) - known
        await self.table.quiet()
        return reply, shown if fresh else None


class Page:
    """Hands on the page."""

    def __init__(self, table: Table, page: Any, name: str) -> None:
        self.table = table
        self.page = page
        self.person = table.sandbox.person(name)

    async def press(self, press: Press) -> tuple[Reply, float | None]:
        """As a person does it with a mouse."""
        records = self.table.sandbox.state.records
        before = len(records.interactions)
        shown = self.page.locator(f'[data-message-id="{press.message}"] [data-custom-id="{press.custom_id}"]')
        await shown.scroll_into_view_if_needed()
        if press.values:
            await self._choose(shown, press.values)
        else:
            await self.page.evaluate(BEGIN)
            await shown.click()
        async with asyncio.timeout(PATIENCE):  # the page may refuse to send it
            while len(records.interactions) == before:
                await asyncio.sleep(0.005)
        await self.table.quiet()
        await self.page.wait_for_function(
            "() => !document.querySelector('[aria-busy=true], [data-testid=thinking]')"
            " && [...document.images].every((image) => image.complete || image.loading === 'lazy')"
        )
        interaction = list(records.interactions.values())[before]
        milliseconds = await self.page.evaluate("() => window.pictureAfter")
        return Reply(self.table.sandbox, interaction), None if milliseconds is None else milliseconds / 1000

    async def _choose(self, menu: Any, values: tuple[str, ...]) -> None:
        """Choose these values in a menu, in place of those that are chosen."""
        await menu.click()
        options = menu.locator("xpath=..").locator("[data-testid=select-option]")
        chosen = {str(await o.get_attribute("data-value")): o for o in await options.all()}
        marked = {v for v, o in chosen.items() if await o.get_attribute("aria-selected") == "true"}
        done = menu.locator("xpath=..").locator("[data-testid=select-done]")
        if not await done.count():
            await self.page.evaluate(BEGIN)
            await chosen[values[0]].click()
            return
        for value in marked ^ set(values):
            await chosen[value].click()
        await self.page.evaluate(BEGIN)
        await done.click()


@asynccontextmanager
async def through_the_page(
    table: Table, names: tuple[str, ...], **options: Any
) -> AsyncIterator[dict[str, Page]]:
    """The page open for each of these people; `options` are for the window. Raises Missing without one."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        raise Missing("chromium is not installed")
    from playwright.async_api import async_playwright

    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=chromium, args=list(FLAGS))
        hands: dict[str, Page] = {}
        window: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}, **options}
        for name in names:
            page = await browser.new_page(bypass_csp=True, **window)
            await page.goto(f"{table.sandbox.base_url}/#person={name}&channel={CHANNEL}")
            await page.wait_for_selector("[data-testid=message]")
            hands[name] = Page(table, page, name)
        try:
            yield hands
        finally:
            await browser.close()
