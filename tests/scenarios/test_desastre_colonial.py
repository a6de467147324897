"""The battles of Désastre Colonial: the ready-made scenario of the book, the asymmetry, the lessons."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import scenarios
from engine import referee, systems
from engine.evolve import replay
from engine.hexes import Hex
from engine.ledger import SeededDice
from engine.scenario import OFF_MAP, Scenario
from engine.state import State

UNLUCKY = {"not_activated", "done_this_turn", "chief_deactivated", "already_commanded"}
COLUMN, ISANDLWANA, WELLS = (scenarios.load(id_) for id_ in ("colonne", "isandlwana", "puits"))


def patches(scn: Scenario) -> list[set[Hex]]:
    """The hexes of the same terrain that hang together, clear ground left out."""
    left = {h for h, here in scn.hexes.items() if here.terrain != "clear"}
    patches_ = []
    while left:
        edge = [left.pop()]
        patch = set(edge)
        while edge:
            here = edge.pop()
            more = {h for h in scn.grid.neighbours(here).values() if h in left}
            more = {h for h in more if scn.terrain(h) == scn.terrain(here)}
            left -= more
            patch |= more
            edge += more
        patches_.append(patch)
    return patches_


def test_the_ground_of_the_column_is_what_the_generator_of_the_book_makes_5_9() -> None:
    ground = Counter(here.terrain for here in COLUMN.hexes.values())

    assert ground == {
        "clear": 72,
        "scrub": 24,
        "brambles": 19,
        "rocks": 14,
        "rocky_hills": 10,
        "tall_grass": 5,
    }
    assert all(1 <= len(patch) <= 4 for patch in patches(COLUMN))


def test_the_armies_of_the_column_are_those_of_the_book_8_3() -> None:
    army = Counter(
        (u.side, u.kind, u.values["cohesion"], u.values["bases"], " ".join(sorted(u.traits)))
        for u in COLUMN.counters.values()
        if u.kind != "chief"
    )
    chiefs = [tuple(u.values.values()) for u in COLUMN.counters.values() if u.kind == "chief"]

    assert army == {
        ("colonial", "infantry", 3, 2, "blr disciplined"): 4,
        ("colonial", "infantry", 2, 2, "mlr"): 2,
        ("colonial", "cavalry", 2, 2, "blc trained"): 1,
        ("colonial", "artillery", 2, 1, "art_steel team trained"): 1,
        ("native", "infantry", 5, 1, "ferocious"): 6,
        ("native", "infantry", 4, 1, "sb undisciplined"): 3,
        ("native", "infantry", 1, 1, "mlr skirmisher undisciplined"): 3,
        ("native", "cavalry", 2, 1, ""): 2,
    }
    assert sorted(chiefs) == sorted([(4, 8, 3), (3, 8, 3), (3, 8, 4), (3, 6, 3), (2, 8, 3)])
    assert {u.place for u in COLUMN.counters.values()} == {OFF_MAP}


def test_the_column_is_set_up_and_won_as_the_book_says_8_3() -> None:
    rows = {int(h[2:]) for h in COLUMN.zones["colonial"]}
    columns = {int(h[:2]) for h in COLUMN.zones["colonial"]}
    (north,) = COLUMN.objectives
    edge = {h for h in COLUMN.grid if h.endswith("01")}

    assert (rows, columns) == (set(range(5, 9)), set(range(3, 11)))
    assert (COLUMN.turns, COLUMN.chart("first_initiative")) == (8, "native")
    assert COLUMN.chart("deploy", "distance") == 4
    assert north.hexes == {h for h in COLUMN.grid if min(COLUMN.grid.distance(h, e) for e in edge) <= 1}
    assert north.scored == "intact"
    assert [COLUMN.option(name) for name in ("drame", "faux_pas", "waves")] == ["yes"] * 3


def test_the_armies_of_isandlwana_have_something_of_everything() -> None:
    traits = {side: set[str]() for side in ISANDLWANA.side_ids}
    for unit in ISANDLWANA.counters.values():
        traits[unit.side] |= unit.traits

    assert {"ferocious", "skirmisher", "horde"} <= traits["native"]
    assert {"disciplined", "no_square", "art_steel", "team", "blc"} <= traits["colonial"]
    assert [ISANDLWANA.option(name) for name in ("drame", "faux_pas", "waves")] == ["yes"] * 3


def test_the_pages_of_the_wells_teach_every_order_of_the_book() -> None:
    taught_ = {"activate", "lead", "share", "move", "face", "volley", "instruct", "done"}

    assert {page.until for page in WELLS.lessons} == taught_
    assert 14 <= len(WELLS.lessons) <= 18
    assert {page.side for page in WELLS.lessons} == {"colonial"}


def test_a_unit_may_begin_in_a_square_DC_FOR_08(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(scenarios.BATTLES / "isandlwana", tmp_path / "isandlwana"))
    units = folder / "units.yaml"
    line, formed = "place: 0703, facing: NNE", "place: 0703, formation: square, facing: NE"
    units.write_text(units.read_text("utf-8").replace(line, formed), "utf-8")
    scn = scenarios.open_box(folder)
    system = systems.find(scn.system)

    state = replay(State(), referee.start(system, scn, SeededDice(b"square")))

    assert state.marked("cavaye", "square")
    assert state.units["cavaye"].facing == {"left": 1, "right": 4}
    assert set(system.display.aspects(scn, state, "cavaye").values()) == {"front"}
