"""Sessions with Discord that one process begins and another one goes on with."""
