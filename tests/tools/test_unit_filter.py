"""The bot does its work under the very system calls that the shipped systemd unit allows."""

from __future__ import annotations

import ctypes.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox import Sandbox
from tests.bot.features.custom_battles.test_custom_battles import mine
from tests.crash.test_kill import grognard
from tests.tools.unit_filter import allowed

UNIT = Path(__file__).resolve().parents[2] / "deploy" / "grognard.service"
FILTER = (sys.executable, "-m", "tests.tools.unit_filter", str(UNIT))

pytestmark = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None or ctypes.util.find_library("seccomp") is None,
    reason="needs systemd-analyze and libseccomp",
)


def test_calls_that_change_the_system_are_not_allowed() -> None:
    calls = allowed(UNIT.read_text(encoding="utf-8"))

    assert {"setpriority", "prlimit64", "clone", "execve", "openat"} <= calls
    assert not {"chroot", "mount", "reboot", "ptrace", "init_module", "settimeofday", "bpf"} & calls


def test_what_is_not_allowed_is_refused() -> None:
    program = "import os\ntry: os.chroot('/')\nexcept PermissionError: print('refused')"
    done = subprocess.run(
        [*FILTER, sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert done.stdout == "refused\n"


@pytest.mark.long
async def test_an_uploaded_battle_is_read_and_drawn(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    async with Sandbox(tmp_path / "discord", join_delay=0.05) as sandbox:
        anna = sandbox.person("Anna")
        async with grognard(folder, sandbox, FILTER):
            await sandbox.person("Marshal").slash("battle", "server", uploads=True)
            file = anna.choose("mine.zip", mine())
            reply = await anna.slash("battle", "game new", file=file, side="both")
            await anna.slash("battle", "game start")
            map_reply = await anna.slash("battle", "map")

    assert "is open in this channel" in reply.words
    assert map_reply.pictures
    assert "Traceback" not in (folder / "log").read_text()
