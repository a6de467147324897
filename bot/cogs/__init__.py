"""Slash commands: acknowledge, ask the clerk, show the page. No rule, no SQL, no drawing, no sentence."""
