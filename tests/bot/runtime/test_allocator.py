"""Memory that a process has freed goes back to the system; what was loaded is not searched for garbage."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SCRIPT = """
from bot.runtime import allocator
from PIL import Image

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096

allocator.economise()
before = resident()
small = [bytearray(3000) for _ in range(20_000)]
pillars = small[::500]
images = [Image.new("RGB", (1000, 700), (1, 2, 3)) for _ in range(20)]
full = resident()
del small, images
allocator.give_back()
print(before, full, resident())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
def test_images_and_scattered_blocks_go_back_to_the_system() -> None:
    words = [sys.executable, "-c", SCRIPT]
    result = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)

    before, full, after = map(int, result.stdout.split())

    assert full - before > 100_000_000
    assert after - before < 10_000_000


ASIDE = """
import gc
from bot.runtime import allocator

known = gc.get_count, {"a": ["list"]}
allocator.set_aside()
first = gc.get_freeze_count()
circle = []
circle.append(circle)
del circle
walked = len(gc.get_objects())
found = gc.collect()
kept = [[] for _ in range(5000)]
allocator.set_aside()
print(first, walked, found, gc.get_freeze_count() - first)
"""


def test_what_was_loaded_is_set_aside_once_and_new_garbage_is_found() -> None:
    words = [sys.executable, "-c", ASIDE]
    result = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)

    aside, walked, found, later = map(int, result.stdout.split())

    assert aside > 1000
    assert walked < 100
    assert found >= 1
    assert later <= 0, "a second time nothing is set aside"
