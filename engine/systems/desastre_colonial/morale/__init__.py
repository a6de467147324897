"""Morale tests (DC-MOR, DC-NAT)."""
