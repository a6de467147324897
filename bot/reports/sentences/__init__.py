"""Sentences of single events and of fights."""
