"""Set-up (steps S1, S2): the Colonial player places first, the Native one after him, farther off. Nothing
is hidden."""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.commands import Face
from engine.errors import IllegalOrder, Refused
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules import orders, setup
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Option
from engine.systems.desastre_colonial import facing
from engine.systems.desastre_colonial.aspects import SIDES, in_square
from engine.systems.desastre_colonial.values import bases, is_chief, troops, unit_on


def barred(scn: Scenario, unit: Unit, hex_: Hex) -> Refused | None:
    """The refusal to place a counter on impassable ground (DC-TER-09)."""
    if scn.chart("terrain").get(scn.terrain(hex_), {}).get("impassable") != "yes":
        return None
    return IllegalOrder("DC-TER-09", "never_enters", unit=unit.id, hex=hex_, terrain=scn.terrain(hex_))


def room(state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether a counter may stand on a hex with those there: one unit, any number of friendly Chiefs with it
    (DC-GEN-10)."""
    there = [other for other in state.on(hex_) if other.id != unit.id]
    if unit.place == hex_ or any(other.side != unit.side for other in there):
        return False
    return is_chief(unit) or unit_on(state, hex_) is None


def near(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> Refused | None:
    """The refusal to place a Native counter too near a Colonial unit (8.3)."""
    least = int(scn.chart("deploy", "distance"))
    if unit.side == "colonial":
        return None
    for enemy in troops(state, "colonial"):
        away = scn.grid.distance(hex_, enemy.place)
        if away < least:
            return IllegalOrder(
                "DC-GEN-10", "too_near_enemy", unit=unit.id, hex=hex_, by=enemy.id, away=away, least=least
            )
    return None


SETUP = setup.SetUp(
    placeable=setup.placeable,
    barred=barred,
    fixed="DC-GEN-03",
    zone="DC-GEN-10",
    complete="DC-GEN-01",
    boxed="DC-GEN-01",
    room=room,
    near=near,
)


def face(scn: Scenario, ledger: Ledger, side: str, order: Face) -> None:
    """Turn a unit that may be placed, where it stands; that is no move (DC-GEN-22)."""
    unit = orders.own(ledger.state, side, order.unit)
    here = orders.standing(unit, SETUP.boxed, SETUP.complete)
    if is_chief(unit):
        raise IllegalOrder("DC-GEN-11", "chief_looks_nowhere", unit=unit.id)
    if not SETUP.placeable(scn, unit):
        raise IllegalOrder(SETUP.fixed, "unit_fixed", unit=unit.id, hex=here)
    square = in_square(ledger.state, unit)
    ways = (facing.across if square else facing.along)(unit, order.facing)
    if ways:
        rule = "DC-FOR-08" if square else "DC-GEN-22"
        ledger.tell(ev.Turned(unit=unit.id, facing=ways, rule=rule))


def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """Where a counter may be placed, whether it may be taken up, how all its bases may look; Done
    when all stand."""
    yield from SETUP.offers(scn, state, side, unit_id)
    unit = state.units.get(unit_id)
    if unit is None or unit.hex is None or is_chief(unit) or not SETUP.placeable(scn, unit):
        return
    for way in range(SIDES):
        if any(unit.facing.get(base) != way for base in bases(unit)):
            yield Option(command=Face(unit=unit_id, facing={facing.WHOLE: way}))


def veil(scn: Scenario, state: State, viewer: str) -> State:
    """The table as anybody may know it: all of it."""
    return state
