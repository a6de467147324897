"""`python -m bench.ladder`: games of each player with each on chosen battles, sides swapped; prints tables.

    --quick            two short battles, one game of each pair on each side, without `hard`
    --games N          games of each pair on each battle and side (default 5)
    --battles a b ...  which battles (default: two of each rulebook)
    --players a b ...  which players (default: all)
    --neighbours       only each player with the next stronger one
    --results FILE     games are added to FILE, a line each, and those in it count: stop and go on as you like

What it prints is the table of docs/opponent.md. Games go on until the last is over; progress is on stderr.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from pathlib import Path

import scenarios
from bench.ladder import records
from bench.ladder.games import PLAYERS, Game, play_game
from bench.ladder.ratings import ratings, share_of_points

BATTLES = ("ormes", "vaux", "gue", "plateau", "puits", "colonne", "nonaka", "takase")
QUICK = ("ormes", "nonaka")
QUICK_PLAYERS = ("random", "easy", "normal")


def play_all(
    battles: Sequence[str], pairs: Sequence[tuple[str, str]], games: int, before: Sequence[Game] = ()
) -> Iterator[Game]:
    """Every game of the round robin that was not played before, as it ends; a round of all, then the next."""
    for number in range(games):
        for battle in battles:
            one, two = scenarios.load(battle).side_ids
            for weak, strong in pairs:
                seed = f"ladder/{battle}/{number}".encode()
                for first, second in ((strong, weak), (weak, strong)):
                    if records.played(before, battle, first, second) <= number:
                        yield play_game(battle, {one: first, two: second}, seed)


def report(games: Sequence[Game], players: Sequence[str]) -> str:
    """The tables: points of each step by rulebook, ratings, processor seconds."""
    lines = ["| rulebook | players | points | 95 % interval | games |", "|---|---|---|---|---|"]
    for system in dict.fromkeys(game.system for game in games):
        of_system = [game for game in games if game.system == system]
        for weak, strong in combinations(players, 2):
            if not any({*game.players.values()} == {weak, strong} for game in of_system):
                continue
            won = share_of_points(of_system, strong, weak)
            lines.append(
                f"| {system} | {strong} against {weak} | {won.share:.0%} | {won.low:.0%} to {won.high:.0%} "
                f"| {won.games} |"
            )
    lines += ["", "| player | rating | 95 % interval | seconds for a turn |", "|---|---|---|---|"]
    for player, (rating, low, high) in ratings(games, players).items():
        spent = _seconds_for_a_turn(games, player)
        lines.append(f"| {player} | {rating:.0f} | {low:.0f} to {high:.0f} | {spent:.2f} |")
    return "\n".join(lines)


def _seconds_for_a_turn(games: Sequence[Game], player: str) -> float:
    """Processor seconds that a player spent on a game turn, on average."""
    mine = [(g, side) for g in games for side, name in g.players.items() if name == player]
    turns = sum(game.turns for game, _ in mine)
    return sum(game.seconds[side] for game, side in mine) / turns if turns else 0.0


def main(words: Sequence[str] | None = None) -> int:
    """Play, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.ladder")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--battles", nargs="+", default=())
    parser.add_argument("--players", nargs="+", choices=PLAYERS, default=())
    parser.add_argument("--neighbours", action="store_true")
    parser.add_argument("--results", type=Path)
    asked = parser.parse_args(words)
    battles = asked.battles or (QUICK if asked.quick else BATTLES)
    chosen = asked.players or (QUICK_PLAYERS if asked.quick else PLAYERS)
    players = tuple(player for player in PLAYERS if player in chosen)
    pairs = list(pairwise(players)) if asked.neighbours else list(combinations(players, 2))
    games = records.read(asked.results) if asked.results else []
    number = asked.games or (1 if asked.quick else 5)
    for game in play_all(battles, pairs, number, tuple(games)):
        games.append(game)
        if asked.results:
            records.append(asked.results, game)
        print(game.battle, dict(game.players), dict(game.points), file=sys.stderr, flush=True)
    print(report(games, players))
    return 0


if __name__ == "__main__":
    sys.exit(main())
