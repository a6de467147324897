"""The ladder: games are played to their end, points and ratings are counted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bench.ladder import records
from bench.ladder.__main__ import PAGE, TABLE, main, next_seats, page_rows
from bench.ladder.fingerprint import data_of, fingerprint
from bench.ladder.games import Game, play_game
from bench.ladder.ratings import ratings, share_of_points
from opponent.rulebooks import rulebook


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
        play=fingerprint("ormes"),
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


def test_games_that_were_played_otherwise_do_not_count(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    records.append(file, replace(game("easy", "random", 1.0), play="0123456789"))
    records.append(file, game("easy", "random", 1.0))

    assert len(records.read(file)) == 1
    assert len(file.read_text(encoding="utf-8").splitlines()) == 2


def test_next_comes_what_least_is_known_of_on_both_sides() -> None:
    pairs = [("random", "easy"), ("easy", "normal")]
    battles = ("ormes", "nonaka")
    games = [game("easy", "random", 1.0)] * 4

    assert next_seats([], battles, pairs, 5) == ("ormes", "easy", "random")
    assert next_seats(games, battles, pairs, 5) == ("nonaka", "easy", "random")
    assert next_seats(games, ("ormes",), pairs, 5) == ("ormes", "normal", "easy")
    assert next_seats(games, ("ormes",), pairs[:1], 5) == ("ormes", "random", "easy")
    assert next_seats(games, ("ormes",), pairs[:1], 0) is None


def test_the_page_has_a_row_for_each_pair_and_rulebook() -> None:
    rows = page_rows([game("easy", "random", 1.0)] * 3, [("random", "easy"), ("easy", "normal")])

    (row,) = [line for line in rows.splitlines() if line.startswith("| *")]
    assert (
        row
        == "| *easy* against *random* | Morne Plaine | *The bridge at Ormes* | 100 % | 44 % to 100 % | 3 |"
    )
    assert TABLE.search(PAGE.read_text(encoding="utf-8")), "the page has a place for them"


def test_the_fingerprint_changes_with_what_the_computer_player_orders(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = fingerprint.__wrapped__("tutorial")
    assert fingerprint.__wrapped__("tutorial") == before

    monkeypatch.setattr("opponent.rules_of_thumb.evaluation.PREY", 0.5)
    monkeypatch.setattr("opponent.search.GAIN", 0.5)

    assert fingerprint.__wrapped__("tutorial") != before


def test_what_a_rulebook_says_like_most_is_no_part_of_the_fingerprint() -> None:
    book = rulebook("morne_plaine")

    assert "crowding" not in data_of(book)
    assert data_of(replace(book, crowding=2.0)) == {**data_of(book), "crowding": 2.0}
