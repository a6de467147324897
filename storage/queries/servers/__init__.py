"""Queries about servers: their settings, and the battles their members have uploaded."""
