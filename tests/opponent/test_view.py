"""A player sees a view, which the rulebook's fog of war has gone over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from opponent import LEVELS, Level, Player, View
from tests.opponent.battles import start


@pytest.mark.parametrize("level", LEVELS)
def test_a_player_given_the_whole_position_refuses_it(level: str) -> None:
    _, _, state = start("ormes")

    with pytest.raises(TypeError, match="View"):
        Player(level).choose(state)  # type: ignore[arg-type]


@pytest.mark.parametrize("battle", ["vaux", "takase", "saalfeld", "kurokawa"])
def test_a_view_holds_what_the_fog_of_war_leaves(battle: str) -> None:
    system, scenario, state = start(battle)

    for side in scenario.side_ids:
        assert View(system, scenario, state, side).state == system.as_seen_by(scenario, state, side)


@pytest.mark.parametrize("level", [LEVELS["easy"], Level(effort=300, rounds=1)])
def test_a_player_decides_alike_whatever_the_enemy_has_written(level: Level) -> None:
    system, scenario, state = start("nonaka")
    unit = next(u for u in state.units_on_map("blue"))
    other = replace(state, envelopes={"blue": {unit.id: {"order": "rest"}}})

    first = Player(level).choose(View(system, scenario, state, "red"))
    second = Player(level).choose(View(system, scenario, other, "red"))

    assert first == second


@pytest.mark.parametrize("level", [LEVELS["easy"], Level(effort=30), Level(effort=300, rounds=1)])
@pytest.mark.parametrize("battle", ["takase", "vaux"])
def test_a_player_sets_up_alike_wherever_the_enemy_has_placed_its_units(battle: str, level: Level) -> None:
    system, scenario, state = start(battle)
    side, enemy = scenario.side_ids
    twin = state
    for unit, hex_ in zip(state.units.values(), sorted(scenario.zones[enemy]), strict=False):
        if unit.side == enemy:
            twin = twin.with_unit(replace(unit, place=hex_))

    assert twin != state
    first = Player(level).choose(View(system, scenario, state, side))
    assert Player(level).choose(View(system, scenario, twin, side)) == first
