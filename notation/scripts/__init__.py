"""Typed orders and referee scripts: what a player writes becomes a command, what a bug report states a table.

`orders` reads one line; `sheet` and `table` lay a table out; `runner` plays it. No Discord. The format of
scripts is in docs/referee-scripts.md.
"""
