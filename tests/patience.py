"""How long tests wait for what must come: so long that no machine is too slow, shorter than pytest's limit,
so that a test that hangs says where."""

PATIENCE = 150.0
"""Seconds."""
