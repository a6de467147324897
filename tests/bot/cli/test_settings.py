"""Where the data folder is: asked for, in a checkout, or where the system keeps such things."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli import settings


def checkout(folder: Path) -> Path:
    (folder / "bot" / "cli").mkdir(parents=True)
    (folder / "pyproject.toml").touch()
    return folder


def test_xdg_data_home_is_heeded_outside_a_checkout_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    (installed := tmp_path / "anywhere").mkdir()
    here = checkout(tmp_path / "checkout")

    assert settings.read(None, {}, installed).data == tmp_path / "share" / "grognard"
    assert settings.read(None, {}, here).data == here / "data"
    assert settings.read(None, {"GROGNARD_DATA": str(tmp_path / "x")}, installed).data == tmp_path / "x"
    assert settings.read(tmp_path / "y", {"GROGNARD_DATA": "x"}, installed).data == tmp_path / "y"


def test_a_relative_xdg_data_home_is_ignored_as_the_standard_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "share")

    assert settings.read(None, {}, tmp_path).data.is_absolute()
    assert settings.read(None, {}, tmp_path).data != Path.cwd() / "share" / "grognard"


def test_the_host_is_told_where_games_are_kept_and_never_the_address_of_the_database(tmp_path: Path) -> None:
    on_disk = settings.read(tmp_path, {})
    on_server = settings.read(tmp_path, {"GROGNARD_DATABASE": "postgresql://me:secret@host/games"})

    assert f"Games are kept in {tmp_path}." in on_disk.whereabouts
    assert "GROGNARD_DATA=" in on_disk.whereabouts
    assert "PostgreSQL (GROGNARD_DATABASE)" in on_server.whereabouts
    assert "secret" not in on_server.whereabouts


@pytest.mark.parametrize(
    ("text", "size"), [("", 7), ("120", 120_000_000), ("1.5", 16_000_000), ("much", 7), ("1e999", 7)]
)
def test_the_memory_for_pictures_is_a_number_of_megabytes_or_follows_from_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, size: int
) -> None:
    monkeypatch.setattr(settings, "usable_memory", lambda: 512)
    monkeypatch.setattr(settings, "for_pictures", {512: 7}.__getitem__)

    assert settings.read(tmp_path, {"GROGNARD_PICTURE_MEMORY": text}, tmp_path).picture_memory == size


@pytest.mark.parametrize(
    ("machine", "pictures"), [(None, 20), (512, 20), (768, 21), (1_024, 64), (1_840, 200), (64_000, 200)]
)
def test_pictures_have_more_memory_on_a_larger_machine(machine: int | None, pictures: int) -> None:
    """In megabytes."""
    memory = None if machine is None else machine * 1_000_000

    assert settings.for_pictures(memory) // 1_000_000 == pictures


@pytest.mark.parametrize(("text", "size"), [("", None), ("40", 40_000_000), ("0", 4_000_000), ("much", None)])
def test_the_memory_for_games_is_a_number_of_megabytes(tmp_path: Path, text: str, size: int | None) -> None:
    assert settings.read(tmp_path, {"GROGNARD_GAME_MEMORY": text}, tmp_path).game_memory == size


@pytest.mark.parametrize(("text", "thinks"), [("", True), ("yes", True), ("Off", False), ("0", False)])
def test_the_computer_player_thinks_unless_it_is_told_not_to(tmp_path: Path, text: str, thinks: bool) -> None:
    assert settings.read(tmp_path, {"GROGNARD_THINKING": text}, tmp_path).thinking is thinks
