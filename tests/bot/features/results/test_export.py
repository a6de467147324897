"""Results as CSV and JSON: whole, and with nothing in them that a spreadsheet calculates."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime

import pytest

from bot.features.results.export import COLUMNS, as_csv, as_json, escaped
from storage import GameResult, ResultPlayer

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def result(*names: str, **changes: object) -> GameResult:
    players = tuple(
        ResultPlayer(side=side, user=n + 1, name=name)
        for n, (side, name) in enumerate(zip(("blue", "orange"), names, strict=True))
    )
    values = {
        "game": 7,
        "guild": 1,
        "battle": "ormes",
        "rulebook": "morne_plaine",
        "begun": NOON,
        "finished": NOON,
        "turns": 8,
        "ending": "rules",
        "winner": "blue",
        "level": "minor",
        "scores": {"blue": 12, "orange": -3},
        "players": players,
    }
    return GameResult(**values | changes)  # type: ignore[arg-type]


def rows(text: str) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(text))]


def test_a_line_says_who_played_and_how_it_ended() -> None:
    (row,) = rows(as_csv([result("Anna", 'Bruno, "the Fox"')]))

    assert tuple(row) == COLUMNS
    assert (row["players_1"], row["players_2"]) == ("Anna", 'Bruno, "the Fox"')
    assert (row["score_1"], row["score_2"], row["winner"], row["rated"]) == ("12", "-3", "blue", "yes")
    assert row["finished"] == "2026-05-01T12:00:00+00:00"


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "=cmd|' /C calc'!A0"]
)
def test_no_name_is_a_formula(name: str) -> None:
    (row,) = rows(as_csv([result(name, "Bruno")]))

    assert row["players_1"].startswith("'")
    assert not escaped(name).lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r"))


def test_an_uploaded_battle_is_no_formula_either() -> None:
    (row,) = rows(as_csv([result("Anna", "Bruno", battle="=HYPERLINK(1)")]))

    assert row["battle"] == "'=HYPERLINK(1)"


def test_json_keeps_names_as_they_are_and_ids_as_text() -> None:
    (read,) = json.loads(as_json([result("=1+1", "Bruno", winner="", ending="agreed")]))

    assert read["sides"][0]["players"] == [{"name": "=1+1", "user": "1", "computer": False}]
    assert read["winner"] is None
    assert read["sides"][1]["score"] == -3


def test_an_erased_player_and_the_computer_have_no_id() -> None:
    players = (
        ResultPlayer(side="blue", user=-1, name=""),
        ResultPlayer(side="orange", user=None, name="", bot=True),
    )
    (read,) = json.loads(as_json([result("", "", players=players)]))

    assert [side["players"][0]["user"] for side in read["sides"]] == [None, None]
    assert read["sides"][1]["players"][0]["name"] == "computer"


def test_without_results_there_are_only_headings() -> None:
    assert rows(as_csv([])) == []
    assert json.loads(as_json([])) == []
