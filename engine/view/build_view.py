"""Look at a game: what one viewer may see, the only source of pictures, text maps and alt text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine import events as ev
from engine.commands import Place
from engine.hexes import Hex
from engine.rules.line_of_sight import present_weather
from engine.scenario import PLAIN, Scenario
from engine.state import State, Unit
from engine.system import System
from engine.view.outcomes import outcomes
from engine.view.records import CounterView, HexsideView, HexView, ObjectiveView, PlanView, View
from engine.view.trails import Trail, halts, shots, trails


def look(
    system: System,
    scenario: Scenario,
    state: State,
    viewer: str = "",
    recent: Sequence[ev.Event] = (),
    selected: str = "",
    in_hand: str = "",
) -> View:
    """What `viewer` (a side, or "" for a spectator) sees. `recent` are the events to show as trails.

    `selected` is a unit of the viewer whose reach is shown, `in_hand` one whose next steps are shown.
    """
    known = system.as_seen_by(scenario, state, viewer)
    events = [e for e in recent if e.only in ("", viewer)]
    display = system.display
    owners = display.objective_owners(scenario, known)
    offers = display.next_steps(scenario, known, in_hand) if in_hand else {}
    chosen = selected or in_hand
    return View(
        scenario=scenario.id,
        title=scenario.title,
        country=scenario.country,
        grid=scenario.grid,
        hexes=_hexes(scenario, known),
        hexsides=scenario.cached("hexsides in view", lambda: _hexsides(scenario)),
        sides=tuple((army.id, army.name) for army in scenario.sides),
        counters=_counters(system, scenario, known),
        zones=display.zones(scenario, known),
        clashes=() if in_hand else tuple(display.clashes(scenario, known)),
        objectives=tuple(
            ObjectiveView(
                id=o.id,
                name=o.name,
                hexes=o.hexes,
                owner=owners.get(o.id, ""),
                points=o.points,
                scored=o.scored,
            )
            for o in scenario.objectives
        ),
        scores=display.scores(scenario, known),
        turn=known.turn,
        turns=scenario.turns,
        weather=present_weather(scenario, known),
        length=scenario.length if known.result is None else "",
        phase=known.phase,
        player=known.player,
        result=known.result,
        trails=trails(known, events),
        shots=shots(events),
        reach=display.routes(scenario, known, selected) if selected else {},
        selected=chosen,
        steps={h: o.cost for h, o in offers.items() if o.refusal is None},
        closed=frozenset(h for h, o in offers.items() if o.refusal is not None),
        charges_by_step=tuple((h, str(known.units[o.charges].hex)) for h, o in offers.items() if o.charges),
        setup=_setup(system, scenario, known),
        plans=_plans(scenario, known),
        halts=halts(events),
        outcomes=outcomes(system, scenario, known, events),
        fields_of_fire=display.fields_of_fire(scenario, known),
        entries=display.entries(scenario, known),
        costly_to_leave=display.costly_to_leave(scenario, known, chosen) if chosen else None,
        contacts=display.contacts(scenario, known),
        passing=frozenset(h for h, o in offers.items() if o.across),
        back=frozenset(h for h, o in offers.items() if o.back),
        charges_by_order=tuple(
            (h, str(known.units[o.may_charge].hex)) for h, o in offers.items() if o.may_charge
        ),
        proposed_moves=tuple(
            Trail(unit=unit, side=known.units[unit].side, path=path, manner=manner)
            for unit, path, manner in display.proposed_moves(scenario, known)
        ),
    )


def _setup(system: System, scenario: Scenario, state: State) -> dict[str, frozenset[Hex]]:
    """The zones where units may be placed, by side, while a phase takes that order."""
    phase = system.phases.get(state.phase)
    if phase is None or Place not in phase.takes:
        return {}
    return {side: scenario.zones[side] for side in scenario.side_ids if side in scenario.zones}


def fights(view: View, attacker: str = "") -> View:
    """The same view for the choice of an attack: the units that can fight; of an attacker only its fights."""
    able = frozenset(unit for c in view.clashes for unit in (c.attacker, c.defender))
    clashes = tuple(c for c in view.clashes if attacker in ("", c.attacker))
    return replace(view, clashes=clashes, fighters=able, attacker=attacker)


def _hexes(scenario: Scenario, state: State) -> Mapping[Hex, HexView]:
    """Every hex with its terrain: as printed (always the same object, fast to compare), or as changed."""
    printed: dict[Hex, HexView] = scenario.cached(
        "hexes in view",
        lambda: {
            h: HexView(hex=h, terrain=p.terrain, level=p.level, name=p.name, site=p.site, rise=p.rise)
            for h, p in scenario.hexes.items()
        },
    )
    if not state.terrain:
        return printed
    return printed | {h: replace(printed[h], terrain=terrain) for h, terrain in state.terrain.items()}


def _hexsides(scenario: Scenario) -> tuple[HexsideView, ...]:
    """Every hexside with water, a way, a slope, contours or an abattis on it."""
    contours: Mapping[str, str] = scenario.charts.get("contours", {})
    views = []
    for a in scenario.grid:
        for b in scenario.grid.neighbours(a).values():
            if a > b:
                continue
            p, rise = scenario.hexside(a, b), scenario.slope(a, b)
            contour = _contour(contours, abs(rise))
            slope = 0 if contours else abs(rise)
            if slope or contour or p != PLAIN:
                low, high = (a, b) if rise >= 0 else (b, a)
                views.append(
                    HexsideView(
                        low=low,
                        high=high,
                        slope=slope,
                        water=p.water,
                        crossing=p.crossing,
                        road=p.road,
                        track=p.track,
                        contour=contour,
                        steep=p.steep,
                        abattis=p.abattis,
                        linear=p.linear,
                        of=p.of,
                    )
                )
    return tuple(views)


def _contour(contours: Mapping[str, str], levels: int) -> str:
    """The name of the contours that so many levels between two hexes make; "" for none."""
    reached = [name for least, name in contours.items() if int(least) <= levels]
    return reached[-1] if reached else ""


def _counters(system: System, scenario: Scenario, state: State) -> tuple[CounterView, ...]:
    return tuple(
        CounterView(
            id=u.id,
            name=u.name,
            side=u.side,
            kind=u.kind,
            symbol=u.symbol,
            corps=u.corps,
            hex=u.hex,
            box="" if u.hex else u.place,
            face=system.display.counter_face(scenario, state, u),
            facing=u.facing,
        )
        for u in state.units.values()
    )


def _plans(scenario: Scenario, state: State) -> tuple[PlanView, ...]:
    """Orders in the envelopes that the viewer may see, then the open ones."""
    sealed = ((unit, words, True) for orders in state.envelopes.values() for unit, words in orders.items())
    lying = ((unit, words, False) for unit, words in state.orders.items())
    return tuple(
        _plan(scenario, state.units[unit], words, state, secret)
        for unit, words, secret in (*sealed, *lying)
        if unit in state.units and state.units[unit].hex
    )


def _plan(scenario: Scenario, unit: Unit, words: Mapping[str, str], state: State, secret: bool) -> PlanView:
    target = state.units.get(words.get("target", ""))
    ways = scenario.grid.directions
    return PlanView(
        unit=unit.id,
        side=unit.side,
        order=words.get("order", ""),
        path=(unit.place, *words["path"].split()) if words.get("path") else (),
        target=target.hex if target is not None else None,
        facing=ways.index(words["facing"]) if words.get("facing") in ways else None,
        secret=secret,
    )
