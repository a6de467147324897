"""`grognard scenario`: new, check, draw, play, pack."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

import render
import scenarios
from bot.cli import main
from bot.cli.scenario import self_play
from engine.scenario import Scenario
from scenarios import upload_check
from tests.long_forms import long_but


def run(*words: str) -> str:
    result = CliRunner().invoke(main, ["scenario", *words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def answers(folder: Path, rulebook: str = "morne_plaine", title: str = "A ford") -> list[str]:
    """`new` with all five answers."""
    five = {"title": title, "rulebook": rulebook, "size": "small", "units": "5", "turns": "3"}
    return ["new", str(folder), *(word for name, answer in five.items() for word in (f"--{name}", answer))]


def new(folder: Path, rulebook: str) -> Path:
    run(*answers(folder, rulebook, title='A ford: "here"'))
    return folder


@pytest.mark.long
@pytest.mark.parametrize("rulebook", scenarios.templated())
def test_a_new_battle_of_every_rulebook_is_right_and_plays(tmp_path: Path, rulebook: str) -> None:
    folder = new(tmp_path / "ford", rulebook)

    assert run("check", str(folder)).startswith('ford: A ford: "here"; 13 x 13 hexes, 3 turns')
    told = run("play", str(folder), "--games", "1", "--heat", str(tmp_path / "heat.png"))
    assert "wins" in told
    assert "unfinished" not in told
    width, height = Image.open(BytesIO((tmp_path / "heat.png").read_bytes())).size
    assert width <= render.BOX[0]
    assert render.BOX[1] <= height <= render.TALLEST


@pytest.mark.long
@pytest.mark.parametrize("rulebook", long_but(scenarios.templated()[:1], scenarios.templated()))
def test_a_new_battle_has_nothing_to_find_and_both_armies_stand_as_far_from_the_village(
    tmp_path: Path, rulebook: str
) -> None:
    folder = new(tmp_path / "ford", rulebook)

    battle = scenarios.open_box(folder)
    village = battle.objectives[0].hexes
    away = {
        side: sorted(min(battle.grid.distance(c.place, hex_) for hex_ in village) for c in army)
        for side in battle.side_ids
        for army in [[c for c in battle.counters.values() if c.side == side]]
    }

    assert len(run("check", str(folder)).splitlines()) == 1
    first, second = away.values()
    assert first == second


def test_the_name_of_a_new_battle_is_looked_at_before_the_questions(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["scenario", "new", str(tmp_path / "My_Ford")])

    assert result.exit_code == 1
    assert "try 'my-ford'" in result.output
    assert "1. What" not in result.output


def test_every_rulebook_has_a_template() -> None:
    assert set(scenarios.templated()) == set(scenarios.charted())


@pytest.mark.long
def test_mistakes_are_printed_and_told_by_the_exit_status(tmp_path: Path) -> None:
    folder = new(tmp_path / "ford", "morne_plaine")
    text = (folder / "map.yaml").read_text()
    (folder / "map.yaml").write_text(
        text.replace("w: woods", "w: wood").replace("stands_on: point", "stands_on: x")
    )

    result = CliRunner().invoke(main, ["scenario", "check", str(folder)])

    assert result.exit_code == 1
    assert "ford: ford/map.yaml:4: map.stands_on: 'x' is unknown" in result.output


@pytest.mark.long
def test_findings_are_drawn_on_the_map(tmp_path: Path) -> None:
    folder = new(tmp_path / "ford", "morne_plaine")
    plain, marked = tmp_path / "plain.png", tmp_path / "marked.png"
    run("draw", str(folder), str(plain))
    text = (folder / "map.yaml").read_text()
    (folder / "map.yaml").write_text(text + "tracks:\n  - 0909 0908\n")

    told = run("check", str(folder), "--map", str(marked))

    line = 1 + (folder / "map.yaml").read_text().splitlines().index("  - 0909 0908")
    assert f"1. ford/map.yaml:{line}: map.tracks: a track ends at 0908, in the open" in told
    assert marked.read_bytes() != plain.read_bytes()


@pytest.mark.long
def test_a_picture_can_be_as_wide_as_a_phone(tmp_path: Path) -> None:
    folder = new(tmp_path / "ford", "pousse_pion")

    run("draw", str(folder), str(tmp_path / "map.png"), "--width", "390", "--theme", "dark")

    assert Image.open(BytesIO((tmp_path / "map.png").read_bytes())).width == 390


@pytest.mark.long
def test_what_is_packed_can_be_uploaded(tmp_path: Path) -> None:
    folder = tmp_path / "ford"
    run(*answers(folder, "art_of_tactic"))

    run("pack", str(folder), str(tmp_path / "ford.zip"))

    battle = upload_check.examined((tmp_path / "ford.zip").read_bytes(), "ford.zip")
    assert isinstance(battle, Scenario)
    assert battle.title["en"] == "A ford"


@pytest.mark.long
def test_a_folder_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    folder = new(tmp_path / "ford", "morne_plaine")
    before = (folder / "map.yaml").read_bytes()

    result = CliRunner().invoke(main, ["scenario", *answers(folder)])

    assert result.exit_code == 1
    assert "is there already" in result.output
    assert (folder / "map.yaml").read_bytes() == before


def test_a_name_that_cannot_be_an_id_writes_nothing(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["scenario", *answers(tmp_path / "My Ford")])

    assert result.exit_code == 1
    assert "small letters, digits and hyphens" in result.output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_names_without_room_are_found(tmp_path: Path) -> None:
    folder = new(tmp_path / "ford", "morne_plaine")
    map_ = folder / "map.yaml"
    assert "map.names" not in run("check", str(folder))

    long = "The old and venerable abbey of the holy brothers"
    row = "".join(f"  {column:02}{row:02}: {long}\n" for column in range(3, 10) for row in (3, 4, 5))
    map_.write_text(map_.read_text().replace("names:\n", f"names:\n{row}"))
    told = run("check", str(folder))
    assert f"map.names: '{long}' and '{long}' cover each other: shorten a name" in told


@pytest.mark.long
def test_the_width_is_that_of_the_posted_picture_made_smaller(tmp_path: Path) -> None:
    folder = new(tmp_path / "ford", "morne_plaine")
    run("draw", str(folder), str(tmp_path / "posted.png"))
    run("draw", str(folder), str(tmp_path / "phone.png"), "--width", "390")
    posted = Image.open(tmp_path / "posted.png").convert("RGB")
    phone = Image.open(tmp_path / "phone.png").convert("RGB")
    assert phone.size == (390, round(390 * posted.height / posted.width))
    assert phone.tobytes() == posted.resize(phone.size, Image.Resampling.LANCZOS).tobytes()


def test_a_side_that_nearly_always_wins_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = new(tmp_path / "ford", "morne_plaine")
    winners = iter(["blue"] * 95 + ["orange"] * 5 + ["blue"] * 94 + ["orange"] * 6)
    game = self_play.Played("blue", "minor", 3, 20, Counter())
    monkeypatch.setattr(self_play, "play", lambda *_: replace(game, winner=next(winners)))

    told = run("check", str(folder), "--games", "100")
    assert "scenario.yaml:" not in told
    assert "about.balance: blue wins 95% of 100 games of the computer against itself" in told
    assert "about.balance" not in run("check", str(folder), "--games", "100")
