"""Tournaments as pure functions: pairings, standings, ratings, matchmaking. Knows no Discord and no database.

`docs/tournament-rules.md` states the rules and names the module of each.
"""
