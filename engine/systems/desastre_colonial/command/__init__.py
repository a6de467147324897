"""Command and initiative (DC-CMD)."""
