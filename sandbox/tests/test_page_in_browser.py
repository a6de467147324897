"""The page in Debian's chromium: cards, forms, members, languages, and how it follows new messages."""

import contextlib
import shutil
import struct
import zlib

import pytest
import pytest_asyncio

from sandbox import Sandbox
from sandbox.tests.raw import Raw
from sandbox.tests.test_limits import form, labelled, layout, row, text

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium here"),
    pytest.mark.xdist_group("browser"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.asyncio(loop_scope="module"),
]
playwright = pytest.importorskip("playwright.async_api", reason="no playwright here")


def png(width: int, height: int) -> bytes:
    """A grey picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\x80" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def picture(name: str, **more):
    return {"media": {"url": f"attachment://{name}"}, "description": "The map"} | more


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser():
    async with playwright.async_playwright() as driver:
        chromium = await driver.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield chromium
        await chromium.close()


@contextlib.asynccontextmanager
async def table(browser, *, locale="en-US", width=1280):
    """A sandbox, plain calls of a bot to it, and Anna's page; an error of the page fails the test."""
    async with Sandbox() as sandbox:
        context = await browser.new_context(
            bypass_csp=True, locale=locale, viewport={"width": width, "height": 900}
        )
        page = await context.new_page()
        stumbled = []
        page.on("pageerror", lambda error: stumbled.append(str(error)))
        await page.goto(f"{sandbox.base_url}/#person=Anna&channel=battle")
        await page.wait_for_selector("[data-testid=member]", state="attached")
        await page.wait_for_selector("[data-testid=messages] .empty:not([aria-busy])")
        yield sandbox, Raw(sandbox), page
        await context.close()
        assert stumbled == []


async def box(page, selector):
    """The size of an element once its pictures are there."""
    await page.wait_for_function("[...document.images].every((i) => i.complete)")
    return await page.locator(selector).last.bounding_box()


@pytest.mark.parametrize(("width", "expected"), [(1280, (550, 350)), (390, None)])
async def test_one_picture_fits_the_box_in_which_discord_shows_it(browser, width, expected):
    async with table(browser, width=width) as (_, raw, page):
        await raw.send({"content": "classic"}, {"map.png": png(1100, 700)})
        await raw.send(layout({"type": 12, "items": [picture("map.png")]}), {"map.png": png(1100, 700)})
        await raw.send({"content": "tall"}, {"map.png": png(700, 1400)})

        await page.wait_for_selector("text=tall")
        sizes = [await box(page, f"[data-testid=picture] >> nth={n} >> img") for n in range(3)]
        if expected:
            assert [(round(s["width"]), round(s["height"])) for s in sizes] == [expected] * 2 + [(175, 350)]
        else:
            room = await page.evaluate("document.querySelector('.single').clientWidth")
            assert room > 280
            assert [round(s["width"]) for s in sizes] == [room] * 3


@pytest.mark.long
async def test_several_pictures_are_a_mosaic_of_crops(browser):
    async with table(browser) as (_, raw, page):
        names = ["a.png", "b.png", "c.png"]
        gallery = {"type": 12, "items": [picture(name) for name in names]}
        await raw.send(layout(gallery), {name: png(600, 300) for name in names})

        await page.wait_for_selector("[data-testid=gallery]")
        sizes = [await box(page, f"[data-testid=picture] >> nth={n}") for n in range(3)]
        assert all(abs(s["width"] - s["height"]) <= 5 for s in sizes)
        assert sizes[0]["width"] > 1.9 * sizes[1]["width"]
        assert sizes[1]["x"] == sizes[2]["x"]


@pytest.mark.long
async def test_a_spoiler_is_read_only_after_a_press(browser):
    async with table(browser) as (_, raw, page):
        inside = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Press", "custom_id": "p"}]}
        await raw.send(layout({"type": 17, "spoiler": True, "components": [text("hidden"), inside]}))

        await page.wait_for_selector("[data-testid=veil]")
        assert await page.locator("[data-testid=container]").evaluate("(box) => box.inert")
        await page.click("[data-testid=veil]")
        assert not await page.locator("[data-testid=container]").evaluate("(box) => box.inert")
        assert await page.locator("[data-testid=veil]").count() == 0


async def test_an_edited_card_says_so(browser):
    async with table(browser) as (_, raw, page):
        _, message = await raw.send(layout(text("before")))
        await page.wait_for_selector("text=before")
        assert await page.locator("[data-testid=edited]").count() == 0

        place = f"/channels/{message['channel_id']}/messages/{message['id']}"
        await raw("PATCH", place, layout(text("after")))
        await page.wait_for_selector("text=after")
        assert await page.locator("[data-testid=edited]").inner_text() == "(edited)"


async def opened(sandbox, raw, page, modal):
    """A command is used, and its answer is a form."""
    await raw.sync({"name": "ping", "description": "Ping", "type": 1})
    await page.fill("[data-testid=composer]", "/ping")
    await page.keyboard.press("Escape")
    await page.press("[data-testid=composer]", "Enter")
    while not sandbox.state.records.interactions:
        await page.wait_for_timeout(10)
    *_, opener = sandbox.state.records.interactions.values()
    assert (await raw.callback(opener, 9, modal))[0] == 200
    await page.wait_for_selector("[data-testid=modal]")


@pytest.mark.long
async def test_a_form_shows_each_field_as_what_it_is_and_sends_it_so(browser):
    choices = [{"label": "March", "value": "march"}, {"label": "Rest", "value": "rest"}]
    fields = [
        labelled(21, custom_id="order", options=choices),
        labelled(22, custom_id="guns", options=choices, required=False),
        labelled(23, custom_id="sure"),
        labelled(19, custom_id="paper"),
    ]
    async with table(browser) as (sandbox, raw, page):
        await opened(sandbox, raw, page, form(*fields))

        await page.click("[data-testid=modal-submit]")
        assert "Choose one first." in await page.inner_text("[data-testid=modal-radio]")
        await page.click("[data-testid=modal-radio] [data-value=rest]")
        await page.check("[data-testid=modal-checkbox]")
        paper = {"name": "x.txt", "mimeType": "text/plain", "buffer": b"abc"}
        await page.set_input_files("[data-testid=modal-file]", paper)
        await page.wait_for_selector("text=x.txt")
        sent = []
        sandbox.delivery.amend = lambda payload: sent.append(payload["data"])
        await page.click("[data-testid=modal-submit]")
        while not sent:
            await page.wait_for_timeout(10)

        order, guns, sure, files = (part["component"] for part in sent[0]["components"])
        assert (order["value"], guns["values"], sure["value"]) == ("rest", [], True)
        assert [sent[0]["resolved"]["attachments"][key]["size"] for key in files["values"]] == [3]


@pytest.mark.long
async def test_on_a_phone_the_label_of_a_field_leaves_room_for_its_count(browser):
    line = {"type": 4, "custom_id": "lines", "style": 2, "max_length": 4000}
    field = {"type": 18, "label": "One order per line; # starts a comment", "component": line}
    async with table(browser, width=390) as (sandbox, raw, page):
        await opened(sandbox, raw, page, form(field))

        words = await page.locator("[data-testid=modal] label").evaluate(
            """(label) => {
                const range = document.createRange();
                range.selectNodeContents(label);
                return range.getBoundingClientRect().right;
            }"""
        )
        count = await page.locator("[data-testid=modal] .field-count").bounding_box()

        assert words <= count["x"]


@pytest.mark.long
async def test_the_page_is_french_for_a_french_browser_and_so_is_the_bot(browser):
    async with table(browser, locale="fr-FR") as (sandbox, raw, page):
        anna = sandbox.person("Anna")
        await raw.answer(4, {"content": "only Anna", "flags": 64})
        await page.wait_for_selector("text=Vous seul pouvez voir ceci")

        await page.wait_for_selector("text=Joueurs — 2")
        await page.wait_for_selector("text=/^Aujourd’hui à /")
        await page.wait_for_selector("text=a utilisé")
        assert await page.get_attribute("html", "lang") == "fr"
        assert sandbox.state.records.meta[f"person:{anna.id}"]["locale"] == "fr"
        assert {g["preferred_locale"] for g in sandbox.state.records.guilds.values()} == {"fr"}
        await page.fill("[data-testid=composer]", "/nothing")
        await page.press("[data-testid=composer]", "Enter")
        await page.wait_for_selector("text=Il n’y a pas de commande « /nothing » ici.")

        await page.click("[data-testid=language][data-language=en]")
        await page.wait_for_selector("text=Players — 2")
        while sandbox.state.records.meta[f"person:{anna.id}"]["locale"] != "en-US":
            await page.wait_for_timeout(10)


@pytest.mark.long
async def test_members_are_listed_with_their_roles_and_whether_they_are_there(browser):
    async with table(browser) as (sandbox, _, page):
        listed = page.locator("[data-testid=member]")
        roles = [
            (await m.get_attribute("data-person-name"), await m.get_attribute("data-role"))
            for m in await listed.all()
        ]
        bruno = page.locator("[data-testid=member][data-person-name=Bruno]")
        assert roles[:4] == [
            ("Anna", "player"), ("Bruno", "player"), ("Clara", "spectator"), ("Marshal", "moderator"),
        ]  # fmt: skip
        assert await bruno.get_attribute("data-online") == "false"

        other = await page.context.new_page()
        await other.goto(f"{sandbox.base_url}/#person=Bruno&channel=battle")
        await page.wait_for_selector("[data-person-name=Bruno][data-online=true]")
        await other.close()
        await page.wait_for_selector("[data-person-name=Bruno][data-online=false]")
        await page.click("[data-testid=open-members]")
        assert not await listed.first.is_visible()


@pytest.mark.long
async def test_the_list_follows_new_messages_only_for_a_reader_at_the_bottom(browser):
    async with table(browser) as (sandbox, raw, page):
        bruno = sandbox.person("Bruno")
        for n in range(40):
            await bruno.say("battle", f"message {n}")
        await page.wait_for_selector("text=message 39")
        at_the_bottom = "(e) => e.scrollHeight - e.scrollTop - e.clientHeight < 2"
        scroller = page.locator("#scroller")
        assert await scroller.evaluate(at_the_bottom)

        await page.mouse.move(600, 500)
        await page.mouse.wheel(0, -600)
        await page.wait_for_selector("#scroller[data-reading=above]")
        await raw.send(layout(text("one")))
        await raw.send(layout(row({"type": 2, "style": 1, "label": "two", "custom_id": "2"})))
        await page.wait_for_selector("text=2 new messages ↓")
        assert not await scroller.evaluate(at_the_bottom)
        await page.click("[data-testid=jump]")
        assert await scroller.evaluate(at_the_bottom)
        assert not await page.is_visible("[data-testid=jump]")


@pytest.mark.long
async def test_a_role_is_mentioned_by_its_name(browser):
    async with table(browser) as (sandbox, raw, page):
        (guild,) = sandbox.state.records.guilds.values()
        role = next(role for role in guild["roles"] if role["name"] == "Moderator")

        await raw.send({"content": f"ask <@&{role['id']}>"})

        await page.wait_for_selector("text=ask")
        assert await page.locator("discord-mention[type=role]").inner_text() == "Moderator"
