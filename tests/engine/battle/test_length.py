"""Battles that a die may end early: when it is rolled, what it decides, who is told."""

from __future__ import annotations

import json
from typing import Any

import pytest

import scenarios
from engine import scenario_builder
from engine.battle import length
from engine.errors import BadScenario
from engine.events import Began, Noted, Rolled
from engine.evolve import replay
from engine.ledger import ForcedDice, Ledger
from engine.scenario import Scenario
from engine.scenario_builder.build import plain
from engine.state import State
from engine.view import look
from tests.engine.battle.battles import BATTLES, Table, table

every = pytest.mark.parametrize("system", BATTLES)


def battle_of(system: str, turns: int, **ends: Any) -> Scenario:
    """The small battle of a rulebook, of so many turns, with `ends`."""
    printed = json.loads(json.dumps(scenarios.load(BATTLES[system]).printed))
    printed |= {"turns": turns, "lessons": [], "reinforcements": []}
    return scenario_builder.build(plain({**printed, **({"ends": ends} if ends else {})}))


def rolls(game: Table) -> list[Rolled]:
    return [e for e in game.events if isinstance(e, Rolled) and e.purpose == "ending"]


@every
def test_the_die_is_rolled_once_at_the_end_of_each_turn_from_then_on_until_it_ends_the_game(
    system: str,
) -> None:
    game = table(battle_of(system, 4, turn=2, die=5))
    game.play_on(lambda: False, 2000)
    result, thrown = game.state.result, rolls(game)

    assert result is not None
    if result.reason != "last_turn":  # decided on the field
        return
    assert all(roll.dice[0] < 5 for roll in thrown[:-1])
    assert thrown[-1].dice[0] >= 5 or game.state.turn == 4
    assert len(thrown) == min(game.state.turn, 3) - 1


@every
@pytest.mark.parametrize(("face", "over"), [(3, False), (4, True), (6, True)])
def test_so_much_or_more_ends_it(system: str, face: int, over: bool) -> None:
    battle = battle_of(system, 4, turn=2, die=4)
    ledger = Ledger(replay(State(), [Began(phase="rally", turn=2, player="")]), ForcedDice([face]))

    assert length.is_over(battle, ledger) is over
    (note,) = [e for e in ledger.events if isinstance(e, Noted)]
    assert (note.kind, note.facts["how"], note.only) == ("ending", "over" if over else "on", "")


@every
@pytest.mark.parametrize(("turn", "over"), [(1, False), (4, True)])
def test_no_die_falls_before_that_turn_nor_after_the_last(system: str, turn: int, over: bool) -> None:
    battle = battle_of(system, 4, turn=2, die=4)
    ledger = Ledger(replay(State(), [Began(phase="rally", turn=turn, player="")]), ForcedDice([]))

    assert length.is_over(battle, ledger) is over
    assert not [e for e in ledger.events if isinstance(e, Rolled)]


@every
def test_a_game_of_fixed_length_ends_with_its_last_turn_without_a_die(system: str) -> None:
    game = table(battle_of(system, 2))
    game.play_on(lambda: False, 2000)

    assert game.state.turn <= 2
    assert not rolls(game)


@every
def test_every_player_reads_in_how_many_turns_it_ends(system: str) -> None:
    game = table(battle_of(system, 8, turn=6, die=4))

    assert {
        look(game.system, game.scenario, game.state, viewer).length
        for viewer in ("", *game.scenario.side_ids)
    } == {"6–8"}
    assert look(game.system, battle_of(system, 8), game.state).length == "8"


@pytest.mark.parametrize(
    ("turns", "ends", "says"),
    [
        (8, {"turn": 8, "die": 4}, "ends.turn"),
        (8, {"turn": 0, "die": 4}, "ends.turn"),
        (8, {"turn": 6, "die": 1}, "ends.die"),
        (8, {"turn": 6, "die": 7}, "ends.die"),
        (8, {"turn": 6}, "ends.die"),
        (8, {"turn": 6, "die": 4, "dice": 2}, "dice"),
        (1, {"turn": 1, "die": 4}, "ends"),
    ],
)
def test_what_cannot_be_is_told_with_its_key(turns: int, ends: dict[str, int], says: str) -> None:
    with pytest.raises(BadScenario, match=says):
        battle_of("morne_plaine", turns, **ends)
