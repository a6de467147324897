"""The tables of a rulebook, out of its charts: the movement table, the CRT, the fire table."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from bot.page import Note
from bot.words import Words

TABLES = {
    "movement": "MP-MOV-2", "combat": "MP-CBT-34", "fire": "MP-BOM-12",
    "steps": "PP-MOV-06", "obstacles": "PP-MOV-12", "results": "PP-CBT-15", "shots": "PP-FIR-11",
}  # fmt: skip
"""The tables by key, each with the rule it belongs to."""


def tables_of(rule: str) -> tuple[str, ...]:
    """The tables that are shown with a rule."""
    return tuple(key for key, owner in TABLES.items() if owner == rule)


def titles(words: Words, rules: Container[str]) -> dict[str, str]:
    """What each table of a book with these rules is called, with the words by which it is found."""
    return {
        key: f"{words(f'table.{key}.title')} {words(f'table.{key}.found')}"
        for key, owner in TABLES.items()
        if owner in rules
    }


def note(words: Words, charts: Mapping[str, Any], key: str) -> Note:
    """A table as text in fixed width."""
    below = words(f"table.{key}.below", rule=TABLES[key], **_numbers(charts))
    text = f"```\n{_aligned(_ROWS[key](words, charts))}\n```\n{below}"
    return Note(title=words(f"table.{key}.title"), text=text)


def _aligned(rows: list[list[str]]) -> str:
    """Columns below one another."""
    widths = [max(len(row[n]) for row in rows if n < len(row)) for n in range(max(map(len, rows)))]
    return "\n".join(
        " ".join(
            cell.ljust(w) if n == 0 else cell.rjust(w)
            for n, (cell, w) in enumerate(zip(row, widths, strict=False))
        )
        for row in rows
    )


def _numbers(charts: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers that stand in the sentences below tables."""
    fire = charts.get("fire", {})
    return {
        "houses": charts.get("built_up_to_built_up"),
        "track": charts.get("track_step"),
        "die": fire.get("die"),
        "cover": max(fire.get("cover", {"": 0}).values()),
        "abattis": fire.get("abattis"),
    }


def _movement(words: Words, charts: Mapping[str, Any]) -> list[list[str]]:
    costs = charts["movement_cost"]
    kinds = list(next(iter(costs.values())))
    rows = [["", *(words(f"table.kind.{kind}") for kind in kinds)]]
    rows += [
        [words.get(f"legend.terrain.{terrain}", terrain), *(str(by.get(kind, "–")) for kind in kinds)]
        for terrain, by in costs.items()
    ]
    return rows


def _combat(words: Words, charts: Mapping[str, Any]) -> list[list[str]]:
    """The results table lying on its side: a line an odds column, so that it is read on a phone."""
    crt = charts["crt"]
    faces = sorted(crt["rows"], key=int)
    rows = [["", *faces]]
    for number, column in enumerate(crt["columns"]):
        rows.append([str(column), *(str(crt["rows"][face][number]) for face in faces)])
    return rows


def _fire(words: Words, charts: Mapping[str, Any]) -> list[list[str]]:
    strong = int(charts["bombardment"]["strong_hit_below"])
    rows = [[words("short.bv"), words("report.fire_hit"), words("report.fire_strong")]]
    for value in range(1, int(charts["bombardment"]["die"]) + 1):
        limit = value - strong
        hit = f"{max(1, limit + 1)}-{value}" if limit < value - 1 or limit < 1 else str(value)
        rows.append([str(value), hit, f"1-{limit}" if limit > 1 else "1" if limit == 1 else "–"])
    return rows


def _obstacles(words: Words, charts: Mapping[str, Any]) -> list[list[str]]:
    """What each kind pays for each hexside; – where it is barred."""
    costs = charts["obstacle_cost"]
    kinds = list(next(iter(costs.values())))
    rows = [["", *(words(f"table.kind.{kind}") for kind in kinds)]]
    for obstacle, by in costs.items():
        told = (str(by[kind]) if isinstance(by[kind], int) else "–" for kind in kinds)
        rows.append([words(f"obstacle.{obstacle}").split(" ", 1)[1], *told])
    return rows


def _shots(words: Words, charts: Mapping[str, Any]) -> list[list[str]]:
    """The fire number by Vt and distance, without cover."""
    less, far = int(charts["fire"]["per_hex"]), range(1, 6)
    rows = [[words("short.vt"), *map(str, far)]]
    for value in range(1, int(charts["fire"]["die"]) + 1):
        rows.append([str(value), *(str(max(0, value - less * (away - 1)) or "–") for away in far)])
    return rows


_ROWS = {
    "movement": _movement, "combat": _combat, "fire": _fire,
    "steps": _movement, "obstacles": _obstacles, "results": _combat, "shots": _shots,
}  # fmt: skip
