"""Terrain and line of sight (DC-TER)."""
