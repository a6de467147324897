"""What the buttons do with which people find each other and agree: seats, invitations, consent, rematches."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import scenarios
from bot.buttons import Pressed
from bot.desk import By
from bot.page import Page
from bot.parts import whole

if TYPE_CHECKING:
    from bot.presses import Presses


async def new(presses: Presses, by: By, p: Pressed) -> Page:
    """Open another game: of that battle, or the first real one."""
    if p.about[:1] == ("tutorial",):
        return await presses.clerk.tutorial(by)
    return await presses.finding.new(by, p.about[0] if p.about else scenarios.FIRST, "", None)


async def lobby(presses: Presses, by: By, p: Pressed) -> Page:
    """Turn the page of the open seats of a server."""
    number, system = (*p.about, "", "")[:2]
    return await presses.finding.show(by, system, whole(number or "0"))


async def invite(presses: Presses, by: By, p: Pressed) -> Page:
    """Call somebody who looks for a game."""
    return await presses.finding.call(by, p.game, whole(p.chosen))


async def unkeep(presses: Presses, by: By, p: Pressed) -> Page:
    """Let anybody take a seat that was kept."""
    return await presses.finding.release(by, p.game, p.about[0])


async def rematch(presses: Presses, by: By, p: Pressed) -> Page:
    """Play the same battle again, with sides swapped."""
    return await presses.finding.rematch(by, p.game)


async def let_undo(presses: Presses, by: By, p: Pressed) -> Page:
    """Agree to what the other side asks to take back."""
    return await presses.clerk.consent.answer(by, p.game, p.about[0], p.stamp, agreed=True)


async def keep_all(presses: Presses, by: By, p: Pressed) -> Page:
    """Refuse what the other side asks to take back."""
    return await presses.clerk.consent.answer(by, p.game, p.about[0], p.stamp, agreed=False)


async def agree_draw(presses: Presses, by: By, p: Pressed) -> Page:
    """Agree to the draw that the other side offers."""
    return await presses.draws.answer(by, p.game, p.about[0], p.stamp, agreed=True)


async def refuse_draw(presses: Presses, by: By, p: Pressed) -> Page:
    """Play on."""
    return await presses.draws.answer(by, p.game, p.about[0], p.stamp, agreed=False)


async def sure_draw(presses: Presses, by: By, p: Pressed) -> Page:
    """End a game that one plays with oneself in a draw."""
    return await presses.draws.sure(by, p.game, p.about[0], p.stamp)


VERBS: dict[str, Callable[[Presses, By, Pressed], Awaitable[Page]]] = {
    "new": new,
    "lobby": lobby,
    "invite": invite,
    "unkeep": unkeep,
    "rematch": rematch,
    "undoyes": let_undo,
    "undono": keep_all,
    "drawyes": agree_draw,
    "drawno": refuse_draw,
    "drawsure": sure_draw,
}
