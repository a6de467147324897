"""The command line: `python -m bench [names...] [--quick] [--peers]`. A table, build/bench.json, and
build/bench.md, which is the table for docs/benchmarks.md.

A goal that is missed is a figure like any other. The exit code is 1 only when outputs that must be the
same were not.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.harness import Figure, Missing, WrongOutput, hushed, skipped
from bench.report import heading, line, machine, write

MODULES = {
    "posted": "pictures.posted",
    "pictures": "pictures.phase_map",
    "floor": "pictures.floor",
    "encode": "pictures.encode",
    "preview": "pictures.preview",
    "growth": "pictures.growth",
    "memory": "load.memory",
    "film": "pictures.film",
    "engine": "rules.reach",
    "odds": "rules.odds",
    "store": "games.store",
    "restart": "games.restart",
    "copies": "games.copies",
    "command": "commands.command",
    "orders": "commands.orders",
    "fairness": "commands.fairness",
    "thinking": "commands.thinking",
    "peers": "pictures.peers",
    "programs": "pictures.programs",
}
"""The benchmarks by name, and their modules in this folder."""
ASKED_FOR = {
    "programs"
}  # run only when named or with --peers: they start other programs, and take their time
WHERE = Path(__file__).resolve().parent.parent / "build" / "bench.json"


def main(words: Sequence[str] | None = None) -> int:
    """Runs what the words ask for; the exit code."""
    parser = _parser()
    args = parser.parse_args(words)
    if strange := set(args.names) - {*MODULES}:
        parser.error(f"no such benchmark: {', '.join(sorted(strange))}; there are {', '.join(MODULES)}")
    names = args.names or [name for name in MODULES if args.peers or name not in ASKED_FOR]
    facts = machine()
    for key, value in facts.items():
        print(f"{key:14} {value}")
    figures: list[tuple[str, Figure]] = []
    wrong: list[str] = []
    left_out: dict[str, str] = {}
    for name in names:
        print(heading(name), flush=True)
        try:
            with hushed("storage"):  # a word about SQLite's version for every file
                for figure in _figures(name, args.quick):
                    figures.append((name, figure))
                    print(line(figure), flush=True)
        except (Missing, ModuleNotFoundError) as what:
            left_out[name] = str(what)
            skipped(name, str(what))
        except WrongOutput as what:
            wrong.append(f"{name}: {what}")
            print(f"  WRONG OUTPUT: {what}", flush=True)
    write(args.output, facts, figures, quick=args.quick, wrong=wrong, left_out=left_out)
    missed = sum(figure.met is False for _, figure in figures)
    goals = sum(figure.goal is not None for _, figure in figures)
    print(f"\n{goals - missed} of {goals} goals met; {args.output}")
    if args.quick:
        print("A quick run shows that everything works; its figures mean nothing.")
    return 1 if wrong else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Figures with goals, beside rivals.")
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(MODULES))
    parser.add_argument("--quick", action="store_true", help="few rounds: shows that it runs, not how fast")
    parser.add_argument("--peers", action="store_true", help="also the programs that others draw maps with")
    parser.add_argument("--output", type=Path, default=WHERE, help="where the records go (%(default)s)")
    return parser


def _figures(name: str, quick: bool) -> Iterable[Figure]:
    """The figures of a module, as they come. Raises Missing when something it needs is not there."""
    figures: Iterable[Figure] = importlib.import_module(f"bench.{MODULES[name]}").run(quick)
    return figures


if __name__ == "__main__":
    sys.exit(main())
