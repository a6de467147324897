"""Others who can do what the engine does: libraries, naive code, and the same search in C."""
