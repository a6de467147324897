"""The command line: `python -m bench.scale [--quick] [--games N ...]`. Measures on this machine for a minute
or two, and prints what so many games need."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path

from bench.harness import Missing, hushed
from bench.load.processes import ROOT
from bench.report import machine
from bench.scale import measure, model

WHERE = ROOT / "build" / "scale.json"
GAMES = (10_000, 1_000_000)


def main(words: Sequence[str] | None = None) -> int:
    """Runs it; the exit code: 1 where something it needs is not installed."""
    parser = argparse.ArgumentParser(prog="python -m bench.scale", description="What so many games need.")
    parser.add_argument("--quick", action="store_true", help="shows that it works; its figures mean nothing")
    parser.add_argument("--games", type=int, nargs="+", default=GAMES, help="(%(default)s)")
    parser.add_argument(
        "--from",
        dest="source",
        type=Path,
        help="a file of numbers measured earlier, to be used instead of measuring again",
    )
    parser.add_argument("--output", type=Path, default=WHERE, help="where they are kept (%(default)s)")
    args = parser.parse_args(words)
    try:
        with hushed("storage"):
            measured = _read(args.source) if args.source else measure.measured(quick=args.quick)
    except Missing as what:
        print(what, file=sys.stderr)
        return 1
    facts = machine()
    args.output.parent.mkdir(parents=True, exist_ok=True)
    args.output.write_text(
        json.dumps({"machine": dict(facts), "measured": asdict(measured)}, indent=1) + "\n"
    )
    print(f"{facts['date'][:10]}, {facts['cpu']}\n")
    print("\n".join(model.lines(measured, [model.needs(measured, games) for games in args.games])))
    return 0


def _read(path: Path) -> model.Measured:
    known = json.loads(path.read_text("utf-8"))["measured"]
    return model.Measured(**{field.name: float(known[field.name]) for field in fields(model.Measured)})


if __name__ == "__main__":
    sys.exit(main())
