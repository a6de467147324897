"""`python -m bench.ladder`: games of each player with each on chosen battles, sides swapped; prints tables.

    --minutes N        no game is begun after so many minutes (default 60)
    --games N          games of each pair on each battle and side that are enough (default 50)
    --battles a b ...  which battles (default: two of each rulebook)
    --players a b ...  which players (default: all)
    --neighbours       only each player with the next stronger one
    --results FILE     where games are kept (default: results.jsonl beside this file)
    --write            also write the table into docs/opponent.md
    --quick            two short battles, one game of each pair on each side, without `hard`; kept nowhere

Games are added to the file, a line each, and those in it count as long as the computer player plays as it
did: stop and go on as you like. Next comes a game of the two players and the rulebook that least is known of,
of each player with the next stronger one first. Progress is on stderr.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import combinations, pairwise
from pathlib import Path

import scenarios
from bench.ladder import records
from bench.ladder.games import PLAYERS, Game, play_game
from bench.ladder.ratings import ratings, share_of_points

RESULTS = Path(__file__).parent / "results.jsonl"
PAGE = Path(__file__).parents[2] / "docs" / "opponent.md"
TABLE = re.compile(r"(?<=<!-- ladder -->\n).*?(?=<!-- end of ladder -->)", re.DOTALL)
BATTLES = ("ormes", "vaux", "gue", "plateau", "puits", "rorkes-drift", "nonaka", "takase")
QUICK = ("ormes", "nonaka")
QUICK_PLAYERS = ("random", "easy", "normal")
NAMES = {
    "morne_plaine": "Morne Plaine",
    "pousse_pion": "Pousse-pion",
    "desastre_colonial": "Désastre Colonial",
    "art_of_tactic": "Art of Tactic",
}

Pair = tuple[str, str]
"""Two players, the weaker one first."""
Seats = tuple[str, str, str]
"""A battle, and the players of its first and its second side."""


def next_seats(
    games: Sequence[Game], battles: Sequence[str], pairs: Sequence[Pair], most: int
) -> Seats | None:
    """The game to be played next, when `most` of each on each side are enough; None when all are played."""
    wanted = [
        (index, pair, battle, seats)
        for index, pair in enumerate(pairs)
        for battle in battles
        for seats in (pair[::-1], pair)
        if records.played(games, battle, *seats) < most
    ]
    systems = {battle: scenarios.load(battle).system for battle in battles}

    def known(one: tuple[int, Pair, str, Pair]) -> tuple[float, int, int]:
        index, pair, battle, seats = one
        of_system = [g for g in games if g.system == systems[battle] and {*g.players.values()} == {*pair}]
        width = 1.0
        if of_system:
            share = share_of_points(of_system, pair[1], pair[0])
            width = share.high - share.low
        return -width, index, records.played(games, battle, *seats)

    best = min(wanted, key=known, default=None)
    return None if best is None else (best[2], *best[3])


def page_rows(games: Sequence[Game], pairs: Sequence[Pair]) -> str:
    """The table of docs/opponent.md: the points of each pair by rulebook, and the day it was made."""
    lines = [
        f"Counted on {datetime.now(UTC):%Y-%m-%d}.",
        "",
        "| players | rulebook | battles | points | 95 % interval | games |",
        "|---|---|---|---|---|---|",
    ]
    for weak, strong in pairs:
        for system, name in NAMES.items():
            some = [g for g in games if g.system == system and {*g.players.values()} == {weak, strong}]
            if not some:
                continue
            won = share_of_points(some, strong, weak)
            titles = sorted({scenarios.load(g.battle).title["en"] for g in some})
            lines.append(
                f"| *{strong}* against *{weak}* | {name} | {', '.join(f'*{title}*' for title in titles)} "
                f"| {_percent(won.share)} | {_percent(won.low)} to {_percent(won.high)} | {won.games} |"
            )
    return "\n".join(lines) + "\n"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


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
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--battles", nargs="+", default=())
    parser.add_argument("--players", nargs="+", choices=PLAYERS, default=())
    parser.add_argument("--neighbours", action="store_true")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args(words)
    battles = asked.battles or (QUICK if asked.quick else BATTLES)
    chosen = asked.players or (QUICK_PLAYERS if asked.quick else PLAYERS)
    players = tuple(player for player in PLAYERS if player in chosen)
    steps = list(pairwise(players))
    pairs = steps + [pair for pair in combinations(players, 2) if pair not in steps and not asked.neighbours]
    games = [] if asked.quick else records.read(asked.results)
    number, until = 1 if asked.quick else asked.games, time.monotonic() + 60 * asked.minutes
    while time.monotonic() < until and (seats := next_seats(games, battles, pairs, number)) is not None:
        battle, *two = seats
        before = records.played(games, battle, *two)
        sides = dict(zip(scenarios.load(battle).side_ids, two, strict=True))
        games.append(play_game(battle, sides, f"ladder/{battle}/{before}".encode()))
        if not asked.quick:
            records.append(asked.results, games[-1])
        print(battle, sides, dict(games[-1].points), file=sys.stderr, flush=True)
    print(report(games, players))
    if asked.write:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(TABLE.sub(lambda _: page_rows(games, pairs), page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
