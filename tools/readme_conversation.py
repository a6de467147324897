"""Draw the conversation of README.md: the lobby of Ormes, an order panel and a report, from the running bot.

    .venv/bin/python tools/readme_conversation.py

Two people meet at the local table and press as the computer player would; three messages are photographed
on the page in Chromium and put together in docs/pictures/conversation.png. They are found by what they are
(the newest with a picture before the start, a private one with a unit chosen, a public one with a picture),
not by words.
"""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.presses.choice import OPENS, Press, presses  # noqa: E402
from bench.presses.hands import Client, Page, through_the_page  # noqa: E402
from bench.presses.play import Cost, Players  # noqa: E402
from bench.presses.table import CHANNEL, PEOPLE, Table, opened  # noqa: E402

PICTURE = ROOT / "docs" / "pictures" / "conversation.png"
BATTLE = "ormes"
WINDOW = {"viewport": {"width": 440, "height": 1600}, "device_scale_factor": 2}
GROUND, GAP = "#313338", 24
PICK = "pick"


async def main() -> None:
    """Play, photograph, put together."""
    with tempfile.TemporaryDirectory() as folder:
        async with opened(Path(folder)) as table:
            await table.seat(BATTLE)
            async with through_the_page(table, PEOPLE, **WINDOW) as pages:
                shots = [await photograph(pages["Anna"], newest(table, "Anna", with_picture=True))]
                await table.begin()
                side = (await table.game()).owing[0]
                name = table.player(await table.game(), side)
                shots.append(await photograph(pages[name], await panel(table, name)))
                await report(table)
                shots.append(await photograph(pages[name], newest(table, name, with_picture=True)))
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    beside(shots).quantize(256, dither=Image.Dither.NONE).save(PICTURE, optimize=True)


def newest(table: Table, name: str, *, with_picture: bool = False) -> str:
    """The id of the newest public message of the bot that can be pressed, or that shows a picture."""
    seen = [m for m in table.sandbox.person(name).sees(CHANNEL) if not m.ephemeral]
    return [m.id for m in seen if (m.pictures if with_picture else m.buttons)][-1]


async def panel(table: Table, name: str) -> str:
    """The id of a person's panel with a unit chosen."""
    client = Client(table, name)
    opener = [p for p in offered(table, name) if p.verb == OPENS][-1]
    await client.press(opener)
    picks = [p for p in offered(table, name) if p.verb == PICK and p.values]
    reply, _ = await client.press(picks[len(picks) // 2])
    assert reply.message is not None
    return reply.message.id


def offered(table: Table, name: str) -> list[Press]:
    """All that a person can press in the channel."""
    seen = table.sandbox.person(name).sees(CHANNEL)
    return [press for message in seen for press in presses(message.id, message.components, ())]


async def report(table: Table) -> None:
    """Play until a phase has been reported with a picture."""
    players = Players(table, {name: Client(table, name) for name in PEOPLE}, Cost(battle=BATTLE))
    begun = newest(table, PEOPLE[0], with_picture=True)
    while newest(table, PEOPLE[0], with_picture=True) == begun:
        await players.order((await table.game()).owing[0])


async def photograph(page: Page, message: str) -> Image.Image:
    """A message as the page shows it."""
    shown = page.page.locator(f'[data-message-id="{message}"]')
    await shown.scroll_into_view_if_needed()
    await page.page.wait_for_function(
        "(id) => [...document.querySelectorAll(`[data-message-id='${id}'] img`)].every((i) => i.complete)",
        arg=message,
    )
    await page.page.wait_for_timeout(500)
    return Image.open(io.BytesIO(await shown.screenshot())).convert("RGB")


def beside(shots: list[Image.Image]) -> Image.Image:
    """Two columns, in the order of the game; the second message goes where they become least unequal."""
    columns = min((shots[:1], shots[1:]), (shots[:2], shots[2:]), key=lambda pair: max(map(height, pair)))
    wide = max(shot.width for shot in shots)
    sheet = Image.new("RGB", (2 * wide + 3 * GAP, max(map(height, columns)) + GAP), GROUND)
    for n, column in enumerate(columns):
        for above, shot in enumerate(column):
            sheet.paste(shot, (GAP + n * (wide + GAP), GAP + height(column[:above])))
    return sheet


def height(column: list[Image.Image]) -> int:
    """Of some pictures below each other, with a gap after each."""
    return sum(shot.height + GAP for shot in column)


if __name__ == "__main__":
    asyncio.run(main())
