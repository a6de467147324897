"""The battles in the folder: they load, are rebuilt from what is stored, and make sense on the map."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import scenarios
from engine import scenario_builder
from engine.errors import BadScenario
from engine.hexes import Grid, Hex
from engine.scenario import OFF_MAP, RESERVE, Scenario
from engine.scenario_builder.build import plain

BATTLES = scenarios.all()
OF_PHASES = [id_ for id_ in BATTLES if scenarios.load(id_).system == "morne_plaine"]
IN_SECRET = [id_ for id_ in BATTLES if scenarios.load(id_).system == "art_of_tactic"]


@pytest.fixture(params=BATTLES)
def battle(request: pytest.FixtureRequest) -> Scenario:
    return scenarios.load(request.param)


@pytest.fixture(params=OF_PHASES)
def morne(request: pytest.FixtureRequest) -> Scenario:
    return scenarios.load(request.param)


@pytest.fixture(params=IN_SECRET)
def tactic(request: pytest.FixtureRequest) -> Scenario:
    return scenarios.load(request.param)


def reached(scn: Scenario, start: Hex) -> set[Hex]:
    """The hexes infantry can walk to when no unit is in its way (MP-MOV-8, 12, AT-TER-12, 13)."""
    climbs = 1 if scn.system == "morne_plaine" else 2
    hexes, edge = {start}, [start]
    while edge:
        here = edge.pop()
        for there in scn.grid.neighbours(here).values():
            side = scn.hexside(here, there)
            wet = side.water in ("river", "major_river") and not side.crossing
            steep = abs(scn.slope(here, there)) > climbs and not side.track
            if there not in hexes and not wet and not steep:
                hexes.add(there)
                edge.append(there)
    return hexes


def test_the_battles_of_the_folder_are_known() -> None:
    assert {"ormes", "tutorial"} <= set(BATTLES)


def test_a_stored_battle_is_rebuilt_the_same(battle: Scenario) -> None:
    stored = json.loads(json.dumps(battle.printed, sort_keys=True))

    rebuilt = scenario_builder.build(stored)

    assert rebuilt == battle
    assert rebuilt.printed == battle.printed
    assert list(rebuilt.counters) == list(battle.counters)


def test_what_is_stored_is_plain(battle: Scenario) -> None:
    def kinds(thing: object) -> Iterator[type]:
        yield type(thing)
        inside = [*thing, *thing.values()] if isinstance(thing, dict) else thing
        for inner in inside if isinstance(inside, list) else ():
            yield from kinds(inner)

    assert set(kinds(battle.printed)) == {dict, list, str}
    assert type(battle.id) is type(next(iter(battle.counters))) is type(battle.title["en"]) is str


def test_a_rulebook_s_numbers_are_stored_with_the_battle(morne: Scenario) -> None:
    assert morne.printed["charts"]["crt"]["rows"]["0"][0] == "9*/0"
    assert morne.chart("combat", "charge_bonus") == (3, 2)
    assert morne.chart("hexside", "stream") == 1


def test_every_switch_is_set(battle: Scenario) -> None:
    assert set(battle.options) == set(battle.chart("options"))


def test_every_hex_can_be_reached(battle: Scenario) -> None:
    starts = {unit.place for unit in battle.counters.values()} - {OFF_MAP, RESERVE}
    starts |= {hex_ for arrival in battle.arrivals() for hex_ in arrival.hexes}
    starts |= {hex_ for zone in battle.zones.values() for hex_ in zone}

    assert starts
    assert all(reached(battle, start) == set(battle.grid) for start in starts)


def test_what_is_placed_in_one_zone_is_never_met_in_the_other(battle: Scenario) -> None:
    zones = [battle.zones[side] for side in battle.side_ids if side in battle.zones]

    if "deploy" in battle.charts:  # one side places at a distance from the other
        return
    assert not frozenset.intersection(*zones) if len(zones) == 2 else not zones


def test_every_terrain_of_the_chart_costs_every_kind(morne: Scenario) -> None:
    kinds = set(morne.chart("kinds"))

    assert set(morne.chart("movement_cost")) == set(morne.chart("terrains"))
    assert all(set(costs) == kinds for costs in morne.chart("movement_cost").values())


def test_every_terrain_and_every_order_has_its_rows(tactic: Scenario) -> None:
    orders = {order for step in tactic.chart("step_orders").values() for order in step}

    assert set(tactic.chart("terrain_move")) == set(tactic.chart("terrains"))
    assert set(tactic.chart("terrain_combat")) == set(tactic.chart("terrains"))
    assert set(tactic.chart("order_modifiers")) == orders - {"flee", "panic"}  # AT-MOR-05


def test_every_unit_card_has_all_numbers_of_its_class(tactic: Scenario) -> None:
    words = {"class", "warriors", "orders", "traits", "figures", "commander"}

    assert set(tactic.chart("symbols")) == set(tactic.chart("units")) == set(tactic.chart("glory", "unit"))
    for card in tactic.chart("units").values():
        assert set(card) | words == set(tactic.chart("kinds", card["class"])) | words


def test_each_army_has_one_general_staff_AT_MOR_60(tactic: Scenario) -> None:
    staffs = [unit.side for unit in tactic.counters.values() if "general_staff" in unit.traits]

    assert sorted(staffs) == sorted(tactic.side_ids)


def test_a_commander_is_one_more_figure_AT_ORD_16() -> None:
    scn = scenarios.load("takase")
    led, alone = scn.counters["yari-1"], scn.counters["yari-2"]

    assert (led.values["figures"], led.values["commander"]) == (6, 1)
    assert (alone.values["figures"], alone.values["commander"]) == (5, 0)
    assert (led.kind, led.symbol) == ("infantry", "ashigaru_yari")


def test_counters_look_away_from_their_own_edge_unless_they_say_otherwise() -> None:
    scn = scenarios.load("kurokawa")
    looks = {id_: scn.grid.directions[unit.facing["unit"]] for id_, unit in scn.counters.items()}

    assert (looks["yari-1"], looks["yari-3"], looks["nin-1"]) == ("NE", "SW", "NW")


def test_the_battle_of_kurokawa_has_something_of_everything() -> None:
    scn = scenarios.load("kurokawa")
    climbs = {abs(scn.slope(a, b)) for a in scn.grid for b in scn.grid.neighbours(a).values()}

    assert {hex_.terrain for hex_ in scn.hexes.values()} == set(scn.chart("terrains"))
    assert {unit.symbol for unit in scn.counters.values()} == set(scn.chart("symbols"))
    assert climbs == {0, 1, 2}


def test_the_battle_of_ormes_has_something_of_everything() -> None:
    scn = scenarios.load("ormes")

    assert {hex_.terrain for hex_ in scn.hexes.values()} == set(scn.chart("terrains"))
    assert {side.crossing for side in scn.hexsides.values()} == {"", "bridge", "ford"}
    assert any(side.track and abs(scn.slope(*between)) == 2 for between, side in scn.hexsides.items())
    assert {unit.kind for unit in scn.counters.values()} == set(scn.chart("kinds"))


def test_the_armies_of_ormes_are_a_short_march_apart_and_nearly_equal() -> None:
    scn = scenarios.load("ormes")
    blue, orange = ([u for u in scn.counters.values() if u.side == side] for side in scn.side_ids)

    nearest = min(scn.grid.distance(a.place, b.place) for a in blue for b in orange)

    assert 4 <= nearest <= 6
    assert len(blue) == len(orange) == 10
    assert abs(sum(u.values["cs"] for u in blue) - sum(u.values["cs"] for u in orange)) <= 4


def test_the_tutorial_teaches_every_phase_and_every_order() -> None:
    pages = scenarios.load("tutorial").lessons

    assert {page.phase for page in pages} == {"bombardment", "movement", "combat", "rally"}
    assert {page.until for page in pages} == {"bombard", "move", "attack", "rally", "done"}


def test_the_pages_of_nonaka_end_every_turn_with_the_seal() -> None:
    scn = scenarios.load("nonaka")
    last = {page.turn: page.until for page in scn.lessons}

    assert last == dict.fromkeys(range(1, scn.turns + 1), "seal")


def test_nonaka_is_the_same_turned_upside_down() -> None:
    scn = scenarios.load("nonaka")

    def turned(hex_: Hex) -> Hex:
        return scn.grid.label(scn.grid.columns + 1 - int(hex_[:2]), scn.grid.rows + 1 - int(hex_[2:]))

    def army(side: str) -> dict[str, str]:
        return {u.symbol: u.place for u in scn.counters.values() if u.side == side}

    assert {turned(h): here.terrain for h, here in scn.hexes.items()} == {
        h: here.terrain for h, here in scn.hexes.items()
    }
    assert {symbol: turned(place) for symbol, place in army("red").items()} == army("blue")
    assert len(army("red")) == 5


def test_a_battle_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadScenario, match="ormes"):
        scenarios.load("../ormes")


def test_a_battle_is_read_once() -> None:
    assert scenarios.load("ormes") is scenarios.load("ormes")


def test_the_rulebook_is_read() -> None:
    assert scenarios.rulebook("morne_plaine")["system"] == "morne_plaine"


def test_plain_forgets_where_it_came_from() -> None:
    read = scenarios.read("a: [b, {c: d}]")

    assert plain(read) == {"a": ["b", {"c": "d"}]}
    assert not hasattr(plain(read)["a"][0], "where")


@pytest.mark.parametrize("shoved", ["odd", "even"])
def test_areas_are_hexes_blocks_and_circles(shoved: str) -> None:
    grid = Grid(columns=9, rows=9, shoved=shoved)
    page = scenario_builder.mapping_reader.MappingReader.of({"hexes": "0101, 0304-0503 0808+1"})

    area = scenario_builder.map_text.area(page, "hexes", grid)

    block = {"0303", "0403", "0503", "0304", "0404", "0504"}
    assert area == {"0101", "0808", *grid.neighbours("0808").values(), *block}
