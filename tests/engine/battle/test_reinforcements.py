"""Reinforcements in every rulebook: when they come, by which hexes, what delays them, who knows of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.battle import reinforcements
from engine.commands import Done, Expired, Place
from engine.errors import IllegalOrder
from engine.events import Began, Event, Marked, Noted, Placed, Rolled
from engine.evolve import replay
from engine.ledger import ForcedDice, Ledger
from engine.scenario import RESERVE, Scenario
from engine.state import ELIMINATED, HIDDEN, State, Unit
from engine.systems import find
from tests.engine.battle.battles import BATTLES, Table, late_units, table, with_reinforcements

PLACED = [name for name in BATTLES if name != "pousse_pion"]
"""The rulebooks in which arriving units are placed; in Pousse-pion they move onto the map (PP-MOV-41)."""

placed = pytest.mark.parametrize("system", PLACED)
every = pytest.mark.parametrize("system", BATTLES)


def arrived(system: str, **facts: object) -> Table:
    """A game at the point where its late units may be placed."""
    game = table(with_reinforcements(system, turn=2, **facts))
    state = game.play_until("reinforcements", game.scenario.side_ids[1])
    assert (state.turn, state.phase) == (2, "reinforcements")
    return game


def notes(game: Table, kind: str) -> list[Noted]:
    return [e for e in game.events if isinstance(e, Noted) and e.kind == kind]


def kept_free(game: Table, unit: str) -> str:
    """A hex on which a unit may be placed."""
    options = game.system.phases["reinforcements"].options
    offered = options(game.scenario, game.state, game.state.player, unit)
    return next(o.command.hex for o in offered if isinstance(o.command, Place))


@placed
def test_units_wait_in_the_reserve_until_their_turn(system: str) -> None:
    game = table(with_reinforcements(system, turn=2))
    first, second = late_units(system)

    assert {game.state.units[first].place, game.state.units[second].place} == {RESERVE}
    assert not any(isinstance(e, Began) and e.phase == "reinforcements" for e in game.events)


@placed
def test_units_that_are_due_are_placed_one_by_one_and_then_the_turn_goes_on(system: str) -> None:
    game = arrived(system)
    side = game.state.player

    for unit in late_units(system):
        hex_ = kept_free(game, unit)
        game.order(side, Place(unit=unit, hex=hex_))
        assert game.state.units[unit].place == hex_

    assert game.state.phase != "reinforcements"
    assert game.state.turn == 2


@placed
def test_units_that_are_held_back_may_come_in_the_next_turn(system: str) -> None:
    game = arrived(system)
    side = game.state.player

    game.order(side, Done())
    state = game.play_until("reinforcements", side)

    assert state.turn == 3
    assert all(state.units[unit].place == RESERVE for unit in late_units(system))


@placed
def test_no_unit_comes_by_a_hex_that_is_not_its_own(system: str) -> None:
    game = arrived(system, enters="0101 0201 0301")
    unit = late_units(system)[0]

    with pytest.raises(IllegalOrder) as refused:
        game.order(game.state.player, Place(unit=unit, hex="0402"))

    assert refused.value.reason == "no_entry"
    assert refused.value.facts["entries"] == ("0101", "0201", "0301")


@placed
def test_no_unit_of_the_map_is_placed_again(system: str) -> None:
    game = arrived(system)
    unit = next(u for u in game.state.units_on_map(game.state.player))

    with pytest.raises(IllegalOrder) as refused:
        game.order(unit.side, Place(unit=unit.id, hex="0101"))

    assert refused.value.reason == "not_waiting"


@placed
def test_a_unit_whose_hexes_are_taken_is_delayed(system: str) -> None:
    game = table(with_reinforcements(system, turn=2))
    own = next(u.place for u in game.state.units_on_map(game.scenario.side_ids[1]) if u.kind == "infantry")
    game = table(with_reinforcements(system, turn=1, enters=own))

    game.play_on(lambda: bool(notes(game, "arrival_delayed")))

    assert [note.facts["units"] for note in notes(game, "arrival_delayed")] == [late_units(system)]
    assert game.state.phase != "reinforcements"


@placed
def test_no_unit_comes_into_the_reach_of_an_enemy(system: str) -> None:
    state = table(with_reinforcements(system, turn=2)).state
    scenario = with_reinforcements(system, turn=2)
    enemy = next(u for u in state.units_on_map(scenario.side_ids[0]) if u.kind == "infantry")
    near = sorted(h for h in scenario.grid.neighbours(enemy.place).values() if not state.on(h))
    zone = {h for h in near if h in zone_of(scenario, state)} or set(near)

    game = table(with_reinforcements(system, turn=1, enters=" ".join(zone)))

    open_hexes = {
        o.command.hex
        for unit in late_units(system)
        for o in game.system.phases["reinforcements"].options(
            game.scenario, game.state, scenario.side_ids[1], unit
        )
        if isinstance(o.command, Place)
    }
    assert not open_hexes & zone


def zone_of(scenario: Scenario, state: State) -> frozenset[str]:
    """The zone of control of the first side, where its rulebook shows one."""
    shown = find(scenario.system).display.zones(scenario, state)
    return shown.get(scenario.side_ids[0], frozenset())


@placed
def test_when_time_runs_out_each_unit_comes_by_its_first_hex(system: str) -> None:
    game = arrived(system)

    game.order(game.state.player, Expired())

    assert all(game.state.units[unit].hex for unit in late_units(system))
    assert game.state.turn >= 2


@every
@pytest.mark.parametrize(("face", "comes"), [(3, False), (4, True)])
def test_a_die_decides_from_the_turn_on(system: str, face: int, comes: bool) -> None:
    game = table(with_reinforcements(system, turn=1, die=4))
    before = first_roll(game)
    rolled = game.events[before]
    assert isinstance(rolled, Rolled)

    state, units = replay(State(), game.events[:before]), late_units(system)
    ledger = Ledger(state, ForcedDice((face,)))
    reinforcements.check_arrivals(game.scenario, ledger, game.scenario.arrivals())

    assert all(reinforcements.due(game.scenario, ledger.state, ledger.state.units[u]) == comes for u in units)
    kinds = [e.kind for e in ledger.events if isinstance(e, Noted)]
    assert kinds == ["arrival" if comes else "arrival_missed"]


def first_roll(game: Table) -> int:
    """The place of the first roll for arrivals among the events, the computer player playing up to it."""
    game.play_on(lambda: any(map(for_arrival, game.events)))
    return next(n for n, event in enumerate(game.events) if for_arrival(event))


def for_arrival(event: Event) -> bool:
    """Whether an event is a roll for reinforcements."""
    return isinstance(event, Rolled) and event.purpose == "arrival"


@every
def test_after_the_latest_turn_no_die_is_rolled(system: str) -> None:
    game = table(with_reinforcements(system, turn=1, latest=1, die=6))
    game.play_on(lambda: bool(notes(game, "arrival")))

    assert notes(game, "arrival")[0].facts["how"] == "condition"
    assert not any(map(for_arrival, game.events))


@every
def test_a_condition_that_holds_once_is_enough(system: str) -> None:
    plain = with_reinforcements(system, turn=1)
    start = table(plain).state
    enemy = next(u for u in start.units_on_map(plain.side_ids[0]) if len(start.on(u.place)) == 1)
    held = {"held": enemy.place, "by": plain.side_ids[0]}
    scenario = with_reinforcements(system, turn=1, when=held)
    arrival = scenario.arrivals()[0]
    unit = late_units(system)[0]

    assert arrival.when is not None
    assert reinforcements.holds(start, arrival.when)
    gone = start.with_unit(lost(start, enemy.id))
    assert not reinforcements.holds(gone, arrival.when)
    ledger = Ledger(start, ForcedDice(()))
    reinforcements.check_arrivals(scenario, ledger, (arrival,))
    away = ledger.state.with_unit(lost(start, enemy.id))
    assert reinforcements.due(scenario, away, away.units[unit])
    assert reinforcements.to_check(scenario, away, arrival.side, 2) == (arrival,)


def lost(state: State, unit: str) -> Unit:
    """A unit, eliminated."""
    return replace(state.units[unit], place=ELIMINATED)


@every
def test_a_secret_reinforcement_is_unknown_to_the_enemy_until_it_comes(system: str) -> None:
    game = table(with_reinforcements(system, turn=2, die=2, secret="yes"))
    first, second = game.scenario.side_ids
    units = late_units(system)
    first_roll(game)

    seen = game.system.as_seen_by(game.scenario, game.state, first)
    own = game.system.as_seen_by(game.scenario, game.state, second)

    waiting = [u for u in units if game.state.units[u].place == RESERVE]
    assert all(seen.units[u].place == HIDDEN for u in waiting)
    assert all(own.units[u].place == RESERVE for u in waiting)
    about = [
        e
        for e in game.events
        if for_arrival(e)
        or (isinstance(e, Noted) and e.kind.startswith("arrival"))
        or (isinstance(e, Marked) and e.name == "due")
    ]
    assert about
    assert {e.only for e in about} == {second}
    assert all(not e.only for e in game.events if isinstance(e, Placed) and e.manner == "entry")


@every
def test_the_computer_player_brings_its_reinforcements_on(system: str) -> None:
    game = table(with_reinforcements(system, turn=2))

    game.play_on(lambda: all(game.state.units[u].place != RESERVE for u in late_units(system)))

    entered = {e.unit for e in game.events if isinstance(e, Placed) and e.manner == "entry"}
    assert entered == set(late_units(system))


@every
def test_pictures_show_where_who_may_come(system: str) -> None:
    game = table(with_reinforcements(system, turn=2, enters="0101 0201"))
    entries = game.system.display.entries(game.scenario, game.state)

    waiting = [e for e in entries if set(e.units) & set(late_units(system))]
    assert {h for e in waiting for h in e.hexes} == {"0101", "0201"}
    assert {e.turn for e in waiting} == {2}
