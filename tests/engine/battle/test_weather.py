"""Weather and light: when they are there, what they do, and what an author may not write."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import scenarios
from engine import scenario_builder
from engine.battle import weather
from engine.errors import BadScenario, IllegalOrder
from engine.events import Noted, Rolled
from engine.ledger import ForcedDice, Ledger
from engine.rules.fire import check_visible
from engine.rules.line_of_sight import present_weather, too_far
from engine.scenario import Scenario
from engine.scenario_builder.build import plain
from engine.state import State
from engine.view import look
from tests.engine.battle.battles import BATTLES, table

every = pytest.mark.parametrize("system", BATTLES)


def battle_of(system: str, *kinds: dict[str, Any], turns: int = 8) -> Scenario:
    """The small battle of a rulebook with this weather."""
    printed = json.loads(json.dumps(scenarios.load(BATTLES[system]).printed))
    printed |= {"turns": turns, "lessons": [], "reinforcements": [], "weather": list(kinds)}
    return scenario_builder.build(plain(printed))


FOG = {"kind": "fog", "turn": 2, "until": 3, "sight": 1}


def kinds_in(battle: Scenario, turn: int, state: State | None = None) -> list[str]:
    """The weather of a turn."""
    return [w.kind for w in present_weather(battle, replace(state or State(), turn=turn))]


def before(battle: Scenario, turn: int, *faces: int, state: State | None = None) -> Ledger:
    """What is rolled before a turn begins."""
    ledger = Ledger(state or State(), ForcedDice(list(faces)))
    weather.begin_turn(battle, ledger, turn)
    return ledger


def test_by_turns_it_comes_and_goes_without_a_die() -> None:
    battle = battle_of("morne_plaine", FOG)

    assert [kinds_in(battle, turn) for turn in (1, 2, 3, 4)] == [[], ["fog"], ["fog"], []]
    assert not before(battle, 2).events


@pytest.mark.parametrize(("face", "there"), [(3, []), (4, ["rain"])])
def test_it_begins_when_a_die_shows_so_much(face: int, there: list[str]) -> None:
    battle = battle_of("morne_plaine", {"kind": "rain", "turn": 3, "die": 4, "slows": 1})

    assert not before(battle, 2).events
    ledger = before(battle, 3, face)

    assert kinds_in(battle, 3, ledger.state) == there
    assert [e.purpose for e in ledger.events if isinstance(e, Rolled)] == ["weather"]
    (note,) = [e for e in ledger.events if isinstance(e, Noted)]
    assert (note.facts["how"], note.only) == ("begins" if there else "not_begins", "")


@pytest.mark.parametrize(("face", "there"), [(4, ["fog"]), (5, [])])
def test_it_lifts_when_a_die_shows_so_much(face: int, there: list[str]) -> None:
    battle = battle_of("morne_plaine", FOG | {"lifts": 5})

    assert not before(battle, 3).events
    ledger = before(battle, 4, face)

    assert kinds_in(battle, 4, ledger.state) == there
    if not there:  # for good
        assert not before(battle, 5, state=ledger.state).events
        assert kinds_in(battle, 6, ledger.state) == []


@every
def test_no_unit_sees_farther_than_it_lets_them(system: str) -> None:
    battle = battle_of(system, {"kind": "fog", "turn": 1, "sight": 2})
    game = table(battle)
    reaches = [
        sight.reach
        for id_ in game.state.units
        if (sight := game.system.display.sight(battle, replace(game.state, turn=1), id_)) is not None
    ]

    assert max(reaches, default=0) <= 2
    assert too_far(battle, game.state, 3)
    assert not too_far(battle, game.state, 2)


def test_a_shot_through_it_is_refused_with_what_hides_the_target() -> None:
    battle = battle_of("morne_plaine", {"kind": "fog", "turn": 1, "sight": 1})
    state = table(battle).state
    gun = next(u for u in state.units_on_map() if u.kind == "artillery")
    enemy = next(
        u for u in state.units_on_map(battle.enemy(gun.side)) if battle.grid.distance(u.place, gun.place) > 1
    )

    with pytest.raises(IllegalOrder) as refused:
        check_visible(battle, state, gun, enemy)

    assert (refused.value.reason, refused.value.facts["weather"]) == ("hidden_by_weather", "fog")


@pytest.mark.parametrize(("points", "left"), [(5, 3), (2, 1), (1, 1), (0, 0)])
def test_moves_are_shorter_but_not_below_one(points: int, left: int) -> None:
    battle = battle_of("morne_plaine", {"kind": "snow", "turn": 1, "slows": 2})

    assert weather.slowed(battle, replace(State(), turn=1), points) == left


@pytest.mark.parametrize("system", ["morne_plaine", "pousse_pion"])
def test_units_get_fewer_points_while_it_slows(system: str) -> None:
    slow = table(battle_of(system, {"kind": "snow", "turn": 1, "slows": 1}))
    usual = table(battle_of(system))
    for game in (slow, usual):
        game.play_until("movement", game.scenario.side_ids[0])
    side = slow.scenario.side_ids[0]
    most = [max(u["mp"] for u in game.state.units_on_map(side)) for game in (slow, usual)]

    assert most[0] == most[1] - 1


@every
def test_the_map_says_what_there_is_and_a_game_plays_to_its_end(system: str) -> None:
    kinds = [{"kind": "fog", "turn": 1, "sight": 2}, {"kind": "rain", "turn": 2, "die": 2, "sight": 3}]
    game = table(battle_of(system, *kinds, turns=2))
    assert [w.kind for w in look(game.system, game.scenario, game.state).weather] == ["fog"]

    game.play_on(lambda: False, 2000)

    assert game.state.result is not None


@pytest.mark.parametrize(
    ("system", "facts", "says"),
    [
        ("morne_plaine", {"kind": "hail"}, "kind"),
        ("morne_plaine", {"turn": 9}, "turn"),
        ("morne_plaine", {"until": 1}, "until"),
        ("morne_plaine", {"sight": 0}, "sight"),
        ("morne_plaine", {"die": 7}, "die"),
        ("morne_plaine", {"turn": 1, "die": 4}, "turn 2"),
        ("morne_plaine", {"until": 8, "lifts": 4}, "last turn"),
        ("art_of_tactic", {"slows": 1}, "slows"),
    ],
)
def test_what_cannot_be_is_told_with_its_key(system: str, facts: dict[str, Any], says: str) -> None:
    with pytest.raises(BadScenario, match=says):
        battle_of(system, FOG | facts)


def test_weather_without_an_effect_is_refused() -> None:
    with pytest.raises(BadScenario, match="no effect"):
        battle_of("morne_plaine", {"kind": "fog", "turn": 1})
