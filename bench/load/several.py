"""Orders of one process, and of two that share a PostgreSQL: how many times as many two of them take.

The processes decide orders of all four rulebooks and write them as the bot does, each in its own games, four
at a time. No Discord is beside them: its look-alike would take the processor that the second one is to have.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from bench.harness import Figure, Missing, hushed, spread
from bench.report import heading, line, machine, write
from bench.scale import measure

NAME = "several processes"
GOAL = 1.7
ROUNDS, SECONDS = 3, 10.0
"""How often one and two take turns, and how long each time."""


def main(*, quick: bool, where: Path) -> int:
    """Measures and prints; the exit code: 1 where PostgreSQL is not installed."""
    facts = machine()
    for key, value in facts.items():
        print(f"{key:14} {value}")
    print(heading(NAME), flush=True)
    figures: list[tuple[str, Figure]] = []
    try:
        with hushed("storage"):
            for figure in run(quick):
                figures.append((NAME, figure))
                print(line(figure), flush=True)
    except Missing as what:
        print(what, file=sys.stderr)
        return 1
    write(where, facts, figures, quick=quick, wrong=(), left_out={})
    if quick:
        print("A quick run shows that everything works; its figures mean nothing.")
    return 0


def run(quick: bool) -> Iterator[Figure]:
    """Orders a second of one process and of two, in turn, and their ratio."""
    rounds, seconds = (1, 0.5) if quick else (ROUNDS, SECONDS)
    one, two = list[measure.Orders](), list[measure.Orders]()
    with measure.server() as running:
        for _ in range(rounds):
            one.append(measure.orders(running, 1, seconds))
            two.append(measure.orders(running, 2, seconds))
    for name, said in (("one process", one), ("two processes", two)):
        rate = spread([each.a_second for each in said])
        yield Figure(name=f"{name}: orders", value=rate.median, unit="/s", p10=rate.p10, p90=rate.p90)
    times = spread([b.a_second / a.a_second for a, b in zip(one, two, strict=True)])
    yield Figure(
        name="orders of two processes v one", value=times.median, goal=GOAL, p10=times.p10, p90=times.p90
    )
    bot, database = [each.processor for each in one], [each.database for each in one]
    for name, used in (("bot", bot), ("PostgreSQL", database)):
        value = 1000 * spread(used).median
        yield Figure(name=f"an order, processor of the {name}", value=value, unit="ms", better="less")
    cores = spread([each.a_second * (each.processor + each.database) for each in two])
    yield Figure(name="two processes and PostgreSQL use", value=cores.median, unit="cores")
