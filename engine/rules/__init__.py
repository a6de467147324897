"""Chapters that two rulebooks share. A rule comes here when a second rulebook needs it."""
