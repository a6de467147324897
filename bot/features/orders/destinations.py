"""Where a unit can go, as players choose: attacks and charges first, then objectives, forward, cover, the
rest; the best have letters. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import atan2, pi, sqrt
from typing import Self

from bot.core.game import Game
from bot.core.order_rules import legal_orders, unit_control
from engine.display import Route
from engine.hexes import Grid, Hex
from engine.scenario import Objective
from engine.state import Unit
from notation.safe_paths import quiet_routes
from scenarios.presentation import presentation

GROUPS = ("attack", "objective", "forward", "cover", "rest")
LETTERS = "ABCDEFGHIJKLMNPQRSTUVWXYZ"
"""One for each line of a menu: no O, which looks like a nought."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """A hex to go to, or an enemy to charge on the way to one (`charges`, in order).

    `choice` says it in a button or menu: a hex, or the path of a charge. `at` is where its letter stands on
    the map. `tests` are hexes on the way where a die may end the movement, when there is no other way;
    `beside` are enemies next to the hex; `ahead` is how many hexes nearer to the enemy it lies.
    """

    hex: Hex
    route: Route
    group: str
    letter: str = ""
    charges: tuple[str, ...] = ()
    tests: tuple[Hex, ...] = ()
    beside: tuple[str, ...] = ()
    objective: str = ""
    direction: str = ""
    ahead: int = 0

    @property
    def choice(self) -> str:
        """What names it among the unit's orders."""
        return " ".join(self.route.path) if self.charges or self.tests else self.hex

    def at(self, game: Game) -> Hex:
        """The hex its letter stands in: for a charge, that of the enemy."""
        return game.state.units[self.charges[-1]].place if self.charges else self.hex


def destinations(game: Game, unit: str) -> tuple[Destination, ...]:
    """Where a unit can go now, the best first. A path found for it charges nothing; each enemy that it can
    charge is a destination of its own. They are worked out once for a state."""
    key = ("destinations", unit, unit_control.may_order(game, unit))
    return game.state.cached(key, lambda: _destinations(game, unit))


def _destinations(game: Game, unit: str) -> tuple[Destination, ...]:
    routes = legal_orders.routes(game, unit)
    tests = {h: _tests(game, unit, route) for h, route in routes.items()}
    risky = {h for h, route in routes.items() if route.charges or tests[h]}
    quiet = quiet_routes(game.system, game.scenario, game.state, unit, wanted=risky) if risky else {}
    ground = _Ground.of(game, unit)
    known = [
        ground.destination(game, h, quiet.get(h, route), None if h in quiet else tests[h])
        for h, route in routes.items()
        if h in quiet or not route.charges
    ]
    known += _charges(game, ground, routes.values())
    order = {name: place for place, name in enumerate(GROUPS)}
    directions = {name: place for place, name in enumerate(game.scenario.grid.directions)}

    def rank(d: Destination) -> tuple[int, bool, int, int, int, Hex]:
        gain = d.ahead if d.group in ("attack", "forward") else 0
        return order[d.group], not d.charges, -gain, directions.get(d.direction, 0), d.route.cost, d.hex

    known.sort(key=rank)
    letters = dict(zip(range(len(known)), LETTERS, strict=False))
    return tuple(replace(d, letter=letters.get(number, "")) for number, d in enumerate(known))


def letters(game: Game, unit: str) -> Mapping[Hex, str]:
    """The letters of a unit's destinations, by the hex in which they stand."""
    return {d.at(game): d.letter for d in reversed(destinations(game, unit)) if d.letter}


def lettered(game: Game, unit: str, text: str) -> Destination | None:
    """The destination with that letter, None when no letter of it was written."""
    letter = text.strip().upper()
    return next((d for d in destinations(game, unit) if d.letter and d.letter == letter), None)


def _charges(game: Game, ground: _Ground, routes: Iterable[Route]) -> list[Destination]:
    """One for each enemy that a unit can charge by moving: the cheapest."""
    cheapest: dict[str, Route] = {}
    for route in routes:
        if len(route.charges) == 1:
            last = cheapest.get(route.charges[0])
            if last is None or route.cost < last.cost:
                cheapest[route.charges[0]] = route
    return [
        replace(ground.destination(game, route.path[-1], route), group="attack", charges=(target,))
        for target, route in cheapest.items()
    ]


def _tests(game: Game, unit: str, route: Route) -> tuple[Hex, ...]:
    """The hexes before the last one of a route where a die may end the movement."""
    priced = game.system.display.price_path(game.scenario, game.state, unit, route.path, "")
    return tuple(step.hex for step in priced.steps[:-1] if step.test)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ground:
    """What all destinations of a unit are judged by: where its enemies are, who of them is next to a hex, how
    far the next is (0 where it is not known), which objectives are not its side's, and what terrain is
    cover."""

    mover: Unit
    enemies: tuple[tuple[int, int], ...]
    beside: Mapping[Hex, tuple[str, ...]]
    distance: int
    objectives: Mapping[Hex, Objective]
    wanted: frozenset[str]
    cover: frozenset[str]

    @classmethod
    def of(cls, game: Game, unit: str) -> Self:
        """Those of a unit in a game."""
        mover, scn = game.state.units[unit], game.scenario
        others = tuple(u for u in game.state.units_on_map() if u.side != mover.side)
        enemies, beside = tuple({scn.grid.cubes[u.place] for u in others}), dict[Hex, tuple[str, ...]]()
        for enemy in others:
            for hex_ in scn.grid.neighbours_of[enemy.place].values():
                beside[hex_] = (*beside.get(hex_, ()), enemy.id)
        owners = game.system.display.objective_owners(scn, game.state)
        return cls(
            mover=mover,
            enemies=enemies,
            beside=beside,
            distance=_distance(scn.grid, mover.hex, enemies) if mover.hex is not None else 0,
            objectives={hex_: o for o in reversed(scn.objectives) for hex_ in o.hexes},
            wanted=frozenset(o.id for o in scn.objectives if owners.get(o.id, "") != mover.side),
            cover=frozenset(presentation(scn.system).cover),
        )

    def destination(
        self, game: Game, hex_: Hex, route: Route, tests: tuple[Hex, ...] | None = None
    ) -> Destination:
        """A hex as one; `tests` are those on the route, if they are known."""
        mover, grid = self.mover, game.scenario.grid
        beside = self.beside.get(hex_, ())
        ahead = self.distance - _distance(grid, hex_, self.enemies) if mover.hex is not None else 0
        objective = self.objectives.get(hex_)
        reasons = {
            "attack": bool(beside),
            "objective": objective is not None and objective.id in self.wanted,
            "forward": ahead > 0,
            "cover": game.scenario.hexes[hex_].terrain in self.cover,
        }
        return Destination(
            hex=hex_,
            route=route,
            group=next((name for name in GROUPS if reasons.get(name)), GROUPS[-1]),
            tests=_tests(game, mover.id, route) if tests is None else tests,
            beside=beside,
            objective=objective.id if objective is not None else "",
            direction=direction(grid, mover.hex, hex_) if mover.hex is not None else "",
            ahead=ahead,
        )


def _distance(grid: Grid, hex_: Hex, enemies: Sequence[tuple[int, int]]) -> int:
    """How many hexes away the next enemy is, by where they stand in `grid.cubes`; 0 without any."""
    q, r = grid.cubes[hex_]
    return min((max(abs(a - q), abs(b - r), abs(a - q + b - r)) for a, b in enemies), default=0)


def direction(grid: Grid, start: Hex, goal: Hex) -> str:
    """The one of the six directions in which a hex lies, roughly."""
    (aq, ar), (bq, br) = grid.cubes[start], grid.cubes[goal]
    q, r = bq - aq, br - ar
    east, south = (q + r / 2, r * sqrt(3) / 2) if grid.stands_on == "point" else (q * sqrt(3) / 2, r + q / 2)
    turned = atan2(east, -south) % (2 * pi)  # clockwise from north
    first = pi / 6 if grid.stands_on == "point" else 0.0
    return grid.directions[round((turned - first) / (pi / 3)) % len(grid.directions)]
