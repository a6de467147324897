"""Seasons: tournaments whose places give points, divisions with promotion and relegation."""
