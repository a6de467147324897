"""Benchmarks of games on disk: events, long games, many games."""
