"""The command line: `python -m bench.presses [battles...] [--turns N] [--quick] [--write]`.

Two people play whole turns through the page in Chromium, by buttons and menus, as the computer player would;
`--quick` plays a few orders without a browser, and shows only that it works.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.harness import Missing, hushed
from bench.presses.hands import Client, through_the_page
from bench.presses.play import Cost, play
from bench.presses.table import PEOPLE, opened

BATTLES = {"ormes": "Ormes", "nonaka": "Nonaka", "gue": "Lannoy", "puits": "Bir Akra"}
PAGE = Path(__file__).resolve().parents[2] / "docs" / "presses.md"
HEAD = (
    "| battle | orders | presses | an order | most a side | typed | public | private | kB sent |"
    " press to picture |",
    "|---|---|---|---|---|---|---|---|---|---|",
)
ORDERS_IN_A_HURRY = 3


def main(given: Sequence[str] | None = None) -> int:
    """Play, print the table; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.presses", description=__doc__.partition("\n")[0])
    parser.add_argument("battles", nargs="*", metavar="battle", help=", ".join(BATTLES))
    parser.add_argument("--turns", type=int, default=1, help="whole turns of each (%(default)s)")
    parser.add_argument("--quick", action="store_true", help="a few orders, without a browser")
    parser.add_argument("--write", action="store_true", help="put the table into docs/presses.md")
    args = parser.parse_args(given)
    if strange := {*args.battles} - {*BATTLES}:
        parser.error(f"no such battle: {', '.join(sorted(strange))}; there are {', '.join(BATTLES)}")
    lines = list(HEAD)
    print("\n".join(HEAD), flush=True)
    for battle in args.battles or BATTLES:
        try:
            with hushed("storage"):
                cost = asyncio.run(measured(battle, args.turns, quick=args.quick))
        except Missing as what:
            print(f"{what}; --quick needs none", file=sys.stderr)
            return 1
        lines.append(row(cost))
        print(lines[-1], flush=True)
    if args.write:
        write("\n".join(lines))
    return 0


async def measured(battle: str, turns: int, *, quick: bool) -> Cost:
    """What a battle costs."""
    with tempfile.TemporaryDirectory() as folder:
        async with opened(Path(folder)) as table:
            await table.seat(battle)
            await table.begin()
            if quick:
                hands = {name: Client(table, name) for name in PEOPLE}
                return await play(table, hands, battle, turns, ORDERS_IN_A_HURRY)
            async with through_the_page(table, PEOPLE) as pages:
                return await play(table, pages, battle, turns)


def row(cost: Cost) -> str:
    """A line of the table: everything for one turn of both sides."""
    each = cost.turns
    return (
        f"| {BATTLES[cost.battle]} | {cost.orders / each:.0f} | {cost.pressed / each:.0f} |"
        f" {cost.pressed / max(1, cost.orders - len(cost.typed)):.1f} | {cost.most} |"
        f" {len(cost.typed) / each:.0f} |"
        f" {cost.public / each:.0f} | {cost.private / each:.0f} | {cost.sent / each / 1000:.0f} |"
        f" {cost.wait:.2f} s |"
    )


def write(table: str) -> None:
    """Put the table into the page, in place of the one there."""
    text = PAGE.read_text(encoding="utf-8")
    text = re.sub(r"(?:^\|.*\n)+", lambda _: f"{table}\n", text, count=1, flags=re.MULTILINE)
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
