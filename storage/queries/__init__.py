"""Named queries and changes, a small repository for each kind of record. All SQL statements are here."""
