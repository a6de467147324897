"""Sentences and pages: what happened, what is refused, what can be done. Ready to be translated."""
