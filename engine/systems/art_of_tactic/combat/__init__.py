"""Ranged combat and melee (AT-RNG, AT-MEL)."""
