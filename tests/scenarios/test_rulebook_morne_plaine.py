"""The tables in the rulebook file of Morne Plaine; what every rulebook needs is in test_rulebooks.py."""

from __future__ import annotations

import pytest

import scenarios

TABLES = scenarios.rulebook("morne_plaine")["tables"]

# The combat table depends on column + die alone: attacker's loss / defender's loss, * = morale test.
RESULTS = (
    "9*/0 8*/0 7*/0 6*/0 5*/0 4*/0 3*/0 3*/1 2*/1 2*/1 1*/1 1/1 "
    "1/1 1/1* 1/2* 1/2* 1/3* 0/3* 0/4* 0/5* 0/6* 0/7* 0/8* 0/9*"
)
COLUMNS = "1/8 1/7 1/6 1/5 1/4 1/3 1/2 1/1.5 1/1 1.5/1 2/1 3/1 4/1 5/1 6/1 7/1 8/1"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_combat_table_is_the_regular_one(language):
    rows = [line.split() for line in TABLES["T-CRT"][language].splitlines()[:19]]
    left, right = rows[:9], rows[10:19]

    table = {a[0]: a[1:] + b[1:] for a, b in zip(left, right, strict=True)}
    results = RESULTS.split()

    assert [column.replace(",", ".") for column in table.pop("D")] == COLUMNS.split()
    assert table == {str(die): results[die : die + 17] for die in range(8)}


@pytest.mark.parametrize(
    ("rule", "english", "french"),
    [
        ("MP-MOV-33", "climbs 2 levels or more the road is barred", "la route est fermée"),
        ("MP-VIC-5", "more units in it, leaders not counted", "le plus d’unités, chefs non comptés"),
        ("MP-CHG-2", "until it is put down (released)", "tant qu’elle n’est pas lâchée"),
        (
            "MP-CHG-10",
            "put the unit down (release it) after the first step",
            "lâchez l’unité après le premier",
        ),
        ("MP-SET-6", "refused if its set-up zones overlap", "zones de placement se recouvrent"),
        ("MP-SET-9", "otherwise it is refused", "sinon il est refusé"),
        ("MP-GEN-12", "No unit begins with CS 0", "Aucune unité ne commence avec une FC de 0"),
        ("MP-ADV-4", "one that neither has chosen holds it back", "que personne n’a choisi la retient"),
    ],
)
def test_rules_say_what_the_rulings_decide(rule: str, english: str, french: str) -> None:
    """C-10 to C-15."""
    text = scenarios.rulebook("morne_plaine")["rules"][rule]

    assert english in text["en"]
    assert french in text["fr"]
