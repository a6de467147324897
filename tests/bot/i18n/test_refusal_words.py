"""Refusals in both languages: what makes a step dear, terrain in words, verbs and agreement."""

from __future__ import annotations

import pytest

import scenarios
from bot.i18n.catalogue import catalogue_for
from bot.ui import refusals
from engine.errors import IllegalOrder, NotOnTable, Refused
from engine.scenario_builder.charts import chart_values
from notation import order_text, secret_orders

BOTH = pytest.mark.parametrize("language", ["en", "fr"])


def said(language: str, refused: Refused) -> str:
    """The refusal in words, with plain spaces."""
    return refusals.sentence(catalogue_for(language), refused).replace("\u00a0", " ")


@BOTH
@pytest.mark.parametrize("system", scenarios.charted())
def test_every_kind_of_terrain_has_a_name_in_words(system: str, language: str) -> None:
    charts = chart_values(scenarios.charts(system))
    kinds = {*charts.get("terrains", ()), *charts.get("later_movement_cost", {})}

    for kind in kinds:
        refused = IllegalOrder("MP-SET-10", "never_enters", unit="b1", hex="0504", terrain=kind)
        assert f"terrain.{kind}" in catalogue_for(language), kind
        assert "\\_" not in said(language, refused)
    assert kinds


def test_hexes_in_the_way_agree_with_their_number() -> None:
    one = IllegalOrder("MP-BOM-7", "no_line_of_sight", unit="b1", target="o1", hex="0303", by=("0404",))
    two = IllegalOrder(
        "MP-BOM-7", "no_line_of_sight", unit="b1", target="o1", hex="0303", by=("0404", "0504")
    )

    assert "`0404`** is in the way" in said("en", one)
    assert "`0404` and `0504`** are in the way" in said("en", two)
    assert "`0404`** fait obstacle" in said("fr", one)
    assert "`0404` et `0504`** font obstacle" in said("fr", two)


def test_a_step_that_costs_too_much_says_why() -> None:
    facts = {"unit": "b1", "hex": "0405", "from": "0505", "needs": 2, "has": 1}
    plain = IllegalOrder("MP-MOV-3", "too_far", **facts)
    dear = IllegalOrder("MP-MOV-3", "too_far", **facts, surcharge=1, zone_of="o1", halved=3)
    begun = IllegalOrder("PP-MOV-27", "too_far", **facts, begun=1)

    assert said("en", plain).startswith(
        "getting from **0505** to **0405** takes 2 movement points; b1 has 1 left. Nothing has moved"
    )
    assert "That includes 1 movement point for leaving the zone of control of o1." in said("en", dear)
    assert "b1 is out of command, which halves the allowance of 3 movement points." in said("en", dear)
    assert "Only a unit that has not moved yet in this phase" in said("en", begun)
    assert "pour quitter la zone de contrôle de o1" in said("fr", dear)
    assert "hors commandement" in said("fr", dear)
    assert "qui n’a pas encore bougé dans cette phase" in said("fr", begun)


def test_horse_artillery_that_has_fired_is_told_that_command_is_what_it_lacks() -> None:
    foot = IllegalOrder("PP-FIR-14", "fired_before", unit="b1", hex="0505")
    horse = IllegalOrder("PP-FIR-15", "fired_before", unit="b1", hex="0505", kind="horse")

    assert "out of command" not in said("en", foot)
    assert "out of command: horse artillery that has fired can move only if it is commanded" in said(
        "en", horse
    )
    assert "n’est pas sous commandement" in said("fr", horse)


def test_an_attack_over_a_river_is_told_what_would_help() -> None:
    refused = IllegalOrder("PP-CBT-05", "attack_over", unit="b1", target="o1", hex="0605", obstacle="river")

    assert "a river is in the way, and no road or track crosses it" in said("en", refused)
    assert "une rivière entre les deux, sans route ni chemin" in said("fr", refused)


@BOTH
def test_a_unit_over_which_a_zone_came_has_not_entered_it(language: str) -> None:
    refused = IllegalOrder(
        "MP-ZOC-11", "zone_after_moving", unit="b1", hex="0504", by="o1", **{"from": "0505"}
    )

    assert not any(word in said(language, refused) for word in ("entered", "moved into", "pénétré"))


def test_verbs_are_proposed_in_the_language_of_the_reader() -> None:
    refused = NotOnTable("", "unknown_order", order="dance", near=tuple(order_text.VERBS_SHOWN))

    assert "`move`, `attack`, `bombard`" in said("en", refused)
    assert "`déplacer`, `attaquer`, `bombarder`" in said("fr", refused)
    assert "`release`" not in said("fr", refused)


def test_the_verbs_proposed_in_french_are_read() -> None:
    words = catalogue_for("fr")

    for verb in order_text.VERBS_SHOWN:
        assert words(f"verb.{verb}") in order_text.VERBS, verb
    for verb in secret_orders.VERBS_SHOWN:
        typed = tuple(words(f"verb.{verb}").split())
        assert typed in secret_orders.VERBS or typed[0] in secret_orders.SEAL, verb
