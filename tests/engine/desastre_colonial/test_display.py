"""What a position of Désastre Colonial shows: what counters tell, a chief's reach, ways to flee."""

from __future__ import annotations

from typing import Any

from engine.display import CounterFace
from engine.systems import find
from engine.view import View
from engine.view.overlays import OverlayRequest, look_with_overlays
from notation.scripts.runner import run

SYSTEM = find("desastre_colonial")


def seen(overlay: str, unit: str = "", *orders: str, **page: Any) -> View:
    """A position with one overlay, after some orders."""
    play = run({"system": "desastre_colonial", "phase": "initiative", **page, "orders": list(orders)})
    state = play.position.state
    for outcome in play.outcomes():
        state = outcome.state
    request = OverlayRequest(overlays=frozenset({overlay}), unit=unit, sides=("colonial",))
    return look_with_overlays(SYSTEM, play.position.scenario, state, request, "colonial")


def face(view: View, id_: str) -> CounterFace:
    counter = view.counter(id_)
    assert counter is not None
    return counter.face


def test_a_counter_tells_cohesion_weapon_training_losses_and_where_each_base_looks() -> None:
    view = seen(
        "zones",
        place={
            "c1": "0504 weapon blr training disciplined cohesion 4 losses 3 facing left NNE right E",
            "c2": "0605 weapon mlr facing N square",
            "c3": "0405 artillery weapon rc trait team facing E",
            "c4": "0406 trait skirmisher facing SSE",
            "c9": "0707 chief staff 4 die 8 radius 3",
            "n1": "0101 training undisciplined facing W",
        },
    )

    assert face(view, "c1").corners == {"sw": "4", "se": "Blr", "ne": "++"}
    assert (face(view, "c1").headings, face(view, "c1").bases, face(view, "c1").losses) == ((1, 3), 2, 3)
    assert "fragile" in face(view, "c1").states
    assert face(view, "c2").headings == (0, 6)
    assert "square" in face(view, "c2").states
    assert "team" in face(view, "c3").states
    assert "skirmisher" in face(view, "c4").states
    assert face(view, "c9").corners == {"s": "4D8/3"}
    assert (face(view, "n1").corners["ne"], face(view, "n1").headings) == ("-", (9,))


def test_hexes_that_enemies_keep_a_chief_from_are_told_DC_CMD_07() -> None:
    place = {"c1": "0503", "c9": "0505 chief radius 2", "n1": "0604", "n2": "0605"}

    (lead,) = seen("command", place=place).command.leaders

    assert {"0604", "0605", "0704", "0705", "0706"} == lead.barred
    assert lead.barred.isdisjoint(lead.hexes)


def test_ways_to_flee_are_shown_as_long_as_the_question_waits_DC_ROU_01() -> None:
    view = seen(
        "trails",
        "",
        "colonial: rout c1 1",
        place={"c1": "0606", "c9": "0807 chief"},
        terrain={"scrub": "0609"},
    )

    assert {(p.unit, p.path, p.manner) for p in view.proposed_moves} == {
        ("c1", ("0606", "0807"), "rout"),
        ("c1", ("0606", "0609"), "rout"),
    }


def test_a_wall_is_shown_on_the_edge_of_its_own_hex_DC_TER_03() -> None:
    view = seen("facing", "c1", place={"c1": "0606", "n1": "0505"}, walls="0606 N S")

    walls = {(side.low, side.high): side.of for side in view.hexsides if side.linear}

    assert walls == {("0605", "0606"): "0606", ("0606", "0607"): "0606"}
