"""python-chess: legal moves of positions out of games played at random, always the same."""

from __future__ import annotations

import random
from collections.abc import Callable

from bench.rules.searchers import library

chess = library("chess")

GAMES, PLIES, FEWEST = 30, 40, 30


def search() -> Callable[[], int]:
    """Lists the legal moves of open positions, 30 or more in each; how many there are."""
    chance, boards = random.Random(1851), []
    for _ in range(GAMES):
        board = chess.Board()
        for _ in range(PLIES):
            if board.is_game_over():
                break
            board.push(chance.choice(list(board.legal_moves)))
            if board.legal_moves.count() >= FEWEST:
                boards.append(board.copy(stack=False))
    return lambda: sum(len(list(board.legal_moves)) for board in boards)
