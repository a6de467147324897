"""What the buttons of /privacy do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from bot.buttons import Pressed
from bot.desk import By
from bot.page import Page
from bot.words import speak

if TYPE_CHECKING:
    from bot.presses import Presses


async def export(presses: Presses, by: By, p: Pressed) -> Page:
    """Give somebody all that is kept about him."""
    return (
        await presses.privacy.export(by) if presses.privacy else Page(text=speak(by.language)("old_button"))
    )


async def forget(presses: Presses, by: By, p: Pressed) -> Page:
    """Delete it, once he is sure."""
    if presses.privacy is None:
        return Page(text=speak(by.language)("old_button"))
    return await presses.privacy.delete(by, sure=p.about == ("yes",))


VERBS: dict[str, Callable[[Presses, By, Pressed], Awaitable[Page]]] = {
    "exportme": export,
    "forgetme": forget,
}
