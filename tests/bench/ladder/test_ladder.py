"""The ladder: games are played to their end, points and ratings are counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bench.ladder import records
from bench.ladder.__main__ import PAGE, TABLE, main, next_pair, page_tables, seats_missing
from bench.ladder.fingerprint import SHORT, data_of, fingerprint, orders_in, played_by
from bench.ladder.games import Game, play_game
from bench.ladder.ratings import pairs_of, ratings, share_of_games, share_of_pairs
from opponent import LEVELS, Level
from opponent.rulebooks import RULEBOOKS, Mistakes, rulebook


def game(one: str, two: str, points: float, *, number: int = 0, margin: int = 1) -> Game:
    """A game in which the first player won so many points, and was ahead by `margin`."""
    return Game(
        battle="ormes",
        system="morne_plaine",
        players={"blue": one, "orange": two},
        points={"blue": points, "orange": 1 - points},
        scores={"blue": 2 + margin, "orange": 2},
        seconds={"blue": 1.0, "orange": 2.0},
        turns=4,
        play=fingerprint("ormes", (one, two)),
        seed=f"ladder/ormes/{number}",
    )


def both(strong: str, weak: str, margins: tuple[int, int], number: int = 0) -> list[Game]:
    """A pair of games: by how much Blue was ahead with the strong player, and with the weak one."""
    first, second = margins
    return [
        game(strong, weak, 1.0 if first > 0 else 0.0, number=number, margin=first),
        game(weak, strong, 1.0 if second > 0 else 0.0, number=number, margin=second),
    ]


def test_a_player_by_rules_beats_random_play() -> None:
    played = play_game("tutorial", {"blue": "easy", "orange": "random"}, b"seed")

    assert sum(played.points.values()) == 1
    assert played.turns >= 1


@pytest.mark.parametrize(
    ("margins", "points"),
    [((3, 2), 1.0), ((2, 3), 0.0), ((3, 3), 0.5), ((2, -1), 1.0), ((-1, -4), 1.0), ((-4, -1), 0.0)],
)
def test_a_pair_is_won_by_who_was_ahead_in_both_games_together(
    margins: tuple[int, int], points: float
) -> None:
    (pair,) = pairs_of(both("normal", "easy", margins))

    assert pair.points("normal") == points
    assert pair.points("easy") == 1 - points
    assert pair.margin("normal") == margins[0] - margins[1]


def test_a_battle_that_one_side_always_wins_tells_players_apart_by_pairs() -> None:
    games = [g for n in range(10) for g in both("normal", "easy", (5, 2), n)]

    assert share_of_games(games, "normal", "easy").share == 0.5
    assert share_of_pairs(pairs_of(games), "normal", "easy").share == 1


def test_a_game_without_its_other_half_is_in_no_pair() -> None:
    whole = both("normal", "easy", (1, -1), 4)
    halves = [game("normal", "easy", 1.0, number=5), game("easy", "normal", 1.0, number=6)]
    others = [replace(g, battle="vaux") for g in both("normal", "easy", (1, 1), 5)[:1]]
    alone = [game("easy", "easy", 1.0, number=7)] * 2

    (pair,) = pairs_of([halves[0], *whole, *alone, *others, halves[1]])

    assert {g.seed for g in pair.games} == {"ladder/ormes/4"}


def test_points_of_single_games_are_shared_over_both_sides() -> None:
    games = [game("easy", "random", 1.0), game("random", "easy", 0.0), game("easy", "random", 0.5)]

    won = share_of_games(games, "easy", "random")

    assert won.number == 3
    assert won.share == pytest.approx(2.5 / 3)
    assert won.low < won.share < won.high


def test_without_games_there_is_no_share() -> None:
    with pytest.raises(ValueError, match="nothing was played"):
        share_of_games([], "easy", "random")
    with pytest.raises(ValueError, match="nothing was played"):
        share_of_pairs([], "easy", "random")


def test_who_wins_more_pairs_has_the_higher_rating_and_the_first_has_none() -> None:
    games = [
        g for n in range(6) for g in both("easy", "random", (3, 1), n) + both("normal", "easy", (3, 1), n)
    ]

    rated = ratings(pairs_of(games), ("random", "easy", "normal", "hard"))

    assert list(rated) == ["random", "easy", "normal"], "who played no pair is not rated"
    assert rated["random"][0] == 0
    assert 0 < rated["easy"][0] < rated["normal"][0]
    assert rated["easy"][1] <= rated["easy"][0] <= rated["easy"][2]
    assert ratings([], ("random", "easy")) == {}


def test_the_quick_form_prints_both_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick", "--battles", "tutorial", "--players", "random", "easy"]) == 0

    printed = capsys.readouterr().out
    assert "| morne_plaine | easy against random |" in printed
    assert "| easy |" in printed
    assert "| 1 |" in printed, "one pair"
    assert "| 2 |" in printed, "of two games"


def test_games_of_other_days_add_up(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    records.append(file, game("easy", "random", 1.0))

    before = records.read(file)

    assert before == [game("easy", "random", 1.0)]
    assert records.played(before, "ormes", "easy", "random") == 1
    assert records.played(before, "ormes", "random", "easy") == 0
    again = main(
        ["--pairs", "1", "--battles", "ormes", "--players", "random", "easy", "--results", str(file)]
    )
    assert again == 0
    assert len(records.read(file)) == 2, "only the missing half of the pair is played"


def test_games_that_were_played_otherwise_do_not_count(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    records.append(file, replace(game("easy", "random", 1.0), play="0123456789"))
    records.append(file, game("easy", "random", 1.0))

    assert len(records.read(file)) == 1
    assert len(file.read_text(encoding="utf-8").splitlines()) == 2


def test_next_comes_what_least_is_known_of() -> None:
    twos = [("random", "easy"), ("easy", "normal")]
    battles = ("ormes", "nonaka")
    games = [g for n in range(2) for g in both("easy", "random", (2, 1), n)]

    assert next_pair([], battles, twos, 5) == ("ormes", ("random", "easy"), 0)
    assert next_pair(games, battles, twos, 5) == ("nonaka", ("random", "easy"), 0)
    assert next_pair(games, ("ormes",), twos, 5) == ("ormes", ("easy", "normal"), 0)
    assert next_pair(games, ("ormes",), twos[:1], 5) == ("ormes", ("random", "easy"), 2)
    assert next_pair(games, ("ormes",), twos[:1], 2) is None


def test_pairs_are_played_whole() -> None:
    two = ("random", "easy")
    first, second = both("easy", "random", (2, 1), 1)

    assert seats_missing([], "ormes", two, 1) == [("easy", "random"), ("random", "easy")]
    assert seats_missing([first], "ormes", two, 1) == [("random", "easy")]
    assert seats_missing([first, second], "ormes", two, 1) == []
    games = [*both("easy", "random", (2, 1), 0), first]
    assert next_pair(games, ("ormes",), [two], 5) == ("ormes", two, 1)


def test_the_page_has_points_by_pairs_and_by_games_and_ratings() -> None:
    games = [g for n in range(3) for g in both("easy", "random", (2, 1), n)]

    page = page_tables(games, [("random", "easy"), ("easy", "normal")], ("random", "easy", "normal"))

    row, random, easy = [line for line in page.splitlines() if line.startswith("| *")]
    assert row == (
        "| *easy* against *random* | Morne Plaine | *The bridge at Ormes* | 100 % | 44 % to 100 % | 3 "
        "| 50 % | 19 % to 81 % | 6 |"
    )
    assert random == "| *random* | 0 | 0 to 0 |"
    assert easy.startswith("| *easy* | ")
    assert TABLE.search(PAGE.read_text(encoding="utf-8")), "the page has a place for them"


def test_half_a_pair_has_no_points_by_pairs_on_the_page() -> None:
    page = page_tables([game("easy", "random", 1.0)], [("random", "easy")], ("random", "easy"))

    assert "| *The bridge at Ormes* |  | | 0 | 100 % | 21 % to 100 % | 1 |" in page


@pytest.mark.long
def test_the_fingerprint_changes_with_what_the_computer_player_orders(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = orders_in.__wrapped__("tutorial", SHORT)
    assert orders_in.__wrapped__("tutorial", SHORT) == before

    monkeypatch.setattr("opponent.rules_of_thumb.evaluation.PREY", 0.5)
    monkeypatch.setattr("opponent.search.GAIN", 0.5)

    assert orders_in.__wrapped__("tutorial", SHORT) != before


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """What forgets how battles are played, as before and after a test. Searches are very short."""
    monkeypatch.setattr("bench.ladder.fingerprint.SHORT", Level(effort=10))

    def forget() -> None:
        for cache in (played_by, orders_in):
            cache.cache_clear()

    forget()
    yield forget
    forget()


def test_a_level_that_plays_otherwise_changes_the_fingerprint_of_its_own_games_alone(
    monkeypatch: pytest.MonkeyPatch, forgetful: Callable[[], None]
) -> None:
    of_hard, of_others = (fingerprint("tutorial", (name, "normal")) for name in ("hard", "easy"))

    monkeypatch.setattr("bench.ladder.fingerprint.LEVELS", {**LEVELS, "hard": Level(effort=1)})
    forgetful()

    assert fingerprint("tutorial", ("normal", "hard")) != of_hard
    assert fingerprint("tutorial", ("normal", "easy")) == of_others


@pytest.mark.parametrize(
    ("level", "alone"), [("easy", ("rules", "normal", "hard")), ("normal", ("rules", "easy", "hard"))]
)
def test_a_mistake_changes_the_fingerprint_of_games_with_its_own_level_alone(
    level: str, alone: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, forgetful: Callable[[], None]
) -> None:
    before = {name: fingerprint("tutorial", (name, "random")) for name in (*alone, level)}

    book = rulebook("morne_plaine")
    other = replace(book, mistakes={**book.mistakes, level: Mistakes(missed=99)})
    monkeypatch.setitem(RULEBOOKS, "morne_plaine", other)  # type: ignore[arg-type]
    forgetful()

    after = {name: fingerprint("tutorial", (name, "random")) for name in (*alone, level)}
    assert {name for name in after if after[name] != before[name]} == {level}


def test_what_a_rulebook_says_like_most_is_no_part_of_the_fingerprint() -> None:
    book = rulebook("morne_plaine")

    assert "crowding" not in data_of(book)
    assert data_of(replace(book, crowding=2.0)) == {**data_of(book), "crowding": 2.0}
