"""Games in a SQLite file."""
