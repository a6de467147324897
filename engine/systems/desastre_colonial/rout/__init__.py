"""Routs (DC-ROU)."""
