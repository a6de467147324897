"""Messages: written, normalised, with their mentions and uploads."""
