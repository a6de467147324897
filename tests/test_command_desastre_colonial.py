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

from bot.script.runner import run
from bot.script.table import Laid
from engine.commands import Expired
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.referee import options, play
from engine.state import State
from engine.systems import find
from engine.systems.desastre_colonial import sharing, stages

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

    found = sharing.best(dice, losses, dict.fromkeys(losses, 1), good)

    assert Counter(activated(share, losses) for share in found) == Counter(greatest)


@given(commands())
def test_every_share_gives_each_die_once_DC_CMD_24(command: tuple[tuple[int, ...], dict[str, int]]) -> None:
    dice, losses = command

    found = sharing.best(dice, losses, dict.fromkeys(losses, 1), good)

    assert all(Counter(d for given in share.values() for d in given) == Counter(dice) for share in found)


@given(commands(), st.permutations([5, 4, 3, 2, 1]))
def test_the_best_share_activates_the_greatest_worth(
    command: tuple[tuple[int, ...], dict[str, int]], values: list[int]
) -> None:
    dice, losses = command
    worth = dict(zip(NAMES, values, strict=True))

    first = sharing.best(dice, losses, worth, good)[0]

    most = max(sum(worth[unit] for unit in way) for way in every_way(dice, losses))
    assert sum(worth[unit] for unit in activated(first, losses)) == most


def table(**more: Any) -> Laid:
    """A table laid out, nothing played on it."""
    place = {"c1": "0504", "c2": "0605", "c9": "0505 chief", "n1": "0501", "n9": "0401 chief"}
    return run({"system": "desastre_colonial", "phase": "initiative", "place": place, **more}).laid


def test_a_chiefs_word_goes_round_the_enemy_and_not_through_him_DC_CMD_07():
    laid = table(place={"c1": "0503", "c2": "0504", "c9": "0505 chief radius 2", "n1": "0604", "n2": "0605"})

    (lead,) = SYSTEM.shows.leadership(laid.scenario, laid.state, "colonial").leads

    assert {"0503", "0507", "0506"} <= lead.hexes
    assert lead.hexes.isdisjoint({"0604", "0605", "0704", "0705", "0706"})
    assert lead.units == ("c1", "c2")


def test_who_waits_for_a_command_out_of_reach_is_unled_and_who_had_his_is_not_DC_CMD_05():
    place = {"c1": "0101", "c2": "0102", "c9": "0909 chief", "n1": "1212"}
    laid = table(place=place, marks={"c2": "done"})

    found = SYSTEM.shows.leadership(laid.scenario, laid.state, "colonial")

    assert found.unled == ("c1",)


def test_a_deactivated_chief_reaches_nobody_DC_CMD_33():
    laid = table(marks={"c9": "deactivated"})

    found = SYSTEM.shows.leadership(laid.scenario, laid.state, "colonial")

    assert [(lead.hexes, lead.units) for lead in found.leads] == [(frozenset(), ())]


def owing(state: State) -> str:
    """Whose decision the table waits for."""
    return state.questions[0].side if state.questions else min(state.active)


@pytest.mark.parametrize("switch", ["yes", "no"])
def test_a_battle_both_players_have_left_comes_to_its_end_DC_GEN_08(switch: str) -> None:
    laid = table(turns="3", options={"command.chief_deactivated_on_loss": switch})
    state = laid.state
    for order in range(200):
        if state.result is not None:
            break
        events = play(SYSTEM, laid.scenario, state, owing(state), Expired(), SeededDice(b"left"), order)
        state = replay(state, events)

    assert state.result is not None
    assert state.turn == 3


def test_whoever_owes_a_decision_has_one_to_take():
    laid = table(turns="3")
    state, seen = laid.state, set()
    for order in range(400):
        if state.result is not None:
            break
        found = options(SYSTEM, laid.scenario, state, owing(state))
        assert found, state.phase
        seen.add(state.phase)
        chosen = found[order * 7 % len(found)].command
        state = replay(
            state, play(SYSTEM, laid.scenario, state, owing(state), chosen, SeededDice(b"few"), order)
        )

    assert {"initiative", "command", "movement", "free_move"} <= seen


def test_every_phase_that_is_played_has_a_stage():
    played = {name for name, phase in SYSTEM.phases.items() if phase.takes} - {"setup"}

    assert played == set(stages.STAGES)
