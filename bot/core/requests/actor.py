"""Who asks for something, through which interaction, where, in which language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who asks, through which interaction (its id is obeyed once), where, in which language.

    `public`: by a button that everybody sees; its stamp counts what everybody knows. `at`: when they did it,
    by the interaction itself, in the time of the host's clock. `sees`: whether they may look into a channel
    of the server. `manages`: they have Manage Server there; `roles` are those they hold. `wordy`: they are
    known to want words in place of pictures. `managing_roles`: those whose holders have Manage Server there.
    """

    user: int
    name: str
    interaction: int
    guild: int
    channel: int
    language: str = "en"
    public: bool = False
    at: datetime | None = None
    manages: bool = False
    roles: frozenset[int] = frozenset()
    wordy: bool = False
    sees: Callable[[int], bool] = field(default=lambda channel: False, compare=False, repr=False)
    managing_roles: Callable[[], tuple[int, ...]] = field(default=lambda: (), compare=False, repr=False)
