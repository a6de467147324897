"""What is shipped for servers: container, compose file, unit; checked as far as any machine can."""

from __future__ import annotations

import re
import shutil
import subprocess
from importlib.metadata import requires
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

from bot.cli.shards.setting import read_setting

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"


def steps() -> list[list[str]]:
    """The Dockerfile's instructions, continued lines joined."""
    text = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")
    return [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def copied() -> list[str]:
    sources = [step[1:-1] for step in steps() if step[0] == "COPY" and not step[1].startswith("--")]
    return [path for paths in sources for path in paths]


def test_the_container_copies_what_there_is_and_all_that_is_installed() -> None:
    shipped = {p.parent.name for p in ROOT.glob("*/__init__.py")} - {"tests", "bench", "sandbox"}

    assert all((ROOT / path).exists() for path in copied())
    assert shipped <= set(copied())
    assert not {"sandbox", "tests"} & set(copied())


def test_the_base_of_every_stage_is_named_by_one_digest() -> None:
    bases = {step[1] for step in steps() if step[0] == "FROM"}

    assert len(bases) == 1
    assert re.fullmatch(r"python:3\.\d+-slim@sha256:[0-9a-f]{64}", bases.pop())


def test_whatever_is_copied_is_not_ignored() -> None:
    allowed = {
        line[1:] for line in (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines() if line[:1] == "!"
    }

    assert set(copied()) <= allowed


def test_the_container_runs_as_no_one_in_particular_with_locked_packages() -> None:
    words = steps()
    user = [step[1] for step in words if step[0] == "USER"][-1]

    assert user.isdigit()
    assert int(user) > 0
    assert any({"--require-hashes", "/src/requirements.lock"} <= set(step) for step in words)
    assert not any("TOKEN" in word for step in words for word in step)


def test_the_compose_file_gives_no_rights_and_keeps_the_games() -> None:
    service = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["grognard"]

    assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).resolve().exists()
    assert service["cap_drop"] == ["ALL"]
    assert service["read_only"] is True
    assert any(volume.endswith(":/data") for volume in service["volumes"])
    assert service["restart"] == "unless-stopped"
    assert "ports" not in service


def test_the_worker_is_started_when_asked_for_and_knows_no_token() -> None:
    services = yaml.safe_load((DEPLOY / "compose.shards.yaml").read_text())["services"]
    worker, bot = services["worker"], services["grognard-1"]

    assert worker["command"] == ["worker"]
    assert worker["profiles"] == ["jobs"]
    assert "DISCORD_TOKEN" not in worker["environment"]
    assert worker["environment"]["GROGNARD_DATABASE"] == bot["environment"]["GROGNARD_DATABASE"]
    assert bot["environment"]["GROGNARD_JOBS"] == "${JOBS:-off}"


def test_the_image_for_postgresql_has_all_that_its_libraries_need() -> None:
    """They are installed without what they depend on."""
    locked = "".join((file).read_text() for file in (DEPLOY / "postgres.lock", ROOT / "requirements.lock"))
    there = {_plain(name) for name in re.findall(r"^([\w.-]+)==", locked, re.MULTILINE)}
    needed, looked_at = ["asyncpg", "pgqueuer"], set[str]()
    while needed:
        name = needed.pop()
        if name not in looked_at:
            looked_at.add(name)
            found = map(Requirement, requires(name) or ())
            needed += [
                _plain(each.name) for each in found if not each.marker or each.marker.evaluate({"extra": ""})
            ]

    assert looked_at <= there


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_processes_that_share_the_servers_have_a_database_in_common_and_each_its_own_folder() -> None:
    services = yaml.safe_load((DEPLOY / "compose.shards.yaml").read_text())["services"]
    bots = [service for name, service in services.items() if name.startswith("grognard")]

    assert len(bots) == 2
    assert len({tuple(each.pop("volumes")) for each in bots}) == 2
    assert bots[0] == bots[1]
    setting = bots[0]["environment"]["GROGNARD_SHARDS"].replace("${SHARDS:-2}", "2")
    assert read_setting(setting).auto
    assert bots[0]["cap_drop"] == ["ALL"]
    assert all("ports" not in service for service in services.values())


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_finds_the_unit_right_and_well_shut(tmp_path: Path) -> None:
    unit = tmp_path / "grognard.service"  # with a program that is there
    text = (DEPLOY / "grognard.service").read_text()
    unit.write_text(text.replace("/opt/grognard/.venv/bin/grognard", "/bin/true"))

    verified = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=20", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert "grognard.service:" not in verified.stderr, verified.stderr
    assert judged.returncode == 0, judged.stdout[-300:]
