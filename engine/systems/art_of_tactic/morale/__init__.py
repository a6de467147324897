"""Morale, Fortitude Tests, honor, flight and pursuit (AT-MOR)."""
