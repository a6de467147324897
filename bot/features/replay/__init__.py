"""Replay of a game as an HTML file for any browser."""
