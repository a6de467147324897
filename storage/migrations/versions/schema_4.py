"""Schema 4: results, ratings and tournaments."""

from __future__ import annotations

revision = "4"
down_revision: str | None = "3"


def upgrade() -> None:
    """Add what is new."""
