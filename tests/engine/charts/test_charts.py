"""Every entry of every chart is read by code: changing it changes what a probe finds, or makes a case fail.

Which case shows an entry stands in tests/data/charts/<system>.yaml; `python -m tests.engine.chart_entries
<system>` finds cases for entries that are new and have no probe.
"""

from __future__ import annotations

import pytest

import scenarios
from engine import scenario_builder
from engine.errors import BadScenario
from tests.engine.chart_entries import cases_of, entries, shows, table, tells
from tests.engine.charts.by_rulebook import probe_of
from tests.long_forms import long_but

SYSTEMS = sorted(scenarios.charted())
SECTIONS = sorted({(system, way[0]) for system in SYSTEMS for way in entries(scenarios.charts(system))})


QUICK = [row for row in SECTIONS if row[0] == "morne_plaine"]


@pytest.mark.parametrize(("system", "section"), long_but(QUICK, SECTIONS), ids=map("-".join, SECTIONS))
def test_every_entry_changes_what_happens(system: str, section: str) -> None:
    chart = scenarios.charts(system)
    shown = {entry: name for name, words in table(system).items() for entry in words}
    ways = {way: probe_of(system, way) for way in entries(chart) if way[0] == section}
    by_case = {way: shown.get(".".join(way), "") for way, probe in ways.items() if probe is None}

    assert [".".join(way) for way, case in by_case.items() if case not in cases_of(system)] == [], (
        "shown where?"
    )
    assert [".".join(way) for way, case in by_case.items() if not shows(system, chart, way, case)] == []
    assert [".".join(w) for w, probe in ways.items() if probe and not tells(system, chart, w, probe)] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_table_names_no_entry_that_is_gone_or_has_a_probe(system: str) -> None:
    known = {".".join(way) for way in entries(scenarios.charts(system)) if probe_of(system, way) is None}

    assert [entry for words in table(system).values() for entry in words if entry not in known] == []


@pytest.mark.parametrize(
    ("system", "own"),
    [
        ("art_of_tactic", {"zones": {"kill_zone_shots": "2"}}),
        ("art_of_tactic", {"glory": {"objective": "5"}}),
        ("art_of_tactic", {"glory": {"turns": "8"}}),
        ("art_of_tactic", {"conditions": {"casualty_each": {"attack": "-1"}}}),
        ("art_of_tactic", {"order_modifiers": {"flee": {"attack": "-1"}}}),
        ("morne_plaine", {"hexside": {"bridge": "1"}}),
        ("morne_plaine", {"retreat_order": ["woods", "village"]}),
        ("morne_plaine", {"crt": {"ratios": [["1", "9"]]}}),
        ("desastre_colonial", {"command": {"radius": {"max": "6"}}}),
        ("desastre_colonial", {"generator": {"clear": "60"}}),
        ("desastre_colonial", {"drame": {"penalty": {"2": "1"}}}),
    ],
    ids=str,
)
def test_a_number_that_nothing_reads_cannot_be_replaced(system: str, own: dict[str, object]) -> None:
    with pytest.raises(BadScenario, match="the rulebook has no such entry"):
        scenario_builder.merged(scenarios.charts(system), own)
