"""The eyes: what one viewer may see of a table. The only door to pictures, text boards and alt text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine import events as ev
from engine.commands import Place
from engine.hexes import Grid, Hex
from engine.scenario import PLAIN, Scenario, Words
from engine.state import Result, State, Unit
from engine.system import Clash, Entry, Face, Leadership, Route, System, Way
from engine.system import Sight as Sight
from engine.traces import Halt as Halt
from engine.traces import Shot as Shot
from engine.traces import Trail as Trail
from engine.traces import halts, shots, trails


@dataclass(frozen=True, slots=True, kw_only=True)
class HexView:
    """A hex: main terrain, level, name of the place."""

    hex: Hex
    terrain: str
    level: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HexsideView:
    """A hexside that carries something. `slope` counts levels from `low` up to `high` (0 when level, or where
    relief is printed as contours: then `contour` names those that run close together, as the charts do).
    `linear` names a terrain that lies along it, on the edge of the hex `of`."""

    low: Hex
    high: Hex
    slope: int = 0
    water: str = ""
    crossing: str = ""
    road: bool = False
    track: bool = False
    contour: str = ""
    steep: bool = False
    abattis: bool = False
    linear: str = ""
    of: Hex = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterView:
    """A counter a viewer can see. `hex` is None when it is in a box."""

    id: str
    name: str
    side: str
    kind: str
    symbol: str
    corps: str
    hex: Hex | None
    box: str
    face: Face
    facing: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveView:
    """An objective: its hexes, who owns it ("" for nobody), points by side, how it is scored."""

    id: str
    name: Words
    hexes: frozenset[Hex]
    owner: str
    points: Mapping[str, int]
    scored: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanView:
    """A written order the viewer may see: in his own envelope (`secret`) or open beside the unit.

    `path` begins with the hex of the unit; `facing` is the number of a direction or None.
    """

    unit: str
    side: str
    order: str
    path: tuple[Hex, ...] = ()
    target: Hex | None = None
    facing: int | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Everything one viewer may see, ready to be drawn or told. No rule is asked after this.

    Of the selected unit: `reach` holds where it can get to; `steps` what its next step costs, in movement
    points, by neighbouring hex; `closed` are the neighbours it may not step into; `menaces` the charges a
    step would make, from the hex entered to the hex charged. Of a combat phase: `fighters` can attack or be
    attacked; with an `attacker` chosen, `clashes` are its own alone. `fields` are, by unit, the hexes it
    waits to fire into. While units are placed, `setup` holds the zones of both sides (MP-SET-5).

    `contacts` are pairs of hexes whose units touch, `proposals` movements that wait for an answer. Of the
    selected unit, too: `dear` are the hexes it would pay more to leave (None where that makes no difference),
    `across` those a next step would only pass through, `back` one a step would be taken back to, `lunges` the
    charges that are orders of their own, from the hex between to the hex charged.

    What is shown on request alone (see engine/overlays.py): `command`, `sight`, `way`, and `aspects`, which
    of the hexes around the selected unit are its front, flank or rear; `asked` names the overlays.
    """

    scenario: str
    title: Words
    grid: Grid
    hexes: Mapping[Hex, HexView]
    hexsides: tuple[HexsideView, ...]
    sides: tuple[tuple[str, Words], ...]
    counters: tuple[CounterView, ...]
    zones: Mapping[str, frozenset[Hex]]
    clashes: tuple[Clash, ...]
    objectives: tuple[ObjectiveView, ...]
    scores: Mapping[str, int]
    turn: int
    turns: int
    phase: str
    player: str
    result: Result | None
    trails: tuple[Trail, ...] = ()
    shots: tuple[Shot, ...] = ()
    reach: Mapping[Hex, Route] = field(default_factory=dict)
    selected: str = ""
    steps: Mapping[Hex, int] = field(default_factory=dict)
    closed: frozenset[Hex] = frozenset()
    menaces: tuple[tuple[Hex, Hex], ...] = ()
    fighters: frozenset[str] = frozenset()
    attacker: str = ""
    setup: Mapping[str, frozenset[Hex]] = field(default_factory=dict)
    plans: tuple[PlanView, ...] = ()
    halts: tuple[Halt, ...] = ()
    fields: Mapping[str, frozenset[Hex]] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()
    dear: frozenset[Hex] | None = None
    contacts: tuple[tuple[Hex, Hex], ...] = ()
    across: frozenset[Hex] = frozenset()
    back: frozenset[Hex] = frozenset()
    lunges: tuple[tuple[Hex, Hex], ...] = ()
    proposals: tuple[Trail, ...] = ()
    command: Leadership = field(default_factory=Leadership)
    sight: Sight | None = None
    way: Way | None = None
    aspects: Mapping[Hex, str] = field(default_factory=dict)
    asked: frozenset[str] = frozenset()

    def counter(self, id_: str) -> CounterView | None:
        """The counter of that id, when the viewer can see it."""
        return next((c for c in self.counters if c.id == id_), None)


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

    `selected` is a unit of the viewer whose reach is shown, `in_hand` one whose next steps are.
    """
    seen = system.seen(scenario, state, viewer)
    told = [e for e in recent if e.only in ("", viewer)]
    shows = system.shows
    owners = shows.owners(scenario, seen)
    offers = shows.steps(scenario, seen, in_hand) if in_hand else {}
    chosen = selected or in_hand
    return View(
        scenario=scenario.id,
        title=scenario.title,
        grid=scenario.grid,
        hexes=_hexes(scenario, seen),
        hexsides=scenario.kept("hexsides in view", lambda: _hexsides(scenario)),
        sides=tuple((army.id, army.name) for army in scenario.sides),
        counters=_counters(system, scenario, seen),
        zones=shows.zones(scenario, seen),
        clashes=() if in_hand else tuple(shows.clashes(scenario, seen)),
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
        scores=shows.scores(scenario, seen),
        turn=seen.turn,
        turns=scenario.turns,
        phase=seen.phase,
        player=seen.player,
        result=seen.result,
        trails=trails(seen, told),
        shots=shots(told),
        reach=shows.routes(scenario, seen, selected) if selected else {},
        selected=chosen,
        steps={h: o.cost for h, o in offers.items() if o.refusal is None},
        closed=frozenset(h for h, o in offers.items() if o.refusal is not None),
        menaces=tuple((h, str(seen.units[o.charges].hex)) for h, o in offers.items() if o.charges),
        setup=_setup(system, scenario, seen),
        plans=_plans(scenario, seen),
        halts=halts(told),
        fields=shows.fields(scenario, seen),
        entries=shows.entries(scenario, seen),
        dear=shows.costly(scenario, seen, chosen) if chosen else None,
        contacts=shows.contacts(scenario, seen),
        across=frozenset(h for h, o in offers.items() if o.across),
        back=frozenset(h for h, o in offers.items() if o.back),
        lunges=tuple((h, str(seen.units[o.may_charge].hex)) for h, o in offers.items() if o.may_charge),
        proposals=tuple(
            Trail(unit=unit, side=seen.units[unit].side, path=path, manner=manner)
            for unit, path, manner in shows.proposals(scenario, seen)
        ),
    )


def _setup(system: System, scenario: Scenario, seen: State) -> dict[str, frozenset[Hex]]:
    """The zones where units may be placed, by side, while a phase takes that order."""
    phase = system.phases.get(seen.phase)
    if phase is None or Place not in phase.takes:
        return {}
    return {side: scenario.zones[side] for side in scenario.side_ids if side in scenario.zones}


def fights(view: View, attacker: str = "") -> View:
    """The same view for the choice of an attack: who can fight at all, and of an attacker only its fights."""
    able = frozenset(unit for c in view.clashes for unit in (c.attacker, c.defender))
    shown = tuple(c for c in view.clashes if attacker in ("", c.attacker))
    return replace(view, clashes=shown, fighters=able, attacker=attacker)


def _hexes(scenario: Scenario, seen: State) -> Mapping[Hex, HexView]:
    """Every hex with its ground: as printed (always one object, so quickly compared), or as changed since."""
    printed: dict[Hex, HexView] = scenario.kept(
        "hexes in view",
        lambda: {
            h: HexView(hex=h, terrain=p.terrain, level=p.level, name=p.name)
            for h, p in scenario.hexes.items()
        },
    )
    if not seen.terrain:
        return printed
    return printed | {h: replace(printed[h], terrain=terrain) for h, terrain in seen.terrain.items()}


def _hexsides(scenario: Scenario) -> tuple[HexsideView, ...]:
    """Every hexside with water, a way, a slope, contours or an abattis on it."""
    contours: Mapping[str, str] = scenario.charts.get("contours", {})
    found = []
    for a in scenario.grid:
        for b in scenario.grid.neighbours(a).values():
            if a > b:
                continue
            p, rise = scenario.hexside(a, b), scenario.slope(a, b)
            contour = _contour(contours, abs(rise))
            slope = 0 if contours else abs(rise)
            if slope or contour or p != PLAIN:
                low, high = (a, b) if rise >= 0 else (b, a)
                found.append(
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
    return tuple(found)


def _contour(contours: Mapping[str, str], levels: int) -> str:
    """The name of the contours that so many levels between two hexes make; "" for none."""
    reached = [name for least, name in contours.items() if int(least) <= levels]
    return reached[-1] if reached else ""


def _counters(system: System, scenario: Scenario, seen: State) -> tuple[CounterView, ...]:
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
            face=system.shows.face(scenario, seen, u),
            facing=u.facing,
        )
        for u in seen.units.values()
    )


def _plans(scenario: Scenario, seen: State) -> tuple[PlanView, ...]:
    """Orders in the envelopes the viewer may look into, then those that lie open."""
    sealed = ((unit, words, True) for orders in seen.envelopes.values() for unit, words in orders.items())
    lying = ((unit, words, False) for unit, words in seen.orders.items())
    return tuple(
        _plan(scenario, seen.units[unit], words, seen, secret)
        for unit, words, secret in (*sealed, *lying)
        if unit in seen.units and seen.units[unit].hex
    )


def _plan(scenario: Scenario, unit: Unit, words: Mapping[str, str], seen: State, secret: bool) -> PlanView:
    target = seen.units.get(words.get("target", ""))
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
