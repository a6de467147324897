"""Schema 7."""

from __future__ import annotations

revision = "7"
down_revision: str | None = "6"


def upgrade() -> None:
    """Add what is new."""
