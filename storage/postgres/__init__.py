"""Games in a PostgreSQL database on a server."""
