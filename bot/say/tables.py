"""The tables of a rulebook, out of its charts: the movement table, the CRT, the fire table."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from bot.page import Note
from bot.words import Words

TABLES = {"movement": "MP-MOV-2", "combat": "MP-CBT-34", "fire": "MP-BOM-12"}
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
    rows = {"movement": _movement, "combat": _combat, "fire": _fire}[key](words, charts)
    text = f"```\n{_aligned(rows)}\n```\n{words(f'table.{key}.below', rule=TABLES[key])}"
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
    rows = [["BV", words("report.fire_hit"), words("report.fire_strong")]]
    for value in range(1, int(charts["bombardment"]["die"]) + 1):
        limit = value - strong
        hit = f"{max(1, limit + 1)}-{value}" if limit < value - 1 or limit < 1 else str(value)
        rows.append([str(value), hit, f"1-{limit}" if limit > 1 else "1" if limit == 1 else "–"])
    return rows
