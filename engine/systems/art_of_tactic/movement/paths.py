"""Written paths (AT-MOV-01 to -07): how long they may be, where they may lead.

Everything here is a function of the map and the unit's card; which hexes are occupied does not matter when a
path is written (AT-MOV-07). Every beginning of a legal path is a legal path.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.display import StepOffer
from engine.errors import IllegalOrder, Refused
from engine.hexes import Hex
from engine.rules.order_checks import known_hex
from engine.scenario import Scenario
from engine.state import Unit
from engine.systems.art_of_tactic.movement.terrain import Path, entry_refusal, length_refusals
from engine.systems.art_of_tactic.unit_card import is_cavalry, uses_level

_MOVEMENT_CHARTS = {  # 5.1: the chart and the entry of each order's Movement Value
    "march": ("movement", "march"),
    "run": ("movement", "run"),
    "assault": ("movement", "charge"),
    "move_and_fire": ("movement_other", "move_and_fire"),
    "retreat": ("movement_other", "retreat"),
    "fire_and_retreat": ("movement_other", "fire_and_retreat_pullback"),
    "flee": ("movement_other", "flee_panic_pursue"),
    "panic": ("movement_other", "flee_panic_pursue"),
    "pursue": ("movement_other", "flee_panic_pursue"),
}


def movement_value(scn: Scenario, unit: Unit, order: str) -> int:
    """The most hexes a unit may enter by an order (AT-MOV-03, 5.1); 0 for one that does not move."""
    if order not in _MOVEMENT_CHARTS:
        return 0
    if order == "pursue" and uses_level(scn, "expert"):
        tired = unit["fatigue"] >= scn.chart("fatigue", "no_run_assault_from")
        order = "march" if tired else order
    chart, entry = _MOVEMENT_CHARTS[order]
    class_ = "cavalry" if is_cavalry(unit) else "infantry"
    values = scn.chart(chart, class_) if chart == "movement" else scn.chart(chart, entry)
    return int(values.get(entry if chart == "movement" else class_, 0))


def check_path(scn: Scenario, unit: Unit, order: str, path: Path) -> None:
    """Raise Refused unless a unit on the map may be given this path with this order (AT-MOV-07)."""
    value = movement_value(scn, unit, order)
    if not path:
        raise IllegalOrder("AT-ORD-07", "word_missing", unit=unit.id, order=order, word="path")
    if len(path) > value:
        raise IllegalOrder(
            "AT-MOV-03", "path_too_long", unit=unit.id, order=order, length=len(path), most=value
        )
    for origin, hex_ in pairwise((unit.place, *path)):
        known_hex(scn, hex_)
        if not scn.grid.adjacent(origin, hex_):
            raise IllegalOrder("AT-MOV-07", "not_neighbours", unit=unit.id, hex=hex_, **{"from": origin})
        refusal = entry_refusal(scn, unit, order, origin, hex_)
        if refusal is not None:
            raise refusal
    refusal = next(length_refusals(scn, unit, order, path), None)
    if refusal is not None:
        raise refusal


def next_hexes(scn: Scenario, unit: Unit, order: str, path: Path) -> dict[Hex, StepOffer]:
    """The hexes next to the end of a path, clockwise: each may be added to it, or is refused."""
    offers = {}
    for hex_ in scn.grid.neighbours(path[-1] if path else unit.place).values():
        try:
            check_path(scn, unit, order, (*path, hex_))
        except Refused as refusal:
            offers[hex_] = StepOffer(refusal=refusal)
        else:
            offers[hex_] = StepOffer(cost=1)
    return offers


def legal_paths(scn: Scenario, unit: Unit, order: str, path: Path = ()) -> Iterator[Path]:
    """All legal paths of a unit by an order that continue this one, which is legal itself and left out."""
    for longer in _one_hex_longer(scn, unit, order, path):
        yield longer
        yield from legal_paths(scn, unit, order, longer)


def _one_hex_longer(scn: Scenario, unit: Unit, order: str, path: Path) -> Iterator[Path]:
    """The legal paths that are one hex longer than a legal one."""
    if len(path) == movement_value(scn, unit, order):
        return
    here = path[-1] if path else unit.place
    for hex_ in scn.grid.neighbours(here).values():
        longer = (*path, hex_)
        if entry_refusal(scn, unit, order, here, hex_) is None and not any(
            length_refusals(scn, unit, order, longer)
        ):
            yield longer


def must_end(scn: Scenario, unit: Unit, order: str, path: Path) -> bool:
    """Whether no hex can be added to a legal path."""
    return next(_one_hex_longer(scn, unit, order, path), None) is None


def shortest_paths(scn: Scenario, unit: Unit, order: str) -> dict[Hex, Path]:
    """A shortest legal path to every hex an order can lead to, the unit's own hex left out."""
    shortest: dict[Hex, Path] = {}
    paths: list[Path] = [()]  # all of one length
    while paths:
        longer_paths: dict[tuple[Hex, frozenset[Hex]], Path] = {}  # terrain crossed may limit what follows
        for path in paths:
            for longer in _one_hex_longer(scn, unit, order, path):
                if longer[-1] not in (unit.place, *path):
                    longer_paths.setdefault((longer[-1], frozenset(path)), longer)
        paths = list(longer_paths.values())
        for path in paths:
            shortest.setdefault(path[-1], path)
    return shortest


def possible_ends(scn: Scenario, unit: Unit, order: str) -> frozenset[Hex]:
    """Every hex in which a legal path of an order can end; the unit's own if a path leads out and back."""
    ends = frozenset(shortest_paths(scn, unit, order))
    two_hexes = (
        path
        for first in _one_hex_longer(scn, unit, order, ())
        for path in _one_hex_longer(scn, unit, order, first)
    )
    return ends | {path[-1] for path in two_hexes if path[-1] == unit.place}
