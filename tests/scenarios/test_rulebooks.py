"""The rulebook files: every rule there once, in both languages, within Discord's sizes.

Whether the text is right is for readers to judge; these tests find what is missing, overlong or dangling.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

import pytest
import yaml

import scenarios
from bot.features.rulebook import page as rulebook_page
from bot.i18n.catalogue import catalogue_for
from engine.scenario_builder.charts import chart_values

LANGUAGES = ("en", "fr")


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What a rulebook file must hold: `numbers` as spans by chapter, values of options, default first."""

    system: str
    prefix: str
    digits: int
    count: int
    numbers: Mapping[str, str]
    options: Mapping[str, list[str]]

    def ids(self) -> list[str]:
        """Every rule id, in the order of the rulebook."""
        return [
            f"{self.prefix}-{chapter}-{number}"
            for chapter, spans in self.numbers.items()
            for number in numbers(spans, self.digits)
        ]

    def text(self) -> str:
        """The file as it is written."""
        return scenarios.HERE.joinpath("rules", f"{self.system.replace('_', '-')}.yaml").read_text("utf-8")


def numbers(spans: str, digits: int) -> list[str]:
    """The numbers that spans such as "1-3 A1-8" name, with so many digits where no letter leads."""
    spans_ = re.findall(r"([A-Z]?)(\d+)-(\d+)", spans)
    return [
        f"{letter}{n}" if letter else f"{n:0{digits}d}"
        for letter, first, last in spans_
        for n in range(int(first), int(last) + 1)
    ]


MORNE_PLAINE = Expected(
    system="morne_plaine",
    prefix="MP",
    digits=1,
    count=227,
    numbers={
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
    },
    options={
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
    },
)
ART_OF_TACTIC = Expected(
    system="art_of_tactic",
    prefix="AT",
    digits=2,
    count=210,
    numbers={
        "GEN": "1-9",
        "ORD": "1-25 30-30 40-45 50-54 60-61",
        "MOV": "1-16",
        "ENC": "1-12",
        "ZOC": "1-16",
        "DZ": "1-7 10-17",
        "RNG": "1-14",
        "MEL": "1-13 20-34",
        "MOR": "1-5 10-22 30-37 40-42 50-52 60-61",
        "TER": "1-14",
        "FAT": "1-7",
        "VIC": "1-6",
    },
    options={
        "level": ["basic", "intermediate", "advanced", "expert"],
        "setup": ["no", "free"],
        "kill_zone_needs_commander": ["yes", "no"],
    },
)

POUSSE_PION = Expected(
    system="pousse_pion",
    prefix="PP",
    digits=2,
    count=229,
    numbers={
        "GEN": "1-20",
        "CMD": "1-12",
        "FIR": "1-21",
        "MOV": "1-50",
        "ZOC": "1-21",
        "CHG": "1-25",
        "CBT": "1-24",
        "MOR": "1-13",
        "RET": "1-20",
        "PUR": "1-8",
        "RAL": "1-8",
        "VIC": "1-7",
    },
    options={
        "zoc.uncommanded": ["no_exit_cost", "none"],
        "zoc.entry_loss": ["simple", "by_state"],
        "zoc.in_disorder": ["none", "exerts"],
        "charge.approach_zoc_to_zoc": ["exempt", "applies"],
        "retreat.entry_loss_in_order": ["one", "none"],
        "loss.kind_by_state.in_disorder": ["aggravated", "simple"],
        "loss.aggravated": ["one_each", "two_points"],
        "uncommanded.mv": ["half", "full"],
        "charge.bonus": ["none", "symmetric"],
        "crt.unit": ["loss", "vc"],
        "obstacles.break": ["after_cavalry", "after_generals"],
    },
)

DESASTRE_COLONIAL = Expected(
    system="desastre_colonial",
    prefix="DC",
    digits=2,
    count=338,
    numbers={
        "GEN": "1-13 20-25 30-33",
        "CMD": "1-34",
        "MOV": "1-19",
        "FOR": "1-13",
        "TER": "1-19",
        "FIR": "1-27",
        "PRO": "1-5 S1-5 T1-6 6-7",
        "MEL": "1-22 M1-9 23-34",
        "MOR": "1-16 A1-8 F1-6 20-27",
        "NAT": "1-9",
        "ROU": "1-35 40-50",
        "CAP": "1-10",
        "DRA": "1-8",
        "FAU": "1-4",
        "VAG": "1-13",
        "CHF": "1-5",
        "VIC": "1-9",
    },
    options={
        "command.activation": ["any_die_gt_losses_and_not_1", "any_die_gt_losses"],
        "command.chief_deactivated_on_loss": ["yes", "no"],
        "los.units_block": ["yes", "no"],
        "melee.position_read": ["after_conform", "at_declaration"],
        "morale.by": ["owner", "kind"],
        "rout.colonial_length": ["uncancelled_circumstances", "to_destination"],
        "rout.one_test_per_chain": ["no", "yes"],
        "rout.artillery_without_team": ["eliminated", "routs"],
        "chiefs.move": ["first_activation", "end_of_turn"],
        "drame": ["no", "yes"],
        "faux_pas": ["no", "yes"],
        "waves": ["no", "yes"],
    },
)


@pytest.fixture(
    scope="module",
    params=[MORNE_PLAINE, ART_OF_TACTIC, POUSSE_PION, DESASTRE_COLONIAL],
    ids=lambda expected: expected.system,
)
def expected(request) -> Expected:
    names: Expected = request.param
    return names


@pytest.fixture(scope="module")
def book(expected) -> dict[str, Any]:
    """The file, every scalar as text."""
    loaded: dict[str, Any] = yaml.load(expected.text(), yaml.BaseLoader)
    return loaded


def test_every_rule_is_there_in_order_and_nothing_else(book, expected):
    assert len(expected.ids()) == expected.count
    assert list(book["rules"]) == expected.ids()


def test_no_id_is_written_twice(expected):
    written = [
        line.strip() for line in expected.text().splitlines() if line.startswith(f"  {expected.prefix}-")
    ]

    assert len(written) == len(set(written)) == expected.count


def test_lines_are_short(expected):
    assert [n for n, line in enumerate(expected.text().splitlines(), 1) if len(line) > 110] == []


def test_sections_are_the_chapters_and_each_rule_stands_in_its_own(book, expected):
    assert book["system"] == expected.system
    assert list(book["sections"]) == list(expected.numbers)
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


def test_no_two_rules_share_a_title(book):
    titles = [r["title"]["en"].casefold() for r in book["rules"].values()]

    assert [title for title in titles if titles.count(title) > 1] == []


def test_see_names_other_rules_that_exist(book):
    for rule, r in book["rules"].items():
        see = r.get("see", [])
        assert set(see) <= set(book["rules"]) - {rule}, rule
        assert len(see) == len(set(see)), rule


def test_options_have_their_values_default_first(book, expected):
    assert {name: option["values"] for name, option in book["options"].items()} == expected.options
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


def test_no_text_names_a_document_a_ruling_or_a_rule_by_its_number(book, expected):
    named = re.compile(rf"\[|2006|ruling|wiki|\b[ROC]-\d|\b{expected.prefix}-")

    assert [text for text in texts(book, "rules", "options", "tables") if named.search(text)] == []


def texts(book: Mapping[str, Any], *parts: str) -> Iterator[str]:
    """Titles and texts of rules, options or tables, in both languages."""
    for entry in chain.from_iterable(book[part].values() for part in parts):
        for language in LANGUAGES:
            yield entry[language]
            yield entry.get("title", {}).get(language, "")


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
    french += [section["fr"] for section in book["sections"].values()]

    assert [t for t in french if "'" in t or any(f" {sign}" in t for sign in ":;?!")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_table_and_option_fits_a_message(book, expected, language):
    charts = chart_values(scenarios.charts(expected.system))
    read = rulebook_page.Rulebook(
        words=catalogue_for(language), system=expected.system, language=language, charts=charts
    )

    for key in (*book["rules"], *book["tables"], *(f"option.{name}" for name in book["options"])):
        page = rulebook_page.page(read, key)
        assert all(len(note.title) <= 256 and 0 < len(note.text) <= 4096 for note in page.embeds), key
        assert sum(len(n.title) + len(n.text) + len(n.footer) for n in page.embeds) <= 6000, key
        assert len(page.rows) <= 5, key
        assert all(len(row) <= 5 for row in page.rows), key
