"""The historical battles against their facts: each unit's name, values, strength, place and arrival.

`tests/data/orders_of_battle/` quotes the facts, row by row, with the units made of each. What is not as
in its row is listed there, with the reason; a row that no unit was made of, too."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import scenarios
from engine.scenario import Counter, Scenario

ORDERS = Path(__file__).parents[1] / "data" / "orders_of_battle"
FACTS = Path(__file__).parents[3] / "shared" / "battles"
BATTLES = sorted(path.stem for path in ORDERS.glob("*.yaml"))

MAIN = {"leader": "cs ma radius", "general": "cd mv mo"}
VALUES = {
    ("morne_plaine", "artillery"): "cs ma mv bv range",
    ("pousse_pion", "artillery"): "vt mv mo range",
    ("morne_plaine", ""): "cs ma mv",
    ("pousse_pion", ""): "vc mv mo",
}
AS_ANOTHER_ROW = re.compile(r"\b(same\b|as (the )?[A-Z]|as the section)")
UNSAID = re.compile(r"no_square|commander|(bases|losses|figures|fortitude|firepower|range|ammo)=.*")

Row = Mapping[str, Any]


@cache
def order_of(battle: str) -> Row:
    """What is committed about a battle's order of battle."""
    loaded: Row = yaml.load((ORDERS / f"{battle}.yaml").read_text("utf-8"), yaml.BaseLoader)
    return loaded


@cache
def facts_of(battle: str) -> str:
    """The page of facts, beside the checkout; a battle's facts are committed as far as they are quoted."""
    page = FACTS / f"{order_of(battle)['facts']}.md"
    return page.read_text("utf-8") if page.exists() else ""


def units_of(battle: str) -> dict[str, tuple[Row, str]]:
    """By unit, what is noted of it and the row of the facts that it was made of."""
    return {
        unit: (noted, row["fact"])
        for row in order_of(battle)["units"]
        for unit, noted in row.items()
        if unit != "fact"
    }


def listed(battle: str, key: str) -> set[str]:
    """Units that are listed with a reason."""
    return {unit for row in order_of(battle).get(key, ()) for unit in row["units"]}


def folded(text: str) -> str:
    """Lower case, without accents."""
    plain = unicodedata.normalize("NFKD", text.replace("’", "'"))
    return plain.encode("ascii", "ignore").decode().lower()


def place_of(scn: Scenario, counter: Counter) -> str:
    """A hex, or the turn and the hexes of its arrival."""
    arrival = scn.arrival_of(counter.id)
    if arrival is None:
        return counter.place
    return f"T{arrival.turn} {' '.join(sorted(arrival.hexes))}"


def values_of(scn: Scenario, counter: Counter) -> str:
    """A unit's values in the notation of the facts."""
    if scn.system in ("morne_plaine", "pousse_pion"):
        kind = counter.kind if counter.kind == "artillery" else ""
        order = MAIN.get(counter.kind) or VALUES[scn.system, kind]
        return "/".join(str(counter.values[name]) for name in order.split())
    row = next(row for row in scn.printed["units"] if row["id"] == counter.id)
    if scn.system == "art_of_tactic":
        replaced = [f"{name}={value}" for name, value in row.get("values", {}).items()]
        commander = ["commander"] if row.get("commander") == "yes" else []
        return " ".join([row["type"], *commander, *replaced])
    if counter.kind == "chief":
        command: str = row["command"]
        return command
    type_ = scn.printed["types"][row["type"]]
    said = {**type_, **row}
    values = {**type_["values"], **row.get("values", {})}
    cohesion = values.pop("cohesion")
    of_arms = [said[name] for name in ("weapon", "training") if name in said]
    others = [f"{name}={value}" for name, value in values.items()]
    return " ".join([cohesion, *of_arms, *others, *sorted(said.get("traits", ()))])


def is_as_quoted(scn: Scenario, counter: Counter, fact: str) -> bool:
    """Whether place, arrival and values of a unit stand in its row of the facts."""
    arrival = scn.arrival_of(counter.id)
    hexes = arrival.hexes if arrival else {counter.place}
    turn = rf"\b(T|turn (\d+-)?){arrival.turn}\b" if arrival else ""
    values = values_of(scn, counter)
    words = values.split()
    if scn.system == "art_of_tactic":
        words = words[:1]
    elif AS_ANOTHER_ROW.search(fact):
        words = []
    return (
        any(re.search(rf"\b{hex_}\b", fact) for hex_ in hexes)
        and bool(re.search(turn, fact))
        and all(UNSAID.fullmatch(w) or re.search(rf"(?<![\w/]){re.escape(w)}s?(?!\w)", fact) for w in words)
    )


def rounded(number: Fraction, halves: str) -> int:
    """To the nearest whole number; halves up, down, or to the even one."""
    half = number - number // 1 == Fraction(1, 2)
    if half and halves != "even":
        return number // 1 + (halves == "up")
    return round(number)


def strengths(rule: Row, men: int, halves: str) -> range:
    """The strengths that so many men may have by a battle's rule."""
    if "per" not in rule:
        return range(int(rule["from"]), int(rule["most"]) + 1)
    times = rule.get("times", "1")
    bounds = times if isinstance(times, list) else [times, times]
    each = [rounded(men * Fraction(x) / int(rule["per"]), rule.get("halves", halves)) for x in bounds]
    least, most, plus = int(rule.get("least", 1)), int(rule.get("most", 99)), int(rule.get("plus", 0))
    low, high = (min(max(value + plus, least), most) for value in each)
    return range(low, high + 1)


def test_every_historical_battle_has_its_order_of_battle() -> None:
    dated = [id_ for id_ in scenarios.all() if re.search(r"\b1[5-8]\d\d\b", scenarios.load(id_).title["en"])]

    assert dated == BATTLES


@pytest.mark.parametrize("battle", BATTLES)
def test_units_have_the_names_values_places_and_arrivals_that_were_noted(battle: str) -> None:
    scn, noted = scenarios.load(battle), units_of(battle)

    assert set(scn.counters) == set(noted)
    assert {u: values_of(scn, scn.counters[u]) for u in noted} == {
        u: row["is"] for u, (row, _) in noted.items()
    }
    assert {u: place_of(scn, scn.counters[u]) for u in noted} == {
        u: row["at"] for u, (row, _) in noted.items()
    }
    misnamed = [
        u for u, (row, _) in noted.items() if row.get("named", row.get("own")) not in scn.counters[u].name
    ]
    assert misnamed == []


@pytest.mark.parametrize("battle", BATTLES)
def test_what_departs_from_its_row_of_the_facts_is_listed_with_a_reason(battle: str) -> None:
    scn = scenarios.load(battle)

    departing = {
        u for u, (_, fact) in units_of(battle).items() if not is_as_quoted(scn, scn.counters[u], fact)
    }

    assert departing == listed(battle, "departs")
    reasons = [
        row["why"]
        for key in ("departs", "beside_the_rule", "left_out")
        for row in order_of(battle).get(key, ())
    ]
    assert all(reasons)


@pytest.mark.parametrize("battle", [battle for battle in BATTLES if "strength" in order_of(battle)])
def test_strengths_are_men_converted_by_the_one_rule_of_the_battle(battle: str) -> None:
    scn, rules = scenarios.load(battle), order_of(battle)["strength"]
    fighting = {u: scn.counters[u] for u in scn.counters if scn.counters[u].kind in ("infantry", "cavalry")}
    noted = units_of(battle)

    beside = set()
    for unit, counter in fighting.items():
        row = noted[unit][0]
        main = counter.values["cs" if scn.system == "morne_plaine" else "vc"]
        if main not in strengths(rules[row["by"]], int(row["men"]), rules["halves"]):
            beside.add(unit)

    assert beside == listed(battle, "beside_the_rule")


@pytest.mark.parametrize("battle", BATTLES)
def test_the_rows_are_quoted_as_the_page_of_facts_has_them(battle: str) -> None:
    """Only where the page lies beside the checkout; without it there is nothing to compare."""
    page = facts_of(battle)
    quoted = {fact for _, fact in units_of(battle).values()}
    left_out = {row["fact"] for row in order_of(battle).get("left_out", ())}
    army = page.partition("## (b)")[2].partition("## (c)")[0]
    rows = re.findall(r"(?<=[*;] )[\w-]+ (?:\d+g? )?\d+(?:/\d+)+ @[T>\d]+", army)
    table = [line for line in army.splitlines() if re.match(r"\| .*(?<!\d)\d{4}(?!\d)", line)]

    assert not page or all(fact in page for fact in quoted | left_out)
    assert {*rows, *table} <= quoted | left_out
    names = {row["named"] for row, _ in units_of(battle).values() if "named" in row}
    assert not page or [name for name in names if folded(name) not in folded(page)] == []
