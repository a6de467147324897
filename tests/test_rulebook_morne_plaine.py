"""The rulebook file of Morne Plaine: every rule there once, in both languages, within Discord's sizes.

Whether the text is right is for readers to judge; these tests find what is missing, overlong or dangling.
"""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import yaml

FILE = Path(__file__).parents[1] / "scenarios" / "rules" / "morne-plaine.yaml"

LANGUAGES = ("en", "fr")

NUMBERS = {
    "GEN": "1-12 20-27 30-35",
    "CMD": "1-7",
    "MOR": "1-9",
    "SET": "1-10",
    "BOM": "1-12 20-30",
    "MOV": "1-25 30-33",
    "ZOC": "1-15",
    "CHG": "1-12 20-22 30-42",
    "CBT": "1-8 10-17 20-38 60-63",
    "RET": "1-15",
    "ADV": "1-6",
    "RAL": "1-9",
    "VIC": "1-11",
}

# The first value is the default.
OPTIONS = {
    "support_terrain": ["defender_only", "all"],
    "test_after_elimination": ["yes", "no"],
    "free_step_at_zero": ["no", "yes"],
    "ways_ignore_water": ["yes", "no"],
    "failed_test_costs_morale": ["no", "yes"],
    "retreat_first_criterion": ["distance", "opposite"],
    "optional_advance": ["no", "yes"],
    "line_of_sight": ["no", "yes"],
    "horse_artillery": ["no", "yes"],
    "demoralised_rally": ["normal", "leader_only"],
    "later_chart": ["no", "yes"],
    "strength_points": ["no", "yes"],
    "dromedaries": ["no", "yes"],
    "independent_units": ["no", "yes"],
    "chosen_objectives": ["no", "yes"],
    "setup_only_first_turn": ["yes", "no"],
}

# The combat table depends on column + die alone: attacker's loss / defender's loss, * = morale test.
RESULTS = (
    "9*/0 8*/0 7*/0 6*/0 5*/0 4*/0 3*/0 3*/1 2*/1 2*/1 1*/1 1/1 "
    "1/1 1/1* 1/2* 1/2* 1/3* 0/3* 0/4* 0/5* 0/6* 0/7* 0/8* 0/9*"
)
COLUMNS = "1/8 1/7 1/6 1/5 1/4 1/3 1/2 1/1.5 1/1 1.5/1 2/1 3/1 4/1 5/1 6/1 7/1 8/1"


def expected_ids() -> list[str]:
    """Every rule id, in the order of the rulebook."""
    return [f"MP-{chapter}-{n}" for chapter, spans in NUMBERS.items() for n in numbers(spans)]


def numbers(spans: str) -> list[int]:
    """The numbers that spans such as "1-3 7-8" name."""
    bounds = ((int(first), int(last)) for first, last in (span.split("-") for span in spans.split()))
    return list(chain.from_iterable(range(first, last + 1) for first, last in bounds))


@pytest.fixture(scope="module")
def book() -> dict[str, Any]:
    """The file, every scalar as text."""
    loaded: dict[str, Any] = yaml.load(FILE.read_text(encoding="utf-8"), yaml.BaseLoader)
    return loaded


def test_every_rule_is_there_in_order_and_nothing_else(book):
    assert len(expected_ids()) == 227
    assert list(book["rules"]) == expected_ids()


def test_no_id_is_written_twice():
    lines = FILE.read_text(encoding="utf-8").splitlines()

    written = [line.strip() for line in lines if line.startswith("  MP-")]

    assert len(written) == len(set(written)) == 227


def test_lines_are_short():
    assert [n for n, line in enumerate(FILE.read_text("utf-8").splitlines(), 1) if len(line) > 110] == []


def test_sections_are_the_chapters_and_each_rule_stands_in_its_own(book):
    assert book["system"] == "morne_plaine"
    assert list(book["sections"]) == list(NUMBERS)
    assert all(set(title) == set(LANGUAGES) for title in [book["title"], *book["sections"].values()])
    assert all(r["section"] == rule.split("-")[1] for rule, r in book["rules"].items())


def test_rules_have_the_known_fields_only(book):
    fields = {"section", "title", "en", "fr"}

    for rule, r in book["rules"].items():
        assert fields <= set(r) <= fields | {"see", "switch"}, rule


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_and_texts_fit(book, language):
    for rule, r in book["rules"].items():
        assert 0 < len(r["title"][language].strip()) <= 80, rule
        assert 0 < len(r[language].strip()) <= 900, rule
    for name, option in book["options"].items():
        assert 0 < len(option[language].strip()) <= 900, name


def test_see_names_other_rules_that_exist(book):
    for rule, r in book["rules"].items():
        see = r.get("see", [])
        assert set(see) <= set(book["rules"]) - {rule}, rule
        assert len(see) == len(set(see)), rule


def test_options_have_their_values_default_first(book):
    assert {name: option["values"] for name, option in book["options"].items()} == OPTIONS
    for name, option in book["options"].items():
        assert set(option) == {"rule", "values", "default", "en", "fr"}, name
        assert option["default"] == option["values"][0], name
        assert all(
            f"{v}:" in option["en"] and f"{v}\N{NO-BREAK SPACE}:" in option["fr"] for v in option["values"]
        ), name


def test_options_and_rules_point_at_each_other(book):
    switched = {r["switch"] for r in book["rules"].values() if "switch" in r}

    assert switched == set(book["options"])
    for name, option in book["options"].items():
        assert book["rules"][option["rule"]]["switch"] == name


def test_no_text_names_a_document_or_a_ruling(book):
    texts = [text for part in ("rules", "options", "tables") for text in strings(book[part])]

    assert [t for t in texts if any(w in t for w in ("[", "2006", "ruling", "wiki", "R-", "O-", "C-0"))] == []


def strings(entries: dict[str, Any]) -> list[str]:
    """Titles and texts of rules, options or tables."""
    return [
        text
        for entry in entries.values()
        for language in LANGUAGES
        for text in (entry[language], entry.get("title", {}).get(language, ""))
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_fit_a_phone(book, language):
    for name, table in book["tables"].items():
        assert set(table) == {"title", "en", "fr"}, name
        assert 0 < len(table["title"][language]) <= 80, name
        assert 0 < len(table[language]) <= 1900, name
        assert max(map(len, table[language].splitlines())) <= 56, name


def test_french_uses_french_signs(book):
    french = [entry["fr"] for part in ("rules", "options", "tables") for entry in book[part].values()]
    french += [r["title"]["fr"] for r in book["rules"].values()]

    assert [t for t in french if "'" in t or any(f" {sign}" in t for sign in ":;?!")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_combat_table_is_the_regular_one(book, language):
    rows = [line.split() for line in book["tables"]["T-CRT"][language].splitlines()[:19]]
    left, right = rows[:9], rows[10:19]

    table = {a[0]: a[1:] + b[1:] for a, b in zip(left, right, strict=True)}
    results = RESULTS.split()

    assert [column.replace(",", ".") for column in table.pop("D")] == COLUMNS.split()
    assert table == {str(die): results[die : die + 17] for die in range(8)}
