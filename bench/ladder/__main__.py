"""`python -m bench.ladder`: pairs of games of each player with each on chosen battles; prints tables.

    --minutes N        no pair is begun after so many minutes (default 60)
    --pairs N          pairs of games of each two players on each battle that are enough (default 50)
    --battles a b ...  which battles (default: two of each rulebook)
    --players a b ...  which players (default: all)
    --neighbours       only each player with the next stronger one
    --results FILE     where games are kept (default: results.jsonl beside this file)
    --write            also write the tables into docs/opponent.md
    --quick            two short battles, one pair of each two players, without `hard`; kept nowhere

A pair is the same battle with the same seed played twice, with the sides exchanged. Games are added to the
file, a line each, and those in it count as long as the computer player plays as it did: stop and go on as you
like; half a pair is made whole. Next comes a pair of the two players and the rulebook that least is known of,
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
from bench.ladder.ratings import Share, pairs_of, ratings, share_of_games, share_of_pairs

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

Two = tuple[str, str]
"""Two players, the weaker one first."""


def next_pair(
    games: Sequence[Game], battles: Sequence[str], twos: Sequence[Two], most: int
) -> tuple[str, Two, int] | None:
    """The battle, the players and the number of the pair to be played next, when `most` pairs of each are
    enough; None when all are played."""
    systems = {battle: scenarios.load(battle).system for battle in battles}
    pairs = pairs_of(games)

    def known(wanted: tuple[str, Two, int]) -> tuple[float, int, int]:
        battle, (weak, strong), number = wanted
        of_system = [pair for pair in pairs if pair.system == systems[battle]]
        width = 1.0
        if any(pair.players == {weak, strong} for pair in of_system):
            share = share_of_pairs(of_system, strong, weak)
            width = share.high - share.low
        return -width, twos.index((weak, strong)), number

    wanted = [
        (battle, two, number)
        for two in twos
        for battle in battles
        if (number := _first_missing(games, battle, two, most)) < most
    ]
    return min(wanted, key=known, default=None)


def _first_missing(games: Sequence[Game], battle: str, two: Two, most: int) -> int:
    """The number of the first pair that is not whole; `most` where all are."""
    return next((n for n in range(most) if seats_missing(games, battle, two, n)), most)


def seats_missing(games: Sequence[Game], battle: str, two: Two, number: int) -> list[Two]:
    """The players of the first and the second side of the games that a pair still needs."""
    seed = seed_of(battle, number)
    have = {tuple(g.players.values()) for g in games if g.battle == battle and g.seed == seed}
    return [seats for seats in (two[::-1], two) if seats not in have]


def seed_of(battle: str, number: int) -> str:
    """The seed of both games of a pair."""
    return f"ladder/{battle}/{number}"


def page_tables(games: Sequence[Game], twos: Sequence[Two], players: Sequence[str]) -> str:
    """The tables of docs/opponent.md: the points of each step by rulebook, the ratings, and the day."""
    lines = [
        f"Counted on {datetime.now(UTC):%Y-%m-%d}.",
        "",
        "| players | rulebook | battles | by pairs | 95 % interval | pairs "
        "| by single games | 95 % interval | games |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for weak, strong in twos:
        for system, name in NAMES.items():
            some = [g for g in games if g.system == system and {*g.players.values()} == {weak, strong}]
            if not some:
                continue
            titles = sorted({scenarios.load(g.battle).title["en"] for g in some})
            lines.append(
                f"| *{strong}* against *{weak}* | {name} | {', '.join(f'*{title}*' for title in titles)} "
                f"| {_counted(some, strong, weak)} |"
            )
    lines += ["", "| player | rating by pairs | 95 % interval |", "|---|---|---|"]
    for player, (rating, low, high) in ratings(pairs_of(games), players).items():
        lines.append(f"| *{player}* | {rating:.0f} | {low:.0f} to {high:.0f} |")
    return "\n".join(lines) + "\n"


def _counted(games: Sequence[Game], player: str, other: str) -> str:
    """The cells of a table with what a player won by pairs, then by single games."""
    pairs = [pair for pair in pairs_of(games) if pair.players == {player, other}]
    by_pairs = _cells(share_of_pairs(pairs, player, other)) if pairs else " | | 0"
    return f"{by_pairs} | {_cells(share_of_games(games, player, other))}"


def _cells(won: Share) -> str:
    low, high = f"{100 * won.low:.0f} %", f"{100 * won.high:.0f} %"
    return f"{100 * won.share:.0f} % | {low} to {high} | {won.number}"


def report(games: Sequence[Game], players: Sequence[str]) -> str:
    """The tables: points of each two players by rulebook, ratings, processor seconds."""
    lines = [
        "| rulebook | players | by pairs | 95 % interval | pairs | by single games | 95 % interval | games |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for system in dict.fromkeys(game.system for game in games):
        of_system = [game for game in games if game.system == system]
        for weak, strong in combinations(players, 2):
            if any({*game.players.values()} == {weak, strong} for game in of_system):
                lines.append(f"| {system} | {strong} against {weak} | {_counted(of_system, strong, weak)} |")
    lines += ["", "| player | rating by pairs | 95 % interval | seconds for a turn |", "|---|---|---|---|"]
    for player, (rating, low, high) in ratings(pairs_of(games), players).items():
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
    parser.add_argument("--pairs", type=int, default=50)
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
    twos = steps + [two for two in combinations(players, 2) if two not in steps and not asked.neighbours]
    games = [] if asked.quick else records.read(asked.results)
    most, until = 1 if asked.quick else asked.pairs, time.monotonic() + 60 * asked.minutes
    while time.monotonic() < until and (wanted := next_pair(games, battles, twos, most)) is not None:
        battle, two, number = wanted
        for seats in seats_missing(games, battle, two, number):
            sides = dict(zip(scenarios.load(battle).side_ids, seats, strict=True))
            games.append(play_game(battle, sides, seed_of(battle, number).encode()))
            if not asked.quick:
                records.append(asked.results, games[-1])
            print(battle, number, sides, dict(games[-1].scores), file=sys.stderr, flush=True)
    print(report(games, players))
    if asked.write:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(TABLE.sub(lambda _: page_tables(games, twos, players), page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
