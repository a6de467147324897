"""Every entry of these sections of a chart is read by code: changing it makes some case fail.

Which case shows an entry stands in tests/data/charts/<system>.yaml; `python -m tests.engine.chart_entries
<system>` finds cases for entries that are new.
"""

from __future__ import annotations

import pytest

import scenarios
from engine import scenario_builder
from engine.errors import BadScenario
from tests.engine.chart_entries import TABLES, cases_of, entries, shows, table

EXEMPT: dict[str, dict[str, str]] = {  # sections that no case can show, and why
    "art_of_tactic": {
        "symbol_set": "how counters are drawn, which no case sees",
        "bounds": "of numbers a script may state: tests/notation",
        "options": "switches: test_cases.py wants a case for each position",
    },
}
SYSTEMS = sorted(file.stem for file in TABLES.glob("*.yaml"))
SECTIONS = sorted(  # those that the table has; the others are not tested yet
    {
        (system, entry.split(".")[0])
        for system in SYSTEMS
        for words in table(system).values()
        for entry in words
    }
)


@pytest.mark.parametrize(("system", "section"), SECTIONS, ids=["-".join(row) for row in SECTIONS])
def test_every_entry_changes_a_case(system: str, section: str) -> None:
    chart = scenarios.charts(system)
    shown = {entry: name for name, words in table(system).items() for entry in words}
    ways = [way for way in entries(chart) if way[0] == section]

    assert [e for way in ways if (e := ".".join(way)) not in shown] == [], "which case shows these?"
    assert [e for e in map(".".join, ways) if shown[e] not in cases_of(system)] == []
    assert [e for way in ways if not shows(system, chart, way, shown[e := ".".join(way)])] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_table_names_no_entry_that_is_gone(system: str) -> None:
    known = {".".join(way) for way in entries(scenarios.charts(system))}

    assert [entry for words in table(system).values() for entry in words if entry not in known] == []


@pytest.mark.parametrize(
    "own",
    [
        {"zones": {"kill_zone_shots": "2"}},
        {"glory": {"objective": "5"}},
        {"glory": {"turns": "8"}},
        {"conditions": {"casualty_each": {"attack": "-1"}}},
        {"order_modifiers": {"flee": {"attack": "-1"}}},
    ],
    ids=str,
)
def test_a_number_that_nothing_reads_cannot_be_replaced(own: dict[str, object]) -> None:
    with pytest.raises(BadScenario, match="the rulebook has no such entry"):
        scenario_builder.merged(scenarios.charts("art_of_tactic"), own)
