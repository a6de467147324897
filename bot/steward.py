"""What a server settles: who keeps order, where board and gallery are, who may send battles. No Discord.

Who may change it is Discord's business: the command is for whoever its own permissions let use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.desk import By, Desk, receipt
from bot.page import Page
from bot.say import server as saying

MODERATOR, BOARD, GALLERY, UPLOADS = "moderator", "board", "gallery", "uploads"
NAMES = (MODERATOR, BOARD, GALLERY, UPLOADS)
EVERYTHING = "all"

NEEDS: Mapping[str, tuple[str, ...]] = {
    BOARD: ("view_channel", "send_messages", "embed_links", "read_message_history", "pin_messages"),
    GALLERY: ("view_channel", "send_messages", "embed_links", "attach_files"),
}
"""What the referee must be allowed to do in a channel."""


class Ground(Protocol):
    """A server, as far as it must be known."""

    def lacking(self, channel: int, needed: Iterable[str]) -> tuple[str, ...] | None:
        """What of this the referee may not do in a channel; None when there is no such channel."""

    def has_role(self, role: int) -> bool:
        """Whether there is such a role."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """Something a server can settle: `value` is a role or a channel, 1 for yes, None without any. `gone`: it
    is there no more; `lacking`: what the referee may not do there."""

    name: str
    value: int | None = None
    gone: bool = False
    lacking: tuple[str, ...] = ()


class Steward:
    """Shows and changes what a server has settled."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.heard: list[Callable[[int], None]] = []

    async def settle(self, by: By, ground: Ground, chosen: Mapping[str, int], reset: str = "") -> Page:
        """Set what is chosen (0: no, as usual), take back what is to be `reset` (EVERYTHING: all of it); show
        how it stands."""
        before = await self.desk.store.ask(lambda r: r.settings(by.guild))
        dropped = {name for name in NAMES if reset in (name, EVERYTHING)} - chosen.keys()
        dropped |= {name for name, value in chosen.items() if not value}
        changes: dict[str, int | None] = {name: value for name, value in chosen.items() if value}
        changes |= dict.fromkeys(sorted(dropped & before.keys()))
        if changes:
            async with self.desk.store.writing() as w:
                for name, value in changes.items():
                    await w.settle(by.guild, name, value)
                await w.receive(receipt(by, None, settled=sorted(changes)))
            self._tell(by.guild)
        found = await self.desk.store.ask(lambda r: r.settings(by.guild))
        changed = tuple(name for name in NAMES if found.get(name) != before.get(name))
        return saying.page(by.language, [_settled(ground, n, found.get(n)) for n in NAMES], changed)

    async def gone(self, guild: int, thing: int) -> None:
        """A role or a channel was deleted: whatever was settled on it is settled no more."""
        found = await self.desk.store.ask(lambda r: r.settings(guild))
        names = [name for name, value in found.items() if value == thing]
        if names:
            async with self.desk.store.writing() as w:
                for name in names:
                    await w.settle(guild, name, None)
            self._tell(guild)

    def _tell(self, guild: int) -> None:
        for listener in self.heard:
            listener(guild)


def _settled(ground: Ground, name: str, value: int | None) -> Settled:
    if value is None:
        return Settled(name=name)
    if name == UPLOADS:
        return Settled(name=name, value=value)
    if name == MODERATOR:
        return Settled(name=name, value=value, gone=not ground.has_role(value))
    lacking = ground.lacking(value, NEEDS[name])
    return Settled(name=name, value=value, gone=lacking is None, lacking=lacking or ())
