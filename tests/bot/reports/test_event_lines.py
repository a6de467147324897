"""What is said of a fight: in a report one line, in full every die and modifier with its rule."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenarios
from bot.core.game import Game
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.reports import event_lines, phase_report
from engine.state import State
from engine.systems import find
from notation.scripts.runner import run

FIGHT = """
- case: fight
  phase: combat
  {ground}
  place: {{{units}}}
  dice: {{combat: {die}, morale: 9}}
  order: blue b1 attacks o1
"""


def fight_report(tmp_path: Path, ground: str, units: str, die: int) -> list[str]:
    """The report's lines of one attack."""
    file = tmp_path / "fight.yaml"
    file.write_text(FIGHT.format(ground=ground, units=units, die=die), "utf-8")
    played = run(scenarios.read_list(file)[0], "fight")
    outcome = next(iter(played.outcomes()))
    scenario = played.position.scenario
    game = Game(record=None, scenario=scenario, system=find(scenario.system), state=outcome.state)  # type: ignore[arg-type]
    return event_lines.lines(Names(catalogue_for("en"), game), outcome.events, full=True)


def test_a_fight_names_the_rule_of_its_column_its_dice_and_its_modifiers(tmp_path: Path) -> None:
    lines = fight_report(
        tmp_path,
        "streams: 0505 E",
        "b1: 0505 cs 8 mv 6, o1: 0605 cs 4 mv 4, o2: 0101",
        5,
    )

    first, rules, sums, modifiers = lines[:4]
    assert "4 to 4, **1/1** · 🎲 5 +1 = 6 · `1/2*` (`MP-CBT-34`)" in first
    assert rules == "　column (`MP-CBT-29`), 🎲 5 (`MP-CBT-30`)"
    assert "b1 4 (CS 8, `MP-CBT-23`) against o1 4" in sums
    assert modifiers.strip() == "modifiers: +1 morale difference (`MP-CBT-32`)"
    assert any("🎲 **o1** tests morale: 9 against 4: **fails** `MP-MOR-5`" in line for line in lines)
    assert all("`MP-" in line for line in lines if line != sums)


@pytest.mark.parametrize(
    ("ground", "units", "die", "words"),
    [
        ("turn: 1", "b1: 0505 cs 4, o1: 0605 cs 4", 3, "🎲 3 · "),
        (
            "levels: {1: 0605}",
            "b1: 0505 cs 1 mv 1, b2: 0101, o1: 0605 cs 8 mv 6",
            1,
            "🎲 1 −3 = −2, read as 0 · ",
        ),
        (
            "levels: {1: 0505}",
            "b1: 0505 cs 8 mv 6, o1: 0605 cs 1 mv 1, o2: 0101",
            6,
            "🎲 6 +3 = 9, read as 7 · ",
        ),
    ],
)
def test_a_die_beyond_the_table_says_what_it_is_read_as(
    tmp_path: Path, ground: str, units: str, die: int, words: str
) -> None:
    assert words in fight_report(tmp_path, ground, units, die)[0]


def test_a_long_report_goes_on_in_a_second_note_and_loses_nothing() -> None:
    lines = [f"line {n} " + "x" * 90 for n in range(37)]
    battle = scenarios.load(scenarios.FIRST)
    empty = Game(record=None, scenario=battle, system=find(battle.system), state=State())  # type: ignore[arg-type]
    names = Names(catalogue_for("en"), empty)

    one, two = phase_report.in_notes(names, "Melee", lines)

    assert (one.text + "\n" + two.text).split("\n") == lines
    assert len(one.title + one.text + two.text) < 3850, "a card holds 4000, with its foot"
    assert len(phase_report.in_notes(names, "Melee", lines[:20])) == 1
    assert phase_report.in_notes(names, "Melee", lines * 2)[1].text.splitlines()[-1].startswith("…")
