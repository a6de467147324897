"""The tables of Désastre Colonial against its charts; what every book needs: test_rulebooks.py."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import scenarios
from engine.scenario_builder.charts import chart_values

BOOK = scenarios.rulebook("desastre_colonial")
TABLES = BOOK["tables"]
CHARTS: dict[str, Any] = chart_values(scenarios.charts("desastre_colonial"))
PRINTED = (Path(scenarios.HERE) / "charts" / "desastre-colonial.yaml").read_text("utf-8")

TERRAINS = ("clear", "tall_grass", "brambles", "rocky_hills", "scrub", "rocks")
ELSEWHERE = ("wood", "village", "wall", "stream", "lake")  # both as in the table
MOVERS = (
    "skirmisher_mounted",
    "chief",
    "cavalry",
    "skirmisher_foot",
    "infantry",
    "artillery_team",
    "artillery_no_team",
    "horse_artillery",
)
CLASSES = ("undisciplined", "standard", "trained", "disciplined")
WORDS = {
    "en": {"area": "area", "linear": "linear", "yes": "yes", "light": "light", "heavy": "heavy"},
    "fr": {"area": "zone", "linear": "linéaire", "yes": "oui", "light": "léger", "heavy": "lourd"},
}
HITS, LOSSES, ALL = (
    {"en": "hit", "fr": "touche"},
    {"en": "loss", "fr": "perte"},
    {"en": "all", "fr": "toutes les"},
)
CARDS = {value: [f"{value}.{card}" for card in CHARTS["drame"]["deck"]] for value in (1, 2, 3)}

languages = pytest.mark.parametrize("language", ["en", "fr"])


def lines(table: str, language: str, first: int, last: int | None) -> list[str]:
    """Lines of a table, from one to before another."""
    rows: list[str] = TABLES[table][language].splitlines()[first:last]
    return rows


def rows(table: str, language: str, first: int, last: int | None) -> list[list[str]]:
    """The words of each of these lines."""
    return [line.split() for line in lines(table, language, first, last)]


def numbered(table: str, language: str, letters: str) -> dict[str, int]:
    """The number that ends each entry of a table, by the id (such as S1) that begins it."""
    pairs = re.findall(rf"^([{letters}]\d) .*?([+-]?\d+)$", TABLES[table][language], re.DOTALL | re.MULTILINE)
    return {id_: int(number) for id_, number in pairs}


@languages
def test_the_table_of_weapons_is_that_of_the_charts(language):
    printed = [row[-3:] for row in rows("T-WEAPONS", language, 1, 12)]

    weapons = CHARTS["weapons"].values()
    assert printed == [[w["short"], str(w["range"]), str(w["dice"])] for w in weapons]


@languages
def test_the_table_of_movement_is_that_of_the_charts(language):
    printed = {
        mover: tuple(map(int, row[-2:]))
        for mover, row in zip(MOVERS, rows("T-MOVE", language, 1, 9), strict=True)
    }

    times = CHARTS["movement"]["march_multiplier"]
    assert printed == {mover: (n, n * times) for mover, n in CHARTS["movement"]["tactical"].items()}


@languages
def test_the_table_of_fire_classes_is_that_of_the_charts(language):
    printed = {
        name: (row[1], row[2], row[3].rstrip(","))
        for name, row in zip(CLASSES, rows("T-FIRE", language, 1, 5), strict=True)
    }

    fire = CHARTS["fire"]
    assert printed == {
        name: (f"D{fire['die']}", f"{fire['hit_on'][name]}+", str(fire["hits_per_success"][name]))
        for name in CLASSES
    }
    assert (
        f"2 {'on a' if language == 'en' else 'sur'} {fire['double_on']['trained']}"
        in (TABLES["T-FIRE"][language].splitlines()[3])
    )


@languages
def test_the_protection_factors_are_those_of_the_charts(language):
    assert numbered("T-PROTECTION", language, "ST") == CHARTS["protection"]


@languages
def test_cover_against_near_far_and_gun_follows_from_the_factors(language):
    light, heavy = (list(map(int, row[1:])) for row in rows("T-PROTECTION", language, 14, 16))

    any_cover, heavy_cover = CHARTS["protection"]["T4"], CHARTS["protection"]["T5"]
    assert light == [any_cover, 0, 0]
    assert heavy == [any_cover + heavy_cover, heavy_cover, heavy_cover]


@languages
def test_the_melee_modifiers_are_those_of_the_charts(language):
    assert numbered("T-MELEE", language, "M") == CHARTS["melee"]["modifiers"]
    assert lines("T-MELEE", language, 1, 2)[0].endswith(f"+{CHARTS['melee']['chief']}")


@languages
def test_the_morale_table_names_every_circumstance_with_the_numbers_of_the_charts(language):
    morale = CHARTS["morale"]
    entries = dict(re.findall(r"^([AF]\d)  (.*)$", TABLES["T-MORALE"][language], re.MULTILINE))

    ids = [f"{letter}{n}" for letter, last in (("A", 8), ("F", 6)) for n in range(1, last + 1)]
    assert list(entries) == ids
    assert {f"DC-MOR-{id_}" for id_ in ids} <= set(BOOK["rules"])
    assert all(str(morale[id_]) in entries[id_] for id_ in ("A1", "A2", "A8", "F6"))
    assert f"{morale['success']}+" in TABLES["T-MORALE"][language]


@languages
def test_lines_that_count_each_unit_are_marked_so(language):
    each = {"en": "each", "fr": "chaque"}[language]
    entries = re.split(r"^(?=[AF]\d  )", TABLES["T-MORALE"][language], flags=re.MULTILINE)

    assert [e[:2] for e in entries if e.splitlines()[-1].endswith(each) or f" {each}\n" in e] == [
        "A3",
        "A5",
        "F1",
    ]


@languages
def test_the_table_of_terrain_is_that_of_the_charts(language):
    words, charted = WORDS[language], CHARTS["terrain"]

    printed = dict(
        zip(
            (*TERRAINS, *ELSEWHERE),
            (row[-5:] for row in rows("T-TERRAIN", language, 1, 7) + rows("T-TERRAIN", language, 9, 14)),
            strict=True,
        )
    )

    assert set(printed) == set(charted)
    assert {*CHARTS["clear_terrain"], *CHARTS["semi_desert"]} == set(TERRAINS)
    assert printed.pop("clear") == ["-"] * 5
    for name, row in printed.items():
        ground = charted[name]
        kind = "linear" if name in CHARTS["linear"].values() else "area"
        values = [kind, *(ground.get(key, "") for key in ("slow", "obstacle", "cover", "elevated"))]
        assert row == [
            words[values[0]],
            "x" if "impassable" in ground else words.get(values[1], "-"),
            *(words.get(word, "-") for word in values[2:]),
        ], name


@languages
def test_the_chances_to_activate_follow_from_the_dice(language):
    printed = {row[0]: row[1:] for row in rows("T-COMMAND", language, -3, None)}

    fails = CHARTS["command"]["fails_on"]
    assert printed == {
        f"D{die}": [
            f"{sum(n > losses and n != fails for n in range(1, die + 1))}/{die}"
            for losses in range(CHARTS["eliminated_at"])
        ]
        for die in CHARTS["bounds"]["die"]["among"]
    }


@languages
def test_front_flank_and_rear_of_two_bases_follow_from_the_corners_they_face(language):
    for turned, line in enumerate(lines("T-FACING", language, 10, 14)):
        fronts = [{v, v + 1} for v in (0, turned)]
        rears = [{(v + 3) % 6, (v + 4) % 6} for v in (0, turned)]

        front, beside, behind = (set(re.findall(r"\b\d\b", cell)) for cell in cells(line))

        assert front == {str(side) for side in fronts[0] | fronts[1]}
        assert beside == {str(side) for side in set(range(6)) - fronts[0] - fronts[1]}
        assert behind == {str(side) for side in rears[0] & rears[1]}


def cells(line: str) -> list[str]:
    """The last three columns of a line of the table of facings."""
    return re.split(r"\s{2,}", line.rstrip())[-3:]


@languages
def test_every_drame_card_is_in_the_table_with_the_numbers_of_the_charts(language):
    entries = dict(re.findall(r"^(\d\.\d) (.*(?:\n    .*)*)", TABLES["T-DRAME"][language], re.MULTILINE))

    assert list(entries) == [card for value in CARDS.values() for card in value]
    effects = {card: entry.partition("\n")[2] for card, entry in entries.items()}
    for value in ("1", "2", "3"):
        assert f"+{CHARTS['drame']['smoke'][value]}D6" in effects[f"{value}.2"]
        assert f" {CHARTS['drame']['smuggled'][value]} {HITS[language]}" in effects[f"{value}.3"]
        recovered = str(CHARTS["drame"]["recovers"][value]).replace("all", ALL[language])
        assert f" {recovered} {LOSSES[language]}" in effects[f"{value}.4"]


@languages
def test_drame_cards_bear_their_french_titles(language):
    titles = re.findall(r"^\d\.\d (.*)$", TABLES["T-DRAME"][language], re.MULTILINE)

    assert titles == re.findall(r"^\d\.\d (.*)$", TABLES["T-DRAME"]["fr"], re.MULTILINE)


@languages
def test_every_faux_pas_has_the_effects_of_the_charts(language):
    entries = re.split(r"^(?=\d )", TABLES["T-FAUX-PAS"][language].partition("\n\n")[2], flags=re.MULTILINE)

    printed = {entry[0]: tuple(re.findall(r"^  (E\d)", entry, re.MULTILINE)) for entry in entries if entry}

    assert printed == CHARTS["faux_pas"]["effects"]


@languages
def test_the_shares_of_victory_are_those_of_the_charts(language):
    disaster, native, colonial = ("/".join(map(str, CHARTS["victory"][level])) for level in CHARTS["victory"])

    at_any, _, at_last, below, *_ = lines("T-VICTORY", language, 1, None)

    assert f" {disaster} " in at_any
    assert f" {CHARTS['turn_limit']} " in at_last
    assert f" {native} " in at_last
    assert f" {colonial}" in below


def test_every_rule_the_charts_name_exists():
    named = set(re.findall(r"\bDC-[A-Z]{3}-[A-Z]?\d+\b", PRINTED))

    assert named <= set(BOOK["rules"])


def test_the_switches_of_the_book_are_those_of_the_charts():
    written = {name: tuple(map(str, option["values"])) for name, option in BOOK["options"].items()}

    assert {n: v for n, v in CHARTS["options"].items() if n != "setup"} == written
