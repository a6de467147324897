"""The tables of a rulebook, out of its charts: the movement table, the CRT, the fire table."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any

from bot.page import Note
from bot.words import Words

TABLES = {
    "movement": "MP-MOV-2", "combat": "MP-CBT-34", "fire": "MP-BOM-12",
    "steps": "PP-MOV-06", "obstacles": "PP-MOV-12", "results": "PP-CBT-15", "shots": "PP-FIR-11",
    "allowances": "DC-MOV-06", "grounds": "DC-TER-02", "weapons": "DC-FIR-12", "classes": "DC-FIR-18",
    "protections": "DC-PRO-01", "blows": "DC-MEL-22", "morale": "DC-MOR-14",
}  # fmt: skip
"""The tables by key, each with the rule it belongs to."""
LINE = 24
"""Letters of a circumstance, at least."""


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
    movement = charts.get("movement", {})
    return {
        "march": movement.get("march_multiplier"),
        "zone": movement.get("zone"),
        "cap": movement.get("slow_cap"),
        "sides": charts.get("melee", {}).get("die"),
        "success": charts.get("morale", {}).get("success"),
        "houses": charts.get("built_up_to_built_up"),
        "track": charts.get("track_step"),
        "die": fire.get("die"),
        "cover": max(fire.get("cover", {"": 0}).values(), default=0),
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
        rows.append([words("table.name", name=words(f"obstacle.{obstacle}")), *told])
    return rows


def _shots(words: Words, charts: Mapping[str, Any]) -> list[list[str]]:
    """The fire number by Vt and distance, without cover."""
    less, far = int(charts["fire"]["per_hex"]), range(1, 6)
    rows = [[words("short.vt"), *map(str, far)]]
    for value in range(1, int(charts["fire"]["die"]) + 1):
        rows.append([str(value), *(str(max(0, value - less * (away - 1)) or "–") for away in far)])
    return rows


def _allowances(words: Words, charts: Mapping[str, Any]) -> list[list[str]]:
    """Hexes of a tactical move and of a march, by who moves."""
    march = int(charts["movement"]["march_multiplier"])
    rows = [["", words("table.allowances.tactical"), words("table.allowances.march")]]
    for mover, hexes in charts["movement"]["tactical"].items():
        rows.append([words(f"table.allowances.of.{mover}"), str(hexes), str(int(hexes) * march)])
    return rows


def _grounds(words: Words, charts: Mapping[str, Any]) -> list[list[str]]:
    """What each terrain does: slows, hides, covers, is high; – for nothing."""
    marks = ("slow", "obstacle", "elevated", "impassable")
    rows = [["", *(words(f"table.grounds.{mark}") for mark in marks), words("table.grounds.cover")]]
    for terrain, does in charts["terrain"].items():
        told = ["x" if does.get(mark) in ("yes", True) else "–" for mark in marks]
        name = words("table.name", name=words(f"terrain.{terrain}"))
        cover = does.get("cover")
        rows.append([name, *told, words(f"table.grounds.{cover}") if cover else "–"])
    return rows


def _weapons(words: Words, charts: Mapping[str, Any]) -> list[list[str]]:
    rows = [["", words("table.weapons.range"), words("table.weapons.dice")]]
    for name, arm in charts["weapons"].items():
        rows.append([words(f"table.weapons.of.{name}"), str(arm["range"]), str(arm["dice"])])
    return rows


def _classes(words: Words, charts: Mapping[str, Any]) -> list[list[str]]:
    """What a die must show, and the hits it makes, by training."""
    fire = charts["fire"]
    rows = [["", words("table.classes.on"), words("table.classes.hits")]]
    for training, least in fire["hit_on"].items():
        hits = str(fire["hits_per_success"][training])
        if training in fire["double_on"]:
            hits += f", 2 {words('table.classes.from')} {fire['double_on'][training]}"
        rows.append([words(f"table.classes.of.{training}"), f"{least}+", hits])
    return rows


def _lines(section: str, entry: str) -> Callable[[Words, Mapping[str, Any]], list[list[str]]]:
    """The lines of a table of circumstances, with what each counts."""

    def rows(words: Words, charts: Mapping[str, Any]) -> list[list[str]]:
        lines = charts[section][entry] if entry else charts[section]
        told = ((id_, words(f"circumstance.desastre_colonial.{id_}"), int(n)) for id_, n in lines.items())
        return [[id_, what.ljust(LINE), f"{n:+d}".replace("-", "−")] for id_, what, n in told]

    return rows


def _morale(words: Words, charts: Mapping[str, Any]) -> list[list[str]]:
    """Adverse and favourable circumstances."""
    ids = [*(f"A{n}" for n in range(1, 9)), *(f"F{n}" for n in range(1, 7))]
    return [[f"{id_} {words(f'circumstance.desastre_colonial.{id_}')}"] for id_ in ids]


_ROWS: Mapping[str, Callable[[Words, Mapping[str, Any]], list[list[str]]]] = {
    "allowances": _allowances, "grounds": _grounds, "weapons": _weapons, "classes": _classes,
    "protections": _lines("protection", ""), "blows": _lines("melee", "modifiers"), "morale": _morale,
    "movement": _movement, "combat": _combat, "fire": _fire,
    "steps": _movement, "obstacles": _obstacles, "results": _combat, "shots": _shots,
}  # fmt: skip
