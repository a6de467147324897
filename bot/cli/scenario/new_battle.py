"""Write a new battle that plays: two equal armies, a road, a village between them, woods on the flanks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import scenarios
from engine.errors import BadScenario
from scenarios import schema
from scenarios.text import Table

SIZES = {"small": (13, 13), "medium": (17, 15), "large": (23, 19)}
"""Columns and rows: odd numbers, so that the village is as far from one army as from the other."""
EDITORS = "# yaml-language-server: $schema=.schema/{}.json\n"
"""The first line of a file, by which editors find its schema."""
SCHEMAS = ".schema"
SECOND = 20
"""Added to the numbers of the second side's units, so that no two are alike."""

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


@dataclass(frozen=True, slots=True)
class Plan:
    """The author's five answers."""

    title: str
    rulebook: str
    size: str
    units: int
    turns: int


def write(folder: Path, plan: Plan) -> None:
    """Write the three files of a battle into a new folder, and their schemas.

    Raises BadScenario where its name cannot be an id, FileExistsError where it is there already.
    """
    check_name(folder)
    template = scenarios.template(plan.rulebook)
    folder.mkdir(parents=True)
    files = {"scenario": _scenario(folder.name, plan, template), "map": _map(plan, template)}
    files["units"] = _units(plan, template)
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(EDITORS.format(name) + text, encoding="utf-8")
    schema.write(plan.rulebook, folder / SCHEMAS)


def check_name(folder: Path) -> None:
    """Refuse the name of a folder that cannot be the id of a battle. Raises BadScenario."""
    if not _ID.fullmatch(folder.name):
        nearest = re.sub(r"[^a-z0-9]+", "-", folder.name.lower()).strip("-")[:40]
        hint = f"; try {nearest!r}" if nearest else ""
        what = f"{folder.name!r}: small letters, digits and hyphens only, 40 at most{hint}"
        raise BadScenario(what, "FOLDER")


def _middle(plan: Plan) -> tuple[int, int]:
    columns, rows = SIZES[plan.size]
    return (columns + 1) // 2, (rows + 1) // 2


def _scenario(id_: str, plan: Plan, template: Table) -> str:
    column, row = _middle(plan)
    sides = "".join(
        f"  - id: {side['id']}\n    name: {side['name']}\n"
        + (f"    corps: [{side['corps']}]\n" if "corps" in side else "")
        for side in template["sides"]
    )
    points = ", ".join(f"{side['id']}: {side['points']}" for side in template["sides"])
    more = f"{template['more'].strip()}\n\n" if "more" in template else ""
    return (
        f"id: {id_}\nsystem: {plan.rulebook}\nturns: {plan.turns}\n"
        f"title: {_quoted(plan.title)}\n"
        "intro: >-\n  Who fights here, and why. Two armies of the same strength meet at the village.\n\n"
        f"{more}sides:                          # the first player first\n{sides}\n"
        f"objectives:\n  - id: village\n    name: The village\n    hexes: {column:02}{row:02}\n"
        f"    scored: {template['scored']}\n    points: {{{points}}}\n"
    )


def _map(plan: Plan, template: Table) -> str:
    columns, rows = SIZES[plan.size]
    column, row = _middle(plan)
    legend = f".: {template['open']}, w: {template['woods']}, v: {template['village']}"
    lines = []
    for r in range(1, rows + 1):
        letters = ["w" if _wooded(c, r, columns, row) else "." for c in range(1, columns + 1)]
        if r == row:
            letters[column - 1] = "v"
        indent = " " if r % 2 == 0 and template["stands_on"] == "point" else ""
        lines.append(f"  - {indent}{' '.join(letters)}")
    road = " ".join(f"{column:02}{r:02}" for r in range(1, rows + 1))
    terrain = "\n".join(lines)
    return (
        f"columns: {columns}\nrows: {rows}\nstands_on: {template['stands_on']}\nshoved: even\n\n"
        f"legend: {{{legend}}}\nterrain:\n{terrain}\n\n"
        f"names:\n  {column:02}{row:02}: The village\n\nroads:\n  - {road}\n"
    )


def _wooded(column: int, row: int, columns: int, middle: int) -> bool:
    return abs(row - middle) <= 1 and (1 < column <= 3 or columns - 3 < column < columns)


def _units(plan: Plan, template: Table) -> str:
    types = "".join(f"  {line}\n" for line in template.get("types", "").splitlines())
    armies = "\n".join(_army(plan, template, side, n) for n, side in enumerate(template["sides"]))
    return f"types:\n{types}\nunits:\n{armies}" if types else f"units:\n{armies}"


def _army(plan: Plan, template: Table, side: Table, place: int) -> str:
    """The rows of one side: its leader, then the types of its line in turn."""
    corps = f"corps: {side['corps']}, " if "corps" in side else ""
    hexes, kinds = _places(plan, template, first=place == 0), side["line"]
    rows = [(f"{_word(side['leader'])}-{place + 1}", side["leader"], side["leader_name"])]
    for number in range(1 + place * SECOND, plan.units + place * SECOND + 1):
        kind = kinds[(number - place * SECOND - 1) % len(kinds)]
        rows.append((f"{_word(kind)}-{number}", kind, f"{kind.replace('_', ' ').capitalize()} {number}"))
    lines = []
    for id_, kind, name in rows:
        more = ", commander: yes" if kind in template.get("commander", ()) else ""
        told = f"name: {name}" + (", plural: yes" if kind in template.get("plural", ()) else "")
        where = f"{corps}type: {kind}{more}, place: {next(hexes)}"
        lines.append(f"  - {{id: {id_}, side: {side['id']}, {where}, {told}}}\n")
    return "".join(lines)


def _word(kind: str) -> str:
    """The word of a kind that is in the ids of its units."""
    return {"general_staff": "general"}.get(kind, kind.rpartition("_")[2][:8])


def _places(plan: Plan, template: Table, *, first: bool) -> Iterator[str]:
    """Hexes from the middle outwards: the leader's behind the line, then the line's.

    Even columns of hexes that stand on a side lie half a hex farther south: there the southern army stands a
    row farther north.
    """
    columns, rows = SIZES[plan.size]
    middle, _ = _middle(plan)
    back, front = (rows, rows - 1) if first else (1, 2)
    nearer = 1 if first and template["stands_on"] == "side" else 0

    def at(column: int, row: int) -> str:
        return f"{column:02}{row - nearer * (column % 2 == 0):02}"

    yield at(middle, back)
    for row in (front, back):
        for away in range(columns // 2):
            for column in dict.fromkeys((middle + away, middle - away)):
                if 1 < column < columns and (row != back or away):
                    yield at(column, row)


def _quoted(text: str) -> str:
    """A text as YAML reads it back, whatever signs are in it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
