"""Requests: who asks, whether the game is within their reach and as they saw it, what came of it."""
