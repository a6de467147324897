"""How statements reach the drivers: SQLAlchemy writes the SQL, once; aiosqlite and asyncpg run it."""
