"""Locking the orders of a side, with none written as well."""

from __future__ import annotations

from typing import Any

ALL_THE_SAME = "Lock anyway"


async def lock(person: Any, channel: str = "battle") -> Any:
    """Type the command; say yes where it asks because orders are missing. The answer."""
    reply = await person.slash(channel, "plan lock")
    return await person.click(reply.message, ALL_THE_SAME) if ALL_THE_SAME in reply.labels else reply
