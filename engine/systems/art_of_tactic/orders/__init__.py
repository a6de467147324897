"""Orders: written in secret, revealed, and those of the Special Orders step (AT-ORD)."""
