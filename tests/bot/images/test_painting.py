"""What the bot's process leaves to the drawing process: Pillow and all that draws."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "module", ["bot.images.painting", "bot.images.picture_cache", "bot.reports.map_picture", "bot.ui.page"]
)
def test_the_bot_chooses_pictures_without_loading_pillow(module: str) -> None:
    script = f"import sys, {module}; print(sorted({{'PIL', 'render.picture'}} & sys.modules.keys()))"

    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert told.stdout == "[]\n"
