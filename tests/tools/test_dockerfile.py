"""tools/dockerfile.py reads a Dockerfile as a builder does; `make container` carries its steps out."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import dockerfile  # noqa: E402

KNOWN = {
    "FROM",
    "RUN",
    "COPY",
    "ENV",
    "USER",
    "WORKDIR",
    "VOLUME",
    "STOPSIGNAL",
    "HEALTHCHECK",
    "ENTRYPOINT",
    "CMD",
}


def test_continued_lines_are_one_step_and_comments_none() -> None:
    text = "# a comment\nFROM x AS build\nRUN one \\\n # within\n && two\n\ncopy a b\n"

    assert dockerfile.steps(text) == [
        dockerfile.Step("FROM", "x AS build"),
        dockerfile.Step("RUN", "one   && two"),
        dockerfile.Step("COPY", "a b"),
    ]


@pytest.mark.parametrize(
    ("name", "out"),
    [
        ("README.md", False),
        ("bot/client.py", False),
        ("docs/privacy.md", True),
        ("bot/__pycache__", True),
        ("bot/ui/__pycache__", True),
        ("engine/tests", True),
        ("sandbox", True),
    ],
)
def test_the_last_rule_that_fits_decides_what_stays_out(name: str, out: bool) -> None:
    rules = (ROOT / "deploy" / "Dockerfile.dockerignore").read_text()

    assert dockerfile.ignored(name, rules) is out


def test_every_step_of_our_file_can_be_carried_out() -> None:
    words = {step.word for step in dockerfile.steps((ROOT / "deploy" / "Dockerfile").read_text())}

    assert words <= KNOWN


def test_a_step_that_is_not_known_fails(tmp_path: Path) -> None:
    stage = dockerfile.Stage(tmp_path)
    steps = dockerfile.Steps(tmp_path, tmp_path, tmp_path, "")

    with pytest.raises(dockerfile.StepFailed, match="ADD"):
        steps._carry_out(stage, dockerfile.Step("ADD", "x y"))


def test_a_copy_takes_what_is_not_left_out(tmp_path: Path) -> None:
    (tmp_path / "context" / "bot" / "tests").mkdir(parents=True)
    (tmp_path / "context" / "bot" / "client.py").touch()
    (tmp_path / "context" / "bot" / "tests" / "test_client.py").touch()
    stage = dockerfile.Stage(tmp_path / "root")
    steps = dockerfile.Steps(tmp_path, tmp_path, tmp_path / "context", "*\n!bot\n**/tests\n")

    steps._carry_out(stage, dockerfile.Step("COPY", "bot /src/bot"))

    assert [str(p.relative_to(stage.root)) for p in stage.root.rglob("*") if p.is_file()] == [
        "src/bot/client.py"
    ]
    with pytest.raises(dockerfile.StepFailed, match="leaves it out"):
        steps._carry_out(stage, dockerfile.Step("COPY", "docs /src/docs"))
