"""Exits: who leaves the map and when, what it is worth, and what an author may not write."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import scenarios
from engine import scenario_builder
from engine.battle import exits, turn_end
from engine.errors import BadScenario
from engine.events import Noted
from engine.hexes import Hex
from engine.ledger import ForcedDice, Ledger
from engine.scenario import EXITED, Scenario
from engine.scenario_builder.build import plain
from engine.state import State, Unit
from engine.systems import find
from engine.systems.desastre_colonial import victory as desastre_victory
from engine.systems.desastre_colonial.movement import exits as desastre_exits
from engine.view import look
from tests.engine.battle.battles import BATTLES, table

SCORING = ("morne_plaine", "pousse_pion", "art_of_tactic")
scoring = pytest.mark.parametrize("system", SCORING)


def battle_of(system: str, *ways: dict[str, Any], turns: int = 4) -> Scenario:
    """The small battle of a rulebook with these exits."""
    printed = json.loads(json.dumps(scenarios.load(BATTLES[system]).printed))
    printed |= {"turns": turns, "lessons": [], "reinforcements": [], "exits": list(ways)}
    return scenario_builder.build(plain(printed))


def way_for(system: str, **facts: Any) -> dict[str, Any]:
    """An exit of the first side by the whole north edge."""
    side = scenarios.load(BATTLES[system]).side_ids[0]
    return {"id": "way", "side": side, "hexes": "north", "points": 3} | facts


def placed(battle: Scenario, unit_id: str, hex_: Hex, turn: int = 2) -> State:
    """The start of the battle in a later turn, with one unit of the first side alone in a hex."""
    state = table(battle).state
    units = {id_: u if id_ == unit_id else replace(u, place="@box") for id_, u in state.units.items()}
    units[unit_id] = replace(units[unit_id], place=hex_)
    return replace(state, units=units, turn=turn)


def fighter(battle: Scenario, leader: bool = False) -> Unit:
    """A unit of the first side that is a leader, or none."""
    state = table(battle).state
    own = (u for u in state.units.values() if u.side == battle.side_ids[0])
    return next(u for u in own if (u.kind in exits.LEADERS) is leader)


def end_turn(battle: Scenario, state: State, controlled: bool = False) -> Ledger:
    """The end of a game turn in that state."""
    ledger = Ledger(state, ForcedDice([]))
    turn_end.ends_battle(battle, ledger, lambda scn, state, hex_, side: controlled)
    return ledger


@scoring
def test_a_unit_on_an_exit_leaves_at_the_end_of_the_turn_and_earns_its_points(system: str) -> None:
    battle = battle_of(system, way_for(system))
    unit, side = fighter(battle), battle.side_ids[0]
    state = placed(battle, unit.id, battle.grid.label(3, 1))
    scores = find(system).display.scores

    after = end_turn(battle, state).state

    assert after.units[unit.id].place == EXITED
    assert scores(battle, after)[side] - scores(battle, state)[side] == 3


@scoring
@pytest.mark.parametrize("why", ["in an enemy zone", "not on the exit", "too early", "of the other side"])
def test_it_stays(system: str, why: str) -> None:
    other = scenarios.load(BATTLES[system]).side_ids[1]
    facts = {"too early": {"turn": 3}, "of the other side": {"side": other}}.get(why, {})
    battle = battle_of(system, way_for(system, **facts))
    hex_ = battle.grid.label(3, 2 if why == "not on the exit" else 1)
    state = placed(battle, fighter(battle).id, hex_)

    ledger = end_turn(battle, state, controlled=why == "in an enemy zone")

    assert ledger.state.units[fighter(battle).id].place == hex_
    assert not [e for e in ledger.events if isinstance(e, Noted) and e.kind == "left_map"]


@scoring
def test_no_more_units_count_than_the_battle_says(system: str) -> None:
    battle = battle_of(system, way_for(system, most=1))
    side, state = battle.side_ids[0], table(battle).state
    own = [u for u in state.units.values() if u.side == side and u.kind not in exits.LEADERS][:2]
    ledger = Ledger(state, ForcedDice([]))
    for unit in own:
        exits.take(ledger, unit, battle.exits[0])

    assert len(exits.left(ledger.state, battle.exits[0])) == 2
    assert exits.points(battle, ledger.state, side) == 3


def test_a_leader_leaves_and_is_worth_nothing() -> None:
    battle = battle_of("morne_plaine", way_for("morne_plaine"))
    leader = fighter(battle, leader=True)

    after = end_turn(battle, placed(battle, leader.id, battle.grid.label(3, 1))).state

    assert after.units[leader.id].place == EXITED
    assert exits.points(battle, after, battle.side_ids[0]) == 0


def test_units_leave_in_the_last_turn_too_before_points_are_counted() -> None:
    battle = battle_of("morne_plaine", way_for("morne_plaine"), turns=2)
    unit = fighter(battle)

    ledger = end_turn(battle, placed(battle, unit.id, battle.grid.label(3, 1), turn=2))

    assert ledger.state.units[unit.id].place == EXITED


def test_in_desastre_colonial_so_many_units_must_leave_for_colonial_to_win() -> None:
    way = {"id": "way", "side": "colonial", "hexes": "north", "units": 2}
    battle = battle_of("desastre_colonial", way)
    state = table(battle).state
    own = [u for u in state.units.values() if u.side == "colonial" and u.kind != "chief"]
    ledger = Ledger(state, ForcedDice([]))

    reached = []
    for unit in own[:2]:
        exits.take(ledger, unit, battle.exits[0])
        reached.append(exits.achieved(battle, ledger.state, "colonial"))

    assert reached == [False, True]
    assert battle.exits[0].hexes <= desastre_exits.exit_hexes(battle, "colonial")
    assert desastre_victory.lost(ledger.state) == 0


@pytest.mark.parametrize("system", BATTLES)
def test_the_map_shows_the_exit_and_a_game_plays_to_its_end(system: str) -> None:
    facts = {"units": 1} if system == "desastre_colonial" else {"points": 2}
    side = scenarios.load(BATTLES[system]).side_ids[0]
    battle = battle_of(system, {"id": "way", "side": side, "hexes": "north", **facts}, turns=2)
    game = table(battle)
    view = look(game.system, battle, game.state)
    assert [e.side for e in view.entries if e.kind == "exit"] == [side]

    game.play_on(lambda: False, 2000)

    assert game.state.result is not None


@pytest.mark.parametrize(
    ("system", "facts", "says"),
    [
        ("morne_plaine", {"hexes": "0505"}, "edge of the map"),
        ("morne_plaine", {"side": "green"}, "side"),
        ("morne_plaine", {"points": 0}, "points"),
        ("morne_plaine", {"turn": 9}, "turn"),
        ("morne_plaine", {"units": 2}, "units"),
        ("desastre_colonial", {}, "points"),
    ],
)
def test_what_cannot_be_is_told_with_its_key(system: str, facts: dict[str, Any], says: str) -> None:
    with pytest.raises(BadScenario, match=says):
        battle_of(system, way_for(system, **facts))


def test_two_exits_of_a_side_share_no_hex() -> None:
    way = way_for("morne_plaine")
    with pytest.raises(BadScenario, match="shares a hex"):
        battle_of("morne_plaine", way, way | {"id": "other"})
