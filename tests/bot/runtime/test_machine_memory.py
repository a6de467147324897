"""How much memory there is: that of the machine, or the least limit around the process."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.runtime.machine_memory import usable_memory

MACHINE = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
MEGABYTES = 2**20


def groups(folder: Path, own: str, limits: dict[str, str]) -> int | None:
    """What is usable where `own` is the list of groups of the process, with these files."""
    (folder / "own").write_text(own)
    for name, text in limits.items():
        file = folder / "groups" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text + "\n")
    return usable_memory(folder / "groups", folder / "own")


@pytest.mark.parametrize("own", ["", "0::/\n", "4:memory:/\n0::/\n", "\xff\n", "nonsense"])
def test_without_a_limit_it_is_that_of_the_machine(tmp_path: Path, own: str) -> None:
    limits = {"memory.max": "max", "memory.high": "max", "memory/memory.limit_in_bytes": str(2**62)}

    assert groups(tmp_path, own, limits) == MACHINE


@pytest.mark.parametrize("file", ["memory.max", "memory.high"])
@pytest.mark.parametrize("where", ["", "system.slice/", "system.slice/grognard.service/"])
def test_the_least_limit_of_the_groups_around_it_holds(tmp_path: Path, where: str, file: str) -> None:
    limits = {
        "memory.max": str(700 * MEGABYTES),
        where + file: str(600 * MEGABYTES),
        "other.slice/memory.max": "1",
    }

    assert groups(tmp_path, "0::/system.slice/grognard.service\n", limits) == 600 * MEGABYTES


def test_groups_of_the_first_version_are_those_of_the_controller_memory(tmp_path: Path) -> None:
    own = "9:cpu:/small\n4:memory:/docker/7\n0::/\n"
    limits = {
        "memory/docker/7/memory.limit_in_bytes": str(512 * MEGABYTES),
        "cpu/small/memory.limit_in_bytes": "1",
    }

    assert groups(tmp_path, own, limits) == 512 * MEGABYTES


def test_a_container_sees_its_own_group_as_the_root(tmp_path: Path) -> None:
    """The path is that outside of it, which does not exist here."""
    limits = {"memory/memory.limit_in_bytes": str(512 * MEGABYTES)}

    assert groups(tmp_path, "4:memory:/docker/7\n", limits) == 512 * MEGABYTES


def test_without_groups_it_is_that_of_the_machine(tmp_path: Path) -> None:
    assert usable_memory(tmp_path / "none", tmp_path / "no list") == MACHINE
