"""The front line between the counters of a view."""

from __future__ import annotations

from dataclasses import replace

from engine.evolve import replay
from engine.ledger import SeededDice
from engine.referee import start
from engine.state import State
from engine.systems import find
from engine.view import View, look
from engine.view.front_line import REACH, with_front_line
from scenarios import load


def table(**at: str) -> View:
    """The bridge at Ormes with only these counters, each a unit of its side in a hex."""
    scenario = load("ormes")
    system = find(scenario.system)
    view = look(system, scenario, replay(State(), start(system, scenario, SeededDice(b"front"))))
    units = {side: next(c for c in view.counters if c.side == side) for side in ("blue", "orange")}
    counters = (
        replace(units[name.split("_")[0]], id=name, hex=hex_, box="" if hex_ else "off map")
        for name, hex_ in at.items()
    )
    return with_front_line(replace(view, counters=tuple(counters)))


def test_each_hex_near_the_front_is_of_the_side_whose_counter_is_nearest():
    view = table(blue="0405", orange="0805")

    assert (view.front["0405"].side, view.front["0405"].lead) == ("blue", 4.0)
    assert (view.front["0505"].side, view.front["0505"].lead) == ("blue", 2.0)
    assert view.front["0605"].lead == 0.0
    assert (view.front["0705"].side, view.front["0705"].lead) == ("orange", 2.0)


def test_nothing_far_from_the_counters_of_a_side_is_near_the_front():
    view = table(blue="0405", orange="0805")

    near = REACH * REACH
    spans = {hex_: [view.grid.span(unit, hex_) for unit in ("0405", "0805")] for hex_ in view.grid}
    assert view.front.keys() == {hex_ for hex_, pair in spans.items() if max(pair) <= near}
    assert not table(blue="0105", orange="1105").front


def test_the_nearest_of_several_counters_counts_and_none_off_the_map():
    view = table(blue_1="0405", blue_2="0705", orange_1="0905", orange_2="")

    assert (view.front["0705"].side, view.front["0705"].lead) == ("blue", 2.0)


def test_there_is_no_front_where_only_one_side_is_seen():
    assert table(blue="0405", orange="").front == {}
