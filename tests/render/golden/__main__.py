"""Make golden pictures: `python -m tests.render.golden [names...]`, all of them when none is named.

To be run when a picture is meant to look otherwise; look at each that changed before it is committed.
"""

from __future__ import annotations

import sys

from PIL import Image

from tests.render.golden.compare import differences, golden, keep
from tests.render.golden.scenes import SCENES


def main(names: list[str]) -> int:
    """Writes the pictures that differ from those kept; says which. The exit code."""
    if strange := set(names) - {*SCENES}:
        print(f"no such picture: {', '.join(sorted(strange))}; there are {', '.join(SCENES)}")
        return 2
    for name in names or SCENES:
        made = SCENES[name].drawn()
        before = "new"
        if golden(name).exists():
            with Image.open(golden(name)) as image:
                before = differences(image.convert("RGB"), made)
        if before or names:
            print(f"{name}: {before or 'the same'}, {keep(name, made)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
