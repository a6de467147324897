"""The benchmarks run, agree in what they draw, and leave records. How fast anything is, no test asks."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import bench.pictures.encode
from bench.__main__ import ASKED_FOR, MODULES, main
from bench.harness import Figure, WrongOutput, fitted, ratio, rounds, spread
from bench.pictures import drawing, scene, svg
from engine.view import View
from tests.long_forms import long_but

QUICK = ("posted", "preview")
"""The modules whose quick form is done in 2 seconds. The harness, the same for all, is tested below."""


def run(name: str, folder: Path) -> tuple[int, dict[str, Any]]:
    """The exit code of a quick run of one module, and what it wrote."""
    code = main([name, "--quick", "--output", str(folder / "bench.json")])
    return code, json.loads((folder / "bench.json").read_text("utf-8"))


@pytest.mark.parametrize("name", long_but(QUICK, [name for name in MODULES if name not in ASKED_FOR]))
def test_a_module_runs_its_outputs_agree_and_it_leaves_records(name: str, tmp_path: Path) -> None:
    code, output = run(name, tmp_path)

    if name in output["left_out"]:
        pytest.skip(output["left_out"][name])
    assert (code, output["wrong"]) == (0, [])
    assert len(output["figures"]) == len({record["name"] for record in output["figures"]}) > 0
    assert all({"name", "value", "goal", "unit", "met"} <= record.keys() for record in output["figures"])


def test_programs_that_are_not_installed_are_left_out_and_no_failure(tmp_path: Path) -> None:
    code, output = run("programs", tmp_path)

    assert code == 0
    assert output["figures"] or "programs" in output["left_out"]


def test_a_wrong_output_fails_the_run_and_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(quick: bool) -> list[Figure]:
        raise WrongOutput("a unit too many")

    monkeypatch.setattr(bench.pictures.encode, "run", wrong)
    code, output = run("encode", tmp_path)

    assert (code, output["wrong"]) == (1, ["encode: a unit too many"])


def test_a_name_that_is_no_benchmark_is_refused() -> None:
    with pytest.raises(SystemExit):
        main(["nonsense"])


@pytest.mark.parametrize(
    ("better", "value", "goal", "met"),
    [("more", 12, 12, True), ("more", 11, 12, False), ("less", 0.4, 0.4, True), ("less", 0.5, 0.4, False),
     ("less", 0.5, None, None)],
)  # fmt: skip
def test_a_goal_is_met_from_its_own_value_on(better: Any, value: float, goal: float, met: bool) -> None:
    figure = Figure(name="speed", value=value, goal=goal, better=better)

    assert figure.met is met


def test_candidates_take_turns_each_beginning_once_and_warm_rounds_are_not_counted() -> None:
    called: list[str] = []
    names = ("a", "b", "c")
    seconds = rounds({name: lambda name=name: called.append(name) for name in names}, 3, warm=1)

    assert "".join(called) == "cab" + "abc" + "bca" + "cab"
    assert [len(seconds[name]) for name in names] == [3, 3, 3]


def test_what_is_done_before_a_candidate_is_done_before_it_every_time() -> None:
    called: list[str] = []
    rounds({"a": lambda: called.append("a")}, 2, warm=0, before={"a": lambda: called.append("-")})

    assert "".join(called) == "-a-a"


def test_a_ratio_is_of_the_same_round() -> None:
    spread = ratio({"slow": [2.0, 30.0, 4.0], "fast": [1.0, 10.0, 4.0]}, "slow", "fast")

    assert spread.median == pytest.approx(2.0)


def test_the_spread_of_one_round_is_that_round() -> None:
    assert spread([3.0]).p90 == 3.0


def test_growth_is_the_exponent_of_size() -> None:
    assert fitted((80, 300, 1200), (8e-3, 30e-3, 120e-3)) == pytest.approx(1.0)


def test_the_reference_scene_is_as_large_as_it_is_said_to_be() -> None:
    view = scene.scene().view

    assert len(view.hexes) == 1200
    assert len({h.terrain for h in view.hexes.values()}) == 8
    assert sum(1 for side in view.hexsides if side.water) == 350
    assert sum(1 for side in view.hexsides if side.slope) == 200
    assert len({c.hex for c in view.counters}) == 80
    assert sum(map(len, view.zones.values())) == 415
    assert sum(len(clash.helpers) for clash in view.clashes) == 16


def test_a_fifth_of_the_counters_moves_in_a_phase_and_always_the_same_ones() -> None:
    of = scene.scene()
    one, other = (list(islice(scene.phases(of), 3)) for _ in range(2))

    assert one == other
    assert [shifted(a, b) for a, b in zip([of.view, *one], one, strict=False)] == [16, 16, 16]
    assert all(view.zones != of.view.zones for view in one)


@pytest.mark.parametrize("units", [1, 4, 20])
def test_a_preview_moves_so_many_units_and_leaves_the_fights(units: int) -> None:
    of = scene.scene()
    first = next(scene.previews(of, units))

    assert shifted(of.view, first) == units
    assert first.clashes == of.view.clashes


def shifted(before: View, after: View) -> int:
    """How many counters stand elsewhere."""
    return sum(a.hex != b.hex for a, b in zip(before.counters, after.counters, strict=True))


@pytest.mark.long
def test_a_picture_that_differs_from_one_drawn_again_is_found() -> None:
    reel = drawing.PictureSequence(scene.phases(scene.scene(6, 5)), 20.0)
    first = reel.start()
    reel.start()
    reel.images[1] = (reel.images[1][0], first)

    with pytest.raises(WrongOutput):
        drawing.check(reel)


def test_the_svg_shows_the_whole_scene() -> None:
    view = scene.scene().view
    page, words = (2277, 1750), scene.caption(view)
    text = svg.text(view, words, page, 32)

    assert 5000 < text.count("/>") + text.count("</text>") < 6500
    assert all(f">{c.id}</text>" in text for c in view.counters)
