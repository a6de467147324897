"""Balance: games of a level with itself are counted, written into the battle, and tell the handicap."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import scenarios
from bench.ladder import records
from bench.ladder.balance import measured, row, written
from bench.ladder.even_handicap import even_handicap, next_to_try, points_with
from bench.ladder.fingerprint import RULES
from bench.ladder.games import Game, make_player
from engine.scenario import Handicap, Measured, wilson
from opponent import Player
from scenarios import handicaps

GIVES_1_AND_DRAW = Handicap(gives="orange", points=1, draw=True)
TEXT = "id: ormes\nabout: {level: easy, minutes: 90, balance: unmeasured}   # a note\ntitle: Ormes\n"


def game(difference: int, level: str = "normal") -> Game:
    """A game of Ormes that Orange won by so many points."""
    orange = 0.5 + (difference > 0) / 2 - (difference < 0) / 2
    return Game(
        battle="ormes",
        system="morne_plaine",
        players={"blue": level, "orange": level},
        points={"blue": 1 - orange, "orange": orange},
        scores={"blue": 2, "orange": 2 + difference},
        seconds={"blue": 1.0, "orange": 1.0},
        turns=8,
    )


def test_the_side_that_wins_more_gives_the_points_that_even_the_games_out() -> None:
    games = [game(n) for n in (4, 3, 3, 1, 1, 1, -2, 3) * 3] + [game(-9, "easy")]

    found = measured("ormes", "normal", games)

    assert found == Measured(by="normal", won={"blue": 3, "orange": 21}, drawn=0, handicap=GIVES_1_AND_DRAW)
    assert found.share == 7 / 8
    assert not found.is_even
    assert measured("ormes", "normal", games[:8]).handicap is None, "few games say nothing"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("differences", "points", "draw"),
    [
        ((1, 1, 1, -1), None, False),
        ((1, 1, 1, 1), 1, False),
        ((5, 5, 3, 3), 3, True),
        ((3, 3, 3, 3), 3, False),
        ((0, 0, 1, 2), 0, True),
        ((1, 1, 5), None, False),
    ],
)
def test_the_handicap_is_the_smallest_with_which_the_games_come_out_even(
    differences: tuple[int, ...], points: int | None, draw: bool
) -> None:
    found = even_handicap(scenarios.load("ormes"), [game(d) for d in differences], "orange")

    assert found == (None if points is None else Handicap(gives="orange", points=points, draw=draw))


def colonial_game(lost: int, held: int, native_won: bool = False) -> Game:
    """A game of the wells after so many losses; `native_won` although they were few: by the chiefs."""
    native = 1.0 if native_won or lost >= 3 else 0.0 if lost < 2 and held else 0.5
    return Game(
        battle="puits",
        system="desastre_colonial",
        players={"colonial": RULES, "native": RULES},
        points={"colonial": 1 - native, "native": native},
        scores={"colonial": held, "native": lost},
        seconds={"colonial": 1.0, "native": 1.0},
        turns=6,
    )


@pytest.mark.parametrize(
    ("played", "given", "points"),
    [
        (colonial_game(1, 1), Handicap(gives="colonial", points=1), 0.5),
        (colonial_game(1, 1), Handicap(gives="colonial", points=2), 0.0),
        (colonial_game(1, 1), Handicap(gives="colonial", points=1, draw=True), 0.0),
        (colonial_game(3, 1), Handicap(gives="native", points=1), 0.5),
        (colonial_game(3, 1), Handicap(gives="native", points=2), 0.0),
        (colonial_game(3, 0), Handicap(gives="native", points=2), 0.5),
        (colonial_game(1, 1, native_won=True), Handicap(gives="native", points=1, draw=True), 1.0),
    ],
)
def test_where_losses_decide_the_units_given_are_lost_or_not_dc_vic_05_and_06(
    played: Game, given: Handicap, points: float
) -> None:
    assert points_with(scenarios.load("puits"), played, given) == points


def with_handicap(given: Handicap, won: int, of: int) -> list[Game]:
    """Games of Ormes with a handicap, so many of them won by the side that gives."""
    points = [1.0] * won + [0.0] * (of - won)
    return [
        replace(game(0), points={"orange": p, "blue": 1 - p}, handicap=handicaps.written(given))
        for p in points
    ]


def test_a_handicap_that_was_played_counts_before_one_that_was_reckoned() -> None:
    plain_games = [game(n) for n in (4, 3, 3, 1, 1, 1, -2, 3) * 3]
    three, five = (Handicap(gives="orange", points=n) for n in (3, 5))
    games = [*plain_games, *with_handicap(three, 18, 24), *with_handicap(five, 12, 24)]

    found = measured("ormes", "normal", games)

    assert found is not None
    assert (found.games, found.handicap) == (24, five)


def test_the_next_handicap_to_be_tried_is_larger_or_smaller_until_one_fits() -> None:
    one, more, two = (
        Handicap(gives="orange", points=n, draw=d) for n, d in ((1, False), (1, True), (2, False))
    )

    assert next_to_try(one, {one: 0.7}) == more
    assert next_to_try(two, {two: 0.3}) == more
    assert next_to_try(one, {one: 0.5}) is None
    assert next_to_try(more, {one: 0.6, more: 0.4}) is None, (
        "the one before was too small, this one is too large"
    )
    assert (
        next_to_try(Handicap(gives="orange", draw=True), {Handicap(gives="orange", draw=True): 0.2}) is None
    )


def test_games_with_a_handicap_are_kept_with_it_and_do_not_count_as_others(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with_, without = with_handicap(GIVES_1_AND_DRAW, 1, 1)[0], game(0)
    for one in (with_, without):
        records.append(file, one)

    lines = [json.loads(line) for line in file.read_text().splitlines()]

    assert [line.get("handicap", "") for line in lines] == ["orange-1.5", ""]
    assert records.played([with_, without], "ormes", "normal", "normal") == 1


def test_no_games_say_nothing() -> None:
    assert measured("ormes", "hard", [game(1)]) is None


def test_what_was_counted_is_written_in_the_place_of_what_stood_there() -> None:
    few = measured("ormes", "normal", [game(2)] * 4)
    many = measured("ormes", "normal", [game(2)] * 20)
    assert few is not None
    assert many is not None

    once = written(TEXT, few)
    twice = written(once, many)

    assert "balance: unmeasured, measured: {by: normal, won: {blue: 0, orange: 4}" in once, "few: it stays"
    assert "balance: orange, measured: {by: normal, won: {blue: 0, orange: 20}, drawn: 0" in twice
    assert twice.count("measured") == 1
    assert twice.endswith("}   # a note\ntitle: Ormes\n")
    assert "orange 100%" in row("ormes", many)


@pytest.mark.parametrize("level", ["rules", "easy"])
def test_games_without_a_search_are_told_but_do_not_call_a_battle_even_or_not(level: str) -> None:
    found = measured("ormes", level, [game(2, level)] * 20)
    assert found is not None

    assert f"balance: unmeasured, measured: {{by: {level}, won: {{blue: 0, orange: 20}}" in written(
        TEXT, found
    )


def test_rules_of_thumb_play_without_a_search_and_without_mistakes() -> None:
    player = make_player(RULES, b"seed")

    assert isinstance(player, Player)
    assert (player.level.effort, player.level.mistakes) == (0, "")


def test_the_interval_of_a_share_narrows_with_the_games() -> None:
    low, high = wilson(0.5, 100)

    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert wilson(1.0, 4)[1] == 1.0
