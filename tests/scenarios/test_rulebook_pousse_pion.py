"""The tables and vectors of Pousse-pion against its charts; what every book needs: test_rulebooks.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import scenarios
from engine.scenario_builder.charts import chart_values

BOOK = scenarios.rulebook("pousse_pion")
TABLES = BOOK["tables"]
CHARTS = chart_values(scenarios.charts("pousse_pion"))
VECTORS: dict[str, Any] = chart_values(
    scenarios.read(Path(__file__).parents[1] / "data" / "pousse_pion_vectors.yaml")
)

CLASSES = ("general", "infantry", "cavalry", "artillery")
WATERS = ("ru", "stream", "river", "major_river")
OBSTACLES = (*WATERS, "double_contour", "triple_contour", "steep_slope", "abattis")  # as in the table

languages = pytest.mark.parametrize("language", ["en", "fr"])


def rows(table: str, language: str, first: int, last: int) -> list[list[str]]:
    """Lines of a table, from one to before another: the words of each."""
    return [line.split() for line in TABLES[table][language].splitlines()[first:last]]


@languages
def test_the_combat_table_is_that_of_the_charts(language):
    left, right = rows("T-CRT", language, 0, 9), rows("T-CRT", language, 10, 19)

    table = {a[0]: a[1:] + b[1:] for a, b in zip(left, right, strict=True)}

    assert [column.replace(",", ".") for column in table.pop("D")] == list(CHARTS["crt"]["columns"])
    assert table == {row: list(cells) for row, cells in CHARTS["crt"]["rows"].items()}


@languages
def test_the_table_of_terrain_is_that_of_the_charts(language):
    costs = [CHARTS["movement_cost"][terrain] for terrain in ("clear", "rough", "woods", "built_up")]
    once = (CHARTS["built_up_to_built_up"], CHARTS["track_step"])
    expected = [[cost[kind] for kind in CLASSES] for cost in costs] + [[cost] * 4 for cost in once]

    assert [row[-4:] for row in rows("T-MOVE", language, 1, 7)] == [[str(c) for c in row] for row in expected]


@languages
def test_the_table_of_obstacles_is_that_of_the_charts(language):
    columns = ("infantry", "general", "cavalry", "artillery")

    printed = {
        name: [cell.rstrip("*") for cell in row[-4:]]
        for name, row in zip(OBSTACLES, rows("T-OBSTACLES", language, 2, 10), strict=True)
    }

    costs = CHARTS["obstacle_cost"]
    assert printed == {
        name: [str(costs[name][kind]).replace("barred", "x") for kind in columns] for name in OBSTACLES
    }
    assert set(costs) == set(CHARTS["obstacle_rules"]) == set(OBSTACLES)


def test_every_rule_the_charts_name_exists():
    named = {*CHARTS["obstacle_rules"].values(), CHARTS["farthest"], CHARTS["gone"]}

    assert named <= set(BOOK["rules"])


def test_the_switches_of_the_book_are_those_of_the_charts():
    written = {name: tuple(map(str, option["values"])) for name, option in BOOK["options"].items()}

    assert {n: v for n, v in CHARTS["options"].items() if not n.startswith("setup")} == written


def test_every_vector_is_there_and_names_rules_that_exist():
    all_vectors = [vector for vectors in VECTORS.values() for vector in vectors]
    ids = [vector["id"] for vector in all_vectors]

    assert len(ids) == len(set(ids))
    assert len({id_.partition(".")[0] for id_ in ids}) == 164
    assert {f"PP-{rule}" for vector in all_vectors for rule in vector["rules"]} <= set(BOOK["rules"])


@pytest.mark.parametrize("vector", VECTORS["crt_vectors"], ids=lambda vector: vector["id"])
def test_the_combat_table_gives_the_result_of_the_vector(vector):
    column = CHARTS["crt"]["columns"].index(vector["column"])

    assert CHARTS["crt"]["rows"][str(vector["die"])][column] == vector["result"]


@pytest.mark.parametrize("vector", VECTORS["cost_vectors"], ids=lambda vector: vector["id"])
def test_the_charts_give_the_cost_of_the_vector(vector):
    """Terrain, obstacles and surcharge added up by hand; what a step is charged by the referee is played."""
    costs, built = CHARTS["obstacle_cost"], "built_up"
    inside = vector.get("from") == vector["to"] == built
    ground = (
        CHARTS["built_up_to_built_up"] if inside else CHARTS["movement_cost"][vector["to"]][vector["cls"]]
    )
    sides = {side.removesuffix("_up") for side in vector["sides"] if not side.endswith("contour_down")}
    sides = {side.removesuffix("_down") for side in sides}
    if "steep_slope" in sides:
        sides.discard("double_contour")
    added = [costs[side][vector["cls"]] for side in sides]

    total = "barred" if "barred" in added else ground + sum(added) + vector["exit"] * CHARTS["zoc"]["exit"]

    assert total == vector["total"]


@pytest.mark.parametrize(
    ("rule", "english", "french"),
    [
        ("PP-FIR-08", "both hexsides of that corner", "les deux côtés de ce sommet"),
        ("PP-FIR-11", "both hexsides of that corner", "les deux côtés de ce sommet"),
        (
            "PP-MOV-35",
            "does not end on the hex it began on",
            "ne finit pas sur l’hexagone où elle a commencé",
        ),
        ("PP-MOV-37", "it does not turn back", "demi-tour"),
        ("PP-MOV-30", "each by an order of its own", "chacun par un ordre à lui"),
        ("PP-CMD-09", "A reinforcement enters with its whole MV", "Un renfort entre avec tout son MV"),
        ("PP-ZOC-17", "only passes through a friend’s hex", "traverser l’hexagone d’une amie"),
        ("PP-CBT-12", "defender’s supporters are never halved", "soutiens du défenseur ne sont jamais"),
        ("PP-GEN-01", "a battle whose zones of placement overlap", "zones de placement se recouvrent"),
        ("PP-RET-09", "The best hex beyond is chosen first", "meilleur hexagone au-delà se choisit d’abord"),
        ("PP-FIR-16", "NE, E, SE, SW, W, NW", "NE, E, SE, SO, O, NO"),
        ("PP-CHG-21", "draws no reaction fire", "ne provoque pas de tir de réaction"),
        (
            "PP-RET-15",
            "a unit that it eliminates pushes no one",
            "une unité qu’elle élimine ne pousse personne",
        ),
    ],
)
def test_rules_say_what_the_rulings_decide(rule: str, english: str, french: str) -> None:
    """C-02, C-05, C-06, C-09 to C-15."""
    text = BOOK["rules"][rule]

    assert english in text["en"]
    assert french in text["fr"]
