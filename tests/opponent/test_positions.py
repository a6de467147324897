"""Positions in which one thing must be seen: positions/<rulebook>.yaml, played by normal with a short search;
positions/by_rules_of_thumb/<rulebook>.yaml, played by what the search starts from.

`units` are those on the map, `values` what is left of some. The side plays to the end of its turn. Then it
`holds` objectives, units are so many hexes `away` from any enemy, enemies were `attacked` (or are gone) or
spared (`spares`), units are where they should be (`goes`). Of secret orders: where units are sent (`goes`),
what they are told to do (`ordered`), and that no two are sent to one hex.
`missed`: the player does not see it yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine import referee
from engine.commands import Attack, Bombard, Charge, Command, Expired, Volley, Write
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.scenario import Scenario
from engine.state import ELIMINATED, State
from engine.system import System
from opponent import LEVELS, Level, Player, View
from tests.opponent.battles import placed, start

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""Ten times as fast; every worker reads all positions."""
FOLDER = Path(__file__).parent / "positions"
QUICK = replace(LEVELS["normal"], effort=200)
PLAYERS = {"positions": QUICK, "by_rules_of_thumb": Level()}
"""Who plays the positions of a folder."""


def positions() -> Iterator[Any]:
    """Every position with the level that plays it."""
    for path in sorted(FOLDER.rglob("*.yaml")):
        for position in yaml.load(path.read_text(encoding="utf-8"), Loader):
            marks = [pytest.mark.xfail(strict=True, reason="not seen yet")] if "missed" in position else []
            level = PLAYERS[path.parent.name]
            yield pytest.param(position, level, id=f"{path.stem}: {position['name']}", marks=marks)


FIRST_PHASE = {"morne_plaine": "bombardment", "pousse_pion": "fire"}
MOST_COMMANDS = 80


@dataclass
class Played:
    """How a side played a turn: the position at its end, its commands."""

    state: State
    commands: list[Command] = field(default_factory=list)

    def targets(self) -> set[str]:
        """The enemies fired at, attacked or charged."""
        orders = [c.order for c in self.commands if isinstance(c, Write)]
        named = {c.target for c in self.commands if isinstance(c, (Attack, Bombard, Charge, Volley))}
        return named | {words["target"] for words in orders if "target" in words}

    def ends(self, state: State, side: str) -> dict[str, str]:
        """Where secret orders send each unit."""
        ends = {u.id: u.place for u in state.units_on_map(side)}
        paths = {c.unit: c.order["path"] for c in self.commands if isinstance(c, Write) and "path" in c.order}
        return ends | {id_: path.split()[-1] for id_, path in paths.items()}


def set_up(position: Mapping[str, Any]) -> tuple[System, Scenario, State]:
    """The position, the side to play."""
    system, scenario, state = start(position["battle"])
    side = position["side"]
    if "units" in position:
        state = placed(state, position["units"])
    fresh = {u.id: {"mp": u.printed["ma"]} for u in state.units.values() if "ma" in u.printed}
    units = {id_: replace(u, values={**u.values, **fresh.get(id_, {})}) for id_, u in state.units.items()}
    for id_, values in position.get("values", {}).items():
        units[id_] = replace(units[id_], values={**units[id_].values, **values})
    state = replace(state, units=units, turn=position["turn"])
    if system.name in FIRST_PHASE:
        phase = FIRST_PHASE[system.name]
        state = replace(state, phase=phase, player=side, active=frozenset({side}), questions=(), agenda=())
    return system, scenario, state


def play(system: System, scenario: Scenario, state: State, side: str, level: Level) -> Played:
    """The side plays its turn; the other does nothing."""
    player, dice, played, turn = Player(level, b"seed"), SeededDice(b"dice"), Played(state), state.turn
    for number in range(MOST_COMMANDS):
        state = played.state
        if state.result is not None or state.turn != turn:
            break
        if system.name in FIRST_PHASE and state.player != side:
            break
        to_decide = state.questions[0].side if state.questions else side if side in state.active else ""
        if to_decide == side:
            command = player.choose(View(system, scenario, state, side))
            played.commands.append(command)
        else:
            to_decide, command = scenario.enemy(side), Expired()
        events = referee.play(system, scenario, state, to_decide, command, dice, number)
        played.state = replay(state, events)
    return played


@pytest.mark.parametrize(("position", "level"), [*positions()])
def test_a_position_is_seen_through(position: Mapping[str, Any], level: Level) -> None:
    system, scenario, state = set_up(position)
    side = position["side"]

    played = play(system, scenario, state, side, level)

    after = played.state
    owners = system.display.objective_owners(scenario, after)
    ends = played.ends(state if system.secret_orders else after, side)
    orders = {c.unit: c.order["order"] for c in played.commands if isinstance(c, Write)}
    for unit, order in position.get("ordered", {}).items():
        assert orders.get(unit) == order
    for objective in position.get("holds", ()):
        assert owners.get(objective) == side
    for unit, hexes in position.get("goes", {}).items():
        assert ends[unit] in hexes
    for unit, least in position.get("away", {}).items():
        enemies = [u.place for u in after.units_on_map() if u.side != side]
        at = ends[unit] if system.secret_orders else after.units[unit].place
        assert min(scenario.grid.distance(at, place) for place in enemies) >= least
    gone = {u.id for u in after.units.values() if u.place == ELIMINATED}
    assert played.targets() | gone >= set(position.get("attacked", ()))
    assert not played.targets() & set(position.get("spares", ()))
    assert not position.get("different_hexes") or len(set(ends.values())) == len(ends)
