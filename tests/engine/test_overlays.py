"""Overlays on request, from the rulebook's answer to the view: command, sight, paths, entries."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

import scenarios
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.referee import start
from engine.scenario import Scenario
from engine.state import Mark, State
from engine.system import System
from engine.systems import find
from engine.systems.art_of_tactic import SYSTEM as TACTIC
from engine.systems.art_of_tactic.combat.line_of_sight import visible
from engine.systems.art_of_tactic.orders.commander_access import has_commander_access
from engine.systems.art_of_tactic.orders.possible_orders import targets
from engine.systems.morne_plaine.fire import targets as bombarded
from engine.view import View, look
from engine.view.overlays import NEEDS_UNIT, OverlayRequest, look_with_overlays
from notation.scripts.position import Position
from notation.scripts.runner import run
from tests.engine.art_of_tactic.positions import plain, position, unit


def scripted_position(**page: object) -> Position:
    """A scripted position of Morne Plaine in blue's movement phase."""
    return run({"phase": "movement", "player": "blue", **page}).position


def overlaid(on: Position, *names: str, viewer: str = "blue", **about: object) -> View:
    wanted = OverlayRequest(overlays=frozenset(names), **about)  # type: ignore[arg-type]
    return look_with_overlays(on.system, on.scenario, on.state, wanted, viewer)


@cache
def first_position(battle: str) -> tuple[System, Scenario, State]:
    scenario = scenarios.load(battle)
    system = find(scenario.system)
    return system, scenario, replay(State(), start(system, scenario, SeededDice(b"overlays")))


# --- command -----------------------------------------------------------------------------------------------

CORPS = {
    "bL": "0505 leader radius 2 corps I",
    "b1": "0605 corps I",
    "b2": "0806 corps I",
    "b3": "0506 corps II",
    "oL": "0901 leader radius 1 corps II",
    "o1": "0902 corps II",
}


def test_a_leader_reaches_his_radius_and_leads_his_own_corps_in_it_MP_CMD_1() -> None:
    on = scripted_position(place=CORPS)

    command = overlaid(on, "command").command

    (lead,) = command.leaders
    assert (lead.leader, lead.units) == ("bL", ("b1",))
    assert lead.hexes == on.scenario.grid.within("0505", 2)
    assert command.unled == ("b2", "b3")


def test_command_is_shown_of_their_own_side_of_those_asked_for_and_to_a_spectator_of_all() -> None:
    on = scripted_position(place=CORPS)

    def leaders(viewer: str, *sides: str) -> list[str]:
        return [x.leader for x in overlaid(on, "command", viewer=viewer, sides=sides).command.leaders]

    assert leaders("blue") == ["bL"]
    assert leaders("blue", "orange") == ["oL"]
    assert leaders("") == ["bL", "oL"]


def test_units_without_access_to_a_commander_are_out_of_command_AT_ORD_11() -> None:
    units = (
        unit("R1", "red", "0304"),
        unit("R2", "red", "0404", commander=0),
        unit("R3", "red", "0604", commander=0),
    )
    scn, state = plain(8, 6), position(units, {})

    command = look_with_overlays(
        TACTIC, scn, state, OverlayRequest(overlays=frozenset({"command"})), "red"
    ).command

    assert [(x.leader, x.units, x.hexes) for x in command.leaders] == [
        ("R1", ("R2",), scn.grid.within("0304", 1))
    ]
    assert command.unled == ("R3",)
    assert [u.id for u in units if not has_commander_access(scn, state, u)] == ["R3"]


# --- range and sight ---------------------------------------------------------------------------------------

GUNS = {"b1": "0405 artillery range 3", "o1": "0705", "o2": "0403", "o3": "0805"}
WOOD = {"woods": "0505"}


def test_without_the_switch_nothing_hinders_a_gun_but_its_range_MP_BOM_4() -> None:
    on = scripted_position(place=GUNS, terrain=WOOD)

    sight = overlaid(on, "sight", unit="b1").sight

    assert sight is not None
    assert (sight.reach, sight.hidden) == (3, {})
    assert sight.seen == on.scenario.grid.within("0405", 3) - {"0405"}
    assert [t.unit for t in sight.targets] == ["o1", "o2"]


def test_with_it_the_hex_that_blocks_is_named_and_targets_are_those_of_the_bombardment_O_1() -> None:
    on = scripted_position(place=GUNS, terrain=WOOD, options={"line_of_sight": "yes"})

    sight = overlaid(on, "sight", unit="b1").sight

    assert sight is not None
    assert [(t.unit, t.by, t.reason) for t in sight.targets] == [
        ("o1", ("0505",), "no_line_of_sight"),
        ("o2", (), ""),
    ]
    assert sight.hidden["0705"] == ("0505",)
    assert "0705" not in sight.seen
    free = [t.unit for t in sight.targets if not t.reason]
    assert free == [u.id for u in bombarded(on.scenario, on.state, "b1")]


def test_who_has_fired_sees_as_far_but_cannot_fire_MP_BOM_2() -> None:
    sight = overlaid(scripted_position(place=GUNS, marks={"b1": "fired"}), "sight", unit="b1").sight

    assert sight is not None
    assert (sight.reason, len(sight.targets)) == ("already_fired", 2)


def test_a_unit_that_never_fires_has_no_field_of_fire() -> None:
    assert overlaid(scripted_position(place=GUNS), "sight", unit="o1").sight is None


def test_bows_see_what_the_rulebook_says_they_see_AT_RNG_06() -> None:
    scn = plain(9, 7, {}, {"0504": "light_woods"})
    units = (
        unit("B1", "blue", "0404", card="samurai_archers"),
        unit("R1", "red", "0604"),
        unit("R2", "red", "0402"),
    )
    state = position(units, {}, phase="planning")

    sight = look_with_overlays(
        TACTIC, scn, state, OverlayRequest(overlays=frozenset({"sight"}), unit="B1"), "blue"
    ).sight

    assert sight is not None
    assert all(visible(scn, "0404", h) for h in sight.seen)
    assert not any(visible(scn, "0404", h) for h in sight.hidden)
    assert [(t.unit, t.by, t.reason) for t in sight.targets] == [
        ("R1", ("0504",), "out_of_sight"),
        ("R2", (), ""),
    ]
    assert targets(scn, state, units[0], {"order": "fire_ranged_weapons"}) == ("R2",)


def test_only_own_units_are_known_to_lack_ammunition_R_08() -> None:
    units = (unit("B1", "blue", "0404"), unit("R1", "red", "0604", card="ashigaru_archers", ammo=0))
    wanted = OverlayRequest(overlays=frozenset({"sight"}), unit="R1")
    scn, state = plain(9, 7), position(units, {}, phase="planning")

    mine, his = (look_with_overlays(TACTIC, scn, state, wanted, side).sight for side in ("red", "blue"))

    assert mine is not None
    assert his is not None
    assert (mine.reason, his.reason) == ("no_ammunition", "")


# --- paths and reach ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("battle", ["tutorial", "ormes", "vaux", "nonaka", "takase"])
def test_a_path_is_priced_as_the_reach_is_MP_MOV_2_AT_MOV_03(battle: str) -> None:
    system, scn, state = first_position(battle)

    for side in scn.side_ids:
        seen = system.as_seen_by(scn, state, side)
        for mover in seen.units_on_map(side):
            for hex_, route in system.display.routes(scn, seen, mover.id).items():
                way = system.display.price_path(scn, seen, mover.id, route.path, "")
                last = way.steps[-1]
                assert (way.cost, last.hex, way.barred) == (route.cost, hex_, "")
                assert tuple(p.cost for p in way.steps) == route.steps
                assert tuple(p.charges for p in way.steps if p.charges) == route.charges
                assert system.name != "morne_plaine" or (last.left, last.ends) == (route.left, route.ends)


def test_a_path_ends_where_the_rulebook_bars_it_MP_MOV_14() -> None:
    on = scripted_position(place={"b1": "0305", "o1": "0605"})

    way = overlaid(on, "path", unit="b1", path=("0405", "0505", "0504")).priced_path

    assert way is not None
    assert [(p.hex, p.cost, p.left, p.ends) for p in way.steps] == [
        ("0405", 1, 2, False),
        ("0505", 1, 1, True),
    ]
    assert (way.barred, way.rule, way.reason) == ("0504", "MP-MOV-14", "zone_ends_movement")


def test_a_charge_and_a_marsh_are_seen_on_the_way_MP_CHG_10_MP_MOV_16() -> None:
    charge = scripted_position(place={"b1": "0205 cavalry", "o1": "0505 mv 1"})
    marsh = scripted_position(place={"b1": "0205"}, terrain={"marsh": "0305"})

    struck = overlaid(charge, "path", unit="b1", path=("0305", "0405")).priced_path
    mired = overlaid(marsh, "path", unit="b1", path=("0305",)).priced_path

    assert struck is not None
    assert mired is not None
    assert [p.charges for p in struck.steps] == ["", "o1"]
    assert [p.test for p in mired.steps] == [True]


def test_without_a_path_the_written_one_is_shown_to_its_owner_alone_AT_ORD_03() -> None:
    scn = plain(8, 6)
    state = position((unit("R1", "red", "0304"),), {}, phase="planning")
    state = replace(state, envelopes={"red": {"R1": {"order": "run", "path": "0404 0504"}}})
    wanted = OverlayRequest(overlays=frozenset({"path"}), unit="R1")

    mine, his = (look_with_overlays(TACTIC, scn, state, wanted, side).priced_path for side in ("red", "blue"))

    assert mine is not None
    assert [(p.hex, p.left) for p in mine.steps] == [("0404", 1), ("0504", 0)]
    assert his is None


def test_reach_tells_what_is_left_by_the_order_that_leads_farthest_AT_MOV_03() -> None:
    scn, state = plain(8, 6), position((unit("R1", "red", "0304"),), {}, phase="planning")

    reach = look_with_overlays(
        TACTIC, scn, state, OverlayRequest(overlays=frozenset({"reach"}), unit="R1"), "red"
    ).reach

    run_far = max(len(route.path) for route in reach.values())
    assert {h: r.left for h, r in reach.items()} == {h: run_far - scn.grid.distance("0304", h) for h in reach}


# --- alone and together ------------------------------------------------------------------------------------


FULL = {
    "place": {
        "bL": "0404 leader radius 2 corps I", "b1": "0505 corps I", "b2": "0405 artillery corps I",
        "o1": "0605", "o2": "0606",
    },
    "objectives": {"mill": {"hexes": "0303", "scored": "occupied"}},
}  # fmt: skip


def test_each_overlay_stands_alone() -> None:
    on = scripted_position(**FULL)
    empty = overlaid(on, "retreats")

    def added(name: str, unit: str = "") -> set[str]:
        view = overlaid(on, name, unit=unit)
        return {f for f in View.__slots__ if getattr(view, f) != getattr(empty, f)} - {"overlays", "selected"}

    assert added("zones") == {"zones"}
    assert added("supports") == {"clashes"}
    assert added("objectives") == {"objectives"}
    assert added("command") == {"command"}
    assert added("sight", "b2") == {"sight"}
    assert added("reach", "bL") == {"reach"}


def test_together_they_are_all_there() -> None:
    view = overlaid(scripted_position(**FULL), "zones", "command", "sight", unit="b2")

    assert view.zones
    assert view.command.leaders
    assert view.sight is not None
    assert view.clashes == ()


def test_with_none_the_table_is_as_ever() -> None:
    on = scripted_position(**FULL)

    assert overlaid(on) == look(on.system, on.scenario, on.state, "blue")
    assert overlaid(on, unit="b1") == look(on.system, on.scenario, on.state, "blue", selected="b1")


@pytest.mark.parametrize("name", sorted(NEEDS_UNIT))
@pytest.mark.parametrize("who", ["nobody", "o9"])
def test_of_a_unit_that_is_not_on_the_map_nothing_is_shown(name: str, who: str) -> None:
    on = scripted_position(place={"b1": "0305", "o9": "off_map"})

    view = overlaid(on, name, unit=who, path=("0405",))

    assert (view.selected, view.reach, view.sight, view.priced_path) == ("", {}, None, None)


def test_an_overlay_no_one_knows_is_an_error() -> None:
    with pytest.raises(ValueError, match="weather"):
        overlaid(scripted_position(place={"b1": "0305"}), "weather")


def test_engaged_units_are_shown_as_pairs_AT_MEL_01() -> None:
    units = (unit("R1", "red", "0404"), unit("B1", "blue", "0504", way="W"))
    pair = [Mark(name=n, on=a, to=b) for n in ("engaged", "faces") for a, b in (("R1", "B1"), ("B1", "R1"))]
    state = position(units, {}, pair, "planning")

    view = look_with_overlays(
        TACTIC, plain(8, 6), state, OverlayRequest(overlays=frozenset({"supports"}), unit="R1"), "red"
    )

    assert {(c.attacker, c.defender, c.odds) for c in view.clashes} == {("R1", "B1", ""), ("B1", "R1", "")}


COLONIAL = {
    "system": "desastre_colonial",
    "player": "colonial",
    "place": {
        "c1": "0505 infantry weapon blr facing left NNE right E",
        "c2": "0608 facing N square",
        "n1": "0502",
    },
}


def test_front_flank_and_rear_of_a_unit_are_shown_on_request() -> None:
    on = run(COLONIAL).position

    view = overlaid(on, "facing", unit="c1")

    ways = on.scenario.grid.neighbours("0505")
    sides = {"N": "front", "NE": "front", "SE": "front", "S": "flank", "SW": "rear", "NW": "flank"}
    assert view.aspects == {ways[way]: side for way, side in sides.items()}
    assert overlaid(on, "sight", unit="c1").aspects == {}
    assert overlaid(scripted_position(place={"b1": "0305"}), "facing", unit="b1").aspects == {}


def test_a_counter_shows_which_way_each_of_its_bases_looks() -> None:
    on = run(COLONIAL).position

    view = look(on.system, on.scenario, on.state)

    faces = {c.id: c.face for c in view.counters}
    assert {id_: (face.bases, face.headings) for id_, face in faces.items()} == {
        "c1": (2, (1, 3)),
        "c2": (2, (0, 6)),
        "n1": (1, (7,)),
    }


def test_the_arc_of_fire_goes_with_what_a_unit_sees() -> None:
    view = overlaid(run(COLONIAL).position, "sight", unit="c1")

    assert view.sight is not None
    assert view.sight.seen <= view.sight.arc
    assert "0504" in view.sight.arc
    assert "0405" not in view.sight.arc
