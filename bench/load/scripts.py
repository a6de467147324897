"""The orders to play: legal orders, chosen at random before the measurement.

A script is a battle from its first order on, with the dice of a seed. Games with that seed go the same way,
so what the referee must have written down is known beforehand.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

import scenarios
from engine import commands as said
from engine.commands import Command
from engine.errors import Refused
from engine.events import Event
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.referee import options, play, start
from engine.scenario import Scenario
from engine.state import State
from engine.system import System
from engine.systems import find
from notation import order_text

BATTLES = (
    "tutorial", "gue", "puits", "nonaka", "ormes", "plateau", "isandlwana", "takase", "vaux", "colonne",
)  # fmt: skip
"""Of all four rulebooks; the first four are one of each."""
CHANCE_OF_DONE = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One order: the command that is typed with its options (none: `button` is pressed, by verb and what
    follows it), and what the referee makes of it."""

    name: str = ""
    options: Mapping[str, str | int]
    button: tuple[str, str] = ("", "")
    command: Command
    events: tuple[Event, ...]
    side: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A battle, the number that makes its seed, and its orders."""

    battle: str
    number: int
    steps: tuple[Step, ...]


def secret(number: int, size: int) -> bytes:
    """So many bytes that a number always leads to: in place of what is random elsewhere."""
    return sha256(b"load %d %d" % (number, size)).digest()[:size]


def written(count: int, length: int) -> list[Script]:
    """So many scripts of at most so many orders each."""
    return [_script(BATTLES[number % len(BATTLES)], number, length) for number in range(count)]


def _script(battle: str, number: int, length: int) -> Script:
    scn = scenarios.load(battle)
    system = find(scn.system)
    dice = SeededDice(secret(number, 32), (secret(number, 8).hex(),))
    state = replay(State(), start(system, scn, dice))
    chance, steps = random.Random(number), list[Step]()
    while len(steps) < length and state.result is None:
        side = state.questions[0].side if state.questions else _side_to_move(scn, state)
        step = _chosen(system, scn, state, side, chance)
        if step is None:
            break
        events = play(system, scn, state, side, step.command, dice, order=len(steps) + 2)
        state = replay(state, events)
        steps.append(
            Step(
                name=step.name,
                options=step.options,
                button=step.button,
                command=step.command,
                events=tuple(events),
                side=side,
            )
        )
    return Script(battle=battle, number=number, steps=tuple(steps))


def _side_to_move(scn: Scenario, state: State) -> str:
    """Of the sides that must decide the first: who plays both speaks for that one."""
    return next(side for side in scn.side_ids if side in state.active)


def _chosen(system: System, scn: Scenario, state: State, side: str, chance: random.Random) -> Step | None:
    """An order at random that can be typed or pressed; seldom the end of the phase while others are left."""
    commands = [option.command for option in options(system, scn, state, side)]
    ends = [c for c in commands if isinstance(c, (said.Done, said.Seal))]
    rest = [c for c in commands if c not in ends]
    chance.shuffle(rest)
    if ends and chance.random() < CHANCE_OF_DONE:
        rest = [*ends, *rest]
    for command in [*rest, *ends]:
        step = _as_step(system, scn, state, side, command)
        if step is not None:
            return step
    return None


def _as_step(system: System, scn: Scenario, state: State, side: str, command: Command) -> Step | None:
    """The order as a player gives it; None for one that takes more than a command or a button."""
    if isinstance(command, said.Answer):
        number = state.questions[0].options.index(command.option)
        return Step(options={}, button=("answer", str(number)), command=command, events=())
    line = next(typed(command), None)
    if line is None:
        return None
    name, options = line
    if isinstance(command, said.Move) and not _reads_back(system, scn, state, side, command):
        return None
    return Step(name=name, options=options, command=command, events=())


def typed(command: Command) -> Iterator[tuple[str, dict[str, str | int]]]:
    """The slash command for an order and its options, if there is one."""
    match command:
        case said.Move(unit=unit, path=path):
            yield "move", {"unit": unit, "path": " ".join(path)}
        case said.Attack(unit=unit, target=target):
            yield "attack", {"unit": unit, "target": target}
        case said.Bombard(unit=unit, target=target):
            yield "unit bombard", {"unit": unit, "target": target}
        case said.Charge(unit=unit, target=target):
            yield "charge", {"unit": unit, "target": target}
        case said.Place(unit=unit, hex=hex_):
            yield "unit place", {"unit": unit, "hex": hex_}
        case said.Unplace(unit=unit):
            yield "unit unplace", {"unit": unit}
        case said.Activate(chief=chief):
            yield "unit activate", {"chief": chief}
        case said.Lead(chief=chief, units=units, dice=dice) if units:
            yield "unit lead", {"chief": chief, "units": " ".join(units), "dice": dice}
        case said.Share(given=allotted):
            texts = (f"{unit} {' '.join(map(str, faces))}" for unit, faces in allotted.items() if faces)
            yield "unit deal", {"dice": ", ".join(texts)}
        case said.Volley(target=target, shooters=shooters):
            yield "fire", {"target": target, "units": " ".join(shooters)}
        case said.Write(unit=unit, order=order) if order:
            words = {"range" if name == "max_range" else name: word for name, word in order.items()}
            yield "plan write", {"unit": unit, **words}
        case said.Seal():
            yield "plan lock", {}
        case said.Rally():
            yield "rally", {}
        case said.Done():
            yield "done", {}


def _reads_back(system: System, scn: Scenario, state: State, side: str, command: said.Move) -> bool:
    """Whether the referee reads a path as it is meant: a single hex is where to go by the cheapest way."""
    if len(command.path) != 1:
        return True
    line = f"/move unit:{command.unit} path:-> {command.path[0]}"
    try:
        return order_text.read(line, system, scn, system.as_seen_by(scn, state, side), side) == command
    except Refused:
        return False
