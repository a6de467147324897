"""Benchmarks: figures with goals, taken beside rivals in interleaved rounds. Nothing imports this."""
