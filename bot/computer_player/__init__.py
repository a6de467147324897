"""The computer player at work: a process of its own that calculates its orders, and levels people choose."""
