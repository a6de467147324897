"""Schema 3: what makes dice and logs provable to everybody."""

from __future__ import annotations

revision = "3"
down_revision: str | None = "2"


def upgrade() -> None:
    """Nothing yet."""
