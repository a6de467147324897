"""Melee (DC-MEL)."""
