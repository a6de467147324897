"""Morale and routs in Désastre Colonial: the referee finds the same circumstances
and reaches the same ends, for any answers, as a literal reading of the rules file (`reference_morale`,
`reference_routs`).

The long form: SOAK=1 tries 10,000 positions instead of 300 (`make soak`).
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from engine.commands import Answer, JudgeAction
from engine.evolve import replay
from engine.ledger import ForcedDice
from engine.referee import judge, play
from engine.state import State
from engine.systems.desastre_colonial.morale import colonial_morale
from notation.scripts.position import Position
from notation.scripts.runner import run
from tests.engine.desastre_colonial.reference_morale import Board, Hex, Rules, Unit, away, everywhere, label
from tests.engine.desastre_colonial.reference_routs import End, TooMany, Walk
from tests.long_forms import long_but

SEEDS, AT_ONCE = (10_000 if os.environ.get("SOAK") == "1" else 300), 50
MOST = 100
"""Ends of the referee that are looked at one by one; of more only some."""
VERTICES = ("NNE", "E", "SSE", "SSW", "W", "NNW")
SIDES = ("N", "NE", "SE", "S", "SW", "NW")
GROUND = ("scrub", "rocks", "rocky_hills", "wood", "village", "tall_grass", "brambles", "lake")
ARMS = (*("infantry",) * 5, "cavalry", "cavalry", "artillery", "machine_gun")
SWITCHES = {
    "rout.one_test_per_chain": "yes",
    "rout.artillery_without_team": "routs",
    "rout.colonial_length": "to_destination",
    "morale.by": "kind",
    "los.units_block": "no",
}


class Many(Exception):
    """There are too many ends to look at each."""


def laid_out(chance: random.Random) -> tuple[Rules, Board]:
    """A crowd in some corner of the map, close together or not, with ground and chiefs among it."""
    centre = (chance.randint(1, 12), chance.randint(1, 12))
    reach = chance.choice((2, 2, 3, 4))
    hexes = [hex_ for hex_ in everywhere() if away(hex_, centre) <= reach]
    far = list(everywhere())
    chance.shuffle(hexes)
    ground = {}
    for _ in range(chance.choice((0, 0, 2, 4, 8, 16))):
        ground[chance.choice(hexes if chance.random() < 0.7 else far)] = chance.choice(GROUND)
    crowd = chance.random() < 0.5
    number = chance.choice((8, 10, 12, 15, 18) if crowd else (2, 3, 4, 6, 8, 10))
    first, share = chance.choice("cn"), chance.choice((0.15, 0.85) if crowd else (0.3, 0.5, 0.8))
    dry = [hex_ for hex_ in hexes if ground.get(hex_) != "lake"][:number]
    units = []
    for n, at in enumerate(dry, 1):
        side = first if n == 1 else "c" if chance.random() < share else "n"
        units.append(somebody(chance, f"{side}{n}", at, crowd))
    chiefs = []
    for n in range(chance.choice((0, 1, 1, 2, 3))):
        side, at = chance.choice("ccn"), chance.choice(hexes if chance.random() < 0.6 else far)
        held = next((unit for unit in units if unit.at == at), None)
        if ground.get(at) != "lake" and (held is None or held.side == side):
            chiefs.append((f"{side}{n + 20}", at))
    switches = {name: position for name, position in SWITCHES.items() if chance.random() < 0.15}
    return Rules(ground, switches), Board(tuple(units), tuple(sorted(chiefs)))


def somebody(chance: random.Random, id_: str, at: Hex, crowd: bool) -> Unit:
    """A unit of any kind, near its end in a crowd."""
    arm = chance.choice(ARMS)
    weapons = {"artillery": ("art_bronze", "art_steel"), "machine_gun": ("mg",)}
    traits = set()
    if arm in weapons and chance.random() < 0.7:
        traits.add(chance.choice(("team", "team", "horse_artillery")))
    if arm == "infantry":
        traits |= {trait for trait in ("skirmisher", "mounted") if chance.random() < 0.2}
    if chance.random() < 0.1:
        traits.add(chance.choice(("native_kind", "colonial_kind")))
    two = id_[0] == "c" and arm in ("infantry", "cavalry")
    square = two and arm == "infantry" and not traits and chance.random() < 0.2
    left, right = chance.randrange(6), chance.randrange(6)
    return Unit(
        id=id_,
        at=at,
        arm=arm,
        cohesion=1 if "skirmisher" in traits and chance.random() < 0.6 else chance.randint(1, 6),
        losses=chance.choice((0, 3, 3, 3, 3, 4) if crowd else (0, 1, 2, 3, 3, 3, 4, 4)),
        weapon=chance.choice(weapons[arm]) if arm in weapons else "",
        traits=frozenset(traits),
        faces=(left, right if two and not square else left),
        square=square,
    )


def words(unit: Unit) -> str:
    """A unit as a script states it."""
    left, right = unit.faces
    if unit.square:
        facing = f"square facing {SIDES[left]}"
    elif unit.side == "c" and unit.arm in ("infantry", "cavalry"):
        facing = f"facing left {VERTICES[left]} right {VERTICES[right]}"
    else:
        facing = f"facing {VERTICES[left]}"
    named = [f"weapon {unit.weapon}"] if unit.weapon else []
    return " ".join(
        (
            label(unit.at),
            unit.arm,
            f"cohesion {unit.cohesion} losses {unit.losses}",
            *named,
            *unit.traits,
            facing,
        )
    )


def stated(rules: Rules, board: Board) -> Position:
    """The same position for the referee."""
    chiefs = {id_: f"{label(at)} chief" for id_, at in board.chiefs}
    return run(
        {
            "system": "desastre_colonial",
            "options": dict(rules.switches),
            "terrain": {label(at): ground for at, ground in rules.ground.items()},
            "place": {**{unit.id: words(unit) for unit in board.units}, **chiefs},
        }
    ).position


def end(state: State, used: int) -> End:
    """The final position in the form of the reference model."""
    done = {mark.on for mark in state.marks if mark.name == "done"}
    units = [unit for unit in state.units_on_map() if unit.kind != "chief"]
    chiefs = [unit for unit in state.units.values() if unit.kind == "chief"]
    return (
        tuple(sorted((unit.id, unit.place, unit["losses"], unit.id in done) for unit in units)),
        tuple(sorted((unit.id, unit.place) for unit in chiefs)),
        used,
    )


def ends(
    position: Position, trial: JudgeAction, row: Sequence[int], chance: random.Random | None = None
) -> set[End]:
    """Every end of a trial, by all answers; by chance, one of them. Raises Many."""
    outcomes: set[End] = set()
    dice = ForcedDice(row)
    side = position.state.units[trial.unit].side
    events = judge(position.system, position.scenario, position.state, side, trial, dice)
    waiting = [(replay(position.state, events), dice.used)]
    leaves = 0
    while waiting:
        state, used = waiting.pop()
        if not state.questions:
            outcomes.add(end(state, used))
            leaves += 1
            if leaves > MOST:
                raise Many
            continue
        question = state.questions[0]
        assert question.default in question.options
        assert len({*question.options}) == len(question.options)
        for option in question.options if chance is None else (chance.choice(question.options),):
            dice = ForcedDice(row[used:])
            new_events = play(
                position.system, position.scenario, state, question.side, Answer(option=option), dice
            )
            waiting.append((replay(state, new_events), used + dice.used))
    return outcomes


def compared(seed: int) -> list[str]:
    """Where the referee and the rules file differ in the position of a seed."""
    chance = random.Random(seed)
    rules, board = laid_out(chance)
    if not board.units:
        return []
    row = [chance.choice((1, 1, 2, 2, 3, 3, 4, 5, 6)) for _ in range(400)]
    first, tests = board.units[0].id, chance.random() < 0.4
    trial = JudgeAction(
        kind="test" if tests else "rout", unit=first, length=0 if tests else chance.randint(1, 7)
    )
    position = stated(rules, board)
    differences = []
    for unit in board.units:
        balance = colonial_morale.balance(position.scenario, position.state, position.state.units[unit.id])
        had = Counter(counted.line.id for counted in (*balance.adverse, *balance.favourable))
        if had != Counter(rules.circumstances(board, unit)):
            differences.append(f"seed {seed}, {unit.id}: circumstances {sorted(had.elements())}")
    walk = Walk(rules, row)
    try:
        walk.go(board, ((trial.kind, first, trial.length),))
    except TooMany:
        return differences
    try:
        had_ends, all_of_them = ends(position, trial, row), True
    except Many:
        some = (ends(position, trial, row, random.Random(n)) for n in range(3))
        had_ends, all_of_them = set().union(*some), False
    more = sorted(had_ends - walk.ends)
    differences += [f"seed {seed}, {trial}: the referee alone ends so: {one}" for one in more]
    if all_of_them:
        missed = sorted(walk.ends - had_ends)
        differences += [f"seed {seed}, {trial}: the rules file alone ends so: {one}" for one in missed]
    return differences


@pytest.mark.parametrize("first", long_but([0], range(0, SEEDS, AT_ONCE)))
def test_tests_and_routs_end_as_the_rules_file_says_DC_MOR_DC_NAT_DC_ROU(
    first: int, record_property: Callable[[str, object], None]
) -> None:
    assert [line for seed in range(first, first + AT_ONCE) for line in compared(seed)] == []

    record_property("compared", {"tests and routs of Désastre Colonial": AT_ONCE})
