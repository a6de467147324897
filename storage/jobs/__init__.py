"""Jobs for other processes: a queue in the same PostgreSQL, and what came of them, by the hash of what was
asked. Nothing here is loaded unless a host wants it."""
