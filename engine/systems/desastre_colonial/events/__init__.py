"""Drame cards and Faux Pas (DC-DRA, DC-FAU)."""
