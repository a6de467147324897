"""Read the reinforcements of a battle: who comes together, when, by which hexes, on which condition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.hexes import Grid, Hex
from engine.scenario import RESERVE, Condition, Counter, Reinforcement
from engine.scenario_builder.map_text import area
from engine.scenario_builder.mapping_reader import ANY_TURN, MappingReader, suggestion
from engine.scenario_builder.unit_cards import YES

EDGES = ("north", "south", "east", "west")
ENTRIES = ("id", "name", "units", "turn", "enters", "die", "latest", "when", "secret")
CONDITIONS = ("held", "by", "lost", "number")


def units_listed(reader: MappingReader) -> frozenset[str]:
    """The ids of the units that some reinforcement lists. Raises BadScenario for one that there is not."""
    known = [str(page.entries.get("id", "")) for page in reader.mappings("units")]
    return frozenset(
        id_ for page in reader.mappings("reinforcements") for id_ in _units(page, "units", known)
    )


def reinforcements(
    reader: MappingReader, grid: Grid, units: Mapping[str, Counter], turns: int
) -> tuple[Reinforcement, ...]:
    """The reinforcements of a battle. Raises BadScenario."""
    read: list[Reinforcement] = []
    for page in reader.mappings("reinforcements"):
        one = _reinforcement(page, grid, units, turns)
        if one.id in (other.id for other in read):
            raise page.mistake(f"there are two reinforcements {one.id!r}", "id")
        twice = next((id_ for other in read for id_ in one.units if id_ in other.units), "")
        if twice:
            raise page.mistake(f"{twice!r} comes with another reinforcement already", "units")
        read.append(one)
    return tuple(read)


def _reinforcement(
    page: MappingReader, grid: Grid, units: Mapping[str, Counter], turns: int
) -> Reinforcement:
    page.allow_only(*ENTRIES)
    ids = _units(page, "units", units)
    if not ids:
        raise page.mistake("names no unit", "units")
    for id_ in ids:
        if units[id_].place != RESERVE:
            raise page.mistake(f"{id_!r} does not wait in the reserve", "units", at=id_)
        if units[id_].side != units[ids[0]].side:
            raise page.mistake(f"{id_!r} is not of the side of {ids[0]!r}", "units", at=id_)
    turn = page.number("turn", 1, turns, own=ANY_TURN)
    return Reinforcement(
        id=str(page.text("id")),
        side=units[ids[0]].side,
        units=ids,
        turn=turn,
        hexes=entry_hexes(page, "enters", grid),
        name=page.words("name", default={}),
        least=page.number("die", 2, 6, default=0),
        latest=page.number("latest", turn, turns, default=0, own=ANY_TURN),
        when=_condition(page.mapping("when"), grid, units) if "when" in page else None,
        secret=page.choice("secret", YES, default="no") == "yes",
    )


def entry_hexes(page: MappingReader, name: str, grid: Grid) -> frozenset[Hex]:
    """Hexes as an area, or all of an edge of the map by its name."""
    text = page.text(name)
    if text.isalpha() and text not in EDGES:
        raise page.mistake(f"{str(text)!r} is neither hexes nor an edge{suggestion(text, EDGES)}", name)
    if text not in EDGES:
        return area(page, name, grid)
    end = {"north": (1, 0), "south": (grid.rows, 0), "west": (0, 1), "east": (0, grid.columns)}[text]
    return frozenset(
        grid.label(column, row)
        for column in range(1, grid.columns + 1)
        for row in range(1, grid.rows + 1)
        if row == end[0] or column == end[1]
    )


def _condition(page: MappingReader, grid: Grid, units: Mapping[str, Counter]) -> Condition:
    page.allow_only(*CONDITIONS)
    if "held" not in page and "lost" not in page:
        raise page.mistake("says no condition: `held` or `lost`", "held")
    lost = _units(page, "lost", units)
    held = area(page, "held", grid, optional=True)
    return Condition(
        held=held,
        by=page.choice("by", dict.fromkeys(unit.side for unit in units.values())) if held else "",
        lost=lost,
        number=page.number("number", 1, len(lost), default=len(lost), own=(1, 99)) if lost else 0,
    )


def _units(page: MappingReader, name: str, known: Iterable[str]) -> tuple[str, ...]:
    ids = tuple(map(str, page.texts(name)))
    for id_ in ids:
        if id_ not in known:
            raise page.mistake(f"there is no unit {id_!r}{suggestion(id_, known)}", name, at=id_)
    return ids
