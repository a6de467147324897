"""Movement in step, zones, Kill Zones: the vectors of the rules file, and its clarifications."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Dice, Ledger
from engine.scenario import Scenario
from engine.state import Mark, State, Unit
from engine.systems.art_of_tactic.combat.attack_side import side_on_chart
from engine.systems.art_of_tactic.marks import (
    ENGAGED,
    ENGAGED_AT_TURN_START,
    FATIGUE_CAUSE,
    LATECOMER,
    PULLING_BACK,
)
from engine.systems.art_of_tactic.movement.movement_step import move_step
from engine.systems.art_of_tactic.zones.defense_zone import defense_zone, has_defense_zone
from engine.systems.art_of_tactic.zones.kill_zone import kill_zone, mark_kill_zones
from engine.systems.art_of_tactic.zones.zone_of_control import zone_of_side
from tests.engine.art_of_tactic.positions import NAMES, axial, entered_hexes, plain, position, remarks, unit

VECTORS = yaml.safe_load(
    (Path(__file__).parents[2] / "data" / "art_of_tactic_vectors.yaml").read_text("utf-8")
)
MOVES = {v["id"]: v for v in VECTORS["test_vectors"]}
ZONES = {v["id"]: v for v in VECTORS["zone_vectors"]}
SHOTS = {v["id"]: v for v in VECTORS["kill_zone_vectors"]}
PLAIN = plain()


class HighestDice:
    """Dice that always show their highest face: no unit is hit (AT-GEN-03)."""

    def draw(self, key: str, sides: int) -> int:
        return sides


# --- the vectors of the rules file --------------------------------------------------------------------------


def set_up(vector: Mapping[str, Any]) -> tuple[Scenario, State, dict[str, tuple[Hex, ...]]]:
    """The map, the position and the paths of a vector."""
    levels = {axial(PLAIN.grid, *map(int, at.split(","))): n for at, n in vector.get("heights", {}).items()}
    scn = plain(levels=levels)
    units = [_counter(scn, u) for u in vector["units"]]
    paths = {u["id"]: tuple(axial(scn.grid, *h) for h in u.get("path", ())) for u in vector["units"]}
    forced = "flee" if vector.get("step") == 6 else "march"
    orders = {
        u["id"]: {
            "order": u.get("order", forced if "path" in u else "rest"),
            "max_range": str(u.get("max_range", "")),
        }
        for u in vector["units"]
    }
    engaged = [u["id"] for u in vector["units"] if u.get("engaged")]
    by_id = {u.id: u for u in units}
    marks = [Mark(name=ENGAGED_AT_TURN_START, on=id_) for id_ in engaged]
    marks += [
        Mark(name=ENGAGED, on=a, to=b)
        for a in engaged
        for b in engaged
        if by_id[a].side != by_id[b].side and scn.grid.adjacent(by_id[a].place, by_id[b].place)
    ]
    return scn, position(units, orders, marks), {id_: path for id_, path in paths.items() if path}


def _counter(scn: Scenario, said: Mapping[str, Any]) -> Unit:
    shoots = "max_range" in said
    card = "mounted_samurai" if said.get("class") == "cavalry" else "ashigaru_yari"
    return unit(
        said["id"],
        said["side"],
        axial(scn.grid, *said["at"]),
        card="ashigaru_archers" if shoots else card,
        way=NAMES[said.get("facing", 0)],
    )


def moved(scn: Scenario, state: State, paths: Mapping[str, tuple[Hex, ...]], step: str, dice: Dice) -> Ledger:
    """The position after a movement step, Kill Zones being aimed before it."""
    ledger = Ledger(state, dice)
    mark_kill_zones(scn, ledger)
    ledger.events.clear()
    move_step(scn, ledger, step, paths)
    return ledger


def contacts(ledger: Ledger) -> list[list[str]]:
    """The new contacts, each as two sorted ids."""
    return sorted(sorted((str(n["unit"]), str(n["target"]))) for n in remarks(ledger, "contact"))


@pytest.mark.parametrize("name", MOVES)
def test_movement_vectors(name: str) -> None:
    expect = MOVES[name]["expect"]
    scn, state, paths = set_up(MOVES[name])

    ledger = moved(
        scn, state, paths, "retreat" if MOVES[name].get("step") == 6 else "movement", HighestDice()
    )

    assert {id_: u.place for id_, u in ledger.state.units.items() if id_ in expect["at"]} == {
        id_: axial(scn.grid, *at) for id_, at in expect["at"].items()
    }
    assert {n["unit"]: n["reason"] for n in remarks(ledger, "stopped")} == expect["stop"]
    assert contacts(ledger) == sorted(expect["contacts"])
    for pair, side in expect.get("side", {}).items():
        attacker, defender = (ledger.state.units[id_] for id_ in pair.split("->"))
        shape = "defense_zone" if has_defense_zone(scn, ledger.state, defender) else "normal"
        assert side_on_chart(scn, attacker, defender, shape) == side


@pytest.mark.parametrize("name", ZONES)
def test_zone_vectors(name: str) -> None:
    vector = ZONES[name]
    at, way = axial(PLAIN.grid, *vector["at"]), NAMES[vector["facing"]]

    hexes = (
        defense_zone(PLAIN, at, way)
        if vector["kind"] == "defense_zone"
        else kill_zone(PLAIN, at, way, vector["max_range"])
    )

    assert len(hexes) == vector.get("count", len(hexes))
    if "hexes" in vector:
        assert hexes == {axial(PLAIN.grid, *h) for h in vector["hexes"]}


@pytest.mark.parametrize("name", SHOTS)
def test_kill_zone_vectors(name: str) -> None:
    expect = SHOTS[name]["expect"]
    scn, state, paths = set_up(SHOTS[name])

    ledger = moved(scn, state, paths, "movement", HighestDice())

    fired = [
        [n["unit"], n["target"], int(e.key.split("/")[2])]
        for n in remarks(ledger, "shot")
        for e in ledger.events
        if isinstance(e, ev.Rolled) and e.by == n["unit"]
    ]
    assert fired == expect["shots"]
    assert {id_: u.place for id_, u in ledger.state.units.items()} == {
        id_: axial(scn.grid, *at) for id_, at in expect["at"].items()
    }
    assert contacts(ledger) == sorted(expect["contacts"])


# --- clarifications -----------------------------------------------------------------------------------------


def stand(*units: Unit, **orders: str) -> State:
    """Units with orders in words: the name, then the path."""
    moves = {}
    for id_, text in orders.items():
        name, *path = text.split()
        moves[id_] = {"order": name, "path": " ".join(path)}
    return position(units, {u.id: moves.get(u.id, {"order": "rest"}) for u in units})


def go(state: State, step: str = "movement", scn: Scenario = PLAIN, dice: Dice | None = None) -> Ledger:
    """The step with the paths that lie beside the units."""
    paths = {
        u: tuple(o["path"].split())
        for u, o in state.orders.items()
        if o.get("path") and o["order"] != "fire_and_retreat"
    }
    return moved(scn, state, paths, step, dice or HighestDice())


def test_two_friends_assault_one_neighbour_together_C_01() -> None:
    state = stand(
        unit("a", "red", "0505"),
        unit("b", "red", "0404"),
        unit("x", "blue", "0504"),
        a="assault 0504",
        b="assault 0504",
    )

    ledger = go(state)

    assert {n["unit"]: n["reason"] for n in remarks(ledger, "stopped")} == {"a": "blocked", "b": "blocked"}
    assert contacts(ledger) == [["a", "x"], ["b", "x"]]
    assert not [m for m in ledger.state.marks if m.name == LATECOMER]


def test_a_contact_in_a_later_sub_step_is_no_frontal_one_C_02() -> None:
    ledger = go(
        stand(
            unit("a", "red", "0705"),
            unit("b", "red", "0905"),
            unit("c", "red", "0808"),
            unit("x", "blue", "0805"),
            b="assault 0805",
            a="assault 0805",
            c="run 0807 0806",
        )
    )

    assert contacts(ledger) == [["a", "x"], ["b", "x"], ["c", "x"]]
    assert {m for m in ledger.state.marks if m.name == LATECOMER} == {Mark(name=LATECOMER, on="x", to="c")}


def assaulted(path: str, way: str, **options: str) -> tuple[Scenario, State]:
    """Archers in 0505 with Fire and Retreat to 0405; cavalry assaults them along a path."""
    archers = unit("x", "blue", "0505", card="ashigaru_archers", way=way)
    cavalry = unit("a", "red", path.split()[0], card="mounted_samurai")
    words = {"order": "fire_and_retreat", "path": "0405", "facing": way, "max_range": "3"}
    charge = {"order": "assault", "path": " ".join(path.split()[1:]), "target": "x"}
    return plain(**options), position([archers, cavalry], {"x": words, "a": charge})


def test_fire_and_retreat_pulls_back_from_the_next_sub_step_on_R_17() -> None:
    scn, state = assaulted("0905 0805 0705 0605 0505", "E")

    ledger = go(state, scn=scn)

    assert entered_hexes(ledger) == [
        ("a", "0805", "assault"),
        ("a", "0705", "assault"),
        ("x", "0405", "pull_back"),
        ("a", "0605", "assault"),
        ("a", "0505", "assault"),
    ]


def test_fire_and_retreat_in_contact_stays_and_fights_C_03() -> None:
    scn, state = assaulted("0705 0605 0505", "E")
    near = position(state.units.values(), {**state.orders, "x": {**state.orders["x"], "max_range": "1"}})

    ledger = go(near, scn=scn)

    assert [n["target"] for n in remarks(ledger, "shot")] == ["a"]
    assert entered_hexes(ledger) == [("a", "0605", "assault")]
    assert contacts(ledger) == [["a", "x"]]
    assert not ledger.state.marked("x", PULLING_BACK)


class Hits:
    """Dice that always show a one: every value of one or more is met (AT-GEN-03)."""

    def draw(self, key: str, sides: int) -> int:
        return 1


def test_a_unit_destroyed_on_its_way_is_out_of_it_AT_MOV_16() -> None:
    scn, state = assaulted("0905 0805 0705 0605 0505", "E")

    ledger = go(state, scn=scn, dice=Hits())

    assert entered_hexes(ledger) == [("a", "0805", "assault"), ("x", "0405", "pull_back")]
    assert ledger.state.units["a"].hex is None
    assert remarks(ledger, "stopped") == []


class HitsAndFailures:
    """Dice that show a one in fire and the highest face in a test."""

    def draw(self, key: str, sides: int) -> int:
        return sides if "test" in key else 1


def test_an_assault_that_fails_its_test_under_fire_stops_AT_ORD_25() -> None:
    scn, state = assaulted("0905 0805 0705 0605 0505", "E", level="intermediate")
    strong = unit("a", "red", "0905", card="mounted_samurai", figures=6)

    ledger = go(position([state.units["x"], strong], state.orders), scn=scn, dice=HitsAndFailures())

    assert entered_hexes(ledger) == [("a", "0805", "assault"), ("x", "0405", "pull_back")]
    assert [(n["unit"], n["towards"], n["reason"]) for n in remarks(ledger, "stopped")] == [
        ("a", "0705", "shot")
    ]


def test_units_in_flight_stop_no_one_AT_ZOC_15() -> None:
    state = stand(
        unit("a", "red", "0505"), unit("x", "blue", "0905"), a="flee 0605 0604", x="retreat 0805 0705"
    )

    ledger = go(position(state.units.values(), state.orders, phase="retreat"), "retreat")

    assert len(entered_hexes(ledger)) == 4
    assert contacts(ledger) == []


def test_a_pull_back_past_an_enemy_in_melee_is_not_stopped_AT_ZOC_15() -> None:
    scn, state = assaulted("0905 0805 0705 0605 0505", "E")
    busy = [unit("b", "red", "0305"), unit("y", "blue", "0205")]
    pairs = [Mark(name=ENGAGED, on=a, to=b) for a, b in (("b", "y"), ("y", "b"))]
    orders = {**state.orders, "x": {**state.orders["x"], "max_range": "3"}}
    marks = [*pairs, Mark(name=ENGAGED_AT_TURN_START, on="b"), Mark(name=ENGAGED_AT_TURN_START, on="y")]

    ledger = go(position([*state.units.values(), *busy], orders, marks), scn=scn)

    assert ("x", "0405", "pull_back") in entered_hexes(ledger)
    assert ["b", "x"] not in contacts(ledger)


def test_a_zone_by_order_and_ground_AT_ZOC_01() -> None:
    scn = plain(levels={"0605": 2})
    archers = unit("x", "blue", "0505", card="ashigaru_archers", way="NE")
    ahead = {"NW": "0404", "NE": "0504", "E": "0605"}
    all_round = set(scn.grid.neighbours("0505").values())

    def zone_of(order: str, *marks: str) -> frozenset[Hex]:
        lying = [Mark(name=name, on="x") for name in marks]
        return zone_of_side(scn, position([archers], {"x": {"order": order}}, lying), "blue")

    assert zone_of("rest") == all_round - {"0605"}
    assert zone_of("rest", ENGAGED_AT_TURN_START) == frozenset()
    assert zone_of("fire_and_retreat") == {*ahead.values()} - {"0605"}
    assert zone_of("fire_and_retreat", PULLING_BACK) == all_round - {"0605"}


def flight_before_archers(origin: Hex, path: str, engaged: bool) -> Ledger:
    """A unit retreats before archers in 0305 whose Kill Zone reaches 4 hexes to the E."""
    units = [
        unit("x", "blue", "0305", card="ashigaru_archers"),
        unit("y", "blue", "0604"),
        unit("a", "red", origin),
    ]
    orders = {"x": {"order": "defend", "max_range": "4"}, "a": {"order": "retreat", "path": path}}
    pairs = (("a", "y"), ("y", "a")) if engaged else ()
    return go(
        position(units, orders, [Mark(name=ENGAGED, on=a, to=b) for a, b in pairs], "retreat"), "retreat"
    )


def test_the_first_to_move_into_a_kill_zone_is_shot_AT_DZ_12() -> None:
    ledger = flight_before_archers("0805", "0705", engaged=False)

    assert [n["target"] for n in remarks(ledger, "shot")] == ["a"]


def test_who_leaves_a_melee_inside_a_kill_zone_does_not_move_into_it_AT_DZ_12() -> None:
    ledger = flight_before_archers("0605", "0505", engaged=True)

    assert entered_hexes(ledger) == [("a", "0505", "retreat")]
    assert remarks(ledger, "shot") == []


def test_no_contact_across_a_sheer_slope_C_12() -> None:
    scn = plain(levels={"0604": 2})
    state = stand(unit("a", "red", "0504"), unit("x", "blue", "0604"), a="march 0604")

    ledger = go(state, scn=scn)

    assert {n["unit"]: n["reason"] for n in remarks(ledger, "stopped")} == {"a": "blocked"}
    assert contacts(ledger) == []


def test_an_old_contact_is_made_once_C_09() -> None:
    pair = [Mark(name=ENGAGED, on="a", to="x"), Mark(name=ENGAGED, on="x", to="a")]
    state = stand(unit("a", "red", "0505"), unit("x", "blue", "0605"), a="retreat 0504")
    state = position(state.units.values(), state.orders, pair, phase="retreat")

    ledger = go(state, "retreat")

    assert ledger.state.units["a"].place == "0504"
    assert contacts(ledger) == []
    assert ledger.state.marks == set(pair)


def test_a_shaken_unit_that_reaches_its_staff_rallies_and_stops_AT_MOR_32() -> None:
    units = [unit("a", "red", "0505", morale=2), unit("g", "red", "0805", card="general_staff")]
    orders = {"a": {"order": "flee", "path": "0605 0705 0704 0604"}}

    ledger = go(position(units, orders, phase="retreat"), "retreat", plain(level="intermediate"))

    assert [hex_ for _, hex_, _ in entered_hexes(ledger)] == ["0605", "0705"]
    assert ledger.state.units["a"]["morale"] == 1


def test_a_panicked_unit_leaves_the_board_when_its_next_step_would_AT_MOR_34() -> None:
    units = [
        unit("a", "red", "0205", morale=3),
        unit("b", "red", "0106", morale=3),
        unit("x", "blue", "1205"),
    ]
    orders = {"a": {"order": "panic", "path": "0105"}, "b": {"order": "panic", "path": ""}}
    paths = {"a": ("0105",), "b": ()}

    ledger = moved(
        plain(level="intermediate"), position(units, orders, phase="retreat"), paths, "retreat", HighestDice()
    )

    assert entered_hexes(ledger) == [("a", "0105", "panic")]
    assert [ledger.state.units[id_].hex for id_ in ("a", "b")] == [None, None]


def test_a_march_up_a_slope_tires_at_level_expert_AT_FAT_01() -> None:
    state = stand(unit("a", "red", "0505"), unit("b", "red", "0510"), a="march 0605", b="march 0610")
    heights, water = {"0605": 1}, {"0610": "river"}

    expert = go(state, scn=plain(levels=heights, terrain=water, level="expert"))
    basic = go(state, scn=plain(levels=heights, terrain=water))

    assert {(m.on, m.to) for m in expert.state.marks if m.name == FATIGUE_CAUSE} == {
        ("a", "uphill"),
        ("b", "river_crossing"),
    }
    assert basic.state.marks == frozenset()
