"""GROGNARD_SHARDS, as hosts write it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.cli.shards.setting import ShardSetting, read_setting


@pytest.mark.parametrize(
    ("text", "setting"),
    [
        ("auto/16", ShardSetting(tuple(range(16)), 16, auto=True)),
        ("0-3/16", ShardSetting((0, 1, 2, 3), 16)),
        (" 5, 0-1 / 6 ", ShardSetting((0, 1, 5), 6)),
        ("0/1", ShardSetting((0,), 1)),
    ],
)
def test_shards_are_a_part_of_a_number(text: str, setting: ShardSetting) -> None:
    assert read_setting(text) == setting


@pytest.mark.parametrize(
    "text", ["16", "auto", "auto/0", "4/4", "3-1/4", "x/4", "1,,2/4", "-1/4", "auto/9999999"]
)
def test_what_is_no_setting_is_said_with_examples(text: str) -> None:
    with pytest.raises(ValueError, match="auto/16"):
        read_setting(text)


@pytest.mark.parametrize("shards", ["auto/4", "four"])
def test_without_a_server_and_a_token_the_setting_is_refused(
    shards: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = CliRunner().invoke(main, ["run", "--data", str(tmp_path)], env={"GROGNARD_SHARDS": shards})
    assert ran.exit_code == 78
    assert "GROGNARD_SHARDS" in ran.output
    assert not [*tmp_path.iterdir()]
