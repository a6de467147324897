"""Background work where several processes share the servers."""
