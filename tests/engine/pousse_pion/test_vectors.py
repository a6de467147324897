"""The scripted vectors of Pousse-pion: sums asked of the rules, situations played by the referee."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import scenarios
from engine.ledger import ForcedDice, Ledger
from engine.rules import combat
from engine.scenario_builder.charts import chart_values
from engine.systems.pousse_pion import fire, losses
from engine.systems.pousse_pion.movement import charge
from notation.scripts.runner import Run, run

FILE = scenarios.read(Path(__file__).parents[2] / "data" / "pousse_pion_vectors.yaml")
VECTORS: dict[str, Any] = chart_values(FILE)
TOLD = ("id", "rules", "ruled")

# How an obstacle of a cost vector lies on the map, between 0505 and 0605 to its east.
OBSTACLES: dict[str, dict[str, Any]] = {
    "ru": {"rivulets": "0505 E"},
    "stream": {"streams": "0505 E"},
    "river": {"rivers": "0505 E"},
    "abattis": {"abattis": "0505 E"},
    "double_contour_up": {"levels": {"2": "0605"}},
    "double_contour_down": {"levels": {"2": "0505"}},
    "triple_contour": {"levels": {"3": "0605"}},
    "steep_slope_up": {"steep_slopes": "0505 E", "levels": {"1": "0605"}},
    "steep_slope_down": {"steep_slopes": "0505 E", "levels": {"1": "0505"}},
}


def vectors(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("vector", VECTORS[name], ids=lambda vector: vector["id"])


def run_vector(script: Mapping[str, Any], name: str) -> Run:
    """A script of Pousse-pion, played to its end."""
    outcome = run({"system": "pousse_pion", "case": name, **script}, name)
    for _ in outcome.outcomes():
        pass
    return outcome


def set_up(place: Mapping[str, str], **more: Any) -> Run:
    """A position without any order played."""
    return run({"system": "pousse_pion", "phase": "movement", "place": place, **more})


def unit(kind: str, main: str, numbers: list[int]) -> str:
    return f"0505 {kind} {main} {numbers[0]} mo {numbers[1]}"


@vectors("cost_vectors")
def test_a_step_costs_what_the_vector_says(vector):
    enemy = {"o1": "0404 cavalry mv 9"} if vector["exit"] else {}
    script: dict[str, Any] = {
        "place": {"b1": f"0505 {vector['cls']} mv {vector['mv']}", "b9": "0109", "o9": "0909", **enemy},
        "terrain": {vector["to"]: "0605"},
        "order": "blue b1 E",
    }
    if "from" in vector:
        joined = f"0505 {script['terrain'].pop(vector['from'], '')}".strip()
        script["terrain"][vector["from"]] = joined
    for side in vector["sides"]:
        script |= OBSTACLES[side]
    if vector["total"] == "barred":
        script["refused"] = {"rule": f"PP-{vector['rules'][0]}"}
    else:
        marks = "disordered" if vector.get("order_after") == "no" else "no disordered"
        script["then"] = {"b1": {"at": "0605", "mp": str(vector["left"]), "marks": marks}}

    outcome = run_vector(script, vector["id"])

    assert outcome.failed == []


@vectors("charge_malus_vectors")
def test_the_malus_of_a_charge_is_that_of_the_vector(vector):
    kind = vector.get("kind", "infantry")
    charger = unit("cavalry", "vc", vector["charger"])
    target = unit(kind, "vt" if kind == "artillery" else "vc", vector["target"]).replace("0505", "0705")
    position = set_up({"b1": charger, "o1": target}).position

    units = position.state.units

    assert charge.malus(position.scenario, units["b1"], units["o1"]) == vector["malus"]


@vectors("loss_vectors")
def test_losses_take_what_the_vector_says(vector):
    morale, main = vector["before"]
    marks = {} if vector["order"] == "yes" else {"b1": "disordered"}
    position = set_up({"b1": f"0505 vc {main}/9 mo {morale}/9"}, marks=marks).position
    ledger = Ledger(position.state, ForcedDice([]))

    losses.lose(position.scenario, ledger, "b1", vector["n"], "PP-MOR-06")

    left = ledger.state.units["b1"]
    assert [left["mo"], left["vc"]] == list(vector["after"])
    assert (left.hex is None) == (vector.get("eliminated") == "yes")


@vectors("morale_vectors")
def test_a_morale_test_comes_out_as_the_vector_says(vector):
    position = set_up({"b1": f"0505 mo {vector['mo']}/9"}).position
    ledger = Ledger(position.state, ForcedDice([vector["roll"]]))

    passed = losses.morale_test(position.scenario, ledger, "b1", vector["malus"], "PP-MOR-01")

    assert passed == (vector["pass"] == "yes")


@vectors("odds_vectors")
def test_the_odds_are_those_of_the_vector(vector):
    crt = chart_values(scenarios.charts("pousse_pion"))["crt"]

    assert combat.odds_column(vector["a"], vector["d"], crt) == vector["column"]


@vectors("fire_vectors")
def test_the_fire_number_is_that_of_the_vector(vector):
    there = f"0{5 + vector['distance']}05"
    terrain = {"woods": there} if vector["cover"] else {}
    position = set_up({"b1": f"0505 artillery vt {vector['vt']}"}, terrain=terrain).position

    number = fire.fire_number(position.scenario, position.state.units["b1"], "0505", there)

    assert number == vector["f"]
    assert (number > 0) == (vector.get("can_hit") != "no")


@pytest.mark.parametrize("vector", FILE["situations"], ids=lambda vector: vector["id"])
def test_a_situation_comes_out_as_the_vector_says(vector):
    script = {name: entry for name, entry in vector.items() if name not in TOLD}

    outcome = run_vector(script, vector["id"])

    assert outcome.failed == []
    assert outcome.cup.left == 0
