"""Moves, fire and melees of Désastre Colonial in positions at random: the referee offers the same, rolls as
many dice and takes the same losses as a literal reading of the rules (`desastre_colonial.py`, which says what
it leaves out).

The long form: SOAK=1 plays 10,000 positions instead of 100 (`make soak`).
"""

from __future__ import annotations

import os
import random
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.commands import Answer, Attack, Bombard, Command
from engine.events import Changed, Event, Rolled
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.referee import options, play
from notation.scripts.position import Position
from notation.scripts.runner import run
from tests.engine.desastre_colonial.reference_morale import Board, Rules, Unit, around, away, label
from tests.engine.desastre_colonial.test_properties_morale import laid_out, words
from tests.engine.reference import desastre_colonial as rules_of

POSITIONS, AT_ONCE = (10_000 if os.environ.get("SOAK") == "1" else 100), 25
SIDES = {"c": "colonial", "n": "native"}
TRAINING = ("", "undisciplined", "trained", "disciplined")
SMALL_ARMS = ("sb", "mlr", "blr", "rr", "jingal", "mlc", "blc", "rc")


def equipped(chance: random.Random, board: Board) -> Board:
    """The same units with small arms, training, armour and the like."""

    def other(unit: Unit) -> Unit:
        traits = {chance.choice(TRAINING)} | {t for t in ("ferocious", "armour") if chance.random() < 0.25}
        weapon = unit.weapon if unit.gun else chance.choice(("", *SMALL_ARMS))
        return replace(unit, weapon=weapon, traits=unit.traits | (traits - {""}))

    return replace(board, units=tuple(map(other, board.units)))


def stated(
    rules: Rules, board: Board, phase: str, side: str, marks: dict[str, list[str]], **more: Any
) -> Position:
    """A position for the referee; `more` are words for units."""
    chiefs = {id_: f"{label(at)} chief" for id_, at in board.chiefs}
    units = {unit.id: f"{words(unit)} {' '.join(more.get(unit.id, ()))}" for unit in board.units}
    script = {
        "system": "desastre_colonial",
        "phase": phase,
        "player": SIDES[side],
        "options": {n: v for n, v in rules.switches.items() if n == "los.units_block"},
        "terrain": {label(at): ground for at, ground in rules.ground.items()},
        "place": {**units, **chiefs},
        "marks": marks,
    }
    return run({name: value for name, value in script.items() if value}).position


class Played:
    """An order and all that follows; questions about Chiefs are answered at random, others by default."""

    def __init__(
        self, chance: random.Random, position: Position, side: str, command: Command, seed: int
    ) -> None:
        self.answers: list[tuple[str, str, str]] = []
        self.events: list[Event] = []
        state, dice = position.state, SeededDice(b"%d" % seed)
        for number in range(200):
            events = play(position.system, position.scenario, state, SIDES[side], command, dice, number)
            self.events += events
            state = replay(state, events)
            if not state.questions or state.result is not None:
                break
            question = state.questions[0]
            about_chiefs = question.kind in ("chief_protects", "commit")
            option = chance.choice(question.options) if about_chiefs else question.default
            self.answers.append((question.kind, question.about, option))
            side, command = {v: k for k, v in SIDES.items()}[question.side], Answer(option=option)

    def dice(self, purpose: str) -> dict[str, list[int]]:
        """The dice of a purpose by the unit that rolled them."""
        rolled = defaultdict(list)
        for event in self.events:
            if isinstance(event, Rolled) and event.purpose == purpose:
                rolled[event.by] += event.dice
        return rolled

    def losses(self, unit: str, *rules: str) -> int:
        """The losses of a unit by some rules."""
        changes = [e for e in self.events if isinstance(e, Changed) and (e.unit, e.value) == (unit, "losses")]
        return sum(e.now - e.was for e in changes if e.rule in rules)


def moves(chance: random.Random, rules: Rules, board: Board, seed: int) -> None:
    """Every unit of a side reaches the same hexes."""
    side = chance.choice("cn")
    able = {unit.id: ["activated", "ordered"] for unit in board.units if unit.side == side}
    position = stated(rules, board, "movement", side, {}, **able)
    for unit in board.units:
        if unit.side == side:
            routes = position.system.display.routes(position.scenario, position.state, unit.id)
            reached = {label(at) for at in rules_of.reach(rules, board, unit)}
            assert reached == set(routes), f"seed {seed}: {unit.id} moves"


def fire(chance: random.Random, rules: Rules, board: Board, seed: int) -> None:
    """The same targets for every unit; one shot with the same dice, protection and losses."""
    side = chance.choice("cn")
    own = [unit for unit in board.units if unit.side == side]
    activated = frozenset(unit.id for unit in own if chance.random() < 0.8)
    some = [frozenset(unit.id for unit in own if chance.random() < 0.25) for _ in range(2)]
    engages = {}
    for unit in own:
        close = [o for o in board.units if o.side != side and away(o.at, unit.at) == 1]
        if close and unit.id in activated and not unit.gun and chance.random() < 0.2:
            engages[unit.id] = chance.choice(close).id
    doing = rules_of.Doing(activated, some[0], some[1], engages)
    marks = defaultdict(list)
    for unit in own:
        marks[unit.id] += [f"moved {label(unit.at)}"] if unit.id in doing.moved else []
        marks[unit.id] += [f"engages {engages[unit.id]}"] if unit.id in engages else []
    said = {
        u.id: [*(["activated"] * (u.id in activated)), *(["low_ammo"] * (u.id in doing.low))] for u in own
    }
    position = stated(rules, board, "fire", side, {id_: m for id_, m in marks.items() if m}, **said)
    offers = options(position.system, position.scenario, position.state, SIDES[side])
    offered = {(o.command.unit, o.command.target) for o in offers if isinstance(o.command, Bombard)}
    able = {
        (unit.id, target.id): number
        for unit in own
        for target in board.units
        if target.side != side and (number := rules_of.firing(rules, board, doing, unit, target))
    }
    assert offered == set(able), f"seed {seed}: targets"
    if not able:
        return
    unit_id, target_id = chance.choice(sorted(able))
    unit, target = board.get(unit_id), board.get(target_id)
    played = Played(chance, position, side, Bombard(unit=unit_id, target=target_id), seed)
    dice = played.dice("fire")[unit_id]
    assert len(dice) == able[unit_id, target_id] * rules_of.WEAPONS[unit.weapon][1], f"seed {seed}: dice"
    factors = rules_of.protection(rules, board, doing, unit, target)
    factors += any(kind == "chief_protects" and option != "no" for kind, _, option in played.answers)
    again = rules_of.rerolled(unit, dice, factors)
    new = played.dice("protection")[unit_id]
    assert len(new) == len(again), f"seed {seed}: dice rolled again"
    hits = sum(rules_of.hits(unit, die) for die in dice) - sum(rules_of.hits(unit, die) for die in again)
    hits += sum(rules_of.hits(unit, die) for die in new)
    expected = 0 if target_id in engages.values() else min(5 - target.losses, hits // target.cohesion)
    assert played.losses(target_id, "DC-FIR-23", "DC-FIR-26") == expected, f"seed {seed}: losses"


def melee(chance: random.Random, rules: Rules, board: Board, seed: int) -> None:
    """A melee of one to three attackers with the same dice and losses."""
    for defender in chance.sample(board.units, len(board.units)):
        foes = [unit for unit in board.units if unit.side != defender.side and not unit.gun]
        close = [unit for unit in foes if unit.at in around(defender.at)]
        if close:
            break
    else:
        return
    attackers = chance.sample(close, chance.randint(1, min(3, len(close))))
    first = max(attackers, key=lambda unit: unit.cohesion)
    carried = chance.choice((0, 0, 2, 5))
    marks = {unit.id: [f"engages {defender.id}"] for unit in attackers}
    marks[defender.id] = [f"principal {first.id}"]
    said = {unit.id: ["activated"] for unit in attackers} | {defender.id: [f"hits {carried}"] * (carried > 0)}
    side = first.side
    position = stated(rules, board, "melee", side, marks, **said)
    played = Played(chance, position, side, Attack(unit=first.id, target=defender.id), seed)
    chiefs = dict(board.chiefs)
    led = {chiefs[about] for kind, about, option in played.answers if kind == "commit" and option == "yes"}
    dice = played.dice("melee")
    numbers = {u.id: rules_of.attack_dice(rules, u, defender, u.at in led) for u in attackers}
    numbers[defender.id] = rules_of.defence_dice(defender, defender.at in led)
    assert {id_: len(rolled) for id_, rolled in dice.items()} == numbers, f"seed {seed}: melee dice"
    hits = Counter({u.id: sum(die > u.losses for die in dice[u.id]) for u in (*attackers, defender)})
    on_defender = sum(hits[u.id] for u in attackers) + carried
    for unit, on_it in ((defender, on_defender), (first, hits[defender.id])):
        expected = min(5 - unit.losses, rules_of.losses(unit, on_it))
        assert played.losses(unit.id, "DC-MEL-28", "DC-MEL-29") == expected, (
            f"seed {seed}: melee losses of {unit.id}"
        )


def compared(seed: int) -> None:
    """A position of a seed: its moves, a shot and a melee."""
    chance = random.Random(seed)
    rules, board = laid_out(chance)
    board = equipped(chance, board)
    if {unit.side for unit in board.units} == {"c", "n"}:
        for part in (moves, fire, melee):
            part(chance, rules, board, seed)


@pytest.mark.parametrize("first", range(0, POSITIONS, AT_ONCE))
def test_positions_go_as_the_rules_file_says_DC(
    first: int, record_property: Callable[[str, object], None]
) -> None:
    for seed in range(first, first + AT_ONCE):
        compared(seed)

    record_property("compared", {"positions of Désastre Colonial": AT_ONCE})
