"""Written paths (AT-MOV-01 to -07, AT-TER-01 to -13): how long they may be, what they may lead through.

Everything here is a function of the map and the unit's card; who stands where does not matter when a path is
written (AT-MOV-07). Every beginning of a legal path is a legal path.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.errors import IllegalOrder, Refused
from engine.hexes import Hex
from engine.rules.orders import on_map
from engine.scenario import Scenario
from engine.state import Unit
from engine.system import StepOffer
from engine.systems.art_of_tactic.board import slope
from engine.systems.art_of_tactic.card import NINJA, cavalry

Path = tuple[Hex, ...]

CHARGES = ("assault", "move_and_fire")  # whose paths ground may shorten (AT-TER-02)
FORCED = ("retreat", "flee", "panic", "pursue", "fire_and_retreat")  # class alone counts (AT-TER-05, C-06)
_VALUES = {
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
    if order not in _VALUES:
        return 0
    if order == "pursue" and unit["fatigue"] >= scn.chart("fatigue", "no_run_assault_from"):
        order = "march"
    chart, name = _VALUES[order]
    if chart == "movement":
        return int(scn.chart(chart, _class(unit), name))
    return int(scn.chart(chart, name, _class(unit)))


def _class(unit: Unit) -> str:
    return "cavalry" if cavalry(unit) else "infantry"


def check_path(scn: Scenario, unit: Unit, order: str, path: Path) -> None:
    """Raises Refused unless a unit on the map may be given this path with this order (AT-MOV-07)."""
    value = movement_value(scn, unit, order)
    if not path:
        raise IllegalOrder("AT-ORD-07", "word_missing", unit=unit.id, order=order, word="path")
    if len(path) > value:
        raise IllegalOrder(
            "AT-MOV-03", "path_too_long", unit=unit.id, order=order, length=len(path), most=value
        )
    for frm, to in pairwise((unit.place, *path)):
        on_map(scn, to)
        if not scn.grid.adjacent(frm, to):
            raise IllegalOrder("AT-MOV-07", "not_neighbours", unit=unit.id, hex=to, **{"from": frm})
        barred = may_enter(scn, unit, order, frm, to)
        if barred is not None:
            raise barred
    limited = next(_limits(scn, unit, order, path), None)
    if limited is not None:
        raise limited


def may_enter(scn: Scenario, unit: Unit, order: str, frm: Hex, to: Hex) -> Refused | None:
    """What forbids a unit to enter a hex from its neighbour, whatever the rest of its path (AT-TER-03, -05).

    Ninja are forbidden nothing, only limited (AT-TER-06, C-07).
    """
    if NINJA in unit.traits:
        return None
    barred = _barred_by_class(scn, unit, frm, to)
    return barred if barred or order in FORCED else _barred_by_order(scn, unit, order, frm, to)


def never_enters(scn: Scenario, unit: Unit, hex_: Hex) -> Refused | None:
    """What forbids a unit ever to stand on a hex: cavalry in heavy woods and its like (5.4)."""
    if not cavalry(unit) or scn.chart("terrain_move", scn.terrain(hex_), "cavalry") == "yes":
        return None
    return IllegalOrder("AT-TER-05", "never_enters", unit=unit.id, hex=hex_, terrain=scn.terrain(hex_))


def _barred_by_class(scn: Scenario, unit: Unit, frm: Hex, to: Hex) -> Refused | None:
    """Cavalry off its ground; cavalry on abrupt slopes, everybody on steep ones (AT-TER-12, -13)."""
    levels = slope(scn, frm, to)
    climbs = scn.chart("slopes", str(levels), "cavalry" if cavalry(unit) else "infantry_march")
    if climbs != "yes":
        rule = "AT-TER-13" if levels > 2 else "AT-TER-12"
        return IllegalOrder(rule, "slope_bars", unit=unit.id, hex=to, levels=levels, **{"from": frm})
    return never_enters(scn, unit, to)


def _barred_by_order(scn: Scenario, unit: Unit, order: str, frm: Hex, to: Hex) -> Refused | None:
    """Ground that an order may not be carried out into (AT-TER-03, AT-TER-11, AT-TER-12)."""
    terrain, levels = scn.terrain(to), slope(scn, frm, to)
    if order == "run":
        ground, sloping = scn.chart("terrain_move", terrain, "run") == "yes", "infantry_run"
    elif order in CHARGES:
        ground, sloping = _charge(scn, unit, to) != 0, "infantry_assault"
    else:
        return None
    if not ground:
        return IllegalOrder(
            "AT-TER-03", "terrain_bars_order", unit=unit.id, order=order, hex=to, terrain=terrain
        )
    if cavalry(unit) or scn.chart("slopes", str(levels), sloping) not in ("no", 0):
        return None
    rule = "AT-TER-11" if levels == 1 else "AT-TER-12"
    return IllegalOrder(
        rule, "slope_bars_order", unit=unit.id, order=order, hex=to, levels=levels, **{"from": frm}
    )


def _charge(scn: Scenario, unit: Unit, hex_: Hex) -> int | str:
    """How long a charge through a hex may be: hexes, 0 for not at all, or "any"."""
    entry: int | str = scn.chart("terrain_move", scn.terrain(hex_), "assault")[cavalry(unit)]
    return entry


def _limits(scn: Scenario, unit: Unit, order: str, path: Path) -> Iterator[Refused]:
    """What makes a path too long for the ground it leads through (AT-TER-02, AT-TER-11, C-05)."""
    facts = {"unit": unit.id, "order": order}
    for frm, to in pairwise((unit.place, *path)):
        if order not in CHARGES:
            break
        most = _charge(scn, unit, to)
        if isinstance(most, int) and 0 < most < len(path):
            yield IllegalOrder(
                "AT-TER-02", "terrain_limits_path", **facts, hex=to, terrain=scn.terrain(to), most=most
            )
        most = scn.chart("slopes", str(slope(scn, frm, to)), "infantry_assault")
        if not cavalry(unit) and isinstance(most, int) and 0 < most < len(path):
            yield IllegalOrder("AT-TER-11", "slope_limits_path", **facts, hex=to, most=most, **{"from": frm})
    for hex_ in path[:-1] if order == "march" else ():
        if scn.chart("terrain_move", scn.terrain(hex_), "march") == "last":
            yield IllegalOrder("AT-TER-02", "terrain_ends_path", **facts, hex=hex_, terrain=scn.terrain(hex_))


def steps(scn: Scenario, unit: Unit, order: str, path: Path) -> dict[Hex, StepOffer]:
    """The hexes next to the end of a path, clockwise: each may be added to it, or is refused."""
    found = {}
    for to in scn.grid.neighbours(path[-1] if path else unit.place).values():
        try:
            check_path(scn, unit, order, (*path, to))
        except Refused as refusal:
            found[to] = StepOffer(refusal=refusal)
        else:
            found[to] = StepOffer(cost=1)
    return found


def every(scn: Scenario, unit: Unit, order: str, path: Path = ()) -> Iterator[Path]:
    """All legal paths of a unit by an order that begin with this one, which is legal itself and left out."""
    for longer in _longer(scn, unit, order, path):
        yield longer
        yield from every(scn, unit, order, longer)


def _longer(scn: Scenario, unit: Unit, order: str, path: Path) -> Iterator[Path]:
    """The legal paths that are one hex longer than a legal one."""
    if len(path) == movement_value(scn, unit, order):
        return
    here = path[-1] if path else unit.place
    for to in scn.grid.neighbours(here).values():
        if may_enter(scn, unit, order, here, to) is None and not any(_limits(scn, unit, order, (*path, to))):
            yield (*path, to)


def ended(scn: Scenario, unit: Unit, order: str, path: Path) -> bool:
    """Whether no hex can be added to a legal path."""
    return next(_longer(scn, unit, order, path), None) is None


def reach(scn: Scenario, unit: Unit, order: str) -> dict[Hex, Path]:
    """A shortest legal path to every hex an order can lead to, the unit's own left out."""
    found: dict[Hex, Path] = {}
    layer: list[Path] = [()]
    while layer:
        onward: dict[tuple[Hex, frozenset[Hex]], Path] = {}  # what ground is crossed may limit what follows
        for path in layer:
            for longer in _longer(scn, unit, order, path):
                if longer[-1] not in (unit.place, *path):
                    onward.setdefault((longer[-1], frozenset(path)), longer)
        layer = list(onward.values())
        for path in layer:
            found.setdefault(path[-1], path)
    return found
