"""py4swiss has compiled wheels for few platforms; elsewhere the comparison with it is not collected."""

from __future__ import annotations

import platform
import sys

collect_ignore = []
if (sys.platform, platform.machine()) != ("linux", "x86_64"):
    collect_ignore.append("test_properties_oracle.py")
