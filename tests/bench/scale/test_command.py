"""The command that measures and prints the model."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from bench.scale.__main__ import main
from tests.bench.scale.test_model import MEASURED
from tests.storage.postgres_server import Postgres


def test_numbers_that_were_measured_before_are_worked_with_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = tmp_path / "known.json"
    known.write_text(json.dumps({"measured": asdict(MEASURED)}))
    again = tmp_path / "again.json"
    assert main(["--from", str(known), "--games", "5", "700", "--output", str(again)]) == 0
    assert "| | 5 games | 700 games |" in capsys.readouterr().out
    assert json.loads(again.read_text())["measured"] == asdict(MEASURED)


@pytest.mark.long  # quick: the one above, and test_model.py
def test_a_quick_measurement_finds_each_number(tmp_path: Path, postgres: Postgres) -> None:
    assert main(["--quick", "--output", str(tmp_path / "scale.json")]) == 0
    measured = json.loads((tmp_path / "scale.json").read_text())["measured"]
    assert [name for name, value in measured.items() if value <= 0] == ["shard_megabytes", "server_megabytes"]
