"""Schema 5."""

from __future__ import annotations

revision = "5"
down_revision: str | None = "4"


def upgrade() -> None:
    """Add what is new."""
