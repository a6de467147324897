"""The ladder: games are played to their end, points and ratings are counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.ladder import records
from bench.ladder.__main__ import main
from bench.ladder.games import Game, play_game
from bench.ladder.ratings import ratings, share_of_points


def game(one: str, two: str, points: float) -> Game:
    """A game in which the first player won so many points."""
    return Game(
        battle="ormes",
        system="morne_plaine",
        players={"blue": one, "orange": two},
        points={"blue": points, "orange": 1 - points},
        scores={"blue": 3, "orange": 2},
        seconds={"blue": 1.0, "orange": 2.0},
        turns=4,
    )


def test_a_player_by_rules_beats_random_play() -> None:
    played = play_game("tutorial", {"blue": "easy", "orange": "random"}, b"seed")

    assert sum(played.points.values()) == 1
    assert played.turns >= 1


def test_points_are_shared_over_both_sides() -> None:
    games = [game("easy", "random", 1.0), game("random", "easy", 0.0), game("easy", "random", 0.5)]

    won = share_of_points(games, "easy", "random")

    assert won.games == 3
    assert won.share == pytest.approx(2.5 / 3)
    assert won.low < won.share < won.high


def test_without_games_there_is_no_share() -> None:
    with pytest.raises(ValueError, match="no game"):
        share_of_points([], "easy", "random")


def test_who_wins_more_has_the_higher_rating_and_the_first_has_none() -> None:
    games = [game("easy", "random", 1.0)] * 6 + [game("normal", "easy", 1.0)] * 6

    rated = ratings(games, ("random", "easy", "normal"))

    assert rated["random"][0] == 0
    assert 0 < rated["easy"][0] < rated["normal"][0]
    assert rated["easy"][1] <= rated["easy"][0] <= rated["easy"][2]


def test_the_quick_form_prints_both_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick", "--battles", "tutorial", "--players", "random", "easy"]) == 0

    printed = capsys.readouterr().out
    assert "| morne_plaine | easy against random |" in printed
    assert "| easy |" in printed


def test_games_of_other_days_add_up(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    records.append(file, game("easy", "random", 1.0))

    before = records.read(file)

    assert before == [game("easy", "random", 1.0)]
    assert records.played(before, "ormes", "easy", "random") == 1
    assert records.played(before, "ormes", "random", "easy") == 0
    again = main(
        ["--games", "1", "--battles", "ormes", "--players", "random", "easy", "--results", str(file)]
    )
    assert again == 0
    assert len(records.read(file)) == 2, "only the game that was missing is played"
