"""Moves of Désastre Colonial: reach against whole paths judged one by one, offers against the referee."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import pytest

from engine.commands import Attack, Done, Face, Form, Move, Release, Step
from engine.errors import Refused
from engine.evolve import replay
from engine.hexes import Grid
from engine.ledger import SeededDice
from engine.referee import options, play
from engine.systems.desastre_colonial.general.values import troops, unit_on
from engine.systems.desastre_colonial.melee import declaration
from engine.systems.desastre_colonial.movement import allowance, routes
from notation.scripts.position import Position
from notation.scripts.runner import run

GROUND = ("rocks", "brambles", "tall_grass", "wood", "lake", "village")
SLOW = {"rocks", "brambles", "wood", "rocky_hills"}
MOVERS = {  # words of a unit, hexes of its tactical move, whether slow ground is nothing to it
    "infantry": ("infantry", 1, False),
    "cavalry": ("cavalry", 2, False),
    "skirmishers": ("infantry trait skirmisher", 2, True),
    "mounted skirmishers": ("infantry trait skirmisher trait mounted", 3, False),
    "guns": ("artillery trait team", 1, False),
    "guns without a team": ("artillery", 0, False),
    "horse guns": ("artillery trait horse_artillery", 2, False),
}


def random_position(seed: int, mover: str) -> Position:
    """A random position of 8 by 8 hexes for c1: every third one from rocks, every second near an enemy."""
    luck = random.Random(seed)
    hexes = [f"{column:02d}{row:02d}" for column in range(1, 9) for row in range(1, 9)]
    luck.shuffle(hexes)
    ground = {name: " ".join(hexes[8 + 3 * n : 11 + 3 * n]) for n, name in enumerate(GROUND)}
    if seed % 3 == 0:
        ground["rocks"] += f" {hexes[0]}"
    enemy = hexes[3]
    if seed % 2 == 0:
        near = Grid(columns=8, rows=8, stands_on="side").within(hexes[0], 2) - set(hexes[:6])
        enemy = luck.choice(sorted(near))
    place = {
        "c1": f"{hexes[0]} {MOVERS[mover][0]}",
        "c2": hexes[1],
        "c3": f"{hexes[2]} infantry trait skirmisher",
        "n1": enemy,
        **({"n2": hexes[4]} if luck.random() < 0.5 else {}),
        "n9": f"{hexes[5]} chief",
    }
    streams = [f"{hex_} {luck.choice(('N', 'NE', 'SE'))}" for hex_ in hexes[40:46]]
    inland = [s for s in streams if s[:2] not in ("01", "08") and s[2:4] not in ("01", "08")]
    script: dict[str, Any] = {
        "system": "desastre_colonial",
        "phase": "movement",
        "columns": "8",
        "rows": "8",
        "terrain": ground,
        "streams": ", ".join(inland) or [],
        "place": place,
        "marks": {"c1": "ordered"},
    }
    return run(script).position


def whole(position: Position, path: tuple[str, ...], most: int, nimble: bool) -> bool:
    """Whether a move along a path, the hex it starts in first, is legal as a whole (DC-MOV, DC-TER)."""
    scn, state = position.scenario, position.state
    grid, mover = scn.grid, state.units["c1"]
    enemies = [unit.place for unit in troops(state, "native")]
    tactical = any(grid.distance(hex_, enemy) <= 2 for hex_ in path for enemy in enemies)
    slow = any(scn.terrain(hex_) in SLOW for hex_ in path) or any(
        scn.hexside(a, b).linear == "stream" for a, b in pairwise(path)
    )
    limit = most if tactical else 2 * most
    if slow and not nimble:
        limit = min(limit, 1)
    if len(path) - 1 > limit or any(scn.terrain(hex_) == "lake" for hex_ in path[1:]):
        return False
    for hex_ in path[1:]:
        there = unit_on(state, hex_)
        if there is not None:
            passes = "skirmisher" in there.traits | mover.traits
            if there.side == "native" or not passes or hex_ == path[-1]:
                return False
    return True


def simple(position: Position, start: str, longest: int) -> Iterator[tuple[str, ...]]:
    """Every path of so many steps that enters no hex twice and none that is shut whatever comes after."""
    waiting = [(start,)]
    while waiting:
        path = waiting.pop()
        if len(path) > 1:
            yield path
        if len(path) <= longest:
            around = position.scenario.grid.neighbours(path[-1]).values()
            waiting += [(*path, to) for to in around if to not in path]


def judged(position: Position, mover: str) -> Mapping[str, int]:
    """Hexes in reach with the number of steps to each, by judging every path."""
    _, most, nimble = MOVERS[mover]
    verdicts: dict[str, int] = {}
    for path in simple(position, position.state.units["c1"].place, min(2 * most, 4)):
        if whole(position, path, most, nimble):
            verdicts[path[-1]] = min(verdicts.get(path[-1], 9), len(path) - 1)
    return verdicts


@pytest.mark.parametrize("mover", MOVERS)
@pytest.mark.parametrize("seed", range(6))
def test_reach_is_every_hex_a_whole_legal_move_leads_to(mover: str, seed: int) -> None:
    position = random_position(seed, mover)

    costs = {
        hex_: route.cost
        for hex_, route in routes.routes(position.scenario, position.state, "c1").items()
        if route.cost <= 4
    }

    assert costs == judged(position, mover)


@pytest.mark.parametrize("mover", MOVERS)
def test_every_route_is_obeyed_as_an_order(mover: str) -> None:
    position = random_position(11, mover)
    all_routes = routes.routes(position.scenario, position.state, "c1")

    ends = {}
    for hex_, route in all_routes.items():
        order = Move(unit="c1", path=route.path)
        events = play(position.system, position.scenario, position.state, "colonial", order, SeededDice(b""))
        ends[hex_] = replay(position.state, events).units["c1"].place

    assert ends == {hex_: hex_ for hex_ in all_routes}


def test_steps_one_by_one_lead_where_the_routes_do() -> None:
    position = random_position(3, "cavalry")
    planned = set(routes.routes(position.scenario, position.state, "c1"))

    seen, waiting = set(), [position.state]
    while waiting:
        state = waiting.pop()
        for to, offer in routes.steps(position.scenario, state, "c1").items():
            if offer.refusal is None and not offer.across:
                events = play(
                    position.system,
                    position.scenario,
                    state,
                    "colonial",
                    Step(unit="c1", hex=to),
                    SeededDice(b""),
                )
                waiting.append(replay(state, events))
                seen.add(to)

    assert seen - {position.state.units["c1"].place} == planned


@pytest.mark.parametrize("seed", range(8))
def test_every_offer_of_the_phase_is_taken_and_every_refused_step_refused(seed: int) -> None:
    position = random_position(seed, ("infantry", "cavalry", "skirmishers", "guns without a team")[seed % 4])
    offered = [
        option.command for option in options(position.system, position.scenario, position.state, "colonial")
    ]

    for command in offered:
        if not isinstance(command, Release):
            play(position.system, position.scenario, position.state, "colonial", command, SeededDice(b"1"))

    kinds = {type(command) for command in offered}
    assert {Done, Face} <= kinds <= {Done, Release, Move, Step, Face, Form, Attack}
    for to, offer in routes.steps(position.scenario, position.state, "c1").items():
        if offer.refusal is not None:
            with pytest.raises(Refused) as refused:
                play(
                    position.system,
                    position.scenario,
                    position.state,
                    "colonial",
                    Step(unit="c1", hex=to),
                    SeededDice(b"1"),
                )
            assert (refused.value.rule, refused.value.reason) == (offer.refusal.rule, offer.refusal.reason)


def test_commands_are_thought_out_by_what_a_unit_could_do_once_activated() -> None:
    script: dict[str, Any] = {
        "system": "desastre_colonial",
        "phase": "initiative",
        "place": {"c1": "0505", "c2": "0705", "c9": "0606 chief", "n1": "0112", "n9": "0112 chief"},
        "marks": {"c2": "done"},
    }
    position = run(script).position

    fresh, done = (routes.routes(position.scenario, position.state, unit) for unit in ("c1", "c2"))

    assert fresh["0503"].cost == 2
    assert done == {}
    assert routes.steps(position.scenario, position.state, "c1")["0504"].refusal is not None


def test_whom_a_unit_may_engage_is_said_for_each_enemy_beside_it() -> None:
    script: dict[str, Any] = {
        "system": "desastre_colonial",
        "phase": "movement",
        "place": {"c1": "0505 cavalry", "n1": "0504 facing NNE", "n2": "0605 facing E", "n9": "0404 chief"},
        "marks": {"c1": "ordered"},
    }
    position = run(script).position

    enemies = declaration.targets(position.scenario, position.state, "c1")

    assert [unit.id for unit in enemies] == ["n1", "n2"]
    assert (
        allowance.tactical_enemy(position.scenario, position.state, position.state.units["c1"], "0506")
        == "n2"
    )
