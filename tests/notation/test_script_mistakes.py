"""Referee scripts that cannot be played are named with file, line and key, never with a traceback; and the
computer player gives orders in one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli.run_script import UNREADABLE, referee

ATTACK = "place: {b1: 0203, o1: 0303}\nphase: combat\norder: blue b1 attacks o1\n"
COLONIAL = "system: desastre_colonial\n"


def printed(tmp_path: Path, text: str) -> Result:
    """What the command prints of a script."""
    file = tmp_path / "script.yaml"
    file.write_text(text, encoding="utf-8")
    return CliRunner().invoke(referee, [str(file)])


@pytest.mark.parametrize(
    ("text", "line", "key", "what"),
    [
        (f"agenda: [{{kind: nonsense}}]\n{ATTACK}", 1, "agenda[1].kind", "'nonsense' is unknown"),
        (
            f"{COLONIAL}place: {{c1: 0203}}\nactive: []\nagenda: [{{kind: nonsense}}]\norder: proceed\n",
            4,
            "agenda[1].kind",
            "'nonsense' is unknown",
        ),
        (
            f"{COLONIAL}place: {{c1: 0203}}\nactive: []\nagenda: [{{kind: rout}}]\norder: proceed\n",
            4,
            "agenda",
            "the referee cannot play on from there",
        ),
        (f"{COLONIAL}place:\n  c1: 0505 bases 0\n", 3, "place.c1", "bases 0: should be one of 1, 2"),
        (f"{COLONIAL}place:\n  c1: 0505 bases 3\n", 3, "place.c1", "bases 3: should be one of 1, 2"),
        (f"{COLONIAL}place:\n  c1: 0505 weapon blr weapon mlr\n", 3, "place.c1", "blr and mlr: a counter"),
        (f"{COLONIAL}place:\n  c1: 0505 blr mlr\n", 3, "place.c1", "blr and mlr: a counter"),
        (
            f"{COLONIAL}place:\n  c1: {{at: 0505, weapon: blr, traits: [mlr]}}\n",
            3,
            "place.c1.traits",
            "a counter has only one weapon",
        ),
        (
            f"{COLONIAL}place: {{c1: 0505 commanded, c9: 0505 chief command 3D6/3 active}}\n"
            "phase: sharing\npools:\n  command: 5 7\n",
            5,
            "pools.command",
            "a die of 6 has no 7 (DC-CMD-14)",
        ),
        (
            f"{COLONIAL}place: {{c1: 0505}}\npools:\n  drame.1: 2 6\n",
            4,
            "pools.drame.1",
            "6 is no card of the deck: 1, 2, 3, 4, 5 (DC-DRA-07)",
        ),
        (f"{ATTACK}dice: [0]\n", 4, "dice", "has no 0 for combat of b1"),
        (f"{ATTACK}dice: [99]\n", 4, "dice", "has no 99 for combat of b1"),
        (f"levels: {{10: 0505}}\n{ATTACK}", 1, "levels.10", "'10' is no level (0 to 9)"),
        (f"{ATTACK}expect: {{notes: []}}\n", 4, "expect.notes", "is empty: it expects nothing"),
        (f"{ATTACK}expect: {{never: []}}\n", 4, "expect.never", "is empty: it expects nothing"),
        ("[]\n", 1, "(file)", "holds no script"),
    ],
)
def test_a_mistake_is_named_with_file_line_and_key(
    tmp_path: Path, text: str, line: int, key: str, what: str
) -> None:
    result = printed(tmp_path, text)

    assert result.exit_code == UNREADABLE
    assert f"script.yaml:{line}: {key}: " in result.stderr
    assert what in result.stderr


def test_an_error_in_one_script_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: object) -> object:
        raise RuntimeError("a mistake of the referee")

    monkeypatch.setattr("notation.scripts.runner.position_json", stumble)
    result = printed(tmp_path, "- case: one\n  place: {b1: 0203}\n- case: two\n  place: {b1: 0203}\n")

    assert result.exit_code == UNREADABLE
    assert [line.split(":")[0] for line in result.stderr.splitlines()] == ["case one", "case two"]
    assert "RuntimeError: a mistake of the referee" in result.stderr
    assert "Traceback" not in result.stderr


NEVER = "system: desastre_colonial\nplace: {n1: 0704}\norder: native rout n1 1\nexpect: {never: [ENTRY]}\n"


@pytest.mark.parametrize(
    ("entry", "failed"),
    [
        ("moved", False),
        ("asked", True),
        ("{kind: rout}", True),  # the remark of that kind
        ("{is: pushed, kind: rout}", True),
        ("{kind: pushed}", False),
        ("{is: marked, name: routed}", True),
        ("{kind: rout, unit: n2}", False),
    ],
)
def test_never_looks_at_events_by_name_and_else_at_remarks(tmp_path: Path, entry: str, failed: bool) -> None:
    assert printed(tmp_path, NEVER.replace("ENTRY", entry)).exit_code == int(failed)


def test_never_does_not_take_a_task_for_a_remark(tmp_path: Path) -> None:
    text = "system: desastre_colonial\nplace: {c1: 0505}\norder: test c1\nexpect: {never: [{kind: test}]}\n"

    assert printed(tmp_path, text).exit_code == 0


@pytest.mark.parametrize(
    ("script", "orders"),
    [
        ("place: {b1: 0203, o1: 0402}\norders: [blue computer, computer, 'blue: computer']\n", ["blue"] * 3),
        (
            "system: art_of_tactic\nplace: {R1: 0505, B1: 0805}\n"
            "orders: ['red: computer', 'red: computer', 'blue: computer', 'blue: computer']\n",
            ["red", "red", "blue", "blue"],
        ),
        (
            "system: desastre_colonial\nphase: initiative\n"
            "place: {c1: 0505, c9: 0505 chief, n1: 0112, n9: 0112 chief}\norders: [computer, computer]\n",
            ["colonial", "colonial"],
        ),
    ],
)
def test_the_computer_player_gives_an_order(tmp_path: Path, script: str, orders: list[str]) -> None:
    result = printed(tmp_path, script)
    *outcomes, _ = map(json.loads, result.stdout.splitlines())

    assert [outcome["side"] for outcome in outcomes] == orders
    assert all(outcome["accepted"] and outcome["command"] for outcome in outcomes)
    assert printed(tmp_path, script).stdout == result.stdout


def test_the_computer_player_is_refused_where_it_has_nothing_to_decide(tmp_path: Path) -> None:
    text = "place: {b1: 0203, o1: 0402}\nplayer: blue\norders: ['orange: computer']\n"
    outcome = json.loads(printed(tmp_path, text).stdout.splitlines()[0])

    assert outcome["refused"]["reason"] == "nothing_open"
