"""Command in Désastre Colonial: sharing dice out against all ways to do it, reach on the map, time running
out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.commands import Expired
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.referee import options, play
from engine.state import State
from engine.systems import find
from engine.systems.desastre_colonial import phases
from engine.systems.desastre_colonial.command import dice_sharing
from notation.scripts.position import Position
from notation.scripts.runner import run

SYSTEM = find("desastre_colonial")
NAMES = "abcde"


def good(die: int, losses: int) -> bool:
    return die > losses and die != 1


def activated(given: dict[str, tuple[int, ...]], losses: dict[str, int]) -> frozenset[str]:
    """The units that have a die good enough."""
    return frozenset(unit for unit, dice in given.items() if any(good(d, losses[unit]) for d in dice))


def every_way(dice: tuple[int, ...], losses: dict[str, int]) -> Iterator[frozenset[str]]:
    """Whom each way of sharing all the dice out would activate."""
    for chosen in product(losses, repeat=len(dice)):
        ways: dict[str, tuple[int, ...]] = {}
        for die, unit in zip(dice, chosen, strict=True):
            ways[unit] = (*ways.get(unit, ()), die)
        yield activated(ways, losses)


@st.composite
def commands(draw: st.DrawFn) -> tuple[tuple[int, ...], dict[str, int]]:
    """Dice and the losses of the units they are for: no fewer dice than units (DC-CMD-13)."""
    losses = draw(st.lists(st.integers(0, 4), min_size=1, max_size=4))
    dice = draw(st.lists(st.integers(1, 10), min_size=len(losses), max_size=5))
    return tuple(dice), dict(zip(NAMES, losses, strict=False))


@given(commands())
def test_the_best_shares_are_all_sets_that_no_other_way_could_add_to_DC_CMD_24(
    command: tuple[tuple[int, ...], dict[str, int]],
) -> None:
    dice, losses = command
    ways = set(every_way(dice, losses))
    greatest = {way for way in ways if not any(way < other for other in ways)}

    shares = dice_sharing.best(dice, losses, dict.fromkeys(losses, 1), good)

    assert Counter(activated(share, losses) for share in shares) == Counter(greatest)


@given(commands())
def test_every_share_gives_each_die_once_DC_CMD_24(command: tuple[tuple[int, ...], dict[str, int]]) -> None:
    dice, losses = command

    shares = dice_sharing.best(dice, losses, dict.fromkeys(losses, 1), good)

    assert all(Counter(d for given in share.values() for d in given) == Counter(dice) for share in shares)


@given(commands(), st.permutations([5, 4, 3, 2, 1]))
def test_the_best_share_activates_the_greatest_worth(
    command: tuple[tuple[int, ...], dict[str, int]], values: list[int]
) -> None:
    dice, losses = command
    worth = dict(zip(NAMES, values, strict=True))

    first = dice_sharing.best(dice, losses, worth, good)[0]

    most = max(sum(worth[unit] for unit in way) for way in every_way(dice, losses))
    assert sum(worth[unit] for unit in activated(first, losses)) == most


def set_up(**more: Any) -> Position:
    """A position without any order played."""
    place = {"c1": "0504", "c2": "0605", "c9": "0505 chief", "n1": "0501", "n9": "0401 chief"}
    return run({"system": "desastre_colonial", "phase": "initiative", "place": place, **more}).position


def test_a_chiefs_word_goes_round_the_enemy_and_not_through_him_DC_CMD_07():
    position = set_up(
        place={"c1": "0503", "c2": "0504", "c9": "0505 chief radius 2", "n1": "0604", "n2": "0605"}
    )

    (lead,) = SYSTEM.display.leadership(position.scenario, position.state, "colonial").leaders

    assert {"0503", "0507", "0506"} <= lead.hexes
    assert lead.hexes.isdisjoint({"0604", "0605", "0704", "0705", "0706"})
    assert lead.units == ("c1", "c2")


def test_a_unit_out_of_reach_is_unled_until_it_has_had_its_command_DC_CMD_05():
    place = {"c1": "0101", "c2": "0102", "c9": "0909 chief", "n1": "1212"}
    position = set_up(place=place, marks={"c2": "done"})

    leadership = SYSTEM.display.leadership(position.scenario, position.state, "colonial")

    assert leadership.unled == ("c1",)


def test_a_deactivated_chief_reaches_no_one_DC_CMD_33():
    position = set_up(marks={"c9": "deactivated"})

    leadership = SYSTEM.display.leadership(position.scenario, position.state, "colonial")

    assert [(lead.hexes, lead.units) for lead in leadership.leaders] == [(frozenset(), ())]


def owing(state: State) -> str:
    """Whose decision the position waits for."""
    return state.questions[0].side if state.questions else min(state.active)


@pytest.mark.parametrize("switch", ["yes", "no"])
def test_a_battle_both_players_have_left_comes_to_its_end_DC_GEN_08(switch: str) -> None:
    position = set_up(turns="3", options={"command.chief_deactivated_on_loss": switch})
    state = position.state
    for order in range(200):
        if state.result is not None:
            break
        events = play(SYSTEM, position.scenario, state, owing(state), Expired(), SeededDice(b"left"), order)
        state = replay(state, events)

    assert state.result is not None
    assert state.turn == 3


def test_a_side_that_owes_a_decision_has_an_option():
    position = set_up(turns="3")
    state, seen = position.state, set()
    for order in range(400):
        if state.result is not None:
            break
        offers = options(SYSTEM, position.scenario, state, owing(state))
        assert offers, state.phase
        seen.add(state.phase)
        chosen = offers[order * 7 % len(offers)].command
        state = replay(
            state, play(SYSTEM, position.scenario, state, owing(state), chosen, SeededDice(b"few"), order)
        )

    assert {"initiative", "command", "movement", "free_move"} <= seen


def test_every_phase_with_orders_is_described():
    played = {name for name, phase in SYSTEM.phases.items() if phase.takes}

    assert played == set(phases.PHASES)
