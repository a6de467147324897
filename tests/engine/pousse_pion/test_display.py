"""What Pousse-pion gives pictures and texts to show."""

from __future__ import annotations

from typing import Any

from engine.display import CounterFace
from notation.scripts.runner import Run, run


def set_up(place: dict[str, str], orders: tuple[str, ...] = (), **more: Any) -> Run:
    """A position of Pousse-pion after some orders."""
    played = run({"system": "pousse_pion", "phase": "movement", "place": place, "orders": orders, **more})
    for _ in played.outcomes():
        pass
    return played


def display(name: str, played: Run, *about: Any) -> Any:
    """What the rulebook shows under a name."""
    return getattr(played.position.system.display, name)(played.position.scenario, played.state, *about)


def test_a_face_has_the_main_value_mo_and_maximum_mv_and_what_is_lost():
    played = set_up(
        {"b1": "0505 artillery vt 2/3 mo 1/4 mp 0", "b2": "0605 general", "b9": "0109", "o1": "0909"},
        marks={"b1": ["disordered", "fired"], "o1": ["uncommanded", "moved"]},
    )

    faces = [display("counter_face", played, played.state.units[id_]) for id_ in ("b1", "b2", "o1")]

    assert faces[0] == CounterFace(
        corners={"sw": "2", "ne": "1", "se": "3"}, balls=3, states=("disordered", "fired"), losses=1
    )
    assert (faces[1].corners, faces[1].stripes) == ({"sw": "4", "ne": "5", "se": "6"}, 4)
    assert faces[2].states == ("uncommanded",)


def test_hexes_are_costly_to_leave_for_the_zone_of_a_commanded_enemy_at_least_as_fast():
    played = set_up(
        {"b1": "0505 cavalry mv 6", "o1": "0605", "o2": "0404 cavalry mv 6", "o3": "0801 cavalry mv 6"},
        marks={"o3": "uncommanded"},
    )

    costly = display("costly_to_leave", played, "b1")

    assert costly == {"0405", "0304", "0504", "0403", "0503", "0505"}
    assert "0705" in display("zones", played)["orange"]


def test_opposing_units_in_contact_are_shown_but_not_across_a_river():
    played = set_up({"b1": "0505", "o1": "0605 general", "o2": "0405", "o9": "0909"}, rivers="0505 W")

    assert display("contacts", played) == (("0505", "0605"),)


def test_a_pursuit_is_shown_as_long_as_it_is_asked():
    place = {"b1": "0505 vc 8", "o1": "0605 vc 1 mo 0", "o9": "0909"}

    pursuit = set_up(place, ("blue b1 attacks o1",), phase="combat", dice=["4"])
    answered = set_up(place, ("blue b1 attacks o1", "blue answer yes"), phase="combat", dice=["4"])

    assert display("proposed_moves", pursuit) == (("b1", ("0505", "0605"), "pursuit"),)
    assert display("proposed_moves", answered) == ()


def test_generals_lead_their_corps_the_army_general_anybody_and_none_in_disorder():
    played = set_up(
        {
            "b1": "0505 general cd 1 corps I",
            "b2": "0105 general cd 2 corps none trait army",
            "b3": "0101 general cd 4 corps III",
            "b4": "0605 corps I",
            "b5": "0106 corps none",
            "b6": "0206 corps III",
            "b7": "0102 corps III",
            "o9": "0909",
        },
        marks={"b3": "disordered"},
    )

    leadership = display("leadership", played, "blue")

    assert {lead.leader: (lead.corps, lead.units) for lead in leadership.leaders} == {
        "b1": ("I", ("b4",)),
        "b2": ("", ("b5", "b6")),
        "b3": ("III", ()),
    }
    assert leadership.unled == ("b7",)
    assert [len(lead.hexes) for lead in leadership.leaders if lead.leader == "b3"] == [0]


def test_a_battery_is_shown_what_it_sees_and_what_stands_in_the_way():
    played = set_up(
        {"b1": "0505 artillery range 2", "b9": "0109", "o1": "0705", "o2": "0605", "o3": "0905"},
        terrain={"woods": "0605"},
        marks={"b1": "disordered"},
    )

    sight = display("sight", played, "b1")

    assert sight.hidden == {"0705": ("0605",)}
    assert {(t.unit, t.by, t.reason) for t in sight.targets} == {
        ("o1", ("0605",), "no_line_of_sight"),
        ("o2", (), ""),
    }
    assert (sight.reach, sight.reason) == (2, "fire_in_disorder")
    assert display("sight", played, "b9") is None
