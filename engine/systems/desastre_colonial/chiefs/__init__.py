"""Lone Chiefs and Chiefs at risk (DC-MOV-19, DC-CHF)."""
