"""A setting of a server."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Something a server can settle: `value` is a role or a channel, 1 for yes, None without any. `gone`: it
    is there no more; `lacking`: what the referee may not do there."""

    name: str
    value: int | None = None
    gone: bool = False
    missing: tuple[str, ...] = ()
