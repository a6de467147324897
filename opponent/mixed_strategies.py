"""Mixed strategies: how often to follow each plan when both sides decide at the same time."""

from __future__ import annotations

import random
from collections.abc import Sequence

ROUNDS = 500


def mixed_strategy(payoffs: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """How often to play each row against an enemy who wants the least, by regret matching.

    `payoffs` holds what each row earns against each column. The shares sum to 1.
    """
    rows, columns = range(len(payoffs)), range(len(payoffs[0]))
    own_regret, enemy_regret = [0.0 for _ in rows], [0.0 for _ in columns]
    total = [0.0 for _ in rows]
    for _ in range(ROUNDS):
        own, enemy = _shares(own_regret), _shares(enemy_regret)
        by_row = [sum(enemy[c] * payoffs[r][c] for c in columns) for r in rows]
        by_column = [sum(own[r] * payoffs[r][c] for r in rows) for c in columns]
        value = sum(own[r] * by_row[r] for r in rows)
        for r in rows:
            own_regret[r] = max(0.0, own_regret[r] + by_row[r] - value)
            total[r] += own[r]
        for c in columns:
            enemy_regret[c] = max(0.0, enemy_regret[c] + value - by_column[c])
    return tuple(share / ROUNDS for share in total)


def _shares(regret: Sequence[float]) -> list[float]:
    """Shares in proportion to regret; equal ones without any."""
    whole = sum(regret)
    return [r / whole for r in regret] if whole > 0 else [1 / len(regret)] * len(regret)


def drawn(shares: Sequence[float], seed: bytes) -> int:
    """One of the rows, drawn with these shares; the same for the same seed."""
    return random.Random(seed).choices(range(len(shares)), weights=shares)[0]
