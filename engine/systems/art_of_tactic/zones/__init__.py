"""Zones of control, Defense Zones and Kill Zones (AT-ZOC, AT-DZ)."""
