"""What an order must say (AT-ORD-07, R-13): path, target, facing, range, whom to prefer, whom to join."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.errors import IllegalOrder, NotOnTable, Refused
from engine.hexes import Hex
from engine.rules.orders import refusal
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic import paths
from engine.systems.art_of_tactic.card import cavalry, lost, ranged
from engine.systems.art_of_tactic.marks import ENGAGED, HIDDEN
from engine.systems.art_of_tactic.sight import in_sight

Words = Mapping[str, str]

SHOOTS = ("fire_ranged_weapons", "move_and_fire")
_NEEDS = {
    "march": ("path",),
    "run": ("path",),
    "assault": ("target", "path"),
    "move_and_fire": ("path", "target"),
    "defend": ("facing",),
    "fire_and_retreat": ("facing", "path"),
    "fire_ranged_weapons": ("target",),
    "ambush": ("facing",),
    "join_up": ("with",),
    "retreat": ("path",),
}
_AIMED = ("defend", "fire_and_retreat")  # with a Kill Zone, if the unit is ranged (AT-DZ-10)


def needs(unit: Unit, order: str) -> tuple[str, ...]:
    """The words an order must have for this unit, as a player is asked for them (AT-ORD-07)."""
    aim = ("max_range",) if order in _AIMED and ranged(unit) else ()
    first, *rest = (*_NEEDS.get(order, ()), "")
    return tuple(word for word in (first, *aim, *rest) if word)


def may(unit: Unit, order: str) -> tuple[str, ...]:
    """The words an order may have besides (AT-DZ-14, R-54)."""
    if order == "reconnaissance":
        return ("target",)
    return ("prefer",) if order in _AIMED and ranged(unit) else ()


def path(order: Words) -> paths.Path:
    """The hexes an order says are to be entered."""
    return tuple(order.get("path", "").split())


def unable(scn: Scenario, unit: Unit, order: str) -> Refused | None:
    """Why a unit lacks what an order takes: nothing to shoot with, no cover (AT-RNG-01, AT-TER-07)."""
    if order in SHOOTS and unit["ammo"] < 1:
        return IllegalOrder("AT-RNG-01", "no_ammunition", unit=unit.id, order=order)
    if order == "ambush" and not _covers(scn, unit):
        return IllegalOrder(
            "AT-TER-07", "no_cover", unit=unit.id, hex=unit.place, terrain=scn.terrain(unit.place)
        )
    return None


def hopeless(scn: Scenario, state: State, unit: Unit, order: str) -> Refused | None:
    """Why no words would do: nobody to shoot at or to join, no way to go. Whoever finds words all the same
    is told what is wrong with them."""
    if {"target", "with"} & {*needs(unit, order)} and not targets(scn, state, unit, {"order": order}):
        rule = {"assault": "AT-ORD-42", "join_up": "AT-ORD-52"}.get(order, "AT-RNG-01")
        return IllegalOrder(rule, "no_target", unit=unit.id, order=order)
    if "path" in needs(unit, order) and not _goes(scn, unit, order):
        return IllegalOrder("AT-MOV-07", "no_way", unit=unit.id, order=order)
    return None


def _goes(scn: Scenario, unit: Unit, order: str) -> bool:
    return any(step.refusal is None for step in paths.steps(scn, unit, order, ()).values())


def _covers(scn: Scenario, unit: Unit) -> bool:
    """Whether a unit may lie in ambush where it stands (AT-TER-07, 5.4)."""
    who = scn.chart("terrain_move", scn.terrain(unit.place), "ambush")
    return who == "all" or (who == "infantry" and not cavalry(unit))


def check(scn: Scenario, state: State, unit: Unit, order: Words) -> None:
    """Raises Refused unless the words of an order that a unit may be given are all there and all fit."""
    name = order["order"]
    wanted, allowed = needs(unit, name), ("order", *needs(unit, name), *may(unit, name))
    for word in wanted:
        if not order.get(word):
            raise IllegalOrder("AT-ORD-07", "word_missing", unit=unit.id, order=name, word=word)
    for word in order:
        if word not in allowed:
            raise IllegalOrder("AT-ORD-07", "word_unwanted", unit=unit.id, order=name, word=word)
    if "path" in wanted:
        paths.check_path(scn, unit, name, path(order))
    if "facing" in wanted and order["facing"] not in scn.grid.directions:
        raise IllegalOrder("AT-ORD-07", "no_such_facing", unit=unit.id, facing=order["facing"])
    if "max_range" in wanted and order["max_range"] not in map(str, range(1, unit["range"] + 1)):
        raise IllegalOrder(
            "AT-DZ-10", "no_such_range", unit=unit.id, range=order["max_range"], most=unit["range"]
        )
    for id_ in order.get("prefer", "").split():
        _enemy(state, unit, id_)
    if order.get("target"):
        _check_target(scn, state, unit, order, _enemy(state, unit, order["target"]))
    if order.get("with"):
        _check_partner(scn, state, unit, order["with"])


def _known(state: State, id_: str) -> Unit:
    if id_ not in state.units:
        raise NotOnTable("", "no_such_unit", unit=id_)
    return state.units[id_]


def _enemy(state: State, unit: Unit, id_: str) -> Unit:
    """The enemy unit of that name."""
    other = _known(state, id_)
    if other.side == unit.side:
        raise IllegalOrder("AT-ORD-07", "not_an_enemy", unit=id_)
    return other


def _check_target(scn: Scenario, state: State, unit: Unit, order: Words, target: Unit) -> None:
    """Raises IllegalOrder unless the order may name that enemy (AT-ORD-30, -42, -44, R-19)."""
    name, facts = order["order"], {"unit": unit.id, "target": target.id}
    if target.hex is None or state.marked(target.id, HIDDEN):
        raise IllegalOrder("AT-RNG-12", "target_not_on_map", **facts)
    if name in SHOOTS and state.pointed(target.id, ENGAGED):
        raise IllegalOrder("AT-RNG-11", "target_in_melee", **facts)
    away = scn.grid.distance(unit.place, target.hex)
    if name == "fire_ranged_weapons" and away > unit["range"]:
        raise IllegalOrder(
            "AT-RNG-05", "out_of_range", **facts, hex=target.hex, away=away, range=unit["range"]
        )
    if name in ("fire_ranged_weapons", "assault") and not in_sight(scn, state, unit, target):
        rule = "AT-ORD-42" if name == "assault" else "AT-RNG-06"
        raise IllegalOrder(rule, "out_of_sight", **facts)
    if name == "assault" and path(order) and scn.grid.distance(path(order)[-1], target.hex) > 1:
        raise IllegalOrder("AT-ORD-43", "path_misses_target", **facts, hex=path(order)[-1])


def _check_partner(scn: Scenario, state: State, unit: Unit, id_: str) -> None:
    """Raises IllegalOrder unless two units may join up (AT-ORD-52, R-55)."""
    other, facts = _known(state, id_), {"unit": unit.id, "target": id_}
    if other.side != unit.side or other.id == unit.id:
        raise IllegalOrder("AT-ORD-52", "not_a_friend", **facts)
    if other.hex is None or not scn.grid.adjacent(unit.place, other.hex):
        raise IllegalOrder("AT-ORD-52", "not_next_to_it", **facts)
    if other.symbol != unit.symbol:
        raise IllegalOrder("AT-ORD-52", "another_type", **facts)
    if state.pointed(other.id, ENGAGED):
        raise IllegalOrder("AT-ORD-52", "partner_in_melee", **facts)
    if not lost(unit) or not lost(other):
        raise IllegalOrder("AT-ORD-52", "not_depleted", **facts)


def targets(scn: Scenario, state: State, unit: Unit, order: Words) -> tuple[str, ...]:
    """The units an order could name as target, or to join up with, given its path if it has one."""
    name = order.get("order", "")
    if name == "join_up":
        return tuple(u.id for u in state.units.values() if _may_join(scn, state, unit, u.id))
    if "target" not in (*needs(unit, name), *may(unit, name)) or unit.hex is None:
        return ()
    ends: tuple[Hex, ...] | None = None
    if name == "assault" and not path(order):
        ends = tuple(paths.reach(scn, unit, name))
    return tuple(
        u.id
        for u in state.fielded(scn.enemy(unit.side))
        if _may_name(scn, state, unit, order, u)
        and (ends is None or any(scn.grid.distance(h, u.place) <= 1 for h in ends))
    )


def _may_join(scn: Scenario, state: State, unit: Unit, id_: str) -> bool:
    return refusal(_check_partner, scn, state, unit, id_) is None


def _may_name(scn: Scenario, state: State, unit: Unit, order: Words, target: Unit) -> bool:
    return refusal(_check_target, scn, state, unit, order, target) is None


def every(scn: Scenario, state: State, unit: Unit, order: str) -> Iterator[dict[str, str]]:
    """Every way to word an order that fits, ranges at their greatest, nobody preferred."""
    found: list[dict[str, str]] = [{"order": order}]
    for word in (*needs(unit, order), *may(unit, order)):
        if word not in ("path", "prefer"):
            fit = _fitting(scn, state, unit, order, word)
            spoken = [{**said, word: text} for said in found for text in fit]
            found = spoken if word in needs(unit, order) else [*found, *spoken]
    if "path" not in needs(unit, order):
        yield from found
        return
    for way in paths.every(scn, unit, order):
        for said in found:
            if order != "assault" or scn.grid.distance(way[-1], state.units[said["target"]].place) <= 1:
                yield {**said, "path": " ".join(way)}


def _fitting(scn: Scenario, state: State, unit: Unit, order: str, word: str) -> tuple[str, ...]:
    """What a word other than a path could say."""
    if word == "facing":
        return scn.grid.directions
    if word == "max_range":
        return (str(unit["range"]),)
    return targets(scn, state, unit, {"order": order})
