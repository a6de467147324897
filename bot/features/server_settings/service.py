"""Settings of a server: moderators, board, gallery, who may upload battles, pictures. No Discord.

Who may change it is Discord's business: Discord's own permissions decide who can use the command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from bot.core import report_pictures
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.server_settings import page as server_settings_page
from bot.features.server_settings.model import Setting
from bot.ui.page import Page

MODERATOR, BOARD, GALLERY, UPLOADS, AUTHORS = "moderator", "board", "gallery", "uploads", "authors"
PICTURES = report_pictures.SETTING
NAMES = (MODERATOR, BOARD, GALLERY, UPLOADS, AUTHORS, PICTURES)
EVERYTHING = "all"

NEEDS: Mapping[str, tuple[str, ...]] = {
    BOARD: ("view_channel", "send_messages", "embed_links", "read_message_history", "pin_messages"),
    GALLERY: ("view_channel", "send_messages", "embed_links", "attach_files"),
}
"""What the referee must be allowed to do in a channel."""


class GuildInfo(Protocol):
    """A server, as far as it must be known."""

    def missing_in(self, channel: int, needed: Iterable[str]) -> tuple[str, ...] | None:
        """What of this the referee may not do in a channel; None when there is no such channel."""

    def has_role(self, role: int) -> bool:
        """Whether there is such a role."""


class ServerSettings:
    """Shows and changes what a server has settled."""

    def __init__(self, games: GameService) -> None:
        self.games = games
        self._listeners: list[Callable[[int], None]] = []

    def subscribe(self, *listeners: Callable[[int], None]) -> None:
        """Tell these of every server whose settings have changed."""
        self._listeners += listeners

    async def change(
        self, actor: Actor, ground: GuildInfo, chosen: Mapping[str, int], reset: str = ""
    ) -> Page:
        """Set what is chosen (0: no, as usual), take back what is to be `reset` (EVERYTHING: all of it); show
        how it stands."""
        before = await self.games.store.settings.of_guild(actor.guild)
        dropped = {name for name in NAMES if reset in (name, EVERYTHING)} - chosen.keys()
        dropped |= {name for name, value in chosen.items() if not value}
        changes: dict[str, int | None] = {name: value for name, value in chosen.items() if value}
        changes |= dict.fromkeys(sorted(dropped & before.keys()))
        if changes:
            async with self.games.store.writing() as tx:
                for name, value in changes.items():
                    await tx.settings.set(actor.guild, name, value)
                await tx.receipts.add(receipt(actor, None, settled=sorted(changes)))
            self._tell(actor.guild)
        settings = await self.games.store.settings.of_guild(actor.guild)
        changed = tuple(name for name in NAMES if settings.get(name) != before.get(name))
        return server_settings_page.page(
            actor.language, [_settled(ground, n, settings.get(n)) for n in NAMES], changed
        )

    async def gone(self, guild: int, thing: int) -> None:
        """A role or a channel was deleted: whatever was settled on it is settled no more."""
        settings = await self.games.store.settings.of_guild(guild)
        names = [name for name, value in settings.items() if value == thing]
        if names:
            async with self.games.store.writing() as tx:
                for name in names:
                    await tx.settings.set(guild, name, None)
            self._tell(guild)

    def _tell(self, guild: int) -> None:
        for listener in self._listeners:
            listener(guild)


def _settled(ground: GuildInfo, name: str, value: int | None) -> Setting:
    if value is None:
        return Setting(name=name)
    if name in (UPLOADS, PICTURES):
        return Setting(name=name, value=value)
    if name in (MODERATOR, AUTHORS):
        return Setting(name=name, value=value, gone=not ground.has_role(value))
    missing = ground.missing_in(value, NEEDS[name])
    return Setting(name=name, value=value, gone=missing is None, missing=missing or ())
