"""Proofs of copies: every log is whole, and its orders lead again to what they led to."""
