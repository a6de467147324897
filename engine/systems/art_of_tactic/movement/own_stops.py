"""Units that written orders of their own side would stop (AT-ENC-02 to -08, AT-MOV-13), enemy or not."""

from __future__ import annotations

from engine.scenario import Scenario
from engine.state import State
from engine.system import PlannedStop
from engine.systems.art_of_tactic.movement.encounters import Attempt, stops_of
from engine.systems.art_of_tactic.orders.parameters import written_path


def own_stops(scn: Scenario, state: State, side: str) -> tuple[PlannedStop, ...]:
    """The stops of step 3 among the units of a side, from the orders in its envelope so far. Units without an
    order stay."""
    places = {unit.id: unit.place for unit in state.units_on_map(side)}
    moving = scn.chart("step_orders", "movement")
    movers = {
        unit: path
        for unit, order in sorted(state.envelopes.get(side, {}).items())
        if unit in places and order.get("order") in moving and (path := written_path(order))
    }
    stops: list[PlannedStop] = []
    while movers:
        wants = {unit: path[0] for unit, path in movers.items()}
        stopped = stops_of(Attempt(places=places, sides=dict.fromkeys(places, side), wants=wants))
        for unit, stop in stopped.items():
            planned = PlannedStop(
                unit=unit, hex=wants[unit], reason=stop.reason, met=stop.met, rule=stop.rule
            )
            stops.append(planned)
        entered = {unit: hex_ for unit, hex_ in wants.items() if unit not in stopped}
        places = {**places, **entered}
        movers = {unit: movers[unit][1:] for unit in entered if movers[unit][1:]}
    return tuple(stops)
