"""The rulebook of Art of Tactic: its tables against the charts, its chapters against the modules.

test_rulebooks.py tests what all rulebooks have in common.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import scenarios
from engine.scenario_builder.charts import chart_values

TABLES = scenarios.rulebook("art_of_tactic")["tables"]
CHARTS = chart_values(scenarios.charts("art_of_tactic"))

# In the tables, in the order of their columns.
VALUES = ("attack", "defense", "fortitude", "firepower")
SAID = {
    "en": {"yes": "yes", "block": "blocks", "last": "last", "all": "all", "infantry": "inf.", "any": "yes"},
    "fr": {
        "yes": "oui",
        "block": "coupe",
        "last": "dern.",
        "all": "toutes",
        "infantry": "inf.",
        "any": "oui",
    },
}
NOTHING = ("no", "none", "clear", "0", "")

languages = pytest.mark.parametrize("language", ["en", "fr"])


def rows(table: str, language: str, block: int = 0) -> list[list[str]]:
    """A block of a table without its head, line by line: the words of each."""
    return [line.split() for line in TABLES[table][language].split("\n\n")[block].splitlines()[1:]]


def signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def as_printed(numbers: Mapping[str, int], names: Sequence[str]) -> list[str]:
    """A row of modifiers as printed: "=0" where a value is set whatever else applies."""
    return [
        f"={numbers[f'{name}_set']}" if f"{name}_set" in numbers else signed(numbers.get(name, 0))
        for name in names
    ]


def said(value: Any, language: str) -> str:
    """A word or number of the charts as printed, a dash for none."""
    return "–" if str(value) in NOTHING else SAID[language].get(str(value), str(value))


@languages
def test_the_table_of_orders_is_that_of_the_charts(language):
    orders = [order for step in CHARTS["steps"] for order in CHARTS["step_orders"][step]]
    free = (*CHARTS["no_commander_orders"], *CHARTS["free_orders"])
    tires = {**CHARTS["fatigue"]["gain"], "retreat": CHARTS["fatigue"]["gain"]["retreat_unless_mutual"]}
    tires |= {order: -markers for order, markers in CHARTS["fatigue"]["lose"].items()}

    conditions = CHARTS["conditions"]  # those of Flee and Panic are those of the level, AT-MOR-05
    modifiers = {"flee": conditions["shaken"], "panic": conditions["panicked"], **CHARTS["order_modifiers"]}

    assert [row[-6:] for row in rows("T-ORDERS", language)] == [
        [
            *as_printed(modifiers[order], VALUES),
            signed(tires.get(order, 0)),
            said("no" if order in free else "yes", language),
        ]
        for order in orders
    ]


@languages
def test_the_tables_of_other_modifiers_are_those_of_the_charts(language):
    ground = ("attack", "defense", "firepower", "fortitude")
    higher, lower = (CHARTS["melee"]["height"][way] for way in ("higher", "lower"))
    hills = [{"attack": higher}, {"attack": lower}]
    conditions = {tuple(as_printed(m, VALUES[:3])) for m in CHARTS["conditions"].values()}

    printed = [row[-4:] for row in rows("T-GROUND", language)]
    assert printed == [as_printed(m, ground) for m in (*CHARTS["terrain_combat"].values(), *hills)]
    assert conditions <= {tuple(row[-3:]) for row in rows("T-CONDITIONS", language)}


@languages
def test_the_tables_of_movement_are_those_of_the_charts(language):
    classes, other = CHARTS["movement"].values(), CHARTS["movement_other"].values()

    printed = [row[-3:] for row in rows("T-MOVE", language)]
    assert printed == [[str(c[name]) for name in ("march", "run", "charge")] for c in classes]
    printed = [row[-2:] for row in rows("T-MOVE", language, 1)]
    assert printed == [[said(o.get(name, 0), language) for name in ("infantry", "cavalry")] for o in other]


@languages
def test_the_table_of_terrain_is_that_of_the_charts(language):
    for row, (terrain, ground) in zip(
        rows("T-TERRAIN", language), CHARTS["terrain_move"].items(), strict=True
    ):
        limits = [said(limit, language) for limit in ground["assault"]]
        paths = "/".join(dict.fromkeys(limits))
        names = [ground[name] for name in ("march", "cavalry", "ambush")]
        sight, run = said(ground["los"], language), said(ground["run"], language)
        assert row[-6:] == [sight, run, paths, *(said(name, language) for name in names)], terrain


@languages
def test_the_table_of_slopes_is_that_of_the_charts(language):
    columns = ("infantry_march", "infantry_run", "infantry_assault", "cavalry", "melee")

    printed = [row[-5:] for row in rows("T-SLOPES", language)]
    assert printed == [[said(s[c], language) for c in columns] for s in CHARTS["slopes"].values()]


@languages
def test_the_table_of_units_is_that_of_the_charts(language):
    for row, card in zip(rows("T-UNITS", language), CHARTS["units"].values(), strict=True):
        attack = f"{card['attack_inf']}/{card['attack_cav']}"
        ranged = [said(card[name], language) for name in ("firepower", "range", "ammo")]
        melee = [str(card["warriors"]), str(card["dice"]), attack, str(card["defense"])]
        assert row[-8:] == [*melee, str(card["fortitude"]), *ranged]


@languages
def test_the_table_of_glory_is_that_of_the_charts(language):
    lines = TABLES["T-GLORY"][language].split("\n\n")[0].splitlines()
    unit, glory = CHARTS["glory"]["unit"], CHARTS["glory"]

    others = {points for symbol, points in unit.items() if not symbol.startswith("ashigaru")}
    assert others == {int(lines[1].split()[-1])}
    printed = [int(line.split()[-1]) for line in lines]
    assert printed == [unit["ashigaru_yari"], *others, glory["general_staff"], CHARTS["objective_points"]]
