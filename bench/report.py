"""Reports of figures: a table for people, a file of records for programs, and the machine's data."""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import zlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import PIL
from PIL import features

from bench.harness import Figure

MET = {True: "yes", False: "NO", None: ""}


def machine() -> Mapping[str, str]:
    """What the figures depend on and a reader cannot see from them."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "cpu": f"{_cpu()}, {os.cpu_count()} cores",
        "system": platform.platform(),
        "python": platform.python_version(),
        "pillow": PIL.__version__,
        "pillow_libz": str(features.version_codec("zlib")),
        "zlib": zlib.ZLIB_RUNTIME_VERSION,
        "zlib_ng": _version("zlib-ng"),
        "sqlite": sqlite3.sqlite_version,
    }


def _cpu() -> str:
    """The processor's name, as Linux tells it or as Python does."""
    file = Path("/proc/cpuinfo")
    lines = file.read_text().splitlines() if file.exists() else []
    names = [text.partition(":")[2].strip() for text in lines if text.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def heading(name: str) -> str:
    """The lines above the figures of one module."""
    columns = f"  {'figure':58} {'value':>10} {'goal':>9} {'unit':6} {'met':3}  p10 - p90"
    return f"\n{name}\n{columns}\n  {'-' * (len(columns) + 10)}"


def line(figure: Figure) -> str:
    """One figure as a line of the table."""
    note = f"  {figure.note}" if figure.note else ""
    value, goal, met = _short(figure.value), _goal(figure), MET[figure.met]
    return (
        f"  {figure.name:58} {value:>10} {goal:>9} {figure.unit:6} {met:3}  {_between(figure)}{note}".rstrip()
    )


def _goal(figure: Figure) -> str:
    """What the figure should be, or nothing."""
    sign = ">=" if figure.better == "more" else "<="
    return "" if figure.goal is None else f"{sign} {_short(figure.goal)}"


def _between(figure: Figure) -> str:
    """Between what its rounds lie, or nothing."""
    if figure.p10 is None or figure.p90 is None:
        return ""
    return f"{_short(figure.p10)} - {_short(figure.p90)}"


def _short(value: float) -> str:
    """A number with as many digits as can be meant."""
    size = abs(value)
    return f"{value:,.0f}" if size >= 100 else f"{value:.1f}" if size >= 10 else f"{value:.3g}"


def record(module: str, figure: Figure) -> dict[str, object]:
    """A figure as it is written to the file."""
    return {
        "module": module, "name": figure.name, "value": figure.value, "goal": figure.goal,
        "unit": figure.unit, "met": figure.met, "better": figure.better, "p10": figure.p10,
        "p90": figure.p90, "note": figure.note,
    }  # fmt: skip


def write(
    where: Path,
    facts: Mapping[str, str],
    figures: Sequence[tuple[str, Figure]],
    *,
    quick: bool,
    wrong: Sequence[str],
    left_out: Mapping[str, str],
) -> None:
    """Writes the machine, one record a figure, the outputs that were wrong, what was left out and why."""
    document = {
        "machine": dict(facts),
        "quick": quick,
        "wrong": list(wrong),
        "left_out": dict(left_out),
        "figures": [record(module, figure) for module, figure in figures],
    }
    where.parent.mkdir(parents=True, exist_ok=True)
    where.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    where.with_suffix(".md").write_text(markdown(facts, figures), encoding="utf-8")


def markdown(facts: Mapping[str, str], figures: Sequence[tuple[str, Figure]]) -> str:
    """The same for docs/benchmarks.md: a line on the machine, a table of what has a goal, one of the rest."""
    machine = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in facts.items())
    judged = [_row(module, figure) for module, figure in figures if figure.goal is not None]
    others = [_row(module, figure) for module, figure in figures if figure.goal is None]
    head = ["| | figure | value | goal | met | p10 - p90 |", "|---|---|---|---|---|---|"]
    return "\n".join([machine, "", *head, *judged, "", *head, *others, ""])


def _row(module: str, figure: Figure) -> str:
    """A figure as a row of a table in Markdown."""
    value = f"{_short(figure.value)} {figure.unit}"
    cells = (module, figure.name, value, _goal(figure), MET[figure.met], _between(figure))
    return f"| {' | '.join(cells)} |"
