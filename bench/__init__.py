"""Benchmarks: figures with goals, measured against other programs in interleaved rounds. Not imported."""
