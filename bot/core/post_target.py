"""Where something is to be posted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PostTarget:
    """A channel to post in, and which permissions the user and the bot lack there."""

    channel: int
    asker_lacks: tuple[str, ...] = ()
    bot_lacks: tuple[str, ...] = ()
