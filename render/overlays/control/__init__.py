"""Overlays that say which side controls a part of the map."""
