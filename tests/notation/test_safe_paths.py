"""Paths the program finds: they charge nothing and throw no dice on the way unless the player names it."""

from __future__ import annotations

import pytest

from engine.commands import Command, Move
from engine.errors import IllegalOrder, Refused
from engine.ledger import ForcedDice
from engine.referee import play
from notation import order_text, slash_orders
from notation.scripts.position import Position
from notation.scripts.runner import run
from scenarios import read


def position(text: str) -> Position:
    return run(read(text)).position


def parse_order(at: Position, text: str) -> Command:
    return order_text.read(text, at.system, at.scenario, at.state, "blue")


def shortest(at: Position, unit: str, goal: str) -> tuple[str, ...]:
    return at.system.display.routes(at.scenario, at.state, unit)[goal].path


def refusal(at: Position, text: str) -> Refused:
    with pytest.raises(IllegalOrder) as refused:
        parse_order(at, text)
    return refused.value


def test_a_goal_in_a_charging_line_is_reached_by_a_way_round_it() -> None:
    at = position("place: {b1: 0505 cavalry, o1: 0805 side orange}")
    assert shortest(at, "b1", "0705") == ("0605", "0705")

    order = parse_order(at, "b1 -> 0705")

    assert order == Move(unit="b1", path=("0504", "0604", "0705"))
    play(at.system, at.scenario, at.state, "blue", order, ForcedDice(()))  # no die is thrown


def test_where_every_way_charges_the_path_to_write_is_told() -> None:
    at = position("place: {b1: 0505 cavalry mp 2, o1: 0805 side orange}")

    refused = refusal(at, "b1 -> 0705")

    assert (refused.reason, refused.facts["target"]) == ("way_charges", "o1")
    assert parse_order(at, f"b1 {refused.facts['path']}") == Move(unit="b1", path=("0605", "0705"))


def test_a_slash_command_with_a_goal_is_guarded_alike() -> None:
    at = position("place: {b1: 0505 cavalry mp 2, o1: 0805 side orange}")
    context = order_text.order_context(at.system, at.scenario, at.state, "blue")

    with pytest.raises(IllegalOrder, match="way_charges"):
        slash_orders.move(context, "b1", "0705")
    assert slash_orders.move(context, "b1", "0605 0705") == Move(unit="b1", path=("0605", "0705"))


def test_the_steps_already_made_count_for_the_charge_a_goal_would_bring() -> None:
    at = position("{place: {b1: 0505 cavalry mp 2, o1: 0805 side orange}, orders: [blue step b1 0605]}")

    assert refusal(at, "b1 -> 0705").reason == "way_charges"


def test_a_marsh_on_the_way_is_gone_round_and_one_at_the_goal_is_named() -> None:
    at = position("{terrain: {marsh: 0605}, place: {b1: 0505 mp 3}}")

    order = parse_order(at, "b1 -> 0705")

    assert isinstance(order, Move)
    assert "0605" not in order.path
    assert parse_order(at, "b1 -> 0605") == Move(unit="b1", path=("0605",))


def test_a_marsh_that_no_way_avoids_is_told() -> None:
    at = position("{terrain: {marsh: 0605}, place: {b1: 0505 mp 2}}")

    refused = refusal(at, "b1 -> 0705")

    assert (refused.reason, refused.facts["at"], refused.facts["path"]) == ("way_tests", "0605", "0605 0705")


def test_a_goal_held_by_the_enemy_is_refused_for_the_enemy_not_for_a_zone() -> None:
    at = position("place: {b1: 0505, o1: 0705 side orange}")
    order = parse_order(at, "b1 -> 0705")

    with pytest.raises(IllegalOrder) as refused:
        play(at.system, at.scenario, at.state, "blue", order, ForcedDice(()))

    assert (refused.value.reason, refused.value.facts["by"]) == ("occupied", "o1")
