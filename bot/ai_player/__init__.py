"""The AI player at work: a process of its own that calculates its orders, and the levels people choose."""
