"""`grognard record`: show, check, decide."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from bot.features.record.recorded_game import Sources, chain_report, log_of, record_of
from engine.events import Rolled
from notation.record import read, write
from storage import GameRecord
from storage.log_chain import fingerprint
from tests.bot.recorded_games import FOLDER, played, stored


@pytest.fixture
def ormes(tmp_path: Path) -> Path:
    file = tmp_path / "ormes.record"
    file.write_bytes(stored("ormes"))
    return file


def run(*words: str | Path, given: bytes = b"") -> Result:
    return CliRunner().invoke(main, ["record", *map(str, words)], input=given)


def test_a_record_is_shown_with_players_result_turns_orders_and_dice(ormes: Path) -> None:
    shown = run("show", ormes)

    assert shown.exit_code == 0
    assert shown.output.startswith("The bridge at Ormes (ormes, morne_plaine)\n  blue: blue\n")
    assert re.search(r"(blue|orange) won: ", shown.output)
    assert "Turn 2, blue, combat\n" in shown.output
    assert re.search(r"\d+\. blue attack [\w-]+ [\w-]+  \[dice \d\]\n", shown.output)
    assert "noted kind=" not in shown.output


def test_events_are_shown_where_wanted(ormes: Path) -> None:
    assert "      rolled purpose=combat " in run("show", "--events", ormes).output


def test_a_record_comes_from_standard_input_too() -> None:
    assert run("check", "-", given=stored("vaux")).exit_code == 0


def test_a_right_record_passes_and_says_what_to_compare(ormes: Path) -> None:
    checked = run("check", ormes)

    record = read(stored("ormes"))
    assert checked.exit_code == 0
    assert record.dice.commitment in checked.output
    assert record.log in checked.output


def test_a_changed_record_fails_the_check_and_says_what_is_wrong(ormes: Path) -> None:
    ormes.write_bytes(stored("ormes").replace(b"sides=6 dice=[2]", b"sides=6 dice=[3]", 1))

    checked = run("check", ormes)

    assert checked.exit_code == 1
    assert "its checksum is wrong" in checked.output
    assert "fingerprint" in checked.output
    assert "3 was rolled, should be 2" in checked.output


@pytest.mark.long
def test_a_fingerprint_noted_during_the_game_is_found_or_missed(ormes: Path) -> None:
    record = read(stored("ormes"))
    link = chain_report(record, log_of(record)).links[40]
    noted = fingerprint(bytes.fromhex(record.dice.seed), link)

    found = run("check", ormes, "--log", noted)
    missed = run("check", ormes, "--log", "0" * 32)

    assert (found.exit_code, missed.exit_code) == (0, 1)
    assert f"{noted} is the fingerprint of the log up to entry 40." in found.output
    assert f"nowhere: {'0' * 32}" in missed.output


def test_the_dice_of_a_record_are_verified_like_those_of_dice_txt(ormes: Path) -> None:
    right = CliRunner().invoke(main, ["verify", str(ormes)])
    ormes.write_bytes(stored("ormes").replace(b"sides=6 dice=[2]", b"sides=6 dice=[3]", 1))
    wrong = CliRunner().invoke(main, ["verify", str(ormes)])
    ormes.write_text(write(record_of(replace(played("ormes", 9), record=running()), Sources())), "utf-8")
    early = CliRunner().invoke(main, ["verify", str(ormes)])

    assert (right.exit_code, wrong.exit_code, early.exit_code) == (0, 1, 2)
    assert "Every die matches" in right.output
    assert "3 was rolled, should be 2" in wrong.output
    assert "was not over" in early.output


def running() -> GameRecord:
    return replace(played("ormes", 2).record, status="playing")


def test_a_record_of_a_running_game_is_shown_and_said_to_be_unfinished(ormes: Path) -> None:
    ormes.write_text(write(record_of(replace(played("ormes", 9), record=running()), Sources())), "utf-8")

    shown, checked, decided = run("show", ormes), run("check", ormes), run("decide", ormes)

    assert (shown.exit_code, checked.exit_code, decided.exit_code) == (0, 0, 2)
    assert "this is what spectators knew" in shown.output
    assert "can be checked only when it is over" in checked.output
    assert "before the end of the game" in decided.output


def test_every_order_is_decided_again(ormes: Path) -> None:
    decided = run("decide", ormes)

    assert decided.exit_code == 0
    assert f"{len(read(stored('ormes')).entries)} orders are decided as they were recorded." in decided.output


def test_the_first_difference_is_named_with_line_order_and_both_events(ormes: Path) -> None:
    record = read(stored("ormes"))
    at = next(n for n, e in enumerate(record.entries) if any(isinstance(x, Rolled) for x in e.events))
    entry = record.entries[at]
    short = replace(entry, events=entry.events[:-1])
    other = replace(record, entries=(*record.entries[:at], short, *record.entries[at + 1 :]))
    ormes.write_text(write(other), "utf-8")

    decided = run("decide", ormes)

    assert decided.exit_code == 1
    assert f"line {entry.line}: entry {entry.number} is decided otherwise." in decided.output
    assert entry.order in decided.output
    assert "recorded: (nothing)\n" in decided.output
    assert "decided:  " in decided.output


@pytest.mark.long
def test_a_moment_is_drawn_to_a_png(ormes: Path, tmp_path: Path) -> None:
    drawn = run("draw", "--at", "3.blue.combat", "--theme", "dark", "--out", tmp_path / "map.png", ormes)

    assert drawn.exit_code == 0, drawn.output
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("words", [("--at", "3.lunch"), ("--side", "green"), ("--out", "/nowhere/map.png")])
def test_what_cannot_be_drawn_is_refused(words: tuple[str, ...], ormes: Path) -> None:
    refused = run("draw", *words, ormes)

    assert refused.exit_code == 2
    assert "Traceback" not in refused.output


@pytest.mark.long
def test_a_replay_is_made_in_one_file(ormes: Path, tmp_path: Path) -> None:
    made = run("html", "--language", "fr", "--out", tmp_path / "replay.html", ormes)

    assert made.exit_code == 0, made.output
    page = (tmp_path / "replay.html").read_text("utf-8")
    assert "<title>Le pont d’Ormes</title>" in page
    assert len(page) <= 3_000_000


@pytest.mark.long
@pytest.mark.parametrize(
    "words", [("--language", "xx"), ("--theme", "pink"), ("--out", "/nowhere/replay.html")]
)
def test_a_replay_that_cannot_be_made_is_refused(words: tuple[str, ...], ormes: Path) -> None:
    refused = run("html", *words, ormes)

    assert refused.exit_code == 2
    assert "Traceback" not in refused.output


@pytest.mark.parametrize("command", ["show", "check", "decide", "draw", "html"])
@pytest.mark.parametrize("given", [b"", b"\xff", b"no record", stored("vaux")[:9000]])
def test_what_is_no_record_is_refused_with_its_line(command: str, given: bytes, tmp_path: Path) -> None:
    file = tmp_path / "other.txt"
    file.write_bytes(given)

    refused = run(command, file)

    assert refused.exit_code == 2
    assert f"{file}: " in refused.output
    assert "Traceback" not in refused.output


def test_a_file_that_is_not_there_is_refused() -> None:
    assert run("show", FOLDER / "none.record").exit_code == 2
