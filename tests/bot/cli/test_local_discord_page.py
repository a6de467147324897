"""The local Discord page as a new user meets it: the real process, the real page, Debian's chromium.

Screenshots are left in build/screens for people to look at.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SCREENS = Path(__file__).resolve().parents[3] / "build" / "screens"
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+\S*")
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium here"),
    pytest.mark.xdist_group("browser"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
sync_api = pytest.importorskip("playwright.sync_api", reason="no playwright here")


class LocalDiscord:
    """A running `grognard run` with local Discord."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.start()

    def start(self) -> None:
        self.log = (self.folder / "log.txt").open("w", encoding="utf-8")
        command = [
            sys.executable,
            "-m",
            "bot",
            "run",
            "--no-browser",
            "--port",
            "0",
            "--data",
            str(self.folder / "data"),
            "--locale",
            "Clara=fr",
        ]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log)
        self.address = self._wait_for_address()

    def _wait_for_address(self) -> str:
        for _ in range(300):
            text = (self.folder / "log.txt").read_text(encoding="utf-8")
            addresses = ADDRESS.findall(text)
            if addresses:
                return str(addresses[-1]).rstrip("/.,")
            assert self.process.poll() is None, text
            time.sleep(0.1)
        raise AssertionError("no address was printed")

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(timeout=20)
        self.log.close()
        return code


@pytest.fixture(scope="module")
def local_discord(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalDiscord]:
    local_discord = LocalDiscord(tmp_path_factory.mktemp("table"))
    yield local_discord
    if local_discord.process.poll() is None:
        local_discord.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[sync_api.Browser]:
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield chromium
        chromium.close()


def page_of(
    browser: sync_api.Browser, local_discord: LocalDiscord, person: str, channel: str, width: int = 1280
) -> sync_api.Page:
    """The page open as a person in a channel. A request to any other host fails the test."""
    page = browser.new_page(bypass_csp=True, viewport={"width": width, "height": 900})
    page.set_default_timeout(60_000)
    page.on(
        "request", lambda r: pytest.fail(r.url) if "127.0.0.1" not in r.url and r.url[:4] == "http" else None
    )
    page.goto(f"{local_discord.address}/#person={person}&channel={channel}")
    page.wait_for_selector("[data-testid=messages]")
    return page


def screenshot(page: sync_api.Page, name: str) -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.wait_for_timeout(400)
    page.screenshot(path=str(SCREENS / f"{name}.png"))


def say(page: sync_api.Page, line: str) -> None:
    """Type a line into the composer and send it; again until the page knows its commands and takes it."""
    composer = page.locator("[data-testid=composer]")
    composer.fill(line)
    for _ in range(20):
        page.keyboard.press("Escape")
        composer.press("Enter")
        if page.locator(".sending").count() or composer.input_value() != line:
            return
        page.wait_for_timeout(250)


def last(page: sync_api.Page) -> sync_api.Locator:
    return page.locator("[data-testid=message]").last


def settled(page: sync_api.Page) -> None:
    """Nothing is thinking, nothing is being pressed, for half a second."""
    quiet = "!document.querySelector('[data-testid=thinking], [aria-busy=true]')"
    for _ in range(3):
        page.wait_for_function(quiet)
        page.wait_for_timeout(250)


@pytest.mark.long
def test_the_tutorial_from_the_first_button_to_the_victory_message(
    local_discord: LocalDiscord, browser: sync_api.Browser
) -> None:
    page = page_of(browser, local_discord, "Anna", "tutorial")
    page.wait_for_selector("text=Start the tutorial")
    screenshot(page, "tutorial-welcome")
    page.get_by_role("button", name="Start the tutorial").last.click()
    page.wait_for_selector("text=Do it for me")
    screenshot(page, "tutorial-first-lesson")

    for step in range(120):
        settled(page)
        if (
            page.locator("text=/wins|victory/i").count()
            and page.get_by_role("button", name=re.compile("^Play ")).count()
        ):
            break
        buttons = page.get_by_role("button", name="Do it for me")
        if not buttons.count():  # spent ones vanish; the computer player is thinking
            page.wait_for_timeout(500)
            continue
        before = page.locator("[data-testid=message]").count()
        text = last(page).inner_text()
        buttons.last.click()
        with contextlib.suppress(sync_api.TimeoutError):  # a press too late on a busy machine is made again
            page.wait_for_function(
                "([n, t]) => { const m = document.querySelectorAll('[data-testid=message]');"
                " return m.length !== n || m[m.length - 1].innerText !== t; }",
                arg=[before, text],
                timeout=15_000,
            )
        if step in (3, 8, 15):
            screenshot(page, f"tutorial-step-{step}")
    else:
        pytest.fail("the tutorial does not end")

    screenshot(page, "tutorial-victory")
    page.close()


@pytest.mark.long
def test_a_battle_is_opened_stopped_in_the_middle_and_goes_on(
    local_discord: LocalDiscord, browser: sync_api.Browser
) -> None:
    page = page_of(browser, local_discord, "Anna", "battle")
    say(page, "/game new battle:ormes side:blue partner:true")
    page.get_by_role("button", name="Start the game").last.click()
    page.wait_for_selector("text=Give orders")
    settled(page)
    screenshot(page, "battle-opened")

    assert local_discord.stop() == 0
    page.wait_for_timeout(500)
    local_discord.start()
    page = page_of(browser, local_discord, "Anna", "battle")
    page.get_by_role("button", name="Give orders").last.click()
    page.wait_for_selector("text=Choose")
    settled(page)
    screenshot(page, "battle-orders-after-restart")
    page.close()


@pytest.mark.long
def test_each_person_sees_only_what_is_theirs(local_discord: LocalDiscord, browser: sync_api.Browser) -> None:
    anna = page_of(browser, local_discord, "Anna", "parlour")
    say(anna, "/game new battle:ormes side:blue partner:true")
    anna.wait_for_selector("[data-testid=message][data-ephemeral=true]")
    anna.wait_for_selector("text=Start the game")
    bruno = page_of(browser, local_discord, "Bruno", "parlour")
    bruno.wait_for_selector("text=Start the game")
    settled(bruno)

    assert bruno.locator("[data-testid=message][data-ephemeral=true]").count() == 0
    anna.close()
    bruno.close()


@pytest.mark.long
def test_commands_are_shown_and_taken_in_the_language_of_who_types(
    local_discord: LocalDiscord, browser: sync_api.Browser
) -> None:
    page = page_of(browser, local_discord, "Clara", "parlour")
    sent: list[dict[str, object]] = []
    page.on("request", lambda r: sent.append(r.post_data_json) if r.url.endswith("/slash") else None)
    page.fill("[data-testid=composer]", "/hel")
    option = page.locator("[data-testid=option]").first
    sync_api.expect(option).to_contain_text("/aide")
    sync_api.expect(option).to_contain_text("Que faire")
    page.fill("[data-testid=composer]", "/")
    screenshot(page, "commands-french")

    for line in ("/aide sujet:ordres", "/règle recherche:MP-ZOC-3", "/rule query:MP-ZOC-3"):
        before = page.locator("[data-testid=message]").count()
        say(page, line)
        page.wait_for_function(
            "(n) => document.querySelectorAll('[data-testid=message]').length > n", arg=before
        )
        settled(page)

    messages = page.locator("[data-testid=message]").all_inner_texts()
    assert "Aide · Ordres" in messages[-3]
    assert all("Rien n’est contrôlé depuis bois ou village" in text for text in messages[-2:])
    assert [(s["name"], s["options"]) for s in sent] == [
        ("help", {"topic": "orders"}),
        ("rule", {"query": "MP-ZOC-3"}),
        ("rule", {"query": "MP-ZOC-3"}),
    ]
    page.set_viewport_size({"width": 390, "height": 844})
    page.fill("[data-testid=composer]", "/")
    screenshot(page, "commands-french-phone")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.close()


@pytest.mark.long
def test_on_a_phone(local_discord: LocalDiscord, browser: sync_api.Browser) -> None:
    page = page_of(browser, local_discord, "Anna", "battle", width=390)
    say(page, "/rule query:MP-ZOC-3")
    page.wait_for_selector("[data-testid=message]")
    settled(page)
    screenshot(page, "phone")

    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.close()
