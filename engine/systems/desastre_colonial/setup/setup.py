"""Set-up: the Colonial player places first, the Native one farther off, both openly (S1, S2)."""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.battle.reinforcements import ReinforcementRules
from engine.commands import Face
from engine.errors import IllegalOrder, Refused
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules import order_checks, setup
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import BattleFault, Option
from engine.systems.desastre_colonial.general.aspects import SIDES, in_square
from engine.systems.desastre_colonial.general.values import (
    COLONIAL,
    NATIVE,
    WHOLE,
    bases,
    is_chief,
    started,
    troops,
    unit_on,
)
from engine.systems.desastre_colonial.movement.facing import (
    check_has_facing,
    line_facings,
    square_facings,
)


def barred(scn: Scenario, unit: Unit, hex_: Hex) -> Refused | None:
    """The refusal to place a counter on impassable terrain, or None (DC-TER-09)."""
    if scn.chart("terrain").get(scn.terrain(hex_), {}).get("impassable") != "yes":
        return None
    return IllegalOrder("DC-TER-09", "never_enters", unit=unit.id, hex=hex_, terrain=scn.terrain(hex_))


def has_room(state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether a counter may stand in a hex with those there: one unit and any number of friendly Chiefs
    (DC-GEN-10)."""
    others = [other for other in state.on(hex_) if other.id != unit.id]
    if unit.place == hex_ or any(other.side != unit.side for other in others):
        return False
    return is_chief(unit) or unit_on(state, hex_) is None


def too_near_enemy(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> Refused | None:
    """The refusal to place a Native counter too near a Colonial unit, or None (8.3)."""
    least = int(scn.chart("deploy", "distance"))
    if unit.side == COLONIAL:
        return None
    for enemy in troops(state, COLONIAL):
        away = scn.grid.distance(hex_, enemy.place)
        if away < least:
            return IllegalOrder(
                "DC-GEN-10", "too_near_enemy", unit=unit.id, hex=hex_, by=enemy.id, away=away, least=least
            )
    return None


SETUP = setup.SetupRules(
    placeable=setup.placeable,
    barred=barred,
    fixed_rule="DC-GEN-03",
    zone_rule="DC-GEN-10",
    complete_rule="DC-GEN-01",
    boxed_rule="DC-GEN-01",
    has_room=has_room,
    too_near=too_near_enemy,
)


def next_to_enemy(scn: Scenario, state: State, hex_: Hex, side: str) -> bool:
    """Whether a unit of that side stands next to a hex."""
    return any(scn.grid.adjacent(hex_, unit.place) for unit in troops(state, side))


REINFORCEMENTS = ReinforcementRules(setup=SETUP, controlled=next_to_enemy)


def battle_fault(scn: Scenario) -> str:
    """What cannot be together: native reinforcements and waves, which both wait in the reserve; a handicap of
    so many units that losses would decide nothing, or everything from the start."""
    natives = any(arrival.side == NATIVE for arrival in scn.arrivals())
    if natives and scn.option("waves") == "yes":
        what = "native units come as reinforcements, and waves wait in the same reserve: choose one of them"
        return BattleFault(f"{what} (DC-VAG-11)", "options.waves")
    if _is_decided_by_handicap(scn):
        return BattleFault("so many units decide the battle by themselves (DC-VIC-04)", "handicap.points")
    return ""


def face(scn: Scenario, ledger: Ledger, side: str, order: Face) -> None:
    """Turn a unit that may be placed, in its hex; this is no move (DC-GEN-22)."""
    unit = order_checks.own_unit(ledger.state, side, order.unit)
    here = order_checks.hex_on_map(unit, SETUP.boxed_rule, SETUP.complete_rule)
    check_has_facing(unit)
    if not SETUP.placeable(scn, unit):
        raise IllegalOrder(SETUP.fixed_rule, "unit_fixed", unit=unit.id, hex=here)
    if in_square(ledger.state, unit):
        rule, facings = "DC-FOR-08", square_facings(unit, order.facing)
    else:
        rule, facings = "DC-GEN-22", line_facings(unit, order.facing)
    if facings:
        ledger.tell(ev.Turned(unit=unit.id, facing=facings, rule=rule))


def list_options(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """Where a counter may be placed, whether it may be picked up, how all its bases may face; or Done, once
    all are placed."""
    yield from SETUP.list_options(scn, state, side, unit_id)
    unit = state.units.get(unit_id)
    if unit is None or unit.hex is None or is_chief(unit) or not SETUP.placeable(scn, unit):
        return
    for facing in range(SIDES):
        if any(unit.facing.get(base) != facing for base in bases(unit)):
            yield Option(command=Face(unit=unit_id, facing={WHOLE: facing}))


def nothing_hidden(scn: Scenario, state: State, viewer: str) -> State:
    """The whole table, for every viewer."""
    return state


def _is_decided_by_handicap(scn: Scenario) -> bool:
    """Whether a handicap is as large as the losses that end a game at once (DC-VIC-04)."""
    numerator, denominator = (int(number) for number in scn.chart("victory", "disaster"))
    given = scn.handicap.points if scn.handicap is not None else 0
    return given > 0 and given * denominator >= started(scn) * numerator
