"""Movement in step: what must hold of every attempt and in every position, however crowded.

The long form: SOAK=1 tries 2,000 positions for each property instead of 100 (`make soak`).
"""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import events as ev
from engine.evolve import evolve
from engine.hexes import Hex
from engine.ledger import Ledger, SeededDice
from engine.scenario import Scenario
from engine.state import Mark, State
from engine.systems.art_of_tactic.combat.engagement import within_melee_reach
from engine.systems.art_of_tactic.marks import ENGAGED, ENGAGED_AT_TURN_START, LATECOMER, PULLING_BACK
from engine.systems.art_of_tactic.movement.encounters import Attempt, stops_of
from engine.systems.art_of_tactic.movement.movement_step import move_step
from engine.systems.art_of_tactic.movement.terrain import slope_prevents_melee
from engine.systems.art_of_tactic.zones.kill_zone import mark_kill_zones
from tests.engine.art_of_tactic.positions import NAMES, entered_hexes, plain, position, remarks, unit

LONG = os.environ.get("SOAK") == "1"
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]
any_attempt = settings(max_examples=5_000 if LONG else 300, suppress_health_check=SLOW)
any_table = settings(max_examples=2_000 if LONG else 100, suppress_health_check=SLOW)

# --- any attempt --------------------------------------------------------------------------------------------

NEAR = sorted(plain(5, 5).grid)
SMALL = plain(5, 5)


@st.composite
def attempts(draw: st.DrawFn) -> Attempt:
    """Up to twelve units on a small map, most of which try for a neighbouring hex."""
    places = draw(st.lists(st.sampled_from(NEAR), min_size=2, max_size=12, unique=True))
    units = {f"u{n}": hex_ for n, hex_ in enumerate(places)}
    sides = {u: draw(st.sampled_from(("red", "blue"))) for u in units}
    wants = {
        u: draw(st.sampled_from(sorted(SMALL.grid.neighbours(hex_).values())))
        for u, hex_ in units.items()
        if draw(st.integers(0, 4))
    }
    return Attempt(places=units, sides=sides, wants=wants)


def follows(attempt: Attempt, unit_: str) -> bool:
    """Whether a unit enters, found by walking along the column before it to its head."""
    holders = {hex_: u for u, hex_ in attempt.places.items()}
    wanted = list(attempt.wants.values())
    seen: list[str] = []
    while unit_ not in seen:
        seen.append(unit_)
        hex_ = attempt.wants.get(unit_)
        if hex_ is None or wanted.count(hex_) > 1:
            return False
        if hex_ not in holders:
            return True
        if attempt.wants.get(holders[hex_]) == attempt.places[unit_]:
            return False
        unit_ = holders[hex_]
    return True


@pytest.mark.long
@any_attempt
@given(attempts())
def test_who_stops_is_the_least_there_must_be_AT_ENC_08(attempt: Attempt) -> None:
    stops = stops_of(attempt)

    assert {u for u in attempt.wants if not follows(attempt, u)} == set(stops)
    after = [attempt.places[u] if u in stops else attempt.wants.get(u, h) for u, h in attempt.places.items()]
    assert len(set(after)) == len(after)


@pytest.mark.long
@any_attempt
@given(attempts(), st.randoms(use_true_random=False))
def test_the_order_of_naming_makes_no_difference_AT_GEN_02(attempt: Attempt, chance: random.Random) -> None:
    def shuffled(entries: Mapping[str, str]) -> dict[str, str]:
        return dict(chance.sample(sorted(entries.items()), len(entries)))

    other = Attempt(
        places=shuffled(attempt.places), sides=shuffled(attempt.sides), wants=shuffled(attempt.wants)
    )

    assert stops_of(other) == stops_of(attempt)
    assert list(stops_of(other)) == sorted(stops_of(other))


@pytest.mark.long
@any_attempt
@given(attempts())
def test_whoever_stops_has_met_someone_and_encounters_are_mutual_AT_ENC_01(attempt: Attempt) -> None:
    stops = stops_of(attempt)

    for id_, stop in stops.items():
        assert stop.met
        assert id_ not in stop.met
        if stop.reason == "encounter":
            assert all(id_ in stops[other].met for other in stop.met if stops[other].reason == "encounter")
        else:
            assert attempt.places[stop.met[0]] == attempt.wants[id_]


# --- any table ----------------------------------------------------------------------------------------------

STANDS = ("rest", "defend", "ambush", "fire_and_retreat", "all_around_defense", "fire_ranged_weapons")
GOES = ("march", "run", "assault", "move_and_fire", "pursue")
CARDS = ("ashigaru_yari", "ashigaru_archers", "mounted_samurai", "general_staff", "mounted_samurai_archers")
GROUND = ("plains", "plains", "plains", "light_woods", "river")
ROOM = plain(6, 6)


def walk(draw: st.DrawFn, at: Hex) -> str:
    """A path of one to four hexes, each next to the last."""
    path = [at]
    for _ in range(draw(st.integers(1, 4))):
        path.append(draw(st.sampled_from(sorted(ROOM.grid.neighbours(path[-1]).values()))))
    return " ".join(path[1:])


@st.composite
def positions(draw: st.DrawFn) -> tuple[Scenario, State]:
    """A small rough map, up to twelve units crowded on it, open orders beside them, some in melee."""
    hexes = sorted(ROOM.grid)
    levels = {h: draw(st.integers(1, 3)) for h in draw(st.sets(st.sampled_from(hexes), max_size=5))}
    terrain = {h: draw(st.sampled_from(GROUND)) for h in draw(st.sets(st.sampled_from(hexes), max_size=6))}
    scn = plain(6, 6, levels, terrain, level=draw(st.sampled_from(("basic", "expert"))))
    step = draw(st.sampled_from(("movement", "movement", "retreat")))
    units, orders, marks = [], {}, []
    for n, hex_ in enumerate(draw(st.lists(st.sampled_from(hexes), min_size=2, max_size=12, unique=True))):
        id_, army = f"{'rb'[n % 2]}{n}", ("red", "blue")[n % 2]
        mover = unit(
            id_,
            army,
            hex_,
            card=draw(st.sampled_from(CARDS)),
            way=draw(st.sampled_from(NAMES)),
            figures=draw(st.integers(1, 6)),
            morale=draw(st.integers(0, 3)) if step == "retreat" else 0,
        )
        units.append(mover)
        goes = GOES if step == "movement" else (*GOES[:1], *(["retreat", "flee", "panic"][: mover["morale"]]))
        name = draw(st.sampled_from((*goes, *STANDS)))
        orders[id_] = {"order": name, "max_range": str(draw(st.integers(1, 4)))}
        if name not in STANDS or name == "fire_and_retreat":
            orders[id_]["path"] = walk(draw, hex_)
        if name == "assault":
            orders[id_]["target"] = f"{'br'[n % 2]}{draw(st.integers(0, 5)) * 2 + 1 - n % 2}"
    for u in units:
        for other in units:
            fight = (
                u.side == "red" != other.side and within_melee_reach(scn, u, other) and draw(st.booleans())
            )
            if fight and orders[u.id]["order"] not in GUARDS and orders[other.id]["order"] not in GUARDS:
                pair = ((u.id, other.id), (other.id, u.id))
                marks += [Mark(name=ENGAGED, on=on, to=to) for on, to in pair]
                locked = step == "movement" or draw(st.booleans())
                marks += [Mark(name=ENGAGED_AT_TURN_START, on=on) for on, _ in pair if locked]
    return scn, position(units, orders, marks, phase=step)


GUARDS = {"defend", "ambush", "fire_and_retreat"}


def walks(state: State) -> dict[str, tuple[Hex, ...]]:
    """The paths of the units that move in the phase; none in melee moves in step 3 (AT-ORD-06)."""
    goes = GOES if state.phase == "movement" else ("retreat", "flee", "panic")
    fights = {m.on for m in state.marks if m.name == ENGAGED} if state.phase == "movement" else set()
    return {
        u: tuple(o["path"].split()) for u, o in state.orders.items() if o["order"] in goes and u not in fights
    }


def played(scn: Scenario, state: State, chance: random.Random | None = None) -> Ledger:
    """The step played in a position whose units, orders and paths are named in some order."""

    def mixed(entries: Mapping[str, Any]) -> dict[str, Any]:
        items = list(entries.items())
        return dict(chance.sample(items, len(items)) if chance else items)

    before = position(mixed(state.units).values(), mixed(state.orders), state.marks, state.phase)
    ledger = Ledger(before, SeededDice(b"moving"))
    mark_kill_zones(scn, ledger)
    move_step(scn, ledger, state.phase, mixed(walks(state)))
    return ledger


@pytest.mark.long
@any_table
@given(positions(), st.randoms(use_true_random=False))
def test_shuffling_the_units_changes_nothing_AT_GEN_02(
    case: tuple[Scenario, State], chance: random.Random
) -> None:
    scn, state = case

    assert played(scn, state, chance).events == played(scn, state).events


def sub_steps(state: State, events: list[ev.Event]) -> list[tuple[dict[str, Hex], State]]:
    """Sub-step by sub-step: who entered which hex, and the position once all have."""
    substeps: list[tuple[dict[str, Hex], State]] = []
    fresh = True
    for event in events:
        state = evolve(state, event)
        if isinstance(event, ev.Marked) and event.name == PULLING_BACK:
            fresh = True
        if isinstance(event, ev.Moved):
            if fresh or event.unit in substeps[-1][0]:
                substeps.append(({}, state))
            fresh = False
            substeps[-1][0][event.unit] = event.hex
        if substeps:
            substeps[-1] = (substeps[-1][0], state)
    return substeps


@pytest.mark.long
@any_table
@given(positions())
def test_it_ends_in_time_and_no_one_shares_a_hex_AT_GEN_05(case: tuple[Scenario, State]) -> None:
    scn, state = case
    ledger = played(scn, state)

    for entered, after in sub_steps(state, ledger.events):
        places = [u.place for u in after.units_on_map()]
        assert len(set(places)) == len(places)
        assert entered
    for id_, unit_ in state.units.items():
        made = [hex_ for mover, hex_, _ in entered_hexes(ledger) if mover == id_]
        assert tuple(made) == tuple(state.orders[id_].get("path", "").split())[: len(made)]
        assert not made or len({unit_.place, *made}) > 1


@pytest.mark.long
@any_table
@given(positions())
def test_contacts_are_between_neighbours_who_can_fight_AT_MEL_01(case: tuple[Scenario, State]) -> None:
    scn, state = case
    ledger = played(scn, state)

    for note in remarks(ledger, "contact"):
        source, place = str(note["source"]), str(note["place"])
        assert scn.grid.adjacent(source, place)
        assert not slope_prevents_melee(scn, source, place)
        assert state.units[str(note["unit"])].side != state.units[str(note["target"])].side
    pairs = {(m.on, m.to) for m in ledger.state.marks if m.name == ENGAGED}
    assert pairs == {(b, a) for a, b in pairs}
    assert {(m.on, m.to) for m in ledger.state.marks if m.name == LATECOMER} <= pairs


@any_table
@given(positions())
def test_a_unit_beside_an_enemy_goes_no_farther_AT_ZOC_16(case: tuple[Scenario, State]) -> None:
    scn, state = case
    ledger = played(scn, state)
    if state.phase != "movement":
        return

    met: set[str] = set()
    for entered, after in sub_steps(state, ledger.events):
        assert not met & entered.keys()
        for id_ in entered:
            mover = after.units[id_]
            enemies = [
                u for u in after.units_on_map() if u.side != mover.side and within_melee_reach(scn, mover, u)
            ]
            if state.orders[id_]["order"] in GOES and enemies:
                met.add(id_)
                assert all(after.marked(id_, ENGAGED, u.id) for u in enemies)


@pytest.mark.long
@any_table
@given(positions())
def test_every_unit_that_does_not_end_its_path_says_why_AT_MOV_06(case: tuple[Scenario, State]) -> None:
    scn, state = case
    ledger = played(scn, state)
    said = [str(n["unit"]) for n in remarks(ledger, "stopped")]
    entered = [unit_ for unit_, _, _ in entered_hexes(ledger)]
    rallied = {e.unit for e in ledger.events if isinstance(e, ev.Changed) and e.rule == "AT-MOR-32"}

    assert len(set(said)) == len(said)
    for id_, path in walks(state).items():
        if ledger.state.units[id_].hex and id_ not in rallied:
            assert (entered.count(id_) < len(path)) == (id_ in said)
