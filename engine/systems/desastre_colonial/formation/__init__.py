"""Formations (DC-FOR)."""
