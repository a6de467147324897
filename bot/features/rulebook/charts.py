"""The charts that `/rule` shows with a rule, laid out as text. Which there are, the rulebook says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.i18n.catalogue import Catalogue
from bot.ui.page import Embed
from scenarios.presentation import Chart

LINE = 24
"""Letters of a circumstance, at least."""

Numbers = Mapping[str, Any]
Cells = list[list[str]]


def title(words: Catalogue, chart: Chart) -> str:
    """What a chart is called."""
    return words.get(f"table.{chart.id}.title", chart.id.replace("_", " ").capitalize())


def search_text(words: Catalogue, chart: Chart) -> str:
    """The title of a chart, with the words by which it is found."""
    return f"{title(words, chart)} {words.get(f'table.{chart.id}.found', '')}"


def embed(words: Catalogue, charts: Numbers, chart: Chart) -> Embed:
    """A chart as text in fixed width. `charts` are the numbers of its rulebook."""
    below = words.get(f"table.{chart.id}.below", "", rule=chart.rule, **_numbers(charts))
    text = f"```\n{_aligned(_LAYOUTS[chart.layout](words, charts, chart))}\n```\n{below}"
    return Embed(title=title(words, chart), text=text)


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


def _grid(words: Catalogue, charts: Numbers, chart: Chart) -> Cells:
    """Any numbers by line, or by line and column, in the words of the rulebook where it has some."""
    entries: Any = _at(charts, chart)
    columns = [column for line in entries.values() if isinstance(line, Mapping) for column in line]
    columns = list(dict.fromkeys(columns))
    rows = [["", *(_label(words, chart, column) for column in columns)]] if columns else []
    for name, line in entries.items():
        cells = [line.get(column, "–") for column in columns] if isinstance(line, Mapping) else [line]
        rows.append([_label(words, chart, name), *map(str, cells)])
    return rows


def _at(charts: Numbers, chart: Chart) -> Any:
    """The entries of the charts that a chart shows."""
    entries: Any = charts
    for name in chart.entries:
        entries = entries[name]
    return entries


def _label(words: Catalogue, chart: Chart, name: object) -> str:
    return words.get(f"table.{chart.id}.{name}", str(name).replace("_", " "))


def _movement_costs(words: Catalogue, charts: Numbers, chart: Chart) -> Cells:
    costs = charts["movement_cost"]
    kinds = list(next(iter(costs.values())))
    rows = [["", *(words(f"table.kind.{kind}") for kind in kinds)]]
    rows += [
        [words.get(f"legend.terrain.{terrain}", terrain), *(str(by.get(kind, "–")) for kind in kinds)]
        for terrain, by in costs.items()
    ]
    return rows


def _combat_results(words: Catalogue, charts: Numbers, chart: Chart) -> Cells:
    """The results table on its side: a line an odds column, so that it can be read on a phone."""
    crt = charts["crt"]
    faces = sorted(crt["rows"], key=int)
    rows = [["", *faces]]
    for number, column in enumerate(crt["columns"]):
        rows.append([str(column), *(str(crt["rows"][face][number]) for face in faces)])
    return rows


def _hit_ranges(words: Catalogue, charts: Numbers, chart: Chart) -> Cells:
    """The rolls that hit, and that are strong hits, by bombardment value."""
    strong = int(charts["bombardment"]["strong_hit_below"])
    rows = [[words("short.bv"), words("report.fire_hit"), words("report.fire_strong")]]
    for value in range(1, int(charts["bombardment"]["die"]) + 1):
        limit = value - strong
        hit = f"{max(1, limit + 1)}-{value}" if limit < value - 1 or limit < 1 else str(value)
        rows.append([str(value), hit, f"1-{limit}" if limit > 1 else "1" if limit == 1 else "–"])
    return rows


def _obstacle_costs(words: Catalogue, charts: Numbers, chart: Chart) -> Cells:
    """What each kind pays for each hexside; – where it is barred."""
    costs = charts["obstacle_cost"]
    kinds = list(next(iter(costs.values())))
    rows = [["", *(words(f"table.kind.{kind}") for kind in kinds)]]
    for obstacle, by in costs.items():
        cells = (str(by[kind]) if isinstance(by[kind], int) else "–" for kind in kinds)
        rows.append([words("table.name", name=words(f"obstacle.{obstacle}")), *cells])
    return rows


def _fire_numbers(words: Catalogue, charts: Numbers, chart: Chart) -> Cells:
    """The fire number by Vt and distance, without cover."""
    less, far = int(charts["fire"]["per_hex"]), range(1, 6)
    rows = [[words("short.vt"), *map(str, far)]]
    for value in range(1, int(charts["fire"]["die"]) + 1):
        rows.append([str(value), *(str(max(0, value - less * (away - 1)) or "–") for away in far)])
    return rows


def _move_lengths(words: Catalogue, charts: Numbers, chart: Chart) -> Cells:
    """Hexes of a tactical move and of a march, by who moves."""
    march = int(charts["movement"]["march_multiplier"])
    rows = [["", words("table.allowances.tactical"), words("table.allowances.march")]]
    for mover, hexes in charts["movement"]["tactical"].items():
        rows.append([words(f"table.allowances.of.{mover}"), str(hexes), str(int(hexes) * march)])
    return rows


def _terrain_effects(words: Catalogue, charts: Numbers, chart: Chart) -> Cells:
    """What each terrain does: slows, hides, covers, is high; – for nothing."""
    marks = ("slow", "obstacle", "elevated", "impassable")
    rows = [["", *(words(f"table.grounds.{mark}") for mark in marks), words("table.grounds.cover")]]
    for terrain, does in charts["terrain"].items():
        cells = ["x" if does.get(mark) in ("yes", True) else "–" for mark in marks]
        name = words("table.name", name=words(f"terrain.{terrain}"))
        cover = does.get("cover")
        rows.append([name, *cells, words(f"table.grounds.{cover}") if cover else "–"])
    return rows


def _weapons(words: Catalogue, charts: Numbers, chart: Chart) -> Cells:
    """Range and dice of each weapon."""
    rows = [["", words("table.weapons.range"), words("table.weapons.dice")]]
    for name, arm in charts["weapons"].items():
        rows.append([words(f"table.weapons.of.{name}"), str(arm["range"]), str(arm["dice"])])
    return rows


def _fire_classes(words: Catalogue, charts: Numbers, chart: Chart) -> Cells:
    """What a die must show, and the hits it makes, by training."""
    fire = charts["fire"]
    rows = [["", words("table.classes.on"), words("table.classes.hits")]]
    for training, least in fire["hit_on"].items():
        hits = str(fire["hits_per_success"][training])
        if training in fire["double_on"]:
            hits += f", 2 {words('table.classes.from')} {fire['double_on'][training]}"
        rows.append([words(f"table.classes.of.{training}"), f"{least}+", hits])
    return rows


def _circumstances(words: Catalogue, charts: Numbers, chart: Chart) -> Cells:
    """The lines of a table of circumstances, with what each counts."""
    return [
        [id_, _circumstance(words, chart, id_).ljust(LINE), f"{int(n):+d}".replace("-", "−")]
        for id_, n in _at(charts, chart).items()
    ]


def _circumstance_list(words: Catalogue, charts: Numbers, chart: Chart) -> Cells:
    """The lines of a table of circumstances that all count the same."""
    return [[f"{id_} {_circumstance(words, chart, id_)}"] for id_ in chart.lines]


def _circumstance(words: Catalogue, chart: Chart, id_: str) -> str:
    return words(f"circumstance.{chart.system}.{id_}")


_LAYOUTS: Mapping[str, Callable[[Catalogue, Numbers, Chart], Cells]] = {
    "grid": _grid,
    "movement_costs": _movement_costs, "obstacle_costs": _obstacle_costs, "move_lengths": _move_lengths,
    "terrain_effects": _terrain_effects, "combat_results": _combat_results, "hit_ranges": _hit_ranges,
    "fire_numbers": _fire_numbers, "weapons": _weapons, "fire_classes": _fire_classes,
    "circumstances": _circumstances, "circumstance_list": _circumstance_list,
}  # fmt: skip
