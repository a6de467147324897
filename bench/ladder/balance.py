"""`python -m bench.ladder.balance`: how fair battles are, by games of a level with itself.

    --level L          rules (rules of thumb alone, without mistakes), easy, normal or hard (default hard)
    --games N          so many games of each battle in all (default 100)
    --battles a b ...  which battles (default: all)
    --results FILE     games are added to it, and those in it count (default: balance.jsonl beside this file)
    --minutes N        no game is begun after so many minutes (default 60)
    --with-handicap    play so many games with handicaps of each uneven battle, too, until one makes it even
    --write            also write what was counted into `about:` of each battle's scenario.yaml, where the
                       interval is narrow enough

A battle is called even where the share of points is from 45 to 55 %. For any other, the handicap is the
smallest with which the same games would have come out so, from 20 games on: points, units lost where losses
decide, and the draw, which is less than a point. The word of a battle comes from games of normal or hard
alone. With --with-handicap it is tried in games of its own, since who has a handicap plays otherwise: next
comes a larger or a smaller one, until one makes the battle even or is passed over.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import scenarios
from bench.ladder import records
from bench.ladder.even_handicap import even_handicap, handicap_shares, next_to_try, played_handicap
from bench.ladder.fingerprint import RULES
from bench.ladder.games import Game, play_game
from engine.battle.handicap import kind
from engine.scenario import Handicap, Measured
from opponent import LEVELS
from opponent.levels import HARD, NORMAL
from scenarios import handicaps

RESULTS = Path(__file__).parent / "balance.jsonl"
FEWEST = 20
"""Games from which a battle is called even or not, and a handicap is sought."""
JUDGES = (NORMAL, HARD)
"""Levels whose games say whether a battle is even; others are told beside the word."""
NARROW = 0.3
"""How wide the interval of the share of points may be at most for a battle to be told what was counted."""
ABOUT = re.compile(r"^about: \{(?P<facts>[^#\n]*)\}", re.MULTILINE)


def measured(battle: str, level: str, games: Sequence[Game]) -> Measured | None:
    """What the games of a level with itself on a battle say; None without any."""
    every = [g for g in games if g.battle == battle and {*g.players.values()} == {level}]
    of_battle = [g for g in every if not g.handicap]
    if not of_battle:
        return None
    first, second = scenarios.load(battle).side_ids
    won = {side: sum(g.points[side] == 1 for g in of_battle) for side in (first, second)}
    found = Measured(by=level, won=won, drawn=len(of_battle) - sum(won.values()))
    if found.is_even or found.games < FEWEST:
        return found
    given = played_handicap(every, FEWEST)
    if given is None:
        reckoned = even_handicap(scenarios.load(battle), of_battle, found.favoured)
        given = None if reckoned in handicap_shares(every, FEWEST) else reckoned  # tried in vain
    return replace(found, handicap=given)


def written(text: str, found: Measured) -> str:
    """The text of a scenario.yaml with what was counted in its `about:` line; its word stays where the games
    do not judge."""
    facts = ABOUT.search(text)
    if facts is None:
        raise ValueError("no line `about: {...}`")
    kept = re.sub(r", measured: \{.*\}", "", facts["facts"])
    if found.games >= FEWEST and found.by in JUDGES:
        word = "even" if found.is_even else found.favoured
        kept = re.sub(r", balance: [\w-]+", "", kept) + f", balance: {word}"
    won = ", ".join(f"{side}: {n}" for side, n in found.won.items())
    counted = f"by: {found.by}, won: {{{won}}}, drawn: {found.drawn}"
    if (given := found.handicap) is not None:
        counted += f", gives: {given.gives}" + (f", points: {given.points}" if given.points else "")
        counted += ", draw: yes" if given.draw else ""
    line = f"about: {{{kept}, measured: {{{counted}}}}}"
    return text[: facts.start()] + line + text[facts.end() :]


def row(battle: str, found: Measured) -> str:
    """A row of the table."""
    low, high = found.interval
    won = ", ".join(f"{side} {n}" for side, n in found.won.items())
    sought = found.games >= FEWEST and not found.is_even
    gives = told(found.handicap) if found.handicap is not None else "none found" if sought else ""
    return (
        f"| {battle} | {found.by} | {found.games} | {won}, drawn {found.drawn} | "
        f"{found.favoured} {found.share:.0%} | {low:.0%} to {high:.0%} | {gives} |"
    )


def told(given: Handicap) -> str:
    """A handicap in a few words."""
    what = {"points": str(given.points), "draw": "the draw", "both": f"{given.points} and the draw"}
    return f"{given.gives} gives {what[kind(given)]}"


def main(words: Sequence[str] | None = None) -> int:
    """Play, print, write."""
    parser = argparse.ArgumentParser(prog="python -m bench.ladder.balance")
    parser.add_argument("--level", choices=(RULES, *LEVELS), default=HARD)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--battles", nargs="+", default=())
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--with-handicap", action="store_true")
    asked = parser.parse_args(words)
    battles = asked.battles or scenarios.all()
    games = records.read(asked.results)
    until = time.monotonic() + 60 * asked.minutes
    for number in range(asked.games):
        for battle in battles:
            missing = records.played(games, battle, asked.level, asked.level) <= number
            if missing and time.monotonic() < until:
                seats = dict.fromkeys(scenarios.load(battle).side_ids, asked.level)
                games.append(play_game(battle, seats, f"balance/{battle}/{number}".encode()))
                records.append(asked.results, games[-1])
                print(battle, dict(games[-1].points), dict(games[-1].scores), file=sys.stderr, flush=True)
    if asked.with_handicap:
        for battle in battles:
            _seek_handicap(battle, asked.level, games, asked.games, asked.results, until)
    print(
        "| battle | level | games | won | points | 95 % interval | handicap |\n|---|---|---|---|---|---|---|"
    )
    for battle in battles:
        found = measured(battle, asked.level, games)
        if found is None:
            continue
        print(row(battle, found))
        low, high = found.interval
        if asked.write and high - low > NARROW:
            print(f"{battle} is not written: the interval is too wide", file=sys.stderr)
        elif asked.write:
            file = scenarios.BATTLES / battle / "scenario.yaml"
            file.write_text(written(file.read_text(encoding="utf-8"), found), encoding="utf-8")
    return 0


def _seek_handicap(
    battle: str, level: str, games: list[Game], number: int, results: Path, until: float
) -> None:
    """Play with handicaps, from the one that games without any tell, until one makes the battle even."""
    found = measured(battle, level, [g for g in games if not g.handicap])
    if found is None or found.is_even or found.games < FEWEST:
        return
    scenario = scenarios.load(battle)
    given: Handicap | None = found.handicap or Handicap(gives=found.favoured, draw=True)
    while given is not None and time.monotonic() < until:
        changed = handicaps.with_handicap(scenario, given)
        mine = [g for g in games if g.battle == battle and g.handicap == handicaps.written(given)]
        for n in range(len(mine), number):
            seats = dict.fromkeys(scenario.side_ids, level)
            games.append(play_game(changed, seats, f"handicap/{battle}/{n}".encode()))
            records.append(results, games[-1])
        shares = handicap_shares([g for g in games if g.battle == battle], number)
        print(
            battle,
            {handicaps.written(h): round(s, 2) for h, s in shares.items()},
            file=sys.stderr,
            flush=True,
        )
        given = next_to_try(given, shares)


if __name__ == "__main__":
    sys.exit(main())
